"""Loyalty of the legions: odds against brute force and two dice libraries, money, and who is asked."""

from __future__ import annotations

import operator
from fractions import Fraction
from functools import reduce
from itertools import product

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

ages = st.sampled_from(ror.Age)
legions = st.builds(
    lambda owner, veteran: ror.Legion(veteran=veteran, allegiance=owner if veteran else ""),
    st.sampled_from(["", "Cornelius", "Fabius"]),
    st.booleans(),
)


def brute(strengths: list[tuple[int, int]], age: ror.Age) -> dict[int, Fraction]:
    """The chance of each strength that follows; a legion is given as (strength, talents spent on it)."""
    found: dict[int, Fraction] = {}
    for dice in product(range(1, 7), repeat=len(strengths)):
        total = sum(
            strength
            for die, (strength, talents) in zip(dice, strengths, strict=True)
            if die + talents >= {ror.Age.EARLY: 5, ror.Age.MIDDLE: 4, ror.Age.LATE: 3}[age]
        )
        found[total] = found.get(total, Fraction(0)) + Fraction(1, 6 ** len(strengths))
    return found


@pytest.mark.parametrize("age", ror.Age)
@pytest.mark.parametrize("count", range(6))
def test_odds_are_those_of_all_rolls(age: ror.Age, count: int) -> None:
    for talents in range(count + 1):
        expected = brute([(1, 1)] * talents + [(1, 0)] * (count - talents), age)
        odds = ror.follower_odds(count, age=age, talents=talents)
        assert {hits: chance for hits, chance in enumerate(odds) if chance} == expected
        for at_least in range(count + 2):
            assert ror.chance_of_followers(at_least, legions=count, age=age, talents=talents) == sum(
                chance for hits, chance in expected.items() if hits >= at_least
            )


@pytest.mark.parametrize("age", ror.Age)
def test_odds_of_strength_are_those_of_all_rolls(age: ror.Age) -> None:
    for ordinary, veterans in [(0, 2), (2, 0), (3, 2), (1, 3)]:
        for plain, old in product(range(ordinary + 1), range(veterans + 1)):
            spent = [(1, 1)] * plain + [(1, 0)] * (ordinary - plain) + [(2, 1)] * old + [(2, 0)] * (veterans - old)
            expected = brute(spent, age)
            for at_least in range(ordinary + 2 * veterans + 2):
                assert ror.chance_of_strength(
                    at_least, ordinary=ordinary, veterans=veterans, age=age, on_ordinary=plain, on_veterans=old
                ) == sum(chance for strength, chance in expected.items() if strength >= at_least)


@pytest.mark.parametrize("talents", [0, 7, 40])
def test_two_dice_libraries_agree(talents: int) -> None:
    plain, bought = icepool.d(6) >= 4, icepool.d(6) + 1 >= 4
    pool = (40 - talents) @ plain + talents @ bought
    odds = ror.follower_odds(40, age=ror.Age.MIDDLE, talents=talents)
    assert [Fraction(pool.quantity("==", hits), pool.denominator()) for hits in range(41)] == list(odds)
    histograms = [dyce.H(6).ge(4)] * (40 - talents) + [(dyce.H(6) + 1).ge(4)] * talents
    total = reduce(operator.add, histograms)
    assert [Fraction(total[hits], total.total) for hits in range(41)] == list(odds)


@given(st.integers(0, 200), ages, st.data())
def test_odds_of_many_legions_add_up_to_one(count: int, age: ror.Age, data: st.DataObject) -> None:
    talents = data.draw(st.integers(0, count))
    odds = ror.follower_odds(count, age=age, talents=talents)
    assert (len(odds), sum(odds)) == (count + 1, 1)
    at_least = data.draw(st.integers(0, count + 1))
    assert ror.chance_of_followers(at_least, legions=count, age=age, talents=talents) == sum(odds[at_least:])
    assert ror.chance_of_strength(at_least, ordinary=count, veterans=0, age=age, on_ordinary=talents) == sum(
        odds[at_least:]
    )


@given(st.integers(0, 9), st.integers(0, 10), ages, st.fractions(0, 1, max_denominator=60))
def test_the_fewest_talents_are_the_first_that_suffice(
    count: int, at_least: int, age: ror.Age, chance: Fraction
) -> None:
    enough = [
        talents
        for talents in range(count + 1)
        if ror.chance_of_followers(at_least, legions=count, age=age, talents=talents) >= chance
    ]
    assert ror.talents_needed(at_least, legions=count, age=age, chance=chance) == (enough[0] if enough else None)


@given(st.integers(0, 4), st.integers(0, 3), st.integers(0, 11), ages, st.fractions(0, 1, max_denominator=60))
def test_the_cheapest_way_is_the_best_of_all(
    ordinary: int, veterans: int, at_least: int, age: ror.Age, chance: Fraction
) -> None:
    ways = {
        (plain, old): ror.chance_of_strength(
            at_least, ordinary=ordinary, veterans=veterans, age=age, on_ordinary=plain, on_veterans=old
        )
        for plain in range(ordinary + 1)
        for old in range(veterans + 1)
    }
    enough = [(sum(way), -odds) for way, odds in ways.items() if odds >= chance]
    found = ror.cheapest_way(at_least, ordinary=ordinary, veterans=veterans, age=age, chance=chance)
    if not enough:
        assert found is None
    else:
        assert found is not None
        assert (found.talents, -found.chance) == min(enough)
        assert ways[found.on_ordinary, found.on_veterans] == found.chance


@given(st.integers(0, 7), st.data())
def test_the_pictures_show_the_odds(count: int, data: st.DataObject) -> None:
    talents, at_least = data.draw(st.integers(0, count)), data.draw(st.integers(0, count))
    picture = ror.odds_by_age(count, talents=talents)
    bought = ror.odds_by_talents(at_least, legions=count)
    for age in ror.Age:
        odds = ror.follower_odds(count, age=age, talents=talents)
        assert [picture[hits][str(age)] for hits in range(count + 1)] == list(odds)
        assert bought[talents][str(age)] == sum(odds[at_least:])


def test_money_for_two_hundred_legions() -> None:
    age, chance = ror.Age.EARLY, Fraction(9, 10)
    fewest = ror.talents_needed(80, legions=200, age=age, chance=chance)
    assert fewest is not None
    assert ror.chance_of_followers(80, legions=200, age=age, talents=fewest) >= chance
    assert ror.chance_of_followers(80, legions=200, age=age, talents=fewest - 1) < chance


@given(st.lists(legions, max_size=8), ages, st.data())
def test_every_legion_follows_or_refuses(army: list[ror.Legion], age: ror.Age, data: st.DataObject) -> None:
    cornelius = ror.Senator("Cornelius", talents=10)
    asked = [legion for legion in army if ror.must_be_rolled_for(legion, commander=cornelius)]
    dice = data.draw(st.tuples(*[st.none() | st.integers(1, 6) for _ in asked]))
    talents = data.draw(st.tuples(*[st.integers(0, 1) for _ in asked]))
    rolls = ror.roll_for_loyalty(ror.Army(cornelius, ror.Force(tuple(army))), age=age, dice=dice, talents=talents)
    assert sorted(rolls.following + rolls.refusing) == sorted(army)
    assert rolls.paid == sum(talents)
    number = ror.loyalty_number(age)
    willing = [die is not None and die + talent >= number for die, talent in zip(dice, talents, strict=True)]
    assert len(rolls.following) == len(army) - len(asked) + sum(willing)
    assert all(legion.allegiance != "Cornelius" for legion in rolls.refusing)


@pytest.mark.parametrize(
    ("given_", "field", "rule"),
    [
        ({"dice": (3,)}, "dice", "ROR 1.11.31a"),
        ({"dice": (3, 0)}, "die", "ROR 1.11.31a"),
        ({"dice": (3, 7)}, "die", "ROR 1.11.31a"),
        ({"dice": (3, True)}, "die", "ROR 1.11.31a"),
        ({"talents": (2, 0)}, "talents", "ROR 1.11.31h"),
        ({"talents": (-1, 0)}, "talents", "ROR 1.11.31f"),
        ({"talents": (True, 0)}, "talents", "ROR 1.11.31f"),
        ({"talents": (1,)}, "talents", "ROR 1.11.31h"),
        ({"talents": (1, 1)}, "talents", "ROR 1.11.31f"),
        ({"talents": (1, 1), "from_deputy": 1}, "from_deputy", "ROR 1.11.31f"),
        ({"talents": (1, 0), "from_deputy": 2, "deputy_consents": True}, "from_deputy", "ROR 1.11.31f"),
        ({"talents": (1, 1), "from_deputy": 2, "deputy_consents": True}, "from_deputy", "ROR 1.11.31f"),
    ],
)
def test_impossible_rolls(given_: dict[str, object], field: str, rule: str) -> None:
    army = ror.Army(
        ror.Senator("Furius", talents=1), ror.Force(ror.legions(2)), master_of_horse=ror.Senator("Junius", talents=1)
    )
    with pytest.raises(ImpossibleSituation) as error:
        ror.roll_for_loyalty(army, age=ror.Age.EARLY, **given_)  # type: ignore[arg-type]
    assert (error.value.field, str(error.value.rule)) == (field, rule)


def test_impossible_questions() -> None:
    with pytest.raises(ImpossibleSituation, match="chance is Fraction"):
        ror.talents_needed(1, legions=1, age=ror.Age.EARLY, chance=Fraction(2))
    with pytest.raises(ImpossibleSituation, match=r"chance is 0\.5, expected a fraction"):
        ror.talents_needed(1, legions=1, age=ror.Age.EARLY, chance=0.5)  # type: ignore[arg-type]
    with pytest.raises(ImpossibleSituation, match="legions is -1"):
        ror.follower_odds(-1, age=ror.Age.EARLY)
    with pytest.raises(ImpossibleSituation, match="on_veterans is 2"):
        ror.chance_of_strength(1, ordinary=2, veterans=1, age=ror.Age.EARLY, on_veterans=2)
    with pytest.raises(ImpossibleSituation, match="age is 'Early'"):
        ror.loyalty_number("Early")  # type: ignore[arg-type]


@given(st.integers(0, 6), st.integers(0, 4), st.integers(0, 3), st.sampled_from(ror.Age), st.data())
def test_no_other_use_of_the_talents_is_better(
    at_least: int, ordinary: int, veterans: int, age: ror.Age, data: st.DataObject
) -> None:
    talents = data.draw(st.integers(0, ordinary + veterans))
    best = ror.best_spending(talents, at_least=at_least, ordinary=ordinary, veterans=veterans, age=age)
    chances = [
        ror.chance_of_strength(
            at_least, ordinary=ordinary, veterans=veterans, age=age, on_ordinary=talents - old, on_veterans=old
        )
        for old in range(veterans + 1)
        if 0 <= talents - old <= ordinary
    ]
    assert best.talents == talents
    assert best.chance == max(chances)
    with pytest.raises(ImpossibleSituation, match="at most 1 for each"):
        ror.best_spending(ordinary + veterans + 1, at_least=1, ordinary=ordinary, veterans=veterans, age=age)


@pytest.mark.parametrize("age", ror.Age)
def test_what_is_told_of_an_age_is_its_number(age: ror.Age) -> None:
    number, talents = ror.loyalty_told(age)
    assert number.text == f"in the {age} a legion follows on {ror.loyalty_number(age)} or more"
    assert number.rule == ror.follows(6, age=age).because[0].rule
    assert talents.rule == "ROR 1.11.31h"
