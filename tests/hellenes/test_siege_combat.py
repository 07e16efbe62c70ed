"""Siege combat: established sieges, attrition against brute force, storm rounds step by step."""

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import hellenes as hel

ATTACKS, DEFENDS = hel.Role.ATTACKER, hel.Role.DEFENDER
seasons = st.sampled_from(hel.Season)
dates = st.builds(hel.Date, st.integers(425, 431), seasons)
faces = st.integers(1, 6)
garrisons = st.lists(st.integers(1, 4), min_size=1, max_size=5)


def inside(sizes: list[int]) -> list[hel.WalledBlock]:
    return [hel.WalledBlock(f"block {number}", size) for number, size in enumerate(sizes)]


def spartans(agility: hel.Agility = hel.Agility.B, rating: int = 3, steps: int = 3) -> hel.Fighter:
    return hel.Fighter("Spartans", agility, rating, steps, ATTACKS)


def garrison(steps: int = 1) -> hel.Fighter:
    return hel.Fighter("garrison", hel.Agility.C, 1, steps, DEFENDS)


@given(dates, dates)
def test_a_siege_is_established_if_it_began_in_an_earlier_season(since: hel.Date, now: hel.Date) -> None:
    siege = hel.Siege("Plataea", hel.Side.SPARTA, since)
    if (-now.year, now.season.number) < (-since.year, since.season.number):
        with pytest.raises(ImpossibleSituation, match="since"):
            hel.is_established(siege, now=now)
    else:
        assert bool(hel.is_established(siege, now=now)) == (since != now)


@given(st.booleans(), st.booleans())
def test_double_defense_needs_walls_and_staying_behind_them(fortified: bool, sorties: bool) -> None:
    assert bool(hel.has_double_defense(fortified=fortified, sorties=sorties)) == (fortified and not sorties)


@given(st.sampled_from(hel.Agility), st.integers(1, 3), st.integers(1, 4))
def test_behind_walls_every_block_is_a2(agility: hel.Agility, rating: int, steps: int) -> None:
    block = hel.behind_walls(hel.Fighter("hoplites", agility, rating, steps, DEFENDS))
    assert (block.agility, block.rating, block.steps) == (hel.Agility.A, 2, steps)
    with pytest.raises(ImpossibleSituation, match="role"):
        hel.behind_walls(hel.Fighter("hoplites", agility, rating, steps, ATTACKS))


@given(st.lists(faces, min_size=1, max_size=8), seasons)
def test_attrition_counts_the_dice_that_hit(dice: list[int], season: hel.Season) -> None:
    limit = 3 if season is hel.Season.WINTER else 1
    assert hel.attrition_steps(dice, blocks=len(dice), season=season) == sum(die <= limit for die in dice)


def test_the_published_vector() -> None:
    assert hel.attrition_steps((1, 3, 4, 6), blocks=4, season=hel.Season.WINTER) == 2
    assert hel.attrition_steps((1, 3, 4, 6), blocks=4, season=hel.Season.EARLY_SUMMER) == 1


@pytest.mark.parametrize("blocks", range(1, 5))
@pytest.mark.parametrize("season", hel.Season)
def test_the_odds_are_those_of_all_rolls(blocks: int, season: hel.Season) -> None:
    rolls = list(product(range(1, 7), repeat=blocks))
    for steps in range(blocks + 2):
        good = sum(hel.attrition_steps(roll, blocks=blocks, season=season) >= steps for roll in rolls)
        assert hel.chance_of_attrition(steps, blocks=blocks, season=season) == Fraction(good, len(rolls))


@given(st.integers(1, 6))
def test_the_plot_shows_the_odds_of_each_number_of_blocks(most: int) -> None:
    odds = hel.attrition_odds(most)
    assert list(odds) == list(range(1, most + 1))
    for blocks, series in odds.items():
        spared = {"Spring to Fall": Fraction(5, 6) ** blocks, "Winter": Fraction(1, 2) ** blocks}
        assert series == {name: 1 - chance for name, chance in spared.items()}


@pytest.mark.parametrize("most", [0, True, 1.0])
def test_a_plot_needs_a_block(most: int) -> None:
    with pytest.raises(ImpossibleSituation, match="blocks"):
        hel.attrition_odds(most)


def one_by_one(sizes: tuple[int, ...], steps: int) -> set[tuple[int, ...]]:
    """The oracle: every way in which the steps can come off, one after the other, each off a largest block."""
    ways = {sizes}
    for _ in range(min(steps, sum(sizes))):
        ways = {(*way[:n], size - 1, *way[n + 1 :]) for way in ways for n, size in enumerate(way) if size == max(way)}
    return ways


@given(garrisons, st.integers(0, 20))
def test_attrition_comes_off_the_largest_block(sizes: list[int], steps: int) -> None:
    ways = one_by_one(tuple(sizes), steps)
    if len(ways) > 1:
        with pytest.raises(NotInThisText):
            hel.take_attrition(inside(sizes), steps)
    else:
        after = hel.take_attrition(inside(sizes), steps)
        assert {tuple(block.steps for block in after)} == ways
        assert [block.name for block in after] == [block.name for block in inside(sizes)]


@given(garrisons, st.integers(0, 20))
def test_a_choice_reaches_every_way_and_no_other(sizes: list[int], steps: int) -> None:
    ways = one_by_one(tuple(sizes), steps)
    names = [block.name for block in inside(sizes)]
    for way in ways:
        low = min((size for size, start in zip(way, sizes, strict=True) if size < start), default=0)
        chosen = [name for name, size, start in zip(names, way, sizes, strict=True) if size == low < start]
        after = hel.take_attrition(inside(sizes), steps, chosen=chosen if len(ways) > 1 else ())
        assert tuple(block.steps for block in after) == way


@pytest.mark.parametrize(
    "chosen", [("block 0",), ("block 0", "block 0"), ("block 0", "block 3"), ("nobody", "block 1")]
)
def test_the_chosen_blocks_are_as_many_of_the_largest_as_lose_a_step(chosen: tuple[str, ...]) -> None:
    with pytest.raises(ImpossibleSituation, match="chosen"):
        hel.take_attrition(inside([2, 2, 2, 1]), 2, chosen=chosen)


def test_walls_do_not_help_against_attrition() -> None:
    (block,) = hel.take_attrition([hel.WalledBlock("garrison", 1)], 1)
    assert block.steps == 0


def test_a_storm_can_cost_the_besieger_units_and_attrition_cannot() -> None:
    assert hel.can_lose_units(hel.SiegeMethod.STORM)
    assert not hel.can_lose_units(hel.SiegeMethod.ATTRITION)


@given(st.data())
def test_a_storm_round_is_its_shots(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    walls = [hel.Fighter(f"wall {n}", hel.Agility.B, 1, size, DEFENDS) for n, size in enumerate(sizes)]
    outside = {"Spartans": 4}
    shootings = []
    for wall in walls:
        if not outside["Spartans"]:
            break
        dice = tuple(data.draw(faces) for _ in range(wall.steps))
        hits = sum(die <= 2 for die in dice)
        shootings.append(hel.Shooting(wall.name, dice, ("Spartans",) * hits))
        outside["Spartans"] = max(0, outside["Spartans"] - hits)
    dice = tuple(data.draw(faces) for _ in range(outside["Spartans"]))
    targets = tuple(data.draw(st.sampled_from(walls)).name for die in dice if die <= 3)
    if dice:
        shootings.append(hel.Shooting("Spartans", dice, targets))
    after = hel.storm_round([spartans(steps=4)], walls, shootings)
    assert after.besiegers == outside
    assert after.besieged == {w.name: max(0, w.steps - Counter(targets)[w.name] // 2) for w in walls}
    assert after.routs == {s.by: sum(die >= (4 if s.by == "Spartans" else 5) for die in s.dice) for s in shootings}
    cancelled = [step for step in after.steps if step.rule == "HEL U2b"]
    assert len(cancelled) == sum(Counter(targets)[w.name] % 2 and after.besieged[w.name] > 0 for w in walls)


def test_the_dead_do_not_fire() -> None:
    killed = hel.Shooting("garrison", (1,), ("Spartans",))
    with pytest.raises(ImpossibleSituation, match="by is 'Spartans'"):
        hel.storm_round([spartans(steps=1)], [garrison()], [killed, hel.Shooting("Spartans", (6,))])


@pytest.mark.parametrize(
    ("shootings", "field"),
    [
        ([hel.Shooting("garrison", (1,))], "hits_on"),
        ([hel.Shooting("garrison", (6,), ("Spartans",))], "hits_on"),
        ([hel.Shooting("garrison", (1,), ("garrison",))], "hits_on"),
        ([hel.Shooting("garrison", (1,), ("Thebans",))], "hits_on"),
        ([hel.Shooting("garrison", (1, 2), ("Spartans",))], "dice"),
        ([hel.Shooting("garrison", (7,), ())], "dice"),
        ([hel.Shooting("Thebans", (1,))], "shootings"),
        ([hel.Shooting("garrison", (6,)), hel.Shooting("garrison", (6,))], "shootings"),
        ([hel.Shooting("Spartans", (5, 5, 5)), hel.Shooting("garrison", (6,))], "shootings"),
    ],
)
def test_an_impossible_shot_is_refused(shootings: list[hel.Shooting], field: str) -> None:
    with pytest.raises(ImpossibleSituation, match=f"^{field} is"):
        hel.storm_round([spartans()], [garrison()], shootings)


def test_a_storm_has_two_sides_and_names_each_block_once() -> None:
    with pytest.raises(ImpossibleSituation, match="role"):
        hel.storm_round([garrison()], [garrison()], [])
    with pytest.raises(ImpossibleSituation, match="role"):
        hel.storm_round([spartans()], [spartans()], [])
    with pytest.raises(ImpossibleSituation, match="blocks"):
        hel.storm_round([spartans(), spartans()], [garrison()], [])


@pytest.mark.parametrize("count", [-1, True, 1.0])
def test_counts_are_counts(count: int) -> None:
    winter = hel.Season.WINTER
    for ask in (
        lambda: hel.attrition_steps((), blocks=count, season=winter),
        lambda: hel.take_attrition(inside([1]), count),
        lambda: hel.chance_of_attrition(1, blocks=count, season=winter),
        lambda: hel.chance_of_attrition(count, blocks=1, season=winter),
    ):
        with pytest.raises(ImpossibleSituation):
            ask()


def test_attrition_needs_somebody_inside() -> None:
    with pytest.raises(ImpossibleSituation, match="blocks is 0"):
        hel.attrition_steps((), blocks=0, season=hel.Season.WINTER)


@pytest.mark.parametrize("dice", [(1,), (1, 2, 3), (0, 1), (7, 1)])
def test_attrition_needs_a_die_for_each_block(dice: tuple[int, ...]) -> None:
    with pytest.raises(ImpossibleSituation, match="dice"):
        hel.attrition_steps(dice, blocks=2, season=hel.Season.WINTER)
    with pytest.raises(ImpossibleSituation, match="die"):
        hel.attrition_takes_step(7, season=hel.Season.WINTER)


def test_a_season_is_one_of_the_five() -> None:
    with pytest.raises(ImpossibleSituation, match="season is 'Monsoon', expected Spring"):
        hel.attrition_takes_step(1, season="Monsoon")  # type: ignore[arg-type]


@pytest.mark.parametrize("method", hel.SiegeMethod)
def test_a_method_reads_back(method: hel.SiegeMethod) -> None:
    assert eval(repr(method), vars(hel).copy()) is method
    assert hel.SiegeMethod(str(method)) is method


@pytest.mark.parametrize(
    ("thing", "field"), [(hel.Shooting("garrison", (1,)), "dice"), (hel.StormRound({}, {}, {}, ()), "steps")]
)
def test_values_do_not_change(thing: object, field: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(thing, field, ())
