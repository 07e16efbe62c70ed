"""Capture, ransom, and what becomes of captives [ROR 1.10.71]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from responsa.checks import check_count
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import counted
from responsa.republic_of_rome.chits import DRAW_TWO, chit_of_text, is_named
from responsa.republic_of_rome.pieces import Faction, Fate, Office, Place, Result, Senator
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass

RANSOM: Final = 10
"""The least ransom, in talents [ROR 1.10.71d]."""

RANSOM_PER_INFLUENCE: Final = 2
"""Talents of ransom per point of influence [ROR 1.10.71d]."""

CHITS_FOR_CAPTURE: Final = 2
"""Capture is possible only if at least so many chits were drawn [ROR 1.10.71a]."""

CAPTIVE_INCOME: Final = 0
"""Talents that a captive receives, whatever he would have received in Rome [ROR 1.10.71h]."""


@implements("ROR 1.10.71a", "ROR 1.10.71b", "ROR 1.10.7a", "ROR 1.10.7c", "ROR 1.05b")
def fate_in_battle(man: Senator, chits: Sequence[str], result: Result, *, civil_war: bool = False) -> Fate:
    """What the chits of a battle do to a man who fought in it [ROR 1.10.71a].

    Args:
        man: The commander or his Master of Horse.
        chits: What was drawn, in order; a blank chit (`"none"`) is a chit drawn, too.
        result: The result of the battle.
        civil_war: Whether Romans fought Romans: then nobody is captured [ROR 1.10.7c].

    Raises:
        ImpossibleSituation: If chits were drawn for a Defeat.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.Senator("Julius", number="4")
        >>> ror.fate_in_battle(julius, ("17", "4"), ror.Result.STALEMATE)
        Fate.CAPTURED
        >>> ror.fate_in_battle(julius, ("4", "17"), ror.Result.STALEMATE)
        Fate.KILLED
    """
    if result is Result.DEFEAT:
        if chits:
            raise ImpossibleSituation("chits", tuple(chits), "no chits, for none are drawn in a Defeat", "ROR 1.10.7a")
        return Fate.KILLED
    drawn = [chit for chit in chits if chit != DRAW_TWO]
    if not is_named(man, drawn):
        return Fate.UNHURT
    last = is_named(man, drawn[-1:])
    captured = last and len(drawn) >= CHITS_FOR_CAPTURE and result is not Result.VICTORY and not civil_war
    return Fate.CAPTURED if captured else Fate.KILLED


@implements("ROR 1.10.71c", "ROR 1.10.71d")
def ransom(influence: int) -> int:
    """The ransom of a captive, in talents: 10, or 2 per point of his influence if that is more [ROR 1.10.71d].

    Raises:
        ImpossibleSituation: If the influence is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.ransom(4), ror.ransom(12)
        (10, 24)
    """
    check_count("influence", influence, "ROR 1.10.71d")
    return max(RANSOM, RANSOM_PER_INFLUENCE * influence)


@implements("ROR 1.10.71c", "ROR 1.10.71f", "ROR 1.10.71g")
def may_be_ransomed(
    man: Senator, *, war_defeated: bool = False, raid: bool = False, forum_phase_begun: bool = False
) -> Ruling:
    """Whether ransom may be paid for him now [ROR 1.10.71f].

    Args:
        man: The senator.
        war_defeated: Whether the war that holds him was defeated.
        raid: Whether Barbarian Raids took him and not a war.
        forum_phase_begun: Whether the Forum Phase after a raid has begun.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_be_ransomed(ror.Senator("Julius")))
        No. Julius is no captive [ROR 1.10.71c].
    """
    held = Finding(man.is_captive, "ROR 1.10.71c", yes=f"{man} is a captive", no=f"{man} is no captive")
    if raid:
        return decide(
            held,
            Finding(
                not forum_phase_begun,
                "ROR 1.10.71g",
                yes="the next Forum Phase after the raid has not begun",
                no="the next Forum Phase after the raid has begun",
            ),
        )
    return decide(
        held,
        Finding(
            not war_defeated, "ROR 1.10.71f", yes="his war is not defeated", no="his war is defeated and he is dead"
        ),
    )


@implements("ROR 1.10.71j", "ROR 1.10.71l")
@dataclass(frozen=True)
class Ransomed(Told):
    """A ransom that was paid: the senator, who is back in Rome, his faction, and what happened [ROR 1.10.71l]."""

    senator: Senator
    faction: Faction
    steps: tuple[Reason, ...]


@implements("ROR 1.10.71d", "ROR 1.10.71i", "ROR 1.10.71j", "ROR 1.10.71l")
def pay_ransom(captive: Senator, faction: Faction, *, own: int) -> Ransomed:
    """Pay a captive's ransom, `own` talents from his treasury and the rest from his faction's [ROR 1.10.71j].

    Args:
        captive: The captive.
        faction: His faction.
        own: Talents from his own treasury.

    Raises:
        ImpossibleSituation: If he is no captive or of another faction, or a treasury cannot pay its part.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.Senator("Julius", influence=8, talents=6, place=ror.Place.CAPTIVE, at="1st Punic War")
        >>> paid = ror.pay_ransom(julius, ror.Faction("Populares", talents=20), own=6)
        >>> print(paid.steps[-1])
        Julius returns to Rome [ROR 1.10.71l]
    """
    if not captive.is_captive:
        raise ImpossibleSituation("captive", captive.name, "a captive", "ROR 1.10.71c")
    if captive.faction and captive.faction != faction.name:
        raise ImpossibleSituation("faction", faction.name, f"his own faction, {captive.faction}", "ROR 1.10.71j")
    price = ransom(captive.influence)
    check_count("own", own, "ROR 1.10.71j")
    if own > min(price, captive.talents):
        expected = f"at most the ransom of {price} and the {counted(captive.talents, 'talent')} of {captive}"
        raise ImpossibleSituation("own", own, expected, "ROR 1.10.71j")
    rest = price - own
    if rest > faction.talents:
        raise ImpossibleSituation(
            "faction.talents", faction.talents, f"at least {rest}, for the ransom is {price}", "ROR 1.10.71j"
        )
    steps = (
        Reason(f"the ransom of {captive} is {price} talents", "ROR 1.10.71d"),
        Reason(f"he pays {own} himself and his faction treasury pays {rest}", "ROR 1.10.71j"),
        Reason(f"{captive} returns to Rome", "ROR 1.10.71l"),
    )
    home = replace(captive, talents=captive.talents - own, place=Place.ROME, at="")
    return Ransomed(home, replace(faction, talents=faction.talents - rest), steps)


@implements("ROR 1.10.71e", "ROR 1.10.71g", "ROR 1.10.71m")
def captive_dies(
    *,
    war_defeated: bool = False,
    war_discarded: bool = False,
    war_back_in_deck: bool = False,
    raid_deadline_missed: bool = False,
) -> Ruling:
    """Whether a captive who has not been ransomed is killed [ROR 1.10.71e].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.captive_dies(war_discarded=True))
        Yes. The war card is discarded [ROR 1.10.71m].
    """
    triggers = (
        (war_defeated, "ROR 1.10.71e", "his war is defeated"),
        (war_discarded, "ROR 1.10.71m", "the war card is discarded"),
        (war_back_in_deck, "ROR 1.10.71m", "the war card goes back into the deck"),
        (raid_deadline_missed, "ROR 1.10.71g", "the Forum Phase after the raid came before the ransom"),
    )
    because = tuple(Reason(text, rule) for holds, rule, text in triggers if holds)
    none = (Reason("his war is neither defeated nor discarded nor back in the deck", "ROR 1.10.71m"),)
    return Ruling(bool(because), because or none)


@implements("ROR 1.10.71h")
def captive_income(man: Senator, income: int) -> int:
    """What is left of an income if its owner is a captive: nothing [ROR 1.10.71h].

    Args:
        man: The senator.
        income: Talents that he would receive if he were free.

    Raises:
        ImpossibleSituation: If the income is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.captive_income(ror.Senator("Julius", place=ror.Place.CAPTIVE), 4)
        0
    """
    check_count("income", income, "ROR 1.10.71h")
    return CAPTIVE_INCOME if man.is_captive else income


@implements("ROR 1.10.71i")
def may_spend_talents(man: Senator, *, on_ransom: bool) -> Ruling:
    """Whether money may leave the personal treasury of a senator, who may be a captive or a rebel [ROR 1.10.71i].

    Args:
        man: The senator.
        on_ransom: Whether it is spent on a ransom.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> captive = ror.Senator("Julius", talents=9, place=ror.Place.CAPTIVE)
        >>> print(ror.may_spend_talents(captive, on_ransom=False))
        No. Julius is a captive and his treasury is frozen, except for his ransom [ROR 1.10.71i].
    """
    if man.is_rebel:
        return Ruling.no(f"{man} is in revolt and his treasury is frozen", "ROR 1.11.34c")
    if not man.is_captive:
        return Ruling.yes(f"{man} is neither a captive nor in revolt", "ROR 1.10.71i")
    return decide(
        Finding(
            on_ransom,
            "ROR 1.10.71i",
            yes="a frozen treasury still pays the ransom",
            no=f"{man} is a captive and his treasury is frozen, except for his ransom",
        )
    )


@implements("ROR 1.10.71k")
def keeps_office(man: Senator, office: Office, *, term_over: bool) -> Ruling:
    """Whether a captive, or a man who is back, holds an office: he does until its term ends [ROR 1.10.71k].

    Args:
        man: The senator, with his offices.
        office: The office.
        term_over: Whether its term has ended.

    Raises:
        ImpossibleSituation: If he does not hold it.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> censor = ror.Senator("Julius", offices=(ror.Office.CENSOR,), place=ror.Place.CAPTIVE)
        >>> print(ror.keeps_office(censor, ror.Office.CENSOR, term_over=False))
        Yes. The term of the Censor is not over [ROR 1.10.71k].
    """
    if not man.holds(office):
        raise ImpossibleSituation("office", str(office), f"an office that {man} holds", "ROR 1.10.71k")
    ended = "ended before {man} was back" if man.is_captive else "is over"
    return decide(
        Finding(
            not term_over,
            "ROR 1.10.71k",
            yes=f"the term of the {office} is not over",
            no=f"the term of the {office} {ended.format(man=man)}",
        )
    )


@implements("ROR 1.10.71n")
def influence_that_counts(senators: Iterable[Senator]) -> int:
    """The influence of a faction for victory: captives are left out, and so are rebels [ROR 1.12.2j].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> captive = ror.Senator("Julius", influence=12, place=ror.Place.CAPTIVE)
        >>> ror.influence_that_counts((captive, ror.Senator("Papirius", influence=3)))
        3
    """
    return sum(man.influence for man in senators if not man.is_captive and not man.is_rebel)


@implements("ROR 1.10.71o", "ROR 1.10.71p")
def dies_by_chit(man: Senator, chit: str, *, foreign_epidemic: bool = False) -> Ruling:
    """Whether a chit drawn in the Mortality Phase, or for a Foreign Epidemic, kills a captive [ROR 1.10.71o].

    Raises:
        ImpossibleSituation: If he is no captive: whom else a chit kills is not asked here.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> captive = ror.Senator("Julius", number="4", place=ror.Place.CAPTIVE)
        >>> print(ror.dies_by_chit(captive, "4"))
        Yes. Chit 4 is his, and mortality chits reach captives [ROR 1.10.71o].
    """
    if not man.is_captive:
        raise ImpossibleSituation("man", man.name, "a captive", "ROR 1.10.71o")
    drawn = chit_of_text(chit, "chit")
    rule = "ROR 1.10.71p" if foreign_epidemic else "ROR 1.10.71o"
    which = "the chits of a Foreign Epidemic" if foreign_epidemic else "mortality chits"
    return decide(
        Finding(
            is_named(man, (drawn,)),
            rule,
            yes=f"chit {drawn} is his, and {which} reach captives",
            no=f"chit {drawn} is not his",
        )
    )
