"""Who wins now: a faction, nobody yet, or nobody at all [ROR 1.12]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from responsa import republic_of_rome as ror
from responsa.desk.answers import Answer, Because, Table
from responsa.desk.fields import NUMBER, Choice, Name, Rows, Whole, YesNo
from responsa.desk.form import Calculator, Group
from responsa.errors import ImpossibleSituation

_PLACES: Final = {str(place): str(place) for place in ror.Place}
_PHASES: Final = {str(phase): str(phase) for phase in ror.Phase}


def answer(values: Mapping[str, Any]) -> Answer:
    """Whether somebody wins, all lose, or the game goes on."""
    republic = _table(values)
    votes = {row["faction"]: row["votes"] for row in values["factions"] if row["votes"] is not None}
    verdict = ror.check_victory(
        republic,
        after=ror.Phase(values["after"]),
        votes=votes,
        elected=values["elected"],
        **{name: values[name] for name in _FLAGS},
    )
    totals = ror.faction_influence(republic)
    influence = Table("Influence that counts", ("faction", "influence"), tuple(totals.items()), mark=verdict.faction)
    return Answer(
        _headline(verdict),
        "" if verdict.condition is None else f"By condition {verdict.condition}.",
        (Because(verdict.because), *([influence] if totals else [])),
    )


def _headline(verdict: ror.Verdict) -> str:
    winner = verdict.faction or "The rebel"
    said = {
        ror.Outcome.GOES_ON: "The game goes on",
        ror.Outcome.ALL_LOSE: "All players lose",
        ror.Outcome.PROVISIONAL: f"{winner} wins if Rome survives the turn",
        ror.Outcome.LAST_WARS: f"{winner} wins if the wars are beaten",
        ror.Outcome.WINS: f"{winner} wins",
    }
    return said[verdict.outcome]


def _table(values: Mapping[str, Any]) -> ror.Republic:
    factions = tuple(ror.Faction(row["faction"]) for row in values["factions"])
    names = {faction.name for faction in factions}
    senators = []
    for row in values["senators"]:
        if row["of"] and row["of"] not in names:
            raise ImpossibleSituation(
                f"senators.{row[NUMBER]}.of", row["of"], "a faction of the table above", "ROR 1.12.2j"
            )
        place = ror.Place(row["place"])
        senators.append(ror.Senator(row["senator"], faction=row["of"], influence=row["influence"], place=place))
    wars = tuple(ror.War(f"war {number}") for number in range(values["wars"]))
    return ror.Republic(factions=factions, senators=tuple(senators), wars=wars)


_FLAGS: Final = {
    "marched": "The rebel has beaten the Senate, or no army was sent",
    "bankrupt": "The state cannot pay",
    "people_revolt": "The people revolt",
    "military_reforms": "The Military Reforms law is in force",
    "era_ends": "Era Ends was revealed in this Forum Phase",
    "rebel_stays": "The rebel is a governor who stays in his province",
    "civil_war_counts": "The civil war counts as a war (later living rules)",
}

CALCULATOR: Final = Calculator(
    "victory",
    "ROR",
    (
        Group(
            "The moment",
            (
                Choice("after", "At the end of the", "Revolution Phase", "ROR 1.03a", _PHASES),
                Whole("wars", "Active wars", "2", "ROR 1.12.3a", most=12),
                Name(
                    "elected",
                    "Elected Consul for Life",
                    "",
                    "ROR 1.12.2i",
                    help="The name of a senator below, or empty.",
                ),
            ),
        ),
        Group("What has happened", tuple(YesNo(name, label) for name, label in _FLAGS.items())),
        Group(
            "The table",
            (
                Rows(
                    "factions",
                    "Factions",
                    (
                        {"faction": "Populares", "votes": ""},
                        {"faction": "Optimates", "votes": ""},
                    ),
                    "ROR 1.12.2j",
                    (
                        Name("faction", "Faction", "", "ROR 1.12.2j"),
                        Whole("votes", "Votes, for a tie", "", "ROR 1.12.2k", most=200, optional=True),
                    ),
                    one="faction",
                    most=6,
                ),
                Rows(
                    "senators",
                    "Senators",
                    (
                        {"senator": "Julius", "of": "Populares", "influence": "36", "place": "in Rome"},
                        {"senator": "Cornelius", "of": "Optimates", "influence": "21", "place": "in Rome"},
                    ),
                    "ROR 1.09.11a",
                    (
                        Name("senator", "Senator", "", "ROR 1.09.11a"),
                        Name("of", "Faction", "", "ROR 1.12.2j"),
                        Whole("influence", "Influence", "0", "ROR 1.09.11a", most=200),
                        Choice("place", "Where he is", "in Rome", "ROR 1.09.11a", _PLACES),
                    ),
                    one="senator",
                    most=30,
                ),
            ),
        ),
    ),
    answer,
    {"faction_influence": "senators", "votes": "factions", "republic": "factions"},
)
"""The calculator."""
