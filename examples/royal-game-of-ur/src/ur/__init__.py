"""The Royal Game of Ur, after the clay tablet and the boards of the royal tombs."""

from ur.board import HOME, LENGTH, PIECES, ROSETTES, SHARED, Side, is_rosette, is_shared
from ur.dice import DICE, chance_of, throw
from ur.moving import Table, may_move, moves, next_side, winner

__all__ = [
    "DICE",
    "HOME",
    "LENGTH",
    "PIECES",
    "ROSETTES",
    "SHARED",
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
