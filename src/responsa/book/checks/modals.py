"""The words *may*, *must* and *must not* in rules: each is tied to the answer that decides it.

`[may](=may_withdraw)` says that the function answers yes because of the rule, `[must not](=not may_withdraw)` that it
answers no or refuses, `[must](=or not may_withdraw)` that it does so to whoever does not.
`[must](=go_back)` says that the function does it, `[may](=at will go_back)` that it does it only if asked to.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from types import ModuleType
from typing import Any, Final

from responsa.book.book import Book
from responsa.book.faults import Fault
from responsa.book.language import MAY, MUST, MUST_NOT
from responsa.book.page import PLAIN, Page, Tie
from responsa.book.run import Asked
from responsa.errors import ImpossibleSituation
from responsa.nearest import nearest
from responsa.rules import RuleId
from responsa.rulings import Ruling

_TARGET = re.compile(r"(?P<mark>(?:or not|not|at will) )?(?P<name>[A-Za-z_]\w*)")


class Asks(Enum):
    """What a function is asked about."""

    PERMISSION = "whether something is allowed"
    OBLIGATION = "whether something is compulsory"
    BAN = "whether something is barred"
    DEED = "what is done"


def asks(function: Callable[..., Any]) -> Asks:
    """What a function is asked about: its name says it, and its type whether it answers yes or no at all.

    Examples:
        >>> from responsa import Ruling
        >>> from responsa.book.checks.modals import asks
        >>> def must_withdraw() -> Ruling: ...
        >>> asks(must_withdraw)
        <Asks.OBLIGATION: 'whether something is compulsory'>
    """
    if inspect.signature(function).return_annotation not in ("Ruling", "bool", Ruling, bool):
        return Asks.DEED
    words = set(function.__name__.split("_"))
    if words & {"must", "needs"}:
        return Asks.OBLIGATION
    return Asks.BAN if words & {"bars", "barred"} else Asks.PERMISSION


WORDS: Final = {
    ("", Asks.PERMISSION): MAY,
    ("", Asks.OBLIGATION): MUST,
    ("", Asks.BAN): MUST_NOT,
    ("", Asks.DEED): MUST,
    ("not ", Asks.PERMISSION): MUST_NOT,
    ("not ", Asks.OBLIGATION): MAY,
    ("not ", Asks.BAN): MAY,
    ("not ", Asks.DEED): MUST_NOT,
    ("at will ", Asks.DEED): MAY,
    **{("or not ", about): MUST for about in Asks},
}
"""The word that an answer bears out."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a function said in an example or table row.

    Attributes:
        says: "yes", "no" (also if it refused), or "done" if it told what is done.
        rules: The rules because of which it said so.
    """

    says: str
    rules: frozenset[RuleId]


Answers = Mapping[str, Sequence[Answer]]
"""What the functions of the library said, by their full names."""


def answers_of(book: Book) -> Answers:
    """What the functions of the library said in the examples and table rows of their rulebook."""
    found: defaultdict[str, list[Answer]] = defaultdict(list)
    cites = cited_in(book)
    for run in book.record.runs:
        rulebook = book.pages[run.page].rulebook
        for asked in run.asked(rulebook.package) if rulebook else ():
            if answer := _answer(asked, cites):
                found[asked.call.code.name].append(answer)
    return found


def _answer(asked: Asked, cites: Mapping[RuleId, Set[RuleId]]) -> Answer | None:
    """What a call said.

    Of the rules that the code carries, those count for which the example was written, unless it is a no, which has its
    own reasons; and those that refer to the reason, such as "it must be a formation [5.1]".
    """
    call = asked.call
    named = frozenset(map(RuleId.of, asked.rules))
    named |= {rule for rule in call.code.rules if any(set(_with_parents(reason)) & cites[rule] for reason in named)}
    carried = frozenset(rule for rule in asked.run.rules if rule in call.code.rules)
    if isinstance(call.error, ImpossibleSituation):
        return Answer("no", named)
    if call.error or not call.has_returned:
        return None
    if isinstance(call.value, Ruling | bool):
        return Answer("yes", named | carried) if call.value else Answer("no", named)
    return Answer("done", named | carried)


def cited_in(book: Book) -> defaultdict[RuleId, set[RuleId]]:
    """The rules and clauses that each rule cites."""
    found: defaultdict[RuleId, set[RuleId]] = defaultdict(set)
    for page in book.pages.values():
        for reference in page.references:
            if reference.by:
                found[reference.by].add(reference.target)
    return found


def _with_parents(rule: RuleId | None) -> Iterator[RuleId]:
    while rule:
        yield rule
        rule = rule.parent


# --- whether words and answers agree ---


def faults_of_modals(book: Book) -> Iterator[Fault]:
    """Modal words that are tied to nothing, or to an answer that bears out another word; no example is run for it."""
    for page in book.pages.values():
        for tie in page.modals:
            if message := _fault_of_tie(page, tie):
                yield Fault(page.path, tie.line, message)


def faults_of_answers(book: Book, answers: Answers | None = None) -> Iterator[Fault]:
    """Modal words whose answers no example shows.

    Args:
        book: The book.
        answers: What its functions say, if that is known already; else it is taken from the book's own record.
    """
    answers = answers_of(book) if answers is None else answers
    for page in book.pages.values():
        for tie in page.modals:
            if tie.by and tie.target != PLAIN and not _fault_of_tie(page, tie):
                for missing in _not_shown(*read_tie(page, tie), tie, answers):
                    yield Fault(page.path, tie.line, f"{tie.by} says {tie.shown!r}, but no example shows {missing}")


def _fault_of_tie(page: Page, tie: Tie) -> str:
    if tie.target == PLAIN:
        return "" if tie.reason else f'{tie.shown!r} in {tie.by} is marked as plain without a reason: (=plain "why")'
    try:
        mark, function = read_tie(page, tie)
    except LookupError as error:
        return f"{tie.shown!r} in {tie.by} is tied to nothing: {error.args[0]}"
    word = WORDS.get((mark, asks(function)), "nothing")
    if page.language.kind_of(tie.shown) == word:
        return ""
    tells = f"{function.__name__} tells {asks(function).value}"
    return f"{tie.by} says {tie.shown!r}, but {tie.target!r} bears out {word!r}: {tells}"


def read_tie(page: Page, tie: Tie) -> tuple[str, Callable[..., Any]]:
    """The mark and the function of a tie.

    Raises:
        LookupError: If it cannot be read, or there is no such function; the message says which.
    """
    found = _TARGET.fullmatch(tie.target)
    if found is None:
        expected = "f, not f, or not f or at will f, where f is a function"
        raise LookupError(f"{tie.target!r} cannot be read; expected {expected}")
    if page.rulebook is None:
        raise LookupError("this page belongs to no rulebook")
    name = page.rulebook.package
    try:
        package = importlib.import_module(name)
    except (Exception, SystemExit) as error:  # whatever the package does while it is loaded
        raise LookupError(f"{name} cannot be imported: {error}") from error
    function = getattr(package, found["name"], None) if found["name"] in getattr(package, "__all__", ()) else None
    if function is None or not inspect.isfunction(inspect.unwrap(function)):
        raise LookupError(_why_not_there(package, found["name"]))
    return found["mark"] or "", function


def _why_not_there(package: ModuleType, name: str) -> str:
    """That a package has no such function, and whether one of its modules has it or one of a name like it."""
    homes = (module for module in list(sys.modules) if module.startswith(f"{package.__name__}."))
    home = next((home for home in homes if callable(vars(sys.modules[home]).get(name))), "")
    if home:
        return f"{home}.{name} is not exported; name it in __all__ of {package.__name__}"
    near = nearest(name, getattr(package, "__all__", ()))
    return f"{package.__name__} has no function {name}" + (f"; did you mean {near}?" if near else "")


def _not_shown(mark: str, function: Callable[..., Any], tie: Tie, answers: Answers) -> Iterator[str]:
    """Which answers a word needs and no example shows, in words."""
    name, about = function.__name__, asks(function)
    known = answers.get(f"{function.__module__}.{name}", ())
    because = {answer.says for answer in known if tie.by in answer.rules}
    says = "no" if "not" in mark else "done" if about is Asks.DEED else "yes"
    if says not in because:
        words = {"no": "says no or refuses", "yes": "says yes", "done": "does it"}
        yield f"that {name} {words[says]} because of {tie.by}"
    elif mark == "at will " and all(answer.says == "done" and tie.by in answer.rules for answer in known):
        yield f"{name} where it is not done"
    elif tie.shown.lower() == MAY and about is not Asks.DEED:
        contrary = {"yes": "no", "no": "yes"}[says]
        if all(answer.says != contrary for answer in known):
            yield f"that {name} says {contrary} to anybody"
