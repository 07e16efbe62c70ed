"""The rebel who has won while four wars are still active: he must fight them [ROR 1.12.4]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace

from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import Compact, check_count, counted
from responsa.republic_of_rome.combat import Battle, land_battle, may_fight_on_land, naval_battle
from responsa.republic_of_rome.pieces import Army, EnemyLeader, Fate, Force, Legion, Result, War
from responsa.republic_of_rome.victory import FOUR_WARS, Condition, Outcome
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide


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


@dataclass(frozen=True, slots=True, repr=False)
class LastBattle(Compact):
    """A war that the rebel chooses to fight, and the dice for it.

    Attributes:
        war: The name of the war.
        dice: Three dice for the land battle.
        naval_dice: Three dice for the naval battle; empty if no enemy fleet must be beaten.
        chits: The mortality chits drawn after the land battle.
        naval_chits: The mortality chits drawn after the naval battle.
        picked: The legions that were picked at random as losses, where it makes a difference.
    """

    war: str
    _: KW_ONLY
    dice: tuple[int, ...] = ()
    naval_dice: tuple[int, ...] = ()
    chits: tuple[str, ...] = ()
    naval_chits: tuple[str, ...] = ()
    picked: tuple[Legion, ...] | None = None


@dataclass(frozen=True, slots=True)
class EndGame:
    """How the last wars of a rebel went.

    Attributes:
        outcome: The rebel's faction wins, all players lose, or (if he died saving Rome) the game goes on.
        army: The rebel army afterwards; `None` if the rebel is dead.
        wars: The wars that are still in the Forum.
        battles: The battles that were fought.
        steps: What happened.
    """

    outcome: Outcome
    army: Army | None
    wars: tuple[War, ...]
    battles: tuple[Battle, ...]
    steps: tuple[Reason, ...]


@implements("ROR 1.12.4d", "ROR 1.12.4g", "ROR 1.12.4h", "ROR 1.12.4i", "ROR 1.12.4j", "ROR 1.11.372c")
def rebel_end_game(
    army: Army,
    wars: Sequence[War],
    *,
    battles: Sequence[LastBattle],
    italy: Force | None = None,
    leaders: Sequence[EnemyLeader] = (),
) -> EndGame:
    """Fight the wars, one after another, until fewer than four are active or the rebel fails.

    Args:
        army: The rebel army.
        wars: All wars in the Forum.
        battles: The wars in the order that the rebel chooses, with the dice; as many as it takes.
        italy: The forces in Italy and the fleets that he adds to his army.
        leaders: The enemy leaders in play.

    Raises:
        ImpossibleSituation: If the commander is not the primary rebel, a war is not active or not there, battles
            are missing, or battles are left over when the matter is settled.

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
    if not army.commander.is_rebel:
        raise ImpossibleSituation("army", str(army), "the army of the primary rebel", "ROR 1.12.4d")
    fight = _Fight(takes_over(army, italy or Force()), tuple(wars), (), _opening(army, italy))
    for number, chosen in enumerate(battles, start=1):
        if fight.outcome is not None or fight.active < FOUR_WARS:
            raise ImpossibleSituation("battles", len(battles), f"no more than {number - 1}", "ROR 1.12.4j")
        fight = _fight_war(fight, chosen, leaders)
    return _settled(fight, len(battles))


@dataclass(frozen=True, slots=True)
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


def _fight_war(fight: _Fight, chosen: LastBattle, leaders: Sequence[EnemyLeader]) -> _Fight:
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
        at_sea = naval_battle(
            fight.army, war, others=others, leaders=leaders, dice=chosen.naval_dice, chits=chosen.naval_chits
        )
        fight = _after(fight, at_sea, others)
        if fight.outcome:
            return fight
        war, used = at_sea.war, at_sea.used
    support = may_fight_on_land(war, fight.army.force)
    if not support:
        rule = "ROR 1.12.4h" if fight.army.force.size else "ROR 1.12.4i"
        return fight.lost(f"{rebel} loses, for {support.because[0].text}", rule)
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
    return _after(fight, battle, others)


def _after(fight: _Fight, battle: Battle, others: tuple[War, ...]) -> _Fight:
    """The state after a battle: on a Victory the army goes on, otherwise all is lost."""
    won = battle.result is Result.VICTORY
    steps = battle.steps if won else battle.steps[:1]
    fight = replace(fight, battles=(*fight.battles, battle), steps=fight.steps + steps)
    rebel = fight.army.commander
    if not won:
        return fight.lost(f"{rebel} has not won the battle and loses", "ROR 1.12.4i")
    left = others if battle.war_over else (*others, battle.war)
    deputy = battle.master_of_horse if battle.master_of_horse_fate is Fate.UNHURT else None
    army = replace(fight.army, commander=battle.commander, force=battle.force, master_of_horse=deputy)
    fight = replace(fight, army=army, wars=left)
    if battle.fate is Fate.UNHURT:
        return fight
    fight = replace(fight.say(f"{rebel} is dead and his revolt fails", "ROR 1.11.372c"), dead=True)
    return replace(fight, outcome=Outcome.ALL_LOSE if fight.active >= FOUR_WARS else Outcome.GOES_ON)


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
