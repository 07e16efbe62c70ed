"""Text is welcome: what a player writes for a word of the game means that word, wherever it is asked for.

One place does it for every public function and piece of a package, from their annotations, so that no function can
forget it. What fits no annotation is refused before anything is worked out.
"""

from __future__ import annotations

import re
import sys
import threading
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, partial, wraps
from typing import Any, Final, TypeVar

from responsa.errors import ImpossibleSituation
from responsa.rules import RULE_ID, rules_of
from responsa.rulings import Ruling
from responsa.words import Words

_Code = TypeVar("_Code", bound=Callable[..., Any])
Read = Callable[[str, object, str], Any]
"""What turns a value into what an argument asks for, given the argument's name and the rule of a refusal."""

A_WHOLE_NUMBER: Final = "a whole number"
A_FRACTION: Final = "a fraction"
_SPOKEN: Final = re.compile(r"\[([A-Z]{3} [^\]]+)\]")
_LONGEST: Final = 10_000
"""Characters of a text that may mean a piece; a longer one is no notation."""


class _Answering(threading.local):
    """Whether a question is being answered in this thread."""

    now = False


_answering: Final = _Answering()


def welcome(package: str, rule: str) -> None:
    """Let every public function and piece of a package take words of the game as members or as texts.

    Args:
        package: The name of a package that is loaded; its `__all__` says what is public.
        rule: The rule under which a piece that carries no rule of its own refuses what it cannot read.
    """
    root = sys.modules[package]
    for name in root.__all__:
        thing = getattr(root, name)
        if isinstance(thing, type):
            if is_dataclass(thing):
                _welcome_piece(thing, rule)
            elif issubclass(thing, Words) and not thing.__word_rule__:
                thing.__word_rule__ = _rule_of(thing, rule)
        elif callable(thing):
            heard = _hearing(thing, _rule_of(thing, rule))
            setattr(root, name, heard)
            setattr(sys.modules[thing.__module__], name, heard)


def _welcome_piece(piece: type, otherwise: str) -> None:
    rule = _rule_of(piece, otherwise)
    for name, member in list(vars(piece).items()):
        if isinstance(member, classmethod) and not name.startswith("_"):
            setattr(piece, name, classmethod(_hearing(member.__func__, rule, skip=1)))
        elif isinstance(member, types.FunctionType) and (name == "__init__" or not name.startswith("_")):
            setattr(piece, name, _hearing(member, rule, skip=1))


def _rule_of(thing: Any, otherwise: str) -> str:
    """The rule under which a wrong argument is refused: the first that the code carries or speaks of."""
    carried = next(iter(rules_of(thing)), None)
    spoken = (match[1] for match in _SPOKEN.finditer(thing.__doc__ or "") if RULE_ID.fullmatch(match[1]))
    return str(carried) if carried else next(spoken, otherwise)


def _hearing(code: _Code, rule: str, skip: int = 0) -> _Code:
    """The same function, whose arguments are read before it is called."""
    plan: list[tuple[list[tuple[str, Read]], dict[str, Read]]] = []

    @wraps(code)
    def heard(*given: Any, **named: Any) -> Any:
        if _answering.now:  # the library asks itself in its own words
            return code(*given, **named)
        if not plan:  # annotations are looked up at the first call: loading a package stays quick
            plan.append(_plan(code, skip))
        in_order, by_name = plan[0]
        try:
            read = [*given[:skip]]
            for (field, reader), value in zip(in_order, given[skip:], strict=False):
                read.append(reader(field, value, rule))
            read += given[skip + len(in_order) :]
            read_by_name = {
                field: by_name[field](field, value, rule) if field in by_name else value
                for field, value in named.items()
            }
        except ImpossibleSituation as refusal:
            if refusal.expected in (A_WHOLE_NUMBER, A_FRACTION):
                _let_it_refuse(code, given, named)
            raise
        _answering.now = True
        try:
            return code(*read, **read_by_name)
        finally:
            _answering.now = False

    return typing.cast(_Code, heard)


def _let_it_refuse(code: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any]) -> None:
    """A function knows the limits of its numbers and their rule: its own refusal says more."""
    try:
        code(*given, **named)
    except ImpossibleSituation:
        raise
    except Exception:
        return


def _plan(code: Callable[..., Any], skip: int) -> tuple[list[tuple[str, Read]], dict[str, Read]]:
    """How each argument is read: those that may be given in order, and all by name."""
    import inspect

    hints = typing.get_type_hints(code)
    in_order: list[tuple[str, Read]] = []
    by_name: dict[str, Read] = {}
    for number, parameter in enumerate(inspect.signature(code).parameters.values()):
        if number < skip:
            continue
        reader = reader_of(hints.get(parameter.name, Any))
        if parameter.kind is parameter.VAR_POSITIONAL:
            in_order += [(parameter.name, reader)] * 50
        elif parameter.kind is not parameter.VAR_KEYWORD:
            by_name[parameter.name] = reader
            if parameter.kind is not parameter.KEYWORD_ONLY:
                in_order.append((parameter.name, reader))
    return in_order, by_name


@cache
def reader_of(wanted: Any) -> Read:
    """How a value is read for an annotation.

    Examples:
        >>> from responsa.welcome import reader_of
        >>> reader_of(tuple[int, ...])("dice", [3, 4], "HIS 13.3.4a")
        (3, 4)
        >>> reader_of(bool)("intercepted", "no", "HIS 13.4a")
        Traceback (most recent call last):
        responsa.ImpossibleSituation: intercepted is 'no', expected True or False [HIS 13.4a]
    """
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (typing.Union, types.UnionType):
        return partial(_one_of, inner)
    if isinstance(origin, type) and issubclass(origin, tuple):
        return partial(_tuple, inner)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return partial(_mapping, reader_of(inner[0]), reader_of(inner[1]))
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return partial(_several, reader_of(inner[0]), inner[0])
    if isinstance(wanted, type):
        return _reader_of_class(wanted)
    return _anything


def _reader_of_class(wanted: type) -> Read:
    if wanted is bool:
        return _yes_or_no
    if wanted is int:
        return _whole
    if wanted is Fraction:
        return _fraction
    if issubclass(wanted, Words):
        return partial(_word, wanted)
    return partial(_instance, wanted)


def _anything(field: str, value: object, rule: str) -> object:
    return value


def _yes_or_no(field: str, value: object, rule: str) -> bool:
    if isinstance(value, (bool, Ruling)):
        return bool(value)
    raise ImpossibleSituation(field, value, "True or False", rule)


def _whole(field: str, value: object, rule: str) -> int:
    if type(value) is int:
        return value
    raise ImpossibleSituation(field, value, A_WHOLE_NUMBER, rule)


def _fraction(field: str, value: object, rule: str) -> Fraction:
    if isinstance(value, Fraction):
        return value
    if type(value) is int:
        return Fraction(value)
    raise ImpossibleSituation(field, value, A_FRACTION, rule)


def _word(wanted: type[Words], field: str, value: object, rule: str) -> Words:
    return value if type(value) is wanted else wanted.read(value, field, rule)


def _instance(wanted: type, field: str, value: object, rule: str) -> object:
    if isinstance(value, wanted):
        return value
    notation = getattr(wanted, "of", None)
    if notation and isinstance(value, str) and len(value) <= _LONGEST:
        try:
            return notation(value)
        except TypeError:  # its notation is more than one text
            pass
    raise ImpossibleSituation(field, value, _called(wanted), rule)


def _called(wanted: type) -> str:
    if wanted is str:
        return "a text"
    if wanted is type(None):
        return "None"
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", wanted.__name__).lower()
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words} ({wanted.__name__})"


def _one_of(members: tuple[Any, ...], field: str, value: object, rule: str) -> object:
    """The first kind that fits as it is, else the first whose text it is."""
    for member in members:
        kind = typing.get_origin(member) or member
        if isinstance(kind, type) and type(value) is kind:
            return reader_of(member)(field, value, rule)
    refusals = []
    for member in members:
        if member is type(None):
            continue
        try:
            return reader_of(member)(field, value, rule)
        except ImpossibleSituation as refusal:
            refusals.append(refusal)
    raise refusals[0]


def _tuple(inner: tuple[Any, ...], field: str, value: object, rule: str) -> object:
    if len(inner) == 2 and inner[1] is Ellipsis:
        found = _several(reader_of(inner[0]), inner[0], field, value, rule)
        return found if isinstance(found, tuple) else tuple(found)
    if not isinstance(value, (tuple, list)) or len(value) != len(inner):
        raise ImpossibleSituation(field, value, f"{len(inner)} values together", rule)
    return tuple(reader_of(each)(field, part, rule) for each, part in zip(inner, value, strict=True))


def _several(read: Read, one: Any, field: str, value: object, rule: str) -> Collection[Any]:
    """Several things; one alone, or the text of one, stands for itself."""
    if isinstance(value, (str, Enum)) or not isinstance(value, Iterable):
        if isinstance(value, (str, Enum)) or (isinstance(one, type) and isinstance(value, one)):
            return (read(field, value, rule),)
        raise ImpossibleSituation(field, value, f"several values, each {_each(one)}", rule)
    as_given = value if isinstance(value, Collection) else tuple(value)
    found = [read(field, part, rule) for part in as_given]
    unchanged = all(now is before for now, before in zip(found, as_given, strict=True))
    return as_given if unchanged and not isinstance(as_given, (list, dict)) else tuple(found)


def _each(one: Any) -> str:
    if isinstance(one, type) and issubclass(one, Words):
        return f"a word such as {next(iter(one))}"
    if one is int:
        return A_WHOLE_NUMBER
    return _called(one) if isinstance(one, type) else "one of its kind"


def _mapping(read_key: Read, read_value: Read, field: str, value: object, rule: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise ImpossibleSituation(field, value, "a mapping, name to value", rule)
    found = {read_key(field, key, rule): read_value(field, each, rule) for key, each in value.items()}
    unchanged = len(found) == len(value) and all(key in value and value[key] is each for key, each in found.items())
    return value if unchanged else found
