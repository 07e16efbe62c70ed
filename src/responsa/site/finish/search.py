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
from responsa.site.shelf import book_at

FOLDER: Final = "assets/search"
"""Where the search lies in the site."""

INDEX: Final = "index.js"
"""The words of the book."""

THEIRS: Final = ("assets/javascripts/lunr", "assets/javascripts/workers")
"""The search of the theme, which nobody uses."""


def index_script(book: Book) -> str:
    """The script that gives the words of the book to the search."""
    data = json.dumps(index_of_book(book), ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.responsaIndex={data};\n"


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Put the words of the book into the site, and take the theme's own search out of it."""
    for name in THEIRS:
        shutil.rmtree(Path(site) / name, ignore_errors=True)
    folder = Path(site) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / INDEX).write_text(index_script(book_at(settings_file)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
