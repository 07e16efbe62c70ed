"""Who ranks highest, the Master of Horse, recalls, and the Consul for Life [ROR 1.09]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from responsa.checks import check_count
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import counted
from responsa.republic_of_rome.pieces import Force, Office, Senator, War
from responsa.republic_of_rome.wars import fleet_support
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide

ORDER_OF_RANK: Final = (
    Office.DICTATOR,
    Office.ROME_CONSUL,
    Office.FIELD_CONSUL,
    Office.CENSOR,
    Office.MASTER_OF_HORSE,
    Office.PONTIFEX_MAXIMUS,
)
"""The offices that make a man HRAO, the highest first [ROR 1.09.11a]."""

ELECTION_INFLUENCE: Final = 21
"""The influence that a senator needs to be elected Consul for Life [ROR 1.09.82a]."""

APPOINTMENT_INFLUENCE: Final = 35
"""The influence that makes a senator Consul for Life by itself [ROR 1.09.82b]."""

ELECTIONS_PER_TURN: Final = 1
"""How often in a turn a Consul for Life may be voted on [ROR 1.09.82a]."""


@implements("ROR 1.09.11a")
def hrao(senators: Iterable[Senator]) -> Senator:
    """The Highest Ranking Available Official [ROR 1.09.11a].

    Args:
        senators: Every senator in play, with offices and places; where factions are given, a senator without one
            is unaligned and does not count.

    Raises:
        ImpossibleSituation: If nobody is in Rome, or two men tie in everything.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> consul = ror.Senator("Fabius", offices=(ror.Office.ROME_CONSUL,), place=ror.Place.ARMY)
        >>> censor = ror.Senator("Papirius", offices=(ror.Office.CENSOR,))
        >>> print(ror.hrao((consul, censor, ror.Senator("Julius", influence=12))))
        Papirius
    """
    available = [man for man in senators if man.in_rome]
    if not available:
        raise ImpossibleSituation("senators", (), "at least 1 senator in Rome", "ROR 1.09.11a")
    for office in ORDER_OF_RANK:
        for man in available:
            if man.holds(office):
                return man
    aligned = [man for man in available if man.faction] or available
    first, *others = sorted(aligned, key=_standing)
    for other in others:
        if _standing(other) == _standing(first):
            raise ImpossibleSituation("senators", other.name, "numbers that break the tie", "ROR 1.09.11a")
    return first


def _standing(man: Senator) -> tuple[int, int, int, str]:
    digits = "".join(letter for letter in man.number if letter.isdigit())
    return -man.influence, -man.oratory, int(f"0{digits}"), man.number


@implements("ROR 1.09.34a")
def dictators_rating(dictator: Senator, master_of_horse: Senator | None) -> int:
    """The military rating that a dictator fights with: his own plus his Master of Horse's [ROR 1.09.34a].

    Raises:
        ImpossibleSituation: If he is given as his own Master of Horse.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.dictators_rating(ror.Senator("Fabius", military=4), ror.Senator("Furius", military=3))
        7
    """
    _check_two(dictator, master_of_horse)
    return dictator.military + (master_of_horse.military if master_of_horse else 0)


def _check_two(commander: Senator, deputy: Senator | None) -> None:
    if deputy is not None and deputy.name == commander.name:
        raise ImpossibleSituation("master_of_horse", deputy.name, "another man than the commander", "ROR 1.09.34a")


@implements("ROR 1.09.34a")
def has_own_command(man: Senator) -> Ruling:
    """Whether a Master of Horse has a command of his own: he never has [ROR 1.09.34a].

    Raises:
        ImpossibleSituation: If he is no Master of Horse.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.has_own_command(ror.Senator("Furius", offices=(ror.Office.MASTER_OF_HORSE,))))
        No. Furius is Master of Horse and serves under the dictator [ROR 1.09.34a].
    """
    if not man.holds(Office.MASTER_OF_HORSE):
        raise ImpossibleSituation("man", man.name, "a Master of Horse", "ROR 1.09.34a")
    return Ruling(False, (Reason(f"{man} is Master of Horse and serves under the dictator", "ROR 1.09.34a"),))


@implements("ROR 1.09.34b")
def die_in_a_defeat(commander: Senator, master_of_horse: Senator | None = None) -> tuple[Senator, ...]:
    """The men whom a Defeat kills: the commander, and with a dictator his Master of Horse [ROR 1.09.34b].

    Raises:
        ImpossibleSituation: If he is given as his own Master of Horse.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> [man.name for man in ror.die_in_a_defeat(ror.Senator("Fabius"), ror.Senator("Furius"))]
        ['Fabius', 'Furius']
    """
    _check_two(commander, master_of_horse)
    return (commander,) if master_of_horse is None else (commander, master_of_horse)


@implements("ROR 1.09.64a")
def may_be_recalled(commander: Senator, *, won: bool, sent_or_reinforced_now: bool) -> Ruling:
    """Whether the Senate may recall or replace a commander in the field [ROR 1.09.64a].

    Args:
        commander: The commander.
        won: Whether he won in the last Combat Phase.
        sent_or_reinforced_now: Whether he was sent out or reinforced in this same Senate Phase.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_be_recalled(ror.Senator("Fabius"), won=False, sent_or_reinforced_now=True))
        No. Fabius was sent out or reinforced in this Senate Phase [ROR 1.09.64a].
    """
    return decide(
        Finding(
            not won,
            "ROR 1.09.64a",
            yes=f"{commander} did not win his last battle",
            no=f"{commander} won his last battle",
        ),
        Finding(
            not sent_or_reinforced_now,
            "ROR 1.09.64a",
            yes="he was neither sent out nor reinforced in this Senate Phase",
            no=f"{commander} was sent out or reinforced in this Senate Phase",
        ),
    )


@implements("ROR 1.09.64b")
def order_of_attacks(commanders: Sequence[Senator]) -> tuple[tuple[str, ...], ...]:
    """The attacks on one war: each commander who was sent to it attacks by himself, in turn [ROR 1.09.64b].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.order_of_attacks((ror.Senator("Fabius"), ror.Senator("Julius")))
        (('Fabius',), ('Julius',))
    """
    return tuple((commander.name,) for commander in commanders)


@implements("ROR 1.09.9a")
def is_recalled_when_senate_closes(force: Force, war: War, *, has_commander: bool = True) -> Ruling:
    """Whether a force in the field comes home by itself when the Senate closes [ROR 1.09.9a].

    Args:
        force: The legions and fleets.
        war: The war that they are on; it needs a naval battle as long as the enemy fleet is not beaten.
        has_commander: Whether a proconsul or another commander leads them.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.is_recalled_when_senate_closes(ror.Force(ror.legions(8)), ror.war("1st Gallic War")))
        No. The force can fight the 1st Gallic War [ROR 1.09.9a].
    """
    lacking = _lacking(force, war, has_commander=has_commander)
    if lacking:
        return Ruling(True, (Reason(lacking, "ROR 1.09.9a"),))
    return Ruling(False, (Reason(f"the force can fight the {war}", "ROR 1.09.9a"),))


def _lacking(force: Force, war: War, *, has_commander: bool) -> str:
    if not has_commander:
        return "the force has no commander"
    if war.needs_naval_battle:
        return "" if force.fleets else f"no fleet is there for the naval battle of the {war}"
    if not force.size:
        return f"no legion is there for the land battle of the {war}"
    need = fleet_support(war)
    return "" if force.fleets >= need else f"the {war} needs {counted(need, 'fleet')} and the force has {force.fleets}"


@implements("ROR 1.09.82a")
def may_be_elected_consul_for_life(man: Senator, *, consuls_elected: bool, votes_held: int = 0) -> Ruling:
    """Whether the Senate may vote on making him Consul for Life [ROR 1.09.82a].

    Args:
        man: The senator.
        consuls_elected: Whether the consular elections of this turn are over.
        votes_held: How many such votes were held in this turn.

    Raises:
        ImpossibleSituation: If the number of votes is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_be_elected_consul_for_life(ror.Senator("Julius", influence=20), consuls_elected=True))
        No. Julius has 20 influence and needs 21 [ROR 1.09.82a].
    """
    check_count("votes_held", votes_held, "ROR 1.09.82a")
    has = f"{man} has {man.influence} influence"
    return decide(
        Finding(man.in_rome, "ROR 1.09.82a", yes=f"{man} is in Rome", no=f"{man} is not in Rome"),
        Finding(
            man.influence >= ELECTION_INFLUENCE, "ROR 1.09.82a", yes=has, no=f"{has} and needs {ELECTION_INFLUENCE}"
        ),
        Finding(consuls_elected, "ROR 1.09.82a", yes="the consuls are elected", no="the consuls are not elected yet"),
        Finding(
            votes_held < ELECTIONS_PER_TURN,
            "ROR 1.09.82a",
            yes="there was no such vote in this turn",
            no="there was such a vote in this turn",
        ),
    )


@implements("ROR 1.09.82a")
def votes_for_consul_for_life(man: Senator, votes: int) -> int:
    """The candidate's votes: he adds his influence to them [ROR 1.09.82a].

    Raises:
        ImpossibleSituation: If the number of votes is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.votes_for_consul_for_life(ror.Senator("Julius", influence=21), 30)
        51
    """
    check_count("votes", votes, "ROR 1.09.82a")
    return votes + man.influence


@implements("ROR 1.09.82a")
def may_veto_consul_for_life() -> Ruling:
    """Whether a tribune may veto the vote on a Consul for Life: no [ROR 1.09.82a].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_veto_consul_for_life())
        No. A vote on a Consul for Life knows no veto [ROR 1.09.82a].
    """
    return Ruling(False, (Reason("a vote on a Consul for Life knows no veto", "ROR 1.09.82a"),))


@implements("ROR 1.09.82b", "ROR 1.09.82c")
def appointed_consul_for_life(
    senators: Iterable[Senator], *, military_reforms: bool = False, faction_influence: Mapping[str, int] | None = None
) -> Senator | None:
    """The senator whom his influence alone makes Consul for Life, if there is one [ROR 1.09.82b].

    Args:
        senators: The senators who are in play.
        military_reforms: Whether the Military Reforms law is in force, which bars it.
        faction_influence: The total influence of each faction, to break a tie [ROR 1.09.82c].

    Raises:
        ImpossibleSituation: If two men tie and the influence of their factions does not say who is first.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius, fabius = ror.Senator("Julius", influence=36), ror.Senator("Fabius", influence=35)
        >>> print(ror.appointed_consul_for_life((julius, fabius)))
        Julius
        >>> print(ror.appointed_consul_for_life((julius,), military_reforms=True))
        None
    """
    reached = [
        man for man in senators if man.in_rome and man.influence >= APPOINTMENT_INFLUENCE and not military_reforms
    ]
    if not reached:
        return None
    totals = faction_influence or {}

    def standing(man: Senator) -> tuple[int, int]:
        return man.influence, totals.get(man.faction, 0)

    first, *others = sorted(reached, key=standing, reverse=True)
    if any(standing(other) == standing(first) for other in others):
        expected = "the influence of each faction, to break the tie"
        raise ImpossibleSituation("faction_influence", faction_influence, expected, "ROR 1.09.82c")
    return first


@implements("ROR 1.09.82d")
def factions_taken_over(factions: Iterable[str], *, of: str, rebel: str = "") -> tuple[str, ...]:
    """The factions that a Consul for Life takes over: all others but a rebel's [ROR 1.09.82d].

    Args:
        factions: The names of all factions.
        of: The name of the Consul for Life's own faction.
        rebel: The name of the faction in revolt, if there is one.

    Raises:
        ImpossibleSituation: If the Consul for Life is of the faction in revolt.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.factions_taken_over(("Optimates", "Populares", "Equites"), of="Optimates", rebel="Populares")
        ('Equites',)
    """
    if of == rebel:
        raise ImpossibleSituation("of", of, "a faction that is not in revolt", "ROR 1.09.82d")
    return tuple(name for name in factions if name not in (of, rebel))


@implements("ROR 1.09.82d")
def consul_for_life_wins(*, rome_survives: bool, rebel_beat_senate: bool = False) -> Ruling:
    """Whether a Consul for Life has won when the turn ends [ROR 1.09.82d].

    Args:
        rome_survives: Whether Rome has lasted out the turn.
        rebel_beat_senate: Whether a rebel has beaten the Senate's army in this turn.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.consul_for_life_wins(rome_survives=True, rebel_beat_senate=True))
        No. A rebel has beaten the Senate's army in this turn [ROR 1.09.82d].
    """
    return decide(
        Finding(
            not rebel_beat_senate,
            "ROR 1.09.82d",
            yes="no rebel has beaten the Senate's army",
            no="a rebel has beaten the Senate's army in this turn",
        ),
        Finding(rome_survives, "ROR 1.09.82d", yes="Rome has survived the turn", no="Rome has not survived the turn"),
    )
