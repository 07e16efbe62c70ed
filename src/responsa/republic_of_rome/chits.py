"""Drawing mortality chits [ROR 1.05]."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from responsa.checks import check_count
from responsa.errors import ImpossibleSituation
from responsa.nearest import letters, nearest
from responsa.republic_of_rome.pieces import Senator
from responsa.rules import implements

CUP: Final = 36
"""The chits in the cup [ROR 1.05b]."""

NUMBERED: Final = 30
"""The chits in the cup that bear a number [ROR 1.05b]."""

BLANK: Final = "none"
"""The chit that names nobody and stays out like any other [ROR 1.05b]."""

DRAW_TWO: Final = "draw 2"
"""The chit that goes back at once, and two more are drawn [ROR 1.05a]."""

MORE_CHITS: Final = 2
"""How many chits are drawn for a "draw 2" chit [ROR 1.05a]."""


@implements("ROR 1.05b")
def chit_of_text(text: str, field: str = "chits") -> str:
    """A chit as the library writes it: `"4"` for `"04"`, `"none"` for `"Blank"`, `"draw 2"` for `"Draw two"`.

    Raises:
        ImpossibleSituation: If no chit in the cup says so.
    """
    said = letters(text)
    if said in (BLANK, "blank"):
        return BLANK
    if said in (DRAW_TWO, "draw two"):
        return DRAW_TWO
    number = said.lstrip("0")
    if not re.fullmatch(r"\d{1,2}", number) or int(number) > NUMBERED:
        expected = f"a number from 1 to {NUMBERED}, {BLANK!r}, or {DRAW_TWO!r}"
        raise ImpossibleSituation(field, text, expected, "ROR 1.05b", nearest(text, (BLANK, DRAW_TWO)))
    return number


@implements("ROR 1.05a", "ROR 1.05b")
def named_by(chits: Sequence[str], *, count: int) -> tuple[str, ...]:
    """The numbers that a draw of `count` chits has named, in order, once it is finished [ROR 1.05a].

    Args:
        chits: What was drawn, in order: identification numbers (`"4"`), `"none"` (or `"blank"`) and `"draw 2"`.
        count: How many chits were to be drawn.

    Raises:
        ImpossibleSituation: If there is no such chit, too few or too many were drawn, a number came up again while its
            chit was out, or there are more blank chits than the cup holds.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.named_by(("17", "draw 2", "4", "9"), count=2)
        ('17', '4', '9')
        >>> ror.named_by(("none", "4"), count=2)
        ('4',)
        >>> ror.named_by(("17", "17"), count=2)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: chits is ('17', '17'), expected each number once, for chits stay out [ROR 1.05a]
    """
    check_count("count", count, "ROR 1.05a")
    shown = tuple(map(chit_of_text, chits))
    left = count
    for chit in shown:
        if left == 0:
            raise ImpossibleSituation("chits", shown, f"no more than finish a draw of {count}", "ROR 1.05a")
        left += MORE_CHITS - 1 if chit == DRAW_TWO else -1
    if left:
        raise ImpossibleSituation("chits", shown, f"enough to finish a draw of {count}", "ROR 1.05a")
    if shown.count(BLANK) > CUP - NUMBERED:
        raise ImpossibleSituation("chits", shown, f"at most {CUP - NUMBERED} blank chits", "ROR 1.05b")
    named = tuple(chit for chit in shown if chit not in (DRAW_TWO, BLANK))
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
    numbers = [chit_of_text(chit, "named") for chit in named]
    return bool(man.number) and man.family_number in numbers
