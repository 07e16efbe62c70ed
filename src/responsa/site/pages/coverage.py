"""The coverage page: for each rule what stands behind it, in figures, and links to all of it."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from itertools import groupby

from responsa.book.blocks import Kind
from responsa.book.book import Book
from responsa.book.checks.coverage import Cover, Coverage
from responsa.book.page import Page

NONE = "–"
"""What stands in a cell where there is nothing to count."""

Links = Callable[[Cover], dict[str, str]]
"""Gives the links of a rule: `rule`, `code` and `errata` as Markdown."""


def coverage_list(book: Book, page: Page, links: Links) -> Iterator[str]:
    """A table of the rulebooks, then for each page of each a table of its rules."""
    covers = list(Coverage(book).covers.values())
    of_book = {key: [cover for cover in covers if cover.rule.id.rulebook == key] for key in book.settings.rulebooks}
    yield "| rulebook | rules | supplements | examples | table rows | property tests | pieces of code | errata |"
    yield "| --- | --: | --: | --: | --: | --: | --: | --: |"
    for key, found in of_book.items():
        yield f"| {book.settings.rulebooks[key].title} | {' | '.join(map(str, _figures(book, key, found)))} |"
    for key, found in of_book.items():
        yield from ("", f"## {book.settings.rulebooks[key].title}")
        for path, group in groupby(_page_by_page(found), key=lambda cover: cover.rule.page):
            way = posixpath.relpath(path, posixpath.dirname(page.path) or ".")
            yield from ("", f"### [{_heading(book.pages[path])}]({way})", "")
            yield "| rule | examples | rows | properties | code | errata | source |"
            yield "| --- | --: | --: | --: | --- | --- | --- |"
            yield from (_row(cover, links(cover)) for cover in group)


def _figures(book: Book, key: str, covers: list[Cover]) -> tuple[int, ...]:
    pages = [page for page in book.pages.values() if page.rulebook and page.rulebook.key == key]
    return (
        len(covers),
        sum(cover.rule.kind == "supplement" for cover in covers),
        sum(len(page.examples) for page in pages),
        sum(len(table.rows) for page in pages for table in page.tables if table.tests),
        len({proof for cover in covers for proof in cover.proofs}),
        len({piece.name for cover in covers for piece in cover.code}),
        sum(erratum.id.startswith(f"{key}-") for erratum in book.errata.values()),
    )


def _row(cover: Cover, links: dict[str, str]) -> str:
    rule = cover.rule
    source = ", ".join(f"{source.document} {source.line}" for source in rule.sources) or f"+ {rule.supplement}"
    counts = (str(len(found) or NONE) for found in (cover.examples, cover.rows, cover.proofs))
    cells = (links["rule"], *counts, links["code"] or NONE, links["errata"] or NONE, source)
    return f"| {' | '.join(cells)} |"


def _page_by_page(covers: list[Cover]) -> list[Cover]:
    """The pages in the order of their rules, and the rules of each as they stand there."""
    first = {
        cover.rule.page: cover.rule.id.order for cover in sorted(covers, key=lambda it: it.rule.id.order, reverse=True)
    }
    return sorted(covers, key=lambda cover: (first[cover.rule.page], cover.rule.line))


def _heading(page: Page) -> str:
    """The first heading of a page, without its marks."""
    found = next((block.text[0] for block in page.blocks if block.kind is Kind.HEADING), page.path)
    return found.lstrip("# ").strip()
