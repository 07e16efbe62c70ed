"""Hypothesis: the same examples at every run in CI, fewer of them in `make quick`, never a deadline."""

import os

from hypothesis import settings

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile("quick" if os.environ.get("QUICK") else "ci" if os.environ.get("CI") else "local")
