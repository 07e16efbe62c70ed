"""`python -m responsa.site.finish site`: puts into a built site what is no page, where no plugin does it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from responsa.book.gate import NoSettings, settings_of
from responsa.site import finish


def main(arguments: list[str] | None = None) -> int:
    """Finish the site of a book; what cannot be is told in a sentence."""
    parser = argparse.ArgumentParser(prog="python -m responsa.site.finish", description=__doc__)
    parser.add_argument("site", help="the folder of the built site")
    parser.add_argument("settings", nargs="?", default="pyproject.toml", help="the settings of its book (%(default)s)")
    given = parser.parse_args(arguments)
    if not (Path(given.site) / "index.html").is_file():
        parser.error(f"{given.site} has no index.html; build the site first")
    try:
        settings_of(given.settings)
    except NoSettings as error:
        parser.error(str(error))
    finish.main(given.site, given.settings)
    return 0


if __name__ == "__main__":
    sys.exit(main())
