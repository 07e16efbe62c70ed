"""Avoiding battle: brute force over all rolls, every neighbour of every space, and what cannot be."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import here_i_stand as his
from responsa.here_i_stand.avoid_battle import AGAINST_OTTOMAN_CAVALRY, DICE, OTTOMAN_CAVALRY, SUCCESS

WARS = "Ottoman against Hapsburg, Hapsburg with Papacy"
SULEIMAN = his.Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")
OTTOMANS = his.Approach.of("Ottoman: 3 regulars", "Mohacs", "Graz")
LAND = [name for name, space in his.BOARD.spaces.items() if space.kind is not his.Kind.SEA]
ROLLS = list(product(range(1, 7), repeat=2))


def at(**stacks: str) -> his.Position:
    return his.Position.of("Ottoman", relations=WARS, stacks=stacks)


# --- the roll ---


@pytest.mark.parametrize(("modifier", "good"), [(-1, 6), (0, 10), (1, 15), (2, 21), (3, 26), (4, 30), (5, 33)])
def test_the_published_odds(modifier: int, good: int) -> None:
    assert his.chance_to_avoid(modifier) == Fraction(good, 36)


def test_the_odds_that_are_drawn() -> None:
    assert his.odds_of_avoiding() == {
        modifier: Fraction(good, 36) for modifier, good in zip(range(-1, 6), (6, 10, 15, 21, 26, 30, 33), strict=True)
    }


@given(st.integers(-20, 20))
def test_the_odds_are_those_of_counting_all_rolls(modifier: int) -> None:
    good = sum(first + second + modifier >= 9 for first, second in ROLLS)
    assert his.chance_to_avoid(modifier) == Fraction(good, len(ROLLS))


@pytest.mark.parametrize(
    ("leader", "coming", "modifier"),
    [
        ("", "8 regulars", 0),
        (", Ferdinand", "8 regulars", 1),
        ("", "7 regulars, 1 cavalry", -1),
        (", Charles V", "8 regulars", 2),
    ],
)
def test_every_roll_does_what_its_total_says(leader: str, coming: str, modifier: int) -> None:
    text = f"Hapsburg: 4 regulars{leader}"
    approach = his.Approach.of(f"Ottoman: {coming}", "Pressburg", "Vienna")
    got = 0
    for dice in ROLLS:
        attempt = his.try_to_avoid(at(Vienna=text), his.Stack.of(text), approach, to="Linz", dice=dice)
        assert attempt.succeeded == (sum(dice) + modifier >= 9)
        got += attempt.succeeded
    assert Fraction(got, 36) == his.chance_to_avoid(modifier)


RATED = st.lists(st.sampled_from(sorted(his.LEADERS)), unique=True, max_size=4)


@given(RATED, st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_the_modifier_is_the_best_rating_and_what_cavalry_does(
    names: list[str], going: int, coming: int, ottoman: bool
) -> None:
    leaders = tuple(his.Leader(f"{name} X", his.LEADERS[name].battle, 6) for name in names)
    mine, theirs = (his.Power.OTTOMAN, his.Power.HAPSBURG)[:: 1 if ottoman else -1]
    going, coming = (going, 0) if ottoman else (0, coming)
    group = his.Stack((his.Force(mine, regulars=1, cavalry=going, leaders=leaders),))
    against = his.Stack((his.Force(theirs, regulars=1, cavalry=coming),))
    cavalry = (1 if going else 0) if ottoman else (-1 if coming else 0)
    best = max((leader.battle for leader in leaders), default=0)
    assert his.avoidance_modifier(group, against) == best + cavalry


def test_the_constants_of_the_rule() -> None:
    assert (DICE, SUCCESS, OTTOMAN_CAVALRY, AGAINST_OTTOMAN_CAVALRY) == (2, 9, 1, -1)


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.booleans())
def test_no_dice_only_if_every_unit_was_beaten(go: int, beaten: int, fresh: int, led: bool) -> None:
    group = his.Stack.of(f"Hapsburg: {go} regulars, {fresh} mercenaries" + (", Ferdinand" if led else ""))
    lost = his.Stack.of(f"Hapsburg: {beaten} regulars, Ferdinand")
    expected = go + fresh > 0 and fresh == 0 and go <= beaten
    assert bool(his.avoids_without_dice(group, lost)) == expected


# --- where to ---


@given(
    st.sampled_from(LAND),
    st.sampled_from(sorted(power.value for power in his.Power)),
    st.booleans(),
    st.sampled_from(["", "Ottoman: 1 regular", "Hapsburg: 1 regular", "Papacy: 1 regular", "France: 1 regular"]),
    st.data(),
)
def test_the_spaces_allowed_are_those_that_break_no_ban(
    space: str, owner: str, unrest: bool, there: str, data: st.DataObject
) -> None:
    around = his.BOARD.adjacent(space, over_passes=True)
    if not around:
        return
    origin, target = data.draw(st.sampled_from(around)), data.draw(st.sampled_from(around))
    position = his.Position.of(
        "Ottoman",
        relations=WARS,
        control={target: owner},
        unrest=[target] if unrest else [],
        stacks={target: there} if there else {},
    )
    approach = his.Approach.of("Ottoman: 5 regulars", origin, space)
    ours = owner in ("Hapsburg", "Papacy")
    expected = ours and not unrest and not there.startswith("Ottoman") and target != origin
    assert bool(his.may_avoid_to(position, target, his.Power.HAPSBURG, approach)) == expected
    assert (target in his.spaces_to_avoid_to(position, his.Power.HAPSBURG, approach)) == expected


def test_enemies_behind_the_walls_of_the_target_bar_it_too() -> None:
    position = his.Position.of(
        "Ottoman",
        relations=f"{WARS}, Ottoman against England, England with Hapsburg",
        control={"Buda": "Hapsburg"},
        inside={"Buda": "Ottoman: 1 regular"},
        stacks={"Buda": "England: 2 regulars"},
    )
    approach = his.Approach.of("Ottoman: 5 regulars", "Vienna", "Pressburg")
    ruling = his.may_avoid_to(position, "Buda", his.Power.HAPSBURG, approach)
    assert str(ruling) == "No. 1 enemy land unit stands in Buda [HIS 13.3b]."


def test_a_lone_enemy_leader_is_no_question_where_something_else_bars_the_space() -> None:
    position = his.Position.of("Ottoman", relations=WARS, stacks={"Graz": "Ottoman: Ibrahim"}, unrest=["Graz"])
    assert his.may_avoid_to(position, "Graz", his.Power.HAPSBURG, SULEIMAN).rules == ("HIS 13.3b",)
    with pytest.raises(NotInThisText):
        his.may_avoid_to(position.but(unrest=()), "Graz", his.Power.HAPSBURG, SULEIMAN)


def test_the_reasons_name_every_ban_that_is_broken() -> None:
    position = his.Position.of(
        "Ottoman", relations=WARS, control={"Graz": "France"}, unrest=["Graz"], stacks={"Graz": "Ottoman: 2 regulars"}
    )
    approach = his.Approach.of("Ottoman: 5 regulars", "Graz", "Vienna")
    ruling = his.may_avoid_to(position, "Graz", his.Power.HAPSBURG, approach)
    assert ruling.rules == ("HIS 13.3a", "HIS 13.3b", "HIS 13.3b", "HIS 13.3d")


# --- who ---


@pytest.mark.parametrize(
    ("stacks", "power", "rule"),
    [
        ({"Vienna": "Hapsburg: 1 regular"}, "Hapsburg", None),
        ({"Vienna": "Papacy: 1 regular; Hapsburg: 1 regular"}, "Papacy", None),  # treated as an enemy [13.1l]
        ({"Vienna": "Hapsburg: 1 regular"}, "Papacy", "HIS 13.3.1a"),
        ({"Vienna": "Hapsburg: 1 regular; Papacy: 1 regular"}, "France", "HIS 13.3.1a"),
        ({"Vienna": "Hapsburg: Ferdinand"}, "Hapsburg", "HIS 13.3g"),
        ({"Vienna": "Hapsburg: Ferdinand; Papacy: 1 regular"}, "Hapsburg", "HIS 13.3.1a"),
        ({"Vienna": "Hungary: 1 regular"}, "Hungary", "HIS 22.1a"),
        ({"Vienna": "Independent: 1 regular"}, "Independent", "HIS 22.1a"),
    ],
)
def test_who_may_try(stacks: dict[str, str], power: str, rule: str | None) -> None:
    ruling = his.may_avoid_battle(his.Position.of("Ottoman", relations=WARS, stacks=stacks), his.Power(power), "Vienna")
    assert bool(ruling) == (rule is None)
    assert rule is None or ruling.rules == (rule,)


def test_a_garrison_is_besieged_unless_somebody_of_it_is_outside() -> None:
    besieged = his.Position.of(
        "Ottoman",
        relations=WARS,
        inside={"Vienna": "Hapsburg: 2 regulars, Ferdinand"},
        stacks={"Vienna": "Ottoman: 3 regulars"},
    )
    assert his.may_avoid_battle(besieged, his.Power.HAPSBURG, "Vienna").rules == ("HIS 13.3e",)
    outside = besieged.but(inside={}, stacks={"Vienna": "Hapsburg: 1 regular"})
    assert his.may_avoid_battle(outside, his.Power.HAPSBURG, "Vienna")
    nobody = besieged.but(inside={})
    assert his.may_avoid_battle(nobody, his.Power.HAPSBURG, "Vienna").rules == ("HIS 13.3.1a",)


@given(st.permutations([his.Power.HAPSBURG, his.Power.PAPACY, his.Power.FRANCE]))
def test_the_powers_go_in_impulse_order(powers: list[his.Power]) -> None:
    relations = "Ottoman against Hapsburg, Ottoman against Papacy, Ottoman against France"
    stack = "; ".join(f"{power}: 1 regular" for power in powers)
    position = his.Position.of("Ottoman", relations=relations, stacks={"Vienna": stack})
    assert his.powers_that_may_avoid(position, "Vienna") == (his.Power.HAPSBURG, his.Power.FRANCE, his.Power.PAPACY)
    came = his.Stack.of("France: 1 regular")
    assert his.powers_that_may_avoid(position, "Vienna", interceptors=came) == ()
    french, papal = (
        his.may_avoid_battle(position, his.Power(p), "Vienna", interceptors=came) for p in ("France", "Papacy")
    )
    assert french.rules == ("HIS 13.3f", "HIS 13.1.5d")
    assert papal.rules == ("HIS 13.1.5d",)


def test_a_leader_who_intercepts_alone_bars_nobody() -> None:
    """The ban speaks of units [13.3f]; a leader is none."""
    ruling = his.may_avoid_battle(
        at(Vienna="Hapsburg: 2 regulars"),
        his.Power.HAPSBURG,
        "Vienna",
        interceptors=his.Stack.of("Hapsburg: Ferdinand"),
    )
    assert ruling


@pytest.mark.parametrize("name", LAND)
def test_a_lone_leader_is_captured_where_there_are_no_walls(name: str) -> None:
    fate = his.fate_of_lone_leader(name)
    assert (fate is his.LoneLeader.WITHDRAWS) == his.BOARD.space(name).is_fortified
    assert eval(repr(fate), {"LoneLeader": his.LoneLeader}) is fate


# --- the whole attempt ---


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 3), st.booleans(), st.sampled_from(ROLLS))
def test_nobody_is_lost_or_made(regulars: int, stay: int, beaten: int, led: bool, dice: tuple[int, int]) -> None:
    group = his.Stack.of(f"Hapsburg: {regulars} regulars" + (", Ferdinand" if led else ""))
    there = group + his.Stack.of(f"Hapsburg: {stay} mercenaries")
    if not group or not there.units:
        return
    lost = f"Hapsburg: {min(beaten, regulars)} regulars"
    position = his.Position.of("Ottoman", relations=WARS, stacks={"Graz": str(there)}, beaten={"Graz": lost})
    if 0 < regulars <= beaten:
        dice = ()  # type: ignore[assignment]  # no dice are rolled
    attempt = his.try_to_avoid(position, group, OTTOMANS, to="Vienna", dice=dice)
    after = attempt.position
    assert after.everything == position.everything
    assert after.at("Vienna") == (group if attempt.succeeded else his.NOTHING)
    assert after.at("Graz") + after.at("Vienna") == there
    assert attempt.succeeded or after == position
    assert after.of_record(after.beaten, "Vienna" if attempt.succeeded else "Graz").units == min(beaten, regulars)


@pytest.mark.parametrize("dice", [(), (5,), (0, 6), (7, 2), (3, 4, 5), (True, 6), (4.0, 5)])
def test_dice_that_cannot_fall(dice: tuple[int, ...]) -> None:
    group = his.Stack.of("Hapsburg: 2 regulars")
    with pytest.raises(ImpossibleSituation) as error:
        his.try_to_avoid(at(Graz="Hapsburg: 2 regulars"), group, OTTOMANS, to="Vienna", dice=dice)
    assert (error.value.field, error.value.value, str(error.value.rule)) == ("dice", dice, "HIS 13.3.4a")


def test_dice_where_none_are_rolled() -> None:
    group = his.Stack.of("Hapsburg: 2 regulars")
    position = at(Graz="Hapsburg: 2 regulars").but(beaten=(("Graz", group),))
    with pytest.raises(ImpossibleSituation) as error:
        his.try_to_avoid(position, group, OTTOMANS, to="Vienna", dice=(3, 4))
    assert (error.value.field, str(error.value.rule)) == ("dice", "HIS 13.3.4h")


@pytest.mark.parametrize(
    ("group", "to", "field", "rule"),
    [
        ("Hapsburg: 3 regulars", "Vienna", "group", "HIS 13.3.3a"),
        ("Hapsburg: 1 regular, Ferdinand", "Vienna", "group", "HIS 13.3.3a"),
        ("", "Vienna", "group", "HIS 9.2b"),
        ("Hapsburg: 1 regular; Papacy: 1 regular", "Vienna", "group", "HIS 9.2b"),
        ("France: 1 regular", "Vienna", "group", "HIS 13.3.1a"),
        ("Hapsburg: 2 regulars", "Prague", "target", "HIS 13.3.2a"),
        ("Hapsburg: 2 regulars", "Graz", "target", "HIS 13.3.2a"),
        ("Hapsburg: 2 regulars", "Atlantis", "target", "HIS 13.3.2a"),
        ("Hapsburg: 2 regulars", "Mohacs", "to", "HIS 13.3a"),
    ],
)
def test_attempts_that_cannot_be(group: str, to: str, field: str, rule: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.try_to_avoid(at(Graz="Hapsburg: 2 regulars"), his.Stack.of(group), OTTOMANS, to=to, dice=(6, 6))
    assert (error.value.field, str(error.value.rule)) == (field, rule)


@pytest.mark.parametrize("against", ["", "Ottoman: Ibrahim", "Hapsburg: 4 regulars"])
def test_nobody_avoids_an_army_that_is_none(against: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.avoidance_modifier(his.Stack.of("Hapsburg: 1 regular"), his.Stack.of(against))
    assert (error.value.field, str(error.value.rule)) == ("against", "HIS 13.3.1a")


@pytest.mark.parametrize("modifier", [1.0, True, "1", None])
def test_a_modifier_is_a_whole_number(modifier: object) -> None:
    with pytest.raises(ImpossibleSituation):
        his.chance_to_avoid(modifier)  # type: ignore[arg-type]


def test_an_empty_group_has_no_modifier() -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.avoidance_modifier(his.NOTHING, his.Stack.of("Ottoman: 1 regular"))
    assert error.value.field == "group"


def test_the_answers_are_good_english() -> None:
    graz = at(Graz="Hapsburg: 1 regular, Egmont (0/6)")
    yes = "Yes. The Hapsburgs have 1 land unit in Graz [HIS 13.3.1a] and no interception has succeeded [HIS 13.1.5d]."
    assert str(his.may_avoid_battle(graz, his.Power.HAPSBURG, "Graz")) == yes
    one, two = his.Stack.of("Hapsburg: 1 regular"), his.Stack.of("Hapsburg: 2 regulars")
    begin = "No. {} of the group {} not lost a field battle in this impulse [HIS 13.3.4g]."
    assert str(his.avoids_without_dice(one, his.NOTHING)) == begin.format("1 land unit", "has")
    assert str(his.avoids_without_dice(two, his.NOTHING)) == begin.format("2 land units", "have")
    attempt = his.try_to_avoid(graz, graz.at("Graz"), OTTOMANS, to="Vienna", dice=(4, 4))
    assert str(attempt).splitlines()[2:] == [
        "+0 for Egmont [HIS 13.3.4b].",
        "8 is less than 9: the attempt fails [HIS 13.3.4f].",
        "1 land unit and Egmont stay in Graz [HIS 13.3.5b].",
    ]


def test_the_error_says_what_is_wrong_with_the_space() -> None:
    group = his.Stack.of("Hapsburg: 2 regulars")
    graz = at(Graz="Hapsburg: 2 regulars").but(unrest=("Trieste",))
    with pytest.raises(ImpossibleSituation, match=r"but Trieste is in unrest \[HIS 13.3b\]"):
        his.try_to_avoid(graz, group, OTTOMANS, to="Trieste", dice=(6, 6))


def test_a_lone_enemy_leader_next_door_does_not_hide_the_other_ways() -> None:
    group = his.Stack.of("Hapsburg: 2 regulars")
    graz = at(Graz="Hapsburg: 2 regulars", Trieste="Ottoman: Ibrahim")
    assert his.try_to_avoid(graz, group, OTTOMANS, to="Vienna", dice=(6, 6)).succeeded
    assert his.spaces_to_avoid_to(graz, his.Power.HAPSBURG, OTTOMANS) == ("Vienna",)
    with pytest.raises(NotInThisText):
        his.may_avoid_to(graz, "Trieste", his.Power.HAPSBURG, OTTOMANS)


@given(
    st.sampled_from(["", ", Ferdinand", ", Charles V, Ferdinand"]),
    st.sampled_from(["Ottoman: 5 regulars", "Ottoman: 1 cavalry", "France: 2 regulars"]),
)
def test_what_is_counted_makes_the_modifier(leaders: str, against: str) -> None:
    group, active = his.Stack.of(f"Hapsburg: 4 regulars{leaders}"), his.Stack.of(against)
    *added, need = his.avoidance_counted(group, active)
    modifier = his.avoidance_modifier(group, active)
    assert sum(int(each.text.split()[0].replace("−", "-")) for each in added) == modifier
    assert str(need) == f"{DICE} dice must make {SUCCESS - modifier} or more [HIS 13.3.4f]"
    assert len({each.rule for each in added}) == len(added)
