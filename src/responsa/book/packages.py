"""Where the packages of a book are found."""

from __future__ import annotations

import sys

from responsa.book.settings import Settings
from responsa.desk.calculators import open_desks


def find_packages(settings: Settings) -> None:
    """Let the packages of a book be imported from beside its settings, and its calculators be found."""
    root = settings.root if settings.rulebooks else settings.docs.parent
    sys.path[:0] = [path for path in (str(root / "src"), str(root)) if path not in sys.path]
    open_desks(*(rulebook.desk for rulebook in settings.rulebooks.values() if rulebook.desk))
