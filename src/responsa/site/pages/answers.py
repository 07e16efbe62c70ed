"""What an example answers, in words: a reader sees this, and opens the code below it only if he likes."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from responsa.book.page import Page
from responsa.book.printed import Step, in_words, steps_of
from responsa.russian import NotInRussian, speech
from responsa.site.pages.links import Links
from responsa.site.words import SOURCE

_REFUSED: Final = {
    "responsa.ImpossibleSituation: ": "Cannot be:",
    "responsa.NotInThisText: not in this text: ": "Not in this text:",
}
_SPECIAL: Final = re.compile(r"[\\`*_<>{}|#]")
_WORDS: Final = ("Yes", "No", "Да", "Нет")
_KEY: Final = re.compile(r"\[(?P<key>[A-Z]{2,8}) ")
_CITES: Final = re.compile(r"\[[A-Z]{2,8} [\w.()]+\]$")


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
            line, mark = self._refusal(page, " ".join(printed[1:]))
            return [line, f"{{: .answer .answer-refused{mark} }}"]
        if not step.is_told:
            label = "" if is_alone and len(printed) == 1 and len(printed[0]) < 60 else _label(step.code)
            return [*([label] if label else []), *self._drawn(page, printed)]
        if step.is_drawn:
            return self._drawn(page, printed)
        lines, mark = self._all_in(page, [line for line in printed if line.strip()])
        if len(printed) > 1 and sum(bool(_CITES.search(line)) for line in printed) * 2 > len(printed):
            return [*(f"{n}. {self._sentence(page, line)}" for n, line in enumerate(lines, 1)), f"{{: .answer{mark} }}"]
        return [text for line in lines for text in (self._sentence(page, line), f"{{: .answer{mark} }}", "")]

    def told(self, page: Page, text: str) -> tuple[str, str]:
        """What the library says in the language of the page, and the mark of its own where that has no words for it."""
        lines, mark = self._all_in(page, [text])
        return lines[0], mark

    def _all_in(self, page: Page, lines: list[str]) -> tuple[list[str], str]:
        if self.links.say.language == SOURCE:
            return lines, ""
        cited = next((found["key"] for line in lines for found in _KEY.finditer(line)), "")
        rulebooks = self.links.book.settings.rulebooks
        rulebook = self.links.book.settings.subject_of(page.path) or rulebooks.get(cited)
        said = [_said(rulebook.package.rpartition(".")[2], line) if rulebook else "" for line in lines]
        return (said, "") if all(said) else (lines, f' lang="{SOURCE}"')

    def _drawn(self, page: Page, printed: tuple[str, ...]) -> list[str]:
        if len(printed) > 1:
            return ["```text", *printed, "```"]
        words = in_words(printed[0])
        said, mark = self.told(page, words) if words else (f"`{printed[0]}`", "")
        return [said, f"{{: .answer{mark} }}"]

    def _sentence(self, page: Page, line: str) -> str:
        word, dot, rest = line.partition(". ")
        if dot and word in _WORDS:
            return f"**{word}.** {self._prose(page, rest)}"
        return self._prose(page, line[:1].upper() + line[1:])

    def _refusal(self, page: Page, line: str) -> tuple[str, str]:
        for start, said in _REFUSED.items():
            if line.startswith(start):
                told, mark = self.told(page, line.removeprefix(start))
                first = said if mark else self.links.say(said)
                return f"**{first}** {self._prose(page, told)}", mark
        return self._prose(page, line), f' lang="{SOURCE}"' * (self.links.say.language != SOURCE)

    def _prose(self, page: Page, text: str) -> str:
        if page.rulebook:  # on its own pages a rule goes by its number
            text = text.replace(f"[{page.rulebook.key} ", "[")
        return self.links.inline(page, _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", text))


@cache
def _said(game: str, text: str) -> str:
    """What the library of a game says, in Russian; empty if there are no words for it."""
    try:
        return speech(game).say(text)
    except NotInRussian:
        return ""


def _label(code: str) -> str:
    """The question itself, where only a value answers it."""
    last = code.strip().split("\n")
    asked = last[0] if len(last) == 1 else f"{last[0]} …"
    return f"`{asked}`\n{{: .answer-asked }}\n" if "`" not in asked and len(asked) < 90 else ""
