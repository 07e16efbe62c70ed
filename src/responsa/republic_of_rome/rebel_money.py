"""What a revolt costs, who may pay for it, and what the state earns and spends [ROR 1.11.33] [ROR 1.06]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from responsa.checks import check_count
from responsa.errors import ImpossibleSituation
from responsa.republic_of_rome._helpers import counted
from responsa.republic_of_rome.captives import may_spend_talents
from responsa.republic_of_rome.pieces import (
    Army,
    Faction,
    Legion,
    Office,
    Place,
    Senator,
)
from responsa.republic_of_rome.wars import WAR_COST
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass
from responsa.words import Words

LEADER_INCOME: Final = 3
"""What a faction leader earns in the Revenue Phase, in talents [ROR 1.06.1a]."""

SENATOR_INCOME: Final = 1
"""What every other aligned senator earns, in talents [ROR 1.06.1a]."""

KNIGHT_INCOME: Final = 1
"""What each knight pays, in talents [ROR 1.06.1a]."""

UPKEEP: Final = 2
"""What each legion in revolt costs in a turn, in talents [ROR 1.11.33a]."""

STATE_INCOME: Final = 100
"""What the state receives in a turn, in talents [ROR 1.06.5a]."""

FORCE_COST: Final = 2
"""What each loyal legion or fleet costs the state in a turn, in talents [ROR 1.06.5a]."""

SMALL_GIFT: Final = 10
"""A contribution of so many talents gains a little influence [ROR 1.06.5b]."""

SMALL_GAIN: Final = 1
"""The influence for a small contribution [ROR 1.06.5b]."""

MIDDLE_GIFT: Final = 25
"""A contribution of so many talents gains some influence [ROR 1.06.5b]."""

MIDDLE_GAIN: Final = 3
"""The influence for a contribution of middle size [ROR 1.06.5b]."""

LARGE_GIFT: Final = 50
"""A contribution of so many talents, or more, gains much influence [ROR 1.06.5b]."""

LARGE_GAIN: Final = 7
"""The influence for a large contribution [ROR 1.06.5b]."""


class Purse(Words, rule="ROR 1.06.3a"):
    """Where money lies in a faction whose senator is in revolt [ROR 1.06.3a]."""

    REBEL = "the rebel"
    SECONDARY = "a secondary rebel"
    LOYAL = "a loyal senator"
    FACTION = "the faction treasury"


class Purpose(Words, rule="ROR 1.06.3b"):
    """What somebody would like to pay for out of a faction treasury [ROR 1.06.3b]."""

    PERSUASION = "resisting persuasion"
    UPKEEP = "the upkeep of the rebel's legions"
    RANSOM = "the ransom of a captive"
    LOYALTY = "loyalty rolls"
    CONTRIBUTION = "a contribution to the state"


@implements("ROR 1.06.1a", "ROR 1.11.34b", "ROR 1.11.32b", "ROR 1.11.32e")
def personal_revenue(senator: Senator, *, leader: bool = False, concessions: int = 0, spoils: int = 0) -> int:
    """What a senator earns for himself in the Revenue Phase, in talents.

    Args:
        senator: The senator; his knights, his faction and where he is matter.
        leader: Whether he leads his faction.
        concessions: What his concessions pay this turn, in talents.
        spoils: Provincial spoils that he takes, in talents.

    Returns:
        The talents; 0 for rebels, captives and unaligned senators.

    Raises:
        ImpossibleSituation: If an amount is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.personal_revenue(ror.Senator("Julius", faction="Populares", knights=2), leader=True)
        5
    """
    check_count("concessions", concessions, "ROR 1.06.1a")
    check_count("spoils", spoils, "ROR 1.06.1a")
    if senator.is_rebel or senator.is_captive or not senator.faction:
        return 0
    own = LEADER_INCOME if leader else SENATOR_INCOME
    return own + KNIGHT_INCOME * senator.knights + concessions + spoils


@implements("ROR 1.11.33e", "ROR 1.11.32h")
def needs_upkeep(legion: Legion, *, rebels: Collection[str]) -> Ruling:
    """Whether a legion in a rebel army must be paid for.

    Args:
        legion: The legion.
        rebels: The names of the primary and all secondary rebels.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.needs_upkeep(*ror.veterans(1, of="Julius"), rebels={"Julius"}))
        No. It is a veteran of Julius, who is in revolt [ROR 1.11.32h].
    """
    free = legion.veteran and legion.allegiance in rebels
    if not legion.veteran:
        said = "it is an ordinary legion"
    elif not legion.allegiance:
        said = "it is a veteran that owes allegiance to nobody"
    else:
        said = f"it is a veteran of {legion.allegiance}, who is not in revolt"
    rule = "ROR 1.11.32h" if free else "ROR 1.11.33e"
    return decide(Finding(not free, rule, yes=said, no=f"it is a veteran of {legion.allegiance}, who is in revolt"))


@implements("ROR 1.11.33a", "ROR 1.06.2a", "ROR 1.11.33e")
def upkeep(legions: Collection[Legion], *, rebels: Collection[str]) -> int:
    """What the legions of a rebel army cost in a turn, in talents.

    Args:
        legions: The legions of the rebel army.
        rebels: The names of the primary and all secondary rebels.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.upkeep(ror.legions(5) + ror.veterans(2, of="Julius"), rebels={"Julius"})
        10
    """
    return UPKEEP * sum(bool(needs_upkeep(legion, rebels=rebels)) for legion in legions)


@implements("ROR 1.06.3a", "ROR 1.11.34c", "ROR 1.11.34d", "ROR 1.11.34f")
def may_move_money(giver: Purse, receiver: Purse, *, at_redistribution: bool = True) -> Ruling:
    """Whether money may go from one treasury of a faction in revolt to another.

    Args:
        giver: Whose money it is.
        receiver: Who is to have it.
        at_redistribution: Whether it is the moment for it in the Revenue Phase, when the upkeep is paid.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_move_money(ror.Purse.LOYAL, ror.Purse.REBEL))
        No. A rebel cannot be given money by a loyal senator [ROR 1.11.34d].
    """
    if giver is receiver and giver is not Purse.LOYAL:
        raise ImpossibleSituation("receiver", str(receiver), "a treasury other than the giver's", "ROR 1.06.3a")
    rebels = (Purse.REBEL, Purse.SECONDARY)
    if giver is Purse.SECONDARY and receiver is Purse.REBEL:
        said = "the rebel uses the money of a secondary rebel as his own"
        return decide(Finding(True, "ROR 1.11.32g", yes=said, no=said))
    if giver in rebels and receiver not in rebels:
        return _no(f"a rebel cannot give money to {receiver}", "ROR 1.11.34d")
    if giver is Purse.LOYAL and receiver in rebels:
        return _no("a rebel cannot be given money by a loyal senator", "ROR 1.11.34d")
    if receiver in rebels:
        return _no("the personal treasury of a rebel is frozen", "ROR 1.11.34c")
    rule = "ROR 1.11.34f" if giver is Purse.LOYAL and receiver is Purse.FACTION else "ROR 1.06.3a"
    yes = f"{giver} may give money to {receiver} at the redistribution"
    no = "money moves only at the redistribution"
    return decide(Finding(at_redistribution, rule if at_redistribution else "ROR 1.06.3a", yes=yes, no=no))


@implements("ROR 1.06.3b", "ROR 1.11.34e")
def may_spend_faction_treasury(purpose: Purpose) -> Ruling:
    """Whether a faction treasury may be spent on this.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.may_spend_faction_treasury(ror.Purpose("loyalty rolls")))
        No. A faction treasury does not pay for loyalty rolls [ROR 1.06.3b].
    """
    paid = purpose in (Purpose.PERSUASION, Purpose.UPKEEP, Purpose.RANSOM)
    rule = "ROR 1.11.34e" if purpose is Purpose.UPKEEP else "ROR 1.06.3b"
    yes, no = (f"a faction treasury {pays} for {purpose}" for pays in ("may pay", "does not pay"))
    return decide(Finding(paid, rule, yes=yes, no=no))


@implements("ROR 1.06.5b")
def influence_for(talents: int, *, by: Senator) -> int:
    """The influence that a senator gains by a contribution to the state.

    Args:
        talents: What he contributes, in talents.
        by: The senator.

    Raises:
        ImpossibleSituation: If the amount is negative or more than he has, he is in revolt, or he is a captive.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.influence_for(25, by=ror.Senator("Valerius", talents=30))
        3
    """
    if by.is_rebel:
        raise ImpossibleSituation("by", by.name, "a senator who is not in revolt", "ROR 1.06.5b")
    may_spend_talents(by, on_ransom=False).require("by", by.name)
    check_count("talents", talents, "ROR 1.06.5b", most=by.talents)
    gains = ((LARGE_GIFT, LARGE_GAIN), (MIDDLE_GIFT, MIDDLE_GAIN), (SMALL_GIFT, SMALL_GAIN))
    return next((gain for gift, gain in gains if talents >= gift), 0)


@implements("ROR 1.06.5c", "ROR 1.12.3c")
def is_bankrupt(treasury: int, *, due: int) -> Ruling:
    """Whether the state goes bankrupt: it cannot pay in full something that it must pay.

    Args:
        treasury: Talents in the state treasury.
        due: Talents that it must pay now.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> print(ror.is_bankrupt(39, due=40))
        Yes. The state must pay 40 talents and has 39 [ROR 1.06.5c].
    """
    check_count("treasury", treasury, "ROR 1.06.5c")
    check_count("due", due, "ROR 1.06.5c")
    said = f"the state must pay {counted(due, 'talent')} and has {treasury}"
    return decide(Finding(due > treasury, "ROR 1.06.5c", yes=said, no=said))


@dataclass(frozen=True)
class StateBooks(Told):
    """The state treasury after income and expenses, and what happened.

    Attributes:
        treasury: Talents left; if the state is bankrupt, what it had before the payment that it could not make.
        bankrupt: Whether it could not make a payment.
        steps: What happened.
    """

    treasury: int
    bankrupt: bool
    steps: tuple[Reason, ...]


@implements("ROR 1.06.5a", "ROR 1.06.5c")
def settle_state(treasury: int, *, active_wars: int, forces: int) -> StateBooks:
    """Let the state receive its income and pay for its wars and its loyal forces.

    Args:
        treasury: Talents in the state treasury before.
        active_wars: The number of active wars, unprosecuted ones included.
        forces: The number of legions and fleets that are not in revolt.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> books = ror.settle_state(10, active_wars=3, forces=20)
        >>> books.treasury, books.bankrupt
        (10, False)
    """
    check_count("treasury", treasury, "ROR 1.06.5a")
    check_count("active_wars", active_wars, "ROR 1.06.5a")
    check_count("forces", forces, "ROR 1.06.5a")
    left = treasury + STATE_INCOME
    steps = [Reason(f"the state receives {counted(STATE_INCOME, 'talent')} and has {left}", "ROR 1.06.5a")]
    bills = (
        (WAR_COST * active_wars, active_wars, "active war"),
        (FORCE_COST * forces, forces, "loyal legion or fleet"),
    )
    for due, count, what in bills:
        broke = is_bankrupt(left, due=due)
        if broke:
            return StateBooks(left, True, (*steps, broke.because[0]))
        left -= due
        what = what.replace("legion or", "legions or") if count != 1 else what
        steps.append(
            Reason(f"it pays {counted(due, 'talent')} for {counted(count, what)} and has {left}", "ROR 1.06.5a")
        )
    return StateBooks(left, False, tuple(steps))


@dataclass(frozen=True)
class TurnedRebel(Told):
    """A senator after he turned rebel, and what he lost by it.

    Attributes:
        senator: The senator in revolt.
        concessions: The concessions that go back to the Forum.
        knights: The knights that are lost.
        steps: What happened.
    """

    senator: Senator
    concessions: tuple[str, ...]
    knights: int
    steps: tuple[Reason, ...]


@implements("ROR 1.11.34a", "ROR 1.11.34b", "ROR 1.11.34c", "ROR 1.11.34g", "ROR 1.11.32c", "ROR 1.11.32e")
def turns_rebel(senator: Senator, *, primary: bool) -> TurnedRebel:
    """What a senator loses as soon as he is in revolt, as primary or as secondary rebel.

    Args:
        senator: The senator.
        primary: Whether he leads the revolt: then he may keep a governorship, which a secondary rebel loses too.

    Raises:
        ImpossibleSituation: If he is a captive or in revolt already.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> turned = ror.turns_rebel(ror.Senator("Julius", knights=2, concessions=("Mining",)), primary=True)
        >>> turned.concessions, turned.knights, turned.senator.knights
        (('Mining',), 2, 0)
    """
    if senator.is_captive or senator.is_rebel:
        raise ImpossibleSituation("senator", f"{senator} {senator.place}", "a senator who can revolt", "ROR 1.11.32a")
    steps = [Reason(f"{name} goes back to the Forum", "ROR 1.11.34a") for name in senator.concessions]
    if senator.knights:
        steps.append(Reason(f"{senator} loses {counted(senator.knights, 'knight')}", "ROR 1.11.34b"))
    kept = tuple(office for office in senator.offices if primary and office is Office.GOVERNOR)
    rule = "ROR 1.11.34g" if primary else "ROR 1.11.32e"
    steps += [Reason(f"{senator} is {office} no longer", rule) for office in senator.offices if office not in kept]
    if senator.talents:
        are = "is" if senator.talents == 1 else "are"
        steps.append(Reason(f"the {counted(senator.talents, 'talent')} of {senator} {are} frozen", "ROR 1.11.34c"))
    rebel = replace(
        senator,
        place=Place.REBEL if primary else Place.SECONDARY_REBEL,
        at="",
        concessions=(),
        knights=0,
        offices=kept,
        proconsul_against="",
    )
    return TurnedRebel(rebel, senator.concessions, senator.knights, tuple(steps))


@dataclass(frozen=True)
class UpkeepPaid(Told):
    """A rebel army and all purses after the upkeep.

    Attributes:
        army: The rebel army, with what is left of it and of the rebel's own money.
        secondaries: The secondary rebels with what is left of their money.
        faction: The faction with what is left in its treasury.
        treasury: Talents left in the state treasury.
        returned: The legions that the Senate took over; they go to the Active Forces box.
        disbanded: The legions that are no more.
        steps: What happened.
    """

    army: Army
    secondaries: tuple[Senator, ...]
    faction: Faction
    treasury: int
    returned: tuple[Legion, ...]
    disbanded: tuple[Legion, ...]
    steps: tuple[Reason, ...]


@implements(
    "ROR 1.11.33b", "ROR 1.11.33c", "ROR 1.11.33f", "ROR 1.11.33g", "ROR 1.11.33h", "ROR 1.11.32g", "ROR 1.11.34c"
)
def pay_upkeep(
    army: Army,
    faction: Faction,
    *,
    secondaries: Sequence[Senator] = (),
    treasury: int = 0,
    from_faction: int | None = None,
    released: Sequence[Legion] | None = None,
    senate_takes: int = 0,
) -> UpkeepPaid:
    """Pay the upkeep of a rebel army in the Revenue Phase, before money is redistributed.

    Args:
        army: The rebel army; its commander is the primary rebel.
        faction: His faction, whose treasury may help.
        secondaries: The secondary rebels, whose money he may use.
        treasury: Talents in the state treasury, for legions that the Senate takes over.
        from_faction: How many talents the faction treasury pays; if not said, only what the rebels lack.
        released: The legions that he gives up because he cannot pay; if not said, ordinary ones before veterans.
        senate_takes: How many of the released legions the HRAO is willing to pay for.

    Raises:
        ImpossibleSituation: If the faction pays more than it has or than is due, more or fewer legions are given up
            than he cannot pay for, or the HRAO takes more legions than were released or than the state can pay.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> julius = ror.Senator("Julius", talents=3, place=ror.Place.REBEL)
        >>> army = ror.Army(julius, ror.Force(ror.legions(3)))
        >>> paid = ror.pay_upkeep(army, ror.Faction("Populares", talents=1))
        >>> paid.army.force.size, len(paid.disbanded)
        (2, 1)
    """
    check_count("treasury", treasury, "ROR 1.11.33h")
    rebels = {army.commander.name, *(man.name for man in secondaries)}
    costly = [legion for legion in army.force.legions if needs_upkeep(legion, rebels=rebels)]
    own = sum(man.talents for man in (army.commander, *secondaries))
    short = max(0, len(costly) - (own + faction.talents) // UPKEEP)
    gone = _given_up(costly, short, released)
    due = UPKEEP * (len(costly) - short)
    if army.commander.faction and faction.name != army.commander.faction:
        raise ImpossibleSituation("faction", faction.name, f"the rebel's own, {army.commander.faction}", "ROR 1.11.34e")
    _check_faction(from_faction, due, own, faction)
    aid = max(0, due - own) if from_faction is None else from_faction
    check_count("senate_takes", senate_takes, "ROR 1.11.33h", most=min(short, treasury // UPKEEP))
    steps = _bill(army, faction, due, aid, len(costly) - short)
    if gone:
        steps += _released(army, gone, senate_takes)
    purses = [army.commander, *secondaries]
    left = due - aid
    for index, man in enumerate(purses):
        paid = min(left, man.talents)
        purses[index], left = replace(man, talents=man.talents - paid), left - paid
    return UpkeepPaid(
        replace(army, commander=purses[0], force=army.force.without(gone)),
        tuple(purses[1:]),
        replace(faction, talents=faction.talents - aid),
        treasury - UPKEEP * senate_takes,
        gone[:senate_takes],
        gone[senate_takes:],
        tuple(steps),
    )


def _given_up(costly: Sequence[Legion], short: int, released: Sequence[Legion] | None) -> tuple[Legion, ...]:
    """The legions that the rebel gives up: as many as he cannot pay for."""
    if released is None:
        return tuple(sorted(costly)[:short])
    if len(released) != short or Counter(released) - Counter(costly):
        expected = f"{counted(short, 'legion')} that the rebel should pay for and cannot"
        raise ImpossibleSituation("released", tuple(released), expected, "ROR 1.11.33f")
    return tuple(released)


def _check_faction(from_faction: int | None, due: int, rebels: int, faction: Faction) -> None:
    if from_faction is None:
        return
    check_count("from_faction", from_faction, "ROR 1.11.33c", most=min(faction.talents, due))
    if due - from_faction > rebels:
        raise ImpossibleSituation("from_faction", from_faction, f"{due - rebels} or more", "ROR 1.11.33c")


def _bill(army: Army, faction: Faction, due: int, aid: int, count: int) -> list[Reason]:
    rebel = army.commander
    said = f"{rebel} pays {counted(due, 'talent')} for {counted(count, 'legion')}"
    steps = [Reason(said if count else f"no legion of {rebel} costs anything", "ROR 1.11.33a")]
    if aid:
        talents = f"{counted(aid, 'talent')} of it {'comes' if aid == 1 else 'come'}"
        steps.append(Reason(f"{talents} from the treasury of {faction}", "ROR 1.11.34e"))
    return steps


def _released(army: Army, gone: Sequence[Legion], taken: int) -> list[Reason]:
    lost = f"{army.commander} cannot pay for {counted(len(gone), 'legion')} and gives them up"
    steps = [Reason(lost if len(gone) != 1 else lost.replace("them", "it"), "ROR 1.11.33f")]
    if taken:
        said = f"the Senate pays {counted(UPKEEP * taken, 'talent')} and takes over {counted(taken, 'legion')}"
        steps.append(Reason(said, "ROR 1.11.33g"))
    if many := len(gone) - taken:
        steps.append(Reason(f"{counted(many, 'legion')} {'is' if many == 1 else 'are'} disbanded", "ROR 1.11.33h"))
    return steps


def _no(said: str, rule: str) -> Ruling:
    return decide(Finding(False, rule, yes=said, no=said))
