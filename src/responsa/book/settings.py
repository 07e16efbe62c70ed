"""Where the book's pages lie and which rulebook is which: the `[tool.responsa]` table of `pyproject.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from responsa.nearest import nearest
from responsa.rules import RULEBOOK


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One rulebook: its key and title, the folder of its pages, the package that carries it, its source documents."""

    key: str
    title: str
    folder: str
    package: str
    api: str
    sources: Mapping[str, str]


_RULEBOOK_KEYS = ("title", "folder", "package", "api", "sources")
_KEYS = ("docs", "errata", "removed", "concordance", "history", "rulebooks", "tests", "changes", "scores")


def _refuse_unknown(table: Mapping[str, object], known: tuple[str, ...], name: str) -> None:
    for key in table:
        if key not in known:
            near = nearest(key, known)
            wanted = f"did you mean {near!r}?" if near else f"expected {', '.join(known)}"
            raise ValueError(f"{name} has a key {key!r} that nobody knows; {wanted}")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the reader needs to know about a book before it opens the first page."""

    docs: Path
    errata: str
    removed: str
    concordance: str
    history: str
    rulebooks: Mapping[str, Rulebook]
    tests: Path | None = None
    changes: str = ""
    scores: tuple[Path, ...] = ()

    @classmethod
    def read(cls, file: str | Path = "pyproject.toml") -> Settings:
        """Read the `[tool.responsa]` table; paths in it are relative to the file.

        Raises:
            FileNotFoundError: If there is no such file.
            ValueError: If nobody knows a key of the table, or the key of a rulebook is not three capitals, as in
                `HIS 13.4c`.
            KeyError: If the file has no such table, or a rulebook lacks a field.
        """
        path = Path(file)
        table = tomllib.loads(path.read_text(encoding="utf-8"))["tool"]["responsa"]
        _refuse_unknown(table, _KEYS, "[tool.responsa]")
        for key in table["rulebooks"]:
            _refuse_unknown(table["rulebooks"][key], _RULEBOOK_KEYS, f"[tool.responsa.rulebooks.{key}]")
            if not re.fullmatch(RULEBOOK, key):
                raise ValueError(f"{key!r} is no key of a rulebook; expected three capitals such as 'HIS'")
        rulebooks = {
            key: Rulebook(key, entry["title"], entry["folder"], entry["package"], entry["api"], entry["sources"])
            for key, entry in table["rulebooks"].items()
        }
        root = path.resolve().parent
        return cls(
            docs=root / table["docs"],
            errata=table["errata"],
            removed=table["removed"],
            concordance=table["concordance"],
            history=table["history"],
            rulebooks=rulebooks,
            tests=root / table["tests"] if "tests" in table else None,
            changes=table.get("changes", ""),
            scores=tuple(root / file for file in table.get("scores", ())),
        )

    @property
    def documents(self) -> dict[str, str]:
        """The file name of every source document, by its key."""
        return {key: file for book in self.rulebooks.values() for key, file in book.sources.items()}

    def subject_of(self, page: str) -> Rulebook | None:
        """The rulebook that a page belongs to or is about: `errata/hellenes.md` is about that of `hellenes/`."""
        name = page.rpartition("/")[2].removesuffix(".md")
        about = (book for book in self.rulebooks.values() if book.folder == name)
        return self.rulebook_of(page) or next(about, None)

    def rulebook_of(self, page: str) -> Rulebook | None:
        """The rulebook that a page belongs to, by its folder; `None` for all other pages."""
        folder = page.partition("/")[0]
        return next((book for book in self.rulebooks.values() if book.folder == folder), None)
