"""Unrest: how it is removed and what it bars [HIS 12.4]."""

from __future__ import annotations

from dataclasses import replace

from responsa.errors import ImpossibleSituation
from responsa.here_i_stand.control import CONTROL_COST, is_near, occupies
from responsa.here_i_stand.position import Position
from responsa.here_i_stand.powers import Power
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.words import Words


class Doing(Words):
    """What units might want to do in, into or through a space in unrest."""

    MOVE = "move"
    INTERCEPT = "intercept"
    SPRING_DEPLOY = "spring-deploy"
    RETREAT = "retreat"
    AVOID_BATTLE = "avoid battle"
    LOC = "trace a line of communication"
    BUILD = "build"


@implements("HIS 12.2b", "HIS 12.4a", "HIS 12.4b", "HIS 12.4d", "HIS 12.4e", "HIS 12.4f")
def may_remove_unrest(position: Position, name: str) -> Ruling:
    """Whether the active power may remove unrest from a space for 1 CP [HIS 12.4a].

    One of three conditions is enough [HIS 12.4b]; enemies in the space itself are no bar [HIS 12.2b].

    Args:
        position: The position.
        name: The space in unrest, fortified or not.

    Raises:
        ImpossibleSituation: If there is no unrest in the space.

    Examples:
        >>> from responsa.here_i_stand import Position, may_remove_unrest
        >>> position = Position.of(active="Hapsburg", stacks={"Linz": "Hapsburg: 2 regulars"}, unrest=["Linz"])
        >>> print(may_remove_unrest(position, "Linz"))
        Yes. 1 CP can be spent [HIS 12.4a] and Hapsburg units hold Linz [HIS 12.4c].
    """
    if name not in position.unrest:
        raise ImpossibleSituation("name", name, "a space in unrest", "HIS 12.4a")
    paid = Finding(position.cp >= CONTROL_COST, "HIS 12.4a", yes=f"{CONTROL_COST} CP can be spent", no="no CP is left")
    conditions = (_condition_a(name, position), _condition_b(name, position), _condition_c(name, position))
    met = next((condition for condition in conditions if condition.holds), None)
    if met is None:
        lacking = tuple(condition.reason for condition in conditions if condition.no)
        return Ruling(False, (*(() if paid.holds else (paid.reason,)), *lacking))
    return decide(paid, met)


def _condition_a(name: str, position: Position) -> Finding:
    who = position.active.adjective
    return Finding(
        occupies(position, name), "HIS 12.4c", yes=f"{who} units hold {name}", no=f"no {who} units hold {name}"
    )


@implements("HIS 12.4d", "HIS 12.4e", "HIS 12.4f")
def _condition_b(name: str, position: Position) -> Finding:
    home = Power.PROTESTANT in position.board.space(name).home
    if not home:
        return Finding(False, "HIS 12.4d", yes="", no=f"{name} is no Protestant home space")
    if position.active is not Power.PROTESTANT:
        return Finding(False, "HIS 12.4e", yes="", no="it is not the Protestants who remove the unrest")
    return Finding(
        not position.schmalkaldic,
        "HIS 12.4f",
        yes=f"the Protestants quiet {name}, a home space of theirs, before the Schmalkaldic League",
        no="the Schmalkaldic League has been formed",
    )


def _condition_c(name: str, position: Position) -> Finding:
    who = position.active.adjective
    near = is_near(position, name)
    return Finding(
        near,
        "HIS 12.4g" if near else "HIS 12.4h",
        yes=f"{who} units stand next to {name} and no enemy units do",
        no=f"no {who} units stand next to {name} without enemy units there",
    )


@implements("HIS 12.4j", "HIS 12.4k")
def needs_line_of_communication(*, removes_unrest: bool) -> Ruling:
    """Whether the action needs a line of communication to the space [HIS 12.4j] [HIS 12.4k].

    Args:
        removes_unrest: Whether unrest is removed; otherwise control is taken.

    Examples:
        >>> from responsa.here_i_stand import needs_line_of_communication
        >>> print(needs_line_of_communication(removes_unrest=True))
        No. Unrest is removed without a line of communication [HIS 12.4j].
    """
    if removes_unrest:
        no = "unrest is removed without a line of communication"
        return decide(Finding(False, "HIS 12.4j", yes="", no=no))
    yes = "control is taken only along a line of communication"
    return decide(Finding(True, "HIS 12.4k", yes=yes, no=""))


@implements("HIS 12.4a")
def remove_unrest(position: Position, name: str) -> tuple[Position, tuple[Reason, ...]]:
    """Remove the unrest: the position without it and with 1 CP less, and why it may be done [HIS 12.4a].

    Raises:
        ImpossibleSituation: If it may not be removed.

    Examples:
        >>> from responsa.here_i_stand import Position, remove_unrest
        >>> position = Position.of(active="Hapsburg", stacks={"Linz": "Hapsburg: 2 regulars"}, unrest=["Linz"])
        >>> after, because = remove_unrest(position, "Linz")
        >>> after.unrest, after.cp
        ((), 0)
    """
    ruling = may_remove_unrest(position, name)
    ruling.require("name", name)
    rest = tuple(other for other in position.unrest if other != name)
    return replace(position, unrest=rest, cp=position.cp - CONTROL_COST), ruling.because


@implements("HIS 12.4l")
def unrest_bars(doing: Doing) -> Ruling:
    """Whether unrest in a space bars it from what units want to do there [HIS 12.4l].

    Examples:
        >>> from responsa.here_i_stand import Doing, unrest_bars
        >>> bool(unrest_bars(Doing.RETREAT)), bool(unrest_bars(Doing.MOVE))
        (True, False)
    """
    barred = doing not in (Doing.MOVE, Doing.INTERCEPT)
    yes, no = f"nobody may {doing} into or through a space in unrest", f"unrest does not bar who wants to {doing}"
    if doing is Doing.BUILD:
        yes = "nothing is built in a space in unrest"
    return decide(Finding(barred, "HIS 12.4l", yes=yes, no=no))
