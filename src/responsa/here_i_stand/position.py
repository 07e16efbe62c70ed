"""A position: what stands where on the board, who controls it, and what has happened in this impulse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from itertools import combinations
from typing import Any, Final

from responsa.errors import ImpossibleSituation
from responsa.here_i_stand.board import BOARD, Board, Kind, with_havens
from responsa.here_i_stand.formations import NOTHING, Stack, check_count, leader_of_text
from responsa.here_i_stand.powers import AT_PEACE, Power, Relations, impulse_order
from responsa.nearest import nearest
from responsa.rules import implements
from responsa.values import dataclass

Placed = tuple[tuple[str, Stack], ...]
"""Stacks by space, in the order of the spaces' names."""

GARRISON: Final = 4
"""The most land units that can be inside fortifications [HIS 13.4d] [HIS 14.1a]."""


@implements("HIS 13.1.1a", "HIS 15a", "HIS 12.1b")
@dataclass(frozen=True)
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
        barbary_pirates: Whether the event Barbary Pirates has been played; Algiers is closed before.
        pirate_haven: Which of Oran and Tripoli the event Pirate Haven has made a fortified home space of the Ottomans.
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
    barbary_pirates: bool = False
    pirate_haven: tuple[str, ...] = ()
    fleets: tuple[tuple[str, tuple[Power, ...]], ...] = ()
    board: Board = BOARD

    def __post_init__(self) -> None:
        check_count(self.cp, "cp", "HIS 13.1.3b")
        if not self.active.is_major:
            raise ImpossibleSituation("active", self.active, "a major power", "HIS 3.2a")
        for field in ("stacks", "inside", "beaten", "tried", "moved"):
            self._set(field, _placed(getattr(self, field), self.board, field))
        for field in ("unrest", "sieges", "sieges_begun", "pirate_haven"):
            names = getattr(self, field)
            self._set(field, tuple(sorted({self.board.space(name, field).name for name in names})))
        self._set("board", with_havens(self.board, self.pirate_haven))
        kept = {name: power for name, power in self.control if self._home(name) is not power}
        self._set("control", tuple(sorted(kept.items())))
        self._set("sieges", tuple(name for name in self.sieges if name not in dict(self.inside)))
        _check_sieges(self)
        _check_no_enemies_together(self)
        _check_pieces(self)
        _check_records(self)
        _check_fleets(self)

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
        barbary_pirates: bool = False,
        pirate_haven: Iterable[str] = (),
        board: Board = BOARD,
    ) -> Position:
        """Write a position with texts: powers by name, stacks such as `"Ottoman: 8 regulars, Suleiman"`.

        Raises:
            ImpossibleSituation: If it cannot be, or if somebody is inside fortifications without more enemies before
                them than are inside [HIS 15a].
        """
        position = cls(
            active=Power(active),
            cp=cp,
            relations=Relations.of(relations),
            stacks=_read(stacks or {}),
            inside=_read(inside or {}),
            control=_read_powers(control or {}),
            captives=_read_captives(captives or {}),
            dead=Stack.of(dead),
            beaten=_read(beaten or {}),
            tried=_read(tried or {}),
            moved=_read(moved or {}),
            fleets=_read_fleets(fleets or {}),
            unrest=tuple(unrest),
            sieges=tuple(sieges),
            sieges_begun=tuple(sieges_begun),
            gout=_read_leaders(gout),
            foul_weather=foul_weather,
            schmalkaldic=schmalkaldic,
            barbary_pirates=barbary_pirates,
            pirate_haven=tuple(pirate_haven),
            board=board,
        )
        _check_besiegers(position)
        return position

    def __repr__(self) -> str:
        shown = []
        for field in fields(self):
            value = getattr(self, field.name)
            usual = with_havens(BOARD, self.pirate_haven) if field.name == "board" else field.default
            if field.name in ("active", "cp") or value != usual:
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
        return dict(self.control).get(self.board.space(name).name) or self._home(name)

    def is_besieged(self, name: str) -> bool:
        """Whether the space is under siege."""
        return self.board.space(name).name in self.sieges or bool(self.within(name))

    @implements("HIS 15a", "HIS 15c")
    def besiegers(self, name: str) -> tuple[Power, ...]:
        """The powers that besiege a space, each with its active minor powers: at war with whoever holds or defends it.

        In Impulse Order; what is independent has no friends, and everybody is its enemy.
        """
        ties, inside = self.relations, self.within(name).powers
        against = (*inside, self.controller(name))
        foes = [
            power
            for power in self.at(name).unit_powers
            if Power.INDEPENDENT in against or any(ties.at_war(power, other) for other in against)
            if not any(ties.allied(power, friend) for friend in inside)
        ]
        return impulse_order(ties.leader_of(power) or power for power in foes) if self.is_besieged(name) else ()

    def units_of(self, power: Power, stack: Stack) -> int:
        """How many land units of a stack a power has, those of its active minor powers among them."""
        leader_of = self.relations.leader_of
        return sum(force.units for force in stack.forces if (leader_of(force.power) or force.power) is power)

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
        """The same position with some attributes changed, written with the same texts as `Position.of` takes.

        Raises:
            ImpossibleSituation: If there is no such attribute, or the position cannot be.

        Examples:
            >>> from responsa.here_i_stand import Position
            >>> position = Position.of("Ottoman", relations="Ottoman against Hapsburg")
            >>> position.but(cp=3, stacks={"Vienna": "Hapsburg: 4 regulars"}).at("Vienna").units
            4
        """
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                raise ImpossibleSituation(
                    "changes", name, "an attribute of a position", "HIS 13.1.1a", nearest(name, known)
                )
        read: dict[str, Any] = {name: _read_field(name, value) for name, value in changes.items()}
        position = replace(self, **read)
        _check_besiegers(position)
        return position


@implements("HIS 13.1.1a")
def next_impulse(position: Position, active: Power, cp: int) -> Position:
    """The position as the next impulse begins: what holds for an impulse only is over.

    Battles lost, interceptions tried, sieges begun, Foul Weather and Gout count in their own impulse only.

    Args:
        position: The position as the last impulse ended.
        active: The power whose impulse it is now.
        cp: The Command Points of the card that it plays.

    Examples:
        >>> from responsa.here_i_stand import Position, Power, next_impulse
        >>> stormy = Position.of("Ottoman", cp=1, foul_weather=True, gout=["Suleiman"])
        >>> next_impulse(stormy, Power.HAPSBURG, 4)
        Position.of(active='Hapsburg', cp=4)
    """
    return replace(
        position,
        active=active,
        cp=cp,
        beaten=(),
        tried=(),
        moved=(),
        sieges_begun=(),
        foul_weather=False,
        gout=(),
    )


def _read(texts: Mapping[str, str]) -> Placed:
    return tuple((name, Stack.of(text)) for name, text in texts.items())


def _read_powers(texts: Mapping[str, str]) -> tuple[tuple[str, Power], ...]:
    return tuple((name, Power(power)) for name, power in texts.items())


def _read_captives(texts: Mapping[str, str]) -> tuple[tuple[Power, Stack], ...]:
    return tuple((Power(power), Stack.of(text)) for power, text in texts.items())


def _read_fleets(texts: Mapping[str, Iterable[str]]) -> tuple[tuple[str, tuple[Power, ...]], ...]:
    return tuple((zone, tuple(Power(power) for power in powers)) for zone, powers in texts.items())


def _read_leaders(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(leader_of_text(name).name for name in names)


_TEXTS: Final[Mapping[str, tuple[type, Callable[[Any], Any]]]] = {
    "active": (str, Power),
    "relations": (str, Relations.of),
    "dead": (str, Stack.of),
    "control": (Mapping, _read_powers),
    "captives": (Mapping, _read_captives),
    "fleets": (Mapping, _read_fleets),
    "gout": (Iterable, _read_leaders),
    **dict.fromkeys(("stacks", "inside", "beaten", "tried", "moved"), (Mapping, _read)),
    **dict.fromkeys(("unrest", "sieges", "sieges_begun", "pirate_haven"), (Iterable, tuple)),
}
"""The attributes that can be written as texts: what such a text is, and how it is read."""


def _read_field(name: str, value: object) -> object:
    kind, read = _TEXTS.get(name, (type(None), None))
    return read(value) if read is not None and isinstance(value, kind) else value


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


def _check_besiegers(position: Position) -> None:
    """A siege lasts only while each besieging power alone outnumbers those inside [HIS 15a] [HIS 15.3a]."""
    for name in (*dict(position.inside), *position.sieges):
        inside, before = position.within(name).units, position.besiegers(name)
        shown = f"{position.at(name) or 'nobody'} before {name}"
        if not before or any(position.units_of(side, position.at(name)) <= inside for side in before):
            expected = f"enemies of those inside, each power with more land units than the {inside} inside"
            raise ImpossibleSituation("stacks", shown, expected, "HIS 15a")


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


@implements("HIS 12.1b")
def _check_fleets(position: Position) -> None:
    """Ships of enemies never stay in one sea zone: they fight, or avoid it."""
    zones = [name for name, space in position.board.spaces.items() if space.kind is Kind.SEA]
    for zone, powers in position.fleets:
        if zone not in zones:
            raise ImpossibleSituation("fleets", zone, "a sea zone of the board", "HIS 12.1a", nearest(zone, zones))
        for one, other in combinations(powers, 2):
            if position.relations.at_war(one, other):
                shown = f"{one.the} and {other.the} in the {zone}"
                raise ImpossibleSituation("fleets", shown, "no enemies in one sea zone", "HIS 12.1b")
