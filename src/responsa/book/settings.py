"""Where the book's pages lie and which rulebook is which: the `[tool.responsa]` table of `pyproject.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from responsa.book.colors import NONE, Colors
from responsa.book.labels import USUAL, Labels
from responsa.book.language import ENGLISH, Language
from responsa.nearest import nearest
from responsa.rules import RULEBOOK

OF_A_BOOK: Final = (
    *("abbreviations", "changes", "colors", "concordance", "docs", "errata", "history", "language"),
    *("languages", "removed", "rulebooks", "scores", "summary", "tests", "title", "translated", "whole", "words"),
)
"""What the table of a book may say."""

OF_A_RULEBOOK: Final = (
    "answers",
    "api",
    "called",
    "colors",
    "desk",
    "folder",
    "ids",
    "named",
    "package",
    "sources",
    "title",
)
"""What the table of a rulebook may say."""


def _check_names(table: str, given: Mapping[str, object], known: tuple[str, ...]) -> None:
    for name in given:
        if name not in known:
            meant = nearest(name, known)
            hint = f"; did you mean {meant}?" if meant else f"; expected one of {', '.join(known)}"
            raise ValueError(f"[{table}] has a key {name!r} that nobody knows{hint}")


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One rulebook: its key and title, the folder of its pages, its package, its API page and its source documents.

    `desk` is the package of its calculators, if it has any; `called` are words that mean it, beside its key and title;
    the function `named` of the module `named` gives what players look up by its name: the page, the name, what it is.
    `answers` are the languages in which all answers of its library can be said; `labels` say how it numbers its rules.
    """

    key: str
    title: str
    folder: str
    package: str
    api: str
    sources: Mapping[str, str]
    desk: str = ""
    colors: Colors = NONE
    called: tuple[str, ...] = ()
    named: str = ""
    answers: tuple[str, ...] = ()
    labels: Labels = USUAL


@dataclass(frozen=True, slots=True)
class Settings:
    """What the reader needs to know about a book before it opens the first page.

    `language` is that of its pages, with the words that the book adds to it; `languages` are those into which it is
    translated, two letters each; of those in `whole` no page is missing.
    """

    docs: Path
    errata: str
    removed: str
    concordance: str
    history: str
    rulebooks: Mapping[str, Rulebook]
    tests: Path | None = None
    changes: str = ""
    translated: str = ""
    scores: tuple[Path, ...] = ()
    title: str = "Responsa"
    summary: str = ""
    root: Path = Path()
    abbreviations: tuple[str, ...] = ("см.", "стр.")
    languages: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    colors: Colors = NONE
    language: Language = ENGLISH

    @classmethod
    def read(cls, file: str | Path = "pyproject.toml") -> Settings:
        """Read the `[tool.responsa]` table; paths in it are relative to the file.

        Raises:
            FileNotFoundError: If there is no such file.
            ValueError: If the key of a rulebook is not two to eight capitals, or a setting is unknown or malformed.
            KeyError: If the file has no such table, or a rulebook lacks a field.
        """
        path = Path(file)
        table = tomllib.loads(path.read_text(encoding="utf-8"))["tool"]["responsa"]
        _check_names("tool.responsa", table, OF_A_BOOK)
        for key, entry in table["rulebooks"].items():
            if not re.fullmatch(RULEBOOK, key):
                raise ValueError(f"{key!r} is no key of a rulebook; expected two to eight capitals such as 'HIS'")
            _check_names(f"tool.responsa.rulebooks.{key}", entry, OF_A_RULEBOOK)
        rulebooks = {
            key: Rulebook(
                key,
                entry["title"],
                entry["folder"],
                entry["package"],
                entry.get("api", f"api/{entry['folder']}.md"),
                entry.get("sources", {}),
                entry.get("desk", ""),
                Colors.read(f"tool.responsa.rulebooks.{key}.colors", entry.get("colors", {})),
                tuple(entry.get("called", ())),
                entry.get("named", ""),
                tuple(entry.get("answers", ())),
                Labels.read(f"tool.responsa.rulebooks.{key}.ids", entry.get("ids", {})),
            )
            for key, entry in table["rulebooks"].items()
        }
        root = path.resolve().parent
        titles = " and ".join(rulebook.title for rulebook in rulebooks.values())
        return cls(
            docs=root / table.get("docs", "docs"),
            errata=table.get("errata", "errata"),
            removed=table.get("removed", ""),
            concordance=table.get("concordance", ""),
            history=table.get("history", ""),
            rulebooks=rulebooks,
            tests=root / table["tests"] if "tests" in table else None,
            changes=table.get("changes", ""),
            translated=table.get("translated", ""),
            scores=tuple(root / file for file in table.get("scores", ())),
            title=table.get("title", titles),
            summary=table.get("summary", f"The rules of {titles}, as a book whose every example is tested."),
            root=root,
            abbreviations=tuple(table.get("abbreviations", ("см.", "стр."))),
            languages=tuple(table.get("languages", ())),
            whole=tuple(table.get("whole", ())),
            colors=Colors.read("tool.responsa.colors", table.get("colors", {})),
            language=Language.read(table.get("language", ENGLISH.code), table.get("words", {})),
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
