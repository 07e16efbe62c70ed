"""Another site builder makes the same book out of the same sources: not a rule, id or example is lost."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from responsa.book import Book, Settings
from responsa.site.finish import whole
from tests.site.test_links import Anchors

ROOT = Path(__file__).parents[2]
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
COPIED, LINKED = ("docs",), ("src", "pyproject.toml")
KINDS = {
    "rules": r'class="rule(?: [\w-]+)*" id="([^"]+)"',
    "clauses": r'class="clause" id="([^"]+)"',
    "labels": r'class="rule-label" href="([^"]+)"',
    "references": r'class="rule-ref" href="([^"]+)"',
    "small print": r'class="(rule-about)[ "]',
    "numbers": r'class="[^"]*\bnumber" href="([^"]+)"',
    "examples": r'<div class="language-(?:pycon|python) highlight">(.+?)</div>',
    "rows": r"<tr>(.+?)</tr>",
    "drawings": r"<svg\b(.+?)</svg>",
    "notes": r'class="admonition (\w+)"',
}


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site that Zensical builds; it wants its pages beside its settings."""
    folder = tmp_path_factory.mktemp("zensical")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name)
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    command = [sys.executable, "-m", "zensical", "build", "--clean"]
    built = subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "site"


def article(site: Path, path: str) -> str:
    """What stands on a page, spelled as one parser spells it."""
    found = HTMLParser((site / path).read_text(encoding="utf-8")).css_first("article")
    assert found is not None, path
    return str(found.html)


def test_no_page_is_lost(other: Path) -> None:
    pages = {file.relative_to(other).as_posix() for file in other.rglob("*.html")}
    assert pages == {f"{path.removesuffix('.md')}.html" for path in BOOK.pages} | {"404.html"}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_a_kind_is_lost(site: Path, other: Path, kind: str) -> None:
    pattern = re.compile(KINDS[kind], re.DOTALL)
    counted = 0
    for path in BOOK.pages:
        page = f"{path.removesuffix('.md')}.html"
        found = pattern.findall(article(site, page))
        assert pattern.findall(article(other, page)) == found, page
        counted += len(found)
    assert counted > 0


def test_no_id_is_lost(site: Path, other: Path) -> None:
    for path in BOOK.pages:
        page = f"{path.removesuffix('.md')}.html"
        lost = {*Anchors(article(site, page)).ids} - {*Anchors(article(other, page)).ids}
        assert not lost, page


def test_the_editions_on_one_page_are_made_of_it_too(site: Path, other: Path) -> None:
    whole.main(str(other), str(ROOT / "pyproject.toml"))
    for rulebook in BOOK.settings.rulebooks.values():
        path = f"{rulebook.folder}/{whole.FILE}"
        assert {*Anchors(article(site, path)).ids} <= {*Anchors(article(other, path)).ids}
