"""Who can be brought through the Winter with so many actions: a planner whose plans nobody can better."""

from __future__ import annotations

import dataclasses
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from responsa import ImpossibleSituation, NotInThisText, implements
from responsa.hellenes.board import Position, Side, Unit, capacity
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

_Arc: TypeAlias = tuple[str, str]
"""A group move: where the group starts (a land area, or where its fleets lie), and the city it goes to."""


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
    flow, best = _Flow.empty(ways).place_all(), _Best()
    for affordable in range(actions + 1):
        best = _most_saved(flow, affordable)
        if best.saved == len(ways.units):
            break
    return _plan(position, side, ways, best)


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
    flow = _Flow.empty(_ways(position, side, actions)).place_all()
    return tuple(_most_saved(flow, affordable).saved for affordable in range(actions + 1))


@dataclass(frozen=True, slots=True)
class _Class:
    """Units that have the same choices: stay, go somewhere for free, or be part of group moves."""

    start: str
    free: frozenset[str]
    bought: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Ways:
    """What a position offers to each unit, reduced to what the search needs."""

    units: Mapping[str, Unit]
    class_of: Mapping[str, _Class]
    sizes: Mapping[_Class, int]
    rooms: Mapping[str, int]
    arcs: Mapping[_Arc, int]


@dataclass(frozen=True, slots=True)
class _Best:
    """The best choice of group moves so far: how many units it saves, supply included."""

    saved: int = -1
    arcs: frozenset[_Arc] = frozenset()
    proven: bool = True


def _ways(position: Position, side: Side, actions: int) -> _Ways:
    if type(actions) is not int or actions < 0:
        raise ImpossibleSituation("actions", actions, "0 or more", "HEL 4.0a")
    mine = [unit for unit in position.units if unit.side is side and unit.on_map]
    for unit in mine:
        if unit.aboard:
            raise ImpossibleSituation("aboard", unit.aboard, f"{unit} on land: no transport is planned", "HEL 9.2.1d")
    units = {unit.name: unit for unit in mine if not unit.barbarian and not unit.supplied}
    for city in position.cities:
        excess = sum(unit.at == city.name for unit in units.values()) - capacity(city)
        if excess > 0:
            raise ImpossibleSituation("outside", (), f"{excess} of the units in {city.name}", "HEL 9.2.1.3d")
    routes: dict[tuple[str, bool, int], dict[str, tuple[str, ...]]] = {}
    class_of = {name: _class_of(position, unit, routes) for name, unit in units.items()}
    sizes = Counter(class_of.values())
    rooms = {city.name: capacity(city) for city in position.cities if city.controller is side}
    arcs: Counter[_Arc] = Counter()
    for each, size in sizes.items():
        for to in each.bought:
            arcs[each.start, to] += size
    return _Ways(units, class_of, sizes, rooms, {arc: min(arcs[arc], rooms[arc[1]]) for arc in arcs})


def _class_of(
    position: Position, unit: Unit, routes: dict[tuple[str, bool, int], dict[str, tuple[str, ...]]]
) -> _Class:
    """The choices of a unit that are certain."""
    from_here = (unit.at, unit.is_fleet, list(type(unit.kind)).index(unit.kind))
    if from_here not in routes:
        routes[from_here] = cities_in_reach(position, unit.name)
    entered = {c for c in routes[from_here] if not must_stop(position, c, by_sea=unit.is_fleet)}
    free = {unit.at} if position.is_city(unit.at) else set()
    free |= {city for city in entered if unit.at not in free and may_take_quarters(position, unit.name, city)}
    if unit.home in entered:
        free.add(unit.home)
    start = unit.at if unit.is_fleet else area_of(position, unit)
    bought = set() if _uncertain_home(position, unit, free) else entered - free - {unit.at}
    return _Class(start, frozenset(free), frozenset(bought))


def _uncertain_home(position: Position, unit: Unit, free: Iterable[str]) -> bool:
    """Whether it is not certain that a unit has no free way home, so that it may not buy a group move for certain."""
    home = next((city for city in position.cities if city.name == unit.home and city.controller is unit.side), None)
    if home is None or home.name in free or must_stop(position, home.name, by_sea=unit.is_fleet):
        return False
    try:
        return way_home(position, unit.name) is not None
    except NotInThisText:
        return True


@dataclass(slots=True)
class _Flow:
    """Units placed in cities, class by class, and the group moves that are open to them.

    Cities are bits of a whole number, so that a set of them is a single number.
    """

    ways: _Ways
    opened: frozenset[_Arc]
    options: dict[_Class, int]
    placed: dict[tuple[_Class, int], int]
    waiting: dict[_Class, int]
    spare: list[int]

    @classmethod
    def empty(cls, ways: _Ways, opened: frozenset[_Arc] = frozenset()) -> _Flow:
        """Nobody is placed yet."""
        bit = {city: 1 << number for number, city in enumerate(ways.rooms)}
        options = {each: sum(bit[city] for city in each.free) for each in ways.sizes}
        flow = cls(ways, frozenset(), options, {}, dict(ways.sizes), list(ways.rooms.values()))
        return flow.with_arcs(opened)

    def with_arcs(self, arcs: Iterable[_Arc]) -> _Flow:
        """The same units in the same cities, with more group moves open."""
        bit = {city: 1 << number for number, city in enumerate(self.ways.rooms)}
        opened, options = frozenset(arcs), dict(self.options)
        for each in options:
            for start, city in opened:
                if each.start == start and city in each.bought:
                    options[each] |= bit[city]
        return _Flow(self.ways, self.opened | opened, options, dict(self.placed), dict(self.waiting), list(self.spare))

    def housed(self) -> int:
        """How many units have a place."""
        return len(self.ways.units) - sum(self.waiting.values())

    def place(self, classes: Iterable[_Class]) -> _Class | None:
        """Find a place for a unit of one of the classes, moving others on if need be; the class that got it."""
        residents: dict[int, list[_Class]] = {}
        for (each, city), number in self.placed.items():
            if number:
                residents.setdefault(city, []).append(each)
        came_from: dict[int, tuple[_Class, int]] = {}
        queue: deque[tuple[_Class, int]] = deque((each, -1) for each in classes if self.waiting[each])
        reached = 0
        while queue:
            mover, before = queue.popleft()
            for city in _bits(self.options[mover] & ~reached):
                reached |= 1 << city
                came_from[city] = (mover, before)
                if self.spare[city]:
                    return self._shift(came_from, city)
                queue.extend((other, city) for other in residents.get(city, ()))
        return None

    def _shift(self, came_from: Mapping[int, tuple[_Class, int]], city: int) -> _Class:
        """Move one unit along a path that ends where there is room."""
        self.spare[city] -= 1
        while True:
            mover, before = came_from[city]
            self.placed[mover, city] = self.placed.get((mover, city), 0) + 1
            if before < 0:
                self.waiting[mover] -= 1
                return mover
            self.placed[mover, before] -= 1
            city = before

    def place_all(self) -> _Flow:
        """Place as many units as can be."""
        while self.place(self.waiting):
            pass
        return self

    def reach(self) -> list[int]:
        """For each city the cities that its units could be moved on to, one making room for the other."""
        reach = [1 << city for city in range(len(self.spare))]
        for (each, city), number in self.placed.items():
            if number:
                reach[city] |= self.options[each]
        for middle, beyond in enumerate(reach):
            for city in range(len(reach)):
                if reach[city] >> middle & 1:
                    reach[city] |= beyond | reach[middle]
        return reach


def _bits(cities: int) -> Iterator[int]:
    """The numbers of the cities in a set."""
    while cities:
        lowest = cities & -cities
        yield lowest.bit_length() - 1
        cities ^= lowest


def _most_saved(flow: _Flow, actions: int) -> _Best:
    """The group moves that, with supply for the rest of the actions, save most units.

    Branch and bound: a choice of group moves can house another unit only if one of them leads out of what the units
    without a place can reach, and one leads into what can reach a room (two minimum cuts). Only such moves are
    tried, and the cuts bound what all that follow can add.
    """
    ways, best, looked_at = flow.ways, _Best(), 0
    stack: list[tuple[_Flow, frozenset[_Arc], frozenset[_Arc], int]] = [(flow, frozenset(), frozenset(), actions)]
    while stack:
        flow, more, closed, left = stack.pop()
        if more:
            flow = flow.with_arcs(more).place_all()
        looked_at += 1
        waiting = len(ways.units) - flow.housed()
        saved = flow.housed() + min(left, waiting)
        if saved > best.saved:
            best = _Best(saved, flow.opened)
        if looked_at > SEARCH_LIMIT:
            return dataclasses.replace(best, proven=False)
        if waiting <= left:
            continue
        cuts = (_way_out(flow, closed), _way_in(flow, closed))
        if flow.housed() + min(_most_added(flow, cut, left, waiting) for cut in cuts) <= best.saved:
            continue
        fewest = min((cut.gains for cut in cuts), key=len)
        ranked = sorted(fewest, key=lambda arc: (-fewest[arc], arc))
        stack.extend(
            (flow, frozenset({arc}), closed | set(ranked[:number]), left - GROUP_MOVE_COST)
            for number, arc in reversed(list(enumerate(ranked)))
        )
    return best


@dataclass(frozen=True, slots=True)
class _Cut:
    """The closed group moves that lead across a minimum cut.

    Each can add at most its gain; those whose targets overlap share what `room` the targets have.
    """

    gains: Mapping[_Arc, int]
    targets: Mapping[_Arc, int]
    room: list[int]


def _way_out(flow: _Flow, closed: Collection[_Arc]) -> _Cut:
    """The moves that lead out of what the units without a place can reach by moving others on."""
    reach, outgoing = flow.reach(), 0
    for each, waiting in flow.waiting.items():
        for city in _bits(flow.options[each]) if waiting else ():
            outgoing |= reach[city]
    movers = {each for (each, city), placed in flow.placed.items() if placed and outgoing >> city & 1}
    movers |= {each for each, waiting in flow.waiting.items() if waiting}
    gains, targets = _gains(flow, closed, lambda each, bit: each in movers and not outgoing & bit)
    return _Cut(gains, targets, list(flow.ways.rooms.values()))


def _way_in(flow: _Flow, closed: Collection[_Arc]) -> _Cut:
    """The moves that lead into the cities from which a room can be reached by moving others on."""
    reach = flow.reach()
    rooms = sum(1 << city for city, spare in enumerate(flow.spare) if spare)
    incoming = sum(1 << city for city, beyond in enumerate(reach) if beyond & rooms)
    gains, targets = _gains(flow, closed, lambda each, bit: bool(incoming & bit) and not flow.options[each] & incoming)
    targets = {arc: reach[next(_bits(target))] & rooms for arc, target in targets.items()}
    return _Cut(gains, targets, flow.spare)


def _gains(
    flow: _Flow, closed: Collection[_Arc], crosses: Callable[[_Class, int], bool]
) -> tuple[dict[_Arc, int], dict[_Arc, int]]:
    """How many units each closed move could carry across a cut, and the city that it leads to."""
    gains: Counter[_Arc] = Counter()
    bit = {city: 1 << number for number, city in enumerate(flow.ways.rooms)}
    for each, size in flow.ways.sizes.items():
        for city in each.bought:
            arc = (each.start, city)
            worth = flow.ways.arcs[arc] > SUPPLY_COST and arc not in flow.opened and arc not in closed
            if worth and crosses(each, bit[city]):
                gains[arc] += size
    return dict(gains), {arc: bit[arc[1]] for arc in gains}


def _most_added(flow: _Flow, cut: _Cut, left: int, waiting: int) -> int:
    """How many more units the actions that are left can save at most, by what leads across a minimum cut."""
    spare, most = sum(flow.spare), waiting
    for steps in (_by_target(cut), _by_start(flow, cut)):
        steps.sort(reverse=True)
        most = min(most, max(fed + min(spare, sum(steps[: left - fed])) for fed in range(left + 1)))
    return most


def _by_target(cut: _Cut) -> list[int]:
    """What one move after the other adds, if moves that fill the same rooms share them."""
    sharing: list[tuple[int, list[int]]] = []
    for arc, gain in cut.gains.items():
        together, gains = cut.targets[arc], [gain]
        for other in [each for each in sharing if each[0] & together]:
            sharing.remove(other)
            together, gains = together | other[0], gains + other[1]
        sharing.append((together, gains))
    shared = ((sum(cut.room[city] for city in _bits(together)), gains) for together, gains in sharing)
    return [step for room, gains in shared for step in _in_turn(room, gains)]


def _by_start(flow: _Flow, cut: _Cut) -> list[int]:
    """What one move after the other adds, if moves that start in the same place share its units."""
    gains: dict[str, list[int]] = {}
    for arc, gain in cut.gains.items():
        room = sum(cut.room[city] for city in _bits(cut.targets[arc]))
        gains.setdefault(arc[0], []).append(min(gain, room))
    units = Counter[str]()
    for each, size in flow.ways.sizes.items():
        units[each.start] += size
    return [step for start, each in gains.items() for step in _in_turn(units[start], each)]


def _in_turn(whole: int, gains: list[int]) -> Iterator[int]:
    """What each of several gains adds, the largest first, until the whole is used up."""
    for gain in sorted(gains, reverse=True):
        yield min(gain, whole)
        whole -= min(gain, whole)


def _plan(position: Position, side: Side, ways: _Ways, best: _Best) -> Plan:
    """The plan that a choice of group moves comes to: the stronger units first, then supply for the strongest."""
    flow = _Flow.empty(ways, best.arcs)
    strongest = sorted(ways.units.values(), key=lambda unit: (-unit.steps, unit.name))
    housed: dict[_Class, list[Unit]] = {}
    waiting: list[Unit] = []
    for unit in strongest:
        each = ways.class_of[unit.name]
        if flow.place([each]):
            housed.setdefault(each, []).append(unit)
        else:
            waiting.append(unit)
    where = _freed(ways, _assigned(flow, housed))
    fed = waiting[: best.saved - len(where)]
    moves = _moves(position, ways, where)
    bought = sum(GROUP_MOVE_COST for move in moves if move.how is How.GROUP_MOVE)
    others = [unit for unit in position.units if unit.side is side and unit.on_map and unit.name not in ways.units]
    saved = {*where, *(unit.name for unit in fed), *(unit.name for unit in others if not unit.barbarian)}
    mine = [unit.name for unit in position.units if unit.side is side and unit.on_map]
    crowded: dict[str, tuple[str, ...]] = {}
    for unit in waiting:
        if position.is_city(unit.at):
            crowded[unit.at] = (*crowded.get(unit.at, ()), unit.name)
    return Plan(
        saved=tuple(name for name in mine if name in saved),
        lost=tuple(name for name in mine if name not in saved),
        moves=moves,
        supplied=tuple(unit.name for unit in fed),
        outside=crowded,
        price=bought + SUPPLY_COST * len(fed),
        proven=best.proven,
    )


def _assigned(flow: _Flow, housed: Mapping[_Class, list[Unit]]) -> dict[str, str]:
    """A city for each housed unit; who can stay where he is, stays."""
    where: dict[str, str] = {}
    names, placed = list(flow.ways.rooms), flow.placed.items()
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
        bought = {name: city for name, city in where.items() if city not in ways.class_of[name].free}
        path = _free_chain(ways, bought, inside)
        if not path:
            return where
        for name, city in path:
            inside[where[name]] -= 1
            where[name] = city
            inside[city] += 1


def _free_chain(ways: _Ways, bought: Mapping[str, str], inside: Mapping[str, int]) -> list[tuple[str, str]]:
    """Units that bought a move, and the free cities that they can have instead, one after the other or in a ring."""
    comers: dict[str, list[str]] = {}
    for name, city in bought.items():
        comers.setdefault(city, []).append(name)
    for first in bought:
        trail: dict[str, tuple[str, str]] = {}
        queue, seen = deque([first]), {first}
        while queue:
            name = queue.popleft()
            for city in sorted(ways.class_of[name].free):
                room = inside.get(city, 0) < ways.rooms[city]
                if room or first in comers.get(city, ()):
                    return [*_trail(trail, name), (name, city)]
                for other in comers.get(city, ()):
                    if other not in seen:
                        seen.add(other)
                        trail[other] = (name, city)
                        queue.append(other)
    return []


def _trail(trail: Mapping[str, tuple[str, str]], name: str) -> list[tuple[str, str]]:
    steps: list[tuple[str, str]] = []
    while name in trail:
        name, city = trail[name]
        steps.append((name, city))
    return steps[::-1]


def _moves(position: Position, ways: _Ways, where: Mapping[str, str]) -> tuple[WinterMove, ...]:
    """The moves of a plan in a legal order: free ones, then each bought one after those that fill its free cities."""
    free: list[WinterMove] = []
    groups: dict[_Arc, list[str]] = {}
    for name, city in where.items():
        unit = ways.units[name]
        if city == unit.at:
            continue
        if city not in ways.class_of[name].free:
            groups.setdefault((ways.class_of[name].start, city), []).append(name)
        elif city == unit.home:
            free.append(WinterMove(How.RETURN, (name,), city, cities_in_reach(position, name)[city]))
        else:
            free.append(WinterMove(How.QUARTERS, (name,), city))
    bought = [_group_move(position, names, arc[1]) for arc, names in _in_order(ways, groups)]
    return (*free, *bought)


def _in_order(ways: _Ways, groups: Mapping[_Arc, list[str]]) -> list[tuple[_Arc, list[str]]]:
    """Group moves so that a unit leaves only when its free cities are full."""
    left: dict[_Arc, list[str]] = dict(groups)
    order = []
    while left:
        ready = next((arc for arc in left if not _awaited(ways, left, arc)), next(iter(left)))
        order.append((ready, left.pop(ready)))
    return order


def _awaited(ways: _Ways, left: Mapping[_Arc, list[str]], arc: _Arc) -> set[str]:
    """The free cities of a group's units that other group moves have yet to fill."""
    to_come = {city for start, city in left if (start, city) != arc}
    return to_come & {city for name in left[arc] for city in ways.class_of[name].free}


def _group_move(position: Position, names: list[str], city: str) -> WinterMove:
    return WinterMove(How.GROUP_MOVE, tuple(names), city, cities_in_reach(position, names[0])[city])
