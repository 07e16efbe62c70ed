"""Powers, the order in which they act, and who is at war or allied with whom [HIS 3.2] [HIS 9.2]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from responsa.errors import ImpossibleSituation
from responsa.rules import implements
from responsa.values import dataclass
from responsa.words import Words

_PLAYERS_SAY = {
    **dict.fromkeys(("turks", "turkey", "turkish"), "Ottoman"),
    **dict.fromkeys(("spain", "spanish", "austria", "empire", "emperor"), "Hapsburg"),
    **dict.fromkeys(("english", "tudor"), "England"),
    **dict.fromkeys(("french", "valois"), "France"),
    **dict.fromkeys(("pope", "papal", "papal states"), "Papacy"),
    **dict.fromkeys(("german", "lutheran", "reformers"), "Protestant"),
    **dict.fromkeys(("scots", "scottish"), "Scotland"),
    **dict.fromkeys(("genoese",), "Genoa"),
    **dict.fromkeys(("hungarian", "hungary-bohemia", "bohemia"), "Hungary"),
    **dict.fromkeys(("venetian",), "Venice"),
}


@implements("HIS 3.2a")
class Power(Words, rule="HIS 3.2a", players_say=_PLAYERS_SAY):
    """A power of the game: six major powers, four minor ones, and what belongs to nobody.

    `Power("Ottoman")` reads a name; the members stand in Impulse Order, minor powers after the major ones [HIS 3.2a].

    Raises:
        ImpossibleSituation: If there is no power of that name.

    Examples:
        >>> from responsa.here_i_stand import Power
        >>> Power("Hapsburg").the
        'the Hapsburgs'
        >>> Power("Spain")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: power is 'Spain', expected a power of the game, such as Ottoman [HIS 3.2a]; the nearest is Hapsburg
    """  # noqa: E501 - an error stands on one line

    OTTOMAN = "Ottoman"
    HAPSBURG = "Hapsburg"
    ENGLAND = "England"
    FRANCE = "France"
    PAPACY = "Papacy"
    PROTESTANT = "Protestant"
    GENOA = "Genoa"
    HUNGARY = "Hungary"
    SCOTLAND = "Scotland"
    VENICE = "Venice"
    INDEPENDENT = "Independent"

    @classmethod
    def _one_of_many(cls) -> str:
        return f"a power of the game, such as {cls.OTTOMAN}"

    @property
    def is_major(self) -> bool:
        """Whether this is one of the six powers that players play [HIS 3.2a]."""
        return self in IMPULSE_ORDER

    @property
    def is_minor(self) -> bool:
        """Whether this is a minor power, which may be allied to a major one [HIS 5.1f]."""
        return self in MINOR_POWERS

    @property
    def the(self) -> str:
        """The power as the subject of a sentence: "the Ottomans", "France"."""
        return _SUBJECTS.get(self, self.value)

    @property
    def adjective(self) -> str:
        """The word that stands before what belongs to the power: "Ottoman", "French"."""
        return _ADJECTIVES.get(self, self.value)

    def verb(self, one: str, many: str) -> str:
        """The form of a verb that goes with the power: England controls, the Ottomans control.

        Examples:
            >>> from responsa.here_i_stand import Power
            >>> f"{Power.PAPACY.the} {Power.PAPACY.verb('is', 'are')} at peace"
            'the Papacy is at peace'
        """
        return many if self.the.endswith("s") and self.the.startswith("the ") else one


_SUBJECTS: Final = {
    Power.OTTOMAN: "the Ottomans",
    Power.HAPSBURG: "the Hapsburgs",
    Power.PAPACY: "the Papacy",
    Power.PROTESTANT: "the Protestants",
    Power.INDEPENDENT: "nobody",
}
_ADJECTIVES: Final = {
    Power.ENGLAND: "English",
    Power.FRANCE: "French",
    Power.PAPACY: "Papal",
    Power.GENOA: "Genoese",
    Power.HUNGARY: "Hungarian",
    Power.SCOTLAND: "Scottish",
    Power.VENICE: "Venetian",
    Power.INDEPENDENT: "independent",
}

IMPULSE_ORDER: Final = (
    Power.OTTOMAN,
    Power.HAPSBURG,
    Power.ENGLAND,
    Power.FRANCE,
    Power.PAPACY,
    Power.PROTESTANT,
)
"""The six major powers in the order in which they act [HIS 3.2a]."""

MINOR_POWERS: Final = (Power.GENOA, Power.HUNGARY, Power.SCOTLAND, Power.VENICE)
"""The powers that nobody plays; each may become the active ally of a major power [HIS 5.1f]."""

_ORDER: Final = {power: place for place, power in enumerate(Power)}
_AT_WAR: Final = "against"
_ALLIED: Final = "with"
_ACTIVE_FOR: Final = "for"


@implements("HIS 3.2a")
def impulse_order(powers: Iterable[Power]) -> tuple[Power, ...]:
    """The given powers, each once, in Impulse Order; minor powers follow the major ones [HIS 3.2a].

    Examples:
        >>> from responsa.here_i_stand import Power, impulse_order
        >>> [str(power) for power in impulse_order([Power.FRANCE, Power.OTTOMAN])]
        ['Ottoman', 'France']
    """
    return tuple(sorted(set(powers), key=lambda power: _ORDER[check_power(power)]))


@implements("HIS 3.2a")
def check_power(power: Power, field: str = "power") -> Power:
    """The power itself, if it is one.

    Raises:
        ImpossibleSituation: If it is anything else, such as a name that was not read with `Power(...)`.

    Examples:
        >>> from responsa.here_i_stand import check_power
        >>> check_power("Spain")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: power is 'Spain', expected a power of the game, such as Ottoman [HIS 3.2a]; the nearest is Hapsburg
    """  # noqa: E501 - an error stands on one line
    if not isinstance(power, Power):
        raise ImpossibleSituation(field, power, "a Power such as Power.OTTOMAN", "HIS 3.2a")
    return power


@implements("HIS 9.2f")
@dataclass(frozen=True)
class Relations:
    """Who is at war, who is allied, and which minor power is active for which major power.

    Written as a text: `Ottoman against Hapsburg` is a war, `France with Papacy` an alliance of major powers,
    `Hungary for Hapsburg` a minor power that is the active ally of a major one; a comma or semicolon parts them.
    A minor power shares the wars and alliances of its major power. Alliance is not transitive [HIS 9.2f].

    Attributes:
        wars: Pairs of powers at war.
        alliances: Pairs of allied major powers.
        minors: Pairs of an active minor power and its major power.

    Raises:
        ImpossibleSituation: If two powers would be both at war and allied, a power faces itself, or a name is unknown.

    Examples:
        >>> from responsa.here_i_stand import Power, Relations
        >>> relations = Relations.of("Ottoman against Hapsburg, Hungary for Hapsburg, France with Ottoman")
        >>> relations.at_war(Power.OTTOMAN, Power.HUNGARY)
        True
        >>> relations.allied(Power.FRANCE, Power.HAPSBURG)
        False
    """

    wars: tuple[tuple[Power, Power], ...] = ()
    alliances: tuple[tuple[Power, Power], ...] = ()
    minors: tuple[tuple[Power, Power], ...] = ()

    def __post_init__(self) -> None:
        for pair in (*self.wars, *self.alliances, *self.minors):
            _check_pair(pair)
        for one, other in self.alliances:
            if not (one.is_major and other.is_major):
                raise ImpossibleSituation("alliances", f"{one} with {other}", "two major powers", "HIS 9.2f")
        for minor, major in self.minors:
            if not (minor.is_minor and major.is_major):
                expected = "a minor power for a major power"
                raise ImpossibleSituation("minors", f"{minor} for {major}", expected, "HIS 5.1f")
        if len({minor for minor, _ in self.minors}) < len(set(self.minors)):
            raise ImpossibleSituation("minors", str(self), "one major power for each minor power", "HIS 5.1f")
        object.__setattr__(self, "wars", _normal(self.wars))
        object.__setattr__(self, "alliances", _normal(self.alliances))
        object.__setattr__(self, "minors", _in_order(set(self.minors)))
        both = [(a, b) for a, b in self.wars if self._side(a) == self._side(b) or self._pair(a, b) in self.alliances]
        if both:
            one, other = both[0]
            raise ImpossibleSituation("wars", f"{one} against {other}", "powers that are not allied", "HIS 9.2f")

    @classmethod
    def of(cls, text: str = "") -> Relations:
        """Read the relations from a text such as `"Ottoman against Hapsburg, Hungary for Hapsburg"`."""
        pairs: dict[str, list[tuple[Power, Power]]] = {_AT_WAR: [], _ALLIED: [], _ACTIVE_FOR: []}
        for part in filter(None, (part.strip() for part in text.replace(";", ",").split(","))):
            words = part.split()
            if len(words) != 3 or words[1] not in pairs:
                expected = "pairs such as 'Ottoman against Hapsburg', 'France with Papacy' or 'Hungary for Hapsburg'"
                raise ImpossibleSituation("relations", part, expected, "HIS 9.2f")
            pairs[words[1]].append((Power(words[0]), Power(words[2])))
        return cls(tuple(pairs[_AT_WAR]), tuple(pairs[_ALLIED]), tuple(pairs[_ACTIVE_FOR]))

    def __str__(self) -> str:
        named = ((_AT_WAR, self.wars), (_ALLIED, self.alliances), (_ACTIVE_FOR, self.minors))
        return ", ".join(f"{one} {word} {other}" for word, pairs in named for one, other in pairs)

    def __repr__(self) -> str:
        return f"Relations.of({str(self)!r})"

    @implements("HIS 9.2f")
    def at_war(self, one: Power, other: Power) -> bool:
        """Whether the two powers are enemies; a minor power has the enemies of its major power as well."""
        return self._pair(one, other) in self.wars or self._pair(self._side(one), self._side(other)) in self.wars

    @implements("HIS 9.2f")
    def allied(self, one: Power, other: Power) -> bool:
        """Whether the two powers are allies; a power is its own ally, an alliance does not reach a third power."""
        ours, theirs = self._pair(self._side(one), self._side(other))
        return (ours, theirs) in self.alliances or ours is theirs is not Power.INDEPENDENT

    def leader_of(self, power: Power) -> Power | None:
        """The major power that acts for the given power: itself, or for an active minor power its major power.

        `None` for an inactive minor power and for what is independent: nobody acts for them [HIS 22.1a].
        """
        side = self._side(check_power(power))
        return side if side.is_major else None

    def _side(self, power: Power) -> Power:
        return dict(self.minors).get(power, power)

    @staticmethod
    def _pair(one: Power, other: Power) -> tuple[Power, Power]:
        first, second = sorted((one, other), key=lambda power: _ORDER[check_power(power)])
        return first, second


def _check_pair(pair: tuple[Power, Power]) -> None:
    one, other = map(check_power, pair)
    if one is other or Power.INDEPENDENT in pair:
        raise ImpossibleSituation("relations", f"{one} and {other}", "two different powers", "HIS 9.2f")


def _normal(pairs: Iterable[tuple[Power, Power]]) -> tuple[tuple[Power, Power], ...]:
    """Each pair once, whichever of the two was named first."""
    return _in_order({Relations._pair(*pair) for pair in pairs})


def _in_order(pairs: Iterable[tuple[Power, Power]]) -> tuple[tuple[Power, Power], ...]:
    return tuple(sorted(pairs, key=lambda pair: [_ORDER[power] for power in pair]))


AT_PEACE: Final = Relations()
"""No wars, no alliances, no active minor powers."""


@implements("HIS 9.2e")
def is_friendly(controller: Power, to: Power, relations: Relations) -> bool:
    """Whether a space of the controller is friendly to a power: its own or that of an ally [HIS 9.2e].

    Examples:
        >>> from responsa.here_i_stand import Power, Relations, is_friendly
        >>> is_friendly(Power.FRANCE, to=Power.OTTOMAN, relations=Relations.of("France with Ottoman"))
        True
    """
    return relations.allied(controller, to)
