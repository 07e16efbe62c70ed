"""The MkDocs plugin: `plugins: [responsa]` makes a site of a book.

It reads the book's settings from beside the configuration file, brings the Markdown extensions, scripts and styles that
the pages need, and puts into the built site what is no page. What a configuration names itself stays as it is, so that
the same file serves a builder without plugins.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin

from responsa.book.gate import NoSettings, settings_of
from responsa.book.packages import find_packages
from responsa.site import finish
from responsa.site.edition import build_edition
from responsa.site.shelf import edition_at
from responsa.site.words import SOURCE

EXTENSION: Final = "responsa.site.pages.extension"
"""What shapes the pages."""

EXTENSIONS: Final[dict[str, dict[str, object]]] = {
    "admonition": {},
    "attr_list": {},
    "def_list": {},
    "md_in_html": {},
    "tables": {},
    "toc": {"permalink": "#", "permalink_title": "Link to this section"},
    "pymdownx.details": {},
    "pymdownx.highlight": {"pygments_lang_class": True},
    "pymdownx.superfences": {},
    "pymdownx.tabbed": {"alternate_style": True},
}
"""The Markdown extensions that the pages are written for, with their settings."""

STYLES: Final = (
    *(f"assets/stylesheets/{name}.css" for name in ("type", "colour", "rules", "drawings")),
    "assets/view/view.css",
)
SCRIPTS: Final = (
    "assets/javascripts/copy.js",  # before book.js: it makes the place for the buttons of a folded example
    "assets/javascripts/book.js",
    "assets/javascripts/cards.js",
    "assets/view/view.js",
    "assets/javascripts/links.js",
    "assets/errata/errata.js",
    "assets/pieces/pieces.js",
)


class BookConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs has no types there
    """What stands below the plugin's name in `mkdocs.yml`."""

    settings = config_options.Type(str, default="pyproject.toml")


class BookPlugin(BasePlugin[BookConfig]):  # type: ignore[no-untyped-call]  # the same
    """Makes a site of a book; option `settings` names the file with the `[tool.responsa]` table."""

    is_served = False
    language = SOURCE

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Note whether pages are served while they are written."""
        self.is_served = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Bring what the pages need.

        Raises:
            PluginError: If the settings cannot be read, or the site cannot be written; the message says what is wrong.
        """
        self.file = Path(config.config_file_path or "mkdocs.yml").parent / self.config.settings
        try:
            settings = settings_of(self.file)
        except NoSettings as error:
            raise PluginError(f"responsa: {error}") from error
        _check_writable(Path(config.site_dir))
        find_packages(settings)
        extensions: dict[str, dict[str, object]] = {
            **EXTENSIONS,
            EXTENSION: {"settings": str(self.file), "language": self.language},
        }
        config.markdown_extensions += [name for name in extensions if name not in config.markdown_extensions]
        for name, options in extensions.items():
            config.mdx_configs[name] = options | (config.mdx_configs.get(name) or {})
        config.extra_css += [path for path in STYLES if path not in config.extra_css]
        config.extra_javascript += [path for path in SCRIPTS if path not in map(str, config.extra_javascript)]
        return config

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Put into the site what is no page; what is served while it is written must not be hidden by a copy of it."""
        if self.language != SOURCE:
            return
        for language in settings_of(self.file).languages:
            edition = edition_at(str(self.file), language)
            if edition.pages:
                build_edition(config, edition)
        finish.main(config.site_dir, str(self.file), leave_out=("offline",) if self.is_served else ())


def _check_writable(site: Path) -> None:
    """Make sure that the site can be written, or a builder would end in the middle of its work.

    Raises:
        PluginError: If it cannot; the message says where, and what to do.
    """
    try:
        site.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror
    else:
        why = "" if os.access(site, os.W_OK) else "no permission to write there"
    if why:
        raise PluginError(f"responsa: the site cannot be written to {site} ({why}); name another folder with -d")
