"""The words of the book for the command line: shipped inside the wheel, or read from the pages of a clone."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

FILE = "book.json"
"""The file inside the package; it is made when the wheel is built."""

INDEX = "index.json"
"""What the search needs; it is made when the wheel is built, too."""


class NoBook(LookupError):
    """The words of the book are nowhere to be found."""


def load() -> dict[str, Any]:
    """Rules, errata, terms and pages.

    Raises:
        NoBook: If the package has none and lies in no clone of the project.
    """
    return _shipped(FILE) or _from_clone(FILE)


def load_index() -> dict[str, Any]:
    """What the search needs, as the browser has it.

    Raises:
        NoBook: If the package has none and lies in no clone of the project.
    """
    return _shipped(INDEX) or _from_clone(INDEX)


def _shipped(name: str) -> dict[str, Any]:
    file = files("responsa") / name
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def _from_clone(name: str) -> dict[str, Any]:
    settings = Path(__file__).parents[2] / "pyproject.toml"
    if not settings.is_file():
        raise NoBook(f"the package has no {name}; it was not installed from a wheel")
    try:
        from responsa.book import Book, Settings
        from responsa.book.data import book_data
        from responsa.book.search_index import index_of_book
    except ModuleNotFoundError as error:
        raise NoBook(f"to read the pages of a clone, {error.name} must be installed: responsa[book]") from error
    return (book_data if name == FILE else index_of_book)(Book.read(Settings.read(settings)))
