"""Makes the edition of each rulebook on one page, out of the finished pages: to search in it, and to print it.

Behind the pages of the rulebook come its questions and its errata.
`python -m responsa.site.finish.whole site/` does so for a built site.
"""

from __future__ import annotations

import json
import posixpath
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from responsa.book.search_index import WHOLE
from responsa.book.settings import Rulebook
from responsa.site.finish import html
from responsa.site.shelf import books_in
from responsa.site.words import ENGLISH, SOURCE, Words, words_of

FILE: Final = WHOLE
"""The name of the edition, in the folder of its rulebook."""

STYLES: Final = "assets/whole/whole.css"
"""What only this edition needs of styles."""

APPENDICES: Final = ("questions", "errata")
"""The folders in which the pages lie that are about a rulebook and carry its name."""

LINK: Final = """<p class="whole-link">{all}
<a href="{file}">{here}</a>{why}</p>"""
"""What the first page of a rulebook says of it."""

_ARTICLE: Final = "article.md-content__inner"
_LINK: Final = "p.whole-link"
_NOTE: Final = "p.run-note"
_NEXT: Final = "a.md-footer__link--next"
_SIDEBAR: Final = ".md-sidebar--secondary"
_DEAR: Final = "content.tooltips"
"""What the theme pays for with a layout for each block."""

_NAMING: Final = ("id", "for", "aria-labelledby")
_LEADING: Final = ("href", "xlink:href", "src")


@dataclass(frozen=True)
class Part:
    """A page that becomes a part of the edition.

    Attributes:
        path: The page in the site.
        name: What its part is called in fragments.
        inside: What stands on it.
    """

    path: str
    name: str
    inside: LexborNode


def put_whole(site: Path, rulebook: Rulebook, book_title: str, say: Words = ENGLISH) -> None:
    """Put the edition beside the pages of its rulebook, and a link to it onto the first of them.

    Raises:
        ValueError: If a page is not built as the pages of this book are.
    """
    file = site / rulebook.folder / "index.html"
    first = html.read(file)
    parts = [_part(site, rulebook, path) for path in _pages(site, rulebook)]
    html.write(_edition(html.read(file), rulebook, parts, book_title, say), file.with_name(FILE))
    if not first.css(_LINK):
        html.put_at_end(_article(first, rulebook.folder), _to_whole(say))
        html.write(first, file)


def _pages(site: Path, rulebook: Rulebook) -> Iterator[str]:
    """The pages of a rulebook in the order of reading, each of which names the next; then the appendices."""
    path = f"{rulebook.folder}/index.html"
    while path.startswith(f"{rulebook.folder}/"):
        yield path
        following = html.read(site / path).css_first(_NEXT)
        path = _target(path, following.attrs.sget("href")) if following else ""
    yield from (path for folder in APPENDICES if (site / (path := f"{folder}/{rulebook.folder}.html")).is_file())


def _part(site: Path, rulebook: Rulebook, path: str) -> Part:
    article = _article(html.read(site / path), path)
    html.take_away(article, _LINK)
    name = path.removeprefix(f"{rulebook.folder}/").removesuffix(".html").replace("/", "-")
    return Part(path, name, article)


def _article(page: LexborHTMLParser, path: str) -> LexborNode:
    article = page.css_first(_ARTICLE)
    if article is None:
        raise ValueError(f"{path} has no article")
    return article


def _to_whole(say: Words) -> str:
    why = say(", to search in it or to print it.")
    return LINK.format(all=say("All of this rulebook"), file=FILE, here=say("on one page"), why=why)


def _edition(
    page: LexborHTMLParser, rulebook: Rulebook, parts: list[Part], book_title: str, say: Words
) -> LexborHTMLParser:
    """The first page of the rulebook, with all parts in the place of what stands on it."""
    note = next((note.html or "" for part in parts for note in part.inside.css(_NOTE)), "")
    ids = Ids(parts)
    for part in parts:
        _rewrite(part, ids, rulebook)
        html.take_away(part.inside, _NOTE)
    name = say.title(rulebook.title)
    whole = (
        f"<h1>{name}</h1>",
        note,
        _contents(parts, say),
        *(f'<section class="part" id="{ids.of_part(part)}">{part.inside.inner_html}</section>' for part in parts),
    )
    _article(page, rulebook.folder).inner_html = "\n".join(("", *whole, ""))
    for title in page.css("head title"):
        title.inner_html = escape(f"{say('{title} on one page', title=name)} - {book_title}", quote=False)
    html.take_away(page, _SIDEBAR)
    for config in page.css("#__config"):
        _do_without(config, _DEAR)
    if page.head is not None:
        root = "../" if say.language == SOURCE else "../../"
        styles = f'<link rel="stylesheet" href="{root}{STYLES}"><meta name="robots" content="noindex">'
        html.put_at_end(page.head, styles)
    return page


def _do_without(config: LexborNode, feature: str) -> None:
    """Switch a feature of the theme off on this page."""
    settings = json.loads(config.text())
    settings["features"] = [each for each in settings["features"] if each != feature]
    config.inner_html = json.dumps(settings)


class Ids:
    """The ids of all parts in one page: those that stand once, such as those of rules, stay as they are."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = {part.path: part for part in parts}
        self.count = Counter(element.id for part in parts for element in part.inside.css("[id]"))

    def of_part(self, part: Part) -> str:
        """Where a part begins."""
        return f"part-{part.name}"

    def of(self, part: Part, id_: str) -> str:
        """The id of something that stands in a part."""
        return id_ if self.count[id_] == 1 and not id_.startswith("__") else f"{part.name}--{id_}"


def _rewrite(part: Part, ids: Ids, rulebook: Rulebook) -> None:
    """Give a part the ids and links that it has in the edition, and headings one level deeper."""
    for element in part.inside.css("*"):
        for name in element.attributes.keys() & {*_NAMING, *_LEADING, "name"}:
            value = element.attrs.sget(name)
            if name in _LEADING:
                value = _link(part, value, ids, rulebook)
            elif name in _NAMING or value.startswith("__"):
                value = " ".join(ids.of(part, id_) for id_ in value.split())
            element.attrs[name] = value
    for level in (5, 4, 3, 2, 1):
        for heading in part.inside.css(f"h{level}"):
            _deepen(heading, level + 1)


def _deepen(heading: LexborNode, level: int) -> None:
    (other,) = html.elements(f"<h{level}>{heading.inner_html}</h{level}>")
    for name, value in heading.attributes.items():
        other.attrs[name] = value
    heading.replace_with(other)


def _link(part: Part, link: str, ids: Ids, rulebook: Rulebook) -> str:
    """A link of a part: to a place in the edition if it leads to one of its pages, else to where it led."""
    url = urlsplit(link)
    if url.scheme or url.netloc:
        return link
    target = _target(part.path, url.path) if url.path else part.path
    if found := ids.parts.get(target):
        return f"#{ids.of(found, url.fragment) if url.fragment else ids.of_part(found)}"
    way = posixpath.relpath(target, rulebook.folder)
    return way + (f"?{url.query}" if url.query else "") + (f"#{url.fragment}" if url.fragment else "")


def _target(path: str, way: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), way))


def _contents(parts: list[Part], say: Words) -> str:
    """A list of the parts and their sections; the print edition adds the pages."""
    lines = [f'<nav class="contents" aria-label="{say("Contents")}">', "<ul>"]
    for each in parts:
        (part, *sections) = each.inside.css("h2, h3:not(.erratum)")
        lines += [
            f"<li>{_entry(part)}",
            "<ul>",
            *(f"<li>{_entry(section)}</li>" for section in sections),
            "</ul>",
            "</li>",
        ]
    return "\n".join((*lines, "</ul>", "</nav>"))


def _entry(heading: LexborNode) -> str:
    title = heading.clone()
    html.take_away(title, "a.headerlink")
    for link in title.css("a"):
        link.unwrap()
    return f'<a href="#{heading.id}">{title.inner_html}</a>'


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Put the edition of every rulebook into the site."""
    for language, book in books_in(site, settings_file).items():
        folder = Path(site) / language
        for rulebook in book.settings.rulebooks.values():
            if not language or (folder / rulebook.folder / "index.html").is_file():
                put_whole(folder, rulebook, book.settings.title, words_of(book))


if __name__ == "__main__":
    main(*sys.argv[1:])
