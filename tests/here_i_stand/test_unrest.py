"""Removing unrest, and what unrest bars."""

from __future__ import annotations

import itertools

import pytest

from responsa import ImpossibleSituation
from responsa.here_i_stand import (
    Doing,
    Position,
    may_remove_unrest,
    needs_line_of_communication,
    remove_unrest,
    unrest_bars,
)

FORCES = (None, "Hapsburg: 1 regular", "Ottoman: 1 regular", "Venice: 1 regular")


@pytest.mark.parametrize(("there", "near", "beyond"), list(itertools.product(FORCES, repeat=3)))
def test_all_ways_to_stand_around_graz(there: str | None, near: str | None, beyond: str | None) -> None:
    """Graz is next to Vienna in the clear and to Salzburg over a pass; the Hapsburgs are active."""
    placed = {"Graz": there, "Vienna": near, "Salzburg": beyond}
    position = Position.of(
        "Hapsburg",
        relations="Ottoman against Hapsburg",
        stacks={name: force for name, force in placed.items() if force},
        unrest=["Graz"],
    )
    own = "Hapsburg: 1 regular"
    assert bool(may_remove_unrest(position, "Graz")) == (there == own or near == own)


def test_an_enemy_next_door_in_the_clear_forbids_it() -> None:
    stacks = {"Vienna": "Hapsburg: 1 regular", "Agram": "Ottoman: 1 cavalry"}
    position = Position.of("Hapsburg", relations="Ottoman against Hapsburg", stacks=stacks, unrest=["Graz"])
    assert not may_remove_unrest(position, "Graz")
    lone = position.but(stacks=Position.of("Hapsburg", stacks={**stacks, "Agram": "Ottoman: Ibrahim"}).stacks)
    assert may_remove_unrest(lone, "Graz")


def test_enemies_in_the_space_are_no_bar() -> None:
    position = Position.of(
        "Hapsburg",
        relations="Ottoman against Hapsburg",
        stacks={"Linz": "Hapsburg: 1 regular", "Vienna": "Ottoman: 3 regulars"},
        inside={"Vienna": "Hapsburg: 1 regular"},
        unrest=["Vienna"],
    )
    assert may_remove_unrest(position, "Vienna")


def test_a_fortified_space_is_quieted_as_well() -> None:
    position = Position.of("Hapsburg", stacks={"Vienna": "Hapsburg: 1 regular"}, unrest=["Vienna"])
    after, because = remove_unrest(position, "Vienna")
    assert after == position.but(unrest=(), cp=0)
    assert because


@pytest.mark.parametrize("active", ["Protestant", "Hapsburg"])
@pytest.mark.parametrize("played", [True, False])
@pytest.mark.parametrize("space", ["Erfurt", "Vienna"])
def test_the_protestant_condition(active: str, played: bool, space: str) -> None:
    position = Position.of(active, unrest=[space], schmalkaldic=played)
    expected = active == "Protestant" and not played and space == "Erfurt"
    assert bool(may_remove_unrest(position, space)) == expected


def test_nothing_is_done_without_a_point_or_a_right() -> None:
    position = Position.of("Hapsburg", cp=0, stacks={"Linz": "Hapsburg: 1 regular"}, unrest=["Linz", "Graz"])
    assert not may_remove_unrest(position, "Linz")
    for space in ("Linz", "Graz"):
        with pytest.raises(ImpossibleSituation, match="no CP is left"):
            remove_unrest(position, space)
    with pytest.raises(ImpossibleSituation, match="a space in unrest"):
        may_remove_unrest(position, "Vienna")


def test_line_of_communication_is_for_control_only() -> None:
    assert not needs_line_of_communication(removes_unrest=True)
    assert needs_line_of_communication(removes_unrest=False)


def test_what_unrest_bars() -> None:
    assert {doing for doing in Doing if not unrest_bars(doing)} == {Doing.MOVE, Doing.INTERCEPT}
