"""Winter movement against slow, plain oracles: every route, every combination of siege and blockade."""

from __future__ import annotations

import dataclasses
from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import hellenes as hel

A, S = hel.Side.ATHENS, hel.Side.SPARTA
FOOT, CAVALRY, FLEET = hel.Kind.FOOT, hel.Kind.CAVALRY, hel.Kind.FLEET
QUARTERS, RETURN, GROUP_MOVE = hel.How.QUARTERS, hel.How.RETURN, hel.How.GROUP_MOVE
FALL = hel.Date(431, hel.Season.FALL)
NAMES = tuple("abcdef")


@st.composite
def maps(draw: st.DrawFn) -> tuple[str, set[frozenset[str]]]:
    edges = draw(st.lists(st.sampled_from(list(combinations(NAMES, 2))), unique=True))
    return ", ".join([*NAMES, *(f"{a} - {b}" for a, b in edges)]), {frozenset(edge) for edge in edges}


def distance(edges: set[frozenset[str]], start: str, end: str, closed: frozenset[str] = frozenset()) -> int | None:
    """How many steps it takes, by going one step further from everywhere; closed places are entered, not left."""
    reached, steps = {start}, 0
    while end not in reached:
        leaving = {start} | (reached - closed)
        further = reached | {b for edge in edges for a in edge & leaving for b in edge - {a}}
        if further == reached:
            return None
        reached, steps = further, steps + 1
    return steps


@given(maps(), st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from((FOOT, CAVALRY)), st.integers(0, 2))
def test_by_land_the_shortest_way_within_reach(
    drawn: tuple[str, set[frozenset[str]]], start: str, end: str, kind: hel.Kind, forced: int
) -> None:
    text, edges = drawn
    position = hel.Position(
        areas=hel.areas(text),
        cities=(hel.City("city", 1, end, S),),
        units=(hel.Unit("army", S, kind, start, home="city"),),
        forced_march=forced,
    )
    steps = distance(edges, start, end)
    reached = steps is not None and steps <= hel.allowance(kind) + forced
    way = hel.way_to(position, "army", "city")
    assert (way is not None) is reached
    assert hel.way_home(position, "army") == way
    assert hel.cities_in_reach(position, "army") == ({"city": way} if way is not None else {})
    if way is not None:
        assert len(way) == steps
        assert hel.is_in_range(position, "army", way)


@given(maps(), st.sampled_from(NAMES), st.sampled_from(NAMES), st.frozensets(st.sampled_from(NAMES)))
def test_by_sea_never_through_a_coastal_area(
    drawn: tuple[str, set[frozenset[str]]], start: str, end: str, coastal: frozenset[str]
) -> None:
    text, edges = drawn
    seas = tuple(dataclasses.replace(sea, coastal=sea.name in coastal) for sea in hel.seas(text))
    position = hel.Position(
        areas=hel.areas("land"),
        seas=seas,
        cities=(hel.City("city", 1, "land", S, sea=end),),
        units=(hel.Unit("fleet", S, FLEET, start),),
        forced_sail=0,
    )
    steps = distance(edges, start, end, closed=coastal | {end})
    way = hel.way_to(position, "fleet", "city")
    assert (len(way) if way is not None else None) == (steps if steps is not None and steps <= 5 else None)


def chain(length: int, kind: hel.Kind, forced: int | None = None) -> tuple[hel.Position, tuple[str, ...]]:
    """A unit at the end of a straight way of some length, and the way."""
    places = [f"place {n}" for n in range(length + 1)]
    unit = hel.Unit("unit", S, kind, places[0])
    line = " - ".join(places)
    if kind is FLEET:
        return hel.Position(seas=hel.seas(line), units=(unit,), forced_sail=forced), tuple(places[1:])
    return hel.Position(areas=hel.areas(line), units=(unit,), forced_march=forced), tuple(places[1:])


@pytest.mark.parametrize(("kind", "most"), [(FOOT, 2), (CAVALRY, 3), (FLEET, 5)])
def test_the_boundary_of_the_allowance(kind: hel.Kind, most: int) -> None:
    assert hel.allowance(kind) == most
    assert hel.is_in_range(*_with_unit(chain(most, kind)))
    with pytest.raises(NotInThisText, match="how far a Forced"):
        hel.is_in_range(*_with_unit(chain(most + 1, kind)))
    assert hel.is_in_range(*_with_unit(chain(most + 1, kind, forced=1)))
    assert not hel.is_in_range(*_with_unit(chain(most + 2, kind, forced=1)))


def _with_unit(drawn: tuple[hel.Position, tuple[str, ...]]) -> tuple[hel.Position, str, tuple[str, ...]]:
    return drawn[0], "unit", drawn[1]


def test_the_step_out_of_a_port_is_not_decided_by_the_text() -> None:
    seas = " - ".join(f"sea {n}" for n in range(7))
    port = hel.City("port", 1, "land", S, sea="sea 0", port=True)
    fleet = hel.Unit("fleet", S, FLEET, "port")
    position = hel.Position(areas=hel.areas("land"), seas=hel.seas(seas), cities=(port,), units=(fleet,), forced_sail=0)
    route = tuple(f"sea {n}" for n in range(7))
    assert hel.is_in_range(position, "fleet", route[:5])
    with pytest.raises(NotInThisText, match="leaving a port"):
        hel.is_in_range(position, "fleet", route[:6])
    assert not hel.is_in_range(position, "fleet", route)


@pytest.mark.parametrize(("besieged", "blockaded", "comes"), list(product((True, False), (True, False), hel.Comes)))
def test_the_siege_stops_by_land_and_the_blockade_by_sea(besieged: bool, blockaded: bool, comes: hel.Comes) -> None:
    stop = hel.must_stop_before(besieged=besieged, blockaded=blockaded, comes=comes)
    assert stop is (besieged if comes is hel.Comes.BY_LAND else blockaded)


def potidaea(*, besieged: bool, blockaded: bool) -> hel.Position:
    return hel.Position(
        areas=hel.areas("Chalcidice - Thrace"),
        seas=hel.seas("Gulf - Aegean"),
        cities=(hel.City("Potidaea", 1, "Chalcidice", S, sea="Gulf", port=True),),
        units=(
            hel.Unit("army", S, FOOT, "Thrace", home="Potidaea"),
            hel.Unit("fleet", S, FLEET, "Aegean", home="Potidaea", steps=3),
            hel.Unit("cargo", S, FOOT, "Aegean", home="Potidaea", steps=2, aboard="fleet"),
            hel.Unit("besieger", A, FOOT, "Chalcidice"),
            hel.Unit("blockader", A, FLEET, "Gulf"),
        ),
        sieges=(hel.Siege("Potidaea", A, FALL),) if besieged else (),
        blockades=(hel.Blockade("Potidaea", A, FALL),) if blockaded else (),
    )


@pytest.mark.parametrize(("besieged", "blockaded", "by_sea"), list(product((True, False), repeat=3)))
def test_returning_home(besieged: bool, blockaded: bool, by_sea: bool) -> None:
    """Enemies on the way do not stop anybody; those at the gates leave a battle ahead."""
    position = potidaea(besieged=besieged, blockaded=blockaded)
    units = ("fleet", "cargo") if by_sea else ("army",)
    move = hel.WinterMove(RETURN, units, "Potidaea", ("Gulf",) if by_sea else ("Chalcidice",))
    done = hel.make_move(position, move)
    stopped = blockaded if by_sea else besieged
    outside = "Gulf" if by_sea else "Chalcidice"
    assert {done.position.unit(name).at for name in units} == {outside if stopped else "Potidaea"}
    assert done.returning == (hel.Returning("Potidaea", units, by_sea) if stopped else None)
    assert done.cost == 0
    assert done.position.unit("cargo").aboard == ("fleet" if not by_sea or stopped else "")


@pytest.mark.parametrize("besieged", [True, False])
def test_a_group_move_is_stopped_without_a_battle(besieged: bool) -> None:
    position = potidaea(besieged=besieged, blockaded=False)
    stranger = dataclasses.replace(position.unit("army"), home="")
    move = hel.WinterMove(GROUP_MOVE, ("army",), "Potidaea", ("Chalcidice",))
    done = hel.make_move(position.with_units(stranger), move)
    assert (done.cost, done.returning) == (1, None)
    assert done.position.unit("army").at == ("Chalcidice" if besieged else "Potidaea")


@pytest.mark.parametrize(("how", "at_home"), list(product(hel.How, (True, False))))
def test_only_returning_units_attack_and_only_for_their_home(how: hel.How, at_home: bool) -> None:
    assert hel.may_attack(how, at_home=at_home).answer is (how is RETURN and at_home)


@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 4), st.integers(0, 4))
def test_a_fleet_carries_what_is_smaller(fleet_steps: int, land_steps: int, fleet_lost: int, land_lost: int) -> None:
    assume(fleet_lost < fleet_steps and land_lost < land_steps)
    fleet = hel.Unit("fleet", S, FLEET, "Gulf", steps=fleet_steps - fleet_lost, full=fleet_steps)
    land = hel.Unit("army", S, FOOT, "Gulf", steps=land_steps - land_lost, full=land_steps)
    answers = {land.steps < fleet.steps, land.full < fleet.full}
    if len(answers) == 2:
        with pytest.raises(NotInThisText, match="full steps"):
            hel.may_carry(fleet, land)
    else:
        assert {hel.may_carry(fleet, land).answer} == answers


def test_only_fleets_carry_and_only_land_units() -> None:
    fleet, army = (hel.Unit("one", S, kind, "Gulf") for kind in (FLEET, FOOT))
    for pair in ((army, army), (fleet, fleet), (army, fleet)):
        with pytest.raises(ImpossibleSituation, match=r"\[HEL 5c\]"):
            hel.may_carry(*pair)


def thespiae(*units: hel.Unit, forced_march: int | None = None) -> hel.Position:
    return hel.Position(
        areas=hel.areas("Boeotia - Phocis - Locris - Thessaly, Boeotia - Attica"),
        cities=(
            hel.City("Thespiae", 1, "Boeotia", S),
            hel.City("Delphi", 1, "Phocis", S),
            hel.City("Athens", 3, "Attica", A),
        ),
        units=units,
        forced_march=forced_march,
    )


def army(name: str, at: str, home: str = "") -> hel.Unit:
    return hel.Unit(name, S, FOOT, at, home=home)


@pytest.mark.parametrize(
    ("at", "city", "allowed"),
    [
        ("Boeotia", "Thespiae", True),
        ("Phocis", "Thespiae", False),
        ("Delphi", "Thespiae", False),
        ("Thespiae", "Thespiae", False),
    ],
)
def test_quarters_are_the_step_inside(at: str, city: str, allowed: bool) -> None:
    assert hel.may_take_quarters(thespiae(army("army", at)), "army", city).answer is allowed


def test_a_fleet_puts_in_from_the_coastal_sea_unless_blockaded() -> None:
    for besieged, blockaded in product((True, False), (True, False)):
        position = potidaea(besieged=besieged, blockaded=blockaded)
        position = position.with_units(
            dataclasses.replace(position.unit("fleet"), at="Gulf"),
            dataclasses.replace(position.unit("cargo"), at="Gulf"),
        )
        assert hel.may_take_quarters(position, "fleet", "Potidaea").answer is not blockaded


@pytest.mark.parametrize(
    ("unit", "others", "moved", "allowed"),
    [
        (army("army", "Thespiae"), (), (), False),
        (army("army", "Boeotia"), (), (), False),
        (army("army", "Boeotia"), ("Thespiae", "Thespiae"), (), True),
        (army("army", "Locris"), (), (), True),
        (army("army", "Locris", "Delphi"), (), (), False),
        (army("army", "Locris", "Delphi"), ("Delphi", "Delphi"), (), True),
        (army("army", "Thespiae"), ("Thespiae", "Thespiae"), (), False),
        (army("army", "Thespiae"), ("Thespiae", "Thespiae"), ("other 0",), True),
        (army("army", "Thespiae"), ("Thespiae", "Thespiae"), ("other 0", "army"), False),
        (army("army", "Thespiae"), ("Thespiae",), ("other 0",), False),
    ],
)
def test_who_may_buy_a_group_move(
    unit: hel.Unit, others: tuple[str, ...], moved: tuple[str, ...], allowed: bool
) -> None:
    rest = tuple(army(f"other {n}", at) for n, at in enumerate(others))
    position = thespiae(unit, *rest, forced_march=0)
    assert hel.may_buy_group_move(position, "army", moved).answer is allowed


def test_whether_a_far_home_is_a_free_way_is_not_decided_by_the_text() -> None:
    with pytest.raises(NotInThisText, match="how far a Forced March goes"):
        hel.may_buy_group_move(thespiae(army("army", "Thessaly", "Thespiae")), "army")


@pytest.mark.parametrize(
    ("outside", "fine"),
    [((), False), (("a",), True), (("c",), True), (("a", "b"), False), (("a", "a"), False), (("d",), False)],
)
def test_exactly_those_that_do_not_fit_are_outside(outside: tuple[str, ...], fine: bool) -> None:
    position = thespiae(*(army(name, "Thespiae") for name in "abc"), army("d", "Phocis"))
    if not fine:
        with pytest.raises(ImpossibleSituation, match=r"outside is .* expected 1 unit .*\[HEL 9.2.1.3d\]"):
            hel.left_outside(position, "Thespiae", outside)
        return
    after = hel.left_outside(position, "Thespiae", outside)
    assert [unit.name for unit in after.units if unit.at == "Boeotia"] == list(outside)
    assert hel.in_excess(after, "Thespiae") == 0


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (hel.WinterMove(GROUP_MOVE, ("army",), "Athens", ("Attica",)), "HEL 9.2.1b"),
        (hel.WinterMove(GROUP_MOVE, ("army",), "Boeotia", ("Boeotia",)), "HEL 9.2.1b"),
        (hel.WinterMove(RETURN, ("army",), "Thespiae", ("Boeotia",)), "HEL 9.2.1.2a"),
        (hel.WinterMove(RETURN, ("homer",), "Thespiae", ("Phocis", "Boeotia")), "HEL 9.2.1.2a"),
        (hel.WinterMove(GROUP_MOVE, ("army",), "Thespiae", ("Boeotia",)), "HEL 5a"),
        (hel.WinterMove(GROUP_MOVE, ("army",), "Thespiae", ("Phocis",)), "HEL 9.2.1b"),
        (hel.WinterMove(GROUP_MOVE, ("army", "far"), "Thespiae", ("Phocis", "Boeotia")), "HEL 4.1a"),
        (hel.WinterMove(GROUP_MOVE, ("army", "army"), "Thespiae", ("Phocis", "Boeotia")), "HEL 4.1a"),
        (hel.WinterMove(GROUP_MOVE, (), "Thespiae"), "HEL 4.1a"),
        (hel.WinterMove(GROUP_MOVE, ("nobody",), "Thespiae"), "HEL 4.1a"),
        (hel.WinterMove(GROUP_MOVE, ("far",), "Thespiae", ("Locris", "Phocis", "Boeotia")), "HEL 9.2.1k"),
        (hel.WinterMove(GROUP_MOVE, ("army",), "Thespiae", ("Phocis", "Boeotia"), came_through=()), "HEL 9.2.1l"),
    ],
)
def test_moves_that_are_refused(move: hel.WinterMove, rule: str) -> None:
    units = army("army", "Locris"), army("far", "Thessaly"), army("homer", "Locris", "Delphi")
    with pytest.raises(ImpossibleSituation) as error:
        hel.make_move(thespiae(*units, forced_march=0), move)
    assert str(error.value.rule) == rule


@pytest.mark.parametrize("through", [("fleet",), ()])
def test_what_came_through_the_hazard(through: tuple[str, ...]) -> None:
    position = hel.Position(
        areas=hel.areas("Laconia"),
        seas=hel.seas("Aegean ! Gulf"),
        cities=(hel.City("Gytheion", 1, "Laconia", S, sea="Gulf", port=True),),
        units=(hel.Unit("fleet", S, FLEET, "Aegean", home="Gytheion"),),
    )
    move = hel.WinterMove(RETURN, ("fleet",), "Gytheion", ("Gulf",))
    with pytest.raises(NotInThisText, match="hazardous boundary"):
        hel.make_move(position, move)
    done = hel.make_move(position, dataclasses.replace(move, came_through=through))
    assert done.position.unit("fleet").at == ("Gytheion" if through else hel.LOST)


def test_a_land_unit_needs_a_fleet_to_go_by_sea() -> None:
    position = potidaea(besieged=False, blockaded=False)
    apart = position.with_units(hel.Unit("second fleet", S, FLEET, "Aegean", home="Potidaea"))
    move = hel.WinterMove(RETURN, ("second fleet", "cargo"), "Potidaea", ("Gulf",))
    with pytest.raises(ImpossibleSituation, match=r"a fleet that carries the cargo \[HEL 9.2.1d\]"):
        hel.make_move(apart, move)


def test_nobody_boards_a_strangers_fleet() -> None:
    ships = hel.Unit("Athenian fleet", "Athens", "fleet", "Athens", steps=3)  # type: ignore[arg-type]
    strangers = hel.Unit("Theban army", "Sparta", "foot", "Thebes")  # type: ignore[arg-type]
    assert str(hel.may_carry(ships, strangers)) == (
        "No. The Athenian fleet is Athens's and the Theban army Sparta's [HEL 5c]."
    )


def test_a_city_that_is_not_meant_is_not_offered() -> None:
    position = hel.Position.of("""
        land: Attica - Megaris
        Athens 3, Attica: Athens
        Athena 1, Megaris: Sparta
        army: Athens foot, Attica
    """)
    for city, near in (("Athena", ""), ("Athenes", "Athens")):
        with pytest.raises(ImpossibleSituation) as refused:
            hel.check_destination(position, position.unit("army"), city)
        assert refused.value.nearest == near


def test_boarding_in_a_port() -> None:
    """The fleet takes an army from its port home to another one; both are at home there."""
    position = hel.Position(
        areas=hel.areas("Corinthia, Aetolia"),
        seas=hel.seas("Gulf - Narrows"),
        cities=(
            hel.City("Corinth", 2, "Corinthia", S, sea="Gulf", port=True),
            hel.City("Oeniadae", 1, "Aetolia", S, sea="Narrows", port=True),
        ),
        units=(
            hel.Unit("fleet", S, FLEET, "Corinth", home="Oeniadae", steps=3),
            hel.Unit("army", S, FOOT, "Corinth", home="Oeniadae", steps=2),
        ),
    )
    move = hel.WinterMove(RETURN, ("fleet", "army"), "Oeniadae", ("Gulf", "Narrows"), aboard=(("fleet", "army"),))
    assert {unit.at for unit in hel.make_move(position, move).position.units} == {"Oeniadae"}
    with pytest.raises(ImpossibleSituation, match="a fleet that carries the army"):
        hel.make_move(position, dataclasses.replace(move, aboard=()))


@pytest.mark.parametrize("home", ["", "Athens", "Sparta"])
def test_no_return_without_a_home_of_ones_own(home: str) -> None:
    """No home, a home that the enemy controls, and a home that is not on the board."""
    with pytest.raises(ImpossibleSituation, match="home is"):
        hel.way_home(thespiae(army("army", "Phocis", home)), "army")
