"""What the library says, in Russian: its English sentences are read back by templates and told anew.

A table of words holds for each English template a Russian one:

    "{units:count} {is|are} left in {space:name}" = "в {space:pre} {units?остаётся|остаются} {units}"

In the English, `{space:name}` is a value of a kind (see `KINDS`), and `{is|are}` are words that may stand there.
In the Russian, `{space:pre}` is the value in a case, `{inside land unit:gen}` a number with its noun in a case, and
`{units?остаётся|остаются}` a word that agrees with the value: singular or plural, or masculine, feminine, neuter or
plural. A template fits only a whole sentence; of several that fit, the one with the longest words of its own counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from responsa.russian.catalogue import GENDERS, Case, Catalogue, NotInRussian, catalogue, plural_form

SHARED: Final = "shared"
"""The table of what all games share."""

_SLOT = re.compile(r"\{([^{}]*)\}")
_VALUE = re.compile(r"(?P<name>\w+)(?: (?P<noun>[\w ]+?))?(?::(?P<case>\w+))?")
_RULE = re.compile(r" (\[[A-Z]{2,8} [\w.()]+\])(?:, and |, | and |(?=\.?$))")
_RULING = re.compile(r"(?P<word>Yes|No)(?P<point>[.:]) (?P<because>.+?)(?P<end>\.?)", re.DOTALL)
_REFUSED = re.compile(
    r"(?P<field>\w+(?:\.\w+)*) is (?P<value>.+?), (?:expected (?P<expected>.+)|but (?P<obstacle>.+)) "
    r"(?P<rule>\[[^\[\]]+\])(?:; the nearest is (?P<nearest>.+))?",
    re.DOTALL,
)
_OPEN = re.compile(
    r"not in this text: (?P<question>.+) (?P<rule>\[[^\[\]]+\])"
    r"(?:; clause (?P<where>[\w.]+) of the published rules would say)?"
)
_LISTED = re.compile(r", and |, or |, | and | or ")
_COUNT = re.compile(r"(?P<number>\d+(?:/\d+)?|no|an?) (?P<noun>[A-Za-z][A-Za-z ]*)")
_NUMBER = re.compile(r"[+−-]?\d+(?:[./]\d+)?")
_CHANCE = re.compile(r"(?:[<>] )?\d+(?:\.\d+)? %")
_WHERE = re.compile(r"\b(?P<word>[Вв](?= \{\w+:(?:acc|pre)\})|[Ии]з(?= \{\w+:gen\}))(?= \{(?P<name>\w+):)")
_ISLAND = {"в": "на", "В": "На", "из": "с", "Из": "С"}
_V = re.compile(r"\b([Вв])(?= [ВФвф][бвгджзклмнпрстфхцчшщ])")
_S = re.compile(r"\b([Сс])(?= [СЗШЖсзшж][бвгджзклмнпрстфхцчшщ])")


@dataclass(frozen=True, slots=True)
class Said:
    """A value: its six cases, its gender or `p` for several things; `number` if it is one; whether it is an island."""

    cases: tuple[str, ...]
    gender: str = "n"
    number: int | None = None
    is_island: bool = False

    @classmethod
    def alike(cls, text: str, gender: str = "n") -> Said:
        """What is the same in all cases."""
        return cls((text,) * 6, gender)


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a value in an English template."""

    name: str
    kind: str


Part = Slot | tuple[str, ...]
"""A place for a value, or words one of which stands there."""


@dataclass(frozen=True)
class Template:
    """An English sentence with places for values, and the Russian one.

    Raises:
        ValueError: If a place has a kind that nobody knows, or the Russian names a value that the English has not.
    """

    english: str
    russian: str

    def __post_init__(self) -> None:
        slots = {part.name: part.kind for part in self.parts if isinstance(part, Slot)}
        for kind in slots.values():
            if kind not in KINDS:
                raise ValueError(f"{self.english!r}: a kind {kind!r} that nobody knows; expected {', '.join(KINDS)}")
        for inner in _SLOT.findall(self.russian):
            name = re.split(r"[ :?]", inner)[0]
            if name not in slots:
                raise ValueError(f"{self.russian!r}: a value {name!r} that {self.english!r} has not")

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The pieces of the English."""
        found: list[Part] = []
        for number, piece in enumerate(_SLOT.split(self.english)):
            if number % 2 == 0:
                found += [(piece,)] if piece else []
            elif "|" in piece:
                found.append(tuple(piece.split("|")))
            else:
                name, _, kind = piece.partition(":")
                found.append(Slot(name, kind))
        return tuple(found)

    @cached_property
    def weight(self) -> int:
        """How long its own words are."""
        return sum(min(map(len, part)) for part in self.parts if isinstance(part, tuple))

    def may_fit(self, text: str) -> bool:
        """Whether all its own words are there; that is quickly seen."""
        return all(any(word in text for word in part) for part in self.parts if isinstance(part, tuple))


class Speech:
    """Says in Russian what the library says in English.

    Args:
        words: The table of words, with its sentences.
    """

    def __init__(self, words: Catalogue) -> None:
        self.words = words
        self._told_before: dict[str, str | None] = {}
        templates = (Template(*each) for each in words.sentences.items())
        self.templates = sorted(templates, key=lambda each: -each.weight)

    def say(self, text: str) -> str:
        r"""A sentence, an answer with its reasons, or a refusal, in Russian.

        Raises:
            NotInRussian: If no template fits.

        Examples:
            >>> from responsa.russian import Catalogue, Speech
            >>> vienna = '"Vienna" = "Вена, Вены, Вене, Вену, Веной, Вене; f"'
            >>> quiet = '"{space:name} is quiet" = "в {space:pre} спокойно"'
            >>> speech = Speech(Catalogue.of(f"[names]\n{vienna}\n[sentences]\n{quiet}"))
            >>> speech.say("Yes. Vienna is quiet [HIS 13.3b].")
            'Да. В Вене спокойно [HIS 13.3b].'
        """
        said = (self._structure(text) or self._sentence(text)) if text else None
        if said is None:
            raise NotInRussian("sentences", text)
        return said

    def can_say(self, text: str) -> bool:
        """Whether there is Russian for a text."""
        try:
            self.say(text)
        except NotInRussian:
            return False
        return True

    def counted(self, number: int, noun: str) -> Said:
        """So many of something, in every case in which its noun can stand.

        Raises:
            NotInRussian: If the table does not know the noun.
        """
        nominative = self.words.count(number, noun)
        forms = []
        for case in Case:
            try:
                forms.append(self.words.count(number, noun, case))
            except NotInRussian:
                forms.append(nominative)
        return Said(tuple(forms), self.words.gender_of(noun) if plural_form(number) == 0 else "p", number)

    # --- answers with their reasons, refusals ---

    def _structure(self, text: str) -> str | None:
        if ruling := _RULING.fullmatch(text):
            word = "Да" if ruling["word"] == "Yes" else "Нет"
            return f"{word}{ruling['point']} {_begun(self.say(ruling['because']))}{ruling['end']}"
        if refused := _REFUSED.fullmatch(text):
            return self._refusal(refused)
        if open_ := _OPEN.fullmatch(text):
            where = f"; ответ — в пункте {open_['where']} изданных правил" if open_["where"] else ""
            return f"в этом тексте нет ответа: {self.say(open_['question'])} {open_['rule']}{where}"
        if _RULE.search(text):
            return self._reasons(text)
        return None

    def _refusal(self, found: re.Match[str]) -> str:
        why = f"но {self.say(found['obstacle'])}" if found["obstacle"] else f"а нужно: {self.say(found['expected'])}"
        nearest = f"; ближе всего {self.say(found['nearest'])}" if found["nearest"] else ""
        return f"{found['field']} = {found['value']}, {why} {found['rule']}{nearest}"

    def _reasons(self, text: str) -> str:
        """Sentences that end in their rules each: "a [HIS 1a], b [HIS 1b], and c [HIS 1c]."."""
        *pieces, end = _RULE.split(text)
        pairs = zip(pieces[::2], pieces[1::2], strict=True)
        return "; ".join(f"{self.say(said)} {rule}" for said, rule in pairs) + end

    # --- one sentence ---

    def _sentence(self, text: str) -> str | None:
        if text not in self._told_before:
            self._told_before[text] = self._word(text) or self._by_template(text) or self._by_its_pieces(text)
        return self._told_before[text]

    def _by_template(self, text: str) -> str | None:
        for template in self.templates:
            for each in {text: None, text[:1].lower() + text[1:]: None}:
                if template.may_fit(each):
                    for values in self._values(template.parts, each):
                        said = self._told(template.russian, values)
                        return said if each == text else _begun(said)
        return None

    def readings(self, text: str) -> list[tuple[Template, str]]:
        """Every way to say a sentence by a template, for whoever looks for one that can be read in two ways."""
        return [
            (template, self._told(template.russian, values))
            for template in self.templates
            if template.may_fit(text)
            for values in self._values(template.parts, text)
        ]

    def _word(self, text: str) -> str | None:
        """What is a word, a name or a number."""
        for kind in ("word", "number", "chance", "name"):
            said = KINDS[kind](self, text)
            if said is not None:
                return said.cases[0]
        return None

    def _by_its_pieces(self, text: str) -> str | None:
        """What is no sentence: names, pieces, a cell of a table, words in a row."""
        for kind in ("names", "pieces", "cell"):
            said = KINDS[kind](self, text)
            if said is not None:
                return said.cases[0]
        return self._in_a_row(text, " – ") or self._in_a_row(text, " ")

    def _in_a_row(self, text: str, between: str) -> str | None:
        """Words that are printed one after the other."""
        words = text.split(between)
        if len(words) == 1 or not all(map(self.can_say, words)):
            return None
        return between.join(map(self.say, words))

    def _values(self, parts: tuple[Part, ...], text: str) -> Iterator[dict[str, Said]]:
        """Every way in which the parts make up the text."""
        if not parts:
            if not text:
                yield {}
            return
        first, rest = parts[0], parts[1:]
        if isinstance(first, tuple):
            for word in first:
                if text.startswith(word):
                    yield from self._values(rest, text[len(word) :])
            return
        for end in range(1, len(text) + 1):
            if isinstance(next(iter(rest), None), tuple):
                if not text.startswith(rest[0], end):  # type: ignore[arg-type]  # a tuple of words
                    continue
            elif not rest and end < len(text):
                continue
            said = KINDS[first.kind](self, text[:end])
            if said is not None:
                for others in self._values(rest, text[end:]):
                    yield {first.name: said} | others

    def _told(self, russian: str, values: Mapping[str, Said]) -> str:
        text = _WHERE.sub(lambda found: _on_islands(found, values), russian)
        text = _SLOT.sub(lambda found: self._filled(found[1], values), text)
        return _S.sub(r"\1о", _V.sub(r"\1о", text))

    def _filled(self, inner: str, values: Mapping[str, Said]) -> str:
        name, asks, forms = inner.partition("?")
        if asks:
            return _agreeing(values[name], forms.split("|"))
        found = _VALUE.fullmatch(inner)
        if found is None:
            raise ValueError(f"{{{inner}}} cannot be read")
        value, case = values[found["name"]], Case(found["case"] or "nom")
        if found["noun"]:
            return self.words.count(value.number or 0, found["noun"], case)
        return value.cases[case.place]


def _on_islands(found: re.Match[str], values: Mapping[str, Said]) -> str:
    """The preposition before a place: one is on an island, and comes from it by another word than from a city."""
    word = found["word"]
    return _ISLAND[word] if values[found["name"]].is_island else word


def _agreeing(value: Said, forms: list[str]) -> str:
    """The one of two or four forms that goes with a value."""
    return forms[value.gender == "p"] if len(forms) == 2 else forms[GENDERS.index(value.gender)]


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- the kinds of values ---


def _name(speech: Speech, text: str) -> Said | None:
    words = speech.words
    name = words.names.get(words.called.get(text, text))
    return None if name is None or text in words.counted else Said(name.cases, name.gender, None, name.is_island)


def _count(speech: Speech, text: str) -> Said | None:
    found = _COUNT.fullmatch(text)
    if found is None:
        return None
    number = {"no": 0, "a": 1, "an": 1}.get(found["number"])
    number = int(found["number"]) if number is None and found["number"].isdigit() else number
    try:
        return None if number is None else speech.counted(number, found["noun"])
    except NotInRussian:
        return None


def _piece(speech: Speech, text: str) -> Said | None:
    return _count(speech, text) or _name(speech, text)


def _several(speech: Speech, text: str, kind: Kind) -> Said | None:
    """Things in a row, joined as English joins them."""
    word = "или" if re.search(r"\bor\b", text) else "и"
    things = [kind(speech, each) for each in _LISTED.split(text)]
    known = [each for each in things if each is not None]
    if len(known) < len(things):
        return None
    if len(known) == 1:
        return known[0]
    forms = zip(*(each.cases for each in known), strict=True)
    return Said(tuple(f"{', '.join(each[:-1])} {word} {each[-1]}" for each in forms), "p")


def _number(speech: Speech, text: str) -> Said | None:
    if not _NUMBER.fullmatch(text):
        return None
    number = int(text) if text.isdigit() else None
    gender = "m" if number is not None and plural_form(number) == 0 else "p"
    return Said((text.replace(".", ","),) * 6, gender, number)


def _chance(speech: Speech, text: str) -> Said | None:
    return Said.alike(text.replace(".", ",")) if _CHANCE.fullmatch(text) else None


def _word(speech: Speech, text: str) -> Said | None:
    return Said.alike(speech.words.words[text], "m") if text in speech.words.words else None


def _cell(speech: Speech, text: str) -> Said | None:
    return None if speech.words.missing_in(text) else Said.alike(speech.words.cell(text))


def _sentence_in(speech: Speech, text: str) -> Said | None:
    try:
        return Said.alike(speech.say(text))
    except NotInRussian:
        return None


Kind = Callable[[Speech, str], Said | None]
KINDS: Final[Mapping[str, Kind]] = {
    "name": _name,
    "names": lambda speech, text: _several(speech, text, _name),
    "count": _count,
    "pieces": lambda speech, text: _several(speech, text, _piece),
    "number": _number,
    "chance": _chance,
    "word": _word,
    "cell": _cell,
    "said": _sentence_in,
    "given": lambda speech, text: _sentence_in(speech, text) or Said.alike(text),
    "raw": lambda _, text: Said.alike(text),
}
"""What a value may be: a name or names, something counted, pieces of a stack, a number, a chance, a word of the table,
a cell of a table, a sentence, what a reader chose or wrote, or what stays as it is."""


@cache
def speech(game: str) -> Speech:
    """Who says what the library of a game says, by the name of its package: `here_i_stand`.

    Examples:
        >>> from responsa.russian import speech
        >>> speech("here_i_stand").say("No. 5 land units are left in Vienna and at most 4 may withdraw [HIS 13.4d].")
        'Нет. В Вене остаётся 5 сухопутных отрядов, а отступить в укрепления могут не больше 4 [HIS 13.4d].'
    """
    return Speech(catalogue(SHARED) | catalogue(game))
