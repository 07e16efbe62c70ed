"""A reader types a rule number or a player's words and finds the rule first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("13.4", "here-i-stand/withdraw.html"),
        ("13.4c", "here-i-stand/withdraw.html"),
        ("shut the gates", "here-i-stand/withdraw.html"),
        ("отступление в укрепления", "here-i-stand/withdraw.html"),
        ("avoid battle", "here-i-stand/avoid-battle.html"),
    ],
)
def test_the_first_hit_is_the_rule(open_page: Callable[..., Page], words: str, place: str) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    page.fill("input.md-search__input", words)
    hit = page.locator(".md-search-result__item a.md-search-result__link").first
    hit.wait_for(state="attached")
    assert place in (hit.get_attribute("href") or "")
