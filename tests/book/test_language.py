"""Numbers and modal words of both languages: what a rule shows is what it is tied to, in every case and gender."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa.book.checks.modals import WORDS
from responsa.book.language import ENGLISH, LANGUAGES, MAY, MUST, MUST_NOT, RUSSIAN, Language
from tests.book.minibook import MiniBook, minibook
from tests.book.test_translation import RUSSIAN as PAGE
from tests.book.test_translation import translated

__all__ = ["minibook"]


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=list(LANGUAGES))
def test_every_number_word_is_found_and_has_its_value(language: Language) -> None:
    for word, value in language.numbers.items():
        (found,) = language.number.finditer(f"{word.capitalize()},")
        assert (found[0].lower(), language.value_of(found[0])) == (word, value)


@given(st.fractions(min_value=-999, max_value=999, max_denominator=999), st.sampled_from([*LANGUAGES.values()]))
def test_every_number_in_digits_has_its_value(number: Fraction, language: Language) -> None:
    assert language.value_of(str(number).replace("-", "−")) == number


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("четыре четырёх четырём четырьмя вчетвером четверо четверых", 4),
        ("два две двух двум двумя двое вдвое дважды второй второго", 2),
        ("третий третьего третьей втрое тремя трое", 3),
        ("одиннадцать одиннадцати одиннадцатью", 11),
        ("пятьдесят пятидесяти пятьюдесятью", 50),
        ("половина половину половиной наполовину", Fraction(1, 2)),
        ("полтора полутора", Fraction(3, 2)),
    ],
)
def test_russian_numerals_in_their_cases(words: str, value: Fraction | int) -> None:
    for word in words.replace("вчетвером ", "").split():
        assert RUSSIAN.value_of(word) == value


def test_ordinals_and_words_inside_others_are_no_numbers() -> None:
    text = "Второй год, двухшаговый отряд, 2-й ход, семья, столько, третий, одинаковый, двойная защита."
    assert RUSSIAN.number.findall(text) == []
    assert ENGLISH.number.findall("The first, 1st, 2d6, someone, often.") == []


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("может могут вправе можно", MAY),
        ("должен должна должно должны обязан обязана обязано обязаны", MUST),
        ("нельзя", MUST_NOT),
    ],
)
def test_russian_modal_words_say_what_the_english_say(words: str, kind: str) -> None:
    assert {RUSSIAN.kind_of(word.capitalize()) for word in words.split()} == {kind}
    contrary = {MAY: MUST_NOT, MUST: MUST_NOT}
    if kind in contrary:
        negated = {word: RUSSIAN.kind_of(f"не {word}") for word in words.split() if f"не {word}" in RUSSIAN.modals}
        assert {said for word, said in negated.items() if not word.startswith("обязан")} == {contrary[kind]}
    assert RUSSIAN.kind_of("не обязан") == MAY
    assert {*RUSSIAN.modals.values()} == {*ENGLISH.modals.values()} == {*WORDS.values()}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[четыре]", "[пять]", "the text says 'пять', but"),
        ("[Вправе]", "[Не вправе]", "says 'Не вправе', but 'may_withdraw' bears out 'may'"),
        (
            "[четыре](=MAX_INSIDE)",
            "[четыре](=MAX_INSIDE) или пять",
            "the number 'пять' in HIS 13.4d is tied to nothing",
        ),
        ("отряда.", "отряда и должны.", "the word 'должны' in HIS 13.4d is tied to nothing"),
    ],
)
def test_a_russian_rule_that_means_something_else_is_a_fault(
    minibook: MiniBook, old: str, new: str, fault: str
) -> None:
    (said,) = translated(minibook, PAGE.replace(old, new))
    assert "walls.ru.md:7: " in said
    assert fault in said


def test_every_case_of_a_number_will_do(minibook: MiniBook) -> None:
    for word in ("четырёх", "четырьмя", "Четверо", "4"):
        assert translated(minibook, PAGE.replace("[четыре]", f"[{word}]")) == []
