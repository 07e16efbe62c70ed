"""Field battle: how many dice, who wins, who is lost, and the exact odds before the dice are thrown [HIS 14]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Final

from responsa.dice import SIDES, check_dice, percent, ways_to_hit
from responsa.errors import ImpossibleSituation
from responsa.here_i_stand._refuge import as_lines, check_two_sides, told, verb
from responsa.here_i_stand.formations import NOTHING, Stack, check_count, units_are, units_text
from responsa.here_i_stand.powers import Power, Relations, impulse_order
from responsa.here_i_stand.siege import is_siege
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass
from responsa.words import Words

DICE_PER_UNIT: Final = 1
"""The dice that each land unit brings to a field battle [HIS 14j] [HIS 14k]."""

DEFENDING: Final = 1
"""The dice that the defender rolls on top for defending [HIS 14k]."""

HITS_FROM: Final = 5
"""The lowest face of a die that is a hit [HIS 14m]."""

HITS_TO: Final = SIDES
"""The highest face of a die, a hit as well [HIS 14m]."""

UNITS_PER_HIT: Final = 1
"""The land units that each hit costs the other side [HIS 14p]."""

LAST_STANDING: Final = 1
"""The land units that a side keeps when both sides would be wiped out [HIS 14q]."""


@implements("HIS 14a", "HIS 14b")
def is_field_battle_fought(*, enemies_in_the_open: int, interceptions: int = 0) -> Ruling:
    """Whether a move leads to a field battle [HIS 14a] [HIS 14b].

    Args:
        enemies_in_the_open: The enemy land units in the destination that are not inside fortifications, those who
            intercepted among them.
        interceptions: How many of the interceptions in this move succeeded.

    Examples:
        >>> from responsa.here_i_stand import is_field_battle_fought
        >>> print(is_field_battle_fought(enemies_in_the_open=2))
        Yes. 2 land units of the enemy are in the open [HIS 14a].
    """
    check_count(interceptions, "interceptions", "HIS 14b")
    units = check_count(enemies_in_the_open, "enemies_in_the_open", "HIS 14a")
    if interceptions and not units:
        raise ImpossibleSituation("enemies_in_the_open", units, "those who intercepted, at least", "HIS 14b")
    they = f"{units_are(units, 'of the enemy')} in the open"
    rule = "HIS 14b" if interceptions else "HIS 14a"
    return decide(Finding(units > 0, rule, yes=they, no="no land unit of the enemy is in the open"))


@implements("HIS 14h")
class Side(Words):
    """The two sides of a field battle [HIS 14h]."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


@implements("HIS 14h")
def side_in_battle(power: Power, *, active: Power, relations: Relations) -> Side:
    """Which side a power fights on: the active power attacks, whoever it meets defends [HIS 14h].

    Args:
        power: A power with units in the battle; a minor power fights on the side of its major power.
        active: The power whose impulse it is.
        relations: Which minor powers are active for whom.

    Examples:
        >>> from responsa.here_i_stand import AT_PEACE, Power, side_in_battle
        >>> print(side_in_battle(Power.HAPSBURG, active=Power.OTTOMAN, relations=AT_PEACE))
        defender
    """
    return Side.ATTACKER if relations.leader_of(power) is active else Side.DEFENDER


@implements("HIS 14i", "HIS 14l")
def card_turns(defenders: Stack, *, active: Power, relations: Relations) -> tuple[tuple[Power, ...], ...]:
    """Who may play cards before the dice are rolled, side by side: the attacker, then the defenders [HIS 14l].

    The response cards Landsknechts and Swiss Mercenaries have their turn before the dice are counted [HIS 14i], combat
    cards after that [HIS 14l]; both in this order.

    Args:
        defenders: The units and leaders on the defending side.
        active: The attacking power.
        relations: Which minor powers are active for whom.

    Examples:
        >>> from responsa.here_i_stand import AT_PEACE, Power, Stack, card_turns
        >>> card_turns(Stack.of("Hapsburg: 2 regulars"), active=Power.OTTOMAN, relations=AT_PEACE)
        ((Power.OTTOMAN,), (Power.HAPSBURG,))
    """
    leaders = (relations.leader_of(power) for power in defenders.unit_powers)
    return (active,), impulse_order(power for power in leaders if power is not None)


@implements("HIS 14n")
def may_play_janissaries(powers: Iterable[Power], *, played_this_turn: bool) -> Ruling:
    """Whether Janissaries may be played for extra dice after the dice were rolled [HIS 14n].

    Args:
        powers: The powers in the battle.
        played_this_turn: Whether the card has been played in this turn already.

    Examples:
        >>> from responsa.here_i_stand import Power, may_play_janissaries
        >>> print(may_play_janissaries([Power.HAPSBURG, Power.FRANCE], played_this_turn=False))
        No. The Ottomans do not fight here [HIS 14n].
    """
    return decide(
        Finding(
            Power.OTTOMAN in set(powers),
            "HIS 14n",
            yes="the Ottomans fight here",
            no="the Ottomans do not fight here",
        ),
        Finding(
            not played_this_turn,
            "HIS 14n",
            yes="the card has not been played in this turn",
            no="the card has been played in this turn",
        ),
    )


@implements("HIS 14c", "HIS 14j", "HIS 14k")
def battle_dice(stack: Stack, side: Side, *, extra: int = 0) -> int:
    """How many dice a side rolls in a field battle [HIS 14j] [HIS 14k].

    Args:
        stack: All units and leaders of the side; allies who defend together are a single force [HIS 9.2a].
        side: The side.
        extra: The dice that combat cards add.

    Raises:
        ImpossibleSituation: If the side has no land units.

    Examples:
        >>> from responsa.here_i_stand import Side, Stack, battle_dice
        >>> battle_dice(Stack.of("Ottoman: 8 regulars, Suleiman"), Side.ATTACKER)
        10
        >>> battle_dice(Stack.of("Hapsburg: 10 regulars, Charles V"), Side.DEFENDER)
        13
    """
    rule = "HIS 14j" if side is Side.ATTACKER else "HIS 14k"
    if not stack.units:
        raise ImpossibleSituation(f"{side}s", str(stack), "at least 1 land unit", rule)
    defending = DEFENDING if side is Side.DEFENDER else 0
    return stack.units * DICE_PER_UNIT + stack.battle_rating + defending + check_count(extra, "extra", rule)


@implements("HIS 14k")
def battle_dice_counted(stack: Stack, side: Side, *, extra: int = 0) -> Reason:
    """The dice that a side rolls in a field battle, and what each part of them is for [HIS 14j] [HIS 14k].

    Args:
        stack: All units and leaders of the side.
        side: The side.
        extra: The dice that combat cards add.

    Raises:
        ImpossibleSituation: If the side has no land units.

    Examples:
        >>> from responsa.here_i_stand import Side, Stack, battle_dice_counted
        >>> print(battle_dice_counted(Stack.of("Hapsburg: 10 regulars, Charles V"), Side.DEFENDER, extra=2))
        the defender rolls 15 dice: 10 land units + 2 for Charles V + 1 for defending + 2 from cards [HIS 14k]
    """
    dice = battle_dice(stack, side, extra=extra)
    parts = [units_text(stack.units)]
    if best := max(stack.leaders, key=lambda leader: leader.battle, default=None):
        parts.append(f"{best.battle} for {best.name}")
    if side is Side.DEFENDER:
        parts.append(f"{DEFENDING} for defending")
    if extra:
        parts.append(f"{extra} from cards")
    rolled = "1 die" if dice == 1 else f"{dice} dice"
    return Reason(f"the {side} rolls {rolled}: {' + '.join(parts)}", "HIS 14j" if side is Side.ATTACKER else "HIS 14k")


@implements("HIS 14d", "HIS 14m")
def hits(dice: Sequence[int]) -> int:
    """How many of the dice are hits [HIS 14m].

    Raises:
        ImpossibleSituation: If a die shows anything but 1 to 6.

    Examples:
        >>> from responsa.here_i_stand import hits
        >>> hits((1, 4, 5, 6, 6))
        3
    """
    check_dice(dice, count=len(dice), rule="HIS 14m")
    return sum(die >= HITS_FROM for die in dice)


@implements("HIS 14f", "HIS 14o")
def battle_winner(*, attacker_hits: int, defender_hits: int) -> Side:
    """Who wins a field battle: more hits, and on equal hits the defender [HIS 14o].

    Args:
        attacker_hits: The hits that the attacker scored.
        defender_hits: The hits that the defender scored.

    Examples:
        >>> from responsa.here_i_stand import battle_winner
        >>> print(battle_winner(attacker_hits=3, defender_hits=3))
        defender
    """
    check_count(attacker_hits, "attacker_hits", "HIS 14o")
    check_count(defender_hits, "defender_hits", "HIS 14o")
    return Side.ATTACKER if attacker_hits > defender_hits else Side.DEFENDER


@implements("HIS 14e", "HIS 14p", "HIS 14q")
def battle_losses(
    *, attackers: int, defenders: int, attacker_hits: int, defender_hits: int, attacker_dice: int, defender_dice: int
) -> tuple[int, int]:
    """How many land units each side loses [HIS 14p] [HIS 14q].

    Args:
        attackers: The land units of the attacker.
        defenders: The land units of the defender.
        attacker_hits: The hits that the attacker scored.
        defender_hits: The hits that the defender scored.
        attacker_dice: The dice that the attacker rolled.
        defender_dice: The dice that the defender rolled.

    Returns:
        The land units that the attacker and that the defender loses.

    Raises:
        ImpossibleSituation: If a side has no units, or more hits than dice.

    Examples:
        >>> from responsa.here_i_stand import battle_losses
        >>> battle_losses(attackers=2, defenders=1, attacker_hits=1, defender_hits=2, attacker_dice=2, defender_dice=2)
        (2, 0)
    """
    _check_side("attacker", attackers, attacker_dice)
    _check_side("defender", defenders, defender_dice)
    _check_hits("attacker", attacker_hits, attacker_dice)
    _check_hits("defender", defender_hits, defender_dice)
    ours, theirs = _units_hit(defender_hits, attackers), _units_hit(attacker_hits, defenders)
    if (ours, theirs) != (attackers, defenders):
        return ours, theirs
    if keeps_last_unit(attacker_dice, defender_dice) is Side.ATTACKER:
        return ours - LAST_STANDING, theirs
    return ours, theirs - LAST_STANDING


@implements("HIS 14q")
def keeps_last_unit(attacker_dice: int, defender_dice: int) -> Side:
    """Which side keeps a unit when the hits would wipe out both: more dice, with equal dice the defender [HIS 14q].

    Args:
        attacker_dice: The dice that the attacker rolled.
        defender_dice: The dice that the defender rolled.

    Examples:
        >>> from responsa.here_i_stand import keeps_last_unit
        >>> print(keeps_last_unit(4, 4))
        defender
    """
    check_count(attacker_dice, "attacker_dice", "HIS 14q")
    check_count(defender_dice, "defender_dice", "HIS 14q")
    return Side.ATTACKER if attacker_dice > defender_dice else Side.DEFENDER


def _units_hit(hits: int, units: int) -> int:
    """How many of so many units are lost to the hits, as far as there are units."""
    return min(hits * UNITS_PER_HIT, units)


def _check_side(side: str, units: int, dice: int) -> None:
    if check_count(units, f"{side}s", "HIS 14p") == 0:
        raise ImpossibleSituation(f"{side}s", units, "at least 1 land unit", "HIS 14p")
    check_count(dice, f"{side}_dice", "HIS 14d")


def _check_hits(side: str, scored: int, dice: int) -> None:
    if check_count(scored, f"{side}_hits", "HIS 14d") > dice:
        raise ImpossibleSituation(f"{side}_hits", scored, f"at most the {dice} dice that were rolled", "HIS 14d")


@implements("HIS 14p")
def survivors(stack: Stack, losses: int, *, lost: Stack | None = None) -> Stack:
    """What is left of a side after its losses [HIS 14p].

    Args:
        stack: The units and leaders of the side.
        losses: How many land units it loses.
        lost: Which; may be left out if all its units are of one kind, or all are lost.

    Raises:
        ImpossibleSituation: If `lost` is not part of the side, is not as many units, or is missing.

    Examples:
        >>> from responsa.here_i_stand import Stack, survivors
        >>> survivors(Stack.of("Hapsburg: 4 regulars, Ferdinand"), 3)
        Stack.of('Hapsburg: 1 regular, Ferdinand')
    """
    check_count(losses, "losses", "HIS 14p")
    dead = lost if lost is not None else _obvious_losses(stack, losses)
    if dead is None or dead.units != losses or dead.leaders or not dead <= stack:
        expected = f"{units_text(losses)} out of {stack}"
        raise ImpossibleSituation("lost", None if lost is None else str(lost), expected, "HIS 14p")
    return stack - dead


def _obvious_losses(stack: Stack, losses: int) -> Stack | None:
    """The units that are lost, if nobody has to choose."""
    units = stack.only_units
    if losses in (0, units.units):
        return units if losses else NOTHING
    kinds = [(force, kind) for force in units.forces for kind in _KINDS if getattr(force, kind)]
    if len(kinds) != 1:
        return None
    force, kind = kinds[0]
    return Stack.of(f"{force.power}: {losses} {kind}")


_KINDS: Final = ("regulars", "mercenaries", "cavalry")


@implements("HIS 14r")
def captured_leaders(stack: Stack, losses: int) -> Stack:
    """The leaders of a side that are captured: all of them if no unit of the side is left [HIS 14r].

    Args:
        stack: The units and leaders of the side.
        losses: How many land units it loses.

    Examples:
        >>> from responsa.here_i_stand import Stack, captured_leaders
        >>> captured_leaders(Stack.of("Hapsburg: 2 regulars, Ferdinand"), 2)
        Stack.of('Hapsburg: Ferdinand')
    """
    if check_count(losses, "losses", "HIS 14r") > stack.units:
        raise ImpossibleSituation("losses", losses, f"at most {units_text(stack.units)}", "HIS 14r")
    return stack.only_leaders if losses == stack.units else NOTHING


@implements("HIS 14d", "HIS 14f", "HIS 14p")
@dataclass(frozen=True)
class Battle(Told):
    """A field battle that was fought [HIS 14].

    Attributes:
        steps: What happened, in order.
        winner: The side that holds the space; the other one must retreat [HIS 14g].
        attackers_lost: The land units that the attacker loses.
        defenders_lost: The land units that the defender loses.
        captured: The leaders captured, of either side.
    """

    steps: tuple[Reason, ...]
    winner: Side
    attackers_lost: int
    defenders_lost: int
    captured: Stack

    def __str__(self) -> str:
        return as_lines(self.steps)


@implements("HIS 14c", "HIS 14d", "HIS 14e", "HIS 14f", "HIS 14g")
def fight(
    attackers: Stack,
    defenders: Stack,
    *,
    attacker_rolls: Sequence[int],
    defender_rolls: Sequence[int],
    attacker_extra: int = 0,
    defender_extra: int = 0,
) -> Battle:
    """Fight a field battle: dice, hits, the winner, losses, captured leaders [HIS 14].

    Args:
        attackers: The units and leaders of the active formation.
        defenders: All units and leaders who defend; allies fight as a single force [HIS 9.2a].
        attacker_rolls: The dice of the attacker, as they fell.
        defender_rolls: The dice of the defender, as they fell.
        attacker_extra: The dice among them that cards gave the attacker.
        defender_extra: The dice among them that cards gave the defender.

    Raises:
        ImpossibleSituation: If a side has no units, has not exactly its dice, or a die shows anything but 1 to 6.

    Examples:
        >>> from responsa.here_i_stand import Stack, fight
        >>> print(
        ...     fight(
        ...         Stack.of("Ottoman: 3 regulars, Ibrahim"),
        ...         Stack.of("Hapsburg: 2 regulars, Ferdinand"),
        ...         attacker_rolls=(6, 5, 2, 1),
        ...         defender_rolls=(5, 4, 3, 1),
        ...     )
        ... )
        The attacker rolls 4 dice and scores 2 hits [HIS 14j].
        The defender rolls 4 dice and scores 1 hit [HIS 14k].
        The attacker wins, 2 hits to 1 [HIS 14f].
        The attacker loses 1 land unit and the defender 2 [HIS 14p].
        Ferdinand is captured [HIS 14r].
    """
    check_two_sides(attackers, "attackers", defenders, "defenders", "HIS 14a")
    ours = _scored(attackers, Side.ATTACKER, attacker_rolls, attacker_extra)
    theirs = _scored(defenders, Side.DEFENDER, defender_rolls, defender_extra)
    winner = battle_winner(attacker_hits=ours, defender_hits=theirs)
    ours_lost, theirs_lost = battle_losses(
        attackers=attackers.units,
        defenders=defenders.units,
        attacker_hits=ours,
        defender_hits=theirs,
        attacker_dice=len(attacker_rolls),
        defender_dice=len(defender_rolls),
    )
    spared = (ours_lost, theirs_lost) != (_units_hit(theirs, attackers.units), _units_hit(ours, defenders.units))
    captured = captured_leaders(attackers, ours_lost) + captured_leaders(defenders, theirs_lost)
    steps = (
        Reason(_rolled(Side.ATTACKER, attacker_rolls, ours), "HIS 14j"),
        Reason(_rolled(Side.DEFENDER, defender_rolls, theirs), "HIS 14k"),
        Reason(_verdict(winner, ours, theirs), "HIS 14f" if ours != theirs else "HIS 14o"),
        *([_spared(keeps_last_unit(len(attacker_rolls), len(defender_rolls)))] if spared else []),
        Reason(f"the attacker loses {units_text(ours_lost)} and the defender {theirs_lost or 'none'}", "HIS 14p"),
        *([Reason(f"{told(captured)} {verb(captured, 'is', 'are')} captured", "HIS 14r")] if captured else []),
    )
    return Battle(steps, winner, ours_lost, theirs_lost, captured)


def _scored(stack: Stack, side: Side, rolls: Sequence[int], extra: int) -> int:
    count = battle_dice(stack, side, extra=extra)
    rule = "HIS 14j" if side is Side.ATTACKER else "HIS 14k"
    check_dice(rolls, count=count, rule=rule, field=f"{side}_rolls")
    return hits(rolls)


def _rolled(side: Side, rolls: Sequence[int], scored: int) -> str:
    dice = "1 die" if len(rolls) == 1 else f"{len(rolls)} dice"
    return f"the {side} rolls {dice} and scores {scored or 'no'} {'hit' if scored == 1 else 'hits'}"


def _verdict(winner: Side, attacker_hits: int, defender_hits: int) -> str:
    if attacker_hits == defender_hits:
        return f"hits are equal: the {winner} wins"
    more, fewer = max(attacker_hits, defender_hits), min(attacker_hits, defender_hits)
    return f"the {winner} wins, {more} {'hit' if more == 1 else 'hits'} to {fewer or 'none'}"


def _spared(side: Side) -> Reason:
    return Reason(f"both sides would be wiped out: the {side} keeps {units_text(LAST_STANDING)}", "HIS 14q")


@implements("HIS 14c", "HIS 14d")
@dataclass(frozen=True)
class BattleOdds:
    """What to expect of a field battle; all chances are exact fractions [HIS 14].

    Attributes:
        attacker_wins: The chance that the attacker scores more hits.
        equal_hits: The chance of equal hits, with which the defender wins.
        attacker_losses: The chance that the attacker loses 0, 1, 2, … land units, up to all.
        defender_losses: The chance that the defender loses 0, 1, 2, … land units, up to all.
    """

    attacker_wins: Fraction
    equal_hits: Fraction
    attacker_losses: tuple[Fraction, ...]
    defender_losses: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        for field in ("attacker_losses", "defender_losses"):
            if not getattr(self, field):
                raise ImpossibleSituation(field, (), "a chance for each number of units, from 0 on", "HIS 14p")

    @property
    @implements("HIS 14o")
    def defender_wins(self) -> Fraction:
        """The chance that the defender wins, by more hits or by equal ones."""
        return 1 - self.attacker_wins

    @property
    @implements("HIS 14r")
    def attacker_wiped_out(self) -> Fraction:
        """The chance that the attacker loses all land units, and the leaders with them."""
        return self.attacker_losses[-1]

    @property
    @implements("HIS 14r")
    def defender_wiped_out(self) -> Fraction:
        """The chance that the defender loses all land units, and the leaders with them."""
        return self.defender_losses[-1]

    def __str__(self) -> str:
        return (
            f"The attacker wins {percent(self.attacker_wins)} of these battles and the defender "
            f"{percent(self.defender_wins)}, hits are equal in {percent(self.equal_hits)}; "
            f"the attacker is wiped out in {percent(self.attacker_wiped_out)}, "
            f"the defender in {percent(self.defender_wiped_out)}."
        )


@implements("HIS 14d", "HIS 14m", "HIS 14o", "HIS 14p", "HIS 14q")
def field_battle_odds(*, attackers: int, attacker_dice: int, defenders: int, defender_dice: int) -> BattleOdds:
    """The exact odds of a field battle before the dice are thrown [HIS 14].

    Args:
        attackers: The land units of the attacker.
        attacker_dice: The dice that the attacker rolls, see `battle_dice`.
        defenders: The land units of the defender.
        defender_dice: The dice that the defender rolls.

    Raises:
        ImpossibleSituation: If a side has no units, or a number of dice is negative.

    Examples:
        >>> from responsa.here_i_stand import field_battle_odds
        >>> field_battle_odds(attackers=1, attacker_dice=1, defenders=1, defender_dice=2).attacker_wins
        Fraction(4, 27)
    """
    _check_side("attacker", attackers, attacker_dice)
    _check_side("defender", defenders, defender_dice)
    ours, theirs = _ways(attacker_dice), _ways(defender_dice)
    rolls_ours, rolls_theirs = SIDES**attacker_dice, SIDES**defender_dice
    all_rolls = rolls_ours * rolls_theirs
    fewer = [0, *accumulate(theirs)]
    more = sum(count * fewer[min(scored, len(theirs))] for scored, count in enumerate(ours))
    equal = sum(one * other for one, other in zip(ours, theirs, strict=False))
    lost_ours = [count * rolls_ours for count in _ways_to_lose(theirs, attackers)]
    lost_theirs = [count * rolls_theirs for count in _ways_to_lose(ours, defenders)]
    both = lost_ours[-1] * lost_theirs[-1] // all_rolls
    kept = lost_ours if keeps_last_unit(attacker_dice, defender_dice) is Side.ATTACKER else lost_theirs
    kept[-1] -= both
    kept[-1 - LAST_STANDING] += both
    return BattleOdds(
        Fraction(more, all_rolls),
        Fraction(equal, all_rolls),
        tuple(Fraction(count, all_rolls) for count in lost_ours),
        tuple(Fraction(count, all_rolls) for count in lost_theirs),
    )


@implements("HIS 14m")
def odds_of_hits(attacker_dice: int, defender_dice: int) -> dict[int, dict[str, Fraction]]:
    """How likely each side is to score 0, 1, 2, … hits [HIS 14m].

    Args:
        attacker_dice: The dice that the attacker rolls.
        defender_dice: The dice that the defender rolls.

    Returns:
        For each number of hits the chance of either side.

    Examples:
        >>> from responsa.here_i_stand import odds_of_hits
        >>> odds_of_hits(1, 2)[2]
        {'attacker': Fraction(0, 1), 'defender': Fraction(1, 9)}
    """
    check_count(attacker_dice, "attacker_dice", "HIS 14d")
    check_count(defender_dice, "defender_dice", "HIS 14d")
    sides = ((Side.ATTACKER, attacker_dice), (Side.DEFENDER, defender_dice))
    ways = [(str(side), _ways(dice), SIDES**dice) for side, dice in sides]
    most = max(attacker_dice, defender_dice)
    return {
        scored: {name: Fraction(count[scored] if scored < len(count) else 0, rolls) for name, count, rolls in ways}
        for scored in range(most + 1)
    }


def _ways(dice: int) -> list[int]:
    """In how many rolls exactly 0, 1, 2, … of the dice are hits."""
    return ways_to_hit(dice, faces=SIDES + 1 - HITS_FROM)


def _ways_to_lose(ways: Sequence[int], units: int) -> list[int]:
    """In how many rolls a side of so many units loses 0, 1, 2, … of them to the hits of the other side."""
    lost = [0] * (units + 1)
    for scored, count in enumerate(ways):
        lost[_units_hit(scored, units)] += count
    return lost


@implements("HIS 14s")
class AfterBattle(Words):
    """What an active formation does that has won a battle in a fortified space [HIS 14s]."""

    SIEGE = "siege"
    LEAVE = "leave"


@implements("HIS 14s")
def after_battle(*, active: int, inside: int) -> AfterBattle:
    """What follows when the active formation wins a battle in a fortified space [HIS 14s].

    Args:
        active: The land units that are left of the active formation.
        inside: The land units of the loser that went inside the fortifications.

    Returns:
        A siege, if the formation has more units; otherwise it must leave like besiegers whose siege is broken.

    Examples:
        >>> from responsa.here_i_stand import after_battle
        >>> print(after_battle(active=4, inside=4))
        leave
    """
    if check_count(active, "active", "HIS 14s") == 0:
        raise ImpossibleSituation("active", active, "at least 1 land unit", "HIS 14s")
    return AfterBattle.SIEGE if is_siege(besiegers=active, inside=inside) else AfterBattle.LEAVE


@implements("HIS 14g")
def must_retreat(side: Side, winner: Side) -> Ruling:
    """Whether a side must retreat after a field battle: the losing one must [HIS 14g].

    Args:
        side: The side that asks.
        winner: The side that won.

    Examples:
        >>> from responsa.here_i_stand import Side, must_retreat
        >>> print(must_retreat(Side.ATTACKER, winner=Side.DEFENDER))
        Yes. The attacker lost the battle [HIS 14g].
    """
    lost, won = f"the {side} lost the battle", f"the {side} won the battle and holds the space"
    return decide(Finding(side is not winner, "HIS 14g", yes=lost, no=won))
