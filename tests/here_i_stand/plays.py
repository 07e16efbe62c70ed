"""Whole moves at random, choosing only among what the library says may be done, and giving it what it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from responsa import ImpossibleSituation, NotInThisText
from responsa import here_i_stand as his

REGION = ("Agram", "Belgrade", "Brunn", "Buda", "Graz", "Linz", "Mohacs", "Nezh", "Prague", "Pressburg", "Vienna")
LEADERS = {
    his.Power.OTTOMAN: ("Suleiman", "Ibrahim"),
    his.Power.HAPSBURG: ("Charles V", "Ferdinand", "Duke of Alva"),
    his.Power.FRANCE: ("Montmorency",),
    his.Power.PAPACY: (),
    his.Power.HUNGARY: (),
}
TIES = (
    "Ottoman against Hapsburg",
    "Ottoman against Hapsburg, Ottoman against Papacy, Hapsburg with Papacy",
    "Ottoman against Hapsburg, Hungary for Hapsburg, Ottoman with France",
    "Ottoman against Hapsburg, Ottoman against Hungary, Hapsburg with Papacy, Hapsburg against France",
)
BROKEN = re.compile(
    r"\b1 (hits|dice|land units)\b|\b[02-9] (hit|die|land unit)\b|\b0 (hits|dice|land units)\b|"
    r"nobody (does|is|are|goes|go)|"
    r"with nobody|of nobody|: \d+ (regular|cavalry|mercenar)|and .* and .* is\b|  |\.\."
)
"""What no sentence of a story says: wrong numbers, nobody who acts, a notation for its subject."""

ASKED: tuple[tuple[str, str], ...] = (
    ("battle", "the dice of the field battle"),
    ("attacker_rolls", "dice"),
    ("defender_rolls", "dice"),
    ("attacker_lost", "out of"),
    ("defender_lost", "out of"),
    ("going", ""),
    ("leaving", ""),
)
"""What a move may ask for once it is announced: dice, losses, ways out; and nothing else."""


def theatre(rng: Random) -> his.Position:
    """Armies in and around Hungary, some fortresses under siege."""
    stacks, inside, control = {}, {}, {}
    free = {power: list(names) for power, names in LEADERS.items()}
    for name in rng.sample(REGION, rng.randint(3, 8)):
        owner = rng.choice(list(LEADERS))
        leader = free[owner].pop() if free[owner] and rng.random() < 0.5 else ""
        units = rng.randint(0 if leader else 1, 7)
        horse = rng.randint(0, 1) if owner is his.Power.OTTOMAN else 0
        stacks[name] = f"{owner}: {units} regulars, {horse} cavalry" + (f", {leader}" if leader else "")
        control[name] = str(rng.choice((owner, owner, his.Power.OTTOMAN, his.Power.HAPSBURG)))
        if his.BOARD.space(name).is_fortified and owner is his.Power.OTTOMAN and units > 4:
            inside[name], control[name] = f"Hapsburg: {rng.randint(1, 4)} regulars", "Hapsburg"
    for name in rng.sample(REGION, 3):
        control.setdefault(name, str(rng.choice((his.Power.OTTOMAN, his.Power.HAPSBURG))))
    return his.Position.of(
        str(whose(rng, stacks.values())),
        cp=rng.randint(1, 5),
        relations=rng.choice(TIES),
        stacks=stacks,
        inside=inside,
        control=control,
        unrest=rng.sample(REGION, rng.randint(0, 1)),
    )


def whose(rng: Random, stacks: Iterable[object]) -> his.Power:
    """A power that players play and that has something on the board."""
    powers = {power for stack in stacks for power in his.Stack.of(str(stack)).powers if power.is_major}
    return rng.choice([power for power in his.IMPULSE_ORDER if power in powers] or [his.Power.OTTOMAN])


def dice(rng: Random, count: int) -> tuple[int, ...]:
    return tuple(rng.randint(1, 6) for _ in range(count))


def pieces(stack: his.Stack) -> list[his.Stack]:
    """Every piece of a stack by itself."""
    found = []
    for force in stack.forces:
        for kind, count in (("regular", force.regulars), ("mercenary", force.mercenaries), ("cavalry", force.cavalry)):
            found += [f"{force.power}: 1 {kind}"] * count
        found += [f"{force.power}: {leader}" for leader in force.leaders]
    return [his.Stack.of(text) for text in found]


def part(rng: Random, stack: his.Stack, count: int | None = None) -> his.Stack:
    """Some of a stack: so many units, or any part that is not empty."""
    among = pieces(stack if count is None else stack.only_units)
    chosen = rng.sample(among, count if count is not None else rng.randint(1, len(among)))
    total = his.NOTHING
    for piece in chosen:
        total = total + piece
    return total


def announce(rng: Random, position: his.Position) -> dict[str, Any] | None:
    """A formation that may take part, and a space that it may enter and can pay for."""
    own = [name for name, stack in position.stacks if position.active in stack.powers]
    for origin in rng.sample(own, len(own)):
        whole = position.at(origin).only([position.active])
        for formation in (whole, *(part(rng, whole) for _ in range(3))):
            if not his.may_take_part(position, formation, origin):
                continue
            ways = [
                name
                for name in position.board.adjacent(origin, over_passes=True)
                if his.move_cost(origin, name) <= position.cp and his.may_enter(position, name, formation)
            ]
            if ways:
                return {"formation": formation, "origin": origin, "destination": rng.choice(ways)}
    return None


def interceptions(rng: Random, position: his.Position, approach: his.Approach) -> tuple[list[his.Attempt], his.Stack]:
    """Attempts until one succeeds, in Impulse Order, and who came."""
    attempts: list[his.Attempt] = []
    enemies = his.interception_order(his.enemies_in_move(position, approach.destination))
    for side in enemies:
        for source in his.may_be_intercepted_from(position, approach.destination):
            there = position.at(source).only([side])
            if not there.units or source == approach.origin or rng.random() < 0.4:
                continue
            group = part(rng, there)
            if not group.units:
                continue
            who = his.Interceptors(group, source)
            if his.may_intercept(
                position, who, replace(approach, tried_from=tuple(a.interceptors.source for a in attempts))
            ):
                attempt = his.Attempt(who, dice(rng, 2))
                attempts.append(attempt)
                if his.intercepts(attempt.dice, group, approach.mover):
                    return attempts, group
    return attempts, his.NOTHING


def slip_away(rng: Random, position: his.Position, approach: his.Approach) -> tuple[list[his.Avoiding], his.Position]:
    """Attempts of the powers that may avoid battle, and the position after them."""
    attempts = []
    for power in his.powers_that_may_avoid(position, approach.destination):
        ways = his.spaces_to_avoid_to(position, power, approach)
        mine = his.Stack(tuple(f for f in position.at(approach.destination).forces if side(position, f.power) is power))
        group = part(rng, mine)
        if not ways or not group.units or rng.random() < 0.4:
            continue
        beaten = position.of_record(position.beaten, approach.destination)
        rolled = () if his.avoids_without_dice(group, beaten) else dice(rng, 2)
        attempt = his.Avoiding(group, rng.choice(ways), rolled)
        attempts.append(attempt)
        position = his.try_to_avoid(position, group, approach, to=attempt.to, dice=rolled).position
    return attempts, position


def side(position: his.Position, power: his.Power) -> his.Power:
    return position.relations.leader_of(power) or power


def decide(rng: Random, position: his.Position, order: dict[str, Any]) -> None:
    """What the enemies do, as far as they may."""
    approach = his.Approach(order["formation"], order["origin"], order["destination"])
    attempts, came = interceptions(rng, position, approach)
    order["interceptions"] = attempts
    if came:
        return
    order["avoiding"], position = slip_away(rng, position, approach)
    enemies = his.enemies_in_move(position, approach.destination)
    left = position.at(approach.destination).only(enemies)
    if left.units and his.may_withdraw(position, approach.destination):
        forced = bool(his.must_withdraw(position, approach.destination))
        order["withdraw"] = not forced and rng.random() < 0.6


def play(rng: Random, position: his.Position) -> tuple[str, his.Position]:
    """One move: what came of it, and the position after it.

    Raises:
        AssertionError: If the library refuses what it said may be done, or asks for what it cannot be told.
    """
    order = announce(rng, position)
    if order is None:
        return "nobody can move", position
    decide(rng, position, order)
    battle: dict[str, Any] = {}
    for _ in range(40):
        rolls = his.Rolls.of(**{"attacker": (), "defender": (), **battle}) if battle else None
        try:
            moved = his.move(position, his.Move.of(**{**order, "formation": str(order["formation"]), "battle": rolls}))
        except NotInThisText as silence:
            return f"not in this text: {silence.rule}", position
        except ImpossibleSituation as asked:
            answer(rng, position, asked, order, battle)
            continue
        for step in moved.steps:
            assert not BROKEN.search(step.text), step
        assert moved.position.everything == position.everything, (position, order, battle)
        assert eval(repr(moved.position), {"Position": his.Position}) == moved.position
        return "moved", moved.position
    raise AssertionError(f"no end of questions: {position} {order} {battle}")


def answer(
    rng: Random, position: his.Position, asked: ImpossibleSituation, order: dict[str, Any], battle: dict[str, Any]
) -> None:
    """Give what is asked for: dice, losses, and where the beaten go."""
    story = f"{asked}\n{position}\n{order}\n{battle}"
    assert any(asked.field == field and words in asked.expected for field, words in ASKED), story
    numbers = [int(number) for number in re.findall(r"\d+", asked.expected)]
    if asked.field == "battle":
        battle["attacker"] = dice(rng, numbers[0])
        battle["defender"] = dice(rng, numbers[1])
    elif asked.field.endswith("_rolls"):
        battle[asked.field.removesuffix("_rolls")] = dice(rng, numbers[0])
    elif asked.field.endswith("_lost"):
        out_of = his.Stack.of(asked.expected.partition(" out of ")[2])
        battle[asked.field] = str(part(rng, out_of, numbers[0]))
    else:
        who, _, _ = str(asked.value).partition(" to ")
        power = next(power for power in his.Power if power.the == who)
        going = his.Going.of(str(power), rng.choice(asked.expected.split(" or ")))
        chosen = battle.setdefault("going", []) if asked.field == "going" else order.setdefault("leaving", [])
        assert power not in [go.power for go in chosen], story
        chosen.append(going)


def game(seed: int, moves: int = 4) -> dict[str, int]:
    """Some moves of several impulses from one position; how often what happened."""
    rng = Random(seed)
    position, told = theatre(rng), dict[str, int]()
    for _ in range(moves):
        outcome, position = play(rng, position) if position.cp else ("the impulse is over", position)
        told[outcome] = told.get(outcome, 0) + 1
        if rng.random() < 0.4 or not position.cp:
            position = his.next_impulse(position, whose(rng, dict(position.stacks).values()), rng.randint(1, 5))
    return told
