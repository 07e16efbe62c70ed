"""Makes the service worker that keeps the book for reading without a network: it names every file by its content.

`python -m responsa.site.finish.offline site/` does so for a built site.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from responsa.site.finish import runtime

WORKER: Final = "offline.js"
"""The worker; it lies beside the front page, for it may only answer for what lies below it."""

TEMPLATE: Final = "assets/offline/worker.js"
"""The worker without its lists."""

BOOK: Final = frozenset({".html", ".css", ".js", ".svg", ".woff2", ".png", ".webmanifest"})
"""The kinds of files that are kept at once; what is read by programs is not."""

ALSO: Final = "assets/python/manifest.json"
"""Kept at once too: what Python consists of, so that it runs without a network once it is kept itself."""

REST: Final = re.compile(r"assets/(?:python/pyodide|images/page\.png|_mkdocstrings|stylesheets/(?!all\.))")
"""The files that are kept once they were asked for: few readers ever do."""

KEPT_ELSEWHERE: Final = frozenset(f"assets/python/{name}" for name in runtime.FETCHED)
"""Files that are kept by what fetches them."""


def put_worker(site: Path) -> None:
    """Put the worker into a built site, with the list of what it keeps.

    Raises:
        ValueError: If the worker has no place for a list.
    """
    template = site / TEMPLATE
    text = template.read_text(encoding="utf-8")
    files = [path for path in _paths(site) if path not in (WORKER, TEMPLATE, *KEPT_ELSEWHERE)]
    rest = [path for path in files if REST.match(path)]
    book = [path for path in files if path not in rest and (Path(path).suffix in BOOK or path == ALSO)]
    hashes = {name: {path: _hash(site / path) for path in paths} for name, paths in (("BOOK", book), ("REST", rest))}
    lists: dict[str, dict[str, str] | list[str]] = {**hashes, "LANGUAGES": [*_languages(site)]}
    for name, content in lists.items():
        empty = f"const {name} = {json.dumps(type(content)())};"
        if text.count(empty) != 1:
            raise ValueError(f"{template} does not say {empty!r} once")
        text = text.replace(empty, f"const {name} = {json.dumps(content)};")
    (site / WORKER).write_text(text, encoding="utf-8", newline="\n")


def _languages(site: Path) -> Iterable[str]:
    """The folders of the editions in other languages."""
    return sorted(front.parent.name for front in site.glob("[a-z][a-z]/index.html"))


def _paths(site: Path) -> Iterable[str]:
    return sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def main(site: str) -> None:
    """Put the worker into the site."""
    put_worker(Path(site))


if __name__ == "__main__":
    main(*sys.argv[1:])
