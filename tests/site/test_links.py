"""Every link inside the built site leads somewhere, also those that were written as HTML."""

from __future__ import annotations

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Anchors(HTMLParser):
    """The ids of a page, and what it links to or loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            elif name in ("href", "src") and value and (tag, name) != ("base", "href"):
                self.links.append(value)


def test_every_link_leads_somewhere(site: Path, html_files: list[str]) -> None:
    pages = {path: Anchors((site / path).read_text(encoding="utf-8")) for path in html_files}
    dead = []
    for path, page in pages.items():
        for link in page.links:
            url = urlsplit(link)
            if url.scheme or url.netloc:
                continue
            if path == "404.html":  # served for any address, so its links start at the root
                target = url.path.lstrip("/")
            else:
                target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(url.path) or path))
                target = path if not url.path else target
            target = posixpath.normpath(posixpath.join(target, "index.html")) if (site / target).is_dir() else target
            fragment = unquote(url.fragment)
            if not (site / target).is_file():
                dead.append(f"{path}: {link}: no such file")
            elif fragment and target in pages and fragment not in pages[target].ids:
                dead.append(f"{path}: {link}: no such place on that page")
    assert not dead, "\n".join(dead)


def test_no_id_twice_on_a_page(site: Path, html_files: list[str]) -> None:
    for path in html_files:
        ids = Anchors((site / path).read_text(encoding="utf-8")).ids
        assert sorted(ids) == sorted(set(ids)), path


def test_a_dead_link_would_be_found() -> None:
    page = Anchors('<h1 id="a"></h1><a href="x.html#b">x</a><img src="y.png">')
    assert (page.ids, page.links) == (["a"], ["x.html#b", "y.png"])
