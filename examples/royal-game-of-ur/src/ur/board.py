"""The board: the way of a piece, what is shared, and the rosettes [URR 1]."""

from __future__ import annotations

from typing import Final

from responsa import Words, implements
from responsa.checks import check_count

PIECES: Final = 7
"""Pieces of each side [URR 1a]."""

LENGTH: Final = 14
"""Squares on the way of a piece [URR 1b]."""

HOME: Final = LENGTH + 1
"""Where a piece is that has left the board [URR 5a]."""

SHARED_FROM: Final = 5
"""The first square that both sides use [URR 1b]."""

SHARED_TO: Final = 12
"""The last square that both sides use [URR 1b]."""

FIRST_ROSETTE: Final = 4
"""The first square with a rosette [URR 1c]."""

MIDDLE_ROSETTE: Final = 8
"""The rosette that both sides pass [URR 1c]."""

ROSETTES: Final = (FIRST_ROSETTE, MIDDLE_ROSETTE, LENGTH)
"""The squares that bear a rosette [URR 1c]."""


class Side(Words, rule="URR 1a"):
    """The two sides [URR 1a]."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> Side:
        """The other side."""
        return Side.DARK if self is Side.LIGHT else Side.LIGHT


@implements("URR 1b")
def is_shared(square: int) -> bool:
    """Whether both sides use a square [URR 1b].

    Raises:
        ImpossibleSituation: If there is no such square [URR 1b].

    Examples:
        >>> from ur import is_shared
        >>> is_shared(4), is_shared(5)
        (False, True)
    """
    check_count("square", square, "URR 1b", least=1, most=LENGTH)
    return SHARED_FROM <= square <= SHARED_TO


@implements("URR 1c")
def is_rosette(square: int) -> bool:
    """Whether a square bears a rosette [URR 1c].

    Raises:
        ImpossibleSituation: If there is no such square [URR 1b].

    Examples:
        >>> from ur import is_rosette
        >>> is_rosette(8), is_rosette(9)
        (True, False)
    """
    check_count("square", square, "URR 1b", least=1, most=LENGTH)
    return square in ROSETTES
