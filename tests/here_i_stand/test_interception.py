"""Interception: permission, roll and odds."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa.here_i_stand import (
    Approach,
    Entry,
    Interceptors,
    Position,
    Power,
    Stack,
    arrives,
    chance_of_any_interception,
    chance_to_intercept,
    interception_modifier,
    interception_order,
    intercepts,
    may_intercept,
    must_fight,
    with_interceptors,
)
from tests.here_i_stand.strategies import stacks

DICE = list(itertools.product(range(1, 7), repeat=2))
MOVE = Approach.of("Ottoman: 4 regulars", "Pressburg", "Vienna")
LINZ = Interceptors.of("Hapsburg: 2 regulars", "Linz")
BASE = Position.of(
    "Ottoman",
    relations="Ottoman against Hapsburg, Ottoman against France, Hapsburg with Papacy",
    stacks={"Pressburg": "Ottoman: 4 regulars", "Linz": "Hapsburg: 5 regulars, Ferdinand"},
)


def refused(position: Position, group: Interceptors = LINZ, move: Approach = MOVE) -> tuple[str, ...]:
    ruling = may_intercept(position, group, move)
    return () if ruling else ruling.rules


def test_the_plain_case() -> None:
    assert refused(BASE) == ()


def test_group() -> None:
    assert refused(BASE, Interceptors.of("Hapsburg: 5 regulars", "Linz")) == ("HIS 5.1b",)
    assert refused(BASE, Interceptors.of("Hapsburg: 5 regulars, Ferdinand", "Linz")) == ()
    assert "HIS 13.2k" in refused(BASE, Interceptors.of("Hapsburg: 2 mercenaries", "Linz"))
    with pytest.raises(ImpossibleSituation):
        Interceptors.of("Hapsburg: Ferdinand", "Linz")


def test_who() -> None:
    neutral = Position.of("Ottoman", stacks={"Linz": "Hapsburg: 2 regulars"})
    assert "HIS 13.2d" in refused(neutral)
    tried = BASE.but(tried=(("Linz", Stack.of("Hapsburg: 4 regulars")),))
    assert refused(tried) == ("HIS 13.2e",)
    assert refused(tried, Interceptors.of("Hapsburg: 1 regular", "Linz")) == ()
    minor = Position.of("Ottoman", relations="Ottoman against Hungary", stacks={"Brunn": "Hungary: 1 regular"})
    assert "HIS 22.1a" in refused(minor, Interceptors.of("Hungary: 1 regular", "Brunn"))


def test_units_treated_as_enemies_may_intercept() -> None:
    stacks = {"Vienna": "Hapsburg: 1 regular; Papacy: 1 regular", "Linz": "Papacy: 1 regular"}
    position = BASE.but(stacks=Position.of("Ottoman", stacks=stacks).stacks)
    assert refused(position, Interceptors.of("Papacy: 1 regular", "Linz")) == ()
    alone = BASE.but(stacks=Position.of("Ottoman", stacks={"Linz": "Papacy: 1 regular"}).stacks)
    assert "HIS 13.2d" in refused(alone, Interceptors.of("Papacy: 1 regular", "Linz"))


def test_where_from() -> None:
    position = Position.of(
        "Ottoman",
        relations="Ottoman against Hapsburg",
        stacks={"Salzburg": "Hapsburg: 2 regulars", "Linz": "Hapsburg: 2 regulars"},
    )
    to_graz = Approach.of("Ottoman: 4 regulars", "Agram", "Graz")
    assert refused(position, Interceptors.of("Hapsburg: 2 regulars", "Salzburg"), to_graz) == ("HIS 2.5b",)
    assert refused(position, LINZ, to_graz) == ("HIS 13.2a",)


@pytest.mark.parametrize("entry", Entry)
def test_only_moves_are_intercepted(entry: Entry) -> None:
    move = Approach(MOVE.mover, MOVE.origin, MOVE.destination, entry=entry)
    assert refused(BASE, move=move) == (() if entry is Entry.MOVE else ("HIS 13.2f",))


def test_where_to() -> None:
    assert refused(BASE.but(control=(("Vienna", Power.OTTOMAN),))) == ("HIS 13.2h",)
    allied = Position.of(
        "Ottoman",
        relations="Ottoman against Hapsburg, Ottoman with France",
        stacks={"Linz": "Hapsburg: 2 regulars"},
        control={"Vienna": "France"},
    )
    assert "HIS 13.2h" in refused(allied)
    french = BASE.but(stacks=(*BASE.stacks, ("Vienna", Stack.of("France: 1 regular"))))
    assert refused(french) == ("HIS 13.2i",)
    papal = BASE.but(stacks=(*BASE.stacks, ("Vienna", Stack.of("Hapsburg: 1 regular; Papacy: 1 regular"))))
    assert refused(papal) == ()
    siege = {"Vienna": "Ottoman: 2 regulars", "Linz": str(BASE.at("Linz"))}
    besieged = BASE.but(stacks=siege, inside={"Vienna": "Hapsburg: 1 regular"})
    assert refused(besieged) == ("HIS 13.2i", "HIS 13.2i")
    third = BASE.but(control=(("Vienna", Power.VENICE),))
    assert refused(third) == ("HIS 13.2j",)


def test_besieged_units_stay() -> None:
    position = Position.of(
        "Ottoman",
        relations="Ottoman against Hapsburg",
        stacks={"Vienna": "Ottoman: 4 regulars"},
        inside={"Vienna": "Hapsburg: 2 regulars"},
    )
    move = Approach.of("Ottoman: 4 regulars", "Vienna", "Linz")
    assert refused(position, Interceptors.of("Hapsburg: 2 regulars", "Vienna"), move) == ("HIS 13.2g",)


def test_order_and_success() -> None:
    won = Approach(MOVE.mover, MOVE.origin, MOVE.destination, succeeded=Power.FRANCE)
    assert refused(BASE, move=won) == ("HIS 13.2c",)
    same = Approach(MOVE.mover, MOVE.origin, MOVE.destination, succeeded=Power.HAPSBURG, tried_from=("Brunn",))
    assert refused(BASE, move=same) == ()
    again = Approach(MOVE.mover, MOVE.origin, MOVE.destination, tried_from=("Linz",))
    assert refused(BASE, move=again) == ("HIS 13.2e",)
    assert interception_order([Power.PAPACY, Power.HUNGARY, Power.HAPSBURG]) == (Power.HAPSBURG, Power.PAPACY)


@given(st.sampled_from(DICE), stacks(), stacks())
def test_the_roll(dice: tuple[int, int], group: Stack, mover: Stack) -> None:
    modifier = interception_modifier(group, mover)
    best = max((leader.battle for leader in group.leaders), default=0)
    ottoman = Power.OTTOMAN in group.powers
    cavalry = group.cavalry > 0 if ottoman else -(mover.of_power(Power.OTTOMAN).cavalry > 0)
    assert modifier == best + cavalry
    assert bool(intercepts(dice, group, mover)) == (sum(dice) + modifier >= 9)


@pytest.mark.parametrize("modifier", range(-3, 9))
def test_odds_by_counting(modifier: int) -> None:
    good = sum(sum(dice) + modifier >= 9 for dice in DICE)
    assert chance_to_intercept(modifier) == Fraction(good, 36)


@given(st.lists(st.integers(-1, 5), max_size=3))
def test_odds_of_several_attempts_by_counting(modifiers: list[int]) -> None:
    rolls = itertools.product(DICE, repeat=len(modifiers))
    if len(modifiers) < 3:
        good = [any(sum(d) + m >= 9 for d, m in zip(roll, modifiers, strict=True)) for roll in rolls]
        assert chance_of_any_interception(modifiers) == Fraction(sum(good), len(good))
    assert chance_of_any_interception(modifiers) >= max(map(chance_to_intercept, modifiers), default=Fraction(0))


@pytest.mark.parametrize("dice", [(), (3,), (3, 3, 3), (0, 6), (7, 2), (True, 6), (3.0, 5)])
def test_bad_dice(dice: tuple[int, ...]) -> None:
    with pytest.raises(ImpossibleSituation):
        intercepts(dice, LINZ.group, MOVE.mover)


def test_after_a_success() -> None:
    assert not must_fight(0)
    assert must_fight(1)
    there = with_interceptors(Stack.of("Hapsburg: 1 regular"), LINZ.group)
    assert there == Stack.of("Hapsburg: 3 regulars")
    assert arrives(there, MOVE.mover, all_resolved=False) == there
    assert arrives(there, MOVE.mover, all_resolved=True) == there + MOVE.mover


def test_peace_alone_bars_an_interception() -> None:
    neutral = Position.of("Ottoman", stacks={"Pressburg": "Ottoman: 4 regulars", "Linz": "Hapsburg: 2 regulars"})
    assert refused(neutral) == ("HIS 13.2d",)
