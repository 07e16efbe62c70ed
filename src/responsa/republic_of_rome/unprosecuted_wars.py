"""Which wars were prosecuted, and the unrest that the others cause [ROR 1.10.9]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from responsa.checks import check_count, check_whole
from responsa.dice import check_dice
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import counted
from responsa.republic_of_rome.pieces import Force, War, WarState
from responsa.republic_of_rome.wars import fleet_support
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass

MIN_LEGIONS: Final = 1
"""Legions that must be left on a war for its land battle to count [ROR 1.10.9a]."""

MIN_FLEETS: Final = 1
"""Fleets that must be left on a war for its naval battle to count, without a marker [ROR 1.10.9b]."""

UNREST_PER_WAR: Final = 1
"""How much the unrest level rises for each unprosecuted war [ROR 1.10.9d]."""

UNREST_PER_DROUGHT: Final = 1
"""How much the unrest level rises for each drought effect [ROR 1.08a]."""

POPULATION_DICE: Final = 3
"""The dice of the Population Phase [ROR 1.08a]."""


@implements("ROR 1.10.9a", "ROR 1.10.9b")
def is_prosecuted(war: War, left: Force, *, land_battle: bool = False, naval_battle: bool = False) -> Ruling:
    """Whether an active war counts as prosecuted in this turn; either way is enough [ROR 1.10.9a].

    Args:
        war: The war, with its Naval Victory marker if it has one.
        left: The forces that are on it when the Combat Phase ends.
        land_battle: Whether a land battle was fought against it in this turn.
        naval_battle: Whether a naval battle was fought against it in this turn.

    Raises:
        ImpossibleSituation: If the war is not active, or a land battle is told of while its fleet is not beaten.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.is_prosecuted(ror.war("1st Gallic War"), ror.Force(ror.legions(1)), land_battle=True))
        Yes. A land battle was fought, and 1 legion and the fleet support are on the 1st Gallic War [ROR 1.10.9a].
    """
    if not war.is_active:
        raise ImpossibleSituation("war", f"{war.name}, {war.state}", "an active war", "ROR 1.10.9a")
    by_land, by_sea = _by_land(war, left, fought=land_battle), _by_sea(war, left, fought=naval_battle)
    for way in (by_land, by_sea):
        if way.holds:
            return decide(way)
    return decide(by_land, by_sea)


def _by_land(war: War, left: Force, *, fought: bool) -> Finding:
    if fought and war.needs_naval_battle:
        raise ImpossibleSituation(
            "land_battle", fought, "no land battle before the enemy fleet is beaten", "ROR 1.10.12a"
        )
    need = fleet_support(war)
    enough = left.size >= MIN_LEGIONS and left.fleets >= need
    no = "no land battle was fought"
    if fought:
        no = (
            f"the {war} is left without a legion"
            if left.size < MIN_LEGIONS
            else f"the {war} needs {counted(need, 'fleet')} and has {left.fleets}"
        )
    yes = f"a land battle was fought, and {counted(left.size, 'legion')} and the fleet support are on the {war}"
    return Finding(fought and enough, "ROR 1.10.9a", yes=yes, no=no)


def _by_sea(war: War, left: Force, *, fought: bool) -> Finding:
    fleets = f"{counted(left.fleets, 'fleet')} {'is' if left.fleets == 1 else 'are'}"
    marked = "a Naval Victory marker is" if war.naval_victory else fleets
    yes = f"a naval battle was fought, and {marked} on the {war}"
    no = "no naval battle was fought" if not fought else f"the {war} is left without a fleet or a marker"
    return Finding(fought and (left.fleets >= MIN_FLEETS or war.naval_victory), "ROR 1.10.9b", yes=yes, no=no)


@implements("ROR 1.10.9c")
def after_combat_phase(war: War, left: Force, *, land_battle: bool = False, naval_battle: bool = False) -> War:
    """The war as its card lies when the Combat Phase has ended: moved if it was not prosecuted [ROR 1.10.9c].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.after_combat_phase(ror.war("Syrian War"), ror.Force()).state)
        unprosecuted
    """
    prosecuted = is_prosecuted(war, left, land_battle=land_battle, naval_battle=naval_battle)
    return replace(war, state=WarState.ACTIVE if prosecuted else WarState.UNPROSECUTED)


@implements("ROR 1.10.9d", "ROR 1.10.9e")
def unprosecuted(wars: Iterable[War]) -> tuple[War, ...]:
    """The wars that raise the unrest: those that a Combat Phase has moved, and no others [ROR 1.10.9e].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.unprosecuted((ror.war("Syrian War"),))
        ()
    """
    return tuple(war for war in wars if war.state is WarState.UNPROSECUTED)


@implements("ROR 1.10.9d", "ROR 1.08a")
@dataclass(frozen=True)
class Unrest(Told):
    """The unrest level when the Population Phase has begun, and why [ROR 1.08a]."""

    level: int
    steps: tuple[Reason, ...]


@implements("ROR 1.10.9d", "ROR 1.08a")
def unrest_at_population_phase(unrest: int, wars: Iterable[War], *, droughts: int = 0) -> Unrest:
    """The unrest level once the Population Phase has begun [ROR 1.08a].

    Args:
        unrest: The level before.
        wars: The wars on the table.
        droughts: The drought effects in play.

    Raises:
        ImpossibleSituation: If a number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> gallic = ror.war("1st Gallic War", state=ror.WarState.UNPROSECUTED)
        >>> ror.unrest_at_population_phase(3, (gallic,), droughts=2).level
        6
    """
    check_count("unrest", unrest, "ROR 1.08a")
    check_count("droughts", droughts, "ROR 1.08a")
    from_wars = UNREST_PER_WAR * len(unprosecuted(wars))
    from_drought = UNREST_PER_DROUGHT * droughts
    steps = (
        Reason(f"unprosecuted wars raise the unrest by {from_wars}", "ROR 1.10.9d"),
        Reason(f"drought raises it by {from_drought}", "ROR 1.08a"),
    )
    return Unrest(unrest + from_wars + from_drought, steps)


@implements("ROR 1.08a")
def population_number(dice: Sequence[int], *, popularity: int, unrest: int) -> int:
    """The number that is looked up in the Population Table: dice plus the HRAO's popularity minus unrest.

    Args:
        dice: Three dice.
        popularity: The popularity of the HRAO.
        unrest: The unrest level.

    Raises:
        ImpossibleSituation: If there are not three dice, or the unrest is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.population_number((2, 3, 4), popularity=1, unrest=6)
        4
    """
    check_whole("popularity", popularity, "ROR 1.08a")
    check_dice(dice, count=POPULATION_DICE, rule="ROR 1.08a")
    check_count("unrest", unrest, "ROR 1.08a")
    return sum(dice) + popularity - unrest
