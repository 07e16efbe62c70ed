"""`make mutants`: changes the rules library in one place at a time; the pages, and all tests, must notice.

Everything runs in forks of one process that has read the pages and collected the tests, so that a change costs some
hundredths of a second. A function is changed by giving it other code; a constant, in every module that has it.
Two scores: what the pages alone notice (examples, table rows, plots, tied numbers), and what the tests notice as well.
"""

from __future__ import annotations

import argparse
import ast
import functools
import importlib
import io
import os
import re
import signal
import subprocess
import sys
import time
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from inspect import unwrap
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol  # the public hook prints a line for each test at each change
from hypothesis import Phase, settings

from responsa.book import Book, Settings
from responsa.book.examples import ExampleFailed, evaluate, run_example, run_row
from responsa.book.gate import hold
from responsa.book.language import ENGLISH
from responsa.book.page import Page
from responsa.book.ties import constant
from tools.mutate import Mutant, changed_code, changed_value, functions_in, mutants_of
from tools.pool import BROKE, run_all

ROOT = Path(__file__).parents[1]
ACCEPTED = ROOT / "tools" / "accepted-mutants.txt"
RESULTS = ROOT / "benchmarks" / "mutation.md"
TARGET = 97.0
"""Per cent of the changes that pages and tests must notice together."""
SURVIVED, BY_PAGES, BY_TESTS, NO_CHANGE = 0, 1, 2, 3
MOST_SECONDS = 60.0
"""Of the tests that reach a function, only so many seconds' worth are run, the nearest and fastest first."""
VOCABULARY = ("responsa.dice", "responsa.errors", "responsa.rules", "responsa.rulings", "responsa.words")
"""What the rulebooks share."""

Place = tuple[str, str]
"""A function: its module and its qualified name."""


@dataclass
class Check:
    """Something that may notice a change: a part of a page, or a test."""

    name: str
    run: Callable[[], bool]
    text: str = ""
    """Its own code, or that of its file: a constant that no function reads may still be looked at there."""
    package: str = ""
    """The package of the rulebook that it is about; empty if it may be about any."""
    seconds: float = 0.0
    reaches: set[Place] = field(default_factory=set)

    def names(self, constant: str) -> bool:
        """Whether it looks at a constant by itself and not through a function."""
        return re.search(rf"\b{constant}\b", self.text) is not None


# --- where code lies ---


class Library:
    """The modules of the rulebooks and their vocabulary: their trees, and which function a line belongs to."""

    def __init__(self, book: Book) -> None:
        self.trees: dict[str, ast.Module] = {}
        self.files: dict[str, str] = {}
        self._starts: dict[str, list[tuple[int, int, str]]] = {}
        for rulebook in book.settings.rulebooks.values():
            root = importlib.import_module(rulebook.package)
            for file in sorted(Path(root.__file__ or "").parent.glob("*.py")):
                self._add(rulebook.package if file.stem == "__init__" else f"{rulebook.package}.{file.stem}")
        for module in VOCABULARY:
            self._add(module)
        self.modules = {file: module for module, file in self.files.items()}
        for module, tree in self.trees.items():
            self._starts[module] = sorted(
                (min([node.lineno, *(mark.lineno for mark in node.decorator_list)]), node.end_lineno or 0, name)
                for name, node in functions_in(tree)
            )
        self._places: dict[CodeType, Place | None] = {}

    def _add(self, module: str) -> None:
        file = importlib.import_module(module).__file__
        assert file is not None
        self.files[module] = file
        self.trees[module] = ast.parse(Path(file).read_text(encoding="utf-8"))

    def place_of(self, code: CodeType) -> Place | None:
        """The function of the library to which some code belongs, also the code of a function inside it."""
        if code.co_filename not in self.modules:
            return None
        if code not in self._places:
            module = self.modules[code.co_filename]
            at = bisect_right(self._starts[module], (code.co_firstlineno, sys.maxsize, "")) - 1
            found = self._starts[module][at] if at >= 0 else (0, 0, "")
            self._places[code] = (module, found[2]) if found[0] <= code.co_firstlineno <= found[1] else None
        return self._places[code]

    def mutants(self) -> list[Mutant]:
        """Every change of the library."""
        return [
            mutant
            for module, file in self.files.items()
            for mutant in mutants_of(Path(file).read_text(encoding="utf-8"), module)
        ]

    def users_of(self, constant: str) -> set[Place]:
        """The functions that read a constant, by its name."""
        return {
            (module, name)
            for module, tree in self.trees.items()
            for name, node in functions_in(tree)
            if any(constant in (getattr(inner, "id", None), getattr(inner, "attr", None)) for inner in ast.walk(node))
        }


def watch(library: Library, check: Check) -> None:
    """Run a check once as things are, and note what it reaches and how long it takes."""
    entered: set[CodeType] = set()
    files = library.modules

    def call(frame: FrameType, _event: str, _: object) -> None:
        if frame.f_code.co_filename in files:
            entered.add(frame.f_code)

    before, started = sys.gettrace(), time.process_time()
    sys.settrace(call)
    try:
        assert not check.run(), f"{check.name} fails without any change"
    finally:
        sys.settrace(before)
    check.seconds = time.process_time() - started
    check.reaches = {place for code in entered if (place := library.place_of(code))}


# --- what notices ---


def page_checks(book: Book) -> list[Check]:
    """Every example, table row and plot of the book."""
    found = []
    for page in book.pages.values():
        package = page.rulebook.package if page.rulebook else ""
        found += [
            _page_check(page, example.line, functools.partial(run_example, example, page.path), example.code)
            for example in page.examples
            if not example.skip
        ]
        for table in page.tables:
            for row, (line, _) in enumerate(table.rows if table.tests else ()):
                calls = "\n".join(test.call for test in table.tests)
                found.append(_page_check(page, line, functools.partial(run_row, table, row, package, page.path), calls))
        for directive in page.directives:
            if directive.word == "plot":
                run = functools.partial(evaluate, directive.what, package)
                found.append(_page_check(page, directive.line, run, directive.what))
    return found


def _page_check(page: Page, line: int, run: Callable[[], object], text: str = "") -> Check:
    def notices() -> bool:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            try:
                run()
            except (ExampleFailed, Exception, SystemExit):
                return True
        return False

    return Check(f"{page.path}:{line}", notices, text, page.rulebook.package if page.rulebook else "")


def number_check(book: Book) -> Callable[[Mutant], bool]:
    """Whether a page shows a constant, so that the gate notices when the two differ."""
    tied = {
        (place.rpartition(".")[0], place.rpartition(".")[2])
        for page in book.pages.values()
        if page.rulebook
        for tie in page.ties
        if ENGLISH.value_of(tie.shown) is not None and tie.target != "plain"
        for place, _ in [constant(tie.target, package=page.rulebook.package, module=page.module)]
    }
    return lambda mutant: mutant.is_constant and (mutant.module, mutant.place) in tied


@functools.cache
def source_of(file: Path) -> str:
    """The text of a file of tests."""
    return file.read_text(encoding="utf-8")


def item_check(item: pytest.Item, packages: Iterable[str]) -> Check:
    """A collected test; those of a rulebook lie in a folder of its name, or name its code in their parameters."""

    def notices() -> bool:
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))

    folder = item.path.parent.name
    about = (each for each in packages if each.rpartition(".")[2] == folder or f"[{each}." in item.nodeid)
    return Check(item.nodeid, notices, source_of(item.path), next(about, ""))


# --- one change ---


def apply(library: Library, mutant: Mutant) -> bool:
    """Make a change in the running library; `False` if it changes nothing that can be seen."""
    module = importlib.import_module(mutant.module)
    tree, file = library.trees[mutant.module], library.files[mutant.module]
    for known in library.files:
        for value in list(vars(importlib.import_module(known)).values()):
            if callable(forget := getattr(value, "cache_clear", None)):
                forget()
    if mutant.is_constant:
        return _rebind(
            mutant.place, getattr(module, mutant.place), eval(changed_value(tree, mutant, file), vars(module))
        )
    if mutant.is_default:
        place, _, argument = mutant.place[:-1].partition("(")
        return _set_default(function_at(module, place), argument, eval(changed_value(tree, mutant, file), vars(module)))
    function_at(module, mutant.place).__code__ = changed_code(tree, mutant, file)
    return True


def function_at(module: ModuleType, place: str) -> FunctionType:
    """The function behind a qualified name, whatever decorators stand above it."""
    owner, _, name = place.rpartition(".")
    value: Any = vars(getattr(module, owner))[name] if owner else getattr(module, name)
    value = getattr(value, "fget", None) or getattr(value, "func", None) or getattr(value, "__func__", value)
    found = unwrap(value)
    assert isinstance(found, FunctionType), place
    return found


def _rebind(name: str, old: object, new: object) -> bool:
    """Put another value in the place of a constant, wherever it was imported."""
    if new == old:
        return False
    for module in list(sys.modules.values()):
        if vars(module).get(name) is old if hasattr(module, "__dict__") else False:
            setattr(module, name, new)
    return True


def _set_default(function: FunctionType, argument: str, new: object) -> bool:
    if argument in (function.__kwdefaults__ or {}):
        function.__kwdefaults__ = {**(function.__kwdefaults__ or {}), argument: new}
        return True
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    defaults = list(function.__defaults__ or ())
    defaults[names.index(argument) - len(names)] = new
    function.__defaults__ = tuple(defaults)
    return True


# --- all changes ---


class Judge:
    """Decides about one change, in a child process."""

    def __init__(self, book: Book, pages: list[Check], tests: list[Check]) -> None:
        self.library = Library(book)
        self.is_tied = number_check(book)
        self.pages, self.tests = pages, tests
        self._reaching: dict[Place, list[int]] = {}

    def leave_out(self, packages: set[str]) -> None:
        """Do without the pages and tests of some rulebooks: none of them uses the code of another."""
        self.pages = [check for check in self.pages if check.package not in packages]
        self.tests = [check for check in self.tests if check.package not in packages]

    def measure(self) -> None:
        """See what each check reaches while nothing is changed."""
        for check in (*self.pages, *self.tests):
            watch(self.library, check)
        for checks in (self.pages, self.tests):
            checks.sort(key=lambda check: check.seconds)

    def checks_for(self, mutant: Mutant, checks: list[Check]) -> list[Check]:
        """Those that reach what is changed: first of the module's own page and test, then the fast ones."""
        constant = mutant.place if mutant.is_constant else ""
        places = self.library.users_of(constant) if constant else {(mutant.module, mutant.place.partition("(")[0])}
        own = mutant.module.rpartition(".")[2]
        names = (f"/{own.replace('_', '-')}.md:", f"/test_{own}.py:")
        reaching = [check for check in checks if places & check.reaches or (constant and check.names(constant))]
        reaching.sort(key=lambda check: not any(name in check.name for name in names))
        chosen, seconds = [], 0.0
        for check in reaching:
            if seconds <= MOST_SECONDS:
                chosen.append(check)
                seconds += check.seconds
        return chosen

    def __call__(self, mutant: Mutant) -> int:
        """Whether the pages or the tests notice a change."""
        if not apply(self.library, mutant):
            return NO_CHANGE
        if self.is_tied(mutant) or any(map(_notices, self.checks_for(mutant, self.pages))):
            return BY_PAGES
        signal.signal(signal.SIGALRM, lambda *_: os._exit(BY_TESTS))  # a loop in a test is not noticed by pages
        return BY_TESTS if any(map(_notices, self.checks_for(mutant, self.tests))) else SURVIVED


def _notices(check: Check) -> bool:
    """Run a check; if it takes twenty times as long as without a change, the child ends, and that is noticed.

    What counts is the processor's time, so that a busy machine changes no verdict; only what waits for ever is
    stopped by the clock.
    """
    most = 5 + 20 * check.seconds
    signal.setitimer(signal.ITIMER_PROF, most)
    signal.setitimer(signal.ITIMER_REAL, 20 * most)
    return check.run()


class Session:
    """Takes the collected tests over from pytest, and runs changes instead of them."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.verdicts: dict[Mutant, int] = {}
        self.judge: Judge | None = None

    @pytest.hookimpl
    def pytest_sessionstart(self) -> None:
        """Before the tests are collected: how Hypothesis is to look for failures."""
        settings.register_profile("mutants", settings.get_profile("ci"), phases=[Phase.explicit, Phase.generate])
        settings.load_profile("mutants")  # a failure need not be made small to be a failure

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of the tests: measure them once, then try every change."""
        book = Book.read(Settings.read(ROOT / "pyproject.toml"))
        hold(book)
        packages = {rulebook.package for rulebook in book.settings.rulebooks.values()}
        judge = self.judge = Judge(book, page_checks(book), [item_check(item, packages) for item in session.items])
        trials = chosen_mutants(judge.library, self.options)
        concerned = {mutant.module.rpartition(".")[0] for mutant in trials}
        if concerned <= packages:
            judge.leave_out(packages - concerned)
        print(
            f"{len(judge.pages)} examples, rows and plots and {len(judge.tests)} tests, once without a change",
            file=sys.stderr,
        )
        quiet = io.StringIO()
        with redirect_stdout(quiet):
            judge.measure()
        judged = run_all(trials, judge, limit=lambda _: 60, jobs=self.options.jobs, title="mutants")
        self.verdicts = dict(judged)
        return True


def chosen_mutants(library: Library, options: argparse.Namespace) -> list[Mutant]:
    """All changes, or those of some modules, of some changed lines, or only a sample."""
    mutants = [
        mutant
        for mutant in library.mutants()
        if options.only in f"{mutant.module}.{mutant.place}" and mutant.is_rule_id == options.ids
    ]
    if options.changed:
        lines = changed_lines(options.changed)
        mutants = [mutant for mutant in mutants if mutant.line in lines[library.files[mutant.module]]]
    return mutants[:: options.every]


def changed_lines(revision: str) -> defaultdict[str, set[int]]:
    """The lines of each file that differ from a revision."""
    command = ["git", "diff", "--unified=0", "--no-color", revision, "--", "src"]
    found: defaultdict[str, set[int]] = defaultdict(set)
    file = ""
    for line in subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n"):
        if line.startswith("+++ "):
            file = str(ROOT / line[6:])
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            found[file] |= set(range(first, first + count))
    return found


# --- what is told ---


def accepted() -> dict[str, str]:
    """Changes that change nothing that could be seen, each with its reason.

    A line is `module: place: before  ->  after | reason`.
    """
    lines = ACCEPTED.read_text(encoding="utf-8").split("\n") if ACCEPTED.exists() else []
    pairs = (line.rpartition(" | ") for line in lines if line and not line.startswith("#"))
    return {change: reason for change, _, reason in pairs}


def key_of(mutant: Mutant) -> str:
    """How the list of accepted changes names a change."""
    return f"{mutant.module}: {mutant}"


def score(verdicts: dict[Mutant, int], *noticed: int) -> float:
    """Per cent of the changes that were noticed."""
    counted = [verdict for verdict in verdicts.values() if verdict != NO_CHANGE]
    return 100 * sum(verdict in noticed for verdict in counted) / len(counted) if counted else 100.0


def report(verdicts: dict[Mutant, int], library: Library) -> tuple[str, bool]:
    """A table of the scores, and the survivors; and whether the targets are met."""
    reasons = accepted()
    excused = {mutant for mutant, verdict in verdicts.items() if verdict == SURVIVED and key_of(mutant) in reasons}
    counted = {mutant: verdict for mutant, verdict in verdicts.items() if mutant not in excused}
    rows = ["| module | changes | the pages alone | pages and tests |", "| --- | --: | --: | --: |"]
    by_module: defaultdict[str, dict[Mutant, int]] = defaultdict(dict)
    for mutant, verdict in counted.items():
        by_module[mutant.module.removeprefix("responsa.")][mutant] = verdict
    scores = [100.0, 100.0]
    for name, found in (*sorted(by_module.items()), ("all", counted)):
        scores = [score(found, BY_PAGES, BROKE), score(found, BY_PAGES, BY_TESTS, BROKE)]
        rows.append(f"| {name} | {len(found)} | {scores[0]:.1f} % | {scores[1]:.1f} % |")
    survivors = sorted((mutant for mutant, verdict in counted.items() if verdict == SURVIVED), key=_order)
    lines = [*rows, "", f"{len(excused)} accepted with a reason, {len(survivors)} survive"]
    for mutant in survivors:
        file = os.path.relpath(library.files[mutant.module], ROOT)
        lines.append(f"{file}:{mutant.line}: {mutant}")
    return "\n".join(lines), scores[1] >= TARGET


def _order(mutant: Mutant) -> tuple[str, int, int, int]:
    return mutant.module, mutant.line, mutant.node, mutant.variant


def stale(verdicts: dict[Mutant, int]) -> Iterator[str]:
    """Accepted changes that do not exist any more, or that something notices after all."""
    known: Counter[str] = Counter()
    for mutant, verdict in verdicts.items():
        known[key_of(mutant)] += verdict in (SURVIVED, NO_CHANGE)
    return (change for change in accepted() if not known[change])


def main(arguments: list[str] | None = None) -> int:
    """Run the changes, print the scores and survivors; the exit code is 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--changed", metavar="REVISION", help="only lines that differ from a git revision")
    parser.add_argument("--only", default="", help="only modules or functions whose full name contains this")
    parser.add_argument("--ids", action="store_true", help="the rule ids that answers and errors name, instead of code")
    parser.add_argument("--every", type=int, default=1, help="only every n-th change, for a quick look")
    parser.add_argument("--jobs", type=int, default=2, help="how many changes are tried at the same time")
    options = parser.parse_args(arguments)
    os.environ["CI"] = "1"  # the same examples of Hypothesis at every run, and no database
    os.chdir(ROOT)
    session = Session(options)
    book = Settings.read()
    folders = [f"tests/{rulebook.package.rpartition('.')[2]}" for rulebook in book.rulebooks.values()]
    docstrings = "tests/test_book_in_order.py"
    skipped = ["--deselect", f"{docstrings}::test_every_example_runs_alone_in_a_clean_interpreter_as_pasted"]
    started = time.monotonic()
    code = pytest.main(
        [
            "-s",
            "-q",
            "-W",
            "ignore::pytest.PytestAssertRewriteWarning",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:cov",
            *folders,
            docstrings,
            "tests/test_bad_input.py",
            "tests/test_vocabulary.py",
            *skipped,
        ],
        plugins=[session],
    )
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) or session.judge is None:
        return 1
    text, met = report(session.verdicts, session.judge.library)
    whole = not (options.changed or options.only or options.ids or options.every > 1)
    old = list(stale(session.verdicts)) if whole else []
    print(text)
    for change in old:
        print(f"tools/{ACCEPTED.name}: not needed any more: {change}")
    print(f"{(time.monotonic() - started) / 60:.1f} minutes")
    if whole:
        table = text.partition("\n\n")[0]
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(f"# Changes of the library that are noticed\n\n{table}\n", encoding="utf-8")
    return 0 if met and not old else 1


if __name__ == "__main__":
    sys.exit(main())
