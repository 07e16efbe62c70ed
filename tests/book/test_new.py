"""`responsa new`: a book from nothing that is in order, a rulebook more in it, and no half of either."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from responsa import cli
from responsa.book.new import add_rulebook

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
PLUGIN = ("-p", "responsa.book.pytest_plugin", "-p", "no:cacheprovider")


def python(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def new(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = cli.main(["new", *arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    return (code, *capsys.readouterr())


def contents(folder: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts
    }


@pytest.fixture
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def book(somewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A new book, in whose folder we are."""
    assert new(capsys, "game-of-goose", "--key", "GOO")[0] == cli.FINE
    monkeypatch.chdir(somewhere / "game-of-goose")
    return somewhere / "game-of-goose"


@pytest.mark.slow
def test_a_new_book_is_in_order_and_so_it_is_with_a_rulebook_more(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "3 rules, 3 examples, 3 table rows, 1 errata, 0 faults" in python(book, "responsa", "check")
    code, out, _ = new(capsys, "nine-holes", "--key", "NIN", "--title", "Nine Holes: for two")
    assert code == cli.FINE
    assert out.startswith("Nine Holes: for two is a rulebook of this book now.\n  new      docs/api/nine-holes.md\n")
    assert out.endswith("  changed  mkdocs.yml\n  changed  pyproject.toml\n")
    told = python(book, "responsa", "check", "--sources", "sources")
    assert "6 rules, 6 examples, 6 table rows, 2 errata, 0 faults" in told
    assert "25 passed" in python(book, "pytest", *PLUGIN)
    python(book, "mkdocs", "build", "--strict", "--quiet")
    assert "You may bring a piece onto the board" in (book / "site/calculators/nine-holes-entering.html").read_text()
    assert (book / "site/game-of-goose/one-page.html").is_file()


@pytest.mark.parametrize("key", ["UR", "CHESS", "LASKERSX"])
def test_a_key_has_two_to_eight_capitals(somewhere: Path, capsys: pytest.CaptureFixture[str], key: str) -> None:
    assert new(capsys, "goose", "--key", key)[0] == cli.FINE
    assert "3 rules, 3 examples, 3 table rows, 1 errata, 0 faults" in python(somewhere, "responsa", "check", "goose")
    assert python(somewhere / "goose", "responsa", "rule", f"{key} 1b").startswith(f"{key} 1b  Entering")
    errata = (somewhere / "goose/docs/about/history.csv").read_text()
    assert f"\n{key}-E01,1," in errata


def test_its_code_is_formatted_and_linted(book: Path) -> None:
    python(book, "ruff", "format", "--check", "--config", str(ROOT / "pyproject.toml"), "src", "tests")
    python(book, "ruff", "check", "--select", "E,F,I,UP,B,SIM", "--line-length", "120", "src", "tests")


def test_an_empty_folder_may_be_there(somewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (somewhere / "goose").mkdir()
    code, out, _ = new(capsys, "goose", "--key", "GOO")
    assert (code, out.split("\n")[0]) == (cli.FINE, "goose is a book of 23 files, and in order.")
    assert os.access(somewhere / "goose/.ci/run", os.X_OK)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["full", "--key", "GOO"], "full is there already and not empty"),
        (["file", "--key", "GOO"], "file is there already and not empty"),
        (["no/goose", "--key", "GOO"], "there is no folder no, in which goose could be made"),
        (["goose", "--key", "G"], "'G' is no key of a rulebook; expected two to eight capitals, such as URR"),
        (["goose", "--key", "goo"], "'goo' is no key of a rulebook; expected two to eight capitals, such as URR"),
        (["Goose", "--key", "GOO"], "'Goose' is no name of a rulebook; expected small letters, such as royal-game-"),
        (["../", "--key", "GOO"], "'..' is no name of a rulebook; expected small letters, such as royal-game-of-ur"),
        (["class", "--key", "GOO"], "a package 'class' could not be imported, for Python has that name; take another"),
        (["json", "--key", "GOO"], "a package 'json' could not be imported, for Python has that name; take another"),
        (["pytest", "--key", "GOO"], "a package 'pytest' could not be imported, for Python has that name; take anoth"),
        (["goose", "--key", "GOO", "--title", 'a "b'], "'a \"b' is no title; expected words in letters and digits"),
        (["goose", "--key", "GOO", "--title", "a\nb"], "'a\\nb' is no title; expected words in letters and digits"),
    ],
)
def test_what_cannot_be_made_is_told_in_a_sentence_and_leaves_nothing(
    arguments: list[str], said: str, somewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (somewhere / "full").mkdir()
    (somewhere / "full/mine.txt").write_text("mine")
    (somewhere / "file").write_text("mine")
    before = contents(somewhere)
    code, out, err = new(capsys, *arguments)
    assert (code, out) == (cli.FAULTS, "")
    assert err.startswith(f"responsa: {said}")
    assert err.count("\n") == 1
    assert contents(somewhere) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nine", "--key", "GOO"], "there is a rulebook GOO already: Game Of Goose"),
        (["game-of-goose", "--key", "NIN"], "the rulebook GOO has the folder game-of-goose already"),
        (["about", "--key", "NIN"], "docs/about is there already"),
    ],
)
def test_what_cannot_be_added_leaves_the_book_as_it_was(
    arguments: list[str], said: str, book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(book)
    code, out, err = new(capsys, *arguments)
    assert (code, out, err) == (cli.FAULTS, "", f"responsa: {said}\n")
    assert contents(book) == before


def test_settings_that_cannot_be_read_are_told(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (book / "pyproject.toml").read_text()
    (book / "pyproject.toml").write_text(text.replace("changes =", "chnages ="))
    assert "'chnages' that nobody knows; did you mean changes?" in new(capsys, "nine", "--key", "NIN")[2]
    (book / "pyproject.toml").write_text(text)
    (book / "mkdocs.yml").unlink()
    assert "there is no mkdocs.yml beside pyproject.toml" in new(capsys, "nine", "--key", "NIN")[2]


def test_what_fails_in_the_middle_is_undone(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A history that skips a version cannot be brought up to date."""
    page = book / "docs/game-of-goose/entering.md"
    page.write_text(page.read_text().replace("{source: goo 2}", "{source: goo 2; version: 3; changed: twice}"))
    before = contents(book)
    code, out, err = new(capsys, "nine", "--key", "NIN")
    assert (code, out) == (cli.FAULTS, "")
    assert err == "responsa: Nine cannot be added: ValueError: GOO 1a goes from version 1 to 3\n"
    assert contents(book) == before


def test_a_glossary_that_has_the_term_keeps_its_own(book: Path) -> None:
    from responsa.book.new import Names

    made = add_rulebook(book, Names("nine", "NIN", "Nine"))
    assert "docs/glossary.md" not in made.changed
    assert (book / "docs/glossary.md").read_text().count("### hand") == 1


# --- what can go wrong with it ---

CYRILLIC = "Гусь\n".encode("cp1251")
PAGE, MODULE, DESK = "docs/game-of-goose/entering.md", "src/game_of_goose/entering.py", "src/game_of_goose_desk"


def said(folder: Path, *arguments: str) -> list[str]:
    """What a program says of a book that is not in order; a traceback fails the test."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "Traceback" not in done.stdout + done.stderr, done.stdout + done.stderr
    return (done.stdout + done.stderr).splitlines()


def spoil(file: Path, end: bytes) -> None:
    with file.open("ab") as lines:
        lines.write(end)


@pytest.mark.parametrize(
    ("file", "end", "message"),
    [
        (MODULE, b"def (\n", "game_of_goose:1: this package cannot be imported: SyntaxError: invalid syntax"),
        (MODULE, b"# " + CYRILLIC, "game_of_goose:1: this package cannot be imported: SyntaxError: "),
        (
            f"{DESK}/game_of_goose_entering.py",
            b"def (\n",
            "calculators/game-of-goose-entering.md:3: the calculator 'game-of-goose-entering' cannot be imported: Syn",
        ),
        (
            PAGE,
            None,
            "game-of-goose/entering.md:1: there is no such page, but game_of_goose.entering carries its rules",
        ),
        (PAGE, CYRILLIC, "game-of-goose/entering.md:39: this line is not UTF-8"),
    ],
)
def test_one_cause_is_told_and_what_follows_is_counted(book: Path, file: str, end: bytes | None, message: str) -> None:
    if end is None:
        (book / file).unlink()
    else:
        spoil(book / file, end)
    first, *follow, _ = said(book, "-m", "responsa", "check", "--sources", "sources")
    assert first.startswith(message)
    assert all("that follow from it" in line for line in follow)


def test_other_encodings_are_told_in_a_sentence_each(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(book / "sources/game-of-goose.txt", CYRILLIC)
    spoil(book / "docs/about/history.csv", CYRILLIC)
    told = said(book, "-m", "responsa", "check", "--sources", "sources")[:-1]
    assert told == [
        "about/concordance.csv:1: the source document game-of-goose.txt cannot be read: its line 6 is not UTF-8",
        "about/history.csv:1: this list cannot be read: its line 6 is not UTF-8",
    ]
    spoil(book / PAGE, CYRILLIC)
    assert "this page cannot be read: its line 39 is not UTF-8" in said(book, "-m", "pytest", *PLUGIN, PAGE)
    spoil(book / "mkdocs.yml", b"# " + CYRILLIC)
    code, _, err = new(capsys, "nine-holes", "--key", "NIN")
    assert (code, "a file of the book cannot be read: its line 27 is not UTF-8" in err) == (cli.FAULTS, True), err


READ_ONLY = """
import errno, os, runpy, sys

def refuse(event, arguments):
    is_writing = event in ("os.mkdir", "os.rename", "os.remove") or (
        event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    )
    if is_writing and os.path.abspath(os.fspath(arguments[0])).startswith(os.getcwd()):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), arguments[0])

module = sys.argv.pop(1)
sys.argv[0] = module
sys.addaudithook(refuse)
runpy.run_module(module, run_name="__main__")
"""


def test_nothing_needs_to_be_written_to_check_a_book_and_what_does_says_so(book: Path) -> None:
    command = [sys.executable, "-c", READ_ONLY]
    done = subprocess.run(
        [*command, "responsa", "check", "--sources", "sources"],
        cwd=book,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.rstrip().rpartition(", ")[2]) == (0, "0 faults"), done.stderr
    told = "about/concordance.csv cannot be written: Permission denied"
    assert said(book, "-c", READ_ONLY, "responsa", "concordance", "--sources", "sources") == [f"responsa: {told}"]
    told = "about/history.csv cannot be written: Permission denied"
    assert said(book, "-c", READ_ONLY, "responsa.book.note") == [told]
    told = "Nine Holes cannot be added: [Errno 13] Permission denied"
    assert said(book, "-c", READ_ONLY, "responsa", "new", "nine-holes", "--key", "NIN")[0].startswith(
        f"responsa: {told}"
    )
    assert not (book / "docs/nine-holes").exists()
