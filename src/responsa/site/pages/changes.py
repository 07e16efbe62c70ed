"""The list of what changed: day by day which rules and errata are new, which have another meaning, which are gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby
from typing import TypeVar

from responsa.book.checks.history import ADDED, CHANGED
from responsa.book.page import Page
from responsa.book.snapshot import Entry
from responsa.rules import RULE_ID, RuleId
from responsa.site.pages.links import Links, anchor_of, since


def changes_list(links: Links, page: Page) -> Iterator[str]:
    """All days, the latest first; what is new stands in short, each change has an entry of its own."""
    entries = sorted(chain.from_iterable(links.book.versions.values()), key=lambda entry: entry.date, reverse=True)
    for day, group in groupby(entries, key=lambda entry: entry.date):
        of_day = list(group)
        yield from ("", f"## {day} {{: #{since(day)} }}", "")
        for entry in of_day:
            yield from _change(links, page, entry) if entry.what != ADDED else ()
        added = [entry.id for entry in of_day if entry.what == ADDED]
        for key, rulebook in links.book.settings.rulebooks.items():
            rules = [RuleId.of(id_) for id_ in added if RULE_ID.fullmatch(id_) and id_.startswith(f"{key} ")]
            errata = [id_ for id_ in added if id_.startswith(f"{key}-")]
            title = rulebook.title
            yield from _new(f"{title}, {_count(len(rules), 'rule', 'rules')}", _rules(links, page, rules))
            yield from _new(f"{title}, {_count(len(errata), 'erratum', 'errata')}", _errata(links, page, errata))


def _change(links: Links, page: Page, entry: Entry) -> tuple[str, str]:
    is_rule = RULE_ID.fullmatch(entry.id)
    if is_rule:
        name = links.rule(page.path, RuleId.of(entry.id), entry.id)
    else:
        name = links.erratum(page, entry.id, entry.id) if entry.id in links.book.errata else entry.id
    what = entry.what.removeprefix(f"{CHANGED}: ") if entry.what.startswith(CHANGED) else entry.what
    version = f", version {entry.version}" if entry.version > 1 else ""
    return f"- {name}{version}: {what}", f"{{: #{anchor_of(entry)} }}"


def _new(title: str, links: Iterable[str]) -> Iterator[str]:
    if shown := ", ".join(links):
        yield from ("", f"*New in {title}:* {shown}", "")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _rules(links: Links, page: Page, rules: list[RuleId]) -> Iterator[str]:
    """The rules in short: those of a clause that follow one another are one link, to the first of them."""
    rules = sorted((rule for rule in rules if rule in links.book.rules), key=lambda rule: rule.order)
    for _, group in groupby(rules, key=lambda rule: rule.parent):
        for first, last in _runs([*group], _place):
            yield links.rule(page.path, first, first.number if first == last else f"{first.number}–{_end(last)}")


def _end(rule: RuleId) -> str:
    """What tells a rule from the others of its clause."""
    return rule.number.removeprefix(rule.parent.number if rule.parent else "").lstrip(".")


def _place(rule: RuleId) -> int:
    """The place of a rule in its clause, so that those that follow one another have places that do."""
    place = 0
    for sign in _end(rule).strip("()"):
        place = 10 * place + int(sign) if sign.isdigit() else 26 * place + ord(sign) - ord("a") + 1
    return place


_Named = TypeVar("_Named")


def _runs(names: list[_Named], place: Callable[[_Named], int]) -> Iterator[tuple[_Named, _Named]]:
    """The first and the last of those whose places follow one another."""
    for _, group in groupby(enumerate(names), key=lambda pair: place(pair[1]) - pair[0]):
        run = [name for _, name in group]
        yield run[0], run[-1]


def _errata(links: Links, page: Page, errata: list[str]) -> Iterator[str]:
    here = [id_ for id_ in errata if id_ in links.book.errata]
    for first, last in _runs(here, lambda id_: int(id_.partition("-E")[2])):
        name, end = (id_.partition("-")[2] for id_ in (first, last))
        yield links.erratum(page, first, name if first == last else f"{name}–{end}")
