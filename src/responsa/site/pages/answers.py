"""What an example answers, in words: a reader sees this, and opens the code below it only if he likes."""

from __future__ import annotations

import re
from typing import Final

from responsa.book.page import Page
from responsa.book.printed import Step, in_words, steps_of
from responsa.site.pages.links import Links

_REFUSED: Final = {
    "responsa.ImpossibleSituation: ": "Cannot be:",
    "responsa.NotInThisText: not in this text: ": "Not in this text:",
}
_SPECIAL: Final = re.compile(r"[\\`*_<>{}|#]")
_CITES: Final = re.compile(r"\[[A-Z]{3} [\w.]+\]$")


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
        if step.is_refused:
            return [self._refusal(page, " ".join(printed[1:])), "{: .answer .answer-refused }"]
        if not step.is_told:
            label = "" if is_alone and len(printed) == 1 and len(printed[0]) < 60 else _label(step.code)
            return [*([label] if label else []), *_drawn(printed)]
        if step.is_drawn:
            return _drawn(printed)
        if len(printed) > 1 and sum(bool(_CITES.search(line)) for line in printed) * 2 > len(printed):
            return [*(f"{n}. {self._sentence(page, line)}" for n, line in enumerate(printed, 1)), "{: .answer }"]
        return [text for line in printed for text in (self._sentence(page, line), "{: .answer }", "") if line.strip()]

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


def _label(code: str) -> str:
    """The question itself, where only a value answers it."""
    last = code.strip().split("\n")
    asked = last[0] if len(last) == 1 else f"{last[0]} …"
    return f"`{asked}`\n{{: .answer-asked }}\n" if "`" not in asked and len(asked) < 90 else ""


def _drawn(printed: tuple[str, ...]) -> list[str]:
    if len(printed) > 1:
        return ["```text", *printed, "```"]
    return [_value(printed[0]), "{: .answer }"]


def _value(shown: str) -> str:
    """A value as a player would say it; one that only a program says stands as code."""
    return in_words(shown) or f"`{shown}`"
