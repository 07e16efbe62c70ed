"""Built pages as trees, read and written by a parser of HTML."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode


def read(file: Path) -> LexborHTMLParser:
    """The tree of a built page."""
    return LexborHTMLParser(file.read_text(encoding="utf-8"))


def write(page: LexborHTMLParser, file: Path) -> None:
    """Put a tree into a file; the same tree is always the same bytes."""
    file.write_text(page.html or "", encoding="utf-8", newline="\n")  # an end of line would move into the body


def elements(html: str) -> list[LexborNode]:
    """The elements that some HTML consists of, to put into a page."""
    page = LexborHTMLParser(html)
    return [element for part in (page.head, page.body) if part is not None for element in part.iter()]


def put_before(place: LexborNode, html: str) -> None:
    """Put elements before another, in their order."""
    for element in elements(html):
        place.insert_before(element)


def put_at_end(place: LexborNode, html: str) -> None:
    """Put elements behind everything else that stands in a place."""
    for element in elements(html):
        place.insert_child(element)


def take_away(place: LexborHTMLParser | LexborNode, selector: str) -> None:
    """Take whatever a selector finds out of a place."""
    for element in place.css(selector):
        element.decompose()


def side_by_side(first: LexborNode, selector: str) -> list[LexborNode]:
    """An element and those just behind it, as long as a selector finds them."""
    return [first, *takewhile(lambda element: element.css_matches(selector), _behind(first))]


def _behind(element: LexborNode) -> Iterator[LexborNode]:
    node = element.next
    while node is not None:
        if not node.is_empty_text_node:
            yield node
        node = node.next
