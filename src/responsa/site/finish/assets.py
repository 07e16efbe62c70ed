"""Puts scripts, styles and fonts beside the pages, with the colors of the book, and what a device needs to install it.

`python -m responsa.site.finish.assets site/` does so for a built site.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from responsa.book import Book, Settings
from responsa.book.colors import GROUNDS, Colors
from responsa.site.shelf import book_at

WEB: Final = Path(__file__).parents[2] / "web"
"""A folder for each thing that a reader sees."""

NOT_SENT: Final = ("vendor", "words.json")
"""What other steps read, and no page asks for: the rules for words stand in the index of the search."""

COLOURS: Final = "assets/stylesheets/colour.css"
"""The styles to which the colors of the book are added."""

PRINT: Final = "assets/whole/whole.css"
"""The styles to which the heads of printed pages are added."""

MANIFEST: Final = "manifest.webmanifest"
"""What a device needs to install the book."""

CLOTH: Final = "#1f4450"
"""The ground of the header where the settings say nothing else."""

LABEL, LETTER, WIDEST, NARROWEST = 7, 0.4, 3.7, 2.1
"""The margin for labels: `WIDEST` for a label of so many letters, so much more for each, never less than the last."""
_COMMENTS: Final = {
    ".css": re.compile(r"\s*/\*.*?\*/|(?<=[\n{};])\s+|\s+(?=[{}])", re.DOTALL),
    ".js": re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n|/\*\* @(?:(?!\*/).)*\*/ ?", re.DOTALL | re.MULTILINE),
}
"""What serves those who write scripts and styles, and no browser: comments, and the blanks of styles."""


def put_assets(site: Path) -> None:
    """Copy every folder of scripts, styles and fonts into the assets of a built site."""
    for folder in sorted(WEB.iterdir()):
        if folder.is_dir() and folder.name not in NOT_SENT:
            ignored = shutil.ignore_patterns(*NOT_SENT)
            shutil.copytree(folder, site / "assets" / folder.name, dirs_exist_ok=True, ignore=ignored)
            for file in filter(lambda file: file.suffix in _COMMENTS, folder.iterdir()):
                text = _COMMENTS[file.suffix].sub("", file.read_text(encoding="utf-8")).lstrip()
                (site / "assets" / folder.name / file.name).write_text(text, encoding="utf-8", newline="\n")


def colours(book: Book) -> str:
    """The styles of the book's own colors, and of the margin in which the labels of each rulebook find room."""
    lines = list(_tones("body", book.settings.colors))
    for key, rulebook in book.settings.rulebooks.items():
        name = key.lower()
        lines += _tones(f"body:has(.rulebook-{name}), .book-{name}", rulebook.colors)
        longest = max((len(id_.number) for id_ in book.rules if id_.rulebook == key), default=0)
        gutter = max(NARROWEST, WIDEST + LETTER * (longest - LABEL))
        place = f"body:has(.rulebook-{name}.has-rules) .md-content__inner"
        lines.append(f"@media screen and (min-width: 45em) {{ {place} {{ --gutter: {gutter:.1f}rem; }} }}")
    return "\n".join(lines) + "\n"


def _tones(place: str, colors: Colors) -> Iterator[str]:
    said = [f"--{name}: {tone};" for name, tone in colors.tones.items()]
    if colors.strip:
        image = colors.strip.replace("#", "%23")
        said.append(f"--strip: url('data:image/svg+xml,{image}'); --strip-width: {colors.strip_width};")
    if said:
        yield f"{place} {{ {' '.join(said)} }}"


def print_heads(settings: Settings) -> str:
    """The styles that print the title of its rulebook above each page."""
    lines = []
    for key, rulebook in settings.rulebooks.items():
        name, title = key.lower(), rulebook.title.replace("\\", "\\\\").replace('"', '\\"')
        head = f'@top-center {{ content: "{title}"; font: italic 9pt Literata, Georgia, serif; }}'
        lines += [
            f"@page {name} {{ {head} }}",
            f"@media print {{ .md-content:has(.rulebook-{name}) {{ page: {name}; }} }}",
        ]
    return "\n".join(lines) + "\n"


def manifest(site: Path, book: Book) -> dict[str, Any]:
    """What a device needs to install the book: its title, colors, icons and the first page of each rulebook."""
    settings = book.settings
    short, _, rest = settings.title.partition(":")
    first = [(it.title, f"{it.folder}/index.html") for it in settings.rulebooks.values()]
    return {
        "name": settings.title,
        "short_name": short if rest else settings.title,
        "description": settings.summary,
        "lang": "en",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": GROUNDS["light"],
        "theme_color": settings.colors.tones.get("cloth", CLOTH),
        "icons": list(_icons(site)),
        "shortcuts": [
            {"name": title, "url": url}
            for title, url in (*first, ("Questions", "questions/index.html"))
            if (site / url).is_file()
        ],
    }


def _icons(site: Path) -> Iterator[dict[str, str]]:
    """The icons that the book has: a drawing, and pictures that say their size in their names."""
    folder = site / "assets/images"
    if (folder / "icon.svg").is_file():
        yield {"src": "assets/images/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    for file in sorted(folder.glob("icon-*.png")):
        size = file.stem.removeprefix("icon-")
        icon = {"src": f"assets/images/{file.name}", "sizes": f"{size}x{size}", "type": "image/png"}
        yield from (icon, icon | {"purpose": "maskable"}) if size == "512" else (icon,)


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Put them into the site; a manifest that the book has of its own stays."""
    folder, book = Path(site), book_at(settings_file)
    put_assets(folder)
    for name, more in ((COLOURS, colours(book)), (PRINT, print_heads(book.settings))):
        with (folder / name).open("a", encoding="utf-8", newline="\n") as styles:
            styles.write(more)
    if not (book.settings.docs / MANIFEST).is_file():
        text = json.dumps(manifest(folder, book), ensure_ascii=False, indent=2) + "\n"
        (folder / MANIFEST).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
