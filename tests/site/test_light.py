"""What a visit transfers, from a host that compresses and lets browsers keep files; the whole book comes after that."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from responsa.site.finish import light, whole
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

SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifted += value; })
  .observe({ type: "layout-shift", buffered: true });
"""


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


def test_styles_come_in_one_file_that_is_always_the_same(site: Path, html_files: list[str]) -> None:
    names = set()
    for path in html_files:
        links = re.findall(r'<link rel="stylesheet" href="[./]*([^"]+)">', (site / path).read_text(encoding="utf-8"))
        common = [
            link for link in links if link.startswith((f"{light.FOLDER}/", "assets/_"))
        ]  # others are for few pages
        names |= {*common}
        assert len(common) == 1, path
    (name,) = names
    text = (site / name).read_bytes()
    assert name == f"{light.FOLDER}/all.{hashlib.sha256(text).hexdigest()[:8]}.css"
    for file in ("type", "colour", "rules", "drawings"):
        assert (site / f"{light.FOLDER}/{file}.css").read_text(encoding="utf-8").strip().encode() in text


def test_styles_that_would_not_find_their_files_are_refused(tmp_path: Path) -> None:
    for name, text in (("assets/stylesheets/a.css", "a{}"), ("assets/b.css", "@font-face { src: url(fonts/x.woff2) }")):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    links = "".join(f'<link rel="stylesheet" href="{name}">' for name in ("assets/stylesheets/a.css", "assets/b.css"))
    (tmp_path / "index.html").write_text(links)
    with pytest.raises(ValueError, match=r"assets/b\.css loads files"):
        light.put_together(tmp_path)


def test_fonts_are_asked_for_at_once_but_not_by_pages_of_a_folder(
    open_page: Callable[..., Page], served: Host, site: Path
) -> None:
    page = open_page("about:blank")
    faults: list[str] = []
    page.on("console", lambda it: faults.append(it.text))
    for address, count in ((served.address, len(light.AT_ONCE)), (f"{site.as_uri()}/", 0)):
        for path in ("index.html", RULE_PAGE):
            page.goto(address + path)
            page.evaluate("document.fonts.ready")
            assert page.locator("link[rel=preload]").count() == count
    assert not faults


def test_words_do_not_move_when_the_typeface_comes(open_page: Callable[..., Page], served: Host) -> None:
    page = open_page("about:blank", viewport={"width": 412, "height": 823})
    page.add_init_script(SHIFTS)
    for path in PAGES:
        page.goto(served.address + path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.fonts.ready.then(() => window.shifted)") < 0.1, path
