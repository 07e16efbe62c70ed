"""Which property tests stand behind which rule: those that call code that carries it, or that name it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from responsa.book.book import Book
from responsa.book.code import CITED
from responsa.rules import RuleId

PROPERTY_MARKS = {"given", "rule", "invariant", "initialize"}
"""Decorators of Hypothesis: what carries one of them holds for many situations, not for one."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, order=True)
class Proof:
    """A property test.

    Attributes:
        file: Its file below the tests folder, with forward slashes.
        line: Its line.
        name: Its name: a function, or the class of a state machine.
    """

    file: str
    line: int
    name: str


def proofs_of(book: Book) -> dict[RuleId, tuple[Proof, ...]]:
    """The property tests of each rule, in the order of their files; none if the book has no tests folder."""
    found: defaultdict[RuleId, set[Proof]] = defaultdict(set)
    tests = book.settings.tests
    for key, rulebook in book.settings.rulebooks.items() if tests else ():
        carried = {code.name.rpartition(".")[2]: code.rules for code in book.code[key] if code.is_function}
        folder = Path(tests or "") / rulebook.package.rpartition(".")[2]
        for file in sorted(folder.rglob("test_*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for test, names, ids in _properties_in(tree):
                proof = Proof(file.relative_to(folder.parent).as_posix(), test.lineno, test.name)
                for id_ in (*ids, *(id_ for name in names for id_ in carried.get(name, ()))):
                    found[id_].add(proof)
    return {id_: tuple(sorted(proofs)) for id_, proofs in found.items()}


def _properties_in(tree: ast.Module) -> Iterator[tuple[Definition, set[str], set[RuleId]]]:
    """Each property test of a file, the imported names that it uses, and the rules that its words name."""
    defined = {node.name: node for node in tree.body if isinstance(node, Definition)}
    imported = {alias.asname or alias.name for node in ast.walk(tree) for alias in _aliases(node)}
    for test in defined.values():
        if any(isinstance(node, Definition) and _is_property(node) for node in ast.walk(test)):
            used, ids = _used_by(test, defined, imported)
            yield test, used, ids


def _aliases(node: ast.AST) -> list[ast.alias]:
    return node.names if isinstance(node, ast.Import | ast.ImportFrom) else []


def _is_property(definition: Definition) -> bool:
    marks = (mark.func if isinstance(mark, ast.Call) else mark for mark in definition.decorator_list)
    names = {mark.attr if isinstance(mark, ast.Attribute) else getattr(mark, "id", "") for mark in marks}
    return bool(names & PROPERTY_MARKS)


def _used_by(test: Definition, defined: dict[str, Definition], imported: set[str]) -> tuple[set[str], set[RuleId]]:
    """What a test uses, also through the helpers of its file."""
    used: set[str] = set()
    ids: set[RuleId] = set()
    seen, waiting = {test.name}, [test]
    while waiting:
        for node in ast.walk(waiting.pop()):
            match node:
                case ast.Attribute(value=ast.Name(id=home), attr=name) if home in imported:
                    used.add(name)
                case ast.Name(id=name) if name in defined and name not in seen:
                    seen.add(name)
                    waiting.append(defined[name])
                case ast.Name(id=name) if name in imported:
                    used.add(name)
                case ast.Constant(value=str(words)):
                    ids |= {RuleId.of(found[0]) for found in CITED.finditer(words)}
    return used, ids
