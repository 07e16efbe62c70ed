"""Writes what the search of the pages needs: the words of the book.

`python -m responsa.site.finish.search site/` puts them into a built site, as a script: a page that is opened from a
folder may load scripts but fetch nothing. The bytes are the same at every build.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Final

from responsa.book import Book
from responsa.book.search_index import index_of_book
from responsa.site.shelf import books_in
from responsa.site.words import words_of

FOLDER: Final = "assets/search"
"""Where the search lies in the site."""

INDEX: Final = "index.js"
"""The words of the book; those of an edition in `index-ru.js`."""

THEIRS: Final = ("assets/javascripts/lunr", "assets/javascripts/workers")
"""The search of the theme, which nobody uses."""


def index_script(book: Book, language: str = "") -> str:
    """The script that gives the words of the book to the search; those of an edition stand beside the original's."""
    say = words_of(book)
    data = index_of_book(book)
    data["books"] = {key: say.title(title) for key, title in data["books"].items()}
    if language:
        for name in ("pages", "papers"):
            data[name] = [[f"{language}/{address}", *rest] for address, *rest in data[name]]
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.responsa{'Own' if language else ''}Index={text};\n"


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Put the words of the book into the site, and take the theme's own search out of it."""
    for name in THEIRS:
        shutil.rmtree(Path(site) / name, ignore_errors=True)
    folder = Path(site) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for language, book in books_in(site, settings_file).items():
        name = INDEX.replace(".", f"-{language}.") if language else INDEX
        (folder / name).write_text(index_script(book, language), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
