"""The ways into a book: the front page by subject, and every claim by the document and the place it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from symattn.render.html import escape
from symattn.render.text import counted
from symattn.scripts.book.articles import Article
from symattn.scripts.book.claim_page import claim_entry, claim_item
from symattn.scripts.book.library import Chapter, Document, Library
from symattn.scripts.book.page import book_title, link, listed, page, section
from symattn.scripts.book.subjects import capital

VERDICTS = ("proved", "defined", "computed", "refuted", "unknown", "error")


def front_page(library: Library) -> str:
    """Write the front page: what was checked in figures, the subjects, then every claim by subject."""
    unexpected = [article for article in library.articles if not article.record.as_declared]
    doubt = (
        section("unexpected", "Not as declared", listed(claim_item(library, each) for each in unexpected))
        if unexpected
        else ""
    )
    return page(
        "index.html",
        book_title(),
        f'<h1>{escape(book_title())}</h1><p class="lead">Everything that was checked: '
        f"{counted(len(library.articles), 'claim')} ({_figures(library.articles)}), "
        f"{'all as their scripts declare' if not unexpected else f'{len(unexpected)} not as declared'}. "
        f"They rest on {counted(len(library.axioms), 'axiom')} and {counted(len(library.lemmas), 'lemma')}; "
        f"sizes are symbols throughout, so that a theorem holds for every size. The same claims "
        f'<a href="documents.html">by document</a>, and <a href="dependencies.html">which rests on which</a>.</p>'
        f'<nav aria-label="Subjects">{_subjects(library)}</nav>{doubt}'
        f"{'' if library.is_long else ''.join(_chapter(library, chapter) for chapter in library.chapters)}",
    )


def parts(library: Library) -> Iterator[tuple[str, str]]:
    """Yield the address and the page of each subject and of each document, where one page would be too long for all."""
    if not library.is_long:
        return
    for chapter in library.chapters:
        address, title = library.address_of(chapter), chapter.subject.title
        yield address, page(address, title, f"<h1>{escape(title)}</h1>{_claims_of(library, chapter, '../')}")
    for document in library.documents:
        address, title = library.address_of(document), capital(document.name)
        yield address, page(address, title, f"<h1>{escape(title)}</h1>{_places_of(library, document, '../')}")


def _figures(articles: Sequence[Article]) -> str:
    """Say how many of some claims came to each verdict."""
    counts = Counter(article.record.verdict for article in articles)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])


def _subjects(library: Library) -> str:
    """Write links to the subjects, folder by folder."""
    parts = []
    for folder, chapters in groupby(library.chapters, key=lambda chapter: chapter.subject.folder):
        items = (
            f"{link(library.address_of(c).removeprefix('index.html'), c.subject.title)} ({len(c.articles)})"
            for c in chapters
        )
        name = f'<p class="folder">{escape(capital(folder))}</p>' if folder else ""
        parts.append(name + listed(items, "chips"))
    return "".join(parts)


def _chapter(library: Library, chapter: Chapter) -> str:
    return section(chapter.anchor, escape(chapter.subject.title), _claims_of(library, chapter))


def _claims_of(library: Library, chapter: Chapter, root: str = "") -> str:
    subject = chapter.subject
    about = f"<p>{escape(capital(subject.about))}</p>" if subject.about else ""
    script = ""
    if chapter.script:
        script = f"{link(f'{root}scripts/{library.script_pages[chapter.script]}.html', chapter.script)}: "
    claims = listed((claim_entry(library, article, root) for article in chapter.articles), "claims")
    figures = f'<p class="figures">{script}{_figures(chapter.articles)}</p>'
    return about + figures + claims


def documents_page(library: Library) -> str:
    """Write every claim by the document it comes from and the place in it, the document with most claims first."""
    jumps = listed(
        (
            f"{link(library.address_of(d).removeprefix('documents.html'), capital(d.name))} ({len(d.articles)})"
            for d in library.documents
        ),
        "chips",
    )
    body = "" if library.is_long else "".join(_document(library, document) for document in library.documents)
    return page(
        "documents.html",
        "Documents",
        f'<h1>Documents</h1><p class="lead">Every claim by the document that it comes from, in the order of its '
        f'places.</p><nav aria-label="Documents">{jumps}</nav>{body}',
    )


def _document(library: Library, document: Document) -> str:
    return section(document.anchor, escape(capital(document.name)), _places_of(library, document))


def _places_of(library: Library, document: Document, root: str = "") -> str:
    parts: list[str] = []
    for each in document.sections:
        heading = f"<h3>{escape(each.name)}</h3>" if each.name else "<h3>Elsewhere</h3>" if parts else ""
        parts.append(heading + listed((claim_item(library, article, root) for article in each.articles), "claims"))
    return "".join(parts)
