"""Revolts at random from a seed: only what the library says may be done, and what it says it needs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from responsa import republic_of_rome as ror

FACTIONS = ("Optimates", "Populares", "Equites")
NAMES = ("Furius", "Julius", "Aelius", "Valerius", "Manlius", "Papirius")


def game(seed: int) -> Counter[str]:
    """A Revolution Phase, the civil war if somebody revolts, and his last wars if he wins it."""
    chance = Random(seed)
    before = _table(chance)
    phase = _phase(chance, before)
    told = Counter([f"phase: {phase.verdict.outcome}"])
    assert _legions(phase.republic) == _legions(before)
    rebel = phase.republic.primary_rebel
    if rebel is None:
        return told
    army = next(army for army in phase.republic.armies if army.commander.name == rebel.name)
    inside = {man.name for man in army.men}
    others = [man for man in phase.republic.everyone if man.is_rebel and man.name not in inside]
    for _ in range(6):
        fought = _civil_war(chance, army, others)
        told[f"civil war: {fought.revolt}"] += 1
        if fought.rebel is None:
            return told
        army = fought.rebel
        if fought.revolt is ror.Revolt.SUCCEEDED:
            told[f"last wars: {_last_wars(chance, army).outcome}"] += 1
            return told
    return told


def _table(chance: Random) -> ror.Republic:
    men = [
        ror.Senator(
            name,
            number=str(number),
            faction=FACTIONS[number % 3],
            military=chance.randint(0, 5),
            influence=10 + number,
            talents=chance.randint(0, 5),
            knights=chance.randint(0, 2),
        )
        for number, name in enumerate(NAMES, start=1)
    ]
    armies = tuple(ror.Army(man, _force(chance)) for man in men[:3])
    seats = tuple(ror.Faction(name, cards=chance.randint(0, 8)) for name in FACTIONS)
    return ror.Republic(
        age=chance.choice(list(ror.Age)),
        factions=seats,
        senators=tuple(men[3:]),
        armies=armies,
        active_forces=_force(chance),
    )


def _force(chance: Random) -> ror.Force:
    own = ror.veterans(chance.randint(0, 2), of=chance.choice(NAMES))
    return ror.Force(ror.legions(chance.randint(0, 8)) + own, fleets=chance.randint(0, 6))


def _legions(republic: ror.Republic) -> int:
    return republic.active_forces.size + sum(army.force.size for army in republic.armies)


def _phase(chance: Random, rome: ror.Republic) -> ror.RevolutionPhase:
    cards = []
    for seat in rome.factions:
        targets = [man.name for man in rome.everyone if ror.may_play_concession(man, faction=seat.name)]
        plays = (ror.PlayConcession(f"Concession of {seat}", chance.choice(targets)),) if seat.cards else ()
        excess = ror.excess_cards(seat.cards - len(plays))
        cards.append(ror.FactionTurn(seat.name, plays=plays, sheds=(ror.Discard(excess),) if excess else ()))
    victors = [army for army in rome.armies if chance.random() < 0.7]
    turns = [_decision(chance, rome, army) for army in victors]
    return ror.play_revolution_phase(
        rome, victors=[army.commander.name for army in victors], cards=cards, commanders=turns
    )


def _decision(chance: Random, rome: ror.Republic, army: ror.Army) -> ror.CommanderTurn:
    man = army.commander
    asked = [each for each in army.force.legions if ror.must_be_rolled_for(each, commander=man)]
    friends = [other.name for other in rome.everyone if ror.may_join(other, rebel=man)]
    return ror.CommanderTurn(
        man.name,
        revolts=chance.random() < 0.7,
        dice=tuple(chance.randint(1, 6) for _ in asked),
        joined_by=tuple(name for name in friends if chance.random() < 0.5),
    )


def _dice(chance: Random) -> tuple[int, int, int]:
    return (chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6))


def _chits(chance: Random, count: int) -> tuple[str, ...]:
    cup, drawn = [*map(str, range(1, 31)), *["none"] * 4, "draw 2", "draw 2"], []
    while count:
        chit = chance.choice(cup)
        drawn.append(chit)
        count += 1 if chit == "draw 2" else -1
        if chit != "draw 2":
            cup.remove(chit)
    return tuple(drawn)


def _civil_war(chance: Random, rebel: ror.Army, others: list[ror.Senator]) -> ror.CivilWarBattle:
    consul = ror.Senator("Fabius", number="30", military=chance.randint(0, 5), offices=(ror.Office.FIELD_CONSUL,))
    senate = ror.Army(consul, ror.Force(ror.legions(chance.randint(1, 12)) + ror.veterans(1)))
    assert ror.must_fight(rebel.commander, senate)
    dice = _dice(chance)
    total = sum(dice) + ror.civil_war_difference(senate, rebel)
    lost = ror.civil_war_losses(total, senate=senate.force.size, rebel=rebel.force.size)
    units = 0 if ror.combat_row(total).result is ror.Result.DEFEAT else lost.senate + lost.rebel
    return ror.civil_war_battle(
        senate,
        rebel,
        dice=dice,
        secondary=others,
        chits=_chits(chance, units),
        senate_picked=chance.sample(senate.force.legions, lost.senate),
        rebel_picked=chance.sample(rebel.force.legions, lost.rebel),
    )


def _last_wars(chance: Random, army: ror.Army) -> ror.EndGame:
    condition = chance.choice((ror.Condition.MARCH, ror.Condition.COLLAPSE))
    wars = [
        ror.War(
            f"War {number}", land=chance.randint(1, 12), naval=chance.choice((0, 0, 6)), support=chance.randint(0, 2)
        )
        for number in range(chance.randint(4, 6))
    ]
    assert ror.must_fight_the_wars(condition, active_wars=len(wars))
    italy = _force(chance)
    battles: list[ror.LastBattle] = []
    whole: ror.Army | None = ror.takes_over(army, italy)
    for war in wars[: len(wars) - 3]:
        if whole is None:
            break
        battle = ror.LastBattle(war.name, dice=_dice(chance), naval_dice=_dice(chance))
        if war.needs_naval_battle and whole.force.fleets:
            row = ror.combat_row(sum(battle.naval_dice) + ror.naval_difference(whole, war))
            picked, chits = _needs(chance, whole, row)
            battle = replace(battle, naval_picked=picked, naval_chits=chits)
            at_sea = ror.naval_battle(whole, war, dice=battle.naval_dice, picked=picked, chits=chits)
            whole, war = _goes_on(whole, at_sea), at_sea.war
        if whole is not None and ror.may_fight_on_land(war, whole.force):
            row = ror.combat_row(sum(battle.dice) + ror.land_difference(whole, war))
            picked, chits = _needs(chance, whole, row)
            battle = replace(battle, picked=picked, chits=chits)
            whole = _goes_on(whole, ror.land_battle(whole, war, dice=battle.dice, picked=picked, chits=chits))
        else:
            whole = None
        battles.append(battle)
    return ror.rebel_end_game(army, wars, battles=battles, italy=italy, condition=condition)


def _needs(chance: Random, army: ror.Army, row: ror.Row) -> tuple[tuple[ror.Legion, ...], tuple[str, ...]]:
    """The legions picked and the chits drawn for a row of the table."""
    legions, fleets = row.lost(army.force.size), row.lost(army.force.fleets)
    count = ror.chits_drawn(row.result, legions_lost=legions, fleets_lost=fleets)
    return tuple(chance.sample(army.force.legions, legions)), _chits(chance, count)


def _goes_on(army: ror.Army, fought: ror.Battle) -> ror.Army | None:
    """The army after a battle, if it was won and its commander lives."""
    if fought.result is not ror.Result.VICTORY or fought.fate is not ror.Fate.UNHURT:
        return None
    deputy = fought.master_of_horse if fought.master_of_horse_fate is ror.Fate.UNHURT else None
    return replace(army, commander=fought.commander, force=fought.force, master_of_horse=deputy)
