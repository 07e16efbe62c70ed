"""Who can be brought through the Winter with so many actions: a planner whose plans nobody can better."""

from __future__ import annotations

import dataclasses
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from responsa import ImpossibleSituation, NotInThisText, implements
from responsa.hellenes.board import Kind, Position, Side, Unit, capacity
from responsa.hellenes.supply import SUPPLY_COST
from responsa.hellenes.winter_actions import area_of
from responsa.hellenes.winter_movement import (
    GROUP_MOVE_COST,
    How,
    WinterMove,
    cities_in_reach,
    may_take_quarters,
    must_stop,
    way_home,
)

SEARCH_LIMIT: Final = 1_000
"""Choices of group moves that the planner looks at before it stops and says that its plan is not proven best."""

_Group: TypeAlias = tuple[str, str]
"""A group that moves: where it starts (a land area, or where its fleets lie), and the city it goes to."""


@implements("HEL 9.2.1.4a")
@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for a player's winter actions, and what it comes to.

    Attributes:
        saved: The units that survive, by name.
        lost: The units that cannot be saved: barbarians, and those that no action is left for.
        moves: The winter moves in an order in which each of them is legal; free ones first.
        supplied: The units that get an action of supply.
        outside: For each city that overflows, the units that are left outside.
        price: The actions that the plan costs.
        proven: Whether it is certain that no plan saves more units.
    """

    saved: tuple[str, ...]
    lost: tuple[str, ...]
    moves: tuple[WinterMove, ...]
    supplied: tuple[str, ...]
    outside: Mapping[str, tuple[str, ...]]
    price: int
    proven: bool = True


@implements("HEL 9.2.1.1b", "HEL 9.2.1.2b", "HEL 9.2.1.4b", "HEL 9.2.2b")
def over_winter(position: Position, side: Side, actions: int) -> Plan:
    """The plan that brings most units of a player through the Winter for certain, at the lowest price.

    Quarters and returns are free and come first; then an action buys what saves most: a group move to a city with
    room, or the supply of a unit where it stands. Returns that need a battle, ways across hazardous boundaries,
    and transport on board of fleets are left out, because they are not certain or not in this text. Among units
    that compete for the same shelter the stronger ones are saved.

    Args:
        position: The position when the player begins his winter actions.
        side: The player.
        actions: How many actions he has.

    Returns:
        The plan. It costs no more actions than it needs.

    Raises:
        ImpossibleSituation: If the number of actions is negative, a land unit is on board of a fleet, or a city holds
            too many Greek units to begin with.

    Examples:
        >>> from responsa import hellenes as hel
        >>> men = tuple(hel.Unit(f"army {n}", hel.Side.SPARTA, hel.Kind.FOOT, "Attica") for n in (1, 2, 3))
        >>> thebes = hel.City("Thebes", 1, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Attica - Boeotia"), cities=(thebes,), units=men)
        >>> plan = hel.over_winter(position, hel.Side.SPARTA, actions=1)
        >>> plan.saved, plan.lost, plan.price
        (('army 1', 'army 2'), ('army 3',), 1)
    """
    ways = _ways(position, side, actions)
    best = _best_for_each(ways, actions)
    enough = next((each for each in best if each.saved == len(ways.units)), best[-1])
    return _plan(position, side, ways, enough)


@implements("HEL 9.2.1.4b", "HEL 9.2.2b")
def what_actions_buy(position: Position, side: Side, actions: int) -> tuple[int, ...]:
    """How many units survive with 0, 1, 2, … actions: the first number is what is free.

    Examples:
        >>> from responsa import hellenes as hel
        >>> men = tuple(hel.Unit(f"army {n}", hel.Side.SPARTA, hel.Kind.FOOT, "Attica") for n in (1, 2, 3))
        >>> thebes = hel.City("Thebes", 1, "Boeotia", hel.Side.SPARTA)
        >>> position = hel.Position(areas=hel.areas("Attica - Boeotia"), cities=(thebes,), units=men)
        >>> hel.what_actions_buy(position, hel.Side.SPARTA, 3)
        (0, 2, 3, 3)
    """
    return tuple(best.saved for best in _best_for_each(_ways(position, side, actions), actions))


@dataclass(frozen=True, slots=True)
class _Class:
    """Units that have the same choices: stay, go somewhere for free, or be part of group moves."""

    start: str
    free: frozenset[str]
    bought: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Arc:
    """A group move: where the group starts, the number of the city that it goes to, and the classes that may join."""

    start: str
    city: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Ways:
    """What a position offers to each unit, reduced to what the search needs.

    Cities, classes and arcs have numbers, so that a set of them is a single whole number.
    """

    units: Mapping[str, Unit]
    class_of: Mapping[str, int]
    classes: tuple[_Class, ...]
    sizes: tuple[int, ...]
    cities: tuple[str, ...]
    rooms: tuple[int, ...]
    arcs: tuple[_Arc, ...]
    starting: Mapping[str, int]

    def is_free(self, name: str, city: str) -> bool:
        """Whether a unit has a city without buying a move."""
        return city in self.free(name)

    def free(self, name: str) -> frozenset[str]:
        """The cities that a unit has without buying a move."""
        return self.classes[self.class_of[name]].free

    def room(self, city: str) -> int:
        """How many units a city holds."""
        return self.rooms[self.cities.index(city)]

    @property
    def every_arc(self) -> int:
        """The set of all group moves."""
        return (1 << len(self.arcs)) - 1


@dataclass(frozen=True, slots=True)
class _Best:
    """The best choice of group moves so far: how many units it saves, supply included."""

    saved: int = -1
    opened: int = 0
    proven: bool = True


def _ways(position: Position, side: Side, actions: int) -> _Ways:
    if type(actions) is not int or actions < 0:
        raise ImpossibleSituation("actions", actions, "0 or more", "HEL 4.0a")
    units = _to_save(position, side)
    routes: dict[tuple[str, Kind], dict[str, tuple[str, ...]]] = {}
    class_by_name = {name: _class_of(position, unit, routes) for name, unit in units.items()}
    sizes = Counter(class_by_name.values())
    classes = tuple(sizes)
    friendly = [city for city in position.cities if city.controller is side]
    members: dict[tuple[str, int], list[int]] = {}
    for number, city in enumerate(friendly):
        for index, each in enumerate(classes):
            if city.name in each.bought:
                members.setdefault((each.start, number), []).append(index)
    arcs = (_Arc(start, city, tuple(joining)) for (start, city), joining in members.items())
    rooms = tuple(map(capacity, friendly))
    starting = Counter[str]()
    for each, size in sizes.items():
        starting[each.start] += size
    return _Ways(
        units,
        {name: classes.index(each) for name, each in class_by_name.items()},
        classes,
        tuple(sizes.values()),
        tuple(city.name for city in friendly),
        rooms,
        tuple(arc for arc in arcs if min(rooms[arc.city], sum(sizes[classes[m]] for m in arc.members)) > SUPPLY_COST),
        starting,
    )


def _to_save(position: Position, side: Side) -> dict[str, Unit]:
    """The Greek units of a player that are not supplied yet."""
    units = {}
    for unit in position.units:
        if unit.side is side and unit.on_map:
            if unit.aboard:
                on_land = f"{unit} on land: no transport is planned"
                raise ImpossibleSituation("aboard", unit.aboard, on_land, "HEL 9.2.1d")
            if not unit.barbarian and not unit.supplied:
                units[unit.name] = unit
    for city in position.cities:
        excess = sum(unit.at == city.name for unit in units.values()) - capacity(city)
        if excess > 0:
            raise ImpossibleSituation("outside", (), f"{excess} of the units in {city.name}", "HEL 9.2.1.3d")
    return units


def _class_of(position: Position, unit: Unit, routes: dict[tuple[str, Kind], dict[str, tuple[str, ...]]]) -> _Class:
    """The choices of a unit that are certain."""
    from_here = (unit.at, unit.kind)
    if from_here not in routes:
        routes[from_here] = cities_in_reach(position, unit.name)
    entered = {c for c in routes[from_here] if not must_stop(position, c, by_sea=unit.is_fleet)}
    inside = position.is_city(unit.at)
    free = {unit.at} if inside else {c for c in entered if may_take_quarters(position, unit.name, c)}
    if unit.home in entered:
        free.add(unit.home)
    start = unit.at if unit.is_fleet else area_of(position, unit)
    return _Class(start, frozenset(free), frozenset(_bought(position, unit, free, entered - free)))


def _bought(position: Position, unit: Unit, free: Iterable[str], others: set[str]) -> set[str]:
    """The cities to which a unit may buy a group move: none if it has perhaps a free way home."""
    home = next((city for city in position.cities if city.name == unit.home and city.controller is unit.side), None)
    if home is None or home.name in free or must_stop(position, home.name, by_sea=unit.is_fleet):
        return others
    try:
        return others if way_home(position, unit.name) is None else set()
    except NotInThisText:
        return set()


@dataclass(slots=True)
class _Flow:
    """Units placed in cities, class by class, and the group moves that are open to them."""

    ways: _Ways
    opened: int
    options: list[int]
    placed: Counter[tuple[int, int]]
    waiting: list[int]
    spare: list[int]

    @classmethod
    def empty(cls, ways: _Ways, opened: int = 0) -> _Flow:
        """Nobody is placed yet."""
        options = [sum(1 << ways.cities.index(city) for city in each.free) for each in ways.classes]
        return cls(ways, 0, options, Counter(), list(ways.sizes), list(ways.rooms)).with_arcs(opened)

    def with_arcs(self, arcs: int) -> _Flow:
        """The same units in the same cities, with other group moves open as well."""
        opened, options = self.opened | arcs, self.options_with(arcs)
        return _Flow(self.ways, opened, options, self.placed.copy(), list(self.waiting), list(self.spare))

    def options_with(self, arcs: int) -> list[int]:
        """The cities that each class may go to if other group moves are open as well."""
        options = list(self.options)
        for arc in map(self.ways.arcs.__getitem__, _bits(arcs)):
            for each in arc.members:
                options[each] |= 1 << arc.city
        return options

    def housed(self) -> int:
        """How many units have a place."""
        return len(self.ways.units) - sum(self.waiting)

    def place(self, classes: Iterable[int]) -> int | None:
        """Find a place for a unit of one of the classes, moving others on if need be; the city that has one more."""
        residents: dict[int, list[int]] = {}
        for (each, city), number in self.placed.items():
            if number:
                residents.setdefault(city, []).append(each)
        came_from: dict[int, tuple[int, int | None]] = {}
        queue: deque[tuple[int, int | None]] = deque((each, None) for each in classes if self.waiting[each])
        reached = 0
        while queue:
            mover, before = queue.popleft()
            for city in _bits(self.options[mover] & ~reached):
                reached |= 1 << city
                came_from[city] = (mover, before)
                if self.spare[city]:
                    self._shift(came_from, city)
                    return city
                queue.extend((other, city) for other in residents.get(city, ()))
        return None

    def _shift(self, came_from: Mapping[int, tuple[int, int | None]], last: int) -> None:
        """Move a unit on along each step of a path that ends where there is room."""
        self.spare[last] -= 1
        city: int | None = last
        while city is not None:
            mover, before = came_from[city]
            self.placed[mover, city] += 1
            if before is None:
                self.waiting[mover] -= 1
            else:
                self.placed[mover, before] -= 1
            city = before

    def place_all(self) -> _Flow:
        """Place as many units as can be."""
        everybody = range(len(self.waiting))
        while self.place(everybody) is not None:
            pass
        return self

    def reach(self, options: Sequence[int]) -> list[int]:
        """For each city the cities that its units could be moved on to, one making room for the other."""
        reach = [1 << city for city in range(len(self.spare))]
        for (each, city), number in self.placed.items():
            if number:
                reach[city] |= options[each]
        for middle, bit in enumerate([1 << city for city in range(len(reach))]):
            beyond = reach[middle]
            reach = [found | beyond if found & bit else found for found in reach]
        return reach


def _bits(members: int) -> Iterator[int]:
    """The numbers in a set."""
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest


def _best_for_each(ways: _Ways, actions: int) -> list[_Best]:
    """The best that 0, 1, 2, … actions can do; every action is good for the supply of one more unit at least."""
    flow = _Flow.empty(ways).place_all()
    found = [_Best(flow.housed())]
    for affordable in range(1, actions + 1):
        fed = min(found[-1].saved + 1, len(ways.units))
        found.append(_most_saved(flow, affordable, dataclasses.replace(found[-1], saved=fed)))
    return found


def _most_saved(flow: _Flow, actions: int, best: _Best) -> _Best:
    """The group moves that save most units, if they save more than is known already.

    Supply need not be looked at: with an action for it, a plan saves just a unit more than with an action less, and
    that much is known. Branch and bound: a choice of group moves can house another unit only if one of them leads
    out of what the units without a place can reach, and one leads into what can reach a room (two minimum cuts).
    Only such moves are tried, and the cuts bound what all that follow can add.
    """
    stack = [(flow, 0, 0, actions)]
    for _ in range(SEARCH_LIMIT):
        if not stack:
            break
        before, opening, closed, left = stack.pop()
        flow = before.with_arcs(opening).place_all()
        housed = flow.housed()
        if housed > best.saved:
            best = _Best(housed, flow.opened)
        cuts = _cuts(flow, closed)
        if housed + min(_most_added(flow, cut, left) for cut in cuts) <= best.saved:
            continue
        fewest = min((cut.gains for cut in cuts), key=len)
        tried = []
        for number in sorted(fewest, key=lambda arc: -fewest[arc]):
            tried.append((flow, 1 << number, closed, left - GROUP_MOVE_COST))
            closed |= 1 << number
        stack.extend(reversed(tried))
    return dataclasses.replace(best, proven=not stack)


@dataclass(frozen=True, slots=True)
class _Cut:
    """The closed group moves that lead across a minimum cut.

    Each can add at most its gain; those whose targets overlap share what `room` the targets have.
    """

    gains: Mapping[int, int]
    targets: Mapping[int, int]
    room: Sequence[int]


def _cuts(flow: _Flow, closed: int) -> tuple[_Cut, _Cut]:
    """The moves out of what the units without a place can reach, and the moves into what can reach a room.

    Which rooms a move into the latter fills at last depends on what else is opened, so all moves count for that.
    """
    reach, ways = flow.reach(flow.options), flow.ways
    outgoing = incoming = rooms = 0
    for each, waiting in enumerate(flow.waiting):
        for city in _bits(flow.options[each]) if waiting else ():
            outgoing |= reach[city]
    for city, spare in enumerate(flow.spare):
        rooms |= 1 << city if spare else 0
    for city, beyond in enumerate(reach):
        incoming |= 1 << city if beyond & rooms else 0
    at_last = flow.reach(flow.options_with(ways.every_arc & ~closed))
    movers = {each for (each, city), number in flow.placed.items() if number and outgoing >> city & 1}
    movers |= {each for each, waiting in enumerate(flow.waiting) if waiting}
    out: dict[int, int] = {}
    into: dict[int, int] = {}
    for number in _bits(ways.every_arc & ~closed & ~flow.opened):
        arc = ways.arcs[number]
        if not outgoing >> arc.city & 1 and (gain := sum(ways.sizes[each] for each in arc.members if each in movers)):
            out[number] = gain
        if incoming >> arc.city & 1:
            stuck = (ways.sizes[each] for each in arc.members if not flow.options[each] & incoming)
            if gain := sum(stuck):
                into[number] = gain
    return (
        _Cut(out, {number: 1 << ways.arcs[number].city for number in out}, ways.rooms),
        _Cut(into, {number: at_last[ways.arcs[number].city] & rooms for number in into}, flow.spare),
    )


def _most_added(flow: _Flow, cut: _Cut, left: int) -> int:
    """How many more units so many group moves can house at most, by what leads across a minimum cut."""
    ways = (_by_target(cut), _by_start(flow.ways, cut))
    return min(sum(flow.spare), sum(flow.waiting), *(sum(sorted(steps, reverse=True)[:left]) for steps in ways))


def _by_target(cut: _Cut) -> list[int]:
    """What one move after the other adds, if moves that fill the same rooms share them."""
    alike: dict[int, list[int]] = {}
    for number, gain in cut.gains.items():
        alike.setdefault(cut.targets[number], []).append(gain)
    sharing: list[tuple[int, list[int]]] = []
    for target, gains in alike.items():
        together = target
        for other in [each for each in sharing if each[0] & together]:
            sharing.remove(other)
            together, gains = together | other[0], gains + other[1]
        sharing.append((together, gains))
    shared = ((sum(cut.room[city] for city in _bits(together)), gains) for together, gains in sharing)
    return [step for room, gains in shared for step in _in_turn(room, gains)]


def _by_start(ways: _Ways, cut: _Cut) -> list[int]:
    """What one move after the other adds, if moves that start in the same place share its units."""
    room = {target: sum(cut.room[city] for city in _bits(target)) for target in set(cut.targets.values())}
    gains: dict[str, list[int]] = {}
    for number, gain in cut.gains.items():
        gains.setdefault(ways.arcs[number].start, []).append(min(gain, room[cut.targets[number]]))
    return [step for start, each in gains.items() for step in _in_turn(ways.starting[start], each)]


def _in_turn(whole: int, gains: list[int]) -> Iterator[int]:
    """What each of several gains adds, the largest first, until the whole is used up."""
    for gain in sorted(gains, reverse=True):
        if not whole:
            return
        yield min(gain, whole)
        whole -= min(gain, whole)


def _plan(position: Position, side: Side, ways: _Ways, best: _Best) -> Plan:
    """The plan that a choice of group moves comes to: the stronger units first, then supply for the strongest."""
    flow = _Flow.empty(ways, best.opened)
    housed: dict[int, list[Unit]] = {}
    waiting: list[Unit] = []
    for unit in sorted(ways.units.values(), key=lambda unit: (-unit.steps, unit.name)):
        each = ways.class_of[unit.name]
        if flow.place([each]) is not None:
            housed.setdefault(each, []).append(unit)
        else:
            waiting.append(unit)
    where = _freed(ways, _assigned(flow, housed))
    fed = tuple(unit.name for unit in waiting[: best.saved - len(where)])
    moves = _moves(position, ways, where)
    bought = sum(GROUP_MOVE_COST for move in moves if move.how is How.GROUP_MOVE)
    mine = [unit for unit in position.units if unit.side is side and unit.on_map]
    saved = {*where, *fed, *(unit.name for unit in mine if unit.supplied and not unit.barbarian)}
    crowded: dict[str, tuple[str, ...]] = {}
    for unit in waiting:
        if position.is_city(unit.at):
            crowded[unit.at] = (*crowded.get(unit.at, ()), unit.name)
    return Plan(
        saved=tuple(unit.name for unit in mine if unit.name in saved),
        lost=tuple(unit.name for unit in mine if unit.name not in saved),
        moves=moves,
        supplied=fed,
        outside=crowded,
        price=bought + SUPPLY_COST * len(fed),
        proven=best.proven,
    )


def _assigned(flow: _Flow, housed: Mapping[int, list[Unit]]) -> dict[str, str]:
    """A city for each housed unit; who can stay where he is, stays."""
    where: dict[str, str] = {}
    names, placed = flow.ways.cities, flow.placed.items()
    for each, units in housed.items():
        places = Counter({names[city]: number for (other, city), number in placed if other == each and number})
        moving = []
        for unit in units:
            if places[unit.at] > 0:
                where[unit.name] = unit.at
                places[unit.at] -= 1
            else:
                moving.append(unit)
        where |= {unit.name: city for unit, city in zip(moving, places.elements(), strict=True)}
    return where


def _freed(ways: _Ways, where: dict[str, str]) -> dict[str, str]:
    """The same cities with as few bought moves as can be, so that nobody buys what he could have for free.

    A unit goes to its free city if there is room; units that each keep another out of its free city change places.
    """
    inside = Counter(where.values())
    while True:
        bought = {name: city for name, city in where.items() if not ways.is_free(name, city)}
        better = _free_chain(ways, bought, inside)
        if better is None:
            return where
        inside.subtract(where[name] for name in better)
        inside.update(better.values())
        where |= better


def _free_chain(ways: _Ways, bought: Mapping[str, str], inside: Counter[str]) -> dict[str, str] | None:
    """Units that bought a move, and the free cities that they can have instead, one after the other or in a ring."""
    comers: dict[str, list[str]] = {}
    for name, city in bought.items():
        comers.setdefault(city, []).append(name)
    for first in bought:
        pushed_by: dict[str, tuple[str, str]] = {}
        queue = deque([first])
        while queue:
            name = queue.popleft()
            for city in sorted(ways.free(name)):
                coming = comers.get(city, [])
                if inside[city] < ways.room(city) or first in coming:
                    return {name: city, **_chain_to(name, pushed_by)}
                new = [other for other in coming if other not in pushed_by]
                pushed_by |= dict.fromkeys(new, (name, city))
                queue.extend(new)
    return None


def _chain_to(name: str, pushed_by: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Who has to go where, so that a unit makes room for the one that pushes it out."""
    cities = {}
    while name in pushed_by:
        name, city = pushed_by[name]
        cities[name] = city
    return cities


def _moves(position: Position, ways: _Ways, where: Mapping[str, str]) -> tuple[WinterMove, ...]:
    """The moves of a plan in a legal order: free ones, then each bought one after those that fill its free cities."""
    free: list[WinterMove] = []
    groups: dict[_Group, list[str]] = {}
    for name, city in where.items():
        unit = ways.units[name]
        if city == unit.at:
            continue
        if not ways.is_free(name, city):
            groups.setdefault((ways.classes[ways.class_of[name]].start, city), []).append(name)
        elif city == unit.home:
            free.append(WinterMove(How.RETURN, (name,), city, cities_in_reach(position, name)[city]))
        else:
            free.append(WinterMove(How.QUARTERS, (name,), city))
    bought = [_group_move(position, names, group[1]) for group, names in _in_order(ways, groups)]
    return (*free, *bought)


def _in_order(ways: _Ways, groups: Mapping[_Group, list[str]]) -> list[tuple[_Group, list[str]]]:
    """Group moves so that a unit leaves only when its free cities are full."""
    left: dict[_Group, list[str]] = dict(groups)
    order = []
    while left:
        ready = next((arc for arc in left if not _awaited(ways, left, arc)), next(iter(left)))
        order.append((ready, left.pop(ready)))
    return order


def _awaited(ways: _Ways, left: Mapping[_Group, list[str]], arc: _Group) -> set[str]:
    """The free cities of a group's units that other group moves have yet to fill."""
    to_come = {city for start, city in left if (start, city) != arc}
    return to_come & {city for name in left[arc] for city in ways.free(name)}


def _group_move(position: Position, names: list[str], city: str) -> WinterMove:
    first, *_ = names
    return WinterMove(How.GROUP_MOVE, tuple(names), city, cities_in_reach(position, first)[city])
