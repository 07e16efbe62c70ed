"""An erratum says all its fields; a verified one that changes play is proved by its example."""

import pytest

from responsa.book import Book
from responsa.book.checks.errata import what_is_not_proved
from responsa.book.gate import faults_of_words
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

PAGE = "errata/his.md"
PROOF = """
```python
from PACKAGE import may_withdraw

printed = 5 <= 5
ruling = bool(may_withdraw(5))
assert printed != ruling
```
"""


def prove(minibook: MiniBook, proof: str = PROOF) -> str:
    file = minibook.root / "docs" / PAGE
    text = file.read_text().replace("severity: confuses", "severity: changes play")
    minibook.write(PAGE, text + proof)
    book = Book.read(minibook.settings)
    assert faults_of_words(book) == []
    return what_is_not_proved(book, book.errata["HIS-E42"])


BREAKS = [
    ("type: omission", "type: blunder", "has the type 'blunder'; expected one of translation"),
    ("severity: confuses", "severity: odd", "has the severity 'odd'"),
    ("status: verified", "status: sure", "has the status 'sure'"),
    ("basis: open", "basis: rumour", "has the basis 'rumour'"),
    ("; type: omission", "", "has no type"),
    ("rule: HIS 13.4d", "rule: HIS 13.4x", "is about HIS 13.4x, which does not exist"),
    ("rule: HIS 13.4d", "rule: HIS 13.4c", "is about HIS 13.4c, but that rule does not name it"),
    ("rule: HIS 13.4d", "rule: 13.4d", "'13.4d' is no rule id"),
    ("source: battle 12", "source: letter 12", "has the source 'letter'"),
    ("source: battle 12", "source: battle", "has the source 'battle'"),
    ("quote: none", "quote: none; mood: low", "has a field 'mood'"),
    ("severity: confuses", "severity: changes play", "no example below it gives `printed` and `ruling`"),
]


@pytest.mark.parametrize(("old", "new", "message"), BREAKS, ids=[b[2] for b in BREAKS])
def test_what_is_wrong_with_an_entry_is_told(minibook: MiniBook, old: str, new: str, message: str) -> None:
    minibook.change(PAGE, old, new)
    assert any(fault.page == PAGE and message in fault.message for fault in minibook.faults())


def test_a_rule_that_names_an_erratum_about_other_rules_is_a_fault(minibook: MiniBook) -> None:
    minibook.change("his/walls.md", "{source: battle 10}", "{source: battle 10; erratum: HIS-E42}")
    assert ["about other rules" in fault.message for fault in minibook.faults()] == [True]


def test_an_erratum_that_stands_twice_is_a_fault(minibook: MiniBook) -> None:
    text = (minibook.root / "docs" / PAGE).read_text()
    minibook.write(PAGE, text + text.removeprefix("# Errata\n"))
    assert any("HIS-E42 stands twice" in fault.message for fault in minibook.faults())


def test_a_proof_that_holds(minibook: MiniBook) -> None:
    assert prove(minibook) == ""


def test_a_correction_that_changes_nothing_is_no_proof(minibook: MiniBook) -> None:
    said = prove(
        minibook,
        PROOF.replace("printed = 5 <= 5", "printed = 5 < 5").replace("printed != ruling", "printed is not None"),
    )
    assert said == "HIS-E42 changes nothing: the printed words and the ruling both give False"


def test_a_ruling_that_the_library_did_not_give_is_no_proof(minibook: MiniBook) -> None:
    said = prove(minibook, PROOF.replace("bool(may_withdraw(5))", "False"))
    assert said == "HIS-E42 shows a ruling that did not come from the library's code for HIS 13.4d"


def test_the_library_that_does_not_follow_the_ruling_is_found(minibook: MiniBook) -> None:
    module = minibook.root / minibook.package / "walls.py"
    module.write_text(module.read_text().replace("units <= MAX_INSIDE", "units <= MAX_INSIDE + 1"))
    assert "changes nothing" in prove(minibook, PROOF.replace("printed != ruling", "printed is not None"))


def test_a_proof_belongs_to_the_erratum_above_it(minibook: MiniBook) -> None:
    minibook.write("errata/other.md", "# Others\n")
    prove(minibook)
    book = Book.read(minibook.settings)
    proof = book.errata["HIS-E42"].proof
    assert proof is not None
    assert proof.page == PAGE


def counting(printed: str) -> str:
    lines = ("situations = range(1, 9)", f"parted = [n for n in situations if {printed} != bool(may_withdraw(n))]")
    return PROOF.removesuffix("```\n") + "\n".join((*lines, "```\n"))


def test_it_is_counted_how_often_both_readings_part(minibook: MiniBook) -> None:
    assert prove(minibook, counting("(n <= 5)")) == ""
    book = Book.read(minibook.settings)
    proof = book.errata["HIS-E42"].proof
    assert proof is not None
    assert book.record.of(proof).counted == {"situations": 8, "parted": 1}


def test_readings_that_never_part_are_a_fault(minibook: MiniBook) -> None:
    assert prove(minibook, counting("(n <= 4)")) == "HIS-E42 shows readings that part in 0 of 8 situations"


def test_situations_that_are_not_counted_are_a_fault(minibook: MiniBook) -> None:
    said = prove(minibook, counting("(n <= 5)").replace("parted =", "apart ="))
    assert said == "HIS-E42 counts situations only; expected `situations` and `parted`"
