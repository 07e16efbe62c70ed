"""The letters of the pages: composed, of one alphabet in a word, and never the remains of a wrong encoding."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from responsa.book.book import Book
from responsa.book.faults import Fault

_MIXED = re.compile(r"(?=\w*[A-Za-z])(?=\w*[Ѐ-ӿͰ-Ͽ])\w+")
_FOREIGN = re.compile(r"[^\x00-\x7f]{2,}")
_REPLACED = "\N{REPLACEMENT CHARACTER}"
_ENCODINGS = {"cp1252": 2, "latin-1": 2, "cp1251": 6}
"""Encodings in which UTF-8 is read by mistake, and how many letters must fit before it is one."""


def faults_of_text(book: Book) -> Iterator[Fault]:
    """Lines whose letters are not what they seem."""
    for page in book.pages.values():
        for number, line in enumerate(page.text.split("\n"), start=1):
            if not line.isascii():
                for message in faults_of_line(line):
                    yield Fault(page.path, number, message)


def faults_of_line(line: str) -> Iterator[str]:
    """What is wrong with the letters of a line."""
    if _REPLACED in line:
        yield f"{_REPLACED!r} stands for a letter that was lost; write the letter"
    if not unicodedata.is_normalized("NFC", line):
        yield "letters with separate accents; write each as one letter (NFC)"
    for word in _MIXED.findall(line):
        yield f"{word!r} mixes the letters of two alphabets that look alike"
    for run in _FOREIGN.findall(line):
        for encoding, least in _ENCODINGS.items():
            if len(run) >= least and (meant := _read_again(run, encoding)):
                yield f"{run!r} was read in the wrong encoding; it means {meant!r}"
                break


def _read_again(run: str, encoding: str) -> str:
    try:
        return run.encode(encoding).decode("utf-8")
    except UnicodeError:
        return ""
