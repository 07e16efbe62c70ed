"""Every example in a docstring gives what it shows; of an error, its name and its message count."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import responsa

MODULES = [
    info.name for info in pkgutil.walk_packages(responsa.__path__, "responsa.") if not info.name.endswith("__main__")
]
ERROR = re.compile(r"^\s*(?:[a-z_]\w*\.)*([A-Z]\w+: .*)$", re.MULTILINE)


class AsAReaderSees(doctest.OutputChecker):
    """An error may be named with or without its module."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(ERROR.sub(r"\1", want), ERROR.sub(r"\1", got), optionflags)


def examples(module: str) -> Iterator[doctest.DocTest]:
    yield from doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(module), globs={})


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_show_what_comes_out(module: str) -> None:
    for example in examples(module):
        said: list[str] = []
        runner = doctest.DocTestRunner(checker=AsAReaderSees(), verbose=False)
        runner.run(example, out=said.append)
        assert not runner.failures, "".join(said)
