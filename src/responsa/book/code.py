"""Which code carries which rule: read from the `implements` marks of a rulebook's package."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType

from responsa.book.faults import Fault
from responsa.rules import RuleId, rules_of


@dataclass(frozen=True, slots=True)
class Code:
    """A function, method or class of a rulebook's package.

    Attributes:
        name: Its importable name, for instance `responsa.here_i_stand.withdraw.may_withdraw`.
        module: The name of its module.
        line: The line on which it begins.
        rules: The rules that it carries, each with the version that it carries.
        is_function: Whether it is a function at the top of its module.
    """

    name: str
    module: str
    line: int
    rules: dict[RuleId, int]
    is_function: bool

    @property
    def is_public(self) -> bool:
        """Whether no part of its name starts with an underscore."""
        return not any(part.startswith("_") for part in self.name.split("."))


def code_of(package: str) -> list[Code]:
    """Every function, class and method that the modules of a package define, in the order of their names.

    Raises:
        ModuleNotFoundError: If there is no such package.
    """
    found = (code for module in _modules(package) for code in _defined_in(module))
    return sorted(found, key=lambda code: code.name)


def faults_of_code(code: list[Code], known: Mapping[RuleId, int]) -> Iterator[Fault]:
    """Marks that name no rule of the book or another version of it, and public functions that carry none.

    Args:
        code: The code of a rulebook's package.
        known: The rules and clauses of the book, each with its version.
    """
    for piece in code:
        for rule, version in piece.rules.items():
            if rule not in known:
                yield Fault(piece.module, piece.line, f"{piece.name} implements {rule}, which the book does not have")
            elif known[rule] != version:
                stale = f"{piece.name} implements version {version} of {rule}, which has version {known[rule]}"
                yield Fault(piece.module, piece.line, stale)
        if piece.is_public and piece.is_function and not piece.rules:
            yield Fault(piece.module, piece.line, f"the public function {piece.name} implements no rule")


def _modules(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    yield root
    for info in pkgutil.walk_packages(root.__path__, f"{package}."):
        yield importlib.import_module(info.name)


def _defined_in(module: ModuleType) -> Iterator[Code]:
    for name, value in vars(module).items():
        plain = inspect.unwrap(value) if callable(value) else value
        if getattr(plain, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(plain):
            yield _code(module, name, plain, is_function=False)
            for method, inner in vars(plain).items():
                function = _function_of(inner)
                if function is not None and function.__module__ == module.__name__:
                    yield _code(module, f"{name}.{method}", function, is_function=False)
        elif inspect.isfunction(plain):
            yield _code(module, name, plain, is_function=True)


def _function_of(member: object) -> object:
    """The function behind a method, property, class method or static method."""
    if isinstance(member, property):
        return member.fget
    if isinstance(member, classmethod | staticmethod):
        return member.__func__
    return member if inspect.isfunction(member) else None


def _code(module: ModuleType, name: str, value: object, *, is_function: bool) -> Code:
    try:
        line = inspect.getsourcelines(value)[1]  # type: ignore[arg-type]  # a function or class, as found above
    except (OSError, TypeError):
        line = 1
    return Code(f"{module.__name__}.{name}", module.__name__, line, rules_of(value), is_function)
