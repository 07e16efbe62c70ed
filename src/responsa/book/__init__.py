"""The one reader of the pages: rules, examples, tables, numbers, errata."""

from responsa.book.book import Book
from responsa.book.faults import BookError, Fault
from responsa.book.settings import Settings

__all__ = ["Book", "BookError", "Fault", "Settings"]
