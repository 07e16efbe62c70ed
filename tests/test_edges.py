"""What the library answers where a situation is odd, open or impossible: the blocks of each `edges.md`, one by one."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGES = sorted(HERE.glob("*/edges.md"))
BLOCK = re.compile(r"^```pycon\n(.*?)^```", re.M | re.S)


def blocks() -> list[tuple[Path, int, str]]:
    """Each block with its page and the line that it begins at."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        found += [(page, text.count("\n", 0, match.start(1)) + 1, match[1]) for match in BLOCK.finditer(text)]
    return found


BLOCKS = blocks()


def test_each_game_has_its_edges() -> None:
    assert [page.parent.name for page in PAGES] == ["hellenes", "here_i_stand", "republic_of_rome"]


@pytest.mark.parametrize(
    ("page", "line", "code"), BLOCKS, ids=[f"{page.parent.name}, line {line}" for page, line, _ in BLOCKS]
)
def test_the_library_answers_at_the_edges(page: Path, line: int, code: str) -> None:
    test = doctest.DocTestParser().get_doctest(code, {}, page.name, str(page), line - 1)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert not told, "".join(told)
