"""One term for one thing: marked at its first use in a section, defined somewhere, and without a second word."""

from __future__ import annotations

import pytest
from markdown import Markdown

from responsa.book import Book
from responsa.book.glossary import Glossary, Term
from responsa.site.finish.plain import Plain
from responsa.site.pages.render import Renderer
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

GLOSSARY = """# Glossary

### unit

{term: HIS; rule: HIS 13.4d; russian: отряд; players: men; not: troop; forms: unit's}

A counter that stands for soldiers.

### Command Points

{term: HIS, HEL; rule: HIS 13.4c; russian: —}

What moving costs.

{names: Vienna}

{alike: men, troops}
"""


@pytest.fixture
def book(minibook: MiniBook) -> MiniBook:
    minibook.write("glossary.md", GLOSSARY.replace(", HEL", ""))
    return minibook


def html_of(book: MiniBook) -> str:
    md = Markdown(
        extensions=["attr_list", "tables", "pymdownx.superfences", "pymdownx.details", "responsa.site.pages.extension"],
        extension_configs={"responsa.site.pages.extension": {"settings": str(book.root / "pyproject.toml")}},
    )
    return md.convert((book.root / "docs/his/walls.md").read_text(encoding="utf-8"))


def test_a_book_with_its_terms_in_order(book: MiniBook) -> None:
    assert book.faults() == []


def test_the_first_use_in_a_section_leads_to_the_glossary(book: MiniBook) -> None:
    book.change(
        "his/walls.md",
        "units [may](=may_withdraw) withdraw.",
        "units withdraw; no other unit does. The `unit`, the subunit.",
    )
    html = html_of(book)
    assert '<a class="term" href="../glossary.md#term-unit">units</a> withdraw; no other unit does' in html
    assert html.count('class="term"') == 1
    assert "<code>unit</code>" in html


def test_each_section_shows_it_again(book: MiniBook) -> None:
    book.change("his/walls.md", "be fortified [13.4d].", "hold a unit [13.4d].")
    book.change("his/walls.md", "[13.4d] At most", "## Leaving units\n\n[13.4d] At most")
    html = html_of(book)
    assert html.count('class="term"') == 2
    assert "Leaving units</h2>" in html


def test_a_term_that_looks_like_a_number_is_marked_too(book: MiniBook) -> None:
    book.change("glossary.md", "### Command Points", "### Double Move")
    book.change("his/walls.md", "units [may]", 'units with [Double Move](=plain "a term") [may]')
    assert book.faults() == []
    assert ">Double Move</a> may" in html_of(book)


def test_a_quiet_term_is_known_but_not_marked(book: MiniBook) -> None:
    book.change("glossary.md", "forms: unit's}", "forms: unit's; quiet: yes}")
    book.change("his/walls.md", "units [may]", "*units* [may]")
    assert book.faults() == []
    assert 'class="term"' not in html_of(book)


WRONG = [
    ("his/walls.md", "units [may]", "troops [may]", 8, "'troops' in HIS 13.4d is a second word for 'unit'"),
    ("his/walls.md", "units [may]", "*bands* [may]", 8, "the term 'bands' in HIS 13.4d is defined nowhere"),
    ("his/walls.md", "units [may]", "Army Groups [may]", 8, "the term 'Army' in HIS 13.4d is defined nowhere"),
    ("glossary.md", "rule: HIS 13.4d", "rule: HIS 13.4x", 3, "'unit' is defined by HIS 13.4x, which does not exist"),
    ("glossary.md", "term: HIS;", "term: XXX;", 3, "'unit' is a term of XXX, which is no rulebook"),
    ("glossary.md", "### Command Points", "### unit", 9, "'unit' is defined twice for HIS"),
    ("glossary.md", "not: troop", "quiet: no", 5, "'quiet' of 'unit' is 'no'; expected yes"),
    ("glossary.md", "for soldiers.", "for soldiers.\nIt is square.", 7, "'unit' is longer than one sentence"),
    ("glossary.md", "not: troop", "never: troop", 5, "a term has a field 'never'"),
]


@pytest.mark.parametrize(("page", "old", "new", "line", "message"), WRONG, ids=[w[4] for w in WRONG])
def test_what_is_wrong_is_told(book: MiniBook, page: str, old: str, new: str, line: int, message: str) -> None:
    book.change(page, old, new)
    assert any((f.page, f.line) == (page, line) and message in f.message for f in book.faults()), book.faults()


@pytest.mark.parametrize("words", ["units and *Command Points* [may]", "units in Vienna [may]", "unit's men [may]"])
def test_terms_names_and_their_forms_are_known(book: MiniBook, words: str) -> None:
    book.change("his/walls.md", "units [may]", words)
    assert book.faults() == []


def test_of_two_terms_that_overlap_the_longer_counts() -> None:
    def term(name: str, not_: str = "") -> Term:
        return Term(name, "g.md", 1, "", {"term": "HIS", "not": not_})

    glossary = Glossary([term("unit"), term("land unit", not_="unit")], ())
    assert [found.name for _, found in glossary.terms_in("Two land units.", "HIS")] == ["land unit"]
    assert list(glossary.second_words_in("Two land units.", "HIS")) == []
    assert [match[0] for match, _ in glossary.second_words_in("Land units and unit leaders.", "HIS")] == []
    assert list(glossary.terms_in("Two land units.", "ROR")) == []


def test_words_that_are_alike_are_kept_for_the_search_and_not_shown(minibook: MiniBook) -> None:
    minibook.write("glossary.md", GLOSSARY.replace(", HEL", ""))
    read = Book.read(minibook.settings)
    page = read.pages["glossary.md"]
    assert page.alike == ["men, troops"]
    for shown in (Renderer(read, has_api=False).page(page), Plain(read).page(page)):
        assert "Vienna" not in shown
        assert "alike" not in shown
