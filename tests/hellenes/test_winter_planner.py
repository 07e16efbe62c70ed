"""The planner against an exhaustive search through all legal ways to spend a Winter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import hellenes as hel

A, S = hel.Side.ATHENS, hel.Side.SPARTA
LAND = ("Attica", "Boeotia", "Phocis", "Megaris", "Thrace")
WATER = ("Gulf", "Aegean", "Strait")
UNITS = 400


def crowded_position(seed: int) -> hel.Position:
    """A few small cities and more units than they hold, drawn evenly: small cases are seldom crowded ones."""
    dice = Random(seed)
    edges = dice.sample(list(combinations(LAND, 2)), dice.randint(3, 6))
    cities = tuple(
        hel.City(
            f"city {n}",
            size=dice.choice((1, 1, 1, 2)),
            area=dice.choice(LAND),
            controller=dice.choice((S, S, S, S, A)),
            sea=dice.choice(("", "Gulf", "Strait")),
        )
        for n in range(dice.randint(2, 3))
    )
    besieged = [city for city in cities if city.controller is S][: dice.choice((0, 0, 0, 1))]
    besiegers = (hel.Unit(f"besieger of {city.name}", A, hel.Kind.FOOT, city.area) for city in besieged)
    lines = ", ".join([*LAND, *(f"{a} - {b}" for a, b in edges)])
    return hel.Position(
        areas=hel.areas(lines),
        seas=hel.seas("Gulf - Aegean - Strait"),
        cities=cities,
        units=(*a_crowd(dice, cities), *besiegers),
        sieges=tuple(hel.Siege(city.name, by=A, since=hel.Date(431, hel.Season.FALL)) for city in besieged),
        forced_march=0,
        forced_sail=0,
    )


def a_crowd(dice: Random, cities: tuple[hel.City, ...]) -> list[hel.Unit]:
    """Units on land, at sea and in cities, these up to the capacity; many of the same kind in the same place."""
    room = {city.name: hel.capacity(city) for city in cities if city.controller is S}
    camps = dice.sample(LAND, dice.choice((1, 1, 2)))
    units = []
    for number in range(dice.randint(4, 6)):
        kind = dice.choice((hel.Kind.FOOT, hel.Kind.FOOT, hel.Kind.FOOT, hel.Kind.CAVALRY, hel.Kind.FLEET))
        fleet = kind is hel.Kind.FLEET
        inside = [city.name for city in cities if room.get(city.name) and (city.coastal or not fleet)]
        at = dice.choice([*(WATER[:1] if fleet else [*camps, *camps]), *inside])
        if at in room:
            room[at] -= 1
        home = dice.choice(["", "", *room])
        units.append(hel.Unit(f"unit {number}", S, kind, at, home=home, steps=dice.randint(1, 3)))
    return units


small_positions = st.integers(0, 2**32).map(crowded_position)


def most_saved(position: hel.Position, actions: int) -> int:
    """Every legal sequence of single free moves and of group moves, then supply for whoever is left."""

    known: dict[object, int] = {}

    def best(position: hel.Position, moved: frozenset[str], left: int) -> int:
        looks = like(position, moved, (unit.name for unit in position.units)), left
        if looks not in known:
            top = housed(position) + min(left, count(position) - housed(position))
            moves = legal_moves(position, moved, left)
            apart = {(move.how, move.to, move.route, like(position, moved, move.units)): move for move in moves}
            for move in apart.values():
                done = hel.make_move(position, move, moved)
                top = max(top, best(done.position, moved | set(move.units), left - done.cost))
            known[looks] = top
        return known[looks]

    def like(position: hel.Position, moved: frozenset[str], names: Iterable[str]) -> object:
        """What these units are apart from their names: which of several like ones moves makes no difference."""
        units = (position.unit(name) for name in names)
        return tuple(
            sorted((unit.side.value, unit.kind.value, unit.at, unit.home, unit.name in moved) for unit in units)
        )

    def legal_moves(position: hel.Position, moved: frozenset[str], left: int) -> list[hel.WinterMove]:
        found = []
        mine = [unit for unit in position.units if unit.side is S and unit.name not in moved]
        for city in (city for city in position.cities if city.controller is S):
            ways = {unit.name: hel.way_to(position, unit.name, city.name) for unit in mine}
            for unit in mine:
                if hel.may_take_quarters(position, unit.name, city.name):
                    found.append(hel.WinterMove(hel.How.QUARTERS, (unit.name,), city.name))
                way = ways[unit.name]
                if unit.home == city.name != unit.at and way is not None:
                    found.append(hel.WinterMove(hel.How.RETURN, (unit.name,), city.name, way))
            groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
            for unit in mine if left else ():
                way = ways[unit.name]
                if way is not None and hel.may_buy_group_move(position, unit.name, moved):
                    start = unit.at if unit.is_fleet else hel.area_of(position, unit)
                    groups.setdefault((start, way), []).append(unit.name)
            for (_, way), names in groups.items():
                choices = (group for size in range(1, len(names) + 1) for group in combinations(names, size))
                found += [hel.WinterMove(hel.How.GROUP_MOVE, group, city.name, way) for group in choices]
        return [move for move in found if not stopped(position, move) and hel.may_move(position, move, moved)]

    def stopped(position: hel.Position, move: hel.WinterMove) -> bool:
        return bool(hel.must_stop(position, move.to, by_sea=position.unit(move.units[0]).is_fleet))

    def housed(position: hel.Position) -> int:
        friendly = (city for city in position.cities if city.controller is S)
        return sum(min(len(position.units_at(city.name)), hel.capacity(city)) for city in friendly)

    def count(position: hel.Position) -> int:
        return sum(unit.side is S for unit in position.units)

    return best(position, frozenset(), actions)


@pytest.mark.slow
@settings(max_examples=250)
@given(small_positions, st.integers(0, 2))
def test_no_legal_winter_saves_more(position: hel.Position, actions: int) -> None:
    assert hel.what_actions_buy(position, S, actions)[-1] == most_saved(position, actions)


def camps_and_cities(seed: int) -> hel.Position:
    """Armies of many homes in a few camps, with cities of several sizes in reach of some of them: a packing puzzle."""
    dice = Random(seed)
    camps = [f"camp {n}" for n in range(dice.randint(1, 3))]
    lands = [f"land {n}" for n in range(dice.randint(2, 5))]
    roads = [f"{camp} - {land}" for camp in camps for land in lands if dice.random() < 0.5]
    roads += [f"{one} - {other}" for one, other in pairwise(lands) if dice.random() < 0.3]
    cities = tuple(hel.City(f"city of {land}", dice.choice((1, 1, 2, 3)), land, S) for land in lands)
    homes = ["", "", *(city.name for city in cities)]
    units: list[hel.Unit] = []
    for camp in camps:
        for home in dice.sample(homes, dice.randint(1, 3)):
            for _ in range(dice.randint(1, 5)):
                units.append(hel.Unit(f"army {len(units)}", S, hel.Kind.FOOT, camp, home, dice.randint(1, 3)))
    areas = hel.areas(", ".join([*camps, *lands, *roads]))
    return hel.Position(areas=areas, cities=cities, units=tuple(units), forced_march=0)


puzzles = st.integers(0, 2**32).map(camps_and_cities)


def most_housed(position: hel.Position, homes: Mapping[str, set[str]], opened: tuple[tuple[str, str], ...]) -> int:
    """The largest matching of units to places, by the oldest method: whoever finds none makes another move on."""
    places = [(city.name, number) for city in position.cities for number in range(hel.capacity(city))]
    taken: dict[tuple[str, int], hel.Unit] = {}

    cities = {
        unit.name: homes[unit.name] | {city for camp, city in opened if camp == unit.at} for unit in position.units
    }

    def finds(unit: hel.Unit, seen: set[tuple[str, int]]) -> bool:
        for place in places:
            if place[0] in cities[unit.name] and place not in seen:
                seen.add(place)
                if place not in taken or finds(taken[place], seen):
                    taken[place] = unit
                    return True
        return False

    return sum(finds(unit, set()) for unit in position.units)


@pytest.mark.slow
@settings(max_examples=150)
@given(puzzles, st.integers(0, 3))
@example(camps_and_cities(735), 3)
@example(camps_and_cities(755), 3)
def test_no_choice_of_group_moves_saves_more(position: hel.Position, actions: int) -> None:
    reach = {unit.name: set(hel.cities_in_reach(position, unit.name)) for unit in position.units}
    homes = {unit.name: {unit.home} & reach[unit.name] for unit in position.units}
    ways = {(unit.at, city) for unit in position.units for city in reach[unit.name]}
    best = []
    for affordable in range(actions + 1):
        choices = (opened for size in range(affordable + 1) for opened in combinations(sorted(ways), size))
        found = [most_housed(position, homes, opened) + affordable - len(opened) for opened in choices]
        best.append(min(max(found), len(position.units)))
    assert hel.what_actions_buy(position, S, actions) == tuple(best)
    assert hel.over_winter(position, S, actions).proven


@pytest.mark.slow
@settings(max_examples=250)
@given(small_positions, st.integers(0, 3))
def test_the_plan_can_be_carried_out_and_saves_what_it_says(position: hel.Position, actions: int) -> None:
    can_be_carried_out(position, actions)


@pytest.mark.slow
@settings(max_examples=100)
@given(puzzles, st.integers(0, 3))
@example(camps_and_cities(176), 2)
@example(camps_and_cities(711), 3)
@example(camps_and_cities(2420), 3)
@example(camps_and_cities(1243), 2)
def test_armies_that_keep_each_other_out_change_places(position: hel.Position, actions: int) -> None:
    """In three of the examples two armies would each buy the place that the other could have for free."""
    can_be_carried_out(position, actions)


def can_be_carried_out(position: hel.Position, actions: int) -> None:
    plan = hel.over_winter(position, S, actions)
    orders = hel.Orders(hel.Card(1), leader=max(0, plan.price - 1), acts=hel.acts_of(plan, position))
    after = hel.player_actions(position, S, orders).position
    assert plan.price <= actions
    assert {unit.name for unit in after.units if unit.side is S and unit.on_map} == set(plan.saved)
    assert set(plan.saved) | set(plan.lost) == {unit.name for unit in position.units if unit.side is S}
    assert plan.proven


@pytest.mark.parametrize(("seed", "choices"), [(60, 4), (68, 4), (918, 58), (1866, 32), (2006, 42), (2939, 46)])
def test_a_hard_puzzle_takes_so_many_choices(seed: int, choices: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot better a plan is not looked at: with a choice less than these the search would not come to an end."""
    for limit in (choices, choices - 1):
        monkeypatch.setattr("responsa.hellenes.winter_planner.SEARCH_LIMIT", limit)
        assert hel.over_winter(camps_and_cities(seed), S, 3).proven == (limit == choices)


@given(small_positions)
def test_each_action_saves_another_unit_until_all_are_saved(position: hel.Position) -> None:
    bought = hel.what_actions_buy(position, S, 6)
    everybody = sum(unit.side is S for unit in position.units)
    for before, after in pairwise(bought):
        assert after > before or before == everybody


@given(small_positions, st.integers(0, 3))
def test_the_price_is_the_lowest(position: hel.Position, actions: int) -> None:
    plan = hel.over_winter(position, S, actions)
    bought = hel.what_actions_buy(position, S, actions)
    assert bought[plan.price] == len(plan.saved)
    assert plan.price == 0 or bought[plan.price - 1] < len(plan.saved)


def test_the_stronger_units_are_saved() -> None:
    units = tuple(hel.Unit(f"army {n}", S, hel.Kind.FOOT, "Attica", steps=n) for n in (1, 2, 3, 4))
    position = hel.Position(areas=hel.areas("Attica"), units=units)
    assert hel.over_winter(position, S, 2).saved == ("army 3", "army 4")


def test_a_chain_of_displacement_is_found() -> None:
    """The returning army pushes one out for free; that one pushes nobody, and pays for itself and its neighbour."""
    position = hel.Position(
        areas=hel.areas("Phocis - Boeotia - Megaris - Attica"),
        cities=(hel.City("Plataea", 1, "Boeotia", A), hel.City("Athens", 3, "Attica", A)),
        units=(
            *(hel.Unit(f"Plataean {n}", A, hel.Kind.FOOT, "Phocis", home="Plataea") for n in (1, 2)),
            *(hel.Unit(f"Athenian {n}", A, hel.Kind.FOOT, "Plataea") for n in (1, 2)),
        ),
        forced_march=0,
    )
    assert hel.what_actions_buy(position, A, 2) == (2, 4, 4)


def test_uncertain_ways_are_not_counted_on() -> None:
    fleet = hel.Unit("fleet", S, hel.Kind.FLEET, "Aegean", home="Gytheion")
    gytheion = hel.City("Gytheion", 1, "Laconia", S, sea="Gulf", port=True)
    position = hel.Position(
        areas=hel.areas("Laconia"), seas=hel.seas("Aegean ! Gulf"), cities=(gytheion,), units=(fleet,)
    )
    assert hel.over_winter(position, S, 0).lost == ("fleet",)
    assert hel.over_winter(position, S, 1).supplied == ("fleet",)


def test_a_forced_march_of_unknown_length_is_not_counted_on() -> None:
    army = hel.Unit("army", S, hel.Kind.FOOT, "Attica", home="Opus")
    cities = (hel.City("Opus", 1, "Locris", S), hel.City("Thebes", 1, "Boeotia", S))
    areas = hel.areas("Attica - Boeotia - Phocis - Locris")
    position = hel.Position(areas=areas, cities=cities, units=(army,))
    plan = hel.over_winter(position, S, 1)
    assert (plan.moves, plan.supplied) == ((), ("army",))


def test_barbarians_are_lost_and_give_their_room_up() -> None:
    units = (
        *(hel.Unit(f"Thracian {n}", S, hel.Kind.FOOT, "Thebes", barbarian=True) for n in (1, 2)),
        *(hel.Unit(f"Theban {n}", S, hel.Kind.FOOT, "Boeotia") for n in (1, 2)),
    )
    position = hel.Position(areas=hel.areas("Boeotia"), cities=(hel.City("Thebes", 1, "Boeotia", S),), units=units)
    plan = hel.over_winter(position, S, 0)
    assert plan.saved == ("Theban 1", "Theban 2")
    after = hel.player_actions(position, S, hel.Orders(hel.Card(1), acts=hel.acts_of(plan, position))).position
    assert [unit.name for unit in after.units if unit.on_map] == ["Theban 1", "Theban 2"]


@pytest.mark.parametrize("actions", [-1, True, 2.0])
def test_actions_are_a_count(actions: int) -> None:
    with pytest.raises(ImpossibleSituation, match="actions is"):
        hel.over_winter(hel.Position(), S, actions)


def test_cargo_is_not_planned() -> None:
    units = (
        hel.Unit("fleet", A, hel.Kind.FLEET, "Aegean", steps=2),
        hel.Unit("army", A, hel.Kind.FOOT, "Aegean", aboard="fleet"),
    )
    with pytest.raises(ImpossibleSituation, match=r"no transport is planned \[HEL 9.2.1d\]"):
        hel.over_winter(hel.Position(seas=hel.seas("Aegean"), units=units), A, 1)


def test_a_city_that_overflows_from_the_start_is_refused() -> None:
    units = tuple(hel.Unit(f"army {n}", S, hel.Kind.FOOT, "Thebes") for n in (1, 2, 3))
    position = hel.Position(areas=hel.areas("Boeotia"), cities=(hel.City("Thebes", 1, "Boeotia", S),), units=units)
    with pytest.raises(ImpossibleSituation, match=r"1 of the units in Thebes \[HEL 9.2.1.3d\]"):
        hel.over_winter(position, S, 1)


def test_hundreds_of_units() -> None:
    size = 20
    rows = (" - ".join(f"area {row} {column}" for column in range(size)) for row in range(3))
    columns = (" - ".join(f"area {row} {column}" for row in range(3)) for column in range(size))
    cities = tuple(hel.City(f"city {n}", 1 + n % 3, f"area 1 {n}", S) for n in range(size))
    units = tuple(
        hel.Unit(
            f"army {n}", S, hel.Kind.FOOT, f"area {n % 3} {n * 7 % size}", home=f"city {n % size}" if n % 4 else ""
        )
        for n in range(400)
    )
    areas = hel.areas(", ".join([*rows, *columns]))
    position = hel.Position(areas=areas, cities=cities, units=units, forced_march=1)
    plan = hel.over_winter(position, S, 3)
    assert plan.proven
    assert len(plan.saved) >= sum(map(hel.capacity, cities))


def test_a_search_that_is_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan is still one that can be carried out, though perhaps not the best."""
    monkeypatch.setattr("responsa.hellenes.winter_planner.SEARCH_LIMIT", 1)
    places = [f"area {n}" for n in range(6)]
    cities = tuple(hel.City(f"city {n}", 1, place, S) for n, place in enumerate(places[::2]))
    units = tuple(hel.Unit(f"army {n}", S, hel.Kind.FOOT, places[1 + 2 * (n % 3)]) for n in range(9))
    areas = hel.areas(" - ".join(places))
    position = hel.Position(areas=areas, cities=cities, units=units, forced_march=0)
    plan = hel.over_winter(position, S, 3)
    assert not plan.proven
    orders = hel.Orders(hel.Card(3), acts=hel.acts_of(plan, position))
    after = hel.player_actions(position, S, orders).position
    assert [unit.name for unit in after.units if unit.on_map] == list(plan.saved)


def test_a_plan_is_told_as_it_is_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    men = tuple(hel.Unit(f"army {n}", hel.Side.SPARTA, hel.Kind.FOOT, "Attica") for n in (1, 2, 3))
    thebes = hel.City("Thebes", 1, "Boeotia", hel.Side.SPARTA)
    position = hel.Position(areas=hel.areas("Attica - Boeotia"), cities=(thebes,), units=men)
    for actions in range(4):
        plan = hel.over_winter(position, hel.Side.SPARTA, actions)
        told = hel.plan_told(plan, position, hel.Side.SPARTA)
        assert sum("HEL 9.2.2" in step.rule for step in told) == len(plan.supplied)
        assert all(any(name in step.text for step in told) for name in plan.lost)
        assert not [step for step in told if step.rule == "HEL 4.0a"]
    monkeypatch.setattr("responsa.hellenes.winter_planner.SEARCH_LIMIT", 0)
    unproven = hel.over_winter(position, hel.Side.SPARTA, 2)
    assert not unproven.proven
    assert hel.plan_told(unproven, position, hel.Side.SPARTA)[-1].text.startswith("the search was stopped")


def test_who_needs_no_plan_is_told_so() -> None:
    thebes = hel.City("Thebes", 1, "Boeotia", hel.Side.SPARTA)
    position = hel.Position(areas=hel.areas("Boeotia"), cities=(thebes,))
    plan = hel.over_winter(position, hel.Side.SPARTA, 1)
    assert [str(step) for step in hel.plan_told(plan, position, hel.Side.SPARTA)] == [
        "everybody is in shelter as it is [HEL 9.2b]"
    ]
