"""What the rulebooks share: rule ids, rulings, errors and dice."""

from __future__ import annotations

import pickle
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import (
    Finding,
    ImpossibleSituation,
    NotInThisText,
    Reason,
    RuleId,
    Ruling,
    Words,
    decide,
    implements,
    rules_of,
)
from responsa.dice import chance_of_at_least, check_dice, percent, ways_to_hit, ways_to_total
from responsa.nearest import nearest

AS_A_READER_COUNTS = ["HEL 9.2", "HEL 9.10", "HIS 13", "HIS 13.4", "HIS 13.4a", "HIS 13.4b", "HIS 13.10", "ROR 1.10.71"]


@pytest.mark.parametrize("text", [*AS_A_READER_COUNTS, "HIS C31a"])
def test_a_rule_id_is_what_it_prints(text: str) -> None:
    rule = RuleId.of(text)
    assert str(rule) == text
    assert RuleId.of(rule) is rule
    assert f"{rule.rulebook} {rule.number}" == text
    assert rule.anchor == text.lower().replace(" ", "-")


def test_rule_ids_are_sorted_as_a_reader_counts() -> None:
    rules = [RuleId.of(text) for text in AS_A_READER_COUNTS]
    assert sorted(set(rules), key=lambda rule: rule.order) == rules
    assert RuleId.of("HIS C31").order == ("HIS", (("C", 31),), (0, ""))


def test_the_parent_of_a_rule_is_its_clause_and_so_on_up() -> None:
    chain, rule = [], RuleId.of("ROR 1.10.71a")
    while (parent := rule.parent) is not None:
        chain.append(str(parent))
        rule = parent
    assert chain == ["ROR 1.10.71", "ROR 1.10", "ROR 1"]


@pytest.mark.parametrize("text", ["", "13.4c", "HIS", "HIS 13.4cc", "his 13.4c", "HIS 13.", "HIS 13.4c v2"])
def test_what_is_no_rule_id(text: str) -> None:
    with pytest.raises(ValueError, match="is no rule id"):
        RuleId.of(text)
    with pytest.raises(ValueError, match="is no rule id"):
        Reason("so it is", text)


def test_code_carries_the_rules_of_its_mark_and_no_others() -> None:
    @implements("HIS 13.4c", "HIS 13.4d v2")
    def carrier() -> str:
        return "as before"

    assert carrier() == "as before"
    assert {str(rule): version for rule, version in rules_of(carrier).items()} == {"HIS 13.4c": 1, "HIS 13.4d": 2}
    for plain in (lambda: None, 3, "HIS 13.4c"):
        assert rules_of(plain) == {}
    with pytest.raises(ValueError, match="names no rule"):
        implements()


@given(st.lists(st.booleans(), min_size=1, max_size=4))
def test_a_ruling_is_yes_if_every_finding_holds_and_else_no_for_those_that_do_not(holds: list[bool]) -> None:
    ruling = decide(*(Finding(each, f"HIS {i}a", yes=f"yes {i}", no=f"no {i}") for i, each in enumerate(holds)))
    told = [i for i, each in enumerate(holds) if each == all(holds)]
    assert bool(ruling) == ruling.answer == all(holds)
    assert ruling.rules == tuple(f"HIS {i}a" for i in told)
    assert [reason.text for reason in ruling.because] == [f"{'yes' if all(holds) else 'no'} {i}" for i in told]


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "Yes. The 0 [HIS 0a]."),
        (2, "Yes. The 0 [HIS 0a] and the 1 [HIS 1a]."),
        (3, "Yes. The 0 [HIS 0a], the 1 [HIS 1a], and the 2 [HIS 2a]."),
    ],
)
def test_a_ruling_reads_like_an_answer(count: int, said: str) -> None:
    assert str(Ruling(True, tuple(Reason(f"the {i}", f"HIS {i}a") for i in range(count)))) == said


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (ImpossibleSituation, {"field": "units", "value": -1, "expected": "0 or more", "rule": "HIS 13.4d"}),
        (NotInThisText, {"question": "what becomes of the leaders", "rule": "HIS 13.4n"}),
        (NotInThisText, {"question": "what becomes of the leaders", "rule": "HIS 13.4n", "where": "13.4"}),
    ],
)
def test_an_error_says_the_same_in_another_process(kind: type[Exception], arguments: dict[str, object]) -> None:
    error = kind(**arguments)
    there = pickle.loads(pickle.dumps(error))
    assert (type(there), str(there), vars(there)) == (kind, str(error), vars(error))


def test_a_word_that_is_none_is_an_error_only_where_a_rule_names_the_words() -> None:
    class Plain(Words):
        ONE = "one"

    with pytest.raises(ValueError, match="'two' is not a valid"):
        Plain("two")


@pytest.mark.parametrize("dice", range(4))
def test_totals_and_hits_are_those_of_all_rolls(dice: int) -> None:
    rolls = list(product(range(1, 7), repeat=dice))
    assert ways_to_total(dice) == Counter(map(sum, rolls))
    for target in range(20):
        at_least = sum(sum(roll) >= target for roll in rolls)
        assert chance_of_at_least(target, dice=dice) == Fraction(at_least, 6**dice)
    for faces in range(7):
        hits = Counter(sum(die <= faces for die in roll) for roll in rolls)
        assert ways_to_hit(dice, faces=faces) == [hits[count] for count in range(dice + 1)]


@given(st.fractions(0, 1, max_denominator=2000))
def test_per_cent_has_one_decimal_place_and_halves_go_up(chance: Fraction) -> None:
    exact = Decimal(100 * chance.numerator) / chance.denominator
    assert percent(chance) == f"{exact.quantize(Decimal('0.1'), ROUND_HALF_UP)} %"


@pytest.mark.parametrize("dice", [(), (1,), (1, 7), (0, 1), (1, 2, 3), (True, 2), (1.0, 2)])
def test_dice_that_nobody_threw(dice: tuple[int, ...]) -> None:
    with pytest.raises(ImpossibleSituation, match="expected 2 dice that each show 1 to 6"):
        check_dice(dice, count=2, rule="HIS 13.3.4a")
    check_dice((1, 6), count=2, rule="HIS 13.3.4a")


def test_nothing_is_decided_without_a_finding_or_a_sentence() -> None:
    with pytest.raises(ValueError, match="nothing was looked at"):
        decide()
    with pytest.raises(ValueError, match="says nothing"):
        decide(Finding(True, "HIS 13.4a", yes=" ", no="it is not"))
    with pytest.raises(ValueError, match="at least one reason"):
        Ruling(True, ())


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0.0 %"),
        (Fraction(1, 7776), "< 0.1 %"),
        (Fraction(1, 2000), "0.1 %"),
        (Fraction(7775, 7776), "> 99.9 %"),
        (Fraction(1), "100.0 %"),
    ],
)
def test_never_and_always_belong_to_0_and_1_alone(chance: Fraction, said: str) -> None:
    assert percent(chance) == said


@pytest.mark.parametrize(
    ("given", "meant"), [("Viena", "Vienna"), ("habsburg", "Hapsburg"), ("Besancon", "Besançon"), ("Atlantis", "")]
)
def test_the_nearest_name_is_offered(given: str, meant: str) -> None:
    assert nearest(given, ["Vienna", "Hapsburg", "Besançon"]) == meant
