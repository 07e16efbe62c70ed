"""Positions as players write them: a line for each thing."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from responsa import ImpossibleSituation
from responsa.hellenes.board import (
    Area,
    Blockade,
    City,
    Date,
    Kind,
    Position,
    Sea,
    Side,
    Siege,
    Unit,
    areas,
    seas,
)
from responsa.nearest import letters, nearest
from responsa.spelling import spelt_alike
from responsa.values import dataclass

NOBODY: Final = "nobody"
UNIT: Final = "Theban army: Sparta foot 2, Boeotia, home Thebes"
CITY: Final = "Plataea 1, Boeotia: Athens, besieged by Sparta since Fall 431"
_CITY_HEAD: Final = re.compile(
    r"(?P<name>.+) (?P<size>\d+) *, *(?P<area>[^,]+?)(?: *, *(?P<port>port )?on (?P<sea>[^,]+))?"
)
_STAND: Final = re.compile(r"(besieged|blockaded) by (.+) since (.+)")
_STEPS: Final = re.compile(r"(.+?)(?: (\d+)(?: of (\d+))?)?")
_NAME: Final = re.compile(r"[^\s:,](?:[^:,\n]*[^\s:,])?")


@dataclass(frozen=True)
class Read:
    """What a text says of a position: settings by name, and the things that it names."""

    settings: dict[str, Any] = field(default_factory=dict)
    cities: dict[str, City] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    sieges: dict[str, Siege] = field(default_factory=dict)
    blockades: dict[str, Blockade] = field(default_factory=dict)


def read(text: str) -> Read:
    """What a text says, line by line.

    Raises:
        ImpossibleSituation: If a line is none; the field is the number of the line.
    """
    found = Read()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                _read_line(line.strip(), found)
            except ImpossibleSituation as refusal:
                raise _at_line(number, line, refusal) from refusal
    return found


def position_of(text: str) -> Position:
    """The position that a text describes."""
    return changed(Position(), text)


def changed(position: Position, text: str) -> Position:
    """The position with what a text says in the place of what has the same name."""
    found = read(text)
    settings = {name: value for name, value in found.settings.items() if name != "coastal"}
    if coastal := found.settings.get("coastal"):
        settings["seas"] = _marked_coastal(settings.get("seas", position.seas), coastal)
    found = _as_known(found, [*(city.name for city in position.cities), *(unit.name for unit in position.units)])
    cities = {city.name: city for city in position.cities} | found.cities
    units = {unit.name: unit for unit in position.units} | found.units
    sieges = {siege.city: siege for siege in position.sieges if siege.city not in found.cities} | found.sieges
    blockades = {each.city: each for each in position.blockades if each.city not in found.cities} | found.blockades
    pieces = {
        "areas": position.areas,
        "seas": position.seas,
        **settings,
        "cities": tuple(cities.values()),
        "units": tuple(units.values()),
        "sieges": tuple(sieges.values()),
        "blockades": tuple(blockades.values()),
    }
    return dataclasses.replace(position, **spelt_alike(pieces, __package__))


def _as_known(found: Read, known: Collection[str]) -> Read:
    """What was read, with the names of the position as the position spells them."""
    spelt = {letters(name): name for name in known} | {name: name for name in known}

    def now(name: str) -> str:
        return spelt.get(name) or spelt.get(letters(name), name)

    return Read(
        found.settings,
        {now(name): dataclasses.replace(city, name=now(name)) for name, city in found.cities.items()},
        {now(name): dataclasses.replace(unit, name=now(name)) for name, unit in found.units.items()},
        {now(name): dataclasses.replace(siege, city=now(name)) for name, siege in found.sieges.items()},
        {now(name): dataclasses.replace(each, city=now(name)) for name, each in found.blockades.items()},
    )


def text_of(position: Position) -> str:
    """The position as a text that reads back."""
    return "\n".join(_lines(position))


def reads_back(position: Position) -> bool:
    """Whether every name of the position can be written: without a colon, a comma, or a break of the line."""
    names = [*position.places, *(name for unit in position.units for name in (unit.name, unit.home) if name)]
    plain = all(_NAME.fullmatch(name) and not re.search(r" [-–—!] ?|^[-–—!]|[-–—!]$|[-–—!]", name) for name in names)
    return plain and not {letters(name) for name in names} & {letters(each) for each in _SETTINGS}


def canonical_areas(places: Sequence[Area]) -> tuple[Area, ...]:
    """Areas in the order of their names, each border written at both ends."""
    near = _both_ways({place.name: place.next_to for place in places})
    return tuple(Area(place.name, near[place.name]) for place in sorted(places, key=lambda place: place.name))


def canonical_seas(places: Sequence[Sea]) -> tuple[Sea, ...]:
    """Seas in the order of their names, each boundary written at both ends."""
    near = _both_ways({place.name: (*place.next_to, *place.hazardous) for place in places})
    hazards = _both_ways({place.name: place.hazardous for place in places})
    return tuple(
        Sea(place.name, near[place.name], hazards[place.name], place.coastal)
        for place in sorted(places, key=lambda place: place.name)
    )


def _both_ways(borders: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    found = {name: set(others) for name, others in borders.items()}
    for name, others in borders.items():
        for other in found.keys() & set(others):
            found[other].add(name)
    return {name: tuple(sorted(others)) for name, others in found.items()}


# --- reading ---


def _read_line(line: str, found: Read) -> None:
    head, colon, said = (part.strip() for part in line.partition(":"))
    if not colon:
        if _reads_as_date(line):
            found.settings["now"] = Date.of(line)
            return
        raise ImpossibleSituation("line", line, f"a name, a colon, and what it is, such as {UNIT!r}", "HEL 4.1a")
    setting = next((name for name in _SETTINGS if letters(name) == letters(head)), None)
    if setting:
        field, reader = _SETTINGS[setting]
        found.settings[field] = reader(said)
    elif match := _CITY_HEAD.fullmatch(head):
        _read_city(match, said, found)
    elif "," in head:
        raise ImpossibleSituation("line", line, f"a city such as {CITY!r}", "HEL 1.3a")
    else:
        _once(found.units, "unit", head)
        found.units[head] = _unit(head, said)


def _once(known: Mapping[str, object], field: str, name: str) -> None:
    if name in known:
        raise ImpossibleSituation(field, name, "each name once", "HEL 4.1a")


def _read_city(match: re.Match[str], said: str, found: Read) -> None:
    name = match["name"]
    _once(found.cities, "city", name)
    owner, *more = _parts(said)
    garrison, founder = 1, None
    for part in more:
        stand = _STAND.fullmatch(part)
        if part == "no garrison":
            garrison = 0
        elif part.startswith("founded by "):
            founder = Side.read(part.removeprefix("founded by "), "founder", "HEL 9.0l")
        elif stand and stand[1] == "besieged":
            found.sieges[name] = Siege(name, _side(stand[2]), Date.of(stand[3]))
        elif stand:
            found.blockades[name] = Blockade(name, _side(stand[2]), Date.of(stand[3]))
        else:
            known = ["besieged by Sparta since Fall 431", "no garrison", "founded by Athens"]
            expected = f"{known[0]!r} (or blockaded), {known[1]!r} or {known[2]!r}"
            raise ImpossibleSituation("city", part, expected, "HEL 1.3b", nearest(part, known))
    controller = None if letters(owner) == NOBODY else _side(owner)
    sea, port = match["sea"] or "", bool(match["port"])
    found.cities[name] = City(name, int(match["size"]), match["area"], controller, sea, port, founder, garrison)


def _unit(name: str, said: str) -> Unit:
    what, *more = _parts(said)
    words = what.split(maxsplit=1)
    if len(words) < 2 or not more:
        raise ImpossibleSituation("unit", said, f"its side, kind and place, such as {UNIT!r}", "HEL 4.1a")
    match = _STEPS.fullmatch(words[1])
    assert match is not None  # the pattern takes any text
    at, *marks = more
    unit = Unit(
        name,
        _side(words[0]),
        Kind.read(match[1], "kind", "HEL 5a"),
        at,
        steps=int(match[2] or 1),
        full=int(match[3] or 0),
    )
    for mark in marks:
        unit = _marked(unit, mark)
    return unit


def _marked(unit: Unit, mark: str) -> Unit:
    word, _, name = mark.partition(" ")
    if name and letters(word) == "home":
        return dataclasses.replace(unit, home=name.strip())
    if name and letters(word) == "aboard":
        return dataclasses.replace(unit, aboard=name.strip())
    if letters(mark) == "supplied":
        return dataclasses.replace(unit, supplied=True)
    if letters(mark) == "barbarian":
        return dataclasses.replace(unit, barbarian=True)
    known = ["home Thebes", "aboard Attic fleet", "supplied", "barbarian"]
    raise ImpossibleSituation(
        "unit", mark, "'home …', 'aboard …', 'supplied' or 'barbarian'", "HEL 4.1a", nearest(mark, known)
    )


def _marked_coastal(known: Iterable[Sea], names: Collection[str]) -> tuple[Sea, ...]:
    """The seas, some of them marked as coastal."""
    found = {sea.name: sea for sea in known}
    for name in names:
        if name not in found:
            raise ImpossibleSituation("coastal", name, "a sea area of the position", "HEL 5b", nearest(name, found))
        found[name] = dataclasses.replace(found[name], coastal=True)
    return tuple(found.values())


def _side(text: str) -> Side:
    return Side.read(text, "side", "HEL 9.0d")


def _count(text: str) -> int:
    if not re.fullmatch(r"\d+", text, re.ASCII):
        raise ImpossibleSituation("forced move", text, "0 or more", "HEL 9.2.1.2d")
    return int(text)


def _names(text: str) -> list[str]:
    return [name for name in _parts(text) if name]


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _reads_as_date(line: str) -> bool:
    try:
        Date.of(line)
    except ImpossibleSituation:
        return False
    return True


_SETTINGS: Final[Mapping[str, tuple[str, Callable[[str], object]]]] = {
    "now": ("now", Date.of),
    "land": ("areas", areas),
    "sea": ("seas", seas),
    "coastal": ("coastal", _names),
    "forced march": ("forced_march", _count),
    "forced sail": ("forced_sail", _count),
}
"""The lines that name no city and no unit: the field that each sets, and how it is read."""


def _at_line(number: int, line: str, refusal: ImpossibleSituation) -> ImpossibleSituation:
    what = f" for {refusal.field} {refusal.value!r}" if refusal.field != "line" else ""
    return ImpossibleSituation(
        f"line {number}", line.strip(), f"{refusal.expected}{what}", refusal.rule, refusal.nearest
    )


# --- writing ---


def _lines(position: Position) -> Iterator[str]:
    if position.now != Date(431):
        yield f"now: {position.now}"
    if position.areas:
        yield f"land: {_borders(position.areas)}"
    if position.seas:
        yield f"sea: {_borders(position.seas)}"
    if coastal := [sea.name for sea in position.seas if sea.coastal]:
        yield f"coastal: {', '.join(coastal)}"
    for name, extra in (("march", position.forced_march), ("sail", position.forced_sail)):
        if extra is not None:
            yield f"forced {name}: {extra}"
    yield from (_city_line(position, city) for city in position.cities)
    yield from map(_unit_line, position.units)


def _borders(places: Sequence[Area | Sea]) -> str:
    """Chains of places; each border is in one of them, and whoever has none stands alone."""
    left = {place.name: list(place.next_to) for place in places}
    marks = {place.name: place.hazardous for place in places if isinstance(place, Sea)}
    chains = []
    for name in left:
        while left[name]:
            chain, here = name, name
            while left.get(here):
                there = left[here].pop(0)
                left[there].remove(here)
                chain += f" {'!' if there in marks.get(here, ()) else '-'} {there}"
                here = there
            chains.append(chain)
    alone = [place.name for place in places if not place.next_to]
    return ", ".join([*chains, *alone])


def _city_line(position: Position, city: City) -> str:
    coast = f", {'port ' if city.port else ''}on {city.sea}" if city.sea else ""
    said = [str(city.controller or NOBODY)]
    if city.founder:
        said.append(f"founded by {city.founder}")
    if not city.garrison:
        said.append("no garrison")
    for word, stand in (("besieged", position.siege_of(city.name)), ("blockaded", position.blockade_of(city.name))):
        if stand:
            said.append(f"{word} by {stand.by} since {stand.since}")
    return f"{city.name} {city.size}, {city.area}{coast}: {', '.join(said)}"


def _unit_line(unit: Unit) -> str:
    steps = f" {unit.steps} of {unit.full}" if unit.full else f" {unit.steps}" if unit.steps != 1 else ""
    said = [f"{unit.side} {unit.kind}{steps}", unit.at]
    said += [f"{word} {value}" for word, value in (("home", unit.home), ("aboard", unit.aboard)) if value]
    said += [word for word, holds in (("supplied", unit.supplied), ("barbarian", unit.barbarian)) if holds]
    return f"{unit.name}: {', '.join(said)}"
