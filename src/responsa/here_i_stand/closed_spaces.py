"""Spaces that are closed to everybody until an event is played, and the Protestants before their League [HIS 21]."""

from __future__ import annotations

from typing import Final

from responsa.here_i_stand.board import Kind
from responsa.here_i_stand.position import Position
from responsa.here_i_stand.powers import Power
from responsa.rules import implements
from responsa.rulings import Ruling

ALGIERS: Final = "Algiers"
"""The space that is closed until the event Barbary Pirates [HIS 21.1a]."""


@implements("HIS 21.1a", "HIS 21.6a")
def is_closed(position: Position, space: str) -> Ruling:
    """Whether a space is closed to everybody's units and leaders, whoever controls it [HIS 21.1a] [HIS 21.6a].

    Args:
        position: Which events have been played.
        space: The space that somebody would enter, retreat to, or intercept into.

    Examples:
        >>> from responsa.here_i_stand import Position, is_closed
        >>> print(is_closed(Position.of("Hapsburg"), "Mainz"))
        Yes. Nobody enters Mainz, an electorate, before the event Schmalkaldic League [HIS 21.6a].
        >>> print(is_closed(Position.of("Hapsburg", schmalkaldic=True), "Mainz"))
        No. No event is needed to enter Mainz [HIS 21.6a].
    """
    if position.board.space(space).kind is Kind.ELECTORATE and not position.schmalkaldic:
        return Ruling.yes(f"nobody enters {space}, an electorate, before the event Schmalkaldic League", "HIS 21.6a")
    if space == ALGIERS and not position.barbary_pirates:
        return Ruling.yes(f"nobody enters {space} before the event Barbary Pirates", "HIS 21.1a")
    return Ruling.no(f"no event is needed to enter {space}", "HIS 21.1a" if space == ALGIERS else "HIS 21.6a")


@implements("HIS 21.6b")
def waits_for_the_league(position: Position, power: Power) -> Ruling:
    """Whether a power may not yet move units or take control of spaces: the Protestants, at first [HIS 21.6b].

    Args:
        position: Whether the event Schmalkaldic League has been played.
        power: The power that would act.

    Examples:
        >>> from responsa.here_i_stand import Position, Power, waits_for_the_league
        >>> print(waits_for_the_league(Position.of("Protestant"), Power.PROTESTANT))
        Yes. The Protestants move no units and take no control before the event Schmalkaldic League [HIS 21.6b].
    """
    if power is Power.PROTESTANT and not position.schmalkaldic:
        no = "the Protestants move no units and take no control before the event Schmalkaldic League"
        return Ruling.yes(no, "HIS 21.6b")
    return Ruling.no(f"{power.the} {power.verb('does', 'do')} not wait for the Schmalkaldic League", "HIS 21.6b")
