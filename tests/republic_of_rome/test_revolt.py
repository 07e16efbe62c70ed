"""Declaring civil war: one rebel, the strongest, and the first of equals."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

strengths = st.lists(st.integers(0, 12), max_size=6)


def declared(numbers: list[int]) -> list[ror.Declaration]:
    return [ror.Declaration(f"Senator {seat}", f"Faction {seat}", number) for seat, number in enumerate(numbers)]


@given(strengths)
def test_the_first_of_the_strongest_is_the_rebel(numbers: list[int]) -> None:
    declarations = declared(numbers)
    settled = ror.settle_declarations(declarations)
    if not numbers:
        assert settled == ror.Settled(None, (), ())
        return
    assert settled.rebel == declarations[numbers.index(max(numbers))]
    assert {each.commander for each in settled.ignored} == {
        each.commander for each in declarations if each != settled.rebel
    }
    assert len(settled.ignored) == len(numbers) - 1


@given(st.integers(0, 20), st.integers(0, 20))
def test_two_never_displace_each_other(first: int, second: int) -> None:
    one, other = declared([first, second])
    assert not (ror.displaces_declaration(one, other) and ror.displaces_declaration(other, one))
    assert bool(ror.displaces_declaration(other, one)) == (second > first)


@given(st.integers(0, 6), st.integers(0, 8), st.integers(0, 5), st.integers(0, 5))
def test_every_legion_adds_to_the_strength(rating: int, plain: int, old: int, elsewhere: int) -> None:
    man = ror.Senator("Julius", military=rating)
    strength = ror.declared_strength(man, ror.legions(plain) + ror.veterans(old), elsewhere=elsewhere)
    assert strength == rating + plain + 2 * old + 2 * elsewhere


@given(st.integers(1, 6), st.data())
def test_the_order_goes_once_round_the_table(seats: int, data: st.DataObject) -> None:
    table = [f"Faction {seat}" for seat in range(seats)]
    first = data.draw(st.sampled_from(table))
    order = ror.clockwise_from(first, table)
    assert order[0] == first
    assert sorted(order) == table
    for here, after in pairwise(order):
        assert (table.index(here) + 1) % seats == table.index(after)


@given(st.integers(0, 8), st.booleans())
def test_nobody_declares_while_a_hand_is_too_large(cards: int, played: bool) -> None:
    table = [ror.Faction("Populares", cards=cards), ror.Faction("Optimates", cards=5)]
    assert bool(ror.declarations_may_begin(table, cards_played=played)) == (played and cards <= 5)


def test_laying_down_a_command_gives_up_every_unit() -> None:
    force = ror.Force(ror.legions(1))
    laid = ror.lays_down(ror.Army(ror.Senator("Fabius"), force))
    assert laid.force == force
    assert str(laid.step) == "Fabius lays down his command: 1 legion goes to the Active Forces box [ROR 1.11.3b]"


def test_impossible_declarations() -> None:
    with pytest.raises(ImpossibleSituation, match="declarations is 'Senator 0', expected each commander once"):
        ror.settle_declarations(declared([3]) + declared([5]))
    with pytest.raises(
        ImpossibleSituation, match="first is 'Equites', expected a faction at the table: Populares or Optimates"
    ):
        ror.clockwise_from("Equites", ["Populares", "Optimates"])
    with pytest.raises(ImpossibleSituation, match="strength is -1, expected 0 or more"):
        ror.Declaration("Cornelius", "Optimates", -1)
    with pytest.raises(ImpossibleSituation, match=r"elsewhere is 1\.0"):
        ror.declared_strength(ror.Senator("Julius"), (), elsewhere=1.0)  # type: ignore[arg-type]
