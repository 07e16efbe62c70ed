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
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from types import CodeType
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
    request = json.loads(data)
    if kind == "example":
        seconds = request["seconds"] if request["edited"] else None
        run(request["steps"], lambda step: tell(json.dumps(step)), console=request["console"], seconds=seconds)
    elif kind == "calculator":
        calculators = importlib.import_module("responsa.desk.calculators")  # only now: an example needs none
        asked = (request["calculator"], request["texts"], request["ways"], request.get("language", "en"))
        tell(json.dumps(calculators.reply(*asked)))


def run(
    steps: Sequence[Mapping[str, str]],
    tell: Callable[[dict[str, Any]], object],
    *,
    console: bool,
    seconds: float | None = None,
) -> None:
    r"""Run the steps of an example one after the other, from nothing.

    Args:
        steps: For each the `code`, and the answer that is `printed` below it.
        tell: Is called with what each step gave: its `output`, its `error`, the `line` of the error if that helps,
            and whether that is the `same` as what is printed.
        console: Whether values show themselves, as at the prompt.
        seconds: After how many seconds code that loops or sleeps is ended from within; never if that is left out.

    Examples:
        >>> from responsa.desk.session import run
        >>> run([{"code": "x = 2\nx + 2", "printed": "4\n"}], print, console=True)
        {'output': '4\n', 'error': '', 'line': 0, 'same': True}
    """
    namespace: dict[str, Any] = {"__name__": "__main__"}
    watch = _Watch(seconds) if seconds is not None else None
    for step in steps:
        printed = step["printed"]
        output, error, line = _run_step(step["code"], namespace, console=console, watch=watch)
        expected = _last_line(printed)
        same = error == expected if expected else not error and _even(output) == _even(printed)
        tell({"output": output, "error": error, "line": 0 if error == expected else line, "same": same})
        if error and not expected:
            return


class TooLong(BaseException):
    """Code has run for longer than anybody waits. It is no Exception, so that a loop which catches those ends too."""

    __module__ = "responsa"


class _Watch:
    """Ends loops and naps of a reader's code when their time is over; the library's own code is left alone."""

    def __init__(self, seconds: float) -> None:
        self._clock = time.monotonic
        self._end = self._clock() + seconds
        self._words = f"more than {seconds:g} seconds"
        time.sleep = self.nap  # type: ignore[assignment]  # whatever is no number fails in it as it would there
        monitoring = getattr(sys, "monitoring", None)  # from Python 3.12 on
        if monitoring is not None and monitoring.get_tool(_TOOL) is None:
            monitoring.use_tool_id(_TOOL, "responsa")
        if monitoring is not None:
            monitoring.register_callback(_TOOL, monitoring.events.JUMP, self.look)

    def look(self, *_: object) -> None:
        """End the loop at one of its turns, if its time is over."""
        if self._clock() > self._end:
            raise TooLong(self._words)

    def nap(self, seconds: float) -> None:
        """Sleep, as far as there is time."""
        end = self._clock() + seconds
        while self._clock() < end:
            self.look()

    def over(self, code: CodeType) -> CodeType:
        """The same code, whose loops are watched, also those of functions in it."""
        monitoring = getattr(sys, "monitoring", None)
        if monitoring is not None:
            monitoring.set_local_events(_TOOL, code, monitoring.events.JUMP)
            for inner in code.co_consts:
                if isinstance(inner, CodeType):
                    self.over(inner)
        return code


_TOOL: Final = 4
"""The number under which Python knows what watches: one that debuggers and profilers do not use."""


def _run_step(code: str, namespace: dict[str, Any], *, console: bool, watch: _Watch | None) -> tuple[str, str, int]:
    """What the step printed, the error that ended it, and the line of that error."""
    paper = _Paper()
    watched = watch.over if watch else lambda code: code
    with redirect_stdout(paper), redirect_stderr(paper):
        try:
            tree = ast.parse(code, _FILE)
            if console:
                for statement in tree.body:
                    exec(watched(compile(ast.Interactive([statement]), _FILE, "single", dont_inherit=True)), namespace)
            else:
                exec(watched(compile(tree, _FILE, "exec", dont_inherit=True)), namespace)
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
