"""What the site builder shows, the reader has read: the same code, the same references, and no page or line beside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import count
from pathlib import Path

import markdown
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.utils import markdown_extensions
from mkdocs.utils.meta import get_data

from responsa.book.book import PAGES
from responsa.book.page import Page
from responsa.book.reader import read_page

ROOT = Path(__file__).parents[2]
EXTENSIONS = [
    *("admonition", "attr_list", "def_list", "md_in_html", "tables", "toc"),
    *("pymdownx.details", "pymdownx.highlight", "pymdownx.superfences", "pymdownx.tabbed"),
]
"""Those of mkdocs.yml that change which blocks there are."""

Lines = list[str]


class Shown(HTMLParser):
    """What a reader of the built page sees: the references in its text, and the code that is shown as Python."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.references: list[str] = []
        self.code: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append((tag, dict(attrs).get("class") or ""))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tags = {tag for tag, _ in self.open}
        if not tags & {"code", "pre"}:
            self.references += re.findall(r"\[HIS (\d+)\.1a\]", data)
        elif any("highlight" in classes.split() or "language-python" in classes for _, classes in self.open):
            self.code += re.findall(r"t(\d+)t", data)


def shown(text: str) -> Shown:
    parser = Shown()
    parser.feed(markdown.markdown(text, extensions=EXTENSIONS))
    return parser


def read(page: Page) -> tuple[list[str], list[str]]:
    """The references and the code that the reader found."""
    references = [reference.target.clause.removesuffix(".1") for reference in page.references]
    return references, [found for example in page.examples for found in re.findall(r"t(\d+)t", example.code)]


# --- pages of any shape ---

LEAVES = ("paragraph", "fence", "tilde", "table", "indented", "heading", "comment", "two lines", "code span")
BRANCHES = ("item", "number", "quote", "note", "details", "tab", "definition")
SHAPES = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.tuples(st.sampled_from(BRANCHES), st.lists(inner, min_size=1, max_size=3)),
    max_leaves=6,
)


def written(shapes: list[object]) -> str:
    numbers = count(1)
    return "# Title\n\n" + "\n".join(line for shape in shapes for line in [*_lines(shape, numbers), ""]) + "\n"


def _lines(shape: object, numbers: Iterator[int]) -> Lines:
    if isinstance(shape, str):
        return _leaf(shape, next(numbers))
    assert isinstance(shape, tuple)
    kind, inner = shape
    own = f"word [HIS {next(numbers)}.1a] word"
    lines = [line for each in inner for line in [*_lines(each, numbers), ""]][:-1]
    if kind == "quote":
        return [f"> {own}", ">", *(f"> {line}".rstrip() for line in lines)]
    opening = {
        "item": [f"- {own}", ""],
        "number": [f"1. {own}", ""],
        "note": ['!!! reason "Why"', ""],
        "details": ['??? reason "Why"', ""],
        "tab": ['=== "Tab"', ""],
        "definition": ["Term", f":   {own}", ""],
    }[kind]
    return [*opening, *(f"    {line}".rstrip() for line in lines)]


def _leaf(kind: str, number: int) -> Lines:
    reference, code = f"[HIS {number}.1a]", f'assert "t{number}t"'
    return {
        "paragraph": [f"Look at {reference} here."],
        "fence": ["```python", code, "```"],
        "tilde": ["~~~ py", code, "~~~"],
        "table": ["| a | b |", "| - | - |", f"| {reference} | c |"],
        "indented": ["Look here.", "", f"    {reference}"],
        "heading": [f"## Of {reference}"],
        "comment": [f"<!-- {reference} -->"],
        "two lines": [f"Look at {reference},", "and on."],
        "code span": [f"Look at `{reference}`."],
    }[kind]


@given(st.lists(SHAPES, max_size=4))
def test_what_is_shown_is_read_or_refused(shapes: list[object]) -> None:
    text = written(shapes)
    page = read_page("index.md", text)
    if not page.faults:
        seen = shown(text)
        assert read(page) == (seen.references, seen.code), text


# --- the head of a page, and which files are pages ---

HEADS = st.lists(
    st.sampled_from(
        [
            "---",
            "--- ",
            "...",
            "",
            "title: x",
            "Note: all must stay",
            "  Key: x",
            "    more",
            "- a",
            "a: b: c",
            "# Title",
            "Word.",
        ]
    ),
    max_size=7,
).map("\n".join)


@given(HEADS)
def test_what_the_site_builder_takes_away_is_front_matter_or_a_fault(head: str) -> None:
    text = f"{head}\n\nThe end.\n"
    page = read_page("index.md", text)
    if not any(fault.line == 1 and "site builder" in fault.message for fault in page.faults):
        assert page.body == get_data(text)[0].strip()


def test_every_name_that_makes_a_page_is_known() -> None:
    assert {*PAGES} == {*markdown_extensions}


def test_the_extensions_are_those_of_the_site() -> None:
    class Loader(yaml.SafeLoader):
        pass

    Loader.add_multi_constructor("", lambda loader, tag, node: None)
    settings = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader)
    named = {next(iter(each)) if isinstance(each, dict) else each for each in settings["markdown_extensions"]}
    known = {*EXTENSIONS, "responsa.site.pages.extension"}
    assert {*EXTENSIONS} <= named
    assert all(name in known or name.startswith("pymdownx.") for name in named), named - known


@pytest.mark.parametrize("text", ["    ```python\n    1\n    ```", "<div>\n[HIS 1.1a]\n</div>"])
def test_what_is_no_example_is_none(text: str) -> None:
    assert read_page("index.md", f"# Title\n\nWords.\n\n{text}\n").examples == []
