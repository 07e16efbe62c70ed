"""The words of a rule do not change unnoticed, and code that carries an older meaning is stale."""

import pytest

from responsa.book.snapshot import read_history
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

WALLS = "his/walls.md"


@pytest.fixture
def book(minibook: MiniBook) -> MiniBook:
    minibook.snapshot("2026-11-30")
    return minibook


def test_a_fresh_snapshot_has_no_fault(book: MiniBook) -> None:
    assert book.faults() == []
    history = read_history(book.settings)
    assert [(entry.id, entry.version, entry.what) for entry in history] == [
        ("HIS 13.4c", 1, "added"),
        ("HIS 13.4d", 1, "added"),
        ("HIS-E42", 1, "added"),
    ]


def test_changed_words_make_the_gate_ask(book: MiniBook) -> None:
    book.change(WALLS, "be fortified", "stay fortified")
    (fault,) = book.faults()
    assert str(fault).startswith("his/walls.md:5: the words of HIS 13.4c changed: if its meaning changed, say so")


def test_another_line_break_is_no_change(book: MiniBook) -> None:
    book.change(WALLS, "be fortified", "be\nfortified")
    assert book.faults() == []


def test_a_new_wording_of_the_same_meaning_keeps_the_version(book: MiniBook) -> None:
    book.change(WALLS, "be fortified", "have walls")
    book.snapshot("2026-12-01")
    assert book.faults() == []
    assert read_history(book.settings)[0].date == "2026-11-30"


def test_a_new_meaning_raises_the_version_and_makes_the_code_stale(book: MiniBook) -> None:
    book.change(WALLS, "battle 12;", "battle 12; version: 2; changed: four, not five;")
    assert any("HIS 13.4d has version 2, the snapshot 1" in str(fault) for fault in book.faults())
    book.snapshot("2026-12-01")
    (fault,) = book.faults()
    assert fault.message == f"{book.package}.walls.may_withdraw implements version 1 of HIS 13.4d, which has version 2"
    history = read_history(book.settings)
    assert [(entry.version, entry.date, entry.what) for entry in history if entry.id == "HIS 13.4d"] == [
        (1, "2026-11-30", "added"),
        (2, "2026-12-01", "changed: four, not five"),
    ]


def test_code_that_follows_the_new_version_is_not_stale(book: MiniBook) -> None:
    book.change(WALLS, "battle 12;", "battle 12; version: 2; changed: four, not five;")
    book.snapshot("2026-12-01")
    module = book.root / book.package / "walls.py"
    module.write_text(module.read_text().replace('"HIS 13.4d")\n', '"HIS 13.4d v2")\n', 1))
    assert book.faults() == []


def test_a_version_that_skips_one_is_refused(book: MiniBook) -> None:
    book.change(WALLS, "battle 12;", "battle 12; version: 3; changed: four, not five;")
    with pytest.raises(ValueError, match=r"HIS 13\.4d goes from version 1 to 3"):
        book.snapshot("2026-12-01")


def test_a_new_and_a_removed_rule_are_asked_for_and_noted(book: MiniBook) -> None:
    book.change(WALLS, "[13.4c]", "[13.4b]")
    said = [str(fault) for fault in book.faults()]
    assert any("HIS 13.4b is new" in fault for fault in said)
    assert any("HIS 13.4c is gone; list it in removed.md" in fault for fault in said)
    book.snapshot("2026-12-01")
    (left,) = book.faults()
    assert left.message.endswith("may_withdraw implements HIS 13.4c, which the book does not have")
    assert [entry.id for entry in read_history(book.settings) if entry.what == "removed"] == ["HIS 13.4c"]
