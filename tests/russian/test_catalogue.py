"""Names in all cases, counts with the right plural, and cells of tables piece by piece."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa.russian import Case, Catalogue, NotInRussian, catalogue
from responsa.russian.catalogue import plural_form

WORDS = Catalogue.of("""
[names]
"Hapsburg" = "Габсбурги, Габсбургов, Габсбургам, Габсбургов, Габсбургами, Габсбургах; p"
"Papacy" = "Папство, Папства, Папству, Папство, Папством, Папстве; n"
"Soos" = "Сус; n"
"unit" = "отряд, отряда, отряду, отряд, отрядом, отряде; m"

[counted]
"unit" = "отряд, отряда, отрядов; m; отряды, отрядов, отрядам, отряды, отрядами, отрядах"
"mercenary" = "отряд наёмников, отряда наёмников, отрядов наёмников; m"

[words]
"yes" = "да"
"move on or go back" = "идти дальше или вернуться"
""")


@given(st.integers(min_value=0))
def test_every_number_has_the_form_that_its_last_two_digits_ask_for(number: int) -> None:
    last_two = number % 100
    if 11 <= last_two <= 14:
        assert plural_form(number) == 2
    else:
        assert plural_form(number) == {1: 0, 2: 1, 3: 1, 4: 1}.get(number % 10, 2)


@given(st.integers(min_value=0, max_value=10**6))
def test_a_count_has_its_number_and_one_of_three_forms(number: int) -> None:
    said = WORDS.count(number, "unit")
    assert said in (f"{number} отряд", f"{number} отряда", f"{number} отрядов")
    assert WORDS.count(number, "units") == said
    assert plural_form(number + 100) == plural_form(number)


@given(st.fractions().filter(lambda number: number.denominator != 1))
def test_after_a_fraction_a_noun_stands_as_after_two(number: Fraction) -> None:
    assert WORDS.count(number, "unit") == f"{number} отряда"


@given(st.integers(min_value=0, max_value=300), st.sampled_from(Case))
def test_an_oblique_count_is_singular_after_one_alone(number: int, case: Case) -> None:
    said = WORDS.count(number, "unit", case)
    if case not in (Case.NOMINATIVE, Case.ACCUSATIVE):
        is_singular = said == f"{number} {WORDS.decline('unit', case)}"
        assert is_singular == (number % 10 == 1 and number % 100 != 11)


def test_a_name_stands_in_six_cases_or_in_one_for_all() -> None:
    assert [WORDS.decline("Hapsburg", case) for case in Case][:3] == ["Габсбурги", "Габсбургов", "Габсбургам"]
    assert {WORDS.decline("Soos", case) for case in Case} == {"Сус"}


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("yes", "да"),
        ("—", "—"),
        ("−1", "−1"),
        ("5/18", "5/18"),
        ("16.7 %", "16,7 %"),
        ("[13.4k]", "[13.4k]"),
        ("13.1c", "13.1c"),
        ("Hapsburg", "Габсбурги"),
        (
            "Hapsburg: 3 units, 1 mercenary; Papacy: 21 units",
            "Габсбурги: 3 отряда, 1 отряд наёмников; Папство: 21 отряд",
        ),
        ("Hapsburg: 5 mercenaries", "Габсбурги: 5 отрядов наёмников"),
        ("Papacy against Hapsburg", "Папство против Габсбургов"),
        ("move on or go back", "идти дальше или вернуться"),
        ("**yes**", "**да**"),
    ],
)
def test_a_cell_is_said_piece_by_piece(cell: str, said: str) -> None:
    assert WORDS.cell(cell) == said
    assert WORDS.missing_in(cell) == []


@pytest.mark.parametrize(
    ("cell", "section", "key"),
    [
        ("Vienna", "names", "Vienna"),
        ("perhaps", "words", "perhaps"),
        ("3 fleets", "counted", "fleet"),
        ("Hapsburg: 2 cavalry", "counted", "cavalry"),
        ("Vienna against Hapsburg", "names", "Vienna"),
    ],
)
def test_what_a_cell_lacks_is_told_and_stays_as_it_is(cell: str, section: str, key: str) -> None:
    (missing,) = WORDS.missing_in(cell)
    assert (missing.section, missing.key) == (section, key)
    assert cell.rpartition(": ")[2] in WORDS.cell(cell)


@pytest.mark.parametrize(
    "text",
    [
        '[names]\n"Vienna" = "Вена"',
        '[names]\n"Vienna" = "Вена, Вены; f"',
        '[names]\n"Vienna" = "Вена; x"',
        '[counted]\n"unit" = "отряд, отряда; m"',
        '[counted]\n"unit" = "отряд, отряда, отрядов; m; отряды"',
        '[nouns]\n"unit" = "отряд"',
        "no TOML",
    ],
)
def test_a_table_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|Expected|section"):
        Catalogue.of(text)


def test_names_that_are_not_there_are_refused() -> None:
    with pytest.raises(NotInRussian, match="lacks 'Vienna'"):
        WORDS.decline("Vienna")
    with pytest.raises(NotInRussian, match="mercenary in the case ins"):
        WORDS.count(3, "mercenary", Case.INSTRUMENTAL)
    assert catalogue("no_such_game") == Catalogue()
