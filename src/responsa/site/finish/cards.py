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
from responsa.rules import RuleId
from responsa.site.shelf import books_in
from responsa.site.words import Words, words_of

Card = list[str]
"""The title of a card, its text, and what else is to be said about it, if anything."""

FOLDER: Final = "assets/cards"
"""Where the files lie in the site."""

TERMS: Final = "term"
"""The file of the glossary."""

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
    clause = book.clauses.get(RuleId(rule.id.rulebook, rule.id.clause))
    title = plain_text(clause.title) if clause else ""
    return [title, plain_text(rule.text), *([say(SUPPLEMENT)] if rule.supplement else [])]


def _opening(book: Book, clause: Clause, say: Words) -> str:
    """How a clause begins: its first rule; if it has none of its own, the titles of the clauses in it."""
    own = [rule for rule in book.rules.values() if _is_in(rule.id, clause.id)]
    if own:
        more = f" {say('(the first of {count})', count=say.count(len(own), 'rule'))}" if len(own) > 1 else ""
        return f"{own[0].id.number} {plain_text(own[0].text)}{more}"
    inside = sorted(
        (other for other in book.clauses.values() if other.id.clause.rpartition(".")[0] == clause.id.clause),
        key=lambda other: other.id.order,
    )
    return " · ".join(f"{other.id.number} {plain_text(other.title)}" for other in inside)


def _is_in(rule: RuleId, clause: RuleId) -> bool:
    return (rule.rulebook, rule.clause) == (clause.rulebook, clause.clause)


def _erratum(erratum: Erratum, say: Words) -> Card:
    ruling = plain_text(erratum.ruling)
    return [plain_text(erratum.title), say("Ruling: {ruling}", ruling=ruling) if ruling else say(erratum.status)]


def script(name: str, title: str, cards: dict[str, Card]) -> str:
    """The file of some cards: it hands them to the page by its name."""
    data = json.dumps({"title": title, "cards": cards}, ensure_ascii=False, separators=(",", ":"))
    return f"(globalThis.responsaCards ??= {{}}).{name} = {data};\n"


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Write the files into the site."""
    for language, book in books_in(site, settings_file).items():
        say = words_of(book)
        titles = {key.lower(): say.title(rulebook.title) for key, rulebook in book.settings.rulebooks.items()}
        titles[TERMS] = say("Glossary")
        folder = Path(site) / FOLDER / language
        folder.mkdir(parents=True, exist_ok=True)
        for name, cards in cards_of(book).items():
            (folder / f"{name}.js").write_text(script(name, titles[name], cards), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
