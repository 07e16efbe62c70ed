"""Errata: what an entry must say, and what makes one *verified*."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from responsa.book.book import Book
from responsa.book.code import Code
from responsa.book.faults import Fault
from responsa.book.page import COUNTED, Erratum, Example, read_sources
from responsa.book.page import ERRATUM_FIELDS as FIELDS
from responsa.rules import RuleId
from responsa.sentences import listing

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
    return erratum.status == "verified" and erratum.severity == "changes play"


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
    for name, words in (("Printed:", erratum.printed), ("Ruling:", erratum.ruling)):
        if not words:
            yield f"has no paragraph that begins with {name!r}"
    if erratum.proof and (wrong := what_is_no_reading(erratum.proof)):
        yield wrong
    if needs_proof(erratum) and erratum.proof is None:
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


def what_is_no_reading(proof: Example) -> str:
    """Why the printed reading of a proof is none; an empty string if it is one.

    `None` equals no answer, so that such a proof could never fail. A value that nothing works out is a reading only
    where the words give no function; a comment on its line says why.
    """
    tree = ast.parse(proof.code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "printed" for t in node.targets):
            line = proof.code.split("\n")[node.lineno - 1]
            if isinstance(node.value, ast.Constant) and node.value.value is None:
                return "has a printed reading of None, which no ruling ever equals; work out what the words would give"
            value = _given_by(tree, node.value)
            if _is_fixed(value) and "#" not in line:
                return f"does not say why its printed reading is always {ast.unparse(value)}: printed = ...  # why"
    return ""


def _given_by(tree: ast.Module, value: ast.expr) -> ast.expr:
    """What a value is: of a call to a function of the proof that gives the same each time, just that."""
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Name)):
        return value
    name = value.func.id
    of = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    given = [node.value for each in of for node in ast.walk(each) if isinstance(node, ast.Return) and node.value]
    return given[0] if len({ast.unparse(each) for each in given}) == 1 else value


def _is_fixed(value: ast.expr) -> bool:
    """Whether nothing is worked out: a constant, a constant of the library, or a tuple of them."""
    if isinstance(value, ast.Tuple):
        return all(_is_fixed(part) for part in value.elts)
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Attribute) and value.attr.isupper())


def what_is_not_proved(book: Book, erratum: Erratum) -> str:
    """What is wrong with the proof of an erratum; an empty string if it holds.

    It holds if the printed and the ruled reading differ, and if the ruled one came out of the library's own code for
    the erratum's rule.
    """
    example = erratum.proof
    if example is None:
        return f"{erratum.id} has no example that gives `printed` and `ruling`"
    run = book.record.of(example)
    if run.failure:  # that is a fault of the example
        return ""
    if run.readings["printed"] == run.readings["ruling"]:
        return f"{erratum.id} changes nothing: the printed words and the ruling both give {run.readings['printed']!r}"
    if run.counted and (wrong := _what_is_not_counted(run.counted)):
        return f"{erratum.id} {wrong}"
    carrying = {piece.name for rule in erratum.rules for piece in _carrying(book, rule)}
    if carrying and not carrying & run.entered:
        rules = ", ".join(str(rule) for rule in erratum.rules)
        return f"{erratum.id} shows a ruling that did not come from the library's code for {rules}"
    return ""


def _what_is_not_counted(counted: Mapping[str, int]) -> str:
    if counted.keys() != {*COUNTED}:
        return f"counts {listing(sorted(counted))} only; expected `situations` and `parted`"
    if not 0 < counted["parted"] <= counted["situations"]:
        return f"shows readings that part in {counted['parted']} of {counted['situations']} situations"
    return ""


def _carrying(book: Book, rule: RuleId) -> Iterator[Code]:
    """The code that carries a rule and can be entered."""
    return (piece for piece in book.code[rule.rulebook] if rule in piece.rules and piece.entries)


def faults_of_proofs(book: Book) -> Iterator[Fault]:
    """Errata whose proof does not hold; one that has none is a fault of the entry itself."""
    for erratum in book.errata.values():
        if needs_proof(erratum) and erratum.proof and (message := what_is_not_proved(book, erratum)):
            yield Fault(erratum.page, erratum.line, message)
