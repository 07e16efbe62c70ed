"""Versions of rules and errata: a snapshot of their words, so that no meaning changes unnoticed.

`python -m responsa.book.note` brings the snapshot up to date after a change.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from responsa.book.book import Book
from responsa.book.checks.concordance import UNREADABLE
from responsa.book.faults import Fault, why_unread
from responsa.book.page import Rule
from responsa.book.reader import without_ties
from responsa.book.snapshot import COLUMNS, Entry, read_history


@dataclass(frozen=True, slots=True)
class Subject:
    """A rule or erratum as the book has it now."""

    id: str
    version: int
    hash: str
    page: str
    line: int
    changed: str = ""


def subjects(book: Book) -> list[Subject]:
    """Every rule and every erratum, with a hash of what it says."""
    rules = [
        Subject(str(rule.id), rule.version, fingerprint(rule), rule.page, rule.line, rule.changed)
        for rule in book.rules.values()
    ]
    errata = [
        Subject(found.id, 1, _hash(found.title, *map("=".join, sorted(found.fields.items()))), found.page, found.line)
        for found in book.errata.values()
    ]
    return rules + errata


def fingerprint(rule: Rule) -> str:
    """A hash of the words of a rule, whatever they are tied to."""
    return _hash(without_ties(rule.text))


def _hash(*words: str) -> str:
    return hashlib.sha256(" ".join(" ".join(words).split()).encode()).hexdigest()[:32]


def faults_of_history(book: Book) -> Iterator[Fault]:
    """Words that changed while the version did not, and versions that the snapshot does not know."""
    try:
        history = read_history(book.settings)
    except UNREADABLE as error:
        yield Fault(book.settings.history, 1, f"this list cannot be read: {why_unread(error)}")
        return
    if not history:
        return
    latest = {entry.id: entry for entry in history}
    make = "then bring the snapshot up to date: make snapshot"
    for subject in subjects(book):
        entry = latest.pop(subject.id, None)
        if entry is None:
            yield Fault(subject.page, subject.line, f"{subject.id} is new; {make}")
        elif entry.version != subject.version:
            message = f"{subject.id} has version {subject.version}, the snapshot {entry.version}; {make}"
            yield Fault(subject.page, subject.line, message)
        elif entry.hash != subject.hash:
            ask = "if its meaning changed, say so below its text (version: 2; changed: how)"
            yield Fault(subject.page, subject.line, f"the words of {subject.id} changed: {ask}; {make}")
    for entry in latest.values():
        if entry.what != REMOVED:
            yield Fault(book.settings.history, 1, f"{entry.id} is gone; list it in {book.settings.removed}; {make}")


REMOVED = "removed"
ADDED = "added"
CHANGED = "changed"


def updated(book: Book, today: str) -> list[Entry]:
    """The snapshot brought up to date: new ids are added, new versions noted, changed wordings hashed anew.

    Raises:
        ValueError: If a version shrank or skipped one.
    """
    history = read_history(book.settings)
    latest = {entry.id: index for index, entry in enumerate(history)}
    now = subjects(book)
    for subject in now:
        if subject.id not in latest:
            history.append(Entry(subject.id, subject.version, today, subject.hash, ADDED))
            continue
        entry = history[latest[subject.id]]
        if subject.version == entry.version:
            what = _changed(subject) if entry.what.startswith(CHANGED) else entry.what
            history[latest[subject.id]] = Entry(entry.id, entry.version, entry.date, subject.hash, what)
        elif subject.version == entry.version + 1:
            history.append(Entry(subject.id, subject.version, today, subject.hash, _changed(subject)))
        else:
            raise ValueError(f"{subject.id} goes from version {entry.version} to {subject.version}")
    here = {subject.id for subject in now}
    for id_, index in latest.items():
        if id_ not in here and history[index].what != REMOVED:
            gone = history[index]
            history.append(Entry(id_, gone.version, today, gone.hash, REMOVED))
    return history


def _changed(subject: Subject) -> str:
    return f"{CHANGED}: {subject.changed}"


def write_history(book: Book, entries: list[Entry]) -> None:
    """Write the snapshot file."""
    file = book.settings.docs / book.settings.history
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((entry.id, entry.version, entry.date, entry.hash, entry.what) for entry in entries)
