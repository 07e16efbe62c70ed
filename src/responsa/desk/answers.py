"""The answer of a calculator, and how it becomes HTML: as elements, so that whatever is in a text stays text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element, SubElement

from responsa.desk.drawing import Chances, bars, in_words
from responsa.desk.fields import Fault
from responsa.desk.language import Say, as_it_is
from responsa.dice import percent
from responsa.errors import ImpossibleSituation, NotInThisText
from responsa.rules import RuleId
from responsa.rulings import Reason, Ruling

Ways: TypeAlias = Mapping[str, str]
"""The page of a clause with all below it, but for what has a page of its own: `{"13": "move.html", "13.4": ...}`."""

Cell: TypeAlias = "str | int | Fraction | Ruling | Reason"
"""What may stand in a table: a chance shows as per cent and as a fraction, a ruling with its reasons."""


@dataclass(frozen=True, slots=True)
class Because:
    """Sentences with their rules: the reasons of a ruling, or steps in their order."""

    reasons: tuple[Reason, ...]
    title: str = ""
    in_order: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a heading each; the row called `mark` is the reader's own."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """Chances as bars; if there is a `mark`, the other bars step back."""

    title: str
    chances: Chances
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a calculator says: a headline, a sentence, and what it rests on.

    Attributes:
        headline: The answer in a word or a few.
        said: A sentence that says more; may be empty.
        parts: Reasons, tables and plots, in their order.
        missing: Whether the answer is that the text does not say.
    """

    headline: str
    said: str = ""
    parts: tuple[Because | Table | Plot, ...] = ()
    missing: bool = False


_OWN: Final = "bar bar-1"
_OTHER: Final = "bar bar-3"


def not_in_this_text(error: NotInThisText) -> Answer:
    """The answer where the text does not say."""
    would_say = f"Clause {error.where} of the published rules would say." if error.where else ""
    return Answer("Not in this text", would_say, (Because((Reason(error.question, str(error.rule)),)),), missing=True)


def elements(answer: Answer, ways: Ways, say: Say = as_it_is) -> list[Element]:
    """The answer as elements of HTML, in the language of what says it."""
    headline = Element("p", {"class": "calc-headline calc-missing" if answer.missing else "calc-headline"})
    headline.text = together(say(answer.headline))
    out = [headline]
    if answer.said:
        said = Element("p", {"class": "calc-said"})
        said.text = together(say(answer.said))
        out.append(said)
    for part in answer.parts:
        out += _part(part, ways, say)
    return out


def fault_element(fault: Fault, ways: Ways, say: Say = as_it_is) -> Element:
    """What stands beside a field: what was expected there, and the rule that says so."""
    error = fault.error
    line = Element("span")
    line.text = f"{say(f'Expected {error.expected}{_instead(error)}')} "
    SubElement(line, "a", _link(str(error.rule), ways)).text = str(error.rule)
    return line


def _instead(error: ImpossibleSituation) -> str:
    given = "" if isinstance(error.value, bool) or error.value in (None, ()) else str(_plain(error.value))
    return f", not “{given}”" if given else ""


def _plain(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else value


def _part(part: Because | Table | Plot, ways: Ways, say: Say) -> list[Element]:
    if isinstance(part, Because):
        return _because(part, ways, say) if part.reasons else []
    return _table(part, ways, say) if isinstance(part, Table) else _plot(part, say)


def _because(part: Because, ways: Ways, say: Say) -> list[Element]:
    items = Element("ol" if part.in_order else "ul", {"class": "calc-because"})
    for reason in part.reasons:
        _say(SubElement(items, "li"), reason, ways, say)
    return [*_titled(say(part.title) if part.title else ""), items]


def _say(place: Element, reason: Reason, ways: Ways, say: Say) -> None:
    """A sentence and a link to its rule."""
    words = SubElement(place, "span")
    text = say(reason.text)
    words.text = f"{text[:1].upper()}{text[1:]}"
    words.tail = " "
    SubElement(place, "a", _link(reason.rule, ways)).text = reason.rule


def page_of(id_: RuleId, ways: Ways) -> str:
    """The page of a rule or clause; empty if it is not known."""
    place: RuleId | None = id_
    while place is not None:
        if place.number in ways:
            return ways[place.number]
        place = place.parent
    return ""


def _link(rule: str, ways: Ways) -> dict[str, str]:
    id_ = RuleId.of(rule)
    return {"class": "rule-ref", "href": f"{page_of(id_, ways)}#{id_.anchor}"}


def _titled(title: str) -> list[Element]:
    if not title:
        return []
    line = Element("h2", {"class": "calc-title"})
    line.text = title
    return [line]


def _table(part: Table, ways: Ways, say: Say) -> list[Element]:
    title = say(part.title)
    frame = Element("div", {"aria-label": title, "class": "calc-frame", "role": "group", "tabindex": "0"})
    table = SubElement(frame, "table", {"class": "calc-table"})
    SubElement(table, "caption").text = title
    head = SubElement(SubElement(table, "thead"), "tr")
    for number, name in enumerate(part.head):
        SubElement(head, "th", {"scope": "col", **_aligned(part.rows, number)}).text = say(name)
    body = SubElement(table, "tbody")
    for cells in part.rows:
        row = SubElement(body, "tr", {"class": "calc-own"} if part.mark and cells[0] == part.mark else {})
        for number, cell in enumerate(cells):
            kind = ("th", {"scope": "row"}) if number == 0 else ("td", dict[str, str]())
            _fill(SubElement(row, kind[0], {**kind[1], **_aligned(part.rows, number)}), cell, ways, say)
    return [frame]


def together(text: str) -> str:
    """The text with its signs of per cent on the line of their numbers."""
    return text.replace(" %", "\u00a0%")


def _aligned(rows: Sequence[Sequence[Cell]], column: int) -> dict[str, str]:
    """Numbers and chances stand to the right, so that they can be compared."""
    numbers = all(isinstance(row[column], int | Fraction) or row[column] == "—" for row in rows)
    return {"class": "calc-number"} if numbers and rows else {}


def _fill(place: Element, cell: Cell, ways: Ways, say: Say) -> None:
    if isinstance(cell, Fraction):
        place.text = together(say(percent(cell))) if cell else "0"
        if cell not in (0, 1):
            SubElement(place, "small").text = f"{cell.numerator}/{cell.denominator}"
    elif isinstance(cell, Ruling):
        place.text = f"{say('Yes' if cell else 'No')}: "
        for number, reason in enumerate(cell.because):
            if number:
                SubElement(place, "br")
            _say(place, reason, ways, say)
    elif isinstance(cell, Reason):
        _say(place, cell, ways, say)
    else:
        place.text = str(cell).replace("-", "−") if isinstance(cell, int) else say(cell)


def _plot(part: Plot, say: Say) -> list[Element]:
    title = say(part.title)
    drawing = bars(in_words(part.chances, say), title, say)
    if part.mark:
        places = [bar for bar in drawing.iter("rect") if bar.get("class") == _OWN]
        for label, bar in zip(part.chances, places, strict=True):
            bar.set("class", _OWN if label == part.mark else _OTHER)
    figure = Element("figure", {"class": "drawing"})
    figure.append(drawing)
    SubElement(figure, "figcaption").text = title
    return [figure]
