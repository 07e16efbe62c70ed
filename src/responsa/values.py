"""Frozen dataclasses whose methods are written when one of them is first needed.

The standard library writes them while a class is defined, and that is most of what loading a game takes. Here the
very same methods are written by the standard library too, only later, and for classes that nobody uses never.
"""

from __future__ import annotations

from _thread import RLock
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "is_value", "written"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(**options: bool) -> Callable[[type], type]:
        """The same as `dataclasses.dataclass`, for frozen classes; their methods are written at the first use.

        Args:
            options: `frozen=True`, and of what else the standard library takes `repr`, `order` and `kw_only`.

        Raises:
            TypeError: If there are other options, slots for instance, which must be there from the beginning.

        Examples:
            >>> from responsa.values import dataclass
            >>> @dataclass(frozen=True)
            ... class Fleet:
            ...     ships: int
            ...     at: str = "Aegina"
            >>> Fleet(2)
            Fleet(ships=2, at='Aegina')
            >>> @dataclass()
            ... class Loose:
            ...     ships: int
            Traceback (most recent call last):
            TypeError: methods are written later for frozen classes, with repr, order, and kw_only at most
        """
        if not options.get("frozen") or options.keys() - {"frozen", "repr", "order", "kw_only"}:
            raise TypeError("methods are written later for frozen classes, with repr, order, and kw_only at most")
        return lambda class_: _Later(class_, options).installed()


_ALWAYS = ("__init__", "__eq__", "__hash__", "__setattr__", "__delattr__")
_IF_ASKED = {"repr": ("__repr__",), "order": ("__lt__", "__le__", "__gt__", "__ge__")}
_TOLD = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")
_lock = RLock()


def is_value(class_: type) -> bool:
    """Whether it is a dataclass; unlike `dataclasses.is_dataclass`, this has no method written."""
    return any("__dataclass_fields__" in vars(each) for each in class_.__mro__)


def written(method: Any) -> Any:
    """A method as it has been written, where another stands in its place until then."""
    return method.written() if hasattr(method, "written") else method


class _Later:
    """The methods of one class, and what stands in their places until they are written."""

    def __init__(self, class_: type, options: dict[str, bool]) -> None:
        self.class_ = class_
        self.options = options
        self.own = {name: value for name, value in vars(class_).items() if name not in ("__dict__", "__weakref__")}
        self.stubs: dict[str, Any] = {}
        self.made: dict[str, Any] = {}

    def installed(self) -> type:
        """The class, with a stub for each method that it does not bring itself."""
        asked = {"repr": True, **self.options}
        for name in (*_ALWAYS, *(name for option, names in _IF_ASKED.items() if asked.get(option) for name in names)):
            if self.own.get(name) is None:  # who brings __eq__ alone has None for __hash__
                self.stubs[name] = self._stub(name)
                setattr(self.class_, name, self.stubs[name])
        for name in (*_TOLD, "__signature__", *self._defaults()):
            setattr(self.class_, name, _Asked(self, name))
        return self.class_

    def _defaults(self) -> Iterator[str]:
        """The names with a `dataclasses.field`, in whose place a default will stand, or nothing."""
        return (name for name, value in self.own.items() if type(value).__module__ == "dataclasses")

    def _stub(self, name: str) -> Callable[..., Any]:
        def stub(self_: Any, /, *given: Any, **named: Any) -> Any:
            return self.write()[name](self_, *given, **named)

        stub.__name__ = name
        stub.__qualname__ = f"{self.class_.__qualname__}.{name}"
        stub.__module__ = self.class_.__module__
        vars(stub)["written"] = lambda: self.write()[name]
        return stub

    def write(self) -> dict[str, Any]:
        """The methods; the first time they are written, on a class that is like this one.

        Who has wrapped a stub meanwhile goes on to call it, and it leads on.
        """
        if self.made:
            return self.made
        with _lock:
            if not self.made:
                made = self._written()
                for name, stub in self.stubs.items():
                    stub.__wrapped__ = made[name]
                    if vars(self.class_).get(name) is stub:
                        setattr(self.class_, name, made[name])
                for name in _TOLD:
                    setattr(self.class_, name, made[name])
                self.made = made
        return self.made

    def _written(self) -> dict[str, Any]:
        import dataclasses

        class_ = self.class_
        alike = type(class_.__name__, class_.__bases__, self.own | {"__qualname__": class_.__qualname__})
        made = {**vars(dataclasses.dataclass(**self.options)(alike))}
        for name in self._defaults():
            if name in made:
                setattr(class_, name, made[name])
            else:
                delattr(class_, name)
        return made | {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}


class _Asked:
    """What a class tells of itself, written when it is asked for."""

    def __init__(self, later: _Later, name: str) -> None:
        self.later = later
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        found = self.later.write()
        if self.name in found:
            return found[self.name]
        raise AttributeError(self.name)  # a signature: now its __init__ tells it


def _refuse_to_set(self: object, name: str, value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")
