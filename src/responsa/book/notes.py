"""The typed notes of a page and the rules that they follow, in plain words."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from responsa.book.blocks import INDENT, Block, Kind
from responsa.book.page import Page
from responsa.book.reader import plain_text
from responsa.rules import RuleId

_TITLE = re.compile(r"[\"'](?P<title>.*)[\"']\s*$")


@dataclass(frozen=True, slots=True)
class Note:
    """A typed note of a page, and the rules that it follows.

    Attributes:
        kind: Its kind, for instance `reason` or `ramification`.
        line: Its line.
        title: Its title; empty if it has none.
        text: Its words, plain.
        rules: The rules that it follows, as an example in its place would.
    """

    kind: str
    line: int
    title: str
    text: str
    rules: tuple[RuleId, ...]


def notes_of(page: Page) -> list[Note]:
    """Every typed note of a page, in order."""
    found = []
    for number, block in enumerate(page.blocks):
        if block.kind is Kind.NOTE:
            title = _TITLE.search(block.text[0])
            words = " ".join(plain_text("\n".join(inner.text)) for inner in _inside(page, number))
            rules = rules_before(page, block.line)
            found.append(Note(block.info, block.line, title["title"] if title else "", words, rules))
    return found


def _inside(page: Page, number: int) -> list[Block]:
    """The texts inside a note: what is indented further than the note is."""
    indent = len(page.blocks[number].prefix.expandtabs(INDENT)) + INDENT
    inside = []
    for block in page.blocks[number + 1 :]:
        if len(block.prefix.expandtabs(INDENT)) < indent:
            break
        if block.kind in (Kind.PARAGRAPH, Kind.ITEM):
            inside.append(block)
    return inside


def rules_before(page: Page, line: int) -> tuple[RuleId, ...]:
    """The rules that something on a line illustrates: those that stand since the last example or table before them."""
    shown = sorted(
        [*(example.line for example in page.examples), *(table.line for table in page.tables if table.tests)]
    )
    before = [rule for rule in page.rules if rule.line < line]
    if not before:
        return ()
    count = bisect_left(shown, before[-1].line)
    start = shown[count - 1] if count else 0
    return tuple(rule.id for rule in before if rule.line > start)
