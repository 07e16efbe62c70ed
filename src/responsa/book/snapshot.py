"""The snapshot of all words: since when each rule and erratum stands as it does, and which words are translated."""

from __future__ import annotations

import csv
from dataclasses import dataclass

from responsa.book.settings import Settings

COLUMNS = ("id", "version", "date", "hash", "what")


@dataclass(frozen=True, slots=True)
class Entry:
    """A version of a rule or erratum: since when it stands, a hash of its words, and what was done to it.

    `what` is `added`, `removed`, or `changed: ` and in a few words how.
    """

    id: str
    version: int
    date: str
    hash: str
    what: str


def read_history(settings: Settings) -> list[Entry]:
    """The snapshot; empty if the book keeps none."""
    file = settings.docs / settings.history
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Entry(row["id"], int(row["version"]), row["date"], row["hash"], row["what"])
            for row in csv.DictReader(lines)
        ]


Rendered = dict[tuple[str, str], str]
"""By id and language, the hash of the words that a translation renders."""


def read_rendered(settings: Settings) -> Rendered:
    """What the translations render; empty if the book keeps no such list."""
    file = settings.docs / settings.translated
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as lines:
        return {(row["id"], row["language"]): row["hash"] for row in csv.DictReader(lines)}
