"""One name, one spelling: within a question a name means what bears it, in whatever case and accents it is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, Final

from responsa.nearest import letters
from responsa.values import is_value

BEARS_IT: Final = "name"
"""The attribute by which a piece bears its name; every other text refers to one."""

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
    borne: dict[str, None] = {}
    told: dict[str, None] = {}
    for value in arguments.values():
        _collect(value, package, borne, told)
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


def _collect(value: Any, package: str, borne: dict[str, None], told: dict[str, None]) -> None:
    """The names that pieces bear, and those that refer to them."""
    if isinstance(value, str):
        told[value] = None
    elif isinstance(value, Mapping):
        if not _is_index(value):
            for part in (*value, *value.values()):
                _collect(part, package, borne, told)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for part in value:
            _collect(part, package, borne, told)
    elif _is_piece(value, package):
        for field in fields(value):
            if field.name == BEARS_IT:
                borne[getattr(value, BEARS_IT)] = None
            else:
                _collect(getattr(value, field.name), package, borne, told)


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
    if _is_piece(value, package):
        before = {field.name: getattr(value, field.name) for field in fields(value) if field.name != BEARS_IT}
        after = {name: _spelt(each, package, right) for name, each in before.items()}
        changed = {name: each for name, each in after.items() if each is not before[name]}
        return replace(value, **changed) if changed else value
    return value


def _is_piece(value: object, package: str) -> bool:
    return type(value).__module__.startswith(package) and is_value(type(value))


def _is_index(value: Mapping[Any, Any]) -> bool:
    """Whether a mapping holds pieces by their own names, as a board does: they are spelt as they are."""
    first = next(iter(value.values()), None)
    return isinstance(first, Mapping) or is_value(type(first))


def _same(found: Mapping[Any, Any], value: Mapping[Any, Any]) -> bool:
    return len(found) == len(value) and all(key in value and value[key] is each for key, each in found.items())


def _same_parts(found: Iterable[Any], value: Iterable[Any]) -> bool:
    return all(now is before for now, before in zip(found, value, strict=True))
