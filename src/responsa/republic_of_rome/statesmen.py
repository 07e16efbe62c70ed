"""Bringing statesmen and concessions into play [ROR 1.07.31]."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome.pieces import Senator
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide

PAIRS: Final = (("25A", "25B"), ("29A", "29B"))
"""Statesmen who share a number and may be in play together [ROR 1.07.31a]."""


def _is_family(card: Senator) -> bool:
    return card.number == card.family_number


def _are_pair(one: str, other: str) -> bool:
    return any({one.upper(), other.upper()} == set(pair) for pair in PAIRS)


@implements("ROR 1.07.31a", "ROR 1.10.71q")
def may_play_statesman(statesman: Senator, *, faction: str, in_play: Iterable[Senator]) -> Ruling:
    """Whether a player may bring a statesman into play [ROR 1.07.31a].

    Args:
        statesman: The statesman, with his number (`"1A"`).
        faction: The name of the player's faction.
        in_play: Every senator in play, wherever he is; captives count [ROR 1.10.71q].

    Raises:
        ImpossibleSituation: If the card is no statesman.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> scipio = ror.Senator("Scipio Africanus", number="1A")
        >>> cornelius = ror.Senator("Cornelius", number="1", faction="Optimates")
        >>> print(ror.may_play_statesman(scipio, faction="Populares", in_play=(cornelius,)))
        No. The family card of number 1, Cornelius, is in the faction Optimates [ROR 1.07.31a].
    """
    number = statesman.family_number
    if not number or _is_family(statesman):
        raise ImpossibleSituation("statesman", statesman.name, "a statesman, with a number such as 1A", "ROR 1.07.31a")
    same = [man for man in in_play if man.family_number == number]
    against = [_bar(man, number) for man in same if _bars(man, statesman, faction, same)]
    return Ruling(not against, tuple(against) or (Reason(f"nothing in play bars number {number}", "ROR 1.07.31a"),))


@implements("ROR 1.07.31b")
def placed_on_family(statesman: Senator, family: Senator) -> Senator:
    """The statesman when he has been put on top of his family card, with all that lies on it [ROR 1.07.31b].

    Args:
        statesman: The statesman, as printed.
        family: His family card, of his own faction or unaligned in the Forum.

    Returns:
        The statesman with his own ratings, the higher influence and popularity of the two, and everything else
        from the family card.

    Raises:
        ImpossibleSituation: If the cards have different numbers.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> scipio = ror.Senator("Scipio Africanus", number="1A", military=5, influence=6)
        >>> cornelius = ror.Senator("Cornelius", number="1", military=4, influence=9, knights=2)
        >>> both = ror.placed_on_family(scipio, cornelius)
        >>> both.military, both.influence, both.knights
        (5, 9, 2)
    """
    if not _is_family(family) or family.family_number != statesman.family_number:
        expected = f"the family card of number {statesman.family_number}"
        raise ImpossibleSituation("family", family.name, expected, "ROR 1.07.31b")
    return replace(
        family,
        name=statesman.name,
        number=statesman.number,
        faction=statesman.faction or family.faction,
        military=statesman.military,
        oratory=statesman.oratory,
        loyalty=statesman.loyalty,
        influence=max(statesman.influence, family.influence),
        popularity=max(statesman.popularity, family.popularity),
    )


def _bars(man: Senator, statesman: Senator, faction: str, same: list[Senator]) -> bool:
    if _is_family(man):
        brother = any(_are_pair(other.number, statesman.number) for other in same)
        return bool(man.faction) and man.faction != faction and not brother
    return not _are_pair(man.number, statesman.number)


def _bar(man: Senator, number: str) -> Reason:
    rule = "ROR 1.10.71q" if man.is_captive else "ROR 1.07.31a"
    held = " captive though he is," if man.is_captive else ""
    mark = f",{held}" if held else ""
    if not _is_family(man):
        return Reason(f"{man}{mark} has the same number, {number}", rule)
    return Reason(f"the family card of number {number}, {man},{held} is in the faction {man.faction}", rule)


@implements("ROR 1.07.32a")
def assign_concession(concession: str, senator: Senator, *, owner: str) -> Senator:
    """The senator with a concession that its owner has put under his card [ROR 1.07.32a].

    Args:
        concession: The name of the concession.
        senator: The senator.
        owner: The name of the faction that owns the concession.

    Raises:
        ImpossibleSituation: If the senator is of another faction, or has the concession already.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> papirius = ror.Senator("Papirius", faction="Populares")
        >>> ror.assign_concession("Mining", papirius, owner="Populares").concessions
        ('Mining',)
    """
    if senator.faction != owner:
        raise ImpossibleSituation("senator", senator.name, f"a senator of the faction {owner}", "ROR 1.07.32a")
    if concession in senator.concessions:
        raise ImpossibleSituation("concession", concession, "one that he does not have yet", "ROR 1.07.32a")
    return replace(senator, concessions=(*senator.concessions, concession))


@implements("ROR 1.07.32a")
def concessions_return(senator: Senator, *, dies: bool = False, convicted: bool = False) -> tuple[str, ...]:
    """The concessions that go back to the Forum, because their senator dies or is convicted [ROR 1.07.32a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> papirius = ror.Senator("Papirius", concessions=("Mining",))
        >>> ror.concessions_return(papirius, convicted=True), ror.concessions_return(papirius)
        (('Mining',), ())
    """
    return senator.concessions if dies or convicted else ()


@implements("ROR 1.07.32a")
def may_assign_concession(senator: Senator, *, owner: str) -> Ruling:
    """Whether a concession may go to a senator: he must be of its owner's faction [ROR 1.07.32a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_assign_concession(ror.Senator("Fabius", faction="Optimates"), owner="Populares"))
        No. Fabius is not of the faction Populares [ROR 1.07.32a].
    """
    return decide(
        Finding(
            senator.faction == owner,
            "ROR 1.07.32a",
            yes=f"{senator} is of the faction {owner}",
            no=f"{senator} is not of the faction {owner}",
        )
    )
