"""One page, read: its clauses, rules, references, numbers, examples, tables, notes and errata."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from responsa.book.blocks import Block
from responsa.book.faults import Fault
from responsa.book.settings import Rulebook
from responsa.rules import RuleId


@dataclass(frozen=True, slots=True)
class Source:
    """A place in a source document: its key and its line."""

    document: str
    line: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A bracket inside a text that points to a rule or clause; `by` is the rule in whose text it stands."""

    line: int
    target: RuleId
    by: RuleId | None


@dataclass(frozen=True, slots=True)
class Tie:
    """A number in a rule that shows a constant, or is marked as plain language with a reason."""

    line: int
    shown: str
    target: str
    reason: str | None
    by: RuleId | None


@dataclass(frozen=True, slots=True)
class Rule:
    """An atomic rule as its page gives it. `text` is Markdown, without label and metadata."""

    id: RuleId
    page: str
    line: int
    text: str
    sources: tuple[Source, ...]
    supplement: str
    errata: tuple[str, ...]

    @property
    def kind(self) -> str:
        """`supplement` if it was taken from the published rules, else `normative`."""
        return "supplement" if self.supplement else "normative"


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered heading."""

    id: RuleId
    page: str
    line: int
    title: str


@dataclass(frozen=True, slots=True)
class Example:
    """A Python block; `line` is the line of its fence, `skip` the reason why it is not run."""

    page: str
    line: int
    language: str
    code: str
    rules: tuple[RuleId, ...]
    skip: str | None = None

    @property
    def is_console(self) -> bool:
        """Whether it shows prompts and output, whatever language its fence names."""
        return self.code.lstrip().startswith(">>>")


@dataclass(frozen=True, slots=True)
class TableTest:
    """One `{test: call == {column}}` line below a table."""

    line: int
    call: str
    expected: str


@dataclass(frozen=True, slots=True)
class Table:
    """A decision table; each row is its line and its cells."""

    page: str
    line: int
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    tests: tuple[TableTest, ...]
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class Erratum:
    """An entry of an errata page, its fields as they stand there."""

    id: str
    page: str
    line: int
    title: str
    fields: dict[str, str]


@dataclass
class Page:
    """A page and everything that was found on it; `front_matter` counts the lines before its Markdown."""

    path: str
    text: str
    front_matter: int = 0
    rulebook: Rulebook | None = None
    blocks: list[Block] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    ties: list[Tie] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    errata: list[Erratum] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def module(self) -> str:
        """The name of the module that carries the page, within its rulebook's package."""
        return self.path.rpartition("/")[2].removesuffix(".md").replace("-", "_")

    @cached_property
    def body(self) -> str:
        """The text as a Markdown processor gets it: without front matter and outer blank lines."""
        return "\n".join(self.text.split("\n")[self.front_matter :]).strip()

    def fault(self, line: int, message: str) -> None:
        """Note something that is wrong on a line."""
        self.faults.append(Fault(self.path, line, message))
