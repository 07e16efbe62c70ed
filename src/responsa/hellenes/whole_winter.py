"""A whole Winter: the last cards, both players' actions, siege-relief battles and siege battles, in one call."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import TypeAlias

from responsa import ImpossibleSituation, NotInThisText, Reason, Told, implements
from responsa.checks import check_count
from responsa.hellenes._naming import called, listed, verb_of
from responsa.hellenes.board import Position, Returning, Season, Side, Unit
from responsa.hellenes.disbanding import disband_after_battles, disband_all, must_disband, to_the_pool
from responsa.hellenes.initiative import Card, first_player, number_of_actions
from responsa.hellenes.over_wintering import Phase, in_excess, winter_sequence
from responsa.hellenes.siege_relief import ReturningBattle, Sortie, relief
from responsa.hellenes.supply import recruit, reinforce, supply_units
from responsa.hellenes.winter_actions import Purse
from responsa.hellenes.winter_movement import WinterMove, left_outside, make_move
from responsa.hellenes.winter_planner import Plan
from responsa.hellenes.winter_sieges import Attrition, Storm, siege_battles
from responsa.values import dataclass


@implements("HEL 9.2.2b")
@dataclass(frozen=True)
class Supply:
    """Supply these units, an action each."""

    units: tuple[str, ...]


@dataclass(frozen=True)
class Recruit:
    """Recruit a unit, at a cost that the players know."""

    unit: Unit
    cost: int | None = None


@dataclass(frozen=True)
class Reinforce:
    """Add steps to a unit, at a cost that the players know."""

    unit: str
    steps: int
    cost: int | None = None


@dataclass(frozen=True)
class Disband:
    """Disband units now that could not survive where they are."""

    units: tuple[str, ...]


@dataclass(frozen=True)
class LeaveOutside:
    """Name the units that do not fit into a city that overflows."""

    city: str
    units: tuple[str, ...]


Act: TypeAlias = WinterMove | Supply | Recruit | Reinforce | Disband | LeaveOutside
"""Anything that a player does among his winter actions."""


@implements("HEL 9.2a", "HEL 9.2b")
@dataclass(frozen=True)
class Orders:
    """All that a player does in a Winter.

    Attributes:
        card: His last card; needed for the initiative.
        leader: Actions that a leader adds.
        events: Actions that continuing events add.
        acts: His winter actions, in his order.
        battles: The returning battles and sorties that he fights, and how they ended.
        outside: For a city that overflows after battles, the units that he leaves outside.
        sieges: The storms and attritions of his sieges, with dice or losses.
        actions: How many actions he has, if not as many as his card, leader and events give; 0 for none.
    """

    card: Card | None = None
    leader: int = 0
    events: int = 0
    acts: tuple[Act, ...] = ()
    battles: tuple[ReturningBattle | Sortie, ...] = ()
    outside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sieges: tuple[Attrition | Storm, ...] = ()
    actions: int | None = None

    def __post_init__(self) -> None:
        if self.actions is not None:
            check_count("actions", self.actions, "HEL 4.0a")


@dataclass(frozen=True)
class Chapter(Told):
    """What happened in a part of the Winter, and the position after it.

    Attributes:
        title: Which part it is.
        steps: What happened, in order.
        position: The position when it was over.
    """

    title: str
    steps: tuple[Reason, ...]
    position: Position

    def __str__(self) -> str:
        return _story(self.title, self.steps)


@dataclass(frozen=True)
class Winter(Told):
    """A Winter that is over.

    Attributes:
        first: The first player.
        steps: Everything that happened, in order.
        chapters: The same, part by part.
        prestige: The Prestige that each side gained in winter battles.
        unanswered: What this text leaves open at the end, such as who holds a city without a defender.
    """

    first: Side
    steps: tuple[Reason, ...]
    chapters: tuple[Chapter, ...]
    prestige: Mapping[Side, int]
    unanswered: tuple[NotInThisText, ...] = ()

    @property
    def position(self) -> Position:
        """The position at the end."""
        return self.chapters[-1].position

    def __str__(self) -> str:
        return "\n".join(map(str, self.chapters))


@dataclass(frozen=True)
class Acted(Told):
    """A player in the midst of his winter actions, or at their end.

    Attributes:
        side: The player.
        position: The position now.
        purse: His actions, and what he spent them on; what is left at the end is lost [HEL 4.0a].
        steps: What happened, in order.
        moved: The units that have made their winter move.
        recruited: The units that were recruited in this Winter.
        returning: The groups that were stopped before their home city and may have a battle ahead.
    """

    side: Side
    position: Position
    purse: Purse
    steps: tuple[Reason, ...] = ()
    moved: frozenset[str] = frozenset()
    recruited: frozenset[str] = frozenset()
    returning: tuple[Returning, ...] = ()

    @property
    def title(self) -> str:
        """Which part of Winter it is."""
        return f"{Phase.ACTIONS}: {self.side}"

    @property
    def left(self) -> int:
        """The actions that are not spent."""
        return self.purse.left

    def __str__(self) -> str:
        return _story(self.title, self.steps)


@implements("HEL 9.0c", "HEL 9.0d", "HEL 9.0e", "HEL 9.0f", "HEL 9.2c", "HEL 9.3c", "HEL 9.4c")
def winter(position: Position, *, athens: Orders, sparta: Orders) -> Winter:
    """Play a whole Winter: the initiative, both players' actions, the siege-relief battles, the siege battles.

    Args:
        position: The position when Winter begins.
        athens: What Athens does.
        sparta: What Sparta does.

    Returns:
        Every step with its rule, and the position after each part.

    Raises:
        ImpossibleSituation: If it is not Winter, or something that a player wants to do is not legal, or costs more
            actions than he has left.
        NotInThisText: If the answer needs a rule that this text lacks.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> position = hel.Position(areas=hel.areas("Attica"), units=(army,))
        >>> print(hel.winter(position, athens=hel.Orders(hel.Card(1)), sparta=hel.Orders(hel.Card(2))))
        initiative
          Athens goes first: 1 is lower than 2 [HEL 9.1c]
        winter actions: Athens
          1 action is lost [HEL 4.0a]
        winter actions: Sparta
          2 actions are lost [HEL 4.0a]
          the Theban army is disbanded: it is outside friendly cities and not supplied [HEL 9.2.4c]
        siege-relief battles
        siege battles
    """
    _check_start(position, *Side)
    orders = {Side.ATHENS: athens, Side.SPARTA: sparta}
    order = first_player(athens=_card_of(athens), sparta=_card_of(sparta), season=position.now.season)
    told = tuple(Reason(f"{order.first} goes first: {each.text}", each.rule) for each in order.because)
    chapters = [Chapter("initiative", told, position)]
    returning: tuple[Returning, ...] = ()
    for phase, side in winter_sequence(order.first):
        if phase is Phase.ACTIONS:
            hand = _acted(chapters[-1].position, side, orders[side])
            chapters.append(Chapter(hand.title, hand.steps, hand.position))
            returning += hand.returning
    relieved, prestige, activated = _relieved(chapters[-1].position, order.first, orders, returning)
    chapters.append(relieved)
    choices = _owned(relieved.position, orders)
    sieges = siege_battles(relieved.position, first=order.first, choices=choices, activated=activated)
    chapters.append(Chapter(str(Phase.SIEGES), sieges.steps, sieges.position))
    steps = tuple(step for chapter in chapters for step in chapter.steps)
    return Winter(order.first, steps, tuple(chapters), prestige, _unanswered(sieges.position))


@implements("HEL 9.2a", "HEL 9.2b", "HEL 9.2.4c", "HEL 4.0a")
def player_actions(position: Position, side: Side, orders: Orders) -> Acted:
    """Play the winter actions of a player alone, disbanding included.

    Returns:
        What happened, the position after it, the actions that were left over, and the groups that may fight their
        way home.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> position = hel.Position(areas=hel.areas("Attica"), units=(army,))
        >>> orders = hel.Orders(hel.Card(1), acts=(hel.Supply(("Theban army",)),))
        >>> print(hel.player_actions(position, hel.Side.SPARTA, orders))
        winter actions: Sparta
          the Theban army is supplied in Attica [HEL 9.2.2c]
    """
    _check_start(position, side)
    return _acted(position, side, orders)


@implements("HEL 9.2b")
def acts_of(plan: Plan, position: Position) -> tuple[Act, ...]:
    """The acts that carry out a plan: barbarians go first, then the moves, then who is outside, then supply.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> position = hel.Position(areas=hel.areas("Attica"), units=(army,))
        >>> hel.acts_of(hel.over_winter(position, hel.Side.SPARTA, 1), position)
        (Supply(units=('Theban army',)),)
    """
    barbarians = tuple(name for name in plan.lost if position.unit(name).barbarian)
    first: tuple[Act, ...] = (Disband(barbarians),) if barbarians else ()
    outside = tuple(LeaveOutside(city, units) for city, units in plan.outside.items())
    last: tuple[Act, ...] = (Supply(plan.supplied),) if plan.supplied else ()
    return (*first, *plan.moves, *outside, *last)


@implements("HEL 9.2b")
def plan_told(plan: Plan, position: Position, side: Side) -> tuple[Reason, ...]:
    """What happens when a plan is carried out, step by step; and whether a better plan may have been missed.

    Args:
        plan: The plan, as `over_winter` gives it.
        position: The position for which it was made.
        side: The player.

    Examples:
        >>> from responsa import hellenes as hel
        >>> army = hel.Unit("Theban army", hel.Side.SPARTA, hel.Kind.FOOT, "Attica")
        >>> position = hel.Position(areas=hel.areas("Attica"), units=(army,))
        >>> for step in hel.plan_told(hel.over_winter(position, hel.Side.SPARTA, 1), position, hel.Side.SPARTA):
        ...     print(step)
        the Theban army is supplied in Attica [HEL 9.2.2c]
    """
    steps = player_actions(position, side, Orders(actions=plan.price, acts=acts_of(plan, position))).steps
    if plan.proven:
        return tuple(steps) or (Reason("everybody is in shelter as it is", "HEL 9.2b"),)
    return (*steps, Reason("the search was stopped: the plan is good, but there may be a better one", "HEL 9.2b"))


def _story(title: str, steps: Iterable[Reason]) -> str:
    return "\n".join([title, *(f"  {step}" for step in steps)])


def _check_start(position: Position, *sides: Side) -> None:
    if position.now.season is not Season.WINTER:
        raise ImpossibleSituation("season", str(position.now.season), "Winter", "HEL 9.0a")
    for unit in position.units:
        if unit.supplied and unit.on_map and unit.side in sides:
            raise ImpossibleSituation("supplied", unit.name, "no unit that is supplied already", "HEL 9.2.2c")


def _acted(position: Position, side: Side, orders: Orders) -> Acted:
    """A player's winter actions from the first act to the last disbanding."""
    hand = Acted(side, position, Purse(_actions_of(orders)))
    for act in orders.acts:
        _check_owner(hand.position, side, act)
        hand = _after(hand, act)
    if hand.purse.left:
        lost = f"{hand.purse.left} action{' is' if hand.purse.left == 1 else 's are'} lost"
        hand = dataclasses.replace(hand, steps=(*hand.steps, Reason(lost, "HEL 4.0a")))
    gone = disband_all(hand.position, side, hand.returning)
    left = _still_returning(hand.returning, gone.position)
    return dataclasses.replace(hand, position=gone.position, steps=hand.steps + gone.steps, returning=left)


def _still_returning(groups: Iterable[Returning], position: Position) -> tuple[Returning, ...]:
    """The groups without those who were disbanded."""
    left = (
        dataclasses.replace(group, units=tuple(name for name in group.units if position.unit(name).on_map))
        for group in groups
    )
    return tuple(group for group in left if group.units)


def _actions_of(orders: Orders) -> int:
    """The actions that a player has: the number that is told, or what his card gives."""
    if orders.actions is not None:
        return orders.actions
    return number_of_actions(_card_of(orders), leader=orders.leader, events=orders.events)


def _card_of(orders: Orders) -> Card:
    if orders.card is None:
        raise ImpossibleSituation("card", None, "the card that the player plays last", "HEL 9.1a")
    return orders.card


def _check_owner(position: Position, side: Side, act: Act) -> None:
    """Nobody orders the enemy's units."""
    if isinstance(act, Recruit):
        units: Iterable[Unit] = (act.unit,)
    else:
        names = (act.unit,) if isinstance(act, Reinforce) else act.units
        units = [position.unit(name) for name in names]
    for unit in units:
        if unit.side is not side:
            raise ImpossibleSituation("units", unit.name, f"units of {side}", "HEL 9.2a")


def _after(hand: Acted, act: Act) -> Acted:
    """A player after one more act."""
    match act:
        case WinterMove():
            return _moved(hand, act)
        case Supply(units):
            spent = supply_units(hand.position, units, hand.purse)
        case Recruit(unit, cost):
            spent = recruit(hand.position, unit, hand.purse, cost=cost)
            hand = dataclasses.replace(hand, recruited=hand.recruited | {unit.name})
        case Reinforce(name, steps, cost):
            spent = reinforce(hand.position, name, steps, hand.purse, cost=cost)
        case Disband(units):
            return _disbanded_early(hand, units)
        case LeaveOutside(city, units):
            after = left_outside(hand.position, city, units)
            told = Reason(f"{listed(units)} must stay outside {city}", "HEL 9.2.1.3d")
            return dataclasses.replace(hand, position=after, steps=(*hand.steps, told))
    return dataclasses.replace(hand, position=spent.position, purse=spent.purse, steps=hand.steps + spent.steps)


def _moved(hand: Acted, move: WinterMove) -> Acted:
    """A player after a winter move."""
    for name in move.units:
        if name in hand.recruited:
            raise NotInThisText(
                f"whether {called(name)} may move in the Winter in which it was recruited", "HEL 9.2.3a"
            )
    done = make_move(hand.position, move, hand.moved)
    cost = Reason(f"{move.how} of {listed(move.units)}", "HEL 9.2.1e")
    ahead = (done.returning,) if done.returning else ()
    return dataclasses.replace(
        hand,
        position=done.position,
        purse=hand.purse.spend(done.cost, cost),
        steps=hand.steps + done.steps,
        moved=hand.moved | set(move.units),
        returning=hand.returning + ahead,
    )


def _disbanded_early(hand: Acted, names: Sequence[str]) -> Acted:
    """A player after disbanding units that could not survive where they are."""
    units = [hand.position.unit(name) for name in names]
    for unit in units:
        if not unit.on_map or not (unit.barbarian or must_disband(hand.position, unit.name)):
            raise ImpossibleSituation("units", unit.name, "units that could not survive where they are", "HEL 9.2.4c")
    return _gone(hand, units)


def _gone(hand: Acted, units: Sequence[Unit]) -> Acted:
    """A player without some units, which went to his recruit pool."""
    told = tuple(
        Reason(f"{unit.be} disbanded: {_they(unit)} a barbarian unit", "HEL 9.2.4a")
        if unit.barbarian
        else Reason(f"{unit.be} disbanded: {_they(unit)} outside friendly cities and not supplied", "HEL 9.2.4c")
        for unit in units
    )
    after = to_the_pool(hand.position, units)
    left = _still_returning(hand.returning, after)
    return dataclasses.replace(hand, position=after, steps=hand.steps + told, returning=left)


def _they(unit: Unit) -> str:
    return verb_of([unit.name], "it is", "they are")


def _relieved(
    position: Position, first: Side, orders: Mapping[Side, Orders], returning: Sequence[Returning]
) -> tuple[Chapter, Mapping[Side, int], tuple[str, ...]]:
    """The siege-relief phase, and a last look for units that a retreat has left without a roof."""
    for side in Side:
        for battle in orders[side].battles:
            if position.city(battle.city).controller is not side:
                raise ImpossibleSituation("battles", str(battle), f"a battle that {side} may start", "HEL 9.3e")
    battles = [battle for side in Side for battle in orders[side].battles]
    outside = dict(item for side in Side for item in _left_by(position, side, orders[side]))
    done = relief(position, first=first, returning=returning, battles=battles, outside=outside)
    after, steps = done.position, done.steps
    for city in after.cities:
        if in_excess(after, city.name):
            after = left_outside(after, city.name, outside.get(city.name, ()))
            steps += (Reason(f"{listed(outside[city.name])} must stay outside {city.name}", "HEL 9.2.1.3d"),)
    for side in Side:
        gone = disband_after_battles(after, side, waited=())
        after, steps = gone.position, steps + gone.steps
    return Chapter(str(Phase.RELIEF), steps, after), done.prestige, done.activated


def _left_by(position: Position, side: Side, orders: Orders) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The units that a player leaves outside his own cities; the enemy's choice is not his."""
    for city, units in orders.outside.items():
        if position.city(city).controller is not side:
            raise ImpossibleSituation("outside", city, f"a city that {side} controls", "HEL 9.2.1.3d")
        yield city, units


def _owned(position: Position, orders: Mapping[Side, Orders]) -> list[Attrition | Storm]:
    """The siege battles of both players, each at a siege of his own."""
    for side in Side:
        for choice in orders[side].sieges:
            siege = position.siege_of(choice.city)
            if siege is not None and siege.by is not side:
                raise ImpossibleSituation("sieges", choice.city, f"a city that {side} besieges", "HEL 9.4b")
    return [choice for side in Side for choice in orders[side].sieges]


def _unanswered(position: Position) -> tuple[NotInThisText, ...]:
    """What is open at the end: cities in which a siege has left nobody."""
    empty = (
        siege.city
        for siege in position.sieges
        if not position.units_at(siege.city) and not position.city(siege.city).garrison
    )
    return tuple(NotInThisText(f"who holds {city}, in which nobody is left", "HEL 9.4b") for city in empty)
