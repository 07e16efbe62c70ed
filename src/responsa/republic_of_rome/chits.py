"""Drawing mortality chits [ROR 1.05]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import check_count
from responsa.republic_of_rome.pieces import Senator
from responsa.rules import implements

DRAW_TWO: Final = "draw 2"
"""The chit that names nobody: it goes back at once, and two more are drawn [ROR 1.05a]."""

MORE_CHITS: Final = 2
"""How many chits are drawn for a "draw 2" chit [ROR 1.05a]."""


@implements("ROR 1.05a")
def named_by(chits: Sequence[str], *, count: int) -> tuple[str, ...]:
    """The numbers that a draw of `count` chits has named, in order, once it is finished [ROR 1.05a].

    Args:
        chits: What was drawn, in order: identification numbers (`"4"`) and `"draw 2"`.
        count: How many chits were to be drawn.

    Raises:
        ImpossibleSituation: If too few or too many were drawn, or a number came up again while its chit was out.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.named_by(("17", "draw 2", "4", "9"), count=2)
        ('17', '4', '9')
        >>> ror.named_by(("17", "17"), count=2)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: chits is ('17', '17'), expected each number once, for chits stay out [ROR 1.05a]
    """
    check_count("count", count, "ROR 1.05a")
    shown = tuple(chits)
    left = count
    for chit in shown:
        if left == 0:
            raise ImpossibleSituation("chits", shown, f"no more than finish a draw of {count}", "ROR 1.05a")
        left += MORE_CHITS - 1 if chit == DRAW_TWO else -1
    if left:
        raise ImpossibleSituation("chits", shown, f"enough to finish a draw of {count}", "ROR 1.05a")
    named = tuple(chit for chit in shown if chit != DRAW_TWO)
    if len(set(named)) < len(named):
        raise ImpossibleSituation("chits", shown, "each number once, for chits stay out", "ROR 1.05a")
    return named


@implements("ROR 1.05a")
def is_named(man: Senator, named: Sequence[str]) -> bool:
    """Whether one of the numbers is his; a statesman shares his family's [ROR 1.05a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.is_named(ror.Senator("T. Sempronius Gracchus", number="25A"), ("25",))
        True
    """
    return bool(man.number) and man.family_number in named
