"""The gate: everything that is asked of a book, for the command line, the tests and the site alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from responsa.book.book import Book
from responsa.book.checks.asked import faults_of_asked
from responsa.book.checks.concordance import faults_of_concordance, faults_of_sources
from responsa.book.checks.coverage import Coverage
from responsa.book.checks.directives import faults_of_directives
from responsa.book.checks.errata import faults_of_errata, faults_of_proofs
from responsa.book.checks.history import faults_of_history
from responsa.book.checks.ids import faults_of_ids, faults_of_references, faults_of_reminders
from responsa.book.checks.marks import faults_of_marks
from responsa.book.checks.modals import faults_of_modals
from responsa.book.checks.numbers import faults_of_numbers
from responsa.book.checks.prose import faults_of_prose
from responsa.book.checks.russian import faults_of_russian, faults_of_speech
from responsa.book.checks.terms import faults_of_terms
from responsa.book.checks.text import faults_of_text
from responsa.book.checks.translations import faults_of_rendered, faults_of_translations
from responsa.book.faults import BookError, Fault
from responsa.book.packages import find_packages
from responsa.book.settings import Settings
from responsa.nearest import nearest
from responsa.rules import RuleId

Check = Callable[[Book], Iterable[Fault]]


def _faults_of_pages(book: Book) -> Iterator[Fault]:
    """What is wrong with a page in itself."""
    for page in book.pages.values():
        yield from page.faults


WORDS: Final[tuple[Check, ...]] = (
    _faults_of_pages,
    faults_of_text,
    faults_of_prose,
    faults_of_directives,
    faults_of_ids,
    faults_of_references,
    faults_of_reminders,
    faults_of_numbers,
    faults_of_modals,
    faults_of_terms,
    faults_of_marks,
    faults_of_errata,
    faults_of_concordance,
    faults_of_history,
    faults_of_asked,
    faults_of_translations,
    faults_of_rendered,
    faults_of_russian,
    faults_of_speech,
)
"""What the words of a book are asked; nothing is run for it."""


def each_fault_of_words(book: Book) -> Iterator[Fault]:
    """What is wrong with the words of a book, as it is found: for whoever only asks for the first."""
    return (fault for check in WORDS for fault in check(book))


def faults_of_words(book: Book) -> list[Fault]:
    """What is wrong with the words of a book; no example is run."""
    return sorted(set(each_fault_of_words(book)))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a book.

    Attributes:
        faults: The causes, in the order of pages and lines.
        followers: How many other faults there are because of them.
    """

    faults: list[Fault]
    followers: int = 0

    @property
    def more(self) -> str:
        """The followers in words; empty if there are none."""
        return f"and {self.followers} that follow from {'it' if len(self.faults) == 1 else 'these'}"

    def __str__(self) -> str:
        return "\n".join([*map(str, self.faults), *([self.more] if self.followers else [])])


def judge(book: Book, sources: Path | None = None) -> Verdict:
    """Everything that is wrong with a book: the causes, and how much follows from them.

    A package, folder or page that is missing is told alone, for without it nothing is known of its rules; beside a page
    that cannot be read only what is wrong with other pages in themselves.

    Args:
        book: The book.
        sources: The folder of the source documents, if they are at hand.
    """
    coverage = Coverage(book)
    causes = {*_faults_of_folders(book), *_faults_of_packages(book)}
    causes |= {*_faults_of_pages_gone(book)} if not causes else set()
    if not causes and any(page.is_unread for page in book.pages.values()):
        causes = {*_faults_of_pages(book)}
    found = {*each_fault_of_words(book), *coverage.faults(), *faults_of_proofs(book)}
    found |= set(faults_of_sources(book, sources)) if sources else set()
    if causes:
        return Verdict(sorted(causes), len((found | coverage.following) - causes))
    return Verdict(sorted(found), len(coverage.following))


def faults_of(book: Book) -> list[Fault]:
    """The causes of everything that is wrong with a book, in the order of its pages and lines."""
    return judge(book).faults


def _faults_of_packages(book: Book) -> Iterator[Fault]:
    for key, reason in book.unimportable.items():
        package = book.settings.rulebooks[key].package
        yield Fault(package, 1, f"this package cannot be imported: {reason}")


def _faults_of_folders(book: Book) -> Iterator[Fault]:
    """Rulebooks whose folder has no pages, because its name is misspelt here or there."""
    folders = {path.partition("/")[0] for path in book.pages if "/" in path}
    for key, rulebook in book.settings.rulebooks.items():
        if rulebook.folder not in folders and (book.clauses or book.code.get(key)):
            near = nearest(rulebook.folder, folders)
            hint = f"; did you mean {near!r}?" if near else ""
            yield Fault("pyproject.toml", 1, f"the folder {rulebook.folder!r} of {key} has no pages{hint}")


def _faults_of_pages_gone(book: Book) -> Iterator[Fault]:
    """Pages that are not there, though a module carries their rules and nobody else has these."""
    for key, rulebook in book.settings.rulebooks.items():
        carried: defaultdict[str, set[RuleId]] = defaultdict(set)
        for code in book.code.get(key, ()):
            carried[code.module].update(code.rules)
        for module, rules in carried.items():
            page = f"{rulebook.folder}/{module.rpartition('.')[2].replace('_', '-')}.md"
            if rules and page not in book.pages and not rules & {*book.rules, *book.clauses, *book.removed}:
                first = min(rules, key=lambda rule: rule.order)
                yield Fault(page, 1, f"there is no such page, but {module} carries its rules, such as {first}")


def hold(book: Book) -> None:
    """Make sure that a book is in order.

    Raises:
        BookError: If it is not; the error lists every cause with its page and line.
    """
    verdict = judge(book)
    if verdict.faults:
        raise BookError(verdict.faults, verdict.more if verdict.followers else "")


class NoSettings(ValueError):
    """There is no book at the place that was named."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found wrong with a book, and how much of it there is."""

    verdict: Verdict
    counts: dict[str, int]


def settings_of(place: str | Path) -> Settings:
    """The settings of the book at a place: a `pyproject.toml`, the folder of one, or a folder of pages without any.

    Raises:
        NoSettings: If there is no such place, or its settings cannot be read; the message says what is wrong.
    """
    path = Path(place)
    if not path.exists():
        raise NoSettings(f"there is no file or folder {place}")
    file = path / "pyproject.toml" if path.is_dir() else path
    if path.is_dir() and not (file.is_file() and "tool.responsa" in file.read_text(encoding="utf-8", errors="replace")):
        return Settings(docs=path.resolve(), errata="errata", removed="", concordance="", history="", rulebooks={})
    try:
        settings = Settings.read(file)
    except ValueError as error:
        raise NoSettings(f"{file} cannot be read: {error}") from error
    except (KeyError, TypeError, AttributeError) as error:
        raise NoSettings(f"{file} has no complete table [tool.responsa]: {error} is missing or wrong") from error
    if not settings.docs.is_dir():
        raise NoSettings(f"{file} says that the pages lie in {settings.docs.name}, and there is no such folder")
    return settings


def check(settings: Settings, sources: Path | None = None) -> Report:
    """Read the book, run its examples and table rows, and hold rules, code, errata and pages against each other."""
    find_packages(settings)
    book = Book.read(settings)
    verdict = judge(book, sources)
    runs = book.record.runs
    counts = {
        "pages": len(book.pages),
        "rules": len(book.rules),
        "examples": sum(not run.is_row for run in runs),
        "table rows": sum(run.is_row for run in runs),
        "errata": len(book.errata),
        "faults": len(verdict.faults) + verdict.followers,
    }
    return Report(verdict, counts)
