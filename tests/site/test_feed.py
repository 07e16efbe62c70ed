"""The feed tells of new and changed rules and errata, newest first, and is the same for the same book."""

from xml.etree.ElementTree import fromstring

from responsa.book import Book
from responsa.site.finish.feed import ATOM, feed
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]


def test_the_feed(minibook: MiniBook) -> None:
    minibook.snapshot("2026-11-30")
    minibook.change("his/walls.md", "battle 12;", "battle 12; version: 2; changed: four, not five;")
    minibook.write("removed.md", "# Removed\n")
    minibook.snapshot("2026-12-01")
    book = Book.read(minibook.settings)
    text = feed(book, "https://example.org/")
    root = fromstring(text)
    titles = [entry.findtext(f"{{{ATOM}}}title") for entry in root.findall(f"{{{ATOM}}}entry")]
    assert titles == ["HIS 13.4d changed: four, not five", "HIS 13.4c added", "HIS 13.4d added", "HIS-E42 added"]
    assert root.findtext(f"{{{ATOM}}}updated") == "2026-12-01T00:00:00Z"
    first = root.find(f"{{{ATOM}}}entry")
    assert first is not None
    link = first.find(f"{{{ATOM}}}link")
    assert link is not None
    assert link.get("href") == "his/walls.html#his-13.4d"
    assert first.findtext(f"{{{ATOM}}}summary") == "At most four units may withdraw."
    assert text == feed(Book.read(minibook.settings), "https://example.org/")


def test_every_entry_has_an_id_of_its_own(minibook: MiniBook) -> None:
    minibook.snapshot("2026-11-30")
    minibook.change("his/walls.md", "[13.4c]", "[13.4b]")
    minibook.snapshot("2026-12-01")
    root = fromstring(feed(Book.read(minibook.settings), ""))
    ids = [entry.findtext(f"{{{ATOM}}}id") for entry in root.findall(f"{{{ATOM}}}entry")]
    assert len(ids) == len(set(ids)) == 5
