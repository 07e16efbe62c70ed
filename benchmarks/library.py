"""How quick the rules are: whole moves, winters and revolutions a second, and exact odds against the dice libraries.

`python benchmarks/library.py` prints one table; every figure is the median of several runs in this one process.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product

import dyce
import icepool

from responsa import hellenes as hel
from responsa import here_i_stand as his
from responsa import republic_of_rome as ror
from responsa.dice import SIDES
from responsa.here_i_stand.field_battle import HITS_FROM

Row = tuple[str, str, str]


def median_of(task: Callable[[], object], rounds: int = 5, least: float = 0.05) -> float:
    """The median of the seconds that a task takes, each round long enough to be timed."""
    task()
    repeats, spent = 1, 0.0
    while spent < least:
        start = time.perf_counter()
        for _ in range(repeats):
            task()
        spent = time.perf_counter() - start
        if spent < least:
            repeats = max(repeats + 1, int(repeats * least / max(spent, 1e-9)))
    rounds_spent = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(repeats):
            task()
        rounds_spent.append((time.perf_counter() - start) / repeats)
    return statistics.median(rounds_spent)


def shown(seconds: float) -> str:
    """Seconds in a unit that reads well."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def per_second(name: str, task: Callable[[], object], what: str) -> Row:
    """A row that says how many of a thing are done in a second."""
    seconds = median_of(task)
    return name, f"{1 / seconds:,.0f} {what} a second", shown(seconds)


# --- Here I Stand ---


def moves() -> list[Row]:
    """A move into shut gates, and a move with a battle and a retreat."""
    start = his.Position.of(
        "Ottoman",
        cp=3,
        relations="Ottoman against Hapsburg",
        stacks={"Pressburg": "Ottoman: 8 regulars, 2 cavalry, Suleiman", "Vienna": "Hapsburg: 2 regulars, Ferdinand"},
        control={"Pressburg": "Ottoman"},
    )
    siege = his.Move.of("Ottoman: 8 regulars, 2 cavalry, Suleiman", "Pressburg", "Vienna", withdraw=True)
    return [per_second("whole move that ends in a siege", lambda: his.move(start, siege), "moves")]


def hits(dice: int) -> dict[str, Callable[[], Fraction]]:
    """The chance of more hits than the other side with so many dice a side, four ways."""
    hitting = SIDES - HITS_FROM + 1

    def ours() -> Fraction:
        return his.field_battle_odds(
            attackers=dice, attacker_dice=dice, defenders=dice, defender_dice=dice
        ).attacker_wins

    def by_icepool() -> Fraction:
        side = icepool.d6.map(lambda face: int(face >= HITS_FROM)).pool(dice).sum()
        return Fraction((side > side).probability(True))

    def by_dyce() -> Fraction:
        side = dice @ dyce.H({0: SIDES - hitting, 1: hitting})
        more = side.gt(side)
        return Fraction(more[1], more.total)

    def by_chance() -> Fraction:
        """A sample large enough for a standard error of a tenth of a per cent: 250,000 battles."""
        roll, chance = random.Random(1).random, hitting / SIDES
        tries = 1000  # the time for 250,000 is this times 250
        won = sum(
            sum(roll() < chance for _ in range(dice)) > sum(roll() < chance for _ in range(dice)) for _ in range(tries)
        )
        return Fraction(won, tries)

    return {"ours": ours, "icepool": by_icepool, "dyce": by_dyce, "sample": by_chance}


def odds(*, short: bool = False) -> list[Row]:
    """Field battle odds against the dice libraries, on the same question."""
    rows = []
    for dice in (10,) if short else (10, 30, 100, 300):
        ways = hits(dice)
        assert ways["ours"]() == ways["icepool"]() == ways["dyce"]()
        times = {name: median_of(task, rounds=3) for name, task in ways.items()}
        times["sample"] *= 250
        others = ", ".join(
            f"{name} {seconds / times['ours']:,.0f}×" for name, seconds in times.items() if name != "ours"
        )
        rows.append((f"field battle odds, {dice} dice a side", others, shown(times["ours"])))
    return rows


# --- Hellenes ---


def a_winter(units: int) -> hel.Position:
    """Two sides with so many armies between them, in as many areas and cities as they need."""
    sides = (hel.Side.ATHENS, hel.Side.SPARTA)
    places = max(units // 4, 2)
    areas = hel.areas(", ".join(f"area {n} - area {n + 1}" for n in range(places)))
    cities = tuple(hel.City(f"city {n}", 1 + n % 3, f"area {n}", sides[n % 2]) for n in range(places))
    armies = tuple(
        hel.Unit(f"army {n}", sides[n % 2], hel.Kind.FOOT, f"area {n % places}", steps=1 + n % 3, full=3)
        for n in range(units)
    )
    return hel.Position(areas=areas, cities=cities, units=armies)


def winters(*, short: bool = False) -> list[Row]:
    """A whole winter and its planner, by the number of units."""
    rows = []
    for units in (40,) if short else (40, 400):
        position = a_winter(units)
        orders = hel.Orders(hel.Card(3))
        seconds = median_of(partial(hel.winter, position, athens=orders, sparta=orders), 3)
        rows.append((f"whole winter, {units} units", f"{units / seconds:,.0f} units a second", shown(seconds)))
        planned = median_of(partial(hel.over_winter, position, hel.Side.ATHENS, 3), 3)
        rows.append((f"winter planner, {units} units", f"{units / planned:,.0f} units a second", shown(planned)))
    return rows


# --- The Republic of Rome ---


def revolutions() -> list[Row]:
    """A whole Revolution Phase with a revolt."""
    cornelius = ror.Senator("Cornelius", number="1", faction="Optimates", military=4, influence=5)
    table = ror.Republic(factions=(ror.Faction("Optimates"),), armies=(ror.Army(cornelius, ror.Force(ror.legions(2))),))
    decision = ror.CommanderTurn("Cornelius", revolts=True, dice=(6, 2))
    phase = partial(ror.play_revolution_phase, table, victors=["Cornelius"], commanders=[decision])
    return [per_second("whole Revolution Phase with a revolt", phase, "phases")]


def loyalty(*, short: bool = False) -> list[Row]:
    """Exact loyalty odds against brute force, or against a dice library where brute force would not end."""
    rows = []
    needed = ror.loyalty_number(ror.Age.MIDDLE)
    good = SIDES - needed + 1
    for legions in (5,) if short else (5, 25, 200):

        def by_hand(legions: int = legions) -> Fraction:
            rolls = product(range(1, SIDES + 1), repeat=legions)
            enough = sum(sum(die >= needed for die in roll) >= legions // 2 for roll in rolls)
            return Fraction(enough, SIDES**legions)

        def by_dyce(legions: int = legions) -> Fraction:
            followers = legions @ dyce.H({0: SIDES - good, 1: good})
            enough = followers.ge(legions // 2)
            return Fraction(enough[1], enough.total)

        def ours(legions: int = legions) -> Fraction:
            return ror.chance_of_followers(legions // 2, legions=legions, age=ror.Age.MIDDLE)

        name, other = ("brute force", by_hand) if legions <= 5 else ("dyce", by_dyce)
        assert ours() == other()
        own, theirs = median_of(ours, 3), median_of(other, 3)
        rows.append((f"loyalty odds, {legions} legions", f"{name} {theirs / own:,.0f}×", shown(own)))
    return rows


def rows(*, short: bool = False) -> list[Row]:
    """Every figure: what was measured, the rate or the ratio, the time of one; in short, of the smallest cases."""
    return [*moves(), *odds(short=short), *winters(short=short), *revolutions(), *loyalty(short=short)]


if __name__ == "__main__":
    print("| what | rate, or the time of others as a multiple of ours | time |")
    print("| ---- | ------------------------------------------------- | ---: |")
    for row in rows():
        print(f"| {' | '.join(row)} |")
