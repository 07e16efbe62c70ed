"""The printed board, and boards that cannot be."""

from __future__ import annotations

import pytest

from responsa import ImpossibleSituation
from responsa.here_i_stand import BOARD, Board, Connection, Kind, Power, Purpose, is_adjacent_for, move_cost
from responsa.here_i_stand._local_names import LOCAL_NAMES
from responsa.nearest import letters

LAND = [space for space in BOARD.spaces.values() if space.kind is not Kind.SEA]


def test_the_board_is_complete() -> None:
    kinds = {kind: [space.name for space in LAND if space.kind is kind] for kind in Kind}
    assert len(LAND) == 134
    assert len(kinds[Kind.ELECTORATE]) == 6
    assert set(kinds[Kind.ELECTORATE]) == {"Augsburg", "Brandenburg", "Cologne", "Mainz", "Trier", "Wittenberg"}
    assert set(kinds[Kind.CAPITAL]) == {"Istanbul", "London", "Paris", "Rome", "Valladolid", "Vienna"}
    assert {"Florence", "Metz", "Milan", "Tunis"} <= set(kinds[Kind.KEY])
    assert len([zone for zone in BOARD.spaces.values() if zone.kind is Kind.SEA]) == 14


def test_every_connection_stands_on_both_ends() -> None:
    for name, joined in BOARD.neighbours.items():
        for other, connection in joined.items():
            assert BOARD.neighbours[other][name] is connection
            assert other != name


def test_the_mainland_hangs_together() -> None:
    """All but Britain, the islands and Africa can be walked to from Paris."""
    seen, todo = {"Paris"}, ["Paris"]
    while todo:
        for other in BOARD.adjacent(todo.pop(), over_passes=True):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    apart = {space.name for space in LAND} - seen
    british = {s.name for s in LAND if {Power.ENGLAND, Power.SCOTLAND} & set(s.home)} - {"Calais"}
    islands = {
        "Algiers",
        "Bastia",
        "Cagliari",
        "Candia",
        "Corfu",
        "Malta",
        "Oran",
        "Palma",
        "Rhodes",
        "Tripoli",
        "Tunis",
    }
    assert apart == british | islands


def test_there_are_sixteen_passes() -> None:
    passes = {
        frozenset((name, other))
        for name, joined in BOARD.neighbours.items()
        for other, connection in joined.items()
        if connection is Connection.PASS
    }
    assert len(passes) == 16
    assert frozenset(("Trent", "Innsbruck")) in passes
    assert frozenset(("Vienna", "Graz")) not in passes


def test_ports_are_land_spaces_on_sea_zones() -> None:
    ports = [space for space in LAND if space.ports]
    assert len(ports) == 58
    assert all(BOARD.spaces[zone].kind is Kind.SEA for port in ports for zone in port.ports)
    assert all(space.ports for space in LAND if not BOARD.neighbours[space.name])


def test_a_board_is_read_back_from_what_it_shows() -> None:
    assert Board.of(str(BOARD)) == BOARD
    assert eval(repr(BOARD)) == BOARD


@pytest.mark.parametrize(
    "text",
    [
        "A | key | France | B\nB | key | France |",
        "A | key | France | B\nB | key | France | A (pass)",
        "A | key | France | A",
        "A | key | France | B",
        "A | key | Spain |",
        "A | key | France | | Dead Sea",
        "A | key | France | | B\nB | key | France |",
    ],
)
def test_a_board_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(ImpossibleSituation):
        Board.of(text)


@pytest.mark.parametrize("name", ["Atlantis", "Black Sea", "Wien", ""])
def test_only_land_spaces_are_spaces(name: str) -> None:
    with pytest.raises(ImpossibleSituation, match="a land space of the board"):
        BOARD.space(name)


@pytest.mark.parametrize(
    ("one", "other", "cost"), [("Vienna", "Graz", 1), ("Graz", "Salzburg", 2), ("Turin", "Grenoble", 2)]
)
def test_cost_is_the_same_both_ways(one: str, other: str, cost: int) -> None:
    assert move_cost(one, other) == move_cost(other, one) == cost


def test_no_cost_between_spaces_that_are_not_adjacent() -> None:
    with pytest.raises(ImpossibleSituation, match="a space adjacent to Vienna"):
        move_cost("Vienna", "Buda")


def test_over_a_pass_some_things_are_not_done() -> None:
    done = {purpose for purpose in Purpose if is_adjacent_for(purpose, Connection.PASS)}
    assert done == {Purpose.MOVE, Purpose.AVOID_BATTLE, Purpose.RETREAT}
    assert all(is_adjacent_for(purpose, Connection.CLEAR) for purpose in Purpose)


def test_every_local_name_is_one_of_a_space_and_of_no_other() -> None:
    assert set(LOCAL_NAMES.values()) <= set(BOARD.spaces)
    assert not LOCAL_NAMES.keys() & {letters(name) for name in BOARD.spaces}
    for local in ("Wien", "bécs", "Köln", "Constantinople"):
        with pytest.raises(ImpossibleSituation, match=f"the nearest is {LOCAL_NAMES[letters(local)]}"):
            BOARD.space(local)
