"""Lines of communication and control."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa.here_i_stand import (
    BOARD,
    Kind,
    Position,
    Power,
    is_near,
    line_of_communication,
    may_take_control,
    occupies,
)

LAND = sorted(name for name, space in BOARD.spaces.items() if space.kind is not Kind.SEA)
HUNGARY = ["Belgrade", "Buda", "Mohacs", "Pressburg", "Szegedin", "Agram"]


@given(
    st.sampled_from(LAND),
    st.sets(st.sampled_from(LAND), max_size=30),
    st.dictionaries(st.sampled_from(LAND), st.sampled_from(["Hapsburg", "Ottoman"]), max_size=30),
)
def test_a_line_keeps_to_the_rule(target: str, unrest: set[str], control: dict[str, str]) -> None:
    position = Position.of("Hapsburg", relations="Ottoman against Hapsburg", control=control, unrest=unrest)
    line = line_of_communication(position, target)
    assert bool(line) == (target in reachable(position))
    if not line:
        return
    assert line[-1] == target
    source = BOARD.space(line[0])
    assert source.is_fortified
    assert Power.HAPSBURG in source.home
    for here, there in itertools.pairwise(line):
        assert there in BOARD.neighbours[here]
        assert here not in unrest
        assert position.controller(here) is Power.HAPSBURG
        assert here == line[0] or BOARD.space(here).kind is not Kind.ELECTORATE


def reachable(position: Position) -> set[str]:
    """Every land space that a line reaches over land, found by going round and round until nothing is added."""
    quiet = {name for name in LAND if position.controller(name) is Power.HAPSBURG and name not in position.unrest}
    reached = {name for name in quiet if BOARD.space(name).is_fortified and Power.HAPSBURG in BOARD.space(name).home}
    sources = set(reached)
    while True:
        carrying = {
            name for name in reached & quiet if BOARD.space(name).kind is not Kind.ELECTORATE or name in sources
        }
        more = {other for name in carrying for other in BOARD.neighbours[name]} - reached
        if not more:
            return reached
        reached |= more


def test_enemy_leaders_cut_a_line_as_well() -> None:
    free = Position.of("Hapsburg", relations="Ottoman against Hapsburg")
    cut = free.but(stacks=Position.of("Ottoman", stacks={"Graz": "Ottoman: Ibrahim"}).stacks)
    assert line_of_communication(free, "Agram") == ("Vienna", "Graz", "Agram")
    assert line_of_communication(cut, "Agram") == ()


def test_a_line_over_sea_needs_a_ship_in_every_zone() -> None:
    ships = {"Aegean Sea": ["Ottoman"]}
    assert line_of_communication(Position.of("Ottoman", fleets=ships), "Candia")[1:] == ("Aegean Sea", "Candia")
    assert not line_of_communication(Position.of("Ottoman", fleets={"Aegean Sea": ["France"]}), "Candia")
    allied = Position.of("Ottoman", relations="France with Ottoman", fleets={"Aegean Sea": ["France"]})
    assert line_of_communication(allied, "Candia")


def test_no_line_through_an_electorate_before_the_league() -> None:
    control = {"Mainz": "Hapsburg", "Liege": "Hapsburg", "Trier": "Hapsburg", "Cologne": "Hapsburg"}
    strasburg = {"Worms": "Hapsburg"}
    blocked = dict.fromkeys(("Metz", "Strasburg", "Nuremberg", "Augsburg", "Kassel", "Münster", "Basel"), "France")
    before = Position.of("Hapsburg", control={**control, **strasburg, **blocked})
    assert not line_of_communication(before, "Worms")
    assert line_of_communication(before.but(schmalkaldic=True), "Worms")[-2:] == ("Mainz", "Worms")


def test_control_needs_all_conditions() -> None:
    base = Position.of(
        "Ottoman",
        cp=1,
        relations="Ottoman against Hungary",
        stacks={"Mohacs": "Ottoman: 1 regular"},
        control={"Belgrade": "Ottoman"},
    )
    assert may_take_control(base, "Mohacs")
    assert not may_take_control(base.but(cp=0), "Mohacs")
    assert not may_take_control(base.but(control=()), "Mohacs")
    peace = Position.of("Ottoman", stacks={"Mohacs": "Ottoman: 1 regular"}, control={"Belgrade": "Ottoman"})
    assert not may_take_control(peace, "Mohacs")
    taken = base.but(control=(("Belgrade", Power.OTTOMAN), ("Mohacs", Power.OTTOMAN)))
    assert not may_take_control(taken, "Mohacs")


def test_besiegers_and_besieged_next_door_count_as_adjacent() -> None:
    position = Position.of(
        "Ottoman",
        relations="Ottoman against Hungary",
        stacks={"Belgrade": "Ottoman: 5 regulars"},
        inside={"Belgrade": "Hungary: 1 regular"},
    )
    assert not is_near(position, "Mohacs")
    assert not is_near(Position.of("Ottoman", relations="Ottoman against Hungary"), "Mohacs")
    empty = position.but(inside=(), sieges=("Belgrade",))
    assert is_near(empty, "Mohacs")


@given(st.dictionaries(st.sampled_from(HUNGARY), st.sampled_from(["Ottoman", "Hungary", "Venice"]), max_size=6))
def test_near_means_own_units_and_no_enemies(placed: dict[str, str]) -> None:
    position = Position.of(
        "Ottoman",
        relations="Ottoman against Hungary",
        stacks={name: f"{power}: 1 regular" for name, power in placed.items()},
    )
    around = {placed.get(name) for name in BOARD.adjacent("Mohacs", over_passes=False)}
    assert is_near(position, "Mohacs") == ("Ottoman" in around and "Hungary" not in around)
    assert occupies(position, "Mohacs") == (placed.get("Mohacs") == "Ottoman")


def test_unknown_target() -> None:
    with pytest.raises(ImpossibleSituation):
        line_of_communication(Position.of("Ottoman"), "Atlantis")
