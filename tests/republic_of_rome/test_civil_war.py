"""Civil-war battles: all 216 rolls, and what must be conserved whatever the dice and the chits."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

ROLLS = list(product(range(1, 7), repeat=3))
LOSSES = [99, 4, 3, 2, 1, 5, 4, 3, 2, 1, 0, 4, 3, 2, 1, 0]
FABIUS = ror.Senator("Fabius", number="2", military=4, popularity=1, influence=5)
JULIUS = ror.in_revolt(ror.Senator("Julius", number="4", military=4))
FURIUS = ror.in_revolt(ror.Senator("Furius", number="8", military=3), secondary=True)
PAPIRIUS = ror.in_revolt(ror.Senator("Papirius", number="11"), secondary=True)


def losses(total: int, senate: int, rebel: int) -> tuple[int, int]:
    """The oracle: the board's table from 3 to 18, and a rebel who loses nothing up to 7."""
    shown = LOSSES[min(max(total, 3), 18) - 3]
    return min(shown, senate), 0 if total < 8 else min(shown, rebel)


@pytest.mark.parametrize("difference", range(-15, 16, 3))
@pytest.mark.parametrize(("senate", "rebel"), [(9, 5), (3, 8), (1, 1), (12, 0)])
def test_the_odds_are_those_of_all_216_rolls(difference: int, senate: int, rebel: int) -> None:
    totals = [sum(roll) + difference for roll in ROLLS]
    odds = ror.civil_war_odds(difference)
    assert odds.victory == Fraction(sum(total >= 14 for total in totals), 216)
    assert odds.defeat == Fraction(sum(total <= 7 for total in totals), 216)
    assert odds.victory + odds.stalemate + odds.defeat == 1
    assert not odds.disaster
    assert not odds.standoff
    seen = Counter(losses(total, senate, rebel) for total in totals)
    found = ror.civil_war_loss_odds(difference, senate=senate, rebel=rebel)
    assert {(lost.senate, lost.rebel): chance for lost, chance in found.items()} == {
        pair: Fraction(ways, 216) for pair, ways in seen.items()
    }


@st.composite
def battles(draw: st.DrawFn) -> dict[str, Any]:
    veteran = st.sampled_from(["Fabius", "Julius", "Papirius", ""]).map(
        lambda of: ror.Legion(veteran=True, allegiance=of)
    )
    legion = st.one_of(st.just(ror.Legion()), veteran)
    senate = ror.Army(FABIUS, ror.Force(tuple(draw(st.lists(legion, min_size=1, max_size=12))), fleets=3))
    force = ror.Force(tuple(draw(st.lists(legion, max_size=12))))
    rebel = ror.Army(JULIUS, force, master_of_horse=FURIUS if draw(st.booleans()) else None)
    roll = draw(st.tuples(*[st.integers(1, 6)] * 3))
    total = sum(roll) + senate.strength - rebel.strength
    lost = losses(total, senate.force.size, rebel.force.size)
    count = 0 if total <= 7 else sum(lost)
    chits = tuple(map(str, draw(st.permutations(range(1, 31)))))[:count]
    fought = ror.civil_war_battle(
        senate,
        rebel,
        dice=roll,
        secondary=(PAPIRIUS,),
        chits=chits,
        senate_picked=tuple(draw(st.permutations(senate.force.legions)))[: lost[0]],
        rebel_picked=tuple(draw(st.permutations(force.legions)))[: lost[1]],
    )
    return {"senate": senate, "rebel": rebel, "fought": fought, "total": total, "lost": lost, "chits": chits}


@given(battles())
def test_legions_are_conserved(battle: dict[str, Any]) -> None:
    fought, senate, rebel = battle["fought"], battle["senate"], battle["rebel"]
    assert (fought.senate_lost, fought.rebel_lost) == battle["lost"]
    left = fought.active_forces.size
    left += fought.rebel.force.size if fought.rebel else 0
    left += fought.senate.force.size if fought.senate else 0
    gone_with_their_commander = fought.senate is None and fought.revolt is not ror.Revolt.SUCCEEDED
    before = senate.force.size + rebel.force.size - sum(battle["lost"])
    assert left == before - (senate.force.size - fought.senate_lost if gone_with_their_commander else 0)


@given(battles())
def test_how_the_revolt_stands(battle: dict[str, Any]) -> None:
    fought, total = battle["fought"], battle["total"]
    rebel_dead = "4" in battle["chits"]
    had = battle["rebel"].force.size
    destroyed = had > 0 and battle["lost"][1] == had
    if total >= 14:
        expected = ror.Revolt.PUT_DOWN
    elif total <= 7:
        expected = ror.Revolt.SUCCEEDED
    else:
        expected = ror.Revolt.FAILED if rebel_dead or destroyed else ror.Revolt.UNDECIDED
    assert fought.revolt is expected
    over = expected in (ror.Revolt.PUT_DOWN, ror.Revolt.FAILED)
    rebels = {man.name for man in battle["rebel"].men} | {"Papirius"}
    assert (rebels <= set(fought.killed)) == over or not over
    assert over <= (rebels <= set(fought.killed))
    if not over:
        assert "Papirius" not in fought.killed
    assert ("Fabius" in fought.killed) == (total <= 7 or "2" in battle["chits"])


@given(battles())
def test_only_a_living_victor_gains_and_by_half_of_the_rebels_strength(battle: dict[str, Any]) -> None:
    fought, strength = battle["fought"], battle["rebel"].strength
    won = battle["total"] >= 14 and "2" not in battle["chits"]
    assert (fought.victor is not None) == won
    if won:
        gain = (strength + 1) // 2
        assert fought.victor.influence == 5 + gain
        assert fought.victor.popularity == min(9, 1 - fought.senate_lost // 2 + gain)


@given(battles())
def test_a_defeat_costs_the_rebel_nothing(battle: dict[str, Any]) -> None:
    fought = battle["fought"]
    if battle["total"] <= 7:
        assert fought.rebel_lost == 0
        assert fought.rebel.force.size == battle["rebel"].force.size
        assert fought.rebel.men == battle["rebel"].men


@given(battles())
def test_the_winner_or_else_each_side_has_a_new_veteran(battle: dict[str, Any]) -> None:
    fought = battle["fought"]
    told = [step.text for step in fought.steps if step.rule == "ROR 1.10.5b"]
    by_senate = any(text.startswith("a legion of Fabius") for text in told)
    by_rebel = any(text.startswith("a legion of Julius") for text in told)
    assert not (by_senate and battle["total"] <= 7)
    assert not (by_rebel and battle["total"] >= 14)
    if fought.rebel is not None and fought.revolt is ror.Revolt.UNDECIDED:
        ordinary = battle["rebel"].force.legions.count(ror.Legion())
        assert by_rebel or fought.rebel.force.legions.count(ror.Legion()) == 0 <= ordinary


def test_after_a_stalemate_the_commander_is_proconsul_and_his_deputy_goes_home() -> None:
    deputy = ror.Senator("Aelius", number="14", military=3)
    senate = ror.Army(FABIUS, ror.Force(ror.legions(4)), master_of_horse=deputy)
    rebel = ror.Army(JULIUS, ror.Force(ror.legions(4)))
    fought = ror.civil_war_battle(senate, rebel, dice=(4, 5, 3), chits=("20", "21"))
    assert fought.senate is not None
    assert fought.senate.commander.is_proconsul
    assert fought.senate.master_of_horse is None
    assert fought.master_of_horse is not None
    assert fought.master_of_horse.in_rome
    assert fought.rebel is not None
    assert not fought.rebel.commander.is_proconsul


@given(st.integers(0, 30))
def test_half_is_rounded_up(strength: int) -> None:
    assert ror.civil_war_glory(strength) == (strength + 1) // 2


def armies() -> tuple[ror.Army, ror.Army]:
    return ror.Army(FABIUS, ror.Force(ror.legions(6))), ror.Army(JULIUS, ror.Force(ror.legions(6)))


def test_what_cannot_be_is_refused() -> None:
    senate, rebel = armies()
    wrong: list[dict[str, Any]] = [
        {"senate": ror.Army(FABIUS), "rebel": rebel},
        {"senate": senate, "rebel": senate},
        {"senate": rebel, "rebel": ror.Army(ror.Senator("Cornelius"), ror.Force(ror.legions(2)))},
        {"senate": senate, "rebel": rebel, "secondary": (ror.Senator("Papirius"),)},
        {"senate": senate, "rebel": rebel, "secondary": (JULIUS,)},
        {"senate": senate, "rebel": ror.Army(ror.Senator("Julius"), ror.Force(ror.legions(6)))},
        {"senate": senate, "rebel": ror.Army(JULIUS, rebel.force, master_of_horse=ror.Senator("Furius"))},
        {"senate": senate, "rebel": rebel, "dice": (1, 2, 9)},
        {"senate": senate, "rebel": rebel, "chits": ("1",)},
        {"senate": senate, "rebel": rebel, "senate_picked": ror.legions(6)},
    ]
    for arguments in wrong:
        given_ = {"dice": (4, 4, 4), "chits": ("1", "3"), **arguments}
        with pytest.raises(ImpossibleSituation):
            ror.civil_war_battle(given_.pop("senate"), given_.pop("rebel"), **given_)


def test_veterans_stand_where_their_hearts_are_and_none_is_lost() -> None:
    _, rebel = armies()
    box = ror.Force(ror.legions(2) + ror.veterans(1, of="Julius") + ror.veterans(1, of="Papirius"), fleets=4)
    moved = ror.veterans_desert_to_rebel(rebel, box, (PAPIRIUS,))
    assert moved.left == ror.Force(ror.legions(2), fleets=4)
    assert moved.joined.force.size + moved.left.size == rebel.force.size + box.size
    assert ror.veterans_desert_to_rebel(rebel, box).left.size == 3
    with_deputy = ror.Army(JULIUS, master_of_horse=FURIUS)
    assert ror.veterans_desert_to_rebel(with_deputy, ror.Force(ror.veterans(1, of="Furius"))).left == ror.Force()


def test_a_loyal_senator_calls_only_his_own() -> None:
    senate, _ = armies()
    rebel = ror.Army(JULIUS, ror.Force(ror.legions(2) + ror.veterans(2, of="Fabius") + ror.veterans(1, of="Julius")))
    moved = ror.veterans_change_sides(rebel, senate, FABIUS)
    assert moved.left.size + moved.joined.force.size == rebel.force.size + senate.force.size
    assert all(legion.allegiance != "Fabius" for legion in moved.left.legions)
    for owner in (JULIUS, PAPIRIUS, ror.Senator("Cornelius")):
        with pytest.raises(ImpossibleSituation):
            ror.veterans_change_sides(rebel, senate, owner)
    with pytest.raises(ImpossibleSituation):
        ror.veterans_change_sides(rebel, senate, FABIUS, battle_begun=True)


@given(st.integers(0, 6), st.booleans(), st.booleans())
def test_an_unopposed_rebel_wins_if_the_republic_survives(wars: int, sent: bool, in_province: bool) -> None:
    senate = armies()[0] if sent else None
    ruling = ror.wins_unopposed(JULIUS, senate, active_wars=wars, in_province=in_province)
    assert bool(ruling) == (not sent and wars < 4 and not in_province)
    assert bool(ror.must_fight(JULIUS, senate)) == sent


def test_a_rebel_without_legions_is_not_beaten_by_losses() -> None:
    senate = ror.Army(FABIUS, ror.Force(ror.legions(4)))
    fought = ror.civil_war_battle(senate, ror.Army(JULIUS), dice=(1, 1, 2), chits=("9",))
    assert (fought.total, fought.senate_lost, fought.rebel_lost) == (12, 1, 0)
    assert fought.revolt is ror.Revolt.UNDECIDED


def test_the_wrong_numbers() -> None:
    for call in (
        lambda: ror.civil_war_losses(9, senate=-1, rebel=2),
        lambda: ror.civil_war_losses(9, senate=1, rebel=-2),
        lambda: ror.civil_war_glory(-1),
        lambda: ror.wins_unopposed(JULIUS, None, active_wars=-1),
    ):
        with pytest.raises(ImpossibleSituation):
            call()


@pytest.mark.parametrize(
    ("result", "standing"),
    [
        (ror.Result.VICTORY, ror.Revolt.PUT_DOWN),
        (ror.Result.STALEMATE, ror.Revolt.UNDECIDED),
        (ror.Result.DEFEAT, ror.Revolt.SUCCEEDED),
    ],
)
def test_what_a_result_makes_of_a_revolt(result: ror.Result, standing: ror.Revolt) -> None:
    assert ror.revolt_after(result) is standing


@pytest.mark.parametrize("result", [ror.Result.DISASTER, ror.Result.STANDOFF])
def test_a_civil_war_has_no_numbers_of_a_card(result: ror.Result) -> None:
    with pytest.raises(ImpossibleSituation, match=r"expected a Victory, a Stalemate or a Defeat \[ROR 1.11.37a\]"):
        ror.revolt_after(result)


def test_a_rebel_who_fights_on_pays_for_his_legions_too() -> None:
    senate, rebel = armies()
    chits = tuple(map(str, range(11, 19)))
    fought = ror.civil_war_battle(senate, rebel, dice=(3, 3, 3), chits=chits)
    assert (fought.result, fought.rebel_lost) == (ror.Result.STALEMATE, 4)
    assert fought.rebel is not None
    assert fought.rebel.commander.popularity == JULIUS.popularity - 2
    assert fought.senate is not None
    assert fought.senate.commander.popularity == FABIUS.popularity - 2


@given(st.integers(0, 8), st.integers(1, 9), st.integers(0, 8), st.integers(1, 9))
def test_strengths_that_are_counted_make_the_difference(one: int, legions: int, other: int, rebels: int) -> None:
    senate = ror.Army(ror.Senator("Fabius", military=one), ror.Force(ror.legions(legions)))
    rebel = ror.Army(ror.Senator("Julius", military=other), ror.Force(ror.legions(rebels)))
    ours, theirs, added = (reason.text for reason in ror.civil_war_counted(senate, rebel))
    for told, army in ((ours, senate), (theirs, rebel)):
        total, parts = told.rpartition(" is ")[2].split(": ")
        assert int(total) == army.strength == sum(int(part.split()[0]) for part in parts.split(" + "))
        assert ("no more than" in told) == (army.rating > army.force.strength)
    said = int(added.rpartition(" ")[2].replace("−", "-"))
    assert said == ror.civil_war_difference(senate, rebel)
