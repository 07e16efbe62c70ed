"""Rule ids, and the mark that ties a piece of code to the rule that it carries."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

from responsa.values import dataclass

RULEBOOK: Final = r"[A-Z]{2,8}"
"""How the key of a rulebook is written."""

_NUMBER = r"[A-Z]?\d+(?:\.\d+)*"
RULE_ID: Final = re.compile(rf"(?P<rulebook>{RULEBOOK}) (?P<clause>{_NUMBER})(?P<letter>[a-z]?)")
"""How a rule id is written."""

_Code = TypeVar("_Code", bound=Callable[..., Any])


@dataclass(frozen=True)
class RuleId:
    """The name of an atomic rule (`HIS 13.4c`), or of a whole clause (`HIS 13.4`).

    Attributes:
        rulebook: The key of the rulebook, in this book HEL, HIS or ROR.
        clause: The clause number as printed, for instance `13.4`, `1.10.71` or `C31`.
        letter: The letter of the atomic rule; empty for a whole clause.

    Examples:
        >>> from responsa import RuleId
        >>> RuleId.of("HIS 13.4c")
        RuleId(rulebook='HIS', clause='13.4', letter='c')
        >>> print(RuleId.of("HIS 13.4c").parent)
        HIS 13.4
    """

    rulebook: str
    clause: str
    letter: str = ""

    @classmethod
    def of(cls, text: str | RuleId) -> RuleId:
        """Read a rule id such as `"HIS 13.4c"`; an id that is one already is returned as it is.

        Raises:
            ValueError: If the text is no rule id.
        """
        if isinstance(text, RuleId):
            return text
        match = RULE_ID.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no rule id; expected something like 'HIS 13.4c'")
        return cls(match["rulebook"], match["clause"], match["letter"])

    @property
    def number(self) -> str:
        """The label that the rule carries on its page: `13.4c`."""
        return self.clause + self.letter

    @property
    def parent(self) -> RuleId | None:
        """The clause that holds this rule or clause; `None` for a top clause such as `HIS 13`."""
        if self.letter:
            return RuleId(self.rulebook, self.clause)
        head, dot, _ = self.clause.rpartition(".")
        return RuleId(self.rulebook, head) if dot else None

    @property
    def anchor(self) -> str:
        """The fragment that leads to the rule on its page: `his-13.4c`."""
        return f"{self.rulebook}-{self.number}".lower()

    @property
    def order(self) -> tuple[str, tuple[tuple[str, int], ...], str]:
        """A key that sorts ids as a reader counts: 9.2 before 9.10, 13.4 before 13.4a."""
        parts = (re.fullmatch(r"([A-Z]?)(\d+)", part) for part in self.clause.split("."))
        return self.rulebook, tuple((part[1], int(part[2])) for part in parts if part), self.letter

    def __str__(self) -> str:
        return f"{self.rulebook} {self.number}"


def implements(*rules: str) -> Callable[[_Code], _Code]:
    """Mark a function, method or class as the code that carries the given rules.

    The marks can be read back with `rules_of`; coverage, "implemented by" links and stale checks come from them.
    Code that carries a later version of a rule says so: `"HIS 13.4d v2"`; without that it carries the first.

    Raises:
        ValueError: If no rule is given, or one of them is no rule id.

    Examples:
        >>> from responsa import implements, rules_of
        >>> @implements("HIS 13.4d")
        ... def few_enough(units: int) -> bool:
        ...     return units <= 4
        >>> [str(rule) for rule in rules_of(few_enough)]
        ['HIS 13.4d']
    """
    if not rules:
        raise ValueError("implements() names no rule")
    versions = dict(map(_versioned, rules))

    def mark(code: _Code) -> _Code:
        setattr(code, "__rules__", versions)  # noqa: B010 - a callable has no such attribute for the type checker
        return code

    return mark


def _versioned(text: str) -> tuple[RuleId, int]:
    rule, _, version = text.partition(" v")
    return RuleId.of(rule), int(version or 1)


def rules_of(code: object) -> dict[RuleId, int]:
    """The rules that a piece of code carries by its own `implements` mark, each with its version; empty if it has none.

    Examples:
        >>> from responsa import implements, rules_of
        >>> @implements("HIS 13.4c", "HIS 13.4d v2")
        ... def may_withdraw() -> None: ...
        >>> {str(rule): version for rule, version in rules_of(may_withdraw).items()}
        {'HIS 13.4c': 1, 'HIS 13.4d': 2}
    """
    found: dict[RuleId, int] = vars(code).get("__rules__", {}) if hasattr(code, "__dict__") else {}
    return found
