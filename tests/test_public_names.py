"""What the library promises to others stays as it is, or the change is written down."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from tools.public_names import FILE, PROMISED, public_names


def test_the_promised_names_are_those_that_are_written_down() -> None:
    written = FILE.read_text(encoding="utf-8").splitlines()
    now = list(public_names())
    assert now == written, "if the change is meant: make snapshot, and say it in CHANGELOG.md"


@pytest.mark.parametrize("module", PROMISED)
def test_every_promised_name_is_there_and_told(module: str) -> None:
    there = importlib.import_module(module)
    assert sorted(there.__all__, key=str.lower) == sorted(set(there.__all__), key=str.lower)
    bare = [name for name in there.__all__ if callable(value := getattr(there, name)) and not value.__doc__]
    assert not bare


def test_a_name_that_is_not_promised_is_not_found_at_the_desk() -> None:
    desk = importlib.import_module("responsa.desk")
    with pytest.raises(AttributeError, match="has no attribute 'Form'"):
        _ = desk.Form


def test_the_desk_loads_only_what_is_asked_for() -> None:
    code = "import sys, responsa.desk.session; print('responsa.desk.answers' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
