"""Foul Weather and Gout."""

from __future__ import annotations

import itertools

import pytest

from responsa import ImpossibleSituation, NotInThisText
from responsa.here_i_stand import (
    Action,
    Card,
    CardPlay,
    Lost,
    Power,
    cp_after_card,
    is_barred_by_foul_weather,
    is_barred_by_gout,
    may_play,
)


@pytest.mark.parametrize(
    ("card", "action", "led", "own"), list(itertools.product(Card, Action, [True, False], [True, False]))
)
def test_when_a_card_may_be_played(card: Card, action: Action, led: bool, own: bool) -> None:
    by = Power.OTTOMAN if own else Power.FRANCE
    leaders = ["Suleiman"] if led else []
    if card is Card.FOUL_WEATHER:
        fits = action is not Action.CONTROL
    else:
        fits = action in (Action.MOVE, Action.ASSAULT) and led
    found = may_play(card, by=by, active=Power.OTTOMAN, announced=action, leaders=leaders)
    assert bool(found) == (fits and not own)


@pytest.mark.parametrize("action", Action)
def test_foul_weather_bars_all_but_one_space(action: Action) -> None:
    barred = bool(is_barred_by_foul_weather(action))
    assert barred == (action not in (Action.MOVE, Action.CONTROL))
    assert bool(is_barred_by_foul_weather(action, spaces_moved=1)) == (action is not Action.CONTROL)


@pytest.mark.parametrize("action", Action)
def test_gout_strikes_only_the_named_leader(action: Action) -> None:
    assert bool(is_barred_by_gout(action, "Ibrahim", ["Ibrahim"])) == (action in (Action.MOVE, Action.ASSAULT))
    assert not is_barred_by_gout(action, "Suleiman", ["Ibrahim"])


@pytest.mark.parametrize("cp", range(4))
def test_the_point_lost(cp: int) -> None:
    assert cp_after_card(cp, Lost.PAID) == cp
    assert cp_after_card(cp, Lost.FURTHER) == max(cp - 1, 0)
    if cp:
        with pytest.raises(NotInThisText):
            cp_after_card(cp)
    else:
        assert cp_after_card(cp) == 0


@pytest.mark.parametrize(("card", "leader"), [(Card.GOUT, ""), (Card.FOUL_WEATHER, "Suleiman")])
def test_gout_and_only_gout_names_a_leader(card: Card, leader: str) -> None:
    with pytest.raises(ImpossibleSituation):
        CardPlay(card, Power.FRANCE, leader)


@pytest.mark.parametrize("by", [power for power in Power if not power.is_major])
def test_whoever_holds_no_cards_plays_none(by: Power) -> None:
    found = may_play(Card.FOUL_WEATHER, by=by, active=Power.FRANCE, announced=Action.MOVE)
    assert not found
    assert str(found).endswith("no cards [HIS 3.2a].")
    with pytest.raises(ImpossibleSituation, match="a major power, which has impulses"):
        may_play(Card.FOUL_WEATHER, by=Power.FRANCE, active=by, announced=Action.MOVE)


@pytest.mark.parametrize(("leader", "expected"), [("Brandn", "the nearest is Brandon"), ("Brandon", "not England")])
def test_gout_strikes_leaders_of_the_active_power(leader: str, expected: str) -> None:
    with pytest.raises(ImpossibleSituation, match=expected):
        may_play(Card.GOUT, by=Power.ENGLAND, active=Power.FRANCE, announced=Action.MOVE, leaders=[leader])
