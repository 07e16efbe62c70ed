"""`python -m responsa.book [settings file]`: read the book and print everything that is wrong with it."""

from __future__ import annotations

import sys

from responsa.book import Book, Settings
from responsa.book.gate import judge


def main(arguments: list[str]) -> int:
    """Print each fault with its page and line; the exit code is 1 if there are any."""
    verdict = judge(Book.read(Settings.read(*arguments[:1])))
    if verdict.faults:
        print(verdict)
    return 1 if verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
