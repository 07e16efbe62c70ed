"""Errata: what an entry must say, and what makes one *verified*."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from responsa.book.faults import Fault
from responsa.book.page import Erratum, Example, read_sources
from responsa.rules import RuleId

if TYPE_CHECKING:
    from responsa.book.book import Book

FIELDS = ("rule", "source", "quote", "type", "severity", "status", "basis")
"""What every erratum says, in this order."""

TYPES = (
    "translation",
    "original rule",
    "contradiction",
    "omission",
    "ambiguity",
    "numbering",
    "reference",
    "typography",
)
SEVERITIES = ("changes play", "confuses", "cosmetic")
STATUSES = ("verified", "held", "rejected", "open")
BASES = ("published", "later living rules", "internal consistency", "open")

_ALLOWED = {"type": TYPES, "severity": SEVERITIES, "status": STATUSES}


def needs_proof(erratum: Erratum) -> bool:
    """Whether an example must compute what the printed words and what the ruling would give."""
    return erratum.fields.get("status") == "verified" and erratum.fields.get("severity") == "changes play"


def faults_of_errata(book: Book) -> Iterator[Fault]:
    """Entries that lack a field, allow no such value, or are not known to the rule that they are about."""
    for erratum in book.errata.values():
        for message in _faults_of(book, erratum):
            yield Fault(erratum.page, erratum.line, f"{erratum.id} {message}")
    seen: dict[str, Erratum] = {}
    for erratum in (erratum for page in book.pages.values() for erratum in page.errata):
        if erratum.id in seen:
            yield Fault(erratum.page, erratum.line, f"{erratum.id} stands twice; first on line {seen[erratum.id].line}")
        seen[erratum.id] = erratum
    for rule in book.rules.values():
        for id_ in rule.errata:
            if id_ not in book.errata:
                yield Fault(rule.page, rule.line, f"{rule.id} names erratum {id_}, which does not exist")
            elif rule.id not in book.errata[id_].rules:
                yield Fault(rule.page, rule.line, f"{rule.id} names erratum {id_}, which is about other rules")


def _faults_of(book: Book, erratum: Erratum) -> Iterator[str]:
    missing = [name for name in FIELDS if not erratum.fields.get(name)]
    if missing:
        yield f"has no {', '.join(missing)}"
    for name in sorted(erratum.fields.keys() - {*FIELDS}):
        yield f"has a field {name!r}; expected {', '.join(FIELDS)}"
    for name, allowed in _ALLOWED.items():
        value = erratum.fields.get(name, allowed[0])
        if value not in allowed:
            yield f"has the {name} {value!r}; expected one of {', '.join(allowed)}"
    basis = erratum.fields.get("basis", BASES[0])
    if not basis.startswith(BASES):
        yield f"has the basis {basis!r}; expected it to begin with one of {', '.join(BASES)}"
    for part in re.split(r",\s*", erratum.fields.get("rule", "")):
        yield from _faults_of_its_rule(book, erratum, part)
    unread = read_sources(erratum.fields.get("source", ""))[1]
    unknown = {source.document for source in erratum.sources} - book.settings.documents.keys()
    for part in (*unread, *sorted(unknown)):
        yield f"has the source {part!r}; expected a line of {', '.join(book.settings.documents)}"
    if needs_proof(erratum) and proof_of(book, erratum) is None:
        yield "is verified and changes play, but no example below it gives `printed` and `ruling`"


def _faults_of_its_rule(book: Book, erratum: Erratum, part: str) -> Iterator[str]:
    if not part:
        return
    try:
        rule = book.rules.get(RuleId.of(part))
    except ValueError as error:
        yield str(error)
        return
    if rule is None:
        yield f"is about {part}, which does not exist"
    elif erratum.id not in rule.errata:
        yield f"is about {part}, but that rule does not name it"


def proof_of(book: Book, erratum: Erratum) -> Example | None:
    """The example of an erratum that gives `printed` and `ruling`; `None` if there is none."""
    page = book.pages[erratum.page]
    end = min((other.line for other in page.errata if other.line > erratum.line), default=sys.maxsize)
    inside = (example for example in page.examples if erratum.line < example.line < end and not example.is_console)
    return next((example for example in inside if {"printed", "ruling"} <= _assigned(example.code)), None)


def _assigned(code: str) -> set[str]:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # not Python, or more nested than it allows
        return set()
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def what_is_not_proved(book: Book, erratum: Erratum) -> str:
    """Run the proof of an erratum: an empty string if it holds, else what is wrong with it.

    It holds if the printed and the ruled reading differ, and if the ruled one came out of the library's own code for
    the erratum's rule.
    """
    example = proof_of(book, erratum)
    if example is None:
        return f"{erratum.id} has no example that gives `printed` and `ruling`"
    space: dict[str, Any] = {"__name__": "__main__"}
    code = compile("\n" * example.line + example.code, example.page, "exec", dont_inherit=True)
    try:
        entered = _entered(lambda: exec(code, space))
    except (Exception, SystemExit) as error:
        return f"{erratum.id} has an example that fails: {error!r}"
    if space["printed"] == space["ruling"]:
        return f"{erratum.id} changes nothing: the printed words and the ruling both give {space['printed']!r}"
    carrying = set().union(*(_code_objects(book, rule) for rule in erratum.rules))
    if carrying and not carrying & entered:
        rules = ", ".join(str(rule) for rule in erratum.rules)
        return f"{erratum.id} shows a ruling that did not come from the library's code for {rules}"
    return ""


def _entered(run: Callable[[], None]) -> set[CodeType]:
    """The code of every function that is entered while something runs."""
    entered: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return entered


def _code_objects(book: Book, rule: RuleId) -> set[CodeType]:
    """The compiled code of everything that carries a rule."""
    found: set[CodeType] = set()
    for piece in book.code[rule.rulebook]:
        if rule not in piece.rules:
            continue
        value: Any = importlib.import_module(piece.module)
        for part in piece.name.removeprefix(f"{piece.module}.").split("."):
            value = inspect.getattr_static(value, part)
        value = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        members = vars(value).values() if inspect.isclass(value) else [value]
        found |= {
            member.__code__ for member in map(inspect.unwrap, filter(callable, members)) if hasattr(member, "__code__")
        }
    return found
