"""The words of the book for the command line: of the book in this folder, of the wheel, or of a clone."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

FILE = "book.json"
"""The file inside the package; it is made when the wheel is built."""

INDEX = "index.json"
"""What the search needs; it is made when the wheel is built, too."""


CLONE = Path(__file__).parents[2] / "pyproject.toml"
"""Where the settings lie if the package was not installed."""


class NoBook(LookupError):
    """The words of the book are nowhere to be found."""


def load() -> dict[str, Any]:
    """Rules, errata, terms and pages.

    Raises:
        NoBook: If the package has none and lies in no clone of the project.
    """
    return _read(FILE, Path("pyproject.toml")) or _shipped(FILE) or _read(FILE, CLONE) or _none(FILE)


def load_index() -> dict[str, Any]:
    """What the search needs, as the browser has it.

    Raises:
        NoBook: If the package has none and lies in no clone of the project.
    """
    return _read(INDEX, Path("pyproject.toml")) or _shipped(INDEX) or _read(INDEX, CLONE) or _none(INDEX)


def _shipped(name: str) -> dict[str, Any]:
    file = files("responsa") / name
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def _none(name: str) -> dict[str, Any]:
    raise NoBook(f"the package has no {name}; it was not installed from a wheel")


def _read(name: str, file: Path) -> dict[str, Any]:
    """The words of the book with these settings; none if there is no such book."""
    if not file.is_file() or "[tool.responsa" not in file.read_text(encoding="utf-8", errors="replace"):
        return {}
    try:
        from responsa.book import Book
        from responsa.book.data import book_data
        from responsa.book.gate import NoSettings, settings_of
        from responsa.book.packages import find_packages
        from responsa.book.search_index import index_of_book
    except ModuleNotFoundError as error:
        raise NoBook(f"to read the pages of a book, {error.name} must be installed: responsa[book]") from error
    try:
        settings = settings_of(file)
    except NoSettings as error:
        raise NoBook(str(error)) from error
    find_packages(settings)
    return (book_data if name == FILE else index_of_book)(Book.read(settings))
