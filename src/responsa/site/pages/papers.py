"""The page of a paper: its sentences in the order of its lines, each with the rules and errata that carry it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from responsa.book.checks.concordance import Entry, read_concordance
from responsa.book.page import Page
from responsa.book.reader import plain_text
from responsa.rules import RULE_ID, RuleId
from responsa.site.pages.links import Links, relative

ASK = """<form class="ask" role="search" aria-label="A sentence of the paper">
<input type="search" name="q" lang="ru" aria-label="A sentence of the paper" placeholder="Sentence" required>
<button>Find</button>
</form>"""
"""The box into which a sentence is pasted; a sentence of the paper is found by its hash, or by the stems of its words;
anything else is searched."""


def paper_list(links: Links, page: Page) -> Iterator[str]:
    """A table of the paper whose key is the name of the page."""
    book = links.book
    name = book.settings.documents[PurePosixPath(page.path).stem]
    script = f'<script src="{relative(page.path, "assets/papers/papers.js")}"></script>'
    yield from (f'<link rel="stylesheet" href="{relative(page.path, "assets/front/front.css")}">{script}', "", ASK, "")
    yield "| line | rules and errata | what they say |"
    yield "| ---: | ---------------- | ------------- |"
    for entry in read_concordance(book):
        if entry.document == name:
            cells = (
                f'{entry.line} {{: #{anchor_of(entry)} data-stems="{" ".join(entry.stems)}" }}',
                _targets(links, page, entry),
                _words(links, entry),
            )
            yield f"| {' | '.join(cells)} |"


def anchor_of(entry: Entry) -> str:
    """Where a sentence stands on the page of its paper: its hash, for the words themselves are not published."""
    return f"sentence-{entry.hash}"


def _targets(links: Links, page: Page, entry: Entry) -> str:
    shown = [
        links.rule(page.path, RuleId.of(target), target)
        if RULE_ID.fullmatch(target)
        else links.erratum(page, target, target)
        for target in entry.leads_to
    ]
    return ", ".join(shown) or "–"


def _words(links: Links, entry: Entry) -> str:
    """The text of its rules, or the titles of its errata, or why it has none."""
    said = [
        plain_text(links.book.rules[RuleId.of(target)].text)
        if RULE_ID.fullmatch(target)
        else links.book.errata[target].title
        for target in entry.leads_to
    ]
    return (" · ".join(said) or f"*{entry.why_none}*").replace("|", "\\|").replace("[", "\\[")
