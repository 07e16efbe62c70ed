"""Prosecuted or not: every case of two battles, legions, fleets and markers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

states = st.sampled_from(ror.WarState)


@given(
    st.sampled_from(sorted(ror.WAR_CARDS)),
    st.integers(0, 3),
    st.integers(0, 12),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_either_way_is_enough(name: str, legions: int, fleets: int, land: bool, naval: bool, marker: bool) -> None:
    marker = marker and ror.WAR_CARDS[name].naval > 0
    war = ror.war(name, naval_victory=marker)
    left = ror.Force(ror.legions(legions), fleets=fleets)
    if land and war.needs_naval_battle:
        with pytest.raises(ImpossibleSituation, match="before the enemy fleet is beaten"):
            ror.is_prosecuted(war, left, land_battle=land, naval_battle=naval)
        land = False
    expected = (land and legions >= 1 and fleets >= war.support) or (naval and (fleets >= 1 or marker))
    ruling = ror.is_prosecuted(war, left, land_battle=land, naval_battle=naval)
    assert bool(ruling) == expected
    after = ror.after_combat_phase(war, left, land_battle=land, naval_battle=naval)
    assert str(after.state) == ("active" if expected else "unprosecuted")
    assert after.is_active


@given(st.lists(states, max_size=6), st.integers(0, 20), st.integers(0, 4))
def test_unrest_rises_by_each_one(where: list[ror.WarState], unrest: int, droughts: int) -> None:
    wars = [ror.War(f"War {i}", state=state) for i, state in enumerate(where)]
    count = where.count(ror.WarState.UNPROSECUTED)
    assert len(ror.unprosecuted(wars)) == count
    assert ror.unrest_at_population_phase(unrest, wars, droughts=droughts).level == unrest + count + droughts


@given(st.tuples(*[st.integers(1, 6)] * 3), st.integers(-9, 9), st.integers(0, 20))
def test_the_population_number(dice: tuple[int, int, int], popularity: int, unrest: int) -> None:
    assert ror.population_number(dice, popularity=popularity, unrest=unrest) == sum(dice) + popularity - unrest


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ImpossibleSituation):
        ror.is_prosecuted(ror.war("Syrian War", state=ror.WarState.IMMINENT), ror.Force())
    with pytest.raises(ImpossibleSituation):
        ror.unrest_at_population_phase(-1, ())
    with pytest.raises(ImpossibleSituation):
        ror.unrest_at_population_phase(0, (), droughts=-1)
    with pytest.raises(ImpossibleSituation):
        ror.population_number((1, 2), popularity=0, unrest=0)
    with pytest.raises(ImpossibleSituation):
        ror.population_number((1, 2, 3), popularity=0, unrest=-1)


@pytest.mark.parametrize(
    ("legions", "fleets", "prosecuted"), [(0, 5, False), (1, 4, False), (1, 5, True), (2, 6, True), (9, 4, False)]
)
def test_the_least_that_must_be_left_on_land(legions: int, fleets: int, prosecuted: bool) -> None:
    left = ror.Force(ror.legions(legions), fleets=fleets)
    assert bool(ror.is_prosecuted(ror.war("2nd Punic War"), left, land_battle=True)) == prosecuted


@pytest.mark.parametrize(("fleets", "marker", "prosecuted"), [(0, False, False), (1, False, True), (0, True, True)])
def test_the_least_that_must_be_left_at_sea(fleets: int, marker: bool, prosecuted: bool) -> None:
    war = ror.war("1st Punic War", naval_victory=marker)
    assert bool(ror.is_prosecuted(war, ror.Force(fleets=fleets), naval_battle=True)) == prosecuted
