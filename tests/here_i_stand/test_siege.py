"""Siege: counts on both sides of every boundary, assaults by brute force, and what cannot be."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, Ruling
from responsa import here_i_stand as his
from responsa.here_i_stand import siege

LAND = [name for name, space in his.BOARD.spaces.items() if space.kind is not his.Kind.SEA]


def test_the_constants_of_the_rules() -> None:
    assert (siege.ASSAULT_COST, siege.ASSAULTS_PER_IMPULSE, siege.LEAVE_COST) == (1, 1, 0)
    assert (siege.UNITS_PER_DIE, siege.UNITS_PER_DIE_UNDEFENDED) == (2, 1)
    assert (siege.DICE_PER_DEFENDER, siege.DEFENDING) == (1, 1)
    assert (siege.HITS_FROM, siege.UNITS_PER_HIT, siege.HITS_NEEDED, siege.ATTACKERS_NEEDED) == (5, 1, 1, 1)


# --- who besieges whom ---


@given(st.integers(0, 8), st.integers(0, 4), st.integers(0, 3), st.integers(0, 3))
def test_besiegers_must_outnumber(regulars: int, hired: int, inside: int, horse: int) -> None:
    besiegers = his.Stack.of(f"Hapsburg: {regulars} regulars, {hired} mercenaries, Ferdinand")
    garrison = his.Stack.of(f"Ottoman: {inside} regulars, {horse} cavalry, Suleiman")
    more = regulars + hired > inside + horse
    if inside + horse > 4:
        with pytest.raises(ImpossibleSituation) as error:
            his.Siege("Vienna", besiegers, inside=garrison)
        assert (error.value.field, str(error.value.rule)) == ("inside", "HIS 13.4d")
        return
    ruling = his.is_siege(besiegers=besiegers.units, inside=garrison.units)
    assert (bool(ruling), ruling.rules) == (more, ("HIS 15a" if more else "HIS 15.3a",))
    if more:
        assert his.Siege("Vienna", besiegers, inside=garrison).besiegers == besiegers
        return
    with pytest.raises(ImpossibleSituation) as error:
        his.Siege("Vienna", besiegers, inside=garrison)
    assert (error.value.field, str(error.value.rule)) == ("besiegers", "HIS 15a")


def test_a_siege_round_trips() -> None:
    found = his.Siege("Vienna", his.Stack.of("Ottoman: 3 regulars"), his.Stack.of("Hapsburg: 2 regulars"))
    assert eval(repr(found), {"Siege": his.Siege, "Stack": his.Stack}) == found
    assert str(found) == "3 before the walls of Vienna and 2 behind them"


@pytest.mark.parametrize(("besiegers", "inside"), [(-1, 0), (1, -1), (6, 5), (True, 0), (2.0, 1)])
def test_sieges_that_cannot_be(besiegers: int, inside: int) -> None:
    with pytest.raises(ImpossibleSituation):
        his.is_siege(besiegers=besiegers, inside=inside)


@pytest.mark.parametrize("deed", list(his.Deed))
def test_besieged_land_units_do_nothing_by_themselves(deed: his.Deed) -> None:
    assert not his.besieged_may(deed)
    assert eval(repr(deed), {"Deed": his.Deed}) is deed
    ships = his.besieged_may(deed, naval=True)
    assert bool(ships) == (deed is not his.Deed.AVOID_BATTLE)
    assert ships.rules == {his.Deed.MOVE: ("HIS 15b",), his.Deed.AVOID_BATTLE: ("HIS 15e",)}.get(deed, ("HIS 15d",))


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 4), st.booleans(), st.booleans(), st.booleans())
def test_each_besieger_as_if_alone(
    french: int, ottoman: int, inside: int, allied: bool, first: bool, second: bool
) -> None:
    besiegers = his.Stack.of(f"France: {french} regulars; Ottoman: {ottoman} regulars")
    pacts = [
        pact
        for pact, holds in (
            ("France with Ottoman", allied),
            ("France against Hapsburg", first),
            ("Ottoman against Hapsburg", second),
        )
        if holds
    ]
    ties = his.Relations.of(", ".join(pacts))
    if not besiegers.units:
        with pytest.raises(ImpossibleSituation):
            his.may_besiege_together(besiegers, inside=inside, controller=his.Power.HAPSBURG, relations=ties)
        return
    expected = all([allied or not (french and ottoman), *alone(french, first, inside), *alone(ottoman, second, inside)])
    ruling = his.may_besiege_together(besiegers, inside=inside, controller=his.Power.HAPSBURG, relations=ties)
    assert bool(ruling) == expected


def test_a_minor_power_counts_with_its_major_power() -> None:
    ties = his.Relations.of("France against Hapsburg, Genoa for France")
    for genoese, enough in ((0, False), (1, True)):
        besiegers = his.Stack.of(f"France: 3 regulars; Genoa: {genoese} regulars")
        ruling = his.may_besiege_together(besiegers, inside=3, controller=his.Power.HAPSBURG, relations=ties)
        assert bool(ruling) is enough


def alone(units: int, at_war: bool, inside: int) -> list[bool]:
    return [at_war, units > inside] if units else []


# --- assaults ---


def belgrade(cp: int = 1, begun: bool = False, **more: object) -> his.Position:
    return his.Position.of(
        "Ottoman",
        cp=cp,
        relations="Ottoman against Hungary",
        stacks={"Belgrade": "Ottoman: 6 regulars, Suleiman"},
        inside={"Belgrade": "Hungary: 2 regulars"},
        sieges_begun=["Belgrade"] if begun else [],
        **more,  # type: ignore[arg-type]
    )


@given(st.integers(0, 3), st.booleans(), st.booleans(), st.integers(0, 2), st.booleans(), *[st.integers(0, 3)] * 3)
def test_all_conditions_of_an_assault(
    cp: int, begun: bool, roxelana: bool, before: int, road: bool, sea: int, port: int, own: int
) -> None:
    position = belgrade(cp, begun, unrest=[] if road else ["Nezh", "Nicopolis"])
    ruling = his.may_assault(
        position,
        "Belgrade",
        assaults_before=before,
        roxelana=roxelana,
        enemy_squadrons_at_sea=sea,
        squadrons_in_port=port,
        own_squadrons_at_sea=own,
    )
    first = [cp >= 1 or roxelana, not begun or roxelana, before == 0]
    second = [road, sea == 0, port == 0 or own > port]
    assert bool(ruling) == all(first + second)
    if not ruling:
        broken = ["HIS 15.1a"] * first.count(False) + ["HIS 15.1b"] * second.count(False)
        assert list(ruling.rules) == broken


def test_only_a_besieger_assaults() -> None:
    free = his.Position.of("Ottoman", relations="Ottoman against Hungary")
    assert his.may_assault(free, "Belgrade").rules[0] == "HIS 15.1a"
    ties = his.Relations.of("Ottoman against Hungary, France with Ottoman")
    ally = belgrade().but(active=his.Power.FRANCE, relations=ties)
    assert str(his.may_assault(ally, "Belgrade")).startswith("No. France does not besiege Belgrade [HIS 15.1a]")


def test_an_empty_space_under_siege_may_be_assaulted() -> None:
    empty = belgrade().but(inside=(), sieges=("Belgrade",))
    assert his.may_assault(empty, "Belgrade")
    assert not his.may_assault(empty.but(sieges=()), "Belgrade")


@pytest.mark.parametrize(
    "field", ["assaults_before", "enemy_squadrons_at_sea", "squadrons_in_port", "own_squadrons_at_sea"]
)
def test_ships_and_assaults_are_counted(field: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.may_assault(belgrade(), "Belgrade", **{field: -1})  # type: ignore[arg-type]
    assert error.value.field == field


@given(st.integers(0, 9), st.integers(0, 3), st.booleans(), st.integers(0, 3), st.integers(0, 2), st.booleans())
def test_dice_of_an_assault(foot: int, horse: int, led: bool, inside: int, mounted: int, ferdinand: bool) -> None:
    assaulters = his.Stack.of(f"Ottoman: {foot} regulars, {horse} cavalry" + (", Suleiman" if led else ""))
    leader = ", Ferdinand" if ferdinand else ""
    garrison = his.Stack.of(f"Hapsburg: {inside} regulars{leader}")
    per_unit = (foot + 1) // 2 if inside else foot
    assert his.assault_dice(assaulters, garrison) == per_unit + 2 * led
    assert his.defence_dice(garrison) == inside + 1 + ferdinand
    sipahis = his.Stack.of(f"Ottoman: {inside} regulars, {mounted} cavalry")
    besiegers = his.Stack.of(f"Hapsburg: {foot} regulars")
    assert his.defence_dice(sipahis) == inside + 1
    assert his.assault_dice(besiegers, sipahis) == ((foot + 1) // 2 if inside + mounted else foot)


@pytest.mark.parametrize(
    ("attackers", "dice", "defenders", "walls"), list(product((1, 2, 3), (1, 2, 3), (0, 1, 2), (1, 2, 3)))
)
def test_the_odds_of_an_assault_by_counting_every_roll(attackers: int, dice: int, defenders: int, walls: int) -> None:
    good = 0
    for ours in product(range(1, 7), repeat=dice):
        for theirs in product(range(1, 7), repeat=walls):
            a, d = sum(x >= 5 for x in ours), sum(x >= 5 for x in theirs)
            good += a >= 1 and a >= defenders and d < attackers
    chance = his.chance_of_assault(attackers=attackers, attacker_dice=dice, defenders=defenders, defender_dice=walls)
    assert chance == Fraction(good, 6 ** (dice + walls))


@given(st.integers(1, 12), st.integers(0, 12), st.integers(0, 4), st.integers(0, 6))
def test_icepool_agrees_on_assaults(attackers: int, dice: int, defenders: int, walls: int) -> None:
    die = icepool.d6 >= 5
    taken = (dice @ die >= max(1, defenders)).probability(True)
    alive = (walls @ die < attackers).probability(True)
    chance = his.chance_of_assault(attackers=attackers, attacker_dice=dice, defenders=defenders, defender_dice=walls)
    assert chance == taken * alive


@pytest.mark.parametrize(
    ("attackers", "dice", "defenders", "walls", "field"),
    [
        (0, 1, 1, 1, "attackers"),
        (1, -1, 1, 1, "attacker_dice"),
        (1, 1, -1, 1, "defenders"),
        (1, 1, 1, -1, "defender_dice"),
    ],
)
def test_assaults_that_cannot_be(attackers: int, dice: int, defenders: int, walls: int, field: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.chance_of_assault(attackers=attackers, attacker_dice=dice, defenders=defenders, defender_dice=walls)
    assert error.value.field == field


@given(st.integers(1, 5), st.integers(0, 4), st.booleans(), st.randoms(use_true_random=False))
def test_a_whole_assault(attackers: int, defenders: int, led: bool, chance: object) -> None:
    assaulters = his.Stack.of(f"Ottoman: {attackers} regulars, X (0/5)")
    inside = his.Stack.of(f"Hapsburg: {defenders} regulars" + (", Ferdinand" if led else ""))
    count = (attackers + 1) // 2 if defenders else attackers, defenders + 1 + led
    rolls = [tuple(chance.randint(1, 6) for _ in range(n)) for n in count]  # type: ignore[attr-defined]
    assault = his.assault(assaulters, inside, attacker_rolls=rolls[0], defender_rolls=rolls[1])
    a, d = (sum(die >= 5 for die in dice) for dice in rolls)
    assert (assault.attackers_lost, assault.defenders_lost) == (min(d, attackers), min(a, defenders))
    assert assault.succeeded == (a >= 1 and a >= defenders and d < attackers)
    assert assault.captured == (inside.only_leaders if assault.succeeded else his.NOTHING)
    if not assault.succeeded:
        assert any("the assault fails" in step.text for step in assault.steps)


def test_an_assault_is_told_in_good_english() -> None:
    four, one, two = (
        his.Stack.of(text) for text in ("Ottoman: 4 regulars", "Hapsburg: 1 regular", "Hapsburg: 2 regulars")
    )
    said = str(his.assault(four, two, attacker_rolls=(6, 1), defender_rolls=(1, 1, 5))).splitlines()
    assert said[0] == "The attackers roll 2 dice: 1 hit [HIS 15.1c]."
    assert said[3] == "The assault fails: 1 land unit still defends the walls [HIS 15.1e]."
    said = str(his.assault(four, two, attacker_rolls=(2, 1), defender_rolls=(1, 1, 5))).splitlines()
    assert said[0] == "The attackers roll 2 dice: no hits [HIS 15.1c]."
    assert said[4] == "The assault fails: 2 land units still defend the walls [HIS 15.1e]."
    said = str(his.assault(one, his.NOTHING, attacker_rolls=(6,), defender_rolls=(1,))).splitlines()
    assert said[0] == "The attackers roll 1 die: 1 hit [HIS 15.1c]."
    assert said[1] == "The defenders roll 1 die: no hits [HIS 15.1d]."


# --- relief ---


@given(st.integers(0, 5), st.integers(0, 5))
def test_what_a_relief_battle_leads_to(ours: int, theirs: int) -> None:
    outcome = his.after_relief_battle(relief_hits=ours, besieger_hits=theirs)
    won, equal = ours > theirs, ours == theirs
    assert outcome is (his.Relief.BROKEN if won else his.Relief.SHELTER if equal else his.Relief.GARRISON_ONLY)
    assert eval(repr(outcome), {"Relief": his.Relief}) is outcome


@given(
    st.integers(0, 6),
    st.integers(0, 3),
    st.integers(0, 4),
    st.sampled_from([his.Relief.SHELTER, his.Relief.GARRISON_ONLY]),
)
def test_who_goes_inside_after_a_lost_relief_battle(go: int, began: int, held: int, outcome: his.Relief) -> None:
    entering, old = his.Stack.of(f"Hapsburg: {go} regulars"), his.Stack.of(f"Hapsburg: {began} regulars")
    ruling = his.may_shelter_after_relief(outcome, entering, began_inside=old, held_back=held)
    assert bool(ruling) == (go + held <= 4 and (outcome is his.Relief.SHELTER or go <= began))


def test_nobody_needs_walls_when_the_siege_is_broken() -> None:
    with pytest.raises(ImpossibleSituation):
        his.may_shelter_after_relief(his.Relief.BROKEN, his.NOTHING, began_inside=his.NOTHING)


@pytest.mark.parametrize(
    ("garrison", "relief", "may"),
    [
        ("Hapsburg: 3 regulars", "Hapsburg: 6 regulars", True),
        ("Hungary: 3 regulars", "Hapsburg: 6 regulars", True),
        ("Papacy: 3 regulars", "Hapsburg: 6 regulars", False),
        ("Venice: 3 regulars", "Hapsburg: 6 regulars", False),
        ("Venice: 3 regulars", "Venice: 6 regulars", False),
    ],
)
def test_who_may_join_a_relief(garrison: str, relief: str, may: bool) -> None:
    ties = his.Relations.of("Hungary for Hapsburg")
    assert bool(his.may_join_relief(his.Stack.of(garrison), his.Stack.of(relief), ties)) is may


@pytest.mark.parametrize(
    ("garrison", "relief", "field"),
    [("", "Hapsburg: 6 regulars", "garrison"), ("Hapsburg: 3 regulars", "Hapsburg: Ferdinand", "relief")],
)
def test_nobody_joins_nobody(garrison: str, relief: str, field: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.may_join_relief(his.Stack.of(garrison), his.Stack.of(relief), his.AT_PEACE)
    assert (error.value.field, str(error.value.rule)) == (field, "HIS 15.2a")


# --- leaving ---


@given(
    st.sampled_from(LAND),
    st.sampled_from(sorted(power.value for power in his.Power)),
    st.booleans(),
    st.sampled_from(["", "Hapsburg: 1 regular", "France: 1 regular", "England: 1 regular"]),
    st.data(),
)
def test_where_besiegers_go(space: str, owner: str, unrest: bool, there: str, data: st.DataObject) -> None:
    around = his.BOARD.adjacent(space, over_passes=True)
    if not around:
        return
    target = data.draw(st.sampled_from(around))
    position = his.Position.of(
        "Hapsburg",
        relations="Ottoman against Hapsburg, Ottoman with France",
        control={target: owner},
        unrest=[target] if unrest else [],
        stacks={target: there} if there else {},
    )
    closed = bool(his.is_closed(position, target))
    expected = owner in ("Ottoman", "France") and not unrest and not there.startswith("Hapsburg") and not closed
    assert bool(his.may_leave_to(position, target, his.Power.OTTOMAN, space)) == expected
    assert (target in his.spaces_to_leave_to(position, his.Power.OTTOMAN, space)) == expected


def test_besiegers_leave_or_perish() -> None:
    home = his.Position.of("Hapsburg", relations="Ottoman against Hapsburg", control={"Pressburg": "Ottoman"})
    rest = his.Stack.of("Ottoman: 3 regulars, Ibrahim")
    gone = his.leave_siege(home, rest, "Vienna", to="Pressburg")
    assert (gone.away, gone.to) == (rest, "Pressburg")
    lost = his.leave_siege(home.but(unrest=("Pressburg",)), rest, "Vienna")
    assert (lost.eliminated, lost.captured, lost.to) == (rest.only_units, rest.only_leaders, None)
    with pytest.raises(ImpossibleSituation) as error:
        his.leave_siege(home, rest, "Vienna")
    assert (error.value.field, str(error.value.rule)) == ("to", "HIS 15.3b")
    with pytest.raises(ImpossibleSituation) as error:
        his.leave_siege(home, rest + his.Stack.of("France: 1 regular"), "Vienna", to="Pressburg")
    assert error.value.field == "besiegers"


# --- the words ---

HAPSBURG = his.Power.HAPSBURG
WAR = his.Relations.of("France against Hapsburg")


def regulars(count: int) -> his.Stack:
    return his.Stack.of(f"Hapsburg: {count} regulars")


@pytest.mark.parametrize(
    ("ask", "one", "many"),
    [
        (lambda n: his.is_siege(besiegers=n, inside=0), "1 land unit is before", "2 land units are before"),
        (lambda n: his.is_siege(besiegers=n, inside=n), "1 land unit outside does not", "2 land units outside do not"),
        (lambda n: his.may_assault(belgrade(n), "Belgrade"), "1 CP is", "2 CP are"),
        (
            lambda n: his.may_join_relief(regulars(n), regulars(4), his.AT_PEACE),
            "1 land unit inside belongs",
            "2 land units inside belong ",
        ),
        (
            lambda n: his.may_join_relief(his.Stack.of(f"Papacy: {n} regulars"), regulars(4), his.AT_PEACE),
            "1 land unit inside does not",
            "2 land units inside do not",
        ),
        (
            lambda n: his.may_shelter_after_relief(his.Relief.SHELTER, regulars(n), began_inside=his.NOTHING),
            "1 land unit in all is",
            "2 land units in all are",
        ),
        (
            lambda n: his.may_besiege_together(
                his.Stack.of(f"France: {n} regulars"), inside=1, controller=HAPSBURG, relations=WAR
            ),
            "the 1 land unit of France is not more",
            "the 2 land units of France are more",
        ),
    ],
)
def test_one_is_and_many_are(ask: Callable[[int], Ruling], one: str, many: str) -> None:
    assert one.lower() in str(ask(1)).lower()
    assert many.lower() in str(ask(2)).lower()


@pytest.mark.parametrize(
    ("group", "roxelana", "rule"),
    [
        ("Ottoman: 3 mercenaries", False, "HIS 15.1f"),
        ("Ottoman: 6 regulars", False, "HIS 5.1b"),
        ("Ottoman: Suleiman", False, "HIS 15.1c"),
        ("Ottoman: 3 regulars", True, "HIS 15.1g"),
    ],
)
def test_each_condition_on_who_assaults_refuses_alone(group: str, roxelana: bool, rule: str) -> None:
    ruling = his.may_assault(belgrade(), "Belgrade", assaulters=his.Stack.of(group), roxelana=roxelana)
    assert (bool(ruling), ruling.rules) == (False, (rule,))
