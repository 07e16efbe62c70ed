"""A builder without plugins makes the same site of a foreign book: not a rule, id, example or file is lost.

What it must name itself, it takes from the `mkdocs.yml` of this book; one command puts in the rest.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from responsa.book import Book, Settings
from responsa.site.finish import whole
from responsa.site.plugin import EXTENSION, EXTENSIONS, SCRIPTS, STYLES
from tests.site.test_links import Anchors

ROOT = Path(__file__).parents[2]
UR = ROOT / "examples" / "royal-game-of-ur"
BOOK = Book.read(Settings.read(UR / "pyproject.toml"))
NAMED = ("theme", "extra", "extra_css", "extra_javascript", "markdown_extensions")
"""What a configuration names for a builder without plugins."""

KINDS = {
    "rules": r'class="rule(?: [\w-]+)*" id="([^"]+)"',
    "clauses": r'class="clause" id="([^"]+)"',
    "labels": r'class="rule-label" href="([^"]+)"',
    "references": r'class="rule-ref" href="([^"]+)"',
    "small print": r'class="(rule-about)[ "]',
    "numbers": r'class="[^"]*\bnumber"[^>]* href="([^"]+)"',
    "examples": r'<div class="language-(?:pycon|python) highlight">(.+?)</div>',
    "rows": r"<tr>(.+?)</tr>",
    "drawings": r"<svg\b(.+?)</svg>",
    "notes": r'class="admonition (\w+)"',
}


def test_our_configuration_names_all_that_the_plugin_brings() -> None:
    named = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Settings)
    extensions = {name for each in named["markdown_extensions"] for name in ([each] if isinstance(each, str) else each)}
    assert (*named["extra_css"],) == STYLES
    assert (*named["extra_javascript"],) == SCRIPTS
    assert extensions == {*EXTENSIONS, EXTENSION}


class _Settings(yaml.SafeLoader):
    """Reads a configuration of MkDocs without what its environment says."""


_Settings.add_constructor("!ENV", lambda loader, node: "")


def copied(folder: Path) -> Path:
    """The foreign book, somewhere else."""
    return Path(shutil.copytree(UR, folder / "ur", ignore=shutil.ignore_patterns("site")))


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    arguments = [sys.executable, "-m", *command]
    return subprocess.run(arguments, cwd=folder, env=os.environ | quiet, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site that MkDocs builds with the plugin."""
    folder = copied(tmp_path_factory.mktemp("mkdocs"))
    built = run(folder, "mkdocs", "build", "--strict", "--quiet")
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "site"


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site that Zensical builds, and that the command finishes."""
    folder = copied(tmp_path_factory.mktemp("zensical"))
    file = folder / "mkdocs.yml"
    named = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Settings)
    settings = yaml.load(file.read_text(encoding="utf-8"), _Settings) | {name: named[name] for name in NAMED}
    settings["plugins"].remove("responsa")
    file.write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")
    early = run(folder, "responsa.site.finish", "site")
    assert (early.returncode, "site has no index.html; build the site first" in early.stderr) == (2, True), early.stderr
    for command in (("zensical", "build", "--clean"), ("responsa.site.finish", "site")):
        done = run(folder, *command)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def article(site: Path, path: str) -> str:
    """What stands on a page, spelled as one parser spells it."""
    found = HTMLParser((site / path).read_text(encoding="utf-8")).css_first("article")
    assert found is not None, path
    return str(found.html)


def test_no_page_is_lost(ours: Path, other: Path) -> None:
    pages, made = (
        {file.relative_to(site).as_posix() for site in [folder] for file in site.rglob("*.html")}
        for folder in (ours, other)
    )
    assert pages == made
    assert {f"{path.removesuffix('.md')}.html" for path in BOOK.pages} | {"404.html"} <= made


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_a_kind_is_lost(ours: Path, other: Path, kind: str) -> None:
    pattern = re.compile(KINDS[kind], re.DOTALL)
    counted = 0
    for path in BOOK.pages:
        page = f"{path.removesuffix('.md')}.html"
        found = pattern.findall(article(ours, page))
        assert pattern.findall(article(other, page)) == found, page
        counted += len(found)
    assert counted > 0


def test_no_id_is_lost(ours: Path, other: Path) -> None:
    for path in BOOK.pages:
        page = f"{path.removesuffix('.md')}.html"
        lost = {*Anchors(article(ours, page)).ids} - {*Anchors(article(other, page)).ids}
        assert not lost, page


def test_the_command_puts_in_all_that_the_plugin_does(ours: Path, other: Path) -> None:
    """But for what each builder has of its own: lists of pages, styles and scripts of its theme."""
    of_a_builder = re.compile(
        r"assets/(?:stylesheets|javascripts|images)/|assets/_mkdocstrings|(?:sitemap\.xml|objects\.inv)|search\.json"
    )
    made = {file.relative_to(ours).as_posix() for file in ours.rglob("*") if file.is_file()}
    lost = {path for path in made if not of_a_builder.match(path) and not (other / path).is_file()}
    assert not lost
    for path in (
        "rules.json",
        "errata.json",
        "cases.json",
        "glossary.json",
        "llms.txt",
        "assets/cards/urr.js",
        "ur/moving.md",
    ):
        assert (other / path).read_bytes() == (ours / path).read_bytes(), path


def test_styles_and_scripts_of_a_page_are_there(other: Path) -> None:
    text = (other / "ur/moving.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:href|src)="\.\./(assets/[^"?#]+\.(?:css|js))"', text)
    assert "assets/javascripts/cards.js" in named
    assert any(path.endswith(".css") for path in named)
    assert not [path for path in named if not (other / path).is_file()]


def test_the_editions_on_one_page_are_made_of_it_too(ours: Path, other: Path) -> None:
    for rulebook in BOOK.settings.rulebooks.values():
        path = f"{rulebook.folder}/{whole.FILE}"
        assert {*Anchors(article(ours, path)).ids} <= {*Anchors(article(other, path)).ids}
