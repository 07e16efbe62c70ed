"""A foreign book, the Royal Game of Ur: the plugin makes a site of it, and no game of ours is sent to its readers."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from responsa.book.colors import Colors
from responsa.book.gate import NoSettings, settings_of
from responsa.book.new import PALETTES

ROOT = Path(__file__).parents[2]
UR = ROOT / "examples" / "royal-game-of-ur"
ENVIRONMENT = os.environ | {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
PLUGIN = "responsa.book.pytest_plugin"
OURS = ("hellenes", "here i stand", "here-i-stand", "republic of rome", "republic-of-rome", "ror ", "responsa:")
EXPORTS = ("rules", "cases", "errata", "glossary", "questions")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book, somewhere else."""
    folder = tmp_path_factory.mktemp("somewhere") / "ur"
    shutil.copytree(UR, folder)
    return folder


@pytest.fixture(scope="module")
def built(book: Path) -> Path:
    """Its site, built from another folder than its own."""
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--quiet",
        "-f",
        str(book / "mkdocs.yml"),
        "-d",
        str(book / "site"),
    ]
    done = subprocess.run(command, cwd=book.parent, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return book / "site"


def said_where_nothing_can_be_written(book: Path, *command: str) -> str:
    """What a program says of the book, in a clear sentence or two: no traceback."""
    (book / "a-file").touch()
    run = [sys.executable, "-m", *command]
    done = subprocess.run(run, cwd=book, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_site_that_cannot_be_written_is_a_clear_sentence(book: Path) -> None:
    said = said_where_nothing_can_be_written(book, "mkdocs", "build", "--strict", "-q", "-d", "a-file/site")
    assert "the site cannot be written to" in said
    assert "name another folder with -d" in said


def test_pages_are_tested_where_no_cache_can_be_written(book: Path) -> None:
    said = said_where_nothing_can_be_written(book, "pytest", "-p", PLUGIN, "-o", "cache_dir=a-file/cache", "docs/ur")
    assert " passed" in said


def test_it_is_in_order(book: Path) -> None:
    command = [sys.executable, "-m", "responsa", "check", str(book)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "15 rules" in done.stdout
    assert done.stdout.rstrip().endswith("0 faults")


def test_its_site_has_rules_answers_and_a_calculator(built: Path) -> None:
    page = (built / "ur/moving.html").read_text(encoding="utf-8")
    assert 'id="urr-3e"' in page
    assert "How this was computed" in page
    calculator = (built / "calculators/next-throw.html").read_text(encoding="utf-8")
    assert "Light can move with" in calculator


def test_it_speaks_of_itself(built: Path) -> None:
    told = (built / "llms.txt").read_text(encoding="utf-8")
    assert told.startswith("# The Royal Game of Ur\n")
    assert "URR" in told
    assert "Hellenes" not in told


@pytest.mark.parametrize("name", EXPORTS)
def test_its_exports_fit_their_schemas(built: Path, name: str) -> None:
    schema = json.loads((files("responsa.site.finish") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads((built / f"{name}.json").read_text(encoding="utf-8")), schema)


def test_no_game_of_ours_is_sent_to_its_readers(book: Path) -> None:
    code = (
        "import sys; from responsa.book import Settings; from responsa.site.finish import runtime; "
        f"sys.path.insert(0, {str(book / 'src')!r}); "
        f"sys.stdout.buffer.write(runtime.library(Settings.read({str(book / 'pyproject.toml')!r})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    archive = book / "library.zip"
    archive.write_bytes(done.stdout)
    names = zipfile.ZipFile(archive).namelist()
    assert "ur/moving.py" in names
    assert "ur_desk/next_throw.py" in names
    assert not [name for name in names if "here_i_stand" in name or "hellenes" in name or "republic" in name]


def test_its_colors_print_heads_and_titles_are_its_own(built: Path) -> None:
    styles = (built / "assets/stylesheets/colour.css").read_text(encoding="utf-8")
    assert "body:has(.rulebook-urr), .book-urr { --light: #1d4f91;" in styles
    assert (
        '@page urr { @top-center { content: "The Royal Game of Ur";' in (built / "assets/whole/whole.css").read_text()
    )
    assert "<title>The Royal Game of Ur: rules and errata</title>" in (built / "feed.xml").read_text(encoding="utf-8")
    for path in ("feed.xml", "assets/stylesheets/colour.css", "assets/whole/whole.css", "404.html", "llms.txt"):
        text = (built / path).read_text(encoding="utf-8").lower()
        assert not [name for name in OURS if name in text], path


def test_it_can_be_installed_and_leads_on_from_a_wrong_address(built: Path) -> None:
    manifest = json.loads((built / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["name"], manifest["theme_color"]) == ("The Royal Game of Ur", "#1f4450")
    assert manifest["shortcuts"] == [{"name": "The Royal Game of Ur", "url": "ur/index.html"}]
    missing = (built / "404.html").read_text(encoding="utf-8")
    assert "<h1>There is no such page</h1>" in missing
    assert '<li><a href="/ur/index.html">The Royal Game of Ur</a></li>' in missing
    assert '<li><a href="/about/removed-rules.html">Removed rules</a></li>' in missing


def test_the_command_line_knows_the_book_of_the_folder(book: Path) -> None:
    def said(*arguments: str) -> str:
        command = [sys.executable, "-m", "responsa", *arguments]
        return subprocess.run(command, cwd=book, capture_output=True, text=True, check=False).stdout

    assert said("rule", "URR", "3e").startswith("URR 3e  ")
    assert "URR 3e" in said("search", "a piece of the other side on the rosette")
    assert said("rule", "HIS", "13.4d") == ""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('light = "#1d4f91"', 'light = "#aaccff"', "which has a contrast of 1.6 to #fdfbf6; expected 4.5 or more"),
        ('light = "#1d4f91"', 'light = "blue"', "light = 'blue'; expected a color such as '#1f5261'"),
        ('light = "#1d4f91"', 'lihgt = "#1d4f91"', "a key 'lihgt'; expected light, dark, cloth, cloth-dark, strip"),
        ("strip-width = 20", 'strip-width = "20"', "strip-width = '20'; expected a whole number"),
        ("strip = '<svg", "strip = '<sv", "strip = ..., which is no SVG of one element <svg>"),
    ],
)
def test_a_color_that_cannot_be_read_is_told(book: Path, tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (book / "pyproject.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "docs").mkdir()
    (tmp_path / "pyproject.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(NoSettings, match=re.escape(message)):
        settings_of(tmp_path)


def test_every_palette_of_a_new_rulebook_can_be_read() -> None:
    for light, dark, cloth, cloth_dark in PALETTES:
        Colors.read("x", {"light": light, "dark": dark, "cloth": cloth, "cloth-dark": cloth_dark})


def test_a_setting_that_nobody_knows_is_told_with_the_nearest(book: Path, tmp_path: Path) -> None:
    shutil.copytree(book, tmp_path / "ur", ignore=shutil.ignore_patterns("site"))
    file = tmp_path / "ur" / "pyproject.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("errata =", "erata ="), encoding="utf-8")
    command = [sys.executable, "-m", "responsa", "check", str(tmp_path / "ur")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "'erata' that nobody knows; did you mean errata?" in done.stderr
