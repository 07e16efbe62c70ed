"""Double Defense: hits fall and rounds end in any order, and a plain count of hits agrees."""

import dataclasses
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from responsa import ImpossibleSituation
from responsa import hellenes as hel

hits_of_a_round = st.integers(0, 12)


class Wall(RuleBasedStateMachine):
    """A block on the wall, beside a count of what it has suffered in this round and before it."""

    @initialize(steps=st.integers(1, 4))
    def man(self, steps: int) -> None:
        self.block = hel.WalledBlock("garrison", steps)
        self.at_start = steps
        self.hits = 0

    @precondition(lambda self: self.block.steps > 0)
    @rule(hits=st.integers(0, 3))
    def suffer(self, hits: int) -> None:
        self.hits += hits
        self.block = hel.take_hits(self.block, hits)

    @rule()
    def end_round(self) -> None:
        self.block = hel.end_of_round(self.block)
        self.at_start, self.hits = self.block.steps, 0

    @invariant()
    def two_hits_of_the_round_are_a_step(self) -> None:
        assert self.block.steps == max(0, self.at_start - self.hits // 2)
        assert self.block.half_lost == (self.hits % 2 == 1 and self.block.steps > 0)


TestWall = Wall.TestCase


@given(hits_of_a_round)
def test_a_round_is_worth_half_its_hits(hits: int) -> None:
    assert hel.steps_lost(hits) == sum(1 for hit in range(1, hits + 1) if hit % 2 == 0)


@given(st.lists(hits_of_a_round))
def test_rounds_and_blocks_never_gain_by_being_added_up(hits: list[int]) -> None:
    apart = sum(map(hel.steps_lost, hits))
    assert apart <= hel.steps_lost(sum(hits)) <= apart + len(hits)


def test_one_hit_on_each_of_two_blocks_takes_no_step() -> None:
    blocks = [hel.take_hits(hel.WalledBlock(name, 2), 1) for name in ("hoplites", "garrison")]
    assert [block.steps for block in blocks] == [2, 2]


def test_a_hit_is_one_hit_if_nothing_else_is_said() -> None:
    block = hel.WalledBlock("garrison", 2)
    assert hel.take_hits(block) == hel.take_hits(block, 1) != hel.take_hits(block, 2)


def test_the_published_vector() -> None:
    assert [hel.steps_lost(hits) for hits in (0, 1, 2, 3, 5)] == [0, 0, 1, 1, 2]


@given(hits_of_a_round)
def test_the_turn_is_45_degrees_a_hit_and_whole_quarters_after_the_round(hits: int) -> None:
    assert hel.degrees_turned(hits, round_over=False) == 45 * hits
    assert hel.degrees_turned(hits, round_over=True) == 90 * (hits // 2)


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("rating", [1, 2, 3])
def test_the_odds_are_those_of_all_rolls(dice: int, rating: int) -> None:
    hits = [sum(die <= rating for die in roll) for roll in product(range(1, 7), repeat=dice)]
    for steps in range(dice + 1):
        open_field = Fraction(sum(hit >= steps for hit in hits), len(hits))
        walls = Fraction(sum(hit // 2 >= steps for hit in hits), len(hits))
        assert hel.chance_of_steps_lost(steps, dice=dice, rating=rating, double_defense=False) == open_field
        assert hel.chance_of_steps_lost(steps, dice=dice, rating=rating, double_defense=True) == walls


@given(st.integers(1, 8), st.integers(1, 3))
def test_the_plot_shows_the_odds_of_each_number_of_dice(most: int, rating: int) -> None:
    odds = hel.walls_odds(most, rating=rating)
    assert list(odds) == list(range(1, most + 1))
    miss = Fraction(6 - rating, 6)
    for dice, series in odds.items():
        none, one = miss**dice, dice * (1 - miss) * miss ** (dice - 1)
        assert series == {"in the open": 1 - none, "behind walls": 1 - none - one}


@pytest.mark.parametrize("most", [0, True, 1.0])
def test_a_plot_needs_a_die(most: int) -> None:
    with pytest.raises(ImpossibleSituation, match="most_dice"):
        hel.walls_odds(most, rating=2)


@given(st.builds(hel.WalledBlock, st.text("abcXYZ '-", min_size=1).filter(str.strip), st.integers(1, 4), st.booleans()))
def test_a_block_reads_back(block: hel.WalledBlock) -> None:
    assert eval(repr(block), vars(hel).copy()) == block


@pytest.mark.parametrize("count", [-1, True, 1.0])
def test_hits_steps_and_dice_are_counts(count: int) -> None:
    block = hel.WalledBlock("garrison", 1)
    for ask in (
        lambda: hel.steps_lost(count),
        lambda: hel.take_hits(block, count),
        lambda: hel.degrees_turned(count, round_over=True),
        lambda: hel.WalledBlock("garrison", count),
        lambda: hel.chance_of_steps_lost(count, dice=1, rating=1, double_defense=True),
        lambda: hel.chance_of_steps_lost(1, dice=count, rating=1, double_defense=False),
    ):
        with pytest.raises(ImpossibleSituation):
            ask()


def test_who_is_gone_is_not_hit_again_and_loses_no_half() -> None:
    with pytest.raises(ImpossibleSituation, match="block"):
        hel.take_hits(hel.WalledBlock("garrison", 0), 1)
    with pytest.raises(ImpossibleSituation, match="half_lost is True"):
        hel.WalledBlock("garrison", 0, half_lost=True)


def test_odds_need_a_rating() -> None:
    with pytest.raises(ImpossibleSituation, match="rating"):
        hel.chance_of_steps_lost(1, dice=1, rating=4, double_defense=True)


def test_values_do_not_change() -> None:
    block = hel.WalledBlock("garrison", 1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        block.steps = 2  # type: ignore[misc]
