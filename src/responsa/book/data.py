"""A book as plain data: its rules, errata, terms and questions, for exports and for the command line."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from responsa.book.blocks import Kind
from responsa.book.book import Book
from responsa.book.notes import Note, notes_of
from responsa.book.page import Erratum, Example, Page, Question, Rule, Source
from responsa.book.reader import plain_text
from responsa.rules import RuleId

Json = dict[str, Any]

WHY = ("reason", "ramification", "source", "supplement")
"""The kinds of notes that tell why a rule is as it is."""


def rules_of_book(book: Book) -> Json:
    """`rules.json`: every rule with what stands behind it."""
    notes: defaultdict[RuleId, list[Json]] = defaultdict(list)
    for page in book.pages.values():
        for note in notes_of(page):
            for rule in note.rules if note.kind in WHY else ():
                notes[rule].append(_note(note))
    return {"rules": [_rule(book, rule, notes[rule.id]) for rule in book.rules.values()]}


def _rule(book: Book, rule: Rule, notes: list[Json]) -> Json:
    page = book.pages[rule.page]
    cites = sorted({ref.target for ref in page.references if ref.by == rule.id}, key=lambda target: target.order)
    tables = [table for table in page.tables if rule.id in table.rules]
    text = plain_text(rule.text)
    return {
        "id": str(rule.id),
        "rulebook": rule.id.rulebook,
        "number": rule.id.number,
        "clause": _clause(book, rule.id),
        "kind": rule.kind,
        "text": text,
        "url": url_of(rule.page, rule.id.anchor),
        "version": rule.version,
        "sources": _sources(book, rule.sources),
        "supplement": rule.supplement or None,
        "reminder_of": rule.reminder or None,
        "implemented_by": list(book.implemented_by.get(rule.id, ())),
        "examples": [_example(example) for example in page.examples if rule.id in example.rules],
        "tables": [{"page": table.page, "line": table.line, "rows": len(table.rows)} for table in tables],
        "errata": list(rule.errata),
        "cites": [str(target) for target in cites],
        "cited_by": [str(by) for by in book.cited_by.get(rule.id, ())],
        "terms": sorted({term.name for _, term in book.glossary.terms_in(text, rule.id.rulebook)}),
        "why": notes,
    }


def _clause(book: Book, id_: RuleId) -> Json:
    """The clause that holds a rule, with its heading."""
    clause = id_.parent or id_
    found = book.clauses.get(clause)
    return {"id": str(clause), "title": plain_text(found.title) if found else ""}


def _note(note: Note) -> Json:
    return {"kind": note.kind, "title": note.title, "text": note.text}


def _example(example: Example) -> Json:
    return {"page": example.page, "line": example.line, "code": example.code}


def _sources(book: Book, sources: tuple[Source, ...]) -> list[Json]:
    return [{"document": book.settings.documents[source.document], "line": source.line} for source in sources]


def url_of(page: str, anchor: str) -> str:
    """Where something stands, from the folder in which the JSON files lie."""
    return f"{page.removesuffix('.md')}.html#{anchor}"


def errata_of_book(book: Book) -> Json:
    """`errata.json`: every erratum, what is printed and what is ruled."""
    return {"errata": [_erratum(book, erratum) for erratum in sorted(book.errata.values(), key=_number)]}


def _number(erratum: Erratum) -> tuple[str, int]:
    rulebook, _, number = erratum.id.partition("-E")
    return rulebook, int(number)


def _erratum(book: Book, erratum: Erratum) -> Json:
    proof = erratum.proof
    return {
        "id": erratum.id,
        "title": plain_text(erratum.title),
        "rule": [str(rule) for rule in erratum.rules],
        "source": _sources(book, erratum.sources),
        "quote": list(erratum.quotes),
        "type": erratum.type,
        "severity": erratum.severity,
        "status": erratum.status,
        "basis": erratum.basis,
        "printed": plain_text(erratum.printed),
        "ruling": plain_text(erratum.ruling),
        "example": _example(proof) if proof else None,
        "url": url_of(erratum.page, erratum.id.lower()),
    }


def glossary_of_book(book: Book) -> Json:
    """`glossary.json`: every term, in English and Russian, and the words that players use for it."""
    terms = sorted(book.glossary.terms, key=lambda term: (term.name.lower(), term.rulebooks))
    return {
        "terms": [
            {
                "term": term.name,
                "rulebooks": list(term.rulebooks),
                "definition": plain_text(term.definition),
                "rule": list(term.words("rule")),
                "russian": list(term.words("russian")),
                "mistranslated": list(term.words("mistranslated")),
                "players": list(term.words("players")),
                "not": list(term.words("not")),
                "url": url_of(term.page, term.anchor),
            }
            for term in terms
        ]
    }


def questions_of_book(book: Book) -> Json:
    """`questions.json`: what players ask, with the answer in one line, its rules and its example."""
    questions = (question for page in book.pages.values() for question in page.questions)
    return {"questions": [_question(question) for question in questions]}


def _question(question: Question) -> Json:
    rulebook = question.rules[0].rulebook
    return {
        "id": f"{rulebook}-{question.anchor}",
        "rulebook": rulebook,
        "question": plain_text(question.title),
        "russian": plain_text(question.russian),
        "answer": plain_text(question.answer),
        "rules": [str(rule) for rule in question.rules],
        "example": _example(question.examples[0]) if question.examples else None,
        "url": url_of(question.page, question.anchor),
    }


def book_data(book: Book) -> Json:
    """What the command line needs of a book: rules, errata, terms, and the words with which each page opens."""
    pages = {f"{path.removesuffix('.md')}.html": _opening(page) for path, page in book.pages.items() if page.rules}
    return {**rules_of_book(book), **errata_of_book(book), **glossary_of_book(book), "pages": pages}


def _opening(page: Page) -> str:
    """The title of a page and what stands below it, up to its first rule or section."""
    words: list[str] = []
    for block in page.blocks:
        if block.line == page.rules[0].line or (block.kind is Kind.HEADING and words):
            break
        if block.kind in (Kind.HEADING, Kind.PARAGRAPH):
            words.append(plain_text("\n".join(block.text).lstrip("# ")))
    return " ".join(words)
