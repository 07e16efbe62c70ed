"""Leads from each page to the same page in the other languages of the site, and brings what their scripts say.

`python -m responsa.site.finish.languages site/` does so for a built site.
"""

from __future__ import annotations

import json
import posixpath
import sys
from pathlib import Path
from typing import Final

from responsa.site.shelf import books_in
from responsa.site.words import SOURCE, words

FOLDER: Final = "assets/words"
"""Where the words of scripts lie in the site."""

_ALTERNATE: Final = "alternate "
"""With a blank, which means the same: for the word alone the theme would fetch a map of the site on every page."""

_HEAD: Final = "</title>"
_HEADER: Final = '<header class="md-header'
_BAR: Final = "</nav>"
_TITLES: Final = {SOURCE: "This page in English", "ru": "This page in Russian"}


def script(language: str) -> str:
    """The script that gives the words of a language to the other scripts, and tells them the folder of its pages."""
    said = json.dumps(dict(words(language).scripts), ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.responsaEdition={json.dumps(language)};globalThis.responsaWords={said};\n"


def put_languages(site: Path, languages: list[str]) -> None:
    """Put into each page links to the same page in other languages: for readers into its header, for programs above."""
    folders = {SOURCE: site} | {language: site / language for language in languages}
    for language, folder in folders.items():
        for file in sorted(folder.rglob("*.html")):
            path = file.relative_to(folder)
            if language == SOURCE and path.parts[0] in languages:
                continue
            there = {other: root / path for other, root in folders.items() if (root / path).is_file()}
            if len(there) > 1:
                _lead(file, language, {other: _way(file, target) for other, target in there.items()})


def _way(file: Path, target: Path) -> str:
    return posixpath.relpath(target.as_posix(), file.parent.as_posix())


def _lead(file: Path, language: str, ways: dict[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    if f'rel="{_ALTERNATE}" hreflang' in text:
        return
    say = words(language)
    alternates = "".join(f'<link rel="{_ALTERNATE}" hreflang="{other}" href="{way}">' for other, way in ways.items())
    links = "".join(
        f'<a class="language" lang="{other}" hreflang="{other}" href="{way}" title="{say(_TITLES[other])}">'
        f"{other.upper()}</a>"
        for other, way in ways.items()
        if other != language
    )
    text = text.replace(_HEAD, _HEAD + alternates, 1)
    before, header, after = text.partition(_HEADER)
    text = before + header + after.replace(_BAR, links + _BAR, 1)
    file.write_text(text, encoding="utf-8", newline="\n")


def main(site: str, settings_file: str = "pyproject.toml") -> None:
    """Put links to other languages and the words of scripts into the site."""
    languages = [language for language in books_in(site, settings_file) if language]
    for language in languages:
        file = Path(site) / FOLDER / f"{language}.js"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script(language), encoding="utf-8", newline="\n")
    put_languages(Path(site), languages)


if __name__ == "__main__":
    main(*sys.argv[1:])
