"""The site in a second language: the same pages, led to from each other, with words of their own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from responsa.site.words import SOURCE, words
from tests.book.minibook import MiniBook, minibook
from tests.book.test_translation import RUSSIAN

__all__ = ["minibook"]

ROOT = Path(__file__).parents[2]
MKDOCS = """
site_name: Minibook
strict: true
use_directory_urls: false
theme: {name: material, font: false}
nav: [index.md, Walls: [his/walls.md], api.md, errata/his.md]
plugins: [responsa]
"""
SAID = re.compile(r"(?:\bsay|responsaSay)\(\s*\"((?:[^\"\\]|\\.)+)\"")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small book in two languages, of whose pages two are translated."""
    with pytest.MonkeyPatch.context() as patch:
        book: MiniBook = minibook.__wrapped__(tmp_path_factory.mktemp("book"), patch)  # type: ignore[attr-defined]
        settings = book.root / "pyproject.toml"
        settings.write_text(settings.read_text().replace('docs = "docs"', 'docs = "docs"\nlanguages = ["ru"]'))
        book.write(
            "his/index.md", "# The walls of a town\n\n## Where to begin\n\nSee [walls](walls.md) and [API](../api.md)."
        )
        book.write("his/index.ru.md", "# Стены города\n\n## С чего начать\n\nСм. [стены](walls.md) и [код](../api.md).")
        book.write("his/walls.ru.md", RUSSIAN)
        (book.root / "mkdocs.yml").write_text(MKDOCS.replace("his/walls.md", "his/index.md, his/walls.md"))
        command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
        done = subprocess.run(command, cwd=book.root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return book.root / "site"


def text_of(site: Path, page: str) -> str:
    return (site / page).read_text(encoding="utf-8")


def test_a_translated_page_has_its_words_and_the_code_of_the_original(built: Path) -> None:
    html = text_of(built, "ru/his/walls.html")
    assert '<html lang="ru"' in html
    assert "самое большее" in html
    assert "О правиле 13.4d" in html
    assert re.search(r'href="\.\./\.\./api\.html#minibook\d+\.walls\.MAX_INSIDE">четыре</a>', html)
    assert "may_withdraw(<" in html or "may_withdraw" in html
    assert "must not" not in html


def test_pages_that_are_not_translated_stay_out_and_are_linked_in_the_original(built: Path) -> None:
    assert not (built / "ru/api.html").exists()
    assert not (built / "ru/index.html").exists()
    assert 'href="../../api.html"' in text_of(built, "ru/his/index.html")
    assert 'href="../../errata/his.html#his-e42"' in text_of(built, "ru/his/walls.html")


def test_headings_keep_the_anchors_of_the_original(built: Path) -> None:
    assert re.search(r'<h2 id="where-to-begin"[^>]*>С чего начать', text_of(built, "ru/his/index.html"))
    assert 'id="his-13.4"' in text_of(built, "ru/his/walls.html")


def test_each_page_leads_to_itself_in_the_other_language(built: Path) -> None:
    english, russian = text_of(built, "his/walls.html"), text_of(built, "ru/his/walls.html")
    assert '<link rel="alternate " hreflang="ru" href="../ru/his/walls.html">' in english
    assert '<link rel="alternate " hreflang="en" href="../../his/walls.html">' in russian
    assert re.search(r'<a class="language" lang="en"[^>]* href="\.\./\.\./his/walls\.html"[^>]*>EN</a>', russian)
    assert "hreflang" not in text_of(built, "api.html")


def test_an_edition_has_no_assets_of_its_own(built: Path) -> None:
    assert not (built / "ru/assets").exists()
    html = text_of(built, "ru/his/walls.html")
    addresses = re.findall(r'(?:src|href)="([^"#]*assets/[^"]+)"', html)
    assert addresses
    for address in addresses:
        assert (built / "ru/his" / address).resolve().is_file(), address


def test_cards_search_feed_and_markdown_are_in_both_languages(built: Path) -> None:
    assert "самое большее четыре" in text_of(built, "assets/cards/ru/his.js")
    assert "At most four" in text_of(built, "assets/cards/his.js")
    index = text_of(built, "assets/search/index-ru.js").removeprefix("globalThis.responsaOwnIndex=").rstrip(";\n")
    assert [row[0] for row in json.loads(index)["pages"]] == ["ru/his/index.html", "ru/his/walls.html"]
    assert 'xml:lang="ru"' in text_of(built, "ru/feed.xml")
    assert "отряда" in text_of(built, "ru/his/walls.md")
    assert "ru/his/walls.md" in text_of(built, "llms.txt")


def test_everything_that_the_site_says_is_there_in_russian() -> None:
    russian = words("ru")
    pages = {*re.findall(SAID, "\n".join(map(_read, (ROOT / "src/responsa/site").rglob("*.py"))))}
    scripts = {*re.findall(SAID, "\n".join(map(_read, (ROOT / "src/responsa/web").rglob("*.js"))))}
    assert pages
    assert pages <= {*russian.pages}, pages - {*russian.pages}
    assert scripts
    assert scripts <= {*russian.scripts}, scripts - {*russian.scripts}


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("part", ["pages", "scripts"])
def test_russian_words_have_the_same_places_for_values(part: str) -> None:
    for english, russian in getattr(words("ru"), part).items():
        named = r"\{[a-z]+\}"
        assert sorted(re.findall(named, english)) == sorted(re.findall(named, russian))
        assert len(re.findall(r"\{\d?\}", english)) >= len(re.findall(r"\{\d?\}", russian))
    assert words(SOURCE)("Source") == "Source"


def test_the_switch_keeps_the_rule(open_page: Callable[..., Page]) -> None:
    page = open_page("here-i-stand/withdraw.html#his-13.4d")
    page.locator("a.language").click()
    page.wait_for_url("**/ru/here-i-stand/withdraw.html#his-13.4d")
    expect(page.locator("[id='his-13.4d']")).to_contain_text("сухопутных отрядов")
    page.locator("a.language").click()
    page.wait_for_url("**/here-i-stand/withdraw.html#his-13.4d")


def test_the_search_of_a_russian_page_finds_russian_first_and_english_too(open_page: Callable[..., Page]) -> None:
    page = open_page("ru/here-i-stand/withdraw.html")
    page.keyboard.press("/")
    page.locator("#search-input").fill("сколько отрядов может запереться в крепости")
    first = page.locator(".search-result").first
    expect(first).to_contain_text("запереться")
    assert "/ru/" in str(first.get_attribute("href"))
    page.locator("#search-input").fill("shut the gates")
    expect(page.locator(".search-result").first).to_be_visible()


def test_a_card_on_a_russian_page_is_russian(open_page: Callable[..., Page]) -> None:
    page = open_page("ru/here-i-stand/withdraw.html")
    page.locator("a.rule-ref[href='#his-13.4d']").first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#card")).to_contain_text("сухопутных отрядов")
