"""Wars: multiplication and leaders against counting by hand, and which wars are a danger."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

names = st.sampled_from(sorted(ror.WAR_CARDS))
tables = st.dictionaries(names, st.sampled_from(ror.WarState), max_size=8).map(
    lambda states: tuple(ror.war(name, state=state) for name, state in states.items())
)


@given(names, tables, st.lists(st.sampled_from(sorted(ror.LEADER_CARDS)), unique=True))
def test_strength_is_printed_times_matching_plus_leaders(name: str, table: tuple[ror.War, ...], led: list[str]) -> None:
    war, leaders = ror.war(name), tuple(ror.enemy_leader(leader) for leader in led)
    matching = 1 + sum(other.is_active and other.series == war.series for other in table if other.name != name)
    added = sum(leader.strength for leader in leaders if leader.series == war.series)
    assert ror.multiplier(war, table) == matching
    assert ror.land_strength(war, table, leaders) == war.land * matching + added
    assert ror.fleet_support(war) == war.support
    if war.naval:
        assert ror.naval_strength(war, table, leaders) == war.naval * matching + added
    else:
        with pytest.raises(ImpossibleSituation):
            ror.naval_strength(war, table, leaders)


@given(tables)
def test_only_active_wars_cost_and_count(table: tuple[ror.War, ...]) -> None:
    active = [war for war in table if str(war.state) in ("active", "unprosecuted")]
    assert list(ror.active_wars(table)) == active
    assert ror.cost_of_wars(table) == 20 * len(active)
    assert bool(ror.too_many_wars(table)) == (len(active) >= 4)


def test_four_macedonian_wars_quadruple() -> None:
    wars = [ror.War(f"Macedonian War {i}", land=5, series="Macedonian") for i in range(4)]
    assert [ror.land_strength(wars[0], wars[:count]) for count in range(1, 5)] == [5, 10, 15, 20]
    assert ror.multiplier(ror.War("Jugurthine War", land=8), wars) == 1


@given(names)
def test_a_revolt_pays_nothing(name: str) -> None:
    war = ror.war(name)
    assert ror.spoils_of_war(war) == (0 if war.revolt else war.spoils)
    assert war.revolt == (war.spoils == 0)


def test_unknown_cards_are_refused() -> None:
    with pytest.raises(ImpossibleSituation):
        ror.war("Trojan War")
    with pytest.raises(ImpossibleSituation):
        ror.enemy_leader("Asterix")
    with pytest.raises(ImpossibleSituation):
        ror.naval_strength(ror.war("1st Punic War", naval_victory=True))
