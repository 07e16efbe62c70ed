"""Who can be brought through the Winter with so many actions: a planner whose plans nobody can better."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from responsa import ImpossibleSituation, NotInThisText, implements
from responsa.hellenes._shelter import Arc, Best, Flow, UnitClass, Ways, best_for_each
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
from responsa.values import dataclass

SEARCH_LIMIT: Final = 1_000
"""Choices of group moves that the planner looks at before it stops and says that its plan is not proven best."""

_Group: TypeAlias = tuple[str, str]
"""A group that moves: where it starts (a land area, or where its fleets lie), and the city it goes to."""


@implements("HEL 9.2.1.4a")
@dataclass(frozen=True)
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
    best = best_for_each(ways, actions, SEARCH_LIMIT)
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
    return tuple(best.saved for best in best_for_each(_ways(position, side, actions), actions, SEARCH_LIMIT))


def _ways(position: Position, side: Side, actions: int) -> Ways:
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
    arcs = (Arc(start, city, tuple(joining)) for (start, city), joining in members.items())
    rooms = tuple(map(capacity, friendly))
    starting = Counter[str]()
    for each, size in sizes.items():
        starting[each.start] += size
    return Ways(
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


def _class_of(position: Position, unit: Unit, routes: dict[tuple[str, Kind], dict[str, tuple[str, ...]]]) -> UnitClass:
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
    return UnitClass(start, frozenset(free), frozenset(_bought(position, unit, free, entered - free)))


def _bought(position: Position, unit: Unit, free: Iterable[str], others: set[str]) -> set[str]:
    """The cities to which a unit may buy a group move: none if it has perhaps a free way home."""
    home = next((city for city in position.cities if city.name == unit.home and city.controller is unit.side), None)
    if home is None or home.name in free or must_stop(position, home.name, by_sea=unit.is_fleet):
        return others
    try:
        return others if way_home(position, unit.name) is None else set()
    except NotInThisText:
        return set()


def _plan(position: Position, side: Side, ways: Ways, best: Best) -> Plan:
    """The plan that a choice of group moves comes to: the stronger units first, then supply for the strongest."""
    flow = Flow.empty(ways, best.opened)
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


def _assigned(flow: Flow, housed: Mapping[int, list[Unit]]) -> dict[str, str]:
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


def _freed(ways: Ways, where: dict[str, str]) -> dict[str, str]:
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


def _free_chain(ways: Ways, bought: Mapping[str, str], inside: Counter[str]) -> dict[str, str] | None:
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


def _moves(position: Position, ways: Ways, where: Mapping[str, str]) -> tuple[WinterMove, ...]:
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


def _in_order(ways: Ways, groups: Mapping[_Group, list[str]]) -> list[tuple[_Group, list[str]]]:
    """Group moves so that a unit leaves only when its free cities are full."""
    left: dict[_Group, list[str]] = dict(groups)
    order = []
    while left:
        ready = next((arc for arc in left if not _awaited(ways, left, arc)), next(iter(left)))
        order.append((ready, left.pop(ready)))
    return order


def _awaited(ways: Ways, left: Mapping[_Group, list[str]], arc: _Group) -> set[str]:
    """The free cities of a group's units that other group moves have yet to fill."""
    to_come = {city for start, city in left if (start, city) != arc}
    return to_come & {city for name in left[arc] for city in ways.free(name)}


def _group_move(position: Position, names: list[str], city: str) -> WinterMove:
    first, *_ = names
    return WinterMove(How.GROUP_MOVE, tuple(names), city, cities_in_reach(position, first)[city])
