"""Dataclasses whose methods are written later are what the standard library makes."""

from __future__ import annotations

import dataclasses
import inspect
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import responsa
from responsa import here_i_stand as his
from responsa.values import dataclass, is_value, written


class Named:
    """Prints in its own way."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def pair(decorator: Callable[..., Any]) -> dict[str, Any]:
    """The same classes, made by one of the two decorators."""

    @decorator(frozen=True, order=True)
    class Fleet:
        ships: int
        at: str = "Aegina"

    @decorator(frozen=True)
    class Squadron(Fleet):
        cargo: Mapping[str, int] = dataclasses.field(default_factory=dict)
        story: str = dataclasses.field(default="", compare=False)

        def __post_init__(self) -> None:
            if self.ships < 0:
                raise ValueError("less than no ships")

    @decorator(frozen=True, repr=False)
    class Quiet(Named):
        ships: int

    @decorator(frozen=True, kw_only=True)
    class Told:
        ships: int
        at: str = "Samos"

    @decorator(frozen=True)
    class Alike:
        ships: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Alike)

        def __hash__(self) -> int:
            return 7

    return {class_.__name__: class_ for class_ in (Fleet, Squadron, Quiet, Told, Alike)}


LATER, AT_ONCE = pair(dataclass), pair(dataclasses.dataclass)

ASKED: dict[str, Callable[[dict[str, Any]], object]] = {
    "made": lambda made: made["Fleet"](2).at,
    "by name": lambda made: made["Told"](ships=2).at,
    "told": lambda made: repr(made["Squadron"](2, "Samos", {"men": 4})),
    "told in its own way": lambda made: repr(made["Quiet"](3)),
    "alike": lambda made: (made["Fleet"](2) == made["Fleet"](2), made["Fleet"](2) == made["Fleet"](3)),
    "alike but for the story": lambda made: made["Squadron"](2, story="a") == made["Squadron"](2, story="b"),
    "alike in its own way": lambda made: (made["Alike"](1) == made["Alike"](2), hash(made["Alike"](1))),
    "not alike": lambda made: made["Fleet"](2) == made["Squadron"](2),
    "hash": lambda made: hash(made["Fleet"](2)) == hash(made["Fleet"](2)),
    "order": lambda made: sorted([made["Fleet"](3), made["Fleet"](2)])[0].ships,
    "fields": lambda made: [(each.name, each.compare) for each in dataclasses.fields(made["Squadron"])],
    "replaced": lambda made: repr(dataclasses.replace(made["Squadron"](2), at="Samos")),
    "signature": lambda made: [str(inspect.signature(made[name])) for name in ("Fleet", "Squadron", "Told")],
    "matched": lambda made: made["Fleet"].__match_args__,
    "default": lambda made: (made["Fleet"].at, hasattr(made["Squadron"], "cargo"), made["Squadron"].story),
    "name": lambda made: made["Fleet"].__init__.__qualname__.rpartition(".")[2],
    "refused": lambda made: made["Squadron"](-1),
    "incomplete": lambda made: made["Fleet"](),
    "set": lambda made: setattr(made["Fleet"](2), "ships", 3),
    "deleted": lambda made: delattr(made["Fleet"](2), "ships"),
    "compared with a number": lambda made: made["Fleet"](2) < 3,
}


def said(asked: Callable[[dict[str, Any]], object], made: dict[str, Any]) -> tuple[str, object]:
    try:
        return "answer", asked(made)
    except Exception as error:
        return type(error).__name__, str(error).replace("pair.<locals>.", "")


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("fresh", [True, False], ids=["first", "later"])
def test_they_are_what_the_standard_library_makes(what: str, *, fresh: bool) -> None:
    later = pair(dataclass) if fresh else LATER
    answers = [said(ASKED[what], made) for made in (later, AT_ONCE)]
    assert answers[0] == answers[1]


def test_the_pair_differs_where_it_should() -> None:
    assert "__lt__" not in vars(AT_ONCE["Told"])
    assert len({str(said(asked, AT_ONCE)) for asked in ASKED.values()}) > len(ASKED) / 2


def test_nothing_is_written_before_it_is_needed() -> None:
    fleet = pair(dataclass)["Fleet"]
    stub = vars(fleet)["__init__"]
    assert is_value(fleet)
    assert vars(fleet)["__init__"] is stub
    fleet(2)
    assert vars(fleet)["__init__"] is written(stub) is not stub
    assert written(len) is len
    assert not is_value(int)


def test_who_wraps_a_method_before_it_is_written_goes_on_to_call_it() -> None:
    fleet = pair(dataclass)["Fleet"]
    plain, calls = fleet.__init__, []

    def counted(self: Any, *given: Any) -> None:
        calls.append(given)
        plain(self, *given)

    fleet.__init__ = counted
    assert fleet(2) == fleet(2)
    assert calls == [(2,), (2,)]


def test_many_threads_may_be_the_first() -> None:
    for _ in range(20):
        squadron = pair(dataclass)["Squadron"]
        found: list[Any] = []
        start = threading.Barrier(8)

        def make(start: threading.Barrier = start, squadron: Any = squadron, found: list[Any] = found) -> None:
            start.wait()
            found.append(squadron(2))

        threads = [threading.Thread(target=make) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [squadron(2)] * 8


def test_a_pickle_is_read_where_nothing_has_been_made_yet() -> None:
    stack = his.Stack.of("Ottoman: 3 regulars")
    code = "import pickle, sys; print(repr(pickle.loads(sys.stdin.buffer.read())))"
    run = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(stack), capture_output=True, check=True)
    assert run.stdout.decode().strip() == repr(stack)


def test_loading_the_vocabulary_takes_no_dataclasses() -> None:
    code = "import responsa, sys; print({'dataclasses', 'inspect', 'pathlib'} & {*sys.modules})"
    here = os.environ | {"PYTHONPATH": str(Path(responsa.__file__).parents[1])}
    run = subprocess.run([sys.executable, "-S", "-c", code], env=here, capture_output=True, check=True, text=True)
    assert run.stdout.strip() == "set()"
