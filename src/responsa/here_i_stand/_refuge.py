"""What avoiding battle, retreating and leaving a siege share: who goes, where one may go, how it is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from responsa.errors import ImpossibleSituation
from responsa.here_i_stand.board import Kind
from responsa.here_i_stand.closed_spaces import is_closed
from responsa.here_i_stand.formations import NOTHING, Stack, units_text
from responsa.here_i_stand.position import Position
from responsa.here_i_stand.powers import Power, is_friendly
from responsa.rulings import Finding, Reason
from responsa.sentences import listing


def side_of(position: Position, power: Power) -> Power:
    """The power itself, or the major power that it is active for."""
    return position.relations.leader_of(power) or power


def of_side(position: Position, stack: Stack, power: Power) -> Stack:
    """The part of the stack that belongs to the power, with the minor powers that are active for it [HIS 13.3i]."""
    side = side_of(position, power)
    return stack.only(other for other in stack.powers if side_of(position, other) is side)


def relocated(position: Position, stack: Stack, origin: str, destination: str) -> Position:
    """The position after the stack went from one space to another; what is recorded of its pieces goes with them."""
    changes: dict[str, Any] = {}
    for field in ("stacks", "beaten", "tried", "moved"):
        placed = dict(getattr(position, field))
        here = placed.get(origin, NOTHING)
        going = stack if field == "stacks" else here.common(stack)
        placed[origin] = here - going
        placed[destination] = placed.get(destination, NOTHING) + going
        changes[field] = tuple(placed.items())
    return replace(position, **changes)


def is_sea(position: Position, name: str) -> bool:
    """Whether the name is that of a sea zone."""
    return name in position.board.spaces and position.board.spaces[name].kind is Kind.SEA


def check_adjacent(position: Position, target: str, space: str, rule: str) -> None:
    """Make sure that the target is adjacent to the space, over a pass or as the sea zone of its port [HIS 2.5d].

    Raises:
        ImpossibleSituation: If it is not.
    """
    here = position.board.space(space)
    if target not in here.ports and target not in position.board.adjacent(space, over_passes=True):
        raise ImpossibleSituation("target", target, f"a space adjacent to {space}", rule)


def friendly_space(position: Position, target: str, power: Power, rule: str) -> Finding:
    """Whether the target belongs to the power or an ally of it; what is independent does not."""
    owner = position.controller(target)
    holds = f"{owner.the} {owner.verb('controls', 'control')} {target}"
    friendly = is_friendly(owner, to=power, relations=position.relations)
    ally = "" if owner is power else f", an ally of {power.the}"
    stranger = f"{holds} and {owner.verb('is no ally', 'are no allies')} of {power.the}"
    no = f"{target} is independent" if owner is Power.INDEPENDENT else stranger
    return Finding(friendly, rule, yes=holds + ally, no=no)


def quiet_space(position: Position, target: str, rule: str) -> Finding:
    """Whether the target is not in unrest."""
    return Finding(target not in position.unrest, rule, yes=f"{target} is quiet", no=f"{target} is in unrest")


def space_without_enemies(position: Position, target: str, power: Power, rule: str) -> Finding:
    """Whether no enemy land units stand in the target, outside its fortifications or inside."""
    there = position.at(target) + position.within(target)
    units = sum(force.units for force in there.forces if position.relations.at_war(force.power, power))
    stand = "stands" if units == 1 else "stand"
    enemies = f"{units} enemy land {'unit' if units == 1 else 'units'} {stand} in {target}"
    return Finding(units == 0, rule, yes=f"no enemy units stand in {target}", no=enemies)


def open_space(position: Position, target: str) -> list[Finding]:
    """That the target is not closed to everybody, if it is: an electorate before the League, Algiers [HIS 21.6a]."""
    closed = is_closed(position, target)
    return [Finding(False, reason.rule, yes="", no=reason.text) for reason in closed.because] if closed else []


def told(stack: Stack) -> str:
    """A stack in words: "3 land units and Ferdinand"."""
    units = [units_text(stack.units)] if stack.units else []
    return listing([*units, *(leader.name for leader in stack.leaders)])


def verb(stack: Stack, one: str, many: str) -> str:
    """The form of a verb that goes with the stack as its subject."""
    return one if stack.units + len(stack.leaders) == 1 else many


def as_lines(steps: Iterable[Reason]) -> str:
    """Steps as they are printed: each a sentence on a line of its own."""
    return "\n".join(f"{text[:1].upper()}{text[1:]}." for text in map(str, steps))


def check_two_sides(ours: Stack, our_field: str, theirs: Stack, their_field: str, rule: str) -> None:
    """Make sure that no power stands on both sides of a fight.

    Raises:
        ImpossibleSituation: If one does.
    """
    for power in ours.powers:
        if power in theirs.powers:
            expected = f"nothing that is {power.adjective}, as are the {our_field}"
            raise ImpossibleSituation(their_field, str(theirs), expected, rule)
