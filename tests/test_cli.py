"""The command: rules, words and books, for people and for programs, with exit codes that a script can use."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from responsa import cli
from responsa.book import Book
from responsa.book.data import book_data
from responsa.book.search_index import WORDS, index_of_book
from responsa.data import NoBook
from responsa.search import Words
from tests.book.minibook import MiniBook, minibook
from tests.book.test_translation import RUSSIAN

__all__ = ["minibook"]


@pytest.fixture
def data(minibook: MiniBook, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    minibook.change("his/walls.md", "| units |", '!!! reason "Room"\n\n    More find no bread.\n\n| units |')
    minibook.change("his/walls.md", "## 13.4", "An army may shut the gates.\n\n## 13.4")
    minibook.change("errata/his.md", "Printed: nothing.", "Printed: nothing.\n\nRuling: four.")
    found = book_data(Book.read(minibook.settings))
    monkeypatch.setattr(cli, "load", lambda language: found)
    monkeypatch.setattr(cli, "load_index", lambda language: index_of_book(Book.read(minibook.settings)))
    return found


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = cli.main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def in_russian(minibook: MiniBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """We stand in the folder of a book that is Russian, too."""
    settings = minibook.root / "pyproject.toml"
    settings.write_text(settings.read_text().replace('docs = "docs"', 'docs = "docs"\nlanguages = ["ru"]'))
    minibook.write("his/walls.ru.md", RUSSIAN)
    monkeypatch.chdir(minibook.root)


def test_a_rule_is_shown_in_another_language(in_russian: None, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rule", "--lang", "ru", "HIS 13.4d")
    assert code == cli.FINE
    assert out.startswith("HIS 13.4d  Стены\n\n  Вправе отступить самое большее четыре отряда.\n")
    assert "  Пример (his/walls.md, строка " in out
    assert "  Источник: battle.ru.txt строка 12\n" in out
    assert run(capsys, "rule", "HIS 13.4d")[1].startswith("HIS 13.4d  The walls\n")


def test_a_question_is_answered_in_another_language(in_russian: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert "самое большее четыре" in run(capsys, "search", "--lang=ru", "сколько отрядов отступает")[1]
    found = run(capsys, "search", "--lang=ru", "--json", "сколько отрядов отступает")[1]
    assert json.loads(found)["found"][0]["url"] == "ru/his/walls.html#his-13.4d"
    assert "похоже, этого в книге нет" in run(capsys, "search", "--lang=ru", "кофемолка")[2]


def test_a_language_that_the_book_is_not_in(in_russian: None, capsys: pytest.CaptureFixture[str]) -> None:
    told = "responsa: this book is not in 'de'; expected one of en, ru\n"
    assert run(capsys, "rule", "--lang=de", "HIS 13.4d") == (cli.USAGE, "", told)


@pytest.mark.parametrize("asked", ["HIS 13.4d", "his 13.4d", "13.4d", "13.4D", "[HIS 13.4d]"])
def test_a_rule_is_shown_with_why_example_and_errata(
    data: object, capsys: pytest.CaptureFixture[str], asked: str
) -> None:
    code, out, _ = run(capsys, "rule", *asked.split())
    assert code == cli.FINE
    assert out.startswith(
        "HIS 13.4d  The walls\n\n  At most four units may withdraw.\n\n  Reason: Room. More find no bread.\n"
    )
    assert "  Example (his/walls.md, line 13):\n      >>> from minibook" in out
    assert "      Yes. 4 are few enough [HIS 13.4d].\n" in out
    assert "  Erratum HIS-E42: How many. Printed: nothing. Ruling: four.\n" in out
    assert "  Source: battle.ru.txt line 12\n" in out
    assert ".walls.may_withdraw\n" in out


def test_a_clause_shows_all_its_rules(data: object, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rule", "HIS", "13.4")
    assert code == cli.FINE
    assert [line.split("  ")[0] for line in out.split("\n") if line.startswith("HIS ")] == ["HIS 13.4c", "HIS 13.4d"]


def test_a_rule_for_programs(data: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rule", "HIS 13.4d", "--json")
    assert code == cli.FINE
    assert json.loads(out) == {"rules": [data["rules"][1]], "errata": data["errata"]}


@pytest.mark.parametrize("number", ["HIS 13.4x", "HIS 99", "HEL 13.4c", "XYZ 13.4c", "ROME 13.4c"])
def test_a_rule_that_is_not_there(data: object, capsys: pytest.CaptureFixture[str], number: str) -> None:
    code, out, err = run(capsys, "rule", number)
    assert (code, out) == (cli.FAULTS, "")
    assert f"there is no rule {number}" in err


def test_near_rules_are_named(data: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert "near it: HIS 13.4d, HIS 13.4c" in run(capsys, "rule", "HIS 13.4e")[2]


@pytest.mark.parametrize("words", ["thirteen", "R 13.4c", "13.4c 13.4d", "", "13..4", "[[", "HIS"])
def test_what_is_no_rule_id_is_misuse(data: object, capsys: pytest.CaptureFixture[str], words: str) -> None:
    code, out, err = run(capsys, "rule", words)
    assert (code, out) == (cli.USAGE, "")
    assert f"{words.strip('[]')!r} is no rule id; expected something like 'HIS 13.4c'" in err


def test_words_find_rules_also_from_the_title_of_their_clause(data: object, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "search", "how do I fortify?")
    assert code == cli.FINE
    assert out.startswith("HIS 13.4c  The walls\n  The space must be fortified [13.4d].\n")
    code, out, _ = run(capsys, "search", "the", "walls")
    assert (code, out.count("HIS 13.4")) == (cli.FINE, 2)


def test_what_is_asked_for_by_its_kind_is_shown_with_its_address(
    data: object, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "search", "print", "it")
    assert code == cli.FINE
    assert re.match(r"\S.*  his/one-page\.html\n", out)


def test_a_search_for_programs_and_its_limit(data: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "search", "13.4", "fortified", "--json", "--limit", "1")
    (hit,) = json.loads(out)["found"]
    assert code == cli.FINE
    assert {key: hit[key] for key in ("id", "url")} == {"id": "HIS 13.4c", "url": "his/walls.html#his-13.4c"}
    assert hit["score"] > 0


def test_a_slip_of_the_pen_is_understood_and_what_is_not_in_the_book_is_told(
    data: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "search", "fourtified")[1].startswith("HIS 13.4c")
    code, out, err = run(capsys, "search", "the weather tomorrow")
    assert (code, out) == (cli.FAULTS, "")
    assert "this seems not to be in the book" in err
    assert "there is no 99.9; near it: HIS 13.4" in run(capsys, "search", "99.9")[2]
    assert run(capsys, "search", "the", "--json")[:2] == (cli.FAULTS, '{\n "found": []\n}\n')


@pytest.mark.parametrize(
    "arguments",
    [[], ["rule"], ["search"], ["search", "x", "--limit", "0"], ["search", "x", "--limit", "many"], ["burn"]],
)
def test_misuse_is_told_apart_from_faults(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *arguments)
    assert code == cli.USAGE
    assert err.startswith("usage: responsa")


def test_without_the_words_of_the_book_nothing_can_be_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(language: str) -> dict[str, Any]:
        raise NoBook("the package has no book.json")

    monkeypatch.setattr(cli, "load", missing)
    assert run(capsys, "rule", "HIS 13.4c") == (cli.USAGE, "", "responsa: the package has no book.json\n")


def test_in_a_clone_the_words_come_from_the_pages_as_they_are() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "responsa", "search", "anything", "--json"], capture_output=True, text=True, check=False
    )
    assert done.returncode in (cli.FINE, cli.FAULTS)
    assert "found" in json.loads(done.stdout)


def test_a_reader_that_has_seen_enough_is_no_error(data: dict[str, Any]) -> None:
    command = f"{sys.executable} -m responsa check {Path(__file__).parent} | true"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "forms",
    [
        "besiege besieged besieging besieges",
        "intercept intercepts interception intercepted",
        "army armies",
        "осада осаду осаждать осаждённый осаждающий",
        "объявить объявлять объявляет",
        "перехватить перехватывать перехват",
        "бой боя боем",
    ],
)
def test_forms_of_a_word_meet(forms: str) -> None:
    words = Words(json.loads(WORDS.read_text(encoding="utf-8")))
    assert len({*words.stems(forms)}) == 1
