"""Sorties: a fight of their own, and the way back from it."""

from __future__ import annotations

from responsa import Finding, ImpossibleSituation, NotInThisText, Ruling, Words, decide, implements


@implements("HEL U1b", "HEL U1c")
class SortieSide(Words):
    """The two sides of a sortie battle."""

    SORTIEING = "sortieing"
    BESIEGING = "besieging"


@implements("HEL U1a")
def may_coordinate(*, sorties: bool) -> Ruling:
    """Whether a force inside a besieged city and a friendly force outside may fight a single battle together [HEL U1a].

    Args:
        sorties: Whether either of the two forces makes a sortie.

    Raises:
        NotInThisText: If neither sorties; the rules of coordination (5.4) are not in this text.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_coordinate(sorties=True))
        No. A sortie is a battle of its own and is never coordinated with a force outside the walls [HEL U1a].
    """
    if not sorties:
        raise NotInThisText("how two forces that do not sortie coordinate", "HEL U1a", where="5.42")
    alone = "a sortie is a battle of its own and is never coordinated with a force outside the walls"
    return decide(Finding(False, "HEL U1a", yes=alone, no=alone))


@implements("HEL U1a")
def battles_against_besiegers(*, sortie: int, outside: int) -> tuple[int, ...]:
    """The battles in which the besiegers are attacked, each with the number of units that attack in it [HEL U1a].

    Args:
        sortie: Units that sortie from the besieged city.
        outside: Units of a single friendly group that attacks from outside.

    Returns:
        The units that attack in each battle, in no particular order; the two forces are never added together.

    Raises:
        ImpossibleSituation: If a number of units is negative.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.battles_against_besiegers(sortie=2, outside=3)
        (3, 2)
    """
    for field, units in (("sortie", sortie), ("outside", outside)):
        if type(units) is not int or units < 0:
            raise ImpossibleSituation(field, units, "0 or more", "HEL U1a")
    return tuple(units for units in (outside, sortie) if units)


@implements("HEL U1b")
def may_retreat_to(destination: str, *, sortied_from: str) -> Ruling:
    """Whether a unit that sortied may retreat to the destination [HEL U1b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_retreat_to("Athens", sortied_from="Plataea"))
        No. The unit sortied from Plataea and may retreat only there, not to Athens [HEL U1b].
    """
    return decide(
        Finding(
            destination == sortied_from,
            "HEL U1b",
            yes=f"the unit sortied from {sortied_from} and goes back inside",
            no=f"the unit sortied from {sortied_from} and may retreat only there, not to {destination}",
        )
    )


@implements("HEL U1c")
def must_retreat_from_sortie(*, besiegers_beaten: bool) -> Ruling:
    """Whether the besiegers must retreat after a sortie battle [HEL U1c].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.must_retreat_from_sortie(besiegers_beaten=True))
        Yes. Besiegers beaten in a sortie battle retreat as after any other battle [HEL U1c].
    """
    return decide(
        Finding(
            besiegers_beaten,
            "HEL U1c",
            yes="besiegers beaten in a sortie battle retreat as after any other battle",
            no="the besiegers were not beaten",
        )
    )


@implements("HEL U1b", "HEL U1c")
def sortie_retreat(side: SortieSide, *, city: str) -> str:
    """Where a unit goes that must retreat from a sortie battle [HEL U1b] [HEL U1c].

    Args:
        side: The side that the unit is on.
        city: The besieged city.

    Returns:
        The city, for a unit that sortied.

    Raises:
        ImpossibleSituation: If the side is none.
        NotInThisText: For a besieger; he retreats by the ordinary rule (6.4), which is not in this text.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.sortie_retreat(hel.SortieSide.SORTIEING, city="Plataea")
        'Plataea'
    """
    if not isinstance(side, SortieSide):
        raise ImpossibleSituation("side", side, "a SortieSide: sortieing or besieging", "HEL U1b")
    if side is SortieSide.BESIEGING:
        raise NotInThisText("where beaten besiegers retreat to", "HEL U1c", where="6.4")
    return city
