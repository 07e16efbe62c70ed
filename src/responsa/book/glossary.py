"""The term base: one term for one thing, in every rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

FIELDS = ("term", "rule", "russian", "mistranslated", "players", "not", "forms", "quiet")
"""What an entry may say: the rulebooks that use the term, the rule that defines it, its Russian name, what it was
mistranslated as, the words that players use, English words that are not to be used for it, irregular forms, and
whether it is so common a word that rules show it without a mark."""


NONE = "—"
"""What stands in a field that has nothing to say, such as the Russian of a term that no source document has."""


@dataclass(frozen=True)
class Term:
    """An entry of the glossary.

    Attributes:
        name: The one English term.
        page: The glossary's page.
        line: The line of its heading.
        definition: One sentence.
        fields: The other fields as they stand there.
        called: The name by which links know it, if it is said in another language here.
    """

    name: str
    page: str
    line: int
    definition: str
    fields: dict[str, str]
    called: str = ""

    @property
    def anchor(self) -> str:
        """The fragment that leads to it in the glossary."""
        return "term-" + re.sub(r"\W+", "-", (self.called or self.name).lower()).strip("-")

    @property
    def rulebooks(self) -> tuple[str, ...]:
        """The keys of the rulebooks that use it."""
        return self.words("term")

    @property
    def is_quiet(self) -> bool:
        """Whether it is defined but not marked in the rules, because it stands in every second sentence."""
        return self.fields.get("quiet") == "yes"

    def words(self, field: str) -> tuple[str, ...]:
        """The comma-separated words of a field."""
        parts = (part.strip() for part in self.fields.get(field, "").split(","))
        return tuple(part for part in parts if part not in ("", NONE))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Finds the term, its plural and its other forms, never inside another word."""
        return whole_words(self.name, *self.words("forms"))

    @cached_property
    def banned(self) -> re.Pattern[str] | None:
        """Finds the words that are not to be used for it."""
        words = self.words("not")
        return whole_words(*words) if words else None


def whole_words(*words: str) -> re.Pattern[str]:
    """A pattern that finds any of the words or phrases with a regular plural, in small or capital letters.

    Examples:
        >>> from responsa.book.glossary import whole_words
        >>> [found[0] for found in whole_words("legion", "army").finditer("Legions and the Army of a legionary")]
        ['Legions', 'Army']
    """
    longest_first = sorted(words, key=len, reverse=True)
    alternatives = "|".join(rf"{re.escape(word)}(?:s|es)?" for word in longest_first)
    return re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-])", re.IGNORECASE)


class Glossary:
    """All terms, and the names that are no terms."""

    def __init__(self, terms: list[Term], names: tuple[str, ...]) -> None:
        self.terms = terms
        self.names = names

    @cached_property
    def _known(self) -> re.Pattern[str]:
        words = [*self.names, *(word for term in self.terms for word in (term.name, *term.words("forms")))]
        return whole_words(*words) if words else re.compile(r"(?!)")

    @cached_property
    def _by_rulebook(self) -> dict[str, tuple[re.Pattern[str], dict[str, Term]]]:
        """For each rulebook a pattern for all its terms at once, and the term behind each form."""
        found = {}
        for key in {key for term in self.terms for key in term.rulebooks}:
            forms = {
                form.lower(): term
                for term in self.terms
                if key in term.rulebooks
                for form in (term.name, *term.words("forms"))
            }
            found[key] = (whole_words(*forms), forms)
        return found

    def terms_in(self, text: str, rulebook: str) -> Iterator[tuple[re.Match[str], Term]]:
        """Each use of a term in a text of the given rulebook; of two that overlap, the longer."""
        if rulebook not in self._by_rulebook:
            return
        pattern, forms = self._by_rulebook[rulebook]
        for match in pattern.finditer(text):
            word = match[0].lower()
            term = forms.get(word) or forms.get(word.removesuffix("s")) or forms.get(word.removesuffix("es"))
            if term:
                yield match, term

    def second_words_in(self, text: str, rulebook: str) -> Iterator[tuple[re.Match[str], Term]]:
        """Each use of a word that is not to be used because there is a term for the thing."""
        for term in self.terms:
            if term.banned and rulebook in term.rulebooks:
                spans = [match.span() for match, _ in self.terms_in(text, rulebook)]
                for match in term.banned.finditer(text):
                    if not any(start <= match.start() and match.end() <= end for start, end in spans):
                        yield match, term

    def undefined_in(self, text: str) -> Iterator[tuple[int, str]]:
        """Each word set off as a term, by italics or by a capital inside a sentence, that is defined nowhere.

        Yields:
            Where it stands in the text, and the word.
        """
        known = [match.span() for match in self._known.finditer(text)]
        for match in _SET_OFF.finditer(text):
            group = "italic" if match["italic"] else "capital"
            start, end = match.span(group)
            begins_a_sentence = text[:start].rstrip(" \n([*")[-1:] in ("", ".", "!", "?", ":")
            is_known = any(first <= start and end <= last for first, last in known)
            if not is_known and (group == "italic" or not begins_a_sentence):
                yield start, match[group]


_SET_OFF = re.compile(
    r"""
    (?<![*\w]) \* (?P<italic> [^*\s] [^*]* ) \* (?![*\w])
  | (?<![*\w]) (?P<capital> [A-Z] [\w'-]+ )
    """,
    re.VERBOSE,
)
