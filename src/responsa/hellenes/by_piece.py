"""What lies on the table in Hellenes, asked for by block, place, marker or season."""

from __future__ import annotations

from responsa.hellenes.board import Season, Side
from responsa.hellenes.combat import Agility
from responsa.piece import Piece, Pieces, named

ON_THE_TABLE = (
    Pieces("Sides", tuple(Piece(str(side)) for side in Side), ("first player", "Prestige")),
    Pieces(
        "Kinds of unit",
        (
            *(Piece("land unit", words=("land units", "foot")), Piece("cavalry", words=("horse",))),
            *named("fleet", "garrison", "barbarian unit", "Greek unit", "Group"),
        ),
        ("unit", "block", "step"),
    ),
    Pieces("Agility", tuple(Piece(f"agility {agility}") for agility in Agility), ("agility", "combat rating")),
    Pieces(
        "Places",
        (*named("friendly city", "home city", "port", "coastal sea", "hazardous boundary", "recruit pool"),),
        ("City Capacity", "city size", "Winter Quarters"),
    ),
    Pieces("Markers", named("action marker", "siege", "established siege", "blockade")),
    Pieces("Cards and actions", named("event", "action", "Group Move", "Muster", "Pillage", "activate")),
    Pieces("Seasons", tuple(Piece(str(season)) for season in Season), ("season", "game year")),
)
"""Kind by kind."""
