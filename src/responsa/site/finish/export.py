"""Writes the book for programs: JSON files with their schemas, the same bytes at every build.

`python -m responsa.site.finish.export site/` puts them into a folder.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import sys
from collections import defaultdict
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from responsa.book import Book, Settings
from responsa.book.blocks import Kind
from responsa.book.checks.errata import proof_of
from responsa.book.notes import Note, notes_of
from responsa.book.page import Erratum, Example, Page, Question, Rule, Source
from responsa.book.reader import plain_text
from responsa.rules import RuleId
from responsa.site.finish.feed import feed

Json = dict[str, Any]

WHY = ("reason", "ramification", "source", "supplement")
"""The kinds of notes that tell why a rule is as it is."""

_PARAGRAPH = re.compile(r"(?P<name>Printed|Ruling): *(?P<text>.+)$", re.DOTALL)


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
    clause = RuleId(id_.rulebook, id_.clause)
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
    said = what_it_says(book.pages[erratum.page], erratum)
    proof = proof_of(book, erratum)
    return {
        "id": erratum.id,
        "title": plain_text(erratum.title),
        "rule": [str(rule) for rule in erratum.rules],
        "source": _sources(book, erratum.sources),
        "quote": list(erratum.quotes),
        **{name: erratum.fields.get(name, "") for name in ("type", "severity", "status", "basis")},
        "printed": said.get("Printed", ""),
        "ruling": said.get("Ruling", ""),
        "example": _example(proof) if proof else None,
        "url": url_of(erratum.page, erratum.id.lower()),
    }


def what_it_says(page: Page, erratum: Erratum) -> dict[str, str]:
    """What the entry says is printed, and how it rules."""
    end = min((other.line for other in page.errata if other.line > erratum.line), default=sys.maxsize)
    found: dict[str, str] = {}
    for block in page.blocks:
        if block.kind is Kind.PARAGRAPH and erratum.line < block.line < end:
            for part in re.split(r"\n(?=(?:Printed|Ruling):)", "\n".join(block.text)):
                if said := _PARAGRAPH.match(part):
                    found.setdefault(said["name"], plain_text(said["text"]))
    return found


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
    return {"questions": [_question(book.pages[question.page], question) for question in questions]}


def _question(page: Page, question: Question) -> Json:
    """An entry; it ends where the next question begins."""
    end = min((other.line for other in page.questions if other.line > question.line), default=sys.maxsize)
    texts = [" ".join(block.text) for block in page.blocks if question.line < block.line < end]
    examples = (example for example in page.examples if question.line < example.line < end)
    example = next(examples, None)
    rulebook = question.rules[0].rulebook
    return {
        "id": f"{rulebook}-{question.anchor}",
        "rulebook": rulebook,
        "question": plain_text(question.title),
        "russian": plain_text(" ".join(text.removeprefix("Russian:") for text in texts if text.startswith("Russian:"))),
        "answer": plain_text(next((text for text in texts if text.startswith("**")), "")),
        "rules": [str(rule) for rule in question.rules],
        "example": _example(example) if example else None,
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


def to_text(data: Mapping[str, Any]) -> str:
    """JSON as it is written: readable, in a fixed order, with a line feed at its end."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def exports(book: Book, site_url: str = "") -> dict[str, str]:
    """Every exported file by its name, with its text."""
    from responsa.site.finish.cases import cases_of_book  # runs the examples, which the files of the rules do not need

    data = {
        "rules.json": rules_of_book(book),
        "cases.json": cases_of_book(book),
        "errata.json": errata_of_book(book),
        "glossary.json": glossary_of_book(book),
        "questions.json": questions_of_book(book),
    }
    schemas = files("responsa.site.finish") / "schemas"
    return {
        **{name: to_text(content) for name, content in data.items()},
        "feed.xml": feed(book, site_url),
        **{
            posixpath.join("schemas", file.name): file.read_text(encoding="utf-8")
            for file in sorted(schemas.iterdir(), key=lambda file: file.name)
            if file.name.endswith(".json")
        },
    }


def main(folder: str, settings_file: str = "pyproject.toml") -> None:
    """Write every export below a folder."""
    for name, text in exports(Book.read(Settings.read(settings_file)), os.environ.get("RESPONSA_URL", "")).items():
        file = Path(folder) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
