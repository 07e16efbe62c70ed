"""Disbanding: barbarians, the unsupplied, and those who may still fight their way home."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

from responsa import Finding, NotInThisText, Reason, Ruling, Told, Words, decide, implements
from responsa.hellenes._naming import verb_of
from responsa.hellenes.board import POOL, Position, Returning, Side, Unit
from responsa.hellenes.over_wintering import survives
from responsa.values import dataclass


class Fate(Words):
    """What Winter does to a unit where it stands."""

    SURVIVES = "survives"
    DISBANDED = "disbanded"
    WAITS = "waits for its battle"


@dataclass(frozen=True)
class Disbanded(Told):
    """The position after disbanding, and who was disbanded and why."""

    position: Position
    steps: tuple[Reason, ...]
    units: tuple[str, ...]


@implements("HEL 9.2.4d", "HEL 9.2.4f", "HEL 9.3h")
def may_wait_for_battle(position: Position, name: str, returning: Collection[Returning]) -> Ruling:
    """Whether an unsupplied unit is spared until its battle: only a Returning one whose battle is ahead [HEL 9.2.4f].

    Args:
        position: The position.
        name: The unit.
        returning: The groups that a siege or a blockade has stopped before their home city.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> print(hel.may_wait_for_battle(hel.Position(areas=hel.areas("Attica"), units=(army,)), "Theban army", []))
        No. The Theban army has no returning battle ahead [HEL 9.2.4f].
    """
    unit = position.unit_on_map(name, "HEL 9.2.4f")
    ahead = any(name in group.units and _still_opposed(position, group) for group in returning)
    return decide(
        Finding(not unit.barbarian, "HEL 9.2.4a", yes=f"{unit.be} Greek", no=f"{unit.be} a barbarian unit"),
        Finding(
            ahead,
            "HEL 9.2.4f",
            yes=f"{unit.be} Returning and may have a battle ahead",
            no=f"{unit.have} no returning battle ahead",
        ),
    )


@implements("HEL 9.2.4a", "HEL 9.2.4c", "HEL 9.2.4d", "HEL 9.2.4f")
def winter_fate_of(*, barbarian: bool, in_friendly_city: bool, supplied: bool, returning: bool) -> Fate:
    """What becomes of a unit when its owner ends his winter actions, by what matters alone.

    Args:
        barbarian: Whether it is a barbarian unit.
        in_friendly_city: Whether it is in a friendly city, within the capacity.
        supplied: Whether it is supplied.
        returning: Whether it is Returning and a siege or a blockade has stopped it before its home city.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.winter_fate_of(barbarian=False, in_friendly_city=False, supplied=False, returning=True))
        waits for its battle
    """
    if barbarian:
        return Fate.DISBANDED
    if in_friendly_city or supplied:
        return Fate.SURVIVES
    return Fate.WAITS if returning else Fate.DISBANDED


@implements("HEL 9.2.4d", "HEL 9.2.4f", "HEL 9.2.2d")
def winter_fate(position: Position, name: str, returning: Collection[Returning] = ()) -> Fate:
    """What becomes of a unit when its owner ends his winter actions.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Thracian army", hel.Side.ATHENS, hel.Kind.FOOT, "Athens", barbarian=True)
        >>> athens = hel.City("Athens", 3, "Attica", hel.Side.ATHENS)
        >>> print(
        ...     hel.winter_fate(
        ...         hel.Position(areas=hel.areas("Attica"), cities=(athens,), units=(army,)), "Thracian army"
        ...     )
        ... )
        disbanded
    """
    unit = position.unit_on_map(name, "HEL 9.2.4c")
    return winter_fate_of(
        barbarian=unit.barbarian,
        in_friendly_city=bool(survives(position, name)) and not unit.supplied,
        supplied=unit.supplied,
        returning=bool(may_wait_for_battle(position, name, returning)),
    )


@implements("HEL 9.2.4a", "HEL 9.2.4c", "HEL 9.2.4d", "HEL 9.2.4f", "HEL 9.2.2d", "HEL 9.0h")
def must_disband(position: Position, name: str, returning: Collection[Returning] = ()) -> Ruling:
    """Whether a unit must be disbanded when its owner ends his winter actions.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> print(hel.must_disband(hel.Position(areas=hel.areas("Attica"), units=(army,)), "Theban army"))
        Yes. The Theban army is outside friendly cities and not supplied [HEL 9.2.4c].
    """
    lives = survives(position, name)
    waits = may_wait_for_battle(position, name, returning)
    why = (lives if lives or not waits else waits).because
    because = tuple(Reason(each.text, "HEL 9.2.4c" if each.rule == "HEL 9.0h" else each.rule) for each in why)
    return Ruling(not lives and not waits, because)


@implements("HEL 9.2.4b")
def disbanded(unit: Unit) -> Unit:
    """The unit in its owner's recruit pool [HEL 9.2.4b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.disbanded(hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")).at
        'the recruit pool'
    """
    return dataclasses.replace(unit, at=POOL, supplied=False, aboard="")


@implements("HEL 9.2.4a", "HEL 9.2.4b", "HEL 9.2.4c", "HEL 9.2.2d")
def disband_all(position: Position, side: Side, returning: Collection[Returning] = ()) -> Disbanded:
    """Disband all units of a player that must be, at the end of his winter actions.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> after = hel.disband_all(hel.Position(areas=hel.areas("Attica"), units=(army,)), hel.Side.SPARTA)
        >>> after.units
        ('Theban army',)
    """
    mine = [unit for unit in position.units if unit.side is side and unit.on_map]
    rulings = {unit.name: must_disband(position, unit.name, returning) for unit in mine}
    gone = [unit for unit in mine if rulings[unit.name]]
    why = {name: ruling.because[0] for name, ruling in rulings.items() if ruling}
    steps = [Reason(f"{unit.be} disbanded: {_it(why[unit.name].text, unit)}", why[unit.name].rule) for unit in gone]
    return Disbanded(to_the_pool(position, gone), tuple(steps), tuple(unit.name for unit in gone))


@implements("HEL 9.2.4e", "HEL 9.2.4g", "HEL 9.3.1i")
def disband_after_battles(
    position: Position, side: Side, *, waited: Collection[str] | None = None, beaten: Collection[str] = ()
) -> Disbanded:
    """Disband what is left of a player's units outside friendly cities and unsupplied, after the battles.

    Args:
        position: The position after the battles.
        side: The player.
        waited: The units that had waited for a battle [HEL 9.2.4e]; if it is not told, all had.
        beaten: The units that were beaten in their battle [HEL 9.2.4g]; all others survived it [HEL 9.3.1i].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Boeotia")
        >>> after = hel.disband_after_battles(hel.Position(areas=hel.areas("Boeotia"), units=(army,)), hel.Side.SPARTA)
        >>> print(after.steps[0])
        the Theban army is disbanded: it is outside friendly cities and not supplied [HEL 9.2.4e]
    """
    mine = [unit for unit in position.units if unit.side is side and unit.on_map]
    rulings = {unit.name: survives(position, unit.name) for unit in mine}
    gone = [unit for unit in mine if not rulings[unit.name]]

    def rule(unit: Unit) -> str:
        if unit.barbarian:
            return "HEL 9.2.4a"
        if unit.name in beaten:
            return "HEL 9.2.4g"
        return "HEL 9.2.4e" if waited is None or unit.name in waited else "HEL 9.3.1i"

    steps = tuple(
        Reason(f"{unit.be} disbanded: {_it(rulings[unit.name].because[0].text, unit)}", rule(unit)) for unit in gone
    )
    return Disbanded(to_the_pool(position, gone), steps, tuple(unit.name for unit in gone))


def _still_opposed(position: Position, group: Returning) -> bool:
    stand = position.blockade_of(group.city) if group.by_sea else position.siege_of(group.city)
    return stand is not None


def _it(text: str, unit: Unit) -> str:
    return text.replace(unit.be, verb_of([unit.name], "it is", "they are"), 1)


@implements("HEL 9.2.4b")
def to_the_pool(position: Position, gone: Collection[Unit]) -> Position:
    """The position after units were disbanded; what becomes of those on board of a fleet is not told [HEL 9.2.4b]."""
    names = {unit.name for unit in gone}
    for unit in position.units:
        if unit.aboard in names and unit.name not in names:
            raise NotInThisText(f"what becomes of {unit}, aboard a fleet that is disbanded", "HEL 9.2.4c")
    return position.with_units(*(disbanded(unit) for unit in gone))
