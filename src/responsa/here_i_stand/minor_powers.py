"""Inactive minor powers and independent keys: they only ever defend [HIS 22.1] [HIS 22.6]."""

from __future__ import annotations

from typing import Final

from responsa.errors import NotInThisText
from responsa.here_i_stand.board import Space
from responsa.here_i_stand.formations import check_count
from responsa.here_i_stand.powers import AT_PEACE, Power, Relations
from responsa.rules import implements
from responsa.rulings import Finding, Ruling, decide
from responsa.words import Words

MINOR_GARRISON: Final = 4
"""The most land units of an inactive minor power that withdraw, and that are kept after a defeat [HIS 22.1b]."""


class Response(Words):
    """What units that do not decide for themselves do when an enemy enters their space."""

    WITHDRAW = "withdraw"
    FIGHT = "fight"


@implements("HIS 22.1a", "HIS 22.6b")
def decides_for_itself(power: Power, relations: Relations = AT_PEACE) -> Ruling:
    """Whether units of the power may move, intercept and avoid battle [HIS 22.1a] [HIS 22.6b].

    Examples:
        >>> from responsa.here_i_stand import Power, Relations, decides_for_itself
        >>> print(decides_for_itself(Power.VENICE))
        No. Venice is an inactive minor power: its units do not move, intercept or avoid battle [HIS 22.1a].
        >>> print(decides_for_itself(Power.VENICE, Relations.of("Venice for Papacy")))
        Yes. The Papacy acts for Venice [HIS 22.1a].
    """
    leader = relations.leader_of(power)
    if power is Power.INDEPENDENT:
        no = "independent regulars never move; they defend like an inactive minor power"
        return decide(Finding(False, "HIS 22.6b", yes="", no=no))
    return decide(
        Finding(
            leader is not None,
            "HIS 22.1a",
            yes=f"{leader.the} {leader.verb('acts', 'act')} for {_itself(power, leader)}" if leader else "",
            no=f"{power.the} is an inactive minor power: its units do not move, intercept or avoid battle",
        )
    )


def _itself(power: Power, leader: Power) -> str:
    if power is not leader:
        return power.the
    return leader.verb("itself", "themselves")


@implements("HIS 22.1b", "HIS 22.6b")
def minor_response(units: int) -> Response:
    """What units of an inactive minor power, or independent regulars, do in a fortified space [HIS 22.1b].

    Args:
        units: The land units in the entered space.

    Examples:
        >>> from responsa.here_i_stand import minor_response
        >>> print(minor_response(4), minor_response(5))
        withdraw fight
    """
    return Response.WITHDRAW if check_count(units, "units", "HIS 22.1b") <= MINOR_GARRISON else Response.FIGHT


@implements("HIS 22.1b", "HIS 22.6b")
def after_minor_defeat(units: int, *, fortified: bool = True) -> tuple[int, int]:
    """What becomes of the units that a beaten inactive minor power has left after its losses [HIS 22.1b].

    Returns:
        How many go inside the fortifications and how many are eliminated.

    Raises:
        NotInThisText: If the space is not fortified.

    Examples:
        >>> from responsa.here_i_stand import after_minor_defeat
        >>> after_minor_defeat(6)
        (4, 2)
    """
    check_count(units, "units", "HIS 22.1b")
    if not fortified:
        raise NotInThisText("where beaten units of an inactive minor power go without fortifications", "HIS 22.1b")
    inside = min(units, MINOR_GARRISON)
    return inside, units - inside


@implements("HIS 22.6a")
def is_independent_key(space: Space, controller: Power) -> Ruling:
    """Whether a space is an independent key, which everyone may enter at any time [HIS 22.6a].

    Examples:
        >>> from responsa.here_i_stand import BOARD, Power, is_independent_key
        >>> print(is_independent_key(BOARD.space("Metz"), controller=Power.INDEPENDENT))
        Yes. Metz is a key [HIS 22.6a] and no power controls it [HIS 22.6a].
    """
    free = controller is Power.INDEPENDENT
    held = "no power controls it" if free else f"{controller.the} {controller.verb('controls', 'control')} it"
    return decide(
        Finding(space.is_key, "HIS 22.6a", yes=f"{space} is a key", no=f"{space} is no key"),
        Finding(free, "HIS 22.6a", yes=held, no=held),
    )
