"""May, must and must not: which answer bears out which word, and what an example must show of it."""

from __future__ import annotations

import pytest

from responsa import Ruling
from responsa.book import Book
from responsa.book.checks.modals import Asks, asks, faults_of_answers
from responsa.book.reader import without_ties
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

WALLS = "his/walls.md"
TIE = "[may](=may_withdraw)"
NO_ROW = "|     5 | no       |\n"

DEEDS = '''

from responsa import ImpossibleSituation, Reason


@implements("HIS 13.4d")
def withdraw(units: int) -> tuple[Reason, ...]:
    """What withdrawing does [HIS 13.4d]."""
    if units > 9:
        raise ImpossibleSituation("units", units, "9 or fewer", "HIS 13.4c" if units == 99 else "HIS 13.4d")
    return (Reason("the gates are shut", "HIS 13.4d" if units else "HIS 13.4"),)


@implements("HIS 13.4c")
def must_shut(units: int) -> Ruling:
    """Whether the gates must be shut."""
    return decide(Finding(units > 0, "HIS 13.4c", yes="somebody is there", no="nobody is there"))


@implements("HIS 13.4c")
def is_barred(units: int) -> bool:
    """Whether the gates are barred to so many."""
    return units > 9
'''


def missing(book: MiniBook) -> list[str]:
    return [str(fault) for fault in faults_of_answers(Book.read(book.settings))]


@pytest.fixture
def rich(minibook: MiniBook) -> MiniBook:
    """The small book with functions of every kind."""
    folder = minibook.root / minibook.package
    module = folder / "walls.py"
    module.write_text(module.read_text(encoding="utf-8") + DEEDS, encoding="utf-8")
    names = ["may_withdraw", "withdraw", "must_shut", "is_barred"]
    (folder / "__init__.py").write_text(f"from {minibook.package}.walls import *\n__all__ = {names}\n")
    return minibook


def ask(book: MiniBook, tied: str, *calls: str) -> list[str]:
    """What is missing on a page whose rule has a tied word, and whose only example makes some calls."""
    name = book.package
    shown = "".join(f">>> try: {call}\n... except ValueError: pass\n" for call in calls)
    page = (
        f"# 13 Movement\n\n## 13.4 The walls\n\n[13.4d] It {tied} be.\n{{source: battle 12}}\n\n"
        f"```pycon\n>>> from {name} import *\n{shown}>>> 1\n1\n```\n"
    )
    book.write(WALLS, page.replace("try: ", "try: _ = "))
    assert not [fault for fault in book.faults() if "bears out" in fault.message], book.faults()
    return [fault.removeprefix(f"{WALLS}:5: HIS 13.4d says ") for fault in missing(book)]


def test_may_needs_a_yes_because_of_the_rule_and_a_no(minibook: MiniBook) -> None:
    assert missing(minibook) == []
    minibook.change(WALLS, NO_ROW, "")
    assert missing(minibook) == [
        "his/walls.md:8: HIS 13.4d says 'may', but no example shows that may_withdraw says no to anybody"
    ]
    minibook.change(WALLS, "|     4 | yes      |\n", NO_ROW)
    minibook.change(WALLS, ">>> print(may_withdraw(4))\nYes. 4 are few enough [HIS 13.4d].", ">>> 1\n1")
    assert missing(minibook) == [
        "his/walls.md:8: HIS 13.4d says 'may', but no example shows that may_withdraw says yes because of HIS 13.4d"
    ]


@pytest.mark.parametrize("tied", ["[must not](=not may_withdraw)", "[must](=or not may_withdraw)"])
def test_must_not_and_must_need_a_no_because_of_the_rule(minibook: MiniBook, tied: str) -> None:
    minibook.change(WALLS, TIE, tied)
    assert missing(minibook) == []
    minibook.change(WALLS, NO_ROW, "")
    (fault,) = missing(minibook)
    assert fault.endswith("but no example shows that may_withdraw says no or refuses because of HIS 13.4d")


def test_a_deed_is_done_at_will_refused_or_always(rich: MiniBook) -> None:
    assert ask(rich, "[must](=withdraw)", "withdraw(3)") == []
    assert ask(rich, "[must](=withdraw)", "withdraw(0)") == []  # it stands below the rule that it carries
    assert ask(rich, "[must](=withdraw)", "withdraw(10)") == [
        "'must', but no example shows that withdraw does it because of HIS 13.4d"
    ]
    assert ask(rich, "[may](=at will withdraw)", "withdraw(3)") == [
        "'may', but no example shows withdraw where it is not done"
    ]
    assert ask(rich, "[may](=at will withdraw)", "withdraw(3)", "withdraw(10)") == []
    assert ask(rich, "[must not](=not withdraw)", "withdraw(3)") == [
        "'must not', but no example shows that withdraw says no or refuses because of HIS 13.4d"
    ]
    assert ask(rich, "[must not](=not withdraw)", "withdraw(10)") == []


def test_what_is_compulsory_and_what_is_barred_is_asked_the_other_way_round(rich: MiniBook) -> None:
    package = __import__(rich.package)
    kinds = {name: asks(getattr(package, name)) for name in package.__all__}
    assert kinds == {
        "may_withdraw": Asks.PERMISSION,
        "withdraw": Asks.DEED,
        "must_shut": Asks.OBLIGATION,
        "is_barred": Asks.BAN,
    }
    assert "'may', but no example shows that must_shut says no" in ask(rich, "[may](=not must_shut)", "must_shut(1)")[0]


def test_a_rule_that_refers_to_the_reason_is_borne_out_by_it(rich: MiniBook) -> None:
    tied = "[must not](=not withdraw)"
    assert len(ask(rich, tied, "withdraw(99)")) == 1, "that is refused because of 13.4c"
    assert ask(rich, f"{tied}, as [13.4c] says,", "withdraw(99)") == []
    assert ask(rich, f"{tied}, as [13] says,", "withdraw(99)") == []


def test_what_a_word_is_tied_to_is_no_part_of_the_text() -> None:
    text = 'It [may](=may_x), [Must not](=not x) and [must](=plain "so") be [four](=FOUR).'
    assert without_ties(text) == "It may, Must not and must be four."


def test_a_function_without_an_answer_tells_what_is_done() -> None:
    def may_be() -> Ruling:
        raise NotImplementedError  # only its name and what it returns are looked at

    def needs_bread() -> bool:
        raise NotImplementedError  # only its name and what it returns are looked at

    def may_come() -> tuple[str, ...]:
        raise NotImplementedError  # only its name and what it returns are looked at

    assert [asks(function) for function in (may_be, needs_bread, may_come)] == [
        Asks.PERMISSION,
        Asks.OBLIGATION,
        Asks.DEED,
    ]
