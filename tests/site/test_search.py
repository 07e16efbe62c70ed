"""The search: it finds what players ask for, on a server and in a folder, with keys alone, and asks nobody else."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from benchmarks.search import rows, score
from responsa.book import Book, Settings
from responsa.book.checks.asked import ASKED
from responsa.book.search_index import WHOLE, asked_in, index_of_book
from responsa.rules import RuleId
from responsa.search import Index, Record
from responsa.site.finish import search
from tests.site.axe import found_by_axe

ROOT = Path(__file__).parents[2]
FILES = [ROOT / f"benchmarks/search/{name}.csv" for name in ("first", "situations")]
UNCOVERED = ROOT / "benchmarks/search/uncovered.csv"
COVERAGE = ROOT / "docs/about/coverage.md"
BUDGET = 180_000
RULE_PAGE = "here-i-stand/withdraw.html"


@pytest.fixture(scope="module")
def book() -> Book:
    return Book.read(Settings.read(ROOT / "pyproject.toml"))


@pytest.fixture(scope="module")
def index(book: Book) -> Index:
    return Index(index_of_book(book))


@pytest.fixture(scope="module")
def questions() -> list[dict[str, str]]:
    return [row for file in FILES for row in rows(file)]


NUMBERS_AND_SLIPS = [
    "13",
    "13.4 leaders",
    "1.12.2 tie",
    "9.2.2 cost",
    "rule 9.2",
    "rule 9.2 hellenes",
    "99.9",
    "9.2.9",
    "14.2",
    "wint",
    "wi",
    "av",
    "зи",
    "+1",
    "-1",
    "osada",
    "jcflf",
    "jcf;ltyyst",
    "who wins.",
    "it's mine, isn't it",
    "may_wihdraw",
    "card 31",
    "vienna",
    "munster",
    "<b>hi</b>",
    "🙂",
    "the of a",
    "his13.4c",
    "HIS-E43",
    "hel 9",
    "9212",
    "besiged",
]


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
    index = index_of_book(book)
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
    index = index_of_book(book)
    assert not [row[3] for row in index["questions"] if not re.search("[а-я]", row[5])]
    for rule, phrases in asked_in(book.settings.docs / ASKED).items():
        assert RuleId.of(rule) in book.rules
        assert {bool(re.search("[а-я]", phrase)) for phrase in phrases} == {True, False}, rule


def test_the_script_is_always_the_same_bytes_and_all_of_it_is_small(site: Path, book: Book) -> None:
    folder = site / search.FOLDER
    assert not (folder / "words.json").exists()  # it stands in the index
    assert (folder / search.INDEX).read_text(encoding="utf-8") == search.index_script(book)
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in folder.iterdir()}
    indexes = {name for name in sizes if name.startswith("index")}
    for opened in indexes:  # a reader waits for the words of his own language
        assert sum(sizes[name] for name in sizes.keys() - indexes | {opened}) < BUDGET


def test_every_result_leads_to_a_place_that_exists(site: Path, book: Book) -> None:
    index = index_of_book(book)
    ids = {
        row[0]: {*re.findall(r'\bid="([^"]+)"', (site / row[0]).read_text(encoding="utf-8"))} for row in index["pages"]
    }
    places = [
        *((row[0], row[1].replace(" ", "-").lower()) for name in ("clauses", "rules", "errata") for row in index[name]),
        *((row[0], row[1]) for name in ("terms", "questions", "names") for row in index[name]),
    ]
    assert all((site / address).is_file() for address, _ in index["papers"])
    assert not [(index["pages"][page][0], id_) for page, id_ in places if id_ not in ids[index["pages"][page][0]]]


# --- how well it finds ---


def test_half_of_the_questions_is_kept_and_each_answer_is_in_the_book(
    questions: list[dict[str, str]], book: Book
) -> None:
    counts = Counter((row["language"], row["half"]) for row in questions)
    assert len(questions) >= 300
    assert counts["English", "kept"] >= 100
    assert counts["Russian", "kept"] >= 50
    ids = {str(rule) for rule in book.rules}
    answers = {answer.strip() for row in questions for answer in row["answers"].split(";")}
    assert not {answer for answer in answers if answer[3:4] == " "} - ids - {str(clause) for clause in book.clauses}


@pytest.fixture(scope="module")
def scores(index: Index) -> dict[tuple[str, str], Counter[str]]:
    found: dict[tuple[str, str], Counter[str]] = {}
    for file in FILES:
        for key, count in score(index, file).items():
            found[key] = found.get(key, Counter()) + count
    return found


def test_the_scores_are_those_that_the_coverage_page_prints(scores: dict[tuple[str, str], Counter[str]]) -> None:
    row = re.compile(r"^\| (tuned|kept) \| (\w+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
    printed = {
        (half, language): [*map(int, counts)] for half, language, *counts in row.findall(COVERAGE.read_text("utf-8"))
    }
    assert printed.keys() == scores.keys()
    for key, count in scores.items():
        assert printed[key][0] == count["asked"]
        for told, name in zip(printed[key][1:], ("first", "three"), strict=True):
            assert told <= count[name], f"the page says {printed[key]} of {key}, counted are {count}"


def test_what_the_book_does_not_cover_is_told(index: Index, scores: dict[tuple[str, str], Counter[str]]) -> None:
    kept = sum((count for (half, _), count in score(index, UNCOVERED).items() if half == "kept"), Counter[str]())
    covered = sum((count for (half, _), count in scores.items() if half == "kept"), Counter[str]())
    assert kept["unknown"] >= 0.8 * kept["asked"]
    assert covered["unknown"] <= 0.03 * covered["asked"]


def test_the_command_line_and_the_browser_rank_alike(
    index: Index, book: Book, questions: list[dict[str, str]], tmp_path: Path
) -> None:
    file = tmp_path / "index.json"
    file.write_text(json.dumps(index_of_book(book)), encoding="utf-8")
    asked = [(row["question"], "", "") for row in [*questions, *rows(UNCOVERED)]]
    asked += [(words, key, "HIS") for words in NUMBERS_AND_SLIPS for key in ("", "HEL")]
    script = ROOT / "tests/site/search_in_node.js"
    done = subprocess.run(["node", script, file], input=json.dumps(asked), capture_output=True, text=True, check=True)
    for words, theirs in zip(asked, json.loads(done.stdout), strict=True):
        found = index.find(*words)
        ours = {
            "hits": [hit.record.url for hit in found.hits[:10]],
            "isKnown": found.is_known,
            "missing": found.missing,
        }
        assert ours == theirs, words


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("13", "HIS 13"),
        ("rule 9.2", "HEL 9.2"),
        ("9.2 here", "HEL 9.2"),
        ("card 31", "HIS C31"),
        ("may_wihdraw", "may_withdraw"),
        ("vienna", "Vienna"),
        ("munster", "Münster"),
        ("hannibal", "Hannibal"),
        ("avoid battle calculator", "Can I avoid battle?"),
        ("калькулятор уклонения от боя", "Can I avoid battle?"),
        ("battle calculator", "Field battle odds"),
        ("siege calculator", "Can we hide in the fortress?"),
        ("calculator", "Calculators"),
        ("player aid", "Player aids"),
        ("памятка", "Player aids"),
        ("pdf hellenes", "Hellenes"),
        ("print rome", "The Republic of Rome"),
        ("errata", "Errata"),
        ("errata 13.4d", "HIS-E42"),
        ("scipio", "P. Cornelius Scipio Africanus"),
        ("caesar", "C. Julius Caesar"),
        ("cornelius", "Cornelius"),
        ("henry viii", "Henry VIII"),
    ],
)
def test_a_thing_is_found_as_what_it_is(index: Index, asked: str, first: str) -> None:
    found = index.find(asked)
    assert found.is_known
    assert first in (found.hits[0].record.id, found.hits[0].record.title)


@pytest.mark.parametrize("asked", ["pdf", "paper edition", "print", "печать"])
def test_who_wants_paper_finds_the_edition_of_each_rulebook(index: Index, book: Book, asked: str) -> None:
    found = index.find(asked)
    assert found.is_known
    editions = {f"{rulebook.folder}/{WHOLE}" for rulebook in book.settings.rulebooks.values()}
    assert {hit.record.url for hit in found.hits[: len(editions)]} == editions


def test_a_word_for_a_kind_of_thing_needs_not_stand_in_it(index: Index) -> None:
    assert [hit.record.kind for hit in index.find("errata of the siege").hits[:3]] == ["erratum"] * 3
    assert index.find("war").hits[0].record.kind != "place"  # part of a name, and an ordinary word as well


@pytest.mark.parametrize(
    "forms",
    [
        "крепость крепости крепостью",
        "война войны войной",
        "генерал генерала генералы",
        "число числа числу",
        "одна один",
    ],
)
def test_the_forms_of_a_russian_word_are_one(index: Index, forms: str) -> None:
    assert len({index.words.stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    "place", [row[2] for row in index_of_book(Book.read(Settings.read(ROOT / "pyproject.toml")))["places"]]
)
def test_every_name_of_the_games_is_found(index: Index, place: str) -> None:
    assert index.find(place).hits[0].record.title == place


def test_a_term_is_found_by_its_name_and_by_its_russian_word(index: Index) -> None:
    rows = [record for record in index.records if record.kind == "term"]
    for names in ([row.title for row in rows], [row.names[0] for row in rows if row.names]):
        found = [
            name for name in names if {name} & {n for hit in index.find(name).hits[:3] for n in _names(hit.record)}
        ]
        assert len(found) > 0.95 * len(names)


def _names(record: Record) -> list[str]:
    return [record.title, *record.names]


@pytest.mark.parametrize(
    ("asked", "inside"), [("13.4 leaders", "HIS 13.4"), ("1.12.2 tie", "ROR 1.12.2"), ("9.2.2 cost", "HEL 9.2.2")]
)
def test_a_number_with_words_is_searched_inside_its_clause(index: Index, asked: str, inside: str) -> None:
    found = [hit.record for hit in index.find(asked).hits if hit.record.kind == "rule"]
    assert found[0].id[:-1] == inside


@pytest.mark.parametrize(("asked", "near"), [("99.9", "HIS 22.6"), ("9.2.9", "HEL 9.2.4"), ("14.2", "HIS 14.1")])
def test_a_number_that_does_not_exist_names_the_nearest(index: Index, asked: str, near: str) -> None:
    found = index.find(asked)
    assert (found.missing, found.hits[0].record.id) == (asked, near)


def test_keys_that_are_no_letters_in_the_other_layout_are_understood(index: Index) -> None:
    assert [hit.record.id for hit in index.find("ds[jl bp jcf;ltyyjuj").hits[:3]] == [
        hit.record.id for hit in index.find("выход из осажденного").hits[:3]
    ]


@pytest.mark.parametrize("slip", ["osada", "jcflf", "осоада"])
def test_a_wrong_layout_and_latin_letters_are_understood(index: Index, slip: str) -> None:
    meant = {hit.record.id for hit in index.find("осада").hits[:5]} - {""}
    assert meant & {hit.record.id for hit in index.find(slip).hits[:5]}


@pytest.mark.parametrize(
    "words", ["", "the of a", "\x00\x01", "🙂", "x" * 10_000, "<script>", "___", "((((", "+", "qwrtpsdf"]
)
def test_whatever_is_asked_there_is_a_calm_answer(index: Index, words: str) -> None:
    assert not index.find(words).is_known or index.find(words).hits


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
    assert sorted(names) == ["find.js", "index.js", "search.css", "search.js"]
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
    page.wait_for_url(lambda url: url.endswith("?q=siege&in=HIS"))
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


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_in_the_open_dialog(open_page: Callable[..., Page], width: int) -> None:
    page = open_page(RULE_PAGE, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    open_search(page)
    found = []
    for question in ("", "how many dice", "сколько кубиков", "may_withdraw", "qqqq"):
        if question:
            ask(page, question)
        found += [f"{question}: {fault}" for fault in found_by_axe(page)]
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


def test_on_a_phone_two_results_stand_above_the_keyboard_and_their_number_too(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 390, "height": 508})
    open_search(page)
    ask(page, "may I shut the gates")
    assert (page.get_by_role("status").bounding_box() or {"height": 0})["height"] > 10
    second = page.get_by_role("option").nth(1).bounding_box()
    assert second
    assert second["y"] + second["height"] <= 508


def test_what_is_not_in_the_book_is_said_with_what_is_near(open_page: Callable[..., Page]) -> None:
    page = open_page()
    open_search(page)
    assert 0 < len(ask(page, "how does castling work in chess")) <= 5
    assert "seems not to be in the book" in (page.get_by_role("status").text_content() or "")
    assert ask(page, "99.9")
    assert "There is no 99.9" in (page.get_by_role("status").text_content() or "")


def test_the_answer_comes_first_then_its_rule_then_the_calculator(open_page: Callable[..., Page]) -> None:
    page = open_page()
    open_search(page)
    found = ask(page, "may I shut the gates")
    assert "[HIS 13.4d]" in (page.locator(".search-answer").text_content() or "")
    assert found[1].endswith("#his-13.4d")
    assert any(hit.endswith("calculators/fortress.html") for hit in found[:4])
