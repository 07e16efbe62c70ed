"""Every example, table row and drawing of a book, run once, and all that was seen of it.

The checks, the exports and the pages take from this record what they need: which code was entered, which decisions were
asked and what came out, what was printed, and what an example left behind.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import io
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from dis import opname
from functools import cached_property, partial
from inspect import CO_GENERATOR
from types import FrameType
from typing import Any

from responsa import welcome
from responsa.book.code import CITED, Code
from responsa.book.directives import Directive
from responsa.book.examples import PRINTED, ExampleFailed, evaluate, run_example, run_row, shown_output
from responsa.book.page import COUNTED, READINGS, Example, Page, Table
from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.rules import RuleId
from responsa.rulings import Finding, Reason, Ruling, decide


@dataclass
class Call:
    """A call of a decision by an example, a row or a drawing; those that the decision makes in turn are left out.

    Attributes:
        code: The function.
        given: Its arguments by name, those that were left at their defaults included.
        has_returned: Whether it came to its end; if not, `error` says why.
        value: What it returned.
        error: What it raised.
    """

    code: Code
    given: dict[str, object]
    has_returned: bool = False
    value: object = None
    error: BaseException | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the result names: the reasons of an answer, the steps of a procedure, the rule of an error."""
        if isinstance(self.error, ImpossibleSituation | NotInThisText):
            return (str(self.error.rule),)
        return rules_in(self.value)


@dataclass(frozen=True, slots=True)
class Condition:
    """What a function looks at for a rule before it decides."""

    function: str
    rule: str


HOLDS, REFUSES, ALONE = "holds", "refuses", "refuses alone"
"""What can be seen of a condition; that it refuses alone shows that no other condition does its work."""


@dataclass
class Seen:
    """What was seen while something ran: the marked code that it entered, decisions that it asked, and conditions."""

    entered: set[str] = field(default_factory=set)
    calls: list[Call] = field(default_factory=list)
    conditions: set[tuple[Condition, str]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Run:
    """An example, a table row or a drawing that was run, and what happened.

    Attributes:
        page: Its page.
        line: Its line.
        rules: The rules that it follows on its page: those for which it was written.
        what: The example, the directive of the drawing, or the table.
        row: The number of the row in the table.
        named: The rules on which its answer rests by its own words, or by the erratum below which it stands.
        entered: The names of the marked code that it entered.
        calls: The decisions that it asked.
        conditions: What was seen of the conditions that were looked at.
        printed: What its last step printed.
        readings: What it left as `printed` and `ruling`.
        counted: How many it left as `situations`, and as `parted`; nothing if it counts none.
        failure: Why it counts for nothing, if it does not.
        failed_at: The line that is to blame for it.
    """

    page: str
    line: int
    rules: tuple[RuleId, ...]
    what: Example | Table | Directive
    row: int = 0
    named: frozenset[RuleId] = frozenset()
    entered: frozenset[str] = frozenset()
    calls: tuple[Call, ...] = ()
    conditions: frozenset[tuple[Condition, str]] = frozenset()
    printed: str = ""
    readings: Mapping[str, Any] = field(default_factory=dict)
    counted: Mapping[str, int] = field(default_factory=dict)
    failure: str = ""
    failed_at: int = 0

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a decision table."""
        return isinstance(self.what, Table)

    @property
    def is_drawing(self) -> bool:
        """Whether it is a drawing, which proves nothing but must come from the library."""
        return isinstance(self.what, Directive)

    def asked(self, package: str) -> Iterator[Asked]:
        """Every decision of a package that it asked; none if it failed."""
        for call in self.calls if not self.failure else ():
            if call.code.name.startswith(f"{package}."):
                yield Asked(call, self)


@dataclass(frozen=True, slots=True)
class Asked:
    """A call, and the example or table row in which it stands."""

    call: Call
    run: Run

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the result names; else those that stand above and that the code carries; else all of these."""
        carried = self.call.code.rules
        return self.call.rules or tuple(str(r) for r in self.run.rules if r in carried) or tuple(map(str, carried))


class Record:
    """What was seen of every example, table row and drawing of some pages; each is run once, when first asked for.

    Args:
        pages: The pages.
        code: The code of their rulebooks.
    """

    def __init__(self, pages: Iterable[Page], code: Iterable[Code]) -> None:
        self._pages = {page.path: page for page in pages}
        self._watch = Watch(code)

    @cached_property
    def all(self) -> list[Run]:
        """Everything, page by page."""
        return [run for page in self._pages.values() for run in _runs_of(page, self._watch)]

    @cached_property
    def runs(self) -> list[Run]:
        """The examples and table rows."""
        return [run for run in self.all if not run.is_drawing]

    @cached_property
    def drawings(self) -> list[Run]:
        """The drawings: they prove no rule, but what is drawn from the library cannot differ from it."""
        return [run for run in self.all if run.is_drawing]

    @cached_property
    def _examples(self) -> dict[tuple[str, int], Run]:
        return {(run.page, run.line): run for run in self.runs if not run.is_row}

    def conditions(self, package: str) -> dict[Condition, frozenset[str]]:
        """What was seen of each condition that the functions of a package look at."""
        found: defaultdict[Condition, set[str]] = defaultdict(set)
        for run in self.all:
            for condition, seen in run.conditions:
                if condition.function.startswith(f"{package}."):
                    found[condition].add(seen)
        order = sorted(found, key=lambda each: (RuleId.of(each.rule).order, each.function))
        return {condition: frozenset(found[condition]) for condition in order}

    def of(self, example: Example) -> Run:
        """What was seen of an example.

        Raises:
            KeyError: If it is not run.
        """
        return self._examples[example.page, example.line]

    def asked_on(self, page: Page) -> Iterator[Asked]:
        """Every decision of its rulebook that the examples and rows of a page ask."""
        package = page.rulebook.package if page.rulebook else ""
        for run in self.runs:
            if run.page == page.path:
                yield from run.asked(package)

    def answer_below(self, page: Page, line: int) -> str:
        """What the next example below a line prints last, on one line; empty if it prints nothing."""
        below = next((example for example in page.examples if example.line > line and not example.skip), None)
        return " ".join(self.of(below).printed.split()) if below else ""


def is_decision(code: Code) -> bool:
    """Whether a piece of code is a public function that carries a rule and has one result; one that yields has none."""
    return code.is_function and code.is_public and bool(code.rules) and not code.entries[0].co_flags & CO_GENERATOR


class Watch:
    """Sees which marked code is entered, and which decisions are asked, while something runs."""

    def __init__(self, code: Iterable[Code]) -> None:
        marked = [piece for piece in code if piece.rules]
        # by identity: the generated __init__ of two records with the same fields are equal, but not the same
        self.names: defaultdict[int, list[str]] = defaultdict(list)
        for piece in marked:
            for entry in piece.entries:
                self.names[id(entry)].append(piece.name)
        decisions = [piece for piece in marked if is_decision(piece)]
        self.decisions = {id(piece.entries[0]): piece for piece in decisions}
        self.parameters = {piece.name: tuple(signature(piece).parameters) for piece in decisions}
        modules = [importlib.import_module(name) for name in dict.fromkeys(piece.module for piece in marked)]
        values = [value for module in modules for value in vars(module).values()]
        self.caches = [value.cache_clear for value in values if callable(getattr(value, "cache_clear", None))]

    @contextmanager
    def watching(self, file: str) -> Iterator[Seen]:
        """What is seen while the block runs; the calls are those that code of the given file makes."""
        seen = Seen()
        names: Mapping[int, list[str]] = self.names

        def enter(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
            if frame.f_code is _DECIDE and event == "call":
                seen.conditions.update(_looked_at(frame))
            found = names.get(id(frame.f_code))
            if found is None or event != "call":
                return None
            seen.entered.update(found)
            piece = self.decisions.get(id(frame.f_code))
            if piece is None or not _is_asked_by(file, frame.f_back):
                return None
            call = Call(piece, {name: frame.f_locals[name] for name in self.parameters[piece.name]})
            seen.calls.append(call)
            return partial(_leave, call)

        for forget in self.caches:  # or what an earlier example asked would not be entered again
            forget()
        before = sys.gettrace()
        sys.settrace(enter)
        try:
            yield seen
        finally:
            sys.settrace(before)


_DECIDE = decide.__code__


def _looked_at(frame: FrameType) -> Iterator[tuple[Condition, str]]:
    """The conditions that somebody looks at to decide: which hold, which refuse, and whether one alone refuses."""
    caller = frame.f_back
    if caller is None:
        return
    name = caller.f_code.co_qualname.partition(".<locals>")[0]
    function = f"{caller.f_globals.get('__name__', '')}.{name}"
    findings: tuple[Finding, ...] = frame.f_locals["findings"]
    against = {finding.rule for finding in findings if not finding.holds}
    for finding in findings:
        yield Condition(function, finding.rule), HOLDS if finding.holds else REFUSES
    if len(against) == 1:
        yield Condition(function, *against), ALONE


def _is_asked_by(file: str, caller: FrameType | None) -> bool:
    """Whether a call comes from some code itself; what reads its arguments stands between."""
    while caller and caller.f_code.co_filename == welcome.__file__:
        caller = caller.f_back
    name = caller.f_code.co_filename if caller else ""
    return name == file or name.startswith("<doctest ")


def _leave(call: Call, frame: FrameType, event: str, value: Any) -> Callable[..., Any]:
    """Called inside a function that is taken down; only its end counts, and an error that it does not catch."""
    frame.f_trace_lines = False
    if event == "exception":
        call.error = value[1]
    elif event == "return" and opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN"):
        call.has_returned, call.value, call.error = True, value, None
    return partial(_leave, call)


def _runs_of(page: Page, watch: Watch) -> Iterator[Run]:
    package = page.rulebook.package if page.rulebook else ""
    for example in page.examples:
        if not example.skip:
            run = Run(
                page.path, example.line, example.rules, example, named=_named_in(example) | _proved_by(example, page)
            )
            yield _run(run, watch, partial(run_example, example, page.path), page.path)
    for table in page.tables:
        for row, (line, _) in enumerate(table.rows if table.tests else ()):
            run = Run(page.path, line, table.rules, table, row)
            yield _run(run, watch, partial(run_row, table, row, package, page.path), "<string>")
    for directive in page.directives:
        if directive.word in ("diagram", "plot"):
            run = Run(page.path, directive.line, (), directive)
            yield _run(run, watch, partial(_draw, directive, package, page.path), "<string>")


def _draw(directive: Directive, package: str, path: str) -> None:
    try:
        evaluate(directive.what, package)
    except (Exception, SystemExit) as error:
        place = f"{path}:{directive.line}"
        raise ExampleFailed(place, f"this {directive.word} cannot be drawn: {error!r}") from error


def _run(run: Run, watch: Watch, what: Callable[[], Mapping[str, Any] | None], file: str) -> Run:
    with watch.watching(file) as seen, redirect_stdout(io.StringIO()):
        try:
            left = what() or {}
        except ExampleFailed as failure:
            entered = frozenset(seen.entered)
            return dataclasses.replace(
                run, named=frozenset(), entered=entered, failure=failure.message, failed_at=failure.line
            )
    return dataclasses.replace(
        run,
        entered=frozenset(seen.entered),
        calls=tuple(seen.calls),
        conditions=frozenset(seen.conditions),
        printed=str(left.get(PRINTED, "")),
        readings={name: left[name] for name in READINGS if name in left},
        counted={name: len(left[name]) for name in COUNTED if isinstance(left.get(name), Sized)},
    )


def _named_in(example: Example) -> frozenset[RuleId]:
    """The rules that the answer on the page rests on, by its own words."""
    try:
        return frozenset(RuleId.of(found[0]) for found in CITED.finditer(shown_output(example)))
    except ValueError:  # prompts that cannot be read; running it tells more
        return frozenset()


def _proved_by(example: Example, page: Page) -> frozenset[RuleId]:
    """The rules of the erratum below which an example stands."""
    return frozenset(rule for erratum in page.errata if example in erratum.examples for rule in erratum.rules)


def signature(piece: Code) -> inspect.Signature:
    """How a function is called."""
    return inspect.signature(getattr(importlib.import_module(piece.module), piece.name.rpartition(".")[2]))


def rules_in(value: object) -> tuple[str, ...]:
    """The rules on which a result rests by its own reasons, each once.

    Examples:
        >>> from responsa import Reason
        >>> from responsa.book.run import rules_in
        >>> rules_in((Reason("The gates are shut", "HIS 13.4i"), [Reason("All wait", "HIS 13.4a")]))
        ('HIS 13.4i', 'HIS 13.4a')
    """
    if isinstance(value, Reason):
        return (value.rule,)
    if isinstance(value, Ruling):
        return value.rules
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, part.name) for part in dataclasses.fields(value)]
    else:
        parts = list(value) if isinstance(value, list | tuple) else []
    return tuple(dict.fromkeys(rule for part in parts for rule in rules_in(part)))
