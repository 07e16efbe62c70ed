"""Shelter for as many units as can be: a flow of units into cities, and a search for the group moves worth their price.

It knows no rule. The planner of the Winter tells it who may go where, and makes a plan of what it finds.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from responsa.hellenes.board import Unit
from responsa.hellenes.winter_movement import GROUP_MOVE_COST
from responsa.values import dataclass


@dataclass(frozen=True)
class UnitClass:
    """Units that have the same choices: stay, go somewhere for free, or be part of group moves."""

    start: str
    free: frozenset[str]
    bought: frozenset[str]


@dataclass(frozen=True)
class Arc:
    """A group move: where the group starts, the number of the city that it goes to, and the classes that may join."""

    start: str
    city: int
    members: tuple[int, ...]


@dataclass(frozen=True)
class Ways:
    """What a position offers to each unit, reduced to what the search needs.

    Cities, classes and arcs have numbers, so that a set of them is a single whole number.
    """

    units: Mapping[str, Unit]
    class_of: Mapping[str, int]
    classes: tuple[UnitClass, ...]
    sizes: tuple[int, ...]
    cities: tuple[str, ...]
    rooms: tuple[int, ...]
    arcs: tuple[Arc, ...]
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


@dataclass(frozen=True)
class Best:
    """The best choice of group moves so far: how many units it saves, supply included."""

    saved: int = -1
    opened: int = 0
    proven: bool = True


@dataclasses.dataclass(slots=True)
class Flow:
    """Units placed in cities, class by class, and the group moves that are open to them."""

    ways: Ways
    opened: int
    options: list[int]
    placed: Counter[tuple[int, int]]
    waiting: list[int]
    spare: list[int]

    @classmethod
    def empty(cls, ways: Ways, opened: int = 0) -> Flow:
        """Nobody is placed yet."""
        options = [sum(1 << ways.cities.index(city) for city in each.free) for each in ways.classes]
        return cls(ways, 0, options, Counter(), list(ways.sizes), list(ways.rooms)).with_arcs(opened)

    def with_arcs(self, arcs: int) -> Flow:
        """The same units in the same cities, with other group moves open as well."""
        opened, options = self.opened | arcs, self.options_with(arcs)
        return Flow(self.ways, opened, options, self.placed.copy(), list(self.waiting), list(self.spare))

    def options_with(self, arcs: int) -> list[int]:
        """The cities that each class may go to if other group moves are open as well."""
        options = list(self.options)
        for arc in map(self.ways.arcs.__getitem__, bits(arcs)):
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
            for city in bits(self.options[mover] & ~reached):
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

    def place_all(self) -> Flow:
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


def bits(members: int) -> Iterator[int]:
    """The numbers in a set."""
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest


def _union(sets: Sequence[int], members: int) -> int:
    """All that is in one of the sets that have these numbers."""
    return reduce(or_, (sets[number] for number in bits(members)), 0)


def best_for_each(ways: Ways, actions: int, limit: int) -> list[Best]:
    """The best that 0, 1, 2, … actions can do; every action is good for the supply of one more unit at least.

    For each number of actions, no more choices of group moves than the limit are looked at.
    """
    flow = Flow.empty(ways).place_all()
    found = [Best(flow.housed())]
    for affordable in range(1, actions + 1):
        fed = min(found[-1].saved + 1, len(ways.units))
        found.append(_most_saved(flow, affordable, dataclasses.replace(found[-1], saved=fed), limit))
    return found


def _most_saved(flow: Flow, actions: int, best: Best, limit: int) -> Best:
    """The group moves that save most units, if they save more than is known already.

    Supply need not be looked at: with an action for it, a plan saves just a unit more than with an action less, and
    that much is known. Branch and bound: a choice of group moves can house another unit only if one of them leads
    out of what the units without a place can reach, and one leads into what can reach a room (two minimum cuts).
    Only such moves are tried, and the cuts bound what all that follow can add.
    """
    stack = [(len(flow.ways.units), flow, 0, 0, actions)]
    for _ in range(limit):
        while stack and stack[-1][0] <= best.saved:
            stack.pop()
        if not stack:
            break
        _, before, opening, closed, left = stack.pop()
        flow = before.with_arcs(opening).place_all()
        housed = flow.housed()
        if housed > best.saved:
            best = Best(housed, flow.opened)
        cuts = _cuts(flow, closed)
        most = housed + min(_most_added(flow, cut, left) for cut in cuts)
        fewest = min((cut.gains for cut in cuts), key=len)
        tried = []
        for number in sorted(fewest, key=lambda arc: -fewest[arc]):
            tried.append((most, flow, 1 << number, closed, left - GROUP_MOVE_COST))
            closed |= 1 << number
        stack.extend(reversed(tried))
    return dataclasses.replace(best, proven=all(most <= best.saved for most, *_ in stack))


@dataclass(frozen=True)
class _Cut:
    """The closed group moves that lead across a minimum cut.

    Each can add at most its gain; those whose targets overlap share what `room` the targets have.
    """

    gains: Mapping[int, int]
    targets: Mapping[int, int]
    room: Sequence[int]


def _cuts(flow: Flow, closed: int) -> tuple[_Cut, _Cut]:
    """The moves out of what the units without a place can reach, and the moves into what can reach a room.

    A move out of the former serves no more units than are without a place and can make way to it. Which rooms a move
    into the latter fills at last depends on what else is opened, so all moves count for that.
    """
    reach, ways = flow.reach(flow.options), flow.ways
    incoming = rooms = 0
    pushing = {each: _union(reach, flow.options[each]) for each, waiting in enumerate(flow.waiting) if waiting}
    outgoing = reduce(or_, pushing.values(), 0)
    for city, spare in enumerate(flow.spare):
        rooms |= 1 << city if spare else 0
    for city, beyond in enumerate(reach):
        incoming |= 1 << city if beyond & rooms else 0
    at_last = flow.reach(flow.options_with(ways.every_arc & ~closed))
    pushed: dict[int, set[int]] = {each: {each} for each in pushing}
    for (each, city), number in flow.placed.items():
        if number and outgoing >> city & 1:
            pushed.setdefault(each, set()).update(other for other, cities in pushing.items() if cities >> city & 1)
    out: dict[int, int] = {}
    into: dict[int, int] = {}
    for number in bits(ways.every_arc & ~closed & ~flow.opened):
        arc = ways.arcs[number]
        movers = [each for each in arc.members if each in pushed]
        if movers and not outgoing >> arc.city & 1:
            behind = {other for each in movers for other in pushed[each]}
            out[number] = min(sum(ways.sizes[each] for each in movers), sum(flow.waiting[each] for each in behind))
        if incoming >> arc.city & 1:
            stuck = (ways.sizes[each] for each in arc.members if not flow.options[each] & incoming)
            if gain := sum(stuck):
                into[number] = gain
    return (
        _Cut(out, {number: 1 << ways.arcs[number].city for number in out}, ways.rooms),
        _Cut(into, {number: at_last[ways.arcs[number].city] & rooms for number in into}, flow.spare),
    )


def _most_added(flow: Flow, cut: _Cut, left: int) -> int:
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
    shared = ((sum(cut.room[city] for city in bits(together)), gains) for together, gains in sharing)
    return [step for room, gains in shared for step in _in_turn(room, gains)]


def _by_start(ways: Ways, cut: _Cut) -> list[int]:
    """What one move after the other adds, if moves that start in the same place share its units."""
    room = {target: sum(cut.room[city] for city in bits(target)) for target in set(cut.targets.values())}
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
