"""How much of each rulebook is there in another language: translated, of the version in force, and translated back."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Final

from responsa.book import Book
from responsa.book.checks.history import fingerprint
from responsa.book.page import Rule
from responsa.site.pages.links import Links

BACK: Final = "about/back-translated.csv"
"""Which rules a second reader has put back into English without seeing it, by language; below the docs folder."""


def translations_list(links: Links) -> Iterator[str]:
    """A table for each language of the book: a line for each rulebook."""
    book, say = links.book, links.say
    for language in book.settings.languages:
        back = back_translated(book, language)
        yield f"| {' | '.join(map(say, ('rulebook', 'rules', 'translated', 'current', 'translated back')))} |"
        yield "| --- | --: | --: | --: | --: |"
        versions = {
            id_: version for each in book.translations[language].values() for id_, version in each.versions.items()
        }
        for key, rulebook in book.settings.rulebooks.items():
            rules = [rule for rule in book.rules.values() if rule.id.rulebook == key]
            there = [rule for rule in rules if rule.id in versions]
            current = [rule for rule in there if _is_current(book, rule, language, versions[rule.id])]
            checked = [rule for rule in there if str(rule.id) in back]
            counts = " | ".join(str(len(found)) for found in (rules, there, current, checked))
            yield f"| {say.title(rulebook.title)} | {counts} |"
        yield ""


def _is_current(book: Book, rule: Rule, language: str, version: int) -> bool:
    """Whether a translation renders the version of a rule, and if the book notes them its words, that stand now."""
    known = book.rendered.get((str(rule.id), language))
    return version == rule.version and (not book.settings.translated or known == fingerprint(rule))


def back_translated(book: Book, language: str) -> frozenset[str]:
    """The rules that were translated back from a language."""
    file = book.settings.docs / BACK
    if not file.is_file():
        return frozenset()
    with file.open(encoding="utf-8", newline="") as lines:
        return frozenset(row["rule"] for row in csv.DictReader(lines) if row["language"] == language)
