"""How units are called in sentences: with the article and the verb that go with their name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from responsa.sentences import listing

_PEOPLE = re.compile(r"[A-Z]\w+[aiu]ns")
"""A people: Thebans, Corinthians; a man's name ends otherwise."""


def called(name: str) -> str:
    """A unit's name in a sentence: "the Theban army", "Phormio's fleet", "Brasidas"."""
    first, last = name.split()[0], name.split()[-1]
    common = last.isalpha() and last[0].islower()
    started = first[0].islower() and not last.isdigit()
    own = "'" in first or first.lower() in ("the", "a", "an", "no")
    return f"the {name}" if (common or started or _PEOPLE.fullmatch(name)) and not own else name


def listed(names: Iterable[str]) -> str:
    """Several units in a sentence."""
    return listing(map(called, names))


def is_many(name: str) -> bool:
    """Whether a name takes the verb of many: "the ships are", "the Thebans have"."""
    last = name.split()[-1]
    plural = last.isalpha() and last[0].islower() and last.endswith("s") and not last.endswith("ss")
    return plural or bool(_PEOPLE.fullmatch(name))


def verb_of(names: Sequence[str], one: str, many: str) -> str:
    """The form of a verb that goes with so many units of such names."""
    return one if len(names) == 1 and not is_many(names[0]) else many


def does(name: str, one: str, many: str) -> str:
    """A unit and its verb, as a sentence begins: "the Theban army retreats", "the Thebans retreat"."""
    return f"{called(name)} {verb_of([name], one, many)}"
