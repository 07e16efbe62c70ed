"""Examples run on their page: all of them, only on a click, and only in a worker that reaches nothing else."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from responsa.book import Book, Settings
from responsa.book.examples import shown_output
from responsa.site.finish import whole
from tests.site.axe import found_by_axe

ROOT = Path(__file__).parents[2]
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
PAGE = "here-i-stand/withdraw.html"
BOOT = 60_000
LOADER_BUDGET = 3_600  # compressed

RUN_ALL = """async (paths) => {
  const { stepsOf } = await import("/assets/python/run.js");
  const { call } = await import("/assets/python/python.js");
  const found = {};
  for (const path of paths) {
    const page = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
    found[path] = [];
    for (const block of page.querySelectorAll(".highlight:is(.language-pycon, .language-python):not(.doc-signature)")) {
      const steps = [], printed = stepsOf(block), console = block.matches(".language-pycon");
      await call("example", { steps: printed, console, edited: false }, { told: (step) => steps.push(step) });
      found[path].push({ steps, printed });
    }
  }
  return found;
}"""


@pytest.fixture(autouse=True)
def python(site: Path) -> None:
    """Python lies beside the pages."""
    if not (site / "assets/python/pyodide.mjs").exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Pyodide is missing: npm ci")


@pytest.fixture(scope="module")
def shared(browser: Browser, address: str, site: Path) -> Iterator[Page]:
    """A page that is not closed between tests, so that Python starts once."""
    context = browser.new_context(base_url=address)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(shared: Page) -> Page:
    """The shared page, as it is when it is opened."""
    shared.goto(PAGE)
    return shared


def asked(page: Page) -> list[str]:
    """The addresses that the page asks for from now on."""
    addresses: list[str] = []
    page.context.on("request", lambda request: addresses.append(request.url))
    return addresses


def link(*parts: object) -> str:
    return "#run=" + base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def run(page: Page, code: str, number: int = 0) -> str:
    """The status after some code was put into the first field of an example and run."""
    if page.locator(".run-button").nth(number).is_visible():
        page.evaluate(
            """async (number) => {
              const { open } = await import("/assets/python/run.js");
              const blocks = ".highlight:is(.language-pycon, .language-python):not(.doc-signature)";
              open(document.querySelectorAll(blocks)[number], number);
            }""",
            number,
        )
    editor = page.locator(".run").first
    editor.locator("textarea").first.fill(code)
    editor.get_by_role("button", name="Run").click()
    expect(editor).to_have_attribute("aria-busy", "false", timeout=BOOT)
    return editor.get_by_role("status").inner_text()


def test_every_example_of_the_book_gives_what_is_proved(page: Page, html_files: list[str]) -> None:
    found = page.evaluate(RUN_ALL, [f"/{path}" for path in html_files if not path.endswith(whole.FILE)])
    ran = 0
    for path, blocks in found.items():
        name = path.removeprefix("/").removesuffix(".html") + ".md"
        for number, block in enumerate(blocks):
            assert all(step["same"] for step in block["steps"]), (path, number, block)
            assert len(block["steps"]) == len(block["printed"]), (path, number, block)
            ran += 1
        examples = BOOK.pages[name].examples if name in BOOK.pages else ()
        for example, block in zip(examples, blocks, strict=not name.startswith("api/")) if examples else ():
            if example.is_console:
                said = [step["output"] + (step["error"] + "\n" if step["error"] else "") for step in block["steps"]]
                assert "".join(said) == shown_output(example), (path, example.line)
    assert ran >= len(BOOK.examples) > 0


def test_the_output_comes_where_the_printed_one_stands(page: Page) -> None:
    block = page.locator(".highlight:is(.language-pycon, .language-python):not(.doc-signature)").nth(1)
    printed = block.locator(".go").all_text_contents()
    page.locator(".run-button").nth(1).click()
    editor = page.locator(".run")
    expect(editor.get_by_role("status")).to_have_text("✓ The same as printed.", timeout=BOOT)
    shown = [text for text in editor.locator(".run-output").all_inner_texts() if text]
    assert [text.strip() for text in shown] == [text.strip() for text in printed]
    assert not block.is_visible()


def test_edited_code_is_told_apart_and_taken_back(page: Page) -> None:
    page.locator(".run-button").first.click()
    editor = page.locator(".run")
    expect(editor.get_by_role("status")).to_have_text("✓ The same as printed.", timeout=BOOT)
    field = editor.get_by_label("Code")
    field.fill(field.input_value().replace("5 regulars", "4 regulars"))
    field.press("Control+Enter")
    expect(editor.get_by_role("status")).to_have_text("≠ Not the same as printed.")
    expect(editor.locator(".run-output pre").first).to_contain_text("Yes. Vienna is fortified")
    expect(editor.locator(".run-printed")).to_contain_text("No. 5 land units")
    editor.get_by_role("button", name="Reset").click()
    expect(editor).to_have_count(0)
    expect(page.locator(".run-button").first).to_be_focused()


SPOILERS = {
    "names of modules": "from responsa.here_i_stand import withdraw\nimport fractions\n"
    "withdraw.GARRISON = 99\nwithdraw.may_withdraw = fractions.Fraction = None\nwithdraw.BOARD = 1",
    "methods of classes": "import json\njson.JSONEncoder.encode = lambda *_: 'null'",
    "what runs the examples": "from responsa.desk import session\nsession.run = session.json.dumps = lambda *_: 1 / 0",
    "where modules lie": "import responsa\nopen(responsa.__file__, 'w').write('1 / 0')",
    "the collector of garbage": "import gc, builtins\n"
    "gc.callbacks.append(lambda *_: setattr(builtins, 'print', None))\ngc.set_threshold(1)",
    "what is built in": "import builtins\nbuiltins.len = builtins.sorted = builtins.isinstance = None",
    "what is imported": "import sys\nsys.modules.clear()\nsys.meta_path.clear()\nsys.path.clear()",
    "what is printed on": "import sys, os\nsys.stdout = None\nos.write = os.fdopen = None",
    "what watches": "import sys\nsys.settrace(lambda *_: 1 / 0)\nsys.setrecursionlimit(60)",
    "threads and ends": "import atexit, signal\natexit.register(lambda: 1 / 0)\nraise SystemExit",
}


@pytest.mark.parametrize("what", SPOILERS)
def test_what_is_edited_does_not_reach_other_examples(page: Page, what: str) -> None:
    run(page, SPOILERS[what])
    page.get_by_role("button", name="Reset").click()
    page.locator(".run-button").first.click()
    expect(page.get_by_role("status")).to_have_text("✓ The same as printed.", timeout=BOOT)


def test_an_error_is_a_message_and_its_line(page: Page) -> None:
    said = run(page, "from responsa import here_i_stand as his\n\nhis.siege_begins(active=-1, inside=0)")
    assert said == "✗ It ended in an error."
    expected = "responsa.ImpossibleSituation: active is -1, expected a whole number, 0 or more [HIS 13.4j] (line 3)"
    assert page.locator(".run-error").inner_text() == expected
    run(page, "if True\n    pass")
    assert page.locator(".run-error").inner_text() == "SyntaxError: expected ':' (line 1)"
    run(page, "raise SystemExit(3)")
    assert page.locator(".run-error").inner_text() == "SystemExit: 3 (line 1)"
    run(page, "while True: print('x' * 999)")
    assert page.locator(".run-error").inner_text().startswith("responsa.TooMuchOutput: more than")


def test_an_endless_loop_is_stopped_by_the_button_and_by_the_clock(open_page: Callable[..., Page]) -> None:
    page = open_page("about:blank")
    page.clock.install()
    page.goto(PAGE)
    page.locator(".run-button").first.click()
    editor = page.locator(".run")
    expect(editor).to_have_attribute("aria-busy", "false", timeout=BOOT)
    for how in ("button", "clock"):
        editor.get_by_label("Code").fill("while True:\n    pass")
        editor.get_by_role("button", name="Run").click()
        expect(editor.get_by_role("status")).to_have_text("Running.", timeout=BOOT)
        if how == "button":
            editor.get_by_role("button", name="Stop").click()
            expect(editor.get_by_role("status")).to_have_text("Stopped.")
        else:
            page.clock.run_for(5_000)
            expect(editor.get_by_role("status")).to_have_text("Running.")
            page.clock.run_for(5_000)
            expect(editor.get_by_role("status")).to_have_text("Stopped after 10 seconds.")
    editor.get_by_label("Code").fill("print(6 * 7)")
    editor.get_by_role("button", name="Run").click()
    expect(editor.locator(".run-output pre").first).to_have_text("42", timeout=BOOT)


def test_the_printed_answer_stands_while_python_is_fetched_with_progress(open_page: Callable[..., Page]) -> None:
    page = open_page()
    held: list[Route] = []
    page.route("**/python_stdlib.zip*", lambda route: held.append(route))
    page.goto(PAGE)
    page.locator(".run-button").first.click()
    expect(page.locator(".run-megabytes")).to_have_text(re.compile(r"(9|10)\.\d of 12\.\d MB"), timeout=BOOT)
    expect(page.locator(".run-output")).to_contain_text("No. 5 land units")
    expect(page.get_by_role("progressbar")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_have_text("Stopped.")
    held[0].abort()


# Everything is kept: what was fetched, and Python as it is once it has started.
KEPT = """async (spoil) => {
  const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("responsa-python")) ?? "none");
  const find = async (name) => (await cache.keys()).find(({ url }) => url.includes(name));
  for (const name of [".wasm", "stdlib.zip", "responsa.zip", "started"]) {
    while (!(await find(name))) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const spoilt = new Response(new Uint8Array(64)).body.pipeThrough(new CompressionStream("gzip"));
  if (spoil) await cache.put(await find("started"), new Response(spoilt));
}"""


def test_python_is_kept_for_the_next_visit(page: Page) -> None:
    run(page, "print(1)")
    page.evaluate(KEPT, False)
    addresses = asked(page)
    page.reload()
    run(page, "print(2)")
    expect(page.locator(".run-output pre").first).to_have_text("2")
    assert any(address.endswith("manifest.json") for address in addresses)
    assert not [address for address in addresses if ".wasm" in address or ".zip" in address]


def test_a_started_python_is_kept_and_a_spoilt_one_is_forgotten(open_page: Callable[..., Page]) -> None:
    page = open_page(PAGE)
    assert "Not the same" in run(page, "print(1)")
    page.evaluate(KEPT, False)
    page.reload()
    assert "Not the same" in run(page, "import statistics\nfrom responsa import hellenes\nprint(hellenes)")
    expect(page.locator(".run-output pre").first).to_contain_text("<module 'responsa.hellenes'")
    page.evaluate(KEPT, True)
    page.reload()
    assert "Python did not answer" in run(page, "print(3)")
    assert "Not the same" in run(page, "print(3)")


def test_a_link_opens_the_code_and_does_not_run_it(open_page: Callable[..., Page], page: Page) -> None:
    run(page, "print('shared <b>Ж</b>')", number=2)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status")).to_contain_text("link")
    other = open_page("about:blank")
    addresses = asked(other)
    other.goto(page.url)
    expect(other.get_by_role("status")).to_contain_text("came with the link")
    assert other.get_by_label("Code, part 1").or_(other.get_by_label("Code", exact=True)).input_value() == (
        "print('shared <b>Ж</b>')"
    )
    assert not other.locator(".highlight:is(.language-pycon, .language-python):not(.doc-signature)").nth(2).is_visible()
    other.wait_for_timeout(500)
    assert not [address for address in addresses if address.endswith(("worker.js", ".wasm", "manifest.json"))]


@pytest.mark.parametrize(
    "fragment",
    [
        "#run=",
        "#run=%%%",
        "#run=<script>alert(1)</script>",
        "#run=bm90IGpzb24",
        link(99, "print(1)"),
        link(-1, "print(1)"),
        link(0, 5),
        link(0, "a", "b", "c"),
        link({"length": 1}, "x"),
        link("__proto__", "x"),
        "#run=" + "A" * 200_000,
    ],
)
def test_a_damaged_link_only_says_so(open_page: Callable[..., Page], fragment: str) -> None:
    page = open_page("about:blank")
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.goto(PAGE + fragment)
    expect(page.get_by_role("status")).to_contain_text("damaged, too long, or for an example that has changed")
    expect(page.locator(".run")).to_have_count(0)
    assert not faults


def test_a_script_in_a_link_stays_text(open_page: Callable[..., Page]) -> None:
    page = open_page("about:blank")
    faults: list[str] = []
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    code = "</textarea><img src=x onerror=alert(1)><script>alert(2)</script>"
    page.goto(PAGE + link(0, code))
    assert page.get_by_label("Code").input_value() == code
    page.get_by_role("button", name="Run", exact=True).first.click()
    expect(page.locator(".run-error")).to_contain_text("SyntaxError", timeout=BOOT)
    assert not faults


def test_python_reaches_neither_the_page_nor_the_network(page: Page) -> None:
    run(page, "print(1)")
    addresses = asked(page)
    tries = {
        "import js": "ModuleNotFoundError",
        "import pyodide_js": "ModuleNotFoundError",
        "from pyodide.code import run_js\nrun_js('fetch(\"/?leak\")')": "Error",
        "from pyodide.http import open_url\nopen_url('/?leak')": "Error",
        "from pyodide.ffi import to_js\nto_js([]).constructor.constructor('fetch(\"/?leak\")')()": "Error",
        "from pyodide.ffi import to_js\nto_js([]).constructor.constructor.constructor('postMessage(1)')()": "Error",
        "from urllib.request import urlopen\nurlopen('http://127.0.0.1/?leak')": "Error",
        "import pyodide_js._api": "ModuleNotFoundError",
        "import asyncio\nfrom pyodide.http import pyfetch\nasyncio.run(pyfetch('/?leak'))": "Error",
    }
    for code, expected in tries.items():
        run(page, code)
        assert expected in page.locator(".run-error").inner_text(), code
    page.wait_for_timeout(200)
    assert not [address for address in addresses if "leak" in address]


def test_the_policy_lets_nothing_out(page: Page) -> None:
    page.evaluate("document.addEventListener('securitypolicyviolation', (event) => (window.seen = event.blockedURI))")
    assert page.evaluate("fetch('https://example.org/').then(() => 'got out', () => 'stays in')") == "stays in"
    assert page.evaluate("window.seen").startswith("https://example.org")


def test_nothing_is_fetched_before_the_click(open_page: Callable[..., Page], site: Path) -> None:
    page = open_page("about:blank")
    addresses = asked(page)
    page.goto(PAGE, wait_until="networkidle")
    assert not [address for address in addresses if "/assets/python/" in address]
    assert len(gzip.compress((site / "assets/javascripts/book.js").read_bytes())) <= LOADER_BUDGET
    page.mouse.move(0, 0)
    page.locator(".run-button").first.hover()
    page.wait_for_load_state("networkidle")
    assert not [address for address in addresses if address.endswith(("worker.js", "manifest.json", ".wasm"))]


def test_where_it_cannot_run_the_page_says_why_and_has_no_button(open_page: Callable[..., Page], site: Path) -> None:
    old = open_page("about:blank")
    old.add_init_script("delete Array.prototype.toSorted")
    bare = open_page("about:blank")
    bare.route("**/book.js", lambda route: route.fulfill(path=ROOT / "src/responsa/web/javascripts/book.js"))
    still = open_page("about:blank", java_script_enabled=False)
    folder = open_page("about:blank")
    for page, path, why in [
        (old, PAGE, "The examples cannot be run here: it wants a browser of 2023 or later."),
        (bare, PAGE, "was made without the Python that runs in browsers"),
        (still, PAGE, "where scripts are allowed"),
        (folder, (site / PAGE).as_uri(), "opened from a folder"),
    ]:
        page.goto(path)
        expect(page.locator(".run-note")).to_contain_text(why)
        expect(page.locator(".run-note")).to_be_visible()
        expect(page.locator(".run-button")).to_have_count(0)


def test_where_it_runs_there_is_no_note(page: Page) -> None:
    expect(page.locator(".run-note")).to_be_hidden()


@pytest.mark.parametrize("width", [1280, 360])
def test_everybody_can_use_the_editor(open_page: Callable[..., Page], width: int) -> None:
    page = open_page(PAGE, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    run(page, "from responsa import here_i_stand as his\nprint('x' * 500)\nhis.siege_begins(active=0, inside=0)")
    assert found_by_axe(page) == []
    root = "document.scrollingElement"
    assert page.evaluate(f"{root}.scrollWidth - {root}.clientWidth") == 0
    page.locator(".run textarea").first.focus()
    for name in ("Run", "Reset", "Copy link"):
        page.keyboard.press("Tab")
        expect(page.locator(".run").get_by_role("button", name=name)).to_be_focused()
