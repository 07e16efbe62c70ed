"""Numbers in rules: each shows the constant that it is tied to."""

from __future__ import annotations

from collections.abc import Iterator

from responsa.book.book import Book
from responsa.book.faults import Fault
from responsa.book.page import PLAIN, Page, Tie


def faults_of_numbers(book: Book) -> Iterator[Fault]:
    """Numbers that are tied to nothing, or to a constant of another value."""
    for page in book.pages.values():
        for tie in page.ties:
            if message := _fault_of_tie(book, page, tie):
                yield Fault(page.path, tie.line, message)


def _fault_of_tie(book: Book, page: Page, tie: Tie) -> str:
    if tie.target == PLAIN:
        return "" if tie.reason else f'{tie.shown!r} is marked as plain language without a reason: (=plain "why")'
    shown = page.language.value_of(tie.shown)
    if shown is None:
        return f"{tie.shown!r} is no number that can be tied to {tie.target}"
    try:
        name, value = book.constant_of(page, tie)
    except LookupError as error:
        return f"{tie.shown!r} is tied to nothing: {error.args[0]}"
    return "" if shown == value else f"the text says {tie.shown!r}, but {name} is {value}"
