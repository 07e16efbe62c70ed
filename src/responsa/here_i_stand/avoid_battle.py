"""Avoiding battle: who may try, where to, what the dice must show, and how likely that is [HIS 13.3]."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from responsa.dice import chance_of_at_least, check_dice
from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.here_i_stand._refuge import (
    as_lines,
    check_adjacent,
    friendly_space,
    is_sea,
    of_side,
    open_space,
    quiet_space,
    relocated,
    side_of,
    space_without_enemies,
    told,
    verb,
)
from responsa.here_i_stand.board import BOARD, Board
from responsa.here_i_stand.formations import NOTHING, Stack, units_text
from responsa.here_i_stand.interception import Approach
from responsa.here_i_stand.land_movement import enemies_in_move
from responsa.here_i_stand.position import Position
from responsa.here_i_stand.powers import Power, check_power, impulse_order
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass
from responsa.words import Words

DICE: Final = 2
"""The dice that are rolled and added [HIS 13.3.4a]."""

SUCCESS: Final = 9
"""The lowest total with which an attempt succeeds [HIS 13.3.4f]."""

OTTOMAN_CAVALRY: Final = 1
"""What the Ottomans add if there is cavalry in their avoiding group [HIS 13.3.4d]."""

AGAINST_OTTOMAN_CAVALRY: Final = -1
"""What any other power adds when it avoids an Ottoman formation with cavalry [HIS 13.3.4e]."""

_SHOWN: Final = range(-1, 6)
"""The modifiers whose chances are drawn: from the lowest that there is up."""


@implements("HIS 13.3g")
class LoneLeader(Words):
    """What becomes of a leader who is alone in a space that an enemy formation enters [HIS 13.3g]."""

    CAPTURED = "is captured"
    WITHDRAWS = "must withdraw inside"


@implements("HIS 13.3g")
def fate_of_lone_leader(space: str, board: Board = BOARD) -> LoneLeader:
    """What becomes of a leader who is alone in the space: he may not slip away [HIS 13.3g].

    Args:
        space: The space that the enemy formation enters.
        board: The board, if it is not the printed one.

    Examples:
        >>> from responsa.here_i_stand import fate_of_lone_leader
        >>> print(fate_of_lone_leader("Graz"))
        is captured
    """
    return LoneLeader.WITHDRAWS if board.space(space).is_fortified else LoneLeader.CAPTURED


@implements("HIS 13.3.1a", "HIS 13.1.5d", "HIS 13.3e", "HIS 13.3f", "HIS 13.3g", "HIS 13.3i", "HIS 13.3j")
def may_avoid_battle(position: Position, power: Power, space: str, *, interceptors: Stack = NOTHING) -> Ruling:
    """Whether a power may try to avoid battle; it never has to [HIS 13.3j].

    Args:
        position: The position as the active formation comes in: in the space stand those whom it meets.
        power: The power that would try.
        space: The space that the active formation enters.
        interceptors: What intercepted into the space during this move.

    Examples:
        >>> from responsa.here_i_stand import Position, Power, may_avoid_battle
        >>> position = Position.of(
        ...     "Ottoman", relations="Ottoman against Hapsburg", stacks={"Vienna": "Hapsburg: 4 regulars"}
        ... )
        >>> print(may_avoid_battle(position, Power.HAPSBURG, "Vienna"))
        Yes. The Hapsburgs have 4 land units in Vienna [HIS 13.3.1a] and no interception has succeeded [HIS 13.1.5d].
    """
    bar = _bar(check_power(power), space, position)
    if bar:
        return Ruling(False, (bar,))
    if interceptors.units:
        return Ruling(False, _after_interception(power, space, interceptors, position))
    units = of_side(position, position.at(space), power).units
    have = f"{power.the} {power.verb('has', 'have')} {units_text(units)} in {space}"
    return decide(
        Finding(
            units > 0, "HIS 13.3.1a", yes=have, no=f"{power.the} {power.verb('has', 'have')} no land units in {space}"
        ),
        Finding(True, "HIS 13.1.5d", yes="no interception has succeeded", no=""),
    )


def _after_interception(power: Power, space: str, interceptors: Stack, position: Position) -> tuple[Reason, ...]:
    """Whoever intercepted must fight, and with him whoever stood there before."""
    came = of_side(position, interceptors, power).units
    step = Reason("an interception has succeeded, so the field battle follows at once", "HIS 13.1.5d")
    return (
        (Reason(f"{units_text(came)} of {power.the} intercepted into {space}", "HIS 13.3f"), step) if came else (step,)
    )


def _bar(power: Power, space: str, position: Position) -> Reason | None:
    """What rules the power out before its units are looked at."""
    leader = position.relations.leader_of(power)
    if leader is None:
        return Reason(f"{power.adjective} units act for no major power", "HIS 22.1a")
    if leader is not power:
        return Reason(f"{power.adjective} units go in one group with those of {leader.the}", "HIS 13.3i")
    if power not in enemies_in_move(position, space):
        return Reason(f"{power.the} {power.verb('is', 'are')} no enemy of {position.active.the}", "HIS 13.3.1a")
    outside, inside = (of_side(position, stack, power) for stack in (position.at(space), position.within(space)))
    if inside and not outside:
        return Reason(f"{told(inside)} {verb(inside, 'is', 'are')} besieged in {space}", "HIS 13.3e")
    if outside and not position.at(space).units:
        fate = fate_of_lone_leader(space, position.board)
        shut = fate is LoneLeader.WITHDRAWS
        what = "must withdraw inside" if shut else f"{verb(outside, 'is', 'are')} captured"
        return Reason(f"{told(outside)} {verb(outside, 'is', 'are')} alone in {space} and {what}", "HIS 13.3g")
    return None


@implements("HIS 13.3.1b", "HIS 13.3.1c", "HIS 13.3.6a")
def powers_that_may_avoid(position: Position, space: str, *, interceptors: Stack = NOTHING) -> tuple[Power, ...]:
    """The powers that may try to avoid battle, in the order in which they announce and resolve it [HIS 13.3.1b].

    Args:
        position: The position as it comes in.
        space: The space that the active formation enters.
        interceptors: What intercepted into the space during this move.

    Examples:
        >>> from responsa.here_i_stand import Position, powers_that_may_avoid
        >>> position = Position.of(
        ...     "Ottoman",
        ...     relations="Ottoman against Papacy, Ottoman against Hapsburg, Hapsburg with Papacy",
        ...     stacks={"Vienna": "Papacy: 1 regular; Hapsburg: 4 regulars"},
        ... )
        >>> print(*powers_that_may_avoid(position, "Vienna"))
        Hapsburg Papacy
    """
    sides = impulse_order(side_of(position, power) for power in position.at(space).powers)
    return tuple(power for power in sides if may_avoid_battle(position, power, space, interceptors=interceptors))


@implements("HIS 13.3.2a", "HIS 13.3.2b", "HIS 13.3a", "HIS 13.3b", "HIS 13.3c", "HIS 13.3d", "HIS 2.5d")
def may_avoid_to(position: Position, target: str, power: Power, approach: Approach) -> Ruling:
    """Whether a group that avoids battle may try to go to an adjacent space [HIS 13.3.2b].

    Args:
        position: Who controls what, what is in unrest, who stands where.
        target: The adjacent space that the power names; over a pass is adjacent [HIS 2.5d].
        power: The power that avoids battle.
        approach: The move that it avoids.

    Raises:
        ImpossibleSituation: If the target is not adjacent, or is no space of the board.
        NotInThisText: If nothing bars the target but a lone enemy leader.

    Examples:
        >>> from responsa.here_i_stand import Approach, Position, Power, may_avoid_to
        >>> position = Position.of("Ottoman", relations="Ottoman against Hapsburg")
        >>> approach = Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")
        >>> print(may_avoid_to(position, "Brunn", Power.HAPSBURG, approach))
        No. Hungary controls Brunn and is no ally of the Hapsburgs [HIS 13.3a].
    """
    check_adjacent(position, target, approach.destination, "HIS 13.3.2a")
    if is_sea(position, target):
        return Ruling(False, (Reason(f"{target} is a sea zone", "HIS 13.3c"),))
    came = f"the enemy came from {target}"
    ruling = decide(
        *open_space(position, target),
        friendly_space(position, target, power, "HIS 13.3a"),
        quiet_space(position, target, "HIS 13.3b"),
        space_without_enemies(position, target, power, "HIS 13.3b"),
        Finding(target != approach.origin, "HIS 13.3d", yes=f"the enemy did not come from {target}", no=came),
    )
    there = position.at(target)
    if ruling and any(position.relations.at_war(other, power) for other in there.powers):
        raise NotInThisText(f"whether {told(there)}, an enemy without units, bars {target}", "HIS 13.3b", where="13.3")
    return ruling


@implements("HIS 13.3.2a", "HIS 13.3.2b")
def spaces_to_avoid_to(position: Position, power: Power, approach: Approach) -> tuple[str, ...]:
    """Every space that a power may name when it avoids battle, in the order of the alphabet [HIS 13.3.2a].

    Args:
        position: Who controls what, what is in unrest, who stands where.
        power: The power that avoids battle.
        approach: The move that it avoids.

    A neighbor that nothing bars but a lone enemy leader is left out: on it this text is silent, see `may_avoid_to`.

    Examples:
        >>> from responsa.here_i_stand import Approach, Position, Power, spaces_to_avoid_to
        >>> position = Position.of("Ottoman", relations="Ottoman against Hapsburg", unrest=["Linz"])
        >>> approach = Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")
        >>> spaces_to_avoid_to(position, Power.HAPSBURG, approach)
        ('Graz',)
    """
    around = position.board.adjacent(approach.destination, over_passes=True)
    return tuple(target for target in around if _surely_open(target, power, approach, position))


def _surely_open(target: str, power: Power, approach: Approach, position: Position) -> bool:
    try:
        return bool(may_avoid_to(position, target, power, approach))
    except NotInThisText:
        return False


@implements("HIS 13.3.4b", "HIS 13.3.4c", "HIS 13.3.4d", "HIS 13.3.4e", "HIS 13.3k")
def avoidance_modifier(group: Stack, against: Stack) -> int:
    """What is added to the dice of an avoiding group [HIS 13.3.4].

    Args:
        group: The units and leaders that try to leave; whoever stays lends nothing [HIS 13.3k].
        against: The active formation that they avoid.

    Returns:
        The sum of the best single Battle Rating and of what Ottoman cavalry does on either side.

    Raises:
        ImpossibleSituation: If nobody leaves, nobody comes, or a power would avoid itself.

    Examples:
        >>> from responsa.here_i_stand import Stack, avoidance_modifier
        >>> group = Stack.of("Hapsburg: 4 regulars, Ferdinand")
        >>> avoidance_modifier(group, against=Stack.of("Ottoman: 5 regulars, 1 cavalry"))
        0
    """
    return sum(value for value, _ in _modifiers(group, against))


@implements("HIS 13.3.4b", "HIS 13.3.4f")
def avoidance_counted(group: Stack, against: Stack) -> tuple[Reason, ...]:
    """What is added to the dice of an avoiding group, one after the other, and what the dice must make then.

    Args:
        group: The units and leaders that try to leave.
        against: The active formation that they avoid.

    Raises:
        ImpossibleSituation: If nobody leaves, nobody comes, or a power would avoid itself.

    Examples:
        >>> from responsa.here_i_stand import Stack, avoidance_counted
        >>> group = Stack.of("Hapsburg: 4 regulars, Ferdinand")
        >>> for reason in avoidance_counted(group, against=Stack.of("Ottoman: 5 regulars, 1 cavalry")):
        ...     print(reason)
        +1 for Ferdinand [HIS 13.3.4b]
        −1 against Ottoman cavalry [HIS 13.3.4e]
        2 dice must make 9 or more [HIS 13.3.4f]
    """
    need = SUCCESS - avoidance_modifier(group, against)
    added = (reason for _, reason in _modifiers(group, against))
    return (*added, Reason(f"{DICE} dice must make {need} or more", "HIS 13.3.4f"))


def _modifiers(group: Stack, against: Stack) -> list[tuple[int, Reason]]:
    """Each modifier that changes the total, with its reason."""
    if not group:
        raise ImpossibleSituation("group", str(group), "units or leaders that try to leave", "HIS 13.3.3a")
    if not against.units or set(group.powers) & set(against.powers):
        raise ImpossibleSituation("against", str(against), "land units of an enemy", "HIS 13.3.1a")
    best = max(group.leaders, key=lambda leader: leader.battle, default=None)
    found = [(best.battle, Reason(f"{_signed(best.battle)} for {best.name}", "HIS 13.3.4b"))] if best else []
    if group.of_power(Power.OTTOMAN).cavalry:
        found.append((OTTOMAN_CAVALRY, Reason(f"{_signed(OTTOMAN_CAVALRY)} for Ottoman cavalry", "HIS 13.3.4d")))
    if against.of_power(Power.OTTOMAN).cavalry:
        against_them = Reason(f"{_signed(AGAINST_OTTOMAN_CAVALRY)} against Ottoman cavalry", "HIS 13.3.4e")
        found.append((AGAINST_OTTOMAN_CAVALRY, against_them))
    return found


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else f"+{value}"


@implements("HIS 13.3.4a", "HIS 13.3.4f")
def chance_to_avoid(modifier: int) -> Fraction:
    """How likely an attempt is to succeed with the given modifier [HIS 13.3.4f].

    Args:
        modifier: What is added to the dice.

    Returns:
        The probability, as an exact fraction.

    Examples:
        >>> from responsa.here_i_stand import chance_to_avoid
        >>> chance_to_avoid(0)
        Fraction(5, 18)
    """
    if type(modifier) is not int:
        raise ImpossibleSituation("modifier", modifier, "a whole number", "HIS 13.3.4a")
    return chance_of_at_least(SUCCESS - modifier, dice=DICE)


@implements("HIS 13.3.4f")
def odds_of_avoiding() -> dict[int, Fraction]:
    """How likely an attempt is to succeed, by what is added to the dice [HIS 13.3.4f].

    Examples:
        >>> from responsa.here_i_stand import odds_of_avoiding
        >>> odds_of_avoiding()[-1]
        Fraction(1, 6)
    """
    return {modifier: chance_to_avoid(modifier) for modifier in _SHOWN}


@implements("HIS 13.3.4g", "HIS 13.3.4h")
def avoids_without_dice(group: Stack, beaten: Stack) -> Ruling:
    """Whether the attempt succeeds without a roll, because every unit of the group was beaten before [HIS 13.3.4g].

    Args:
        group: The units and leaders that try to leave.
        beaten: Whatever lost a field battle earlier in this impulse.

    Examples:
        >>> from responsa.here_i_stand import Stack, avoids_without_dice
        >>> print(avoids_without_dice(Stack.of("Hapsburg: 2 regulars"), beaten=Stack.of("Hapsburg: 2 regulars")))
        Yes. Every unit of the group lost a field battle earlier in this impulse [HIS 13.3.4g].
    """
    fresh = group.units - group.only_units.common(beaten).units
    lost = "lost a field battle earlier in this impulse"
    not_all = (
        f"{units_text(fresh)} of the group {'has' if fresh == 1 else 'have'} not lost a field battle in this impulse"
    )
    return decide(
        Finding(
            fresh == 0 < group.units,
            "HIS 13.3.4g",
            yes=f"every unit of the group {lost}",
            no=not_all if group.units else f"the group has no units, so no unit of it {lost}",
        ),
    )


@implements("HIS 13.3.5a", "HIS 13.3.5b")
@dataclass(frozen=True)
class Avoidance(Told):
    """An attempt to avoid battle, and what came of it [HIS 13.3.5].

    Attributes:
        steps: What happened, in order.
        succeeded: Whether the group slipped away.
        position: The position afterwards.
    """

    steps: tuple[Reason, ...]
    succeeded: bool
    position: Position

    def __str__(self) -> str:
        return as_lines(self.steps)


@implements(
    "HIS 13.3.3a",
    "HIS 13.3.3b",
    "HIS 13.3.3c",
    "HIS 13.3h",
    "HIS 13.3.4a",
    "HIS 13.3.5a",
    "HIS 13.3.5b",
    "HIS 13.3.6a",
    "HIS 9.2b",
)
def try_to_avoid(
    position: Position,
    group: Stack,
    approach: Approach,
    *,
    to: str,
    dice: Sequence[int] = (),
    interceptors: Stack = NOTHING,
) -> Avoidance:
    """Carry out one power's attempt to avoid battle, from the announcement to the move [HIS 13.3].

    Args:
        position: The position as the active formation comes in; what was beaten in this impulse is recorded in it.
        group: The units and leaders that try to leave: any number of what the power has there [HIS 13.3.3c].
        approach: The move that they avoid.
        to: The adjacent space that they try to reach.
        dice: The two dice, as they fell; none if no roll is needed [HIS 13.3.4h].
        interceptors: What intercepted into the space during this move.

    Raises:
        ImpossibleSituation: If the power may not try, the group is not there or belongs to more than one major power,
            the space is not allowed, or the dice are not two dice that each show 1 to 6.

    Examples:
        >>> from responsa.here_i_stand import Approach, Position, Stack, try_to_avoid
        >>> position = Position.of(
        ...     "Ottoman", relations="Ottoman against Hapsburg", stacks={"Vienna": "Hapsburg: 4 regulars, Ferdinand"}
        ... )
        >>> approach = Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")
        >>> group = Stack.of("Hapsburg: 4 regulars, Ferdinand")
        >>> print(try_to_avoid(position, group, approach, to="Linz", dice=(5, 3)))
        The Hapsburgs try to reach Linz with 4 land units and Ferdinand [HIS 13.3.2a].
        The dice show 5 and 3 [HIS 13.3.4a].
        +1 for Ferdinand [HIS 13.3.4b].
        9 is at least 9: the attempt succeeds [HIS 13.3.4f].
        4 land units and Ferdinand move to Linz [HIS 13.3.5a].
    """
    space = approach.destination
    power = _check_attempt(group, space, position, interceptors)
    where = may_avoid_to(position, to, power, approach)
    if not where:
        raise ImpossibleSituation.because("to", to, where.because[0].text, where.rules[0])
    tries = f"{power.the} {power.verb('tries', 'try')} to reach {to} with {told(group)}"
    rolled, succeeded = _roll(group, approach.mover, position.of_record(position.beaten, space), dice)
    steps = [Reason(tries, "HIS 13.3.2a"), *rolled]
    if not succeeded:
        steps.append(Reason(f"{told(group)} {verb(group, 'stays', 'stay')} in {space}", "HIS 13.3.5b"))
        return Avoidance(tuple(steps), False, position)
    steps.append(Reason(f"{told(group)} {verb(group, 'moves', 'move')} to {to}", "HIS 13.3.5a"))
    return Avoidance(tuple(steps), True, relocated(position, group, space, to))


def _check_attempt(group: Stack, space: str, position: Position, interceptors: Stack) -> Power:
    """The power whose attempt it is."""
    sides = {side_of(position, power) for power in group.powers}
    if len(sides) != 1:
        raise ImpossibleSituation("group", str(group), "units or leaders of a single power", "HIS 9.2b")
    power = sides.pop()
    ruling = may_avoid_battle(position, power, space, interceptors=interceptors)
    if not ruling:
        raise ImpossibleSituation.because("group", str(group), ruling.because[0].text, ruling.rules[0])
    if not group <= position.at(space):
        there = of_side(position, position.at(space), power)
        raise ImpossibleSituation("group", str(group), f"part of what is there ({there})", "HIS 13.3.3a")
    return power


def _roll(group: Stack, against: Stack, beaten: Stack, dice: Sequence[int]) -> tuple[list[Reason], bool]:
    """What the dice and the modifiers say, and whether the attempt succeeds."""
    modifiers = _modifiers(group, against)
    without = avoids_without_dice(group, beaten)
    if without:
        if tuple(dice):
            raise ImpossibleSituation("dice", tuple(dice), "no dice, the attempt succeeds without", "HIS 13.3.4h")
        return [*without.because, Reason("no dice are rolled", "HIS 13.3.4h")], True
    check_dice(dice, count=DICE, rule="HIS 13.3.4a")
    total = sum(dice) + sum(value for value, _ in modifiers)
    succeeds = total >= SUCCESS
    outcome = f"{total} is at least {SUCCESS}: the attempt succeeds"
    failure = f"{total} is less than {SUCCESS}: the attempt fails"
    return [
        Reason(f"the dice show {' and '.join(map(str, dice))}", "HIS 13.3.4a"),
        *(reason for _, reason in modifiers),
        Reason(outcome if succeeds else failure, "HIS 13.3.4f"),
    ], succeeds
