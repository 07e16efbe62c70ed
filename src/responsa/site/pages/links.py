"""Every link that the book makes by itself: to rules, errata, questions, pages, the library; and text full of them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from responsa.book.blocks import Kind
from responsa.book.book import Book
from responsa.book.edition import Edition
from responsa.book.labels import USUAL
from responsa.book.page import PLAIN, Page, Question, Tie
from responsa.book.reader import plain_text
from responsa.book.snapshot import Entry
from responsa.rules import RuleId
from responsa.site.words import words_of


class Links:
    """Writes links, as Markdown, from a page to what it speaks of.

    Args:
        book: The book; it must be in order.
        has_api: Whether names of the library can be linked (autorefs is at hand); otherwise they stand as code.
    """

    def __init__(self, book: Book, *, has_api: bool) -> None:
        self.book = book
        self.has_api = has_api and not isinstance(book, Edition)
        self.say = words_of(book)

    # --- in a text ---

    def inline(self, page: Page, text: str) -> str:
        """A text of a page with its references and tied numbers as links."""

        def replace(match: re.Match[str]) -> str:
            if match["target"] is not None:
                return match["shown"] if page.language.kind_of(match["shown"]) else self._number(page, match)
            if match["label"]:
                key = match["book"] or (page.rulebook.key if page.rulebook else "")
                return self.rule(page.path, RuleId.of(f"{key} {match['label']}"), match[0][1:-1])
            return match[0] if match["code"] else self.linked(page, match[0])

        return page.labels.token.sub(replace, text)

    def docstring(self, text: str) -> str:
        """A docstring: references to rules become links from the API page of their rulebook."""

        def replace(match: re.Match[str]) -> str:
            rulebook = self.book.settings.rulebooks.get(match["book"] or "")
            if not match["label"] or rulebook is None:
                return match[0]
            target = RuleId.of(f"{match['book']} {match['label']}")
            return self.rule(rulebook.api, target, match[0][1:-1]) if self.book.place_of(target) else match[0]

        return USUAL.token.sub(replace, text)

    def _number(self, page: Page, match: re.Match[str]) -> str:
        if match["target"] == PLAIN:
            return match["shown"]
        name = "" if page.rulebook is None else self.book.constant_of(page, _tie(match))[0]
        if isinstance(self.book, Edition):
            return f"[{match['shown']}]({self._api(page, name)}){{.number}}"
        return f"[{match['shown']}][{name}]{{.number}}" if self.has_api else match["shown"]

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
        return ("" if place == page else self.to(page, place)) + f"#{target.anchor}"

    # --- to everything else ---

    def erratum(self, page: Page, id_: str, text: str, attributes: str = "") -> str:
        """A link to the entry of an erratum."""
        place = self.book.errata[id_].page
        way = ("" if place == page.path else self.to(page.path, place)) + f"#{id_.lower()}"
        return f"[{text}]({way}){{.erratum-link{attributes}}}"

    def question(self, page: Page, question: Question) -> str:
        """A link to a question and its answer."""
        return f"[{question.title}]({relative(page.path, question.page)}#{question.anchor}){{.question-link}}"

    def question_mark(self, page: Page, question: Question) -> str:
        """A small mark that leads to a question which the rule answers."""
        way = f"{relative(page.path, question.page)}#{question.anchor}"
        title = plain_text(question.title).replace('"', "”")
        label = self.say("Question: {title}", title=title)
        return f'[?]({way}){{.question-mark title="{title}" aria-label="{label}"}}'

    def version(self, page: Page, entry: Entry) -> str:
        """A version of a rule or erratum: its number, and since when it stands, as a link to what was done that day."""
        anchor = since(entry.date) if entry.version == 1 else anchor_of(entry)
        way = self.to(page.path, self.book.settings.changes)
        return self.say("{version}, since {day}", version=entry.version, day=f"[{entry.date}]({way}#{anchor})")

    def page(self, page: Page, other: Page) -> str:
        """A link to another page that shows its title."""
        title = next(block.text[0].lstrip("# ") for block in other.blocks if block.kind is Kind.HEADING)
        return f"[{title}]({relative(page.path, other.path)})"

    def to(self, page: str, target: str) -> str:
        """The way from a page to another; to one that this edition does not have, in the edition of the original."""
        if not isinstance(self.book, Edition) or target in self.book.pages:
            return relative(page, target)
        return f"{relative(page, '..')}/{target.removesuffix('.md')}.html"

    def linked(self, page: Page, link: str) -> str:
        """A link of the text, as Markdown; in an edition those to pages that it does not have lead to the original."""
        found = _TO_PAGE.search(link)
        if not isinstance(self.book, Edition) or found is None:
            return link
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), found["page"]))
        return link if target in self.book.pages else f"({self.to(page.path, target)}".join(_cut(link, found))

    def _api(self, page: Page, name: str) -> str:
        """Where a name of the library is described, seen from a page of an edition."""
        rulebooks = self.book.settings.rulebooks.values()
        place = next((book.api for book in rulebooks if name.startswith(f"{book.package}.")), "")
        return f"{self.to(page.path, place)}#{name}"

    def code(self, page: Page, name: str) -> str:
        """A link to a name of the library on its API page."""
        short = name.rpartition(".")[2]
        if isinstance(self.book, Edition):
            return f"[`{short}`]({self._api(page, name)})"
        return f"[`{short}`][{name}]" if self.has_api else f"`{short}`"


_TO_PAGE = re.compile(r"\((?P<page>[^()#:\s]+\.md)(?=[#)])")


def _cut(link: str, found: re.Match[str]) -> tuple[str, str]:
    return link[: found.start()], link[found.end() :]


def _tie(match: re.Match[str]) -> Tie:
    return Tie(0, match["shown"], match["target"], None, None)


def relative(page: str, target: str) -> str:
    """The way from a page to a file of the site."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def since(day: str) -> str:
    """The anchor of a day in the list of changes."""
    return f"since-{day}"


def anchor_of(entry: Entry) -> str:
    """The anchor of a change in that list."""
    return f"v{entry.version}-{re.sub(r'[ (]', '-', entry.id).replace(')', '').lower()}"
