"""`responsa check` on books that are broken in every way: each fault with page and line, never a traceback."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from responsa.book import Book
from responsa.book.blocks import cut
from responsa.book.gate import faults_of_words
from responsa.book.page import Page
from responsa.book.reader import plain_text, read_page
from responsa.book.settings import Rulebook, Settings
from tests.book.minibook import MiniBook, minibook
from tests.book.test_book import BREAKS, WALLS

__all__ = ["minibook"]

HIS = Rulebook("HIS", "Here I Stand", "his", "responsa", "api.md", {"battle": "battle.ru.txt"})


def check(place: Path, *options: str) -> tuple[int, str]:
    """The exit code, and what was said; a traceback fails the test."""
    command = [sys.executable, "-m", "responsa", "check", str(place), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=place if place.is_dir() else None)
    assert "Traceback (most recent call last):\n  File" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


# --- a book with settings ---


def test_a_book_that_is_in_order(minibook: MiniBook) -> None:
    assert check(minibook.root) == (0, "4 pages, 2 rules, 1 examples, 2 table rows, 1 errata, 0 faults\n")
    assert check(minibook.root / "pyproject.toml")[0] == 0
    code, said = check(minibook.root, "--json")
    assert (code, json.loads(said)["faults"], json.loads(said)["counts"]["pages"]) == (0, [], 4)


def test_a_book_of_any_game_has_a_key_of_its_own(minibook: MiniBook) -> None:
    for file in minibook.root.rglob("*.*"):
        if file.suffix in (".toml", ".md", ".py"):
            file.write_text(file.read_text(encoding="utf-8").replace("HIS", "ABC"), encoding="utf-8")
    assert check(minibook.root) == (0, "4 pages, 2 rules, 1 examples, 2 table rows, 1 errata, 0 faults\n")
    minibook.change(WALLS, "At most", "As [HIS 13.4c] says, at most")
    code, said = check(minibook.root)
    assert (code, f"{WALLS}:8: " in said, "HIS 13.4c" in said) == (1, True, True)


def test_every_kind_of_fault_at_once_each_with_page_and_line(minibook: MiniBook) -> None:
    """Every way to break a page that the tests of the reader know, each on a page of its own."""
    text = (minibook.root / "docs" / WALLS).read_text(encoding="utf-8")
    expected = []
    for number, (_, page, old, new, line, message) in enumerate(break_[:] for break_ in BREAKS):
        of_many_pages = any(word in (message or "not exist") for word in ("defined twice", "orphan", "not exist"))
        if page == WALLS and not of_many_pages:
            assert old in text
            minibook.write(f"his/broken{number}.md", text.replace(old, new))
            module = minibook.root / minibook.package / f"broken{number}.py"
            module.write_text((minibook.root / minibook.package / "walls.py").read_text())
            expected.append((f"his/broken{number}.md:{line}: ", message or ""))
    code, said = check(minibook.root)
    assert code == 1
    lines = said.split("\n")
    missing = [
        (place, message)
        for place, message in expected
        if not any(line.startswith(place) and message in line for line in lines)
    ]
    assert missing == []
    assert len(expected) > 25


def test_a_wrong_example_and_a_wrong_row_are_faults_like_any_other(minibook: MiniBook) -> None:
    minibook.change(WALLS, "Yes. 4 are few", "Yes. 3 are few")
    minibook.change(WALLS, "|     5 | no       |", "|     5 | yes      |")
    code, said = check(minibook.root)
    assert code == 1
    assert "his/walls.md:13: the example does not give what the page shows" in said
    assert "his/walls.md:20: the table says withdraw = yes, may_withdraw({units}) gives no" in said


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("exit()", "SystemExit"),
        ("x = (", "never closed"),
        ("(" * 5000, "too many nested parentheses"),
        (">>> 1\n 1\n>>>2", "lacks blank after >>>"),
        (">>> 1 +\n", "invalid syntax"),
        ("import nowhere", "No module named 'nowhere'"),
        ("def f():\n    f()\nf()", "RecursionError"),
        ("assert '\0'", "null bytes"),
    ],
)
def test_an_example_may_do_what_it_likes(minibook: MiniBook, code: str, message: str) -> None:
    minibook.write("more.md", f"# More\n\n```python\n{code}\n```\n")
    status, said = check(minibook.root)
    assert status == 1
    (told,) = [fault for fault in re.split(r"^(?=\S+\.md:\d+: )", said, flags=re.MULTILINE) if message in fault]
    assert re.match(r"more\.md:[3-7]: ", told), told


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("exit({units})", "SystemExit"),
        ("may_withdraw({units}", "was never closed"),
        ("may_withdraw({units}).nothing", "has no attribute 'nothing'"),
        ("nothing({units})", "name 'nothing' is not defined"),
    ],
)
def test_a_table_may_call_what_it_likes(minibook: MiniBook, call: str, message: str) -> None:
    minibook.change(WALLS, "may_withdraw({units}) ==", f"{call} ==")
    status, said = check(minibook.root)
    assert status == 1
    assert [line.partition(": ")[0] for line in said.split("\n") if message in line] == [f"{WALLS}:19", f"{WALLS}:20"]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("x = ", "SyntaxError: invalid syntax"),
        ("raise SystemExit", "SystemExit"),
    ],
)
def test_a_package_that_cannot_be_imported_is_a_fault(minibook: MiniBook, code: str, message: str) -> None:
    (minibook.root / minibook.package / "walls.py").write_text(code)
    status, said = check(minibook.root)
    assert status == 1
    assert f"{minibook.package}:1: this package cannot be imported: {message}" in said


def test_lists_that_cannot_be_read_are_faults(minibook: MiniBook) -> None:
    settings = (minibook.root / "pyproject.toml").read_text()
    names = dict(line.split(" = ") for line in settings.split("\n") if line.startswith(("concordance", "history")))
    for file in names.values():
        minibook.write(file.strip('"'), "one,two\n1,2\n")
    status, said = check(minibook.root)
    assert status == 1
    for file in names.values():
        assert f"{file.strip(chr(34))}:1: this list cannot be read: it has no column" in said


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("[tool.responsa", "cannot be read"),
        ("[tool.responsa]\n", "has no complete table [tool.responsa]: 'rulebooks' is missing or wrong"),
        ("[tool.responsa]\nrulebooks = 1\n", "has no complete table [tool.responsa]"),
        ("[tool.responsa]\n[tool.responsa.rulebooks.XYZ]\nfolder = 'x'\n", "'title' is missing or wrong"),
        (
            "[tool.responsa]\n[tool.responsa.rulebooks.rome]\n",
            "'rome' is no key of a rulebook",
        ),
        (None, "says that the pages lie in nowhere, and there is no such folder"),
    ],
)
def test_settings_that_cannot_be_read_are_misuse(minibook: MiniBook, settings: str | None, message: str) -> None:
    file = minibook.root / "pyproject.toml"
    file.write_text(settings or file.read_text().replace('docs = "docs"', 'docs = "nowhere"'))
    code, said = check(minibook.root)
    assert (code, said.startswith("responsa: ")) == (2, True)
    assert message in said


def test_a_place_that_is_not_there_is_misuse(tmp_path: Path) -> None:
    code, said = check(tmp_path / "nowhere")
    assert (code, said) == (2, f"responsa: there is no file or folder {tmp_path / 'nowhere'}\n")


# --- a folder of pages without settings ---


@pytest.mark.slow
def test_a_folder_of_broken_pages(tmp_path: Path) -> None:
    (tmp_path / "latin.md").write_bytes(b"# Fine\n\ncaf\xe9\n")
    (tmp_path / "utf16.md").write_bytes("# Wide\n".encode("utf-16"))
    (tmp_path / "mark.md").write_bytes(b"\xef\xbb\xbf```\nx\n```\n")
    (tmp_path / "windows.md").write_bytes(b"# Windows\r\n\r\n```python\r\nassert 1 == 2\r\n```\r\n")
    (tmp_path / "mac.md").write_bytes(b"# Mac\r\r```\rx\r```\r")
    (tmp_path / "open.md").write_text("# Open\n\n```python\nassert True\n")
    (tmp_path / "comment.md").write_text("<!-- open")
    (tmp_path / "empty.md").write_text("")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "folder.md" / "inner.md").write_text("# Inner\n\n[13.4c] A rule.\n")
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")
    (tmp_path / "big.md").write_text("# Big\n\n" + "Some words [HIS 13.4d] and *more* of them, 12 `in` all.\n" * 90_000)
    code, said = check(tmp_path)
    assert code == 1
    lines = said.split("\n")
    assert [line for line in lines if not line.startswith("big.md:")] == [
        "comment.md:1: a comment that is never closed",
        "folder.md/inner.md:3: [13.4c] defines a rule, but this page belongs to no rulebook",
        "gone.md:1: this page cannot be read: No such file or directory",
        "latin.md:3: this line is not UTF-8",
        "mac.md:3: a fence without a language; say text if it is plain text",
        "mark.md:1: a fence without a language; say text if it is plain text",
        "mark.md:1: this page begins with a byte order mark; save it as UTF-8 without one",
        "open.md:3: a fence that is never closed",
        "utf16.md:1: this line is not UTF-8",
        "and 90001 that follow from these",
        "11 pages, 0 rules, 2 examples, 0 table rows, 0 errata, 90010 faults",
        "",
    ]
    for name in ("gone.md", "latin.md", "utf16.md"):
        (tmp_path / name).unlink()
    lines = check(tmp_path)[1].split("\n")
    assert "windows.md:4: AssertionError: assert 1 == 2" in lines
    assert "big.md:90002: there is no rule or clause HIS 13.4d" in lines


# --- any text at all ---

PIECES = [
    "\n", "\n\n", " ", "    ", "\t", "> ", "- ", "1. ", "# ", "## 13.4 ", "```", "```python\n", "```pycon\n>>> ", "~~~",
    "[13.4c] ", "[13.4]", "[HEL 9.1a]", "[four](=MAX)", '[one](=plain "why")', "](=", "[a](b)", "[", "](", "`", "``",
    "{source: battle 10}", "{supplement: X 1}", "{source: ", "battle 99999-1", "; erratum: HIS-E1", "; version: 9", "}",
    "| a | b |", "| - | - |", "|", "{test: f({a}) == {b}}", "{list: skips}", "{diagram: X | y}", "{term: HIS}",
    "<!-- ", " -->", '<!-- skip: next "why" -->', "!!! reason", "???+ note", '=== "Tab"', "---\n", "## HIS-E1 Title",
    "*", "four", "1/0", "1e999999999", "−1", "½", "9" * 5000, "\0", "\r", "\r\n", "\u2028", "\x0b",
    "é", "👩‍🚀", "\ufeff", "<div>",
]  # fmt: skip
texts = st.one_of(st.text(), st.lists(st.sampled_from(PIECES) | st.text(max_size=3)).map("".join))


def read(text: str, rulebook: Rulebook | None = HIS) -> Page:
    return read_page("his/page.md", text, rulebook)


@given(texts)
@example("[13.4c] " + "9" * 5000)
@example("[13.4c] [1e999999999](=MAX)")
def test_any_text_is_read_and_every_fault_lies_on_it(text: str) -> None:
    for rulebook in (HIS, None):
        page = read(text, rulebook)
        lines = page.text.count("\n") + 2  # what is missing is told where it should stand, also below the last line
        assert all(1 <= fault.line <= lines for fault in page.faults)
        assert all(1 <= reference.line <= lines for reference in page.references)
        assert all(fault.page == "his/page.md" and fault.message for fault in page.faults)


@given(texts)
def test_any_text_is_cut_into_blocks_that_follow_each_other(text: str) -> None:
    lines = text.split("\n")
    end = 0
    for block in cut(text):
        assert block.line > end, "two blocks overlap"
        assert not "".join(lines[end : block.line - 1]).strip("> \t"), "words between two blocks are lost"
        assert list(block.lines) == lines[block.line - 1 : block.line - 1 + len(block.lines)]
        assert len(block.text) == len(block.lines)
        assert len(block.code) <= len(block.lines)
        end = block.line - 1 + len(block.lines)
    assert not "".join(lines[end:]).strip("> \t")


@given(texts)
def test_any_text_has_plain_words(text: str) -> None:
    assert "\n" not in plain_text(text)


@given(st.lists(texts, max_size=3))
def test_any_pages_make_a_book_whose_faults_can_be_told(pages: list[str]) -> None:
    settings = Settings(Path(), "errata", "removed.md", "", "", {"HIS": HIS})
    names = ["his/page.md", "removed.md", "errata/his.md"]
    read = {name: read_page(name, text, settings.rulebook_of(name)) for name, text in zip(names, pages, strict=False)}
    for fault in faults_of_words(Book(settings, read)):
        assert str(fault)


NASTY = {
    "ticks": "`" * 250_000,
    "ticks and words": "`a " * 75_000,
    "ticks of many lengths": " ".join("`" * length for length in range(1400, 0, -1)),
    "brackets": "[" * 250_000,
    "closed brackets": "[a]" * 75_000,
    "links that never end": "[a](" * 62_500,
    "links to links": "[a][" * 62_500,
    "ties that never end": "[a](=x " * 37_500,
    "reasons that never end": '[a](=x "' * 37_500,
    "numbers": "1." * 125_000 + "x",
    "a long number": "[13.4c] " + "1" * 250_000 + "x",
    "labels": "[1.1.1.1.1.1.1.1.1.1x " * 12_500,
    "stars": "*a " * 75_000,
    "quotes": ">" * 250_000,
    "quoted lines": "> > > > > > > > > > a\n" * 12_500,
    "a table of blanks": "| a |\n-" + " " * 250_000 + "x\n",
    "a table of dashes": "| a |\n" + "-" * 250_000 + "x\n",
    "a table of columns": "|a" * 50_000 + "|\n" + "|-" * 50_000 + "|\n{test: f({a}) == {a}}\n",
    "fences": "```x\n```\n" * 25_000,
    "open fences": "> ```\n- ```\n" * 25_000,
    "languages": "".join(f"``` x{number}\n```\n" for number in range(25_000)),
    "comments": "<!-- a\n" * 37_500,
    "skips": "<!-- skip: next" + " " * 250_000 + "\n",
    "notes": "!!! reason\n\n    text\n\n" * 10_000,
    "nested items": "\n".join("    " * level + "- a" for level in range(1000)),
    "items": "- a\n" * 62_500,
    "indented": "    a\n\n" * 37_500,
    "blank lines": "\n" * 250_000,
    "lines": "[HIS 13.4d] 12\n" * 17_500,
    "a rule of many lines": "[13.4c] a\n" + "[HIS 13.4d] 12 [four](=MAX)\n" * 10_000,
    "rules": "[13.4c] a\n{source: battle 1}\n\n" * 7_500,
    "sources": "[13.4c] a\n{source: " + "battle 1-99999, " * 12_500 + "}\n",
    "metadata": "[13.4c] a\n" + "{source: \n" * 25_000,
    "front matter": "---\n" + "a: b\n" * 50_000,
    "headings": "## 13.4 a\n" * 25_000,
    "hashes": "#" * 250_000,
    "errata": "## HIS-E1 a\n" * 12_500,
    "tests": "| a |\n| - |\n| 1 |\n" + "{test: " + " == {" * 50_000 + "a}}\n",
    "braces": "{test: " + "{" * 250_000,
    "spaces": " " * 250_000 + "x",
}

READ_NASTY = """
import resource
import sys
from tests.book.test_check import NASTY, read
from responsa.book.reader import plain_text
resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
for name, text in NASTY.items():
    print(name, flush=True)
    read(text)
    read("# 1 Title\\n\\n" + text)
    plain_text(text)
"""


@pytest.mark.slow
def test_nasty_texts_take_no_longer_than_others() -> None:
    """A quarter of a million letters each: where the time grows with the square, one alone would take minutes."""
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", READ_NASTY], cwd=root, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"stuck at {done.stdout.splitlines()[-1:]}: {done.stderr[-2000:]}"


def test_a_page_that_is_a_link_is_tested_like_any_other(minibook: MiniBook) -> None:
    (minibook.root / "docs" / "his" / "gates.md").symlink_to(minibook.root / "docs" / WALLS)
    plugins = ["-p", "no:cacheprovider", "-p", "responsa.book.pytest_plugin"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, "docs/his"]
    done = subprocess.run(command, cwd=minibook.root, capture_output=True, text=True, check=False)
    assert "6 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("options", [[], ["-O"], ["-OO"]])
def test_python_that_leaves_out_asserts_finds_the_same(minibook: MiniBook, options: list[str]) -> None:
    minibook.write("more.md", "# More\n\n```python\nassert 1 == 2\n```\n")
    command = [sys.executable, *options, "-m", "responsa", "check", str(minibook.root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split("\n")[0]) == (1, "more.md:4: AssertionError: assert 1 == 2")
