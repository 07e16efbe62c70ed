"""Lines of communication, and taking control of an unfortified space [HIS 12.1] [HIS 12.2]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from responsa.here_i_stand.board import Kind, Purpose, Space, is_adjacent_for
from responsa.here_i_stand.closed_spaces import waits_for_the_league
from responsa.here_i_stand.formations import Stack
from responsa.here_i_stand.position import Position
from responsa.here_i_stand.powers import Power
from responsa.rules import implements
from responsa.rulings import Finding, Ruling, decide

CONTROL_COST: Final = 1
"""The Command Points of the action Control Unfortified Space [HIS 12.2a] [HIS 12.4a]."""


@implements("HIS 12.1a")
def line_of_communication(position: Position, target: str, power: Power | None = None) -> tuple[str, ...]:
    """A shortest line of communication (LOC) from a friendly fortified home space to the target [HIS 12.1a].

    Args:
        position: The position.
        target: The space that the line must reach.
        power: Whose line it is; the active power if left out.

    Returns:
        The spaces and sea zones of the line, the target last; empty if there is no line.

    Examples:
        >>> from responsa.here_i_stand import Position, line_of_communication
        >>> position = Position.of(active="Hapsburg")
        >>> line_of_communication(position, "Graz")
        ('Vienna', 'Graz')
        >>> line_of_communication(Position.of(active="Hapsburg", unrest=["Vienna"]), "Graz")
        ()
    """
    whose = power or position.active
    position.board.space(target)
    lines: list[tuple[str, ...]] = [(name,) for name in position.board.spaces if _is_source(name, position, whose)]
    seen = {line[-1] for line in lines}
    for line in lines:
        if line[-1] == target:
            return line
        if len(line) > 1 and not _may_carry(line[-1], position, whose):
            continue
        for name in _steps(line[-1], position):
            if name not in seen:
                seen.add(name)
                lines.append((*line, name))
    return ()


@implements("HIS 12.1a")
def _is_source(name: str, position: Position, power: Power) -> bool:
    """Whether a line of communication may start in the space: it is an open friendly fortified home space."""
    space = position.board.spaces[name]
    ally = any(position.relations.allied(home, power) for home in space.home)
    return space.is_fortified and ally and _is_open(space, position, power)


@implements("HIS 12.1a")
def _may_carry(name: str, position: Position, power: Power) -> bool:
    """Whether a line of communication may pass through the space or sea zone."""
    space = position.board.spaces[name]
    if space.kind is Kind.SEA:
        return any(position.relations.allied(fleet, power) for fleet in dict(position.fleets).get(name, ()))
    closed = space.kind is Kind.ELECTORATE and not position.schmalkaldic
    return not closed and _is_open(space, position, power)


def _is_open(space: Space, position: Position, power: Power) -> bool:
    """Friendly-controlled, without enemy units or leaders, and without unrest."""
    present = (*position.at(space.name).powers, *position.within(space.name).powers)
    return (
        position.relations.allied(position.controller(space.name), power)
        and not any(position.relations.at_war(other, power) for other in present)
        and space.name not in position.unrest
    )


def _steps(name: str, position: Position) -> Iterator[str]:
    """Where a line can go on to: neighbours on land, between ports and sea zones, between sea zones."""
    board = position.board
    yield from board.neighbours[name]
    yield from board.spaces[name].ports
    if board.spaces[name].kind is Kind.SEA:
        yield from (port.name for port in board.spaces.values() if name in port.ports)


@implements("HIS 12.2a", "HIS 12.2b")
def may_take_control(position: Position, name: str) -> Ruling:
    """Whether the active power may take control of a space by the action Control Unfortified Space [HIS 12.2a].

    Examples:
        >>> from responsa.here_i_stand import Position, may_take_control
        >>> position = Position.of(
        ...     active="Ottoman", cp=1, relations="Ottoman against Hapsburg", stacks={"Graz": "Ottoman: 2 regulars"}
        ... )
        >>> print(may_take_control(position, "Graz"))
        No. No line of communication reaches Graz [HIS 12.2a].
    """
    space, power = position.board.space(name), position.active
    controller = position.controller(name)
    takable = controller is Power.INDEPENDENT or position.relations.at_war(controller, power)
    held = f"{controller.the} {controller.verb('controls', 'control')} {name}"
    if controller is Power.INDEPENDENT:
        held = f"{name} is independent"
    rule = "HIS 12.2a"
    waits = waits_for_the_league(position, power)
    if waits:
        return Ruling(False, waits.because)
    return decide(
        Finding(position.cp >= CONTROL_COST, rule, yes=f"{CONTROL_COST} CP can be spent", no="no CP is left"),
        Finding(takable, rule, yes=held, no=f"{name} is neither independent nor controlled by an enemy"),
        Finding(not space.is_fortified, rule, yes=f"{name} is not fortified", no=f"{name} is fortified"),
        Finding(
            bool(line_of_communication(position, name)),
            rule,
            yes=f"a line of communication reaches {name}",
            no=f"no line of communication reaches {name}",
        ),
        _occupied_or_near(name, position, rule),
        _no_strangers(name, position),
    )


@implements("HIS 12.2b")
def _no_strangers(name: str, position: Position) -> Finding:
    """The ban on land units of a power that is not an ally: taking control knows it, removing unrest does not."""
    strangers = [p for p in position.at(name).unit_powers if not position.relations.allied(p, position.active)]
    who = strangers[0].adjective if strangers else ""
    return Finding(not strangers, "HIS 12.2b", yes=f"no stranger stands in {name}", no=f"{who} units stand in {name}")


def _occupied_or_near(name: str, position: Position, rule: str) -> Finding:
    holds = occupies(position, name) or is_near(position, name)
    power = position.active
    return Finding(
        holds,
        rule,
        yes=f"{power.adjective} units hold {name} or stand next to it unopposed",
        no=f"{power.adjective} units neither hold {name} nor stand next to it unopposed",
    )


@implements("HIS 12.4c")
def occupies(position: Position, name: str) -> bool:
    """Whether the active power controls land units in the space; enemies nearby do not matter [HIS 12.4c].

    Examples:
        >>> from responsa.here_i_stand import Position, occupies
        >>> occupies(Position.of("Hapsburg", stacks={"Linz": "Hapsburg: 2 regulars"}), "Linz")
        True
    """
    return own_units(position, position.at(name) + position.within(name)) > 0


@implements("HIS 12.4g", "HIS 12.4h", "HIS 12.4i")
def is_near(position: Position, name: str) -> bool:
    """Whether the active power controls land units next to the space and no enemy has any there [HIS 12.4g].

    Spaces beyond a pass do not count, neither for friend nor for foe [HIS 12.4i]; units that besiege or are besieged
    count [HIS 12.2a].

    Examples:
        >>> from responsa.here_i_stand import Position, is_near
        >>> position = Position.of("Hapsburg", stacks={"Vienna": "Hapsburg: 2 regulars"})
        >>> is_near(position, "Linz"), is_near(position, "Trieste")
        (True, False)
    """
    joined = position.board.neighbours[position.board.space(name).name]
    near = [other for other, kind in joined.items() if is_adjacent_for(Purpose.UNREST, kind)]
    stacks = [position.at(other) + position.within(other) for other in near]
    enemies = any(position.relations.at_war(p, position.active) for stack in stacks for p in stack.unit_powers)
    return not enemies and any(own_units(position, stack) for stack in stacks)


@implements("HIS 12.4c")
def own_units(position: Position, stack: Stack) -> int:
    """How many land units of a stack the active power controls, those of its active minor powers among them."""
    leader_of = position.relations.leader_of
    return sum(force.units for force in stack.forces if leader_of(force.power) is position.active)
