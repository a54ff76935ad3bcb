"""The pages that list things: errata, axioms, lemmas, definitions, symbols, scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from symattn.kernel import axioms
from symattn.kernel.axioms import AXIOMS, Axiom
from symattn.render.definitions import heading
from symattn.render.html import block, escape
from symattn.render.mathml import mathml
from symattn.render.notation import notation_latex
from symattn.render.text import counted
from symattn.scripts.book.articles import Article
from symattn.scripts.book.claim_page import axiom_item, claim_item, claim_link, quotation, verdict_badge
from symattn.scripts.book.library import Library
from symattn.scripts.book.page import called, details, kernel, link, listed, page, section, table
from symattn.scripts.book.source import whole_script
from symattn.scripts.book.subjects import capital

#: From so many entries on, a page begins with links to them, and claims are listed by their ids.
LONG_LIST = 12

VERDICTS = ("proved", "defined", "computed", "refuted", "unknown", "error")


def errata_pages(library: Library) -> Iterator[tuple[str, str]]:
    """Yield the errata: each refuted claim as it is printed, the evidence, the corrected claim; remarks on notation."""
    refuted = [article for article in library.reading_order if article.record.verdict == "refuted"]
    printed = list(filter(is_erratum, refuted))
    others = [article for article in refuted if article not in printed]
    count = len({article.record.printed for article in printed})  # one line may be wrong in two ways, or two readings
    false = listed((claim_item(library, each) for each in others), "claims")
    head = (
        f'<h1>Errata</h1><p class="lead">{counted(count, "statement")} that the documents print and that '
        f"{'is' if count == 1 else 'are'} false or ill-formed, each with its evidence and its correction.</p>"
    )
    rest = _remarks(library) + (section("false", "Other claims that are false", false) if others else "")
    if not library.is_long:
        links = _entries((f"#{library.pages[a.record.id]}", a.record.id) for a in printed)
        lines = "".join(_erratum(library, article) for article in printed)
        yield "errata.html", page("errata.html", "Errata", f"{head}{links}{lines}{rest}")
        return
    groups: dict[str, list[_Entry]] = {}
    for number, document in enumerate(library.documents):
        for a in filter(printed.__contains__, document.articles):
            address = f"errata/{number}.html#{library.pages[a.record.id]}"
            groups.setdefault(capital(document.name), []).append(
                (address, a.record.id, partial(_erratum, library, a, "../"))
            )
    yield from _pages("errata.html", "Errata", head, groups, rest)


#: What a list has one of: its address, the text of links to it, and a function that writes it.
_Entry = tuple[str, str, Callable[[], str]]


def _pages(
    address: str, title: str, head: str, groups: Mapping[str, Sequence[_Entry]], rest: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield a page with links to the entries of a long list, and a page for each group of them."""
    links = []
    for number, (name, entries) in enumerate(groups.items()):
        first = {text: at for at, text, _ in reversed(entries)}  # variants of one name stand on one page
        chips = listed((link(first[text], text) for text in dict.fromkeys(text for _, text, _ in entries)), "chips")
        links.append(section(f"group-{number}", escape(name), chips))
    yield address, page(address, title, f"{head}{''.join(links)}{rest}")
    for name, entries in groups.items():
        part = entries[0][0].partition("#")[0]
        written = "".join(write() for _, _, write in entries)
        yield part, page(part, f"{title}: {name}", f"<h1>{title}: {escape(name)}</h1>{written}")


def _entries(entries: Iterable[tuple[str, str]]) -> str:
    """Write links to the entries of a long page, given by their addresses and texts; of a short page nothing."""
    links = [link(address, text) for address, text in entries]
    return details(f"Go to one of {len(links)} entries", listed(links, "chips")) if len(links) >= LONG_LIST else ""


def _remarks(library: Library) -> str:
    """Write what is to be said of printed notation that is loose and yet not false: the remarks of true claims."""
    loose = (a for a in library.reading_order if a.record.verdict != "refuted" and a.record.printed and a.record.remark)
    items = [
        f"{claim_link(library, a)} <span>{escape(a.record.source)}</span>{quotation(a.record)}"
        f'<p class="remark">{escape(a.record.remark)}</p>'
        for a in loose
    ]
    return section("remarks", "Remarks on what is printed", listed(items, "claims")) if items else ""


def is_erratum(article: Article) -> bool:
    """Tell whether a claim is a printed statement that was refuted."""
    return article.record.verdict == "refuted" and "printed" in article.record.id.split(".")


def _erratum(library: Library, article: Article, root: str = "") -> str:
    record = article.record
    corrected = library.corrections(article)
    after = "".join(
        f'<div class="corrected"><h3>Corrected</h3><p>{claim_item(library, each, root)}</p>{each.statement}</div>'
        for each in corrected
    )
    return (
        f'<article class="erratum" aria-labelledby="{library.pages[record.id]}">'
        f'<h2 id="{library.pages[record.id]}">{claim_link(library, article, root)} {verdict_badge(article)}</h2>'
        f'<p class="source">{escape(record.source)}</p>{quotation(record)}'
        + (f'<p class="remark">{escape(record.remark)}</p>' if record.remark else "")
        + f'<div class="pair"><div class="printed">{"<h3>As stated</h3>" if corrected else ""}'
        f"{article.statement}{article.counterexample}</div>{after}</div></article>"
    )


def axioms_page(library: Library) -> str:
    """Write the list of the axioms in use, and the names of the others."""
    rows = (
        (
            axiom_item(axiom.name),
            block(mathml(notation_latex(axiom.statement), True)),
            str(len(library.users[axiom.name])),
        )
        for axiom in library.axioms
    )
    unused = [axiom for axiom in AXIOMS.values() if axiom.name not in library.users]
    rest = details(
        f"{counted(len(unused), 'axiom')} of the kernel that no claim of this book rests on",
        listed(f"{axiom_item(a.name)} {block(mathml(notation_latex(a.statement), True))}" for a in unused),
    )
    return page(
        "axioms.html",
        "Axioms",
        '<h1>Axioms</h1><p class="lead">Textbook facts about numbers, sums and functions; nothing is assumed about '
        "softmax, attention or encodings.</p>"
        + table("Axioms and the number of claims that rest on them", ("Axiom", "Statement", "Claims"), rows)
        + (rest if unused else "")
        + _sources(),
    )


def _sources() -> str:
    """Write what the short names of the sources stand for, as the axiom table says at its head."""
    _, found, words = " ".join((axioms.__doc__ or "").split()).partition("Sources: ")
    shown = re.sub(r"\*([^*]+)\*", r"<cite>\1</cite>", escape(words))
    return section("sources", "Sources", f"<p>{shown}</p>") if found else ""


def axiom_page(library: Library, axiom: Axiom) -> str:
    """Write the page of an axiom: statement, source, the lemmas and the claims that use it."""
    lemmas = [name for name, lemma in library.lemmas.items() if axiom.name in lemma.rests.axioms]
    users = library.users.get(axiom.name, ())
    through = listed((link(f"../{library.lemma_address(name)}", name) for name in lemmas), "chips", "")
    return page(
        f"axioms/{axiom.name}.html",
        f"Axiom {axiom.name}",
        f'<article><p class="place"><a href="../axioms.html">Axioms</a></p>'
        f"<h1>Axiom <code>{escape(axiom.name)}</code></h1>"
        f'<div class="statement axiom"><p class="kind">Axiom</p>'
        f"{kernel(axiom.statement)}</div>"
        f'<p class="source">Source: <a href="../axioms.html#sources">{escape(axiom.source)}</a></p>'
        + (section("lemmas", "Lemmas that use it", through) if through else "")
        + section(
            "claims",
            f"{counted(len(users), 'claim')} that {'rests' if len(users) == 1 else 'rest'} on it",
            listed(claim_item(library, each, "../") for each in users),
        )
        + "</article>",
    )


def lemma_pages(library: Library) -> Iterator[tuple[str, str]]:
    """Yield the list of the lemmas that the claims rest on; in a long book also a page for each of their subjects."""
    about = "Facts proved once by the kernel from the axioms and used by the proofs of the claims."
    head = f'<h1>Lemmas</h1><p class="lead">{about}</p>'
    names = list(library.lemmas)
    if not library.is_long:
        links = _entries((f"#{name}", name) for name in names)
        entries = "".join(_lemma(library, name) for name in names)
        yield "lemmas.html", page("lemmas.html", "Lemmas", head + links + (entries or "<p>No lemma was needed.</p>"))
        return
    groups: dict[str, list[_Entry]] = {}
    for name in sorted(names, key=lambda name: library.lemmas[name].subject):
        subject = library.lemmas[name].subject.replace("_", " ").capitalize()
        groups.setdefault(subject, []).append(
            (library.lemma_address(name), name, partial(_lemma, library, name, "../"))
        )
    yield from _pages("lemmas.html", "Lemmas", head, groups)


def _lemma(library: Library, name: str, root: str = "") -> str:
    """Write what a lemma states, what it rests on, and who uses it."""

    def linked(lemma: str) -> str:
        return link(root + library.lemma_address(lemma), lemma)

    lemma, users = library.lemmas[name], library.lemma_users.get(name, ())
    used = [*(axiom_item(axiom, root) for axiom in lemma.rests.axioms), *map(linked, lemma.rests.lemmas)]
    above = [linked(other) for other, each in library.lemmas.items() if name in each.rests.lemmas]
    return (
        f'<article class="entry" id="{name}"><h2><code>{name}</code></h2>'
        f"{kernel(lemma.statement)}<p>Rests on: {', '.join(used) or 'logic alone'}.</p>"
        + (f"<p>Lemmas that use it: {', '.join(above)}.</p>" if above else "")
        + (_users(library, users, root) if users else "")
        + "</article>"
    )


def definition_pages(library: Library) -> Iterator[tuple[str, str]]:
    """Yield what the words of the claims stand for: as a reader writes it, and as the kernel has it."""
    head = '<h1>Definitions</h1><p class="lead">What the words of the claims stand for; none of it is assumed.</p>'
    said = "<p>The braces hold the sizes, [n] are the indices below n.</p>"
    level, root = ("h2", "../") if library.is_long else ("h3", "")
    words: list[_Entry] = [
        (
            library.notation_address(name),
            heading(name),
            partial(_word, library, name, "".join(shown), users, level, root),
        )
        for name, shown, users in library.notation
    ]
    constants: list[_Entry] = [
        (library.definition_address(name), called(name), partial(_constant, library, name, value, level, root))
        for name, value in library.definitions.items()
    ]
    if library.is_long:
        groups: dict[str, list[_Entry]] = {}
        for entry in (*words, *((at, f"{text} in the kernel", write) for at, text, write in constants)):
            groups.setdefault(entry[0].partition("/")[2].partition(".")[0], []).append(entry)
        yield from _pages("definitions.html", "Definitions", head, dict(sorted(groups.items())), said)
        return
    shown = section("notation", "Notation", "".join(write() for _, _, write in words)) if words else ""
    used = "".join(write() for _, _, write in constants) or "<p>No definition was needed.</p>"
    links = _entries((at.removeprefix("definitions.html"), text) for at, text, _ in words)
    body = f"{head}{links}{shown}{section('kernel', 'In the kernel', said + used)}"
    yield "definitions.html", page("definitions.html", "Definitions", body)


def _word(library: Library, name: str, shown: str, users: Sequence[Article], level: str, root: str) -> str:
    return (
        f'<article class="entry" id="notation-{name}"><{level}>{escape(heading(name))}</{level}>{shown}'
        f"{_users(library, users, root)}</article>"
    )


def _constant(library: Library, name: str, value: str, level: str, root: str) -> str:
    return (
        f'<article class="entry" id="{escape(name)}"><{level}><code>{called(escape(name))}</code></{level}>'
        f'<p><code class="kernel">{called(escape(value))}</code></p>'
        f"{_users(library, library.definition_users[name], root)}</article>"
    )


def _users(library: Library, users: Sequence[Article], root: str = "") -> str:
    return details(f"Used by {counted(len(users), 'claim')}", _claims(library, users, root))


def _claims(library: Library, claims: Sequence[Article], root: str = "") -> str:
    """List claims: a few with their titles, many by their ids."""
    if len(claims) < LONG_LIST:
        return listed(claim_item(library, each, root) for each in claims)
    ids = (each.record.id for each in claims)
    return listed((link(f"{root}claims/{library.pages[id]}.html", id) for id in ids), "chips")


def symbols_page(library: Library) -> str:
    """Write the index of symbols: what each stands for, and in which claims."""
    found: dict[str, dict[str, tuple[str, str, list[Article]]]] = {}
    for article in library.reading_order:
        for use in article.symbols:
            meanings = found.setdefault(use.name, {})
            users = meanings.setdefault(use.words, (use.shown, use.meaning, []))[2]
            if users[-1:] != [article]:
                users.append(article)
    rows = []
    for name in sorted(found, key=lambda name: (name.casefold(), name)):
        meanings = found[name]
        shown = next(iter(meanings.values()))[0]
        first, *others = (
            details(f"{meaning} – {counted(len(users), 'claim')}", _claims(library, users))
            for _, meaning, users in sorted(meanings.values(), key=lambda value: -len(value[2]))
        )
        more = details(f"and {counted(len(others), 'other meaning')}", "".join(others)) if others else ""
        rows.append((shown, first + more))
    return page(
        "symbols.html",
        "Symbols",
        '<h1>Symbols</h1><p class="lead">Every symbol of the claims with what it stands for. Indices and positions '
        "start at 0.</p>" + table("Symbols and what they stand for", ("Symbol", "Stands for"), rows),
    )


def script_page(library: Library, name: str) -> str:
    """Write the page of a proof script: its claims, then its text with numbered lines."""
    claims = [a for a in library.articles if library.script_of(a) == name]
    shown = (
        f'<pre class="code numbered" tabindex="0" role="region" aria-label="Text of {escape(name)}"><code>'
        f"{whole_script(library.scripts[name])}</code></pre>"
    )
    return page(
        f"scripts/{library.script_pages[name]}.html",
        name,
        f"<h1><code>{escape(name)}</code></h1>"
        + details(counted(len(claims), "claim"), listed(claim_item(library, each, "../") for each in claims))
        + shown,
    )
