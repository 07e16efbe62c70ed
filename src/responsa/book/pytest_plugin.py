"""The pytest plugin: the pages of a book are tests, and so is the gate.

Where responsa is installed, pytest finds it by itself. It does nothing unless the folder of pytest's configuration has
a `pyproject.toml` with a `[tool.responsa]` table; then each Python block and each row of a decision table is a test of
its own, and so is everything else that `responsa check` asks: `pytest docs` asks all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from responsa.book.settings import Settings

FIRST_PAGE: Final = "index.md"
"""The page with which the gate is collected: whoever asks for all pages asks for it too."""


def pytest_configure(config: pytest.Config) -> None:
    """Bring the pages of the book beside pytest's configuration, if there is one.

    Raises:
        pytest.UsageError: If its settings cannot be read; the message says what is wrong.
    """
    file = config.rootpath / "pyproject.toml"
    if not file.is_file() or "[tool.responsa" not in file.read_text(encoding="utf-8", errors="replace"):
        return
    from responsa.book.gate import NoSettings, settings_of
    from responsa.book.packages import find_packages

    try:
        settings = settings_of(file)
    except NoSettings as error:
        raise pytest.UsageError(f"responsa: {error}") from error
    find_packages(settings)
    config.pluginmanager.register(Pages(settings), "responsa pages")
    config.pluginmanager.register(Gate(settings), "responsa gate")


class Pages:
    """Collects the examples and table rows of one book."""

    def __init__(self, settings: Settings) -> None:
        from sybil import Sybil

        from responsa.book.collect import BookParser

        sybil = Sybil([BookParser(settings)], patterns=["*.md"], path=str(settings.docs))
        self.settings = settings
        self.collect = sybil.pytest()

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """A page; one that cannot be read says why."""
        found: pytest.Collector | None = self.collect(file_path, parent)
        return found and (_unread(file_path, parent) or found)


class UnreadFile(pytest.File):
    """A page that cannot be read."""

    def __init__(self, *, why: str, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]  # what pytest itself hands on
        self.why = why

    def collect(self) -> Iterator[pytest.Item]:
        """Nothing; why not, in a sentence."""
        raise self.CollectError(f"this page cannot be read: {self.why}")


def _unread(file: Path, parent: pytest.Collector) -> pytest.Collector | None:
    from responsa.book.faults import why_unread

    try:
        file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        collector: pytest.Collector = UnreadFile.from_parent(parent, path=file, why=why_unread(error))
        return collector
    return None


class Gate:
    """Collects what is asked of one book as a whole."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The gate, with the first page."""
        if file_path != self.settings.docs / FIRST_PAGE:
            return None
        collector: pytest.Collector = GateFile.from_parent(parent, path=file_path, settings=self.settings)
        return collector


class GateFile(pytest.File):
    """Stands beside the first page, and holds the one test that is about all of them."""

    def __init__(self, *, settings: Settings, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]  # what pytest itself hands on
        self.settings = settings

    def collect(self) -> Iterator[pytest.Item]:
        """The gate."""
        yield GateItem.from_parent(self, name="the book is in order", ask=partial(_ask, self.settings))


def _ask(settings: Settings) -> None:
    from responsa.book import Book
    from responsa.book.gate import hold

    hold(Book.read(settings))


class GateItem(pytest.Item):
    """Everything that is asked of the book as a whole."""

    def __init__(self, *, ask: partial[None], **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]  # the same
        self.ask = ask

    def runtest(self) -> None:
        """Ask it."""
        self.ask()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The faults alone, each with its page and line; a fault of the gate itself with all that led to it."""
        from responsa.book.faults import BookError

        if isinstance(excinfo.value, BookError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """What pytest calls it."""
        return self.path, 0, self.name
