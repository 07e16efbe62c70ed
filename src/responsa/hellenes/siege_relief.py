"""Siege-relief battles: returning battles and sorties, from the first battle to the last disbanding."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Final

from responsa import Finding, ImpossibleSituation, NotInThisText, Reason, Ruling, Told, Words, decide, implements
from responsa.checks import check_once
from responsa.hellenes._naming import called, does, listed, verb_of
from responsa.hellenes.board import LOST, Position, Returning, Side, Unit
from responsa.hellenes.combat import PRESTIGE_FOR_VICTORY
from responsa.hellenes.disbanding import disband_after_battles
from responsa.hellenes.over_wintering import Phase, in_excess
from responsa.hellenes.winter_movement import check_destination, left_outside
from responsa.sentences import listing
from responsa.values import dataclass

SORTIE_COST: Final = 0
"""Actions that a sortie costs in Winter [HEL 9.3.2b]."""

GROUPS_TO_COORDINATE: Final = 2
"""Groups for the same city from which on their attack can be uncoordinated [HEL 9.3.1h]."""


class BattleKind(Words):
    """The kinds of battle that the rules name."""

    FIELD = "field battle"
    NAVAL = "naval battle"
    RETURNING = "returning battle"
    SORTIE = "sortie"
    STORM = "storm"
    ATTRITION = "attrition"


PHASE_OF: Final = MappingProxyType(
    {
        BattleKind.RETURNING: Phase.RELIEF,
        BattleKind.SORTIE: Phase.RELIEF,
        BattleKind.STORM: Phase.SIEGES,
        BattleKind.ATTRITION: Phase.SIEGES,
    }
)
"""The phase of Winter in which each kind of siege battle is fought; the others are not fought at all [HEL 9.3a]."""


@implements("HEL 9.3.1f")
@dataclass(frozen=True)
class Outcome:
    """How a battle ended; the players tell it, as the ordinary battle rules are not in this text [HEL 9.3.1f].

    Attributes:
        winner: The side that won.
        losses: Steps lost, by the names of the units; a unit that is not named lost none.
        retreats: Where units went that had to retreat, by their names.
    """

    winner: Side
    losses: Mapping[str, int] = field(default_factory=dict)
    retreats: Mapping[str, str] = field(default_factory=dict)


@implements("HEL 9.3.1a", "HEL 9.3.1c")
@dataclass(frozen=True)
class ReturningBattle:
    """A returning battle: the groups that fight for the same home city by the same way, and how it ended."""

    groups: tuple[Returning, ...]
    outcome: Outcome

    def __post_init__(self) -> None:
        if len({(group.city, group.by_sea) for group in self.groups}) != 1:
            expected = "groups for a single city, all by land or all by sea"
            raise ImpossibleSituation("groups", self.groups, expected, "HEL 9.3.1a")

    @property
    def city(self) -> str:
        """The home city that they fight for."""
        return self.groups[0].city

    @property
    def by_sea(self) -> bool:
        """Whether they fight blockaders at sea; otherwise besiegers on land."""
        return self.groups[0].by_sea

    @property
    def units(self) -> tuple[str, ...]:
        """The names of all units that attack."""
        return tuple(name for group in self.groups for name in group.units)

    def __str__(self) -> str:
        return f"returning battle for {self.city}"


@implements("HEL 9.3.2a")
@dataclass(frozen=True)
class Sortie:
    """A sortie: the besieged city, the units that come out, and how the battle ended."""

    city: str
    units: tuple[str, ...]
    outcome: Outcome

    def __str__(self) -> str:
        return f"sortie from {self.city}"


@implements("HEL 9.3g")
@dataclass(frozen=True)
class Relief(Told):
    """The siege-relief phase when it is over.

    Attributes:
        position: The position after it.
        steps: What happened, in order.
        activated: The units that attacked; they may not be activated among the siege battles [HEL 9.4a].
        prestige: The Prestige that each side gained.
    """

    position: Position
    steps: tuple[Reason, ...] = ()
    activated: tuple[str, ...] = ()
    prestige: Mapping[Side, int] = field(default_factory=dict)


@implements("HEL 9.3a", "HEL 9.3b", "HEL 9.3d", "HEL 9.3i")
def may_be_fought(kind: BattleKind, phase: Phase) -> Ruling:
    """Whether a kind of battle may be fought in a phase of Winter [HEL 9.3a] [HEL 9.3b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_be_fought(hel.BattleKind.FIELD, hel.Phase.RELIEF))
        No. A field battle is no siege battle, and no other is fought in Winter [HEL 9.3b].
    """
    right = PHASE_OF.get(kind)
    if right is None:
        none = f"a {kind} is no siege battle, and no other is fought in Winter"
        return decide(Finding(False, "HEL 9.3b", yes=none, no=none))
    early = "both players do their winter actions first, so that units can slip away without a battle"
    late = f"{right} come {'before' if right is Phase.RELIEF else 'after'} {phase}"
    return decide(
        Finding(
            phase is right,
            "HEL 9.3a" if phase is right else "HEL 9.3i" if phase is Phase.ACTIONS else "HEL 9.3d",
            yes=f"{_article(kind)} is a siege battle and belongs to the {right}",
            no=early if phase is Phase.ACTIONS else late,
        )
    )


@implements("HEL 9.3e", "HEL 9.3g")
def may_start(position: Position, player: Side, city: str, *, by_sea: bool = False) -> Ruling:
    """Whether a player may start a returning battle or a sortie at a city [HEL 9.3e] [HEL 9.3g].

    Args:
        position: The position after the winter actions of both players.
        player: The player who would attack.
        city: The besieged or blockaded city.
        by_sea: Whether the battle would be with blockaders at sea.

    Raises:
        ImpossibleSituation: If nobody who is supplied keeps up the siege or the blockade [HEL 9.3h].

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"), cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),)
        ... )
        >>> print(hel.may_start(position, hel.Side.ATHENS, "Plataea"))
        No. No siege of Plataea remains after the winter actions [HEL 9.3g].
    """
    stand = position.blockade_of(city) if by_sea else position.siege_of(city)
    word, does = ("blockade", "blockades") if by_sea else ("siege", "besieges")
    if stand is None:
        gone = f"no {word} of {city} remains after the winter actions"
        return decide(Finding(False, "HEL 9.3g", yes=gone, no=gone))
    _check_kept_up(position, city, by_sea=by_sea)
    return decide(
        Finding(
            stand.by is not player,
            "HEL 9.3g" if stand.by is not player else "HEL 9.3e",
            yes=f"{stand.by} still {does} {city}",
            no=f"{player} {does} {city}, and only the besieged side may start a battle now",
        )
    )


@implements("HEL 9.3h", "HEL 9.3j")
def can_oppose(unit: Unit) -> Ruling:
    """Whether a besieger or blockader can still be there to oppose: only if it is supplied [HEL 9.3h] [HEL 9.3j].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Boeotia")
        >>> print(hel.can_oppose(army))
        No. The Theban army is not supplied, and such units have gone from every siege and blockade [HEL 9.3h].
    """
    return decide(
        Finding(
            unit.supplied,
            "HEL 9.3j" if unit.supplied else "HEL 9.3h",
            yes=f"{unit.be} supplied",
            no=f"{unit.be} not supplied, and such units have gone from every siege and blockade",
        )
    )


@implements("HEL 9.3h", "HEL 9.3j")
def opponents(
    position: Position, city: str, *, by_sea: bool = False, waiting: Collection[str] = ()
) -> tuple[Unit, ...]:
    """The units that whoever fights for a city now has against him, all of them supplied [HEL 9.3h].

    Args:
        position: The position after the winter actions of both players.
        city: The city that is fought for.
        by_sea: Whether the fight is against blockaders; otherwise against besiegers.
        waiting: Units that only wait there for a returning battle of their own; unsupplied ones oppose nobody.

    Raises:
        ImpossibleSituation: If an unsupplied unit still stands there that is not waiting.

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"), cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),)
        ... )
        >>> hel.opponents(position, "Plataea")
        ()
    """
    there = position.blockaders(city) if by_sea else position.besiegers(city)
    against = tuple(unit for unit in there if unit.supplied or unit.name not in waiting)
    check_can_oppose(against, city)
    return against


@implements("HEL 9.3h", "HEL 9.3j")
def check_can_oppose(units: Collection[Unit], city: str) -> None:
    """Make sure that whoever besieges or blockades a city after the winter actions is supplied [HEL 9.3h]."""
    for unit in units:
        if not can_oppose(unit):
            raise ImpossibleSituation("supplied", False, f"True for {unit}, at {city} after winter actions", "HEL 9.3h")


def _check_kept_up(position: Position, city: str, *, by_sea: bool) -> None:
    there = position.blockaders(city) if by_sea else position.besiegers(city)
    if not any(unit.supplied for unit in there):
        check_can_oppose(there, city)


@implements("HEL 9.3.1a", "HEL 9.3.1c")
def may_fight_for(position: Position, name: str, city: str) -> Ruling:
    """Whether a unit outside a city may fight its way in: only into its home [HEL 9.3.1a] [HEL 9.3.1c].

    Land units fight besiegers in the area around it, fleets (and what they carry) blockaders in its coastal sea.

    Examples:
        >>> from responsa import hellenes as hel
        >>> besieger = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Boeotia", supplied=True)
        >>> army = hel.Unit("Attic army", hel.Side.ATHENS, hel.Kind.FOOT, "Boeotia", home="Athens")
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"),
        ...     cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),),
        ...     units=(besieger, army),
        ...     sieges=(hel.Siege("Plataea", hel.Side.SPARTA, hel.Date(432)),),
        ... )
        >>> print(hel.may_fight_for(position, "Attic army", "Plataea"))
        No. Plataea is not the home city of the Attic army [HEL 9.3.1a].
    """
    unit, place = position.unit_on_map(name, "HEL 9.3.1a"), position.city(city)
    by_sea = unit.is_fleet or bool(unit.aboard)
    rule, around = ("HEL 9.3.1c", place.sea) if by_sea else ("HEL 9.3.1a", place.area)
    there = f"{unit.be} in {unit.at}"
    home = Finding(
        unit.home == city,
        rule,
        yes=f"{city} is the home city of {unit}",
        no=f"{city} is not the home city of {unit}",
    )
    near = Finding(
        unit.at == around,
        rule,
        yes=there,
        no=f"{there}, not in {around}" if around else f"{there}, and {city} lies on no sea",
    )
    started = may_start(position, unit.side, city, by_sea=by_sea)
    because = started.because[0]
    return decide(home, near, Finding(started.answer, because.rule, yes=because.text, no=because.text))


@implements("HEL 9.3.1b")
def may_enter_by_sea(position: Position, name: str, city: str) -> Ruling:
    """Whether a fleet may enter a friendly city from its coastal sea without battle [HEL 9.3.1b].

    A siege does not shut a port to ships, but it shuts a coastal city that is no port. What a fleet carries comes
    with it.

    Examples:
        >>> from responsa import hellenes as hel
        >>> fleet = hel.Unit("Attic fleet", hel.Side.ATHENS, hel.Kind.FLEET, "Saronic Gulf")
        >>> position = hel.Position(
        ...     areas=hel.areas("Attica"),
        ...     seas=hel.seas("Saronic Gulf"),
        ...     cities=(hel.City("Athens", 3, "Attica", hel.Side.ATHENS, sea="Saronic Gulf", port=True),),
        ...     units=(fleet,),
        ... )
        >>> bool(hel.may_enter_by_sea(position, "Attic fleet", "Athens"))
        True
    """
    unit, place = position.unit_on_map(name, "HEL 9.3.1b"), position.city(city)
    blockaded, besieged = position.blockade_of(city) is not None, position.siege_of(city) is not None
    held = f"{place.controller} controls {city}" if place.controller else f"nobody controls {city}"
    return decide(
        Finding(unit.is_fleet, "HEL 9.3.1b", yes=f"{unit.be} a fleet", no=f"{unit.be} no fleet"),
        Finding(
            place.port or not besieged,
            "HEL 9.3.1b",
            yes=f"{city} is a port" if place.port else f"{city} is not besieged",
            no=f"{city} is besieged and no port",
        ),
        Finding(place.controller is unit.side, "HEL 9.3.1b", yes=held, no=held),
        Finding(
            bool(place.sea) and unit.at == place.sea,
            "HEL 9.3.1b",
            yes=f"{unit.be} in its coastal sea",
            no=f"{unit.be} in {unit.at}, not in the coastal sea of {city}",
        ),
        Finding(not blockaded, "HEL 9.3.1b", yes="nobody blockades it", no=f"{city} is blockaded"),
    )


@implements("HEL 9.3.1e")
def enters_unopposed(position: Position, group: Returning, *, waiting: Collection[str] = ()) -> Ruling:
    """Whether a returning group enters its city without battle, as nobody opposes it any more [HEL 9.3.1e].

    Args:
        position: The position after the winter actions of both players.
        group: The group that a siege or blockade had stopped.
        waiting: Units that wait for a returning battle of their own, see `opponents`.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Plataean army", hel.Side.ATHENS, hel.Kind.FOOT, "Boeotia", home="Plataea")
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"),
        ...     cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),),
        ...     units=(army,),
        ... )
        >>> print(hel.enters_unopposed(position, hel.Returning("Plataea", ("Plataean army",))))
        Yes. After the enemy's winter actions nobody besieges Plataea any more [HEL 9.3.1e].
    """
    against = opponents(position, group.city, by_sea=group.by_sea, waiting=waiting)
    does = "blockades" if group.by_sea else "besieges"
    still = listing(against)
    return decide(
        Finding(
            not against,
            "HEL 9.3.1e",
            yes=f"after the enemy's winter actions nobody {does} {group.city} any more",
            no=f"{still} still {verb_of([unit.name for unit in against], does, does[:-1])} {group.city}",
        )
    )


@implements("HEL 9.3.1h")
def is_uncoordinated(groups: int) -> Ruling:
    """Whether the rule for uncoordinated attacks comes into play: several groups fight for the same city [HEL 9.3.1h].

    What that rule (5.4.1) does is not in this text.

    Raises:
        ImpossibleSituation: If there is no group at all.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.is_uncoordinated(1))
        No. 1 group tries to get into the city [HEL 9.3.1h].
    """
    if type(groups) is not int or groups < 1:
        raise ImpossibleSituation("groups", groups, "1 or more", "HEL 9.3.1h")
    told = "1 group tries to get into the city" if groups == 1 else f"{groups} groups try to get into the city"
    return decide(Finding(groups >= GROUPS_TO_COORDINATE, "HEL 9.3.1h", yes=told, no=told))


@implements("HEL 9.3.1i", "HEL 9.3.1j")
def must_disband_after_battle(*, in_friendly_city: bool, supplied: bool) -> Ruling:
    """Whether a unit that survived a winter battle, won or lost, must be disbanded [HEL 9.3.1i] [HEL 9.3.1j].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.must_disband_after_battle(in_friendly_city=False, supplied=True))
        No. The unit is supplied [HEL 9.3.1j].
    """
    safe = "the unit is in a friendly city" if in_friendly_city else "the unit is supplied"
    lost = not (in_friendly_city or supplied)
    outside = "the unit is outside friendly cities and not supplied"
    return decide(Finding(lost, "HEL 9.3.1i" if lost else "HEL 9.3.1j", yes=outside, no=safe))


@implements("HEL 9.3.2a", "HEL 9.3.2b")
def may_sortie(position: Position, units: Collection[str], city: str) -> Ruling:
    """Whether units may sortie from a city: they are besieged in it; it costs no action [HEL 9.3.2a] [HEL 9.3.2b].

    Raises:
        NotInThisText: If a fleet would sortie, or the city is blockaded only.
        ImpossibleSituation: If no besieger is supplied: none of them is there by now [HEL 9.3h].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Plataean army", hel.Side.ATHENS, hel.Kind.FOOT, "Plataea")
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"),
        ...     cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),),
        ...     units=(army,),
        ... )
        >>> print(hel.may_sortie(position, ["Plataean army"], "Plataea"))
        No. Plataea is not besieged [HEL 9.3.2a].
    """
    check_once("units", units, "HEL 9.3.2a")
    who = [position.unit_on_map(name, "HEL 9.3.2a") for name in units]
    besieged = position.siege_of(city) is not None
    _check_besieged_by_land(position, city)
    away = [unit for unit in who if unit.at != city]
    if any(unit.is_fleet for unit in who) and not away:
        raise NotInThisText("whether a besieged fleet may sortie, and against whom", "HEL 9.3.2c")
    inside, missing = listing(who), listing(away)
    out = (
        f"{missing} {verb_of([unit.name for unit in away], 'is', 'are')} not in {city}" if away else "nobody comes out"
    )
    free = "a sortie costs no action"
    if besieged and who and not away:
        _check_kept_up(position, city, by_sea=False)
    return decide(
        Finding(besieged, "HEL 9.3.2a", yes=f"{city} is besieged", no=f"{city} is not besieged"),
        Finding(
            bool(who) and not away,
            "HEL 9.3.2a",
            yes=f"{inside} {verb_of([unit.name for unit in who], 'is', 'are')} in {city}",
            no=out,
        ),
        Finding(True, "HEL 9.3.2b", yes=free, no=free),
    )


@implements("HEL 9.3.2b")
def sortie_cost(sorties: int) -> int:
    """The actions that so many sorties cost in Winter: none [HEL 9.3.2b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.sortie_cost(3)
        0
    """
    if type(sorties) is not int or sorties < 0:
        raise ImpossibleSituation("sorties", sorties, "0 or more", "HEL 9.3.2b")
    return sorties * SORTIE_COST


@implements("HEL 9.3.2c")
def sortie_targets(position: Position, city: str, *, waiting: Collection[str] = ()) -> tuple[Unit, ...]:
    """The units that a sortie attacks: the besiegers in the area around the city, nobody else [HEL 9.3.2c].

    Args:
        position: The position after the winter actions of both players.
        city: The besieged city.
        waiting: Units that wait for a returning battle of their own, see `opponents`.

    Raises:
        NotInThisText: If the city is blockaded only; a sortie against blockaders is not in this text.

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"), cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),)
        ... )
        >>> hel.sortie_targets(position, "Plataea")
        ()
    """
    _check_besieged_by_land(position, city)
    return opponents(position, city, waiting=waiting)


@implements("HEL 9.3.1g")
def prestige_for_winter_battle(outcome: Outcome) -> Mapping[Side, int]:
    """The Prestige that each side gains by a winter battle: as usual [HEL 9.3.1g].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.prestige_for_winter_battle(hel.Outcome(hel.Side.ATHENS))
        {Side.ATHENS: 2, Side.SPARTA: 0}
    """
    return {side: PRESTIGE_FOR_VICTORY if side is outcome.winner else 0 for side in Side}


@implements("HEL 9.3c", "HEL 9.3f")
def relief_order(
    position: Position, first: Side, battles: Sequence[ReturningBattle | Sortie]
) -> tuple[ReturningBattle | Sortie, ...]:
    """The battles of the phase in their order: the first player's returning battles, his sorties, then the other's.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.relief_order(hel.Position(), hel.Side.SPARTA, [])
        ()
    """

    def turn(battle: ReturningBattle | Sortie) -> tuple[bool, bool]:
        return position.city(battle.city).controller is not first, isinstance(battle, Sortie)

    return tuple(sorted(battles, key=turn))


@implements("HEL 9.3c", "HEL 9.3d", "HEL 9.3f", "HEL 9.3g", "HEL 9.3.1d", "HEL 9.3.1e", "HEL 9.3.1i", "HEL 9.3.2a")
def relief(
    position: Position,
    *,
    first: Side,
    returning: Sequence[Returning] = (),
    battles: Sequence[ReturningBattle | Sortie] = (),
    outside: Mapping[str, Sequence[str]] | None = None,
) -> Relief:
    """The whole siege-relief phase, from the groups that enter unopposed to the disbanding of those left outside.

    Args:
        position: The position after the winter actions of both players.
        first: The first player.
        returning: The groups that a siege or a blockade had stopped before their home city.
        battles: The battles that are fought, in any order; a group without one declines [HEL 9.3g].
        outside: For a city that overflows, the units that its owner leaves outside [HEL 9.2.1.3d].

    Returns:
        The position after the phase, what happened, who attacked, and the Prestige that was gained.

    Raises:
        ImpossibleSituation: If a battle may not be fought, or its outcome cannot be.
        NotInThisText: If the outcome leaves open where beaten units retreat to (6.4), or what becomes of units on
            board of an eliminated fleet.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.relief(hel.Position(), first=hel.Side.SPARTA).steps
        ()
    """
    check_once("returning", (name for group in returning for name in group.units), "HEL 9.3.1a")
    for group in returning:
        for name in group.units:
            check_destination(position, position.unit_on_map(name, "HEL 9.3.1a"), group.city)
    _check_sorties(battles)
    pending = list(returning)
    waiting = frozenset(name for group in returning for name in group.units)
    beaten = frozenset(name for battle in battles if not _attackers_won(position, battle) for name in battle.units)
    now = _let_in(Relief(position, prestige=dict.fromkeys(Side, 0)), pending, waiting)
    for side in (first, first.enemy):
        for battle in relief_order(position, first, battles):
            if position.city(battle.city).controller is side:
                now = _let_in(_fought(now, side, battle, pending, waiting), pending, waiting)
        now = _settled(now, side, outside or {}, waiting, beaten)
    return now


def _attackers_won(position: Position, battle: ReturningBattle | Sortie) -> bool:
    return battle.outcome.winner is position.city(battle.city).controller


def _check_sorties(battles: Sequence[ReturningBattle | Sortie]) -> None:
    """Whether the besieged may come out again is not told."""
    from_city = [battle.city for battle in battles if isinstance(battle, Sortie)]
    for city in from_city:
        if from_city.count(city) > 1:
            raise NotInThisText(f"whether a second sortie may be made from {city} in the same Winter", "HEL 9.3.2a")


def _let_in(now: Relief, pending: list[Returning], waiting: Collection[str]) -> Relief:
    """The phase after every group has entered whose way home is free now."""
    for group in tuple(pending):
        if enters_unopposed(now.position, group, waiting=waiting):
            now = _placed(now, group.units, group.city, "HEL 9.3.1e")
            pending.remove(group)
    return now


def _fought(
    now: Relief, side: Side, battle: ReturningBattle | Sortie, pending: list[Returning], waiting: Collection[str]
) -> Relief:
    """The phase after one more battle."""
    position = now.position
    if isinstance(battle, Sortie):
        against, begun = _begin_sortie(position, battle, waiting)
    else:
        against, begun = _begin_return(position, battle, pending, waiting)
    after = _after_losses(position, battle, against)
    for units, owner in ((battle.units, side), ([unit.name for unit in against], side.enemy)):
        if owner is battle.outcome.winner and all(after[name].at == LOST for name in units):
            raise ImpossibleSituation("winner", owner, "a side that has a unit left", "HEL 6.3.4a")
    gained = prestige_for_winter_battle(battle.outcome)
    winner = battle.outcome.winner
    begun += (Reason(f"{winner} wins the {battle} and gains {gained[winner]} Prestige", "HEL 9.3.1g"),)
    fought = Relief(
        position.with_units(*after.values()),
        now.steps + begun,
        now.activated + battle.units,
        {each: now.prestige[each] + gained[each] for each in Side},
    )
    return _left_the_field(fought, side, battle, [unit.name for unit in against])


def _begin_return(
    position: Position, battle: ReturningBattle, pending: list[Returning], waiting: Collection[str]
) -> tuple[tuple[Unit, ...], tuple[Reason, ...]]:
    """Who opposes a returning battle, and how it begins."""
    for group in battle.groups:
        stopped = next((each for each in pending if each.is_the_same_as(group)), None)
        if stopped is None:
            raise ImpossibleSituation("groups", listing(group.units), _who_may_fight(pending), "HEL 9.3.1a")
        pending.remove(stopped)
    for name in battle.units:
        may_fight_for(position, name, battle.city).require("battles", str(battle))
    against = opponents(position, battle.city, by_sea=battle.by_sea, waiting=waiting)
    steps = [_told(position, battle, against, "HEL 9.3.1c" if battle.by_sea else "HEL 9.3.1a")]
    together = is_uncoordinated(len(battle.groups))
    return against, (*steps, *(together.because if together else ()))


def _who_may_fight(pending: Sequence[Returning]) -> str:
    groups = listing((f"{listing(group.units)} before {group.city}" for group in pending), "or", "no group")
    return f"a group that was stopped and has yet to fight: {groups}"


def _begin_sortie(
    position: Position, battle: Sortie, waiting: Collection[str]
) -> tuple[tuple[Unit, ...], tuple[Reason, ...]]:
    """Who is attacked by a sortie, and how it begins."""
    may_sortie(position, battle.units, battle.city).require("battles", str(battle))
    against = sortie_targets(position, battle.city, waiting=waiting)
    return against, (_told(position, battle, against, "HEL 9.3.2a"),)


def _told(position: Position, battle: ReturningBattle | Sortie, against: Sequence[Unit], rule: str) -> Reason:
    attack = verb_of(battle.units, "attacks", "attack")
    return Reason(f"{battle}: {listed(battle.units)} {attack} {listing(against)}", rule)


def _after_losses(position: Position, battle: ReturningBattle | Sortie, against: Sequence[Unit]) -> dict[str, Unit]:
    """All units of a battle with the steps that it left them."""
    units = {name: position.unit(name) for name in (*battle.units, *(unit.name for unit in against))}
    after = {}
    for name, lost in battle.outcome.losses.items():
        if name not in units:
            raise ImpossibleSituation("losses", name, f"a unit of the {battle}", "HEL 9.3.1f")
        if type(lost) is not int or not 0 <= lost <= units[name].steps:
            raise ImpossibleSituation("losses", lost, f"0 to {units[name].steps} steps of {name}", "HEL 9.3.1f")
    for name, unit in units.items():
        steps = unit.steps - battle.outcome.losses.get(name, 0)
        at, aboard = (unit.at, unit.aboard) if steps else (LOST, "")
        after[name] = dataclasses.replace(unit, steps=steps, full=unit.full_steps, at=at, aboard=aboard)
    for unit in position.units:
        carrier = after.get(unit.aboard)
        if carrier and carrier.at == LOST and after.get(unit.name, unit).at != LOST:
            raise NotInThisText(f"what becomes of {unit} on board of {carrier}, which is eliminated", "HEL 9.3.1f")
    return after


def _left_the_field(now: Relief, side: Side, battle: ReturningBattle | Sortie, against: Sequence[str]) -> Relief:
    """Retreats, and the entry of those who won their way home."""
    won = battle.outcome.winner is side
    beaten = against if won else battle.units
    routed = [name for name in battle.outcome.retreats if name not in beaten]
    for name in routed:
        if name not in (*battle.units, *against):
            raise ImpossibleSituation("retreats", name, f"a unit of the {battle}", "HEL 9.3.1f")
    leaving = [name for name in (*beaten, *routed) if now.position.unit(name).at != LOST]
    if isinstance(battle, Sortie):
        for name in (name for name in leaving if name in battle.units):
            now = _back_inside(now, battle, name)
        leaving = [name for name in leaving if name not in battle.units]
    before = {unit.name: unit.at for unit in now.position.units}
    now = _retreated(now, battle, leaving)
    if won and isinstance(battle, ReturningBattle):
        after = {unit.name: unit.at for unit in now.position.units}
        entering = [name for name in battle.units if after[name] == before[name] != LOST]
        now = _placed(now, entering, battle.city, "HEL 9.3.1d")
    return _siege_over(now, battle)


def _retreated(now: Relief, battle: ReturningBattle | Sortie, names: Sequence[str]) -> Relief:
    """Units after their retreat, which the players tell; what a fleet carries goes where it goes."""
    position = now.position
    carried = [unit.name for unit in position.units if unit.aboard in names and unit.name not in names]
    to = {}
    for unit in map(position.unit, (*names, *carried)):
        place = battle.outcome.retreats.get(unit.name) or battle.outcome.retreats.get(unit.aboard)
        if place is None:
            raise NotInThisText(
                f"where {does(unit.name, 'retreats', 'retreat')} to after the {battle}",
                "HEL 9.3.1f",
                where="6.4",
            )
        if place == unit.at:
            raise ImpossibleSituation("retreats", place, f"another place than where {unit} fought", "HEL 9.3.1f")
        aboard = unit.aboard if position.is_sea(place) else ""
        to[unit.name] = dataclasses.replace(unit, at=place, aboard=aboard)
    told = (Reason(f"{does(unit.name, 'retreats', 'retreat')} to {unit.at}", "HEL 9.3.1f") for unit in to.values())
    return _then(now, position.with_units(*to.values()), *told)


def _check_besieged_by_land(position: Position, city: str) -> None:
    """The text knows no sortie against ships."""
    if position.siege_of(city) is None and position.blockade_of(city) is not None:
        raise NotInThisText("whether a sortie may be made against a blockade", "HEL 9.3.2c")


def _back_inside(now: Relief, battle: ReturningBattle | Sortie, name: str) -> Relief:
    """A unit that sortied and was beaten goes back into its city."""
    to = battle.outcome.retreats.get(name, battle.city)
    if to != battle.city:
        raise ImpossibleSituation("retreats", to, f"{battle.city}, from which {called(name)} sortied", "HEL U1b")
    return _then(now, now.position, Reason(f"{does(name, 'goes', 'go')} back into {battle.city}", "HEL U1b"))


def _placed(now: Relief, names: Sequence[str], city: str, rule: str) -> Relief:
    """Units that enter a city."""
    entering = [dataclasses.replace(now.position.unit(name), at=city, aboard="") for name in names]
    if not entering:
        return now
    enter = verb_of(names, "enters", "enter")
    told = Reason(f"{listing(entering)} {enter} {city} at once", rule)
    return _then(now, now.position.with_units(*entering), told)


def _siege_over(now: Relief, battle: ReturningBattle | Sortie) -> Relief:
    """Tell that a siege or blockade has ended, if no enemy is left who keeps it up."""
    by_sea = isinstance(battle, ReturningBattle) and battle.by_sea
    left = now.position.blockade_of(battle.city) if by_sea else now.position.siege_of(battle.city)
    if left is not None:
        return now
    word = "blockade" if by_sea else "siege"
    return _then(now, now.position, Reason(f"the {word} of {battle.city} is broken", "HEL 9.3d"))


def _settled(
    now: Relief,
    side: Side,
    outside: Mapping[str, Sequence[str]],
    waited: Collection[str],
    beaten: Collection[str],
) -> Relief:
    """A player's part of the phase when it ends: no city overflows, and who is outside unsupplied is disbanded."""
    position = now.position
    for city in position.cities:
        if city.controller is side and in_excess(position, city.name):
            position = left_outside(position, city.name, outside.get(city.name, ()))
            told = Reason(f"{listed(outside[city.name])} must stay outside {city.name}", "HEL 9.2.1.3d")
            now = _then(now, position, told)
    gone = disband_after_battles(position, side, waited=waited, beaten=beaten)
    return dataclasses.replace(now, position=gone.position, steps=now.steps + gone.steps)


def _then(now: Relief, position: Position, *steps: Reason) -> Relief:
    return dataclasses.replace(now, position=position, steps=now.steps + steps)


def _article(kind: BattleKind) -> str:
    return str(kind) if kind is BattleKind.ATTRITION else f"a {kind}"
