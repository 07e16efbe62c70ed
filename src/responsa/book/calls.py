"""What examples and table rows ask the library: every call that they make to a decision, and what came out."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from dis import opname
from functools import partial
from inspect import CO_GENERATOR
from types import FrameType
from typing import Any

from responsa.book.code import Code
from responsa.book.examples import ExampleFailed, run_example, run_row
from responsa.book.page import Page, Table
from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.rules import RuleId
from responsa.rulings import Reason, Ruling


@dataclass
class Call:
    """A call that was seen.

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
class Asked:
    """A call, and the example or table row in which it stands."""

    call: Call
    line: int
    above: tuple[RuleId, ...]
    table: Table | None = None
    row: int = field(default=0)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the result names; else those that stand above and that the code carries; else all of these."""
        carried = self.call.code.rules
        return self.call.rules or tuple(str(rule) for rule in self.above if rule in carried) or tuple(map(str, carried))


def asked_on(page: Page, recorder: Recorder) -> Iterator[Asked]:
    """Every call of the examples and table rows of a page; none of those that fail."""
    for example in page.examples:
        if not example.skip:
            for call in recorder.calls(partial(run_example, example, page.path), page.path):
                yield Asked(call, example.line, example.rules)
    package = page.rulebook.package if page.rulebook else ""
    for table in page.tables:
        for row, (line, _) in enumerate(table.rows if table.tests else ()):
            for call in recorder.calls(partial(run_row, table, row, package, page.path), "<string>"):
                yield Asked(call, line, table.rules, table, row)


def is_decision(code: Code) -> bool:
    """Whether a piece of code is a public function that carries a rule and has one result; one that yields has none."""
    return code.is_function and code.is_public and bool(code.rules) and not code.entries[0].co_flags & CO_GENERATOR


class Recorder:
    """Takes down the calls that some code makes to given functions; those that these make in turn are left out."""

    def __init__(self, functions: list[Code]) -> None:
        self.functions = {id(piece.entries[0]): piece for piece in functions}
        self.signatures = {piece.name: signature(piece) for piece in functions}
        modules = {importlib.import_module(piece.module) for piece in functions}
        values = [value for module in modules for value in vars(module).values()]
        self.caches = [value.cache_clear for value in values if callable(getattr(value, "cache_clear", None))]

    def calls(self, run: Callable[[], None], file: str) -> list[Call]:
        """Run something, and return the calls that code of the given file made; none if it fails."""
        for forget in self.caches:  # or a call that was made before would not be seen again
            forget()
        with self._watching(file) as calls, redirect_stdout(io.StringIO()):
            try:
                run()
            except ExampleFailed:
                return []
        return calls

    @contextmanager
    def _watching(self, file: str) -> Iterator[list[Call]]:
        calls: list[Call] = []

        def enter(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
            piece = self.functions.get(id(frame.f_code))
            caller = frame.f_back.f_code.co_filename if frame.f_back else ""
            if event != "call" or piece is None or not (caller == file or caller.startswith("<doctest ")):
                return None
            call = Call(piece, {name: frame.f_locals[name] for name in self.signatures[piece.name].parameters})
            calls.append(call)
            return partial(_leave, call)

        before = sys.gettrace()
        sys.settrace(enter)
        try:
            yield calls
        finally:
            sys.settrace(before)


def _leave(call: Call, frame: FrameType, event: str, value: Any) -> Callable[..., Any]:
    """Called inside a function that is taken down; only its end counts, and an error that it does not catch."""
    frame.f_trace_lines = False
    if event == "exception":
        call.error = value[1]
    elif event == "return" and opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN"):
        call.has_returned, call.value, call.error = True, value, None
    return partial(_leave, call)


def signature(piece: Code) -> inspect.Signature:
    """How a function is called."""
    return inspect.signature(getattr(importlib.import_module(piece.module), piece.name.rpartition(".")[2]))


def rules_in(value: object) -> tuple[str, ...]:
    """The rules on which a result rests by its own reasons, each once.

    Examples:
        >>> from responsa import Reason
        >>> from responsa.book.calls import rules_in
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
