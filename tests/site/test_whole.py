"""Each rulebook on one page, on the screen and as a PDF."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from responsa.book import Book, Settings
from responsa.book.settings import Rulebook
from responsa.site.finish import whole
from tests.site.test_links import Anchors
from tools.print_edition import FOR_READERS, ONLY_AIDS, OPENED, pages_of, print_edition

ROOT = Path(__file__).parents[2]
BOOK = Book.read(Settings.read(ROOT / "pyproject.toml"))
RULEBOOKS = list(BOOK.settings.rulebooks.values())
SMALL = next(rulebook for rulebook in RULEBOOKS if rulebook.key == "HEL")
MOST_PAGES, MOST_BYTES = 60, 3_000_000
"""What a rulebook may take on paper."""


def read(site: Path, rulebook: Rulebook) -> str:
    return (site / rulebook.folder / whole.FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.key)
def test_all_of_the_rulebook_is_on_it(site: Path, rulebook: Rulebook) -> None:
    text = read(site, rulebook)
    ids = set(Anchors(text).ids)
    assert {rule.anchor for rule in BOOK.rules if rule.rulebook == rulebook.key} <= ids
    assert {clause.anchor for clause in BOOK.clauses if clause.rulebook == rulebook.key} <= ids
    assert {id_.lower() for id_ in BOOK.errata if id_.startswith(rulebook.key)} <= ids
    pages = [page for page in BOOK.pages.values() if page.rulebook == rulebook]
    assert text.count('<section class="part"') == len(pages) + len(whole.APPENDICES)
    shown = sum(len(page.examples) for page in pages)
    assert len(re.findall(r'<div class="language-(?:pycon|python) highlight">', text)) >= shown > 0


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.key)
def test_links_between_its_pages_stay_on_it(site: Path, rulebook: Rulebook) -> None:
    text = read(site, rulebook)
    article = text[text.index("<article") : text.index("</article>")]
    links = Anchors(article).links
    inside = {
        f"{page.path.rpartition('/')[2].removesuffix('.md')}.html"
        for page in BOOK.pages.values()
        if page.rulebook == rulebook
    }
    assert not [link for link in links if link.partition("#")[0] in inside]
    assert not [link for link in links if link.startswith(f"../errata/{rulebook.folder}.html")]
    assert {
        f"#{id_.lower()}" for rule in BOOK.rules.values() if rule.id.rulebook == rulebook.key for id_ in rule.errata
    } <= {*links}


def test_it_does_without_what_would_take_seconds_on_so_long_a_page(site: Path) -> None:
    assert '"content.tooltips"' in (site / SMALL.folder / "index.html").read_text(encoding="utf-8")
    assert '"content.tooltips"' not in read(site, SMALL)


def test_it_is_found_from_the_rulebook_and_not_by_search_engines(site: Path) -> None:
    first = site / SMALL.folder / "index.html"
    assert Anchors(first.read_text(encoding="utf-8")).links.count(whole.FILE) == 1
    assert '<meta name="robots" content="noindex">' in read(site, SMALL)
    assert whole.FILE not in (site / "sitemap.xml").read_text(encoding="utf-8")


def test_it_is_always_the_same_bytes(site: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(site, tmp_path / "site", ignore=shutil.ignore_patterns("*.map", "python"))
    whole.main(str(copy))
    assert [read(copy, rulebook) for rulebook in RULEBOOKS] == [read(site, rulebook) for rulebook in RULEBOOKS]


def test_a_page_without_an_article_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / SMALL.folder
    folder.mkdir()
    (folder / "index.html").write_text("<h1>Hellenes</h1>")
    with pytest.raises(ValueError, match=r"hellenes/index\.html has no article"):
        whole.put_whole(tmp_path, SMALL, "Responsa")


def test_it_reads_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(f"{SMALL.folder}/{whole.FILE}", viewport={"width": 360, "height": 740})
    page.locator(".contents a").nth(3).click()
    page.wait_for_url(lambda url: "#" in url)
    assert page.evaluate("document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth")


def printed(chromium: Browser, site: Path, rulebook: Rulebook, *steps: str) -> PdfReader:
    page = chromium.new_page()
    way = f"{rulebook.folder}/{whole.FILE}"
    pdf = print_edition(page, site / way, f"https://example.org/{way}", title=rulebook.title, steps=steps)
    page.close()
    return PdfReader(io.BytesIO(pdf))


@pytest.fixture(scope="module")
def paper(chromium: Browser, site: Path) -> PdfReader:
    """A rulebook as its readers print it."""
    return printed(chromium, site, SMALL, FOR_READERS)


def test_it_prints_as_a_book(paper: PdfReader) -> None:
    places = pages_of(paper)
    assert len(paper.pages) <= 60
    assert paper.metadata is not None
    assert paper.metadata.title == SMALL.title
    assert [entry for entry in paper.outline if not isinstance(entry, list)]
    rules = [rule for rule in BOOK.rules if rule.rulebook == SMALL.key]
    whole_text = " ".join(page.extract_text() for page in paper.pages)
    assert not [rule.number for rule in rules if rule.number not in whole_text]
    assert links_of(paper)["inside"] <= places.keys()
    assert {link.partition("#")[0] for link in links_of(paper)["outside"]} >= {"https://example.org/glossary.html"}
    assert not [link for link in links_of(paper)["outside"] if link.startswith("file:")]
    cited = [rule for rule in rules if rule.anchor in places]
    for rule in (cited[0], cited[-1]):
        words = paper.pages[places[rule.anchor] - 1].extract_text()
        assert rule.number in words
        assert words.startswith(SMALL.title)
        assert str(places[rule.anchor]) in words.splitlines()[:2] + words.splitlines()[-2:]
    contents = paper.pages[0].extract_text() + paper.pages[1].extract_text()
    assert re.search(rf"9\.2 .*\b{places['hel-9.2']}$", contents, re.MULTILINE)


def test_on_paper_stand_answers_and_pages_instead_of_code_and_links(paper: PdfReader) -> None:
    text = "\n".join(page.extract_text() for page in paper.pages)
    assert ">>>" not in text
    assert "import hellenes" not in text
    place = pages_of(paper)["hel-6.3.4a"]
    assert re.search(rf"6\.3\.4a\s*p\. {place}\b", text)


def test_the_aids_of_a_game_take_few_pages(chromium: Browser, site: Path) -> None:
    reader = printed(chromium, site, SMALL, FOR_READERS, ONLY_AIDS)
    text = "\n".join(page.extract_text() for page in reader.pages)
    assert len(reader.pages) <= 2
    assert "The Winter at a glance" in text
    assert "Behind walls:" in text


def test_the_longest_rulebook_is_small_on_paper(site: Path, tmp_path: Path) -> None:
    """In a process of its own, as `make pdf` runs."""
    longest = max(RULEBOOKS, key=lambda rulebook: (site / rulebook.folder / whole.FILE).stat().st_size)
    command = [sys.executable, "-m", "tools.print_edition", str(site), str(tmp_path), longest.folder]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    printed = tmp_path / f"{longest.folder}.pdf"
    assert printed.stat().st_size <= MOST_BYTES
    assert len(PdfReader(printed).pages) <= MOST_PAGES


def test_the_edition_with_code_holds_all_of_it(chromium: Browser, site: Path) -> None:
    reader = printed(chromium, site, SMALL, OPENED)
    assert reader.metadata is not None
    assert reader.metadata.title == SMALL.title
    assert reader.outline
    text = "\n".join(page.extract_text() for page in reader.pages)
    assert text.count("from responsa import") > 50


def links_of(reader: PdfReader) -> dict[str, set[str]]:
    """Where the links of a PDF lead: to places inside, by their name, and outside."""
    found: dict[str, set[str]] = {"inside": set(), "outside": set()}
    for page in reader.pages:
        for annotation in page.get("/Annots", []):
            entry = annotation.get_object()
            if "/Dest" in entry:
                found["inside"].add(str(entry["/Dest"]).removeprefix("/"))
            elif "/A" in entry and "/URI" in entry["/A"]:
                found["outside"].add(str(entry["/A"]["/URI"]))
    return found
