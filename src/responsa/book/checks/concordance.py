"""The concordance: every sentence of the source documents, and what carries it.

The sentences themselves are not in the book; a hash stands for each, so that a change in a document shows.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from responsa.book.book import Book
from responsa.book.faults import Fault
from responsa.book.page import Erratum, Rule, Source
from responsa.rules import RuleId

_END = re.compile(r"(?<=[.!?…])(?<!\bсм\.)(?<!\bстр\.)[»\])]*\s+(?=[«\[(]?[A-ZА-ЯЁ])")
_NUMBER = re.compile(r"[\dIVX.]+")
_LIST_MARK = re.compile(r"^(?:[·o•]|\d+\.(?!\d)|[а-в]\.)\s+")


UNREADABLE = (csv.Error, AttributeError, KeyError, TypeError, ValueError)
"""What a list with wrong columns, wrong numbers or wrong letters leads to."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence of a source document, and where its matter is.

    Attributes:
        document: The file name of the document.
        line: The line in it, counted from 1.
        sentence: The number of the sentence in that line, counted from 1.
        hash: The first half of the SHA-256 of its words.
        leads_to: The ids of the rules and errata that carry it.
        why_none: If nothing carries it, the reason: a heading, history, a fragment, the duplicate of another.
    """

    document: str
    line: int
    sentence: int
    hash: str
    leads_to: tuple[str, ...]
    why_none: str


def sentences(text: str) -> Iterator[tuple[int, int, str]]:
    """The line, the number in it, and the words of each sentence; list marks are no part of it.

    Examples:
        >>> from responsa.book.checks.concordance import sentences
        >>> list(sentences("1. Город (см. 15). Это так."))
        [(1, 1, 'Город (см. 15).'), (1, 2, 'Это так.')]
    """
    for line, words in enumerate(text.split("\n"), start=1):
        bare = _LIST_MARK.sub("", " ".join(words.split()))
        parts = [part for part in _END.split(bare) if part]
        if len(parts) > 1 and _NUMBER.fullmatch(parts[0]):
            parts[:2] = [" ".join(parts[:2])]
        for number, sentence in enumerate(parts, start=1):
            yield line, number, sentence


def hash_of(sentence: str) -> str:
    """The fingerprint by which the concordance knows a sentence."""
    return hashlib.sha256(" ".join(sentence.split()).encode()).hexdigest()[:32]


def read_concordance(book: Book) -> list[Entry]:
    """The entries of the book's concordance; none if it has no such file."""
    file = book.settings.docs / book.settings.concordance
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            Entry(
                row["document"],
                int(row["line"]),
                int(row["sentence"]),
                row["hash"],
                tuple(part.strip() for part in row["leads to"].split(";") if part.strip()),
                row["why none"].strip(),
            )
            for row in csv.DictReader(lines)
        ]


def faults_of_concordance(book: Book) -> Iterator[Fault]:
    """Entries that lead nowhere, and rules whose source line the concordance does not lead to them."""
    page = book.settings.concordance
    try:
        entries = read_concordance(book)
    except UNREADABLE as error:
        yield Fault(page, 1, f"this list cannot be read: {error!r}")
        return
    if not entries:
        return
    led: set[tuple[str, int, str]] = set()
    for row, entry in enumerate(entries, start=2):
        place = f"{entry.document} line {entry.line}, sentence {entry.sentence}"
        if bool(entry.leads_to) == bool(entry.why_none):
            what = "leads to something and yet says why not" if entry.why_none else "leads nowhere and does not say why"
            yield Fault(page, row, f"{place} {what}")
        for target in entry.leads_to:
            led.add((entry.document, entry.line, target))
            if not _exists(book, target):
                yield Fault(page, row, f"{place} leads to {target}, which does not exist")
    yield from _faults_of_rules(book, led, page)
    named = {
        (str(rule.id), book.settings.documents[source.document], source.line)
        for rule in book.rules.values()
        for source in rule.sources
    }
    for row, entry in enumerate(entries, start=2):
        for target in entry.leads_to:
            if "-E" not in target and _exists(book, target) and (target, entry.document, entry.line) not in named:
                yield Fault(page, row, f"{target} does not name {entry.document} line {entry.line} as its source")


def _faults_of_rules(book: Book, led: set[tuple[str, int, str]], page: str) -> Iterator[Fault]:
    for rule in book.rules.values():
        for source in rule.sources:
            document = book.settings.documents[source.document]
            if (document, source.line, str(rule.id)) not in led:
                message = f"no sentence of {document} line {source.line} leads to {rule.id} in {page}"
                yield Fault(rule.page, rule.line, message)


def faults_of_sources(book: Book, folder: Path) -> Iterator[Fault]:
    """Sentences of the documents that are missing or changed, and quoted words that do not stand where they should.

    Args:
        book: The book.
        folder: The folder with the source documents.
    """
    page = book.settings.concordance
    entries = {(entry.document, entry.line, entry.sentence): entry for entry in read_concordance(book)}
    has_concordance = bool(entries)
    texts: dict[str, str] = {}
    for file in book.settings.documents.values():
        try:
            texts[file] = (folder / file).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            yield Fault(page or file, 1, f"the source document {file} cannot be read: {error}")
    yield from _faults_of_places(book, texts)
    for file, text in texts.items():
        for line, number, sentence in sentences(text) if has_concordance else ():
            entry = entries.pop((file, line, number), None)
            if entry is None:
                yield Fault(page, 1, f"{file} line {line}, sentence {number} is not accounted for")
            elif entry.hash != hash_of(sentence):
                yield Fault(page, 1, f"{file} line {line}, sentence {number} is stale: its words have changed")
    for document, line, number in entries:
        yield Fault(page, 1, f"{document} has no sentence {number} in line {line}")
    yield from _faults_of_quotes(book, texts)


def _faults_of_quotes(book: Book, texts: dict[str, str]) -> Iterator[Fault]:
    for erratum in book.errata.values():
        for quote in erratum.quotes:
            lines = [_line_of(book, texts, at) for at in erratum.sources]
            if not any(quote in " ".join(line.split()) for line in lines):
                yield Fault(erratum.page, erratum.line, f"{erratum.id} quotes «{quote}», which does not stand there")


def _faults_of_places(book: Book, texts: dict[str, str]) -> Iterator[Fault]:
    """Sources of rules and errata that name a line which the document does not have, or an empty one."""
    entries: list[Rule | Erratum] = [*book.rules.values(), *book.errata.values()]
    for found in entries:
        for at in found.sources:
            file = book.settings.documents.get(at.document, "")
            if file in texts and not _line_of(book, texts, at).strip():
                lines = len(texts[file].rstrip().split("\n"))
                wrong = f"names line {at.line} of {file}, where nothing stands; it has {lines} lines"
                yield Fault(found.page, found.line, f"{found.id} {wrong}")


def _line_of(book: Book, texts: dict[str, str], at: Source) -> str:
    lines = texts.get(book.settings.documents.get(at.document, ""), "").split("\n")
    return lines[at.line - 1] if at.line <= len(lines) else ""


def totals(entries: Iterable[Entry]) -> dict[str, Counter[str]]:
    """For each document: how many sentences are carried, how many not and why, and how many there are."""
    counts: dict[str, Counter[str]] = {}
    for entry in entries:
        kind = "carried" if entry.leads_to else entry.why_none.partition(":")[0]
        counts.setdefault(entry.document, Counter()).update([kind, "all"])
    return counts


def _exists(book: Book, target: str) -> bool:
    if "-E" in target:
        return target in book.errata
    try:
        return RuleId.of(target) in book.rules
    except ValueError:
        return False
