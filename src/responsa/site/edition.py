"""Builds the site of a book in another language: the same pages in a folder of its own, such as `ru/`."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from responsa.book.edition import Edition
from responsa.site.finish.languages import FOLDER
from responsa.site.words import Words, words

_ASSETS: Final = re.compile(r'(?P<name>href|src)="(?P<up>(?:\.\./)*)assets/')


def build_edition(config: MkDocsConfig, edition: Edition) -> None:
    """Build the pages of an edition into the site of a configuration, in the folder of its language.

    Styles, scripts and pictures are those of the site itself.
    """
    site = Path(config.site_dir) / edition.language
    with TemporaryDirectory() as folder:
        docs = Path(folder)
        for path, page in edition.pages.items():
            (docs / path).parent.mkdir(parents=True, exist_ok=True)
            (docs / path).write_text(page.text, encoding="utf-8", newline="\n")
        own = _config(config, edition, docs, site)
        own.plugins["responsa"].language = edition.language  # type: ignore[attr-defined]
        build(own)
    shutil.rmtree(site / "assets")
    for name in ("404.html", "sitemap.xml", "sitemap.xml.gz", "objects.inv"):
        (site / name).unlink(missing_ok=True)
    for file in site.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        file.write_text(_ASSETS.sub(r'\g<name>="\g<up>../assets/', text), encoding="utf-8", newline="\n")


def _config(config: MkDocsConfig, edition: Edition, docs: Path, site: Path) -> MkDocsConfig:
    say = words(edition.language)
    own = load_config(
        config.config_file_path,
        docs_dir=str(docs),
        site_dir=str(site),
        site_url=f"{config.site_url.rstrip('/')}/{edition.language}/" if config.site_url else "",
        site_description=say.pages.get(config.site_description or "", config.site_description),
        copyright=say.pages.get(config.copyright or "", config.copyright),
        nav=[*_nav(config.nav or [], edition, say)] or None,
        strict=False,  # its links were asked with those of the original
        validation={"nav": {"omitted_files": "ignore"}, "links": {"not_found": "ignore", "anchors": "ignore"}},
    )
    own.theme["language"] = edition.language
    own.extra_javascript = [f"{FOLDER}/{edition.language}.js", *own.extra_javascript]
    for scheme in own.theme["palette"] if isinstance(own.theme.get("palette"), list) else ():
        scheme["toggle"]["name"] = say(scheme["toggle"]["name"])
    return own


def _nav(entries: list[Any], edition: Edition, say: Words) -> Iterator[Any]:
    """The entries of the navigation whose pages are translated, with the titles of their sections."""
    for entry in entries:
        if isinstance(entry, str):
            if entry in edition.pages:
                yield entry
            continue
        for title, inside in entry.items():
            if isinstance(inside, str):
                yield from [{say.title(title): inside}] if inside in edition.pages else []
            elif found := [*_nav(inside, edition, say)]:
                yield {say.title(title): found}
