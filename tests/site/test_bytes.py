"""What comes damaged, cut off, or from another edition is neither kept nor run; the next answer of the host is good."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from responsa.site.finish import runtime
from tools.host import Host, host

PAGE = "here-i-stand/withdraw.html"
PYTHON = "assets/python/"
BOOT = 60_000
SAME = "✓ The same as printed."


@pytest.fixture
def served(site: Path) -> Iterator[Host]:
    if not (site / PYTHON / "pyodide.mjs").exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Pyodide is missing: npm ci")
    with host(site) as served:
        yield served


@pytest.fixture
def page(browser: Browser, served: Host) -> Iterator[Page]:
    """A page in a browser that has never seen the book."""
    context = browser.new_context(base_url=served.address)
    yield context.new_page()
    context.close()


def run(page: Page) -> None:
    page.goto(PAGE)
    page.locator(".run-button").first.click()


@pytest.mark.parametrize("name", [*runtime.FETCHED, runtime.OURS, *runtime.LOADED, *runtime.PROVED])
def test_what_came_damaged_once_is_fetched_again(page: Page, served: Host, name: str) -> None:
    if name == "calculator.js":
        pytest.skip("no example asks for it")
    served.spoilt[PYTHON + name] = [b"PK"]
    run(page)
    expect(page.locator(".run-status")).to_have_text(SAME, timeout=BOOT)
    assert served.spoilt[PYTHON + name] == []


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", runtime.OURS, "pyodide.asm.mjs"])
def test_what_stays_damaged_is_told_and_outlives_no_reload(page: Page, served: Host, name: str) -> None:
    served.spoilt[PYTHON + name] = [b"xx"] * 2
    run(page)
    said = page.locator(".run-status")
    expect(said).to_contain_text(f"{name} did not come as it was published. Press “Run” to try again.", timeout=BOOT)
    run(page)
    expect(page.locator(".run-status")).to_have_text(SAME, timeout=BOOT)


def test_a_script_of_another_edition_is_not_run(page: Page, served: Host) -> None:
    served.spoilt[PYTHON + "run.js"] = [b"document.title = 'other'"] * 9
    run(page)
    expect(page.locator(".run-bad")).to_contain_text("there is a newer edition of this book")
    assert page.title() != "other"
    served.spoilt.clear()
    page.get_by_role("button", name="Reload").click()
    page.locator(".run-button").first.click()
    expect(page.locator(".run-status")).to_have_text(SAME, timeout=BOOT)


def test_a_download_that_stands_still_is_given_up(page: Page, served: Host) -> None:
    served.cut[PYTHON + "pyodide.asm.wasm"] = 2_000_000
    run(page)
    expect(page.locator(".run-status")).to_contain_text("the download of pyodide.asm.wasm stands still", timeout=BOOT)
    served.cut.clear()
    page.locator(".run").get_by_role("button", name="Run").click()
    expect(page.locator(".run-status")).to_have_text(SAME, timeout=BOOT)
