"""Siege-relief battles: who may fight, in which order, and what is left of everybody."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation, NotInThisText
from responsa import hellenes as hel

ATHENS, SPARTA = hel.Side.ATHENS, hel.Side.SPARTA
FOOT, FLEET = hel.Kind.FOOT, hel.Kind.FLEET
FALL = hel.Date(431, hel.Season.FALL)
GULF = "Gulf of Corinth"


def plataea(*units: hel.Unit, besieged: bool = True) -> hel.Position:
    """Plataea, Athenian; besieged by the Theban army if nothing else is said."""
    theban = hel.Unit("Theban army", SPARTA, FOOT, "Boeotia", steps=3, supplied=True)
    return hel.Position(
        areas=hel.areas("Boeotia - Phocis - Attica"),
        cities=(hel.City("Plataea", 1, "Boeotia", ATHENS), hel.City("Athens", 3, "Attica", ATHENS)),
        units=(*((theban,) if besieged else ()), *units),
        sieges=(hel.Siege("Plataea", SPARTA, FALL),) if besieged else (),
    )


def naupactus(*units: hel.Unit, besieged: bool = False, blockaded: bool = False) -> hel.Position:
    """Naupactus, an Athenian port in the Gulf of Corinth."""
    enemies = [hel.Unit("Spartan army", SPARTA, FOOT, "Aetolia", supplied=True)] if besieged else []
    enemies += [hel.Unit("Corinthian fleet", SPARTA, FLEET, GULF, steps=2, supplied=True)] if blockaded else []
    return hel.Position(
        areas=hel.areas("Aetolia"),
        seas=hel.seas(f"{GULF} - Ionian Sea"),
        cities=(hel.City("Naupactus", 1, "Aetolia", ATHENS, sea=GULF, port=True),),
        units=(*enemies, *units),
        sieges=(hel.Siege("Naupactus", SPARTA, FALL),) if besieged else (),
        blockades=(hel.Blockade("Naupactus", SPARTA, FALL),) if blockaded else (),
    )


def army(name: str = "Plataean army", at: str = "Boeotia", *, steps: int = 2, supplied: bool = False) -> hel.Unit:
    return hel.Unit(name, ATHENS, FOOT, at, home="Plataea", steps=steps, supplied=supplied)


def fleet(name: str = "Messenian fleet", at: str = GULF, home: str = "Naupactus", steps: int = 1) -> hel.Unit:
    return hel.Unit(name, ATHENS, FLEET, at, home=home, steps=steps)


def group(*names: str, city: str = "Plataea", by_sea: bool = False) -> hel.Returning:
    return hel.Returning(city, names or ("Plataean army",), by_sea)


def fought(position: hel.Position, outcome: hel.Outcome, *groups: hel.Returning) -> hel.Relief:
    pending = groups or (group(),)
    battle = hel.ReturningBattle(pending, outcome)
    return hel.relief(position, first=SPARTA, returning=pending, battles=[battle])


# --- which battles, who, and against whom ---


@given(st.sampled_from(hel.BattleKind), st.sampled_from(hel.Phase))
def test_only_siege_battles_and_each_in_its_phase(kind: hel.BattleKind, phase: hel.Phase) -> None:
    relief = {hel.BattleKind.RETURNING, hel.BattleKind.SORTIE}
    sieges = {hel.BattleKind.STORM, hel.BattleKind.ATTRITION}
    allowed = (phase is hel.Phase.RELIEF and kind in relief) or (phase is hel.Phase.SIEGES and kind in sieges)
    assert bool(hel.may_be_fought(kind, phase)) == allowed


@pytest.mark.parametrize(
    ("kind", "phase", "rule"),
    [
        (hel.BattleKind.NAVAL, hel.Phase.RELIEF, "HEL 9.3b"),
        (hel.BattleKind.SORTIE, hel.Phase.ACTIONS, "HEL 9.3i"),
        (hel.BattleKind.STORM, hel.Phase.RELIEF, "HEL 9.3d"),
        (hel.BattleKind.RETURNING, hel.Phase.SIEGES, "HEL 9.3d"),
        (hel.BattleKind.ATTRITION, hel.Phase.SIEGES, "HEL 9.3a"),
    ],
)
def test_the_reason_is_the_right_rule(kind: hel.BattleKind, phase: hel.Phase, rule: str) -> None:
    assert hel.may_be_fought(kind, phase).rules == (rule,)


def test_the_late_and_the_early_are_told_apart() -> None:
    late = hel.may_be_fought(hel.BattleKind.STORM, hel.Phase.RELIEF)
    assert str(late) == "No. Siege battles come after siege-relief battles [HEL 9.3d]."
    assert str(hel.may_be_fought(hel.BattleKind.ATTRITION, hel.Phase.SIEGES)).startswith("Yes. Attrition is a siege")


@pytest.mark.parametrize(("besieged", "player", "by_sea"), list(product([True, False], hel.Side, [True, False])))
def test_only_the_besieged_side_starts_and_only_where_a_siege_remains(
    besieged: bool, player: hel.Side, by_sea: bool
) -> None:
    ruling = hel.may_start(plataea(besieged=besieged), player, "Plataea", by_sea=by_sea)
    assert bool(ruling) == (besieged and not by_sea and player is ATHENS)
    blockade = hel.may_start(naupactus(blockaded=besieged), player, "Naupactus", by_sea=by_sea)
    assert bool(blockade) == (besieged and by_sea and player is ATHENS)


@given(st.booleans())
def test_only_the_supplied_oppose(supplied: bool) -> None:
    unit = hel.Unit("Theban army", SPARTA, FOOT, "Boeotia", supplied=supplied)
    assert bool(hel.can_oppose(unit)) is supplied
    position = plataea().with_units(dataclasses.replace(plataea().unit("Theban army"), supplied=supplied))
    if supplied:
        assert [each.name for each in hel.opponents(position, "Plataea")] == ["Theban army"]
    else:
        with pytest.raises(ImpossibleSituation, match="supplied"):
            hel.opponents(position, "Plataea")


def test_units_that_only_wait_for_their_own_battle_oppose_nobody() -> None:
    hungry = hel.Unit("Locrians", SPARTA, FOOT, "Boeotia")
    both = plataea(hungry, army())
    fed = both.unit("Theban army")
    alone = both.with_units(dataclasses.replace(fed, at="Phocis"))
    assert hel.opponents(both, "Plataea", waiting=["Locrians"]) == (fed,)
    assert hel.opponents(both, "Plataea", waiting=["Locrians", "Theban army"]) == (fed,)
    assert hel.sortie_targets(both, "Plataea", waiting=["Locrians"]) == (fed,)
    assert not hel.enters_unopposed(both, group(), waiting=["Locrians"])
    assert hel.enters_unopposed(alone, group(), waiting=["Locrians"])
    with pytest.raises(ImpossibleSituation, match="True for the Locrians, at Plataea"):
        hel.opponents(both, "Plataea", waiting=["Theban army"])


def test_opponents_stand_where_they_are_met() -> None:
    both = naupactus(besieged=True, blockaded=True)
    assert [unit.name for unit in hel.opponents(both, "Naupactus")] == ["Spartan army"]
    assert [unit.name for unit in hel.opponents(both, "Naupactus", by_sea=True)] == ["Corinthian fleet"]
    assert hel.opponents(naupactus(), "Naupactus") == ()


# --- returning ---


@pytest.mark.parametrize(
    ("unit", "besieged", "may"),
    [
        (army(), True, True),
        (army(), False, False),
        (army(at="Phocis"), True, False),
        (dataclasses.replace(army(), home="Athens"), True, False),
    ],
)
def test_a_land_unit_fights_only_besiegers_of_its_home_around_it(unit: hel.Unit, besieged: bool, may: bool) -> None:
    ruling = hel.may_fight_for(plataea(unit, besieged=besieged), unit.name, "Plataea")
    assert bool(ruling) is may


@pytest.mark.parametrize(
    ("unit", "blockaded", "may"),
    [
        (fleet(), True, True),
        (fleet(), False, False),
        (fleet(at="Ionian Sea"), True, False),
        (fleet(home="Athens"), True, False),
    ],
)
def test_a_fleet_fights_only_blockaders_of_its_home_in_its_sea(unit: hel.Unit, blockaded: bool, may: bool) -> None:
    position = naupactus(unit, besieged=True, blockaded=blockaded)
    ruling = hel.may_fight_for(position, unit.name, "Naupactus")
    assert bool(ruling) is may


def test_no_fleet_fights_for_an_inland_city() -> None:
    position = dataclasses.replace(plataea(), seas=hel.seas("Aegean"))
    position = position.with_units(fleet(at="Aegean", home="Plataea"))
    ruling = hel.may_fight_for(position, "Messenian fleet", "Plataea")
    assert "Plataea lies on no sea" in str(ruling)


@pytest.mark.parametrize(("besieged", "blockaded"), list(product([True, False], repeat=2)))
def test_any_fleet_enters_a_port_whose_sea_is_free(besieged: bool, blockaded: bool) -> None:
    position = naupactus(fleet(home="Athens"), besieged=besieged, blockaded=blockaded)
    assert bool(hel.may_enter_by_sea(position, "Messenian fleet", "Naupactus")) is not blockaded


def test_who_may_not_enter_by_sea() -> None:
    port = naupactus(fleet(at="Ionian Sea"), hel.Unit("hoplites", ATHENS, FOOT, "Aetolia"))
    assert not hel.may_enter_by_sea(port, "Messenian fleet", "Naupactus")
    assert not hel.may_enter_by_sea(port, "hoplites", "Naupactus")
    enemy = naupactus(hel.Unit("Corinthian fleet", SPARTA, FLEET, GULF))
    assert not hel.may_enter_by_sea(enemy, "Corinthian fleet", "Naupactus")
    (city,) = port.cities
    for besieged in (True, False):
        coastal = naupactus(fleet(), besieged=besieged)
        no_port = dataclasses.replace(coastal, cities=(dataclasses.replace(city, port=False),))
        assert bool(hel.may_enter_by_sea(no_port, "Messenian fleet", "Naupactus")) is not besieged
    nobodys = dataclasses.replace(naupactus(fleet()), cities=(dataclasses.replace(city, controller=None),))
    assert "Nobody controls Naupactus" in str(hel.may_enter_by_sea(nobodys, "Messenian fleet", "Naupactus"))


@pytest.mark.parametrize("besieged", [True, False])
def test_nobody_there_nobody_fights(besieged: bool) -> None:
    position = plataea(army(), besieged=besieged)
    assert bool(hel.enters_unopposed(position, group())) is not besieged
    after = hel.relief(position, first=SPARTA, returning=[group()])
    assert after.position.unit("Plataean army").at == (hel.POOL if besieged else "Plataea")
    assert (after.activated, after.prestige) == ((), {ATHENS: 0, SPARTA: 0})


HUNGRY = hel.Position.of("""
    land: Boeotia - Attica
    Plataea 1, Boeotia: Athens, besieged by Sparta since Spring 431
    Theban army: Sparta foot, Boeotia
    guard: Athens foot, Plataea
    Plataean army: Athens foot, Boeotia, home Plataea
""")
"""Besiegers that nobody has supplied, when the winter actions are over."""

ASKED: dict[str, Callable[[hel.Position], object]] = {
    "may start": lambda p: hel.may_start(p, ATHENS, "Plataea"),
    "may fight for": lambda p: hel.may_fight_for(p, "Plataean army", "Plataea"),
    "may sortie": lambda p: hel.may_sortie(p, ["guard"], "Plataea"),
    "targets": lambda p: hel.sortie_targets(p, "Plataea"),
    "opponents": lambda p: hel.opponents(p, "Plataea"),
    "may fight the siege": lambda p: hel.may_fight_siege(p, SPARTA, "Plataea"),
    "options": lambda p: hel.siege_options(p, SPARTA, "Plataea"),
    "order": lambda p: hel.siege_order(p, SPARTA),
    "starving": lambda p: hel.siege_battles(p, first=SPARTA, choices=[hel.Attrition("Plataea", (1, 1), ("guard",))]),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_nobody_besieges_unsupplied_after_the_winter_actions(asked: Callable[[hel.Position], object]) -> None:
    with pytest.raises(ImpossibleSituation, match="True for the Theban army, at Plataea") as refused:
        asked(HUNGRY)
    assert str(refused.value.rule) == "HEL 9.3h"
    assert asked(HUNGRY.but("Theban army: Sparta foot, Boeotia, supplied"))


def test_a_unit_in_its_own_city_has_not_gone_to_the_pool() -> None:
    assert str(hel.can_oppose(HUNGRY.unit("guard"))) == (
        "No. The guard is not supplied, and such units have gone from every siege and blockade [HEL 9.3h]."
    )


@pytest.mark.parametrize(
    ("waited", "beaten", "rule"),
    [
        (None, (), "HEL 9.2.4e"),
        (["Plataean army"], (), "HEL 9.2.4e"),
        (["Plataean army"], ["plataean army"], "HEL 9.2.4g"),
        ((), (), "HEL 9.3.1i"),
    ],
)
def test_why_a_unit_is_disbanded_after_the_battles(waited: list[str] | None, beaten: Sequence[str], rule: str) -> None:
    gone = hel.disband_after_battles(HUNGRY, ATHENS, waited=waited, beaten=beaten)
    assert (gone.units, gone.rules) == (("Plataean army",), (rule,))


def test_a_barbarian_is_disbanded_for_what_he_is() -> None:
    fed = HUNGRY.but("Thracians: Athens foot, Attica, supplied, barbarian")
    told = hel.disband_after_battles(fed, ATHENS).steps[1]
    assert str(told) == "the Thracians are disbanded: they are a barbarian unit [HEL 9.2.4a]"


def test_the_opponents_are_told_for_one_and_for_many() -> None:
    one = hel.enters_unopposed(plataea(army()), group())
    assert str(one) == "No. The Theban army still besieges Plataea [HEL 9.3.1e]."
    two = plataea(army(), hel.Unit("Locrians", SPARTA, FOOT, "Boeotia", supplied=True))
    assert str(hel.enters_unopposed(two, group())).startswith(
        "No. The Theban army and the Locrians still besiege Plataea"
    )


@given(st.integers(1, 6))
def test_two_groups_are_uncoordinated_and_one_is_not(groups: int) -> None:
    assert bool(hel.is_uncoordinated(groups)) == (groups >= 2)


@pytest.mark.parametrize("groups", [0, -1, True, 1.0])
def test_groups_are_a_count(groups: int) -> None:
    with pytest.raises(ImpossibleSituation, match="groups"):
        hel.is_uncoordinated(groups)


@given(st.booleans(), st.booleans())
def test_outside_and_unsupplied_is_disbanded(inside: bool, supplied: bool) -> None:
    ruling = hel.must_disband_after_battle(in_friendly_city=inside, supplied=supplied)
    assert bool(ruling) == (not inside and not supplied)
    assert ruling.rules == (("HEL 9.3.1i",) if ruling else ("HEL 9.3.1j",))


@pytest.mark.parametrize("winner", hel.Side)
def test_the_winner_gains_two_prestige(winner: hel.Side) -> None:
    gained = hel.prestige_for_winter_battle(hel.Outcome(winner))
    assert gained == {winner: 2, winner.enemy: 0}


# --- sorties ---


def test_only_the_besieged_sortie() -> None:
    inside = army(at="Plataea")
    assert hel.may_sortie(plataea(inside), ["Plataean army"], "Plataea")
    assert not hel.may_sortie(plataea(inside, besieged=False), ["Plataean army"], "Plataea")
    assert not hel.may_sortie(plataea(inside), [], "Plataea")
    assert not hel.may_sortie(plataea(army()), ["Plataean army"], "Plataea")
    two = plataea(army(), army("Plataean horse"))
    assert "are not in Plataea" in str(hel.may_sortie(two, ["Plataean army", "Plataean horse"], "Plataea"))


def test_what_fleets_do_in_a_siege_is_not_in_this_text() -> None:
    with pytest.raises(NotInThisText):
        hel.may_sortie(naupactus(fleet(at="Naupactus"), besieged=True), ["Messenian fleet"], "Naupactus")
    with pytest.raises(NotInThisText):
        hel.sortie_targets(naupactus(blockaded=True), "Naupactus")


def test_a_sortie_meets_the_besiegers_and_not_the_blockaders() -> None:
    both = naupactus(besieged=True, blockaded=True)
    assert [unit.name for unit in hel.sortie_targets(both, "Naupactus")] == ["Spartan army"]
    assert hel.sortie_targets(plataea(besieged=False), "Plataea") == ()


@given(st.integers(0, 9))
def test_sorties_are_free(sorties: int) -> None:
    assert hel.sortie_cost(sorties) == 0


@pytest.mark.parametrize("sorties", [-1, True, 1.0])
def test_sorties_are_a_count(sorties: int) -> None:
    with pytest.raises(ImpossibleSituation, match="sorties"):
        hel.sortie_cost(sorties)


# --- the order ---


def test_first_the_first_player_and_his_returning_battles_before_his_sorties() -> None:
    position = hel.Position(
        areas=hel.areas("Boeotia, Megaris"),
        cities=(hel.City("Plataea", 1, "Boeotia", ATHENS), hel.City("Megara", 1, "Megaris", SPARTA)),
    )
    outcome = hel.Outcome(ATHENS)
    home = [hel.ReturningBattle((group("x", city=city),), outcome) for city in ("Megara", "Plataea")]
    out = [hel.Sortie(city, ("y",), outcome) for city in ("Megara", "Plataea")]
    everything: list[hel.ReturningBattle | hel.Sortie] = [*home, *out]
    for battles in permutations(everything):
        assert hel.relief_order(position, SPARTA, battles) == (home[0], out[0], home[1], out[1])
        assert hel.relief_order(position, ATHENS, battles) == (home[1], out[1], home[0], out[0])


# --- the whole phase ---


def test_winners_enter_and_the_siege_is_broken() -> None:
    outcome = hel.Outcome(ATHENS, losses={"Theban army": 1, "Plataean army": 1}, retreats={"Theban army": "Phocis"})
    after = fought(plataea(army()), outcome)
    plataeans, thebans = after.position.unit("Plataean army"), after.position.unit("Theban army")
    assert (plataeans.at, plataeans.steps, plataeans.full) == ("Plataea", 1, 2)
    assert (thebans.at, thebans.steps, thebans.supplied) == ("Phocis", 2, True)
    assert after.position.sieges == ()
    assert (after.activated, after.prestige) == (("Plataean army",), {ATHENS: 2, SPARTA: 0})
    rules = [step.rule for step in after.steps]
    assert rules == ["HEL 9.3.1a", "HEL 9.3.1g", "HEL 9.3.1f", "HEL 9.3.1d", "HEL 9.3d"]


def test_eliminated_besiegers_need_no_retreat() -> None:
    after = fought(plataea(army()), hel.Outcome(ATHENS, losses={"Theban army": 3}))
    assert (after.position.unit("Theban army").at, after.position.sieges) == (hel.LOST, ())
    assert after.position.unit("Plataean army").at == "Plataea"


@pytest.mark.parametrize("supplied", [True, False])
def test_the_beaten_are_disbanded_unless_supplied(supplied: bool) -> None:
    after = fought(plataea(army(supplied=supplied)), hel.Outcome(SPARTA, retreats={"Plataean army": "Attica"}))
    assert after.position.unit("Plataean army").at == ("Attica" if supplied else hel.POOL)
    assert len(after.position.sieges) == 1
    assert after.prestige == {ATHENS: 0, SPARTA: 2}


def test_the_beaten_who_reach_a_friendly_city_live() -> None:
    after = fought(plataea(army()), hel.Outcome(SPARTA, retreats={"Plataean army": "Athens"}))
    assert after.position.unit("Plataean army").at == "Athens"


def test_a_routed_unit_of_the_winner_does_not_enter() -> None:
    position = plataea(army(), army("Plataean horse"))
    outcome = hel.Outcome(ATHENS, retreats={"Plataean horse": "Attica", "Theban army": "Phocis"})
    after = fought(position, outcome, group("Plataean army", "Plataean horse"))
    assert after.position.unit("Plataean army").at == "Plataea"
    assert after.position.unit("Plataean horse").at == hel.POOL


def test_where_the_beaten_go_is_asked_and_not_guessed() -> None:
    with pytest.raises(NotInThisText, match="where the Theban army retreats to"):
        fought(plataea(army()), hel.Outcome(ATHENS))
    with pytest.raises(NotInThisText, match="where the Plataean army retreats to"):
        fought(plataea(army()), hel.Outcome(SPARTA))


def test_several_groups_are_told_to_be_uncoordinated() -> None:
    position = plataea(army(), army("Plataean horse"))
    both = group(), group("Plataean horse")
    after = fought(position, hel.Outcome(ATHENS, losses={"Theban army": 3}), *both)
    assert [step.rule for step in after.steps].count("HEL 9.3.1h") == 1
    assert after.activated == ("Plataean army", "Plataean horse")
    single = fought(plataea(army()), hel.Outcome(ATHENS, losses={"Theban army": 3}))
    assert "HEL 9.3.1h" not in [step.rule for step in single.steps]


def test_a_city_that_overflows_asks_its_owner() -> None:
    units = [army(), army("one", "Plataea"), army("two", "Plataea")]
    battle = hel.ReturningBattle((group(),), hel.Outcome(ATHENS, losses={"Theban army": 3}))
    with pytest.raises(ImpossibleSituation, match="outside"):
        hel.relief(plataea(*units), first=SPARTA, returning=[group()], battles=[battle])
    after = hel.relief(
        plataea(*units), first=SPARTA, returning=[group()], battles=[battle], outside={"Plataea": ["one"]}
    )
    assert [unit.name for unit in after.position.units_at("Plataea")] == ["Plataean army", "two"]
    assert after.position.unit("one").at == hel.POOL


def test_each_player_settles_his_own_cities_when_his_part_is_over() -> None:
    """The Spartan army that declines is disbanded before Athens says who stays outside Plataea."""
    units = [army(), army("one", "Plataea"), army("two", "Plataea"), hel.Unit("Locrians", SPARTA, FOOT, "Attica")]
    position = plataea(*units, besieged=False)
    after = hel.relief(position, first=SPARTA, returning=[group()], outside={"Plataea": ["one"]})
    assert [step.rule for step in after.steps] == ["HEL 9.3.1e", "HEL 9.3.1i", "HEL 9.2.1.3d", "HEL 9.3.1i"]
    assert after.steps[1].text.startswith("the Locrians are disbanded: they are outside")


def test_at_sea_the_blockade_is_broken_and_the_fleet_comes_in() -> None:
    position = naupactus(fleet(), besieged=True, blockaded=True)
    pending = group("Messenian fleet", city="Naupactus", by_sea=True)
    outcome = hel.Outcome(ATHENS, retreats={"Corinthian fleet": "Ionian Sea"})
    after = fought(position, outcome, pending)
    assert after.position.unit("Messenian fleet").at == "Naupactus"
    assert (len(after.position.sieges), after.position.blockades) == (1, ())
    assert after.steps[0].rule == "HEL 9.3.1c"
    assert str(after.steps[-1]) == "the blockade of Naupactus is broken [HEL 9.3d]"


def test_land_units_come_in_with_their_fleet_and_are_not_lost_by_guessing() -> None:
    hoplites = hel.Unit("hoplites", ATHENS, FOOT, GULF, home="Naupactus", aboard="Messenian fleet")
    position = naupactus(fleet(), hoplites, blockaded=True)
    pending = group("Messenian fleet", "hoplites", city="Naupactus", by_sea=True)
    won = fought(position, hel.Outcome(ATHENS, losses={"Corinthian fleet": 2}), pending)
    assert (won.position.unit("hoplites").at, won.position.unit("hoplites").aboard) == ("Naupactus", "")
    with pytest.raises(NotInThisText, match="the hoplites on board of the Messenian fleet"):
        fought(position, hel.Outcome(SPARTA, losses={"Messenian fleet": 1}), pending)
    both = hel.Outcome(SPARTA, losses={"Messenian fleet": 1, "hoplites": 1})
    assert fought(position, both, pending).position.unit("hoplites").at == hel.LOST


@pytest.mark.parametrize("place", ["Ionian Sea", "Elis"])
def test_what_a_beaten_fleet_carries_goes_where_it_goes(place: str) -> None:
    hoplites = hel.Unit("hoplites", ATHENS, FOOT, GULF, home="Naupactus", aboard="Messenian fleet", supplied=True)
    position = naupactus(dataclasses.replace(fleet(), supplied=True), hoplites, blockaded=True)
    elis = hel.City("Elis", 1, "Aetolia", ATHENS, sea="Ionian Sea", port=True)
    position = dataclasses.replace(position, cities=(*position.cities, elis))
    pending = group("Messenian fleet", "hoplites", city="Naupactus", by_sea=True)
    after = fought(position, hel.Outcome(SPARTA, retreats={"Messenian fleet": place}), pending)
    carried = "Messenian fleet" if place == "Ionian Sea" else ""
    assert (after.position.unit("hoplites").at, after.position.unit("hoplites").aboard) == (place, carried)
    assert after.position.unit("Messenian fleet").at == place


def test_what_a_routed_fleet_of_the_winner_or_a_beaten_blockader_carries_goes_with_it() -> None:
    hoplites = hel.Unit("hoplites", ATHENS, FOOT, GULF, home="Naupactus", aboard="Messenian fleet", supplied=True)
    marines = hel.Unit("marines", SPARTA, FOOT, GULF, aboard="Corinthian fleet", supplied=True)
    position = naupactus(dataclasses.replace(fleet(), supplied=True), hoplites, fleet("Attic fleet"), blockaded=True)
    position = position.with_units(marines)
    pending = group("Messenian fleet", "hoplites", "Attic fleet", city="Naupactus", by_sea=True)
    outcome = hel.Outcome(ATHENS, retreats={"Messenian fleet": "Ionian Sea", "Corinthian fleet": "Ionian Sea"})
    after = fought(position, outcome, pending).position
    assert [after.unit(name).at for name in ("hoplites", "marines", "Attic fleet")] == [
        "Ionian Sea",
        "Ionian Sea",
        "Naupactus",
    ]


@pytest.mark.parametrize("won", [True, False])
def test_a_sortie_ends_inside(won: bool) -> None:
    retreats = {"Theban army": "Phocis"} if won else {}
    sortie = hel.Sortie("Plataea", ("Plataean army",), hel.Outcome(ATHENS if won else SPARTA, retreats=retreats))
    after = hel.relief(plataea(army(at="Plataea")), first=ATHENS, battles=[sortie])
    assert after.position.unit("Plataean army").at == "Plataea"
    assert bool(after.position.sieges) is not won
    assert after.activated == ("Plataean army",)
    rules = [step.rule for step in after.steps]
    assert rules == ["HEL 9.3.2a", "HEL 9.3.1g", *(["HEL 9.3.1f", "HEL 9.3d"] if won else ["HEL U1b"])]


def test_a_sortie_retreats_nowhere_else() -> None:
    lost = hel.Outcome(SPARTA, retreats={"Plataean army": "Attica"})
    with pytest.raises(ImpossibleSituation, match=r"retreats is 'Attica', expected Plataea.*\[HEL U1b\]"):
        hel.relief(plataea(army(at="Plataea")), first=ATHENS, battles=[hel.Sortie("Plataea", ("Plataean army",), lost)])


def test_the_returning_battle_leaves_nothing_for_the_sortie() -> None:
    position = plataea(army(), army("garrison troops", "Plataea"))
    battles: list[hel.ReturningBattle | hel.Sortie] = [
        hel.Sortie("Plataea", ("garrison troops",), hel.Outcome(ATHENS)),
        hel.ReturningBattle((group(),), hel.Outcome(ATHENS, losses={"Theban army": 3})),
    ]
    with pytest.raises(ImpossibleSituation, match="Plataea is not besieged"):
        hel.relief(position, first=SPARTA, returning=[group()], battles=battles)


@pytest.mark.parametrize(
    ("outcome", "field"),
    [
        (hel.Outcome(ATHENS, losses={"Theban army": 4}), "losses"),
        (hel.Outcome(ATHENS, losses={"Theban army": -1}), "losses"),
        (hel.Outcome(ATHENS, losses={"Spartan army": 1}), "losses"),
        (hel.Outcome(ATHENS, retreats={"Theban army": "Boeotia"}), "retreats"),
        (hel.Outcome(ATHENS, retreats={"Theban army": "Phocis", "Spartan army": "Phocis"}), "retreats"),
        (hel.Outcome(ATHENS, losses={"Plataean army": 2}), "winner"),
        (hel.Outcome(SPARTA, losses={"Theban army": 3}, retreats={"Plataean army": "Attica"}), "winner"),
    ],
)
def test_an_outcome_that_cannot_be_is_refused(outcome: hel.Outcome, field: str) -> None:
    with pytest.raises(ImpossibleSituation, match=f"^{field} is"):
        fought(plataea(army()), outcome)


def test_losses_are_whole_steps() -> None:
    with pytest.raises(ImpossibleSituation, match="losses is True"):
        hel.Outcome(ATHENS, losses={"Theban army": True})


def test_a_battle_needs_its_groups() -> None:
    won = hel.Outcome(ATHENS, losses={"Theban army": 3})
    with pytest.raises(ImpossibleSituation, match="groups"):
        hel.ReturningBattle((), won)
    with pytest.raises(ImpossibleSituation, match="groups"):
        hel.ReturningBattle((group(), group(city="Athens")), won)
    with pytest.raises(ImpossibleSituation, match="groups"):
        hel.ReturningBattle((group(), group(by_sea=True)), won)
    with pytest.raises(ImpossibleSituation, match="groups"):
        hel.relief(plataea(army()), first=SPARTA, battles=[hel.ReturningBattle((group(),), won)])


def test_a_stranger_does_not_fight_for_plataea() -> None:
    stranger = dataclasses.replace(army(), home="Athens")
    with pytest.raises(ImpossibleSituation, match=r"not the home city of the Plataean army \[HEL 9\.3\.1a\]"):
        fought(plataea(stranger), hel.Outcome(ATHENS))


@given(st.sampled_from(hel.Side), st.integers(0, 3), st.integers(0, 2), st.booleans())
def test_after_the_phase_everybody_is_sheltered_supplied_or_gone(
    winner: hel.Side, theban: int, plataean: int, supplied: bool
) -> None:
    position = plataea(army(supplied=supplied))
    losses = {"Theban army": theban, "Plataean army": plataean}
    retreats = {"Theban army": "Phocis"} if winner is ATHENS else {"Plataean army": "Attica"}
    if (theban == 3 and winner is SPARTA) or (plataean == 2 and winner is ATHENS):
        return
    after = fought(position, hel.Outcome(winner, losses, retreats)).position
    assert {unit.name for unit in after.units} == {unit.name for unit in position.units}
    for unit in after.units:
        assert unit.steps == position.unit(unit.name).steps - losses[unit.name]
        assert not unit.on_map or hel.survives(after, unit.name)
        assert (unit.at == hel.LOST) == (unit.steps == 0)


@pytest.mark.parametrize("kind", hel.BattleKind)
def test_a_kind_of_battle_reads_back(kind: hel.BattleKind) -> None:
    assert eval(repr(kind), vars(hel).copy()) is kind
    assert hel.BattleKind(str(kind)) is kind


@pytest.mark.parametrize(
    ("thing", "field"),
    [
        (hel.Outcome(ATHENS), "winner"),
        (hel.ReturningBattle((group(),), hel.Outcome(ATHENS)), "outcome"),
        (hel.Sortie("Plataea", (), hel.Outcome(ATHENS)), "outcome"),
        (hel.Relief(plataea()), "steps"),
    ],
)
def test_values_do_not_change(thing: object, field: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(thing, field, None)
