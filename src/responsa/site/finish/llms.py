"""Writes `llms.txt`, which tells programs that read what there is and where; its form is that of https://llmstxt.org.

`python -m responsa.site.finish.llms site/` puts it into a folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

from responsa.book import Book
from responsa.book.blocks import Kind
from responsa.book.page import Page
from responsa.book.reader import plain_text
from responsa.sentences import listing
from responsa.site.shelf import book_at, edition_at

INDEX: Final = "llms.txt"
"""What tells programs where to begin."""


def llms(book: Book, site_url: str = "", settings_file: str = "") -> str:
    """`llms.txt`: what the book is, and each page as Markdown with what stands on it, in other languages too."""
    lines = [f"# {book.settings.title}", "", f"> {book.settings.summary}", "", *_how_to_read(book)]
    for title, pages in _sections(book):
        lines += ["", f"## {title}", ""]
        lines += [f"- [{_title(page)}]({urljoin(site_url, page.path)}){_what(page)}" for page in pages]
    for language in book.settings.languages:
        said = edition_at(settings_file, language) if settings_file else None
        if said and said.pages:
            lines += ["", f"## {_LANGUAGES.get(language, language)}", ""]
            lines += [
                f"- [{_title(page)}]({urljoin(site_url, f'{language}/{page.path}')})" for page in said.pages.values()
            ]
    lines += ["", "## Data", ""]
    lines += [f"- [{name}]({urljoin(site_url, name)}): {what}" for name, what in _DATA.items()]
    return "\n".join(lines) + "\n"


_LANGUAGES: Final = {"ru": "По-русски"}
"""How each language calls itself."""


def _how_to_read(book: Book) -> Iterator[str]:
    rule = next(iter(book.rules.values()), None)
    yield "Each page is here as Markdown; the page that people read has the same name, with `.html` in place of `.md`."
    if rule:
        keys = listing(book.settings.rulebooks, "or")
        page = f"{rule.page.removesuffix('.md')}.html#{rule.id.anchor}"
        yield f"A rule has an id that never changes, such as {rule.id}: rulebook ({keys}), clause number, letter."
        yield f"Cite rules by their ids; a link to a rule is its page with the rule as fragment: `{page}`."
    yield "A rule marked as a supplement is not in the papers that this book comes from."
    yield "What the papers do not answer is marked as *missing*; the book does not guess there."


_DATA: Final = {
    "rules.json": "every rule with its source, references, examples and code",
    "cases.json": "every decision of an example or a table row: what goes in and what comes out",
    "errata.json": "every erratum: what is printed, what is ruled, and why",
    "questions.json": "every question of a player, with its answer, the rules that it rests on and its example",
    "glossary.json": "every term, in English and Russian",
}


def _sections(book: Book) -> Iterator[tuple[str, list[Page]]]:
    pages = list(book.pages.values())
    for rulebook in book.settings.rulebooks.values():
        own = [page for page in pages if page.rulebook == rulebook]
        yield rulebook.title, sorted(own, key=lambda page: (not page.path.endswith("index.md"), _first_rule(page)))
    for folder, title in (("questions", "Questions"), (book.settings.errata, "Errata")):
        yield title, [page for page in pages if page.path.startswith(f"{folder}/")]
    done = (*(rulebook.folder for rulebook in book.settings.rulebooks.values()), "questions", book.settings.errata)
    yield "Optional", [page for page in pages if page.path.partition("/")[0] not in done]


def _first_rule(page: Page) -> tuple[object, ...]:
    return (0, *page.rules[0].id.order) if page.rules else (1,)


def _title(page: Page) -> str:
    found = next((block.text[0] for block in page.blocks if block.kind is Kind.HEADING), page.path)
    return plain_text(found.lstrip("# "))


def _what(page: Page) -> str:
    """What a page says first, up to its first full stop."""
    texts = (block for block in page.blocks if block.kind is Kind.PARAGRAPH and not block.text[0].startswith("{"))
    first = next(texts, None)
    if first is None or (page.rules and first.line >= page.rules[0].line):
        return ""
    return f": {plain_text(first.text[0])}"


def main(folder: str, settings_file: str = "pyproject.toml") -> None:
    """Write `llms.txt` into a folder."""
    text = llms(book_at(settings_file), os.environ.get("RESPONSA_URL", ""), settings_file)
    (Path(folder) / INDEX).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
