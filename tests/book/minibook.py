"""A small book that is in order, to be broken on purpose."""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from responsa.book import Book, Fault, Settings
from responsa.book.checks.history import updated, write_history
from responsa.book.gate import faults_of_words

PYPROJECT = """
[tool.responsa]
docs = "docs"
errata = "errata"
removed = "removed.md"
concordance = "concordance.csv"
history = "history.csv"

[tool.responsa.rulebooks.HIS]
title = "Here I Stand"
folder = "his"
package = "{package}"
api = "api.md"
sources = {{ battle = "battle.ru.txt" }}
"""

MODULE = '''
"""The walls."""

from typing import Final

from responsa import Finding, Ruling, decide, implements

MAX_INSIDE: Final = 4
"""How many may be inside."""


@implements("HIS 13.4c", "HIS 13.4d")
def may_withdraw(units: int) -> Ruling:
    """Whether so many may withdraw [HIS 13.4d]."""
    return decide(Finding(units <= MAX_INSIDE, "HIS 13.4d", yes=f"{units} are few enough", no=f"{units} are too many"))
'''

PAGE = """# 13 Movement

## 13.4 The walls

[13.4c] The space [must](=plain "nothing asks") be fortified [13.4d].
{source: battle 10}

[13.4d] At most [four](=MAX_INSIDE) units [may](=may_withdraw) withdraw.
{source: battle 12; erratum: HIS-E42}

```pycon
>>> from PACKAGE import may_withdraw
>>> print(may_withdraw(4))
Yes. 4 are few enough [HIS 13.4d].
```

| units | withdraw |
| ----: | -------- |
|     4 | yes      |
|     5 | no       |

{test: may_withdraw({units}) == {withdraw}}
"""

ERRATA = """# Errata

## HIS-E42 How many

{rule: HIS 13.4d; source: battle 12; quote: none; type: omission; severity: confuses; status: verified; basis: open}

Printed: nothing.

Ruling: four.
"""

_count = itertools.count()


@dataclass
class MiniBook:
    """The folder of a small book, and ways to change it."""

    root: Path
    package: str

    @property
    def settings(self) -> Settings:
        return Settings.read(self.root / "pyproject.toml")

    def write(self, path: str, text: str) -> None:
        file = self.root / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("PACKAGE", self.package), encoding="utf-8")

    def change(self, path: str, old: str, new: str) -> None:
        file = self.root / "docs" / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")

    def snapshot(self, today: str) -> None:
        """Bring the history up to date."""
        book = Book.read(self.settings)
        write_history(book, updated(book, today))

    def faults(self) -> list[Fault]:
        return faults_of_words(Book.read(self.settings))


@pytest.fixture
def minibook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MiniBook:
    package = f"minibook{next(_count)}"
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").write_text(f"from {package}.walls import *\n__all__ = ['may_withdraw']\n")
    (folder / "walls.py").write_text(MODULE)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT.format(package=package))
    book = MiniBook(tmp_path, package)
    book.write("his/walls.md", PAGE)
    book.write("errata/his.md", ERRATA)
    book.write("api.md", f"# API\n\n::: {package}.walls\n")
    book.write("index.md", "# Home\n\nSee [HIS 13.4d].\n")
    sys.modules.pop(package, None)
    return book
