"""Siege combat: who may fight at a siege, attrition, and storms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from responsa import Finding, ImpossibleSituation, NotInThisText, Reason, Ruling, Told, Words, decide, implements
from responsa.dice import SIDES, check_dice, ways_to_hit
from responsa.hellenes.board import Date, Season, Siege
from responsa.hellenes.combat import Agility, Fighter, Role, Volley, fire_order, volley
from responsa.hellenes.double_defense import WalledBlock, end_of_round, take_hits
from responsa.values import dataclass

ATTRITION_HITS_TO: Final = 1
"""The highest face that takes a step by attrition in Spring, Summer and Fall [HEL 8d]."""

WINTER_ATTRITION_HITS_TO: Final = 3
"""The highest face that takes a step by attrition in Winter [HEL 8d]."""

DICE_PER_BLOCK: Final = 1
"""Dice that the besieger rolls for each besieged block, the garrison included [HEL 8d]."""

STEPS_PER_ATTRITION_HIT: Final = 1
"""Steps that an attrition hit takes, Double Defense or not [HEL 8f]."""

FORTIFIED_AGILITY: Final = Agility.A
"""The agility with which every fortified block fights [HEL 8c]."""

FORTIFIED_RATING: Final = 2
"""The combat rating with which every fortified block fights [HEL 8c]."""


@implements("HEL 8g")
class SiegeMethod(Words):
    """The two kinds of siege combat [HEL 8g]."""

    ATTRITION = "attrition"
    STORM = "storm"


@implements("HEL 6a", "HEL 8g")
@dataclass(frozen=True)
class Shooting:
    """What one block did in a storm round: its dice, and the blocks on which its hits fall.

    Attributes:
        by: The name of the firing block.
        dice: One die for each of its steps.
        hits_on: The names of the blocks that are hit, one for each hit; who chooses them is not in this text.
    """

    by: str
    dice: tuple[int, ...]
    hits_on: tuple[str, ...] = ()


@implements("HEL 8g")
@dataclass(frozen=True)
class StormRound(Told):
    """A round of a storm when it is over.

    Attributes:
        besiegers: The steps that are left to each besieging block; 0 when it is eliminated.
        besieged: The steps that are left to each besieged block.
        routs: How many dice of each block that fired showed a rout; what a rout does is not in this text.
        steps: What happened, in order.
    """

    besiegers: Mapping[str, int]
    besieged: Mapping[str, int]
    routs: Mapping[str, int]
    steps: tuple[Reason, ...]


@implements("HEL 8a")
def is_established(siege: Siege, *, now: Date) -> Ruling:
    """Whether siege combat is possible at a siege: it was established before this season began [HEL 8a].

    Args:
        siege: The siege.
        now: The season that is being played.

    Raises:
        ImpossibleSituation: If the siege is established only in a later season.

    Examples:
        >>> from responsa import hellenes as hel
        >>> siege = hel.Siege("Plataea", by=hel.Side.SPARTA, since=hel.Date(429, hel.Season.EARLY_SUMMER))
        >>> print(hel.is_established(siege, now=hel.Date(429, hel.Season.EARLY_SUMMER)))
        No. The siege of Plataea is only being established this season, Early Summer 429 BC [HEL 8a].
    """
    if now.before(siege.since):
        raise ImpossibleSituation("since", str(siege.since), f"{now} or earlier", "HEL 8a")
    return decide(
        Finding(
            siege.since.before(now),
            "HEL 8a",
            yes=f"the siege of {siege.city} was established in {siege.since}, before this season began",
            no=f"the siege of {siege.city} is only being established this season, {now}",
        )
    )


@implements("HEL 8b")
def has_double_defense(*, fortified: bool, sorties: bool = False) -> Ruling:
    """Whether a unit or a garrison has Double Defense: it has fortified inside a city [HEL 8b].

    Args:
        fortified: Whether it has fortified inside a city.
        sorties: Whether it comes out to fight, and so leaves its walls.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.has_double_defense(fortified=True, sorties=True))
        No. It fights outside the walls [HEL 8b].
    """
    return decide(
        Finding(fortified, "HEL 8b", yes="it has fortified inside a city", no="it has not fortified inside a city"),
        Finding(not sorties, "HEL 8b", yes="it stays behind the walls", no="it fights outside the walls"),
    )


@implements("HEL 8c")
def behind_walls(block: Fighter) -> Fighter:
    """The block as it fights when it has fortified: agility A and rating 2, whatever is printed on it [HEL 8c].

    Raises:
        ImpossibleSituation: If the block attacks; who is behind walls defends.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hoplites = hel.Fighter("hoplites", hel.Agility.B, rating=3, steps=2, role=hel.Role.DEFENDER)
        >>> hel.behind_walls(hoplites).agility, hel.behind_walls(hoplites).rating
        (Agility.A, 2)
    """
    if block.role is not Role.DEFENDER:
        raise ImpossibleSituation("role", block.role, "Role.DEFENDER for a block behind walls", "HEL 8c")
    return replace(block, agility=FORTIFIED_AGILITY, rating=FORTIFIED_RATING)


@implements("HEL 8d")
def attrition_takes_step(die: int, *, season: Season) -> bool:
    """Whether an attrition die takes a step: a 1 does, and in Winter a 2 or a 3 as well [HEL 8d].

    Raises:
        ImpossibleSituation: If the die does not show 1 to 6 or there is no such season.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.attrition_takes_step(3, season=hel.Season.WINTER), hel.attrition_takes_step(3, season=hel.Season.FALL)
        (True, False)
    """
    check_dice((die,), count=1, rule="HEL 8d", field="die")
    return die <= _attrition_faces(season)


@implements("HEL 8d", "HEL 8f")
def attrition_steps(dice: Sequence[int], *, blocks: int, season: Season) -> int:
    """The steps that attrition takes in all: one for each die that hits, walls or not [HEL 8d] [HEL 8f].

    Args:
        dice: One die for each besieged block.
        blocks: The besieged blocks, the garrison included.
        season: The season.

    Raises:
        ImpossibleSituation: If nobody is besieged, or there is not one die that shows 1 to 6 for each block.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.attrition_steps((1, 3, 4, 6), blocks=4, season=hel.Season.WINTER)
        2
        >>> hel.attrition_steps((1, 3, 4, 6), blocks=4, season=hel.Season.LATE_SUMMER)
        1
    """
    _check_blocks(blocks)
    check_dice(dice, count=blocks * DICE_PER_BLOCK, rule="HEL 8d")
    return sum(STEPS_PER_ATTRITION_HIT for die in dice if attrition_takes_step(die, season=season))


@implements("HEL 8e", "HEL 8f")
def take_attrition(
    besieged: Sequence[WalledBlock], steps: int, *, chosen: Sequence[str] = ()
) -> tuple[WalledBlock, ...]:
    """The besieged blocks after attrition: each step comes off the block that is the largest just then [HEL 8e].

    Args:
        besieged: The besieged blocks, the garrison included.
        steps: The steps that they lose; more than they have destroys them all.
        chosen: If the last steps fall on some of several equally large blocks: the names of those that lose them.

    Raises:
        ImpossibleSituation: If the steps are negative, or the chosen blocks are not the right number of the largest.
        NotInThisText: If blocks are equally large, it matters which of them loses, and nobody has been chosen.

    Examples:
        >>> from responsa import hellenes as hel
        >>> inside = [hel.WalledBlock("hoplites", 3), hel.WalledBlock("garrison", 1)]
        >>> [block.steps for block in hel.take_attrition(inside, 2)]
        [1, 1]
    """
    if type(steps) is not int or steps < 0:
        raise ImpossibleSituation("steps", steps, "0 or more", "HEL 8e")
    blocks = list(besieged)
    left = min(steps, sum(block.steps for block in blocks))
    while left:
        largest = _largest(blocks)
        losers = largest if len(largest) <= left else _losers(largest, left, chosen)
        blocks = [replace(block, steps=block.steps - (block.name in losers)) for block in blocks]
        left -= len(losers)
    return tuple(blocks)


@implements("HEL 8d", "HEL 9.3k")
def chance_of_attrition(at_least: int, *, blocks: int, season: Season) -> Fraction:
    """The probability that attrition takes at least so many steps from so many besieged blocks [HEL 8d].

    Raises:
        ImpossibleSituation: If a number is negative, nobody is besieged, or there is no such season.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.chance_of_attrition(1, blocks=2, season=hel.Season.WINTER)
        Fraction(3, 4)
        >>> hel.chance_of_attrition(1, blocks=2, season=hel.Season.FALL)
        Fraction(11, 36)
    """
    _check_blocks(blocks)
    if type(at_least) is not int or at_least < 0:
        raise ImpossibleSituation("at_least", at_least, "0 or more", "HEL 8d")
    dice = blocks * DICE_PER_BLOCK
    return Fraction(sum(ways_to_hit(dice, faces=_attrition_faces(season))[at_least:]), SIDES**dice)


@implements("HEL 8d")
def attrition_odds(most_blocks: int) -> Mapping[int, Mapping[str, Fraction]]:
    """The chance that attrition takes a step or more, by the number of besieged blocks, in Winter and before it.

    Args:
        most_blocks: The largest number of besieged blocks to tell.

    Raises:
        ImpossibleSituation: If that is less than 1.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.attrition_odds(1)
        {1: {'Spring to Fall': Fraction(1, 6), 'Winter': Fraction(1, 2)}}
    """
    _check_blocks(most_blocks)
    series = {"Spring to Fall": Season.FALL, "Winter": Season.WINTER}
    return {
        blocks: {name: chance_of_attrition(1, blocks=blocks, season=season) for name, season in series.items()}
        for blocks in range(1, most_blocks + 1)
    }


@implements("HEL 8g")
def can_lose_units(method: SiegeMethod) -> Ruling:
    """Whether the besieger can lose units by this kind of siege combat [HEL 8g].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.can_lose_units(hel.SiegeMethod.ATTRITION))
        No. Attrition costs the besieger nothing [HEL 8g].
    """
    return decide(
        Finding(
            method is SiegeMethod.STORM,
            "HEL 8g",
            yes="a storm is an ordinary fight, and the besieged fire back",
            no="attrition costs the besieger nothing",
        )
    )


@implements("HEL 8g", "HEL 8b", "HEL 8c")
def storm_round(besiegers: Sequence[Fighter], besieged: Sequence[Fighter], shootings: Sequence[Shooting]) -> StormRound:
    """One combat round of a storm, from the first shot to the cancelling of odd hits.

    Args:
        besiegers: The storming blocks, with the role of attackers.
        besieged: The fortified blocks as printed, the garrison included, with the role of defenders.
        shootings: Who fires with which dice at whom, in the order of fire; a block that is left out does not fire.

    Returns:
        The steps that each block has left, the routs that were rolled, and what happened.

    Raises:
        ImpossibleSituation: If a block fires out of order, twice, or after its end; if the dice do not fit its steps;
            or if the hits do not fall on as many standing blocks of the other side.

    Examples:
        >>> from responsa import hellenes as hel
        >>> attacks, defends = hel.Role.ATTACKER, hel.Role.DEFENDER
        >>> spartans = hel.Fighter("Spartans", hel.Agility.B, rating=3, steps=3, role=attacks)
        >>> garrison = hel.Fighter("garrison", hel.Agility.C, rating=1, steps=1, role=defends)
        >>> first = hel.Shooting("garrison", (2,), hits_on=("Spartans",))
        >>> then = hel.Shooting("Spartans", (1, 3), hits_on=("garrison", "garrison"))
        >>> after = hel.storm_round([spartans], [garrison], [first, then])
        >>> after.besiegers, after.besieged
        ({'Spartans': 2}, {'garrison': 0})
    """
    turns = fire_order([*_storming(besiegers), *map(behind_walls, besieged)])
    _check_order([shooting.by for shooting in shootings], turns)
    blocks = {block.name: block for turn in turns for block in turn}
    outside = {block.name: block.steps for block in besiegers}
    inside = {block.name: WalledBlock(block.name, block.steps) for block in besieged}
    routs: dict[str, int] = {}
    told: list[Reason] = []
    for shooting in shootings:
        block = blocks[shooting.by]
        steps = inside[block.name].steps if block.role is Role.DEFENDER else outside[block.name]
        scored = _shoot(block, steps, shooting)
        if block.role is Role.ATTACKER:
            inside |= _hit_inside(shooting.hits_on, inside)
        else:
            outside |= _hit_outside(shooting.hits_on, outside)
        routs[block.name] = scored.routs
        told.append(_shot_told(block, scored.hits, shooting.hits_on))
    told += [Reason(f"the odd hit on the {b.name} is cancelled", "HEL U2b") for b in inside.values() if b.half_lost]
    return StormRound(outside, {name: end_of_round(block).steps for name, block in inside.items()}, routs, tuple(told))


def _storming(besiegers: Sequence[Fighter]) -> Sequence[Fighter]:
    """The besieging blocks, which must be attackers."""
    for block in besiegers:
        if block.role is not Role.ATTACKER:
            raise ImpossibleSituation("role", block.role, "Role.ATTACKER for a block that storms", "HEL 8g")
    return besiegers


def _check_order(names: Sequence[str], turns: Sequence[Sequence[Fighter]]) -> None:
    """Each block fires once at most, and no block before one whose turn comes earlier."""
    turn_of = {block.name: number for number, turn in enumerate(turns) for block in turn}
    if len(turn_of) != sum(map(len, turns)):
        raise ImpossibleSituation("blocks", [b.name for turn in turns for b in turn], "each name once", "HEL 6a")
    order = " / ".join(", ".join(block.name for block in turn) for turn in turns)
    if len(set(names)) != len(names) or not set(names) <= set(turn_of):
        raise ImpossibleSituation("shootings", tuple(names), f"each of these at most once: {order}", "HEL 6a")
    if sorted(names, key=turn_of.__getitem__) != list(names):
        raise ImpossibleSituation("shootings", tuple(names), f"the order of fire, {order}", "HEL 6a")


def _shoot(block: Fighter, steps: int, shooting: Shooting) -> Volley:
    """The hits and routs of one block, checked against the steps that it has left and the targets that it names."""
    if not steps:
        raise ImpossibleSituation("by", block.name, "a block that still has a step", "HEL 6a")
    scored = volley(replace(block, steps=steps), shooting.dice)
    if len(shooting.hits_on) != scored.hits:
        raise ImpossibleSituation("hits_on", shooting.hits_on, f"a name for each hit, {scored.hits} in all", "HEL 6b")
    return scored


def _hit_outside(names: Sequence[str], steps: Mapping[str, int]) -> dict[str, int]:
    """The steps that besiegers have left after a volley; hits beyond the last step of a block are wasted."""
    return {name: max(0, steps[name] - hits) for name, hits in _targets(names, steps).items()}


def _hit_inside(names: Sequence[str], blocks: Mapping[str, WalledBlock]) -> dict[str, WalledBlock]:
    """The besieged blocks that a volley hit, after it."""
    standing = {name: block.steps for name, block in blocks.items()}
    return {name: take_hits(blocks[name], hits) for name, hits in _targets(names, standing).items()}


def _targets(names: Sequence[str], steps: Mapping[str, int]) -> Counter[str]:
    """How many hits fall on each block that is named; each must be an enemy that still stands."""
    for name in names:
        if not steps.get(name):
            raise ImpossibleSituation("hits_on", name, "an enemy block that still has a step", "HEL 6b")
    return Counter(names)


def _shot_told(block: Fighter, hits: int, names: Sequence[str]) -> Reason:
    """What one block did, in a sentence."""
    scored = "1 hit" if hits == 1 else f"{hits} hits"
    each = [f"{count} on the {name}" for name, count in Counter(names).items()]
    where = f": {', '.join(each)}" if each else ""
    return Reason(f"the {block.name} ({block.agility}{block.rating}) scored {scored}{where}", "HEL 6b")


def _largest(blocks: Sequence[WalledBlock]) -> list[str]:
    """The names of the blocks with the most steps."""
    most = max(block.steps for block in blocks)
    return [block.name for block in blocks if block.steps == most]


def _losers(largest: Sequence[str], steps: int, chosen: Sequence[str]) -> Sequence[str]:
    """Those of several equally large blocks that lose the last steps."""
    if not chosen:
        raise NotInThisText(
            f"who chooses which of {' and '.join(largest)}, equally large, loses the step", "HEL 8e", where="8.0"
        )
    if len(chosen) != steps or len(set(chosen) & set(largest)) != steps:
        expected = f"{steps} of the largest blocks, {', '.join(largest)}"
        raise ImpossibleSituation("chosen", tuple(chosen), expected, "HEL 8e")
    return chosen


def _attrition_faces(season: Season) -> int:
    """The highest face that takes a step in that season."""
    if not isinstance(season, Season):
        raise ImpossibleSituation("season", season, f"one of {', '.join(map(str, Season))}", "HEL 8d")
    return WINTER_ATTRITION_HITS_TO if season is Season.WINTER else ATTRITION_HITS_TO


def _check_blocks(blocks: int) -> None:
    """Attrition needs a block to fall on."""
    if type(blocks) is not int or blocks < 1:
        raise ImpossibleSituation("blocks", blocks, "1 or more", "HEL 8d")
