"""What an example answers, in words: a reader sees this, and opens the code below it only if he likes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from responsa.book.page import Page
from responsa.sentences import listing
from responsa.site.pages.links import Links
from responsa.site.words import SOURCE

_TRACEBACK: Final = "Traceback (most recent call last):"
_REFUSED: Final = {
    "responsa.ImpossibleSituation: ": "Cannot be:",
    "responsa.NotInThisText: not in this text: ": "Not in this text:",
}
_SPECIAL: Final = re.compile(r"[\\`*_<>{}|#]")
_AS_DRAWN: Final = re.compile(r"\S {2,}\S|^ +\S", re.MULTILINE)
_CITES: Final = re.compile(r"\[[A-Z]{3} [\w.]+\]$")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a console: the code at a prompt, and what it printed."""

    code: str
    printed: tuple[str, ...]


def steps_of(code: str) -> Iterator[Step]:
    """The steps of a console that print something.

    Examples:
        >>> from responsa.site.pages.answers import steps_of
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


class Answers:
    """Writes the answers of examples as Markdown."""

    def __init__(self, links: Links) -> None:
        self.links = links

    def lines(self, page: Page, code: str) -> list[str]:
        """Everything that an example prints, in the order in which it does; nothing for one that prints nothing."""
        steps = list(steps_of(code))
        out: list[str] = []
        for step in steps:
            out += ["", *self._step(page, step, is_alone=len(steps) == 1)]
        return out

    def _step(self, page: Page, step: Step, *, is_alone: bool) -> list[str]:
        printed = step.printed
        if printed[0] == _TRACEBACK:
            return [self._refusal(page, " ".join(printed[1:])), self._mark(".answer .answer-refused")]
        if not _is_told(step.code):
            label = "" if is_alone and len(printed) == 1 and len(printed[0]) < 60 else _label(step.code)
            return [*([label] if label else []), *self._drawn(printed)]
        if _AS_DRAWN.search("\n".join(printed)):
            return self._drawn(printed)
        if len(printed) > 1 and sum(bool(_CITES.search(line)) for line in printed) * 2 > len(printed):
            return [*(f"{n}. {self._sentence(page, line)}" for n, line in enumerate(printed, 1)), self._mark(".answer")]
        return [
            text for line in printed for text in (self._sentence(page, line), self._mark(".answer"), "") if line.strip()
        ]

    def _drawn(self, printed: tuple[str, ...]) -> list[str]:
        if len(printed) > 1:
            return ["```text", *printed, "```"]
        return [_value(printed[0]), self._mark(".answer")]

    def _mark(self, classes: str) -> str:
        """What stands below an answer: the library speaks English, also on pages in another language."""
        return f"{{: {classes} }}" if self.links.say.language == SOURCE else f'{{: {classes} lang="{SOURCE}" }}'

    def _sentence(self, page: Page, line: str) -> str:
        word, dot, rest = line.partition(". ")
        if dot and word in ("Yes", "No"):
            return f"**{word}.** {self._prose(page, rest)}"
        return self._prose(page, line[:1].upper() + line[1:])

    def _refusal(self, page: Page, line: str) -> str:
        for start, said in _REFUSED.items():
            if line.startswith(start):
                return f"**{said}** {self._prose(page, line.removeprefix(start))}"
        return self._prose(page, line)

    def _prose(self, page: Page, text: str) -> str:
        if page.rulebook:  # on its own pages a rule goes by its number
            text = text.replace(f"[{page.rulebook.key} ", "[")
        return self.links.inline(page, _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", text))


def _is_told(code: str) -> bool:
    """Whether a step prints its answer; else Python shows a value."""
    try:
        body = ast.parse(code).body
    except SyntaxError:
        return False
    last = body[-1] if body else None
    call = last.value if isinstance(last, ast.Expr) else None
    return not isinstance(last, ast.Expr) or (
        isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"
    )


def _label(code: str) -> str:
    """The question itself, where only a value answers it."""
    last = code.strip().split("\n")
    asked = last[0] if len(last) == 1 else f"{last[0]} …"
    return f"`{asked}`\n{{: .answer-asked }}\n" if "`" not in asked and len(asked) < 90 else ""


def _value(shown: str) -> str:
    """A value as a player would say it; one that only a program says stands as code."""
    try:
        value = ast.literal_eval(shown)
    except (ValueError, SyntaxError):
        return f"`{shown}`"
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, (tuple, list)) and all(isinstance(each, str) for each in value):
        return listing(value, nothing="None")
    return f"`{shown}`" if isinstance(value, (tuple, list, dict, set)) else str(value)
