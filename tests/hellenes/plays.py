"""Random play of whole Winters: only what the library says may be done, given what it says it needs."""

from __future__ import annotations

import contextlib
import dataclasses
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from responsa import ImpossibleSituation, NotInThisText, Reason
from responsa import hellenes as hel

A, S = hel.Side.ATHENS, hel.Side.SPARTA
FOOT, CAVALRY, FLEET = hel.Kind.FOOT, hel.Kind.CAVALRY, hel.Kind.FLEET
LAND = ("Attica", "Boeotia", "Phocis", "Megaris")
WATER = ("Gulf", "Aegean", "Strait")
MOST_ACTS = 8


def a_position(dice: Random) -> hel.Position:
    """Few places and many units, so that they meet."""
    edges = dice.sample([(a, b) for a in LAND for b in LAND if a < b], dice.randint(2, 6))
    cities = tuple(
        hel.City(
            f"city {n}",
            size=dice.randint(1, 2),
            area=dice.choice(LAND),
            controller=dice.choice((*hel.Side, *hel.Side, None)),
            sea=sea,
            port=bool(sea) and dice.random() < 0.7,
            garrison=dice.choice((1, 1, 1, 0)),
            founder=dice.choice((None, *hel.Side)),
        )
        for n, sea in enumerate(dice.choice(("", *WATER)) for _ in range(dice.randint(1, 4)))
    )
    units: list[hel.Unit] = []
    for n in range(dice.randint(1, 9)):
        unit = a_unit(dice, f"unit {n}", cities, units)
        inside = [each for each in units if each.at == unit.at and not each.barbarian]
        room = next((hel.capacity(city) for city in cities if city.name == unit.at), 99)
        if unit.barbarian or len(inside) < room:
            units.append(unit)
    plain = hel.Position(
        areas=hel.areas(", ".join([*LAND, *(f"{a} - {b}" for a, b in edges)])),
        seas=hel.seas(f"Gulf - Aegean {dice.choice('-!')} Strait"),
        cities=cities,
        units=tuple(units),
        forced_march=dice.choice((None, 0, 1)),
        forced_sail=dice.choice((None, 0, 1)),
    )
    return besieged(dice, plain)


def a_unit(dice: Random, name: str, cities: Sequence[hel.City], others: Sequence[hel.Unit]) -> hel.Unit:
    side, kind = dice.choice((A, S)), dice.choice((FOOT, FOOT, CAVALRY, FLEET))
    friendly = [city.name for city in cities if city.controller is side and (city.sea or kind is not FLEET)]
    steps = dice.randint(1, 3)
    fleets = [
        other for other in others if other.is_fleet and not other.barbarian and other.side is side and other.at in WATER
    ]
    carrier = dice.choice(fleets) if fleets and kind is not FLEET and dice.random() < 0.3 else None
    return hel.Unit(
        name,
        side,
        kind,
        carrier.at if carrier else dice.choice([*(WATER if kind is FLEET else LAND), *friendly]),
        home=dice.choice(["", *friendly]),
        steps=steps,
        full=steps + dice.randint(0, 1),
        barbarian=dice.randint(0, 5) == 0,
        aboard=carrier.name if carrier else "",
    )


def besieged(dice: Random, position: hel.Position) -> hel.Position:
    """The same position with sieges and blockades where somebody could keep them up."""
    sieges, blockades = [], []
    since = dice.choice((hel.Date(431, hel.Season.FALL), hel.Date(431)))
    for city in position.cities:
        enemy = city.controller.enemy if city.controller else dice.choice((A, S))
        if any(not unit.is_fleet for unit in position.units_at(city.area, enemy)) and dice.random() < 0.6:
            sieges.append(hel.Siege(city.name, enemy, since))
        if city.port and any(u.is_fleet for u in position.units_at(city.sea, enemy)) and dice.random() < 0.6:
            blockades.append(hel.Blockade(city.name, enemy, since))
    return dataclasses.replace(position, sieges=tuple(sieges), blockades=tuple(blockades))


def game(seed: int) -> Counter[str]:
    """Play a Winter and say what happened in it, by the rules that its steps rest on."""
    return Counter({step.rule for step in play(seed).steps})


def play(seed: int) -> hel.Winter:
    """Play a Winter at random; whatever the library refuses on the way is a fault.

    Returns:
        The Winter, told at once, which comes to the same as its parts.
    """
    dice = Random(seed)
    start = a_position(dice)
    cards = {side: hel.Card(dice.randint(1, 3)) for side in hel.Side}
    first = hel.first_player(athens=cards[A], sparta=cards[S]).first
    now, orders = start, dict[hel.Side, hel.Orders]()
    returning: tuple[hel.Returning, ...] = ()
    for side in (first, first.enemy):
        events = dice.randint(0, 4)
        acts = acts_at_random(dice, now, side, cards[side].value + events)
        orders[side] = hel.Orders(cards[side], events=events, acts=acts)
        done = hel.player_actions(now, side, orders[side])
        now, returning = done.position, (*returning, *done.returning)
    relieved = relieved_at_random(dice, now, first, returning, orders)
    sieges = {side: sieges_at_random(dice, relieved, side) for side in hel.Side}
    orders = {side: dataclasses.replace(orders[side], sieges=sieges[side]) for side in hel.Side}
    choices = [*sieges[A], *sieges[S]]
    after = hel.siege_battles(relieved.position, first=first, choices=choices, activated=relieved.activated)
    winter = hel.winter(start, athens=orders[A], sparta=orders[S])
    assert winter.position == after.position
    check(start, orders, winter)
    return winter


# --- winter actions ---


def acts_at_random(dice: Random, position: hel.Position, side: hel.Side, actions: int) -> tuple[hel.Act, ...]:
    acts: list[hel.Act] = []
    hand = hel.Acted(side, position, hel.Purse(actions))
    for _ in range(dice.randint(0, MOST_ACTS)):
        options = list(legal_acts(dice, hand))
        if not options:
            break
        acts.append(dice.choices(options, [_worth(hand.position, act) for act in options])[0])
        hand = carried_out(hand, acts[-1])
    for city in hand.position.cities:
        excess = hel.in_excess(hand.position, city.name) if city.controller is side else 0
        if excess:
            inside = [unit.name for unit in hand.position.units_at(city.name) if not unit.barbarian]
            acts.append(hel.LeaveOutside(city.name, tuple(dice.sample(inside, excess))))
            hand = carried_out(hand, acts[-1])
    return tuple(acts)


def _worth(position: hel.Position, act: hel.Act) -> int:
    """Sieges are kept up and homes fought for more often than chance would have it."""
    if isinstance(act, hel.Supply):
        keeping = [unit for stand in position.sieges for unit in position.besiegers(stand.city)]
        keeping += [unit for stand in position.blockades for unit in position.blockaders(stand.city)]
        return 12 if any(unit.name in act.units for unit in keeping) else 2
    if isinstance(act, hel.WinterMove) and act.how is hel.How.RETURN:
        return 12 if position.siege_of(act.to) or position.blockade_of(act.to) else 2
    return 1


def legal_acts(dice: Random, hand: hel.Acted) -> Iterator[hel.Act]:
    position, side = hand.position, hand.side
    for unit in position.units:
        if unit.side is not side or not unit.on_map:
            continue
        for city in position.cities:
            yield from legal_moves(dice, hand, unit, city)
        full = position.is_city(unit.at) and hel.in_excess(position, unit.at)
        together = [each for each in position.units if each.name == (unit.aboard or unit.name)]
        together += [each for each in position.units if each.aboard and each.aboard == together[0].name]
        hungry = [each.name for each in together if not each.supplied and not each.barbarian]
        if not full and 0 < len(hungry) <= hand.left and all(hel.needs_supply(position, name) for name in hungry):
            yield hel.Supply(tuple(hungry))
        if unit.barbarian or (not full and hel.must_disband(position, unit.name)):
            yield hel.Disband(tuple(each.name for each in together if unit.is_fleet or each is unit))
        if hand.left and unit.steps < unit.full_steps:
            yield hel.Reinforce(unit.name, 1, cost=1)
    known = {unit.name for unit in position.units}
    for city in position.cities:
        name = f"recruit of {city.name}"
        if hand.left and city.controller is side and name not in known:
            yield hel.Recruit(hel.Unit(name, side, FOOT, city.name, home=city.name), cost=1)


def legal_moves(dice: Random, hand: hel.Acted, unit: hel.Unit, city: hel.City) -> Iterator[hel.WinterMove]:
    """The moves of a unit, with what it carries and perhaps others that stand beside it, that are legal."""
    position = hand.position
    if city.controller is not unit.side or unit.name in hand.recruited:
        return
    carried = tuple(each.name for each in position.units if each.aboard == unit.name)
    beside = [
        each.name
        for each in position.units_at(unit.at, unit.side)
        if each.kind is unit.kind and each.name not in hand.recruited and not carried and not each.aboard
    ]
    names = (unit.name, *carried)
    if unit.name in beside and dice.random() < 0.3:
        names = tuple(dice.sample(beside, dice.randint(1, len(beside))))
    aboard: tuple[tuple[str, str], ...] = ()
    passengers = [
        each.name
        for each in position.units_at(unit.at, unit.side)
        if not each.is_fleet and not position.is_sea(unit.at)
    ]
    if unit.is_fleet and not carried and len(names) == 1 and passengers and dice.random() < 0.5:
        passenger = dice.choice(passengers)
        if passenger not in hand.recruited:
            names, aboard = (*names, passenger), ((unit.name, passenger),)
    for how in hel.How:
        with contextlib.suppress(NotInThisText, ImpossibleSituation):
            route = hel.way_to(position, unit.name, city.name) if how is not hel.How.QUARTERS else ()
            if route is None:
                continue
            move = hel.WinterMove(how, names, city.name, route, aboard)
            if hel.may_move(position, move, hand.moved) and hel.move_cost(how) <= hand.left:
                if unit.is_fleet and hel.crosses_hazard(position, unit.name, route):
                    through = [name for name in names if dice.random() < 0.5 or name == unit.name]
                    through = through if dice.random() < 0.7 else []
                    move = dataclasses.replace(move, came_through=tuple(through))
                yield move


def carried_out(hand: hel.Acted, act: hel.Act) -> hel.Acted:
    """A hand after an act, by the functions that a player would call for it."""
    position = hand.position
    if isinstance(act, hel.WinterMove):
        done = hel.make_move(position, act, hand.moved)
        purse = hand.purse.spend(done.cost, Reason("a move", "HEL 9.2.1e"))
        return dataclasses.replace(hand, position=done.position, purse=purse, moved=hand.moved | set(act.units))
    if isinstance(act, hel.Supply):
        spent = hel.supply_units(position, act.units, hand.purse)
    elif isinstance(act, hel.Recruit):
        spent = hel.recruit(position, act.unit, hand.purse, cost=act.cost)
        hand = dataclasses.replace(hand, recruited=hand.recruited | {act.unit.name})
    elif isinstance(act, hel.Reinforce):
        spent = hel.reinforce(position, act.unit, act.steps, hand.purse, cost=act.cost)
    elif isinstance(act, hel.Disband):
        gone = tuple(position.unit(name) for name in act.units)
        return dataclasses.replace(hand, position=position.with_units(*map(hel.disbanded, gone)))
    else:
        return dataclasses.replace(hand, position=hel.left_outside(position, act.city, act.units))
    return dataclasses.replace(hand, position=spent.position, purse=spent.purse)


# --- siege-relief battles ---


def relieved_at_random(
    dice: Random,
    position: hel.Position,
    first: hel.Side,
    returning: Sequence[hel.Returning],
    orders: dict[hel.Side, hel.Orders],
) -> hel.Relief:
    """Fight battle after battle, each where the library says that it may be; keep them in the orders."""
    battles: list[hel.ReturningBattle | hel.Sortie] = []
    outside: dict[str, tuple[str, ...]] = {}
    done = phase(dice, position, first, returning, battles, outside)
    for side in (first, first.enemy):
        for battle in battles_at_random(dice, position, side, returning):
            before = list(battles)
            battles.append(battle)
            try:
                done = phase(dice, position, first, returning, battles, outside)
            except OvertakenByEvents:
                battles = before
    for side in hel.Side:
        own = tuple(each for each in battles if position.city(each.city).controller is side)
        left = {city: units for city, units in outside.items() if position.city(city).controller is side}
        orders[side] = dataclasses.replace(orders[side], battles=own, outside=left)
    return done


class OvertakenByEvents(Exception):
    """A battle that an earlier one has made impossible: the siege is broken, or those who fight are gone."""


def phase(
    dice: Random,
    position: hel.Position,
    first: hel.Side,
    returning: Sequence[hel.Returning],
    battles: Sequence[hel.ReturningBattle | hel.Sortie],
    outside: dict[str, tuple[str, ...]],
) -> hel.Relief:
    """The phase with these battles; who stays outside is chosen when the library asks."""
    for _ in range(20):
        try:
            return hel.relief(position, first=first, returning=returning, battles=battles, outside=outside)
        except (ImpossibleSituation, NotInThisText) as refusal:
            if isinstance(refusal, ImpossibleSituation) and refusal.field == "outside":
                number, city, *inside = re.split(r" units? of those in |: |, or | or |, ", refusal.expected)
                outside[city] = tuple(dice.sample(inside, int(number)))
            elif len(battles) > 1:
                raise OvertakenByEvents from refusal
            else:
                raise
    raise AssertionError(f"no choice of who stays outside will do: {outside}")


def battles_at_random(
    dice: Random, position: hel.Position, side: hel.Side, returning: Sequence[hel.Returning]
) -> Iterator[hel.ReturningBattle | hel.Sortie]:
    waiting = [name for group in returning for name in group.units]
    for group in returning:
        by_sea = group.by_sea
        if position.city(group.city).controller is not side or dice.random() < 0.3:
            continue
        if hel.enters_unopposed(position, group, waiting=waiting):
            continue
        assert hel.may_start(position, side, group.city, by_sea=by_sea)
        assert all(hel.may_fight_for(position, name, group.city) for name in group.units)
        against = hel.opponents(position, group.city, by_sea=by_sea, waiting=waiting)
        yield hel.ReturningBattle((group,), an_outcome(dice, position, side, group.units, against))
    for city in position.cities:
        inside = [unit for unit in position.units_at(city.name) if not unit.is_fleet]
        if city.controller is not side or not inside or dice.random() < 0.3:
            continue
        with contextlib.suppress(NotInThisText):
            if hel.may_sortie(position, [unit.name for unit in inside], city.name):
                against = hel.sortie_targets(position, city.name, waiting=waiting)
                if against:
                    names = tuple(unit.name for unit in inside)
                    yield hel.Sortie(city.name, names, an_outcome(dice, position, side, names, against))


def an_outcome(
    dice: Random,
    position: hel.Position,
    side: hel.Side,
    attackers: Sequence[str],
    against: Sequence[hel.Unit],
) -> hel.Outcome:
    """Losses for some, the winner keeps a unit, and the beaten have somewhere to go."""
    mine, theirs = [position.unit(name) for name in attackers], list(against)
    winner = dice.choice((A, S))
    beaten, victors = (theirs, mine) if winner is side else (mine, theirs)
    losses = {unit.name: dice.randint(0, unit.steps) for unit in beaten if dice.random() < 0.5}
    losses |= {unit.name: dice.randint(0, unit.steps - 1) for unit in victors if unit.steps > 1 and dice.random() < 0.5}
    retreats = {}
    for unit in beaten:
        if position.is_city(unit.at):
            continue  # a sortie goes back inside
        places = WATER if unit.is_fleet or position.is_sea(unit.at) else LAND
        retreats[unit.name] = dice.choice([place for place in places if place != unit.at])
    for unit in beaten:
        if unit.aboard in retreats:
            retreats[unit.name] = retreats[unit.aboard]
    for unit in [
        each for each in position.units if losses.get(each.aboard, 0)
    ]:  # what becomes of those on board of a lost fleet is not told
        if losses[unit.aboard] >= position.unit(unit.aboard).steps:
            losses[unit.aboard] -= 1
    return hel.Outcome(winner, losses, {name: place for name, place in retreats.items() if name in retreats})


# --- siege battles ---


def sieges_at_random(dice: Random, relieved: hel.Relief, side: hel.Side) -> tuple[hel.Attrition | hel.Storm, ...]:
    position = relieved.position
    chosen: list[hel.Attrition | hel.Storm] = []
    for siege in position.sieges:
        options = hel.siege_options(position, side, siege.city, activated=relieved.activated)
        stormed = {position.city(each.city).area for each in chosen if isinstance(each, hel.Storm)}
        if siege.by is not side or not options or dice.random() < 0.2 or position.city(siege.city).area in stormed:
            continue
        chosen.append(
            an_attrition(dice, position, siege.city)
            if dice.choice(options) is hel.SiegeMethod.ATTRITION
            else a_storm(dice, position, siege.city, relieved.activated)
        )
    return tuple(chosen)


def an_attrition(dice: Random, position: hel.Position, city: str) -> hel.Attrition:
    blocks = hel.besieged_blocks(position, city)
    rolled = tuple(dice.randint(1, 6) for _ in blocks)
    steps = hel.attrition_steps(rolled, blocks=len(blocks), season=hel.Season.WINTER)
    for number in range(len(blocks) + 1):
        for _ in range(40):
            choice = tuple(dice.sample([block.name for block in blocks], number))
            try:
                hel.take_attrition(blocks, steps, chosen=choice)
            except (NotInThisText, ImpossibleSituation):
                continue
            return hel.Attrition(city, rolled, choice)
    raise AssertionError(f"no choice fits {rolled} at {city}")


def a_storm(dice: Random, position: hel.Position, city: str, activated: Sequence[str]) -> hel.Storm:
    fresh = [u.name for u in position.besiegers(city) if hel.may_be_activated(u.name, activated=activated)]
    names = tuple(dice.sample(fresh, dice.randint(1, len(fresh))))
    steps = {name: position.unit(name).steps for name in names}
    steps |= {block.name: block.steps for block in hel.besieged_blocks(position, city)}
    return hel.Storm(city, names, {name: dice.randint(0, most) for name, most in steps.items()})


# --- what must hold ---


def check(start: hel.Position, orders: dict[hel.Side, hel.Orders], winter: hel.Winter) -> None:
    end = winter.position
    recruits = [act.unit.name for each in orders.values() for act in each.acts if isinstance(act, hel.Recruit)]
    assert sorted(unit.name for unit in end.units) == sorted([*(unit.name for unit in start.units), *recruits])
    for unit in end.units:
        assert (unit.at == hel.LOST) <= ("lost" in str(winter) or "eliminated" in str(winter) or unit.steps == 0)
        if unit.on_map:
            assert hel.survives(end, unit.name), (unit, str(winter))
    for city in end.cities:
        assert hel.in_excess(end, city.name) == 0
    before = {city.name: city for city in start.cities}
    assert all(before[city.name].controller is city.controller for city in end.cities)
