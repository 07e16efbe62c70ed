"""Diagrams and plots say what the library says, to those who see them and to those who do not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from xml.etree.ElementTree import tostring

import pytest
from markdown import Markdown
from mkdocs.exceptions import BuildError

from responsa.book import BookError
from responsa.desk.drawing import as_chances, bars, steps_diagram
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]


@dataclass(frozen=True)
class Step:
    number: int
    title: str
    rule: str
    jump: tuple[int, str] | None = None


STEPS = (
    Step(1, "announce", "HIS 13.4c"),
    Step(2, "intercept", "HIS 13.4d", (4, "someone did")),
    Step(3, "hide", "HIS 13.4"),
    Step(4, "fight", "HIS 13"),
)
LIBRARY = """
from collections import namedtuple
Step = namedtuple("Step", "number title rule")
STEPS = (Step(1, "look", "HIS 13.4c"), Step(2, "shut the gates", "HIS 13.4d"))
from fractions import Fraction
ODDS = {"one": Fraction(1, 4), "two": Fraction(3, 4)}
"""


def test_each_step_is_a_box_that_leads_to_its_rule() -> None:
    svg = tostring(steps_diagram(STEPS, "A move", lambda rule: f"#{rule}"), encoding="unicode")
    assert re.findall(r'<a href="#([^"]+)">', svg) == [step.rule for step in STEPS]
    for word in ("Announce", "Intercept", "Hide", "Fight", "If someone did, go on with 4"):
        assert f">{word}</text>" in svg
    assert 'aria-label="A move"' in svg
    assert svg.count('class="arrow"') == len(STEPS) - 1 + 1


def test_bars_are_as_tall_as_the_chances() -> None:
    svg = bars(as_chances({1: Fraction(1, 5), 2: Fraction(2, 5)}), "Odds")
    heights = [float(bar.get("height", 0)) for bar in svg.iter("rect")]
    assert heights[1] == pytest.approx(2 * heights[0])
    assert [bar[0].text for bar in svg.iter("rect")] == ["1: 20.0 %", "2: 40.0 %"]


def test_several_series_have_a_legend() -> None:
    chances = as_chances({0: {"attacker": Fraction(1, 2), "defender": Fraction(1)}})
    words = [text.text for text in bars(chances, "Losses").iter("text")]
    assert "attacker" in words
    assert "defender" in words


@pytest.mark.parametrize("value", [3, {1: "much"}, {1: {2: None}}])
def test_what_is_no_chance_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        as_chances(value)


def html_of(minibook: MiniBook, page: str) -> str:
    md = Markdown(
        extensions=["attr_list", "tables", "pymdownx.superfences", "pymdownx.details", "responsa.site.pages.extension"],
        extension_configs={"responsa.site.pages.extension": {"settings": str(minibook.root / "pyproject.toml")}},
    )
    return md.convert((minibook.root / "docs" / page).read_text(encoding="utf-8"))


@pytest.fixture
def book(minibook: MiniBook) -> MiniBook:
    package = minibook.root / minibook.package / "__init__.py"
    package.write_text(package.read_text() + LIBRARY + "\n__all__ += ['STEPS', 'ODDS']\n")
    return minibook


def test_a_diagram_on_a_page(book: MiniBook) -> None:
    book.write("his/index.md", "# Here\n\n{diagram: STEPS | The walls}\n\nAfter.\n")
    html = html_of(book, "his/index.md")
    assert '<figure class="drawing"><svg' in html
    assert '<a href="walls.md#his-13.4d">' in html
    assert ">Shut the gates</text>" in html
    assert "<p>After.</p>" in html


def test_a_plot_on_a_page_has_its_figures_as_a_table(book: MiniBook) -> None:
    book.write("his/index.md", "# Here\n\n{plot: ODDS | The odds}\n")
    html = html_of(book, "his/index.md")
    assert html.count('class="bar bar-1"') == 2
    assert "25.0 %</td>" in html
    assert "75.0 %</td>" in html


def test_a_drawing_of_nothing_stops_the_build(book: MiniBook) -> None:
    book.write("his/index.md", "# Here\n\n{plot: NONSENSE | The odds}\n")
    with pytest.raises((BookError, BuildError), match=r"his/index\.md:3: .*NONSENSE"):
        html_of(book, "his/index.md")
