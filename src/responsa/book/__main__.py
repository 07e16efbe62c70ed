"""`python -m responsa.book [settings file]`: read the book and print everything that is wrong with it."""

from __future__ import annotations

import sys

from responsa.book import Book, Settings
from responsa.book.gate import faults_of


def main(arguments: list[str]) -> int:
    """Print each fault with its page and line; the exit code is 1 if there are any."""
    faults = faults_of(Book.read(Settings.read(*arguments[:1])))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
