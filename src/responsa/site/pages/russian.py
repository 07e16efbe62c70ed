"""Marks Russian words as such, so that a voice reads them as Russian and a browser takes the right letters."""

from __future__ import annotations

import re
from typing import Final

_TAGS: Final = re.compile(r"(<[^>]*>)")
_NAME: Final = re.compile(r"</?([a-z][a-z0-9]*)", re.IGNORECASE)
_RUSSIAN: Final = re.compile(r"[А-Яа-яЁё](?:[А-Яа-яЁё\s,;:()«»…–—-]*[А-Яа-яЁё])?")
_TEXT_ONLY: Final = frozenset({"option", "script", "style", "svg", "textarea", "title"})
"""What takes no such element."""


def mark_russian(html: str) -> str:
    """The same HTML with each run of Russian words in an element that says so; those that have one stay as they are.

    Examples:
        >>> from responsa.site.pages.russian import mark_russian
        >>> mark_russian("<p>round, раунд</p>")
        '<p>round, <span lang="ru">раунд</span></p>'
        >>> mark_russian('<p lang="ru">первый <em>раунд</em></p>')
        '<p lang="ru">первый <em>раунд</em></p>'
    """
    out, left_alone, depth = [], "", 0
    for part in _TAGS.split(html):
        if not part.startswith("<"):
            out.append(part if left_alone else _RUSSIAN.sub(r'<span lang="ru">\g<0></span>', part))
            continue
        out.append(part)
        found = _NAME.match(part)
        name = found[1].lower() if found else ""
        if left_alone:
            depth += (name == left_alone) * (-1 if part.startswith("</") else 1)
            left_alone = left_alone if depth else ""
        elif name and not part.startswith("</") and (name in _TEXT_ONLY or 'lang="ru"' in part):
            left_alone, depth = name, 1
    return "".join(out)
