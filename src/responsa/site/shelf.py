"""The one book that the pages of a site and all steps after its build are about: it is read and run once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from responsa.book import Book, Settings
from responsa.book.edition import Edition, edition
from responsa.book.packages import find_packages
from responsa.book.page import Page


def book_at(settings_file: str | Path = "pyproject.toml") -> Book:
    """The book of a settings file, as it was when it was first asked for; a new build forgets it."""
    return _book(Path(settings_file).resolve())


@cache
def _book(settings_file: Path) -> Book:
    settings = Settings.read(settings_file)
    find_packages(settings)
    return Book.read(settings)


def forget() -> None:
    """Read each book anew when it is asked for next."""
    _book.cache_clear()


UNTOLD: Final = frozenset({"modules", "paper", "pieces", "concordance", "conditions", "changes", "scores", "skips"})
"""Lists that are made in the language of the code; a page that holds one is read in the original."""

_editions: dict[tuple[str, str], tuple[Book, Edition]] = {}


def edition_at(settings_file: str | Path, language: str) -> Edition:
    """The same book in one of its other languages; a new build forgets it, too."""
    book = book_at(settings_file)
    known = _editions.get((str(settings_file), language))
    if known is None or known[0] is not book:
        known = _editions[str(settings_file), language] = book, edition(book, language)
        pages = known[1].pages
        known[1].pages = {path: page for path, page in pages.items() if not _is_of_the_code(page)}
    return known[1]


def books_in(site: str | Path, settings_file: str | Path) -> dict[str, Book]:
    """The book and its editions in other languages that a built site has, each by its folder there."""
    book = book_at(settings_file)
    languages = (language for language in book.settings.languages if (Path(site) / language).is_dir())
    return {"": book} | {language: edition_at(settings_file, language) for language in languages}


def _is_of_the_code(page: Page) -> bool:
    """Whether a page shows the library itself, or a list that is made in its language."""
    shows = any(block.text[0].startswith(":::") for block in page.blocks)
    return shows or any(each.word == "list" and each.what in UNTOLD for each in page.directives)
