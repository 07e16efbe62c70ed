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
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from functools import cache, partial, wraps
from typing import Any, Final, TypeVar

from responsa.checks import check_once
from responsa.dice import MOST_DICE, TooManyDice
from responsa.errors import ImpossibleSituation
from responsa.nearest import letters, nearest
from responsa.notation import as_it_looks
from responsa.rules import RULE_ID, rules_of
from responsa.rulings import Ruling
from responsa.sentences import listing
from responsa.spelling import spelt_alike
from responsa.values import is_value, written
from responsa.words import Words

_Code = TypeVar("_Code", bound=Callable[..., Any])
Read = Callable[[str, object, str], Any]
"""What turns a value into what an argument asks for, given the argument's name and the rule of a refusal."""

_Alike = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""What spells each name of some arguments in one way."""

__all__ = ["welcome"]

A_WHOLE_NUMBER: Final = "a whole number"
LARGEST: Final = 1_000_000
"""No game counts further; beyond it is a slip of the pen, and nothing is worked out."""

A_FRACTION: Final = "a fraction"
A_NAME: Final = "a name"
EACH_ONCE: Final = "each name once"
NOTATIONS: Final = ("text", "borders")
"""Arguments that are written out as a text, as those of `of` are; every other text that must be given is a name."""

_SPOKEN: Final = re.compile(r"\[([A-Z]{3} [^\]]+)\]")


class _Answering(threading.local):
    """Whether a question is being answered in this thread."""

    now = False


_answering: Final = _Answering()


def welcome(package: str, rule: str, names: Iterable[str] = ()) -> None:
    """Let every public function and piece of a package take words of the game as members or as texts.

    Args:
        package: The name of a package that is loaded; its `__all__` says what is public.
        rule: The rule under which a piece that carries no rule of its own refuses what it cannot read.
        names: Names of the game, as it spells them; any name may be written in another case.
    """
    root = sys.modules[package]
    alike = partial(spelt_alike, package=package, known={letters(name): name for name in names})
    for name in root.__all__:
        thing = getattr(root, name)
        if isinstance(thing, type):
            if is_value(thing):
                _welcome_piece(thing, rule, alike)
            elif issubclass(thing, Words) and not thing.__word_rule__:
                thing.__word_rule__ = _rule_of(thing, rule)
        elif callable(thing):
            heard = _hearing(thing, _rule_of(thing, rule), alike)
            setattr(root, name, heard)
            setattr(sys.modules[thing.__module__], name, heard)


def _welcome_piece(piece: type, otherwise: str, alike: _Alike) -> None:
    rule = _rule_of(piece, otherwise)
    for name, member in list(vars(piece).items()):
        if isinstance(member, classmethod) and not name.startswith("_"):
            setattr(piece, name, classmethod(_hearing(member.__func__, rule, alike, skip=1)))
        elif isinstance(member, types.FunctionType) and (name == "__init__" or not name.startswith("_")):
            setattr(piece, name, _hearing(member, rule, alike, skip=1, of=piece))


def _rule_of(thing: Any, otherwise: str) -> str:
    """The rule under which a wrong argument is refused: the first that the code carries or speaks of."""
    carried = next(iter(rules_of(thing)), None)
    spoken = (match[1] for match in _SPOKEN.finditer(thing.__doc__ or "") if RULE_ID.fullmatch(match[1]))
    return str(carried) if carried else next(spoken, otherwise)


def _hearing(code: _Code, rule: str, alike: _Alike, skip: int = 0, of: type | None = None) -> _Code:
    """The same function, whose arguments are read before it is called."""
    plan: list[_Plan] = []

    @wraps(code)
    def heard(*given: Any, **named: Any) -> Any:
        nonlocal code
        if _answering.now:  # the library asks itself in its own words
            return code(*given, **named)
        if not plan:  # annotations are looked up at the first call: loading a package stays quick
            code = written(code)
            plan.append(_Plan(code, skip, of))
        reading = _Reading(rule)
        given, named = plan[0].read(given, named, reading)
        _answering.now = True
        try:
            given, named = _in_one_spelling(given, named, alike, is_new=code.__name__ == "__init__")
            if reading.left_to_it:
                reading.let_it_refuse(code, given, named)
            return code(*given, **named)
        except TooManyDice:
            field, number = plan[0].largest(given, named)
            raise ImpossibleSituation(field, number, f"no more than {MOST_DICE} dice are thrown for", rule) from None
        finally:
            _answering.now = False

    return typing.cast(_Code, heard)


def _in_one_spelling(
    given: tuple[Any, ...], named: Mapping[str, Any], alike: _Alike, *, is_new: bool
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The same arguments, each name in one spelling; a piece that is being made has no names yet."""
    new, given = (given[:1], given[1:]) if is_new else ((), given)
    found = alike({str(number): value for number, value in enumerate(given)} | dict(named))
    return (*new, *(found[str(number)] for number in range(len(given)))), {name: found[name] for name in named}


class _Reading:
    """The reading of one call's arguments.

    A function knows the limits of its numbers and their rule, and which names there are, so that its own refusal of
    what is no number or no name says more: such a value is kept as it was given until the others have been read.
    """

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.left_to_it: list[ImpossibleSituation] = []

    def read(self, reader: Read, field: str, value: object) -> Any:
        try:
            return reader(field, value, self.rule)
        except ImpossibleSituation as refusal:
            if refusal.expected not in (A_WHOLE_NUMBER, A_FRACTION, A_NAME, EACH_ONCE):
                raise
            self.left_to_it.append(refusal)
            return value

    def let_it_refuse(self, code: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any]) -> None:
        try:
            code(*given, **named)
        except ImpossibleSituation:
            raise
        except Exception:
            raise self.left_to_it[0] from None
        raise self.left_to_it[0]


class _Plan:
    """How each argument is read: those that may be given in order, and all by name."""

    def __init__(self, code: Callable[..., Any], skip: int, of: type | None) -> None:
        import inspect

        hints = typing.get_type_hints(code)
        self.skip = skip
        self.in_order: list[tuple[str, Read]] = []
        self.by_name: dict[str, Read] = {}
        self.others: Callable[[str], Read] | None = None
        for number, parameter in enumerate(inspect.signature(code).parameters.values()):
            if number < skip:
                continue
            hint = hints.get(parameter.name, Any)
            must_be = parameter.default is parameter.empty and parameter.name not in NOTATIONS
            is_a_name = hint is str and must_be and code.__name__ != "of"
            reader = _a_name if is_a_name else reader_of(hint)
            if parameter.kind is parameter.VAR_POSITIONAL:
                self.in_order += [(parameter.name, reader)] * 50
            elif parameter.kind is parameter.VAR_KEYWORD:
                self.others = partial(_reader_of_attribute, of) if of else None
            else:
                self.by_name[parameter.name] = reader
                if parameter.kind is not parameter.KEYWORD_ONLY:
                    self.in_order.append((parameter.name, reader))

    def read(
        self, given: tuple[Any, ...], named: Mapping[str, Any], reading: _Reading
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments as the function takes them."""
        in_order = [*given[: self.skip]]
        for (field, reader), value in zip(self.in_order, given[self.skip :], strict=False):
            in_order.append(reading.read(reader, field, value))
        in_order += given[self.skip + len(self.in_order) :]
        by_name = {
            field: reading.read(own, field, value) if (own := self._reader(field)) else value
            for field, value in named.items()
        }
        return tuple(in_order), by_name

    def largest(self, given: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[str, int]:
        """The largest number among the arguments, and its name."""
        in_order = ((field, value) for (field, _), value in zip(self.in_order, given[self.skip :], strict=False))
        numbers = [(field, value) for field, value in (*in_order, *named.items()) if type(value) is int]
        return max(numbers, key=lambda each: each[1], default=("dice", MOST_DICE + 1))

    def _reader(self, field: str) -> Read | None:
        return self.by_name.get(field) or (self.others(field) if self.others else None)


def _reader_of_attribute(piece: type, name: str) -> Read:
    """How a changed attribute of a piece is read: as when the piece is made."""
    hints = typing.get_type_hints(piece)
    known = [field.name for field in fields(piece)]
    if name in known:
        return reader_of(hints[name])

    def refuse(field: str, value: object, rule: str) -> object:
        raise ImpossibleSituation(
            "changes", field, f"an attribute of {_called(piece)}", rule, nearest=nearest(field, known)
        )

    return refuse


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
        return partial(_mapping, _reader_of_part(inner[0]), reader_of(inner[1]))
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return partial(_several, _reader_of_part(inner[0]), inner[0])
    if isinstance(wanted, type):
        return _reader_of_class(wanted)
    return _anything


def _reader_of_part(wanted: Any) -> Read:
    """How one of several is read: a text among others is a name."""
    return _a_name if wanted is str else reader_of(wanted)


def _reader_of_class(wanted: type) -> Read:
    if wanted is bool:
        return _yes_or_no
    if wanted is int:
        return _whole
    if wanted is Fraction:
        return _fraction
    if wanted is str:
        return _text
    if issubclass(wanted, Words):
        return partial(_word, wanted)
    if issubclass(wanted, Enum):
        return partial(_member, wanted)
    return partial(_instance, wanted)


def _anything(field: str, value: object, rule: str) -> object:
    return value


def _yes_or_no(field: str, value: object, rule: str) -> bool:
    if isinstance(value, (bool, Ruling)):
        return bool(value)
    raise ImpossibleSituation(field, value, "True or False", rule)


def _whole(field: str, value: object, rule: str) -> int:
    if type(value) is int:
        if abs(value) > LARGEST:
            raise ImpossibleSituation(field, value, f"a number of at most {LARGEST:,}", rule)
        return value
    raise ImpossibleSituation(field, value, A_WHOLE_NUMBER, rule)


def _fraction(field: str, value: object, rule: str) -> Fraction:
    if isinstance(value, Fraction):
        return value
    if type(value) is int:
        return Fraction(value)
    raise ImpossibleSituation(field, value, A_FRACTION, rule)


def _text(field: str, value: object, rule: str) -> str:
    if isinstance(value, str):
        return as_it_looks(field, value, rule)
    raise ImpossibleSituation(field, value, "a text", rule)


def _a_name(field: str, value: object, rule: str) -> str:
    """A text that names something: no name is empty."""
    text = _text(field, value, rule)
    if not text.strip():
        raise ImpossibleSituation(field, value, A_NAME, rule)
    return text


def _word(wanted: type[Words], field: str, value: object, rule: str) -> Words:
    if type(value) is wanted:
        return value
    return wanted.read(as_it_looks(field, value, rule) if isinstance(value, str) else value, field, rule)


def _member(wanted: type[Enum], field: str, value: object, rule: str) -> Enum:
    """A member by its number or by what it prints."""
    if isinstance(value, wanted):
        return value
    known = [str(member) for member in wanted]
    for member, text in zip(wanted, known, strict=True):
        if type(value) is int and value == member.value:
            return member
        if isinstance(value, str) and letters(value) == letters(text):
            return member
    raise ImpossibleSituation(field, value, listing(known, "or"), rule, nearest(value, known))


def _instance(wanted: type, field: str, value: object, rule: str) -> object:
    if isinstance(value, wanted):
        return value
    notation = getattr(wanted, "of", None)
    if notation and isinstance(value, str):
        try:
            return notation(as_it_looks(field, value, rule))
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
        found = _several(_reader_of_part(inner[0]), inner[0], field, value, rule)
        return found if isinstance(found, tuple) else tuple(found)
    if not isinstance(value, (tuple, list)) or len(value) != len(inner):
        raise ImpossibleSituation(field, value, f"{len(inner)} values together", rule)
    return tuple(_reader_of_part(each)(field, part, rule) for each, part in zip(inner, value, strict=True))


def _several(read: Read, one: Any, field: str, value: object, rule: str) -> Collection[Any]:
    """Several things; one alone, or the text of one, stands for itself.

    Pieces of a kind with `EACH_ONCE`, the rule that says so, are not given twice.
    """
    if isinstance(value, (str, bytes, Enum)) or not isinstance(value, Iterable):
        if isinstance(value, (str, Enum)) or (isinstance(one, type) and isinstance(value, one)):
            return (read(field, value, rule),)
        raise ImpossibleSituation(field, value, f"several values, each {_each(one)}", rule)
    if isinstance(value, Mapping) and typing.get_origin(one) is tuple:
        value = tuple(value.items())  # pairs are written as a mapping
    as_given = value if isinstance(value, Collection) else tuple(value)
    found = [read(field, part, rule) for part in as_given]
    if rule_of_once := getattr(one, "EACH_ONCE", ""):
        check_once(field, (piece.name for piece in found), rule_of_once)
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
