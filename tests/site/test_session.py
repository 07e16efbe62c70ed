"""What runs examples in the browser, here without one."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest

from responsa.desk import session


@pytest.fixture(autouse=True)
def sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python sleeps as before, after each test."""
    monkeypatch.setattr(time, "sleep", time.sleep)


def results(*steps: tuple[str, str], console: bool = True) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    session.run([{"code": code, "printed": printed} for code, printed in steps], told.append, console=console)
    return told


def test_values_show_themselves_at_the_prompt_only() -> None:
    assert results(("1 + 1\n'x'\nNone", "2\n'x'\n")) == [{"output": "2\n'x'\n", "error": "", "line": 0, "same": True}]
    assert results(("1 + 1", ""), console=False)[0]["output"] == ""


def test_steps_share_their_names_and_start_from_nothing() -> None:
    assert [step["same"] for step in results(("x = 1", ""), ("x", "1\n"))] == [True, True]
    assert results(("x", ""))[0]["error"] == "NameError: name 'x' is not defined"


def test_a_printed_error_is_expected_and_the_session_goes_on() -> None:
    printed = "Traceback (most recent call last):\n  ...\nZeroDivisionError: division by zero\n"
    told = results(("1 / 0", printed), ("2", "2\n"))
    assert [step["same"] for step in told] == [True, True]
    assert told[0]["line"] == 0


def test_an_error_that_is_not_printed_ends_the_session() -> None:
    told = results(("x = 1\nx / 0", ""), ("2", "2\n"))
    assert told == [{"output": "", "error": "ZeroDivisionError: division by zero", "line": 2, "same": False}]


def test_a_printed_error_that_does_not_come_differs() -> None:
    printed = "Traceback (most recent call last):\nZeroDivisionError: division by zero\n"
    assert results(("1 / 1", printed))[0]["same"] is False


@pytest.mark.parametrize(
    ("code", "error", "line"),
    [
        ("x = 1\nassert x == 2", "AssertionError: assert x == 2", 2),
        ("assert False, 'why'", "AssertionError: why", 1),
        ("if True\n  x", "SyntaxError: expected ':'", 1),
        ("def f():\n  raise KeyError('k')\n\nf()", "KeyError: 'k'", 2),
        ("raise SystemExit(3)", "SystemExit: 3", 1),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", 1),
    ],
)
@pytest.mark.parametrize("console", [True, False])
def test_an_error_is_its_last_line_and_where_it_was(code: str, error: str, line: int, console: bool) -> None:
    (told,) = results((code, ""), console=console)
    assert (told["error"], told["line"]) == (error, line)


def test_output_ends() -> None:
    (told,) = results(("while True: print('x' * 100)", ""))
    assert len(told["output"]) == session.MOST_OUTPUT
    assert told["error"].startswith("responsa.TooMuchOutput")


def test_an_empty_line_is_printed_as_doctest_prints_it() -> None:
    assert results(("print()\nprint('x')", "<BLANKLINE>\nx\n"))[0]["same"]


def test_what_goes_to_either_stream_is_shown() -> None:
    assert results(("import sys\nprint('x', file=sys.stderr)", ""))[0]["output"] == "x\n"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python 3.12 brought what this stands on")
@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "for x in iter(int, 1): pass",
        "while True:\n  try:\n    while True: pass\n  except Exception: pass",
        "def f():\n  while True: pass\n\nf()",
        "sum(1 for _ in iter(int, 1))",
    ],
)
def test_a_loop_ends(code: str) -> None:
    told: list[dict[str, Any]] = []
    session.run([{"code": code, "printed": ""}], told.append, console=False, seconds=0.05)
    assert told[0]["error"] == "responsa.TooLong: more than 0.05 seconds"


def test_a_nap_ends() -> None:
    told: list[dict[str, Any]] = []
    steps = [{"code": "import time\ntime.sleep(1000)", "printed": ""}]
    session.run(steps, told.append, console=True, seconds=0.05)
    assert (told[0]["error"], told[0]["line"]) == ("responsa.TooLong: more than 0.05 seconds", 2)
