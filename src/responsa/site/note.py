"""`python -m responsa.site.note`: notes new pages and new cases in the lists of all that there ever were."""

from __future__ import annotations

import sys

from responsa.site.finish import cases, moved


def main(settings_file: str = "pyproject.toml") -> None:
    """Bring both lists up to date."""
    moved.note(settings_file)
    cases.main(settings_file)


if __name__ == "__main__":
    main(*sys.argv[1:])
