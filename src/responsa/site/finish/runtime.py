"""Puts Python for the browser beside the pages, so that examples and calculators run on them.

`python -m responsa.site.finish.runtime site/` does so for a built site; without Pyodide, which comes from npm, it
leaves everything out that needs it, and the pages say so.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any, Final

from responsa.book import Settings
from responsa.desk.calculators import OTHERS
from responsa.russian.spoken import SHARED as SHARED_WORDS
from responsa.site.shelf import book_at

PACKAGE: Final = Path(__file__).parents[2]
"""The library, whose sources the browser gets."""

PYODIDE: Final = Path("node_modules/pyodide")
"""Where npm puts Python for the browser."""

FETCHED: Final = ("pyodide.asm.wasm", "python_stdlib.zip")
"""The files of Pyodide that are fetched, counted and kept."""

LOADED: Final = ("pyodide.mjs", "pyodide.asm.mjs")
"""The files of Pyodide that the browser loads as modules."""

OURS: Final = "responsa.zip"
"""The library as the browser gets it."""

PROVED: Final = ("calculator.js", "manifest.json", "parts.js", "python.js", "run.js", "worker.js")
"""What a page asks for later, and takes only as it was published together with the page."""

SHARED: Final = ("responsa", "responsa/desk", "responsa/russian")
"""The folders of the library of which every book needs the modules, but not what lies in folders of its own."""

FOR_BOOKS: Final = ("responsa/cli.py", "responsa/data.py", "responsa/search.py", "responsa/__main__.py")
"""Modules of the library that no rule and no calculator asks."""

_ABSENT = "const HAS_PYTHON = false;"
_PRESENT = "const HAS_PYTHON = true;"
_NO_HASHES = "const SCRIPTS = {};"


def library(settings: Settings) -> bytes:
    """The library as a zip file: the vocabulary, the rules, and the desk at which a reader asks them.

    Only the games of the book are sent; the bytes are always the same.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(_contents(settings).items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _contents(settings: Settings) -> dict[str, bytes]:
    """What the browser gets, by its name in the zip file."""
    books = settings.rulebooks.values()
    wanted = {package for rulebook in books for package in (rulebook.package, rulebook.desk) if package}
    found = {
        f"{folder}/{file.name}": file.read_bytes()
        for folder in SHARED
        for file in (PACKAGE.parent / folder).iterdir()
        if file.suffix in (".py", ".typed") and f"{folder}/{file.name}" not in FOR_BOOKS
    }
    for package in wanted:
        place = Path(next(iter(importlib.import_module(package).__path__)))
        for file in place.rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                found[(Path(*package.split(".")) / file.relative_to(place)).as_posix()] = file.read_bytes()
    tables = {SHARED_WORDS, *(rulebook.package.rpartition(".")[2] for rulebook in books if rulebook.answers)}
    for table in (PACKAGE / "russian" / f"{name}.toml" for name in tables):
        if table.is_file():
            found[f"responsa/russian/{table.name}"] = table.read_bytes()
    desks = [rulebook.desk for rulebook in books if rulebook.desk]
    found[f"responsa/desk/{OTHERS}"] = ("\n".join(desks) + "\n").encode()
    return found


def pyodide_above(folder: Path) -> Path:
    """Where Pyodide lies: in the nearest folder above with npm's packages, as npm itself looks for them."""
    places = [place / PYODIDE for place in (folder, *folder.parents)]
    return next((place for place in places if place.is_dir()), places[0])


def put_python(site: Path, settings: Settings, pyodide: Path = PYODIDE) -> bool:
    """Put Python beside the pages of a built site, or leave out what needs it.

    Returns:
        Whether Python is there now.

    Raises:
        ValueError: If the script of the pages has no place to say so.
    """
    folder = site / "assets/python"
    if not pyodide.is_dir():
        shutil.rmtree(folder, ignore_errors=True)
        return False
    for name in (*FETCHED, *LOADED):
        shutil.copyfile(pyodide / name, folder / name)
    (folder / OURS).write_bytes(library(settings))
    manifest = {
        "lock": json.loads((pyodide / "pyodide-lock.json").read_bytes())["info"],
        "files": {name: _told(folder / name) for name in (*FETCHED, OURS)},
        "modules": {name: _told(folder / name) for name in LOADED},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8", newline="\n")
    script = site / "assets/javascripts/book.js"
    text = script.read_text(encoding="utf-8")
    hashes = {name: _told(folder / name)["hash"] for name in PROVED}
    for absent, present in ((_ABSENT, _PRESENT), (_NO_HASHES, f"const SCRIPTS = {json.dumps(hashes)};")):
        if text.count(absent) != 1:
            raise ValueError(f"{script} does not say {absent!r} once")
        text = text.replace(absent, present)
    script.write_text(text, encoding="utf-8", newline="\n")
    return True


def _told(file: Path) -> dict[str, Any]:
    content = file.read_bytes()
    return {"bytes": len(content), "hash": hashlib.sha256(content).hexdigest()[:16]}


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Put Python into the site, or say why it is not there."""
    settings = book_at(settings_file).settings
    if not put_python(Path(site), settings, pyodide_above(settings.root)):
        print(f"{PYODIDE} is missing (npm ci fetches it): the site is made without Run", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
