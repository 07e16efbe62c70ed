"""The pieces of the game as values: senators, legions, forces, armies, wars, and the Republic that holds them all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import KW_ONLY, replace
from typing import ClassVar, Final

from responsa.checks import check_count as check_count
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import Compact as Compact
from responsa.republic_of_rome._helpers import check_numbers, once
from responsa.republic_of_rome._helpers import counted as counted
from responsa.republic_of_rome._helpers import listed as listed
from responsa.rules import implements
from responsa.values import dataclass
from responsa.words import Words

LEGION: Final = 1
"""The strength of an ordinary legion [ROR 1.10.11b]."""

VETERAN: Final = 2
"""The strength of a veteran legion [ROR 1.10.11b]."""

_NUMBER: Final = re.compile(r"(?:[1-9]|[12]\d|30)[A-Fa-f]?", re.ASCII)

TOP_POPULARITY: Final = 9
"""Popularity is never above this, and never below its negative [ROR 1.10.4a]."""


class Age(Words, rule="ROR 1.11.31"):
    """The three ages of the Republic; each has its own wars, and its own loyalty number [ROR 1.11.31].

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.Age("Middle Republic")
        Age.MIDDLE
        >>> ror.Age("Byzantine Empire")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: age is 'Byzantine Empire', expected Early Republic, \
Middle Republic, or Late Republic [ROR 1.11.31]
    """

    EARLY = "Early Republic"
    MIDDLE = "Middle Republic"
    LATE = "Late Republic"


class Office(Words, rule="ROR 1.09.11a"):
    """The offices of the Republic, the highest first [ROR 1.09.11a]. A proconsul holds none of them [ROR 1.10.8j]."""

    DICTATOR = "Dictator"
    ROME_CONSUL = "Rome Consul"
    FIELD_CONSUL = "Field Consul"
    CENSOR = "Censor"
    MASTER_OF_HORSE = "Master of Horse"
    PONTIFEX_MAXIMUS = "Pontifex Maximus"
    CONSUL_FOR_LIFE = "Consul for Life"
    GOVERNOR = "Governor"


class Place(Words, rule="ROR 1.09.11a"):
    """Where a senator is. He is in one place only."""

    ROME = "in Rome"
    ARMY = "with an army"
    PROVINCE = "in his province"
    CAPTIVE = "captive"
    REBEL = "in revolt"
    SECONDARY_REBEL = "in revolt beside another"


@dataclass(frozen=True, repr=False)
class Senator(Compact):
    """A senator: his card, and what lies on it. Say only what matters; the rest is 0 or empty.

    Attributes:
        name: His name; for a family card, the family's.
        number: His identification number as printed (`"4"`, `"25A"`), empty if it does not matter.
        faction: The name of his faction; empty while he is unaligned.
        military: His military rating.
        oratory: His oratory.
        loyalty: His loyalty.
        influence: Points of influence.
        popularity: From −9 to 9.
        knights: Knights under his control.
        talents: Talents in his personal treasury.
        offices: The offices that he holds.
        concessions: The concessions under his control.
        place: Where he is.
        at: The war or the province where he is, if he is away.
        prior_consul: Whether he has the Prior Consul marker.
        proconsul_against: The war that he, as a proconsul, was first sent to; empty if he is no proconsul.

    Raises:
        ImpossibleSituation: If he has no name, a number is negative, or popularity is beyond its limits.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.Senator("Julius", military=4, talents=-1)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: talents is -1, expected 0 or more [ROR 1.06.1a]
    """

    EACH_ONCE: ClassVar[str] = "ROR 1.09.11a"

    name: str
    _: KW_ONLY
    number: str = ""
    faction: str = ""
    military: int = 0
    oratory: int = 0
    loyalty: int = 0
    influence: int = 0
    popularity: int = 0
    knights: int = 0
    talents: int = 0
    offices: tuple[Office, ...] = ()
    concessions: tuple[str, ...] = ()
    place: Place = Place.ROME
    at: str = ""
    prior_consul: bool = False
    proconsul_against: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            raise ImpossibleSituation("name", self.name, "a senator's name", "ROR 1.09.11a")
        for name in ("military", "oratory", "loyalty", "influence"):
            check_count(name, getattr(self, name), "ROR 1.09.11a")
        for name in ("knights", "talents"):
            check_count(name, getattr(self, name), "ROR 1.06.1a")
        check_count("popularity", self.popularity, "ROR 1.10.4a", least=-TOP_POPULARITY, most=TOP_POPULARITY)
        if self.number and not _NUMBER.fullmatch(self.number):
            raise ImpossibleSituation("number", self.number, "1 to 30, with a letter for a statesman", "ROR 1.05a")
        once("concessions", self.concessions, "each concession once", "ROR 1.06.1a")
        if len(set(self.offices)) < len(self.offices):
            raise ImpossibleSituation("offices", self.offices, "each office once", "ROR 1.09.11a")

    @property
    def in_rome(self) -> bool:
        """Whether he is in Rome: not with an army, in a province, captive or in revolt."""
        return self.place is Place.ROME

    @property
    def is_captive(self) -> bool:
        """Whether an enemy holds him [ROR 1.10.71]."""
        return self.place is Place.CAPTIVE

    @property
    def is_rebel(self) -> bool:
        """Whether he is in revolt, as primary or secondary rebel [ROR 1.11.32]."""
        return self.place in (Place.REBEL, Place.SECONDARY_REBEL)

    @property
    def is_proconsul(self) -> bool:
        """Whether he is a proconsul [ROR 1.10.8a]."""
        return bool(self.proconsul_against)

    @property
    def family_number(self) -> str:
        """The number that a statesman shares with his family: `"25"` for 25A and 25B."""
        return self.number.rstrip("ABCDEFabcdef")

    def holds(self, *offices: Office) -> bool:
        """Whether he holds any of these offices."""
        return any(office in self.offices for office in offices)

    def gains(self, *, popularity: int = 0, influence: int = 0) -> Senator:
        """The senator after a change; popularity stops at its limits, influence at 0 [ROR 1.10.4a]."""
        changed = max(-TOP_POPULARITY, min(TOP_POPULARITY, self.popularity + popularity))
        return replace(self, popularity=changed, influence=max(0, self.influence + influence))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False, order=True)
class Legion(Compact):
    """A legion: ordinary or veteran; only a veteran can owe allegiance, and to one senator.

    Attributes:
        veteran: Whether it is a veteran.
        allegiance: The name of the senator that it owes allegiance to; empty for nobody.

    Raises:
        ImpossibleSituation: If an ordinary legion owes allegiance.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.Legion(allegiance="Julius")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: allegiance is 'Julius', expected none, for the legion is no veteran [ROR 1.10.5a]
    """

    _: KW_ONLY
    veteran: bool = False
    allegiance: str = ""

    def __post_init__(self) -> None:
        if self.allegiance and not self.veteran:
            raise ImpossibleSituation(
                "allegiance", self.allegiance, "none, for the legion is no veteran", "ROR 1.10.5a"
            )

    @property
    def strength(self) -> int:
        """1, or 2 for a veteran [ROR 1.10.11b]."""
        return VETERAN if self.veteran else LEGION


@implements("ROR 1.10.11b")
def legions(count: int) -> tuple[Legion, ...]:
    """So many ordinary legions [ROR 1.10.11b].

    Raises:
        ImpossibleSituation: If the count is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.Force(ror.legions(3) + ror.veterans(1, of="Julius")).strength
        5
    """
    check_count("legions", count, "ROR 1.10.11b")
    return (Legion(),) * count


@implements("ROR 1.10.5a", "ROR 1.10.11b")
def veterans(count: int, *, of: str = "") -> tuple[Legion, ...]:
    """So many veteran legions that owe allegiance to the senator named, or to nobody [ROR 1.10.5a].

    Raises:
        ImpossibleSituation: If the count is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.veterans(1, of="Julius")
        (Legion(veteran=True, allegiance='Julius'),)
    """
    check_count("veterans", count, "ROR 1.10.11b")
    return (Legion(veteran=True, allegiance=of),) * count


@dataclass(frozen=True, repr=False)
class Force(Compact):
    """Legions and fleets that stand together.

    Attributes:
        legions: Each legion, in the order in which the caller lists them (dice are given in the same order).
        fleets: The number of fleets.

    Raises:
        ImpossibleSituation: If the number of fleets is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.Force(ror.legions(9) + ror.veterans(1, of="Julius"), fleets=5))
        9 legions, 1 veteran legion of Julius and 5 fleets
    """

    legions: tuple[Legion, ...] = ()
    _: KW_ONLY
    fleets: int = 0

    def __post_init__(self) -> None:
        check_count("fleets", self.fleets, "ROR 1.10.12a")

    @property
    def size(self) -> int:
        """The number of legions, veterans included."""
        return len(self.legions)

    @property
    def strength(self) -> int:
        """The strength of the legions: 1 each, 2 for a veteran [ROR 1.10.11b]."""
        return sum(legion.strength for legion in self.legions)

    def joined_by(self, other: Force) -> Force:
        """Both forces together."""
        return Force(self.legions + other.legions, fleets=self.fleets + other.fleets)

    def without(self, other: Iterable[Legion], *, fleets: int = 0) -> Force:
        """What is left when these legions and fleets are gone.

        Raises:
            ImpossibleSituation: If the force does not have them.
        """
        gone = Counter(other)
        if gone - Counter(self.legions):
            raise ImpossibleSituation("lost", tuple(gone.elements()), "legions of this force", "ROR 1.10.6a")
        check_count("fleets_lost", fleets, "ROR 1.10.6a", most=self.fleets)
        left = []
        for legion in self.legions:
            if gone[legion]:
                gone[legion] -= 1
            else:
                left.append(legion)
        return Force(tuple(left), fleets=self.fleets - fleets)

    def __str__(self) -> str:
        parts = []
        for legion, count in sorted(Counter(self.legions).items()):
            kind = "veteran legion" if legion.veteran else "legion"
            whose = f" of {legion.allegiance}" if legion.allegiance else ""
            parts.append(f"{counted(count, kind)}{whose}")
        if self.fleets or not parts:
            parts.append(counted(self.fleets, "fleet") if self.fleets else "no forces")
        return listed(parts)


@implements("ROR 1.09.34a", "ROR 1.10.11c")
@dataclass(frozen=True, repr=False)
class Army(Compact):
    """A force under its commander.

    Attributes:
        commander: The senator in command; the dictator, if he fights. (A senator said to be in Rome is put
            with the army.)
        force: The legions and fleets.
        master_of_horse: The dictator's Master of Horse, if he is there; his rating is added [ROR 1.09.34a].
        against: The war that the army was sent to, or the name of the rebel.

    Raises:
        ImpossibleSituation: If the commander is a captive, or his Master of Horse is himself.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> army = ror.Army(ror.Senator("Julius", military=4), ror.Force(ror.legions(3)))
        >>> army.rating, army.strength
        (4, 6)
    """

    commander: Senator
    force: Force = Force()
    _: KW_ONLY
    master_of_horse: Senator | None = None
    against: str = ""

    def __post_init__(self) -> None:
        deputy = self.master_of_horse
        if deputy is not None and deputy.name == self.commander.name:
            raise ImpossibleSituation("master_of_horse", deputy.name, "another man than the commander", "ROR 1.09.34a")
        for role, man in (("commander", self.commander), ("master_of_horse", deputy)):
            if man is not None and man.is_captive:
                raise ImpossibleSituation(role, f"{man.name}, captive", "a senator who is free", "ROR 1.10.71c")
            if man is not None and man.in_rome:
                object.__setattr__(self, role, replace(man, place=Place.ARMY, at=self.against))

    @property
    def rating(self) -> int:
        """The commander's military rating, with his Master of Horse's [ROR 1.09.34a]."""
        return self.commander.military + (self.master_of_horse.military if self.master_of_horse else 0)

    @property
    def strength(self) -> int:
        """Legions plus rating; the rating counts for no more than the legions [ROR 1.10.11c]."""
        return self.force.strength + min(self.rating, self.force.strength)

    @property
    def men(self) -> tuple[Senator, ...]:
        """The senators with the army."""
        return (self.commander,) if self.master_of_horse is None else (self.commander, self.master_of_horse)

    def __str__(self) -> str:
        return f"{self.commander} with {self.force}"


class Result(Words, rule="ROR 1.10.11e"):
    """How a battle ends [ROR 1.10.11e]; the last two come from a number on a card, not from the table."""

    VICTORY = "Victory"
    STALEMATE = "Stalemate"
    DEFEAT = "Defeat"
    DISASTER = "Disaster"
    STANDOFF = "Standoff"


class Fate(Words, rule="ROR 1.10.7a"):
    """What a battle does to a man [ROR 1.10.7a]."""

    UNHURT = "unhurt"
    KILLED = "killed"
    CAPTURED = "captured"


class WarState(Words, rule="ROR 1.07.33b"):
    """Where a war card lies. Only an active war, prosecuted or not, is a danger to Rome [ROR 1.07.33b]."""

    INACTIVE = "inactive"
    IMMINENT = "imminent"
    ACTIVE = "active"
    UNPROSECUTED = "unprosecuted"


@dataclass(frozen=True, repr=False)
class War(Compact):
    """A war card and where it lies.

    Attributes:
        name: The name on the card.
        land: The printed land strength.
        support: The fleet support that a land battle needs [ROR 1.10.11a].
        naval: The printed fleet strength; 0 if there is no enemy fleet.
        disasters: Totals of the dice that are a Disaster [ROR 1.10.21a].
        standoffs: Totals of the dice that are a Standoff [ROR 1.10.31a].
        spoils: Talents that a land victory pays to the state.
        series: The type that makes wars match (`"Punic"`); empty for a war that matches none.
        revolt: Whether the war is classed as a Revolt and pays no spoils [ROR 1.07.33c].
        state: Where the card lies.
        naval_victory: Whether the enemy fleet is already beaten [ROR 1.10.12a].

    Raises:
        ImpossibleSituation: If a number is negative, a number of the dice is not from 3 to 18 or stands in both
            lists, or a fleet is beaten that never was.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.War("Sicilian Slave Revolt", land=6, disasters=(11,), standoffs=(11, 14))
        Traceback (most recent call last):
        responsa.ImpossibleSituation: standoffs is (11, 14), expected no number that is a Disaster [ROR 1.10.31a]
    """

    EACH_ONCE: ClassVar[str] = "ROR 1.07.33b"

    name: str
    _: KW_ONLY
    land: int = 0
    support: int = 0
    naval: int = 0
    disasters: tuple[int, ...] = ()
    standoffs: tuple[int, ...] = ()
    spoils: int = 0
    series: str = ""
    revolt: bool = False
    state: WarState = WarState.ACTIVE
    naval_victory: bool = False

    def __post_init__(self) -> None:
        for name, rule in (("land", "1.10.11d"), ("support", "1.10.11a"), ("naval", "1.10.12a"), ("spoils", "1.10.4a")):
            check_count(name, getattr(self, name), f"ROR {rule}")
        check_numbers(self.disasters, self.standoffs)
        if self.naval_victory and not self.naval:
            expected = "no marker, for the war has no fleet"
            raise ImpossibleSituation("naval_victory", self.naval_victory, expected, "ROR 1.10.12a")

    @property
    def is_active(self) -> bool:
        """Whether it is active; an unprosecuted war still is [ROR 1.07.33b]."""
        return self.state in (WarState.ACTIVE, WarState.UNPROSECUTED)

    @property
    def needs_naval_battle(self) -> bool:
        """Whether an enemy fleet is still to be beaten [ROR 1.10.12a]."""
        return bool(self.naval) and not self.naval_victory

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class EnemyLeader(Compact):
    """An enemy leader: he strengthens the wars of his series and adds his own numbers [ROR 1.07.34a].

    Attributes:
        name: His name.
        strength: What he adds to a war of his series.
        series: The type of war that he fights (`"Punic"`).
        disasters: Totals of the dice that are a Disaster.
        standoffs: Totals of the dice that are a Standoff.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.EnemyLeader("Hannibal", strength=7, series="Punic", disasters=(9,), standoffs=(16,))
        EnemyLeader('Hannibal', strength=7, series='Punic', disasters=(9,), standoffs=(16,))
    """

    EACH_ONCE: ClassVar[str] = "ROR 1.07.34a"

    name: str
    _: KW_ONLY
    strength: int = 0
    series: str = ""
    disasters: tuple[int, ...] = ()
    standoffs: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check_count("strength", self.strength, "ROR 1.07.34a")
        check_numbers(self.disasters, self.standoffs)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class Faction(Compact):
    """A faction, which is a player.

    Attributes:
        name: Its name.
        talents: Talents in the faction treasury.
        cards: Faction cards in the player's hand.
        leader: The name of the senator who leads it; empty if it does not matter.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.Faction("Populares", talents=-3)
        Traceback (most recent call last):
        responsa.ImpossibleSituation: talents is -3, expected 0 or more [ROR 1.06.3b]
    """

    EACH_ONCE: ClassVar[str] = "ROR 1.11.3d"

    name: str
    _: KW_ONLY
    talents: int = 0
    cards: int = 0
    leader: str = ""

    def __post_init__(self) -> None:
        check_count("talents", self.talents, "ROR 1.06.3b")
        check_count("cards", self.cards, "ROR 1.11.2a")

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class Republic(Compact):
    """The whole table. Say only what matters; the rest is empty.

    Attributes:
        age: The age that is being played.
        factions: The factions, clockwise round the table.
        senators: Every senator in play who is not with one of the `armies`.
        armies: The armies in the field, the rebel's too, each with its commander.
        active_forces: What lies in the Active Forces box.
        wars: The war cards in the Forum.
        leaders: The enemy leaders in the Forum.
        defeated: The names of wars that were defeated.
        treasury: Talents in the state treasury.
        unrest: The unrest level.

    Raises:
        ImpossibleSituation: If a senator is in two places, two men lead a revolt, a war is both defeated and in the
            Forum, or the treasury or the unrest level is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.Senator("Julius", military=4)
        >>> ror.Republic(senators=(julius,), armies=(ror.Army(julius, ror.Force(ror.legions(3))),))
        Traceback (most recent call last):
        responsa.ImpossibleSituation: senators is 'Julius', expected each senator in one place [ROR 1.09.11a]
        >>> ror.Republic(wars=(ror.War("Syrian War", land=6),), defeated=("Syrian War",))
        Traceback (most recent call last):
        responsa.ImpossibleSituation: wars is 'Syrian War', expected a war that was not defeated [ROR 1.10.4a]
    """

    _: KW_ONLY
    age: Age = Age.EARLY
    factions: tuple[Faction, ...] = ()
    senators: tuple[Senator, ...] = ()
    armies: tuple[Army, ...] = ()
    active_forces: Force = Force()
    wars: tuple[War, ...] = ()
    leaders: tuple[EnemyLeader, ...] = ()
    defeated: tuple[str, ...] = ()
    treasury: int = 0
    unrest: int = 0

    def __post_init__(self) -> None:
        check_count("treasury", self.treasury, "ROR 1.06.5c")
        check_count("unrest", self.unrest, "ROR 1.08a")
        held = [concession for man in self.everyone for concession in man.concessions]
        once("concessions", held, "each concession with one senator", "ROR 1.06.1a")
        once("senators", [man.name for man in self.everyone], "each senator in one place", "ROR 1.09.11a")
        once("wars", [war.name for war in self.wars], "each war once", "ROR 1.07.33b")
        once("factions", [faction.name for faction in self.factions], "each faction once", "ROR 1.11.3d")
        primary = [man.name for man in self.everyone if man.place is Place.REBEL]
        if len(primary) > 1:
            raise ImpossibleSituation("senators", tuple(primary), "at most one primary rebel", "ROR 1.11.3e")
        for war in self.wars:
            if war.name in self.defeated:
                raise ImpossibleSituation("wars", war.name, "a war that was not defeated", "ROR 1.10.4a")

    @property
    def everyone(self) -> tuple[Senator, ...]:
        """Every senator in play, those with the armies too."""
        return self.senators + tuple(man for army in self.armies for man in army.men)

    @property
    def active_wars(self) -> tuple[War, ...]:
        """The wars that are active, prosecuted or not [ROR 1.07.33b]."""
        return tuple(war for war in self.wars if war.is_active)

    @property
    def primary_rebel(self) -> Senator | None:
        """The senator who leads the revolt, if there is one."""
        return next((man for man in self.everyone if man.place is Place.REBEL), None)
