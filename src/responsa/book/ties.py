"""Numbers in rule text: finding them, reading them, and looking up the constants that they show."""

from __future__ import annotations

import importlib
import re
from fractions import Fraction
from typing import Final

from responsa.nearest import nearest

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety hundred"
_WORDS: Final[dict[str, Fraction]] = {
    **{word: Fraction(value) for value, word in enumerate(_ONES.split())},
    **{word: Fraction(10 * value) for value, word in enumerate(_TENS.split(), start=2)},
    **dict.fromkeys(("once",), Fraction(1)),
    **dict.fromkeys(("twice", "double"), Fraction(2)),
    **dict.fromkeys(("thrice", "triple"), Fraction(3)),
    **dict.fromkeys(("half", "halves"), Fraction(1, 2)),
    "quarter": Fraction(1, 4),
}

_NUMBER = re.compile(
    rf"""
    (?<![\w.])                                          # not inside a word, not a decimal's tail
    (?: [+\N{{MINUS SIGN}}\-]? \d+ (?: [./] \d+ )?      # 4, +1, 1/2, 0.5
      | \b(?: {"|".join(_WORDS)} )\b )                  # four, twice, half
    (?! \w )                                            # neither 1st nor 2d6
    """,
    re.VERBOSE | re.IGNORECASE,
)


def numbers_in(text: str) -> list[re.Match[str]]:
    """Every number in a text, in digits or words; ordinals (first, 1st) are none.

    Examples:
        >>> from responsa.book.ties import numbers_in
        >>> [number[0] for number in numbers_in("At most four of 12 units, twice; the first adds +1.")]
        ['four', '12', 'twice', '+1']
    """
    return list(_NUMBER.finditer(text))


def value_of(shown: str) -> Fraction | None:
    """The value of a number as it is shown; `None` if it is no single number.

    Examples:
        >>> from responsa.book.ties import value_of
        >>> value_of("Four"), value_of("−1"), value_of("half"), value_of("many")
        (Fraction(4, 1), Fraction(-1, 1), Fraction(1, 2), None)
    """
    word = shown.strip().lower()
    if word in _WORDS:
        return _WORDS[word]
    digits = word.replace("\N{MINUS SIGN}", "-")
    if not re.fullmatch(r"[+-]?[0-9]{1,12}(?:[./][0-9]{1,12})?", digits) or re.search(r"/0+$", digits):
        return None
    return Fraction(digits)


def constant(name: str, *, package: str, module: str) -> tuple[str, Fraction]:
    """Look up the constant that a number shows: `NAME` of the page's own module, or `module.NAME` of the package.

    Returns:
        Its full name, and its value.

    Raises:
        LookupError: If there is no such module or name, or it is no number; the message says which.
    """
    home, _, short = name.rpartition(".")
    place = f"{package}.{home or module}"
    try:
        home_module = importlib.import_module(place)
    except ModuleNotFoundError as error:
        raise LookupError(f"there is no module {place}") from error
    except (Exception, SystemExit) as error:  # whatever the module does while it is loaded
        raise LookupError(f"{place} cannot be imported: {error}") from error
    found = getattr(home_module, short, None)
    if not hasattr(home_module, short):
        near = nearest(short, (each for each in vars(home_module) if each.isupper()))
        raise LookupError(f"{place} has no {short}" + (f"; did you mean {near}?" if near else ""))
    if isinstance(found, bool) or not isinstance(found, int | Fraction):
        raise LookupError(f"{place}.{short} is {found!r}, not a number")
    return f"{place}.{short}", Fraction(found)
