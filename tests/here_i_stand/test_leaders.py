"""Leaders without units."""

from __future__ import annotations

import itertools

import pytest

from responsa import ImpossibleSituation, NotInThisText
from responsa.here_i_stand import (
    BOARD,
    IMPULSE_ORDER,
    LEADERS,
    Captive,
    Entry,
    Kind,
    Power,
    is_captured,
    may_be_returned,
    may_go_alone,
    may_stay_captive,
    ransom_places,
)


@pytest.mark.parametrize(("control", "units"), list(itertools.product([True, False], range(3))))
def test_a_leader_goes_alone_only_where_no_enemy_is(control: bool, units: int) -> None:
    assert bool(may_go_alone("Graz", enemy_controls=control, enemy_units=units)) == (not control and not units)


@pytest.mark.parametrize(("units", "fortified", "entry"), list(itertools.product(range(2), [True, False], Entry)))
def test_capture(units: int, fortified: bool, entry: Entry) -> None:
    expected = units == 0 and not fortified and entry in (Entry.MOVE, Entry.RETREAT, Entry.INTERCEPTION)
    assert bool(is_captured(with_units=units, fortified=fortified, entry=entry)) == expected


@pytest.mark.parametrize("captor", [Power.HAPSBURG, Power.HUNGARY, Power.INDEPENDENT])
def test_only_another_major_power_has_a_card(captor: Power) -> None:
    with pytest.raises(ImpossibleSituation, match="a major power other than the Hapsburgs"):
        Captive(LEADERS["Ferdinand"], Power.HAPSBURG, captor=captor, turn=1)


@pytest.mark.parametrize("turn", range(1, 9))
def test_any_later_turn_can_bring_him_back(turn: int) -> None:
    captive = Captive(LEADERS["Ferdinand"], Power.HAPSBURG, captor=Power.OTTOMAN, turn=3)
    assert bool(may_be_returned(captive, turn=turn)) == (turn > 3)
    assert may_stay_captive(turn)


@pytest.mark.parametrize("power", IMPULSE_ORDER)
def test_ransomed_leaders_go_to_a_capital_first(power: Power) -> None:
    own = [space for space in BOARD.spaces.values() if power in space.home and space.kind is not Kind.SEA]
    capitals = tuple(sorted(space.name for space in own if space.kind is Kind.CAPITAL))
    keys = tuple(sorted(space.name for space in own if space.kind is Kind.KEY))
    names = [space.name for space in own]
    for friendly, expected in ((names, capitals or keys), ([n for n in names if n not in capitals], keys)):
        if expected:
            assert ransom_places(power, friendly=friendly) == expected
        else:
            with pytest.raises(NotInThisText):
                ransom_places(power, friendly=friendly)


def test_a_foreign_key_is_no_home_key() -> None:
    with pytest.raises(NotInThisText, match="without a friendly home key"):
        ransom_places(Power.FRANCE, friendly=["Milan", "Vienna"])
