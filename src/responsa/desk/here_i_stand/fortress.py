"""Can we hide in the fortress? And what will those outside do [HIS 13.4]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from responsa import here_i_stand as his
from responsa.desk.answers import Answer, Because, Table
from responsa.desk.fields import Choice, Whole, YesNo
from responsa.desk.form import Calculator, Group
from responsa.desk.here_i_stand._pieces import LEADERS, MAJOR_POWERS, OWNERS, POWERS, SPACES, stack, ties


def answer(values: Mapping[str, Any]) -> Answer:
    """Whether the defenders may withdraw, whether they must, and what follows."""
    space, position = values["space"], _position(values)
    ruling = his.may_withdraw(position, space, intercepted=values["intercepted"])
    if not ruling:
        return Answer("No", parts=(Because(ruling.because),))
    must = his.must_withdraw(position, space)
    return Answer(
        "Yes, and you must" if must else "Yes",
        parts=(Because(ruling.because + must.because), *_outside(values)),
    )


def _outside(values: Mapping[str, Any]) -> tuple[Because | Table, ...]:
    """What the army outside does once the gates are shut."""
    active, inside, cp, over_pass = values["enemies"], values["units"], values["cp"], values["over_pass"]
    found = Because((his.before_shut_gates(active=active, inside=inside),), "Once the gates are shut")
    if his.siege_begins(active=active, inside=inside):
        return (found,)
    rows = (
        ("move on", his.cost_to_move_on(over_pass=over_pass), his.may_pay_to_move_on(cp=cp, over_pass=over_pass)),
        ("go back", his.cost_to_go_back(over_pass=over_pass), his.may_pay_to_go_back(over_pass=over_pass)),
    )
    return (found, Table("What the enemy may do then", ("choice", "price in CP", "may he?"), rows))


def _position(values: Mapping[str, Any]) -> his.Position:
    """The position when all interceptions and attempts to avoid battle are over."""
    defenders, control = values["defenders"], values["control"]
    owner = control or str(his.Position.of(values["mover"]).controller(values["space"]))
    side = _major(defenders, owner) if values["allied"] and owner != defenders else ""
    wars = f"{values['mover']} against {defenders}"
    return his.Position.of(
        values["mover"],
        cp=values["cp"],
        relations=f"{side}, {wars}" if side else wars,
        stacks={values["space"]: str(stack(defenders, values["units"], leader=values["leader"]))},
        control={values["space"]: control} if control else {},
    )


def _major(defenders: str, owner: str) -> str:
    """The alliance of the defenders with whoever controls the space."""
    if his.Power(defenders).is_major or not his.Power(owner).is_major:
        return ties(defenders, (owner,), ())
    return ties(owner, (defenders,), ())


CALCULATOR: Final = Calculator(
    "fortress",
    "HIS",
    (
        Group(
            "You",
            (
                Choice("space", "Space", "Vienna", "HIS 13.4b", SPACES),
                Choice("defenders", "Your power", "Hapsburg", "HIS 3.2a", POWERS),
                Whole("units", "Land units that are left", "4", "HIS 13.4d", most=40),
                Choice("leader", "Leader with them (rating)", "Ferdinand", "HIS 5.1g", LEADERS),
                Choice("control", "The space is controlled by", "", "HIS 13.4c", OWNERS),
                YesNo("allied", "Whoever controls it is your ally"),
                YesNo("intercepted", "An interception succeeded in this move"),
            ),
        ),
        Group(
            "The enemy",
            (
                Choice("mover", "Enemy power", "Ottoman", "HIS 3.2a", MAJOR_POWERS),
                Whole("enemies", "Land units", "5", "HIS 13.4j", least=1, most=40),
                Whole("cp", "Command Points left", "1", "HIS 13.4l", most=6, unit="CP"),
                YesNo("over_pass", "The way on leads over a pass"),
            ),
        ),
    ),
    answer,
    {
        "relations": "defenders",
        "wars": "allied",
        "alliances": "allied",
        "minors": "allied",
        "active": "mover",
        "inside": "units",
        "stacks": "defenders",
    },
)
"""The calculator."""
