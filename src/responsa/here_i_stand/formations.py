"""Units, army leaders and the formations that they move and fight in [HIS 5.1]."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from responsa.checks import check_once
from responsa.errors import ImpossibleSituation
from responsa.here_i_stand.powers import Power, Relations, check_power
from responsa.nearest import known_as, nearest
from responsa.rules import implements
from responsa.rulings import Finding, Ruling, decide
from responsa.sentences import listing
from responsa.values import dataclass

UNLED: Final = 4
"""The most land units in a formation that has no army leader [HIS 5.1b]."""

LEADERS_COUNTED: Final = 2
"""How many Command Ratings, the highest ones, count towards the size of a formation [HIS 5.1d]."""


@implements("HIS 5.1g")
@dataclass(frozen=True)
class Leader:
    """An army leader and the two ratings on his counter [HIS 5.1g].

    Attributes:
        name: His name.
        battle: The Battle Rating, the upper number: dice and modifiers.
        command: The Command Rating, the lower number: the size of his formation in land units.

    Examples:
        >>> from responsa.here_i_stand import Leader
        >>> print(Leader("Suleiman", battle=2, command=12))
        Suleiman
    """

    name: str
    battle: int
    command: int

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[^\W\d_][\w '.-]*", self.name):
            raise ImpossibleSituation("name", self.name, "the name of a leader", "HIS 5.1g")
        for field in ("battle", "command"):
            check_count(getattr(self, field), field, "HIS 5.1g")

    @classmethod
    def of(cls, text: str) -> Leader:
        """Read a leader: the name of a known one, or a name with ratings such as `"Pargali (1/6)"`."""
        return leader_of_text(text)

    def __str__(self) -> str:
        return self.name if LEADERS.get(self.name) == self else f"{self.name} ({self.battle}/{self.command})"


@implements("HIS 5.1a")
def check_count(value: int, field: str, rule: str) -> int:
    """The value itself, if it is a whole number from 0 up; a bool or 2.0 is none."""
    if type(value) is not int or value < 0:
        raise ImpossibleSituation(field, value, "a whole number, 0 or more", rule)
    return value


LEADERS: Final[Mapping[str, Leader]] = MappingProxyType(
    {
        leader.name: leader
        for leader in (
            Leader("Suleiman", 2, 12),
            Leader("Ibrahim", 1, 6),
            Leader("Charles V", 2, 10),
            Leader("Duke of Alva", 1, 6),
            Leader("Ferdinand", 1, 6),
            Leader("Henry VIII", 1, 8),
            Leader("Brandon", 1, 6),
            Leader("Dudley", 0, 6),
            Leader("Francis I", 1, 8),
            Leader("Henry II", 0, 8),
            Leader("Montmorency", 1, 6),
            Leader("John Frederick", 0, 6),
            Leader("Philip of Hesse", 0, 6),
            Leader("Maurice of Saxony", 1, 6),
            Leader("Renegade", 1, 6),
        )
    }
)
"""The army leaders of the game, with their Battle and Command Ratings, by name."""

_SERVES: Final[Mapping[Power, tuple[str, ...]]] = MappingProxyType(
    {
        Power.OTTOMAN: ("Suleiman", "Ibrahim"),
        Power.HAPSBURG: ("Charles V", "Duke of Alva", "Ferdinand", "Maurice of Saxony"),
        Power.ENGLAND: ("Henry VIII", "Brandon", "Dudley"),
        Power.FRANCE: ("Francis I", "Henry II", "Montmorency"),
        Power.PROTESTANT: ("John Frederick", "Philip of Hesse", "Maurice of Saxony"),
    }
)


@implements("HIS 5.1h")
def serves(leader: Leader) -> tuple[Power, ...]:
    """The powers for which a leader can fight: his own; both that may buy Maurice of Saxony; any for the Renegade.

    A leader who is not printed, written with his ratings, serves whomever he is written for.

    Examples:
        >>> from responsa.here_i_stand import LEADERS, serves
        >>> [str(power) for power in serves(LEADERS["Brandon"])]
        ['England']
    """
    own = tuple(power for power, names in _SERVES.items() if leader.name in names)
    return own if own and LEADERS.get(leader.name) == leader else tuple(Power)


_KINDS: Final = {
    "regular": "regulars",
    "regulars": "regulars",
    "mercenary": "mercenaries",
    "mercenaries": "mercenaries",
    "cavalry": "cavalry",
}


@implements("HIS 5.1h", "HIS 5.1i")
@dataclass(frozen=True)
class Force:
    """Land units and army leaders of one power.

    Written as a text: `Ottoman: 8 regulars, 2 cavalry, Suleiman`. Known leaders need only their name; another one is
    written with his Battle and Command Rating, `Pargali (1/6)`.

    Raises:
        ImpossibleSituation: If a count is negative or no whole number, or a leader stands twice in the force.

    Examples:
        >>> from responsa.here_i_stand import Force
        >>> force = Force.of("Ottoman: 8 regulars, 2 cavalry, Suleiman")
        >>> force.units
        10
        >>> force
        Force.of('Ottoman: 8 regulars, 2 cavalry, Suleiman')
    """

    power: Power
    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0
    leaders: tuple[Leader, ...] = ()

    def __post_init__(self) -> None:
        check_power(self.power)
        for field in ("regulars", "mercenaries", "cavalry"):
            check_count(getattr(self, field), field, "HIS 5.1a")
        if self.cavalry and self.power is not Power.OTTOMAN:
            expected = "no cavalry: only the Ottomans have any"
            raise ImpossibleSituation("cavalry", self.cavalry, expected, "HIS 5.1i")
        names = [leader.name for leader in self.leaders]
        if len(set(names)) < len(names):
            raise ImpossibleSituation("leaders", ", ".join(names), "each leader once", "HIS 5.1a")
        for leader in self.leaders:
            if self.power not in serves(leader):
                shown, whom = f"{leader.name} of {self.power.the}", listing((p.the for p in serves(leader)), "or")
                raise ImpossibleSituation("leaders", shown, f"a leader of {whom}", "HIS 5.1h")
        object.__setattr__(self, "leaders", tuple(sorted(self.leaders, key=lambda leader: leader.name)))

    @classmethod
    def of(cls, text: str) -> Force:
        """Read a force from a text such as `"Hapsburg: 4 regulars, 1 mercenary, Ferdinand"`."""
        name, colon, rest = text.partition(":")
        if not colon:
            raise ImpossibleSituation(
                "force", text, "a power, a colon and its pieces: 'Ottoman: 8 regulars'", "HIS 5.1a"
            )
        counts = {"regulars": 0, "mercenaries": 0, "cavalry": 0}
        leaders: list[Leader] = []
        for part in filter(None, (part.strip() for part in rest.split(","))):
            count, _, kind = part.partition(" ")
            if count.isdigit() and kind.strip() in _KINDS:
                counts[_KINDS[kind.strip()]] += int(count)
            else:
                leaders.append(leader_of_text(part))
        return cls(Power(name.strip()), **counts, leaders=tuple(leaders))

    def __str__(self) -> str:
        parts = []
        for count, one, many in (
            (self.regulars, "regular", "regulars"),
            (self.mercenaries, "mercenary", "mercenaries"),
            (self.cavalry, "cavalry", "cavalry"),
        ):
            if count:
                parts.append(f"{count} {one if count == 1 else many}")
        return f"{self.power}: {', '.join([*parts, *map(str, self.leaders)]) or 'nothing'}"

    def __repr__(self) -> str:
        return f"Force.of({str(self)!r})"

    @property
    def units(self) -> int:
        """How many land units there are, cavalry among them; leaders are none [HIS 5.1e]."""
        return self.regulars + self.mercenaries + self.cavalry

    def __bool__(self) -> bool:
        return bool(self.units or self.leaders)


@implements("HIS 5.1g")
def leader_of_text(text: str) -> Leader:
    """Read a leader: the name of a known one, or a name with ratings such as `Pargali (1/6)`."""
    match = re.fullmatch(r"(?P<name>[^()]+?)\s*\((?P<battle>\d+)/(?P<command>\d+)\)", text)
    if match:
        return Leader(match["name"], int(match["battle"]), int(match["command"]))
    name = text if text in LEADERS else known_as(text, LEADERS)
    if not name:
        expected = "units such as '4 regulars', a known leader, or a leader with ratings such as 'Pargali (1/6)'"
        raise ImpossibleSituation("force", text, expected, "HIS 5.1g", nearest(text, LEADERS))
    return LEADERS[name]


@implements("HIS 5.1a", "HIS 5.1e")
@dataclass(frozen=True)
class Stack:
    """Land units and leaders of one or more powers that stand or act together.

    A formation is a stack that may act together [HIS 5.1a]; whether it may, `may_form` says. Stacks can be added and
    taken from one another; what is not there cannot be taken. Written as a text: one force after the other, parted by
    semicolons; the empty text is the empty stack.

    Raises:
        ImpossibleSituation: If a leader stands twice in the stack.

    Examples:
        >>> from responsa.here_i_stand import Stack
        >>> stack = Stack.of("Hapsburg: 4 regulars, Charles V; Hungary: 2 regulars")
        >>> stack.units, stack.battle_rating
        (6, 2)
        >>> stack - Stack.of("Hapsburg: 4 regulars")
        Stack.of('Hapsburg: Charles V; Hungary: 2 regulars')
    """

    forces: tuple[Force, ...] = ()

    def __post_init__(self) -> None:
        together: dict[Power, list[Force]] = {}
        for force in self.forces:
            together.setdefault(force.power, []).append(force)
        merged = tuple(_merged(power, together[power]) for power in Power if power in together)
        object.__setattr__(self, "forces", tuple(force for force in merged if force))
        names = [leader.name for leader in self.leaders]
        if len(set(names)) < len(names):
            raise ImpossibleSituation("leaders", ", ".join(names), "each leader once", "HIS 5.1a")

    @classmethod
    def of(cls, text: str = "") -> Stack:
        """Read a stack from a text such as `"Hapsburg: 4 regulars, Charles V; Hungary: 2 regulars"`."""
        return cls(tuple(Force.of(part) for part in text.split(";") if part.strip()))

    def __str__(self) -> str:
        return "; ".join(map(str, self.forces))

    def __repr__(self) -> str:
        return f"Stack.of({str(self)!r})"

    def __bool__(self) -> bool:
        return bool(self.forces)

    def __add__(self, other: Stack) -> Stack:
        return Stack(self.forces + other.forces)

    def __sub__(self, other: Stack) -> Stack:
        if not other <= self:
            raise ImpossibleSituation("stack", str(other), f"part of what is there ({self or 'nothing'})", "HIS 5.1a")
        rest = []
        for force in self.forces:
            gone = other.of_power(force.power)
            rest.append(
                Force(
                    force.power,
                    force.regulars - gone.regulars,
                    force.mercenaries - gone.mercenaries,
                    force.cavalry - gone.cavalry,
                    tuple(leader for leader in force.leaders if leader not in gone.leaders),
                )
            )
        return Stack(tuple(rest))

    def __le__(self, other: Stack) -> bool:
        """Whether all of this stack is part of the other one."""
        if not isinstance(other, Stack):
            return NotImplemented
        return all(_is_part(force, other.of_power(force.power)) for force in self.forces)

    @property
    def units(self) -> int:
        """How many land units there are, cavalry among them; leaders are none [HIS 5.1e]."""
        return sum(force.units for force in self.forces)

    @property
    def cavalry(self) -> int:
        """How many of the land units are cavalry."""
        return sum(force.cavalry for force in self.forces)

    @property
    def leaders(self) -> tuple[Leader, ...]:
        """The army leaders of all powers in the stack."""
        return tuple(leader for force in self.forces for leader in force.leaders)

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers that have something here, in Impulse Order, minor powers last."""
        return tuple(force.power for force in self.forces)

    @property
    def unit_powers(self) -> tuple[Power, ...]:
        """The powers that have land units here, in Impulse Order, minor powers last."""
        return tuple(force.power for force in self.forces if force.units)

    @property
    def battle_rating(self) -> int:
        """The best Battle Rating of a single leader here; 0 without a leader [HIS 5.1g]."""
        return best_battle_rating(self.leaders)

    def of_power(self, power: Power) -> Force:
        """What the power has here; an empty force if nothing."""
        return next((force for force in self.forces if force.power is power), Force(power))

    def only(self, powers: Iterable[Power]) -> Stack:
        """The part of the stack that belongs to the given powers."""
        wanted = set(powers)
        return Stack(tuple(force for force in self.forces if force.power in wanted))

    def common(self, other: Stack) -> Stack:
        """What both stacks have."""
        return Stack(tuple(_common(force, other.of_power(force.power)) for force in self.forces))

    @property
    def only_units(self) -> Stack:
        """The stack without its leaders."""
        return Stack(tuple(Force(f.power, f.regulars, f.mercenaries, f.cavalry) for f in self.forces))

    @property
    def only_leaders(self) -> Stack:
        """The leaders alone."""
        return Stack(tuple(Force(force.power, leaders=force.leaders) for force in self.forces))


NOTHING: Final = Stack()
"""The empty stack."""


def _merged(power: Power, forces: Sequence[Force]) -> Force:
    return Force(
        power,
        sum(force.regulars for force in forces),
        sum(force.mercenaries for force in forces),
        sum(force.cavalry for force in forces),
        tuple(leader for force in forces for leader in force.leaders),
    )


def _is_part(part: Force, whole: Force) -> bool:
    return (
        part.regulars <= whole.regulars
        and part.mercenaries <= whole.mercenaries
        and part.cavalry <= whole.cavalry
        and set(part.leaders) <= set(whole.leaders)
    )


def _common(one: Force, other: Force) -> Force:
    return Force(
        one.power,
        min(one.regulars, other.regulars),
        min(one.mercenaries, other.mercenaries),
        min(one.cavalry, other.cavalry),
        tuple(leader for leader in one.leaders if leader in other.leaders),
    )


@implements("HIS 5.1g")
def best_battle_rating(leaders: Iterable[Leader]) -> int:
    """The highest Battle Rating of a single leader; 0 if there is none. Ratings are never added [HIS 5.1g].

    Examples:
        >>> from responsa.here_i_stand import LEADERS, best_battle_rating
        >>> best_battle_rating([LEADERS["Suleiman"], LEADERS["Ibrahim"]])
        2
    """
    return max((leader.battle for leader in leaders), default=0)


@implements("HIS 5.1b", "HIS 5.1c", "HIS 5.1d", "HIS 5.1e")
def formation_limit(leaders: Iterable[Leader] = ()) -> int:
    """How many land units a formation with these leaders may hold [HIS 5.1b] [HIS 5.1c] [HIS 5.1d].

    Without a leader 4; with one his Command Rating; with more the sum of the two highest. Leaders do not count.

    Raises:
        ImpossibleSituation: If a leader is given twice.

    Examples:
        >>> from responsa.here_i_stand import LEADERS, formation_limit
        >>> formation_limit()
        4
        >>> formation_limit([LEADERS["Suleiman"], LEADERS["Ibrahim"]])
        18
    """
    together = tuple(leaders)
    check_once("leaders", (leader.name for leader in together), "HIS 5.1b")
    ratings = sorted((leader.command for leader in together), reverse=True)
    return sum(ratings[:LEADERS_COUNTED]) if ratings else UNLED


@implements("HIS 5.1b", "HIS 5.1c", "HIS 5.1d", "HIS 5.1f", "HIS 9.2d")
def may_form(stack: Stack, relations: Relations | None = None) -> Ruling:
    """Whether the stack may act as a single formation: not too large, and of one major power [HIS 5.1].

    Units of a minor power may belong to it if the minor power is active for that major power [HIS 5.1f].

    Args:
        stack: What is to act together.
        relations: Who is active for whom; nobody if left out.

    Examples:
        >>> from responsa.here_i_stand import Stack, may_form
        >>> print(may_form(Stack.of("Hapsburg: 7 regulars, Ferdinand")))
        No. 7 land units are more than the 6 that may act together [HIS 5.1c].
    """
    if not stack:
        return decide(Finding(False, "HIS 5.1a", yes="", no="there is nothing that could act"))
    ties = relations or Relations()
    limit = formation_limit(stack.leaders)
    rule = ("HIS 5.1b", "HIS 5.1c")[len(stack.leaders)] if len(stack.leaders) < LEADERS_COUNTED else "HIS 5.1d"
    sides = {ties.leader_of(power) or power for power in stack.powers}
    are = units_are(stack.units)
    powers = listing(whose(power) for power in stack.powers)
    return decide(
        Finding(
            stack.units <= limit,
            rule,
            yes=f"{are} at most the {limit} that may act together",
            no=f"{are} more than the {limit} that may act together",
        ),
        Finding(
            len(sides) <= 1,
            "HIS 5.1f",
            yes=f"all pieces belong to {powers}",
            no=f"pieces of {powers} must not be in one formation",
        ),
    )


@implements("HIS 5.1f")
def whose(power: Power) -> str:
    """The power to which pieces belong, as the end of a sentence; what is independent belongs to no power."""
    return "no power" if power is Power.INDEPENDENT else power.the


@implements("HIS 5.1e")
def units_text(count: int) -> str:
    """A number of land units in words: "1 land unit", "3 land units"."""
    return f"{count} land unit" if count == 1 else f"{count or 'no'} land units"


@implements("HIS 5.1e")
def units_are(count: int, which: str = "") -> str:
    """Land units as the subject of a sentence: "1 land unit is", "3 land units of the enemy are"."""
    return " ".join(filter(None, (units_text(count), which, "is" if count == 1 else "are")))
