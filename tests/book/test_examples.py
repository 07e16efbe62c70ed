"""Examples and table rows run from nothing; a failure tells the values and the page's own line."""

import subprocess
import sys
from fractions import Fraction

import pytest

from responsa import Reason, Ruling
from responsa.book.examples import ExampleFailed, pasted, read_cell, run_example, run_row, show, shown_output
from responsa.book.reader import read_page
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]


def run(code: str, language: str = "python") -> None:
    (example,) = read_page("p.md", f"# P\n\n```{language}\n{code}\n```\n").examples
    run_example(example, "p.md")


def test_a_failed_assert_shows_its_values_and_line() -> None:
    with pytest.raises(ExampleFailed, match=r"^p\.md:5: AssertionError: assert \(3 \+ 4\) == 8"):
        run("x, y = 3, 4\nassert x + y == 8")


def test_an_error_inside_a_function_of_the_block_is_told_by_its_line() -> None:
    with pytest.raises(ExampleFailed, match=r"^p\.md:5: ZeroDivisionError"):
        run("def f():\n    return 1 / 0\n\nf()")


def test_a_syntax_error_is_told_by_its_line() -> None:
    with pytest.raises(ExampleFailed, match=r"^p\.md:5: "):
        run("x = 1\nx = = 2")


def test_a_wrong_output_shows_both() -> None:
    with pytest.raises(ExampleFailed, match=r"(?s)^p\.md:5: .*Expected:\n    3\nGot:\n    2"):
        run(">>> x = 1\n>>> x + 1\n3", "pycon")


def test_an_error_that_the_page_shows_is_no_failure() -> None:
    run(
        ">>> int(\"x\")\nTraceback (most recent call last):\nValueError: invalid literal for int() with base 10: 'x'",
        "pycon",
    )


def test_an_error_of_another_kind_or_wording_is_a_failure() -> None:
    with pytest.raises(ExampleFailed):
        run('>>> int("x")\nTraceback (most recent call last):\nValueError: nonsense', "pycon")


def test_no_example_sees_what_another_made() -> None:
    first, second = read_page("p.md", "```python\nx = 1\nassert x\n```\n\n```python\nassert x == 1\n```\n").examples
    run_example(first, "p.md")
    with pytest.raises(ExampleFailed, match="NameError"):
        run_example(second, "p.md")


def test_what_a_reader_pastes_has_no_prompts_and_no_output() -> None:
    (example,) = read_page("p.md", "```pycon\n>>> if True:\n...     print(1)\n1\n>>> 2\n2\n```\n").examples
    assert pasted(example) == "if True:\n    print(1)\n2\n"
    assert shown_output(example) == "1\n2\n"


def table(minibook: MiniBook, rows: str, test: str) -> list[str]:
    header = "| units | result |\n| ----: | ------ |\n"
    page = read_page("his/walls.md", f"{header}{rows}\n\n{{test: {test} == {{result}}}}\n")
    assert page.faults == []
    failures = []
    for number in range(len(page.tables[0].rows)):
        try:
            run_row(page.tables[0], number, minibook.package, "walls.md")
        except ExampleFailed as failure:
            failures.append(str(failure))
    return failures


def test_each_row_is_a_test_of_its_own(minibook: MiniBook) -> None:
    failures = table(minibook, "| 4 | yes |\n| 5 | yes |\n| 6 | no |", "may_withdraw({units})")
    assert failures == ["walls.md:4: the table says result = yes, may_withdraw({units}) gives no"]


def test_a_call_that_raises_fails_its_row(minibook: MiniBook) -> None:
    (failure,) = table(minibook, "| many | yes |", "may_withdraw({units})")
    assert failure.startswith("walls.md:3: may_withdraw({units}) raises TypeError")


def test_fractions_and_per_cent_are_at_hand(minibook: MiniBook) -> None:
    assert table(minibook, "| 5/18 | 27.8 % |", "percent({units})") == []
    assert table(minibook, "| 5/18 | 27.9 % |", "percent({units})") != []


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("yes", True),
        ("no", False),
        ("—", None),
        ("−1", -1),
        ("+2", 2),
        ("**4**", 4),
        ("5/18", Fraction(5, 18)),
        ("3, 4", (3, 4)),
        ("`siege`", "siege"),
        ("[13.4k]", "13.4k"),
    ],
)
def test_cells_are_read_as_a_player_means_them(cell: str, value: object) -> None:
    assert read_cell(cell) == value
    assert type(read_cell(cell)) is type(value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "yes"),
        (Ruling(False, (Reason("it is not", "HIS 1a"),)), "no"),
        (None, "—"),
        (Fraction(1, 2), "1/2"),
        (-1, "-1"),
        ((), "—"),
        ((True, 2), "yes, 2"),
    ],
)
def test_values_are_shown_as_a_cell_has_them(value: object, shown: str) -> None:
    assert show(value) == shown


@pytest.mark.slow
def test_the_gate_goes_red_where_a_cell_or_an_output_is_wrong(minibook: MiniBook) -> None:
    """The whole way: pytest, Sybil, page."""
    plugins = ["-p", "no:cacheprovider", "-p", "responsa.book.pytest_plugin"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, "docs"]

    def gate() -> str:
        done = subprocess.run(command, cwd=minibook.root, capture_output=True, text=True, check=False)
        return f"exit {done.returncode}\n{done.stdout}"

    assert "4 passed" in gate()  # an example, two rows, and the book as a whole
    minibook.change("his/walls.md", "|     5 | no       |", "|     5 | yes      |")
    minibook.change("his/walls.md", "Yes. 4 are few", "Yes. 3 are few")
    minibook.change("his/walls.md", "```pycon", '<!-- skip: next "a reason" -->\n\n```pycon')
    red = gate()
    assert "exit 1" in red
    assert "docs/his/walls.md:22: the table says withdraw = yes" in red
    assert "1 skipped" in red
    assert "the book is in order" in red
    minibook.change("his/walls.md", '<!-- skip: next "a reason" -->', "")
    assert "docs/his/walls.md:15: the example does not give what the page shows" in gate()
