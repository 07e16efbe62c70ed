"""Writes each page as plain Markdown beside it, for programs that read.

`python -m responsa.site.finish.plain site/` puts them into a folder.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from responsa.book import Book
from responsa.book.blocks import INDENT, Block, Kind
from responsa.book.directives import Directive
from responsa.book.examples import evaluate
from responsa.book.page import Page, Rule
from responsa.book.reader import META, fields_of, split_meta
from responsa.desk.drawing import as_chances
from responsa.dice import percent
from responsa.rules import RULE_ID, RuleId
from responsa.site.finish.llms import INDEX
from responsa.site.pages.links import Links
from responsa.site.shelf import books_in
from responsa.site.words import words_of

_PAGE_LINK = re.compile(r"(?<=\()(?P<page>[^()#:\s]+)\.md(?=[#)])")
_ASSET = re.compile(r"(?P<before>\(|href=\")(?P<up>(?:\.\./)*)assets/")
_TITLE = re.compile(r"[\"'](?P<title>.*)[\"']\s*$")
_LAYOUT = re.compile(r"\s*(?:</?div\b[^>]*>(?:</div>)?|\{:?\s*[.#][^{}]*\})\s*$")
_NOTE = re.compile(r"(?P<indent> *)(?:!!!|\?\?\?\+?) (?P<kind>\w+)(?P<title>.*)$")


class Plain:
    """Writes pages of one book as Markdown that needs no site builder.

    Args:
        book: The book; it must be in order.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.say = words_of(book)
        self.links = Links(book, has_api=False)

    def page(self, page: Page) -> str:
        """A page: numbers as they are shown, references as links to the pages, metadata as lines to read."""
        out = page.rewritten(partial(self._block, page))
        text = "\n".join(_with_quotes((line for line in out if not _LAYOUT.match(line)), self.say))
        if page.original:  # pictures and styles are those of the site itself
            text = _ASSET.sub(r"\g<before>\g<up>../assets/", text)
        return re.sub(r"\n{3,}", "\n\n", text).strip() + f"\n\n{self._end(page)}\n"

    def _end(self, page: Page) -> str:
        name = _own(page)
        index = f"[{INDEX}]({_way(page, f'../{INDEX}' if page.original else INDEX)})"
        words = "This page with its drawings: {page}. All pages: {index}."
        return f"---\n\n{self.say(words, page=f'[{name}]({name})', index=index)}"

    def _block(self, page: Page, block: Block) -> list[str]:
        first = block.text[0]
        if block.kind is Kind.COMMENT:
            return []
        if block.kind in (Kind.FENCE, Kind.CODE, Kind.NOTE):
            return list(block.lines)
        if block.kind in (Kind.PARAGRAPH, Kind.ITEM):
            if page.rulebook and (opening := page.labels.opening.match(first)):
                return self._rule(page, block, opening)
            if first.startswith("::: "):
                return [f"`{first.removeprefix('::: ')}` is described on [the page]({_own(page)})."]
            if directive := page.directive_at(block.line):
                return [block.prefix + line for line in WRITTEN[directive.word](self, page, directive)]
            if first.startswith("{test:"):
                return [
                    f"{block.prefix}{self.say('Each row of this table is a test: {calls}.', calls=self._tests(block))}"
                ]
            if META.match(first):
                return [block.prefix + line for line in self._fields(page, fields_of(" ".join(block.text)))]
        return self._inline(page, "\n".join(block.lines)).split("\n")

    def _rule(self, page: Page, block: Block, opening: re.Match[str]) -> list[str]:
        assert page.rulebook is not None
        rule = self.book.rules[RuleId.of(f"{page.rulebook.key} {opening['label']}")]
        text = "\n".join(block.lines[: len(split_meta(block.text)[0])])
        head, label, rest = text.partition(f"[{opening['label']}]")
        indent = block.prefix + " " * INDENT * (block.kind is Kind.ITEM)
        name = f"**[{rule.id}]({self._place(page, rule.id)})**"
        assert label
        return [*f"{head}{name}{self._inline(page, rest)}".split("\n"), "", f"{indent}{self._about(page, rule)}"]

    def _about(self, page: Page, rule: Rule) -> str:
        """Where a rule comes from, who cites it, its code and errata, on one line."""
        documents = self.book.settings.documents
        say = self.say
        sources = (f"{documents[source.document]} {say(_LINE, numbers=source.line)}" for source in rule.sources)
        rows = {
            "Source": ", ".join(sources),
            "Supplement": rule.supplement,
            "Reminder of": self._rules(page, [RuleId.of(rule.reminder)] if rule.reminder else ()),
            "Cited by": self._rules(page, self.book.cited_by.get(rule.id, ())),
            "Code": ", ".join(f"`{name}`" for name in self.book.implemented_by.get(rule.id, ())),
            "Errata": ", ".join(self._erratum(page, id_) for id_ in rule.errata),
            "Version": str(rule.version) if rule.version > 1 else "",
        }
        return " · ".join(f"{say(name)}: {value}" for name, value in rows.items() if value)

    def _fields(self, page: Page, fields: dict[str, str]) -> Iterator[str]:
        """The metadata of an erratum or a term as a list."""
        if fields.keys() & {"names", "alike"}:
            return
        for name, value in fields.items():
            parts = [part.strip() for part in value.split(",")]
            is_rules = all(RULE_ID.fullmatch(part) for part in parts)
            said = self.say(name) if name in _SAID else name
            yield f"- {said}: {self._rules(page, map(RuleId.of, parts)) if is_rules else value}"

    def _tests(self, block: Block) -> str:
        return ", ".join(f"`{line.removeprefix('{test: ').removesuffix('}')}`" for line in block.text)

    # --- lists and drawings ---

    def _calculator(self, page: Page, _: Directive) -> Iterable[str]:
        return (self.say("A form for this calculation stands on [the page]({page}).", page=_own(page)),)

    def _list(self, page: Page, directive: Directive) -> Iterable[str]:
        lists: dict[str, Callable[[Page], Iterable[str]]] = {"questions": self._questions, "errata": self._errata}
        return lists.get(directive.what, self._elsewhere)(page)

    def _answer(self, page: Page, directive: Directive) -> Iterable[str]:
        return (self._inline(page, self.book.record.answer_below(page, directive.line)),)

    def _drawing(self, page: Page, directive: Directive) -> Iterable[str]:
        value = evaluate(directive.what, page.rulebook.package if page.rulebook else "")
        drawn = self._steps(page, value) if directive.word == "diagram" else _chances(value)
        return (f"{directive.caption}:", "", *drawn)

    def _steps(self, page: Page, steps: Iterable[object]) -> Iterator[str]:
        for number, step in enumerate(steps, start=1):
            rule = RuleId.of(getattr(step, "rule", ""))
            yield f"{number}. {getattr(step, 'title', '')} {self._rules(page, [rule])}"

    def _questions(self, page: Page) -> Iterator[str]:
        for other in self.book.pages.values():
            yield from (
                f"- [{question.title}]({_way(page, _html(other.path))}#{question.anchor})"
                for question in other.questions
            )

    def _errata(self, page: Page) -> Iterator[str]:
        for erratum in page.errata or self.book.errata.values():
            yield f"- {self._erratum(page, erratum.id)} {erratum.title}"

    def _elsewhere(self, page: Page) -> Iterator[str]:
        yield self.say(
            "The list that stands here is made by the library; it is on [the page]({page}).", page=_own(page)
        )

    # --- inside a text ---

    def _inline(self, page: Page, text: str) -> str:
        def replace(match: re.Match[str]) -> str:
            if match["shown"] is not None:
                return match["shown"]
            if match["label"]:
                key = match["book"] or (page.rulebook.key if page.rulebook else "")
                return f"{match[0]}({self._place(page, RuleId.of(key + ' ' + match['label']))})"
            if match["code"]:
                return match[0]
            return _PAGE_LINK.sub(r"\g<page>.html", self.links.linked(page, match[0]))

        return page.labels.token.sub(replace, text)

    def _rules(self, page: Page, rules: Iterable[RuleId]) -> str:
        return ", ".join(f"[{rule}]({self._place(page, rule)})" for rule in rules)

    def _erratum(self, page: Page, id_: str) -> str:
        return f"[{id_}]({_html(self.links.to(page.path, self.book.errata[id_].page))}#{id_.lower()})"

    def _place(self, page: Page, rule: RuleId) -> str:
        place = self.book.place_of(rule) or self.book.settings.removed
        return f"{_html(self.links.to(page.path, place))}#{rule.anchor}"


WRITTEN: Final[dict[str, Callable[[Plain, Page, Directive], Iterable[str]]]] = {
    "answer": Plain._answer,
    "calculator": Plain._calculator,
    "diagram": Plain._drawing,
    "list": Plain._list,
    "plot": Plain._drawing,
}
"""How each kind of directive is written where there is no site."""


_LINE: Final = "line {numbers}"
_SAID: Final = frozenset({"rule", "source", "type", "severity", "status", "basis"})


def _html(page: str) -> str:
    return page.removesuffix(".md").removesuffix(".html") + ".html"


def _own(page: Page) -> str:
    """The page itself, from where its Markdown lies."""
    return posixpath.basename(_html(page.path))


def _way(page: Page, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page.path) or ".")


def _chances(value: object) -> Iterator[str]:
    chances = as_chances(value)
    series = list(dict.fromkeys(name for group in chances.values() for name in group))
    yield f"| outcome | {' | '.join(name or 'chance' for name in series)} |"
    yield f"| --- |{' --- |' * len(series)}"
    for label, group in chances.items():
        yield f"| {label} | {' | '.join(percent(group[name]) if name in group else '—' for name in series)} |"


def _with_quotes(lines: Iterable[str], say: Callable[[str], str]) -> Iterator[str]:
    """Typed notes as quotations, which every reader of Markdown knows."""
    inside = -1
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        if inside >= 0 and line.strip() and indent < inside:
            inside = -1
        if inside < 0 and (note := _NOTE.match(line)):
            inside = len(note["indent"]) + INDENT
            title = _TITLE.search(note["title"])
            said = (say(note["kind"]).capitalize(), title["title"] if title else "")
            yield from (f"{note['indent']}> **{': '.join(filter(None, said))}**", f"{note['indent']}>")
        elif inside >= 0:
            yield f"{' ' * (inside - INDENT)}> {line[inside:]}".rstrip()
        else:
            yield line


def main(folder: str, settings_file: str = "pyproject.toml") -> None:
    """Write every page as Markdown below a folder."""
    for language, book in books_in(folder, settings_file).items():
        plain = Plain(book)
        for path, page in book.pages.items():
            file = Path(folder) / language / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(plain.page(page), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
