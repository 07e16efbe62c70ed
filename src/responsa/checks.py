"""What every rulebook asks of its numbers: always the field, the value, and the rule, in this order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from responsa.errors import ImpossibleSituation
from responsa.rules import RuleId
from responsa.sentences import span

__all__ = ["check_count", "check_once", "check_whole"]


def check_whole(field: str, value: object, rule: str | RuleId) -> None:
    """Make sure that a value is a whole number, below 0 too; a bool, 2.0 or a text is none.

    Raises:
        ImpossibleSituation: If it is not.

    Examples:
        >>> from responsa.checks import check_whole
        >>> check_whole("modifier", 1.5, "HIS 13.3.4a")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: modifier is 1.5, expected a whole number [HIS 13.3.4a]
    """
    if type(value) is not int:
        raise ImpossibleSituation(field, value, "a whole number", rule)


def check_count(field: str, value: object, rule: str | RuleId, *, least: int = 0, most: int | None = None) -> None:
    """Make sure that a value is a whole number within its limits.

    Raises:
        ImpossibleSituation: If it is not.

    Examples:
        >>> from responsa.checks import check_count
        >>> check_count("units", -1, "HIS 13.4d")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: units is -1, expected 0 or more [HIS 13.4d]
        >>> check_count("turn", 8, "HIS 13.4d", least=1, most=7)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: turn is 8, expected 1 to 7 [HIS 13.4d]
    """
    if type(value) is not int or value < least or (most is not None and value > most):
        raise ImpossibleSituation(field, value, span(least, most), rule)


def check_once(field: str, names: Iterable[str], rule: str | RuleId) -> None:
    """Make sure that no name is given twice.

    Raises:
        ImpossibleSituation: If one is.

    Examples:
        >>> from responsa.checks import check_once
        >>> check_once("leaders", ["Brandon", "Brandon"], "HIS 5.1g")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: leaders is 'Brandon', expected each name once [HIS 5.1g]
    """
    for name, number in Counter(names).items():
        if number > 1:
            raise ImpossibleSituation(field, name, "each name once", rule)
