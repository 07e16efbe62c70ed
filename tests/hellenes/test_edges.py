"""What the library answers where a situation is odd, open or impossible: the blocks of `edges.md`, each by itself."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).with_name("edges.md")
BLOCK = re.compile(r"^```pycon\n(.*?)^```", re.M | re.S)
TEXT = PAGE.read_text(encoding="utf-8")


def blocks() -> list[tuple[int, str]]:
    """Each block and the line that it begins at."""
    return [(TEXT.count("\n", 0, match.start(1)) + 1, match[1]) for match in BLOCK.finditer(TEXT)]


@pytest.mark.parametrize(("line", "code"), blocks(), ids=[f"line {line}" for line, _ in blocks()])
def test_the_library_answers_at_the_edges(line: int, code: str) -> None:
    test = doctest.DocTestParser().get_doctest(code, {}, PAGE.name, str(PAGE), line - 1)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert not told, "".join(told)
