"""The guide to a book of one's own: its commands are tried and its files written, one after the other."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/about/write-your-own.md").read_text(encoding="utf-8")
STEP = re.compile(
    r"(?:(?P<end>At the end of )?`(?P<file>[\w./-]+)`:\n\n)?^(?P<ticks>`{3,4})(?P<kind>\w+)\n(?P<text>.*?)^(?P=ticks)$",
    re.MULTILINE | re.DOTALL,
)
NAV = re.compile(r"in `(?P<file>mkdocs\.yml)`, behind `(?P<before>[^`]+)`, write `(?P<line>[^`]+)`")
NOT_TRIED = ("pip install", "make serve", "cd ")
"""What needs the network, never ends, or only says where we are."""


def steps() -> list[re.Match[str]]:
    found = [*STEP.finditer(GUIDE), *NAV.finditer(GUIDE)]
    return sorted(found, key=lambda match: match.start())


def make_environment(book: Path) -> None:
    """What `make` would make first, with the network: here it asks the Python that runs this test."""
    scripts = book / ".venv/bin"
    scripts.mkdir(parents=True)
    for name, command in (("python", ""), ("responsa", "-m responsa"), ("mkdocs", "-m mkdocs")):
        (scripts / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {command} "$@"\n', encoding="utf-8")
        (scripts / name).chmod(0o755)


@pytest.mark.slow
def test_the_story_comes_true(tmp_path: Path) -> None:
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true", "PYTHON": "false"}
    book, done = tmp_path / "ur", list[str]()

    def run(command: str, *, code: int = 0) -> str:
        is_first = command.startswith("responsa new")
        words = shlex.split(command)
        words = [sys.executable, "-m", *words] if is_first else words
        ended = subprocess.run(
            words, cwd=tmp_path if is_first else book, env=environment, capture_output=True, text=True, check=False
        )
        assert ended.returncode == code, f"{command}\n{ended.stdout}{ended.stderr}"
        if is_first:
            make_environment(book)
        (book / ".venv/.ready").touch()
        done.append(command)
        return ended.stdout

    for step in steps():
        if step.re is NAV:
            file = book / step["file"]
            text = file.read_text(encoding="utf-8")
            indented = re.search(rf"^( *){re.escape(step['before'])}\n", text, re.MULTILINE)
            assert indented
            new = f"{indented[0]}{indented[1]}{step['line']}\n"
            file.write_text(text.replace(indented[0], new), encoding="utf-8")
        elif step["kind"] == "console":
            commands = [line.removeprefix("$ ") for line in step["text"].splitlines()]
            for command in commands:
                if not command.startswith(NOT_TRIED):
                    run(command)
        elif step["file"]:
            file = book / step["file"]
            before = file.read_text(encoding="utf-8") if step["end"] else ""
            file.write_text(before + step["text"], encoding="utf-8")
    assert [command.split()[0] for command in done].count("make") == 4
    assert "URR 2a" in (book / "docs/about/history.csv").read_text(encoding="utf-8")
    assert 'id="urr-2a"' in (book / "site/ur/again.html").read_text(encoding="utf-8")
    assert (book / "docs/senet/entering.md").is_file()
    page = book / "docs/ur/again.md"
    page.write_text(page.read_text(encoding="utf-8").replace("[12]", "[11]"), encoding="utf-8")
    assert "ur/again.md:3: the text says '11', but ur.again.HIGHEST is 12" in run("make test", code=2)


def test_the_workflow_can_be_read_and_brings_the_python_of_this_book() -> None:
    (text,) = [step["text"] for step in STEP.finditer(GUIDE) if step["kind"] == "yaml"]
    told = [step["run"] for step in yaml.safe_load(text)["jobs"]["book"]["steps"] if "run" in step]
    version = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]
    assert told == [f"npm install --no-save --ignore-scripts pyodide@{version}", "make test"]
