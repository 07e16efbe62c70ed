"""`make pdf`: each rulebook as a PDF, printed by Chromium from its edition on one page.

It is printed twice: only then is it known on which page each section stands, for the list of contents.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Page, sync_playwright
from pypdf import PdfReader

from responsa.book import Settings
from responsa.site.finish.whole import FILE

CHROMIUM = "/usr/bin/chromium"

LINKS_OUT = """(address) => {
  for (const link of document.querySelectorAll("article a[href]:not([href^='#'])")) {
    const href = link.getAttribute("href");
    if (/^[a-z]+:/.test(href)) continue;
    if (address) link.href = new URL(href, address);
    else link.removeAttribute("href");
  }
}"""
"""Makes links out of the edition lead to the published site, or nowhere."""

FOLIOS = """(pages) => {
  for (const link of document.querySelectorAll(".contents a")) {
    const folio = link.querySelector(".folio") ?? link.appendChild(document.createElement("span"));
    folio.className = "folio";
    folio.textContent = pages[decodeURI(link.hash.slice(1))] ?? "000";
  }
}"""
"""Writes the pages into the list of contents; at first numbers of the same width."""


def print_edition(page: Page, edition: Path, address: str = "") -> bytes:
    """Print an edition.

    Args:
        page: A page of the browser.
        edition: The file to print.
        address: Where it is published, so that links out of it work; without it they are plain words.
    """
    page.goto(edition.resolve().as_uri())
    page.evaluate("document.fonts.ready")
    page.evaluate(LINKS_OUT, address)
    page.evaluate(FOLIOS, {})
    page.evaluate(FOLIOS, pages_of(_pdf(page)))
    return _pdf(page)


def _pdf(page: Page) -> bytes:
    return page.pdf(prefer_css_page_size=True, outline=True, tagged=True)


def pages_of(pdf: bytes) -> dict[str, int]:
    """The page, counted from 1, on which each place stands that a link leads to."""
    reader = PdfReader(io.BytesIO(pdf))
    places = reader.named_destinations
    return {
        name.removeprefix("/"): (reader.get_destination_page_number(place) or 0) + 1 for name, place in places.items()
    }


def main(site: str, folder: str, only: Iterable[str] = ()) -> None:
    """Print the edition of every rulebook, or only of some, into a folder."""
    published = os.environ.get("RESPONSA_URL", "")
    Path(folder).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(color_scheme="light")
        for rulebook in Settings.read().rulebooks.values():
            if only and rulebook.folder not in only:
                continue
            way = f"{rulebook.folder}/{FILE}"
            file = Path(folder) / f"{rulebook.folder}.pdf"
            file.write_bytes(print_edition(page, Path(site) / way, urljoin(published, way) if published else ""))
            print(file)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
