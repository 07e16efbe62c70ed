"""The foreign book as its own people have it: built with the wheel, outside this repository, used in a browser.

The environment is a new one: of this repository it has the wheel, of all others what they need is borrowed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp
import jsonschema
import pytest
from playwright.sync_api import Browser, Page, expect

from tools.host import host

ROOT = Path(__file__).parents[2]
BOOT = 90_000
"""Milliseconds that Python may take to start in a browser."""

pytestmark = pytest.mark.slow
Run = Callable[..., str]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the book, and an environment with the wheel beside it."""
    folder = tmp_path_factory.mktemp("elsewhere")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    venv.create(folder / "venv", symlinks=True)
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    shutil.copytree(ROOT / "examples/royal-game-of-ur", folder / "ur", ignore=shutil.ignore_patterns("site"))
    if (ROOT / "node_modules/pyodide").is_dir():
        (folder / "node_modules").mkdir()
        (folder / "node_modules/pyodide").symlink_to((ROOT / "node_modules/pyodide").resolve())
    return folder


@pytest.fixture(scope="module")
def run(place: Path) -> Run:
    """Runs Python of that environment in the folder of the book."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment |= {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}

    def python(*arguments: str) -> str:
        command = [str(place / "venv/bin/python"), *arguments]
        done = subprocess.run(command, cwd=place / "ur", env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{arguments}\n{done.stdout}{done.stderr}"
        return done.stdout

    return python


@pytest.fixture(scope="module")
def built(place: Path, run: Run) -> Path:
    """Its site, built strictly."""
    run("-m", "mkdocs", "build", "--strict", "--quiet")
    return place / "ur/site"


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    with host(built) as served:
        yield served.address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def test_it_is_the_wheel_that_is_asked(place: Path, run: Run) -> None:
    assert run("-c", "import responsa; print(responsa.__file__)").startswith(str(place / "venv"))


def test_check_and_tests_are_green(run: Run) -> None:
    assert "15 rules" in run("-m", "responsa", "check", "--sources", "sources")
    told = run("-m", "pytest", "docs", "-p", "no:cacheprovider", "-v")
    assert "the book is in order PASSED" in told
    assert "docs/ur/moving.md::line:" in told


def test_the_search_and_the_rules_are_those_of_the_book(run: Run) -> None:
    assert run("-m", "responsa", "rule", "3e").startswith("URR 3e  ")
    assert "URR 4a" in run("-m", "responsa", "search", "who throws again")


@pytest.mark.parametrize("name", ["rules", "cases", "errata", "glossary", "questions"])
def test_the_exports_fit_the_schemas_that_lie_beside_them(built: Path, name: str) -> None:
    schema = json.loads((built / f"schemas/{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads((built / f"{name}.json").read_text(encoding="utf-8")), schema)


def test_an_example_runs_in_a_browser(page: Page, address: str, built: Path) -> None:
    if not (built / "assets/python/manifest.json").is_file():
        pytest.skip("Python for the browser is not here: npm ci brings it")
    page.goto(f"{address}ur/dice.html")
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    page.locator(".run-button").first.click()
    expect(page.locator(".run").get_by_role("status")).to_have_text("✓ The same as printed.", timeout=BOOT)


def test_the_calculator_answers_in_a_browser(page: Page, address: str, built: Path) -> None:
    if not (built / "assets/python/manifest.json").is_file():
        pytest.skip("Python for the browser is not here: npm ci brings it")
    page.goto(f"{address}calculators/next-throw.html")
    assert "25" not in page.locator(".calc-headline").inner_text()
    page.get_by_label("Squares with a piece").first.fill("14")  # it leaves with a throw of 1 alone
    page.get_by_label("Pieces home").first.fill("6")
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".calc-answer")).to_have_attribute("aria-busy", "false", timeout=BOOT)
    expect(page.locator(".calc-headline")).to_contain_text("Light can move with 25", timeout=BOOT)


def test_the_extra_names_all_that_books_and_sites_import() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extra = {need.partition(">")[0].replace("_", "-") for need in project["optional-dependencies"]["book"]}
    graph = grimp.build_graph("responsa", include_external_packages=True)
    ours = {module for module in graph.modules if module.startswith("responsa")}
    imported = {name for module in ours for name in graph.find_modules_directly_imported_by(module)}
    outside = {name.partition(".")[0] for name in imported if not name.startswith("responsa")}
    of = packages_distributions()
    needed = {of[name][0].lower() for name in outside - sys.stdlib_module_names if name != "_pytest"}
    brought = {"pyyaml", "griffelib"}  # by MkDocs, and by mkdocstrings
    assert needed - brought <= extra
    assert project["dependencies"] == []
