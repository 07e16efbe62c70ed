"""The board: the way of a piece, what is shared, and the rosettes [URR 1]."""

from __future__ import annotations

from typing import Final

from responsa import ImpossibleSituation, Words, implements

PIECES: Final = 7
"""Pieces of each side [URR 1a]."""

LENGTH: Final = 14
"""Squares on the way of a piece [URR 1b]."""

HOME: Final = LENGTH + 1
"""Where a piece is that has left the board [URR 5a]."""

SHARED: Final = range(5, 13)
"""The squares that both sides use [URR 1b]."""

ROSETTES: Final = (4, 8, 14)
"""The squares that bear a rosette [URR 1c]."""


class Side(Words, rule="URR 1a"):
    """The two sides [URR 1a]."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> Side:
        """The other side."""
        return Side.DARK if self is Side.LIGHT else Side.LIGHT


def check_square(field: str, square: int) -> None:
    """Refuse what is no square of the way.

    Raises:
        ImpossibleSituation: If it is no whole number from 1 to 14 [URR 1b].
    """
    if type(square) is not int or not 1 <= square <= LENGTH:
        raise ImpossibleSituation(field, square, f"a square from 1 to {LENGTH}", "URR 1b")


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
    check_square("square", square)
    return square in SHARED


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
    check_square("square", square)
    return square in ROSETTES
