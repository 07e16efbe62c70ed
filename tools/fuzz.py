"""Play a game at random for a while, choosing only what its library says may be done: `python -m tools.fuzz hellenes`.

Each play has a number, so that a fault can be played again: `python -m tools.fuzz hellenes --from 4711 --plays 1`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import traceback
from collections.abc import Sequence
from typing import Final

GAMES: Final = {"hellenes": "tests.hellenes.playing"}
"""For each game the module whose `play(number)` plays it and raises what went wrong."""

PLAYS: Final = 20_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, tell each fault with its number, and return 1 if there was one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="one or more games; all if none is named")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N", help="the number of the first play")
    parser.add_argument("--plays", type=int, default=PLAYS, help=f"how many plays ({PLAYS})")
    given = parser.parse_args(arguments)
    faults = 0
    for game in given.game or GAMES:
        play = importlib.import_module(GAMES[game]).play
        for number in range(given.first, given.first + given.plays):
            try:
                play(number)
            except Exception:
                faults += 1
                print(f"{game}, play {number}:\n{traceback.format_exc()}", file=sys.stderr)
        print(f"{game}: {given.plays} plays, {faults} faults")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
