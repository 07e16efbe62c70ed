"""All that can be found in a book, as rows of plain words: what the search of the pages and of the command line ask."""

from __future__ import annotations

import csv
import importlib
import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import responsa
from responsa import dice
from responsa.book import Book
from responsa.book.blocks import Block, Kind
from responsa.book.checks.asked import ASKED
from responsa.book.data import errata_of_book
from responsa.book.page import Page, Question, Rule
from responsa.book.reader import RUSSIAN, plain_text
from responsa.book.settings import Rulebook
from responsa.rules import RULE_ID

WORDS: Final = Path(__file__).parents[1] / "web/search/words.json"
"""How words are taken: for the browser and for the command line."""

SHARED: Final = "api/index.md"
"""The page of what all rulebooks share."""

WHOLE: Final = "one-page.html"
"""The edition of a rulebook on one page, in the folder of its pages."""

Row = list[Any]


def index_of_book(book: Book) -> dict[str, Any]:
    """All that can be found, as rows of plain words.

    Returns:
        `books`: the title of each rulebook by its key;
        `called`: the key, in small letters, of each word that means a rulebook;
        `alike`: groups of everyday words that mean much the same;
        `pages`: address, rulebook, title, opening, other words, and for a calculator the clauses that it names;
        `papers`: address and rulebook of each edition on one page, which is printed;
        `terms`: page, fragment, rulebooks, name, definition, phrases, rules, irregular forms;
        `questions`: page, fragment, rulebook, question, answer, Russian words, rules;
        `clauses`: page, id, title;
        `rules`: page, id, text, terms, phrases in which players ask;
        `errata`: page, id, title, ruling, rules;
        `names`: page, full name, what it is, rulebook;
        `places`: page, rulebook, name and description of spaces, leaders and wars;
        `words`: how words are taken.
        A page stands for its place among the pages, a term for its place among the terms.
    """
    pages = {path: number for number, path in enumerate(book.pages)}
    terms = book.glossary.terms
    places = {id(term): number for number, term in enumerate(terms)}
    asked = asked_in(book.settings.docs / ASKED)
    return {
        "books": {key: rulebook.title for key, rulebook in book.settings.rulebooks.items()},
        "called": {word.lower(): key.lower() for key, it in book.settings.rulebooks.items() for word in _called(it)},
        "alike": [group for page in book.pages.values() for group in page.alike],
        "pages": [_page(page) for page in book.pages.values()],
        "papers": [[f"{rulebook.folder}/{WHOLE}", key] for key, rulebook in book.settings.rulebooks.items()],
        "terms": [
            [
                pages[term.page],
                term.anchor,
                " ".join(term.rulebooks),
                term.name,
                plain_text(term.definition),
                [
                    *([term.called] if term.called else []),
                    *(
                        _bare(word)
                        for name in ("russian", "mistranslated", "players", "not")
                        for word in term.words(name)
                    ),
                ],
                list(term.words("rule")),
                [form for form in term.words("forms") if (form + term.name).isalpha() and not form.startswith("un")],
            ]
            for term in terms
        ],
        "questions": [_question(pages, question) for page in book.pages.values() for question in page.questions],
        "clauses": [
            [pages[found.page], str(found.id), _title(found.title)]
            for found in sorted(book.clauses.values(), key=lambda found: found.id.order)
            if found.page in pages
        ],
        "rules": [
            [pages[rule.page], str(rule.id), text, _terms(book, places, rule, text), asked.get(str(rule.id), [])]
            for rule in book.rules.values()
            if rule.page in pages
            for text in [plain_text(rule.text)]
        ],
        "errata": [
            [pages[book.errata[entry["id"]].page], entry["id"], entry["title"], entry["ruling"], entry["rule"]]
            for entry in errata_of_book(book)["errata"]
            if book.errata[entry["id"]].page in pages
        ],
        "names": [[pages[page], name, words, key] for page, name, words, key in _names(book) if page in pages],
        "places": [[pages[page], key, name, text] for page, key, name, text in _places(book) if page in pages],
        "words": json.loads(WORDS.read_text(encoding="utf-8")),
    }


def _called(rulebook: Rulebook) -> Iterator[str]:
    """The words that mean a rulebook: its key, its title if that is one word, and what the settings say."""
    yield rulebook.key
    yield from rulebook.called
    if " " not in rulebook.title:
        yield rulebook.title


def _page(page: Page) -> Row:
    headings = [plain_text(block.text[0].lstrip("# ")) for block in page.blocks if block.kind is Kind.HEADING]
    key = page.rulebook.key if page.rulebook else ""
    few = [] if page.terms or page.questions or page.errata else headings[1:]  # the others are found by themselves
    name = page.path.rpartition("/")[2].removesuffix(".md").replace("-", " ")
    words = " ".join([name, *few, *_russian_lines(page)])
    clauses = _clauses_named(page) if page.path.startswith("calculators/") else []
    key = key or (clauses[0].partition(" ")[0] if clauses and not page.path.endswith("index.md") else "")
    row = [f"{page.path.removesuffix('.md')}.html", key, headings[0] if headings else "", _opening(page), words]
    return [*row, clauses] if clauses else row


def _clauses_named(page: Page) -> list[str]:
    """The clauses that a page names."""
    return [*dict.fromkeys(f"{it.target.rulebook} {it.target.clause}" for it in page.references)]


def _paragraphs(page: Page) -> Iterator[Block]:
    return (block for block in page.blocks if block.kind is Kind.PARAGRAPH)


def _opening(page: Page) -> str:
    """The first paragraph of a page."""
    first = next(_paragraphs(page), None)
    text = plain_text("\n".join(first.text)) if first else ""
    return "" if text.startswith((RUSSIAN, "{", "[", "<")) else text


def _russian_lines(page: Page) -> Iterator[str]:
    """The Russian words that stand on lines of their own."""
    for block in _paragraphs(page):
        for line in block.text:
            if line.startswith(RUSSIAN):
                yield plain_text(line.removeprefix(RUSSIAN))


def _question(pages: dict[str, int], question: Question) -> Row:
    key = question.rules[0].rulebook if question.rules else ""
    rules = [str(rule) for rule in question.rules]
    texts = (question.title, question.answer, question.called or question.russian)
    return [pages[question.page], question.anchor, key, *map(plain_text, texts), rules]


def _terms(book: Book, places: dict[int, int], rule: Rule, text: str) -> list[int]:
    """The places of the terms that the text of a rule uses."""
    return sorted({places[id(term)] for _, term in book.glossary.terms_in(text, rule.id.rulebook)})


def asked_in(file: Path) -> dict[str, list[str]]:
    """The phrases in which players ask about each rule, English and Russian; nothing if there is no such file.

    Raises:
        KeyError: If the file lacks a column.
    """
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as lines:
        return {
            row["rule"]: [phrase for name in ("english", "russian") for phrase in row[name].split("; ")]
            for row in csv.DictReader(lines)
        }


def _title(heading: str) -> str:
    """The title of a clause without its number."""
    return re.sub(r"^[A-Z]?\d+(?:\.\d+)*\.? ", "", plain_text(heading))


def _bare(words: str) -> str:
    return words.strip("«»\"' ")


def _names(book: Book) -> Iterator[tuple[str, str, str, str]]:
    """Every public function, class and error: its page, full name, the first sentence about it, and its rulebook."""
    for key, rulebook in book.settings.rulebooks.items():
        for piece in book.code[key]:
            module, _, name = piece.name.rpartition(".")
            if piece.is_public and module == piece.module:  # a method is found with its class
                yield rulebook.api, piece.name, _about(getattr(sys.modules[module], name)), key
    for name in responsa.__all__:
        if callable(value := getattr(responsa, name)):
            yield SHARED, f"responsa.{name}", _about(value), ""
    for name, value in inspect.getmembers(dice, inspect.isfunction):
        if value.__module__ == dice.__name__ and not name.startswith("_"):
            yield SHARED, f"{dice.__name__}.{name}", _about(value), ""


def _places(book: Book) -> Iterator[tuple[str, str, str, str]]:
    """What players look up by its name, if a module of the rulebook gives it: page, rulebook, name, what it is."""
    for key, rulebook in book.settings.rulebooks.items():
        if rulebook.named:
            for page, name, text in importlib.import_module(rulebook.named).named():
                yield page, key, name, text


def _about(value: Any) -> str:
    first = re.split(r"\n\n|(?<=[a-z)][.;:]) ", inspect.getdoc(value) or "")[0]
    return re.sub(rf"\s*\[(?:{RULE_ID.pattern}(?:, )?)+\]", "", " ".join(first.split()))
