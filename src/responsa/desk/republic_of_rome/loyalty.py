"""Will the legions follow, and what does it cost? The dice, the money, and the exact odds [ROR 1.11.31]."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from responsa import republic_of_rome as ror
from responsa.desk.answers import Answer, Because, Plot, Table
from responsa.desk.fields import Choice, Whole
from responsa.desk.form import Calculator, Group
from responsa.dice import percent
from responsa.rulings import Reason

_SHOWN: Final = 14
"""Talents that the plot shows at most."""


def answer(values: Mapping[str, Any]) -> Answer:
    """What to spend on which legions, and what each talent buys."""
    chance = Fraction(values["chance"], 100)
    way = ror.cheapest_way(
        _needed(values),
        ordinary=values["ordinary"],
        veterans=values["veterans"],
        age=ror.Age(values["age"]),
        chance=chance,
    )
    most = values["ordinary"] + values["veterans"]
    headline, said = _verdict(values, way, _best(values, min(values["money"], most)))
    end = min(most, max(_SHOWN, way.talents if way else 0))
    ways = [_best(values, talents) for talents in range(end + 1)]
    own = "" if way is None else str(way.talents)
    title = "What money buys"
    rows = tuple((str(each.talents), each.on_ordinary, each.on_veterans, each.chance) for each in ways)
    return Answer(
        headline,
        said,
        (
            Because(_reasons(values)),
            Plot(
                f"{title}: the chance by talents spent",
                {str(each.talents): {"": each.chance} for each in ways},
                mark=own,
            ),
            Table(title, ("talents", "on ordinary", "on veterans", "chance"), rows, mark=own),
        ),
    )


def _needed(values: Mapping[str, Any]) -> int:
    """The strength that the dice must bring."""
    strength: int = values["strength"]
    return max(0, strength - ror.Force(ror.veterans(values["own"])).strength)


def _best(values: Mapping[str, Any], talents: int) -> ror.Spending:
    return ror.best_spending(
        talents,
        at_least=_needed(values),
        ordinary=values["ordinary"],
        veterans=values["veterans"],
        age=ror.Age(values["age"]),
    )


def _verdict(values: Mapping[str, Any], way: ror.Spending | None, affordable: ror.Spending) -> tuple[str, str]:
    wanted, money = f"{values['chance']} %", _talents(values["money"])
    best = f"With {money} the best chance is {percent(affordable.chance)}."
    if way is None:
        return f"No money buys {wanted}", best
    if way.talents > values["money"]:
        return f"It costs {_talents(way.talents)}, and you have {values['money']}", best
    if not way.talents:
        return "It costs nothing", f"They follow in {percent(way.chance)} without a talent."
    spent = [f"{way.on_ordinary} on ordinary legions"] * bool(way.on_ordinary)
    spent += [f"{way.on_veterans} on veterans"] * bool(way.on_veterans)
    return f"It costs {_talents(way.talents)}", f"Spend {' and '.join(spent)}: {percent(way.chance)}."


def _talents(count: int) -> str:
    return f"{count} talent{'' if count == 1 else 's'}"


def _reasons(values: Mapping[str, Any]) -> tuple[Reason, ...]:
    """Who is rolled for, on what a legion follows, and what a talent does."""
    commander = ror.Senator("the commander")
    kinds = (
        ("ordinary", "ordinary legions: ", ror.legions(1)),
        ("veterans", "veterans of others: ", ror.veterans(1)),
        ("own", "his own veterans: ", ror.veterans(1, of=commander.name)),
    )
    found = []
    for name, label, (legion,) in kinds:
        if values[name]:
            ruling = ror.must_be_rolled_for(legion, commander=commander)
            rolled = "a die is rolled for each" if ruling else "follow without a roll"
            found.append(Reason(f"{label}{rolled}", ruling.because[0].rule))
    return (*found, *ror.loyalty_told(ror.Age(values["age"])))


CALCULATOR: Final = Calculator(
    "loyalty",
    "ROR",
    (
        Group(
            "The army",
            (
                Choice("age", "Age", "Middle Republic", "ROR 1.11.31", {str(age): str(age) for age in ror.Age}),
                Whole("ordinary", "Ordinary legions", "8", "ROR 1.11.31a", most=25),
                Whole("veterans", "Veterans of others or of nobody", "1", "ROR 1.11.31k", most=25),
                Whole("own", "The commander's own veterans", "1", "ROR 1.11.31i", most=25),
            ),
        ),
        Group(
            "What he wants",
            (
                Whole(
                    "strength",
                    "Strength of those who follow, at least",
                    "8",
                    "ROR 1.11.3h",
                    most=99,
                    help="Ordinary legions count 1, veterans 2.",
                ),
                Whole("chance", "With a chance of at least", "60", "ROR 1.11.31a", least=1, most=100, unit="%"),
                Whole("money", "Talents that he can spend", "5", "ROR 1.11.31f", most=200),
            ),
        ),
    ),
    answer,
    {"at_least": "strength", "legions": "ordinary"},
)
"""The calculator."""
