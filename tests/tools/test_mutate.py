"""What the mutator changes, how a change is put into running code, and how trials are run."""

from __future__ import annotations

import ast
import io
import os
import signal
import time

import pytest

from tools.mutate import Mutant, changed_code, changed_value, mutants_of
from tools.pool import BROKE, run_all

SOURCE = '''
from __future__ import annotations
from typing import Final

LIMIT: Final = 4


@mark("HIS 13.4d")
def few(units: int, *, more: int = 0) -> bool:
    """At most 4 [HIS 13.4d]."""
    return units + more <= LIMIT and not units < 0


class Force:
    @property
    def words(self) -> str:
        check(self.units)
        return f"{'unit' if self.units == 1 else 'units'}" if self else "no 4 units"
'''


def mutants() -> list[Mutant]:
    return mutants_of(SOURCE, "m")


def test_operators_constants_conditions_returns_and_checks_are_changed() -> None:
    assert [str(mutant).replace("  ->  ", " > ") for mutant in mutants()] == [
        "LIMIT: 4 > 5",
        "few(more): 0 > 1",
        "few: return units + more <= LIMIT and (not units < 0) > return None",
        "few: units + more <= LIMIT and (not units < 0) > units + more <= LIMIT or not units < 0",
        "few: units + more <= LIMIT > units + more < LIMIT",
        "few: not units < 0 > units < 0",
        "few: units + more > units - more",
        "few: units < 0 > units <= 0",
        "few: 0 > 1",
        "Force.words: check(self.units) > pass",
        "Force.words: return f\"{('unit' if self.units == 1 else 'units')}\" if self else 'no 4 units' > return None",
        "Force.words: self > f\"{('unit' if self.units == 1 else 'units')}\" if not self else 'no 4 units'",
        "Force.words: self.units == 1 > self.units != 1",
        "Force.words: 1 > 2",
    ]
    assert [mutant.line for mutant in mutants()][:3] == [5, 9, 11]


def test_rule_ids_are_changed_but_told_apart() -> None:
    (mutant,) = mutants_of("def why():\n    'HIS 1a'\n    return ('HIS 13.4d', 'other words')\n", "m")[1:]
    assert (mutant.before, mutant.after, mutant.is_rule_id) == ("'HIS 13.4d'", "'HIS 99z'", True)


def changed_few(name: str) -> object:
    """What `few` says of 4 units after the change whose description begins so."""
    tree = ast.parse(SOURCE)
    (mutant,) = [mutant for mutant in mutants() if str(mutant).startswith(name)]
    space: dict[str, object] = {"mark": lambda _: lambda function: function, "check": None}
    exec(compile(SOURCE, "m.py", "exec"), space)
    if mutant.is_constant or mutant.is_default:
        return eval(changed_value(tree, mutant, "m.py"), space)
    space["few"].__code__ = changed_code(tree, mutant, "m.py")  # type: ignore[attr-defined]
    return space["few"](4)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("LIMIT", 5),
        ("few(more)", 1),
        ("few: return", None),
        ("few: units + more <= LIMIT  ->", False),
        ("few: not", False),
        ("few: units < 0", True),
    ],
)
def test_a_change_is_put_into_running_code(name: str, result: object) -> None:
    assert changed_few(name) == result


def test_the_change_of_a_method_keeps_its_class() -> None:
    tree = ast.parse("class A:\n    def f(self):\n        return super().__str__() + __class__.__name__ * 1\n")
    for mutant in mutants_of(ast.unparse(tree), "m"):
        assert changed_code(tree, mutant, "m.py").co_freevars == ("__class__",)


def test_each_trial_is_a_process_of_its_own_and_one_that_hangs_is_stopped() -> None:
    def judge(trial: int) -> int:
        if trial == 3:
            time.sleep(60)
        if trial == 4:
            os.kill(os.getpid(), signal.SIGKILL)
        if trial == 5:
            raise ValueError
        print("what a trial says is not heard")
        return trial

    screen = io.StringIO()
    verdicts = dict(run_all(range(6), judge, limit=lambda _: 1, jobs=2, title="trials", screen=screen))
    assert verdicts == {0: 0, 1: 1, 2: 2, 3: BROKE, 4: BROKE, 5: BROKE}
    assert screen.getvalue().split("\n")[-2].startswith("trials: 6/6")
