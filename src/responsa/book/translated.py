"""`python -m responsa.book.translated LANGUAGE ID…`: notes that these translations say what their originals say now.

Rules and errata are named one by one or by the file of a translation: who notes them has read them.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable

from responsa.book.book import Book
from responsa.book.checks.history import subjects
from responsa.book.packages import find_packages
from responsa.book.settings import Settings
from responsa.book.snapshot import Rendered
from responsa.nearest import nearest

COLUMNS = ("id", "language", "hash")


def noted(book: Book, language: str, named: Iterable[str]) -> Rendered:
    """What the translations render, once these are noted as current.

    Args:
        book: The book.
        language: The two letters of the language.
        named: Ids of rules and errata, and paths of translations below the docs folder.

    Raises:
        LookupError: If the book has no such language, rule, erratum or translation.
    """
    if language not in book.settings.languages:
        raise LookupError(f"{language!r} is no language of this book")
    found = [each for each in subjects(book) if each.page in book.translations[language]]
    hashes = {each.id: each.hash for each in found}
    chosen: set[str] = set()
    for name in named:
        here = {each.id for each in found if name in (each.id, book.translations[language][each.page].path)}
        if not here:
            near = nearest(name, [*hashes, *(each.path for each in book.translations[language].values())])
            raise LookupError(
                f"no translated rule, erratum or page is called {name!r}" + f"; did you mean {near}?" * bool(near)
            )
        chosen |= here
    kept = {key: hash_ for key, hash_ in book.rendered.items() if key[1] != language or key[0] in hashes}
    return kept | {(id_, language): hashes[id_] for id_ in chosen}


def main(language: str, *named: str) -> None:
    """Note them in the list of the book in the current folder."""
    settings = Settings.read()
    find_packages(settings)
    book = Book.read(settings)
    if not settings.translated:
        sys.exit("this book keeps no list of what is translated; name it: translated, in [tool.responsa]")
    try:
        rendered = noted(book, language, named)
    except LookupError as error:
        sys.exit(str(error.args[0]))
    order = {each.id: number for number, each in enumerate(subjects(book))}
    rows = sorted(rendered.items(), key=lambda row: (row[0][1], order.get(row[0][0], len(order))))
    with (settings.docs / settings.translated).open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((id_, of, hash_) for (id_, of), hash_ in rows)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: python -m responsa.book.translated LANGUAGE ID…")
    main(*sys.argv[1:])
