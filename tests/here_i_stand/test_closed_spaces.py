"""Electorates and Algiers: closed for every way in, until the event; the Protestants wait for their League."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import here_i_stand as his

LAND = [name for name, space in his.BOARD.spaces.items() if space.kind is not his.Kind.SEA]
MAJOR = st.sampled_from(his.IMPULSE_ORDER)


@given(MAJOR, st.sampled_from(LAND), st.booleans(), st.booleans())
def test_a_closed_space_is_closed_for_every_way_in(power: his.Power, space: str, league: bool, pirates: bool) -> None:
    position = his.Position.of(str(power), control={space: str(power)}, schmalkaldic=league, barbary_pirates=pirates)
    electorate = his.BOARD.space(space).kind is his.Kind.ELECTORATE
    closed = (electorate and not league) or (space == "Algiers" and not pirates)
    assert bool(his.is_closed(position, space)) == closed
    assert bool(his.may_enter(position, space, his.Stack.of(f"{power}: 1 regular"))) != closed
    for door in his.BOARD.adjacent(space, over_passes=True):
        approach = his.Approach.of("Venice: 1 regular", "Venice", door)
        if door != "Venice" and space != "Venice":
            assert bool(his.may_avoid_to(position, space, power, approach)) != closed
            assert bool(his.may_leave_to(position, space, power, door)) != closed


@given(MAJOR, st.booleans())
def test_only_the_protestants_wait(power: his.Power, league: bool) -> None:
    position = his.Position.of(
        str(power), stacks={"Leipzig": f"{power}: 2 regulars"}, control={"Wittenberg": str(power)}, schmalkaldic=league
    )
    waits = power is his.Power.PROTESTANT and not league
    assert bool(his.waits_for_the_league(position, power)) == waits
    assert bool(his.may_take_part(position, position.at("Leipzig"), "Leipzig")) != waits
    assert ("HIS 21.6b" in his.may_take_control(position, "Leipzig").rules) == waits


def test_a_beaten_power_does_not_retreat_into_an_electorate() -> None:
    position = his.Position.of("Ottoman", relations="Ottoman against Hapsburg", control={"Augsburg": "Hapsburg"})
    approach = his.Approach.of("Ottoman: 4 regulars", "Linz", "Salzburg")
    assert "Augsburg" not in his.retreats(position, his.Power.HAPSBURG, approach)
    assert "Augsburg" in his.retreats(position.but(schmalkaldic=True), his.Power.HAPSBURG, approach)


def test_nobody_intercepts_into_an_electorate_and_the_protestants_not_at_all() -> None:
    position = his.Position.of(
        "Hapsburg",
        relations="Hapsburg against Protestant",
        stacks={"Leipzig": "Protestant: 2 regulars", "Prague": "Hapsburg: 2 regulars"},
        control={"Wittenberg": "Hapsburg"},
    )
    approach = his.Approach.of("Hapsburg: 2 regulars", "Prague", "Wittenberg")
    saxons = his.Interceptors.of("Protestant: 2 regulars", "Leipzig")
    assert his.may_intercept(position, saxons, approach).rules[:2] == ("HIS 21.6a", "HIS 21.6b")
    assert "HIS 21.6b" not in his.may_intercept(position.but(schmalkaldic=True), saxons, approach).rules


@pytest.mark.parametrize("haven", ["Oran", "Tripoli"])
def test_a_pirate_haven_is_ottoman_and_has_a_fortress(haven: str) -> None:
    before, after = his.Position.of("Ottoman"), his.Position.of("Ottoman", pirate_haven=[haven])
    assert (before.controller(haven), before.is_fortified(haven)) == (his.Power.HAPSBURG, False)
    assert (after.controller(haven), after.is_fortified(haven)) == (his.Power.OTTOMAN, True)
    assert eval(repr(after), {"Position": his.Position}) == after
    assert "board=" not in repr(after)
