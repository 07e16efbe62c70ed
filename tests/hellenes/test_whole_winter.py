"""A whole Winter: random positions and orders, and what must hold however they are played."""

from __future__ import annotations

import dataclasses
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText, Reason
from responsa import hellenes as hel

A, S = hel.Side.ATHENS, hel.Side.SPARTA
FOOT, FLEET = hel.Kind.FOOT, hel.Kind.FLEET
LAND = ("Attica", "Boeotia", "Phocis", "Megaris")
WATER = ("Gulf", "Aegean")
FALL = hel.Date(431, hel.Season.FALL)


@st.composite
def positions(draw: st.DrawFn) -> hel.Position:
    edges = draw(st.lists(st.sampled_from(list(combinations(LAND, 2))), min_size=2, unique=True))
    cities = tuple(
        hel.City(
            f"city {n}",
            size=draw(st.integers(1, 2)),
            area=area,
            controller=draw(st.sampled_from(hel.Side)),
            sea=draw(st.sampled_from(("", *WATER))),
        )
        for n, area in enumerate(draw(st.permutations(LAND))[: draw(st.integers(1, 3))])
    )
    cities = tuple(dataclasses.replace(city, port=bool(city.sea)) for city in cities)
    units = tuple(draw(units_of(f"unit {n}", cities)) for n in range(draw(st.integers(1, 7))))
    inside = Counter[str]()
    kept = []
    for unit in units:
        inside[unit.at] += 1
        if inside[unit.at] <= next((hel.capacity(city) for city in cities if city.name == unit.at), 99):
            kept.append(unit)
    position = hel.Position(
        areas=hel.areas(", ".join([*LAND, *(f"{a} - {b}" for a, b in edges)])),
        seas=hel.seas("Gulf - Aegean"),
        cities=cities,
        units=tuple(kept),
        forced_march=draw(st.integers(0, 1)),
        forced_sail=0,
    )
    sieges, blockades = [], []
    for city in cities:
        enemy = (city.controller or A).enemy
        if any(not unit.is_fleet for unit in position.units_at(city.area, enemy)) and draw(st.booleans()):
            sieges.append(hel.Siege(city.name, enemy, FALL))
        if city.port and any(u.is_fleet for u in position.units_at(city.sea, enemy)) and draw(st.booleans()):
            blockades.append(hel.Blockade(city.name, enemy, FALL))
    return dataclasses.replace(position, sieges=tuple(sieges), blockades=tuple(blockades))


@st.composite
def units_of(draw: st.DrawFn, name: str, cities: tuple[hel.City, ...]) -> hel.Unit:
    side, kind = draw(st.sampled_from(hel.Side)), draw(st.sampled_from((FOOT, FOOT, FLEET)))
    friendly = [city.name for city in cities if city.controller is side and (city.sea or kind is FOOT)]
    return hel.Unit(
        name,
        side,
        kind,
        draw(st.sampled_from([*(WATER if kind is FLEET else LAND), *friendly])),
        home=draw(st.sampled_from(["", *friendly])),
        steps=draw(st.integers(1, 3)),
        barbarian=draw(st.integers(0, 5)) == 0,
    )


def possible_acts(position: hel.Position, side: hel.Side) -> list[hel.Act]:
    """Acts of a single unit that might be legal at some point."""
    acts: list[hel.Act] = []
    for unit in (unit for unit in position.units if unit.side is side):
        acts.append(hel.Supply((unit.name,)))
        for city in (city for city in position.cities if city.controller is side):
            route = hel.way_to(position, unit.name, city.name)
            acts.append(hel.WinterMove(hel.How.QUARTERS, (unit.name,), city.name))
            if route is not None:
                acts.append(hel.WinterMove(hel.How.RETURN, (unit.name,), city.name, route))
                acts.append(hel.WinterMove(hel.How.GROUP_MOVE, (unit.name,), city.name, route))
    return acts


def settled(position: hel.Position, side: hel.Side, card: hel.Card, wished: list[hel.Act]) -> hel.Orders:
    """Orders of those wished acts that turn out to be legal, and of whatever else the end of the turn asks for."""
    acts: tuple[hel.Act, ...] = ()
    for act in wished:
        now = played(position, side, (*acts, act), card)
        if now is not None:
            acts = (*acts, act)
    now = played(position, side, acts, card)
    assert now is not None
    for city in position.cities:
        inside = [unit.name for unit in now.units_at(city.name, side) if not unit.barbarian]
        excess = len(inside) - hel.capacity(city)
        if excess > 0:
            barbarians = tuple(unit.name for unit in now.units_at(city.name, side) if unit.barbarian)
            acts += (hel.Disband(barbarians),) if barbarians else ()
            acts += (hel.LeaveOutside(city.name, tuple(inside[:excess])),)
    return hel.Orders(card, acts=acts)


def played(position: hel.Position, side: hel.Side, acts: tuple[hel.Act, ...], card: hel.Card) -> hel.Position | None:
    """The position after some acts, or nothing if one of them is refused; the turn is not ended."""
    purse, moved = hel.Purse(card.value), frozenset[str]()
    try:
        for act in acts:
            if isinstance(act, hel.WinterMove):
                done = hel.make_move(position, act, moved)
                purse = purse.spend(done.cost, Reason("a move", "HEL 9.2.1e"))
                position, moved = done.position, moved | set(act.units)
            elif isinstance(act, hel.Supply):
                spent = hel.supply_units(position, act.units, purse)
                position, purse = spent.position, spent.purse
    except (ImpossibleSituation, NotInThisText):
        return None
    return position


@st.composite
def winters(draw: st.DrawFn) -> tuple[hel.Position, dict[hel.Side, hel.Orders], hel.Winter]:
    position = draw(positions())
    cards = {side: hel.Card(draw(st.integers(1, 3))) for side in hel.Side}
    first = hel.first_player(athens=cards[A], sparta=cards[S]).first
    orders: dict[hel.Side, hel.Orders] = {}
    now = position
    for side in (first, first.enemy):
        wished = draw(st.permutations(possible_acts(now, side)))[:8] if possible_acts(now, side) else []
        orders[side] = settled(now, side, cards[side], wished)
        now = hel.player_actions(now, side, orders[side]).position
    orders = roomy(position, now, orders)
    return position, orders, hel.winter(position, athens=orders[A], sparta=orders[S])


def roomy(position: hel.Position, now: hel.Position, orders: dict[hel.Side, hel.Orders]) -> dict[hel.Side, hel.Orders]:
    """The same orders, and who is outside where returning units that nobody opposes overfill their home."""
    for _ in position.cities:
        try:
            hel.winter(position, athens=orders[A], sparta=orders[S])
        except ImpossibleSituation as error:
            if error.field != "outside":
                raise
            city = next(city for city in now.cities if f"in {city.name}:" in error.expected)
            assert city.controller is not None
            own = orders[city.controller]
            chosen = tuple(those_in(now, own, city.name)[: int(error.expected.split()[0])])
            outside = {**own.outside, city.name: chosen}
            orders = {**orders, city.controller: dataclasses.replace(own, outside=outside)}
        else:
            break
    return orders


def those_in(now: hel.Position, orders: hel.Orders, city: str) -> list[str]:
    """The units that are in a city, and those that return to it."""
    moves = (act for act in orders.acts if isinstance(act, hel.WinterMove))
    coming = [name for move in moves if (move.how, move.to) == (hel.How.RETURN, city) for name in move.units]
    return list(dict.fromkeys([*(unit.name for unit in now.units_at(city)), *coming]))


@pytest.mark.slow
@settings(max_examples=200)
@given(winters())
def test_no_unit_appears_or_vanishes_without_a_ruling(
    winter: tuple[hel.Position, dict[hel.Side, hel.Orders], hel.Winter],
) -> None:
    position, _, after = winter
    assert [unit.name for unit in after.position.units] == [unit.name for unit in position.units]
    for unit in after.position.units:
        gone = [step for step in after.steps if step.text.startswith(f"{unit.be} disbanded")]
        assert len(gone) == (unit.at == hel.POOL)
        assert unit.at != hel.LOST


@pytest.mark.slow
@settings(max_examples=200)
@given(winters())
def test_whoever_is_left_is_housed_or_fed(
    winter: tuple[hel.Position, dict[hel.Side, hel.Orders], hel.Winter],
) -> None:
    end = winter[2].position
    for unit in end.units:
        if unit.on_map:
            housed = any(unit.at == city.name and city.controller is unit.side for city in end.cities)
            assert housed or unit.supplied
            assert not unit.barbarian
    for city in end.cities:
        assert len(end.units_at(city.name)) <= hel.capacity(city)


@pytest.mark.slow
@settings(max_examples=200)
@given(winters())
def test_nobody_spends_more_than_his_card(
    winter: tuple[hel.Position, dict[hel.Side, hel.Orders], hel.Winter],
) -> None:
    _, orders, after = winter
    for side, order in orders.items():
        bought = sum(isinstance(act, hel.WinterMove) and act.how is hel.How.GROUP_MOVE for act in order.acts)
        fed = sum(len(act.units) for act in order.acts if isinstance(act, hel.Supply))
        lost = [s for c in after.chapters if c.title.endswith(str(side)) for s in c.steps if s.rule == "HEL 4.0a"]
        spent = bought + fed + sum(int(step.text.split()[0]) for step in lost)
        assert order.card is not None
        assert spent == order.card.value


@pytest.mark.slow
@settings(max_examples=100)
@given(winters())
def test_the_chapters_follow_the_initiative(
    winter: tuple[hel.Position, dict[hel.Side, hel.Orders], hel.Winter],
) -> None:
    _, orders, after = winter
    value = {side: order.card.value for side, order in orders.items() if order.card}
    low = [side for side in hel.Side if value[side] <= value[side.enemy]]
    assert after.first is (low[0] if len(low) == 1 else S)
    assert [chapter.title for chapter in after.chapters] == [
        "initiative",
        f"winter actions: {after.first}",
        f"winter actions: {after.first.enemy}",
        "siege-relief battles",
        "siege battles",
    ]


@pytest.mark.slow
@settings(max_examples=150)
@given(winters(), st.data())
def test_acts_in_any_order_come_to_the_same(
    winter: tuple[hel.Position, dict[hel.Side, hel.Orders], hel.Winter], data: st.DataObject
) -> None:
    """Another order of the same acts either is refused or ends in the same position [HEL 9.2b]."""
    position, orders, after = winter
    other = dataclasses.replace(orders[after.first], acts=tuple(data.draw(st.permutations(orders[after.first].acts))))
    try:
        end = hel.player_actions(position, after.first, other).position
    except (ImpossibleSituation, NotInThisText):
        assume(False)
    assert end == after.chapters[1].position


def test_supply_and_free_moves_commute() -> None:
    units = tuple(hel.Unit(f"army {n}", S, FOOT, "Boeotia") for n in (1, 2, 3))
    position = hel.Position(areas=hel.areas("Boeotia"), cities=(hel.City("Thebes", 1, "Boeotia", S),), units=units)
    acts: tuple[hel.Act, ...] = (
        hel.WinterMove(hel.How.QUARTERS, ("army 1",), "Thebes"),
        hel.WinterMove(hel.How.QUARTERS, ("army 2",), "Thebes"),
        hel.Supply(("army 3",)),
    )
    ends = {
        hel.player_actions(position, S, hel.Orders(hel.Card(1), acts=order)).position for order in permutations(acts)
    }
    assert len(ends) == 1


def at_plataea(*units: hel.Unit, by: hel.Side = S) -> hel.Position:
    return hel.Position(
        areas=hel.areas("Attica - Boeotia"),
        cities=(hel.City("Plataea", 1, "Boeotia", A), hel.City("Athens", 3, "Attica", A)),
        units=(*units, hel.Unit("Spartan army", S, FOOT, "Boeotia", steps=3)),
        sieges=(hel.Siege("Plataea", by, FALL),),
    )


HOPLITES = hel.Unit("Plataean army", A, FOOT, "Attica", home="Plataea", steps=2)
HOME = hel.WinterMove(hel.How.RETURN, ("Plataean army",), "Plataea", ("Boeotia",))
GROUP = hel.Returning("Plataea", ("Plataean army",))
FED = hel.Orders(hel.Card(1), acts=(hel.Supply(("Spartan army",)),))
UNFED = hel.Orders(hel.Card(1))


def test_a_returning_army_waits_and_enters_when_the_besieger_is_gone() -> None:
    """Athens moves first; the besieger is only disbanded afterwards, for want of supply."""
    sparta = dataclasses.replace(UNFED, card=hel.Card(2))
    after = hel.winter(at_plataea(HOPLITES), athens=hel.Orders(hel.Card(1), acts=(HOME,)), sparta=sparta)
    assert after.first is A
    assert after.position.unit("Plataean army").at == "Plataea"
    assert after.position.unit("Spartan army").at == hel.POOL
    assert after.position.sieges == ()
    assert "HEL 9.3.1e" in [step.rule for step in after.steps]


@pytest.mark.parametrize(
    ("winner", "at"),
    [(A, "Plataea"), (S, hel.POOL)],
)
def test_a_returning_battle(winner: hel.Side, at: str) -> None:
    away = {"Spartan army": "Attica"} if winner is A else {"Plataean army": "Attica"}
    battle = hel.ReturningBattle((GROUP,), hel.Outcome(winner, retreats=away))
    athens = hel.Orders(hel.Card(1), acts=(HOME,), battles=(battle,))
    after = hel.winter(at_plataea(HOPLITES), athens=athens, sparta=FED)
    assert after.position.unit("Plataean army").at == at
    assert after.position.unit("Spartan army").on_map
    assert after.prestige == {winner: 2, winner.enemy: 0}
    assert (after.position.siege_of("Plataea") is None) is (winner is A)


def test_a_returning_army_may_decline_and_is_disbanded() -> None:
    after = hel.winter(at_plataea(HOPLITES), athens=hel.Orders(hel.Card(1), acts=(HOME,)), sparta=FED)
    assert after.position.unit("Plataean army").at == hel.POOL


def test_a_supplied_army_survives_its_defeat() -> None:
    battle = hel.ReturningBattle((GROUP,), hel.Outcome(S, retreats={"Plataean army": "Attica"}))
    acts = (HOME, hel.Supply(("Plataean army",)))
    athens = hel.Orders(hel.Card(1), acts=acts, battles=(battle,))
    after = hel.winter(at_plataea(HOPLITES), athens=athens, sparta=FED)
    assert after.position.unit("Plataean army").at == "Attica"


def test_attrition_at_an_established_siege() -> None:
    guard = hel.Unit("guard", A, FOOT, "Plataea", steps=2)
    sparta = dataclasses.replace(FED, sieges=(hel.Attrition("Plataea", dice=(3, 4)),))
    after = hel.winter(at_plataea(guard), athens=hel.Orders(hel.Card(1)), sparta=sparta)
    assert after.position.unit("guard").steps == 1
    assert after.unanswered == ()


def test_an_empty_city_is_an_open_question() -> None:
    sparta = dataclasses.replace(FED, sieges=(hel.Attrition("Plataea", dice=(1,)),))
    after = hel.winter(at_plataea(), athens=hel.Orders(hel.Card(1)), sparta=sparta)
    assert [question.question for question in after.unanswered] == ["who holds Plataea, in which nobody is left"]


@pytest.mark.parametrize(
    ("athens", "sparta", "message"),
    [
        (hel.Orders(hel.Card(1, hel.PlayedAs.EVENT)), FED, "9.1b"),
        (hel.Orders(hel.Card(1), acts=(hel.Supply(("Spartan army",)),)), UNFED, r"units of Athens \[HEL 9.2a\]"),
        (hel.Orders(hel.Card(1), acts=(HOME, HOME)), FED, r"has made its winter move \[HEL 9.2.1.2a\]"),
        (UNFED, hel.Orders(hel.Card(1), battles=(hel.Sortie("Plataea", (), hel.Outcome(S)),)), "9.3e"),
        (hel.Orders(hel.Card(1), sieges=(hel.Attrition("Plataea", (1,)),)), FED, "9.4b"),
        (UNFED, hel.Orders(hel.Card(1), acts=(hel.Supply(("Spartan army",)),) * 2), "9.2.2a"),
    ],
)
def test_what_is_not_legal(athens: hel.Orders, sparta: hel.Orders, message: str) -> None:
    with pytest.raises(ImpossibleSituation, match=message):
        hel.winter(at_plataea(HOPLITES), athens=athens, sparta=sparta)


def test_more_supplied_units_than_actions() -> None:
    position = at_plataea(HOPLITES, hel.Unit("second", A, FOOT, "Attica"))
    athens = hel.Orders(hel.Card(1), acts=(hel.Supply(("Plataean army", "second")),))
    with pytest.raises(ImpossibleSituation, match=r"actions is 2, expected at most 1.*\[HEL 9.2.2b\]"):
        hel.winter(position, athens=athens, sparta=FED)


def test_only_in_winter() -> None:
    position = dataclasses.replace(at_plataea(), now=FALL)
    with pytest.raises(ImpossibleSituation, match=r"season is 'Fall', expected Winter \[HEL 9.0a\]"):
        hel.winter(position, athens=UNFED, sparta=UNFED)


def test_nobody_is_supplied_before_winter_begins() -> None:
    position = at_plataea(dataclasses.replace(HOPLITES, supplied=True))
    with pytest.raises(ImpossibleSituation, match=r"no unit that is supplied already \[HEL 9.2.2c\]"):
        hel.winter(position, athens=UNFED, sparta=UNFED)


def test_a_unit_that_can_survive_is_not_disbanded_early() -> None:
    guard = hel.Unit("guard", A, FOOT, "Plataea")
    athens = hel.Orders(hel.Card(1), acts=(hel.Disband(("guard",)),))
    with pytest.raises(ImpossibleSituation, match=r"could not survive where they are \[HEL 9.2.4c\]"):
        hel.player_actions(at_plataea(guard), A, athens)


def test_disbanded_and_recruited_in_the_same_winter() -> None:
    again = dataclasses.replace(HOPLITES, at="Athens")
    acts = (hel.Disband(("Plataean army",)), hel.Recruit(again, cost=1))
    after = hel.player_actions(at_plataea(HOPLITES), A, hel.Orders(hel.Card(1), acts=acts))
    assert after.position.unit("Plataean army").at == "Athens"


def test_recruits_may_not_march_before_the_text_says_so() -> None:
    new = hel.Unit("new army", A, FOOT, "Attica", home="Plataea")
    march = hel.WinterMove(hel.How.RETURN, ("new army",), "Plataea", ("Boeotia",))
    with pytest.raises(NotInThisText, match="whether the new army may move"):
        hel.player_actions(at_plataea(), A, hel.Orders(hel.Card(1), acts=(hel.Recruit(new, cost=1), march)))


def test_reinforcing() -> None:
    guard = hel.Unit("guard", A, FOOT, "Plataea", steps=1, full=3)
    orders = hel.Orders(hel.Card(2), acts=(hel.Reinforce("guard", 2, cost=2),))
    assert hel.player_actions(at_plataea(guard), A, orders).position.unit("guard").steps == 3
