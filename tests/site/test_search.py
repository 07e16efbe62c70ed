"""A reader types a rule number or a player's words and finds the rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page


@pytest.mark.parametrize(
    ("words", "place", "at_worst"),
    [
        ("13.4", "here-i-stand/withdraw.html", 1),
        ("13.4c", "here-i-stand/withdraw.html", 1),
        ("shut the gates", "here-i-stand/withdraw.html", 3),
        ("отступление в укрепления", "here-i-stand/withdraw.html", 3),
        ("avoid battle", "here-i-stand/avoid-battle.html", 3),
    ],
)
def test_the_rule_is_among_the_first_hits(
    open_page: Callable[..., Page], words: str, place: str, at_worst: int
) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    page.fill("input.md-search__input", words)
    page.press("input.md-search__input", "End")  # the search listens for keys
    hits = page.locator(".md-search-result__item > a.md-search-result__link")
    hits.first.wait_for(state="attached")
    found = [hit.get_attribute("href") or "" for hit in hits.all()[:at_worst]]
    assert any(place in hit for hit in found), found
