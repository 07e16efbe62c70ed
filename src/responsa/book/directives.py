"""The one grammar of lines in braces that ask for something: `{list: errata}`, `{plot: odds(8) | A caption}`.

For each kind there is a check in `responsa.book.checks.directives`, a drawing in `responsa.site.pages.directives`, and
a plain form in `responsa.site.finish.plain`; a test holds the three against `WORDS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from responsa.nearest import nearest

WORDS: Final = ("answer", "calculator", "diagram", "list", "plot", "test")
"""The words with which a directive begins; there are no others."""

LISTS: Final = (
    *("changes", "concordance", "conditions", "coverage", "errata", "errata-totals", "modules"),
    *("paper", "pieces", "questions", "scores", "skips", "translations"),
)
"""What `{list: ...}` can be replaced with."""

NEXT: Final = "next"
"""What `{answer: ...}` asks for: the answer of the example that stands next below it."""

_NAMES: Final = {"list": LISTS, "answer": (NEXT,)}
_DRAWINGS: Final = ("diagram", "plot")
_DIRECTIVE = re.compile(r"\{(?P<word>[a-z]+): (?P<what>.+?)(?: \| (?P<caption>[^|]+))?\}[ \t]*$")


@dataclass(frozen=True, slots=True)
class Directive:
    """What a line in braces asks for.

    Attributes:
        line: Its line on the page.
        word: Its kind, one of `WORDS`.
        what: What it asks for: the name of a list or calculator, or an expression of the library.
        caption: What stands below a drawing; else empty.
    """

    line: int
    word: str
    what: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class TableTest:
    """One `{test: call == {column}}` line below a table."""

    line: int
    call: str
    expected: str


_TEST = re.compile(r"\{test: (?P<call>.+) == \{(?P<expected>[^{}]+)\}\}[ \t]*$")


def read_test(line: int, text: str) -> TableTest | str:
    """A test line, or what is wrong with it."""
    if found := _TEST.match(text):
        return TableTest(line, found["call"], found["expected"])
    return "a test line that cannot be read; expected {test: function(argument={column}) == {column}}"


def is_directive(text: str) -> bool:
    """Whether a line begins like a directive."""
    return text.startswith(tuple(f"{{{word}:" for word in WORDS))


def read_directive(line: int, text: str) -> Directive | str:
    """A directive, or what is wrong with it.

    Examples:
        >>> from responsa.book.directives import read_directive
        >>> read_directive(7, "{list: errata}")
        Directive(line=7, word='list', what='errata', caption='')
        >>> read_directive(7, "{list: erata}")
        "there is no list 'erata'; did you mean 'errata'?"
    """
    found = _DIRECTIVE.match(text)
    if found is None or found["word"] not in WORDS:
        return f"{text.split(':')[0]}: ...}} cannot be read; expected, for instance, {{list: errata}} on one line"
    directive = Directive(line, found["word"], found["what"], found["caption"] or "")
    return next(_faults_of(directive), directive)


def _faults_of(directive: Directive) -> Iterator[str]:
    known = _NAMES.get(directive.word)
    if known and directive.what not in known:
        yield unknown(directive.word, directive.what, known)
    if directive.word in _DRAWINGS and not directive.caption:
        yield f"a {directive.word} needs a caption for those who do not see it: {{{directive.word}: ... | caption}}"
    if directive.word not in _DRAWINGS and directive.caption:
        yield f"only a diagram or plot has a caption, and {directive.word!r} is none"


def unknown(kind: str, name: str, known: tuple[str, ...]) -> str:
    """That there is no such thing, and what was probably meant.

    Examples:
        >>> from responsa.book.directives import unknown
        >>> unknown("directive", "plto", ("list", "plot")), unknown("list", "x", ("errata",))
        ("there is no directive 'plto'; did you mean 'plot'?", "there is no list 'x'; expected errata")
    """
    near = nearest(name, known)
    return f"there is no {kind} {name!r}" + (f"; did you mean {near!r}?" if near else f"; expected {', '.join(known)}")
