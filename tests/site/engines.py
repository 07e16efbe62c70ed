"""Three browsers behind one small face: Chromium, Firefox and WebKit open pages, press keys, point, and run scripts.

Chromium is driven by Playwright, Firefox over its own WebDriver BiDi, WebKit by its WebDriver on a display of its own.
What a page complains of it notes itself, see LISTENER: that works in every browser.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import websocket
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError

FIREFOX = Path("/usr/bin/firefox-esr")
WEBKIT = Path("/usr/bin/WebKitWebDriver")
DISPLAY = Path("/usr/bin/Xvfb")
Made = TypeVar("Made")
START = 60.0
"""Seconds in which a browser must have started; a busy machine takes its time."""

KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "ArrowDown": "\ue015",
    "ArrowUp": "\ue013",
    "Control": "\ue009",
    "Backspace": "\ue003",
}
"""The keys that are no letters, as WebDriver writes them."""

# The value of an expression, however it comes, as text: the same question to all three.
ASK = "(async () => JSON.stringify({{value: await ({code})(...{arguments})}}))()"

MIDDLE = """(selector) => {
  const found = [...document.querySelectorAll(selector)].find((it) => it.checkVisibility());
  if (!found) return null;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


LISTENER = """const note = (words) => { sessionStorage.complaints = `${sessionStorage.complaints ?? ""}${words}\\n`; };
let isLeft = false; // what is broken off by going elsewhere is no fault
addEventListener("beforeunload", () => { isLeft = true; });
addEventListener("error", ({ message, target }) => {
  if (message?.startsWith("ResizeObserver loop")) return; // no fault: the theme's observers go on in the next frame
  if (message || !isLeft) note(message || `${target.src || target.href} does not load`);
}, true);
addEventListener("unhandledrejection", ({ reason }) => note(`not caught: ${reason}`));
addEventListener("securitypolicyviolation", (it) => note(`${it.violatedDirective} forbids ${it.blockedURI}`));
console.error = console.warn = (...words) => note(words.join(" "));
"""
"""A script for pages, the first of them: it notes errors, whatever is not caught, and what the policy forbids."""


class Engine(Protocol):
    """A browser with one page."""

    name: str

    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""

    def ask(self, code: str) -> Any:
        """The value of an expression of JavaScript that gives text; a promise is waited for."""

    def press(self, *keys: str) -> None:
        """Press keys together."""

    def point(self, x: float, y: float, *, click: bool) -> None:
        """Move the mouse to a place of the window, and click there or not."""

    def resize(self, width: int, height: int) -> None:
        """Give the page a size."""


class Reader:
    """What a reader does with a page, in any browser."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def complaints(self) -> list[str]:
        """What the pages of a site have complained of since this was asked for; it needs LISTENER on them."""
        said = self.js("() => sessionStorage.complaints ?? ''")
        self.js("() => sessionStorage.removeItem('complaints')")
        return [line for line in str(said).splitlines() if line]

    def open(self, address: str) -> None:
        """Open a page, also where only the part after the # is new."""
        self.engine.open("about:blank")
        self.engine.open(address)

    def js(self, code: str, *arguments: object) -> Any:
        """The value of a function of JavaScript, called with these arguments."""
        said = self.engine.ask(ASK.format(code=code, arguments=json.dumps(arguments)))
        return json.loads(said).get("value")

    def wait(self, code: str, *arguments: object, seconds: float = 60) -> Any:
        """The first value of a function that is true.

        Raises:
            TimeoutError: If it stays false.
        """
        last = time.monotonic() + seconds
        while not (value := self._try(code, *arguments)):
            if time.monotonic() > last:
                raise TimeoutError(f"{self.engine.name}: {code} {arguments} stays {value!r}")
            time.sleep(0.05)
        return value

    def _try(self, code: str, *arguments: object) -> Any:
        """The value, or nothing while one page gives way to another."""
        try:
            return self.js(code, *arguments)
        except (RuntimeError, PlaywrightError):
            return None

    def see(self, selector: str, words: str = "", *, seconds: float = 60) -> str:
        """The text of an element that can be seen and holds some words, once there is one."""
        found = self.wait(
            """(selector, words) => {
              const it = [...document.querySelectorAll(selector)].find((it) =>
                it.checkVisibility() && it.getBoundingClientRect().height > 1 && it.textContent.includes(words));
              return it ? [it.textContent] : null;
            }""",
            selector,
            words,
            seconds=seconds,
        )
        return str(found[0])

    def click(self, selector: str) -> None:
        """Click the first element that can be seen."""
        self.engine.point(*self.wait(MIDDLE, selector), click=True)

    def hover(self, selector: str) -> None:
        """Rest the mouse on the first element that can be seen."""
        self.engine.point(*self.wait(MIDDLE, selector), click=False)

    def press(self, *keys: str) -> None:
        """Press keys together."""
        self.engine.press(*keys)

    def write(self, text: str) -> None:
        """Press one letter after the other."""
        for letter in text:
            self.engine.press(letter)

    def resize(self, width: int, height: int) -> None:
        """Give the page a size."""
        self.engine.resize(width, height)


# --- Chromium ---


class Chromium:
    """Chromium, by Playwright."""

    name = "Chromium"

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str) -> None:
        self.page.goto(address)

    def ask(self, code: str) -> Any:
        return self.page.evaluate(code)

    def press(self, *keys: str) -> None:
        for key in keys[:-1]:
            self.page.keyboard.down(key)
        self.page.keyboard.press(keys[-1])
        for key in keys[:-1]:
            self.page.keyboard.up(key)

    def point(self, x: float, y: float, *, click: bool) -> None:
        self.page.mouse.move(x, y)
        if click:
            self.page.mouse.click(x, y)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})


@contextmanager
def chromium(browser: Browser) -> Iterator[Engine]:
    """A Chromium that runs, as one who has never seen the book finds it."""
    context = browser.new_context(keeps_the_book=True)  # type: ignore[call-arg]
    yield Chromium(context.new_page())
    context.close()


# --- Firefox ---


class Firefox:
    """Firefox, over its WebDriver BiDi."""

    name = "Firefox"

    def __init__(self, address: str) -> None:
        self._line = websocket.create_connection(address, timeout=120, suppress_origin=True)
        self._calls = 0
        self._call("session.new", capabilities={})
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def _call(self, method: str, **params: Any) -> Any:
        self._calls += 1
        self._line.send(json.dumps({"id": self._calls, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv())
            if told.get("id") == self._calls:
                if told["type"] == "error":
                    raise RuntimeError(f"{method}: {told['error']}: {told['message']}")
                return told["result"]

    def open(self, address: str) -> None:
        self._call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def ask(self, code: str) -> Any:
        found = self._call("script.evaluate", expression=code, target={"context": self._page}, awaitPromise=True)
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return found["result"].get("value")

    def press(self, *keys: str) -> None:
        self._act(_keyboard(keys))

    def point(self, x: float, y: float, *, click: bool) -> None:
        self._act(_pointer(x, y, click=click))

    def _act(self, source: dict[str, Any]) -> None:
        self._call("input.performActions", context=self._page, actions=[source])

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._call("browsingContext.setViewport", context=self._page, viewport=size)

    def close(self) -> None:
        """End the connection to the browser."""
        self._line.close()


def _keyboard(keys: tuple[str, ...]) -> dict[str, Any]:
    written = [KEYS.get(key, key) for key in keys]
    down = [{"type": "keyDown", "value": key} for key in written]
    return {
        "type": "key",
        "id": "keys",
        "actions": [*down, *({"type": "keyUp", "value": key} for key in written[::-1])],
    }


def _pointer(x: float, y: float, *, click: bool) -> dict[str, Any]:
    moves = {"type": "pointerMove", "x": round(x), "y": round(y)}
    buttons = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}] if click else []
    return {"type": "pointer", "id": "mouse", "actions": [moves, *buttons]}


QUIET = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
"""Firefox asks nobody for anything of its own."""


@contextmanager
def firefox() -> Iterator[Engine]:
    """Firefox without a window."""
    port = _free_port()
    with ExitStack() as stack:
        profile = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in QUIET.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(profile)]
        stack.enter_context(
            _running([*command, f"--remote-debugging-port={port}", "about:blank"], {"HOME": str(profile)})
        )
        engine = _patiently(lambda: Firefox(f"ws://127.0.0.1:{port}/session"))
        stack.callback(engine.close)
        yield engine


# --- WebKit ---


class WebKit:
    """WebKit, by its WebDriver."""

    name = "WebKit"

    def __init__(self, driver: str) -> None:
        self._driver = driver
        timeouts = {"script": 120_000, "pageLoad": 120_000}
        made = self._call("POST", "/session", {"capabilities": {"alwaysMatch": {"timeouts": timeouts}}})
        self._session = f"/session/{made['sessionId']}"

    def _call(self, method: str, path: str, data: object = None) -> Any:
        body = json.dumps(data).encode() if data is not None else None
        request = urllib.request.Request(self._driver + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=180) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()}") from error

    def open(self, address: str) -> None:
        self._call("POST", f"{self._session}/url", {"url": address})

    def ask(self, code: str) -> Any:
        script = f"const done = arguments[0]; ({code}).then(done, (error) => done(`!${{error}}`));"
        said = self._call("POST", f"{self._session}/execute/async", {"script": script, "args": []})
        if str(said).startswith("!"):
            raise RuntimeError(said)
        return said

    def press(self, *keys: str) -> None:
        self._act(_keyboard(keys))

    def point(self, x: float, y: float, *, click: bool) -> None:
        self._act(_pointer(x, y, click=click))

    def _act(self, source: dict[str, Any]) -> None:
        self._call("POST", f"{self._session}/actions", {"actions": [source]})

    def resize(self, width: int, height: int) -> None:
        rect = {"width": width, "height": height}
        self._call("POST", f"{self._session}/window/rect", rect)

    def close(self) -> None:
        """End the connection to the browser."""
        self._call("DELETE", self._session)


@contextmanager
def webkit() -> Iterator[Engine]:
    """WebKit on a display that nobody sees."""
    port = _free_port()
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        display = stack.enter_context(_display())
        surroundings = {"DISPLAY": display, "HOME": home, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
        command = [str(WEBKIT), "--host=127.0.0.1", f"--port={port}"]
        stack.enter_context(_running(command, surroundings))
        engine = _patiently(lambda: WebKit(f"http://127.0.0.1:{port}"))
        stack.callback(engine.close)
        yield engine


@contextmanager
def _display() -> Iterator[str]:
    """A display of its own, by its name."""
    number, write = os.pipe()
    command = [str(DISPLAY), "-displayfd", str(write), "-screen", "0", "1400x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(number) as said:
        yield f":{said.readline().strip()}"
    process.terminate()
    process.wait()


# --- processes ---


@contextmanager
def _running(command: list[str], surroundings: dict[str, str]) -> Iterator[None]:
    """A process that ends with the block."""
    environment = {**os.environ, **surroundings}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _patiently(make: Callable[[], Made]) -> Made:
    """What can be made once a browser listens."""
    last = time.monotonic() + START
    while True:
        try:
            return make()
        except OSError:
            if time.monotonic() > last:
                raise
            time.sleep(0.1)
