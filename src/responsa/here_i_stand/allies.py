"""What allied major powers do together and what they do apart [HIS 9.2]."""

from __future__ import annotations

from typing import Final

from responsa.errors import ImpossibleSituation
from responsa.here_i_stand.formations import Stack, check_count, may_form
from responsa.here_i_stand.powers import Power, Relations, impulse_order
from responsa.rules import implements
from responsa.rulings import Ruling

ALLIES: Final = 2
"""The allies that a stack of two allied major powers is made of [HIS 9.2a]."""


@implements("HIS 9.2a")
def defending_force(stack: Stack, *, against: Power, relations: Relations) -> Stack:
    """The part of an attacked stack that fights: enemies of the attacker and the allies of those enemies [HIS 9.2a].

    Examples:
        >>> from responsa.here_i_stand import Power, Relations, Stack, defending_force
        >>> stack = Stack.of("Hapsburg: 3 regulars; Papacy: 2 regulars")
        >>> ties = Relations.of("Ottoman against Hapsburg, Hapsburg with Papacy")
        >>> defending_force(stack, against=Power.OTTOMAN, relations=ties).units
        5
    """
    enemies = [power for power in stack.powers if relations.at_war(power, against)]
    fighting = [p for p in stack.powers if p in enemies or any(relations.allied(p, enemy) for enemy in enemies)]
    return stack.only(fighting)


@implements("HIS 9.2b")
def avoiding_powers(stack: Stack, relations: Relations) -> tuple[Power, ...]:
    """The major powers with land units in the stack; each makes its own attempt, in Impulse Order [HIS 9.2b].

    A minor power goes with its major power; an inactive one is left out [HIS 22.1a].

    Examples:
        >>> from responsa.here_i_stand import AT_PEACE, Stack, avoiding_powers
        >>> stack = Stack.of("Papacy: 1 regular; France: 2 regulars")
        >>> [str(power) for power in avoiding_powers(stack, AT_PEACE)]
        ['France', 'Papacy']
    """
    acting = (relations.leader_of(power) for power in stack.unit_powers)
    return impulse_order(power for power in acting if power is not None)


@implements("HIS 9.2c")
def shared_losses(losses: int, *, first: int, second: int, odd_to_first: bool | None = None) -> tuple[int, int]:
    """How many units each of two allies loses [HIS 9.2c].

    The losses are shared evenly until one ally has nothing left, the other takes the rest. An odd loss goes to one of
    them at random, but only if both still have a unit for it.

    Args:
        losses: The units to lose.
        first: The units of the first ally.
        second: The units of the second ally.
        odd_to_first: Whom chance gave the odd loss; only if there is one to give.

    Returns:
        The units that the first and that the second ally loses.

    Raises:
        ImpossibleSituation: If chance has to decide and was not asked, or was asked without need.

    Examples:
        >>> from responsa.here_i_stand import shared_losses
        >>> shared_losses(5, first=4, second=4, odd_to_first=True)
        (3, 2)
        >>> shared_losses(5, first=1, second=6)
        (1, 4)
    """
    for field, value in (("losses", losses), ("first", first), ("second", second)):
        check_count(value, field, "HIS 9.2c")
    losses = min(losses, first + second)
    half = losses // ALLIES
    odd = losses % ALLIES == 1 and first > half and second > half
    if odd != (odd_to_first is not None):
        expected = "True or False, as chance decided" if odd else "None, as there is no odd loss to give"
        raise ImpossibleSituation("odd_to_first", odd_to_first, expected, "HIS 9.2c")
    if odd:
        return (half + 1, half) if odd_to_first else (half, half + 1)
    if first <= half:
        return first, losses - first
    if second <= half:
        return losses - second, second
    return half, half


@implements("HIS 9.2d")
def may_act_together(stack: Stack, relations: Relations) -> Ruling:
    """Whether the stack may move, besiege, assault, intercept or avoid battle as one [HIS 9.2d].

    Examples:
        >>> from responsa.here_i_stand import Relations, Stack, may_act_together
        >>> both = Stack.of("Hapsburg: 2 regulars; Papacy: 1 regular")
        >>> bool(may_act_together(both, Relations.of("Hapsburg with Papacy")))
        False
    """
    return may_form(stack, relations)
