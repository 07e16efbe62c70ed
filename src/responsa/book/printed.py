"""What the examples of a page print, step by step, and what of it is said in words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from responsa.sentences import listing

TRACEBACK: Final = "Traceback (most recent call last):"
"""How the answer of a step begins that was refused."""

REFUSED: Final = ("responsa.ImpossibleSituation: ", "responsa.NotInThisText: ")
"""How the library's own refusals begin, below the traceback."""

_AS_DRAWN: Final = re.compile(r"\S {2,}\S|^ +\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a console: the code at a prompt, and what it printed."""

    code: str
    printed: tuple[str, ...]

    @property
    def is_refused(self) -> bool:
        """Whether it ends in an error."""
        return self.printed[0] == TRACEBACK

    @property
    def is_told(self) -> bool:
        """Whether it prints its answer; else Python shows a value."""
        try:
            body = ast.parse(self.code).body
        except SyntaxError:
            return False
        last = body[-1] if body else None
        call = last.value if isinstance(last, ast.Expr) else None
        return not isinstance(last, ast.Expr) or (
            isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"
        )

    @property
    def is_drawn(self) -> bool:
        """Whether it prints columns, which stay as they are."""
        return bool(_AS_DRAWN.search("\n".join(self.printed)))

    @property
    def said(self) -> tuple[str, ...]:
        """The sentences and words of its answer, line by line; none where only code shows it, or a drawing.

        Examples:
            >>> from responsa.book.printed import steps_of
            >>> code = [">>> print(may)", "Yes. It may [HIS 13.4b].", ">>> 2", "2", ">>> ask()"]
            >>> code += ["Traceback (most recent call last):", "responsa.NotInThisText: not in this text: who [HIS 13]"]
            >>> [step.said for step in steps_of(chr(10).join(code))]
            [('Yes. It may [HIS 13.4b].',), ('2',), ('not in this text: who [HIS 13]',)]
        """
        if self.is_refused:
            line = " ".join(self.printed[1:])
            return tuple(line.removeprefix(start) for start in REFUSED if line.startswith(start))
        if not self.is_told:
            return (in_words(self.printed[0]),) if len(self.printed) == 1 and in_words(self.printed[0]) else ()
        return () if self.is_drawn else tuple(filter(str.strip, self.printed))


def in_words(shown: str) -> str:
    """A value that a prompt shows, as a player would say it; empty for one that only a program says.

    Examples:
        >>> from responsa.book.printed import in_words
        >>> in_words("True"), in_words("('Graz', 'Linz')"), in_words("2"), in_words("Stack.of('')")
        ('Yes', 'Graz and Linz', '2', '')
    """
    try:
        value = ast.literal_eval(shown)
    except (ValueError, SyntaxError):
        return ""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, (tuple, list)) and all(isinstance(each, str) for each in value):
        return listing(value, nothing="None")
    return "" if isinstance(value, (tuple, list, dict, set)) else str(value)


def steps_of(code: str) -> Iterator[Step]:
    """The steps of a console that print something.

    Examples:
        >>> from responsa.book.printed import steps_of
        >>> code = [">>> x = 1", ">>> x", "1", ">>> (x,", "... 2)", "(1, 2)"]
        >>> [step.printed for step in steps_of(chr(10).join(code))]
        [('1',), ('(1, 2)',)]
    """
    asked: list[str] = []
    printed: list[str] = []
    for line in [*code.rstrip().split("\n"), ">>> "]:
        if line.startswith(">>>"):
            if printed:
                yield Step("\n".join(asked), tuple(printed))
            asked, printed = [line[4:]], []
        elif line.startswith("...") and not printed:
            asked.append(line[4:])
        else:
            printed.append("" if line == "<BLANKLINE>" else line)
