"""`make pdf`: each rulebook as a PDF, printed by Chromium from its edition on one page, and its player aids as another.

On paper stand rules, tables, answers, diagrams and the marks of errata; with `--code` all that the edition holds.
It is printed twice: only then is it known on which page each section and rule stands.
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
from tools.browser import CHROMIUM

WITH_CODE = "--code"
"""Asks for the edition with all code, questions and errata."""

LINKS_OUT = """(address) => {
  for (const link of document.querySelectorAll("article a[href]:not([href^='#'])")) {
    const href = link.getAttribute("href");
    if (/^[a-z]+:/.test(href)) continue;
    if (address) link.href = new URL(href, address);
    else link.replaceWith(...link.childNodes);
  }
  document.body.normalize(); // each piece of text costs an entry in the structure of the PDF
}"""
"""Makes links out of the edition lead to the published site, or nowhere."""

FOR_READERS = """() => {
  document.documentElement.classList.add("for-readers");
  for (const page of document.querySelectorAll("[id^='part-questions-'], [id^='part-errata-']")) page.remove();
  for (const code of document.querySelectorAll("details.computed, details.example, .highlight")) {
    if (!code.matches("details.example") || code.querySelector(".highlight")) code.remove();
  }
  for (const line of document.querySelectorAll(".contents a")) {
    if (!document.getElementById(decodeURIComponent(line.hash.slice(1)))) line.closest("li").remove();
  }
  for (const link of document.querySelectorAll(".part a[href^='#']:not(svg a)")) {
    if (document.getElementById(decodeURIComponent(link.hash.slice(1))) && !link.matches(".rule-label")) continue;
    const words = Object.assign(document.createElement("span"), { className: link.className });
    words.append(...link.childNodes);
    link.replaceWith(words);
  }
}"""
"""Leaves what is read at a table: no code, no list of questions, no list of errata."""

OPENED = """() => {
  for (const folded of document.querySelectorAll("details.computed")) {
    folded.replaceWith(...folded.querySelectorAll(".highlight"));
  }
}"""
"""Lays open the code that stands folded under its answer, for paper hides what is folded."""

ONLY_AIDS = """() => {
  document.querySelector(".contents").remove();
  for (const page of document.querySelectorAll(".part:not(#part-aids)")) page.remove();
  document.documentElement.classList.add("aids");
}"""
"""Leaves the player aids."""

FOLIOS = """(pages) => {
  const pageOf = (link) => pages[decodeURIComponent(link.hash.slice(1))] ?? "000";
  const note = (link, name, text) => {
    const place = link.querySelector(`.${name}`) ?? link.appendChild(document.createElement("span"));
    place.className = name;
    place.textContent = text;
  };
  for (const link of document.querySelectorAll(".contents a")) note(link, "folio", pageOf(link));
  for (const link of document.querySelectorAll(".part a.rule-ref[href^='#']")) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (target && target.closest(".part") !== link.closest(".part")) note(link, "on-page", `p. ${pageOf(link)}`);
  }
}"""
"""Writes pages into the list of contents, and behind references to other parts; at first numbers of the same width."""


def print_edition(page: Page, edition: Path, address: str = "", *, title: str, steps: Iterable[str] = ()) -> bytes:
    """Print an edition.

    Args:
        page: A page of the browser.
        edition: The file to print.
        address: Where it is published, so that links out of it work; without it they are plain words.
        title: What the PDF is called.
        steps: What is done to the page before it is printed, such as `FOR_READERS`.
    """
    page.goto(edition.resolve().as_uri())
    page.evaluate("document.fonts.ready")
    page.evaluate("(title) => { document.title = title; }", title)
    for step in steps:
        page.evaluate(step)
    page.evaluate(LINKS_OUT, address)
    page.evaluate(FOLIOS, {})
    page.evaluate(FOLIOS, pages_of(PdfReader(io.BytesIO(_pdf(page)))))
    return _pdf(page)


def _pdf(page: Page) -> bytes:
    return page.pdf(prefer_css_page_size=True, outline=True, tagged=True)


def pages_of(reader: PdfReader) -> dict[str, int]:
    """The page, counted from 1, on which each place stands that a link leads to."""
    places = reader.named_destinations
    return {
        name.removeprefix("/"): (reader.get_destination_page_number(place) or 0) + 1 for name, place in places.items()
    }


def main(site: str, folder: str, *arguments: str) -> None:
    """Print every rulebook and its aids, or only some of them, into a folder; `--code` prints all that there is."""
    published = os.environ.get("RESPONSA_URL", "")
    only = [argument for argument in arguments if argument != WITH_CODE]
    steps = (OPENED,) if WITH_CODE in arguments else (FOR_READERS,)
    Path(folder).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(color_scheme="light")
        for rulebook in Settings.read().rulebooks.values():
            if only and rulebook.folder not in only:
                continue
            way = f"{rulebook.folder}/{FILE}"
            address = urljoin(published, way) if published else ""
            for name, title, edit in (
                (rulebook.folder, rulebook.title, steps),
                (f"{rulebook.folder}-aids", f"{rulebook.title}: player aids", (*steps, ONLY_AIDS)),
            ):
                file = Path(folder) / f"{name}.pdf"
                file.write_bytes(print_edition(page, Path(site) / way, address, title=title, steps=edit))
                print(f"{file}: {len(PdfReader(file).pages)} pages, {file.stat().st_size / 1e6:.1f} MB")
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
