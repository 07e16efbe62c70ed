"""Moving: who may go where, who is taken, whose turn it is, and who has won [URR 3] [URR 4] [URR 5]."""

from __future__ import annotations

from dataclasses import dataclass, replace

from responsa import Finding, ImpossibleSituation, Ruling, decide, implements
from ur.board import HOME, LENGTH, MIDDLE_ROSETTE, PIECES, Side, is_rosette, is_shared
from ur.dice import DICE

HAND = 0
"""Where a piece is that has not entered the board [URR 3b]."""


@implements("URR 1a")
@dataclass(frozen=True, slots=True)
class Table:
    """Where the pieces of both sides stand on their ways: 0 is the hand, 15 is home [URR 1a].

    Raises:
        ImpossibleSituation: If a side has not seven pieces [URR 1a], a piece is nowhere on its way [URR 1b], two pieces
            of a side share a square [URR 3c], or pieces of both sides share one [URR 3d].

    Examples:
        >>> from ur import Side, Table
        >>> table = Table.of("4 8", "6")
        >>> table.pieces(Side.DARK)
        (0, 0, 0, 0, 0, 0, 6)
    """

    light: tuple[int, ...]
    dark: tuple[int, ...]

    @classmethod
    def of(cls, light: str = "", dark: str = "", *, light_home: int = 0, dark_home: int = 0) -> Table:
        """A table from the squares on which pieces stand; the others are in hand, but for those that are home.

        Raises:
            ImpossibleSituation: If a square is no number [URR 1b], or the table cannot be.
        """
        return cls(_pieces("light", light, light_home), _pieces("dark", dark, dark_home))

    def __post_init__(self) -> None:
        for name, pieces in (("light", self.light), ("dark", self.dark)):
            if len(pieces) != PIECES:
                raise ImpossibleSituation(name, pieces, f"{PIECES} pieces", "URR 1a")
            if any(type(at) is not int or not HAND <= at <= HOME for at in pieces):
                raise ImpossibleSituation(name, pieces, f"places from {HAND} to {HOME}", "URR 1b")
            on_board = [at for at in pieces if HAND < at < HOME]
            if len(set(on_board)) < len(on_board):
                raise ImpossibleSituation(name, pieces, "at most one piece on a square", "URR 3c")
        both = sorted(at for at in {*self.light} & {*self.dark} if HAND < at < HOME and is_shared(at))
        if both:
            raise ImpossibleSituation("dark", both[0], "a square without a piece of light", "URR 3d")

    def pieces(self, side: Side) -> tuple[int, ...]:
        """Where the pieces of a side stand."""
        return self.light if side is Side.LIGHT else self.dark

    def with_pieces(self, side: Side, pieces: tuple[int, ...]) -> Table:
        """The table with the pieces of a side elsewhere."""
        pieces = tuple(sorted(pieces))
        return replace(self, light=pieces) if side is Side.LIGHT else replace(self, dark=pieces)


def _pieces(field: str, squares: str, home: int) -> tuple[int, ...]:
    words = squares.split()
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise ImpossibleSituation(field, word, f"a square from 1 to {LENGTH}", "URR 1b")
    on_board = sorted(map(int, words))
    if type(home) is not int or not 0 <= home <= PIECES - len(on_board):
        raise ImpossibleSituation(f"{field}_home", home, f"0 to {PIECES - len(on_board)} pieces", "URR 1a")
    return (HAND,) * (PIECES - home - len(on_board)) + tuple(on_board) + (HOME,) * home


@implements("URR 3a", "URR 3b", "URR 3c", "URR 3e", "URR 5a")
def may_move(table: Table, side: Side, piece: int, squares: int) -> Ruling:
    """Whether a side may move the piece on a place by so many squares [URR 3].

    Args:
        table: Where all pieces stand.
        side: Whose piece it is.
        piece: The place of the piece; 0 for one in hand [URR 3b].
        squares: What was thrown.

    Raises:
        ImpossibleSituation: If no piece of that side stands there, or no throw gives so many [URR 2a].

    Examples:
        >>> from ur import Side, Table, may_move
        >>> print(may_move(Table.of(light="6", dark="8"), Side.LIGHT, 6, 2))
        No. A piece of dark stands on the rosette of square 8 [URR 3e].
    """
    side = Side(side)
    if type(squares) is not int or not 1 <= squares <= DICE:
        raise ImpossibleSituation("squares", squares, f"1 to {DICE}", "URR 3a")
    if piece not in table.pieces(side) or piece == HOME:
        raise ImpossibleSituation("piece", piece, f"the place of a piece of {side}", "URR 3a")
    to = piece + squares
    if to >= HOME:
        exact = Finding(
            to == HOME, "URR 5a", yes="the throw takes the piece off exactly", no=f"the piece needs {HOME - piece}"
        )
        return decide(exact)
    own = to in table.pieces(side)
    safe = to == MIDDLE_ROSETTE and to in table.pieces(side.other)
    return decide(
        Finding(not own, "URR 3c", yes=f"no piece of {side} stands on {to}", no=f"a piece of {side} stands on {to}"),
        Finding(
            not safe,
            "URR 3e",
            yes=f"nobody is safe on {to}",
            no=f"a piece of {side.other} stands on the rosette of square {to}",
        ),
    )


@implements("URR 3f", "URR 3g", "URR 2b")
def moves(table: Table, side: Side, squares: int) -> tuple[int, ...]:
    """The places whose pieces may move; one of them must, and if there is none the turn passes [URR 3f] [URR 3g].

    Raises:
        ImpossibleSituation: If no throw gives so many [URR 2a].

    Examples:
        >>> from ur import Side, Table, moves
        >>> moves(Table.of(light="4"), Side.LIGHT, 4)
        (4,)
        >>> moves(Table.of(), Side.LIGHT, 0)
        ()
    """
    side = Side(side)
    if squares == 0 and type(squares) is int:
        return ()
    places = sorted({at for at in table.pieces(side) if at != HOME} or {})
    return tuple(at for at in places if may_move(table, side, at, squares))


@implements("URR 3d", "URR 3a", "URR 3b")
def move(table: Table, side: Side, piece: int, squares: int) -> Table:
    """The table after a move; a piece of the other side on a shared square goes back to its hand [URR 3d].

    Raises:
        ImpossibleSituation: If the piece may not move so far.

    Examples:
        >>> from ur import Side, Table
        >>> from ur.moving import move
        >>> move(Table.of(light="5", dark="7"), Side.LIGHT, 5, 2) == Table.of(light="7")
        True
    """
    side = Side(side)
    ruling = may_move(table, side, piece, squares)
    if not ruling:
        reason = ruling.because[0]
        raise ImpossibleSituation("piece", piece, f"a piece that may move: {reason.text}", reason.rule)
    to = piece + squares
    own = list(table.pieces(side))
    own[own.index(piece)] = to
    after = table
    if to < HOME and is_shared(to):
        theirs = tuple(HAND if at == to else at for at in table.pieces(side.other))
        after = after.with_pieces(side.other, theirs)
    return after.with_pieces(side, tuple(own))


@implements("URR 4a", "URR 2b", "URR 3g")
def next_side(side: Side, to: int | None) -> Side:
    """Who throws next: the same side after a move to a rosette, else the other [URR 4a].

    Args:
        side: Who has thrown.
        to: Where its piece came to; `None` if none moved [URR 2b] [URR 3g].

    Raises:
        ImpossibleSituation: If there is no such place [URR 1b].

    Examples:
        >>> from ur import Side, next_side
        >>> print(next_side(Side.LIGHT, 4), next_side(Side.LIGHT, 5), next_side(Side.LIGHT, None))
        light dark dark
    """
    side = Side(side)
    if to is None or to == HOME:
        return side.other
    return side if is_rosette(to) else side.other


@implements("URR 5b")
def winner(table: Table) -> Side | None:
    """The side whose pieces are all home, or nobody yet [URR 5b].

    Examples:
        >>> from ur import Table, winner
        >>> print(winner(Table.of(light_home=7)))
        light
    """
    return next((side for side in Side if set(table.pieces(side)) == {HOME}), None)
