"""The library as others get it: a wheel that needs nothing, on every Python at hand."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from responsa.book import Book, Settings
from responsa.book.examples import pasted, shown_output
from responsa.book.page import Example
from tests.test_book_in_order import CONSOLE

ROOT = Path(__file__).parent.parent
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
VERSIONS = ("3.11", "3.12", "3.13", "3.14", "3.15")

FOR_BOOKS = {"cli", "data", "search"}
"""Modules beside the shared vocabulary that the command line uses."""

HEAVY = {"markdown", "mkdocs", "pygments", "pytest", "_pytest", "sybil", "responsa.book", "responsa.site", "argparse"}
"""What a program that imports the library must not have to load."""


def run(*command: str | Path, **kwargs: str | Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, **kwargs)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return str(done.stdout)


def python_of(version: str) -> str | None:
    """An interpreter of that version: on the path, or under pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [shutil.which(f"python{version}"), *sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True)]
    for candidate in filter(None, candidates):
        tell = [str(candidate), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        done = subprocess.run(tell, capture_output=True, text=True, check=False)
        if done.stdout.strip() == version:
            return str(candidate)
    return None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution, as an index would offer both."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (found,) = folder.glob("*.whl")
    return found


def examples() -> list[Example]:
    """The first two examples of each rulebook."""
    found: list[Example] = []
    for rulebook in BOOK.settings.rulebooks.values():
        of_book = (ex for ex in BOOK.examples if ex.page.startswith(f"{rulebook.folder}/") and ex.is_console)
        found += [example for example, _ in zip(of_book, range(2), strict=False)]
    return found


def test_the_wheel_needs_nothing_and_says_that_it_is_typed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = [name for name in names if name.endswith("METADATA")]
        needs = [line for line in archive.read(metadata).decode().split("\n") if line.startswith("Requires-Dist:")]
        shipped = json.loads(archive.read("responsa/book.json"))
        in_russian = json.loads(archive.read("responsa/book.ru.json"))
    assert [need for need in needs if "extra ==" not in need] == []
    assert "responsa/py.typed" in names
    assert {name.partition("/")[0] for name in names} == {"responsa", f"responsa-{wheel.name.split('-')[1]}.dist-info"}
    assert [rule["id"] for rule in shipped["rules"]] == [str(id_) for id_ in BOOK.rules]
    assert [rule["id"] for rule in in_russian["rules"]] == [str(id_) for id_ in BOOK.rules]


@pytest.mark.parametrize("version", VERSIONS)
def test_it_installs_and_works(version: str, wheel: Path, tmp_path: Path) -> None:
    python = python_of(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    run(sys.executable, "-m", "uv", "venv", "--quiet", "--offline", "--python", python, tmp_path / "venv")
    inside = tmp_path / "venv" / "bin" / "python"
    install = ("uv", "pip", "install", "--quiet", "--offline", "--no-index", "--python", inside, wheel)
    run(sys.executable, "-m", *install)
    for example in examples():
        code = f"{CONSOLE}\npaste(sys.argv[1])"
        assert run(inside, "-I", "-c", code, pasted(example)) == shown_output(example), f"{example.page}:{example.line}"
    responsa = tmp_path / "venv" / "bin" / "responsa"
    assert run(responsa, "--version", cwd=tmp_path).startswith("responsa ")
    for id_ in list(map(str, BOOK.rules))[:1]:
        assert run(responsa, "rule", id_, cwd=tmp_path).startswith(id_)
        assert "Источник" in run(responsa, "rule", "--lang", "ru", id_, cwd=tmp_path)
        assert id_ in run(responsa, "search", id_, "--json", cwd=tmp_path)
    done = subprocess.run([responsa, "check"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "to check a book, pygments must be installed: pip install 'responsa[book]'" in done.stderr


def test_what_the_gate_refuses_the_wheel_refuses_too(wheel: Path, tmp_path: Path) -> None:
    """Every way to break a book, tried on what is installed and not on the sources beside it."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    where = f"import responsa; assert responsa.__file__.startswith({str(tmp_path)!r}), responsa.__file__"
    known = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"  # it is asked where it lies first
    tests = f"pytest.main(['-q', '-W', {known!r}, '-p', 'no:cacheprovider', 'tests/book/test_ways_to_break.py'])"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, pytest; {where}; sys.exit({tests})"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr


@pytest.mark.parametrize("name", ["responsa", *(rulebook.package for rulebook in BOOK.settings.rulebooks.values())])
def test_importing_the_library_loads_nothing_heavy(name: str) -> None:
    loaded = run(sys.executable, "-c", f"import sys, {name}; print(*sys.modules)").split()
    assert HEAVY & set(loaded) == set()
    assert {module for module in loaded if module.startswith("responsa.")} <= {
        *(f"responsa.{file.stem}" for file in (ROOT / "src/responsa").glob("*.py") if file.stem not in FOR_BOOKS),
        name,
        *(module for module in loaded if module.startswith(f"{name}.") and name != "responsa"),
    }
