"""`python -m responsa.book.note`: notes new and changed rules and errata in the history of the book."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from responsa.book.book import Book
from responsa.book.checks.history import updated, write_history
from responsa.book.faults import why_unread
from responsa.book.packages import find_packages
from responsa.book.settings import Settings


def main(settings_file: str = "pyproject.toml") -> None:
    """Bring the snapshot of the book in the current folder up to date."""
    settings = Settings.read(Path(settings_file))
    find_packages(settings)
    book = Book.read(settings)
    try:
        write_history(book, updated(book, date.today().isoformat()))
    except OSError as error:
        sys.exit(f"{settings.history} cannot be written: {why_unread(error)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
