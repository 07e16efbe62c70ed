"""Finishes a built site: what lies in it beside the pages of MkDocs.

MkDocs calls it as a hook after each build; for a site that another builder made there is
`python -m responsa.site.finish site/`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Final

from responsa.site.finish import (
    assets,
    cards,
    export,
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

STEPS: Final[tuple[Callable[[str], object], ...]] = (
    assets.main,
    export.main,
    plain.main,
    llms.main,
    search.main,
    cards.main,
    whole.main,
    moved.main,
    light.main,
    runtime.main,
    policy.main,  # it puts into each page what that may do
    offline.main,  # the last one: it lists the finished files
)
"""What is put into the site, each given its folder, in this order."""

_left_out: set[Callable[[str], object]] = set()


def main(site: str) -> None:
    """Put everything into a built site that is not a page."""
    for step in STEPS:
        if step not in _left_out:
            step(site)


def on_startup(*, command: str, **_: object) -> None:
    """What MkDocs calls first: pages that are served while they are written must not be hidden by a copy of them."""
    if command == "serve":
        _left_out.add(offline.main)


def on_post_build(config: Mapping[str, str]) -> None:
    """What MkDocs calls when all pages are written."""
    main(config["site_dir"])


if __name__ == "__main__":
    main(*sys.argv[1:])
