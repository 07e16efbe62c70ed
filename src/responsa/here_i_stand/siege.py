"""Siege: who besieges whom, the assault, the relief, and how a siege is broken [HIS 15]."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import Final

from responsa.dice import SIDES, check_dice, ways_to_hit
from responsa.errors import ImpossibleSituation
from responsa.here_i_stand._refuge import (
    as_lines,
    check_adjacent,
    check_two_sides,
    friendly_space,
    is_sea,
    of_side,
    open_space,
    quiet_space,
    side_of,
    space_without_enemies,
    told,
    verb,
)
from responsa.here_i_stand.board import BOARD
from responsa.here_i_stand.control import line_of_communication
from responsa.here_i_stand.formations import (
    NOTHING,
    Stack,
    check_count,
    may_form,
    units_are,
    units_text,
)
from responsa.here_i_stand.position import GARRISON, Position
from responsa.here_i_stand.powers import AT_PEACE, Power, Relations
from responsa.here_i_stand.response_cards import Action, is_barred_by_foul_weather, is_barred_by_gout
from responsa.here_i_stand.retreat import Retreat, go_or_perish
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.sentences import count
from responsa.sentences import verb as verb_of
from responsa.told import Told
from responsa.values import dataclass
from responsa.words import Words

ASSAULT_COST: Final = 1
"""The Command Points that an assault costs [HIS 15.1a]."""

ASSAULTS_PER_IMPULSE: Final = 1
"""How often a space may be assaulted in an impulse [HIS 15.1a]."""

UNITS_PER_DIE: Final = 2
"""The assaulting units that bring a die if land units defend [HIS 15.1c]."""

UNITS_PER_DIE_UNDEFENDED: Final = 1
"""The assaulting units that bring a die if no land unit defends [HIS 15.1c]."""

DICE_PER_DEFENDER: Final = 1
"""The dice that each defending unit brings, cavalry apart [HIS 15.1d]."""

DEFENDING: Final = 1
"""The dice that the defenders of the walls roll on top [HIS 15.1d]."""

HITS_FROM: Final = 5
"""The lowest face of a die that is a hit [HIS 15.1d]."""

UNITS_PER_HIT: Final = 1
"""The land units that each hit costs the other side [HIS 15.1d]."""

HITS_NEEDED: Final = 1
"""The hits that an assault needs at least, even where nobody defends [HIS 15.1e]."""

ATTACKERS_NEEDED: Final = 1
"""The attacking land units that must be left for an assault to succeed [HIS 15.1e]."""

ROXELANAS_LEADER: Final = "Suleiman"
"""The leader whose formation assaults by the card Roxelana [HIS 15.1g]."""

LEAVE_COST: Final = 0
"""The Command Points that leaving a broken siege costs [HIS 15.3b]."""


@implements("HIS 15a")
@dataclass(frozen=True)
class Siege:
    """A fortified space with more enemy land units before its walls than are inside [HIS 15a].

    Attributes:
        space: The name of the space.
        besiegers: The units and leaders before the walls.
        inside: The units and leaders inside; nobody, if an empty space is besieged.

    Raises:
        ImpossibleSituation: If the space is not fortified, more units are inside than may be, or the besiegers do
            not outnumber them: that is no siege.

    Examples:
        >>> from responsa.here_i_stand import Siege, Stack
        >>> Siege("Vienna", Stack.of("Ottoman: 3 regulars"), inside=Stack.of("Hapsburg: 4 regulars"))
        Traceback (most recent call last):
        responsa.ImpossibleSituation: besiegers is 'Ottoman: 3 regulars', expected more than the 4 land units inside \
[HIS 15a]
    """

    space: str
    besiegers: Stack
    inside: Stack = NOTHING

    def __post_init__(self) -> None:
        if not BOARD.space(self.space).is_fortified:
            raise ImpossibleSituation("space", self.space, "a fortified space", "HIS 13.4b")
        if self.inside.units > GARRISON:
            raise ImpossibleSituation("inside", str(self.inside), f"at most {GARRISON} land units", "HIS 13.4d")
        if self.besiegers.units <= self.inside.units:
            expected = f"more than the {units_text(self.inside.units)} inside"
            raise ImpossibleSituation("besiegers", str(self.besiegers), expected, "HIS 15a")

    def __str__(self) -> str:
        return f"{self.besiegers.units} before the walls of {self.space} and {self.inside.units} behind them"


@implements("HIS 15a", "HIS 15.3a")
def is_siege(*, besiegers: int, inside: int) -> Ruling:
    """Whether land units before the walls besiege those inside: only if they are more [HIS 15a] [HIS 15.3a].

    Args:
        besiegers: The enemy land units in the space, cavalry among them.
        inside: The land units inside the fortifications, cavalry among them.

    Examples:
        >>> from responsa.here_i_stand import is_siege
        >>> print(is_siege(besiegers=4, inside=4))
        No. 4 land units outside do not outnumber the 4 inside [HIS 15.3a].
    """
    check_count(besiegers, "besiegers", "HIS 15a")
    if check_count(inside, "inside", "HIS 15a") > GARRISON:
        raise ImpossibleSituation("inside", inside, f"at most {GARRISON} land units", "HIS 13.4d")
    outside, walls = units_text(besiegers), f"the {inside}" if inside else "nobody"
    if besiegers and not inside:
        stand = "is" if besiegers == 1 else "are"
        return Ruling.yes(f"{outside} {stand} before the walls and nobody is inside", "HIS 15a")
    return decide(
        Finding(
            besiegers > inside,
            "HIS 15a" if besiegers > inside else "HIS 15.3a",
            yes=f"{outside} outside outnumber {walls} inside",
            no=f"{outside} outside {'does' if besiegers == 1 else 'do'} not outnumber {walls} inside",
        )
    )


@implements("HIS 15b")
class Deed(Words):
    """What besieged units might wish to do [HIS 15b]."""

    MOVE = "move"
    ATTACK = "attack"
    INTERCEPT = "intercept"
    AVOID_BATTLE = "avoid battle"


@implements("HIS 15b", "HIS 15d", "HIS 15e")
def besieged_may(deed: Deed, *, naval: bool = False) -> Ruling:
    """Whether besieged units may do something by themselves; helping a relief force is another matter [HIS 15b].

    Args:
        deed: What they wish to do.
        naval: Whether they are naval units in the port; land units otherwise.

    Examples:
        >>> from responsa.here_i_stand import Deed, besieged_may
        >>> print(besieged_may(Deed.INTERCEPT))
        No. Besieged land units must not intercept [HIS 15b].
    """
    if not naval:
        return Ruling.no(f"besieged land units must not {deed}", "HIS 15b")
    if deed is Deed.AVOID_BATTLE:
        return Ruling.no("only naval units in a sea zone avoid battle, those in a port do not", "HIS 15e")
    if deed is Deed.MOVE:
        return Ruling.yes("naval units in a besieged port may move", "HIS 15b")
    return Ruling.yes(f"naval units {_ABROAD[deed]}, from a besieged port too", "HIS 15d")


_ABROAD: Final = {Deed.ATTACK: "attack by a naval move", Deed.INTERCEPT: "intercept at sea"}


@implements("HIS 15c")
def may_besiege_together(besiegers: Stack, *, inside: int, controller: Power, relations: Relations) -> Ruling:
    """Whether two allied powers may besiege the same space: each as if it were alone [HIS 15c].

    Args:
        besiegers: The units of both powers in the space; active minor powers count with their major power.
        inside: The land units inside.
        controller: The power that controls the space.
        relations: Who is at war and who is allied.

    Examples:
        >>> from responsa.here_i_stand import Power, Relations, Stack, may_besiege_together
        >>> ties = Relations.of("France against Hapsburg, Ottoman against Hapsburg, France with Ottoman")
        >>> besiegers = Stack.of("Ottoman: 6 regulars; France: 3 regulars")
        >>> print(may_besiege_together(besiegers, inside=3, controller=Power.HAPSBURG, relations=ties))
        No. The 3 land units of France are not more than the 3 inside [HIS 15c].
    """
    check_count(inside, "inside", "HIS 15c")
    units: dict[Power, int] = {}
    for force in besiegers.forces:
        side = relations.leader_of(force.power) or force.power
        units[side] = units.get(side, 0) + force.units
    if not besiegers.units:
        raise ImpossibleSituation("besiegers", str(besiegers), "land units of one or two powers", "HIS 15c")
    findings = [_allies(one, other, relations) for one, other in combinations(units, 2)]
    for power, number in units.items():
        findings += _each_alone(power, number, inside, controller, relations)
    return decide(*findings)


def _allies(one: Power, other: Power, relations: Relations) -> Finding:
    both = f"{one.the} and {other.the}"
    return Finding(relations.allied(one, other), "HIS 15c", yes=f"{both} are allies", no=f"{both} are no allies")


def _each_alone(power: Power, number: int, inside: int, controller: Power, relations: Relations) -> list[Finding]:
    they = f"the {units_are(number, f'of {power.the}')}"
    return [
        _enemy_of_the_place(power, controller, relations),
        Finding(
            number > inside,
            "HIS 15c",
            yes=f"{they} more than the {inside} inside" if inside else f"{they} enough where nobody is inside",
            no=f"{they} not more than the {inside} inside",
        ),
    ]


def _enemy_of_the_place(power: Power, controller: Power, relations: Relations) -> Finding:
    """Whether the power is at war with whoever controls the place; what is independent anybody may besiege."""
    if controller is Power.INDEPENDENT:
        return Finding(True, "HIS 22.6a", yes="an independent key is open to everybody", no="")
    enemy, be = f"at war with {controller.the}", power.verb("is", "are")
    no = f"{power.the} {be} not {enemy}"
    return Finding(relations.at_war(power, controller), "HIS 15c", yes=f"{power.the} {be} {enemy}", no=no)


@implements("HIS 15.1a", "HIS 15.1b", "HIS 15.1f", "HIS 15.1g", "HIS C31a", "HIS C32a")
def may_assault(
    position: Position,
    space: str,
    *,
    assaulters: Stack | None = None,
    assaults_before: int = 0,
    roxelana: bool = False,
    enemy_squadrons_at_sea: int = 0,
    squadrons_in_port: int = 0,
    own_squadrons_at_sea: int = 0,
) -> Ruling:
    """Whether the active power may assault a space that it besieges [HIS 15.1a] [HIS 15.1b].

    Args:
        position: Who besieges it, the CP left, the sieges begun in this impulse, and the line of communication.
        space: The besieged space.
        assaulters: The formation that assaults; any that can be made of the besiegers if left out.
        assaults_before: How often the space was assaulted in this impulse already.
        roxelana: Whether the assault is made by the card Roxelana.
        enemy_squadrons_at_sea: The naval squadrons of the controller of the space in adjacent sea zones.
        squadrons_in_port: The naval squadrons of the controller in the port of the space.
        own_squadrons_at_sea: The naval squadrons of the active power in adjacent sea zones; corsairs are none.

    Examples:
        >>> from responsa.here_i_stand import Position, may_assault
        >>> position = Position.of(
        ...     "Ottoman",
        ...     relations="Ottoman against Hungary",
        ...     stacks={"Belgrade": "Ottoman: 6 regulars"},
        ...     inside={"Belgrade": "Hungary: 2 regulars"},
        ...     sieges_begun=["Belgrade"],
        ... )
        >>> print(may_assault(position, "Belgrade"))
        No. The siege of Belgrade began in this impulse [HIS 15.1a].
    """
    for field, ships in (
        ("enemy_squadrons_at_sea", enemy_squadrons_at_sea),
        ("squadrons_in_port", squadrons_in_port),
        ("own_squadrons_at_sea", own_squadrons_at_sea),
    ):
        check_count(ships, field, "HIS 15.1b")
    at_sea, in_port = count(enemy_squadrons_at_sea, "enemy squadron"), count(squadrons_in_port, "squadron")
    outnumbered = own_squadrons_at_sea > squadrons_in_port or squadrons_in_port == 0
    return decide(
        *_ready_to_assault(space, position, assaults_before, roxelana),
        *_formation_that_assaults(space, position, assaulters, roxelana),
        *_hindered_by_cards(space, position, assaulters),
        Finding(
            bool(line_of_communication(position, space)),
            "HIS 15.1b",
            yes=f"a line of communication reaches {space}",
            no=f"no line of communication reaches {space}",
        ),
        Finding(
            enemy_squadrons_at_sea == 0,
            "HIS 15.1b",
            yes="no enemy squadron is at sea nearby",
            no=f"{at_sea} {verb_of(enemy_squadrons_at_sea, 'is', 'are')} at sea nearby",
        ),
        Finding(
            outnumbered,
            "HIS 15.1b",
            yes="no squadron in the port is in the way",
            no=f"against {in_port} in the port at least {squadrons_in_port + 1} are needed before it",
        ),
    )


def _ready_to_assault(space: str, position: Position, before: int, roxelana: bool) -> list[Finding]:
    """The siege, the CP, and the impulse [HIS 15.1a]."""
    active, new = position.active, space in position.sieges_begun
    there = position.units_of(active, position.at(space))
    besieges = active in position.besiegers(space) and there > position.within(space).units
    free = "Roxelana makes it free of charge"
    check_count(before, "assaults_before", "HIS 15.1a")
    return [
        Finding(
            besieges,
            "HIS 15.1a",
            yes=f"{active.the} {active.verb('besieges', 'besiege')} {space}",
            no=f"{active.the} {active.verb('does', 'do')} not besiege {space}",
        ),
        Finding(
            roxelana or position.cp >= ASSAULT_COST,
            "HIS 15.1g" if roxelana else "HIS 15.1a",
            yes=free if roxelana else f"{position.cp} CP {'is' if position.cp == 1 else 'are'} enough",
            no=f"no CP is left and an assault costs {ASSAULT_COST}",
        ),
        Finding(
            not new or roxelana,
            "HIS 15.1g" if roxelana else "HIS 15.1a",
            yes="Roxelana allows it at once" if new else "the siege began in an earlier impulse",
            no=f"the siege of {space} began in this impulse",
        ),
        Finding(
            before < ASSAULTS_PER_IMPULSE,
            "HIS 15.1a",
            yes="it has not been assaulted in this impulse",
            no=f"{space} has been assaulted in this impulse already",
        ),
    ]


def _formation_that_assaults(space: str, position: Position, group: Stack | None, roxelana: bool) -> list[Finding]:
    """A single formation of the active power assaults; with Roxelana the one in which Suleiman is [HIS 15.1f]."""
    there = of_side(position, position.at(space), position.active)
    who = there if group is None else group
    findings = [] if group is None else _one_formation(group, there, space, position)
    if roxelana:
        led = position.active is Power.OTTOMAN and ROXELANAS_LEADER in [leader.name for leader in who.leaders]
        yes, no = "Suleiman leads the assault", "Roxelana is for the Ottomans, by the formation that Suleiman is in"
        findings.append(Finding(led, "HIS 15.1g", yes=yes, no=no))
        if led and group is None and ROXELANAS_LEADER in position.gout:
            findings.append(Finding(False, "HIS C32a", yes="", no=f"Gout keeps {ROXELANAS_LEADER} from assaults"))
    return findings


def _one_formation(group: Stack, there: Stack, space: str, position: Position) -> list[Finding]:
    active = position.active
    before = f"belong to {active.the} and stand before {space}"
    fits = may_form(group, position.relations)
    wrong = fits.because[0]
    return [
        Finding(group <= there, "HIS 15.1f", yes=f"all who assault {before}", no=f"not all who would assault {before}"),
        Finding(bool(fits), "HIS 15.1f" if fits else wrong.rule, yes="they are a single formation", no=wrong.text),
        Finding(
            group.units > 0 or not group, "HIS 15.1c", yes="they have land units", no="leaders alone assault nothing"
        ),
    ]


def _hindered_by_cards(space: str, position: Position, group: Stack | None) -> list[Finding]:
    """What Foul Weather and Gout forbid; a formation that is not named leaves leaders with gout behind."""
    findings = []
    if position.foul_weather:
        weather = is_barred_by_foul_weather(Action.ASSAULT)
        findings.append(Finding(False, weather.rules[0], yes="", no=weather.because[0].text))
    for leader in () if group is None else group.leaders:
        gout = is_barred_by_gout(Action.ASSAULT, leader.name, position.gout)
        if gout:
            findings.append(Finding(False, gout.rules[0], yes="", no=gout.because[0].text))
    return findings


@implements("HIS 15.1c")
def assault_dice(assaulters: Stack, inside: Stack = NOTHING) -> int:
    """The dice of the assaulting side [HIS 15.1c].

    Args:
        assaulters: The units and leaders who assault; cavalry brings no dice.
        inside: The units and leaders who defend.

    Examples:
        >>> from responsa.here_i_stand import Stack, assault_dice
        >>> assault_dice(Stack.of("Ottoman: 7 regulars, 2 cavalry, Suleiman"), Stack.of("Hapsburg: 2 regulars"))
        6
    """
    foot = assaulters.units - assaulters.cavalry
    per_die = UNITS_PER_DIE if inside.units else UNITS_PER_DIE_UNDEFENDED
    return ceil(Fraction(foot, per_die)) + assaulters.battle_rating


@implements("HIS 15.1d")
def defence_dice(inside: Stack) -> int:
    """The dice of the side that defends the walls [HIS 15.1d].

    Args:
        inside: The units and leaders inside; cavalry brings no dice.

    Examples:
        >>> from responsa.here_i_stand import Stack, defence_dice
        >>> defence_dice(Stack.of("Hapsburg: 4 regulars, Ferdinand"))
        6
    """
    return (inside.units - inside.cavalry) * DICE_PER_DEFENDER + inside.battle_rating + DEFENDING


@implements("HIS 15.1d", "HIS 15.1e")
@dataclass(frozen=True)
class Assault(Told):
    """An assault and what it led to [HIS 15.1].

    Attributes:
        steps: What happened, in order.
        succeeded: Whether the attacker controls the space now.
        attackers_lost: The land units that the attacker loses.
        defenders_lost: The land units that the defender loses.
        captured: The leaders captured inside.
    """

    steps: tuple[Reason, ...]
    succeeded: bool
    attackers_lost: int
    defenders_lost: int
    captured: Stack

    def __str__(self) -> str:
        return as_lines(self.steps)


@implements("HIS 15.1c", "HIS 15.1d", "HIS 15.1e", "HIS 15.1f", "HIS 15.1h")
def assault(
    assaulters: Stack,
    inside: Stack,
    *,
    attacker_rolls: Sequence[int],
    defender_rolls: Sequence[int],
    relations: Relations = AT_PEACE,
    squadrons_in_port: int = 0,
) -> Assault:
    """Carry out an assault: dice, losses, and whether the walls are taken [HIS 15.1].

    Args:
        assaulters: The units and leaders who assault.
        inside: The units and leaders who defend; nobody, in an empty fortified space.
        attacker_rolls: The dice of the assaulting side, as they fell.
        defender_rolls: The dice of the defending side, as they fell.
        relations: Which minor powers are active for whom.
        squadrons_in_port: The naval squadrons in the port of the space.

    Raises:
        ImpossibleSituation: If nobody assaults, those who do are no single formation [HIS 15.1f], or the dice are not
            as many as each side has or show no side of a die.

    Examples:
        >>> from responsa.here_i_stand import Stack, assault
        >>> print(
        ...     assault(
        ...         Stack.of("Ottoman: 4 regulars, Ibrahim"),
        ...         Stack.of("Hapsburg: 1 regular, Ferdinand"),
        ...         attacker_rolls=(5, 2, 1),
        ...         defender_rolls=(6, 3, 1),
        ...     )
        ... )
        The attackers roll 3 dice: 1 hit [HIS 15.1c].
        The defenders roll 3 dice: 1 hit [HIS 15.1d].
        The attackers lose 1 land unit and the defenders 1 [HIS 15.1d].
        The assault succeeds: nobody defends the walls any more [HIS 15.1e].
        Ferdinand is captured [HIS 15.1e].
    """
    if not assaulters.units:
        raise ImpossibleSituation("assaulters", str(assaulters), "land units that assault", "HIS 15.1c")
    may_form(assaulters, relations).require("assaulters", str(assaulters))
    check_two_sides(assaulters, "assaulters", inside, "inside", "HIS 15.1c")
    check_dice(attacker_rolls, count=assault_dice(assaulters, inside), rule="HIS 15.1c", field="attacker_rolls")
    check_dice(defender_rolls, count=defence_dice(inside), rule="HIS 15.1d", field="defender_rolls")
    for_us, for_them = _hits(attacker_rolls), _hits(defender_rolls)
    ours, theirs = _units_hit(for_them, assaulters.units), _units_hit(for_us, inside.units)
    success = _taken(for_us, inside.units - theirs, assaulters.units - ours)
    captured = inside.only_leaders if success else NOTHING
    steps = [
        Reason(f"the attackers roll {_dice(attacker_rolls)}: {_told_hits(for_us)}", "HIS 15.1c"),
        Reason(f"the defenders roll {_dice(defender_rolls)}: {_told_hits(for_them)}", "HIS 15.1d"),
        Reason(f"the attackers lose {units_text(ours)} and the defenders {theirs or 'none'}", "HIS 15.1d"),
        *success.because,
    ]
    if captured:
        steps.append(Reason(f"{told(captured)} {verb(captured, 'is', 'are')} captured", "HIS 15.1e"))
    if success and check_count(squadrons_in_port, "squadrons_in_port", "HIS 15.1h"):
        ships = count(squadrons_in_port, "squadron")
        goes = verb_of(squadrons_in_port, "goes", "go")
        steps.append(Reason(f"{ships} in the port {goes} to the Turn Track", "HIS 15.1h"))
    return Assault(tuple(steps), bool(success), ours, theirs, captured)


def _taken(hits: int, defenders_left: int, attackers_left: int) -> Ruling:
    """Whether the walls are taken [HIS 15.1e]."""
    defend = "defends" if defenders_left == 1 else "defend"
    return decide(
        Finding(
            hits >= HITS_NEEDED,
            "HIS 15.1e",
            yes="the assault succeeds: nobody defends the walls any more",
            no="the assault fails: the attackers have scored no hit",
        ),
        *([_fails(f"{units_text(defenders_left)} still {defend} the walls")] if defenders_left else []),
        *([] if attackers_left >= ATTACKERS_NEEDED else [_fails("no attacker is left")]),
    )


def _fails(why: str) -> Finding:
    return Finding(False, "HIS 15.1e", yes="", no=f"the assault fails: {why}")


def _hits(dice: Sequence[int]) -> int:
    return sum(die >= HITS_FROM for die in dice)


def _units_hit(hits: int, units: int) -> int:
    """How many of so many units are lost to the hits, as far as there are units."""
    return min(hits * UNITS_PER_HIT, units)


def _dice(dice: Sequence[int]) -> str:
    return "1 die" if len(dice) == 1 else f"{len(dice)} dice"


def _told_hits(hits: int) -> str:
    return count(hits, "hit")


@implements("HIS 15.1e")
def chance_of_assault(*, attackers: int, attacker_dice: int, defenders: int, defender_dice: int) -> Fraction:
    """How likely an assault is to succeed [HIS 15.1e].

    Args:
        attackers: The land units that assault, cavalry among them.
        attacker_dice: Their dice, see `assault_dice`.
        defenders: The land units inside, cavalry among them; 0 in an empty fortified space.
        defender_dice: Their dice, see `defence_dice`.

    Returns:
        The probability, as an exact fraction.

    Examples:
        >>> from responsa.here_i_stand import chance_of_assault
        >>> chance_of_assault(attackers=2, attacker_dice=1, defenders=1, defender_dice=1)
        Fraction(1, 3)
    """
    if check_count(attackers, "attackers", "HIS 15.1e") == 0:
        raise ImpossibleSituation("attackers", attackers, "at least 1 land unit", "HIS 15.1e")
    for field, value in (("attacker_dice", attacker_dice), ("defender_dice", defender_dice), ("defenders", defenders)):
        check_count(value, field, "HIS 15.1e")
    faces = SIDES + 1 - HITS_FROM
    ours, theirs = ways_to_hit(attacker_dice, faces=faces), ways_to_hit(defender_dice, faces=faces)
    taken = sum(
        count for hits, count in enumerate(ours) if _units_hit(hits, defenders) == defenders and hits >= HITS_NEEDED
    )
    alive = sum(
        count for hits, count in enumerate(theirs) if attackers - _units_hit(hits, attackers) >= ATTACKERS_NEEDED
    )
    return Fraction(taken * alive, SIDES ** (attacker_dice + defender_dice))


@implements("HIS 15.2a")
def may_join_relief(garrison: Stack, relief: Stack, relations: Relations) -> Ruling:
    """Whether units inside may join the field battle of a force that comes to relieve them [HIS 15.2a].

    Args:
        garrison: The units inside that would join; they may also be held back.
        relief: The force that enters the space.
        relations: Which minor powers are active for whom.

    Raises:
        ImpossibleSituation: If nobody is inside, or the relief force has no land units.

    Examples:
        >>> from responsa.here_i_stand import AT_PEACE, Stack, may_join_relief
        >>> relief = Stack.of("Hapsburg: 6 regulars, Ferdinand")
        >>> print(may_join_relief(Stack.of("Hapsburg: 3 regulars"), relief, AT_PEACE))
        Yes. 3 land units inside belong to the same major power as the relief force [HIS 15.2a].
    """
    if not garrison:
        raise ImpossibleSituation("garrison", str(garrison), "units or leaders inside", "HIS 15.2a")
    if not relief.units:
        raise ImpossibleSituation("relief", str(relief), "a force with land units", "HIS 15.2a")
    sides = {relations.leader_of(power) for power in (*garrison.powers, *relief.powers)}
    same = len(sides) == 1 and None not in sides
    inside = f"{units_text(garrison.units)} inside"
    yes = f"{inside} {'belongs' if garrison.units == 1 else 'belong'} to the same major power as the relief force"
    no = f"{inside} {'does' if garrison.units == 1 else 'do'} not belong to the same major power as the relief force"
    return decide(Finding(same, "HIS 15.2a", yes=yes, no=no))


@implements("HIS 15.2b")
class Relief(Words):
    """What a relief battle leads to [HIS 15.2b]."""

    BROKEN = "the siege is broken"
    SHELTER = "participants may go inside"
    GARRISON_ONLY = "only the old garrison may go inside"


@implements("HIS 15.2b")
def after_relief_battle(*, relief_hits: int, besieger_hits: int) -> Relief:
    """What the hits of a relief battle lead to; the besiegers defend, so equal hits are theirs [HIS 15.2b].

    Args:
        relief_hits: The hits of the relief force and of those inside who joined it.
        besieger_hits: The hits of the besiegers.

    Examples:
        >>> from responsa.here_i_stand import after_relief_battle
        >>> print(after_relief_battle(relief_hits=3, besieger_hits=3))
        participants may go inside
    """
    ours = check_count(relief_hits, "relief_hits", "HIS 15.2b")
    theirs = check_count(besieger_hits, "besieger_hits", "HIS 15.2b")
    if ours > theirs:
        return Relief.BROKEN
    return Relief.SHELTER if ours == theirs else Relief.GARRISON_ONLY


@implements("HIS 15.2b")
def may_shelter_after_relief(outcome: Relief, entering: Stack, *, began_inside: Stack, held_back: int = 0) -> Ruling:
    """Whether survivors of a lost relief battle may go inside [HIS 15.2b].

    Args:
        outcome: What the battle led to.
        entering: The survivors who would go inside.
        began_inside: What was inside when the impulse began and joined the battle.
        held_back: The land units that did not join and are inside still.

    Raises:
        ImpossibleSituation: If the siege is broken: then nobody needs walls.

    Examples:
        >>> from responsa.here_i_stand import Relief, Stack, may_shelter_after_relief
        >>> print(
        ...     may_shelter_after_relief(
        ...         Relief.GARRISON_ONLY,
        ...         Stack.of("Hapsburg: 3 regulars"),
        ...         began_inside=Stack.of("Hapsburg: 2 regulars"),
        ...     )
        ... )
        No. Not all of the 3 land units began the impulse inside [HIS 15.2b].
    """
    if outcome is Relief.BROKEN:
        raise ImpossibleSituation("outcome", outcome, "a relief battle that was lost", "HIS 15.2b")
    total = entering.units + check_count(held_back, "held_back", "HIS 15.2b")
    equal = outcome is Relief.SHELTER
    return decide(
        Finding(
            equal or entering <= began_inside,
            "HIS 15.2b",
            yes="both sides had equal hits" if equal else "all of them began the impulse inside",
            no=f"not all of the {units_text(entering.units)} began the impulse inside",
        ),
        Finding(
            total <= GARRISON,
            "HIS 15.2b",
            yes=f"{units_are(total, 'in all')} at most {GARRISON}",
            no=f"{units_are(total, 'in all')} more than {GARRISON}",
        ),
    )


@implements("HIS 15.3b")
def may_leave_to(position: Position, target: str, power: Power, space: str) -> Ruling:
    """Whether besiegers may go to an adjacent space when their siege is broken [HIS 15.3b].

    Args:
        position: Who controls what, what is in unrest, who stands where.
        target: The space to which they would go; over a pass is adjacent [HIS 2.5d].
        power: The besieging power.
        space: The space that it besieged.

    Raises:
        ImpossibleSituation: If the target is not adjacent, or no space of the board.

    Examples:
        >>> from responsa.here_i_stand import Position, Power, may_leave_to
        >>> position = Position.of("Hapsburg", relations="Ottoman against Hapsburg")
        >>> print(may_leave_to(position, "Graz", Power.OTTOMAN, "Vienna"))
        No. The Hapsburgs control Graz and are no allies of the Ottomans [HIS 15.3b].
    """
    check_adjacent(position, target, space, "HIS 15.3b")
    if is_sea(position, target):
        return Ruling(False, (Reason(f"{target} is a sea zone", "HIS 15.3b"),))
    return decide(
        *open_space(position, target),
        friendly_space(position, target, power, "HIS 15.3b"),
        quiet_space(position, target, "HIS 15.3b"),
        space_without_enemies(position, target, power, "HIS 15.3b"),
    )


@implements("HIS 15.3b")
def spaces_to_leave_to(position: Position, power: Power, space: str) -> tuple[str, ...]:
    """Every space to which besiegers may go when their siege is broken, in the order of the alphabet [HIS 15.3b].

    Args:
        position: Who controls what, what is in unrest, who stands where.
        power: The besieging power.
        space: The space that it besieged.

    Examples:
        >>> from responsa.here_i_stand import Position, Power, spaces_to_leave_to
        >>> position = Position.of("Hapsburg", control={"Pressburg": "Ottoman"})
        >>> spaces_to_leave_to(position, Power.OTTOMAN, "Vienna")
        ('Pressburg',)
    """
    around = position.board.adjacent(space, over_passes=True)
    return tuple(target for target in around if may_leave_to(position, target, power, space))


@implements("HIS 15.3b")
def leave_siege(position: Position, besiegers: Stack, space: str, *, to: str | None = None) -> Retreat:
    """Carry out the departure of besiegers whose siege is broken; it is free of charge [HIS 15.3b].

    Args:
        position: Who controls what, what is in unrest, who stands where.
        besiegers: The units and leaders of one power, its active minor allies among them.
        space: The space that they besieged.
        to: The space to which they go; `None` if none is open.

    Raises:
        ImpossibleSituation: If several powers would go, the space is not open, or none is named although some are.

    Examples:
        >>> from responsa.here_i_stand import Position, Stack, leave_siege
        >>> position = Position.of("Hapsburg", relations="Ottoman against Hapsburg")
        >>> print(leave_siege(position, Stack.of("Ottoman: 3 regulars, Ibrahim"), "Vienna"))
        No space is open: 3 land units are eliminated [HIS 15.3b].
        No space is open: Ibrahim is captured [HIS 15.3b].
    """
    sides = {side_of(position, power) for power in besiegers.powers}
    if len(sides) != 1:
        raise ImpossibleSituation("besiegers", str(besiegers), "units or leaders of a single power", "HIS 15.3b")
    open_to = spaces_to_leave_to(position, sides.pop(), space)
    return go_or_perish(besiegers, to, open_to, rules=("HIS 15.3b", "HIS 15.3b"))
