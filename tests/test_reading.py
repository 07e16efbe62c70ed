"""A page is for a reader: examples stay short, and a refusal is shown only where a player can make the mistake."""

from __future__ import annotations

from pathlib import Path

from benchmarks.reading import GOALS, of_the_text, set_up
from responsa.book import Book, Settings
from responsa.book.page import Example

ROOT = Path(__file__).parents[1]


def limit(goal: str) -> int:
    return int(goal.removeprefix("≤ ").removesuffix(" %"))


def test_examples_are_short_and_rarely_refused() -> None:
    found = of_the_text(Book.read(Settings.read(ROOT / "pyproject.toml")))
    for what in ("lines of an example: median", "lines of an example: most", "refusals shown"):
        assert int(found[what]) <= limit(GOALS[what]), what


def test_what_stands_before_the_first_question() -> None:
    code = ">>> a = 1\n>>> b = (\n...     2\n... )\n>>> a + b\n3\n"
    assert set_up(Example("page.md", 1, "pycon", code, ())) == (4, 6)
    assert set_up(Example("page.md", 1, "pycon", ">>> a = 1\n", ())) == (0, 0)
