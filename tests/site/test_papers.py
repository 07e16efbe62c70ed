"""The pages of the papers: a sentence that is pasted is found, letter by letter or with its words in other forms."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from responsa.book import Book, Settings
from responsa.book.checks.concordance import hash_of, read_concordance, stems_of
from responsa.site.pages.papers import anchor_of

BOOK = Book.read(Settings.read())
PAGE = "papers/movement.html"
ENTRIES = [it for it in read_concordance(BOOK) if it.document == BOOK.settings.documents["movement"]]
QUOTED = BOOK.errata["HIS-E22"].fields["quote"].strip("«»")
"""A whole sentence of the paper that the errata quote."""
OTHER_FORMS = "все войска считались вражескими во всех смыслах, когда производилось движение"


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page(PAGE)


def paste(page: Page, sentence: str) -> None:
    page.get_by_role("searchbox", name="A sentence of the paper").fill(sentence)
    page.keyboard.press("Enter")


def place() -> str:
    return next(anchor_of(entry) for entry in ENTRIES if entry.hash == hash_of(QUOTED))


@pytest.mark.parametrize("sentence", [QUOTED, OTHER_FORMS, f"  {QUOTED.upper()} "])
def test_a_sentence_is_found_also_with_its_words_in_other_forms(page: Page, sentence: str) -> None:
    page.context.set_offline(True)
    paste(page, sentence)
    page.wait_for_url(f"**#{place()}")
    row = page.locator("tr", has=page.locator(f"#{place()}"))
    expect(row.locator(".rule-ref").first).to_be_visible()
    expect(page.locator("dialog.search")).to_have_count(0)


def test_anything_else_is_searched_in_the_book(page: Page) -> None:
    paste(page, "сколько кубиков бросает защитник")
    expect(page.locator("dialog.search")).to_be_visible()
    assert "#" not in page.url


def test_the_script_takes_words_as_the_concordance_does(page: Page) -> None:
    for text in (QUOTED, OTHER_FORMS, "Ёлка, ЕЛЬ и CP; 12 «Gout»", "да"):
        assert sorted(page.evaluate("(text) => [...stemsOf(text)]", text)) == list(stems_of(text))


def test_most_quotations_of_the_errata_lead_to_their_line(page: Page) -> None:
    """Also pieces of sentences: what is left of a line in half of its words."""
    lines = {anchor_of(entry): entry.line for entry in ENTRIES}
    tried = found = 0
    for erratum in BOOK.errata.values():
        quote = erratum.fields.get("quote", "").strip("«»")
        own = {source.line for source in erratum.sources if source.document == "movement"}
        if own and len(stems_of(quote)) > 3:
            tried += 1
            leads = page.evaluate("(text) => sentenceOf(text).then((line) => line?.id)", quote)
            found += lines.get(leads) in own
    assert tried > 10
    assert found >= 0.8 * tried
