"""A question and the deed that it is about say the same; and every public question is in the table, or says why not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText, Ruling
from responsa import here_i_stand as his
from tests.here_i_stand import plays

PAIRS = {
    "may_take_part": "move",
    "may_enter": "move",
    "may_intercept": "move",
    "may_avoid_battle": "try_to_avoid and move",
    "powers_that_may_avoid": "may_avoid_battle",
    "may_avoid_to": "try_to_avoid and move",
    "spaces_to_avoid_to": "may_avoid_to",
    "may_withdraw": "withdraw_inside and move",
    "must_withdraw": "move",
    "may_retreat_to": "losers_retreat",
    "retreats": "may_retreat_to",
    "may_shelter": "losers_retreat",
    "may_leave_to": "leave_siege",
    "spaces_to_leave_to": "may_leave_to",
    "may_remove_unrest": "remove_unrest",
    "may_join_relief": "move",
    "may_shelter_after_relief": "move",
    "may_play": "move",
    "may_form": "assault",
    "is_eliminated": "forced_back",
    "is_captured": "move",
    "is_siege": "Position.of and move",
    "siege_begins": "withdraw_inside",
    "enemies_in_move": "move, by whom it meets",
    "may_assault": "assault, by its formation",
}
"""Each question, and the deed that must say the same."""

NO_DEED = {
    "control_allows": "a part of may_enter",
    "occupants_allow": "a part of may_enter",
    "may_go_alone": "a part of may_enter",
    "is_closed": "a part of may_enter and of every way out",
    "waits_for_the_league": "a part of may_take_part, may_intercept and may_take_control",
    "may_be_intercepted_from": "says where to look; may_intercept decides",
    "may_act_together": "another name of may_form, for allies",
    "may_take_control": "control is marked by the players: the library has no deed for it",
    "may_be_returned": "diplomacy is not played here",
    "may_pay_to_go_back": "what moving back costs: nothing",
    "may_pay_to_move_on": "counts only; after_withdrawal decides by it",
    "may_stay_captive": "diplomacy is not played here",
    "may_besiege_together": "held against the besiegers of a position below",
    "may_play_janissaries": "the players say what extra dice a card brings",
    "may_react_in_step_6": "counts only; may_avoid_battle decides",
    "may_react_in_step_7": "counts only; may_withdraw decides",
    "must_fight": "counts only; may_avoid_battle and may_withdraw decide",
    "must_retreat": "which side lost, by its name",
    "is_adjacent_for": "a part of each question about where to",
    "is_barred_by_foul_weather": "a part of may_take_part and may_assault",
    "is_barred_by_gout": "a part of may_take_part and may_assault",
    "is_field_battle": "counts only; move decides by who is left",
    "is_field_battle_fought": "counts only; move decides by who is left",
    "is_friendly": "a part of each question about where to",
    "is_independent_key": "a part of may_enter",
    "is_near": "a part of may_take_control and may_remove_unrest",
}
"""Questions that belong to no pair, and why."""


def refusal(deed: Callable[[], Any]) -> ImpossibleSituation | None:
    """Why a deed is refused; `None` if it is done, or if this text is silent on how it ends."""
    try:
        deed()
    except ImpossibleSituation as error:
        return error
    except NotInThisText:
        return None
    return None


def same(question: Ruling, deed: Callable[[], Any], *fields: str) -> None:
    """The deed is refused for one of these arguments exactly if the answer is no, and then for the same reason."""
    refused = refusal(deed)
    blamed = refused is not None and refused.field in fields
    assert blamed == (not question), (str(question), str(refused))
    if refused is not None and blamed:
        assert str(refused.rule) == question.rules[0], (str(question), str(refused))


SEEDS = st.integers(0, 2**32)


def test_every_question_is_in_the_table() -> None:
    asked = {name for name in his.__all__ if name.split("_")[0] in ("may", "must", "is")}
    named = {name for name in (*PAIRS, *NO_DEED) if name.split("_")[0] in ("may", "must", "is")}
    assert asked == named
    assert not set(PAIRS) & set(NO_DEED)
    assert all(hasattr(his, name) for name in (*PAIRS, *NO_DEED))


@pytest.mark.slow
@settings(max_examples=150)
@given(SEEDS)
def test_who_moves_where(seed: int) -> None:
    rng = Random(seed)
    position = plays.theatre(rng).but(cp=5)
    origin, stack = rng.choice([(name, stack) for name, stack in position.stacks])
    formation = plays.part(rng, stack)
    destination = rng.choice(his.BOARD.adjacent(origin, over_passes=True))
    order = his.Move(formation, origin, destination)
    fits = his.may_take_part(position, formation, origin)
    same(fits, lambda: his.move(position, order), "formation")
    if fits:
        same(his.may_enter(position, destination, formation), lambda: his.move(position, order), "destination")


@pytest.mark.slow
@settings(max_examples=150)
@given(SEEDS)
def test_who_intercepts(seed: int) -> None:
    rng = Random(seed)
    position = plays.theatre(rng)
    order = plays.announce(rng, position)
    if order is None:
        return
    source, stack = rng.choice(position.stacks)
    group = plays.part(rng, stack)
    if not group.units:
        return
    who, approach = his.Interceptors(group, source), his.Approach(*order.values())
    attempt = his.Attempt(who, (1, 1))
    deed = his.Move(**order, interceptions=(attempt,))
    same(his.may_intercept(position, who, approach), lambda: his.move(position, deed), "interceptions")


@pytest.mark.slow
@settings(max_examples=200)
@given(SEEDS)
def test_who_slips_away_and_where_to(seed: int) -> None:
    rng = Random(seed)
    position = plays.theatre(rng)
    order = plays.announce(rng, position)
    if order is None:
        return
    space, approach = order["destination"], his.Approach(*order.values())
    may = his.powers_that_may_avoid(position, space)
    sides = {plays.side(position, power) for power in position.at(space).powers}
    assert set(may) == {power for power in sides if his.may_avoid_battle(position, power, space)}
    came = his.Stack.of("Hapsburg: 1 regular")
    assert his.powers_that_may_avoid(position, space, interceptors=came) == ()
    for power in sides:
        mine = his.Stack(tuple(f for f in position.at(space).forces if plays.side(position, f.power) is power))
        group, to = plays.part(rng, mine), rng.choice(his.BOARD.adjacent(space, over_passes=True))
        question = his.may_avoid_battle(position, power, space)
        deed = _avoiding(position, group, approach, to)
        same(question, deed, "group")
        if question:
            try:
                open_ = his.may_avoid_to(position, to, power, approach)
            except NotInThisText:
                assert to not in his.spaces_to_avoid_to(position, power, approach)
                continue
            same(open_, deed, "to")
            assert (to in his.spaces_to_avoid_to(position, power, approach)) == bool(open_)


def _avoiding(position: his.Position, group: his.Stack, approach: his.Approach, to: str) -> Callable[[], object]:
    return lambda: his.try_to_avoid(position, group, approach, to=to, dice=(1, 1))


@pytest.mark.slow
@settings(max_examples=150)
@given(SEEDS)
def test_who_shuts_the_gates(seed: int) -> None:
    rng = Random(seed)
    position = plays.theatre(rng)
    order = plays.announce(rng, position)
    if order is None or not order["formation"].units:
        return
    space = order["destination"]
    enemies = his.enemies_in_move(position, space)
    if not position.at(space).only(enemies).units:
        return
    question = his.may_withdraw(position, space)
    same(question, lambda: his.withdraw_inside(position, his.Approach(*order.values())), "space")
    if not his.must_withdraw(position, space):
        same(question, lambda: his.move(position, his.Move(**order, withdraw=True)), "withdraw")


@pytest.mark.slow
@settings(max_examples=150)
@given(SEEDS)
def test_where_the_beaten_go(seed: int) -> None:
    rng = Random(seed)
    position = plays.theatre(rng)
    battle = rng.choice(plays.REGION)
    around = his.BOARD.adjacent(battle, over_passes=True)
    origin, to = rng.choice(around), rng.choice(around)
    loser = rng.choice([his.Power.OTTOMAN, his.Power.HAPSBURG])
    approach = his.Approach.of("Ottoman: 4 regulars", origin, battle)
    losers = his.Stack.of(f"{loser}: 2 regulars")
    ways = his.retreats(position, loser, approach)
    assert (to in ways) == bool(his.may_retreat_to(position, to, loser, approach))
    refused = refusal(lambda: his.losers_retreat(position, losers, approach, to=to))
    assert (refused is None) == (to in ways)
    inside = refusal(lambda: his.losers_retreat(position, losers, approach, inside=losers))
    assert (inside is None) == bool(his.may_shelter(position, losers, battle))
    leaving = his.spaces_to_leave_to(position, loser, battle)
    assert (to in leaving) == bool(his.may_leave_to(position, to, loser, battle))
    assert (refusal(lambda: his.leave_siege(position, losers, battle, to=to)) is None) == (to in leaving)
    assert (refusal(lambda: his.leave_siege(position, losers, battle)) is None) == (not leaving)


@given(SEEDS, st.integers(0, 2))
def test_who_quiets_a_space(seed: int, cp: int) -> None:
    rng = Random(seed)
    name = rng.choice(plays.REGION)
    position = plays.theatre(rng).but(cp=cp, unrest=[name])
    same(his.may_remove_unrest(position, name), lambda: his.remove_unrest(position, name), "name")


@pytest.mark.slow
@settings(max_examples=150)
@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 4), st.booleans(), st.booleans())
def test_who_besieges(french: int, ottoman: int, inside: int, war: bool, independent: bool) -> None:
    """A position holds a siege exactly if the question of allies who besiege together says yes to it."""
    if not french + ottoman:
        return
    ties = "France with Ottoman" + (", France against Hapsburg, Ottoman against Hapsburg" if war else "")
    owner, guard = ("Independent", "Independent") if independent else ("Hapsburg", "Hapsburg")
    besiegers = f"France: {french} regulars; Ottoman: {ottoman} regulars"
    question = his.may_besiege_together(
        his.Stack.of(besiegers), inside=inside, controller=his.Power(owner), relations=his.Relations.of(ties)
    )
    refused = refusal(
        lambda: his.Position.of(
            "France",
            relations=ties,
            control={"Milan": owner},
            stacks={"Milan": besiegers},
            inside={"Milan": f"{guard}: {inside} regulars"} if inside else {},
            sieges=["Milan"],
        )
    )
    assert (refused is None) == bool(question), (str(question), str(refused))


@given(st.integers(1, 8), st.booleans(), st.booleans())
def test_one_formation_assaults(units: int, led: bool, two: bool) -> None:
    stack = his.Stack.of(
        f"Ottoman: {units} regulars" + (", Ibrahim" if led else "") + ("; France: 1 regular" if two else "")
    )
    position = his.Position.of(
        "Ottoman",
        relations="Ottoman against Hungary, France against Hungary, France with Ottoman",
        stacks={"Belgrade": "Ottoman: 8 regulars, Ibrahim; France: 1 regular"},
        sieges=["Belgrade"],
    )
    question = his.may_form(stack, position.relations)
    same(question, lambda: his.assault(stack, his.NOTHING, attacker_rolls=(), defender_rolls=()), "assaulters")
    assert bool(his.may_assault(position, "Belgrade", assaulters=stack)) == (bool(question) and not two)


@pytest.mark.parametrize("seed", range(120))
def test_plays_that_choose_only_what_may_be_done(seed: int) -> None:
    """No dead end, no refusal, no piece lost or made, and a position after each move that can be written down."""
    told = plays.game(seed)
    assert sum(told.values()) == 4
