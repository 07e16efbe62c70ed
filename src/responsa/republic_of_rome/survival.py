"""The rebel who has won while four wars are still active: he must fight them [ROR 1.12.4]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, replace

from responsa.checks import check_count
from responsa.dice import check_dice
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import Compact, counted
from responsa.republic_of_rome.combat import (
    COMBAT_DICE,
    Battle,
    land_battle,
    land_difference,
    may_fight_on_land,
    naval_battle,
    naval_difference,
    throw,
)
from responsa.republic_of_rome.pieces import Army, EnemyLeader, Fate, Force, Legion, Place, Result, War
from responsa.republic_of_rome.victory import FOUR_WARS, Condition, Outcome
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass


@implements("ROR 1.12.4c", "ROR 1.12.4d")
def must_fight_the_wars(condition: Condition, *, active_wars: int) -> Ruling:
    """Whether a rebel who has met a condition must fight the wars before he has won.

    Args:
        condition: The condition that was met.
        active_wars: The number of active wars.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.must_fight_the_wars(ror.Condition.MARCH, active_wars=3))
        No. 3 wars are active, fewer than 4 [ROR 1.12.4c].
    """
    check_count("active_wars", active_wars, "ROR 1.12.4c")
    are = f"{counted(active_wars, 'war')} {'is' if active_wars == 1 else 'are'} active"
    only = "only a rebel who meets condition I or II gets this chance"
    return decide(
        Finding(
            condition in (Condition.MARCH, Condition.COLLAPSE),
            "ROR 1.12.4d",
            yes="the rebel gets a chance to save Rome",
            no=only,
        ),
        Finding(
            active_wars >= FOUR_WARS,
            "ROR 1.12.4c",
            yes=f"{are}, {FOUR_WARS} or more",
            no=f"{are}, fewer than {FOUR_WARS}",
        ),
    )


@implements("ROR 1.12.4e", "ROR 1.12.4f")
def takes_over(army: Army, *forces: Force) -> Army:
    """The rebel army when it has been joined by forces in Italy and by the Roman fleets.

    Args:
        army: The rebel army.
        forces: Whatever the rebel adds: the Active Forces box, what is left of the Senate's army, the fleets.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.Army(ror.Senator("Julius"), ror.Force(ror.legions(6)))
        >>> print(ror.takes_over(julius, ror.Force(ror.legions(2)), ror.Force(fleets=5)).force)
        8 legions and 5 fleets
    """
    force = army.force
    for other in forces:
        force = force.joined_by(other)
    return replace(army, force=force)


@dataclass(frozen=True, repr=False)
class LastBattle(Compact):
    """A war that the rebel chooses to fight, and the dice for it.

    Attributes:
        war: The name of the war.
        dice: Three dice for the land battle.
        naval_dice: Three dice for the naval battle; empty if no enemy fleet must be beaten.
        chits: The mortality chits drawn after the land battle.
        naval_chits: The mortality chits drawn after the naval battle.
        picked: The legions that were picked at random as losses on land, where it makes a difference.
        naval_picked: The legions that were picked at random as losses at sea, where it makes a difference.
    """

    war: str
    _: KW_ONLY
    dice: tuple[int, ...] = ()
    naval_dice: tuple[int, ...] = ()
    chits: tuple[str, ...] = ()
    naval_chits: tuple[str, ...] = ()
    picked: tuple[Legion, ...] | None = None
    naval_picked: tuple[Legion, ...] | None = None


@dataclass(frozen=True)
class EndGame(Told):
    """How the last wars of a rebel went.

    Attributes:
        outcome: The rebel's faction wins, all players lose, or (if he died saving Rome) the game goes on.
        army: The rebel army afterwards; `None` if the rebel is dead.
        wars: The wars that are still in the Forum.
        battles: The battles that were fought; of one that was not won only what the dice said, for nothing else
            matters then.
        steps: What happened.
    """

    outcome: Outcome
    army: Army | None
    wars: tuple[War, ...]
    battles: tuple[Battle, ...]
    steps: tuple[Reason, ...]


@implements("ROR 1.12.4d", "ROR 1.12.4g", "ROR 1.12.4h", "ROR 1.12.4i", "ROR 1.12.4j", "ROR 1.12.4k")
def rebel_end_game(
    army: Army,
    wars: Sequence[War],
    *,
    battles: Sequence[LastBattle],
    italy: Force | None = None,
    leaders: Sequence[EnemyLeader] = (),
    condition: Condition | None = None,
) -> EndGame:
    """Fight the wars, one after another, until fewer than four are active or the rebel fails.

    Args:
        army: The rebel army.
        wars: All wars in the Forum.
        battles: The wars in the order that the rebel chooses, with the dice; as many as it takes.
        italy: The forces in Italy and the fleets that he adds to his army.
        leaders: The enemy leaders in play.
        condition: The condition that he has met; only asked for if he dies in his last victory.

    Raises:
        ImpossibleSituation: If the commander is not the primary rebel, a war is not active or not there, battles
            are missing, battles are left over when the matter is settled, or the condition is none of a rebel's.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.Senator("Julius", military=4, place=ror.Place.REBEL)
        >>> wars = [ror.War(name, land=5) for name in ("Gauls", "Slaves", "Pirates", "Spaniards")]
        >>> end = ror.rebel_end_game(
        ...     ror.Army(julius, ror.Force(ror.legions(12))), wars, battles=[ror.LastBattle("Gauls", dice=(2, 3, 4))]
        ... )
        >>> print(end.outcome, len(end.wars))
        a faction wins 3
    """
    if condition is not None:
        must_fight_the_wars(condition, active_wars=FOUR_WARS).require("condition", str(condition))
    if army.commander.place is not Place.REBEL:
        raise ImpossibleSituation("army", str(army), "the army of the primary rebel", "ROR 1.12.4d")
    fight = _Fight(takes_over(army, italy or Force()), tuple(wars), (), _opening(army, italy))
    for number, chosen in enumerate(battles, start=1):
        if fight.outcome is not None or fight.active < FOUR_WARS:
            raise ImpossibleSituation("battles", len(battles), f"no more than {number - 1}", "ROR 1.12.4j")
        fight = _fight_war(fight, chosen, leaders, condition)
    return _settled(fight, len(battles))


@dataclass(frozen=True)
class _Fight:
    """How it stands between two wars."""

    army: Army
    wars: tuple[War, ...]
    battles: tuple[Battle, ...]
    steps: tuple[Reason, ...]
    outcome: Outcome | None = None
    dead: bool = False

    @property
    def active(self) -> int:
        return sum(war.is_active for war in self.wars)

    def say(self, text: str, rule: str) -> _Fight:
        return replace(self, steps=(*self.steps, Reason(text, rule)))

    def lost(self, text: str, rule: str) -> _Fight:
        return replace(self.say(text, rule), outcome=Outcome.ALL_LOSE)


def _opening(army: Army, italy: Force | None) -> tuple[Reason, ...]:
    added = italy or Force()
    said = f"{army.commander} adds {{}} to his army"
    legions, fleets = Force(added.legions), Force(fleets=added.fleets)
    steps = ((legions.size, legions, "ROR 1.12.4e"), (fleets.fleets, fleets, "ROR 1.12.4f"))
    return tuple(Reason(said.format(force), rule) for any_, force, rule in steps if any_)


def _fight_war(
    fight: _Fight, chosen: LastBattle, leaders: Sequence[EnemyLeader], condition: Condition | None
) -> _Fight:
    war = next((war for war in fight.wars if war.name == chosen.war and war.is_active), None)
    if war is None:
        raise ImpossibleSituation("war", chosen.war, "an active war", "ROR 1.12.4g")
    rebel = fight.army.commander
    fight = fight.say(f"{rebel} fights the {war}", "ROR 1.12.4g")
    others = tuple(other for other in fight.wars if other.name != war.name)
    used: tuple[int, ...] = ()
    if war.needs_naval_battle:
        if not fight.army.force.fleets:
            return fight.lost(f"{rebel} has no fleet for the naval battle and loses", "ROR 1.12.4h")
        check_dice(chosen.naval_dice, count=COMBAT_DICE, rule="ROR 1.10.12a")
        difference = naval_difference(fight.army, war, others=others, leaders=leaders)
        thrown = throw(fight.army, war, chosen.naval_dice, difference, leaders, used)
        if thrown.result is not Result.VICTORY:
            return _beaten(fight, thrown)
        at_sea = naval_battle(
            fight.army,
            war,
            others=others,
            leaders=leaders,
            dice=chosen.naval_dice,
            picked=chosen.naval_picked,
            chits=chosen.naval_chits,
        )
        fight = _won(fight, at_sea, others, condition)
        if fight.outcome:
            return fight
        war, used = at_sea.war, at_sea.used
    support = may_fight_on_land(war, fight.army.force)
    if not support:
        rule = "ROR 1.12.4h" if fight.army.force.size else "ROR 1.12.4i"
        return fight.lost(f"{rebel} loses, for {support.because[0].text}", rule)
    check_dice(chosen.dice, count=COMBAT_DICE, rule="ROR 1.10.11d")
    difference = land_difference(fight.army, war, others=others, leaders=leaders)
    thrown = throw(fight.army, war, chosen.dice, difference, leaders, used)
    if thrown.result is not Result.VICTORY:
        return _beaten(fight, thrown)
    battle = land_battle(
        fight.army,
        war,
        dice=chosen.dice,
        others=others,
        leaders=leaders,
        used=used,
        picked=chosen.picked,
        chits=chosen.chits,
    )
    return _won(fight, battle, others, condition)


def _beaten(fight: _Fight, thrown: Battle) -> _Fight:
    """A battle that the dice did not win: all is lost, whatever is picked or drawn."""
    fight = replace(fight, battles=(*fight.battles, thrown), steps=fight.steps + thrown.steps)
    return fight.lost(f"{fight.army.commander} has not won the battle and loses", "ROR 1.12.4i")


def _won(fight: _Fight, battle: Battle, others: tuple[War, ...], condition: Condition | None) -> _Fight:
    """The army goes on with what it has left, unless its commander has died."""
    fight = replace(fight, battles=(*fight.battles, battle), steps=fight.steps + battle.steps)
    left = others if battle.war_over else (*others, battle.war)
    deputy = battle.master_of_horse if battle.master_of_horse_fate is Fate.UNHURT else None
    army = replace(fight.army, commander=battle.commander, force=battle.force, master_of_horse=deputy)
    fight = replace(fight, army=army, wars=left)
    if battle.fate is Fate.UNHURT:
        return fight
    return _dead(replace(fight, dead=True), condition)


@implements("ROR 1.12.4k")
def _dead(fight: _Fight, condition: Condition | None) -> _Fight:
    """The rebel fell in a battle that he won."""
    rebel = fight.army.commander
    if fight.active >= FOUR_WARS:
        return replace(fight.say(f"{rebel} is dead and his revolt fails", "ROR 1.11.372c"), outcome=Outcome.ALL_LOSE)
    if condition is None:
        expected = f"I or II, for {rebel} died in his last victory"
        raise ImpossibleSituation("condition", condition, expected, "ROR 1.12.4k")
    if condition is Condition.MARCH:
        return replace(fight.say(f"{rebel} is dead and his march has failed", "ROR 1.12.4k"), outcome=Outcome.GOES_ON)
    return replace(fight.say(f"{rebel} is dead, but he has saved Rome", "ROR 1.12.4k"), outcome=Outcome.WINS)


def _settled(fight: _Fight, given: int) -> EndGame:
    are = f"{counted(fight.active, 'war')} {'is' if fight.active == 1 else 'are'} active"
    outcome = fight.outcome
    if outcome is None:
        if fight.active >= FOUR_WARS:
            expected = f"more than {given}, for {are}"
            raise ImpossibleSituation("battles", given, expected, "ROR 1.12.4j")
        outcome = Outcome.WINS
        fight = fight.say(f"{are}, fewer than {FOUR_WARS}, and he wins", "ROR 1.12.4j")
    elif fight.dead and outcome is Outcome.ALL_LOSE:
        fight = fight.say(f"{are}, and nobody is left to fight them", "ROR 1.12.4b")
    return EndGame(outcome, None if fight.dead else fight.army, fight.wars, fight.battles, fight.steps)
