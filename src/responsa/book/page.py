"""One page, read: its clauses, rules, references, numbers, examples, tables, notes and errata."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from responsa.book.blocks import Block
from responsa.book.directives import Directive, TableTest
from responsa.book.faults import Fault
from responsa.book.glossary import Term
from responsa.book.labels import USUAL, Labels
from responsa.book.language import ENGLISH, Language
from responsa.book.settings import Rulebook
from responsa.rules import RULE_ID, RuleId

_SOURCE = re.compile(r"(?:(?P<document>[a-z]+) )?(?P<first>\d{1,5})(?:[-–](?P<last>\d{1,5}))?")


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


PLAIN = "plain"
"""What a number or word is tied to when it is plain language: `[one](=plain "a pronoun")`."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A number or modal word in a rule, and what it is tied to; plain language is so marked, with a reason."""

    line: int
    shown: str
    target: str
    reason: str | None
    by: RuleId | None


@dataclass(frozen=True, slots=True)
class Rule:
    """An atomic rule as its page gives it.

    Attributes:
        text: Markdown, without label and metadata.
        version: How often its meaning was changed, and one more.
        changed: What its last change was, in a few words; empty for the first version.
        reminder: The id of the rule that rules, if this one only says it again; else empty.
    """

    id: RuleId
    page: str
    line: int
    text: str
    sources: tuple[Source, ...]
    supplement: str
    errata: tuple[str, ...]
    version: int = 1
    changed: str = ""
    reminder: str = ""

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
class Table:
    """A decision table; each row is its line and its cells."""

    page: str
    line: int
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    tests: tuple[TableTest, ...]
    rules: tuple[RuleId, ...]


READINGS = ("printed", "ruling")
"""What the proof of an erratum works out and leaves behind."""

COUNTED = ("situations", "parted")
"""What it leaves behind where the situations can be counted: all of them, and those in which both readings part."""

ERRATUM_FIELDS = ("rule", "source", "quote", "type", "severity", "status", "basis")
"""What every erratum says, in this order."""


@dataclass(frozen=True, slots=True)
class Erratum:
    """An entry of an errata page.

    Attributes:
        fields: Its fields as they stand there.
        printed: What is printed, as Markdown; empty if the entry does not say.
        ruling: How it rules, as Markdown; empty if it does not.
        examples: The examples below it.
    """

    id: str
    page: str
    line: int
    title: str
    fields: dict[str, str]
    printed: str = ""
    ruling: str = ""
    examples: tuple[Example, ...] = ()

    @property
    def type(self) -> str:
        """What kind of fault it is."""
        return self.fields.get("type", "")

    @property
    def severity(self) -> str:
        """How much it matters."""
        return self.fields.get("severity", "")

    @property
    def status(self) -> str:
        """Whether it is certain."""
        return self.fields.get("status", "")

    @property
    def basis(self) -> str:
        """What the ruling rests on."""
        return self.fields.get("basis", "")

    @property
    def proof(self) -> Example | None:
        """The example that gives `printed` and `ruling`; `None` if there is none."""
        scripts = (example for example in self.examples if not example.is_console)
        return next((example for example in scripts if {*READINGS} <= _assigned(example.code)), None)

    @property
    def rules(self) -> tuple[RuleId, ...]:
        """The rules that it is about; what is no rule id is left out."""
        parts = (part.strip() for part in self.fields.get("rule", "").split(","))
        return tuple(RuleId.of(part) for part in parts if RULE_ID.fullmatch(part))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The lines in the source documents where the fault stands."""
        return read_sources(self.fields.get("source", ""))[0]

    @property
    def quotes(self) -> tuple[str, ...]:
        """The few words at fault, as they stand in the source; none where words are missing."""
        return tuple(re.findall(r"«([^»]+)»", self.fields.get("quote", "")))


def _assigned(code: str) -> set[str]:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # not Python, or more nested than it allows
        return set()
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


MOST_LINES = 100
"""More lines than that are no source of one rule, but a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a player: a heading with a line "Rules: [...]" below it.

    Attributes:
        rules: The rules that the answer rests on.
        answer: The answer in one line, as Markdown.
        russian: The question in Russian; empty if it is not given.
        examples: The examples below it.
        called: The title by which links know it, if it was asked in another language first.
    """

    page: str
    line: int
    title: str
    rules: tuple[RuleId, ...]
    answer: str = ""
    russian: str = ""
    examples: tuple[Example, ...] = ()
    called: str = ""

    @property
    def anchor(self) -> str:
        """The fragment that leads to it on its page."""
        return "-".join(re.findall(r"\w+", (self.called or self.title).lower()))


def read_sources(text: str) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    """Read "movement 75, battle 12-13, 15": the places, and the parts that cannot be read.

    Examples:
        >>> from responsa.book.page import read_sources
        >>> read_sources("battle 12-13, 15")[0]
        (Source(document='battle', line=12), Source(document='battle', line=13), Source(document='battle', line=15))
        >>> read_sources("battle twelve")[1]
        ('battle twelve',)
    """
    places: list[Source] = []
    unread: list[str] = []
    document = ""
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = _SOURCE.fullmatch(part)
        document = (found["document"] if found else "") or document
        first, last = (int(found["first"]), int(found["last"] or found["first"])) if found else (0, 0)
        if not document or not 0 < first <= last < first + MOST_LINES:
            unread.append(part)
            continue
        places += [Source(document, line) for line in range(first, last + 1)]
    return tuple(places), tuple(unread)


@dataclass
class Page:
    """A page and everything that was found on it.

    Attributes:
        front_matter: How many lines stand before its Markdown.
        original: The page of which it is a translation, block by block.
        ties: The numbers that show a constant.
        modals: The words *may*, *must* and *must not* that are tied to an answer.
        names: The proper names that a glossary lists; they are no terms.
        alike: Everyday words that a glossary calls alike, a line for each group; only the search needs them.
        is_unread: Whether its file could not be read, so that nothing is known of what stands on it.
        directives: What lines in braces ask for, but for the tests below tables.
        plain: The words of each rule, with blanks in place of code, links, references and ties.
    """

    path: str
    text: str
    front_matter: int = 0
    rulebook: Rulebook | None = None
    language: Language = ENGLISH
    original: Page | None = None
    blocks: list[Block] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    ties: list[Tie] = field(default_factory=list)
    modals: list[Tie] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    errata: list[Erratum] = field(default_factory=list)
    terms: list[Term] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    alike: list[str] = field(default_factory=list)
    plain: dict[RuleId, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    is_unread: bool = False

    @property
    def module(self) -> str:
        """The name of the module that carries the page, within its rulebook's package."""
        return self.path.rpartition("/")[2].removesuffix(".md").replace("-", "_")

    @property
    def labels(self) -> Labels:
        """How the rules are numbered that it defines, and those that it names without their rulebook."""
        return self.rulebook.labels if self.rulebook else USUAL

    def directive_at(self, line: int) -> Directive | None:
        """The directive on a line, if there is one."""
        return next((directive for directive in self.directives if directive.line == line), None)

    @cached_property
    def body(self) -> str:
        """The text as a Markdown processor gets it: without front matter and outer blank lines."""
        return "\n".join(self.text.split("\n")[self.front_matter :]).strip()

    def rewritten(self, rewrite: Callable[[Block], Iterable[str]]) -> list[str]:
        """The lines of the page with those of each block rewritten, and what stands between the blocks as it is."""
        lines = self.text.split("\n")
        out: list[str] = []
        done = self.front_matter
        for block in self.blocks:
            out += lines[done : block.line - 1]
            out += rewrite(block)
            done = block.line - 1 + len(block.lines)
        return out + lines[done:]

    def fault(self, line: int, message: str) -> None:
        """Note something that is wrong on a line."""
        self.faults.append(Fault(self.path, line, message))
