"""`make bench`: every figure, printed and written to results.md, and to reading.md how the pages read."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from benchmarks import book, library, reading, run_on_page, site

RESULTS = Path(__file__).parent / "results.md"


def main() -> None:
    """Measure, print and write."""
    lines = ["| what | took | compared |", "| ---- | ---: | -------- |"]
    print(*lines, sep="\n", flush=True)
    for what, rate, took in library.rows():
        lines.append(f"| {what} | {took} | {rate} |")
        print(lines[-1], flush=True)
    for row in (*book.rows(), *run_on_page.rows(), *site.rows()):
        lines.append(f"| {' | '.join(row)} |")
        print(lines[-1], flush=True)
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}."
    RESULTS.write_text("\n".join(["# How quick it is", "", machine, "", *lines, ""]), encoding="utf-8")
    print("", *reading.write(), sep="\n", flush=True)


if __name__ == "__main__":
    main()
