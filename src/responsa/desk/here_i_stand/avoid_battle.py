"""Can I avoid battle? Where to, and with what odds [HIS 13.3]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from responsa import here_i_stand as his
from responsa.desk.answers import Answer, Because, Plot, Table
from responsa.desk.fields import Checklist, Choice, Rows, Whole, YesNo
from responsa.desk.form import Calculator, Group
from responsa.desk.here_i_stand._pieces import LEADERS, MAJOR_POWERS, OWNERS, POWERS, SPACES, stack, ties
from responsa.dice import percent
from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.here_i_stand.board import connection_between
from responsa.here_i_stand.formations import units_text
from responsa.rulings import Ruling


def answer(values: Mapping[str, Any]) -> Answer:
    """Whether the group may try, the spaces around, and the chance."""
    power, space = his.Power(values["power"]), values["space"]
    his.Relations.of(_ties(values))
    connection_between(values["origin"], space)
    mover = stack(values["mover"], values["enemies"], cavalry=values["cavalry"])
    approach = his.Approach(mover, values["origin"], space)
    position = _position(values)
    ruling = his.may_avoid_battle(position, power, space, interceptors=_of_group(values, "came"))
    if not ruling:
        return Answer("No", parts=(Because(ruling.because),))
    around = position.board.adjacent(space, over_passes=True)
    choices = {target: _may_go(target, power, approach, position) for target in around}
    table = Table(f"The spaces around {space}", ("space", "may you go there?"), tuple(choices.items()))
    open_to = [target for target, choice in choices.items() if isinstance(choice, Ruling) and choice]
    if not open_to:
        nowhere = "You may try, but there is no space that you may go to for certain."
        return Answer("No", nowhere, (table, Because(ruling.because, "You may try, for")))
    return _chance(values, ruling, mover, table)


def _chance(values: Mapping[str, Any], ruling: Ruling, mover: his.Stack, table: Table) -> Answer:
    group = _group(values)
    without = his.avoids_without_dice(group, _of_group(values, "beaten"))
    if without:
        return Answer("Yes, without dice", parts=(Because(without.because + ruling.because), table))
    modifier = his.avoidance_modifier(group, mover)
    chance = his.chance_to_avoid(modifier)
    odds = his.odds_of_avoiding()
    rows = tuple((_signed(each), his.avoid_battle.SUCCESS - each, odds[each]) for each in odds)
    title = "The chance, by what is added to the dice"
    return Answer(
        f"Yes, and it works in {percent(chance)}",
        parts=(
            Because((*ruling.because, *his.avoidance_counted(group, mover))),
            table,
            Plot(title, {_signed(each): {"": odds[each]} for each in odds}, mark=_signed(modifier)),
            Table(title, ("added", "dice needed", "chance"), rows, mark=_signed(modifier)),
        ),
    )


def _may_go(target: str, power: his.Power, approach: his.Approach, position: his.Position) -> Ruling | str:
    try:
        return his.may_avoid_to(position, target, power, approach)
    except NotInThisText as error:
        return f"Not in this text: {error.question}"


def _group(values: Mapping[str, Any]) -> his.Stack:
    return stack(values["power"], values["units"], cavalry=values["riders"], leader=values["leader"])


def _of_group(values: Mapping[str, Any], name: str) -> his.Stack:
    """So many of the units as the field says."""
    if values[name] > values["units"]:
        rule = "HIS 13.3f" if name == "came" else "HIS 13.3.4g"
        raise ImpossibleSituation(name, values[name], f"at most the {units_text(values['units'])} there", rule)
    every = values[name] == values["units"]
    return stack(values["power"], values[name], cavalry=values["riders"] and every)


def _position(values: Mapping[str, Any]) -> his.Position:
    """The position as the enemy comes in."""
    space, rows = values["space"], values["around"]
    names = [row["place"] for row in rows]
    for number, name in enumerate(names):
        if name == space or name in names[:number]:
            raise ImpossibleSituation("around", name, f"each space once, and not {space}", "HIS 13.3.2a")
    there = f"{_group(values)}"
    besieged = values["besieged"]
    besiegers = f"{values['mover']}: {values['units'] + 1} regulars"  # no fewer could besiege them
    return his.Position.of(
        values["mover"],
        relations=_ties(values),
        stacks={space: besiegers if besieged else there}
        | {row["place"]: f"{row['stands']}: {row['count']} regulars" for row in rows if row["stands"] and row["count"]},
        inside={space: there} if besieged else {},
        control={row["place"]: row["control"] for row in rows if row["control"]},
        unrest=[row["place"] for row in rows if row["unrest"]],
    )


def _ties(values: Mapping[str, Any]) -> str:
    return ties(values["power"], values["allies"], tuple(dict.fromkeys((values["mover"], *values["foes"]))))


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


_SPACES = {"": "—"} | SPACES

CALCULATOR: Final = Calculator(
    "avoid-battle",
    "HIS",
    (
        Group(
            "Who comes",
            (
                Choice("mover", "Enemy power", "Ottoman", "HIS 3.2a", MAJOR_POWERS),
                Whole("enemies", "Land units", "8", "HIS 13.3.1a", least=1, most=40),
                Choice("origin", "From", "Pressburg", "HIS 13.3d", SPACES),
                Choice("space", "Into", "Vienna", "HIS 13.3.1a", SPACES),
                YesNo("cavalry", "Ottoman cavalry among them"),
            ),
        ),
        Group(
            "You",
            (
                Choice("power", "Your power", "Hapsburg", "HIS 3.2a", POWERS),
                Whole("units", "Land units that leave", "4", "HIS 13.3.3c", most=40),
                Choice("leader", "Best leader (rating)", "Ferdinand", "HIS 13.3.4b", LEADERS),
                Whole("came", "Of these, came in by interception", "0", "HIS 13.3f", most=40),
                Whole("beaten", "Of these, beaten in this impulse", "0", "HIS 13.3.4g", most=40),
                YesNo("riders", "Ottoman cavalry among them"),
                YesNo("besieged", "You are besieged there"),
            ),
        ),
        Group(
            "Friends and foes",
            (
                Checklist(
                    "allies", "Your allies", (), "HIS 9.2f", POWERS, help="Minor powers that are active for you too."
                ),
                Checklist("foes", "Your other enemies", (), "HIS 9.2f", POWERS),
            ),
        ),
        Group(
            "The spaces around",
            (
                Rows(
                    "around",
                    "Where they differ from the printed board",
                    ({"place": "Linz", "control": "", "unrest": "yes", "stands": "", "count": "0"},),
                    "HIS 13.3.2a",
                    (
                        Choice("place", "Space", "", "HIS 13.3.2a", _SPACES),
                        Choice("control", "Controlled by", "", "HIS 13.3a", OWNERS),
                        Choice("stands", "Units of", "", "HIS 13.3b", {"": "nobody"} | POWERS),
                        Whole("count", "How many", "0", "HIS 13.3b", most=40),
                        YesNo("unrest", "In unrest"),
                    ),
                    one="space",
                    most=8,
                ),
            ),
        ),
    ),
    answer,
    {
        "destination": "space",
        "relations": "power",
        "wars": "foes",
        "alliances": "allies",
        "minors": "allies",
        "inside": "besieged",
        "stacks": "around",
        "group": "units",
        "leaders": "leader",
        "active": "mover",
    },
)
"""The calculator."""
