"""Lay out a book as files: a mapping from addresses to texts, the same for the same articles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files

from symattn.kernel.axioms import AXIOMS
from symattn.render.definitions import heading
from symattn.render.html import STYLE
from symattn.scripts.book import contents, lists
from symattn.scripts.book.articles import Article
from symattn.scripts.book.claim_page import claim_page
from symattn.scripts.book.dependencies import Lemma, lemma
from symattn.scripts.book.dependencies_page import dependencies_page
from symattn.scripts.book.library import Library
from symattn.scripts.book.page import called
from symattn.scripts.book.search import Found, index
from symattn.scripts.certify import SUFFIX

#: A file that every book has; a folder without it is not replaced.
MARKER = "symattn-book.txt"


def site(articles: Sequence[Article], lemmas: Callable[[str], Lemma] = lemma) -> dict[str, str]:
    """Return all files of the book by their addresses; `lemmas` gives a lemma by its name."""
    return dict(sorted(_files(Library(articles, lemmas))))


def _files(library: Library) -> Iterator[tuple[str, str]]:
    yield MARKER, "This folder is a book of proofs, written by `symattn book`; the next book replaces it.\n"
    yield "index.html", contents.front_page(library)
    yield "documents.html", contents.documents_page(library)
    yield from contents.parts(library)
    yield from lists.errata_pages(library)
    yield "axioms.html", lists.axioms_page(library)
    yield from lists.lemma_pages(library)
    yield from lists.definition_pages(library)
    yield "symbols.html", lists.symbols_page(library)
    yield "dependencies.html", dependencies_page(library)
    for axiom in AXIOMS.values():
        yield f"axioms/{axiom.name}.html", lists.axiom_page(library, axiom)
    for article in library.articles:
        name = library.pages[article.record.id]
        yield f"claims/{name}.html", claim_page(library, article)
        yield f"tex/{name}.tex", article.tex
        if article.certificate:
            yield f"certificates/{name}{SUFFIX}", article.certificate
    for script in library.scripts:
        yield f"scripts/{library.script_pages[script]}.html", lists.script_page(library, script)
    yield "search-index.js", index(_found(library))
    assets = files("symattn.scripts.book") / "assets"
    yield "style.css", STYLE + "\n" + (assets / "style.css").read_text(encoding="utf-8")
    for name in ("book.js", "icon.svg"):
        yield name, (assets / name).read_text(encoding="utf-8")


def _found(library: Library) -> Iterator[Found]:
    for article in library.reading_order:
        record = article.record
        notation = " ".join(each.name for each in article.notation)
        known = " ".join(dict.fromkeys(each.known for each in article.symbols))
        words = f"{record.id} {record.title} {record.source} {record.statement} {notation} {known}"
        title = f"{record.id}: {record.title}" if record.title else record.id
        yield Found(title, record.verdict, f"claims/{library.pages[record.id]}.html", words)
    for axiom in AXIOMS.values():
        words = f"{axiom.name} {axiom.statement} {axiom.source}"
        yield Found(axiom.name, "axiom", f"axioms/{axiom.name}.html", words)
    for name, each in library.lemmas.items():
        yield Found(name, "lemma", library.lemma_address(name), f"{name} {each.statement}")
    for name, _, users in library.notation:
        words = " ".join([name, heading(name), *(user.record.id for user in users)])
        yield Found(heading(name), "notation", library.notation_address(name), words)
    for name, value in library.definitions.items():
        yield Found(called(name), "definition", library.definition_address(name), called(f"{name} {value}"))
