"""Three files with one name: whoever finds the page finds the module and the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from responsa.book import Book, Settings
from responsa.desk.calculators import NAMES

ROOT = Path(__file__).parent.parent
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))

NO_MODULE = {"aids", "index", "example-of-play", "historical-notes"}
"""Pages that show what is ruled elsewhere, or rule nothing."""

NO_PAGE = {"by_piece"}
"""Modules whose page does not stand in the folder of their rulebook: `pieces/` holds one for each."""


@pytest.mark.parametrize("key", BOOK.settings.rulebooks)
def test_page_module_and_test_go_together(key: str) -> None:
    rulebook = BOOK.settings.rulebooks[key]
    package = rulebook.package.rpartition(".")[2]
    pages = {Path(path).stem for path in BOOK.pages if path.startswith(f"{rulebook.folder}/")} - NO_MODULE
    modules = {path.stem for path in (ROOT / "src" / "responsa" / package).glob("*.py")} - {"__init__"}
    tests = {path.stem.removeprefix("test_") for path in (ROOT / "tests" / package).glob("test_*.py")}
    named = {page.replace("-", "_") for page in pages}
    assert {name for name in modules if not name.startswith("_")} - NO_PAGE == named
    assert named <= tests


@pytest.mark.parametrize("key", BOOK.settings.rulebooks)
def test_only_pages_with_a_module_define_rules(key: str) -> None:
    folder = BOOK.settings.rulebooks[key].folder
    for page in BOOK.pages.values():
        if page.path.startswith(f"{folder}/") and Path(page.path).stem in NO_MODULE:
            assert not page.rules


def test_each_calculator_has_a_page_and_a_module() -> None:
    pages = {Path(path).stem for path in BOOK.pages if path.startswith("calculators/")} - NO_MODULE
    modules = {path.stem for path in (ROOT / "src/responsa/desk").glob("*/*.py")}
    assert pages == {*NAMES}
    assert {name.replace("-", "_") for name in NAMES} <= modules
    for name in NAMES:
        page = (ROOT / f"docs/calculators/{name}.md").read_text(encoding="utf-8")
        assert f"{{calculator: {name}}}" in page.splitlines()
