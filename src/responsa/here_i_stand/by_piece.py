"""What lies on the table in Here I Stand, asked for by leader, card, unit or space."""

from __future__ import annotations

from responsa.here_i_stand.board import BOARD, Connection, Kind, Space
from responsa.here_i_stand.formations import LEADERS, Leader, serves
from responsa.here_i_stand.powers import IMPULSE_ORDER, MINOR_POWERS, Power
from responsa.piece import Piece, Pieces, named
from responsa.sentences import listing


def _power(power: Power) -> Piece:
    place = f"place {IMPULSE_ORDER.index(power) + 1} in Impulse Order" if power in IMPULSE_ORDER else "minor power"
    return Piece(str(power), place, (power.the.removeprefix("the "),))


def _leader(leader: Leader) -> Piece:
    powers = serves(leader)
    whom = "whoever has hired him" if len(powers) == len(Power) else listing([str(power) for power in powers], "or")
    return Piece(leader.name, f"Battle Rating {leader.battle}, Command Rating {leader.command}; {whom}")


def _space(space: Space) -> Piece:
    near = {other: BOARD.connection(space.name, other) for other in BOARD.adjacent(space.name, over_passes=True)}
    ways = [f"{name} (pass)" if way is Connection.PASS else name for name, way in sorted(near.items())]
    home = listing([str(power) for power in space.home], "and")
    ports = f"; port on {listing(list(space.ports), 'and')}" if space.ports else ""
    near_by = f"; next to {listing(ways, 'and')}" if ways else ""
    return Piece(space.name, f"{space.kind}, {home}{near_by}{ports}")


ON_THE_TABLE = (
    Pieces("Powers", tuple(map(_power, (*IMPULSE_ORDER, *sorted(MINOR_POWERS, key=str)))), ("power", "major power")),
    Pieces("Army leaders", tuple(map(_leader, LEADERS.values())), ("army leader", "Battle Rating", "Command Rating")),
    Pieces(
        "Cards",
        named(
            *("Foul Weather", "Gout", "Landsknechts", "Swiss Mercenaries", "Janissaries", "Roxelana"),
            *("Schmalkaldic League", "Barbary Pirates", "Pirate Haven"),
        ),
        ("response card", "combat card", "mandatory event"),
    ),
    Pieces(
        "Kinds of unit",
        (
            *(Piece("regular", words=("regulars",)), Piece("mercenary", words=("mercenaries",))),
            *named("cavalry", "land unit", "naval unit", "corsair", "independent regulars"),
            Piece("squadron", words=("naval squadron",)),
        ),
        ("stack", "formation"),
    ),
    Pieces(
        "Kinds of space",
        named(
            *("key", "electorate", "fortress", "fortified space", "home space", "independent key"),
            *("independent space", "pass", "sea zone", "port"),
        ),
        ("space",),
    ),
    Pieces(
        "Spaces",
        tuple(_space(space) for _, space in sorted(BOARD.spaces.items()) if space.kind is not Kind.SEA),
        ("adjacent",),
    ),
)
"""Kind by kind."""
