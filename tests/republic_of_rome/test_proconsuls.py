"""Proconsuls: who becomes one, and who may command, over every result, office and place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror


@given(st.sampled_from(ror.Result), st.booleans(), st.sampled_from(ror.Place))
def test_who_survives_and_has_not_won(result: ror.Result, alive: bool, place: ror.Place) -> None:
    man = ror.Senator("Fulvius", place=place)
    lived = alive and result is not ror.Result.DEFEAT
    expected = lived and place is not ror.Place.CAPTIVE and result is not ror.Result.VICTORY
    assert bool(ror.becomes_proconsul(man, result, alive=alive)) == expected


@pytest.mark.parametrize("result", list(ror.Result))
def test_a_proconsul_has_the_marker_and_his_first_war(result: ror.Result) -> None:
    fulvius = ror.Senator("Fulvius", military=2)
    if result in (ror.Result.VICTORY, ror.Result.DEFEAT):
        with pytest.raises(ImpossibleSituation):
            ror.as_proconsul(fulvius, "Syrian War", result)
        return
    proconsul = ror.as_proconsul(fulvius, "Syrian War", result)
    assert (proconsul.prior_consul, proconsul.proconsul_against) == (True, "Syrian War")
    assert proconsul.place is ror.Place.ARMY
    again = ror.as_proconsul(proconsul, "1st Gallic War", result)
    assert again.proconsul_against == "Syrian War"
    with pytest.raises(ImpossibleSituation):
        ror.as_proconsul(ror.Senator("Fulvius", place=ror.Place.CAPTIVE), "Syrian War", result)


@given(st.booleans(), st.booleans(), st.sampled_from(["Syrian War", "1st Gallic War"]))
def test_how_long_he_stays(recalled: bool, over: bool, war: str) -> None:
    man = ror.Senator("Fulvius", proconsul_against="Syrian War")
    stays = ror.stays_away(man, war=war, recalled=recalled, war_over=over)
    assert bool(stays) == (not recalled and not over and war == "Syrian War")
    with pytest.raises(ImpossibleSituation):
        ror.stays_away(ror.Senator("Fabius"), war=war)


@given(
    st.lists(st.sampled_from(ror.Office), unique=True, max_size=3), st.sampled_from(["", "Syrian War"]), st.booleans()
)
def test_who_may_command(offices: list[ror.Office], against: str, advanced: bool) -> None:
    man = ror.Senator("Fulvius", offices=tuple(offices), proconsul_against=against)
    names = {str(office) for office in offices}
    expected = bool(names & {"Dictator", "Rome Consul", "Field Consul"}) or against == "Syrian War"
    expected = expected or (advanced and "Governor" in names)
    assert bool(ror.may_command(man, war="Syrian War", advanced=advanced)) == expected
    assert bool(ror.is_consul(man)) == bool(names & {"Rome Consul", "Field Consul"})


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 9))
def test_the_master_of_horse_goes_home_and_takes_his_rating_along(own: int, deputys: int, count: int) -> None:
    furius = ror.Senator("Furius", military=deputys)
    army = ror.Army(ror.Senator("Fabius", military=own), ror.Force(ror.legions(count)), master_of_horse=furius)
    home = ror.master_of_horse_returns(army)
    assert home.army.rating == own
    assert home.army.force == army.force
    assert home.master_of_horse.in_rome
    with pytest.raises(ImpossibleSituation):
        ror.master_of_horse_returns(home.army)


def test_there_is_no_limit() -> None:
    assert all(ror.may_be_another_proconsul(count) for count in range(20))
    with pytest.raises(ImpossibleSituation):
        ror.may_be_another_proconsul(-1)


def test_a_senator_without_an_office_commands_nothing() -> None:
    assert not ror.may_command(ror.Senator("Fabius"))
    assert not ror.may_command(ror.Senator("Fabius"), war="Syrian War")
    assert ror.may_command(ror.Senator("Fabius", proconsul_against="Syrian War"), war="Syrian War")
