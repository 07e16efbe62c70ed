"""Fighting a civil war: the Senate's army against the rebel's [ROR 1.11.35]."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import KW_ONLY, field, replace
from fractions import Fraction
from math import ceil
from typing import Final

from responsa.checks import check_count, check_whole
from responsa.dice import SIDES, check_dice, ways_to_total
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import Compact, counted, listed, sum_of_dice, told
from responsa.republic_of_rome.captives import fate_in_battle
from responsa.republic_of_rome.chits import named_by
from responsa.republic_of_rome.combat import (
    COMBAT_DICE,
    Odds,
    Row,
    battle_odds,
    combat_row,
    popularity_lost,
    take_losses,
    with_new_veteran,
)
from responsa.republic_of_rome.pieces import Army, Fate, Force, Legion, Place, Result, Senator
from responsa.republic_of_rome.proconsuls import as_proconsul, master_of_horse_returns
from responsa.republic_of_rome.wars import WARS_THAT_END_ROME
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass
from responsa.words import Words

GLORY_OF_CIVIL_WAR: Final = Fraction(1, 2)
"""The part of the rebel's strength that the Senate's victor gains [ROR 1.11.371d], rounded up [ROR 1.11.371g]."""

REBEL_LOSSES_IN_DEFEAT: Final = 0
"""Legions that the rebel loses when the Senate is defeated [ROR 1.11.373c]."""


_UNREST_STAYS: Final = Reason("the unrest level does not change", "ROR 1.11.37g")


@implements("ROR 1.11.37a", "ROR 1.11.371a", "ROR 1.11.372a", "ROR 1.11.373a")
class Revolt(Words, rule="ROR 1.11.371"):
    """How a revolt stands after a battle [ROR 1.11.371a]."""

    PUT_DOWN = "the revolt is put down"
    FAILED = "the revolt has failed"
    UNDECIDED = "the civil war goes on"
    SUCCEEDED = "the rebel has won, unless the Republic falls"


@implements("ROR 1.11.371a", "ROR 1.11.372a", "ROR 1.11.373a")
def revolt_after(result: Result) -> Revolt:
    """How a revolt stands after a result in the civil war, if the rebel and some of his legions outlive the battle.

    Args:
        result: The result for the Senate.

    Raises:
        ImpossibleSituation: If it is a Disaster or a Standoff: those are numbers of a war.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.revolt_after("Victory"))
        the revolt is put down
    """
    standing = {
        Result.VICTORY: Revolt.PUT_DOWN,
        Result.STALEMATE: Revolt.UNDECIDED,
        Result.DEFEAT: Revolt.SUCCEEDED,
    }
    if result not in standing:
        raise ImpossibleSituation("result", str(result), "a Victory, a Stalemate or a Defeat", "ROR 1.11.37a")
    return standing[result]


@implements("ROR 1.11.35a")
def must_fight(rebel: Senator, senate: Army | None) -> Ruling:
    """Whether the rebel must fight in this Combat Phase [ROR 1.11.35a].

    Args:
        rebel: The primary rebel.
        senate: The army that the Senate has sent against him, if it has.

    Raises:
        ImpossibleSituation: If he leads no revolt.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> fabius = ror.Army(ror.Senator("Fabius", military=4), ror.Force(ror.legions(6)))
        >>> print(ror.must_fight(ror.Senator("Julius", place=ror.Place.REBEL), fabius))
        Yes. The Senate has sent Fabius with 6 legions against Julius [ROR 1.11.35a].
    """
    _check_rebel(rebel)
    return decide(
        Finding(
            _is_sent(senate),
            "ROR 1.11.35a",
            yes=f"the Senate has sent {senate} against {rebel}",
            no=f"the Senate has sent no army against {rebel}",
        )
    )


def _check_rebel(man: Senator) -> None:
    if man.place is not Place.REBEL:
        raise ImpossibleSituation("rebel", man.name, "the primary rebel", "ROR 1.11.35a")


def _is_sent(senate: Army | None) -> bool:
    return senate is not None and senate.force.size > 0


@implements("ROR 1.11.35b", "ROR 1.11.35c")
def wins_unopposed(rebel: Senator, senate: Army | None, *, active_wars: int, in_province: bool = False) -> Ruling:
    """Whether the rebel wins because the Senate has sent nobody against him [ROR 1.11.35b].

    Args:
        rebel: The primary rebel.
        senate: The army that the Senate has sent against him, if it has.
        active_wars: The number of active wars.
        in_province: Whether he is a rebel governor who stays in his province.

    Raises:
        ImpossibleSituation: If he leads no revolt, or the number of wars is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.wins_unopposed(ror.Senator("Julius", place=ror.Place.REBEL), None, active_wars=4))
        No. 4 wars are active and the Republic must survive [ROR 1.11.35c].
    """
    _check_rebel(rebel)
    check_count("active_wars", active_wars, "ROR 1.11.35c")
    wars = f"{counted(active_wars, 'war')} {'is' if active_wars == 1 else 'are'} active"
    if in_province:
        return Ruling(False, (Reason(f"{rebel} is a governor who stays in his province", "ROR 2.03.8a"),))
    return decide(
        Finding(
            not _is_sent(senate),
            "ROR 1.11.35b",
            yes=f"no army was sent against {rebel}",
            no=f"the Senate has sent {senate}",
        ),
        Finding(
            active_wars < WARS_THAT_END_ROME,
            "ROR 1.11.35c",
            yes=f"{wars}, so the Republic survives",
            no=f"{wars} and the Republic must survive",
        ),
    )


@implements("ROR 1.11.36a")
@dataclass(frozen=True)
class Deserted(Told):
    """Veterans that went over: the army that they have joined, the force that they have left, and what happened."""

    joined: Army
    left: Force
    steps: tuple[Reason, ...]


@implements("ROR 1.11.36a")
def veterans_desert_to_rebel(rebel: Army, elsewhere: Force, rebels: Iterable[Senator] = ()) -> Deserted:
    """The veterans of the rebels leave a force, wherever it is, and join the primary rebel [ROR 1.11.36a].

    Args:
        rebel: The primary rebel's army.
        elsewhere: A force anywhere on the board: the Active Forces box, an army at war.
        rebels: The secondary rebels.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.Army(ror.Senator("Julius", military=4), ror.Force(ror.legions(3)))
        >>> box = ror.Force(ror.legions(2) + ror.veterans(1, of="Julius"), fleets=5)
        >>> moved = ror.veterans_desert_to_rebel(julius, box)
        >>> moved.joined.force.strength, str(moved.left)
        (5, '2 legions and 5 fleets')
    """
    names = {rebel.commander.name, *(man.name for man in rebels)}
    if rebel.master_of_horse:
        names.add(rebel.master_of_horse.name)
    going = tuple(legion for legion in elsewhere.legions if legion.allegiance in names)
    join = "joins" if len(going) == 1 else "join"
    text = f"{counted(len(going), 'veteran legion')} of the rebels {join} {rebel.commander}"
    joined = replace(rebel, force=rebel.force.joined_by(Force(going)))
    return Deserted(joined, elsewhere.without(going), (Reason(text, "ROR 1.11.36a"),))


@implements("ROR 1.11.36b")
def veterans_change_sides(rebel: Army, senate: Army, owner: Senator, *, battle_begun: bool = False) -> Deserted:
    """A loyal senator calls his veterans out of the rebel army over to the Senate's [ROR 1.11.36b].

    Args:
        rebel: The rebel's army.
        senate: The Senate's army.
        owner: The loyal senator to whom the veterans owe allegiance.
        battle_begun: Whether the dice of the battle are already thrown.

    Raises:
        ImpossibleSituation: If the owner is a rebel, no veteran there is his, or the battle has begun.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> rebels = ror.Force(ror.legions(3) + ror.veterans(1, of="Fabius"))
        >>> julius = ror.Army(ror.Senator("Julius", military=4), rebels)
        >>> fabius = ror.Senator("Fabius", military=4)
        >>> moved = ror.veterans_change_sides(julius, ror.Army(fabius, ror.Force(ror.legions(5))), fabius)
        >>> moved.joined.strength, moved.left.strength
        (11, 3)
    """
    if owner.is_rebel or owner.name in {man.name for man in rebel.men}:
        raise ImpossibleSituation("owner", owner.name, "a senator who is loyal", "ROR 1.11.36b")
    if battle_begun:
        raise ImpossibleSituation("battle_begun", True, "a moment before the battle", "ROR 1.11.36b")
    going = tuple(legion for legion in rebel.force.legions if legion.allegiance == owner.name)
    if not going:
        raise ImpossibleSituation("owner", owner.name, "the owner of a veteran in the rebel army", "ROR 1.11.36b")
    text = (
        f"{counted(len(going), 'veteran legion')} of {owner} {'goes' if len(going) == 1 else 'go'} over to the Senate"
    )
    joined = replace(senate, force=senate.force.joined_by(Force(going)))
    return Deserted(joined, rebel.force.without(going), (Reason(text, "ROR 1.11.36b"),))


@implements("ROR 1.11.37c")
def defender_strength(rebel: Army) -> int:
    """The rebel's strength: legions, plus ratings up to the strength of the legions [ROR 1.11.37c].

    Args:
        rebel: His army; an ex-Master of Horse who has joined the revolt stands as its Master of Horse.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius, furius = ror.Senator("Julius", military=4), ror.Senator("Furius", military=3)
        >>> ror.defender_strength(ror.Army(julius, ror.Force(ror.legions(3)), master_of_horse=furius))
        6
    """
    return rebel.strength


@implements("ROR 1.11.37a", "ROR 1.11.37b")
def civil_war_difference(senate: Army, rebel: Army) -> int:
    """What is added to the dice: the strength of the Senate, who attacks, less the rebel's [ROR 1.11.37a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> fabius = ror.Army(ror.Senator("Fabius", military=4), ror.Force(ror.legions(6)))
        >>> julius = ror.Army(ror.Senator("Julius", military=4), ror.Force(ror.legions(3)))
        >>> ror.civil_war_difference(fabius, julius)
        4
    """
    return senate.strength - defender_strength(rebel)


@implements("ROR 1.11.37b", "ROR 1.11.37c")
def civil_war_counted(senate: Army, rebel: Army) -> tuple[Reason, ...]:
    """The strength of both sides, legions and ratings, and what is added to the dice because of them.

    Args:
        senate: The army that the Senate has sent.
        rebel: The rebel's army.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> fabius = ror.Army(ror.Senator("Fabius", military=4), ror.Force(ror.legions(6)))
        >>> julius = ror.Army(ror.Senator("Julius", military=4), ror.Force(ror.legions(3)))
        >>> for reason in ror.civil_war_counted(fabius, julius):
        ...     print(reason)
        the strength of the Senate is 10: 6 for legions + 4 for ratings [ROR 1.10.11c]
        the strength of the rebel is 6: 3 for legions + 3 for ratings of 4, no more than the legions [ROR 1.11.37c]
        3 dice are rolled, +4 [ROR 1.11.37b]
    """
    added = civil_war_difference(senate, rebel)
    return (
        Reason(f"the strength of the Senate is {_strength_counted(senate)}", "ROR 1.10.11c"),
        Reason(f"the strength of the rebel is {_strength_counted(rebel)}", "ROR 1.11.37c"),
        Reason(f"{COMBAT_DICE} dice are rolled, {'+' if added >= 0 else '−'}{abs(added)}", "ROR 1.11.37b"),
    )


def _strength_counted(army: Army) -> str:
    counted = min(army.rating, army.force.strength)
    capped = "" if counted == army.rating else f" of {army.rating}, no more than the legions"
    return f"{army.strength}: {army.force.strength} for legions + {counted} for ratings{capped}"


@implements("ROR 1.11.37d", "ROR 1.11.373c")
@dataclass(frozen=True)
class CivilWarLosses:
    """Legions that each side loses in a civil-war battle [ROR 1.11.37d]."""

    senate: int
    rebel: int


@implements("ROR 1.11.37d", "ROR 1.11.373c")
def civil_war_losses(total: int, *, senate: int, rebel: int) -> CivilWarLosses:
    """The legions that each side loses: alike, but in a Defeat the rebel loses none [ROR 1.11.37d].

    Args:
        total: The total that is looked up in the table.
        senate: The legions of the Senate's army.
        rebel: The legions of the rebel's army.

    Raises:
        ImpossibleSituation: If a number of legions is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.civil_war_losses(9, senate=8, rebel=3)
        CivilWarLosses(senate=4, rebel=3)
        >>> ror.civil_war_losses(5, senate=8, rebel=3)
        CivilWarLosses(senate=3, rebel=0)
    """
    check_count("senate", senate, "ROR 1.11.37d")
    check_count("rebel", rebel, "ROR 1.11.37d")
    row = combat_row(total)
    defeat = row.result is Result.DEFEAT
    return CivilWarLosses(row.lost(senate), REBEL_LOSSES_IN_DEFEAT if defeat else row.lost(rebel))


@implements("ROR 1.11.371d", "ROR 1.11.371g")
def civil_war_glory(rebel_strength: int) -> int:
    """Points of popularity, and as many of influence, for the Senate's victor: half the strength, rounded up.

    Args:
        rebel_strength: The strength of the rebel army before losses, rating included [ROR 1.11.37c].

    Raises:
        ImpossibleSituation: If the strength is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.civil_war_glory(9)
        5
    """
    check_count("rebel_strength", rebel_strength, "ROR 1.11.371d")
    return ceil(rebel_strength * GLORY_OF_CIVIL_WAR)


@implements("ROR 1.11.37", "ROR 1.11.371", "ROR 1.11.372", "ROR 1.11.373")
@dataclass(frozen=True, repr=False)
class CivilWarBattle(Compact, Told):
    """A civil-war battle that was fought: what happened, and everything as it is afterwards [ROR 1.11.37].

    Attributes:
        result: Victory or Defeat of the Senate, or Stalemate.
        revolt: How the revolt stands.
        total: Dice plus difference.
        senate_lost: Legions that the Senate lost.
        rebel_lost: Legions that the rebel lost.
        senate: The Senate's army; `None` if its commander is dead.
        rebel: The rebel's army; `None` if the revolt is over or succeeded without him.
        active_forces: Legions that go to the Active Forces box.
        killed: The names of the men who died.
        victor: The Senate's commander with his gain, if he won and lives.
        master_of_horse: The Senate's Master of Horse, if he had to return to Rome.
        steps: What happened, step by step.
    """

    result: Result
    _: KW_ONLY
    revolt: Revolt
    total: int
    senate_lost: int = 0
    rebel_lost: int = 0
    senate: Army | None = None
    rebel: Army | None = None
    active_forces: Force = field(default_factory=Force)
    killed: tuple[str, ...] = ()
    victor: Senator | None = None
    master_of_horse: Senator | None = None
    steps: tuple[Reason, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return told(self.steps)


@dataclass(frozen=True)
class _Fought:
    """The armies after losses and chits, before what follows."""

    senate: Army
    rebel: Army
    row: Row
    losses: CivilWarLosses
    rebel_had: int
    killed: frozenset[str]
    secondary: tuple[Senator, ...]


@implements(
    "ROR 1.11.37a",
    "ROR 1.11.37b",
    "ROR 1.11.37d",
    "ROR 1.11.37e",
    "ROR 1.11.37f",
    "ROR 1.11.37g",
    "ROR 1.10.5b",
    "ROR 1.11.371b",
    "ROR 1.11.371c",
    "ROR 1.11.371e",
    "ROR 1.11.371f",
    "ROR 1.11.372b",
    "ROR 1.11.372c",
    "ROR 1.11.373b",
    "ROR 1.10.7c",
    "ROR 1.10.2a",
)
def civil_war_battle(
    senate: Army,
    rebel: Army,
    *,
    dice: Sequence[int],
    secondary: Iterable[Senator] = (),
    senate_picked: Sequence[Legion] | None = None,
    rebel_picked: Sequence[Legion] | None = None,
    chits: Sequence[str] = (),
) -> CivilWarBattle:
    """Fight a battle of a civil war, step by step [ROR 1.11.37]. Fleets play no part [ROR 1.11.31l].

    Args:
        senate: The Senate's army, which attacks.
        rebel: The rebel's army; an ex-Master of Horse who has joined stands as its Master of Horse.
        dice: Three dice.
        secondary: The other secondary rebels, who share the fate of a beaten rebel.
        senate_picked: The Senate's legions that were picked at random as losses, where it makes a difference.
        rebel_picked: The rebel's legions that were picked so.
        chits: The mortality chits that were drawn for the losses of both sides, in order.

    Raises:
        ImpossibleSituation: If the Senate's army has no legion, a man stands on both sides, a man is no rebel who
            is said to be one, or the dice, the losses picked or the chits are wrong.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> fabius = ror.Army(ror.Senator("Fabius", number="2", military=4), ror.Force(ror.legions(9)))
        >>> julius = ror.in_revolt(ror.Senator("Julius", number="4", military=4))
        >>> rebels = ror.Army(julius, ror.Force(ror.legions(5)))
        >>> fought = ror.civil_war_battle(fabius, rebels, dice=(6, 4, 4))
        >>> print(fought.result, fought.revolt, fought.victor.influence, sep="; ")
        Victory; the revolt is put down; 5
    """
    check_dice(dice, count=COMBAT_DICE, rule="ROR 1.11.37b")
    others = tuple(secondary)
    _check_sides(senate, rebel, others)
    difference = civil_war_difference(senate, rebel)
    total = sum(dice) + difference
    row = combat_row(total)
    losses = civil_war_losses(total, senate=senate.force.size, rebel=rebel.force.size)
    units = 0 if row.result is Result.DEFEAT else losses.senate + losses.rebel
    named_by(chits, count=units)
    fought = _Fought(
        replace(senate, force=_left(senate, losses.senate, senate_picked)),
        replace(rebel, force=_left(rebel, losses.rebel, rebel_picked)),
        row,
        losses,
        rebel.force.size,
        _killed(senate, rebel, chits, row.result),
        others,
    )
    steps = [_opening(sum(dice), difference, row.result), _loss_step(losses)]
    steps += [Reason(f"{name} is killed", _death_rule(row.result)) for name in sorted(fought.killed)]
    return _what_follows(fought, total, defender_strength(rebel), steps)


def _check_sides(senate: Army, rebel: Army, secondary: Sequence[Senator]) -> None:
    if not senate.force.size:
        raise ImpossibleSituation("senate", str(senate), "an army with at least 1 legion", "ROR 1.11.35a")
    both = {man.name for man in senate.men} & {man.name for man in rebel.men}
    if both:
        raise ImpossibleSituation("rebel", min(both), "a man who does not stand on both sides", "ROR 1.11.37a")
    if any(man.is_rebel for man in senate.men):
        raise ImpossibleSituation("senate", str(senate), "an army under a loyal commander", "ROR 1.11.35a")
    if rebel.commander.place is not Place.REBEL:
        raise ImpossibleSituation("rebel", rebel.commander.name, "the primary rebel", "ROR 1.11.35a")
    for man in (*rebel.men[1:], *secondary):
        if man.place is not Place.SECONDARY_REBEL:
            field = "secondary" if man in secondary else "rebel"
            raise ImpossibleSituation(
                field, man.name, "a secondary rebel, for only rebels share his fate", "ROR 1.11.32f"
            )


def _left(army: Army, lost: int, picked: Sequence[Legion] | None) -> Force:
    return take_losses(army.force, legions_lost=lost, fleets_lost=0, picked=picked)


def _killed(senate: Army, rebel: Army, chits: Sequence[str], result: Result) -> frozenset[str]:
    exposed = senate.men if result is Result.DEFEAT else senate.men + rebel.men
    dead = (man.name for man in exposed if fate_in_battle(man, chits, result, civil_war=True) is Fate.KILLED)
    return frozenset(dead)


def _opening(roll: int, difference: int, result: Result) -> Reason:
    return Reason(f"{sum_of_dice(roll, difference)}: {result}", "ROR 1.11.37b")


def _loss_step(losses: CivilWarLosses) -> Reason:
    return Reason(
        f"the Senate loses {counted(losses.senate, 'legion')} and the rebel {counted(losses.rebel, 'legion')}",
        "ROR 1.11.37d",
    )


def _death_rule(result: Result) -> str:
    return "ROR 1.10.2a" if result is Result.DEFEAT else "ROR 1.11.37e"


def _what_follows(fought: _Fought, total: int, rebel_strength: int, steps: list[Reason]) -> CivilWarBattle:
    senate = _blamed(fought.senate, fought.losses.senate, fought.killed, steps)
    rebel = fought.rebel
    if _standing(fought) is Revolt.UNDECIDED:
        rebel = _blamed(rebel, fought.losses.rebel, fought.killed, steps)
    fought = _with_veterans(replace(fought, senate=senate, rebel=rebel), steps)
    battle = CivilWarBattle(
        fought.row.result,
        revolt=_standing(fought),
        total=total,
        senate_lost=fought.losses.senate,
        rebel_lost=fought.losses.rebel,
        senate=_army_left(fought.senate, fought.killed),
        rebel=_army_left(fought.rebel, fought.killed),
        killed=tuple(sorted(fought.killed)),
        steps=tuple(steps),
    )
    if battle.revolt is Revolt.SUCCEEDED:
        return _succeeded(battle, fought)
    if battle.revolt is Revolt.UNDECIDED:
        return _undecided(battle, fought)
    battle = _put_down(battle, fought)
    return _with_glory(battle, fought, rebel_strength) if battle.revolt is Revolt.PUT_DOWN else battle


@implements("ROR 1.10.5b")
def _with_veterans(fought: _Fought, steps: list[Reason]) -> _Fought:
    """The winner has a new veteran, and in a Stalemate each side has one."""
    result = fought.row.result
    of_rebel = {Result.VICTORY: Result.DEFEAT, Result.DEFEAT: Result.VICTORY}.get(result, result)
    senate = _with_veteran(fought.senate, result, fought.killed, steps)
    return replace(fought, senate=senate, rebel=_with_veteran(fought.rebel, of_rebel, fought.killed, steps))


def _with_veteran(army: Army, result: Result, killed: Collection[str], steps: list[Reason]) -> Army:
    name = army.commander.name
    whose = "" if name in killed else name
    force = with_new_veteran(army.force, result, allegiance=whose)
    if force != army.force:
        said = f"a legion of {name} becomes a veteran{'' if whose else ' and owes allegiance to nobody'}"
        steps.append(Reason(said, "ROR 1.10.5b"))
    return replace(army, force=force)


@implements("ROR 1.10.6a")
def _blamed(army: Army, lost: int, killed: Collection[str], steps: list[Reason]) -> Army:
    """The army when its commander, if he lives, has paid for the legions lost."""
    points = popularity_lost(lost)
    if not points or army.commander.name in killed:
        return army
    steps.append(Reason(f"{army.commander} loses {points} popularity", "ROR 1.10.6a"))
    return replace(army, commander=army.commander.gains(popularity=-points))


@implements("ROR 1.11.371a", "ROR 1.11.371e", "ROR 1.11.372a", "ROR 1.11.372c", "ROR 1.11.373a")
def _standing(fought: _Fought) -> Revolt:
    """How the revolt stands: what the table says, and whether the rebel still has his life and his legions."""
    standing = revolt_after(fought.row.result)
    if standing is not Revolt.UNDECIDED:
        return standing
    destroyed = fought.rebel_had > 0 and not fought.rebel.force.size
    return Revolt.FAILED if destroyed or fought.rebel.commander.name in fought.killed else Revolt.UNDECIDED


def _army_left(army: Army, killed: Collection[str]) -> Army | None:
    if army.commander.name in killed:
        return None
    deputy = army.master_of_horse
    return replace(army, master_of_horse=None) if deputy and deputy.name in killed else army


@implements("ROR 1.11.373a", "ROR 1.11.373b", "ROR 1.11.37g")
def _succeeded(battle: CivilWarBattle, fought: _Fought) -> CivilWarBattle:
    home = fought.senate.force
    steps = (
        Reason(f"what is left of the Senate's army, {home}, returns to Rome", "ROR 1.11.373b"),
        _UNREST_STAYS,
        Reason(f"{fought.rebel.commander} rules Rome and wins, unless the Republic falls", "ROR 1.11.373a"),
    )
    return replace(battle, senate=None, active_forces=home, steps=battle.steps + steps)


@implements("ROR 1.11.372a", "ROR 1.11.372b", "ROR 1.11.37g")
def _undecided(battle: CivilWarBattle, fought: _Fought) -> CivilWarBattle:
    battle = _say(battle, "the civil war goes on in the next Combat Phase", "ROR 1.11.372a")
    battle = _say(battle, _UNREST_STAYS.text, _UNREST_STAYS.rule)
    if not fought.senate.force.size:
        battle = _say(battle, "the rebel has not won, though the Senate's army is destroyed", "ROR 1.11.372b")
    return battle if battle.senate is None else _in_the_field(battle, battle.senate, fought.rebel.commander)


def _in_the_field(battle: CivilWarBattle, senate: Army, rebel: Senator) -> CivilWarBattle:
    """The Senate's commander survived a battle that was no Victory, as against any other enemy."""
    if senate.master_of_horse:
        home = master_of_horse_returns(senate)
        senate = home.army
        battle = replace(battle, master_of_horse=home.master_of_horse, steps=battle.steps + home.steps)
    proconsul = as_proconsul(senate.commander, rebel.name, battle.result)
    battle = replace(battle, senate=replace(senate, commander=proconsul))
    return _say(battle, f"{proconsul} stays as proconsul, facing {rebel}", "ROR 1.10.8a")


@implements("ROR 1.11.371b", "ROR 1.11.371c", "ROR 1.11.371f", "ROR 1.11.372c")
def _put_down(battle: CivilWarBattle, fought: _Fought) -> CivilWarBattle:
    """The rebels die and their legions go home, whether the Senate won or the revolt failed."""
    won = battle.revolt is Revolt.PUT_DOWN
    names = [man.name for man in (*fought.rebel.men, *fought.secondary)]
    dying = [name for name in names if name not in battle.killed]
    steps = list(battle.steps)
    if not won:
        reason = "all the rebel's legions are destroyed" if not fought.rebel.force.size else "the rebel is dead"
        rule = "ROR 1.11.371e" if not fought.rebel.force.size else "ROR 1.11.372c"
        steps.append(Reason(f"the revolt has failed, for {reason}", rule))
    if dying:
        die = "dies" if len(dying) == 1 else "die"
        steps.append(Reason(f"{listed(dying)} {die} in revolt", "ROR 1.11.371b" if won else "ROR 1.11.372c"))
    home = fought.rebel.force
    steps.append(
        Reason(f"the rebel army goes to the Active Forces box: {home}", "ROR 1.11.371c" if won else "ROR 1.11.372c")
    )
    if not won:
        steps.append(Reason("this is no Victory of the Senate's commander", "ROR 1.11.371f"))
    killed = tuple(sorted({*battle.killed, *names}))
    return replace(battle, rebel=None, active_forces=home, killed=killed, steps=tuple(steps))


@implements("ROR 1.11.371d", "ROR 1.11.371g")
def _with_glory(battle: CivilWarBattle, fought: _Fought, rebel_strength: int) -> CivilWarBattle:
    if battle.senate is None:
        return _say(battle, f"nobody gains anything, for {fought.senate.commander} is dead", "ROR 1.11.371d")
    gain = civil_war_glory(rebel_strength)
    victor = battle.senate.commander.gains(popularity=gain, influence=gain)
    battle = replace(battle, victor=victor, senate=replace(battle.senate, commander=victor))
    return _say(
        battle, f"{victor} gains {gain} popularity and influence, half of {rebel_strength} rounded up", "ROR 1.11.371d"
    )


def _say(battle: CivilWarBattle, text: str, rule: str) -> CivilWarBattle:
    return replace(battle, steps=(*battle.steps, Reason(text, rule)))


@implements("ROR 1.11.37b", "ROR 1.11.371a", "ROR 1.11.372a", "ROR 1.11.373a")
def civil_war_odds(difference: int) -> Odds:
    """The exact chances of a civil-war battle; no card is there, so neither Disaster nor Standoff can come.

    Args:
        difference: The Senate's strength less the rebel's.

    Raises:
        ImpossibleSituation: If the difference is no whole number.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> from responsa.dice import percent
        >>> percent(ror.civil_war_odds(0).victory)
        '16.2 %'
    """
    return battle_odds(difference)


@implements("ROR 1.11.37d")
def civil_war_loss_odds(difference: int, *, senate: int, rebel: int) -> dict[CivilWarLosses, Fraction]:
    """The exact chances of every pair of losses [ROR 1.11.37d].

    Args:
        difference: The Senate's strength less the rebel's.
        senate: The legions of the Senate's army.
        rebel: The legions of the rebel's army.

    Raises:
        ImpossibleSituation: If a number of legions is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> odds = ror.civil_war_loss_odds(0, senate=2, rebel=5)
        >>> odds[ror.CivilWarLosses(senate=2, rebel=5)]
        Fraction(7, 72)
    """
    check_whole("difference", difference, "ROR 1.10.11e")
    chances: dict[CivilWarLosses, Fraction] = {}
    for roll, count in ways_to_total(COMBAT_DICE).items():
        lost = civil_war_losses(roll + difference, senate=senate, rebel=rebel)
        chances[lost] = chances.get(lost, Fraction(0)) + Fraction(count, SIDES**COMBAT_DICE)
    return chances


@implements("ROR 1.11.37c")
def in_revolt(man: Senator, *, secondary: bool = False) -> Senator:
    """The senator as primary rebel, or as a secondary one, away from Rome [ROR 1.11.32c].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.in_revolt(ror.Senator("Julius")).is_rebel
        True
    """
    return replace(man, place=Place.SECONDARY_REBEL if secondary else Place.REBEL, at="")
