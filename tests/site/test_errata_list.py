"""The list of errata: a plain table that a few lines of script make sortable and filterable."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from responsa.book import Book, Settings

PAGE = "errata/here-i-stand.html"
ROWS = ".errata-list ~ * tbody tr:visible, .errata-list ~ table tbody tr:visible"
ERRATA = [erratum for erratum in Book.read(Settings.read()).errata.values() if erratum.id.startswith("HIS-")]


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page(PAGE)


def column(page: Page, number: int) -> list[str]:
    """The cells of a column of the list, top down, as far as they are shown."""
    rows = page.locator(ROWS)
    cells = [row.locator("td").nth(number).inner_text() for row in rows.all()]
    return [cell.strip() for cell in cells if re.match(r"HIS-E", rows.first.inner_text())]


def test_without_scripts_it_is_a_table(open_page: Callable[..., Page]) -> None:
    page = open_page(PAGE, java_script_enabled=False)
    assert page.locator(".errata-filter, th > button").count() == 0
    assert page.locator(".errata-list ~ table").first.locator("tbody tr").count() == len(ERRATA)


def test_it_is_sorted_with_the_keyboard(page: Page) -> None:
    head = page.get_by_role("columnheader", name="severity").first
    head.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    ascending = column(page, 3)[: len(ERRATA)]
    assert ascending == sorted(erratum.fields["severity"] for erratum in ERRATA)
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert column(page, 3)[: len(ERRATA)] == ascending[::-1]
    page.get_by_role("columnheader", name="type").first.get_by_role("button").click()
    assert head.get_attribute("aria-sort") is None


def test_numbers_are_sorted_as_numbers(page: Page) -> None:
    button = page.get_by_role("columnheader", name="erratum").first.get_by_role("button")
    button.click()
    button.click()
    last = max(ERRATA, key=lambda erratum: int(erratum.id.partition("-E")[2]))
    assert column(page, 0)[0] == last.id


def test_it_is_filtered_by_field_and_by_rule(page: Page) -> None:
    changing = [erratum for erratum in ERRATA if erratum.fields["severity"] == "changes play"]
    page.get_by_label("severity").select_option("changes play")
    assert page.locator("output").inner_text() == f"{len(changing)} of {len(ERRATA)}"
    page.get_by_label("rule or word").fill("13.4d")
    wanted = [erratum.id for erratum in changing if "HIS 13.4d" in erratum.fields["rule"]]
    assert column(page, 0)[: len(wanted)] == wanted
    assert page.locator("output").inner_text() == f"{len(wanted)} of {len(ERRATA)}"


def test_no_other_page_is_touched(open_page: Callable[..., Page]) -> None:
    assert open_page("glossary.html").locator(".errata-filter, th > button").count() == 0
