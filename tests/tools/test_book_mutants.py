"""What is changed on a page, and that the gate goes red for it."""

from __future__ import annotations

from collections import Counter

import pytest

from responsa.book import Book
from tests.book.minibook import MiniBook, minibook
from tools.book_mutants import NOTICED, STILL_TRUE, Change, Gate, changes_of, other, table

__all__ = ["minibook"]


def changes(book: MiniBook) -> list[Change]:
    return changes_of(Book.read(book.settings))


def test_numbers_cells_outputs_references_and_modal_words_are_changed(minibook: MiniBook) -> None:
    shown = [(change.kind, change.line, change.old, change.new) for change in changes(minibook)]
    assert [found for found in shown if found[0] != "must, may, must not"] == [
        ("references", 5, "13.4d", "13.4z"),
        ("numbers", 8, "four", "five"),
        ("situations", 19, "4", "5"),
        ("results", 19, "yes", "no"),
        ("situations", 20, "5", "6"),
        ("results", 20, "no", "yes"),
        ("outputs", 14, "Yes. 4 are few enough [HIS 13.4d].", "No. 4 are few enough [HIS 13.4d]."),
    ]
    modal = sorted((line, old, new) for kind, line, old, new in shown if kind == "must, may, must not")
    assert modal == [(5, "must", "may"), (5, "must", "must not"), (8, "may", "must"), (8, "may", "must not")]


def test_the_gate_goes_red_for_each_but_for_a_row_that_is_still_true(minibook: MiniBook) -> None:
    gate = Gate(Book.read(minibook.settings))
    verdicts = {change: gate(change) for change in changes(minibook) if not change.kind.startswith("must")}
    assert Counter(verdicts.values()) == {NOTICED: 6, STILL_TRUE: 1}
    assert "| situations | 2 | 1 | 1 | 100.0 % |" in table(verdicts)


def test_may_is_tied_to_an_answer_that_allows_and_one_that_refuses(minibook: MiniBook) -> None:
    gate = Gate(Book.read(minibook.settings))
    modal = {change.new: gate(change) for change in changes(minibook) if change.old == "may"}
    assert modal == {"must": NOTICED, "must not": NOTICED}
    minibook.change("his/walls.md", "At most [four](=MAX_INSIDE) units may", "Five units must not")
    minibook.change(
        "his/walls.md",
        ">>> print(may_withdraw(4))\nYes. 4 are few enough",
        ">>> print(may_withdraw(5))\nNo. 5 are too many",
    )
    minibook.change("his/walls.md", "|     4 | yes      |\n", "")
    gate = Gate(Book.read(minibook.settings))
    modal = {change.new: gate(change) for change in changes(minibook) if change.old == "must not"}
    assert modal == {"must": NOTICED, "may": NOTICED}


@pytest.mark.parametrize(
    ("shown", "changed"),
    [
        ("four", "five"),
        ("9", "10"),
        ("+1", "+2"),
        ("half", "quarter"),
        ("yes", "no"),
        ("twelve", "eleven"),
        ("walls", "wallsx"),
    ],
)
def test_another_number_or_word_stands_in_its_place(shown: str, changed: str) -> None:
    assert other(shown) == changed
