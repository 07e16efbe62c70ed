"""Turns the book's own syntax into plain Markdown that any site builder on Python-Markdown understands."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable
from xml.etree.ElementTree import Element

from responsa.book.blocks import Block, Kind
from responsa.book.book import REMOVED, Book
from responsa.book.code import Code
from responsa.book.concordance import read_concordance, totals
from responsa.book.coverage import Cover
from responsa.book.errata import SEVERITIES, STATUSES
from responsa.book.examples import evaluate
from responsa.book.faults import BookError, Fault
from responsa.book.page import PLAIN, Erratum, Page, Question, Rule, Tie
from responsa.book.reader import CLAUSE, META, MODAL, RULE, TOKEN, fields_of, split_meta
from responsa.dice import percent
from responsa.rules import RuleId
from responsa.site.coverage import coverage_list
from responsa.site.drawing import Chances, as_chances, bars, steps_diagram

_LANGUAGE = re.compile(r"(?P<before>(?:`{3,}|~{3,})[ \t]*(?:\{[^}]*?\.|\.)?)[\w#.+-]+")

_DIRECTIVE = re.compile(r"\{(?P<word>list|test|diagram|plot): (?P<what>.+?)(?: \| (?P<caption>[^|]+))?\}$")

DRAWING = "responsa-drawing-{}"
"""What stands for a drawing until Markdown is done with the text around it."""


WITHOUT_SCRIPTS = "The examples can be run on this page where scripts are allowed, in a browser of 2023 or later."
"""What a page with examples says until a script finds that they can be run, or why they cannot."""


class Renderer:
    """Renders pages of one book.

    Args:
        book: The book; it must be in order.
        has_api: Whether names of the library can be linked (autorefs is at hand); otherwise they stand as code.
    """

    def __init__(self, book: Book, *, has_api: bool) -> None:
        self.book = book
        self.has_api = has_api
        self.drawings: list[Element] = []
        self._shown: set[str] = set()  # terms that the current section has shown already

    def page(self, page: Page) -> str:
        """A whole page as Markdown: labels, references, numbers, small print and lists filled in."""
        lines = page.text.split("\n")
        out: list[str] = []
        done = page.front_matter
        for block in page.blocks:
            out += lines[done : block.line - 1]
            out += self._block(page, block)
            done = block.line - 1 + len(block.lines)
        out += lines[done:]
        if page.examples or page.path in {rulebook.api for rulebook in self.book.settings.rulebooks.values()}:
            out += ["", f'<p class="run-note" data-search-exclude>{WITHOUT_SCRIPTS}</p>']
        if page.rulebook:  # tells the styles which rulebook this is; not first, for MkDocs takes its title from there
            out += ["", f'<div class="rulebook rulebook-{page.rulebook.key.lower()}"></div>']
        return "\n".join(out)

    def fragment(self, text: str) -> str:
        """A docstring: references to rules become links from the API page of their rulebook."""

        def link(match: re.Match[str]) -> str:
            rulebook = self.book.settings.rulebooks.get(match["book"] or "")
            if not match["label"] or rulebook is None:
                return match[0]
            target = RuleId.of(f"{match['book']} {match['label']}")
            return self._link(rulebook.api, target, match[0][1:-1]) if self.book.place_of(target) else match[0]

        return TOKEN.sub(link, text)

    # --- blocks ---

    def _block(self, page: Page, block: Block) -> list[str]:
        first = block.text[0]
        if block.kind is Kind.COMMENT and re.match(r"<!--\s*skip\b", first):
            return []
        if block.kind is Kind.HEADING:
            return [self._heading(page, block)]
        if block.kind is Kind.FENCE:
            return self._fence(page, block)
        if block.kind is Kind.TABLE and page.path == self.book.settings.removed:
            return [REMOVED.sub(_with_anchor, line) for line in block.lines]
        if block.kind is Kind.TABLE:
            return self._inline(page, "\n".join(block.lines)).split("\n")
        if block.kind in (Kind.PARAGRAPH, Kind.ITEM):
            if page.rulebook and (opening := RULE.match(first)):
                return self._rule(page, block, opening)
            if found := _DIRECTIVE.match(first):
                return self._directive(page, block, found)
            if META.match(first):
                return self._fields(page, block)
            return self._inline(page, "\n".join(block.lines)).split("\n")
        return list(block.lines)

    def _heading(self, page: Page, block: Block) -> str:
        line = block.lines[0]
        self._shown.clear()
        if page.rulebook and (found := CLAUSE.match(block.text[0])):
            clause = RuleId(page.rulebook.key, found["clause"])
            return f"{self._inline(page, line)} {{: #{clause.anchor} .clause }}"
        erratum = next((erratum for erratum in page.errata if erratum.line == block.line), None)
        if erratum:
            return f"{line} {{: #{erratum.id.lower()} .erratum }}"
        question = next((question for question in page.questions if question.line == block.line), None)
        if question:
            return f"{self._inline(page, line)} {{: #{question.anchor} .question }}"
        term = next((term for term in page.terms if term.line == block.line), None)
        return f"{line} {{: #{term.anchor} .term-name }}" if term else self._inline(page, line)

    def _fence(self, page: Page, block: Block) -> list[str]:
        """A Python block under its one canonical name, whatever spelling its fence has."""
        example = next((example for example in page.examples if example.line == block.line), None)
        if example is None:
            return list(block.lines)
        language = "pycon" if example.is_console else "python"
        return [_LANGUAGE.sub(rf"\g<before>{language}", block.lines[0], count=1), *block.lines[1:]]

    def _rule(self, page: Page, block: Block, opening: re.Match[str]) -> list[str]:
        assert page.rulebook is not None
        rule = self.book.rules[RuleId.of(f"{page.rulebook.key} {opening['label']}")]
        text = "\n".join(block.lines[: len(split_meta(block.text)[0])])
        label = f"[{opening['label']}]"
        head, _, rest = text.partition(label)
        marks = "".join(self._erratum_mark(page, erratum) for erratum in rule.errata)
        title = f"Link to this rule: {rule.id}"
        body = f'{head}{label}(#{rule.id.anchor}){{.rule-label title="{title}"}}{self._rule_text(page, rest)}{marks}'
        kind = "rule" if rule.kind == "normative" else "rule rule-supplement"
        classes = " ".join(f".{name}" for name in kind.split())
        indent = block.prefix + "    " * (block.kind is Kind.ITEM)
        return [*body.split("\n"), f"{indent}{{: #{rule.id.anchor} {classes} }}", *self._about(page, rule, indent)]

    def _about(self, page: Page, rule: Rule, indent: str) -> list[str]:
        """The small print of a rule, folded away: where it comes from, who cites it, its code, errata and questions."""
        citing = self.book.cited_by.get(rule.id, ())
        code = self.book.implemented_by.get(rule.id, ())
        asking = self.book.asked_about.get(rule.id, ())
        rows = [("Source" if rule.sources else "Supplement", self._origin(page, rule))]
        if citing:
            rows.append(("Cited by", ", ".join(self._link(page.path, by, self._label(page, by)) for by in citing)))
        if code:
            rows.append(("Code", ", ".join(map(self._api, code))))
        if rule.errata:
            rows.append(("Errata", ", ".join(self._erratum_link(page, erratum, erratum) for erratum in rule.errata)))
        if asking:
            rows.append(("Questions", " · ".join(self._question_link(page, question) for question in asking)))
        summary = " · ".join(
            [
                rows[0][0].lower(),
                *([f"cited by {len(citing)}"] if citing else []),
                *(["code"] if code else []),
                *(["questions"] if asking else []),
            ]
        )
        inside = [f"- **{name}:** {text}" for name, text in rows]
        return ["", f'{indent}??? rule-about "{summary}"', "", *(f"{indent}    {line}" for line in inside), ""]

    def _origin(self, page: Page, rule: Rule) -> str:
        if rule.supplement:
            return f"not in our source, taken as a fact from the published rules ({rule.supplement})"
        files = page.rulebook.sources if page.rulebook else {}
        places: dict[str, list[int]] = {}
        for source in rule.sources:
            places.setdefault(source.document, []).append(source.line)
        return ", ".join(
            f"`{files[document]}` {'lines' if len(lines) > 1 else 'line'} {', '.join(map(str, lines))}"
            for document, lines in places.items()
        )

    def _directive(self, page: Page, block: Block, found: re.Match[str]) -> list[str]:
        indent = block.prefix
        if found["word"] == "test":
            names = {name for line in block.text for name in re.findall(r"\b([a-z_]\w*)\(", line)}
            code = {code.name.rpartition(".")[2]: code.name for code in self._code(page) if code.is_function}
            tested = ", ".join(self._api(code[name]) for name in sorted(names) if name in code)
            caption = f"Each row of this table is a test{' of ' + tested if tested else ''}."
            return ["", f"{indent}{caption}", f"{indent}{{: .table-tests }}"]
        if found["word"] in ("diagram", "plot"):
            return [indent + line for line in self._drawing(page, block, found)]
        lists: dict[str, Callable[[Page], Iterable[str]]] = {
            "skips": self._skips,
            "errata": self._errata,
            "errata-totals": self._errata_totals,
            "concordance": self._concordance,
            "modules": self._modules,
            "questions": self._questions,
            "coverage": self._coverage,
        }
        return [indent + line for line in lists[found["what"]](page)]

    def _drawing(self, page: Page, block: Block, found: re.Match[str]) -> list[str]:
        """A diagram of steps, or a plot with its figures as a table for those who do not see it."""
        caption = found["caption"] or ""
        try:
            value = evaluate(found["what"], page.rulebook.package if page.rulebook else "")
            number = DRAWING.format(len(self.drawings))
            if found["word"] == "diagram":
                self.drawings.append(steps_diagram(value, caption, lambda rule: self._way(page.path, RuleId.of(rule))))
                return [number, ""]
            chances = as_chances(value)
            self.drawings.append(bars(chances, caption))
        except Exception as error:
            raise BookError([Fault(page.path, block.line, f"{found[0]} cannot be drawn: {error!r}")]) from error
        return [number, "", '??? plot-table "The same as a table"', "", *_chances_as_table(chances), ""]

    def _skips(self, page: Page) -> Iterable[str]:
        skipped = [example for example in self.book.examples if example.skip]
        if not skipped:
            yield "No example is skipped: every Python block of this book is run."
        for example in skipped:
            where = posixpath.relpath(example.page, posixpath.dirname(page.path) or ".")
            yield f"- [{example.page}, line {example.line}]({where}): {example.skip}"

    def _modules(self, page: Page) -> Iterable[str]:
        """On the API page of a rulebook: its modules in the order of its rules, each under the title of its page."""
        for key, rulebook in self.book.settings.rulebooks.items():
            if rulebook.api != page.path:
                continue
            pages = {other.module: other for other in self.book.pages.values() if other.rulebook == rulebook}
            first = {name: min(rule.id.order for rule in other.rules) for name, other in pages.items() if other.rules}
            names = {code.module.removeprefix(f"{rulebook.package}.") for code in self.book.code[key] if code.is_public}
            names.discard(rulebook.package)
            for name in sorted(names & {*first}, key=first.__getitem__) + sorted(names - {*first}):
                yield from ("", f"## {_titled(page, pages[name]) if name in pages else name}", "")
                yield from (f"::: {rulebook.package}.{name}", "    options:", "      heading_level: 3")
                yield from ("      show_root_heading: false", "      show_root_toc_entry: false", "")

    def _errata(self, page: Page) -> Iterable[str]:
        """The errata that stand on the page, or all of them if it has none of its own."""
        own = page.errata or sorted(self.book.errata.values(), key=lambda erratum: (erratum.page, erratum.line))
        yield from ('<div class="errata-list"></div>', "")  # tells the script which table to make sortable
        yield "| erratum | rule | type | severity | status | what it is about |"
        yield "| ------- | ---- | ---- | -------- | ------ | ---------------- |"
        for erratum in own:
            fields = erratum.fields
            cells = [
                self._erratum_link(page, erratum.id, erratum.id),
                ", ".join(self._rules_in(page, fields["rule"])),
                *(fields[name] for name in ("type", "severity", "status")),
                erratum.title,
            ]
            yield f"| {' | '.join(cells)} |"

    def _questions(self, page: Page) -> Iterable[str]:
        """All questions, page by page."""
        for other in self.book.pages.values():
            if other.questions:
                yield from ("", f"## {_titled(page, other)}", "")
                yield from (f"- {self._question_link(page, question)}" for question in other.questions)

    def _question_link(self, page: Page, question: Question) -> str:
        return f"[{question.title}]({_relative(page.path, question.page)}#{question.anchor}){{.question-link}}"

    def _errata_totals(self, _: Page) -> Iterable[str]:
        """How many errata there are of each severity and status."""
        counts = Counter((found.fields["severity"], found.fields["status"]) for found in self.book.errata.values())
        yield f"| severity | {' | '.join(STATUSES)} | all |"
        yield f"| -------- | {' | '.join('--:' for _ in STATUSES)} | --: |"
        for name, chosen in [*((severity, (severity,)) for severity in SEVERITIES), ("**all**", SEVERITIES)]:
            row = [sum(counts[severity, status] for severity in chosen) for status in STATUSES]
            yield f"| {name} | {' | '.join(map(str, row))} | {sum(row)} |"

    def _coverage(self, page: Page) -> Iterable[str]:
        def links(cover: Cover) -> dict[str, str]:
            rule = cover.rule
            return {
                "rule": self._link(page.path, rule.id, str(rule.id)),
                "code": ", ".join(self._api(piece.name) for piece in cover.code if piece.is_public),
                "errata": ", ".join(self._erratum_link(page, erratum, erratum) for erratum in rule.errata),
            }

        return coverage_list(self.book, page, links)

    def _concordance(self, _: Page) -> Iterable[str]:
        counts = totals(read_concordance(self.book))
        kinds = sorted({kind for count in counts.values() for kind in count} - {"all", "carried"})
        yield f"| document | sentences | carried by rules or errata | {' | '.join(kinds)} |"
        yield f"| -------- | --------: | -------------------------: | {' | '.join('--:' for _ in kinds)} |"
        for document, count in [*counts.items(), ("**all**", sum(counts.values(), Counter()))]:
            cells = [count["all"], count["carried"], *(count[kind] for kind in kinds)]
            yield f"| {document} | {' | '.join(map(str, cells))} |"

    # --- terms and errata ---

    def _fields(self, page: Page, block: Block) -> list[str]:
        """The metadata below a heading, as a line that a reader understands."""
        fields = fields_of(" ".join(block.text))
        if "names" in fields:
            return []
        return self._term(page, block, fields) if "term" in fields else self._erratum(page, block)

    def _term(self, page: Page, block: Block, fields: dict[str, str]) -> list[str]:
        titles = {"russian": "Russian", "mistranslated": "Mistranslated as", "players": "Players say", "not": "Not"}
        rows = [
            ("In", ", ".join(self.book.settings.rulebooks[key].title for key in re.split(r",\s*", fields["term"]))),
            ("Rule", ", ".join(self._rules_in(page, fields.get("rule", "")))),
            *((title, fields.get(name, "")) for name, title in titles.items()),
        ]
        text = " · ".join(f"**{name}** {value}" for name, value in rows if value)
        return [f"{block.prefix}{text}", f"{block.prefix}{{: .term-fields }}"]

    def _rule_text(self, page: Page, text: str) -> str:
        """The text of a rule: the first use of each term in a section leads to the glossary."""
        out, end = [], 0
        for token in TOKEN.finditer(text):
            is_plain = token["target"] == PLAIN  # such as "Double Defense", which is a term, not a number
            shown = self._with_terms(page, token["shown"]) if is_plain else self._inline(page, token[0])
            out += [self._with_terms(page, text[end : token.start()]), shown]
            end = token.end()
        return "".join([*out, self._with_terms(page, text[end:])])

    def _with_terms(self, page: Page, text: str) -> str:
        assert page.rulebook is not None
        out, end = [], 0
        for match, term in self.book.glossary.terms_in(text, page.rulebook.key):
            if term.is_quiet or term.name in self._shown:
                continue
            self._shown.add(term.name)
            title = re.sub(r"[*`\[\]]", "", term.definition).replace('"', "'")
            link = f'[{match[0]}]({_relative(page.path, term.page)}#{term.anchor}){{.term title="{title}"}}'
            out += [text[end : match.start()], link]
            end = match.end()
        return "".join([*out, text[end:]])

    def _erratum(self, page: Page, block: Block) -> list[str]:
        erratum = max((found for found in page.errata if found.line < block.line), key=lambda found: found.line)
        fields = erratum.fields
        source = fields.get("source", "")
        quote = fields.get("quote", "none")
        rows = [
            ("Rule", ", ".join(self._rules_in(page, fields.get("rule", "")))),
            ("Source", source + ("" if quote == "none" else f": {quote}")),
            *((name.capitalize(), fields[name]) for name in ("type", "severity", "status", "basis") if name in fields),
        ]
        text = " · ".join(f"**{name}** {value}" for name, value in rows if value)
        return [f"{block.prefix}{text}", f"{block.prefix}{{: .erratum-fields }}"]

    def _rules_in(self, page: Page, text: str) -> Iterable[str]:
        for part in filter(None, (part.strip() for part in text.split(","))):
            yield self._link(page.path, RuleId.of(part), part)

    def _erratum_link(self, page: Page, id_: str, text: str, extra: str = "") -> str:
        erratum: Erratum = self.book.errata[id_]
        target = (
            f"#{id_.lower()}" if erratum.page == page.path else f"{_relative(page.path, erratum.page)}#{id_.lower()}"
        )
        return f"[{text}]({target}){{.erratum-link{extra}}}"

    def _erratum_mark(self, page: Page, id_: str) -> str:
        title = self.book.errata[id_].title.replace('"', "'")
        return " " + self._erratum_link(page, id_, id_.partition("-")[2], f' .erratum-mark title="{id_}: {title}"')

    # --- inside a text ---

    def _inline(self, page: Page, text: str) -> str:
        def replace(match: re.Match[str]) -> str:
            if match["target"] is not None:
                return match["shown"] if MODAL.fullmatch(match["shown"]) else self._number(page, match)
            if match["label"]:
                key = match["book"] or (page.rulebook.key if page.rulebook else "")
                return self._link(page.path, RuleId.of(f"{key} {match['label']}"), match[0][1:-1])
            return match[0]

        return TOKEN.sub(replace, text)

    def _number(self, page: Page, match: re.Match[str]) -> str:
        if match["target"] == PLAIN:
            return match["shown"]
        name, value = self.book.constant_of(page, Tie(0, match["shown"], match["target"], None, None))
        short = name.rpartition(".")[2]
        if not self.has_api:
            return match["shown"]
        return f'[{match["shown"]}][{name}]{{.number title="{short} = {value}, defined in the library"}}'

    def _link(self, page: str, target: RuleId, text: str) -> str:
        return f"[{text}]({self._way(page, target)}){{.rule-ref}}"

    def _way(self, page: str, target: RuleId) -> str:
        place = self.book.place_of(target) or self.book.settings.removed
        return ("" if place == page else _relative(page, place)) + f"#{target.anchor}"

    def _label(self, page: Page, rule: RuleId) -> str:
        return rule.number if page.rulebook and page.rulebook.key == rule.rulebook else str(rule)

    def _api(self, name: str) -> str:
        short = name.rpartition(".")[2]
        return f"[`{short}`][{name}]" if self.has_api else f"`{short}`"

    def _code(self, page: Page) -> list[Code]:
        return self.book.code[page.rulebook.key] if page.rulebook else []


def _titled(page: Page, other: Page) -> str:
    """A link to another page that shows its title."""
    title = next(block.text[0].lstrip("# ") for block in other.blocks if block.kind is Kind.HEADING)
    return f"[{title}]({_relative(page.path, other.path)})"


def _relative(page: str, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def _chances_as_table(chances: Chances) -> list[str]:
    series = list(dict.fromkeys(name for group in chances.values() for name in group))
    lines = [
        f"    | outcome | {' | '.join(name or 'chance' for name in series)} |",
        f"    | ------: | {' | '.join('--:' for _ in series)} |",
    ]
    for label, group in chances.items():
        cells = (percent(group[name]) if name in group else "—" for name in series)
        lines.append(f"    | {label} | {' | '.join(cells)} |")
    return lines


def _with_anchor(row: re.Match[str]) -> str:
    """A row of the list of removed rules, so that old links to the rule arrive there."""
    return f"| {row['id']} {{: #{RuleId.of(row['id']).anchor} }} |"
