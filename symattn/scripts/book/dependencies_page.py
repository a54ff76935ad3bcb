"""What rests on what, drawn: which theorem uses which, and axioms, lemmas and definitions below every claim."""

from __future__ import annotations

from symattn.scripts.book.articles import Article
from symattn.scripts.book.drawing import Band, Box, banded, layered
from symattn.scripts.book.library import Library
from symattn.scripts.book.lists import is_erratum
from symattn.scripts.book.page import listed, page, section


def dependencies_page(library: Library) -> str:
    """Write the picture of everything: axioms, definitions and lemmas above, the claims of each document below."""
    lemma_names = list(library.lemmas)
    order = sorted(lemma_names, key=lambda name: (_depth(library, name), name))
    bands = [
        Band("Axioms", tuple(_box("axiom", a.name, f"axioms/{a.name}.html", "axiom") for a in library.axioms)),
        Band("Lemmas", tuple(_box("lemma", n, f"lemmas.html#{n}", "lemma proved") for n in order)),
        Band(
            "Definitions",
            tuple(_box("definition", n, f"definitions.html#{n}", "definition") for n in library.definitions),
        ),
    ]
    for chapter in library.chapters:
        bands.append(Band(chapter.subject.title, tuple(_claim(library, article) for article in chapter.articles)))
    uses = {
        f"lemma {name}": [*(f"axiom {n}" for n in lemma.rests.axioms), *(f"lemma {n}" for n in lemma.rests.lemmas)]
        for name, lemma in library.lemmas.items()
    }
    for article in library.articles:
        rests = article.rests
        uses[f"claim {article.record.id}"] = [
            *(f"axiom {n}" for n in rests.axioms),
            *(f"lemma {n}" for n in rests.lemmas),
            *(f"definition {n}" for n in rests.definitions),
            *(f"claim {name}" for name in article.record.uses),
        ]
    legend = listed(
        (
            '<span class="key axiom"></span> axiom',
            '<span class="key lemma proved"></span> lemma, proved',
            '<span class="key definition"></span> definition of the kernel',
            '<span class="key claim proved"></span> claim, proved',
            '<span class="key claim defined"></span> claim that is a definition, checked',
            '<span class="key claim computed"></span> count, computed',
            '<span class="key claim refuted"></span> claim, refuted',
            '<span class="key claim refuted stated-wrong"></span> printed statement, refuted',
            '<span class="key claim unknown"></span> undecided',
        ),
        "legend",
    )
    picture = banded("dependencies", "What every claim rests on", [band for band in bands if band.boxes], uses)
    return page(
        "dependencies.html",
        "Dependencies",
        '<h1>Dependencies</h1><p class="lead">Every box is a link; its border tells what is stated, its fill the state '
        "of the proof. The lines of a box, to what it uses, light up when it is pointed at or has the focus. "
        'The same as text: <a href="axioms.html">axioms</a>, <a href="lemmas.html">lemmas</a>, '
        f'<a href="definitions.html">definitions</a>, and the page of each claim.</p>{legend}{_theorems(library)}'
        + section("everything", "What every claim rests on", picture),
    )


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


def _depth(library: Library, name: str) -> int:
    return 1 + max((_depth(library, other) for other in library.lemmas[name].rests.lemmas), default=-1)


def _box(kind: str, name: str, address: str, classes: str) -> Box:
    return Box(f"{kind} {name}", name, f"{kind} {name}", address, classes)
