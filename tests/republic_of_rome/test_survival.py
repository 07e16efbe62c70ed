"""The rebel's last wars: one after another, until fewer than four are left or he fails."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

JULIUS = ror.Senator("Julius", number="4", faction="Populares", military=4, place=ror.Place.REBEL)
MANLIUS = ror.Senator("Manlius", number="6", faction="Populares", military=3, place=ror.Place.SECONDARY_REBEL)
NOBODY = tuple(str(number) for number in range(11, 20))
throws = st.tuples(*[st.integers(1, 6)] * 3)


def wars(count: int, **more: int) -> list[ror.War]:
    return [ror.War(f"War {number}", land=6, **more) for number in range(count)]  # type: ignore[arg-type]


def fight(army: ror.Army, fronts: list[ror.War], dice: list[tuple[int, int, int]]) -> ror.EndGame:
    """Fight the wars in order, with as many battles as it takes; chits never name anybody."""
    battles: list[ror.LastBattle] = []
    for throw, war in zip(dice, fronts, strict=False):
        battles.append(ror.LastBattle(war.name, dice=throw))
        for chits in range(9):
            battles[-1] = ror.LastBattle(war.name, dice=throw, chits=NOBODY[:chits])
            try:
                return ror.rebel_end_game(army, fronts, battles=battles)
            except ImpossibleSituation as error:
                if error.field == "battles":
                    break
                if error.field != "chits":
                    raise
    raise AssertionError("not settled")


@given(st.integers(4, 9), st.lists(throws, min_size=9, max_size=9), st.integers(1, 30))
def test_he_wins_if_and_only_if_he_brings_the_wars_below_four(
    count: int, dice: list[tuple[int, int, int]], legions: int
) -> None:
    fronts = wars(count)
    end = fight(ror.Army(JULIUS, ror.Force(ror.veterans(legions, of="Julius"))), fronts, dice)
    won = [battle.result is ror.Result.VICTORY for battle in end.battles]
    assert end.outcome is (ror.Outcome.WINS if count - sum(won) < 4 else ror.Outcome.ALL_LOSE)
    assert len(end.wars) == count - sum(won)
    assert all(won[:-1])
    if end.outcome is ror.Outcome.WINS:
        assert len(end.wars) == 3
        assert end.army is not None
        lost = sum(battle.legions_lost for battle in end.battles)
        assert end.army.force.size == legions - lost
    else:
        assert len(end.wars) >= 4


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
def test_taking_over_forces_conserves_them(own: int, italy: int, fleets: int) -> None:
    army = ror.Army(JULIUS, ror.Force(ror.legions(own)))
    joined = ror.takes_over(army, ror.Force(ror.legions(italy)), ror.Force(fleets=fleets))
    assert (joined.force.size, joined.force.fleets) == (own + italy, fleets)
    assert joined.commander == army.commander


def test_a_rebel_who_has_few_wars_left_fights_none() -> None:
    end = ror.rebel_end_game(ror.Army(JULIUS), wars(3), battles=[])
    assert (end.outcome, end.battles) == (ror.Outcome.WINS, ())


def test_inactive_wars_are_no_danger() -> None:
    fronts = [*wars(3), ror.War("Far", state=ror.WarState.INACTIVE)]
    assert ror.rebel_end_game(ror.Army(JULIUS), fronts, battles=[]).outcome is ror.Outcome.WINS
    with pytest.raises(ImpossibleSituation, match="war is 'Far', expected an active war"):
        ror.rebel_end_game(ror.Army(JULIUS), [*fronts, *wars(5)[3:]], battles=[ror.LastBattle("Far")])


def test_the_former_master_of_horse_fights_beside_him() -> None:
    army = ror.Army(JULIUS, ror.Force(ror.legions(9)), master_of_horse=MANLIUS)
    end = ror.rebel_end_game(army, wars(4), battles=[ror.LastBattle("War 0", dice=(3, 3, 3))])
    assert end.battles[0].total == 9 + (9 + 7) - 6
    assert end.army is not None
    assert end.army.master_of_horse is not None


def test_a_war_with_a_fleet_is_fought_at_sea_first() -> None:
    punic = ror.war("1st Punic War")
    army = ror.Army(JULIUS, ror.Force(ror.legions(20), fleets=20))
    battle = ror.LastBattle(punic.name, naval_dice=(2, 4, 4), dice=(2, 4, 4))
    end = ror.rebel_end_game(army, [punic, *wars(3)], battles=[battle])
    assert end.outcome is ror.Outcome.WINS
    assert len(end.battles) == 2
    end = ror.rebel_end_game(ror.Army(JULIUS, ror.Force(ror.legions(20))), [punic, *wars(3)], battles=[battle])
    assert (end.outcome, end.battles) == (ror.Outcome.ALL_LOSE, ())


def test_a_defeat_at_sea_is_the_end() -> None:
    punic = ror.war("1st Punic War")
    army = ror.Army(JULIUS, ror.Force(ror.legions(20), fleets=2))
    end = ror.rebel_end_game(army, [punic, *wars(3)], battles=[ror.LastBattle(punic.name, naval_dice=(1, 1, 2))])
    assert (end.outcome, len(end.battles)) == (ror.Outcome.ALL_LOSE, 1)


def test_matching_wars_are_weaker_when_their_match_is_gone() -> None:
    fronts = [ror.War(f"War {number}", land=5, series="Gallic" if number < 4 else "") for number in range(5)]
    army = ror.Army(JULIUS, ror.Force(ror.legions(40)))
    first, second = (ror.LastBattle(f"War {number}", dice=(3, 3, 3)) for number in range(2))
    end = ror.rebel_end_game(army, fronts, battles=[first, second])
    totals = [battle.total for battle in end.battles]
    assert totals[0] == 9 + 44 - 20
    assert totals[1] == 9 + 45 - 15  # one legion has become a veteran


@pytest.mark.parametrize(
    ("count", "condition", "outcome"),
    [
        (4, ror.Condition.MARCH, ror.Outcome.GOES_ON),
        (4, ror.Condition.COLLAPSE, ror.Outcome.WINS),
        (5, ror.Condition.MARCH, ror.Outcome.ALL_LOSE),
        (5, ror.Condition.COLLAPSE, ror.Outcome.ALL_LOSE),
        (5, None, ror.Outcome.ALL_LOSE),
    ],
)
def test_a_rebel_who_dies_in_his_last_victory(
    count: int, condition: ror.Condition | None, outcome: ror.Outcome
) -> None:
    army = ror.Army(JULIUS, ror.Force(ror.legions(8)))
    battle = ror.LastBattle("War 0", dice=(3, 4, 4), chits=("4",))
    end = ror.rebel_end_game(army, wars(count), battles=[battle], condition=condition)
    assert end.battles[0].result is ror.Result.VICTORY
    assert end.battles[0].legions_lost == 1
    assert (end.outcome, end.army) == (outcome, None)


def test_the_condition_is_asked_for_only_where_it_matters() -> None:
    army = ror.Army(JULIUS, ror.Force(ror.legions(8)))
    battle = ror.LastBattle("War 0", dice=(3, 4, 4), chits=("4",))
    with pytest.raises(ImpossibleSituation, match="expected I or II, for Julius died"):
        ror.rebel_end_game(army, wars(4), battles=[battle])
    with pytest.raises(ImpossibleSituation, match="only a rebel who meets condition I or II"):
        ror.rebel_end_game(army, wars(4), battles=[battle], condition=ror.Condition.ELECTION)


def test_losses_at_sea_are_picked_like_those_on_land() -> None:
    punic = ror.war("1st Punic War")
    mixed = ror.legions(18) + ror.veterans(2, of="Julius")
    army = ror.Army(JULIUS, ror.Force(mixed, fleets=14))
    told = {"naval_dice": (3, 3, 3), "naval_chits": NOBODY[:2], "dice": (6, 5, 4)}
    with pytest.raises(ImpossibleSituation, match="picked"):
        ror.rebel_end_game(army, [punic, *wars(3)], battles=[ror.LastBattle(punic.name, **told)])  # type: ignore[arg-type]
    battle = ror.LastBattle(punic.name, naval_picked=ror.veterans(1, of="Julius"), **told)  # type: ignore[arg-type]
    end = ror.rebel_end_game(army, [punic, *wars(3)], battles=[battle])
    assert end.outcome is ror.Outcome.WINS
    assert end.battles[0].legions_lost == 1
    assert end.battles[0].force.strength == army.force.strength - 2


def test_a_battle_that_is_not_won_asks_for_nothing_more() -> None:
    mixed = ror.Force(ror.legions(3) + ror.veterans(3, of="Julius"))
    end = ror.rebel_end_game(ror.Army(JULIUS, mixed), wars(4), battles=[ror.LastBattle("War 0", dice=(1, 1, 1))])
    assert (end.outcome, end.battles[0].result) == (ror.Outcome.ALL_LOSE, ror.Result.STALEMATE)
    assert len(end.steps) == 3


def test_impossible_last_wars() -> None:
    with pytest.raises(ImpossibleSituation, match="the army of the primary rebel"):
        ror.rebel_end_game(ror.Army(ror.Senator("Fabius")), wars(4), battles=[])
    with pytest.raises(ImpossibleSituation, match="battles is 0, expected more than 0, for 4 wars are active"):
        ror.rebel_end_game(ror.Army(JULIUS), wars(4), battles=[])
    army = ror.Army(JULIUS, ror.Force(ror.legions(20)))
    two = [ror.LastBattle(f"War {number}", dice=(4, 4, 4)) for number in range(2)]
    with pytest.raises(ImpossibleSituation, match="battles is 2, expected no more than 1"):
        ror.rebel_end_game(army, wars(4), battles=two)
    with pytest.raises(ImpossibleSituation, match="dice is"):
        ror.rebel_end_game(army, wars(4), battles=[ror.LastBattle("War 0", dice=(4, 4, 7))])
