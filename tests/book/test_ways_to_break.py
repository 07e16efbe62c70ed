# ruff: noqa: E501 - a line for each way
"""More than 90 ways to break a small book, a line each: every one is a fault of the gate, where it stands."""

from __future__ import annotations

import importlib
from collections import Counter
from dataclasses import dataclass

import pytest

from responsa.book import Book
from responsa.book.gate import NoSettings, Verdict, judge, settings_of
from tests.book.minibook import MiniBook, minibook
from tests.book.test_book import BREAKS as OF_PAGES
from tests.book.test_errata import BREAKS as OF_ERRATA

__all__ = ["minibook"]

W, HOME, E, MODULE, SETTINGS = "his/walls.md", "index.md", "errata/his.md", "walls.py", "pyproject.toml"
TERM = "\n\n### wall\n\n{term: HIS; rule: HIS 13.4c; russian: стена}\n\nStones.\n"
ASK = "\n\n## May five?\n\n**No.**\n\nRules: [HIS 13.4d]\n\nRussian: можно?\n"
PROOF = "\n\n```python\nfrom PACKAGE import may_withdraw\n\nprinted = 5 <= 5\nruling = bool(may_withdraw(5))\nassert printed != ruling\n```\n"
SCRIPT = "```python\nfrom PACKAGE import may_withdraw\n\n{}\n```\n\n| units |"
CHANGES = "severity: changes play"


@dataclass(frozen=True)
class Way:
    """One way to break the small book: some words of a file become others; the fault is found at `place`."""

    name: str
    file: str
    old: str
    new: str
    place: str
    message: str


# fmt: off
NEW = [
    # what nothing runs
    Way("a misspelt language", HOME, "See", "```pyton\n>>> 1\n```\n\nSee", "index.md:3", "there is no language 'pyton'; did you mean 'python'?"),
    Way("prompts in indented code", HOME, "See", "Look here.\n\n    >>> 1 + 1\n    3\n\nSee", "index.md:5", "Python prompts in indented code"),
    Way("code in raw HTML", HOME, "See", '<pre><code class="language-python">1 / 0</code></pre>\n\nSee', "index.md:3", "code in HTML, which is not run"),
    Way("prose after the output", W, "[HIS 13.4d].\n```", "[HIS 13.4d].\n\nNever more than 99.\n```", f"{W}:16", "'Never more than 99.' is neither code nor output"),
    Way("prose between two steps", W, ">>> print", "\nAnd so:\n>>> print", f"{W}:14", "'And so:' is neither code nor output"),
    Way("a fence ended by too many marks", W, "[HIS 13.4d].\n```\n", "[HIS 13.4d].\n`````\n", f"{W}:15", "marks of a fence inside a fence"),
    Way("a fence ended by a fence", W, "[HIS 13.4d].\n```\n", "[HIS 13.4d].\n```pycon\n", f"{W}:15", "marks of a fence inside a fence"),
    Way("a directive of doctest", W, "may_withdraw(4))", "may_withdraw(4))  # doctest: +SKIP", f"{W}:13", "a directive of doctest"),
    Way("another directive of doctest", W, "may_withdraw(4))", "may_withdraw(4))  # doctest:+ELLIPSIS", f"{W}:13", "a directive of doctest"),
    Way("a fence below a definition", HOME, "See", "Wall\n:   Stones.\n\n    ```python\n    assert 19 == 18\n    ```\n\nSee", "index.md:7", "assert 19 == 18"),
    Way("Markdown in HTML", W, "```pycon", "<div markdown>\nAt most 99 units must stay [99.9z].\n</div>\n\n```pycon", f"{W}:11", "Markdown inside HTML on a page of rules"),
    Way("a reference in HTML", HOME, "See", "<div markdown>\nAs [HIS 99.9z] says.\n</div>\n\nSee", "index.md:4", "there is no rule or clause HIS 99.9z"),
    # what proves nothing
    Way("a wrong output", W, "Yes. 4 are few", "Yes. 3 are few", f"{W}:13", "does not give what the page shows"),
    Way("a name that is not there, three times", W, "may_withdraw(4))\nYes. 4 are few enough [HIS 13.4d].", "may_withdrw(4))\nYes.\n>>> print(may_withdrw(5))\nNo.\n>>> print(may_withdraw(6))\nYes.", f"{W}:13", "does not give what the page shows"),
    Way("no output", W, "Yes. 4 are few enough [HIS 13.4d].\n", "", f"{W}:13", "does not give what the page shows"),
    Way("nothing printed", W, "print(may_withdraw(4))\nYes. 4 are few enough [HIS 13.4d].", "x = may_withdraw(4)", f"{W}:11", "this example shows no output"),
    Way("no assert", W, "| units |", SCRIPT.format("may_withdraw(5)"), f"{W}:17", "this example asserts nothing"),
    Way("only comments", W, "| units |", SCRIPT.format("# may_withdraw(5)"), f"{W}:17", "this example asserts nothing"),
    Way("a wrong assert", W, "| units |", SCRIPT.format("assert may_withdraw(5)"), f"{W}:20", "AssertionError"),
    Way("an assert in a function that nobody calls", W, "| units |", SCRIPT.format("def check():\n    assert may_withdraw(5)"), f"{W}:21", "this assert never ran"),
    Way("an assert behind a condition", W, "| units |", SCRIPT.format("if may_withdraw(5):\n    assert False"), f"{W}:21", "this assert never ran"),
    Way("an assert in an empty loop", W, "| units |", SCRIPT.format("for units in ():\n    assert may_withdraw(units)"), f"{W}:21", "this assert never ran"),
    Way("a name that is not there", W, "| units |", SCRIPT.format("assert must_withdraw"), f"{W}:20", "NameError"),
    Way("a wrong row", W, "|     5 | no       |", "|     5 | yes      |", f"{W}:20", "the table says withdraw = yes"),
    Way("a rule without example", W, "[13.4d] At", "```pycon\n>>> 1\n1\n```\n\n[13.4d] At", f"{W}:5", "no example of HIS 13.4c runs its code"),
    # prose
    Way("prose that demands", W, "# 13.4 The walls", "# 13.3 The gates\n\nHere it is told.\n\nAll units must stay.\n\n## 13.4 The walls", f"{W}:7", "'must' is said outside of every rule"),
    Way("prose that counts", W, "# 13.4 The walls", "# 13.3 The gates\n\nHere it is told.\n\nNever more than 99 stay.\n\n## 13.4 The walls", f"{W}:7", "'99' is said outside of every rule"),
    Way("prose marked without reason", W, "# 13.4 The walls", "# 13.3 The gates\n\nHere it is told.\n\n<!-- plain -->\n\nAll may stay.\n\n## 13.4 The walls", f"{W}:9", "'may' is said outside of every rule"),
    # directives
    Way("a misspelt directive", HOME, "See", "{plto: odds() | Odds}\n\nSee", "index.md:3", "there is no directive 'plto'; did you mean 'plot'?"),
    Way("a misspelt list", HOME, "See", "{list: erata}\n\nSee", "index.md:3", "there is no list 'erata'; did you mean 'errata'?"),
    Way("a misspelt calculator", HOME, "See", "{calculator: fortres}\n\nSee", "index.md:3", "there is no calculator 'fortres'; did you mean 'fortress'?"),
    Way("a diagram of nothing", W, "```pycon", "{diagram: NO_SUCH | Steps}\n\n```pycon", f"{W}:11", "this diagram cannot be drawn"),
    Way("a plot of nothing", W, "```pycon", "{plot: odds() | Odds}\n\n```pycon", f"{W}:11", "this plot cannot be drawn"),
    Way("a plot without caption", W, "```pycon", "{plot: odds()}\n\n```pycon", f"{W}:11", "a plot needs a caption"),
    Way("an answer to nothing", HOME, "See", "{answer: next}\n\nSee", "index.md:3", "no example below this line prints an answer"),
    Way("an answer misspelt", W, "```pycon", "{answer: x}\n\n```pycon", f"{W}:11", "there is no answer 'x'; expected next"),
    Way("a directive in a paragraph", HOME, "See", "Look here:\n{list: skips}\n\nSee", "index.md:4", "must stand by itself"),
    # entries
    Way("an erratum without ruling", E, "\nRuling: four.\n", "", f"{E}:3", "has no paragraph that begins with 'Ruling:'"),
    Way("an erratum without what is printed", E, "Printed: nothing.\n\n", "", f"{E}:3", "has no paragraph that begins with 'Printed:'"),
    Way("a proof with a constant", E, "severity: confuses", CHANGES, f"{E}:3", "does not say why its printed reading is always True"),
    Way("a proof with a function that always gives the same", E, "severity: confuses", CHANGES, f"{E}:3", "does not say why its printed reading is always True"),
    Way("a proof with nothing", E, "severity: confuses", CHANGES, f"{E}:3", "a printed reading of None"),
    Way("a proof that follows the printed words", E, "severity: confuses", CHANGES, f"{E}:3", "changes nothing"),
    Way("a proof without the library", E, "severity: confuses", CHANGES, f"{E}:3", "did not come from the library's code"),
    Way("a term without definition", HOME, "See", "### wall\n\n{term: HIS; rule: HIS 13.4c; russian: стена}\n\n## More\n\nSee", "index.md:3", "the term 'wall' has no definition"),
    Way("a term without Russian", HOME, "\n\nSee", TERM.replace("; russian: стена", "") + "\nSee", "index.md:3", "'wall' has no Russian"),
    Way("a term of a rule that is not there", HOME, "\n\nSee", TERM.replace("13.4c", "13.4x") + "\nSee", "index.md:3", "which does not exist"),
    Way("a term of an unknown rulebook", HOME, "\n\nSee", TERM.replace("term: HIS", "term: XYZ") + "\nSee", "index.md:3", "which is no rulebook"),
    Way("a question without rules", HOME, "\n\nSee", ASK + ASK.replace("Rules: [HIS 13.4d]\n\n", "").replace("five", "six") + "\nSee", "index.md:12", "a question without a line 'Rules: [...]'"),
    Way("a question that rests on nothing", HOME, "\n\nSee", ASK.replace("[HIS 13.4d]", "none") + "\nSee", "index.md:3", "rests on no rule"),
    Way("an unknown rule in the words of players", "questions/asked.csv", "", "rule,english,russian\nHIS 13.4x,a,b\n", "questions/asked.csv:2", "there is no rule HIS 13.4x"),
    # letters and files
    Way("letters with separate accents", HOME, "See", "Besanc\N{COMBINING CEDILLA}on. See", "index.md:3", "letters with separate accents"),
    Way("a lost letter", HOME, "See", "Besan\N{REPLACEMENT CHARACTER}on. See", "index.md:3", "stands for a letter that was lost"),
    Way("a wrong encoding", HOME, "See", "BesanÃ§on. See", "index.md:3", "was read in the wrong encoding; it means 'ç'"),
    Way("a wrong encoding of quotes", HOME, "See", "It is theirâ€™s. See", "index.md:3", "was read in the wrong encoding"),
    Way("a wrong encoding of Cyrillic", HOME, "See", "РџСЂРёРІРµС‚. See", "index.md:3", "it means 'Привет'"),
    Way("a Cyrillic letter in a word", HOME, "See", "Вuda. See", "index.md:3", "mixes the letters of two alphabets"),
    Way("a byte order mark", HOME, "# Home", "\N{ZERO WIDTH NO-BREAK SPACE}# Home", "index.md:1", "a byte order mark"),
    Way("a first line that is metadata", HOME, "# Home\n", "Note: all units must stay.\n", "index.md:1", "takes 'Note: all units must stay.' for metadata"),
    Way("front matter that is none", HOME, "# Home", "---\nAll units must stay.\n---\n# Home", "index.md:1", "cannot read these lines as front matter"),
    Way("a definition in a list", HOME, "See", "- A wall:\n\n    Wall\n    :   Stones.\n\nSee", "index.md:5", "a definition inside another block"),
    Way("a page of another name", "more.markdown", "", "# More\n", "more.markdown:1", "the site builder takes this for a page"),
    # code
    Way("a constant renamed in its module", MODULE, "MAX_INSIDE: Final", "MOST_INSIDE = MAX_INSIDE_: Final", "PACKAGE:1", "this package cannot be imported: SyntaxError"),
    Way("another name of a constant", W, "(=MAX_INSIDE)", "(=MAX_INSDE)", f"{W}:8", "has no MAX_INSDE; did you mean MAX_INSIDE?"),
    Way("another value of a constant", MODULE, "Final = 4", "Final = 5", f"{W}:8", "the text says 'four', but PACKAGE.walls.MAX_INSIDE is 5"),
    Way("a function renamed in its module", MODULE, "def may_withdraw", "def can_withdraw", "PACKAGE:1", "cannot be imported"),
    Way("another name of a function", W, "(=may_withdraw)", "(=may_withdrw)", f"{W}:8", "has no function may_withdrw; did you mean may_withdraw?"),
    Way("a function that is not exported", MODULE, "@implements", '@implements("HIS 13.4d")\ndef may_stay() -> Ruling:\n    """[HIS 13.4d]."""\n    return Ruling.yes("so", "HIS 13.4d")\n\n\n@implements', f"{W}:8", "walls.may_stay is not exported; name it in __all__ of"),
    Way("a public function of no rule", MODULE, '@implements("HIS 13.4c", "HIS 13.4d")\n', "", "PACKAGE.walls:12", "implements no rule"),
    Way("a mark of no rule", MODULE, '"HIS 13.4c"', '"HIS 13.4x"', "PACKAGE.walls:12", "implements HIS 13.4x, which the book does not have"),
    Way("a mark of another version", MODULE, '"HIS 13.4c"', '"HIS 13.4c v2"', "PACKAGE.walls:12", "implements version 2 of HIS 13.4c"),
    Way("a reason of no rule", MODULE, '"HIS 13.4d", yes', '"HIS 13.4x", yes', "PACKAGE.walls:15", "HIS 13.4x is cited, but the book does not have it"),
    Way("a rule that only private code carries", MODULE, '@implements("HIS 13.4c", "HIS 13.4d")', '@implements("HIS 13.4c")\ndef _fort() -> None:\n    """[HIS 13.4c]."""\n\n\n@implements("HIS 13.4d")', f"{W}:5", "only code that nobody can call carries HIS 13.4c"),
    Way("a rule without code", MODULE, '"HIS 13.4c", ', "", f"{W}:5", "HIS 13.4c is carried by no code"),
    # settings
    Way("a folder misspelt", SETTINGS, 'folder = "his"', 'folder = "hiss"', "pyproject.toml:1", "the folder 'hiss' of HIS has no pages; did you mean 'his'?"),
    Way("a package misspelt", SETTINGS, 'package = "', 'package = "no_', "no_PACKAGE:1", "cannot be imported: ModuleNotFoundError"),
    Way("an unknown key", SETTINGS, 'removed = ', 'changs = "x"\nremoved = ', "pyproject.toml", "has a key 'changs' that nobody knows; did you mean changes?"),
    Way("an unknown key of a rulebook", SETTINGS, 'api = ', 'pakage = "x"\napi = ', "pyproject.toml", "has a key 'pakage' that nobody knows; did you mean package?"),
]
# fmt: on

READINGS = {
    "a proof with a constant": ("printed = 5 <= 5", "printed = True"),
    "a proof with a function that always gives the same": (
        "printed = 5 <= 5",
        "def printed_reading(units):\n    return True\n\n\nprinted = printed_reading(5)",
    ),
    "a proof with nothing": ("printed = 5 <= 5", "printed = None"),
    "a proof that follows the printed words": (
        "printed = 5 <= 5\nruling = bool(may_withdraw(5))\nassert printed != ruling",
        "printed = 5 <= 4\nruling = bool(may_withdraw(5))\nassert ruling is False",
    ),
    "a proof without the library": ("bool(may_withdraw(5))", "5 < 5"),
}
WAYS = [
    *NEW,
    *(
        Way(name, page, old, new, f"{page}:{line}", message)
        for name, page, old, new, line, message in OF_PAGES
        if message
    ),
    *(Way(message, E, old, new, f"{E}:3", message) for old, new, message in OF_ERRATA),
]


def broken(book: MiniBook, way: Way) -> Verdict:
    """What the gate says of the book when it is broken in that way."""
    folders = {MODULE: book.root / book.package, SETTINGS: book.root}
    file = folders.get(way.file, book.root / "docs") / way.file
    if way.old:
        text = file.read_text(encoding="utf-8")
        assert way.old in text, way
        file.write_text(text.replace(way.old, way.new).replace("PACKAGE", book.package), encoding="utf-8")
    else:
        file.parent.mkdir(exist_ok=True)
        file.write_text(way.new, encoding="utf-8")
    if way.name in READINGS:
        book.write(E, file.read_text() + PROOF.replace(*READINGS[way.name]))
    if "not exported" in way.message:
        book.change(W, "(=may_withdraw)", "(=may_stay)")
    importlib.invalidate_caches()
    return judge(Book.read(settings_of(book.root)))


@pytest.mark.parametrize("way", WAYS, ids=[way.name for way in WAYS])
def test_the_gate_refuses(minibook: MiniBook, way: Way) -> None:
    try:
        said = [str(fault).replace(minibook.package, "PACKAGE") for fault in broken(minibook, way).faults]
    except NoSettings as error:
        said = [str(error).replace(f"{minibook.root}/", "")]
    assert [line for line in said if line.startswith(way.place) and way.message in line], said
    assert Counter(said).most_common(1)[0][1] == 1
    assert "\n".join(said).count("Failed example:") <= 1


def test_there_are_many_ways_and_a_book_in_order_is_none(minibook: MiniBook) -> None:
    assert len({way.name for way in WAYS}) >= 90
    assert judge(Book.read(settings_of(minibook.root))) == Verdict([])
