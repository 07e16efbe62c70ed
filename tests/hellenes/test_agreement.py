"""A question and the deed agree: what may be done is done, and what is done may be."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText, Ruling
from responsa import hellenes as hel
from tests.hellenes import plays

A, S = hel.Side.ATHENS, hel.Side.SPARTA
SEEDS = st.integers(0, 10**9)
GAP = "a gap of the text"
REFUSED = "refused"


def outcome(deed: Callable[..., object], *given: Any, **named: Any) -> object:
    """What a call comes to: its result, a refusal, or a gap of the text."""
    try:
        return deed(*given, **named)
    except NotInThisText:
        return GAP
    except ImpossibleSituation:
        return REFUSED


def a_case(seed: int) -> tuple[Random, hel.Position, hel.Unit, hel.City]:
    """A position with a unit on the map and a city, any city."""
    dice = Random(seed)
    while True:
        position = plays.a_position(dice)
        units = [unit for unit in position.units if unit.on_map]
        if units and position.cities:
            return dice, position, dice.choice(units), dice.choice(position.cities)


def settled(position: hel.Position) -> bool:
    return all(not hel.in_excess(position, city.name) for city in position.cities)


PAIRS: dict[str, Callable[[int], None]] = {}
"""For each question the check that holds it against what acts on it."""


def pair(*questions: str) -> Callable[[Callable[[int], None]], Callable[[int], None]]:
    def note(check: Callable[[int], None]) -> Callable[[int], None]:
        PAIRS.update(dict.fromkeys(questions, check))
        return check

    return note


@pair("may_move", "is_in_range", "may_take_quarters", "may_buy_group_move", "move_cost", "may_carry", "home_of")
def a_move(seed: int) -> None:
    dice, position, unit, city = a_case(seed)
    how = dice.choice(list(hel.How))
    route = outcome(hel.way_to, position, unit.name, city.name) if how is not hel.How.QUARTERS else ()
    if not isinstance(route, tuple):
        return
    carried = tuple(each.name for each in position.units if each.aboard == unit.name)
    move = hel.WinterMove(how, (unit.name, *carried), city.name, route)
    if unit.is_fleet and hel.crosses_hazard(position, unit.name, route):
        move = dataclasses.replace(move, came_through=move.units)
    asked, done = outcome(hel.may_move, position, move), outcome(hel.make_move, position, move)
    if isinstance(asked, Ruling):
        assert isinstance(done, hel.Moved) == asked.answer, (asked, done)
    else:
        assert asked == done
    if isinstance(done, hel.Moved):
        assert done.cost == hel.move_cost(how)
        if how is hel.How.QUARTERS:
            assert hel.may_take_quarters(position, unit.name, city.name)
        if how is hel.How.GROUP_MOVE:
            assert hel.may_buy_group_move(position, unit.name)
        if how is hel.How.RETURN:
            assert hel.home_of(position, unit.name) is city


@pair("must_stop", "must_stop_before", "may_enter_by_sea", "may_attack", "has_free_way")
def a_stop(seed: int) -> None:
    dice, position, unit, city = a_case(seed)
    if city.controller is not unit.side:
        return
    how = dice.choice(list(hel.How))
    route = outcome(hel.way_to, position, unit.name, city.name) if how is not hel.How.QUARTERS else ()
    if not isinstance(route, tuple) or unit.aboard:
        return
    carried = tuple(each.name for each in position.units if each.aboard == unit.name)
    move = hel.WinterMove(how, (unit.name, *carried), city.name, route)
    done = outcome(hel.make_move, position, move)
    if not isinstance(done, hel.Moved):
        return
    by_sea = unit.is_fleet
    stopped = hel.must_stop(position, city.name, by_sea=by_sea)
    place = done.position.unit(unit.name).at
    assert (place != city.name) == stopped.answer
    if by_sea:
        before = position.with_units(*(dataclasses.replace(position.unit(n), at=city.sea) for n in move.units))
        assert hel.may_enter_by_sea(before, unit.name, city.name).answer == (place == city.name)
    if done.returning:
        assert hel.may_attack(how, at_home=True)
        enemies = (each for each in done.position.units if each.side is not unit.side and each.on_map)
        fed = done.position.with_units(*(dataclasses.replace(each, supplied=True) for each in enemies))
        assert all(hel.may_fight_for(fed, name, city.name) for name in done.returning.units)
    if how is hel.How.RETURN and place == city.name and hel.in_excess(done.position, city.name) == 0:
        assert hel.has_free_way(position, unit.name)


@pair("way_to", "way_home", "cities_in_reach")
def a_way(seed: int) -> None:
    _, position, unit, _ = a_case(seed)
    for city, route in hel.cities_in_reach(position, unit.name).items():
        way = outcome(hel.way_to, position, unit.name, city)
        assert way == GAP or (isinstance(way, tuple) and len(way) == len(route))
        assert outcome(hel.is_in_range, position, unit.name, route) != REFUSED
        if city == unit.home:
            assert outcome(hel.way_home, position, unit.name) == way


@pair("needs_supply", "supply_cost", "maintenance")
def supply(seed: int) -> None:
    _, position, unit, _ = a_case(seed)
    asked = outcome(hel.needs_supply, position, unit.name)
    done = outcome(hel.supply_units, position, [unit.name], hel.Purse(1))
    if isinstance(asked, Ruling):
        assert isinstance(done, hel.Spent) == (asked.answer and not unit.supplied)
        if not unit.barbarian:
            assert hel.maintenance(position, unit.name) == int(asked.answer)
    else:
        assert done == asked
    if isinstance(done, hel.Spent):
        assert done.purse.left == 1 - hel.supply_cost(1)
        assert hel.survives(done.position, unit.name)


@pair("must_disband", "winter_fate", "winter_fate_of", "survives", "shelters", "is_refuge", "may_wait_for_battle")
def disbanding(seed: int) -> None:
    dice, position, unit, _ = a_case(seed)
    if not settled(position):
        return
    back = [each for each in position.units if each.home and each.side is unit.side and not position.is_city(each.at)]
    returning = [hel.Returning(each.home, (each.name,), each.is_fleet) for each in back if dice.random() < 0.5]
    done = outcome(hel.disband_all, position, unit.side, returning)
    if not isinstance(done, hel.Disbanded):
        assert done == GAP
        return
    gone = unit.name in done.units
    assert hel.must_disband(position, unit.name, returning).answer == gone
    assert (hel.winter_fate(position, unit.name, returning) is hel.Fate.DISBANDED) == gone
    if hel.survives(position, unit.name):
        assert not gone
        city = next((each for each in position.cities if each.name == unit.at), None)
        if city:
            assert hel.shelters(city, unit)
            assert hel.is_refuge(city, unit.side)
    elif not gone:
        assert hel.may_wait_for_battle(position, unit.name, returning)


@pair("in_excess", "is_displaced", "capacity")
def overfull(seed: int) -> None:
    dice, position, _, city = a_case(seed)
    if city.controller is None:
        return
    guests = [hel.Unit(f"guest {n}", city.controller, hel.Kind.FOOT, city.name) for n in range(dice.randint(0, 5))]
    full = position.with_units(*guests)
    inside = [unit.name for unit in full.units_at(city.name) if not unit.barbarian]
    excess = hel.in_excess(full, city.name)
    assert excess == max(0, len(inside) - hel.capacity(city))
    for number in (excess - 1, excess, excess + 1):
        chosen = tuple(inside[:number]) if number >= 0 else ("nobody",)
        done = outcome(hel.left_outside, full, city.name, chosen)
        assert isinstance(done, hel.Position) == (len(chosen) == excess and chosen != ("nobody",))
    for name in inside:
        others = [other for other in inside if other != name]
        assert hel.is_displaced(full, name, others).answer == (excess > 0)
        if excess:
            assert hel.may_buy_group_move(full, name, others)


@pair("may_start", "may_fight_for", "opponents", "can_oppose", "enters_unopposed", "is_uncoordinated")
def a_returning_battle(seed: int) -> None:
    dice, start, _, _ = a_case(seed)
    greeks = (dataclasses.replace(unit, supplied=True, barbarian=False) for unit in start.units)
    position = start.with_units(*greeks)
    if not settled(position):
        return
    for unit in position.units:
        if unit.aboard or any(each.aboard == unit.name for each in position.units):
            continue
        for city in position.cities:
            group = hel.Returning(city.name, (unit.name,), unit.is_fleet)
            asked = hel.may_fight_for(position, unit.name, city.name)
            if asked:
                assert hel.may_start(position, unit.side, city.name, by_sea=unit.is_fleet)
                assert not hel.enters_unopposed(position, group)
            against = hel.opponents(position, city.name, by_sea=unit.is_fleet)
            assert all(hel.can_oppose(each) for each in against)
            away = {each.name: dice.choice([p for p in _near(each) if p != each.at]) for each in (unit, *against)}
            beaten = hel.Outcome(unit.side.enemy, retreats={unit.name: away[unit.name]})
            battle = hel.ReturningBattle((group,), beaten)
            done = outcome(hel.relief, position, first=A, returning=[group], battles=[battle])
            if asked and city.controller is unit.side:
                assert isinstance(done, hel.Relief)
                assert not any(hel.is_uncoordinated(1).rules[0] == step.rule for step in done.steps)
            elif city.controller is unit.side:
                assert done == REFUSED or hel.enters_unopposed(position, group)


def _near(unit: hel.Unit) -> tuple[str, ...]:
    return plays.WATER if unit.is_fleet else plays.LAND


@pair("may_sortie", "sortie_targets", "sortie_cost", "may_retreat_to", "sortie_retreat", "must_retreat_from_sortie")
def a_sortie(seed: int) -> None:
    _, start, _, city = a_case(seed)
    greeks = (dataclasses.replace(unit, supplied=True, barbarian=False) for unit in start.units)
    position = start.with_units(*greeks)
    if city.controller is None or not settled(position):
        return
    inside = tuple(unit.name for unit in position.units_at(city.name))
    asked = outcome(hel.may_sortie, position, inside, city.name)
    battle = hel.Sortie(city.name, inside, hel.Outcome(city.controller.enemy))
    done = outcome(hel.relief, position, first=A, battles=[battle])
    if isinstance(asked, Ruling):
        assert isinstance(done, hel.Relief) == asked.answer, (str(asked), done)
    else:
        assert done == asked
    if isinstance(done, hel.Relief):
        assert hel.sortie_targets(position, city.name)
        back = hel.sortie_retreat(hel.SortieSide.SORTIEING, city=city.name)
        assert {done.position.unit(name).at for name in inside} == {back}
        assert hel.may_retreat_to(back, sortied_from=city.name)
        again = outcome(hel.relief, position, first=A, battles=[battle, battle, battle])
        assert again == GAP


@pair("must_disband_after_battle")
def after_battles(seed: int) -> None:
    _, position, unit, _ = a_case(seed)
    done = outcome(hel.disband_after_battles, position, unit.side)
    if isinstance(done, hel.Disbanded) and not unit.barbarian:
        inside = position.is_city(unit.at)
        asked = hel.must_disband_after_battle(in_friendly_city=inside, supplied=unit.supplied)
        assert asked.answer == (unit.name in done.units)


@pair(
    "may_fight_siege",
    "siege_options",
    "siege_order",
    "besieged_blocks",
    "may_be_activated",
    "is_established",
    "can_lose_units",
)
def a_siege(seed: int) -> None:
    dice, position, _, city = a_case(seed)
    besiegers = [unit.name for unit in position.besiegers(city.name)]
    activated = dice.sample(besiegers, dice.randint(0, len(besiegers)))
    siege = position.siege_of(city.name)
    by = siege.by if siege else A
    asked = outcome(hel.may_fight_siege, position, by, city.name, activated=activated)
    blocks = hel.besieged_blocks(position, city.name)
    harmless = hel.Attrition(city.name, (6,) * len(blocks))
    done = outcome(hel.siege_battles, position, first=A, choices=[harmless], activated=activated)
    if not isinstance(asked, Ruling):
        assert done == asked
        assert not all(hel.can_oppose(unit) for unit in position.besiegers(city.name))
        return
    assert bool(hel.siege_options(position, by, city.name, activated=activated)) == asked.answer
    assert isinstance(done, hel.Sieges) == asked.answer, (str(asked), done)
    if asked and siege:
        assert siege in hel.siege_order(position, A)
        assert hel.is_established(siege, now=position.now)
    for name in besiegers:
        storm = hel.Storm(city.name, (name,))
        stormed = outcome(hel.siege_battles, position, first=A, choices=[storm], activated=activated)
        may = asked.answer and bool(hel.may_be_activated(name, activated=activated))
        assert isinstance(stormed, hel.Sieges) == may


@pair("may_act", "may_fight_yet", "has_own_sequence", "is_winter", "may_play_event", "crosses_hazard", "may_be_fought")
def a_winter(seed: int) -> None:
    winter = plays.play(seed)
    titles = [chapter.title for chapter in winter.chapters]
    acted = [side for title in titles for side in hel.Side if title == f"winter actions: {side}"]
    for number, side in enumerate(acted):
        assert hel.may_act(side, first=winter.first, ended=tuple(acted[:number]))
        assert not hel.may_act(side.enemy, first=winter.first, ended=tuple(acted[:number])) or number
    assert hel.may_fight_yet(tuple(acted))
    assert titles[-2:] == ["siege-relief battles", "siege battles"]
    for season in hel.Season:
        moment = dataclasses.replace(winter.chapters[0].position, now=hel.Date(400, season))
        for card in (hel.Card(1), hel.Card(1, hel.PlayedAs.EVENT)):
            orders = hel.Orders(card)
            done = outcome(hel.winter, moment, athens=orders, sparta=hel.Orders(hel.Card(1)))
            allowed = card.played_as is hel.PlayedAs.ACTIONS or hel.may_play_event(season)
            if not (hel.has_own_sequence(season) and allowed):
                assert done == REFUSED


NO_PAIR = {
    "army_panics": "a battle is told by the players, its rounds are not fought here",
    "attrition_takes_step": "a single die; attrition_steps adds them up",
    "fires_before": "a battle is told by the players",
    "has_double_defense": "a storm is told by the players; storm_round gives it to everybody inside",
    "may_coordinate": "the phase knows no battle of two forces together",
    "may_fortify": "the text gives no fight to a fleet in a city that is no port",
    "may_pursue": "a battle is told by the players",
    "must_retreat": "a battle is told by the players",
    "may_make": "the other kinds of move are not moves of Winter, so nothing acts on them",
}
"""Questions on which nothing acts, each with its reason."""


def questions() -> list[str]:
    """What answers yes or no, or says what must or may be."""
    named = ("may_", "must_", "is_", "has_", "can_", "needs_", "in_", "winter_fate", "survives")
    return [
        name
        for name in hel.__all__
        if inspect.isfunction(thing := getattr(hel, name))
        and (name.startswith(named) or inspect.signature(thing).return_annotation in ("Ruling", "bool"))
    ]


def test_every_question_has_its_deed_or_a_reason_why_not() -> None:
    asked = set(questions())
    assert asked - PAIRS.keys() - NO_PAIR.keys() == set()
    assert NO_PAIR.keys() - asked == set()
    assert not PAIRS.keys() & NO_PAIR.keys()
    assert all(hasattr(hel, name) for name in PAIRS)


@pytest.mark.parametrize("check", dict.fromkeys(PAIRS.values()), ids=lambda check: check.__name__)
@pytest.mark.slow
@settings(max_examples=150)
@given(SEEDS)
def test_a_question_and_the_deed_agree(check: Callable[[int], None], seed: int) -> None:
    check(seed)


# --- what was wrong once ---


def plataea(*units: hel.Unit, **changes: Any) -> hel.Position:
    thebans = hel.Unit("Theban army", S, hel.Kind.FOOT, "Boeotia", steps=3, supplied=True)
    siege = hel.Siege("Plataea", S, hel.Date(431, hel.Season.FALL))
    position = hel.Position(
        areas=hel.areas("Boeotia - Phocis - Attica"),
        cities=(hel.City("Plataea", 1, "Boeotia", A),),
        units=(thebans, *units),
        sieges=(siege,),
    )
    return dataclasses.replace(position, **changes)


def army(name: str, at: str = "Boeotia", **changes: Any) -> hel.Unit:
    return hel.Unit(name, A, hel.Kind.FOOT, at, home="Plataea", **changes)


def test_a_city_is_besieged_once() -> None:
    siege = hel.Siege("Plataea", S, hel.Date(432))
    with pytest.raises(ImpossibleSituation, match="sieges is 'Plataea', expected each name once"):
        plataea(sieges=(siege, siege))


def test_the_enemy_does_not_choose_who_stays_outside() -> None:
    position = plataea(now=hel.Date(431)).with_units(
        hel.disbanded(plataea().unit("Theban army")), *(army(f"army {n}", "Plataea") for n in (1, 2))
    )
    sparta = hel.Orders(hel.Card(1), outside={"Plataea": ("army 1",)})
    with pytest.raises(ImpossibleSituation, match="outside is 'Plataea', expected a city that Sparta controls"):
        hel.winter(position, athens=hel.Orders(hel.Card(1)), sparta=sparta)


def test_a_group_is_the_same_in_any_order() -> None:
    position = plataea(army("p1"), army("p2"))
    moved, told = hel.Returning("Plataea", ("p1", "p2")), hel.Returning("Plataea", ("p2", "p1"))
    battle = hel.ReturningBattle((told,), hel.Outcome(A, retreats={"Theban army": "Phocis"}))
    after = hel.relief(position, first=S, returning=[moved], battles=[battle])
    assert {after.position.unit(name).at for name in ("p1", "p2")} == {"Plataea"}


def test_the_second_group_enters_by_the_gate_that_the_first_has_opened() -> None:
    position = plataea(army("first"), army("second"))
    groups = [hel.Returning("Plataea", (name,)) for name in ("first", "second")]
    battle = hel.ReturningBattle((groups[0],), hel.Outcome(A, retreats={"Theban army": "Phocis"}))
    after = hel.relief(position, first=S, returning=groups, battles=[battle])
    assert after.position.unit("second").at == "Plataea"
    assert [step.rule for step in after.steps if "second" in step.text] == ["HEL 9.3.1e"]
    late = hel.ReturningBattle((groups[1],), hel.Outcome(A))
    with pytest.raises(ImpossibleSituation, match="yet to fight: no group"):
        hel.relief(position, first=S, returning=groups, battles=[battle, late])


def test_barbarians_take_no_room() -> None:
    guards = [army(f"guard {n}", "Plataea") for n in (1, 2)]
    position = plataea(*guards, army("Thracians", "Plataea", barbarian=True))
    assert hel.in_excess(position, "Plataea") == 0
    assert hel.disband_all(position, A).units == ("Thracians",)
    assert not hel.must_disband(position, "guard 1")


def test_greeks_return_though_their_barbarians_are_disbanded() -> None:
    position = plataea(army("hoplites", "Phocis"), army("Thracians", "Phocis", barbarian=True))
    position = position.with_units(dataclasses.replace(position.unit("Theban army"), supplied=False))
    home = hel.WinterMove(hel.How.RETURN, ("hoplites", "Thracians"), "Plataea", ("Boeotia",))
    acted = hel.player_actions(position, A, hel.Orders(hel.Card(1), acts=(home,)))
    assert acted.returning == (hel.Returning("Plataea", ("hoplites",)),)
    assert acted.position.unit("hoplites").on_map


def test_a_siege_stops_ships_before_a_city_that_is_no_port() -> None:
    elis = hel.City("Elis", 1, "Elis land", S, sea="Ionian Sea")
    position = hel.Position(
        areas=hel.areas("Elis land"),
        seas=hel.seas("Ionian Sea"),
        cities=(elis,),
        units=(
            hel.Unit("Athenian army", A, hel.Kind.FOOT, "Elis land"),
            hel.Unit("Elean fleet", S, hel.Kind.FLEET, "Ionian Sea", home="Elis"),
        ),
        sieges=(hel.Siege("Elis", A, hel.Date(432)),),
    )
    assert hel.must_stop(position, "Elis", by_sea=True)
    assert not hel.may_enter_by_sea(position, "Elean fleet", "Elis")
    moved = hel.make_move(position, hel.WinterMove(hel.How.RETURN, ("Elean fleet",), "Elis"))
    assert (moved.position.unit("Elean fleet").at, moved.returning) == ("Ionian Sea", None)
    port = dataclasses.replace(position, cities=(dataclasses.replace(elis, port=True),))
    assert hel.may_enter_by_sea(port, "Elean fleet", "Elis")


def test_no_actions_at_all() -> None:
    acted = hel.player_actions(plataea(now=hel.Date(431)), A, hel.Orders(actions=0))
    assert (acted.left, acted.steps) == (0, ())


def test_an_unknown_name_is_refused_with_its_neighbor() -> None:
    position = plataea()
    asked: list[tuple[str, Callable[[], object]]] = [
        ("Plataea", lambda: hel.must_stop(position, "Plataia", by_sea=False)),
        ("Plataea", lambda: hel.may_start(position, A, "Plataia")),
        ("Plataea", lambda: hel.may_fight_siege(position, S, "Plataia")),
        ("Plataea", lambda: position.besiegers("Plataia")),
        ("Boeotia", lambda: hel.group_in(position, S, "Beotia")),
        ("Theban army", lambda: position.unit("Thebans army")),
        ("Phocis", lambda: position.units_at("Phokis")),
    ]
    for near, ask in asked:
        with pytest.raises(ImpossibleSituation) as refused:
            ask()
        assert refused.value.nearest == near


@pytest.mark.parametrize("written", ["Attica-Boeotia", "Attica – Boeotia", "Attica — Boeotia", " Attica -Boeotia "])
def test_any_dash_is_a_border(written: str) -> None:
    assert hel.areas(written) == hel.areas("Attica - Boeotia")


@pytest.mark.parametrize("written", ["Attica, ", "Attica - ", "", "Attica ! Boeotia", ", Attica"])
def test_borders_that_are_none(written: str) -> None:
    with pytest.raises(ImpossibleSituation, match="borders is"):
        hel.areas(written)


@pytest.mark.slow
@settings(max_examples=200)
@given(SEEDS)
def test_whole_winters_played_at_random(seed: int) -> None:
    plays.play(seed)
