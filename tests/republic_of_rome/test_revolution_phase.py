"""The Revolution Phase as a whole: nothing is lost, at most one faction is in revolt, and the strongest it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from responsa import ImpossibleSituation, NotInThisText
from responsa import republic_of_rome as ror

FACTIONS = ("Optimates", "Populares", "Equites")
COMMANDERS = ("Furius", "Julius", "Fabius")
FRIENDS = ("Valerius", "Manlius", "Papirius")
NAMES = (*COMMANDERS, *FRIENDS)

legions = st.builds(
    lambda veteran, owner: ror.Legion(veteran=veteran, allegiance=owner if veteran else ""),
    st.booleans(),
    st.sampled_from(["", *NAMES]),
)
forces = st.builds(
    lambda units, fleets: ror.Force(tuple(units), fleets=fleets), st.lists(legions, max_size=5), st.integers(0, 3)
)
purse = st.integers(0, 6)


@st.composite
def tables(draw: st.DrawFn) -> ror.Republic:
    """Three factions, each with a commander in the field and a friend in Rome or with a Master of Horse."""
    deputy = draw(st.booleans())
    men = [
        ror.Senator(
            name,
            number=str(number + 1),
            faction=FACTIONS[number % 3],
            military=draw(st.integers(0, 5)),
            influence=number,
            talents=draw(purse),
            knights=draw(st.integers(0, 2)),
            concessions=draw(st.sampled_from([(), (f"Concession {number}",)])),
        )
        for number, name in enumerate(NAMES)
    ]
    second = replace(men[3], offices=(ror.Office.MASTER_OF_HORSE,))
    armies = [
        ror.Army(men[number], draw(forces), master_of_horse=second if deputy and number == 0 else None)
        for number in range(3)
    ]
    return ror.Republic(
        age=draw(st.sampled_from(ror.Age)),
        factions=tuple(ror.Faction(name, talents=draw(purse), cards=draw(st.integers(0, 5))) for name in FACTIONS),
        senators=tuple(men[4:] if deputy else men[3:]),
        armies=tuple(armies),
        active_forces=draw(forces),
        wars=tuple(ror.War(f"War {number}") for number in range(draw(st.integers(0, 4)))),
        treasury=draw(purse),
    )


@st.composite
def phases(draw: st.DrawFn) -> tuple[ror.Republic, list[str], list[ror.CommanderTurn]]:
    rome = draw(tables())
    victors = draw(st.lists(st.sampled_from(COMMANDERS), unique=True))
    turns = []
    for army in rome.armies:
        if army.commander.name not in victors:
            continue
        asked = [each for each in army.force.legions if ror.must_be_rolled_for(each, commander=army.commander)]
        budget = army.commander.talents
        talents = []
        for _ in asked:
            spends = draw(st.booleans()) and budget > 0
            talents.append(int(spends))
            budget -= spends
        friends = [man.name for man in rome.everyone if man.faction == army.commander.faction]
        friends.remove(army.commander.name)
        turns.append(
            ror.CommanderTurn(
                army.commander.name,
                revolts=draw(st.booleans()),
                dice=draw(st.tuples(*[st.none() | st.integers(1, 6) for _ in asked])),
                talents=tuple(talents),
                joined_by=tuple(draw(st.lists(st.sampled_from(friends), unique=True))),
            )
        )
    return rome, victors, turns


def talents_in(rome: ror.Republic) -> int:
    return rome.treasury + sum(man.talents for man in rome.everyone) + sum(seat.talents for seat in rome.factions)


def legions_in(rome: ror.Republic) -> Counter[ror.Legion]:
    return Counter(rome.active_forces.legions) + Counter(each for army in rome.armies for each in army.force.legions)


def fleets_in(rome: ror.Republic) -> int:
    return rome.active_forces.fleets + sum(army.force.fleets for army in rome.armies)


@given(phases())
def test_nothing_is_lost_but_what_is_spent(said: tuple[ror.Republic, list[str], list[ror.CommanderTurn]]) -> None:
    before, victors, turns = said
    phase = ror.play_revolution_phase(before, victors=victors, commanders=turns)
    after = phase.republic
    assert talents_in(before) - talents_in(after) == phase.talents_spent == sum(sum(turn.talents) for turn in turns)
    assert legions_in(before) == legions_in(after)
    assert fleets_in(before) == fleets_in(after)
    assert sorted(man.name for man in before.everyone) == sorted(man.name for man in after.everyone)
    knights = sum(man.knights for man in before.everyone) - sum(man.knights for man in after.everyone)
    assert knights == phase.knights_lost
    held = [name for man in after.everyone for name in man.concessions]
    assert sorted([*held, *phase.to_forum]) == sorted(name for man in before.everyone for name in man.concessions)


@given(phases())
def test_at_most_one_faction_is_in_revolt(said: tuple[ror.Republic, list[str], list[ror.CommanderTurn]]) -> None:
    before, victors, turns = said
    phase = ror.play_revolution_phase(before, victors=victors, commanders=turns)
    rebels = [man for man in phase.republic.everyone if man.is_rebel]
    assert len({man.faction for man in rebels}) <= 1
    assert (phase.rebel is None) == (not rebels) == (not any(turn.revolts for turn in turns))
    if phase.rebel is None:
        assert phase.knights_lost == 0
        assert phase.to_forum == ()
        return
    turn = next(turn for turn in turns if turn.commander == phase.rebel.commander)
    assert {man.name for man in rebels} == {turn.commander, *turn.joined_by}
    assert all(not man.knights and not man.concessions and not man.in_rome for man in rebels)
    assert all(not man.offices for man in rebels if man.place is ror.Place.SECONDARY_REBEL)
    assert not any(man.is_rebel for man in phase.republic.everyone if man.name not in {turn.commander, *turn.joined_by})


@given(phases())
def test_the_strongest_declaration_stands(said: tuple[ror.Republic, list[str], list[ror.CommanderTurn]]) -> None:
    before, victors, turns = said
    phase = ror.play_revolution_phase(before, victors=victors, commanders=turns)
    if phase.rebel is not None:
        assert all(phase.rebel.strength >= each.strength for each in phase.ignored)
        assert len(phase.ignored) == sum(turn.revolts for turn in turns) - 1


@given(phases())
def test_the_declared_strength_is_that_of_the_army_that_marches(
    said: tuple[ror.Republic, list[str], list[ror.CommanderTurn]],
) -> None:
    before, victors, turns = said
    phase = ror.play_revolution_phase(before, victors=victors, commanders=turns)
    if phase.rebel is None:
        return
    army = next(army for army in phase.republic.armies if army.commander.place is ror.Place.REBEL)
    assert phase.rebel.strength == army.force.strength + army.commander.military
    assert army.force.fleets == 0
    rebels = {man.name for man in phase.republic.everyone if man.is_rebel}
    elsewhere = legions_in(phase.republic) - Counter(army.force.legions)
    assert not any(each.allegiance in rebels for each in elsewhere)


@given(phases())
def test_every_other_victor_has_laid_down_his_command(
    said: tuple[ror.Republic, list[str], list[ror.CommanderTurn]],
) -> None:
    before, victors, turns = said
    phase = ror.play_revolution_phase(before, victors=victors, commanders=turns)
    rebel = phase.rebel.commander if phase.rebel else ""
    commanding = {army.commander.name for army in phase.republic.armies}
    assert commanding.isdisjoint(set(victors) - {rebel})
    joined = {man.name for man in phase.republic.everyone if man.is_rebel}
    for army in before.armies:
        name = army.commander.name
        assert (name in commanding) == (name == rebel or (name not in victors and name not in joined))


@given(st.lists(st.integers(0, 12), min_size=2, max_size=4), st.data())
def test_hands_come_down_to_five_and_cards_do_not_multiply(hands: list[int], data: st.DataObject) -> None:
    seats = [f"Faction {seat}" for seat in range(len(hands))]
    men = [
        ror.Senator(f"Senator {seat}", faction=name, number=str(seat + 1), influence=seat)
        for seat, name in enumerate(seats)
    ]
    rome = ror.Republic(
        factions=tuple(ror.Faction(name, cards=cards) for name, cards in zip(seats, hands, strict=True)),
        senators=tuple(men),
    )
    turns, discarded = [], 0
    for seat, name in enumerate(seats):
        excess = ror.excess_cards(hands[seat])
        played = data.draw(st.integers(0, min(1, excess)))
        gone = excess - played
        sheds: tuple[Any, ...] = (ror.PlayConcession(f"Concession {seat}", f"Senator {seat}"),) * played
        sheds += (ror.Discard(gone),) if gone else ()
        turns.append(ror.FactionTurn(name, sheds=sheds))
        discarded += excess
    phase = ror.play_revolution_phase(rome, cards=turns)
    assert [seat.cards for seat in phase.republic.factions] == [min(cards, 5) for cards in hands]
    assert sum(seat.cards for seat in phase.republic.factions) + discarded == sum(hands)


JULIUS = ror.Senator("Julius", number="4", faction="Populares", military=4, talents=2, influence=3)
MANLIUS = ror.Senator("Manlius", number="6", faction="Populares", military=3)
FABIUS = ror.Senator("Fabius", number="2", faction="Optimates", military=4)
SEATS = (ror.Faction("Populares", cards=5), ror.Faction("Optimates", cards=5))


def field(**more: Any) -> ror.Republic:
    army = ror.Army(JULIUS, ror.Force(ror.legions(3), fleets=1))
    return ror.Republic(factions=SEATS, senators=(MANLIUS, FABIUS), armies=(army,), **more)


def test_a_settled_revolt_bars_all_others() -> None:
    rebel = ror.Army(replace(FABIUS, place=ror.Place.REBEL), ror.Force(ror.legions(1)))
    army = ror.Army(JULIUS, ror.Force(ror.legions(9)))
    rome = ror.Republic(factions=SEATS, armies=(rebel, army))
    phase = ror.play_revolution_phase(rome, victors=["Julius"])
    assert phase.rebel is None
    assert [each.commander.name for each in phase.republic.armies] == ["Fabius"]
    with pytest.raises(ImpossibleSituation, match="his revolt is not put down") as error:
        ror.play_revolution_phase(rome, victors=["Julius"], commanders=[ror.CommanderTurn("Julius", revolts=True)])
    assert str(error.value.rule) == "ROR 1.11.3i"


def test_the_phase_ends_with_the_check_of_victory() -> None:
    rome = field(wars=tuple(ror.War(f"War {number}") for number in range(3)))
    assert ror.play_revolution_phase(rome).verdict.outcome is ror.Outcome.GOES_ON
    phase = ror.play_revolution_phase(rome, elected="Fabius")
    assert (phase.verdict.outcome, phase.verdict.faction) == (ror.Outcome.WINS, "Optimates")
    revolt = [ror.CommanderTurn("Julius", revolts=True)]
    phase = ror.play_revolution_phase(rome, victors=["Julius"], commanders=revolt, civil_war_counts=True)
    assert phase.verdict.outcome is ror.Outcome.ALL_LOSE


def test_a_rebel_dictator_keeps_a_master_of_horse_who_joins() -> None:
    army = ror.Army(JULIUS, ror.Force(ror.legions(3)), master_of_horse=MANLIUS)
    rome = ror.Republic(factions=SEATS, senators=(FABIUS,), armies=(army,))
    turn = ror.CommanderTurn("Julius", revolts=True, dice=(6, 6, 6), joined_by=("Manlius",))
    phase = ror.play_revolution_phase(rome, victors=["Julius"], commanders=[turn])
    assert phase.republic.armies[0].rating == 7
    assert phase.rebel is not None
    assert phase.rebel.strength == 3 + 4
    phase = ror.play_revolution_phase(rome, victors=["Julius"], commanders=[replace(turn, joined_by=())])
    assert phase.republic.armies[0].rating == 4
    assert [man.name for man in phase.republic.senators] == ["Fabius", "Manlius"]


def test_a_secondary_rebel_gives_his_army_back() -> None:
    mine = ror.Army(JULIUS, ror.Force(ror.legions(3)))
    force = ror.Force(ror.legions(2) + ror.veterans(1, of="Manlius") + ror.veterans(1, of="Fabius"), fleets=2)
    his = ror.Army(replace(MANLIUS, proconsul_against="Syrian War"), force, against="Syrian War")
    rome = ror.Republic(factions=SEATS, senators=(FABIUS,), armies=(mine, his))
    turn = ror.CommanderTurn("Julius", revolts=True, joined_by=("Manlius",))
    phase = ror.play_revolution_phase(rome, victors=["Julius"], commanders=[turn])
    assert [army.force.legions for army in phase.republic.armies] == [ror.veterans(1, of="Manlius")]
    assert str(phase.republic.active_forces) == "5 legions, 1 veteran legion of Fabius and 2 fleets"
    assert [man.place for man in phase.republic.senators if man.name == "Manlius"] == [ror.Place.SECONDARY_REBEL]


@pytest.mark.parametrize(("number", "rebel"), [(3, "Julius"), (4, "Manlius")])
def test_two_commanders_of_one_faction(number: int, rebel: str) -> None:
    armies = (ror.Army(JULIUS, ror.Force(ror.legions(2))), ror.Army(MANLIUS, ror.Force(ror.legions(number))))
    rome = ror.Republic(factions=SEATS, senators=(FABIUS,), armies=armies)
    first = ror.CommanderTurn("Julius", revolts=True, dice=(6, 6), joined_by=("Manlius",))
    second = ror.CommanderTurn("Manlius", revolts=True, dice=(6,) * number, joined_by=("Julius",))
    phase = ror.play_revolution_phase(rome, victors=["Julius", "Manlius"], commanders=[first, second])
    assert phase.rebel is not None
    assert phase.rebel.commander == rebel
    assert len(phase.republic.armies) == 1
    assert {man.name for man in phase.republic.everyone if man.is_rebel} == {"Julius", "Manlius"}
    assert len([man for man in phase.republic.everyone if man.place is ror.Place.REBEL]) == 1


REVOLT = ror.CommanderTurn("Julius", revolts=True)


@pytest.mark.parametrize(
    ("said", "field_", "rule"),
    [
        ({"victors": ["Caesar"]}, "victors", "ROR 1.11.3b"),
        ({"victors": ["Manlius"]}, "victors", "ROR 1.11.3b"),
        ({"victors": ["Julius", "Julius"]}, "victors", "ROR 1.11.3j"),
        ({"commanders": [REVOLT]}, "commanders", "ROR 1.11.3j"),
        ({"victors": ["Julius"], "commanders": [REVOLT, REVOLT]}, "commanders", "ROR 1.11.3b"),
        ({"victors": ["Julius"], "commanders": [replace(REVOLT, joined_by=("Fabius",))]}, "joined_by", "ROR 1.11.32a"),
        ({"victors": ["Julius"], "commanders": [replace(REVOLT, joined_by=("Nemo",))]}, "joined_by", "ROR 1.11.32a"),
        (
            {"victors": ["Julius"], "commanders": [replace(REVOLT, joined_by=("Manlius", "Manlius"))]},
            "joined_by",
            "ROR 1.11.32a",
        ),
        ({"victors": ["Julius"], "commanders": [replace(REVOLT, dice=(1, 2, 7))]}, "die", "ROR 1.11.31a"),
        ({"victors": ["Julius"], "commanders": [replace(REVOLT, talents=(2, 0, 0))]}, "talents", "ROR 1.11.31h"),
        ({"victors": ["Julius"], "commanders": [replace(REVOLT, talents=(1, 1, 1))]}, "talents", "ROR 1.11.31f"),
        ({"cards": [ror.FactionTurn("Equites")]}, "cards", "ROR 1.11.1a"),
        ({"cards": [ror.FactionTurn("Populares"), ror.FactionTurn("Populares")]}, "cards", "ROR 1.11.1a"),
        ({"cards": [ror.FactionTurn("Populares", sheds=(ror.Discard(),))]}, "sheds", "ROR 1.11.2a"),
        (
            {"cards": [ror.FactionTurn("Populares", plays=(ror.PlayConcession("Mining", "Fabius"),))]},
            "plays",
            "ROR 1.11.1b",
        ),
    ],
)
def test_impossible_phases(said: dict[str, Any], field_: str, rule: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        ror.play_revolution_phase(field(), **said)
    assert (error.value.field, str(error.value.rule)) == (field_, rule)


@pytest.mark.parametrize(
    ("shed", "field_"),
    [
        (ror.Discard(3), "cards"),
        (ror.Discard(0), "cards"),
        (ror.Trade("Populares", gives=1), "partner"),
        (ror.Trade("Optimates", gives=1, gets=1), "gives"),
        (ror.Trade("Optimates", gives=4, gets=1), "gives"),
        (ror.Trade("Optimates", gives=7, gets=6), "gets"),
        (ror.Trade("Optimates", gives=2), "cards"),
    ],
)
def test_impossible_sheds(shed: Any, field_: str) -> None:
    seats = (replace(SEATS[0], cards=7), SEATS[1])
    rome = ror.Republic(factions=seats, senators=(MANLIUS, FABIUS))
    with pytest.raises(ImpossibleSituation) as error:
        ror.play_revolution_phase(rome, cards=[ror.FactionTurn("Populares", sheds=(shed,))])
    assert error.value.field == field_


def test_a_master_of_horse_has_no_command_to_revolt_with() -> None:
    horse = replace(MANLIUS, offices=(ror.Office.MASTER_OF_HORSE,))
    rome = ror.Republic(factions=SEATS, senators=(FABIUS,), armies=(ror.Army(JULIUS, master_of_horse=horse),))
    with pytest.raises(ImpossibleSituation) as error:
        ror.play_revolution_phase(rome, victors=["Manlius"])
    assert str(error.value.rule) == "ROR 1.11.3f"


def test_a_rebel_gets_no_concession_and_an_empty_hand_plays_nothing() -> None:
    rome = ror.Republic(factions=SEATS, senators=(FABIUS, replace(MANLIUS, place=ror.Place.SECONDARY_REBEL)))
    play = ror.PlayConcession("Mining", "Manlius")
    with pytest.raises(ImpossibleSituation, match="Manlius is in revolt and keeps no concessions"):
        ror.play_revolution_phase(rome, cards=[ror.FactionTurn("Populares", plays=(play,))])
    empty = replace(rome, factions=(ror.Faction("Populares"), SEATS[1]))
    with pytest.raises(ImpossibleSituation, match="a player with a card in his hand"):
        ror.play_revolution_phase(empty, cards=[ror.FactionTurn("Populares", plays=(play,))])


SCIPIO = ror.PlayStatesman(ror.Senator("Scipio", number="1A", military=5, influence=3, popularity=2))
PLAYS_SCIPIO = [ror.FactionTurn("Optimates", plays=(SCIPIO,))]


@pytest.mark.parametrize("faction", ["Optimates", ""])
def test_a_statesman_takes_the_place_of_his_own_or_unaligned_family(faction: str) -> None:
    cornelius = ror.Senator("Cornelius", number="1", faction=faction, influence=5, knights=2, talents=7)
    papirius = ror.Senator("Papirius", faction="Optimates")
    rome = ror.Republic(factions=SEATS, senators=(cornelius, papirius))
    after = ror.play_revolution_phase(rome, cards=PLAYS_SCIPIO).republic
    scipio = next(man for man in after.everyone if man.name == "Scipio")
    assert (scipio.faction, scipio.influence, scipio.popularity) == ("Optimates", 5, 2)
    assert (scipio.knights, scipio.talents, scipio.military) == (2, 7, 5)
    assert [man.name for man in after.everyone] == ["Scipio", "Papirius"]


def test_a_statesman_revolts_with_the_army_of_his_family() -> None:
    cornelius = ror.Senator("Cornelius", number="1", faction="Optimates", military=4)
    papirius = ror.Senator("Papirius", faction="Optimates", influence=1)
    army = ror.Army(cornelius, ror.Force(ror.veterans(2, of="Cornelius")))
    box = ror.Force(ror.veterans(1, of="Cornelius"))
    rome = ror.Republic(factions=SEATS, senators=(papirius,), armies=(army,), active_forces=box)
    turn = ror.CommanderTurn("Cornelius", revolts=True)
    phase = ror.play_revolution_phase(rome, victors=["Cornelius"], cards=PLAYS_SCIPIO, commanders=[turn])
    assert phase.rebel == ror.Declaration("Scipio", "Optimates", 3 * 2 + 5)
    assert phase.republic.armies[0].force == ror.Force(ror.veterans(3, of="Scipio"))
    assert phase.republic.active_forces == ror.Force()


def test_a_statesman_of_a_captive_family_is_not_in_this_text() -> None:
    captive = ror.Senator("Cornelius", number="1", faction="Optimates", place=ror.Place.CAPTIVE)
    papirius = ror.Senator("Papirius", faction="Optimates")
    rome = ror.Republic(factions=SEATS, senators=(captive, papirius))
    with pytest.raises(NotInThisText, match="a family card that is captive"):
        ror.play_revolution_phase(rome, cards=PLAYS_SCIPIO)


def test_the_steps_are_numbered_and_jump_forward() -> None:
    assert [step.number for step in ror.STEPS] == list(range(1, len(ror.STEPS) + 1))
    for step in ror.STEPS:
        assert step.jump is None or step.number < step.jump[0] <= len(ror.STEPS)


def harmless(count: int, of: set[str]) -> tuple[str, ...]:
    """So many chits that name none of these men."""
    return tuple([str(number) for number in range(1, 31) if str(number) not in of][:count])


class RevoltOverTurns(RuleBasedStateMachine):
    """A revolt from its first turn to its end: upkeep, desertions and battles, and nothing lost on the way."""

    @initialize(said=phases())
    def declare(self, said: tuple[ror.Republic, list[str], list[ror.CommanderTurn]]) -> None:
        before, victors, turns = said
        phase = ror.play_revolution_phase(before, victors=victors, commanders=turns)
        rome = phase.republic
        self.legions = sum(legions_in(before).values())
        self.talents = talents_in(before)
        self.gone, self.paid, self.over = 0, phase.talents_spent, phase.rebel is None
        self.rebel = next((army for army in rome.armies if army.commander.place is ror.Place.REBEL), None)
        self.others = [army.force for army in rome.armies if army is not self.rebel]
        self.box, self.treasury = rome.active_forces, rome.treasury
        self.faction = next((seat for seat in rome.factions if phase.rebel and seat.name == phase.rebel.faction), None)
        deputy = self.rebel.master_of_horse.name if self.rebel and self.rebel.master_of_horse else ""
        names = (deputy, self.rebel.commander.name if self.rebel else "")
        self.secondary = [man for man in rome.everyone if man.is_rebel and man.name not in names]
        kept = [man for man in rome.everyone if not man.is_rebel]
        self.elsewhere = sum(man.talents for man in kept)
        self.elsewhere += sum(seat.talents for seat in rome.factions if seat is not self.faction)

    @rule()
    def a_year_goes_by(self) -> None:
        """Nothing happens, as after the revolt."""

    @precondition(lambda self: not self.over)
    @rule(data=st.data())
    def pay(self, data: st.DataObject) -> None:
        assert self.rebel is not None
        assert self.faction is not None
        before = self.money()
        paid = ror.pay_upkeep(self.rebel, self.faction, secondaries=self.secondary, treasury=self.treasury)
        taken = data.draw(st.integers(0, min(len(paid.disbanded), self.treasury // 2)))
        paid = ror.pay_upkeep(
            self.rebel, self.faction, secondaries=self.secondary, treasury=self.treasury, senate_takes=taken
        )
        self.rebel, self.faction, self.treasury = paid.army, paid.faction, paid.treasury
        self.secondary = list(paid.secondaries)
        self.box = self.box.joined_by(ror.Force(paid.returned))
        self.gone += len(paid.disbanded)
        self.paid += before - self.money()

    @precondition(lambda self: not self.over and self.box.size > 0)
    @rule(dice=st.tuples(*[st.integers(1, 6)] * 3), data=st.data())
    def fight(self, dice: tuple[int, int, int], data: st.DataObject) -> None:
        assert self.rebel is not None
        size = data.draw(st.integers(1, self.box.size))
        sent = ror.Force(self.box.legions[:size])
        home = ror.Force(self.box.legions[size:], fleets=self.box.fleets)
        senate = ror.Army(ror.Senator("Cicero", number="28", military=data.draw(st.integers(0, 6))), sent)
        total = sum(dice) + ror.civil_war_difference(senate, self.rebel)
        losses = ror.civil_war_losses(total, senate=size, rebel=self.rebel.force.size)
        units = 0 if ror.combat_row(total).result is ror.Result.DEFEAT else losses.senate + losses.rebel
        fought = ror.civil_war_battle(
            senate,
            self.rebel,
            dice=dice,
            secondary=self.secondary,
            senate_picked=sent.legions[: losses.senate],
            rebel_picked=self.rebel.force.legions[: losses.rebel],
            chits=harmless(
                units, {senate.commander.number, *(man.number for man in (*self.rebel.men, *self.secondary))}
            ),
        )
        self.gone += fought.senate_lost + fought.rebel_lost
        self.over = fought.revolt is not ror.Revolt.UNDECIDED
        back = fought.senate.force if fought.senate is not None else ror.Force()
        self.box = home.joined_by(back).joined_by(fought.active_forces)
        if fought.rebel is not None:
            self.rebel = fought.rebel
        else:
            self.rebel = replace(self.rebel, force=ror.Force())

    def money(self) -> int:
        assert self.rebel is not None
        assert self.faction is not None
        rebels = (*self.rebel.men, *self.secondary)
        return self.treasury + self.faction.talents + sum(man.talents for man in rebels)

    @invariant()
    def no_legion_is_lost(self) -> None:
        rebels = self.rebel.force.size if self.rebel else 0
        assert rebels + self.box.size + sum(force.size for force in self.others) + self.gone == self.legions

    @invariant()
    def no_talent_is_lost(self) -> None:
        if self.rebel is not None:
            assert self.money() + self.elsewhere + self.paid == self.talents


TestRevoltOverTurns = RevoltOverTurns.TestCase
TestRevoltOverTurns.settings = settings(max_examples=50, stateful_step_count=12)


@pytest.mark.parametrize("bankrupt", [True, False])
def test_a_rebel_of_this_phase_gains_nothing_from_what_came_before_him(bankrupt: bool) -> None:
    army = ror.Army(replace(MANLIUS, place=ror.Place.ARMY), ror.Force(ror.legions(3)))
    rome = ror.Republic(factions=SEATS, senators=(FABIUS,), armies=(army,))
    rises = ror.CommanderTurn("Manlius", revolts=True)
    phase = ror.play_revolution_phase(
        rome, victors=["Manlius"], commanders=[rises], bankrupt=bankrupt, people_revolt=not bankrupt
    )
    assert phase.rebel is not None
    assert phase.verdict.outcome is ror.Outcome.ALL_LOSE
    with pytest.raises(ImpossibleSituation, match="nobody was in revolt before this phase"):
        ror.play_revolution_phase(rome, victors=["Manlius"], commanders=[rises], marched=True)


def test_a_governor_in_revolt_who_stays_in_his_province_counts_as_a_war() -> None:
    rebel = ror.Senator("Julius", faction="Populares", place=ror.Place.REBEL)
    wars = tuple(ror.war(name) for name in sorted(ror.WAR_CARDS)[:3])
    rome = ror.Republic(factions=SEATS, senators=(FABIUS, rebel), wars=wars)
    assert ror.play_revolution_phase(rome, rebel_stays=True).verdict.outcome is ror.Outcome.ALL_LOSE
    assert ror.play_revolution_phase(rome).verdict.outcome is not ror.Outcome.ALL_LOSE


def test_at_most_one_man_leads_a_revolt() -> None:
    men = tuple(ror.Senator(name, place=ror.Place.REBEL) for name in ("Julius", "Manlius"))
    with pytest.raises(ImpossibleSituation, match="at most one primary rebel"):
        ror.Republic(senators=men)


def test_a_captive_is_not_elected() -> None:
    captive = ror.Senator("Julius", faction="Populares", place=ror.Place.CAPTIVE)
    with pytest.raises(ImpossibleSituation, match="nor a captive"):
        ror.check_victory(ror.Republic(senators=(captive,)), elected="Julius")


def test_a_master_of_horse_joins_only_his_own_dictator() -> None:
    horse = ror.Senator("Manlius", faction="Populares", offices=(ror.Office.MASTER_OF_HORSE,))
    rebel = ror.Senator("Cornelius", faction="Populares")
    assert ror.may_join(horse, rebel=rebel).rules == ("ROR 1.11.3f",)
    assert ror.may_join(horse, rebel=rebel, deputy=True)
