"""Writes what the search of the pages needs: the words of the book, and the engine that finds them.

`python -m responsa.site.finish.search site/` puts both into a built site, as scripts: a page that is opened from a
folder may load scripts but fetch nothing. The bytes are the same at every build.
"""

from __future__ import annotations

import csv
import inspect
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import responsa
from responsa import dice
from responsa.book import Book, Settings
from responsa.book.blocks import Block, Kind
from responsa.book.data import errata_of_book
from responsa.book.page import Page, Question, Rule
from responsa.book.reader import RUSSIAN, plain_text
from responsa.rules import RULE_ID

FOLDER: Final = "assets/search"
"""Where the search lies in the site."""

INDEX: Final = "index.js"
"""The words of the book."""

ENGINE: Final = "engine.js"
"""The libraries that look for them."""

VENDOR: Final = Path(__file__).parents[2] / "web/vendor"
"""The libraries as npm has them; README.md there says which they are."""

ASKED: Final = "questions/asked.csv"
"""Below the pages: for each rule the words in which players ask about it."""

SHARED: Final = "api/index.md"
"""The page of what all rulebooks share."""

THEIRS: Final = ("assets/javascripts/lunr", "assets/javascripts/workers")
"""The search of the theme, which nobody uses."""

Row = list[Any]


def index_of_book(book: Book) -> dict[str, Any]:
    """All that can be found, as rows of plain words.

    Returns:
        `books`: the title of each rulebook by its key;
        `alike`: groups of everyday words that mean much the same;
        `pages`: address, rulebook, title, opening, other words;
        `terms`: page, fragment, rulebooks, name, definition, phrases, rules, irregular forms;
        `questions`: page, fragment, rulebook, question, answer, Russian words, rules;
        `clauses`: page, id, title;
        `rules`: page, id, text, terms, phrases in which players ask;
        `errata`: page, id, title, ruling;
        `names`: page, full name, what it is.
        A page stands for its place among the pages, a term for its place among the terms.
    """
    pages = {path: number for number, path in enumerate(book.pages)}
    terms = book.glossary.terms
    places = {id(term): number for number, term in enumerate(terms)}
    asked = asked_in(book.settings.docs / ASKED)
    return {
        "books": {key: rulebook.title for key, rulebook in book.settings.rulebooks.items()},
        "alike": [group for page in book.pages.values() for group in page.alike],
        "pages": [_page(page) for page in book.pages.values()],
        "terms": [
            [
                pages[term.page],
                term.anchor,
                " ".join(term.rulebooks),
                term.name,
                plain_text(term.definition),
                [_bare(word) for name in ("russian", "mistranslated", "players", "not") for word in term.words(name)],
                list(term.words("rule")),
                [form for form in term.words("forms") if (form + term.name).isalpha() and not form.startswith("un")],
            ]
            for term in terms
        ],
        "questions": [_question(pages, question) for page in book.pages.values() for question in page.questions],
        "clauses": [
            [pages[found.page], str(found.id), _title(found.title)]
            for found in sorted(book.clauses.values(), key=lambda found: found.id.order)
        ],
        "rules": [
            [pages[rule.page], str(rule.id), text, _terms(book, places, rule, text), asked.get(str(rule.id), [])]
            for rule in book.rules.values()
            for text in [plain_text(rule.text)]
        ],
        "errata": [
            [pages[book.errata[entry["id"]].page], entry["id"], entry["title"], entry["ruling"]]
            for entry in errata_of_book(book)["errata"]
        ],
        "names": [[pages[page], name, words] for page, name, words in _names(book)],
    }


def _page(page: Page) -> Row:
    headings = [plain_text(block.text[0].lstrip("# ")) for block in page.blocks if block.kind is Kind.HEADING]
    key = page.rulebook.key if page.rulebook else ""
    few = [] if page.terms or page.questions or page.errata else headings[1:]  # the others are found by themselves
    name = page.path.rpartition("/")[2].removesuffix(".md").replace("-", " ")
    words = " ".join([name, *few, *_russian_lines(page)])
    return [f"{page.path.removesuffix('.md')}.html", key, headings[0] if headings else "", _opening(page), words]


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
    texts = (question.title, question.answer, question.russian)
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


def _names(book: Book) -> Iterator[tuple[str, str, str]]:
    """Every public function, class and error: its page, its full name, and the first sentence about it."""
    for key, rulebook in book.settings.rulebooks.items():
        for piece in book.code[key]:
            module, _, name = piece.name.rpartition(".")
            if piece.is_public and module == piece.module:  # a method is found with its class
                yield rulebook.api, piece.name, _about(getattr(sys.modules[module], name))
    for name in responsa.__all__:
        if callable(value := getattr(responsa, name)):
            yield SHARED, f"responsa.{name}", _about(value)
    for name, value in inspect.getmembers(dice, inspect.isfunction):
        if value.__module__ == dice.__name__ and not name.startswith("_"):
            yield SHARED, f"{dice.__name__}.{name}", _about(value)


def _about(value: Any) -> str:
    first = re.split(r"\n\n|(?<=[a-z)][.;:]) ", inspect.getdoc(value) or "")[0]
    return re.sub(rf"\s*\[(?:{RULE_ID.pattern}(?:, )?)+\]", "", " ".join(first.split()))


def index_script(book: Book) -> str:
    """The script that gives the words of the book to the search."""
    data = json.dumps(index_of_book(book), ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.responsaIndex={data};\n"


def engine_script() -> str:
    """The libraries as a single script with their licences: MiniSearch, and the stemmers of both languages."""
    parts = [_licence("minisearch.LICENSE.txt"), _library("minisearch.js"), _licence("stemmers.LICENSE.md")]
    for name in ("en", "ru"):  # they are modules, and a page from a folder loads none
        stemmer = _library(f"stemmer-{name}.js")
        parts.append(f"(function (exports) {{\n{stemmer}\n}})((globalThis.responsaStemmers ??= {{}}).{name} = {{}});\n")
    return "".join(parts)


def _licence(name: str) -> str:
    return f"/*!\n{(VENDOR / name).read_text(encoding='utf-8').strip()}\n*/\n"


def _library(name: str) -> str:
    text = (VENDOR / name).read_text(encoding="utf-8")
    return re.sub(r"^//# sourceMappingURL=.*\n?", "", text, flags=re.MULTILINE)


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Put the words of the book and the engine into the site, and take the theme's own search out of it."""
    for name in THEIRS:
        shutil.rmtree(Path(site) / name, ignore_errors=True)
    folder = Path(site) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (
        (INDEX, index_script(Book.read(Settings.read(settings_file)))),
        (ENGINE, engine_script()),
    ):
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
