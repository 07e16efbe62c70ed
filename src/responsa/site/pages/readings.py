"""The two readings of an erratum in words: what its example gives by the printed words, and what by the ruling."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from typing import Final

from responsa.book.faults import BookError, Fault
from responsa.book.page import Example
from responsa.dice import percent
from responsa.sentences import listing

READINGS: Final = {"printed": "as printed", "ruling": "as ruled"}
"""The two names that the example of an erratum assigns, and how each is spoken of."""

_COMMENT = re.compile(r"^(?P<name>printed|ruling) = .*?\S  # (?P<why>.+)$", re.MULTILINE)


def readings(example: Example) -> str:
    """A line with both readings; empty if the example gives none, or one that no words can say.

    Raises:
        BookError: If the example fails.
    """
    tree = ast.parse(example.code)
    given = {name: value for name in READINGS if (value := _assigned(tree, name))}
    if given.keys() != READINGS.keys():
        return ""
    space: dict[str, object] = {"__name__": "__main__"}
    try:
        exec(compile(example.code, example.page, "exec", dont_inherit=True), space)
    except Exception as error:
        raise BookError([Fault(example.page, example.line, f"this example fails: {error!r}")]) from error
    said = {name: in_words(space[name]) for name in READINGS}
    if not all(said.values()):
        return ""
    why = {found["name"]: f" ({found['why']})" for found in _COMMENT.finditer(example.code)}
    both = "; ".join(f"{words} **{said[name]}**{why.get(name, '')}" for name, words in READINGS.items())
    asked = _what_is_asked(given["ruling"])
    return f"*{asked[0].upper()}{asked[1:]}:* {both}." if asked else f"{both[0].upper()}{both[1:]}."


def in_words(value: object) -> str:
    """A value as a player says it; empty if there are no words for it.

    Examples:
        >>> from fractions import Fraction
        >>> from responsa.site.pages.readings import in_words
        >>> in_words(True), in_words(None), in_words(("Graz", "Linz")), in_words(Fraction(1, 9))
        ('yes', 'no answer', 'Graz and Linz', '11.1 %')
    """
    if value is None:
        return "no answer"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return percent(value)
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name.lower().replace("_", " ")
    if isinstance(value, str | int):
        return str(value) or "none"
    if isinstance(value, Sequence) and all(isinstance(each, str) for each in value):
        return listing(value, nothing="none")
    return ""


def _assigned(tree: ast.Module, name: str) -> ast.expr | None:
    """The expression that a name is given last."""
    found = [
        line.value
        for line in tree.body
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name) and line.targets[0].id == name
    ]
    return found[-1] if found else None


def _what_is_asked(expression: ast.expr) -> str:
    """The name of what the library is asked for, as words: `bool(his.may_withdraw(...))` is about *may withdraw*."""
    while isinstance(expression, ast.Call) and isinstance(expression.func, ast.Name) and expression.args:
        expression = expression.args[0]
    if isinstance(expression, ast.UnaryOp):
        return ""
    named = expression.func if isinstance(expression, ast.Call) else expression
    return named.attr.replace("_", " ") if isinstance(named, ast.Attribute) else ""
