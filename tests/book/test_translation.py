"""Pages in other languages: the words of one file in the page of another, and each way in which they disagree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from responsa.book import Book, Settings
from responsa.book.blocks import Block, Kind
from responsa.book.edition import edition
from responsa.book.page import Page
from responsa.book.reader import META, plain_text, read_page, split_meta
from responsa.book.translated import main as note
from responsa.book.translation import translate
from responsa.site.finish.plain import Plain
from responsa.site.pages.render import Renderer
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

BOOK = Book.read(Settings.read(Path(__file__).parent.parent.parent / "pyproject.toml"))

RUSSIAN = """# 13 Движение

## 13.4 Стены

[13.4c] Место [должно](=plain "nothing asks") быть укреплено [13.4d].

[13.4d] [Вправе](=may_withdraw) отступить самое большее [четыре](=MAX_INSIDE) отряда.

| отрядов | отступают |
| ------: | --------- |
"""


def words_of(page: Page) -> str:
    """What a translator is asked to write, with the words of the page itself."""
    front = [line for line in page.text.split("\n")[: page.front_matter] if re.match("---|title:|description:", line)]
    tested = {table.line for table in page.tables if table.tests}
    lines = [line for block in page.blocks for line in _words_of(page, block, block.line in tested)]
    return "\n".join([*front, *lines])


def _words_of(page: Page, block: Block, is_tested: bool) -> Iterator[str]:
    first = block.text[0]
    if drawing := re.match(r"\{(diagram|plot): .* \| (.*)\}", first):
        yield f"{block.prefix}{{{drawing[1]}: {drawing[2]}}}"
    elif is_tested:
        yield from block.lines[:2]
    elif block.kind in (Kind.PARAGRAPH, Kind.ITEM):
        is_left_out = META.match(first) or (page.questions and first.startswith(("Rules: ", "Russian:")))
        words, meta = split_meta(block.text)
        version = re.search(r"version: \d+", " ".join(meta))
        yield from block.lines[: 0 if is_left_out else len(words)]
        yield from [f"{block.prefix}{{{version[0]}}}"] if version else []
    elif block.kind not in (Kind.FENCE, Kind.COMMENT) and not (block.kind is Kind.HTML and not plain(block)):
        yield from block.lines
    yield ""


def plain(block: Block) -> str:
    return re.sub(r"<[^>]*>", "", plain_text(" ".join(block.text))).strip()


@pytest.mark.parametrize("path", BOOK.pages)
def test_a_page_taken_to_pieces_and_put_together_again_is_itself(path: str) -> None:
    page = BOOK.pages[path]
    again = translate(page, f"{path.removesuffix('.md')}.ru.md", "ru", words_of(page))
    assert again.faults == ()
    assert re.sub(" *[|] *", "|", again.text) == re.sub(" *[|] *", "|", page.text)


def translated(minibook: MiniBook, text: str) -> list[str]:
    """What is wrong with a book whose page about walls has this translation."""
    settings = minibook.root / "pyproject.toml"
    if "languages" not in settings.read_text():
        settings.write_text(settings.read_text().replace('docs = "docs"', 'docs = "docs"\nlanguages = ["ru"]'))
    minibook.write("his/walls.ru.md", text)
    return [str(fault) for fault in minibook.faults() if "walls.ru.md" in str(fault)]


def test_the_words_are_russian_and_all_else_is_kept(minibook: MiniBook) -> None:
    assert translated(minibook, RUSSIAN) == []
    text = Book.read(minibook.settings).translations["ru"]["his/walls.md"].text
    assert "должно" in text
    assert "{source: battle 12; erratum: HIS-E42}" in text
    assert ">>> print(may_withdraw(4))" in text
    assert "must" not in text.replace(minibook.package, "")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("## 13.4 Стены\n\n", "", "3: the heading ## 13.4 is missing before this: that of walls.md:3"),
        ("## 13.4", "### 13.4", "3: walls.md:3 is the heading ## 13.4, and this is the heading ### 13.4"),
        ("[13.4d] [", "[13.4e] [", "7: walls.md:8 is the rule [13.4d], and this is the rule [13.4e]"),
        ("[13.4d] [", "Слова.\n\n[13.4d] [", "7: a paragraph that his/walls.md does not have here; leave it out"),
        (" [13.4d].", ".", "5: the reference [13.4d] of walls.md:5 is missing"),
        ("[четыре](=MAX_INSIDE)", "немного", "7: the tie (=MAX_INSIDE) of walls.md:8 is missing"),
        ("отряда.", "отряда [13.4c].", "7: the reference [13.4c] does not stand in walls.md:8"),
        ("отряда.", "отряда, [см.](../index.md).", "7: the link (../index.md) does not stand in walls.md:8"),
        ("отряда.", "отряда.\n{source: battle 12}", "7: the field 'source' comes from his/walls.md; leave it out"),
        ("отряда.", "отряда.\n{version: 2}", "7: HIS 13.4d has no version 2 yet"),
        ("отряда.", "отряда.\n\n```pycon\n>>> 1\n1\n```", "9: '```pycon' comes from his/walls.md; leave it out"),
        ("[13.4d] [", "- [13.4d] [", "7: walls.md:8 is the rule [13.4d], and this is the rule [13.4d] as a list item"),
        ("| отрядов | отступают |", "| отрядов |", "9: the table of walls.md:17 has 2 columns, and this 1"),
        ("--------- |", "--------- |\n| 4 | да |", "11: the rows of a tested table are said by the catalogue"),
        ("Движение", "Движeние", "1: 'Движeние' mixes the letters of two alphabets that look alike"),
    ],
)
def test_each_way_to_disagree_is_told_with_its_line(minibook: MiniBook, old: str, new: str, fault: str) -> None:
    assert old in RUSSIAN
    said = translated(minibook, RUSSIAN.replace(old, new))
    assert any(f"walls.ru.md:{fault}" in each for each in said), said


def test_a_translation_that_lags_says_which_version_it_renders(minibook: MiniBook) -> None:
    minibook.change("his/walls.md", "erratum: HIS-E42}", "erratum: HIS-E42; version: 2; changed: four, not five}")
    (said,) = translated(minibook, RUSSIAN)
    assert "walls.ru.md:7: this renders version 1 of HIS 13.4d, not 2" in said
    assert translated(minibook, RUSSIAN.replace("отряда.", "отряда.\n{version: 2}")) == []


def test_a_page_without_translation_is_a_fault_only_where_the_language_is_whole(minibook: MiniBook) -> None:
    assert translated(minibook, RUSSIAN) == []
    settings = minibook.root / "pyproject.toml"
    settings.write_text(settings.read_text().replace('languages = ["ru"]', 'languages = ["ru"]\nwhole = ["ru"]'))
    assert "index.md:1: this page has no translation; write index.ru.md" in map(str, minibook.faults())


def test_a_translation_of_nothing(minibook: MiniBook) -> None:
    assert translated(minibook, RUSSIAN) == []
    minibook.write("his/wals.ru.md", RUSSIAN)
    minibook.write("his/walls.de.md", RUSSIAN)
    said = [*map(str, minibook.faults())]
    assert any("wals.ru.md:1: there is no page his/wals.md that this could translate; did you mean" in s for s in said)
    assert any("walls.de.md:1: 'de' is no language of this book" in s for s in said)


def test_lines_of_html_without_words_may_be_left_out() -> None:
    page = read_page("x.md", '<form title="A form">\n<input name="q">\n<button>Ask</button>\n</form>\n\n<div>\n</div>')
    said = translate(page, "x.ru.md", "ru", '<form title="Бланк">\n<button>Спросить</button>')
    assert said.faults == ()
    assert said.text.split("\n")[:4] == [
        '<form title="Бланк">',
        '<input name="q">',
        "<button>Спросить</button>",
        "</form>",
    ]


def test_words_that_changed_since_they_were_translated_are_a_fault_until_somebody_says_they_are_current(
    minibook: MiniBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = minibook.root / "pyproject.toml"
    kept = settings.read_text(encoding="utf-8").replace(
        "[tool.responsa]\n", '[tool.responsa]\ntranslated = "done.csv"\n'
    )
    settings.write_text(kept, encoding="utf-8")
    said = translated(minibook, RUSSIAN)
    assert any("walls.ru.md:5: the words of HIS 13.4c are not noted as translated" in each for each in said), said
    monkeypatch.chdir(minibook.root)
    note("ru", "his/walls.ru.md")
    assert translated(minibook, RUSSIAN) == []
    minibook.change("his/walls.md", "be fortified", "have been fortified")
    note("ru", "HIS 13.4d")
    (lagging,) = (each for each in translated(minibook, RUSSIAN) if "translated" in each)
    assert "walls.ru.md:5: the words of HIS 13.4c changed since they were translated" in lagging
    assert 'python -m responsa.book.translated ru "HIS 13.4c"' in lagging
    russian = edition(Book.read(minibook.settings), "ru")
    page = Renderer(russian, has_api=False).page(russian.pages["his/walls.md"])
    assert page.count("Перевод старше оригинала.") == 1
    note("ru", "HIS 13.4c")
    assert not any("translated" in each for each in translated(minibook, RUSSIAN))


@pytest.mark.parametrize(
    ("language", "name", "fault"),
    [("de", "HIS 13.4c", "'de' is no language of this book"), ("ru", "HIS 13.4x", "did you mean HIS 13.4[cd]?")],
)
def test_what_is_not_translated_cannot_be_noted(
    minibook: MiniBook, monkeypatch: pytest.MonkeyPatch, language: str, name: str, fault: str
) -> None:
    settings = minibook.root / "pyproject.toml"
    kept = settings.read_text(encoding="utf-8").replace(
        "[tool.responsa]\n", '[tool.responsa]\ntranslated = "done.csv"\n'
    )
    settings.write_text(kept, encoding="utf-8")
    translated(minibook, RUSSIAN)
    monkeypatch.chdir(minibook.root)
    with pytest.raises(SystemExit, match=fault.replace("?", r"\?")):
        note(language, name)


def test_a_page_as_markdown_names_its_notes_in_its_language() -> None:
    russian = edition(BOOK, "ru")
    path = next(path for path, page in russian.pages.items() if "!!! reason" in page.text and page.rulebook)
    assert "> **Почему" in Plain(russian).page(russian.pages[path])
    assert "> **Reason" in Plain(BOOK).page(BOOK.pages[path])
