"""Victory and defeat: trumps, four wars, and Era Ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import republic_of_rome as ror

I, II, III, IV, V = ror.Condition  # noqa: E741 - the rules call them so
ENDS = (ror.Outcome.WINS, ror.Outcome.PROVISIONAL, ror.Outcome.LAST_WARS)


def table(
    *, rebel: bool = False, wars: int = 0, influence: int = 5, states: tuple[ror.WarState, ...] = ()
) -> ror.Republic:
    julius = ror.Senator("Julius", faction="Populares", place=ror.Place.REBEL if rebel else ror.Place.ROME)
    fabius = ror.Senator("Fabius", faction="Optimates", influence=influence)
    furius = ror.Senator("Furius", faction="Equites", influence=21)
    names = [ror.War(f"War {number}") for number in range(wars)]
    names += [ror.War(f"Other {number}", state=state) for number, state in enumerate(states)]
    seats = tuple(ror.Faction(name) for name in ("Populares", "Optimates", "Equites"))
    return ror.Republic(factions=seats, senators=(julius, fabius, furius), wars=tuple(names))


stories = st.fixed_dictionaries(
    {
        "rebel": st.booleans(),
        "wars": st.integers(0, 6),
        "influence": st.sampled_from([5, 34, 35, 40]),
        "marched": st.booleans(),
        "bankrupt": st.booleans(),
        "people_revolt": st.booleans(),
        "elected": st.sampled_from(["", "Furius"]),
        "military_reforms": st.booleans(),
        "after": st.sampled_from(ror.Phase),
        "era_ends": st.booleans(),
    }
)


def told(story: dict[str, object]) -> tuple[ror.Republic, dict[str, object]]:
    """The table of a story, and the arguments; impossible stories are made possible."""
    story = dict(story)
    rome = table(
        rebel=bool(story.pop("rebel")), wars=int(str(story.pop("wars"))), influence=int(str(story.pop("influence")))
    )
    story["marched"] = bool(story["marched"]) and rome.primary_rebel is not None
    story["era_ends"] = bool(story["era_ends"]) and story["after"] is ror.Phase.FORUM
    return rome, story


def met(rome: ror.Republic, story: dict[str, object]) -> list[ror.Condition]:
    """The conditions I to IV that are met, straight from the list of the rules."""
    rebel = rome.primary_rebel is not None
    fabius = next(man for man in rome.senators if man.name == "Fabius")
    return [
        condition
        for condition, holds in (
            (I, rebel and story["marched"]),
            (II, rebel and (story["bankrupt"] or story["people_revolt"])),
            (III, fabius.influence >= 35 and not story["military_reforms"]),
            (IV, bool(story["elected"])),
        )
        if holds
    ]


@given(stories)
def test_the_highest_trump_wins_or_rome_falls(story: dict[str, object]) -> None:
    rome, story = told(story)
    verdict = ror.check_victory(rome, **story)  # type: ignore[arg-type]
    conditions = met(rome, story)
    if verdict.outcome in ENDS and verdict.condition is not V:
        assert verdict.condition == conditions[0]
        assert verdict.faction == {I: "Populares", II: "Populares", III: "Optimates", IV: "Equites"}[conditions[0]]
    elif verdict.outcome is ror.Outcome.GOES_ON:
        assert not conditions
    assert verdict.steps or verdict.outcome is ror.Outcome.GOES_ON


@given(stories)
def test_no_win_survives_four_wars_but_by_era_ends(story: dict[str, object]) -> None:
    rome, story = told(story)
    verdict = ror.check_victory(rome, **story)  # type: ignore[arg-type]
    if len(rome.active_wars) >= 4:
        if verdict.outcome is ror.Outcome.WINS:
            assert story["era_ends"]
        if story["after"] in (ror.Phase.COMBAT, ror.Phase.REVOLUTION):
            assert verdict.outcome in (ror.Outcome.ALL_LOSE, ror.Outcome.LAST_WARS)
    else:
        assert verdict.outcome is not ror.Outcome.LAST_WARS


@given(stories)
def test_without_a_rebel_ruin_is_the_ruin_of_all(story: dict[str, object]) -> None:
    rome, story = told(story)
    verdict = ror.check_victory(rome, **story)  # type: ignore[arg-type]
    ruin = story["bankrupt"] or story["people_revolt"]
    if rome.primary_rebel is None and ruin:
        assert verdict.outcome is ror.Outcome.ALL_LOSE
    if rome.primary_rebel is not None and ruin:
        assert verdict.condition in (I, II)


@given(stories)
def test_a_win_is_final_only_when_the_turn_is_over(story: dict[str, object]) -> None:
    rome, story = told(story)
    verdict = ror.check_victory(rome, **story)  # type: ignore[arg-type]
    if verdict.outcome is ror.Outcome.WINS and verdict.condition is not V:
        assert story["after"] is ror.Phase.REVOLUTION or story["era_ends"]
    if verdict.outcome is ror.Outcome.PROVISIONAL:
        assert story["after"] is not ror.Phase.REVOLUTION


@given(st.lists(st.sampled_from(ror.WarState), max_size=8).map(tuple))
def test_unprosecuted_wars_count_and_inactive_ones_do_not(states: tuple[ror.WarState, ...]) -> None:
    verdict = ror.check_victory(table(states=states), after=ror.Phase.COMBAT)
    dangerous = sum(state in (ror.WarState.ACTIVE, ror.WarState.UNPROSECUTED) for state in states)
    assert (verdict.outcome is ror.Outcome.ALL_LOSE) == (dangerous >= 4)


@pytest.mark.parametrize(("wars", "outcome"), [(2, "the game goes on"), (3, "all players lose")])
@pytest.mark.parametrize("option", ["rebel_stays", "civil_war_counts"])
def test_a_revolt_that_counts_is_one_war(wars: int, outcome: str, option: str) -> None:
    rome = table(rebel=True, wars=wars)
    assert str(ror.check_victory(rome, **{option: True}).outcome) == outcome  # type: ignore[arg-type]
    assert ror.check_victory(rome).outcome is ror.Outcome.GOES_ON
    assert ror.check_victory(rome, bankrupt=True, **{option: True}).outcome is ror.Outcome.WINS  # type: ignore[arg-type]


factions = ("Populares", "Optimates", "Equites")
men = st.lists(
    st.tuples(
        st.sampled_from(factions),
        st.integers(0, 6),
        st.sampled_from([ror.Place.ROME, ror.Place.ARMY, ror.Place.CAPTIVE, ror.Place.SECONDARY_REBEL]),
    ),
    max_size=7,
)


@given(men, st.permutations([1, 2, 3]))
def test_era_ends_is_a_plain_count(said: list[tuple[str, int, ror.Place]], votes: list[int]) -> None:
    senators = tuple(
        ror.Senator(f"Senator {number}", faction=faction, influence=influence, place=place)
        for number, (faction, influence, place) in enumerate(said)
    )
    rome = ror.Republic(factions=tuple(ror.Faction(name) for name in factions), senators=senators)
    votes_of = dict(zip(factions, votes, strict=True))
    free = [(name, points) for name, points, place in said if place in (ror.Place.ROME, ror.Place.ARMY)]
    ranking = {
        name: (
            sum(points for faction, points in free if faction == name),
            max((points for faction, points in free if faction == name), default=0),
            votes_of[name],
        )
        for name in factions
    }
    assert ror.era_ends_winner(rome, votes=votes_of).faction == max(factions, key=lambda name: ranking[name])


def test_equal_votes_are_not_in_this_text() -> None:
    rome = ror.Republic(factions=(ror.Faction("Populares"), ror.Faction("Optimates")))
    with pytest.raises(NotInThisText):
        ror.era_ends_winner(rome, votes={"Populares": 3, "Optimates": 3})
    with pytest.raises(ImpossibleSituation, match="the votes of Populares and Optimates"):
        ror.era_ends_winner(rome, votes={"Populares": 3})
    with pytest.raises(ImpossibleSituation, match="a table with factions"):
        ror.era_ends_winner(ror.Republic())


@pytest.mark.parametrize(
    ("rebel", "story", "field"),
    [
        (False, {"marched": True}, "marched"),
        (False, {"rebel_stays": True}, "rebel_stays"),
        (True, {"marched": True, "rebel_stays": True}, "marched"),
        (True, {"elected": "Julius"}, "elected"),
        (False, {"elected": "Caesar"}, "elected"),
        (False, {"era_ends": True, "after": ror.Phase.SENATE}, "after"),
    ],
)
def test_impossible_stories(rebel: bool, story: dict[str, object], field: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        ror.check_victory(table(rebel=rebel), **story)  # type: ignore[arg-type]
    assert error.value.field == field


@pytest.mark.parametrize("roll", [1, 13, 7.0, True])
def test_impossible_persuasion(roll: int) -> None:
    with pytest.raises(ImpossibleSituation, match="roll is"):
        ror.persuasion_fails(roll, era_ends=False)


def test_trumps_are_a_strict_order() -> None:
    order = [I, II, III, IV, V]
    for first in order:
        for second in order:
            assert ror.outranks(first, second) == (order.index(first) < order.index(second))


def test_a_verdict_reads_like_a_sentence() -> None:
    assert str(ror.check_victory(table())) == "the game goes on"
    verdict = ror.check_victory(table(rebel=True), marched=True)
    assert str(verdict).startswith("Populares wins by condition I, for Julius has marched on Rome")


def test_a_verdict_always_has_a_reason() -> None:
    goes_on = ror.check_victory(ror.Republic(), after=ror.Phase("Revolution Phase"))
    assert goes_on.outcome is ror.Outcome.GOES_ON
    assert [str(reason) for reason in goes_on.because] == [
        "no condition of victory is met, and Rome has not fallen [ROR 1.12.2a]"
    ]
    lost = ror.check_victory(ror.Republic(), after=ror.Phase("Revolution Phase"), bankrupt=True)
    assert lost.because == lost.steps != ()
