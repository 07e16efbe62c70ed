"""The one book that the pages of a site and all steps after its build are about: it is read and run once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from responsa.book import Book, Settings


@cache
def book_at(settings_file: str | Path = "pyproject.toml") -> Book:
    """The book of a settings file, as it was when it was first asked for; a new build forgets it."""
    return Book.read(Settings.read(settings_file))
