"""A filled erratum form becomes an erratum, or tells what it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from responsa.book import Book
from responsa.book.report import LABELS, main, read_form, what_is_missing
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]

TEMPLATE = Path(__file__).parents[2] / ".github" / "ISSUE_TEMPLATE" / "erratum.yml"
ANSWERS = {
    "rule": "HIS 13.4c",
    "source": "battle 10",
    "quote": "укреплён",
    "type": "ambiguity",
    "severity": "confuses",
    "printed": "Any wall will do.",
    "ruling": "Only a fortress will.",
    "basis": "internal consistency",
}


def filled(**changes: str) -> str:
    answers = {**ANSWERS, **changes}
    return "\r\n\r\n".join(f"### {LABELS[name]}\r\n\r\n{words or '_No response_'}" for name, words in answers.items())


def test_the_form_asks_for_exactly_these_fields() -> None:
    form = yaml.safe_load(TEMPLATE.read_text(encoding="utf-8"))
    fields = {part["id"]: part["attributes"]["label"] for part in form["body"] if "id" in part}
    assert fields == LABELS
    assert all(part["validations"]["required"] for part in form["body"] if "id" in part)


def test_a_filled_form_becomes_an_erratum_that_the_gate_accepts(
    minibook: MiniBook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(filled(), str(minibook.root / "pyproject.toml")) == 0
    section = capsys.readouterr().out
    assert section.startswith("## HIS-E43 TITLE\n\n{rule: HIS 13.4c; source: battle 10; quote: «укреплён»; type: ambig")
    minibook.write("errata/his.md", (minibook.root / "docs/errata/his.md").read_text() + "\n" + section)
    minibook.change("his/walls.md", "{source: battle 10}", "{source: battle 10; erratum: HIS-E43}")
    assert minibook.faults() == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"basis": ""}, "Basis is empty"),
        ({"rule": "13.4c"}, "Rule is '13.4c', expected the label of a rule"),
        ({"rule": "HIS 99a"}, "Rule is 'HIS 99a', expected the label of a rule"),
        ({"source": "letter 3"}, "Document and line is 'letter 3', expected one of battle and a line"),
        ({"source": "somewhere"}, "Document and line is 'somewhere'"),
        ({"type": "blunder"}, "Type is 'blunder', expected one of translation"),
        ({"severity": "mild"}, "Severity is 'mild'"),
        ({"basis": "I say so"}, "Basis is 'I say so', expected it to begin with one of published"),
    ],
)
def test_what_a_form_lacks_is_told(minibook: MiniBook, changes: dict[str, str], message: str) -> None:
    said = what_is_missing(read_form(filled(**changes)), Book.read(minibook.settings))
    assert len(said) == 1
    assert said[0].startswith(message)


def test_everything_that_an_empty_form_lacks_is_told_at_once(
    minibook: MiniBook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main("", str(minibook.root / "pyproject.toml")) == 1
    assert capsys.readouterr().err.splitlines() == [f"{label} is empty" for label in LABELS.values()]
