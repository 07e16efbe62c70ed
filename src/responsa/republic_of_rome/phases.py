"""The seven phases of a turn [ROR 1.03]."""

from __future__ import annotations

from typing import Final

from responsa.errors import ImpossibleSituation
from responsa.rules import implements
from responsa.words import Words

PHASES_IN_A_TURN: Final = 7
"""How many phases make up a turn [ROR 1.03a]."""


@implements("ROR 1.03a")
class Phase(Words, rule="ROR 1.03a"):
    """The phases of a turn, in their order [ROR 1.03a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print([str(phase) for phase in ror.Phase][-2:])
        ['Combat Phase', 'Revolution Phase']
    """

    MORTALITY = "Mortality Phase"
    REVENUE = "Revenue Phase"
    FORUM = "Forum Phase"
    POPULATION = "Population Phase"
    SENATE = "Senate Phase"
    COMBAT = "Combat Phase"
    REVOLUTION = "Revolution Phase"


@implements("ROR 1.03a")
def phase_after(phase: Phase) -> Phase:
    """The phase that follows; after the Revolution Phase a new turn begins with the Mortality Phase [ROR 1.03a].

    Raises:
        ImpossibleSituation: If what is given is no phase.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.phase_after(ror.Phase.REVOLUTION))
        Mortality Phase
    """
    order = list(Phase)
    return order[(order.index(_checked(phase)) + 1) % PHASES_IN_A_TURN]


@implements("ROR 1.03a")
def comes_before(earlier: Phase, later: Phase) -> bool:
    """Whether the first phase comes before the second in one and the same turn [ROR 1.03a].

    Raises:
        ImpossibleSituation: If one of the two is no phase.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.comes_before(ror.Phase.COMBAT, ror.Phase.POPULATION)
        False
    """
    order = list(Phase)
    return order.index(_checked(earlier, "earlier")) < order.index(_checked(later, "later"))


def _checked(phase: Phase, field: str = "phase") -> Phase:
    if not isinstance(phase, Phase):
        raise ImpossibleSituation(field, phase, "one of the seven phases of a turn", "ROR 1.03a")
    return phase
