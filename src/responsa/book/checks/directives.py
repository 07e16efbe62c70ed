"""Directives: each names something that is there. What a drawing shows is run with the examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from responsa.book.book import Book
from responsa.book.code import cited_in, why_not_importable
from responsa.book.directives import Directive, unknown
from responsa.book.faults import Fault
from responsa.book.page import Page
from responsa.desk.calculators import modules, names


def faults_of_directives(book: Book) -> Iterator[Fault]:
    """Directives that name nothing."""
    for page in book.pages.values():
        for directive in page.directives:
            for message in CHECKED[directive.word](book, page, directive):
                yield Fault(page.path, directive.line, message)


def _is_known(book: Book, page: Page, directive: Directive) -> Iterator[str]:
    """Nothing: the reader knows the names of lists, and drawings are run with the examples."""
    yield from ()


def _calculator(book: Book, page: Page, directive: Directive) -> Iterator[str]:
    if directive.what not in names():
        yield unknown("calculator", directive.what, names())
        return
    known = {str(id_) for id_ in (*book.rules, *book.clauses)}
    module = modules()[directive.what]
    if any(rulebook.desk == module.rpartition(".")[0] for rulebook in book.settings.rulebooks.values()):
        if reason := why_not_importable(module):
            yield f"the calculator {directive.what!r} cannot be imported: {reason}"
            return
        for line, id_ in cited_in(module):
            if id_ not in known:
                yield f"the calculator {directive.what!r} cites {id_} on line {line} of {module}, which is no rule"


def _answer(book: Book, page: Page, directive: Directive) -> Iterator[str]:
    if not any(example.line > directive.line and example.is_console and not example.skip for example in page.examples):
        yield "no example below this line prints an answer"


CHECKED: Final[dict[str, Callable[[Book, Page, Directive], Iterator[str]]]] = {
    "answer": _answer,
    "calculator": _calculator,
    "diagram": _is_known,
    "list": _is_known,
    "plot": _is_known,
}
"""How each kind is checked."""
