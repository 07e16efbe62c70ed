"""Battles: the table and the odds against all 216 rolls, and whole battles against what must be conserved."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

ROLLS = list(product(range(1, 7), repeat=3))
RESULTS = ["Defeat"] * 5 + ["Stalemate"] * 6 + ["Victory"] * 5
LOSSES = [99, 4, 3, 2, 1, 5, 4, 3, 2, 1, 0, 4, 3, 2, 1, 0]
"""The board's table from 3 to 18, written down a second time; 99 for all."""

units = st.one_of(st.just(ror.Legion()), st.just(ror.Legion(veteran=True, allegiance="Fabius")))
dice = st.tuples(*[st.integers(1, 6)] * 3)


def printed(total: int) -> tuple[str, int]:
    index = min(max(total, 3), 18) - 3
    return RESULTS[index], LOSSES[index]


@given(st.integers(-40, 60), st.integers(0, 30))
def test_the_table_is_the_boards(total: int, army: int) -> None:
    row = ror.combat_row(total)
    result, losses = printed(total)
    assert str(row.result) == result
    assert row.lost(army) == min(losses, army)


@pytest.mark.parametrize("total", [7.0, True, "7", None])
def test_a_total_is_a_whole_number(total: Any) -> None:
    with pytest.raises(ImpossibleSituation):
        ror.combat_row(total)


@pytest.mark.parametrize("difference", range(-16, 17))
def test_the_odds_are_those_of_all_216_rolls(difference: int) -> None:
    for disasters, standoffs in (((), ()), ((13,), (11, 14)), ((10,), (15,))):
        seen: Counter[str] = Counter()
        for roll in ROLLS:
            total = sum(roll)
            special = "Disaster" if total in disasters else "Standoff" if total in standoffs else ""
            seen[special or printed(total + difference)[0]] += 1
        odds = ror.battle_odds(difference, disasters=disasters, standoffs=standoffs)
        for name in ("victory", "stalemate", "defeat", "disaster", "standoff"):
            assert getattr(odds, name) == Fraction(seen[name.capitalize()], 216)


@pytest.mark.parametrize("difference", range(-16, 17, 4))
@pytest.mark.parametrize("army", [0, 1, 3, 10])
def test_the_odds_of_losses_are_those_of_all_216_rolls(difference: int, army: int) -> None:
    seen = Counter(min(printed(sum(roll) + difference)[1], army) for roll in ROLLS)
    assert ror.loss_odds(difference, army) == {lost: Fraction(ways, 216) for lost, ways in seen.items()}
    assert sum(ror.loss_odds(difference, army).values()) == 1


@given(st.integers(0, 40))
def test_halves_and_quarters_are_rounded_up(count: int) -> None:
    assert ror.disaster_losses(count) == ceil(count / 2) == ror.glory(count)
    assert ror.standoff_losses(count) == ceil(count / 4)
    assert ror.popularity_lost(count) == count // 2


def test_the_published_example() -> None:
    """9 legions and rating 4 against the Gladiator Revolt and Spartacus: every roll that the rule book tells."""
    army = ror.Army(ror.Senator("Marius", number="27", military=4), ror.Force(ror.legions(9)))
    revolt, spartacus = ror.war("Gladiator Revolt"), (ror.enemy_leader("Spartacus"),)
    assert ror.land_difference(army, revolt, leaders=spartacus) == 2
    told = {(2, 3, 5): ("Stalemate", 1), (5, 5, 1): ("Disaster", 5), (2, 2, 2): ("Disaster", 5)}
    told |= {(6, 6, 2): ("Standoff", 3), (6, 6, 4): ("Standoff", 3)}
    for roll, (result, lost) in told.items():
        chits = tuple(map(str, range(1, lost + 1)))
        fought = ror.land_battle(army, revolt, leaders=spartacus, dice=roll, chits=chits)
        assert (str(fought.result), fought.legions_lost) == (result, lost)


@st.composite
def battles(draw: st.DrawFn) -> dict[str, Any]:
    """A battle that can be fought, with the losses and chits that it asks for."""
    naval = draw(st.booleans())
    war = ror.war("1st Punic War", naval_victory=not naval)
    force = ror.Force(
        tuple(draw(st.lists(units, min_size=0 if naval else 1, max_size=14))), fleets=draw(st.integers(5, 14))
    )
    deputy = ror.Senator("Furius", number="8", military=2) if draw(st.booleans()) else None
    army = ror.Army(ror.Senator("Julius", number="4", military=draw(st.integers(0, 6)), popularity=3), force)
    army = ror.Army(army.commander, force, master_of_horse=deputy)
    roll = draw(dice)
    difference = ror.naval_difference(army, war) if naval else ror.land_difference(army, war)
    special = {13: ceil_half, 11: ceil_quarter, 14: ceil_quarter}.get(sum(roll))
    result, table = printed(sum(roll) + difference)
    lost = [special(count) if special else min(table, count) for count in (force.size, force.fleets)]
    chits = () if result == "Defeat" and not special else tuple(draw(st.permutations(range(1, 31))))[: sum(lost)]
    picked = tuple(draw(st.permutations(force.legions)))[: lost[0]]
    fight = ror.naval_battle if naval else ror.land_battle
    fought = fight(army, war, dice=roll, chits=tuple(map(str, chits)), picked=picked)
    return {"army": army, "fought": fought, "lost": lost, "picked": picked, "chits": chits, "naval": naval}


def ceil_half(count: int) -> int:
    return ceil(count / 2)


def ceil_quarter(count: int) -> int:
    return ceil(count / 4)


@given(battles())
def test_legions_and_fleets_are_conserved(battle: dict[str, Any]) -> None:
    army, fought = battle["army"], battle["fought"]
    assert [fought.legions_lost, fought.fleets_lost] == battle["lost"]
    assert fought.force.size == army.force.size - battle["lost"][0]
    assert fought.force.fleets == army.force.fleets - battle["lost"][1]
    before = Counter(army.force.legions) - Counter(battle["picked"])
    new = Counter(fought.force.legions) - before
    assert sum(new.values()) <= (0 if battle["naval"] else 1)
    assert all(legion.veteran for legion in new)


@given(battles())
def test_a_battle_leaves_everybody_somewhere(battle: dict[str, Any]) -> None:
    fought, named = battle["fought"], [str(chit) for chit in battle["chits"]]
    defeat, victory = fought.result is ror.Result.DEFEAT, fought.result is ror.Result.VICTORY
    assert (fought.fate is ror.Fate.KILLED) >= defeat
    assert (fought.fate is ror.Fate.UNHURT) == (not defeat and "4" not in named)
    assert fought.unrest == {"Defeat": 2, "Disaster": 1, "Victory": -1}.get(str(fought.result), 0)
    assert fought.war_over == (victory and not battle["naval"])
    assert (fought.spoils > 0) == fought.war_over
    assert fought.war.naval_victory == (victory or not battle["naval"])
    if fought.fate is ror.Fate.UNHURT:
        assert fought.commander.is_proconsul == (not victory) == fought.commander.prior_consul
        assert (fought.commander.influence > 0) == victory
    if fought.fate is ror.Fate.CAPTURED:
        assert fought.commander.is_captive
        assert not victory
    deputy = fought.master_of_horse
    if (
        deputy
        and fought.master_of_horse_fate is ror.Fate.UNHURT
        and (not victory or fought.fate is not ror.Fate.UNHURT)
    ):
        assert deputy.in_rome
    assert (fought.army is None) == (fought.fate is not ror.Fate.UNHURT or fought.commander.in_rome)
    assert len({str(step) for step in fought.steps}) == len(fought.steps)


def test_every_roll_of_one_battle() -> None:
    """All 216 rolls of one land battle, against the odds."""
    army, gallic = ror.Army(ror.Senator("Fabius", military=4), ror.Force(ror.legions(10))), ror.war("1st Gallic War")
    seen: Counter[ror.Result] = Counter()
    for roll in ROLLS:
        special = ror.special_result(sum(roll), gallic)
        lost = {ror.Result.DISASTER: 5, ror.Result.STANDOFF: 3}.get(special) if special else None
        lost = printed(sum(roll) + 4)[1] if lost is None else lost
        chits = () if printed(sum(roll) + 4)[0] == "Defeat" else tuple(map(str, range(9, 9 + lost)))
        seen[ror.land_battle(army, gallic, dice=roll, chits=chits).result] += 1
    odds = ror.battle_odds(4, disasters=(13,), standoffs=(15,))
    assert seen[ror.Result.VICTORY] == odds.victory * 216
    assert seen[ror.Result.DISASTER] == odds.disaster * 216
    assert seen[ror.Result.STANDOFF] == odds.standoff * 216


ARMY = ror.Army(ror.Senator("Fabius", military=4), ror.Force(ror.legions(9), fleets=9))


@pytest.mark.parametrize(
    ("fight", "war", "change", "field"),
    [
        (ror.land_battle, "1st Gallic War", {"dice": (1, 2)}, "dice"),
        (ror.land_battle, "1st Gallic War", {"dice": (0, 2, 3)}, "dice"),
        (ror.land_battle, "1st Punic War", {}, "army"),
        (ror.land_battle, "1st Macedonian War", {}, "army"),
        (ror.land_battle, "1st Gallic War", {"chits": ("1",)}, "chits"),
        (ror.land_battle, "1st Gallic War", {"picked": ror.legions(5), "chits": ()}, "picked"),
        (ror.naval_battle, "1st Gallic War", {}, "war"),
        (ror.naval_battle, "1st Punic War", {"dice": (1, 2, 3, 4)}, "dice"),
    ],
)
def test_a_battle_that_cannot_be_is_refused(fight: Any, war: str, change: dict[str, Any], field: str) -> None:
    arguments = {"dice": (3, 3, 2), "chits": ("1", "2"), **change}
    with pytest.raises(ImpossibleSituation) as error:
        fight(ARMY, ror.war(war), **arguments)
    assert error.value.field == field


def test_a_naval_battle_needs_a_fleet_and_a_land_battle_a_legion() -> None:
    with pytest.raises(ImpossibleSituation, match="at least 1 fleet"):
        ror.naval_battle(
            ror.Army(ror.Senator("A"), ror.Force(ror.legions(9))), ror.war("1st Punic War"), dice=(1, 1, 1)
        )
    with pytest.raises(ImpossibleSituation, match="no legion"):
        ror.land_battle(ror.Army(ror.Senator("A"), ror.Force(fleets=9)), ror.war("Syrian War"), dice=(1, 1, 1))


def test_losses_beyond_the_army_and_losses_that_nobody_picked() -> None:
    mixed = ror.Force(ror.legions(2) + ror.veterans(2, of="Fabius"), fleets=1)
    for wrong in (
        {"legions_lost": 5, "fleets_lost": 0},
        {"legions_lost": 0, "fleets_lost": 2},
        {"legions_lost": -1, "fleets_lost": 0},
        {"legions_lost": 1, "fleets_lost": 0},
        {"legions_lost": 1, "fleets_lost": 0, "picked": ror.veterans(1, of="Julius")},
        {"legions_lost": 1, "fleets_lost": 0, "picked": ror.legions(2)},
    ):
        with pytest.raises(ImpossibleSituation):
            ror.take_losses(mixed, **wrong)
    assert ror.take_losses(mixed, legions_lost=4, fleets_lost=1) == ror.Force()
    assert ror.take_losses(mixed, legions_lost=0, fleets_lost=0) == mixed


def test_a_number_works_once_and_no_war_contradicts_its_leader() -> None:
    gallic = ror.war("1st Gallic War")
    assert ror.special_result(13, gallic) is ror.Result.DISASTER
    assert ror.special_result(13, gallic, used=(13,)) is None
    leaders = tuple(ror.LEADER_CARDS.values())
    for war in ror.WAR_CARDS.values():
        for roll in range(3, 19):
            ror.special_result(roll, war, leaders)
    made_up = ror.War("A", land=1, disasters=(9,), series="X")
    both = ror.special_result(9, made_up, (ror.EnemyLeader("B", series="X", standoffs=(9,)),))
    assert both is ror.Result.DISASTER
    with pytest.raises(ImpossibleSituation):
        ror.special_result(2, gallic)


def test_odds_and_ends() -> None:
    assert ror.order_of_wars(("A", "B", "A")) == ("B", "A")
    assert ror.order_of_wars(("A", "A", "B")) == ("A", "B")
    assert ror.may_name_master_of_horse(died_or_captured=False, dictator_appointed_again=False)
    assert ror.may_name_master_of_horse(died_or_captured=True, dictator_appointed_again=True)
    assert ror.chits_drawn(ror.Result.DISASTER, legions_lost=3, fleets_lost=2) == 5


@given(st.integers(-20, 20), st.integers(0, 12))
def test_the_plot_is_made_of_the_odds(lowest: int, count: int) -> None:
    plot = ror.odds_by_difference(lowest, lowest + count)
    assert list(plot) == list(range(lowest, lowest + count + 1))
    for difference, chances in plot.items():
        assert sum(chances.values()) == 1
        assert chances["Victory"] == ror.battle_odds(difference).victory
    with pytest.raises(ImpossibleSituation):
        ror.odds_by_difference(lowest, lowest - 1)


def test_a_victorious_dictator_keeps_his_master_of_horse_and_gets_the_veteran() -> None:
    fabius = ror.Senator("Fabius", number="2", military=4)
    deputy = ror.Senator("Furius", number="8", military=3)
    army = ror.Army(fabius, ror.Force(ror.legions(10)), master_of_horse=deputy)
    won = ror.land_battle(army, ror.war("1st Gallic War"), dice=(4, 4, 4))
    assert won.army is not None
    assert won.army.master_of_horse is not None
    assert won.army.rating == 7
    assert Counter(won.force.legions) == Counter(ror.legions(9) + ror.veterans(1, of="Fabius"))
    drawn = ror.land_battle(army, ror.war("1st Gallic War"), dice=(1, 1, 3), chits=("9",))
    assert drawn.army is not None
    assert drawn.army.master_of_horse is None
    died = ror.land_battle(army, ror.war("1st Gallic War"), dice=(1, 1, 3), chits=("2",))
    assert died.army is None
    assert ror.Legion(veteran=True) in died.force.legions
    lost_deputy = ror.land_battle(army, ror.war("1st Gallic War"), dice=(2, 3, 5), chits=("8",))
    assert lost_deputy.result is ror.Result.VICTORY
    assert lost_deputy.master_of_horse_fate is ror.Fate.KILLED
    assert lost_deputy.army is not None
    assert lost_deputy.army.master_of_horse is None


@pytest.mark.parametrize(
    ("man", "against", "war", "expected"),
    [
        ({"proconsul_against": "Syrian War"}, "", "1st Gallic War", "proconsul with his own war"),
        ({"offices": (ror.Office.CENSOR,)}, "", "1st Gallic War", "neither consul nor dictator"),
        ({"offices": (ror.Office.FIELD_CONSUL,)}, "Syrian War", "1st Gallic War", "expected the Syrian War"),
        ({"offices": (ror.Office.FIELD_CONSUL,)}, "1st Gallic War", "1st Gallic War", ""),
        ({"offices": (ror.Office.GOVERNOR,)}, "", "1st Gallic War", ""),
        ({"proconsul_against": "1st Gallic War"}, "1st Gallic War", "1st Gallic War", ""),
        ({}, "", "1st Gallic War", ""),
    ],
)
def test_who_may_not_command_does_not_fight(man: dict[str, Any], against: str, war: str, expected: str) -> None:
    army = ror.Army(ror.Senator("Fabius", military=4, **man), ror.Force(ror.legions(9), fleets=9), against=against)
    battles = [(ror.land_battle, ror.war(war)), (ror.naval_battle, ror.war("1st Punic War"))]
    if not expected:
        assert ror.land_battle(army, ror.war(war), dice=(5, 5, 6)).result is ror.Result.VICTORY
        return
    for fight, front in battles:
        with pytest.raises(ImpossibleSituation, match=expected):
            fight(army, front, dice=(5, 5, 6))


@pytest.mark.parametrize("state", [ror.WarState.INACTIVE, ror.WarState.IMMINENT])
def test_only_an_active_war_is_fought(state: ror.WarState) -> None:
    army = ror.Army(ror.Senator("Fabius", military=4), ror.Force(ror.legions(9), fleets=9))
    with pytest.raises(ImpossibleSituation, match="expected an active war"):
        ror.land_battle(army, ror.war("1st Gallic War", state=state), dice=(5, 5, 6))
    unprosecuted = ror.war("1st Gallic War", state=ror.WarState.UNPROSECUTED)
    assert ror.land_battle(army, unprosecuted, dice=(5, 5, 6)).result is ror.Result.VICTORY


def test_without_legions_nobody_fights_on_land() -> None:
    ruling = ror.may_fight_on_land(ror.War("Syrian War", land=6), ror.Force(fleets=2))
    assert (bool(ruling), ruling.rules) == (False, ("ROR 1.10.11b",))
