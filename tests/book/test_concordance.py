"""Nothing in the sources is lost: each sentence leads somewhere or says why not, and no hash is stale."""

from __future__ import annotations

import pytest

from responsa.book import Book
from responsa.book.checks.concordance import (
    faults_of_concordance,
    faults_of_sources,
    hash_of,
    read_concordance,
    sentences,
    totals,
)
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

DOCUMENT = "\n".join([*[""] * 8, "Стены.", "Город укреплён.", "", "Не более 4 отрядов. Это всё."])


@pytest.fixture
def book(minibook: MiniBook) -> MiniBook:
    rows = ["document,line,sentence,hash,leads to,why none"]
    leads = {9: ",heading", 10: "HIS 13.4c,", 12: "HIS 13.4d; HIS-E42,"}
    rows += [f"battle.ru.txt,{at},{n},{hash_of(words)},{leads[at]}" for at, n, words in sentences(DOCUMENT)]
    minibook.write("concordance.csv", "\n".join(rows) + "\n")
    (minibook.root / "battle.ru.txt").write_text(DOCUMENT, encoding="utf-8")
    return minibook


def faults(minibook: MiniBook) -> list[str]:
    read = Book.read(minibook.settings)
    return [str(fault) for fault in (*faults_of_concordance(read), *faults_of_sources(read, minibook.root))]


def test_sentences_are_cut_where_a_reader_would() -> None:
    text = "а. первый (см. 5.1). Второй.\n\n· Третий «ряд». [Четвёртый.]\n13.4. Заголовок\nII. Ещё"
    assert list(sentences(text)) == [
        (1, 1, "первый (см. 5.1)."),
        (1, 2, "Второй."),
        (3, 1, "Третий «ряд»."),
        (3, 2, "[Четвёртый.]"),
        (4, 1, "13.4. Заголовок"),
        (5, 1, "II. Ещё"),
    ]


def test_a_complete_concordance_has_no_fault(book: MiniBook) -> None:
    assert faults(book) == []


def test_totals(book: MiniBook) -> None:
    counts = totals(read_concordance(Book.read(book.settings)))
    assert counts == {"battle.ru.txt": {"all": 4, "carried": 3, "heading": 1}}


def test_a_sentence_left_out_is_found(book: MiniBook) -> None:
    book.change("concordance.csv", f"battle.ru.txt,10,1,{hash_of('Город укреплён.')},HIS 13.4c,\n", "")
    said = faults(book)
    assert "concordance.csv:1: battle.ru.txt line 10, sentence 1 is not accounted for" in said
    assert "his/walls.md:5: no sentence of battle.ru.txt line 10 leads to HIS 13.4c in concordance.csv" in said


def test_a_changed_sentence_is_found(book: MiniBook) -> None:
    (book.root / "battle.ru.txt").write_text(DOCUMENT.replace("Не более 4", "Не более 5"), encoding="utf-8")
    assert faults(book) == ["concordance.csv:1: battle.ru.txt line 12, sentence 1 is stale: its words have changed"]


def test_a_sentence_that_is_not_there_is_found(book: MiniBook) -> None:
    (book.root / "battle.ru.txt").write_text(DOCUMENT.replace(" Это всё.", ""), encoding="utf-8")
    assert faults(book) == ["concordance.csv:1: battle.ru.txt has no sentence 2 in line 12"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",heading", ",", "leads nowhere and does not say why"),
        ("HIS 13.4c,", "HIS 13.4c,heading", "leads to something and yet says why not"),
        ("HIS 13.4c,", "HIS 13.4x,", "leads to HIS 13.4x, which does not exist"),
        ("HIS 13.4c,", "13.4c,", "leads to 13.4c, which does not exist"),
        (",heading", "HIS 13.4c,", "HIS 13.4c does not name battle.ru.txt line 9 as its source"),
    ],
)
def test_an_entry_that_is_wrong_is_told(book: MiniBook, old: str, new: str, message: str) -> None:
    book.change("concordance.csv", old, new)
    assert any(message in fault for fault in faults(book))


def test_a_quote_with_one_letter_changed_is_found(book: MiniBook) -> None:
    book.change("errata/his.md", "quote: none", "quote: «4 отрядов»")
    assert faults(book) == []
    book.change("errata/his.md", "«4 отрядов»", "«4 отряда»")
    assert faults(book) == ["errata/his.md:3: HIS-E42 quotes «4 отряда», which does not stand there"]
