"""The book for programs: files that fit their schemas, the same at every build, and usable from another language."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from responsa.book import Book, Settings
from responsa.site.finish.cases import NotPlain, to_plain, write_ids
from responsa.site.finish.export import exports, main
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

ROOT = Path(__file__).parents[2]
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
NAMES = ("rules", "cases", "errata", "glossary", "questions")
WALLS = "his/walls.md"


@pytest.fixture
def exported(site: Path) -> Callable[[str], Any]:
    """Reads an export of the book in docs/, as it lies beside its pages."""
    return lambda name: json.loads((site / name).read_text(encoding="utf-8"))


def of(minibook: MiniBook, name: str) -> list[dict[str, Any]]:
    data = json.loads(exports(Book.read(minibook.settings))[f"{name}.json"])
    (entries,) = data.values()
    return list(entries)


def schema(name: str) -> Any:
    return json.loads((files("responsa.site.finish") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def problems(name: str, data: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema(name)).iter_errors(data)]


# --- the book in docs/ ---


@pytest.mark.parametrize("name", NAMES)
def test_each_file_fits_its_schema_which_lies_beside_it(name: str, exported: Callable[[str], Any]) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert problems(name, exported(f"{name}.json")) == []
    assert exported(f"schemas/{name}.schema.json") == schema(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_refuses_what_it_does_not_know(name: str, exported: Callable[[str], Any]) -> None:
    data = exported(f"{name}.json")
    (entries,) = data.values()
    assert problems(name, {**data, "made": "today"}) != []
    assert problems(name, {key: [*entries, {"id": "nonsense"}] for key in data}) != []


def test_every_rule_and_erratum_of_the_book_is_in_its_file(exported: Callable[[str], Any]) -> None:
    rules = exported("rules.json")["rules"]
    assert [rule["id"] for rule in rules] == [str(id_) for id_ in BOOK.rules]
    assert {erratum["id"] for erratum in exported("errata.json")["errata"]} == set(BOOK.errata)
    marked = [rule["id"] for rule in rules if re.search(r"\(=|\]\(|\*\*|`", rule["text"])]
    assert marked == []


def test_ids_of_cases_are_unique_and_their_rules_exist(exported: Callable[[str], Any]) -> None:
    cases = exported("cases.json")["cases"]
    assert len({case["id"] for case in cases}) == len(cases)
    known = {str(id_) for id_ in BOOK.rules}
    assert {rule for case in cases for rule in case["rules"] if rule[-1].isalpha()} <= known


def test_two_builds_write_the_same_bytes(site: Path, tmp_path: Path) -> None:
    other = {**os.environ, "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-m", "responsa.site.finish.export", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, env=other)
    again = {file.relative_to(tmp_path).as_posix(): file.read_bytes() for file in tmp_path.rglob("*.*")}
    assert {f"{name}.json" for name in NAMES} < again.keys()
    assert again == {name: (site / name).read_bytes() for name in again}
    assert not any(b"\r" in text for text in again.values())


# --- in another language ---


def javascript() -> str:
    (code,) = re.findall(r"```javascript\n(.*?)```", (ROOT / "docs/about/for-programs.md").read_text(), re.DOTALL)
    return str(code)


Try = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture
def tried(site: Path, tmp_path: Path) -> Try:
    """Runs a program in JavaScript on the cases."""
    return lambda code: node(site / "cases.json", tmp_path, code)


def node(cases: Path, tmp_path: Path, code: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("node")
    if program is None:
        assert not os.environ.get("CI"), "node is missing"
        pytest.skip("node is missing")
    (tmp_path / "check.mjs").write_text(code)
    command = [program, "check.mjs", str(cases)]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)


def test_the_program_on_the_page_tests_an_engine_in_javascript(tried: Try) -> None:
    done = tried(javascript())
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.match(r"([1-9]\d*) of \1 cases hold; \d+ not tried", done.stdout)


def test_it_finds_a_wrong_engine(tried: Try) -> None:
    done = tried(javascript().replace("besiegers > inside", "besiegers >= inside"))
    assert done.returncode == 1
    assert re.search(r"HIS-is_siege-\w{8} \(HIS 15\.3a; here-i-stand/siege\.md:\d+\): expected false", done.stderr)


def test_it_finds_an_engine_that_accepts_what_cannot_be(tried: Try) -> None:
    done = tried(javascript().replace('if (talents < 0 || talents > 1) throw new RangeError("talents");', ""))
    assert done.returncode == 1
    assert "expected wrong talents" in done.stderr


def test_the_case_on_the_page_is_one_of_the_file(exported: Callable[[str], Any]) -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs/about/for-programs.md").read_text(), re.DOTALL)
    case = json.loads(shown)
    same = [other for other in exported("cases.json")["cases"] if other["id"] == case["id"]]
    assert [{**other, "line": case["line"]} for other in same] == [case]


# --- a small book ---


def test_a_rule_says_what_stands_behind_it(minibook: MiniBook) -> None:
    minibook.change(WALLS, "| units |", '!!! reason "Why"\n\n    Four men *hold* a gate [13.4c].\n\n| units |')
    (first, second) = of(minibook, "rules")
    assert first["cites"] == ["HIS 13.4d"]
    assert first["cited_by"] == []
    assert second == {
        "id": "HIS 13.4d",
        "rulebook": "HIS",
        "number": "13.4d",
        "clause": {"id": "HIS 13.4", "title": "The walls"},
        "kind": "normative",
        "text": "At most four units may withdraw.",
        "url": "his/walls.html#his-13.4d",
        "version": 1,
        "sources": [{"document": "battle.ru.txt", "line": 12}],
        "supplement": None,
        "reminder_of": None,
        "implemented_by": [f"{minibook.package}.walls.may_withdraw"],
        "examples": [
            {
                "page": WALLS,
                "line": 11,
                "code": f">>> from {minibook.package} import may_withdraw\n>>> print(may_withdraw(4))\n"
                "Yes. 4 are few enough [HIS 13.4d].\n",
            }
        ],
        "tables": [{"page": WALLS, "line": 21, "rows": 2}],
        "errata": ["HIS-E42"],
        "cites": [],
        "cited_by": ["HIS 13.4c"],
        "terms": [],
        "why": [{"kind": "reason", "title": "Why", "text": "Four men hold a gate [13.4c]."}],
    }


def test_a_supplement_says_so(minibook: MiniBook) -> None:
    minibook.change(WALLS, "{source: battle 10}", "{supplement: HIS-2010 13.4}")
    first = of(minibook, "rules")[0]
    assert (first["kind"], first["supplement"], first["sources"]) == ("supplement", "HIS-2010 13.4", [])


def test_an_erratum_says_what_is_printed_and_ruled(minibook: MiniBook) -> None:
    minibook.change("errata/his.md", "Printed: nothing.", "Printed: nothing.\nAt all.\n\nRuling: [HIS 13.4d] holds.")
    (erratum,) = of(minibook, "errata")
    assert (erratum["printed"], erratum["ruling"]) == ("nothing. At all.", "[HIS 13.4d] holds.")
    assert (erratum["rule"], erratum["source"]) == (["HIS 13.4d"], [{"document": "battle.ru.txt", "line": 12}])
    assert (erratum["example"], erratum["url"]) == (None, "errata/his.html#his-e42")


def test_a_question_has_its_answer_its_rules_and_its_example(minibook: MiniBook) -> None:
    first = "## *May* we?\n\nRussian: можно?\n\n**Yes,\nwe [may](x.md).**\n\nRules: [HIS 13.4d], [HIS 13.4]\n"
    first += "\n```python\nassert 1\n```\n"
    minibook.write("questions/his.md", f"# Q\n\n{first}\n## And now?\n\n**No.**\n\nRules: [HIS 13.4c]\n")
    asked, second = of(minibook, "questions")
    assert asked == {
        "id": "HIS-may-we",
        "rulebook": "HIS",
        "question": "May we?",
        "russian": "можно?",
        "answer": "Yes, we may.",
        "rules": ["HIS 13.4d", "HIS 13.4"],
        "example": {"page": "questions/his.md", "line": 12, "code": "assert 1\n"},
        "url": "questions/his.html#may-we",
    }
    assert (second["answer"], second["example"], second["rules"]) == ("No.", None, ["HIS 13.4c"])


def test_every_question_of_the_book_is_in_its_file_and_ids_are_unique(exported: Callable[[str], Any]) -> None:
    questions = exported("questions.json")["questions"]
    assert len({question["id"] for question in questions}) == len(questions)
    assert len(questions) == sum(len(page.questions) for page in BOOK.pages.values())
    assert [question["id"] for question in questions if not question["example"]] == []


def test_examples_and_rows_become_cases(minibook: MiniBook) -> None:
    example, row = of(minibook, "cases")
    assert example["input"] == {"units": 4}
    assert example["rules"] == ["HIS 13.4d"]
    assert example["expected"] == {"answer": True, "because": [{"text": "4 are few enough", "rule": "HIS 13.4d"}]}
    assert (example["page"], example["line"]) == (WALLS, 11)
    assert (row["input"], row["row"], row["line"]) == ({"units": 5}, {"units": 5, "withdraw": False}, 20)
    assert row["expected"]["answer"] is False


CALLS = """
from dataclasses import dataclass
from functools import cache
from responsa import ImpossibleSituation, NotInThisText


@dataclass(frozen=True)
class Gate:
    name: str
    guards: tuple[str, ...] = ()


@implements("HIS 13.4c")
@cache
def guarded(gate: Gate, *, by: int = 1, others: tuple[str, ...] = ()) -> bool:
    return len(gate.guards) >= by and bool(may_withdraw(1))


@implements("HIS 13.4c")
def check(units: int) -> int | None:
    if units < 0:
        raise ImpossibleSituation("units", units, "0 or more", "HIS 13.4d")
    if units > 9:
        raise NotInThisText("what so many do", "HIS 13.4c")
    try:
        check(-1 if units else 1)
    except ImpossibleSituation:
        return None
    finally:
        units += 1


@implements("HIS 13.4c")
def each(units: list[int]):
    yield from units
"""

USES = """```python
from PACKAGE.walls import *

for _ in range(2):
    assert guarded(Gate("North", ("Ann", "Bob")))
assert check(1) is None
for units in (-1, 10):
    try:
        check(units)
    except (ImpossibleSituation, NotInThisText):
        pass
assert list(each([1])) == [1]
assert sum(map(bool, map(may_withdraw, iter([2])))) == 1
```

```pycon
"""


def test_calls_are_taken_down_whatever_they_give(minibook: MiniBook) -> None:
    module = minibook.root / minibook.package / "walls.py"
    module.write_text(module.read_text() + CALLS)
    minibook.change(WALLS, "```pycon\n", USES.replace("PACKAGE", minibook.package))
    cases = [case for case in of(minibook, "cases") if case["line"] == 11]
    assert [(case["function"], case["input"], case.get("expected"), case.get("error")) for case in cases[:4]] == [
        ("guarded", {"gate": {"type": "Gate", "name": "North", "guards": ["Ann", "Bob"]}, "by": 1}, True, None),
        ("check", {"units": 1}, None, None),
        ("check", {"units": -1}, None, {"type": "ImpossibleSituation", "field": "units", "rule": "HIS 13.4d"}),
        ("check", {"units": 10}, None, {"type": "NotInThisText", "question": "what so many do", "rule": "HIS 13.4c"}),
    ]
    assert "expected" in cases[1]
    assert [case["function"] for case in cases[4:]] == ["may_withdraw"]
    assert [case["rules"] for case in cases] == [["HIS 13.4c"]] * 2 + [["HIS 13.4d"], ["HIS 13.4c"], ["HIS 13.4d"]]


def test_an_example_that_fails_is_no_case(minibook: MiniBook) -> None:
    minibook.change(WALLS, "Yes. 4 are few", "Yes. 3 are few")
    assert [case["line"] for case in of(minibook, "cases")] == [19, 20]


def test_sets_and_mappings_are_written_in_a_fixed_way() -> None:
    assert to_plain(frozenset({"b", "a"})) == ["a", "b"]
    assert to_plain({"b": 1, "a": {2: ()}}) == {"b": 1, "a": [[2, []]]}
    with pytest.raises(NotPlain):
        to_plain(iter([1]))


def test_the_export_writes_every_file_into_the_site(minibook: MiniBook) -> None:
    main(str(minibook.root / "site"), str(minibook.root / "pyproject.toml"))
    names = {file.relative_to(minibook.root / "site").as_posix() for file in minibook.root.rglob("site/**/*.*")}
    assert names == {
        *(f"{name}.json" for name in NAMES),
        *(f"schemas/{name}.schema.json" for name in NAMES),
        "feed.xml",
    }


def test_a_renamed_function_keeps_the_ids_of_its_cases(minibook: MiniBook) -> None:
    write_ids(Book.read(minibook.settings))
    before = [case["id"] for case in of(minibook, "cases")]
    assert before
    folder = minibook.root / minibook.package
    for file in (folder / "walls.py", folder / "__init__.py", minibook.root / "docs" / WALLS):
        file.write_text(file.read_text(encoding="utf-8").replace("may_withdraw", "may_go_inside"), encoding="utf-8")
    for name in [name for name in sys.modules if name.partition(".")[0] == minibook.package]:
        del sys.modules[name]
    importlib.invalidate_caches()
    after = of(minibook, "cases")
    assert {case["function"] for case in after} == {"may_go_inside"}
    assert [case["id"] for case in after] == before
