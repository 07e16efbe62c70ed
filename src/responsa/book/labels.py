"""How a rulebook numbers its clauses and rules, and how its pages name them: labels, headings and references."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from responsa.rules import NUMBER, RULEBOOK


@dataclass(frozen=True)
class Labels:
    r"""The labels of one rulebook: a pattern of the number of a clause, and one of the label of a rule.

    Examples:
        >>> from responsa.book.labels import Labels
        >>> roman = Labels(clause="[IVX]+", rule=r"[IVX]+\.\d+")
        >>> roman.opening.match("[II.3] A piece moves.")["label"], roman.heading.match("## II Moves")["clause"]
        ('II.3', 'II')
    """

    clause: str = r"[A-Z]?\d+(?:\.\d+)*"
    rule: str = r"[A-Z]?\d+(?:\.\d+)*[a-z]"

    @classmethod
    def read(cls, table: str, given: object) -> Labels:
        """The patterns that the settings give; both, or none.

        Raises:
            ValueError: If there is only one, or one is no pattern.
        """
        if not given:
            return USUAL
        if not isinstance(given, dict) or {*given} != {"clause", "rule"}:
            said = " and ".join(sorted(given)) if isinstance(given, dict) else repr(given)
            raise ValueError(f"[{table}] has {said}; expected two patterns, clause and rule")
        for name, pattern in given.items():
            if not isinstance(pattern, str) or not _is_pattern(pattern):
                raise ValueError(f"[{table}] says {name} = {pattern!r}, which is no pattern without groups of its own")
        return cls(str(given["clause"]), str(given["rule"]))

    @property
    def _any(self) -> str:
        """The pattern of what can be a label here and an id everywhere."""
        return rf"(?={NUMBER}[\] \t])(?:{self.rule}|{self.clause})(?=[\] \t])"

    @cached_property
    def token(self) -> re.Pattern[str]:
        """What may stand inside a text: code, a tied number or word, a reference, any other link; in this order.

        A reference that names its rulebook may have any number, for it may lead to one that numbers otherwise.
        """
        return re.compile(
            rf"""
            (?P<code> (?<!`) (?P<ticks>`++) .{{1,1000}}? (?<!`) (?P=ticks) (?!`) )
          | \[ (?P<shown> [^\[\]]+ ) \]
            \( = (?P<target> (?: (?:or[ ]not|not|at[ ]will)[ ] )? [^)\s]* ) (?: \s+ "(?P<reason>[^"]*)" )? \)
          | \[ (?: (?P<book> {RULEBOOK} ) [ ] )? (?P<label> (?(book) {NUMBER} | (?-x:{self._any}) ) ) \] (?! [\[(] )
          | !? \[ [^\[\]]* \] (?: \( [^()\[\]]* \) | \[ [^\[\]]* \] )
            """,
            re.VERBOSE | re.DOTALL,
        )

    @cached_property
    def opening(self) -> re.Pattern[str]:
        """The opening of a rule: its label at the very start of a paragraph or list item."""
        return re.compile(rf"(?P<lead>(?:(?:[-*+]|\d+\.)[ \t]+)?)\[(?P<label>{self._any})\][ \t]+")

    @cached_property
    def heading(self) -> re.Pattern[str]:
        """A heading that gives a clause its number."""
        return re.compile(
            rf"(?P<marks>#{{1,6}})[ \t]+(?P<clause>(?={NUMBER}[ \t])(?:{self.clause}))[ \t]+(?P<title>.+)$"
        )

    def is_rule(self, label: str) -> bool:
        """Whether a label is that of a rule; otherwise it is that of a clause."""
        return bool(re.fullmatch(self.rule, label))


def _is_pattern(text: str) -> bool:
    try:
        return re.compile(text).groups == 0
    except re.error:
        return False


USUAL: Final = Labels()
"""Numbers with dots, and a letter: clause 13.4, rule 13.4c."""
