"""Random revolts: no dead end, no refusal of what the library says may be done."""

from __future__ import annotations

from collections import Counter

from tests.republic_of_rome.plays import game


def test_a_few_hundred_revolts_come_to_an_end() -> None:
    told: Counter[str] = Counter()
    for seed in range(300):
        told.update(game(seed))
    ends = ("the revolt is put down", "the revolt has failed", "the civil war goes on")
    assert all(told[f"civil war: {end}"] for end in ends)
    assert told["last wars: a faction wins"]
    assert told["last wars: all players lose"]
