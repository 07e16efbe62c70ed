"""The book as a reader gets it: built once, served from a folder, opened in a browser."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tools.browser import CHROMIUM, without_windows
from tools.host import host

ROOT = Path(__file__).parents[2]
HOW_TO_INSTALL = f"{CHROMIUM} is missing: run tools/install-browsers as root, or put a link to your Chromium there"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of the built site; processes that test side by side share one, built by the first that needs it.

    `RESPONSA_SITE` names one that has just been built.
    """
    if built := os.environ.get("RESPONSA_SITE"):
        return Path(built)
    mine = tmp_path_factory.getbasetemp()
    folder = (mine if worker_id == "master" else mine.parent) / "site"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            build(folder)
    return folder


def build(folder: Path) -> None:
    """Build the site into a folder, which is there only if all went well."""
    unfinished = folder.with_suffix(".unfinished")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(unfinished)]
    quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    built = subprocess.run(command, cwd=ROOT, env=os.environ | quiet, capture_output=True, text=True, check=False)
    if built.returncode:
        pytest.fail(f"the site does not build:\n{built.stdout}{built.stderr}", pytrace=False)
    unfinished.rename(folder)


@pytest.fixture(scope="session")
def html_files(site: Path) -> list[str]:
    """Every page, as its path in the site."""
    return sorted(file.relative_to(site).as_posix() for file in site.rglob("*.html"))


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served, under the policy that it writes for its host: whatever that forbids is seen here."""
    with host(site) as served:
        yield served.address


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What starts Chromium: one for a process, two would wait for each other."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium without windows."""
    with start(playwright, without_windows()) as browser:
        yield browser


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Chromium as readers have it."""
    with start(playwright, CHROMIUM) as browser:
        yield browser


@contextmanager
def start(playwright: Playwright, program: Path) -> Iterator[Browser]:
    """A running browser, while it is needed."""
    if not program.exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(HOW_TO_INSTALL)
    options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    browser = playwright.chromium.launch(executable_path=program, args=options)
    without_worker(browser)
    yield browser
    browser.close()


def without_worker(browser: Browser) -> None:
    """Keep the book from being kept, unless a test is about that: whatever a test sees, it has fetched itself."""
    make = browser.new_context

    def new_context(*, keeps_the_book: bool = False, **options: Any) -> BrowserContext:
        context = make(**options)
        if not keeps_the_book:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        return context

    browser.new_context = new_context  # type: ignore[method-assign]


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site in a browser of its own; options are those of a browser context."""
    contexts: list[BrowserContext] = []

    def open_it(path: str = "index.html", **options: object) -> Page:
        context = browser.new_context(base_url=address, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield open_it
    for context in contexts:
        context.close()
