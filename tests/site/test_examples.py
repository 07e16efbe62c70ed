"""What a reader takes from a page with the copy button runs as it is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

CONSOLES = ".language-pycon.highlight, .language-pycon .highlight"


@pytest.mark.parametrize("path", ["here-i-stand/withdraw.html", "here-i-stand/avoid-battle.html", "api/index.html"])
def test_copied_code_runs(open_page: Callable[..., Page], path: str) -> None:
    page = open_page(path, permissions=["clipboard-read", "clipboard-write"])
    blocks = page.locator(CONSOLES)
    assert blocks.count() > 0
    buttons = page.locator(":is(button.md-clipboard, button.md-code__button[data-md-type=copy]):not(.doc-signature *)")
    page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
    for block, button in zip(blocks.all(), buttons.all(), strict=True):
        button.click()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.strip(), block.inner_text()
        assert not copied.startswith(">>>")
        assert "\n>>>" not in copied
        assert "\n..." not in copied
        ran = subprocess.run([sys.executable, "-"], input=copied, capture_output=True, text=True, check=False)
        shown = block.inner_text()
        if "Traceback (most recent call last):" in shown:
            assert ran.stderr.strip().rpartition("\n")[2] in shown
        else:
            assert ran.returncode == 0, ran.stderr


def test_the_lines_of_a_console_that_are_code(open_page: Callable[..., Page]) -> None:
    console = ">>> for n in (4, 5):\n...     print(n)\n...\n4\n...\n>>>\n>>> 'the end'\n'>>> no code'\n"
    page = open_page("api/index.html")
    assert page.evaluate("text => codeOfConsole(text)", console) == "for n in (4, 5):\n    print(n)\n\n\n'the end'"


def test_prompts_cannot_be_selected(open_page: Callable[..., Page]) -> None:
    page = open_page("api/index.html")
    assert page.eval_on_selector(".highlight .gp", "it => getComputedStyle(it).userSelect") == "none"
