"""Play a game at random for long, choosing only what the library says may be done: `tools/fuzz.py here_i_stand 20000`.

A game is registered by the module of its tests that has `game(seed)`, which plays from a seed, fails if the library
refuses what it said may be done, and says how often what happened.
"""

from __future__ import annotations

import sys
from collections import Counter
from importlib import import_module

GAMES = {
    "hellenes": "tests.hellenes.plays",
    "here_i_stand": "tests.here_i_stand.plays",
    "republic_of_rome": "tests.republic_of_rome.plays",
}
"""The random plays of each game."""


def main(name: str, plays: str = "20000", first: str = "0") -> int:
    """Play so many games from so many seeds on; the first that fails is named by its seed."""
    sys.path.insert(0, ".")
    game = import_module(GAMES[name]).game
    told: Counter[str] = Counter()
    for seed in range(int(first), int(first) + int(plays)):
        try:
            told.update(game(seed))
        except Exception:
            print(f"seed {seed} fails")
            raise
    for outcome, times in told.most_common():
        print(f"{times:7} {outcome}")
    return 0


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4 or sys.argv[1] not in GAMES:
        sys.exit(f"{__doc__}\nThe games: {', '.join(GAMES)}")
    sys.exit(main(*sys.argv[1:]))
