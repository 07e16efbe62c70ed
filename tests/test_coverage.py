"""The gate: every rule of the book in docs/ is shown at work by an example that runs its code."""

from pathlib import Path

from responsa.book import Book, Settings
from responsa.book.checks.coverage import Coverage

ROOT = Path(__file__).parent.parent


def test_every_rule_is_shown_at_work_and_every_mark_is_borne_out() -> None:
    faults = Coverage(Book.read(Settings.read(ROOT / "pyproject.toml"))).faults()
    assert not faults, "\n".join(map(str, faults))
