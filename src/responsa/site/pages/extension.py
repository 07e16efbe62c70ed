"""The Python-Markdown extension that shapes the pages; it works wherever Python-Markdown does.

In `mkdocs.yml`:

    markdown_extensions:
      - responsa.site.pages.extension
"""

from __future__ import annotations

import sys
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Extension, Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from responsa.book import Book, BookError, Settings
from responsa.book.gate import hold
from responsa.book.page import Page
from responsa.site.pages.calculator_page import fill_places
from responsa.site.pages.directives import DRAWING
from responsa.site.pages.render import Renderer
from responsa.site.pages.russian import mark_russian
from responsa.site.shelf import book_at, edition_at, forget
from responsa.site.words import SOURCE

BEFORE_EVERYTHING = 100
"""Our syntax is gone before any other extension looks at the text."""


DOCSTRING = "mkdocstrings_ids"
"""What only a Markdown processor for docstrings has."""

BEFORE_LINKS = 5
"""Drawings stand in the page when the site builder turns links to pages into links to files, at 0."""

AFTER_CONTENTS = 4
"""Titles inside an answer are no headings of the page: the table of contents is made at 5."""

AFTER_ALL = 1
"""The page is whole: nothing of it is set aside any more."""


class Shelf:
    """Keeps a book at hand while a site is built, and reads it anew when a new build begins."""

    def __init__(self, settings_file: str, language: str = SOURCE) -> None:
        self.settings_file = settings_file
        self.language = language
        self._book: Book | None = None
        self._by_text: dict[str, Page] = {}
        self._stamp: object = None
        self._served: set[str] = set()

    def page_with(self, text: str, *, is_docstring: bool = False) -> tuple[Book, Page | None]:
        """The book, and the page whose Markdown this is; no page if it is some other text, such as a docstring.

        Raises:
            BookError: If the book is not in order.
        """
        if is_docstring and self._book:
            return self._book, None
        page = self._by_text.get(text)
        if page is None or page.path in self._served:
            self._refresh()
            page = self._by_text.get(text)
        if page is not None:
            self._served.add(page.path)
        assert self._book is not None
        return self._book, page

    def _refresh(self) -> None:
        settings = Settings.read(self.settings_file)
        stamp = [(file, file.stat().st_mtime_ns) for file in sorted(settings.docs.rglob("*.md")) if file.exists()]
        self._served.clear()
        if self.language != SOURCE:  # the original has been held
            self._book = edition_at(self.settings_file, self.language)
            self._by_text = {page.body: page for page in self._book.pages.values()}
        if stamp == self._stamp or self.language != SOURCE:
            return
        forget()
        book = book_at(self.settings_file)
        hold(book)
        self._book, self._stamp = book, stamp
        self._by_text = {page.body: page for page in book.pages.values()}


_shelves: dict[tuple[str, str], Shelf] = {}  # one for each book: a site builder makes a new extension for every page


class BookPreprocessor(Preprocessor):
    """Replaces the text of a page, or of a docstring, before Markdown sees it."""

    def __init__(self, md: Markdown, settings_file: str, language: str) -> None:
        super().__init__(md)
        self.shelf = _shelves.setdefault((settings_file, language), Shelf(settings_file, language))
        self.drawings: list[Element] = []
        self.reading: tuple[Book, Page | None] | None = None

    def run(self, lines: list[str]) -> list[str]:
        """The lines of a page with our syntax replaced; other texts get their references linked."""
        text = "\n".join(lines).strip()
        try:
            book, page = self.shelf.page_with(text, is_docstring=DOCSTRING in self.md.treeprocessors)
            self.reading = book, page
            renderer = Renderer(book, has_api="mkdocs-autorefs" in self.md.inlinePatterns)
            self.drawings = renderer.drawings
            return (renderer.page(page) if page else renderer.fragment("\n".join(lines))).split("\n")
        except BookError as error:
            raise _as_build_error(error) from error


class DrawingTreeprocessor(Treeprocessor):
    """Puts each drawing where its placeholder stands, as elements: links in it are treated like all others."""

    def __init__(self, md: Markdown, preprocessor: BookPreprocessor) -> None:
        super().__init__(md)
        self.preprocessor = preprocessor

    def run(self, root: Element) -> None:
        """Turn each placeholder's paragraph into a figure."""
        for number, drawing in enumerate(self.preprocessor.drawings):
            for paragraph in root.iter("p"):
                if paragraph.text == DRAWING.format(number):
                    paragraph.tag, paragraph.text = "figure", None
                    paragraph.set("class", "drawing")
                    paragraph.append(drawing)
                    SubElement(paragraph, "figcaption").text = drawing.get("aria-label")


class CalculatorTreeprocessor(Treeprocessor):
    """Puts each calculator where its placeholder stands."""

    def __init__(self, md: Markdown, preprocessor: BookPreprocessor) -> None:
        super().__init__(md)
        self.preprocessor = preprocessor

    def run(self, root: Element) -> None:
        """Turn each placeholder's paragraph into a calculator."""
        book, page = self.preprocessor.reading or (None, None)
        if book and page:
            try:
                fill_places(root, book, page)
            except BookError as error:
                raise _as_build_error(error) from error


class RussianPostprocessor(Postprocessor):
    """Marks Russian words in the finished page."""

    def run(self, text: str) -> str:
        """The page with them marked."""
        return mark_russian(text)


def _as_build_error(error: BookError) -> Exception:
    """MkDocs prints its own kind of error without a traceback."""
    if "mkdocs.exceptions" not in sys.modules:
        return error
    from mkdocs.exceptions import BuildError

    return BuildError(f"the book is not in order\n{error}")


class BookExtension(Extension):
    """Rules, references, tied numbers, errata marks and lists; option `settings` names the file with the settings."""

    def __init__(self, **kwargs: Any) -> None:
        self.config = {
            "settings": ["pyproject.toml", "The file with the [tool.responsa] table."],
            "language": [SOURCE, "The two letters of the language of the pages."],
        }
        super().__init__(**kwargs)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Put the preprocessor in front of all others."""
        language = self.getConfig("language")
        preprocessor = BookPreprocessor(md, self.getConfig("settings"), language)
        md.preprocessors.register(preprocessor, "responsa", BEFORE_EVERYTHING)
        md.treeprocessors.register(DrawingTreeprocessor(md, preprocessor), "responsa-drawings", BEFORE_LINKS)
        md.treeprocessors.register(CalculatorTreeprocessor(md, preprocessor), "responsa-calculators", AFTER_CONTENTS)
        if language == SOURCE:
            md.postprocessors.register(RussianPostprocessor(md), "responsa-russian", AFTER_ALL)


def makeExtension(**kwargs: Any) -> BookExtension:  # noqa: N802 - Python-Markdown's name
    """What Python-Markdown calls to load the extension."""
    return BookExtension(**kwargs)
