"""Every Python block that the site shows is a test: as many are shown as are collected, page by page."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

from responsa.book import Book, Settings
from responsa.site.pages.render import Renderer

ROOT = Path(__file__).parents[2]
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
PYTHON = re.compile(r"\blanguage-(?:python|pycon)\b")


class BlockCounter(HTMLParser):
    """Counts what a reader sees as Python: in the page itself, and inside the documentation of the library."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.own = self.documented = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = dict(attrs).get("class") or ""
        inside_block = any(PYTHON.search(outer) for outer in self.open)
        if PYTHON.search(classes) and not inside_block and "doc-signature" not in classes:
            if any("doc-contents" in outer.split() for outer in self.open):
                self.documented += 1
            else:
                self.own += 1
        if tag not in VOID:
            self.open.append(classes)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.open:
            self.open.pop()


def counted(html: Path) -> BlockCounter:
    counter = BlockCounter()
    counter.feed(html.read_text(encoding="utf-8"))
    return counter


def sessions(docstring: str) -> int:
    """How many blocks of prompts a docstring shows: text between two examples starts a new one."""
    parts = doctest.DocTestParser().parse(docstring)
    shown = [part for part in parts if isinstance(part, doctest.Example) or part.strip()]
    return sum(
        isinstance(part, doctest.Example) and (at == 0 or not isinstance(shown[at - 1], doctest.Example))
        for at, part in enumerate(shown)
    )


def documented_by(page: str) -> int:
    """How many blocks the docstrings on an API page show: those of the public names of the modules on it."""
    text = FENCE.sub("", Renderer(BOOK, has_api=True).page(BOOK.pages[page]))
    modules = [importlib.import_module(name) for name in re.findall(r"^::: (\S+)", text, re.MULTILINE)]
    return sum(sessions(docstring) for module in modules for docstring in docstrings(module))


def docstrings(module: ModuleType) -> Iterator[str]:
    yield inspect.getdoc(module) or ""
    defined = [name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
    for name in getattr(module, "__all__", defined):
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(inspect.unwrap(value)):
            for test in doctest.DocTestFinder().find(value, name, module=False, globs={}):
                if not any(part.startswith("_") for part in test.name.split(".")):
                    yield inspect.cleandoc(test.docstring or "")


@pytest.mark.parametrize("path", BOOK.pages)
def test_as_many_blocks_are_shown_as_collected(site: Path, path: str) -> None:
    counter = counted(site / f"{path.removesuffix('.md')}.html")
    assert counter.own == len(BOOK.pages[path].examples)
    assert counter.documented == documented_by(path)


def test_the_count_sees_a_block_that_nothing_collects(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<div class="language-python highlight"><pre><br>x</pre></div><pre class="language-pycon">y</pre>')
    assert counted(page).own == 2
