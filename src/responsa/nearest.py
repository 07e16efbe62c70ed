"""Which of the known names somebody may have meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LIKE_ENOUGH = 0.6
"""How much of a name must be right for it to be offered."""


def nearest(name: object, known: Iterable[str]) -> str:
    """The known name that looks most like the given one, case and accents aside; empty if none does.

    Examples:
        >>> from responsa.nearest import nearest
        >>> nearest("Besancon", ["Vienna", "Besançon"]), nearest("Habsburg", ["Hapsburg", "Venice"])
        ('Besançon', 'Hapsburg')
        >>> nearest("Atlantis", ["Vienna"])
        ''
    """
    if not isinstance(name, str) or len(name) > 200:
        return ""
    from difflib import get_close_matches  # only a refusal needs it

    by_letters = {letters(each): each for each in known}
    found = get_close_matches(letters(name), by_letters, n=1, cutoff=LIKE_ENOUGH)
    return by_letters[found[0]] if found else ""


def known_as(name: object, known: Iterable[str]) -> str:
    """The known name that a text means: the same letters, case and accents aside; empty if none is.

    Examples:
        >>> from responsa.nearest import known_as
        >>> known_as(" besancon", ["Vienna", "Besançon"]), known_as("Viena", ["Vienna"])
        ('Besançon', '')
    """
    if not isinstance(name, str):
        return ""
    wanted = letters(name)
    return next((each for each in known if letters(each) == wanted), "")


def letters(name: str) -> str:
    """A name without its case, its accents and the blanks around it.

    Examples:
        >>> from responsa.nearest import letters
        >>> letters(" Besançon ")
        'besancon'
    """
    plain = name.strip().casefold()
    if plain.isascii():
        return plain
    parts = unicodedata.normalize("NFKD", plain)
    return "".join(part for part in parts if not unicodedata.combining(part))
