"""By piece: what lies on the table, each with the rules, rulings, questions and errata that name it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from responsa.book import Book, Settings
from responsa.book.reader import plain_text
from responsa.here_i_stand import LEADERS
from responsa.republic_of_rome import WAR_CARDS
from responsa.site.pages.by_piece import anchor_of, on_the_table

BOOK = Book.read(Settings.read())
PAGE = "pieces/here-i-stand.html"


def entry(site: Path, page: str, name: str) -> str:
    text = (site / "pieces" / page).read_text(encoding="utf-8")
    found = re.search(rf'<details class="piece" id="{anchor_of(name)}">.*?</details>', text, re.S)
    assert found, name
    return found[0]


@pytest.mark.parametrize("rulebook", BOOK.settings.rulebooks.values(), ids=lambda rulebook: rulebook.key)
def test_each_piece_has_a_place_of_its_own(site: Path, rulebook: object) -> None:
    folder = rulebook.folder  # type: ignore[attr-defined]
    text = (site / "pieces" / f"{folder}.html").read_text(encoding="utf-8")
    names = [piece.name for kind in on_the_table(rulebook) for piece in kind.pieces]  # type: ignore[arg-type]
    ids = re.findall(r'<details class="piece" id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert {anchor_of(name) for name in names} <= set(ids)
    assert len([id_ for id_ in ids if not id_.endswith("all-of-them")]) == len(names)
    assert all(f">{name}" in text for name in names)


def test_what_is_printed_comes_from_the_data(site: Path) -> None:
    suleiman, punic = LEADERS["Suleiman"], WAR_CARDS["1st Punic War"]
    assert f"Battle Rating {suleiman.battle}, Command Rating {suleiman.command}" in entry(
        site, "here-i-stand.html", "Suleiman"
    )
    assert f"land {punic.land}, support {punic.support}, fleet {punic.naval}" in entry(
        site, "republic-of-rome.html", "1st Punic War"
    )


def test_every_rule_that_names_a_piece_is_there(site: Path) -> None:
    shown = entry(site, "here-i-stand.html", "cavalry")
    named = [id_ for id_, rule in BOOK.rules.items() if id_.rulebook == "HIS" and "cavalry" in plain_text(rule.text)]
    assert len(named) > 5
    assert all(f'#{id_.anchor}"' in shown for id_ in named)
    assert "HIS-E37" in shown
    assert "Question: " in shown


def test_a_ruling_is_named_by_the_rule_that_it_follows(site: Path) -> None:
    assert re.search(r"Rulings at: .*9\.3\.1j", entry(site, "hellenes.html", "fleet"))


def test_without_scripts_each_is_opened_by_hand(open_page: Callable[..., Page]) -> None:
    page = open_page(PAGE, java_script_enabled=False)
    assert page.locator(".piece-ask").count() == 0
    gout = page.locator("#piece-gout")
    assert gout.get_attribute("open") is None
    gout.locator("summary").click()
    expect(gout.locator("a").first).to_be_visible()


def test_a_name_is_found_by_keyboard_and_stands_in_the_address(open_page: Callable[..., Page]) -> None:
    page = open_page(PAGE)
    page.get_by_role("combobox", name="A piece").fill("Suleim")
    page.keyboard.press("Enter")
    expect(page.locator("#piece-suleiman")).to_have_attribute("open", "")
    expect(page.locator("#piece-suleiman summary")).to_be_focused()
    page.wait_for_url(lambda url: url.endswith("#piece-suleiman"))
    expect(page.locator("dialog.search")).to_have_count(0)
    page.get_by_role("combobox", name="A piece").fill("Barbarossa")
    page.keyboard.press("Enter")
    expect(page.locator(".piece-ask [role=status]")).to_have_text("No piece has this name.")


def test_an_address_opens_its_piece_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(f"{PAGE}#piece-vienna", viewport={"width": 360, "height": 740})
    expect(page.locator("#piece-vienna")).to_have_attribute("open", "")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_an_address_that_is_no_text_opens_nothing_and_is_no_error(open_page: Callable[..., Page]) -> None:
    page = open_page("about:blank")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{PAGE}#%")
    page.locator(".piece-ask").wait_for()
    assert page.locator(".piece[open]").count() == 0
    assert not faults
