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


SOURCE = "en"
"""The language in which a book is written; others translate it."""


def load(language: str = SOURCE) -> dict[str, Any]:
    """Rules, errata, terms and pages.

    Args:
        language: The two letters of a language of the book.

    Raises:
        NoBook: If the package has none and lies in no clone of the project, or has none in this language.
    """
    return _found(FILE, language)


def load_index(language: str = SOURCE) -> dict[str, Any]:
    """What the search needs, as the browser has it.

    Args:
        language: The two letters of a language of the book.

    Raises:
        NoBook: If the package has none and lies in no clone of the project, or has none in this language.
    """
    return _found(INDEX, language)


def name_in(language: str, name: str) -> str:
    """The file that says in a language what another says in the book's own."""
    return name if language == SOURCE else name.replace(".", f".{language}.")


def _found(name: str, language: str) -> dict[str, Any]:
    here = _read(name, Path("pyproject.toml"), language)
    found = here or _shipped(name_in(language, name)) or _read(name, CLONE, language)
    if found:
        return found
    if language != SOURCE:
        raise NoBook(f"this book is not in {language!r}")
    raise NoBook(f"the package has no {name}; it was not installed from a wheel")


def _shipped(name: str) -> dict[str, Any]:
    file = files("responsa") / name
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def _read(name: str, file: Path, language: str) -> dict[str, Any]:
    """The words of the book with these settings; none if there is no such book.

    Raises:
        NoBook: If it cannot be read, or is not in this language.
    """
    if not file.is_file() or "[tool.responsa" not in file.read_text(encoding="utf-8", errors="replace"):
        return {}
    try:
        from responsa.book import Book
        from responsa.book.data import book_data
        from responsa.book.edition import edition
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
    if language not in (SOURCE, *settings.languages):
        known = ", ".join((SOURCE, *settings.languages))
        raise NoBook(f"this book is not in {language!r}; expected one of {known}")
    book = Book.read(settings)
    if language != SOURCE:
        book = edition(book, language)
    return (book_data if name == FILE else index_of_book)(book)
