"""What the first page of the repository shows is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_its_example_gives_what_it_says() -> None:
    consoles = re.findall(r"```pycon\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert consoles
    for console in consoles:
        test = doctest.DocTestParser().get_doctest(console, {}, "README.md", "README.md", 0)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_what_it_names_is_there() -> None:
    for text in ("README.md", "CONTRIBUTING.md"):
        for path in re.findall(r"`((?:docs|src|tests)/[\w./-]*)`|\]\(([\w./-]+)\)", (ROOT / text).read_text("utf-8")):
            assert (ROOT / "".join(path)).exists(), path
