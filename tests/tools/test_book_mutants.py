"""What is changed on a page, and that the gate goes red for it."""

from __future__ import annotations

from collections import Counter

import pytest

from responsa.book import Book
from tests.book.minibook import MiniBook, minibook
from tools.book_mutants import (
    CAPTIONS,
    DENIED,
    DROPPED,
    ELSEWHERE,
    HEADINGS,
    LABELS,
    MODALS,
    NOTICED,
    OUTSIDE,
    STILL_TRUE,
    SURVIVED,
    WITH_TIES,
    Change,
    Gate,
    changes_of,
    other,
    ruled_by,
    table,
)

__all__ = ["minibook"]


ALL_MODALS = {MODALS, OUTSIDE, WITH_TIES}
OTHERS = {LABELS, ELSEWHERE, HEADINGS, DROPPED, DENIED, CAPTIONS}


def changes(gate: Gate) -> list[Change]:
    return changes_of(gate.book, ruled_by(gate.answers))


def gate_of(minibook: MiniBook) -> Gate:
    """The gate of the small book, with a rule that no ruling covers."""
    module = minibook.root / minibook.package / "walls.py"
    module.write_text(module.read_text(encoding="utf-8").replace('"HIS 13.4c", ', ""), encoding="utf-8")
    return Gate(Book.read(minibook.settings))


def test_numbers_cells_outputs_references_and_modal_words_are_changed(minibook: MiniBook) -> None:
    found = changes(gate_of(minibook))
    shown = [
        (change.kind, change.line, change.old, change.new) for change in found if change.kind not in ALL_MODALS | OTHERS
    ]
    assert shown == [
        ("references", 5, "13.4d", "13.4z"),
        ("numbers", 8, "four", "five"),
        ("situations", 19, "4", "5"),
        ("results", 19, "yes", "no"),
        ("situations", 20, "5", "6"),
        ("results", 20, "no", "yes"),
        ("outputs", 14, "Yes. 4 are few enough [HIS 13.4d].", "No. 4 are few enough [HIS 13.4d]."),
    ]
    assert [(change.kind, change.line, change.old, change.new) for change in found if change.kind in ALL_MODALS] == [
        (OUTSIDE, 5, "must", "may"),
        (OUTSIDE, 5, "must", "must not"),
        (MODALS, 8, "may", "must"),
        (MODALS, 8, "may", "must not"),
        (WITH_TIES, 8, "[may](=may_withdraw)", "[must not](=not may_withdraw)"),
        (WITH_TIES, 8, "[may](=may_withdraw)", "[must](=or not may_withdraw)"),
    ]


def test_the_gate_goes_red_for_each_but_for_a_row_that_is_still_true(minibook: MiniBook) -> None:
    gate = gate_of(minibook)
    verdicts = {change: gate(change) for change in changes(gate) if change.kind not in ALL_MODALS | OTHERS}
    assert Counter(verdicts.values()) == {NOTICED: 6, STILL_TRUE: 1}
    assert "| situations | 2 | 1 | 1 | 100.0 % |" in table(verdicts)


def test_a_modal_word_is_held_by_its_tie_and_the_tie_by_the_examples(minibook: MiniBook) -> None:
    def verdicts(kind: str) -> list[int]:
        gate = gate_of(minibook)
        return [gate(change) for change in changes(gate) if change.kind == kind]

    assert verdicts(MODALS) == [NOTICED, NOTICED]
    assert verdicts(OUTSIDE) == [SURVIVED, SURVIVED], "plain words are held by nothing"
    assert verdicts(WITH_TIES) == [SURVIVED, SURVIVED], "the table says no, too"
    minibook.change("his/walls.md", "|     5 | no       |\n", "")
    assert verdicts(WITH_TIES) == [NOTICED, NOTICED]


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


def test_labels_headings_captions_and_whole_sentences_are_changed_too(minibook: MiniBook) -> None:
    minibook.change("his/walls.md", ") withdraw.", ") withdraw.\nThe rest is lost.")
    minibook.change("his/walls.md", "```pycon", "{diagram: STEPS | Steps}\n\n```pycon")
    gate = gate_of(minibook)
    found = [change for change in changes(gate) if change.kind in OTHERS]
    assert [(change.kind, change.line, change.old, change.new) for change in found] == [
        (LABELS, 5, "13.4c", "13.4a"),
        (ELSEWHERE, 5, "13.4d", "13.4c"),
        (LABELS, 8, "13.4d", "13.4a"),
        (DROPPED, 9, "The rest is lost.", ""),
        (DENIED, 9, " is ", " is not "),
        (CAPTIONS, 12, "Steps", "Not Steps"),
        (HEADINGS, 20, "units", "units not"),
        (HEADINGS, 20, "withdraw", "withdraw not"),
    ]
    noticed = {change.kind for change in found if gate(change) == NOTICED}
    assert noticed == {LABELS, HEADINGS}, "only a reader knows whether a sentence is missing, or cites the right rule"
