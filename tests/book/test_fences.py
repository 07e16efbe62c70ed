"""Whatever way a page shows Python, the book sees it; a wrong output there is found, on its own line."""

import re

import pytest
from markdown import Markdown

from responsa.book.blocks import Kind, cut
from responsa.book.examples import ExampleFailed, run_example
from responsa.book.page import Example
from responsa.book.reader import read_page
from tests.book.fences import NOT_PYTHON, SPELLINGS

MARKDOWN = ["admonition", "attr_list", "tables", "pymdownx.superfences", "pymdownx.details", "pymdownx.tabbed"]
HIGHLIGHT = {"pymdownx.highlight": {"pygments_lang_class": True}, "pymdownx.tabbed": {"alternate_style": True}}


def examples(text: str) -> list[Example]:
    page = read_page("page.md", text)
    assert page.faults == []
    return page.examples


def rendered(text: str) -> int:
    html = Markdown(extensions=[*MARKDOWN, "pymdownx.highlight"], extension_configs=HIGHLIGHT).convert(text)
    html = re.sub(r"<!--.*?-->", "", html, flags=re.DOTALL)  # what is in a comment is not shown
    return len(re.findall(r'class="language-(?:python|py|python3|Python|pycon)[ "]', html))


@pytest.mark.parametrize("fence", SPELLINGS.values(), ids=SPELLINGS)
def test_every_spelling_is_shown_and_collected_alike(fence: str) -> None:
    text = f"# Page\n\n{fence.format('x = 1')}\n\nThe end.\n"
    (example,) = examples(text)
    assert rendered(text) == 1
    assert example.code.removeprefix(">>> ") == "x = 1\n"


@pytest.mark.parametrize("fence", SPELLINGS.values(), ids=SPELLINGS)
def test_a_wrong_output_is_found_in_every_spelling(fence: str) -> None:
    text = f"# Page\n\nText.\n\n{fence.format('assert 1 + 1 == 3')}\n"
    (example,) = examples(text)
    line = text.split("\n").index(next(line for line in text.split("\n") if "1 + 1" in line)) + 1
    with pytest.raises(ExampleFailed, match=rf"^page\.md:{line}: ") as failure:
        run_example(example, "page.md")
    if not example.is_console:
        assert "assert (1 + 1) == 3" in str(failure.value)


@pytest.mark.parametrize("text", NOT_PYTHON.values(), ids=NOT_PYTHON)
def test_what_is_not_shown_as_python_is_not_collected(text: str) -> None:
    text = text.format("x = 1")
    assert examples(text) == []
    assert rendered(text) == 0


def test_all_spellings_on_one_page() -> None:
    fences = [fence.format(f"x = {number}") for number, fence in enumerate([*SPELLINGS.values(), *NOT_PYTHON.values()])]
    text = "\n\nBetween.\n\n".join(fences)
    found = examples(text)
    assert len(found) == rendered(text) == len(SPELLINGS)
    assert [example.code.strip() for example in found] == [
        ("x = " if not fence.count(">>>") else ">>> x = ") + str(number)
        for number, fence in enumerate(SPELLINGS.values())
    ]


def test_code_in_a_container_keeps_its_own_indentation() -> None:
    (example,) = examples("- item\n\n    ```python\n    if True:\n\n        x = 1\n    ```\n")
    assert example.code == "if True:\n\n    x = 1\n"


def test_blocks_tell_their_lines() -> None:
    text = "# 1 T\n\nA\nb\n\n- c\n- d\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<!-- x\ny -->\n\n<div>\n"
    assert [(block.kind, block.line, len(block.lines)) for block in cut(text)] == [
        (Kind.HEADING, 1, 1),
        (Kind.PARAGRAPH, 3, 2),
        (Kind.ITEM, 6, 1),
        (Kind.ITEM, 7, 1),
        (Kind.TABLE, 9, 3),
        (Kind.COMMENT, 13, 2),
        (Kind.HTML, 16, 1),
    ]
