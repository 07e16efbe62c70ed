"""The Royal Game of Ur, after the clay tablet and the boards of the royal tombs."""

from responsa.welcome import welcome
from ur.board import (
    FIRST_ROSETTE,
    HOME,
    LENGTH,
    MIDDLE_ROSETTE,
    PIECES,
    ROSETTES,
    SHARED_FROM,
    SHARED_TO,
    Side,
    is_rosette,
    is_shared,
)
from ur.dice import DICE, chance_of, throw
from ur.moving import Table, may_move, moves, next_side, winner

__all__ = [
    "DICE",
    "FIRST_ROSETTE",
    "HOME",
    "LENGTH",
    "MIDDLE_ROSETTE",
    "PIECES",
    "ROSETTES",
    "SHARED_FROM",
    "SHARED_TO",
    "Side",
    "Table",
    "chance_of",
    "is_rosette",
    "is_shared",
    "may_move",
    "moves",
    "next_side",
    "throw",
    "winner",
]

welcome(__name__, rule="URR 1a")
