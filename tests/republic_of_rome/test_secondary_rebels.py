"""Secondary rebels: who joins, what they hand over, and whose rating counts."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import republic_of_rome as ror

owners = st.sampled_from(["", "Julius", "Manlius", "Fabius"])
legions = st.builds(
    lambda veteran, owner: ror.Legion(veteran=veteran, allegiance=owner if veteran else ""), st.booleans(), owners
)


@given(st.lists(legions, max_size=10), st.integers(0, 5))
def test_handing_over_loses_nothing(army: list[ror.Legion], fleets: int) -> None:
    rebels = {"Julius", "Manlius"}
    parted = ror.hands_over(ror.Army(ror.Senator("Manlius"), ror.Force(tuple(army), fleets=fleets)), rebels=rebels)
    assert Counter(parted.to_rebel + parted.to_senate.legions) == Counter(army)
    assert parted.to_senate.fleets == fleets
    assert all(legion.allegiance in rebels for legion in parted.to_rebel)
    assert not any(legion.allegiance in rebels for legion in parted.to_senate.legions)
    assert parted.to_rebel == ror.veterans_of(rebels, army)
    assert all(not ror.needs_upkeep(legion, rebels=rebels) for legion in parted.to_rebel)


@given(st.sampled_from(["Populares", "Optimates", ""]), st.sampled_from(ror.Place), st.booleans())
def test_only_free_men_of_the_faction_join(faction: str, place: ror.Place, deputy: bool) -> None:
    man = ror.Senator("Manlius", faction=faction, place=place)
    rebel = ror.Senator("Julius", faction="Populares")
    ruling = ror.may_join(man, rebel=rebel, deputy=deputy)
    assert bool(ruling) == (faction == "Populares" and place is not ror.Place.CAPTIVE)
    assert set(ruling.rules) == {"ROR 1.11.32j" if deputy else "ROR 1.11.32a"}


def test_nobody_joins_himself_or_a_man_without_a_faction() -> None:
    julius = ror.Senator("Julius", faction="Populares")
    assert not ror.may_join(julius, rebel=julius)
    assert not ror.may_join(ror.Senator("Manlius"), rebel=ror.Senator("Julius"))


def test_a_master_of_horse_of_another_faction_adds_nothing() -> None:
    furius = ror.Senator("Furius", faction="Populares", military=3)
    fabius = ror.Senator("Fabius", faction="Optimates", military=4)
    assert ror.rebel_rating(furius, deputy=fabius) == 3
    assert ror.rebel_rating(furius) == 3
    with pytest.raises(ImpossibleSituation) as error:
        ror.rebel_rating(furius, deputy=fabius, joins=True)
    assert (error.value.field, str(error.value.rule)) == ("joins", "ROR 1.11.32j")
