"""Which rules are shown at work: every example and table row is run, and what it enters decides, not what it claims."""

from __future__ import annotations

import ast
import importlib
import inspect
import io
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from types import FrameType

from responsa.book.blocks import Kind
from responsa.book.book import Book
from responsa.book.checks.modals import faults_of_answers
from responsa.book.checks.proofs import Proof, proofs_of
from responsa.book.code import CITED, Code
from responsa.book.examples import ExampleFailed, evaluate, run_example, run_row, shown_output
from responsa.book.faults import Fault
from responsa.book.page import Example, Page, Rule
from responsa.book.reader import LIST
from responsa.rules import RuleId


@dataclass(frozen=True, slots=True)
class Run:
    """An example or a table row that was run, and what happened.

    Attributes:
        page: Its page.
        line: Its line.
        is_row: Whether it is a row of a decision table.
        rules: The rules that it follows on its page: those for which it was written.
        named: The rules on which its answer rests by its own words.
        entered: The names of the marked code that it entered.
        failure: Why it counts for nothing, if it does not.
        failed_at: The line that is to blame for it.
    """

    page: str
    line: int
    is_row: bool
    rules: frozenset[RuleId]
    named: frozenset[RuleId]
    entered: frozenset[str]
    failure: str = ""
    failed_at: int = 0


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

    @cached_property
    def _watch(self) -> _Watch:
        return _Watch([piece for pieces in self.book.code.values() for piece in pieces if piece.rules])

    @cached_property
    def runs(self) -> list[Run]:
        """Every example and table row of the book, run once."""
        return [run for page in self.book.pages.values() for run in _runs_of(page, self._watch)]

    @cached_property
    def plots(self) -> list[Run]:
        """Every plot: it proves no rule, but what is drawn from the library cannot differ from it."""
        return [run for page in self.book.pages.values() for run in _plots_of(page, self._watch)]

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
            for id_ in run.rules | run.named:
                speaking[id_].append(run)
        proofs = proofs_of(self.book)
        return {
            id_: _cover(rule, code[id_], speaking[id_], proofs.get(id_, ())) for id_, rule in self.book.rules.items()
        }

    def faults(self) -> list[Fault]:
        """Everything that is not shown: rules, code and examples, and ids that nobody defined."""
        checks = (
            self._faults_of_runs,
            self._faults_of_rules,
            self._faults_of_code,
            self._faults_of_ids,
            partial(faults_of_answers, self.book),
        )
        return sorted({fault for check in checks for fault in check()})

    def _faults_of_runs(self) -> Iterator[Fault]:
        for run in (*self.runs, *self.plots):
            if run.failure:
                yield Fault(run.page, run.failed_at or run.line, run.failure)

    def _faults_of_rules(self) -> Iterator[Fault]:
        for id_, cover in self.covers.items():
            page, line = cover.rule.page, cover.rule.line
            if not cover.code:
                yield Fault(page, line, f"{id_} is carried by no code; mark what carries it with @implements")
            elif not cover.runs and cover.idle:
                lines = ", ".join(sorted({str(run.line) for run in cover.idle}, key=int))
                names = ", ".join(_short(piece) for piece in cover.code)
                yield Fault(page, line, f"no example of {id_} runs its code ({names}); tried those on line {lines}")
            elif not cover.runs:
                yield Fault(page, line, f"{id_} has no example on its page")

    def _faults_of_code(self) -> Iterator[Fault]:
        """Marks that nothing bears out: neither on the rule's page, nor in an answer that names the rule."""
        runs = [*self.runs, *self.plots]
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
                for line, id_ in _cited_in(module):
                    if id_ not in known:
                        yield Fault(module, line, f"{id_} is cited, but the book does not have it")


class _Watch:
    """Sees which marked code is entered while something runs."""

    def __init__(self, pieces: list[Code]) -> None:
        # by identity: the generated __init__ of two records with the same fields are equal, but not the same
        self.names: defaultdict[int, list[str]] = defaultdict(list)
        for piece in pieces:
            for entry in piece.entries:
                self.names[id(entry)].append(piece.name)
        self.caches = [value for name in {piece.module for piece in pieces} for value in _caches_of(name)]

    @contextmanager
    def entering(self) -> Iterator[set[str]]:
        """The names of what was entered, filled while the block runs."""
        entered: set[str] = set()
        names: Mapping[int, list[str]] = self.names

        def call(frame: FrameType, _event: str, _: object) -> None:
            if found := names.get(id(frame.f_code)):
                entered.update(found)

        for forget in self.caches:  # or what an earlier example asked would not be entered again
            forget()
        before = sys.gettrace()
        sys.settrace(call)
        try:
            yield entered
        finally:
            sys.settrace(before)


def _runs_of(page: Page, watch: _Watch) -> Iterator[Run]:
    for example in page.examples:
        if not example.skip:
            failure, at, entered = _run(watch, partial(run_example, example, page.path))
            named = frozenset[RuleId]() if failure else _named_in(example) | _proved_by(example, page)
            failure = failure or _emptiness(example)
            yield Run(page.path, example.line, False, frozenset(example.rules), named, entered, failure, at)
    for table in page.tables:
        if table.tests:
            for row, (line, _) in enumerate(table.rows):
                failure, at, entered = _run(watch, partial(run_row, table, row, _package(page), page.path))
                yield Run(page.path, line, True, frozenset(table.rules), frozenset(), entered, failure, at)


def _plots_of(page: Page, watch: _Watch) -> Iterator[Run]:
    for block in page.blocks:
        found = LIST.match(block.text[0]) if block.kind is Kind.PARAGRAPH else None
        if found and found["word"] == "plot":
            expression = found["what"].partition(" | ")[0]
            failure, _, entered = _run(watch, partial(_evaluate, expression, page, block.line))
            yield Run(page.path, block.line, False, frozenset(), frozenset(), entered, failure)


def _evaluate(expression: str, page: Page, line: int) -> None:
    try:
        evaluate(expression, _package(page))
    except (Exception, SystemExit) as error:
        raise ExampleFailed(f"{page.path}:{line}", f"this plot cannot be drawn: {error!r}") from error


def _package(page: Page) -> str:
    return page.rulebook.package if page.rulebook else ""


def _run(watch: _Watch, what: Callable[[], None]) -> tuple[str, int, frozenset[str]]:
    """Why it failed, if it did, and on which line; and what it entered."""
    with watch.entering() as entered, redirect_stdout(io.StringIO()):
        try:
            what()
        except ExampleFailed as failure:
            return failure.message, failure.line, frozenset(entered)
    return "", 0, frozenset(entered)


def _named_in(example: Example) -> frozenset[RuleId]:
    """The rules that the answer on the page rests on, by its own words."""
    return frozenset(RuleId.of(found[0]) for found in CITED.finditer(shown_output(example)))


def _proved_by(example: Example, page: Page) -> frozenset[RuleId]:
    """The rules of the erratum below which an example stands."""
    above = [erratum for erratum in page.errata if erratum.line < example.line]
    return frozenset(above[-1].rules) if above else frozenset()


def _emptiness(example: Example) -> str:
    """An example that shows neither an output nor an assert proves nothing."""
    if example.is_console:
        return "" if shown_output(example) else "this example shows no output, so it counts for nothing"
    asserts = any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(example.code)))
    return "" if asserts else "this example asserts nothing, so it counts for nothing"


def _cover(rule: Rule, code: list[Code], speaking: list[Run], proofs: tuple[Proof, ...]) -> Cover:
    names = {piece.name for piece in code}
    counting = [run for run in speaking if not run.failure and run.page == rule.page]
    runs = tuple(run for run in counting if names & run.entered)
    idle = tuple(run for run in counting if not names & run.entered)
    return Cover(rule, tuple(code), runs, idle, proofs)


def _cited_in(module: str) -> Iterator[tuple[int, str]]:
    """The rule ids in the texts of a module, with their lines."""
    file = inspect.getsourcefile(importlib.import_module(module))
    if file is None:
        return
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for found in CITED.finditer(node.value):
                yield node.lineno + node.value.count("\n", 0, found.start()), found[0]


def _caches_of(module: str) -> list[Callable[[], None]]:
    values = vars(importlib.import_module(module)).values()
    return [value.cache_clear for value in values if callable(getattr(value, "cache_clear", None))]


def _short(piece: Code) -> str:
    return piece.name.removeprefix(f"{piece.module}.")
