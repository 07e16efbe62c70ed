"""Battles against wars: strengths, the Combat Results Table, losses, chits, and what follows [ROR 1.10]."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import KW_ONLY, field, replace
from fractions import Fraction
from math import ceil
from typing import Final

from responsa.checks import check_count, check_whole
from responsa.dice import SIDES, check_dice, ways_to_total
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import Compact, are_lost, counted, sum_of_dice, told
from responsa.republic_of_rome.captives import fate_in_battle
from responsa.republic_of_rome.chits import named_by
from responsa.republic_of_rome.pieces import (
    Army,
    EnemyLeader,
    Fate,
    Force,
    Legion,
    Place,
    Result,
    Senator,
    War,
)
from responsa.republic_of_rome.proconsuls import as_proconsul, master_of_horse_returns, may_command
from responsa.republic_of_rome.wars import fleet_support, land_strength, naval_strength, spoils_of_war
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass

COMBAT_DICE: Final = 3
"""The dice of a battle [ROR 1.10.11d]."""

FIRST_STALEMATE: Final = 8
"""The lowest total that is a Stalemate [ROR 1.10.11e]."""

FIRST_VICTORY: Final = 14
"""The lowest total that is a Victory [ROR 1.10.11e]."""

LOWEST_TOTAL: Final = 3
"""The first row of the table; it stands for every lower total too [ROR 1.10.11e]."""

HIGHEST_TOTAL: Final = 18
"""The last row of the table; it stands for every higher total too [ROR 1.10.11e]."""

DISASTER_SHARE: Final = Fraction(1, 2)
"""The part of the legions, and of the fleets, that a Disaster costs, rounded up [ROR 1.10.21a]."""

STANDOFF_SHARE: Final = Fraction(1, 4)
"""The part of the legions, and of the fleets, that a Standoff costs, rounded up [ROR 1.10.31a]."""

DEFEAT_UNREST: Final = 2
"""How much a Defeat raises the unrest level [ROR 1.10.2a]."""

DISASTER_UNREST: Final = 1
"""How much a Disaster raises the unrest level [ROR 1.10.21a]."""

VICTORY_UNREST: Final = -1
"""How much a Victory changes the unrest level [ROR 1.10.4a]."""

GLORY: Final = Fraction(1, 2)
"""The part of the printed strength that a victor gains in popularity and in influence, rounded up [ROR 1.10.4a]."""

LEGIONS_PER_POPULARITY: Final = 2
"""A commander loses a point of popularity for so many legions lost [ROR 1.10.6a]."""

NEW_VETERANS: Final = 1
"""How many legions become veterans after a land battle [ROR 1.10.5a]."""

ALL: Final = "all"
"""The losses in the first row of the table [ROR 1.10.11e]."""

_LOSSES: Final = {4: 4, 5: 3, 6: 2, 7: 1, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1, 13: 0, 14: 4, 15: 3, 16: 2, 17: 1, 18: 0}


@implements("ROR 1.10.11a", "ROR 1.10.12a")
def may_fight_on_land(war: War, force: Force) -> Ruling:
    """Whether a land battle against the war may be fought [ROR 1.10.11a].

    Args:
        war: The war, with its Naval Victory marker if it has one.
        force: The legions and fleets that are there.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_fight_on_land(ror.war("2nd Punic War"), ror.Force(ror.legions(9), fleets=4)))
        No. 4 fleets are there and the war needs 5 [ROR 1.10.11a].
    """
    fleets, need = force.fleets, fleet_support(war)
    are = f"{counted(fleets, 'fleet')} {'is' if fleets == 1 else 'are'} there and the war needs {need}"
    legions = counted(force.size, "legion")
    at_sea = "the enemy fleet is beaten" if war.naval else "the enemy has no fleet"
    return decide(
        Finding(not war.needs_naval_battle, "ROR 1.10.12a", yes=at_sea, no="the enemy fleet must be beaten first"),
        Finding(fleets >= need, "ROR 1.10.11a", yes=are, no=are),
        Finding(force.size > 0, "ROR 1.10.11b", yes=f"{legions} can fight", no="no legion is there"),
    )


@implements("ROR 1.10.11b", "ROR 1.10.11c")
def land_army_strength(army: Army) -> int:
    """The strength of an army on land: legions, veterans double, and the rating up to as much [ROR 1.10.11c].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> marius = ror.Senator("Marius", military=4)
        >>> ror.land_army_strength(ror.Army(marius, ror.Force(ror.legions(9))))
        13
        >>> ror.land_army_strength(ror.Army(marius, ror.Force(ror.legions(3))))
        6
    """
    return army.strength


@implements("ROR 1.10.12a")
def fleet_strength(army: Army) -> int:
    """The strength of a force at sea: fleets, and the rating up to as much [ROR 1.10.12a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.fleet_strength(ror.Army(ror.Senator("Marius", military=4), ror.Force(fleets=9)))
        13
    """
    return army.force.fleets + min(army.rating, army.force.fleets)


@implements("ROR 1.10.11d")
def land_difference(army: Army, war: War, *, others: Iterable[War] = (), leaders: Sequence[EnemyLeader] = ()) -> int:
    """What is added to the dice on land: the army's strength less the war's [ROR 1.10.11d].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> army = ror.Army(ror.Senator("Marius", military=4), ror.Force(ror.legions(9)))
        >>> spartacus = ror.enemy_leader("Spartacus")
        >>> ror.land_difference(army, ror.war("Gladiator Revolt"), leaders=(spartacus,))
        2
    """
    return army.strength - land_strength(war, others, leaders)


@implements("ROR 1.10.12a")
def naval_difference(army: Army, war: War, *, others: Iterable[War] = (), leaders: Sequence[EnemyLeader] = ()) -> int:
    """What is added to the dice at sea: the fleets' strength less the enemy fleet's [ROR 1.10.12a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> army = ror.Army(ror.Senator("Marius", military=4), ror.Force(fleets=10))
        >>> ror.naval_difference(army, ror.war("1st Punic War"))
        4
    """
    return fleet_strength(army) - naval_strength(war, others, leaders)


@implements("ROR 1.10.11e")
@dataclass(frozen=True)
class Row:
    """A row of the Combat Results Table [ROR 1.10.11e].

    Attributes:
        result: Defeat, Stalemate or Victory.
        losses: How many legions are lost (and as many fleets, if there are fleets), or `"all"`.
    """

    result: Result
    losses: int | str

    def lost(self, units: int) -> int:
        """How many of so many units are lost: never more than there are."""
        return units if isinstance(self.losses, str) else min(self.losses, units)


@implements("ROR 1.10.11e")
def combat_row(total: int) -> Row:
    """The row of the Combat Results Table for a total; a total beyond its ends uses the row at that end.

    Raises:
        ImpossibleSituation: If the total is no whole number.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> row = ror.combat_row(12)
        >>> print(row.result, row.losses)
        Stalemate 1
        >>> ror.combat_row(-4).losses, ror.combat_row(30).losses
        ('all', 0)
    """
    if type(total) is not int:
        raise ImpossibleSituation("total", total, "a whole number", "ROR 1.10.11e")
    row = max(LOWEST_TOTAL, min(HIGHEST_TOTAL, total))
    losses = ALL if row == LOWEST_TOTAL else _LOSSES[row]
    if row >= FIRST_VICTORY:
        return Row(Result.VICTORY, losses)
    return Row(Result.STALEMATE if row >= FIRST_STALEMATE else Result.DEFEAT, losses)


@implements("ROR 1.10.21a")
def disaster_losses(units: int) -> int:
    """How many of so many legions, or of so many fleets, a Disaster costs: half, rounded up [ROR 1.10.21a].

    Raises:
        ImpossibleSituation: If the number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.disaster_losses(9)
        5
    """
    check_count("units", units, "ROR 1.10.21a")
    return ceil(units * DISASTER_SHARE)


@implements("ROR 1.10.31a")
def standoff_losses(units: int) -> int:
    """How many of so many legions, or of so many fleets, a Standoff costs: a quarter, rounded up [ROR 1.10.31a].

    Raises:
        ImpossibleSituation: If the number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.standoff_losses(9)
        3
    """
    check_count("units", units, "ROR 1.10.31a")
    return ceil(units * STANDOFF_SHARE)


@implements("ROR 1.10.21a", "ROR 1.10.21b", "ROR 1.10.31a", "ROR 1.09.64b")
def special_result(
    roll: int, war: War, leaders: Sequence[EnemyLeader] = (), *, used: Collection[int] = ()
) -> Result | None:
    """Disaster or Standoff, if the bare total of the dice is such a number; `None` if the table decides.

    Args:
        roll: The total of the dice, nothing added.
        war: The war.
        leaders: The enemy leaders that are active; those of another type have no effect.
        used: Numbers that have already had their effect against this war in this turn [ROR 1.09.64b].

    Raises:
        ImpossibleSituation: If the roll is not from 3 to 18.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> punic = ror.war("1st Punic War")
        >>> ror.special_result(13, punic), ror.special_result(12, punic)
        (Result.DISASTER, None)
        >>> print(ror.special_result(13, punic, used=(13,)))
        None
    """
    check_count("roll", roll, "ROR 1.10.21a", least=COMBAT_DICE, most=COMBAT_DICE * SIDES)
    cards: tuple[War | EnemyLeader, ...] = (
        war,
        *(leader for leader in leaders if war.series and leader.series == war.series),
    )
    disaster = any(roll in card.disasters for card in cards)
    standoff = any(roll in card.standoffs for card in cards)
    if roll in used or not (disaster or standoff):
        return None
    return Result.DISASTER if disaster else Result.STANDOFF


@implements("ROR 1.10.6a")
def take_losses(force: Force, *, legions_lost: int, fleets_lost: int, picked: Sequence[Legion] | None = None) -> Force:
    """What is left of a force after its losses, which are picked at random [ROR 1.10.6a].

    Args:
        force: The force.
        legions_lost: How many legions are lost.
        fleets_lost: How many fleets are lost.
        picked: The legions that were picked; needed only where it makes a difference.

    Raises:
        ImpossibleSituation: If more is lost than is there, or the legions picked are too many, too few, or strangers.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> force = ror.Force(ror.legions(3) + ror.veterans(1, of="Julius"))
        >>> print(ror.take_losses(force, legions_lost=1, fleets_lost=0, picked=ror.legions(1)))
        2 legions and 1 veteran legion of Julius
        >>> ror.take_losses(force, legions_lost=5, fleets_lost=0)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: legions_lost is 5, expected 0 to 4 [ROR 1.10.6a]
    """
    check_count("legions_lost", legions_lost, "ROR 1.10.6a", most=force.size)
    if picked is None:
        if len(set(force.legions)) > 1 and 0 < legions_lost < force.size:
            expected = f"the {counted(legions_lost, 'legion')} picked at random, for they are not all alike"
            raise ImpossibleSituation("picked", None, expected, "ROR 1.10.6a")
        picked = force.legions[:legions_lost]
    if len(picked) != legions_lost:
        raise ImpossibleSituation("picked", tuple(picked), counted(legions_lost, "legion"), "ROR 1.10.6a")
    return force.without(picked, fleets=fleets_lost)


@implements("ROR 1.10.6a", "ROR 1.10.6b")
def popularity_lost(legions_lost: int) -> int:
    """Points of popularity that a commander loses with so many legions; fleets cost none [ROR 1.10.6a].

    Raises:
        ImpossibleSituation: If the number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.popularity_lost(5)
        2
    """
    check_count("legions_lost", legions_lost, "ROR 1.10.6a")
    return legions_lost // LEGIONS_PER_POPULARITY


@implements("ROR 1.10.7a")
def chits_drawn(result: Result, *, legions_lost: int, fleets_lost: int = 0) -> int:
    """How many mortality chits a battle asks for: one for each unit lost, none in a Defeat [ROR 1.10.7a].

    Raises:
        ImpossibleSituation: If a number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.chits_drawn(ror.Result.STALEMATE, legions_lost=1, fleets_lost=1)
        2
        >>> ror.chits_drawn(ror.Result.DEFEAT, legions_lost=4)
        0
    """
    check_count("legions_lost", legions_lost, "ROR 1.10.7a")
    check_count("fleets_lost", fleets_lost, "ROR 1.10.7a")
    return 0 if result is Result.DEFEAT else legions_lost + fleets_lost


@implements("ROR 1.10.5a", "ROR 1.10.5b")
def with_new_veteran(force: Force, result: Result, *, allegiance: str, naval: bool = False) -> Force:
    """The force after a land battle: one ordinary legion has become a veteran, unless it was a Defeat [ROR 1.10.5a].

    Args:
        force: The force that survived.
        result: The result of the battle; for a rebel in a civil war, his own.
        allegiance: The name of the commander; empty if he was killed.
        naval: Whether it was a naval battle: that makes no veterans.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.with_new_veteran(ror.Force(ror.legions(8)), ror.Result.STALEMATE, allegiance="Marius"))
        7 legions and 1 veteran legion of Marius
    """
    makes_one = result in (Result.STALEMATE, Result.STANDOFF, Result.VICTORY) and not naval
    if not makes_one or Legion() not in force.legions:
        return force
    veteran = (Legion(veteran=True, allegiance=allegiance),) * NEW_VETERANS
    rest = force.without((Legion(),) * NEW_VETERANS)
    return Force(rest.legions + veteran, fleets=rest.fleets)


@implements("ROR 1.10.4a")
def glory(printed_strength: int) -> int:
    """Points that a victor gains in popularity, and as many in influence: half the printed strength, rounded up.

    Raises:
        ImpossibleSituation: If the strength is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.glory(15)
        8
    """
    check_count("printed_strength", printed_strength, "ROR 1.10.4a")
    return ceil(printed_strength * GLORY)


@implements("ROR 1.10.7b")
def may_name_master_of_horse(*, died_or_captured: bool, dictator_appointed_again: bool) -> Ruling:
    """Whether a new Master of Horse may be named after the old one died or was captured [ROR 1.10.7b].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_name_master_of_horse(died_or_captured=True, dictator_appointed_again=False))
        No. The Master of Horse is lost until a dictator is appointed again [ROR 1.10.7b].
    """
    return decide(
        Finding(
            not died_or_captured or dictator_appointed_again,
            "ROR 1.10.7b",
            yes="a dictator was appointed again" if died_or_captured else "the Master of Horse was not lost in battle",
            no="the Master of Horse is lost until a dictator is appointed again",
        )
    )


@implements("ROR 1.10.1a", "ROR 1.10.1b")
def order_of_wars(sent: Sequence[str]) -> tuple[str, ...]:
    """The wars in the order in which they are fought: that in which the Senate sent the commanders [ROR 1.10.1a].

    Args:
        sent: For each commander, in the order in which they were sent, the war that he was sent to; of several
            on one war, the last counts [ROR 1.10.1b].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.order_of_wars(("Syrian War", "1st Gallic War"))
        ('Syrian War', '1st Gallic War')
    """
    return tuple(reversed(dict.fromkeys(reversed(sent))))


@dataclass(frozen=True, repr=False)
class Battle(Compact, Told):
    """A battle that was fought: what happened, and everything as it is afterwards [ROR 1.10.11].

    Attributes:
        result: The result.
        total: Dice plus difference; `None` if a number on a card made it a Disaster or a Standoff.
        legions_lost: Legions lost.
        fleets_lost: Fleets lost.
        force: What is left of the force.
        commander: The commander afterwards (also if he is dead: see `fate`).
        fate: What became of him.
        master_of_horse: The Master of Horse afterwards, if there was one.
        master_of_horse_fate: What became of him.
        war: The war afterwards; a land Victory has removed it (`war_over`).
        war_over: Whether the war is removed.
        unrest: By how much the unrest level changes.
        spoils: Talents that the state receives.
        used: Disaster and Standoff numbers that now have had their effect in this turn.
        steps: What happened, step by step.
    """

    result: Result
    _: KW_ONLY
    total: int | None = None
    legions_lost: int = 0
    fleets_lost: int = 0
    force: Force
    commander: Senator
    fate: Fate = Fate.UNHURT
    master_of_horse: Senator | None = None
    master_of_horse_fate: Fate = Fate.UNHURT
    war: War
    war_over: bool = False
    unrest: int = 0
    spoils: int = 0
    used: tuple[int, ...] = ()
    steps: tuple[Reason, ...] = field(default=(), compare=False)

    @property
    def army(self) -> Army | None:
        """The army under the same commander, or `None` if he is no longer with it."""
        if self.fate is not Fate.UNHURT or self.commander.in_rome:
            return None
        deputy = self.master_of_horse
        with_him = deputy is not None and deputy.place is Place.ARMY and self.master_of_horse_fate is Fate.UNHURT
        return Army(self.commander, self.force, master_of_horse=deputy if with_him else None, against=self.war.name)

    def __str__(self) -> str:
        return told(self.steps)


@implements("ROR 1.10.11a", "ROR 1.10.11d", "ROR 1.10.2a", "ROR 1.10.3a", "ROR 1.10.4a", "ROR 1.09.64b", "ROR 1.07.33d")
def land_battle(
    army: Army,
    war: War,
    *,
    dice: Sequence[int],
    others: Iterable[War] = (),
    leaders: Sequence[EnemyLeader] = (),
    used: Collection[int] = (),
    picked: Sequence[Legion] | None = None,
    chits: Sequence[str] = (),
) -> Battle:
    """Fight a land battle against a war, step by step [ROR 1.10.11].

    Args:
        army: The Roman army; Rome is always the attacker [ROR 1.10.1a].
        war: The war.
        dice: Three dice.
        others: The other wars on the table, for matching wars.
        leaders: The enemy leaders that are active.
        used: Disaster and Standoff numbers that already had their effect against this war in this turn.
        picked: The legions that were picked at random as losses, where it makes a difference.
        chits: The mortality chits that were drawn, in order.

    Raises:
        ImpossibleSituation: If the battle may not be fought, or the dice, the losses picked or the chits are wrong.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> marius = ror.Senator("Marius", number="27", military=4)
        >>> army = ror.Army(marius, ror.Force(ror.legions(9)))
        >>> fought = ror.land_battle(
        ...     army,
        ...     ror.war("Gladiator Revolt"),
        ...     leaders=(ror.enemy_leader("Spartacus"),),
        ...     dice=(2, 3, 5),
        ...     chits=("9",),
        ... )
        >>> print(fought.result, fought.total, fought.force.size)
        Stalemate 12 8
    """
    check_dice(dice, count=COMBAT_DICE, rule="ROR 1.10.11d")
    _check_sent(army, war)
    ruling = may_fight_on_land(war, army.force)
    if not ruling:
        why = ruling.because[0]
        raise ImpossibleSituation("army", str(army), f"an army that may fight, but {why.text}", why.rule)
    difference = land_difference(army, war, others=others, leaders=leaders)
    return _fight(army, war, dice, difference, leaders, used, picked, chits, naval=False)


@implements("ROR 1.10.12a", "ROR 1.10.12b", "ROR 1.10.6b", "ROR 1.10.2a", "ROR 1.10.3a", "ROR 1.10.4a")
def naval_battle(
    army: Army,
    war: War,
    *,
    dice: Sequence[int],
    others: Iterable[War] = (),
    leaders: Sequence[EnemyLeader] = (),
    used: Collection[int] = (),
    picked: Sequence[Legion] | None = None,
    chits: Sequence[str] = (),
) -> Battle:
    """Fight the naval battle of a war, step by step [ROR 1.10.12]. The arguments are those of `land_battle`.

    Raises:
        ImpossibleSituation: If the war has no fleet to beat, no Roman fleet is there, or the dice, the losses picked
            or the chits are wrong.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> duilius = ror.Senator("Duilius", military=3)
        >>> fought = ror.naval_battle(
        ...     ror.Army(duilius, ror.Force(fleets=12)), ror.war("1st Punic War"), dice=(4, 4, 4), chits=("2",)
        ... )
        >>> print(fought.result, fought.war.naval_victory, fought.commander.place)
        Victory True in Rome
    """
    check_dice(dice, count=COMBAT_DICE, rule="ROR 1.10.12a")
    _check_sent(army, war)
    if not army.force.fleets:
        raise ImpossibleSituation("army", str(army), "an army with at least 1 fleet", "ROR 1.10.12a")
    difference = naval_difference(army, war, others=others, leaders=leaders)
    return _fight(army, war, dice, difference, leaders, used, picked, chits, naval=True)


@implements("ROR 1.10.8f", "ROR 1.10.8g", "ROR 1.07.33d")
def _check_sent(army: Army, war: War) -> None:
    """The war is active, the army was sent to it, and its commander, if his office is told, may command."""
    man = army.commander
    if not war.is_active:
        expected = "an active war, for a war to which a force is sent becomes active"
        raise ImpossibleSituation("war", f"{war.name}, {war.state}", expected, "ROR 1.07.33d")
    if man.is_rebel:
        return
    if army.against not in ("", war.name):
        raise ImpossibleSituation("war", war.name, f"the {army.against}, to which {man} was sent", "ROR 1.10.1a")
    if man.offices or man.is_proconsul:
        may_command(man, war=war.name, advanced=True).require("army", str(army))


def _fight(
    army: Army,
    war: War,
    dice: Sequence[int],
    difference: int,
    leaders: Sequence[EnemyLeader],
    used: Collection[int],
    picked: Sequence[Legion] | None,
    chits: Sequence[str],
    *,
    naval: bool,
) -> Battle:
    thrown = throw(army, war, dice, difference, leaders, used)
    left = take_losses(army.force, legions_lost=thrown.legions_lost, fleets_lost=thrown.fleets_lost, picked=picked)
    named_by(chits, count=chits_drawn(thrown.result, legions_lost=thrown.legions_lost, fleets_lost=thrown.fleets_lost))
    deputy = army.master_of_horse
    battle = replace(
        thrown,
        force=left,
        fate=fate_in_battle(army.commander, chits, thrown.result),
        master_of_horse_fate=fate_in_battle(deputy, chits, thrown.result) if deputy else Fate.UNHURT,
        steps=(*thrown.steps, Reason(are_lost(thrown.legions_lost, thrown.fleets_lost), "ROR 1.10.6a")),
    )
    return _for_rome(_for_the_men(battle), naval=naval)


@implements("ROR 1.10.11d")
def throw(
    army: Army,
    war: War,
    dice: Sequence[int],
    difference: int,
    leaders: Sequence[EnemyLeader],
    used: Collection[int],
) -> Battle:
    """The battle when the dice lie on the table: the result and how much is lost, but nothing is picked or drawn.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> army = ror.Army(ror.Senator("Marius"), ror.Force(ror.legions(9)))
        >>> battle = ror.combat.throw(army, ror.war("1st Gallic War"), (3, 3, 4), -1, (), ())
        >>> print(battle.result, battle.legions_lost)
        Stalemate 4
    """
    check_whole("difference", difference, "ROR 1.10.11e")
    roll = sum(dice)
    special = special_result(roll, war, leaders, used=used)
    row = combat_row(roll + difference)
    legions_lost, fleets_lost = (_lost(units, special, row) for units in (army.force.size, army.force.fleets))
    return Battle(
        special or row.result,
        total=None if special else roll + difference,
        legions_lost=legions_lost,
        fleets_lost=fleets_lost,
        force=army.force,
        commander=army.commander,
        master_of_horse=army.master_of_horse,
        war=war,
        used=(*used, roll) if special else tuple(used),
        steps=(_opening(roll, difference, special, row),),
    )


def _lost(units: int, special: Result | None, row: Row) -> int:
    if special is Result.DISASTER:
        return disaster_losses(units)
    return standoff_losses(units) if special is Result.STANDOFF else row.lost(units)


def _opening(roll: int, difference: int, special: Result | None, row: Row) -> Reason:
    if special:
        rule = "ROR 1.10.21a" if special is Result.DISASTER else "ROR 1.10.31a"
        return Reason(f"the dice show {roll}, which is a {special}", rule)
    return Reason(f"{sum_of_dice(roll, difference)}: {row.result}", "ROR 1.10.11e")


def _for_the_men(battle: Battle) -> Battle:
    """Chits, popularity, captivity."""
    steps = list(battle.steps)
    commander, deputy = battle.commander, battle.master_of_horse
    lost = popularity_lost(battle.legions_lost)
    if lost and battle.fate is not Fate.KILLED:
        commander = commander.gains(popularity=-lost)
        steps.append(Reason(f"{commander} loses {lost} popularity", "ROR 1.10.6a"))
    commander = _taken(commander, battle.fate, battle, steps)
    if deputy:
        deputy = _taken(deputy, battle.master_of_horse_fate, battle, steps)
        if battle.fate is not Fate.UNHURT and battle.master_of_horse_fate is Fate.UNHURT:
            offices = tuple(office for office in deputy.offices if str(office) != "Master of Horse")
            deputy = replace(deputy, place=Place.ROME, at="", offices=offices)
            steps.append(Reason(f"{deputy} returns to Rome and gives up his office", "ROR 1.10.7b"))
    return replace(battle, commander=commander, master_of_horse=deputy, steps=tuple(steps))


def _taken(man: Senator, what: Fate, battle: Battle, steps: list[Reason]) -> Senator:
    if what is Fate.KILLED:
        rule = "ROR 1.10.2a" if battle.result is Result.DEFEAT else "ROR 1.10.71b"
        steps.append(Reason(f"{man} is killed", rule))
    if what is not Fate.CAPTURED:
        return man
    steps.append(Reason(f"{man} is captured", "ROR 1.10.71a"))
    return replace(man, place=Place.CAPTIVE, at=battle.war.name)


def _for_rome(battle: Battle, *, naval: bool) -> Battle:
    """Unrest, the war, glory, spoils, veterans, proconsuls."""
    allegiance = battle.commander.name if battle.fate is not Fate.KILLED else ""
    before = battle.force
    force = with_new_veteran(before, battle.result, allegiance=allegiance, naval=naval)
    if force != before:
        whose = f"owes allegiance to {allegiance}" if allegiance else "owes allegiance to nobody, for he is dead"
        battle = _say(replace(battle, force=force), f"a legion becomes a veteran and {whose}", "ROR 1.10.5a")
    if battle.result is Result.VICTORY:
        return _victory(battle, naval=naval)
    rises, rule = {
        Result.DEFEAT: (DEFEAT_UNREST, "ROR 1.10.2a"),
        Result.DISASTER: (DISASTER_UNREST, "ROR 1.10.21a"),
        Result.STALEMATE: (0, "ROR 1.10.3a"),
        Result.STANDOFF: (0, "ROR 1.10.31a"),
    }[battle.result]
    how = f"rises by {rises}" if rises else "does not change"
    battle = _say(replace(battle, unrest=rises), f"the unrest level {how}", rule)
    return _left_in_the_field(battle) if battle.fate is Fate.UNHURT else battle


def _left_in_the_field(battle: Battle) -> Battle:
    war = battle.war.name
    home = battle
    if battle.master_of_horse and battle.master_of_horse_fate is Fate.UNHURT:
        sent = master_of_horse_returns(Army(battle.commander, master_of_horse=battle.master_of_horse))
        home = replace(battle, master_of_horse=sent.master_of_horse, steps=(*battle.steps, *sent.steps))
    proconsul = as_proconsul(battle.commander, war, battle.result)
    home = _say(replace(home, commander=proconsul), f"{proconsul} stays as proconsul", "ROR 1.10.8a")
    return _say(home, "he receives the Prior Consul marker", "ROR 1.10.8d")


def _victory(battle: Battle, *, naval: bool) -> Battle:
    battle = replace(battle, unrest=VICTORY_UNREST)
    battle = _say(battle, f"the unrest level falls by {-VICTORY_UNREST}", "ROR 1.10.4a")
    battle = _fleet_beaten(battle) if naval else _war_over(battle)
    if battle.fate is not Fate.UNHURT:
        return battle
    gain = glory(battle.war.naval if naval else battle.war.land)
    victor = battle.commander.gains(popularity=gain, influence=gain)
    battle = _say(replace(battle, commander=victor), f"{victor} gains {gain} popularity and influence", "ROR 1.10.4a")
    if not naval or battle.force.legions:
        return battle
    home = replace(battle, commander=replace(victor, place=Place.ROME, at=""))
    return _say(home, f"{victor}, sent with fleets only, returns to Rome", "ROR 1.10.12b")


def _fleet_beaten(battle: Battle) -> Battle:
    beaten = replace(battle, war=replace(battle.war, naval_victory=True))
    return _say(beaten, "the enemy fleet is beaten", "ROR 1.10.12a")


def _war_over(battle: Battle) -> Battle:
    spoils = spoils_of_war(battle.war)
    over = replace(battle, war_over=True, spoils=spoils)
    return _say(over, f"the {battle.war} is over and the state receives {counted(spoils, 'talent')}", "ROR 1.10.4a")


def _say(battle: Battle, text: str, rule: str) -> Battle:
    return replace(battle, steps=(*battle.steps, Reason(text, rule)))


@implements("ROR 1.10.11e")
@dataclass(frozen=True)
class Odds:
    """The exact chances of a battle [ROR 1.10.11e].

    Attributes:
        victory: The probability of a Victory.
        stalemate: The probability of a Stalemate.
        defeat: The probability of a Defeat.
        disaster: The probability of a Disaster.
        standoff: The probability of a Standoff.
    """

    victory: Fraction
    stalemate: Fraction
    defeat: Fraction
    disaster: Fraction = Fraction(0)
    standoff: Fraction = Fraction(0)


@implements("ROR 1.10.11d", "ROR 1.10.11e")
def battle_odds(difference: int, *, disasters: Collection[int] = (), standoffs: Collection[int] = ()) -> Odds:
    """The exact chances of a battle, from the difference of the strengths.

    Args:
        difference: Roman strength less enemy strength.
        disasters: Disaster numbers in force.
        standoffs: Standoff numbers in force.

    Raises:
        ImpossibleSituation: If the difference is no whole number.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.battle_odds(2).victory
        Fraction(3, 8)
    """
    check_whole("difference", difference, "ROR 1.10.11e")
    ways = dict.fromkeys(Result, 0)
    for roll, count in ways_to_total(COMBAT_DICE).items():
        special = Result.DISASTER if roll in disasters else Result.STANDOFF if roll in standoffs else None
        ways[special or combat_row(roll + difference).result] += count
    every = SIDES**COMBAT_DICE
    return Odds(
        *(
            Fraction(ways[result], every)
            for result in (Result.VICTORY, Result.STALEMATE, Result.DEFEAT, Result.DISASTER, Result.STANDOFF)
        )
    )


@implements("ROR 1.10.11d", "ROR 1.10.11e")
def odds_by_difference(lowest: int, highest: int) -> dict[int, dict[str, Fraction]]:
    """The exact chances of Victory, Stalemate and Defeat for each difference, to be drawn [ROR 1.10.11e].

    Args:
        lowest: The first difference of the strengths.
        highest: The last difference.

    Raises:
        ImpossibleSituation: If the last comes before the first, or they are no whole numbers.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.odds_by_difference(0, 3)[3]["Victory"]
        Fraction(1, 2)
    """
    check_whole("lowest", lowest, "ROR 1.10.11d")
    check_count("highest", highest, "ROR 1.10.11d", least=lowest)
    rows = {difference: battle_odds(difference) for difference in range(lowest, highest + 1)}
    return {
        difference: {
            str(Result.VICTORY): odds.victory,
            str(Result.STALEMATE): odds.stalemate,
            str(Result.DEFEAT): odds.defeat,
        }
        for difference, odds in rows.items()
    }


@implements("ROR 1.10.11e")
def loss_odds(difference: int, legions: int) -> dict[int, Fraction]:
    """The exact chances of losing 0, 1, 2, … of so many legions by the table, without Disaster and Standoff.

    Args:
        difference: Roman strength less enemy strength.
        legions: The legions of the Roman army.

    Raises:
        ImpossibleSituation: If the number of legions is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.loss_odds(2, 9)[1]
        Fraction(43, 216)
    """
    check_whole("difference", difference, "ROR 1.10.11e")
    check_count("legions", legions, "ROR 1.10.11e")
    chances: dict[int, Fraction] = {}
    for roll, count in sorted(ways_to_total(COMBAT_DICE).items()):
        lost = combat_row(roll + difference).lost(legions)
        chances[lost] = chances.get(lost, Fraction(0)) + Fraction(count, SIDES**COMBAT_DICE)
    return dict(sorted(chances.items()))
