"""Cards: what a reference points to is shown beside it, to a mouse, the keyboard and a finger, and asked for late."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from responsa.book import Book, Settings
from responsa.site.finish.cards import SUPPLEMENT, cards_of, main
from tests.book.minibook import MiniBook, minibook
from tests.site.axe import found_by_axe

__all__ = ["minibook"]

ROOT = Path(__file__).parents[2]
RULES = "here-i-stand/withdraw.html"
TOUCH = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 800}}
CARD_BUDGET = 70_000


def card_of(page: Page) -> Locator:
    return page.locator("[role=tooltip].card")


def reference(page: Page, to: str) -> Locator:
    return page.locator(f".md-content a:not(.rule-label, .headerlink)[href$='#{to}']:visible").first


# --- what they say ---


def test_rules_clauses_errata_and_terms_have_cards(minibook: MiniBook) -> None:
    minibook.change("his/walls.md", "{source: battle 10}", "{supplement: HIS-2010 13.4}")
    minibook.write("glossary.md", "# Glossary\n\n### siege\n\n{term: HIS; russian: осада}\n\nMen *around* walls.\n")
    cards = cards_of(Book.read(minibook.settings))
    his = cards["his"]
    assert his["13.4c"] == ["The walls", "The space must be fortified [13.4d].", SUPPLEMENT]
    assert his["13.4d"] == ["The walls", "At most four units may withdraw."]
    assert his["13.4"][1].startswith("13.4c The space must be fortified")
    assert his["13.4"][1].endswith("(the first of 2 rules)")
    assert his["13"][1] == "13.4 The walls"
    assert his["e42"][0]
    assert cards["term"] == {"siege": ["siege", "Men around walls.", "Russian: осада"]}


def test_every_rule_clause_erratum_and_term_of_the_book_has_one() -> None:
    book = Book.read(Settings.read(ROOT / "pyproject.toml"))
    cards = cards_of(book)
    anchors = {f"{file}-{key}" for file, entries in cards.items() for key in entries}
    wanted = {id_.anchor for id_ in (*book.rules, *book.clauses)} | {id_.lower() for id_ in book.errata}
    assert anchors == wanted | {term.anchor for term in book.glossary.terms}
    assert [key for file in cards for key, card in cards[file].items() if not all(card)] == []


def test_the_files_are_scripts_that_hand_over_json(minibook: MiniBook) -> None:
    main(str(minibook.root / "site"), str(minibook.root / "pyproject.toml"))
    text = (minibook.root / "site/assets/cards/his.js").read_text(encoding="utf-8")
    found = re.fullmatch(r"\(globalThis\.responsaCards \?\?= \{\}\)\.his = (\{.*\});\n", text)
    assert found
    assert json.loads(found[1])["title"] == "Here I Stand"


def test_each_file_is_small(site: Path) -> None:
    data = {"hel.js", "his.js", "ror.js", "term.js"}
    for folder, names in ((site / "assets/cards", {*data, "cards.css"}), (site / "assets/cards/ru", data)):
        sizes = {file.name: len(file.read_text(encoding="utf-8")) for file in folder.iterdir() if file.is_file()}
        assert set(sizes) == names
        assert max(sizes.values()) <= CARD_BUDGET


# --- how they come ---


def test_a_card_is_fetched_when_it_is_wanted_and_not_before(open_page: Callable[..., Page]) -> None:
    page = open_page("about:blank")
    asked: list[str] = []
    page.on("request", lambda it: asked.append(it.url.rpartition("/")[2]) if "/cards/" in it.url else None)
    page.goto(RULES)
    page.wait_for_load_state("networkidle")
    assert asked == []
    for _ in range(2):
        reference(page, "his-13.4d").hover()
        card_of(page).wait_for()
        page.mouse.move(1, 1)
        card_of(page).wait_for(state="hidden")
    assert sorted(asked) == ["cards.css", "his.js"]
    text = card_of(page).text_content() or ""
    assert re.match(r"HIS 13\.4d .*Withdrawing.* · Here I Stand.*At most four land units", text)


@pytest.mark.parametrize(
    ("to", "says"),
    [
        ("his-13.1.7", "HIS 13.1.7"),
        ("his-e43", "HIS-E43"),
        ("term-ally", "ally"),
        ("his-13.4c", "HIS 13.4c"),
    ],
)
def test_clauses_errata_and_terms_have_cards_too(open_page: Callable[..., Page], to: str, says: str) -> None:
    page = open_page(RULES)
    page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
    reference(page, to).hover()
    card_of(page).wait_for()
    assert card_of(page).locator("strong").text_content() == says
    assert len(card_of(page).locator("p").all_text_contents()) >= 2


def test_the_mouse_may_go_onto_the_card(open_page: Callable[..., Page]) -> None:
    page = open_page(RULES)
    reference(page, "his-13.4d").hover()
    card_of(page).wait_for()
    card_of(page).hover()
    page.wait_for_timeout(400)
    assert card_of(page).is_visible()
    page.keyboard.press("Escape")
    assert not card_of(page).is_visible()


def test_the_keyboard_shows_and_puts_away_and_goes_on(open_page: Callable[..., Page]) -> None:
    page = open_page(RULES)
    page.locator("#his-13\\.4e .rule-label").focus()
    while page.evaluate("document.activeElement.getAttribute('href')") != "#his-13.4d":
        page.keyboard.press("Tab")
    card_of(page).wait_for()
    described = page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText"
    )
    assert "At most four land units" in described
    page.keyboard.press("Escape")
    assert not card_of(page).is_visible()
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") is None
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    card_of(page).wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**#his-13.4d")
    assert not card_of(page).is_visible()


@pytest.mark.parametrize("to", ["term-ally", "his-13.1.7"])
def test_the_first_tap_shows_and_the_second_follows(open_page: Callable[..., Page], to: str) -> None:
    page = open_page(RULES, **TOUCH)
    link = reference(page, to)
    link.tap()
    card_of(page).wait_for()
    assert page.url.endswith(RULES)
    box = card_of(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    page.locator("h1").tap()
    card_of(page).wait_for(state="hidden")
    link.tap()
    card_of(page).wait_for()
    link.tap()
    page.wait_for_url(f"**#{to}")


def test_a_card_comes_without_motion_where_that_is_asked(open_page: Callable[..., Page]) -> None:
    names = []
    for motion in ("reduce", "no-preference"):
        page = open_page(RULES, reduced_motion=motion)
        reference(page, "his-13.4d").hover()
        card_of(page).wait_for()
        names.append(card_of(page).evaluate("it => getComputedStyle(it).animationName"))
    assert names == ["none", "card"]


def test_axe_finds_nothing_while_a_card_is_shown(open_page: Callable[..., Page]) -> None:
    page = open_page(RULES, reduced_motion="reduce")
    reference(page, "his-13.4d").hover()
    card_of(page).wait_for()
    assert found_by_axe(page) == []


def test_each_rulebook_has_its_colour_on_its_cards(open_page: Callable[..., Page]) -> None:
    page = open_page("about/how-to-read.html")
    colours = set()
    for anchor in ("hel-9.4b", "his-13.4c", "ror-1.12.2a"):
        link = page.locator(".md-content p a:not(.headerlink)").first
        link.evaluate("(it, anchor) => it.setAttribute('href', '#' + anchor)", anchor)
        page.mouse.move(1, 1)
        card_of(page).wait_for(state="hidden")
        link.hover()
        card_of(page).filter(has_text=anchor.partition("-")[2]).wait_for()
        colours.add(card_of(page).evaluate("it => getComputedStyle(it).borderTopColor"))
    assert len(colours) == 3


def test_cards_work_from_a_folder(browser: Browser, site: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / RULES).as_uri())
    reference(page, "his-13.4d").hover()
    card_of(page).wait_for()
    assert "At most four land units" in (card_of(page).text_content() or "")
    context.close()
