"""Writes the strictest Content-Security-Policy under which the site works, for whoever serves it.

`python -m responsa.site.finish.policy site/` puts it into `content-security-policy.txt`, as one line.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from pathlib import Path

FILE = "content-security-policy.txt"

_INLINE = re.compile(rb"<script>(?P<code>.*?)</script>", re.DOTALL)


def policy(site: Path) -> str:
    """The policy: nothing from other hosts, and of inline scripts only the very ones that the theme puts into pages."""
    inline = {
        base64.b64encode(hashlib.sha256(found["code"]).digest()).decode()
        for page in site.rglob("*.html")
        for found in _INLINE.finditer(page.read_bytes())
    }
    scripts = " ".join(f"'sha256-{digest}'" for digest in sorted(inline))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval' {scripts}",  # WebAssembly is what Python in the browser is made of
            "worker-src 'self'",
            "connect-src 'self'",
            "style-src 'self'",
            "style-src-attr 'unsafe-inline'",  # columns of tables that are set to the right
            "img-src 'self' data:",
            "font-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    )


def main(site: str) -> None:
    """Write the policy into the site."""
    (Path(site) / FILE).write_text(policy(Path(site)) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
