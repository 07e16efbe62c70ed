"""Prose on pages of rules: what a paragraph allows, demands or counts is a rule, or explains one its section names.

A paragraph that is neither is marked: `<!-- plain: "why" -->` above it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from sys import maxsize

from responsa.book.blocks import INDENT, Block, Kind
from responsa.book.book import Book
from responsa.book.code import CITED
from responsa.book.faults import Fault
from responsa.book.page import Page
from responsa.book.ties import numbers_in

ABOUT_THE_TEXT = ("missing", "source")
"""Notes of these kinds tell of the source and not of the game."""

_PLAIN = re.compile(r"<!--\s*plain: \"[^\"]+\"\s*-->$")
_CANNOT = re.compile(r"\bcannot\b", re.IGNORECASE)


def faults_of_prose(book: Book) -> Iterator[Fault]:
    """Paragraphs that speak of the game where no rule is named."""
    for page in book.pages.values():
        if page.rules:
            yield from _faults_on(page)


def _faults_on(page: Page) -> Iterator[Fault]:
    named = _named_on(page)
    heads = [*(block.line for block in page.blocks if block.kind is Kind.HEADING), maxsize]
    opening = next((block for block in page.blocks if block.kind is Kind.PARAGRAPH), None)
    for before, block in pairwise([Block(Kind.HTML, 0, "", ("",)), *page.blocks]):
        if block.kind not in (Kind.PARAGRAPH, Kind.ITEM) or block is opening or _is_no_prose(page, before, block):
            continue
        place = bisect_right(heads, block.line)
        start, end = heads[place - 1] if place else 0, heads[place]
        if not any(start <= line < end for line in named) and (said := _said_in(page, block)):
            wanted = 'name the rule that it explains, or mark it above: <!-- plain: "why" -->'
            yield Fault(page.path, block.line, f"{said!r} is said outside of every rule; {wanted}")


def _named_on(page: Page) -> list[int]:
    """The lines on which a rule is defined, referred to, or named by the answer of an example."""
    cited = [example.line for example in page.examples if CITED.search(example.code)]
    return [*(rule.line for rule in page.rules), *(reference.line for reference in page.references), *cited]


def _is_no_prose(page: Page, before: Block, block: Block) -> bool:
    first = block.text[0]
    return bool(
        page.labels.opening.match(first)
        or first.startswith("{")
        or (before.kind is Kind.COMMENT and _PLAIN.match("\n".join(before.text)))
        or _note_around(page, block) in ABOUT_THE_TEXT
    )


def _note_around(page: Page, block: Block) -> str:
    """The kind of the note in which a block stands; empty if it stands in none."""
    indent = len(block.prefix.expandtabs(INDENT))
    for other in reversed(page.blocks[: page.blocks.index(block)]):
        if len(other.prefix.expandtabs(INDENT)) < indent:
            return other.info if other.kind is Kind.NOTE else ""
    return ""


def _said_in(page: Page, block: Block) -> str:
    """The first word of a paragraph that allows, demands, bars or counts."""
    words, language = page.labels.token.sub(" ", "\n".join(block.text)), page.language
    found = [*language.modal.finditer(words), *_CANNOT.finditer(words), *numbers_in(words, language)]
    return min(found, key=lambda match: match.start())[0] if found else ""
