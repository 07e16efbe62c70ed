"""The colors of a book and of each rulebook, as the settings give them: each readable where it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from xml.etree import ElementTree

GROUNDS: Final = {"light": "#fdfbf6", "dark": "#191714", "cloth": "#fff9ef", "cloth-dark": "#fff9ef"}
"""Each color, and what it is read on, or what is read on it: paper, paper by night, the letters of headers."""

LEAST_CONTRAST: Final = 4.5
"""What the guidelines for accessible pages ask of text."""

_COLOR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Colors:
    """What tells a rulebook from others.

    Attributes:
        tones: `light` is its accent on paper, `dark` by night, `cloth` and `cloth-dark` the ground of the header; those
            that are not given are those of the book.
        strip: A small drawing that is repeated below its headings, as SVG; empty for a plain line.
        strip_width: How wide it is; it is 10 high.
    """

    tones: Mapping[str, str]
    strip: str = ""
    strip_width: int = 16

    @classmethod
    def read(cls, table: str, given: Mapping[str, Any]) -> Colors:
        """The colors of a table of the settings.

        Raises:
            ValueError: If one is none, cannot be read where it stands, or the strip is no drawing; the message says so.
        """
        tones = {name: str(value) for name, value in given.items() if name in GROUNDS}
        for name in given:
            if name not in (*GROUNDS, "strip", "strip-width"):
                raise ValueError(f"[{table}] has a key {name!r}; expected {', '.join(GROUNDS)}, strip or strip-width")
        for name, tone in tones.items():
            if not _COLOR.fullmatch(tone):
                raise ValueError(f"[{table}] says {name} = {tone!r}; expected a color such as '#1f5261'")
            if (found := contrast(tone, GROUNDS[name])) < LEAST_CONTRAST:
                on = f"has a contrast of {found:.1f} to {GROUNDS[name]}; expected {LEAST_CONTRAST} or more"
                raise ValueError(f"[{table}] says {name} = {tone!r}, which {on}")
        strip, width = given.get("strip", ""), given.get("strip-width", 16)
        if strip and not _is_drawing(strip):
            raise ValueError(f"[{table}] says strip = ..., which is no SVG of one element <svg>")
        if type(width) is not int or width < 1:
            raise ValueError(f"[{table}] says strip-width = {width!r}; expected a whole number")
        return cls(tones, strip, width)


def _is_drawing(strip: object) -> bool:
    try:
        return isinstance(strip, str) and "'" not in strip and ElementTree.fromstring(strip).tag.endswith("svg")
    except ElementTree.ParseError:
        return False


def contrast(one: str, other: str) -> float:
    """How far two colors are apart in brightness, from 1 to 21, as the guidelines for accessible pages count it.

    Examples:
        >>> from responsa.book.colors import contrast
        >>> round(contrast("#000000", "#ffffff")), round(contrast("#ffffff", "#ffffff"))
        (21, 1)
    """
    darker, brighter = sorted((_brightness(one), _brightness(other)))
    return (brighter + 0.05) / (darker + 0.05)


def _brightness(color: str) -> float:
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue))
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


NONE: Final = Colors({})
"""No colors of one's own."""
