"""The whole move: examples by hand, refusals, and a player who makes random moves and never loses a piece."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from responsa import ImpossibleSituation, NotInThisText
from responsa.here_i_stand import (
    BOARD,
    Attempt,
    Avoiding,
    Card,
    CardPlay,
    Going,
    Lost,
    Move,
    Moved,
    Position,
    Power,
    Rolls,
    Stack,
    may_enter,
    may_take_part,
    move,
    next_impulse,
)

WAR = "Ottoman against Hapsburg"
PLAIN = Position.of(
    "Ottoman",
    cp=3,
    relations=WAR,
    stacks={"Pressburg": "Ottoman: 8 regulars, 2 cavalry, Suleiman", "Vienna": "Hapsburg: 4 regulars, Ferdinand"},
    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},
)
ALL_TEN = "Ottoman: 8 regulars, 2 cavalry, Suleiman"


def rules_of_steps(moved: Moved) -> list[str]:
    return [step.rule for step in moved.steps]


def test_withdrawal_and_siege() -> None:
    after = move(PLAIN, Move.of(ALL_TEN, "Pressburg", "Vienna", withdraw=True)).position
    assert after.within("Vienna") == Stack.of("Hapsburg: 4 regulars, Ferdinand")
    assert after.at("Vienna") == Stack.of(ALL_TEN)
    assert not after.at("Pressburg")
    assert after.sieges_begun == ("Vienna",)
    assert after.cp == 2
    with pytest.raises(ImpossibleSituation, match="siege of Vienna was begun in this impulse"):
        move(after, Move.of(ALL_TEN, "Vienna", "Linz"))


def test_too_few_besiegers_go_back() -> None:
    four = PLAIN.but(stacks=(("Pressburg", Stack.of("Ottoman: 4 regulars")), *PLAIN.stacks[1:]))
    moved = move(four, Move.of("Ottoman: 4 regulars", "Pressburg", "Vienna", withdraw=True))
    assert moved.position.at("Pressburg") == Stack.of("Ottoman: 4 regulars")
    assert moved.position.at("Vienna") == PLAIN.at("Vienna")
    assert not moved.position.is_besieged("Vienna")
    assert moved.position.cp == 2
    assert rules_of_steps(moved)[-1] == "HIS 13.4o"


def test_too_few_besiegers_go_on_and_are_beaten() -> None:
    stacks = {
        "Pressburg": "Ottoman: 4 regulars",
        "Vienna": "Hapsburg: 4 regulars",
        "Linz": "Hapsburg: 4 regulars",
    }
    position = Position.of("Ottoman", cp=3, relations=WAR, stacks=stacks, control={"Pressburg": "Ottoman"})
    battle = Rolls.of((1, 1, 1, 1), (6, 1, 1, 1, 1))
    on = Move.of("Ottoman: 4 regulars", "Vienna", "Linz", battle=battle)
    moved = move(position, Move.of("Ottoman: 4 regulars", "Pressburg", "Vienna", withdraw=True, go_on=on))
    assert moved.position.dead == Stack.of("Ottoman: 4 regulars")
    assert moved.position.cp == 1
    assert "HIS 13.4n" in rules_of_steps(moved)
    assert moved.position.at("Linz") == moved.position.at("Vienna") == Stack.of("Hapsburg: 4 regulars")


def test_going_on_into_an_empty_space() -> None:
    stacks = {"Pressburg": "Ottoman: 3 regulars", "Vienna": "Hapsburg: 4 regulars"}
    position = Position.of("Ottoman", cp=2, relations=WAR, stacks=stacks)
    on = Move.of("Ottoman: 3 regulars", "Vienna", "Linz")
    moved = move(position, Move.of("Ottoman: 3 regulars", "Pressburg", "Vienna", withdraw=True, go_on=on))
    assert moved.position.at("Linz") == Stack.of("Ottoman: 3 regulars")
    assert moved.position.cp == 0


def test_interception_and_battle_of_the_published_example() -> None:
    """Natural 8, +2 and −1: 9. Ten dice against thirteen, 3 hits against 5."""
    position = Position.of(
        "Ottoman",
        cp=2,
        relations=WAR,
        stacks={
            "Pressburg": "Ottoman: 6 regulars, 2 cavalry, Suleiman",
            "Vienna": "Hapsburg: 2 regulars",
            "Linz": "Hapsburg: 8 regulars, Charles V",
        },
        control={"Pressburg": "Ottoman"},
    )
    order = Move.of(
        "Ottoman: 6 regulars, 2 cavalry, Suleiman",
        "Pressburg",
        "Vienna",
        interceptions=[Attempt.of("Hapsburg: 8 regulars, Charles V", "Linz", (3, 5))],
        battle=Rolls.of(
            (5, 6, 5, 1, 1, 1, 1, 1, 1, 1),
            (6, 6, 6, 5, 5, 1, 1, 1, 1, 1, 1, 1, 1),
            attacker_lost="Ottoman: 5 regulars",
        ),
    )
    moved = move(position, order)
    assert moved.position.at("Vienna") == Stack.of("Hapsburg: 7 regulars, Charles V")
    assert moved.position.at("Pressburg") == Stack.of("Ottoman: 1 regular, 2 cavalry, Suleiman")
    assert moved.position.dead.units == 8
    with pytest.raises(ImpossibleSituation, match=r"HIS 13\.1r"):
        move(moved.position, Move.of("Ottoman: 1 regular", "Pressburg", "Buda"))


def test_several_interceptions() -> None:
    stacks = {
        "Pressburg": "Ottoman: 4 regulars",
        "Linz": "Hapsburg: 2 regulars",
        "Graz": "Hapsburg: 2 regulars",
        "Brunn": "Papacy: 1 regular",
    }
    relations = "Ottoman against Hapsburg, Ottoman against Papacy, Hapsburg with Papacy"
    position = Position.of("Ottoman", cp=2, relations=relations, stacks=stacks, control={"Pressburg": "Ottoman"})

    def order(*attempts: Attempt, battle: Rolls | None = None) -> Move:
        return Move.of("Ottoman: 4 regulars", "Pressburg", "Vienna", interceptions=attempts, battle=battle)

    linz, graz = (Attempt.of("Hapsburg: 2 regulars", name, (6, 6)) for name in ("Linz", "Graz"))
    brunn = Attempt.of("Papacy: 1 regular", "Brunn", (6, 6))
    failed = Attempt.of("Hapsburg: 2 regulars", "Linz", (1, 1))
    battle = Rolls.of((6, 6, 1, 1), (6, 1, 1, 1, 1), going=[Going.of("Hapsburg", "Graz")])
    moved = move(position, order(linz, graz, battle=battle))
    assert moved.position.at("Graz") == Stack.of("Hapsburg: 2 regulars")
    assert moved.position.of_record(moved.position.tried, "Graz") == Stack.of("Hapsburg: 2 regulars")
    assert moved.position.of_record(moved.position.beaten, "Graz") == Stack.of("Hapsburg: 2 regulars")
    assert moved.position.is_besieged("Vienna")
    with pytest.raises(ImpossibleSituation, match=r"HIS 13\.2c"):
        move(position, order(linz, brunn))
    with pytest.raises(ImpossibleSituation, match="Impulse Order"):
        move(position, order(brunn, linz))
    with pytest.raises(ImpossibleSituation, match=r"HIS 13\.2e"):
        move(position, order(failed, failed))
    papal = move(position, order(failed, brunn, battle=Rolls.of((1, 1, 1, 1), (6, 1))))
    assert papal.position.at("Vienna") == Stack.of("Papacy: 1 regular")
    assert papal.position.of_record(papal.position.tried, "Linz").units == 2
    assert papal.position.at("Pressburg").units == 3


def test_part_of_a_stack_avoids_and_a_leader_is_left_behind() -> None:
    stacks = {"Mohacs": "Ottoman: 5 regulars, Ibrahim", "Graz": "Hapsburg: 2 regulars, Ferdinand"}
    position = Position.of("Ottoman", cp=2, relations=WAR, stacks=stacks)
    away = Avoiding.of("Hapsburg: 2 regulars", "Trieste", (6, 6))
    moved = move(position, Move.of("Ottoman: 5 regulars, Ibrahim", "Mohacs", "Graz", avoiding=[away]))
    assert moved.position.at("Trieste") == Stack.of("Hapsburg: 2 regulars")
    assert dict(moved.position.captives)[Power.OTTOMAN] == Stack.of("Hapsburg: Ferdinand")
    assert moved.position.at("Graz") == Stack.of("Ottoman: 5 regulars, Ibrahim")


def test_a_lone_leader_shuts_the_gates() -> None:
    stacks = {"Pressburg": "Ottoman: 1 regular", "Vienna": "Hapsburg: Ferdinand"}
    moved = move(
        Position.of("Ottoman", relations=WAR, stacks=stacks), Move.of("Ottoman: 1 regular", "Pressburg", "Vienna")
    )
    assert moved.position.within("Vienna") == Stack.of("Hapsburg: Ferdinand")
    assert moved.position.is_besieged("Vienna")


def test_an_empty_fortress_is_besieged() -> None:
    position = Position.of("Ottoman", relations=WAR, stacks={"Pressburg": "Ottoman: 1 regular"})
    after = move(position, Move.of("Ottoman: 1 regular", "Pressburg", "Vienna")).position
    assert after.sieges == after.sieges_begun == ("Vienna",)


def test_the_besiegers_leave_and_the_gates_open() -> None:
    position = Position.of(
        "Ottoman",
        relations=WAR,
        stacks={"Vienna": "Ottoman: 4 regulars"},
        inside={"Vienna": "Hapsburg: 2 regulars"},
        control={"Pressburg": "Ottoman"},
    )
    after = move(position, Move.of("Ottoman: 4 regulars", "Vienna", "Pressburg")).position
    assert after.at("Vienna") == Stack.of("Hapsburg: 2 regulars")
    assert not after.is_besieged("Vienna")
    two = Move.of("Ottoman: 2 regulars", "Vienna", "Pressburg", leaving=[Going.of("Ottoman", "Pressburg")])
    assert move(position, two).position.at("Pressburg") == Stack.of("Ottoman: 4 regulars")
    with pytest.raises(ImpossibleSituation, match=r"HIS 15\.3b"):
        move(position, Move.of("Ottoman: 2 regulars", "Vienna", "Pressburg"))


RELIEF = Position.of(
    "Hapsburg",
    relations=WAR,
    stacks={"Vienna": "Ottoman: 4 regulars, Ibrahim", "Linz": "Hapsburg: 3 regulars, Ferdinand"},
    inside={"Vienna": "Hapsburg: 2 regulars"},
    control={"Pressburg": "Ottoman"},
)
COMING = "Hapsburg: 3 regulars, Ferdinand"


def relief(**decisions: Any) -> Moved:
    return move(RELIEF, Move.of(COMING, "Linz", "Vienna", battle=Rolls.of(**decisions)))


def test_relief_won() -> None:
    after = relief(
        attacker=(6, 6, 1, 1, 1, 1),
        defender=(6, 1, 1, 1, 1, 1),
        joining="Hapsburg: 2 regulars",
        going=[Going.of("Ottoman", "Pressburg")],
    ).position
    assert after.at("Vienna") == Stack.of("Hapsburg: 4 regulars, Ferdinand")
    assert after.at("Pressburg") == Stack.of("Ottoman: 2 regulars, Ibrahim")
    assert not after.is_besieged("Vienna")


def test_relief_lost_with_equal_hits() -> None:
    after = relief(
        attacker=(6, 1, 1, 1, 1, 1),
        defender=(6, 1, 1, 1, 1, 1),
        joining="Hapsburg: 2 regulars",
        sheltering="Hapsburg: 2 regulars, Ferdinand",
    ).position
    assert after.within("Vienna") == Stack.of("Hapsburg: 2 regulars, Ferdinand")
    assert after.at("Linz") == Stack.of("Hapsburg: 2 regulars")
    assert after.at("Vienna") == Stack.of("Ottoman: 3 regulars, Ibrahim")


def test_relief_lost_lets_only_the_garrison_back() -> None:
    with pytest.raises(ImpossibleSituation, match=r"HIS 15\.2b"):
        relief(
            attacker=(1, 1, 1, 1, 1, 1),
            defender=(6, 1, 1, 1, 1, 1),
            joining="Hapsburg: 2 regulars",
            sheltering="Hapsburg: 3 regulars",
        )
    after = relief(attacker=(1, 1, 1, 1), defender=(6, 1, 1, 1, 1, 1)).position
    assert after.within("Vienna") == Stack.of("Hapsburg: 2 regulars")
    assert after.at("Linz") == Stack.of("Hapsburg: 2 regulars, Ferdinand")


def test_allies_fight_together_and_share_losses() -> None:
    position = Position.of(
        "Ottoman",
        relations="Ottoman against Hapsburg, Hapsburg with Papacy",
        stacks={"Agram": "Ottoman: 4 regulars", "Trieste": "Hapsburg: 2 regulars; Papacy: 2 regulars"},
        control={"Agram": "Ottoman"},
    )

    rolls = Rolls.of(
        (6, 6, 6, 1),
        (1, 1, 1, 1, 1),
        defender_lost="Hapsburg: 1 regular; Papacy: 2 regulars",
        going=[Going.of("Hapsburg", "Graz")],
    )
    after = move(position, Move.of("Ottoman: 4 regulars", "Agram", "Trieste", battle=rolls)).position
    assert after.at("Graz") == Stack.of("Hapsburg: 1 regular")
    uneven = Rolls.of((6, 6, 1, 1), (1, 1, 1, 1, 1), defender_lost="Hapsburg: 2 regulars")
    with pytest.raises(ImpossibleSituation, match="share evenly"):
        move(position, Move.of("Ottoman: 4 regulars", "Agram", "Trieste", battle=uneven))


def test_an_ally_of_both_sides_counts_as_an_enemy() -> None:
    position = Position.of(
        "Ottoman",
        relations=f"{WAR}, Ottoman with France, Hapsburg with France",
        stacks={"Pressburg": "Ottoman: 4 regulars", "Vienna": "Hapsburg: 1 regular; France: 1 regular"},
    )
    after = move(position, Move.of("Ottoman: 4 regulars", "Pressburg", "Vienna", withdraw=True)).position
    assert after.within("Vienna") == Stack.of("Hapsburg: 1 regular; France: 1 regular")
    rolls = Rolls.of((6, 6, 1, 1), (1, 1, 1))
    after = move(position, Move.of("Ottoman: 4 regulars", "Pressburg", "Vienna", battle=rolls)).position
    assert after.dead == Stack.of("Hapsburg: 1 regular; France: 1 regular")


def test_trapped_losers_are_eliminated() -> None:
    position = Position.of(
        "Ottoman",
        relations=WAR,
        stacks={"Trieste": "Ottoman: 5 regulars, Ibrahim", "Graz": "Hapsburg: 2 regulars, Ferdinand"},
        control={"Vienna": "Ottoman", "Salzburg": "Protestant"},
    )
    battle = Rolls.of((6, 6, 1, 1, 1, 1), (6, 1, 1, 1))
    after = move(position, Move.of("Ottoman: 5 regulars, Ibrahim", "Trieste", "Graz", battle=battle)).position
    assert after.dead == Stack.of("Ottoman: 1 regular; Hapsburg: 2 regulars")
    assert dict(after.captives)[Power.OTTOMAN] == Stack.of("Hapsburg: Ferdinand")
    one_hit = Rolls.of((6, 1, 1, 1, 1, 1), (1, 1, 1, 1))
    after = move(position, Move.of("Ottoman: 5 regulars, Ibrahim", "Trieste", "Graz", battle=one_hit)).position
    assert after.dead == Stack.of("Hapsburg: 2 regulars")


def test_an_inactive_minor_power_shuts_its_gates() -> None:
    position = Position.of(
        "Ottoman",
        relations="Ottoman against Hungary",
        stacks={"Mohacs": "Ottoman: 5 regulars, Ibrahim", "Buda": "Hungary: 4 regulars"},
    )
    after = move(position, Move.of("Ottoman: 5 regulars, Ibrahim", "Mohacs", "Buda")).position
    assert after.within("Buda") == Stack.of("Hungary: 4 regulars")
    five = position.but(stacks=(("Buda", Stack.of("Hungary: 6 regulars")), position.stacks[1]))
    battle = Rolls.of((6, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1, 1))
    after = move(five, Move.of("Ottoman: 5 regulars, Ibrahim", "Mohacs", "Buda", battle=battle)).position
    assert after.within("Buda") == Stack.of("Hungary: 4 regulars")
    assert after.dead == Stack.of("Hungary: 2 regulars")
    assert after.is_besieged("Buda")


@pytest.mark.parametrize(
    ("force", "inside", "dead"),
    [
        ("6 regulars, 2 mercenaries", "2 regulars, 2 mercenaries", "4 regulars"),
        ("1 regular, 7 mercenaries", "4 mercenaries", "1 regular, 3 mercenaries"),
        ("2 regulars, 6 mercenaries", "4 mercenaries", "2 regulars, 2 mercenaries"),
        ("4 regulars", "4 regulars", ""),
    ],
)
def test_what_is_too_much_for_the_walls_is_lost_regulars_first(force: str, inside: str, dead: str) -> None:
    units = Stack.of(f"Hungary: {force}")
    position = Position.of(
        "Ottoman",
        relations="Ottoman against Hungary",
        stacks={"Mohacs": "Ottoman: 6 regulars, Ibrahim", "Buda": f"Hungary: {force}, 1 regular, Zapolya (0/6)"},
    )
    battle = Rolls.of((6, 1, 1, 1, 1, 1, 1), (1,) * (units.units + 2), defender_lost="Hungary: 1 regular")
    moved = move(position, Move.of("Ottoman: 6 regulars, Ibrahim", "Mohacs", "Buda", battle=battle))
    assert moved.position.within("Buda") == Stack.of(f"Hungary: {inside}, Zapolya (0/6)")
    assert moved.position.dead == Stack.of(f"Hungary: {dead}") + Stack.of("Hungary: 1 regular")
    told = [step.text for step in moved.steps if step.rule == "HIS 22.1b"]
    assert told[0] == "4 land units and Zapolya go inside the fortifications of Buda"
    assert told[1:] == ([f"{Stack.of(f'Hungary: {dead}').units} land units are eliminated"] if dead else [])


def test_a_victory_that_nobody_survives_frees_the_besieged() -> None:
    position = Position.of(
        "Hapsburg",
        relations="Hapsburg against France",
        stacks={"Turin": "Hapsburg: 2 regulars, Charles V", "Milan": "France: 4 regulars"},
        inside={"Milan": "Independent: 2 regulars"},
        control={"Pavia": "France"},
    )
    rolls = Rolls.of((6, 6, 6, 1), (6, 6, 1, 1, 1), going=[Going.of("France", "Pavia")])
    after = move(position, Move.of("Hapsburg: 2 regulars, Charles V", "Turin", "Milan", battle=rolls)).position
    assert after.at("Milan") == Stack.of("Independent: 2 regulars")
    assert after.at("Pavia") == Stack.of("France: 1 regular")
    assert not after.is_besieged("Milan")
    assert dict(after.captives) == {Power.FRANCE: Stack.of("Hapsburg: Charles V")}


def test_an_independent_key() -> None:
    position = Position.of("Hapsburg", stacks={"Besançon": "Hapsburg: 3 regulars", "Metz": "Independent: 2 regulars"})
    after = move(position, Move.of("Hapsburg: 3 regulars", "Besançon", "Metz")).position
    assert after.within("Metz") == Stack.of("Independent: 2 regulars")
    assert after.sieges_begun == ("Metz",)


def test_foul_weather() -> None:
    card = CardPlay(Card.FOUL_WEATHER, Power.FRANCE, lost=Lost.FURTHER)
    position = Position.of("Ottoman", cp=4, stacks={"Nezh": "Ottoman: 4 regulars"})
    after = move(position, Move.of("Ottoman: 4 regulars", "Nezh", "Sofia", cards=[card])).position
    assert after.cp == 2
    assert after.foul_weather
    with pytest.raises(ImpossibleSituation, match="HIS C31a"):
        move(after, Move.of("Ottoman: 4 regulars", "Sofia", "Edirne"))
    silent = CardPlay(Card.FOUL_WEATHER, Power.FRANCE)
    with pytest.raises(NotInThisText, match="which CP"):
        move(position, Move.of("Ottoman: 4 regulars", "Nezh", "Sofia", cards=[silent]))


def test_gout() -> None:
    gout = CardPlay(Card.GOUT, Power.FRANCE, leader="Ibrahim", lost=Lost.PAID)
    position = Position.of("Ottoman", cp=4, stacks={"Nezh": "Ottoman: 6 regulars, Ibrahim"})
    small = move(position, Move.of("Ottoman: 3 regulars, Ibrahim", "Nezh", "Sofia", cards=[gout])).position
    assert small.at("Sofia") == Stack.of("Ottoman: 3 regulars")
    assert small.at("Nezh") == Stack.of("Ottoman: 3 regulars, Ibrahim")
    assert small.gout == ("Ibrahim",)
    alone = move(position, Move.of("Ottoman: Ibrahim", "Nezh", "Sofia", cards=[gout])).position
    assert alone.at("Nezh") == position.at("Nezh")
    assert alone.cp == 3
    with pytest.raises(NotInThisText, match="too large without its leader"):
        move(position, Move.of("Ottoman: 6 regulars, Ibrahim", "Nezh", "Sofia", cards=[gout]))


STRANGER = Avoiding.of("France: 1 regular", "Linz")
NOBODY = Attempt.of("Hapsburg: 1 regular", "Linz", (6, 6))
REFUSED: list[tuple[Move, str]] = [
    (Move.of("Ottoman: 5 regulars", "Pressburg", "Vienna"), "HIS 5.1b"),
    (Move.of(ALL_TEN, "Buda", "Pressburg"), "HIS 13.1a"),
    (Move.of("Hapsburg: 1 regular", "Vienna", "Linz"), "HIS 13.1.1a"),
    (Move.of("", "Pressburg", "Vienna"), "HIS 5.1a"),
    (Move.of(ALL_TEN, "Pressburg", "Graz"), "HIS 13.1.2b"),
    (Move.of(ALL_TEN, "Pressburg", "Vienna"), "HIS 13.1.8a"),
    (Move.of(ALL_TEN, "Pressburg", "Buda", withdraw=True), "HIS 13.4a"),
    (Move.of(ALL_TEN, "Pressburg", "Buda", battle=Rolls.of((1,), (1,))), "HIS 13.1.8a"),
    (Move.of(ALL_TEN, "Pressburg", "Buda", go_on=Move.of(ALL_TEN, "Buda", "Mohacs")), "HIS 13.4k"),
    (Move.of(ALL_TEN, "Pressburg", "Vienna", withdraw=True, battle=Rolls.of((1,), (1,))), "HIS 13.4i"),
    (Move.of(ALL_TEN, "Pressburg", "Vienna", withdraw=True, go_on=Move.of(ALL_TEN, "Vienna", "Graz")), "HIS 13.4j"),
    (Move.of(ALL_TEN, "Pressburg", "Vienna", withdraw=True, leaving=[Going.of("Ottoman", "Buda")]), "HIS 15.3a"),
    (
        Move.of(ALL_TEN, "Pressburg", "Vienna", withdraw=True, avoiding=[Avoiding.of("France: 1 regular", "Linz")]),
        "HIS",
    ),
    (Move.of(ALL_TEN, "Pressburg", "Vienna", battle=Rolls.of((1,) * 11, (1,) * 6)), "HIS 14"),
    (Move.of(ALL_TEN, "Pressburg", "Vienna", battle=Rolls.of((1,) * 12, (7,) * 6)), "HIS 14"),
    (
        Move.of(ALL_TEN, "Pressburg", "Vienna", interceptions=[Attempt.of("Hapsburg: 1 regular", "Linz", (6, 6))]),
        "HIS 13.2k",
    ),
]


@pytest.mark.parametrize(("order", "rule"), REFUSED)
def test_what_is_refused(order: Move, rule: str) -> None:
    with pytest.raises(ImpossibleSituation) as caught:
        move(PLAIN, order)
    assert str(caught.value.rule).startswith(rule)


def test_command_points_must_be_there() -> None:
    with pytest.raises(ImpossibleSituation, match="cp is 0"):
        move(PLAIN.but(cp=0), Move.of(ALL_TEN, "Pressburg", "Buda"))


def test_two_majors_never_move_together() -> None:
    stacks = {"Pressburg": "Ottoman: 2 regulars; France: 1 regular"}
    position = Position.of("Ottoman", relations="Ottoman with France", stacks=stacks)
    with pytest.raises(ImpossibleSituation, match="must not be in one formation"):
        move(position, Move.of("Ottoman: 2 regulars; France: 1 regular", "Pressburg", "Buda"))


def test_interceptors_capture_a_lone_leader() -> None:
    position = Position.of(
        "Ottoman",
        cp=2,
        relations=WAR,
        stacks={"Mohacs": "Ottoman: 4 regulars", "Graz": "Ottoman: Ibrahim", "Vienna": "Hapsburg: 3 regulars"},
        control={"Mohacs": "Ottoman"},
    )
    battle = Rolls.of((6, 6, 1, 1), (1, 1, 1, 1), going=[Going.of("Hapsburg", "Vienna")])
    order = Move.of(
        "Ottoman: 4 regulars",
        "Mohacs",
        "Graz",
        interceptions=[Attempt.of("Hapsburg: 3 regulars", "Vienna", (6, 6))],
        battle=battle,
    )
    after = move(position, order).position
    assert dict(after.captives)[Power.HAPSBURG] == Stack.of("Ottoman: Ibrahim")
    assert after.at("Vienna") == Stack.of("Hapsburg: 1 regular")


def test_after_an_interception_nobody_avoids_or_withdraws() -> None:
    stacks = {"Pressburg": "Ottoman: 4 regulars", "Vienna": "Hapsburg: 1 regular", "Linz": "Hapsburg: 1 regular"}
    position = Position.of("Ottoman", relations=WAR, stacks=stacks)
    hit = [Attempt.of("Hapsburg: 1 regular", "Linz", (6, 6))]
    slip = [Avoiding.of("Hapsburg: 1 regular", "Graz", (6, 6))]
    for decisions in ({"avoiding": slip}, {"withdraw": True}):
        order = Move.of("Ottoman: 4 regulars", "Pressburg", "Vienna", interceptions=hit, **decisions)
        with pytest.raises(ImpossibleSituation, match="an interception has succeeded"):
            move(position, order)


def test_each_power_tries_to_avoid_once() -> None:
    position = Position.of("Ottoman", relations=WAR, stacks={**STACKS_BEFORE_GRAZ})
    twice = [
        Avoiding.of("Hapsburg: 1 regular", "Trieste", (1, 1)),
        Avoiding.of("Hapsburg: 1 regular", "Vienna", (1, 1)),
    ]
    with pytest.raises(ImpossibleSituation, match="each power once"):
        move(position, Move.of("Ottoman: 4 regulars", "Mohacs", "Graz", avoiding=twice))


STACKS_BEFORE_GRAZ = {"Mohacs": "Ottoman: 4 regulars", "Graz": "Hapsburg: 2 regulars"}


def test_beaten_units_avoid_without_dice() -> None:
    position = Position.of(
        "Ottoman", relations=WAR, stacks={**STACKS_BEFORE_GRAZ}, beaten={"Graz": "Hapsburg: 2 regulars"}
    )
    slip = Avoiding.of("Hapsburg: 2 regulars", "Vienna")
    after = move(position, Move.of("Ottoman: 4 regulars", "Mohacs", "Graz", avoiding=[slip])).position
    assert after.of_record(after.beaten, "Vienna") == Stack.of("Hapsburg: 2 regulars")
    assert not after.of_record(after.beaten, "Graz")


def test_going_on_is_the_same_formation_and_not_under_foul_weather() -> None:
    stacks = {"Pressburg": "Ottoman: 3 regulars", "Vienna": "Hapsburg: 4 regulars"}
    position = Position.of("Ottoman", cp=3, relations=WAR, stacks=stacks)

    def order(on: Move, **cards: Any) -> Move:
        return Move.of("Ottoman: 3 regulars", "Pressburg", "Vienna", withdraw=True, go_on=on, **cards)

    for wrong in (Move.of("Ottoman: 2 regulars", "Vienna", "Linz"), Move.of("Ottoman: 3 regulars", "Graz", "Linz")):
        with pytest.raises(ImpossibleSituation, match=r"HIS 13\.4l"):
            move(position, order(wrong))
    card = CardPlay(Card.FOUL_WEATHER, Power.FRANCE, lost=Lost.PAID)
    with pytest.raises(ImpossibleSituation, match=r"HIS C31a"):
        move(position, order(Move.of("Ottoman: 3 regulars", "Vienna", "Linz"), cards=[card]))
    poor = position.but(cp=1)
    with pytest.raises(ImpossibleSituation, match="cp is 0"):
        move(poor, order(Move.of("Ottoman: 3 regulars", "Vienna", "Linz")))


def test_a_leader_forced_back_to_shut_gates_is_captured() -> None:
    stacks = {
        "Pressburg": "Ottoman: 3 regulars, Ibrahim",
        "Vienna": "Hapsburg: 4 regulars",
        "Linz": "Hapsburg: 1 regular",
    }
    position = Position.of("Ottoman", cp=2, relations=WAR, stacks=stacks)
    army = "Ottoman: 3 regulars, Ibrahim"
    on = Move.of(army, "Vienna", "Linz", battle=Rolls.of((1, 1, 1, 1), (6, 1)))
    after = move(position, Move.of(army, "Pressburg", "Vienna", withdraw=True, go_on=on)).position
    assert after.captives == ((Power.HAPSBURG, Stack.of("Ottoman: Ibrahim")),)
    assert after.dead.units == 3


def test_victory_with_too_few_before_the_walls() -> None:
    stacks = {"Pressburg": "Ottoman: 5 regulars, Ibrahim", "Vienna": "Hapsburg: 7 regulars"}
    position = Position.of("Ottoman", relations=WAR, stacks=stacks, control={"Pressburg": "Ottoman"})
    rolls = Rolls.of(
        (6, 6, 6, 1, 1, 1), (6, 6, 1, 1, 1, 1, 1, 1), going=[Going.of("Hapsburg", inside="Hapsburg: 4 regulars")]
    )
    order = Move.of("Ottoman: 5 regulars, Ibrahim", "Pressburg", "Vienna", battle=rolls)
    with pytest.raises(ImpossibleSituation, match=r"HIS 15\.3b"):
        move(position, order)
    after = move(position, replace(order, leaving=(Going.of("Ottoman", "Pressburg"),))).position
    assert after.at("Vienna") == Stack.of("Hapsburg: 4 regulars")
    assert after.at("Pressburg") == Stack.of("Ottoman: 3 regulars, Ibrahim")
    assert not after.is_besieged("Vienna")
    assert not after.of_record(after.beaten, "Pressburg")
    assert after.of_record(after.beaten, "Vienna").units == 4


def test_joining_a_siege_with_too_few() -> None:
    position = Position.of(
        "Ottoman",
        relations=f"{WAR}, Ottoman with France, France against Hapsburg",
        stacks={"Vienna": "France: 5 regulars", "Pressburg": "Ottoman: 3 regulars"},
        inside={"Vienna": "Hapsburg: 3 regulars"},
    )
    with pytest.raises(NotInThisText, match="joins a siege"):
        move(position, Move.of("Ottoman: 3 regulars", "Pressburg", "Vienna"))
    four = position.but(
        stacks=(("Vienna", Stack.of("France: 5 regulars")), ("Pressburg", Stack.of("Ottoman: 4 regulars")))
    )
    after = move(four, Move.of("Ottoman: 4 regulars", "Pressburg", "Vienna")).position
    assert after.at("Vienna").units == 9
    assert after.sieges_begun == ()


def test_an_ally_is_relieved_and_comes_out() -> None:
    position = Position.of(
        "Hapsburg",
        relations=f"{WAR}, Hapsburg with Papacy, Ottoman against Papacy",
        stacks={"Linz": "Hapsburg: 4 regulars", "Vienna": "Ottoman: 3 regulars"},
        inside={"Vienna": "Papacy: 2 regulars"},
        control={"Pressburg": "Ottoman"},
    )
    rolls = Rolls.of((6, 1, 1, 1), (1, 1, 1, 1), going=[Going.of("Ottoman", "Pressburg")])
    after = move(position, Move.of("Hapsburg: 4 regulars", "Linz", "Vienna", battle=rolls)).position
    assert after.at("Vienna") == Stack.of("Hapsburg: 4 regulars; Papacy: 2 regulars")
    assert not after.is_besieged("Vienna")
    joining = replace(rolls, joining=Stack.of("Papacy: 2 regulars"))
    with pytest.raises(ImpossibleSituation, match=r"HIS 15\.2a"):
        move(position, Move.of("Hapsburg: 4 regulars", "Linz", "Vienna", battle=joining))


def test_besiegers_weakened_by_a_battle_leave() -> None:
    rolls = Rolls.of(
        (6, 6, 1, 1, 1, 1),
        (6, 6, 1, 1, 1, 1),
        joining="Hapsburg: 2 regulars",
        sheltering="Hapsburg: 2 regulars, Ferdinand",
    )
    order = Move.of(COMING, "Linz", "Vienna", battle=rolls, leaving=[Going.of("Ottoman", "Pressburg")])
    after = move(RELIEF, order).position
    assert after.at("Pressburg") == Stack.of("Ottoman: 2 regulars, Ibrahim")
    assert after.at("Vienna") == Stack.of("Hapsburg: 2 regulars, Ferdinand")
    assert not after.is_besieged("Vienna")


def test_decisions_of_a_battle_that_nobody_needs() -> None:
    position = Position.of("Ottoman", relations=WAR, stacks={**STACKS_BEFORE_GRAZ})
    win, lose = (6, 6, 1, 1), (1, 1, 1, 1)
    for rolls in (
        Rolls.of(win, (1, 1, 1), going=[Going.of("Papacy", "Vienna")]),
        Rolls.of((6, 1, 1, 1), (1, 1, 1), going=[Going.of("Hapsburg", "Vienna"), Going.of("Hapsburg", "Trieste")]),
        Rolls.of((6, 1, 1, 1), (1, 1, 1), sheltering="Ottoman: 1 regular", going=[Going.of("Hapsburg", "Vienna")]),
        Rolls.of(lose, (6, 1, 1), going=[Going.of("Hapsburg", "Vienna")]),
        Rolls.of(lose, (6, 1, 1), sheltering="Ottoman: 1 regular"),
        Rolls.of(lose, (6, 1, 1), joining="Ottoman: 1 regular"),
        Rolls.of((6, 1, 1, 1), (1, 1, 1), defender_lost="Hapsburg: 2 regulars"),
        Rolls.of((6, 1, 1, 1), (1, 1, 1), going=[Going.of("Hapsburg", "Mohacs")]),
    ):
        with pytest.raises(ImpossibleSituation):
            move(position, Move.of("Ottoman: 4 regulars", "Mohacs", "Graz", battle=rolls))


def test_a_wiped_out_attacker_loses_his_leader() -> None:
    position = Position.of(
        "Ottoman",
        relations=WAR,
        stacks={"Mohacs": "Ottoman: 2 regulars, Ibrahim", "Graz": "Hapsburg: 4 regulars"},
    )
    rolls = Rolls.of((1, 1, 1), (6, 6, 1, 1, 1))
    after = move(position, Move.of("Ottoman: 2 regulars, Ibrahim", "Mohacs", "Graz", battle=rolls)).position
    assert dict(after.captives)[Power.HAPSBURG] == Stack.of("Ottoman: Ibrahim")
    assert after.dead == Stack.of("Ottoman: 2 regulars")


def test_which_of_two_allies_holds_the_captive() -> None:
    position = Position.of(
        "Ottoman",
        relations=f"{WAR}, Hapsburg with Papacy",
        stacks={"Agram": "Ottoman: 1 regular, Ibrahim", "Trieste": "Hapsburg: 2 regulars; Papacy: 2 regulars"},
    )
    rolls = Rolls.of((1, 1), (6, 1, 1, 1, 1))
    with pytest.raises(NotInThisText, match="who holds Ibrahim captive"):
        move(position, Move.of("Ottoman: 1 regular, Ibrahim", "Agram", "Trieste", battle=rolls))
    named = replace(rolls, captor=Power.PAPACY)
    after = move(position, Move.of("Ottoman: 1 regular, Ibrahim", "Agram", "Trieste", battle=named)).position
    assert dict(after.captives)[Power.PAPACY] == Stack.of("Ottoman: Ibrahim")


def test_cards_are_played_once_and_against_those_who_move() -> None:
    position = Position.of("Ottoman", cp=4, stacks={"Nezh": "Ottoman: 6 regulars, Ibrahim"})
    weather = CardPlay(Card.FOUL_WEATHER, Power.FRANCE, lost=Lost.PAID)
    own = CardPlay(Card.FOUL_WEATHER, Power.OTTOMAN, lost=Lost.PAID)
    other = CardPlay(Card.GOUT, Power.FRANCE, leader="Suleiman", lost=Lost.PAID)
    for cards in ([weather, weather], [own], [other]):
        with pytest.raises(ImpossibleSituation):
            move(position, Move.of("Ottoman: 6 regulars, Ibrahim", "Nezh", "Sofia", cards=cards))


# --- a player who makes random moves ---

REGION = ["Vienna", "Linz", "Graz", "Pressburg", "Brunn", "Salzburg", "Trieste", "Agram", "Mohacs", "Buda", "Belgrade"]
TIES = (
    "Ottoman against Hapsburg",
    "Ottoman against Hapsburg, Hapsburg with Papacy",
    "Ottoman against Hapsburg, Ottoman against Papacy, Hapsburg with Papacy, Hungary for Hapsburg",
    "Ottoman against Hapsburg, Ottoman against Hungary, France with Ottoman, France against Hapsburg",
)
OWNERS = ("Ottoman", "Hapsburg", "Hapsburg", "Papacy", "Hungary", "France", "Venice")
NAMES = {"Ottoman": ["Suleiman", "Ibrahim"], "Hapsburg": ["Ferdinand", "Charles V"], "France": ["Montmorency"]}


@st.composite
def theatres(draw: st.DrawFn) -> Position:
    """Armies in and around Hungary; some spaces under siege."""
    stacks, inside, control = {}, {}, {}
    free = {power: list(names) for power, names in NAMES.items()}
    relations = draw(st.sampled_from(TIES))
    for name in draw(st.lists(st.sampled_from(REGION), min_size=3, max_size=8, unique=True)):
        owner = draw(st.sampled_from(OWNERS))
        units = draw(st.integers(0, 7))
        leader = free[owner].pop() if free.get(owner) and draw(st.booleans()) else ""
        parts = [f"{units} regulars"] if units else []
        parts += ["1 cavalry"] if owner == "Ottoman" and draw(st.booleans()) else []
        stacks[name] = f"{owner}: {', '.join([*parts, *([leader] if leader else [])])}"
        control[name] = draw(st.sampled_from((owner, owner, "Ottoman", "Hapsburg")))
    for name in draw(st.sets(st.sampled_from(REGION))) - set(stacks):
        control[name] = draw(st.sampled_from(("Ottoman", "Hapsburg")))
    sieges = [name for name in stacks if BOARD.space(name).is_fortified and stacks[name].startswith("Ottoman: 7")]
    for name in sieges:
        inside[name] = f"Hapsburg: {draw(st.integers(1, 4))} regulars"
        control[name] = "Hapsburg"
    return Position.of(
        draw(st.sampled_from(("Ottoman", "Hapsburg"))),
        cp=draw(st.integers(1, 6)),
        relations=relations,
        stacks={name: text for name, text in stacks.items() if not text.endswith(": ")},
        inside=inside,
        control=control,
        unrest=draw(st.sets(st.sampled_from(REGION), max_size=1)),
    )


def dice(draw: Any, count: int) -> tuple[int, ...]:
    return tuple(draw(st.lists(st.integers(1, 6), min_size=count, max_size=count)))


def some_of(draw: Any, stack: Stack, units: int | None = None) -> Stack:
    """A part of a stack: so many units without leaders, or any part with leaders."""
    pieces = []
    for force in stack.forces:
        pieces += [f"{force.power}: 1 regular"] * force.regulars + [f"{force.power}: 1 cavalry"] * force.cavalry
        pieces += [f"{force.power}: {leader}" for leader in force.leaders] if units is None else []
    if not pieces:
        return stack
    order = draw(st.permutations(pieces))
    count = units if units is not None else draw(st.integers(1, len(order)))
    return Stack.of(";".join(order[:count]))


class Player:
    """Announces a move and answers every question that the library asks, until the move is carried out."""

    def __init__(self, draw: Any, position: Position) -> None:
        self.draw, self.position = draw, position

    def announce(self) -> dict[str, Any] | None:
        """Some of what is in a space, as far as it may move, to a space that it may enter."""
        active = self.position.active
        own = [name for name, stack in self.position.stacks if active in stack.powers]
        if not own:
            return None
        origin = self.draw(st.sampled_from(own))
        here = self.position.at(origin).only([active])
        formation = here if may_take_part(self.position, here, origin) else some_of(self.draw, here)
        around = BOARD.adjacent(origin, over_passes=True)
        allowed = [name for name in around if may_enter(self.position, name, formation)]
        foes = [name for name in allowed if not set(self.position.at(name).powers) <= {active}]
        if not allowed:
            return None
        destination = self.draw(st.sampled_from(foes if foes and self.draw(st.booleans()) else allowed))
        return {"formation": formation, "origin": origin, "destination": destination}

    def decide(self, order: dict[str, Any]) -> None:
        """Enemies next door and in the destination do something, or not."""
        near = [name for name in BOARD.adjacent(order["destination"], over_passes=False) if name != order["origin"]]
        attempts = []
        for name in near:
            stack = self.position.at(name)
            if stack.units and self.draw(st.booleans()):
                group = some_of(self.draw, stack.only(stack.powers[:1]))
                if group.units and self.position.active not in group.powers:
                    attempts.append(Attempt.of(str(group), name, dice(self.draw, 2)))
        order["interceptions"] = attempts[: self.draw(st.integers(0, 2))]
        there = self.position.at(order["destination"])
        foes = [power for power in there.powers if power is not self.position.active]
        if foes and self.draw(st.booleans()):
            group = some_of(self.draw, there.only(foes[:1]))
            around = BOARD.adjacent(order["destination"], over_passes=True)
            order["avoiding"] = [Avoiding(group, self.draw(st.sampled_from(around)), dice(self.draw, 2))]
        order["withdraw"] = self.draw(st.booleans())

    def play(self) -> Moved | None:
        order = self.announce()
        if order is None:
            return None
        self.decide(order)
        battle: dict[str, Any] = {}
        for _ in range(40):
            try:
                return move(self.position, Move.of(**self.texts(order, battle)))
            except NotInThisText:
                return None
            except ImpossibleSituation as error:
                if not self.answer(error, order, battle):
                    return None
        raise AssertionError(f"no end of questions: {order} {battle}")

    @staticmethod
    def texts(order: dict[str, Any], battle: dict[str, Any]) -> dict[str, Any]:
        rolls = Rolls.of(**{"attacker": (), "defender": (), **battle}) if battle else None
        return {**order, "formation": str(order["formation"]), "battle": rolls}

    def answer(self, error: ImpossibleSituation, order: dict[str, Any], battle: dict[str, Any]) -> bool:
        """Drop what is refused, give what is asked for; False if the move itself cannot be."""
        name, expected = error.field, error.expected
        for optional in ("interceptions", "avoiding", "withdraw"):
            if name == optional or (optional == "avoiding" and name in ("group", "to") and order.get("avoiding")):
                if not order.get(optional):
                    return False
                order[optional] = [] if optional != "withdraw" else False
                return True
        if name == "battle" and error.value is None:
            battle["attacker"] = ()
            return True
        if name == "battle":
            battle.clear()
            return True
        if wanted := re.match(r"(\d+|one) di", expected):
            side = "attacker" if "attacker" in name else "defender"
            battle[side] = dice(self.draw, 1 if wanted[1] == "one" else int(wanted[1]))
            return True
        if wanted := re.match(r"(\d+) land units? out of (.*)", expected):
            battle[name] = str(some_of(self.draw, Stack.of(wanted[2]), int(wanted[1])))
            return True
        return self.send_away(error, order, battle)

    def send_away(self, error: ImpossibleSituation, order: dict[str, Any], battle: dict[str, Any]) -> bool:
        if error.field not in ("going", "leaving") or error.expected.startswith("None"):
            return False
        names = error.expected.split(" or ")
        to = self.draw(st.sampled_from(names))
        if error.field == "leaving":
            if order.get("leaving"):
                return False
            order["leaving"] = [Going.of(str(power), to) for power in (self.position.active,)]
        else:
            losers = [p for p in ("Hapsburg", "Ottoman", "Papacy", "France") if p != str(self.position.active)]
            given = {go.power for go in battle.get("going", ())}
            rest = [power for power in losers if Power(power) not in given]
            if not rest:
                return False
            battle["going"] = [Going.of(rest[0], to)]
        return True


@settings(max_examples=250, phases=[Phase.explicit, Phase.generate])
@given(theatres(), st.data())
def test_no_piece_is_lost_or_made(position: Position, data: st.DataObject) -> None:
    moved = Player(data.draw, position).play()
    assume(moved is not None)
    assert moved is not None
    after = moved.position
    assert after.everything == position.everything
    assert after.cp < position.cp
    assert moved.steps
    assert eval(repr(after)) == after
    assert after.control == position.control
    assert after.relations == position.relations


class Impulses(RuleBasedStateMachine):
    """Impulse after impulse, move after move: nothing is ever lost, made or in two places."""

    def __init__(self) -> None:
        super().__init__()
        self.position = PLAIN

    @initialize(position=theatres())
    def begin(self, position: Position) -> None:
        self.position = position
        self.pieces = position.everything

    @rule(data=st.data())
    def make_a_move(self, data: st.DataObject) -> None:
        moved = Player(data.draw, self.position).play() if self.position.cp else None
        if moved is not None:
            self.position = moved.position

    @rule(active=st.sampled_from((Power.OTTOMAN, Power.HAPSBURG, Power.FRANCE)), cp=st.integers(1, 6))
    def next_impulse(self, active: Power, cp: int) -> None:
        self.position = next_impulse(self.position, active, cp)

    @invariant()
    def pieces_stay(self) -> None:
        if hasattr(self, "pieces"):
            assert self.position.everything == self.pieces
            assert eval(repr(self.position)) == self.position


Impulses.TestCase.settings = settings(max_examples=40, stateful_step_count=10)
TestImpulses = Impulses.TestCase
