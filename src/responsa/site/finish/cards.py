"""Writes what the cards of references show: a small script for each rulebook and one for the terms.

`python -m responsa.site.finish.cards site/` puts them into a site. They are scripts, and not JSON, because a page
that is opened from a folder may load a script but fetch nothing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from responsa.book import Book
from responsa.book.page import Clause, Erratum, Rule
from responsa.book.reader import plain_text
from responsa.site.shelf import books_in
from responsa.site.words import Words, words_of

Card = list[str]
"""The title of a card, its text, and what else is to be said about it, if anything."""

FOLDER: Final = "assets/cards"
"""Where the files lie in the site."""

TERMS: Final = "term"
"""The file of the glossary."""

REMINDER: Final = "A reminder of {rule}."
SUPPLEMENT: Final = "A supplement: it is not in our source."


def cards_of(book: Book) -> dict[str, dict[str, Card]]:
    """The cards of each file by the anchors of their targets, without the name of the file that opens these.

    Returns:
        For `his` a card for `13.4c` (a rule), `13.4` (a clause) and `e43` (an erratum), and so on; for `term` a card
        for each entry of the glossary.
    """
    cards: dict[str, dict[str, Card]] = {key.lower(): {} for key in book.settings.rulebooks}
    say = words_of(book)
    for rule in book.rules.values():
        _put(cards, rule.id.anchor, _rule(book, rule, say))
    for clause in sorted(book.clauses.values(), key=lambda clause: clause.id.order):
        _put(cards, clause.id.anchor, [plain_text(clause.title), _opening(book, clause, say)])
    for erratum in book.errata.values():
        _put(cards, erratum.id.lower(), _erratum(erratum, say))
    cards[TERMS] = {}
    for term in book.glossary.terms:
        russian = ", ".join(term.words("russian"))
        more = [f"{say('Russian')}: {russian}"] if russian and not term.called else []
        more += [f"{say('English')}: {term.called}"] if term.called else []
        _put(cards, term.anchor, [term.name, plain_text(term.definition), *more])
    return cards


def _put(cards: dict[str, dict[str, Card]], anchor: str, card: Card) -> None:
    file, _, rest = anchor.partition("-")
    cards[file][rest] = card


def _rule(book: Book, rule: Rule, say: Words) -> Card:
    clause = book.clauses.get(rule.id.parent or rule.id)
    title = plain_text(clause.title) if clause else ""
    more = [say(SUPPLEMENT)] if rule.supplement else []
    more += [say(REMINDER, rule=rule.reminder)] if rule.reminder else []
    return [title, plain_text(rule.text), *more]


def _opening(book: Book, clause: Clause, say: Words) -> str:
    """How a clause begins: its first rule; if it has none of its own, the titles of the clauses in it."""
    own = [rule for rule in book.rules.values() if rule.id.parent == clause.id]
    if own:
        more = f" {say('(the first of {count})', count=say.count(len(own), 'rule'))}" if len(own) > 1 else ""
        return f"{own[0].id.number} {plain_text(own[0].text)}{more}"
    inside = sorted(
        (other for other in book.clauses.values() if other.id.parent == clause.id),
        key=lambda other: other.id.order,
    )
    return " · ".join(f"{other.id.number} {plain_text(other.title)}" for other in inside)


def _erratum(erratum: Erratum, say: Words) -> Card:
    ruling = plain_text(erratum.ruling)
    return [plain_text(erratum.title), say("Ruling: {ruling}", ruling=ruling) if ruling else say(erratum.status)]


def numbers_of(book: Book, key: str) -> dict[str, str]:
    """How the numbers of a rulebook are written, where their anchors do not show it: `3(2)(a)` for `3-2-a`."""
    ids = (id_ for id_ in (*book.rules, *book.clauses) if id_.rulebook == key)
    anchors = ((id_.anchor.partition("-")[2], id_.number) for id_ in ids)
    return {anchor: number for anchor, number in anchors if number != f"{anchor[0].upper()}{anchor[1:]}"}


def script(name: str, title: str, cards: dict[str, Card], numbers: dict[str, str]) -> str:
    """The file of some cards: it hands them to the page by its name."""
    data = {"title": title, "cards": cards} | ({"numbers": numbers} if numbers else {})
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"(globalThis.responsaCards ??= {{}}).{name} = {text};\n"


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Write the files into the site."""
    for language, book in books_in(site, settings_file).items():
        say = words_of(book)
        titles = {key.lower(): say.title(rulebook.title) for key, rulebook in book.settings.rulebooks.items()}
        titles[TERMS] = say("Glossary")
        folder = Path(site) / FOLDER / language
        folder.mkdir(parents=True, exist_ok=True)
        for name, cards in cards_of(book).items():
            (folder / f"{name}.js").write_text(
                script(name, titles[name], cards, numbers_of(book, name.upper())), encoding="utf-8", newline="\n"
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
