"""Is this war unprosecuted? And what unrest follows [ROR 1.10.9]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from responsa import republic_of_rome as ror
from responsa.desk.answers import Answer, Because
from responsa.desk.fields import Choice, Whole, YesNo
from responsa.desk.form import Calculator, Group

_STATES: Final = {str(state): str(state) for state in ror.WarState}


def answer(values: Mapping[str, Any]) -> Answer:
    """Whether the war was prosecuted, and the unrest level of the next Population Phase."""
    war = ror.war(values["war"], state=ror.WarState(values["state"]))
    war = replace(war, naval_victory=values["marker"])
    left = ror.Force(ror.legions(values["legions"]), fleets=values["fleets"])
    fought = {"land_battle": values["land_battle"], "naval_battle": values["naval_battle"]}
    ruling = ror.is_prosecuted(war, left, **fought)
    others = (
        replace(ror.war("Syrian War"), name=f"war {n}", state=ror.WarState.UNPROSECUTED)
        for n in range(values["others"])
    )
    wars = (ror.after_combat_phase(war, left, **fought), *others)
    unrest = ror.unrest_at_population_phase(values["unrest"], wars, droughts=values["droughts"])
    return Answer(
        "No, it is prosecuted" if ruling else "Yes, it is unprosecuted",
        f"The unrest level will be {unrest.level} when the next Population Phase has begun.",
        (Because(ruling.because), Because(unrest.steps, f"From unrest level {values['unrest']} to {unrest.level}")),
    )


CALCULATOR: Final = Calculator(
    "unprosecuted",
    "ROR",
    (
        Group(
            "The war",
            (
                Choice("war", "War", "1st Punic War", "ROR 1.07.33", {name: name for name in ror.WAR_CARDS}),
                Choice("state", "Where its card lies", "active", "ROR 1.07.33b", _STATES),
                YesNo("marker", "It has a Naval Victory marker", "yes"),
            ),
        ),
        Group(
            "This turn's Combat Phase",
            (
                YesNo("land_battle", "A land battle was fought", "yes"),
                YesNo("naval_battle", "A naval battle was fought"),
                Whole("legions", "Legions left on it", "4", "ROR 1.10.9a"),
                Whole("fleets", "Fleets left on it", "3", "ROR 1.10.9a"),
            ),
        ),
        Group(
            "Rome",
            (
                Whole("unrest", "Unrest level", "3", "ROR 1.08a", most=30),
                Whole("others", "Other unprosecuted wars", "0", "ROR 1.10.9d", most=10),
                Whole("droughts", "Drought effects", "0", "ROR 1.08a", most=10),
            ),
        ),
    ),
    answer,
    {"naval_victory": "marker", "war": "state", "name": "war"},
)
"""The calculator."""
