"""A foreign book, the Royal Game of Ur: the plugin makes a site of it, and no game of ours is sent to its readers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).parents[2]
UR = ROOT / "examples" / "royal-game-of-ur"
ENVIRONMENT = os.environ | {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
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


def test_a_setting_that_nobody_knows_is_told_with_the_nearest(book: Path, tmp_path: Path) -> None:
    shutil.copytree(book, tmp_path / "ur", ignore=shutil.ignore_patterns("site"))
    file = tmp_path / "ur" / "pyproject.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("errata =", "erata ="), encoding="utf-8")
    command = [sys.executable, "-m", "responsa", "check", str(tmp_path / "ur")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "'erata' that nobody knows; did you mean errata?" in done.stderr
