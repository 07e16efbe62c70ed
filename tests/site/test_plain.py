"""Each page as Markdown that needs no site builder, and `llms.txt`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown import Markdown

from responsa.book import Book, Settings
from responsa.book.blocks import Kind, cut
from responsa.book.page import Page
from responsa.site.finish.llms import INDEX, llms
from responsa.site.finish.plain import Plain
from responsa.site.shelf import edition_at
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

ROOT = Path(__file__).parents[2]
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
OURS = re.compile(r"^ *(?:\{(?!test)|!!!|\?\?\?|:::)|\]\(=|\{[.:]|^ *</?div", re.MULTILINE)
WALLS = "his/walls.md"


def words_outside_code(text: str) -> str:
    blocks = (block for block in cut(text) if block.kind not in (Kind.FENCE, Kind.CODE))
    return re.sub(r"`[^`]*`", "", "\n".join(line for block in blocks for line in block.lines))


def plain_of(minibook: MiniBook, path: str = WALLS) -> str:
    book = Book.read(minibook.settings)
    return Plain(book).page(book.pages[path])


@pytest.mark.parametrize("page", BOOK.pages.values(), ids=lambda page: page.path)
def test_nothing_of_our_own_syntax_is_left(page: Page) -> None:
    text = Plain(BOOK).page(page)
    assert not OURS.findall(words_outside_code(text))
    assert text.count("```") == page.text.count("```")
    for rule in page.rules:
        assert text.count(f"**[{rule.id}](") == 1
    assert text == Plain(BOOK).page(page)


def test_a_rule_with_what_stands_behind_it(minibook: MiniBook) -> None:
    text = plain_of(minibook)
    place = "walls.html#his-13.4"
    assert f"**[HIS 13.4d]({place}d)** At most four units may withdraw.\n\nSource: battle.ru.txt line 12 · " in text
    assert f"· Cited by: [HIS 13.4c]({place}c) · Code: " in text
    assert text.endswith("[walls.html](walls.html). All pages: [llms.txt](../llms.txt).\n")


def test_references_lead_to_the_pages(minibook: MiniBook) -> None:
    minibook.change(WALLS, "be fortified [13.4d]", "be fortified [13.4d]; see [the API](../api.md) and `[x](y.md)`")
    assert "fortified [13.4d](walls.html#his-13.4d); see [the API](../api.html) and `[x](y.md)`." in plain_of(minibook)


def test_notes_are_quotations(minibook: MiniBook) -> None:
    minibook.change(WALLS, "```pycon", '!!! reason "Why"\n    Four fit [13.4d].\n\n    - No more.\n\n```pycon')
    assert "\n> **Reason: Why**\n>\n> Four fit [13.4d](walls.html#his-13.4d).\n>\n> - No more.\n" in plain_of(minibook)


def test_tests_of_a_table_are_told(minibook: MiniBook) -> None:
    table = "| units | may |\n| --- | --- |\n| 4 | yes |\n\n{test: may_withdraw({units}) == {may}}\n\n```pycon"
    minibook.change(WALLS, "```pycon", table)
    assert "Each row of this table is a test: `may_withdraw({units}) == {may}`." in plain_of(minibook)


def test_each_page_lies_beside_its_page(site: Path) -> None:
    for path in BOOK.pages:
        assert (site / path).is_file()
        assert (site / path).with_suffix(".html").is_file()


def test_llms_txt_has_the_form_that_is_asked_for(site: Path) -> None:
    text = (site / INDEX).read_text(encoding="utf-8")
    html = Markdown().convert(text)
    assert re.match(r"<h1>Responsa</h1>\n<blockquote>", html)
    assert "<h2>Optional</h2>" in html
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\)(?:: .+)?$", text, re.MULTILINE)
    assert len(links) == text.count("\n- ")
    russian = {f"ru/{path}" for path in edition_at(ROOT / "pyproject.toml", "ru").pages}
    assert {link for link in links if link.endswith(".md")} == {*BOOK.pages} | russian
    assert all((site / link).is_file() for link in links)


def test_llms_txt_of_a_published_book_has_whole_addresses() -> None:
    assert "(https://example.org/book/here-i-stand/withdraw.md)" in llms(BOOK, "https://example.org/book/")
