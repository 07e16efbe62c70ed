"""The odds of a field battle before the dice are thrown [HIS 14]."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Final

from responsa import here_i_stand as his
from responsa.desk.answers import Answer, Because, Plot, Table
from responsa.desk.fields import Choice, Whole
from responsa.desk.form import Calculator, Group
from responsa.desk.here_i_stand._pieces import LEADERS, stack
from responsa.dice import percent

_POWERS: Final = {his.Side.ATTACKER: "Ottoman", his.Side.DEFENDER: "Hapsburg"}
"""Which powers fight makes no difference to the dice: without a leader, who has his own, two stand for all."""

_MOST_LOSSES: Final = 12
"""Losses above this are shown together: their bars would be lines."""


def answer(values: Mapping[str, Any]) -> Answer:
    """Who wins how often, and what it costs."""
    armies = {side: _army(values, side) for side in his.Side}
    extra = {side: values[f"{side}_extra"] for side in his.Side}
    ours, theirs = (his.battle_dice(army, side, extra=extra[side]) for side, army in armies.items())
    odds = his.field_battle_odds(
        attackers=values["attackers"], attacker_dice=ours, defenders=values["defenders"], defender_dice=theirs
    )
    outcomes = (
        ("the attacker scores more hits and wins", odds.attacker_wins),
        ("hits are equal: the defender wins", odds.equal_hits),
        ("the defender scores more hits and wins", odds.defender_wins - odds.equal_hits),
        ("the attacker loses all units", odds.attacker_wiped_out),
        ("the defender loses all units", odds.defender_wiped_out),
    )
    lost = _losses(odds)
    title = "Land units lost"
    return Answer(
        f"The attacker wins {percent(odds.attacker_wins)} of these battles",
        f"The defender wins {percent(odds.defender_wins)}: more hits, or as many.",
        (
            Because(tuple(his.battle_dice_counted(army, side, extra=extra[side]) for side, army in armies.items())),
            Table("What may happen", ("outcome", "chance"), outcomes),
            Plot(f"{title}: how likely each number is", lost),
            Table(title, ("units", *map(str, his.Side)), tuple((label, *row.values()) for label, row in lost.items())),
        ),
    )


def _army(values: Mapping[str, Any], side: his.Side) -> his.Stack:
    leader = values[f"{side}_leader"]
    power = str(his.serves(his.LEADERS[leader])[0]) if leader else _POWERS[side]
    return stack(power, values[f"{side}s"], leader=leader)


def _losses(odds: his.BattleOdds) -> dict[str, dict[str, Fraction]]:
    """How likely each number of losses is for either side; the many high ones together."""
    both = list(zip_longest(odds.attacker_losses, odds.defender_losses, fillvalue=Fraction(0)))
    names = [str(side) for side in his.Side]
    shown = {str(lost): dict(zip(names, chances, strict=True)) for lost, chances in enumerate(both[:_MOST_LOSSES])}
    if rest := both[_MOST_LOSSES:]:
        sums = (sum(chances, Fraction(0)) for chances in zip(*rest, strict=True))
        shown[f"{_MOST_LOSSES}+"] = dict(zip(names, sums, strict=True))
    return shown


def _side(side: his.Side, units: str, leader: str) -> Group:
    rule = "HIS 14j" if side is his.Side.ATTACKER else "HIS 14k"
    return Group(
        f"The {side}",
        (
            Whole(f"{side}s", "Land units", units, rule, least=1, most=40),
            Choice(f"{side}_leader", "Best leader (rating)", leader, "HIS 5.1g", LEADERS),
            Whole(f"{side}_extra", "Extra dice from cards", "0", rule, most=20),
        ),
    )


CALCULATOR: Final = Calculator(
    "field-battle",
    "HIS",
    (_side(his.Side.ATTACKER, "8", "Suleiman"), _side(his.Side.DEFENDER, "6", "Charles V")),
    answer,
)
"""The calculator."""
