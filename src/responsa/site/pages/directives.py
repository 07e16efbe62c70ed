"""Lines in braces that ask for something: tests, lists, diagrams and plots, and the answer of an example."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from xml.etree.ElementTree import Element

from responsa.book.blocks import Block
from responsa.book.directives import Directive
from responsa.book.examples import evaluate
from responsa.book.faults import BookError, Fault
from responsa.book.page import Page
from responsa.desk.drawing import Chances, as_chances, bars, in_words, steps_diagram
from responsa.desk.language import Say, as_it_is, saying
from responsa.dice import percent
from responsa.rules import RuleId
from responsa.site.pages.answers import Answers
from responsa.site.pages.calculator_page import PLACE
from responsa.site.pages.links import Links
from responsa.site.pages.lists import list_of
from responsa.site.words import Words

DRAWING = "responsa-drawing-{}"
"""What stands for a drawing until Markdown is done with the text around it."""


class Directives:
    """Puts into the place of a directive what it asks for; drawings are kept until the page is made of elements."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.drawings: list[Element] = []

    def lines(self, page: Page, block: Block, directive: Directive) -> list[str]:
        """The lines that stand in the place of a directive."""
        return [block.prefix + line for line in DRAWN[directive.word](self, page, directive)]

    def tests(self, page: Page, block: Block) -> list[str]:
        """Below a table: what its rows test."""
        names = {name for line in block.text for name in re.findall(r"\b([a-z_]\w*)\(", line)}
        pieces = self.links.book.code[page.rulebook.key] if page.rulebook else []
        code = {piece.name.rpartition(".")[2]: piece.name for piece in pieces if piece.is_function and piece.rules}
        tested = ", ".join(self.links.code(page, code[name]) for name in sorted(names) if name in code)
        say = self.links.say
        alone, of = "Each row of this table is a test.", "Each row of this table is a test of {code}."
        said = say(of, code=tested) if tested else say(alone)
        return [block.prefix + line for line in ("", said, "{: .table-tests }")]

    def _list(self, page: Page, directive: Directive) -> list[str]:
        return list(list_of(directive.what, self.links, page))

    def _calculator(self, _: Page, directive: Directive) -> list[str]:
        return [PLACE.format(directive.what), ""]

    def _answer(self, page: Page, directive: Directive) -> list[str]:
        """What the next example of the page prints last, in words; the example is run, so it is what comes out."""
        printed = self.links.book.record.answer_below(page, directive.line)
        told, mark = Answers(self.links).told(page, printed)
        word, dot, rest = told.partition(". ")
        said = f"**{word}.** {rest}" if dot else told
        return [self.links.inline(page, said), f"{{: .answer{mark} }}"]

    def _drawing(self, page: Page, directive: Directive) -> list[str]:
        """A diagram of steps, or a plot with its figures as a table for those who do not see it."""
        number, say = DRAWING.format(len(self.drawings)), self._saying(page)
        try:
            value = evaluate(directive.what, page.rulebook.package if page.rulebook else "")
            if directive.word == "diagram":
                self.drawings.append(steps_diagram(value, directive.caption, lambda rule: self._way(page, rule), say))
                return [number, ""]
            chances = in_words(as_chances(value), say)
            self.drawings.append(bars(chances, directive.caption, say))
        except Exception as error:
            raise BookError(
                [Fault(page.path, directive.line, f"{directive.what} cannot be drawn: {error!r}")]
            ) from error
        return [
            number,
            "",
            f'??? plot-table "{self.links.say("The same as a table")}"',
            "",
            *_as_table(chances, self.links.say, say),
            "",
        ]

    def _saying(self, page: Page) -> Say:
        """What says the words of a drawing in the language of the page, if its rulebook has all its answers in it."""
        language, rulebook = self.links.say.language, page.rulebook
        return saying(language, rulebook.package) if rulebook and language in rulebook.answers else as_it_is

    def _way(self, page: Page, rule: str) -> str:
        return self.links.way(page.path, RuleId.of(rule))


DRAWN: Final[dict[str, Callable[[Directives, Page, Directive], list[str]]]] = {
    "answer": Directives._answer,
    "calculator": Directives._calculator,
    "diagram": Directives._drawing,
    "list": Directives._list,
    "plot": Directives._drawing,
}
"""How each kind is put into a page of the site."""


def _as_table(chances: Chances, words: Words, say: Say) -> list[str]:
    series = list(dict.fromkeys(name for group in chances.values() for name in group))
    lines = [
        f"    | {words('outcome')} | {' | '.join(name or words('chance') for name in series)} |",
        f"    | ------: | {' | '.join('--:' for _ in series)} |",
    ]
    for label, group in chances.items():
        cells = (say(percent(group[name])) if name in group else "—" for name in series)
        lines.append(f"    | {label} | {' | '.join(cells)} |")
    return lines
