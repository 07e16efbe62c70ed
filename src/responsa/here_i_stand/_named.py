"""What players look up by its name: spaces and leaders."""

from __future__ import annotations

from collections.abc import Iterator

from responsa.here_i_stand.board import BOARD, Kind
from responsa.here_i_stand.formations import LEADERS


def named() -> Iterator[tuple[str, str, str]]:
    """The page that tells of each, its name, and what it is."""
    for name, space in BOARD.spaces.items():
        joined = ", ".join(sorted(BOARD.neighbours[name]))
        home = "" if space.kind is Kind.SEA else f" of {' or '.join(map(str, space.home))}"
        text = f"{space.kind}{home}{', next to ' if joined else ''}{joined}"
        yield "here-i-stand/board.md", name, f"{text[:1].upper()}{text[1:]}."
    for name, leader in LEADERS.items():
        ratings = f"Battle Rating {leader.battle}, Command Rating {leader.command}."
        yield "here-i-stand/formations.md", name, f"Army leader: {ratings}"
