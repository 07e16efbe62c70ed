"""Writes the book for programs: JSON files with their schemas, the same bytes at every build.

`python -m responsa.site.finish.export site/` puts them into a folder.
"""

from __future__ import annotations

import json
import os
import posixpath
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from responsa.book import Book
from responsa.book.data import errata_of_book, glossary_of_book, questions_of_book, rules_of_book
from responsa.site.finish.feed import feed
from responsa.site.shelf import book_at, books_in


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
    site_url = os.environ.get("RESPONSA_URL", "")
    written = exports(book_at(settings_file), site_url)
    for language, book in books_in(folder, settings_file).items():
        if language:
            written[f"{language}/feed.xml"] = feed(book, f"{site_url}{language}/" if site_url else "")
    for name, text in written.items():
        file = Path(folder) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
