"""What is wrong with a book, each fault with its page and line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing wrong on one line of one page.

    Attributes:
        page: The page's path below the docs folder, with forward slashes.
        line: The line in that file, counted from 1.
        message: What is wrong and what was expected.
    """

    page: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.message}"


def why_unread(error: Exception) -> str:
    """In a few words, why a list or document cannot be read."""
    match error:
        case UnicodeDecodeError():
            return f"its line {error.object[: error.start].count(10) + 1} is not UTF-8"
        case KeyError():
            return f"it has no column {error}"
        case OSError():
            return error.strerror or str(error)
        case _:
            return str(error) or type(error).__name__


class BookError(Exception):
    """The book is not in order; the message lists every fault that was found."""

    def __init__(self, faults: Iterable[Fault], more: str = "") -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join([*map(str, self.faults), *([more] if more else [])]))
