"""The concordance: every sentence of the source documents, and what carries it.

The sentences themselves are not in the book; a hash stands for each, so that a change in a document shows.
`responsa concordance --sources DIR` makes the list and brings it up to date.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from responsa.book.book import Book
from responsa.book.faults import Fault, why_unread
from responsa.book.page import Erratum, Rule, Source
from responsa.book.settings import Settings
from responsa.rules import RuleId

ABBREVIATIONS: Final = ("см.", "стр.")
"""What ends in a full stop and ends no sentence, where the settings say nothing else."""

COLUMNS: Final = ("document", "line", "sentence", "hash", "leads to", "why none", "stems")
"""The columns of the list."""

_END = re.compile(r"(?<=[.!?…。！？])(?P<closing>[»”」』\])]*)(?:\s+|(?<=[。！？]))(?=[«“「『\[(]?(?P<next>[^\W\d_]))")
_NUMBER = re.compile(r"[\dIVX.]+")
_LIST_MARK = re.compile(r"^(?:[·o•]|\d+\.(?!\d)|[a-zа-яё]\.)\s+")

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
        stems: The fingerprints of its words, in no order of theirs, so that other forms of them are known again.
    """

    document: str
    line: int
    sentence: int
    hash: str
    leads_to: tuple[str, ...]
    why_none: str
    stems: tuple[str, ...] = ()


def sentences(text: str, abbreviations: Sequence[str] = ABBREVIATIONS) -> Iterator[tuple[int, int, str]]:
    """The line, the number in it, and the words of each sentence; list marks are no part of it.

    A sentence ends with its full stop, question or exclamation mark, unless what follows begins with a small letter or
    the mark belongs to an abbreviation; so it is in scripts without capitals too.

    Examples:
        >>> from responsa.book.checks.concordance import sentences
        >>> list(sentences("1. Город (см. 15). Это так."))
        [(1, 1, 'Город (см. 15).'), (1, 2, 'Это так.')]
    """
    for line, words in enumerate(text.split("\n"), start=1):
        bare = _LIST_MARK.sub("", " ".join(words.split()))
        parts = [part for part in _parts(bare, abbreviations) if part]
        if len(parts) > 1 and _NUMBER.fullmatch(parts[0]):
            parts[:2] = [" ".join(parts[:2])]
        for number, sentence in enumerate(parts, start=1):
            yield line, number, sentence


def _parts(words: str, abbreviations: Sequence[str]) -> Iterator[str]:
    start = 0
    for end in _END.finditer(words):
        is_abbreviation = any(
            re.search(rf"(?<!\w){re.escape(short)}$", words[: end.start()]) for short in abbreviations
        )
        if not end["next"].islower() and not is_abbreviation:
            yield words[start : end.end("closing")]
            start = end.end()
    yield words[start:]


def hash_of(sentence: str) -> str:
    """The fingerprint by which the concordance knows a sentence."""
    return hashlib.sha256(" ".join(sentence.split()).encode()).hexdigest()[:32]


STEM: Final = 5
"""How many letters of a word are its stem: the forms of most Russian words differ in later ones."""

_WORD = re.compile(r"[^\W\d_]{3,}")


def stems_of(text: str) -> tuple[str, ...]:
    """A short fingerprint of the stem of each word, sorted; the script of the papers takes words in the same way.

    Examples:
        >>> from responsa.book.checks.concordance import stems_of
        >>> stems_of("Легионы сохраняют верность") == stems_of("верностью легионов сохранять")
        True
    """
    words = _WORD.findall(text.lower().replace("ё", "е"))
    return tuple(sorted({_short(word[:STEM]) for word in words}))


def _short(stem: str) -> str:
    """The sixteen bits of FNV-1a, folded: enough to tell words apart, too little to tell which they were."""
    found = 0x811C9DC5
    for byte in stem.encode():
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{found >> 16 ^ found & 0xFFFF:04x}"


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
                tuple((row.get("stems") or "").split()),
            )
            for row in csv.DictReader(lines)
        ]


def write_concordance(settings: Settings, entries: Iterable[Entry]) -> None:
    """Write the list of the book."""
    file = settings.docs / settings.concordance
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8", newline="") as out:
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(COLUMNS)
        for entry in entries:
            place = (entry.document, entry.line, entry.sentence, entry.hash)
            lines.writerow([*place, "; ".join(entry.leads_to), entry.why_none, " ".join(entry.stems)])


def updated(book: Book, folder: Path, *, why_none: str = "", only: str = "") -> list[Entry]:
    """The concordance brought up to date with the documents, and with the lines that rules and errata name.

    A sentence keeps what the list says of it, wherever in its document it stands now. A new one leads to what names its
    line; where nothing does it leads nowhere, and the gate asks for the reason. A document that is not at hand stays.

    Args:
        book: The book.
        folder: The folder of the source documents.
        why_none: The reason for new sentences that lead nowhere.
        only: The one document that is brought up to date; empty for all.

    Raises:
        UnicodeDecodeError: If a document is no UTF-8.
    """
    listed = read_concordance(book)
    found: list[Entry] = []
    for document in dict.fromkeys([*book.settings.documents.values(), *(entry.document for entry in listed)]):
        old = [entry for entry in listed if entry.document == document]
        file = folder / document
        if document not in book.settings.documents.values():
            continue
        if not file.is_file() or only not in ("", document):
            found += old
            continue
        found += _of_document(book, document, file.read_text(encoding="utf-8-sig"), old, why_none)
    return found


def _of_document(book: Book, document: str, text: str, old: list[Entry], why_none: str) -> Iterator[Entry]:
    """The entries of one document, line by line."""
    known: dict[str, list[Entry]] = {}
    for entry in old:
        known.setdefault(entry.hash, []).append(entry)
    rules, errata = _naming(book, document)
    lines: dict[int, list[Entry]] = {}
    for line, number, sentence in sentences(text, book.settings.abbreviations):
        before = known.get(hash_of(sentence))
        was = before.pop(0) if before else None
        leads = tuple(target for target in was.leads_to if _exists(book, target)) if was else ()
        why = was.why_none if was else ""
        entry = Entry(document, line, number, hash_of(sentence), leads, why, stems_of(sentence))
        lines.setdefault(line, []).append(entry)
    for line, entries in lines.items():
        yield from _led(entries, rules.get(line, []), errata.get(line, []), why_none)


def _naming(book: Book, document: str) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """The rules, and the errata, that name each line of a document."""
    rules: dict[int, list[str]] = {}
    errata: dict[int, list[str]] = {}
    everything: list[Rule | Erratum] = [*book.rules.values(), *book.errata.values()]
    for named in everything:
        for at in named.sources:
            if book.settings.documents.get(at.document) == document:
                (rules if isinstance(named, Rule) else errata).setdefault(at.line, []).append(str(named.id))
    return rules, errata


def _led(entries: list[Entry], rules: list[str], errata: list[str], why_none: str) -> Iterator[Entry]:
    """The sentences of a line, the new ones with what names it: one rule each if there are as many, else all."""
    led = {target for entry in entries for target in entry.leads_to}
    missing = [rule for rule in rules if rule not in led]
    free = [entry for entry in entries if not entry.leads_to and not entry.why_none]
    one_each = len(free) == len(missing)
    for entry in entries:
        if entry not in free:
            yield entry
        elif missing:
            yield replace(entry, leads_to=(missing[free.index(entry)],) if one_each else (*missing,))
        elif errata:
            yield replace(entry, leads_to=(*errata,))
        else:
            yield replace(entry, why_none=why_none)


def faults_of_concordance(book: Book) -> Iterator[Fault]:
    """Entries that lead nowhere, and rules whose source line the concordance does not lead to them."""
    page = book.settings.concordance
    try:
        entries = read_concordance(book)
    except UNREADABLE as error:
        yield Fault(page, 1, f"this list cannot be read: {why_unread(error)}")
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
            yield Fault(page or file, 1, f"the source document {file} cannot be read: {why_unread(error)}")
    if len(texts) < len({*book.settings.documents.values()}):
        return  # of quotations and sentences nothing is known
    yield from _faults_of_places(book, texts)
    for file, text in texts.items():
        for line, number, sentence in sentences(text, book.settings.abbreviations) if has_concordance else ():
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
