"""Writes the strictest Content-Security-Policy under which the site works: into each page, and for whoever serves it.

`python -m responsa.site.finish.policy site/` does so for a built site; the host's is in `content-security-policy.txt`.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

FILE = "content-security-policy.txt"

_FIRST = b'<meta charset="utf-8">'


def policy(pages: Iterable[bytes]) -> dict[str, str]:
    """What pages may do: nothing from other hosts, and of inline scripts only the very ones that the theme puts there.

    Args:
        pages: The HTML of each.
    """
    inline = {digest for page in pages for digest in _inline(page)}
    return {
        "default-src": "'none'",
        "script-src": " ".join(  # WebAssembly is what Python in the browser is made of
            ("'self'", "'wasm-unsafe-eval'", *(f"'sha256-{digest}'" for digest in sorted(inline)))
        ),
        "worker-src": "'self'",
        "connect-src": "'self'",
        "style-src": "'self'",
        "style-src-attr": "'unsafe-inline'",  # columns of tables that are set to the right
        "img-src": "'self' data:",
        "font-src": "'self'",
        "manifest-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
    }


@cache
def _inline(page: bytes) -> frozenset[str]:
    """The hashes of the scripts that stand in a page itself."""
    scripts = (script.text() for script in LexborHTMLParser(page).css("script") if not script.attributes)
    return frozenset(base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)


def _written(rules: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def put_policy(site: Path) -> None:
    """Put into each page its own policy, which is in force on any host, and into a file the one for all of them.

    Raises:
        ValueError: If a page does not say its letters first, after which the policy stands.
    """
    pages = {page: page.read_bytes() for page in sorted(site.rglob("*.html"))}
    for page, content in pages.items():
        if content.count(_FIRST) != 1:
            raise ValueError(f"{page} does not say {_FIRST.decode()} once")
        own = f'<meta http-equiv="Content-Security-Policy" content="{_written(policy([content]))}">'
        page.write_bytes(content.replace(_FIRST, _FIRST + own.encode()))
    of_all = policy(pages.values()) | {"frame-ancestors": "'none'"}  # of these, a page cannot say it itself
    (site / FILE).write_text(_written(of_all) + "\n", encoding="utf-8", newline="\n")


def main(site: str) -> None:
    """Write the policy into the site."""
    put_policy(Path(site))


if __name__ == "__main__":
    main(*sys.argv[1:])
