"""The words of a book: another language of its pages, and other words that allow, demand, bar and count."""

from __future__ import annotations

import pytest

from responsa.book import Settings
from responsa.book.gate import NoSettings, settings_of
from tests.book.minibook import MiniBook, minibook

__all__ = ["minibook"]


def say(book: MiniBook, lines: str) -> None:
    file = book.root / "pyproject.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('errata = "errata"\n', f'errata = "errata"\n{lines}\n'), encoding="utf-8")


def messages(book: MiniBook) -> list[str]:
    return [fault.message for fault in book.faults()]


def test_shall_says_must_where_the_settings_say_so(minibook: MiniBook) -> None:
    minibook.change("his/walls.md", '[must](=plain "nothing asks") be', "shall be")
    assert messages(minibook) == []  # in English as it is, the word says nothing
    say(minibook, 'words = { must = ["must", "shall"], "must not" = ["must not", "shall not"] }')
    assert messages(minibook) == ["the word 'shall' in HIS 13.4c is tied to nothing; expected [shall](=FUNCTION)"]
    minibook.change("his/walls.md", "shall be", "[shall](=or not may_withdraw) be")
    assert messages(minibook) == []
    minibook.change("his/walls.md", "[may](=may_withdraw)", "[shall](=may_withdraw)")
    assert any("'shall'" in message for message in messages(minibook))


def test_a_book_in_russian(minibook: MiniBook) -> None:
    say(minibook, 'language = "ru"')
    minibook.change("his/walls.md", '[must](=plain "nothing asks") be', '[должно](=plain "причина") be')
    minibook.change(
        "his/walls.md",
        "At most [four](=MAX_INSIDE) units [may](=may_withdraw) withdraw.",
        "Не более [четырёх](=MAX_INSIDE) отрядов [может](=may_withdraw) отойти.",
    )
    minibook.change("errata/his.md", "Printed:", "Напечатано:")
    minibook.change("errata/his.md", "Ruling:", "Решение:")
    assert messages(minibook) == []
    minibook.change("his/walls.md", "[четырёх]", "[пяти]")
    minibook.change("his/walls.md", "[может](=may_withdraw)", "может")
    found = messages(minibook)
    assert f"the text says 'пяти', but {minibook.package}.walls.MAX_INSIDE is 4" in found
    assert "the word 'может' in HIS 13.4d is tied to nothing; expected [может](=FUNCTION)" in found


def test_a_language_that_nobody_knows_brings_its_words(minibook: MiniBook) -> None:
    say(
        minibook,
        'language = "de"\nwords = { may = ["darf", "dürfen"], must = ["muss"], "must not" = ["darf nicht"], '
        'numbers = { vier = 4 }, sayings = { Gedruckt = "printed", Entscheid = "ruling" } }',
    )
    minibook.change("his/walls.md", '[must](=plain "nothing asks") be', '[muss](=plain "nichts fragt") be')
    minibook.change("his/walls.md", "[four]", "[vier]")
    minibook.change("his/walls.md", "[may](=may_withdraw) withdraw", "[dürfen](=may_withdraw) weichen")
    minibook.change("errata/his.md", "Printed:", "Gedruckt:")
    minibook.change("errata/his.md", "Ruling:", "Entscheid:")
    assert messages(minibook) == []
    minibook.change("his/walls.md", "[vier](=MAX_INSIDE)", "vier")
    assert "the number 'vier' in HIS 13.4d is tied to nothing; expected [vier](=CONSTANT)" in messages(minibook)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ('{ shall = ["shall"] }', "words has a key 'shall'; expected may, must, must not, numbers or sayings"),
        ('{ must = "shall" }', "words says must = 'shall'; expected a list of words"),
        ("{ numbers = { four = [] } }", "words says numbers = {'four': []}; expected words with their values"),
        ('{ sayings = { Said = "said" } }', "words says sayings = {'Said': 'said'}; expected words for 'printed' and"),
    ],
)
def test_words_that_are_none_are_told(minibook: MiniBook, words: str, said: str) -> None:
    say(minibook, f"words = {words}")
    with pytest.raises(NoSettings) as told:
        settings_of(minibook.root)
    assert said in str(told.value)


def test_without_words_of_its_own_a_book_is_english(minibook: MiniBook) -> None:
    settings = Settings.read(minibook.root / "pyproject.toml")
    assert (settings.language.code, settings.language.kind_of("shall")) == ("en", "")
