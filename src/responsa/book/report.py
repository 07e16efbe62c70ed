"""Turns a filled erratum form into the Markdown of an erratum, or says what it lacks.

`python -m responsa.book.report < form.md`, where the file holds what the form on the code host makes of the answers.
"""

from __future__ import annotations

import re
import sys
from typing import Final

from responsa.book.book import Book
from responsa.book.checks.errata import BASES, SEVERITIES, TYPES
from responsa.book.page import read_sources
from responsa.book.settings import Settings
from responsa.rules import RULE_ID, RuleId

LABELS: Final = {
    "rule": "Rule",
    "source": "Document and line",
    "quote": "The words at fault",
    "type": "Type",
    "severity": "Severity",
    "printed": "What is printed",
    "ruling": "What you think is right",
    "basis": "Basis",
}
"""The fields of the form, and the heading under which each stands in a filled one."""

_EMPTY = "_No response_"


def read_form(text: str) -> dict[str, str]:
    r"""The fields of a filled form; what was left empty is not among them.

    Examples:
        >>> from responsa.book.report import read_form
        >>> read_form("### Rule\n\nHIS 13.4c\n\n### Basis\n\n_No response_\n")
        {'rule': 'HIS 13.4c'}
    """
    names = {label: name for name, label in LABELS.items()}
    parts = re.split(r"^### (.+)$", text.replace("\r\n", "\n"), flags=re.MULTILINE)
    answers = zip(parts[1::2], parts[2::2], strict=True)
    form = {names[label.strip()]: words.strip() for label, words in answers if label.strip() in names}
    return {name: words for name, words in form.items() if words and words != _EMPTY}


def what_is_missing(form: dict[str, str], book: Book) -> list[str]:
    """Each thing that a filled form lacks or says in a way that cannot be used."""
    said = [f"{LABELS[name]} is empty" for name in LABELS if name not in form]
    rule = form.get("rule", "")
    if rule and (not RULE_ID.fullmatch(rule) or RuleId.of(rule) not in book.rules):
        said.append(f"Rule is {rule!r}, expected the label of a rule, for instance HIS 13.4c")
    places, unread = read_sources(form.get("source", ""))
    if unread or any(place.document not in book.settings.documents for place in places):
        documents = ", ".join(book.settings.documents)
        said.append(f"Document and line is {form['source']!r}, expected one of {documents} and a line")
    for name, allowed in (("type", TYPES), ("severity", SEVERITIES)):
        if form.get(name, allowed[0]) not in allowed:
            said.append(f"{LABELS[name]} is {form[name]!r}, expected one of {', '.join(allowed)}")
    basis = form.get("basis", BASES[0])
    if not basis.startswith(BASES):
        said.append(f"Basis is {basis!r}, expected it to begin with one of {', '.join(BASES)}")
    return said


def as_markdown(form: dict[str, str], book: Book, title: str = "TITLE") -> str:
    """The section of an erratum, with the next free number of its rulebook and the status *open*."""
    rulebook = RuleId.of(form["rule"]).rulebook
    numbers = [int(id_.partition("-E")[2]) for id_ in book.errata if id_.startswith(rulebook)]
    quote = form["quote"]
    fields = {
        **{name: form[name] for name in ("rule", "source")},
        "quote": quote if quote == "none" or quote.startswith("«") else f"«{quote}»",
        **{name: form[name] for name in ("type", "severity")},
        "status": "open",
        "basis": form["basis"],
    }
    meta = "; ".join(f"{name}: {' '.join(words.replace(';', ',').split())}" for name, words in fields.items())
    return (
        f"## {rulebook}-E{max(numbers, default=0) + 1:02} {title}\n\n{{{meta}}}\n\n"
        f"Printed: {form['printed']}\n\nRuling: {form['ruling']}\n"
    )


def main(text: str, settings_file: str = "pyproject.toml") -> int:
    """Print the erratum, or what the form lacks; the exit code is 1 if it lacks anything."""
    book = Book.read(Settings.read(settings_file))
    form = read_form(text)
    if missing := what_is_missing(form, book):
        print(*missing, sep="\n", file=sys.stderr)
        return 1
    print(as_markdown(form, book), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.stdin.read(), *sys.argv[1:]))
