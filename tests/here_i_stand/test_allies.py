"""What allies do together and apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa.here_i_stand import (
    IMPULSE_ORDER,
    Power,
    Relations,
    Stack,
    avoiding_powers,
    defending_force,
    may_act_together,
    shared_losses,
)
from tests.here_i_stand.strategies import relations, stacks


def losses_one_by_one(losses: int, first: int, second: int, odd_to_first: bool) -> tuple[int, int]:
    """Deal the losses out in turn, whoever has nothing left being passed over."""
    lost = [0, 0]
    turn = 0 if odd_to_first else 1
    while losses and lost != [first, second]:
        if lost[turn] < (first, second)[turn]:
            lost[turn] += 1
            losses -= 1
        turn = 1 - turn
    return lost[0], lost[1]


@given(st.integers(0, 20), st.integers(0, 8), st.integers(0, 8), st.booleans())
def test_losses_are_dealt_out_in_turn(losses: int, first: int, second: int, odd: bool) -> None:
    both = {losses_one_by_one(losses, first, second, chance) for chance in (True, False)}
    if len(both) == 1:
        assert shared_losses(losses, first=first, second=second) == both.pop()
        with pytest.raises(ImpossibleSituation, match="no odd loss"):
            shared_losses(losses, first=first, second=second, odd_to_first=odd)
    else:
        assert shared_losses(losses, first=first, second=second, odd_to_first=odd) == losses_one_by_one(
            losses, first, second, odd
        )
        with pytest.raises(ImpossibleSituation, match="as chance decided"):
            shared_losses(losses, first=first, second=second)


@pytest.mark.parametrize("count", [-1, True, 1.0])
def test_losses_are_counted(count: object) -> None:
    with pytest.raises(ImpossibleSituation):
        shared_losses(count, first=1, second=1)  # type: ignore[arg-type]


@given(stacks(), relations(), st.sampled_from(IMPULSE_ORDER))
def test_who_fights_is_an_enemy_or_its_ally(stack: Stack, ties: Relations, attacker: Power) -> None:
    force = defending_force(stack, against=attacker, relations=ties)
    assert force <= stack
    enemies = {power for power in stack.powers if ties.at_war(power, attacker)}
    assert enemies <= set(force.powers)
    if not enemies:
        assert not force
    for power in set(stack.powers) - set(force.powers):
        assert not any(ties.allied(power, enemy) for enemy in enemies)


@given(stacks(), relations())
def test_each_major_power_tries_for_itself(stack: Stack, ties: Relations) -> None:
    trying = avoiding_powers(stack, ties)
    assert all(power.is_major for power in trying)
    assert [power for power in IMPULSE_ORDER if power in trying] == list(trying)
    assert {power for power in stack.unit_powers if power.is_major} <= set(trying)


def test_allies_never_act_as_one() -> None:
    both = Stack.of("Hapsburg: 1 regular; Papacy: 1 regular")
    assert not may_act_together(both, Relations.of("Hapsburg with Papacy"))
    assert may_act_together(Stack.of("Hapsburg: 1 regular; Genoa: 1 regular"), Relations.of("Genoa for Hapsburg"))
