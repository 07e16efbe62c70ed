"""Diagrams of procedures and plots of odds as SVG, drawn from what the library says."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol
from xml.etree.ElementTree import Element, SubElement

from responsa.desk.language import Say, as_it_is
from responsa.dice import percent

Chances = Mapping[str, Mapping[str, Fraction]]
"""For each place on the axis the chance of each series."""

_WIDTH = 440
_PLOT_HEIGHT = 200
_AXIS = 44
_LEGEND = 28

_STEPS_WIDTH = 400  # a phone shows it in full size
_BOX_WIDTH = 356
_LINE = 18
_GAP = 18
_NUMBER = 24


class Step(Protocol):
    """A step of a procedure as the library lists it."""

    @property
    def number(self) -> int:
        """Its place in the order."""

    @property
    def title(self) -> str:
        """What happens in it."""

    @property
    def rule(self) -> str:
        """The rule or clause that tells of it."""


def as_chances(value: object) -> Chances:
    """Chances by place, in one series without a name or in several with names.

    Raises:
        TypeError: If the value is neither a mapping to fractions nor a mapping to such mappings.

    Examples:
        >>> from fractions import Fraction
        >>> from responsa.desk.drawing import as_chances
        >>> as_chances({0: Fraction(4, 9)})
        {'0': {'': Fraction(4, 9)}}
    """
    if not isinstance(value, Mapping):
        raise TypeError(f"expected a mapping from places to chances, got {value!r}")
    groups = {str(place): group if isinstance(group, Mapping) else {"": group} for place, group in value.items()}
    for group in groups.values():
        if not all(isinstance(chance, Fraction | int) for chance in group.values()):
            raise TypeError(f"expected chances as fractions, got {group!r}")
    return {place: {str(name): Fraction(chance) for name, chance in group.items()} for place, group in groups.items()}


def steps_diagram(steps: Sequence[Step], title: str, way_to: Callable[[str], str], say: Say = as_it_is) -> Element:
    """A column of boxes with arrows between them; each box leads to its rule.

    Args:
        steps: The steps in order; one with a `jump`, the number of a later step and the condition, gets a side arrow
            and says when; one with a `turn` says whose turn it is.
        title: What the procedure is called, for those who do not see it.
        way_to: The address of a rule.
        say: What says the words of a step in the reader's language.
    """
    boxes = [_Box.of(step, say) for step in steps]
    tops = [2 + sum(box.height + _GAP for box in boxes[:index]) for index in range(len(boxes))]
    svg = _svg("diagram", _STEPS_WIDTH, tops[-1] + boxes[-1].height + 2, title)
    for index, (step, box, top) in enumerate(zip(steps, boxes, tops, strict=True)):
        box.draw(svg, step, top, way_to(step.rule))
        if index + 1 < len(steps):
            start = top + box.height
            _shape(svg, "path", "arrow", d=f"M{_NUMBER} {start} V{start + _GAP - 2} m-5 -6 l5 6 l5 -6")
        if jump := getattr(step, "jump", None):
            target = next(number for number, later in enumerate(steps) if later.number == jump[0])
            begin, stop = top + box.height // 2, tops[target] + boxes[target].height // 2
            right, out = _BOX_WIDTH + 2, _STEPS_WIDTH - 12
            _shape(svg, "path", "arrow", d=f"M{right} {begin} H{out} V{stop} H{right + 3} m7 -5 l-7 5 l7 5")
    return svg


@dataclass(frozen=True, slots=True)
class _Box:
    """The words in the box of a step, in lines that fit."""

    title: list[str]
    remarks: list[str]

    @classmethod
    def of(cls, step: Step, say: Say) -> _Box:
        turn, jump = getattr(step, "turn", None), getattr(step, "jump", None)
        remarks = textwrap.wrap(_capital(say(str(turn))), 44) if turn else []
        if jump:
            remarks += textwrap.wrap(say(f"If {jump[1]}, go on with {jump[0]}"), 44)
        return cls(textwrap.wrap(_capital(say(step.title)), 29), remarks)

    @property
    def height(self) -> int:
        return 22 + _LINE * (len(self.title) + len(self.remarks))

    def draw(self, svg: Element, step: Step, top: int, address: str) -> None:
        link = SubElement(svg, "a", {"href": address})
        _shape(link, "rect", "box", x=2, y=top, width=_BOX_WIDTH, height=self.height, rx=4)
        _text(link, "step-number", _NUMBER, top + 26, str(step.number))
        _text(link, "step-rule", _BOX_WIDTH - 8, top + 25, step.rule, anchor="end")
        for number, words in enumerate(self.title + self.remarks):
            kind = "step-title" if number < len(self.title) else "step-turn"
            _text(link, kind, 48, top + 25 + _LINE * number, words)


def in_words(chances: Chances, say: Say) -> Chances:
    """Chances with their places and series in the language of what says it."""
    return {
        say(place): {say(name) if name else "": chance for name, chance in group.items()}
        for place, group in chances.items()
    }


def bars(chances: Chances, title: str, say: Say = as_it_is) -> Element:
    """A bar for each chance, grouped by place on the axis, in one colour per series.

    Args:
        chances: The chances.
        title: What they are.
        say: What says per cents in the reader's language.
    """
    series = list(dict.fromkeys(name for group in chances.values() for name in group))
    legend = _LEGEND if len(series) > 1 else 0
    svg = _svg("plot", _WIDTH, _PLOT_HEIGHT + _AXIS + legend, title)
    left, top = 48, 12 + legend
    height, width = _PLOT_HEIGHT - 12, _WIDTH - left - 8
    highest = max((value for group in chances.values() for value in group.values()), default=Fraction(1))
    scale = _ceiling(highest)
    for mark in range(5):
        y = top + height - round(height * mark / 4)
        _shape(svg, "path", "grid", d=f"M{left} {y} H{left + width}")
        _text(svg, "tick", left - 8, y + 4, _short_percent(scale * Fraction(mark, 4), say), anchor="end")
    slot = width / max(len(chances), 1)
    bar = slot * 0.8 / max(len(series), 1)
    every = max(1, round(34 / slot))
    for place, (label, group) in enumerate(chances.items()):
        for number, name in enumerate(series):
            value = group.get(name, Fraction(0))
            tall = float(value / scale) * height
            x = left + place * slot + slot * 0.1 + number * bar
            kind = f"bar bar-{number + 1}"
            rect = _shape(svg, "rect", kind, x=_n(x), y=_n(top + height - tall), width=_n(bar), height=_n(tall))
            chance = say(percent(value))
            said = f"{label}, {name}: {chance}" if name else f"{label}: {chance}"
            SubElement(rect, "title").text = said
        if place % every == 0:
            _text(
                svg, "tick", left + place * slot + slot / 2, top + height + 20, label.replace("-", "−"), anchor="middle"
            )
    _legend(svg, series if legend else [])
    return svg


def _legend(svg: Element, series: Sequence[str]) -> None:
    x = 2.0
    for number, name in enumerate(series):
        _shape(svg, "rect", f"bar bar-{number + 1}", x=_n(x), y=4, width=14, height=14)
        _text(svg, "legend", x + 20, 16, name)
        x += 36 + 7.4 * len(name)


def _ceiling(value: Fraction) -> Fraction:
    """The end of the axis: the next of 1, 2, 4, 6, 8 tenths, hundredths, ..., at most 1."""
    for step in (Fraction(1, 50), Fraction(1, 25), Fraction(1, 10), Fraction(1, 5), Fraction(2, 5), Fraction(3, 5)):
        if value <= step:
            return step
    return Fraction(4, 5) if value <= Fraction(4, 5) else Fraction(1)


def _short_percent(value: Fraction, say: Say) -> str:
    return say(percent(value).replace(".0 %", " %"))


def _svg(kind: str, width: int, height: int, title: str) -> Element:
    svg = Element(
        "svg",
        {"class": kind, "viewBox": f"0 0 {width} {height}", "role": "group" if kind == "diagram" else "img"},
    )
    svg.set("aria-label", title)
    svg.set("xmlns", "http://www.w3.org/2000/svg")
    return svg


def _shape(parent: Element, tag: str, kind: str, **attributes: object) -> Element:
    return SubElement(parent, tag, {"class": kind, **{name: str(value) for name, value in attributes.items()}})


def _text(parent: Element, kind: str, x: float, y: float, words: str, anchor: str = "start") -> None:
    text = _shape(parent, "text", kind, x=_n(x), y=_n(y))
    text.set("text-anchor", anchor)
    text.text = words


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
