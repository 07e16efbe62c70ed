"""`python -m responsa.book [settings file]`: read the book and print everything that is wrong with it."""

from __future__ import annotations

import sys

from responsa.book import Book, Settings
from responsa.book.gate import judge
from responsa.book.packages import find_packages


def main(arguments: list[str]) -> int:
    """Print each fault with its page and line; the exit code is 1 if there are any."""
    settings = Settings.read(*arguments[:1])
    find_packages(settings)
    verdict = judge(Book.read(settings))
    if verdict.faults:
        print(verdict)
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
