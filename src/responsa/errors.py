"""What the library raises: one error for what cannot be, one for what the text does not say."""

from __future__ import annotations

from responsa.rules import RuleId


class ImpossibleSituation(ValueError):
    """The situation given cannot occur in the game, or the rules forbid it.

    Args:
        field: The name of the argument at fault, as the caller wrote it.
        value: What was given.
        expected: What would have been right, as a noun phrase ("0 or more", "a space adjacent to Vienna").
        rule: The id of the rule that says so, for instance `"HIS 13.4d"`.
        nearest: What may have been meant, if something known looks like it.

    Examples:
        >>> from responsa import ImpossibleSituation
        >>> print(ImpossibleSituation("units", -1, "0 or more", "HIS 13.4d"))
        units is -1, expected 0 or more [HIS 13.4d]
    """

    __module__ = "responsa"

    def __init__(self, field: str, value: object, expected: str, rule: str | RuleId, nearest: str = "") -> None:
        super().__init__(field, value, expected, rule, nearest)
        self.field = field
        self.value = value
        self.expected = expected
        self.rule = RuleId.of(rule)
        self.nearest = nearest
        self.obstacle = ""

    @classmethod
    def because(cls, field: str, value: object, obstacle: str, rule: str | RuleId) -> ImpossibleSituation:
        """The same for what would be right but for an obstacle, told as a sentence."""
        error = cls(field, value, f"what the rules allow: {obstacle}", rule)
        error.obstacle = obstacle
        return error

    def __str__(self) -> str:
        if self.obstacle:
            return f"{self.field} is {_shown(self.value)}, but {self.obstacle} [{self.rule}]"
        meant = f"; the nearest is {self.nearest}" if self.nearest else ""
        return f"{self.field} is {_shown(self.value)}, expected {self.expected} [{self.rule}]{meant}"


LONGEST = 200
"""Characters of a value that a message shows."""


def _shown(value: object) -> str:
    said = repr(value)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"


class NotInThisText(LookupError):
    """The rulebook that we have does not answer the question, and the library does not guess.

    Args:
        question: The question, as a sentence without its mark ("what becomes of the leaders").
        rule: The rule that raises the question.
        where: The clause of the published rules that would hold the answer, if that is known.

    Examples:
        >>> from responsa import NotInThisText
        >>> print(NotInThisText("what becomes of the leaders", "HIS 13.4n", where="13.4"))
        not in this text: what becomes of the leaders [HIS 13.4n]; clause 13.4 of the published rules would say
    """

    __module__ = "responsa"

    def __init__(self, question: str, rule: str | RuleId, where: str = "") -> None:
        super().__init__(question, rule, where)
        self.question = question
        self.rule = RuleId.of(rule)
        self.where = where

    def __str__(self) -> str:
        would_say = f"; clause {self.where} of the published rules would say" if self.where else ""
        return f"not in this text: {self.question} [{self.rule}]{would_say}"
