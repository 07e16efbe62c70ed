"""Text is welcome: every public function and piece takes a word as its text, and refuses by name what is none."""

from __future__ import annotations

import contextlib
import copy
import enum
import importlib
import inspect
import pickle
import typing
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from responsa import ImpossibleSituation, NotInThisText, Words, rules_of
from responsa import hellenes as hel
from responsa import here_i_stand as his
from responsa import republic_of_rome as ror
from responsa.book.code import Code
from tests.test_bad_input import a_good_call, functions

GAMES = (hel, his, ror)
SPOILT: tuple[object, ...] = (None, "", "no such thing", "Ж", 17, -1, 2.5, (), [None], {"x": "y"}, object())
"""What no argument asks for, or few do."""


def words() -> list[type[Words]]:
    found = {
        thing
        for game in GAMES
        for name in game.__all__
        if isinstance(thing := getattr(game, name), type) and issubclass(thing, Words)
    }
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


@pytest.mark.parametrize("kind", words(), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_a_word_is_read_in_any_case_and_no_other(kind: type[Words]) -> None:
    for member in kind:
        text = str(member.value)
        for written in (text, text.upper(), text.lower(), f"  {text} "):
            assert kind.read(written, "word", "HIS 13a") is member
    for wrong in ("", "no such word", None, 3, object()):
        with pytest.raises(ImpossibleSituation) as refused:
            kind.read(wrong, "word", "HIS 13a")
        assert refused.value.field in ("word", kind.__name__.lower())


def test_the_nearest_word_is_offered() -> None:
    with pytest.raises(ImpossibleSituation, match="the nearest is Hapsburg"):
        his.Power("Habsburg")


def _hints(code: Callable[..., Any]) -> dict[str, Any]:
    return {name: hint for name, hint in typing.get_type_hints(code).items() if name != "return"}


PUBLIC = {
    f"{thing.__module__}.{name}" for game in GAMES for name in game.__all__ if callable(thing := getattr(game, name))
}


def public_functions() -> list[Code]:
    return [code for code in functions() if code.name in PUBLIC]


def word_arguments() -> Iterator[Any]:
    for code in public_functions():
        function = _function(code.name)
        for name, hint in _hints(function).items():
            kinds = [each for each in (hint, *typing.get_args(hint)) if isinstance(each, enum.EnumType)]
            if kinds and issubclass(kinds[0], Words):
                yield pytest.param(code, name, id=f"{code.name}-{name}")


def _function(name: str) -> Callable[..., Any]:
    module, _, short = name.rpartition(".")
    found: Callable[..., Any] = getattr(importlib.import_module(module), short)
    return found


def _outcome(function: Callable[..., Any], arguments: dict[str, Any]) -> object:
    try:
        return function(**arguments)
    except (ImpossibleSituation, NotInThisText) as refusal:
        return str(refusal)


def _as_text(value: object) -> object:
    if isinstance(value, Words):
        return str(value.value).upper()
    if isinstance(value, (tuple, list, set, frozenset)) and all(isinstance(each, Words) for each in value):
        return [_as_text(each) for each in value]
    return value


@pytest.mark.parametrize(("code", "name"), [*word_arguments()])
def test_a_text_is_answered_like_its_word(code: Code, name: str) -> None:
    good = a_good_call(code)
    if good is None or _as_text(good[name]) is good[name]:
        pytest.skip("no example calls it with such a word")
    function = _function(code.name)
    assert _outcome(function, {**good, name: _as_text(good[name])}) == _outcome(function, good)


def all_arguments() -> Iterator[Any]:
    for code in public_functions():
        for name in _hints(_function(code.name)):
            yield pytest.param(code, name, id=f"{code.name}-{name}")


@pytest.mark.parametrize(("code", "name"), [*all_arguments()])
def test_whatever_is_passed_is_answered_or_refused_in_our_own_words(code: Code, name: str) -> None:
    good = a_good_call(code)
    if good is None or name not in good:
        pytest.skip("no example calls it with success")
    for spoilt in SPOILT:
        with contextlib.suppress(ImpossibleSituation, NotInThisText):
            _function(code.name)(**{**good, name: spoilt})


ALIKE: tuple[Any, ...] = (
    hel.City("Megara", 2, "Megaris", hel.Side.ATHENS),
    hel.Position(areas=hel.areas("Attica - Megaris"), cities=(hel.City("Megara", 2, "Megaris", hel.Side.ATHENS),)),
    his.BOARD,
    his.Position.of("Ottoman", stacks={"Vienna": "Hapsburg: 4 regulars, Ferdinand"}),
    his.Relations.of("Ottoman against Hapsburg"),
    his.Stack.of("Hapsburg: 4 regulars, Ferdinand"),
    ror.Force(ror.legions(2)),
    ror.Senator("Julius", military=4),
    ror.War("1st Punic War", land=10),
)
"""A piece of many kinds, whose methods are asked."""


def methods() -> Iterator[Any]:
    for piece in ALIKE:
        for name, member in vars(type(piece)).items():
            if not name.startswith("_") and callable(getattr(piece, name)) and not isinstance(member, enum.EnumType):
                yield pytest.param(piece, name, id=f"{type(piece).__module__}.{type(piece).__name__}-{name}")


@pytest.mark.parametrize(("piece", "name"), [*methods()])
def test_a_method_too_answers_or_refuses_in_our_own_words(piece: Any, name: str) -> None:
    method = getattr(piece, name)
    asked = [
        parameter
        for parameter in inspect.signature(method).parameters.values()
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD
    ]
    for spoilt in SPOILT:
        in_order = [spoilt for parameter in asked if parameter.kind is not parameter.KEYWORD_ONLY]
        by_name = {parameter.name: spoilt for parameter in asked if parameter.kind is parameter.KEYWORD_ONLY}
        with contextlib.suppress(ImpossibleSituation, NotInThisText):
            method(*in_order, **by_name)


@pytest.mark.parametrize("piece", ALIKE, ids=lambda piece: f"{type(piece).__module__}.{type(piece).__name__}")
def test_a_piece_is_made_copied_and_told_as_before(piece: Any) -> None:
    assert copy.deepcopy(piece) == piece
    assert pickle.loads(pickle.dumps(piece)) == piece
    assert [*inspect.signature(type(piece)).parameters] == [field.name for field in fields(piece)]
    with pytest.raises(FrozenInstanceError):
        setattr(piece, fields(piece)[0].name, None)


def test_a_function_keeps_its_name_its_rules_and_its_signature() -> None:
    for code in public_functions():
        function: Any = _function(code.name)
        assert f"{function.__module__}.{function.__qualname__}" == code.name
        assert pickle.loads(pickle.dumps(function)) is function
        if hasattr(function, "__wrapped__"):
            assert inspect.signature(function) == inspect.signature(function.__wrapped__)
            assert rules_of(function) == rules_of(function.__wrapped__)


def test_tables_cannot_be_changed() -> None:
    changed = [
        f"{game.__name__}.{name}"
        for game in GAMES
        for name in game.__all__
        if isinstance(getattr(game, name), (dict, list, set))
    ]
    assert not changed
