"""Finishes a built site: what lies in it beside the pages of MkDocs.

The MkDocs plugin calls it after each build; for a site that another builder made there is
`python -m responsa.site.finish site/`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from responsa.site.finish import (
    assets,
    cards,
    export,
    languages,
    light,
    llms,
    moved,
    offline,
    plain,
    policy,
    runtime,
    search,
    whole,
)

Step = Callable[[str, str], object]
"""What puts something into a site, given its folder and the file with the settings of its book."""


def _of_files_alone(step: Callable[[str], object]) -> Step:
    """A step that looks at the files of the site and not at the book."""
    return lambda site, settings_file: step(site)


STEPS: Final[Mapping[str, Step]] = {
    "assets": assets.main,
    "languages": languages.main,
    "export": export.main,
    "plain": plain.main,
    "llms": llms.main,
    "search": search.main,
    "cards": cards.main,
    "whole": whole.main,
    "moved": moved.main,
    "light": _of_files_alone(light.main),
    "runtime": runtime.main,
    "policy": _of_files_alone(policy.main),  # it puts into each page what that may do
    "offline": _of_files_alone(offline.main),  # the last one: it lists the finished files
}
"""What is put into the site, in this order."""


def main(site: str, settings_file: str = "pyproject.toml", *, leave_out: Collection[str] = ()) -> None:
    """Put everything into a built site that is not a page.

    Args:
        site: The folder of the site.
        settings_file: The file with the settings of the book.
        leave_out: The names of steps that are not taken.
    """
    for name, step in STEPS.items():
        if name not in leave_out:
            step(site, settings_file)
