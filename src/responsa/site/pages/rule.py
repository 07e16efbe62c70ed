"""A rule as its page shows it: label, text with terms, marks of errata, and the small print folded away below it."""

from __future__ import annotations

import re

from responsa.book.blocks import Block, Kind
from responsa.book.checks.history import fingerprint
from responsa.book.edition import Edition
from responsa.book.page import PLAIN, Page, Rule
from responsa.book.reader import split_meta
from responsa.rules import RuleId
from responsa.site.pages.links import Links


class RuleRenderer:
    """Renders the rules of a page, one after the other; a term is shown once in a section."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.book = links.book
        self._shown: set[str] = set()  # terms that the current section has shown already

    def begin_section(self) -> None:
        """Terms are shown anew."""
        self._shown.clear()

    def lines(self, page: Page, block: Block, opening: re.Match[str]) -> list[str]:
        """The paragraph or list item of a rule, and its small print."""
        assert page.rulebook is not None
        rule = self.book.rules[RuleId.of(f"{page.rulebook.key} {opening['label']}")]
        text = "\n".join(block.lines[: len(split_meta(block.text)[0])])
        label = f"[{opening['label']}]"
        head, _, rest = text.partition(label)
        marks = self._reminder(page, rule) + self._older(rule)
        marks += "".join(self._erratum_mark(page, erratum) for erratum in rule.errata)
        marks += "".join(
            f" {self.links.question_mark(page, asked)}" for asked in self.book.asked_about.get(rule.id, ())
        )
        title = self.links.say("Link to this rule: {rule}", rule=rule.id)
        body = f'{head}{label}(#{rule.id.anchor}){{.rule-label title="{title}"}}{self._text(page, rest)}{marks}'
        kind = "rule" if rule.kind == "normative" else "rule rule-supplement"
        classes = " ".join(f".{name}" for name in kind.split())
        indent = block.prefix + "    " * (block.kind is Kind.ITEM)
        return [*body.split("\n"), f"{indent}{{: #{rule.id.anchor} {classes} }}", *self._about(page, rule, indent)]

    # --- its text ---

    def _text(self, page: Page, text: str) -> str:
        """The text of a rule: the first use of each term in a section leads to the glossary."""
        out, end = [], 0
        for token in page.labels.token.finditer(text):
            is_plain = token["target"] == PLAIN  # such as "Double Defense", which is a term, not a number
            shown = self._with_terms(page, token["shown"]) if is_plain else self.links.inline(page, token[0])
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
            link = f"[{match[0]}]({self.links.to(page.path, term.page)}#{term.anchor}){{.term}}"
            out += [text[end : match.start()], link]
            end = match.end()
        return "".join([*out, text[end:]])

    def _reminder(self, page: Page, rule: Rule) -> str:
        """Which rule rules, where this one only says it again."""
        if not rule.reminder:
            return ""
        ruling = RuleId.of(rule.reminder)
        link = self.links.rule(page.path, ruling, _label(page, ruling))
        return f" *{self.links.say('A reminder of {rule}.', rule=link)}*"

    def _older(self, rule: Rule) -> str:
        """That the words of the original changed since a translation was made."""
        if not isinstance(self.book, Edition) or not self.book.settings.translated:
            return ""
        of, known = self.book.original.rules[rule.id], self.book.rendered.get((str(rule.id), self.book.language))
        is_older = of.page in self.book.pages and known != fingerprint(of)
        return f" *{self.links.say('This is older than the original.')}*" if is_older else ""

    def _erratum_mark(self, page: Page, id_: str) -> str:
        return " " + self.links.erratum(page, id_, id_.partition("-")[2], " .erratum-mark")

    # --- its small print ---

    def _about(self, page: Page, rule: Rule, indent: str) -> list[str]:
        """Where the rule comes from, who cites it, its code, errata and questions."""
        links = self.links
        citing = self.book.cited_by.get(rule.id, ())
        code = self.book.implemented_by.get(rule.id, ())
        asking = self.book.asked_about.get(rule.id, ())
        rows = [("Source" if rule.sources else "Supplement", self._origin(page, rule))]
        if citing:
            rows.append(("Cited by", ", ".join(links.rule(page.path, by, _label(page, by)) for by in citing)))
        if code:
            rows.append(("Code", ", ".join(links.code(page, name) for name in code)))
        if rule.errata:
            rows.append(("Errata", ", ".join(links.erratum(page, erratum, erratum) for erratum in rule.errata)))
        if asking:
            rows.append(("Questions", " · ".join(links.question(page, question) for question in asking)))
        versions = self.book.versions.get(str(rule.id), ()) if self.book.settings.changes else ()
        if rule.version > 1:
            rows.append(("Version", " · ".join(links.version(page, entry) for entry in reversed(versions))))
        inside = [f"- **{links.say(name)}:** {text}" for name, text in rows]
        return [
            "",
            f'{indent}??? rule-about "{links.say("About {rule}", rule=rule.id.number)}"',
            "",
            *(f"{indent}    {line}" for line in inside),
            "",
        ]

    def _origin(self, page: Page, rule: Rule) -> str:
        say = self.links.say
        if rule.supplement:
            wanted = "not in our source, taken as a fact from the published rules ({clause})"
            return say(wanted, clause=rule.supplement)
        files = page.rulebook.sources if page.rulebook else {}
        places: dict[str, list[int]] = {}
        for source in rule.sources:
            places.setdefault(source.document, []).append(source.line)
        return ", ".join(
            f"`{files[document]}` {say(_LINES[len(lines) > 1], numbers=', '.join(map(str, lines)))}"
            for document, lines in places.items()
        )


_LINES = ("line {numbers}", "lines {numbers}")


def _label(page: Page, rule: RuleId) -> str:
    return rule.number if page.rulebook and page.rulebook.key == rule.rulebook else str(rule)
