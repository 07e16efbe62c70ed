"""Combat rounds, hits and routs, and what a battle is worth: what is known of section 6."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from responsa import Finding, ImpossibleSituation, NotInThisText, Ruling, Words, decide, implements
from responsa.dice import SIDES, check_dice, ways_to_hit
from responsa.values import dataclass

DICE_PER_STEP: Final = 1
"""Dice that a block rolls for each step that it has when it fires [HEL 6a]."""

LOWEST_RATING: Final = 1
"""The lowest combat rating of a block [HEL 6b]."""

HIGHEST_RATING: Final = 3
"""The highest combat rating of a block [HEL 6b]."""

HIT_AND_ROUT: Final = SIDES + 1
"""The lowest face that routs and the rating of the block that rolled it add up to this [HEL 6b]."""

PRESTIGE_FOR_VICTORY: Final = 2
"""Prestige that the winner of a battle gains [HEL 6.3.4a]."""


@implements("HEL 6a")
class Agility(Words):
    """The letter on a block that says when it fires, A first [HEL 6a]; fleets at sea have E or F."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"


@implements("HEL 6a")
class Role(Words):
    """Who came to the fight and who was there: the defender fires first at the same letter [HEL 6a]."""

    DEFENDER = "defender"
    ATTACKER = "attacker"


@implements("HEL 6b")
class Shot(Words):
    """What a single die of a firing block does [HEL 6b]."""

    HIT = "hit"
    MISS = "miss"
    ROUT = "rout"


@implements("HEL 6.3.4a")
class Condition(Words):
    """How a unit came out of the fighting [HEL 6.3.4a]."""

    IN_ORDER = "in order"
    ROUTED = "routed"
    ELIMINATED = "eliminated"


@implements("HEL 6a", "HEL 6b")
@dataclass(frozen=True)
class Fighter:
    """A block in a combat round.

    Attributes:
        name: What the players call it.
        agility: Its letter.
        rating: Its combat rating, 1 to 3.
        steps: The steps that it has now, at least 1.
        role: Whether it defends or attacks.

    Raises:
        ImpossibleSituation: If the rating or the number of steps cannot be.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.Fighter("Theban hoplites", hel.Agility.B, rating=2, steps=3, role=hel.Role.ATTACKER)
        Fighter(name='Theban hoplites', agility=Agility.B, rating=2, steps=3, role=Role.ATTACKER)
    """

    name: str
    agility: Agility
    rating: int
    steps: int
    role: Role

    def __post_init__(self) -> None:
        if not isinstance(self.agility, Agility):
            raise ImpossibleSituation("agility", self.agility, "an Agility: A to F", "HEL 6a")
        if not isinstance(self.role, Role):
            raise ImpossibleSituation("role", self.role, "a Role: defender or attacker", "HEL 6a")
        _check_rating(self.rating)
        if type(self.steps) is not int or self.steps < 1:
            raise ImpossibleSituation("steps", self.steps, "1 or more", "HEL 6a")


@implements("HEL 6b")
@dataclass(frozen=True)
class Volley:
    """What the dice of one block did: hits scored, routs scored [HEL 6b]."""

    hits: int
    routs: int


@implements("HEL 6a")
def fire_order(fighters: Sequence[Fighter]) -> tuple[tuple[Fighter, ...], ...]:
    """The blocks in the order in which they fire; blocks that fire at the same time stand together [HEL 6a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> horse = hel.Fighter("horse", hel.Agility.A, rating=1, steps=2, role=hel.Role.ATTACKER)
        >>> hoplites = hel.Fighter("hoplites", hel.Agility.B, rating=2, steps=3, role=hel.Role.DEFENDER)
        >>> [[block.name for block in turn] for turn in hel.fire_order([hoplites, horse])]
        [['horse'], ['hoplites']]
    """
    turns = [(agility, role) for agility in Agility for role in Role]
    groups = (tuple(f for f in fighters if (f.agility, f.role) == turn) for turn in turns)
    return tuple(group for group in groups if group)


@implements("HEL 6a")
def fires_before(first: Fighter, second: Fighter) -> Ruling:
    """Whether the first block fires before the second [HEL 6a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> spartans = hel.Fighter("Spartans", hel.Agility.B, rating=3, steps=4, role=hel.Role.ATTACKER)
        >>> thebans = hel.Fighter("Thebans", hel.Agility.B, rating=2, steps=3, role=hel.Role.DEFENDER)
        >>> print(hel.fires_before(spartans, thebans))
        No. Spartans and Thebans both have agility B, and the defender fires first [HEL 6a].
    """
    one, other = first.agility, second.agility
    both = f"{first.name} and {second.name} both have agility {one}"
    if one is not other:
        told = f"{first.name} has agility {one} and {second.name} {other}"
        return decide(Finding(one.value < other.value, "HEL 6a", yes=told, no=told))
    if first.role is second.role:
        together = f"{both} and are on the same side, so neither has to wait for the other"
        return decide(Finding(False, "HEL 6a", yes=together, no=together))
    told = f"{both}, and the defender fires first"
    return decide(Finding(first.role is Role.DEFENDER, "HEL 6a", yes=told, no=told))


@implements("HEL 6a")
def dice_of(fighter: Fighter) -> int:
    """How many dice a block rolls when it fires: one for each of its steps [HEL 6a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.dice_of(hel.Fighter("Thebans", hel.Agility.B, rating=2, steps=3, role=hel.Role.DEFENDER))
        3
    """
    return fighter.steps * DICE_PER_STEP


@implements("HEL 6b")
def shot(die: int, *, rating: int) -> Shot:
    """What one die does for a block of the given combat rating [HEL 6b].

    Raises:
        ImpossibleSituation: If the die does not show 1 to 6 or the rating is not 1 to 3.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.shot(2, rating=2), hel.shot(3, rating=2), hel.shot(5, rating=2))
        hit miss rout
    """
    check_dice((die,), count=1, rule="HEL 6b", field="die")
    _check_rating(rating)
    if die <= rating:
        return Shot.HIT
    return Shot.ROUT if die >= HIT_AND_ROUT - rating else Shot.MISS


@implements("HEL 6a", "HEL 6b")
def volley(fighter: Fighter, dice: Sequence[int]) -> Volley:
    """The hits and routs that a block scores when it fires with all its dice [HEL 6a] [HEL 6b].

    Raises:
        ImpossibleSituation: If there is not one die for each step, or a die does not show 1 to 6.

    Examples:
        >>> from responsa import hellenes as hel
        >>> thebans = hel.Fighter("Thebans", hel.Agility.B, rating=2, steps=3, role=hel.Role.DEFENDER)
        >>> hel.volley(thebans, (2, 3, 6))
        Volley(hits=1, routs=1)
    """
    check_dice(dice, count=dice_of(fighter), rule="HEL 6a")
    shots = [shot(die, rating=fighter.rating) for die in dice]
    return Volley(hits=shots.count(Shot.HIT), routs=shots.count(Shot.ROUT))


@implements("HEL 6b")
def chance_of_hits(at_least: int, *, dice: int, rating: int) -> Fraction:
    """The probability that so many dice of a rating score at least so many hits [HEL 6b].

    Raises:
        ImpossibleSituation: If a number is negative or the rating is not 1 to 3.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.chance_of_hits(1, dice=2, rating=2)
        Fraction(5, 9)
    """
    for field, value in (("at_least", at_least), ("dice", dice)):
        if type(value) is not int or value < 0:
            raise ImpossibleSituation(field, value, "0 or more", "HEL 6b")
    _check_rating(rating)
    return Fraction(sum(ways_to_hit(dice, faces=rating)[at_least:]), SIDES**dice)


@implements("HEL 6.3.4a")
def army_panics(army: Sequence[Condition]) -> Ruling:
    """Whether an army panics: none of its units is still in order, and those that are left have fled [HEL 6.3.4a].

    Raises:
        ImpossibleSituation: If the army has no units.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.army_panics([hel.Condition.ROUTED, hel.Condition.IN_ORDER]))
        No. 1 unit is still in order [HEL 6.3.4a].
    """
    standing, fled = _counts(army)
    in_order = f"{standing} {'unit is' if standing == 1 else 'units are'} still in order"
    return decide(
        Finding(standing == 0, "HEL 6.3.4a", yes="none of its units is still in order", no=in_order),
        Finding(
            fled > 0 or standing > 0,
            "HEL 6.3.4a",
            yes=f"{fled} {'unit has' if fled == 1 else 'units have'} fled",
            no="every unit was eliminated, so that none is left to flee",
        ),
    )


@implements("HEL 6.3.4a")
def may_pursue(*, faster: bool, routed: bool) -> Ruling:
    """Whether a unit may pursue an army that panics [HEL 6.3.4a].

    Args:
        faster: Whether the unit is faster than the enemy; what makes it so is not in this text.
        routed: Whether the unit itself has been routed.

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.may_pursue(faster=True, routed=True))
        No. The unit is routed itself [HEL 6.3.4a].
    """
    return decide(
        Finding(faster, "HEL 6.3.4a", yes="the unit is faster", no="the unit is not faster than the enemy"),
        Finding(not routed, "HEL 6.3.4a", yes="it is not routed", no="the unit is routed itself"),
    )


@implements("HEL 6.3.4a")
def prestige_for_victory(*, winner: Sequence[Condition], loser: Sequence[Condition]) -> int:
    """The Prestige that the winner gains: every enemy unit was routed or eliminated [HEL 6.3.4a].

    Returns:
        The Prestige points that the winner gains; 0 while an enemy unit is still in order.

    Raises:
        ImpossibleSituation: If a side has no units.
        NotInThisText: If no unit of either side is still in order.

    Examples:
        >>> from responsa import hellenes as hel
        >>> hel.prestige_for_victory(winner=[hel.Condition.IN_ORDER], loser=[hel.Condition.ELIMINATED])
        2
    """
    mine, theirs = _counts(winner)[0], _counts(loser)[0]
    if theirs:
        return 0
    if not mine:
        raise NotInThisText("who wins when neither side has a unit in order", "HEL 6.3.4a", where="6.3.4")
    return PRESTIGE_FOR_VICTORY


@implements("HEL 6.3.4a")
def must_retreat(unit: Condition) -> Ruling:
    """Whether a unit must retreat after the battle: it does if it is routed [HEL 6.3.4a].

    Examples:
        >>> from responsa import hellenes as hel
        >>> print(hel.must_retreat(hel.Condition.ROUTED))
        Yes. The unit is routed [HEL 6.3.4a].
    """
    return decide(
        Finding(unit is Condition.ROUTED, "HEL 6.3.4a", yes="the unit is routed", no=f"the unit is {unit}, not routed")
    )


def _check_rating(rating: int) -> None:
    """A combat rating is a whole number from the lowest to the highest."""
    if type(rating) is not int or not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise ImpossibleSituation("rating", rating, f"{LOWEST_RATING} to {HIGHEST_RATING}", "HEL 6b")


def _counts(army: Sequence[Condition]) -> tuple[int, int]:
    """How many units are in order, and how many are routed."""
    if not army or not all(isinstance(unit, Condition) for unit in army):
        raise ImpossibleSituation("army", tuple(army), "at least 1 unit, each with its Condition", "HEL 6.3.4a")
    return list(army).count(Condition.IN_ORDER), list(army).count(Condition.ROUTED)
