"""What the site says itself, in each language of the book: English in the code, the others in `<language>.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from responsa.book import Book
from responsa.book.edition import Edition
from responsa.russian.catalogue import plural_form
from responsa.sentences import count

SOURCE = "en"
"""The language of the code."""


@dataclass(frozen=True)
class Words:
    """What the site says in one language.

    Attributes:
        language: Its two letters.
        pages: What the pages say, by the English.
        counted: Nouns after a number, by the English singular: after 1, after 2 to 4, after 5 and more.
        nav: The titles of sections in the navigation, by the English.
        scripts: What scripts say, by the English.
    """

    language: str = SOURCE
    pages: Mapping[str, str] = field(default_factory=dict)
    counted: Mapping[str, str] = field(default_factory=dict)
    nav: Mapping[str, str] = field(default_factory=dict)
    scripts: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, english: str, **values: object) -> str:
        """Some words with values in their places.

        Raises:
            KeyError: If the language lacks them.

        Examples:
            >>> from responsa.site.words import words
            >>> words("en")("About {rule}", rule="13.4c"), words("ru")("About {rule}", rule="13.4c")
            ('About 13.4c', 'О правиле 13.4c')
        """
        said = english if self.language == SOURCE else self.pages[english]
        return said.format(**values) if values else said

    def title(self, english: str) -> str:
        """The title of a rulebook or of a section of the navigation; one that nobody has translated stays as it is."""
        return self.nav.get(english, english)

    def count(self, number: int, noun: str) -> str:
        """A number with its noun.

        Raises:
            KeyError: If the language lacks the noun.

        Examples:
            >>> from responsa.site.words import words
            >>> words("en").count(3, "line"), words("ru").count(3, "line"), words("ru").count(11, "line")
            ('3 lines', '3 строки', '11 строк')
        """
        if self.language == SOURCE:
            return count(number, noun)
        return f"{number} {self.counted[noun].split(', ')[plural_form(number)]}"


ENGLISH = Words()
"""The words as they stand in the code."""


@cache
def words(language: str = SOURCE) -> Words:
    """The words of a language.

    Raises:
        FileNotFoundError: If nobody has written them.
    """
    if language == SOURCE:
        return ENGLISH
    text = (files("responsa.site.words") / f"{language}.toml").read_text(encoding="utf-8")
    return Words(language, **tomllib.loads(text))


def words_of(book: Book) -> Words:
    """The words of the language of a book."""
    return words(book.language if isinstance(book, Edition) else SOURCE)
