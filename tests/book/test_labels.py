"""Books that number otherwise: from the label on a page to anchors, links, cards, search and exports."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from importlib.resources import files

import jsonschema
import pytest
from markdown import markdown

from responsa import RuleId, cli
from responsa.book import Book, Settings
from responsa.book.checks.concordance import updated
from responsa.book.data import book_data, rules_of_book
from responsa.book.gate import check
from responsa.book.labels import USUAL, Labels
from responsa.book.search_index import index_of_book
from responsa.search import Index
from responsa.site.finish.cards import cards_of, numbers_of
from responsa.site.finish.plain import Plain
from responsa.site.pages.render import Renderer
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]


@dataclass(frozen=True)
class Scheme:
    """How a book numbers: a clause, the one in it, two rules, and the patterns if they are not the usual ones."""

    clause: str
    inner: str
    one: str
    two: str
    anchor: str
    labels: Labels = USUAL

    @property
    def setting(self) -> str:
        return (
            "" if self.labels is USUAL else f"ids = {{ clause = '{self.labels.clause}', rule = '{self.labels.rule}' }}"
        )


SCHEMES = {
    "letters": Scheme("1", "1.2", "1.2a", "1.2b", "ur-1.2b"),
    "brackets": Scheme(
        "3", "3(2)", "3(2)(a)", "3(2)(b)", "ur-3-2-b", Labels(r"\d+(?:\(\d+\))?", r"\d+\(\d+\)\([a-z]\)")
    ),
    "roman": Scheme("I", "II", "II.3", "II.10", "ur-ii.10", Labels("[IVX]+", r"[IVX]+\.\d+")),
    "roman and letters": Scheme(
        "II", "II.3", "II.3a", "II.3b", "ur-ii.3b", Labels(r"[IVX]+(?:\.\d+)?", r"[IVX]+\.\d+[a-z]")
    ),
    "two letters": Scheme("2", "3", "3.z", "3.aa", "ur-3.aa", Labels(r"\d+", r"\d+\.[a-z]+")),
}


@pytest.fixture(params=SCHEMES)
def scheme(request: pytest.FixtureRequest) -> Scheme:
    return SCHEMES[request.param]


@pytest.fixture
def book(minibook: MiniBook, scheme: Scheme) -> MiniBook:
    """The small book, numbered so."""
    module, settings = minibook.root / minibook.package / "walls.py", minibook.root / "pyproject.toml"
    for file in (module, settings, *(minibook.root / "docs").rglob("*.md")):
        text = file.read_text(encoding="utf-8").replace("HIS", "UR")
        for old, new in (
            ("13.4c", scheme.one),
            ("13.4d", scheme.two),
            ("## 13.4", f"## {scheme.inner}"),
            ("# 13 ", f"# {scheme.clause} "),
        ):
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    with settings.open("a", encoding="utf-8") as end:
        end.write(f"{scheme.setting}\n")
    lines = [*[""] * 8, "Стены.", "Город укреплён.", "", "Не более 4 отрядов."]
    (minibook.root / "battle.ru.txt").write_text("\n".join(lines), encoding="utf-8")
    minibook.snapshot("2026-11-30")
    return minibook


def test_it_is_in_order(book: MiniBook, scheme: Scheme) -> None:
    assert [str(fault) for fault in check(book.settings).verdict.faults] == []
    read = Book.read(book.settings)
    assert [*map(str, read.rules)] == [f"UR {scheme.one}", f"UR {scheme.two}"]
    assert [*map(str, read.clauses)] == [f"UR {scheme.clause}", f"UR {scheme.inner}"]
    assert {id_.parent for id_ in read.rules} == {RuleId.of(f"UR {scheme.inner}")}


def test_what_is_wrong_with_it_is_told(book: MiniBook, scheme: Scheme) -> None:
    book.change("index.md", f"[UR {scheme.two}]", f"[UR {scheme.inner}]\n\n[UR {scheme.two}] [UR 9.9]")
    book.change("his/walls.md", f"[{scheme.one}]", f"[{scheme.inner}]")
    said = [str(fault) for fault in book.faults()]
    assert (
        f"his/walls.md:5: a rule needs a letter or number of its own: [{scheme.inner}] is that of a clause"
        in "\n".join(said)
    )
    assert any("there is no rule or clause UR 9.9" in fault for fault in said)


def test_anchors_links_and_cards(book: MiniBook, scheme: Scheme) -> None:
    read = Book.read(book.settings)
    html = markdown(
        Renderer(read, has_api=False).page(read.pages["his/walls.md"]),
        extensions=["attr_list", "tables", "fenced_code"],
    )
    inner = RuleId.of(f"UR {scheme.inner}").anchor
    assert f'<p class="rule" id="{scheme.anchor}">' in html
    assert f'<h2 class="clause" id="{inner}">' in html
    assert f'href="#{scheme.anchor}"' in html.partition(f'id="{scheme.anchor}"')[0]
    assert f"[UR {scheme.two}](his/walls.html#{scheme.anchor})" in Plain(read).page(read.pages["index.md"])
    cards, key = cards_of(read)["ur"], scheme.anchor.partition("-")[2]
    assert cards[key][:2] == ["The walls", "At most four units may withdraw."]
    assert numbers_of(read, "UR").get(key, key[0].upper() + key[1:]) == scheme.two


def test_it_is_found(
    book: MiniBook, scheme: Scheme, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read = Book.read(book.settings)
    index = Index(index_of_book(read))
    for asked in (f"UR {scheme.two}", f"ur {scheme.two.lower()}", scheme.two):
        (best, *_) = index.search(asked)
        assert (best.record.id, best.record.url) == (f"UR {scheme.two}", f"his/walls.html#{scheme.anchor}")
    monkeypatch.setattr(cli, "load", lambda language: book_data(read))
    for asked in (f"UR {scheme.two}", f"ur {scheme.two.lower()}", scheme.two):
        assert cli.main(["rule", *asked.split()]) == cli.FINE
        assert capsys.readouterr().out.startswith(f"UR {scheme.two}  The walls\n")
    assert cli.main(["rule", "UR", scheme.inner]) == cli.FINE
    assert f"UR {scheme.one}  The walls" in capsys.readouterr().out


def test_exports_and_concordance(book: MiniBook, scheme: Scheme) -> None:
    read = Book.read(book.settings)
    schema = json.loads((files("responsa.site.finish") / "schemas/rules.schema.json").read_text(encoding="utf-8"))
    exported = rules_of_book(read)
    jsonschema.validate(exported, schema)
    assert [rule["id"] for rule in exported["rules"]] == [f"UR {scheme.one}", f"UR {scheme.two}"]
    assert {rule["clause"]["id"] for rule in exported["rules"]} == {f"UR {scheme.inner}"}
    assert f"UR {scheme.two}" in {str(leads) for entry in updated(read, book.root) for leads in entry.leads_to}


@pytest.mark.parametrize(
    "numbers",
    [
        ["1", "1.2", "1.2a", "1.2b", "1.10"],
        ["3", "3(2)", "3(2)(a)", "3(2)(b)", "3(10)"],
        ["II", "II.3", "II.10", "IV.1", "IX", "X"],
        ["3", "3.a", "3.z", "3.aa", "3.ab", "10.a"],
        ["2a", "C2a", "C10"],
    ],
)
def test_ids_are_sorted_as_readers_count(numbers: list[str]) -> None:
    ids = [RuleId.of(f"UR {number}") for number in numbers]
    assert sorted(random.Random(1).sample(ids, len(ids)), key=lambda id_: id_.order) == ids
    assert [id_.number for id_ in ids] == numbers


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("ids = { clause = '[0-9]+' }", "has clause; expected two patterns, clause and rule"),
        ("ids = { clause = '[0-9+', rule = 'x' }", "clause = '[0-9+', which is no pattern"),
        ("ids = { clause = '([0-9])', rule = 'x' }", "which is no pattern without groups of its own"),
        ("ids = { clauses = '1', rule = 'x' }", "has clauses and rule; expected two patterns"),
        ("ids = '[0-9]+'", "expected two patterns, clause and rule"),
    ],
)
def test_patterns_that_cannot_be_read_are_told(minibook: MiniBook, setting: str, message: str) -> None:
    file = minibook.root / "pyproject.toml"
    file.write_text(f"{file.read_text(encoding='utf-8')}{setting}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"tool\.responsa\.rulebooks\.HIS\.ids") as error:
        Settings.read(file)
    assert message in str(error.value)
