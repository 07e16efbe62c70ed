"""Finds the rules that answer a question in a player's own words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Final

WEIGHTS: Final = {"number": 12.0, "title": 4.0, "text": 3.0, "players": 3.0, "page": 2.0, "why": 1.0}
"""How much a word counts, by where it stands."""

_WORD = re.compile(r"[A-Z]?\d+(?:\.\d+)*[a-z]?|[^\W\d_]+(?:'[^\W\d_]+)?")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "als", "al", "ed", "es", "s", "y", "e")
_STOP_WORDS = (
    "a an and are as at be been but by can do does for from had has have he her his how i if in into is it its may me "
    "my not of on or our out she so than that the their them then there they this to up us was we were what when where "
    "which who whom will with you your"
)
_STOP: Final = frozenset(_STOP_WORDS.split())


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that was found, and how well it fits."""

    rule: dict[str, Any]
    score: float


class Index:
    """All rules by the words with which they can be found.

    Args:
        data: Rules, terms and pages as `responsa.data.load` gives them.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.rules: list[dict[str, Any]] = data["rules"]
        terms = {term["term"]: " ".join(term["players"] + term["russian"]) for term in data["terms"]}
        self._words = [_weigh(_fields(rule, terms, data["pages"])) for rule in self.rules]

    @cached_property
    def _spread(self) -> Counter[str]:
        return Counter(word for words in self._words for word in words)

    def search(self, question: str, *, limit: int = 10) -> list[Hit]:
        """The rules that fit best, best first; a rule that has more of the words comes before one that has fewer."""
        asked = set(_stems(question))
        hits = []
        for rule, words in zip(self.rules, self._words, strict=True):
            found = asked & words.keys()
            if found:
                score = sum(words[word] * math.log(1 + len(self.rules) / self._spread[word]) for word in found)
                hits.append(Hit(rule, round(score * len(found) / len(asked), 3)))
        return sorted(hits, key=lambda hit: -hit.score)[:limit]

    def near(self, question: str) -> list[str]:
        """Words of the book that look like those asked for."""
        texts = " ".join(f"{rule['clause']['title']} {rule['text']}" for rule in self.rules)
        known = sorted({word.lower() for word in _WORD.findall(texts) if len(word) > 2})
        asked = (word.lower() for word in _WORD.findall(question))
        return [near for word in asked for near in get_close_matches(word, known, n=2, cutoff=0.75)]


def _fields(rule: dict[str, Any], terms: dict[str, str], pages: dict[str, str]) -> Iterable[tuple[str, str]]:
    yield "number", f"{rule['number']} {rule['clause']['id'].partition(' ')[2]}"
    yield "title", rule["clause"]["title"]
    yield "text", rule["text"]
    yield "players", " ".join(terms.get(term, "") for term in rule["terms"])
    yield "page", pages.get(rule["url"].partition("#")[0], "")
    yield "why", " ".join(f"{note['title']} {note['text']}" for note in rule["why"])


def _weigh(fields: Iterable[tuple[str, str]]) -> dict[str, float]:
    """The weight of each word: that of the best place in which it stands, and a little for each other place."""
    weights: dict[str, float] = {}
    for field, text in fields:
        for word in set(_stems(text)):
            here, before = WEIGHTS[field], weights.get(word, 0.0)
            weights[word] = max(here, before) + min(here, before) / 4
    return weights


def _stems(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text) if word.lower() not in _STOP]


def _stem(word: str) -> str:
    """The word without its ending, so that besieged, besieger and besieging meet."""
    if word[-1:].isdigit() or word[:1].isdigit() or word[1:2].isdigit():
        return word.lower()
    word = word.lower().partition("'")[0]
    if not word.isascii():  # the Russian names: what differs between their forms are mostly the last letters
        return word[: -2 if len(word) > 5 else -1]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
