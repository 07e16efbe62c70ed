"""The board: what a position may hold, and what it refuses."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import responsa.hellenes
from responsa import ImpossibleSituation
from responsa import hellenes as hel
from tests.hellenes import plays

A, S = hel.Side.ATHENS, hel.Side.SPARTA
FALL = hel.Date(431, hel.Season.FALL)


def a_position(**changes: Any) -> hel.Position:
    whole = hel.Position(
        areas=hel.areas("Attica - Boeotia"),
        seas=hel.seas("Saronic Gulf - Aegean"),
        cities=(
            hel.City("Athens", 3, "Attica", A, sea="Saronic Gulf", port=True),
            hel.City("Plataea", 1, "Boeotia", A),
        ),
        units=(
            hel.Unit("Theban army", S, hel.Kind.FOOT, "Boeotia"),
            hel.Unit("Corinthian fleet", S, hel.Kind.FLEET, "Saronic Gulf", steps=2),
            hel.Unit("Athenian fleet", A, hel.Kind.FLEET, "Athens"),
        ),
    )
    return dataclasses.replace(whole, **changes)


@given(st.integers(1, 50))
def test_capacity_is_twice_the_size(size: int) -> None:
    assert hel.capacity(hel.City("Corinth", size, "Corinthia", S)) == size + size


@pytest.mark.parametrize("size", [0, -1, True, 2.0, None])
def test_a_size_is_a_count(size: int) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        hel.City("Corinth", size, "Corinthia", S)
    assert (error.value.field, str(error.value.rule)) == ("size", "HEL 1.3a")


@pytest.mark.parametrize(
    ("field", "change", "rule"),
    [
        ("steps", {"steps": 0}, "HEL 6a"),
        ("steps", {"steps": 5, "full": 4}, "HEL 6a"),
        ("steps", {"steps": True}, "HEL 6a"),
        ("full", {"full": -1}, "HEL 6a"),
        ("kind", {"kind": "flote"}, "HEL 5a"),
        ("side", {"side": "Persia"}, "HEL 9.0d"),
        ("aboard", {"kind": hel.Kind.FLEET, "aboard": "fleet"}, "HEL 5c"),
    ],
)
def test_units_that_cannot_be(field: str, change: dict[str, Any], rule: str) -> None:
    fitting = hel.Unit("army", A, hel.Kind.FOOT, "Attica")
    with pytest.raises(ImpossibleSituation) as error:
        dataclasses.replace(fitting, **change)
    assert (error.value.field, str(error.value.rule)) == (field, rule)


def test_a_lost_unit_may_have_no_steps() -> None:
    assert not hel.Unit("army", A, hel.Kind.FOOT, hel.LOST, steps=0).on_map


ARMY = hel.Unit("army", S, hel.Kind.FOOT, "Boeotia")
FLEET = hel.Unit("fleet", S, hel.Kind.FLEET, "Saronic Gulf")


@pytest.mark.parametrize(
    ("field", "change", "rule"),
    [
        ("units", {"units": (ARMY, ARMY)}, "HEL 4.1a"),
        ("units", {"units": (ARMY, dataclasses.replace(ARMY, at="Attica"))}, "HEL 4.1a"),
        ("at", {"units": (dataclasses.replace(ARMY, at="Thessaly"),)}, "HEL 4.1a"),
        ("at", {"units": (dataclasses.replace(ARMY, at="Athens"),)}, "HEL 1.3b"),
        ("at", {"units": (dataclasses.replace(FLEET, at="Attica"),)}, "HEL 9.0j"),
        ("at", {"units": (dataclasses.replace(FLEET, side=A, at="Plataea"),)}, "HEL 9.0j"),
        ("aboard", {"units": (dataclasses.replace(ARMY, at="Aegean"),)}, "HEL 5c"),
        ("aboard", {"units": (dataclasses.replace(ARMY, at="Aegean", aboard="fleet"), FLEET)}, "HEL 5c"),
        ("places", {"seas": hel.seas("Saronic Gulf - Attica")}, "HEL 1.3b"),
        ("area", {"areas": hel.areas("Attica")}, "HEL 9.2.1.1a"),
        ("sea", {"seas": hel.seas("Aegean")}, "HEL 9.0j"),
        ("forced move", {"forced_march": -1}, "HEL 9.2.1.2d"),
        ("by", {"sieges": (hel.Siege("Plataea", A, FALL),)}, "HEL 9.3e"),
        ("since", {"sieges": (hel.Siege("Plataea", S, hel.Date(430, hel.Season.SPRING)),)}, "HEL 9.4d"),
        ("sieges", {"sieges": (hel.Siege("Athens", S, FALL),)}, "HEL 9.3h"),
        ("city", {"sieges": (hel.Siege("Corinth", S, FALL),)}, "HEL 1.3b"),
        ("blockades", {"blockades": (hel.Blockade("Plataea", S, FALL),)}, "HEL 9.2.1.2g"),
    ],
)
def test_positions_that_cannot_be(field: str, change: dict[str, Any], rule: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        a_position(**change)
    assert (error.value.field, str(error.value.rule)) == (field, rule)


def test_a_port_needs_a_sea() -> None:
    with pytest.raises(ImpossibleSituation, match="sea is ''"):
        hel.City("Thebes", 2, "Boeotia", S, port=True)


def test_who_besieges_and_who_blockades() -> None:
    position = a_position(sieges=(hel.Siege("Plataea", S, FALL),), blockades=(hel.Blockade("Athens", S, FALL),))
    assert [unit.name for unit in position.besiegers("Plataea")] == ["Theban army"]
    assert [unit.name for unit in position.blockaders("Athens")] == ["Corinthian fleet"]
    assert position.besiegers("Athens") == position.blockaders("Plataea") == ()


@pytest.mark.parametrize("at", [hel.POOL, hel.LOST, "Attica"])
def test_without_a_besieger_there_is_no_siege(at: str) -> None:
    position = a_position(sieges=(hel.Siege("Plataea", S, FALL),))
    gone = dataclasses.replace(position.unit("Theban army"), at=at)
    assert position.with_units(gone).siege_of("Plataea") is None


def test_changing_another_unit_leaves_the_siege() -> None:
    position = a_position(sieges=(hel.Siege("Plataea", S, FALL),))
    moved = dataclasses.replace(position.unit("Athenian fleet"), at="Aegean")
    assert position.with_units(moved).siege_of("Plataea")


dates = st.builds(hel.Date, st.integers(400, 440), st.sampled_from(hel.Season))


@given(dates, dates, dates)
def test_dates_are_in_an_order(one: hel.Date, two: hel.Date, three: hel.Date) -> None:
    assert not one.before(one)
    assert one.before(two) + two.before(one) + (one == two) == 1
    assert not (one.before(two) and two.before(three)) or one.before(three)


def test_years_count_down() -> None:
    assert hel.Date(432).before(hel.Date(431, hel.Season.SPRING))
    assert hel.Date(431, hel.Season.SPRING).before(hel.Date(431))


@pytest.mark.parametrize("name", ["Autumn", "New Year", ""])
def test_unknown_seasons(name: str) -> None:
    with pytest.raises(ImpossibleSituation, match=r"season is .* \[HEL 0a\]"):
        hel.Season.named(name)
    with pytest.raises(ImpossibleSituation, match="season is"):
        hel.Date(431, name)  # type: ignore[arg-type]


def test_every_season_by_its_name() -> None:
    assert [hel.Season.named(str(season)) for season in hel.Season] == list(hel.Season)


def test_a_map_in_a_line() -> None:
    attica, boeotia, phocis, island = hel.areas("Attica - Boeotia - Phocis, Phocis - Attica, Melos")
    assert set(attica.next_to) == {"Boeotia", "Phocis"}
    assert set(phocis.next_to) == {"Boeotia", "Attica"}
    assert (boeotia.name, island.next_to) == ("Boeotia", ())
    gulf, aegean, cape = hel.seas("Gulf - Aegean ! Cape")
    assert (gulf.hazardous, aegean.hazardous, cape.hazardous) == ((), ("Cape",), ("Aegean",))


def test_a_repr_is_a_way_to_write_it() -> None:
    position = a_position(sieges=(hel.Siege("Plataea", S, FALL),))
    assert eval(repr(position), vars(responsa.hellenes)) == position


# --- positions as text ---

PLATAEA = """
    now: Winter 429
    land: Boeotia - Phocis
    sea: Gulf ! Aegean
    coastal: Aegean
    forced march: 1
    Plataea 1, Boeotia: Athens, besieged by Sparta since Fall 431
    Anthedon 1, Boeotia, port on Gulf: nobody, no garrison, founded by Sparta
    Theban army: Sparta foot 2 of 3, Boeotia, supplied
    Plataean army: Athens foot 3, Boeotia, home Plataea
    Attic fleet: Athens fleet 2, Gulf
    Thracians: Athens foot, Gulf, aboard Attic fleet, barbarian
"""


def test_a_position_is_read_line_by_line() -> None:
    athens, sparta, foot = hel.Side.ATHENS, hel.Side.SPARTA, hel.Kind.FOOT
    assert hel.Position.of(PLATAEA) == hel.Position(
        now=hel.Date(429),
        areas=hel.areas("Boeotia - Phocis"),
        seas=(hel.Sea("Gulf", ("Aegean",), ("Aegean",)), hel.Sea("Aegean", coastal=True)),
        forced_march=1,
        cities=(
            hel.City("Plataea", 1, "Boeotia", athens),
            hel.City("Anthedon", 1, "Boeotia", None, sea="Gulf", port=True, founder=sparta, garrison=0),
        ),
        units=(
            hel.Unit("Theban army", sparta, foot, "Boeotia", steps=2, full=3, supplied=True),
            hel.Unit("Plataean army", athens, foot, "Boeotia", home="Plataea", steps=3),
            hel.Unit("Attic fleet", athens, hel.Kind.FLEET, "Gulf", steps=2),
            hel.Unit("Thracians", athens, foot, "Gulf", aboard="Attic fleet", barbarian=True),
        ),
        sieges=(hel.Siege("Plataea", sparta, hel.Date(431, hel.Season.FALL)),),
    )


@pytest.mark.slow
@settings(max_examples=300)
@given(st.integers(0, 10**9))
def test_a_position_reads_back_from_its_text_and_its_repr(seed: int) -> None:
    position = plays.a_position(Random(seed))
    assert hel.Position.of(position.text) == position
    assert eval(repr(position), {"Position": hel.Position}) == position
    assert position.but(position.text) == position


@given(st.integers(0, 10**9))
def test_what_a_winter_leaves_reads_back(seed: int) -> None:
    position = plays.play(seed).position
    assert hel.Position.of(position.text) == position


def test_a_name_that_no_line_can_hold_has_a_plain_repr() -> None:
    unit = hel.Unit("one, two", hel.Side.ATHENS, hel.Kind.FOOT, "Attica")
    position = hel.Position(areas=hel.areas("Attica"), units=(unit,))
    assert eval(repr(position), vars(hel)) == position


def test_but_replaces_what_has_the_same_name() -> None:
    position = hel.Position.of(PLATAEA)
    free = position.but("Plataea 1, Boeotia: Sparta", forced_march=0)
    assert free.city("Plataea").controller is hel.Side.SPARTA
    assert (free.sieges, free.forced_march, free.units) == ((), 0, position.units)
    assert position.but() == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("land: Attica, ", "line 1 is 'land: Attica,', expected a name on both sides"),
        ("land: Attica\nTheban army Sparta foot", "line 2 is 'Theban army Sparta foot', expected a name, a colon"),
        ("Plataea x, Boeotia: Athens", "expected a city such as"),
        (
            "Plataea 1, Boeotia: Athens, besiged by Sparta since Fall 431",
            "the nearest is besieged by Sparta since Fall",
        ),
        ("Plataea 1, Boeotia: Athens, besieged by Sparta since Fal 431", "the nearest is Fall"),
        ("Plataea 1, Boeotia: Thebes", "expected Athens or Sparta for side 'Thebes'"),
        ("A: Sparda foot, Attica", "the nearest is Sparta"),
        ("A: Sparta foott 2, Attica", "the nearest is foot"),
        ("A: Sparta foot 4 of 3, Attica", "line 1.*expected 1 to 3 for steps 4"),
        ("A: Sparta foot, Attica, suplied", "the nearest is supplied"),
        ("A: Sparta foot", "expected its side, kind and place"),
        ("A: Sparta foot, X\nA: Sparta foot, X", "line 2.*expected each name once"),
        ("forced march: one", "line 1.*expected 0 or more"),
        ("coastal: Aegean", "expected a sea area of the position"),
        ("land: Attica\nA: Sparta foot, Atica", "the nearest is Attica"),
        ("A: Sparta foot, \u0412oeotia", "CYRILLIC CAPITAL LETTER VE"),
        ("now: Autumn 431", "expected Spring, Early Summer"),
    ],
)
def test_a_line_that_is_none_is_named_with_what_would_fit(text: str, message: str) -> None:
    with pytest.raises(ImpossibleSituation, match=message):
        hel.Position.of(text)
