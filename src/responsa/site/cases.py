"""The examples and table rows as data: each decision with what goes in and what comes out, for any language.

Every example and row is run, and each call that it makes to a function of the library is taken down.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import inspect
import io
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from dis import opname
from enum import Enum
from fractions import Fraction
from functools import partial
from inspect import CO_GENERATOR
from types import FrameType
from typing import Any

from responsa.book import Book
from responsa.book.code import Code
from responsa.book.examples import ExampleFailed, read_cell, run_example, run_row
from responsa.book.page import Page, Table
from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.rules import RuleId
from responsa.rulings import Reason, Ruling

Json = dict[str, Any]


class NotPlain(TypeError):
    """A value that has no plain form, such as a generator."""


@dataclass
class Call:
    """A call that was seen: what went in, and what came out as soon as it is known."""

    code: Code
    given: Json | None
    result: Json = dataclasses.field(default_factory=dict)
    rules: tuple[str, ...] = ()


def cases_of_book(book: Book) -> Json:
    """`cases.json`: every decision of an example or table row, in the order of the rulebooks, pages and lines."""
    cases: dict[str, Json] = {}
    for key, rulebook in book.settings.rulebooks.items():
        recorder = Recorder([code for code in book.code[key] if _is_decision(code)])
        for page in (page for page in book.pages.values() if page.rulebook == rulebook):
            for case in sorted(_cases_of(page, recorder), key=lambda case: case["line"]):
                known = cases.setdefault(case["id"], case)
                known["rules"] = sorted({*known["rules"], *case["rules"]}, key=lambda rule: RuleId.of(rule).order)
    return {"cases": list(cases.values())}


def _is_decision(code: Code) -> bool:
    """A function with one result; one that yields has none."""
    return code.is_function and code.is_public and bool(code.rules) and not code.entries[0].co_flags & CO_GENERATOR


def _cases_of(page: Page, recorder: Recorder) -> Iterator[Json]:
    for example in page.examples:
        if not example.skip:
            for call in recorder.calls(partial(run_example, example, page.path), page.path):
                yield _case(page, example.line, call, example.rules)
    package = page.rulebook.package if page.rulebook else ""
    for table in page.tables:
        for row, (line, _) in enumerate(table.rows if table.tests else ()):
            for call in recorder.calls(partial(run_row, table, row, package, page.path), "<string>"):
                yield {**_case(page, line, call, table.rules), "row": _cells(table, row)}


def _cells(table: Table, row: int) -> Json:
    return {column: to_plain(read_cell(cell)) for column, cell in zip(table.columns, table.rows[row][1], strict=True)}


def _case(page: Page, line: int, call: Call, above: tuple[RuleId, ...]) -> Json:
    """A case rests on the rules that its answer names; else on those that stand above it and that its code carries."""
    module, _, name = call.code.name.rpartition(".")
    marked = [str(rule) for rule in call.code.rules]
    rules = call.rules or tuple(str(rule) for rule in above if rule in call.code.rules) or marked
    key = RuleId.of(rules[0]).rulebook
    content = json.dumps([call.code.name, call.given], ensure_ascii=False, sort_keys=True)
    return {
        "id": f"{key}-{name}-{hashlib.sha256(content.encode()).hexdigest()[:8]}",
        "rulebook": key,
        "function": name,
        "module": module,
        "rules": list(rules),
        "input": call.given,
        **call.result,
        "page": page.path,
        "line": line,
    }


class Recorder:
    """Takes down the calls that some code makes to marked functions; those that these make in turn are left out."""

    def __init__(self, functions: list[Code]) -> None:
        self.functions = {id(piece.entries[0]): piece for piece in functions}
        self.signatures = {piece.name: _signature(piece) for piece in functions}
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
        return [call for call in calls if call.given is not None and call.result]

    @contextmanager
    def _watching(self, file: str) -> Iterator[list[Call]]:
        calls: list[Call] = []

        def enter(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
            piece = self.functions.get(id(frame.f_code))
            caller = frame.f_back.f_code.co_filename if frame.f_back else ""
            if event != "call" or piece is None or not (caller == file or caller.startswith("<doctest ")):
                return None
            call = Call(piece, self._given(piece, frame))
            calls.append(call)
            return partial(_leave, call)

        before = sys.gettrace()
        sys.settrace(enter)
        try:
            yield calls
        finally:
            sys.settrace(before)

    def _given(self, piece: Code, frame: FrameType) -> Json | None:
        """The arguments; those that are structures and were left at their default are left out."""
        try:
            return {
                name: to_plain(frame.f_locals[name])
                for name, parameter in self.signatures[piece.name].parameters.items()
                if not _is_default(frame.f_locals[name], parameter.default)
            }
        except NotPlain:
            return None


def _leave(call: Call, frame: FrameType, event: str, value: Any) -> Callable[..., Any]:
    """Called inside a function that is taken down; only its end counts, and an error that it does not catch."""
    frame.f_trace_lines = False
    if event == "exception":
        call.result = _error(value[1])
        call.rules = (call.result["error"]["rule"],) if call.result else ()
    elif event == "return" and opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN"):
        call.rules = _rules_in(value)
        try:
            call.result = {"expected": to_plain(value)}
        except NotPlain:
            call.result = {}
    return partial(_leave, call)


def _error(error: BaseException) -> Json:
    if isinstance(error, ImpossibleSituation):
        return {"error": {"type": "ImpossibleSituation", "field": error.field, "rule": str(error.rule)}}
    if isinstance(error, NotInThisText):
        return {"error": {"type": "NotInThisText", "question": error.question, "rule": str(error.rule)}}
    return {}


def _signature(piece: Code) -> inspect.Signature:
    return inspect.signature(getattr(importlib.import_module(piece.module), piece.name.rpartition(".")[2]))


def _is_default(value: object, default: object) -> bool:
    """Whether a structure (a board, an empty position) was left as it is by default; plain values are always told."""
    if default is inspect.Parameter.empty or default is dataclasses.MISSING:
        return False
    return not isinstance(value, bool | int | str | Enum | None) and (value is default or value == default)


def to_plain(value: object) -> Any:
    """A value in the types of JSON.

    Fractions and enums become the text that a table shows; rulings, reasons and records become objects.

    Raises:
        NotPlain: If it has no such form.

    Examples:
        >>> from fractions import Fraction
        >>> from responsa import Reason, Ruling
        >>> from responsa.site.cases import to_plain
        >>> to_plain((Fraction(5, 18), None))
        ['5/18', None]
        >>> to_plain(Ruling(False, (Reason("Graz is not fortified", "HIS 13.4b"),)))
        {'answer': False, 'because': [{'text': 'Graz is not fortified', 'rule': 'HIS 13.4b'}]}
    """
    if isinstance(value, Enum | Fraction | RuleId):
        return str(value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kind = {} if isinstance(value, Reason | Ruling) else {"type": type(value).__name__}
        return {**kind, **_fields(value)}
    if isinstance(value, Mapping):
        return _mapping(value)
    if isinstance(value, list | tuple):
        return [to_plain(part) for part in value]
    if isinstance(value, set | frozenset):
        return sorted((to_plain(part) for part in value), key=_text)
    raise NotPlain(f"{value!r} has no plain form")


def _fields(value: Any) -> Json:
    return {
        field.name: to_plain(getattr(value, field.name))
        for field in dataclasses.fields(value)
        if not _is_default(getattr(value, field.name), field.default)
    }


def _mapping(value: Mapping[Any, Any]) -> Any:
    """An object if its keys are texts; else a list of pairs."""
    pairs = [(to_plain(key), to_plain(inner)) for key, inner in value.items()]
    return dict(pairs) if all(isinstance(key, str) for key, _ in pairs) else [list(pair) for pair in pairs]


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _rules_in(value: object) -> tuple[str, ...]:
    """The rules on which a result rests by its own reasons."""
    found: defaultdict[str, None] = defaultdict(lambda: None)
    if isinstance(value, Reason):
        found[value.rule]
    elif isinstance(value, Ruling):
        return value.rules
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            for rule in _rules_in(getattr(value, field.name)):
                found[rule]
    elif isinstance(value, list | tuple):
        for part in value:
            for rule in _rules_in(part):
                found[rule]
    return tuple(found)
