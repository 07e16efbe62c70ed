"""`python -m benchmarks.search FILE.csv`."""

import sys

from benchmarks.search import main

main(*sys.argv[1:])
