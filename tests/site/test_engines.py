"""The journeys of a reader, in three browsers: Chromium, Firefox and WebKit. No page may complain of anything."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from responsa.desk.calculators import NAMES
from responsa.site.finish import offline
from tests.site import engines
from tests.site.engines import LISTENER, Engine, Reader
from tools.browser import CHROMIUM
from tools.host import Host, host

RULES = "here-i-stand/withdraw.html"
NEEDED = {
    "chromium": (CHROMIUM,),
    "firefox": (engines.FIREFOX,),
    "webkit": (engines.WEBKIT, engines.DISPLAY),
}
SAME = "✓ The same as printed."


@pytest.fixture(scope="module")
def listening(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with a script on each page that notes whatever the page complains of."""
    copy = shutil.copytree(site, tmp_path_factory.mktemp("listening") / "site", ignore=shutil.ignore_patterns("*.map"))
    (copy / "assets/listener.js").write_text(LISTENER, encoding="utf-8")
    for page in copy.rglob("*.html"):
        root = "../" * (len(page.relative_to(copy).parts) - 1) if page.name != "404.html" else "/"
        text = page.read_text(encoding="utf-8")
        assert text.count("<head>") == 1, page
        script = f'<head><script src="{root}assets/listener.js"></script>'
        page.write_text(text.replace("<head>", script), encoding="utf-8")
    offline.main(str(copy))
    return copy


@pytest.fixture(scope="module")
def served(listening: Path) -> Iterator[Host]:
    with host(listening) as served:
        yield served


@pytest.fixture(scope="module", params=NEEDED)
def reader(request: pytest.FixtureRequest, served: Host) -> Iterator[Reader]:
    """A reader with a browser that has never seen the book."""
    missing = [str(path) for path in NEEDED[request.param] if not path.exists()]
    if missing:
        words = f"{', '.join(missing)} is missing: run tools/install-browsers as root"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(words)
    with _engine(request) as engine:
        yield Reader(engine)


def _engine(request: pytest.FixtureRequest) -> AbstractContextManager[Engine]:
    """The browser of that name."""
    if request.param == "chromium":
        return engines.chromium(request.getfixturevalue("chromium"))
    return {"firefox": engines.firefox, "webkit": engines.webkit}[request.param]()


@pytest.fixture(autouse=True)
def quiet(reader: Reader, served: Host) -> Iterator[None]:
    """After each journey no page has complained."""
    reader.resize(1280, 900)
    yield
    assert reader.complaints() == []


def test_the_front_page_answers(reader: Reader, served: Host) -> None:
    reader.open(served.address)
    assert "13.4d" in reader.see("p.answer")
    reader.click("p.answer a[href]")
    reader.wait("() => location.hash === '#his-13.4d' && document.querySelector('#his-13\\\\.4d:target') !== null")


def test_the_search_by_keyboard(reader: Reader, served: Host) -> None:
    reader.open(served.address)
    reader.press("/")
    reader.see("#search-input")
    reader.write("withdraw")
    reader.see("#search-results [role=option]")
    assert reader.js("() => document.querySelector('#search-results').clientHeight") > 200
    for _ in range(2):
        reader.press("ArrowDown")
    reader.press("Enter")
    reader.wait("() => location.hash !== '' && !document.querySelector('dialog.search[open]')")


def test_a_card(reader: Reader, served: Host) -> None:
    reader.open(served.address + RULES)
    reader.hover("p.rule a.rule-ref")
    assert reader.see("[role=tooltip].card")
    reader.press("Escape")
    reader.wait("() => !document.querySelector('[role=tooltip].card')?.checkVisibility()")


COPIED = """() => { window.copied = ""; navigator.clipboard ??= {};
  navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"""


def test_code_is_copied(reader: Reader, served: Host) -> None:
    reader.open(served.address + RULES)
    reader.click(".md-code__button")
    assert "Copied" in reader.see(".md-dialog", "Copied")


def test_an_example_is_run_edited_and_shared(reader: Reader, served: Host) -> None:
    reader.open(served.address + RULES)
    reader.click(".run-button")
    reader.see(".run-status", SAME)
    field = """(code) => { const field = document.querySelector(".run textarea"); field.value = code;
      field.dispatchEvent(new Event("input", { bubbles: true })); field.focus(); }"""
    reader.js(field, "print(6 * 7)")
    reader.press("Control", "Enter")
    reader.see(".run-output pre", "42")
    reader.see(".run[aria-busy=false]")
    reader.js(COPIED)
    reader.js(
        "() => [...document.querySelectorAll('.run button')].find((it) => it.textContent === 'Copy link').click()"
    )
    reader.see(".run-status", "link")
    link = reader.js("() => location.href")
    reader.open(link)
    assert "came with the link" in reader.see(".run-status", "link")
    assert reader.js("() => document.querySelector('.run textarea').value") == "print(6 * 7)"


@pytest.mark.parametrize("code", ["while True:\n    pass", "import time\ntime.sleep(1000)"])
def test_stop_stops(reader: Reader, served: Host, code: str) -> None:
    reader.open(served.address + RULES)
    reader.click(".run-button")
    reader.see(".run-status", SAME)
    field = """(code) => { const field = document.querySelector(".run textarea"); field.value = code;
      field.dispatchEvent(new Event("input", { bubbles: true })); field.focus(); }"""
    reader.js(field, code)
    reader.press("Control", "Enter")
    reader.see(".run-status", "Running.")
    reader.js("() => [...document.querySelectorAll('.run button')].find((it) => it.textContent === 'Stop').click()")
    reader.see(".run-status", "Stopped.")
    reader.js(field, "print(6 * 7)")
    reader.press("Control", "Enter")
    reader.see(".run-output pre", "42")


def test_every_calculator_answers(reader: Reader, served: Host) -> None:
    for name in NAMES:
        reader.open(f"{served.address}calculators/{name}.html")
        reader.click(".calc-ask")
        reader.wait(
            """() => { const answer = document.querySelector(".calc-answer");
              return answer.getAttribute("aria-busy") === "false" && document.querySelector(".calc-ask").hidden; }"""
        )
        assert reader.js("() => document.querySelector('.calc-result').textContent.length") > 20, name


def test_the_errata_can_be_filtered(reader: Reader, served: Host) -> None:
    reader.open(f"{served.address}errata/index.html")
    count = "() => [...document.querySelectorAll('tbody tr')].filter((it) => it.checkVisibility()).length"
    before = reader.js(count)
    reader.click(".errata-filter select, .errata-filter input, .errata-filter button")
    reader.js(
        """() => { const select = document.querySelector(".errata-filter select");
          select.selectedIndex = 1; select.dispatchEvent(new Event("change", { bubbles: true }));
          select.dispatchEvent(new Event("input", { bubbles: true })); }"""
    )
    assert 0 < reader.js(count) < before
    reader.press("Escape")


def test_dark(reader: Reader, served: Host) -> None:
    reader.open(served.address)
    scheme = "() => document.body.getAttribute('data-md-color-scheme')"
    seen = [reader.js(scheme)]
    for _ in range(3):
        reader.click("label.md-header__button[for^=__palette]")
        seen.append(reader.js(scheme))
    assert set(seen) == {"default", "slate"}
    reader.js("() => localStorage.clear()")


def test_a_narrow_window(reader: Reader, served: Host) -> None:
    reader.resize(390, 800)
    for path in ("", RULES, "calculators/field-battle.html", "errata/index.html", "questions/here-i-stand.html"):
        reader.open(served.address + path)
        wide = "() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
        assert reader.js(wide) <= 0, path
        assert reader.see("h1")


def test_from_a_folder(reader: Reader, listening: Path) -> None:
    reader.open((listening / RULES).as_uri())
    assert reader.see("p.rule")
    assert "opened from a folder" in reader.see(".run-note")
    reader.press("/")
    reader.see("#search-input")
    reader.write("13.4d")
    assert reader.see("#search-results [role=option]", "13.4d")
    reader.press("Escape")


def test_without_a_network(reader: Reader, listening: Path) -> None:
    with host(listening) as served:
        reader.open(served.address + RULES)
        reader.wait(
            """async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated"
              && navigator.serviceWorker.controller !== null"""
        )
    for path in ("", "hellenes/index.html", "questions/here-i-stand.html", "about/how-to-read.html"):
        reader.open(served.address + path)
        assert reader.see("h1")
    reader.press("/")
    reader.see("#search-input")
    reader.write("13.4d")
    assert reader.see("#search-results [role=option]", "13.4d")
    reader.press("Escape")
