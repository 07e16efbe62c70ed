"""The search: it finds what players ask for, on a server and in a folder, with keys alone, and asks nobody else."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route

from responsa.book import Book, Settings
from responsa.rules import RuleId
from responsa.site.finish import search

ROOT = Path(__file__).parents[2]
QUESTIONS = Path(__file__).with_name("search_questions.csv")
COVERAGE = ROOT / "docs/about/coverage.md"
INDEX_BUDGET = 125_000
ENGINE_BUDGET = 25_000
RULE_PAGE = "here-i-stand/withdraw.html"

FIRST_THREE = """async (questions) => {
  const input = document.querySelector("#search-input");
  const list = document.querySelector("#search-results");
  const found = [];
  for (const question of questions) {
    input.value = question;
    input.dispatchEvent(new Event("input"));
    while (list.dataset.question !== question) await new Promise((done) => setTimeout(done, 10));
    found.push([...list.children].slice(0, 3).map((option) => option.href));
  }
  return found;
}"""
"""Types each question and takes the addresses of the first three results."""


@pytest.fixture(scope="module")
def book() -> Book:
    return Book.read(Settings.read(ROOT / "pyproject.toml"))


@pytest.fixture(scope="module")
def questions() -> list[dict[str, str]]:
    with QUESTIONS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def open_search(page: Page) -> None:
    page.keyboard.press("/")
    page.locator(".search-books label").nth(3).wait_for(state="attached")  # the words of the book are there


def ask(page: Page, question: str) -> list[str]:
    """The addresses of all results."""
    page.fill("#search-input", question)
    page.locator(f"#search-results[data-question={json.dumps(question, ensure_ascii=False)}]").wait_for(
        state="attached"
    )
    return [option.get_attribute("href") or "" for option in page.get_by_role("option").all()]


# --- what is searched ---


def test_everything_that_can_be_asked_for_is_in_the_index(book: Book) -> None:
    index = search.index_of_book(book)
    asked = [question for page in book.pages.values() for question in page.questions]
    assert [row[1] for row in index["rules"]] == [str(rule) for rule in book.rules]
    assert {row[1] for row in index["clauses"]} == {str(clause) for clause in book.clauses}
    assert {row[1] for row in index["questions"]} == {question.anchor for question in asked}
    assert {row[3] for row in index["terms"]} == {term.name for term in book.glossary.terms}
    assert {row[1] for row in index["errata"]} == {*book.errata}
    assert len(index["pages"]) == len(book.pages)
    names = {row[1] for row in index["names"]}
    public = {piece.name for pieces in book.code.values() for piece in pieces if piece.is_public and piece.is_function}
    assert public < names
    assert {"responsa.NotInThisText", "responsa.ImpossibleSituation", "responsa.dice.percent"} < names


def test_questions_and_rules_are_asked_about_in_both_languages(book: Book) -> None:
    index = search.index_of_book(book)
    assert not [row[3] for row in index["questions"] if not re.search("[а-я]", row[5])]
    for rule, phrases in search.asked_in(book.settings.docs / search.ASKED).items():
        assert RuleId.of(rule) in book.rules
        assert {bool(re.search("[а-я]", phrase)) for phrase in phrases} == {True, False}, rule


def test_the_scripts_are_always_the_same_bytes_and_small(site: Path, book: Book) -> None:
    folder = site / search.FOLDER
    assert (folder / search.INDEX).read_text(encoding="utf-8") == search.index_script(book)
    assert (folder / search.ENGINE).read_text(encoding="utf-8") == search.engine_script()
    assert len(gzip.compress((folder / search.INDEX).read_bytes())) < INDEX_BUDGET
    assert len(gzip.compress((folder / search.ENGINE).read_bytes())) < ENGINE_BUDGET


def test_the_libraries_are_those_that_the_note_names() -> None:
    told = re.findall(
        r"^\| (\S+\.js) \|.*\| ([0-9a-f]{64}) \|$", (search.VENDOR / "README.md").read_text(), re.MULTILINE
    )
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in search.VENDOR.glob("*.js")}
    assert dict(told) == found


def test_every_result_leads_to_a_place_that_exists(site: Path, book: Book) -> None:
    index = search.index_of_book(book)
    ids = {
        row[0]: {*re.findall(r'\bid="([^"]+)"', (site / row[0]).read_text(encoding="utf-8"))} for row in index["pages"]
    }
    places = [
        *((row[0], row[1].replace(" ", "-").lower()) for name in ("clauses", "rules", "errata") for row in index[name]),
        *((row[0], row[1]) for name in ("terms", "questions", "names") for row in index[name]),
    ]
    assert not [(index["pages"][page][0], id_) for page, id_ in places if id_ not in ids[index["pages"][page][0]]]


# --- how well it finds ---


def places_of(answers: str) -> Iterator[str]:
    """How the address of a good answer ends."""
    for answer in answers.split("; "):
        is_rule = re.match(r"[A-Z]{3} ", answer)
        yield "#" + answer.replace(" ", "-").lower() if is_rule else answer


def test_the_questions_are_a_hundred_english_and_fifty_russian_and_half_is_kept(
    questions: list[dict[str, str]],
) -> None:
    counts = Counter((row["language"], row["half"]) for row in questions)
    half = {"English": 50, "Russian": 25}
    assert counts == {(language, name): half[language] for language in half for name in ("tuning", "kept")}
    assert len({row["question"] for row in questions}) == len(questions)


def test_every_answer_is_a_place_of_the_book(questions: list[dict[str, str]], site: Path) -> None:
    ids = {f"#{id_}" for file in site.rglob("*.html") for id_ in re.findall(r'\bid="([^"]+)"', file.read_text("utf-8"))}
    missing = [
        (row["question"], place)
        for row in questions
        for place in places_of(row["answers"])
        if place not in ids and not (site / place).is_file()
    ]
    assert not missing


@pytest.fixture(scope="module")
def scores(browser: Browser, address: str, questions: list[dict[str, str]]) -> dict[tuple[str, str], list[int]]:
    """For each half and language: how many questions, how many answered first, how many among the first three."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.goto("index.html")
    open_search(page)
    found = page.evaluate(FIRST_THREE, [row["question"] for row in questions])
    context.close()
    counts: dict[tuple[str, str], list[int]] = {}
    for row, hits in zip(questions, found, strict=True):
        good = [any(hit.endswith(place) for place in places_of(row["answers"])) for hit in hits]
        for key in ((row["half"], row["language"]), (row["half"], "all")):
            count = counts.setdefault(key, [0, 0, 0])
            for place, reached in enumerate((True, good[:1] == [True], any(good))):
                count[place] += reached
    return counts


def test_the_scores_are_those_that_the_coverage_page_prints(scores: dict[tuple[str, str], list[int]]) -> None:
    row = re.compile(r"^\| (tuning|kept) \| (\w+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
    printed = {
        (half, language): [*map(int, counts)] for half, language, *counts in row.findall(COVERAGE.read_text("utf-8"))
    }
    assert printed.keys() == scores.keys()
    for key, (asked, *counted) in scores.items():
        assert printed[key][0] == asked
        for told, found in zip(printed[key][1:], counted, strict=True):
            assert found - 2 <= told <= found, f"the page says {printed[key]} of {key}, counted are {[asked, *counted]}"


def test_nearly_every_question_is_answered_by_the_first_three_results(scores: dict[tuple[str, str], list[int]]) -> None:
    for half in ("tuning", "kept"):
        asked, first, among_three = scores[half, "all"]
        assert among_three >= 0.95 * asked
        assert first >= 0.80 * asked


@pytest.mark.parametrize(
    ("spelling", "place"),
    [
        ("13.4c", "#his-13.4c"),
        ("HIS 13.4c", "#his-13.4c"),
        ("his13.4c", "#his-13.4c"),
        ("HIS-13.4C", "#his-13.4c"),
        ("13.4с", "#his-13.4c"),  # with a Russian letter
        ("rule 13.4c please", "#his-13.4c"),
        ("9.2.1.2", "#hel-9.2.1.2"),
        ("9212", "#hel-9.2.1.2"),
        ("C31", "#his-c31"),
        ("HIS-E43", "#his-e43"),
        ("may_withdraw", "#responsa.here_i_stand.withdraw.may_withdraw"),
        ("ImpossibleSituation", "#responsa.ImpossibleSituation"),
        ("avoiding group", "#term-avoiding-group"),
    ],
)
def test_a_number_or_a_name_is_found_in_any_spelling(open_page: Callable[..., Page], spelling: str, place: str) -> None:
    page = open_page()
    open_search(page)
    found = ask(page, spelling)
    assert found[0].endswith(place), found[:5]


# --- how it behaves ---


def test_nothing_of_it_is_fetched_before_it_is_opened_and_nothing_from_elsewhere(
    open_page: Callable[..., Page], address: str
) -> None:
    page = open_page("about:blank")
    asked: list[str] = []
    page.on("request", lambda it: asked.append(it.url))
    page.goto(RULE_PAGE)
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "search" in url]
    page.get_by_role("button", name="Search").click()
    page.locator(".search-books label").nth(3).wait_for()
    assert ask(page, "shut the gates")
    names = [url.rpartition("/")[2] for url in asked if "assets/search/" in url]
    assert sorted(names) == ["engine.js", "find.js", "index.js", "search.css", "search.js"]
    assert not [url for url in asked if not url.startswith((address, "data:", "about:"))]


def test_it_is_used_with_keys_alone(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.keyboard.press("Control+k")
    page.locator(".search-books label").nth(3).wait_for()
    page.keyboard.type("how many men may shut the gates")
    page.locator("#search-results[data-question='how many men may shut the gates']").wait_for()
    field = page.get_by_role("combobox")
    assert field.get_attribute("aria-expanded") == "true"
    options = page.get_by_role("option")
    assert field.get_attribute("aria-activedescendant") == options.nth(0).get_attribute("id")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert field.get_attribute("aria-activedescendant") == options.nth(1).get_attribute("id")
    assert options.nth(1).get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/questions/here-i-stand.html#how-many-men-may-shut-the-gates")
    page.go_back()
    page.locator("dialog.search[open]").wait_for()  # the search is where it was left
    page.keyboard.press("Escape")
    page.locator("dialog.search").wait_for(state="hidden")
    page.wait_for_url("**/index.html")


def test_a_result_on_the_same_page_is_gone_to_without_loading_it_anew(open_page: Callable[..., Page]) -> None:
    page = open_page(RULE_PAGE)
    open_search(page)
    ask(page, "13.4q")
    loads: list[str] = []
    page.on("request", lambda it: loads.append(it.url) if it.is_navigation_request() else None)
    page.keyboard.press("Enter")
    page.wait_for_url("**/withdraw.html#his-13.4q")
    assert page.locator(":target").get_attribute("id") == "his-13.4q"
    assert not page.locator("dialog.search").is_visible()
    assert not loads


def test_a_result_names_rulebook_number_and_title_and_marks_the_words(open_page: Callable[..., Page]) -> None:
    page = open_page()
    open_search(page)
    ask(page, "besieged leaders intercept")
    first = page.get_by_role("option").first
    assert first.locator("b").text_content() == "HIS 13.2g"
    assert first.locator(".search-title").text_content() == "Interception"
    assert "Here I Stand" in (first.text_content() or "")
    assert {"Besieged", "leaders", "intercept"} <= {*first.locator(".search-text mark").all_text_contents()}


def test_russian_words_that_found_an_english_rule_are_shown(open_page: Callable[..., Page]) -> None:
    page = open_page()
    open_search(page)
    ask(page, "вылазки")
    assert "вылазка" in (page.locator(".search-also mark").first.text_content() or "").lower()


def test_it_can_be_narrowed_to_a_rulebook_and_linked(open_page: Callable[..., Page]) -> None:
    page = open_page()
    open_search(page)
    everywhere = ask(page, "siege")
    page.get_by_role("radio", name="Here I Stand").check(force=True)
    narrowed = [option.get_attribute("href") or "" for option in page.get_by_role("option").all()]
    assert narrowed
    assert narrowed != everywhere
    assert all(re.search(r"/here-i-stand|his-|glossary", hit) for hit in narrowed)
    assert "in Here I Stand" in (page.get_by_role("status").text_content() or "")
    assert page.url.endswith("?q=siege&in=HIS")
    again = open_page(page.url)
    again.locator("#search-results[data-question='siege']").wait_for()
    assert [option.get_attribute("href") for option in again.get_by_role("option").all()] == narrowed
    again.keyboard.press("Escape")
    again.wait_for_url("**/index.html")


def test_the_number_of_results_is_announced(open_page: Callable[..., Page]) -> None:
    page = open_page()
    open_search(page)
    shown = ask(page, "ransom")
    assert page.locator(".search-status").get_attribute("role") == "status"
    assert page.get_by_role("status").text_content() == f"{len(shown)} results"


def test_where_nothing_is_found_there_is_a_way_on(open_page: Callable[..., Page]) -> None:
    page = open_page(RULE_PAGE)
    open_search(page)
    assert not ask(page, "qqqq xxxx")
    assert page.get_by_role("status").text_content() == "No results"
    assert page.locator(".search-help a").count() == 3
    page.get_by_role("radio", name="Hellenes").check(force=True)
    assert not ask(page, "proconsul")
    page.get_by_role("button", name="Search in all rulebooks").click()
    assert page.get_by_role("option").count()


def test_an_example_can_be_tried(open_page: Callable[..., Page]) -> None:
    page = open_page()
    open_search(page)
    for example in page.locator(".search-examples button").all_text_contents():
        assert ask(page, example), example


def test_it_works_in_a_folder(browser: Browser, site: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda it: asked.append(it.url))
    page.goto((site / RULE_PAGE).as_uri())
    open_search(page)
    assert ask(page, "13.3.4d")[0] == f"{(site / 'here-i-stand/avoid-battle.html').as_uri()}#his-13.3.4d"
    assert any(hit.endswith("#hel-1.3a") for hit in ask(page, "сколько отрядов помещается в городе")[:3])
    ask(page, "ror 1.12.2j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/victory.html#ror-1.12.2j")
    assert not [url for url in asked if not url.startswith(("file:", "data:"))]
    context.close()


def test_the_search_of_the_theme_is_gone(site: Path) -> None:
    assert not [file for file in site.rglob("*") if "lunr" in file.name or file.match("*/workers/*")]
    assert not (site / "search").exists()
    assert "md-search" not in (site / "index.html").read_text(encoding="utf-8")


def test_without_scripts_there_is_no_dead_button(open_page: Callable[..., Page]) -> None:
    page = open_page(RULE_PAGE, java_script_enabled=False)
    assert page.locator(".search-button, [for=__search], input[type=search]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_in_the_open_dialog(open_page: Callable[..., Page], width: int, scheme: str) -> None:
    page = open_page(RULE_PAGE, viewport={"width": width, "height": 800}, color_scheme=scheme)
    open_search(page)
    found = []
    for question in ("", "how many dice", "сколько кубиков", "may_withdraw", "qqqq"):
        if question:
            ask(page, question)
        results = Axe().run(page, options={"resultTypes": ["violations"]})
        found += [f"{question}: {results.generate_report()}"] if results.violations_count else []
        assert page.evaluate("document.querySelector('dialog.search').scrollWidth") <= width
    assert not found, "\n".join(found)


def test_what_is_typed_before_the_words_of_the_book_have_come_is_kept(open_page: Callable[..., Page]) -> None:
    page = open_page()

    def slowly(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    page.route("**/assets/search/*.js", slowly)
    page.keyboard.type("/avoid battle", delay=20)
    page.locator("#search-results[data-question='avoid battle']").wait_for()
    page.unroute_all()
    early = open_page()
    early.keyboard.type("/13.4d\n")
    early.wait_for_url("**/withdraw.html#his-13.4d")


@pytest.mark.parametrize("beginning", ["wi", "av", "зи", "qzx"])
def test_only_text_is_shown(open_page: Callable[..., Page], beginning: str) -> None:
    page = open_page()
    open_search(page)
    ask(page, beginning)
    assert "[object" not in page.locator("dialog.search").inner_text()
