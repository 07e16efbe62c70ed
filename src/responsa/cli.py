"""The command `responsa`: read a rule, find one, check a book, begin one, or account for its sources.

Exit codes: 0 if all is well, 1 if something is wrong or nothing was found, 2 if the command was misspelt.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import takewhile
from math import isfinite
from pathlib import Path
from textwrap import fill, indent
from typing import Any

from responsa import __version__
from responsa.data import SOURCE, NoBook, load, load_index
from responsa.rules import RULE_ID
from responsa.search import Hit, Index

FINE, FAULTS, USAGE = 0, 1, 2
"""The exit codes."""

WIDTH = 88
"""Columns of printed text."""

_SAID: Mapping[str, Mapping[str, str]] = {
    "ru": {
        "a supplement": "дополнение",
        "Reason": "Почему",
        "Ramification": "Следствие",
        "Supplement": "Дополнение",
        "Example": "Пример",
        "line": "строка",
        "Erratum": "Исправление",
        "Printed": "Напечатано",
        "Ruling": "Решение",
        "Source": "Источник",
        "Code": "Код",
        "there is no rule": "нет правила",
        "there is no": "нет",
        "near it": "ближе всего",
        "this seems not to be in the book": "похоже, этого в книге нет",
    }
}
"""What the command says itself, in other languages than its own."""

THINGS = ("aid", "calculator", "erratum", "paper", "place")
"""What is shown before the rules, with its address, if it was asked for."""

NEAREST = 5
"""How many topics are named instead of what is not in the book."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit code."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack letters that the book has
    try:
        code: int = given.run(given)
        sys.stdout.flush()
    except NoBook as error:
        return _complain(str(error), USAGE)
    except BrokenPipeError:  # the reader of a long list has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="responsa", description="The rules of three board games, and a workshop for books of rules."
    )
    parser.add_argument("--version", action="version", version=f"responsa {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")
    rule = commands.add_parser("rule", help="show a rule, or the rules of a clause", description=show_rule.__doc__)
    rule.add_argument("id", nargs="+", help="for instance HIS 13.4c, or HIS 13.4 for the whole clause")
    rule.set_defaults(run=show_rule)
    search = commands.add_parser("search", help="find rules by words", description=search_rules.__doc__)
    search.add_argument("words", nargs="+", help="a question in your own words")
    search.add_argument("--limit", type=_count, default=10, help="how many rules to show at most (10)")
    search.set_defaults(run=search_rules)
    check = commands.add_parser("check", help="check a book", description=check_book.__doc__)
    check.add_argument("place", nargs="?", default=".", help="a folder of pages, or a pyproject.toml (this folder)")
    check.add_argument("--sources", metavar="DIR", help="the folder of the source documents, to check every quotation")
    check.set_defaults(run=check_book)
    new = commands.add_parser("new", help="begin a book, or add a rulebook to one", description=make_new.__doc__)
    new.add_argument("name", help="the name of the rulebook, for instance royal-game-of-ur")
    new.add_argument("--key", required=True, help="two to eight capitals that its rules begin with, for instance URR")
    new.add_argument("--title", default="", help="what readers call it (the name in words)")
    new.set_defaults(run=make_new)
    concordance = commands.add_parser(
        "concordance", help="account for each sentence of the sources", description=make_concordance.__doc__
    )
    concordance.add_argument("place", nargs="?", default=".", help="the folder of the book, or its pyproject.toml")
    concordance.add_argument("--sources", metavar="DIR", required=True, help="the folder of the source documents")
    concordance.set_defaults(run=make_concordance)
    for command in (rule, search):
        command.add_argument("--lang", default=SOURCE, metavar="XX", help="the language, for instance ru (en)")
    for command in (rule, search, check):
        command.add_argument("--json", action="store_true", help="for programs")
    return parser


def _count(text: str) -> int:
    if not text.isdigit() or text == "0":
        raise argparse.ArgumentTypeError(f"{text!r} is no count; expected 1 or more")
    return int(text)


# --- rule ---


def show_rule(given: argparse.Namespace) -> int:
    """Show what a rule says, why, its examples and its errata."""
    say = _SAID.get(given.lang, {})
    data = load(given.lang)
    asked = " ".join(given.id).strip().strip("[]")
    try:
        ids = _ids(asked, data["rules"])
    except ValueError as error:
        return _complain(str(error), USAGE)
    found = [rule for rule in data["rules"] if rule["id"] in ids]
    if not found:
        return _complain(_not_there(asked, data["rules"], say), FAULTS)
    errata = {erratum["id"]: erratum for erratum in data["errata"]}
    if given.json:
        named = [errata[id_] for rule in found for id_ in rule["errata"] if id_ in errata]
        _print_json(
            {"rules": found, "errata": [erratum for n, erratum in enumerate(named) if erratum not in named[:n]]}
        )
    else:
        print("\n\n".join(_whole(rule, errata, say) for rule in found))
    return FINE


def _ids(asked: str, rules: list[dict[str, Any]]) -> set[str]:
    """The ids of the rules that are meant: one, all of a clause, or the same number in any rulebook.

    Raises:
        ValueError: If it is no rule id.
    """
    key, _, number = asked.upper().rpartition(" ")
    if not re.fullmatch(RULE_ID.pattern, f"{key or 'ANY'} {number}", re.IGNORECASE):
        raise ValueError(f"{asked!r} is no rule id; expected something like 'HIS 13.4c'")
    ours = [rule for rule in rules if key in ("", rule["rulebook"])]
    exact = {rule["id"] for rule in ours if rule["number"].upper() == number}
    return exact or {rule["id"] for rule in ours if rule["clause"]["id"].partition(" ")[2].upper() == number}


def _not_there(asked: str, rules: list[dict[str, Any]], say: Mapping[str, str]) -> str:
    near = get_close_matches(asked.upper(), [rule["id"].upper() for rule in rules], n=4, cutoff=0.7)
    by_upper = {rule["id"].upper(): rule["id"] for rule in rules}
    hint = f"; {say.get('near it', 'near it')}: {', '.join(by_upper[id_] for id_ in near)}" if near else ""
    return f"{say.get('there is no rule', 'there is no rule')} {asked}{hint}"


def _whole(rule: dict[str, Any], errata: dict[str, dict[str, Any]], words: Mapping[str, str]) -> str:
    def say(word: str) -> str:
        return words.get(word, word)

    kind = "" if rule["kind"] == "normative" else f", {say('a ' + rule['kind'])}"
    parts = [f"{rule['id']}  {rule['clause']['title']}{kind}", _wrapped(rule["text"])]
    parts += [_wrapped(f"{say(note['kind'].capitalize())}: {note['title']}. {note['text']}") for note in rule["why"]]
    for example in rule["examples"]:
        place = f"{example['page']}, {say('line')} {example['line']}"
        parts.append(f"  {say('Example')} ({place}):\n{indent(example['code'].rstrip(), '      ')}")
    for id_ in rule["errata"]:
        if erratum := errata.get(id_):
            said = [f"{say(name.capitalize())}: {erratum[name]}" for name in ("printed", "ruling") if erratum[name]]
            parts.append(_wrapped(" ".join([f"{say('Erratum')} {id_}: {erratum['title']}.", *said])))
    sources = [f"{source['document']} {say('line')} {source['line']}" for source in rule["sources"]]
    parts.append(_wrapped(f"{say('Source')}: {', '.join(sources) or rule['supplement']}"))
    if rule["implemented_by"]:
        parts.append(_wrapped(f"{say('Code')}: {', '.join(rule['implemented_by'])}"))
    return "\n\n".join(parts)


def _wrapped(text: str) -> str:
    return fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False)


# --- search ---


def search_rules(given: argparse.Namespace) -> int:
    """Find what answers a question in your own words: the answer or what was asked for, then rules, the best first."""
    say = _SAID.get(given.lang, {})
    folder = "" if given.lang == SOURCE else f"{given.lang}/"
    index = Index(load_index(given.lang))
    found = index.find(" ".join(given.words))
    rules = [hit for hit in found.hits if hit.record.kind == "rule"][: given.limit]
    if not found.is_known:
        near = ", ".join(dict.fromkeys(hit.record.id or hit.record.title for hit in found.hits[:NEAREST]))
        if given.json:
            _print_json({"found": []})
        absent = "this seems not to be in the book"
        what = f"{say.get('there is no', 'there is no')} {found.missing}" if found.missing else say.get(absent, absent)
        return _complain(f"{what}; {say.get('near it', 'near it')}: {near}" if near else what, FAULTS)
    if given.json:
        _print_json({"found": [_for_programs(hit, folder) for hit in rules]})
        return FINE
    best = found.hits[0].record
    if best.kind == "question":
        print(_wrapped(f"{best.text} [{best.rules[0].id}]").strip())
    for hit in takewhile(lambda hit: hit.record.kind in THINGS, found.hits[: given.limit]):
        print(f"{hit.record.id or hit.record.title}  {folder}{hit.record.url}")
        print(_wrapped(hit.record.text), end="\n" if hit.record.text else "")
    for hit in rules:
        print(f"{hit.record.id}  {hit.record.title}")
        print(_wrapped(hit.record.text))
    return FINE


def _for_programs(hit: Hit, folder: str) -> dict[str, Any]:
    """A result; what was named by its number has no score."""
    score = round(hit.score, 3) if isfinite(hit.score) else None
    return {"id": hit.record.id, "text": hit.record.text, "url": folder + hit.record.url, "score": score}


# --- check ---


def check_book(given: argparse.Namespace) -> int:
    """Check a book: ids, references, numbers, sources, errata, and every example and table row. Each fault is told with
    its page and line.
    """
    try:
        from responsa.book.gate import NoSettings, check, settings_of
    except ModuleNotFoundError as error:
        return _complain(f"to check a book, {error.name} must be installed: pip install 'responsa[book]'", USAGE)
    try:
        settings = settings_of(given.place)
    except NoSettings as error:
        return _complain(str(error), USAGE)
    if given.sources and not Path(given.sources).is_dir():
        return _complain(f"there is no folder {given.sources}", USAGE)
    report = check(settings, Path(given.sources) if given.sources else None)
    verdict = report.verdict
    if given.json:
        faults = [{"page": fault.page, "line": fault.line, "message": fault.message} for fault in verdict.faults]
        _print_json({"faults": faults, "followers": verdict.followers, "counts": report.counts})
    else:
        if verdict.faults:
            print(verdict)
        print(", ".join(f"{count} {name}" for name, count in report.counts.items()))
    return FAULTS if verdict.faults else FINE


# --- new ---


def make_new(given: argparse.Namespace) -> int:
    """Begin a book: a folder with a page, its module and test, an erratum, a term and a calculator, all in order.
    In the folder of a book that is there already, add such a rulebook to it.
    """
    try:
        from responsa.book.new import Names, NotMade, add_rulebook, new_book
    except ModuleNotFoundError as error:
        return _complain(f"to begin a book, {error.name} must be installed: pip install 'responsa[book]'", USAGE)
    place = Path(given.name)
    here = Path("pyproject.toml")
    is_book = here.is_file() and "[tool.responsa" in here.read_text(encoding="utf-8", errors="replace")
    try:
        names = Names(place.name, given.key, given.title or place.name.replace("-", " ").title())
        made = add_rulebook(Path.cwd(), names) if is_book else new_book(place, names)
    except NotMade as error:
        return _complain(str(error), FAULTS)
    if is_book:
        print(f"{names.title} is a rulebook of this book now.")
        print(*(f"  new      {path}" for path in made.new), *(f"  changed  {path}" for path in made.changed), sep="\n")
        return FINE
    print(f"{place} is a book of {len(made.new)} files, and in order.")
    print(f"  cd {place}", "  make serve     # read it", "  make test      # all that can be wrong with it", sep="\n")
    return FINE


# --- concordance ---


def make_concordance(given: argparse.Namespace) -> int:
    """Write the concordance of a book, or bring it up to date: a row for each sentence of its source documents, and the
    rules and errata that name its line. What is known of a sentence stays; for what nothing names, a reason is to be
    written, and `responsa check` says where.
    """
    try:
        from responsa.book import Book
        from responsa.book.checks.concordance import UNREADABLE, updated, write_concordance
        from responsa.book.faults import why_unread
        from responsa.book.gate import NoSettings, settings_of
    except ModuleNotFoundError as error:
        return _complain(f"to read a book, {error.name} must be installed: pip install 'responsa[book]'", USAGE)
    try:
        settings = settings_of(given.place)
    except NoSettings as error:
        return _complain(str(error), USAGE)
    folder = Path(given.sources)
    lacking = [file for file in settings.documents.values() if not (folder / file).is_file()]
    if not settings.concordance:
        return _complain('the settings name no list: say concordance = "about/concordance.csv"', USAGE)
    if not settings.documents or len(lacking) == len(settings.documents):
        return _complain(
            f"{folder} has none of the source documents{': ' if lacking else ''}{', '.join(lacking)}", USAGE
        )
    try:
        entries = updated(Book.read(settings), folder)
    except UNREADABLE as error:
        return _complain(f"the list or a document cannot be read: {why_unread(error)}", FAULTS)
    try:
        write_concordance(settings, entries)
    except OSError as error:
        return _complain(f"{settings.concordance} cannot be written: {why_unread(error)}", FAULTS)
    open_ = sum(not entry.leads_to and not entry.why_none for entry in entries)
    print(f"{settings.concordance}: {len(entries)} sentences, {open_} of them without a rule and without a reason")
    for file in lacking:
        print(f"{file} is not in {folder}; its sentences stay as they were")
    return FINE


# --- both ---


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=1))


def _complain(words: str, code: int) -> int:
    print(f"responsa: {words}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
