"""Lines in braces that ask for something: tests, lists, diagrams and plots, and the answer of an example."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from responsa.book.blocks import Block
from responsa.book.examples import evaluate
from responsa.book.faults import BookError, Fault
from responsa.book.page import Page
from responsa.desk.drawing import Chances, as_chances, bars, steps_diagram
from responsa.dice import percent
from responsa.rules import RuleId
from responsa.site.pages.links import Links
from responsa.site.pages.lists import list_of

DIRECTIVE = re.compile(r"\{(?P<word>list|test|answer|diagram|plot): (?P<what>.+?)(?: \| (?P<caption>[^|]+))?\}$")
"""A whole directive: its word, what it asks for, and the caption of a drawing."""

DRAWING = "responsa-drawing-{}"
"""What stands for a drawing until Markdown is done with the text around it."""


class Directives:
    """Puts into the place of a directive what it asks for; drawings are kept until the page is made of elements."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.drawings: list[Element] = []

    def lines(self, page: Page, block: Block, found: re.Match[str]) -> list[str]:
        """The lines that stand in the place of a directive."""
        if found["word"] == "test":
            out = self._test(page, block)
        elif found["word"] == "list":
            out = list(list_of(found["what"], self.links, page))
        elif found["word"] == "answer":
            out = self._answer(page, block)
        else:
            out = self._drawing(page, block, found)
        return [block.prefix + line for line in out]

    def _test(self, page: Page, block: Block) -> list[str]:
        """Below a table: what its rows test."""
        names = {name for line in block.text for name in re.findall(r"\b([a-z_]\w*)\(", line)}
        pieces = self.links.book.code[page.rulebook.key] if page.rulebook else []
        code = {piece.name.rpartition(".")[2]: piece.name for piece in pieces if piece.is_function and piece.rules}
        tested = ", ".join(self.links.code(code[name]) for name in sorted(names) if name in code)
        return ["", f"Each row of this table is a test{' of ' + tested if tested else ''}.", "{: .table-tests }"]

    def _answer(self, page: Page, block: Block) -> list[str]:
        """What the next example of the page prints last, in words; the example is run, so it is what comes out."""
        printed = next((last_output(example.code) for example in page.examples if example.line > block.line), "")
        if not printed:
            raise BookError([Fault(page.path, block.line, "no example below this line prints an answer")])
        word, dot, rest = printed.partition(". ")
        said = f"**{word}.** {rest}" if dot else printed
        return [self.links.inline(page, said), "{: .answer }"]

    def _drawing(self, page: Page, block: Block, found: re.Match[str]) -> list[str]:
        """A diagram of steps, or a plot with its figures as a table for those who do not see it."""
        caption = found["caption"] or ""
        number = DRAWING.format(len(self.drawings))
        try:
            value = evaluate(found["what"], page.rulebook.package if page.rulebook else "")
            if found["word"] == "diagram":
                self.drawings.append(steps_diagram(value, caption, lambda rule: self._way(page, rule)))
                return [number, ""]
            chances = as_chances(value)
            self.drawings.append(bars(chances, caption))
        except Exception as error:
            raise BookError([Fault(page.path, block.line, f"{found[0]} cannot be drawn: {error!r}")]) from error
        return [number, "", '??? plot-table "The same as a table"', "", *_as_table(chances), ""]

    def _way(self, page: Page, rule: str) -> str:
        return self.links.way(page.path, RuleId.of(rule))


def last_output(code: str) -> str:
    """What a console example prints after its last prompt, on one line; empty if it prints nothing.

    Examples:
        >>> from responsa.site.pages.directives import last_output
        >>> code = [">>> 1 + 1", "2", ">>> print(answer)", "No. 5 land units", "are left."]
        >>> last_output(chr(10).join(code))
        'No. 5 land units are left.'
    """
    lines = code.rstrip().split("\n")
    prompts = [number for number, line in enumerate(lines) if line.startswith((">>>", "..."))]
    return " ".join(lines[prompts[-1] + 1 :]) if prompts else ""


def _as_table(chances: Chances) -> list[str]:
    series = list(dict.fromkeys(name for group in chances.values() for name in group))
    lines = [
        f"    | outcome | {' | '.join(name or 'chance' for name in series)} |",
        f"    | ------: | {' | '.join('--:' for _ in series)} |",
    ]
    for label, group in chances.items():
        cells = (percent(group[name]) if name in group else "—" for name in series)
        lines.append(f"    | {label} | {' | '.join(cells)} |")
    return lines
