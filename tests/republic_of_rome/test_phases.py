"""The phases of a turn: one round, each phase once."""

import pytest

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror
from responsa.republic_of_rome.phases import PHASES_IN_A_TURN


def test_the_phases_go_round() -> None:
    phase = ror.Phase.MORTALITY
    seen = []
    for _ in range(PHASES_IN_A_TURN):
        seen.append(phase)
        phase = ror.phase_after(phase)
    assert phase is ror.Phase.MORTALITY
    assert seen == list(ror.Phase)
    assert len(ror.Phase) == PHASES_IN_A_TURN


def test_the_order_is_strict_and_total() -> None:
    for first in ror.Phase:
        assert not ror.comes_before(first, first)
        for second in ror.Phase:
            if first is not second:
                assert ror.comes_before(first, second) != ror.comes_before(second, first)


def test_no_phase() -> None:
    with pytest.raises(ImpossibleSituation) as error:
        ror.comes_before(ror.Phase.FORUM, "Spring")  # type: ignore[arg-type]
    assert (error.value.field, error.value.value, str(error.value.rule)) == ("later", "Spring", "ROR 1.03a")
