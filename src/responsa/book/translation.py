"""A page in another language: its words from a file of their own, all else from the page that it translates.

Beside `withdraw.md` stands `withdraw.ru.md`, which holds the same blocks of words in the same order: headings, rules,
paragraphs, items, notes, tables, captions. Code, tests, sources and other metadata come from the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from responsa.book.blocks import INDENT, Block, Kind, cut
from responsa.book.faults import Fault
from responsa.book.page import PLAIN, Page
from responsa.book.reader import ERRATUM, FRONT_MATTER, META, RUSSIAN, cells, fields_of, split_meta
from responsa.rules import RuleId

FRONT_WORDS: Final = ("title", "description")
"""What the front matter of a page says in words."""

Cell = Callable[[str], str]
"""Says the cell of a tested table in the language of the page."""

_CAPTION = re.compile(r"\{(?P<word>diagram|plot): (?P<caption>.+)\}[ \t]*$")
_DRAWING = re.compile(r"\{(?P<word>diagram|plot): (?P<call>.+?) \| (?P<caption>[^|]+)\}[ \t]*$")
_FRONT = re.compile(rf"(?P<key>{'|'.join(FRONT_WORDS)}):")
_TITLE = re.compile(r"[ \t]*(?:!!!|\?\?\?\+?)[ \t]*[\w-]+[ \t]+[\"'].*[\"']")
_TAG = re.compile(r"<[^>]*>")
_SPOKEN = re.compile(r"(?:aria-label|placeholder|title|alt)=\"[^\"]*[^\W\d_][^\"]*\"")
_HREF = re.compile(r"href=\"(?P<address>[^?\"][^\"]*)\"")
_LINK = re.compile(r"[(\[](?P<address>[^()\[\]]*)[)\]]$")
_BRACES = re.compile(r"\{:? [.#][^{}]*\}[ \t]*$")


@dataclass(frozen=True)
class Translation:
    """A page in another language.

    Attributes:
        path: The path of its file below the docs folder.
        language: The two letters of the language.
        original: The page that it translates.
        text: The whole page as Markdown, block by block like its original.
        versions: The version that it renders of each of its rules.
        lines: The line in its file where each block begins, by the line of the block in the original.
        faults: What is wrong with it.
    """

    path: str
    language: str
    original: Page
    text: str
    versions: Mapping[RuleId, int]
    lines: Mapping[int, int]
    faults: tuple[Fault, ...]


def translate(original: Page, path: str, language: str, text: str, cell: Cell = str) -> Translation:
    r"""Put the words of a translation into the page that it translates.

    Args:
        original: The page.
        path: The path of the translation's file.
        language: The two letters of its language.
        text: What stands in its file.
        cell: Says the cells of tested tables, which the file leaves out.

    Examples:
        >>> from responsa.book.reader import read_page
        >>> from responsa.book.translation import translate
        >>> page = read_page("x.md", "# A title\n\nSome words.\n\n{list: errata}")
        >>> translate(page, "x.ru.md", "ru", "# Заглавие\n\nСлова.").text
        '# Заглавие\n\nСлова.\n\n{list: errata}'
        >>> [fault.message for fault in translate(page, "x.ru.md", "ru", "# Заглавие").faults]
        ["a paragraph is missing before this: that of x.md:3, 'Some words.'"]
    """
    text = text.replace("\r\n", "\n")
    head = FRONT_MATTER.match(text)
    front = head[0].rstrip("\n").split("\n") if head else []
    blocks = [*cut("\n" * len(front) + text[head.end() if head else 0 :])]
    said = _Said(original, path, cell, blocks)
    lines = [*said.front_matter(front), *said.lines()]
    return Translation(
        path, language, original, "\n".join(lines), said.versions, said.begins, tuple(sorted(said.faults))
    )


@dataclass(frozen=True)
class _Words:
    """A block that holds words, of a page or of its translation.

    Attributes:
        block: The block.
        what: What it is: blocks that translate each other are the same.
        depth: The columns of its indentation.
        named: How often it names each constant, function, rule and address.
    """

    block: Block
    what: str
    depth: int
    named: Counter[str]

    @property
    def whole(self) -> tuple[object, ...]:
        """What a translation has in common with it."""
        return self.what, self.depth, tuple(sorted(self.named.items()))

    @property
    def outline(self) -> tuple[object, ...]:
        """As much of it as a translation with a fault in it may still have."""
        return self.what, self.depth


# --- which blocks hold words ---


def _words_in(page: Page, blocks: Iterable[Block]) -> Iterator[_Words]:
    """The blocks that hold words: of a page, or of a translation of it."""
    tested = {table.line for table in page.tables if table.tests and blocks is page.blocks}
    for block in blocks:
        if what := _what(page, block):
            text = block.text[:1] if block.line in tested else split_meta(block.text)[0]
            depth = len(block.prefix.expandtabs(INDENT))
            yield _Words(block, what, depth, _named_in(page, "\n".join(text)))


def _what(page: Page, block: Block) -> str:
    """What a block is that holds words; empty if it holds none."""
    match block.kind:
        case Kind.HEADING:
            return _what_heading(page, block.text[0])
        case Kind.NOTE:
            return f"a note of kind {block.info}"
        case Kind.TABLE | Kind.TAB:
            return f"a {block.kind.value}"
        case Kind.HTML:
            return "HTML" if any(map(_speaks, block.text)) else ""
        case Kind.PARAGRAPH | Kind.ITEM:
            return _what_text(page, block)
        case _:
            return ""


def _what_heading(page: Page, line: str) -> str:
    level = len(line) - len(line.lstrip("#"))
    if found := ERRATUM.match(line):
        return f"the erratum {found['id']}"
    number = page.labels.heading.match(line) if page.rulebook else None
    return f"the heading {line[:level]} {number['clause']}" if number else f"a heading {line[:level]}"


def _what_text(page: Page, block: Block) -> str:
    first = block.text[0]
    if found := _CAPTION.match(first):
        return f"the caption of a {found['word']}"
    if META.match(first) or first.startswith(":::"):
        return ""
    if page.questions and first.startswith(("Rules: ", RUSSIAN)):
        return ""
    is_item = block.kind is Kind.ITEM
    if page.rulebook and (rule := page.labels.opening.match(first)):
        return f"the rule [{rule['label']}]{' as a list item' if is_item else ''}"
    return "a list item" if is_item else "a paragraph"


def _speaks(line: str) -> bool:
    """Whether a line of HTML holds words."""
    return bool(re.search(r"[^\W\d_]", _TAG.sub("", line)) or _SPOKEN.search(line))


def _named_in(page: Page, text: str) -> Counter[str]:
    """What a text names that its translation names as often: constants, functions, rules, addresses."""
    named = [f'the address "{found["address"]}"' for found in _HREF.finditer(text)]
    for token in page.labels.token.finditer(text):
        if token["target"] is not None:
            named += [f"the tie (={token['target']})"] if token["target"] != PLAIN else []
        elif token["label"]:
            is_own = page.rulebook is not None and token["book"] in (None, page.rulebook.key)
            named.append(f"the reference [{'' if is_own else token['book'] + ' '}{token['label']}]")
        elif not token["code"] and (found := _LINK.search(token[0])):
            named.append(f"the link ({found['address']})")
    return Counter(named)


# --- which block translates which ---

Pair = tuple[_Words | None, _Words | None]
"""A block of the page and the one that translates it; one of both may be missing."""


def _pairs(theirs: Sequence[_Words], ours: Sequence[_Words]) -> Iterator[Pair]:
    """The blocks of a page and of its translation side by side: first those that agree, then those between them."""
    for same, a, b in _runs([words.whole for words in theirs], [words.whole for words in ours]):
        yield from zip(theirs[a], ours[b], strict=True) if same else _alike(theirs[a], ours[b])


def _alike(theirs: Sequence[_Words], ours: Sequence[_Words]) -> Iterator[Pair]:
    for same, a, b in _runs([words.outline for words in theirs], [words.outline for words in ours]):
        if same or len(theirs[a]) == len(ours[b]):
            yield from zip(theirs[a], ours[b], strict=True)
        else:
            yield from ((words, None) for words in theirs[a])
            yield from ((None, words) for words in ours[b])


def _runs(left: list[tuple[object, ...]], right: list[tuple[object, ...]]) -> Iterator[tuple[bool, slice, slice]]:
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        yield tag == "equal", slice(a, b), slice(c, d)


# --- what is said, and what is wrong with it ---


class _Said:
    """What a translation says, and what is wrong with it.

    Args:
        page: The page that it translates.
        path: The path of its file.
        cell: Says the cells of tested tables.
        blocks: Its blocks.
    """

    def __init__(self, page: Page, path: str, cell: Cell, blocks: list[Block]) -> None:
        self.page = page
        self.path = path
        self.cell = cell
        self.blocks = blocks
        self.faults: list[Fault] = []
        self.versions: dict[RuleId, int] = {}
        self.begins: dict[int, int] = {}
        self.current = {rule.line: rule for rule in page.rules}
        self.tested = {table.line for table in page.tables if table.tests}

    def fault(self, line: int, message: str) -> None:
        self.faults.append(Fault(self.path, line, message))

    def place(self, words: _Words) -> str:
        return f"{self.page.path.rpartition('/')[2]}:{words.block.line}"

    def front_matter(self, given: list[str]) -> list[str]:
        """The front matter of the page, with the words of the translation."""
        said = {found["key"]: line for line in given if (found := _FRONT.match(line))}
        lines = self.page.text.split("\n")[: self.page.front_matter]
        wanted = {found["key"]: number for number, line in enumerate(lines) if (found := _FRONT.match(line))}
        for key in sorted(wanted.keys() ^ said.keys()):
            self.fault(1, f"{key} in the front matter " + ("is missing" if key in wanted else "is not in the page"))
        for key in wanted.keys() & said.keys():
            lines[wanted[key]] = said[key]
        return lines

    def lines(self) -> list[str]:
        """The lines of the page below its front matter, with the words of the translation."""
        for block in self.blocks:
            if block.kind is Kind.FENCE or (META.match(block.text[0]) and not _CAPTION.match(block.text[0])):
                self.fault(block.line, f"{block.text[0]!r} comes from {self.page.path}; leave it out")
        said: dict[int, Sequence[str]] = {}
        line = max((block.line for block in self.blocks), default=1)
        pairs = [*_pairs([*_words_in(self.page, self.page.blocks)], [*_words_in(self.page, self.blocks)])]
        for theirs, ours in reversed(pairs):
            line = ours.block.line if ours else line
            if theirs and ours:
                self.check(theirs, ours)
                said[theirs.block.line] = self.said(theirs, ours)
                self.begins[theirs.block.line] = ours.block.line
            elif theirs:
                words = " ".join(theirs.block.text)[:50]
                self.fault(line, f"{theirs.what} is missing before this: that of {self.place(theirs)}, {words!r}")
            elif ours:
                self.fault(line, f"{ours.what} that {self.page.path} does not have here; leave it out")
        return self.page.rewritten(lambda block: said.get(block.line, block.lines))

    def check(self, theirs: _Words, ours: _Words) -> None:
        """Whether two blocks are of one kind, and name the same."""
        line = ours.block.line
        if theirs.what != ours.what:
            self.fault(line, f"{self.place(theirs)} is {theirs.what}, and this is {ours.what}")
        elif theirs.depth != ours.depth:
            self.fault(line, f"{self.place(theirs)} is indented by {theirs.depth}, and this by {ours.depth}")
        for named, often in (theirs.named - ours.named).items():
            self.fault(line, f"{named} of {self.place(theirs)} is missing{_times(often)}")
        for named, often in (ours.named - theirs.named).items():
            self.fault(line, f"{named} does not stand in {self.place(theirs)}{_times(often)}")

    def said(self, theirs: _Words, ours: _Words) -> Sequence[str]:
        """The lines of a block of the page, with the words of the translation."""
        match theirs.block.kind:
            case Kind.TABLE if ours.block.kind is Kind.TABLE:
                return self.table(theirs, ours)
            case Kind.HTML if ours.block.kind is Kind.HTML:
                return _html(theirs.block, ours.block)
            case Kind.NOTE if ours.block.kind is Kind.NOTE:
                self.check_title(theirs, ours)
                return ours.block.lines
            case Kind.PARAGRAPH | Kind.ITEM:
                return self.text(theirs, ours)
            case _:
                return ours.block.lines

    def check_title(self, theirs: _Words, ours: _Words) -> None:
        if bool(_TITLE.match(theirs.block.text[0])) != bool(_TITLE.match(ours.block.text[0])):
            self.fault(ours.block.line, f"a note has a title if and only if {self.place(theirs)} has one")

    def text(self, theirs: _Words, ours: _Words) -> Sequence[str]:
        if drawing := _DRAWING.match(theirs.block.text[0]):
            caption = _CAPTION.match(ours.block.text[0])
            said = caption["caption"].rpartition(" | ")[2] if caption else drawing["caption"]
            return [f"{theirs.block.prefix}{{{drawing['word']}: {drawing['call']} | {said}}}"]
        kept = len(split_meta(theirs.block.text)[0])
        words, meta = split_meta(ours.block.text)
        self.check_version(theirs, ours, fields_of(" ".join(meta)) if meta else {})
        lines = [*ours.block.lines[: len(words)]]
        if _BRACES.match(theirs.block.text[kept - 1]) and not _BRACES.match(words[-1]):
            kept -= 1
        return [*lines, *theirs.block.lines[kept:]]

    def check_version(self, theirs: _Words, ours: _Words, fields: dict[str, str]) -> None:
        """Whether a rule renders the version in which it stands."""
        for key in sorted(fields.keys() - {"version"}):
            self.fault(ours.block.line, f"the field {key!r} comes from {self.page.path}; leave it out")
        if rule := self.current.get(theirs.block.line):
            given = fields.get("version", "1")
            version = self.versions[rule.id] = int(given) if given.isdecimal() else 0
            if version < rule.version:
                say = f"bring its words up to date and say {{version: {rule.version}}}"
                self.fault(ours.block.line, f"this renders version {version} of {rule.id}, not {rule.version}: {say}")
            elif version > rule.version:
                self.fault(ours.block.line, f"{rule.id} has no version {version} yet")

    def table(self, theirs: _Words, ours: _Words) -> Sequence[str]:
        """A table in full; of one whose rows are tests only the head is translated, its cells are said one by one."""
        head, delimiter, *rows = theirs.block.text
        given = ours.block.text
        if len(cells(head)) != len(cells(given[0])):
            wanted = f"{len(cells(head))} columns, and this {len(cells(given[0]))}"
            self.fault(ours.block.line, f"the table of {self.place(theirs)} has {wanted}")
        if theirs.block.line in self.tested:
            if len(given) > 2:
                self.fault(ours.block.line + 2, "the rows of a tested table are said by the catalogue; leave them out")
            lines = [given[0], delimiter, *(_row(map(self.cell, cells(row))) for row in rows)]
        else:
            self.check_rows(theirs, ours)
            lines = [given[0], delimiter, *given[2:]]
        return [theirs.block.prefix + line for line in lines]

    def check_rows(self, theirs: _Words, ours: _Words) -> None:
        rows, given = theirs.block.text[2:], ours.block.text[2:]
        if len(rows) != len(given):
            self.fault(
                ours.block.line, f"the table of {self.place(theirs)} has {len(rows)} rows, and this {len(given)}"
            )
        for number, (row, other) in enumerate(zip(rows, given, strict=False), start=2):
            if len(cells(row)) != len(cells(other)):
                wanted = f"{len(cells(row))} cells, and this {len(cells(other))}"
                self.fault(ours.block.line + number, f"line {theirs.block.line + number} of the page has {wanted}")


def _row(said: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in said) + " |"


def _html(theirs: Block, ours: Block) -> list[str]:
    """Lines of HTML; those without words may be left out."""
    spoken = iter([line for line, text in zip(ours.lines, ours.text, strict=True) if _speaks(text)])
    return [next(spoken, line) if _speaks(text) else line for line, text in zip(theirs.lines, theirs.text, strict=True)]


def _times(often: int) -> str:
    return "" if often == 1 else f" {often} times"
