"""What lies on the table in The Republic of Rome, asked for by war, office, senator or marker."""

from __future__ import annotations

from responsa.piece import Piece, Pieces, named
from responsa.republic_of_rome.pieces import EnemyLeader, Office, War
from responsa.republic_of_rome.wars import LEADER_CARDS, WAR_CARDS
from responsa.sentences import listing


def _numbers(what: str, numbers: tuple[int, ...]) -> str:
    return f", {what} {listing(list(map(str, numbers)), 'and')}" if numbers else ""


def _war(war: War) -> Piece:
    fleet = f", support {war.support}, fleet {war.naval}" if war.support or war.naval else ""
    special = _numbers("Disaster", war.disasters) + _numbers("Standoff", war.standoffs)
    return Piece(war.name, f"land {war.land}{fleet}{special}; spoils {war.spoils}")


def _leader(leader: EnemyLeader) -> Piece:
    special = _numbers("Disaster", leader.disasters) + _numbers("Standoff", leader.standoffs)
    return Piece(leader.name, f"strength {leader.strength}, {leader.series} wars{special}")


ON_THE_TABLE = (
    Pieces(
        "Wars",
        tuple(map(_war, WAR_CARDS.values())),
        ("active war", "matching war", "prosecuted war", "unprosecuted war", "Spoils of War", "fleet support"),
    ),
    Pieces("Enemy leaders", tuple(map(_leader, LEADER_CARDS.values())), ("enemy leader",)),
    Pieces("Offices", (*(Piece(str(office)) for office in Office), *named("HRAO", "consul", "proconsul")), ("office",)),
    Pieces(
        "Senators",
        named(
            *("commander", "victorious commander", "primary rebel", "secondary rebel", "rebel governor", "captive"),
            *("aligned senator", "faction leader", "legate"),
        ),
        ("influence", "popularity", "military rating"),
    ),
    Pieces(
        "Statesmen",
        (
            *named("Scipio Africanus", "Cato the Elder", "Caesar", "Pompey"),
            Piece("T. Gracchus", "number 25A", ("Gracchi", "Tiberius")),
            Piece("C. Gracchus", "number 25B", ("Gracchi", "Gaius")),
        ),
        ("statesman",),
    ),
    Pieces("Forces", named("legion", "veteran legion", "fleet", "garrison legion", "provincial forces")),
    Pieces(
        "Cards",
        named("concession", "Era Ends", "Barbarian Raids", "Foreign Epidemic", "Vatinian Law", "Military Reforms"),
        ("faction card",),
    ),
    Pieces(
        "Money and markers",
        named(
            *("talent", "personal treasury", "faction treasury", "knight", "mortality chit", "Prior Consul marker"),
            *("Naval Victory marker", "negative-number marker"),
        ),
    ),
)
"""Kind by kind."""
