"""Winter movement: quarters, returning home, displacement and bought group moves."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from responsa import Finding, ImpossibleSituation, NotInThisText, Reason, Ruling, Told, Words, decide, implements
from responsa.hellenes._naming import does, verb_of
from responsa.hellenes.board import LOST, City, Kind, Position, Returning, Sea, Unit, capacity
from responsa.hellenes.over_wintering import in_excess, shelters
from responsa.hellenes.winter_actions import area_of
from responsa.nearest import nearest
from responsa.sentences import count, listing, possessive, verb
from responsa.values import dataclass

LAND_ALLOWANCE: Final = 2
"""Areas that a land unit moves, if it is not cavalry [HEL 5a]."""

CAVALRY_ALLOWANCE: Final = 3
"""Areas that cavalry moves [HEL 5a]."""

FLEET_ALLOWANCE: Final = 5
"""Sea areas that a fleet moves [HEL 5a]."""

GROUP_MOVE_COST: Final = 1
"""Actions for each group that is moved [HEL 9.2.1e]."""

FREE: Final = 0
"""Actions for quarters and for returning home [HEL 9.2.1.1b] [HEL 9.2.1.2b]."""


class How(Words):
    """The kinds of winter move."""

    QUARTERS = "Winter Quarters"
    RETURN = "Returning Home"
    GROUP_MOVE = "Group Move"


@dataclass(frozen=True)
class WinterMove:
    """A winter move of one group to one city.

    Attributes:
        how: The kind of move.
        units: The names of the units that move together, those on board included.
        to: The city that they are heading for.
        route: The areas or sea areas that they enter, in order. By land the last is the area around the city, by
            sea the city's coastal sea; a fleet that leaves a port enters the port's own coastal sea first.
        aboard: Which fleet carries which land unit, as pairs `(fleet, land unit)`.
        came_through: After a hazardous boundary the units that came through; `None` if there was none.
    """

    how: How
    units: tuple[str, ...]
    to: str
    route: tuple[str, ...] = ()
    aboard: tuple[tuple[str, str], ...] = ()
    came_through: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Moved(Told):
    """What a winter move came to: the position after it, the steps, the price, and a battle ahead if there is one."""

    position: Position
    steps: tuple[Reason, ...]
    cost: int
    returning: Returning | None = None


@implements("HEL 5a")
def allowance(kind: Kind) -> int:
    """How many areas a unit moves: land units 2, cavalry 3, fleets 5 [HEL 5a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.allowance(hel.Kind.CAVALRY)
        3
    """
    return {Kind.FOOT: LAND_ALLOWANCE, Kind.CAVALRY: CAVALRY_ALLOWANCE, Kind.FLEET: FLEET_ALLOWANCE}[kind]


@implements("HEL 9.2.1e", "HEL 9.2.1f", "HEL 9.2.1.1b", "HEL 9.2.1.2b", "HEL 9.2.1.4b")
def move_cost(how: How) -> int:
    """The actions that a winter move costs for each group [HEL 9.2.1e] [HEL 9.2.1f].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.move_cost(hel.How.GROUP_MOVE), hel.move_cost(hel.How.RETURN)
        (1, 0)
    """
    return GROUP_MOVE_COST if how is How.GROUP_MOVE else FREE


@implements("HEL 9.2.1i", "HEL 9.2.1j", "HEL 9.2.1.2h")
def may_attack(how: How, *, at_home: bool) -> Ruling:
    """Whether units that make a winter move may attack: only Returning ones, and only those in their home's way.

    Args:
        how: The kind of move that they make.
        at_home: Whether the enemies besiege or blockade the home city that the units return to.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_attack(hel.How.GROUP_MOVE, at_home=True))
        No. Units on a Group Move attack nobody [HEL 9.2.1j].
    """
    returning = how is How.RETURN
    findings = [
        Finding(
            returning,
            "HEL 9.2.1i" if returning else "HEL 9.2.1j",
            yes="the units are Returning Home",
            no=f"units on {'a ' if how is How.GROUP_MOVE else ''}{how} attack nobody",
        )
    ]
    if returning:
        findings.append(
            Finding(
                at_home,
                "HEL 9.2.1.2h",
                yes="the enemies besiege or blockade their home city",
                no="the enemies neither besiege nor blockade their home city",
            )
        )
    return decide(*findings)


@implements("HEL 5c", "HEL 9.2.1d")
def may_carry(fleet: Unit, land: Unit) -> Ruling:
    """Whether a fleet may carry a land unit: a block that is smaller than itself [HEL 5c], in Winter as usual.

    Raises:
        NotInThisText: If the steps that the two have now and their full steps give different answers, because
            the text does not say which are compared.

    Examples:
        >>> from responsa import hellenes as hel
        >>> fleet = hel.Unit("Athenian fleet", hel.Side.ATHENS, hel.Kind.FLEET, "Athens", steps=3)
        >>> army = hel.Unit("Athenian army", hel.Side.ATHENS, hel.Kind.FOOT, "Athens", steps=3)
        >>> print(hel.may_carry(fleet, army))
        No. The Athenian army is not smaller than the Athenian fleet [HEL 5c].
    """
    if not fleet.is_fleet or land.is_fleet:
        pair = f"{fleet.name}, {land.name}"
        raise ImpossibleSituation("aboard", pair, "a fleet and the land unit that it carries", "HEL 5c")
    if land.side is not fleet.side:
        return Ruling.no(f"{fleet.be} {possessive(fleet.side)} and {land} {possessive(land.side)}", "HEL 5c")
    smaller = land.steps < fleet.steps
    if smaller != (land.full_steps < fleet.full_steps):
        raise NotInThisText("whether full steps or the steps of the moment are compared", "HEL 5c", where="5")
    return decide(
        Finding(
            smaller,
            "HEL 5c",
            yes=f"{land.be} smaller than {fleet}",
            no=f"{land.be} not smaller than {fleet}",
        )
    )


class Comes(Words):
    """The way by which units come to a city."""

    BY_LAND = "by land"
    BY_SEA = "by sea"


@implements("HEL 9.2.1h", "HEL 9.2.1.2f", "HEL 9.2.1.2g", "HEL 9.3.1b")
def must_stop_before(*, besieged: bool, blockaded: bool, comes: Comes, port: bool = True) -> bool:
    """Whether units must stop outside a friendly city: by land at a siege, by sea at a blockade [HEL 9.2.1h].

    A siege stops ships only before a coastal city that is no port [HEL 9.3.1b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.must_stop_before(besieged=True, blockaded=False, comes=hel.Comes.BY_SEA)
        False
    """
    return blockaded or (besieged and not port) if comes is Comes.BY_SEA else besieged


@implements("HEL 9.2.1h", "HEL 9.3.1b", "HEL 9.2.1g", "HEL 9.2.1.2e")
def must_stop(position: Position, city: str, *, by_sea: bool) -> Ruling:
    """Whether units heading for a friendly city must stop outside it.

    By land they must if it is besieged, by sea if it is blockaded; all other enemies they pass freely
    [HEL 9.2.1g] [HEL 9.2.1h]. Fleets enter a besieged port from its unblockaded sea [HEL 9.3.1b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"), cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),)
        ... )
        >>> print(hel.must_stop(position, "Plataea", by_sea=False))
        No. Plataea is not besieged [HEL 9.2.1h].
    """
    besieged, blockaded = position.siege_of(city) is not None, position.blockade_of(city) is not None
    comes, port = Comes.BY_SEA if by_sea else Comes.BY_LAND, position.city(city).port
    stops = must_stop_before(besieged=besieged, blockaded=blockaded, comes=comes, port=port)
    word = "blockaded" if by_sea else "besieged"
    if by_sea and besieged and not blockaded:
        slips_in = f"{city} is a port, besieged by land only"
        return decide(Finding(stops, "HEL 9.3.1b", yes=f"{city} is besieged and no port", no=slips_in))
    return decide(Finding(stops, "HEL 9.2.1h", yes=f"{city} is {word}", no=f"{city} is not {word}"))


@implements("HEL 9.2.1b", "HEL 9.2.1.2a")
def check_destination(position: Position, unit: Unit, city: str) -> City:
    """Make sure that a winter move goes to a city that its owner controls [HEL 9.2.1b].

    Raises:
        ImpossibleSituation: If it goes anywhere else.

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position(areas=hel.areas("Attica - Boeotia"))
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> hel.check_destination(position, army, "Boeotia")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: to is 'Boeotia', expected a city that Sparta controls [HEL 9.2.1b]
    """
    friendly = {each.name: each for each in position.cities if each.controller is unit.side}
    if city not in friendly:
        expected = f"a city that {unit.side} controls"
        near = "" if position.is_city(city) else nearest(city, friendly)
        raise ImpossibleSituation("to", city, expected, "HEL 9.2.1b", near)
    return friendly[city]


@implements("HEL 9.2.1.1a")
def may_take_quarters(position: Position, name: str, city: str) -> Ruling:
    """Whether a unit may move into a friendly city for free because it stands in the area around it [HEL 9.2.1.1a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Phocis")
        >>> thebes = hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Boeotia - Phocis"), cities=(thebes,), units=(army,))
        >>> print(hel.may_take_quarters(position, "Theban army", "Thebes"))
        No. Thebes lies in Boeotia and the Theban army is in Phocis [HEL 9.2.1.1a].
    """
    unit, place = position.unit(name), position.city(city)
    around = place.sea if unit.at == place.sea else place.area
    friendly = shelters(place, unit)
    outside = not position.is_city(unit.at)
    by_sea = bool(place.sea) and unit.at == place.sea
    stopped = must_stop(position, city, by_sea=by_sea)
    return decide(
        Finding(outside, "HEL 9.2.1.1a", yes=f"{unit.be} outside", no=f"{unit.be} in a city already: {unit.at}"),
        *(Finding(friendly.answer, each.rule, yes=each.text, no=each.text) for each in friendly.because),
        Finding(
            not outside or unit.at == around,
            "HEL 9.2.1.1a",
            yes=f"{city} lies in {around}" if not by_sea else f"{city} lies on {around}",
            no=f"{city} lies in {around} and {unit.be} in {unit.at}",
        ),
        Finding(
            not stopped,
            "HEL 9.2.1.1a" if not by_sea else "HEL 9.2.1h",
            yes=f"no enemy {'blockades' if by_sea else 'besieges'} {city}",
            no=f"enemies {'blockade' if by_sea else 'besiege'} {city}",
        ),
    )


@implements("HEL 9.2.1.2a")
def home_of(position: Position, name: str) -> City:
    """The home city that a unit may return to [HEL 9.2.1.2a].

    Raises:
        ImpossibleSituation: If it has no home city, or its owner does not control it [HEL 9.2.1b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Thracian army", hel.Side.ATHENS, hel.Kind.FOOT, "Chalcidice")
        >>> hel.home_of(hel.Position(areas=hel.areas("Chalcidice"), units=(army,)), "Thracian army")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: home is '', expected a home city for the Thracian army to return to [HEL \
9.2.1.2a]
    """
    unit = position.unit(name)
    if not unit.home:
        raise ImpossibleSituation("home", unit.home, f"a home city for {unit} to return to", "HEL 9.2.1.2a")
    home = next((city for city in position.cities if city.name == unit.home), None)
    if home is None or home.controller is not unit.side:
        raise ImpossibleSituation("home", unit.home, f"a home city that {unit.side} controls", "HEL 9.2.1b")
    return home


@implements("HEL 5b", "HEL 9.2.1.2c", "HEL 9.2.1.2d", "HEL 9.2.1k", "HEL 9.2.1.4e")
def is_in_range(position: Position, name: str, route: tuple[str, ...]) -> Ruling:
    """Whether a route is short enough: the full allowance, and a forced move that always succeeds [HEL 9.2.1.2d].

    A fleet stops in the first coastal area that it enters, apart from the sea of the port that it leaves [HEL 5b].

    Raises:
        ImpossibleSituation: If a step of the route goes to a place that is not adjacent.
        NotInThisText: If only a forced move would reach so far, and the position does not say how far that goes.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> position = hel.Position(areas=hel.areas("Attica - Boeotia - Phocis"), units=(army,))
        >>> print(hel.is_in_range(position, "Theban army", ("Boeotia", "Phocis")))
        Yes. 2 areas are within its allowance of 2 [HEL 9.2.1.2c].
    """
    unit = position.unit(name)
    _check_route(position, unit, route)
    extra = position.forced_sail if unit.is_fleet else position.forced_march
    length, most = len(route), allowance(unit.kind)
    if _in_port(position, unit) and _in_doubt(length, most, extra):
        raise NotInThisText("whether leaving a port for its own coastal sea counts as a sea area", "HEL 5a", where="5")
    if length > most and extra is None:
        forced = "Forced Sail" if unit.is_fleet else "Forced March"
        raise NotInThisText(f"how far a {forced} goes", "HEL 9.2.1.2d")
    areas_are = f"{count(length, 'area')} {verb(length, 'is', 'are')}"
    if length <= most:
        return decide(Finding(True, "HEL 9.2.1.2c", yes=f"{areas_are} within its allowance of {most}", no=""))
    reach = most + (extra or 0)
    return decide(
        Finding(
            length <= reach,
            "HEL 9.2.1k",
            yes=f"{areas_are} within {most} and a forced move of {extra}, which never fails",
            no=f"{areas_are} more than {most} and a forced move of {extra}",
        )
    )


@implements("HEL 9.2.1l")
def crosses_hazard(position: Position, name: str, route: tuple[str, ...]) -> Ruling:
    """Whether a route crosses a boundary that is hazardous for ships, which no forced move makes safe [HEL 9.2.1l].

    Examples:
        >>> from responsa import hellenes as hel
        >>> fleet = hel.Unit("Corinthian fleet", hel.Side.SPARTA, hel.Kind.FLEET, "Ionian Sea")
        >>> position = hel.Position(seas=hel.seas("Ionian Sea ! Cape Malea"), units=(fleet,))
        >>> print(hel.crosses_hazard(position, "Corinthian fleet", ("Cape Malea",)))
        Yes. The boundary between Ionian Sea and Cape Malea is hazardous [HEL 9.2.1l].
    """
    hazards = {sea.name: set(sea.hazardous) for sea in position.seas}
    found = next(
        (
            (start, end)
            for start, end in _pairs(position, position.unit(name), route)
            if end in hazards.get(start, ()) or start in hazards.get(end, ())
        ),
        None,
    )
    between = f"the boundary between {found[0]} and {found[1]} is hazardous" if found else ""
    return decide(Finding(found is not None, "HEL 9.2.1l", yes=between, no="no boundary on the route is hazardous"))


@implements("HEL 9.2.1.2a", "HEL 9.2.1.2c", "HEL 9.2.1.2d", "HEL 9.2.1.2f", "HEL 9.2.1.2g")
def way_home(position: Position, name: str) -> tuple[str, ...] | None:
    """The shortest route by which a unit reaches its home city on its own, or `None` if it is out of range.

    The way may end in a battle [HEL 9.2.1.2f]; a way around hazardous boundaries is taken if there is one.

    Raises:
        ImpossibleSituation: If it has no home city that its owner controls.
        NotInThisText: If only a forced move of unknown length would reach home.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica", home="Thebes")
        >>> thebes = hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Attica - Boeotia"), cities=(thebes,), units=(army,))
        >>> hel.way_home(position, "Theban army")
        ('Boeotia',)
    """
    return way_to(position, name, home_of(position, name).name)


@implements("HEL 9.2.1.4a", "HEL 9.2.1b")
def way_to(position: Position, name: str, city: str) -> tuple[str, ...] | None:
    """The shortest route by which a unit reaches a city on its own, or `None` if the city is out of range.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> thebes = hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Attica - Megaris, Boeotia"), cities=(thebes,), units=(army,))
        >>> hel.way_to(position, "Theban army", "Thebes") is None
        True
    """
    unit, place = position.unit(name), position.city(city)
    if unit.is_fleet and not place.sea:
        return None
    for with_hazards in (False, True):
        route = _shortest(position, unit, place, with_hazards=with_hazards)
        if route is not None:
            break
    if route is None or not is_in_range(position, name, route):
        return None
    return route


@implements("HEL 9.2.1b", "HEL 9.2.1.2c", "HEL 9.2.1.2d")
def cities_in_reach(position: Position, name: str) -> dict[str, tuple[str, ...]]:
    """The friendly cities that a unit reaches on its own for certain, each with the shortest route.

    Left out are ways across hazardous boundaries, and ways that only a forced move of unknown length would cover.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> thebes = hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Attica - Boeotia"), cities=(thebes,), units=(army,))
        >>> hel.cities_in_reach(position, "Theban army")
        {'Thebes': ('Boeotia',)}
    """
    unit = position.unit(name)
    came_from = _search(position, unit, with_hazards=False)
    extra = position.forced_sail if unit.is_fleet else position.forced_march
    reach = allowance(unit.kind) + (extra or 0)
    friendly = (city for city in position.cities if city.controller is unit.side)
    routes = ((city.name, _traced(position, unit, city, came_from)) for city in friendly)
    return {city: route for city, route in routes if route is not None and len(route) <= reach}


@implements("HEL 9.2.1.4a")
def has_free_way(position: Position, name: str) -> Ruling:
    """Whether a unit is in shelter or can get into it for free, with room, and without a battle [HEL 9.2.1.4a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Boeotia")
        >>> thebes = hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Boeotia"), cities=(thebes,), units=(army,))
        >>> print(hel.has_free_way(position, "Theban army"))
        Yes. The Theban army can take quarters in Thebes [HEL 9.2.1.1a].
    """
    unit = position.unit(name)
    if position.is_city(unit.at):
        return decide(Finding(True, "HEL 9.2.1.4a", yes=f"{unit.be} in {unit.at}", no=""))
    for city in position.cities:
        if _has_room(position, city) and may_take_quarters(position, name, city.name):
            return decide(Finding(True, "HEL 9.2.1.1a", yes=f"{unit} can take quarters in {city.name}", no=""))
    home = next((city for city in position.cities if city.name == unit.home and city.controller is unit.side), None)
    if home is not None and _has_room(position, home):
        open_way = not must_stop(position, home.name, by_sea=unit.is_fleet)
        if open_way and way_home(position, name) is not None:
            return decide(Finding(True, "HEL 9.2.1.2a", yes=f"{unit} can return to {home.name}", no=""))
    return decide(Finding(False, "HEL 9.2.1.4a", yes="", no=f"{unit.have} no free way into shelter"))


@implements("HEL 9.2.1.3a", "HEL 9.2.1.3c")
def is_displaced(position: Position, name: str, moved: Collection[str]) -> Ruling:
    """Whether a unit may move because winter moves overfilled its city and it has not moved yet [HEL 9.2.1.3a].

    Args:
        position: The position.
        name: The unit.
        moved: The units that have made their winter move.

    Examples:
        >>> from responsa import hellenes as hel
        >>> men = [hel.Unit(f"Theban army {n}", hel.Side.SPARTA, hel.Kind.FOOT, "Thespiae") for n in (1, 2, 3)]
        >>> thespiae = hel.City("Thespiae", 1, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Boeotia"), cities=(thespiae,), units=tuple(men))
        >>> print(hel.is_displaced(position, "Theban army 1", moved=["Theban army 3"]))
        Yes. Thespiae holds 1 unit too many, moves of this Winter overfilled it, and Theban army 1 has not moved yet \
[HEL 9.2.1.3a].
    """
    unit = position.unit(name)
    excess = in_excess(position, unit.at) if position.is_city(unit.at) else 0
    came = any(other.name in moved for other in position.units_at(unit.at)) if excess else False
    too_many = f"{unit.at} holds {count(excess, 'unit')} too many"
    overfilled = f"{too_many}, moves of this Winter overfilled it, and {unit.have} not moved yet"
    why = f"{unit.have} made its winter move" if name in moved else f"no winter move has overfilled {unit.at}"
    return decide(Finding(came and name not in moved, "HEL 9.2.1.3a", yes=overfilled, no=why))


@implements("HEL 9.2.1.4a", "HEL 9.2.1.3a")
def may_buy_group_move(position: Position, name: str, moved: Collection[str] = ()) -> Ruling:
    """Whether a unit may take part in a Group Move for an action [HEL 9.2.1.4a].

    It may if it has no free way into shelter, or if it is displaced [HEL 9.2.1.3a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Thebes")
        >>> thebes = hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Boeotia"), cities=(thebes,), units=(army,))
        >>> print(hel.may_buy_group_move(position, "Theban army"))
        No. The Theban army is in Thebes [HEL 9.2.1.4a].
    """
    displaced = is_displaced(position, name, moved)
    if displaced:
        return displaced
    free = has_free_way(position, name)
    reason = free.because[0]
    return decide(Finding(not free, reason.rule, yes=reason.text, no=reason.text))


@implements("HEL 9.2.1.3c", "HEL 9.2.1.3d", "HEL 9.2.1.3e", "HEL 9.2.1.3b")
def left_outside(position: Position, city: str, outside: Collection[str]) -> Position:
    """The position after the owner has named the units that do not fit into a city [HEL 9.2.1.3d].

    They stand in the area around it (a fleet in its coastal sea) [HEL 9.2.1.3c]; the garrison needs no room
    [HEL 9.2.1.3e].

    Raises:
        ImpossibleSituation: If they are not exactly as many as are too many, or one is not in the city.

    Examples:
        >>> from responsa import hellenes as hel
        >>> men = [hel.Unit(f"Theban army {n}", hel.Side.SPARTA, hel.Kind.FOOT, "Thespiae") for n in (1, 2, 3)]
        >>> thespiae = hel.City("Thespiae", 1, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Boeotia"), cities=(thespiae,), units=tuple(men))
        >>> hel.left_outside(position, "Thespiae", ["Theban army 2"]).unit("Theban army 2").at
        'Boeotia'
    """
    excess, place = in_excess(position, city), position.city(city)
    names = tuple(outside)
    inside = [unit.name for unit in position.units_at(city) if not unit.barbarian]
    if len(names) != excess or len(set(inside).intersection(names)) != excess:
        expected = f"{count(excess, 'unit')} of those in {city}: {listing(inside, 'or')}"
        raise ImpossibleSituation("outside", names, expected, "HEL 9.2.1.3d")
    out = (position.unit(name) for name in names)
    return position.with_units(
        *(dataclasses.replace(unit, at=place.sea if unit.is_fleet else place.area) for unit in out)
    )


@implements("HEL 9.2.1b", "HEL 9.2.1d", "HEL 9.2.1k", "HEL 9.2.1.1a", "HEL 9.2.1.2a", "HEL 9.2.1.4a")
def may_move(position: Position, move: WinterMove, moved: Collection[str] = ()) -> Ruling:
    """Whether a winter move is legal, as a whole.

    Args:
        position: The position before the move.
        move: The move.
        moved: The units that have made their winter move.

    Raises:
        ImpossibleSituation: If a unit does not exist, the route is none, or the destination is no friendly city.
        NotInThisText: If the answer needs a rule that this text lacks, such as the length of a forced move.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica", home="Thebes")
        >>> thebes = hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Attica - Boeotia"), cities=(thebes,), units=(army,))
        >>> print(hel.may_move(position, hel.WinterMove(hel.How.RETURN, ("Theban army",), "Thebes", ("Boeotia",))))
        Yes. Thebes is the home of the Theban army [HEL 9.2.1.2a] and 1 area is within its allowance of 2 [HEL \
9.2.1.2c].
    """
    units = _group_of(position, move)
    city = check_destination(position, units[0], move.to)
    if twice := [unit for unit in units if unit.name in moved]:
        return Ruling(False, tuple(Reason(f"{unit.have} made its winter move", "HEL 9.2.1.2a") for unit in twice))
    rulings = _boarding(position, move)
    for unit in units:
        rulings += _entitled(position, move, unit, moved)
    if move.how is not How.QUARTERS:
        _check_arrival(position, city, move, units)
        slowest = min(_self_moving(move, units), key=lambda unit: allowance(unit.kind))
        rulings.append(is_in_range(position, slowest.name, move.route))
    return _together(rulings)


@implements("HEL 9.2.1.2f", "HEL 9.2.1.2g", "HEL 9.2.1h", "HEL 9.2.1l", "HEL 9.2.1j")
def make_move(position: Position, move: WinterMove, moved: Collection[str] = ()) -> Moved:
    """Make a winter move: into the city, or up to the enemies who besiege or blockade it.

    Returns:
        The position after it, the steps, the actions that it costs, and for a Returning group that was stopped
        the returning battle that it may have ahead [HEL 9.2.1.2f] [HEL 9.2.1.2g].

    Raises:
        ImpossibleSituation: If the move is not legal; the message says why.
        NotInThisText: If the route crosses a hazardous boundary and the move does not say who came through.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica", home="Thebes")
        >>> thebes = hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Attica - Boeotia"), cities=(thebes,), units=(army,))
        >>> move = hel.WinterMove(hel.How.RETURN, ("Theban army",), "Thebes", ("Boeotia",))
        >>> hel.make_move(position, move).position.unit("Theban army").at
        'Thebes'
    """
    may_move(position, move, moved).require("move", listing(move.units))
    units = _group_of(position, move)
    city = position.city(move.to)
    by_sea = _by_sea(position, move, units)
    through, steps = _after_hazard(position, move, units)
    stop = must_stop(position, move.to, by_sea=by_sea)
    place = move.to if not stop else city.sea if by_sea else city.area
    carrier = {land: fleet for fleet, land in move.aboard} | {unit.name: unit.aboard for unit in units if unit.aboard}
    aboard = carrier if stop and by_sea else {}
    arrived = [dataclasses.replace(unit, at=place, aboard=aboard.get(unit.name, "")) for unit in through]
    lost = [dataclasses.replace(unit, at=LOST, aboard="") for unit in units if unit not in through]
    after = position.with_units(*arrived, *lost)
    opposed = position.blockade_of(move.to) if by_sea else position.siege_of(move.to)
    back = bool(stop) and move.how is How.RETURN and bool(arrived) and opposed is not None
    returning = Returning(move.to, tuple(unit.name for unit in arrived), by_sea) if back else None
    steps += _arrival(move, arrived, stop, place, opposed=opposed is not None)
    return Moved(after, steps, move_cost(move.how), returning)


def _has_room(position: Position, city: City) -> bool:
    """Whether another unit fits into a city as things stand."""
    return sum(not unit.barbarian for unit in position.units_at(city.name)) < capacity(city)


def _together(rulings: Collection[Ruling]) -> Ruling:
    """Yes if all say yes; each reason once."""
    against = [reason for ruling in rulings if not ruling for reason in ruling.because]
    reasons = against or [reason for ruling in rulings for reason in ruling.because]
    return Ruling(not against, tuple(dict.fromkeys(reasons)))


def _group_of(position: Position, move: WinterMove) -> tuple[Unit, ...]:
    """The units of a move, which must be units of one player in one area."""
    units = tuple(position.unit(name) for name in move.units)
    if not units or len(set(move.units)) != len(units):
        raise ImpossibleSituation("units", move.units, "units of a group, each once", "HEL 4.1a")
    for unit in units:
        same = unit.side is units[0].side and area_of(position, unit) == area_of(position, units[0])
        if not unit.on_map or not same:
            raise ImpossibleSituation("units", unit.name, "units that one player has in one area", "HEL 4.1a")
    return units


def _boarding(position: Position, move: WinterMove) -> list[Ruling]:
    """Whether the fleets of a move may carry what they are to carry, one land unit each."""
    for place in (0, 1):
        names = [pair[place] for pair in move.aboard]
        if len(set(move.units).intersection(names)) != len(names):
            raise ImpossibleSituation("aboard", tuple(names), "units of the move, each once", "HEL 5c")
    for unit in position.units:
        if unit.aboard in move.units and unit.name not in move.units:
            expected = f"{unit} too, which is on board of {unit.aboard}"
            raise ImpossibleSituation("units", move.units, expected, "HEL 9.2.1d")
    pairs = [(position.unit(fleet), position.unit(land)) for fleet, land in move.aboard]
    for fleet, land in pairs:
        if fleet.at != land.at:
            raise NotInThisText(f"whether {land} may board {fleet} from another place", "HEL 9.2.1d", where="5")
    return [may_carry(fleet, land) for fleet, land in pairs]


def _self_moving(move: WinterMove, units: Collection[Unit]) -> tuple[Unit, ...]:
    """The units of a move that go by themselves; by sea these are the fleets, and all others must be on board."""
    fleets = tuple(unit for unit in units if unit.is_fleet)
    if not fleets:
        return tuple(units)
    names = {fleet.name for fleet in fleets}
    carried = {land for _, land in move.aboard} | {unit.name for unit in units if unit.aboard in names}
    for unit in units:
        if not unit.is_fleet and unit.name not in carried:
            raise ImpossibleSituation("aboard", unit.name, f"a fleet that carries {unit}", "HEL 9.2.1d")
    return fleets


def _entitled(position: Position, move: WinterMove, unit: Unit, moved: Collection[str]) -> list[Ruling]:
    """Whether a unit may take part in this kind of move at all."""
    if move.how is How.QUARTERS:
        return [may_take_quarters(position, unit.name, move.to)]
    if move.how is How.GROUP_MOVE:
        return [may_buy_group_move(position, unit.name, moved)]
    home = home_of(position, unit.name)
    away = Finding(
        unit.at != home.name,
        "HEL 9.2.1.2a",
        yes=f"{home.name} is the home of {unit}",
        no=f"{unit.be} in its home city, {home.name}",
    )
    to_home = f"{does(unit.name, 'returns', 'return')} to {home.name}, its home city, and nowhere else"
    here = Finding(home.name == move.to, "HEL 9.2.1.2a", yes=away.yes, no=to_home)
    return [decide(away, here)]


def _by_sea(position: Position, move: WinterMove, units: Collection[Unit]) -> bool:
    """Whether a move comes to its city from the sea."""
    return any(unit.is_fleet or position.is_sea(unit.at) for unit in units)


def _check_arrival(position: Position, city: City, move: WinterMove, units: Collection[Unit]) -> None:
    """Make sure that the route ends beside the city."""
    beside = city.sea if _by_sea(position, move, units) else city.area
    last = move.route[-1] if move.route else area_of(position, next(iter(units)))
    if last != beside:
        raise ImpossibleSituation("route", move.route, f"a route that ends in {beside or 'no sea'}", "HEL 9.2.1b")


def _neighbours(position: Position, *, at_sea: bool) -> dict[str, set[str]]:
    """Who is next to whom; a border written at one end counts for both."""
    places = position.seas if at_sea else position.areas
    found: dict[str, set[str]] = {place.name: set(place.next_to) for place in places}
    for place in places:
        for other in place.next_to:
            found.setdefault(other, set()).add(place.name)
    for sea in places:
        for other in sea.hazardous if isinstance(sea, Sea) else ():
            found.setdefault(other, set()).add(sea.name)
            found[sea.name].add(other)
    return found


def _pairs(position: Position, unit: Unit, route: tuple[str, ...]) -> list[tuple[str, str]]:
    """The boundaries that a route crosses; the way out of a port is none."""
    if _in_port(position, unit):
        return list(pairwise(route))
    return list(pairwise((area_of(position, unit), *route)))


def _check_route(position: Position, unit: Unit, route: tuple[str, ...]) -> None:
    """Make sure that a route goes from neighbour to neighbour, and that a fleet stops in a coastal area."""
    near = _neighbours(position, at_sea=unit.is_fleet)
    if _in_port(position, unit) and route and route[0] != position.city(unit.at).sea:
        raise ImpossibleSituation("route", route[0], f"the coastal sea of {unit.at} first", "HEL 9.2.1d")
    for start, end in _pairs(position, unit, route):
        if end not in near.get(start, ()):
            kind = "a sea area" if unit.is_fleet else "an area"
            raise ImpossibleSituation("route", end, f"{kind} next to {start}", "HEL 5a")
    first = 1 if position.is_city(unit.at) else 0
    for sea in route[first:-1] if unit.is_fleet else ():
        if position.is_coastal(sea):
            raise ImpossibleSituation("route", route, f"a stop in {sea}, a coastal area", "HEL 5b")


def _in_doubt(length: int, most: int, extra: int | None) -> bool:
    """Whether it matters how the step out of a port is counted, which the text does not say."""
    return length == most + (extra or 0) + 1


def _shortest(position: Position, unit: Unit, city: City, *, with_hazards: bool) -> tuple[str, ...] | None:
    """The shortest route of a unit to the area or sea beside a city, whatever its length."""
    return _traced(position, unit, city, _search(position, unit, with_hazards=with_hazards))


def _start(position: Position, unit: Unit) -> str:
    """Where a unit's way begins: for a fleet in a city the coastal sea."""
    return position.city(unit.at).sea if _in_port(position, unit) else area_of(position, unit)


def _in_port(position: Position, unit: Unit) -> bool:
    return unit.is_fleet and position.is_city(unit.at)


def _search(position: Position, unit: Unit, *, with_hazards: bool) -> dict[str, str]:
    """Every place that a unit can come to by itself, with the place before it on the shortest way."""
    near = _neighbours(position, at_sea=unit.is_fleet)
    if not with_hazards and unit.is_fleet:
        for sea in position.seas:
            for other in sea.hazardous:
                near[sea.name].discard(other)
                near[other].discard(sea.name)
    start = _start(position, unit)
    coastal = {city.sea for city in position.cities} | {sea.name for sea in position.seas if sea.coastal}
    came_from = {start: ""} if start in near else {}
    queue = deque(came_from)
    while queue:
        here = queue.popleft()
        if unit.is_fleet and here != start and here in coastal:
            continue
        for there in sorted(near[here] - came_from.keys()):
            came_from[there] = here
            queue.append(there)
    return came_from


def _traced(position: Position, unit: Unit, city: City, came_from: Mapping[str, str]) -> tuple[str, ...] | None:
    """The route that leads to the area or sea beside a city, if it was reached."""
    goal = city.sea if unit.is_fleet else city.area
    if goal not in came_from:
        return None
    route = [goal]
    while came_from[route[-1]]:
        route.append(came_from[route[-1]])
    return tuple(reversed(route if _in_port(position, unit) else route[:-1]))


def _after_hazard(
    position: Position, move: WinterMove, units: tuple[Unit, ...]
) -> tuple[tuple[Unit, ...], tuple[Reason, ...]]:
    """Who came through a hazardous boundary, as the caller's rules had it, and how to say so."""
    fleets = [unit for unit in units if unit.is_fleet]
    if not fleets or not (hazard := crosses_hazard(position, fleets[0].name, move.route)):
        if move.came_through is not None:
            raise ImpossibleSituation("came_through", move.came_through, "None: no boundary is hazardous", "HEL 9.2.1l")
        return units, ()
    if move.came_through is None:
        raise NotInThisText("what a hazardous boundary does to ships", "HEL 9.2.1l")
    if not set(move.came_through) <= set(move.units):
        raise ImpossibleSituation("came_through", move.came_through, "units of the move", "HEL 9.2.1l")
    through = tuple(unit for unit in units if unit.name in move.came_through)
    lost = ", ".join(unit.name for unit in units if unit not in through) or "nobody"
    return through, (Reason(f"{hazard.because[0].text}; lost: {lost}", "HEL 9.2.1l"),)


def _arrival(
    move: WinterMove, arrived: Sequence[Unit], stop: Ruling, place: str, *, opposed: bool
) -> tuple[Reason, ...]:
    """How a move ended, in words."""
    if not arrived:
        return ()
    names = listing(arrived)
    rule = {How.QUARTERS: "HEL 9.2.1.1a", How.RETURN: "HEL 9.2.1.2a", How.GROUP_MOVE: "HEL 9.2.1.4a"}[move.how]
    own = [unit.name for unit in arrived]
    go, take = verb_of(own, "goes", "go"), verb_of(own, "takes", "take")
    told = {
        How.QUARTERS: f"{names} {take} quarters in {place}",
        How.RETURN: f"{names} {go} home to {place}",
        How.GROUP_MOVE: f"{names} {go} to {place} in a Group Move",
    }
    if not stop:
        through = (Reason(stop.because[0].text, "HEL 9.3.1b"),) if stop.because[0].rule == "HEL 9.3.1b" else ()
        return (Reason(told[move.how], rule), *through)
    stops = verb_of(own, "stops", "stop")
    halted = Reason(f"{names}, heading for {move.to}, {stops} in {place}: {stop.because[0].text}", "HEL 9.2.1h")
    if move.how is How.RETURN and not opposed:
        return (halted,)
    if move.how is not How.RETURN:
        return (halted, Reason(f"{names} may not attack", "HEL 9.2.1j"))
    rule = "HEL 9.2.1.2g" if any(unit.is_fleet for unit in arrived) else "HEL 9.2.1.2f"
    return (halted, Reason(f"{names} may have a returning battle ahead", rule))
