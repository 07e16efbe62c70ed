"""Winter initiative: the last cards, who goes first, and how many actions each player has."""

from __future__ import annotations

import re
from typing import Final

from responsa import Finding, ImpossibleSituation, Reason, Ruling, Words, decide, implements
from responsa.hellenes.board import Season, Side
from responsa.values import dataclass

LOWEST_VALUE: Final = 1
"""The lowest action value of a card [HEL 3.0a]."""

HIGHEST_VALUE: Final = 3
"""The highest action value of a card [HEL 3.0a]."""

EVENT_VALUE: Final = 0
"""What a card played as an event counts for the initiative [HEL 3.3a]."""

FIRST_ON_A_TIE: Final = Side.SPARTA
"""Who goes first when the values are equal [HEL 9.1d]."""

CARRIED_OVER: Final = 0
"""Actions that can be saved for later [HEL 4.0a]."""


class PlayedAs(Words):
    """What a card is played for: its actions or its event, never both [HEL 3.0a]."""

    ACTIONS = "actions"
    EVENT = "event"


@implements("HEL 3.0a")
@dataclass(frozen=True)
class Card:
    """A card as it is played: its action value (1 to 3), and what it is played for.

    Raises:
        ImpossibleSituation: If the value is none that a card has.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.Card(4)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: value is 4, expected 1 to 3 [HEL 3.0a]
    """

    value: int
    played_as: PlayedAs = PlayedAs.ACTIONS

    @classmethod
    def of(cls, text: str) -> Card:
        """Read a card such as `"2"`, or `"2 for its event"`.

        Examples:
            >>> from responsa import hellenes as hel
            >>> hel.Card.of("2"), hel.Card.of("3 for its event").played_as
            (Card(value=2, played_as=PlayedAs.ACTIONS), PlayedAs.EVENT)
        """
        match = re.fullmatch(r"\s*(\d) *(?:for its (actions|event))?\s*", text, re.ASCII)
        if match is None:
            raise ImpossibleSituation("card", text, "a text such as '2' or '2 for its event'", "HEL 3.0a")
        return cls(int(match[1]), PlayedAs(match[2] or "actions"))

    def __post_init__(self) -> None:
        if type(self.value) is not int or not LOWEST_VALUE <= self.value <= HIGHEST_VALUE:
            raise ImpossibleSituation("value", self.value, f"{LOWEST_VALUE} to {HIGHEST_VALUE}", "HEL 3.0a")


@dataclass(frozen=True)
class Initiative:
    """Who goes first, and why."""

    first: Side
    because: tuple[Reason, ...]

    @property
    def second(self) -> Side:
        """The other player."""
        return self.first.enemy

    def __str__(self) -> str:
        return f"{self.first} goes first: {' and '.join(map(str, self.because))}."


@implements("HEL 9.1b")
def may_play_event(season: Season) -> Ruling:
    """Whether a card may be played for its event: not in Winter [HEL 9.1b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_play_event(hel.Season.WINTER))
        No. In Winter a card is played for its actions, not its event [HEL 9.1b].
    """
    return decide(
        Finding(
            season is not Season.WINTER,
            "HEL 9.1b" if season is Season.WINTER else "HEL 3.0a",
            yes=f"in {season} a card is played for its actions or its event",
            no=f"in {season} a card is played for its actions, not its event",
        )
    )


@implements("HEL 9.1a", "HEL 9.1b")
def check_play(card: Card, season: Season) -> None:
    """Make sure that a card is played as the season allows: as usual, but for its actions in Winter [HEL 9.1a].

    Raises:
        ImpossibleSituation: If it is played as an event in Winter.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.check_play(hel.Card(2, hel.PlayedAs.EVENT), hel.Season.WINTER)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: played_as is PlayedAs.EVENT, expected PlayedAs.ACTIONS in Winter [HEL 9.1b]
    """
    if card.played_as is PlayedAs.EVENT and not may_play_event(season):
        raise ImpossibleSituation("played_as", card.played_as, f"{PlayedAs.ACTIONS!r} in {season}", "HEL 9.1b")


@implements("HEL 3.3a", "HEL 3.3b", "HEL 9.1c", "HEL 9.1d")
def first_player(*, athens: Card, sparta: Card, season: Season = Season.WINTER) -> Initiative:
    """Who goes first: the player with the lower value on the card; Sparta on a tie [HEL 9.1c] [HEL 9.1d].

    The value on the card alone counts; leaders and continuing events, which add actions, are left out
    [HEL 3.3b]. In the ordinary seasons a card played as an event counts 0 [HEL 3.3a].

    Raises:
        ImpossibleSituation: If an event is played in Winter [HEL 9.1b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.first_player(athens=hel.Card(1), sparta=hel.Card(3)))
        Athens goes first: 1 is lower than 3 [HEL 9.1c].
        >>> print(hel.first_player(athens=hel.Card(2), sparta=hel.Card(2)))
        Sparta goes first: 2 and 2 are equal [HEL 9.1d].
    """
    for card in (athens, sparta):
        check_play(card, season)
    values = {Side.ATHENS: _counted(athens), Side.SPARTA: _counted(sparta)}
    lower, tie = ("HEL 9.1c", "HEL 9.1d") if season is Season.WINTER else ("HEL 3.3a", "HEL 3.3a")
    if values[Side.ATHENS] == values[Side.SPARTA]:
        equal = f"{values[Side.ATHENS]} and {values[Side.SPARTA]} are equal"
        return Initiative(FIRST_ON_A_TIE, (Reason(equal, tie),))
    first = min(values, key=lambda side: values[side])
    return Initiative(first, (Reason(f"{values[first]} is lower than {values[first.enemy]}", lower),))


@implements("HEL 4.0a", "HEL 3.3b")
def number_of_actions(card: Card, *, leader: int = 0, events: int = 0) -> int:
    """How many actions a player has: the value of the card and what a leader and continuing events add [HEL 4.0a].

    Args:
        card: The card, played for its actions; played as an event it gives none of its own.
        leader: Actions that a leader adds.
        events: Actions that continuing events add.

    Raises:
        ImpossibleSituation: If a bonus is negative.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.number_of_actions(hel.Card(2), leader=1)
        3
    """
    for field, bonus in (("leader", leader), ("events", events)):
        if type(bonus) is not int or bonus < 0:
            raise ImpossibleSituation(field, bonus, "0 or more", "HEL 4.0a")
    return _counted(card) + leader + events


@implements("HEL 4.0a")
def saved_for_later(unused: int) -> int:
    """How many unused actions can be kept for a later season: none [HEL 4.0a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.saved_for_later(2)
        0
    """
    if type(unused) is not int or unused < 0:
        raise ImpossibleSituation("unused", unused, "0 or more", "HEL 4.0a")
    return CARRIED_OVER


def _counted(card: Card) -> int:
    return EVENT_VALUE if card.played_as is PlayedAs.EVENT else card.value
