"""What axe finds on a page: all its rules by day, and by night those of colours, for nothing else changes then."""

from __future__ import annotations

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OF_COLOURS = ["color-contrast", "link-in-text-block"]


def found_by_axe(page: Page) -> list[str]:
    """What stands in somebody's way on the page as it is, told in words."""
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    page.locator("body[data-md-color-scheme=slate]").wait_for()
    found += violations(page, OF_COLOURS)
    page.emulate_media(color_scheme="light")
    page.locator("body[data-md-color-scheme=default]").wait_for()
    return found


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What breaks one of these rules of axe, or any of all."""
    only = {"runOnly": [*rules]} if rules else {}
    results = Axe().run(page, options={"resultTypes": ["violations"], **only})
    return [results.generate_report()] if results.violations_count else []
