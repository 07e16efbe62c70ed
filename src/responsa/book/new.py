"""Makes a small book that is in order, to begin from; or adds such a rulebook to a book that is there.

The templates lie beside this module, in `starter`: `book` once for each book, `rulebook` once for each rulebook.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
import shutil
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from responsa.book.book import Book
from responsa.book.checks.concordance import updated, write_concordance
from responsa.book.faults import why_unread
from responsa.book.gate import NoSettings, settings_of
from responsa.book.settings import Settings
from responsa.rules import RULEBOOK

SETTINGS: Final = "pyproject.toml"
SITE: Final = "mkdocs.yml"
GLOSSARY: Final = "docs/glossary.md"

PALETTES: Final = (
    ("#1f5f4a", "#86cfb4", "#1c4f3e", "#12322a"),
    ("#7a4a06", "#e2b36f", "#6b4209", "#38230a"),
    ("#1d4f91", "#9cc2f5", "#1b437a", "#142a4a"),
    ("#8a2f5c", "#f09ac4", "#73264c", "#3f162b"),
    ("#5a5415", "#cfc76a", "#4d4813", "#2a280e"),
)
"""Colors for new rulebooks: the accent on paper and by night, the ground of the header by day and by night."""

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_TITLE = re.compile(r"[^\W_][\w .,:;'’!?&()–-]*")
_NAV = re.compile(r"^nav:[ \t]*(?:#.*)?\n(?:(?:[ \t-].*)?\n)*?(?=\S|\Z)", re.MULTILINE)


class NotMade(ValueError):
    """Nothing was made; the message says in a sentence why."""


class _Text(string.Template):
    """A template; no language that is written in one uses its sign."""

    delimiter = "§"


@dataclass(frozen=True, slots=True)
class Made:
    """What was made.

    Attributes:
        root: The folder of the book.
        new: The files that are new, below the folder.
        changed: The files that were there and say more now.
    """

    root: Path
    new: tuple[str, ...]
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Names:
    """What a new rulebook is called: its folder of pages, its key and its title.

    Raises:
        NotMade: If one of them is none, or nothing could be imported by its name.
    """

    folder: str
    key: str
    title: str

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.folder):
            raise NotMade(f"{self.folder!r} is no name of a rulebook; expected small letters, such as royal-game-of-ur")
        if not re.fullmatch(RULEBOOK, self.key):
            raise NotMade(f"{self.key!r} is no key of a rulebook; expected two to eight capitals, such as URR")
        if not _TITLE.fullmatch(self.title):
            raise NotMade(f"{self.title!r} is no title; expected words in letters and digits")
        for package in (self.package, f"{self.package}_desk"):
            if keyword.iskeyword(package) or _is_taken(package):
                raise NotMade(f"a package {package!r} could not be imported, for Python has that name; take another")

    @property
    def package(self) -> str:
        """The package of its rules."""
        return self.folder.replace("-", "_")

    @property
    def palette(self) -> tuple[str, str, str, str]:
        """Its colors: the same key has always the same."""
        return PALETTES[sum(map(ord, self.key)) % len(PALETTES)]

    @property
    def told(self) -> dict[str, str]:
        """What stands for each name in the templates."""
        return {
            "folder": self.folder,
            "key": self.key,
            "package": self.package,
            "slug": self.folder,
            "source": self.key.lower(),
            "title": self.title,
            **dict(zip(("light", "dark", "cloth", "cloth_dark"), self.palette, strict=True)),
        }


def _is_taken(package: str) -> bool:
    spec = importlib.util.find_spec(package)
    return package in sys.stdlib_module_names or (spec is not None and spec.origin is not None)


def new_book(folder: Path, names: Names) -> Made:
    """A small book in a folder of its own.

    Raises:
        NotMade: If the folder is there and not empty, or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NotMade(f"{folder} is there already and not empty")
    if not folder.absolute().parent.is_dir():
        raise NotMade(f"there is no folder {folder.parent}, in which {folder.name} could be made")
    texts = {**_of_book(names), **_of_rulebook(names, packages="src/", tests="tests")}
    texts[SETTINGS] += _text("rulebook/settings.toml.in", names)
    texts[SITE] = _with_nav(texts[SITE], _text("rulebook/nav.yml.in", names))
    texts[GLOSSARY] += _text("rulebook/term.md.in", names)
    try:
        with tempfile.TemporaryDirectory(dir=folder.absolute().parent) as beside:
            made = Path(beside) / folder.name
            _write(made, texts)
            (made / ".ci/run").chmod(0o755)
            _bring_up_to_date(made, names)
            if folder.exists():
                folder.rmdir()
            made.rename(folder)
    except OSError as error:
        raise NotMade(f"{folder} cannot be made: {error.strerror or error}") from error
    return Made(folder, tuple(sorted(path.relative_to(folder).as_posix() for path in _files(folder))))


def add_rulebook(root: Path, names: Names) -> Made:
    """A small rulebook in the book that lies in a folder; what it cannot finish it leaves as it was.

    Raises:
        NotMade: If the book cannot be read or has such a rulebook, or something of that name is there already.
    """
    try:
        settings = settings_of(root / SETTINGS)
    except NoSettings as error:
        raise NotMade(str(error)) from error
    _check_new(settings, names)
    packages = "src/" if (root / "src").is_dir() else ""
    docs = settings.docs.relative_to(settings.root).as_posix()
    tests = settings.tests.relative_to(settings.root).as_posix() if settings.tests else "tests"
    new = _of_rulebook(names, packages=packages, tests=tests, docs=docs, errata=settings.errata)
    for path in sorted({*new, f"{packages}{names.package}", f"{docs}/{names.folder}"}):
        if (root / path).exists():
            raise NotMade(f"{path} is there already")
    try:
        changed = _changed(root, docs, names)
    except (OSError, UnicodeDecodeError) as error:
        raise NotMade(f"a file of the book cannot be read: {why_unread(error)}") from error
    lists = [f"{docs}/{file}" for file in (settings.concordance, settings.history) if file]
    before = {path: (root / path).read_bytes() for path in (*changed, *lists) if (root / path).is_file()}
    try:
        _write(root, new | changed)
        _bring_up_to_date(root, names)
    except (OSError, NotMade) as error:
        _undo(root, new | changed, before)
        raise NotMade(f"{names.title} cannot be added: {error}") from error
    touched = [path for path, text in before.items() if (root / path).read_bytes() != text]
    return Made(root, tuple(sorted({*new, *changed} - before.keys())), tuple(sorted(touched)))


def _check_new(settings: Settings, names: Names) -> None:
    for key, rulebook in settings.rulebooks.items():
        if key == names.key:
            raise NotMade(f"there is a rulebook {key} already: {rulebook.title}")
        if names.folder == rulebook.folder:
            raise NotMade(f"the rulebook {key} has the folder {rulebook.folder} already")
    if not (settings.root / SITE).is_file():
        raise NotMade(f"there is no {SITE} beside {SETTINGS}, which would name the new pages")


def _changed(root: Path, docs: str, names: Names) -> dict[str, str]:
    """The files that are there, with what they say more."""
    glossary = f"{docs}/{Path(GLOSSARY).name}"
    terms = (root / glossary).read_text(encoding="utf-8") if (root / glossary).is_file() else "# Glossary\n"
    term = _text("rulebook/term.md.in", names)
    is_there = term.split("\n")[1] in terms.split("\n")
    nav = _text("rulebook/nav.yml.in", names)
    return {
        SETTINGS: (root / SETTINGS).read_text(encoding="utf-8").rstrip("\n")
        + "\n"
        + _text("rulebook/settings.toml.in", names),
        SITE: _with_nav((root / SITE).read_text(encoding="utf-8"), nav),
        **({} if is_there else {glossary: terms.rstrip("\n") + "\n" + term}),
    }


def _with_nav(site: str, nav: str) -> str:
    """A configuration of MkDocs that names more pages; one that names none finds them by itself."""
    found = _NAV.search(site)
    if found is None:
        return site
    head = found[0].rstrip()
    first = re.search(r"\n([ \t]*)-", head)
    indented = "".join(f"{line[2:]}\n" if first and not first[1] else f"{line}\n" for line in nav.splitlines())
    return (
        f"{site[: found.start()]}{head}\n{indented}{found[0][len(head) :].removeprefix(chr(10))}{site[found.end() :]}"
    )


def _of_book(names: Names) -> dict[str, str]:
    """The files of a book beside those of its rulebooks."""
    renamed = {"gitignore": ".gitignore", "ci/run": ".ci/run"}
    found = {path: text.substitute(names.told) for path, text in _templates("book")}
    return {renamed.get(path, path): text for path, text in found.items()}


def _of_rulebook(
    names: Names, *, packages: str, tests: str, docs: str = "docs", errata: str = "errata"
) -> dict[str, str]:
    """The files of a rulebook alone."""
    folder, package = names.folder, names.package
    places = {
        "docs/rules/index.md": f"{docs}/{folder}/index.md",
        "docs/rules/entering.md": f"{docs}/{folder}/entering.md",
        "docs/errata/rules.md": f"{docs}/{errata}/{folder}.md",
        "docs/calculators/entering.md": f"{docs}/calculators/{folder}-entering.md",
        "docs/api/rules.md": f"{docs}/api/{folder}.md",
        "package/__init__.py": f"{packages}{package}/__init__.py",
        "package/entering.py": f"{packages}{package}/entering.py",
        "desk/__init__.py": f"{packages}{package}_desk/__init__.py",
        "desk/entering.py": f"{packages}{package}_desk/{package}_entering.py",
        "tests/test_entering.py": f"{tests}/{package}/test_entering.py",
        "sources/source.txt": f"sources/{folder}.txt",
    }
    return {places[path]: text.substitute(names.told) for path, text in _templates("rulebook") if path in places}


def _templates(folder: str) -> Iterator[tuple[str, _Text]]:
    """Each template below a folder, by the path of what it makes."""

    def below(place: Traversable, path: str) -> Iterator[tuple[str, _Text]]:
        for entry in place.iterdir():
            if entry.is_dir():
                yield from below(entry, f"{path}{entry.name}/")
            elif entry.name.endswith(".in"):
                yield path + entry.name.removesuffix(".in"), _Text(entry.read_text(encoding="utf-8"))

    yield from below(files("responsa.book") / "starter" / folder, "")


def _text(template: str, names: Names) -> str:
    text = (files("responsa.book") / "starter" / template).read_text(encoding="utf-8")
    return _Text(text).substitute(names.told)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _write(root: Path, texts: Mapping[str, str]) -> None:
    for path, text in texts.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


def _undo(root: Path, texts: Mapping[str, str], before: Mapping[str, bytes]) -> None:
    """Take away what was written, and the folders that hold nothing now."""
    for path in texts.keys() - before.keys():
        if (root / path).exists():
            (root / path).unlink()
        for folder in (root / path).parents:
            shutil.rmtree(folder / "__pycache__", ignore_errors=True)
            if folder == root or not folder.is_dir() or any(folder.iterdir()):
                break
            folder.rmdir()
    for path, content in before.items():
        if (root / path).read_bytes() != content:
            (root / path).write_bytes(content)


def _bring_up_to_date(root: Path, names: Names) -> None:
    """Note the sentences of the source and the rules in the lists of the book."""
    settings = Settings.read(root / SETTINGS)
    if settings.concordance:
        entries = updated(Book.read(settings), root / "sources", why_none="heading", only=f"{names.folder}.txt")
        write_concordance(settings, entries)
    if settings.history:
        (settings.docs / settings.history).parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "responsa.book.note", str(root / SETTINGS)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotMade(done.stderr.strip().rpartition("\n")[2] or "its history cannot be written")
