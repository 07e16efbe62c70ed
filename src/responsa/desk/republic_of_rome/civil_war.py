"""The odds of a civil-war battle: the Senate's army against the rebel's [ROR 1.11.37]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from responsa import republic_of_rome as ror
from responsa.desk.answers import Answer, Because, Plot, Table
from responsa.desk.fields import Whole
from responsa.desk.form import Calculator, Group
from responsa.dice import percent


def answer(values: Mapping[str, Any]) -> Answer:
    """How the battle ends, and what both sides lose; without an army of the Senate, who wins."""
    senate, rebel = _army(values, "senate"), _army(values, "rebel")
    if not ror.must_fight(rebel.commander, senate):
        return _unopposed(rebel.commander, senate, values["wars"])
    difference = ror.civil_war_difference(senate, rebel)
    odds = ror.civil_war_odds(difference)
    ends = {
        ror.Result.VICTORY: odds.victory,
        ror.Result.STALEMATE: odds.stalemate,
        ror.Result.DEFEAT: odds.defeat,
    }
    losses = ror.civil_war_loss_odds(difference, senate=senate.force.size, rebel=rebel.force.size)
    pairs = sorted(losses.items(), key=lambda pair: (pair[0].senate, pair[0].rebel))
    title = "How the battle ends"
    rows = tuple((str(result), _capital(ror.revolt_after(result)), chance) for result, chance in ends.items())
    return Answer(
        f"The Senate wins {percent(odds.victory)} of these battles",
        f"The rebel wins {percent(odds.defeat)}; otherwise the battle itself decides nothing.",
        (
            Because(ror.civil_war_counted(senate, rebel)),
            Plot(title, {str(result): {"": chance} for result, chance in ends.items()}),
            Table(title, ("for the Senate", "what follows", "chance"), rows),
            Table(
                "Legions lost",
                ("Senate", "rebel", "chance"),
                tuple((lost.senate, lost.rebel, chance) for lost, chance in pairs),
            ),
        ),
    )


def _unopposed(rebel: ror.Senator, senate: ror.Army, wars: int) -> Answer:
    ruling = ror.wins_unopposed(rebel, senate, active_wars=wars)
    headline = "No battle: the rebel wins" if ruling else "No battle: the rebel has not won yet"
    return Answer(headline, parts=(Because(ruling.because),))


def _army(values: Mapping[str, Any], side: str) -> ror.Army:
    force = ror.Force(ror.legions(values[f"{side}_legions"]) + ror.veterans(values[f"{side}_veterans"]))
    deputy = values[f"{side}_deputy"]
    horse = None if deputy is None else ror.Senator(f"the deputy of the {side}", military=deputy)
    name = "the Senate's commander" if side == "senate" else "the rebel"
    place = ror.Place.REBEL if side == "rebel" else ror.Place.ARMY
    commander = ror.Senator(name, military=values[f"{side}_military"], place=place)
    return ror.Army(commander, force, master_of_horse=horse)


def _capital(words: object) -> str:
    return f"{words}"[:1].upper() + f"{words}"[1:]


def _side(side: str, label: str, military: str, legions: str, veterans: str) -> Group:
    return Group(
        label,
        (
            Whole(f"{side}_legions", "Ordinary legions", legions, "ROR 1.10.11b", most=25),
            Whole(f"{side}_veterans", "Veteran legions", veterans, "ROR 1.10.11b", most=25),
            Whole(f"{side}_military", "Commander's military rating", military, "ROR 1.09.11a", most=10),
            Whole(
                f"{side}_deputy",
                "Master of Horse's rating",
                "",
                "ROR 1.09.34a",
                most=10,
                optional=True,
                help="Empty if there is none.",
            ),
        ),
    )


CALCULATOR: Final = Calculator(
    "civil-war",
    "ROR",
    (
        _side("senate", "The Senate", "4", "9", "0"),
        _side("rebel", "The rebel", "4", "5", "1"),
        Group(
            "Rome",
            (Whole("wars", "Active wars", "1", "ROR 1.11.35c", most=10, help="They matter if no legion is sent."),),
        ),
    ),
    answer,
    {"senate": "senate_legions", "rebel": "rebel_legions", "active_wars": "wars"},
)
"""The calculator."""
