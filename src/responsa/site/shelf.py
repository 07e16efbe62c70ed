"""The one book that the pages of a site and all steps after its build are about: it is read and run once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from responsa.book import Book, Settings


def book_at(settings_file: str | Path = "pyproject.toml") -> Book:
    """The book of a settings file, as it was when it was first asked for; a new build forgets it."""
    return _book(Path(settings_file).resolve())


@cache
def _book(settings_file: Path) -> Book:
    return Book.read(Settings.read(settings_file))


def forget() -> None:
    """Read each book anew when it is asked for next."""
    _book.cache_clear()
