"""Every link inside the built site leads somewhere: in pages, styles, Markdown, the manifest, the data and the feed."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import parse

import pytest
from markdown import Markdown
from selectolax.lexbor import LexborHTMLParser

LINKS = ("href", "src", "xlink:href", "poster", "data", "action")
LISTS = ("srcset", "imagesrcset")
LINKING = ", ".join("[xlink\\:href]" if ":" in name else f"[{name}]:not(base)" for name in (*LINKS, *LISTS))
IN_STYLES = re.compile(r"""url\(\s*["']?(?!data:)(?P<link>[^"')]+)|@import\s+["'](?P<import>[^"']+)""")
IN_SCRIPTS = re.compile(r"""(?:\bfrom|\bimport|new URL\()\s*["'](?P<link>\.[^"']+\.\w+)["']""")
AT_ONCE = re.compile(r"url=(?P<link>\S+)$")


class Anchors:
    """The ids of a page, how often each stands there, and what the page links to or loads."""

    def __init__(self, text: str) -> None:
        tree = LexborHTMLParser(text)
        self.ids = Counter(node.attributes["id"] for node in tree.css("[id]") if node.attributes["id"])
        self.links = [*dict.fromkeys(link for node in tree.css(LINKING) for link in links_of(node.attributes))]
        for refresh in tree.css("meta[http-equiv=refresh]"):
            if found := AT_ONCE.search(refresh.attributes.get("content") or ""):
                self.links.append(found["link"])


def links_of(attributes: Mapping[str, str | None]) -> Iterator[str]:
    """The addresses in the attributes of an element."""
    yield from (link for name in LINKS if (link := attributes.get(name)))
    for name in LISTS:
        yield from (part.split()[0] for part in (attributes.get(name) or "").split(",") if part.strip())


class Site:
    """The built site, and what is wrong with links in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.page = cache(lambda path: Anchors((folder / path).read_text(encoding="utf-8")))

    def files(self, suffix: str) -> Iterator[tuple[str, str]]:
        """The files of a kind, each as its path and its text."""
        for file in sorted(self.folder.rglob(f"*{suffix}")):
            yield file.relative_to(self.folder).as_posix(), file.read_text(encoding="utf-8")

    def dead(self, path: str, links: list[str]) -> list[str]:
        """Those links of a file that lead nowhere."""
        return [f"{path}: {link}: {fault}" for link in links if (fault := self.fault(path, link))]

    def fault(self, path: str, link: str) -> str:
        url = urlsplit(link)
        if url.scheme or url.netloc:
            return ""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(url.path))) if url.path else path
        if path == "404.html" and url.path:  # shown for any address, so its links start at the root
            if not url.path.startswith("/"):
                return "does not start at the root"
            target = url.path.lstrip("/") or "index.html"
        target = posixpath.join(target, "index.html") if (self.folder / target).is_dir() else target
        if not (self.folder / target).is_file():
            return "no such file"
        if url.fragment and target.endswith(".html") and unquote(url.fragment) not in self.page(target).ids:
            return "no such place on that page"
        return ""


@pytest.fixture(scope="module")
def built(site: Path) -> Site:
    return Site(site)


def test_every_link_of_a_page_leads_somewhere(built: Site, html_files: list[str]) -> None:
    assert not [dead for path in html_files for dead in built.dead(path, built.page(path).links)]


def test_everything_that_styles_load_is_there(built: Site) -> None:
    found = {path: [link[1] or link[2] for link in IN_STYLES.finditer(text)] for path, text in built.files(".css")}
    assert sum(map(len, found.values())) >= 5  # the typeface, at least
    assert not [dead for path, links in found.items() for dead in built.dead(path, links)]


def test_everything_that_scripts_import_by_its_name_is_there(built: Site) -> None:
    ours = [(path, text) for path, text in built.files(".js") if "/bundle." not in path and "/lunr/" not in path]
    found = {path: [link["link"] for link in IN_SCRIPTS.finditer(text)] for path, text in ours}
    assert found["assets/moved/missing.js"] == ["./find.js"]
    links = {path: [link for link in links if link.startswith("./")] for path, links in found.items()}
    assert not [dead for path, its in links.items() for dead in built.dead(path, its)]


def test_every_link_of_the_markdown_leads_somewhere(built: Site) -> None:
    found = {
        path: Anchors(Markdown(extensions=["pymdownx.superfences"]).convert(text)) for path, text in built.files(".md")
    }
    assert sum(len(page.links) for page in found.values()) > 1000
    assert not [dead for path, page in found.items() for dead in built.dead(path, page.links)]


def test_every_address_in_the_data_leads_somewhere(built: Site) -> None:
    for name in ("rules", "errata", "glossary", "questions"):
        data: dict[str, list[dict[str, Any]]] = json.loads((built.folder / f"{name}.json").read_text(encoding="utf-8"))
        (entries,) = data.values()
        assert entries
        assert not built.dead(f"{name}.json", [entry["url"] for entry in entries])
    feed = [
        entry.get("href", "") for entry in parse(built.folder / "feed.xml").iter("{http://www.w3.org/2005/Atom}link")
    ]
    assert not built.dead("feed.xml", feed)


def test_every_address_of_the_manifest_leads_somewhere(built: Site) -> None:
    manifest = json.loads((built.folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    links = [
        manifest["start_url"],
        *(icon["src"] for icon in manifest["icons"]),
        *(it["url"] for it in manifest["shortcuts"]),
    ]
    assert not built.dead("manifest.webmanifest", links)


def test_no_id_twice_on_a_page(built: Site, html_files: list[str]) -> None:
    for path in html_files:
        assert [id_ for id_, times in built.page(path).ids.items() if times > 1] == [], path


def test_a_dead_link_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text('<h1 id="a"></h1>')
    (tmp_path / "404.html").write_text("")
    text = '<i id="b"></i><a href="#b"></a><a href="x.html#b"></a><img src="y.png" srcset="x.html 1x, z.png 2x">'
    text += '<svg><a xlink:href="u.html"/></svg>'
    (tmp_path / "p.html").write_text(text)
    site = Site(tmp_path)
    assert site.dead("p.html", site.page("p.html").links) == [
        "p.html: x.html#b: no such place on that page",
        "p.html: y.png: no such file",
        "p.html: z.png: no such file",
        "p.html: u.html: no such file",
    ]
    assert site.fault("404.html", "x.html") == "does not start at the root"
    assert [found["link"] for found in IN_STYLES.finditer("a{src:url(../f.woff2)}b{c:url('data:image')}")] == [
        "../f.woff2"
    ]
