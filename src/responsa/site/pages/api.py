"""Tells the pages of the library that our dataclasses, whose methods are written later, are dataclasses."""

from __future__ import annotations

from typing import Any

from griffe import Alias, Extension, Module


class Dataclasses(Extension):
    """Takes the decorator for the standard library's, so that a class is shown with what it is made of."""

    def on_module_members(self, *, mod: Module, **_: Any) -> None:
        """Lead the name of the decorator to where it comes from in the end."""
        decorator = mod.members.get("dataclass")
        if isinstance(decorator, Alias) and decorator.target_path == "responsa.values.dataclass":
            decorator.target_path = "dataclasses.dataclass"
