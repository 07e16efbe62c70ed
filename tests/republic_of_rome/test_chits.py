"""Drawing chits: against a cup that is emptied chit by chit."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror


def draw(seed: int, count: int) -> tuple[str, ...]:
    """The oracle: really draw from a cup of 30 numbers and two "draw 2" chits."""
    chance = random.Random(seed)
    cup, shown, left = [*map(str, range(1, 31)), "draw 2", "draw 2"], [], count
    while left:
        chit = chance.choice(cup)
        shown.append(chit)
        left -= 1
        if chit == "draw 2":
            left += 2
        else:
            cup.remove(chit)
    return tuple(shown)


@given(st.integers(), st.integers(0, 8))
def test_a_real_draw_is_accepted_and_a_cut_one_is_not(seed: int, count: int) -> None:
    shown = draw(seed, count)
    named = ror.named_by(shown, count=count)
    assert named == tuple(chit for chit in shown if chit != "draw 2")
    assert len(named) == count + shown.count("draw 2")
    for wrong in (shown[:-1], (*shown, "99")):
        if wrong != shown:
            with pytest.raises(ImpossibleSituation, match="draw of"):
                ror.named_by(wrong, count=count)


def test_a_number_that_is_out_cannot_come_again() -> None:
    with pytest.raises(ImpossibleSituation, match="each number once"):
        ror.named_by(("4", "9", "4"), count=3)
    with pytest.raises(ImpossibleSituation, match="count"):
        ror.named_by((), count=-1)


@pytest.mark.parametrize(
    ("number", "chits", "named"),
    [("4", ("4",), True), ("25A", ("25",), True), ("25", ("2", "5"), False), ("", ("",), False), ("1", ("11",), False)],
)
def test_who_is_named(number: str, chits: tuple[str, ...], named: bool) -> None:
    assert ror.is_named(ror.Senator("Somebody", number=number), chits) is named
