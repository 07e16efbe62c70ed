"""Rulings: yes or no, and because, in words that a player would accept at the table."""

from __future__ import annotations

from responsa.errors import ImpossibleSituation
from responsa.rules import RuleId
from responsa.sentences import listing
from responsa.values import dataclass


@dataclass(frozen=True)
class Reason:
    """One plain sentence (without its full stop) and the rule that it rests on.

    Procedures also tell what happened in reasons: each step is a sentence with its rule.

    Examples:
        >>> from responsa import Reason
        >>> print(Reason("Vienna is fortified", "HIS 13.4b"))
        Vienna is fortified [HIS 13.4b]
    """

    text: str
    rule: str

    def __post_init__(self) -> None:
        RuleId.of(self.rule)
        if not self.text.strip():
            raise ValueError(f"a reason that rests on {self.rule} says nothing")

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


@dataclass(frozen=True)
class Finding:
    """One condition of a rule, looked at: whether it holds, and how to say so either way."""

    holds: bool
    rule: str
    yes: str
    no: str

    @property
    def reason(self) -> Reason:
        """The sentence that fits what was found."""
        return Reason(self.yes if self.holds else self.no, self.rule)


@dataclass(frozen=True)
class Ruling:
    """Yes or no, and because.

    A ruling counts as true or false where Python asks, and prints as an answer.

    Examples:
        >>> from responsa import Reason, Ruling
        >>> ruling = Ruling(False, (Reason("5 land units are left and at most 4 may withdraw", "HIS 13.4d"),))
        >>> print(ruling)
        No. 5 land units are left and at most 4 may withdraw [HIS 13.4d].
        >>> bool(ruling)
        False
    """

    answer: bool
    because: tuple[Reason, ...]

    @classmethod
    def yes(cls, text: str, rule: str) -> Ruling:
        """Yes, for one reason.

        Examples:
            >>> from responsa import Ruling
            >>> print(Ruling.yes("Vienna is fortified", "HIS 13.4b"))
            Yes. Vienna is fortified [HIS 13.4b].
        """
        return cls(True, (Reason(text, rule),))

    @classmethod
    def no(cls, text: str, rule: str) -> Ruling:
        """No, for one reason.

        Examples:
            >>> from responsa import Ruling
            >>> print(Ruling.no("Graz is not fortified", "HIS 13.4b"))
            No. Graz is not fortified [HIS 13.4b].
        """
        return cls(False, (Reason(text, rule),))

    def __post_init__(self) -> None:
        if not self.because:
            raise ValueError("a ruling gives at least one reason")

    def require(self, field: str, value: object) -> None:
        """Refuse what the answer forbids: whoever acts asks first.

        Args:
            field: The argument at fault, as the caller wrote it.
            value: What was given.

        Raises:
            ImpossibleSituation: If the answer is no; the first reason says what is in the way, and by which rule.

        Examples:
            >>> from responsa import Ruling
            >>> Ruling.no("Graz is not fortified", "HIS 13.4b").require("space", "Graz")
            Traceback (most recent call last):
            responsa.ImpossibleSituation: space is 'Graz', but Graz is not fortified [HIS 13.4b]
        """
        if not self.answer:
            first = self.because[0]
            raise ImpossibleSituation.because(field, value, first.text, first.rule)

    def __bool__(self) -> bool:
        return self.answer

    def __str__(self) -> str:
        reasons = listing(self.because)
        return f"{'Yes' if self.answer else 'No'}. {reasons[:1].upper()}{reasons[1:]}."

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that the answer rests on, in the order of the reasons."""
        return tuple(reason.rule for reason in self.because)


def decide(*findings: Finding) -> Ruling:
    """Yes, because of all the findings, if every one holds; else no, because of those that do not.

    Raises:
        ValueError: If there are no findings.

    Examples:
        >>> from responsa import Finding, decide
        >>> print(
        ...     decide(
        ...         Finding(True, "HIS 13.4b", yes="Vienna is fortified", no="Vienna is not fortified"),
        ...         Finding(5 <= 4, "HIS 13.4d", yes="5 units are few enough", no="5 units are more than 4"),
        ...     )
        ... )
        No. 5 units are more than 4 [HIS 13.4d].
    """
    if not findings:
        raise ValueError("nothing was looked at, so nothing can be decided")
    against = tuple(finding.reason for finding in findings if not finding.holds)
    return Ruling(not against, against or tuple(finding.reason for finding in findings))
