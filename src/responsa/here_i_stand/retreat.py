"""Retreat: behind the walls of the space, to an adjacent space, or nowhere [HIS 14.1]."""

from __future__ import annotations

from responsa.errors import ImpossibleSituation
from responsa.here_i_stand._refuge import (
    as_lines,
    check_adjacent,
    friendly_space,
    is_sea,
    open_space,
    quiet_space,
    side_of,
    space_without_enemies,
    told,
    verb,
)
from responsa.here_i_stand.formations import NOTHING, Stack
from responsa.here_i_stand.interception import Approach
from responsa.here_i_stand.position import GARRISON, Position
from responsa.here_i_stand.powers import Power
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.sentences import listing
from responsa.told import Told
from responsa.values import dataclass


@implements("HIS 14.1a")
def may_shelter(position: Position, losers: Stack, space: str) -> Ruling:
    """Whether losers of a battle may go inside the fortifications of the space where they lost it [HIS 14.1a].

    Args:
        position: Who controls the space, and which minor powers are active.
        losers: The units and leaders that would go inside; leaders do not count.
        space: Where the battle was lost.

    Examples:
        >>> from responsa.here_i_stand import Position, Stack, may_shelter
        >>> position = Position.of("Ottoman", relations="Ottoman against Hapsburg")
        >>> print(may_shelter(position, Stack.of("Hapsburg: 5 regulars, Ferdinand"), "Vienna"))
        No. 5 land units are more than the 4 that may go inside [HIS 14.1a].
    """
    controller = position.controller(space)
    strangers = [power for power in losers.powers if side_of(position, power) is not side_of(position, controller)]
    names = listing(power.the for power in strangers)
    inside = "land unit is" if losers.units == 1 else "land units are"
    return decide(
        Finding(position.is_fortified(space), "HIS 14.1a", f"{space} is fortified", f"{space} is not fortified"),
        Finding(
            not strangers,
            "HIS 14.1a",
            yes=f"{controller.the} {controller.verb('controls', 'control')} it",
            no=f"{space} is not controlled by {names}",
        ),
        Finding(
            losers.units <= GARRISON,
            "HIS 14.1a",
            yes=f"{losers.units} {inside} not more than the {GARRISON} that may go inside",
            no=f"{losers.units} {inside} more than the {GARRISON} that may go inside",
        ),
    )


@implements("HIS 14.1d", "HIS 14.1e", "HIS 14.1f", "HIS 14.1g")
def may_retreat_to(position: Position, target: str, power: Power, approach: Approach) -> Ruling:
    """Whether a power that lost a battle may retreat to an adjacent space [HIS 14.1].

    Args:
        position: Who is active, who controls what, what is in unrest, who stands where.
        target: The space to retreat to; a space over a pass is adjacent [HIS 2.5d].
        power: The power that lost.
        approach: The move that led to the battle, in its destination.

    Raises:
        ImpossibleSituation: If the target is not adjacent to the battle space, or no space of the board.

    Examples:
        >>> from responsa.here_i_stand import Approach, Position, Power, may_retreat_to
        >>> position = Position.of("Ottoman", relations="Ottoman against Hapsburg", unrest=["Linz"])
        >>> approach = Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")
        >>> print(may_retreat_to(position, "Linz", Power.HAPSBURG, approach))
        No. Linz is in unrest [HIS 14.1d].
    """
    check_adjacent(position, target, approach.destination, "HIS 14.1b")
    if is_sea(position, target):
        return Ruling(False, (Reason(f"{target} is a sea zone", "HIS 14.1d"),))
    return decide(
        *open_space(position, target),
        friendly_space(position, target, power, "HIS 14.1e"),
        quiet_space(position, target, "HIS 14.1d"),
        space_without_enemies(position, target, power, "HIS 14.1d"),
        _way_back(target, power, approach.origin, position),
    )


def _way_back(target: str, power: Power, origin: str, position: Position) -> Finding:
    """The active power goes back where it came from; the other side goes anywhere but there."""
    came = f"the active formation came from {origin}"
    if side_of(position, power) is position.active:
        return Finding(target == origin, "HIS 14.1g", yes=came, no=f"{came} and can only go back there")
    return Finding(
        target != origin, "HIS 14.1f", yes=f"the enemy did not come from {target}", no=f"the enemy came from {target}"
    )


@implements("HIS 14.1b", "HIS 14.1c")
def retreats(position: Position, power: Power, approach: Approach) -> tuple[str, ...]:
    """Every space to which a power that lost a battle may retreat, in the order of the alphabet [HIS 14.1b].

    Args:
        position: Who is active, who controls what, what is in unrest, who stands where.
        power: The power that lost.
        approach: The move that led to the battle, in its destination.

    Examples:
        >>> from responsa.here_i_stand import Approach, Position, Power, retreats
        >>> position = Position.of("Ottoman", relations="Ottoman against Hapsburg")
        >>> approach = Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")
        >>> retreats(position, Power.HAPSBURG, approach)
        ('Graz', 'Linz')
    """
    around = position.board.adjacent(approach.destination, over_passes=True)
    return tuple(target for target in around if may_retreat_to(position, target, power, approach))


@implements("HIS 14.1b", "HIS 14.1c")
@dataclass(frozen=True)
class Retreat(Told):
    """What became of the losers of a battle [HIS 14.1].

    Attributes:
        steps: What happened, in order.
        inside: Who went inside the fortifications.
        away: Who went to an adjacent space.
        to: That space; `None` if nobody went to one.
        eliminated: The units for which there was no way out.
        captured: The leaders for whom there was none.
    """

    steps: tuple[Reason, ...]
    inside: Stack
    away: Stack
    to: str | None
    eliminated: Stack
    captured: Stack

    def __str__(self) -> str:
        return as_lines(self.steps)


@implements("HIS 14.1a", "HIS 14.1b", "HIS 14.1c")
def losers_retreat(
    position: Position, losers: Stack, approach: Approach, *, to: str | None = None, inside: Stack = NOTHING
) -> Retreat:
    """Carry out the retreat of one power's losers, its active minor allies among them [HIS 14.1].

    Args:
        position: Who is active, who controls what, what is in unrest, who stands where.
        losers: What survived the lost battle.
        approach: The move that led to the battle, in its destination.
        to: The space to which those go who do not go inside; `None` if there is none or nobody needs one.
        inside: Who goes inside the fortifications.

    Raises:
        ImpossibleSituation: If `inside` may not go inside or is not among the losers, `to` is not allowed, or `to`
            is missing although there is a space to go to.

    Examples:
        >>> from responsa.here_i_stand import Approach, Position, Stack, losers_retreat
        >>> position = Position.of("Ottoman", relations="Ottoman against Hapsburg")
        >>> losers = Stack.of("Hapsburg: 6 regulars, Ferdinand")
        >>> garrison = Stack.of("Hapsburg: 4 regulars, Ferdinand")
        >>> approach = Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")
        >>> print(losers_retreat(position, losers, approach, to="Linz", inside=garrison))
        4 land units and Ferdinand go inside the fortifications of Vienna [HIS 14.1a].
        2 land units go to Linz [HIS 14.1b].
    """
    battle, power = approach.destination, _one_power(losers, position)
    steps = []
    if inside:
        _check_inside(inside, losers, battle, position)
        steps.append(
            Reason(f"{told(inside)} {verb(inside, 'goes', 'go')} inside the fortifications of {battle}", "HIS 14.1a")
        )
    rest = losers - inside
    if not rest:
        return Retreat(tuple(steps), inside, NOTHING, None, NOTHING, NOTHING)
    return go_or_perish(rest, to, retreats(position, power, approach), inside=inside, steps=tuple(steps))


@implements("HIS 14.1b", "HIS 14.1c")
def go_or_perish(
    rest: Stack,
    to: str | None,
    open_to: tuple[str, ...],
    *,
    inside: Stack = NOTHING,
    steps: tuple[Reason, ...] = (),
    rules: tuple[str, str] = ("HIS 14.1b", "HIS 14.1c"),
) -> Retreat:
    """Go to one of the spaces that are open, or be eliminated and captured if there is none.

    Args:
        rest: Who must go.
        to: The space chosen; `None` if none is open.
        open_to: The spaces that are open.
        inside: Who went inside fortifications before.
        steps: What happened before.
        rules: The rule under which they go, and the rule under which they perish.

    Raises:
        ImpossibleSituation: If the space chosen is not open, or none is chosen although some are open.
    """
    if to in open_to:
        went = Reason(f"{told(rest)} {verb(rest, 'goes', 'go')} to {to}", rules[0])
        return Retreat((*steps, went), inside, rest, to, NOTHING, NOTHING)
    if open_to or to is not None:
        raise ImpossibleSituation("to", to, " or ".join(open_to) or "None, as no space is open", rules[0])
    units, leaders = rest.only_units, rest.only_leaders
    ends = ((units, "eliminated"), (leaders, "captured"))
    lost = [Reason(f"no space is open: {told(x)} {verb(x, 'is', 'are')} {end}", rules[1]) for x, end in ends if x]
    return Retreat((*steps, *lost), inside, NOTHING, None, units, leaders)


def _one_power(losers: Stack, position: Position) -> Power:
    sides = {side_of(position, power) for power in losers.powers}
    if len(sides) != 1:
        raise ImpossibleSituation(
            "losers", str(losers), "units or leaders of one power and its minor allies", "HIS 14.1b"
        )
    return sides.pop()


def _check_inside(inside: Stack, losers: Stack, battle: str, position: Position) -> None:
    if not inside <= losers:
        raise ImpossibleSituation("inside", str(inside), f"part of what is left ({losers})", "HIS 14.1a")
    if not may_shelter(position, inside, battle):
        expected = f"at most {GARRISON} units of the power that controls the fortified space"
        raise ImpossibleSituation("inside", str(inside), expected, "HIS 14.1a")
