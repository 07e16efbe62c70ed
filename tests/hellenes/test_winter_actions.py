"""Whose turn it is, what a group is, and that no action is spent twice."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, Reason
from responsa import hellenes as hel

A, S = hel.Side.ATHENS, hel.Side.SPARTA
WHY = Reason("spent", "HEL 9.2.2b")
ENDED: list[tuple[hel.Side, ...]] = [(), (A,), (S,), (A, S)]


@pytest.mark.parametrize(("player", "first", "ended"), list(product(hel.Side, hel.Side, ENDED)))
def test_whose_turn_it_is(player: hel.Side, first: hel.Side, ended: tuple[hel.Side, ...]) -> None:
    expected = player not in ended and (player is first or first in ended)
    assert hel.may_act(player, first=first, ended=ended).answer is expected


@pytest.mark.parametrize("ended", ENDED)
def test_no_battle_before_both_have_ended(ended: tuple[hel.Side, ...]) -> None:
    assert hel.may_fight_yet(ended).answer is (len(ended) == 2)


@given(st.integers(0, 6), st.lists(st.integers(0, 3), max_size=5))
def test_a_purse_never_gives_more_than_it_holds(actions: int, costs: list[int]) -> None:
    purse, spent = hel.Purse(actions), 0
    for cost in costs:
        if spent + cost > actions:
            with pytest.raises(ImpossibleSituation, match=f"at most {actions - spent}, which are left"):
                purse.spend(cost, WHY)
        else:
            purse, spent = purse.spend(cost, WHY), spent + cost
        assert purse.left == actions - spent


@pytest.mark.parametrize("cost", [-1, True, 1.0])
def test_a_cost_is_a_count(cost: int) -> None:
    with pytest.raises(ImpossibleSituation, match="cost is"):
        hel.Purse(3).spend(cost, WHY)


@pytest.mark.parametrize("actions", [-1, True])
def test_actions_are_a_count(actions: int) -> None:
    with pytest.raises(ImpossibleSituation, match="actions is"):
        hel.Purse(actions)


@pytest.mark.parametrize(("move", "season"), list(product(hel.Move, hel.Season)))
def test_only_group_moves_in_winter(move: hel.Move, season: hel.Season) -> None:
    allowed = season is not hel.Season.WINTER or move is hel.Move.GROUP_MOVE
    assert hel.may_make(move, season).answer is allowed


def test_a_group_is_all_of_a_players_units_in_an_area() -> None:
    thebes = hel.City("Thebes", 2, "Boeotia", S)
    units = tuple(
        hel.Unit(f"{side} in {at}", side, hel.Kind.FOOT, at)
        for side, at in [(S, "Thebes"), (S, "Boeotia"), (A, "Boeotia"), (S, "Phocis"), (S, hel.POOL)]
    )
    position = hel.Position(areas=hel.areas("Boeotia - Phocis"), cities=(thebes,), units=units)
    assert hel.group_in(position, S, "Boeotia") == units[:2]
    assert hel.group_in(position, A, "Boeotia") == units[2:3]
    assert hel.group_in(position, A, "Phocis") == ()
