"""The throw of the four dice [URR 2]."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

from responsa import ImpossibleSituation, implements

DICE: Final = 4
"""Dice in a throw [URR 2a]."""


@implements("URR 2a")
def throw(corners: Sequence[bool]) -> int:
    """How many squares a throw gives: the marked corners that point up [URR 2a].

    Args:
        corners: For each of the four dice whether the corner that points up is marked.

    Raises:
        ImpossibleSituation: If they are not four [URR 2a].

    Examples:
        >>> from ur import throw
        >>> throw([True, False, True, True])
        3
    """
    if len(corners) != DICE:
        raise ImpossibleSituation("corners", len(corners), f"the corners of {DICE} dice", "URR 2a")
    return sum(map(bool, corners))


@implements("URR 2a")
def chance_of(squares: int) -> Fraction:
    """The chance of a throw, as a fraction: each die shows one of its two marked corners half of the time [URR 2a].

    Raises:
        ImpossibleSituation: If no throw gives so many [URR 2a].

    Examples:
        >>> from ur import chance_of
        >>> chance_of(2)
        Fraction(3, 8)
    """
    if type(squares) is not int or not 0 <= squares <= DICE:
        raise ImpossibleSituation("squares", squares, f"0 to {DICE}", "URR 2a")
    return Fraction(comb(DICE, squares), 2**DICE)
