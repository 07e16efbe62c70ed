"""The winter planner: which units survive with so many actions, and what has to be paid [HEL 9.2]."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from responsa import hellenes as hel
from responsa.desk.answers import Answer, Because, Plot, Table
from responsa.desk.fields import Choice, Name, Rows, Whole, YesNo
from responsa.desk.form import Calculator, Group

_SHOWN: Final = 4
"""Actions whose worth is shown at least, so that a player sees what he lacks."""


def answer(values: Mapping[str, Any]) -> Answer:
    """The best plan, its steps, and what fewer or more actions would buy."""
    side, actions, position = hel.Side(values["side"]), values["actions"], _position(values)
    plan = hel.over_winter(position, side, actions)
    bought = hel.what_actions_buy(position, side, max(actions, _SHOWN))
    mine = len(plan.saved) + len(plan.lost)
    title = "What actions buy"
    return Answer(
        f"{len(plan.saved)} of {_units(mine)} {'survives' if len(plan.saved) == 1 else 'survive'}",
        _price(plan, actions),
        (
            Because(hel.plan_told(plan, position, side), "The plan", in_order=True),
            *_plot(title, bought, mine, plan),
        ),
    )


def _plot(title: str, bought: tuple[int, ...], mine: int, plan: hel.Plan) -> tuple[Plot | Table, ...]:
    rows = tuple((str(actions), saved) for actions, saved in enumerate(bought))
    own = str(plan.price)
    table = Table(title, ("actions", "Greek units that survive"), rows, mark=own)
    if not mine:
        return (table,)
    shares = {str(actions): {"": Fraction(min(saved, mine), mine)} for actions, saved in enumerate(bought)}
    return (Plot(f"{title}: the part of your units that survives", shares, mark=own), table)


def _price(plan: hel.Plan, actions: int) -> str:
    paid = f"It costs {_actions(plan.price)} of {actions}" if plan.price else "It costs no action"
    lost = f"; lost: {', '.join(plan.lost)}" if plan.lost else ""
    return f"{paid}{lost}."


def _units(count: int) -> str:
    return f"{count} unit{'' if count == 1 else 's'}"


def _actions(count: int) -> str:
    return f"{count} action{'' if count == 1 else 's'}"


def _position(values: Mapping[str, Any]) -> hel.Position:
    now = hel.Date(431, hel.Season.WINTER)
    cities = tuple(_city(row) for row in values["cities"])
    besieged = tuple(row["city"] for row in values["cities"] if row["besieged"])
    owners = {city.name: city.controller for city in cities}
    since = hel.Date(now.year, hel.Season.FALL)
    return hel.Position(
        now=now,
        areas=hel.areas(values["areas"]) if values["areas"] else (),
        seas=hel.seas(values["seas"]) if values["seas"] else (),
        cities=cities,
        units=tuple(_unit(row) for row in values["units"]),
        sieges=tuple(hel.Siege(name, owner.enemy, since) for name in besieged if (owner := owners[name])),
        forced_march=values["forced"],
        forced_sail=values["forced"],
    )


def _city(row: Mapping[str, Any]) -> hel.City:
    return hel.City(
        row["city"], row["size"], row["area"], hel.Side(row["owner"]), sea=row["sea"], port=bool(row["sea"])
    )


def _unit(row: Mapping[str, Any]) -> hel.Unit:
    kind, side = hel.Kind(row["kind"]), hel.Side(row["of"])
    name, barbarian = row["unit"], row["barbarian"]
    return hel.Unit(name, side, kind, row["at"], home=row["home"], steps=row["steps"], barbarian=barbarian)


_SIDES: Final = {str(side): str(side) for side in hel.Side}
_KINDS: Final = {str(kind): str(kind) for kind in hel.Kind}


def _army(
    unit: str, at: str, home: str = "", steps: str = "2", of: str = "Sparta", kind: str = "foot"
) -> dict[str, str]:
    return {"unit": unit, "of": of, "kind": kind, "at": at, "home": home, "steps": steps, "barbarian": ""}


CALCULATOR: Final = Calculator(
    "winter",
    "HEL",
    (
        Group(
            "You",
            (
                Choice("side", "Your side", "Sparta", "HEL 9.0d", _SIDES),
                Whole("actions", "Your actions", "1", "HEL 4.0a", most=8),
                Whole(
                    "forced",
                    "Areas that a forced move adds",
                    "",
                    "HEL 9.2.1.2d",
                    most=9,
                    optional=True,
                    help="This text does not say; left empty, no plan counts on one.",
                ),
            ),
        ),
        Group(
            "The map, as far as it matters",
            (
                Name(
                    "areas",
                    "Land areas",
                    "Attica - Boeotia - Phocis, Attica - Megaris",
                    "HEL 5a",
                    longest=600,
                    wide=True,
                    help="A dash is a border, a comma starts afresh.",
                ),
                Name(
                    "seas",
                    "Sea areas",
                    "Saronic Gulf - Aegean",
                    "HEL 9.2.1l",
                    longest=600,
                    wide=True,
                    help="An exclamation mark instead of the dash is a hazardous boundary.",
                ),
                Rows(
                    "cities",
                    "Cities",
                    (
                        {
                            "city": "Thebes",
                            "size": "2",
                            "area": "Boeotia",
                            "owner": "Sparta",
                            "sea": "",
                            "besieged": "",
                        },
                        {
                            "city": "Megara",
                            "size": "1",
                            "area": "Megaris",
                            "owner": "Sparta",
                            "sea": "Saronic Gulf",
                            "besieged": "",
                        },
                    ),
                    "HEL 1.3b",
                    (
                        Name("city", "City", "", "HEL 1.3b"),
                        Whole("size", "Size", "1", "HEL 1.3a", least=1, most=9),
                        Name("area", "In area", "", "HEL 9.2.1.1a"),
                        Choice("owner", "Held by", "Sparta", "HEL 1.3b", _SIDES),
                        Name("sea", "Port on sea", "", "HEL 9.0j"),
                        YesNo("besieged", "Besieged"),
                    ),
                    one="city",
                    most=20,
                ),
            ),
        ),
        Group(
            "The units",
            (
                Rows(
                    "units",
                    "Yours, and enemies in the way",
                    (
                        _army("Theban army", "Attica", "Thebes", "3"),
                        _army("Spartan army 1", "Attica", "", "4"),
                        _army("Spartan army 2", "Attica", "", "3"),
                        _army("Corinthian army", "Attica", "", "2"),
                        _army("Phocian army", "Phocis", "", "1"),
                        _army("Megarian fleet", "Aegean", "Megara", "2", kind="fleet"),
                    ),
                    "HEL 4.1a",
                    (
                        Name("unit", "Unit", "", "HEL 4.1a"),
                        Choice("of", "Side", "Sparta", "HEL 9.0d", _SIDES),
                        Choice("kind", "Kind", "foot", "HEL 5a", _KINDS),
                        Name("at", "Is at", "", "HEL 4.1a"),
                        Name("home", "Home city", "", "HEL 9.2.1.2a"),
                        Whole("steps", "Steps", "1", "HEL 6a", least=1, most=9),
                        YesNo("barbarian", "Barbarian"),
                    ),
                    one="unit",
                    most=30,
                    help="A unit is in a city, an area or a sea.",
                ),
            ),
        ),
    ),
    answer,
    {
        "places": "areas",
        "area": "cities",
        "size": "cities",
        "sea": "cities",
        "sieges": "cities",
        "by": "cities",
        "city": "cities",
        "at": "units",
        "home": "units",
        "aboard": "units",
        "outside": "units",
        "steps": "units",
        "unit": "units",
        "forced move": "forced",
    },
)
"""The calculator."""
