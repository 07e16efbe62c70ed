"""Examples run on their page: what a reader waits and fetches, in a browser, from a server that compresses."""

from __future__ import annotations

import functools
import gzip
import http.server
import statistics
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.book import Row
from responsa.desk.calculators import NAMES

SITE = Path("site")
CHROMIUM = "/usr/bin/chromium"
PAGE = "here-i-stand/withdraw.html"
ROUNDS = 5
FEATURE = "const HAS_PYTHON"
"""With what the part of the script begins that a page without the feature would not have."""

FIRST = """async () => {
  const start = performance.now();
  document.querySelector(".run-button").click();
  while (!document.querySelector(".run-same")) await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""
NEXT = """async () => {
  const { stepsOf } = await import(new URL("../assets/python/run.js", location));
  const { call } = await import(new URL("../assets/python/python.js", location));
  const times = [];
  for (const block of document.querySelectorAll(".highlight.language-pycon:not(.doc-signature)")) {
    const start = performance.now();
    await call("example", { steps: stepsOf(block), console: true, edited: false }, { told: () => {} });
    times.push(performance.now() - start);
  }
  return times;
}"""
KEPT = """async () => {
  const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("responsa-python")) ?? "none");
  const kept = async () => (await cache.keys()).some(({ url }) => url.includes("started"));
  while (!(await kept())) await new Promise((resolve) => setTimeout(resolve, 50));
}"""


CALCULATORS = sorted(NAMES)
ASKED = """async () => {
  const start = performance.now();
  document.querySelector(".calc-ask").click();
  while (!document.querySelector(".calc-ask").hidden) await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""
ASKED_AGAIN = """async () => {
  const { calculator } = document.querySelector(".calculator");
  const times = [];
  for (let round = 0; round < 10; round += 1) {
    const start = performance.now();
    await calculator.work();
    times.push(performance.now() - start);
  }
  return times;
}"""


@contextmanager
def served(site: Path, sent: list[int]) -> Iterator[str]:
    """The address of the site; the bytes of each answer go into a list."""

    @functools.cache
    def packed(file: Path) -> bytes:
        return gzip.compress(file.read_bytes(), mtime=0)

    class Packing(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            file = Path(self.translate_path(self.path))
            if not file.is_file():
                self.send_error(404)
                return
            body = file.read_bytes() if file.suffix == ".woff2" else packed(file)
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(str(file)))
            if file.suffix != ".woff2":
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "max-age=600")
            self.end_headers()
            self.wfile.write(body)
            sent.append(len(body))

        def log_message(self, *args: object) -> None:
            pass

    Packing.extensions_map = {**Packing.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Packing, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def _megabytes(sent: list[int]) -> str:
    return f"{sum(sent) / 1e6:.1f} MB fetched"


def _milliseconds(times: list[float]) -> str:
    return f"{statistics.median(times):,.0f} ms"


def rows(site: Path = SITE, *, short: bool = False) -> Iterator[Row]:
    """What examples and calculators take; in short, once and for two of the calculators."""
    rounds = 1 if short else ROUNDS
    yield from _example_rows(site, rounds)
    yield from _calculator_rows(site, rounds, CALCULATORS[:2] if short else CALCULATORS)


def _example_rows(site: Path, rounds: int) -> Iterator[Row]:
    """A first answer with nothing kept and with everything kept, the next answers, and what every page pays."""
    sent: list[int] = []
    cold, warm, following = [], [], []
    fetched_cold = fetched_warm = ""
    with served(site, sent) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(rounds):
            context = browser.new_context(base_url=address)
            page = _opened(context.new_page())
            sent.clear()
            cold.append(page.evaluate(FIRST))
            fetched_cold = _megabytes(sent)
            following += page.evaluate(NEXT)
            page.evaluate(KEPT)
            page.close()
            page = _opened(context.new_page())
            sent.clear()
            warm.append(page.evaluate(FIRST))
            fetched_warm = _megabytes(sent)
            context.close()
        browser.close()
    yield "run an example: first answer, nothing kept", _milliseconds(cold), fetched_cold
    yield "run an example: first answer of the next visit", _milliseconds(warm), fetched_warm
    yield "run an example: the next answer", _milliseconds(following), f"{len(following) // rounds} examples of a page"
    script = (site / "assets/javascripts/book.js").read_text(encoding="utf-8")
    without = script[: script.index(FEATURE)] + script[script.index("document$.subscribe") :]
    more = len(gzip.compress(script.encode())) - len(gzip.compress(without.encode()))
    yield "what Run adds to a page that nobody runs", f"{more / 1e3:.1f} KB", "no request"


def _calculator_rows(site: Path, rounds: int, calculators: Sequence[str]) -> Iterator[Row]:
    """A first answer of a calculator with nothing kept and with everything kept, and the next answers of each."""
    sent: list[int] = []
    cold: list[float] = []
    warm: list[float] = []
    following: dict[str, list[float]] = {}
    with served(site, sent) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(rounds):
            context = browser.new_context(base_url=address)
            for number, name in enumerate(calculators):
                page = context.new_page()
                page.goto(f"calculators/{name}.html")
                page.locator(".calc-ask").wait_for()
                (warm if number else cold).append(page.evaluate(ASKED))
                following.setdefault(name, []).extend(page.evaluate(ASKED_AGAIN))
                if not number:
                    page.evaluate(KEPT)
                page.close()
            context.close()
        browser.close()
    slowest = max(following, key=lambda name: statistics.median(following[name]))
    every = [time for times in following.values() for time in times]
    yield "a calculator: first answer, nothing kept", _milliseconds(cold), calculators[0]
    yield "a calculator: first answer of the next visit", _milliseconds(warm), "all of them"
    yield "a calculator: the next answer", _milliseconds(every), "all of them"
    yield "a calculator: the next answer of the slowest", _milliseconds(following[slowest]), slowest


def _opened(page: Page) -> Page:
    page.goto(PAGE)
    page.locator(".run-button").first.wait_for()
    return page


if __name__ == "__main__":
    for row in rows():
        print(f"| {' | '.join(row)} |")
