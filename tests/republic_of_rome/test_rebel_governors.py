"""Provincial wars and rebel governors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import republic_of_rome as ror

small = st.integers(0, 8)


@given(st.integers(0, 20), small, small)
def test_losses_follow_the_pattern_unit_by_unit(losses: int, armies: int, garrisons: int) -> None:
    expected, ran_out = [0, 0], False
    for step in range(min(losses, armies + garrisons)):
        kind = 1 if step % 3 == 2 else 0
        expected[kind] += 1
        ran_out = ran_out or expected[kind] > (armies, garrisons)[kind]
    if not garrisons:
        assert ror.provincial_losses(losses, armies=armies, garrisons=0) == ror.ProvincialLosses(
            min(armies, 2 * losses), 0
        )
    elif losses >= armies + garrisons:
        assert ror.provincial_losses(losses, armies=armies, garrisons=garrisons) == ror.ProvincialLosses(
            armies, garrisons
        )
    elif ran_out:
        with pytest.raises(NotInThisText):
            ror.provincial_losses(losses, armies=armies, garrisons=garrisons)
    else:
        found = ror.provincial_losses(losses, armies=armies, garrisons=garrisons)
        assert [found.armies, found.garrisons] == expected


@given(small, small)
def test_a_legion_beside_them_makes_armies_count_in_full(armies: int, beside: int) -> None:
    strength = ror.provincial_strength(armies, legions_beside=beside)
    assert strength == (armies if beside else -(-armies // 2))


@given(small, small, small)
def test_released_units_add_up(count: int, others: int, provincial: int) -> None:
    if count > others + provincial:
        with pytest.raises(ImpossibleSituation, match="count is"):
            ror.released_units(count, others=others, provincial=provincial)
        return
    released = ror.released_units(count, others=others, provincial=provincial)
    assert released.others + released.provincial == count
    assert released.provincial == 0 or released.others == others


@pytest.mark.parametrize("matched", [True, False])
def test_a_provincial_victory_pays_nothing(matched: bool) -> None:
    after = ror.after_provincial_battle(ror.Result.VICTORY, ror.war("Syrian War"), matched=matched)
    assert (after.war_inactive, after.war_to_deck) == (not matched, matched)
    assert (after.spoils, after.unrest, after.governor_killed) == (0, 0, False)


@pytest.mark.parametrize("result", [ror.Result.STALEMATE, ror.Result.STANDOFF])
def test_an_undecided_provincial_battle_changes_nothing(result: ror.Result) -> None:
    after = ror.after_provincial_battle(result, ror.war("Syrian War"))
    changes = {after.governor_killed, after.province_joins, after.war_inactive, after.war_to_deck}
    assert changes == {False}
    assert (after.gain, after.spoils, after.unrest) == (0, 0, 0)
    assert str(result) in after.steps[0].text


def test_the_text_knows_no_provincial_disaster() -> None:
    with pytest.raises(NotInThisText, match="what a Disaster means"):
        ror.after_provincial_battle(ror.Result.DISASTER, ror.war("Syrian War"))


@pytest.mark.parametrize("field", ["garrisons", "provincial", "fleets", "legions", "veterans_rolled"])
def test_impossible_strengths(field: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        ror.strength_of_governors(ror.Senator("Julius"), **{field: -1})
    assert (error.value.field, str(error.value.rule)) == (field, "ROR 2.03.2a")


def test_a_victorious_commander_is_himself_primary() -> None:
    assert ror.may_be_primary(ror.Senator("Julius"), victor_in_revolt="Julius")
    assert ror.may_be_primary(ror.Senator("Julius"))
    assert ror.counts_as_war(attacked=True).unprosecuted is False
