"""How the built site feels on a phone, and what a visit transfers: Lighthouse over a host that compresses.

`python -m benchmarks.site` prints the table; `python -m benchmarks.site SITE` takes a site that is already built.
Lighthouse is installed only for this, from benchmarks/package.json.
"""

from __future__ import annotations

import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, sync_playwright

from responsa.site.finish import whole
from tools.host import Host, host

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent
LIGHTHOUSE = FOLDER / "node_modules/lighthouse/cli/index.js"
CHROMIUM = "/usr/bin/chromium"
FLAGS = "--headless=new --no-sandbox --disable-gpu"
PAGES = {
    "a rule page": "here-i-stand/withdraw.html",
    "the front page": "index.html",
    "questions": "questions/here-i-stand.html",
}
SECOND = "hellenes/winter-movement.html"
ROUNDS = 3
SLOWER = 4
"""How much slower than this machine a phone is taken to be."""

TYPED = (
    "how many men may shut the gates",
    "cna i intercept with besiged units",
    "who wins if two factions are tied",
    "сколько отрядов помещается в город",
    "13.4 leaders",
)
SPENT = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
"""What a letter costs the one thread on which a page works."""

TYPE = """async (typed) => {
  const input = document.querySelector("#search-input"), list = document.querySelector("#search-results");
  if (typed.trim() === list.dataset.question) return;
  const answered = new Promise((resolve) => {
    const seen = new MutationObserver(() => { seen.disconnect(); list.offsetHeight; resolve(); });
    seen.observe(list, { attributeFilter: ["data-question"] });
  });
  input.value = typed;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await answered;
}"""
"""Types into the open search, until its results are laid out."""


Row = tuple[str, str, str]


def install() -> bool:
    """Install Lighthouse, if npm can."""
    if not LIGHTHOUSE.exists():
        subprocess.run(["npm", "ci", "--ignore-scripts", "--loglevel=error"], cwd=FOLDER, check=False)
    return LIGHTHOUSE.exists()


def report(address: str) -> dict[str, Any]:
    """What Lighthouse says of a page on its phone."""
    command = ["node", str(LIGHTHOUSE), address, "--output=json", "--quiet", f"--chrome-flags={FLAGS}"]
    environment = {**os.environ, "CHROME_PATH": CHROMIUM}
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def scores(served: Host) -> Iterator[Row]:
    """The four scores of each page, the median of several runs, with the moment at which its largest part stands."""
    for name, path in PAGES.items():
        reports = [report(served.address + path) for _ in range(ROUNDS)]
        names = [category["title"] for category in reports[0]["categories"].values()]
        each = ([round(100 * it["score"]) for it in found["categories"].values()] for found in reports)
        medians = [statistics.median_low(values) for values in zip(*each, strict=True)]
        largest = statistics.median(found["audits"]["largest-contentful-paint"]["numericValue"] for found in reports)
        told = ", ".join(f"{title.lower()} {score}" for title, score in zip(names, medians, strict=True))
        yield f"Lighthouse on a phone: {name}", f"{largest / 1000:.1f} s", told


def visits(served: Host) -> Iterator[Row]:
    """What a first and a second visit transfer, compressed, without the copy that is kept for later."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.add_init_script("delete Navigator.prototype.serviceWorker")
        for name, path in (("first visit, a rule page", PAGES["a rule page"]), ("second visit, another", SECOND)):
            served.sent.clear()
            page.goto(served.address + path, wait_until="networkidle")
            page.evaluate("document.fonts.ready")
            yield name, kilobytes(sum(size for _, size in served.sent)), f"{len(served.sent)} files"
        browser.close()


def keystrokes(served: Host) -> Iterator[Row]:
    """What each letter of some questions costs in the open search, in the time of a slower processor.

    Only the time in which the page itself works is counted, so what else runs on this machine adds little.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        devtools = page.context.new_cdp_session(page)
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(served.address + PAGES["a rule page"])
        page.keyboard.press("/")
        page.locator(".search-books label").nth(1).wait_for(state="attached")
        took = []
        for question in TYPED:
            for end in (end for end, letter in enumerate(question, 1) if letter != " "):
                before = _spent(devtools)
                page.evaluate(TYPE, question[:end])
                took.append(1000 * SLOWER * (_spent(devtools) - before))
        browser.close()
    worst = f"at worst {max(took):.0f} ms of {len(took)}"
    yield f"search: a letter, on a phone {SLOWER} times slower", f"{statistics.median(took):.0f} ms", worst


def _spent(devtools: CDPSession) -> float:
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return float(sum(metric["value"] for metric in metrics if metric["name"] in SPENT))


def sizes(site: Path) -> Iterator[Row]:
    """What else there is to transfer, compressed."""
    yield "search: index", kilobytes(_small(site / "assets/search/index.js")), "when the search is opened"
    everything = [file for file in (site / "assets/search").iterdir() if not file.match("index-*")]
    yield "search: all of it", kilobytes(sum(map(_small, everything))), "when the search is opened"
    pages = [file for file in site.rglob("*.html") if file.name != whole.FILE]
    yield "all pages", kilobytes(sum(map(_small, pages))), f"{len(pages)} pages, kept for reading without a network"


def _small(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 6))


def kilobytes(count: int) -> str:
    """A count of bytes as people read it."""
    return f"{count / 1000:.0f} kB"


def build(folder: str) -> None:
    """Build the site."""
    quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    subprocess.run(command, cwd=ROOT, env=os.environ | quiet, check=True)


def rows(built: str = "", *, short: bool = False) -> Iterator[Row]:
    """Every figure of the site; in short, those that Lighthouse is not needed for."""
    with tempfile.TemporaryDirectory() as folder:
        if not built:
            build(folder)
        site = Path(built or folder)
        with host(site) as served:
            yield from visits(served)
            yield from keystrokes(served)
            yield from sizes(site)
            if not short and install():
                yield from scores(served)


if __name__ == "__main__":
    for row in rows(*sys.argv[1:]):
        print(f"| {' | '.join(row)} |", flush=True)
