"""Statesmen and concessions: every pair of cards with one number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

numbers = st.sampled_from(["1", "1A", "1B", "25", "25A", "25B", "29A", "29B", "2", ""])


def card(number: str, faction: str = "", place: ror.Place = ror.Place.ROME) -> ror.Senator:
    return ror.Senator(f"Card {number}", number=number, faction=faction, place=place)


@given(
    st.sampled_from(["1A", "25A", "25B", "29B"]), numbers, st.sampled_from(["", "A", "B"]), st.sampled_from(ror.Place)
)
def test_one_card_in_play(played: str, other: str, faction: str, place: ror.Place) -> None:
    ruling = ror.may_play_statesman(card(played), faction="A", in_play=(card(other, faction, place),))
    family = played.rstrip("AB")
    if other.rstrip("AB") != family:
        expected = True
    elif other == family:
        expected = faction != "B"
    else:
        expected = other != played and family in ("25", "29")
    assert bool(ruling) == expected
    assert (ruling.rules == ("ROR 1.10.71q",)) == (not expected and place is ror.Place.CAPTIVE)


def test_the_second_of_a_pair_comes_even_if_an_opponent_has_the_family() -> None:
    family, brother = card("25", "B"), card("25A", "B")
    assert not ror.may_play_statesman(card("25B"), faction="A", in_play=(family,))
    assert ror.may_play_statesman(card("25B"), faction="A", in_play=(family, brother))


@pytest.mark.parametrize("number", ["25", ""])
def test_only_statesmen_are_played(number: str) -> None:
    with pytest.raises(ImpossibleSituation):
        ror.may_play_statesman(card(number), faction="A", in_play=())


@given(st.sampled_from(["A", "B"]), st.booleans(), st.booleans())
def test_a_concession_comes_and_goes(owner: str, dies: bool, convicted: bool) -> None:
    man = card("1", "A")
    assert bool(ror.may_assign_concession(man, owner=owner)) == (owner == "A")
    if owner == "B":
        with pytest.raises(ImpossibleSituation):
            ror.assign_concession("Mining", man, owner=owner)
        return
    holder = ror.assign_concession("Mining", man, owner=owner)
    assert ror.concessions_return(holder, dies=dies, convicted=convicted) == (("Mining",) if dies or convicted else ())
    with pytest.raises(ImpossibleSituation):
        ror.assign_concession("Mining", holder, owner=owner)
