"""Each rule has its address at hand: a permalink for everybody, and where scripts run a button that copies it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page

RULES = "here-i-stand/withdraw.html"


def small_print(page: Page) -> Locator:
    return page.locator("#his-13\\.4d + details.rule-about")


def open_with_keyboard(page: Page) -> Locator:
    small_print(page).locator("summary").focus()
    page.keyboard.press("Enter")
    button = small_print(page).get_by_role("button", name="Copy the link")
    button.wait_for()
    return button


def test_the_label_of_a_rule_is_its_permalink(open_page: Callable[..., Page]) -> None:
    page = open_page(RULES)
    page.locator("#his-13\\.4d .rule-label").click()
    page.wait_for_url(lambda url: url.endswith(f"{RULES}#his-13.4d"))


def test_the_keyboard_copies_the_link_and_a_status_says_so(open_page: Callable[..., Page], address: str) -> None:
    page = open_page(RULES)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = open_with_keyboard(page)
    while not button.evaluate("it => it === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    small_print(page).get_by_role("status").get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}{RULES}#his-13.4d"


def test_where_the_clipboard_is_closed_the_old_way_copies_or_the_address_is_shown(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(RULES)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.evaluate("document.execCommand = () => { window.copied = String(document.activeElement.value); return true; }")
    button = open_with_keyboard(page)
    button.press("Enter")
    small_print(page).get_by_role("status").get_by_text("Copied.").wait_for()
    assert page.evaluate("window.copied").endswith(f"{RULES}#his-13.4d")
    assert button.evaluate("it => it === document.activeElement")
    page.evaluate("document.execCommand = () => false")
    button.press("Enter")
    small_print(page).get_by_role("status").get_by_text(f"{RULES}#his-13.4d").wait_for()


def test_it_is_drawn_once_and_not_without_scripts(open_page: Callable[..., Page]) -> None:
    page = open_page(RULES)
    for _ in range(3):
        small_print(page).locator("summary").click()
    assert small_print(page).locator("button").count() == 1
    page = open_page(RULES, java_script_enabled=False)
    assert page.locator(".rule-about button").count() == 0


def test_the_small_print_has_everything_that_the_book_knows_of_a_rule(open_page: Callable[..., Page]) -> None:
    page = open_page(RULES)
    small_print(page).locator("summary").click()
    names = small_print(page).locator("li > strong").all_text_contents()
    assert names == ["Source:", "Cited by:", "Code:", "Errata:", "Questions:"]


def test_errata_and_questions_stay_in_sight(open_page: Callable[..., Page]) -> None:
    page = open_page(RULES)
    rule = page.locator("#his-13\\.4d")
    assert rule.locator(".erratum-mark").count() == 3
    question = rule.get_by_role("link", name="Question: How many men may shut the gates?")
    question.click()
    assert page.get_by_role("heading", name="How many men may shut the gates?").is_visible()
