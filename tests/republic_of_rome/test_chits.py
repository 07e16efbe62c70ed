"""Drawing chits: against a cup that is emptied chit by chit."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror


def draw(seed: int, count: int) -> tuple[str, ...]:
    """The oracle: really draw from a cup of 30 numbers, four blank and two "draw 2" chits."""
    chance = random.Random(seed)
    cup, shown, left = [*map(str, range(1, 31)), *["none"] * 4, "draw 2", "draw 2"], [], count
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
    assert named == tuple(chit for chit in shown if chit not in ("draw 2", "none"))
    assert len(named) + shown.count("none") == count + shown.count("draw 2")
    for wrong in (shown[:-1], (*shown, "none")):
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
    [
        ("4", ("4",), True),
        ("25A", ("25",), True),
        ("25", ("2", "5"), False),
        ("", ("4",), False),
        ("1", ("11",), False),
    ],
)
def test_who_is_named(number: str, chits: tuple[str, ...], named: bool) -> None:
    assert ror.is_named(ror.Senator("Somebody", number=number), chits) is named


def test_the_cup_has_no_more_blank_chits_than_it_holds() -> None:
    assert ror.named_by(("none",) * 6, count=6) == ()
    with pytest.raises(ImpossibleSituation, match="at most 6 blank chits"):
        ror.named_by(("none",) * 7, count=7)


@given(st.permutations(["4", "none", "none", "9"]), st.sampled_from(["Stalemate", "Victory", "Disaster"]))
def test_a_blank_chit_counts_as_drawn(chits: list[str], result: str) -> None:
    fate = ror.fate_in_battle(ror.Senator("Julius", number="4"), chits, ror.Result(result))
    captured = chits[-1] == "4" and result != "Victory"
    assert fate is (ror.Fate.CAPTURED if captured else ror.Fate.KILLED)


@pytest.mark.parametrize(
    ("written", "chit"),
    [("Blank", "none"), ("NONE", "none"), ("Draw 2", "draw 2"), ("draw two", "draw 2"), ("04", "4"), ("30", "30")],
)
def test_a_chit_is_read_as_players_write_it(written: str, chit: str) -> None:
    man = ror.Senator("Julius", number="4", place=ror.Place.CAPTIVE)
    rest = ("7", "8") if chit == "draw 2" else ()
    assert ror.named_by((written, *rest), count=1) == ror.named_by((chit, *rest), count=1)
    assert ror.is_named(man, (written,)) == (chit == "4")
    assert bool(ror.dies_by_chit(man, written)) == (chit == "4")


@pytest.mark.parametrize("wrong", ["banana", "31", "0", "25A", "-4", "4.0", ""])
def test_what_is_no_chit_is_refused_with_what_fits(wrong: str) -> None:
    man = ror.Senator("Julius", number="4", place=ror.Place.CAPTIVE)
    asked: list[Callable[[], object]] = [
        lambda: ror.named_by((wrong,), count=1),
        lambda: ror.is_named(man, (wrong,)),
        lambda: ror.dies_by_chit(man, wrong),
    ]
    for ask in asked:
        with pytest.raises(ImpossibleSituation, match="a number from 1 to 30, 'none', or 'draw 2'"):
            ask()
