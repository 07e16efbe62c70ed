"""The questions of players: enough for each game, each with an answer in one line, its rules and an example."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from responsa.book import Book, Settings
from responsa.book.page import Question

BOOK = Book.read(Settings.read())
QUESTIONS = [question for page in BOOK.pages.values() for question in page.questions]
FOR_EACH_GAME = 30


def section_of(question: Question) -> str:
    """What stands between the heading of a question and the next heading."""
    lines = BOOK.pages[question.page].text.split("\n")[question.line :]
    end = next((number for number, line in enumerate(lines) if line.startswith("## ")), len(lines))
    return "\n".join(lines[:end])


def test_every_game_has_its_share() -> None:
    counts = Counter(question.page for question in QUESTIONS)
    assert set(counts) == {f"questions/{rulebook.folder}.md" for rulebook in BOOK.settings.rulebooks.values()}
    assert min(counts.values()) >= FOR_EACH_GAME


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.anchor)
def test_each_question_is_answered(question: Question) -> None:
    section = section_of(question)
    opening = r"\n(?:Russian: [^\n]+\n\n)?\*\*[A-Z][^\n]*\.\*\*\n\nRules: "
    assert re.match(opening, section), "the question in Russian, an answer in one bold line, then its rules"
    assert question.rules
    assert all(rule in BOOK.rules for rule in question.rules)
    end = question.line + section.count("\n")
    examples = [found for found in BOOK.pages[question.page].examples if question.line < found.line <= end]
    assert len(examples) == 1, "one example that works it out"


def test_every_heading_of_the_pages_is_a_question() -> None:
    pages = {question.page for question in QUESTIONS}
    headings = sum(BOOK.pages[page].text.count("\n## ") for page in pages)
    assert headings == len(QUESTIONS)


def test_the_rules_lead_back_to_their_questions() -> None:
    for question in QUESTIONS:
        assert all(question in BOOK.asked_about[rule] for rule in question.rules)
