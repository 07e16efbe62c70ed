"""What stands in the place of a line `{list: ...}`: a list that the book itself gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from responsa.book.checks.concordance import read_concordance, totals
from responsa.book.checks.coverage import Cover
from responsa.book.checks.errata import SEVERITIES, STATUSES
from responsa.book.page import Page
from responsa.book.run import ALONE, HOLDS, REFUSES
from responsa.rules import RuleId
from responsa.sentences import count as counted
from responsa.site.pages.by_piece import pieces_list
from responsa.site.pages.changes import changes_list
from responsa.site.pages.coverage import coverage_list
from responsa.site.pages.links import Links, relative
from responsa.site.pages.papers import paper_list
from responsa.site.pages.scores import scores_list
from responsa.site.pages.translations import translations_list


def list_of(name: str, links: Links, page: Page) -> Iterable[str]:
    """A list by its name, as lines of Markdown of a page."""
    return LISTS[name](links, page)


def _skips(links: Links, page: Page) -> Iterable[str]:
    """The examples that are not run, and why."""
    skipped = [example for example in links.book.examples if example.skip]
    if not skipped:
        yield "No example is skipped: every Python block of this book is run."
    for example in skipped:
        where = relative(page.path, example.page)
        yield f"- [{example.page}, line {example.line}]({where}): {example.skip}"


def _modules(links: Links, page: Page) -> Iterable[str]:
    """On the API page of a rulebook: its modules in the order of its rules, each under the title of its page."""
    book = links.book
    for key, rulebook in book.settings.rulebooks.items():
        if rulebook.api != page.path:
            continue
        pages = {other.module: other for other in book.pages.values() if other.rulebook == rulebook}
        first = {name: min(rule.id.order for rule in other.rules) for name, other in pages.items() if other.rules}
        names = {code.module.removeprefix(f"{rulebook.package}.") for code in book.code[key] if code.is_public}
        names.discard(rulebook.package)
        for name in sorted(names & {*first}, key=first.__getitem__) + sorted(names - {*first}):
            yield from ("", f"## {links.page(page, pages[name]) if name in pages else name}", "")
            yield from (f"::: {rulebook.package}.{name}", "    options:", "      heading_level: 3")
            yield from ("      show_root_heading: false", "      show_root_toc_entry: false", "")


def _errata(links: Links, page: Page) -> Iterable[str]:
    """The errata that stand on the page, or all of them if it has none of its own: what is printed, what is ruled."""
    own = page.errata or sorted(links.book.errata.values(), key=lambda erratum: (erratum.page, erratum.line))
    style = relative(page.path, "assets/errata/errata.css")
    yield from (f'<link rel="stylesheet" href="{style}">', "")
    yield from ('<div class="errata-list" markdown>', "")  # tells the script which table to make sortable
    heads = ("erratum", "printed", "ruled", "rule", "severity", "status", "type")
    yield f"| {' | '.join(map(links.say, heads))} |"
    yield "| ------- | ------- | ----- | ---- | -------- | ------ | ---- |"
    for erratum in own:
        fields = erratum.fields
        cells = [
            f"{links.erratum(page, erratum.id, erratum.id)} {erratum.title}",
            *(links.inline(page, " ".join(text.split())) or "–" for text in (erratum.printed, erratum.ruling)),
            ", ".join(links.rules(page, fields["rule"])),
            *(links.say(fields[name]) for name in ("severity", "status", "type")),
        ]
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
    yield from ("", "</div>", "")


def _errata_totals(links: Links, _: Page) -> Iterable[str]:
    """How many errata there are of each severity and status."""
    errata = links.book.errata.values()
    counts = Counter((found.fields["severity"], found.fields["status"]) for found in errata)
    say = links.say
    yield f"| {say('severity')} | {' | '.join(map(say, STATUSES))} | {say('all')} |"
    yield f"| -------- | {' | '.join('--:' for _ in STATUSES)} | --: |"
    for name, chosen in [*((say(each), (each,)) for each in SEVERITIES), (f"**{say('all')}**", SEVERITIES)]:
        row = [sum(counts[severity, status] for severity in chosen) for status in STATUSES]
        yield f"| {name} | {' | '.join(map(str, row))} | {sum(row)} |"


def _questions(links: Links, page: Page) -> Iterable[str]:
    """All questions, page by page."""
    for other in links.book.pages.values():
        if other.questions:
            yield from ("", f"## {links.page(page, other)}", "")
            yield from (f"- {links.question(page, question)}" for question in other.questions)


def _coverage(links: Links, page: Page) -> Iterable[str]:
    """For each rule what stands behind it."""

    def of_rule(cover: Cover) -> dict[str, str]:
        rule = cover.rule
        return {
            "rule": links.rule(page.path, rule.id, str(rule.id)),
            "code": ", ".join(links.code(page, piece.name) for piece in cover.code if piece.is_public),
            "errata": ", ".join(links.erratum(page, erratum, erratum) for erratum in rule.errata),
        }

    return coverage_list(links.book, page, of_rule)


def _conditions(links: Links, page: Page) -> Iterable[str]:
    """How many conditions of rulings were seen to hold, and to be the only one that refuses; and which never were."""
    rulebooks = links.book.settings.rulebooks.values()
    found = {rulebook.title: links.book.record.conditions(rulebook.package) for rulebook in rulebooks}
    yield "| rulebook | conditions | seen to hold | seen to refuse | seen to refuse alone |"
    yield "| -------- | ---------: | -----------: | -------------: | -------------------: |"
    for title, seen in found.items():
        counts = (sum(what in each for each in seen.values()) for what in (HOLDS, REFUSES, ALONE))
        yield f"| {title} | {len(seen)} | {' | '.join(map(str, counts))} |"
    for title, seen in found.items():
        never = [condition for condition, each in seen.items() if not {HOLDS, ALONE} <= each]
        yield from ("", f'??? plot-table "{title}: {counted(len(never), "condition")} not seen both ways"', "")
        for condition in never:
            told = " and ".join(f"never seen {words}" for what, words in _SEEN.items() if what not in seen[condition])
            rule = RuleId.of(condition.rule)
            where = links.rule(page.path, rule, condition.rule)
            yield f"    - {where} in `{condition.function.rpartition('.')[2]}`: {told}"


_SEEN: Final = {HOLDS: "to hold", ALONE: "to refuse alone"}


def _concordance(links: Links, _: Page) -> Iterable[str]:
    """How many sentences each source document has, and how many of them the book carries."""
    counts = totals(read_concordance(links.book))
    kinds = sorted({kind for count in counts.values() for kind in count} - {"all", "carried"})
    yield f"| document | sentences | carried by rules or errata | {' | '.join(kinds)} |"
    yield f"| -------- | --------: | -------------------------: | {' | '.join('--:' for _ in kinds)} |"
    for document, count in [*counts.items(), ("**all**", sum(counts.values(), Counter()))]:
        cells = [count["all"], count["carried"], *(count[kind] for kind in kinds)]
        yield f"| {document} | {' | '.join(map(str, cells))} |"


LISTS: Final[dict[str, Callable[[Links, Page], Iterable[str]]]] = {
    "skips": _skips,
    "errata": _errata,
    "errata-totals": _errata_totals,
    "concordance": _concordance,
    "modules": _modules,
    "paper": paper_list,
    "pieces": pieces_list,
    "questions": _questions,
    "conditions": _conditions,
    "coverage": _coverage,
    "changes": changes_list,
    "scores": scores_list,
    "translations": lambda links, _: translations_list(links),
}
"""The lists that a page can ask for."""
