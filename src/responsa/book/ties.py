"""Numbers in rule text: finding them, reading them, and looking up the constants that they show."""

from __future__ import annotations

import importlib
import re
from fractions import Fraction

from responsa.book.language import ENGLISH, Language
from responsa.nearest import nearest


def numbers_in(text: str, language: Language = ENGLISH) -> list[re.Match[str]]:
    """Every number in a text, in digits or words; ordinals (first, 1st) are none.

    Examples:
        >>> from responsa.book.ties import numbers_in
        >>> [number[0] for number in numbers_in("At most four of 12 units, twice; the first adds +1.")]
        ['four', '12', 'twice', '+1']
    """
    return list(language.number.finditer(text))


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
