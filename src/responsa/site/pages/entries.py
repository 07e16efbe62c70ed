"""The line below the heading of an erratum or a term: its fields, as a reader understands them."""

from __future__ import annotations

import re

from responsa.book.blocks import Block
from responsa.book.checks.errata import BASES, SEVERITIES, STATUSES, TYPES
from responsa.book.glossary import NONE
from responsa.book.page import Page
from responsa.book.reader import fields_of
from responsa.site.pages.links import Links

_TERM_TITLES = {"russian": "Russian", "mistranslated": "Mistranslated as", "players": "Players say", "not": "Not"}


def fields_line(links: Links, page: Page, block: Block) -> list[str]:
    """The metadata of an entry as a line of text; a list of names is not shown."""
    fields = fields_of(" ".join(block.text))
    if fields.keys() & {"names", "alike"}:
        return []
    if "term" in fields:
        rows, kind = _term(links, page, fields), "term-fields"
    else:
        rows, kind = _erratum(links, page, block), "erratum-fields"
    text = " · ".join(f"**{links.say(name)}** {value}" for name, value in rows if value)
    return [f"{block.prefix}{text}", f"{block.prefix}{{: .{kind} }}"]


_ABOUT = ("type", "severity", "status", "basis")


def _said(links: Links, value: str) -> str:
    """What a field says: its first words are one of a list, what follows is a clause or explains them."""
    known = next((each for each in (*TYPES, *SEVERITIES, *STATUSES, *BASES) if value.startswith(each)), "")
    return links.say(known) + value.removeprefix(known) if known else value


def _term(links: Links, page: Page, fields: dict[str, str]) -> list[tuple[str, str]]:
    rulebooks = links.book.settings.rulebooks
    return [
        ("In", ", ".join(rulebooks[key].title for key in re.split(r",\s*", fields["term"]))),
        ("Rule", ", ".join(links.rules(page, fields.get("rule", "")))),
        *((title, fields.get(name, "").replace(NONE, "")) for name, title in _TERM_TITLES.items()),
    ]


def _erratum(links: Links, page: Page, block: Block) -> list[tuple[str, str]]:
    erratum = max((found for found in page.errata if found.line < block.line), key=lambda found: found.line)
    fields = erratum.fields
    quote = fields.get("quote", "none")
    return [
        ("Rule", ", ".join(links.rules(page, fields.get("rule", "")))),
        ("Source", fields.get("source", "") + ("" if quote == "none" else f": {quote}")),
        *((name.capitalize(), _said(links, fields[name])) for name in _ABOUT if name in fields),
    ]
