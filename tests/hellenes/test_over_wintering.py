"""The season, its phases, and who survives."""

from __future__ import annotations

import dataclasses
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import hellenes as hel
from tests.hellenes import plays

A, S = hel.Side.ATHENS, hel.Side.SPARTA


def test_six_cards_and_five_seasons() -> None:
    seasons = [hel.season_of_card(card) for card in range(1, hel.CARDS_PER_YEAR + 1)]
    assert seasons == [None, *hel.Season]
    assert len(hel.Season) == hel.SEASONS_PER_YEAR
    assert [card for card in range(1, 7) if hel.is_winter(card)] == [6]
    assert [season for season in hel.Season if hel.has_own_sequence(season)] == [hel.Season.WINTER]


@pytest.mark.parametrize("card", [0, 7, True, 6.0])
def test_no_such_card(card: int) -> None:
    with pytest.raises(ImpossibleSituation, match=r"expected 1 to 6 \[HEL 0a\]"):
        hel.season_of_card(card)


@pytest.mark.parametrize(("first", "a_fights", "s_fights"), list(product(hel.Side, (True, False), (True, False))))
def test_phase_by_phase_first_player_first(first: hel.Side, a_fights: bool, s_fights: bool) -> None:
    fighting = [side for side, fights in ((A, a_fights), (S, s_fights)) if fights]
    order = hel.winter_sequence(first, relief=fighting)
    assert [phase.number for phase, _ in order] == sorted(phase.number for phase, _ in order)
    for phase in hel.PHASES:
        sides = [side for each, side in order if each is phase]
        assert sides == [s for s in (first, first.enemy) if phase is not hel.Phase.RELIEF or s in fighting]


def test_the_steps_follow_the_sequence() -> None:
    assert [step.number for step in hel.STEPS] == list(range(1, len(hel.STEPS) + 1))
    turns = {hel.Turn.FIRST: S, hel.Turn.SECOND: A}
    told = list(dict.fromkeys((step.phase, turns[step.turn]) for step in hel.STEPS if step.phase))
    assert told == list(hel.winter_sequence(S))


@pytest.mark.parametrize(
    ("kind", "sea", "port", "controller", "shelter"),
    [
        (hel.Kind.FOOT, "", False, S, True),
        (hel.Kind.FOOT, "", False, A, False),
        (hel.Kind.FOOT, "", False, None, False),
        (hel.Kind.CAVALRY, "Gulf", True, S, True),
        (hel.Kind.FLEET, "", False, S, False),
        (hel.Kind.FLEET, "Gulf", False, S, True),
        (hel.Kind.FLEET, "Gulf", True, S, True),
        (hel.Kind.FLEET, "Gulf", True, A, False),
    ],
)
def test_what_shelters_whom(kind: hel.Kind, sea: str, port: bool, controller: hel.Side | None, shelter: bool) -> None:
    city = hel.City("Elis", 1, "Elis land", controller, sea=sea, port=port)
    unit = hel.Unit("unit", S, kind, "somewhere")
    assert hel.shelters(city, unit).answer is shelter
    assert hel.may_fortify(city, unit).answer is (port or kind is not hel.Kind.FLEET)


def elis_with(*units: hel.Unit) -> hel.Position:
    elis = hel.City("Elis", 1, "Elis land", S, sea="Ionian Sea")
    return hel.Position(areas=hel.areas("Elis land"), seas=hel.seas("Ionian Sea"), cities=(elis,), units=units)


@pytest.mark.parametrize(
    ("at", "supplied", "barbarian", "lives", "rule"),
    [
        ("Elis", False, False, True, "HEL 9.0g"),
        ("Elis land", False, False, False, "HEL 9.0h"),
        ("Elis land", True, False, True, "HEL 9.0g"),
        ("Elis", False, True, False, "HEL 9.2.4a"),
        ("Elis land", True, True, False, "HEL 9.2.4a"),
    ],
)
def test_who_survives(at: str, supplied: bool, barbarian: bool, lives: bool, rule: str) -> None:
    unit = hel.Unit("unit", S, hel.Kind.FOOT, at, supplied=supplied, barbarian=barbarian)
    ruling = hel.survives(elis_with(unit), "unit")
    assert (ruling.answer, ruling.rules) == (lives, (rule,))


@pytest.mark.parametrize(("at", "actions"), [("Elis", 0), ("Ionian Sea", 1)])
def test_maintenance_of_a_fleet(at: str, actions: int) -> None:
    assert hel.maintenance(elis_with(hel.Unit("fleet", S, hel.Kind.FLEET, at)), "fleet") == actions


@pytest.mark.parametrize("number", range(6))
def test_excess_counts_from_the_capacity_up(number: int) -> None:
    units = [hel.Unit(f"army {n}", S, hel.Kind.FOOT, "Elis") for n in range(number)]
    position = elis_with(*units)
    assert hel.in_excess(position, "Elis") == max(0, number - 2)
    if number > 2:
        with pytest.raises(ImpossibleSituation, match=f"expected {number - 2} of the units in Elis"):
            hel.survives(position, "army 0")


def test_the_garrison_takes_no_room() -> None:
    units = tuple(hel.Unit(f"army {n}", S, hel.Kind.FOOT, "Elis") for n in range(2))
    position = elis_with(*units)
    without = dataclasses.replace(position, cities=(dataclasses.replace(position.cities[0], garrison=0),))
    assert hel.in_excess(position, "Elis") == hel.in_excess(without, "Elis") == 0


def test_the_seasons_follow_each_other_and_supply_ends_with_its_season() -> None:
    position = hel.Position.of("land: Attica").but("army: Sparta foot, Attica, supplied")
    seen = []
    for _ in range(6):
        position = hel.next_season(position)
        seen.append(str(position.now))
        assert not position.unit("army").supplied
    assert seen == [
        "Spring 430 BC",
        "Early Summer 430 BC",
        "Late Summer 430 BC",
        "Fall 430 BC",
        "Winter 430 BC",
        "Spring 429 BC",
    ]
    with pytest.raises(ImpossibleSituation, match="year is 0"):
        hel.next_season(hel.Position(now=hel.Date(1)))


@given(st.integers(0, 10**9))
def test_after_a_winter_a_spring_can_begin(seed: int) -> None:
    after = hel.next_season(plays.play(seed).position)
    assert hel.Position.of(after.text) == after
