"""Puts the words of the book into the wheel, so that `responsa rule` and `responsa search` need no clone."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BookHook(BuildHookInterface[Any]):
    """Reads the pages when a wheel is built; an editable installation reads them itself, always as they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add `responsa/book.json` and `responsa/index.json` to the wheel, and the same in each other language."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        from responsa.book import Book, Settings
        from responsa.book.data import book_data
        from responsa.book.edition import edition
        from responsa.book.search_index import index_of_book
        from responsa.data import FILE, INDEX, SOURCE, name_in

        self.folder = tempfile.TemporaryDirectory()
        book = Book.read(Settings.read(root / "pyproject.toml"))
        editions = {SOURCE: book} | {language: edition(book, language) for language in book.settings.languages}
        for language, said in editions.items():
            for name, data in ((FILE, book_data(said)), (INDEX, index_of_book(said))):
                file = Path(self.folder.name) / name_in(language, name)
                file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8", newline="\n")
                build_data["force_include"][str(file)] = f"responsa/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Forget the file from which the wheel took it."""
        if version != "editable":
            self.folder.cleanup()
