"""A question and the deed that acts on it agree, whatever is drawn; a question without a deed says why."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, Ruling
from responsa import republic_of_rome as ror

FACTIONS = ("Populares", "Optimates")
WARS = ("1st Punic War", "Syrian War", "1st Gallic War")

offices = st.lists(st.sampled_from(list(ror.Office)), max_size=2, unique=True).map(tuple)
places = st.sampled_from(list(ror.Place))
factions = st.sampled_from(("", *FACTIONS))
men = st.builds(
    ror.Senator,
    st.sampled_from(("Julius", "Manlius", "Papirius")),
    faction=factions,
    offices=offices,
    place=places,
    talents=st.integers(0, 30),
    concessions=st.sampled_from(((), ("Mining",))),
    proconsul_against=st.sampled_from(("", *WARS)),
)
wars = st.builds(ror.war, st.sampled_from(WARS))
forces = st.tuples(st.integers(0, 12), st.integers(0, 12)).map(
    lambda counts: ror.Force(ror.legions(counts[0]), fleets=counts[1])
)

Draw = Callable[..., Any]
Asked = tuple[Ruling, Callable[[], object]]
"""What the question answers, and the deed that it is about."""


def fights(army: ror.Army, war: ror.War) -> object:
    """A land battle that costs nothing: the difference and the dice are high enough."""
    return ror.land_battle(army, war, dice=(6, 6, 6), chits=())


def commands(draw: Draw) -> Asked:
    man, war = draw(men.filter(lambda man: not (man.is_captive or man.is_rebel))), draw(wars)
    told = man.offices or man.is_proconsul
    ruling = (
        ror.may_command(man, war=war.name, advanced=True) if told else Ruling.yes("no office is told", "ROR 1.10.8f")
    )
    beaten = ror.war(war.name, naval_victory=bool(war.naval))
    return ruling, lambda: fights(ror.Army(man, ror.Force(ror.legions(40), fleets=9)), beaten)


def lands(draw: Draw) -> Asked:
    war, force = draw(wars), draw(forces)
    army = ror.Army(ror.Senator("Fabius", military=9), force.joined_by(ror.Force(ror.legions(40 if force.size else 0))))
    return ror.may_fight_on_land(war, army.force), lambda: fights(army, war)


def becomes_proconsul(draw: Draw) -> Asked:
    man, result = draw(men), draw(st.sampled_from(list(ror.Result)))
    return ror.becomes_proconsul(man, result), lambda: ror.as_proconsul(man, "Syrian War", result)


def joins(draw: Draw) -> Asked:
    man = draw(men.filter(lambda man: man.name != "Julius" and not man.is_rebel))
    julius = ror.Senator("Julius", faction="Populares", military=4, influence=9)
    army = ror.Army(julius, ror.Force(ror.legions(2)))
    table = ror.Republic(
        factions=tuple(map(ror.Faction, FACTIONS)),
        senators=(man,),
        armies=(army,),
    )
    turn = ror.CommanderTurn("Julius", revolts=True, joined_by=(man.name,))
    return ror.may_join(man, rebel=julius), lambda: ror.play_revolution_phase(
        table, victors=["Julius"], commanders=[turn]
    )


def revolts(draw: Draw) -> Asked:
    rebel = ror.Senator("Valerius", faction="Optimates", place=ror.Place.REBEL)
    other = draw(st.sampled_from((None, rebel)))
    won = draw(st.booleans())
    man = ror.Senator("Julius", faction="Populares", offices=draw(offices))
    table = ror.Republic(
        factions=tuple(map(ror.Faction, FACTIONS)),
        senators=(other,) if other else (),
        armies=(ror.Army(man, ror.Force(ror.legions(2))),),
    )
    turn = ror.CommanderTurn("Julius", revolts=True)
    return ror.may_declare_revolt(man, won_on_land=won, rebel=other), lambda: ror.play_revolution_phase(
        table, victors=["Julius"] if won else [], commanders=[turn]
    )


def hand(draw: Draw, senators: tuple[ror.Senator, ...]) -> tuple[str, ror.Republic]:
    seats = tuple(ror.Faction(name, cards=1) for name in FACTIONS)
    fabius = ror.Senator("Fabius", faction="Optimates", influence=9)
    return draw(st.sampled_from(FACTIONS)), ror.Republic(factions=seats, senators=(fabius, *senators))


def brings_statesman(draw: Draw) -> Asked:
    numbers = draw(st.lists(st.sampled_from(("25", "25A", "1", "1A", "1C")), max_size=2, unique=True))
    here = tuple(ror.Senator(f"No. {number}", number=number, faction=draw(factions)) for number in numbers)
    statesman = ror.Senator("Gracchus", number=draw(st.sampled_from(("25B", "1B"))))
    faction, table = hand(draw, here)
    turn = ror.FactionTurn(faction, plays=(ror.PlayStatesman(statesman),))
    ruling = ror.may_play_statesman(statesman, faction=faction, in_play=table.everyone)
    return ruling, lambda: ror.play_revolution_phase(table, cards=[turn])


def plays_concession(draw: Draw) -> Asked:
    man = draw(men)
    faction, table = hand(draw, (man,))
    turn = ror.FactionTurn(faction, plays=(ror.PlayConcession("Harbour Fees", man.name),))
    return ror.may_play_concession(man, faction=faction), lambda: ror.play_revolution_phase(table, cards=[turn])


def assigns_concession(draw: Draw) -> Asked:
    man, owner = draw(men), draw(st.sampled_from(FACTIONS))
    return ror.may_assign_concession(man, owner=owner), lambda: ror.assign_concession("Harbour Fees", man, owner=owner)


def gives_to_the_state(draw: Draw) -> Asked:
    man = draw(men.filter(lambda man: man.talents >= 10))
    return ror.may_spend_talents(man, on_ransom=False), lambda: ror.influence_for(10, by=man)


def is_ransomed(draw: Draw) -> Asked:
    man = draw(men.filter(lambda man: man.faction != ""))
    faction = ror.Faction(man.faction, talents=10)
    return ror.may_be_ransomed(man), lambda: ror.pay_ransom(man, faction, own=0)


def saves_rome(draw: Draw) -> Asked:
    condition = draw(st.sampled_from(list(ror.Condition)))
    julius = ror.in_revolt(ror.Senator("Julius"))
    army = ror.Army(julius, ror.Force(ror.legions(40)))
    fronts = [ror.War(name, land=5) for name in "ABCD"]
    last = [ror.LastBattle("A", dice=(6, 6, 6))]
    return ror.must_fight_the_wars(condition, active_wars=4), lambda: ror.rebel_end_game(
        army, fronts, battles=last, condition=condition
    )


def declarations_begin(draw: Draw) -> Asked:
    seats = [ror.Faction(name, cards=draw(st.integers(0, 8))) for name in FACTIONS]
    table = ror.Republic(factions=tuple(seats))
    return ror.declarations_may_begin(seats, cards_played=True), lambda: ror.play_revolution_phase(table)


PAIRS: dict[str, Callable[[Draw], Asked]] = {
    "may_command": commands,
    "may_fight_on_land": lands,
    "becomes_proconsul": becomes_proconsul,
    "may_join": joins,
    "may_declare_revolt": revolts,
    "may_play_statesman": brings_statesman,
    "may_play_concession": plays_concession,
    "may_assign_concession": assigns_concession,
    "may_spend_talents": gives_to_the_state,
    "may_be_ransomed": is_ransomed,
    "must_fight_the_wars": saves_rome,
    "declarations_may_begin": declarations_begin,
}
"""Each question, and how it is held against the deed."""

_SENATE = "the Senate Phase is not played by the library"
_MONEY = "the redistribution of wealth is not played by the library"
_BATTLE = "battles and their odds are tested where they are fought"
_PROVINCE = "provinces lie on no table of the library"
_CHECK = "the check of victory is tested against an oracle"
ALONE = {
    "captive_dies": "the end of a war is not played by the library",
    "consul_for_life_wins": _CHECK,
    "dies_by_chit": "the Mortality Phase is not played by the library",
    "displaces_declaration": "held against settle_declarations in its own test",
    "fleets_return": "told by every loyalty roll",
    "follows": "told by every loyalty roll",
    "has_own_command": "asked by may_declare_revolt",
    "is_bankrupt": "settle_state tells it itself",
    "is_consul": _SENATE,
    "is_final": _CHECK,
    "is_prosecuted": "after_combat_phase is nothing else",
    "is_recalled_when_senate_closes": _SENATE,
    "is_stopped": _PROVINCE,
    "keeps_office": _SENATE,
    "may_be_another_proconsul": "nothing limits their number",
    "may_be_elected_consul_for_life": _SENATE,
    "may_be_intercepted": _PROVINCE,
    "may_be_persuaded": "the Forum Phase is not played by the library",
    "may_be_primary": _PROVINCE,
    "may_be_prosecuted": _SENATE,
    "may_be_recalled": _SENATE,
    "may_move_money": _MONEY,
    "may_name_master_of_horse": _SENATE,
    "may_spend_faction_treasury": _MONEY,
    "may_stay_in_province": _PROVINCE,
    "may_travel": _PROVINCE,
    "may_veto_consul_for_life": _SENATE,
    "must_be_rolled_for": "told by every loyalty roll",
    "must_fight": _BATTLE,
    "needs_a_marker": _PROVINCE,
    "needs_upkeep": "asked by pay_upkeep",
    "pays_as_governed": _PROVINCE,
    "persuasion_fails": "the Forum Phase is not played by the library",
    "shares_the_fate": _BATTLE,
    "stays_away": _SENATE,
    "too_many_wars": _CHECK,
    "wins_unopposed": _CHECK,
}
"""Each question that belongs to no deed, and why."""


def test_every_question_has_its_deed_or_says_why() -> None:
    functions = {name: getattr(ror, name) for name in ror.__all__ if inspect.isfunction(getattr(ror, name))}
    questions = {name for name, asked in functions.items() if inspect.signature(asked).return_annotation == "Ruling"}
    assert questions == PAIRS.keys() | ALONE.keys()
    assert not PAIRS.keys() & ALONE.keys()


@pytest.mark.parametrize("question", PAIRS)
@given(data=st.data())
def test_the_question_and_the_deed_agree(question: str, data: st.DataObject) -> None:
    ruling, deed = PAIRS[question](data.draw)
    if ruling:
        assert deed() is not None
        return
    with pytest.raises(ImpossibleSituation):
        deed()
