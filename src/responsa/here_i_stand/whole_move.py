"""The whole of a land move: a position, an announced move, every decision and die, and the position after it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from typing import Any, Final

from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.here_i_stand._refuge import as_lines, of_side, relocated, side_of, told, verb
from responsa.here_i_stand.allies import shared_losses
from responsa.here_i_stand.avoid_battle import try_to_avoid
from responsa.here_i_stand.field_battle import Side, battle_dice, fight, hits, survivors
from responsa.here_i_stand.formations import NOTHING, Force, Stack
from responsa.here_i_stand.interception import Approach, Interceptors, intercepts, may_intercept
from responsa.here_i_stand.land_movement import enemies_in_move, may_enter, may_take_part, pay
from responsa.here_i_stand.leaders import Entry, is_captured
from responsa.here_i_stand.minor_powers import after_minor_defeat
from responsa.here_i_stand.position import Placed, Position
from responsa.here_i_stand.powers import IMPULSE_ORDER, Power, impulse_order
from responsa.here_i_stand.response_cards import (
    WEATHER_LIMIT,
    Action,
    Card,
    CardPlay,
    cp_after_card,
    is_barred_by_foul_weather,
    may_answer,
)
from responsa.here_i_stand.retreat import Retreat, losers_retreat, retreats
from responsa.here_i_stand.siege import (
    after_relief_battle,
    is_siege,
    leave_siege,
    may_join_relief,
    may_shelter_after_relief,
)
from responsa.here_i_stand.withdraw import (
    forced_back,
    go_back,
    may_withdraw,
    must_withdraw,
    withdraw_inside,
)
from responsa.rules import implements
from responsa.rulings import Reason, Ruling
from responsa.sentences import count
from responsa.told import Told
from responsa.values import dataclass

_RECORDS: Final = ("beaten", "tried", "moved")


@implements("HIS 13.1.5a")
@dataclass(frozen=True)
class Attempt:
    """An interception that an enemy tries in the fifth step, and its dice.

    Attributes:
        interceptors: Who tries, and from where.
        dice: The two dice as they fell.
    """

    interceptors: Interceptors
    dice: tuple[int, ...]

    @classmethod
    def of(cls, group: str, source: str, dice: Sequence[int]) -> Attempt:
        """Write an attempt with texts: `Attempt.of("Hapsburg: 4 regulars", "Linz", (5, 4))`."""
        return cls(Interceptors.of(group, source), tuple(dice))


@implements("HIS 13.1.6a")
@dataclass(frozen=True)
class Avoiding:
    """An attempt of one power to avoid battle in the sixth step.

    Attributes:
        group: The units and leaders that try.
        to: The adjacent space that they try to reach.
        dice: The two dice as they fell; none if no roll is needed.
    """

    group: Stack
    to: str
    dice: tuple[int, ...] = ()

    @classmethod
    def of(cls, group: str, to: str, dice: Sequence[int] = ()) -> Avoiding:
        """Write an attempt with texts: `Avoiding.of("Hapsburg: 4 regulars", "Linz", (5, 4))`."""
        return cls(Stack.of(group), to, tuple(dice))


@implements("HIS 14.1b")
@dataclass(frozen=True)
class Going:
    """Where the losers of a battle, or besiegers whose siege is broken, go.

    Attributes:
        power: The power that they belong to; its active minor powers go with it.
        to: The adjacent space; `None` if there is none, or all go inside.
        inside: Who goes inside the fortifications.
    """

    power: Power
    to: str | None = None
    inside: Stack = NOTHING

    @classmethod
    def of(cls, power: str, to: str | None = None, inside: str = "") -> Going:
        """Write it with texts: `Going.of("Hapsburg", "Linz", inside="Hapsburg: 4 regulars")`."""
        return cls(Power(power), to, Stack.of(inside))


@implements("HIS 13.1.8a")
@dataclass(frozen=True)
class Rolls:
    """The dice and the decisions of the field battle in the eighth step.

    Attributes:
        attacker: The dice of the active power.
        defender: The dice of its enemies.
        attacker_lost: The units that the attacker gives up; may be left out if there is no choice.
        defender_lost: The units that the defender gives up; may be left out if there is no choice.
        going: Where the beaten defenders go.
        joining: The units and leaders inside that join a relief force [HIS 15.2a].
        sheltering: Who of a beaten relief force goes inside [HIS 15.2b].
        attacker_extra: The dice among the attacker's that cards gave.
        defender_extra: The dice among the defender's that cards gave.
        captor: Which of several defending powers takes captured leaders.
    """

    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    attacker_lost: Stack | None = None
    defender_lost: Stack | None = None
    going: tuple[Going, ...] = ()
    joining: Stack = NOTHING
    sheltering: Stack = NOTHING
    attacker_extra: int = 0
    defender_extra: int = 0
    captor: Power | None = None

    @classmethod
    def of(
        cls,
        attacker: Sequence[int],
        defender: Sequence[int],
        *,
        attacker_lost: str | None = None,
        defender_lost: str | None = None,
        going: Iterable[Going] = (),
        joining: str = "",
        sheltering: str = "",
        attacker_extra: int = 0,
        defender_extra: int = 0,
        captor: Power | None = None,
    ) -> Rolls:
        """Write the dice and decisions of a battle with texts."""
        return cls(
            tuple(attacker),
            tuple(defender),
            None if attacker_lost is None else Stack.of(attacker_lost),
            None if defender_lost is None else Stack.of(defender_lost),
            tuple(going),
            Stack.of(joining),
            Stack.of(sheltering),
            attacker_extra,
            defender_extra,
            captor,
        )


@implements("HIS 13.1.1a", "HIS 13.1.2a")
@dataclass(frozen=True)
class Move:
    """A land move as it is announced, with every decision and die that it brings, in the order of the steps.

    Attributes:
        formation: The units and leaders that move.
        origin: The space in which they are.
        destination: The space to which they move.
        cards: The response cards played against the move.
        interceptions: The attempts to intercept, in order.
        avoiding: The attempts to avoid battle, in order.
        withdraw: Whether those who are left withdraw into fortifications.
        battle: The dice and decisions of the field battle, if one is fought.
        go_on: The move that goes on from shut gates; without it the formation goes back [HIS 13.4o].
        leaving: Where besiegers go whose siege is broken [HIS 15.3b].

    Examples:
        >>> from responsa.here_i_stand import Move
        >>> Move.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna").formation.units
        8
    """

    formation: Stack
    origin: str
    destination: str
    cards: tuple[CardPlay, ...] = ()
    interceptions: tuple[Attempt, ...] = ()
    avoiding: tuple[Avoiding, ...] = ()
    withdraw: bool = False
    battle: Rolls | None = None
    go_on: Move | None = None
    leaving: tuple[Going, ...] = ()

    @classmethod
    def of(
        cls,
        formation: str,
        origin: str,
        destination: str,
        *,
        cards: Iterable[CardPlay] = (),
        interceptions: Iterable[Attempt] = (),
        avoiding: Iterable[Avoiding] = (),
        withdraw: bool = False,
        battle: Rolls | None = None,
        go_on: Move | None = None,
        leaving: Iterable[Going] = (),
    ) -> Move:
        """Write a move with texts and lists."""
        return cls(
            Stack.of(formation),
            origin,
            destination,
            tuple(cards),
            tuple(interceptions),
            tuple(avoiding),
            withdraw,
            battle,
            go_on,
            tuple(leaving),
        )


@implements("HIS 13g")
@dataclass(frozen=True)
class Moved(Told):
    """What a land move came to.

    Attributes:
        steps: What happened, in order, each with its rule.
        position: The position after it; what it leaves of the Command Points is in it, `position.cp`.
    """

    steps: tuple[Reason, ...]
    position: Position

    def __str__(self) -> str:
        return as_lines(self.steps)


@dataclasses.dataclass(slots=True)
class _Table:
    """The table while a move is carried out: what stands where now, and what has been told."""

    position: Position
    order: Move
    formation: Stack
    moved_on_from: str | None = None
    steps: list[Reason] = field(default_factory=list)
    intercepted: bool = False
    enemies: tuple[Power, ...] = ()
    carried: dict[str, Stack] = field(default_factory=dict)
    gone: set[Power] = field(default_factory=set)

    @property
    def destination(self) -> str:
        return self.order.destination

    @property
    def approach(self) -> Approach:
        return Approach(self.formation, self.order.origin, self.destination)

    def tell(self, text: str, rule: str) -> None:
        self.steps.append(Reason(text, rule))

    def facing(self) -> Stack:
        """The enemies of the mover in the destination, in the open."""
        return self.position.at(self.destination).only(self.enemies)

    def change(self, name: str, space: str, *, plus: Stack = NOTHING, minus: Stack = NOTHING) -> None:
        """Put pieces into a space, or take them away; what is recorded of them goes with them."""
        placed = dict(getattr(self.position, name))
        placed[space] = placed.get(space, NOTHING) - minus + plus
        changes: dict[str, Any] = {name: tuple(placed.items())}
        if name not in _RECORDS:
            changes.update(self._records(space, plus, minus))
        self.position = replace(self.position, **changes)

    def _records(self, space: str, plus: Stack, minus: Stack) -> dict[str, Placed]:
        stay = self.position.at(space) + self.position.within(space) - minus
        changes = {}
        for record in _RECORDS:
            placed = dict(getattr(self.position, record))
            here, carried = placed.get(space, NOTHING), self.carried.get(record, NOTHING)
            placed[space] = here.common(stay) + carried.common(plus)
            self.carried[record] = carried - carried.common(plus) + (here - here.common(stay))
            changes[record] = tuple(placed.items())
        return changes


@implements(
    "HIS 13g", "HIS 13.1.1a", "HIS 13.1.2a", "HIS 13.1.5c", "HIS 13.1.5d", "HIS 13.1.6a", "HIS 13.1.8a", "HIS 15.2c"
)
def move(position: Position, order: Move) -> Moved:
    """Carry out a whole land move, step by step [HIS 13g].

    Args:
        position: The position before it.
        order: The move that the active power announces, with every decision and die that it brings.

    Returns:
        What happened, step by step, and the position after it. Every piece is somewhere: on the board, inside
        fortifications, on a captor's card, or dead.

    Raises:
        ImpossibleSituation: If the rules forbid the move or a decision, or dice or decisions are missing or left over.
        NotInThisText: If the text does not say how to go on.

    Examples:
        >>> from responsa.here_i_stand import Move, Position, move
        >>> position = Position.of(
        ...     "Ottoman",
        ...     cp=2,
        ...     relations="Ottoman against Hapsburg",
        ...     stacks={"Pressburg": "Ottoman: 5 regulars, Ibrahim", "Vienna": "Hapsburg: 2 regulars"},
        ... )
        >>> print(move(position, Move.of("Ottoman: 5 regulars, Ibrahim", "Pressburg", "Vienna", withdraw=True)))
        The Ottomans announce 5 land units and Ibrahim in Pressburg [HIS 13.1.1a].
        The destination is Vienna [HIS 13.1.2a].
        1 CP for the way in the clear to Vienna [HIS 13.1.3b].
        2 land units withdraw into the fortifications of Vienna [HIS 13.4g].
        There is no field battle [HIS 13.4i].
        5 land units outside are more than the 2 inside: a siege begins [HIS 13.4j].
    """
    table = _Table(position, order, order.formation)
    _carry_out(table)
    for go in table.order.leaving:
        if go.power not in table.gone:
            _nothing_expected("leaving", str(go.power), "no siege of that power is broken", "HIS 15.3a")
    return Moved(tuple(table.steps), table.position)


def _carry_out(table: _Table) -> None:
    _announce(table)
    _play_cards(table)
    if not table.formation:
        _nobody_moves(table)
        return
    table.enemies = enemies_in_move(table.position, table.destination)
    _intercept(table)
    _depart(table)
    _avoid(table)
    _meet(table)


def _nobody_moves(table: _Table) -> None:
    """Gout has struck whoever was to move: there is nothing to answer."""
    table.tell("nobody is left to move", "HIS C32a")
    for name in ("interceptions", "avoiding"):
        if getattr(table.order, name):
            _nothing_expected(name, "given", "the formation does not move", "HIS C32a")
    _nothing_left(table, "the formation does not move")


# --- steps 1 to 4 ---


def _announce(table: _Table) -> None:
    order, position = table.order, table.position
    may_take_part(position, order.formation, order.origin).require("formation", str(order.formation))
    they = position.active
    table.tell(
        f"{they.the} {they.verb('announces', 'announce')} {told(order.formation)} in {order.origin}", "HIS 13.1.1a"
    )
    cp, price = pay(position, position.cp, order.origin, order.destination)
    may_enter(position, order.destination, order.formation).require("destination", order.destination)
    table.tell(f"the destination is {order.destination}", "HIS 13.1.2a")
    table.steps.append(price)
    table.position = replace(position, cp=cp)


def _play_cards(table: _Table) -> None:
    played: set[Card] = set()
    for play in table.order.cards:
        position = table.position
        led = bool(table.formation.leaders)
        ruling = may_answer(play.card, by=play.by, active=position.active, announced=Action.MOVE, led=led)
        ruling.require("cards", str(play.card))
        if play.card in played:
            raise ImpossibleSituation("cards", str(play.card), "each card once", "HIS 13.1.4a")
        played.add(play.card)
        table.position = replace(position, cp=cp_after_card(position.cp, play.lost))
        (_foul_weather if play.card is Card.FOUL_WEATHER else _gout)(table, play)


def _foul_weather(table: _Table, play: CardPlay) -> None:
    table.position = replace(table.position, foul_weather=True)
    _tell_played(table, play, "no land unit of the active power moves more than a space in this impulse", "HIS C31a")


def _gout(table: _Table, play: CardPlay) -> None:
    struck = table.formation.only_leaders
    named = [leader for leader in struck.leaders if leader.name == play.leader]
    if not named:
        raise ImpossibleSituation("leader", play.leader, "a leader of the formation", "HIS C32a")
    table.position = replace(table.position, gout=(*table.position.gout, play.leader))
    _tell_played(table, play, f"{play.leader} does not move in this impulse", "HIS C32a")
    stays = Stack(tuple(Force(f.power, leaders=tuple(x for x in f.leaders if x in named)) for f in struck.forces))
    table.formation = table.formation - stays
    if table.formation and not may_take_part(table.position, table.formation, table.order.origin):
        raise NotInThisText("what becomes of a formation that is too large without its leader", "HIS C32a")


def _tell_played(table: _Table, play: CardPlay, effect: str, rule: str) -> None:
    table.tell(f"{play.by.the} {play.by.verb('plays', 'play')} {play.card}: {effect}", rule)
    table.tell(f"a CP is lost, which leaves {table.position.cp} CP", "HIS 13.1.4b")


# --- step 5 ---


def _intercept(table: _Table) -> None:
    succeeded: Power | None = None
    tried_from: list[str] = []
    attempts = [(_side(attempt.interceptors.group, table), attempt) for attempt in table.order.interceptions]
    _in_impulse_order([side for side, _ in attempts], "interceptions", "HIS 13.2b")
    for side, attempt in attempts:
        who, source = attempt.interceptors.group, attempt.interceptors.source
        approach = replace(table.approach, succeeded=succeeded, tried_from=tuple(tried_from))
        may_intercept(table.position, attempt.interceptors, approach).require("interceptions", f"{who} from {source}")
        table.tell(f"{told(who)} of {side.the} {verb(who, 'tries', 'try')} to intercept from {source}", "HIS 13.2a")
        roll = intercepts(attempt.dice, who, table.formation)
        table.steps.extend(roll.because)
        table.change("tried", source, plus=who)
        tried_from.append(source)
        if roll:
            succeeded, table.intercepted = side, True
            _place_interceptors(table, who, source, side)


def _side(group: Stack, table: _Table) -> Power:
    """The power that decides for the group."""
    first, *_ = group.powers
    return side_of(table.position, first)


def _place_interceptors(table: _Table, who: Stack, source: str, side: Power) -> None:
    _capture_lone_leaders(table, table.destination, by=side, entry=Entry.INTERCEPTION)
    table.position = relocated(table.position, who, source, table.destination)
    table.tell(f"{told(who)} {verb(who, 'is', 'are')} placed in {table.destination}", "HIS 13.2m")
    _settle_siege(table, source)


def _in_impulse_order(powers: Sequence[Power], name: str, rule: str) -> None:
    ranks = [IMPULSE_ORDER.index(power) for power in powers if power in IMPULSE_ORDER]
    if ranks != sorted(ranks):
        raise ImpossibleSituation(name, ", ".join(map(str, powers)), "Impulse Order", rule)


def _capture_lone_leaders(table: _Table, space: str, *, by: Power, entry: Entry) -> None:
    """Leaders without units of the enemies of those who enter."""
    position = table.position
    at_war = [power for power in position.at(space).powers if position.relations.at_war(power, by)]
    alone = position.at(space).only(at_war)
    if not alone:
        return
    caught = is_captured(with_units=alone.units, fortified=position.is_fortified(space), entry=entry)
    if not caught:
        raise NotInThisText(f"what becomes of {told(alone)} in {space}", caught.rules[0])
    table.change("stacks", space, minus=alone)
    _capture(table, alone, by, "HIS 13.1w")


def _capture(table: _Table, leaders: Stack, captor: Power, rule: str) -> None:
    if not leaders:
        return
    if not captor.is_major:
        raise NotInThisText(f"who holds {told(leaders)} captive", rule)
    held = dict(table.position.captives)
    held[captor] = held.get(captor, NOTHING) + leaders
    table.position = replace(table.position, captives=tuple(held.items()))
    table.tell(f"{told(leaders)} {verb(leaders, 'is', 'are')} put on the {captor.adjective} power card", "HIS 13.1y")


def _depart(table: _Table) -> None:
    """The formation leaves its space; a siege that it kept up may be broken by that."""
    table.change("stacks", table.order.origin, minus=table.formation)
    _settle_siege(table, table.order.origin)


# --- step 6 ---


def _avoid(table: _Table) -> None:
    attempts = table.order.avoiding
    if attempts and table.intercepted:
        _nothing_expected("avoiding", attempts, "an interception has succeeded", "HIS 13.1.5d")
    sides = [_side(attempt.group, table) for attempt in attempts if attempt.group]
    _in_impulse_order(sides, "avoiding", "HIS 13.3.1b")
    if len(set(sides)) < len(attempts):
        raise ImpossibleSituation("avoiding", ", ".join(map(str, sides)), "each power once", "HIS 13.3.6a")
    for attempt in attempts:
        with _about("avoiding"):
            tried = try_to_avoid(table.position, attempt.group, table.approach, to=attempt.to, dice=attempt.dice)
        table.steps.extend(tried.steps)
        table.position = tried.position
    _settle_siege(table, table.destination)


def _nothing_expected(name: str, value: object, why: str, rule: str) -> None:
    raise ImpossibleSituation(name, value, f"nothing, as {why}", rule)


# --- steps 7 and 8, or just arriving ---


def _meet(table: _Table) -> None:
    facing = table.facing()
    if not facing:
        _nothing_left(table, "no enemy is in the open")
        _arrive(table)
    elif not facing.units:
        _meet_leaders(table, facing)
    elif not table.intercepted and must_withdraw(table.position, table.destination):
        _shut_the_gates(table)
    elif table.order.withdraw:
        if table.intercepted:
            _nothing_expected("withdraw", table.order.withdraw, "an interception has succeeded", "HIS 13.1.5d")
        may_withdraw(table.position, table.destination).require("withdraw", table.destination)
        _shut_the_gates(table)
    else:
        _fight(table)


def _nothing_left(table: _Table, why: str) -> None:
    """Decisions that nobody needs are refused."""
    if table.order.withdraw:
        _nothing_expected("withdraw", table.order.withdraw, why, "HIS 13.4a")
    _no_battle(table, why)


def _no_battle(table: _Table, why: str) -> None:
    if table.order.battle is not None:
        _nothing_expected("battle", "given", why, "HIS 13.1.8a")
    if table.order.go_on is not None:
        _nothing_expected("go_on", "given", why, "HIS 13.4k")


def _meet_leaders(table: _Table, leaders: Stack) -> None:
    space = table.destination
    if not table.formation.units:
        raise NotInThisText("what happens when leaders without units meet an enemy leader", "HIS 13.1w")
    if not table.position.is_fortified(space):
        _nothing_left(table, "only leaders are there")
        table.tell(f"{told(leaders)} {verb(leaders, 'is', 'are')} alone in {space} and captured", "HIS 13.1w")
        table.change("stacks", space, minus=leaders)
        _capture(table, leaders, table.position.active, "HIS 13.1y")
        _arrive(table)
    elif may_withdraw(table.position, space):
        _shut_the_gates(table)
    else:
        raise NotInThisText(f"what becomes of {told(leaders)}, alone in {space}", "HIS 13.3g", where="13.3")


def _shut_the_gates(table: _Table) -> None:
    space = table.destination
    shut = withdraw_inside(table.position, table.approach)
    table.steps.extend(shut.steps)
    if table.order.battle is not None:
        _nothing_expected("battle", "given", "they withdraw", "HIS 13.4i")
    if shut.siege:
        if table.order.go_on is not None:
            _nothing_expected("go_on", "given", "a siege begins", "HIS 13.4j")
        table.change("stacks", space, minus=shut.inside)
        table.change("inside", space, plus=shut.inside)
        _besiege(table, tell=False)
    elif table.order.go_on is not None:
        _go_on(table, table.order.go_on)
    else:
        _go_back(table)


def _go_on(table: _Table, further: Move) -> None:
    """The same formation moves on; whoever shut the gates is not besieged and stands where he stood."""
    if further.formation != table.formation or further.origin != table.destination:
        expected = f"{table.formation} from {table.destination}"
        raise ImpossibleSituation("go_on", f"{further.formation} from {further.origin}", expected, "HIS 13.4l")
    if table.position.foul_weather and table.formation.units:
        _forbid("go_on", further.destination, is_barred_by_foul_weather(Action.MOVE, spaces_moved=WEATHER_LIMIT))
    table.tell(f"{told(table.formation)} {verb(table.formation, 'goes', 'go')} on from {further.origin}", "HIS 13.4l")
    cp, price = pay(table.position, table.position.cp, further.origin, further.destination)
    may_enter(table.position, further.destination, table.formation).require("destination", further.destination)
    table.steps.append(price)
    table.position = replace(table.position, cp=cp)
    table.order, table.moved_on_from, table.intercepted = further, further.origin, False
    _play_cards(table)
    if table.formation != further.formation:
        raise NotInThisText("what becomes of a leader with gout before shut gates", "HIS C32a")
    table.enemies = enemies_in_move(table.position, table.destination)
    _intercept(table)
    _avoid(table)
    _meet(table)


def _forbid(name: str, value: str, barred: Ruling) -> None:
    if barred:
        reason = barred.because[0]
        raise ImpossibleSituation.because(name, value, reason.text, reason.rule)


def _go_back(table: _Table) -> None:
    if table.moved_on_from:
        _force_back(table, table.formation, table.facing())
        return
    back = go_back(table.position, table.approach)
    _carry_retreat(table, back, captor=_captor(table, table.facing()), beaten=False)


# --- the battle ---


def _fight(table: _Table) -> None:
    rolls, defenders = table.order.battle, table.facing()
    if table.order.go_on is not None:
        _nothing_expected("go_on", "given", "nobody withdraws", "HIS 13.4k")
    if not table.formation.units:
        raise NotInThisText("what becomes of leaders without units who meet an interceptor", "HIS 13.2n")
    if rolls is None:
        raise ImpossibleSituation("battle", None, _dice_of_battle(table.formation, defenders), "HIS 13.1.8a")
    _bring_out(table, rolls)
    attackers = table.formation + rolls.joining
    fought = fight(
        attackers,
        defenders,
        attacker_rolls=rolls.attacker,
        defender_rolls=rolls.defender,
        attacker_extra=rolls.attacker_extra,
        defender_extra=rolls.defender_extra,
    )
    table.steps.extend(fought.steps)
    with _about("attacker_lost"):
        left = survivors(attackers, fought.attackers_lost, lost=rolls.attacker_lost)
    with _about("defender_lost"):
        theirs = survivors(defenders, fought.defenders_lost, lost=rolls.defender_lost)
    _check_shared(table, defenders, theirs)
    table.change("stacks", table.destination, minus=defenders)
    table.position = replace(
        table.position, dead=table.position.dead + (attackers - left).only_units + (defenders - theirs).only_units
    )
    left, theirs = _captives_of_battle(table, rolls, left, theirs, defenders)
    if fought.winner is Side.ATTACKER:
        _after_victory(table, rolls, left, theirs)
    else:
        _after_defeat(table, rolls, left, theirs)


@contextmanager
def _about(decision: str, whose: str = "") -> Iterator[None]:
    """What is refused inside is a decision of the move: it is called by its name there."""
    try:
        yield
    except ImpossibleSituation as refusal:
        value = f"{whose} to {refusal.value or 'nowhere'}" if whose else refusal.value
        raise ImpossibleSituation(decision, value, refusal.expected, refusal.rule) from None


def _dice_of_battle(attackers: Stack, defenders: Stack) -> str:
    ours, theirs = battle_dice(attackers, Side.ATTACKER), battle_dice(defenders, Side.DEFENDER)
    attacker = count(ours, "die", "dice")
    return f"the dice of the field battle: {attacker} of the attacker and {theirs} of the defender, cards apart"


def _bring_out(table: _Table, rolls: Rolls) -> None:
    """Those inside who join a relief force come out."""
    if not rolls.joining:
        return
    if not rolls.joining <= table.position.within(table.destination):
        expected = f"part of what is inside {table.destination}"
        raise ImpossibleSituation("joining", str(rolls.joining), expected, "HIS 15.2a")
    ruling = may_join_relief(rolls.joining, table.formation, table.position.relations)
    ruling.require("joining", str(rolls.joining))
    table.steps.extend(ruling.because)
    table.change("inside", table.destination, minus=rolls.joining)


def _check_shared(table: _Table, defenders: Stack, left: Stack) -> None:
    """Allies share their losses evenly [HIS 9.2c]."""
    sides = impulse_order(side_of(table.position, power) for power in defenders.unit_powers)
    if len(sides) <= 1:
        return
    if len(sides) > 2:
        raise NotInThisText("how more than two powers share losses", "HIS 9.2c")
    first, second = (of_side(table.position, defenders, side).units for side in sides)
    lost = tuple(of_side(table.position, defenders, s).units - of_side(table.position, left, s).units for s in sides)
    if lost not in _ways_to_share(sum(lost), first, second):
        expected = "losses that the allies share evenly"
        raise ImpossibleSituation("defender_lost", lost, expected, "HIS 9.2c")


def _ways_to_share(losses: int, first: int, second: int) -> set[tuple[int, int]]:
    ways = set()
    for odd in (None, True, False):
        try:
            ways.add(shared_losses(losses, first=first, second=second, odd_to_first=odd))
        except ImpossibleSituation:
            continue
    return ways


def _captives_of_battle(
    table: _Table, rolls: Rolls, left: Stack, theirs: Stack, defenders: Stack
) -> tuple[Stack, Stack]:
    """Leaders of a side that is wiped out are captured; what stays of both sides is given back."""
    if left and not left.units:
        _capture(table, left.only_leaders, rolls.captor or _captor(table, defenders), "HIS 14r")
        left = NOTHING
    if theirs and not theirs.units:
        _capture(table, theirs.only_leaders, table.position.active, "HIS 14r")
        theirs = NOTHING
    return left, theirs


def _captor(table: _Table, enemies: Stack) -> Power:
    """The power on whose card captured leaders go, if there is only one that can be meant."""
    sides = {side_of(table.position, power) for power in enemies.powers}
    return sides.pop() if len(sides) == 1 else Power.INDEPENDENT


def _after_victory(table: _Table, rolls: Rolls, left: Stack, theirs: Stack) -> None:
    space = table.destination
    if rolls.sheltering:
        _nothing_expected("sheltering", str(rolls.sheltering), "the battle was won", "HIS 15.2b")
    going = {go.power: go for go in rolls.going}
    losers = impulse_order(side_of(table.position, power) for power in theirs.powers)
    if set(going) - set(losers) or len(going) < len(rolls.going):
        expected = f"only {', '.join(map(str, losers))}, each once" if losers else "nobody"
        raise ImpossibleSituation("going", ", ".join(str(go.power) for go in rolls.going), expected, "HIS 14.1b")
    for side in losers:
        _retreat_of(table, of_side(table.position, theirs, side), side, going.get(side, Going(side)))
    _relieve(table, space, joined=bool(rolls.joining))
    if left:
        table.formation = left
        _arrive(table, after_battle=True)
    else:
        _settle_siege(table, space)


def _retreat_of(table: _Table, losers: Stack, side: Power, go: Going) -> None:
    if side.is_major:
        with _about("going", side.the):
            retreat = losers_retreat(table.position, losers, table.approach, to=go.to, inside=go.inside)
        _carry_retreat(table, retreat, captor=table.position.active, beaten=True)
    else:
        _carry_retreat(table, _behind_the_walls(table, losers.of_power(side)), captor=side, beaten=True)


def _behind_the_walls(table: _Table, losers: Force) -> Retreat:
    """What units do that act for no major power: as many as there is room for go inside [HIS 22.1b]."""
    space = table.destination
    _, gone = after_minor_defeat(losers.units, fortified=table.position.is_fortified(space))
    dead = _any_units(losers, gone)
    inside = Stack((losers,)) - dead
    steps = [Reason(f"{told(inside)} {verb(inside, 'goes', 'go')} inside the fortifications of {space}", "HIS 22.1b")]
    if dead:
        steps.append(Reason(f"{told(dead)} {verb(dead, 'is', 'are')} eliminated", "HIS 22.1b"))
    return Retreat(tuple(steps), inside, NOTHING, None, dead, NOTHING)


def _any_units(force: Force, count: int) -> Stack:
    """So many units of a force, regulars first."""
    regulars = min(force.regulars, count)
    mercenaries = min(force.mercenaries, count - regulars)
    return Stack((Force(force.power, regulars, mercenaries, count - regulars - mercenaries),))


def _carry_retreat(table: _Table, retreat: Retreat, *, captor: Power, beaten: bool) -> None:
    """Put everybody where the retreat sends him."""
    table.steps.extend(retreat.steps)
    table.position = replace(table.position, dead=table.position.dead + retreat.eliminated)
    _capture(table, retreat.captured, captor, "HIS 14.1c")
    if retreat.inside:
        table.change("inside", table.destination, plus=retreat.inside)
        if beaten:
            table.change("beaten", table.destination, plus=retreat.inside)
    if retreat.to is not None:
        side = _side(retreat.away, table)
        _capture_lone_leaders(table, retreat.to, by=side, entry=Entry.RETREAT)
        table.change("stacks", retreat.to, plus=retreat.away)
        if beaten:
            table.change("beaten", retreat.to, plus=retreat.away)
        if side is table.position.active:
            _remember_move(table, retreat.away, retreat.to)


def _after_defeat(table: _Table, rolls: Rolls, left: Stack, theirs: Stack) -> None:
    space = table.destination
    if rolls.going:
        _nothing_expected("going", ", ".join(str(go.power) for go in rolls.going), "the defenders won", "HIS 14.1b")
    table.change("stacks", space, plus=theirs)
    if rolls.sheltering:
        left = _shelter(table, rolls, left)
    if left and not left.units:
        _leaders_left_alone(table, left, rolls.captor or _captor(table, theirs))
    elif left and table.moved_on_from:
        _force_back(table, left, theirs)
    elif left:
        active = table.position.active
        to = next(iter(retreats(table.position, active, table.approach)), None)
        retreat = losers_retreat(table.position, left, table.approach, to=to)
        _carry_retreat(table, retreat, captor=rolls.captor or _captor(table, theirs), beaten=True)
    _settle_siege(table, space)


@implements("HIS 15.2c")
def _leaders_left_alone(table: _Table, leaders: Stack, captor: Power) -> None:
    """The relief force is gone, and those who fought beside it are inside: its leaders have nobody left."""
    table.tell(f"{told(leaders)} {verb(leaders, 'has', 'have')} no units left outside the walls", "HIS 15.2c")
    _capture(table, leaders, captor, "HIS 15.2c")


def _shelter(table: _Table, rolls: Rolls, left: Stack) -> Stack:
    """Who of a beaten relief force goes inside; the others are given back."""
    entering, space = rolls.sheltering, table.destination
    held_back = table.position.within(space)
    if not entering <= left or not (held_back or rolls.joining):
        raise ImpossibleSituation("sheltering", str(entering), "survivors of a relief battle", "HIS 15.2b")
    outcome = after_relief_battle(relief_hits=hits(rolls.attacker), besieger_hits=hits(rolls.defender))
    ruling = may_shelter_after_relief(outcome, entering, began_inside=rolls.joining, held_back=held_back.units)
    ruling.require("sheltering", str(entering))
    table.tell(f"{told(entering)} {verb(entering, 'goes', 'go')} inside", "HIS 15.2b")
    table.change("inside", space, plus=entering)
    table.change("beaten", space, plus=entering)
    return left - entering


def _force_back(table: _Table, left: Stack, enemies: Stack) -> None:
    """A formation that went on from shut gates is forced back to them."""
    fate = forced_back(left, retreats_to=table.order.origin, moved_on_from=table.moved_on_from)
    _carry_retreat(table, fate, captor=_captor(table, enemies), beaten=True)


# --- arriving, and sieges ---


def _arrive(table: _Table, *, after_battle: bool = False) -> None:
    """The formation is in the destination; if an enemy holds it, fortified, there is a siege."""
    space, position = table.destination, table.position
    controller = position.controller(space)
    hostile = position.relations.at_war(controller, position.active) or (
        controller is Power.INDEPENDENT and position.board.space(space).is_key
    )
    garrison = position.within(space).only(table.enemies)
    if position.is_fortified(space) and (hostile or garrison) and table.formation.units:
        _arrive_before_walls(table, garrison, after_battle=after_battle)
        return
    _place(table)
    where = "stays" if after_battle else "is"
    table.tell(f"the formation {where} in {space}", "HIS 14f" if after_battle else "HIS 13.1.5c")


def _arrive_before_walls(table: _Table, garrison: Stack, *, after_battle: bool) -> None:
    space, position = table.destination, table.position
    already = of_side(position, position.at(space), position.active).units
    siege = is_siege(besiegers=table.formation.units + already, inside=garrison.units)
    if siege:
        _besiege(table)
    elif after_battle:
        table.steps.extend(siege.because)
        go = _leaving(table, position.active)
        with _about("leaving", position.active.the):
            retreat = leave_siege(position, table.formation, space, to=go)
        _carry_retreat(table, retreat, captor=_captor(table, garrison), beaten=False)
        _open_gates(table, space)
        table.tell(f"no siege of {space} begins", "HIS 14s")
    else:
        raise NotInThisText("what becomes of a force that joins a siege and is not larger than those inside", "HIS 15c")


def _besiege(table: _Table, *, tell: bool = True) -> None:
    space = table.destination
    fresh = space not in table.position.sieges and not _was_besieged(table)
    _place(table)
    if fresh:
        table.position = replace(
            table.position, sieges=(*table.position.sieges, space), sieges_begun=(*table.position.sieges_begun, space)
        )
    if tell:
        what = "a siege begins" if fresh else "the siege goes on"
        table.tell(f"the formation stands before the walls of {space}: {what}", "HIS 15a")


def _was_besieged(table: _Table) -> bool:
    """Whether others, or earlier units of the active power, besiege the destination already."""
    return bool(table.position.at(table.destination).units and table.position.within(table.destination))


def _place(table: _Table) -> None:
    table.change("stacks", table.destination, plus=table.formation)
    _remember_move(table, table.formation, table.destination)


def _remember_move(table: _Table, stack: Stack, space: str) -> None:
    if table.position.foul_weather:
        table.change("moved", space, plus=stack.only_units)


def _relieve(table: _Table, space: str, *, joined: bool) -> None:
    """Friends of the active power whose besiegers were beaten come out."""
    position = table.position
    inside = position.within(space).powers or (position.controller(space),)
    friends = all(position.relations.allied(power, position.active) for power in inside)
    if joined or (position.is_besieged(space) and friends):
        _open_gates(table, space)
        table.tell(f"the siege of {space} is broken", "HIS 15.2b")


def _settle_siege(table: _Table, space: str) -> None:
    """Besiegers who do not outnumber those inside go; if none are left, the gates open [HIS 15.3a]."""
    inside = table.position.within(space)
    if not table.position.is_besieged(space):
        return
    for side in table.position.besiegers(space):
        there = of_side(table.position, table.position.at(space), side)
        siege = is_siege(besiegers=there.units, inside=inside.units)
        if not siege:
            table.steps.extend(siege.because)
            _leave(table, there, side, space)
    if not table.position.besiegers(space):
        _open_gates(table, space)
        table.tell(f"nobody besieges {space} any more", "HIS 15.3a")


def _leave(table: _Table, there: Stack, side: Power, space: str) -> None:
    table.change("stacks", space, minus=there)
    with _about("leaving", side.the):
        retreat = leave_siege(table.position, there, space, to=_leaving(table, side))
    _carry_retreat(table, retreat, captor=_captor(table, table.position.within(space)), beaten=False)


def _leaving(table: _Table, side: Power) -> str | None:
    table.gone.add(side)
    return next((go.to for go in table.order.leaving if go.power is side), None)


def _open_gates(table: _Table, space: str) -> None:
    inside, position = table.position.within(space), table.position
    table.position = replace(
        position,
        inside=tuple(entry for entry in position.inside if entry[0] != space),
        stacks=_added(position.stacks, space, inside),
        sieges=tuple(name for name in position.sieges if name != space),
        sieges_begun=tuple(name for name in position.sieges_begun if name != space),
    )


def _added(placed: Placed, space: str, stack: Stack) -> Placed:
    there = dict(placed)
    there[space] = there.get(space, NOTHING) + stack
    return tuple(there.items())
