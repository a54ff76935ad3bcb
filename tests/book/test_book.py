"""The files of a book: links, landmarks, escaping, formulas, colours, the same bytes every time."""

import json
import posixpath
import re
from dataclasses import replace
from html import escape, unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from symattn.kernel.axioms import AXIOMS
from symattn.scripts.book import search
from symattn.scripts.book.library import Library
from symattn.scripts.book.lists import LONG_LIST
from symattn.scripts.book.page import called, entitled
from symattn.scripts.book.places import place
from symattn.scripts.book.site import MARKER, site
from symattn.scripts.book.subjects import Subject, subject

VOID = {"meta", "link", "input", "br", "hr", "img", "wbr"}
BLOCKS = {"p", "div", "ul", "ol", "table", "pre", "section", "article", "details", "h1", "h2", "h3", "nav", "figure"}


class Page(HTMLParser):
    """Read a page: its elements in order, its names, its addresses; complain about wrong nesting."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.names, self.addresses, self.words, self.open = [], [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        assert len(values) == len(attributes), f"an attribute of {tag} is given twice"
        assert not (tag in BLOCKS and "p" in self.open), f"{tag} inside a paragraph"
        self.elements.append((tag, values, tuple(self.open)))
        self.names += [values["id"]] if "id" in values else []
        self.addresses += [values[name] for name in ("href", "src") if name in values]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"{tag} is closed where it was not opened"

    def handle_data(self, data):
        self.words.append(data)
        if self.open[-1:] == ["title"] and "svg" not in self.open:
            self.title = data

    def all(self, tag):
        return [values for name, values, _ in self.elements if name == tag]

    def text(self):
        return "".join(self.words).replace("\xa0", " ")


@pytest.fixture(scope="session")
def pages(book):
    return {
        str(path.relative_to(book).as_posix()): Page(path.read_text(encoding="utf-8"))
        for path in sorted(book.rglob("*.html"))
    }


# ------------------------------------------------------------------------------------------------ what there is


def test_a_page_for_every_claim_and_axiom(pages, articles):
    claims = [name for name in pages if name.startswith("claims/")]
    assert len(claims) == len(articles) == 28
    assert {f"axioms/{name}.html" for name in AXIOMS} <= set(pages)
    parts = {"index", "documents", "errata", "axioms", "lemmas", "definitions", "symbols", "dependencies"}
    assert {f"{name}.html" for name in parts} <= set(pages)
    assert {"scripts/equivariance.py.html", "scripts/cost.py.html", "scripts/awkward.py.html"} <= set(pages)


def test_downloads(book, articles):
    for article in articles:
        name = Library(articles).pages[article.record.id]
        assert (book / "tex" / f"{name}.tex").read_text(encoding="utf-8").startswith(r"\documentclass")
        proved = article.record.verdict in ("proved", "defined")
        assert (book / "certificates" / f"{name}.cert").exists() or not proved


def test_certificates_of_the_book_verify(book):
    from symattn.scripts.certify import verify

    files = sorted(map(str, (book / "certificates").iterdir()))
    assert len(files) >= 9
    assert verify(files) == 0


# ------------------------------------------------------------------------------------------------ links


def test_every_link_resolves(pages, book):
    for path, page in pages.items():
        assert len(set(page.names)) == len(page.names), path
        for address in page.addresses:
            parts = urlsplit(address)
            assert not parts.scheme and not parts.netloc and not parts.path.startswith("/"), (path, address)
            target = (book / path).parent / unquote(parts.path) if parts.path else book / path
            assert target.is_file(), (path, address)
            if parts.fragment:
                named = pages[target.resolve().relative_to(book.resolve()).as_posix()].names
                assert unquote(parts.fragment) in named, (path, address)


def test_nothing_points_outside(book):
    for path in book.rglob("*"):
        if path.suffix in (".html", ".css", ".js"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"https?://|@import|url\(|<base", text), path
    namespace = "http://www.w3.org/2000/svg"
    assert (book / "icon.svg").read_text(encoding="utf-8").replace(namespace, "").count("http") == 0


def test_axioms_and_claims_link_to_each_other(pages):
    forward = pages["claims/G11.html"].addresses
    assert "../axioms/sum_swap.html" in forward and "../lemmas.html#bijection_moves" in forward
    assert "../claims/G11.html" in pages["axioms/sum_swap.html"].addresses
    assert "claims/G11.html" in pages["definitions.html"].addresses
    assert "axioms/sum_swap.html" in pages["dependencies.html"].addresses


def test_printed_and_corrected_name_each_other(pages):
    assert "../claims/G11.html" in pages["claims/G11.printed.html"].addresses
    assert "../claims/G11.printed.html" in pages["claims/G11.html"].addresses
    assert pages["claims/G11.html"].text().count("Printed: ") == 1, "the wrong line stands beside the corrected one"
    errata = pages["errata.html"]
    assert errata.text().count("As stated") == errata.text().count("Corrected") == 4
    assert errata.text().count("Printed: ") == 6, "each quotes what the document prints"
    assert errata.text().count("Remarks on what is printed") == errata.text().count("writes E for the identity") == 1
    assert {"claims/G12.printed.2.html", "claims/T2.printed.html", "claims/T2.html"} <= set(errata.addresses)
    assert "claims/G12.printed.1.html" not in errata.addresses, "a printed line that is proved is no erratum"


# ------------------------------------------------------------------------------------------------ for everybody


def test_landmarks_languages_and_titles(pages):
    for path, page in pages.items():
        assert page.all("html") == [{"lang": "en"}], path
        outer = [tag for tag, _, inside in page.elements if inside == ("html", "body")]
        assert outer == ["a", "header", "main", "footer"] and len(page.all("h1")) == 1, path
        first = next(values for tag, values, _ in page.elements if tag == "a")
        assert first == {"class": "skip", "href": "#main"} and "main" in page.names, path
        assert all("aria-label" in values for values in page.all("nav")), path
        assert page.all("label")[0]["for"] == page.all("input")[0]["id"], path
        assert any(values.get("name") == "viewport" for values in page.all("meta")), path
        assert all("alt" in values for values in page.all("img")), path
        for values in page.all("svg"):
            assert values["aria-labelledby"] in page.names, path
    assert len({page.title for page in pages.values()}) == len(pages)


def test_headings_leave_out_no_level(pages):
    for path, page in pages.items():
        levels = [int(tag[1]) for tag, _, _ in page.elements if re.fullmatch(r"h[1-6]", tag)]
        assert levels[0] == 1 and all(after <= before + 1 for before, after in pairwise(levels)), path


def test_what_scrolls_can_be_reached_with_the_keyboard(pages):
    for page in pages.values():
        for _, values, _ in page.elements:
            if values.get("role") == "region":
                assert values["tabindex"] == "0" and values["aria-label"]


def test_the_page_says_everything_without_a_script(pages):
    for page in pages.values():
        assert [values for values in page.all("form") if "hidden" not in values] == []
        assert len(page.all("script")) == 1


def contrast(first, second):
    def luminance(colour):
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast(book):
    style = (book / "style.css").read_text(encoding="utf-8")
    schemes = [
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", part))
        for part in re.findall(r":root \{(.*?)\n ?\}", style, re.S)
    ]
    assert len(schemes) == 2 and all(len(scheme) > 15 for scheme in schemes)
    pairs = [(ink, ground) for ink in ("ink", "soft", "link") for ground in ("page", "panel")]
    pairs += [(ink, ground) for ink in ("good", "bad", "count", "open") for ground in ("page", "panel", f"{ink}-fill")]
    pairs += [("ink", f"{fill}-fill") for fill in ("good", "bad", "open", "count", "axiom")] + [("ink", "mark")]
    for scheme in schemes:
        assert [pair for pair in pairs if contrast(scheme[pair[0]], scheme[pair[1]]) < 4.5] == []


# ------------------------------------------------------------------------------------------------ contents


def test_every_statement_has_a_formula(pages, articles):
    library = Library(articles)
    for article in articles:
        page = pages[f"claims/{library.pages[article.record.id]}.html"]
        inside = [place for place, (_, values, _) in enumerate(page.elements) if "statement" in values.get("class", "")]
        formulas = [tag for tag, _, _ in page.elements[inside[0] :] if tag == "math"]
        assert formulas or article.record.verdict == "error", article.record.id
    shown = pages["claims/G11.html"]
    assert any(values.get("alttext") == "= τ Att(Q, K, V) h" for values in shown.all("math"))


def test_a_claim_page_tells_all(pages, articles):
    text = pages["claims/G12.html"].text()
    (record,) = [article.record for article in articles if article.record.id == "G12"]
    assert record.inferences > 100
    for words in (
        "Theorem",
        "proved as declared",
        "Source: Ganev, Lemma 2.3, proof",
        "definition of SoftMaxrow, σ and τ are permutations",
        f"{record.inferences:,} inferences",
        "g is orthogonal",
        "bijection_moves",
        "instances of random sizes",
        "calc(",
        "symattn verify G12.cert",
    ):
        assert words in text, words


def test_markup_in_words_stays_words(pages, articles):
    page = pages[f"claims/{Library(articles).pages['T/1']}.html"]
    assert len(page.all("script")) == 1 and page.all("b") == [each for each in page.all("b") if each == {}]
    assert "<script>alert('x')</script> & \"quotes\"" in page.text()
    assert "A remark: 1 < 2 & 3 > 2." in page.text()
    assert "<oops> & more" in pages["claims/T6.html"].text()
    assert "broken.py raised RuntimeError: <b>half a script</b>" in pages["claims/T7.html"].text()


def test_claims_that_differ_from_what_is_declared_stand_first(pages):
    text = pages["index.html"].text()
    assert "3 not as declared" in text
    assert text.index("Not as declared") < text.index("The symmetries of attention", text.index("T7"))
    assert "the claim is not defined everywhere without" in pages["claims/T5.html"].text()


def test_a_long_list_begins_with_links_to_its_entries(pages):
    page = pages["lemmas.html"]
    entries = [values["id"] for values in page.all("article") if values.get("class") == "entry"]
    assert ("Go to one of" in page.text()) == (len(entries) >= LONG_LIST)
    assert len(entries) < LONG_LIST or {f"#{entry}" for entry in entries} <= set(page.addresses)


def test_the_front_page_is_by_subject_and_in_the_order_of_each_script(pages, articles):
    chapters = Library(articles).chapters
    assert [chapter.script for chapter in chapters] == ["awkward.py", "broken.py", "cost.py", "equivariance.py"]
    assert chapters[2].subject.title == "What attention costs"
    assert [article.record.id for article in chapters[0].articles][:3] == ["T/1", "t/1", "T2.printed"]
    page = pages["index.html"]
    headings = [name.removesuffix("-heading") for name in page.names if name.endswith("-heading")]
    assert headings == ["unexpected", *(chapter.anchor for chapter in chapters)]
    assert {"documents.html", "scripts/cost.py.html"} <= set(page.addresses)


def test_documents_list_claims_by_place(pages):
    text = pages["documents.html"].text()
    assert text.index("§2.4") < text.index("Lemma 2.3") and "A <b>sheet</b> & more" in text


def test_theorems_that_use_theorems_are_drawn(pages):
    page = pages["dependencies.html"]
    assert "which-uses-which" in page.names and "theorems" in page.names
    assert "../claims/T8.used.html" in pages["claims/T8.html"].addresses, "used by"
    assert "../claims/T8.html" in pages["claims/T8.used.html"].addresses, "theorems used"


def test_each_subject_has_a_picture_of_its_own_in_which_no_label_is_cut(book, articles):
    html = (book / "dependencies.html").read_text(encoding="utf-8")
    for chapter in Library(articles).chapters:
        picture = html.partition(f'id="on-{chapter.anchor}"')[2].partition("</details>")[0]
        for article in chapter.articles:
            assert f">{article.record.id}</text>" in picture
    assert "…</text>" not in html
    banded = html.partition('class="banded"')[2]
    assert banded.count('class="behind"') == 0, "no line but those of the box that is pointed at"


def test_scripts_with_one_name_in_two_folders_stay_apart(articles):
    first = next(article for article in articles if article.script and article.script.name == "cost.py")
    other = replace(first, script=replace(first.script, text=f"# another\n{first.script.text}"))
    library = Library([first, other])
    assert set(library.scripts) == {"cost.py", "cost.py (2)"} and len(set(library.script_pages.values())) == 2
    assert [library.script_of(each) for each in (first, other)] == ["cost.py", "cost.py (2)"]


@pytest.mark.parametrize(
    ("text", "title", "about"),
    [
        ('"""Rotary encodings: Ganev, §3; scores.\n\nMore."""', "Rotary encodings", "Ganev, §3; scores."),
        ('"""Denk, Linear Relationships."""', "Denk, Linear Relationships", ""),
        ('"""Two\nlines: of one\nsentence."""', "Two lines", "of one sentence."),
        ("x = 1", "Kv cache", ""),
        ("no Python at all", "Kv cache", ""),
        ('"""   """', "Kv cache", ""),
    ],
)
def test_the_subject_of_a_script(text, title, about):
    assert subject(Path("somewhere/proofs/modern/kv_cache.py"), text) == Subject(title, about, "modern")


def test_a_counterexample_shows_both_sides(pages):
    page = pages["claims/T2.printed.html"]
    assert sum("symattn-differs" in values.get("class", "") for values in page.all("mtd")) >= 2
    assert "surely differ" in page.text()
    assert "the kernel proved the negation" in pages["claims/T3.html"].text()


def test_the_source_is_marked_and_named(pages):
    page = pages["scripts/awkward.py.html"]
    assert {"L1", "L12", "L50"} <= set(page.names)
    assert "../scripts/awkward.py.html#L13" in pages["claims/T-2f1.html"].addresses


@pytest.mark.parametrize(
    ("source", "document", "section"),
    [
        ("Ganev, Definition 2.1", "Ganev", "Definition 2.1"),
        ("Ganev, Lemma 2.3, proof, line 1", "Ganev", "Lemma 2.3"),
        ("derived from Ganev, §2.4", "Ganev", "§2.4"),
        ("behind Ganev, footnote 1", "Ganev", "Footnote 1"),
        ("Ganev, Examples 3.5 and 3.6", "Ganev", "Example 3.5"),
        ("Denk, (6), (6a), (6b)", "Denk", "(6)"),
        ("Denk, comments; Vaswani et al., §3.5", "Denk", "comments"),
        ("after Denk, comments", "Denk", "comments"),
        ("derived, handwritten sheet", "handwritten sheet", ""),
        ("derived from the handwritten sheet", "handwritten sheet", ""),
        ("self-attention sheet, D_q = D_k", "self-attention sheet", ""),
        ("", "without a source", ""),
    ],
)
def test_places(source, document, section):
    found = place(source)
    assert (found.document, found.section) == (document, section)


def test_sections_come_in_the_order_of_the_document():
    names = ["§1", "§2.1", "§2.10", "Lemma 2.3", "§3.5", "footnote 2"]
    assert [p.section.lower() for p in sorted((place(f"D, {n}") for n in names), key=lambda p: p.key)] == [
        n.lower() for n in names
    ]


# ------------------------------------------------------------------------------------------------ the same bytes


def test_the_site_depends_on_the_articles_alone(articles, book):
    files = site(articles)
    assert files == site(list(articles))
    assert {name: (book / name).read_text(encoding="utf-8") for name in files} == files
    assert {path.relative_to(book).as_posix() for path in book.rglob("*") if path.is_file()} == set(files)
    assert MARKER in files


def test_no_seconds_and_no_places_of_this_machine(book, awkward_scripts):
    for path in book.rglob("*"):
        if path.suffix in (".html", ".js", ".tex"):
            text = path.read_text(encoding="utf-8")
            assert str(Path.home()) not in text and str(awkward_scripts) not in text, path
            assert not re.search(r"\b\d+\.\d+ s\b", text), path


@pytest.fixture(scope="module")
def long_book(articles):
    """The files of a book that counts as long, and its library."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("symattn.scripts.book.library.ON_ONE_PAGE", 3)
        yield site(articles), Library(articles)


def test_a_long_book_has_a_page_for_each_subject_and_document(long_book):
    files, library = long_book
    for part in (*library.chapters, *library.documents):
        address = library.address_of(part)
        assert address.partition("/")[0] in ("subjects", "documents") and address in files
        for article in part.articles:
            assert f'href="../claims/{library.pages[article.record.id]}.html"' in files[address]
            assert f'href="../{address}"' in files[f"claims/{library.pages[article.record.id]}.html"]
    assert "claims/G12.html" not in files["index.html"] and "claims/G12.html" not in files["documents.html"]


def test_a_long_book_has_a_page_for_each_subject_of_lemmas(articles, long_book):
    files, library = long_book
    addresses = {name: library.lemma_address(name) for name in library.lemmas}
    assert len({address.partition("#")[0] for address in addresses.values()}) > 1
    for name, address in addresses.items():
        on_page = files[address.partition("#")[0]]
        assert f'id="{name}"' in on_page and f'href="{address}"' in files["lemmas.html"], name
        assert all(f'href="../{addresses[other]}"' in on_page for other in library.lemmas[name].rests.lemmas)
    used = next(article for article in articles if article.rests.lemmas)
    page = files[f"claims/{library.pages[used.record.id]}.html"]
    assert all(f'href="../{addresses[name]}"' in page for name in used.rests.lemmas)
    assert not any("lemmas.html#" in text for text in files.values())


def test_a_long_book_has_pages_of_errata_and_of_definitions(long_book):
    files, library = long_book
    listed = files["definitions.html"]
    for name in library.definitions:
        page = library.definition_address(name).partition("#")[0]
        assert f'id="{name}"' in files[page] and listed.count(f">{called(name)} in the kernel</a>") == 1, name
    assert f'href="../{library.notation_address("Attention")}"' in files["claims/G12.html"]
    errata = {path: text for path, text in files.items() if path.startswith("errata/")}
    assert len(errata) > 1 and sum(text.count('class="erratum"') for text in errata.values()) == 5
    assert 'class="erratum"' not in files["errata.html"] and "Remarks on what is printed" in files["errata.html"]
    assert not any("definitions.html#" in text for text in files.values())


def test_every_link_of_a_long_book_resolves(long_book):
    files, _ = long_book
    for path, text in files.items():
        for address in re.findall(r' href="([^"]+)"', text) if path.endswith(".html") else ():
            target, _, anchor = unquote(unescape(address)).partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            assert target in files, (path, address)
            assert not anchor or f'id="{escape(anchor)}"' in files[target], (path, address)


def test_a_book_has_a_title_of_its_own(articles):
    with entitled("Lemmas & more"):
        files = site(articles)
    assert "<title>Lemmas &amp; more</title>" in files["index.html"]
    assert "– Lemmas &amp; more</title>" in files["claims/G12.html"]
    assert "<title>The book of proofs</title>" in site(articles)["index.html"]


def test_no_title_and_no_label_has_a_hash(book):
    for path in book.rglob("*.html"):
        shown = re.findall(r"<title>([^<]*)|<text[^>]*>([^<]*)|<h\d[^>]*>(.*?)</h\d>", path.read_text(encoding="utf-8"))
        assert not any(re.search(r"[0-9a-f]{16}", each) for found in shown for each in found), path


def test_a_claim_is_found_by_what_its_symbols_are(book):
    rows = json.loads((book / "search-index.js").read_text("utf-8").partition("=")[2].strip().rstrip(";"))
    found = {title.split(":")[0] for title, _, _, words in rows if "permutation" in words.split()}
    assert "G13" in found and "T2" not in found


def test_the_index_knows_what_else_a_claim_is_looked_for_by():
    assert {"kv", "rope"} <= set(search.words("the cache of rotary encodings"))
    assert "σ" not in search.words("Σ_i") and "∑" not in search.words("σ")
