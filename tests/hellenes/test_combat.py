"""Combat rounds, hits and routs, against brute force."""

import dataclasses
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import hellenes as hel

ratings = st.integers(1, 3)
conditions = st.sampled_from(hel.Condition)
fighters = st.builds(
    hel.Fighter,
    st.text("abcXYZ '-", min_size=1).filter(str.strip),
    st.sampled_from(hel.Agility),
    ratings,
    st.integers(1, 4),
    st.sampled_from(hel.Role),
)


@pytest.mark.parametrize(("rating", "hits", "routs"), [(1, {1}, {6}), (2, {1, 2}, {5, 6}), (3, {1, 2, 3}, {4, 5, 6})])
def test_the_faces_of_each_rating(rating: int, hits: set[int], routs: set[int]) -> None:
    faces = {die: hel.shot(die, rating=rating) for die in range(1, 7)}
    assert {die for die, did in faces.items() if did is hel.Shot.HIT} == hits
    assert {die for die, did in faces.items() if did is hel.Shot.ROUT} == routs


@given(st.lists(fighters))
def test_every_block_fires_once_and_in_order(army: list[hel.Fighter]) -> None:
    order = [block for turn in hel.fire_order(army) for block in turn]
    assert sorted(map(repr, order)) == sorted(map(repr, army))
    keys = [(block.agility.value, block.role is hel.Role.ATTACKER) for block in order]
    assert keys == sorted(keys)


@given(st.lists(fighters))
def test_who_fires_together_shares_letter_and_side(army: list[hel.Fighter]) -> None:
    turns = hel.fire_order(army)
    assert len({(turn[0].agility, turn[0].role) for turn in turns}) == len(turns)
    assert all((block.agility, block.role) == (turn[0].agility, turn[0].role) for turn in turns for block in turn)


@given(fighters, fighters)
def test_firing_before_agrees_with_the_order_of_fire(one: hel.Fighter, other: hel.Fighter) -> None:
    turns = hel.fire_order([one, other])
    assert bool(hel.fires_before(one, other)) == (len(turns) == 2 and turns[0][0] is one)
    assert not (hel.fires_before(one, other) and hel.fires_before(other, one))


@given(fighters, st.data())
def test_a_volley_is_its_dice_one_by_one(block: hel.Fighter, data: st.DataObject) -> None:
    dice = data.draw(st.lists(st.integers(1, 6), min_size=block.steps, max_size=block.steps))
    done = hel.volley(block, dice)
    assert hel.dice_of(block) == block.steps
    assert done.hits == sum(die <= block.rating for die in dice)
    assert done.routs == sum(die > 6 - block.rating for die in dice)


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("rating", [1, 2, 3])
def test_the_odds_are_those_of_all_rolls(dice: int, rating: int) -> None:
    rolls = list(product(range(1, 7), repeat=dice))
    for hits in range(dice + 2):
        good = sum(sum(die <= rating for die in roll) >= hits for roll in rolls)
        assert hel.chance_of_hits(hits, dice=dice, rating=rating) == Fraction(good, len(rolls))


@given(st.lists(conditions, min_size=1), st.lists(conditions, min_size=1))
def test_panic_and_prestige(mine: list[hel.Condition], theirs: list[hel.Condition]) -> None:
    in_order, routed = hel.Condition.IN_ORDER, hel.Condition.ROUTED
    assert bool(hel.army_panics(mine)) == (in_order not in mine and routed in mine)
    if in_order in theirs:
        assert hel.prestige_for_victory(winner=mine, loser=theirs) == 0
    elif in_order in mine:
        assert hel.prestige_for_victory(winner=mine, loser=theirs) == 2
    else:
        with pytest.raises(NotInThisText):
            hel.prestige_for_victory(winner=mine, loser=theirs)


def test_panic_is_told_for_one_unit_and_for_many() -> None:
    order, fled = hel.Condition.IN_ORDER, hel.Condition.ROUTED
    assert str(hel.army_panics([order])) == "No. 1 unit is still in order [HEL 6.3.4a]."
    assert str(hel.army_panics([order, order])) == "No. 2 units are still in order [HEL 6.3.4a]."
    assert str(hel.army_panics([fled])).endswith("1 unit has fled [HEL 6.3.4a].")


@given(fighters)
def test_a_fighter_reads_back(block: hel.Fighter) -> None:
    assert eval(repr(block), vars(hel).copy()) == block


@pytest.mark.parametrize("condition", hel.Condition)
def test_a_condition_reads_back(condition: hel.Condition) -> None:
    assert eval(repr(condition), vars(hel).copy()) is condition
    assert hel.Condition(str(condition)) is condition


@pytest.mark.parametrize("rating", [0, 4, -1, True, 2.0])
def test_a_rating_outside_1_to_3_is_impossible(rating: int) -> None:
    with pytest.raises(ImpossibleSituation, match=r"rating is .*, expected 1 to 3 \[HEL 6b\]"):
        hel.shot(1, rating=rating)
    with pytest.raises(ImpossibleSituation, match="rating"):
        hel.Fighter("Thebans", hel.Agility.A, rating, 1, hel.Role.ATTACKER)


@pytest.mark.parametrize("steps", [0, -1, True, 1.0])
def test_a_block_without_steps_is_impossible(steps: int) -> None:
    with pytest.raises(ImpossibleSituation, match="steps"):
        hel.Fighter("Thebans", hel.Agility.A, 1, steps, hel.Role.ATTACKER)


@pytest.mark.parametrize("die", [0, 7, True, 1.0])
def test_a_die_shows_1_to_6(die: int) -> None:
    with pytest.raises(ImpossibleSituation, match="die"):
        hel.shot(die, rating=1)


@pytest.mark.parametrize("dice", [(1,), (1, 2, 3), (0, 1), (1, 7)])
def test_a_volley_needs_a_die_for_each_step(dice: tuple[int, ...]) -> None:
    block = hel.Fighter("Thebans", hel.Agility.A, 1, 2, hel.Role.ATTACKER)
    with pytest.raises(ImpossibleSituation, match="dice"):
        hel.volley(block, dice)


@pytest.mark.parametrize(("hits", "dice"), [(-1, 1), (1, -1), (True, 1), (1, 1.0)])
def test_odds_need_counts(hits: int, dice: int) -> None:
    with pytest.raises(ImpossibleSituation):
        hel.chance_of_hits(hits, dice=dice, rating=1)


def test_letters_sides_and_conditions_are_their_own_kind() -> None:
    with pytest.raises(ImpossibleSituation, match="agility is 'Z'"):
        hel.Fighter("Thebans", "Z", 1, 1, hel.Role.ATTACKER)  # type: ignore[arg-type]
    with pytest.raises(ImpossibleSituation, match="role is 'bystander'"):
        hel.Fighter("Thebans", hel.Agility.A, 1, 1, "bystander")  # type: ignore[arg-type]
    with pytest.raises(ImpossibleSituation, match="army"):
        hel.army_panics(["asleep"])  # type: ignore[list-item]
    with pytest.raises(ImpossibleSituation, match="army"):
        hel.army_panics([])


@pytest.mark.parametrize(
    ("thing", "field"),
    [(hel.Fighter("Thebans", hel.Agility.A, 1, 1, hel.Role.ATTACKER), "steps"), (hel.Volley(1, 0), "hits")],
)
def test_values_do_not_change(thing: object, field: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(thing, field, 2)
