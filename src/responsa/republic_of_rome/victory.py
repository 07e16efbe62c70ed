"""Who wins, who loses, and when [ROR 1.12]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY
from typing import Final

from responsa.checks import check_count
from responsa.dice import SIDES
from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.nearest import nearest
from responsa.republic_of_rome._helpers import Compact, counted, listed
from responsa.republic_of_rome.captives import influence_that_counts
from responsa.republic_of_rome.offices import appointed_consul_for_life
from responsa.republic_of_rome.phases import Phase
from responsa.republic_of_rome.pieces import Republic, Senator
from responsa.republic_of_rome.rebel_governors import ONE_WAR
from responsa.republic_of_rome.wars import WARS_THAT_END_ROME
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.sentences import listing
from responsa.values import dataclass
from responsa.words import Words

PERSUASION_FAILS: Final = 10
"""A persuasion roll of this or more fails by itself [ROR 1.12.1c]."""

PERSUASION_FAILS_LATE: Final = 9
"""A persuasion roll of this or more fails by itself once Era Ends is revealed [ROR 1.12.1c]."""

PERSUASION_DICE: Final = 2
"""The dice of a persuasion attempt [ROR 1.12.1c]."""

FOUR_WARS: Final = WARS_THAT_END_ROME
"""All players lose if so many wars, or more, are active at the end of the Combat Phase [ROR 1.12.3a]."""


class Condition(Words, rule="ROR 1.12.2b"):
    """The five ways to win, the highest trump first [ROR 1.12.2b]."""

    MARCH = "I"
    COLLAPSE = "II"
    APPOINTMENT = "III"
    ELECTION = "IV"
    ERA_ENDS = "V"


class Outcome(Words, rule="ROR 1.12.1a"):
    """What a check of victory comes to [ROR 1.12.1a]."""

    GOES_ON = "the game goes on"
    PROVISIONAL = "a faction has won if Rome survives"
    LAST_WARS = "the rebel must fight the wars"
    WINS = "a faction wins"
    ALL_LOSE = "all players lose"


@dataclass(frozen=True, repr=False)
class Verdict(Compact):
    """What a check of victory comes to, and because.

    Attributes:
        outcome: Whether somebody wins, all lose, or the game goes on.
        faction: The faction that wins (provisionally, or if it fights the wars); empty if none does.
        condition: The condition that it met; `None` if none was met.
        steps: The reasons.
    """

    outcome: Outcome
    _: KW_ONLY
    faction: str = ""
    condition: Condition | None = None
    steps: tuple[Reason, ...] = ()

    @property
    def said(self) -> str:
        """The outcome in a sentence that names the faction, if there is one."""
        by = f"by condition {self.condition}"
        return {
            Outcome.PROVISIONAL: f"{self.faction} has won {by} if Rome survives",
            Outcome.LAST_WARS: f"the rebel of {self.faction} must fight the wars before he wins {by}",
            Outcome.WINS: f"{self.faction} wins {by}",
        }.get(self.outcome, str(self.outcome))

    @property
    def because(self) -> tuple[Reason, ...]:
        """The reasons; where the game just goes on, that nothing ends it."""
        return self.steps or (Reason("no condition of victory is met, and Rome has not fallen", "ROR 1.12.2a"),)

    def __str__(self) -> str:
        return f"{self.said}, for {listed([str(step) for step in self.steps])}" if self.steps else self.said


@implements("ROR 1.12.2b")
def outranks(first: Condition, second: Condition) -> bool:
    """Whether the first condition trumps the second: I trumps II, and so on down to V.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.outranks(ror.Condition("I"), ror.Condition("IV"))
        True
    """
    order = list(Condition)
    return order.index(first) < order.index(second)


@implements("ROR 1.12.1a", "ROR 1.12.4a", "ROR 1.12.2c")
def is_final(condition: Condition, *, after: Phase) -> Ruling:
    """Whether a win is final when this phase is over, or hangs on Rome's survival to the end of the turn.

    Args:
        condition: The condition that was met.
        after: The phase that has just ended.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.is_final(ror.Condition.ELECTION, after=ror.Phase.SENATE))
        No. Condition IV needs Rome to survive to the end of the turn [ROR 1.12.4a].
    """
    if condition is Condition.ERA_ENDS:
        said = "condition V does not need Rome to survive the turn"
        return decide(Finding(True, "ROR 1.12.2c", yes=said, no=said))
    return decide(
        Finding(
            after is Phase.REVOLUTION,
            "ROR 1.12.1a" if after is Phase.REVOLUTION else "ROR 1.12.4a",
            yes="victory is checked at the end of the Revolution Phase",
            no=f"condition {condition} needs Rome to survive to the end of the turn",
        )
    )


@implements("ROR 1.12.1c")
def persuasion_fails(roll: int, *, era_ends: bool) -> Ruling:
    """Whether a persuasion attempt fails by itself, whatever the target number.

    Args:
        roll: The total of the dice.
        era_ends: Whether the Era Ends card was revealed before the attempt.

    Raises:
        ImpossibleSituation: If two dice cannot show this total.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.persuasion_fails(9, era_ends=True))
        Yes. The roll is 9, and with Era Ends revealed 9 or more fails [ROR 1.12.1c].
    """
    check_count("roll", roll, "ROR 1.12.1c", least=PERSUASION_DICE, most=PERSUASION_DICE * SIDES)
    number = PERSUASION_FAILS_LATE if era_ends else PERSUASION_FAILS
    said = f"the roll is {roll}, and {'with Era Ends revealed ' if era_ends else ''}{number} or more fails"
    return decide(Finding(roll >= number, "ROR 1.12.1c", yes=said, no=said))


@implements("ROR 1.12.2j")
def faction_influence(republic: Republic) -> dict[str, int]:
    """The total influence of each faction that counts at Era Ends: without rebels and captives.

    Raises:
        ImpossibleSituation: If a senator is of a faction that is not at the table.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.Senator("Julius", faction="Populares", influence=9, place=ror.Place.REBEL)
        >>> manlius = ror.Senator("Manlius", faction="Populares", influence=4)
        >>> ror.faction_influence(ror.Republic(factions=(ror.Faction("Populares"),), senators=(julius, manlius)))
        {'Populares': 4}
    """
    known = [faction.name for faction in republic.factions]
    for man in republic.everyone:
        if known and man.faction and man.faction not in known:
            expected = f"one of the factions at the table for {man}: {listing(known, 'or')}"
            raise ImpossibleSituation("faction", man.faction, expected, "ROR 1.12.2j", nearest(man.faction, known))
    return {
        faction.name: influence_that_counts(man for man in republic.everyone if man.faction == faction.name)
        for faction in republic.factions
    }


@implements("ROR 1.12.2j", "ROR 1.12.2k", "ROR 1.12.1b")
def era_ends_winner(republic: Republic, *, votes: Mapping[str, int] | None = None) -> Verdict:
    """Who wins when the Forum Phase that revealed Era Ends is over, if no other condition is met.

    Args:
        republic: The table.
        votes: The votes of each faction, without those bought with talents; only asked for in a tie.

    Raises:
        ImpossibleSituation: If there is no faction, or the votes of tied factions are not given.
        NotInThisText: If the votes are equal too.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> fabius = ror.Senator("Fabius", faction="Optimates", influence=12)
        >>> table = ror.Republic(factions=(ror.Faction("Optimates"),), senators=(fabius,))
        >>> ror.era_ends_winner(table).faction
        'Optimates'
    """
    totals = faction_influence(republic)
    if not totals:
        raise ImpossibleSituation("republic", "no factions", "a table with factions", "ROR 1.12.2j")
    most = max(totals.values())
    tied = [name for name, total in totals.items() if total == most]
    steps = [Reason(f"{listed(tied)} {'has' if len(tied) == 1 else 'have'} the most influence, {most}", "ROR 1.12.2j")]
    if len(tied) > 1:
        best = {name: _most_influential(republic, name) for name in tied}
        tied = [name for name in tied if best[name] == max(best.values())]
        said = f"the senator of most influence, {max(best.values())}, is of {listed(tied)}"
        steps.append(Reason(said, "ROR 1.12.2k"))
    if len(tied) > 1:
        tied, step = _most_votes(tied, votes)
        steps.append(step)
    return Verdict(Outcome.WINS, faction=tied[0], condition=Condition.ERA_ENDS, steps=tuple(steps))


def _most_influential(republic: Republic, faction: str) -> int:
    men = (man for man in republic.everyone if man.faction == faction and not man.is_rebel and not man.is_captive)
    return max((man.influence for man in men), default=0)


def _most_votes(tied: list[str], votes: Mapping[str, int] | None) -> tuple[list[str], Reason]:
    if votes is None or any(name not in votes for name in tied):
        raise ImpossibleSituation("votes", votes, f"the votes of {listed(tied)}", "ROR 1.12.2k")
    most = max(votes[name] for name in tied)
    first = [name for name in tied if votes[name] == most]
    if len(first) > 1:
        raise NotInThisText(f"who wins when {listed(first)} have equal votes too", "ROR 1.12.2k")
    return first, Reason(f"{first[0]} has the most votes, {most}", "ROR 1.12.2k")


@implements(
    "ROR 1.12.1a",
    "ROR 1.12.1b",
    "ROR 1.12.1d",
    "ROR 1.12.1e",
    "ROR 1.12.2a",
    "ROR 1.12.2b",
    "ROR 1.12.2c",
    "ROR 1.12.2d",
    "ROR 1.12.2e",
    "ROR 1.12.2f",
    "ROR 1.12.2g",
    "ROR 1.12.2h",
    "ROR 1.12.2i",
    "ROR 1.12.3a",
    "ROR 1.12.3b",
    "ROR 1.12.3c",
    "ROR 1.12.4b",
    "ROR 1.12.4c",
    "ROR 2.03.8a",
)
def check_victory(
    republic: Republic,
    *,
    after: Phase = Phase.REVOLUTION,
    marched: bool = False,
    bankrupt: bool = False,
    people_revolt: bool = False,
    elected: str = "",
    military_reforms: bool = False,
    era_ends: bool = False,
    votes: Mapping[str, int] | None = None,
    rebel_stays: bool = False,
    rose_now: bool = False,
    civil_war_counts: bool = False,
) -> Verdict:
    """Check whether somebody wins or all players lose.

    Args:
        republic: The table.
        after: The phase that has just ended, or in which it has just happened.
        marched: Whether the rebel beat the Senate in this turn, or no army was sent against him.
        bankrupt: Whether the state could not pay what it had to pay.
        people_revolt: Whether the Population Table gave a People Revolt.
        elected: The name of the senator whom the Senate elected Consul for Life, if it did.
        military_reforms: Whether the Military Reforms law is in force, which bars condition III.
        era_ends: Whether the Era Ends card was revealed in the Forum Phase that has just ended.
        votes: The votes of each faction, for a tie at Era Ends.
        rebel_stays: Whether the rebel is a governor who stays in his province (advanced rule 2.03.8).
        rose_now: Whether the rebel rose in the Revolution Phase that has just ended: what happened before it found
            nobody in revolt.
        civil_war_counts: Whether the civil war counts among the active wars (later living rules).

    Raises:
        ImpossibleSituation: If a rebel is said to have beaten the Senate and there is none, or he stayed in his
            province, the man elected is unknown or in revolt, or Era Ends is checked after another phase.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.check_victory(ror.Republic(), bankrupt=True))
        all players lose, for the state is bankrupt and nobody is in revolt [ROR 1.12.3c]
    """
    rebel = republic.primary_rebel
    before = None if rose_now else rebel
    _check_story(republic, rebel, after, marched=marched, elected=elected, era_ends=era_ends, stays=rebel_stays)
    if marched and rose_now:
        raise ImpossibleSituation(
            "marched", marched, "no victory, for nobody was in revolt before this phase", "ROR 1.12.2d"
        )
    if before is None and (bankrupt or people_revolt):
        return _all_lose_without_rebel(bankrupt=bankrupt)
    claims = _claims(republic, before, marched, bankrupt, people_revolt, elected, military_reforms)
    first = min(claims, key=lambda claim: list(Condition).index(claim.condition), default=None)
    by_rebel = first is not None and first.condition in (Condition.MARCH, Condition.COLLAPSE)
    revolt_counts = rebel is not None and not by_rebel and (rebel_stays or civil_war_counts)
    wars = len(republic.active_wars) + ONE_WAR * revolt_counts
    if wars >= FOUR_WARS and (by_rebel or after in (Phase.COMBAT, Phase.REVOLUTION)):
        return _too_many_wars(wars, first if by_rebel else None)
    if first is not None:
        return _won(first, after=after, era_ends=era_ends)
    return era_ends_winner(republic, votes=votes) if era_ends else Verdict(Outcome.GOES_ON)


@dataclass(frozen=True)
class _Claim:
    """A condition that is met, the faction that meets it, and how."""

    condition: Condition
    faction: str
    reason: Reason


def _all_lose_without_rebel(*, bankrupt: bool) -> Verdict:
    said, rule = ("the state is bankrupt", "ROR 1.12.3c") if bankrupt else ("the people revolt", "ROR 1.12.3b")
    return Verdict(Outcome.ALL_LOSE, steps=(Reason(f"{said} and nobody is in revolt", rule),))


def _too_many_wars(wars: int, rebels: _Claim | None) -> Verdict:
    """Four wars or more: the rebel who has won must fight them, and otherwise all lose."""
    facing = f"{counted(wars, 'war')} are active"
    if rebels is None:
        return Verdict(Outcome.ALL_LOSE, steps=(Reason(f"{facing} at the end of the Combat Phase", "ROR 1.12.3a"),))
    steps = (rebels.reason, Reason(f"{facing}: straight to the Combat Phase", "ROR 1.12.4c"))
    return Verdict(Outcome.LAST_WARS, faction=rebels.faction, condition=rebels.condition, steps=steps)


def _won(first: _Claim, *, after: Phase, era_ends: bool) -> Verdict:
    final = is_final(first.condition, after=after)
    why = Reason("Rome survives when Era Ends is revealed", "ROR 1.12.1e") if era_ends else final.because[0]
    outcome = Outcome.WINS if final or era_ends else Outcome.PROVISIONAL
    return Verdict(outcome, faction=first.faction, condition=first.condition, steps=(first.reason, why))


def _check_story(
    republic: Republic,
    rebel: Senator | None,
    after: Phase,
    *,
    marched: bool,
    elected: str,
    era_ends: bool,
    stays: bool,
) -> None:
    if marched and rebel is None:
        raise ImpossibleSituation("marched", marched, "no victory, for nobody is in revolt", "ROR 1.12.2d")
    if stays and rebel is None:
        raise ImpossibleSituation("rebel_stays", stays, "no staying, for nobody is in revolt", "ROR 2.03.8a")
    if marched and stays:
        raise ImpossibleSituation("marched", marched, "no victory, for the rebel stays in his province", "ROR 2.03.8a")
    if elected and all(man.name != elected or man.is_rebel or man.is_captive for man in republic.everyone):
        expected = "a senator in play who is neither in revolt nor a captive"
        raise ImpossibleSituation("elected", elected, expected, "ROR 1.12.2i")
    if era_ends and after is not Phase.FORUM:
        raise ImpossibleSituation("after", after, "the Forum Phase, if Era Ends was revealed", "ROR 1.12.1b")


def _claims(
    republic: Republic,
    rebel: Senator | None,
    marched: bool,
    bankrupt: bool,
    people_revolt: bool,
    elected: str,
    military_reforms: bool,
) -> list[_Claim]:
    """Every condition that is met, with the faction that meets it."""
    claims = []
    if rebel is not None and marched:
        said = f"{rebel} has marched on Rome and beaten the Senate"
        claims.append(_Claim(Condition.MARCH, rebel.faction, Reason(said, "ROR 1.12.2d")))
    if rebel is not None and (bankrupt or people_revolt):
        said = f"{rebel} is in revolt and {'the state is bankrupt' if bankrupt else 'the people revolt'}"
        claims.append(_Claim(Condition.COLLAPSE, rebel.faction, Reason(said, f"ROR 1.12.2{'f' if bankrupt else 'g'}")))
    loyal = [man for man in republic.everyone if man.faction and not man.is_rebel]
    totals = faction_influence(republic)
    first = appointed_consul_for_life(loyal, military_reforms=military_reforms, faction_influence=totals)
    if first is not None:
        said = f"{first} has {first.influence} influence and is Consul for Life"
        claims.append(_Claim(Condition.APPOINTMENT, first.faction, Reason(said, "ROR 1.12.2h")))
    for man in loyal:
        if man.name == elected:
            said = f"{man} was elected Consul for Life"
            claims.append(_Claim(Condition.ELECTION, man.faction, Reason(said, "ROR 1.12.2i")))
    return claims
