"""What can my next throw do? [URR 2] [URR 3]."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

import ur

from responsa.desk.answers import Answer, Because, Table
from responsa.desk.fields import Choice, Name, Whole
from responsa.desk.form import Calculator, Group
from responsa.dice import percent
from responsa.rulings import Reason

_SIDES: Final = {str(side): str(side) for side in ur.Side}


def answer(values: Mapping[str, Any]) -> Answer:
    """How likely it is that a side can move at all, and what each throw allows."""
    table = ur.Table.of(values["light"], values["dark"], light_home=values["light_home"], dark_home=values["dark_home"])
    side = ur.Side(values["side"])
    rows = [(squares, ur.chance_of(squares), ur.moves(table, side, squares)) for squares in range(ur.DICE + 1)]
    stuck = sum((chance for _, chance, places in rows if not places), Fraction(0))
    return Answer(
        f"{str(side).capitalize()} can move with {percent(1 - stuck)} of the throws",
        "A throw that moves nothing passes the turn.",
        (
            Because(
                (
                    Reason("one piece moves by exactly the throw", "URR 3a"),
                    Reason("a side without a move passes", "URR 3g"),
                )
            ),
            Table(
                "What each throw allows",
                ("throw", "chance", "pieces that may move"),
                tuple((str(n), percent(chance), _places(places)) for n, chance, places in rows),
            ),
        ),
    )


def _places(places: tuple[int, ...]) -> str:
    return ", ".join("from hand" if place == 0 else f"on {place}" for place in places) or "none"


CALCULATOR: Final = Calculator(
    "next-throw",
    "URR",
    (
        Group("Whose throw", (Choice("side", "Side", "light", "URR 1a", _SIDES),)),
        Group(
            "Light",
            (
                Name("light", "Squares with a piece", "4 6", "URR 1b"),
                Whole("light_home", "Pieces home", "0", "URR 5a", most=7),
            ),
        ),
        Group(
            "Dark",
            (
                Name("dark", "Squares with a piece", "8", "URR 1b"),
                Whole("dark_home", "Pieces home", "0", "URR 5a", most=7),
            ),
        ),
    ),
    answer,
)
"""The calculator."""
