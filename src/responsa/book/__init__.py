"""A book: its settings, everything that stands in it, and what is wrong with it."""

from responsa.book.book import Book
from responsa.book.faults import BookError, Fault
from responsa.book.settings import Rulebook, Settings

# The gate knows the book, so it comes behind it.
from responsa.book.gate import NoSettings, Report, Verdict, check, settings_of  # isort: skip

__all__ = [
    "Book",
    "BookError",
    "Fault",
    "NoSettings",
    "Report",
    "Rulebook",
    "Settings",
    "Verdict",
    "check",
    "settings_of",
]
