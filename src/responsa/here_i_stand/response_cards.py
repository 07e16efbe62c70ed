"""The two response cards that can spoil a land move: Foul Weather and Gout [HIS C31] [HIS C32]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.here_i_stand.formations import LEADERS, check_count, serves
from responsa.here_i_stand.powers import Power
from responsa.nearest import known_as, nearest
from responsa.rules import implements
from responsa.rulings import Finding, Ruling, decide
from responsa.sentences import listing
from responsa.values import dataclass
from responsa.words import Words

CARD_LOSS: Final = 1
"""The Command Points that the active power loses to either card [HIS C31a] [HIS C32a]."""

WEATHER_LIMIT: Final = 1
"""How many spaces a land unit may move in the rest of the impulse under Foul Weather [HIS C31a]."""


class Card(Enum):
    """A response card, by its number in the deck."""

    FOUL_WEATHER = 31
    GOUT = 32

    def __str__(self) -> str:
        return self.name.replace("_", " ").title()

    def __repr__(self) -> str:
        return f"Card.{self.name}"


class Action(Words):
    """An action for which a power announces Command Points."""

    MOVE = "move"
    ASSAULT = "assault"
    PIRACY = "piracy"
    NAVAL_MOVE = "naval move"
    NAVAL_TRANSPORT = "naval transport"
    CONTROL = "control an unfortified space"


class Lost(Words):
    """Which Command Point a card costs; the cards do not say, so the players must agree."""

    PAID = "the one just paid"
    FURTHER = "a further one"


_WEATHERED: Final = (Action.MOVE, Action.ASSAULT, Action.PIRACY, Action.NAVAL_MOVE, Action.NAVAL_TRANSPORT)
_GOUTY: Final = (Action.MOVE, Action.ASSAULT)


@dataclass(frozen=True)
class CardPlay:
    """A response card played against a move.

    Attributes:
        card: Which card.
        by: Who plays it: any power but the active one [HIS 13.1.4a].
        leader: For Gout the name of the leader whom it strikes.
        lost: Which Command Point it costs, as the players agreed; the text does not say.
    """

    card: Card
    by: Power
    leader: str = ""
    lost: Lost | None = None

    @classmethod
    def of(cls, card: str, by: Power, *, leader: str = "", lost: Lost | None = None) -> CardPlay:
        """Write a play with texts: `CardPlay.of("Gout", "France", leader="Suleiman")`.

        Raises:
            ImpossibleSituation: If it is neither of the two cards, or names a leader without need.
        """
        names = {str(known): known for known in Card}
        found = known_as(card, names)
        if not found:
            raise ImpossibleSituation("card", card, " or ".join(names), "HIS 13.1.4a", nearest(card, names))
        return cls(names[found], by, leader, lost)

    def __post_init__(self) -> None:
        if (self.card is Card.GOUT) != bool(self.leader):
            expected = "the name of a leader" if self.card is Card.GOUT else "nobody"
            raise ImpossibleSituation("leader", self.leader, expected, "HIS C32a")


@implements("HIS 13.1.4a", "HIS C31a", "HIS C32a")
def may_play(card: Card, *, by: Power, active: Power, announced: Action, leaders: Iterable[str] = ()) -> Ruling:
    """Whether a power may play the card now [HIS 13.1.4a] [HIS C31a] [HIS C32a].

    Args:
        card: Foul Weather or Gout.
        by: The power that holds it.
        active: The power whose impulse it is.
        announced: The action for which the active power announces Command Points.
        leaders: The army leaders in the formation that would act; Gout needs one.

    Raises:
        ImpossibleSituation: If no player has the impulse, or a leader is unknown or serves another power.

    Examples:
        >>> from responsa.here_i_stand import Action, Card, Power, may_play
        >>> print(may_play(Card.GOUT, by=Power.FRANCE, active=Power.HAPSBURG, announced=Action.MOVE))
        No. No army leader is in the formation [HIS C32a].
    """
    if not active.is_major:
        raise ImpossibleSituation("active", str(active), "a major power, which has impulses", "HIS 3.2a")
    together = tuple(leaders)
    _check_leaders(together, active)
    return may_answer(card, by=by, active=active, announced=announced, led=bool(together))


@implements("HIS 13.1.4a", "HIS C31a", "HIS C32a")
def may_answer(card: Card, *, by: Power, active: Power, announced: Action, led: bool) -> Ruling:
    """Whether a card may be played against an action of a formation that is on the table, led or not."""
    if not by.is_major:
        return Ruling.no(f"{by.the} {by.verb('holds', 'hold')} no cards", "HIS 3.2a")
    rule, actions = ("HIS C31a", _WEATHERED) if card is Card.FOUL_WEATHER else ("HIS C32a", _GOUTY)
    findings = [
        Finding(
            by is not active,
            "HIS 13.1.4a",
            yes=f"it is not the impulse of {by.the}",
            no=f"{by.the} {by.verb('does', 'do')} not answer {by.verb('its', 'their')} own action",
        ),
        Finding(
            announced in actions,
            rule,
            yes=f"{card} answers {_a(announced)}",
            no=f"{card} does not answer {_a(announced)}",
        ),
    ]
    if card is Card.GOUT:
        yes, no = "an army leader is in the formation", "no army leader is in the formation"
        findings.append(Finding(led, rule, yes=yes, no=no))
    return decide(*findings)


def _check_leaders(names: Sequence[str], active: Power) -> None:
    """Leaders who can be in a formation of the active power, or of a minor one that acts with it."""
    for name in names:
        known = LEADERS.get(name)
        if known is None:
            raise ImpossibleSituation("leaders", name, "a leader of the game", "HIS C32a", nearest(name, LEADERS))
        owners = serves(known)
        if active not in owners and not any(power.is_minor for power in owners):
            whose = listing((power.the for power in owners), "or")
            raise ImpossibleSituation("leaders", name, f"a leader who serves {active.the}, not {whose}", "HIS 5.1h")


def _a(action: Action) -> str:
    return _SAID[action]


_SAID: Final = {
    Action.MOVE: "a move",
    Action.ASSAULT: "an assault",
    Action.PIRACY: "piracy",
    Action.NAVAL_MOVE: "a naval move",
    Action.NAVAL_TRANSPORT: "naval transport",
    Action.CONTROL: "control of an unfortified space",
}


@implements("HIS C31a")
def is_barred_by_foul_weather(action: Action, *, spaces_moved: int = 0) -> Ruling:
    """Whether Foul Weather forbids the action in the rest of the impulse [HIS C31a].

    Args:
        action: What the active power wants to do.
        spaces_moved: For a move, how many spaces the land units have moved since the card was played.

    Examples:
        >>> from responsa.here_i_stand import Action, is_barred_by_foul_weather
        >>> bool(is_barred_by_foul_weather(Action.MOVE))
        False
        >>> print(is_barred_by_foul_weather(Action.MOVE, spaces_moved=1))
        Yes. No land unit may move more than 1 space [HIS C31a].
    """
    check_count(spaces_moved, "spaces_moved", "HIS C31a")
    if action is Action.MOVE:
        yes = f"no land unit may move more than {WEATHER_LIMIT} space"
        no = f"land units may still move {WEATHER_LIMIT} space"
        return decide(Finding(spaces_moved >= WEATHER_LIMIT, "HIS C31a", yes=yes, no=no))
    barred = action in _WEATHERED
    return decide(
        Finding(barred, "HIS C31a", yes=f"Foul Weather bars {_a(action)}", no=f"Foul Weather allows {_a(action)}")
    )


@implements("HIS C32a")
def is_barred_by_gout(action: Action, leader: str, struck: Iterable[str]) -> Ruling:
    """Whether Gout forbids a leader to take part in the action in this impulse [HIS C32a].

    Examples:
        >>> from responsa.here_i_stand import Action, is_barred_by_gout
        >>> print(is_barred_by_gout(Action.ASSAULT, "Charles V", struck=["Charles V"]))
        Yes. Gout keeps Charles V from moves and assaults in this impulse [HIS C32a].
    """
    barred = leader in tuple(struck) and action in _GOUTY
    yes = f"Gout keeps {leader} from moves and assaults in this impulse"
    return decide(Finding(barred, "HIS C32a", yes=yes, no=f"Gout does not keep {leader} from {_a(action)}"))


@implements("HIS 13.1.4b", "HIS C31a", "HIS C32a")
def cp_after_card(cp: int, lost: Lost | None = None) -> int:
    """The Command Points left when a card has been played against a move that is paid for [HIS 13.1.4b].

    Args:
        cp: The Command Points left after paying for the move.
        lost: Which Command Point is lost: the one just paid, or a further one.

    Raises:
        NotInThisText: If it matters which one and nobody says: neither the rules nor the cards do.

    Examples:
        >>> from responsa.here_i_stand import Lost, cp_after_card
        >>> cp_after_card(2, Lost.FURTHER)
        1
        >>> cp_after_card(2)
        Traceback (most recent call last):
        responsa.NotInThisText: not in this text: which CP the card costs, the one paid or a further one [HIS 13.1.4b]
    """
    if check_count(cp, "cp", "HIS 13.1.4b") < CARD_LOSS:
        return 0
    if lost is None:
        raise NotInThisText("which CP the card costs, the one paid or a further one", "HIS 13.1.4b")
    return cp if lost is Lost.PAID else cp - CARD_LOSS
