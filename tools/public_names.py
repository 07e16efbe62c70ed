"""The names that the library promises: what a book of others may use, and finds in the next version too.

`python -m tools.public_names` writes them down, each with what it takes; a test holds the library against the list.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from enum import EnumType
from pathlib import Path
from typing import Final

PROMISED: Final = ("responsa", "responsa.dice", "responsa.checks", "responsa.welcome", "responsa.book", "responsa.desk")
"""The modules whose `__all__` is a promise."""

FILE: Final = Path(__file__).parents[1] / "docs/about/public-names.txt"
"""Where they are written down."""


def public_names() -> Iterator[str]:
    """A line for each public name: what a function takes, the members of a class, the type of a constant."""
    for module_name in PROMISED:
        module = importlib.import_module(module_name)
        for name in sorted(module.__all__):
            value = getattr(module, name)
            if inspect.isclass(value):
                yield f"{module_name}.{name}{_taken(value)}"
                yield from (f"{module_name}.{name}.{member}" for member in _members(value))
            elif callable(value):
                yield f"{module_name}.{name}{_taken(value)}"
            else:
                yield f"{module_name}.{name}: {type(value).__name__}"


def _taken(value: object) -> str:
    """The names of what goes in; a star stands before those that are given by name alone."""
    if isinstance(value, EnumType):
        return ""
    try:
        parameters = inspect.signature(value).parameters.values()  # type: ignore[arg-type]  # what has none raises
    except (TypeError, ValueError):
        return ""
    words, has_star = [], False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not has_star:
            words.append("*")
            has_star = True
        star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        star = "**" if parameter.kind is parameter.VAR_KEYWORD else star
        has_star = has_star or star == "*"
        words.append(star + parameter.name + ("" if parameter.default is parameter.empty else "="))
    return f"({', '.join(words)})"


def _members(value: type) -> Iterator[str]:
    """The public methods and properties that the class itself defines, with what each method takes."""
    for name, member in sorted(vars(value).items()):
        if name.startswith("_"):
            continue
        function = getattr(member, "__func__", member)
        if inspect.isfunction(function):
            yield name + _taken(function)
        elif isinstance(member, property) or type(member).__name__ in ("cached_property", "member_descriptor"):
            yield name


def main() -> None:
    """Write the list."""
    FILE.write_text("\n".join(public_names()) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
