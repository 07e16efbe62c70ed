"""Hands the examples and table rows of the book to Sybil, each as a test with its own line."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from unittest import SkipTest

from sybil import Document, Region
from sybil import Example as Item

from responsa.book.examples import ExampleFailed, run_example, run_row
from responsa.book.page import Example, Page, Table
from responsa.book.reader import read_page
from responsa.book.settings import Settings


class BookParser:
    """A Sybil parser for the pages of a book.

    Examples:
        In `conftest.py`:

            pytest_collect_file = Sybil([BookParser(Settings.read())], patterns=["docs/**/*.md"]).pytest()
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __call__(self, document: Document) -> Iterable[Region]:
        """Yield a region for each Python block and for each row of each decision table, in the order of the page."""
        path = Path(os.path.relpath(document.path, self.settings.docs)).as_posix()  # a link is the page that it names
        page = read_page(path, document.text, self.settings.rulebook_of(path), self.settings.language)
        starts = list(accumulate((len(line) + 1 for line in document.text.split("\n")), initial=0))
        for example in page.examples:
            yield Region(starts[example.line - 1], starts[example.line] - 1, example, _evaluate_example)
        for table in page.tables:
            if table.tests:
                for row, (line, _) in enumerate(table.rows):
                    yield Region(starts[line - 1], starts[line] - 1, (page, table, row), _evaluate_row)


def _evaluate_example(item: Item) -> str | None:
    example: Example = item.parsed
    if example.skip:
        raise SkipTest(example.skip)
    try:
        run_example(example, _short(item.path))
    except ExampleFailed as failure:
        return str(failure)
    return None


def _evaluate_row(item: Item) -> str | None:
    parsed: tuple[Page, Table, int] = item.parsed
    page, table, row = parsed
    if page.rulebook is None:
        return f"{page.path}:{table.line}: a decision table needs the package of a rulebook, and this page has none"
    try:
        run_row(table, row, page.rulebook.package, _short(item.path))
    except ExampleFailed as failure:
        return str(failure)
    return None


def _short(path: str) -> str:
    """The path as a reader would type it from where the tests run."""
    file, here = Path(path).absolute(), Path.cwd()
    return file.relative_to(here).as_posix() if file.is_relative_to(here) else str(file)
