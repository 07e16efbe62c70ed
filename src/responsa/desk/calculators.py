"""The calculators: a form for people who do not read code, and the library's own answer to it.

The same Python answers when the site is built, for the situation that a page opens with, and in the reader's browser,
for his own.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast
from xml.etree.ElementTree import Element, tostring

from responsa.desk.answers import Answer, Ways, elements, fault_element, together
from responsa.desk.form import Calculator

MODULES: Final = {
    file.stem.replace("_", "-"): f"responsa.desk.{file.parent.name}.{file.stem}"
    for file in sorted(Path(__file__).parent.glob("*/*.py"))
    if not file.stem.startswith("_")
}
NAMES: Final = tuple(MODULES)
"""The calculators there are; each has a module with its game, and a page of this name."""


def calculator(name: str) -> Calculator:
    """The calculator of that name; only its own rulebook is loaded for it.

    Raises:
        KeyError: If there is none.

    Examples:
        >>> from responsa.desk.calculators import calculator
        >>> print(calculator("civil-war").work_out(calculator("civil-war").defaults).headline)
        The Senate wins 37.5 % of these battles
    """
    if name not in NAMES:
        raise KeyError(name)
    module = importlib.import_module(MODULES[name])
    return cast(Calculator, module.CALCULATOR)


def reply(name: str, texts: Mapping[str, object], ways: Ways) -> dict[str, Any]:
    """What the page gets: the `html` of the answer and its `headline`; or `faults`, by the place where each stands.

    Args:
        name: The calculator.
        texts: What the reader entered.
        ways: Where the rules stand, seen from the page.
    """
    result = calculator(name).work_out(texts)
    if isinstance(result, Answer):
        return {"headline": together(result.headline), "html": "".join(map(_html, elements(result, ways)))}
    return {"faults": [{"at": fault.at, "html": _html(fault_element(fault, ways))} for fault in result]}


def _html(element: Element) -> str:
    return tostring(element, encoding="unicode", method="html")
