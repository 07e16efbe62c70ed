"""Rule ids, and the mark that ties a piece of code to the rule that it carries."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

from responsa.values import dataclass

RULEBOOK: Final = r"[A-Z]{2,8}"
"""How the key of a rulebook is written."""

_PART = r"(?:[A-Z]?\d+|[IVXL]+)"
_CLAUSE = rf"{_PART}(?:\.{_PART}|\(\d+\)|\([a-z]+\)(?=\())*"
_LETTER = r"(?:[a-z]|\.[a-z]{1,3}|\([a-z]{1,5}\)|)"
NUMBER: Final = _CLAUSE + _LETTER
"""How the number of a rule or clause may be written: `13.4c`, `3(2)(a)`, `II.3`, `3.aa`; a rulebook has its way."""

RULE_ID: Final = re.compile(rf"(?P<rulebook>{RULEBOOK}) (?P<clause>{_CLAUSE})(?P<letter>{_LETTER})")
"""How a rule id is written."""

_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50}

_Code = TypeVar("_Code", bound=Callable[..., Any])


@dataclass(frozen=True)
class RuleId:
    """The name of an atomic rule (`HIS 13.4c`), or of a whole clause (`HIS 13.4`).

    Attributes:
        rulebook: The key of the rulebook, in this book HEL, HIS or ROR.
        clause: The clause number as printed, for instance `13.4`, `1.10.71`, `C31`, `3(2)` or `II.3`.
        letter: The letter of the atomic rule as printed, `c`, `(c)` or `.cc`; empty for a whole clause.

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
        head = re.sub(r"(?:\.[^.()]+|\([^()]+\)|[^.()]+)$", "", self.clause)
        return RuleId(self.rulebook, head) if head else None

    @property
    def anchor(self) -> str:
        """The fragment that leads to the rule on its page: `his-13.4c`; `ur-3-2-a` for `UR 3(2)(a)`."""
        return re.sub(r"[ (]", "-", str(self)).replace(")", "").lower()

    @property
    def order(self) -> tuple[str, tuple[tuple[str, int], ...], tuple[int, str]]:
        """A key that sorts ids as a reader counts: 9.2 before 9.10, 13.4 before 13.4a, IX before X, z before aa."""
        parts = re.findall(r"[A-Z]?\d+|[A-Z]+|[a-z]+", self.clause)
        return self.rulebook, tuple(map(_place, parts)), (len(self.letter), self.letter)

    def __str__(self) -> str:
        return f"{self.rulebook} {self.number}"


def _place(part: str) -> tuple[str, int]:
    """A part of a number as readers count it: a letter before it, and its value."""
    if part.isalpha() and part.isupper():
        values = [_ROMAN[letter] for letter in part]
        return "", sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))
    letter = part.rstrip("0123456789")
    return letter, int(part.removeprefix(letter) or 0)


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
