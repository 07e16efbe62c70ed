"""What the modules of this game share below the table: words, short reprs, and checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, Field, fields
from typing import Any, ClassVar

from responsa.errors import ImpossibleSituation


class Compact:
    """A value whose repr says only what differs from the default, and round-trips."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __repr__(self) -> str:
        said = []
        for each in fields(self):
            value = getattr(self, each.name)
            if each.default is MISSING or value != each.default:
                said.append(f"{each.name}={value!r}" if each.kw_only else repr(value))
        return f"{type(self).__name__}({', '.join(said)})"


def check_numbers(disasters: Sequence[int], standoffs: Sequence[int]) -> None:
    """Make sure that these are totals of three dice, and that none of them means both."""
    for field, totals, rule in (("disasters", disasters, "1.10.21a"), ("standoffs", standoffs, "1.10.31a")):
        if any(type(total) is not int or not 3 <= total <= 18 for total in totals):
            raise ImpossibleSituation(field, tuple(totals), "totals of 3 dice, from 3 to 18", f"ROR {rule}")
    if set(disasters) & set(standoffs):
        raise ImpossibleSituation("standoffs", tuple(standoffs), "no number that is a Disaster", "ROR 1.10.31a")


def once(field: str, names: Sequence[str], expected: str, rule: str) -> None:
    """Make sure that no name is given twice."""
    for name, count in Counter(names).items():
        if count > 1:
            raise ImpossibleSituation(field, name, expected, rule)


def counted(count: int, noun: str) -> str:
    """'1 legion', '2 legions'."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def listed(parts: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return " and ".join([*([", ".join(parts[:-1])] if parts[:-1] else []), *parts[-1:]])


def told(steps: Iterable[object]) -> str:
    """What happened, a sentence on each line."""
    return "\n".join(f"{text[:1].upper()}{text[1:]}." for text in map(str, steps))


def sum_of_dice(roll: int, difference: int) -> str:
    """'the dice show 10, and 10 − 4 is 6'."""
    sign = "+" if difference >= 0 else "−"
    total = str(roll + difference).replace("-", "−")
    return f"the dice show {roll}, and {roll} {sign} {abs(difference)} is {total}"


def are_lost(legions: int, fleets: int) -> str:
    """'2 legions and 1 fleet are lost', 'nothing is lost'."""
    parts = [counted(count, noun) for count, noun in ((legions, "legion"), (fleets, "fleet")) if count]
    return f"{listed(parts) or 'nothing'} {'are' if legions + fleets > 1 else 'is'} lost"
