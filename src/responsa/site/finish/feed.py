"""An Atom feed of new and changed rules and errata, out of the history file."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from responsa.book import Book
from responsa.book.reader import plain_text
from responsa.book.snapshot import Entry, read_history
from responsa.rules import RuleId
from responsa.site.words import words_of

ATOM = "http://www.w3.org/2005/Atom"


def feed(book: Book, site_url: str) -> str:
    """The feed, newest first; the same book always gives the same feed.

    Args:
        book: The book with its history.
        site_url: Where the site is published; links in the feed are relative to it.
    """
    entries = read_history(book.settings)
    say = words_of(book)
    root = Element("feed", {"xmlns": ATOM, "xml:lang": say.language})
    if site_url:
        root.set("xml:base", site_url)
    SubElement(root, "id").text = f"tag:{_tag(book)}:rules-and-errata"
    SubElement(root, "title").text = say("{title}: rules and errata", title=book.settings.title)
    SubElement(root, "updated").text = _moment(max((entry.date for entry in entries), default="1970-01-01"))
    SubElement(SubElement(root, "author"), "name").text = book.settings.title
    for entry in sorted(entries, key=lambda entry: entry.date, reverse=True):
        _add(root, book, entry)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _add(root: Element, book: Book, entry: Entry) -> None:
    item = SubElement(root, "entry")
    SubElement(item, "id").text = f"tag:{_tag(book)}:{entry.id.replace(' ', '-')}:{entry.version}:{entry.what}"
    SubElement(item, "title").text = f"{entry.id} {entry.what}"
    SubElement(item, "updated").text = _moment(entry.date)
    address, words = _where_and_what(book, entry.id)
    SubElement(item, "link", {"href": address})
    SubElement(item, "summary").text = words


def _tag(book: Book) -> str:
    """The title of the book as it may stand in an id."""
    return re.sub(r"\W+", "-", book.settings.title.lower()).strip("-")


def _where_and_what(book: Book, id_: str) -> tuple[str, str]:
    """The address of a rule or erratum, and what it says in short."""
    if erratum := book.errata.get(id_):
        return f"{_html(erratum.page)}#{id_.lower()}", erratum.title
    if "-E" in id_ or RuleId.of(id_) not in book.rules:
        return _html(book.settings.removed), "It is gone."
    rule = book.rules[RuleId.of(id_)]
    return f"{_html(rule.page)}#{rule.id.anchor}", plain_text(rule.text)


def _html(page: str) -> str:
    return page.removesuffix(".md") + ".html"


def _moment(day: str) -> str:
    return f"{day}T00:00:00Z"
