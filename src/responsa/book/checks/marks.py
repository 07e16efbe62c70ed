"""The marks of the code: each names a rule of the book in its own version, and every public function carries one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from responsa.book.book import Book
from responsa.book.code import Code
from responsa.book.faults import Fault
from responsa.rules import RuleId


def faults_of_marks(book: Book) -> Iterator[Fault]:
    """Marks that name no rule of the book or another version of it, and public functions that carry none."""
    known = {**dict.fromkeys(book.clauses, 1), **{id_: rule.version for id_, rule in book.rules.items()}}
    for pieces in book.code.values():
        yield from _faults_of(pieces, known)


def _faults_of(code: list[Code], known: Mapping[RuleId, int]) -> Iterator[Fault]:
    """Marks that name no rule of the book or another version of it, and public functions that carry none.

    Args:
        code: The code of a rulebook's package.
        known: The rules and clauses of the book, each with its version.
    """
    for piece in code:
        for rule, version in piece.rules.items():
            if rule not in known:
                yield Fault(piece.module, piece.line, f"{piece.name} implements {rule}, which the book does not have")
            elif known[rule] != version:
                stale = f"{piece.name} implements version {version} of {rule}, which has version {known[rule]}"
                yield Fault(piece.module, piece.line, stale)
        if piece.is_public and piece.is_function and not piece.rules:
            yield Fault(piece.module, piece.line, f"the public function {piece.name} implements no rule")
