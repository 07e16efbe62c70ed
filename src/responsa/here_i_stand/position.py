"""A position: what stands where on the board, who controls it, and what has happened in this impulse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from responsa.errors import ImpossibleSituation
from responsa.here_i_stand.board import BOARD, Board, Kind
from responsa.here_i_stand.formations import NOTHING, Stack, check_count, leader_of_text
from responsa.here_i_stand.powers import AT_PEACE, Power, Relations
from responsa.rules import implements

Placed = tuple[tuple[str, Stack], ...]
"""Stacks by space, in the order of the spaces' names."""

GARRISON: Final = 4
"""The most land units that can be inside fortifications [HIS 13.4d] [HIS 14.1a]."""


@implements("HIS 13.1.1a", "HIS 15a")
@dataclass(frozen=True, slots=True)
class Position:
    """A moment of the game, as far as land movement needs it.

    `Position.of(...)` writes one with short texts and names only what differs from an empty board at peace; `repr`
    gives exactly that call back.

    Attributes:
        active: The power whose impulse it is.
        cp: The Command Points that it has left.
        relations: Who is at war, allied, active for whom.
        stacks: What stands in the spaces, outside fortifications.
        inside: What is inside fortifications; the space is then under siege.
        control: Who controls a space, where that is not its first home power.
        unrest: The spaces in unrest.
        sieges: The spaces under siege with nobody inside; where somebody is inside there is a siege anyway.
        captives: The leaders on each power's card, by captor.
        dead: The land units eliminated.
        beaten: What has lost a field battle in this impulse, by the space where it is now.
        tried: What has tried to intercept in this impulse, by the space where it is now.
        moved: The land units that have made their only move under Foul Weather, by the space where they are now.
        sieges_begun: The spaces that the active power has put under siege in this impulse.
        foul_weather: Whether Foul Weather was played in this impulse.
        gout: The leaders struck by Gout in this impulse.
        schmalkaldic: Whether the event Schmalkaldic League has been played.
        fleets: The powers that have naval units in a sea zone.
        board: The board, if it is not the printed one.

    Raises:
        ImpossibleSituation: If a space does not exist, enemies stand in the open in one space, somebody is inside a
            space that is not fortified, a leader is in two places, or a record names pieces that are not there.

    Examples:
        >>> from responsa.here_i_stand import Position
        >>> position = Position.of(
        ...     active="Ottoman",
        ...     cp=3,
        ...     relations="Ottoman against Hapsburg",
        ...     stacks={"Belgrade": "Ottoman: 8 regulars, Suleiman", "Vienna": "Hapsburg: 4 regulars"},
        ...     control={"Belgrade": "Ottoman"},
        ... )
        >>> position.at("Vienna").units
        4
        >>> eval(repr(position)) == position
        True
    """

    active: Power
    cp: int
    relations: Relations = AT_PEACE
    stacks: Placed = ()
    inside: Placed = ()
    control: tuple[tuple[str, Power], ...] = ()
    unrest: tuple[str, ...] = ()
    sieges: tuple[str, ...] = ()
    captives: tuple[tuple[Power, Stack], ...] = ()
    dead: Stack = NOTHING
    beaten: Placed = ()
    tried: Placed = ()
    moved: Placed = ()
    sieges_begun: tuple[str, ...] = ()
    foul_weather: bool = False
    gout: tuple[str, ...] = ()
    schmalkaldic: bool = False
    fleets: tuple[tuple[str, tuple[Power, ...]], ...] = ()
    board: Board = BOARD

    def __post_init__(self) -> None:
        check_count(self.cp, "cp", "HIS 13.1.3b")
        if not self.active.is_major:
            raise ImpossibleSituation("active", self.active, "a major power", "HIS 3.2a")
        for field in ("stacks", "inside", "beaten", "tried", "moved"):
            self._set(field, _placed(getattr(self, field), self.board, field))
        for field in ("unrest", "sieges", "sieges_begun"):
            names = getattr(self, field)
            self._set(field, tuple(sorted({self.board.space(name, field).name for name in names})))
        kept = {name: power for name, power in self.control if self._home(name) is not power}
        self._set("control", tuple(sorted(kept.items())))
        self._set("sieges", tuple(name for name in self.sieges if name not in dict(self.inside)))
        _check_sieges(self)
        _check_no_enemies_together(self)
        _check_pieces(self)
        _check_records(self)

    def _set(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def _home(self, name: str) -> Power:
        return self.board.space(name, "control").home[0]

    @classmethod
    def of(
        cls,
        active: str,
        cp: int = 1,
        relations: str = "",
        stacks: Mapping[str, str] | None = None,
        inside: Mapping[str, str] | None = None,
        control: Mapping[str, str] | None = None,
        captives: Mapping[str, str] | None = None,
        dead: str = "",
        beaten: Mapping[str, str] | None = None,
        tried: Mapping[str, str] | None = None,
        moved: Mapping[str, str] | None = None,
        fleets: Mapping[str, Iterable[str]] | None = None,
        unrest: Iterable[str] = (),
        sieges: Iterable[str] = (),
        sieges_begun: Iterable[str] = (),
        gout: Iterable[str] = (),
        foul_weather: bool = False,
        schmalkaldic: bool = False,
        board: Board = BOARD,
    ) -> Position:
        """Write a position with texts: powers by name, stacks such as `"Ottoman: 8 regulars, Suleiman"`."""
        return cls(
            active=Power(active),
            cp=cp,
            relations=Relations.of(relations),
            stacks=_read(stacks),
            inside=_read(inside),
            control=tuple((name, Power(power)) for name, power in (control or {}).items()),
            captives=tuple((Power(power), Stack.of(text)) for power, text in (captives or {}).items()),
            dead=Stack.of(dead),
            beaten=_read(beaten),
            tried=_read(tried),
            moved=_read(moved),
            fleets=tuple((zone, tuple(Power(power) for power in powers)) for zone, powers in (fleets or {}).items()),
            unrest=tuple(unrest),
            sieges=tuple(sieges),
            sieges_begun=tuple(sieges_begun),
            gout=tuple(leader_of_text(name).name for name in gout),
            foul_weather=foul_weather,
            schmalkaldic=schmalkaldic,
            board=board,
        )

    def __repr__(self) -> str:
        shown = []
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in ("active", "cp") or value != field.default:
                shown.append(f"{field.name}={_shown(field.name, value)!r}")
        return f"Position.of({', '.join(shown)})"

    def at(self, name: str) -> Stack:
        """What stands in a space outside fortifications."""
        return dict(self.stacks).get(self.board.space(name).name, NOTHING)

    def within(self, name: str) -> Stack:
        """What is inside the fortifications of a space."""
        return dict(self.inside).get(self.board.space(name).name, NOTHING)

    def controller(self, name: str) -> Power:
        """Who controls a space; `Power.INDEPENDENT` if nobody does."""
        return dict(self.control).get(name) or self._home(name)

    def is_besieged(self, name: str) -> bool:
        """Whether the space is under siege."""
        return name in self.sieges or bool(self.within(name))

    def is_fortified(self, name: str) -> bool:
        """Whether the space is a key, an electorate or a fortress."""
        return self.board.space(name).is_fortified

    def of_record(self, record: Placed, name: str) -> Stack:
        """What the record (`beaten`, `tried` or `moved`) says of a space."""
        return dict(record).get(name, NOTHING)

    @property
    def everything(self) -> Stack:
        """All pieces: on the board, inside fortifications, captive and dead. No move changes it."""
        total = self.dead
        for _, stack in (*self.stacks, *self.inside, *self.captives):
            total = total + stack
        return total

    def but(self, **changes: Any) -> Position:
        """The same position with some attributes changed."""
        return replace(self, **changes)


def _read(texts: Mapping[str, str] | None) -> Placed:
    return tuple((name, Stack.of(text)) for name, text in (texts or {}).items())


def _placed(placed: Iterable[tuple[str, Stack]], board: Board, field: str) -> Placed:
    """Sorted by space, without empty stacks; every space must exist."""
    return tuple(sorted(((board.space(name, field).name, stack) for name, stack in placed if stack), key=_by_name))


def _by_name(entry: tuple[str, Stack]) -> str:
    return entry[0]


def _shown(field: str, value: Any) -> object:
    """The argument of `Position.of` that gives the value back."""
    if field in ("active", "relations", "dead"):
        return str(value)
    if field in ("stacks", "inside", "control", "captives", "beaten", "tried", "moved"):
        return {str(key): str(entry) for key, entry in value}
    if field == "fleets":
        return {zone: [str(power) for power in powers] for zone, powers in value}
    return list(value) if isinstance(value, tuple) else value


def _check_sieges(position: Position) -> None:
    for name, stack in position.inside:
        if stack.units > GARRISON:
            expected = f"at most {GARRISON} land units inside"
            raise ImpossibleSituation("inside", f"{stack} in {name}", expected, "HIS 13.4d")
    for name in (*dict(position.inside), *position.sieges):
        if not position.is_fortified(name):
            raise ImpossibleSituation("inside", name, "a fortified space", "HIS 13.4b")
    for name in position.sieges_begun:
        if not position.is_besieged(name):
            raise ImpossibleSituation("sieges_begun", name, "a space under siege", "HIS 13.1s")


def _check_no_enemies_together(position: Position) -> None:
    """Enemies never stay in the open in one space: they fight, avoid, withdraw or are captured."""
    at_war = position.relations.at_war
    for name, stack in position.stacks:
        enemies = [(a, b) for a in stack.powers for b in stack.powers if at_war(a, b)]
        if enemies:
            given = f"{enemies[0][0].the} and {enemies[0][1].the} in {name}"
            raise ImpossibleSituation("stacks", given, "no enemies in the open in one space", "HIS 13.1.8a")


def _check_pieces(position: Position) -> None:
    for captor, stack in position.captives:
        if stack.units or captor in stack.powers:
            raise ImpossibleSituation("captives", str(stack), f"leaders of others than {captor.the}", "HIS 13.1y")
    if position.dead.leaders:
        raise ImpossibleSituation("dead", str(position.dead), "land units only", "HIS 14.1c")
    _ = position.everything


def _check_records(position: Position) -> None:
    for field, rule in (("beaten", "HIS 13.1r"), ("tried", "HIS 13.2e"), ("moved", "HIS C31a")):
        for name, stack in getattr(position, field):
            if not stack <= position.at(name) + position.within(name):
                raise ImpossibleSituation(field, f"{stack} in {name}", "pieces that stand there", rule)
    for zone, _ in position.fleets:
        if zone not in position.board.spaces or position.board.spaces[zone].kind is not Kind.SEA:
            raise ImpossibleSituation("fleets", zone, "a sea zone of the board", "HIS 12.1a")
