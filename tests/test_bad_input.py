"""No function takes what is no number: each argument that is one refuses a negative count, a bool, 2.0 and a text.

The situations are those of the examples and table rows, with one argument spoilt.
"""

from __future__ import annotations

import importlib
import inspect
import io
import sys
import typing
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache, partial
from inspect import CO_GENERATOR
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from responsa import ImpossibleSituation
from responsa.book import Book, Settings
from responsa.book.code import Code
from responsa.book.examples import ExampleFailed, evaluate, run_example, run_row

BOOK = Book.read(Settings.read(Path(__file__).parent.parent / "pyproject.toml"))

MAY_BE_NEGATIVE = {"modifier", "difference", "total", "popularity", "lowest", "highest"}
"""Arguments that are whole numbers and no counts."""

NO_INPUT = {"units_text", "units_are", "check_count"}
"""Helpers that are told a number which was looked at before, or that are told the name of the argument."""

OTHER_NAME = {"count", "attacker_extra", "defender_extra", "most_blocks", "most_dice", "lowest", "highest"}
"""Arguments that an error names by what they are part of."""


def functions() -> list[Code]:
    return [
        code
        for pieces in BOOK.code.values()
        for code in pieces
        if code.is_function and code.is_public and code.rules and not code.entries[0].co_flags & CO_GENERATOR
        if code.name.rpartition(".")[2] not in NO_INPUT
    ]


def parts_of_pages() -> Iterator[Callable[[], object]]:
    for page in BOOK.pages.values():
        package = page.rulebook.package if page.rulebook else ""
        for example in page.examples:
            yield partial(run_example, example, page.path)
        for table in page.tables:
            for row in range(len(table.rows) if table.tests else 0):
                yield partial(run_row, table, row, package, page.path)
        for directive in page.directives:
            if directive.word == "plot":
                yield partial(evaluate, directive.what, package)


@cache
def calls() -> dict[str, list[dict[str, Any]]]:
    """The arguments with which the pages call each function."""
    wanted = {id(code.entries[0]): code.name for code in functions()}
    found: dict[str, list[dict[str, Any]]] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        name = wanted.get(id(frame.f_code)) if event == "call" else None
        if name:
            code = frame.f_code
            names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            found.setdefault(name, []).append({name: frame.f_locals[name] for name in names})

    before = sys.gettrace()
    for run in parts_of_pages():
        sys.settrace(note)
        try:
            with redirect_stdout(io.StringIO()):
                run()
        except ExampleFailed:
            pass
        finally:
            sys.settrace(before)
    return found


def function(code: Code) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(importlib.import_module(code.module), code.name.rpartition(".")[2])
    return found


def numbers() -> list[tuple[Code, str]]:
    """Each argument of each function that is a whole number."""
    return [
        (code, name)
        for code in functions()
        for name in inspect.signature(function(code)).parameters
        if typing.get_type_hints(function(code)).get(name) is int
    ]


def a_good_call(code: Code) -> dict[str, Any] | None:
    for arguments in calls().get(code.name, []):
        try:
            function(code)(**arguments)
        except Exception:
            continue
        return arguments
    return None


@pytest.mark.parametrize(("code", "name"), numbers(), ids=lambda value: getattr(value, "name", value))
def test_what_is_no_number_is_refused_by_name(code: Code, name: str) -> None:
    good = a_good_call(code)
    if good is None:
        pytest.skip("no example calls it with success")
    wrong: list[object] = [True, 2.0, "4"]
    for value in wrong if name in MAY_BE_NEGATIVE else [*wrong, -1]:
        with pytest.raises(ImpossibleSituation) as refused:
            function(code)(**{**good, name: value})
        assert refused.value.field == name or name in OTHER_NAME
