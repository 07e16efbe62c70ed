"""The other senators of a faction in revolt: loyal, or rebels beside the first [ROR 1.11.32]."""

from __future__ import annotations

from collections.abc import Collection

from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome.pieces import (
    Army,
    Force,
    Legion,
    Office,
    Senator,
)
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass


@implements("ROR 1.11.32a", "ROR 1.11.32j")
def may_join(man: Senator, *, rebel: Senator, deputy: bool = False) -> Ruling:
    """Whether a senator may become a secondary rebel: he is of the rebel's faction, and free.

    Args:
        man: The senator.
        rebel: The primary rebel.
        deputy: Whether the man is the Master of Horse of the rebel, who is dictator.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.Senator("Julius", faction="Populares")
        >>> print(ror.may_join(ror.Senator("Fabius", faction="Optimates"), rebel=julius))
        No. Fabius is not of the faction of Julius [ROR 1.11.32a].
    """
    rule = "ROR 1.11.32j" if deputy else "ROR 1.11.32a"
    if man.holds(Office.MASTER_OF_HORSE) and not deputy:
        return Ruling.no(f"{man} is Master of Horse, and joins no revolt but that of his dictator", "ROR 1.11.3f")
    if man.name == rebel.name:
        return Ruling.no(f"{man} leads the revolt himself", "ROR 1.11.32a")
    same = bool(man.faction) and man.faction == rebel.faction
    return decide(
        Finding(same, rule, yes=f"{man} is of the faction of {rebel}", no=f"{man} is not of the faction of {rebel}"),
        Finding(not man.is_captive, rule, yes="he is free", no=f"{man} is a captive and counts as loyal"),
    )


@implements("ROR 1.11.32d")
def may_be_persuaded(man: Senator) -> Ruling:
    """Whether attempts to persuade this senator are possible: not while he is in revolt.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> manlius = ror.Senator("Manlius", place=ror.Place.SECONDARY_REBEL)
        >>> print(ror.may_be_persuaded(manlius))
        No. Manlius is in revolt and away from Rome [ROR 1.11.32d].
    """
    no = f"{man} is in revolt and away from Rome"
    return decide(Finding(not man.is_rebel, "ROR 1.11.32d", yes=f"{man} is not in revolt", no=no))


@implements("ROR 1.11.32f")
def shares_the_fate(man: Senator, *, rebel_beaten: bool) -> Ruling:
    """Whether a senator dies because the primary rebel of his revolt was beaten.

    Args:
        man: The senator.
        rebel_beaten: Whether the primary rebel was beaten.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> manlius = ror.Senator("Manlius", place=ror.Place.SECONDARY_REBEL)
        >>> print(ror.shares_the_fate(manlius, rebel_beaten=True))
        Yes. Manlius is in revolt and the rebel is beaten [ROR 1.11.32f].
    """
    if not man.is_rebel:
        said = f"{man} stayed loyal"
    else:
        said = f"{man} is in revolt and the rebel is {'beaten' if rebel_beaten else 'not beaten'}"
    return decide(Finding(man.is_rebel and rebel_beaten, "ROR 1.11.32f", yes=said, no=said))


@dataclass(frozen=True)
class HandedOver(Told):
    """The forces of a commander who became a secondary rebel.

    Attributes:
        to_rebel: The veterans that go over to the primary rebel.
        to_senate: Everything else, which the Senate gets back.
        steps: What happened.
    """

    to_rebel: tuple[Legion, ...]
    to_senate: Force
    steps: tuple[Reason, ...]


@implements("ROR 1.11.32h", "ROR 1.11.32i")
def hands_over(army: Army, *, rebels: Collection[str]) -> HandedOver:
    """Divide the forces of a secondary rebel who had a command of his own.

    Args:
        army: His army.
        rebels: The names of the primary and all secondary rebels.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> force = ror.Force(ror.legions(3) + ror.veterans(1, of="Manlius"), fleets=2)
        >>> parted = ror.hands_over(ror.Army(ror.Senator("Manlius"), force), rebels={"Julius", "Manlius"})
        >>> print(parted.to_senate)
        3 legions and 2 fleets
    """
    ours = veterans_of(rebels, army.force.legions)
    rest = army.force.without(ours, fleets=0)
    steps = []
    if ours:
        verb = "goes" if len(ours) == 1 else "go"
        steps.append(Reason(f"{Force(ours)} {verb} over to the primary rebel", "ROR 1.11.32h"))
    if rest.size or rest.fleets:
        steps.append(Reason(f"{army.commander} hands {rest} back to the Senate", "ROR 1.11.32i"))
    return HandedOver(ours, rest, tuple(steps))


@implements("ROR 1.11.32h")
def veterans_of(rebels: Collection[str], legions: Collection[Legion]) -> tuple[Legion, ...]:
    """Those of the legions that are veterans of a rebel, primary or secondary.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> force = ror.legions(2) + ror.veterans(1, of="Julius") + ror.veterans(1, of="Fabius")
        >>> len(ror.veterans_of({"Julius"}, force))
        1
    """
    return tuple(legion for legion in legions if legion.veteran and legion.allegiance in rebels)


@implements("ROR 1.11.32j", "ROR 1.11.32k")
def rebel_rating(rebel: Senator, *, deputy: Senator | None = None, joins: bool = False) -> int:
    """The military rating of the rebel in battle, with that of his Master of Horse if that man joined.

    Args:
        rebel: The primary rebel.
        deputy: His Master of Horse, if he is dictator.
        joins: Whether the Master of Horse joins the revolt.

    Raises:
        ImpossibleSituation: If a Master of Horse joins who may not.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> furius = ror.Senator("Furius", faction="Populares", military=3)
        >>> junius = ror.Senator("Junius", faction="Populares", military=1)
        >>> ror.rebel_rating(furius, deputy=junius, joins=True)
        4
    """
    if deputy is None or not joins:
        return rebel.military
    ruling = may_join(deputy, rebel=rebel, deputy=True)
    if not ruling:
        raise ImpossibleSituation("joins", True, f"no, for {ruling.because[0].text}", ruling.rules[0])
    return rebel.military + deputy.military
