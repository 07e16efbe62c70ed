"""What players look up by its name: each statesman belongs to a family, and nothing is named twice."""

from __future__ import annotations

from responsa.republic_of_rome._named import named
from responsa.republic_of_rome._senators import FAMILIES, STATESMEN
from responsa.republic_of_rome.statesmen import PAIRS


def test_a_statesman_bears_the_name_of_the_family_with_his_number() -> None:
    families = {card.number: card.name for card in FAMILIES}
    for card in STATESMEN:
        assert families[card.number[:-1]] in card.name


def test_the_pairs_of_statesmen_are_among_them() -> None:
    assert {number for pair in PAIRS for number in pair} <= {card.number for card in STATESMEN}


def test_each_has_a_name_and_a_number_of_its_own() -> None:
    names = [name for _, name, _ in named()]
    assert len({*names}) == len(names)
    numbers = [card.number for card in (*FAMILIES, *STATESMEN)]
    assert len({*numbers}) == len(numbers) == 49


def test_what_is_printed_is_told() -> None:
    told = {name: text for _, name, text in named()}
    assert told["Cornelius"] == "Family of number 1: military 4, oratory 3, loyalty 9, influence 5."
    assert told["C. Julius Caesar"].endswith("influence 5, popularity 2.")
