"""What the calculators of Here I Stand share: the choices of powers, spaces and leaders, and stacks out of numbers."""

from __future__ import annotations

from typing import Final

from responsa import here_i_stand as his

POWERS: Final = {str(power): str(power) for power in his.Power if power is not his.Power.INDEPENDENT}
"""Every power that has units."""

MAJOR_POWERS: Final = {str(power): str(power) for power in his.IMPULSE_ORDER}
"""The powers that players play."""

OWNERS: Final = {"": "as printed"} | {str(power): str(power) for power in his.Power}
"""Who may control a space."""

SPACES: Final = {space.name: space.name for space in his.BOARD.spaces.values() if space.kind is not his.Kind.SEA}
"""Every space on land."""

LEADERS: Final = {"": "nobody"} | {leader.name: f"{leader.name} ({leader.battle})" for leader in his.LEADERS.values()}
"""Every army leader, with his Battle Rating."""


def stack(power: str, units: int, *, cavalry: bool = False, leader: str = "") -> his.Stack:
    """So many land units of a power; if there is cavalry, one of them is."""
    riders = min(units, 1) if cavalry else 0
    known = (his.LEADERS[leader],) if leader else ()
    return his.Stack((his.Force(his.Power(power), regulars=units - riders, cavalry=riders, leaders=known),))


def ties(power: str, allies: tuple[str, ...], enemies: tuple[str, ...]) -> str:
    """The relations of a power as the library reads them; a minor power that is its ally is active for it."""
    minor = set(map(str, his.MINOR_POWERS))
    with_allies = (f"{ally} for {power}" if ally in minor else f"{power} with {ally}" for ally in allies)
    return ", ".join([*with_allies, *(f"{power} against {enemy}" for enemy in enemies)])
