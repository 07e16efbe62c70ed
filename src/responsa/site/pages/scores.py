"""On the coverage page: how many changes that were made on purpose are noticed, as the last runs wrote it down."""

from __future__ import annotations

from collections.abc import Iterator

from responsa.book.page import Page
from responsa.site.pages.links import Links

MOST_ROWS = 20
"""Of a longer table only the last row is shown, which is the total."""


def scores_list(links: Links, _: Page) -> Iterator[str]:
    """Title and table of each file of scores that is there."""
    for file in links.book.settings.scores:
        if file.is_file():
            title, *table = filter(None, file.read_text(encoding="utf-8").split("\n"))
            head, rows = table[:2], [line for line in table[2:] if line.startswith("|")]
            yield from (
                "",
                f"## {title.lstrip('# ')}",
                "",
                *head,
                *(rows if len(rows) <= MOST_ROWS else rows[-1:]),
                "",
            )
