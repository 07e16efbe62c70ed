"""What a screen reader says on six journeys, by the tree that browsers hand to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

Open = Callable[..., Page]
SPOKEN = """() => { window.spoken = [];
  for (const place of document.querySelectorAll("[role=status], [role=alert], output")) new MutationObserver(() => {
    if (place.textContent) window.spoken.push(place.textContent.trim());
  }).observe(place, { childList: true, characterData: true, subtree: true }); }"""


def heard(place: Locator, tree: str) -> None:
    """The place is told as this tree, with nothing between that is out of order."""
    expect(place).to_match_aria_snapshot(tree)


def test_a_question_on_the_front_page(open_page: Open) -> None:
    page = open_page()
    heard(
        page.get_by_role("search", name="Your question"),
        """
        - search "Your question":
          - searchbox "Your question, or the number of a rule"
          - button "Ask"
        """,
    )


def test_a_word_in_the_search(open_page: Open) -> None:
    page = open_page("here-i-stand/withdraw.html")
    page.keyboard.press("/")
    page.keyboard.type("withdraw")
    expect(page.get_by_role("option").first).to_be_visible()
    heard(
        page.get_by_role("dialog", name="Search the book"),
        """
        - dialog "Search the book":
          - combobox "Question, rule number or name" [expanded]: withdraw
          - button "Close"
          - group "Rulebook":
            - radio "All" [checked]
          - status: /\\d+ results/
          - listbox "Results":
            - option [selected]
        """,
    )
    page.keyboard.press("Escape")
    expect(page.locator("dialog.search")).to_be_hidden()


def test_a_rule_and_its_small_print(open_page: Open) -> None:
    page = open_page("here-i-stand/withdraw.html")
    rule = page.locator("p.rule, li.rule").filter(has=page.locator("[href='#his-13.4a']")).first
    expect(rule.get_by_role("link").first).to_have_accessible_name("13.4a")
    heard(page.locator(".rule-about").first, "- group: /About 13\\.4a/")


def test_an_answer_of_a_calculator(open_page: Open) -> None:
    page = open_page("calculators/field-battle.html")
    attacker = page.get_by_role("group", name="The attacker")
    heard(
        attacker,
        """
        - group "The attacker":
          - textbox "Land units": "8"
          - combobox "Best leader (rating)"
          - textbox "Extra dice from cards": "0"
        """,
    )
    page.evaluate(SPOKEN)
    page.get_by_label("Land units").first.fill("12")
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".calc-status")).to_contain_text("The attacker wins", timeout=60_000)
    said = page.locator(".calc-headline").inner_text()
    spoken = page.evaluate("window.spoken")
    assert (spoken[-1], spoken.count(said)) == (said, 1)
    heard(
        page.get_by_role("region", name="The answer"),
        """
        - region "The answer":
          - paragraph: /The attacker wins/
          - paragraph: /The defender wins/
          - list:
            - listitem: /The attacker rolls \\d+ dice/
            - listitem: /The defender rolls \\d+ dice/
          - group "What may happen":
            - table "What may happen"
        """,
    )


def test_the_errata_by_a_word(open_page: Open) -> None:
    page = open_page("errata/index.html")
    heard(
        page.get_by_role("search", name="Errata"),
        """
        - search "Errata":
          - searchbox "rule or word"
          - combobox "type"
          - combobox "severity"
          - combobox "status"
          - status: /\\d+ of \\d+ errata/
        """,
    )
    page.get_by_role("searchbox", name="rule or word").fill("13.4")
    expect(page.get_by_role("search", name="Errata").get_by_role("status")).not_to_be_empty()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_answers_to_questions(open_page: Open, width: int) -> None:
    page = open_page("questions/here-i-stand.html", viewport={"width": width, "height": 800})
    heard(
        page.locator("article"),
        """
        - article:
          - heading /Questions about Here I Stand/ [level=1]
          - group "How much is shown":
            - button "Rules only"
            - button "With answers" [pressed]
            - button "With code"
          - heading [level=2]
          - paragraph:
            - strong
        """,
    )
