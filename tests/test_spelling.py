"""A name means what bears it, in whatever case it is written: in questions, in pieces, in notations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import responsa.hellenes
import responsa.here_i_stand
import responsa.republic_of_rome
from responsa import ImpossibleSituation
from responsa.spelling import spelt_alike

hel: Any = responsa.hellenes
his: Any = responsa.here_i_stand
ror: Any = responsa.republic_of_rome

PLATAEA = hel.Position.of("""
    land: Boeotia - Attica
    Plataea 1, Boeotia: Athens, besieged by Sparta since Spring 431
    Theban army: Sparta foot, Boeotia, supplied
    Plataean army: Athens foot, Boeotia, home Plataea
""")
GROUP = hel.Returning("PLATAEA", ("plataean ARMY",))
HOME = hel.ReturningBattle((GROUP,), hel.Outcome("Athens", losses={"theban army": 1}))
JULIUS = ror.Senator("Julius", faction="Populares", number="4", concessions=("Mining",))
VETERANS = ror.legions(1) + ror.veterans(2, of="JULIUS")

ALIKE: dict[str, tuple[Callable[[], object], object]] = {
    "a unit of the position": (lambda: bool(hel.survives(PLATAEA, "THEBAN ARMY")), True),
    "a piece that was made before": (
        lambda: (
            hel.relief(PLATAEA, first="Athens", returning=[GROUP], battles=[HOME]).position.unit("Plataean army").at
        ),
        "Plataea",
    ),
    "two texts": (lambda: bool(hel.may_retreat_to("athens", sortied_from="Athens")), True),
    "a method": (lambda: PLATAEA.unit("theban army").name, "Theban army"),
    "a changed position": (lambda: len(PLATAEA.but("theban army: Sparta foot, boeotia, supplied").units), 2),
    "a text within a text": (
        lambda: hel.Position.of("land: Attica\narmy: Athens foot, ATTICA").unit("army").at,
        "Attica",
    ),
    "a leader of the game": (lambda: bool(his.is_barred_by_gout("move", "francis i", struck=["FRANCIS I"])), True),
    "a space of the game": (lambda: his.move_cost("vienna", "GRAZ"), 1),
    "a space with accents": (lambda: bool(his.is_closed(his.Position.of("France"), "algiers")), True),
    "a man and his legions": (lambda: ror.Army(JULIUS, ror.Force(VETERANS)).force.legions[1].allegiance, "Julius"),
    "rebels and their legions": (lambda: len(ror.veterans_of(["julius"], VETERANS)), 2),
}


@pytest.mark.parametrize(("asked", "right"), ALIKE.values(), ids=ALIKE)
def test_a_name_in_another_case_is_the_same_name(asked: Callable[[], object], right: object) -> None:
    assert asked() == right


def test_two_that_bear_names_in_different_case_are_told_apart() -> None:
    position = hel.Position.of("land: Attica\narmy: Athens foot, Attica\nArmy: Athens foot 2, Attica, supplied")
    assert [bool(hel.survives(position, name)) for name in ("army", "Army")] == [False, True]


def test_the_first_spelling_stands_where_nothing_bears_the_name() -> None:
    assert spelt_alike({"one": "athens", "other": "Athens", "third": "ATHENS"}, "responsa") == {
        "one": "Athens",
        "other": "Athens",
        "third": "Athens",
    }
    assert spelt_alike({"names": ["a", "b"], "taken": {"b": 1}}, "responsa")["names"] == ["a", "b"]


def test_a_name_given_twice_is_refused_in_any_case() -> None:
    with pytest.raises(ImpossibleSituation, match="each name once"):
        hel.Returning("Plataea", ("army", "ARMY"))
