"""What answers a reader, on the page and when it is built: only the standard library, so that a browser runs it.

A calculator is made of the names below; each is loaded when it is first asked for, since an example needs none.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from responsa.desk.answers import Answer, Because, Plot, Table
    from responsa.desk.fields import Checklist, Choice, Field, Name, Rows, Whole, YesNo
    from responsa.desk.form import Calculator, Group

__all__ = [
    "Answer",
    "Because",
    "Calculator",
    "Checklist",
    "Choice",
    "Field",
    "Group",
    "Name",
    "Plot",
    "Rows",
    "Table",
    "Whole",
    "YesNo",
]

_PLACES: Final = {
    **dict.fromkeys(("Answer", "Because", "Plot", "Table"), "answers"),
    **dict.fromkeys(("Checklist", "Choice", "Field", "Name", "Rows", "Whole", "YesNo"), "fields"),
    **dict.fromkeys(("Calculator", "Group"), "form"),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_PLACES[name]}"), name)
