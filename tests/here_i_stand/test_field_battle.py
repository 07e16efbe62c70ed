"""Field battle: brute force over all rolls, two dice libraries, and every boundary of dice, hits and losses."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import icepool
import pytest
from dyce import H
from hypothesis import given
from hypothesis import strategies as st

from responsa import ImpossibleSituation
from responsa import here_i_stand as his
from responsa.here_i_stand.field_battle import (
    DEFENDING,
    DICE_PER_UNIT,
    HITS_FROM,
    HITS_TO,
    LAST_STANDING,
    UNITS_PER_HIT,
)

ATTACKER, DEFENDER = his.Side.ATTACKER, his.Side.DEFENDER


def test_the_constants_of_the_rule() -> None:
    assert (DICE_PER_UNIT, DEFENDING, HITS_FROM, HITS_TO, UNITS_PER_HIT, LAST_STANDING) == (1, 1, 5, 6, 1, 1)


# --- the odds ---


Four = tuple[int, int, int, int]


def all_battles(battle: Four) -> Iterator[Four]:
    """The hits and losses of both sides in every possible roll, worked out from the words of the rule."""
    attackers, attacker_dice, defenders, defender_dice = battle
    for ours in product(range(1, 7), repeat=attacker_dice):
        for theirs in product(range(1, 7), repeat=defender_dice):
            a, d = sum(x in (5, 6) for x in ours), sum(x in (5, 6) for x in theirs)
            left_a, left_d = max(attackers - d, 0), max(defenders - a, 0)
            if left_a == left_d == 0:
                left_a, left_d = (1, 0) if attacker_dice > defender_dice else (0, 1)
            yield a, d, attackers - left_a, defenders - left_d


SMALL = [
    (1, 1, 1, 2),
    (1, 2, 1, 2),
    (1, 3, 1, 2),
    (2, 2, 1, 2),
    (2, 4, 1, 2),
    (2, 3, 2, 3),
    (3, 3, 2, 3),
    (1, 1, 3, 4),
    (4, 1, 1, 0),
    (1, 0, 1, 0),
    (2, 2, 2, 2),
]


@pytest.mark.parametrize("battle", SMALL)
def test_small_battles_by_counting_every_roll(battle: Four) -> None:
    outcomes = list(all_battles(battle))
    odds = odds_of(battle)
    of = Fraction(1, len(outcomes))
    assert odds.attacker_wins == sum(a > d for a, d, _, _ in outcomes) * of
    assert odds.equal_hits == sum(a == d for a, d, _, _ in outcomes) * of
    ours, theirs = Counter(lost for _, _, lost, _ in outcomes), Counter(lost for _, _, _, lost in outcomes)
    assert odds.attacker_losses == tuple(ours[lost] * of for lost in range(battle[0] + 1))
    assert odds.defender_losses == tuple(theirs[lost] * of for lost in range(battle[2] + 1))


def odds_of(battle: Four) -> his.BattleOdds:
    attackers, attacker_dice, defenders, defender_dice = battle
    return his.field_battle_odds(
        attackers=attackers, attacker_dice=attacker_dice, defenders=defenders, defender_dice=defender_dice
    )


BATTLES = st.tuples(st.integers(1, 14), st.integers(0, 16), st.integers(1, 14), st.integers(0, 16))


@given(BATTLES)
def test_icepool_agrees(battle: Four) -> None:
    attackers, attacker_dice, defenders, defender_dice = battle
    die = icepool.d6 >= 5
    ours, theirs = attacker_dice @ die, defender_dice @ die
    odds = odds_of(battle)
    assert odds.attacker_wins == (ours > theirs).probability(True)
    assert odds.equal_hits == (ours == theirs).probability(True)

    def lost(a: int, d: int) -> tuple[int, int]:
        if a >= defenders and d >= attackers:
            return (attackers - 1, defenders) if attacker_dice > defender_dice else (attackers, defenders - 1)
        return min(d, attackers), min(a, defenders)

    both = icepool.map(lost, ours, theirs)
    for who, losses in ((0, odds.attacker_losses), (1, odds.defender_losses)):
        marginal = both.marginals[who]
        assert losses == tuple(marginal.probability(n) for n in range(len(losses)))


@given(BATTLES)
def test_dyce_agrees(battle: Four) -> None:
    _, attacker_dice, _, defender_dice = battle
    die = H({0: 4, 1: 2})
    ours = attacker_dice @ die if attacker_dice else H({0: 1})
    theirs = defender_dice @ die if defender_dice else H({0: 1})
    difference = dict((ours - theirs).items())
    total = sum(difference.values())
    odds = odds_of(battle)
    assert odds.attacker_wins == Fraction(sum(n for hits, n in difference.items() if hits > 0), total)
    assert odds.equal_hits == Fraction(difference.get(0, 0), total)


@given(BATTLES)
def test_the_chances_add_up(battle: Four) -> None:
    odds = odds_of(battle)
    assert sum(odds.attacker_losses) == sum(odds.defender_losses) == 1
    assert odds.attacker_wins + odds.defender_wins == 1
    assert 0 <= odds.equal_hits <= odds.defender_wins
    assert odds.attacker_wiped_out == odds.attacker_losses[battle[0]]
    assert odds.defender_wiped_out == odds.defender_losses[battle[2]]
    assert odds.attacker_wiped_out + odds.defender_wiped_out <= 1  # never both


@given(st.integers(1, 6), st.integers(0, 12))
def test_without_the_bonus_and_the_tie_both_sides_are_alike(units: int, dice: int) -> None:
    odds = odds_of((units, dice, units, dice))
    assert 2 * odds.attacker_wins + odds.equal_hits == 1


def test_three_hundred_dice_a_side() -> None:
    odds = odds_of((300, 300, 299, 300))
    die = icepool.Die([0, 0, 1])
    assert odds.equal_hits == (300 @ die == 300 @ die).probability(True)
    assert 2 * odds.attacker_wins + odds.equal_hits == 1
    assert str(odds).startswith("The attacker wins 48.3 % of these battles and the defender 51.7 %, hits are equal")


@pytest.mark.parametrize(
    ("battle", "field", "rule"),
    [
        ((0, 1, 1, 1), "attackers", "HIS 14p"),
        ((1, 1, 0, 1), "defenders", "HIS 14p"),
        ((-1, 1, 1, 1), "attackers", "HIS 14p"),
        ((1, -1, 1, 1), "attacker_dice", "HIS 14d"),
        ((1, 1, 1, -1), "defender_dice", "HIS 14d"),
        ((1, 1, 1, True), "defender_dice", "HIS 14d"),
        ((2.0, 1, 1, 1), "attackers", "HIS 14p"),
    ],
)
def test_battles_that_cannot_be(battle: Four, field: str, rule: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        odds_of(battle)
    assert (error.value.field, str(error.value.rule)) == (field, rule)


@given(st.integers(0, 30), st.integers(0, 30))
def test_the_odds_of_hits_are_a_whole_for_each_side(ours: int, theirs: int) -> None:
    odds = his.odds_of_hits(ours, theirs)
    assert list(odds) == list(range(max(ours, theirs) + 1))
    assert sum(chance["attacker"] for chance in odds.values()) == 1
    assert sum(chance["defender"] for chance in odds.values()) == 1
    die = icepool.d6 >= 5
    assert all(chance["attacker"] == (ours @ die).probability(hits) for hits, chance in odds.items())
    assert all(chance["defender"] == (theirs @ die).probability(hits) for hits, chance in odds.items())


# --- dice, hits, the winner ---


@given(st.integers(0, 9), st.integers(0, 4), st.integers(0, 4), st.integers(0, 3), st.sampled_from(sorted(his.LEADERS)))
def test_the_number_of_dice(regulars: int, mercenaries: int, cavalry: int, extra: int, name: str) -> None:
    stack = his.Stack.of(
        f"Ottoman: {regulars} regulars, {mercenaries} mercenaries, {cavalry} cavalry, X ({his.LEADERS[name].battle}/6)"
    )
    units = regulars + mercenaries + cavalry
    if not units:
        with pytest.raises(ImpossibleSituation):
            his.battle_dice(stack, ATTACKER)
        return
    expected = units + his.LEADERS[name].battle + extra
    assert his.battle_dice(stack, ATTACKER, extra=extra) == expected
    assert his.battle_dice(stack, DEFENDER, extra=extra) == expected + 1


def test_allies_defend_as_a_single_force_with_the_best_leader_of_all() -> None:
    stack = his.Stack.of("Hapsburg: 3 regulars, Ferdinand; Papacy: 2 regulars, Renegade; Hungary: 1 regular")
    assert his.battle_dice(stack, DEFENDER) == 3 + 2 + 1 + 1 + 1


@pytest.mark.parametrize("face", range(1, 7))
def test_fives_and_sixes_hit(face: int) -> None:
    assert his.hits((face,)) == (face in (5, 6))


@pytest.mark.parametrize("dice", [(0,), (7,), (5, 8), (-1,), (True,), (5.0,)])
def test_dice_that_cannot_fall(dice: tuple[int, ...]) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.hits(dice)
    assert str(error.value.rule) == "HIS 14m"


@given(st.integers(0, 20), st.integers(0, 20))
def test_more_hits_win_and_equal_hits_are_the_defender_s(ours: int, theirs: int) -> None:
    assert (his.battle_winner(attacker_hits=ours, defender_hits=theirs) is ATTACKER) == (ours > theirs)


@pytest.mark.parametrize("hits", [(-1, 0), (0, -1), (1.5, 0)])
def test_hits_that_cannot_be(hits: tuple[int, int]) -> None:
    with pytest.raises(ImpossibleSituation):
        his.battle_winner(attacker_hits=hits[0], defender_hits=hits[1])


# --- losses ---


@given(*[st.integers(1, 6)] * 2, *[st.integers(0, 8)] * 2, *[st.integers(8, 10)] * 2)
def test_losses_in_the_words_of_the_rule(
    attackers: int, defenders: int, ours: int, theirs: int, attacker_dice: int, defender_dice: int
) -> None:
    lost = his.battle_losses(
        attackers=attackers,
        defenders=defenders,
        attacker_hits=ours,
        defender_hits=theirs,
        attacker_dice=attacker_dice,
        defender_dice=defender_dice,
    )
    left = attackers - lost[0], defenders - lost[1]
    if theirs >= attackers and ours >= defenders:
        assert left == ((1, 0) if attacker_dice > defender_dice else (0, 1))
    else:
        assert left == (max(attackers - theirs, 0), max(defenders - ours, 0))


def test_nobody_scores_more_hits_than_dice() -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.battle_losses(attackers=2, defenders=2, attacker_hits=3, defender_hits=0, attacker_dice=2, defender_dice=3)
    assert (error.value.field, str(error.value.rule)) == ("attacker_hits", "HIS 14d")


@pytest.mark.parametrize(
    ("stack", "losses", "lost", "left"),
    [
        ("Hapsburg: 4 regulars, Ferdinand", 0, None, "Hapsburg: 4 regulars, Ferdinand"),
        ("Hapsburg: 4 regulars, Ferdinand", 3, None, "Hapsburg: 1 regular, Ferdinand"),
        ("Ottoman: 2 regulars, 2 cavalry, Ibrahim", 4, None, "Ottoman: Ibrahim"),
        ("Ottoman: 2 cavalry", 1, None, "Ottoman: 1 cavalry"),
        ("Ottoman: 2 regulars, 2 cavalry", 3, "Ottoman: 2 regulars, 1 cavalry", "Ottoman: 1 cavalry"),
        ("Hapsburg: 2 regulars; Papacy: 2 regulars", 2, "Papacy: 2 regulars", "Hapsburg: 2 regulars"),
    ],
)
def test_survivors(stack: str, losses: int, lost: str | None, left: str) -> None:
    chosen = None if lost is None else his.Stack.of(lost)
    assert his.survivors(his.Stack.of(stack), losses, lost=chosen) == his.Stack.of(left)


@pytest.mark.parametrize(
    ("stack", "losses", "lost"),
    [
        ("Ottoman: 2 regulars, 2 cavalry", 1, None),
        ("Hapsburg: 2 regulars; Papacy: 2 regulars", 1, None),
        ("Hapsburg: 2 regulars", 3, None),
        ("Hapsburg: 2 regulars", 1, "Hapsburg: 2 regulars"),
        ("Hapsburg: 2 regulars, Ferdinand", 1, "Hapsburg: 1 regular, Ferdinand"),
        ("Hapsburg: 2 regulars", 1, "Hapsburg: 1 mercenary"),
        ("Hapsburg: 2 regulars", 0, "Hapsburg: 1 regular"),
    ],
)
def test_losses_that_cannot_be(stack: str, losses: int, lost: str | None) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.survivors(his.Stack.of(stack), losses, lost=None if lost is None else his.Stack.of(lost))
    assert (error.value.field, error.value.value, str(error.value.rule)) == ("lost", lost, "HIS 14p")


@pytest.mark.parametrize(("losses", "captured"), [(0, 0), (1, 0), (2, 2)])
def test_leaders_are_captured_when_no_unit_is_left(losses: int, captured: int) -> None:
    stack = his.Stack.of("Hapsburg: 2 regulars, Ferdinand, Charles V")
    assert len(his.captured_leaders(stack, losses).leaders) == captured


def test_no_side_loses_more_than_it_has() -> None:
    with pytest.raises(ImpossibleSituation):
        his.captured_leaders(his.Stack.of("Hapsburg: 2 regulars"), 3)


@pytest.mark.parametrize(("ottomans", "played"), [(True, False), (True, True), (False, False), (False, True)])
def test_janissaries_fight_for_the_ottomans_and_only_in_one_battle_a_turn(ottomans: bool, played: bool) -> None:
    powers = [his.Power.HAPSBURG, his.Power.OTTOMAN if ottomans else his.Power.FRANCE]
    assert bool(his.may_play_janissaries(powers, played_this_turn=played)) == (ottomans and not played)


# --- the whole battle ---

ARMY = st.tuples(st.integers(1, 6), st.booleans())


@given(ARMY, ARMY, st.integers(0, 2), st.integers(0, 2), st.randoms(use_true_random=False))
def test_a_whole_battle_agrees_with_its_parts(
    ours: tuple[int, bool], theirs: tuple[int, bool], card: int, their_card: int, chance: object
) -> None:
    attackers = his.Stack.of(f"Ottoman: {ours[0]} regulars" + (", Suleiman" if ours[1] else ""))
    defenders = his.Stack.of(f"Hapsburg: {theirs[0]} regulars" + (", Ferdinand" if theirs[1] else ""))
    count = ours[0] + 2 * ours[1] + card, theirs[0] + theirs[1] + 1 + their_card
    rolls = [tuple(chance.randint(1, 6) for _ in range(n)) for n in count]  # type: ignore[attr-defined]
    battle = his.fight(
        attackers,
        defenders,
        attacker_rolls=rolls[0],
        defender_rolls=rolls[1],
        attacker_extra=card,
        defender_extra=their_card,
    )
    a, d = (sum(die >= 5 for die in dice) for dice in rolls)
    assert (battle.winner is ATTACKER) == (a > d)
    left = ours[0] - battle.attackers_lost, theirs[0] - battle.defenders_lost
    both = d >= ours[0] and a >= theirs[0]
    assert max(left) > 0
    assert ("HIS 14q" in [step.rule for step in battle.steps]) == both
    assert left == (max(ours[0] - d, 0), max(theirs[0] - a, 0)) or both
    taken = {leader.name for leader in battle.captured.leaders}
    expected = {"Suleiman"} if ours[1] and left[0] == 0 else set()
    assert taken == expected | ({"Ferdinand"} if theirs[1] and left[1] == 0 else set())


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        ((6,), (1, 1), "The attacker wins, 1 hit to none [HIS 14f]."),
        ((1,), (5, 5), "The defender wins, 2 hits to none [HIS 14f]."),
        ((6,), (5, 1), "Hits are equal: the defender wins [HIS 14o]."),
    ],
)
def test_who_wins_is_said_with_the_winner_s_hits_first(ours: tuple[int], theirs: tuple[int, int], said: str) -> None:
    stacks = his.Stack.of("Ottoman: 1 regular"), his.Stack.of("Hapsburg: 1 regular")
    lines = str(his.fight(*stacks, attacker_rolls=ours, defender_rolls=theirs)).splitlines()
    assert lines[2] == said
    assert lines[0].startswith("The attacker rolls 1 die and scores ")
    assert lines[1].startswith("The defender rolls 2 dice and scores ")


@pytest.mark.parametrize(
    ("ours", "theirs", "spared"), [((5,), (5, 1), True), ((5,), (5, 5), True), ((5,), (1, 1), False)]
)
def test_a_unit_is_spared_when_the_hits_are_just_enough_for_both(
    ours: tuple[int], theirs: tuple[int, int], spared: bool
) -> None:
    stacks = his.Stack.of("Ottoman: 1 regular"), his.Stack.of("Hapsburg: 1 regular")
    battle = his.fight(*stacks, attacker_rolls=ours, defender_rolls=theirs)
    assert ("HIS 14q" in [step.rule for step in battle.steps]) is spared
    assert (battle.attackers_lost, battle.defenders_lost) == ((1, 0) if spared else (0, 1))


def test_the_published_example() -> None:
    """Ten dice against thirteen, three hits against five: the defender wins, seven and three are left."""
    battle = his.fight(
        his.Stack.of("Ottoman: 8 regulars, Suleiman"),
        his.Stack.of("Hapsburg: 10 regulars, Charles V"),
        attacker_rolls=(5, 5, 6, 1, 1, 1, 1, 1, 1, 4),
        defender_rolls=(5, 5, 6, 6, 6, 4, 4, 1, 1, 1, 1, 1, 2),
    )
    assert (battle.winner, battle.attackers_lost, battle.defenders_lost) == (DEFENDER, 5, 3)


@pytest.mark.parametrize(("ours", "theirs"), [(1, 2), (3, 2), (2, 1), (2, 4)])
def test_too_many_or_too_few_dice(ours: int, theirs: int) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.fight(
            his.Stack.of("Ottoman: 2 regulars"),
            his.Stack.of("Hapsburg: 1 regular"),
            attacker_rolls=(3,) * ours,
            defender_rolls=(3,) * theirs,
        )
    wrong = "attacker_rolls" if ours != 2 else "defender_rolls"
    assert (error.value.field, str(error.value.rule)) == (wrong, "HIS 14j" if ours != 2 else "HIS 14k")


@pytest.mark.parametrize(("side", "rule"), [(ATTACKER, "HIS 14j"), (DEFENDER, "HIS 14k")])
def test_a_side_without_units_has_no_dice(side: his.Side, rule: str) -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.battle_dice(his.Stack.of("Hapsburg: Ferdinand"), side)
    assert (error.value.field, str(error.value.rule)) == (f"{side}s", rule)


# --- before and after ---


@pytest.mark.parametrize(
    ("units", "interceptions", "battle", "rule"),
    [(0, 0, False, "HIS 14a"), (1, 0, True, "HIS 14a"), (1, 1, True, "HIS 14b"), (4, 2, True, "HIS 14b")],
)
def test_when_a_battle_is_fought(units: int, interceptions: int, battle: bool, rule: str) -> None:
    ruling = his.is_field_battle_fought(enemies_in_the_open=units, interceptions=interceptions)
    assert (bool(ruling), ruling.rules) == (battle, (rule,))
    assert units != 1 or "1 land unit of the enemy is in the open" in str(ruling)


def test_whoever_intercepted_is_there() -> None:
    with pytest.raises(ImpossibleSituation) as error:
        his.is_field_battle_fought(enemies_in_the_open=0, interceptions=1)
    assert error.value.field == "enemies_in_the_open"


@pytest.mark.parametrize("side", list(his.Side))
def test_the_sides(side: his.Side) -> None:
    assert eval(repr(side), {"Side": his.Side}) is side
    assert [bool(his.must_retreat(side, winner=winner)) for winner in his.Side] == [side is not w for w in his.Side]


def test_who_plays_cards_first() -> None:
    relations = his.Relations.of("Hungary for Hapsburg")
    stack = his.Stack.of("Papacy: 1 regular; Hungary: 1 regular; England: Henry VIII; Venice: 1 regular")
    turns = his.card_turns(stack, active=his.Power.OTTOMAN, relations=relations)
    assert turns == ((his.Power.OTTOMAN,), (his.Power.HAPSBURG, his.Power.PAPACY))


@given(st.integers(1, 8), st.integers(0, 4))
def test_what_the_winner_of_a_battle_before_walls_does(active: int, inside: int) -> None:
    outcome = his.after_battle(active=active, inside=inside)
    assert str(outcome) == ("siege" if active > inside else "leave")
    assert eval(repr(outcome), {"AfterBattle": his.AfterBattle}) is outcome


@pytest.mark.parametrize(("active", "inside"), [(0, 1), (-1, 1), (5, 5), (5, -1)])
def test_what_cannot_be_after_a_battle(active: int, inside: int) -> None:
    with pytest.raises(ImpossibleSituation):
        his.after_battle(active=active, inside=inside)


@pytest.mark.parametrize(
    ("power", "active", "side"),
    [("Ottoman", "Ottoman", ATTACKER), ("Hapsburg", "Ottoman", DEFENDER), ("Independent", "Ottoman", DEFENDER)],
)
def test_who_attacks(power: str, active: str, side: his.Side) -> None:
    found = his.side_in_battle(his.Power(power), active=his.Power(active), relations=his.AT_PEACE)
    assert found is side


@given(
    st.integers(1, 20),
    st.sampled_from(["", ", Ferdinand", ", Charles V"]),
    st.sampled_from(his.Side),
    st.integers(0, 5),
)
def test_dice_that_are_counted_one_by_one_are_the_dice(units: int, leader: str, side: his.Side, extra: int) -> None:
    stack = his.Stack.of(f"Hapsburg: {units} regulars{leader}")
    told = his.battle_dice_counted(stack, side, extra=extra)
    dice = his.battle_dice(stack, side, extra=extra)
    rolled, parts = told.text.split(": ")
    assert rolled == f"the {side} rolls {dice} {'die' if dice == 1 else 'dice'}"
    assert sum(int(part.split()[0]) for part in parts.split(" + ")) == dice
    assert ("for defending" in parts) == (side is his.Side.DEFENDER)
    assert ("from cards" in parts) == (extra > 0)
    assert told.rule == ("HIS 14k" if side is his.Side.DEFENDER else "HIS 14j")


def test_dice_of_nobody_are_not_counted() -> None:
    with pytest.raises(ImpossibleSituation, match="at least 1 land unit"):
        his.battle_dice_counted(his.Stack.of("Hapsburg: Ferdinand"), his.Side.ATTACKER)
