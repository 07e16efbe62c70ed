"""Sees to it that old addresses lead somewhere: pages that have moved, and rules that stand on another page now.

`python -m responsa.site.finish.moved site/` puts what is needed into a built site.
`python -m responsa.site.note` notes new pages in the list of all addresses that there ever were.
"""

from __future__ import annotations

import csv
import html
import json
import posixpath
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from responsa.book import Book
from responsa.book.blocks import Kind
from responsa.book.page import Page
from responsa.book.reader import plain_text
from responsa.site.shelf import book_at

ADDRESSES: Final = "about/addresses.csv"
"""Every page that there ever was, and where its matter is now if it is gone; below the docs folder."""

PLACES: Final = "assets/moved/places.js"
"""For each page its title, and the ids of rules, clauses and errata that stand on it."""

MISSING: Final = "404.html"
"""What a host shows for an address that leads nowhere."""

_TO_ASSETS = re.compile(r'(?:href|src)="(?P<root>[^"]*)assets/')
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_ARTICLE = re.compile(r"(?P<open><article[^>]*>).*?(?P<close></article>)", re.DOTALL)

STUB: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="1; url={way}">
<link rel="canonical" href="{way}">
<title>Moved - {title}</title>
<script>location.replace(document.querySelector("[rel=canonical]").href + location.hash)</script>
</head>
<body><main><h1>This page has moved</h1><p>It is <a href="{way}">here</a> now.</p></main></body>
</html>
"""
"""What lies at an old address; a fragment goes along where scripts are allowed."""


def places(book: Book) -> dict[str, dict[str, Any]]:
    """For each page its title and the ids on it; ids of removed rules stand on the page that lists them."""
    found: dict[str, list[str]] = {path: [] for path in book.pages}
    for clause in book.clauses.values():
        found[clause.page].append(clause.id.anchor)
    for rule in book.rules.values():
        found[rule.page].append(rule.id.anchor)
    for name, erratum in book.errata.items():
        found[erratum.page].append(name.lower())
    for removed in book.removed:
        found[book.settings.removed].append(removed.anchor)
    return {_html(path): {"title": _title(book.pages[path]), "ids": ids} for path, ids in found.items()}


def read_addresses(docs: Path) -> dict[str, str]:
    """Every address that there ever was, with the address that took its place; empty where it still is."""
    file = docs / ADDRESSES
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as lines:
        return {row["address"]: row["now"] for row in csv.DictReader(lines)}


def faults_of_addresses(addresses: Mapping[str, str], pages: set[str]) -> Iterator[str]:
    """What is wrong with the list: pages that it lacks, and addresses that lead nowhere."""
    for page in sorted(pages - addresses.keys()):
        yield f"{page} is missing: make snapshot"
    for address, now in addresses.items():
        if address in pages and now:
            yield f"{address} is a page; it cannot have moved to {now}"
        elif address not in pages and now.partition("#")[0] not in pages:
            yield f"{address} is gone, and {now or 'nothing'} is no page: say in {ADDRESSES} where its matter is now"


def put_stubs(site: Path, addresses: Mapping[str, str], title: str) -> None:
    """Put a page that leads on to each old address.

    Raises:
        ValueError: If there is a page at such an address.
    """
    for address, now in addresses.items():
        if not now:
            continue
        file = site / address
        way = html.escape(posixpath.relpath(now, posixpath.dirname(address) or "."))
        text = STUB.format(way=way, title=html.escape(title))
        if file.is_file() and file.read_text(encoding="utf-8") != text:
            raise ValueError(f"{address} is a page; it cannot have moved to {now}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


def put_missing(site: Path, book: Book) -> None:
    """Let the page that a host shows for an address that leads nowhere help on; a script adds what may have been meant.

    Raises:
        ValueError: If the page is not built as the pages of this book are.
    """
    file = site / MISSING
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    root = _TO_ASSETS.search(text)
    if root is None or not _ARTICLE.search(text):
        raise ValueError(f"{MISSING} is not built as other pages are")
    way = root["root"]
    links = "".join(
        f'<li><a href="{way}{page}">{html.escape(title)}</a></li>\n' for page, title in _ways_on(site, book)
    )
    inside = f"""<h1>There is no such page</h1>
<p>The address is mistyped, or it is an old one.</p>
<div class="missing"></div>
<p>From these pages everything can be found:</p>
<ul>
{links}<li><a href="{way}index.html">The front page</a>, with the search in its header</li>
</ul>
<script type="module" src="{way}assets/moved/missing.js"></script>
"""
    text = _ARTICLE.sub(lambda found: f"{found['open']}\n{inside}{found['close']}", text, count=1)
    title = f"<title>There is no such page - {html.escape(book.settings.title)}</title>"
    text = _TITLE.sub(lambda _: f'{title}<meta name="robots" content="noindex">', text, count=1)
    file.write_text(text, encoding="utf-8", newline="\n")


def _ways_on(site: Path, book: Book) -> Iterator[tuple[str, str]]:
    """The pages of the book from which all others are found."""
    settings = book.settings
    for rulebook in settings.rulebooks.values():
        yield f"{rulebook.folder}/index.html", rulebook.title
    for page, title in (
        ("questions/index.html", "Questions that players ask"),
        (f"{settings.errata}/index.html", "Errata"),
        (_html(settings.removed) if settings.removed else "", "Removed rules"),
    ):
        if page and (site / page).is_file():
            yield page, title


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Put the places of rules and the old addresses into the site."""
    book = book_at(settings_file)
    data = json.dumps(places(book), ensure_ascii=False, separators=(",", ":"))
    file = Path(site) / PLACES
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"export default {data};\n", encoding="utf-8", newline="\n")
    put_stubs(Path(site), read_addresses(book.settings.docs), book.settings.title)
    put_missing(Path(site), book)


def note(settings_file: str = "pyproject.toml") -> None:
    """Note pages that are new in the list of addresses."""
    book = book_at(settings_file)
    addresses = {**{_html(path): "" for path in book.pages}, **read_addresses(book.settings.docs)}
    with (book.settings.docs / ADDRESSES).open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerows([("address", "now"), *sorted(addresses.items())])


def _html(page: str) -> str:
    return page.removesuffix(".md") + ".html"


def _title(page: Page) -> str:
    found = next((block.text[0] for block in page.blocks if block.kind is Kind.HEADING), page.path)
    return plain_text(found.lstrip("# "))


if __name__ == "__main__":
    main(*sys.argv[1:])
