"""Positions: read back, checked, and never losing a piece."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa.here_i_stand import BOARD, GARRISON, Board, Kind, Position, Power, Stack
from tests.here_i_stand.strategies import relations, stacks

LAND = sorted(name for name, space in BOARD.spaces.items() if space.kind is not Kind.SEA)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position with units of one power in each of some spaces."""
    names = draw(st.lists(st.sampled_from(LAND), max_size=4, unique=True))
    placed = []
    used: set[str] = set()
    for name in names:
        stack = draw(stacks(max_forces=1)).only([draw(st.sampled_from(Power))])
        stack = stack - stack.only_leaders if used & {leader.name for leader in stack.leaders} else stack
        used |= {leader.name for leader in stack.leaders}
        placed.append((name, stack))
    return Position(
        active=draw(st.sampled_from([power for power in Power if power.is_major])),
        cp=draw(st.integers(0, 6)),
        relations=draw(relations()),
        stacks=tuple(placed),
        control=tuple(
            (name, draw(st.sampled_from(Power))) for name in draw(st.sets(st.sampled_from(LAND), max_size=3))
        ),
        unrest=tuple(draw(st.sets(st.sampled_from(LAND), max_size=3))),
        foul_weather=draw(st.booleans()),
        schmalkaldic=draw(st.booleans()),
    )


@given(positions())
def test_a_position_is_read_back_from_what_it_shows(position: Position) -> None:
    assert eval(repr(position)) == position


def test_everything_shown_is_read_back() -> None:
    position = Position.of(
        "Ottoman",
        cp=2,
        relations="Ottoman against Hapsburg, Hungary for Hapsburg, Hapsburg against Venice",
        stacks={
            "Vienna": "Ottoman: 5 regulars, Ibrahim",
            "Graz": "Hapsburg: 2 mercenaries",
            "Venice": "Hapsburg: 1 regular",
        },
        inside={"Vienna": "Hapsburg: 3 regulars, Ferdinand"},
        control={"Graz": "Ottoman"},
        captives={"Ottoman": "Hapsburg: Charles V"},
        dead="Hungary: 2 regulars",
        beaten={"Graz": "Hapsburg: 1 mercenary"},
        tried={"Graz": "Hapsburg: 1 mercenary"},
        moved={"Vienna": "Ottoman: 1 regular"},
        fleets={"Black Sea": ["Ottoman"]},
        unrest=["Linz"],
        sieges=["Venice"],
        sieges_begun=["Vienna"],
        gout=["Ibrahim"],
        foul_weather=True,
        schmalkaldic=True,
        barbary_pirates=True,
        pirate_haven=["Oran"],
        board=Board.of(str(BOARD)),
    )
    assert eval(repr(position)) == position
    assert position.everything.units == 5 + 2 + 1 + 3 + 2
    assert {leader.name for leader in position.everything.leaders} == {"Ibrahim", "Ferdinand", "Charles V"}
    assert position.is_besieged("Vienna")
    assert position.is_besieged("Venice")
    assert not position.is_besieged("Graz")


def test_control_defaults_to_the_home_power() -> None:
    position = Position.of("France", control={"Milan": "France", "Paris": "France"})
    assert position.controller("Paris") is Power.FRANCE
    assert position.controller("Milan") is Power.FRANCE
    assert position.controller("Metz") is Power.INDEPENDENT
    assert dict(position.control) == {"Milan": Power.FRANCE}


WAR = "Ottoman against Hapsburg"
IMPOSSIBLE: list[tuple[str, dict[str, Any]]] = [
    ("HIS 3.2a", {"active": "Hungary"}),
    ("HIS 13.1.3b", {"cp": -1}),
    ("HIS 13.1.3b", {"cp": 1.0}),
    ("HIS 13.1.2b", {"stacks": {"Atlantis": "Ottoman: 1 regular"}}),
    ("HIS 13.1.2b", {"stacks": {"Black Sea": "Ottoman: 1 regular"}}),
    ("HIS 5.1a", {"stacks": {"Nezh": "Ottoman: Suleiman", "Sofia": "Ottoman: Suleiman"}}),
    ("HIS 5.1a", {"stacks": {"Nezh": "Ottoman: Renegade; Hapsburg: Renegade"}}),
    ("HIS 13.1.8a", {"stacks": {"Vienna": "Ottoman: 1 regular; Hapsburg: 1 regular"}, "relations": WAR}),
    ("HIS 13.1.8a", {"stacks": {"Graz": "Ottoman: 1 regular; Hapsburg: Ferdinand"}, "relations": WAR}),
    ("HIS 13.4b", {"inside": {"Graz": "Hapsburg: 1 regular"}}),
    ("HIS 13.4d", {"inside": {"Vienna": f"Hapsburg: {GARRISON + 1} regulars"}}),
    ("HIS 13.4b", {"sieges": ["Graz"]}),
    ("HIS 15a", {"sieges": ["Vienna"]}),
    ("HIS 15a", {"inside": {"Vienna": "Hapsburg: 1 regular"}, "relations": WAR}),
    (
        "HIS 15a",
        {
            "stacks": {"Vienna": "Ottoman: 4 regulars"},
            "inside": {"Vienna": "Hapsburg: 4 regulars"},
            "relations": WAR,
        },
    ),
    ("HIS 15a", {"stacks": {"Vienna": "Ottoman: 5 regulars"}, "inside": {"Vienna": "Hapsburg: 4 regulars"}}),
    ("HIS 5.1h", {"stacks": {"Nezh": "Ottoman: Brandon"}}),
    ("HIS 5.1i", {"stacks": {"London": "England: 2 cavalry"}}),
    ("HIS 21.1b", {"pirate_haven": ["Tunis"]}),
    ("HIS 12.1b", {"fleets": {"Black Sea": ["Ottoman", "Hapsburg"]}, "relations": WAR}),
    ("HIS 13.1s", {"sieges_begun": ["Vienna"]}),
    ("HIS 13.1y", {"captives": {"Ottoman": "Hapsburg: 1 regular"}}),
    ("HIS 13.1y", {"captives": {"Ottoman": "Ottoman: Suleiman"}}),
    ("HIS 14.1c", {"dead": "Ottoman: Suleiman"}),
    ("HIS 13.1r", {"beaten": {"Nezh": "Ottoman: 1 regular"}}),
    ("HIS 13.2e", {"tried": {"Nezh": "Ottoman: 1 regular"}}),
    ("HIS C31a", {"moved": {"Nezh": "Ottoman: 1 regular"}}),
    ("HIS 13.1.2b", {"control": {"Atlantis": "Ottoman"}}),
    ("HIS 13.1.2b", {"unrest": ["Atlantis"]}),
    ("HIS 12.1a", {"fleets": {"Vienna": ["Ottoman"]}}),
    ("HIS 5.1g", {"gout": ["Nobody"]}),
    ("HIS 5.1a", {"dead": "8 regulars"}),
]


@pytest.mark.parametrize(("rule", "arguments"), IMPOSSIBLE, ids=str)
def test_what_cannot_be_is_refused(rule: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleSituation) as caught:
        Position.of(**{"active": "Ottoman", **arguments})
    assert str(caught.value.rule) == rule


def test_changing_a_position_checks_it_again() -> None:
    position = Position.of("Ottoman", relations="Ottoman against Hapsburg", stacks={"Vienna": "Hapsburg: 1 regular"})
    with pytest.raises(ImpossibleSituation):
        position.but(stacks=(("Vienna", Stack.of("Hapsburg: 1 regular; Ottoman: 1 regular")),))
