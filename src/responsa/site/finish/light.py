"""Makes pages quicker to show: one file of styles instead of many, and the typeface is asked for at once.

`python -m responsa.site.finish.light site/` does so for a built site.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
import sys
from functools import cache
from pathlib import Path
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from responsa.site.finish import html

FOLDER: Final = "assets/stylesheets"
"""Where the one file lies: beside those whose links to fonts must stay true."""

AT_ONCE: Final = ("assets/fonts/literata-latin.woff2", "assets/fonts/literata-latin-display.woff2")
"""The fonts of the first words of every page."""

_STYLE = 'link[rel="stylesheet"]'
_NEIGHBORS = 'link[rel="prev"], link[rel="next"]'  # Firefox would fetch the next page unasked
_TO_FILE = re.compile(r"""url\(["']?(?!["']?data:)|@import""")
_MAP = re.compile(r"/\*# sourceMappingURL=.*?\*/")


def put_together(site: Path) -> None:
    """Let every page load one file of styles, made of those that it names one after the other.

    Raises:
        ValueError: If styles from another folder load files, which they would not find from here.
    """

    @cache
    def together(paths: tuple[str, ...]) -> str:
        """The name of the file in which all of these stand."""
        text = "\n".join(_styles(site, path) for path in paths)
        name = f"{FOLDER}/all.{hashlib.sha256(text.encode()).hexdigest()[:8]}.css"
        (site / name).write_text(text, encoding="utf-8", newline="\n")
        return name

    for file in sorted(site.rglob("*.html")):
        page = html.read(file)
        if links := _first_links(page):
            html.take_away(page, _NEIGHBORS)
            hrefs = [link.attrs.sget("href") for link in links]
            root = hrefs[0].partition("assets/")[0]
            name = together(tuple(href.removeprefix(root) for href in hrefs))
            html.put_before(links[0], f'{_fonts(root)}<link rel="stylesheet" href="{root}{name}">')
            for link in links:
                link.decompose()
            html.write(page, file)


def _first_links(page: LexborHTMLParser) -> list[LexborNode]:
    """The first links to styles that stand side by side."""
    runs = (html.side_by_side(link, _STYLE) for link in page.css(_STYLE))
    return next((run for run in runs if len(run) > 1), [])


def _fonts(root: str) -> str:
    """A script that asks for the fonts; a plain link would be refused, with a complaint, on pages of a folder."""
    files = json.dumps([root + font for font in AT_ONCE])
    link = '{rel: "preload", as: "font", crossOrigin: "", href}'
    make = f'document.head.append(Object.assign(document.createElement("link"), {link}))'
    return f'<script>if (location.protocol !== "file:") for (const href of {files}) {make}</script>'


def _styles(site: Path, path: str) -> str:
    text = _MAP.sub("", (site / path).read_text(encoding="utf-8")).strip()
    if posixpath.dirname(path) != FOLDER and _TO_FILE.search(text):
        raise ValueError(f"{path} loads files, and cannot be put into {FOLDER}")
    return text


def main(site: str) -> None:
    """Make the pages of the site lighter."""
    put_together(Path(site))


if __name__ == "__main__":
    main(*sys.argv[1:])
