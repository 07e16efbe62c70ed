"""`make book-mutants`: changes the pages in one place at a time; the gate must go red.

Numbers in rules, cells and headings of decision tables, outputs of examples, references, labels, the words *must*,
*may* and *must not*; also sentences that hold nothing tied, and captions, of which a machine can tell little.
The snapshot of all words is left out: it would notice everything, and a writer renews it by a command.
"""

from __future__ import annotations

import argparse
import ast
import doctest
import io
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Set
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from string import ascii_lowercase

from responsa.book import Book, Settings
from responsa.book.checks.modals import WORDS, Answers, answers_of, asks, faults_of_answers, read_tie
from responsa.book.examples import ExampleFailed, bare, run_example, run_row
from responsa.book.gate import each_fault_of_words, faults_of_words
from responsa.book.labels import USUAL
from responsa.book.language import ENGLISH
from responsa.book.page import PLAIN, Example, Page, Table, Tie
from responsa.book.reader import read_page, split_meta
from responsa.rules import RuleId
from tools.pool import run_all

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "book-mutation.md"
SURVIVED, NOTICED, STILL_TRUE = 0, 1, 2
MODALS = "must, may, must not"
OUTSIDE = "must, may, must not where no ruling covers the rule"
WITH_TIES = "must, may, must not together with the answer"
ELSEWHERE = "references to another rule"
LABELS = "labels"
DROPPED = "sentences dropped"
DENIED = "sentences without ties denied"
CAPTIONS = "captions"
HEADINGS = "headings of tables"
WHOLE = ("numbers", "results", "outputs", "references", LABELS, HEADINGS, MODALS)
"""Of these kinds every change must be noticed."""

TOLD = """The list of all words is left out: it notices every change of a rule, and a writer renews it by a command.

What no machine can tell, it does not: whether a caption fits its drawing, whether a reference to another rule that
exists is the right one, and what a sentence says in which nothing is tied, or whether it is there at all.
A word of permission marked as plain, because a player decides and no function does, can become another.
With another answer of the same function in its tie, it is noticed only where an example or a row refutes it.
"""
"""What stands below the table."""

_WORDS = {"one": "two", "two": "three", "once": "twice", "half": "quarter", "four": "five", "no": "yes", "yes": "no"}
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one page.

    Attributes:
        kind: What is changed.
        page: The page's path.
        line: The line, counted from 1.
        start: Where in the line the old words begin.
        old: The words as they are.
        new: The words as they would be.
    """

    kind: str
    page: str
    line: int
    start: int
    old: str
    new: str

    def apply(self, text: str) -> str:
        """The page's text with the change made."""
        lines = text.split("\n")
        line = lines[self.line - 1]
        end = self.start + len(self.old)
        assert line[self.start : end] == self.old, self
        lines[self.line - 1] = line[: self.start] + self.new + line[end:]
        if self.kind == DROPPED:
            del lines[self.line - 1]
        return "\n".join(lines)

    def __str__(self) -> str:
        return f"docs/{self.page}:{self.line}: {self.kind}: {self.old!r} -> {self.new!r}"


# --- what is changed ---


def changes_of(book: Book, ruled: Set[RuleId]) -> list[Change]:
    """Every change of every page that defines rules.

    Args:
        book: The book.
        ruled: The rules that a ruling covers, as `ruled_by` gives them.
    """
    found = []
    for page in book.pages.values():
        if page.rulebook:
            lines = page.text.split("\n")
            found += [*_in_rules(book, page, lines, ruled), *_in_tables(page, lines), *_in_examples(page, lines)]
            found += [*_in_captions(page, lines), *_in_headings(page, lines)]
    return found


def ruled_by(answers: Answers) -> set[RuleId]:
    """The rules on which a yes, a no or a refusal of an example or table row rests."""
    return {
        rule for said in answers.values() for answer in said if answer.says in ("yes", "no") for rule in answer.rules
    }


def other(shown: str) -> str:
    """Another number or word in place of one that is shown."""
    if shown.lower() in _WORDS:
        return _WORDS[shown.lower()]
    if _NUMBER.search(shown):
        return _NUMBER.sub(lambda number: str(int(number[0]) + 1), shown, count=1)
    return f"{shown}x" if ENGLISH.value_of(shown) is None else "eleven"


def _in_rules(book: Book, page: Page, lines: list[str], ruled: Set[RuleId]) -> Iterator[Change]:
    for rule in page.rules:
        block = next(block for block in page.blocks if block.line == rule.line)
        kind_of_modals = MODALS if rule.id in ruled else OUTSIDE
        for number in range(len(split_meta(block.text)[0])):
            line = lines[rule.line - 1 + number]
            opening = USUAL.opening.match(line.lstrip("> ")) if number == 0 else None
            start = len(line) - len(line.lstrip("> ")) + opening.end() if opening else 0
            if opening:
                label = line.index(opening["label"])
                yield Change(LABELS, page.path, rule.line, label, opening["label"], _free(book, rule.id))
            else:
                yield Change(DROPPED, page.path, rule.line + number, 0, line, "")
            yield from _denied(page, rule.line + number, line, start)
            yield from _in_text(book, page, rule.line + number, line, start, kind_of_modals)


def _in_text(book: Book, page: Page, number: int, line: str, start: int, kind_of_modals: str) -> Iterator[Change]:
    for token in USUAL.token.finditer(line, start):
        if token["target"] and ENGLISH.modal.fullmatch(token["shown"]):
            yield from _of_modal(page, number, token, kind_of_modals)
        elif token["target"]:
            at = token.start("shown")
            kind = "numbers" if token["target"] != PLAIN else "numbers in plain words"
            yield Change(kind, page.path, number, at, token["shown"], other(token["shown"]))
        elif token["label"]:
            label = token["label"]
            yield Change("references", page.path, number, token.start("label"), label, _nowhere(book, page, token))
            if elsewhere := _elsewhere(book, page, token):
                yield Change(ELSEWHERE, page.path, number, token.start("label"), label, elsewhere)


def _free(book: Book, rule: RuleId) -> str:
    """The next label of a clause that no rule has."""
    letters = (letter for letter in ascii_lowercase if not book.place_of(RuleId(rule.rulebook, rule.clause, letter)))
    return rule.clause + next(letters, "z")


_DENIALS = {" is ": " is not ", " are ": " are not ", " has ": " has no ", " have ": " have no "}


def _denied(page: Page, number: int, line: str, start: int) -> Iterator[Change]:
    """The opposite of a sentence in which nothing is tied."""
    if "](=" in line:
        return
    for words, opposite in _DENIALS.items():
        if (at := line.find(words, start)) >= 0:
            yield Change(DENIED, page.path, number, at, words, opposite)
            return


def _in_captions(page: Page, lines: list[str]) -> Iterator[Change]:
    for directive in page.directives:
        if directive.caption:
            at = lines[directive.line - 1].rindex(directive.caption)
            yield Change(CAPTIONS, page.path, directive.line, at, directive.caption, f"Not {directive.caption}")


def _in_headings(page: Page, lines: list[str]) -> Iterator[Change]:
    for table in page.tables:
        for column in table.columns if table.tests else ():
            line = lines[table.line - 1]
            yield Change(HEADINGS, page.path, table.line, line.index(column), column, f"{column} not")


def _elsewhere(book: Book, page: Page, token: re.Match[str]) -> str:
    """The label of another rule of the same rulebook."""
    key = token["book"] or (page.rulebook.key if page.rulebook else "")
    rules = [rule for rule in book.rules if rule.rulebook == key]
    here = next((at for at, rule in enumerate(rules) if rule.number == token["label"]), -1)
    return rules[(here + 1) % len(rules)].number if here >= 0 and len(rules) > 1 else ""


def _nowhere(book: Book, page: Page, token: re.Match[str]) -> str:
    """The label of a rule that does not exist, in place of one that does."""
    key = token["book"] or (page.rulebook.key if page.rulebook else "")
    clause = token["label"].rstrip(ascii_lowercase)
    letters = (letter for letter in reversed(ascii_lowercase) if not book.place_of(RuleId(key, clause, letter)))
    return clause + next(letters, ".99")


def _of_modal(page: Page, number: int, token: re.Match[str], kind: str) -> Iterator[Change]:
    """Another word; and another word with another answer of the same function, which only the examples can refute."""
    shown = token["shown"].lower()
    for word in sorted({*WORDS.values()} - {shown}):
        yield Change(kind, page.path, number, token.start("shown"), token["shown"], word)
    if token["target"] == PLAIN or kind == OUTSIDE:
        return
    _, function = read_tie(page, Tie(number, shown, token["target"], None, None))
    for (mark, about), word in WORDS.items():
        if about is asks(function) and word != shown:
            tied = f"[{word}](={mark}{function.__name__})"
            yield Change(WITH_TIES, page.path, number, token.start(), token[0], tied)


def _in_tables(page: Page, lines: list[str]) -> Iterator[Change]:
    for table in page.tables:
        results = {test.expected for test in table.tests}
        for number, cells in table.rows if table.tests else ():
            at = 0
            for column, cell in zip(table.columns, cells, strict=True):
                at = lines[number - 1].index("|", at) + 1
                start = lines[number - 1].index(cell, at)
                kind = "results" if column in results else "situations"
                column_cells = [row[1][table.columns.index(column)] for row in table.rows]
                yield Change(kind, page.path, number, start, cell, _other_cell(cell, column_cells))
                at = start + len(cell)


def _other_cell(cell: str, column: list[str]) -> str:
    """Another value of a cell: a number next to it, the opposite, or what another row of the column says."""
    shown = bare(cell)
    if shown in ("yes", "no"):
        return "no" if shown == "yes" else "yes"
    if re.fullmatch(r"[+-]?\d+(?:/\d+)?", shown):
        value = Fraction(shown) + 1
        return str(value)
    if re.search(r"\d", shown) and not re.search(r"[A-Za-z]", shown):
        return other(shown)
    return next((another for another in column if bare(another) != shown), f"{cell}x")


def _in_examples(page: Page, lines: list[str]) -> Iterator[Change]:
    for example in page.examples:
        if not example.skip:
            yield from _in_output(page, example, lines) if example.is_console else _in_asserts(page, example, lines)


def _in_output(page: Page, example: Example, lines: list[str]) -> Iterator[Change]:
    for step in doctest.DocTestParser().get_examples(example.code):
        wanted = step.want.rstrip("\n").split("\n") if step.want.strip() else []
        first = example.line + 1 + step.lineno + step.source.count("\n")
        for offset, words in enumerate(wanted):
            is_error = step.exc_msg is not None
            if words.strip() in ("", "<BLANKLINE>") or (is_error and offset < len(wanted) - 1):
                continue  # of an error only its last line is compared
            number = first + offset
            start = lines[number - 1].index(words.strip())
            yield Change("outputs", page.path, number, start, words.strip(), _other_output(words.strip()))


def _other_output(words: str) -> str:
    if words.startswith(("Yes.", "No.")):
        return words.replace("Yes.", "No.", 1) if words.startswith("Yes.") else words.replace("No.", "Yes.", 1)
    return other(words)


def _in_asserts(page: Page, example: Example, lines: list[str]) -> Iterator[Change]:
    """The plain values that asserts compare with."""
    for node in ast.walk(ast.parse(example.code)):
        if not (isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare)):
            continue
        for side in node.test.comparators:
            if isinstance(side, ast.Constant) and type(side.value) in (int, str, bool):
                old = ast.get_source_segment(example.code, side) or ""
                number = example.line + side.lineno
                new = repr(not side.value) if isinstance(side.value, bool) else other(old.strip("\"'"))
                start = lines[number - 1].index(old, lines[number - 1].index(old))
                if old and not old[0].isdigit() and not isinstance(side.value, bool):
                    new = f"{old[0]}{new}{old[-1]}"
                yield Change("outputs", page.path, number, start, old, new)


# --- the gate ---


class Gate:
    """What a page must pass, without the snapshot of its words."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.before = {str(fault) for fault in faults_of_words(book)}
        self.answers = answers_of(book)

    def __call__(self, change: Change) -> int:
        """Whether anything is red after a change."""
        old = self.book.pages[change.page]
        page = read_page(change.page, change.apply(old.text), old.rulebook)
        book = Book(self.book.settings, {**self.book.pages, change.page: page})
        book.__dict__.update(code=self.book.code, unimportable=self.book.unimportable)
        if change.kind in ("situations", "results", "outputs"):
            red = any(_runs_red(page, what) for what in _near(page, change.line))
            return NOTICED if red else STILL_TRUE if change.kind == "situations" else SURVIVED
        faults = faults_of_answers(book, self.answers) if change.kind == WITH_TIES else each_fault_of_words(book)
        red = any(str(fault) not in self.before and not _is_snapshot(str(fault)) for fault in faults)
        return NOTICED if red else SURVIVED


def _is_snapshot(fault: str) -> bool:
    return "snapshot" in fault


def _near(page: Page, line: int) -> Iterator[Example | tuple[Table, int]]:
    """The example or table row that a line is part of."""
    for example in page.examples:
        if example.line < line <= example.line + example.code.count("\n"):
            yield example
    for table in page.tables:
        for row, (number, _) in enumerate(table.rows if table.tests else ()):
            if number == line:
                yield table, row


def _runs_red(page: Page, what: Example | tuple[Table, int]) -> bool:
    package = page.rulebook.package if page.rulebook else ""
    with redirect_stdout(io.StringIO()):
        try:
            if isinstance(what, Example):
                run_example(what, page.path)
            else:
                run_row(*what, package, page.path)
        except ExampleFailed:
            return True
    return False


# --- what is told ---


def table(verdicts: dict[Change, int]) -> str:
    """The scores, kind by kind."""
    by_kind: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for change, verdict in verdicts.items():
        by_kind[change.kind][verdict] += 1
    rows = ["| what is changed | changes | noticed | still true | score |", "| --- | --: | --: | --: | --: |"]
    for kind, counts in sorted(by_kind.items()):
        total = counts.total()
        judged = total - counts[STILL_TRUE]
        score = f"{100 * (judged - counts[SURVIVED]) / judged:.1f} %" if judged else "–"
        rows.append(f"| {kind} | {total} | {judged - counts[SURVIVED]} | {counts[STILL_TRUE]} | {score} |")
    return "\n".join(rows)


def _sample(changes: list[Change], most: int) -> Iterator[Change]:
    """So many changes of each kind, always the same ones."""
    kinds: defaultdict[str, list[Change]] = defaultdict(list)
    for change in changes:
        kinds[change.kind].append(change)
    for found in kinds.values():
        yield from found if len(found) <= most else random.Random(most).sample(found, most)


def main(arguments: list[str] | None = None) -> int:
    """Make every change, print the scores and what was not noticed; the exit code is 1 if a whole kind has a gap."""
    parser = argparse.ArgumentParser(prog="make book-mutants", description=__doc__)
    parser.add_argument("--only", default="", help="only pages whose path contains this")
    parser.add_argument("--kind", default="", help="only kinds of change whose name contains this")
    parser.add_argument("--sample", type=int, default=sys.maxsize, help="at most so many changes of each kind")
    parser.add_argument("--jobs", type=int, default=2, help="how many changes are tried at the same time")
    options = parser.parse_args(arguments)
    gate = Gate(Book.read(Settings.read(ROOT / "pyproject.toml")))
    changes = [
        change
        for change in changes_of(gate.book, ruled_by(gate.answers))
        if options.only in change.page and options.kind in change.kind
    ]
    changes = [*_sample(changes, options.sample)]
    started = time.monotonic()
    verdicts = dict(run_all(changes, gate, limit=lambda _: 60, jobs=options.jobs, title="book mutants"))
    print(table(verdicts))
    missed = [change for change in changes if verdicts[change] == SURVIVED and change.kind != WITH_TIES]
    print(f"\n{len(missed)} not noticed", *missed, sep="\n")
    print(f"{(time.monotonic() - started) / 60:.1f} minutes")
    if not (options.only or options.kind):
        drawn = f"At most {options.sample} of each kind were drawn.\n\n" if options.sample < sys.maxsize else ""
        text = f"# Changes of the pages that are noticed\n\n{drawn}{table(verdicts)}\n\n{TOLD}"
        RESULTS.write_text(text, encoding="utf-8")
    return 1 if any(change.kind in WHOLE for change in missed) else 0


if __name__ == "__main__":
    sys.exit(main())
