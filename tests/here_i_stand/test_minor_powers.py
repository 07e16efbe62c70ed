"""Inactive minor powers and independent keys."""

from __future__ import annotations

import pytest

from responsa import ImpossibleSituation, NotInThisText
from responsa.here_i_stand import (
    BOARD,
    MINOR_POWERS,
    Power,
    Relations,
    Response,
    after_minor_defeat,
    decides_for_itself,
    is_independent_key,
    minor_response,
)


@pytest.mark.parametrize("power", Power)
def test_who_decides(power: Power) -> None:
    assert bool(decides_for_itself(power)) == power.is_major
    active = Relations.of("Genoa for Papacy, Hungary for Hapsburg, Scotland for France, Venice for Papacy")
    assert bool(decides_for_itself(power, active)) == (power is not Power.INDEPENDENT)


@pytest.mark.parametrize("power", MINOR_POWERS)
def test_a_minor_power_is_inactive_unless_said(power: Power) -> None:
    assert "inactive minor power" in str(decides_for_itself(power))


@pytest.mark.parametrize("units", range(12))
def test_four_shut_the_gates(units: int) -> None:
    assert minor_response(units) is (Response.WITHDRAW if units <= 4 else Response.FIGHT)
    inside, eliminated = after_minor_defeat(units)
    assert inside + eliminated == units
    assert inside == min(units, 4)


def test_without_walls_the_text_is_silent() -> None:
    with pytest.raises(NotInThisText):
        after_minor_defeat(1, fortified=False)


def test_counts() -> None:
    with pytest.raises(ImpossibleSituation):
        minor_response(-1)


@pytest.mark.parametrize("name", sorted(BOARD.spaces))
def test_independent_keys(name: str) -> None:
    space = BOARD.spaces[name]
    assert bool(is_independent_key(space, Power.INDEPENDENT)) == space.is_key
    assert not is_independent_key(space, Power.FRANCE)
