"""Land movement: who may move, where to, for what price, and the eight steps of a move [HIS 13] [HIS 13.1]."""

from __future__ import annotations

from typing import Final

from responsa.errors import ImpossibleSituation
from responsa.here_i_stand.board import (
    CLEAR_COST,
    PASS_COST,
    Connection,
    Purpose,
    connection_between,
    is_adjacent_for,
)
from responsa.here_i_stand.closed_spaces import is_closed, waits_for_the_league
from responsa.here_i_stand.formations import Stack, check_count, may_form, units_are, whose
from responsa.here_i_stand.leaders import may_go_alone
from responsa.here_i_stand.position import GARRISON, Position
from responsa.here_i_stand.powers import Power
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.sentences import listing
from responsa.values import dataclass
from responsa.words import Words

MOVE_COST: Final = CLEAR_COST
"""The Command Points of the action Move Formation In Clear [HIS 13a] [HIS 13.1.3b]."""

OVER_PASS_COST: Final = PASS_COST
"""The Command Points of the action Move Formation Over Pass [HIS 13b] [HIS 13.1.3a]."""

MAX_WITHDRAWING: Final = GARRISON
"""The most enemy land units with which step 7 allows them to withdraw [HIS 13.1.7a]."""

AVOID_STEP: Final = 6
"""The step that follows the interceptions when none has succeeded [HIS 13.1.5d]."""

BATTLE_STEP: Final = 8
"""The step that follows the interceptions when one has succeeded [HIS 13.1.5d]."""


@implements("HIS 13g")
@dataclass(frozen=True)
class Step:
    """One of the eight steps of a land move.

    Attributes:
        number: Its place in the order.
        title: What happens in it, in a few words.
        rule: The clause that tells of it.
        turn: Who decides in it.
        jump: A later step to which play goes at once, and when; `None` if it always goes to the next.
    """

    number: int
    title: str
    rule: str
    turn: str
    jump: tuple[int, str] | None = None

    def __str__(self) -> str:
        return f"{self.number}. {self.title}"


STEPS: Final = (
    Step(1, "Announce the formation", "HIS 13.1.1", "active power"),
    Step(2, "Announce the destination", "HIS 13.1.2", "active power"),
    Step(3, "Spend Command Points", "HIS 13.1.3", "active power"),
    Step(4, "Response cards", "HIS 13.1.4", "other players"),
    Step(5, "Interceptions", "HIS 13.1.5", "enemies", (BATTLE_STEP, "an interception succeeds")),
    Step(6, "Avoid battle", "HIS 13.1.6", "enemies"),
    Step(7, "Withdraw into fortifications", "HIS 13.1.7", "enemies"),
    Step(8, "Field battle", "HIS 13.1.8", "both sides"),
)
"""The eight steps of a land move, in order; both move actions follow them [HIS 13g]."""


@implements("HIS 13a", "HIS 13b")
class MoveAction(Words):
    """The two actions that move land units."""

    IN_CLEAR = "Move Formation In Clear"
    OVER_PASS = "Move Formation Over Pass"


@implements("HIS 13a", "HIS 13b")
def move_action(connection: Connection) -> MoveAction:
    """The action that moves land units over a connection [HIS 13a] [HIS 13b].

    Examples:
        >>> from responsa.here_i_stand import Connection, move_action
        >>> print(move_action(Connection.PASS))
        Move Formation Over Pass
    """
    return MoveAction.OVER_PASS if connection is Connection.PASS else MoveAction.IN_CLEAR


@implements("HIS 13d", "HIS 13e", "HIS 13f")
class Reaction(Words):
    """What enemies may do in answer to a land move."""

    INTERCEPT = "intercept"
    AVOID_BATTLE = "avoid battle"
    WITHDRAW = "withdraw into fortifications"


@implements("HIS 13d", "HIS 13e", "HIS 13f")
def reactions(*, enemies_next_door: bool, enemies_there: bool, fortified: bool) -> tuple[Reaction, ...]:
    """How enemies may react to a land move, in the order of the steps [HIS 13d] [HIS 13e] [HIS 13f].

    Args:
        enemies_next_door: Whether enemy units are in spaces adjacent to the destination.
        enemies_there: Whether enemy units are in the destination.
        fortified: Whether the destination is fortified.

    Examples:
        >>> from responsa.here_i_stand import reactions
        >>> reactions(enemies_next_door=True, enemies_there=False, fortified=True)
        (Reaction.INTERCEPT,)
    """
    possible = (
        (Reaction.INTERCEPT, enemies_next_door),
        (Reaction.AVOID_BATTLE, enemies_there),
        (Reaction.WITHDRAW, enemies_there and fortified),
    )
    return tuple(reaction for reaction, can in possible if can)


@implements(
    "HIS 13c", "HIS 13.1a", "HIS 13.1b", "HIS 13.1r", "HIS 13.1s", "HIS 13.1.1a", "HIS 15b", "HIS C31a", "HIS C32a"
)
def may_take_part(position: Position, formation: Stack, origin: str) -> Ruling:
    """Whether the units and leaders may be moved together from a space [HIS 13.1.1a].

    Args:
        position: The position.
        formation: The land units and leaders that the active power announces.
        origin: The space in which they begin.

    Examples:
        >>> from responsa.here_i_stand import Position, Stack, may_take_part
        >>> position = Position.of(active="Ottoman", stacks={"Nezh": "Ottoman: 6 regulars"})
        >>> print(may_take_part(position, Stack.of("Ottoman: 5 regulars"), "Nezh"))
        No. 5 land units are more than the 4 that may act together [HIS 5.1b].
    """
    waits = waits_for_the_league(position, position.active)
    if waits:
        return Ruling(False, waits.because)
    fits = may_form(formation, position.relations)
    ruling = decide(*_ownership(formation, position), *_whereabouts(formation, origin, position))
    against = (*(() if fits else fits.because), *(() if ruling else ruling.because))
    if against:
        return Ruling(False, against)
    return decide(
        Finding(True, "HIS 13.1a", yes=f"all of it is in {origin}", no=""),
        Finding(True, "HIS 13.1b", yes="it fits into a single formation", no=""),
    )


def _ownership(formation: Stack, position: Position) -> list[Finding]:
    strangers = [p for p in formation.powers if position.relations.leader_of(p) is not position.active]
    who = listing(whose(power) for power in strangers)
    active = position.active.the
    return [
        Finding(
            not strangers,
            "HIS 13.1.1a",
            yes=f"all of it belongs to {active}",
            no=f"pieces of {who} are not moved by {active}",
        )
    ]


def _whereabouts(formation: Stack, origin: str, position: Position) -> list[Finding]:
    here = position.at(origin)
    if not formation <= here and formation <= here + position.within(origin):
        return [Finding(False, "HIS 15b", yes="", no=f"some of it is besieged in {origin}")]
    if not formation <= here:
        return [Finding(False, "HIS 13.1a", yes="", no=f"not all of it is in {origin}")]
    return [
        Finding(
            formation <= here - position.of_record(position.beaten, origin).common(here),
            "HIS 13.1r",
            yes="nobody has lost a field battle in this impulse",
            no="some of it has lost a field battle in this impulse",
        ),
        Finding(
            origin not in position.sieges_begun,
            "HIS 13.1s",
            yes=f"no siege of {origin} was begun in this impulse",
            no=f"the siege of {origin} was begun in this impulse",
        ),
        Finding(
            not position.foul_weather
            or formation.only_units <= here.only_units - position.of_record(position.moved, origin).common(here),
            "HIS C31a",
            yes="the weather allows it",
            no="some of it has made its only move under Foul Weather",
        ),
        Finding(
            not any(leader.name in position.gout for leader in formation.leaders),
            "HIS C32a",
            yes="no leader has gout",
            no="a leader in it has gout",
        ),
    ]


@implements("HIS 13.1c", "HIS 13.1d", "HIS 13.1e", "HIS 13.1f", "HIS 13.1g")
def control_allows(position: Position, destination: str) -> Ruling:
    """Whether the active power may enter the space as far as its control goes [HIS 13.1g].

    What stands in the space is another question: `occupants_allow`.

    Examples:
        >>> from responsa.here_i_stand import Position, control_allows
        >>> print(control_allows(Position.of(active="Ottoman"), "Venice"))
        No. Venice controls Venice and is neither at war nor allied with the Ottomans [HIS 13.1g].
    """
    controller, active = position.controller(destination), position.active
    held = f"{controller.the} {controller.verb('controls', 'control')} {destination}"
    if controller is Power.INDEPENDENT:
        return decide(Finding(True, "HIS 13.1d", yes=f"{destination} is independent", no=""))
    if position.relations.leader_of(controller) is active:
        return decide(Finding(True, "HIS 13.1c", yes=held, no=""))
    if position.relations.at_war(controller, active):
        return decide(Finding(True, "HIS 13.1e", yes=f"{held} and {_is(controller)} at war with {active.the}", no=""))
    if position.relations.allied(controller, active):
        return decide(Finding(True, "HIS 13.1f", yes=f"{held} and {_is(controller)} allied with {active.the}", no=""))
    no = f"{held} and {_is(controller)} neither at war nor allied with {active.the}"
    return decide(Finding(False, "HIS 13.1g", yes="", no=no))


def _is(power: Power) -> str:
    return power.verb("is", "are")


@implements("HIS 13.1h", "HIS 13.1i", "HIS 13.1j", "HIS 13.1k", "HIS 13.1n", "HIS 13.1o", "HIS 13.1p", "HIS 13.1q")
def occupants_allow(position: Position, destination: str) -> Ruling:
    """Whether a formation of the active power may enter the space in view of the land units there [HIS 13.1h].

    Examples:
        >>> from responsa.here_i_stand import Position, occupants_allow
        >>> position = Position.of(
        ...     active="Ottoman", relations="Ottoman against Hapsburg", stacks={"Ragusa": "Venice: 1 regular"}
        ... )
        >>> print(occupants_allow(position, "Ragusa"))
        No. Venetian units in Ragusa are neither all allies nor all enemies of the Ottomans [HIS 13.1h].
    """
    others = _others(destination, position)
    if not others:
        return _nobody_in_the_way(destination, position)
    for rule, holds, yes in _cases(destination, position, others):
        if holds:
            return decide(Finding(True, rule, yes=yes, no=""))
    who = listing(power.adjective for power in others)
    no = f"{who} units in {destination} are neither all allies nor all enemies of {position.active.the}"
    return decide(Finding(False, "HIS 13.1h", yes="", no=no))


def _others(destination: str, position: Position) -> tuple[Power, ...]:
    """The other powers with land units in the space; independent regulars in an independent key do not count."""
    everyone = (position.at(destination) + position.within(destination)).unit_powers
    free = _is_independent_key(destination, position)
    return tuple(
        power
        for power in everyone
        if position.relations.leader_of(power) is not position.active and not (free and power is Power.INDEPENDENT)
    )


def _is_independent_key(destination: str, position: Position) -> bool:
    return position.board.space(destination).is_key and position.controller(destination) is Power.INDEPENDENT


def _nobody_in_the_way(destination: str, position: Position) -> Ruling:
    regulars = Power.INDEPENDENT in (position.at(destination) + position.within(destination)).unit_powers
    if regulars:
        return decide(
            Finding(True, "HIS 13.1p", yes=f"independent regulars in {destination}, a key, stop nobody", no="")
        )
    return decide(Finding(True, "HIS 13.1h", yes=f"no other power has land units in {destination}", no=""))


def _cases(destination: str, position: Position, others: tuple[Power, ...]) -> list[tuple[str, bool, str]]:
    """The cases of the source in their order: the rule, whether it holds, and how to say so."""
    allied, at_war, active = position.relations.allied, position.relations.at_war, position.active
    outside = [power for power in others if power in position.at(destination).unit_powers]
    inside = [power for power in others if power in position.within(destination).unit_powers]
    split = bool(outside) and bool(inside)
    controller = position.controller(destination)
    friends = {power for power in others if allied(power, active)}
    enemies = {power for power in others if at_war(power, active)}
    theirs = at_war(controller, active) and all(allied(power, controller) for power in others)
    siege = bool(inside)
    us = active.the
    return [
        (
            "HIS 13.1i",
            friends == set(others) and not split and not theirs,
            f"all units in {destination} are allies of {us}",
        ),
        _enemies_only(destination, position, enemies == set(others) and not split),
        (
            "HIS 13.1k",
            theirs,
            f"{controller.the} {_has(controller)} {destination}, and all units there are on that side",
        ),
        (
            "HIS 13.1n",
            siege and friends >= set(inside) and enemies >= set(outside),
            f"{destination} is under siege, its defenders are allies and its besiegers enemies of {us}",
        ),
        (
            "HIS 13.1o",
            siege and enemies >= set(inside) and friends >= set(outside),
            f"{destination} is under siege, its defenders are enemies and its besiegers allies of {us}",
        ),
    ]


def _enemies_only(destination: str, position: Position, holds: bool) -> tuple[str, bool, str]:
    us = position.active.the
    if _is_independent_key(destination, position) and position.within(destination):
        yes = f"the enemies of {us} before {destination}, an independent key, may be fought first"
        return "HIS 13.1q", holds, yes
    return "HIS 13.1j", holds, f"all units in {destination} are enemies of {us}"


def _has(power: Power) -> str:
    return power.verb("controls", "control")


@implements("HIS 13.1l", "HIS 13.1m", "HIS 22.6b")
def enemies_in_move(position: Position, destination: str) -> tuple[Power, ...]:
    """The powers that count as enemies for a move into the space [HIS 13.1l] [HIS 13.1m].

    Those at war with the active power; in a space that an enemy controls and that only it and its allies hold, all
    powers there as well, wherever else their units stand, for this move; and independent regulars, who defend.

    Examples:
        >>> from responsa.here_i_stand import Position, enemies_in_move
        >>> position = Position.of(
        ...     active="Ottoman",
        ...     relations="Ottoman against Hapsburg, Hapsburg with Papacy",
        ...     stacks={"Vienna": "Hapsburg: 1 regular; Papacy: 1 regular"},
        ... )
        >>> [str(power) for power in enemies_in_move(position, "Vienna")]
        ['Hapsburg', 'Papacy']
    """
    here = (position.at(destination) + position.within(destination)).powers
    controller, active = position.controller(destination), position.active
    others = _others(destination, position)
    treated = (
        {*others}
        if position.relations.at_war(controller, active)
        and all(position.relations.allied(power, controller) for power in others)
        else set()
    )
    if Power.INDEPENDENT in here:
        treated.add(Power.INDEPENDENT)
    return tuple(p for p in Power if p in treated or position.relations.at_war(p, active))


@implements("HIS 13.1t", "HIS 13.1u", "HIS 13.1v")
def may_enter(position: Position, destination: str, formation: Stack) -> Ruling:
    """Whether the formation may enter the space: control, the units there, and for leaders alone their own bans.

    Examples:
        >>> from responsa.here_i_stand import Position, Stack, may_enter
        >>> position = Position.of(active="Hapsburg", relations="Ottoman against Hapsburg")
        >>> print(may_enter(position, "Nezh", Stack.of("Hapsburg: Ferdinand")))
        No. An enemy controls Nezh [HIS 13.1u].
    """
    rulings = [control_allows(position, destination), occupants_allow(position, destination)]
    if not formation.units:
        there = position.at(destination) + position.within(destination)
        enemies = sum(f.units for f in there.forces if position.relations.at_war(f.power, position.active))
        controlled = position.relations.at_war(position.controller(destination), position.active)
        rulings.append(may_go_alone(destination, enemy_controls=controlled, enemy_units=enemies))
    against = tuple(reason for ruling in rulings if not ruling for reason in ruling.because)
    closed = is_closed(position, destination)
    if closed:
        return Ruling(False, (*closed.because, *against))
    return Ruling(not against, against or tuple(reason for ruling in rulings for reason in ruling.because))


@implements("HIS 13.1.2a", "HIS 13.1.2b", "HIS 13.1.3a", "HIS 13.1.3b")
def pay(position: Position, cp: int, origin: str, destination: str) -> tuple[int, Reason]:
    """Announce the destination and spend the CP: how many are left, and the price with its reason.

    Args:
        position: The position; only its board matters.
        cp: The Command Points that the active power has.
        origin: The space in which the formation is.
        destination: The space to which it shall move.

    Raises:
        ImpossibleSituation: If the destination is not adjacent, or there are too few Command Points.

    Examples:
        >>> from responsa.here_i_stand import Position, pay
        >>> pay(Position.of(active="Hapsburg"), 1, "Salzburg", "Graz")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: cp is 1, expected at least 2 [HIS 13.1.3a]
    """
    check_count(cp, "cp", "HIS 13.1.3b")
    connection = connection_between(origin, destination, position.board)
    rule = "HIS 13.1.3a" if connection is Connection.PASS else "HIS 13.1.3b"
    if cp < connection.cost:
        raise ImpossibleSituation("cp", cp, f"at least {connection.cost}", rule)
    way = "over the pass" if connection is Connection.PASS else "in the clear"
    return cp - connection.cost, Reason(f"{connection.cost} CP for the way {way} to {destination}", rule)


@implements("HIS 13.1.5a")
def may_be_intercepted_from(position: Position, destination: str) -> tuple[str, ...]:
    """The spaces adjacent to the destination, not over a pass, where enemy land units stand [HIS 13.1.5a].

    Examples:
        >>> from responsa.here_i_stand import Position, may_be_intercepted_from
        >>> position = Position.of(
        ...     active="Ottoman",
        ...     relations="Ottoman against Hapsburg",
        ...     stacks={"Pressburg": "Hapsburg: 2 regulars", "Salzburg": "Hapsburg: 2 regulars"},
        ... )
        >>> may_be_intercepted_from(position, "Vienna"), may_be_intercepted_from(position, "Graz")
        (('Pressburg',), ())
    """
    enemies = set(enemies_in_move(position, destination))
    joined = position.board.neighbours[position.board.space(destination).name]
    near = (name for name, kind in joined.items() if is_adjacent_for(Purpose.INTERCEPT, kind))
    return tuple(sorted(name for name in near if enemies & set(position.at(name).unit_powers)))


@implements("HIS 13.1.5d")
def step_after_interceptions(successes: int) -> Step:
    """The step that follows step 5: the sixth, or the eighth if an interception has succeeded [HIS 13.1.5d].

    Examples:
        >>> from responsa.here_i_stand import step_after_interceptions
        >>> print(step_after_interceptions(0), "or", step_after_interceptions(1))
        6. Avoid battle or 8. Field battle
    """
    check_count(successes, "successes", "HIS 13.1.5d")
    number = BATTLE_STEP if successes else AVOID_STEP
    return STEPS[number - 1]


@implements("HIS 13.1.6a", "HIS 13.1.6b")
def may_react_in_step_6(enemy_units: int, *, trying: int, successes: int = 0) -> Ruling:
    """Whether so many of the enemy units in the destination may try to avoid battle [HIS 13.1.6a] [HIS 13.1.6b].

    Args:
        enemy_units: The enemy land units in the destination.
        trying: How many of them try; all of them, only some, or none beside a leader.
        successes: The interceptions that have succeeded.

    Examples:
        >>> from responsa.here_i_stand import may_react_in_step_6
        >>> bool(may_react_in_step_6(5, trying=2))
        True
    """
    for field, count in (("enemy_units", enemy_units), ("trying", trying), ("successes", successes)):
        check_count(count, field, "HIS 13.1.6a")
    return decide(
        Finding(
            not successes,
            "HIS 13.1.5d",
            yes="no interception has succeeded",
            no="an interception has succeeded",
        ),
        Finding(
            enemy_units > 0,
            "HIS 13.1.6a",
            yes="enemy land units are in the destination",
            no="no enemy land units are in the destination",
        ),
        Finding(
            trying <= enemy_units,
            "HIS 13.1.6b",
            yes=f"no more of them try than the {enemy_units} that are there",
            no=f"{trying} are more than the {enemy_units} that are there",
        ),
    )


@implements("HIS 13.1.7a")
def may_react_in_step_7(enemy_units: int, *, fortified: bool, successes: int = 0) -> Ruling:
    """Whether step 7 lets the enemies in the destination withdraw, control of the space apart [HIS 13.1.7a].

    Args:
        enemy_units: The enemy land units left in the destination after the attempts to avoid battle.
        fortified: Whether the destination is fortified.
        successes: The interceptions that have succeeded.

    Examples:
        >>> from responsa.here_i_stand import may_react_in_step_7
        >>> print(may_react_in_step_7(4, fortified=True, successes=1))
        No. An interception has succeeded [HIS 13.1.5d].
    """
    check_count(enemy_units, "enemy_units", "HIS 13.1.7a")
    check_count(successes, "successes", "HIS 13.1.5d")
    return decide(
        Finding(
            not successes,
            "HIS 13.1.5d",
            yes="no interception has succeeded",
            no="an interception has succeeded",
        ),
        Finding(
            fortified,
            "HIS 13.1.7a",
            yes="the destination is fortified",
            no="the destination is not fortified",
        ),
        Finding(
            enemy_units <= MAX_WITHDRAWING,
            "HIS 13.1.7a",
            yes=f"{units_are(enemy_units)} few enough",
            no=f"{units_are(enemy_units)} more than {MAX_WITHDRAWING}",
        ),
    )


@implements("HIS 13.1.8a")
def is_field_battle(*, outside: int) -> Ruling:
    """Whether a field battle is fought in step 8: if enemy units are left outside fortifications [HIS 13.1.8a].

    Args:
        outside: The enemy land units in the destination that are not inside fortifications.

    Examples:
        >>> from responsa.here_i_stand import is_field_battle
        >>> print(is_field_battle(outside=0))
        No. No enemy land units are outside fortifications [HIS 13.1.8a].
    """
    check_count(outside, "outside", "HIS 13.1.8a")
    return decide(
        Finding(
            outside > 0,
            "HIS 13.1.8a",
            yes=f"{units_are(outside, 'of the enemy')} outside fortifications",
            no="no enemy land units are outside fortifications",
        )
    )
