"""Runs in the browser: examples step by step, as a session at the prompt would, and the calculators.

Everything comes in and goes out as JSON, so that the page and Python share nothing but text.
"""

from __future__ import annotations

import ast
import importlib
import io
import json
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from types import ModuleType
from typing import Any, Final

MOST_OUTPUT: Final = 20_000
"""The characters that a step may print before it is stopped: nobody reads more."""

_FILE = "<example>"
_TRACEBACK = "Traceback (most recent call last):"

Tell = Callable[[str], object]
"""What takes each part of an answer as soon as it is there."""


class TooMuchOutput(Exception):
    """A step has printed more than anybody reads."""

    __module__ = "responsa"


class _Paper(io.StringIO):
    """What a step prints on; it ends."""

    def write(self, text: str) -> int:
        left = MOST_OUTPUT - self.tell()
        if len(text) <= left:
            return super().write(text)
        super().write(text[:left])
        raise TooMuchOutput(f"more than {MOST_OUTPUT:,} characters")


def answer(kind: str, data: str, tell: Tell) -> None:
    """Answer a request of the page, in as many parts as there are.

    Args:
        kind: What is asked: `example` runs the steps of an example, `calculator` answers what stands in a form.
        data: The request itself, as JSON.
        tell: Is called with each part of the answer, as JSON.
    """
    global _was_edited
    request = json.loads(data)
    if kind == "example":
        run(request["steps"], lambda step: tell(json.dumps(step)), console=request["console"])
        _was_edited = _was_edited or request["edited"]
    elif kind == "calculator":
        calculators = importlib.import_module("responsa.desk.calculators")  # only now: an example needs none
        tell(json.dumps(calculators.reply(request["calculator"], request["texts"], request["ways"])))


def run(steps: Sequence[Mapping[str, str]], tell: Callable[[dict[str, Any]], object], *, console: bool) -> None:
    r"""Run the steps of an example one after the other, from nothing.

    Args:
        steps: For each the `code`, and the answer that is `printed` below it.
        tell: Is called with what each step gave: its `output`, its `error`, the `line` of the error if that helps,
            and whether that is the `same` as what is printed.
        console: Whether values show themselves, as at the prompt.

    Examples:
        >>> from responsa.desk.session import run
        >>> run([{"code": "x = 2\nx + 2", "printed": "4\n"}], print, console=True)
        {'output': '4\n', 'error': '', 'line': 0, 'same': True}
    """
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for step in steps:
        printed = step["printed"]
        output, error, line = _run_step(step["code"], namespace, console=console)
        expected = _last_line(printed)
        same = error == expected if expected else not error and _even(output) == _even(printed)
        tell({"output": output, "error": error, "line": 0 if error == expected else line, "same": same})
        if error and not expected:
            return


def _run_step(code: str, namespace: dict[str, Any], *, console: bool) -> tuple[str, str, int]:
    """What the step printed, the error that ended it, and the line of that error."""
    paper = _Paper()
    with redirect_stdout(paper), redirect_stderr(paper):
        try:
            tree = ast.parse(code, _FILE)
            if console:
                for statement in tree.body:
                    exec(compile(ast.Interactive([statement]), _FILE, "single", dont_inherit=True), namespace)
            else:
                exec(compile(tree, _FILE, "exec", dont_inherit=True), namespace)
        except BaseException as error:  # also SystemExit and the like: it is the reader's code, whatever it raises
            return paper.getvalue(), _said(error, code), _line(error)
    return paper.getvalue(), "", 0


def _said(error: BaseException, code: str) -> str:
    """The error as the last line of a traceback says it; a failed assert says what did not hold."""
    said = traceback.format_exception_only(error)[-1].strip()
    lines = code.splitlines()
    if isinstance(error, AssertionError) and not error.args and 0 < (line := _line(error)) <= len(lines):
        return f"{said}: {lines[line - 1].strip()}"
    return said


def _line(error: BaseException) -> int:
    """The line of the reader's code at which it went wrong."""
    if isinstance(error, SyntaxError) and error.filename == _FILE:
        return error.lineno or 0
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == _FILE]
    return lines[-1] if lines else 0


def _last_line(printed: str) -> str:
    """The error that a printed traceback ends in; nothing if no traceback is printed."""
    if not printed.startswith(_TRACEBACK):
        return ""
    return "\n".join(line for line in printed.splitlines()[1:] if line and not line.startswith(" "))


def _even(text: str) -> str:
    """A text as the page can show it: a page writes empty lines of an answer as `<BLANKLINE>`."""
    return re.sub(r"^<BLANKLINE>$", "", text, flags=re.MULTILINE).rstrip("\n")


# --- every run starts from the same world ---

_KEPT: Final = ("responsa.desk", __name__)
_world: dict[str, tuple[ModuleType, dict[str, Any]]] = {}
_was_edited = False


def remember() -> None:
    """Note how all modules are now, before any foreign code has run."""
    modules = {name: module for name, module in sys.modules.items() if isinstance(module, ModuleType)}
    _world.update({name: (module, dict(vars(module))) for name, module in modules.items() if name != "sys"})


def tidy() -> None:
    """After edited code, put back what it has changed in modules, and load the library anew.

    Called between two runs, when nobody waits.
    """
    global _was_edited
    if not _was_edited:
        return
    _was_edited = False
    for module, names in _world.values():
        _put_back(vars(module), names)
    ours = [name for name in sys.modules if name.partition(".")[0] == "responsa" and name not in _KEPT]
    for name in ours:
        del sys.modules[name]
    for name in ours:
        importlib.import_module(name)


def _put_back(now: dict[str, Any], names: Mapping[str, Any]) -> None:
    for name in now.keys() - names.keys():
        del now[name]
    for name, value in names.items():
        if name not in now or now[name] is not value:
            now[name] = value
