"""What lies on the table: the counters, cards, offices and spaces of a game, with what is printed on them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that a player can point at.

    Attributes:
        name: What is printed on it, or the term of the glossary that it is.
        printed: The numbers and the like that stand on it, in words.
        words: Other words by which rules and questions call it.
    """

    name: str
    printed: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pieces:
    """All pieces of one kind.

    Attributes:
        title: What they are called together.
        pieces: Each of them.
        terms: The terms of the glossary by which rules speak of them all.
    """

    title: str
    pieces: tuple[Piece, ...]
    terms: tuple[str, ...] = ()


def named(*names: str) -> tuple[Piece, ...]:
    """Pieces that are told by their names alone.

    Examples:
        >>> from responsa.piece import named
        >>> named("cavalry", "corsair")
        (Piece(name='cavalry', printed='', words=()), Piece(name='corsair', printed='', words=()))
    """
    return tuple(Piece(name) for name in names)
