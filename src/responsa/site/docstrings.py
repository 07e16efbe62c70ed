"""For the API pages: a docstring with a single example may head it `Example:`, as a person would."""

from __future__ import annotations

import re
from typing import Any

import griffe

_ONE_EXAMPLE = re.compile(r"^( *)Example:$", re.MULTILINE)


class OneExample(griffe.Extension):
    """Lets the heading `Example:` show what is below it as code, which griffe does for `Examples:` only."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Give the heading the name that griffe knows."""
        if obj.docstring is not None:
            obj.docstring.value = _ONE_EXAMPLE.sub(r"\1Examples:", obj.docstring.value)
