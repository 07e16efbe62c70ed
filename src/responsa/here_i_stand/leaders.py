"""Leaders without units: how they move, when they are captured, how they come back [HIS 13.1] [HIS 9.4]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.here_i_stand.board import BOARD, Board, Kind
from responsa.here_i_stand.formations import Leader, check_count, units_are
from responsa.here_i_stand.powers import Power
from responsa.rules import implements
from responsa.rulings import Finding, Ruling, decide
from responsa.sentences import count
from responsa.values import dataclass
from responsa.words import Words

RANSOM_CARDS: Final = 1
"""The cards that the captor draws from the hand of the power that wants its leader back [HIS 9.4a]."""


class Entry(Words):
    """How enemy land units came into a space."""

    MOVE = "move"
    RETREAT = "retreat"
    INTERCEPTION = "interception"
    AVOID_BATTLE = "avoiding battle"


BY: Final[Mapping[Entry, str]] = MappingProxyType(
    {
        Entry.MOVE: "a move",
        Entry.RETREAT: "a retreat",
        Entry.INTERCEPTION: "an interception",
        Entry.AVOID_BATTLE: "avoiding battle",
    }
)
"""How somebody came, as a sentence says it."""


@implements("HIS 13.1t", "HIS 13.1u", "HIS 13.1v")
def may_go_alone(destination: str, *, enemy_controls: bool, enemy_units: int) -> Ruling:
    """Whether leaders without units may enter a space, as far as their own restrictions go [HIS 13.1t].

    It is an ordinary move: one adjacent space, 1 CP or 2 CP over a pass, and the restrictions on the control of the
    destination hold as well.

    Args:
        destination: The name of the space.
        enemy_controls: Whether an enemy of the active power controls it.
        enemy_units: How many enemy land units are there.

    Raises:
        ImpossibleSituation: If the board has no land space of that name, or the number is negative.

    Examples:
        >>> from responsa.here_i_stand import may_go_alone
        >>> print(may_go_alone("Buda", enemy_controls=True, enemy_units=0))
        No. An enemy controls Buda [HIS 13.1u].
    """
    check_count(enemy_units, "enemy_units", "HIS 13.1v")
    BOARD.space(destination, "destination")
    return decide(
        Finding(
            not enemy_controls,
            "HIS 13.1u",
            yes=f"no enemy controls {destination}",
            no=f"an enemy controls {destination}",
        ),
        Finding(
            not enemy_units,
            "HIS 13.1v",
            yes=f"no enemy units are in {destination}",
            no=f"{units_are(enemy_units, 'of an enemy')} in {destination}",
        ),
    )


@implements("HIS 13.1w", "HIS 13.1x")
def is_captured(*, with_units: int, fortified: bool, entry: Entry) -> Ruling:
    """Whether leaders in a space are captured when enemy land units enter it [HIS 13.1w] [HIS 13.1x].

    In a fortified space a leader without units is not captured: he must withdraw inside [HIS 13.3g].

    Args:
        with_units: The friendly land units that are with them.
        fortified: Whether the space is fortified.
        entry: How the enemy enters.

    Examples:
        >>> from responsa.here_i_stand import Entry, is_captured
        >>> bool(is_captured(with_units=0, fortified=False, entry=Entry.RETREAT))
        True
    """
    check_count(with_units, "with_units", "HIS 13.1w")
    return decide(
        Finding(
            with_units == 0,
            "HIS 13.1w",
            yes="no friendly land units are with him",
            no=f"{units_are(with_units)} with him",
        ),
        Finding(not fortified, "HIS 13.1w", yes="the space is not fortified", no="the space is fortified"),
        Finding(
            entry is not Entry.AVOID_BATTLE,
            "HIS 13.1x",
            yes=f"whoever enters by {BY[entry]} captures him",
            no=f"whoever enters by {BY[entry]} does not capture him",
        ),
    )


@implements("HIS 13.1y")
@dataclass(frozen=True)
class Captive:
    """A captured leader: his counter lies on the power card of his captor [HIS 13.1y].

    Attributes:
        leader: Who was captured.
        of: The power that he belongs to.
        captor: The power on whose card he lies.
        turn: The turn in which he was captured.

    Raises:
        ImpossibleSituation: If a power captures its own leader, or a minor power or nobody is the captor.

    Examples:
        >>> from responsa.here_i_stand import LEADERS, Captive, Power
        >>> print(Captive(LEADERS["Ferdinand"], Power.HAPSBURG, captor=Power.OTTOMAN, turn=3))
        Ferdinand lies on the Ottoman power card
    """

    leader: Leader
    of: Power
    captor: Power
    turn: int

    def __post_init__(self) -> None:
        if self.captor is self.of or not self.captor.is_major:
            raise ImpossibleSituation("captor", self.captor, f"a major power other than {self.of.the}", "HIS 13.1y")
        check_count(self.turn, "turn", "HIS 13.1z")

    def __str__(self) -> str:
        return f"{self.leader.name} lies on the {self.captor.adjective} power card"


@implements("HIS 13.1z v2")
def may_be_returned(captive: Captive, *, turn: int) -> Ruling:
    """Whether the Diplomacy Phase of a turn can bring the captive back: that of any later turn [HIS 13.1z].

    Examples:
        >>> from responsa.here_i_stand import LEADERS, Captive, Power, may_be_returned
        >>> ferdinand = Captive(LEADERS["Ferdinand"], Power.HAPSBURG, captor=Power.OTTOMAN, turn=3)
        >>> print(may_be_returned(ferdinand, turn=5))
        Yes. Turn 5 is later than turn 3, in which he was captured [HIS 13.1z].
    """
    check_count(turn, "turn", "HIS 13.1z")
    return decide(
        Finding(
            turn > captive.turn,
            "HIS 13.1z",
            yes=f"turn {turn} is later than turn {captive.turn}, in which he was captured",
            no=f"turn {turn} is not later than turn {captive.turn}, in which he was captured",
        )
    )


@implements("HIS 9.4a")
def ransom_places(power: Power, *, friendly: Iterable[str], board: Board = BOARD) -> tuple[str, ...]:
    """Where a ransomed leader may return to: a capital of his power, or else a friendly home key [HIS 9.4a].

    The captor draws 1 card from the hand of the leader's power for it.

    Args:
        power: The power of the leader.
        friendly: The spaces that the power or its allies control.
        board: The board, if it is not the printed one.

    Returns:
        The friendly capitals if there are any, otherwise the friendly home keys.

    Raises:
        NotInThisText: If there is neither.

    Examples:
        >>> from responsa.here_i_stand import Power, ransom_places
        >>> ransom_places(Power.FRANCE, friendly=["Paris", "Lyon"])
        ('Paris',)
        >>> ransom_places(Power.FRANCE, friendly=["Lyon", "Tours"])
        ('Lyon',)
    """
    homes = [board.space(name) for name in sorted(set(friendly)) if power in board.space(name).home]
    capitals = tuple(space.name for space in homes if space.kind is Kind.CAPITAL)
    places = capitals or tuple(space.name for space in homes if space.is_key)
    if not places:
        raise NotInThisText("where a ransomed leader goes without a friendly home key", "HIS 9.4a")
    return places


@implements("HIS 9.4b")
def may_stay_captive(turns: int) -> Ruling:
    """Whether a leader may stay a captive for so many turns: for any number, ransom is never compulsory [HIS 9.4b].

    Examples:
        >>> from responsa.here_i_stand import may_stay_captive
        >>> print(may_stay_captive(4))
        Yes. Nobody has to ransom him, not even after 4 turns [HIS 9.4b].
    """
    check_count(turns, "turns", "HIS 9.4b")
    span = f", not even after {count(turns, 'turn')}" if turns else ""
    return Ruling.yes(f"nobody has to ransom him{span}", "HIS 9.4b")
