"""The words of the book for the command line: shipped inside the wheel, or read from the pages of a clone."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

FILE = "book.json"
"""The file inside the package; it is made when the wheel is built."""


class NoBook(LookupError):
    """The words of the book are nowhere to be found."""


def load() -> dict[str, Any]:
    """Rules, errata, terms and pages.

    Raises:
        NoBook: If the package has none and lies in no clone of the project.
    """
    shipped = files("responsa") / FILE
    if shipped.is_file():
        data: dict[str, Any] = json.loads(shipped.read_text(encoding="utf-8"))
        return data
    settings = Path(__file__).parents[2] / "pyproject.toml"
    if not settings.is_file():
        raise NoBook(f"the package has no {FILE}; it was not installed from a wheel")
    try:
        from responsa.book import Book, Settings
        from responsa.book.data import book_data
    except ModuleNotFoundError as error:
        raise NoBook(f"to read the pages of a clone, {error.name} must be installed: responsa[book]") from error
    return book_data(Book.read(Settings.read(settings)))
