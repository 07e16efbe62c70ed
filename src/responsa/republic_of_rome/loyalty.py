"""Which legions follow a commander who revolts: the rolls, what money does, and the exact odds [ROR 1.11.31]."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Final, TypeVar

from responsa.checks import check_count
from responsa.dice import SIDES, check_dice, ways_to_hit
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import counted
from responsa.republic_of_rome.pieces import (
    VETERAN,
    Age,
    Army,
    Legion,
    Senator,
)
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass

T = TypeVar("T")

FOLLOWS_EARLY: Final = 5
"""A legion follows on this number or more in the Early Republic [ROR 1.11.31c]."""

FOLLOWS_MIDDLE: Final = 4
"""A legion follows on this number or more in the Middle Republic [ROR 1.11.31d]."""

FOLLOWS_LATE: Final = 3
"""A legion follows on this number or more in the Late Republic [ROR 1.11.31e]."""

PER_TALENT: Final = 1
"""What each talent adds to the roll for a legion [ROR 1.11.31g]."""

MOST_TALENTS: Final = 1
"""The most talents that may be spent on a legion [ROR 1.11.31h]."""

_RULES: Final = {Age.EARLY: "ROR 1.11.31c", Age.MIDDLE: "ROR 1.11.31d", Age.LATE: "ROR 1.11.31e"}


@implements("ROR 1.11.31b", "ROR 1.11.31i", "ROR 1.11.31j", "ROR 1.11.31k")
def must_be_rolled_for(legion: Legion, *, commander: Senator, province: bool = False) -> Ruling:
    """Whether a legion follows only if a die says so; else it follows without a roll.

    Args:
        legion: The legion.
        commander: The commander who is thinking of revolt.
        province: Whether it is a garrison or part of the provincial forces of a governor who is thinking of revolt
            (advanced rule 2.03).

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> cornelius = ror.Senator("Cornelius")
        >>> print(ror.must_be_rolled_for(*ror.veterans(1, of="Fabius"), commander=cornelius))
        Yes. It is a veteran of Fabius, not of Cornelius [ROR 1.11.31k].
    """
    if province:
        said = f"garrisons and provincial forces follow their governor {commander}"
        return decide(Finding(False, "ROR 1.11.31j", yes=said, no=said))
    if not legion.veteran:
        said = f"it is an ordinary legion, no veteran of {commander}"
        return decide(Finding(True, "ROR 1.11.31b", yes=said, no=said))
    owner = f"a veteran of {legion.allegiance}" if legion.allegiance else "a veteran that owes allegiance to nobody"
    own = legion.allegiance == commander.name
    return decide(
        Finding(
            not own,
            "ROR 1.11.31i" if own else "ROR 1.11.31k",
            yes=f"it is {owner}, not of {commander}",
            no=f"it is a veteran of {commander} and follows without a roll",
        )
    )


@implements("ROR 1.11.31c", "ROR 1.11.31d", "ROR 1.11.31e")
def loyalty_number(age: Age) -> int:
    """The number that the roll for a legion must reach, so that the legion follows [ROR 1.11.31c] [ROR 1.11.31d].

    Raises:
        ImpossibleSituation: If what is given is no age.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.loyalty_number(ror.Age("Late Republic"))
        3
    """
    numbers = {Age.EARLY: FOLLOWS_EARLY, Age.MIDDLE: FOLLOWS_MIDDLE, Age.LATE: FOLLOWS_LATE}
    if age not in numbers:
        raise ImpossibleSituation("age", age, "the Early, Middle or Late Republic", "ROR 1.11.31c")
    return numbers[age]


@implements("ROR 1.11.31h")
def loyalty_told(age: Age) -> tuple[Reason, ...]:
    """On what a legion that is rolled for follows in an age, and what talents do.

    Raises:
        ImpossibleSituation: If what is given is no age.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> for reason in ror.loyalty_told(ror.Age("Late Republic")):
        ...     print(reason)
        in the Late Republic a legion follows on 3 or more [ROR 1.11.31e]
        each talent adds 1, at most 1 for a legion [ROR 1.11.31h]
    """
    number = loyalty_number(age)
    return (
        Reason(f"in the {age} a legion follows on {number} or more", _RULES[age]),
        Reason(f"each talent adds {PER_TALENT}, at most {MOST_TALENTS} for a legion", "ROR 1.11.31h"),
    )


@implements("ROR 1.11.31c", "ROR 1.11.31d", "ROR 1.11.31e", "ROR 1.11.31g", "ROR 1.11.31h")
def follows(die: int, *, age: Age, talents: int = 0) -> Ruling:
    """Whether a legion that is rolled for follows its commander into revolt.

    Args:
        die: What the die for this legion shows, 1 to 6.
        age: The age of the Republic.
        talents: How many talents were spent on this legion before the roll, 0 or 1.

    Raises:
        ImpossibleSituation: If the die shows no number of its own, or more than a talent was spent on the legion.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.follows(4, age=ror.Age("Early Republic"), talents=1))
        Yes. 4 + 1 is 5, and in the Early Republic a legion follows on 5 or more [ROR 1.11.31c].
    """
    check_dice((die,), count=1, rule="ROR 1.11.31a", field="die")
    _check_talents(talents)
    number, bonus = loyalty_number(age), PER_TALENT * talents
    shown = die + bonus
    total = f"{die} + {bonus} is {shown}" if talents else f"the roll is {die}"
    said = f"{total}, and in the {age} a legion follows on {number} or more"
    return decide(Finding(shown >= number, _RULES[age], yes=said, no=said))


@implements("ROR 1.11.31c", "ROR 1.11.31d", "ROR 1.11.31e", "ROR 1.11.31g")
def chance_to_follow(*, age: Age, talents: int = 0) -> Fraction:
    """The probability that a legion that is rolled for follows, as a fraction.

    Raises:
        ImpossibleSituation: If more than a talent is spent on the legion.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.chance_to_follow(age=ror.Age("Early Republic"), talents=1)
        Fraction(1, 2)
    """
    _check_talents(talents)
    return Fraction(_faces(age, talents), SIDES)


@implements("ROR 1.11.31a", "ROR 1.11.31g", "ROR 1.11.31h")
def follower_odds(legions: int, *, age: Age, talents: int = 0) -> tuple[Fraction, ...]:
    """The probabilities that exactly 0, 1, 2, … of the legions follow.

    Args:
        legions: How many legions are rolled for, veterans or not; those that follow without a roll do not count.
        age: The age of the Republic.
        talents: How many talents are spent, each on a legion of its own.

    Raises:
        ImpossibleSituation: If a count is negative, or there are more talents than legions.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> [str(chance) for chance in ror.follower_odds(2, age=ror.Age("Middle Republic"))]
        ['1/4', '1/2', '1/4']
    """
    _check_spending(legions, talents)
    ways = _joined(_ways(talents, age, 1), _ways(legions - talents, age, 0))
    return tuple(Fraction(count, SIDES**legions) for count in ways)


@implements("ROR 1.11.31a", "ROR 1.11.31g", "ROR 1.11.31h")
def chance_of_followers(at_least: int, *, legions: int, age: Age, talents: int = 0) -> Fraction:
    """The probability that at least so many of the legions that are rolled for follow.

    Args:
        at_least: How many must follow.
        legions: How many legions are rolled for.
        age: The age of the Republic.
        talents: How many talents are spent, each on a legion of its own.

    Raises:
        ImpossibleSituation: If a count is negative, or there are more talents than legions.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> str(ror.chance_of_followers(1, legions=2, age=ror.Age("Middle Republic")))
        '3/4'
    """
    check_count("at_least", at_least, "ROR 1.11.31a")
    _check_spending(legions, talents)
    bought, others = _ways(talents, age, 1), _tails(_ways(legions - talents, age, 0))
    good = sum(ways * _tail(others, at_least - hits) for hits, ways in enumerate(bought))
    return Fraction(good, SIDES**legions)


@implements("ROR 1.11.31c", "ROR 1.11.31d", "ROR 1.11.31e")
def odds_by_age(legions: int, *, talents: int = 0) -> dict[int, dict[str, Fraction]]:
    """The probabilities that exactly 0, 1, 2, … of the legions follow, age by age.

    Args:
        legions: How many legions are rolled for.
        talents: How many talents are spent, each on a legion of its own.

    Raises:
        ImpossibleSituation: If a count is negative, or there are more talents than legions.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> str(ror.odds_by_age(2)[2]["Late Republic"])
        '4/9'
    """
    odds = {str(age): follower_odds(legions, age=age, talents=talents) for age in Age}
    return {hits: {age: odds[age][hits] for age in odds} for hits in range(legions + 1)}


@implements("ROR 1.11.31f", "ROR 1.11.31g")
def odds_by_talents(at_least: int, *, legions: int) -> dict[int, dict[str, Fraction]]:
    """The probability that at least so many of the legions follow, by the talents that are spent, age by age.

    Args:
        at_least: How many legions must follow.
        legions: How many legions are rolled for.

    Raises:
        ImpossibleSituation: If a count is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> str(ror.odds_by_talents(2, legions=2)[1]["Middle Republic"])
        '1/3'
    """
    check_count("legions", legions, "ROR 1.11.31a")
    return {
        talents: {str(age): chance_of_followers(at_least, legions=legions, age=age, talents=talents) for age in Age}
        for talents in range(legions + 1)
    }


@implements("ROR 1.11.31f", "ROR 1.11.31g", "ROR 1.11.31h")
def talents_needed(at_least: int, *, legions: int, age: Age, chance: Fraction) -> int | None:
    """The fewest talents that make it likely enough that so many legions follow.

    Args:
        at_least: How many legions must follow.
        legions: How many legions are rolled for.
        age: The age of the Republic.
        chance: The probability that is wanted, from 0 to 1.

    Returns:
        The number of talents, each for a legion of its own; `None` if no money can buy that chance.

    Raises:
        ImpossibleSituation: If a count is negative, or the chance is not from 0 to 1.

    Examples:
        >>> from fractions import Fraction
        >>> from responsa import republic_of_rome as ror
        >>> ror.talents_needed(4, legions=8, age=ror.Age("Middle Republic"), chance=Fraction(3, 4))
        3
    """
    _check_chance(chance)
    check_count("legions", legions, "ROR 1.11.31a")

    def enough(talents: int) -> bool:
        return chance_of_followers(at_least, legions=legions, age=age, talents=talents) >= chance

    # Every further talent can only help, so the first number of talents that is enough can be halved in on.
    fewest = bisect_left(range(legions + 1), True, key=enough)
    return fewest if fewest <= legions else None


@implements("ROR 1.11.31k")
def chance_of_strength(
    at_least: int, *, ordinary: int, veterans: int, age: Age, on_ordinary: int = 0, on_veterans: int = 0
) -> Fraction:
    """The probability that the legions that follow have at least this strength together, a veteran counting double.

    Args:
        at_least: The strength that is wanted; take off what follows without a roll and the commander's rating first.
        ordinary: How many ordinary legions are rolled for.
        veterans: How many veteran legions are rolled for: those of other senators and of nobody.
        age: The age of the Republic.
        on_ordinary: How many talents are spent on ordinary legions.
        on_veterans: How many talents are spent on veteran legions.

    Raises:
        ImpossibleSituation: If a count is negative, or there are more talents than legions to spend them on.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> age = ror.Age("Middle Republic")
        >>> str(ror.chance_of_strength(2, ordinary=1, veterans=1, age=age))
        '1/2'
    """
    check_count("at_least", at_least, "ROR 1.11.3h")
    _check_spending(ordinary, on_ordinary, "ordinary", "on_ordinary")
    _check_spending(veterans, on_veterans, "veterans", "on_veterans")
    plain = _tails(_joined(_ways(on_ordinary, age, 1), _ways(ordinary - on_ordinary, age, 0)))
    old = _joined(_ways(on_veterans, age, 1), _ways(veterans - on_veterans, age, 0))
    good = sum(ways * _tail(plain, at_least - VETERAN * hits) for hits, ways in enumerate(old))
    return Fraction(good, SIDES ** (ordinary + veterans))


@dataclass(frozen=True)
class Spending:
    """How to spend money on the rolls, and the chance that it buys.

    Attributes:
        on_ordinary: Talents for ordinary legions, each for a legion of its own.
        on_veterans: Talents for veteran legions, each for a legion of its own.
        chance: The probability that the wanted strength follows.
    """

    on_ordinary: int
    on_veterans: int
    chance: Fraction

    @property
    def talents(self) -> int:
        """What it costs in all, in talents."""
        return self.on_ordinary + self.on_veterans


@implements("ROR 1.11.31h")
def best_spending(talents: int, *, at_least: int, ordinary: int, veterans: int, age: Age) -> Spending:
    """The best use of so many talents: the one that makes it most likely that legions of this strength follow.

    Args:
        talents: The talents that are spent, each on a legion of its own.
        at_least: The strength that must follow, a veteran counting double.
        ordinary: How many ordinary legions are rolled for.
        veterans: How many veteran legions are rolled for.
        age: The age of the Republic.

    Raises:
        ImpossibleSituation: If a count is negative, or there are fewer legions than talents.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.best_spending(1, at_least=2, ordinary=2, veterans=1, age=ror.Age("Early Republic"))
        Spending(on_ordinary=0, on_veterans=1, chance=Fraction(5, 9))
    """
    check_count("ordinary", ordinary, "ROR 1.11.31a")
    check_count("veterans", veterans, "ROR 1.11.31k")
    check_count("talents", talents, "ROR 1.11.31f")
    if talents > ordinary + veterans:
        most = f"at most 1 for each of {ordinary + veterans} legions"
        raise ImpossibleSituation("talents", talents, most, "ROR 1.11.31h")

    def spent(old: int) -> Spending:
        new = talents - old
        chance = chance_of_strength(
            at_least, ordinary=ordinary, veterans=veterans, age=age, on_ordinary=new, on_veterans=old
        )
        return Spending(new, old, chance)

    ways = map(spent, range(max(0, talents - ordinary), min(veterans, talents) + 1))
    return max(ways, key=lambda way: way.chance)


@implements("ROR 1.11.31f", "ROR 1.11.31h", "ROR 1.11.31k")
def cheapest_way(at_least: int, *, ordinary: int, veterans: int, age: Age, chance: Fraction) -> Spending | None:
    """The cheapest way to make it likely enough that legions of this strength follow.

    Of the ways that cost the same, it is the one with the best chance.

    Args:
        at_least: The strength that must follow, a veteran counting double.
        ordinary: How many ordinary legions are rolled for.
        veterans: How many veteran legions are rolled for.
        age: The age of the Republic.
        chance: The probability that is wanted, from 0 to 1.

    Returns:
        What to spend on which legions; `None` if no money can buy that chance.

    Raises:
        ImpossibleSituation: If a count is negative, or the chance is not from 0 to 1.

    Examples:
        >>> from fractions import Fraction
        >>> from responsa import republic_of_rome as ror
        >>> early = ror.Age("Early Republic")
        >>> ror.cheapest_way(2, ordinary=2, veterans=1, age=early, chance=Fraction(1, 2))
        Spending(on_ordinary=0, on_veterans=1, chance=Fraction(5, 9))
    """
    _check_chance(chance)
    check_count("ordinary", ordinary, "ROR 1.11.31a")
    check_count("veterans", veterans, "ROR 1.11.31k")

    def best(talents: int) -> Spending:
        return best_spending(talents, at_least=at_least, ordinary=ordinary, veterans=veterans, age=age)

    most = ordinary + veterans
    fewest = bisect_left(range(most + 1), True, key=lambda talents: best(talents).chance >= chance)
    return best(fewest) if fewest <= most else None


@dataclass(frozen=True)
class LoyaltyRolls(Told):
    """What the rolls brought: who follows, who does not, and what was paid.

    Attributes:
        following: The legions that follow.
        refusing: The legions that do not; they go to the Active Forces box [ROR 1.11.31o].
        fleets: The fleets that return to Rome [ROR 1.11.31m].
        paid: Talents from the commander's personal treasury.
        paid_by_deputy: Talents from his Master of Horse's.
        steps: What happened.
    """

    following: tuple[Legion, ...]
    refusing: tuple[Legion, ...]
    fleets: int
    paid: int
    paid_by_deputy: int
    steps: tuple[Reason, ...]


@implements("ROR 1.11.31a", "ROR 1.11.31f", "ROR 1.11.31l", "ROR 1.11.31m", "ROR 1.11.31o")
def roll_for_loyalty(
    army: Army,
    *,
    age: Age,
    dice: Sequence[int | None] = (),
    talents: Sequence[int] = (),
    from_deputy: int = 0,
    deputy_consents: bool = False,
) -> LoyaltyRolls:
    """Find out which legions would follow the commander of this army if he revolted.

    Args:
        army: The army of a victorious commander.
        age: The age of the Republic.
        dice: A die for each legion that must be rolled for, in the order of the army; `None` where he does not roll.
            Empty if he rolls for nobody.
        talents: The talents that he spends on each of these legions, 0 or 1, in the same order. Empty for none.
        from_deputy: How many of these talents his Master of Horse pays.
        deputy_consents: Whether the Master of Horse agrees to that.

    Raises:
        ImpossibleSituation: If a die is out of range, there are too many or too few dice, two talents lie on a legion,
            there is not the money, or the Master of Horse was not asked.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> cornelius = ror.Senator("Cornelius", military=4, talents=1)
        >>> army = ror.Army(cornelius, ror.Force(ror.legions(2)))
        >>> rolls = ror.roll_for_loyalty(army, age=ror.Age.EARLY, dice=(4, 4), talents=(1, 0))
        >>> len(rolls.following), len(rolls.refusing), rolls.paid
        (1, 1, 1)
    """
    asked = [legion for legion in army.force.legions if must_be_rolled_for(legion, commander=army.commander)]
    dice = _one_each("dice", dice or (None,) * len(asked), asked, "ROR 1.11.31a")
    talents = _one_each("talents", talents or (0,) * len(asked), asked, "ROR 1.11.31h")
    steps = _pay(army, talents, from_deputy, deputy_consents)
    following = [legion for legion in army.force.legions if legion not in asked]
    refusing: list[Legion] = []
    if following:
        said = f"{counted(len(following), 'veteran legion')} of {army.commander} {_verb(following, 'follow')}"
        steps.append(Reason(f"{said} without a roll", "ROR 1.11.31i"))
    for legion, die, talent in zip(asked, dice, talents, strict=True):
        comes = die is not None and follows(die, age=age, talents=talent)
        (following if comes else refusing).append(legion)
        steps.append(_told(legion, die, age, talent))
    if refusing:
        said = f"{counted(len(refusing), 'legion')} {_verb(refusing, 'go', 'goes')} to the Active Forces box"
        steps.append(Reason(f"{said} if {army.commander} revolts", "ROR 1.11.31o"))
    if army.force.fleets:
        said = f"{counted(army.force.fleets, 'fleet')} would return to Rome and take no part"
        steps.append(Reason(said, "ROR 1.11.31m"))
    fleets, paid = army.force.fleets, sum(talents) - from_deputy
    return LoyaltyRolls(tuple(following), tuple(refusing), fleets, paid, from_deputy, tuple(steps))


@implements("ROR 1.11.31l", "ROR 1.11.31m", "ROR 1.11.31n", "ROR 2.03.2b")
def fleets_return(army: Army, *, diced_for: bool = False, advanced: bool = False) -> Ruling:
    """Whether the fleets with a commander who revolts return to Rome at once.

    Args:
        army: The army of the commander, with its fleets.
        diced_for: Whether these fleets were rolled for like legions and follow.
        advanced: Whether the advanced rule for rebel governors (2.03) is played.

    Raises:
        ImpossibleSituation: If fleets were rolled for although the advanced rule is not played.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> army = ror.Army(ror.Senator("Fabius"), ror.Force(fleets=3))
        >>> print(ror.fleets_return(army, advanced=True))
        Yes. Nobody rolled for the fleets, or they refused [ROR 2.03.2b].
    """
    if diced_for and not advanced:
        raise ImpossibleSituation("diced_for", True, "no dice for fleets without the advanced rule", "ROR 1.11.31n")
    if not advanced:
        said = "fleets play no part in a civil war"
        return decide(Finding(True, "ROR 1.11.31l", yes=said, no=said))
    stay = f"with the advanced rule the fleets that were rolled for and follow stay with {army.commander}"
    rule = "ROR 1.11.31n" if diced_for else "ROR 2.03.2b"
    return decide(Finding(not diced_for, rule, yes="nobody rolled for the fleets, or they refused", no=stay))


def _one_each(field: str, given: Sequence[T], asked: Sequence[Legion], rule: str) -> tuple[T, ...]:
    if len(given) != len(asked):
        expected = f"one for each of the {counted(len(asked), 'legion')} that must be rolled for"
        raise ImpossibleSituation(field, tuple(given), expected, rule)
    return tuple(given)


def _pay(army: Army, talents: Sequence[int], from_deputy: int, consents: bool) -> list[Reason]:
    """Check the money and say who pays."""
    for each in talents:
        _check_talents(each)
    check_count("from_deputy", from_deputy, "ROR 1.11.31f", most=sum(talents))
    own, deputy = sum(talents) - from_deputy, army.master_of_horse
    if from_deputy and (deputy is None or not consents):
        expected = "0 without a Master of Horse who consents"
        raise ImpossibleSituation("from_deputy", from_deputy, expected, "ROR 1.11.31f")
    _check_purse("talents", own, army.commander)
    if deputy is not None:
        _check_purse("from_deputy", from_deputy, deputy)
    payers = ((army.commander, own), (deputy, from_deputy))
    said = "{} spends {} on the rolls, gone for good"
    return [Reason(said.format(man, counted(sum_, "talent")), "ROR 1.11.31f") for man, sum_ in payers if sum_]


def _check_purse(field: str, talents: int, payer: Senator) -> None:
    if talents > payer.talents:
        expected = f"at most the {counted(payer.talents, 'talent')} of {payer}"
        raise ImpossibleSituation(field, talents, expected, "ROR 1.11.31f")


def _told(legion: Legion, die: int | None, age: Age, talents: int) -> Reason:
    name = f"a veteran of {legion.allegiance or 'nobody'}" if legion.veteran else "a legion"
    if die is None:
        return Reason(f"{name} is not rolled for and does not follow", "ROR 1.11.31a")
    because = follows(die, age=age, talents=talents)
    return Reason(f"{name} {'follows' if because else 'refuses'}: {because.because[0].text}", because.rules[0])


def _verb(things: Sequence[object], many: str, one: str = "") -> str:
    return many if len(things) != 1 else one or f"{many}s"


def _faces(age: Age, talents: int) -> int:
    """How many faces of the die make a legion follow."""
    return min(SIDES, SIDES + 1 - loyalty_number(age) + PER_TALENT * talents)


def _ways(legions: int, age: Age, talents: int) -> list[int]:
    return ways_to_hit(legions, faces=_faces(age, talents))


def _joined(first: list[int], second: list[int]) -> list[int]:
    """The ways of both groups of dice together: two polynomials, multiplied as two long integers."""
    width = (sum(first) * sum(second)).bit_length() // 8 + 1
    whole = (_packed(first, width) * _packed(second, width)).to_bytes(width * (len(first) + len(second) - 1), "little")
    return [int.from_bytes(whole[start : start + width], "little") for start in range(0, len(whole), width)]


def _packed(ways: list[int], width: int) -> int:
    return int.from_bytes(b"".join(count.to_bytes(width, "little") for count in ways), "little")


def _tails(ways: list[int]) -> list[int]:
    """In how many ways at least 0, 1, 2, … legions follow."""
    return list(accumulate(reversed(ways)))[::-1]


def _tail(tails: list[int], at_least: int) -> int:
    return tails[max(0, at_least)] if at_least < len(tails) else 0


def _check_talents(talents: int) -> None:
    check_count("talents", talents, "ROR 1.11.31f")
    if talents > MOST_TALENTS:
        raise ImpossibleSituation("talents", talents, f"at most {MOST_TALENTS} for a legion", "ROR 1.11.31h")


def _check_spending(legions: int, talents: int, what: str = "legions", field: str = "talents") -> None:
    check_count(what, legions, "ROR 1.11.31a")
    check_count(field, talents, "ROR 1.11.31f")
    if talents > MOST_TALENTS * legions:
        raise ImpossibleSituation(
            field, talents, f"at most {MOST_TALENTS} for each legion, {legions} in all", "ROR 1.11.31h"
        )


def _check_chance(chance: Fraction) -> None:
    if isinstance(chance, (bool, float)) or not 0 <= chance <= 1:
        raise ImpossibleSituation("chance", chance, "a fraction from 0 to 1", "ROR 1.11.31a")
