"""In which language the desk answers: the library speaks English, and a table of words says the same in Russian."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from responsa.russian import speech

Say: TypeAlias = Callable[[str], str]
"""Says in the reader's language what the library says."""

SOURCE: Final = "en"
"""The language of the library."""


def as_it_is(text: str) -> str:
    """What the library says, in its own language."""
    return text


def saying(language: str, desk: str) -> Say:
    """What says things in a language.

    Args:
        language: Its two letters.
        desk: The package of the calculators of a game; its last part is the name of the table of words.

    Raises:
        KeyError: If there is no table of words for that language.

    Examples:
        >>> from responsa.desk.language import saying
        >>> saying("ru", "responsa.desk.here_i_stand")("a siege begins")
        'начинается осада'
    """
    if language == SOURCE:
        return as_it_is
    return {"ru": speech}[language](desk.rpartition(".")[2]).say
