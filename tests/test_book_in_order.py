"""The book in docs/, every example alone in a clean interpreter, and every docstring; the gate comes with the pages."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import responsa
from responsa.book import Book, Settings
from responsa.book.checks.concordance import faults_of_sources
from responsa.book.examples import pasted, run_example, shown_output
from responsa.book.reader import read_page

ROOT = Path(__file__).parent.parent
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
EXAMPLES = [example for example in BOOK.examples if not example.skip]
MODULES = [info.name for info in pkgutil.walk_packages(responsa.__path__, "responsa.") if "__main__" not in info.name]

CONSOLE = """
import ast, sys, traceback

def paste(code):
    space = {"__name__": "__main__"}
    for statement in ast.parse(code).body:
        try:
            exec(compile(ast.Interactive([statement]), "<pasted>", "single"), space)
        except Exception as error:
            print(traceback.format_exception_only(error)[-1], end="")
"""

# A clean interpreter that has loaded what it is told, and run nothing. It is copied for each program, so that all start
# from there, in a fraction of the time.
CLEAN = (
    CONSOLE
    + """
import dataclasses, enum, fractions, functools, gc, importlib, inspect, itertools, json, os, re

def run(code, is_console):
    paste(code) if is_console else exec(compile(code, "<pasted>", "exec"), {"__name__": "__main__"})

def in_a_copy(code, is_console):
    out, into = os.pipe()
    copy = os.fork()
    if not copy:
        for stream in (1, 2):
            os.dup2(into, stream)
        code_of_exit = 0
        try:
            run(code, is_console)
        except BaseException:
            traceback.print_exc()
            code_of_exit = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code_of_exit)
    os.close(into)
    with open(out, encoding="utf-8") as said:
        words = said.read()
    return os.waitpid(copy, 0)[1] == 0, words

for name in sys.argv[1:]:
    importlib.import_module(name)
gc.freeze()
print(json.dumps([in_a_copy(*program) for program in json.load(sys.stdin)]))
"""
)


def run_each(programs: list[tuple[str, bool]], *, loaded: Iterable[str] = ()) -> list[tuple[bool, str]]:
    """Whether each program ends well in a clean interpreter of its own, and what it prints."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", CLEAN, *loaded],
        input=json.dumps(programs),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(is_well, words) for is_well, words in json.loads(done.stdout)]


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_examples_beside_the_book_hold_too(name: str) -> None:
    for example in read_page(name, (ROOT / name).read_text(encoding="utf-8")).examples:
        run_example(example, name)


def test_every_example_runs_alone_in_a_clean_interpreter_as_pasted() -> None:
    programs = [(pasted(example), example.is_console) for example in EXAMPLES]
    packages = [rulebook.package for rulebook in BOOK.settings.rulebooks.values()]
    wrong = []
    for example, (is_well, words) in zip(EXAMPLES, run_each(programs, loaded=packages), strict=True):
        if not is_well:
            wrong.append(f"docs/{example.page}:{example.line}: {words}")
        elif example.is_console and words != shown_output(example):
            wrong.append(f"docs/{example.page}:{example.line}: expected:\n{shown_output(example)}\ngot:\n{words}")
    assert not wrong, "\n".join(wrong)


def test_every_module_of_the_library_can_be_the_first_that_is_imported() -> None:
    names = [name for name in MODULES if not name.startswith(("responsa.book", "responsa.site"))]
    said = run_each([(f"import {name}", False) for name in names])
    wrong = {name: words for name, (is_well, words) in zip(names, said, strict=True) if not is_well or words}
    assert not wrong


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


def test_the_source_documents_hold_what_the_book_says_of_them() -> None:
    folder = os.environ.get("RESPONSA_SOURCES")
    if not folder:
        pytest.skip("the source documents are not at hand: set RESPONSA_SOURCES to their folder")
    faults = list(faults_of_sources(BOOK, Path(folder)))
    assert not faults, "\n".join(map(str, faults))


def test_rules_that_were_translated_back_are_those_that_the_page_counts() -> None:
    rows = (ROOT / "docs/about/back-translated.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert {row.partition(",")[0] for row in rows} <= {str(id_) for id_ in BOOK.rules}
    assert len(rows) == len(set(rows)) >= 120
    assert f"two of {len(rows)} said something else" in (ROOT / "docs/about/coverage.md").read_text(encoding="utf-8")
    assert f"два из {len(rows)} говорили другое" in (ROOT / "docs/about/coverage.ru.md").read_text(encoding="utf-8")
