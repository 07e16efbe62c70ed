"""Which of the known names somebody may have meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

LIKE_ENOUGH = 0.6
"""How much of a name must be right for it to be offered."""

LEAST_LETTERS = 3
"""How much must be given for a name to be offered that only has it in it."""


def nearest(name: object, known: Iterable[str], players_say: Mapping[str, str] = MappingProxyType({})) -> str:
    """The known name that looks most like the given one, case and accents aside; empty if none does.

    Failing that, the one that is called so in other words, or the only one with that word in it.

    Args:
        name: What was given.
        known: The known names.
        players_say: Other words for some of them, by their letters.

    Examples:
        >>> from responsa.nearest import nearest
        >>> nearest("Besancon", ["Vienna", "Besançon"]), nearest("Habsburg", ["Hapsburg", "Venice"])
        ('Besançon', 'Hapsburg')
        >>> nearest("Wien", ["Vienna", "Siena"], {"wien": "Vienna"})
        'Vienna'
        >>> nearest("late", ["Early Republic", "Late Republic"]), nearest("Atlantis", ["Vienna"])
        ('Late Republic', '')
    """
    if not isinstance(name, str) or len(name) > 200:
        return ""
    from difflib import get_close_matches  # only a refusal needs it

    by_letters = {letters(each): each for each in known}
    wanted = letters(name)
    if players_say.get(wanted) in by_letters.values():
        return players_say[wanted]
    found = get_close_matches(wanted, by_letters, n=1, cutoff=LIKE_ENOUGH) or _with_the_word(wanted, by_letters)
    return by_letters[found[0]] if found else ""


def _with_the_word(wanted: str, known: Iterable[str]) -> list[str]:
    """The only known name in which every word of the wanted one stands, or begins a word."""
    words = wanted.split()
    found = [each for each in known if words and all(f" {word}" in f" {each}" for word in words)]
    return found if len(found) == 1 and len(wanted) >= LEAST_LETTERS else []


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


@lru_cache(maxsize=4096)
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
