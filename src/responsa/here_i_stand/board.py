"""The board: spaces, what is fortified, and what is joined to what, in the clear or over a pass [HIS 2.5]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from os.path import dirname, join
from typing import Final

from responsa.errors import ImpossibleSituation
from responsa.here_i_stand._local_names import LOCAL_NAMES
from responsa.here_i_stand.powers import Power, check_power
from responsa.nearest import nearest
from responsa.rules import implements
from responsa.values import dataclass
from responsa.words import Words

CLEAR_COST: Final = 1
"""The Command Points that a move over a clear connection costs [HIS 13.1.3b]."""

PASS_COST: Final = 2
"""The Command Points that a move over a pass costs [HIS 2.5a] [HIS 13.1.3a]."""


class Kind(Words):
    """What kind of space it is; every kind but the unfortified one is fortified, sea zones apart."""

    UNFORTIFIED = "unfortified"
    FORTRESS = "fortress"
    ELECTORATE = "electorate"
    KEY = "key"
    CAPITAL = "capital"
    SEA = "sea"


class Connection(Words):
    """How two spaces are joined."""

    CLEAR = "clear"
    PASS = "pass"

    @property
    @implements("HIS 2.5a", "HIS 13.1.3a", "HIS 13.1.3b")
    def cost(self) -> int:
        """The Command Points that a land move over the connection costs."""
        return PASS_COST if self is Connection.PASS else CLEAR_COST


@dataclass(frozen=True)
class Space:
    """A space or a sea zone of the board.

    Attributes:
        name: Its name.
        kind: What is drawn there: a key, an electorate, a fortress, or nothing of these.
        home: The powers whose home space it is; `Power.INDEPENDENT` if nobody's.
        ports: The sea zones on which it is a port.
    """

    name: str
    kind: Kind = Kind.UNFORTIFIED
    home: tuple[Power, ...] = (Power.INDEPENDENT,)
    ports: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for power in self.home:
            check_power(power, "home")

    def __str__(self) -> str:
        return self.name

    @property
    def is_fortified(self) -> bool:
        """Whether it is a key, an electorate or a fortress."""
        return self.kind not in (Kind.UNFORTIFIED, Kind.SEA)

    @property
    def is_key(self) -> bool:
        """Whether it is a key; a capital is one."""
        return self.kind in (Kind.KEY, Kind.CAPITAL)


@dataclass(frozen=True)
class Board:
    r"""Spaces and connections. Both ends of a connection must tell of it, and in the same way.

    Attributes:
        spaces: The spaces and sea zones by name.
        neighbours: For every space the spaces joined to it, and how.

    Raises:
        ImpossibleSituation: If a connection stands on one of its ends only, differs, or leads nowhere.

    Examples:
        >>> from responsa.here_i_stand import Board
        >>> Board.of("Vienna | capital | Hapsburg | Graz\nGraz | unfortified | Hapsburg |")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: neighbours is 'Vienna to Graz', expected the same on both ends [HIS 2.5a]
    """

    spaces: Mapping[str, Space]
    neighbours: Mapping[str, Mapping[str, Connection]]

    def __post_init__(self) -> None:
        for name, joined in self.neighbours.items():
            for other, connection in joined.items():
                if name == other or self.neighbours.get(other, {}).get(name) is not connection:
                    given, expected = f"{name} to {other}", "the same on both ends"
                    raise ImpossibleSituation("neighbours", given, expected, "HIS 2.5a")
        for space in self.spaces.values():
            for zone in space.ports:
                if zone not in self.spaces or self.spaces[zone].kind is not Kind.SEA:
                    raise ImpossibleSituation("ports", f"{zone} at {space}", "a sea zone", "HIS 12.1a")

    @classmethod
    def of(cls, text: str) -> Board:
        """Read a board, one space a line: `name | kind | home power | neighbours | sea zones`.

        A neighbour over a pass is written `Graz (pass)`; lines that are empty or begin with `#` are skipped.
        """
        spaces: dict[str, Space] = {}
        neighbours: dict[str, dict[str, Connection]] = {}
        for line in text.splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            name, kind, home, joined, ports = [*(cell.strip() for cell in line.split("|")), "", "", "", ""][:5]
            powers = tuple(Power(part) for part in home.split("/") if part)
            spaces[name] = Space(
                name, Kind.read(kind, "kind", "HIS 2.5a"), powers or (Power.INDEPENDENT,), _names(ports)
            )
            neighbours[name] = {
                other.removesuffix(" (pass)"): Connection.PASS if other.endswith(" (pass)") else Connection.CLEAR
                for other in _names(joined)
            }
        return cls(spaces, neighbours)

    def __str__(self) -> str:
        lines = []
        for name, space in self.spaces.items():
            joined = ", ".join(
                other if connection is Connection.CLEAR else f"{other} (pass)"
                for other, connection in self.neighbours[name].items()
            )
            home = "" if space.kind is Kind.SEA else "/".join(map(str, space.home))
            lines.append(f"{name} | {space.kind} | {home} | {joined} | {', '.join(space.ports)}".rstrip(" |"))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Board.of({str(self)!r})"

    def __hash__(self) -> int:
        return hash(tuple(self.spaces))

    def space(self, name: str, field: str = "space") -> Space:
        """The land space of that name.

        Raises:
            ImpossibleSituation: If the board has no land space of that name.
        """
        if name not in self.spaces or self.spaces[name].kind is Kind.SEA:
            land = [space.name for space in self.spaces.values() if space.kind is not Kind.SEA]
            near = nearest(name, land, LOCAL_NAMES)
            raise ImpossibleSituation(field, name, "a land space of the board", "HIS 13.1.2b", near)
        return self.spaces[name]

    def connection(self, one: str, other: str) -> Connection | None:
        """How two spaces are joined; `None` if they are not adjacent."""
        return self.neighbours[self.space(one).name].get(self.space(other).name)

    @implements("HIS 2.5a", "HIS 2.5b", "HIS 2.5c")
    def adjacent(self, name: str, *, over_passes: bool) -> tuple[str, ...]:
        """The spaces adjacent to a space, with or without those beyond a pass.

        Beyond a pass counts for moving, avoiding battle and retreating; it does not for intercepting, taking control
        and removing unrest [HIS 2.5b] [HIS 2.5c] [HIS 2.5d].
        """
        joined = self.neighbours[self.space(name).name]
        return tuple(sorted(n for n, kind in joined.items() if over_passes or kind is Connection.CLEAR))


def _names(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(",") if part.strip())


def _printed() -> str:
    with open(join(dirname(__file__), "board.txt"), encoding="utf-8") as file:  # noqa: PTH118, PTH120, PTH123
        return file.read()  # pathlib would take longer to load than the board


BOARD: Final = Board.of(_printed())
"""The board of the game: every space, its home power and what it is joined to."""


HAVENS: Final = ("Oran", "Tripoli")
"""The spaces that the event Pirate Haven can make a fortified home space of the Ottomans [HIS 21.1b]."""


@implements("HIS 21.1b", "HIS 21.1c")
def with_havens(board: Board, havens: Iterable[str]) -> Board:
    """The board as the event Pirate Haven leaves it: who is at home in Oran and Tripoli, and where a fortress stands.

    Args:
        board: The board as it is printed.
        havens: Which of the two spaces the event has been played for.

    Raises:
        ImpossibleSituation: If another space is named.

    Examples:
        >>> from responsa.here_i_stand import BOARD, with_havens
        >>> with_havens(BOARD, ["Oran"]).space("Oran").is_fortified
        True
        >>> BOARD.space("Oran").is_fortified
        False
    """
    wanted = tuple(havens)
    for name in wanted:
        if name not in HAVENS:
            raise ImpossibleSituation("pirate_haven", name, " or ".join(HAVENS), "HIS 21.1b", nearest(name, HAVENS))
    changed = {
        name: replace(board.spaces[name], kind=Kind.FORTRESS, home=(Power.OTTOMAN,))
        for name in wanted
        if board.spaces[name].kind is not Kind.FORTRESS
    }
    return Board({**board.spaces, **changed}, board.neighbours) if changed else board


@implements("HIS 2.5a")
def move_cost(origin: str, destination: str, board: Board = BOARD) -> int:
    """The Command Points that a land move between two adjacent spaces costs: 1, or 2 over a pass [HIS 2.5a].

    Raises:
        ImpossibleSituation: If the spaces are not adjacent.

    Examples:
        >>> from responsa.here_i_stand import move_cost
        >>> move_cost("Vienna", "Graz"), move_cost("Graz", "Salzburg")
        (1, 2)
    """
    return connection_between(origin, destination, board).cost


@implements("HIS 13.1.2b")
def connection_between(origin: str, destination: str, board: Board = BOARD) -> Connection:
    """How two adjacent spaces are joined.

    Raises:
        ImpossibleSituation: If the destination is not adjacent.
    """
    connection = board.connection(origin, destination)
    if connection is None:
        raise ImpossibleSituation("destination", destination, f"a space adjacent to {origin}", "HIS 13.1.2b")
    return connection


class Purpose(Words):
    """What somebody wants to do over a connection."""

    MOVE = "move"
    INTERCEPT = "intercept"
    SPRING_DEPLOYMENT = "spring deployment"
    CONTROL = "take control"
    UNREST = "remove unrest"
    AVOID_BATTLE = "avoid battle"
    RETREAT = "retreat"


@implements("HIS 2.5b", "HIS 2.5c", "HIS 2.5d")
def is_adjacent_for(purpose: Purpose, connection: Connection) -> bool:
    """Whether spaces joined in this way count as adjacent for the purpose.

    A clear connection always counts. Over a pass units move, avoid battle and retreat [HIS 2.5a] [HIS 2.5d]; nobody
    intercepts [HIS 2.5b], takes control, removes unrest or spring-deploys [HIS 2.5c].

    Examples:
        >>> from responsa.here_i_stand import Connection, Purpose, is_adjacent_for
        >>> is_adjacent_for(Purpose.INTERCEPT, Connection.PASS)
        False
    """
    return connection is Connection.CLEAR or purpose in (Purpose.MOVE, Purpose.AVOID_BATTLE, Purpose.RETREAT)
