"""The two readings of an erratum in words: what its example gives by the printed words, and what by the ruling."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Final

from responsa.book.page import Example
from responsa.dice import percent
from responsa.sentences import listing

READINGS: Final = {"printed": "as printed", "ruling": "as ruled"}
"""The two names that the example of an erratum assigns, and how each is spoken of."""

_COMMENT = re.compile(r"^(?P<name>printed|ruling) = .*?\S  # (?P<why>.+)$", re.MULTILINE)
_SITUATIONS = re.compile(r"^situations = .*?\S  # (?P<what>.+)$", re.MULTILINE)


def readings(example: Example, gave: Mapping[str, object], counted: Mapping[str, int]) -> str:
    """A line with both readings; empty if there are none, or one that no words can say.

    Args:
        example: The example of an erratum.
        gave: What it left as `printed` and `ruling`.
        counted: How many it left as `situations` and as `parted`; nothing if it counts none.
    """
    if gave.keys() != READINGS.keys():
        return ""
    said = {name: in_words(gave[name]) for name in READINGS}
    if not all(said.values()):
        return ""
    why = {found["name"]: f" ({found['why']})" for found in _COMMENT.finditer(example.code)}
    both = "; ".join(f"{words} **{said[name]}**{why.get(name, '')}" for name, words in READINGS.items())
    asked = _what_is_asked(example.code)
    line = f"*{asked[0].upper()}{asked[1:]}:* {both}." if asked else f"{both[0].upper()}{both[1:]}."
    return f"{line} {_how_often(example.code, counted)}" if counted else line


def _how_often(code: str, counted: Mapping[str, int]) -> str:
    """In how many of the situations both readings part."""
    named = _SITUATIONS.search(code)
    what = named["what"] if named else "situations"
    return f"They part in **{counted['parted']} of {counted['situations']}** {what}."


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


def _what_is_asked(code: str) -> str:
    """The name of what the library is asked for, as words: `ruling = bool(his.may_withdraw(...))`: may withdraw."""
    body = ast.parse(code).body
    given = [
        line.value
        for line in body
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name) and line.targets[0].id == "ruling"
    ]
    expression = given[-1] if given else None
    if isinstance(expression, ast.Call) and isinstance(expression.func, ast.Name):
        expression = _returned(body, expression.func.id) or expression
    while isinstance(expression, ast.Call) and isinstance(expression.func, ast.Name) and expression.args:
        expression = expression.args[0]
    named = expression.func if isinstance(expression, ast.Call) else expression
    return named.attr.replace("_", " ") if isinstance(named, ast.Attribute) else ""


def _returned(body: Sequence[ast.stmt], name: str) -> ast.expr | None:
    """What a function of the example returns at its end."""
    found = next((each for each in body if isinstance(each, ast.FunctionDef) and each.name == name), None)
    last = found.body[-1] if found else None
    return last.value if isinstance(last, ast.Return) else None
