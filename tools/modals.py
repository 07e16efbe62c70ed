"""The words *must*, *may* and *must not* in a rule, and what examples show of them."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from responsa.book.book import Book
from responsa.book.page import Rule
from responsa.book.reader import plain_text
from responsa.site.cases import cases_of_book

MODAL = re.compile(r"\b(?:must not|must|may)\b(?! not\b)", re.IGNORECASE)
"""A word that obliges, allows or forbids."""


@dataclass
class Evidence:
    """What the answers of examples and table rows say about a rule.

    Attributes:
        yes: The functions that answered yes, and gave the rule as a reason.
        no: The functions that answered no, and gave the rule as the reason.
        refused: The functions that refused a situation because of the rule.
        done: The functions that did something because of the rule, step by step.
    """

    yes: set[str] = field(default_factory=set)
    no: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    done: set[str] = field(default_factory=set)

    @property
    def is_ruled(self) -> bool:
        """Whether any answer rests on the rule."""
        return bool(self.yes or self.no or self.refused)


def evidence_of(book: Book) -> defaultdict[str, Evidence]:
    """What examples show of each rule, by its id."""
    found: defaultdict[str, Evidence] = defaultdict(Evidence)
    for case in cases_of_book(book)["cases"]:
        name = case["function"]
        expected = case.get("expected")
        if "error" in case:
            found[case["error"]["rule"]].refused.add(name)
        elif isinstance(expected, dict) and "answer" in expected:
            for reason in expected["because"]:
                (found[reason["rule"]].yes if expected["answer"] else found[reason["rule"]].no).add(name)
        else:
            for rule in case["rules"]:
                found[rule].done.add(name)
    return found


def what_is_not_shown(rule: Rule, evidence: Evidence) -> str:
    """Which of the modal words of a rule no example bears out; empty if all are borne out.

    What *may* be done must be seen done and not done; what *must not*, refused; what *must*, refused to whoever does
    not, or answered by a function that tells what must be.
    """
    words = {found[0].lower() for found in MODAL.finditer(plain_text(rule.text))}
    obliging = {name for name in evidence.yes if name.startswith("must_")}
    allowing = evidence.yes - obliging
    if "may" in words and not (allowing and (evidence.no or evidence.refused)):
        return f"{rule.id} says may, and no example shows it done and another not done"
    if "must not" in words and not (evidence.no or evidence.refused):
        return f"{rule.id} says must not, and no example shows it refused"
    if "must" in words and not (obliging or evidence.refused or evidence.no or evidence.done):
        return f"{rule.id} says must, and no example shows what happens to whoever does not"
    return ""
