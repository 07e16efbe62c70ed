"""Winter supply, and what the actions that are left may buy: recruits and steps."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import Final

from responsa import Finding, ImpossibleSituation, NotInThisText, Reason, Ruling, Told, decide, implements
from responsa.hellenes._naming import does
from responsa.hellenes.board import POOL, Position, Unit
from responsa.hellenes.disbanding import disbanded
from responsa.hellenes.over_wintering import check_settled, shelters
from responsa.hellenes.winter_actions import Purse
from responsa.sentences import span
from responsa.values import dataclass

SUPPLY_COST: Final = 1
"""Actions that the supply of a unit costs [HEL 9.2.2b]."""


@dataclass(frozen=True)
class Spent(Told):
    """What came of spending actions: the position, the actions that are left, and what happened."""

    position: Position
    purse: Purse
    steps: tuple[Reason, ...]


@implements("HEL 9.2.2b")
def supply_cost(units: int) -> int:
    """The actions that it takes to supply so many units: one for each [HEL 9.2.2b].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.supply_cost(3)
        3
    """
    if type(units) is not int or units < 0:
        raise ImpossibleSituation("units", units, "0 or more", "HEL 9.2.2b")
    return SUPPLY_COST * units


@implements("HEL 9.2.2a")
def needs_supply(position: Position, name: str) -> Ruling:
    """Whether a unit needs supply to survive the Winter where it stands: it does outside friendly cities [HEL 9.2.2a].

    Raises:
        ImpossibleSituation: If its city is too full and the owner has not said who is outside [HEL 9.2.1.3d].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> print(hel.needs_supply(hel.Position(areas=hel.areas("Attica"), units=(army,)), "Theban army"))
        Yes. The Theban army is outside friendly cities [HEL 9.2.2a].
    """
    unit = position.unit_on_map(name, "HEL 9.2.2a")
    if unit.barbarian:
        return Ruling.no(f"nothing saves {unit}, a barbarian unit", "HEL 9.2.4a")
    check_settled(position, unit)
    inside = position.is_city(unit.at) and bool(shelters(position.city(unit.at), unit))
    return decide(
        Finding(
            not inside,
            "HEL 9.2.2a",
            yes=f"{unit.be} outside friendly cities",
            no=f"{unit.be} in {unit.at}, a friendly city",
        )
    )


@implements("HEL 9.2.2a", "HEL 9.2.2b", "HEL 9.2.2c")
def supply_units(position: Position, names: Collection[str], purse: Purse) -> Spent:
    """Supply units, an action each, and put an action marker face down on each of them [HEL 9.2.2c].

    Raises:
        ImpossibleSituation: If there are fewer actions than units, or a unit cannot be supplied: it is sheltered,
            supplied already, off the map, or a barbarian unit, which nothing saves [HEL 9.2.4a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> position = hel.Position(areas=hel.areas("Attica"), units=(army,))
        >>> hel.supply_units(position, ["Theban army"], hel.Purse(0))
        Traceback (most recent call last):
        responsa.ImpossibleSituation: actions is 1, expected at most 0, which are left [HEL 9.2.2b]
    """
    units = [position.unit(name) for name in dict.fromkeys(names)]
    for unit in units:
        _check_supplied(position, unit)
    who = f"{len(units)} unit{'' if len(units) == 1 else 's'} supplied"
    paid = purse.spend(supply_cost(len(units)), Reason(who, "HEL 9.2.2b"))
    steps = tuple(Reason(f"{unit.be} supplied in {unit.at}", "HEL 9.2.2c") for unit in units)
    after = position.with_units(*(dataclasses.replace(unit, supplied=True) for unit in units))
    return Spent(after, paid, steps)


@implements("HEL 9.2.3a", "HEL 9.2.3c")
def recruit(position: Position, unit: Unit, purse: Purse, *, cost: int | None = None) -> Spent:
    """Recruit a unit for actions that are not spent on supply [HEL 9.2.3a]; a barbarian unit goes at once [HEL 9.2.3c].

    Args:
        position: The position; a unit of that name may wait in the recruit pool, but not stand on the map.
        unit: The unit as it is set up.
        purse: The owner's actions.
        cost: What it costs; this text does not say, so the caller must.

    Raises:
        NotInThisText: If the cost is not given.
        ImpossibleSituation: If there are too few actions left, or the unit is on the map already.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Thracian army", hel.Side.ATHENS, hel.Kind.FOOT, "Attica", barbarian=True)
        >>> after = hel.recruit(hel.Position(areas=hel.areas("Attica")), army, hel.Purse(1), cost=1)
        >>> print(after.steps[-1])
        the Thracian army is a barbarian unit, disbanded at once [HEL 9.2.3c]
    """
    if cost is None:
        raise NotInThisText("what recruiting costs", "HEL 9.2.3a")
    if any(each.name == unit.name and each.at != POOL for each in position.units) or not unit.on_map:
        raise ImpossibleSituation("unit", unit.name, "a unit that is not on the map yet", "HEL 9.2.3a")
    recruited = Reason(f"{unit.be} recruited in {unit.at} for {_actions(cost)}", "HEL 9.2.3a")
    paid = purse.spend(cost, recruited)
    after = position.with_units(dataclasses.replace(unit, supplied=False))
    if not unit.barbarian:
        return Spent(after, paid, (recruited,))
    gone = Reason(f"{unit.be} a barbarian unit, disbanded at once", "HEL 9.2.3c")
    return Spent(after.with_units(disbanded(unit)), paid, (recruited, gone))


@implements("HEL 9.2.3b")
def reinforce(position: Position, name: str, steps: int, purse: Purse, *, cost: int | None = None) -> Spent:
    """Bring a unit back up in strength for actions that are not spent on supply [HEL 9.2.3b].

    Args:
        position: The position.
        name: The unit.
        steps: How many steps it gains; its full strength must be known.
        purse: The owner's actions.
        cost: What it costs; this text does not say, so the caller must.

    Raises:
        NotInThisText: If the cost is not given.
        ImpossibleSituation: If the unit would exceed its full strength, or there are too few actions left.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Boeotia", steps=1, full=3)
        >>> position = hel.Position(areas=hel.areas("Boeotia"), units=(army,))
        >>> hel.reinforce(position, "Theban army", 2, hel.Purse(1), cost=1).position.unit("Theban army").steps
        3
    """
    unit = position.unit(name)
    most = unit.full_steps - unit.steps
    if type(steps) is not int or not 1 <= steps <= most or not unit.on_map:
        whole = f"no step, for {unit.be} at full strength"
        lacking = f"{span(1, most)}, what {unit} lacks" if most else whole
        raise ImpossibleSituation("steps", steps, lacking, "HEL 9.2.3b")
    if cost is None:
        raise NotInThisText("what a step costs", "HEL 9.2.3b")
    gained = Reason(
        f"{does(unit.name, 'gains', 'gain')} {steps} step{'' if steps == 1 else 's'} for {_actions(cost)}",
        "HEL 9.2.3b",
    )
    paid = purse.spend(cost, gained)
    return Spent(position.with_units(dataclasses.replace(unit, steps=unit.steps + steps)), paid, (gained,))


def _check_supplied(position: Position, unit: Unit) -> None:
    if unit.barbarian:
        raise ImpossibleSituation("units", unit.name, "Greek units: nothing saves a barbarian unit", "HEL 9.2.4a")
    if unit.supplied or not needs_supply(position, unit.name):
        expected = "unsupplied units outside friendly cities"
        raise ImpossibleSituation("units", unit.name, expected, "HEL 9.2.2a")


def _actions(cost: int) -> str:
    return f"{cost} action{'' if cost == 1 else 's'}"
