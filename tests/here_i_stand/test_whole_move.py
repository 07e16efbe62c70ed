"""The whole move: examples by hand, and refusals; random plays are held in `test_agreement`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from responsa import ImpossibleSituation, NotInThisText
from responsa.here_i_stand import (
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
    move,
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
