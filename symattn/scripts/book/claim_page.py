"""The page of one claim: statement, verdict, derivation or counterexample, what it rests on, its script, downloads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from symattn.kernel.axioms import AXIOMS
from symattn.render.counting import is_in_doubt
from symattn.render.definitions import heading
from symattn.render.html import badge, escape
from symattn.render.mathml import mathml
from symattn.render.text import counted
from symattn.scripts.book.articles import Article
from symattn.scripts.book.drawing import Box, layered
from symattn.scripts.book.library import Library
from symattn.scripts.book.page import called, code, details, kernel, link, listed, page, section
from symattn.scripts.book.source import marked_lines
from symattn.scripts.certify import SUFFIX

KINDS = {"proved": "Theorem", "defined": "Definition", "computed": "Count", "refuted": "Refuted claim"}


def claim_link(library: Library, article: Article, root: str = "") -> str:
    """Write a link to the page of a claim with its id and title."""
    record = article.record
    words = f"{record.id}: {record.title}" if record.title else record.id
    return link(f"{root}claims/{library.pages[record.id]}.html", words)


def claim_item(library: Library, article: Article, root: str = "") -> str:
    """Write a claim as it stands in lists: link and badge."""
    return f"{claim_link(library, article, root)} {verdict_badge(article)}"


def claim_entry(library: Library, article: Article, root: str = "") -> str:
    """Write a claim as it stands in the contents: link and badge, and below them what it says."""
    return f"{claim_item(library, article, root)}{article.formula}"


def verdict_badge(article: Article) -> str:
    """Write the verdict, and beside it that it is not as declared where that is so."""
    record = article.record
    said = "in doubt" if is_in_doubt(record) else "not as declared"
    doubt = "" if record.as_declared else f' <strong class="unexpected">{said}</strong>'
    return badge(record.verdict) + doubt


def coq_badge(record: Any) -> str:
    """Write that Coq has accepted the proof too, where it has, with what it assumes as the title."""
    accepted = getattr(record, "coq", None)
    if accepted is None:
        return ""
    return f'<span class="symattn-badge proved" title="{escape(str(accepted))}">{escape(accepted.badge)}</span> '


def quotation(record: Any) -> str:
    """Write the formula that a document prints, where a claim quotes one."""
    quoted = getattr(record, "printed", "")
    return f'<p class="quotation">Printed: {mathml(quoted)}</p>' if quoted else ""


def claim_page(library: Library, article: Article) -> str:
    """Write the page of a claim."""
    record = article.record
    path = f"claims/{library.pages[record.id]}.html"
    return page(path, f"{record.id}: {record.title}" if record.title else record.id, _article(library, article))


def _article(library: Library, article: Article) -> str:
    record, at = article.record, article.place
    document = next(d for d in library.documents if d.name == at.document)
    chapter = library.chapter_of(article)
    named = f"{link(f'../{library.address_of(document)}', at.document)}"
    place = (
        f"{link(f'../{library.address_of(chapter)}', chapter.subject.title)} · "
        f"{named}{f', {escape(at.section)}' if at.section else ''}"
    )
    unexpected = "in doubt" if is_in_doubt(record) else f"not as declared, which is: {record.expected}"
    expected = "as declared" if record.as_declared else unexpected
    remark = f'<p class="remark">{escape(record.remark)}</p>' if getattr(record, "remark", "") else ""
    kind = KINDS.get(record.verdict, "Undecided claim")
    return "\n".join(
        part
        for part in (
            f'<article><p class="place">{place}</p>',
            f'<h1><span class="id">{escape(record.id)}</span> {escape(record.title)}</h1>',
            f'<p class="state">{badge(record.verdict)} {coq_badge(record)}{escape(expected)}</p>',
            f'<div class="statement {escape(record.verdict)}"><p class="kind">{kind}</p>{article.statement}</div>',
            _notation(library, article),
            quotation(record),
            remark,
            f'<p class="source">Source: {escape(record.source)}</p>' if record.source else "",
            f'<p class="reason">{escape(record.reason)}</p>' if record.reason else "",
            _corrections(library, article),
            _evidence(library, article),
            _rests(library, article),
            _users(library, article),
            _numbers(article),
            _script(library, article),
            _downloads(library, article),
            _neighbours(library, article),
            "</article>",
        )
        if part
    )


def _notation(library: Library, article: Article) -> str:
    """Write what the words of the claim stand for, for a reader who wants to know."""
    items = (
        f"{link(f'../{library.notation_address(each.name)}', heading(each.name))} {each.shown}"
        for each in article.notation
    )
    return details("Notation", listed(items)) if article.notation else ""


def _corrections(library: Library, article: Article) -> str:
    corrected, printed = library.corrections(article), library.printed(article)
    lines = []
    if corrected and article.record.verdict == "refuted":
        lines.append(f"<p>Corrected: {', '.join(claim_item(library, each, '../') for each in corrected)}</p>")
    if printed:
        items = (f"{claim_item(library, each, '../')}{quotation(each.record)}" for each in printed)
        lines.append(f"<p>As printed:</p>{listed(items, 'claims')}")
    return "".join(lines)


def _evidence(library: Library, article: Article) -> str:
    if article.counterexample:
        title = "Why" if article.record.counterexample and article.record.counterexample["kind"] == "shape" else ""
        return section("counterexample", title or "Counterexample", article.counterexample)
    if not article.derivation and not article.kernel_stages:
        return ""
    body = article.derivation or "<p>The inferences are in the certificate.</p>"
    if "<li>" not in body and article.rests.lemmas:
        facts = (
            f"<li>{link(f'../{library.lemma_address(n)}', n)} {kernel(library.lemmas[n].statement)}</li>"
            for n in article.rests.lemmas
        )
        body += details("The lemmas that carry the proof", f"<ul>{''.join(facts)}</ul>")
    if article.kernel_stages:
        lines = "\n".join(map(escape, article.kernel_stages))
        body += details("The same in the notation of the kernel", code(lines, "Stages in the notation of the kernel"))
    body += "".join(f"<p>Note: {escape(note)}.</p>" for note in article.notes)
    return section("derivation", "Derivation", body)


def _rests(library: Library, article: Article) -> str:
    record, rests = article.record, article.rests
    if record.verdict not in ("proved", "defined"):
        return ""
    axioms = listed((axiom_item(name, "../") for name in record.axioms), "chips", "<p>No axiom.</p>")
    lemmas = listed((link(f"../{library.lemma_address(name)}", name) for name in rests.lemmas), "chips", "")
    definitions = listed(
        (link(f"../{library.definition_address(name)}", called(name)) for name in rests.definitions), "chips", ""
    )
    same = library.same_axioms(article)
    others = details(
        f"{counted(len(same), 'other claim')} on exactly these axioms",
        listed((claim_item(library, each, "../") for each in same), "claims"),
    )
    picture = details("Picture", _picture(library, article)) if record.axioms or rests.definitions else ""
    return section(
        "rests-on",
        "What it rests on",
        f"<p>{counted(record.inferences, 'inference')} of the kernel.{_by_coq(record)}</p>"
        + (f"<h3>Theorems used</h3>{listed(_named(library, record.uses), 'claims')}" if record.uses else "")
        + (f"<h3>Hypotheses used</h3>{listed(article.hypotheses)}" if article.hypotheses else "")
        + f"<h3>Axioms</h3>{axioms}"
        + (f"<h3>Lemmas</h3>{lemmas}" if lemmas else "")
        + (f"<h3>Definitions</h3>{definitions}" if definitions else "")
        + picture
        + (others if same else ""),
    )


def _by_coq(record: Any) -> str:
    accepted = getattr(record, "coq", None)
    return "" if accepted is None else f" {escape(f'C{str(accepted)[1:]}')}."


def _named(library: Library, names: Iterable[str]) -> Iterator[str]:
    """Write links to claims with some ids, and what is no claim of the book as it is called."""
    for name in names:
        yield claim_item(library, library.by_id[name], "../") if name in library.by_id else escape(name)


def _users(library: Library, article: Article) -> str:
    """Write which claims use this one."""
    users = library.claim_users.get(article.record.id, ())
    shown = listed((claim_item(library, each, "../") for each in users), "claims")
    return section("used-by", "Used by", shown) if users else ""


def axiom_item(name: str, root: str = "") -> str:
    """Write a link to an axiom's page, its statement as the title."""
    statement = escape(str(AXIOMS[name].statement)) if name in AXIOMS else ""
    words = escape(name).replace("_", "_<wbr>")
    return f'<a href="{root}axioms/{escape(name)}.html" title="{statement}">{words}</a>'


def _picture(library: Library, article: Article) -> str:
    record, rests = article.record, article.rests
    levels = library.levels(rests)
    uses = {
        name: [*library.lemmas[name].rests.axioms, *library.lemmas[name].rests.lemmas] for row in levels for name in row
    }
    ground = [Box(f"axiom {n}", n, f"axiom {n}", f"../axioms/{n}.html", "axiom") for n in record.axioms]
    ground += [
        Box(
            f"definition {n}", called(n), f"definition {called(n)}", f"../{library.definition_address(n)}", "definition"
        )
        for n in rests.definitions
    ]
    rows = [
        [Box(f"lemma {n}", n, f"lemma {n}", f"../{library.lemma_address(n)}", "lemma proved") for n in row]
        for row in levels
    ]
    claim = Box("claim", record.id, f"{record.id}: {record.title}", "#main", f"claim {record.verdict}")
    lines = {f"lemma {name}": [f"{_kind(each)} {each}" for each in used] for name, used in uses.items()} | {
        "claim": [
            *(f"axiom {n}" for n in rests.axioms),
            *(f"lemma {n}" for n in rests.lemmas),
            *(f"definition {n}" for n in rests.definitions),
        ]
    }
    return layered("picture", f"What {record.id} rests on", [ground, *rows, [claim]], lines)


def _kind(name: str) -> str:
    return "axiom" if name in AXIOMS else "lemma"


def _numbers(article: Article) -> str:
    check = article.record.spot_check
    if check is None:
        return ""
    body = (
        f"<p>Computed in double precision at {counted(check['trials'], 'instance')} of random sizes and values; the "
        f"largest scaled error is {_scientific(check['max_error'])}. That proves nothing; it would show a slip.</p>"
    )
    return section("spot-check", "Spot check", body)


def _scientific(number: float) -> str:
    """Write a number with two digits, a power of ten and no place to break.

    >>> _scientific(2.2e-15), _scientific(0.0)
    ('<span class="number">2.2 · 10<sup>−15</sup></span>', '0')
    """
    if not number:
        return "0"
    digits, exponent = f"{number:.1e}".split("e")
    return f'<span class="number">{digits} · 10<sup>{str(int(exponent)).replace("-", "−")}</sup></span>'


def _script(library: Library, article: Article) -> str:
    script = article.script
    if script is None:
        return ""
    name = library.script_of(article)
    whole = link(f"../scripts/{library.script_pages[name]}.html#L{script.line}", name)
    shown = code("\n".join(marked_lines(script.function)), "Source of the claim") if script.function else ""
    return section("script", "Proof script", f"<p>{whole}, line {script.line}</p>{shown}")


def _downloads(library: Library, article: Article) -> str:
    name = library.pages[article.record.id]
    items = [f'<a href="../tex/{name}.tex" download>LaTeX</a>, a document of its own']
    if article.certificate:
        size = len(article.certificate.encode()) / 1000
        items.append(
            f'<a href="../certificates/{name}{SUFFIX}" download>Certificate</a> ({size:,.0f} kB), '
            f"checked without symattn's prover by <code>symattn verify {name}{SUFFIX}</code>"
        )
    else:
        items.append(f"No certificate: {escape(article.uncertified)}")
    return section("downloads", "Downloads", listed(items))


def _neighbours(library: Library, article: Article) -> str:
    order = library.reading_order
    at = library.places[article.record.id]
    before = f"<p>Previous: {claim_link(library, order[at - 1], '../')}</p>" if at else ""
    after = f"<p>Next: {claim_link(library, order[at + 1], '../')}</p>" if at + 1 < len(order) else ""
    return f'<nav class="neighbours" aria-label="Neighbouring claims">{before}{after}</nav>'
