"""Captives: capture against the three conditions, and talents that are never lost or made."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

JULIUS = ror.Senator("Julius", number="4")


def captive(**fields: int) -> ror.Senator:
    return ror.Senator("Julius", number="4", faction="Populares", place=ror.Place.CAPTIVE, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("result", [result for result in ror.Result if result is not ror.Result.DEFEAT])
@pytest.mark.parametrize("civil_war", [False, True])
def test_capture_needs_all_three_conditions(result: ror.Result, civil_war: bool) -> None:
    for length in range(4):
        for named in permutations(("4", "9", "17", "20"), length):
            found = ror.fate_in_battle(JULIUS, named, result, civil_war=civil_war)
            last, several = named[-1:] == ("4",), len(named) >= 2
            captured = last and several and result is not ror.Result.VICTORY and not civil_war
            expected = ror.Fate.CAPTURED if captured else ror.Fate.KILLED if "4" in named else ror.Fate.UNHURT
            assert found is expected


def test_a_defeat_kills_without_chits() -> None:
    assert ror.fate_in_battle(JULIUS, (), ror.Result.DEFEAT) is ror.Fate.KILLED
    with pytest.raises(ImpossibleSituation):
        ror.fate_in_battle(JULIUS, ("9",), ror.Result.DEFEAT)


@given(st.integers(0, 60))
def test_ransom_is_the_larger_of_the_two(influence: int) -> None:
    assert ror.ransom(influence) == (10 if influence <= 5 else 2 * influence)


@given(st.integers(0, 40), st.integers(0, 100), st.integers(0, 100), st.integers(-1, 101))
def test_talents_are_conserved_and_nobody_pays_what_he_lacks(influence: int, purse: int, chest: int, own: int) -> None:
    man, faction = captive(influence=influence, talents=purse), ror.Faction("Populares", talents=chest)
    price = max(10, 2 * influence)
    payable = 0 <= own <= min(purse, price) and price - own <= chest
    if not payable:
        with pytest.raises(ImpossibleSituation):
            ror.pay_ransom(man, faction, own=own)
        return
    paid = ror.pay_ransom(man, faction, own=own)
    assert paid.senator.talents + paid.faction.talents + price == purse + chest
    assert paid.senator.talents == purse - own
    assert paid.senator.in_rome
    assert [step.rule for step in paid.steps] == ["ROR 1.10.71d", "ROR 1.10.71j", "ROR 1.10.71l"]


def test_only_a_captive_is_ransomed_and_only_by_his_own() -> None:
    with pytest.raises(ImpossibleSituation, match="a captive"):
        ror.pay_ransom(JULIUS, ror.Faction("Populares", talents=50), own=0)
    with pytest.raises(ImpossibleSituation, match="his own faction"):
        ror.pay_ransom(captive(), ror.Faction("Optimates", talents=50), own=0)
    with pytest.raises(ImpossibleSituation):
        ror.ransom(-1)
    with pytest.raises(ImpossibleSituation):
        ror.captive_income(captive(), -1)


@given(st.booleans(), st.booleans(), st.booleans())
def test_the_deadline(defeated: bool, raid: bool, forum: bool) -> None:
    ruling = ror.may_be_ransomed(captive(), war_defeated=defeated, raid=raid, forum_phase_begun=forum)
    assert bool(ruling) == (not forum if raid else not defeated)
    assert not ror.may_be_ransomed(JULIUS, war_defeated=defeated, raid=raid, forum_phase_begun=forum)


@given(st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_each_trigger_kills_by_itself(defeated: bool, discarded: bool, deck: bool, raid: bool) -> None:
    ruling = ror.captive_dies(
        war_defeated=defeated, war_discarded=discarded, war_back_in_deck=deck, raid_deadline_missed=raid
    )
    assert bool(ruling) == any((defeated, discarded, deck, raid))
    assert len(ruling.because) == max(1, sum((defeated, discarded, deck, raid)))


@given(st.lists(st.tuples(st.integers(0, 40), st.sampled_from(ror.Place)), max_size=6))
def test_captives_and_rebels_are_left_out_of_the_count(faction: list[tuple[int, ror.Place]]) -> None:
    men = [ror.Senator(f"Man {i}", influence=points, place=place) for i, (points, place) in enumerate(faction)]
    out = (ror.Place.CAPTIVE, ror.Place.REBEL, ror.Place.SECONDARY_REBEL)
    assert ror.influence_that_counts(men) == sum(points for points, place in faction if place not in out)


def test_what_a_captive_may_do() -> None:
    assert ror.captive_income(captive(), 7) == 0
    assert ror.captive_income(JULIUS, 7) == 7
    assert not ror.may_spend_talents(captive(), on_ransom=False)
    assert ror.may_spend_talents(captive(), on_ransom=True)
    assert ror.may_spend_talents(JULIUS, on_ransom=False)
    rebel = ror.Senator("Julius", talents=9, place=ror.Place.REBEL)
    assert ror.may_spend_talents(rebel, on_ransom=False).rules == ("ROR 1.11.34c",)
    with pytest.raises(ImpossibleSituation, match="frozen"):
        ror.influence_for(5, by=ror.Senator("Julius", talents=9, place=ror.Place.CAPTIVE))


@pytest.mark.parametrize("place", [ror.Place.CAPTIVE, ror.Place.ROME])
@pytest.mark.parametrize("over", [False, True])
def test_an_office_is_lost_when_its_term_ends_in_captivity_or_not(place: ror.Place, over: bool) -> None:
    man = ror.Senator("Julius", offices=(ror.Office.CENSOR,), place=place)
    kept = ror.keeps_office(man, ror.Office.CENSOR, term_over=over)
    assert bool(kept) == (not over)
    with pytest.raises(ImpossibleSituation):
        ror.keeps_office(man, ror.Office.DICTATOR, term_over=over)


@pytest.mark.parametrize("epidemic", [False, True])
def test_chits_reach_captives(epidemic: bool) -> None:
    assert ror.dies_by_chit(captive(), "4", foreign_epidemic=epidemic)
    assert not ror.dies_by_chit(captive(), "14", foreign_epidemic=epidemic)
    with pytest.raises(ImpossibleSituation):
        ror.dies_by_chit(JULIUS, "4", foreign_epidemic=epidemic)
