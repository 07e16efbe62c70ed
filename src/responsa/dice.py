"""Six-sided dice: what was rolled, and exact odds as fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

from responsa.errors import ImpossibleSituation

__all__ = ["SIDES", "chance_of_at_least", "check_dice", "percent", "ways_to_hit", "ways_to_total"]

SIDES: Final = 6
"""The sides of a die; each shows 1 to 6."""


def check_dice(dice: Sequence[int], *, count: int, rule: str, field: str = "dice") -> None:
    """Make sure that exactly `count` dice were rolled and that each shows one of its sides.

    Raises:
        ImpossibleSituation: If there are too many or too few dice, or one shows 0, 7 or anything else.

    Examples:
        >>> from responsa.dice import check_dice
        >>> check_dice((3, 7), count=2, rule="HIS 13.3.4a")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: dice is (3, 7), expected 2 dice that each show 1 to 6 [HIS 13.3.4a]
    """
    shown = tuple(dice)
    whole = all(type(die) is int and 1 <= die <= SIDES for die in shown)
    if len(shown) != count or not whole:
        expected = "one die that shows 1 to 6" if count == 1 else f"{count} dice that each show 1 to {SIDES}"
        raise ImpossibleSituation(field, shown, expected, rule)


MOST_DICE: Final = 300
"""No table has so many dice; the odds of more are not worked out."""


class TooManyDice(ValueError):
    """Odds are asked for more dice than anybody throws; whoever was asked says by which argument."""


def _check_few(dice: int) -> None:
    if dice > MOST_DICE:
        raise TooManyDice(dice)


@cache
def ways_to_total(dice: int) -> dict[int, int]:
    """In how many of the `6 ** dice` rolls each total comes up.

    Raises:
        TooManyDice: If there are more than `MOST_DICE`.

    Examples:
        >>> from responsa.dice import ways_to_total
        >>> ways_to_total(2)[7]
        6
    """
    _check_few(dice)
    ways = {0: 1}
    for _ in range(dice):
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, SIDES + 1):
                longer[total + face] = longer.get(total + face, 0) + count
        ways = longer
    return ways


def chance_of_at_least(target: int, *, dice: int) -> Fraction:
    """The probability that the dice add up to the target or more.

    Examples:
        >>> from responsa.dice import chance_of_at_least
        >>> chance_of_at_least(9, dice=2)
        Fraction(5, 18)
    """
    good = sum(count for total, count in ways_to_total(dice).items() if total >= target)
    return Fraction(good, SIDES**dice)


def ways_to_hit(dice: int, *, faces: int) -> list[int]:
    """In how many of the `6 ** dice` rolls exactly 0, 1, 2, … dice show one of `faces` hitting faces.

    Raises:
        TooManyDice: If there are more than `MOST_DICE`.

    Examples:
        >>> from responsa.dice import ways_to_hit
        >>> ways_to_hit(2, faces=2)
        [16, 16, 4]
    """
    _check_few(dice)
    misses = SIDES - faces
    return [comb(dice, hits) * faces**hits * misses ** (dice - hits) for hits in range(dice + 1)]


def percent(chance: Fraction) -> str:
    """A probability as per cent with one decimal place, halves rounded up; 0 and 100 belong to never and always alone.

    Examples:
        >>> from fractions import Fraction
        >>> from responsa.dice import percent
        >>> percent(Fraction(5, 18)), percent(Fraction(0)), percent(Fraction(1))
        ('27.8 %', '0.0 %', '100.0 %')
        >>> percent(Fraction(1, 7776)), percent(Fraction(7775, 7776))
        ('< 0.1 %', '> 99.9 %')
    """
    tenths = (chance.numerator * 2000 + chance.denominator) // (2 * chance.denominator)
    if tenths == 0 and chance > 0:
        return "< 0.1 %"
    if tenths == 1000 and chance < 1:
        return "> 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"
