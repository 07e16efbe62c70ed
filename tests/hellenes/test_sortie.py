"""Sorties: alone, and home again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import hellenes as hel

cities = st.sampled_from(["Naupactus", "Plataea", "Potidaea", "Athens"])


@given(st.integers(0, 5), st.integers(0, 5))
def test_the_forces_are_never_added_up(inside: int, outside: int) -> None:
    battles = hel.battles_against_besiegers(sortie=inside, outside=outside)
    assert sorted(battles) == sorted(units for units in (inside, outside) if units)


@given(cities, cities)
def test_the_only_way_back_is_through_the_gates(destination: str, city: str) -> None:
    assert bool(hel.may_retreat_to(destination, sortied_from=city)) == (destination == city)
    assert hel.sortie_retreat(hel.SortieSide.SORTIEING, city=city) == city
    assert hel.may_retreat_to(hel.sortie_retreat(hel.SortieSide.SORTIEING, city=city), sortied_from=city)


@pytest.mark.parametrize("beaten", [True, False])
def test_beaten_besiegers_must_retreat(beaten: bool) -> None:
    ruling = hel.must_retreat_from_sortie(besiegers_beaten=beaten)
    assert bool(ruling) is beaten
    assert ruling.rules == ("HEL U1c",)


def test_what_section_5_4_and_clause_6_4_would_say_is_not_guessed() -> None:
    assert not hel.may_coordinate(sorties=True)
    with pytest.raises(NotInThisText) as coordination:
        hel.may_coordinate(sorties=False)
    with pytest.raises(NotInThisText) as retreat:
        hel.sortie_retreat(hel.SortieSide.BESIEGING, city="Plataea")
    assert (coordination.value.where, retreat.value.where) == ("5.42", "6.4")


@pytest.mark.parametrize("units", [-1, True, 1.0])
def test_units_are_counts(units: int) -> None:
    with pytest.raises(ImpossibleSituation, match="sortie"):
        hel.battles_against_besiegers(sortie=units, outside=1)
    with pytest.raises(ImpossibleSituation, match="outside"):
        hel.battles_against_besiegers(sortie=1, outside=units)


def test_a_side_is_its_own_kind() -> None:
    with pytest.raises(ImpossibleSituation, match="side"):
        hel.sortie_retreat("sleeping", city="Plataea")  # type: ignore[arg-type]


@pytest.mark.parametrize("side", hel.SortieSide)
def test_a_side_reads_back(side: hel.SortieSide) -> None:
    assert eval(repr(side), vars(hel).copy()) is side
    assert hel.SortieSide(str(side)) is side
