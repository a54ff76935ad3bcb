"""What rests on what, drawn: which theorem uses which; what each subject uses; and the lemmas, from the axioms up.

No picture shows everything: each subject has one of its own, which the reader opens, with the lines of the box that is
pointed at. So it stays readable however many claims there are.
"""

from __future__ import annotations

from collections.abc import Iterable

from symattn.kernel.axioms import AXIOMS
from symattn.render.text import counted
from symattn.scripts.book.articles import Article
from symattn.scripts.book.drawing import Band, Box, banded, layered
from symattn.scripts.book.library import Chapter, Library
from symattn.scripts.book.lists import is_erratum
from symattn.scripts.book.page import called, details, link, listed, page, section, table

LEGEND = (
    '<span class="key axiom"></span> axiom',
    '<span class="key lemma proved"></span> lemma, proved',
    '<span class="key definition"></span> definition of the kernel',
    '<span class="key claim proved"></span> claim, proved',
    '<span class="key claim defined"></span> claim that is a definition, checked',
    '<span class="key claim computed"></span> count, computed',
    '<span class="key claim refuted"></span> claim, refuted',
    '<span class="key claim refuted stated-wrong"></span> printed statement, refuted',
    '<span class="key claim unknown"></span> undecided',
)
#: Shown by `book.js`, which does it: only what is called so stays.
FILTER = (
    '<p id="filter" hidden><label for="filter-words">Show only what is called</label> '
    '<input id="filter-words" type="search" autocomplete="off"></p>'
)


def dependencies_page(library: Library) -> str:
    """Write the pictures of what rests on what, and which subject uses how much."""
    return page(
        "dependencies.html",
        "Dependencies",
        '<h1>Dependencies</h1><p class="lead">Every box is a link; its border tells what is stated, its fill the state '
        "of the proof. The lines of a box, to what it uses, light up when it is pointed at or has the focus. "
        'The same as text: <a href="axioms.html">axioms</a>, <a href="lemmas.html">lemmas</a>, '
        f'<a href="definitions.html">definitions</a>, and the page of each claim.</p>{listed(LEGEND, "legend")}'
        + _theorems(library)
        + section("subjects", "What each subject uses", _overview(library))
        + section("everything", "Box by box", FILTER + _foundations(library) + "".join(_pictures(library))),
    )


def _overview(library: Library) -> str:
    """Write a table of the subjects: how many claims each has, and on how much they rest."""
    head = ("Subject", "Claims", "Axioms", "Lemmas", "Definitions", "Theorems of other subjects")
    rows = []
    for chapter in library.chapters:
        records = [article.record for article in chapter.articles]
        own = {record.id for record in records}
        counts = (
            len(records),
            len({name for record in records for name in record.axioms}),
            len(_used(chapter, "lemmas")),
            len(_used(chapter, "definitions")),
            len({name for record in records for name in record.uses if name in library.by_id} - own),
        )
        rows.append((link(f"#{_name(chapter)}", chapter.subject.title), *(str(count or "–") for count in counts)))
    return table("How many of each kind", head, rows)


def _name(chapter: Chapter) -> str:
    return f"on-{chapter.anchor}"


def _used(chapter: Chapter, kind: str) -> list[str]:
    """List what the proofs of a subject use directly, in alphabetical order."""
    return sorted({name for article in chapter.articles for name in getattr(article.rests, kind)})


def _foundations(library: Library) -> str:
    """Draw the lemmas of all subjects in levels: each uses axioms and lemmas of earlier levels."""
    depth: dict[str, int] = {}
    for name in library.lemmas:
        _depth(library, name, depth)
    bands = [Band("Axioms", tuple(map(_axiom, (axiom.name for axiom in library.axioms))))]
    for level in range(max(depth.values(), default=-1) + 1):
        names = [name for name in library.lemmas if depth[name] == level]
        heading = f"Lemmas of level {level + 1}: on those of level {level}" if level else "Lemmas of level 1: on axioms"
        bands.append(Band(heading, tuple(_lemma(library, each) for each in names)))
    uses = {
        f"lemma {name}": [*(f"axiom {n}" for n in lemma.rests.axioms), *(f"lemma {n}" for n in lemma.rests.lemmas)]
        for name, lemma in library.lemmas.items()
    }
    title = "The lemmas, from the axioms up"
    picture = banded("foundations", title, [band for band in bands if band.boxes], uses)
    summary = f"{title}: {counted(len(library.axioms), 'axiom')}, {counted(len(library.lemmas), 'lemma')}"
    return details(summary, picture, "subject", "on-lemmas") if library.axioms else ""


def _pictures(library: Library) -> Iterable[str]:
    """Draw for each subject what its claims use."""
    for chapter in library.chapters:
        own = {article.record.id for article in chapter.articles}
        used = (name for article in chapter.articles for name in article.record.uses)
        others = [name for name in dict.fromkeys(used) if name in library.by_id and name not in own]
        bands = [
            Band("Axioms used directly", tuple(map(_axiom, _used(chapter, "axioms")))),
            Band("Lemmas", tuple(_lemma(library, each) for each in _used(chapter, "lemmas"))),
            Band("Definitions", tuple(_definition(library, each) for each in _used(chapter, "definitions"))),
            Band("Theorems of other subjects", tuple(_claim(library, library.by_id[name]) for name in others)),
            Band("Claims", tuple(_claim(library, article) for article in chapter.articles)),
        ]
        uses = {
            f"claim {article.record.id}": [
                *(f"axiom {n}" for n in article.rests.axioms),
                *(f"lemma {n}" for n in article.rests.lemmas),
                *(f"definition {n}" for n in article.rests.definitions),
                *(f"claim {name}" for name in article.record.uses),
            ]
            for article in chapter.articles
        }
        title = chapter.subject.title
        shown = [band for band in bands if band.boxes]
        picture = banded(f"picture-{chapter.anchor}", f"What the claims of “{title}” use", shown, uses)
        summary = f"{link(library.address_of(chapter), title)}: {counted(len(own), 'claim')}"
        yield details(summary, picture, "subject", _name(chapter))


def _theorems(library: Library) -> str:
    """Draw which theorem is used by which, from left to right; nothing where none uses another."""
    uses = {a.record.id: [name for name in a.record.uses if name in library.by_id] for a in library.reading_order}
    depth: dict[str, int] = {}

    def level(name: str) -> int:
        if name not in depth:
            depth[name] = 1 + max(map(level, uses[name]), default=-1)
        return depth[name]

    linked = [a for a in library.reading_order if uses[a.record.id] or a.record.id in library.claim_users]
    if not linked:
        return ""
    deepest = max(level(article.record.id) for article in linked)
    layers = [[_claim(library, a) for a in linked if depth[a.record.id] == at] for at in range(deepest + 1)]
    lines = {f"claim {name}": [f"claim {other}" for other in used] for name, used in uses.items()}
    picture = layered("theorems", "Which theorem uses which", layers, lines)
    return section("which-uses-which", "Which theorem uses which", picture)


def _claim(library: Library, article: Article) -> Box:
    record = article.record
    return Box(
        f"claim {record.id}",
        record.id,
        f"{record.id}: {record.title} ({record.verdict})",
        f"claims/{library.pages[record.id]}.html",
        f"claim {record.verdict}{' stated-wrong' if is_erratum(article) else ''}",
    )


def _depth(library: Library, name: str, known: dict[str, int]) -> int:
    if name not in known:
        known[name] = 1 + max(
            (_depth(library, other, known) for other in library.lemmas[name].rests.lemmas), default=-1
        )
    return known[name]


def _axiom(name: str) -> Box:
    title = f"axiom {name}: {AXIOMS[name].statement}" if name in AXIOMS else f"axiom {name}"
    return Box(f"axiom {name}", name, title, f"axioms/{name}.html", "axiom")


def _lemma(library: Library, name: str) -> Box:
    return Box(f"lemma {name}", name, f"lemma {name}", library.lemma_address(name), "lemma proved")


def _definition(library: Library, name: str) -> Box:
    shown = called(name)
    return Box(f"definition {name}", shown, f"definition {shown}", library.definition_address(name), "definition")
