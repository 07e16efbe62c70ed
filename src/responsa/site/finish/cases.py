"""The examples and table rows as data: each decision with what goes in and what comes out, for any language.

Every example and row is run, and each call that it makes to a function of the library is taken down.
`python -m responsa.site.note` notes their ids in the list of all that have been published.
"""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from responsa.book import Book, Settings
from responsa.book.examples import read_cell
from responsa.book.page import Page, Table
from responsa.book.run import Asked, Call, signature
from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.rules import RuleId
from responsa.rulings import Reason, Ruling

Json = dict[str, Any]


class NotPlain(TypeError):
    """A value that has no plain form, such as a generator."""


@dataclass(frozen=True, slots=True)
class Known:
    """A case that has been published: its id, the full name of its function, and a hash of its input."""

    id: str
    function: str
    input: str


class Ids:
    """The ids under which cases have been published; they outlive the names of functions.

    Args:
        known: What has been published.
        functions: The full names of the functions that there are now.
    """

    def __init__(self, known: list[Known], functions: Iterable[str]) -> None:
        there = set(functions)
        self._known = {(case.function, case.input): case.id for case in known}
        self._renamed: dict[tuple[str, str], str] = {}
        for case in known:
            if case.function not in there:
                self._renamed.setdefault((case.id.partition("-")[0], case.input), case.id)
        self.used: dict[str, Known] = {}

    @classmethod
    def of(cls, book: Book) -> Ids:
        """The ids of a book."""
        return cls(read_ids(book), (piece.name for pieces in book.code.values() for piece in pieces))

    def id_of(self, rulebook: str, function: str, given: Json) -> str:
        """The id of a case: as it was published, also under an older name of its function, or else a new one."""
        text = json.dumps(given, ensure_ascii=False, sort_keys=True)
        short = hashlib.sha256(text.encode()).hexdigest()[:16]
        content = json.dumps([function, given], ensure_ascii=False, sort_keys=True)
        new = f"{rulebook}-{function.rpartition('.')[2]}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"
        id_ = self._known.get((function, short)) or self._renamed.get((rulebook, short)) or new
        if id_ in self.used and self.used[id_].function != function:  # two functions with one input have new names
            id_ = new
        self.used[id_] = Known(id_, function, short)
        return id_


IDS: Final = "about/cases.csv"
"""The cases that have been published, below the docs folder."""


def read_ids(book: Book) -> list[Known]:
    """The cases that have been published; none if the book has no list of them."""
    file = book.settings.docs / IDS
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [Known(row["id"], row["function"], row["input"]) for row in csv.DictReader(lines)]


def write_ids(book: Book) -> None:
    """Note the cases of today; those of yesterday stay in the list, so that no id is ever given twice."""
    ids = Ids.of(book)
    _all_cases(book, ids)
    known = {case.id: case for case in read_ids(book)} | ids.used
    file = book.settings.docs / IDS
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("id", "function", "input"))
        writer.writerows((case.id, case.function, case.input) for _, case in sorted(known.items()))


def cases_of_book(book: Book) -> Json:
    """`cases.json`: every decision of an example or table row, in the order of the rulebooks, pages and lines."""
    return {"cases": _all_cases(book, Ids.of(book))}


def _all_cases(book: Book, ids: Ids) -> list[Json]:
    cases: dict[str, Json] = {}
    for rulebook in book.settings.rulebooks.values():
        for page in (page for page in book.pages.values() if page.rulebook == rulebook):
            for case in sorted(_cases_of(book, page, ids), key=lambda case: case["line"]):
                known = cases.setdefault(case["id"], case)
                known["rules"] = sorted({*known["rules"], *case["rules"]}, key=lambda rule: RuleId.of(rule).order)
    return list(cases.values())


def _cases_of(book: Book, page: Page, ids: Ids) -> Iterator[Json]:
    for asked in book.record.asked_on(page):
        try:
            given, result = _given(asked.call), _result(asked.call)
        except NotPlain:
            continue
        if result:
            table, row = asked.run.what, asked.run.row
            cells = {"row": _cells(table, row)} if isinstance(table, Table) else {}
            yield {**_case(page, asked, given, result, ids), **cells}


def _cells(table: Table, row: int) -> Json:
    return {column: to_plain(read_cell(cell)) for column, cell in zip(table.columns, table.rows[row][1], strict=True)}


def _case(page: Page, asked: Asked, given: Json, result: Json, ids: Ids) -> Json:
    code = asked.call.code
    module, _, name = code.name.rpartition(".")
    key = RuleId.of(asked.rules[0]).rulebook
    return {
        "id": ids.id_of(key, code.name, given),
        "rulebook": key,
        "function": name,
        "module": module,
        "rules": list(asked.rules),
        "input": given,
        **result,
        "page": page.path,
        "line": asked.run.line,
    }


def _given(call: Call) -> Json:
    """The arguments; those that are structures and were left at their default are left out."""
    parameters = signature(call.code).parameters
    return {
        name: to_plain(value) for name, value in call.given.items() if not _is_default(value, parameters[name].default)
    }


def _result(call: Call) -> Json:
    return {"expected": to_plain(call.value)} if call.has_returned and not call.error else _error(call.error)


def _error(error: BaseException | None) -> Json:
    if isinstance(error, ImpossibleSituation):
        return {"error": {"type": "ImpossibleSituation", "field": error.field, "rule": str(error.rule)}}
    if isinstance(error, NotInThisText):
        return {"error": {"type": "NotInThisText", "question": error.question, "rule": str(error.rule)}}
    return {}


def _is_default(value: object, default: object) -> bool:
    """Whether a structure (a board, an empty position) was left as it is by default; plain values are always told."""
    if default is inspect.Parameter.empty or default is dataclasses.MISSING:
        return False
    return not isinstance(value, bool | int | str | Enum | None) and (value is default or value == default)


def to_plain(value: object) -> Any:
    """A value in the types of JSON.

    Fractions and enums become the text that a table shows; rulings, reasons and records become objects.

    Raises:
        NotPlain: If it has no such form.

    Examples:
        >>> from fractions import Fraction
        >>> from responsa import Reason, Ruling
        >>> from responsa.site.finish.cases import to_plain
        >>> to_plain((Fraction(5, 18), None))
        ['5/18', None]
        >>> to_plain(Ruling(False, (Reason("Graz is not fortified", "HIS 13.4b"),)))
        {'answer': False, 'because': [{'text': 'Graz is not fortified', 'rule': 'HIS 13.4b'}]}
    """
    if isinstance(value, Enum | Fraction | RuleId):
        return str(value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kind = {} if isinstance(value, Reason | Ruling) else {"type": type(value).__name__}
        return {**kind, **_fields(value)}
    if isinstance(value, Mapping):
        return _mapping(value)
    if isinstance(value, list | tuple):
        return [to_plain(part) for part in value]
    if isinstance(value, set | frozenset):
        return sorted((to_plain(part) for part in value), key=_text)
    raise NotPlain(f"{value!r} has no plain form")


def _fields(value: Any) -> Json:
    return {
        field.name: to_plain(getattr(value, field.name))
        for field in dataclasses.fields(value)
        if not _is_default(getattr(value, field.name), field.default)
    }


def _mapping(value: Mapping[Any, Any]) -> Any:
    """An object if its keys are texts; else a list of pairs."""
    pairs = [(to_plain(key), to_plain(inner)) for key, inner in value.items()]
    return dict(pairs) if all(isinstance(key, str) for key, _ in pairs) else [list(pair) for pair in pairs]


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def main(settings_file: str = "pyproject.toml") -> None:
    """Note the cases of the book in the current folder."""
    write_ids(Book.read(Settings.read(Path(settings_file))))
