"""What holds for the whole namespace: results print as stories, and no name hides a module."""

from __future__ import annotations

import pkgutil
from dataclasses import fields, is_dataclass
from importlib import import_module

import pytest

from responsa import Told
from responsa import republic_of_rome as ror

RESULTS = [
    getattr(ror, name)
    for name in ror.__all__
    if is_dataclass(getattr(ror, name)) and "steps" in {each.name for each in fields(getattr(ror, name))}
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.__name__)
def test_a_result_with_steps_prints_as_a_story(result: type) -> None:
    assert issubclass(result, Told) or result is ror.Verdict  # a verdict is a sentence with its reasons


def test_there_are_such_results() -> None:
    assert len(RESULTS) > 12


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(ror.__path__)])
def test_nothing_hides_a_module(name: str) -> None:
    module = import_module(f"responsa.republic_of_rome.{name}")
    assert getattr(ror, name) is module
