"""Retreat: every neighbour of every space, for both sides, and what cannot be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import here_i_stand as his

WARS = "Ottoman against Hapsburg, Hapsburg with Papacy, Ottoman with France"
LAND = [name for name, space in his.BOARD.spaces.items() if space.kind is not his.Kind.SEA]
SULEIMAN = his.Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")
OWNERS = sorted(power.value for power in his.Power)


@given(
    st.sampled_from(LAND),
    st.sampled_from(OWNERS),
    st.booleans(),
    st.sampled_from(["", "Ottoman: 1 regular", "Hapsburg: 1 regular", "England: 1 regular"]),
    st.booleans(),
    st.data(),
)
def test_the_spaces_allowed_are_those_that_break_no_ban(
    battle: str, owner: str, unrest: bool, there: str, attacker: bool, data: st.DataObject
) -> None:
    around = his.BOARD.adjacent(battle, over_passes=True)
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
    approach = his.Approach.of("Ottoman: 5 regulars", origin, battle)
    power, enemy = ("Ottoman", "Hapsburg") if attacker else ("Hapsburg", "Ottoman")
    friends = {"Ottoman": ("Ottoman", "France"), "Hapsburg": ("Hapsburg", "Papacy")}[power]
    way = (target == origin) if attacker else (target != origin)
    is_open = not his.is_closed(position, target)
    expected = owner in friends and not unrest and not there.startswith(enemy) and way and is_open
    assert bool(his.may_retreat_to(position, target, his.Power(power), approach)) == expected
    assert (target in his.retreats(position, his.Power(power), approach)) == expected


def test_a_lone_enemy_leader_does_not_bar_the_way() -> None:
    position = his.Position.of("Ottoman", relations=WARS, stacks={"Graz": "Ottoman: Ibrahim"})
    assert his.may_retreat_to(position, "Graz", his.Power.HAPSBURG, SULEIMAN)


def test_a_minor_power_retreats_with_the_active_power() -> None:
    """The units of an active minor power of the active power are active as well [14.1g]."""
    relations = "Ottoman against Hapsburg, Venice for Hapsburg"
    position = his.Position.of("Hapsburg", relations=relations, control={"Linz": "Venice"})
    approach = his.Approach.of("Venice: 3 regulars", "Linz", "Vienna")
    assert his.retreats(position, his.Power.VENICE, approach) == ("Linz",)


@given(st.integers(0, 8), st.integers(0, 6), st.booleans(), st.booleans(), st.booleans())
def test_nobody_is_lost_or_made(regulars: int, inside: int, led: bool, linz: bool, graz: bool) -> None:
    losers = his.Stack.of(f"Hapsburg: {regulars} regulars" + (", Ferdinand" if led else ""))
    if not losers:
        return
    unrest = [name for name, bad in (("Linz", linz), ("Graz", graz)) if bad]
    position = his.Position.of("Ottoman", relations=WARS, unrest=unrest)
    garrison = his.Stack.of(f"Hapsburg: {min(inside, regulars)} regulars")
    open_to = [name for name in ("Graz", "Linz") if name not in unrest]
    assert his.retreats(position, his.Power.HAPSBURG, SULEIMAN) == tuple(open_to)
    rest = losers - garrison
    to = open_to[0] if open_to and rest else None
    if garrison.units > 4:
        with pytest.raises(ImpossibleSituation):
            his.losers_retreat(position, losers, SULEIMAN, to=to, inside=garrison)
        return
    gone = his.losers_retreat(position, losers, SULEIMAN, to=to, inside=garrison)
    assert gone.inside + gone.away + gone.eliminated + gone.captured == losers
    assert gone.inside == garrison
    assert (gone.away, gone.to) == ((rest, to) if to else (his.NOTHING, None))
    assert (gone.eliminated.leaders, gone.captured.units) == ((), 0)
    assert len(str(gone).splitlines()) == len(gone.steps)


@pytest.mark.parametrize(
    ("losers", "inside", "to", "field", "rule"),
    [
        ("Hapsburg: 6 regulars", "Hapsburg: 5 regulars", "Linz", "inside", "HIS 14.1a"),
        ("Hapsburg: 3 regulars", "Hapsburg: 4 regulars", None, "inside", "HIS 14.1a"),
        ("Hapsburg: 3 regulars", "", "Pressburg", "to", "HIS 14.1b"),
        ("Hapsburg: 3 regulars", "", "Prague", "to", "HIS 14.1b"),
        ("Hapsburg: 3 regulars", "", None, "to", "HIS 14.1b"),
        ("Hapsburg: 3 regulars; Papacy: 1 regular", "", "Linz", "losers", "HIS 14.1b"),
        ("", "", "Linz", "losers", "HIS 14.1b"),
    ],
)
def test_retreats_that_cannot_be(losers: str, inside: str, to: str | None, field: str, rule: str) -> None:
    position = his.Position.of("Ottoman", relations=WARS)
    with pytest.raises(ImpossibleSituation) as error:
        his.losers_retreat(position, his.Stack.of(losers), SULEIMAN, to=to, inside=his.Stack.of(inside))
    assert (error.value.field, str(error.value.rule)) == (field, rule)


def test_no_space_is_named_where_none_is_open() -> None:
    position = his.Position.of("Ottoman", relations=WARS, unrest=["Graz", "Linz"])
    with pytest.raises(ImpossibleSituation) as error:
        his.losers_retreat(position, his.Stack.of("Hapsburg: 3 regulars"), SULEIMAN, to="Linz")
    assert error.value.expected == "None, as no space is open"


@given(st.sampled_from(LAND), st.sampled_from(OWNERS), st.integers(0, 6), st.booleans())
def test_who_may_go_inside(space: str, owner: str, units: int, led: bool) -> None:
    losers = his.Stack.of(f"Hapsburg: {units} regulars" + (", Ferdinand" if led else ""))
    position = his.Position.of("Ottoman", relations=f"{WARS}, Hungary for Hapsburg", control={space: owner})
    if not losers:
        return
    ours = owner in ("Hapsburg", "Hungary")
    expected = his.BOARD.space(space).is_fortified and ours and units <= 4
    assert bool(his.may_shelter(position, losers, space)) == expected


@pytest.mark.parametrize("target", ["Prague", "Vienna", "Atlantis", "Adriatic Sea"])
def test_targets_that_are_not_adjacent(target: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.may_retreat_to(his.Position.of("Ottoman", relations=WARS), target, his.Power.HAPSBURG, SULEIMAN)
    assert (error.value.field, str(error.value.rule)) == ("target", "HIS 14.1b")


@pytest.mark.parametrize(("units", "said"), [(1, "1 land unit is not more"), (2, "2 land units are not more")])
def test_one_unit_is_and_two_units_are(units: int, said: str) -> None:
    position = his.Position.of("Ottoman", relations=WARS)
    assert said in str(his.may_shelter(position, his.Stack.of(f"Hapsburg: {units} regulars"), "Vienna"))
