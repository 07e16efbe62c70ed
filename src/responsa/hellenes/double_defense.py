"""Double Defense: two hits for a step behind walls, and the half-step that does not last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from responsa import ImpossibleSituation, implements
from responsa.hellenes.combat import chance_of_hits
from responsa.values import dataclass

HITS_PER_STEP: Final = 2
"""Hits in one combat round that take a step off a block with Double Defense [HEL U2a]."""

FULL_STEP_TURN: Final = 90
"""Degrees by which a block is turned, counter-clockwise, for a whole step that it loses [HEL U2e]."""

HALF_STEP_TURN: Final = 45
"""Degrees by which a block with Double Defense is turned for the odd hit [HEL U2c]."""


@implements("HEL U2a")
@dataclass(frozen=True)
class WalledBlock:
    """A block with Double Defense during a combat round.

    Attributes:
        name: What the players call it.
        steps: Its whole steps; 0 when it has been eliminated.
        half_lost: Whether an odd hit of this round lies on it, so that it stands at 45 degrees.

    Raises:
        ImpossibleSituation: If the steps are negative, or nothing is left of which half could be lost.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.WalledBlock("garrison of Plataea", steps=1)
        WalledBlock(name='garrison of Plataea', steps=1, half_lost=False)
    """

    name: str
    steps: int
    half_lost: bool = False

    def __post_init__(self) -> None:
        _check_count("steps", self.steps)
        if self.half_lost and not self.steps:
            raise ImpossibleSituation("half_lost", True, "False for a block without a step", "HEL U2c")


@implements("HEL U2a")
def steps_lost(hits: int) -> int:
    """The steps that one block with Double Defense loses to the hits on it in one combat round [HEL U2a].

    Raises:
        ImpossibleSituation: If the hits are negative.

    Examples:
        >>> from responsa import hellenes as hel
        >>> [hel.steps_lost(hits) for hits in (0, 1, 2, 3, 5)]
        [0, 0, 1, 1, 2]
    """
    _check_count("hits", hits)
    return hits // HITS_PER_STEP


@implements("HEL U2a", "HEL U2c", "HEL U2e")
def take_hits(block: WalledBlock, hits: int = 1) -> WalledBlock:
    """The block after so many more hits in the same combat round [HEL U2a] [HEL U2c].

    Hits beyond the last step change nothing.

    Raises:
        ImpossibleSituation: If the hits are negative, or the block has been eliminated already.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.take_hits(hel.WalledBlock("garrison of Plataea", steps=1))
        WalledBlock(name='garrison of Plataea', steps=1, half_lost=True)
    """
    _check_count("hits", hits)
    if not block.steps:
        raise ImpossibleSituation("block", block, "a block that still has a step", "HEL U2a")
    all_hits = hits + block.half_lost
    steps = max(0, block.steps - steps_lost(all_hits))
    return replace(block, steps=steps, half_lost=steps > 0 and all_hits % HITS_PER_STEP == 1)


@implements("HEL U2b", "HEL U2d")
def end_of_round(block: WalledBlock) -> WalledBlock:
    """The block when the combat round is over: an odd hit is forgotten [HEL U2b] [HEL U2d].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.end_of_round(hel.WalledBlock("garrison of Plataea", steps=1, half_lost=True))
        WalledBlock(name='garrison of Plataea', steps=1, half_lost=False)
    """
    return replace(block, half_lost=False)


@implements("HEL U2c", "HEL U2d", "HEL U2e")
def degrees_turned(hits: int, *, round_over: bool) -> int:
    """By how many degrees, counter-clockwise, a block stands turned after the hits of one combat round.

    Args:
        hits: The hits on the block in this round, not more than it can take.
        round_over: Whether the round has ended, so that an odd hit is turned back [HEL U2d].

    Returns:
        Degrees: 45 for a half-step [HEL U2c], 90 for a whole one [HEL U2e].

    Raises:
        ImpossibleSituation: If the hits are negative.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.degrees_turned(3, round_over=False), hel.degrees_turned(3, round_over=True)
        (135, 90)
    """
    lost = steps_lost(hits)
    odd = 0 if round_over else hits % HITS_PER_STEP
    return lost * FULL_STEP_TURN + odd * HALF_STEP_TURN


@implements("HEL U2a")
def chance_of_steps_lost(at_least: int, *, dice: int, rating: int, double_defense: bool) -> Fraction:
    """The probability that a block loses at least so many steps, if every die of one combat round is rolled at it.

    Args:
        at_least: The steps that it should lose.
        dice: The dice of all the attackers that fire at it in this round.
        rating: Their combat rating, 1 to 3: a die hits if it shows no more [HEL 6b].
        double_defense: Whether the block has Double Defense; without it each hit takes a step.

    Raises:
        ImpossibleSituation: If a number is negative or the rating is not 1 to 3.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.chance_of_steps_lost(1, dice=2, rating=2, double_defense=True)
        Fraction(1, 9)
        >>> hel.chance_of_steps_lost(1, dice=2, rating=2, double_defense=False)
        Fraction(5, 9)
    """
    _check_count("at_least", at_least)
    hits = at_least * HITS_PER_STEP if double_defense else at_least
    return chance_of_hits(hits, dice=dice, rating=rating)


@implements("HEL U2a")
def walls_odds(most_dice: int, *, rating: int) -> Mapping[int, Mapping[str, Fraction]]:
    """The chance that a block loses a step or more, by the dice rolled at it, in the open and behind walls.

    Args:
        most_dice: The largest number of dice to tell.
        rating: The combat rating of the attackers, 1 to 3.

    Raises:
        ImpossibleSituation: If there is not a die, or the rating is not 1 to 3.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.walls_odds(1, rating=2)
        {1: {'in the open': Fraction(1, 3), 'behind walls': Fraction(0, 1)}}
    """
    if type(most_dice) is not int or most_dice < 1:
        raise ImpossibleSituation("most_dice", most_dice, "1 or more", "HEL U2a")
    series = {"in the open": False, "behind walls": True}
    return {
        dice: {
            name: chance_of_steps_lost(1, dice=dice, rating=rating, double_defense=walls)
            for name, walls in series.items()
        }
        for dice in range(1, most_dice + 1)
    }


def _check_count(field: str, value: int) -> None:
    """A count is a whole number that is not negative."""
    if type(value) is not int or value < 0:
        raise ImpossibleSituation(field, value, "0 or more", "HEL U2a")
