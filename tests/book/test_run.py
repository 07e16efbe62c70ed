"""Everything is run once, and what was seen of it is kept."""

from __future__ import annotations

import pytest

from responsa.book import Book
from responsa.book.run import ALONE, HOLDS, REFUSES, Condition
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

WALLS = "his/walls.md"
TWO = """
@implements("HIS 13.4c", "HIS 13.4d")
def may_stay(units: int, *, fortified: bool) -> Ruling:
    \"\"\"Whether so many may stay [HIS 13.4c] [HIS 13.4d].\"\"\"
    return decide(
        Finding(fortified, "HIS 13.4c", yes="there are walls", no="there are no walls"),
        Finding(units <= MAX_INSIDE, "HIS 13.4d", yes="they are few", no="they are many"),
    )
"""


def seen(book: MiniBook, *calls: str) -> dict[str, set[str]]:
    """What is seen of the conditions of `may_stay` if an example makes some calls."""
    module = book.root / book.package / "walls.py"
    module.write_text(module.read_text(encoding="utf-8") + TWO, encoding="utf-8")
    asked = "\n".join(f"answers.append(may_stay({call}))" for call in calls)
    book.write(
        "more.md", f"# More\n\n```python\nfrom PACKAGE.walls import *\n\nanswers = []\n{asked}\nassert answers\n```\n"
    )
    found = Book.read(book.settings).record.conditions(book.package)
    name = f"{book.package}.walls.may_stay"
    return {each.rule: set(what) for each, what in found.items() if each == Condition(name, each.rule)}


@pytest.mark.parametrize(
    ("calls", "fortified", "few"),
    [
        (["4, fortified=True"], {HOLDS}, {HOLDS}),
        (["5, fortified=False"], {REFUSES}, {REFUSES}),
        (["5, fortified=True"], {HOLDS}, {REFUSES, ALONE}),
        (["4, fortified=False", "4, fortified=True"], {HOLDS, REFUSES, ALONE}, {HOLDS}),
    ],
)
def test_a_condition_refuses_alone_only_if_no_other_does(
    minibook: MiniBook, calls: list[str], fortified: set[str], few: set[str]
) -> None:
    assert seen(minibook, *calls) == {"HIS 13.4c": fortified, "HIS 13.4d": few}


def test_what_was_entered_asked_printed_and_returned_is_one_record(minibook: MiniBook) -> None:
    record = Book.read(minibook.settings).record
    example, first, second = record.runs
    assert example.printed == "Yes. 4 are few enough [HIS 13.4d].\n"
    assert [call.given for run in (example, first, second) for call in run.calls] == [
        {"units": 4},
        {"units": 4},
        {"units": 5},
    ]
    assert [bool(call.value) for run in record.runs for call in run.calls] == [True, True, False]
    assert all(run.entered == {f"{minibook.package}.walls.may_withdraw"} for run in record.runs)


def test_an_example_runs_once_however_many_ask(minibook: MiniBook) -> None:
    book = Book.read(minibook.settings)
    assert book.record.all is book.record.all
    page = book.pages[WALLS]
    assert [asked.call for asked in book.record.asked_on(page)] == [
        call for run in book.record.runs for call in run.calls
    ]
    assert book.record.of(page.examples[0]) is book.record.runs[0]
