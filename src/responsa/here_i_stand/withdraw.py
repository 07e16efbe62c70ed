"""Withdrawing into fortifications, and what the army outside can do then [HIS 13.4]."""

from __future__ import annotations

from typing import Final

from responsa.errors import ImpossibleSituation
from responsa.here_i_stand._refuge import as_lines, side_of, told, verb
from responsa.here_i_stand.formations import NOTHING, Stack, check_count, units_are
from responsa.here_i_stand.interception import Approach
from responsa.here_i_stand.land_movement import enemies_in_move
from responsa.here_i_stand.minor_powers import Response, minor_response
from responsa.here_i_stand.position import GARRISON, Position
from responsa.here_i_stand.powers import Power, impulse_order
from responsa.here_i_stand.retreat import Retreat, losers_retreat, may_retreat_to
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass
from responsa.words import Words

MOVE_ON_COST: Final = 1
"""The Command Points that moving on from a shut fortress costs [HIS 13.4l]."""

MOVE_ON_OVER_PASS_COST: Final = 2
"""The Command Points that moving on over a pass costs [HIS 13.4m]."""

GO_BACK_COST: Final = 0
"""The Command Points that going back costs, over a pass too [HIS 13.4p]."""


@implements("HIS 13.4a", "HIS 13.4b", "HIS 13.4c", "HIS 13.4d", "HIS 13.4e")
def may_withdraw(position: Position, space: str, *, intercepted: bool = False) -> Ruling:
    """Whether the units that an active formation finds in a space may shut the gates [HIS 13.4a].

    Args:
        position: The position as it comes in, after all interceptions and attempts to avoid battle: those who are
            left stand in the space.
        space: The space that the active formation enters.
        intercepted: Whether an interception succeeded in this move.

    Raises:
        ImpossibleSituation: If nobody is left in the space to withdraw.

    Examples:
        >>> from responsa.here_i_stand import Position, may_withdraw
        >>> position = Position.of(
        ...     "Ottoman", relations="Ottoman against Hapsburg", stacks={"Vienna": "Hapsburg: 5 regulars, Ferdinand"}
        ... )
        >>> print(may_withdraw(position, "Vienna"))
        No. 5 land units are left in Vienna and at most 4 may withdraw [HIS 13.4d].
    """
    left = _defenders(space, position)
    owner = position.controller(space)
    friendly = any(power is owner or position.relations.allied(owner, power) for power in left.powers)
    control = f"{owner.the} {owner.verb('controls', 'control')}"
    stranger = f"{control} {space} and {owner.verb('is no ally', 'are no allies')} of those who defend it"
    if owner is Power.INDEPENDENT:
        stranger = f"{space} is independent"
    units = units_are(left.units)
    return decide(
        *([Finding(False, "HIS 13.4a", yes="", no="an interception succeeded: all must fight")] if intercepted else []),
        Finding(position.is_fortified(space), "HIS 13.4b", yes=f"{space} is fortified", no=f"{space} is not fortified"),
        Finding(friendly, "HIS 13.4c", yes=f"{control} it", no=stranger),
        Finding(
            left.units <= GARRISON,
            "HIS 13.4d",
            yes=f"{units} at most {GARRISON}",
            no=f"{units} left in {space} and at most {GARRISON} may withdraw",
        ),
    )


def _defenders(space: str, position: Position) -> Stack:
    """Whoever the active formation meets in the space; of its allies only those who count as enemies [HIS 13.1l]."""
    there, enemies = position.at(space), enemies_in_move(position, space)
    allied = position.relations.allied
    left = there.only(power for power in there.powers if power in enemies or not allied(position.active, power))
    if not left:
        raise ImpossibleSituation("space", space, "a space where somebody is left to withdraw", "HIS 13.4a")
    return left


@implements("HIS 13.4f", "HIS 13.3g", "HIS 22.1b")
def must_withdraw(position: Position, space: str) -> Ruling:
    """Whether those who may withdraw have to: never, but for leaders alone and inactive minor powers [HIS 13.4f].

    Args:
        position: The position as it comes in, after interceptions and attempts to avoid battle.
        space: The space that the active formation enters.

    Examples:
        >>> from responsa.here_i_stand import Position, must_withdraw
        >>> position = Position.of(
        ...     "Ottoman", relations="Ottoman against Hapsburg", stacks={"Vienna": "Hapsburg: 2 regulars"}
        ... )
        >>> print(must_withdraw(position, "Vienna"))
        No. Withdrawing is never compulsory [HIS 13.4f].
    """
    left = _defenders(space, position)
    if not may_withdraw(position, space):
        return may_withdraw(position, space)
    if not left.units:
        return Ruling(True, (Reason(f"{told(left)} {verb(left, 'is', 'are')} alone in {space}", "HIS 13.3g"),))
    idle = [power for power in left.powers if position.relations.leader_of(power) is None]
    if idle and minor_response(left.units) is Response.WITHDRAW:
        return Ruling(True, (Reason(f"{idle[0].adjective} units without a major power always do", "HIS 22.1b"),))
    return Ruling(False, (Reason("withdrawing is never compulsory", "HIS 13.4f"),))


@implements("HIS 13.4h")
def who_decides(position: Position, space: str) -> Power:
    """The power that decides whether the units in a space withdraw [HIS 13.4h].

    Args:
        position: The position at that moment, before anybody avoids battle.
        space: The space that the active formation enters.

    Raises:
        ImpossibleSituation: If nobody is there, or several powers are and nobody controls the space.

    Examples:
        >>> from responsa.here_i_stand import Position, who_decides
        >>> position = Position.of(
        ...     "Ottoman",
        ...     relations="Ottoman against Papacy, Ottoman against Hapsburg, Hapsburg with Papacy",
        ...     stacks={"Vienna": "Papacy: 3 regulars; Hapsburg: 1 regular"},
        ... )
        >>> print(who_decides(position, "Vienna"))
        Hapsburg
    """
    left = _defenders(space, position)
    sides = impulse_order(side_of(position, power) for power in (left.unit_powers or left.powers))
    if len(sides) == 1:
        return sides[0]
    owner = side_of(position, position.controller(space))
    if owner is Power.INDEPENDENT:
        raise ImpossibleSituation("space", space, "a space that a power controls", "HIS 13.4c")
    return owner


@implements("HIS 13.4j")
def siege_begins(*, active: int, inside: int) -> Ruling:
    """Whether a siege begins once the gates are shut [HIS 13.4j].

    Args:
        active: The land units of the active formation, cavalry among them; no leaders, ships or allies.
        inside: The land units inside the fortifications.

    Raises:
        ImpossibleSituation: If a number is negative, the formation has no units, or more are inside than may be.

    Examples:
        >>> from responsa.here_i_stand import siege_begins
        >>> print(siege_begins(active=4, inside=4))
        No. 4 land units outside are not more than the 4 inside [HIS 13.4j].
    """
    if check_count(active, "active", "HIS 13.4j") == 0:
        raise ImpossibleSituation("active", active, "at least 1 land unit", "HIS 13.4j")
    if check_count(inside, "inside", "HIS 13.4d") > GARRISON:
        raise ImpossibleSituation("inside", inside, f"at most {GARRISON} land units", "HIS 13.4d")
    outside = units_are(active, "outside")
    return decide(
        Finding(
            active > inside,
            "HIS 13.4j",
            yes=f"{outside} more than the {inside} inside" if inside else f"{outside} enough where nobody is inside",
            no=f"{outside} not more than the {inside} inside",
        )
    )


@implements("HIS 13.4k")
class Outside(Words):
    """What the active formation does before shut gates [HIS 13.4k]."""

    SIEGE = "siege"
    ON_OR_BACK = "move on or go back"
    BACK = "go back"


@implements("HIS 13.4k")
def before_shut_gates(*, active: int, inside: int) -> Reason:
    """What an army that comes before shut gates finds: that a siege begins, or that none does [HIS 13.4j] [HIS 13.4k].

    Args:
        active: The land units of the active formation.
        inside: The land units inside the fortifications.

    Raises:
        ImpossibleSituation: If a number is negative, the formation has no units, or more are inside than may be.

    Examples:
        >>> from responsa.here_i_stand import before_shut_gates
        >>> print(before_shut_gates(active=4, inside=4))
        4 land units outside are not more than the 4 inside: no siege begins [HIS 13.4k]
    """
    siege = siege_begins(active=active, inside=inside)
    begins, rule = ("a siege begins", "HIS 13.4j") if siege else ("no siege begins", "HIS 13.4k")
    return Reason(f"{siege.because[0].text}: {begins}", rule)


@implements("HIS 13.4l", "HIS 13.4m")
def cost_to_move_on(*, over_pass: bool) -> int:
    """The Command Points that moving on to the next space costs [HIS 13.4l] [HIS 13.4m].

    Examples:
        >>> from responsa.here_i_stand import cost_to_move_on
        >>> cost_to_move_on(over_pass=True)
        2
    """
    return MOVE_ON_OVER_PASS_COST if over_pass else MOVE_ON_COST


@implements("HIS 13.4m")
def may_pay_to_move_on(*, cp: int, over_pass: bool) -> Ruling:
    """Whether an army that begins no siege has the Command Points to move on [HIS 13.4l] [HIS 13.4m].

    Args:
        cp: The Command Points that the active power has left in this impulse.
        over_pass: Whether the space to which it would move on lies beyond a pass.

    Raises:
        ImpossibleSituation: If the Command Points are negative.

    Examples:
        >>> from responsa.here_i_stand import may_pay_to_move_on
        >>> print(may_pay_to_move_on(cp=1, over_pass=True))
        No. Moving on over a pass costs 2 CP and 1 is left [HIS 13.4m].
    """
    price, rule = cost_to_move_on(over_pass=over_pass), "HIS 13.4m" if over_pass else "HIS 13.4l"
    check_count(cp, "cp", "HIS 13.4l")
    costs = (
        f"moving on{' over a pass' if over_pass else ''} costs {price} CP and {cp} {'is' if cp == 1 else 'are'} left"
    )
    return decide(Finding(cp >= price, rule, yes=costs, no=costs))


@implements("HIS 13.4p")
def cost_to_go_back(*, over_pass: bool) -> int:
    """The Command Points that going back costs: none, and a pass makes no difference [HIS 13.4p].

    Examples:
        >>> from responsa.here_i_stand import cost_to_go_back
        >>> cost_to_go_back(over_pass=True)
        0
    """
    return GO_BACK_COST


@implements("HIS 13.4p")
def may_pay_to_go_back(*, over_pass: bool) -> Ruling:
    """Whether an army that begins no siege can go back: always, for it pays nothing [HIS 13.4p].

    Args:
        over_pass: Whether the way back leads over a pass.

    Examples:
        >>> from responsa.here_i_stand import may_pay_to_go_back
        >>> print(may_pay_to_go_back(over_pass=True))
        Yes. Going back costs nothing, over a pass too [HIS 13.4p].
    """
    return Ruling.yes(f"going back costs nothing{', over a pass too' if over_pass else ''}", "HIS 13.4p")


@implements("HIS 13.4j", "HIS 13.4k", "HIS 13.4l", "HIS 13.4m", "HIS 13.4o")
def after_withdrawal(*, active: int, inside: int, cp: int, over_pass: bool) -> Outside:
    """What the active formation does before shut gates: besiege, or move on or go back, or only go back [HIS 13.4k].

    Args:
        active: The land units of the active formation.
        inside: The land units inside the fortifications.
        cp: The Command Points that the active power has left in this impulse.
        over_pass: Whether the space to which it would move on lies beyond a pass.

    Examples:
        >>> from responsa.here_i_stand import after_withdrawal
        >>> print(after_withdrawal(active=4, inside=4, cp=1, over_pass=False))
        move on or go back
    """
    check_count(cp, "cp", "HIS 13.4l")
    if siege_begins(active=active, inside=inside):
        return Outside.SIEGE
    return Outside.ON_OR_BACK if may_pay_to_move_on(cp=cp, over_pass=over_pass) else Outside.BACK


@implements("HIS 13.4g", "HIS 13.4i")
@dataclass(frozen=True)
class Withdrawal(Told):
    """A withdrawal into fortifications, and what it leads to [HIS 13.4].

    Attributes:
        steps: What happened, in order.
        inside: Who is inside the fortifications now.
        siege: Whether a siege begins.
    """

    steps: tuple[Reason, ...]
    inside: Stack
    siege: bool

    def __str__(self) -> str:
        return as_lines(self.steps)


@implements("HIS 13.4g", "HIS 13.4i", "HIS 13.4j")
def withdraw_inside(
    position: Position, approach: Approach, *, inside: Stack | None = None, intercepted: bool = False
) -> Withdrawal:
    """Shut the gates: all go inside, nobody fights, and a siege begins or not [HIS 13.4].

    Args:
        position: The position as it comes in, after interceptions and attempts to avoid battle.
        approach: The move of the active formation.
        inside: Who goes inside; all who are left if it is not given, and nobody else may be named [HIS 13.4g].
        intercepted: Whether an interception succeeded in this move.

    Raises:
        ImpossibleSituation: If they may not withdraw, or not all of them would.

    Examples:
        >>> from responsa.here_i_stand import Approach, Position, withdraw_inside
        >>> position = Position.of(
        ...     "Ottoman", relations="Ottoman against Hapsburg", stacks={"Vienna": "Hapsburg: 4 regulars, Ferdinand"}
        ... )
        >>> print(withdraw_inside(position, Approach.of("Ottoman: 5 regulars, Ibrahim", "Pressburg", "Vienna")))
        4 land units and Ferdinand withdraw into the fortifications of Vienna [HIS 13.4g].
        There is no field battle [HIS 13.4i].
        5 land units outside are more than the 4 inside: a siege begins [HIS 13.4j].
    """
    space = approach.destination
    left = _defenders(space, position)
    ruling = may_withdraw(position, space, intercepted=intercepted)
    ruling.require("space", space)
    if inside is not None and inside != left:
        raise ImpossibleSituation("inside", str(inside), f"all who are left ({left})", "HIS 13.4g")
    siege = siege_begins(active=approach.mover.units, inside=left.units)
    return Withdrawal(
        (
            Reason(
                f"{told(left)} {verb(left, 'withdraws', 'withdraw')} into the fortifications of {space}", "HIS 13.4g"
            ),
            Reason("there is no field battle", "HIS 13.4i"),
            before_shut_gates(active=approach.mover.units, inside=left.units),
        ),
        left,
        bool(siege),
    )


@implements("HIS 13.4o", "HIS 13.4p", "HIS 13.4q")
def go_back(position: Position, approach: Approach) -> Retreat:
    """Go back from shut gates to the space of origin, if that is allowed [HIS 13.4o].

    Args:
        position: Who controls what, what is in unrest, who stands where.
        approach: The move that ended before the gates.

    Returns:
        What became of the formation: gone back, or its units eliminated and its leaders captured [HIS 13.4q].

    Examples:
        >>> from responsa.here_i_stand import Approach, Position, go_back
        >>> position = Position.of("Ottoman", relations="Ottoman against Hapsburg", control={"Pressburg": "Ottoman"})
        >>> print(go_back(position, Approach.of("Ottoman: 3 regulars, Ibrahim", "Pressburg", "Vienna")))
        3 land units and Ibrahim go back to Pressburg for 0 CP [HIS 13.4o].
    """
    formation, origin = approach.mover, approach.origin
    back = may_retreat_to(position, origin, position.active, approach)
    if not back:
        fate = losers_retreat(position, formation, approach)
        return Retreat((*back.because, *fate.steps), NOTHING, NOTHING, None, fate.eliminated, fate.captured)
    goes = f"{told(formation)} {verb(formation, 'goes', 'go')} back to {origin} for {GO_BACK_COST} CP"
    return Retreat((Reason(goes, "HIS 13.4o"),), NOTHING, formation, origin, NOTHING, NOTHING)


@implements("HIS 13.4n v2")
def is_eliminated(*, retreats_to: str, moved_on_from: str | None) -> Ruling:
    """Whether a formation that is forced to retreat is eliminated, as it moved on from shut gates [HIS 13.4n].

    Args:
        retreats_to: The space to which it is forced to retreat.
        moved_on_from: The fortified space from which it moved on in this impulse; `None` if from none.

    Examples:
        >>> from responsa.here_i_stand import is_eliminated
        >>> print(is_eliminated(retreats_to="Vienna", moved_on_from="Vienna"))
        Yes. The formation is forced back to Vienna, from which it had moved on [HIS 13.4n].
    """
    return decide(
        Finding(
            retreats_to == moved_on_from,
            "HIS 13.4n",
            yes=f"the formation is forced back to {retreats_to}, from which it had moved on",
            no=f"the formation had not moved on from the gates of {retreats_to}",
        )
    )


@implements("HIS 13.4n v2", "HIS 14.1c")
def forced_back(formation: Stack, *, retreats_to: str, moved_on_from: str | None) -> Retreat:
    """What becomes of a formation that is forced to retreat after it moved on from shut gates [HIS 13.4n].

    Args:
        formation: What survived the lost battle.
        retreats_to: The space to which it is forced to retreat.
        moved_on_from: The fortified space from which it moved on in this impulse; `None` if from none.

    Returns:
        The formation on its way back; or its units eliminated, and its leaders captured, as no other space is open to
        them [HIS 14.1g].

    Examples:
        >>> from responsa.here_i_stand import Stack, forced_back
        >>> print(forced_back(Stack.of("Ottoman: 3 regulars, Ibrahim"), retreats_to="Vienna", moved_on_from="Vienna"))
        The formation is forced back to Vienna, from which it had moved on [HIS 13.4n].
        3 land units are eliminated [HIS 13.4n].
        Ibrahim is captured [HIS 14.1c].
    """
    ruling = is_eliminated(retreats_to=retreats_to, moved_on_from=moved_on_from)
    if not ruling:
        goes = f"{told(formation)} {verb(formation, 'goes', 'go')} back to {retreats_to}"
        return Retreat((Reason(goes, "HIS 14.1g"),), NOTHING, formation, retreats_to, NOTHING, NOTHING)
    units, leaders = formation.only_units, formation.only_leaders
    ends = ((units, "eliminated", "HIS 13.4n"), (leaders, "captured", "HIS 14.1c"))
    lost = [Reason(f"{told(x)} {verb(x, 'is', 'are')} {end}", rule) for x, end, rule in ends if x]
    return Retreat((*ruling.because, *lost), NOTHING, NOTHING, None, units, leaders)
