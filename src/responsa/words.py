"""Enumerations whose members are words of the game."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, Self

from responsa.errors import ImpossibleSituation


class Words(Enum):
    """An enumeration whose members print as words and whose repr is code.

    A subclass may name the rule that its words come from, `class Age(Words, rule="ROR 1.11.31")`: then a word that
    is none of its members is an impossible situation under that rule.

    Examples:
        >>> from responsa import Words
        >>> class Age(Words, rule="ROR 1.11.31"):
        ...     EARLY = "Early Republic"
        ...     LATE = "Late Republic"
        >>> print(Age.EARLY), Age.EARLY
        Early Republic
        (None, Age.EARLY)
        >>> Age("Golden Age")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: age is 'Golden Age', expected Early Republic or Late Republic [ROR 1.11.31]
    """

    __word_rule__: ClassVar[str]

    def __init_subclass__(cls, rule: str = "") -> None:
        super().__init_subclass__()
        cls.__word_rule__ = rule

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not cls.__word_rule__:
            return None
        known = [str(member) for member in cls]
        expected = f"{', '.join(known[:-1])} or {known[-1]}"
        raise ImpossibleSituation(cls.__name__.lower(), value, expected, cls.__word_rule__)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
