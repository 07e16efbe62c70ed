"""Everything that the gate checks about a book, at once: for people who write one of their own."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from responsa.book.book import Book
from responsa.book.checks.coverage import Coverage
from responsa.book.checks.errata import needs_proof, what_is_not_proved
from responsa.book.faults import Fault
from responsa.book.settings import Settings


class NoSettings(ValueError):
    """There is no book at the place that was named."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found wrong with a book, and how much of it there is."""

    faults: list[Fault]
    counts: dict[str, int]


def settings_of(place: str | Path) -> Settings:
    """The settings of the book at a place: a `pyproject.toml`, the folder of one, or a folder of pages without any.

    Raises:
        NoSettings: If there is no such place, or its settings cannot be read; the message says what is wrong.
    """
    path = Path(place)
    if not path.exists():
        raise NoSettings(f"there is no file or folder {place}")
    file = path / "pyproject.toml" if path.is_dir() else path
    if path.is_dir() and not (file.is_file() and "tool.responsa" in file.read_text(encoding="utf-8", errors="replace")):
        return Settings(docs=path.resolve(), errata="errata", removed="", concordance="", history="", rulebooks={})
    try:
        settings = Settings.read(file)
    except ValueError as error:
        raise NoSettings(f"{file} cannot be read: {error}") from error
    except (KeyError, TypeError, AttributeError) as error:
        raise NoSettings(f"{file} has no complete table [tool.responsa]: {error} is missing or wrong") from error
    if not settings.docs.is_dir():
        raise NoSettings(f"{file} says that the pages lie in {settings.docs.name}, and there is no such folder")
    return settings


def check(settings: Settings) -> Report:
    """Read the book, run its examples and table rows, and hold rules, code, errata and pages against each other."""
    root = settings.docs.parent
    sys.path[:0] = [path for path in (str(root / "src"), str(root)) if path not in sys.path]
    book = Book.read(settings)
    coverage = Coverage(book)
    proofs = (
        Fault(erratum.page, erratum.line, message)
        for erratum in book.errata.values()
        if needs_proof(erratum) and (message := what_is_not_proved(book, erratum))
    )
    faults = sorted({*book.faults(), *coverage.faults(), *proofs})
    counts = {
        "pages": len(book.pages),
        "rules": len(book.rules),
        "examples": sum(not run.is_row for run in coverage.runs),
        "table rows": sum(run.is_row for run in coverage.runs),
        "errata": len(book.errata),
        "faults": len(faults),
    }
    return Report(faults, counts)
