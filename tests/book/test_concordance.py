"""Nothing in the sources is lost: each sentence leads somewhere or says why not, and no hash is stale."""

from __future__ import annotations

import pytest

from responsa import cli
from responsa.book import Book
from responsa.book.checks.concordance import (
    faults_of_concordance,
    faults_of_sources,
    hash_of,
    read_concordance,
    sentences,
    stems_of,
    totals,
)
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

DOCUMENT = "\n".join([*[""] * 8, "Стены.", "Город укреплён.", "", "Не более 4 отрядов. Это всё."])


@pytest.fixture
def book(minibook: MiniBook) -> MiniBook:
    rows = ["document,line,sentence,hash,leads to,why none,stems"]
    leads = {9: ",heading", 10: "HIS 13.4c,", 12: "HIS 13.4d; HIS-E42,"}
    rows += [
        f"battle.ru.txt,{at},{n},{hash_of(words)},{leads[at]},{' '.join(stems_of(words))}"
        for at, n, words in sentences(DOCUMENT)
    ]
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


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One piece. Two pieces! (Three?) «Four.»", ["One piece.", "Two pieces!", "(Three?)", "«Four.»"]),
        ("Two pieces, e.g. men. and so on. 4 more.", ["Two pieces, e.g. men. and so on. 4 more."]),
        ("Zwei Würfel. Äpfel sind keine.", ["Zwei Würfel.", "Äpfel sind keine."]),
        ("Δύο ζάρια. Όχι τρία;", ["Δύο ζάρια.", "Όχι τρία;"]),
        ("骰子两个。棋子七个。", ["骰子两个。", "棋子七个。"]),
        ("שתי קוביות. שבעה כלים.", ["שתי קוביות.", "שבעה כלים."]),
    ],
)
def test_sentences_are_cut_in_other_scripts_too(text: str, parts: list[str]) -> None:
    assert [words for _, _, words in sentences(text)] == parts


def test_abbreviations_are_a_setting(book: MiniBook) -> None:
    settings = book.root / "pyproject.toml"
    settings.write_text(settings.read_text().replace("[tool.responsa]\n", '[tool.responsa]\nabbreviations = ["Nr."]\n'))
    assert book.settings.abbreviations == ("Nr.",)
    assert len(list(sentences("Siehe Nr. Vier. Fünf.", book.settings.abbreviations))) == 2
    assert len(list(sentences("Siehe Ahnr. Vier. Fünf.", book.settings.abbreviations))) == 3


# --- made by the command ---


def made(book: MiniBook, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.main(["concordance", str(book.root), "--sources", str(book.root)]) == cli.FINE
    return capsys.readouterr().out


def test_a_list_is_made_from_the_lines_that_rules_and_errata_name(
    book: MiniBook, capsys: pytest.CaptureFixture[str]
) -> None:
    (book.root / "docs/concordance.csv").unlink()
    assert made(book, capsys) == "concordance.csv: 4 sentences, 1 of them without a rule and without a reason\n"
    rows = [row.split(",") for row in (book.root / "docs/concordance.csv").read_text().split("\n")[1:-1]]
    assert [(row[1], row[4]) for row in rows] == [
        ("9", ""),
        ("10", "HIS 13.4c"),
        ("12", "HIS 13.4d"),
        ("12", "HIS 13.4d"),
    ]
    assert faults(book) == ["concordance.csv:2: battle.ru.txt line 9, sentence 1 leads nowhere and does not say why"]


def test_a_list_without_stems_is_read_and_gets_them(book: MiniBook, capsys: pytest.CaptureFixture[str]) -> None:
    file = book.root / "docs/concordance.csv"
    whole = file.read_text(encoding="utf-8")
    file.write_text("".join(line.rpartition(",")[0] + "\n" for line in whole.splitlines()), encoding="utf-8")
    assert not any(entry.stems for entry in read_concordance(Book.read(book.settings)))
    made(book, capsys)
    assert file.read_text(encoding="utf-8") == whole


def test_a_list_that_is_complete_stays_to_the_letter(book: MiniBook, capsys: pytest.CaptureFixture[str]) -> None:
    before = (book.root / "docs/concordance.csv").read_bytes()
    made(book, capsys)
    assert (book.root / "docs/concordance.csv").read_bytes() == before


def test_what_is_known_of_a_sentence_moves_with_it(book: MiniBook, capsys: pytest.CaptureFixture[str]) -> None:
    (book.root / "battle.ru.txt").write_text("Новое.\n" + DOCUMENT, encoding="utf-8")
    assert "5 sentences, 1 of them" in made(book, capsys)
    entries = read_concordance(Book.read(book.settings))
    assert [(entry.line, entry.leads_to, entry.why_none) for entry in entries] == [
        (1, (), ""),
        (10, (), "heading"),
        (11, ("HIS 13.4c",), ""),
        (13, ("HIS 13.4d", "HIS-E42"), ""),
        (13, ("HIS 13.4d", "HIS-E42"), ""),
    ]


def test_a_document_that_is_not_at_hand_keeps_its_rows(book: MiniBook, capsys: pytest.CaptureFixture[str]) -> None:
    settings = book.root / "pyproject.toml"
    settings.write_text(settings.read_text().replace('"battle.ru.txt" }', '"battle.ru.txt", map = "map.txt" }'))
    before = (book.root / "docs/concordance.csv").read_text()
    book.write("concordance.csv", f"{before}map.txt,1,1,{hash_of('A map.')},,heading\n")
    assert made(book, capsys).endswith("map.txt is not in " + f"{book.root}; its sentences stay as they were\n")
    assert "map.txt,1,1," in (book.root / "docs/concordance.csv").read_text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('concordance = "concordance.csv"\n', "", "the settings name no list: say concordance ="),
        ("battle.ru.txt", "gone.txt", "has none of the source documents: gone.txt"),
        ('sources = { battle = "battle.ru.txt" }', "", "has none of the source documents\n"),
    ],
)
def test_what_cannot_be_listed_is_told(
    book: MiniBook, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    settings = book.root / "pyproject.toml"
    settings.write_text(settings.read_text().replace(old, new))
    assert cli.main(["concordance", str(book.root), "--sources", str(book.root)]) == cli.USAGE
    assert said in capsys.readouterr().err


# --- held ---


def test_a_complete_concordance_has_no_fault(book: MiniBook) -> None:
    assert faults(book) == []


def test_totals(book: MiniBook) -> None:
    counts = totals(read_concordance(Book.read(book.settings)))
    assert counts == {"battle.ru.txt": {"all": 4, "carried": 3, "heading": 1}}


def test_a_sentence_left_out_is_found(book: MiniBook) -> None:
    words = "Город укреплён."
    row = f"battle.ru.txt,10,1,{hash_of(words)},HIS 13.4c,,{' '.join(stems_of(words))}\n"
    book.change("concordance.csv", row, "")
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
