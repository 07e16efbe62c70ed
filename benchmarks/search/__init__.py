"""How well the search finds what strangers ask for: `python -m benchmarks.search FILE.csv`.

The file has the columns `question`, `language` and `answers`: the ids of the rules that answer, with `;` between.
A result is right if it is one of these rules, or a question of the book whose answer rests on one.
A column `half` splits the counts; `--failures tuned` prints what was not found in one half.
A file without the column `answers` has questions that the book does not cover; counted is how many are told to be so.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from responsa.book import Book, Settings
from responsa.book.search_index import index_of_book
from responsa.search import Found, Index, Record

COUNTED = ("first", "three", "unknown")

SETTINGS = Path(__file__).parents[2] / "pyproject.toml"


def is_right(record: Record, answers: str) -> bool:
    """Whether a result is among the answers: the ids of rules, or the ends of addresses."""
    wanted = {answer.strip() for answer in answers.split(";")}
    places = {"#" + answer.replace(" ", "-").lower() for answer in wanted if answer[3:4] == " "} | wanted
    ids = {record.id, *(rule.id for rule in record.rules if record.kind == "question")}
    return bool(ids & wanted) or any(record.url.endswith(place) for place in places)


def place_of(found: Found, answers: str) -> int:
    """The place of the first right result, from 1; 0 if there is none."""
    return next((place for place, hit in enumerate(found.hits, 1) if is_right(hit.record, answers)), 0)


def rows(file: str | Path) -> Iterator[dict[str, str]]:
    """The questions of a file."""
    with Path(file).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def score(index: Index, file: str | Path) -> dict[tuple[str, str], Counter[str]]:
    """For each half and language how many were asked, found first and among three, and told to be unknown."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in rows(file):
        found = index.find(row["question"])
        place = place_of(found, row.get("answers", ""))
        count = counts.setdefault((row.get("half", ""), row["language"]), Counter())
        count["asked"] += 1
        count["first"] += place == 1
        count["three"] += 1 <= place <= 3
        count["unknown"] += not found.is_known
    return counts


def main(*arguments: str) -> None:
    """Print the counts of each file."""
    shown = arguments[arguments.index("--failures") + 1] if "--failures" in arguments else None
    index = Index(index_of_book(Book.read(Settings.read(SETTINGS))))
    for file in (argument for argument in arguments if argument.endswith(".csv")):
        print(file)
        for (half, language), count in sorted(score(index, file).items()):
            parts = [
                f"{name} {count[name]} ({count[name] / count['asked']:.0%})" for name in ("first", "three", "unknown")
            ]
            print(f"  {half:6} {language:8} asked {count['asked']}, {', '.join(parts)}")
        for row in rows(file):
            if shown is None or row.get("half", "") != shown:
                continue
            found = index.find(row["question"])
            if (place := place_of(found, row.get("answers", ""))) != 1 or not found.is_known:
                three = [hit.record.id or hit.record.title for hit in found.hits[:3]]
                mark = "" if found.is_known else " unknown"
                print(f"    {place:3} {row['question']} [{row.get('answers', '')}]: {three}{mark}")
