"""The whole book: all its pages, and what only shows when they are read together."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from responsa.book.code import Code, code_of, why_not_importable
from responsa.book.glossary import Glossary
from responsa.book.page import Clause, Erratum, Example, Page, Question, Rule, Tie
from responsa.book.reader import read_page
from responsa.book.run import Record
from responsa.book.settings import Settings
from responsa.book.snapshot import Entry, Rendered, read_history, read_rendered
from responsa.book.ties import constant
from responsa.book.translation import Cell, Translation, translate
from responsa.rules import NUMBER, RULEBOOK, RuleId
from responsa.russian import catalogue

REMOVED = re.compile(rf"\|\s*(?P<id>{RULEBOOK} {NUMBER})\s*\|")
"""The opening of a row in the list of removed rules."""


PAGES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
"""What the names of pages end in, by the site builder; ours all end in the first."""

TRANSLATED = re.compile(r"\.(?P<language>[a-z]{2})\.md$")
"""How the name of a file ends that says a page in another language, as `withdraw.ru.md` does."""


@dataclass
class Book:
    """All pages of a book, by their paths below the docs folder.

    Attributes:
        translated: What stands in each file that says a page in another language, by its path.
    """

    settings: Settings
    pages: dict[str, Page]
    translated: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, settings: Settings) -> Book:
        """Read every Markdown page below the docs folder.

        Their translations stand beside them; a page that is not UTF-8 is a fault of the book like any other.
        """
        pages = {}
        for file in sorted(file for file in settings.docs.rglob("*") if _is_page(file)):
            path = file.relative_to(settings.docs).as_posix()
            pages[path] = _page(file, path, settings)
            if file.suffix != ".md":
                pages[path].fault(1, "the site builder takes this for a page; name it .md, or it is not checked")
        files = (file for file in sorted(settings.docs.rglob("*.md")) if TRANSLATED.search(file.name))
        texts = {file: file.read_text(encoding="utf-8", errors="replace") for file in files}
        translated = {file.relative_to(settings.docs).as_posix(): text for file, text in texts.items()}
        return cls(settings, pages, translated)

    # --- what stands in it ---

    @cached_property
    def rules(self) -> dict[RuleId, Rule]:
        """Every rule by its id, in the order of the rulebooks."""
        rules = [rule for page in self.pages.values() for rule in page.rules]
        return {rule.id: rule for rule in sorted(rules, key=lambda rule: rule.id.order)}

    @cached_property
    def clauses(self) -> dict[RuleId, Clause]:
        """Every numbered heading by its id."""
        return {clause.id: clause for page in self.pages.values() for clause in page.clauses}

    @cached_property
    def errata(self) -> dict[str, Erratum]:
        """Every erratum by its id."""
        return {erratum.id: erratum for page in self.pages.values() for erratum in page.errata}

    @cached_property
    def glossary(self) -> Glossary:
        """The terms of all three games, and the names that are no terms."""
        pages = self.pages.values()
        return Glossary([t for page in pages for t in page.terms], tuple(n for page in pages for n in page.names))

    @cached_property
    def examples(self) -> list[Example]:
        """Every example, page by page."""
        return [example for page in self.pages.values() for example in page.examples]

    @cached_property
    def removed(self) -> dict[RuleId, int]:
        """The ids that once were rules, and the line of the list on which each stands."""
        page = self.pages.get(self.settings.removed)
        lines = page.text.split("\n") if page else []
        found = ((REMOVED.match(line), number) for number, line in enumerate(lines, start=1))
        return {RuleId.of(match["id"]): number for match, number in found if match}

    @cached_property
    def versions(self) -> dict[str, tuple[Entry, ...]]:
        """The versions of each rule and erratum that ever was, by its id, the first one first."""
        versions: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in read_history(self.settings):
            versions[entry.id].append(entry)
        return {id_: tuple(entries) for id_, entries in versions.items()}

    @cached_property
    def rendered(self) -> Rendered:
        """The hash of the words that each translation of a rule or erratum renders."""
        return read_rendered(self.settings)

    @cached_property
    def cited_by(self) -> dict[RuleId, tuple[RuleId, ...]]:
        """For each rule and clause: the rules in whose text it is cited."""
        citing: defaultdict[RuleId, list[RuleId]] = defaultdict(list)
        for page in self.pages.values():
            for reference in page.references:
                if reference.by and reference.by not in citing[reference.target]:
                    citing[reference.target].append(reference.by)
        return {target: tuple(sorted(rules, key=lambda rule: rule.order)) for target, rules in citing.items()}

    @cached_property
    def asked_about(self) -> dict[RuleId, tuple[Question, ...]]:
        """For each rule the questions whose answers rest on it."""
        asking: defaultdict[RuleId, list[Question]] = defaultdict(list)
        for page in self.pages.values():
            for question in page.questions:
                for rule in dict.fromkeys(question.rules):
                    asking[rule].append(question)
        return {rule: tuple(questions) for rule, questions in asking.items()}

    @cached_property
    def code(self) -> dict[str, list[Code]]:
        """The code of each rulebook's package, by the rulebook's key."""
        return {
            key: [] if key in self.unimportable else code_of(rulebook.package)
            for key, rulebook in self.settings.rulebooks.items()
        }

    @cached_property
    def unimportable(self) -> dict[str, str]:
        """Why the package of a rulebook cannot be used, by the rulebook's key; empty if all can."""
        return {
            key: reason
            for key, rulebook in self.settings.rulebooks.items()
            if (reason := why_not_importable(rulebook.package))
        }

    @cached_property
    def record(self) -> Record:
        """What is seen when every example, table row and drawing is run: once for all who ask."""
        return Record(self.pages.values(), [piece for pieces in self.code.values() for piece in pieces])

    @cached_property
    def implemented_by(self) -> dict[RuleId, tuple[str, ...]]:
        """For each rule the public names that carry it."""
        names: defaultdict[RuleId, list[str]] = defaultdict(list)
        for pieces in self.code.values():
            for piece in pieces:
                for rule in piece.rules:
                    if piece.is_public:
                        names[rule].append(piece.name)
        return {rule: tuple(found) for rule, found in names.items()}

    @cached_property
    def translations(self) -> dict[str, dict[str, Translation]]:
        """The pages in each other language of the book, by the paths of the pages that they translate."""
        found: dict[str, dict[str, Translation]] = {language: {} for language in self.settings.languages}
        for path, text in self.translated.items():
            language, of = language_of(path)
            if language in found and of in self.pages:
                found[language][of] = translate(self.pages[of], path, language, text, self._cell(of, language))
        return found

    def _cell(self, path: str, language: str) -> Cell:
        """What says the cells of tested tables of a page in another language."""
        rulebook = self.pages[path].rulebook
        if rulebook is None or language != "ru":
            return str
        return catalogue(rulebook.package.rpartition(".")[2]).cell

    def place_of(self, id_: RuleId) -> str | None:
        """The page on which a rule or clause stands."""
        found = self.rules.get(id_) or self.clauses.get(id_)
        return found.page if found else None

    def constant_of(self, page: Page, tie: Tie) -> tuple[str, Fraction]:
        """The full name and the value of the constant that a number shows.

        Raises:
            LookupError: If there is none.
        """
        if page.rulebook is None:
            raise LookupError("this page belongs to no rulebook")
        return constant(tie.target, package=page.rulebook.package, module=page.module)


def language_of(path: str) -> tuple[str, str]:
    """The language of a translation by the path of its file, and the path of the page that it translates.

    Examples:
        >>> from responsa.book.book import language_of
        >>> language_of("here-i-stand/withdraw.ru.md")
        ('ru', 'here-i-stand/withdraw.md')
    """
    found = TRANSLATED.search(path)
    return (found["language"], f"{path[: found.start()]}.md") if found else ("", path)


def _is_page(file: Path) -> bool:
    return file.suffix in PAGES and not file.is_dir() and not TRANSLATED.search(file.name)


def _page(file: Path, path: str, settings: Settings) -> Page:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        page = Page(path, "", is_unread=True)
        page.fault(1, f"this page cannot be read: {error.strerror}")
        return page
    except UnicodeDecodeError as error:
        page = Page(path, "", is_unread=True)
        line = error.object[: error.start].count(b"\n") + 1
        page.fault(line, "this line is not UTF-8")
        return page
    return read_page(path, text, settings.rulebook_of(path), settings.language)
