"""The fields of a calculator: what a reader may enter, and how his text becomes a value of the library.

Whatever text comes in, a field gives a value, or an `ImpossibleSituation` that names the field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from responsa.errors import ImpossibleSituation
from responsa.sentences import span

YES: Final = "yes"
"""The text of a box that is ticked; that of an empty box is empty."""

LONGEST: Final = 40
"""The characters that a text may have."""

NUMBER: Final = "#"
"""The key under which a row has its place in the table, counted from 0."""

_NUMBER: Final = re.compile(r"[+-]?\d{1,9}")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a form: where (`units.2.steps` is a cell, an empty place the form as a whole), and why."""

    at: str
    error: ImpossibleSituation


class Field(Protocol):
    """What a reader may enter in one place."""

    @property
    def name(self) -> str:
        """The name that the value goes by."""

    @property
    def label(self) -> str:
        """What stands beside the place."""

    @property
    def help(self) -> str:
        """A sentence below it; empty if it needs none."""

    @property
    def default(self) -> Any:
        """What it holds when the page is opened, as text."""

    def read(self, text: object) -> Any:
        """The value of a text.

        Raises:
            ImpossibleSituation: If the text is none of this field's.
        """

    def shown(self, text: Any) -> str:
        """A text as a reader without a form sees it."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits.

    Attributes:
        name: The name that the value goes by.
        label: What stands beside it.
        default: The number at first; empty for none.
        rule: The rule that the number belongs to.
        least: The lowest number.
        most: The highest number that is worth asking for.
        unit: What is counted.
        help: A sentence below it.
        optional: Whether it may be left empty; the value is `None` then.
    """

    name: str
    label: str
    default: str
    rule: str
    least: int = 0
    most: int = 40
    unit: str = ""
    help: str = ""
    optional: bool = False

    def read(self, text: object) -> int | None:
        """The number of a text such as `"12"`."""
        digits = _text(text).replace("−", "-")
        if self.optional and not digits:
            return None
        if not _NUMBER.fullmatch(digits) or not self.least <= int(digits) <= self.most:
            expected = f"a whole number, {span(self.least, self.most)}"
            raise ImpossibleSituation(self.name, _short(digits), expected, self.rule)
        return int(digits)

    def shown(self, text: str) -> str:
        """The number with its unit."""
        return " ".join(filter(None, (text or "not known", self.unit if text else "")))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers.

    Attributes:
        name: The name that the value goes by.
        label: What stands beside it.
        default: The choice at first.
        rule: The rule that the choice belongs to.
        options: For each value what the reader sees.
        help: A sentence below it.
    """

    name: str
    label: str
    default: str
    rule: str
    options: Mapping[str, str]
    help: str = ""

    def read(self, text: object) -> str:
        """The text itself, if it is one of the choices."""
        chosen = _text(text)
        if chosen not in self.options:
            raise ImpossibleSituation(self.name, _short(chosen), "one of the choices", self.rule)
        return chosen

    def shown(self, text: str) -> str:
        """What the reader sees."""
        return self.options[text]


@dataclass(frozen=True, slots=True)
class YesNo:
    """A box to tick; `default` is `"yes"` or empty."""

    name: str
    label: str
    default: str = ""
    help: str = ""

    def read(self, text: object) -> bool:
        """Whether the box is ticked: anything but an empty text is a tick."""
        return bool(_text(text))

    def shown(self, text: str) -> str:
        """`"yes"` or `"no"`."""
        return "yes" if text else "no"


@dataclass(frozen=True, slots=True)
class Checklist:
    """Any of several answers, each with a box to tick.

    Attributes:
        name: The name that the value goes by.
        label: What stands above them.
        default: Those that are ticked at first.
        rule: The rule that they belong to.
        options: For each value what the reader sees.
        help: A sentence below them.
    """

    name: str
    label: str
    default: tuple[str, ...]
    rule: str
    options: Mapping[str, str]
    help: str = ""

    def read(self, text: object) -> tuple[str, ...]:
        """The choices that are ticked, in the order in which they stand."""
        ticked = [_text(each) for each in text] if isinstance(text, Sequence) and not isinstance(text, str) else []
        for each in ticked:
            if each not in self.options:
                raise ImpossibleSituation(self.name, _short(each), "some of the choices", self.rule)
        return tuple(option for option in self.options if option in ticked)

    def shown(self, text: Sequence[str]) -> str:
        """What is ticked, in a row."""
        return ", ".join(self.options[each] for each in text) or "none"


@dataclass(frozen=True, slots=True)
class Name:
    """A name or another short text.

    Attributes:
        name: The name that the value goes by.
        label: What stands beside it.
        default: The text at first.
        rule: The rule that the text belongs to.
        longest: The characters that it may have.
        help: A sentence below it.
        wide: Whether it needs a line of its own.
    """

    name: str
    label: str
    default: str
    rule: str
    longest: int = LONGEST
    help: str = ""
    wide: bool = False

    def read(self, text: object) -> str:
        """The text with its spaces in order."""
        words = _text(text)
        if len(words) > self.longest or not words.isprintable():
            expected = f"at most {self.longest} ordinary characters"
            raise ImpossibleSituation(self.name, _short(words), expected, self.rule)
        return words

    def shown(self, text: str) -> str:
        """The text itself."""
        return text or "none"


@dataclass(frozen=True, slots=True)
class Rows:
    """A table to fill in; a row whose first cell is empty counts for nothing.

    Attributes:
        name: The name that the value goes by.
        label: What stands above the table.
        default: The rows at first.
        rule: The rule that the table belongs to.
        columns: A field for each column; the first is a `Name` or a `Choice`.
        one: What a row is called.
        most: The rows that there may be.
        help: A sentence below the table.
    """

    name: str
    label: str
    default: tuple[Mapping[str, str], ...]
    rule: str
    columns: tuple[Whole | Choice | YesNo | Name, ...]
    one: str
    most: int = 12
    help: str = ""

    def read(self, text: object) -> tuple[dict[str, Any], ...]:
        """A mapping from column to value for each row that is filled in."""
        found, faults = self.read_rows(text)
        if faults:
            raise faults[0].error
        return found

    def read_rows(self, text: object) -> tuple[tuple[dict[str, Any], ...], list[Fault]]:
        """The rows that are filled in, and what is wrong in the others, cell by cell."""
        given = text if isinstance(text, Sequence) and not isinstance(text, str) else ()
        rows = [row if isinstance(row, Mapping) else {} for row in given]
        if len(rows) > self.most:
            too_many = ImpossibleSituation(self.name, len(rows), f"at most {self.most} rows", self.rule)
            return (), [Fault(self.name, too_many)]
        found, faults = [], list[Fault]()
        for number, row in enumerate(rows):
            if _text(row.get(self.columns[0].name, "")):
                values, wrong = read(self.columns, row, f"{self.name}.{number}.")
                found.append({**values, NUMBER: number})
                faults += wrong
        return tuple(found), faults

    def shown(self, text: Iterable[Mapping[str, str]]) -> str:
        """The rows, one after the other."""
        rows = (", ".join(filter(None, (self._cell(column, row) for column in self.columns))) for row in text)
        return "; ".join(rows) or "none"

    @staticmethod
    def _cell(column: Whole | Choice | YesNo | Name, row: Mapping[str, str]) -> str:
        """A cell with its label where the value alone would say nothing."""
        text = row.get(column.name, "")
        if isinstance(column, YesNo):
            return column.label.lower() if text else ""
        said = column.shown(text) if text else ""
        return f"{column.label.lower()} {said}" if said and isinstance(column, Whole) else said


def read(fields: Iterable[Field], texts: Mapping[str, object], before: str = "") -> tuple[dict[str, Any], list[Fault]]:
    """The values of a form, and whatever is wrong with its texts.

    Args:
        fields: The fields of the form.
        texts: What was entered, by the name of the field; what is missing is empty.
        before: The place of the fields within a larger form.
    """
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for field in fields:
        text = texts.get(field.name, "")
        if isinstance(field, Rows):
            values[field.name], wrong = field.read_rows(text)
            faults += wrong
            continue
        try:
            values[field.name] = field.read(text)
        except ImpossibleSituation as error:
            faults.append(Fault(before + field.name, error))
    return values, faults


def _text(text: object) -> str:
    return " ".join(text.split()) if isinstance(text, str) else ""


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
