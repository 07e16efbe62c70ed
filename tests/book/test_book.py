"""A book in order has no fault; each way of breaking it is reported with page and line."""

import pytest

from responsa.book import Book, BookError
from responsa.book.gate import hold
from responsa.rules import RuleId
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

WALLS = "his/walls.md"


def test_a_book_in_order_has_no_fault(minibook: MiniBook) -> None:
    assert minibook.faults() == []


def test_the_book_knows_who_cites_whom_and_which_code_carries_what(minibook: MiniBook) -> None:
    book = Book.read(minibook.settings)
    rule = RuleId.of("HIS 13.4d")
    assert book.cited_by[rule] == (RuleId.of("HIS 13.4c"),)
    assert book.implemented_by[rule] == (f"{minibook.package}.walls.may_withdraw",)
    assert book.place_of(RuleId.of("HIS 13.4")) == WALLS
    assert [str(rule) for rule in book.examples[0].rules] == ["HIS 13.4c", "HIS 13.4d"]


BREAKS = [
    ("a wrong number in digits", WALLS, "[four](=MAX", "[5](=MAX", 8, "the text says '5', but"),
    ("a wrong number in words", WALLS, "[four](=MAX", "[three](=MAX", 8, "the text says 'three'"),
    ("a tie to nothing", WALLS, "=MAX_INSIDE", "=MIN_INSIDE", 8, "has no MIN_INSIDE"),
    ("a tie to no module", WALLS, "=MAX_INSIDE", "=doors.MAX", 8, "there is no module"),
    ("a tie to no number", WALLS, "=MAX_INSIDE", "=may_withdraw", 8, "not a number"),
    ("no number tied", WALLS, "[four](=", "[many](=", 8, "'many' is no number"),
    ("an untied number", WALLS, "fortified [13.4d]", "fortified by 2 walls [13.4d]", 5, "'2' in HIS 13.4c is tied to"),
    ("an untied word", WALLS, "fortified [13.4d]", "fortified twice [13.4d]", 5, "'twice' in HIS 13.4c is tied"),
    ("an untied modal word", WALLS, "fortified [13.4d]", "what it may be [13.4d]", 5, "'may' in HIS 13.4c is tied to"),
    (
        "another modal word",
        WALLS,
        "[may](",
        "[Must not](",
        8,
        "HIS 13.4d says 'Must not', but 'may_withdraw' bears out",
    ),
    (
        "another answer",
        WALLS,
        "(=may_w",
        "(=not may_w",
        8,
        "'not may_withdraw' bears out 'must not': may_withdraw tells",
    ),
    ("no answer", WALLS, "(=may_w", "(=at will may_w", 8, "'at will may_withdraw' bears out 'nothing'"),
    ("an unknown answer", WALLS, "(=may_withdraw", "(=may_fly", 8, "'may' in HIS 13.4d is tied to nothing: "),
    (
        "an unreadable answer",
        WALLS,
        "(=may_withdraw",
        "(=may.withdraw",
        8,
        "'may.withdraw' cannot be read; expected f, not",
    ),
    (
        "a plain word without reason",
        WALLS,
        "(=may_withdraw",
        "(=plain",
        8,
        "'may' in HIS 13.4d is marked as plain without",
    ),
    (
        "a tied word outside of a rulebook",
        "index.md",
        "See",
        "We [may](=may_x) see",
        3,
        "this page belongs to no rulebook",
    ),
    ("plain without reason", WALLS, "fortified [13", "[one](=plain) such [13", 5, "without a reason"),
    ("an unknown reference", WALLS, "[13.4d].", "[13.4x].", 5, "there is no rule or clause HIS 13.4x"),
    ("a misspelt reference", WALLS, "[13.4d].", "[13.4dd].", 5, "[13.4dd] cannot be read as a reference"),
    ("an unknown rulebook's rule", WALLS, "[13.4d].", "[HEL 9.1].", 5, "there is no rule or clause HEL 9.1"),
    ("a deleted rule that another page cites", WALLS, "[13.4d] At most", "Withal at most", 12, None),
    ("a reference without rulebook", "index.md", "[HIS 13.4d]", "[13.4d]", 3, "does not say which rulebook"),
    ("a rule outside of a rulebook", "index.md", "See", "[13.4z] Is\n\nSee", 3, "belongs to no rulebook"),
    ("a duplicate id", WALLS, "[13.4c] The", "[13.4d] The", 8, "HIS 13.4d is defined twice; first on his/walls.md:5"),
    ("a duplicate clause", WALLS, "# 13 Movement", "# 13.4 Movement", 3, "HIS 13.4 is defined twice"),
    (
        "an orphan rule",
        WALLS,
        "[13.4c] The",
        "[13.5c] The",
        5,
        "HIS 13.5c is an orphan: there is no heading of HIS 13.5",
    ),
    ("an orphan clause", WALLS, "# 13 Movement", "# Movement", 3, "HIS 13.4 is an orphan"),
    (
        "a reminder of no rule",
        WALLS,
        "{source: battle 10}",
        "{source: battle 10; reminder: HIS 13.4x}",
        5,
        "HIS 13.4c is a reminder of 'HIS 13.4x'; expected the id of another rule",
    ),
    (
        "a reminder of itself",
        WALLS,
        "{source: battle 10}",
        "{source: battle 10; reminder: HIS 13.4c}",
        5,
        "expected the id of another rule that is no reminder itself",
    ),
    ("a rule without letter", WALLS, "[13.4c] The", "[13.4] The", 5, "a rule needs a letter or number of its own"),
    ("no source", WALLS, "\n{source: battle 10}", "", 6, "HIS 13.4c has no source"),
    ("two origins", WALLS, "battle 10}", "battle 10; supplement: X 1}", 6, "both a source and a supplement"),
    ("an unknown document", WALLS, "battle 10", "movement 10", 6, "source 'movement' cannot be read"),
    ("an unknown field", WALLS, "{source: battle 10}", "{source: battle 10; see: 1}", 6, "a field 'see'"),
    ("a bad version", WALLS, "battle 10}", "battle 10; version: two}", 6, "the version of HIS 13.4c is 'two'"),
    ("a silent change", WALLS, "battle 10}", "battle 10; version: 2}", 6, "HIS 13.4c must say how it changed"),
    ("no change", WALLS, "battle 10}", "battle 10; changed: no}", 6, "a first version has not changed"),
    ("open metadata", WALLS, "{source: battle 10}", "{source: battle 10", 6, "not closed"),
    ("an unknown erratum", WALLS, "erratum: HIS-E42", "erratum: HIS-E43", 8, "erratum HIS-E43, which does not exist"),
    ("a bad note", WALLS, "```pycon", '!!! danger "Look out"\n\n    No.\n\n```pycon', 11, "a note of kind 'danger'"),
    ("an open fence", WALLS, "```\n\n|", "\n\n|", 11, "a fence that is never closed"),
    ("an untagged fence", "index.md", "See", "```\nx\n```\n\nSee", 3, "a fence without a language"),
    ("prompts as text", WALLS, "```pycon", "```text", 11, "Python prompts in a fence of text"),
    ("pycon without prompts", WALLS, "\n>>> from", "\nfrom", 11, "must begin with a >>> prompt"),
    ("an empty example", "index.md", "See", "```python\n\n```\n\nSee", 3, "an example without code"),
    ("a skip without reason", WALLS, "```pycon", "<!-- skip: next -->\n\n```pycon", 11, "a skip needs a reason"),
    (
        "a skip of nothing",
        WALLS,
        "{test:",
        '<!-- skip: next "why" -->\n\n{test:',
        22,
        "a skip with no example after it",
    ),
    ("a skip misspelt", WALLS, "```pycon", "<!-- skip -->\n\n```pycon", 11, "a skip that cannot be read"),
    ("an open comment", "index.md", "See", "<!-- See", 3, "a comment that is never closed"),
    ("a test line without table", "index.md", "See", "{test: f({a}) == {b}}\n\nSee", 3, "without a table above"),
    ("a test line misspelt", WALLS, "== {withdraw}}", "= {withdraw}}", 22, "a test line that cannot be read"),
    (
        "an untested column",
        WALLS,
        "| withdraw |\n| ----: | -------- |",
        "| withdraw | why |\n| -: | - | - |",
        17,
        "'why'",
    ),
    ("an unknown column", WALLS, "({units})", "({men})", 22, "the table has no column 'men'"),
    ("a short row", WALLS, "|     5 | no       |", "| 5 |", 20, "1 cells in a table of 2 columns"),
    ("an unknown list", "index.md", "See", "{list: dreams}\n\nSee", 3, "there is no list 'dreams'"),
    ("stray metadata", "index.md", "See", "{source: battle 1}\n\nSee", 3, "metadata without a rule, erratum"),
]


@pytest.mark.parametrize(("page", "old", "new", "line", "message"), [b[1:] for b in BREAKS], ids=[b[0] for b in BREAKS])
def test_what_is_broken_is_reported_with_page_and_line(
    minibook: MiniBook, page: str, old: str, new: str, line: int, message: str | None
) -> None:
    minibook.change(page, old, new)
    faults = minibook.faults()
    if message is None:
        assert any("index.md:3: there is no rule or clause HIS 13.4d" in str(fault) for fault in faults)
        assert not any(fault.page == "his/walls.md" and "13.4d]" in fault.message for fault in faults), "told once"
    else:
        assert [fault for fault in faults if (fault.page, fault.line) == (page, line) and message in fault.message], (
            "\n".join(map(str, faults))
        )


def test_everything_wrong_is_reported_at_once(minibook: MiniBook) -> None:
    minibook.change(WALLS, "[four](=MAX", "[5](=MAX")
    minibook.change("index.md", "13.4d", "13.4x")
    with pytest.raises(BookError) as error:
        hold(Book.read(minibook.settings))
    assert [(fault.page, fault.line) for fault in error.value.faults] == [(WALLS, 8), ("index.md", 3)]
    assert "his/walls.md:8: the text says '5'" in str(error.value)


def test_the_id_of_a_removed_rule_is_never_used_again(minibook: MiniBook) -> None:
    minibook.write("removed.md", "# Removed\n\n| rule | since |\n| --- | --- |\n| HIS 13.4c | 2026-12-01 |\n")
    assert [str(fault) for fault in minibook.faults()] == [
        "his/walls.md:5: HIS 13.4c is the id of a removed rule (removed.md:5); choose another"
    ]


def test_a_removed_rule_may_still_be_cited(minibook: MiniBook) -> None:
    minibook.write("removed.md", "# Removed\n\n| rule | since |\n| --- | --- |\n| HIS 13.4z | 2026-12-01 |\n")
    minibook.change("index.md", "[HIS 13.4d]", "[HIS 13.4z]")
    assert minibook.faults() == []


def test_a_public_function_without_rule_is_a_fault(minibook: MiniBook) -> None:
    module = minibook.root / minibook.package / "walls.py"
    module.write_text(module.read_text() + "\n\ndef loose() -> int:\n    return 1\n")
    faults = minibook.faults()
    assert [fault.message for fault in faults] == [
        f"the public function {minibook.package}.walls.loose implements no rule"
    ]
    assert faults[0].line == 18


def test_code_that_implements_an_unknown_rule_is_a_fault(minibook: MiniBook) -> None:
    module = minibook.root / minibook.package / "walls.py"
    module.write_text(module.read_text().replace("HIS 13.4d", "HIS 13.4q", 1))
    assert any("implements HIS 13.4q, which the book does not have" in fault.message for fault in minibook.faults())


def test_a_page_that_is_not_utf_8_is_a_fault(minibook: MiniBook) -> None:
    (minibook.root / "docs" / "latin.md").write_bytes(b"# Fine\n\ncaf\xe9\n")
    assert [str(fault) for fault in minibook.faults()] == ["latin.md:3: this line is not UTF-8"]


def test_windows_line_ends_change_nothing_and_a_byte_order_mark_is_the_one_fault(minibook: MiniBook) -> None:
    file = minibook.root / "docs" / WALLS
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert [(fault.page, fault.line) for fault in minibook.faults()] == [(WALLS, 1)]
    assert Book.read(minibook.settings).pages[WALLS].rules[0].line == 5


def test_front_matter_counts_as_lines_but_not_as_text(minibook: MiniBook) -> None:
    file = minibook.root / "docs" / WALLS
    file.write_text("---\ntitle: Walls\n---\n" + file.read_text())
    assert minibook.faults() == []
    page = Book.read(minibook.settings).pages[WALLS]
    assert page.rules[0].line == 8
    assert page.body.startswith("# 13 Movement")
