"""Enumerations whose members are words of the game."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import ClassVar, Final, Self

from responsa.errors import ImpossibleSituation
from responsa.nearest import letters, nearest
from responsa.sentences import listing

MOST_TOLD: Final = 8
"""How many words a refusal lists; of more it names one as an example."""


class Words(Enum):
    """An enumeration whose members print as words and whose repr is code.

    A text means the member whose word it is, in any case. A subclass names the rule that its words come from,
    `class Age(Words, rule="ROR 1.11.31")`: what is none of its words is an impossible situation under that rule.
    Another word by which players call a member, `players_say={"horse": "cavalry"}`, is not taken for it, but answered
    with the right one.

    Examples:
        >>> from responsa import Words
        >>> class Age(Words, rule="ROR 1.11.31"):
        ...     EARLY = "Early Republic"
        ...     LATE = "Late Republic"
        >>> print(Age.EARLY), Age.EARLY, Age("late republic")
        Early Republic
        (None, Age.EARLY, Age.LATE)
        >>> Age("Late Repuplic")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: age is 'Late Repuplic', expected Early Republic or Late Republic [ROR 1.11.31]; the nearest is Late Republic
    """  # noqa: E501 - an error stands on one line

    __word_rule__: ClassVar[str]
    __players_say__: ClassVar[Mapping[str, str]]

    def __init_subclass__(cls, rule: str = "", players_say: Mapping[str, str] = MappingProxyType({})) -> None:
        super().__init_subclass__()
        cls.__word_rule__ = rule
        cls.__players_say__ = players_say

    @classmethod
    def read(cls, value: object, field: str = "", rule: str = "") -> Self:
        """The member that a value is, or that its text means.

        Args:
            value: A member, or its word in any case.
            field: The name of the argument, as a refusal calls it.
            rule: The rule of a refusal, for words that name none of their own.

        Raises:
            ImpossibleSituation: If it is no such word.
        """
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            if value in cls._value2member_map_:
                return cls(value)
            wanted = letters(value)
            for member in cls:
                if wanted == letters(str(member.value)):
                    return member
        known = [str(member) for member in cls]
        expected = listing(known, "or") if len(known) <= MOST_TOLD else cls._one_of_many()
        meant = nearest(value, known, cls.__players_say__)
        raise ImpossibleSituation(field or cls.__name__.lower(), value, expected, cls.__word_rule__ or rule, meant)

    @classmethod
    def _one_of_many(cls) -> str:
        return f"one of the {len(cls)} of {cls.__name__}, such as {next(iter(cls))}"

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not cls.__word_rule__:
            return None
        return cls.read(value)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    __hash__ = object.__hash__  # a member is itself alone; whole moves look words up in thousands
