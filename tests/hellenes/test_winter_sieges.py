"""Winter sieges: which may be fought, in which order, and what attrition and storms leave."""

from __future__ import annotations

import dataclasses
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import hellenes as hel

ATHENS, SPARTA, FOOT = hel.Side.ATHENS, hel.Side.SPARTA, hel.Kind.FOOT
FALL, WINTER = hel.Date(431, hel.Season.FALL), hel.Date(431)
seasons = st.sampled_from(hel.Season)


def besieged(*inside: int, since: hel.Date = FALL, now: hel.Date = WINTER, garrison: int = 1) -> hel.Position:
    """Plataea with units of the given steps inside, besieged by a Spartan and a Tegean army."""
    units = [hel.Unit(f"block {n}", ATHENS, FOOT, "Plataea", steps=steps) for n, steps in enumerate(inside)]
    return hel.Position(
        now=now,
        areas=hel.areas("Boeotia, Chalcidice"),
        cities=(
            hel.City("Plataea", 3, "Boeotia", ATHENS, garrison=garrison),
            hel.City("Potidaea", 1, "Chalcidice", SPARTA),
        ),
        units=(
            hel.Unit("Spartan army", SPARTA, FOOT, "Boeotia", steps=3, supplied=True),
            hel.Unit("Tegean army", SPARTA, FOOT, "Boeotia", supplied=True),
            hel.Unit("Attic army", ATHENS, FOOT, "Chalcidice", supplied=True),
            *units,
        ),
        sieges=(hel.Siege("Potidaea", ATHENS, since), hel.Siege("Plataea", SPARTA, since)),
    )


@given(st.integers(429, 433), seasons, st.integers(429, 433), seasons)
def test_a_siege_battle_needs_an_older_siege(year: int, season: hel.Season, now: int, today: hel.Season) -> None:
    since, date = hel.Date(year, season), hel.Date(now, today)
    if date.before(since):
        return
    position = besieged(since=since, now=date)
    assert bool(hel.may_fight_siege(position, SPARTA, "Plataea")) == (since != date)
    assert hel.siege_options(position, SPARTA, "Plataea") == (tuple(hel.SiegeMethod) if since != date else ())
    assert len(hel.siege_order(position, SPARTA)) == (2 if since != date else 0)


@pytest.mark.parametrize(("player", "city"), list(product(hel.Side, ["Plataea", "Potidaea"])))
def test_only_the_besieger_fights_his_siege(player: hel.Side, city: str) -> None:
    ruling = hel.may_fight_siege(besieged(), player, city)
    assert bool(ruling) == ((player, city) in [(SPARTA, "Plataea"), (ATHENS, "Potidaea")])
    assert ruling.rules == (("HEL 9.4d",) if ruling else ("HEL 9.4b",))


@pytest.mark.parametrize("first", hel.Side)
def test_the_first_player_comes_first(first: hel.Side) -> None:
    assert [siege.by for siege in hel.siege_order(besieged(), first)] == [first, first.enemy]
    dice = [hel.Attrition("Plataea", (6,)), hel.Attrition("Potidaea", (6,))]
    after = hel.siege_battles(besieged(), first=first, choices=dice)
    assert [step.text.split()[0] for step in after.steps] == [str(first), str(first.enemy)]


@given(st.lists(st.sampled_from(["a", "b", "c"])), st.sampled_from(["a", "b", "c"]))
def test_nobody_is_activated_twice(activated: list[str], unit: str) -> None:
    assert bool(hel.may_be_activated(unit, activated=activated)) == (unit not in activated)


@given(st.lists(st.integers(1, 4), max_size=4), st.booleans(), st.data())
def test_attrition_takes_its_steps_and_no_more(sizes: list[int], garrison: bool, data: st.DataObject) -> None:
    position = besieged(*sizes, garrison=int(garrison))
    blocks = hel.besieged_blocks(position, "Plataea")
    assert sorted(block.steps for block in blocks) == sorted([*sizes, *([1] if garrison else [])])
    if not blocks:
        with pytest.raises(ImpossibleSituation, match="nobody is left in Plataea"):
            hel.siege_battles(position, first=SPARTA, choices=[hel.Attrition("Plataea", ())])
        return
    dice = tuple(data.draw(st.integers(1, 6)) for _ in blocks)
    hits = sum(die <= 3 for die in dice)
    try:
        after = hel.siege_battles(position, first=SPARTA, choices=[hel.Attrition("Plataea", dice)])
    except NotInThisText:
        return
    left = hel.besieged_blocks(after.position, "Plataea")
    assert sum(b.steps for b in left) == max(0, sum(b.steps for b in blocks) - hits)
    assert after.activated == ("Spartan army", "Tegean army")
    assert after.position.unit("Spartan army").steps == 3
    for unit in after.position.units:
        assert (unit.at == hel.LOST) == (unit.steps == 0)


def test_the_chosen_block_loses_the_step() -> None:
    choice = hel.Attrition("Plataea", (3, 4, 4), chosen=("block 1",))
    after = hel.siege_battles(besieged(2, 2), first=SPARTA, choices=[choice])
    assert [after.position.unit(f"block {n}").steps for n in (0, 1)] == [2, 1]
    assert [unit.full for unit in after.position.units_at("Plataea")] == [2, 2]


@pytest.mark.parametrize("second", [hel.Storm("Thebes", ("army",)), hel.Attrition("Thebes", (1,))])
def test_whoever_fell_before_one_city_does_not_besiege_another(second: hel.Storm | hel.Attrition) -> None:
    position = hel.Position.of("""
        land: Boeotia
        Plataea 1, Boeotia: Athens, besieged by Sparta since Fall 431
        Thebes 2, Boeotia: Athens, besieged by Sparta since Fall 431
        army: Sparta foot, Boeotia, supplied
    """)
    fell = hel.Storm("Plataea", ("army",), {"army": 1})
    with pytest.raises(ImpossibleSituation, match="the last besieger of Thebes has been eliminated before another"):
        hel.siege_battles(position, first=SPARTA, choices=[fell, second])


def test_a_dead_garrison_stays_dead_and_needs_no_die() -> None:
    hunger = hel.Attrition("Plataea", (1, 2), chosen=("garrison",))
    after = hel.siege_battles(besieged(2), first=SPARTA, choices=[hunger])
    assert [block.steps for block in hel.besieged_blocks(after.position, "Plataea")] == [1]
    alone = hel.siege_battles(besieged(), first=SPARTA, choices=[hel.Attrition("Plataea", (3,))])
    assert hel.garrison_of(alone.position.city("Plataea")) == 0
    assert alone.position.city("Plataea").controller is ATHENS
    assert hel.besieged_blocks(alone.position, "Plataea") == ()


def test_a_storm_is_told_and_written_down() -> None:
    losses = {"Spartan army": 2, "block 0": 2, "garrison": 1}
    storm = hel.Storm("Plataea", ("Spartan army",), losses)
    after = hel.siege_battles(besieged(2), first=SPARTA, choices=[storm])
    assert after.position.unit("Spartan army").steps == 1
    assert after.position.unit("block 0").at == hel.LOST
    assert hel.garrison_of(after.position.city("Plataea")) == 0
    assert after.activated == ("Spartan army",)
    assert [str(step) for step in after.steps] == [
        "Sparta storms Plataea with the Spartan army [HEL 9.4e]",
        "the Spartan army loses 2 steps [HEL 8g]",
        "block 0 loses 2 steps and is eliminated [HEL 8g]",
        "the garrison of Plataea loses 1 step and is eliminated [HEL 8g]",
    ]


def test_who_is_not_named_and_who_lost_nothing_keeps_every_step() -> None:
    storm = hel.Storm("Plataea", ("Spartan army", "Tegean army"), {"Spartan army": 0})
    after = hel.siege_battles(besieged(2), first=SPARTA, choices=[storm])
    assert [unit.steps for unit in after.position.units] == [unit.steps for unit in besieged(2).units]
    assert hel.garrison_of(after.position.city("Plataea")) == 1
    assert len(after.steps) == 1


def test_a_siege_whose_last_besieger_falls_in_a_storm_is_over() -> None:
    losses = {"Spartan army": 3, "Tegean army": 1}
    storm = hel.Storm("Plataea", ("Spartan army", "Tegean army"), losses)
    after = hel.siege_battles(besieged(), first=SPARTA, choices=[storm])
    assert [siege.city for siege in after.position.sieges] == ["Potidaea"]


@pytest.mark.parametrize(
    ("losses", "told"),
    [
        ({"Spartan army": 4}, "4, expected 0 to 3 steps of Spartan army"),
        ({"Spartan army": -1}, "-1, expected 0 to 3 steps of Spartan army"),
        ({"Spartan army": True}, "True, expected a whole number"),
        ({"garrison": 2}, "2, expected 0 to 1 steps of garrison"),
        ({"Attic army": 1}, "'Attic army', expected a block of this storm"),
        ({"Tegean army": 1}, "'Tegean army', expected a block of this storm"),
    ],
)
def test_a_storm_costs_only_steps_that_are_there(losses: dict[str, int], told: str) -> None:
    with pytest.raises(ImpossibleSituation, match=f"losses is {told}"):
        hel.siege_battles(besieged(2), first=SPARTA, choices=[hel.Storm("Plataea", ("Spartan army",), losses)])


@pytest.mark.parametrize("units", [(), ("Attic army",), ("block 0",), ("Spartan army", "Attic army")])
def test_only_besiegers_storm(units: tuple[str, ...]) -> None:
    with pytest.raises(ImpossibleSituation, match="units"):
        hel.siege_battles(besieged(2), first=SPARTA, choices=[hel.Storm("Plataea", units)])


def test_who_fought_before_does_not_fight_again() -> None:
    storm, hunger = hel.Storm("Plataea", ("Spartan army",)), hel.Attrition("Plataea", (6,))
    with pytest.raises(ImpossibleSituation, match=r"units.*\[HEL 9\.4a\]"):
        hel.siege_battles(besieged(), first=SPARTA, choices=[storm], activated=["Spartan army"])
    both = ["Spartan army", "Tegean army"]
    with pytest.raises(ImpossibleSituation, match=r"every besieger of Plataea was activated.*\[HEL 9\.4a\]"):
        hel.siege_battles(besieged(), first=SPARTA, choices=[hunger], activated=both)
    after = hel.siege_battles(besieged(), first=SPARTA, choices=[hunger], activated=["Spartan army"])
    assert after.activated == ("Tegean army",)


def test_a_choice_needs_an_established_siege_of_this_winter() -> None:
    hunger = hel.Attrition("Plataea", (6,))
    with pytest.raises(
        ImpossibleSituation, match="choices is 'Plataea', but the siege of Plataea is only being established"
    ):
        hel.siege_battles(besieged(since=WINTER), first=SPARTA, choices=[hunger])
    with pytest.raises(ImpossibleSituation, match="season"):
        hel.siege_battles(besieged(now=hel.Date(430, hel.Season.FALL)), first=SPARTA)
    with pytest.raises(ImpossibleSituation, match="each name once"):
        hel.siege_battles(besieged(), first=SPARTA, choices=[hunger, hunger])
    no_siege = hel.Position(areas=hel.areas("Boeotia"), cities=(hel.City("Plataea", 1, "Boeotia", ATHENS),))
    with pytest.raises(ImpossibleSituation, match="a besieged city"):
        hel.siege_battles(no_siege, first=SPARTA, choices=[hunger])


def test_a_besieger_may_do_nothing() -> None:
    after = hel.siege_battles(besieged(2), first=SPARTA)
    assert (after.position, after.steps, after.activated) == (besieged(2), (), ())


def test_one_die_and_one_hit_are_told_in_the_singular() -> None:
    one = hel.siege_battles(besieged(), first=SPARTA, choices=[hel.Attrition("Plataea", (3,))])
    assert str(one.steps[0]) == "Sparta starves Plataea: 1 die, 1 hit [HEL 8d]"


@pytest.mark.parametrize(
    ("thing", "field"),
    [(hel.Attrition("Plataea", ()), "dice"), (hel.Storm("Plataea", ()), "units"), (hel.Sieges(besieged()), "steps")],
)
def test_values_do_not_change(thing: object, field: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(thing, field, ())
