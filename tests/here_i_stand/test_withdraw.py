"""Withdrawing: every count on both sides of every boundary, and what cannot be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import here_i_stand as his

WARS = "Ottoman against Hapsburg, Ottoman against Papacy, Hapsburg with Papacy"
LAND = [name for name, space in his.BOARD.spaces.items() if space.kind is not his.Kind.SEA]


def position(space: str, stack: str, owner: str = "Hapsburg", **more: object) -> his.Position:
    return his.Position.of("Ottoman", relations=WARS, stacks={space: stack}, control={space: owner}, **more)  # type: ignore[arg-type]


def test_the_constants_of_the_rule() -> None:
    assert (his.GARRISON, his.MOVE_ON_COST, his.MOVE_ON_OVER_PASS_COST, his.GO_BACK_COST) == (4, 1, 2, 0)


@given(
    st.sampled_from(LAND),
    st.sampled_from(["Hapsburg", "Papacy", "France", "Ottoman", "Independent"]),
    st.integers(0, 6),
    st.integers(0, 3),
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
)
def test_all_conditions_and_only_they_decide(
    space: str, owner: str, regulars: int, mercenaries: int, papal: int, led: bool, intercepted: bool
) -> None:
    led = led or regulars + mercenaries + papal == 0
    leader = ", Ferdinand" if led else ""
    left = f"Hapsburg: {regulars} regulars, {mercenaries} mercenaries{leader}; Papacy: {papal} regulars"
    ruling = his.may_withdraw(position(space, left, owner), space, intercepted=intercepted)
    expected = {
        "HIS 13.4a": not intercepted,
        "HIS 13.4b": his.BOARD.space(space).is_fortified,
        "HIS 13.4c": owner in ("Hapsburg", "Papacy"),
        "HIS 13.4d": regulars + mercenaries + papal <= 4,
    }
    assert bool(ruling) == all(expected.values())
    broken = tuple(rule for rule, holds in expected.items() if not holds)
    assert ruling.rules == (broken or ("HIS 13.4b", "HIS 13.4c", "HIS 13.4d"))


def test_cavalry_counts_towards_the_limit() -> None:
    ottomans = his.Position.of(
        "Hapsburg",
        relations=WARS,
        control={"Buda": "Ottoman", "Prague": "Ottoman"},
        stacks={"Buda": "Ottoman: 2 regulars, 2 cavalry", "Prague": "Ottoman: 2 regulars, 3 cavalry"},
    )
    assert his.may_withdraw(ottomans, "Buda")
    assert not his.may_withdraw(ottomans, "Prague")


def test_an_ally_of_the_active_power_is_not_met_and_not_counted() -> None:
    """Allied besiegers in the space neither withdraw nor count."""
    relations = "Ottoman against Hapsburg, Ottoman with France, France against Hapsburg"
    here = his.Position.of(
        "Ottoman",
        relations=relations,
        stacks={"Vienna": "France: 5 regulars"},
        inside={"Vienna": "Hapsburg: 4 regulars"},
    )
    with pytest.raises(ImpossibleSituation) as error:
        his.may_withdraw(here, "Vienna")
    assert (error.value.field, str(error.value.rule)) == ("space", "HIS 13.4a")


def test_nobody_withdraws_from_an_empty_space() -> None:
    with pytest.raises(ImpossibleSituation):
        his.may_withdraw(his.Position.of("Ottoman", relations=WARS), "Vienna")


@pytest.mark.parametrize(
    ("stack", "answer", "rule"),
    [
        ("Hapsburg: 1 regular", False, "HIS 13.4f"),
        ("Hapsburg: 4 regulars, Ferdinand", False, "HIS 13.4f"),
        ("Hapsburg: 5 regulars", False, "HIS 13.4d"),
        ("Hapsburg: Ferdinand", True, "HIS 13.3g"),
        ("Hapsburg: Ferdinand, Charles V", True, "HIS 13.3g"),
    ],
)
def test_only_leaders_alone_have_to(stack: str, answer: bool, rule: str) -> None:
    ruling = his.must_withdraw(position("Vienna", stack), "Vienna")
    assert (bool(ruling), ruling.rules) == (answer, (rule,))


@pytest.mark.parametrize(("units", "answer"), [(1, True), (4, True), (5, False)])
def test_inactive_minor_powers_have_to(units: int, answer: bool) -> None:
    buda = his.Position.of(
        "Ottoman", relations="Ottoman against Hungary", stacks={"Buda": f"Hungary: {units} regulars"}
    )
    assert bool(his.must_withdraw(buda, "Buda")) is answer
    metz = his.Position.of("France", stacks={"Metz": f"Independent: {units} regulars"})
    assert bool(his.must_withdraw(metz, "Metz")) is answer


def test_an_active_minor_power_follows_its_major_power() -> None:
    relations = "Ottoman against Hapsburg, Hungary for Hapsburg"
    here = his.Position.of("Ottoman", relations=relations, stacks={"Buda": "Hungary: 2 regulars"})
    assert not his.must_withdraw(here, "Buda")
    assert his.who_decides(here, "Buda") is his.Power.HAPSBURG


def test_nobody_decides_for_two_powers_where_nobody_rules() -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.who_decides(position("Metz", "Hapsburg: 1 regular; Papacy: 1 regular", "Independent"), "Metz")
    assert str(error.value.rule) == "HIS 13.4c"


def test_a_leader_does_not_make_his_power_a_second_defender() -> None:
    """Units of several powers must defend [13.4h]; a leader is no unit."""
    assert (
        his.who_decides(position("Rome", "Hapsburg: 2 regulars; Papacy: Renegade", "Papacy"), "Rome")
        is his.Power.HAPSBURG
    )


@given(st.integers(1, 9), st.integers(0, 4), st.integers(0, 4), st.booleans())
def test_what_happens_before_the_gates(active: int, inside: int, cp: int, over_pass: bool) -> None:
    if active > inside:
        expected = "siege"
    elif cp >= (2 if over_pass else 1):
        expected = "move on or go back"
    else:
        expected = "go back"
    assert str(his.after_withdrawal(active=active, inside=inside, cp=cp, over_pass=over_pass)) == expected
    assert bool(his.siege_begins(active=active, inside=inside)) == (expected == "siege")


@pytest.mark.parametrize("outcome", list(his.Outside))
def test_outcomes_round_trip(outcome: his.Outside) -> None:
    assert eval(repr(outcome), {"Outside": his.Outside}) is outcome


@pytest.mark.parametrize(
    ("active", "inside", "cp", "field", "rule"),
    [
        (0, 1, 0, "active", "HIS 13.4j"),
        (-1, 1, 0, "active", "HIS 13.4j"),
        (True, 1, 0, "active", "HIS 13.4j"),
        (4.0, 1, 0, "active", "HIS 13.4j"),
        (5, -1, 0, "inside", "HIS 13.4d"),
        (8, 5, 0, "inside", "HIS 13.4d"),
        (1, 1, -1, "cp", "HIS 13.4l"),
    ],
)
def test_armies_that_cannot_be(active: int, inside: int, cp: int, field: str, rule: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.after_withdrawal(active=active, inside=inside, cp=cp, over_pass=False)
    assert (error.value.field, str(error.value.rule)) == (field, rule)


@given(st.integers(1, 8), st.integers(1, 4), st.integers(0, 2))
def test_a_withdrawal_step_by_step(active: int, inside: int, cavalry: int) -> None:
    left = f"Hapsburg: {inside} regulars, Ferdinand"
    approach = his.Approach.of(f"Ottoman: {active} regulars, {cavalry} cavalry, Suleiman", "Pressburg", "Vienna")
    withdrawal = his.withdraw_inside(position("Vienna", left), approach)
    assert withdrawal.inside == his.Stack.of(left)
    assert withdrawal.siege == (active + cavalry > inside)
    last = "HIS 13.4j" if withdrawal.siege else "HIS 13.4k"
    assert [step.rule for step in withdrawal.steps] == ["HIS 13.4g", "HIS 13.4i", last]


@pytest.mark.parametrize(
    ("left", "inside", "intercepted", "field", "rule"),
    [
        ("Hapsburg: 5 regulars", None, False, "space", "HIS 13.4d"),
        ("Hapsburg: 4 regulars", None, True, "space", "HIS 13.4a"),
        ("Hapsburg: 4 regulars", "Hapsburg: 3 regulars", False, "inside", "HIS 13.4g"),
        ("Hapsburg: 4 regulars", "Hapsburg: 5 regulars", False, "inside", "HIS 13.4g"),
        ("Hapsburg: 3 regulars, Ferdinand", "Hapsburg: 3 regulars", False, "inside", "HIS 13.4g"),
    ],
)
def test_withdrawals_that_cannot_be(left: str, inside: str | None, intercepted: bool, field: str, rule: str) -> None:
    approach = his.Approach.of("Ottoman: 8 regulars", "Pressburg", "Vienna")
    with pytest.raises(ImpossibleSituation) as error:
        his.withdraw_inside(
            position("Vienna", left),
            approach,
            inside=None if inside is None else his.Stack.of(inside),
            intercepted=intercepted,
        )
    assert (error.value.field, str(error.value.rule)) == (field, rule)


@pytest.mark.parametrize(
    ("owner", "unrest", "enemies", "back"),
    [
        ("Ottoman", False, 0, True),
        ("France", False, 0, True),
        ("Hapsburg", False, 0, False),
        ("Independent", False, 0, False),
        ("Ottoman", True, 0, False),
        ("Ottoman", False, 1, False),
    ],
)
def test_going_back_is_a_retreat(owner: str, unrest: bool, enemies: int, back: bool) -> None:
    here = his.Position.of(
        "Ottoman",
        relations="Ottoman against Hapsburg, Ottoman with France",
        control={"Pressburg": owner},
        unrest=["Pressburg"] if unrest else [],
        stacks={"Pressburg": f"Hapsburg: {enemies} regulars"},
    )
    gone = his.go_back(here, his.Approach.of("Ottoman: 3 regulars, Ibrahim", "Pressburg", "Vienna"))
    units, leaders = his.Stack.of("Ottoman: 3 regulars"), his.Stack.of("Ottoman: Ibrahim")
    if back:
        assert (gone.to, gone.away, gone.eliminated, gone.captured) == (
            "Pressburg",
            units + leaders,
            his.NOTHING,
            his.NOTHING,
        )
    else:
        assert (gone.to, gone.away, gone.eliminated, gone.captured) == (None, his.NOTHING, units, leaders)


@pytest.mark.parametrize("over_pass", [False, True])
def test_what_the_ways_cost(over_pass: bool) -> None:
    assert his.cost_to_move_on(over_pass=over_pass) == (2 if over_pass else 1)
    assert his.cost_to_go_back(over_pass=over_pass) == 0


def test_thrown_back_to_the_gates() -> None:
    army = his.Stack.of("Ottoman: 3 regulars")
    led = army + his.Stack.of("Ottoman: Ibrahim")
    back = his.forced_back(led, retreats_to="Graz", moved_on_from="Vienna")
    assert (back.away, back.to, back.eliminated) == (led, "Graz", his.NOTHING)
    lost = his.forced_back(led, retreats_to="Vienna", moved_on_from="Vienna")
    assert (lost.away, lost.to, lost.eliminated, lost.captured) == (his.NOTHING, None, army, led - army)
    assert [step.rule for step in lost.steps] == ["HIS 13.4n", "HIS 13.4n", "HIS 14.1c"]
    alone = his.forced_back(army, retreats_to="Vienna", moved_on_from="Vienna")
    assert (alone.eliminated, alone.captured) == (army, his.NOTHING)
    assert not his.is_eliminated(retreats_to="Vienna", moved_on_from=None)


@pytest.mark.parametrize(
    ("owner", "stack", "answer"),
    [
        ("Hapsburg", "Hapsburg: 1 regular", "1 land unit is at most 4 [HIS 13.4d]."),
        ("Hapsburg", "Hapsburg: 2 regulars", "2 land units are at most 4 [HIS 13.4d]."),
        ("Ottoman", "Hapsburg: 1 regular", "No. The Ottomans control Vienna and are no allies of those who defend it"),
        (
            "France",
            "Hapsburg: 1 regular",
            "No. France controls Vienna and is no ally of those who defend it [HIS 13.4c].",
        ),
        ("Independent", "Hapsburg: 1 regular", "No. Vienna is independent [HIS 13.4c]."),
    ],
)
def test_the_answers_are_good_english(owner: str, stack: str, answer: str) -> None:
    assert answer in str(his.may_withdraw(position("Vienna", stack, owner), "Vienna"))


def test_one_unit_is_and_two_units_are() -> None:
    assert str(his.siege_begins(active=1, inside=1)).startswith("No. 1 land unit outside is not more than the 1 inside")
    assert str(his.siege_begins(active=2, inside=2)).startswith("No. 2 land units outside are not more than the 2")


@given(st.integers(1, 10), st.integers(0, 4), st.integers(0, 3), st.booleans())
def test_what_is_said_before_shut_gates_is_what_follows(active: int, inside: int, cp: int, over_pass: bool) -> None:
    found = his.before_shut_gates(active=active, inside=inside)
    begins = bool(his.siege_begins(active=active, inside=inside))
    assert found.text.endswith(": a siege begins" if begins else ": no siege begins")
    assert found.rule == ("HIS 13.4j" if begins else "HIS 13.4k")
    may = his.may_pay_to_move_on(cp=cp, over_pass=over_pass)
    assert bool(may) == (cp >= his.cost_to_move_on(over_pass=over_pass))
    assert may.rules == ("HIS 13.4m" if over_pass else "HIS 13.4l",)
    then = his.after_withdrawal(active=active, inside=inside, cp=cp, over_pass=over_pass)
    assert then is (his.Outside.SIEGE if begins else his.Outside.ON_OR_BACK if may else his.Outside.BACK)
    assert his.may_pay_to_go_back(over_pass=over_pass)
    assert ("pass" in str(his.may_pay_to_go_back(over_pass=over_pass))) == over_pass
