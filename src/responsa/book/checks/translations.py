"""Pages in other languages: each says what its page says, block by block, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from responsa.book.book import Book, language_of
from responsa.book.checks.concordance import UNREADABLE
from responsa.book.checks.history import subjects
from responsa.book.checks.modals import faults_of_modals
from responsa.book.checks.numbers import faults_of_numbers
from responsa.book.checks.text import faults_of_line
from responsa.book.edition import Edition, edition
from responsa.book.faults import Fault, why_unread
from responsa.nearest import nearest


def faults_of_translations(book: Book) -> Iterator[Fault]:
    """Translations of nothing, those that do not agree with their page, and pages that a whole language lacks."""
    for path, text in book.translated.items():
        yield from _faults_of_file(book, path)
        for number, line in enumerate(text.split("\n"), start=1):
            for message in faults_of_line(line):
                yield Fault(path, number, message)
    for language, translations in book.translations.items():
        for translation in translations.values():
            yield from translation.faults
        if all(not translation.faults for translation in translations.values()):
            yield from _faults_of_words(edition(book, language))
        if language in book.settings.whole:
            for missing in book.pages.keys() - translations.keys():
                place = f"{missing.removesuffix('.md')}.{language}.md"
                yield Fault(missing, 1, f"this page has no translation; write {place}")


def _faults_of_words(book: Edition) -> Iterator[Fault]:
    """Numbers and modal words that differ from what they are tied to, and whatever else is wrong with a page."""
    of_pages = (fault for page in book.pages.values() for fault in page.faults)
    for fault in chain(of_pages, faults_of_numbers(book), faults_of_modals(book)):
        path = book.original.translations[book.language][fault.page].path
        yield Fault(path, book.line_in_file(fault.page, fault.line), fault.message)


def faults_of_rendered(book: Book) -> Iterator[Fault]:
    """Rules and errata whose words changed since they were translated."""
    if not book.settings.translated:
        return
    try:
        rendered = book.rendered
    except UNREADABLE as error:
        yield Fault(book.settings.translated, 1, f"this list cannot be read: {why_unread(error)}")
        return
    for subject in subjects(book):
        for language, translations in book.translations.items():
            known = rendered.get((subject.id, language))
            if subject.page in translations and known != subject.hash:
                translation = translations[subject.page]
                since = "changed since they were translated" if known else "are not noted as translated"
                note = f'bring this up to date, then python -m responsa.book.translated {language} "{subject.id}"'
                yield Fault(
                    translation.path,
                    translation.lines.get(subject.line, 1),
                    f"the words of {subject.id} {since}: {note}",
                )


def _faults_of_file(book: Book, path: str) -> Iterator[Fault]:
    language, of = language_of(path)
    if language not in book.settings.languages:
        yield Fault(path, 1, f"{language!r} is no language of this book; name it in languages of [tool.responsa]")
    elif of not in book.pages:
        near = nearest(of, book.pages)
        hint = f"; did you mean {near}?" if near else ""
        yield Fault(path, 1, f"there is no page {of} that this could translate{hint}")
