"""The Vatinian Law."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

provinces = st.lists(st.sampled_from(["Sicilia", "Africa", "Achaea", "Asia"]), min_size=1, unique=True)


@given(provinces, st.data())
def test_every_province_is_kept_or_goes_back(held: list[str], data: st.DataObject) -> None:
    here = data.draw(st.sampled_from(held))
    result = ror.keeps_province(ror.Senator("Julius"), held, now_in=here)
    assert result.kept == here
    assert sorted((*result.to_forum, here)) == sorted(held)
    assert len(result.steps) == (2 if len(held) > 1 else 1)


@given(st.booleans(), st.booleans())
def test_a_legate_is_as_good_as_a_governor(governor: bool, legate: bool) -> None:
    assert bool(ror.pays_as_governed(governor_there=governor, legate_there=legate)) == (governor or legate)


@given(st.sampled_from(ror.Place), st.booleans())
def test_prosecution_needs_the_turn_and_the_man(place: ror.Place, now: bool) -> None:
    ruling = ror.may_be_prosecuted(ror.Senator("Julius", place=place), plundered_this_turn=now)
    assert bool(ruling) == (now and place is ror.Place.ROME)


def test_nobody_travels_and_no_marker_is_needed() -> None:
    assert str(ror.may_travel(ror.Senator("Julius"))).startswith("No. Julius does not travel between his province and")
    assert not ror.needs_a_marker(governor_absent=True)
    assert not ror.needs_a_marker(governor_absent=False)
    assert ror.rating_in_province(ror.Senator("Julius", military=4), there=True) == 4


def test_impossible_provinces() -> None:
    with pytest.raises(ImpossibleSituation, match="provinces is 'Asia', expected each province once"):
        ror.keeps_province(ror.Senator("Julius"), ["Asia", "Asia"], now_in="Asia")
    with pytest.raises(ImpossibleSituation, match="plundered is -1"):
        ror.minor_prosecutions(-1)
