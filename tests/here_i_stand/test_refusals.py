# ruff: noqa: E501 - a message stands on one line
"""What the library of Here I Stand refuses, call by call, in the words in which it does."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from responsa import ImpossibleSituation
from responsa import here_i_stand as his

REFUSED: dict[str, list[tuple[str, str]]] = {
    "allies": [
        (
            "from responsa import here_i_stand as his\nhis.shared_losses(-1, first=3, second=4)",
            "losses is -1, expected a whole number, 0 or more [HIS 9.2c]",
        ),
    ],
    "avoid-battle": [
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={"Vienna": "Hapsburg: 1 regular", "Graz": "Hapsburg: Ferdinand"},\n)\nottomans = his.Approach.of("Ottoman: 3 regulars", "Pressburg", "Vienna")\nregular = his.Stack.of("Hapsburg: 1 regular")\nhis.try_to_avoid(position, regular, ottomans, to="Brunn", dice=(6, 6))',
            "to is 'Brunn', but Hungary controls Brunn and is no ally of the Hapsburgs [HIS 13.3a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={"Vienna": "Hapsburg: 1 regular", "Graz": "Hapsburg: Ferdinand"},\n)\nottomans = his.Approach.of("Ottoman: 3 regulars", "Pressburg", "Vienna")\nregular = his.Stack.of("Hapsburg: 1 regular")\nottomans = his.Approach.of("Ottoman: 3 regulars", "Mohacs", "Graz")\nferdinand = his.Stack.of("Hapsburg: Ferdinand")\nhis.try_to_avoid(position, ferdinand, ottomans, to="Vienna", dice=(6, 6))',
            "group is 'Hapsburg: Ferdinand', but Ferdinand is alone in Graz and is captured [HIS 13.3g]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={"Vienna": "Hapsburg: 7 regulars"},\n)\nottomans = his.Approach.of("Ottoman: 9 regulars, Suleiman", "Pressburg", "Vienna")\neight = his.Stack.of("Hapsburg: 8 regulars")\nhis.try_to_avoid(position, eight, ottomans, to="Graz", dice=(5, 5))',
            "group is 'Hapsburg: 8 regulars', expected part of what is there (Hapsburg: 7 regulars) [HIS 13.3.3a]",
        ),
        (
            'from responsa import here_i_stand as his\ngroup = his.Stack.of("Hapsburg: 1 regular, Ferdinand")\nhis.avoidance_modifier(his.NOTHING, against=his.Stack.of("Ottoman: 8 regulars"))',
            "group is '', expected units or leaders that try to leave [HIS 13.3.3a]",
        ),
        (
            'from responsa import here_i_stand as his\ngroup = his.Stack.of("Hapsburg: 1 regular, Ferdinand")\nhis.chance_to_avoid(1.5)',
            "modifier is 1.5, expected a whole number [HIS 13.3.4a]",
        ),
        (
            'from responsa import here_i_stand as his\ngroup = his.Stack.of("Hapsburg: 1 regular, Ferdinand")\nhis.avoidance_modifier(group, against=his.Stack.of("Ottoman: Suleiman"))',
            "against is 'Ottoman: Suleiman', expected land units of an enemy [HIS 13.3.1a]",
        ),
        (
            'from responsa import here_i_stand as his\ngroup = his.Stack.of("Hapsburg: 1 regular, Ferdinand")\nhis.avoidance_modifier(group, against=his.Stack.of("Hapsburg: 8 regulars"))',
            "against is 'Hapsburg: 8 regulars', expected land units of an enemy [HIS 13.3.1a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={"Graz": "Hapsburg: 2 regulars"},\n)\nottomans = his.Approach.of("Ottoman: 3 regulars", "Mohacs", "Graz")\ngroup = his.Stack.of("Hapsburg: 2 regulars")\nhis.try_to_avoid(position, group, ottomans, to="Vienna", dice=(7, 2))',
            "dice is (7, 2), expected 2 dice that each show 1 to 6 [HIS 13.3.4a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={"Graz": "Hapsburg: 2 regulars"},\n)\nottomans = his.Approach.of("Ottoman: 3 regulars", "Mohacs", "Graz")\ngroup = his.Stack.of("Hapsburg: 2 regulars")\nhis.try_to_avoid(position, group, ottomans, to="Vienna", dice=(3, 4, 5))',
            "dice is (3, 4, 5), expected 2 dice that each show 1 to 6 [HIS 13.3.4a]",
        ),
    ],
    "board": [
        (
            'from responsa import here_i_stand as his\nhis.Board.of("Vienna | capital | Hapsburg | Graz\\nGraz | unfortified | Hapsburg |")',
            "neighbours is 'Vienna to Graz', expected the same on both ends [HIS 2.5a]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Board.of("Trieste | fortress | Hapsburg | | Adriatic Sea")',
            "ports is 'Adriatic Sea at Trieste', expected a sea zone [HIS 12.1a]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Board.of("Trieste | fortress | Hapsburg | | Graz\\nGraz | unfortified | Hapsburg")',
            "ports is 'Graz at Trieste', expected a sea zone [HIS 12.1a]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Board.of("Graz | unfortified | Hapsburg | Graz")',
            "neighbours is 'Graz to Graz', expected the same on both ends [HIS 2.5a]",
        ),
    ],
    "control": [
        (
            'from responsa import here_i_stand as his\nhis.line_of_communication(his.Position.of("Ottoman"), "Black Sea")',
            "space is 'Black Sea', expected a land space of the board [HIS 13.1.2b]",
        ),
    ],
    "field-battle": [
        (
            'from responsa import here_i_stand as his\nhis.battle_dice(his.Stack.of("Hapsburg: Ferdinand"), his.Side.DEFENDER)',
            "defenders is 'Hapsburg: Ferdinand', expected at least 1 land unit [HIS 14k]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.battle_dice(his.Stack.of("Hapsburg: -3 regulars"), his.Side.DEFENDER)',
            "force is '-3 regulars', expected units such as '4 regulars', a known leader, or a leader with ratings such as 'Pargali (1/6)' [HIS 5.1g]",
        ),
        (
            'from responsa import here_i_stand as his\none, two = his.Stack.of("Ottoman: 1 regular"), his.Stack.of("Hapsburg: 1 regular")\nhis.fight(one, two, attacker_rolls=(0,), defender_rolls=(3, 4))',
            "attacker_rolls is (0,), expected one die that shows 1 to 6 [HIS 14j]",
        ),
        (
            'from responsa import here_i_stand as his\none, two = his.Stack.of("Ottoman: 1 regular"), his.Stack.of("Hapsburg: 1 regular")\nhis.fight(one, two, attacker_rolls=(3,), defender_rolls=(3, 4, 5))',
            "defender_rolls is (3, 4, 5), expected 2 dice that each show 1 to 6 [HIS 14k]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.is_field_battle_fought(enemies_in_the_open=1, interceptions=-1)",
            "interceptions is -1, expected a whole number, 0 or more [HIS 14b]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.is_field_battle_fought(enemies_in_the_open=-1)",
            "enemies_in_the_open is -1, expected a whole number, 0 or more [HIS 14a]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.is_field_battle_fought(enemies_in_the_open=0, interceptions=1)",
            "enemies_in_the_open is 0, expected those who intercepted, at least [HIS 14b]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.hits((1, 7))",
            "dice is (1, 7), expected 2 dice that each show 1 to 6 [HIS 14m]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.battle_winner(attacker_hits=-1, defender_hits=0)",
            "attacker_hits is -1, expected a whole number, 0 or more [HIS 14o]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.battle_winner(attacker_hits=0, defender_hits=-1)",
            "defender_hits is -1, expected a whole number, 0 or more [HIS 14o]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.keeps_last_unit(-1, 4)",
            "attacker_dice is -1, expected a whole number, 0 or more [HIS 14q]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.keeps_last_unit(4, -1)",
            "defender_dice is -1, expected a whole number, 0 or more [HIS 14q]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.survivors(his.Stack.of("Ottoman: 3 regulars"), -1)',
            "losses is -1, expected a whole number, 0 or more [HIS 14p]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.captured_leaders(his.Stack.of("Ottoman: 3 regulars"), 4)',
            "losses is 4, expected at most 3 land units [HIS 14r]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.captured_leaders(his.Stack.of("Ottoman: 3 regulars"), -1)',
            "losses is -1, expected a whole number, 0 or more [HIS 14r]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.after_battle(active=-1, inside=0)",
            "active is -1, expected a whole number, 0 or more [HIS 14s]",
        ),
        (
            "from responsa import here_i_stand as his\ndef losses(attackers, defenders, ours, theirs, dice):\n    return his.battle_losses(\n        attackers=attackers,\n        defenders=defenders,\n        attacker_hits=ours,\n        defender_hits=theirs,\n        attacker_dice=dice,\n        defender_dice=dice,\n    )\nlosses(0, 2, 1, 1, dice=2)",
            "attackers is 0, expected at least 1 land unit [HIS 14p]",
        ),
        (
            "from responsa import here_i_stand as his\ndef losses(attackers, defenders, ours, theirs, dice):\n    return his.battle_losses(\n        attackers=attackers,\n        defenders=defenders,\n        attacker_hits=ours,\n        defender_hits=theirs,\n        attacker_dice=dice,\n        defender_dice=dice,\n    )\nlosses(2, 0, 1, 1, dice=2)",
            "defenders is 0, expected at least 1 land unit [HIS 14p]",
        ),
        (
            "from responsa import here_i_stand as his\ndef losses(attackers, defenders, ours, theirs, dice):\n    return his.battle_losses(\n        attackers=attackers,\n        defenders=defenders,\n        attacker_hits=ours,\n        defender_hits=theirs,\n        attacker_dice=dice,\n        defender_dice=dice,\n    )\nlosses(2, 2, -1, 1, dice=2)",
            "attacker_hits is -1, expected a whole number, 0 or more [HIS 14d]",
        ),
        (
            "from responsa import here_i_stand as his\ndef losses(attackers, defenders, ours, theirs, dice):\n    return his.battle_losses(\n        attackers=attackers,\n        defenders=defenders,\n        attacker_hits=ours,\n        defender_hits=theirs,\n        attacker_dice=dice,\n        defender_dice=dice,\n    )\nlosses(2, 2, 3, 1, dice=2)",
            "attacker_hits is 3, expected at most the 2 dice that were rolled [HIS 14d]",
        ),
        (
            "from responsa import here_i_stand as his\ndef losses(attackers, defenders, ours, theirs, dice):\n    return his.battle_losses(\n        attackers=attackers,\n        defenders=defenders,\n        attacker_hits=ours,\n        defender_hits=theirs,\n        attacker_dice=dice,\n        defender_dice=dice,\n    )\nlosses(2, 2, 1, 3, dice=2)",
            "defender_hits is 3, expected at most the 2 dice that were rolled [HIS 14d]",
        ),
        (
            "from responsa import here_i_stand as his\ndef losses(attackers, defenders, ours, theirs, dice):\n    return his.battle_losses(\n        attackers=attackers,\n        defenders=defenders,\n        attacker_hits=ours,\n        defender_hits=theirs,\n        attacker_dice=dice,\n        defender_dice=dice,\n    )\nlosses(2, 2, 1, 1, dice=-2)",
            "attacker_dice is -2, expected a whole number, 0 or more [HIS 14d]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.odds_of_hits(-1, 2)",
            "attacker_dice is -1, expected a whole number, 0 or more [HIS 14d]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.odds_of_hits(1, -2)",
            "defender_dice is -2, expected a whole number, 0 or more [HIS 14d]",
        ),
    ],
    "formations": [
        (
            'from responsa import here_i_stand as his\nhis.Leader("Pargali", battle=-1, command=6)',
            "battle is -1, expected a whole number, 0 or more [HIS 5.1g]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.Force(his.Power.OTTOMAN, regulars=-2)",
            "regulars is -2, expected a whole number, 0 or more [HIS 5.1a]",
        ),
    ],
    "interception": [
        (
            'from responsa import here_i_stand as his\nottomans = his.Stack.of("Ottoman: 6 regulars, 2 cavalry, Suleiman")\ncharles = his.Stack.of("Hapsburg: 10 regulars, Charles V")\nferdinand = his.Stack.of("Hapsburg: 6 regulars, Ferdinand")\nhis.chance_to_intercept(1.5)',
            "modifier is 1.5, expected a whole number [HIS 13.2l]",
        ),
        (
            'from responsa import here_i_stand as his\ngarrison = his.Stack.of("Hapsburg: 2 regulars")\nferdinand = his.Stack.of("Hapsburg: 4 regulars, Ferdinand")\nhis.must_fight(-1)',
            "successes is -1, expected a whole number, 0 or more [HIS 13.2n]",
        ),
    ],
    "land-movement": [
        (
            'from responsa import here_i_stand as his\nhis.pay(his.Position.of("Hapsburg"), -1, "Vienna", "Graz")',
            "cp is -1, expected a whole number, 0 or more [HIS 13.1.3b]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.step_after_interceptions(-1)",
            "successes is -1, expected a whole number, 0 or more [HIS 13.1.5d]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.may_react_in_step_6(2, trying=-1)",
            "trying is -1, expected a whole number, 0 or more [HIS 13.1.6a]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.may_react_in_step_7(-1, fortified=True)",
            "enemy_units is -1, expected a whole number, 0 or more [HIS 13.1.7a]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.may_react_in_step_7(2, fortified=True, successes=-1)",
            "successes is -1, expected a whole number, 0 or more [HIS 13.1.5d]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.is_field_battle(outside=-1)",
            "outside is -1, expected a whole number, 0 or more [HIS 13.1.8a]",
        ),
    ],
    "leaders": [
        (
            'from responsa import here_i_stand as his\nferdinand, hapsburg = his.LEADERS["Ferdinand"], his.Power.HAPSBURG\nhis.Captive(ferdinand, hapsburg, captor=hapsburg, turn=3)',
            "captor is Power.HAPSBURG, expected a major power other than the Hapsburgs [HIS 13.1y]",
        ),
        (
            'from responsa import here_i_stand as his\nferdinand, hapsburg = his.LEADERS["Ferdinand"], his.Power.HAPSBURG\nhis.Captive(ferdinand, hapsburg, captor=his.Power.VENICE, turn=3)',
            "captor is Power.VENICE, expected a major power other than the Hapsburgs [HIS 13.1y]",
        ),
        (
            'from responsa import here_i_stand as his\nferdinand, hapsburg = his.LEADERS["Ferdinand"], his.Power.HAPSBURG\nhis.Captive(ferdinand, hapsburg, captor=his.Power.OTTOMAN, turn=-3)',
            "turn is -3, expected a whole number, 0 or more [HIS 13.1z]",
        ),
        (
            'from responsa import here_i_stand as his\nferdinand, hapsburg = his.LEADERS["Ferdinand"], his.Power.HAPSBURG\ncaptive = his.Captive(ferdinand, hapsburg, captor=his.Power.OTTOMAN, turn=3)\nhis.may_be_returned(captive, turn=-4)',
            "turn is -4, expected a whole number, 0 or more [HIS 13.1z]",
        ),
        (
            "from responsa import here_i_stand as his\nmove = his.Entry.MOVE\nhis.is_captured(with_units=-1, fortified=False, entry=move)",
            "with_units is -1, expected a whole number, 0 or more [HIS 13.1w]",
        ),
        (
            'from responsa import here_i_stand as his\nmove = his.Entry.MOVE\nhis.may_go_alone("Graz", enemy_controls=False, enemy_units=-1)',
            "enemy_units is -1, expected a whole number, 0 or more [HIS 13.1v]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.may_stay_captive(-1)",
            "turns is -1, expected a whole number, 0 or more [HIS 9.4b]",
        ),
    ],
    "minor-powers": [
        (
            "from responsa import here_i_stand as his\nhis.minor_response(-1)",
            "units is -1, expected a whole number, 0 or more [HIS 22.1b]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.after_minor_defeat(-1)",
            "units is -1, expected a whole number, 0 or more [HIS 22.1b]",
        ),
    ],
    "powers": [
        (
            'from responsa import here_i_stand as his\nhis.Relations.of("Ottoman against Ottoman")',
            "relations is 'Ottoman and Ottoman', expected two different powers [HIS 9.2f]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Relations.of("Independent against France")',
            "relations is 'Independent and France', expected two different powers [HIS 9.2f]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Relations.of("France with Hungary")',
            "alliances is 'France with Hungary', expected two major powers [HIS 9.2f]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Relations.of("Hungary for Venice")',
            "minors is 'Hungary for Venice', expected a minor power for a major power [HIS 5.1f]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Relations.of("France for Venice")',
            "minors is 'France for Venice', expected a minor power for a major power [HIS 5.1f]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Relations.of("Hungary for Ottoman, Hungary for Hapsburg")',
            "minors is 'Hungary for Ottoman, Hungary for Hapsburg', expected one major power for each minor power [HIS 5.1f]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Relations.of("France near Papacy")',
            "relations is 'France near Papacy', expected pairs such as 'Ottoman against Hapsburg', 'France with Papacy' or 'Hungary for Hapsburg' [HIS 9.2f]",
        ),
        (
            'from responsa import here_i_stand as his\nhis.Relations.of("France with the Papacy")',
            "relations is 'France with the Papacy', expected pairs such as 'Ottoman against Hapsburg', 'France with Papacy' or 'Hungary for Hapsburg' [HIS 9.2f]",
        ),
    ],
    "response-cards": [
        (
            "from responsa import here_i_stand as his\nhis.cp_after_card(-1)",
            "cp is -1, expected a whole number, 0 or more [HIS 13.1.4b]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.is_barred_by_foul_weather(his.Action.MOVE, spaces_moved=-1)",
            "spaces_moved is -1, expected a whole number, 0 or more [HIS C31a]",
        ),
    ],
    "retreat": [
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of("Ottoman", relations="Ottoman against Hapsburg")\nsuleiman = his.Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")\nlosers = his.Stack.of("Hapsburg: 6 regulars")\nfive = his.Stack.of("Hapsburg: 5 regulars")\nhis.losers_retreat(position, losers, suleiman, inside=five, to="Linz")',
            "inside is 'Hapsburg: 5 regulars', expected at most 4 units of the power that controls the fortified space [HIS 14.1a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of("Ottoman", relations="Ottoman against Hapsburg")\nsuleiman = his.Approach.of("Ottoman: 8 regulars, Suleiman", "Pressburg", "Vienna")\nlosers = his.Stack.of("Hapsburg: 6 regulars")\nfive = his.Stack.of("Hapsburg: 5 regulars")\nhis.losers_retreat(position, five, suleiman, inside=losers, to="Linz")',
            "inside is 'Hapsburg: 6 regulars', expected part of what is left (Hapsburg: 5 regulars) [HIS 14.1a]",
        ),
    ],
    "siege": [
        (
            'from responsa import here_i_stand as his\nhis.Siege("Graz", his.Stack.of("Ottoman: 5 regulars"))',
            "space is 'Graz', expected a fortified space [HIS 13.4b]",
        ),
        (
            'from responsa import here_i_stand as his\nfive = his.Stack.of("Hapsburg: 5 regulars")\nhis.Siege("Vienna", his.Stack.of("Ottoman: 8 regulars"), inside=five)',
            "inside is 'Hapsburg: 5 regulars', expected at most 4 land units [HIS 13.4d]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.chance_of_assault(attackers=0, attacker_dice=0, defenders=0, defender_dice=1)",
            "attackers is 0, expected at least 1 land unit [HIS 15.1e]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.chance_of_assault(attackers=2, attacker_dice=-1, defenders=0, defender_dice=1)",
            "attacker_dice is -1, expected a whole number, 0 or more [HIS 15.1e]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.chance_of_assault(attackers=-2, attacker_dice=1, defenders=0, defender_dice=1)",
            "attackers is -2, expected a whole number, 0 or more [HIS 15.1e]",
        ),
        (
            'from responsa import here_i_stand as his\ntwo = his.Stack.of("Ottoman: 2 regulars")\none = his.Stack.of("Hapsburg: 1 regular")\nhis.assault(two, one, attacker_rolls=(0,), defender_rolls=(3, 3))',
            "attacker_rolls is (0,), expected one die that shows 1 to 6 [HIS 15.1c]",
        ),
        (
            'from responsa import here_i_stand as his\ntwo = his.Stack.of("Ottoman: 2 regulars")\none = his.Stack.of("Hapsburg: 1 regular")\nhis.assault(two, one, attacker_rolls=(5, 5), defender_rolls=(3, 3))',
            "attacker_rolls is (5, 5), expected one die that shows 1 to 6 [HIS 15.1c]",
        ),
        (
            'from responsa import here_i_stand as his\ntwo = his.Stack.of("Ottoman: 2 regulars")\none = his.Stack.of("Hapsburg: 1 regular")\nhis.assault(two, one, attacker_rolls=(5,), defender_rolls=(3, 3, 3))',
            "defender_rolls is (3, 3, 3), expected 2 dice that each show 1 to 6 [HIS 15.1d]",
        ),
        (
            'from responsa import here_i_stand as his\ntwo = his.Stack.of("Ottoman: 2 regulars")\none = his.Stack.of("Hapsburg: 1 regular")\nleader = his.Stack.of("Ottoman: Ibrahim")\nhis.assault(leader, one, attacker_rolls=(5,), defender_rolls=(3, 3))',
            "assaulters is 'Ottoman: Ibrahim', expected land units that assault [HIS 15.1c]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.after_relief_battle(relief_hits=-1, besieger_hits=3)",
            "relief_hits is -1, expected a whole number, 0 or more [HIS 15.2b]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.after_relief_battle(relief_hits=3, besieger_hits=-1)",
            "besieger_hits is -1, expected a whole number, 0 or more [HIS 15.2b]",
        ),
        (
            'from responsa import here_i_stand as his\ntwo, nobody = his.Stack.of("Hapsburg: 2 regulars"), his.NOTHING\nhis.may_shelter_after_relief(his.Relief.BROKEN, two, began_inside=two)',
            "outcome is Relief.BROKEN, expected a relief battle that was lost [HIS 15.2b]",
        ),
        (
            'from responsa import here_i_stand as his\ntwo, nobody = his.Stack.of("Hapsburg: 2 regulars"), his.NOTHING\nshelter = his.Relief.SHELTER\nhis.may_shelter_after_relief(shelter, two, began_inside=nobody, held_back=-1)',
            "held_back is -1, expected a whole number, 0 or more [HIS 15.2b]",
        ),
        (
            'from responsa import here_i_stand as his\ntwo, nobody = his.Stack.of("Hapsburg: 2 regulars"), his.NOTHING\nshelter = his.Relief.SHELTER\nhis.may_join_relief(nobody, two, his.AT_PEACE)',
            "garrison is '', expected units or leaders inside [HIS 15.2a]",
        ),
        (
            'from responsa import here_i_stand as his\ntwo, nobody = his.Stack.of("Hapsburg: 2 regulars"), his.NOTHING\nshelter = his.Relief.SHELTER\nhis.may_join_relief(two, nobody, his.AT_PEACE)',
            "relief is '', expected a force with land units [HIS 15.2a]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.is_siege(besiegers=-1, inside=0)",
            "besiegers is -1, expected a whole number, 0 or more [HIS 15a]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.is_siege(besiegers=5, inside=-1)",
            "inside is -1, expected a whole number, 0 or more [HIS 15a]",
        ),
        (
            'from responsa import here_i_stand as his\nties = his.Relations.of("France against Hapsburg")\nhapsburg, one = his.Power.HAPSBURG, his.Stack.of("France: 1 regular")\nhis.may_besiege_together(one, inside=-1, controller=hapsburg, relations=ties)',
            "inside is -1, expected a whole number, 0 or more [HIS 15c]",
        ),
        (
            'from responsa import here_i_stand as his\nempty = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hungary",\n    stacks={"Belgrade": "Ottoman: 1 regular"},\n    sieges=["Belgrade"],\n)\nantwerp = his.Position.of(\n    "Hapsburg",\n    relations="Hapsburg against France",\n    control={"Antwerp": "France"},\n    stacks={"Antwerp": "Hapsburg: 6 regulars"},\n    inside={"Antwerp": "France: 2 regulars"},\n)\nhis.may_assault(antwerp, "Antwerp", squadrons_in_port=-1)',
            "squadrons_in_port is -1, expected a whole number, 0 or more [HIS 15.1b]",
        ),
        (
            'from responsa import here_i_stand as his\nempty = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hungary",\n    stacks={"Belgrade": "Ottoman: 1 regular"},\n    sieges=["Belgrade"],\n)\nantwerp = his.Position.of(\n    "Hapsburg",\n    relations="Hapsburg against France",\n    control={"Antwerp": "France"},\n    stacks={"Antwerp": "Hapsburg: 6 regulars"},\n    inside={"Antwerp": "France: 2 regulars"},\n)\nhis.may_assault(antwerp, "Antwerp", assaults_before=-1)',
            "assaults_before is -1, expected a whole number, 0 or more [HIS 15.1a]",
        ),
    ],
    "whole-move": [
        (
            'from responsa import here_i_stand as his\nwars = "Ottoman against Hapsburg, Ottoman against Papacy"\nposition = his.Position.of(\n    "Ottoman",\n    relations=f"{wars}, Hapsburg with Papacy, Ottoman against Venice",\n    stacks={\n        "Mohacs": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 3 regulars",\n        "Trieste": "Papacy: 1 regular",\n        "Agram": "Venice: 1 regular",\n    },\n)\nhapsburg = his.Attempt.of("Hapsburg: 3 regulars", "Vienna", (6, 6))\npapal = his.Attempt.of("Papacy: 1 regular", "Trieste", (6, 6))\nvenetian = his.Attempt.of("Venice: 1 regular", "Agram", (6, 6))\ndef intercept(*attempts):\n    army = "Ottoman: 4 regulars"\n    order = his.Move.of(army, "Mohacs", "Graz", interceptions=attempts)\n    return his.move(position, order)\nintercept(papal, hapsburg)',
            "interceptions is 'Papacy, Hapsburg', expected Impulse Order [HIS 13.2b]",
        ),
        (
            'from responsa import here_i_stand as his\nwars = "Ottoman against Hapsburg, Ottoman against Papacy"\nposition = his.Position.of(\n    "Ottoman",\n    relations=f"{wars}, Hapsburg with Papacy, Ottoman against Venice",\n    stacks={\n        "Mohacs": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 3 regulars",\n        "Trieste": "Papacy: 1 regular",\n        "Agram": "Venice: 1 regular",\n    },\n)\nhapsburg = his.Attempt.of("Hapsburg: 3 regulars", "Vienna", (6, 6))\npapal = his.Attempt.of("Papacy: 1 regular", "Trieste", (6, 6))\nvenetian = his.Attempt.of("Venice: 1 regular", "Agram", (6, 6))\ndef intercept(*attempts):\n    army = "Ottoman: 4 regulars"\n    order = his.Move.of(army, "Mohacs", "Graz", interceptions=attempts)\n    return his.move(position, order)\nintercept(hapsburg, papal)',
            "interceptions is 'Papacy: 1 regular from Trieste', but the Hapsburgs have intercepted already [HIS 13.2c]",
        ),
        (
            'from responsa import here_i_stand as his\nwars = "Ottoman against Hapsburg, Ottoman against Papacy"\nposition = his.Position.of(\n    "Ottoman",\n    relations=f"{wars}, Hapsburg with Papacy, Ottoman against Venice",\n    stacks={\n        "Mohacs": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 3 regulars",\n        "Trieste": "Papacy: 1 regular",\n        "Agram": "Venice: 1 regular",\n    },\n)\nhapsburg = his.Attempt.of("Hapsburg: 3 regulars", "Vienna", (6, 6))\npapal = his.Attempt.of("Papacy: 1 regular", "Trieste", (6, 6))\nvenetian = his.Attempt.of("Venice: 1 regular", "Agram", (6, 6))\ndef intercept(*attempts):\n    army = "Ottoman: 4 regulars"\n    order = his.Move.of(army, "Mohacs", "Graz", interceptions=attempts)\n    return his.move(position, order)\nintercept(venetian)',
            "interceptions is 'Venice: 1 regular from Agram', but Venetian units have no major power to lead them [HIS 22.1a]",
        ),
        (
            'from responsa import here_i_stand as his\nwars = "Ottoman against Hapsburg, Ottoman against Papacy"\nposition = his.Position.of(\n    "Ottoman",\n    relations=f"{wars}, Hapsburg with Papacy",\n    stacks={\n        "Pressburg": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 1 regular; Papacy: 1 regular",\n        "Linz": "Hapsburg: 2 regulars",\n    },\n)\nhapsburg = his.Avoiding.of("Hapsburg: 1 regular", "Graz", (1, 1))\npapal = his.Avoiding.of("Papacy: 1 regular", "Graz", (1, 1))\ndef march(*avoiding, **decisions):\n    order = his.Move.of(\n        "Ottoman: 4 regulars",\n        "Pressburg",\n        "Vienna",\n        avoiding=avoiding,\n        **decisions,\n    )\n    return his.move(position, order)\nmarch(papal, hapsburg)',
            "avoiding is 'Papacy, Hapsburg', expected Impulse Order [HIS 13.3.1b]",
        ),
        (
            'from responsa import here_i_stand as his\nwars = "Ottoman against Hapsburg, Ottoman against Papacy"\nposition = his.Position.of(\n    "Ottoman",\n    relations=f"{wars}, Hapsburg with Papacy",\n    stacks={\n        "Pressburg": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 1 regular; Papacy: 1 regular",\n        "Linz": "Hapsburg: 2 regulars",\n    },\n)\nhapsburg = his.Avoiding.of("Hapsburg: 1 regular", "Graz", (1, 1))\npapal = his.Avoiding.of("Papacy: 1 regular", "Graz", (1, 1))\ndef march(*avoiding, **decisions):\n    order = his.Move.of(\n        "Ottoman: 4 regulars",\n        "Pressburg",\n        "Vienna",\n        avoiding=avoiding,\n        **decisions,\n    )\n    return his.move(position, order)\nmarch(hapsburg, hapsburg)',
            "avoiding is 'Hapsburg, Hapsburg', expected each power once [HIS 13.3.6a]",
        ),
        (
            'from responsa import here_i_stand as his\nwars = "Ottoman against Hapsburg, Ottoman against Papacy"\nposition = his.Position.of(\n    "Ottoman",\n    relations=f"{wars}, Hapsburg with Papacy",\n    stacks={\n        "Pressburg": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 1 regular; Papacy: 1 regular",\n        "Linz": "Hapsburg: 2 regulars",\n    },\n)\nhapsburg = his.Avoiding.of("Hapsburg: 1 regular", "Graz", (1, 1))\npapal = his.Avoiding.of("Papacy: 1 regular", "Graz", (1, 1))\ndef march(*avoiding, **decisions):\n    order = his.Move.of(\n        "Ottoman: 4 regulars",\n        "Pressburg",\n        "Vienna",\n        avoiding=avoiding,\n        **decisions,\n    )\n    return his.move(position, order)\ncame = his.Attempt.of("Hapsburg: 2 regulars", "Linz", (6, 6))\nmarch(hapsburg, interceptions=[came])',
            "avoiding is (Avoiding(group=Stack.of('Hapsburg: 1 regular'), to='Graz', dice=(1, 1)),), expected nothing, as an interception has succeeded [HIS 13.1.5d]",
        ),
        (
            'from responsa import here_i_stand as his\nwars = "Ottoman against Hapsburg, Ottoman against Papacy"\nposition = his.Position.of(\n    "Ottoman",\n    relations=f"{wars}, Hapsburg with Papacy",\n    stacks={\n        "Pressburg": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 1 regular; Papacy: 1 regular",\n        "Linz": "Hapsburg: 2 regulars",\n    },\n)\nhapsburg = his.Avoiding.of("Hapsburg: 1 regular", "Graz", (1, 1))\npapal = his.Avoiding.of("Papacy: 1 regular", "Graz", (1, 1))\ndef march(*avoiding, **decisions):\n    order = his.Move.of(\n        "Ottoman: 4 regulars",\n        "Pressburg",\n        "Vienna",\n        avoiding=avoiding,\n        **decisions,\n    )\n    return his.move(position, order)\ncame = his.Attempt.of("Hapsburg: 2 regulars", "Linz", (6, 6))\nmarch(withdraw=True, interceptions=[came])',
            "withdraw is True, expected nothing, as an interception has succeeded [HIS 13.1.5d]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Mohacs": "Ottoman: 6 regulars, Ibrahim",\n        "Graz": "Hapsburg: 2 regulars",\n    },\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\nhis.move(position, his.Move.of(army, "Buda", "Vienna"))',
            "formation is 'Ottoman: 6 regulars, Ibrahim', but not all of it is in Buda [HIS 13.1a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Mohacs": "Ottoman: 6 regulars, Ibrahim",\n        "Graz": "Hapsburg: 2 regulars",\n    },\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\nhis.move(position, his.Move.of("Ottoman: 6 regulars", "Mohacs", "Graz"))',
            "formation is 'Ottoman: 6 regulars', but 6 land units are more than the 4 that may act together [HIS 5.1b]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Mohacs": "Ottoman: 6 regulars, Ibrahim",\n        "Graz": "Hapsburg: 2 regulars",\n    },\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\nhis.move(position.but(cp=0), his.Move.of(army, "Mohacs", "Graz"))',
            "cp is 0, expected at least 1 [HIS 13.1.3b]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Mohacs": "Ottoman: 6 regulars, Ibrahim",\n        "Graz": "Hapsburg: 2 regulars",\n    },\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\nhis.move(position, his.Move.of(army, "Mohacs", "Graz"))',
            "battle is None, expected the dice of the field battle: 7 dice of the attacker and 3 of the defender, cards apart [HIS 13.1.8a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Mohacs": "Ottoman: 6 regulars, Ibrahim",\n        "Graz": "Hapsburg: 2 regulars",\n    },\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ntoo_few = his.Rolls.of(attacker=(6, 6), defender=(1, 1, 1))\nhis.move(position, his.Move.of(army, "Mohacs", "Graz", battle=too_few))',
            "attacker_rolls is (6, 6), expected 7 dice that each show 1 to 6 [HIS 14j]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Mohacs": "Ottoman: 6 regulars, Ibrahim",\n        "Graz": "Hapsburg: 2 regulars",\n    },\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ntoo_few = his.Rolls.of(attacker=(6, 6), defender=(1, 1, 1))\nhis.move(position, his.Move.of(army, "Mohacs", "Buda", withdraw=True))',
            "destination is 'Buda', but Hungary controls Buda and is neither at war nor allied with the Ottomans [HIS 13.1g]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nmarch("Buda", withdraw=True)',
            "withdraw is True, expected nothing, as no enemy is in the open [HIS 13.4a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\nmarch("Buda", battle=rolls)',
            "battle is 'given', expected nothing, as no enemy is in the open [HIS 13.1.8a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\non = his.Move.of(army, "Vienna", "Linz")\nmarch("Buda", go_on=on)',
            "go_on is 'given', expected nothing, as no enemy is in the open [HIS 13.4k]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\non = his.Move.of(army, "Vienna", "Linz")\nmarch("Vienna", withdraw=True, battle=rolls)',
            "battle is 'given', expected nothing, as they withdraw [HIS 13.4i]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\non = his.Move.of(army, "Vienna", "Linz")\nmarch("Vienna", withdraw=True, go_on=on)',
            "go_on is 'given', expected nothing, as a siege begins [HIS 13.4j]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\non = his.Move.of(army, "Vienna", "Linz")\nmarch("Vienna", battle=rolls, go_on=on)',
            "go_on is 'given', expected nothing, as nobody withdraws [HIS 13.4k]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\non = his.Move.of(army, "Vienna", "Linz")\nnobody = [his.Going.of("Hapsburg", "Linz")]\ndead = his.Rolls.of(rolls.attacker, rolls.defender, going=nobody)\nmarch("Vienna", battle=dead)',
            "going is 'Hapsburg', expected nobody [HIS 14.1b]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\non = his.Move.of(army, "Vienna", "Linz")\nnobody = [his.Going.of("Hapsburg", "Linz")]\ndead = his.Rolls.of(rolls.attacker, rolls.defender, going=nobody)\none_hit = (6, 1, 1, 1, 1, 1, 1)\npope = [his.Going.of("Hapsburg", "Linz"), his.Going.of("Papacy", "Graz")]\nmarch("Vienna", battle=his.Rolls.of(one_hit, (1, 1, 1), going=pope))',
            "going is 'Hapsburg, Papacy', expected only Hapsburg, each once [HIS 14.1b]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\non = his.Move.of(army, "Vienna", "Linz")\nnobody = [his.Going.of("Hapsburg", "Linz")]\ndead = his.Rolls.of(rolls.attacker, rolls.defender, going=nobody)\none_hit = (6, 1, 1, 1, 1, 1, 1)\npope = [his.Going.of("Hapsburg", "Linz"), his.Going.of("Papacy", "Graz")]\ntwice = [his.Going.of("Hapsburg", "Linz"), his.Going.of("Hapsburg", "Graz")]\nmarch("Vienna", battle=his.Rolls.of(one_hit, (1, 1, 1), going=twice))',
            "going is 'Hapsburg, Hapsburg', expected only Hapsburg, each once [HIS 14.1b]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\non = his.Move.of(army, "Vienna", "Linz")\nnobody = [his.Going.of("Hapsburg", "Linz")]\ndead = his.Rolls.of(rolls.attacker, rolls.defender, going=nobody)\none_hit = (6, 1, 1, 1, 1, 1, 1)\npope = [his.Going.of("Hapsburg", "Linz"), his.Going.of("Papacy", "Graz")]\ntwice = [his.Going.of("Hapsburg", "Linz"), his.Going.of("Hapsburg", "Graz")]\nlost = his.Rolls.of((1,) * 7, (6, 1, 1), going=nobody)\nmarch("Vienna", battle=lost)',
            "going is 'Hapsburg', expected nothing, as the defenders won [HIS 14.1b]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    cp=2,\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Pressburg": "Ottoman: 6 regulars, Ibrahim",\n        "Vienna": "Hapsburg: 2 regulars",\n        "Linz": "Hapsburg: 5 regulars",\n    },\n    control={"Pressburg": "Ottoman", "Buda": "Ottoman"},\n)\narmy = "Ottoman: 6 regulars, Ibrahim"\ndef march(to, **decisions):\n    return his.move(position, his.Move.of(army, "Pressburg", to, **decisions))\nrolls = his.Rolls.of(attacker=(6, 6, 1, 1, 1, 1, 1), defender=(1, 1, 1))\non = his.Move.of(army, "Vienna", "Linz")\nnobody = [his.Going.of("Hapsburg", "Linz")]\ndead = his.Rolls.of(rolls.attacker, rolls.defender, going=nobody)\none_hit = (6, 1, 1, 1, 1, 1, 1)\npope = [his.Going.of("Hapsburg", "Linz"), his.Going.of("Papacy", "Graz")]\ntwice = [his.Going.of("Hapsburg", "Linz"), his.Going.of("Hapsburg", "Graz")]\nlost = his.Rolls.of((1,) * 7, (6, 1, 1), going=nobody)\nhome = [his.Going.of("Ottoman", "Buda")]\nmarch("Vienna", withdraw=True, leaving=home)',
            "leaving is 'Ottoman', expected nothing, as no siege of that power is broken [HIS 15.3a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Mohacs": "Ottoman: 4 regulars",\n        "Graz": "Hapsburg: Ferdinand",\n        "Trieste": "Ottoman: 4 regulars",\n        "Agram": "Hapsburg: 2 regulars",\n        "Pressburg": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 5 regulars",\n    },\n    control={"Agram": "Hapsburg", "Mohacs": "Ottoman"},\n)\nfour = "Ottoman: 4 regulars"\nhis.move(position, his.Move.of(four, "Pressburg", "Vienna", withdraw=True))',
            "withdraw is 'Vienna', but 5 land units are left in Vienna and at most 4 may withdraw [HIS 13.4d]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Mohacs": "Ottoman: 4 regulars",\n        "Graz": "Hapsburg: Ferdinand",\n        "Trieste": "Ottoman: 4 regulars",\n        "Agram": "Hapsburg: 2 regulars",\n        "Pressburg": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 5 regulars",\n    },\n    control={"Agram": "Hapsburg", "Mohacs": "Ottoman"},\n)\nfour = "Ottoman: 4 regulars"\nhis.move(position, his.Move.of(four, "Mohacs", "Graz", withdraw=True))',
            "withdraw is True, expected nothing, as only leaders are there [HIS 13.4a]",
        ),
        (
            'from responsa import here_i_stand as his\nposition = his.Position.of(\n    "Ottoman",\n    relations="Ottoman against Hapsburg",\n    stacks={\n        "Mohacs": "Ottoman: 4 regulars",\n        "Graz": "Hapsburg: Ferdinand",\n        "Trieste": "Ottoman: 4 regulars",\n        "Agram": "Hapsburg: 2 regulars",\n        "Pressburg": "Ottoman: 4 regulars",\n        "Vienna": "Hapsburg: 5 regulars",\n    },\n    control={"Agram": "Hapsburg", "Mohacs": "Ottoman"},\n)\nfour = "Ottoman: 4 regulars"\nbeaten = his.Rolls.of(\n    attacker=(1, 1, 1, 1),\n    defender=(6, 1, 1),\n    sheltering="Ottoman: 1 regular",\n)\nhis.move(position, his.Move.of(four, "Mohacs", "Agram", battle=beaten))',
            "sheltering is 'Ottoman: 1 regular', expected survivors of a relief battle [HIS 15.2b]",
        ),
    ],
    "withdraw": [
        (
            "from responsa import here_i_stand as his\nhis.siege_begins(active=8, inside=5)",
            "inside is 5, expected at most 4 land units [HIS 13.4d]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.siege_begins(active=-1, inside=4)",
            "active is -1, expected a whole number, 0 or more [HIS 13.4j]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.siege_begins(active=0, inside=0)",
            "active is 0, expected at least 1 land unit [HIS 13.4j]",
        ),
        (
            "from responsa import here_i_stand as his\nhis.after_withdrawal(active=4, inside=4, cp=-1, over_pass=False)",
            "cp is -1, expected a whole number, 0 or more [HIS 13.4l]",
        ),
    ],
}
"""By section: the call, and the message."""

CASES = [
    pytest.param(code, message, id=f"{page} {n}")
    for page, refused in REFUSED.items()
    for n, (code, message) in enumerate(refused)
]


@pytest.mark.parametrize(("code", "message"), CASES)
def test_what_cannot_be_is_refused_in_these_words(code: str, message: str) -> None:
    with pytest.raises(ImpossibleSituation) as refused:
        exec(code, {"his": his})
    assert str(refused.value) == message


TWO_SIDES: dict[str, Callable[[], object]] = {
    "a field battle": lambda: his.fight(
        his.Stack.of("Ottoman: 2 regulars"),
        his.Stack.of("Hapsburg: 1 regular; Ottoman: 1 regular"),
        attacker_rolls=(1, 1),
        defender_rolls=(1, 1, 1),
    ),
    "an assault": lambda: his.assault(
        his.Stack.of("Ottoman: 2 regulars"),
        his.Stack.of("Ottoman: 1 regular"),
        attacker_rolls=(1,),
        defender_rolls=(1, 1),
    ),
}


@pytest.mark.parametrize("fought", TWO_SIDES.values(), ids=TWO_SIDES)
def test_no_power_fights_itself(fought: Callable[[], object]) -> None:
    with pytest.raises(ImpossibleSituation, match="nothing that is Ottoman, as are the"):
        fought()


def test_no_leader_leads_twice() -> None:
    suleiman = his.LEADERS["Suleiman"]
    with pytest.raises(ImpossibleSituation, match="each name once"):
        his.formation_limit([suleiman, suleiman])


def test_odds_have_a_chance_for_nobody_lost() -> None:
    with pytest.raises(ImpossibleSituation, match="from 0 on"):
        his.BattleOdds(Fraction(1, 2), Fraction(0), (), ())
