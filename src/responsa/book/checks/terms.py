"""The term base: every entry defines something, and every rule uses its words."""

from __future__ import annotations

from collections.abc import Iterator

from responsa.book.book import Book
from responsa.book.faults import Fault
from responsa.book.glossary import NONE
from responsa.rules import RULE_ID, RuleId


def faults_of_terms(book: Book) -> Iterator[Fault]:
    """Entries that define nothing, second words for a term, and terms that are defined nowhere."""
    if not book.glossary.terms:
        return
    yield from _faults_of_entries(book)
    for page in book.pages.values():
        for rule, text in page.plain.items():
            first = book.rules[rule].line
            for match, term in book.glossary.second_words_in(text, rule.rulebook):
                line = first + text.count("\n", 0, match.start())
                yield Fault(page.path, line, f"{match[0]!r} in {rule} is a second word for {term.name!r}")
            for start, word in book.glossary.undefined_in(text):
                line = first + text.count("\n", 0, start)
                yield Fault(page.path, line, f"the term {word!r} in {rule} is defined nowhere in the glossary")


def _faults_of_entries(book: Book) -> Iterator[Fault]:
    seen: set[tuple[str, str]] = set()
    for term in book.glossary.terms:
        if not term.fields.get("russian"):
            yield Fault(term.page, term.line, f"{term.name!r} has no Russian; say russian: {NONE} if no source has it")
        for key in term.rulebooks:
            if key not in book.settings.rulebooks:
                yield Fault(term.page, term.line, f"{term.name!r} is a term of {key}, which is no rulebook")
            if (key, term.name.lower()) in seen:
                yield Fault(term.page, term.line, f"{term.name!r} is defined twice for {key}")
            seen.add((key, term.name.lower()))
        for rule in term.words("rule"):
            if not RULE_ID.fullmatch(rule) or book.place_of(RuleId.of(rule)) is None:
                yield Fault(term.page, term.line, f"{term.name!r} is defined by {rule}, which does not exist")
