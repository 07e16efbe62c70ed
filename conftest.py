"""The pages are tests: Sybil collects every Python block and every row of every decision table."""

from pathlib import Path

from sybil import Sybil

from responsa.book.collect import BookParser
from responsa.book.settings import Settings

pytest_collect_file = Sybil(
    parsers=[BookParser(Settings.read(Path(__file__).parent / "pyproject.toml"))],
    patterns=["docs/*.md", "docs/**/*.md"],
).pytest()
