"""Stacks, formations and their limits."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa.here_i_stand import LEADERS, NOTHING, Force, Leader, Power, Relations, Stack, formation_limit, may_form
from tests.here_i_stand.strategies import leaders, relations, stacks


@given(stacks())
def test_a_stack_is_read_back_from_what_it_shows(stack: Stack) -> None:
    assert eval(repr(stack)) == stack
    assert Stack.of(str(stack)) == stack


@given(stacks(), stacks())
def test_taking_away_undoes_adding(one: Stack, other: Stack) -> None:
    names = [leader.name for leader in (*one.leaders, *other.leaders)]
    if len(set(names)) < len(names):
        with pytest.raises(ImpossibleSituation, match="each leader once"):
            one + other
        return
    both = one + other
    assert both == other + one
    assert both - other == one
    assert one <= both
    assert both.units == one.units + other.units
    assert both - both == NOTHING


@given(stacks(), stacks())
def test_what_is_not_there_cannot_be_taken(one: Stack, other: Stack) -> None:
    common = one.common(other)
    assert common <= one
    assert common <= other
    if not other <= one:
        with pytest.raises(ImpossibleSituation):
            one - other


@given(stacks())
def test_parts_make_the_whole(stack: Stack) -> None:
    assert stack.only_units + stack.only_leaders == stack
    assert stack.only_units.units == stack.units
    parts = [stack.only([power]) for power in Power]
    assert sum((part.units for part in parts), 0) == stack.units


def brute_force_limit(ratings: list[int]) -> int:
    """Without leaders 4; with one his rating; with more the best pair."""
    if not ratings:
        return 4
    if len(ratings) == 1:
        return ratings[0]
    return max(a + b for a, b in itertools.combinations(ratings, 2))


@given(st.lists(leaders, max_size=5, unique_by=lambda leader: leader.name))
def test_limit_is_the_best_pair(some: list[Leader]) -> None:
    assert formation_limit(some) == brute_force_limit([leader.command for leader in some])


def test_worked_example_of_the_published_rules() -> None:
    suleiman, ibrahim = LEADERS["Suleiman"], LEADERS["Ibrahim"]
    fourteen = Force(Power.OTTOMAN, regulars=14)
    can = [
        min(fourteen.units, formation_limit(with_whom))
        for with_whom in ([], [ibrahim], [suleiman], [suleiman, ibrahim])
    ]
    assert can == [4, 6, 12, 14]


@given(stacks(), relations())
def test_a_formation_is_of_one_side_and_small_enough(stack: Stack, ties: Relations) -> None:
    sides = {ties.leader_of(power) or power for power in stack.powers}
    expected = bool(stack) and len(sides) == 1 and stack.units <= brute_force_limit([x.command for x in stack.leaders])
    assert bool(may_form(stack, ties)) == expected


@given(stacks(), relations())
def test_leaders_never_count(stack: Stack, ties: Relations) -> None:
    more = stack + Stack((Force(Power.OTTOMAN, leaders=(Leader("Nobody", 0, 0),)),))
    assert more.units == stack.units


@pytest.mark.parametrize(
    "text",
    [
        "8 regulars",
        "Spain: 8 regulars",
        "Ottoman: many regulars",
        "Ottoman: 8 knights",
        "Ottoman: -1 regulars",
        "Ottoman: Suleiman, Suleiman",
        "Ottoman: 8.0 regulars",
    ],
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ImpossibleSituation):
        Stack.of(text)


@pytest.mark.parametrize("count", [-1, 2.0, True, "2", None])
def test_only_whole_numbers_are_counts(count: object) -> None:
    with pytest.raises(ImpossibleSituation, match="0 or more"):
        Force(Power.OTTOMAN, regulars=count)  # type: ignore[arg-type]
    with pytest.raises(ImpossibleSituation):
        Leader("Pargali", count, 6)  # type: ignore[arg-type]


def test_a_mercenary_and_a_regular_are_told_apart() -> None:
    assert str(Force.of("France: 1 mercenaries, 1 regulars")) == "France: 1 regular, 1 mercenary"
