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

    Examples:
        >>> from responsa import ImpossibleSituation
        >>> print(ImpossibleSituation("units", -1, "0 or more", "HIS 13.4d"))
        units is -1, expected 0 or more [HIS 13.4d]
    """

    __module__ = "responsa"

    def __init__(self, field: str, value: object, expected: str, rule: str | RuleId) -> None:
        super().__init__(field, value, expected, rule)
        self.field = field
        self.value = value
        self.expected = expected
        self.rule = RuleId.of(rule)

    def __str__(self) -> str:
        return f"{self.field} is {self.value!r}, expected {self.expected} [{self.rule}]"


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
