"""A rule that only says another one again says so, and leads to it, wherever it is shown."""

from __future__ import annotations

from responsa.book import Book
from responsa.book.data import rules_of_book
from responsa.site.finish.cards import cards_of
from responsa.site.finish.plain import Plain
from responsa.site.pages.render import Renderer
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]


def test_a_reminder_leads_to_the_rule_that_rules(minibook: MiniBook) -> None:
    minibook.change("his/walls.md", "{source: battle 10}", "{source: battle 10; reminder: HIS 13.4d}")
    book = Book.read(minibook.settings)
    page = book.pages["his/walls.md"]
    assert "*A reminder of [13.4d](#his-13.4d){.rule-ref}.*" in Renderer(book, has_api=False).page(page)
    assert "Reminder of: [HIS 13.4d](walls.html#his-13.4d)" in Plain(book).page(page)
    assert cards_of(book)["his"]["13.4c"][-1] == "A reminder of HIS 13.4d."
    assert [rule["reminder_of"] for rule in rules_of_book(book)["rules"]] == ["HIS 13.4d", None]
