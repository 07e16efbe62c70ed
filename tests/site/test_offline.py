"""After one visit the book can be read and searched without a network, and a new edition replaces the old."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from mkdocs.config.defaults import MkDocsConfig
from playwright.sync_api import Browser, BrowserContext, Page, expect

from responsa.site import finish
from responsa.site import plugin as plugin_module
from responsa.site.finish import offline, runtime
from responsa.site.plugin import BookPlugin
from tools.host import host

MOST = 3_000_000
WAIT = 60_000
BELOW = "/books/responsa/"
PAGE = "here-i-stand/withdraw.html"
OTHERS = (
    "",
    "hellenes/index.html",
    "republic-of-rome/combat.html",
    "questions/here-i-stand.html",
    "about/how-to-read.html",
)
TAKEN_OVER = """() => new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  else navigator.serviceWorker.addEventListener("controllerchange", done);
})"""
KEPT = "navigator.serviceWorker.ready.then((kept) => kept.active.state)"
UPDATE = """async () => {
  const kept = await navigator.serviceWorker.ready;
  const replaced = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  await kept.update();
  await replaced;
}"""
GIVEN_UP = """async () => {
  while (await navigator.serviceWorker.getRegistration()) await new Promise((done) => setTimeout(done, 100));
}"""
NAMES = """async () => {
  const cache = (await caches.keys()).find((name) => name.startsWith("responsa-book")) ?? "none";
  const kept = await (await caches.open(cache)).keys();
  return kept.map(({ url }) => url).filter((url) => url.includes(".html"));
}"""

ROOT = Path(__file__).parents[2]


@pytest.fixture
def copy(site: Path, tmp_path: Path) -> Path:
    """A site that may be changed."""
    return shutil.copytree(
        site, tmp_path / "site", ignore=shutil.ignore_patterns("*.map", "*.wasm", "python_stdlib.zip")
    )


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has never seen the book."""
    context = browser.new_context(keeps_the_book=True)  # type: ignore[call-arg]
    context.set_default_timeout(WAIT)
    yield context
    context.close()


def visit(context: BrowserContext, address: str) -> Page:
    """Read a page until the book is kept."""
    page = context.new_page()
    page.goto(address)
    page.evaluate(TAKEN_OVER)
    return page


def lists(site: Path) -> dict[str, dict[str, str]]:
    lines = (site / offline.WORKER).read_text(encoding="utf-8").splitlines()
    found = [
        line.removeprefix("const ").partition(" = ") for line in lines if line.startswith(("const BOOK", "const REST"))
    ]
    return {name: json.loads(value[: value.index("}") + 1]) for name, _, value in found}


def test_what_is_kept(site: Path, html_files: list[str]) -> None:
    kept = lists(site)
    assert {path for path in kept["BOOK"] if path.endswith(".html")} == {*html_files}
    assert {f"assets/python/{name}" for name in runtime.PROVED} <= {*kept["BOOK"]}
    assert [path for path in kept["BOOK"] if path.endswith((".map", ".md", ".json"))] == [offline.ALSO]
    assert not {f"assets/python/{name}" for name in runtime.FETCHED} & {*kept["BOOK"], *kept["REST"]}
    sizes = {path: len(gzip.compress((site / path).read_bytes(), 6)) for path in kept["BOOK"]}
    russian = {path for path in sizes if path.startswith("ru/") or "/ru/" in path or "-ru." in path}
    original = {path for path in sizes if path.endswith(".html")} - russian
    for others in (russian, original):
        assert sum(sizes[path] for path in sizes.keys() - others) < MOST


def test_the_worker_is_always_the_same_bytes(site: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(site, tmp_path / "site")
    offline.main(str(copy))
    assert (copy / offline.WORKER).read_bytes() == (site / offline.WORKER).read_bytes()


def test_who_reads_another_language_keeps_that_and_then_both(context: BrowserContext, site: Path) -> None:
    with host(site, BELOW) as served:
        page = visit(context, f"{served.address}ru/hellenes/index.html")
        kept = page.evaluate(NAMES)
        assert any("/ru/questions/" in url for url in kept)
        assert not any("responsa/questions/" in url for url in kept)
        page.goto(f"{served.address}questions/hellenes.html")
        page.wait_for_timeout(200)
        page.goto("about:blank")
        page.goto(f"{served.address}questions/hellenes.html")
        page.wait_for_function(f"({NAMES})().then((kept) => kept.some((url) => url.includes('responsa/papers/')))")
    page.goto(f"{served.address}ru/questions/hellenes.html")
    assert page.locator("html").get_attribute("lang") == "ru"


def test_a_worker_without_a_place_for_the_lists_is_refused(tmp_path: Path) -> None:
    template = tmp_path / offline.TEMPLATE
    template.parent.mkdir(parents=True)
    template.write_text("const BOOK = {};\n")
    with pytest.raises(ValueError, match="does not say 'const REST"):
        offline.put_worker(tmp_path)


def test_the_book_reads_without_a_network_after_one_visit(context: BrowserContext, site: Path) -> None:
    with host(site, BELOW) as served:
        page = visit(context, served.address + PAGE)
        assert page.evaluate(KEPT) == "activated"
    faults: list[str] = []
    page.on("pageerror", lambda it: faults.append(str(it)))
    for path in OTHERS:
        page.goto(served.address + path)
        assert page.locator("article h1").is_visible()
        assert page.evaluate("document.fonts.ready.then((all) => [...all].some(({status}) => status === 'loaded'))")
        assert page.evaluate("getComputedStyle(document.querySelector('.md-header')).position") == "sticky"
    page.keyboard.press("/")
    page.fill("#search-input", "13.4d")
    page.get_by_role("option").first.click()
    page.wait_for_url(f"**/{PAGE}#his-13.4d")
    page.locator("p.rule a.rule-ref").first.hover()
    page.locator("[role=tooltip].card").wait_for()
    assert not faults
    answer = page.goto(f"{served.address}no/such/page.html")
    assert answer is not None
    assert answer.status == 404


def test_everything_can_be_kept_and_forgotten(context: BrowserContext, site: Path) -> None:
    with host(site, BELOW) as served:
        page = context.new_page()
        page.goto(f"{served.address}about/running.html")
        kept = page.locator(".kept")
        kept.get_by_role("button", name="Keep everything").click()
        expect(kept.get_by_role("status")).to_have_text(
            re.compile(r"the pages \([\d.]+ MB\), Python \([\d.]+ MB\)"), timeout=WAIT
        )
    page.goto(served.address + PAGE)
    page.locator(".run-button").first.click()
    expect(page.locator(".run-status")).to_have_text("✓ The same as printed.", timeout=WAIT)
    page.goto(f"{served.address}about/running.html")
    kept.get_by_role("button", name="Forget").click()
    expect(kept.get_by_role("status")).to_have_text("Nothing of the book is kept on this device.")
    assert page.evaluate("caches.keys().then((names) => names.length)") == 0


def test_what_came_damaged_is_not_kept(context: BrowserContext, site: Path) -> None:
    with host(site) as served:
        served.spoilt[PAGE] = [b"<h1>Something else</h1>"] * 2
        page = context.new_page()
        page.goto(f"{served.address}hellenes/index.html")
        page.evaluate("navigator.serviceWorker.register('/offline.js').catch(() => {})")
        page.evaluate(GIVEN_UP)
        assert served.spoilt[PAGE] == []
        page.reload()
        page.evaluate(TAKEN_OVER)
        page.goto(served.address + PAGE)
        assert "Withdrawing" in page.locator("h1").inner_text()


def test_a_new_edition_replaces_the_old(context: BrowserContext, copy: Path) -> None:
    def edition(words: str) -> None:
        page = copy / PAGE
        page.write_text(page.read_text(encoding="utf-8").replace("Withdrawing into", words), encoding="utf-8")
        offline.main(str(copy))

    with host(copy) as served:
        page = visit(context, served.address + PAGE)
        before = set(page.evaluate(NAMES))
        served.sent.clear()
        edition("Fleeing behind")
        page.reload()
        page.evaluate(UPDATE)
        page.reload()
        assert "Fleeing behind" in page.locator("h1").inner_text()
        after = set(page.evaluate(NAMES))
    assert len(after) == len(before)
    assert len(after - before) == 1
    assert [path for path, _ in served.sent if path.endswith(".html")] == [f"/{PAGE}"]


def test_who_saves_data_is_spared(context: BrowserContext, site: Path) -> None:
    context.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    with host(site) as served:
        page = context.new_page()
        page.clock.install()
        page.goto(served.address)
        page.locator("link[rel=manifest]").wait_for(state="attached")
        page.clock.run_for(20_000)
        assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_the_book_can_be_installed(context: BrowserContext, site: Path) -> None:
    with host(site, BELOW) as served:
        page = visit(context, served.address + PAGE)
        client = context.new_cdp_session(page)
        found = client.send("Page.getAppManifest")
        assert not found["errors"]
        errors = client.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    manifest = json.loads(found["data"])
    for address in (manifest["start_url"], *(entry["src"] for entry in manifest["icons"])):
        assert (site / address).is_file()
    for entry in manifest["shortcuts"]:
        assert (site / entry["url"]).is_file()


def test_a_book_that_is_served_while_it_is_written_is_not_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done: list[str] = []
    steps = {name: lambda site, settings, name=name: done.append(name) for name in ("offline", "policy")}
    monkeypatch.setattr(finish, "STEPS", steps)
    plugin = BookPlugin()
    plugin.file = ROOT / "pyproject.toml"
    plugin.on_startup(command="serve", dirty=False)
    config = MkDocsConfig(str(ROOT / "mkdocs.yml"))
    config.site_dir = str(tmp_path)
    monkeypatch.setattr(plugin_module, "build_edition", lambda config, edition: None)
    plugin.on_post_build(config=config)
    assert done == ["policy"]
