"""What a visit transfers, from a host that compresses and lets browsers keep files; the whole book comes after that."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from responsa.site import whole
from tools.host import Host, host

RULE_PAGE = "here-i-stand/withdraw.html"
FIRST_VISIT = 300_000
SECOND_VISIT = 60_000
PAGES = ("index.html", RULE_PAGE, "republic-of-rome/combat.html", "questions/here-i-stand.html", "errata/hellenes.html")
WHEN_USED = (
    "assets/search/",
    "assets/cards/",
    "assets/python/",
    "assets/moved/",
    "assets/whole/",
    "offline.js",
    ".json",
    ".map",
)


@pytest.fixture
def served(site: Path) -> Iterator[Host]:
    with host(site) as served:
        yield served


@pytest.fixture
def visit(open_page: Callable[..., Page], served: Host) -> Callable[[str], Page]:
    """Read a page until nothing more comes."""

    def visit_it(path: str) -> Page:
        page = open_page(served.address + path)
        page.evaluate("document.fonts.ready")
        page.locator("link[rel=manifest]").wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        return page

    return visit_it


def total(served: Host) -> int:
    return sum(size for _, size in served.sent)


@pytest.mark.parametrize("path", PAGES)
def test_a_first_visit_is_light(visit: Callable[[str], Page], served: Host, path: str) -> None:
    visit(path)
    assert any(name.endswith(".woff2") for name, _ in served.sent)
    assert 0 < total(served) <= FIRST_VISIT, served.sent


def test_a_second_visit_transfers_little_but_the_page(visit: Callable[[str], Page], served: Host) -> None:
    page = visit(RULE_PAGE)
    served.sent.clear()
    page.goto(f"{served.address}hellenes/winter-movement.html")
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    assert "/hellenes/winter-movement.html" in [name for name, _ in served.sent]
    assert total(served) <= SECOND_VISIT, served.sent


def test_every_rule_page_fits_a_second_visit(site: Path, html_files: list[str]) -> None:

    for path in html_files:
        if path.startswith(("hellenes/", "here-i-stand/", "republic-of-rome/")) and not path.endswith(whole.FILE):
            assert len(gzip.compress((site / path).read_bytes(), 6)) <= SECOND_VISIT, path


def test_nothing_is_fetched_before_it_is_used(visit: Callable[[str], Page], served: Host) -> None:
    page = visit(RULE_PAGE)
    early = [name for name, _ in served.sent if any(part in name for part in WHEN_USED)]
    assert not early
    page.keyboard.press("/")
    page.locator("dialog.search[open]").wait_for()
    assert [name for name, _ in served.sent if "assets/search/" in name]
