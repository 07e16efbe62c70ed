"""By piece: what lies on the table of a rulebook, each with the rules, rulings, questions and errata that touch it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import import_module
from importlib.util import find_spec
from pathlib import PurePosixPath
from typing import TypeVar

from responsa.book.book import Book
from responsa.book.glossary import Term, whole_words
from responsa.book.notes import Note, notes_of
from responsa.book.page import Erratum, Example, Page, Question, Rule
from responsa.book.reader import plain_text
from responsa.book.settings import Rulebook
from responsa.piece import Piece, Pieces
from responsa.rules import RuleId
from responsa.site.pages.links import Links, relative

MODULE = "by_piece"
"""The module of a rulebook's package that says what lies on its table, in `ON_THE_TABLE`."""

RULINGS = ("ramification", "source")
"""The kinds of notes that rule something."""


def pieces_list(links: Links, page: Page) -> Iterator[str]:
    """For each kind of piece a heading, what is said of them all, and each of them, to be opened."""
    rulebook = _rulebook_of(links.book, page)
    table = _Table(links.book, rulebook)
    for style in ("pieces/pieces.css", "front/front.css"):
        yield from (f'<link rel="stylesheet" href="{relative(page.path, "assets/" + style)}">', "")
    yield from ('<div class="pieces" markdown>', "")
    taken: set[str] = set()
    for kind in on_the_table(rulebook):
        yield from ("", f"## {kind.title}", "")
        every = (Piece(f"{kind.title}: all of them", words=kind.terms),) if kind.terms else ()
        for piece in (*every, *kind.pieces):
            anchor = anchor_of(piece.name)
            anchor = anchor_of(f"{kind.title} {piece.name}") if anchor in taken else anchor
            taken.add(anchor)
            yield from _shown(links, page, piece, anchor, table.touching(piece))
    yield from ("", "</div>", "")


def _rulebook_of(book: Book, page: Page) -> Rulebook:
    """The rulebook for which the page is named."""
    folder = PurePosixPath(page.path).stem
    return next(rulebook for rulebook in book.settings.rulebooks.values() if rulebook.folder == folder)


def on_the_table(rulebook: Rulebook) -> tuple[Pieces, ...]:
    """What lies on the table of a rulebook, kind by kind; nothing, if its package does not say."""
    name = f"{rulebook.package}.{MODULE}"
    if find_spec(name) is None:
        return ()
    found: tuple[Pieces, ...] = import_module(name).ON_THE_TABLE
    return found


@dataclass(frozen=True)
class Touching:
    """What touches a piece, each in the order of the book."""

    rules: tuple[Rule, ...]
    examples: tuple[Example, ...]
    rulings: tuple[Note, ...]
    questions: tuple[Question, ...]
    errata: tuple[Erratum, ...]


class _Table:
    """The texts of a rulebook in which pieces are looked for."""

    def __init__(self, book: Book, rulebook: Rulebook) -> None:
        self.book = book
        self.key = rulebook.key
        self.folder = rulebook.folder

    @cached_property
    def _rules(self) -> list[tuple[Rule, str]]:
        return [(rule, plain_text(rule.text)) for id_, rule in self.book.rules.items() if id_.rulebook == self.key]

    @cached_property
    def _pages(self) -> list[Page]:
        return [page for page in self.book.pages.values() if page.rulebook and page.rulebook.key == self.key]

    @cached_property
    def _examples(self) -> list[tuple[Example, str]]:
        return [(it, it.code) for page in self._pages for it in page.examples if it.rules]

    @cached_property
    def _rulings(self) -> list[tuple[Note, str]]:
        notes = (note for page in self._pages for note in notes_of(page) if note.kind in RULINGS and note.rules)
        return [(note, f"{note.title} {note.text}") for note in notes]

    @cached_property
    def _questions(self) -> list[tuple[Question, str]]:
        asked = (it for page in self.book.pages.values() for it in page.questions)
        own = (it for it in asked if any(rule.rulebook == self.key for rule in it.rules))
        return [(it, " ".join((it.title, it.answer, *(example.code for example in it.examples)))) for it in own]

    @cached_property
    def _errata(self) -> list[tuple[Erratum, str]]:
        own = (it for it in self.book.errata.values() if it.id.startswith(f"{self.key}-"))
        return [(it, f"{it.title} {it.printed} {it.ruling}") for it in own]

    @cached_property
    def _terms(self) -> dict[str, Term]:
        return {term.name: term for term in self.book.glossary.terms if self.key in term.rulebooks}

    def touching(self, piece: Piece) -> Touching:
        """Everything in which the piece is named; a name that is a term of the glossary also by its forms."""
        names = [name for name in (piece.name, *piece.words) if name]
        forms = [form for name in names for form in (name, *self._forms(name))]
        pattern = whole_words(*forms)
        is_proper = piece.name[:1].isupper()
        return Touching(
            tuple(_in(pattern, self._rules)),
            tuple(_in(pattern, self._examples)) if is_proper else (),
            tuple(_in(pattern, self._rulings)),
            tuple(_in(pattern, self._questions)),
            tuple(_in(pattern, self._errata)),
        )

    def _forms(self, name: str) -> tuple[str, ...]:
        term = self._terms.get(name)
        return term.words("forms") if term else ()


What = TypeVar("What")


def _in(pattern: re.Pattern[str], texts: Iterable[tuple[What, str]]) -> Iterator[What]:
    return (what for what, text in texts if pattern.search(text))


def _shown(links: Links, page: Page, piece: Piece, anchor: str, found: Touching) -> Iterator[str]:
    """A piece that opens: what is printed on it, then what touches it."""
    small = f" <small>{escape(piece.printed)}</small>" if piece.printed else ""
    yield f'<details class="piece" id="{anchor}" markdown><summary>{escape(piece.name)}{small}</summary>'
    yield ""
    for rule in found.rules:
        first = plain_text(rule.text).split("\n")[0]
        yield f"- {links.rule(page.path, rule.id, _label(rule.id))} {_quoted(first)}"
    rows = (
        ("In examples of", dict.fromkeys(example.rules[0] for example in found.examples)),
        ("Rulings at", dict.fromkeys(note.rules[-1] for note in found.rulings)),
    )
    for title, rules in rows:
        if rules:
            yield f"- {title}: {', '.join(links.rule(page.path, rule, _label(rule)) for rule in rules)}"
    yield from (f"- Question: {links.question(page, question)}" for question in found.questions)
    yield from (f"- Erratum: {links.erratum(page, it.id, it.id)} {_quoted(it.title)}" for it in found.errata)
    if found == Touching((), (), (), (), ()):
        yield "No rule names it; what is said of all of its kind holds."
    yield from ("", "</details>", "")


def _label(rule: RuleId) -> str:
    return str(rule).partition(" ")[2]


def _quoted(text: str) -> str:
    return re.sub(r"([\[\]<*_|])", r"\\\1", text)


def anchor_of(name: str) -> str:
    """Where a piece stands on its page."""
    return "piece-" + re.sub(r"\W+", "-", name.lower()).strip("-")
