"""Turns the book's own syntax into plain Markdown that any site builder on Python-Markdown understands.

This module walks over a page, block by block; what it meets is rendered by `rule` (rules and their small print),
`directives` (lines in braces that ask for a list, a drawing or the caption of a table), `entries` (what stands below
the heading of an erratum or a term) and `links` (references and numbers, everywhere).
"""

from __future__ import annotations

import posixpath
import re
from functools import partial
from xml.etree.ElementTree import Element

from markdown.extensions.toc import slugify, unique

from responsa.book.blocks import Block, Kind
from responsa.book.book import REMOVED, Book
from responsa.book.page import Example, Page
from responsa.book.reader import META, RUSSIAN, plain_text
from responsa.rules import RuleId
from responsa.site.pages.answers import Answers
from responsa.site.pages.directives import Directives
from responsa.site.pages.entries import fields_line
from responsa.site.pages.links import Links
from responsa.site.pages.readings import readings
from responsa.site.pages.rule import RuleRenderer

_LANGUAGE = re.compile(r"(?P<before>(?:`{3,}|~{3,})[ \t]*(?:\{[^}]*?\.|\.)?)[\w#.+-]+")

_HREF = re.compile(r'href="(?P<page>[^":?#]+)\.html')

_PROMPTS = (">>>", "...")

WITHOUT_SCRIPTS = "The examples can be run on this page where scripts are allowed, in a browser of 2023 or later."
"""What a page with examples says until a script finds that they can be run, or why they cannot."""


def anchors_of(page: Page) -> dict[int, str]:
    """The anchors of the headings of a page, by the place of each among its blocks, as Markdown makes them."""
    used: set[str] = set()
    return {
        number: unique(slugify(plain_text(block.text[0].lstrip("# ")), "-"), used)
        for number, block in enumerate(page.blocks)
        if block.kind is Kind.HEADING
    }


class Renderer:
    """Renders pages of one book.

    Args:
        book: The book; it must be in order.
        has_api: Whether names of the library can be linked (autorefs is at hand); otherwise they stand as code.
    """

    def __init__(self, book: Book, *, has_api: bool) -> None:
        self.book = book
        self.links = Links(book, has_api=has_api)
        self.rules = RuleRenderer(self.links)
        self.directives = Directives(self.links)
        self.answers = Answers(self.links)
        self._open: list[tuple[int, bool]] = []  # the notes around a block: their indentation, and whether they fold

    @property
    def drawings(self) -> list[Element]:
        """The drawings of the page, in the order of their placeholders."""
        return self.directives.drawings

    def page(self, page: Page) -> str:
        """A whole page as Markdown: labels, references, numbers, small print and lists filled in."""
        out = page.rewritten(partial(self._block, page))
        if page.examples or page.path in {rulebook.api for rulebook in self.book.settings.rulebooks.values()}:
            out += ["", f'<p class="run-note">{self.links.say(WITHOUT_SCRIPTS)}</p>']
        if subject := self.book.settings.subject_of(page.path):
            # tells the styles which rulebook this is; not first, for MkDocs takes the title of a page from there
            rules = " has-rules" if page.rulebook else ""
            out += ["", f'<div class="rulebook rulebook-{subject.key.lower()}{rules}"></div>']
        return "\n".join(out)

    def fragment(self, text: str) -> str:
        """A docstring: references to rules become links from the API page of their rulebook."""
        return self.links.docstring(text)

    def _block(self, page: Page, block: Block) -> list[str]:
        first = block.text[0]
        self._follow_notes(block)
        if block.kind is Kind.COMMENT and re.match(r"<!--\s*(?:skip|plain)\b", first):
            return []
        if block.kind is Kind.HEADING:
            return [self._heading(page, block)]
        if block.kind is Kind.FENCE:
            return [*self._readings(page, block), *self._fence(page, block)]
        if block.kind is Kind.TABLE and page.path == self.book.settings.removed:
            return [REMOVED.sub(_with_anchor, line) for line in block.lines]
        if block.kind is Kind.TABLE:
            return self._inline(page, block)
        if block.kind in (Kind.PARAGRAPH, Kind.ITEM):
            if page.rulebook and (opening := page.labels.opening.match(first)):
                return self.rules.lines(page, block, opening)
            if first.startswith("{test:"):
                return self.directives.tests(page, block)
            if directive := page.directive_at(block.line):
                return self.directives.lines(page, block, directive)
            if META.match(first):
                return fields_line(self.links, page, block)
            if page.questions and first.startswith(RUSSIAN):
                words = " ".join(block.text).removeprefix(RUSSIAN).strip()
                if page.original:
                    return []
                return [f'**Russian** <span lang="ru">{words}</span>', "{: .term-fields }"]
            return self._inline(page, block)
        if block.kind is Kind.HTML and page.original:
            return [_HREF.sub(partial(self._way, page), line) for line in block.lines]
        return list(block.lines)

    def _way(self, page: Page, found: re.Match[str]) -> str:
        """An address in HTML: a page that this edition does not have is that of the original."""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), found["page"]))
        return f'href="{self.links.to(page.path, f"{target}.md").removesuffix(".md").removesuffix(".html")}.html'

    def _inline(self, page: Page, block: Block) -> list[str]:
        text = "\n".join(block.lines)
        if page.questions and text.startswith("Rules:"):
            text = text.replace("Rules:", self.links.say("Rules:"), 1)
        return self.links.inline(page, text).split("\n")

    def _heading(self, page: Page, block: Block) -> str:
        """A heading with the anchor of what begins there: a clause, an erratum, a question or a term."""
        line = block.lines[0]
        self.rules.begin_section()
        if page.rulebook and (found := page.labels.heading.match(block.text[0])):
            clause = RuleId.of(f"{page.rulebook.key} {found['clause']}")
            return f"{self.links.inline(page, line)} {{: #{clause.anchor} .clause }}"
        erratum = next((erratum for erratum in page.errata if erratum.line == block.line), None)
        if erratum:
            return f"{line} {{: #{erratum.id.lower()} .erratum }}"
        question = next((question for question in page.questions if question.line == block.line), None)
        if question:
            return f"{self.links.inline(page, line)} {{: #{question.anchor} .question }}"
        term = next((term for term in page.terms if term.line == block.line), None)
        if term:
            return f"{line} {{: #{term.anchor} .term-name }}"
        anchor = anchors_of(page.original).get(page.blocks.index(block)) if page.original else None
        return self.links.inline(page, line) + (f" {{: #{anchor} }}" if anchor else "")

    def _readings(self, page: Page, block: Block) -> list[str]:
        """Above the example of an erratum: what it gives as printed, and as ruled."""
        proof = next((each.proof for each in page.errata if each.proof and each.proof.line == block.line), None)
        if proof is None or proof.skip:
            return []
        run = self.book.record.of(proof)
        line = readings(proof, run.readings, run.counted)
        return [line, "{: .readings }", ""] if line else []

    def _fence(self, page: Page, block: Block) -> list[str]:
        """A Python block under its one canonical name, whatever spelling its fence has."""
        example = next((example for example in page.examples if example.line == block.line), None)
        if example is None:
            return list(block.lines)
        language = "pycon" if example.is_console else "python"
        code = [_LANGUAGE.sub(rf"\g<before>{language}", block.lines[0], count=1), *block.lines[1:]]
        is_quoted = ">" in block.prefix  # a quotation holds no fold
        if self.book.settings.subject_of(page.path) is None or is_quoted or any(folds for _, folds in self._open):
            return code
        return self._folded(page, block, example, code)

    def _folded(self, page: Page, block: Block, example: Example, code: list[str]) -> list[str]:
        """The answer of an example, and its code folded below it."""
        indent = block.prefix
        asked_before = any(line.startswith("{answer: next") for line in self._line_before(page, block))
        answer = [] if asked_before or not example.is_console else self.answers.lines(page, example.code)
        code_lines = [
            line for line in example.code.rstrip().split("\n") if not example.is_console or line[:3] in _PROMPTS
        ]
        say = self.links.say
        title = say("How this was computed: {lines} of code", lines=say.count(len(code_lines), "line"))
        return [
            *(indent + line if line else "" for line in answer),
            "",
            f'{indent}??? computed "{title}"',
            "",
            *(f"    {line}" if line.strip() else line for line in code),
            "",
        ]

    def _line_before(self, page: Page, block: Block) -> tuple[str, ...]:
        at = page.blocks.index(block)
        return page.blocks[at - 1].text if at else ()

    def _follow_notes(self, block: Block) -> None:
        """Keep in mind which notes stand around the block."""
        indent = len(block.prefix)
        while self._open and self._open[-1][0] >= indent:
            self._open.pop()
        if block.kind is Kind.NOTE:
            self._open.append((indent, block.text[0].startswith("???")))


def _with_anchor(row: re.Match[str]) -> str:
    """A row of the list of removed rules, so that old links to the rule arrive there."""
    return f"| {row['id']} {{: #{RuleId.of(row['id']).anchor} }} |"
