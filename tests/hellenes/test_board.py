"""The board: what a position may hold, and what it refuses."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import responsa.hellenes
from responsa import ImpossibleSituation
from responsa import hellenes as hel

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
