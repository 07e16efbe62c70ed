"""The Vatinian Law: governors who rule their provinces from Rome, through legates [ROR 1.13.1]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from responsa.checks import check_count
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import listed, once
from responsa.republic_of_rome.pieces import Senator
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass

PROSECUTIONS: Final = 1
"""Minor prosecutions for each province that was plundered through a legate [ROR 1.13.1c]."""

ABSENT_RATING: Final = 0
"""What an absent governor adds to a battle in his province [ROR 1.13.1g]."""


@implements("ROR 1.13.1a")
def pays_as_governed(*, governor_there: bool, legate_there: bool) -> Ruling:
    """Whether a province is treated in the Revenue Phase as if its governor were there.

    Args:
        governor_there: Whether the governor himself is in the province.
        legate_there: Whether a legate holds it for him.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.pays_as_governed(governor_there=False, legate_there=True))
        Yes. A legate holds the province for its governor [ROR 1.13.1a].
    """
    there = governor_there or legate_there
    who = "the governor is in the province" if governor_there else "a legate holds the province for its governor"
    return decide(Finding(there, "ROR 1.13.1a", yes=who, no="neither the governor nor a legate is in the province"))


@implements("ROR 1.13.1b")
def may_travel(governor: Senator, *, provinces: int = 1) -> Ruling:
    """Whether a governor may travel between his provinces and the Senate.

    Args:
        governor: The governor.
        provinces: How many provinces he governs.

    Raises:
        ImpossibleSituation: If he governs none.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_travel(ror.Senator("Julius"), provinces=2))
        No. Julius does not travel between his 2 provinces and the Senate [ROR 1.13.1b].
    """
    check_count("provinces", provinces, "ROR 1.13.1b", least=1)
    what = "his province" if provinces == 1 else f"his {provinces} provinces"
    said = f"{governor} does not travel between {what} and the Senate"
    return decide(Finding(False, "ROR 1.13.1b", yes=said, no=said))


@implements("ROR 1.13.1c")
def minor_prosecutions(plundered: int) -> int:
    """How many minor prosecutions a corrupt governor with legates can be given for his plundering.

    Args:
        plundered: How many provinces were plundered for him.

    Raises:
        ImpossibleSituation: If the number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.minor_prosecutions(2)
        2
    """
    check_count("plundered", plundered, "ROR 1.13.1c")
    return PROSECUTIONS * plundered


@implements("ROR 1.13.1d")
def may_be_prosecuted(governor: Senator, *, plundered_this_turn: bool) -> Ruling:
    """Whether a governor with legates can be prosecuted for plundering now.

    Args:
        governor: The governor; he must be in Rome.
        plundered_this_turn: Whether the province was plundered in this turn.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_be_prosecuted(ror.Senator("Julius"), plundered_this_turn=False))
        No. The province was not plundered in this turn [ROR 1.13.1d].
    """
    was = "the province was plundered in this turn"
    return decide(
        Finding(plundered_this_turn, "ROR 1.13.1d", yes=was, no="the province was not plundered in this turn"),
        Finding(governor.in_rome, "ROR 1.13.1d", yes=f"{governor} is in Rome", no=f"{governor} is not in Rome"),
    )


@implements("ROR 1.13.1e", "ROR 1.13.1f")
def needs_a_marker(*, governor_absent: bool) -> Ruling:
    """Whether a marker must lie on a province that is ruled through a legate.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.needs_a_marker(governor_absent=True))
        No. A negative-number marker may lie on the province as a reminder [ROR 1.13.1f].
    """
    if governor_absent:
        said = "a negative-number marker may lie on the province as a reminder"
        return decide(Finding(False, "ROR 1.13.1f", yes=said, no=said))
    said = "there is no marker for governing through legates"
    return decide(Finding(False, "ROR 1.13.1e", yes=said, no=said))


@implements("ROR 1.13.1g")
def rating_in_province(governor: Senator, *, there: bool) -> int:
    """What a governor adds to a battle in his province (advanced rule 2.02).

    Args:
        governor: The governor.
        there: Whether he is in the province himself.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.rating_in_province(ror.Senator("Julius", military=4), there=False)
        0
    """
    return governor.military if there else ABSENT_RATING


@dataclass(frozen=True)
class KeptProvince(Told):
    """The provinces of a governor who revolted.

    Attributes:
        kept: The province that he keeps.
        to_forum: The provinces that go back to the Forum.
        steps: What happened.
    """

    kept: str
    to_forum: tuple[str, ...]
    steps: tuple[Reason, ...]


@implements("ROR 1.13.1h", "ROR 1.13.1i")
def keeps_province(governor: Senator, provinces: Sequence[str], *, now_in: str) -> KeptProvince:
    """Which province a governor of several provinces keeps when he revolts (advanced rule 2.03).

    Args:
        governor: The governor.
        provinces: All his provinces.
        now_in: The province in which he now is.

    Raises:
        ImpossibleSituation: If he does not govern that province, or a province is named twice.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.keeps_province(ror.Senator("Julius"), ["Sicilia", "Africa"], now_in="Africa").to_forum
        ('Sicilia',)
    """
    once("provinces", provinces, "each province once", "ROR 1.13.1h")
    if now_in not in provinces:
        raise ImpossibleSituation("now_in", now_in, f"one of his provinces, {listed(provinces)}", "ROR 1.13.1h")
    others = tuple(province for province in provinces if province != now_in)
    steps = [Reason(f"{governor} revolts in {now_in} and keeps it", "ROR 1.13.1h")]
    if others:
        said = f"{listed(others)} {'goes' if len(others) == 1 else 'go'} back to the Forum"
        steps.append(Reason(said, "ROR 1.13.1i"))
    return KeptProvince(now_in, others, tuple(steps))
