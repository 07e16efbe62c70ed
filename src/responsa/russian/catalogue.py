"""The words of one game in Russian, from a table in `<game>.toml`: its names, what is counted, and whole words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from typing import Final


class Case(Enum):
    """A case of the Russian noun, by the three letters that stand for it in sentences."""

    NOMINATIVE = "nom"
    GENITIVE = "gen"
    DATIVE = "dat"
    ACCUSATIVE = "acc"
    INSTRUMENTAL = "ins"
    PREPOSITIONAL = "pre"

    @property
    def place(self) -> int:
        """Where it stands in a row of six forms."""
        return [*Case].index(self)


GENDERS: Final = ("m", "f", "n", "p")
"""Masculine, feminine, neuter; and plural, for names that have no singular."""

SECTIONS: Final = ("names", "called", "counted", "words", "sentences")
"""What a table of words may hold."""

BETWEEN: Final = {
    "against": ("против", Case.GENITIVE),
    "with": ("в союзе с", Case.INSTRUMENTAL),
    "for": ("за", Case.ACCUSATIVE),
}
"""The words that join two names in a cell, each with the case of the second."""

_PARTS = re.compile(r"(\*\*|`[^`]+`|\[[^\[\]]+\](?:\([^()\[\]]*\))?|; |: |, )")
_SAID_ALIKE = re.compile(r"[\W\d]*|[A-Z]?\d+(?:\.\d+)*[a-z]?|[IVX]+|[A-Z]")
_COUNTED = re.compile(r"(?P<number>\d+(?:/\d+)?) (?P<noun>.+)")
_PERCENT = re.compile(r"(?P<whole>\d+)\.(?P<rest>\d+)(?= %)")
_JOINED = re.compile(rf"(?P<first>.+) (?P<word>{'|'.join(BETWEEN)}) (?P<second>.+)")


class NotInRussian(LookupError):
    """The table of a game lacks something.

    Args:
        section: The section that lacks it: "names", "counted" or "words".
        key: The English.
    """

    def __init__(self, section: str, key: str) -> None:
        super().__init__(f"[{section}] lacks {key!r}")
        self.section = section
        self.key = key


@dataclass(frozen=True, slots=True)
class Name:
    """A name: its six cases, its gender or `p` if it is a plural; one is on an island, and in any other place."""

    cases: tuple[str, ...]
    gender: str
    is_island: bool = False

    @classmethod
    def of(cls, text: str) -> Name:
        """Read "Вена, Вены, Вене, Вену, Веной, Вене; f"; a name that is not declined has one form.

        Behind the gender of an island stands "на": "Корфу; m; на".

        Raises:
            ValueError: If it has neither one form nor six, or no gender.
        """
        forms, _, rest = text.partition(";")
        gender, *island = map(str.strip, rest.split(";"))
        cases = _listed(forms)
        if len(cases) not in (1, 6) or gender not in GENDERS or island not in ([], ["на"]):
            raise ValueError(f"{text!r}: expected one form or six, and then '; m', '; f', '; n' or '; p'")
        return cls(cases if len(cases) == 6 else cases * 6, gender, bool(island))


@dataclass(frozen=True, slots=True)
class Counted:
    """A noun that is counted: after 1, after 2 to 4, after 5 and more; its gender; its six cases in the plural."""

    forms: tuple[str, ...]
    gender: str
    plural: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> Counted:
        """Read "отряд, отряда, отрядов; m", with six plural cases behind it or without.

        Raises:
            ValueError: If it has not three forms and a gender, or some plural cases and not six.
        """
        forms, _, rest = text.partition(";")
        gender, *plural = _listed(rest.replace(";", ","))
        if len(_listed(forms)) != 3 or gender not in GENDERS or len(plural) not in (0, 6):
            raise ValueError(f"{text!r}: expected the forms after 1, 2 and 5, then '; m' and, if wanted, six cases")
        return cls(_listed(forms), gender, tuple(plural))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def plural_form(number: int | Fraction) -> int:
    """Which of its three forms a noun has after a number: 0 after 1 and 21, 1 after 2 to 4, 2 after 5 and 11 to 14.

    A noun after a fraction stands as after 2: half *of a unit*.

    Examples:
        >>> from responsa.russian.catalogue import plural_form
        >>> [plural_form(number) for number in (1, 2, 4, 5, 11, 14, 21, 22, 0)]
        [0, 1, 1, 2, 2, 2, 0, 1, 2]
    """
    if number != int(number):
        return 1
    tens, ones = divmod(abs(int(number)) % 100, 10)
    if tens == 1 or ones in (0, 5, 6, 7, 8, 9):
        return 2
    return 0 if ones == 1 else 1


@dataclass(frozen=True)
class Catalogue:
    """The words of one game.

    Attributes:
        names: Places, powers, people, wars, by their English names.
        counted: What is counted, by its English singular.
        words: Whole words and phrases of table cells.
        sentences: What the library says, as it stands in the table.
        called: What else a name is called in sentences, and the name: "the Ottomans", "Ottoman".
    """

    names: Mapping[str, Name] = field(default_factory=dict)
    counted: Mapping[str, Counted] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    sentences: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Catalogue:
        """Read a table of words.

        Raises:
            ValueError: If it is no TOML, has a section that nobody knows, or an entry that cannot be read.
        """
        table = tomllib.loads(text)
        for section in table.keys() - {*SECTIONS}:
            raise ValueError(f"a section {section!r} that nobody knows; expected {', '.join(SECTIONS)}")
        return cls(
            names={key: Name.of(entry) for key, entry in table.get("names", {}).items()},
            counted={key: Counted.of(entry) for key, entry in table.get("counted", {}).items()},
            words=table.get("words", {}),
            sentences=table.get("sentences", {}),
            called=table.get("called", {}),
        )

    def __or__(self, other: Catalogue) -> Catalogue:
        """The words of two tables; those of the second count where both have them."""
        return Catalogue(
            names={**self.names, **other.names},
            counted={**self.counted, **other.counted},
            words={**self.words, **other.words},
            sentences={**self.sentences, **other.sentences},
            called={**self.called, **other.called},
        )

    def decline(self, name: str, case: Case = Case.NOMINATIVE) -> str:
        r"""A name in a case.

        Raises:
            NotInRussian: If the table does not know it.

        Examples:
            >>> from responsa.russian import Case, Catalogue
            >>> words = Catalogue.of('[names]\n"Vienna" = "Вена, Вены, Вене, Вену, Веной, Вене; f"')
            >>> words.decline("Vienna", Case.PREPOSITIONAL)
            'Вене'
        """
        if name not in self.names:
            raise NotInRussian("names", name)
        return self.names[name].cases[case.place]

    def count(self, number: int | Fraction, noun: str, case: Case = Case.NOMINATIVE) -> str:
        r"""A number with its noun.

        Args:
            number: The number.
            noun: The English noun, in the singular or plural.
            case: The case of the whole; of all but nominative and accusative the table must give the plural.

        Raises:
            NotInRussian: If the table does not know the noun, or not in this case.

        Examples:
            >>> from responsa.russian import Case, Catalogue
            >>> words = Catalogue.of('[counted]\n"unit" = "отряд, отряда, отрядов; m"')
            >>> words.count(1, "unit"), words.count(4, "units"), words.count(11, "units")
            ('1 отряд', '4 отряда', '11 отрядов')
        """
        key = self._key_of(noun)
        if case is Case.NOMINATIVE or (case is Case.ACCUSATIVE and plural_form(number)):
            return f"{number} {self.counted[key].forms[plural_form(number)]}"
        if plural_form(number) == 0:
            return f"{number} {self.decline(key, case)}"
        if not self.counted[key].plural:
            raise NotInRussian("counted", f"{key} in the case {case.value}")
        return f"{number} {self.counted[key].plural[case.place]}"

    def gender_of(self, noun: str) -> str:
        """The gender of what is counted.

        Raises:
            NotInRussian: If the table does not know the noun.
        """
        return self.counted[self._key_of(noun)].gender

    def _key_of(self, noun: str) -> str:
        singulars = _singulars(self.called.get(noun, noun))
        key = next((each for each in singulars if each in self.counted), None)
        if key is None:
            raise NotInRussian("counted", singulars[-1])
        return key

    # --- cells of tables ---

    def cell(self, text: str) -> str:
        r"""A cell of a table, piece by piece; a piece that the table does not know stays as it is.

        Examples:
            >>> from responsa.russian import Catalogue
            >>> words = Catalogue.of('[words]\n"yes" = "да"\n[counted]\n"unit" = "отряд, отряда, отрядов; m"')
            >>> words.cell("yes"), words.cell("yes: 2 units"), words.cell("16.7 %"), words.cell("perhaps")
            ('да', 'да: 2 отряда', '16,7 %', 'perhaps')
        """
        return "".join(said if isinstance(said, str) else piece for piece, said in self._said(text))

    def missing_in(self, text: str) -> list[NotInRussian]:
        """What the table lacks for a cell."""
        return [said for _, said in self._said(text) if isinstance(said, NotInRussian)]

    def _said(self, text: str) -> Iterator[tuple[str, str | NotInRussian]]:
        """The pieces of a cell, each with its Russian or with what is missing for it."""
        pieces = [text] if text in self._whole else _PARTS.split(text)
        for piece in pieces:
            try:
                yield piece, self._piece(piece)
            except NotInRussian as missing:
                yield piece, missing

    @cached_property
    def _whole(self) -> dict[str, str]:
        """What is said whole."""
        return {key: name.cases[0] for key, name in self.names.items()} | dict(self.words)

    def _piece(self, piece: str) -> str:
        if piece in self._whole:
            return self._whole[piece]
        if _PARTS.fullmatch(piece) or _SAID_ALIKE.fullmatch(piece):
            return _PERCENT.sub(r"\g<whole>,\g<rest>", piece)
        if found := _COUNTED.fullmatch(piece):
            return self.count(_number(found["number"]), found["noun"])
        if (found := _JOINED.fullmatch(piece)) and found["first"][0].isupper() and found["second"][0].isupper():
            word, case = BETWEEN[found["word"]]
            return f"{self.decline(found['first'])} {word} {self.decline(found['second'], case)}"
        raise NotInRussian("names" if piece[:1].isupper() else "words", piece)


def _number(text: str) -> int | Fraction:
    number = Fraction(text)
    return int(number) if number.denominator == 1 else number


def _singulars(noun: str) -> list[str]:
    """What the singular of an English noun may be: itself first, the likeliest last."""
    endings = (("", ""), ("es", ""), ("s", ""), ("ies", "y"))
    return [noun.removesuffix(many) + one for many, one in endings if noun.endswith(many)]


@cache
def catalogue(game: str) -> Catalogue:
    """The words of a game, by the name of its package: `here_i_stand`; none if it has no table.

    Raises:
        ValueError: If its table cannot be read.
    """
    file = files("responsa.russian") / f"{game}.toml"
    return Catalogue.of(file.read_text(encoding="utf-8")) if file.is_file() else Catalogue()
