"""What a text must be before anything is read from it: of a sensible length, and written as it looks."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from responsa.errors import ImpossibleSituation
from responsa.rules import RuleId

LONGEST_TEXT: Final = 20_000
"""The most characters of a text; a longer one is no notation."""

LONGEST_NUMBER: Final = 9
"""The most digits of a number in a text."""

_SHOWN: Final = 40
_NUMBER_TOO_LONG: Final = re.compile(rf"\d{{{LONGEST_NUMBER + 1},}}")
_WORD: Final = re.compile(r"[^\W\d_]+")


def as_it_looks(field: str, text: str, rule: str | RuleId) -> str:
    """The text, with each accented letter in one character, if it is what it looks like.

    Args:
        field: The argument that the text was given for, as the caller wrote it.
        text: What was given.
        rule: The rule of a refusal.

    Raises:
        ImpossibleSituation: If it is enormous, or has a character that no reader can tell from another: a digit that
            is not one of 0 to 9, a letter of one alphabet in a word of another, or one that is not seen at all.

    Examples:
        >>> from responsa.notation import as_it_looks
        >>> written = "Besanc\N{COMBINING CEDILLA}on"
        >>> len(written), len(as_it_looks("space", written, "HIS 13.1.2b"))
        (9, 8)
        >>> as_it_looks("stack", "Ottoman: \N{FULLWIDTH DIGIT THREE} regulars", "HIS 5.1a")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: stack is 'Ottoman: ３ regulars', expected plain characters, without '３' (FULLWIDTH DIGIT THREE) at 10 [HIS 5.1a]
    """  # noqa: E501 - an error stands on one line
    if len(text) > LONGEST_TEXT:
        raise ImpossibleSituation(field, text, f"a text of at most {LONGEST_TEXT} characters", rule)
    if not (text.isascii() and text.isprintable()):
        text = unicodedata.normalize("NFC", text)
        odd = _odd_one(text)
        if odd is not None:
            raise ImpossibleSituation(field, _around(text, odd), f"plain characters, without {_named(text, odd)}", rule)
    if too_long := _NUMBER_TOO_LONG.search(text):
        expected = f"numbers of at most {LONGEST_NUMBER} digits"
        raise ImpossibleSituation(field, _around(text, too_long.start()), expected, rule)
    return text


def _odd_one(text: str) -> int | None:
    """Where the first character stands that is not what it looks like."""
    for place, character in enumerate(text):
        kind = unicodedata.category(character)
        if kind[0] == "N" and not character.isascii():
            return place
        if (kind[0] == "C" and character not in "\n\r\t") or kind == "Mn":
            return place
    for word in _WORD.finditer(text):
        alphabets = [_alphabet(letter) for letter in word[0]]
        if len(set(alphabets)) > 1:
            usual = max(("LATIN", *alphabets), key=alphabets.count)
            return word.start() + next(n for n, alphabet in enumerate(alphabets) if alphabet != usual)
    return None


def _alphabet(letter: str) -> str:
    return "LATIN" if letter.isascii() else unicodedata.name(letter, "unknown").partition(" ")[0]


def _named(text: str, place: int) -> str:
    character = text[place]
    name = unicodedata.name(character, "") or f"U+{ord(character):04X}"
    return f"{character!r} ({name}) at {place + 1}"


def _around(text: str, place: int) -> str:
    """The part of a text around the fault, so that a message shows it however long the text is."""
    start = max(0, place - _SHOWN)
    return text[start : place + _SHOWN]
