"""Disbanding against a table of all cases."""

from __future__ import annotations

from itertools import product

import pytest

from responsa import NotInThisText
from responsa import hellenes as hel

A, S, FOOT = hel.Side.ATHENS, hel.Side.SPARTA, hel.Kind.FOOT
CASES = list(product((True, False), repeat=4))


def expected(barbarian: bool, inside: bool, supplied: bool, returning: bool) -> hel.Fate:
    if not barbarian and (inside or supplied):
        return hel.Fate.SURVIVES
    return hel.Fate.WAITS if returning and not barbarian else hel.Fate.DISBANDED


@pytest.mark.parametrize(("barbarian", "inside", "supplied", "returning"), CASES)
def test_every_case_by_what_matters(barbarian: bool, inside: bool, supplied: bool, returning: bool) -> None:
    found = hel.winter_fate_of(barbarian=barbarian, in_friendly_city=inside, supplied=supplied, returning=returning)
    assert found is expected(barbarian, inside, supplied, returning)


def besieged_plataea(*units: hel.Unit, siege: bool = True) -> hel.Position:
    return hel.Position(
        areas=hel.areas("Boeotia"),
        cities=(hel.City("Plataea", 1, "Boeotia", A), hel.City("Chaeronea", 1, "Boeotia", A)),
        units=(*units, hel.Unit("Theban army", S, FOOT, "Boeotia")),
        sieges=(hel.Siege("Plataea", S, hel.Date(431, hel.Season.FALL)),) if siege else (),
    )


@pytest.mark.parametrize(("barbarian", "inside", "supplied", "returning"), CASES)
def test_every_case_on_the_board(barbarian: bool, inside: bool, supplied: bool, returning: bool) -> None:
    at = "Chaeronea" if inside else "Boeotia"
    unit = hel.Unit("unit", A, FOOT, at, home="Plataea", supplied=supplied, barbarian=barbarian)
    position = besieged_plataea(unit)
    waiting = [hel.Returning("Plataea", ("unit",))] if returning else []
    fate = expected(barbarian, inside, supplied, returning)
    assert hel.winter_fate(position, "unit", waiting) is fate
    assert hel.must_disband(position, "unit", waiting).answer is (fate is hel.Fate.DISBANDED)
    after = hel.disband_all(position, A, waiting)
    assert (after.position.unit("unit").at == hel.POOL) is (fate is hel.Fate.DISBANDED)
    assert after.units == (("unit",) if fate is hel.Fate.DISBANDED else ())
    assert after.position.unit("Theban army").at == "Boeotia"


def test_without_a_siege_there_is_nothing_to_wait_for() -> None:
    position = besieged_plataea(hel.Unit("unit", A, FOOT, "Boeotia", home="Plataea"), siege=False)
    assert hel.must_disband(position, "unit", [hel.Returning("Plataea", ("unit",))])


def test_a_blockade_is_waited_for_at_sea_only() -> None:
    fleets = hel.Unit("fleet", A, hel.Kind.FLEET, "Gulf", home="port"), hel.Unit("enemy", S, hel.Kind.FLEET, "Gulf")
    position = hel.Position(
        areas=hel.areas("land"),
        seas=hel.seas("Gulf"),
        cities=(hel.City("port", 1, "land", A, sea="Gulf", port=True),),
        units=fleets,
        blockades=(hel.Blockade("port", S, hel.Date(431, hel.Season.FALL)),),
    )
    assert hel.winter_fate(position, "fleet", [hel.Returning("port", ("fleet",), by_sea=True)]) is hel.Fate.WAITS
    assert hel.winter_fate(position, "fleet", [hel.Returning("port", ("fleet",))]) is hel.Fate.DISBANDED


def test_disbanding_the_last_besieger_ends_the_siege() -> None:
    after = hel.disband_all(besieged_plataea(), S)
    assert after.position.siege_of("Plataea") is None
    assert [str(step) for step in after.steps] == [
        "the Theban army is disbanded: it is outside friendly cities and not supplied [HEL 9.2.4c]"
    ]


def test_after_the_battles_nobody_waits_any_more() -> None:
    position = besieged_plataea(hel.Unit("unit", A, FOOT, "Boeotia", home="Plataea"))
    assert hel.disband_after_battles(position, A).units == ("unit",)


def test_a_disbanded_unit_leaves_its_marker_and_its_ship() -> None:
    unit = hel.disbanded(hel.Unit("unit", A, FOOT, "Gulf", supplied=True, aboard="fleet"))
    assert (unit.at, unit.supplied, unit.aboard) == (hel.POOL, False, "")


def test_a_supplied_unit_aboard_a_disbanded_fleet_is_not_in_the_text() -> None:
    units = (
        hel.Unit("fleet", A, hel.Kind.FLEET, "Gulf", steps=2),
        hel.Unit("army", A, FOOT, "Gulf", aboard="fleet", supplied=True),
    )
    with pytest.raises(NotInThisText, match="what becomes of the army"):
        hel.disband_all(hel.Position(seas=hel.seas("Gulf"), units=units), A)


def test_barbarians_alone_do_not_wait_for_their_battle() -> None:
    athens, sparta, foot = hel.Side.ATHENS, hel.Side.SPARTA, hel.Kind.FOOT
    position = hel.Position(
        areas=hel.areas("Boeotia"),
        cities=(hel.City("Plataea", 1, "Boeotia", athens),),
        units=(
            hel.Unit("Thracians", athens, foot, "Boeotia", home="Plataea", barbarian=True),
            hel.Unit("Theban army", sparta, foot, "Boeotia"),
        ),
        sieges=(hel.Siege("Plataea", by=sparta, since=hel.Date(431, hel.Season.FALL)),),
    )
    ruling = hel.may_wait_for_battle(position, "Thracians", [hel.Returning("Plataea", ("Thracians",))])
    assert (bool(ruling), ruling.rules) == (False, ("HEL 9.2.4a",))
