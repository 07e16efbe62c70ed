"""Ids and references: each id stands once, below its clause, and each reference leads to one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from responsa.book.book import Book
from responsa.book.faults import Fault
from responsa.book.page import Clause, Rule
from responsa.nearest import nearest
from responsa.rules import RULE_ID, RuleId


def faults_of_ids(book: Book) -> Iterator[Fault]:
    """Ids that stand twice, were used before, or hang on no clause."""
    seen: dict[RuleId, str] = {}
    numbered: Iterator[Clause | Rule] = chain.from_iterable(
        chain[Clause | Rule](page.clauses, page.rules) for page in book.pages.values()
    )
    for found in numbered:
        place = f"{found.page}:{found.line}"
        if found.id in seen:
            yield Fault(found.page, found.line, f"{found.id} is defined twice; first on {seen[found.id]}")
        seen.setdefault(found.id, place)
        parent = found.id.parent
        if parent and parent not in book.clauses:
            yield Fault(found.page, found.line, f"{found.id} is an orphan: there is no heading of {parent}")
        if isinstance(found, Rule) and found.id in book.removed:
            where = f"{book.settings.removed}:{book.removed[found.id]}"
            yield Fault(found.page, found.line, f"{found.id} is the id of a removed rule ({where}); choose another")


def faults_of_reminders(book: Book) -> Iterator[Fault]:
    """Reminders of no rule, of themselves, or of what is a reminder itself."""
    for rule in chain.from_iterable(page.rules for page in book.pages.values()):
        if not rule.reminder:
            continue
        ruling = book.rules.get(RuleId.of(rule.reminder)) if RULE_ID.fullmatch(rule.reminder) else None
        if ruling is None or ruling.id == rule.id or ruling.reminder:
            wanted = "expected the id of another rule that is no reminder itself"
            yield Fault(rule.page, rule.line, f"{rule.id} is a reminder of {rule.reminder!r}; {wanted}")


def faults_of_references(book: Book) -> Iterator[Fault]:
    """References that lead nowhere."""
    for page in book.pages.values():
        for reference in page.references:
            if book.place_of(reference.target) is None and reference.target not in book.removed:
                near = nearest(str(reference.target), map(str, (*book.rules, *book.clauses)))
                hint = f"; did you mean {near}?" if near else ""
                yield Fault(page.path, reference.line, f"there is no rule or clause {reference.target}{hint}")
