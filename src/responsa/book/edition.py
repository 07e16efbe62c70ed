"""The book in another language: its translated pages as a book of their own, about the same rules and code."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from responsa.book.book import Book
from responsa.book.code import Code
from responsa.book.language import LANGUAGES, Language
from responsa.book.page import Clause, Erratum, Example, Page, Rule
from responsa.book.reader import read_page
from responsa.book.run import Record, Run
from responsa.book.snapshot import Entry
from responsa.book.translation import Translation
from responsa.rules import RuleId


def edition(book: Book, language: str) -> Edition:
    """The book in one of its other languages: the pages that are translated."""
    translations = book.translations[language]
    return Edition(book.settings, {path: _read(each) for path, each in translations.items()}, {}, book, language)


def _read(translation: Translation) -> Page:
    """A translated page; its terms and questions stand where links to the original look for them."""
    original = translation.original
    language = LANGUAGES[translation.language]
    page = read_page(original.path, translation.text, original.rulebook, language, original)
    if len(page.terms) == len(original.terms):
        page.terms = [replace(term, called=other.name) for term, other in zip(page.terms, original.terms, strict=True)]
    if len(page.questions) == len(original.questions):
        both = zip(page.questions, original.questions, strict=True)
        page.questions = [replace(question, called=other.title) for question, other in both]
    return page


@dataclass
class Edition(Book):
    """The book in another language.

    What runs and what is known of rules, code and history is that of the original; pages that are not translated are
    those of the original too.

    Attributes:
        original: The book that it translates.
        language: The two letters of its language.
    """

    original: Book = field(kw_only=False, default=None)  # type: ignore[assignment]
    language: str = ""

    @property
    def words(self) -> Language:
        """What the reader knows of its language."""
        return LANGUAGES[self.language]

    @cached_property
    def rules(self) -> dict[RuleId, Rule]:
        """Every rule by its id; those on pages that are not translated as the original has them."""
        own = {rule.id: rule for page in self.pages.values() for rule in page.rules}
        return {id_: own.get(id_, rule) for id_, rule in self.original.rules.items()}

    @cached_property
    def clauses(self) -> dict[RuleId, Clause]:
        """Every numbered heading by its id, in the same way."""
        return self.original.clauses | {each.id: each for page in self.pages.values() for each in page.clauses}

    @cached_property
    def errata(self) -> dict[str, Erratum]:
        """Every erratum by its id, in the same way."""
        return self.original.errata | {each.id: each for page in self.pages.values() for each in page.errata}

    @cached_property
    def removed(self) -> dict[RuleId, int]:
        """The ids that once were rules."""
        return self.original.removed

    @cached_property
    def versions(self) -> dict[str, tuple[Entry, ...]]:
        """The versions of each rule and erratum."""
        return self.original.versions

    @cached_property
    def cited_by(self) -> dict[RuleId, tuple[RuleId, ...]]:
        """For each rule and clause: the rules in whose text it is cited."""
        return self.original.cited_by

    @cached_property
    def code(self) -> dict[str, list[Code]]:
        """The code of each rulebook's package."""
        return self.original.code

    @cached_property
    def unimportable(self) -> dict[str, str]:
        """Why the package of a rulebook cannot be used."""
        return self.original.unimportable

    @cached_property
    def implemented_by(self) -> dict[RuleId, tuple[str, ...]]:
        """For each rule the public names that carry it."""
        return self.original.implemented_by

    @cached_property
    def record(self) -> Record:
        """What was seen when the examples of the original were run."""
        return Retold(self.original.record, self.pages)

    def line_in_file(self, path: str, line: int) -> int:
        """The line in the file of a translation that says a line of its page."""
        page = self.pages[path]
        number = bisect_right([block.line for block in page.blocks], line) - 1
        original = page.original.blocks[number] if page.original and number >= 0 else None
        begins = self.original.translations[self.language][path].lines.get(original.line if original else 0, 0)
        return begins + line - page.blocks[number].line if begins else 1


class Retold(Record):
    """What was seen of the examples of a book, for the pages of its translation."""

    def __init__(self, record: Record, pages: Mapping[str, Page]) -> None:
        super().__init__((), ())
        self._record = record
        self._translated = pages

    @property
    def all(self) -> list[Run]:
        """Everything that was seen, page by page."""
        return self._record.all

    def of(self, example: Example) -> Run:
        """What was seen of an example: it stands at the same place among those of the original."""
        page = self._translated[example.page]
        original = page.original.examples if page.original else []
        return self._record.of(original[[each.line for each in page.examples].index(example.line)])
