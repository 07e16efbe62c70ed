"""The front page: a box that takes the question, and questions to begin with."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_the_box_opens_the_search_with_the_question(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.get_by_role("searchbox").fill("how many men may shut the gates")
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox")).to_have_value("how many men may shut the gates")
    expect(page.get_by_role("option").first).to_be_visible()


def test_every_sample_question_has_an_answer(open_page: Callable[..., Page]) -> None:
    page = open_page()
    samples = page.locator(".ask a")
    assert samples.count() == 4
    for number in range(4):
        samples.nth(number).click()
        expect(page.get_by_role("option").first).to_be_visible()
        page.keyboard.press("Escape")


def test_without_scripts_no_box_promises_an_answer(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    assert not page.locator(".ask").is_visible()
