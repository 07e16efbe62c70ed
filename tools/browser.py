"""Chromium, as tests and prints start it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

CHROMIUM: Final = Path("/usr/bin/chromium")
SHELL: Final = Path("/usr/bin/chromium-headless-shell")


def without_windows() -> Path:
    """The Chromium that has no windows at all, where it is installed: each page costs it a third of the time.

    What it prints looks the same, but letters are set one by one, so that words cannot be copied from the PDF.
    """
    return SHELL if SHELL.exists() else CHROMIUM
