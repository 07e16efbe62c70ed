"""The book that lies in docs/: in order, every example alone in a clean interpreter, every docstring too."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import responsa
from responsa.book import Book, Settings
from responsa.book.checks.concordance import faults_of_sources
from responsa.book.checks.errata import needs_proof, what_is_not_proved
from responsa.book.examples import pasted, run_example, shown_output
from responsa.book.gate import hold
from responsa.book.page import Example
from responsa.book.reader import read_page

ROOT = Path(__file__).parent.parent
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
EXAMPLES = [example for example in BOOK.examples if not example.skip]
MODULES = [info.name for info in pkgutil.walk_packages(responsa.__path__, "responsa.") if "__main__" not in info.name]

CONSOLE = """
import ast, sys, traceback
space = {"__name__": "__main__"}
for statement in ast.parse(sys.stdin.read()).body:
    try:
        exec(compile(ast.Interactive([statement]), "<pasted>", "single"), space)
    except Exception as error:
        print(traceback.format_exception_only(error)[-1], end="")
"""


def test_the_book_is_in_order() -> None:
    hold(BOOK)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_examples_beside_the_book_hold_too(name: str) -> None:
    for example in read_page(name, (ROOT / name).read_text(encoding="utf-8")).examples:
        run_example(example, name)


def in_ranges(letters: list[str]) -> str:
    """`a–c, e` for a, b, c, e."""
    runs: list[list[str]] = []
    for letter in sorted(letters):
        if runs and ord(letter) == ord(runs[-1][1]) + 1:
            runs[-1][1] = letter
        else:
            runs.append([letter, letter])
    return ", ".join(first if first == last else f"{first}–{last}" for first, last in runs)


@pytest.mark.parametrize("key", BOOK.settings.rulebooks)
def test_the_changelog_names_every_rule(key: str) -> None:
    clauses: dict[str, list[str]] = {}
    for rule in BOOK.rules.values():
        if rule.id.rulebook == key:
            clauses.setdefault(rule.id.clause, []).append(rule.id.letter)
    named = ", ".join(clause + in_ranges(letters) for clause, letters in clauses.items())
    assert f"{key} {named}." in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def run_alone(example: Example) -> str:
    """What is wrong when the example is pasted into a clean interpreter; nothing if it works."""
    program = ["-c", CONSOLE] if example.is_console else ["-"]
    done = subprocess.run(
        [sys.executable, "-I", *program], input=pasted(example), capture_output=True, text=True, check=False
    )
    if done.returncode:
        return done.stderr
    if example.is_console and done.stdout != shown_output(example):
        return f"expected:\n{shown_output(example)}\ngot:\n{done.stdout}"
    return ""


def test_every_example_runs_alone_in_a_clean_interpreter_as_pasted() -> None:
    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(run_alone, EXAMPLES))
    wrong = [
        f"docs/{example.page}:{example.line}: {words}" for example, words in zip(EXAMPLES, said, strict=True) if words
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_run_alone(name: str) -> None:
    module = importlib.import_module(name)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, globs={}):
        runner.run(test, out=said.append)
    assert not said, "".join(said)


def test_every_public_name_of_the_library_has_a_docstring_with_an_example() -> None:
    bare = []
    for key, pieces in BOOK.code.items():
        package = importlib.import_module(BOOK.settings.rulebooks[key].package)
        for piece in pieces:
            short = piece.name.rpartition(".")[2]
            if piece.is_function and short in getattr(package, "__all__", ()):
                words = getattr(package, short).__doc__ or ""
                if "Examples:" not in words or ">>>" not in words:
                    bare.append(piece.name)
    assert not bare, f"no tested example in the docstring of {', '.join(bare)}"


@pytest.mark.parametrize("id_", [id_ for id_, erratum in BOOK.errata.items() if needs_proof(erratum)])
def test_a_verified_erratum_that_changes_play_is_proved(id_: str) -> None:
    assert what_is_not_proved(BOOK, BOOK.errata[id_]) == ""


def test_the_source_documents_hold_what_the_book_says_of_them() -> None:
    folder = os.environ.get("RESPONSA_SOURCES")
    if not folder:
        pytest.skip("the source documents are not at hand: set RESPONSA_SOURCES to their folder")
    faults = list(faults_of_sources(BOOK, Path(folder)))
    assert not faults, "\n".join(map(str, faults))
