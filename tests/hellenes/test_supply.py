"""Supply, recruits and steps: what they cost, and what is refused."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import hellenes as hel

S, FOOT = hel.Side.SPARTA, hel.Kind.FOOT


def boeotia(*units: hel.Unit) -> hel.Position:
    return hel.Position(areas=hel.areas("Attica - Boeotia"), cities=(hel.City("Thebes", 1, "Boeotia", S),), units=units)


def armies(number: int, at: str = "Attica") -> tuple[hel.Unit, ...]:
    return tuple(hel.Unit(f"army {n}", S, FOOT, at) for n in range(number))


@given(st.integers(0, 5), st.integers(0, 5))
def test_an_action_for_each_unit_and_never_more_than_there_are(units: int, actions: int) -> None:
    position = boeotia(*armies(units))
    names = [unit.name for unit in position.units]
    if units > actions:
        with pytest.raises(ImpossibleSituation, match=f"actions is {units}, expected at most {actions}"):
            hel.supply_units(position, names, hel.Purse(actions))
        return
    spent = hel.supply_units(position, names, hel.Purse(actions))
    assert spent.purse.left == actions - units == actions - hel.supply_cost(units)
    assert all(unit.supplied and hel.survives(spent.position, unit.name) for unit in spent.position.units)
    assert len(spent.steps) == units


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        (hel.Unit("unit", S, FOOT, "Thebes"), "HEL 9.2.2a"),
        (hel.Unit("unit", S, FOOT, "Attica", supplied=True), "HEL 9.2.2a"),
        (hel.Unit("unit", S, FOOT, "Attica", barbarian=True), "HEL 9.2.4a"),
    ],
)
def test_who_cannot_be_supplied(unit: hel.Unit, rule: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        hel.supply_units(boeotia(unit), ["unit"], hel.Purse(3))
    assert (error.value.field, str(error.value.rule)) == ("units", rule)


def test_who_is_off_the_map_needs_nothing() -> None:
    position = boeotia(hel.Unit("unit", S, FOOT, hel.POOL))
    for ask in (hel.needs_supply, hel.survives, hel.must_disband, hel.winter_fate, hel.maintenance):
        with pytest.raises(ImpossibleSituation, match="a unit on the map; the unit is in the recruit pool"):
            ask(position, "unit")


def test_a_unit_named_twice_is_paid_for_once() -> None:
    assert hel.supply_units(boeotia(*armies(1)), ["army 0", "army 0"], hel.Purse(1)).purse.left == 0


@pytest.mark.parametrize(("at", "needs"), [("Thebes", False), ("Boeotia", True), ("Attica", True)])
def test_who_needs_supply(at: str, needs: bool) -> None:
    assert hel.needs_supply(boeotia(*armies(1, at)), "army 0").answer is needs


def test_who_is_outside_must_be_known_first() -> None:
    with pytest.raises(ImpossibleSituation, match=r"\[HEL 9.2.1.3d\]"):
        hel.needs_supply(boeotia(*armies(3, "Thebes")), "army 0")


@pytest.mark.parametrize("units", [-1, True, 1.0])
def test_units_are_a_count(units: int) -> None:
    with pytest.raises(ImpossibleSituation, match=r"0 or more \[HEL 9.2.2b\]"):
        hel.supply_cost(units)


def test_costs_are_not_guessed() -> None:
    position = boeotia(dataclasses.replace(armies(1)[0], full=2))
    with pytest.raises(NotInThisText, match="what recruiting costs"):
        hel.recruit(position, hel.Unit("new army", S, FOOT, "Thebes"), hel.Purse(3))
    with pytest.raises(NotInThisText, match="what a step costs"):
        hel.reinforce(position, "army 0", 1, hel.Purse(3))


def test_recruits_come_from_the_pool_or_anew() -> None:
    back = hel.Unit("army 0", S, FOOT, "Thebes")
    spent = hel.recruit(boeotia(dataclasses.replace(back, at=hel.POOL)), back, hel.Purse(2), cost=2)
    assert (spent.position.unit("army 0").at, spent.purse.left) == ("Thebes", 0)
    with pytest.raises(ImpossibleSituation, match="not on the map yet"):
        hel.recruit(spent.position, back, hel.Purse(2), cost=1)
    with pytest.raises(ImpossibleSituation, match="at most 1, which are left"):
        hel.recruit(boeotia(), back, hel.Purse(1), cost=2)


def test_barbarian_recruits_cost_and_go() -> None:
    thracians = hel.Unit("Thracian army", S, FOOT, "Thebes", barbarian=True)
    spent = hel.recruit(boeotia(), thracians, hel.Purse(1), cost=1)
    assert (spent.position.unit("Thracian army").at, spent.purse.left) == (hel.POOL, 0)
    assert [step.rule for step in spent.steps] == ["HEL 9.2.3a", "HEL 9.2.3c"]


@pytest.mark.parametrize(
    ("steps", "full", "gained", "expected"),
    [
        (1, 3, 2, ""),
        (1, 3, 3, "1 to 2, what army 0 lacks"),
        (2, 3, 2, "1, what army 0 lacks"),
        (3, 3, 1, "no step, for army 0 is at full strength"),
    ],
)
def test_never_above_full_strength(steps: int, full: int, gained: int, expected: str) -> None:
    position = boeotia(dataclasses.replace(armies(1)[0], steps=steps, full=full))
    if not expected:
        after = hel.reinforce(position, "army 0", gained, hel.Purse(1), cost=1)
        assert after.position.unit("army 0").steps == steps + gained
    else:
        with pytest.raises(ImpossibleSituation, match=rf"steps is {gained}, expected {expected} \[HEL 9.2.3b\]"):
            hel.reinforce(position, "army 0", gained, hel.Purse(1), cost=1)
