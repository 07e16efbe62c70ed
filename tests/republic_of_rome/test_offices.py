"""Offices: the order of rank against sorting by hand, recalls, and the Consul for Life."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

RANK = ["Dictator", "Rome Consul", "Field Consul", "Censor", "Master of Horse", "Pontifex Maximus"]


@st.composite
def senates(draw: st.DrawFn) -> list[ror.Senator]:
    offices = draw(st.permutations(list(ror.Office)))
    men = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        held = (offices[number],) if draw(st.booleans()) else ()
        place = draw(st.sampled_from([ror.Place.ROME, ror.Place.ROME, ror.Place.ARMY, ror.Place.CAPTIVE]))
        points, voice = draw(st.integers(0, 3)), draw(st.integers(1, 2))
        man = ror.Senator(
            f"Man {number}", number=str(number), faction="A", influence=points, oratory=voice, offices=held, place=place
        )
        men.append(man)
    return men


@given(senates())
def test_the_hrao_is_the_first_of_the_order(men: list[ror.Senator]) -> None:
    there = [man for man in men if man.place is ror.Place.ROME]
    if not there:
        with pytest.raises(ImpossibleSituation):
            ror.hrao(men)
        return

    def key(man: ror.Senator) -> tuple[int, int, int, int]:
        ranks = [RANK.index(str(office)) for office in man.offices if str(office) in RANK]
        return min(ranks, default=99), -man.influence, -man.oratory, int(man.number)

    assert ror.hrao(men) == min(there, key=key)


def test_a_tie_that_nothing_breaks() -> None:
    with pytest.raises(ImpossibleSituation, match="break the tie"):
        ror.hrao((ror.Senator("A", faction="A"), ror.Senator("B", faction="B")))
    assert ror.hrao((ror.Senator("A", number="1", influence=9), ror.Senator("B", faction="B"))).name == "B"


@given(st.booleans(), st.booleans())
def test_recall(won: bool, fresh: bool) -> None:
    ruling = ror.may_be_recalled(ror.Senator("Fabius"), won=won, sent_or_reinforced_now=fresh)
    assert bool(ruling) == (not won and not fresh)


@given(st.sampled_from(sorted(ror.WAR_CARDS)), st.integers(0, 2), st.integers(0, 12), st.booleans(), st.booleans())
def test_who_comes_home_by_himself(name: str, legions: int, fleets: int, led: bool, marker: bool) -> None:
    war = ror.war(name, naval_victory=marker and ror.WAR_CARDS[name].naval > 0)
    force = ror.Force(ror.legions(legions), fleets=fleets)
    able = fleets > 0 if war.naval and not war.naval_victory else legions > 0 and fleets >= war.support
    assert bool(ror.is_recalled_when_senate_closes(force, war, has_commander=led)) == (not led or not able)


@given(st.integers(0, 40), st.sampled_from(ror.Place), st.booleans(), st.booleans())
def test_who_may_be_elected(influence: int, place: ror.Place, elected: bool, voted: bool) -> None:
    man = ror.Senator("Julius", influence=influence, place=place)
    ruling = ror.may_be_elected_consul_for_life(man, consuls_elected=elected, votes_held=int(voted))
    assert bool(ruling) == (influence >= 21 and place is ror.Place.ROME and elected and not voted)


@given(st.lists(st.tuples(st.integers(30, 40), st.booleans()), min_size=1, max_size=4), st.booleans())
def test_the_appointed_is_the_most_influential_in_rome(points: list[tuple[int, bool]], reforms: bool) -> None:
    assume(len({each for each, _ in points}) == len(points))
    men = [
        ror.Senator(f"Man {i}", faction=str(i), influence=each, place=ror.Place.ROME if here else ror.Place.ARMY)
        for i, (each, here) in enumerate(points)
    ]
    reached = [man for man in men if man.influence >= 35 and man.in_rome and not reforms]
    found = ror.appointed_consul_for_life(men, military_reforms=reforms)
    assert found == max(reached, key=lambda man: man.influence, default=None)


def test_ties_and_takeovers() -> None:
    one, two = (ror.Senator(name, faction=name, influence=35) for name in ("A", "B"))
    assert ror.appointed_consul_for_life((one, two), faction_influence={"A": 50, "B": 51}) == two
    for totals in (None, {"A": 50, "B": 50}, {"A": 0}):
        with pytest.raises(ImpossibleSituation):
            ror.appointed_consul_for_life((one, two), faction_influence=totals)
    assert ror.factions_taken_over(("A", "B", "C"), of="A") == ("B", "C")
    assert ror.factions_taken_over(("A", "B", "C"), of="A", rebel="C") == ("B",)
    with pytest.raises(ImpossibleSituation):
        ror.factions_taken_over(("A", "B"), of="A", rebel="A")
    assert ror.votes_for_consul_for_life(one, 10) == 45
    assert not ror.may_veto_consul_for_life()


@pytest.mark.parametrize(("survives", "beaten", "wins"), [(1, 0, 1), (1, 1, 0), (0, 0, 0), (0, 1, 0)])
def test_when_the_consul_for_life_wins(survives: int, beaten: int, wins: int) -> None:
    ruling = ror.consul_for_life_wins(rome_survives=bool(survives), rebel_beat_senate=bool(beaten))
    assert bool(ruling) == bool(wins)


def test_the_master_of_horse() -> None:
    fabius = ror.Senator("Fabius", military=4)
    furius = ror.Senator("Furius", military=3, offices=(ror.Office.MASTER_OF_HORSE,))
    assert ror.dictators_rating(fabius, furius) == 7
    assert ror.dictators_rating(fabius, None) == 4
    assert not ror.has_own_command(furius)
    with pytest.raises(ImpossibleSituation):
        ror.has_own_command(fabius)
    assert ror.die_in_a_defeat(fabius) == (fabius,)
    assert ror.die_in_a_defeat(fabius, furius) == (fabius, furius)


@pytest.mark.parametrize(("influence", "enough"), [(20, False), (21, True), (22, True)])
def test_the_influence_for_an_election(influence: int, enough: bool) -> None:
    man = ror.Senator("Julius", influence=influence)
    assert bool(ror.may_be_elected_consul_for_life(man, consuls_elected=True)) == enough
    assert not ror.may_be_elected_consul_for_life(man, consuls_elected=True, votes_held=1)


@pytest.mark.parametrize(("influence", "appointed"), [(34, False), (35, True), (36, True)])
def test_the_influence_that_appoints_by_itself(influence: int, appointed: bool) -> None:
    found = ror.appointed_consul_for_life((ror.Senator("Julius", influence=influence),))
    assert (found is not None) == appointed
