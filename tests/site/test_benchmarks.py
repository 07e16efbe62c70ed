"""The benchmarks run, in their short form; how long anything takes is not asserted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks import book, library, reading

ROOT = Path(__file__).parents[2]


def test_the_library() -> None:
    assert {name.partition(",")[0] for name, _, _ in library.rows(short=True)} >= {"field battle odds", "loyalty odds"}


def test_the_examples(tmp_path: Path) -> None:
    assert {name.partition(" ")[0] for name, _, _ in book.examples(tmp_path, short=True)} == {"run", "collect"}


def test_the_builds(tmp_path: Path) -> None:
    assert [name for name, _, _ in book.site(tmp_path, short=True)] == [
        "build 12 pages: with the extension",
        "build 12 pages: without it",
        "build 12 pages: Zensical, with the extension",
    ]


def test_importing() -> None:
    assert all(took.endswith(" ms") for _, took, _ in book.import_time(short=True))


IN_A_BROWSER = """
import sys
from pathlib import Path
from benchmarks import run_on_page, site
for row in (*run_on_page.rows(Path(sys.argv[1]), short=True), *site.rows(sys.argv[1], short=True)):
    print(row[0])
"""


def test_what_runs_on_a_page_and_what_a_visit_fetches(browser: Browser, site: Path) -> None:
    """In a process of its own: it drives a browser itself."""
    assert browser.is_connected()
    command = [sys.executable, "-c", IN_A_BROWSER, str(site)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = done.stdout.splitlines()
    assert len(names) == len(set(names))
    assert {"run an example: the next answer", "first visit, a rule page", "search: index"} <= set(names)


def test_how_the_pages_read(site: Path) -> None:
    """In a process of its own: it drives a browser itself; two pages stand for all."""
    code = "import sys; from benchmarks import reading; print(*reading.rows(sys.argv[1], most=2), sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", code, str(site)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(reading.GOALS)
