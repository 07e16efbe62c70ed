"""What an example enters decides whether it counts for a rule; everything that is not shown is told at once."""

from __future__ import annotations

import sys

import pytest

from responsa.book import Book
from responsa.book.checks.coverage import Cover, Coverage
from responsa.book.faults import Fault
from responsa.rules import RuleId
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

WALLS = "his/walls.md"

MODULE = '''
"""The walls."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from responsa import Finding, Ruling, decide, implements

MAX_INSIDE: Final = 4
"""How many may be inside."""


@implements("HIS 13.4d")
def may_withdraw(units: int) -> Ruling:
    """Whether so many may withdraw [HIS 13.4d]."""
    return decide(Finding(units <= MAX_INSIDE, "HIS 13.4d", yes=f"{units} are few enough", no=f"{units} are too many"))


@implements("HIS 13.4c")
@cache
def is_fortified(space: str) -> bool:
    """Whether a space is fortified [HIS 13.4c]."""
    return space == "Vienna"
'''

EXAMPLE = """{source: battle 10}

```python
from PACKAGE import is_fortified

assert is_fortified("Vienna")
```
"""


@pytest.fixture
def covered(minibook: MiniBook, monkeypatch: pytest.MonkeyPatch) -> MiniBook:
    """A small book of which every rule is shown at work."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    write_module(minibook, MODULE)
    minibook.change(WALLS, "{source: battle 10}\n", EXAMPLE.replace("PACKAGE", minibook.package))
    return minibook


def write_module(minibook: MiniBook, text: str) -> None:
    (minibook.root / minibook.package / "walls.py").write_text(text)
    names = "['may_withdraw', 'is_fortified']"
    (minibook.root / minibook.package / "__init__.py").write_text(
        f"from {minibook.package}.walls import *\n__all__ = {names}\n"
    )


def add_code(minibook: MiniBook, text: str) -> None:
    write_module(minibook, MODULE + "\n\n" + text)


def coverage(minibook: MiniBook) -> Coverage:
    for name in [name for name in sys.modules if name.partition(".")[0] == minibook.package]:
        del sys.modules[name]  # the module may have been written anew
    return Coverage(Book.read(minibook.settings))


def told(minibook: MiniBook) -> list[str]:
    return [str(fault).replace(minibook.package, "minibook") for fault in coverage(minibook).faults()]


def cover(minibook: MiniBook, rule: str) -> Cover:
    return coverage(minibook).covers[RuleId.of(rule)]


def test_examples_and_rows_count_where_they_run_the_code_of_their_rule(covered: MiniBook) -> None:
    assert covered.faults() == []
    assert told(covered) == []
    walls, gates = cover(covered, "HIS 13.4c"), cover(covered, "HIS 13.4d")
    assert [run.line for run in walls.examples] == [8]
    assert walls.rows == ()
    assert [run.line for run in gates.examples] == [17]
    assert [run.line for run in gates.rows] == [25, 26]
    assert [code.name for code in gates.code] == [f"{covered.package}.walls.may_withdraw"]


def test_a_rule_without_code_is_a_fault(covered: MiniBook) -> None:
    write_module(covered, MODULE.replace('@implements("HIS 13.4c")\n', ""))
    assert told(covered) == ["his/walls.md:5: HIS 13.4c is carried by no code; mark what carries it with @implements"]


def test_a_rule_without_an_example_is_a_fault_and_so_is_its_idle_code(covered: MiniBook) -> None:
    covered.write(
        "his/walls.md", (covered.root / "docs" / WALLS).read_text() + "\n[13.4e] So be it.\n{source: battle 13}\n"
    )
    add_code(covered, '@implements("HIS 13.4e")\ndef idle() -> int:\n    """Nothing [HIS 13.4e]."""\n    return 1\n')
    assert told(covered) == [
        "his/walls.md:30: HIS 13.4e has no example on its page",
        "minibook.walls:27: idle implements HIS 13.4e, but no example on his/walls.md runs it",
    ]


def test_an_example_that_does_not_run_the_code_of_its_rule_does_not_count(covered: MiniBook) -> None:
    covered.change(WALLS, 'assert is_fortified("Vienna")', "assert is_fortified")
    assert told(covered) == [
        "his/walls.md:5: no example of HIS 13.4c runs its code (is_fortified); tried those on line 8",
        "minibook.walls:20: is_fortified implements HIS 13.4c, but no example on his/walls.md runs it",
    ]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('assert is_fortified("Vienna")', 'is_fortified("Vienna")', "this example asserts nothing, so it counts for"),
        ('assert is_fortified("Vienna")', 'assert is_fortified("Graz")', "AssertionError"),
        ('assert is_fortified("Vienna")', 'is_fortified("Vienna"', "'(' was never closed"),
        ('assert is_fortified("Vienna")', "raise SystemExit(0)", "SystemExit: 0"),
    ],
)
def test_an_empty_or_failing_example_counts_for_nothing(covered: MiniBook, old: str, new: str, why: str) -> None:
    covered.change(WALLS, old, new)
    faults = told(covered)
    assert Fault(WALLS, 5, "HIS 13.4c has no example on its page") in coverage(covered).following
    assert any(fault.startswith(("his/walls.md:8: ", "his/walls.md:11: ")) and why in fault for fault in faults)


def test_prompts_without_output_count_for_nothing(covered: MiniBook) -> None:
    covered.change(WALLS, "Yes. 4 are few enough [HIS 13.4d].\n", "")
    covered.change(WALLS, ">>> print(may_withdraw(4))", ">>> answer = may_withdraw(4)")
    assert told(covered) == ["his/walls.md:17: this example shows no output, so it counts for nothing"]


def test_a_skipped_example_counts_for_nothing(covered: MiniBook) -> None:
    covered.change(WALLS, "```python\n", '<!-- skip: next "not today" -->\n```python\n')
    assert "his/walls.md:5: HIS 13.4c has no example on its page" in told(covered)


def test_a_cached_answer_is_entered_all_the_same(covered: MiniBook) -> None:
    example = EXAMPLE.partition("\n\n")[2].replace("PACKAGE", covered.package)
    covered.change(WALLS, example, f"{example}\nOnce more.\n\n{example}")
    assert [run.line for run in cover(covered, "HIS 13.4c").examples] == [8, 16]


def test_an_example_counts_for_the_rules_of_its_page_that_its_answer_names(covered: MiniBook) -> None:
    covered.change(WALLS, "[13.4d] At most", "[13.4d] Few withdraw.\n{source: battle 11}\n\n[13.4e] At most")
    add_code(covered, '@implements("HIS 13.4e")\ndef idle() -> int:\n    """Nothing [HIS 13.4e]."""\n    return 1\n')
    covered.change(WALLS, "[13.4e] At most", "```python\nassert 1\n```\n\n[13.4e] At most")
    assert [run.line for run in cover(covered, "HIS 13.4d").examples] == [24]


def test_the_code_of_another_page_is_borne_out_where_the_answer_names_the_rule(covered: MiniBook) -> None:
    covered.write("his/gates.md", "# 14 Gates\n\n[14a] Gates shut.\n{source: battle 20}\n")
    marked = MODULE.replace('@implements("HIS 13.4d")', '@implements("HIS 13.4d", "HIS 14a")')
    write_module(covered, marked)
    idle = "minibook.walls:14: may_withdraw implements HIS 14a, but no example on his/gates.md runs it"
    assert idle in told(covered)
    write_module(covered, marked.replace("few enough", "few enough [HIS 14a]"))
    covered.change(WALLS, "4 are few enough", "4 are few enough [HIS 14a]")
    assert told(covered) == ["his/gates.md:3: HIS 14a has no example on its page"]


def test_a_plot_bears_a_mark_out_but_proves_no_rule(covered: MiniBook) -> None:
    add_code(
        covered,
        '@implements("HIS 13.4d")\ndef odds() -> dict[int, int]:\n    """Odds [HIS 13.4d]."""\n    return {1: 1}\n',
    )
    (covered.root / covered.package / "__init__.py").write_text(
        f"from {covered.package}.walls import *\n__all__ = ['odds', 'may_withdraw', 'is_fortified']\n"
    )
    assert told(covered) == ["minibook.walls:27: odds implements HIS 13.4d, but no example on his/walls.md runs it"]
    covered.change(WALLS, "## 13.4", "{plot: odds() | Odds}\n\n## 13.4")
    assert told(covered) == []
    assert [run.line for run in cover(covered, "HIS 13.4d").examples] == [19]
    covered.change(WALLS, "{plot: odds()", "{plot: odds(1)")
    assert "his/walls.md:3: this plot cannot be drawn: TypeError" in told(covered)[0]


def test_a_rule_that_only_the_code_cites_is_a_fault(covered: MiniBook) -> None:
    write_module(
        covered, MODULE.replace("so many may withdraw [HIS 13.4d]", "so many may [HIS 13.4x] or\n    [HIS 99]")
    )
    assert told(covered) == [
        "minibook.walls:16: HIS 13.4x is cited, but the book does not have it",
        "minibook.walls:17: HIS 99 is cited, but the book does not have it",
    ]


def test_a_record_counts_where_it_is_made_and_an_enum_is_no_proof(covered: MiniBook) -> None:
    covered.change(WALLS, "[13.4d] At most", "[13.4e] Walls stand.\n{source: battle 11}\n\n[13.4d] At most")
    record = '@implements("HIS 13.4e")\n@dataclass\nclass Walls:\n    """Walls [HIS 13.4e]."""\n\n    height: int\n'
    add_code(covered, record)
    covered.change(
        WALLS, "print(may_withdraw(4))", f"import {covered.package}.walls as w; print(may_withdraw(w.Walls(4).height))"
    )
    assert told(covered) == []
    add_code(
        covered,
        record.replace("@dataclass", "").replace("class Walls", "class Walls(Enum)").replace("height: int", "HIGH = 4"),
    )
    module = covered.root / covered.package / "walls.py"
    module.write_text(module.read_text().replace("from typing", "from enum import Enum\nfrom typing"))
    covered.change(WALLS, "w.Walls(4).height", "w.Walls.HIGH.value")
    assert told(covered) == [
        "his/walls.md:14: no example of HIS 13.4e runs its code (Walls); tried those on line 20, 28, 29"
    ]


def test_property_tests_count_for_the_rules_whose_code_they_call_or_that_they_name(covered: MiniBook) -> None:
    pyproject = covered.root / "pyproject.toml"
    pyproject.write_text(pyproject.read_text().replace('docs = "docs"', 'docs = "docs"\ntests = "tests"'))
    folder = covered.root / "tests" / covered.package
    folder.mkdir(parents=True)
    (folder / "test_walls.py").write_text(PROPERTIES.replace("PACKAGE", covered.package))
    found = {rule: [proof.name for proof in cover(covered, rule).proofs] for rule in ("HIS 13.4c", "HIS 13.4d")}
    assert found == {"HIS 13.4c": ["test_named"], "HIS 13.4d": ["test_called", "test_through_a_helper", "Machine"]}


PROPERTIES = """
from hypothesis import given, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

import PACKAGE as game
from PACKAGE import may_withdraw


def helper(units):
    return game.may_withdraw(units)


@given(st.integers())
def test_called(units):
    assert bool(may_withdraw(units)) == (units <= 4)


@given(st.integers())
def test_through_a_helper(units):
    assert helper(units)


@given(st.integers())
def test_named(units):
    '''HIS 13.4c holds everywhere.'''


def test_of_one_case():
    assert may_withdraw(4)


class Machine(RuleBasedStateMachine):
    @rule()
    def enter(self):
        may_withdraw(3)
"""
