"""Powers, their order, and what they are to each other."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa.here_i_stand import IMPULSE_ORDER, MINOR_POWERS, Power, Relations, impulse_order
from tests.here_i_stand.strategies import powers, relations


def test_impulse_order_is_the_published_one() -> None:
    assert [str(p) for p in IMPULSE_ORDER] == ["Ottoman", "Hapsburg", "England", "France", "Papacy", "Protestant"]


@given(st.lists(powers, max_size=12))
def test_order_does_not_depend_on_how_it_is_asked(some: list[Power]) -> None:
    shuffled = random.Random(1).sample(some, len(some))
    assert impulse_order(some) == impulse_order(shuffled)
    assert set(impulse_order(some)) == set(some)


@given(powers)
def test_a_power_is_read_back_from_what_it_shows(power: Power) -> None:
    assert Power(str(power)) is power
    assert eval(repr(power)) is power
    assert power.is_major + power.is_minor + (power is Power.INDEPENDENT) == 1


@pytest.mark.parametrize("name", ["Spain", "", None, 3])
def test_an_unknown_power_is_refused(name: object) -> None:
    with pytest.raises(ImpossibleSituation) as caught:
        Power(name)
    assert caught.value.value == name


@pytest.mark.parametrize(
    ("power", "sentence"),
    [(Power.OTTOMAN, "the Ottomans are"), (Power.PAPACY, "the Papacy is"), (Power.FRANCE, "France is")],
)
def test_grammar(power: Power, sentence: str) -> None:
    assert f"{power.the} {power.verb('is', 'are')}" == sentence


@given(relations())
def test_relations_are_read_back(ties: Relations) -> None:
    assert eval(repr(ties)) == ties
    assert Relations.of(str(ties)) == ties


@given(relations(), powers, powers)
def test_relations_are_mutual_and_never_both(ties: Relations, one: Power, other: Power) -> None:
    assert ties.at_war(one, other) == ties.at_war(other, one)
    assert ties.allied(one, other) == ties.allied(other, one)
    assert not (ties.at_war(one, other) and ties.allied(one, other))
    if one is other and one is not Power.INDEPENDENT:
        assert ties.allied(one, other)


@given(relations(), st.sampled_from(MINOR_POWERS), powers)
def test_an_active_minor_power_shares_everything(ties: Relations, minor: Power, other: Power) -> None:
    major = dict(ties.minors).get(minor)
    if major is None:
        assert ties.leader_of(minor) is None
        assert not ties.allied(minor, other) or minor is other
    else:
        assert ties.leader_of(minor) is major
        assert ties.allied(minor, other) == ties.allied(major, other)
        assert ties.at_war(minor, other) == ties.at_war(major, other)


def test_alliance_is_not_transitive() -> None:
    ties = Relations.of("France with Ottoman, France with Papacy")
    assert ties.allied(Power.FRANCE, Power.PAPACY)
    assert not ties.allied(Power.OTTOMAN, Power.PAPACY)


def test_war_on_an_inactive_minor_power() -> None:
    ties = Relations.of("Ottoman against Hungary")
    assert ties.at_war(Power.HUNGARY, Power.OTTOMAN)
    assert not ties.at_war(Power.HUNGARY, Power.HAPSBURG)


@pytest.mark.parametrize(
    "text",
    [
        "France with Papacy, Papacy against France",
        "Ottoman against Ottoman",
        "France with Hungary",
        "Hungary for Venice",
        "Hungary for Ottoman, Hungary for Hapsburg",
        "Hungary for Ottoman, Hungary against Ottoman",
        "Independent against France",
        "France and Papacy",
        "France near Papacy",
        "Spain with France",
    ],
)
def test_contradictions_are_refused(text: str) -> None:
    with pytest.raises(ImpossibleSituation):
        Relations.of(text)
