"""The line below the heading of an erratum or a term: its fields, as a reader understands them."""

from __future__ import annotations

import re

from responsa.book.blocks import Block
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
    text = " · ".join(f"**{name}** {value}" for name, value in rows if value)
    return [f"{block.prefix}{text}", f"{block.prefix}{{: .{kind} }}"]


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
        *((name.capitalize(), fields[name]) for name in ("type", "severity", "status", "basis") if name in fields),
    ]
