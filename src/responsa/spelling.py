"""One name, one spelling: within a question a name means what bears it, in whatever case and accents it is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from responsa.nearest import letters
from responsa.values import is_value

BEARS_IT: Final = "name"
"""The attribute by which a piece bears its name; every other text refers to one."""

KEPT: Final = "_names"
"""Where a piece keeps the names in it."""

NOBODY_KNOWN: Final[Mapping[str, str]] = MappingProxyType({})


def spelt_alike(
    arguments: Mapping[str, Any], package: str, known: Mapping[str, str] = NOBODY_KNOWN
) -> Mapping[str, Any]:
    """The arguments of a question, in which each name is spelt in one way.

    Args:
        arguments: The arguments by their names.
        package: The package whose pieces are looked into.
        known: Names of the game as it spells them, by their letters.

    Examples:
        >>> from responsa.spelling import spelt_alike
        >>> spelt_alike({"destination": "athens", "sortied_from": "Athens"}, "responsa")
        {'destination': 'Athens', 'sortied_from': 'Athens'}
    """
    found = _Names()
    for value in arguments.values():
        _collect(value, package, found)
    borne, told = found.borne, found.told
    if told.keys() <= borne.keys():
        return arguments
    last_is_first = reversed([*told])
    spelt = {letters(name): name for name in sorted(last_is_first, key=_in_mixed_case)}
    spelt |= {name: known[name] for name in spelt if name in known}
    spelt |= {letters(name): name for name in borne}
    right = {name: spelt[letters(name)] for name in told if name not in borne}
    right = {name: now for name, now in right.items() if now != name}
    return {field: _spelt(value, package, right) for field, value in arguments.items()} if right else arguments


def _in_mixed_case(name: str) -> bool:
    """Whether it is written as names are; of two that are, the first is taken."""
    return not (name.islower() or name.isupper())


class _Names:
    """The names that pieces bear, and those that refer to them."""

    __slots__ = ("borne", "told")

    def __init__(self) -> None:
        self.borne: dict[str, None] = {}
        self.told: dict[str, None] = {}


def _collect(value: Any, package: str, found: _Names) -> None:
    if isinstance(value, str):
        found.told[value] = None
    elif isinstance(value, Mapping):
        if not _is_index(value):
            for part in (*value, *value.values()):
                _collect(part, package, found)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for part in value:
            _collect(part, package, found)
    elif (within := _within(value.__class__, package)) is not None:
        names = _names_of(value, within, package)
        found.borne |= names.borne
        found.told |= names.told


def _names_of(piece: Any, within: tuple[str, ...], package: str) -> _Names:
    """The names in a piece: it never changes, so they are kept with it. A board has hundreds, and is asked of often."""
    place: dict[str, Any] = getattr(piece, "__dict__", {})  # one with slots has no room for them
    kept: _Names | None = place.get(KEPT)
    if kept is None:
        kept = _Names()
        for name in within:
            if name == BEARS_IT:
                kept.borne[getattr(piece, name)] = None
            else:
                _collect(getattr(piece, name), package, kept)
        place[KEPT] = kept
    return kept


@cache
def _within(kind: type, package: str) -> tuple[str, ...] | None:
    """The attributes of a kind of piece; nothing if it is none."""
    is_piece = kind.__module__.startswith(package) and is_value(kind)
    return tuple(field.name for field in fields(kind)) if is_piece else None


def _spelt(value: Any, package: str, right: Mapping[str, str]) -> Any:
    """The same value with the right spelling of each name."""
    if isinstance(value, str):
        return right.get(value, value)
    if isinstance(value, Mapping):
        found = {_spelt(key, package, right): _spelt(each, package, right) for key, each in value.items()}
        return value if _is_index(value) or _same(found, value) else found
    if type(value) in (tuple, list, set, frozenset):
        parts = [_spelt(part, package, right) for part in value]
        return value if _same_parts(parts, value) else type(value)(parts)
    if (within := _within(value.__class__, package)) is not None:
        before = {name: getattr(value, name) for name in within if name != BEARS_IT}
        after = {name: _spelt(each, package, right) for name, each in before.items()}
        changed = {name: each for name, each in after.items() if each is not before[name]}
        return replace(value, **changed) if changed else value
    return value


def _is_index(value: Mapping[Any, Any]) -> bool:
    """Whether a mapping holds pieces by their own names, as a board does: they are spelt as they are."""
    first = next(iter(value.values()), None)
    return isinstance(first, Mapping) or is_value(type(first))


def _same(found: Mapping[Any, Any], value: Mapping[Any, Any]) -> bool:
    return len(found) == len(value) and all(key in value and value[key] is each for key, each in found.items())


def _same_parts(found: Iterable[Any], value: Iterable[Any]) -> bool:
    return all(now is before for now, before in zip(found, value, strict=True))
