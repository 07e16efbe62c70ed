"""Declaring civil war: who may, in which order, and which of two declarations stands [ROR 1.11.3]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from responsa.checks import check_count
from responsa.errors import ImpossibleSituation
from responsa.nearest import nearest
from responsa.republic_of_rome._helpers import counted, once
from responsa.republic_of_rome.pieces import (
    VETERAN,
    Army,
    Faction,
    Force,
    Legion,
    Office,
    Senator,
)
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.sentences import listing
from responsa.told import Told
from responsa.values import dataclass

HAND_LIMIT: Final = 5
"""The most faction cards in a hand when the excess is gone [ROR 1.11.2a]."""

VETERAN_ELSEWHERE: Final = VETERAN
"""What a veteran of any rebel adds to the declared strength, wherever it serves [ROR 1.11.3h]."""


@implements("ROR 1.11.3a")
def declarations_may_begin(factions: Sequence[Faction], *, cards_played: bool) -> Ruling:
    """Whether the commanders are asked now: card play is finished, and no hand is above the limit.

    Args:
        factions: All factions with the cards in their hands.
        cards_played: Whether everybody has played what he wanted to play.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.declarations_may_begin([ror.Faction("Populares", cards=6)], cards_played=True))
        No. Populares holds 6 cards and may keep 5 [ROR 1.11.3a].
    """
    said = "all players have played their cards"
    findings = [Finding(cards_played, "ROR 1.11.3a", yes=said, no="not all players have played their cards")]
    for faction in factions:
        if faction.cards > HAND_LIMIT:
            said = f"{faction} holds {counted(faction.cards, 'card')} and may keep {HAND_LIMIT}"
            findings.append(Finding(False, "ROR 1.11.3a", yes=said, no=said))
    return decide(*findings)


@implements("ROR 1.11.3b", "ROR 1.11.3d", "ROR 1.11.1a", "ROR 1.11.2a")
def clockwise_from(first: str, factions: Sequence[str]) -> tuple[str, ...]:
    """The factions in the order in which they act: from the faction of the HRAO round the table.

    Args:
        first: The faction of the HRAO. For declarations he is found as if every senator were in Rome.
        factions: All factions, clockwise round the table.

    Raises:
        ImpossibleSituation: If that faction does not sit at the table.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.clockwise_from("Populares", ["Optimates", "Populares", "Equites"])
        ('Populares', 'Equites', 'Optimates')
    """
    once("factions", factions, "each faction once", "ROR 1.11.3d")
    if first not in factions:
        expected = f"a faction at the table: {listing(factions, 'or')}"
        raise ImpossibleSituation("first", first, expected, "ROR 1.11.3d", nearest(first, factions))
    start = list(factions).index(first)
    return (*factions[start:], *factions[:start])


@implements("ROR 1.11.3b", "ROR 1.11.3c", "ROR 1.11.3f", "ROR 1.11.3i", "ROR 1.11.3j")
def may_declare_revolt(
    man: Senator, *, won_on_land: bool, rebel: Senator | None = None, governors_may: bool = False
) -> Ruling:
    """Whether this senator is asked whether he revolts.

    Args:
        man: The senator.
        won_on_land: Whether he won a land battle as commander in this turn.
        rebel: The rebel, if a revolt was already settled in an earlier turn and not put down.
        governors_may: Whether the advanced rule for rebel governors (2.03) is played.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_declare_revolt(ror.Senator("Fabius"), won_on_land=False))
        No. Fabius did not win a land battle in this turn [ROR 1.11.3j].
    """
    if man.holds(Office.MASTER_OF_HORSE):
        said = f"{man} is Master of Horse and has no command of his own"
        return decide(Finding(False, "ROR 1.11.3f", yes=said, no=said))
    if man.is_captive:
        return Ruling.no(f"{man} is a captive and commands nobody", "ROR 1.10.71c")
    if rebel is not None:
        said = f"{rebel} is in revolt, and his revolt is not put down"
        return decide(Finding(False, "ROR 1.11.3i", yes=said, no=said))
    if governors_may and man.holds(Office.GOVERNOR) and not won_on_land:
        said = f"{man} is a governor"
        return decide(Finding(True, "ROR 1.11.3c", yes=said, no=said))
    return decide(
        Finding(
            won_on_land,
            "ROR 1.11.3b" if won_on_land else "ROR 1.11.3j",
            yes=f"{man} won a land battle in this turn",
            no=f"{man} did not win a land battle in this turn",
        )
    )


@implements("ROR 1.11.3h", "ROR 1.11.3k")
def declared_strength(commander: Senator, following: Iterable[Legion], *, elsewhere: int = 0) -> int:
    """The strength that is compared when two factions want to revolt.

    Args:
        commander: The commander who would be the primary rebel; his full military rating counts, no other man's.
        following: The legions that follow him.
        elsewhere: Veterans of any rebel of the faction that are not among them, wherever they serve.

    Raises:
        ImpossibleSituation: If the number of veterans elsewhere is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.declared_strength(ror.Senator("Caesar", military=6), ror.legions(2))
        8
    """
    check_count("elsewhere", elsewhere, "ROR 1.11.3h")
    return Force(tuple(following)).strength + commander.military + VETERAN_ELSEWHERE * elsewhere


@dataclass(frozen=True)
class Declaration:
    """A declaration of revolt: who, of which faction, with which strength [ROR 1.11.3h].

    Raises:
        ImpossibleSituation: If the strength is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.Declaration("Cornelius", "Optimates", 9)
        Declaration(commander='Cornelius', faction='Optimates', strength=9)
    """

    commander: str
    faction: str
    strength: int

    def __post_init__(self) -> None:
        check_count("strength", self.strength, "ROR 1.11.3h")


@implements("ROR 1.11.3e", "ROR 1.11.3g")
def displaces_declaration(later: Declaration, earlier: Declaration) -> Ruling:
    """Whether a later declaration displaces an earlier one: only with greater strength.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> first = ror.Declaration("Cornelius", "Optimates", 9)
        >>> print(ror.displaces_declaration(ror.Declaration("Julius", "Populares", 9), first))
        No. Julius has a strength of 9, which is no more than the 9 of Cornelius [ROR 1.11.3g].
    """
    stronger = later.strength > earlier.strength
    said = f"{later.commander} has a strength of {later.strength}, which is"
    theirs = f"than the {earlier.strength} of {earlier.commander}"
    return decide(Finding(stronger, "ROR 1.11.3g", yes=f"{said} more {theirs}", no=f"{said} no more {theirs}"))


@dataclass(frozen=True)
class Settled(Told):
    """Who is the rebel when everybody has been asked.

    Attributes:
        rebel: The declaration that stands; `None` if nobody revolts.
        ignored: The declarations that are as if they had never been made.
        steps: What happened.
    """

    rebel: Declaration | None
    ignored: tuple[Declaration, ...]
    steps: tuple[Reason, ...]


@implements("ROR 1.11.3e", "ROR 1.11.3g", "ROR 1.11.3i")
def settle_declarations(declarations: Sequence[Declaration]) -> Settled:
    """Which of the declarations stands, in the order in which they were made.

    Args:
        declarations: The declarations, the first one first.

    Raises:
        ImpossibleSituation: If a commander declares twice.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> first = ror.Declaration("Cornelius", "Optimates", 9)
        >>> settled = ror.settle_declarations([first, ror.Declaration("Julius", "Populares", 11)])
        >>> settled.rebel.commander
        'Julius'
    """
    rebel: Declaration | None = None
    ignored, steps, seen = [], [], set[str]()
    for declaration in declarations:
        if declaration.commander in seen:
            raise ImpossibleSituation("declarations", declaration.commander, "each commander once", "ROR 1.11.3b")
        seen.add(declaration.commander)
        if rebel is None:
            rebel = declaration
            said = f"{declaration.commander} revolts with a strength of {declaration.strength}"
            steps.append(Reason(said, "ROR 1.11.3b"))
            continue
        ruling = displaces_declaration(declaration, rebel)
        rebel, loser = (declaration, rebel) if ruling else (rebel, declaration)
        ignored.append(loser)
        said = f"the declaration of {loser.commander} is ignored: he lays down his command"
        steps += [ruling.because[0], Reason(said, "ROR 1.11.3g")]
    return Settled(rebel, tuple(ignored), tuple(steps))


@dataclass(frozen=True)
class LaidDown:
    """A commander who gave up his command, and his forces.

    Attributes:
        force: The legions and fleets that go to the Active Forces box.
        step: What happened.
    """

    force: Force
    step: Reason


@implements("ROR 1.11.3b")
def lays_down(army: Army) -> LaidDown:
    """A victorious commander who does not revolt gives up his command [ROR 1.11.3b].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> army = ror.Army(ror.Senator("Fabius"), ror.Force(ror.legions(2), fleets=1))
        >>> print(ror.lays_down(army).step)
        Fabius lays down his command: 2 legions and 1 fleet go to the Active Forces box [ROR 1.11.3b]
    """
    single = army.force.size + army.force.fleets == 1
    goes = "goes" if single else "go"
    said = f"{army.commander} lays down his command: {army.force} {goes} to the Active Forces box"
    return LaidDown(army.force, Reason(said, "ROR 1.11.3b"))
