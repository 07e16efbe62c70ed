"""Old addresses lead somewhere, and an address that leads nowhere is answered by a page that helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from responsa.book import Book, Settings
from responsa.book.snapshot import read_history
from responsa.rules import RuleId
from responsa.site.finish import moved, policy
from tools.host import host

BOOK = Book.read(Settings.read(Path(__file__).parents[2] / "pyproject.toml"))
Ask = Callable[[str], Page]


@pytest.fixture
def ask(open_page: Callable[..., Page], site: Path) -> Iterator[Ask]:
    """Follows a link as a reader would, on a host that shows the page for what is not there."""
    with host(site) as served:
        yield lambda path: open_page(served.address + path)


def test_every_page_that_there_ever_was_leads_somewhere() -> None:
    pages = {f"{path.removesuffix('.md')}.html" for path in BOOK.pages}
    assert not [*moved.faults_of_addresses(moved.read_addresses(BOOK.settings.docs), pages)]


def test_a_page_that_is_lost_would_be_noticed() -> None:
    addresses = {"old.html": "new.html#x", "lost.html": "", "gone.html": "old.html", "new.html": "other.html"}
    assert [*moved.faults_of_addresses(addresses, {"new.html", "unknown.html"})] == [
        "unknown.html is missing: make snapshot",
        "lost.html is gone, and nothing is no page: say in about/addresses.csv where its matter is now",
        "gone.html is gone, and old.html is no page: say in about/addresses.csv where its matter is now",
        "new.html is a page; it cannot have moved to other.html",
    ]


def test_every_id_that_there_ever_was_has_a_place() -> None:
    known = {id_ for page in moved.places(BOOK).values() for id_ in page["ids"]}
    for entry in read_history(BOOK.settings):
        anchor = entry.id.lower() if "-E" in entry.id else RuleId.of(entry.id).anchor
        assert anchor in known or (entry.what == "gone" and "-E" in entry.id), entry.id


def test_an_old_address_leads_on_with_its_fragment(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "gates.html").write_text('<!doctype html><meta charset="utf-8"><p id="his-13.4d">Four.</p>')
    moved.put_stubs(tmp_path, {"his/old/walls.html": "gates.html", "gates.html": ""}, "Walls & Gates")
    policy.main(str(tmp_path))
    with host(tmp_path) as served:
        page = browser.new_page()
        page.goto(f"{served.address}his/old/walls.html#his-13.4d")
        page.wait_for_url("**/gates.html#his-13.4d")
        page.close()


def test_a_page_is_never_overwritten(site: Path) -> None:
    with pytest.raises(ValueError, match=r"index\.html is a page"):
        moved.put_stubs(site, {"index.html": "glossary.html"}, "Responsa")


def test_a_link_to_a_rule_finds_it_on_whatever_page_it_stands(ask: Ask) -> None:
    ask("hellenes/combat.html#HIS-13.4d").wait_for_url("**/here-i-stand/withdraw.html#his-13.4d")


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        ("rules/HIS-13.4c", "here-i-stand/withdraw.html#his-13.4c"),
        ("HIS%2013.4c.html", "here-i-stand/withdraw.html#his-13.4c"),
        ("a/b/c/9.2.1.2a", "hellenes/winter-movement.html#hel-9.2.1.2a"),
        ("here-i-stand/13.4z", "here-i-stand/withdraw.html#his-13.4"),
        ("withdraw.html", "here-i-stand/withdraw.html"),
        ("here-i-stand/withdrow", "here-i-stand/withdraw.html"),
        ("rebel-mony/", "republic-of-rome/rebel-money.html"),
    ],
)
def test_the_page_for_what_is_not_there_offers_what_was_meant(ask: Ask, address: str, answer: str) -> None:
    page = ask(address)
    page.locator(".missing code").wait_for()
    assert page.locator("h1").inner_text() == "There is no such page"
    first = page.locator(".missing li a").first.get_attribute("href") or ""
    assert first.endswith(f"/{answer}")
    assert page.locator(".md-header").evaluate("it => getComputedStyle(it).position") == "sticky"


def test_it_offers_nothing_for_what_is_like_nothing_but_still_the_search(ask: Ask) -> None:
    page = ask("xyzzy/qwertyuiop")
    page.locator(".missing code").wait_for()
    assert page.locator(".missing li").count() == 0
    page.get_by_role("link", name="qwertyuiop").click()
    page.locator("dialog.search[open]").wait_for()
    page.wait_for_url(lambda url: url.endswith("/index.html?q=qwertyuiop"))


def test_it_helps_without_scripts(browser: Browser, site: Path) -> None:
    with host(site) as served:
        page = browser.new_page(java_script_enabled=False)
        answer = page.goto(f"{served.address}a/b/c")
        assert answer is not None
        assert answer.status == 404
        page.get_by_role("link", name="Here I Stand").last.click()
        page.wait_for_url("**/here-i-stand/index.html")
        page.close()


@pytest.mark.parametrize(
    "address", ["here-i-stand/siege.html#his-13.4%", "errata/index.html#his-13%", "no/such/%E0%A4%A", "%"]
)
def test_a_malformed_address_is_no_error(browser: Browser, site: Path, address: str) -> None:
    with host(site) as served:
        page = browser.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(served.address + address, wait_until="networkidle")
        assert page.locator("h1").is_visible()
        page.close()
    assert faults == []
