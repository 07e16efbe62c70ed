"""The words of each language that count, allow, oblige and forbid, and how an erratum is told in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

MAY, MUST, MUST_NOT = "may", "must", "must not"
"""What a modal word says: permission, obligation, ban."""

KINDS: Final = (MAY, MUST, MUST_NOT)


@dataclass(frozen=True)
class Language:
    """What the reader and the checks know of a language.

    Attributes:
        code: Its two letters.
        numbers: The words that show a number, with its value.
        values: Other words that can be tied to one, such as ordinals: they need no tie.
        modals: The words that allow, oblige or forbid, and which of these each does.
        allowing: Other words that can be tied so, but often mean something else: they need no tie.
        sayings: How the paragraphs of an erratum begin that say what is printed, and what is ruled.
    """

    code: str
    numbers: Mapping[str, Fraction]
    modals: Mapping[str, str]
    sayings: Mapping[str, str]
    values: Mapping[str, Fraction] = field(default_factory=dict)
    allowing: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, code: str, words: Mapping[str, Any]) -> Language:
        """A language by its two letters, with the words that a book adds to it or puts in the place of its own.

        Args:
            code: The two letters; a language that is not known here begins without words.
            words: `may`, `must` and `must not`, each a list of the words that say it; `numbers`, each with its value;
                `sayings`, with `printed` or `ruling` for how such a paragraph begins.

        Raises:
            ValueError: If they are no such lists; the message says which.

        Examples:
            >>> from responsa.book.language import Language
            >>> law = Language.read("en", {"must": ["must", "shall"], "must not": ["must not", "shall not"]})
            >>> law.kind_of("shall"), law.kind_of("Shall not"), law.kind_of("may")
            ('must', 'must not', 'may')
            >>> Language.read("de", {"may": ["darf"], "numbers": {"vier": 4}}).value_of("Vier")
            Fraction(4, 1)
        """
        for name in words:
            if name not in (*KINDS, "numbers", "sayings"):
                raise ValueError(f"words has a key {name!r}; expected {', '.join(KINDS)}, numbers or sayings")
        for name in KINDS:
            given = words.get(name, [])
            if not isinstance(given, list) or not all(isinstance(word, str) and word.strip() for word in given):
                raise ValueError(f"words says {name} = {given!r}; expected a list of words")
        known = LANGUAGES.get(code) or cls(code, {}, {}, ENGLISH.sayings)
        kept = {word: kind for word, kind in known.modals.items() if kind not in words}
        given = {" ".join(word.lower().split()): kind for kind in KINDS for word in words.get(kind, [])}
        try:
            numbers = {word.lower(): Fraction(value) for word, value in words.get("numbers", {}).items()}
        except (AttributeError, TypeError, ValueError) as error:
            raise ValueError(f"words says numbers = {words['numbers']!r}; expected words with their values") from error
        sayings = words.get("sayings", {})
        if not isinstance(sayings, dict) or not {*sayings.values()} <= {"printed", "ruling"}:
            raise ValueError(f"words says sayings = {sayings!r}; expected words for 'printed' and 'ruling'")
        return replace(
            known, modals=kept | given, numbers={**known.numbers, **numbers}, sayings=sayings or known.sayings
        )

    @cached_property
    def number(self) -> re.Pattern[str]:
        """Finds numbers in digits or words; ordinals (first, 1st) are none."""
        return re.compile(
            rf"""
            (?<![\w.])                                          # not inside a word, not a decimal's tail
            (?: [+\N{{MINUS SIGN}}\-]? \d+ (?: [./] \d+ )?      # 4, +1, 1/2, 0.5
              | \b(?: {_any_of(self.numbers)} )\b )             # four, twice, half
            (?! \w | -[а-яё] )                                  # neither 1st nor 2d6
            """,
            re.VERBOSE | re.IGNORECASE,
        )

    @cached_property
    def modal(self) -> re.Pattern[str]:
        """Finds words that allow, oblige or forbid."""
        return re.compile(rf"\b(?:{_any_of(self.modals)})\b", re.IGNORECASE)

    @cached_property
    def saying(self) -> re.Pattern[str]:
        """Finds the beginning of what an erratum says is printed or ruled."""
        return re.compile(rf"(?P<name>{_any_of(self.sayings)}): *(?P<text>.+)$", re.DOTALL)

    def value_of(self, shown: str) -> Fraction | None:
        """The value of a number as it is shown; `None` if it is no single number.

        Examples:
            >>> from responsa.book.language import ENGLISH, RUSSIAN
            >>> ENGLISH.value_of("Four"), ENGLISH.value_of("−1"), ENGLISH.value_of("many")
            (Fraction(4, 1), Fraction(-1, 1), None)
            >>> RUSSIAN.value_of("четырьмя"), RUSSIAN.value_of("третьего"), RUSSIAN.value_of("вдвое")
            (Fraction(4, 1), Fraction(3, 1), Fraction(2, 1))
        """
        word = shown.strip().lower()
        if word in self.numbers or word in self.values:
            return self.numbers.get(word, self.values.get(word))
        digits = word.replace("\N{MINUS SIGN}", "-").replace(",", ".")
        if not re.fullmatch(r"[+-]?[0-9]{1,12}(?:[./][0-9]{1,12})?", digits) or re.search(r"/0+$", digits):
            return None
        return Fraction(digits)

    def kind_of(self, shown: str) -> str:
        """What a modal word says, `MAY`, `MUST` or `MUST_NOT`; empty if it is none."""
        word = " ".join(shown.lower().split())
        return self.modals.get(word) or self.allowing.get(word, "")


NOTHING = "(?!)"
"""A pattern that finds nothing."""


def _any_of(words: Mapping[str, object]) -> str:
    """A pattern for each of some words, the longer first."""
    return (
        NOTHING
        if not words
        else "|".join(r"\s+".join(map(re.escape, word.split())) for word in sorted(words, key=len, reverse=True))
    )


def _valued(words: Mapping[str, Fraction | int]) -> dict[str, Fraction]:
    """Each of the words, which stand with blanks between them, with its value."""
    return {word: Fraction(value) for row, value in words.items() for word in row.split()}


# --- English ---

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety hundred"

ENGLISH: Final = Language(
    "en",
    numbers={
        **{word: Fraction(value) for value, word in enumerate(_ONES.split())},
        **{word: Fraction(10 * value) for value, word in enumerate(_TENS.split(), start=2)},
        **_valued({"once": 1, "twice double": 2, "thrice triple": 3}),
        **_valued({"half halves": Fraction(1, 2), "quarter": Fraction(1, 4)}),
    },
    modals={"may": MAY, "must": MUST, "must not": MUST_NOT},
    sayings={"Printed": "printed", "Ruling": "ruling"},
)

# --- Russian ---

_COLLECTIVE = {"ое": ("ое", "оих", "оим", "оими"), "еро": ("еро", "ерых", "ерым", "ерыми")}
_TEENS = "один две три четыр пят шест сем восем девят"


def _soft(stem: str) -> str:
    """The forms of a numeral like пять."""
    return f"{stem}ь {stem}и {stem}ью"


def _collective(stem: str) -> str:
    """The forms of a numeral like двое or четверо."""
    kind = "ое" if len(stem) == 2 else "еро"
    return " ".join(stem + ending for ending in _COLLECTIVE[kind])


def _tenfold(stem: str) -> str:
    """The forms of a numeral like пятьдесят."""
    return f"{stem}ьдесят {stem}идесяти {stem}ьюдесятью"


def _ordinal(*stems: str) -> str:
    """The forms of an ordinal like второй or первый."""
    endings = "ый ой ая ое ые ого ому ым ом ую ых ыми"
    return " ".join(stem + ending for stem in stems for ending in endings.split())


_HAS_TO = ("должен", "должна", "должно", "должны")
_OBLIGED = ("обязан", "обязана", "обязано", "обязаны")
_THIRD = "ий ья ье ьи ьего ьему ьим ьем ью ьей ьих ьими"

RUSSIAN: Final = Language(
    "ru",
    numbers=_valued(
        {
            "ноль нуль ноля нуля нолю нулю нолём нулём ноле нуле": 0,
            "один одна одно одного одной одному одну одним одном": 1,
            f"два две двух двум двумя вдвое дважды {_collective('дв')}": 2,
            f"три трёх трех трём трем тремя втрое трижды {_collective('тр')}": 3,
            f"четыре четырёх четырех четырём четырем четырьмя вчетверо четырежды {_collective('четв')}": 4,
            f"{_soft('пят')} впятеро {_collective('пят')}": 5,
            f"{_soft('шест')} {_collective('шест')}": 6,
            f"семь семи семью {_collective('сем')}": 7,
            "восемь восьми восемью восьмью восьмеро": 8,
            _soft("девят"): 9,
            _soft("десят"): 10,
            **{_soft(f"{stem}надцат"): value for value, stem in enumerate(_TEENS.split(), start=11)},
            _soft("двадцат"): 20,
            _soft("тридцат"): 30,
            "сорок сорока": 40,
            **{_tenfold(stem): 50 + 10 * tens for tens, stem in enumerate(("пят", "шест", "сем"))},
            "восемьдесят восьмидесяти восьмьюдесятью": 80,
            "девяносто девяноста": 90,
            "сто ста": 100,
            "полтора полторы полутора": Fraction(3, 2),
            "половина половины половине половину половиной наполовину вполовину": Fraction(1, 2),
            "треть трети третью": Fraction(1, 3),
            "четверть четверти четвертью": Fraction(1, 4),
        }
    ),
    values=_valued(
        {
            f"однажды {_ordinal('перв')}": 1,
            f"{_ordinal('двойн', 'удвоенн', 'втор')}": 2,
            f"{_ordinal('тройн', 'утроенн')} {' '.join('трет' + end for end in _THIRD.split())}": 3,
            _ordinal("четвёрт", "четверт"): 4,
            _ordinal("пят"): 5,
            _ordinal("шест"): 6,
        }
    ),
    modals={
        **dict.fromkeys(["вправе", "может", "могут", "можно", "разрешено", "разрешается"], MAY),
        **{f"не {word}": MAY for word in _OBLIGED},
        **dict.fromkeys([*_HAS_TO, *_OBLIGED], MUST),
        **dict.fromkeys(["нельзя", "запрещено", "запрещается"], MUST_NOT),
        **{f"не {word}": MUST_NOT for word in ["вправе", "может", "могут", *_HAS_TO]},
    },
    allowing={"возможно": MAY, "невозможно": MUST_NOT, "следует": MUST, "не следует": MUST_NOT},
    sayings={"Напечатано": "printed", "Решение": "ruling"},
)

LANGUAGES: Final = {language.code: language for language in (ENGLISH, RUSSIAN)}
"""The languages in which a book can be read."""
