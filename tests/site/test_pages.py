"""Every page in a browser: quiet, narrow enough for a phone, and usable by everybody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from responsa.book import Settings
from tests.site.axe import found_by_axe, violations

PHONE = {"width": 360, "height": 740}
FONT_BUDGET = 120_000
STYLE_BUDGET = 22_000
ENORMOUS = 200_000
OVERFLOW = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"


def one_of_each(site: Path, html_files: list[str]) -> list[str]:
    """The largest page of each folder: whatever kinds of things there are, they are on those.

    Of an enormous page axe would only see more of the same, and take a minute.
    """
    sizes = {path: (site / path).stat().st_size for path in html_files}
    ordinary = [path for path in html_files if sizes[path] < ENORMOUS]
    largest = {path.rpartition("/")[0]: path for path in sorted(ordinary, key=sizes.__getitem__)}
    return [*sorted(set(largest.values()) | {"index.html"})]


def test_every_page_is_quiet_and_fits_a_phone(browser: Browser, address: str, html_files: list[str]) -> None:
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    faults: list[str] = []
    context.on("request", lambda it: None if it.url.startswith((address, "data:")) else faults.append(f"asks {it.url}"))
    context.on("response", lambda it: faults.append(f"{it.status} for {it.url}") if it.status >= 400 else None)
    page.on("console", lambda it: faults.append(f"{it.type}: {it.text}") if it.type in ("error", "warning") else None)
    page.on("pageerror", lambda it: faults.append(f"throws {it}"))
    for path in html_files:
        already = len(faults)
        page.goto(address + path)
        if (too_wide := page.evaluate(OVERFLOW)) > 0:
            faults.append(f"is {too_wide} px wider than a phone")
        faults[already:] = [f"{path}: {fault}" for fault in faults[already:]]
    context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing(
    open_page: Callable[..., Page], site: Path, html_files: list[str], width: int, scheme: str
) -> None:
    """One page of each kind in half of the ways to look at it, two that show most kinds of parts in all of them."""
    page = open_page("about:blank", viewport={"width": width, "height": 900}, reduced_motion="reduce")
    found = []
    for path in one_of_each(site, html_files):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
        found += found_by_axe(page) if path in ("index.html", "here-i-stand/withdraw.html") else violations(page)
    assert not found, "\n".join(found)


def test_the_typeface_and_the_styles_are_small(site: Path, address: str, open_page: Callable[..., Page]) -> None:
    page = open_page("about:blank")
    fonts: set[str] = set()
    page.on("request", lambda it: fonts.add(it.url.removeprefix(address)) if it.resource_type == "font" else None)
    page.goto("here-i-stand/withdraw.html")
    page.evaluate("document.fonts.ready")
    ours = [file for file in (site / "assets/stylesheets").iterdir() if "." not in file.stem]  # the theme's have a hash
    assert 0 < sum((site / font).stat().st_size for font in fonts) <= FONT_BUDGET
    assert 0 < sum(file.stat().st_size for file in ours) <= STYLE_BUDGET


def test_a_page_is_called_by_its_heading(open_page: Callable[..., Page]) -> None:
    page = open_page("here-i-stand/withdraw.html")
    assert page.title() == "13.4 Withdrawing into fortifications - Responsa"


def test_each_rulebook_has_its_colour_in_light_and_dark(open_page: Callable[..., Page]) -> None:
    headers = set()
    folders = [
        rulebook.folder for rulebook in Settings.read(Path(__file__).parents[2] / "pyproject.toml").rulebooks.values()
    ]
    for scheme in ("light", "dark"):
        for path in ["index.html", *(f"{folder}/index.html" for folder in folders)]:
            page = open_page(path, color_scheme=scheme)
            headers.add(page.eval_on_selector(".md-header", "it => getComputedStyle(it).backgroundColor"))
    assert len(headers) == 2 * (1 + len(folders))


def test_the_switch_goes_from_system_to_light_to_dark(open_page: Callable[..., Page]) -> None:
    page = open_page(color_scheme="dark")
    schemes = [page.get_attribute("body", "data-md-color-scheme")]
    for _ in range(3):
        page.click("label.md-header__button[for^=__palette]:visible")
        schemes.append(page.get_attribute("body", "data-md-color-scheme"))
    assert schemes == ["slate", "default", "slate", "slate"]
    page.reload()
    assert page.get_attribute("body", "data-md-color-scheme") == "slate"


def test_the_book_reads_without_scripts(open_page: Callable[..., Page]) -> None:
    page = open_page("here-i-stand/withdraw.html", java_script_enabled=False)
    small_print = page.locator("details.rule-about").first
    assert page.locator("p.rule").first.is_visible()
    assert not small_print.locator("li").first.is_visible()
    small_print.locator("summary").click()
    assert small_print.locator("li").first.is_visible()
