"""The calculators: a form for people who do not read code, and the library's own answer to it.

The same Python answers when the site is built, for the situation that a page opens with, and in the reader's browser,
for his own.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast
from xml.etree.ElementTree import Element, tostring

from responsa.desk.answers import Answer, Ways, elements, fault_element, together
from responsa.desk.fields import Fault
from responsa.desk.form import Calculator
from responsa.desk.language import SOURCE, Say, saying
from responsa.russian import NotInRussian

DESKS: Final = ("responsa.desk.hellenes", "responsa.desk.here_i_stand", "responsa.desk.republic_of_rome")
"""The packages of the calculators of this book."""

OTHERS: Final = "desks.txt"
"""The file beside this one that names the desks of the book in a browser."""


@cache
def modules_of(desks: tuple[str, ...]) -> dict[str, str]:
    """The module of each calculator that lies in these packages, by its name: the folder is the list."""
    return {
        info.name.replace("_", "-"): f"{desk}.{info.name}"
        for desk in desks
        for info in pkgutil.iter_modules(importlib.import_module(desk).__path__)
        if not info.name.startswith("_")
    }


def open_desks(*desks: str) -> None:
    """Say which packages hold the calculators of the book that is read now; without any, those of this book."""
    _open[:] = desks or _desks_here()


def modules() -> dict[str, str]:
    """The module of each calculator there is, by its name; it lies with its game."""
    return modules_of(tuple(_open))


def names() -> tuple[str, ...]:
    """The calculators there are; each has a page of this name."""
    return tuple(modules())


def _desks_here() -> tuple[str, ...]:
    listed = Path(__file__).with_name(OTHERS)
    return tuple(listed.read_text(encoding="utf-8").split()) if listed.is_file() else DESKS


_open: Final[list[str]] = [*_desks_here()]
NAMES: Final = tuple(modules_of(DESKS)) if not Path(__file__).with_name(OTHERS).is_file() else ()
"""The calculators of this book."""


def calculator(name: str) -> Calculator:
    """The calculator of that name; only its own rulebook is loaded for it.

    Raises:
        KeyError: If there is none.

    Examples:
        >>> from responsa.desk.calculators import calculator
        >>> print(calculator("civil-war").work_out(calculator("civil-war").defaults).headline)
        The Senate wins 37.5 % of these battles
    """
    module = importlib.import_module(modules()[name])
    return cast(Calculator, module.CALCULATOR)


def reply(name: str, texts: Mapping[str, object], ways: Ways, language: str = SOURCE) -> dict[str, Any]:
    """What the page gets: the `html` of the answer and its `headline`; or `faults`, by the place where each stands.

    Args:
        name: The calculator.
        texts: What the reader entered.
        ways: Where the rules stand, seen from the page.
        language: The two letters of the language that the page is in; what cannot be said in it is told in English,
            whole and marked as such.
    """
    result = calculator(name).work_out(texts)
    try:
        return _told(result, ways, say_for(name, language))
    except NotInRussian:
        told = _told(result, ways, say_for(name, SOURCE))
        return {**told, "html": f'<div lang="{SOURCE}">{told["html"]}</div>'} if "html" in told else told


def say_for(name: str, language: str) -> Say:
    """What says the words of a calculator, and its answers, in a language."""
    return saying(language, modules()[name].rpartition(".")[0])


def _told(result: Answer | list[Fault], ways: Ways, say: Say) -> dict[str, Any]:
    if isinstance(result, Answer):
        html = "".join(map(_html, elements(result, ways, say)))
        return {"headline": together(say(result.headline)), "html": html}
    return {"faults": [{"at": fault.at, "html": _html(fault_element(fault, ways, say))} for fault in result]}


def _html(element: Element) -> str:
    return tostring(element, encoding="unicode", method="html")
