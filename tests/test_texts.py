"""Texts that users wrote and that were once taken for something else, each with its right answer."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest

import responsa.hellenes
import responsa.here_i_stand
import responsa.republic_of_rome
from responsa import ImpossibleSituation

hel: Any = responsa.hellenes  # what is written here is text on purpose, where members are asked for
his: Any = responsa.here_i_stand
ror: Any = responsa.republic_of_rome

BESIEGER = his.Stack.of("England: 2 regulars")
CORINTH = hel.City("Corinth", 1, "Corinthia", "Sparta")
FOUND: list[tuple[str, Callable[[], object], object]] = [
    ("a Muster in Winter", lambda: bool(hel.may_make("Muster", "Winter")), False),
    ("an event in Winter", lambda: bool(hel.may_play_event("Winter")), False),
    ("the sequence of Winter", lambda: bool(hel.has_own_sequence("Winter")), True),
    ("the cost of a Group Move", lambda: hel.move_cost("Group Move"), 1),
    ("the fire of the besieged", lambda: bool(hel.can_lose_units("storm")), True),
    ("a city of Sparta", lambda: CORINTH.controller, hel.Side.SPARTA),
    ("a victory of Athens", lambda: hel.Outcome("Athens").winner, hel.Side.ATHENS),
    ("the season of attrition", lambda: hel.attrition_takes_step(2, season="Winter"), True),
    (
        "whoever avoids battle",
        lambda: bool(his.is_captured(with_units=0, fortified=False, entry="avoiding battle")),
        False,
    ),
    ("an assault in Foul Weather", lambda: bool(his.is_barred_by_foul_weather("assault")), True),
    ("an assault with gout", lambda: bool(his.is_barred_by_gout("assault", "Brandon", struck=["Brandon"])), True),
    ("the dice of a defender", lambda: his.battle_dice(BESIEGER, "defender"), 3),
    ("the CP just paid", lambda: his.cp_after_card(2, "the one just paid"), 2),
    ("the defender who won", lambda: bool(his.must_retreat("defender", winner="defender")), False),
    ("a move in unrest", lambda: bool(his.unrest_bars("move")), False),
    ("a move in the clear", lambda: his.is_adjacent_for("move", "clear"), True),
    ("a besieged fleet", lambda: bool(his.besieged_may("move", naval=True)), True),
    ("the formation of a leader", lambda: his.formation_limit(["brandon"]), 6),
    ("who plays a card", lambda: his.CardPlay("foul weather", by="France").by, his.Power.FRANCE),
    ("a Defeat of the rebel", lambda: bool(ror.is_stopped("Defeat")), True),
    ("the last battle", lambda: bool(ror.must_fight_the_wars("II", active_wars=6)), True),
    ("talents against persuasion", lambda: bool(ror.may_spend_faction_treasury("resisting persuasion")), True),
    ("talents for a rebel", lambda: bool(ror.may_move_money("a loyal senator", "the rebel")), False),
    ("a captive", lambda: ror.Senator("J", place="captive").is_captive, True),
    ("an unprosecuted war", lambda: ror.War("X", state="unprosecuted").is_active, True),
    ("an office", lambda: ror.Senator("J", offices="censor").offices, (ror.Office.CENSOR,)),
    ("a changed power", lambda: his.Position.of("Ottoman").but(active="france").active, his.Power.FRANCE),
]


@pytest.mark.parametrize(("answer", "right"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_a_text_has_the_answer_of_its_word(answer: Callable[[], object], right: object) -> None:
    assert answer() == right


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "a number for a card": (lambda: hel.first_player(athens=1, sparta=2), "athens"),
    "a number for orders": (lambda: hel.Orders(1), "card"),
    "no way to enter": (lambda: his.Entry("x"), "entry"),
    "a name for a force": (lambda: his.may_form("Brandon"), "force"),
    "a number for a man": (lambda: ror.Army(1, 3), "commander"),
    "a number for a text": (lambda: ror.Senator("J", number=4), "number"),
    "a text for a number": (lambda: his.Force("ottoman", "3"), "regulars"),
    "a bool for a number": (lambda: his.Force("ottoman", True), "regulars"),
    "no attribute": (lambda: his.Position.of("Ottoman").but(weather="foul"), "changes"),
    "a text for CP": (lambda: his.Position.of("Ottoman").but(cp="2"), "cp"),
    "an enormous number": (lambda: his.Stack.of("Ottoman: " + "9" * 5000 + " regulars"), "text"),
    "an enormous text": (lambda: his.Stack.of("Ottoman: 3 regulars; " * 1000), "text"),
}


@pytest.mark.parametrize(("wrong", "field"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_such_thing_is_refused_by_its_field(wrong: Callable[[], object], field: str) -> None:
    with pytest.raises(ImpossibleSituation) as refused:
        wrong()
    assert refused.value.field == field


UNNAMED: dict[str, Callable[[], object]] = {
    "a unit": lambda: hel.Unit("", "Athens", "foot", "Attica"),
    "a city": lambda: hel.City(" ", 1, "Attica", "Athens"),
    "an area": lambda: hel.Area(""),
    "one of several": lambda: hel.Disband(("army", "")),
    "a key": lambda: hel.Outcome("Athens", losses={"": 1}),
    "a senator": lambda: ror.Senator(""),
    "a concession": lambda: ror.Senator("Julius", concessions=("",)),
    "a leader": lambda: his.Leader("", 1, 6),
}


@pytest.mark.parametrize("unnamed", UNNAMED.values(), ids=UNNAMED)
def test_nothing_has_an_empty_name(unnamed: Callable[[], object]) -> None:
    with pytest.raises(ImpossibleSituation, match="name"):
        unnamed()


@pytest.mark.parametrize("write", [hel.areas, hel.seas])
def test_nothing_is_next_to_itself(write: Callable[[str], object]) -> None:
    with pytest.raises(ImpossibleSituation, match="another area than Attica next to Attica"):
        write("Attica - Boeotia, Attica - Attica")
    with pytest.raises(ImpossibleSituation, match="another area of the position"):
        hel.Position(areas=(hel.Area("Attica", ("Attica",)),))


MEANT = [
    (lambda: hel.Kind("horse"), "cavalry"),
    (lambda: hel.Kind("Hoplites"), "foot"),
    (lambda: hel.Date(431, "autumn"), "Fall"),
    (lambda: ror.Age("late"), "Late Republic"),
    (lambda: ror.may_spend_faction_treasury("ransom"), "the ransom of a captive"),
    (lambda: his.BOARD.space("Wien"), "Vienna"),
    (lambda: his.BOARD.space("Besacon"), "Besançon"),
    (lambda: his.Power("English"), "England"),
]


@pytest.mark.parametrize(("asked", "meant"), MEANT)
def test_what_players_mean_is_offered(asked: Callable[[], object], meant: str) -> None:
    with pytest.raises(ImpossibleSituation) as refused:
        asked()
    assert refused.value.nearest == meant


def test_a_stack_is_part_of_stacks_alone() -> None:
    with pytest.raises(TypeError):
        operator.le(his.NOTHING, 3)


ODD = {
    "a full-width digit": ("Ottoman: \N{FULLWIDTH DIGIT THREE} regulars", "FULLWIDTH DIGIT THREE"),
    "a superscript": ("Ottoman: \N{SUPERSCRIPT TWO} regulars", "SUPERSCRIPT TWO"),
    "a Cyrillic letter": ("\N{CYRILLIC CAPITAL LETTER O}ttoman: 3 regulars", "CYRILLIC CAPITAL LETTER O"),
    "a letter not seen": ("Ottoman:\N{ZERO WIDTH SPACE} 3 regulars", "ZERO WIDTH SPACE"),
    "a mark of its own": ("Ottoman: 3 re\N{COMBINING CEDILLA}gulars x\N{COMBINING CEDILLA}", "COMBINING CEDILLA"),
}


@pytest.mark.parametrize(("text", "shown"), ODD.values(), ids=ODD)
def test_a_character_that_is_not_what_it_looks_like_is_shown(text: str, shown: str) -> None:
    with pytest.raises(ImpossibleSituation, match=shown):
        his.Stack.of(text)


def test_a_text_is_read_however_its_accents_are_written() -> None:
    apart = "Besanc\N{COMBINING CEDILLA}on"
    assert his.BOARD.space(apart) is his.BOARD.space("Besan\N{LATIN SMALL LETTER C WITH CEDILLA}on")


THROWN: dict[str, Callable[[], object]] = {
    "attacker_dice": lambda: his.odds_of_hits(20_000, 1),
    "defender_dice": lambda: his.field_battle_odds(attackers=1, attacker_dice=1, defenders=1, defender_dice=20_000),
    "most_blocks": lambda: hel.attrition_odds(20_000),
    "legions": lambda: ror.follower_odds(20_000, age="Early Republic"),
}


@pytest.mark.parametrize(("field", "asked"), THROWN.items(), ids=THROWN)
def test_more_dice_than_anybody_throws_are_refused(field: str, asked: Callable[[], object]) -> None:
    with pytest.raises(ImpossibleSituation, match="300 dice are thrown") as refused:
        asked()
    assert refused.value.field == field
