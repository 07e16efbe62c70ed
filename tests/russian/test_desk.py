"""The calculators in Russian: every word of their forms, and whatever they answer to whatever is entered."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import tostring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from responsa import here_i_stand as his
from responsa.book import Settings
from responsa.desk.answers import Answer, elements, fault_element
from responsa.desk.calculators import calculator, reply, say_for
from responsa.desk.drawing import as_chances, bars, in_words, steps_diagram
from responsa.desk.fields import Checklist, Choice, Field, Name, Rows, Whole, YesNo
from responsa.rules import RuleId
from responsa.site.finish import runtime

WHOLE = ("avoid-battle", "field-battle", "fortress")
"""The calculators whose games speak Russian."""

ENGLISH_WORD = re.compile(r"[a-z]{2,}")


def words_of(field: Field) -> Iterator[str]:
    """Everything that a reader sees of a field."""
    yield from filter(None, (field.label, field.help))
    if isinstance(field, Choice | Checklist):
        yield from field.options.values()
    if isinstance(field, Whole) and field.unit:
        yield f"3 {field.unit}"
    if isinstance(field, Rows):
        yield field.one
        for column in field.columns:
            yield from words_of(column)
    elif not isinstance(field, Name) or not field.default:
        yield field.shown(field.default)


@pytest.mark.parametrize("name", WHOLE)
def test_every_word_of_a_form_is_said_in_russian(name: str) -> None:
    say = say_for(name, "ru")
    for group in calculator(name).groups:
        assert not ENGLISH_WORD.search(say(group.label))
        for field in group.fields:
            for words in words_of(field):
                assert not ENGLISH_WORD.search(say(words)), words


def entries(field: Field) -> st.SearchStrategy[Any]:
    """What a reader may enter in a field, most of it right."""
    if isinstance(field, Whole):
        return st.one_of(st.integers(field.least, field.most).map(str), st.sampled_from(["", "x", "-1", "99"]))
    if isinstance(field, Choice):
        return st.sampled_from([*field.options])
    if isinstance(field, YesNo):
        return st.sampled_from(["", "yes"])
    if isinstance(field, Checklist):
        return st.lists(st.sampled_from([*field.options]), max_size=2, unique=True)
    if isinstance(field, Rows):
        row = st.fixed_dictionaries({column.name: entries(column) for column in field.columns})
        return st.lists(row, max_size=2)
    return st.sampled_from(["", "Linz", "Anna"])


@st.composite
def situations(draw: st.DrawFn, name: str) -> Mapping[str, object]:
    """A form as the page opens with it, but for some of its fields."""
    form = calculator(name)
    changed = draw(st.lists(st.sampled_from(form.fields), max_size=6, unique_by=lambda field: field.name))
    return form.defaults | {field.name: draw(entries(field)) for field in changed}


@pytest.mark.parametrize("name", WHOLE)
@settings(max_examples=60)
@given(st.data())
def test_whatever_a_calculator_answers_is_said_in_russian(name: str, data: st.DataObject) -> None:
    say = say_for(name, "ru")
    result = calculator(name).work_out(data.draw(situations(name)))
    told = (
        elements(result, {}, say) if isinstance(result, Answer) else [fault_element(each, {}, say) for each in result]
    )
    for element in told:
        for part in element.iter():
            for text in filter(None, (part.text, part.tail)):
                is_rule = re.fullmatch(r"[A-Z]{3} [\w.]+", text.strip()) and RuleId.of(text.strip())
                assert is_rule or not ENGLISH_WORD.search(text), tostring(element, encoding="unicode")


def test_a_page_in_russian_gets_its_answer_in_russian() -> None:
    form = calculator("fortress")
    told = reply("fortress", form.defaults, {"13": "x.html"}, "ru")
    assert told["headline"] == "Да"
    assert "Вена — укреплённый город" in told["html"]
    assert reply("fortress", form.defaults, {"13": "x.html"})["headline"] == "Yes"


def test_a_fault_is_told_in_russian_at_its_field() -> None:
    texts = calculator("fortress").defaults | {"units": "many"}
    (fault,) = reply("fortress", texts, {}, "ru")["faults"]
    assert fault["at"] == "units"
    assert "Нужно: целое число от 0 до 40, а не «many»" in fault["html"]


_IN_A_BROWSER = """
import sys
sys.path.insert(0, sys.argv[1])
import responsa.desk.calculators as desk
assert sys.argv[1] in desk.__file__
print(ascii(desk.reply("fortress", desk.calculator("fortress").defaults, {}, "ru")["headline"]))
print(desk.reply("civil-war", desk.calculator("civil-war").defaults, {})["headline"])
"""


def test_what_a_browser_gets_answers_in_russian(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(runtime.library(Settings.read()))) as library:
        library.extractall(tmp_path)  # as the browser unpacks it
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", _IN_A_BROWSER, tmp_path], capture_output=True, check=True)
    first, second = ran.stdout.decode().splitlines()
    assert first == ascii("Да")
    assert second.startswith("The Senate wins")


def test_what_cannot_be_said_in_russian_is_told_in_english_and_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("responsa.russian.spoken.Speech._sentence", lambda *_: None)
    told = reply("fortress", calculator("fortress").defaults, {}, "ru")
    assert told["headline"] == "Yes"
    assert told["html"].startswith('<div lang="en">')


def test_a_diagram_and_a_plot_are_drawn_in_russian() -> None:
    say = say_for("fortress", "ru")
    diagram = steps_diagram(his.STEPS, "Движение", lambda rule: rule, say)
    plot = bars(in_words(as_chances(his.odds_of_hits(10, 13)), say), "Попадания", say)
    words = [text.text or "" for drawing in (diagram, plot) for text in drawing.iter("text")]
    assert "Отступление в укрепления" in words
    assert "атакующий" in words
    assert not [each for each in words if ENGLISH_WORD.search(each) and not re.fullmatch(r"HIS [\w.]+", each)]
