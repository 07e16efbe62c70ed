"""What the extension makes of a page, under plain Python-Markdown, under MkDocs and under Zensical alike."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from markdown import Markdown
from mkdocs.exceptions import BuildError

from responsa.book import Book, BookError, Settings
from responsa.book.gate import faults_of_words
from tests.book.fences import SPELLINGS
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

MKDOCS = """
site_name: Minibook
strict: true
use_directory_urls: false
theme: {name: material, font: false}
validation: {links: {not_found: warn, anchors: warn}}
markdown_extensions:
  - admonition
  - attr_list
  - tables
  - pymdownx.details
  - pymdownx.highlight: {pygments_lang_class: true}
  - pymdownx.superfences
  - pymdownx.tabbed: {alternate_style: true}
  - toc
  - responsa.site.pages.extension
plugins:
  - autorefs: {link_titles: false}
  - mkdocstrings: {handlers: {python: {paths: [.], options: {docstring_style: google}}}}
"""

WALLS = "his/walls.md"


def html_of(minibook: MiniBook, page: str) -> str:
    """The page through Python-Markdown alone, as any tool on top of it would see it."""
    md = Markdown(
        extensions=["attr_list", "tables", "pymdownx.superfences", "pymdownx.details", "responsa.site.pages.extension"],
        extension_configs={"responsa.site.pages.extension": {"settings": str(minibook.root / "pyproject.toml")}},
    )
    return md.convert((minibook.root / "docs" / page).read_text(encoding="utf-8"))


def build(minibook: MiniBook, *command: str) -> subprocess.CompletedProcess[str]:
    (minibook.root / "mkdocs.yml").write_text(MKDOCS, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=minibook.root,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(minibook.root), "NO_MKDOCS_2_WARNING": "1"},
    )


BUILDERS = {"mkdocs": ("mkdocs", "build", "--strict"), "zensical": ("zensical", "build", "--clean")}


@pytest.fixture(params=BUILDERS)
def site(minibook: MiniBook, request: pytest.FixtureRequest) -> Path:
    shown = (f'<!-- skip: next "it is only shown" -->\n\n{fence.format("x = 1")}' for fence in SPELLINGS.values())
    minibook.write("his/fences.md", "# Fences\n\n" + "\n\nAnd.\n\n".join(shown))
    done = build(minibook, *BUILDERS[request.param])
    assert done.returncode == 0, done.stdout + done.stderr
    return minibook.root / "site"


def test_a_rule_is_a_paragraph_with_its_permalink(minibook: MiniBook) -> None:
    html = html_of(minibook, WALLS)
    assert '<p class="rule" id="his-13.4c"><a class="rule-label" href="#his-13.4c"' in html
    assert "{source:" not in html


def test_headings_of_clauses_carry_their_number_as_anchor(minibook: MiniBook) -> None:
    assert '<h2 class="clause" id="his-13.4">13.4 The walls</h2>' in html_of(minibook, WALLS)


def test_a_supplement_is_marked_as_such(minibook: MiniBook) -> None:
    minibook.change(WALLS, "{source: battle 10}", "{supplement: HIS-2010 13.4}")
    html = html_of(minibook, WALLS)
    assert '<p class="rule rule-supplement" id="his-13.4c">' in html
    assert "not in our source" in html


def test_the_small_print_tells_source_citations_and_code(minibook: MiniBook) -> None:
    about = html_of(minibook, WALLS).split('id="his-13.4d"')[1].split("</details>")[0]
    assert "<code>battle.ru.txt</code> line 12" in about
    assert '<a class="rule-ref" href="#his-13.4c">13.4c</a>' in about
    assert "may_withdraw" in about


def test_a_question_is_found_on_its_rules_and_in_the_list(minibook: MiniBook) -> None:
    asked = "# Questions\n\n## May we, though?\n\n**Yes.**\n\nRules: [HIS 13.4d], [HIS 13.4]\n"
    minibook.write("questions/his.md", asked)
    minibook.write("questions/index.md", "# All\n\n{list: questions}\n")
    assert faults_of_words(Book.read(minibook.settings)) == []
    assert 'href="../questions/his.md#may-we-though">May we, though?</a>' in html_of(minibook, WALLS)
    assert '<h2 class="question" id="may-we-though">' in html_of(minibook, "questions/his.md")
    assert 'href="his.md#may-we-though">May we, though?</a>' in html_of(minibook, "questions/index.md")
    minibook.write("questions/his.md", asked + asked.removeprefix("# Questions\n"))
    assert any("is asked twice" in fault.message for fault in faults_of_words(Book.read(minibook.settings)))


def test_the_versions_of_a_rule_lead_to_what_changed(minibook: MiniBook) -> None:
    settings = minibook.root / "pyproject.toml"
    settings.write_text(settings.read_text().replace("[tool.responsa]\n", '[tool.responsa]\nchanges = "changes.md"\n'))
    minibook.write("changes.md", "# Changes\n\n{list: changes}\n")
    minibook.write("removed.md", "# Removed\n\n| rule | since |\n| --- | --- |\n| HIS 13.4z | 2026-12-01 |\n")
    minibook.change(WALLS, "[13.4c]", "[13.4z] Gone.\n{source: battle 10}\n\n[13.4c]")
    minibook.snapshot("2026-11-30")
    minibook.change(WALLS, "[13.4z] Gone.\n{source: battle 10}\n\n", "")
    minibook.change(WALLS, "battle 12;", "battle 12; version: 2; changed: four, not five;")
    minibook.snapshot("2026-12-01")
    module = minibook.root / minibook.package / "walls.py"
    module.write_text(module.read_text().replace('"HIS 13.4d")\n', '"HIS 13.4d v2")\n', 1))
    changes = html_of(minibook, "changes.md")
    assert re.findall(r'<h2 id="(since-[^"]+)">', changes) == ["since-2026-12-01", "since-2026-11-30"]
    assert (
        '<li id="v2-his-13.4d"><a class="rule-ref" href="his/walls.md#his-13.4d">HIS 13.4d</a>, version 2: ' in changes
    )
    assert "four, not five" in changes
    assert 'href="removed.md#his-13.4z">HIS 13.4z</a>: removed' in changes
    assert ">13.4c–d</a>" in changes
    about = html_of(minibook, WALLS).split('id="his-13.4d"')[1].split("</details>")[0]
    assert '2, since <a href="../changes.md#v2-his-13.4d">2026-12-01</a>' in about
    assert '1, since <a href="../changes.md#since-2026-11-30">2026-11-30</a>' in about


def test_an_answer_is_what_the_next_example_prints_last(minibook: MiniBook) -> None:
    example = (
        "```pycon\n>>> print('Yes.')\nYes.\n>>> print('No. It falls [HIS 13.4d].')\nNo. It falls [HIS 13.4d].\n```\n"
    )
    minibook.write("index.md", f"# Home\n\n{{answer: next}}\n\n{example}")
    html = html_of(minibook, "index.md")
    assert '<p class="answer"><strong>No.</strong> It falls <a class="rule-ref" href="his/walls.md#his-13.4d">' in html
    minibook.write("index.md", f"# Home\n\n{example}\n{{answer: next}}\n")
    with pytest.raises((BookError, BuildError), match=r"index\.md:\d+: no example below this line prints an answer"):
        html_of(minibook, "index.md")


def test_a_page_about_a_rulebook_has_its_colours_but_not_the_gutter_of_its_rules(minibook: MiniBook) -> None:
    minibook.write("questions/his.md", "# Questions\n")
    assert '<div class="rulebook rulebook-his has-rules"></div>' in html_of(minibook, WALLS)
    assert '<div class="rulebook rulebook-his"></div>' in html_of(minibook, "questions/his.md")
    assert 'class="rulebook' not in html_of(minibook, "index.md")


def test_errata_are_counted_by_severity_and_status(minibook: MiniBook) -> None:
    minibook.change("errata/his.md", "# Errata\n", "# Errata\n\n{list: errata-totals}\n")
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", html_of(minibook, "errata/his.md"))
    assert cells[:6] == ["severity", "verified", "held", "rejected", "open", "all"]
    assert cells[12:18] == ["confuses", "1", "0", "0", "0", "1"]
    assert cells[24:30] == ["<strong>all</strong>", "1", "0", "0", "0", "1"]


def test_errata_are_marked_on_the_rule_and_lead_back(minibook: MiniBook) -> None:
    assert 'href="../errata/his.md#his-e42"' in html_of(minibook, WALLS)
    errata = html_of(minibook, "errata/his.md")
    assert 'id="his-e42"' in errata
    assert 'href="../his/walls.md#his-13.4d">HIS 13.4d</a>' in errata
    assert "severity" not in errata.split("<h2")[0]


def test_rules_in_lists_quotes_and_notes_stand_where_they_are(minibook: MiniBook) -> None:
    minibook.change(WALLS, "[13.4c] The space", "- [13.4c] The space")
    minibook.change(WALLS, "{source: battle 10}", "  {source: battle 10}\n\n- Another item [13.4d].")
    html = html_of(minibook, WALLS)
    assert re.search(r'<li>\s*<p class="rule" id="his-13.4c">', html)
    assert html.count("<ul>") >= 1
    assert '<a class="rule-ref" href="#his-13.4d">13.4d</a>.' in html


def test_code_is_left_alone(minibook: MiniBook) -> None:
    minibook.change(
        WALLS, "```pycon", "Write `[13.4d]` and `[four](=MAX)`.\n\n```text\n[13.4d] {source: x}\n```\n\n```pycon"
    )
    html = html_of(minibook, WALLS)
    assert "<code>[13.4d]</code>" in html
    assert "<code>[four](=MAX)</code>" in html
    assert "[13.4d] {source: x}" in html


def test_a_table_is_plain_and_says_what_it_tests(minibook: MiniBook) -> None:
    html = html_of(minibook, WALLS)
    assert '<p class="table-tests">Each row of this table is a test of <code>may_withdraw</code>.</p>' in html
    assert "{test:" not in html


def test_skips_are_not_shown_but_listed(minibook: MiniBook) -> None:
    minibook.change(WALLS, "```pycon", '<!-- skip: next "needs a map" -->\n\n```pycon')
    minibook.write("skips.md", "# Skips\n\n{list: skips}\n")
    assert "skip: next" not in html_of(minibook, WALLS)
    assert "needs a map" in html_of(minibook, "skips.md")
    assert "his/walls.md" in html_of(minibook, "skips.md")


def test_the_api_page_lists_each_module_once_under_the_title_of_its_page(minibook: MiniBook) -> None:
    api = Settings.read(minibook.root / "pyproject.toml").rulebooks["HIS"].api
    minibook.write(api, "# The library\n\n{list: modules}\n")
    html = html_of(minibook, api)
    assert html.count("walls.html") + html.count("walls.md") == 1
    assert len(re.findall(r"::: minibook\d+\.walls$", html, re.MULTILINE)) == 1


def test_the_coverage_page_counts_what_stands_behind_each_rule(minibook: MiniBook) -> None:
    minibook.write("coverage.md", "# Coverage\n\n{list: coverage}\n")
    html = html_of(minibook, "coverage.md")
    rows = [re.sub(r"<[^>]+>", "", row).split("\n") for row in re.findall(r"<tr>\n(.*?)\n</tr>", html, re.DOTALL)]
    assert rows[1] == ["Here I Stand", "2", "0", "1", "2", "0", "1", "1"]
    assert rows[3] == ["HIS 13.4c", "1", "2", "–", "may_withdraw", "–", "battle 10"]
    assert rows[4] == ["HIS 13.4d", "1", "2", "–", "may_withdraw", "HIS-E42", "battle 12"]
    assert 'href="his/walls.md#his-13.4d">HIS 13.4d</a>' in html


def test_the_scores_of_the_last_runs_are_shown_if_there_are_any(minibook: MiniBook) -> None:
    settings = minibook.root / "pyproject.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("[tool.responsa]", '[tool.responsa]\nscores = ["pages.md", "none.md", "code.md"]'))
    minibook.write("scores.md", "# Scores\n\n{list: scores}\n")
    assert "<table>" not in html_of(minibook, "scores.md")
    head = "| what | score |\n| --- | --: |\n"
    (minibook.root / "pages.md").write_text(f"# Of pages\n\n{head}| numbers | 100.0 % |\n| cells | 99.0 % |\n")
    rows = "".join(f"| module {number} | 90.0 % |\n" for number in range(30))
    (minibook.root / "code.md").write_text(f"# Of code\n\n{head}{rows}| all | 91.0 % |\n")
    html = html_of(minibook, "scores.md")
    assert re.findall(r"<h2[^>]*>(.*?)<", html) == ["Of pages", "Of code"]
    assert re.findall(r"<td>(.*?)</td>", html) == ["numbers", "cells", "all"], "a long table is shown by its total"


def test_a_modal_word_is_shown_without_what_it_is_tied_to(minibook: MiniBook) -> None:
    html = html_of(minibook, WALLS)
    assert "units may withdraw." in html
    assert "(=" not in html


def test_the_old_link_of_a_removed_rule_arrives_on_the_list(minibook: MiniBook) -> None:
    minibook.write("removed.md", "# Removed\n\n| rule | since |\n| --- | --- |\n| HIS 13.4z | 2026-12-01 |\n")
    minibook.change("index.md", "[HIS 13.4d]", "[HIS 13.4z]")
    assert 'href="removed.md#his-13.4z"' in html_of(minibook, "index.md")
    assert '<td id="his-13.4z">HIS 13.4z</td>' in html_of(minibook, "removed.md")


def test_a_page_changed_between_two_builds_is_read_anew(minibook: MiniBook) -> None:
    assert "fortified" in html_of(minibook, WALLS)
    minibook.change(WALLS, "be fortified", "have walls")
    assert "have walls" in html_of(minibook, WALLS)


def test_a_broken_book_stops_the_build_with_page_and_line(minibook: MiniBook) -> None:
    minibook.change(WALLS, "[four](=MAX", "[five](=MAX")
    with pytest.raises((BookError, BuildError), match=r"his/walls\.md:8: the text says 'five'"):
        html_of(minibook, WALLS)


@pytest.mark.parametrize("builder", BUILDERS)
def test_every_builder_goes_red_and_says_where(minibook: MiniBook, builder: str) -> None:
    minibook.change(WALLS, "\n{source: battle 10}", "")
    minibook.change("index.md", "[HIS 13.4d]", "[HIS 13.4x]")
    done = build(minibook, *BUILDERS[builder])
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "his/walls.md:6: HIS 13.4c has no source" in said
    assert "index.md:3: there is no rule or clause HIS 13.4x" in said


def test_each_builder_keeps_every_rule_number_link_and_example(site: Path) -> None:
    walls = (site / "his/walls.html").read_text(encoding="utf-8")
    assert re.findall(r'<p class="rule" id="([^"]+)"', walls) == ["his-13.4c", "his-13.4d"]
    assert re.search(r'<a class="[^"]*number[^"]*"[^>]* href="\.\./api\.html#minibook\d+\.walls\.MAX_INSIDE"', walls)
    assert 'href="his/walls.html#his-13.4d"' in (site / "index.html").read_text(encoding="utf-8")
    assert 'href="his/walls.html#his-13.4d"' in (site / "api.html").read_text(encoding="utf-8")
    fences = (site / "his/fences.html").read_text(encoding="utf-8")
    assert len(re.findall(r'<div [^>]*class="language-(?:python|pycon) ', fences)) == len(SPELLINGS)


def test_a_calculator_is_a_form_and_its_first_answer(minibook: MiniBook) -> None:
    minibook.write("his/odds.md", "# Odds\n\n{calculator: field-battle}\n\nAnd more.\n")
    html = html_of(minibook, "his/odds.md")
    assert "{calculator" not in html
    assert '<form autocomplete="off" class="calc-form" data-search-exclude="" hidden="hidden"' in html
    assert '<p class="calc-headline">The attacker wins 46.7\u00a0% of these battles</p>' in html
    assert "<dt>Land units</dt><dd>8</dd>" in html.replace("\n", "")


def test_an_unknown_calculator_stops_the_build(minibook: MiniBook) -> None:
    minibook.write("his/odds.md", "# Odds\n\n{calculator: no-such-thing}\n")
    with pytest.raises(
        (BookError, BuildError), match=r"his/odds.md:3: there is no calculator 'no-such-thing'; expected winter"
    ):
        html_of(minibook, "his/odds.md")
