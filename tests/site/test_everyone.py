"""The book for everyone: large letters, no mouse, no motion, no scripts, a small screen."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from responsa.book import Settings
from tests.site.test_pages import OVERFLOW, one_of_each

ROOT = Path(__file__).parents[2]
RULES = "here-i-stand/withdraw.html"
PHONE = {"width": 360, "height": 740}
MOST_STOPS = 600

CUT = """() => [...document.querySelectorAll(".md-content *")].filter((it) => {
  const isHidden = ["hidden", "clip"].includes(getComputedStyle(it).overflowX) && it.checkVisibility();
  return isHidden && it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1 && it.textContent.trim();
}).map((it) => it.outerHTML.slice(0, 80))"""

FOCUS = """() => {
  const it = document.activeElement;
  if (it === document.body) return null;
  const shown = it.matches(".md-option") ? it.nextElementSibling : it; // the theme hides the switch behind its label
  const { outlineStyle, outlineColor } = getComputedStyle(shown);
  const top = document.querySelector(".md-header").offsetHeight;
  const { bottom, width } = shown.getBoundingClientRect();
  const header = shown.closest(".md-header, .md-tabs");
  const isLight = (colour) => colour.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) > 382;
  return {
    name: it.outerHTML.slice(0, 80),
    isSeen: outlineStyle !== "none" && width > 0 && (!header || isLight(outlineColor)),
    isBehind: !header && !it.closest(".md-sidebar, .md-skip") && bottom <= top,
  };
}"""

BROKEN = """() => [...document.querySelectorAll(".md-content :is(.rule-ref, .rule-label, .erratum-link)")]
  .filter((it) => it.checkVisibility())
  .filter((it) => new Set([...it.getClientRects()].map(({ y }) => Math.round(y))).size > 1)
  .map((it) => it.textContent)"""

WITHOUT_HINT = """() => [...document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")]
  .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
  .filter((it) => it.tabIndex !== 0 || getComputedStyle(it).backgroundImage === "none")
  .map((it) => it.textContent.slice(0, 60))"""

MOVING = """() => [...document.querySelectorAll("*")].filter((it) => {
  const { transitionDuration, animationName } = getComputedStyle(it);
  return /[1-9]/.test(transitionDuration) || animationName !== "none";
}).map((it) => it.outerHTML.slice(0, 80))"""


class Headings(HTMLParser):
    """The levels of the headings of a page, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if re.fullmatch(r"h[1-6]", tag):
            self.levels.append(int(tag[1]))


def test_headings_are_in_order_on_every_page(site: Path, html_files: list[str]) -> None:
    faults = []
    for path in html_files:
        levels = Headings((site / path).read_text(encoding="utf-8")).levels
        skips = [(above, below) for above, below in itertools.pairwise(levels) if below > above + 1]
        if levels[:1] != [1] or levels.count(1) != 1 or skips:
            faults.append(f"{path}: {levels[:12]} {skips}")
    assert faults == []


class Languages(HTMLParser):
    """The words of a page that are written in Russian letters where the page does not say so."""

    VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "path", "source", "wbr"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.unmarked: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append((tag, dict(attrs).get("lang") or (self.open[-1][1] if self.open else "")))

    def handle_endtag(self, tag: str) -> None:
        while tag not in self.VOID and self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if re.search("[А-Яа-яЁё]", data) and self.open[-1][1] != "ru" and self.open[-1][0] != "script":
            self.unmarked.append(data.strip())


def test_russian_words_say_that_they_are_russian(site: Path, html_files: list[str]) -> None:
    unmarked = {path: Languages((site / path).read_text(encoding="utf-8")).unmarked for path in html_files}
    assert {path: words[:3] for path, words in unmarked.items() if words} == {}


@pytest.mark.parametrize("width", [390, 1280])
def test_letters_of_twice_the_size_lose_nothing(
    browser: Browser, address: str, site: Path, html_files: list[str], width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    faults = []
    for path in one_of_each(site, html_files):
        page.goto(address + path)
        page.evaluate("document.documentElement.style.fontSize = '250%'")  # the theme's own is 125 %
        if (too_wide := page.evaluate(OVERFLOW)) > 0:
            faults.append(f"{path} is {too_wide} px too wide")
        faults += [f"{path} cuts {cut}" for cut in page.evaluate(CUT)]
    context.close()
    assert faults == []


@pytest.mark.parametrize(("path", "width"), [(RULES, 1280), (RULES, 390), ("index.html", 1280)])
def test_the_keyboard_goes_through_a_whole_page_and_is_seen(
    open_page: Callable[..., Page], path: str, width: int
) -> None:
    page = open_page(path, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    stops = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if (stop := page.evaluate(FOCUS)) is None:
            break
        stops.append(stop)
    assert 10 < len(stops) < MOST_STOPS
    assert [stop["name"] for stop in stops if not stop["isSeen"]] == []
    assert [stop["name"] for stop in stops if stop["isBehind"]] == []


def test_on_a_phone_no_number_is_broken_and_nothing_is_cut_without_a_hint(
    browser: Browser, address: str, site: Path, html_files: list[str]
) -> None:
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    faults = []
    for path in one_of_each(site, html_files):
        page.goto(address + path)
        page.wait_for_timeout(50)  # frames are dressed after the first picture
        faults += [f"{path} breaks {number}" for number in page.evaluate(BROKEN)]
        faults += [f"{path} cuts {frame!r}" for frame in page.evaluate(WITHOUT_HINT)]
    context.close()
    assert faults == []


@pytest.mark.parametrize("path", ["index.html", RULES])
def test_nothing_moves_where_that_is_not_wanted(open_page: Callable[..., Page], path: str) -> None:
    assert open_page(path, reduced_motion="reduce").evaluate(MOVING) == []


def test_pages_read_well_without_scripts(browser: Browser, address: str, site: Path, html_files: list[str]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for path in one_of_each(site, html_files):
        page.goto(address + path)
        assert page.locator("main h1").is_visible(), path
        assert page.locator("main button:visible:not([hidden])").all_text_contents() == [], (
            f"{path} has a button that does nothing"
        )
        assert page.locator("main :is(input, select):visible").count() == 0, path
    context.close()


def test_pages_about_a_rulebook_wear_its_colours(site: Path) -> None:
    for rulebook in Settings.read(ROOT / "pyproject.toml").rulebooks.values():
        mark = f'<div class="rulebook rulebook-{rulebook.key.lower()}'
        for place in ("questions", "errata", "api"):
            assert mark in (site / place / f"{rulebook.folder}.html").read_text(encoding="utf-8")
        assert mark in (site / rulebook.folder / "index.html").read_text(encoding="utf-8")


def test_the_front_page_answers_at_first_sight(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 390, "height": 800})
    answer = page.locator("p.answer")
    box = answer.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 800
    printed = page.locator(".case code .go").last.text_content() or ""
    assert (answer.text_content() or "").replace("[", "").replace("]", "") in printed.replace("[", "").replace("]", "")
    assert answer.locator("a").get_attribute("href") == "here-i-stand/withdraw.html#his-13.4d"
