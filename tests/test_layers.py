"""Who may import whom: the contracts of pyproject.toml hold, and what runs in a browser needs nothing but Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import grimp
import pytest

from responsa.book.checks.directives import CHECKED
from responsa.book.directives import LISTS as NAMES_OF_LISTS
from responsa.book.directives import WORDS
from responsa.site.finish.plain import WRITTEN
from responsa.site.pages.directives import DRAWN
from responsa.site.pages.lists import LISTS

ROOT = Path(__file__).parent.parent
BARE = ("responsa.desk", "responsa.hellenes", "responsa.here_i_stand", "responsa.republic_of_rome")
"""What needs nothing but Python."""


def test_every_contract_is_kept() -> None:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("responsa", include_external_packages=True)


@pytest.mark.parametrize("package", BARE)
def test_rules_and_calculators_import_python_and_the_shared_words_alone(graph: grimp.ImportGraph, package: str) -> None:
    modules = {package, *graph.find_descendants(package)}
    imported = {name for module in modules for name in graph.find_modules_directly_imported_by(module)}
    outside = {name for name in imported if not name.startswith("responsa")}
    assert outside <= sys.stdlib_module_names
    games = {name for name in imported if name.startswith(("responsa.book", "responsa.site"))}
    assert not games


def test_each_kind_of_directive_is_checked_drawn_and_written() -> None:
    assert {*CHECKED, "test"} == {*DRAWN, "test"} == {*WRITTEN, "test"} == {*WORDS}
    assert {*LISTS} == {*NAMES_OF_LISTS}
