"""Winter sieges: storms and attrition in the last phase of Winter."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import Final

from responsa import Finding, ImpossibleSituation, Reason, Ruling, Told, decide, implements
from responsa.checks import check_once
from responsa.hellenes._naming import does, listed, verb_of
from responsa.hellenes.board import LOST, City, Position, Season, Side, Siege, Unit
from responsa.hellenes.double_defense import WalledBlock
from responsa.hellenes.siege_combat import SiegeMethod, attrition_steps, is_established, take_attrition
from responsa.hellenes.siege_relief import check_can_oppose
from responsa.sentences import count
from responsa.values import dataclass

GARRISON: Final = "garrison"
"""The name of a city's own garrison among the besieged blocks of that city."""


@implements("HEL 9.4e", "HEL 9.4b")
@dataclass(frozen=True)
class Attrition:
    """A besieger's choice to starve a city: his dice, one for each besieged block [HEL 9.4e].

    Attributes:
        city: The besieged city.
        dice: The dice.
        chosen: If it matters which of several equally large blocks loses the last step, those that do [HEL 8e].
    """

    city: str
    dice: tuple[int, ...]
    chosen: tuple[str, ...] = ()


@implements("HEL 9.4e", "HEL 9.4b")
@dataclass(frozen=True)
class Storm:
    """A besieger's choice to storm a city, and what the fight cost; the players tell it [HEL 9.4e].

    Attributes:
        city: The besieged city.
        units: The besiegers that storm.
        losses: Steps lost, by the names of the blocks on either side.
    """

    city: str
    units: tuple[str, ...]
    losses: Mapping[str, int] = field(default_factory=dict)


@implements("HEL 9.4b")
@dataclass(frozen=True)
class Sieges(Told):
    """The phase of siege battles when it is over: the position, what happened, and who attacked."""

    position: Position
    steps: tuple[Reason, ...] = ()
    activated: tuple[str, ...] = ()


@implements("HEL 9.4a")
def may_be_activated(unit: str, *, activated: Collection[str]) -> Ruling:
    """Whether a unit may be activated for a siege battle: not if it attacked in the siege-relief phase [HEL 9.4a].

    Who only defended there was not activated.

    Args:
        unit: The unit.
        activated: The units that were activated in the siege-relief phase.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_be_activated("Theban army", activated=["Theban army"]))
        No. The Theban army was activated among the siege-relief battles [HEL 9.4a].
    """
    return decide(
        Finding(
            unit not in activated,
            "HEL 9.4a",
            yes=f"{does(unit, 'was', 'were')} not activated among the siege-relief battles",
            no=f"{does(unit, 'was', 'were')} activated among the siege-relief battles",
        )
    )


@implements("HEL 9.4d", "HEL 9.4b")
def may_fight_siege(position: Position, player: Side, city: str, *, activated: Collection[str] = ()) -> Ruling:
    """Whether a player may fight a siege battle at a city: he had established the siege before this season [HEL 9.4d].

    Args:
        position: The position.
        player: The player who would attack.
        city: The city.
        activated: The units that were activated in the siege-relief phase; one of the besiegers must not be
            [HEL 9.4a].

    Raises:
        ImpossibleSituation: If it is Winter and a besieger is not supplied: he has gone by now [HEL 9.3h].

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"), cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),)
        ... )
        >>> print(hel.may_fight_siege(position, hel.Side.SPARTA, "Plataea"))
        No. Sparta does not besiege Plataea [HEL 9.4b].
    """
    siege = position.siege_of(city)
    if siege is None or siege.by is not player:
        return Ruling.no(f"{player} does not besiege {city}", "HEL 9.4b")
    if not besieged_blocks(position, city):
        return Ruling.no(f"nobody is left in {city}", "HEL 9.4b")
    if all(unit.name in activated for unit in position.besiegers(city)):
        return Ruling.no(f"every besieger of {city} was activated among the siege-relief battles", "HEL 9.4a")
    old = is_established(siege, now=position.now)
    if old and position.now.season is Season.WINTER:
        check_can_oppose(position.besiegers(city), city)
    return Ruling(old.answer, (Reason(old.because[0].text, "HEL 9.4d"),))


@implements("HEL 9.4b", "HEL 9.4c")
def siege_order(position: Position, first: Side) -> tuple[Siege, ...]:
    """The sieges at which a siege battle is possible: the first player's, then the second player's [HEL 9.4c].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.siege_order(hel.Position(), hel.Side.SPARTA)
        ()
    """
    ready = [siege for siege in position.sieges if may_fight_siege(position, siege.by, siege.city)]
    return tuple(sorted(ready, key=lambda siege: siege.by is not first))


@implements("HEL 9.4e")
def siege_options(
    position: Position, player: Side, city: str, *, activated: Collection[str] = ()
) -> tuple[SiegeMethod, ...]:
    """What the besieger may do at a siege: storm or attrition; he may also leave it [HEL 9.4e].

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"), cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),)
        ... )
        >>> hel.siege_options(position, hel.Side.SPARTA, "Plataea")
        ()
    """
    return tuple(SiegeMethod) if may_fight_siege(position, player, city, activated=activated) else ()


@implements("HEL 9.4b")
def besieged_blocks(position: Position, city: str) -> tuple[WalledBlock, ...]:
    """The besieged blocks of a city, its garrison included, with their steps.

    Examples:
        >>> from responsa import hellenes as hel
        >>> position = hel.Position(
        ...     areas=hel.areas("Boeotia"), cities=(hel.City("Plataea", 1, "Boeotia", hel.Side.ATHENS),)
        ... )
        >>> hel.besieged_blocks(position, "Plataea")
        (WalledBlock(name='garrison', steps=1, half_lost=False),)
    """
    place = position.city(city)
    units = tuple(WalledBlock(unit.name, unit.steps) for unit in position.units_at(city))
    return units + ((WalledBlock(GARRISON, place.garrison),) if place.garrison else ())


@implements("HEL 9.4a", "HEL 9.4b", "HEL 9.4c", "HEL 9.4d", "HEL 9.4e")
def siege_battles(
    position: Position,
    *,
    first: Side,
    choices: Sequence[Attrition | Storm] = (),
    activated: Collection[str] = (),
) -> Sieges:
    """The whole phase of siege battles: first the first player's, then the second player's.

    Args:
        position: The position after the siege-relief phase.
        first: The first player.
        choices: What the besiegers do, in any order; a siege without a choice is left alone.
        activated: The units that were activated in the siege-relief phase.

    Raises:
        ImpossibleSituation: If a siege battle may not be fought, or what is told of it cannot be.
        NotInThisText: If attrition may fall on either of two equally large blocks and nobody has been chosen.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.siege_battles(hel.Position(), first=hel.Side.SPARTA).steps
        ()
    """
    if position.now.season is not Season.WINTER:
        raise ImpossibleSituation("season", position.now.season, "Winter", "HEL 9.4b")
    check_once("choices", (choice.city for choice in choices), "HEL 9.4e")
    by_city = {choice.city: choice for choice in choices}
    ready = siege_order(position, first)
    for city in by_city:
        _demand_siege(position, city, activated)
    now = Sieges(position)
    for siege in ready:
        choice = by_city.get(siege.city)
        if choice and now.position.siege_of(siege.city) is None:
            gone = f"the last besieger of {siege.city} has been eliminated before another city"
            raise ImpossibleSituation.because("choices", siege.city, gone, "HEL 9.4e")
        if isinstance(choice, Attrition):
            now = _starved(now, choice, siege.by, activated)
        elif choice is not None:
            now = _stormed(now, choice, siege.by, activated)
    return now


def _demand_siege(position: Position, city: str, activated: Collection[str]) -> None:
    """A siege battle is fought only at a siege that is ready for it."""
    siege = position.siege_of(city)
    if siege is None:
        raise ImpossibleSituation("choices", city, "a besieged city", "HEL 9.4b")
    may_fight_siege(position, siege.by, city, activated=activated).require("choices", city)


def _starved(now: Sieges, choice: Attrition, by: Side, activated: Collection[str]) -> Sieges:
    """The phase after an attrition."""
    besiegers = [unit.name for unit in now.position.besiegers(choice.city) if unit.name not in activated]
    blocks = besieged_blocks(now.position, choice.city)
    steps = attrition_steps(choice.dice, blocks=len(blocks), season=now.position.now.season)
    after = {block.name: block.steps for block in take_attrition(blocks, steps, chosen=choice.chosen)}
    begun = f"{by} starves {choice.city}: {count(len(blocks), 'die', 'dice')}, {count(steps, 'hit')}"
    lost = {block.name: block.steps - after[block.name] for block in blocks}
    told = (Reason(begun, "HEL 8d"), *_told(choice.city, lost, after, "HEL 8e"))
    return Sieges(_with_steps(now.position, choice.city, after), now.steps + told, (*now.activated, *besiegers))


def _stormed(now: Sieges, choice: Storm, by: Side, activated: Collection[str]) -> Sieges:
    """The phase after a storm."""
    position = now.position
    besiegers = {unit.name: unit.steps for unit in position.besiegers(choice.city)}
    if not choice.units or not set(choice.units) <= set(besiegers):
        raise ImpossibleSituation("units", choice.units, f"some of {listed(besiegers)}", "HEL 9.4e")
    for name in choice.units:
        may_be_activated(name, activated=activated).require("units", name)
    before = {name: besiegers[name] for name in choice.units}
    before |= {block.name: block.steps for block in besieged_blocks(position, choice.city)}
    for name, lost in choice.losses.items():
        if name not in before:
            raise ImpossibleSituation("losses", name, "a block of this storm", "HEL 8g")
        if type(lost) is not int or not 0 <= lost <= before[name]:
            raise ImpossibleSituation("losses", lost, f"0 to {before[name]} steps of {name}", "HEL 8g")
    after = {name: steps - choice.losses.get(name, 0) for name, steps in before.items()}
    begun = Reason(f"{by} storms {choice.city} with {listed(choice.units)}", "HEL 9.4e")
    told = (begun, *_told(choice.city, choice.losses, after, "HEL 8g"))
    return Sieges(_with_steps(position, choice.city, after), now.steps + told, (*now.activated, *choice.units))


def _told(city: str, lost: Mapping[str, int], after: Mapping[str, int], rule: str) -> tuple[Reason, ...]:
    """Who lost what, in sentences."""
    return tuple(
        Reason(f"{_loses(name, city)} {count(steps, 'step')}{_and_is_gone(name) if not after[name] else ''}", rule)
        for name, steps in lost.items()
        if steps
    )


def _loses(name: str, city: str) -> str:
    return f"the garrison of {city} loses" if name == GARRISON else does(name, "loses", "lose")


def _and_is_gone(name: str) -> str:
    return f" and {'is' if name == GARRISON else verb_of([name], 'is', 'are')} eliminated"


def _with_steps(position: Position, city: str, steps: Mapping[str, int]) -> Position:
    """The position with the steps that the blocks have left."""
    changed = [_with_steps_left(position.unit(name), left) for name, left in steps.items() if name != GARRISON]
    cities: Sequence[City] = [
        dataclasses.replace(each, garrison=steps.get(GARRISON, each.garrison)) if each.name == city else each
        for each in position.cities
    ]
    return dataclasses.replace(position.with_units(*changed), cities=tuple(cities))


def _with_steps_left(unit: Unit, steps: int) -> Unit:
    """The unit with so many steps; with none it is lost."""
    return dataclasses.replace(unit, steps=steps, full=unit.full_steps, at=unit.at if steps else LOST)
