"""Puts scripts, styles and fonts beside the pages.

`python -m responsa.site.finish.assets site/` does so for a built site.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[2] / "web"
"""A folder for each thing that a reader sees."""

NOT_SENT: Final = ("vendor",)
"""What other steps read, and no page asks for."""

_COMMENTS: Final = {
    ".css": re.compile(r"\s*/\*.*?\*/|(?<=\n)\s+", re.DOTALL),
    ".js": re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE),
}
"""What serves those who write scripts and styles, and no browser: comments, and the indentation of styles."""


def put_assets(site: Path) -> None:
    """Copy every folder of scripts, styles and fonts into the assets of a built site."""
    for folder in sorted(WEB.iterdir()):
        if folder.is_dir() and folder.name not in NOT_SENT:
            shutil.copytree(folder, site / "assets" / folder.name, dirs_exist_ok=True)
            for file in filter(lambda file: file.suffix in _COMMENTS, folder.iterdir()):
                text = _COMMENTS[file.suffix].sub("", file.read_text(encoding="utf-8")).lstrip()
                (site / "assets" / folder.name / file.name).write_text(text, encoding="utf-8", newline="\n")


def main(site: str) -> None:
    """Put them into the site."""
    put_assets(Path(site))


if __name__ == "__main__":
    main(*sys.argv[1:])
