"""What a reader sees of an example: its answer in words, and the code folded below it."""

from __future__ import annotations

from pathlib import Path

import pytest

from responsa.book import Book, Settings
from responsa.site.pages.render import Renderer

BOOK = Book.read(Settings.read(Path(__file__).parents[2] / "pyproject.toml"))
RENDERER = Renderer(BOOK, has_api=False)
PAGE = BOOK.pages["here-i-stand/withdraw.md"]
FOLD = '??? computed "How this was computed: '


def said(*lines: str) -> list[str]:
    return [line for line in RENDERER.answers.lines(PAGE, "\n".join(lines)) if line]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((">>> print(x)", "No. 5 are too many [HIS 13.4d]."), "**No.** 5 are too many"),
        ((">>> x", "True"), "Yes"),
        ((">>> x", "('Vienna', 'Buda')"), "Vienna and Buda"),
        ((">>> x", "Fraction(1, 6)"), "`Fraction(1, 6)`"),
        ((">>> print(x)", "a *b* <i>"), "A &#42;b&#42; &#60;i&#62;"),
        (
            (">>> x", "Traceback (most recent call last):", "responsa.ImpossibleSituation: units is -1 [HIS 13.4d]"),
            "**Cannot be:** units is -1",
        ),
        (
            (">>> x", "Traceback (most recent call last):", "responsa.NotInThisText: not in this text: who pays"),
            "**Not in this text:** who pays",
        ),
    ],
)
def test_an_answer_reads_as_one(lines: tuple[str, ...], expected: str) -> None:
    assert said(*lines)[0].startswith(expected)
    assert "answer" in said(*lines)[-1]


def test_a_story_is_a_list_of_its_steps() -> None:
    story = said(">>> print(x)", "the gates are shut [HIS 13.4b]", "a siege begins [HIS 13.4j]")
    assert [line[:3] for line in story] == ["1. ", "2. ", "{: "]
    assert "The gates are shut [13.4b]" in story[0]


def test_every_example_of_a_rulebook_is_folded_once() -> None:
    for page in BOOK.pages.values():
        if BOOK.settings.subject_of(page.path) is None:
            continue
        text = RENDERER.page(page)
        by_hand = sum(block.text[0].startswith("???") for block in page.blocks)
        assert text.count(FOLD) + by_hand >= len(page.examples) >= text.count(FOLD), page.path


def test_pages_about_the_book_show_their_code() -> None:
    for path in ("about/how-to-read.md", "index.md"):
        assert FOLD not in RENDERER.page(BOOK.pages[path])
