"""Every link that the book makes by itself: to rules, errata, questions, pages, the library; and text full of them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from responsa.book.blocks import Kind
from responsa.book.book import Book
from responsa.book.page import PLAIN, Page, Question, Tie
from responsa.book.reader import TOKEN, plain_text
from responsa.book.snapshot import Entry
from responsa.rules import RuleId


class Links:
    """Writes links, as Markdown, from a page to what it speaks of.

    Args:
        book: The book; it must be in order.
        has_api: Whether names of the library can be linked (autorefs is at hand); otherwise they stand as code.
    """

    def __init__(self, book: Book, *, has_api: bool) -> None:
        self.book = book
        self.has_api = has_api

    # --- in a text ---

    def inline(self, page: Page, text: str) -> str:
        """A text of a page with its references and tied numbers as links."""

        def replace(match: re.Match[str]) -> str:
            if match["target"] is not None:
                return match["shown"] if page.language.kind_of(match["shown"]) else self._number(page, match)
            if match["label"]:
                key = match["book"] or (page.rulebook.key if page.rulebook else "")
                return self.rule(page.path, RuleId.of(f"{key} {match['label']}"), match[0][1:-1])
            return match[0]

        return TOKEN.sub(replace, text)

    def docstring(self, text: str) -> str:
        """A docstring: references to rules become links from the API page of their rulebook."""

        def replace(match: re.Match[str]) -> str:
            rulebook = self.book.settings.rulebooks.get(match["book"] or "")
            if not match["label"] or rulebook is None:
                return match[0]
            target = RuleId.of(f"{match['book']} {match['label']}")
            return self.rule(rulebook.api, target, match[0][1:-1]) if self.book.place_of(target) else match[0]

        return TOKEN.sub(replace, text)

    def _number(self, page: Page, match: re.Match[str]) -> str:
        if match["target"] == PLAIN:
            return match["shown"]
        if not self.has_api:
            return match["shown"]
        name, _ = self.book.constant_of(page, Tie(0, match["shown"], match["target"], None, None))
        return f"[{match['shown']}][{name}]{{.number}}"

    # --- to rules and clauses ---

    def rule(self, page: str, target: RuleId, text: str) -> str:
        """A link to a rule or clause, also to one that is gone."""
        return f"[{text}]({self.way(page, target)}){{.rule-ref}}"

    def rules(self, page: Page, text: str) -> Iterator[str]:
        """A link to each rule of a comma-separated list."""
        for part in filter(None, (part.strip() for part in text.split(","))):
            yield self.rule(page.path, RuleId.of(part), part)

    def way(self, page: str, target: RuleId) -> str:
        """Where a rule or clause stands, seen from a page; one that is gone, in the list of those."""
        place = self.book.place_of(target) or self.book.settings.removed
        return ("" if place == page else relative(page, place)) + f"#{target.anchor}"

    # --- to everything else ---

    def erratum(self, page: Page, id_: str, text: str, attributes: str = "") -> str:
        """A link to the entry of an erratum."""
        place = self.book.errata[id_].page
        way = ("" if place == page.path else relative(page.path, place)) + f"#{id_.lower()}"
        return f"[{text}]({way}){{.erratum-link{attributes}}}"

    def question(self, page: Page, question: Question) -> str:
        """A link to a question and its answer."""
        return f"[{question.title}]({relative(page.path, question.page)}#{question.anchor}){{.question-link}}"

    def question_mark(self, page: Page, question: Question) -> str:
        """A small mark that leads to a question which the rule answers."""
        way = f"{relative(page.path, question.page)}#{question.anchor}"
        title = plain_text(question.title).replace('"', "”")
        return f'[?]({way}){{.question-mark title="{title}" aria-label="Question: {title}"}}'

    def version(self, page: Page, entry: Entry) -> str:
        """A version of a rule or erratum: its number, and since when it stands, as a link to what was done that day."""
        anchor = since(entry.date) if entry.version == 1 else anchor_of(entry)
        way = relative(page.path, self.book.settings.changes)
        return f"{entry.version}, since [{entry.date}]({way}#{anchor})"

    def page(self, page: Page, other: Page) -> str:
        """A link to another page that shows its title."""
        title = next(block.text[0].lstrip("# ") for block in other.blocks if block.kind is Kind.HEADING)
        return f"[{title}]({relative(page.path, other.path)})"

    def code(self, name: str) -> str:
        """A link to a name of the library on its API page."""
        short = name.rpartition(".")[2]
        return f"[`{short}`][{name}]" if self.has_api else f"`{short}`"


def relative(page: str, target: str) -> str:
    """The way from a page to a file of the site."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def since(day: str) -> str:
    """The anchor of a day in the list of changes."""
    return f"since-{day}"


def anchor_of(entry: Entry) -> str:
    """The anchor of a change in that list."""
    return f"v{entry.version}-{entry.id.replace(' ', '-').lower()}"
