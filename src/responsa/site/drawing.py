"""Diagrams of procedures and plots of odds as SVG, drawn from what the library says."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol
from xml.etree.ElementTree import Element, SubElement

from responsa.dice import percent

Chances = Mapping[str, Mapping[str, Fraction]]
"""For each place on the axis the chance of each series."""

_WIDTH = 640
_ROW = 64
_BOX = 44
_LEFT = 8
_PLOT_HEIGHT = 220
_AXIS = 44
_LEGEND = 28


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
        >>> from responsa.site.drawing import as_chances
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


def steps_diagram(steps: Sequence[Step], title: str, way_to: Callable[[str], str]) -> Element:
    """A column of boxes with arrows between them; each box leads to its rule.

    Args:
        steps: The steps in order; one with a `jump`, the number of a later step and the condition, gets a side arrow;
            one with a `turn` says at its right whose turn it is.
        title: What the procedure is called, for those who do not see it.
        way_to: The address of a rule.
    """
    svg = _svg("diagram", _ROW * len(steps) - (_ROW - _BOX) + 8, title)
    box_width = 430
    for index, step in enumerate(steps):
        top = 4 + index * _ROW
        link = SubElement(svg, "a", {"href": way_to(step.rule)})
        _shape(link, "rect", "box", x=_LEFT, y=top, width=box_width, height=_BOX, rx=6)
        _text(link, "step-number", _LEFT + 28, top + 28, str(step.number))
        _text(link, "step-title", _LEFT + 56, top + 28, _capital(step.title))
        _text(link, "step-rule", _LEFT + box_width - 14, top + 28, step.rule, anchor="end")
        if turn := getattr(step, "turn", None):
            _text(svg, "step-turn", _LEFT + box_width + 16, top + 28, str(turn))
        if index + 1 < len(steps):
            middle = _LEFT + 28
            _shape(svg, "path", "arrow", d=f"M{middle} {top + _BOX} V{top + _ROW - 2} m-5 -7 l5 7 l5 -7")
        if jump := getattr(step, "jump", None):
            _jump(svg, top, 4 + (jump[0] - steps[0].number) * _ROW, jump[1], _LEFT + box_width)
    return svg


def _jump(svg: Element, start: int, end: int, condition: str, right: int) -> None:
    """An arrow that passes over the steps between, with its condition beside it."""
    out = right + 36
    begin, stop = start + _BOX // 2 + 8, end + _BOX // 2 - 8
    _shape(svg, "path", "arrow", d=f"M{right} {begin} H{out} V{stop} H{right + 2} m7 -5 l-7 5 l7 5")
    lines = textwrap.wrap(condition, 18)
    middle = (begin + stop) // 2 - 9 * (len(lines) - 1)
    for number, line in enumerate(lines):
        _text(svg, "step-turn", out + 12, middle + 18 * number, line)


def bars(chances: Chances, title: str) -> Element:
    """A bar for each chance, grouped by place on the axis, in one colour per series."""
    series = list(dict.fromkeys(name for group in chances.values() for name in group))
    legend = _LEGEND if len(series) > 1 else 0
    svg = _svg("plot", _PLOT_HEIGHT + _AXIS + legend, title)
    left, top = 48, 12 + legend
    height, width = _PLOT_HEIGHT - 12, _WIDTH - left - 8
    highest = max((value for group in chances.values() for value in group.values()), default=Fraction(1))
    scale = _ceiling(highest)
    for mark in range(5):
        y = top + height - round(height * mark / 4)
        _shape(svg, "path", "grid", d=f"M{left} {y} H{left + width}")
        _text(svg, "tick", left - 8, y + 4, _short_percent(scale * Fraction(mark, 4)), anchor="end")
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
            said = f"{label}, {name}: {percent(value)}" if name else f"{label}: {percent(value)}"
            SubElement(rect, "title").text = said
        if place % every == 0:
            _text(svg, "tick", left + place * slot + slot / 2, top + height + 20, label, anchor="middle")
    _legend(svg, series if legend else [])
    return svg


def _legend(svg: Element, series: Sequence[str]) -> None:
    x = 48.0
    for number, name in enumerate(series):
        _shape(svg, "rect", f"bar bar-{number + 1}", x=_n(x), y=4, width=14, height=14)
        _text(svg, "legend", x + 20, 16, name)
        x += 40 + 8.5 * len(name)


def _ceiling(value: Fraction) -> Fraction:
    """The end of the axis: the next of 1, 2, 4, 6, 8 tenths, hundredths, ..., at most 1."""
    for step in (Fraction(1, 50), Fraction(1, 25), Fraction(1, 10), Fraction(1, 5), Fraction(2, 5), Fraction(3, 5)):
        if value <= step:
            return step
    return Fraction(4, 5) if value <= Fraction(4, 5) else Fraction(1)


def _short_percent(value: Fraction) -> str:
    return percent(value).replace(".0 %", " %")


def _svg(kind: str, height: int, title: str) -> Element:
    svg = Element(
        "svg",
        {"class": kind, "viewBox": f"0 0 {_WIDTH} {height}", "role": "group" if kind == "diagram" else "img"},
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
