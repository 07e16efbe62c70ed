"""The Russian tables of words: what tested tables and answers need and they lack.

`python -m responsa.book.checks.russian missing` lists it for each game, as lines to fill in.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator

from responsa.book.book import Book
from responsa.book.faults import Fault
from responsa.book.printed import steps_of
from responsa.book.settings import Rulebook, Settings
from responsa.russian import Catalogue, NotInRussian, catalogue, speech

LANGUAGE = "ru"
"""The language whose tables these are."""


def game_of(rulebook: Rulebook) -> str:
    """The name of a rulebook's table of words: that of its package."""
    return rulebook.package.rpartition(".")[2]


def faults_of_russian(book: Book) -> Iterator[Fault]:
    """Tables of words that cannot be read, and cells of translated pages for which they lack something."""
    for rulebook in book.settings.rulebooks.values() if LANGUAGE in book.settings.languages else ():
        try:
            words = catalogue(game_of(rulebook))
        except ValueError as error:
            yield Fault(f"{game_of(rulebook)}.toml", 1, f"this table of words cannot be read: {error}")
            continue
        is_begun = words != Catalogue() or LANGUAGE in book.settings.whole
        for path, line, missing in _missing_in(book, rulebook, words) if is_begun else ():
            if path in book.translations[LANGUAGE]:
                yield Fault(path, line, f"{game_of(rulebook)}.toml has no Russian for this table: {missing.args[0]}")


def _missing_in(book: Book, rulebook: Rulebook, words: Catalogue) -> Iterator[tuple[str, int, NotInRussian]]:
    """What the tested tables of a rulebook need and its words lack, with page and line."""
    for path, page in book.pages.items():
        if page.rulebook == rulebook:
            for table in page.tables:
                for line, cells in table.rows if table.tests else ():
                    for missing in (each for cell in cells for each in words.missing_in(cell)):
                        yield path, line, missing


def faults_of_speech(book: Book) -> Iterator[Fault]:
    """Answers of a rulebook, said to be whole in Russian, that no sentence of its table fits."""
    for rulebook in book.settings.rulebooks.values():
        if LANGUAGE not in rulebook.answers:
            continue
        says = speech(game_of(rulebook))
        for path, line, text in _said_in(book, rulebook):
            if not says.can_say(text):
                yield Fault(path, line, f"{game_of(rulebook)}.toml has no Russian for this answer: {text}")


def _said_in(book: Book, rulebook: Rulebook) -> Iterator[tuple[str, int, str]]:
    """Everything that the examples on its pages, and on those about it, say in words."""
    for path, page in book.pages.items():
        if book.settings.subject_of(path) == rulebook:
            for example in page.examples:
                for step in steps_of(example.code) if example.is_console and not example.skip else ():
                    yield from ((path, example.line, text) for text in step.said)


def missing(book: Book) -> str:
    """What is missing in each game, as lines of its table."""
    said = []
    for rulebook in book.settings.rulebooks.values():
        wanted: defaultdict[str, set[str]] = defaultdict(set)
        for _, _, lacking in _missing_in(book, rulebook, catalogue(game_of(rulebook))):
            wanted[lacking.section].add(lacking.key)
        says = speech(game_of(rulebook))
        wanted["sentences"] |= {text for _, _, text in _said_in(book, rulebook) if not says.can_say(text)}
        for section, keys in sorted(wanted.items()):
            said += [f"# {game_of(rulebook)}.toml", f"[{section}]", *(f'"{key}" = ""' for key in sorted(keys))]
    return "\n".join(said)


if __name__ == "__main__":
    if sys.argv[1:] != ["missing"]:
        sys.exit("usage: python -m responsa.book.checks.russian missing")
    print(missing(Book.read(Settings.read())))
