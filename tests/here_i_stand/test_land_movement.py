"""Restrictions and steps of a land move."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa.here_i_stand import (
    STEPS,
    Connection,
    Position,
    Power,
    Reaction,
    Relations,
    Stack,
    control_allows,
    enemies_in_move,
    is_field_battle,
    may_be_intercepted_from,
    may_enter,
    may_react_in_step_6,
    may_react_in_step_7,
    may_take_part,
    move_action,
    occupants_allow,
    pay,
    reactions,
    step_after_interceptions,
)

TIES = "Ottoman against Hapsburg, Ottoman against England, Ottoman with France, Hapsburg with Papacy"
FRIEND, ENEMY, OTHER_ENEMY, NEUTRAL, THEIR_ALLY = "France", "Hapsburg", "England", "Venice", "Papacy"
SOMEBODY = (FRIEND, ENEMY, OTHER_ENEMY, NEUTRAL, THEIR_ALLY)


def expected_case(controller: str, outside: set[str], inside: set[str]) -> bool:
    """The printed list, read again: the four cases for the active Ottomans."""
    everyone = outside | inside
    if not everyone:
        return True
    friends, enemies = {FRIEND}, {ENEMY, OTHER_ENEMY}
    siege_among = bool(outside) and bool(inside)
    return (
        (everyone <= friends and not siege_among)
        or (everyone <= enemies and not siege_among)
        or (controller == ENEMY and everyone <= {ENEMY, THEIR_ALLY})
        or (controller == OTHER_ENEMY and everyone <= {OTHER_ENEMY})
        or (bool(inside) and inside <= friends and outside <= enemies)
        or (bool(inside) and inside <= enemies and outside <= friends)
    )


@given(
    st.sampled_from(("Ottoman", "Independent", *SOMEBODY)),
    st.sets(st.sampled_from(SOMEBODY), max_size=3),
    st.sets(st.sampled_from(SOMEBODY), max_size=3),
)
def test_the_four_cases(controller: str, outside: set[str], inside: set[str]) -> None:
    position = Position(
        Power.OTTOMAN,
        cp=1,
        relations=Relations.of(TIES),
        control=(("Vienna", Power(controller)),),
        stacks=(("Vienna", Stack.of("; ".join(f"{power}: 1 regular" for power in sorted(outside)))),),
        inside=(("Vienna", Stack.of("; ".join(f"{power}: 1 regular" for power in sorted(inside)))),),
    )
    assert bool(occupants_allow(position, "Vienna")) == expected_case(controller, outside, inside)


@pytest.mark.parametrize(
    ("controller", "rule", "allowed"),
    [
        ("Ottoman", "HIS 13.1c", True),
        ("Independent", "HIS 13.1d", True),
        (ENEMY, "HIS 13.1e", True),
        (FRIEND, "HIS 13.1f", True),
        (NEUTRAL, "HIS 13.1g", False),
        (THEIR_ALLY, "HIS 13.1g", False),
    ],
)
def test_control(controller: str, rule: str, allowed: bool) -> None:
    ruling = control_allows(Position.of("Ottoman", relations=TIES, control={"Vienna": controller}), "Vienna")
    assert (bool(ruling), ruling.rules) == (allowed, (rule,))


def test_own_besieged_fortress_may_be_relieved() -> None:
    position = Position.of(
        "Ottoman",
        relations=TIES,
        stacks={"Belgrade": "Hapsburg: 3 regulars"},
        inside={"Belgrade": "Ottoman: 1 regular"},
        control={"Belgrade": "Ottoman"},
    )
    assert may_enter(position, "Belgrade", Stack.of("Ottoman: 4 regulars"))


def test_independent_regulars_stop_nobody_but_neutral_units_do() -> None:
    regulars = Position.of("Ottoman", stacks={"Metz": "Independent: 2 regulars"})
    assert occupants_allow(regulars, "Metz").rules == ("HIS 13.1p",)
    neutral = Position.of("Ottoman", stacks={"Metz": "Venice: 3 regulars"}, inside={"Metz": "Independent: 2 regulars"})
    assert not occupants_allow(neutral, "Metz")
    elsewhere = Position.of("Ottoman", control={"Metz": "France"}, stacks={"Metz": "Independent: 2 regulars"})
    assert not occupants_allow(elsewhere, "Metz")


def test_who_counts_as_an_enemy() -> None:
    trieste = {"Trieste": "Hapsburg: 1 regular; Papacy: 1 regular"}
    position = Position.of("Ottoman", relations=TIES, stacks=trieste)
    assert Power.PAPACY in enemies_in_move(position, "Trieste")
    assert Power.PAPACY not in enemies_in_move(position, "Graz")
    mixed = Position.of("Ottoman", relations=TIES, stacks={"Trieste": "Hapsburg: 1 regular; Venice: 1 regular"})
    assert Power.VENICE not in enemies_in_move(mixed, "Trieste")
    regulars = Position.of("Ottoman", stacks={"Metz": "Independent: 2 regulars"})
    assert enemies_in_move(regulars, "Metz") == (Power.INDEPENDENT,)


def test_interception_looks_along_clear_connections_only() -> None:
    stacks = {"Vienna": "Hapsburg: 1 regular", "Salzburg": "Hapsburg: 1 regular", "Trieste": "France: 1 regular"}
    position = Position.of("Ottoman", relations=TIES, stacks=stacks)
    assert may_be_intercepted_from(position, "Graz") == ("Vienna",)


def test_leaders_alone_stay_away_from_enemies() -> None:
    position = Position.of("Ottoman", relations=TIES, stacks={"Ragusa": "Hapsburg: 1 regular"})
    alone = Stack.of("Ottoman: Suleiman")
    assert not may_enter(position, "Ragusa", alone)
    assert may_enter(position, "Ragusa", Stack.of("Ottoman: 1 regular"))
    assert not may_enter(position, "Vienna", alone)
    assert not may_enter(position, "Venice", alone)
    assert may_enter(position, "Nezh", alone)


TAKES_PART = Position.of(
    "Ottoman",
    relations="Hungary for Ottoman",
    stacks={"Nezh": "Ottoman: 7 regulars, Ibrahim; Hungary: 1 regular; France: 1 regular"},
    beaten={"Nezh": "Ottoman: 2 regulars"},
)


@pytest.mark.parametrize(
    ("formation", "rule"),
    [
        ("Ottoman: 5 regulars, Ibrahim; Hungary: 1 regular", ""),
        ("Ottoman: 5 regulars", "HIS 5.1b"),
        ("Ottoman: 7 regulars, Ibrahim", "HIS 5.1c"),
        ("Ottoman: 6 regulars, Ibrahim", "HIS 13.1r"),
        ("Ottoman: 1 cavalry", "HIS 13.1a"),
        ("Ottoman: 1 regular; France: 1 regular", "HIS 5.1f"),
        ("France: 1 regular", "HIS 13.1.1a"),
        ("", "HIS 5.1a"),
    ],
)
def test_who_may_take_part(formation: str, rule: str) -> None:
    ruling = may_take_part(TAKES_PART, Stack.of(formation), "Nezh")
    assert bool(ruling) == (not rule)
    if rule:
        assert rule in ruling.rules


def test_cards_and_sieges_hold_back() -> None:
    one = Stack.of("Ottoman: 1 regular, Ibrahim")
    base = Position.of("Ottoman", stacks={"Nezh": "Ottoman: 1 regular, Ibrahim"})
    assert may_take_part(base, one, "Nezh")
    assert may_take_part(base.but(foul_weather=True), one, "Nezh")
    tired = base.but(foul_weather=True, moved=(("Nezh", one.only_units),))
    assert may_take_part(tired, one, "Nezh").rules == ("HIS C31a",)
    assert may_take_part(tired, one.only_leaders, "Nezh")
    assert may_take_part(base.but(gout=("Ibrahim",)), one, "Nezh").rules == ("HIS C32a",)
    assert may_take_part(base.but(gout=("Ibrahim",)), one.only_units, "Nezh")
    siege = Position.of(
        "Ottoman",
        relations=TIES,
        stacks={"Vienna": "Ottoman: 1 regular"},
        sieges=["Vienna"],
        sieges_begun=["Vienna"],
    )
    assert may_take_part(siege, Stack.of("Ottoman: 1 regular"), "Vienna").rules == ("HIS 13.1s",)


@pytest.mark.parametrize(("cp", "origin", "left"), [(1, "Vienna", 0), (2, "Salzburg", 0), (3, "Salzburg", 1)])
def test_the_price(cp: int, origin: str, left: int) -> None:
    assert pay(Position.of("Hapsburg"), cp, origin, "Graz")[0] == left


@pytest.mark.parametrize(("cp", "origin"), [(0, "Vienna"), (1, "Salzburg"), (5, "Paris")])
def test_what_cannot_be_paid(cp: int, origin: str) -> None:
    with pytest.raises(ImpossibleSituation):
        pay(Position.of("Hapsburg"), cp, origin, "Graz")


def test_steps_are_numbered_and_tell_their_clause() -> None:
    assert [step.number for step in STEPS] == list(range(1, 9))
    assert [step.rule for step in STEPS] == [f"HIS 13.1.{number}" for number in range(1, 9)]
    assert step_after_interceptions(0) is STEPS[5]
    assert step_after_interceptions(2) is STEPS[7]
    assert {str(move_action(way)) for way in Connection} == {"Move Formation In Clear", "Move Formation Over Pass"}


@pytest.mark.parametrize(("door", "there", "walls"), list(itertools.product([True, False], repeat=3)))
def test_reactions(door: bool, there: bool, walls: bool) -> None:
    found = reactions(enemies_next_door=door, enemies_there=there, fortified=walls)
    assert (Reaction.INTERCEPT in found, Reaction.AVOID_BATTLE in found) == (door, there)
    assert (Reaction.WITHDRAW in found) == (there and walls)


@pytest.mark.parametrize(
    ("units", "fortified", "successes"), list(itertools.product(range(7), [True, False], range(3)))
)
def test_steps_six_seven_and_eight(units: int, fortified: bool, successes: int) -> None:
    assert bool(may_react_in_step_6(units, trying=units, successes=successes)) == (units > 0 and not successes)
    assert not may_react_in_step_6(units, trying=units + 1)
    expected = fortified and units <= 4 and not successes
    assert bool(may_react_in_step_7(units, fortified=fortified, successes=successes)) == expected
    assert bool(is_field_battle(outside=units)) == (units > 0)


def test_pieces_of_an_ally_alone_are_not_moved() -> None:
    stacks = {"Nezh": "Ottoman: 2 regulars; France: 2 regulars"}
    both = Position.of("Ottoman", relations="Ottoman with France", stacks=stacks)
    ruling = may_take_part(both, Stack.of("France: 2 regulars"), "Nezh")
    assert (bool(ruling), ruling.rules) == (False, ("HIS 13.1.1a",))
