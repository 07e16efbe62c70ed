"""The board as the examples write it: places, cities, units, sieges, blockades, and a position of them all."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol, TypeVar

from responsa import ImpossibleSituation, Words, implements
from responsa.checks import check_count, check_once
from responsa.hellenes._naming import called, verb_of
from responsa.nearest import nearest
from responsa.values import dataclass

CAPACITY_PER_SIZE: Final = 2
"""Units that a city holds for each point of its size [HEL 1.3a]."""

GARRISON_STEPS: Final = 1
"""Steps of the garrison that every city has of its own [HEL 1.3c]."""

POOL: Final = "the recruit pool"
"""Where a disbanded unit goes [HEL 9.2.4b]; a unit `at` the pool is not on the map."""

LOST: Final = "the losses"
"""Where the library puts an eliminated unit; what becomes of it later is not in this text."""


_BORDER: Final = re.compile(r"\s*([-–—!])\s*")
"""What stands between two places that are next to each other; an exclamation mark is a hazard."""


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_Thing = TypeVar("_Thing", bound=_Named)


def _named(things: Iterable[_Thing], name: str, field: str, rule: str) -> _Thing:
    known = {thing.name: thing for thing in things}
    if name not in known:
        raise ImpossibleSituation(field, name, f"a {field} of the position", rule, nearest(name, known))
    return known[name]


class Side(Words, rule="HEL 9.0d"):
    """The two players."""

    ATHENS = "Athens"
    SPARTA = "Sparta"

    @property
    def enemy(self) -> Side:
        """The other player."""
        return Side.SPARTA if self is Side.ATHENS else Side.ATHENS


class Kind(
    Words,
    rule="HEL 5a",
    players_say={
        "horse": "cavalry",
        "hoplites": "foot",
        "infantry": "foot",
        "army": "foot",
        "ships": "fleet",
        "ship": "fleet",
        "navy": "fleet",
        "triremes": "fleet",
    },
):
    """What a unit is; it decides where the unit may stand and how far it moves.

    `FOOT` stands for hoplites and for every other land unit that is not cavalry.
    """

    FOOT = "foot"
    CAVALRY = "cavalry"
    FLEET = "fleet"


class Season(Words, rule="HEL 0a", players_say={"autumn": "Fall"}):
    """The seasons of a game year, in their order; the New Year comes before them and is no season."""

    SPRING = "Spring"
    EARLY_SUMMER = "Early Summer"
    LATE_SUMMER = "Late Summer"
    FALL = "Fall"
    WINTER = "Winter"

    @classmethod
    def named(cls, name: str) -> Season:
        """The season of that name.

        Raises:
            ImpossibleSituation: If no season has the name.

        Examples:
            >>> from responsa import hellenes as hel
            >>> hel.Season.named("Fall")
            Season.FALL
        """
        return cls.read(name, "season", "HEL 0a")

    @property
    def number(self) -> int:
        """0 for Spring up to 4 for Winter."""
        return list(Season).index(self)


@dataclass(frozen=True)
class Date:
    """A season of a game year; the year counts down, as years before Christ do.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.Date(432, hel.Season.WINTER).before(hel.Date(431, hel.Season.SPRING))
        True
        >>> print(hel.Date(431, hel.Season.FALL))
        Fall 431 BC
    """

    year: int
    season: Season = Season.WINTER

    def __post_init__(self) -> None:
        check_count("year", self.year, "HEL 0a", least=1)
        if not isinstance(self.season, Season):
            raise ImpossibleSituation("season", self.season, f"one of {', '.join(map(str, Season))}", "HEL 0a")

    @classmethod
    def of(cls, text: str) -> Date:
        """Read a season such as `"Fall 431"` or `"Fall 431 BC"`.

        Examples:
            >>> from responsa import hellenes as hel
            >>> hel.Date.of("early summer 429")
            Date(year=429, season=Season.EARLY_SUMMER)
        """
        match = re.fullmatch(r"\s*(\D+?) *(\d{1,4})(?: *BC)?\s*", text, re.ASCII)
        if match is None:
            raise ImpossibleSituation("date", text, "a season and a year, such as 'Fall 431'", "HEL 0a")
        return cls(int(match[2]), Season.read(match[1], "season", "HEL 0a"))

    def before(self, other: Date) -> bool:
        """Whether this season is over when the other one begins."""
        return (-self.year, self.season.number) < (-other.year, other.season.number)

    def __str__(self) -> str:
        return f"{self.season} {self.year} BC"


@dataclass(frozen=True)
class Area:
    """A land area and the land areas next to it."""

    name: str
    next_to: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sea:
    """A sea area, the sea areas next to it, and those of them that lie across a hazardous boundary.

    A sea on which a city lies is coastal in any case; `coastal` marks others that are.
    """

    name: str
    next_to: tuple[str, ...] = ()
    hazardous: tuple[str, ...] = ()
    coastal: bool = False


@dataclass(frozen=True)
class City:
    """A city: its size (the printed prestige value), the area it lies in, the sea it lies on, and who controls it.

    Attributes:
        name: The name of the city.
        size: The printed prestige value, 1 or more.
        area: The land area around the city.
        controller: The side that controls it now; `None` while nobody does.
        sea: Its coastal sea; empty for an inland city.
        port: Whether it is a port; a coastal city need not be.
        founder: The side whose city it was at first, if that matters [HEL 9.0l].
        garrison: Steps of the garrison that are left, 0 or 1 [HEL 1.3c].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.City("Megara", 0, "Megaris", hel.Side.ATHENS)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: size is 0, expected 1 or more [HEL 1.3a]
    """

    name: str
    size: int
    area: str
    controller: Side | None
    sea: str = ""
    port: bool = False
    founder: Side | None = None
    garrison: int = GARRISON_STEPS

    def __post_init__(self) -> None:
        check_count("size", self.size, "HEL 1.3a", least=1)
        check_count("garrison", self.garrison, "HEL 1.3c", most=GARRISON_STEPS)
        if self.port and not self.sea:
            raise ImpossibleSituation("sea", self.sea, f"the coastal sea of the port {self.name}", "HEL 9.0j")

    @property
    def coastal(self) -> bool:
        """Whether the city lies on a sea."""
        return bool(self.sea)


@dataclass(frozen=True)
class Unit:
    """A unit (a block).

    Attributes:
        name: What tells it from every other unit.
        side: The player who owns it.
        kind: Foot, cavalry or fleet.
        at: The city that it is inside, else the land or sea area that it stands in; `POOL` or `LOST` off the map.
        home: Its home city; empty if it has none or none is known.
        steps: Its strength now.
        full: Its strength at full steps; as many as now if not given.
        barbarian: Whether it is a barbarian unit; all others are Greek.
        supplied: Whether an action marker lies face down on it [HEL 9.2.2c].
        aboard: The fleet that carries it, if it is a land unit at sea.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Boeotia", steps=5, full=4)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: steps is 5, expected 1 to 4 [HEL 6a]
    """

    name: str
    side: Side
    kind: Kind
    at: str
    home: str = ""
    steps: int = 1
    full: int = 0
    barbarian: bool = False
    supplied: bool = False
    aboard: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.side, Side):
            raise ImpossibleSituation("side", self.side, "Side.ATHENS or Side.SPARTA", "HEL 9.0d")
        if not isinstance(self.kind, Kind):
            raise ImpossibleSituation("kind", self.kind, "a Kind", "HEL 5a")
        check_count("full", self.full, "HEL 6a")
        check_count("steps", self.steps, "HEL 6a", least=1 if self.at != LOST else 0, most=self.full or None)
        if self.aboard and self.is_fleet:
            raise ImpossibleSituation("aboard", self.aboard, "a land unit on a fleet, not a fleet", "HEL 5c")

    @property
    def is_fleet(self) -> bool:
        """Whether it is a fleet; every other unit is a land unit."""
        return self.kind is Kind.FLEET

    @property
    def full_steps(self) -> int:
        """Its strength at full steps."""
        return self.full or self.steps

    @property
    def on_map(self) -> bool:
        """Whether it is on the map, neither in the recruit pool nor lost."""
        return self.at not in (POOL, LOST)

    @property
    def be(self) -> str:
        """The unit and its form of "to be", as a sentence begins: "the Theban army is"."""
        return f"{self} {verb_of([self.name], 'is', 'are')}"

    @property
    def have(self) -> str:
        """The unit and its form of "to have"."""
        return f"{self} {verb_of([self.name], 'has', 'have')}"

    def __str__(self) -> str:
        return called(self.name)


@dataclass(frozen=True)
class Siege:
    """A siege: the city, the side that besieges it, and the season in which the siege was established.

    The besiegers are that side's land units in the city's area.
    """

    city: str
    by: Side
    since: Date


@dataclass(frozen=True)
class Blockade:
    """A blockade: the port, the side that blockades it, and the season in which the blockade was established.

    The blockaders are that side's fleets in the port's coastal sea.
    """

    city: str
    by: Side
    since: Date


@dataclass(frozen=True)
class Returning:
    """A group that a siege or a blockade has stopped before its home city: it may have a returning battle ahead.

    In which order the units are named makes no difference.

    Attributes:
        city: The home city that the group tries to reach.
        units: The names of the units, as they came together.
        by_sea: Whether a blockade stopped them in the coastal sea; otherwise a siege in the area.
    """

    city: str
    units: tuple[str, ...]
    by_sea: bool = False

    def __post_init__(self) -> None:
        check_once("units", self.units, "HEL 4.1a")

    def is_the_same_as(self, other: Returning) -> bool:
        """Whether another is the same group on the same way."""
        return (self.city, set(self.units), self.by_sea) == (other.city, set(other.units), other.by_sea)


@dataclass(frozen=True, kw_only=True, repr=False)
class Position:
    """A position: the season, the map as far as it matters, and everything that stands on it.

    The text does not hold the map of the game; the position carries what is known of it. `Position.of` writes one as
    players would, a line for each thing, and `repr` gives that call back.

    Attributes:
        now: The season that is being played.
        areas: The land areas; `areas("Attica - Boeotia")` writes them in a line.
        seas: The sea areas; `seas("Saronic Gulf - Aegean")` writes them in a line.
        cities: The cities.
        units: The units, on the map or in the recruit pool.
        sieges: The sieges.
        blockades: The blockades.
        forced_march: Areas that a Forced March adds; `None`, because this text does not say.
        forced_sail: Sea areas that a Forced Sail adds; `None`, because this text does not say.

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position.of('''
        ...     land: Attica - Boeotia
        ...     Thebes 2, Boeotia: Sparta
        ...     Theban army: Sparta foot, Attica, home Thebes
        ... ''')
        >>> position.unit("Theban army").at
        'Attica'
    """

    now: Date = Date(431)
    areas: tuple[Area, ...] = ()
    seas: tuple[Sea, ...] = ()
    cities: tuple[City, ...] = ()
    units: tuple[Unit, ...] = ()
    sieges: tuple[Siege, ...] = ()
    blockades: tuple[Blockade, ...] = ()
    forced_march: int | None = None
    forced_sail: int | None = None

    def __post_init__(self) -> None:
        from responsa.hellenes._notation import canonical_areas, canonical_seas

        object.__setattr__(self, "areas", canonical_areas(self.areas))
        object.__setattr__(self, "seas", canonical_seas(self.seas))
        order = {city.name: number for number, city in enumerate(self.cities)}
        for field in ("sieges", "blockades"):
            stands = sorted(getattr(self, field), key=lambda stand: order.get(stand.city, 0))
            object.__setattr__(self, field, tuple(stands))
        _check_places(self)
        _check_units(self)
        _check_stands(self)

    @classmethod
    def of(cls, text: str) -> Position:
        """Read a position as players write it: a line for each thing.

        ```text
        now: Winter 429                      the season, if it is not Winter 431
        land: Attica - Boeotia, Aetolia      a dash is a border, a comma starts afresh
        sea: Saronic Gulf - Aegean ! Strait  an exclamation mark is a hazardous boundary
        coastal: Aegean                      seas that are coastal though no city lies on them
        forced march: 1                      what a forced march or a forced sail adds, if it is known
        Plataea 1, Boeotia: Athens, besieged by Sparta since Fall 431
        Naupactus 1, Aetolia, port on Gulf of Corinth: Athens, blockaded by Sparta since Fall 431
        Elis 1, Elis land, on Ionian Sea: nobody, no garrison, founded by Sparta
        Theban army: Sparta foot 2 of 3, Boeotia, home Thebes, supplied
        Thracians: Athens foot, Aegean, aboard Attic fleet, barbarian
        ```

        Raises:
            ImpossibleSituation: If a line is none; its field is the number of the line.

        Examples:
            >>> from responsa import hellenes as hel
            >>> hel.Position.of("Theban army: Sparta foott 2, Boeotia")
            Traceback (most recent call last):
            responsa.ImpossibleSituation: line 1 is 'Theban army: Sparta foott 2, Boeotia', expected foot, cavalry, \
or fleet for kind 'foott' [HEL 5a]; the nearest is foot
        """
        from responsa.hellenes._notation import position_of

        return position_of(text)

    def but(self, text: str = "", **changes: Any) -> Position:
        """The position with what a text says in the place of what has the same name, or with other attributes.

        Examples:
            >>> from responsa import hellenes as hel
            >>> position = hel.Position.of("land: Attica - Boeotia").but("Theban army: Sparta foot 2, Attica")
            >>> position.but("Theban army: Sparta foot, Boeotia, supplied").unit("Theban army").at
            'Boeotia'
            >>> position.but(forced_march=1).forced_march
            1
        """
        from responsa.hellenes._notation import changed

        return dataclasses.replace(changed(self, text), **changes)

    @property
    def text(self) -> str:
        """The position as `Position.of` reads it."""
        from responsa.hellenes._notation import text_of

        return text_of(self)

    def __repr__(self) -> str:
        from responsa.hellenes._notation import reads_back

        if reads_back(self):
            return f"Position.of({self.text!r})"
        told = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self))
        return f"Position({', '.join(told)})"

    def unit(self, name: str) -> Unit:
        """The unit of that name."""
        return _named(self.units, name, "unit", "HEL 4.1a")

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all areas, seas and cities."""
        land, water, cities = ((place.name for place in each) for each in (self.areas, self.seas, self.cities))
        return (*land, *water, *cities)

    def unit_on_map(self, name: str, rule: str) -> Unit:
        """The unit of that name, which must be on the map for what the rule asks."""
        unit = self.unit(name)
        if not unit.on_map:
            raise ImpossibleSituation("unit", name, f"a unit on the map; {unit.be} in {unit.at}", rule)
        return unit

    def city(self, name: str) -> City:
        """The city of that name."""
        return _named(self.cities, name, "city", "HEL 1.3b")

    def is_city(self, place: str) -> bool:
        """Whether a place is a city."""
        return any(city.name == place for city in self.cities)

    def is_area(self, place: str) -> bool:
        """Whether a place is a land area."""
        return any(area.name == place for area in self.areas)

    def is_sea(self, place: str) -> bool:
        """Whether a place is a sea area."""
        return any(sea.name == place for sea in self.seas)

    def is_coastal(self, sea: str) -> bool:
        """Whether a sea area is coastal: a city lies on it, or it is marked so."""
        return any(city.sea == sea for city in self.cities) or any(
            each.coastal for each in self.seas if each.name == sea
        )

    def units_at(self, place: str, side: Side | None = None) -> tuple[Unit, ...]:
        """The units at a place, of one side or of both.

        Raises:
            ImpossibleSituation: If it is no place of the position.
        """
        _check_place(self, place)
        return tuple(unit for unit in self.units if unit.at == place and side in (None, unit.side))

    def siege_of(self, city: str) -> Siege | None:
        """The siege of a city, if it is besieged."""
        self.city(city)
        return next((siege for siege in self.sieges if siege.city == city), None)

    def blockade_of(self, city: str) -> Blockade | None:
        """The blockade of a port, if it is blockaded."""
        self.city(city)
        return next((blockade for blockade in self.blockades if blockade.city == city), None)

    def besiegers(self, city: str) -> tuple[Unit, ...]:
        """The units that besiege a city: the besieging side's land units in its area."""
        siege = self.siege_of(city)
        if siege is None:
            return ()
        return tuple(unit for unit in self.units_at(self.city(city).area, siege.by) if not unit.is_fleet)

    def blockaders(self, city: str) -> tuple[Unit, ...]:
        """The units that blockade a port: the blockading side's fleets in its coastal sea."""
        blockade = self.blockade_of(city)
        if blockade is None:
            return ()
        return tuple(unit for unit in self.units_at(self.city(city).sea, blockade.by) if unit.is_fleet)

    def with_units(self, *changed: Unit) -> Position:
        """The same position with these units as given; sieges and blockades that nobody keeps up end.

        Units keep their order; a name that is not there yet is added.
        """
        by_name = {unit.name: unit for unit in self.units} | {unit.name: unit for unit in changed}
        units = tuple(by_name.values())
        held = {(unit.side, unit.at, unit.is_fleet) for unit in units}
        return dataclasses.replace(
            self,
            units=units,
            sieges=tuple(s for s in self.sieges if (s.by, self.city(s.city).area, False) in held),
            blockades=tuple(b for b in self.blockades if (b.by, self.city(b.city).sea, True) in held),
        )


@implements("HEL 1.3a", "HEL 9.2.1.3b")
def capacity(city: City) -> int:
    """How many units a city holds: twice its size, the printed prestige value [HEL 1.3a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.capacity(hel.City("Corinth", 2, "Corinthia", hel.Side.SPARTA))
        4
    """
    return CAPACITY_PER_SIZE * city.size


@implements("HEL 1.3c")
def garrison_of(city: City) -> int:
    """The steps of the city's own garrison, which no capacity is needed for [HEL 1.3c].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.garrison_of(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS))
        1
    """
    return city.garrison


@implements("HEL 1.3b")
def is_refuge(city: City, side: Side) -> bool:
    """Whether a city is a refuge for a side: every city is one for the side that controls it [HEL 1.3b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.is_refuge(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS), hel.Side.SPARTA)
        False
    """
    return city.controller is side


@implements("HEL 5a")
def areas(borders: str) -> tuple[Area, ...]:
    """Land areas out of a line such as `"Attica - Boeotia - Phocis, Attica - Megaris"`.

    A dash is a border, a comma starts afresh; an area with no border stands alone. How far a unit moves is counted
    in these areas [HEL 5a].

    Raises:
        ImpossibleSituation: If a name is missing, or a border on land is marked as hazardous for ships.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.areas("Attica - Boeotia")[0]
        Area(name='Attica', next_to=('Boeotia',))
    """
    if "!" in borders:
        raise ImpossibleSituation("borders", borders, "dashes: only at sea is a boundary hazardous", "HEL 9.2.1l")
    return tuple(Area(name, tuple(edges)) for name, edges in _borders(borders).items())


@implements("HEL 9.2.1l")
def seas(borders: str) -> tuple[Sea, ...]:
    """Sea areas out of a line such as `"Saronic Gulf - Aegean ! Cape Malea"`.

    A dash is a boundary, an exclamation mark a boundary that is hazardous for ships [HEL 9.2.1l], a comma starts
    afresh.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.seas("Aegean ! Laconian Gulf")[0]
        Sea(name='Aegean', next_to=('Laconian Gulf',), hazardous=('Laconian Gulf',), coastal=False)
    """
    return tuple(
        Sea(name, tuple(edges), tuple(other for other, mark in edges.items() if mark == "!"))
        for name, edges in _borders(borders).items()
    )


def _borders(text: str) -> dict[str, dict[str, str]]:
    """Each name with its neighbours and the mark between them."""
    found: dict[str, dict[str, str]] = {}
    for chain in text.split(","):
        first, *rest = _BORDER.split(chain.strip())
        names, marks = [first, *rest[1::2]], rest[::2]
        for name in names:
            if not name:
                raise ImpossibleSituation("borders", text, "a name on both sides of each dash and comma", "HEL 5a")
            found.setdefault(name, {})
        for before, mark, name in zip(names, marks, names[1:], strict=False):
            if before == name:
                raise ImpossibleSituation("borders", text, f"another area than {name} next to {name}", "HEL 5a")
            found[before][name] = found[name][before] = mark
    return found


def _check_places(position: Position) -> None:
    check_once("places", position.places, "HEL 1.3b")
    _check_borders({area.name: area.next_to for area in position.areas})
    _check_borders({sea.name: sea.next_to for sea in position.seas})
    for city in position.cities:
        if not position.is_area(city.area):
            raise ImpossibleSituation("area", city.area, f"the land area of {city.name}", "HEL 9.2.1.1a")
        if city.sea and not position.is_sea(city.sea):
            raise ImpossibleSituation("sea", city.sea, f"the coastal sea of {city.name}", "HEL 9.0j")
    for extra in (position.forced_march, position.forced_sail):
        if extra is not None:
            check_count("forced move", extra, "HEL 9.2.1.2d")


def _check_borders(borders: Mapping[str, Iterable[str]]) -> None:
    for name, others in borders.items():
        for other in others:
            if other not in borders or other == name:
                expected = f"{'another' if other == name else 'an'} area of the position next to {name}"
                raise ImpossibleSituation(
                    "next_to", other, expected, "HEL 5a", "" if other == name else nearest(other, borders)
                )


def _check_place(position: Position, place: str) -> None:
    known = [*position.places, POOL, LOST]
    if place not in known:
        raise ImpossibleSituation("place", place, "a place of the position", "HEL 4.1a", nearest(place, known))


def _check_units(position: Position) -> None:
    check_once("units", (unit.name for unit in position.units), "HEL 4.1a")
    cities = {city.name: city for city in position.cities}
    sea_names = {sea.name for sea in position.seas}
    area_names = {area.name for area in position.areas}
    by_name = {unit.name: unit for unit in position.units}
    for unit in position.units:
        if not unit.on_map:
            continue
        if unit.at in cities:
            _check_inside(unit, cities[unit.at])
        elif unit.at in area_names:
            if unit.is_fleet:
                raise ImpossibleSituation("at", unit.at, f"a sea or a coastal city for {unit}, a fleet", "HEL 9.0j")
        elif unit.at not in sea_names:
            near = nearest(unit.at, [*cities, *area_names, *sea_names])
            raise ImpossibleSituation("at", unit.at, f"a place of the position for {unit}", "HEL 4.1a", near)
        if unit.aboard or (unit.at in sea_names and not unit.is_fleet):
            _check_aboard(unit, by_name.get(unit.aboard))


def _check_inside(unit: Unit, city: City) -> None:
    if city.controller is not unit.side:
        raise ImpossibleSituation("at", unit.at, f"a city that {unit.side} controls, for {unit}", "HEL 1.3b")
    if unit.is_fleet and not city.coastal:
        raise ImpossibleSituation("at", unit.at, f"a sea or a coastal city for {unit}, a fleet", "HEL 9.0j")


def _check_aboard(unit: Unit, fleet: Unit | None) -> None:
    if fleet is None or not fleet.is_fleet or fleet.side is not unit.side or fleet.at != unit.at:
        raise ImpossibleSituation("aboard", unit.aboard, f"a friendly fleet where {unit.be}", "HEL 5c")


def _check_stands(position: Position) -> None:
    """Sieges and blockades: an enemy's city, once, somebody who keeps them up, not from the future."""
    check_once("sieges", (siege.city for siege in position.sieges), "HEL 9.3e")
    check_once("blockades", (blockade.city for blockade in position.blockades), "HEL 9.3e")
    stands: tuple[Siege | Blockade, ...] = (*position.sieges, *position.blockades)
    for stand in stands:
        city = position.city(stand.city)
        if city.controller is stand.by:
            raise ImpossibleSituation("by", stand.by, f"an enemy of {city.name}", "HEL 9.3e")
        if position.now.before(stand.since):
            raise ImpossibleSituation("since", str(stand.since), f"{position.now} or earlier", "HEL 9.4d")
    for siege in position.sieges:
        if not position.besiegers(siege.city):
            raise ImpossibleSituation("sieges", siege.city, "a besieging land unit in its area", "HEL 9.3h")
    for blockade in position.blockades:
        if not position.city(blockade.city).port:
            raise ImpossibleSituation("blockades", blockade.city, "a port", "HEL 9.2.1.2g")
        if not position.blockaders(blockade.city):
            raise ImpossibleSituation("blockades", blockade.city, "a fleet in its coastal sea", "HEL 9.2.1.2g")
