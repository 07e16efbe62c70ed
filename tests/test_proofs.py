"""The proofs of the errata: each fails as soon as the ruling is what the printed words say."""

import ast
from pathlib import Path
from typing import Any

import pytest

from responsa.book import Book, Settings
from responsa.book.checks.errata import needs_proof

BOOK = Book.read(Settings.read(Path(__file__).parent.parent / "pyproject.toml"))
PROOFS = {erratum.id: erratum.proof.code for erratum in BOOK.errata.values() if needs_proof(erratum) and erratum.proof}


def as_printed(code: str) -> str:
    """A proof whose ruling is what the printed words say, with all that stands between left as it is."""
    body = ast.parse(code).body
    claims = [each for each in body if isinstance(each, ast.Assert) and "ruling" in ast.unparse(each)]
    given = body.index(claims[0])
    body.insert(given, *ast.parse("ruling = printed").body)
    return ast.unparse(ast.Module(body, type_ignores=[]))


@pytest.mark.parametrize("id_", PROOFS)
def test_a_proof_fails_if_the_library_follows_the_printed_words(id_: str) -> None:
    exec(compile(PROOFS[id_], id_, "exec"), {})
    with pytest.raises(AssertionError):
        exec(compile(as_printed(PROOFS[id_]), id_, "exec"), {})


COUNTED = [id_ for id_, code in PROOFS.items() if "def printed_reading" in code]


@pytest.mark.parametrize("id_", COUNTED)
def test_both_readings_part_in_the_situation_shown(id_: str) -> None:
    space: dict[str, Any] = {}
    exec(compile(PROOFS[id_], id_, "exec"), space)
    assert all(each in space["situations"] for each in space["parted"])
    assert 0 < len(space["parted"]) <= len(space["situations"])
