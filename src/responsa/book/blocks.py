"""Cuts a Markdown page into blocks with their lines: headings, fences, tables, notes, paragraphs, list items.

Only as much of Markdown as the book needs, and in the way in which Python-Markdown with SuperFences reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a block is."""

    HEADING = "heading"
    FENCE = "fence"
    TABLE = "table"
    NOTE = "note"
    TAB = "tab"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    COMMENT = "comment"
    CODE = "indented code"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines of a page that belong together.

    Attributes:
        kind: What it is.
        line: Its first line in the file, counted from 1.
        prefix: What stands before its first line's text: quote marks and indentation.
        lines: Its lines as they stand in the file.
        info: The info string of a fence, or the kind of a note.
        closed: Whether a fence or comment has its end.
    """

    kind: Kind
    line: int
    prefix: str
    lines: tuple[str, ...]
    info: str = ""
    closed: bool = True

    @property
    def text(self) -> tuple[str, ...]:
        """The lines without quote marks and indentation."""
        return tuple(_split(line)[1] for line in self.lines)

    @property
    def code(self) -> tuple[str, ...]:
        """The lines inside a fence, cut back by the fence's own indentation."""
        inner = self.lines[1:-1] if self.closed else self.lines[1:]
        return tuple(_cut(line, self.prefix) for line in inner)


_PREFIX = re.compile(r"[ \t]*(?:>[ \t]*)*")
_FENCE = re.compile(r"(?P<marks>`{3,}|~{3,})(?P<info>.*)$")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_NOTE = re.compile(r"(?:!!!|\?\?\?\+?)[ \t]*(?P<kind>[\w-]*)")
_TAB = re.compile(r"===[+!]?[ \t]+[\"']")
_ITEM = re.compile(r"(?:[-*+]|\d+\.)[ \t]+\S")
_DELIMITER = re.compile(r"[ \t]*:?-+:?[ \t]*")
_DEFINITION = re.compile(r":[ \t]{1,3}\S")
_HTML = re.compile(r"</?[a-zA-Z]")

INDENT = 4
"""Python-Markdown's one unit of indentation."""


def cut(text: str) -> Iterator[Block]:
    r"""Cut a page into its blocks, in order; blank lines belong to none.

    Examples:
        >>> from responsa.book.blocks import cut
        >>> [(block.kind.name, block.line) for block in cut("# 1 Title\n\n- [1a] A rule.\n\n~~~py\n1\n~~~")]
        [('HEADING', 1), ('ITEM', 3), ('FENCE', 5)]
    """
    lines = text.split("\n")
    containers: list[int] = []
    around: dict[str, list[int]] = {}
    quoted = ""
    start = 0
    while start < len(lines):
        if not lines[start].strip("> \t"):
            start += 1
            continue
        prefix, content = _split(lines[start])
        marks, indent = _measure(prefix)
        if marks != quoted:
            if marks.startswith(quoted):  # a quote begins inside what is open, as far as it is indented
                outer = _indent_of(_unquote(lines[start], len(quoted)) or "")
                around[quoted] = [inner for inner in containers if inner <= outer]
            containers, quoted = ([] if marks.startswith(quoted) else around.get(marks, [])), marks
        while containers and containers[-1] > indent:
            containers.pop()
        base = containers[-1] if containers else 0
        block = _block(lines, start, prefix, content, is_code=indent - base >= INDENT)
        if block.kind in (Kind.NOTE, Kind.TAB, Kind.ITEM) or defines(block):
            containers.append(indent + INDENT)
        yield block
        start += len(block.lines)


def defines(block: Block) -> bool:
    """Whether a paragraph ends in a definition, which may go on below it."""
    return block.kind is Kind.PARAGRAPH and any(_DEFINITION.match(line) for line in block.text)


def _block(lines: list[str], start: int, prefix: str, content: str, *, is_code: bool) -> Block:
    """The block that begins on the given line."""
    if is_code:
        end = _end_of_indented(lines, start)
        return Block(Kind.CODE, start + 1, prefix, tuple(lines[start:end]))
    if fence := _FENCE.match(content):
        return _fence(lines, start, prefix, fence)
    if content.startswith("<!--"):
        end, closed = _end_of_comment(lines, start)
        return Block(Kind.COMMENT, start + 1, prefix, tuple(lines[start:end]), closed=closed)
    for kind, pattern in ((Kind.HEADING, _HEADING), (Kind.NOTE, _NOTE), (Kind.TAB, _TAB)):
        if found := pattern.match(content):
            info = found["kind"] if kind is Kind.NOTE else ""
            return Block(kind, start + 1, prefix, (lines[start],), info)
    end = _end_of_paragraph(lines, start)
    return Block(_kind_of_paragraph(lines[start:end]), start + 1, prefix, tuple(lines[start:end]))


def _fence(lines: list[str], start: int, prefix: str, fence: re.Match[str]) -> Block:
    """A fence ends at the same marks in the same container; SuperFences wants just as many of them."""
    marks, info = fence["marks"], fence["info"].strip()
    quotes, indent = _measure(prefix)
    end = start + 1
    for number in range(start + 1, len(lines)):
        inner = _unquote(lines[number], len(quotes))
        if inner is None or (inner.strip() and _indent_of(inner) < indent):
            break
        end = number + 1
        if inner.strip() == marks and _indent_of(inner) == indent:
            return Block(Kind.FENCE, start + 1, prefix, tuple(lines[start:end]), info)
    return Block(Kind.FENCE, start + 1, prefix, tuple(lines[start:end]), info, closed=False)


def _end_of_comment(lines: list[str], start: int) -> tuple[int, bool]:
    for number in range(start, len(lines)):
        if "-->" in lines[number]:
            return number + 1, True
    return len(lines), False


def _end_of_indented(lines: list[str], start: int) -> int:
    marks, indent = _measure(_split(lines[start])[0])
    end = start + 1
    for number in range(start + 1, len(lines)):
        if lines[number].strip():
            quotes, inner = _measure(_split(lines[number])[0])
            if quotes != marks or inner < indent:
                break
            end = number + 1
    return end


def _end_of_paragraph(lines: list[str], start: int) -> int:
    first = _split(lines[start])[1]
    for number in range(start + 1, len(lines)):
        content = _split(lines[number])[1]
        if not content.strip() or _interrupts(content):
            return number
        if _ITEM.match(content) and _ITEM.match(first):
            return number
    return len(lines)


def _interrupts(content: str) -> bool:
    return any(pattern.match(content) for pattern in (_FENCE, _HEADING, _NOTE, _TAB)) or content.startswith("<!--")


def _kind_of_paragraph(lines: list[str]) -> Kind:
    contents = [_split(line)[1] for line in lines]
    if len(contents) > 1 and "|" in contents[0] and _is_delimiter(contents[1]):
        return Kind.TABLE
    if _ITEM.match(contents[0]):
        return Kind.ITEM
    return Kind.HTML if _HTML.match(contents[0]) else Kind.PARAGRAPH


def _is_delimiter(line: str) -> bool:
    """Whether a line stands between the header and the body of a table."""
    cells = line.strip().removeprefix("|").removesuffix("|").split("|")
    return all(_DELIMITER.fullmatch(cell) for cell in cells)


def _split(line: str) -> tuple[str, str]:
    """Quote marks and indentation; then the rest."""
    prefix = _PREFIX.match(line)
    end = prefix.end() if prefix else 0
    return line[:end], line[end:]


def _measure(prefix: str) -> tuple[str, int]:
    """The quote marks of a prefix, and the columns of indentation after them."""
    quotes = prefix.count(">")
    return quotes * ">", _indent_of(_unquote(prefix, quotes) or "")


def _unquote(line: str, quotes: int) -> str | None:
    """A line without so many quote marks, each with the blank after it; `None` if it has fewer."""
    at = 0
    for _ in range(quotes):
        while line[at : at + 1] in (" ", "\t"):
            at += 1
        if not line.startswith(">", at):
            return None
        at += 2 if line.startswith("> ", at) else 1
    return line[at:]


def _indent_of(line: str) -> int:
    expanded = line.expandtabs(INDENT)
    return len(expanded) - len(expanded.lstrip(" "))


def _cut(line: str, prefix: str) -> str:
    """A line of code without the prefix of its fence."""
    quotes, indent = _measure(prefix)
    inner = (_unquote(line, len(quotes)) or "").expandtabs(INDENT) if indent else _unquote(line, len(quotes)) or ""
    return inner[indent:] if inner[:indent].isspace() or not indent else ""
