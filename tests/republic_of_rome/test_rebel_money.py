"""Money in a revolt: nothing is lost on the way, and nobody pays what he may not."""

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
purses = st.integers(0, 12)


@given(st.lists(legions, max_size=10), purses, purses, purses, purses, st.data())
def test_upkeep_conserves_talents_and_legions(
    army: list[ror.Legion], own: int, other: int, faction: int, treasury: int, data: st.DataObject
) -> None:
    julius = ror.Senator("Julius", talents=own, place=ror.Place.REBEL)
    manlius = ror.Senator("Manlius", talents=other, place=ror.Place.SECONDARY_REBEL)
    costly = [legion for legion in army if not (legion.veteran and legion.allegiance in ("Julius", "Manlius"))]
    short = max(0, len(costly) - (own + other + faction) // 2)
    taken = data.draw(st.integers(0, min(short, treasury // 2)))
    paid = ror.pay_upkeep(
        ror.Army(julius, ror.Force(tuple(army))),
        ror.Faction("Populares", talents=faction),
        secondaries=(manlius,),
        treasury=treasury,
        senate_takes=taken,
    )
    assert Counter(paid.army.force.legions + paid.returned + paid.disbanded) == Counter(army)
    assert (len(paid.returned), len(paid.returned) + len(paid.disbanded)) == (taken, short)
    before = own + other + faction
    after = paid.army.commander.talents + paid.secondaries[0].talents + paid.faction.talents
    assert before - after == 2 * (len(costly) - short)
    assert treasury - paid.treasury == 2 * taken
    assert min(paid.army.commander.talents, paid.secondaries[0].talents, paid.faction.talents) >= 0
    # He gives up no more than he must: with another two talents he would have kept one more.
    assert short == 0 or after < 2
    # The faction helps only where the rebels' own money ends.
    assert paid.faction.talents == faction or paid.army.commander.talents + paid.secondaries[0].talents == 0


@given(st.lists(legions, max_size=12))
def test_upkeep_is_counted_legion_by_legion(army: list[ror.Legion]) -> None:
    rebels = {"Julius", "Manlius"}
    assert ror.upkeep(army, rebels=rebels) == sum(ror.upkeep([legion], rebels=rebels) for legion in army)
    assert ror.upkeep(army, rebels=rebels) == 2 * sum(legion.allegiance not in rebels for legion in army)


@given(purses, st.integers(0, 6), st.integers(0, 60))
def test_the_state_pays_everything_or_is_bankrupt(treasury: int, wars: int, forces: int) -> None:
    books = ror.settle_state(treasury, active_wars=wars, forces=forces)
    assert books.bankrupt == (20 * wars + 2 * forces > treasury + 100)
    if not books.bankrupt:
        assert books.treasury == treasury + 100 - 20 * wars - 2 * forces


@given(st.integers(0, 200))
def test_contributions(talents: int) -> None:
    gain = ror.influence_for(talents, by=ror.Senator("Valerius", talents=200))
    assert gain == (7 if talents >= 50 else 3 if talents >= 25 else 1 if talents >= 10 else 0)


@pytest.mark.parametrize("giver", ror.Purse)
@pytest.mark.parametrize("receiver", ror.Purse)
def test_no_money_crosses_to_or_from_a_rebel(giver: ror.Purse, receiver: ror.Purse) -> None:
    rebels = (ror.Purse.REBEL, ror.Purse.SECONDARY)
    if giver is receiver and giver is not ror.Purse.LOYAL:
        with pytest.raises(ImpossibleSituation, match="receiver"):
            ror.may_move_money(giver, receiver)
    elif giver in rebels or receiver in rebels:
        assert bool(ror.may_move_money(giver, receiver)) == (giver is rebels[1] and receiver is rebels[0])
    else:
        assert ror.may_move_money(giver, receiver)
        assert not ror.may_move_money(giver, receiver, at_redistribution=False)


@given(st.integers(0, 5), st.integers(0, 20), st.booleans())
def test_turning_rebel_keeps_the_money_and_drops_the_rest(knights: int, talents: int, primary: bool) -> None:
    offices = (ror.Office.CENSOR, ror.Office.GOVERNOR)
    concessions = ("Mining", "Harbour Fees")
    before = ror.Senator("Julius", knights=knights, talents=talents, concessions=concessions, offices=offices)
    turned = ror.turns_rebel(before, primary=primary)
    assert turned.senator.talents == talents
    assert (turned.knights, turned.senator.knights) == (knights, 0)
    assert (turned.concessions, turned.senator.concessions) == (before.concessions, ())
    assert turned.senator.offices == ((ror.Office.GOVERNOR,) if primary else ())
    assert turned.senator.is_rebel
    with pytest.raises(ImpossibleSituation, match="in revolt"):
        ror.turns_rebel(turned.senator, primary=primary)


def test_his_own_veterans_cost_a_rebel_nothing() -> None:
    julius = ror.in_revolt(ror.Senator("Julius", faction="Populares", military=4))
    paid = ror.pay_upkeep(ror.Army(julius, ror.Force(ror.veterans(2, of="Julius"))), ror.Faction("Populares"))
    assert list(map(str, paid.steps)) == ["no legion of Julius costs anything [ROR 1.11.33a]"]


def test_a_captive_contributes_nothing_because_he_is_one() -> None:
    with pytest.raises(ImpossibleSituation, match="Valerius is a captive"):
        ror.influence_for(25, by=ror.Senator("Valerius", place=ror.Place.CAPTIVE))


@pytest.mark.parametrize(
    ("given_", "field"),
    [
        ({"treasury": -1}, "treasury"),
        ({"from_faction": -1}, "from_faction"),
        ({"from_faction": 5}, "from_faction"),
        ({"from_faction": 1}, "from_faction"),
        ({"released": ror.legions(2)}, "released"),
        ({"released": ror.veterans(1, of="Julius")}, "released"),
        ({"treasury": 10, "senate_takes": 2}, "senate_takes"),
        ({"treasury": 1, "senate_takes": 1}, "senate_takes"),
        ({"senate_takes": True}, "senate_takes"),
    ],
)
def test_impossible_payments(given_: dict[str, object], field: str) -> None:
    julius = ror.Senator("Julius", talents=2, place=ror.Place.REBEL)
    army = ror.Army(julius, ror.Force(ror.legions(4) + ror.veterans(1, of="Julius")))
    with pytest.raises(ImpossibleSituation) as error:
        ror.pay_upkeep(army, ror.Faction("Populares", talents=4), **given_)  # type: ignore[arg-type]
    assert error.value.field == field


def test_impossible_income() -> None:
    with pytest.raises(ImpossibleSituation, match="concessions is -1"):
        ror.personal_revenue(ror.Senator("Julius", faction="Populares"), concessions=-1)
    with pytest.raises(ImpossibleSituation, match="talents is 11, expected 0 to 10"):
        ror.influence_for(11, by=ror.Senator("Valerius", talents=10))
    with pytest.raises(ImpossibleSituation, match=r"due is 2\.0"):
        ror.is_bankrupt(3, due=2.0)  # type: ignore[arg-type]
    with pytest.raises(ImpossibleSituation, match="purse is 'the state treasury'"):
        ror.Purse("the state treasury")


def test_money_for_the_treasury_it_comes_from_is_refused() -> None:
    with pytest.raises(ImpossibleSituation, match="expected a treasury other than the giver's"):
        ror.may_move_money(ror.Purse.REBEL, ror.Purse.REBEL)
