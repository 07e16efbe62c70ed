"""Puts a calculator into its page: `{calculator: avoid-battle}` becomes a form, its situation as text, and the answer.

All of it is there before any script has run. The form is hidden until a script finds that it can be answered.
"""

from __future__ import annotations

import json
import posixpath
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from responsa.book import Book
from responsa.book.faults import BookError, Fault
from responsa.book.page import Page
from responsa.desk.answers import Answer, Ways, elements, page_of
from responsa.desk.calculators import calculator, names, say_for
from responsa.desk.fields import Checklist, Choice, Field, Name, Rows, Whole, YesNo
from responsa.desk.form import Calculator
from responsa.desk.language import SOURCE, Say
from responsa.site.words import Words, words_of

PLACE: Final = "responsa-calculator-{}"
"""What stands for a calculator until Markdown is done with the text around it."""

STYLES: Final = "assets/calculators/calculator.css"
"""What only pages with a calculator load."""

WITHOUT_SCRIPTS: Final = (
    "The situation can be changed on this page where scripts are allowed, in a browser of 2023 or later."
)
"""What the page says until a script finds that it can be changed, or why it cannot."""

CANNOT: Final = "This situation cannot be changed here"
"""How the reason why it cannot begins."""


def ways(book: Book, rulebook: str, page: str, suffix: str) -> Ways:
    """Where the rules and clauses of a rulebook stand, seen from a page.

    Args:
        book: The book.
        rulebook: The key of the rulebook.
        page: The page that links to them.
        suffix: What the names of pages end in: `.md` for the site builder, `.html` for the browser.
    """
    places = {each.id: each.page for each in book.clauses.values()} | {
        each.id: each.page for each in book.rules.values()
    }
    ours = [id_ for id_ in places if id_.rulebook == rulebook]
    found: dict[str, str] = {}
    for id_ in sorted(ours, key=lambda id_: (bool(id_.letter), id_.order)):  # clauses first, the wider ones before
        if page_of(id_, found) != places[id_]:
            found[id_.number] = places[id_]
    return {label: _seen_from(page, target).removesuffix(".md") + suffix for label, target in found.items()}


def _seen_from(page: str, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def fill_places(root: Element, book: Book, page: Page) -> None:
    """Turn each placeholder's paragraph into its calculator.

    Raises:
        BookError: If there is no such calculator, or its situation has no answer.
    """
    for parent in list(root.iter()):
        for index, child in enumerate(parent):
            name = (child.text or "").removeprefix(PLACE.format(""))
            if child.tag == "p" and child.text == PLACE.format(name):
                parent[index] = _section(name, book, page)


def _section(name: str, book: Book, page: Page) -> Element:
    if name not in names():
        raise BookError([Fault(page.path, 1, f"a calculator {name!r}; expected one of {', '.join(names())}")])
    form = calculator(name)
    result = form.work_out(form.defaults)
    if not isinstance(result, Answer):
        raise BookError([Fault(page.path, 1, f"the calculator {name!r} opens with a fault: {result[0].error}")])
    language = _language(form, book)
    say = say_for(name, language)
    section = Element(
        "div",
        {
            "class": f"calculator rulebook-{form.rulebook.lower()}",
            "data-calculator": name,
            "data-ways": json.dumps(ways(book, form.rulebook, page.path, ".html"), separators=(",", ":")),
            "data-language": language,
        },
    )
    words = words_of(book)
    if language != words.language:
        section.set("lang", language)
    SubElement(section, "link", {"rel": "stylesheet", "href": _seen_from(page.path, STYLES)})
    situation = {"class": "calc-situation", "aria-label": words("The situation")}
    _situation(SubElement(section, "section", situation), form, say, words)
    answer = SubElement(section, "section", {"class": "calc-answer", "aria-label": words("The answer")})
    SubElement(answer, "p", {"class": "calc-old", "hidden": "hidden"})
    SubElement(answer, "div", {"class": "calc-result"}).extend(
        elements(result, ways(book, form.rulebook, page.path, ".md"), say)
    )
    return section


def _language(form: Calculator, book: Book) -> str:
    """The language of the page, if the rulebook has all its answers in it; else that of the library."""
    language = words_of(book).language
    return language if language in book.settings.rulebooks[form.rulebook].answers else SOURCE


def _situation(place: Element, form: Calculator, say: Say, words: Words) -> None:
    """The situation as text, why it cannot be changed if it cannot, and the form."""
    given = SubElement(place, "div", {"class": "calc-given"})
    for group in form.groups:
        SubElement(given, "p", {"class": "calc-legend"}).text = say(group.label)
        told = SubElement(given, "dl")
        for field in group.fields:
            SubElement(told, "dt").text = say(field.label)
            SubElement(told, "dd").text = _shown(field, say)
    note = SubElement(place, "p", {"class": "run-note", "data-cannot": words(CANNOT), "data-search-exclude": ""})
    note.text = words(WITHOUT_SCRIPTS)
    note.set("lang", words.language)
    whole = SubElement(
        place,
        "form",
        {
            "class": "calc-form",
            "hidden": "hidden",
            "novalidate": "novalidate",
            "autocomplete": "off",
            "data-search-exclude": "",
        },
    )
    SubElement(whole, "p", {"class": "calc-fault", "data-at": "", "role": "alert", "hidden": "hidden"})
    for group in form.groups:
        box = SubElement(whole, "fieldset", {"class": "calc-group"})
        SubElement(box, "legend", {"class": "calc-legend"}).text = say(group.label)
        for field in group.fields:
            box.append(_field(field, field.name, field.default, say))


def _shown(field: Field, say: Say) -> str:
    """What a field holds when the page is opened; rows are told piece by piece."""
    shown = field.shown(field.default)
    if isinstance(field, Rows):
        return "; ".join(", ".join(map(say, row.split(", "))) for row in shown.split("; "))
    return shown if isinstance(field, Name) and field.default else say(shown)


def _field(field: Field, at: str, text: object, say: Say) -> Element:
    """A field with its label, its sentence of help, and the place where its fault will stand."""
    if isinstance(field, Rows):
        return _rows(field, at, say)
    if isinstance(field, Checklist):
        return _checklist(field, at, say)
    kind = "tick" if isinstance(field, YesNo) else "wide" if isinstance(field, Name) and field.wide else "plain"
    frame = Element("div", {"class": f"calc-field calc-{kind}"})
    id_ = f"calc-{at}"
    label = SubElement(frame, "label", {"for": id_})
    label.text = say(field.label)
    control = _control(field, id_, at, str(text), say)
    if isinstance(field, YesNo):
        frame.insert(0, control)
    else:
        line = SubElement(frame, "span", {"class": "calc-line"})
        line.append(control)
        if isinstance(field, Whole) and field.unit:
            SubElement(line, "span", {"class": "calc-unit"}).text = say(field.unit)
    _below(frame, field, at, say, control)
    return frame


def _control(field: Field, id_: str, at: str, text: str, say: Say) -> Element:
    named = {"id": id_, "name": at}
    if isinstance(field, Choice):
        control = Element("select", named)
        for value, shown in field.options.items():
            chosen = {"selected": "selected"} if value == text else {}
            SubElement(control, "option", {"value": value, **chosen}).text = say(shown)
        return control
    if isinstance(field, YesNo):
        ticked = {"checked": "checked"} if text else {}
        return Element("input", {"type": "checkbox", **named, "value": "yes", **ticked})
    if isinstance(field, Whole):
        limits = {"data-least": str(field.least), "data-most": str(field.most)}
        return Element(
            "input", {"type": "text", "inputmode": "numeric", **named, "value": text, "maxlength": "12", **limits}
        )
    assert isinstance(field, Name)
    return Element("input", {"type": "text", **named, "value": text, "maxlength": str(field.longest)})


def _below(frame: Element, field: Field, at: str, say: Say, *controls: Element) -> None:
    """The help, and an empty line for a fault; both are tied to what they are about."""
    described = [f"calc-{at}-fault"]
    if field.help:
        described.append(f"calc-{at}-help")
        SubElement(frame, "span", {"class": "calc-help", "id": described[-1]}).text = say(field.help)
    SubElement(frame, "span", {"class": "calc-fault", "id": described[0], "data-at": at, "role": "alert"})
    for control in controls:
        control.set("aria-describedby", " ".join(described))


def _checklist(field: Checklist, at: str, say: Say) -> Element:
    frame = Element("fieldset", {"class": "calc-field calc-checklist", "data-list": at})
    SubElement(frame, "legend").text = say(field.label)
    boxes = SubElement(frame, "div", {"class": "calc-boxes"})
    for number, (value, shown) in enumerate(field.options.items()):
        box = SubElement(boxes, "div", {"class": "calc-tick"})
        ticked = {"checked": "checked"} if value in field.default else {}
        id_ = f"calc-{at}-{number}"
        SubElement(box, "input", {"type": "checkbox", "id": id_, "value": value, **ticked})
        SubElement(box, "label", {"for": id_}).text = say(shown)
    _below(frame, field, at, say, frame)
    return frame


def _rows(field: Rows, at: str, say: Say) -> Element:
    """A list of rows; the last one, hidden, is the pattern for new ones."""
    data = {"data-rows": at, "data-one": say(field.one), "data-most": str(field.most)}
    frame = Element("fieldset", {"class": "calc-field calc-rows", **data})
    SubElement(frame, "legend").text = say(field.label)
    items = SubElement(frame, "div", {"class": "calc-items"})
    for number, texts in enumerate(field.default):
        items.append(_row(field, f"{at}.{number}", number, texts, say))
    blank = {column.name: column.default for column in field.columns}
    SubElement(frame, "template").append(_row(field, f"{at}.#", len(field.default), blank, say))
    _below(frame, field, at, say, frame)
    return frame


def _row(field: Rows, at: str, number: int, texts: object, say: Say) -> Element:
    row = Element("div", {"class": "calc-row", "role": "group", "aria-label": f"{say(field.one)} {number + 1}"})
    assert isinstance(texts, dict)
    for column in field.columns:
        row.append(_field(column, f"{at}.{column.name}", texts[column.name], say))
    return row
