"""Winter initiative against a table of all pairs of cards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import hellenes as hel

A, S = hel.Side.ATHENS, hel.Side.SPARTA
VALUES = (1, 2, 3)
EVENT = hel.PlayedAs.EVENT


@pytest.mark.parametrize(("athens", "sparta"), list(product(VALUES, VALUES)))
def test_the_lower_card_goes_first_and_sparta_on_a_tie(athens: int, sparta: int) -> None:
    order = hel.first_player(athens=hel.Card(athens), sparta=hel.Card(sparta))
    assert order.first is (A if athens < sparta else S)
    assert order.second is order.first.enemy
    assert [each.rule for each in order.because] == ["HEL 9.1d" if athens == sparta else "HEL 9.1c"]


@pytest.mark.parametrize("season", [season for season in hel.Season if season is not hel.Season.WINTER])
@pytest.mark.parametrize(("athens", "sparta"), list(product((0, *VALUES), (0, *VALUES))))
def test_an_event_counts_nothing_in_other_seasons(season: hel.Season, athens: int, sparta: int) -> None:
    cards = {side: hel.Card(value) if value else hel.Card(3, EVENT) for side, value in ((A, athens), (S, sparta))}
    order = hel.first_player(athens=cards[A], sparta=cards[S], season=season)
    assert order.first is (A if athens < sparta else S)


@pytest.mark.parametrize("eventful", hel.Side)
def test_no_events_in_winter(eventful: hel.Side) -> None:
    cards = {side: hel.Card(1, EVENT if side is eventful else hel.PlayedAs.ACTIONS) for side in hel.Side}
    with pytest.raises(ImpossibleSituation, match=r"\[HEL 9.1b\]"):
        hel.first_player(athens=cards[A], sparta=cards[S])
    assert not hel.may_play_event(hel.Season.WINTER)
    assert hel.may_play_event(hel.Season.FALL)


@pytest.mark.parametrize("value", [0, 4, -1, True, 2.0])
def test_no_such_card(value: int) -> None:
    with pytest.raises(ImpossibleSituation, match=r"value is .*, expected 1 to 3 \[HEL 3.0a\]"):
        hel.Card(value)


@given(st.sampled_from(VALUES), st.sampled_from(VALUES), st.integers(0, 4), st.integers(0, 4))
def test_bonuses_add_actions_and_change_no_order(athens: int, sparta: int, leader: int, events: int) -> None:
    cards = hel.Card(athens), hel.Card(sparta)
    assert hel.number_of_actions(cards[0], leader=leader, events=events) == athens + leader + events
    assert hel.number_of_actions(hel.Card(athens, EVENT), leader=leader) == leader


@pytest.mark.parametrize("bonus", [{"leader": -1}, {"events": -1}, {"leader": True}])
def test_a_bonus_is_a_count(bonus: dict[str, int]) -> None:
    with pytest.raises(ImpossibleSituation, match=r"0 or more \[HEL 4.0a\]"):
        hel.number_of_actions(hel.Card(1), **bonus)


@given(st.integers(0, 9))
def test_nothing_is_saved_for_later(unused: int) -> None:
    assert hel.saved_for_later(unused) == 0


def test_less_than_nothing_cannot_be_unused() -> None:
    with pytest.raises(ImpossibleSituation, match="unused is -1"):
        hel.saved_for_later(-1)
