"""Which rules are shown at work: every example and table row is run, and what it enters decides, not what it claims."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from responsa.book.book import Book
from responsa.book.checks.modals import faults_of_answers
from responsa.book.checks.proofs import Proof, proofs_of
from responsa.book.code import Code, cited_in
from responsa.book.faults import Fault
from responsa.book.page import Rule
from responsa.book.run import Run
from responsa.rules import RuleId


@dataclass(frozen=True, slots=True)
class Cover:
    """What stands behind one rule.

    Attributes:
        rule: The rule.
        code: The code that carries it.
        runs: The examples and rows that speak for it and run its code.
        idle: Those that speak for it, but run none of its code.
        proofs: The property tests that call its code or name it.
    """

    rule: Rule
    code: tuple[Code, ...]
    runs: tuple[Run, ...]
    idle: tuple[Run, ...]
    proofs: tuple[Proof, ...]

    @property
    def examples(self) -> tuple[Run, ...]:
        """The examples among the runs."""
        return tuple(run for run in self.runs if not run.is_row)

    @property
    def rows(self) -> tuple[Run, ...]:
        """The table rows among the runs."""
        return tuple(run for run in self.runs if run.is_row)


@dataclass
class Coverage:
    """What stands behind each rule of a book.

    Examples:
        `Coverage(Book.read(Settings.read())).faults()` lists each rule that no example shows at work.
    """

    book: Book

    @property
    def runs(self) -> list[Run]:
        """Every example and table row of the book."""
        return self.book.record.runs

    @cached_property
    def covers(self) -> dict[RuleId, Cover]:
        """What stands behind each rule, in the order of the rulebooks."""
        code: defaultdict[RuleId, list[Code]] = defaultdict(list)
        for pieces in self.book.code.values():
            for piece in pieces:
                for id_ in piece.rules:
                    code[id_].append(piece)
        speaking: defaultdict[RuleId, list[Run]] = defaultdict(list)
        for run in self.runs:
            for id_ in {*run.rules, *run.named}:
                speaking[id_].append(run)
        proofs = proofs_of(self.book)
        return {
            id_: _cover(rule, code[id_], speaking[id_], proofs.get(id_, ())) for id_, rule in self.book.rules.items()
        }

    def faults(self) -> list[Fault]:
        """Everything that is not shown: rules, code and examples, and ids that nobody defined.

        What an example would show if it did not fail is left out; it is counted in `following`.
        """
        return sorted({*self._faults_of_runs(), *self._faults_of_ids(), *(self._not_shown - self.following)})

    @cached_property
    def following(self) -> set[Fault]:
        """What is only wrong because an example fails."""
        failing = {run.page for run in self.book.record.all if run.failure}
        pages = [self.book.pages[path] for path in failing]
        modules = {f"{page.rulebook.package}.{page.module}" for page in pages if page.rulebook}
        return {fault for fault in self._not_shown if fault.page in failing | modules}

    @cached_property
    def _not_shown(self) -> set[Fault]:
        checks = (self._faults_of_rules, self._faults_of_code, partial(faults_of_answers, self.book))
        return {fault for check in checks for fault in check()}

    def _faults_of_runs(self) -> Iterator[Fault]:
        for run in self.book.record.all:
            if run.failure:
                yield Fault(run.page, run.failed_at or run.line, run.failure)

    def _faults_of_rules(self) -> Iterator[Fault]:
        for id_, cover in self.covers.items():
            page, line = cover.rule.page, cover.rule.line
            if not cover.code:
                yield Fault(page, line, f"{id_} is carried by no code; mark what carries it with @implements")
            elif not any(piece.is_public for piece in cover.code):
                names = ", ".join(_short(piece) for piece in cover.code)
                yield Fault(page, line, f"only code that nobody can call carries {id_} ({names}); mark what they call")
            elif not cover.runs and cover.idle:
                lines = ", ".join(sorted({str(run.line) for run in cover.idle}, key=int))
                names = ", ".join(_short(piece) for piece in cover.code)
                yield Fault(page, line, f"no example of {id_} runs its code ({names}); tried those on line {lines}")
            elif not cover.runs:
                yield Fault(page, line, f"{id_} has no example on its page")

    def _faults_of_code(self) -> Iterator[Fault]:
        """Marks that nothing bears out: neither on the rule's page, nor in an answer that names the rule."""
        runs = self.book.record.all
        for pieces in self.book.code.values():
            for piece in pieces:
                for id_ in piece.rules if piece.entries else ():
                    rule = self.book.rules.get(id_)
                    if rule and not any(self._bears_out(run, piece, rule) for run in runs):
                        words = f"{_short(piece)} implements {id_}, but no example on {rule.page} runs it"
                        yield Fault(piece.module, piece.line, words)

    def _bears_out(self, run: Run, piece: Code, rule: Rule) -> bool:
        """A page without rules of its own, such as an example of play, shows the rules of all others."""
        page = self.book.pages[run.page]
        is_there = run.page == rule.page or rule.id in run.named or (page.rulebook and not page.rules)
        return piece.name in run.entered and not run.failure and bool(is_there)

    def _faults_of_ids(self) -> Iterator[Fault]:
        """Rule ids in the words of the library that the book does not have."""
        known = {str(id_) for id_ in (*self.book.rules, *self.book.clauses)}
        for pieces in self.book.code.values():
            for module in sorted({piece.module for piece in pieces}):
                for line, id_ in cited_in(module):
                    if id_ not in known:
                        yield Fault(module, line, f"{id_} is cited, but the book does not have it")


def _cover(rule: Rule, code: list[Code], speaking: list[Run], proofs: tuple[Proof, ...]) -> Cover:
    names = {piece.name for piece in code}
    counting = [run for run in speaking if not run.failure and run.page == rule.page]
    runs = tuple(run for run in counting if names & run.entered)
    idle = tuple(run for run in counting if not names & run.entered)
    return Cover(rule, tuple(code), runs, idle, proofs)


def _short(piece: Code) -> str:
    return piece.name.removeprefix(f"{piece.module}.")
