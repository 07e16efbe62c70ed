"""Interception: who may try, with what, against which moves, and with what odds [HIS 13.2]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from responsa.dice import chance_of_at_least, check_dice
from responsa.errors import ImpossibleSituation
from responsa.here_i_stand._refuge import told, verb
from responsa.here_i_stand.board import Purpose, is_adjacent_for
from responsa.here_i_stand.closed_spaces import is_closed, waits_for_the_league
from responsa.here_i_stand.formations import Stack, check_count, may_form
from responsa.here_i_stand.land_movement import enemies_in_move
from responsa.here_i_stand.leaders import BY, Entry
from responsa.here_i_stand.position import Position
from responsa.here_i_stand.powers import Power
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.sentences import listing
from responsa.values import dataclass

DICE: Final = 2
"""The dice that are rolled and added for an attempt [HIS 13.2l]."""

SUCCESS: Final = 9
"""The lowest total with which an interception succeeds [HIS 13.2l]."""

OTTOMAN_CAVALRY: Final = 1
"""What the Ottomans add if there is cavalry among the interceptors [HIS 13.2l]."""

AGAINST_OTTOMAN_CAVALRY: Final = -1
"""What any other power adds when it intercepts a stack with Ottoman cavalry [HIS 13.2l]."""

PLOTTED: Final = range(AGAINST_OTTOMAN_CAVALRY, 6)
"""The sums of modifiers whose odds are shown."""


@implements("HIS 13.2a", "HIS 13.2k")
@dataclass(frozen=True)
class Interceptors:
    """The units and leaders that try to intercept, and the space from which they try [HIS 13.2k].

    Attributes:
        group: The units and leaders; they need not be everything in the space.
        source: The space in which all of them are.

    Raises:
        ImpossibleSituation: If there is no land unit among them.

    Examples:
        >>> from responsa.here_i_stand import Interceptors
        >>> Interceptors.of("Hapsburg: 3 regulars, Ferdinand", "Linz").group.units
        3
    """

    group: Stack
    source: str

    def __post_init__(self) -> None:
        if not self.group.units:
            raise ImpossibleSituation("group", str(self.group), "at least one land unit", "HIS 13.2a")

    @classmethod
    def of(cls, group: str, source: str) -> Interceptors:
        """Write interceptors with texts: `Interceptors.of("Hapsburg: 3 regulars, Ferdinand", "Linz")`."""
        return cls(Stack.of(group), source)

    def __repr__(self) -> str:
        return f"Interceptors.of({str(self.group)!r}, {self.source!r})"


@implements("HIS 13.2a", "HIS 13.2e")
@dataclass(frozen=True)
class Approach:
    """The move that somebody would intercept, and what has been tried against it so far.

    Attributes:
        mover: The formation that moves; it is still in the space where it began.
        origin: The space where it began.
        destination: The space into which it moves.
        succeeded: The power that has succeeded against this move, if any.
        tried_from: The spaces from which an attempt was made against this move.
        entry: How the mover goes; only a move can be intercepted.

    Examples:
        >>> from responsa.here_i_stand import Approach
        >>> Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna").mover.units
        8
    """

    mover: Stack
    origin: str
    destination: str
    succeeded: Power | None = None
    tried_from: tuple[str, ...] = ()
    entry: Entry = Entry.MOVE

    @classmethod
    def of(
        cls,
        mover: str,
        origin: str,
        destination: str,
        *,
        succeeded: Power | None = None,
        tried_from: Iterable[str] = (),
        entry: Entry = Entry.MOVE,
    ) -> Approach:
        """Write a move with texts: `Approach.of("Ottoman: 8 regulars", "Pressburg", "Vienna")`."""
        return cls(Stack.of(mover), origin, destination, succeeded, tuple(tried_from), entry)


@implements(
    "HIS 2.5b",
    "HIS 13.2a",
    "HIS 13.2c",
    "HIS 13.2d",
    "HIS 13.2e",
    "HIS 13.2f",
    "HIS 13.2g",
    "HIS 13.2h",
    "HIS 13.2i",
    "HIS 13.2j",
    "HIS 13.2k",
)
def may_intercept(position: Position, interceptors: Interceptors, approach: Approach) -> Ruling:
    """Whether these units and leaders may try to intercept this move [HIS 13.2].

    Args:
        position: The position before the mover arrives; earlier interceptors stand in the destination already.
        interceptors: Who would try, and from where.
        approach: The move, and the attempts made against it before.

    Examples:
        >>> from responsa.here_i_stand import Approach, Interceptors, Position, may_intercept
        >>> position = Position.of(
        ...     active="Ottoman",
        ...     relations="Ottoman against Hapsburg",
        ...     stacks={"Pressburg": "Ottoman: 4 regulars", "Linz": "Hapsburg: 3 regulars"},
        ... )
        >>> approach = Approach.of("Ottoman: 4 regulars", "Pressburg", "Vienna")
        >>> bool(may_intercept(position, Interceptors.of("Hapsburg: 3 regulars", "Linz"), approach))
        True
    """
    fits = may_form(interceptors.group, position.relations)
    ruling = decide(
        *_who(interceptors, approach, position),
        *_where_from(interceptors, approach, position),
        *_where_to(interceptors, approach, position),
        *_in_what_order(interceptors, approach, position),
    )
    closed = (
        is_closed(position, approach.destination),
        waits_for_the_league(position, _side(interceptors.group, position)),
    )
    against = (
        *(reason for bar in closed if bar for reason in bar.because),
        *(() if fits else fits.because),
        *(() if ruling else ruling.because),
    )
    if against:
        return Ruling(False, against)
    group, source, destination = interceptors.group, interceptors.source, approach.destination
    return Ruling(
        True,
        (
            Reason(f"{told(group)} in {source} {verb(group, 'is', 'are')} next to {destination}", "HIS 13.2a"),
            Reason("nothing forbids the attempt", "HIS 13.2d"),
        ),
    )


def _side(group: Stack, position: Position) -> Power:
    """The power that decides for the group."""
    power = group.powers[0]
    return position.relations.leader_of(power) or power


@implements("HIS 13.2d", "HIS 13.2e", "HIS 13.2g", "HIS 22.1a")
def _who(interceptors: Interceptors, approach: Approach, position: Position) -> list[Finding]:
    group, source = interceptors.group, interceptors.source
    here = position.at(source)
    tried = position.of_record(position.tried, source).common(here)
    side = _side(group, position)
    enemies = enemies_in_move(position, approach.destination)
    free = group <= here
    findings = [
        Finding(
            free or not group <= here + position.within(source),
            "HIS 13.2g",
            yes="none of it is besieged",
            no=f"it is besieged in {source}",
        ),
        Finding(
            free or group <= position.within(source) + here,
            "HIS 13.2k",
            yes=f"all of it is in {source}",
            no=f"not all of it is in {source}",
        ),
        Finding(
            side.is_major, "HIS 22.1a", yes="it is led", no=f"{side.adjective} units have no major power to lead them"
        ),
        Finding(
            all(power in enemies for power in group.powers),
            "HIS 13.2d",
            yes=f"{side.the} {side.verb('is an enemy', 'are enemies')}",
            no=_no_enemy(side, position.active),
        ),
    ]
    if free:
        fresh = group <= here - tried
        findings.append(
            Finding(fresh, "HIS 13.2e", yes="none of it has tried before", no="some of it has tried in this impulse")
        )
    return findings


def _no_enemy(side: Power, active: Power) -> str:
    if side is Power.INDEPENDENT:
        return f"independent units fight {active.the} only where they stand"
    return f"{side.the} {side.verb('is', 'are')} not at war with {active.the}"


@implements("HIS 2.5b", "HIS 13.2a", "HIS 13.2f")
def _where_from(interceptors: Interceptors, approach: Approach, position: Position) -> list[Finding]:
    source, destination = interceptors.source, approach.destination
    connection = position.board.connection(source, destination)
    return [
        Finding(
            connection is not None,
            "HIS 13.2a",
            yes=f"{source} is adjacent to {destination}",
            no=f"{source} is not adjacent to {destination}",
        ),
        Finding(
            connection is None or is_adjacent_for(Purpose.INTERCEPT, connection),
            "HIS 2.5b",
            yes="no pass is in the way",
            no=f"{source} and {destination} are joined by a pass only",
        ),
        Finding(
            approach.entry is Entry.MOVE,
            "HIS 13.2f",
            yes="the enemy makes a move",
            no=f"who comes by {BY[approach.entry]} is not intercepted",
        ),
    ]


@implements("HIS 13.2h", "HIS 13.2i", "HIS 13.2j")
def _where_to(interceptors: Interceptors, approach: Approach, position: Position) -> list[Finding]:
    destination, active = approach.destination, position.active
    allied = position.relations.allied
    side = _side(interceptors.group, position)
    controller = position.controller(destination)
    safe = position.is_fortified(destination) and allied(controller, active) and not position.is_besieged(destination)
    others = [p for p in position.at(destination).unit_powers if not allied(p, side)]
    third = controller not in (Power.INDEPENDENT, active, side)
    open_to_side = allied(controller, side) or position.relations.at_war(controller, side)
    who = listing(power.adjective for power in others)
    return [
        Finding(
            not safe,
            "HIS 13.2h",
            yes=f"{destination} is no refuge of the mover",
            no=f"{destination} is fortified, friendly to the mover and not under siege",
        ),
        Finding(
            not others,
            "HIS 13.2i",
            yes=f"no strangers are in {destination}",
            no=f"{who} units are in {destination}",
        ),
        Finding(
            not position.within(destination).units,
            "HIS 13.2i",
            yes=f"nobody is under siege in {destination}",
            no=f"units are under siege in {destination}",
        ),
        Finding(
            not third or open_to_side,
            "HIS 13.2j",
            yes=f"{destination} is open to {side.the}",
            no=f"{controller.the} {controller.verb('is', 'are')} neither enemy nor ally of {side.the}",
        ),
    ]


@implements("HIS 13.2b", "HIS 13.2c", "HIS 13.2e")
def _in_what_order(interceptors: Interceptors, approach: Approach, position: Position) -> list[Finding]:
    side = _side(interceptors.group, position)
    other = approach.succeeded
    return [
        Finding(
            other is None or other is side,
            "HIS 13.2c",
            yes="no other power has succeeded",
            no=f"{other.the if other else ''} {other.verb('has', 'have') if other else ''} intercepted already",
        ),
        Finding(
            interceptors.source not in approach.tried_from,
            "HIS 13.2e",
            yes=f"nobody has tried from {interceptors.source}",
            no=f"an attempt was made from {interceptors.source}",
        ),
    ]


@implements("HIS 13.2b")
def interception_order(powers: Iterable[Power]) -> tuple[Power, ...]:
    """The order in which enemy powers announce and resolve their attempts, one at a time [HIS 13.2b].

    Examples:
        >>> from responsa.here_i_stand import Power, interception_order
        >>> [str(power) for power in interception_order([Power.PAPACY, Power.HAPSBURG])]
        ['Hapsburg', 'Papacy']
    """
    wanted = set(powers)
    return tuple(power for power in Power if power in wanted and power.is_major)


@implements("HIS 13.2l")
def interception_modifier(group: Stack, against: Stack) -> int:
    """What is added to the dice of an interception [HIS 13.2l].

    The best single Battle Rating among the interceptors; +1 for Ottoman interceptors with cavalry; −1 for any other
    power against a stack with Ottoman cavalry.

    Args:
        group: The interceptors.
        against: The moving formation.

    Examples:
        >>> from responsa.here_i_stand import Stack, interception_modifier
        >>> interception_modifier(
        ...     Stack.of("Hapsburg: 10 regulars, Charles V"), Stack.of("Ottoman: 6 regulars, 2 cavalry")
        ... )
        1
    """
    modifier = group.battle_rating
    if Power.OTTOMAN in group.powers:
        return modifier + (OTTOMAN_CAVALRY if group.cavalry else 0)
    return modifier + (AGAINST_OTTOMAN_CAVALRY if against.of_power(Power.OTTOMAN).cavalry else 0)


@implements("HIS 13.2l")
def intercepts(dice: Sequence[int], group: Stack, against: Stack) -> Ruling:
    """Whether the dice make the interception succeed: a total of 9 or more [HIS 13.2l].

    Raises:
        ImpossibleSituation: If it is not two dice that each show 1 to 6.

    Examples:
        >>> from responsa.here_i_stand import Stack, intercepts
        >>> group = Stack.of("Hapsburg: 10 regulars, Charles V")
        >>> print(intercepts((3, 5), group, Stack.of("Ottoman: 6 regulars, 2 cavalry")))
        Yes. 8 on the dice + 1 make 9, and 9 or more succeeds [HIS 13.2l].
    """
    check_dice(dice, count=DICE, rule="HIS 13.2l")
    modifier = interception_modifier(group, against)
    total = sum(dice) + modifier
    sum_up = f"{sum(dice)} on the dice {'−' if modifier < 0 else '+'} {abs(modifier)} make {total}"
    return decide(
        Finding(
            total >= SUCCESS,
            "HIS 13.2l",
            yes=f"{sum_up}, and {SUCCESS} or more succeeds",
            no=f"{sum_up}, and less than {SUCCESS} fails",
        )
    )


@implements("HIS 13.2l")
def chance_to_intercept(modifier: int) -> Fraction:
    """The exact probability that an interception with this modifier succeeds [HIS 13.2l].

    Examples:
        >>> from responsa.here_i_stand import chance_to_intercept
        >>> chance_to_intercept(1)
        Fraction(5, 12)
    """
    if type(modifier) is not int:
        raise ImpossibleSituation("modifier", modifier, "a whole number", "HIS 13.2l")
    return chance_of_at_least(SUCCESS - modifier, dice=DICE)


@implements("HIS 13.2l")
def odds_of_interception() -> dict[int, Fraction]:
    """The exact probability that an interception succeeds, by what is added to the dice [HIS 13.2l].

    Examples:
        >>> from responsa.here_i_stand import odds_of_interception
        >>> odds_of_interception()[2]
        Fraction(7, 12)
    """
    return {modifier: chance_to_intercept(modifier) for modifier in PLOTTED}


@implements("HIS 13.2b", "HIS 13.2c")
def chance_of_any_interception(modifiers: Sequence[int]) -> Fraction:
    """The exact probability that at least one of several attempts succeeds [HIS 13.2b].

    Examples:
        >>> from responsa.here_i_stand import chance_of_any_interception
        >>> chance_of_any_interception([0, 0])
        Fraction(155, 324)
    """
    missed = Fraction(1)
    for modifier in modifiers:
        missed *= 1 - chance_to_intercept(modifier)
    return 1 - missed


@implements("HIS 13.2m", "HIS 13.1.5b")
def with_interceptors(there: Stack, group: Stack) -> Stack:
    """Who stands in the destination once the interceptors are placed: as if they had been there before [HIS 13.2m].

    Examples:
        >>> from responsa.here_i_stand import Stack, with_interceptors
        >>> print(with_interceptors(Stack.of("Hapsburg: 1 regular"), Stack.of("Hapsburg: 3 regulars")))
        Hapsburg: 4 regulars
    """
    return there + group


@implements("HIS 13.2n", "HIS 13.1.5d")
def must_fight(successes: int) -> Ruling:
    """Whether the enemies in the destination must fight, because an interception has succeeded [HIS 13.2n].

    Examples:
        >>> from responsa.here_i_stand import must_fight
        >>> print(must_fight(1))
        Yes. After an interception a field battle follows, without avoiding it or withdrawing [HIS 13.2n].
    """
    check_count(successes, "successes", "HIS 13.2n")
    yes = "after an interception a field battle follows, without avoiding it or withdrawing"
    return decide(Finding(successes > 0, "HIS 13.2n", yes=yes, no="no interception has succeeded"))


@implements("HIS 13.1.5c")
def arrives(there: Stack, formation: Stack, *, all_resolved: bool) -> Stack:
    """Who stands in the destination: the mover is placed only when all interceptions are resolved [HIS 13.1.5c].

    Examples:
        >>> from responsa.here_i_stand import Stack, arrives
        >>> ottomans = Stack.of("Ottoman: 4 regulars")
        >>> arrives(Stack.of(""), ottomans, all_resolved=False)
        Stack.of('')
    """
    return there + formation if all_resolved else there
