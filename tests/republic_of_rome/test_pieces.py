"""The pieces: what they refuse, what they conserve, and that their repr round-trips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

names = st.sampled_from(["Julius", "Fabius", "Cornelius", "Papirius", "Furius"])
counts = st.integers(0, 12)
legion = st.one_of(st.just(ror.Legion()), names.map(lambda name: ror.Legion(veteran=True, allegiance=name)))
forces = st.builds(lambda units, fleets: ror.Force(tuple(units), fleets=fleets), st.lists(legion, max_size=12), counts)
senators = st.builds(
    ror.Senator,
    names,
    number=st.sampled_from(["", "4", "25A"]),
    military=st.integers(0, 6),
    influence=counts,
    popularity=st.integers(-9, 9),
    talents=counts,
    offices=st.lists(st.sampled_from(ror.Office), unique=True, max_size=2).map(tuple),
    place=st.sampled_from(ror.Place),
)
wars = st.builds(
    ror.war, st.sampled_from(sorted(ror.WAR_CARDS)), state=st.sampled_from(ror.WarState), naval_victory=st.just(False)
)


@given(st.one_of(senators, forces, wars, legion, st.sampled_from(sorted(ror.LEADER_CARDS.values(), key=str))))
def test_repr_round_trips(value: Any) -> None:
    assert eval(repr(value), {name: getattr(ror, name) for name in ror.__all__}) == value


@given(forces, forces)
def test_joining_and_leaving_conserve_legions_and_fleets(one: ror.Force, other: ror.Force) -> None:
    together = one.joined_by(other)
    assert Counter(together.legions) == Counter(one.legions) + Counter(other.legions)
    assert together.strength == one.strength + other.strength
    left = together.without(other.legions, fleets=other.fleets)
    assert Counter(left.legions) == Counter(one.legions)
    assert left.fleets == one.fleets


@given(forces, legion, st.integers(1, 3))
def test_nothing_leaves_that_is_not_there(force: ror.Force, unit: ror.Legion, more: int) -> None:
    with pytest.raises(ImpossibleSituation, match="legions of this force"):
        force.without((unit,) * (force.legions.count(unit) + more))
    with pytest.raises(ImpossibleSituation, match="fleets_lost"):
        force.without((), fleets=force.fleets + more)


@given(forces, st.integers(0, 9), st.integers(0, 9))
def test_ratings_never_count_for_more_than_the_legions(force: ror.Force, own: int, deputys: int) -> None:
    army = ror.Army(ror.Senator("Julius", military=own), force, master_of_horse=ror.Senator("Furius", military=deputys))
    assert army.rating == own + deputys
    assert army.strength == force.strength + min(own + deputys, force.strength) <= 2 * force.strength
    assert all(man.place is ror.Place.ARMY for man in army.men)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("talents", -1),
        ("talents", True),
        ("talents", 2.0),
        ("knights", -1),
        ("influence", -1),
        ("military", -1),
        ("oratory", -1),
        ("loyalty", -1),
        ("popularity", 10),
        ("popularity", -10),
        ("offices", (ror.Office.CENSOR, ror.Office.CENSOR)),
    ],
)
def test_a_senator_refuses_what_cannot_be(field: str, value: object) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        ror.Senator("Julius", **{field: value})  # type: ignore[arg-type]
    assert error.value.field == field
    assert error.value.value == value


@given(senators, st.integers(-20, 20), st.integers(-20, 20))
def test_gains_stop_at_the_limits(man: ror.Senator, popularity: int, influence: int) -> None:
    after = man.gains(popularity=popularity, influence=influence)
    assert after.popularity == max(-9, min(9, man.popularity + popularity))
    assert after.influence == max(0, man.influence + influence)


@pytest.mark.parametrize(
    "fields",
    [
        {"land": -1},
        {"support": -1},
        {"naval": -1},
        {"spoils": -1},
        {"disasters": (2,)},
        {"standoffs": (19,)},
        {"disasters": (11,), "standoffs": (11,)},
        {"naval_victory": True},
    ],
)
def test_a_war_refuses_what_cannot_be(fields: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleSituation):
        ror.War("Gallic War", **fields)


def test_a_senator_is_in_one_place() -> None:
    julius, furius = ror.Senator("Julius"), ror.Senator("Furius")
    army = ror.Army(julius, master_of_horse=furius)
    for republic in (
        {"senators": (julius,), "armies": (army,)},
        {"senators": (furius,), "armies": (army,)},
        {"armies": (army, army)},
        {"senators": (julius, julius)},
    ):
        with pytest.raises(ImpossibleSituation, match="each senator in one place"):
            ror.Republic(**republic)
    assert [man.name for man in ror.Republic(armies=(army,)).everyone] == ["Julius", "Furius"]


def test_the_table_refuses_what_cannot_be() -> None:
    syrian = ror.war("Syrian War")
    for republic in (
        {"wars": (syrian,), "defeated": ("Syrian War",)},
        {"wars": (syrian, syrian)},
        {"treasury": -1},
        {"unrest": -1},
        {"factions": (ror.Faction("A"), ror.Faction("A"))},
    ):
        with pytest.raises(ImpossibleSituation):
            ror.Republic(**republic)
    with pytest.raises(ImpossibleSituation):
        ror.Faction("A", cards=-1)
    with pytest.raises(ImpossibleSituation):
        ror.EnemyLeader("Hannibal", strength=-7)
    with pytest.raises(ImpossibleSituation):
        ror.Senator("")


@pytest.mark.parametrize("words", [ror.Age, ror.Office, ror.Place, ror.WarState, ror.Result, ror.Fate, ror.Revolt])
def test_words_are_made_from_what_they_print(words: Any) -> None:
    for member in words:
        assert words(str(member)) is member
    with pytest.raises(ImpossibleSituation, match="expected"):
        words("Byzantium")


@pytest.mark.parametrize("number", ["99", "0", "31", "04", "x", "25G"])
def test_a_number_is_one_of_the_cup(number: str) -> None:
    with pytest.raises(ImpossibleSituation, match="1 to 30, with a letter for a statesman"):
        ror.Senator("Julius", number=number)


def test_a_concession_lies_with_one_man_once() -> None:
    with pytest.raises(ImpossibleSituation, match="each concession once"):
        ror.Senator("Julius", concessions=("Mining", "mining"))
    both = tuple(ror.Senator(name, concessions=("Mining",)) for name in ("Julius", "Fabius"))
    with pytest.raises(ImpossibleSituation, match="each concession with one senator"):
        ror.Republic(senators=both)


JULIUS = ror.Senator("Julius", influence=36, military=4, faction="Populares")
TWICE: dict[str, Callable[[], object]] = {
    "influence": lambda: ror.influence_that_counts([JULIUS, JULIUS]),
    "rank": lambda: ror.hrao([JULIUS, JULIUS]),
    "appointed": lambda: ror.appointed_consul_for_life(man for man in (JULIUS, JULIUS)),
    "wars": lambda: ror.cost_of_wars([ror.war("Syrian War")] * 2),
    "leaders": lambda: ror.leaders_strength(ror.war("1st Punic War"), [ror.enemy_leader("Hannibal")] * 2),
    "his own deputy": lambda: ror.dictators_rating(JULIUS, JULIUS),
    "dying twice": lambda: ror.die_in_a_defeat(JULIUS, JULIUS),
    "factions": lambda: ror.clockwise_from("Populares", ["Populares", "populares"]),
}


@pytest.mark.parametrize("asked", TWICE.values(), ids=TWICE)
def test_nobody_counts_twice(asked: Callable[[], object]) -> None:
    with pytest.raises(ImpossibleSituation, match=r"once|another man|break the tie"):
        asked()


def test_a_loyal_man_leads_no_civil_war() -> None:
    questions: list[Callable[[], object]] = [
        lambda: ror.must_fight(JULIUS, None),
        lambda: ror.wins_unopposed(JULIUS, None, active_wars=0),
        lambda: ror.wins_unopposed(JULIUS, None, active_wars=0, in_province=True),
    ]
    for asked in questions:
        with pytest.raises(ImpossibleSituation, match="the primary rebel"):
            asked()
    assert not ror.must_fight(ror.in_revolt(JULIUS), None)
    assert ror.wins_unopposed(ror.in_revolt(JULIUS), None, active_wars=3)


def test_a_senator_of_no_faction_at_the_table_is_not_swallowed() -> None:
    table = ror.Republic(factions=(ror.Faction("Popular"),), senators=(JULIUS,))
    with pytest.raises(ImpossibleSituation, match=r"at the table for Julius: Popular .*; the nearest is Popular"):
        ror.faction_influence(table)
