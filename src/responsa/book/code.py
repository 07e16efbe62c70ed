"""Which code carries which rule: read from the `implements` marks of a rulebook's package."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from responsa.nearest import nearest
from responsa.rules import NUMBER, RULEBOOK, RuleId, rules_of

CITED = re.compile(rf"\b{RULEBOOK} {NUMBER}(?!\w)")
"""A rule id inside some words, as the library writes it in reasons, errors and docstrings."""


@dataclass(frozen=True, slots=True)
class Code:
    """A function, method or class of a rulebook's package.

    Attributes:
        name: Its importable name, for instance `responsa.here_i_stand.withdraw.may_withdraw`.
        module: The name of its module.
        line: The line on which it begins.
        rules: The rules that it carries, each with the version that it carries.
        is_function: Whether it is a function at the top of its module.
        entries: What Python enters when it runs: its own code, or that of a class's methods; nothing for an enum.
    """

    name: str
    module: str
    line: int
    rules: dict[RuleId, int]
    is_function: bool
    entries: tuple[CodeType, ...] = ()

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


def why_not_importable(package: str) -> str:
    """Why a package or one of its modules cannot be imported; empty if they can."""
    try:
        root, *others = _modules(package)
        for module in (root, *others):
            _ = text_of(module)
        names = getattr(root, "__all__", ())
        if missing := next((name for name in names if not hasattr(root, name)), ""):
            near = nearest(missing, vars(root))
            hint = f"; did you mean {near}?" if near else ""
            return f"its __all__ names {missing}, which it does not have{hint}"
    except (Exception, SystemExit) as error:  # whatever its modules do while they are loaded
        return f"{type(error).__name__}: {error}"
    return ""


def cited_in(module: str) -> Iterator[tuple[int, str]]:
    """The rule ids in the texts of a module, with their lines."""
    for node in ast.walk(ast.parse(text_of(importlib.import_module(module)))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for found in CITED.finditer(node.value):
                yield node.lineno + node.value.count("\n", 0, found.start()), found[0]


def text_of(module: ModuleType) -> str:
    """The text of a module, in the encoding that it says it has; of one without any, nothing.

    Raises:
        SyntaxError: If it is not written in that encoding: one that was compiled before can be imported all the same.
    """
    file = inspect.getsourcefile(module)
    if file is None:
        return ""
    try:
        with tokenize.open(file) as lines:
            return lines.read()
    except UnicodeDecodeError as error:
        raise SyntaxError(f"{Path(file).name} is not written in {error.encoding}") from error


def _modules(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    yield root
    for info in pkgutil.walk_packages(getattr(root, "__path__", ()), f"{package}."):
        yield importlib.import_module(info.name)


def _defined_in(module: ModuleType) -> Iterator[Code]:
    for name, value in vars(module).items():
        plain = inspect.unwrap(value) if callable(value) else value
        if getattr(plain, "__module__", None) != module.__name__:
            continue
        rules = rules_of(value) or rules_of(plain)  # a mark may stand above or below a cache
        if inspect.isclass(plain):
            methods = dict(_methods_of(plain))
            # a value of an enum is used without entering anything of its class
            entries = () if issubclass(plain, Enum) else tuple(method.__code__ for method in methods.values())
            yield Code(f"{module.__name__}.{name}", module.__name__, _line_of(plain), rules, False, entries)
            for short, method in methods.items():
                yield _code(module, f"{name}.{short}", method, rules_of(method), is_function=False)
        elif inspect.isfunction(plain):
            yield _code(module, name, plain, rules, is_function=True)


def _methods_of(class_: type) -> Iterator[tuple[str, FunctionType]]:
    """The functions that a class defines, also behind properties; of the generated ones only `__init__`."""
    is_dataclass(class_)  # asked this, it has its methods written
    for name, member in vars(class_).items():
        inner = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        function = inspect.unwrap(inner) if callable(inner) else inner
        if not inspect.isfunction(function) or function.__module__ != class_.__module__:
            continue
        if name == "__init__" or function.__code__.co_filename != "<string>":
            yield name, function


def _code(
    module: ModuleType, name: str, function: FunctionType, rules: dict[RuleId, int], *, is_function: bool
) -> Code:
    entries = (function.__code__,)
    return Code(
        f"{module.__name__}.{name}", module.__name__, function.__code__.co_firstlineno, rules, is_function, entries
    )


def _line_of(class_: type) -> int:
    found = re.search(rf"^class {class_.__name__}\b", _source_of(class_.__module__), re.MULTILINE)
    return found.string.count("\n", 0, found.start()) + 1 if found else 1


@cache
def _source_of(module: str) -> str:
    """The text of a module; asking `inspect` for each class would read it again and again."""
    file = inspect.getsourcefile(importlib.import_module(module))
    return Path(file).read_text(encoding="utf-8") if file else ""
