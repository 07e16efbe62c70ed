"""Provincial wars and rebel governors, the advanced rules as far as our text needs them [ROR 2.02] [ROR 2.03]."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import ceil
from typing import Final

from responsa.checks import check_count
from responsa.errors import NotInThisText
from responsa.republic_of_rome.combat import glory
from responsa.republic_of_rome.pieces import LEGION, VETERAN, Legion, Result, Senator, War
from responsa.republic_of_rome.rebel_money import UPKEEP, upkeep
from responsa.republic_of_rome.wars import WAR_COST
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass

PROVINCIAL_UNIT: Final = 10
"""What a provincial army or fleet costs in local taxes, in talents [ROR 2.02a]."""

FREE: Final = 0
"""What provincial forces cost in a turn while no rebel has them, in talents [ROR 2.02a]."""

WITHOUT_GARRISON: Final = Fraction(1, 2)
"""The part of their number that provincial armies count without a legion beside them, rounded up [ROR 2.02b]."""

ARMIES_PER_LOSS: Final = 2
"""Provincial armies lost for each loss without a garrison [ROR 2.02b]."""

ARMIES_BEFORE_GARRISON: Final = 2
"""Provincial armies lost before each garrison legion [ROR 2.02b]."""

GARRISON_STEP: Final = 1
"""Garrison legions lost after these armies [ROR 2.02b]."""

COUNTS: Final = LEGION
"""What each garrison legion, provincial unit, fleet and ordinary legion adds to a declared strength [ROR 2.03.2a]."""

ONE_WAR: Final = 1
"""The revolt of a governor who stays counts as so many active wars [ROR 2.03.8a]."""


@implements("ROR 2.02a")
def provincial_units_for(local_taxes: int) -> int:
    """How many provincial armies and fleets the local taxes buy.

    Args:
        local_taxes: The local taxes, in talents.

    Raises:
        ImpossibleSituation: If the amount is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.provincial_units_for(25)
        2
    """
    check_count("local_taxes", local_taxes, "ROR 2.02a")
    return local_taxes // PROVINCIAL_UNIT


@implements("ROR 2.02a", "ROR 2.03.6a")
def provincial_upkeep(units: int, *, rebel: bool) -> int:
    """What provincial armies and fleets cost in a turn, in talents.

    Args:
        units: How many there are.
        rebel: Whether a rebel has them.

    Raises:
        ImpossibleSituation: If the number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.provincial_upkeep(3, rebel=False), ror.provincial_upkeep(3, rebel=True)
        (0, 6)
    """
    check_count("units", units, "ROR 2.02a")
    return (UPKEEP if rebel else FREE) * units


@implements("ROR 2.02b")
def provincial_strength(armies: int, *, legions_beside: int = 0) -> int:
    """The strength of provincial armies, without that of the legions beside them.

    Args:
        armies: Provincial armies.
        legions_beside: Garrison legions, or rebel legions, beside them.

    Raises:
        ImpossibleSituation: If a number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.provincial_strength(5), ror.provincial_strength(5, legions_beside=1)
        (3, 5)
    """
    check_count("armies", armies, "ROR 2.02b")
    check_count("legions_beside", legions_beside, "ROR 2.02b")
    return armies if legions_beside else ceil(WITHOUT_GARRISON * armies)


@dataclass(frozen=True)
class ProvincialLosses:
    """What a province loses in a battle.

    Attributes:
        armies: Provincial armies lost.
        garrisons: Garrison legions lost.
    """

    armies: int
    garrisons: int


@implements("ROR 2.02b")
def provincial_losses(losses: int, *, armies: int, garrisons: int) -> ProvincialLosses:
    """How the losses of a battle fall on provincial armies and garrison legions.

    Args:
        losses: The losses that the table shows.
        armies: Provincial armies in the battle.
        garrisons: Garrison legions in the battle.

    Raises:
        ImpossibleSituation: If a number is negative.
        NotInThisText: If units of one kind run out while the pattern still asks for them.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.provincial_losses(8, armies=10, garrisons=4)
        ProvincialLosses(armies=6, garrisons=2)
    """
    check_count("losses", losses, "ROR 2.02b")
    check_count("armies", armies, "ROR 2.02b")
    check_count("garrisons", garrisons, "ROR 2.02b")
    if not garrisons:
        return ProvincialLosses(min(armies, ARMIES_PER_LOSS * losses), 0)
    if losses >= armies + garrisons:
        return ProvincialLosses(armies, garrisons)
    rounds, rest = divmod(losses, ARMIES_BEFORE_GARRISON + GARRISON_STEP)
    lost = ProvincialLosses(ARMIES_BEFORE_GARRISON * rounds + rest, GARRISON_STEP * rounds)
    if lost.armies > armies or lost.garrisons > garrisons:
        raise NotInThisText("which units are lost when one kind runs out", "ROR 2.02b")
    return lost


@dataclass(frozen=True)
class ProvincialBattle(Told):
    """What follows from a battle against a war in a province.

    Attributes:
        governor_killed: Whether the governor dies.
        province_joins: Whether the province joins the war.
        war_inactive: Whether the war becomes inactive.
        war_to_deck: Whether the war goes back into the deck.
        gain: Points of popularity and of influence for the governor.
        spoils: Talents for the state.
        unrest: By how much the unrest level changes.
        steps: What happened.
    """

    governor_killed: bool
    province_joins: bool
    war_inactive: bool
    war_to_deck: bool
    gain: int
    spoils: int
    unrest: int
    steps: tuple[Reason, ...]


@implements("ROR 2.02c", "ROR 2.02d")
def after_provincial_battle(result: Result, war: War, *, matched: bool = False) -> ProvincialBattle:
    """What the result of a provincial battle on land means for the governor, the province and the war.

    Args:
        result: The result of the battle.
        war: The war.
        matched: Whether an active war of its type, or its leader, is on the table.

    Raises:
        NotInThisText: If the result is a Disaster.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> after = ror.after_provincial_battle(ror.Result.VICTORY, ror.war("Syrian War"))
        >>> after.war_inactive, after.gain, after.spoils
        (True, 3, 0)
    """
    if result is Result.DEFEAT:
        steps = ("the governor is killed", f"the province joins the {war} with what is left of its forces")
        return ProvincialBattle(True, True, False, False, 0, 0, 0, tuple(Reason(said, "ROR 2.02c") for said in steps))
    if result is Result.DISASTER:
        raise NotInThisText(f"what a {result} means in a provincial battle", "ROR 2.02d")
    if result is not Result.VICTORY:
        said = f"a {result} costs what it costs and can kill the governor, and changes nothing else"
        only = Reason(said, "ROR 2.02d")
        return ProvincialBattle(False, False, False, False, 0, 0, 0, (only,))
    gain, what = glory(war.land), "goes back into the deck" if matched else "becomes inactive"
    steps = (f"the {war} {what}", f"the governor gains {gain} popularity and influence; spoils and unrest: nothing")
    told = tuple(Reason(said, "ROR 2.02c") for said in steps)
    return ProvincialBattle(False, False, not matched, matched, gain, 0, 0, told)


@implements("ROR 2.03.2a")
def strength_of_governors(
    primary: Senator,
    *,
    garrisons: int = 0,
    provincial: int = 0,
    fleets: int = 0,
    legions: int = 0,
    veterans_rolled: int = 0,
    veterans_of_rebels: int = 0,
) -> int:
    """The strength of a declaration with the advanced rule.

    Args:
        primary: The primary rebel; his full military rating counts.
        garrisons: Garrison legions of rebel governors.
        provincial: Provincial armies and fleets of rebel governors.
        fleets: Fleets that were rolled for and follow.
        legions: Ordinary legions that were rolled for and follow.
        veterans_rolled: Veterans that were rolled for and follow.
        veterans_of_rebels: Veterans that owe allegiance to a rebel.

    Raises:
        ImpossibleSituation: If a number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.strength_of_governors(ror.Senator("Julius", military=4), garrisons=3, provincial=2)
        9
    """
    ones = {"garrisons": garrisons, "provincial": provincial, "fleets": fleets, "legions": legions}
    old = {"veterans_rolled": veterans_rolled, "veterans_of_rebels": veterans_of_rebels}
    for field, count in (ones | old).items():
        check_count(field, count, "ROR 2.03.2a")
    return primary.military + COUNTS * sum(ones.values()) + VETERAN * sum(old.values())


@implements("ROR 2.03.2a")
def may_be_primary(man: Senator, *, victor_in_revolt: str = "") -> Ruling:
    """Whether this man can be the primary rebel of his faction with the advanced rule.

    Args:
        man: The man.
        victor_in_revolt: The name of a victorious commander of the faction who is in revolt, if there is one.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_be_primary(ror.Senator("Sulpicius"), victor_in_revolt="Julius"))
        No. Julius is a victorious commander in revolt and must be the primary rebel [ROR 2.03.2a].
    """
    free = victor_in_revolt in ("", man.name)
    no = f"{victor_in_revolt} is a victorious commander in revolt and must be the primary rebel"
    return decide(Finding(free, "ROR 2.03.2a", yes=f"no other victorious commander than {man} is in revolt", no=no))


@implements("ROR 2.03.5a", "ROR 1.11.33d")
def rebel_governor_takes(*, spoils: int, state_taxes: int, local_taxes: int) -> int:
    """What a rebel governor takes from his province as personal income before the upkeep, in talents.

    Args:
        spoils: The provincial spoils.
        state_taxes: The taxes of the state.
        local_taxes: The local taxes.

    Raises:
        ImpossibleSituation: If an amount is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.rebel_governor_takes(spoils=4, state_taxes=3, local_taxes=6)
        13
    """
    for field, talents in (("spoils", spoils), ("state_taxes", state_taxes), ("local_taxes", local_taxes)):
        check_count(field, talents, "ROR 2.03.5a")
    return spoils + state_taxes + local_taxes


@implements("ROR 2.03.6a")
def upkeep_of_governors(
    legions: Collection[Legion], *, rebels: Collection[str], fleets: int = 0, provincial: int = 0, base: int = 0
) -> int:
    """What the forces of rebels cost in a turn with the advanced rule, in talents.

    Args:
        legions: The legions in revolt.
        rebels: The names of all rebels, whose veterans cost nothing.
        fleets: Fleets in revolt.
        provincial: Provincial armies and fleets in revolt.
        base: Points of printed Base Province Strength.

    Raises:
        ImpossibleSituation: If a number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.upkeep_of_governors(ror.legions(3), rebels={"Julius"}, fleets=1, provincial=2, base=2)
        16
    """
    for field, count in (("fleets", fleets), ("provincial", provincial), ("base", base)):
        check_count(field, count, "ROR 2.03.6a")
    return upkeep(legions, rebels=rebels) + UPKEEP * (fleets + provincial + base)


@dataclass(frozen=True)
class Released:
    """Units that a rebel governor cannot pay for and gives up.

    Attributes:
        others: Legions and fleets that are not provincial.
        provincial: Provincial armies and fleets.
    """

    others: int
    provincial: int


@implements("ROR 2.03.6a")
def released_units(count: int, *, others: int, provincial: int) -> Released:
    """Which units go first if a rebel governor cannot pay: those that are not provincial.

    Args:
        count: How many units he cannot pay for.
        others: Units that are not provincial and cost upkeep.
        provincial: Provincial units.

    Raises:
        ImpossibleSituation: If a number is negative, or more units are given up than there are.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.released_units(4, others=3, provincial=5)
        Released(others=3, provincial=1)
    """
    check_count("others", others, "ROR 2.03.6a")
    check_count("provincial", provincial, "ROR 2.03.6a")
    check_count("count", count, "ROR 2.03.6a", most=others + provincial)
    return Released(min(count, others), max(0, count - others))


@implements("ROR 2.03.7a")
def may_stay_in_province(rebel: Senator, *, victorious: bool) -> Ruling:
    """Whether a primary rebel may stay where he is, with the advanced rule, instead of marching on Rome.

    Args:
        rebel: The primary rebel.
        victorious: Whether he revolted as a victorious commander; else he is a governor.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_stay_in_province(ror.Senator("Julius"), victorious=True))
        No. Julius is a victorious commander and must march on Rome [ROR 2.03.7a].
    """
    no = f"{rebel} is a victorious commander and must march on Rome"
    yes = f"{rebel} is a governor and may stay in his province or march at once"
    return decide(Finding(not victorious, "ROR 2.03.7a", yes=yes, no=no))


@implements("ROR 2.03.7b", "ROR 2.03.7a")
def may_be_intercepted(*, base_fleets: int, marches_now: bool) -> Ruling:
    """Whether the landing or reinforcement of a rebel governor can be intercepted at sea.

    Args:
        base_fleets: The Base Province fleet strength.
        marches_now: Whether he marches immediately when he declares his revolt.

    Raises:
        ImpossibleSituation: If the strength is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_be_intercepted(base_fleets=2, marches_now=True))
        No. He marches as soon as he revolts [ROR 2.03.7a].
    """
    check_count("base_fleets", base_fleets, "ROR 2.03.7b")
    late = "he lands or is reinforced in a later turn"
    yes, no = (f"the Base Province fleet strength {is_}" for is_ in ("is above 0", "is 0"))
    return decide(
        Finding(not marches_now, "ROR 2.03.7a", yes=late, no="he marches as soon as he revolts"),
        Finding(base_fleets > 0, "ROR 2.03.7b", yes=yes, no=no),
    )


@implements("ROR 2.03.7b")
def rebel_fleet_strength(*, base_fleets: int, provincial_fleets: int = 0, own_fleets: int = 0) -> int:
    """The rebel's strength when he is intercepted: fleets only, no military ratings.

    Args:
        base_fleets: The Base Province fleet strength.
        provincial_fleets: The fleets of the province.
        own_fleets: The fleets of the primary rebel.

    Raises:
        ImpossibleSituation: If a number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.rebel_fleet_strength(base_fleets=2, provincial_fleets=3, own_fleets=1)
        6
    """
    fleets = {"base_fleets": base_fleets, "provincial_fleets": provincial_fleets, "own_fleets": own_fleets}
    for field, count in fleets.items():
        check_count(field, count, "ROR 2.03.7b")
    return sum(fleets.values())


@implements("ROR 2.03.7b")
def is_stopped(result: Result) -> Ruling:
    """Whether an interception stops the rebel.

    Args:
        result: The result from the rebel's point of view.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.is_stopped(ror.Result.STALEMATE))
        No. Only a Defeat of his own stops the rebel, and this is a Stalemate [ROR 2.03.7b].
    """
    no = f"only a Defeat of his own stops the rebel, and this is a {result}"
    return decide(Finding(result is Result.DEFEAT, "ROR 2.03.7b", yes="the rebel suffers a Defeat", no=no))


@dataclass(frozen=True)
class StayingGovernor:
    """What a rebel governor who stays in his province means for Rome.

    Attributes:
        active_wars: How many active wars his revolt counts as.
        cost: What it costs the state in a turn, in talents.
        unprosecuted: Whether it counts as an unprosecuted war.
    """

    active_wars: int
    cost: int
    unprosecuted: bool


@implements("ROR 2.03.8a")
def counts_as_war(*, attacked: bool) -> StayingGovernor:
    """How the revolt of a governor who stays in his province counts.

    Args:
        attacked: Whether the Senate attacks him in this turn.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.counts_as_war(attacked=False)
        StayingGovernor(active_wars=1, cost=20, unprosecuted=True)
    """
    return StayingGovernor(ONE_WAR, WAR_COST, not attacked)
