"""The calculators in the browser: the printed answer, the reader's own, bad input, links, and pages without Python."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from responsa.desk.calculators import NAMES, calculator
from tests.site.axe import found_by_axe

ROOT = Path(__file__).parents[2]
BOOT = 60_000
PAGE = "calculators/field-battle.html"

SAME_AS_PRINTED = "document.querySelector('.calc-result').isEqualNode(window.printed)"
KEPT = """async () => {
  const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("responsa-python")) ?? "none");
  const isKept = async (name) => (await cache.keys()).some(({ url }) => url.includes(name));
  for (const name of [".wasm", "stdlib.zip", "responsa.zip"]) {
    while (!(await isKept(name))) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""
KEEP_PRINTED = "window.printed = document.querySelector('.calc-result').cloneNode(true)"


@pytest.fixture(autouse=True)
def python(site: Path) -> None:
    """Python lies beside the pages."""
    if not (site / "assets/python/pyodide.mjs").exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Pyodide is missing: npm ci")


@pytest.fixture(scope="module")
def shared(browser: Browser, address: str, site: Path) -> Iterator[Page]:
    """A page that is not closed between tests, so that Python is fetched once."""
    context = browser.new_context(base_url=address)
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    yield context.new_page()
    context.close()


@pytest.fixture
def page(shared: Page) -> Page:
    """The page of the field battle, on the first visit as far as it knows."""
    return first_visit(shared, PAGE)


def first_visit(page: Page, path: str) -> Page:
    """A page that does not know that Python has been fetched before."""
    page.goto("about:blank")
    page.goto(path)
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator(".calc-form")).to_be_visible()
    return page


def status(page: Page) -> str:
    return page.locator(".calc-status").inner_text()


def work_out(page: Page) -> str:
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".calc-answer")).to_have_attribute("aria-busy", "false", timeout=BOOT)
    return status(page)


def link(data: object) -> str:
    return "#s=" + base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")


def watched(page: Page) -> tuple[list[str], list[str]]:
    """The addresses that are asked for, and whatever goes wrong, from now on."""
    addresses: list[str] = []
    faults: list[str] = []
    page.context.on("request", lambda request: addresses.append(request.url))
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    return addresses, faults


@pytest.mark.parametrize("name", NAMES)
def test_the_browser_gives_the_very_answer_that_is_printed(shared: Page, name: str) -> None:
    page = first_visit(shared, f"calculators/{name}.html")
    page.evaluate(KEEP_PRINTED)
    said = work_out(page)
    assert said == page.locator(".calc-headline").inner_text()
    assert page.evaluate(SAME_AS_PRINTED)
    expect(page.locator(".calc-old")).to_be_hidden()


def test_python_is_fetched_on_a_click_and_each_change_is_answered_from_then_on(page: Page) -> None:
    addresses, faults = watched(page)
    page.get_by_label("Land units").first.fill("12")
    expect(page.locator(".calc-old")).to_have_text("This answer belongs to the situation before.")
    expect(page.locator(".calc-status")).to_have_text("Press “Work it out” for the answer to this.")
    page.wait_for_timeout(400)
    assert not [address for address in addresses if "/assets/python/" in address]
    said = work_out(page)
    expect(page.locator(".calc-old")).to_be_hidden()
    page.get_by_label("Extra dice from cards").last.fill("4")
    expect(page.locator(".calc-status")).not_to_have_text(said)
    expect(page.locator(".calc-old")).to_be_hidden()
    assert status(page) == page.locator(".calc-headline").inner_text()
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_label("Land units").first).to_have_value("8")
    expect(page.locator(".calc-headline")).to_contain_text("46.7")
    expect(page.locator(".calc-old")).to_be_hidden()
    assert not faults


def test_what_changes_while_python_starts_is_answered_as_well(page: Page) -> None:
    page.get_by_role("button", name="Work it out").click()
    page.get_by_label("Land units").first.fill("15")
    expect(page.locator(".calc-because li").first).to_contain_text("15 land units", timeout=BOOT)
    expect(page.locator(".calc-old")).to_be_hidden()


def test_what_is_being_worked_out_can_be_stopped_and_taken_back(open_page: Callable[..., Page]) -> None:
    page = open_page()
    held: list[Route] = []
    page.route("**/python_stdlib.zip*", lambda route: held.append(route))
    page.goto(PAGE)
    page.get_by_label("Land units").first.fill("15")
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".run-megabytes")).to_have_text(re.compile(r"(9|10)\.\d of 12\.\d MB"), timeout=BOOT)
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".calc-headline")).to_contain_text("46.7")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".calc-status")).to_have_text("Stopped.")
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_label("Land units").first).to_have_value("8")
    expect(page.locator(".calc-old")).to_be_hidden()
    held[0].abort()


def test_on_a_later_visit_a_change_is_answered_without_a_click(page: Page) -> None:
    work_out(page)
    page.evaluate(KEPT)
    page.reload()
    addresses, _ = watched(page)
    page.get_by_label("Land units").first.fill("15")
    expect(page.locator(".calc-because li").first).to_contain_text("15 land units", timeout=BOOT)
    assert not [address for address in addresses if ".wasm" in address or ".zip" in address]


@pytest.mark.parametrize("text", ["abc", "-3", "999999999999", "2.5", "", "<img src=x>"])
def test_bad_input_is_told_beside_its_field_and_the_last_answer_stays(page: Page, text: str) -> None:
    _, faults = watched(page)
    headline = page.locator(".calc-headline").inner_text()
    field = page.get_by_label("Land units").first
    field.fill(text)
    assert work_out(page) == "This situation has no answer: see what is marked."
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    described = (field.get_attribute("aria-describedby") or "").split()
    message = page.locator(f"[id='{described[0]}']")
    expect(message).to_contain_text("Expected a whole number, 1 to 40")
    expect(message).to_contain_text("HIS 14j")
    expect(message).to_contain_text(text[:12])
    expect(page.locator(".calc-headline")).to_have_text(headline)
    expect(page.locator(".calc-old")).to_be_visible()
    field.fill("9")
    expect(message).to_be_empty()
    expect(page.locator(".calc-old")).to_be_hidden()
    assert field.get_attribute("aria-invalid") is None
    assert not faults


def test_what_contradicts_itself_is_told_in_the_words_of_the_library(shared: Page) -> None:
    page = first_visit(shared, "calculators/avoid-battle.html")
    page.get_by_label("Your power").select_option("Ottoman")
    work_out(page)
    expect(page.locator("#calc-power-fault")).to_contain_text("Expected two different powers")
    page.get_by_label("Your power").select_option("Hapsburg")
    expect(page.locator("#calc-power-fault")).to_be_empty()
    page.get_by_label("Of these, came in by interception").fill("9")
    expect(page.locator("#calc-came-fault")).to_contain_text("at most the 4 land units there")


def test_rows_come_and_go_and_a_fault_stands_in_its_cell(shared: Page) -> None:
    page = first_visit(shared, "calculators/victory.html")
    page.get_by_role("button", name="Remove senator 1").click()
    expect(page.get_by_role("button", name="Remove senator 1")).to_be_focused()
    page.get_by_role("button", name="Add a senator").click()
    expect(page.locator("[id='calc-senators.1.senator']")).to_be_focused()
    page.keyboard.type("Fabius")
    page.locator("[id='calc-senators.1.of']").fill("Optimatse")
    page.locator("[id='calc-senators.1.influence']").fill("35")
    work_out(page)
    expect(page.locator("[id='calc-senators.1.of-fault']")).to_contain_text("Expected a faction of the table above")
    page.locator("[id='calc-senators.1.of']").fill("Optimates")
    expect(page.locator(".calc-headline")).to_have_text("Optimates wins")
    for number in (2, 1):
        page.get_by_role("button", name=f"Remove senator {number}").click()
    expect(page.get_by_role("button", name="Add a senator")).to_be_focused()
    expect(page.locator(".calc-headline")).to_have_text("The game goes on")


def test_a_link_fills_the_form_and_works_nothing_out(open_page: Callable[..., Page], page: Page) -> None:
    page.get_by_label("Land units").first.fill("3")
    page.get_by_label("Best leader").first.select_option("Ibrahim")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".calc-status")).to_contain_text("link")
    other = open_page("about:blank")
    addresses, faults = watched(other)
    other.goto(page.url)
    expect(other.locator(".calc-status")).to_contain_text("came with the link")
    expect(other.get_by_label("Land units").first).to_have_value("3")
    expect(other.get_by_label("Best leader").first).to_have_value("Ibrahim")
    expect(other.locator(".calc-result")).to_have_text("Not worked out yet.")
    other.wait_for_timeout(500)
    assert not [address for address in addresses if address.endswith(("worker.js", ".wasm", "manifest.json"))]
    assert work_out(other).startswith("The attacker wins")
    expect(other.locator(".calc-because li").first).to_contain_text("3 land units + 1 for Ibrahim")
    assert not faults


def test_a_link_carries_its_answer_as_text(open_page: Callable[..., Page], page: Page) -> None:
    page.get_by_label("Land units").first.fill("3")
    headline = work_out(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".calc-status")).to_contain_text("link")
    other = open_page("about:blank", viewport={"width": 390, "height": 800})
    other.goto(page.url)
    result = other.locator(".calc-result")
    expect(result).to_contain_text(f"The link says: “{headline}”. It has not been worked out here.")
    expect(result).to_be_in_viewport()
    assert work_out(other) == headline
    expect(other.locator(".calc-headline")).to_be_in_viewport()
    lying = open_page("about:blank")
    lying.goto(PAGE + link([json.loads(page.evaluate(FORM_TEXTS)), "<img src=x onerror=alert(1)>"]))
    expect(lying.locator(".calc-result")).to_contain_text("<img src=x")


FORM_TEXTS = "JSON.stringify(document.querySelector('.calculator').calculator.texts)"


def test_a_link_carries_rows_and_ticks(open_page: Callable[..., Page], shared: Page) -> None:
    page = first_visit(shared, "calculators/avoid-battle.html")
    page.get_by_role("button", name="Add a space").click()
    page.locator("[id='calc-around.1.place']").select_option("Graz")
    page.locator("[id='calc-around.1.unrest']").check()
    page.get_by_label("You are besieged there").check()
    page.get_by_role("group", name="Your allies").get_by_label("France").check()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".calc-status")).to_contain_text("link")
    other = open_page("about:blank")
    other.goto(page.url)
    expect(other.locator(".calc-status")).to_contain_text("came with the link")
    texts = "document.querySelector('.calculator').calculator.texts"
    assert other.evaluate(texts) == page.evaluate(texts)


FORM = calculator("field-battle").defaults


@pytest.mark.parametrize(
    "fragment",
    [
        "#s=",
        "#s=%%%",
        "#s=<script>alert(1)</script>",
        "#s=bm90IGpzb24",
        link([]),
        link(None),
        link({}),
        link({**FORM, "more": "x"}),
        link({**FORM, "attackers": 5}),
        link({**FORM, "attackers": "1" * 13}),
        link({**FORM, "attacker_leader": "Nobody"}),
        link({**FORM, "attackers": {"length": 1}}),
        link({**FORM, "__proto__": "x"}),
        link({"__proto__": FORM}),
        "#s=" + "A" * 200_000,
    ],
)
def test_a_damaged_link_only_says_so(open_page: Callable[..., Page], fragment: str) -> None:
    page = open_page("about:blank")
    addresses, faults = watched(page)
    page.goto(PAGE + fragment)
    expect(page.locator(".run-bad")).to_contain_text("damaged, too long, or for a form that has changed")
    expect(page.get_by_label("Land units").first).to_have_value("8")
    assert not [address for address in addresses if address.endswith("worker.js")]
    assert not faults


def test_an_attack_in_a_link_stays_text(open_page: Callable[..., Page]) -> None:
    attack = "<img src=x onerror=alert(1)>"
    form = calculator("victory").defaults
    senators = [{"senator": attack, "of": attack, "influence": "40", "place": "in Rome"}]
    page = open_page("about:blank")
    _, faults = watched(page)
    page.goto(
        "calculators/victory.html"
        + link({**form, "senators": senators, "factions": [{"faction": attack, "votes": ""}]})
    )
    work_out(page)
    expect(page.locator(".calc-headline")).to_have_text(f"{attack} wins")
    page.locator("[id='calc-senators.0.of']").fill("<script>alert(2)</script>")
    expect(page.locator("[id='calc-senators.0.of-fault']")).to_contain_text("not “<script>alert(2)</script>”")
    assert page.locator(".calculator img, .calculator script").count() == 0
    assert not faults


def test_a_link_may_be_followed_on_the_page_itself(page: Page) -> None:
    page.evaluate("(hash) => (location.hash = hash)", link({**FORM, "attackers": "2"}))
    expect(page.get_by_label("Land units").first).to_have_value("2")


def test_the_keyboard_is_enough(page: Page) -> None:
    page.get_by_label("Land units").first.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Land units").first).to_have_value("9")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Best leader").first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".calc-status")).to_have_text(re.compile("The attacker wins"), timeout=BOOT)
    expect(page.locator(".calc-because li").first).to_contain_text("9 land units")


def test_numbers_can_be_counted_with_a_finger(page: Page) -> None:
    field = page.get_by_label("Extra dice from cards").first
    minus, plus = field.locator("xpath=../button").all()
    minus.click()
    expect(field).to_have_value("0")
    plus.click()
    plus.click()
    expect(field).to_have_value("2")


def test_where_python_cannot_run_the_situation_is_text_and_nothing_is_a_button(
    open_page: Callable[..., Page], site: Path
) -> None:
    old = open_page("about:blank")
    old.add_init_script("delete Array.prototype.toSorted")
    bare = open_page("about:blank")
    bare.route("**/book.js", lambda route: route.fulfill(path=ROOT / "src/responsa/web/javascripts/book.js"))
    still = open_page("about:blank", java_script_enabled=False)
    folder = open_page("about:blank")
    for page, path, why in [
        (old, PAGE, "This situation cannot be changed here: it wants a browser of 2023 or later."),
        (bare, PAGE, "was made without the Python that runs in browsers"),
        (still, PAGE, "where scripts are allowed"),
        (folder, (site / PAGE).as_uri(), "opened from a folder"),
    ]:
        page.goto(path)
        expect(page.locator(".run-note")).to_contain_text(why)
        expect(page.locator(".run-note")).to_be_visible()
        expect(page.locator(".calc-form")).to_be_hidden()
        expect(page.locator(".calculator :is(button, input, select):visible")).to_have_count(0)
        expect(page.locator(".calc-given dd").first).to_have_text("8")
        expect(page.locator(".calc-given dd").nth(1)).to_have_text("Suleiman (2)")
        expect(page.locator(".calc-headline")).to_have_text(re.compile("The attacker wins 46.7"))


def test_an_ordinary_page_loads_nothing_of_it(open_page: Callable[..., Page]) -> None:
    page = open_page("about:blank")
    addresses, _ = watched(page)
    page.goto("here-i-stand/withdraw.html", wait_until="networkidle")
    assert not [address for address in addresses if "calculator" in address or "/python/" in address]


@pytest.mark.parametrize("width", [360, 1280])
def test_everybody_can_use_them(open_page: Callable[..., Page], width: int) -> None:
    page = open_page("about:blank", viewport={"width": width, "height": 800}, reduced_motion="reduce")
    found = []
    for name in NAMES:
        page.goto(f"calculators/{name}.html")
        expect(page.locator(".calc-form")).to_be_visible()
        number = page.locator("input[data-least]").first
        number.fill("many")
        if name in ("field-battle", "victory"):
            work_out(page)
            expect(page.locator("[aria-invalid]").first).to_be_visible(timeout=BOOT)
        found += found_by_axe(page)
        root = "document.scrollingElement"
        assert page.evaluate(f"{root}.scrollWidth - {root}.clientWidth") == 0, name
    assert not found, "\n".join(found)
