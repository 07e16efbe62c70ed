"""How much the book costs: running its examples, and building its site, each against doing without our part.

`python benchmarks/book.py` prints one table. Every figure is that of a whole process, the median of several, with the
candidates taking turns; the corpora are the blocks of the book itself, and small books of 1, 10 and 50 times the size.
The other tools are installed only for this, from benchmarks/requirements.txt.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from responsa.book import Book, Settings
from responsa.book.examples import pasted

ROOT = Path(__file__).parents[1]
OTHERS = ROOT / ".cache" / "benchmark"
ROUNDS = 5
PAGES, TIMES = 12, (1, 10, 50)
NOT_OURS = ("pytest-examples", "pytest-markdown-docs", "mktestdocs")

Row = tuple[str, str, str]


@dataclass(frozen=True)
class Cost:
    """What a process took: seconds, and megabytes at its peak."""

    seconds: float
    megabytes: float


def measure(command: list[str], folder: Path, *, path: str = "") -> Cost:
    """Run a command to its end."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": path}
    started = time.perf_counter()
    with (folder / "said.txt").open("w") as said:
        process = subprocess.Popen(command, cwd=folder, stdout=said, stderr=said, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} fails in {folder}:\n{(folder / 'said.txt').read_text()[-3000:]}")
    return Cost(time.perf_counter() - started, usage.ru_maxrss / 1024)


def in_turns(candidates: dict[str, Callable[[], Cost]], rounds: int = ROUNDS) -> dict[str, Cost]:
    """The median cost of each candidate; they take turns, so that a slow moment of the machine hits all of them."""
    found: dict[str, list[Cost]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, run in candidates.items():
            found[name].append(run())
    return {
        name: Cost(statistics.median(cost.seconds for cost in costs), max(cost.megabytes for cost in costs))
        for name, costs in found.items()
    }


# --- running the examples ---

OURS = """
from pathlib import Path
from sybil import Sybil
from responsa.book.collect import BookParser
from responsa.book.settings import Settings
settings = Settings(Path(__file__).parent / "docs", "errata", "", "", "", {})
pytest_collect_file = Sybil(parsers=[BookParser(settings)], patterns=["docs/*.md"]).pytest()
"""

SYBIL = """
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser
pytest_collect_file = Sybil(parsers=[PythonCodeBlockParser()], patterns=["docs/*.md"]).pytest()
"""

PYTEST_EXAMPLES = """
import pytest
from pytest_examples import CodeExample, EvalExample, find_examples
@pytest.mark.parametrize("example", find_examples("docs"), ids=str)
def test_examples(example: CodeExample, eval_example: EvalExample):
    eval_example.run(example)
"""

MKTESTDOCS = """
import pathlib
import pytest
from mktestdocs import check_md_file
@pytest.mark.parametrize("page", sorted(pathlib.Path("docs").glob("*.md")), ids=str)
def test_page(page):
    check_md_file(page)
"""


ASSERTION = "assert True"
"""Ours refuses a script that asserts nothing; all candidates get the same."""


def write_blocks(folder: Path, conftest: str, test: str, *, prompts: bool) -> int:
    """Every block of the book, page by page, with prompts or as pasted; how many there are."""
    (folder / "docs").mkdir(parents=True)
    (folder / "conftest.py").write_text(conftest)
    if test:
        (folder / "test_docs.py").write_text(test)
    count = 0
    for page in Book.read(Settings.read(ROOT / "pyproject.toml")).pages.values():
        codes = [example.code if prompts else pasted(example) for example in page.examples if example.is_console]
        codes = codes if prompts else [f"{code}\n{ASSERTION}" for code in codes if _runs(code)]
        blocks = "\n\n".join(f"Words.\n\n```python\n{code}\n```" for code in codes)
        if codes:
            (folder / "docs" / f"{page.path.replace('/', '-')}").write_text(f"# Page\n\n{blocks}\n")
        count += len(codes)
    return count


def _runs(code: str) -> bool:
    """Whether a block ends well without its shown error; a plain script cannot show one."""
    try:
        exec(compile(code, "<block>", "exec"), {"__name__": "block", "print": lambda *_: None})
    except Exception:
        return False
    return True


def pytest_of(folder: Path, *options: str) -> list[str]:
    """A plain pytest over a folder."""
    plugins = ["-p", "no:cacheprovider", "-p", "no:cov", "-p", "no:hypothesispytest", "-p", "no:doctest"]
    return [sys.executable, "-m", "pytest", "-q", "--rootdir", str(folder), "-c", os.devnull, *plugins, *options]


def examples(work: Path, *, short: bool = False) -> Iterator[Row]:
    """Our run of the blocks against that of others; in short, once and against what is installed anyway."""
    counts = {}
    for name, conftest, test, prompts in (
        ("ours, prompts", OURS, "", True),
        ("Sybil, prompts", SYBIL, "", True),
        ("doctest", "", "", True),
        ("ours, scripts", OURS, "", False),
        ("Sybil, scripts", SYBIL, "", False),
        ("pytest-examples", "", PYTEST_EXAMPLES, False),
        ("pytest-markdown-docs", "", "", False),
        ("mktestdocs", "", MKTESTDOCS, False),
    ):
        if not short or name not in NOT_OURS:
            counts[name] = write_blocks(work / name, conftest, test, prompts=prompts)
    doctest = "import doctest, glob; [doctest.testfile(page, False) for page in glob.glob('docs/*.md')]"

    def run(name: str, *options: str) -> Callable[[], Cost]:
        folder = work / name
        if name == "doctest":
            return lambda: measure([sys.executable, "-c", doctest], folder, path=str(ROOT / "src"))
        return lambda: measure(pytest_of(folder, *options), folder, path=f"{ROOT / 'src'}:{OTHERS}")

    plain = {name: run(name) for name in counts if name != "pytest-markdown-docs"}
    if not short:
        plain["pytest-markdown-docs"] = run("pytest-markdown-docs", "--markdown-docs", "docs")
    rounds = 1 if short else ROUNDS
    costs = in_turns(plain, rounds)
    for name, cost in costs.items():
        base = costs["Sybil, prompts" if counts[name] == counts["ours, prompts"] else "Sybil, scripts"].seconds
        yield f"run {counts[name]} blocks: {name}", f"{cost.seconds:.2f} s", f"{cost.seconds / base:.2f} x Sybil"
    collect = in_turns({name: run(name, "--collect-only") for name in ("ours, prompts", "Sybil, prompts")}, rounds)
    ratio = collect["ours, prompts"].seconds / collect["Sybil, prompts"].seconds
    for name, cost in collect.items():
        yield (
            f"collect {counts[name]} blocks: {name}",
            f"{cost.seconds:.2f} s",
            f"{ratio:.2f} x" if "ours" in name else "",
        )


# --- building the site ---

SMALL = """site_name: Small
use_directory_urls: false
theme: {name: material, font: false, features: [navigation.prune]}
markdown_extensions:
  - admonition
  - attr_list
  - def_list
  - md_in_html
  - tables
  - pymdownx.details
  - pymdownx.highlight: {pygments_lang_class: true}
  - pymdownx.superfences
  - toc
"""

PYPROJECT = """[tool.responsa]
docs = "docs"
errata = "errata"
removed = "removed.md"
concordance = "concordance.csv"
history = "history.csv"
[tool.responsa.rulebooks.HIS]
title = "Here I Stand"
folder = "his"
package = "small"
api = "api.md"
sources = { battle = "battle.ru.txt" }
"""

MODULE = '''"""The walls."""
from typing import Final
from responsa import Finding, Ruling, decide, implements
MAX_INSIDE: Final = 4
@implements(RULES)
def may_withdraw(units: int) -> Ruling:
    return decide(Finding(units <= MAX_INSIDE, "HIS 1.1a", yes=f"{units} are few enough", no=f"{units} are too many"))
'''

CLAUSE = """## {n}.{k} A clause

Some plain words that say what the section decides.

[{n}.{k}a] At most [four](=walls.MAX_INSIDE) units withdraw, and only into a space that is fortified [{n}.{k}b].
{{source: battle 10}}

- [{n}.{k}b] The enemy power controls the space.
  {{source: battle 11}}

- [{n}.{k}c] Leaders do not count towards [{n}.{k}a], and any number of them is there.
  {{source: battle 12}}

Two plain sentences with the situation.
Real places and people of the game.

```pycon
>>> from small import may_withdraw
>>> print(may_withdraw(4))
Yes. 4 are few enough [HIS 1.1a].
```

| units | withdraw |
| ----: | -------- |
|     4 | yes      |
|     5 | no       |

{{test: may_withdraw({{units}}) == {{withdraw}}}}

!!! reason "Why"

    Four men hold a gate.
"""


def write_out(folder: Path) -> None:
    """Put on each page what the extension would make of it: the same pages, for a build without it."""
    program = (
        "from responsa.book import Book, Settings\n"
        "from responsa.site.pages.render import Renderer\n"
        "book = Book.read(Settings.read())\n"
        "for path, page in book.pages.items():\n"
        "    head = '\\n'.join(page.text.split('\\n')[:page.front_matter])\n"
        "    text = Renderer(book, has_api=HAS_API).page(page)\n"
        "    (book.settings.docs / path).write_text(f'{head}\\n{text}' if head else text, encoding='utf-8')\n"
    ).replace("HAS_API", str("mkdocstrings" in (folder / "mkdocs.yml").read_text(encoding="utf-8")))
    measure([sys.executable, "-c", program], folder, path=f"{folder / 'src'}:{folder}:{ROOT / 'src'}")


def write_small_book(folder: Path, pages: int, *, extension: bool) -> None:
    """A book of so many pages with four clauses each."""
    (folder / "docs" / "his").mkdir(parents=True)
    (folder / "small").mkdir()
    rules = [f"HIS {n}.{k}{letter}" for n in range(1, pages + 1) for k in range(1, 5) for letter in "abc"]
    (folder / "small" / "walls.py").write_text(MODULE.replace("RULES", ", ".join(map(repr, rules))))
    (folder / "small" / "__init__.py").write_text("from small.walls import may_withdraw\n__all__ = ['may_withdraw']\n")
    (folder / "pyproject.toml").write_text(PYPROJECT)
    (folder / "mkdocs.yml").write_text(SMALL + ("  - responsa.site.pages.extension\n" if extension else ""))
    (folder / "docs" / "index.md").write_text("# Home\n\nWelcome.\n")
    (folder / "docs" / "api.md").write_text("# API\n\nNothing.\n")
    for n in range(1, pages + 1):
        clauses = "\n".join(CLAUSE.format(n=n, k=k) for k in range(1, 5))
        (folder / "docs" / "his" / f"page-{n}.md").write_text(f"# {n} A page\n\n{clauses}")
    if not extension:
        write_out(folder)


def whole_book(folder: Path, *, extension: bool) -> None:
    """This book, with or without the extension."""
    folder.mkdir()
    for name in ("docs", "src"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    if not extension:
        config, found = re.subn(r"^  - responsa(?:\.site\.pages\.extension)?(?: .*)?\n", "", config, flags=re.M)
        assert found == 2, "mkdocs.yml does not name the extension and the plugin"
        config = config.replace("strict: true", "strict: false")
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    if not extension:
        write_out(folder)


def site(work: Path, *, short: bool = False) -> Iterator[Row]:
    """Building with our extension, without it, and by Zensical; growth and memory.

    In short, this book is built without the extension alone, once, and only the smallest of the others.
    """
    mkdocs = [sys.executable, "-m", "mkdocs", "build", "-q"]
    zensical = [sys.executable, "-m", "zensical", "build", "--clean"]
    for extension in (True, False):
        whole_book(work / f"whole-{extension}", extension=extension)

    def build(command: list[str], name: str) -> Callable[[], Cost]:
        folder = work / name
        return lambda: measure(command, folder, path=f"{folder / 'src'}:{folder}:{ROOT / 'src'}")

    if short:
        build(mkdocs, "whole-False")()
    else:
        costs = in_turns(
            {
                "with the extension": build(mkdocs, "whole-True"),
                "without it": build(mkdocs, "whole-False"),
                "Zensical, with the extension": build(zensical, "whole-True"),
            },
            rounds=3,
        )
        yield from _rows("this book", costs)
    for times in TIMES[:1] if short else TIMES:
        for extension in (True, False):
            write_small_book(work / f"small-{times}-{extension}", PAGES * times, extension=extension)
        small = in_turns(
            {
                "with the extension": build(mkdocs, f"small-{times}-True"),
                "without it": build(mkdocs, f"small-{times}-False"),
                "Zensical, with the extension": build(zensical, f"small-{times}-True"),
            },
            rounds=3 if times < TIMES[-1] and not short else 1,
        )
        yield from _rows(f"{PAGES * times} pages", small)


def _rows(what: str, costs: dict[str, Cost]) -> Iterator[Row]:
    share = 1 - costs["without it"].seconds / costs["with the extension"].seconds
    for name, cost in costs.items():
        note = f"{cost.megabytes:.0f} MB at most" + (
            f", {100 * share:.0f} % is ours" if name.startswith("with the") else ""
        )
        yield f"build {what}: {name}", f"{cost.seconds:.2f} s", note


def import_time(*, short: bool = False) -> Iterator[Row]:
    """How long the library takes to be there."""
    bare = [sys.executable, "-c", "pass"]
    for name in ("responsa", "responsa.here_i_stand", "responsa.hellenes", "responsa.republic_of_rome"):
        code = [sys.executable, "-c", f"import {name}"]
        with tempfile.TemporaryDirectory() as folder:
            costs = in_turns(
                {
                    "without": partial(measure, bare, Path(folder), path=str(ROOT / "src")),
                    "with": partial(measure, code, Path(folder), path=str(ROOT / "src")),
                },
                rounds=1 if short else 9,
            )
        took = 1000 * (costs["with"].seconds - costs["without"].seconds)
        yield f"import {name}", f"{took:.0f} ms", "more than Python itself"


def install_others() -> None:
    """The tools that we are compared with, beside our own packages and not among them."""
    if OTHERS.exists():
        return
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
        "--no-deps",
    ]
    subprocess.run([*pip, "--target", str(OTHERS), "-r", str(ROOT / "benchmarks" / "requirements.txt")], check=True)


def rows(*, short: bool = False) -> Iterator[Row]:
    """Every figure, as it is measured."""
    if not short:
        install_others()
    with tempfile.TemporaryDirectory() as folder:
        yield from examples(Path(folder), short=short)
        yield from site(Path(folder), short=short)
    yield from import_time(short=short)


def main() -> None:
    """Print the table."""
    print("| what | took | |\n| --- | --: | --- |")
    for row in rows():
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
