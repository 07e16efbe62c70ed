"""The list of errata: a plain table that a few lines of script make sortable and filterable."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from responsa.book import Book, Settings

PAGE = "errata/here-i-stand.html"
ROWS = ".errata-list tbody tr:visible"
ERRATA = [erratum for erratum in Book.read(Settings.read()).errata.values() if erratum.id.startswith("HIS-")]


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page(PAGE)


def column(page: Page, number: int) -> list[str]:
    """The cells of a column of the list, top down, as far as they are shown."""
    rows = page.locator(ROWS)
    cells = [row.locator("td").nth(number).inner_text() for row in rows.all()]
    return [cell.strip() for cell in cells]


def ids(page: Page) -> list[str]:
    """The errata that are shown in the list."""
    return [name.partition(" ")[0] for name in column(page, 0)]


def test_without_scripts_it_is_a_table(open_page: Callable[..., Page]) -> None:
    page = open_page(PAGE, java_script_enabled=False)
    assert page.locator(".errata-filter, th > button").count() == 0
    assert page.locator(".errata-list tbody tr").count() == len(ERRATA)


def test_it_is_sorted_with_the_keyboard(page: Page) -> None:
    head = page.get_by_role("columnheader", name="severity").first
    head.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    ascending = column(page, 4)[: len(ERRATA)]
    assert ascending == sorted(erratum.fields["severity"] for erratum in ERRATA)
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert column(page, 4)[: len(ERRATA)] == ascending[::-1]
    page.get_by_role("columnheader", name="type").first.get_by_role("button").click()
    assert head.get_attribute("aria-sort") is None


def test_numbers_are_sorted_as_numbers(page: Page) -> None:
    button = page.get_by_role("columnheader", name="erratum").first.get_by_role("button")
    button.click()
    button.click()
    last = max(ERRATA, key=lambda erratum: int(erratum.id.partition("-E")[2]))
    assert ids(page)[0] == last.id


def test_it_is_filtered_by_field_and_by_rule(page: Page) -> None:
    changing = [erratum for erratum in ERRATA if erratum.fields["severity"] == "changes play"]
    page.get_by_label("severity").select_option("changes play")
    assert page.locator("output").inner_text() == f"{len(changing)} of {len(ERRATA)} errata"
    page.get_by_label("rule or word").fill("13.4d")
    wanted = [erratum.id for erratum in changing if "HIS 13.4d" in erratum.fields["rule"]]
    assert ids(page)[: len(wanted)] == wanted
    assert page.locator("output").inner_text() == f"{len(wanted)} of {len(ERRATA)} errata"


def test_what_is_printed_and_what_is_ruled_stand_side_by_side(page: Page) -> None:
    row = page.locator(".errata-list tr", has=page.get_by_role("link", name="HIS-E08"))
    printed, ruled = row.locator("td").nth(1), row.locator("td").nth(2)
    assert printed.inner_text().startswith("The sentence is broken")
    assert ruled.inner_text().startswith("No enemy land units may be")
    assert page.locator("#his-e08 ~ .readings").first.inner_text() == (
        "May remove unrest: as printed yes (nothing bars it that can be read); as ruled no. "
        "They part in 12 of 42 places of both armies around Graz."
    )


def test_sections_and_contents_are_filtered_with_the_list(page: Page) -> None:
    page.get_by_label("rule or word").fill("HIS-E08")
    assert page.locator("h2.erratum:visible").evaluate_all("all => all.map(it => it.id)") == ["his-e08"]
    assert page.locator(".md-nav--secondary a[href^='#his-e']:visible").count() == 1
    assert page.locator("#his-e09 + p").is_hidden()


def test_what_is_chosen_stands_in_the_address(page: Page, open_page: Callable[..., Page]) -> None:
    page.get_by_label("severity").select_option("changes play")
    page.get_by_label("rule or word").fill("13.4d")
    page.wait_for_url(lambda url: url.endswith("?word=13.4d&severity=changes+play"))
    again = open_page(page.url)
    assert ids(again) == ids(page)
    assert again.get_by_label("severity").input_value() == "changes play"
    again.get_by_role("button", name="Show all").click()
    again.wait_for_url(lambda url: "?" not in url)
    assert len(ids(again)) == len(ERRATA)


def test_when_nothing_fits_it_is_said(page: Page) -> None:
    page.get_by_label("rule or word").fill("no such word")
    assert page.locator("output").inner_text() == f"none of {len(ERRATA)} errata"
    assert page.locator("h2.erratum:visible").count() == 0


def test_a_link_to_an_erratum_is_stronger_than_the_filter(open_page: Callable[..., Page]) -> None:
    page = open_page(f"{PAGE}?word=HIS-E08#his-e43")
    assert page.locator("#his-e43").is_visible()
    assert page.get_by_label("rule or word").input_value() == ""


def test_nothing_is_cut_off_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(PAGE, viewport={"width": 360, "height": 800})
    row = page.locator(".errata-list tbody tr").first
    edges = row.locator("td").evaluate_all("all => all.map(it => it.getBoundingClientRect().right)")
    assert max(edges) <= 360


def test_no_other_page_is_touched(open_page: Callable[..., Page]) -> None:
    assert open_page("glossary.html").locator(".errata-filter, th > button").count() == 0
