"""How the rule pages read: how much of them is code, and how far one scrolls from rule to rule, with the code folded.

`python -m benchmarks.reading` builds the site, prints the table and writes it to benchmarks/reading.md;
`python -m benchmarks.reading SITE` takes a site that is already built.
"""

from __future__ import annotations

import doctest
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.site import CHROMIUM, build
from responsa.book import Book, Settings
from responsa.book.page import Example
from tools.host import host

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).with_name("reading.md")
SCREENS = {"360 px": (360, 800), "1440 px": (1440, 900)}
LONG = re.compile(r"/(whole-\w+|example-of-play)\.md$")
"""Pages that tell a whole course of play, whose examples may be as long as it is."""
REFUSAL = "ImpossibleSituation:"

MEASURE = """() => {
    const content = document.querySelector("article");
    const top = (it) => it.getBoundingClientRect().top + scrollY;
    const height = (it) => it.getBoundingClientRect().height;
    const code = [...content.querySelectorAll("details.computed, .highlight, .answer-asked")]
        .filter((it) => !it.parentElement.closest("details.computed, .highlight"));
    const gaps = [];
    let last = null, first = null;
    for (const it of content.querySelectorAll("h1, h2, p.rule")) {
        if (it.matches("h1, h2")) { last = null; continue; }
        first ??= top(it);
        if (last) gaps.push((top(it) - top(last) - height(last)) / innerHeight);
        last = it;
    }
    return {
        code: code.reduce((sum, it) => sum + height(it), 0) / height(content),
        height: height(content), gaps, first: first / innerHeight,
    };
}"""


@dataclass(frozen=True, slots=True)
class Read:
    """A page as a reader meets it: heights in screens, code as a share."""

    path: str
    code: float
    height: float
    gaps: tuple[float, ...]
    first: float


Row = tuple[str, ...]


def pages_with_rules(book: Book) -> list[str]:
    """The pages of the rulebooks that hold rules, as addresses below the site."""
    folders = {rulebook.folder for rulebook in book.settings.rulebooks.values()}
    held = [path for path, page in book.pages.items() if page.rules and path.split("/")[0] in folders]
    return [path.removesuffix(".md") + ".html" for path in held]


def read_pages(browser: Browser, address: str, paths: list[str], size: tuple[int, int]) -> list[Read]:
    """Open each page on a screen of this width and height, as it opens for whoever comes first."""
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height})
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    found = []
    for path in paths:
        page.goto(address + path)
        page.evaluate("document.fonts.ready")
        told: dict[str, Any] = page.evaluate(MEASURE)
        found.append(Read(path, told["code"], told["height"], tuple(told["gaps"]), told["first"]))
    page.close()
    return found


def on_screen(read: list[Read]) -> dict[str, str]:
    """What the pages of one screen size come to, each measure in words."""
    gaps = [gap for page in read for gap in page.gaps]
    height = sum(page.height for page in read)
    share = sum(page.code * page.height for page in read) / height
    worst = max(read, key=lambda page: max(page.gaps, default=0))
    latest = max(read, key=lambda page: page.first)
    return {
        "share of the height that is code": f"{share:.1%}".replace("%", " %"),
        "gap between two rules: median, in screens": f"{statistics.median(gaps):.2f}",
        "gap between two rules: worst, in screens": f"{max(worst.gaps):.2f}, {_name(worst.path)}",
        "first rule of a page: latest, in screens": f"{latest.first:.2f}, {_name(latest.path)}",
    }


def set_up(example: Example) -> tuple[int, int]:
    """How many lines of an example stand before what first asks for an answer, and how many it has in all."""
    lines = example.code.rstrip("\n").count("\n") + 1
    for part in doctest.DocTestParser().get_examples(example.code):
        if part.want:
            return part.lineno, lines
    return 0, 0


def of_the_text(book: Book) -> dict[str, str]:
    """What shows without a browser: how long the examples are, how soon they answer, how often they are refused."""
    folders = {rulebook.folder for rulebook in book.settings.rulebooks.values()}
    examples = [it for it in book.examples if it.page.split("/")[0] in folders and it.is_console]
    short = [it.code.rstrip("\n").count("\n") + 1 for it in examples if not LONG.search("/" + it.page)]
    before, lines = map(sum, zip(*map(set_up, examples), strict=True))
    return {
        "set-up before the first answer, of the lines": f"{before / lines:.0%}".replace("%", " %"),
        "lines of an example: median": f"{statistics.median(short):.0f}",
        "lines of an example: most": f"{max(short)}",
        "refusals shown": str(sum(it.code.count(REFUSAL) for it in book.examples)),
    }


GOALS = {
    "share of the height that is code": "≤ 10 %",
    "gap between two rules: median, in screens": "≤ 0.3",
    "gap between two rules: worst, in screens": "≤ 1.2",
    "first rule of a page: latest, in screens": "≤ 1.5",
    "set-up before the first answer, of the lines": "≤ 40 %",
    "lines of an example: median": "≤ 14",
    "lines of an example: most": "≤ 30",
    "refusals shown": "≤ 80",
}


def measured(site: Path, book: Book, *, most: int | None = None) -> dict[str, list[Read]]:
    """Every rule page on each screen; in short, only so many of them."""
    paths = pages_with_rules(book)[:most]
    with host(site) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        found = {name: read_pages(browser, served.address, paths, size) for name, size in SCREENS.items()}
        browser.close()
    return found


def rows(built: str = "", *, most: int | None = None) -> Iterator[Row]:
    """Each measure: what is wanted of it, and what it is on each screen."""
    book = Book.read(Settings.read(ROOT / "pyproject.toml"))
    with tempfile.TemporaryDirectory() as folder:
        if not built:
            build(folder)
        seen = {name: on_screen(read) for name, read in measured(Path(built or folder), book, most=most).items()}
    text = of_the_text(book)
    for what, goal in GOALS.items():
        yield what, goal, *(found.get(what, text.get(what, "")) for found in seen.values())


def table(found: Iterator[Row]) -> list[str]:
    """The measures as a table, with what it is called above it."""
    head = ["# How the rule pages read", "", f"| code folded | wanted | {' | '.join(SCREENS)} |"]
    return [*head, "| --- | --: |" + " --: |" * len(SCREENS), *(f"| {' | '.join(row)} |" for row in found)]


def write(built: str = "") -> list[str]:
    """Measure, and write down what the coverage page shows."""
    lines = table(rows(built))
    RESULTS.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return lines[2:]


def _name(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".html")


if __name__ == "__main__":
    print(*write(*sys.argv[1:]), sep="\n")
