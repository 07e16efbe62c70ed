"""The Revolution Phase from the first card to the check of victory [ROR 1.11]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, replace
from typing import Any, Final

from responsa.checks import check_count
from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.republic_of_rome._helpers import Compact, counted, once
from responsa.republic_of_rome.civil_war import Deserted, veterans_desert_to_rebel
from responsa.republic_of_rome.loyalty import LoyaltyRolls, roll_for_loyalty
from responsa.republic_of_rome.offices import hrao
from responsa.republic_of_rome.pieces import Army, Force, Place, Republic, Senator
from responsa.republic_of_rome.rebel_money import turns_rebel
from responsa.republic_of_rome.revolt import (
    HAND_LIMIT,
    Declaration,
    clockwise_from,
    declarations_may_begin,
    declared_strength,
    displaces_declaration,
    lays_down,
    may_declare_revolt,
)
from responsa.republic_of_rome.secondary_rebels import hands_over, may_join, veterans_of
from responsa.republic_of_rome.statesmen import assign_concession, may_play_statesman, placed_on_family
from responsa.republic_of_rome.victory import Verdict, check_victory
from responsa.rules import implements
from responsa.rulings import Finding, Reason, Ruling, decide
from responsa.told import Told
from responsa.values import dataclass


@dataclass(frozen=True)
class RevolutionStep:
    """A step of the Revolution Phase.

    Attributes:
        number: Its number in the phase.
        title: What is done.
        rule: The clause that says how.
        turn: Who acts.
        jump: A later step that comes next in the case named, if there is such a case.
    """

    number: int
    title: str
    rule: str
    turn: str = ""
    jump: tuple[int, str] | None = None


_ROUND: Final = "every player, from the HRAO clockwise"

STEPS: Final = (
    RevolutionStep(1, "Play statesmen and concessions", "ROR 1.11.1", _ROUND),
    RevolutionStep(2, f"Get rid of more than {HAND_LIMIT} cards", "ROR 1.11.2", _ROUND),
    RevolutionStep(3, "Roll for the loyalty of the legions", "ROR 1.11.31", "each victorious commander"),
    RevolutionStep(4, "Lay down the command, or revolt", "ROR 1.11.3", jump=(7, "nobody revolts")),
    RevolutionStep(5, "The faction stays loyal or joins", "ROR 1.11.32"),
    RevolutionStep(6, "Settle forces, offices and money", "ROR 1.11.34"),
    RevolutionStep(7, "Check victory", "ROR 1.12.1"),
)
"""The steps of the Revolution Phase in their order [ROR 1.11]."""


@dataclass(frozen=True)
class PlayStatesman:
    """A player brings a statesman into play [ROR 1.11.1a]."""

    statesman: Senator


@dataclass(frozen=True)
class PlayConcession:
    """A player puts a concession under a senator of his faction [ROR 1.11.1b]."""

    concession: str
    senator: str


@dataclass(frozen=True)
class Discard:
    """A player discards cards [ROR 1.11.2b]."""

    cards: int = 1


@dataclass(frozen=True)
class Trade:
    """A player trades cards with another faction [ROR 1.11.2b]."""

    partner: str
    gives: int
    gets: int = 0


CardPlay = PlayStatesman | PlayConcession
"""A card that is played."""


@dataclass(frozen=True)
class FactionTurn:
    """What a player does with his cards in the Revolution Phase.

    Attributes:
        faction: The name of his faction.
        plays: The statesmen and concessions that he plays.
        sheds: How he gets rid of excess cards.
    """

    faction: str
    plays: tuple[CardPlay, ...] = ()
    sheds: tuple[CardPlay | Discard | Trade, ...] = ()


@dataclass(frozen=True, repr=False)
class CommanderTurn(Compact):
    """What a victorious commander decides.

    Attributes:
        commander: His name.
        revolts: Whether he revolts, or lays down his command.
        dice: A die for each legion that must be rolled for; `None` where he does not roll.
        talents: Talents on each of these legions, 0 or 1.
        from_deputy: How many of these talents his Master of Horse pays.
        deputy_consents: Whether the Master of Horse agrees to that.
        joined_by: The names of the senators of his faction who join the revolt; the others stay loyal.
    """

    commander: str
    _: KW_ONLY
    revolts: bool = False
    dice: tuple[int | None, ...] = ()
    talents: tuple[int, ...] = ()
    from_deputy: int = 0
    deputy_consents: bool = False
    joined_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class RevolutionPhase(Told):
    """What happened in a Revolution Phase, and the table after it.

    Attributes:
        republic: The table afterwards.
        rebel: The declaration that stands; `None` if nobody revolted in this phase.
        ignored: The declarations that did not stand.
        to_forum: The concessions that went back to the Forum.
        knights_lost: The knights that were lost.
        talents_spent: The talents that were spent on loyalty rolls.
        verdict: The check of victory.
        steps: What happened, step by step.
    """

    republic: Republic
    rebel: Declaration | None
    ignored: tuple[Declaration, ...]
    to_forum: tuple[str, ...]
    knights_lost: int
    talents_spent: int
    verdict: Verdict
    steps: tuple[Reason, ...]


@implements("ROR 1.11.1b", "ROR 1.11.1c")
def may_play_concession(senator: Senator, *, faction: str) -> Ruling:
    """Whether a player may play a concession on this senator in the Revolution Phase, wherever the senator is.

    Args:
        senator: The senator.
        faction: The player's faction.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> away = ror.Senator("Julius", faction="Populares", place=ror.Place.ARMY)
        >>> print(ror.may_play_concession(away, faction="Populares"))
        Yes. Julius is of the faction Populares [ROR 1.11.1b] and need not be in Rome [ROR 1.11.1c].
    """
    yes, no = (f"{senator} is {of} the faction {faction}" for of in ("of", "not of"))
    if senator.is_rebel:
        return Ruling.no(f"{senator} is in revolt and keeps no concessions", "ROR 1.11.34a")
    return decide(
        Finding(senator.faction == faction, "ROR 1.11.1b", yes=yes, no=no),
        Finding(True, "ROR 1.11.1c", yes="need not be in Rome", no="must be in Rome"),
    )


@implements("ROR 1.11.2a")
def excess_cards(cards: int) -> int:
    """How many faction cards a player must get rid of.

    Args:
        cards: The cards in his hand.

    Raises:
        ImpossibleSituation: If the number is negative.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> ror.excess_cards(7), ror.excess_cards(5)
        (2, 0)
    """
    check_count("cards", cards, "ROR 1.11.2a")
    return max(0, cards - HAND_LIMIT)


@implements(
    "ROR 1.11", "ROR 1.11.1a", "ROR 1.11.1d", "ROR 1.11.2a", "ROR 1.11.2b", "ROR 1.11.3a", "ROR 1.11.3b", "ROR 1.12.1a"
)
def play_revolution_phase(
    republic: Republic,
    *,
    victors: Sequence[str] = (),
    cards: Sequence[FactionTurn] = (),
    commanders: Sequence[CommanderTurn] = (),
    marched: bool = False,
    bankrupt: bool = False,
    people_revolt: bool = False,
    elected: str = "",
    military_reforms: bool = False,
    rebel_stays: bool = False,
    civil_war_counts: bool = False,
) -> RevolutionPhase:
    """Play the whole Revolution Phase: cards, hand limits, declarations, the revolt, and the check of victory.

    Args:
        republic: The table when the Combat Phase is over.
        victors: The names of the commanders who won a land battle in this turn.
        cards: What the players do with their cards; who is not named does nothing.
        commanders: What the victorious commanders decide; who is not named lays down his command.
        marched: Whether a rebel beat the Senate in this turn, or no army was sent against him.
        bankrupt: Whether the state went bankrupt in this turn.
        people_revolt: Whether the people revolted in this turn.
        elected: The name of the senator elected Consul for Life in this turn.
        military_reforms: Whether the Military Reforms law is in force.
        rebel_stays: Whether the rebel of an earlier turn is a governor who stays in his province (2.03.8).
        civil_war_counts: Whether the civil war counts among the active wars (later living rules).

    Returns:
        What happened step by step, and the table after it.

    Raises:
        ImpossibleSituation: If a card may not be played, a hand stays too large, a man decides who is not asked,
            a man joins who may not, or dice or talents are wrong.
        NotInThisText: If the family card of a statesman is a captive's or a rebel's.

    Examples:
        >>> from responsa import republic_of_rome as ror
        >>> cornelius = ror.Senator("Cornelius", number="1", faction="Optimates", military=4, influence=5)
        >>> table = ror.Republic(
        ...     factions=(ror.Faction("Optimates"),), armies=(ror.Army(cornelius, ror.Force(ror.legions(2))),)
        ... )
        >>> decision = ror.CommanderTurn("Cornelius", revolts=True, dice=(6, 2))
        >>> phase = ror.play_revolution_phase(table, victors=["Cornelius"], commanders=[decision])
        >>> phase.rebel, str(phase.republic.active_forces)
        (Declaration(commander='Cornelius', faction='Optimates', strength=5), '1 legion')
    """
    _check_decisions(republic, victors, cards, commanders)
    table = _played(_Table(republic), {turn.faction: turn for turn in cards})
    ruling = declarations_may_begin(table.republic.factions, cards_played=True)
    if not ruling:
        raise ImpossibleSituation("cards", ruling.because[0].text, f"at most {HAND_LIMIT} in each hand", "ROR 1.11.2a")
    decisions = [
        replace(turn, commander=table.now(turn.commander), joined_by=tuple(map(table.now, turn.joined_by)))
        for turn in commanders
    ]
    table = _declared(table, [table.now(name) for name in victors], {turn.commander: turn for turn in decisions})
    table = _revolted(table)
    verdict = check_victory(
        table.republic,
        marched=marched,
        bankrupt=bankrupt,
        people_revolt=people_revolt,
        elected=table.now(elected),
        military_reforms=military_reforms,
        rebel_stays=rebel_stays,
        rose_now=table.claim is not None and republic.primary_rebel is None,
        civil_war_counts=civil_war_counts,
    )
    rebel = table.claim.declaration if table.claim else None
    return RevolutionPhase(
        table.republic,
        rebel,
        table.ignored,
        table.to_forum,
        table.knights_lost,
        table.spent,
        verdict,
        (*table.steps, *verdict.steps, Reason(verdict.said, "ROR 1.12.1a")),
    )


@dataclass(frozen=True)
class _Claim:
    """A commander who has declared himself in revolt, and who goes with him."""

    declaration: Declaration
    turn: CommanderTurn
    rolls: LoyaltyRolls


@dataclass(frozen=True)
class _Table:
    """The table between two steps."""

    republic: Republic
    steps: tuple[Reason, ...] = ()
    claim: _Claim | None = None
    ignored: tuple[Declaration, ...] = ()
    to_forum: tuple[str, ...] = ()
    knights_lost: int = 0
    spent: int = 0
    statesmen: tuple[tuple[str, str], ...] = ()

    def now(self, name: str) -> str:
        """The name of the statesman who lies on the family card of this name, or the name itself."""
        return dict(self.statesmen).get(name, name)

    def say(self, *steps: Reason) -> _Table:
        return replace(self, steps=(*self.steps, *steps))

    def change(self, **changes: Any) -> _Table:
        return replace(self, republic=replace(self.republic, **changes))

    def man(self, name: str) -> Senator:
        return _named(self.republic, name)

    def army_of(self, name: str) -> Army:
        return next(army for army in self.republic.armies if army.commander.name == name)

    def with_man(self, man: Senator) -> _Table:
        """The table with this senator as he now is, wherever his card lies."""
        senators = tuple(man if other.name == man.name else other for other in self.republic.senators)
        armies = tuple(_with_man(army, man) for army in self.republic.armies)
        return self.change(senators=senators, armies=armies)

    def with_hand(self, faction: str, cards: int) -> _Table:
        """The table when this faction has got or lost cards."""
        seats = self.republic.factions
        changed = (replace(seat, cards=seat.cards + cards) if seat.name == faction else seat for seat in seats)
        return self.change(factions=tuple(changed))

    def with_army(self, army: Army) -> _Table:
        """The table with this army as it now is."""
        name = army.commander.name
        return self.change(
            armies=tuple(army if other.commander.name == name else other for other in self.republic.armies)
        )

    def without_army(self, army: Army) -> _Table:
        """The army dissolves: its men are in Rome, and its forces in the Active Forces box."""
        home = tuple(replace(man, place=Place.ROME, at="", proconsul_against="") for man in army.men)
        return self.change(
            armies=tuple(other for other in self.republic.armies if other is not army),
            senators=(*self.republic.senators, *home),
            active_forces=self.republic.active_forces.joined_by(army.force),
        )


def _named(republic: Republic, name: str, field: str = "senator", rule: str = "ROR 1.11.3b") -> Senator:
    man = next((man for man in republic.everyone if man.name == name), None)
    if man is None:
        raise ImpossibleSituation(field, name, "a senator in play", rule)
    return man


def _with_man(army: Army, man: Senator, before: str = "") -> Army:
    """The army in which this man stands as he now is, in the place of the man of the name before."""
    name = before or man.name
    if army.commander.name == name:
        return replace(army, commander=man)
    deputy = army.master_of_horse
    return replace(army, master_of_horse=man) if deputy is not None and deputy.name == name else army


def _check_decisions(
    republic: Republic,
    victors: Sequence[str],
    cards: Sequence[FactionTurn],
    commanders: Sequence[CommanderTurn],
) -> None:
    """Nobody decides twice, and only those decide who are asked."""
    seats = [faction.name for faction in republic.factions]
    once("cards", [turn.faction for turn in cards], "each faction once", "ROR 1.11.1a")
    once("commanders", [turn.commander for turn in commanders], "each commander once", "ROR 1.11.3b")
    once("victors", victors, "each commander once", "ROR 1.11.3j")
    for turn in cards:
        if turn.faction not in seats:
            raise ImpossibleSituation("cards", turn.faction, "a faction at the table", "ROR 1.11.1a")
    for name in victors:
        _check_victor(republic, _named(republic, name, "victors"), seats)
    for decision in commanders:
        if decision.commander not in victors:
            man = _named(republic, decision.commander, "commanders")
            why = may_declare_revolt(man, won_on_land=False).because[0]
            raise ImpossibleSituation("commanders", man.name, f"a man who is asked, but {why.text}", why.rule)


def _check_victor(republic: Republic, man: Senator, seats: Sequence[str]) -> None:
    ruling = may_declare_revolt(man, won_on_land=True)
    if not ruling:
        why = ruling.because[0]
        raise ImpossibleSituation("victors", man.name, f"a man with a command, but {why.text}", why.rule)
    if all(army.commander.name != man.name for army in republic.armies):
        raise ImpossibleSituation("victors", man.name, "a commander with an army", "ROR 1.11.3b")
    if man.faction not in seats:
        raise ImpossibleSituation("victors", man.name, "a senator of a faction at the table", "ROR 1.11.3b")


# Cards.


def _played(table: _Table, turns: Mapping[str, FactionTurn]) -> _Table:
    """Steps 1 and 2: every player plays, then every player brings his hand down to the limit."""
    if not turns:
        return table
    first = hrao(table.republic.everyone)
    seats = [faction.name for faction in table.republic.factions]
    order = clockwise_from(first.faction, seats)
    table = table.say(Reason(f"{first} is HRAO: {order[0]} begins with the cards", "ROR 1.11.1a"))
    for name in order:
        for play in turns[name].plays if name in turns else ():
            table = _play(table, name, play)
    for name in order:
        for shed in turns[name].sheds if name in turns else ():
            table = _shed(table, name, shed)
    return table


def _hand(table: _Table, faction: str) -> int:
    return next(seat.cards for seat in table.republic.factions if seat.name == faction)


def _play(table: _Table, faction: str, play: CardPlay, rule: str = "ROR 1.11.1d") -> _Table:
    if _hand(table, faction) < 1:
        raise ImpossibleSituation("plays", faction, "a player with a card in his hand", rule)
    table = table.with_hand(faction, -1)
    if isinstance(play, PlayConcession):
        return _play_concession(table, faction, play)
    ruling = may_play_statesman(play.statesman, faction=faction, in_play=table.republic.everyone)
    if not ruling:
        why = ruling.because[0]
        raise ImpossibleSituation("plays", play.statesman.name, f"a statesman who may come, but {why.text}", why.rule)
    man = replace(play.statesman, faction=faction, place=Place.ROME)
    number = man.family_number
    family = next((other for other in table.republic.everyone if other.number == number), None)
    if family is None or family.faction not in ("", faction):
        table = table.change(senators=(*table.republic.senators, man))
    else:
        table = _put_on_family(table, man, family)
    return table.say(Reason(f"{faction} brings {man} into play", "ROR 1.11.1a"))


def _put_on_family(table: _Table, man: Senator, family: Senator) -> _Table:
    """The statesman lies on his family card: he stands where it stood, and its veterans are his."""
    if family.is_captive or family.is_rebel:
        raise NotInThisText(f"whether a statesman is put on a family card that is {family.place}", "ROR 1.07.31b")
    man = placed_on_family(man, family)
    republic = table.republic
    armies = (replace(army, force=_renamed(army.force, family, man)) for army in republic.armies)
    table = table.change(
        senators=tuple(man if other.name == family.name else other for other in republic.senators),
        armies=tuple(_with_man(army, man, family.name) for army in armies),
        active_forces=_renamed(republic.active_forces, family, man),
    )
    table = replace(table, statesmen=(*table.statesmen, (family.name, man.name)))
    return table.say(Reason(f"{man} takes over what lies on the card of {family}", "ROR 1.07.31b"))


def _renamed(force: Force, old: Senator, new: Senator) -> Force:
    legions = (replace(each, allegiance=new.name) if each.allegiance == old.name else each for each in force.legions)
    return Force(tuple(legions), fleets=force.fleets)


def _play_concession(table: _Table, faction: str, play: PlayConcession) -> _Table:
    man = _named(table.republic, play.senator, rule="ROR 1.11.1b")
    may_play_concession(man, faction=faction).require("plays", play.senator)
    table = table.with_man(assign_concession(play.concession, man, owner=faction))
    return table.say(Reason(f"{faction} plays {play.concession} on {man}", "ROR 1.11.1b"))


@implements("ROR 1.11.2b")
def _shed(table: _Table, faction: str, shed: CardPlay | Discard | Trade) -> _Table:
    excess = excess_cards(_hand(table, faction))
    if not excess:
        raise ImpossibleSituation("sheds", faction, f"a player with more than {HAND_LIMIT} cards", "ROR 1.11.2a")
    if isinstance(shed, Discard):
        check_count("cards", shed.cards, "ROR 1.11.2a", least=1, most=excess)
        said = f"{faction} discards {counted(shed.cards, 'card')}"
        return table.with_hand(faction, -shed.cards).say(Reason(said, "ROR 1.11.2b"))
    if isinstance(shed, Trade):
        return _trade(table, faction, shed, excess)
    return _play(table, faction, shed, "ROR 1.11.2b")


def _trade(table: _Table, faction: str, trade: Trade, excess: int) -> _Table:
    partners = [seat.name for seat in table.republic.factions if seat.name != faction]
    if trade.partner not in partners:
        raise ImpossibleSituation("partner", trade.partner, "another faction at the table", "ROR 1.11.2b")
    check_count("gets", trade.gets, "ROR 1.11.2b", most=_hand(table, trade.partner))
    check_count("gives", trade.gives, "ROR 1.11.2b", least=trade.gets + 1, most=trade.gets + excess)
    moved = trade.gives - trade.gets
    table = table.with_hand(faction, -moved).with_hand(trade.partner, moved)
    said = f"{faction} gives {counted(trade.gives, 'card')} to {trade.partner} for {trade.gets}"
    return table.say(Reason(said, "ROR 1.11.2b"))


# Declarations.


def _declared(table: _Table, victors: Sequence[str], turns: Mapping[str, CommanderTurn]) -> _Table:
    """Steps 3 and 4: every victorious commander is asked, in the order of the seats; then the losers lay down."""
    if not victors:
        return table.say(Reason("nobody won a land battle, so nobody is asked", "ROR 1.11.3j"))
    first = hrao([replace(man, place=Place.ROME) for man in table.republic.everyone])
    order = clockwise_from(first.faction, [faction.name for faction in table.republic.factions])
    said = f"{first} is HRAO as if all were in Rome: {order[0]} is asked first"
    table = table.say(Reason(said, "ROR 1.11.3d"))
    for faction in order:
        for army in table.republic.armies:
            if army.commander.faction == faction and army.commander.name in victors:
                name = army.commander.name
                table = _asked(table, name, turns.get(name, CommanderTurn(name)))
    rebel = table.claim.declaration.commander if table.claim else ""
    for name in (army.commander.name for army in table.republic.armies):
        if name in victors and name != rebel:
            table = _lays_down(table, name)
    return table


def _asked(table: _Table, name: str, turn: CommanderTurn) -> _Table:
    """A commander rolls if he likes, pays, and then declares himself in revolt or not."""
    army = table.army_of(name)
    ruling = may_declare_revolt(army.commander, won_on_land=True, rebel=table.republic.primary_rebel)
    if not ruling:
        why = ruling.because[0]
        if turn.revolts or turn.dice or any(turn.talents):
            raise ImpossibleSituation("commanders", name, f"a man who is asked, but {why.text}", why.rule)
        return table.say(why)
    rolls = roll_for_loyalty(
        army,
        age=table.republic.age,
        dice=turn.dice,
        talents=turn.talents,
        from_deputy=turn.from_deputy,
        deputy_consents=turn.deputy_consents,
    )
    table = _paid(table, army, rolls)
    if turn.dice or any(turn.talents):
        table = table.say(*(step for step in rolls.steps if step.rule not in ("ROR 1.11.31o", "ROR 1.11.31m")))
    return _claims(table, army, turn, rolls) if turn.revolts else table


def _paid(table: _Table, army: Army, rolls: LoyaltyRolls) -> _Table:
    commander = table.man(army.commander.name)
    table = table.with_man(replace(commander, talents=commander.talents - rolls.paid))
    if army.master_of_horse is not None:
        deputy = table.man(army.master_of_horse.name)
        table = table.with_man(replace(deputy, talents=deputy.talents - rolls.paid_by_deputy))
    return replace(table, spent=table.spent + rolls.paid + rolls.paid_by_deputy)


def _claims(table: _Table, army: Army, turn: CommanderTurn, rolls: LoyaltyRolls) -> _Table:
    """He declares himself in revolt: the first, or stronger than the one before, or in vain."""
    commander = table.man(army.commander.name)
    for name in turn.joined_by:
        _check_joins(_named(table.republic, name, "joined_by", "ROR 1.11.32a"), commander, army)
    once("joined_by", turn.joined_by, "each senator once", "ROR 1.11.32a")
    strength = declared_strength(commander, rolls.following, elsewhere=_elsewhere(table.republic, army, turn, rolls))
    claim = _Claim(Declaration(commander.name, commander.faction, strength), turn, rolls)
    if table.claim is None:
        said = Reason(f"{commander} revolts with a strength of {strength}", "ROR 1.11.3b")
        return replace(table, claim=claim).say(said)
    ruling = displaces_declaration(claim.declaration, table.claim.declaration)
    stands, ignored = (claim, table.claim) if ruling else (table.claim, claim)
    said = Reason(f"the declaration of {ignored.declaration.commander} is ignored", "ROR 1.11.3g")
    table = replace(table, claim=stands, ignored=(*table.ignored, ignored.declaration))
    return table.say(ruling.because[0], said)


def _check_joins(man: Senator, rebel: Senator, army: Army) -> None:
    deputy = army.master_of_horse is not None and army.master_of_horse.name == man.name
    ruling = may_join(man, rebel=rebel, deputy=deputy)
    if not ruling:
        why = ruling.because[0]
        raise ImpossibleSituation("joined_by", man.name, f"a senator who may join, but {why.text}", why.rule)


def _elsewhere(republic: Republic, army: Army, turn: CommanderTurn, rolls: LoyaltyRolls) -> int:
    """Veterans of the rebels that are not among the legions that follow: in other armies, in the box, or refusing."""
    rebels = {army.commander.name, *turn.joined_by}
    others = [other.force.legions for other in republic.armies if other.commander.name != army.commander.name]
    legions = [*rolls.refusing, *republic.active_forces.legions, *(legion for force in others for legion in force)]
    return len(veterans_of(rebels, legions))


def _lays_down(table: _Table, name: str) -> _Table:
    army = table.army_of(name)
    return table.without_army(army).say(lays_down(army).step)


# The revolt.


def _revolted(table: _Table) -> _Table:
    """Steps 5 and 6: who joins, and where forces, offices, concessions and knights go."""
    if table.claim is None:
        return table
    turn, rolls, faction = table.claim.turn, table.claim.rolls, table.claim.declaration.faction
    army = table.army_of(turn.commander)
    rebels = {turn.commander, *turn.joined_by}
    table = _leaves_behind(table, army, turn, rolls)
    table = _turned(table, turn.commander, primary=True)
    for man in [man for man in table.republic.everyone if man.faction == faction and man.name != turn.commander]:
        joins = man.name in turn.joined_by
        table = table.say(_declares(man, joins=joins))
        if joins:
            table = _joined(table, man, rebels)
    return _veterans_gather(table, turn.commander)


def _declares(man: Senator, *, joins: bool) -> Reason:
    if joins:
        return Reason(f"{man} joins the revolt", "ROR 1.11.32a")
    if man.is_captive:
        return Reason(f"{man} is a captive and counts as loyal", "ROR 1.11.32a")
    return Reason(f"{man} declares himself loyal to the state", "ROR 1.11.32b")


def _leaves_behind(table: _Table, army: Army, turn: CommanderTurn, rolls: LoyaltyRolls) -> _Table:
    """The legions that do not follow, the fleets, and a Master of Horse who stays loyal go home."""
    deputy = army.master_of_horse
    stays = deputy is not None and deputy.name in turn.joined_by
    senators = table.republic.senators
    if deputy is not None and not stays:
        home = replace(table.man(deputy.name), place=Place.ROME, at="")
        senators = (*senators, home)
        table = table.say(Reason(f"{deputy} returns to Rome", "ROR 1.11.32j"))
    marching = replace(table.army_of(turn.commander), force=Force(rolls.following), against="")
    if not stays:
        marching = replace(marching, master_of_horse=None)
    left = Force(rolls.refusing, fleets=rolls.fleets)
    table = table.say(*_left_behind(rolls))
    active = table.republic.active_forces.joined_by(left)
    return table.with_army(marching).change(senators=senators, active_forces=active)


def _left_behind(rolls: LoyaltyRolls) -> list[Reason]:
    steps = []
    if rolls.refusing:
        count = len(rolls.refusing)
        goes = f"{counted(count, 'legion')} {'does' if count == 1 else 'do'} not follow"
        steps.append(Reason(f"{goes}: to the Active Forces box", "ROR 1.11.31o"))
    if rolls.fleets:
        said = f"{counted(rolls.fleets, 'fleet')} {'returns' if rolls.fleets == 1 else 'return'} to Rome"
        steps.append(Reason(said, "ROR 1.11.31m"))
    return steps


def _turned(table: _Table, name: str, *, primary: bool) -> _Table:
    turned = turns_rebel(table.man(name), primary=primary)
    table = table.with_man(turned.senator).say(*turned.steps)
    return replace(
        table, to_forum=table.to_forum + turned.concessions, knights_lost=table.knights_lost + turned.knights
    )


def _joined(table: _Table, man: Senator, rebels: set[str]) -> _Table:
    """A secondary rebel hands over the command that he may have, and loses what rebels lose."""
    for army in table.republic.armies:
        if army.commander.name == man.name:
            table = table.say(*hands_over(army, rebels=rebels).steps).without_army(army)
    return _turned(table, man.name, primary=False)


def _veterans_gather(table: _Table, name: str) -> _Table:
    """The veterans of all rebels join the primary rebel, wherever they are."""
    rebels = [man for man in table.republic.everyone if man.is_rebel]
    moved = veterans_desert_to_rebel(table.army_of(name), table.republic.active_forces, rebels)
    table = _gathered(table, moved, table.republic.active_forces).change(active_forces=moved.left)
    for other in table.republic.armies:
        if other.commander.name != name:
            moved = veterans_desert_to_rebel(table.army_of(name), other.force, rebels)
            table = _gathered(table, moved, other.force).with_army(replace(other, force=moved.left))
    return table


def _gathered(table: _Table, moved: Deserted, before: Force) -> _Table:
    return table.with_army(moved.joined).say(*moved.steps) if moved.left != before else table
