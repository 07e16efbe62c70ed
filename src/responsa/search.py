"""Finds what answers a question in a player's own words, English or Russian, or a rule number, or a name.

The browser finds alike: `web/search/find.js` says the same in the same order, from the same index and the same
`web/search/words.json`, and a test holds the two against each other.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, Final

LONGEST: Final = 300
"""The letters of a question that are read; the rest says nothing more."""

MOST: Final = 60
"""The results that are looked at closely."""

KNOWN: Final = 0.51
"""How much of a question, by the rarity of its words, the best result must hold; else the book has no answer."""

NEAR: Final = 5
"""The numbers that are named instead of one that does not exist."""

_TOKEN = re.compile(r"(?<![^\s(])[+-]\d+|\d+(?:\.\d+)*[a-zа-я]?(?![^\W\d_])|[^\W\d_]+")
_POINTS_BACK = re.compile(
    r"^(?:\w+ ){0,4}(?:it|its|they|them|their|he|him|his|this|that|these|those|such|others?)\b", re.IGNORECASE
)
_NUMBER_IN_TEXT = re.compile(
    r"\d|\b(?:a single|half|once|one|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE
)
_OTHER_KEYS = re.compile(r"[a-z][\[\];',.`]|[\[\];',.`][a-z]", re.IGNORECASE)
_REFERENCE = re.compile(r"\[([^\]\s]+)\]")
_NUMBER = r"([a-zа-я]?\d+(?:\.\d+)*[a-zа-я]?)"
_LETTER = re.compile(r"(?:\.?[a-z]+|\([a-z]+\))$")
_FILLERS = {"rule", "rules", "clause", "section", "number", "no", "card", "правило", "пункт", "карта", "please"}
_LOOKALIKES = str.maketrans("авсеорхк", "abceopxk")


def plain(text: str) -> str:
    """The text in small letters, without accents and possessives."""
    text = text[: LONGEST * 40].lower().replace("ё", "е").replace("−", "-")
    if not text.isascii():
        text = "".join(_bare_letter(letter) for letter in text)
    return re.sub(r"['’](?:s\b)?", "", text)


@cache
def _bare_letter(letter: str) -> str:
    return letter if "а" <= letter <= "я" else unicodedata.normalize("NFD", letter)[0]


def clause_of(id_: str) -> str:
    """The id of a rule without its letter: that of its clause."""
    return _LETTER.sub("", id_)


def bare(label: str) -> str:
    """A label without its punctuation: "HIS 13.4c", "his13.4c" and "13.4с" with a Russian letter are one."""
    return re.sub(r"[^a-z0-9]", "", plain(label).translate(_LOOKALIKES))


class Words:
    """How words are taken: which say nothing, which forms are one word, which are alike.

    Args:
        spec: What stands in `web/search/words.json`.
        forms: Irregular forms of terms, each with its term.
        alike: Groups of words that mean much the same.
    """

    def __init__(self, spec: dict[str, Any], forms: Iterable[tuple[str, str]] = (), alike: Iterable[str] = ()) -> None:
        self.weights: dict[str, Any] = spec["weights"]
        self.stop = frozenset(spec["stop"].split())
        self.asks = {word: group.split()[0] for group in spec["asks"] for word in group.split()}
        self.numbers: dict[str, str] = spec["numbers"]
        self.endings = {name: [_endings(line) for line in spec[name]] for name in ("en", "ru")}
        self.sounds = _endings(spec["sounds"][0])
        self.keys = dict(zip(*spec["keyboard"], strict=True))
        self.back = {new: old for old, new in self.keys.items()}
        self.amounts = frozenset(spec["amounts"].split())
        self.odds = frozenset(spec["odds"].split())
        self.kinds = {word: kind for kind, words in spec["kinds"].items() for word in words.split()}
        self._stems: dict[str, str] = {}
        self._irregular = {form: word for word, forms in spec["irregular"].items() for form in forms.split()}
        self._forms: dict[str, str] = {}
        for form, term in forms:
            self._forms[self.stem(form)] = self.stem(term)
        self._stems.clear()
        self.alike: dict[str, list[str]] = {}
        for line in alike:
            words = [*dict.fromkeys(self.stems(line))]
            for word in words:
                known = self.alike.setdefault(word, [])
                known.extend(other for other in words if other != word and other not in known)
        self.first = {word: min(word, *others) if others else word for word, others in self.alike.items()}

    def of(self, text: str) -> list[str]:
        """The words of a text."""
        return [self.numbers.get(word, word) for word in _TOKEN.findall(plain(text))]

    def stem(self, word: str) -> str:
        """One form for all forms of a word."""
        found = self._stems.get(word)
        if found is None:
            found = self._irregular.get(word, word)
            if not any(letter.isdigit() for letter in found):
                for endings in self.endings["ru" if "а" <= found[0] <= "я" else "en"]:
                    found = _without(found, endings)
            found = self._forms.get(found, found)
            self._stems[word] = found
        return found

    def stems(self, text: str) -> list[str]:
        """The stems of the words of a text that say something."""
        return [self.stem(word) for word in self.of(text) if word not in self.stop]

    def kinds_in(self, text: str) -> frozenset[str]:
        """The kinds of things that a text asks for: a calculator, an erratum, a paper edition."""
        return frozenset(self.kinds[word] for word in self.of(text) if word in self.kinds)

    def says(self, text: str) -> bool:
        """Whether a text says more than which kind of thing it asks for."""
        return any(word not in self.stop and word not in self.kinds for word in self.of(text))

    def group(self, stem: str) -> str:
        """One word for all that are alike."""
        return self.first.get(stem, stem)

    def others(self, word: str) -> list[str]:
        """What somebody meant who typed in the wrong layout, or Russian in Latin letters."""
        back = "".join(self.back.get(letter, letter) for letter in word)
        return [other for other in dict.fromkeys((self.typed(word), back, self.sounded(word))) if other != word]

    def typed(self, text: str) -> str:
        """What Russian letters the keys of a text have."""
        return "".join(self.keys.get(letter, letter) for letter in text)

    def sounded(self, word: str) -> str:
        """Russian that was written in Latin letters."""
        at, found = 0, ""
        while at < len(word):
            for sound, letter, _ in self.sounds:
                if word.startswith(sound, at):
                    found, at = found + letter, at + len(sound)
                    break
            else:
                found, at = found + word[at], at + 1
        return found


def _endings(line: str) -> list[tuple[str, str, int]]:
    found = []
    for part in line.split():
        ending, _, rest = part.partition(">")
        new, _, least = rest.partition(":")
        found.append((ending, new, int(least or 0)))
    return found


def _without(word: str, endings: list[tuple[str, str, int]]) -> str:
    for ending, new, least in endings:
        if len(word) - len(ending) >= least and word.endswith(ending):
            return word[: len(word) - len(ending)] + new
    return word


def distance(one: str, other: str, most: int) -> int:
    """How many letters must be changed, added, left out or swapped; `most + 1` if more than `most`.

    Examples:
        >>> from responsa.search import distance
        >>> distance("besieged", "beseiged", 2), distance("storm", "stern", 1)
        (1, 2)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    older: list[int] = []
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, against in enumerate(other, 1):
            cost: int = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + int(letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


@dataclass(eq=False)
class Record:
    """Something that can be found.

    Attributes:
        kind: rule, question, term, erratum, page, calculator, aid, paper, clause, name or place.
        url: Its address in the site.
        books: The keys of its rulebooks.
        id: Its label, if it has one.
        title: What it is called; for a rule the title of its clause.
        text: What it says.
        fields: Other words by which it is found.
        rules: The rules on which it rests.
        phrases: The phrases in which it is asked for.
        names: What else it is called, in Russian or by players.
    """

    kind: str
    url: str
    books: list[str]
    title: str
    text: str
    id: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    rules: list[Record] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    at: int = 0


@dataclass(slots=True)
class Hit:
    """What was found, how well it fits, and how much of the question stands in it."""

    record: Record
    score: float
    covered: float = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    Attributes:
        hits: The best first.
        is_known: Whether the book covers the question; if not, the hits are its nearest topics.
        missing: A number that was asked for and does not exist.
    """

    hits: list[Hit]
    is_known: bool = True
    missing: str = ""


Group = tuple[str, float, float]
"""A stem to look for, what it is worth, and how much it says."""


class Index:
    """All that can be found, by its words.

    Args:
        data: Rows of words, as `responsa.book.search_index.index_of_book` gives them.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        forms = [(form, term[3]) for term in data["terms"] for form in term[7]]
        self.words = Words(data["words"], forms, data["alike"])
        self.weights = self.words.weights
        self.records: list[Record] = []
        self.labels: dict[str, list[Record]] = {}
        self._games: dict[str, set[str]] = {}
        self._books: dict[str, str] = data["called"]
        keys = "|".join(re.escape(key.lower()) for key in data["books"])
        self._label = re.compile(rf"^(?:({keys or '(?!)'})[-\s]*)?{_NUMBER}$")
        self._take(data)
        self._learn()

    # --- what can be found ---

    def _add(self, record: Record, *labels: str) -> Record:
        record.at = len(self.records)
        self.records.append(record)
        for label in labels:
            self.labels.setdefault(bare(label), []).append(record)
        return record

    def _take(self, data: dict[str, Any]) -> None:
        """Take in all rows; the browser does so in the same order, which decides between equals."""
        pages = data["pages"]
        terms = [
            self._add(
                Record(
                    "term",
                    _at(pages, of, anchor),
                    books.split(),
                    name,
                    text,
                    fields={"words": " ".join(words)},
                    names=words,
                )
            )
            for of, anchor, books, name, text, words, _, _ in data["terms"]
        ]
        titles = {id_: title for _, id_, title in data["clauses"]}
        called = data["words"]["kinds"]
        for url, key, title, text, words, *clauses in pages:
            kind = _kind_of(url)
            if kind in called:
                words = f"{words} {called[kind]} {data['books'].get(key, '')}"
            about = " ".join(titles.get(id_, "") for ids in clauses for id_ in ids)
            fields = {"words": words, "page": about}
            self._add(Record(kind, url, [key] if key else [], title, text, fields=fields))
        for url, key in data["papers"]:
            self._add(Record("paper", url, [key], data["books"][key], "", fields={"words": called["paper"]}))
        for of, id_, title in data["clauses"]:
            key, number = id_.split(" ")
            self._add(Record("clause", _at(pages, of, _anchor(id_)), [key], title, "", id_), id_, number)
        rules = self._take_rules(data, terms)
        self._put_heads(rules)
        self._take_questions(data, rules)
        for term, row in zip(terms, data["terms"], strict=True):
            term.rules = [rules[id_] for id_ in row[6] if id_ in rules]
        for of, id_, title, text, rests in data["errata"]:
            key, number = id_.split("-")
            under = [rules[rule] for rule in rests if rule in rules]
            self._add(Record("erratum", _at(pages, of, id_.lower()), [key], title, text, id_, rules=under), id_, number)
        self._take_names(data)

    def _take_rules(self, data: dict[str, Any], terms: list[Record]) -> dict[str, Record]:
        pages = data["pages"]
        titles = {id_: title for _, id_, title in data["clauses"]}
        rules: dict[str, Record] = {}
        last = ("", "")
        for of, id_, text, used, asked in data["rules"]:
            key, number = id_.split(" ")
            fields = {
                "words": " ".join(terms[term].fields["words"] for term in used),
                "page": f"{pages[of][2]} {pages[of][4]}",
                "asked": " ".join(asked),
                "head": last[1] if last[0] == clause_of(id_) and _POINTS_BACK.match(text) else "",
            }
            address, title = _at(pages, of, _anchor(id_)), titles.get(clause_of(id_), "")
            rule = Record("rule", address, [key], title, text, id_, fields, phrases=asked)
            rules[id_] = self._add(rule, id_, number)
            last = (clause_of(id_), text)
        return rules

    def _take_questions(self, data: dict[str, Any], rules: dict[str, Record]) -> None:
        for of, anchor, key, title, text, russian, rests in data["questions"]:
            under = [rules[id_] for id_ in rests if id_ in rules]
            fields = {"words": russian, "page": " ".join(f"{rule.title} {rule.text}" for rule in under)}
            address = _at(data["pages"], of, anchor)
            phrases = [title, russian]
            self._add(Record("question", address, [key], title, text, fields=fields, rules=under, phrases=phrases))

    def _take_names(self, data: dict[str, Any]) -> None:
        """The names of the library, then those of the games, which tell the game that is meant."""
        for of, name, text, key in data["names"]:
            short = name.rpartition(".")[2]
            split = re.sub(r"([a-z])([A-Z])", r"\1 \2", short).replace("_", " ")
            labels = [short] if re.search(r"_|[a-z][A-Z]", short) else []  # a plain word is not meant as a name
            address = _at(data["pages"], of, name)
            self._add(Record("name", address, [key] if key else [], short, text, fields={"words": split}), *labels)
        for of, key, name, text in data["places"]:
            self._add(Record("place", data["pages"][of][0], [key], name, text))

    @staticmethod
    def _put_heads(rules: dict[str, Record]) -> None:
        """A case of a list is read with the rule that lists it."""
        for rule in rules.values():
            for number in _REFERENCE.findall(rule.text):
                case = rules.get(f"{rule.books[0]} {number}")
                if case and case is not rule and clause_of(case.id) == clause_of(rule.id):
                    case.fields["head"] = f"{case.fields['head']} {rule.text}"

    def _learn(self) -> None:
        names = [*self.weights["field"]]
        self.sequences = [self.words.stems(f"{record.title} {record.text}") for record in self.records]
        self._learn_names()
        counted = []
        lengths = dict.fromkeys(names, 0)
        filled = dict.fromkeys(names, 0)
        surfaces: dict[str, str] = {}
        for record in self.records:
            texts = {"title": record.title, "text": record.text, **record.fields}
            row = []
            for name in names:
                words = [word for word in self.words.of(texts.get(name, "")) if word not in self.words.stop]
                for word in words:
                    surfaces[word] = self.words.stem(word)
                lengths[name] += len(words)
                filled[name] += bool(words)
                row.append((name, Counter(self.words.stem(word) for word in words), len(words)))
            counted.append(row)
        self.postings: dict[str, dict[int, float]] = {}
        b = self.weights["b"]
        for record, row in zip(self.records, counted, strict=True):
            for name, counts, length in row:
                if not length:
                    continue
                norm = 1 - b + b * length / (lengths[name] / filled[name])
                for stem, count in counts.items():
                    places = self.postings.setdefault(stem, {})
                    places[record.at] = places.get(record.at, 0.0) + self.weights["field"][name] * count / norm
        for stem in self.words.alike:
            surfaces.setdefault(stem, stem)
        self.surfaces = dict(sorted(surfaces.items()))

    def _learn_names(self) -> None:
        """Which words are names, and of which game: no rule of another game says them."""
        said: dict[str, set[str]] = {}
        for record in self.records:
            if record.kind == "rule":
                for stem in self.sequences[record.at]:
                    said.setdefault(stem, set()).update(record.books)
        for record in self.records:
            if record.kind == "place":
                for stem in self.words.stems(record.title):
                    if len(stem) > 1 and said.get(stem, set()) <= {*record.books}:
                        self._games.setdefault(stem, set()).update(record.books)
        self._names = frozenset(self._games.keys() - said.keys())

    # --- finding ---

    def find(self, question: str, book: str = "", here: str = "") -> Found:
        """What answers a question, best first.

        Args:
            question: Words, a number or a name.
            book: The key of the only rulebook to look in; all of them if empty.
            here: The key of the rulebook that is being read.
        """
        question = question[:LONGEST].strip()
        named, rest, missing = self._named(question)
        if named and not rest:
            kinds = self.words.kinds_in(question)
            named = sorted(named, key=lambda record: record.kind not in kinds)
            hits = [Hit(record, math.inf) for record in named if not book or book in record.books]
            return Found(hits, is_known=not missing, missing=missing)
        if missing and not rest:
            return Found([], is_known=False, missing=missing)
        hits = [hit for hit in self._by_words(rest or question, here) if not book or book in hit.record.books]
        if named:
            inside = {record.at for record in named}
            first = [hit for hit in hits if hit.record.at in inside]
            seen = {hit.record.at for hit in first}
            named = [record for record in named if not book or book in record.books]
            first += [Hit(record, math.inf) for record in named if record.at not in seen]
            return Found(first + [hit for hit in hits if hit.record.at not in inside], missing=missing)
        best = max((hit.covered for hit in hits[:3]), default=0.0)
        if best < KNOWN and _OTHER_KEYS.search(question):
            meant = self.find(self.words.typed(question.lower()), book, here)
            if meant.is_known and meant.hits:
                return meant
        return Found(self._with_answers(hits), is_known=best >= KNOWN, missing=missing)

    def search(self, question: str, *, limit: int = 10) -> list[Hit]:
        """The rules that fit best, best first."""
        return [hit for hit in self.find(question).hits if hit.record.kind == "rule"][:limit]

    @staticmethod
    def _with_answers(hits: list[Hit]) -> list[Hit]:
        """After a question that answers comes the rule on which its answer rests."""
        if not hits or hits[0].record.kind != "question" or not hits[0].record.rules:
            return hits
        rules = hits[0].record.rules
        best = next((hit for hit in hits[1:] if hit.record in rules), None) or Hit(rules[0], hits[0].score)
        return [hits[0], best, *(hit for hit in hits[1:] if hit.record is not best.record)]

    # --- numbers and names ---

    def _named(self, question: str) -> tuple[list[Record], str, str]:
        """What the numbers and names of a question name, its other words, and a number that does not exist."""
        is_one = not re.search(r"[^\W\d_]\s+[^\W\d_][^\d]*$|^[+−-]", question)
        whole = self.labels.get(bare(question)) if is_one else None
        if whole:
            return self._with_rules(_exact_first(whole, question), bare(question)), "", ""
        found: list[Record] = []
        rest: list[str] = []
        key, missing, card = "", "", ""
        parts = re.findall(r"[^\s,;?!()\[\]«»\"]+", plain(question))
        fillers = _FILLERS | self._books.keys() | self.words.kinds.keys()
        only = all(self._label.match(part.rstrip(".")) or part.rstrip(".") in fillers for part in parts)
        for part in (part.rstrip(".:") for part in parts):
            label = self._label.match(part)
            is_label = bool(label) and (only or bool(re.search(r"\d\.\d|\d\d\d|\d[a-zа-я]$|^[a-zа-я]\d", part)))
            if part in self._books and (only or any(self._label.match(other) for other in parts)):
                key = self._books[part]
                rest.append(part)
            elif is_label and label:
                book = label[1] or key
                hits = self._labelled(book, card + label[2]) or self._labelled(book, label[2])
                found += hits
                missing = missing if hits else part
            elif "_" in part:
                found += self.labels.get(bare(part)) or self._near_names(bare(part))
            elif part == "card" or part == "карта":
                card = "c"
                rest.append(part)
            else:
                rest.append(part)
        words = [word for word in rest if word not in _FILLERS]
        if key and found:
            found = [record for record in found if key.upper() in record.books] or found
            words = [word for word in words if word not in self._books]
        if missing and not found:
            return self._nearest(missing), "" if only else " ".join(words), missing
        says = self.words.says(" ".join(words))
        return [*dict.fromkeys(found)], " ".join(words) if says and (found or missing) else "", missing

    def _labelled(self, book: str, number: str) -> list[Record]:
        """What has the number, and then what begins with it."""
        key = bare(number)
        exact = self.labels.get(book + key, []) if book else self.labels.get(key, [])
        return self._with_rules(_exact_first(exact, number), key) if exact else self._beginning(number, book)

    def _with_rules(self, named: Sequence[Record], key: str) -> list[Record]:
        """A clause comes with its rules and its own clauses, and a rule with the questions and errata about it."""
        rules: list[Record] = []
        for record in named:
            rules.append(record)
            if record.kind == "clause":
                rules += self._inside(record)
        if key.isdigit() and any(record.kind == "clause" for record in named):
            rules += [record for record in self._beginning(key, "") if record not in rules]
        about = [record for record in self.records if record.kind in ("question", "erratum")]
        rests = [record for record in about if any(rule in rules for rule in record.rules)]
        return [*dict.fromkeys(rules), *rests]

    def _inside(self, clause: Record) -> Iterator[Record]:
        """The rules of a clause, then those of the clauses in it."""
        rules = [record for record in self.records if record.kind == "rule"]
        yield from (rule for rule in rules if clause_of(rule.id) == clause.id)
        yield from (rule for rule in rules if rule.id.startswith(f"{clause.id}."))

    def _beginning(self, digits: str, book: str) -> list[Record]:
        """Clauses that begin with the digits that were typed so far."""
        return [
            record
            for record in self.records
            if record.kind == "clause"
            and (not book or record.books == [book.upper()])
            and bare(record.id.partition(" ")[2]).startswith(bare(digits))
        ]

    def _nearest(self, number: str) -> list[Record]:
        """The clauses whose numbers come nearest to one that does not exist."""
        label = self._label.match(number)
        book = (label[1] or "").upper() if label else ""
        wanted = [*map(int, re.findall(r"\d+", number))]

        def far(record: Record) -> tuple[float, ...]:
            have = [*map(int, re.findall(r"\d+", record.id))]
            pairs = zip([*wanted, *[0] * 5], [*have, *[0] * 5], strict=False)
            return (*(abs(one - other) for one, other in [*pairs][:5]), record.at)

        has_letter = bool(label and re.search(r"^[a-z]", label[2]))
        clauses = [
            record
            for record in self.records
            if record.kind == "clause"
            and (not book or record.books == [book])
            and record.id.partition(" ")[2][0].isalpha() == has_letter
        ]
        return sorted(clauses, key=far)[:NEAR]

    def _near_names(self, name: str) -> list[Record]:
        """Identifiers that may have been misspelt."""
        far = {key: distance(name, key, 2) for key, (record, *_) in self.labels.items() if record.kind == "name"}
        near = min(far.values(), default=3)
        return [record for key, value in far.items() if value == near <= 2 for record in self.labels[key]]

    # --- words ---

    def _by_words(self, question: str, here: str) -> list[Hit]:
        weights = self.weights
        words = self.words.of(question)
        saying = [word for word in words if word not in self.words.stop] or words
        asked = [*dict.fromkeys([word for word in saying if word not in self.words.kinds] or saying)]
        scores: dict[int, float] = {}
        rarities: dict[int, float] = {}
        certain: dict[int, float] = {}
        total = lost = 0.0
        stems: list[str] = []
        for place, word in enumerate(asked):
            groups = self._look_up(word, is_last=place == len(asked) - 1)
            stems.append(groups[0][0] if groups else self.words.stem(word))
            if not groups:
                lost += math.log(1 + len(self.records))
                continue
            rarity = groups[0][2]
            total += rarity
            for at, (score, worth) in self._scores(groups).items():
                scores[at] = scores.get(at, 0.0) + score
                rarities[at] = rarities.get(at, 0.0) + rarity
                certain[at] = certain.get(at, 0.0) + rarity * (1.0 if worth == weights["begun"] else worth)
        if not scores:
            return []
        whole = total + lost * weights["unknown"]
        hits = {}
        counts = any(word in self.words.amounts for word in words)
        odds = any(word in self.words.odds for word in words)
        games = self._games_named(stems, here)
        for at, score in scores.items():
            record = self.records[at]
            score *= (rarities[at] / total) ** weights["coverage"] * weights["kind"][record.kind]
            score *= self._title_asked(record, stems) * max(
                (games.get(book, 1.0) for book in record.books), default=1.0
            )
            if counts and record.kind == "rule" and self._has_number(record.at):
                score *= weights["amount"]
            if odds and record.kind == "calculator":
                score *= weights["odds"]
            hits[at] = Hit(record, score, certain[at] / whole)
        for hit in [*hits.values()]:
            for rule in hit.record.rules:
                if other := hits.get(rule.at):
                    other.score += hit.score * weights["passed"][hit.record.kind] / len(hit.record.rules)
        ranked = sorted(hits.values(), key=_rank)
        phrase = self._phrase(question)
        for hit in ranked[:MOST]:
            hit.score *= 1 + weights["together"] * self._pairs(hit.record, stems)
            like = max((self._likeness(phrase, other) for other in self._phrases_of(hit.record)), default=0.0)
            hit.score *= 1 + weights["sameQuestion"] * like
        return self._asked_kinds_first([*sorted(ranked[:MOST], key=_rank), *ranked[MOST:]], question)

    def _asked_kinds_first(self, hits: list[Hit], question: str) -> list[Hit]:
        """Who asks for a calculator, and about what, wants the calculator about that before all else."""
        kinds, best = self.words.kinds_in(question), hits[0].score
        for hit in hits:
            if hit.record.kind in kinds and hit.covered >= KNOWN:
                hit.score += best
        return sorted(hits, key=_rank) if kinds else hits

    def _games_named(self, stems: list[str], here: str) -> dict[str, float]:
        """How much a rulebook is meant, by a name of its own in the question, or because it is being read."""
        games = {here: float(self.weights["here"])} if here else {}
        for stem in stems:
            if len(books := self._games.get(stem, ())) == 1:
                games |= dict.fromkeys(books, float(self.weights["game"]))
        return games

    def _has_number(self, at: int) -> bool:
        return bool(_NUMBER_IN_TEXT.search(_REFERENCE.sub("", self.records[at].text)))

    def rarity(self, count: int) -> float:
        """How much is said by a word that stands in so many records."""
        return math.log(1 + len(self.records) / (count or 1))

    def _look_up(self, word: str, *, is_last: bool) -> list[Group]:
        """What to look for: the word, those that are alike, those that begin with it, or else what may be meant."""
        weights = self.weights
        found = self._known(word)
        is_number = any(letter.isdigit() for letter in word)
        if is_number and word[0] in "+-":
            found += [(stem, weight * 0.5, rarity) for stem, weight, rarity in self._known(word[1:])]
        begun = []
        if is_last and len(word) > 1 and not is_number:
            begun = self._of_surfaces(word, [one for one in self.surfaces if one.startswith(word)], weights["begun"])
        if found or begun or is_number:
            return found + begun
        for other in self.words.others(word):
            if meant := self._known(other):
                return meant
        for other in (word, *self.words.others(word)):
            begins = [one for one in self.surfaces if len(other) > 3 and one.startswith(other)]
            if begins:
                return self._of_surfaces(word, begins, weights["misspelt"])
        return self._misspelt(word)

    def _misspelt(self, word: str) -> list[Group]:
        for other in (word, *self.words.others(word)[-1:]):
            most = 0 if len(other) < 4 else 1 if len(other) < 7 else 2
            far = {one: distance(other, one, most) for one in self.surfaces} if most else {}
            near = min(far.values(), default=most + 1)
            meant = [one for one, value in far.items() if value == near <= most]
            if meant:
                groups = self._of_surfaces(other, meant, self.weights["misspelt"])
                return groups + [group for group in self._known(meant[0]) if group[0] not in {g[0] for g in groups}]
        return []

    def _known(self, word: str) -> list[Group]:
        """The word and those that are alike; a rare one of these is worth no more than all of them together."""
        stem = self.words.stem(word)
        alike = [other for other in self.words.alike.get(stem, []) if other in self.postings]
        if stem not in self.postings and not alike:
            return []
        all_ = self.postings.get(stem, {}).keys() | {at for other in alike for at in self.postings[other]}
        common = self.rarity(len(all_))
        own = [(stem, 1.0, self.rarity(len(self.postings[stem])))] if stem in self.postings else []
        return own + [(other, self.weights["alike"], common) for other in alike]

    def _of_surfaces(self, word: str, surfaces: list[str], weight: float) -> list[Group]:
        stems = [*dict.fromkeys(self.surfaces[one] for one in sorted(surfaces, key=lambda one: (len(one), one))[:30])]
        stems = [stem for stem in stems if stem != self.words.stem(word) and stem in self.postings]
        all_ = {at for stem in stems for at in self.postings[stem]}
        common = self.rarity(len(all_))
        return [(stem, weight, common) for stem in stems]

    def _scores(self, groups: list[Group]) -> dict[int, tuple[float, float]]:
        """The best score of each record, and what the word is worth by which it was found."""
        best: dict[int, tuple[float, float]] = {}
        k = self.weights["k"]
        for stem, weight, rarity in groups:
            for at, often in self.postings[stem].items():
                score = weight * rarity * often * (k + 1) / (often + k)
                if at not in best or score > best[at][0]:
                    best[at] = score, weight
        return best

    def _title_asked(self, record: Record, asked: list[str]) -> float:
        """Who names a thing by all the words of its title means it; by no other words, nothing else."""
        if record.kind == "rule":
            return 1.0
        best = 1.0
        for title in self._titles[record.at]:
            if record.kind == "place" and self._is_part_of_a_name(asked, title):
                return float(self.weights["exactTitle"])
            if not title or not all(word in asked for word in title):
                continue
            if len(title) == len(asked) and record.kind != "question":
                return float(self.weights["exactTitle"])
            best = float(self.weights["wholeTitle"]) if len(title) > 1 else best
        return best

    def _is_part_of_a_name(self, asked: list[str], title: list[str]) -> bool:
        """Whether somebody is called by a part of his name, such as Caesar."""
        return all(word in title for word in asked) and any(word in self._names for word in asked)

    @cached_property
    def _titles(self) -> list[list[list[str]]]:
        called = ((record.title, *record.names) for record in self.records)
        return [[[*dict.fromkeys(self.words.stems(name))] for name in names] for names in called]

    def _pairs(self, record: Record, asked: list[str]) -> int:
        """How many of the words that stand together in the question stand together in the record."""
        groups = [self.words.group(word) for word in asked]
        words = [self.words.group(word) for word in self.sequences[record.at]]
        beside = {pair for one, other in pairwise(words) for pair in ((one, other), (other, one))}
        return sum(pair in beside for pair in pairwise(groups))

    # --- phrases ---

    def _phrase(self, text: str) -> dict[str, float]:
        """The words of a question, each as its group, with what it asks for: who, where, when."""
        found: dict[str, float] = {}
        for word in self.words.of(text):
            if word in self.words.asks:
                found[self.words.asks[word]] = 1.0
            elif word not in self.words.stop:
                stem = self.words.stem(word)
                found[self.words.group(stem)] = self.rarity(len(self.postings.get(stem, ())))
        return found

    def _phrases_of(self, record: Record) -> list[dict[str, float]]:
        if record.at not in self._phrases:
            self._phrases[record.at] = [self._phrase(text) for text in record.phrases]
        return self._phrases[record.at]

    @cached_property
    def _phrases(self) -> dict[int, list[dict[str, float]]]:
        return {}

    @staticmethod
    def _likeness(one: dict[str, float], other: dict[str, float]) -> float:
        """How much two phrases have in common, from 0 to 1."""
        both = all_ = 0.0
        for word, weight in one.items():
            all_ += weight
            if word in other:
                both += weight
        for word, weight in other.items():
            if word not in one:
                all_ += weight
        return both / all_ if all_ else 0.0


def _kind_of(url: str) -> str:
    """What a page is, by its address: in an edition the language stands before it."""
    folder, _, name = url.rpartition("/")
    if name == "aids.html":
        return "aid"
    return {"calculators": "calculator", "errata": "erratum"}.get(folder.rpartition("/")[2], "page")


def _at(pages: list[list[Any]], page: int, anchor: str) -> str:
    return f"{pages[page][0]}#{anchor}"


def _anchor(id_: str) -> str:
    return re.sub(r"[ (]", "-", id_).replace(")", "").lower()


def _exact_first(named: Sequence[Record], number: str) -> list[Record]:
    """HIS 13 before HEL 1.3, if 13 was asked for."""
    wanted = plain(number)
    return sorted(named, key=lambda record: record.id.partition(" ")[2].lower() != wanted)


def _rank(hit: Hit) -> tuple[int, int]:
    return -math.floor(hit.score * 1e6), hit.record.at
