"""The whole book: all its pages, and what only shows when they are read together."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from pathlib import Path

from responsa.book.checks.concordance import faults_of_concordance
from responsa.book.checks.errata import faults_of_errata
from responsa.book.checks.history import Entry, faults_of_history, read_history
from responsa.book.checks.modals import faults_of_modals
from responsa.book.code import Code, code_of, faults_of_code, why_not_importable
from responsa.book.faults import BookError, Fault
from responsa.book.glossary import Glossary
from responsa.book.page import PLAIN, Clause, Erratum, Example, Page, Question, Rule, Tie
from responsa.book.reader import read_page
from responsa.book.settings import Settings
from responsa.book.ties import constant, value_of
from responsa.rules import RULE_ID, RuleId

REMOVED = re.compile(r"\|\s*(?P<id>[A-Z]{3} [A-Z]?\d+(?:\.\d+)*[a-z])\s*\|")
"""The opening of a row in the list of removed rules."""


@dataclass
class Book:
    """All pages of a book, by their paths below the docs folder."""

    settings: Settings
    pages: dict[str, Page]

    @classmethod
    def read(cls, settings: Settings) -> Book:
        """Read every Markdown page below the docs folder.

        A page that is not UTF-8 is a fault of the book like any other.
        """
        pages = {}
        for file in sorted(file for file in settings.docs.rglob("*.md") if not file.is_dir()):
            path = file.relative_to(settings.docs).as_posix()
            pages[path] = _page(file, path, settings)
        return cls(settings, pages)

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
        for entry in read_history(self):
            versions[entry.id].append(entry)
        return {id_: tuple(entries) for id_, entries in versions.items()}

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
    def implemented_by(self) -> dict[RuleId, tuple[str, ...]]:
        """For each rule the public names that carry it."""
        names: defaultdict[RuleId, list[str]] = defaultdict(list)
        for pieces in self.code.values():
            for piece in pieces:
                for rule in piece.rules:
                    if piece.is_public:
                        names[rule].append(piece.name)
        return {rule: tuple(found) for rule, found in names.items()}

    def place_of(self, id_: RuleId) -> str | None:
        """The page on which a rule or clause stands."""
        found = self.rules.get(id_) or self.clauses.get(id_)
        return found.page if found else None

    # --- whether it is in order ---

    def faults(self) -> list[Fault]:
        """Everything that is wrong with the book, in the order of its pages and lines."""
        return sorted(set(self.each_fault()))

    def each_fault(self) -> Iterator[Fault]:
        """The same in the order in which it is found, some of it perhaps twice: for whoever only asks for the first."""
        checks = (
            self._faults_of_pages,
            self._faults_of_ids,
            self._faults_of_references,
            self._faults_of_numbers,
            partial(faults_of_modals, self),
            self._faults_of_terms,
            self._faults_of_code,
            partial(faults_of_errata, self),
            partial(faults_of_concordance, self),
            partial(faults_of_history, self),
        )
        return (fault for check in checks for fault in check())

    def check(self) -> None:
        """Make sure that the book is in order.

        Raises:
            BookError: If it is not; the error lists every fault with its page and line.
        """
        if faults := self.faults():
            raise BookError(faults)

    def _faults_of_pages(self) -> Iterator[Fault]:
        for page in self.pages.values():
            yield from page.faults

    def _faults_of_ids(self) -> Iterator[Fault]:
        """Ids that stand twice, were used before, or hang on no clause."""
        seen: dict[RuleId, str] = {}
        numbered: Iterator[Clause | Rule] = chain.from_iterable(
            chain[Clause | Rule](page.clauses, page.rules) for page in self.pages.values()
        )
        for found in numbered:
            place = f"{found.page}:{found.line}"
            if found.id in seen:
                yield Fault(found.page, found.line, f"{found.id} is defined twice; first on {seen[found.id]}")
            seen.setdefault(found.id, place)
            parent = found.id.parent
            if parent and parent not in self.clauses:
                yield Fault(found.page, found.line, f"{found.id} is an orphan: there is no heading of {parent}")
            if isinstance(found, Rule) and found.id in self.removed:
                where = f"{self.settings.removed}:{self.removed[found.id]}"
                yield Fault(found.page, found.line, f"{found.id} is the id of a removed rule ({where}); choose another")

    def _faults_of_references(self) -> Iterator[Fault]:
        for page in self.pages.values():
            for reference in page.references:
                if self.place_of(reference.target) is None and reference.target not in self.removed:
                    yield Fault(page.path, reference.line, f"there is no rule or clause {reference.target}")

    def _faults_of_numbers(self) -> Iterator[Fault]:
        for page in self.pages.values():
            for tie in page.ties:
                if message := self._fault_of_tie(page, tie):
                    yield Fault(page.path, tie.line, message)

    def _fault_of_tie(self, page: Page, tie: Tie) -> str:
        if tie.target == PLAIN:
            return "" if tie.reason else f'{tie.shown!r} is marked as plain language without a reason: (=plain "why")'
        shown = value_of(tie.shown)
        if shown is None:
            return f"{tie.shown!r} is no number that can be tied to {tie.target}"
        try:
            name, value = self.constant_of(page, tie)
        except LookupError as error:
            return f"{tie.shown!r} is tied to nothing: {error.args[0]}"
        return "" if shown == value else f"the text says {tie.shown!r}, but {name} is {value}"

    def constant_of(self, page: Page, tie: Tie) -> tuple[str, Fraction]:
        """The full name and the value of the constant that a number shows.

        Raises:
            LookupError: If there is none.
        """
        if page.rulebook is None:
            raise LookupError("this page belongs to no rulebook")
        return constant(tie.target, package=page.rulebook.package, module=page.module)

    def _faults_of_terms(self) -> Iterator[Fault]:
        """Entries that define nothing, second words for a term, and terms that are defined nowhere."""
        if not self.glossary.terms:
            return
        yield from self._faults_of_entries()
        for page in self.pages.values():
            for rule, text in page.plain.items():
                first = self.rules[rule].line
                for match, term in self.glossary.second_words_in(text, rule.rulebook):
                    line = first + text.count("\n", 0, match.start())
                    yield Fault(page.path, line, f"{match[0]!r} in {rule} is a second word for {term.name!r}")
                for start, word in self.glossary.undefined_in(text):
                    line = first + text.count("\n", 0, start)
                    yield Fault(page.path, line, f"the term {word!r} in {rule} is defined nowhere in the glossary")

    def _faults_of_entries(self) -> Iterator[Fault]:
        seen: set[tuple[str, str]] = set()
        for term in self.glossary.terms:
            for key in term.rulebooks:
                if key not in self.settings.rulebooks:
                    yield Fault(term.page, term.line, f"{term.name!r} is a term of {key}, which is no rulebook")
                if (key, term.name.lower()) in seen:
                    yield Fault(term.page, term.line, f"{term.name!r} is defined twice for {key}")
                seen.add((key, term.name.lower()))
            for rule in term.words("rule"):
                if not RULE_ID.fullmatch(rule) or self.place_of(RuleId.of(rule)) is None:
                    yield Fault(term.page, term.line, f"{term.name!r} is defined by {rule}, which does not exist")

    def _faults_of_code(self) -> Iterator[Fault]:
        for key, reason in self.unimportable.items():
            yield Fault(self.settings.rulebooks[key].package, 1, f"this package cannot be imported: {reason}")
        known = {**dict.fromkeys(self.clauses, 1), **{id_: rule.version for id_, rule in self.rules.items()}}
        for pieces in self.code.values():
            yield from faults_of_code(pieces, known)


def _page(file: Path, path: str, settings: Settings) -> Page:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        page = Page(path, "")
        page.fault(1, f"this page cannot be read: {error.strerror}")
        return page
    except UnicodeDecodeError as error:
        page = Page(path, "")
        line = error.object[: error.start].count(b"\n") + 1
        page.fault(line, "this line is not UTF-8")
        return page
    return read_page(path, text, settings.rulebook_of(path))
