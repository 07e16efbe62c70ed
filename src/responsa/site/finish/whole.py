"""Makes the edition of each rulebook on one page, out of the finished pages: to search in it, and to print it.

Behind the pages of the rulebook come its questions and its errata.
`python -m responsa.site.finish.whole site/` does so for a built site.
"""

from __future__ import annotations

import html
import posixpath
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from responsa.book.settings import Rulebook
from responsa.site.shelf import books_in
from responsa.site.words import SOURCE, Words, words, words_of

FILE: Final = "one-page.html"
"""The name of the edition, in the folder of its rulebook."""

STYLES: Final = "assets/whole/whole.css"
"""What only this edition needs of styles."""

APPENDICES: Final = ("questions", "errata")
"""The folders in which the pages lie that are about a rulebook and carry its name."""

LINK: Final = """<p class="whole-link">{all}
<a href="{file}">{here}</a>{why}</p>
"""
"""What the first page of a rulebook says of it."""


def link(say: Words) -> str:
    """What the first page of a rulebook says of the edition on one page."""
    why = say(", to search in it or to print it.")
    return LINK.format(all=say("All of this rulebook"), file=FILE, here=say("on one page"), why=why)


_ARTICLE = re.compile(
    r'(?P<open><article class="md-content__inner[^>]*>)(?P<inside>.*?)(?P<close></article>)', re.DOTALL
)
_NEXT = re.compile(r'<a href="(?P<href>[^"]+)" class="md-footer__link md-footer__link--next"')
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_SIDEBAR = re.compile(r'<div class="md-sidebar md-sidebar--secondary".*?(?=<div class="md-content")', re.DOTALL)
# What the theme pays for with a layout for each block.
_DEAR = re.compile(r'"content\.tooltips", ')
_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
_ID = re.compile(r'\sid="([^"]+)"')
_ATTRIBUTE = re.compile(r'(?<=\s)(?P<name>id|for|name|aria-labelledby|href|xlink:href|src)="(?P<value>[^"]*)"')
_HEADING = re.compile(r"(?P<open></?h)(?P<level>[1-5])\b")
_SECTION = re.compile(r"<h(?P<level>[23])\b(?P<attributes>[^>]*)>(?P<title>.*?)</h(?P=level)>", re.DOTALL)
_LINK = re.compile(r"<a\b[^>]*class=\"headerlink\".*?</a>|</?a\b[^>]*>", re.DOTALL)
_NOTE = re.compile(r'<p class="run-note".*?</p>', re.DOTALL)


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
    inside: str


def put_whole(site: Path, rulebook: Rulebook, book_title: str, say: Words | None = None) -> None:
    """Put the edition beside the pages of its rulebook, and a link to it onto the first of them.

    Raises:
        ValueError: If a page is not built as the pages of this book are.
    """
    say = say or words()
    first = site / rulebook.folder / "index.html"
    text = first.read_text(encoding="utf-8")
    parts = [_part(site, rulebook, path, link(say)) for path in _pages(site, rulebook)]
    edition = _edition(text, rulebook, parts, book_title, say)
    first.with_name(FILE).write_text(edition, encoding="utf-8", newline="\n")
    if link(say) not in text:
        text = _ARTICLE.sub(lambda found: found["open"] + found["inside"] + link(say) + found["close"], text, count=1)
        first.write_text(text, encoding="utf-8", newline="\n")


def _pages(site: Path, rulebook: Rulebook) -> Iterator[str]:
    """The pages of a rulebook in the order of reading, each of which names the next; then the appendices."""
    path = f"{rulebook.folder}/index.html"
    while path.startswith(f"{rulebook.folder}/"):
        yield path
        found = _NEXT.search((site / path).read_text(encoding="utf-8"))
        path = _target(path, found["href"]) if found else ""
    yield from (path for folder in APPENDICES if (site / (path := f"{folder}/{rulebook.folder}.html")).is_file())


def _part(site: Path, rulebook: Rulebook, path: str, said: str) -> Part:
    article = _ARTICLE.search((site / path).read_text(encoding="utf-8"))
    if article is None:
        raise ValueError(f"{path} has no article")
    name = path.removeprefix(f"{rulebook.folder}/").removesuffix(".html").replace("/", "-")
    return Part(path, name, article["inside"].replace(said, ""))


def _edition(first: str, rulebook: Rulebook, parts: list[Part], book_title: str, say: Words) -> str:
    """The first page of the rulebook, with all parts in the place of what stands on it."""
    ids = Ids(parts)
    bodies = [_NOTE.sub("", _rewritten(part, ids, rulebook)) for part in parts]
    whole = "\n".join(
        (
            f"<h1>{say.title(rulebook.title)}</h1>",
            next((note for part in parts for note in _NOTE.findall(part.inside)), ""),
            _contents(bodies, say),
            *(
                f'<section class="part" id="{ids.of_part(part)}">{body}</section>'
                for part, body in zip(parts, bodies, strict=True)
            ),
        )
    )
    title = say("{title} on one page", title=say.title(rulebook.title))
    root = "../" if say.language == SOURCE else "../../"
    styles = f'<link rel="stylesheet" href="{root}{STYLES}">\n<meta name="robots" content="noindex">\n'
    text = _TITLE.sub(f"<title>{html.escape(f'{title} - {book_title}')}</title>", first, count=1)
    text = _SIDEBAR.sub("", text, count=1).replace("</head>", f"{styles}</head>", 1)
    text = _DEAR.sub("", text)
    return _ARTICLE.sub(lambda found: f"{found['open']}\n{whole}\n{found['close']}", text, count=1)


class Ids:
    """The ids of all parts in one page: those that stand once, such as those of rules, stay as they are."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = {part.path: part for part in parts}
        self.count = Counter(id_ for part in parts for id_ in _ids(part.inside))

    def of_part(self, part: Part) -> str:
        """Where a part begins."""
        return f"part-{part.name}"

    def of(self, part: Part, id_: str) -> str:
        """The id of something that stands in a part."""
        return id_ if self.count[id_] == 1 and not id_.startswith("__") else f"{part.name}--{id_}"


def _ids(inside: str) -> Iterator[str]:
    for tag in _TAG.findall(inside):
        yield from _ID.findall(tag)


def _rewritten(part: Part, ids: Ids, rulebook: Rulebook) -> str:
    """A part with its ids and links as they are in the edition, and its headings one level deeper."""

    def attribute(found: re.Match[str]) -> str:
        name, value = found["name"], html.unescape(found["value"])
        if name in ("href", "xlink:href", "src"):
            value = _link(part, value, ids, rulebook)
        elif name != "name" or value.startswith("__"):
            value = " ".join(ids.of(part, id_) for id_ in value.split())
        return f'{name}="{html.escape(value)}"'

    inside = _TAG.sub(lambda tag: _ATTRIBUTE.sub(attribute, tag[0]), part.inside)
    return _HEADING.sub(lambda found: f"{found['open']}{int(found['level']) + 1}", inside)


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


def _contents(bodies: list[str], say: Words) -> str:
    """A list of the parts and their sections; the print edition adds the pages."""
    lines = [f'<nav class="contents" aria-label="{say("Contents")}">', "<ul>"]
    for body in bodies:
        (part, *sections) = [found for found in _SECTION.finditer(body) if 'class="erratum"' not in found["attributes"]]
        lines += [
            f"<li>{_entry(part)}",
            "<ul>",
            *(f"<li>{_entry(section)}</li>" for section in sections),
            "</ul>",
            "</li>",
        ]
    return "\n".join((*lines, "</ul>", "</nav>"))


def _entry(heading: re.Match[str]) -> str:
    (id_,) = _ID.findall(heading["attributes"])
    return f'<a href="#{id_}">{_LINK.sub("", heading["title"])}</a>'


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Put the edition of every rulebook into the site."""
    for language, book in books_in(site, settings_file).items():
        for rulebook in book.settings.rulebooks.values():
            if (Path(site) / language / rulebook.folder / "index.html").is_file():
                put_whole(Path(site) / language, rulebook, book.settings.title, words_of(book))


if __name__ == "__main__":
    main(*sys.argv[1:])
