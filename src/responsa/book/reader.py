"""Reads one page of Markdown into a `Page`."""

from __future__ import annotations

import re
import sys
from bisect import bisect, bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from doctest import DocTestParser
from functools import cache
from operator import attrgetter
from typing import Protocol, TypeVar

from pygments.lexers import PythonConsoleLexer, PythonLexer, find_lexer_class_by_name
from pygments.util import ClassNotFound

from responsa.book.blocks import Block, Kind, cut, defines
from responsa.book.directives import WORDS, TableTest, is_directive, read_directive, read_test, unknown
from responsa.book.glossary import FIELDS as TERM_FIELDS
from responsa.book.glossary import Term
from responsa.book.labels import USUAL
from responsa.book.language import ENGLISH, Language
from responsa.book.page import (
    ERRATUM_FIELDS,
    Clause,
    Erratum,
    Example,
    Page,
    Question,
    Reference,
    Rule,
    Source,
    Table,
    Tie,
    read_sources,
)
from responsa.book.settings import Rulebook
from responsa.book.ties import numbers_in
from responsa.rules import RULEBOOK, RuleId

_TIED = re.compile(r"\[(?P<word>[^\[\]]+)\]\(=[^)]*\)")

_NEARLY = re.compile(rf"\[(?:{RULEBOOK} )?(?:[A-Z]?\d|[IVXL]+[.(])[\w.()]*\](?![\[(:])")
"""A bracket that looks like a reference; what is none is misspelt."""

NOTES = ("reason", "example", "ramification", "source", "supplement", "missing")
"""The kinds of typed notes; there are no others."""

META = re.compile(r"\{[a-z]+: ")
"""The start of a metadata line."""

ERRATUM = re.compile(rf"#+[ \t]+(?P<id>{RULEBOOK}-E\d+)[ \t]+(?P<title>.+)$")
"""The heading of an erratum."""

_SKIP = re.compile(r"<!--\s*skip:\s*(?P<what>\S+?)(?:\s+\"(?P<reason>[^\"]+)\")?\s*-->", re.DOTALL)

FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:.*?\n)(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
"""The lines before the Markdown of a page."""

_METADATA = re.compile(r"\A {0,3}[A-Za-z0-9_-]+:.*")
_LEXERS = {"python": PythonLexer, "pycon": PythonConsoleLexer}
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
LANGUAGES = ("python", "pycon", "text", "json", "console", "markdown", "toml", "yaml", "bash", "javascript", "css")
"""Languages of fences that are offered where one is misspelt."""

_LANGUAGE = re.compile(r"\{[^}]*?\.(?P<attr>[\w#.+-]+)|\.?(?P<lang>[\w#.+-]+)")

RUSSIAN = "Russian:"
"""How a line begins that gives the Russian words for something."""

_RULE_KEYS = {"source", "supplement", "erratum", "version", "changed", "reminder"}


def read_page(
    path: str,
    text: str,
    rulebook: Rulebook | None = None,
    language: Language = ENGLISH,
    original: Page | None = None,
) -> Page:
    r"""Read a page; what is wrong with it in itself is in its `faults`.

    Args:
        path: The page's path below the docs folder, with forward slashes.
        text: Its Markdown, with front matter if it has any.
        rulebook: The rulebook that it belongs to; `None` for all pages that define no rules.
        language: The language of its words.
        original: The page of which it is a translation.

    Examples:
        >>> from responsa.book.reader import read_page
        >>> from responsa.book.settings import Rulebook
        >>> his = Rulebook("HIS", "Here I Stand", "his", "responsa.here_i_stand", "api.md", {"battle": "battle.txt"})
        >>> page = read_page("his/x.md", "[13.4b] The space is fortified.\n{source: battle 10}", his)
        >>> [(str(rule.id), rule.sources[0].line) for rule in page.rules]
        [('HIS 13.4b', 10)]
    """
    has_mark = text.startswith(BYTE_ORDER_MARK)
    text = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    head = FRONT_MATTER.match(text)
    front_matter = head[0].count("\n") if head else 0
    page = Page(path, text, front_matter, rulebook, language, original)
    if has_mark:
        page.fault(1, "this page begins with a byte order mark; save it as UTF-8 without one")
    if head and not _is_front_matter(head[0]):
        page.fault(1, "the site builder cannot read these lines as front matter and shows them; begin with a heading")
    if head is None and (found := _METADATA.match(text)):
        page.fault(1, f"the site builder takes {found[0]!r} for metadata and does not show it; begin with a heading")
    reader = _Reader(page)
    for block in cut("\n" * front_matter + text[head.end() if head else 0 :]):
        page.blocks.append(block)
        reader.read(block)
    reader.finish()
    return page


def _is_front_matter(head: str) -> bool:
    """Whether the site builder takes the lines away: only if they name something, each with its value."""
    try:
        import yaml
    except ModuleNotFoundError:  # nobody builds a site here
        return True
    try:
        return isinstance(yaml.safe_load("\n".join(head.split("\n")[1:-2])), dict)
    except yaml.YAMLError:
        return False


def python_language(info: str) -> str:
    """`python` or `pycon` if the info string of a fence names Python in any spelling, else an empty string.

    Examples:
        >>> from responsa.book.reader import python_language
        >>> [python_language(info) for info in ('py title="x"', "{.pycon .annotate}", "json", "")]
        ['python', 'pycon', '', '']
    """
    match = _LANGUAGE.match(info)
    if match is None:
        return ""
    name = (match["attr"] or match["lang"]).lower()
    return next((language for language, lexer in _LEXERS.items() if name in lexer.aliases), "")


def _language_in(info: str) -> str:
    match = _LANGUAGE.match(info)
    return (match["attr"] or match["lang"]).lower() if match else info


@cache
def _is_language(name: str) -> bool:
    try:
        find_lexer_class_by_name(name)
    except ClassNotFound:
        return name == "mermaid"
    return True


def plain_text(markdown: str) -> str:
    """The words of a text as a reader sees them, on one line: no markup, numbers and labels as they are shown.

    Examples:
        >>> from responsa.book.reader import plain_text
        >>> plain_text("At most [four](=MAX_INSIDE) *units* [13.4d]; see [here](x.md).")
        'At most four units [13.4d]; see here.'
    """

    def words(match: re.Match[str]) -> str:
        if match["label"] or match["code"]:
            return match[0].strip("`")
        return match["shown"] or re.sub(r"!?\[([^\[\]]*)\].*", r"\1", match[0], flags=re.DOTALL)

    return " ".join(
        re.sub(r"(?<![\w*])[*_]{1,2}(\S.{0,500}?)[*_]{1,2}(?!\w)", r"\1", USUAL.token.sub(words, markdown)).split()
    )


def without_ties(text: str) -> str:
    """A text without what its numbers and modal words are tied to: that is no part of the words of a rule.

    Examples:
        >>> from responsa.book.reader import without_ties
        >>> without_ties("[Four](=MAX) units [may](=may_withdraw) withdraw.")
        'Four units may withdraw.'
    """
    return _TIED.sub(r"\g<word>", text)


def fields_of(meta: str) -> dict[str, str]:
    """The fields of a metadata line.

    Examples:
        >>> from responsa.book.reader import fields_of
        >>> fields_of("{source: battle 11; erratum: HIS-E43}")
        {'source': 'battle 11', 'erratum': 'HIS-E43'}
    """
    pairs = (part.partition(":") for part in meta.strip()[1:-1].split(";"))
    return {key.strip(): value.strip() for key, _, value in pairs}


class _Reader:
    """Goes through the blocks of a page and remembers what the next one may need."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.rules: list[RuleId] = []  # those that the next example or table illustrates
        self.illustrated = False
        self.skip: tuple[int, str] | None = None
        self.table: Block | None = None
        self.tests: list[TableTest] = []
        self.erratum: Erratum | None = None
        self.heading: tuple[int, str] = (1, "")
        self.term: dict[str, str] = {}

    def read(self, block: Block) -> None:
        if block.kind is Kind.PARAGRAPH and block.text[0].startswith("{test:"):
            self.read_tests(block)
            return
        self.finish_table()
        if ">>>" in block.prefix:
            self.page.fault(block.line, "Python prompts in indented code, which is not run; use a fence of pycon")
        match block.kind:
            case Kind.HEADING:
                self.read_heading(block)
            case Kind.FENCE:
                self.read_fence(block)
            case Kind.TABLE:
                self.table = block
                self.read_inline(block, 0, None)
            case Kind.NOTE:
                self.read_note(block)
            case Kind.COMMENT:
                self.read_comment(block)
            case Kind.PARAGRAPH | Kind.ITEM:
                self.read_text(block)
            case Kind.HTML:
                self.read_html(block)
            case _:
                pass

    def finish_term(self) -> None:
        """A term whose definition did not come."""
        if self.term:
            line, name = self.heading
            self.page.fault(line, f"the term {name!r} has no definition; expected one sentence below its fields")
            self.term = {}

    def finish(self) -> None:
        self.finish_table()
        self.finish_term()
        self.check_questions()
        if self.skip:
            self.page.fault(self.skip[0], "a skip with no example after it")
        ends = [*(erratum.line for erratum in self.page.errata[1:]), sys.maxsize]
        self.page.errata = list(map(self.whole_erratum, self.page.errata, ends))
        ends = [*(question.line for question in self.page.questions[1:]), sys.maxsize]
        self.page.questions = list(map(self.whole_question, self.page.questions, ends))

    def check_questions(self) -> None:
        """Where there are questions, every section below the title is one, and rests on rules."""
        asked = {question.line for question in self.page.questions}
        for block in self.page.blocks if asked else ():
            if block.kind is Kind.HEADING and block.text[0].startswith("## ") and block.line not in asked:
                self.page.fault(block.line, "a question without a line 'Rules: [...]' below it")
        for question in self.page.questions:
            if not question.rules:
                self.page.fault(question.line, f"the question {question.title!r} rests on no rule")

    # --- what stands below an entry, up to the next ---

    def whole_erratum(self, erratum: Erratum, end: int) -> Erratum:
        said: dict[str, str] = {}
        language = self.page.language
        for block in self.paragraphs(erratum.line, end):
            for part in re.split(rf"\n(?=(?:{'|'.join(language.sayings)}):)", "\n".join(block.text)):
                if found := language.saying.match(part):
                    said.setdefault(language.sayings[found["name"]], found["text"].strip())
        printed, ruling = said.get("printed", ""), said.get("ruling", "")
        return replace(erratum, printed=printed, ruling=ruling, examples=self.examples(erratum.line, end))

    def whole_question(self, question: Question, end: int) -> Question:
        texts = [" ".join(block.text) for block in self.paragraphs(question.line, end)]
        russian = " ".join(text.removeprefix(RUSSIAN).strip() for text in texts if text.startswith(RUSSIAN))
        answer = next((text for text in texts if text.startswith("**")), "")
        return replace(question, answer=answer, russian=russian, examples=self.examples(question.line, end))

    def paragraphs(self, start: int, end: int) -> Iterator[Block]:
        return (block for block in _between(self.page.blocks, start, end) if block.kind is Kind.PARAGRAPH)

    def examples(self, start: int, end: int) -> tuple[Example, ...]:
        return tuple(_between(self.page.examples, start, end))

    # --- HTML ---

    def read_html(self, block: Block) -> None:
        first = "\n".join(block.text)
        if self.page.rulebook and re.match(r"<\w+[^>]*\bmarkdown\b", first):
            self.page.fault(block.line, "Markdown inside HTML on a page of rules; write it without HTML")
        if re.search(r"<pre\b", first):
            self.page.fault(block.line, "code in HTML, which is not run; use a fence")
        self.read_inline(block, 0, None)

    # --- headings, notes, comments ---

    def read_heading(self, block: Block) -> None:
        self.finish_term()
        line = block.text[0]
        self.heading = (block.line, line.lstrip("#").strip())
        if self.page.rulebook and (found := self.page.labels.heading.match(line)):
            clause = RuleId.of(f"{self.page.rulebook.key} {found['clause']}")
            self.page.clauses.append(Clause(clause, self.page.path, block.line, found["title"]))
        if found := ERRATUM.match(line):
            self.erratum = Erratum(found["id"], self.page.path, block.line, found["title"], {})
            self.page.errata.append(self.erratum)
        self.read_inline(block, 0, None)

    def read_note(self, block: Block) -> None:
        if block.info not in NOTES:
            self.page.fault(block.line, f"a note of kind {block.info!r}; expected one of {', '.join(NOTES)}")

    def read_comment(self, block: Block) -> None:
        if not block.closed:
            self.page.fault(block.line, "a comment that is never closed")
        comment = "\n".join(block.text)
        if not (found := _SKIP.match(comment)):
            if re.match(r"<!--\s*skip\b", comment):
                self.page.fault(block.line, 'a skip that cannot be read; expected <!-- skip: next "reason" -->')
            return
        if found["what"] != "next" or not found["reason"]:
            self.page.fault(block.line, 'a skip needs a reason: <!-- skip: next "reason" -->')
        self.skip = (block.line, found["reason"] or "no reason given")

    # --- examples ---

    def read_fence(self, block: Block) -> None:
        skip, self.skip = self.skip, None
        if not block.closed:
            self.page.fault(block.line, "a fence that is never closed")
        if not block.info:
            self.page.fault(block.line, "a fence without a language; say text if it is plain text")
        elif not _is_language(named := _language_in(block.info)):
            self.page.fault(block.line, unknown("language", named, LANGUAGES))
        self.check_marks(block)
        language = python_language(block.info)
        if not language:
            if any(line.startswith(">>>") for line in block.code):
                self.page.fault(block.line, f"Python prompts in a fence of {block.info or 'no language'}; say pycon")
            return
        if not "".join(block.code).strip():
            self.page.fault(block.line, "an example without code")
        code = "\n".join(block.code) + "\n"
        reason = skip[1] if skip else None
        example = Example(self.page.path, block.line, language, code, self.illustrate(), reason)
        if language == "pycon" and not example.is_console:
            self.page.fault(block.line, "a pycon example must begin with a >>> prompt")
        self.check_example(example)
        self.page.examples.append(example)

    def check_marks(self, block: Block) -> None:
        """Marks of fences inside a fence: it was probably meant to end there."""
        if python_language(block.info):
            for number, line in enumerate(block.code, start=block.line + 1):
                if re.match(r"[ \t]*(?:`{3,}|~{3,})", line):
                    self.page.fault(number, "marks of a fence inside a fence; end it with just the marks that began it")

    def check_example(self, example: Example) -> None:
        """Everything in an example is code or compared output, and nothing takes an example out but a skip."""
        for number, line in enumerate(example.code.split("\n"), start=example.line + 1):
            if re.search(r"#\s*doctest:", line):
                self.page.fault(number, 'a directive of doctest; say <!-- skip: next "reason" --> above the example')
        for number, words in _prose_in(example) if example.is_console else ():
            self.page.fault(number, f"{words!r} is neither code nor output that is compared")

    def illustrate(self) -> tuple[RuleId, ...]:
        """The rules that stand since the last example: the one found now shows them at work."""
        self.illustrated = True
        return tuple(self.rules)

    # --- tables ---

    def read_tests(self, block: Block) -> None:
        if self.table is None:
            self.page.fault(block.line, "a test line without a table above it")
            return
        for number, line in enumerate(block.text):
            test = read_test(block.line + number, line)
            if isinstance(test, TableTest):
                self.tests.append(test)
            else:
                self.page.fault(block.line + number, test)

    def finish_table(self) -> None:
        block, self.table = self.table, None
        tests, self.tests = tuple(self.tests), []
        if block is None:
            return
        header, _, *body = block.text
        columns = cells(header)
        rows = tuple((block.line + number, cells(line)) for number, line in enumerate(body, start=2))
        table = Table(self.page.path, block.line, columns, rows, tests, self.illustrate() if tests else ())
        self.page.tables.append(table)
        if tests and self.page.original is None:  # the test names the columns of the original
            self.check_table(table)

    def check_table(self, table: Table) -> None:
        named: set[str] = set()
        for test in table.tests:
            used = set(re.findall(r"\{([^{}]+)\}", test.call)) | {test.expected}
            for name in sorted(used - set(table.columns)):
                self.page.fault(test.line, f"the table has no column {name!r}; it has {', '.join(table.columns)}")
            named |= used
        for column in table.columns:
            if column not in named:
                self.page.fault(table.line, f"no test line of this table uses its column {column!r}")
        for line, cells in table.rows:
            if len(cells) != len(table.columns):
                self.page.fault(line, f"{len(cells)} cells in a table of {len(table.columns)} columns")

    # --- rules and other text ---

    def read_text(self, block: Block) -> None:
        first = block.text[0]
        if block.prefix and defines(block):
            self.page.fault(block.line, "a definition inside another block, which the site builder shows as code")
        for number, line in enumerate(block.text[1:], start=block.line + 1):
            if is_directive(line):
                self.page.fault(
                    number, f"{line.split(':')[0]}: ...}} must stand by itself, with a blank line around it"
                )
        if is_directive(first):
            self.read_directive(block)
        elif META.match(first):
            self.read_fields(block)
        elif self.term:
            self.read_definition(block)
            self.read_inline(block, 0, None)
        elif found := self.page.labels.opening.match(first):
            self.read_rule(block, found)
        else:
            before = len(self.page.references)
            self.read_inline(block, 0, None)
            if first.startswith("Rules: ") and self.page.rulebook is None:
                self.read_question(self.page.references[before:])

    def read_directive(self, block: Block) -> None:
        directive = read_directive(block.line, block.text[0])
        if isinstance(directive, str):
            self.page.fault(block.line, directive)
        else:
            self.page.directives.append(directive)

    def read_question(self, rests_on: list[Reference]) -> None:
        """The heading above a line "Rules: ..." is a question; two on a page must not lead to the same place."""
        line, title = self.heading
        question = Question(self.page.path, line, title, tuple(reference.target for reference in rests_on))
        if any(question.anchor == other.anchor for other in self.page.questions):
            self.page.fault(line, f"the question {title!r} is asked twice on this page")
        self.page.questions.append(question)

    def read_rule(self, block: Block, opening: re.Match[str]) -> None:
        book, label = self.page.rulebook, opening["label"]
        if book is None:
            self.page.fault(block.line, f"[{label}] defines a rule, but this page belongs to no rulebook")
            return
        if not self.page.labels.is_rule(label):
            self.page.fault(block.line, f"a rule needs a letter or number of its own: [{label}] is that of a clause")
            return
        id_ = RuleId.of(f"{book.key} {label}")
        text, meta = split_meta(block.text)
        fields = fields_of(" ".join(meta)) if meta else {}
        self.check_rule_fields(block.line + len(text), id_, meta, fields)
        if self.illustrated:
            self.rules, self.illustrated = [], False
        self.rules.append(id_)
        words = "\n".join(text)[opening.end() :]
        self.page.rules.append(
            Rule(
                id_,
                self.page.path,
                block.line,
                words,
                self.sources(block.line + len(text), fields.get("source", "")),
                fields.get("supplement", ""),
                tuple(part.strip() for part in fields.get("erratum", "").split(",") if part.strip()),
                int(version) if re.fullmatch(r"[0-9]{1,4}", version := fields.get("version", "1")) else 0,
                fields.get("changed", ""),
                fields.get("reminder", ""),
            )
        )
        self.read_inline(block, opening.end(), id_, lines=len(text))

    def check_rule_fields(self, line: int, rule: RuleId, meta: list[str], fields: dict[str, str]) -> None:
        if meta and not meta[-1].rstrip().endswith("}"):
            self.page.fault(line, f"the metadata of {rule} is not closed with a brace")
        for key in sorted(fields.keys() - _RULE_KEYS):
            self.page.fault(line, f"{rule} has a field {key!r}; expected {', '.join(sorted(_RULE_KEYS))}")
        if not fields.get("version", "1").isdecimal() or fields.get("version") == "0":
            self.page.fault(line, f"the version of {rule} is {fields['version']!r}; expected 1, 2, 3, ...")
        if (fields.get("version", "1") == "1") == ("changed" in fields):
            wanted = "a first version has not changed" if "changed" in fields else "{version: 2; changed: how}"
            self.page.fault(line, f"{rule} must say how it changed if and only if it did: {wanted}")
        if bool(fields.get("source")) == bool(fields.get("supplement")):
            both = "both a source and a supplement" if fields.get("source") else "no source"
            wanted = "{source: document line} or {supplement: KEY clause} below its text"
            self.page.fault(line, f"{rule} has {both}; expected {wanted}")

    def sources(self, line: int, text: str) -> tuple[Source, ...]:
        known = self.page.rulebook.sources if self.page.rulebook else {}
        places, unread = read_sources(text)
        unknown = {place.document for place in places} - known.keys()
        for part in (*unread, *sorted(unknown)):
            self.page.fault(line, f"source {part!r} cannot be read; expected a line of {', '.join(known)}")
        return tuple(place for place in places if place.document in known)

    def read_inline(self, block: Block, start: int, rule: RuleId | None, lines: int | None = None) -> None:
        """Find the references and ties in a block's text; in a rule, every number and modal word must be tied."""
        text = "\n".join(block.text[:lines])
        breaks = [found.start() for found in re.finditer("\n", text)]
        rest = list(text)
        for token in self.page.labels.token.finditer(text, start):
            line = block.line + bisect(breaks, token.start())
            rest[token.start() : token.end()] = " " * (token.end() - token.start())
            if token["label"]:
                self.read_reference(line, token, rule)
            elif token["target"] is not None:
                ties = self.page.modals if self.page.language.kind_of(token["shown"]) else self.page.ties
                ties.append(Tie(line, token["shown"], token["target"], token["reason"], rule))
        for nearly in _NEARLY.finditer("".join(rest), start):
            line = block.line + bisect(breaks, nearly.start())
            self.page.fault(line, f"{nearly[0]} cannot be read as a reference; expected something like [HIS 13.4c]")
        if rule:
            self.page.plain[rule] = "".join(rest)[start:]
            language, plain = self.page.language, self.page.plain[rule]
            untied = [("number", "CONSTANT", found) for found in numbers_in(plain, language)]
            untied += [("word", "FUNCTION", found) for found in language.modal.finditer(plain)]
            for kind, to, found in untied:
                line = block.line + bisect(breaks, start + found.start())
                tied = f"[{found[0]}](={to})"
                self.page.fault(line, f"the {kind} {found[0]!r} in {rule} is tied to nothing; expected {tied}")

    def read_reference(self, line: int, token: re.Match[str], by: RuleId | None) -> None:
        key = token["book"] or (self.page.rulebook.key if self.page.rulebook else "")
        if not key:
            self.page.fault(line, f"{token[0]} does not say which rulebook; expected something like [HIS 13.4c]")
            return
        self.page.references.append(Reference(line, RuleId.of(f"{key} {token['label']}"), by))

    # --- errata and terms ---

    def read_fields(self, block: Block) -> None:
        """The metadata that stands by itself below a heading: that of an erratum or of a term."""
        fields = fields_of(" ".join(block.text))
        if "names" in fields:
            self.page.names += [name.strip() for name in fields["names"].split(",")]
        elif "alike" in fields:
            self.page.alike.append(fields["alike"])
        elif "term" in fields:
            self.term = fields
            for key in sorted(fields.keys() - {*TERM_FIELDS}):
                self.page.fault(block.line, f"a term has a field {key!r}; expected {', '.join(TERM_FIELDS)}")
            if fields.get("quiet", "yes") != "yes":
                self.page.fault(block.line, f"'quiet' of {self.heading[1]!r} is {fields['quiet']!r}; expected yes")
        elif self.erratum is None or self.erratum.fields:
            self.read_stray(block.line, next(iter(fields)))
        else:
            self.erratum.fields.update(fields)

    def read_stray(self, line: int, key: str) -> None:
        """Braces that belong to nothing: a directive that nobody knows, or what has lost its rule, erratum or term."""
        if key in {*_RULE_KEYS, *ERRATUM_FIELDS, *TERM_FIELDS}:
            self.page.fault(line, "metadata without a rule, erratum or term above it")
        else:
            self.page.fault(line, unknown("directive", key, WORDS))

    def read_definition(self, block: Block) -> None:
        line, name = self.heading
        if len(block.text) > 1:
            self.page.fault(block.line, f"the definition of {name!r} is longer than one sentence on one line")
        self.page.terms.append(Term(name, self.page.path, line, " ".join(block.text), self.term))
        self.term = {}


def split_meta(lines: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The lines of a rule's text, and those of its metadata.

    Examples:
        >>> from responsa.book.reader import split_meta
        >>> split_meta(("[1a] It is so.", "{source: battle 1}"))
        (['[1a] It is so.'], ['{source: battle 1}'])
    """
    for number, line in enumerate(lines):
        if number and META.match(line):
            return list(lines[:number]), list(lines[number:])
    return list(lines), []


class _Placed(Protocol):
    @property
    def line(self) -> int: ...


_P = TypeVar("_P", bound=_Placed)


def _between(parts: Sequence[_P], start: int, end: int) -> Sequence[_P]:
    """The parts of a page that stand between two lines."""
    line = attrgetter("line")
    return parts[bisect_right(parts, start, key=line) : bisect_left(parts, end, key=line)]


def _prose_in(example: Example) -> Iterator[tuple[int, str]]:
    """What stands in a console example and is neither a step nor its output, with its line."""
    try:
        parts = DocTestParser().parse(example.code)
    except ValueError:  # running it tells why
        return
    line = example.line + 1
    for part in parts:
        if isinstance(part, str):
            for number, words in enumerate(part.split("\n"), start=line):
                if words.strip():
                    yield number, words.strip()
            line += part.count("\n")
        else:
            line += part.source.count("\n") + part.want.count("\n")


def cells(line: str) -> tuple[str, ...]:
    """The cells of a line of a table."""
    bare = line.strip().removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith(r"\|") else bare
    return tuple(cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", bare))
