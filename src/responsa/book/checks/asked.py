"""The words in which players ask: each row of the list is about a rule of the book."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Final

from responsa.book.book import Book
from responsa.book.checks.concordance import UNREADABLE
from responsa.book.faults import Fault, why_unread

ASKED: Final = "questions/asked.csv"
"""Below the pages: for each rule the words in which players ask about it."""


def faults_of_asked(book: Book) -> Iterator[Fault]:
    """Rows about rules that are not there."""
    file = book.settings.docs / ASKED
    if not file.is_file():
        return
    known = {str(id_) for id_ in (*book.rules, *book.clauses)}
    try:
        with file.open(encoding="utf-8", newline="") as lines:
            for number, row in enumerate(csv.DictReader(lines), start=2):
                if row["rule"] not in known:
                    yield Fault(ASKED, number, f"there is no rule {row['rule']}")
    except UNREADABLE as error:
        yield Fault(ASKED, 1, f"this list cannot be read: {why_unread(error)}")
