"""Winter and how to survive it: the season, its phases, and who is sheltered."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import Final

from responsa import Finding, ImpossibleSituation, Ruling, Words, decide, implements
from responsa.hellenes.board import City, Date, Position, Season, Side, Unit, capacity
from responsa.values import dataclass

CARDS_PER_YEAR: Final = 6
"""Cards that each player plays in a game year [HEL 0a]."""

SEASONS_PER_YEAR: Final = 5
"""Seasons of a game year [HEL 0a]."""

NEW_YEAR_CARD: Final = 1
"""The first card of the year belongs to the New Year [HEL 0a]."""


MAINTENANCE_IN_CITY: Final = 0
"""Actions that bring a unit in a friendly city through the Winter [HEL 9.0k]."""

MAINTENANCE_OUTSIDE: Final = 1
"""Actions that bring a unit outside friendly cities through the Winter [HEL 9.2.2b]."""


class Phase(Words):
    """The three phases of Winter, in their order [HEL 9.0c]."""

    ACTIONS = "winter actions"
    RELIEF = "siege-relief battles"
    SIEGES = "siege battles"

    @property
    def number(self) -> int:
        """1, 2 or 3."""
        return list(Phase).index(self) + 1


PHASES: Final = tuple(Phase)
"""The phases of Winter in their order [HEL 9.0c]."""


class Turn(Words):
    """Whose part of a phase it is."""

    BOTH = "both players"
    FIRST = "first player"
    SECOND = "second player"


@dataclass(frozen=True)
class Step:
    """A step of Winter: its number, whose it is, what is done, and the rule.

    Attributes:
        number: The place in the order, from 1.
        turn: Whose step it is.
        title: What is done.
        rule: The rule or clause.
        phase: The phase that it belongs to; `None` for the initiative, which comes before all phases.
    """

    number: int
    turn: Turn
    title: str
    rule: str
    phase: Phase | None = None

    def __str__(self) -> str:
        return f"{self.number}. {self.title} ({self.turn}) [{self.rule}]"


STEPS: Final = (
    Step(1, Turn.BOTH, "initiative: the last cards", "HEL 9.1"),
    Step(2, Turn.FIRST, "winter actions, then disbanding", "HEL 9.2", Phase.ACTIONS),
    Step(3, Turn.SECOND, "winter actions, then disbanding", "HEL 9.2", Phase.ACTIONS),
    Step(4, Turn.FIRST, "returning battles", "HEL 9.3.1", Phase.RELIEF),
    Step(5, Turn.FIRST, "sorties, then disbanding", "HEL 9.3.2", Phase.RELIEF),
    Step(6, Turn.SECOND, "returning battles", "HEL 9.3.1", Phase.RELIEF),
    Step(7, Turn.SECOND, "sorties, then disbanding", "HEL 9.3.2", Phase.RELIEF),
    Step(8, Turn.FIRST, "storms and attrition", "HEL 9.4", Phase.SIEGES),
    Step(9, Turn.SECOND, "storms and attrition", "HEL 9.4", Phase.SIEGES),
)
"""The steps of Winter, from the last cards to the last siege [HEL 9.0c]."""


@implements("HEL 0a")
def season_of_card(card: int) -> Season | None:
    """The season that the first, second, … sixth card of a game year is played in.

    Args:
        card: Which card of the year it is, 1 to 6.

    Returns:
        The season; `None` for the first card, which is the New Year's.

    Raises:
        ImpossibleSituation: If the year has no such card.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.season_of_card(6))
        Winter
    """
    if type(card) is not int or not NEW_YEAR_CARD <= card <= CARDS_PER_YEAR:
        raise ImpossibleSituation("card", card, f"{NEW_YEAR_CARD} to {CARDS_PER_YEAR}", "HEL 0a")
    return None if card == NEW_YEAR_CARD else list(Season)[card - NEW_YEAR_CARD - 1]


@implements("HEL 9.0a")
def is_winter(card: int) -> Ruling:
    """Whether the season in which a card is played is Winter: it is with the last card of the year [HEL 9.0a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.is_winter(5))
        No. Card 5 of 6 is not the last of the year; the season is Fall [HEL 9.0a].
    """
    season = season_of_card(card)
    name = "the New Year" if season is None else str(season)
    return decide(
        Finding(
            season is Season.WINTER,
            "HEL 9.0a",
            yes=f"card {card} of {CARDS_PER_YEAR} is the last of the year",
            no=f"card {card} of {CARDS_PER_YEAR} is not the last of the year; the season is {name}",
        )
    )


@implements("HEL 9.0b")
def has_own_sequence(season: Season) -> Ruling:
    """Whether a season is played by the sequence of section 9 instead of the ordinary one [HEL 9.0b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.has_own_sequence(hel.Season.WINTER))
        Yes. Winter has a sequence of its own [HEL 9.0b].
    """
    return decide(
        Finding(
            season is Season.WINTER,
            "HEL 9.0b",
            yes=f"{season} has a sequence of its own",
            no=f"{season} has the ordinary sequence",
        )
    )


@implements("HEL 9.0c", "HEL 9.0d", "HEL 9.0e", "HEL 9.0f")
def winter_sequence(first: Side, *, relief: Collection[Side] = tuple(Side)) -> tuple[tuple[Phase, Side], ...]:
    """Who acts in which phase of Winter, in order [HEL 9.0c] [HEL 9.0e].

    Args:
        first: The first player, as the initiative has it; he is first in every phase [HEL 9.0d].
        relief: The players who have a returning battle or a sortie to fight; the others are skipped in that
            phase [HEL 9.0f].

    Examples:
        >>> from responsa import hellenes as hel
        >>> for phase, side in hel.winter_sequence(hel.Side.SPARTA, relief=[hel.Side.ATHENS]):
        ...     print(f"{phase.number}. {phase}: {side}")
        1. winter actions: Sparta
        1. winter actions: Athens
        2. siege-relief battles: Athens
        3. siege battles: Sparta
        3. siege battles: Athens
    """
    turns = ((phase, side) for phase in PHASES for side in (first, first.enemy))
    return tuple((phase, side) for phase, side in turns if phase is not Phase.RELIEF or side in relief)


@implements("HEL 0a")
def next_season(position: Position) -> Position:
    """The position when the next season begins: after Winter it is Spring of the next year [HEL 0a].

    The markers of supply are taken up: an action feeds a unit for the season in which it is spent.

    Raises:
        ImpossibleSituation: If no year follows: years count down to 1 BC.

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position.of("land: Attica").but("Theban army: Sparta foot, Attica, supplied")
        >>> after = hel.next_season(position)
        >>> print(after.now, after.unit("Theban army").supplied)
        Spring 430 BC False
    """
    now, seasons = position.now, list(Season)
    over = now.season is Season.WINTER
    date = Date(now.year - over, seasons[(now.season.number + 1) % len(seasons)])
    units = tuple(dataclasses.replace(unit, supplied=False) for unit in position.units)
    return dataclasses.replace(position, now=date, units=units)


@implements("HEL 9.0g", "HEL 9.0i", "HEL 9.0j", "HEL 9.0l")
def shelters(city: City, unit: Unit) -> Ruling:
    """Whether a unit may spend the Winter in a city, if there is room for it.

    The city must be friendly, which a captured city is [HEL 9.0l]; a fleet needs a coastal city, but no port
    [HEL 9.0i] [HEL 9.0j].

    Examples:
        >>> from responsa import hellenes as hel
        >>> fleet = hel.Unit("Theban fleet", hel.Side.SPARTA, hel.Kind.FLEET, "Gulf of Corinth")
        >>> print(hel.shelters(hel.City("Thebes", 2, "Boeotia", hel.Side.SPARTA), fleet))
        No. Thebes lies on no sea and the Theban fleet is a fleet [HEL 9.0j].
    """
    friendly = city.controller is unit.side
    captured = friendly and city.founder is unit.side.enemy
    held = f"{city.controller} controls" if city.controller else "Nobody controls"
    findings = [
        Finding(
            friendly,
            "HEL 9.0l" if captured else "HEL 9.0g",
            yes=f"{unit.side} holds {city.name}, once a city of the enemy" if captured else f"{held} {city.name}",
            no=f"{held} {city.name}",
        )
    ]
    if unit.is_fleet:
        port_or_not = "is a port" if city.port else "is no port, but it lies on the sea"
        findings.append(
            Finding(
                city.coastal,
                "HEL 9.0i" if city.coastal and not city.port else "HEL 9.0j",
                yes=f"{city.name} {port_or_not}",
                no=f"{city.name} lies on no sea and {unit.be} a fleet",
            )
        )
    return decide(*findings)


@implements("HEL 9.0i")
def may_fortify(city: City, unit: Unit) -> Ruling:
    """Whether a unit in a city has the protection of its walls: a fleet has it only in a port [HEL 9.0i].

    Examples:
        >>> from responsa import hellenes as hel
        >>> fleet = hel.Unit("Elean fleet", hel.Side.SPARTA, hel.Kind.FLEET, "Ionian Sea")
        >>> print(hel.may_fortify(hel.City("Elis", 1, "Elis land", hel.Side.SPARTA, sea="Ionian Sea"), fleet))
        No. Elis is no port: the Elean fleet may winter there, not fortify [HEL 9.0i].
    """
    return decide(
        Finding(
            city.port or not unit.is_fleet,
            "HEL 9.0i",
            yes=f"{unit.be} a {'fleet in a port' if unit.is_fleet else 'land unit'}",
            no=f"{city.name} is no port: {unit} may winter there, not fortify",
        )
    )


@implements("HEL 9.0k")
def maintenance(position: Position, name: str) -> int:
    """The actions that it takes to bring a unit through the Winter where it stands: 0 in a friendly city, else 1.

    For a fleet in a coastal city that is no port it is 0 as well [HEL 9.0k].

    Examples:
        >>> from responsa import hellenes as hel
        >>> fleet = hel.Unit("Elean fleet", hel.Side.SPARTA, hel.Kind.FLEET, "Elis")
        >>> position = hel.Position(
        ...     areas=hel.areas("Elis land"),
        ...     seas=hel.seas("Ionian Sea"),
        ...     cities=(hel.City("Elis", 1, "Elis land", hel.Side.SPARTA, sea="Ionian Sea"),),
        ...     units=(fleet,),
        ... )
        >>> hel.maintenance(position, "Elean fleet")
        0
    """
    unit = position.unit_on_map(name, "HEL 9.0k")
    return MAINTENANCE_IN_CITY if _in_shelter(position, unit) else MAINTENANCE_OUTSIDE


@implements("HEL 9.0m", "HEL 9.2.1.3b", "HEL 9.2.1.3c", "HEL 9.2.1.3e")
def in_excess(position: Position, city: str) -> int:
    """How many units too many are in a city: those above its capacity are not wintering in it [HEL 9.0m].

    Barbarian units take no room: none of them winters anywhere [HEL 9.2.4a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> men = [hel.Unit(f"Megarian army {n}", hel.Side.ATHENS, hel.Kind.FOOT, "Megara") for n in (1, 2, 3)]
        >>> megara = hel.City("Megara", 1, "Megaris", hel.Side.ATHENS)
        >>> hel.in_excess(hel.Position(areas=hel.areas("Megaris"), cities=(megara,), units=tuple(men)), "Megara")
        1
    """
    wintering = [unit for unit in position.units_at(city) if not unit.barbarian]
    return max(0, len(wintering) - capacity(position.city(city)))


@implements("HEL 9.0g", "HEL 9.0h")
def survives(position: Position, name: str) -> Ruling:
    """Whether a unit survives the Winter where it stands: in a friendly city, or supplied [HEL 9.0g].

    A unit that does not is disbanded [HEL 9.0h]; no barbarian survives [HEL 9.2.4a].

    Raises:
        ImpossibleSituation: If the unit's city holds too many units and the owner has yet to say who is outside
            [HEL 9.2.1.3d]; `left_outside` says it.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Athenian army", hel.Side.ATHENS, hel.Kind.FOOT, "Chalcidice")
        >>> print(hel.survives(hel.Position(areas=hel.areas("Chalcidice"), units=(army,)), "Athenian army"))
        No. The Athenian army is outside friendly cities and not supplied [HEL 9.0h].
    """
    unit = position.unit_on_map(name, "HEL 9.0g")
    if unit.barbarian:
        return Ruling.no(f"{unit.be} a barbarian unit", "HEL 9.2.4a")
    check_settled(position, unit)
    sheltered = _in_shelter(position, unit)
    inside = f"{unit.be} in {unit.at}, which {unit.side} controls" if sheltered else ""
    return decide(
        Finding(
            sheltered or unit.supplied,
            "HEL 9.0g" if sheltered or unit.supplied else "HEL 9.0h",
            yes=inside or f"{unit.be} supplied",
            no=f"{unit.be} outside friendly cities and not supplied",
        )
    )


@implements("HEL 9.0m", "HEL 9.2.1.3d")
def check_settled(position: Position, unit: Unit) -> None:
    """Make sure that it is known who is outside, if a unit's city holds too many [HEL 9.2.1.3d]."""
    if position.is_city(unit.at) and (excess := in_excess(position, unit.at)):
        expected = f"{excess} of the units in {unit.at}, the owner's choice"
        raise ImpossibleSituation("outside", (), expected, "HEL 9.2.1.3d")


def _in_shelter(position: Position, unit: Unit) -> bool:
    return position.is_city(unit.at) and bool(shelters(position.city(unit.at), unit))
