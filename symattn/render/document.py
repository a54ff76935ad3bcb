"""A LaTeX document of claims, or a fragment of one to be read by \\input, and its PDF when a TeX engine is installed.

It needs the packages amsmath, amssymb and amsthm only; a document of many claims has links and an outline where
hyperref is installed. Conventions and definitions come first; each claim is a theorem, a refuted claim, an undecided
claim or a definition, with its derivation or the evidence, and a footer that says what it rests on. What of this is
written, and how it is called, is a `Layout`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections import ChainMap, Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

from sympy import Basic

from symattn.errors import SymattnError, UsageError
from symattn.language import Calc, Claim, Equation, postorder
from symattn.language.base.known_words import words
from symattn.language.base.naming import speaking_of, writing_by_name, writing_words
from symattn.language.base.own_tex import Tex, typesetting
from symattn.language.base.templates import is_template
from symattn.render.definitions import Definition, by_name, definitions, heading
from symattn.render.hypotheses import hypotheses_latex
from symattn.render.latex import (
    counterexample_parts,
    derivation_rows,
    escape,
    inline,
    kind_of_bounds,
    latex,
    membership_latex,
    reference,
    referring,
    with_names,
)
from symattn.render.latex_lines import (
    TEXT_WIDTH,
    aligned,
    breaking,
    display,
    fitting,
    line_width,
    lines,
    measuring,
    shortened,
    width,
)
from symattn.render.latex_names import own_word_tex
from symattn.render.macros import provided, with_macros
from symattn.render.statement import statement
from symattn.render.titles import breakable, plain_title, typeset

ENGINES = ("pdflatex", "lualatex", "tectonic")
PACKAGES = ("texlive-latex-base", "texlive-latex-recommended", "lmodern")
HOW_TO_INSTALL = f"on Debian or Ubuntu: apt-get install {' '.join(PACKAGES)}"
ENVIRONMENTS = {"proved": "theorem", "computed": "theorem", "refuted": "refuted", "defined": "definition"}
TITLES = {
    "theorem": "Theorem",
    "refuted": "Refuted claim",
    "undecided": "Undecided claim",
    "definition": "Definition",
}
#: A hypothesis wider than this many points is displayed, unless it is in words, between which a line can break.
LONG = 150.0

#: Room for the word before a formula that is quoted, in points.
PRINTED = 40.0

#: A document of so many claims has a title, a table of contents, numbers, links and an outline.
MANY = 6
NO_DERIVATION = "its proof has no equations or inequalities to show; state it as calc(...), line by line"
#: Parts of a claim that can be written alone.
PARTS = ("statement", "derivation", "counterexample")
#: Room for numbers of three digits in the table of contents; an article has room for two.
NUMBERS = r"\makeatletter\renewcommand*\numberline[1]{\hb@xt@2.2em{#1\hfil}}\makeatother" + "\n"

#: The page of a document whose width nobody has said.
WIDER = r"""% Indices cannot be broken: the page is wider than the lines that are broken by symattn.
\addtolength{\textwidth}{45pt}\addtolength{\oddsidemargin}{-22pt}\addtolength{\evensidemargin}{-22pt}
"""
PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amssymb,amsthm}
\theoremstyle{definition}
"""
#: Links and an outline, where they can be had; without hyperref the words of a link are plain.
LINKS = r"""\IfFileExists{hyperref.sty}{\usepackage[hidelinks,bookmarksnumbered]{hyperref}}{%
\newcommand{\hyperref}[2][]{#2}\newcommand{\pdfbookmark}[3][]{}\newcommand{\phantomsection}{}}
"""
BEGIN, END = r"\begingroup\allowdisplaybreaks\tolerance=9000\emergencystretch=4em", r"\par\endgroup"
NEEDS = "% Needs \\usepackage{amsmath,amssymb,amsthm}.\n"
#: Number a step of a derivation as the document's next equation, and give it a label: its tag has its reasons too.
STEP_LABEL = (
    r"\makeatletter\providecommand{\symattnstep}[1]{\ifmeasuring@(\theequation)\else\refstepcounter{equation}"
    r"(\theequation)\ltx@label{#1}\fi}\makeatother"
)

Evaluate = Callable[[Any], Any]


@dataclass(frozen=True)
class Layout:
    """Say what of claims is written, and how it is called.

    A ``fragment`` has no preamble. Without ``has_ids`` a title has no id, and a source only if it is cited. With
    ``has_headings`` claims are put together by source, else they stay in their order. ``only`` is one of PARTS, or ""
    for all; ``environment`` is that of what holds, "" for theorem and definition, or "none"; ``label`` is the label of
    a claim, and with a number that of each step; ``macros`` maps operators to TeX, ``citations`` the names of documents
    to keys of a bibliography, and ``references`` ids to how claims are referred to; ``width`` is that of the text in
    points, 0 for the article's; ``title`` is that of the document.
    """

    fragment: bool = False
    only: str = ""
    has_definitions: bool = True
    has_ids: bool = True
    has_headings: bool = True
    environment: str = ""
    label: str = ""
    macros: Mapping[str, str] = field(default_factory=dict)
    citations: Mapping[str, str] = field(default_factory=dict)
    references: Mapping[str, str] = field(default_factory=dict)
    width: float = 0.0
    title: str = ""


WHOLE = Layout()
NO_LINKS: Mapping[str, str] = {}
NO_TEX: Mapping[str, Tex | None] = {}


def document(
    claims: Iterable[tuple[Any, Any, Any]],
    derive: Callable[[Any], str] = lambda verdict: "",
    evaluate: Evaluate = lambda verdict: None,
    layout: Layout = WHOLE,
    tex: Mapping[str, Tex | None] = NO_TEX,
) -> str:
    """Write claims, each given as its record, what its script states, and the verdict object or None.

    Claims about one document stand together, under its name where there are several documents.
    `derive` writes the derivation of a proof that is no calc; `evaluate` gives both sides at a counterexample as
    matrices with the places where they differ; `tex` has, by their ids, what the symbols of claims are printed as.
    Raise UsageError for a part that a claim does not have.
    """
    with fitting(layout.width or TEXT_WIDTH), measuring(layout.macros):
        return _document(list(claims), derive, evaluate, layout, tex)


def _document(
    claims: list[tuple[Any, Any, Any]],
    derive: Callable[[Any], str],
    evaluate: Evaluate,
    layout: Layout,
    tex: Mapping[str, Tex | None],
) -> str:
    places = list(dict.fromkeys(_place(record.source) for record, _, _ in claims))
    has_headings, is_book = layout.has_headings and len(places) > 1, len(claims) >= MANY and not layout.fragment
    if has_headings:
        claims.sort(key=lambda claim: places.index(_place(claim[0].source)))
    records = [record for record, _, _ in claims]
    parts = [rf"\title{{{escape(layout.title)}}}\author{{}}\date{{}}\maketitle"] if layout.title else []
    if (has_headings or is_book) and not layout.fragment:
        parts = [front(records, layout.title or "Claims checked by symattn")]
    given = [own for record in records if (own := tex.get(record.id))]
    together = dict(ChainMap(*given)) if given else None
    own = _own_words(layout.macros)
    with writing_words(own), referring(layout.references), writing_by_name(_by_name(claims, tex, together)):
        if layout.has_definitions:
            with typesetting(together):
                parts.append(opening([stated for _, stated, _ in claims], layout.citations))
        heading, place = r"\subsection*" if layout.fragment else r"\section", ""
        for record, stated, verdict in claims:
            before, place = place, _place(record.source)
            if has_headings and place != before:
                parts.append(rf"{heading}{{{breakable(escape(place))}}}" + "\n")
            ids = {each.id: f"claim:{each.id}" for each in records} if is_book else {}
            with typesetting(tex.get(record.id)):
                parts.append(section(record, stated, verdict, derive, evaluate, layout, ids))
    plain_t = not any(_speaks_of_t(stated) for _, stated, _ in claims)
    table = {name: tex for name, tex in layout.macros.items() if not is_template(tex)}
    written, macros = with_macros("\n".join(parts), table, plain_t)
    labels = [STEP_LABEL] if layout.label else []
    numbered = bool(layout.label) or is_book
    kinds = set(re.findall(r"\\begin\{(\w+)\}\[", written))
    known = environments(kinds, numbered, has_headings and not layout.fragment, layout.fragment)
    body = "\n".join([*known, *labels, *provided(macros), BEGIN, written, END])
    if layout.fragment:
        return f"{NEEDS}{body}\n"
    page = rf"\setlength{{\textwidth}}{{{layout.width:g}pt}}" + "\n" if layout.width else WIDER
    return f"{PREAMBLE}{page}{LINKS if is_book else ''}\\begin{{document}}\n{body}\n\\end{{document}}\n"


def _own_words(macros: Mapping[str, str]) -> dict[str, str]:
    """Return the TeX of words that an author gives with places for arguments; "" for what is to be a macro's name."""
    found = {}
    for name, kind in words().items():
        if name in macros and is_template(macros[name]):
            found[name] = macros[name]
        elif name in macros and not re.fullmatch(r"\\operatorname\{\w+\}", own_word_tex(kind.word)):
            found[name] = ""
    return found


def _by_name(
    claims: Iterable[tuple[Any, Any, Any]], tex: Mapping[str, Tex | None], together: Tex | None
) -> frozenset[str]:
    """Return the words that a document writes by their names, since their TeX is taken somewhere in it."""
    found: frozenset[str] = frozenset()
    for record, stated, _ in claims:
        with typesetting(tex.get(record.id)), writing_by_name(found):
            found |= by_name([_expressions(stated)], below=False)
    with typesetting(together), writing_by_name(found):
        return found | by_name([_expressions(stated) for _, stated, _ in claims])


def _speaks_of_t(stated: Any) -> bool:
    """Tell whether a claim has a symbol T, a power of which looks like a transpose."""
    return any(str(getattr(node, "name", "")) == "T" for each in _expressions(stated) for node in postorder(each))


#: A document that a source names, and the place in it: "Denk, (1); [Boyd, 3.1.5]".
_CITED = re.compile(
    r"\[(?P<name>[^],:;]+)(?:, (?P<place>[^]]+))?\]"
    r"|(?:^|(?<=; ))(?:(?:derived from|after|behind) (?:the )?)?(?P<named>[^[,;](?:[^,:;]|:(?! ))*)(?:, (?P<at>[^;]+))?"
)


def documents(source: str) -> list[str]:
    """List the names of the documents that a source names.

    >>> documents("derived from Denk, (4); Ganev, Example 3.6"), documents("[Dao, B.2], before the division")
    (['Denk', 'Ganev'], ['Dao'])
    """
    return [found["name"] or found["named"] for found in _CITED.finditer(source)]


def cited(source: str, keys: Mapping[str, str]) -> str:
    r"""Write a source for LaTeX, as a citation where its document has a key.

    >>> cited("Ganev, Lemma 2.3", {"Ganev": "ganev"}), cited("Ganev, Lemma 2.3", {})
    ('\\cite[Lemma 2.3]{ganev}', 'Ganev, Lemma 2.3')
    >>> print(cited("after Denk, (1); [Boyd, 3.1.5]", {"Boyd": "boyd04", "Denk": "denk"}))
    after \cite[(1)]{denk}; \cite[3.1.5]{boyd04}
    """
    written, end = [], 0
    for found in _CITED.finditer(source):
        if (key := keys.get(found["name"] or found["named"])) is None:
            continue
        place = escape(found["place"] or found["at"] or "")
        at = f"[{{{place}}}]" if "]" in place else f"[{place}]" * bool(place)
        start = found.start() if found["name"] else found.start("named")
        written += [escape(source[end:start]), rf"\cite{at}{{{key}}}"]
        end = found.end()
    return "".join([*written, escape(source[end:])])


def _place(source: str) -> str:
    """Name the document that a claim belongs to.

    >>> _place("derived from Denk, (4)"), _place("")
    ('Denk', 'Other claims')
    """
    name = re.sub("^(derived from|after|behind) (the )?", "", source.split(",")[0])
    return name[:1].upper() + name[1:] if name else "Other claims"


def environments(kinds: Collection[str], numbered: bool, within: bool, apart: bool) -> list[str]:
    """Define the environments of claims that occur, unless the document that reads a fragment has them.

    Those that are ``numbered`` share their numbers, ``within`` each section, unless they stand ``apart``.
    """
    order = [*(kind for kind in TITLES if kind in kinds), *sorted(set(kinds) - set(TITLES))]
    written = []
    for kind in order:
        title = TITLES.get(kind, kind.capitalize())
        shared = f"[{order[0]}]" if kind != order[0] and not apart else ""
        end = "[section]" if within and not shared else ""
        new = rf"\newtheorem{{{kind}}}{shared}{{{title}}}{end}" if numbered else rf"\newtheorem*{{{kind}}}{{{title}}}"
        written.append(rf"\ifcsname {kind}\endcsname\else{new}\fi")
    return written


# ------------------------------------------------------------------------------------------------ what comes first


def front(records: Sequence[Any], called: str) -> str:
    """Write the title, what became of how many claims, and the table of contents."""
    printed = [record for record in records if ".printed" in record.id]
    counts = _counted("claim", [record for record in records if record not in printed])
    counts += f"; {_counted('form as printed', printed, 'forms as printed')}" if printed else ""
    title = rf"\title{{{escape(called)}}}\author{{}}\date{{}}\maketitle"
    head = f"{title}\n\\begin{{center}}{counts}.\\end{{center}}\n"
    return f"{head}{NUMBERS}\\tableofcontents\n\\bigskip\n"


def _counted(one: str, records: Sequence[Any], many: str = "") -> str:
    verdicts = Counter(record.verdict for record in records).most_common()
    called = one if len(records) == 1 else many or f"{one}s"
    return f"{len(records)} {called}: {', '.join(f'{count} {verdict}' for verdict, count in verdicts)}"


CONVENTIONS = (
    r"\noindent\emph{Conventions.} Sizes are arbitrary positive integers. Rows, columns and positions are counted from"
    r" $0$, and $k < n$ under a sum means $k = 0, \dots, n - 1$. A permutation $\sigma$ stands for its matrix, so that"
    r" row $\sigma(j)$ of $\sigma X$ is row $j$ of $X$; with numbers it is given by the list of its images."
    r" $[\,\cdot\,]$ is $1$ where the condition holds and $0$ elsewhere; $\left(a\right)_{j, i}$ is the matrix with the"
    r" entries $a$ in row $j$ and column $i$."
)


#: Stands before the first definition that a fragment prints, where it prints one.
DEFINITIONS = r"\def\symattndefinitions{\medskip\noindent\emph{Definitions.}\nopagebreak\def\symattndefinitions{}}"


def opening(stated: Iterable[Any], keys: Mapping[str, str] = NO_LINKS) -> str:
    """Write the conventions, and the definitions that some claims rest on; `keys` are those of cited documents."""
    expressions: list[Basic] = []
    for each in stated:
        expressions += _expressions(each)
    found = definitions(*expressions)
    head = [DEFINITIONS] if found else []
    written = (_definition(each, keys) for each in found)
    parts = [_once(f"definition {crc32(source.encode()):08x}", rf"\symattndefinitions{source}") for source in written]
    return "\n".join([r"\par", _once("conventions", CONVENTIONS), "", *head, *parts, r"\medskip", ""])


def _once(name: str, source: str) -> str:
    """Let a document that reads several fragments print only the first of the same parts."""
    return (
        rf"\ifcsname symattn {name}\endcsname\else\expandafter\gdef\csname symattn {name}\endcsname{{}}" f"{source}\\fi"
    )


def _definition(each: Definition, keys: Mapping[str, str]) -> str:
    sets = [] if each.sample is None else statement(Claim(Equation(each.sample, each.sample))).memberships
    where = f", for {', '.join(inline(membership_latex(one)) for one in sets)}" if sets else ""
    called = escape(heading(each.name))
    named = breakable(f"{called} ({cited(each.source, keys)})" if each.source else called)
    return rf"\par\smallskip\noindent {named}{where}:\nopagebreak" + "\n" + display(each.formula, ".")


def _expressions(stated: Any) -> list[Basic]:
    if isinstance(stated, Calc):
        return [stated.start, *(step.expression for step in stated.steps), *stated.given]
    return [stated.proposition, *stated.given] if isinstance(stated, Claim) else []


# ------------------------------------------------------------------------------------------------ claims


def section(
    record: Any,
    stated: Any,
    verdict: Any,
    derive: Callable[[Any], str] = lambda verdict: "",
    evaluate: Evaluate = lambda verdict: None,
    layout: Layout = WHOLE,
    links: Mapping[str, str] = NO_LINKS,
) -> str:
    """Write one claim: statement, after it the derivation, the evidence or what is missing, and the footer.

    `links` has the labels of the claims of the document by their ids.
    """
    with speaking_of(stated):
        lines = [] if layout.only in PARTS[1:] else _stated(record, stated, layout, links)
        if layout.only != "statement":
            lines += _evidence(record, stated, verdict, derive, evaluate, layout, links)
        return "\n".join([*lines, r"\medskip", ""])


def _stated(record: Any, stated: Any, layout: Layout, links: Mapping[str, str]) -> list[str]:
    kind = ENVIRONMENTS.get(record.verdict, "undecided")
    if layout.environment not in ("", "none") and kind in ("theorem", "definition"):
        kind = layout.environment
    called, source = f"{escape(record.id)}: {typeset(record.title)}", cited(record.source, layout.citations)
    if not layout.has_ids:  # the author's own paper, in which ids and its own name say nothing
        called, source = typeset(record.title), source * (source != escape(record.source))
    note = breakable("; ".join(filter(None, (called, source))))
    label = layout.label or links.get(record.id, "")
    begin = rf"\begin{{{kind}}}[{{{note}}}]" + (rf"\label{{{label}}}" if label else "")
    if links:
        name = f"{record.id}: {plain_title(record.title)}"
        begin = rf"\phantomsection\pdfbookmark[2]{{{plain_title(name)}}}{{{label}}}" + "\n" + begin
        if not layout.has_headings:  # which are the lines of the table of contents
            begin = rf"\addcontentsline{{toc}}{{section}}{{{called}}}" + "\n" + begin
    lines = [begin, _statement(record, stated), rf"\end{{{kind}}}"]
    if layout.environment == "none":
        lines = [r"\par\noindent " + _statement(record, stated)]
    if getattr(record, "printed", ""):
        printed = re.sub(r"\^T(?![A-Za-z])", "^{T}", record.printed)  # a transpose as the others are written
        fits = width(printed) <= line_width() - PRINTED
        words = _WORDS_ALONE.fullmatch(printed)  # which break into lines as text does
        quoted = inline(printed) if fits else words[1] if words else display(printed)
        lines.append(rf"\noindent\emph{{Printed.}} {quoted}\par\smallskip")
    if getattr(record, "remark", ""):
        lines.append(rf"\noindent\emph{{Remark.}} {escape(record.remark)}\par")
    return lines


_WORDS_ALONE = re.compile(r"\\text\{([^{}]*)\}")


def _statement(record: Any, stated: Any) -> str:
    if not isinstance(stated, Claim | Calc):
        return display(record.statement_latex, ".") if record.statement_latex else "It could not be stated."
    parts = statement(stated)
    sentence = ""
    if parts.memberships:
        members = (_breaking_names(inline(membership_latex(each))) for each in parts.memberships)
        sentence = f"Let {', '.join(members)}. "
    return f"{sentence}{_given(parts.given)}".rstrip() + "\n" + _proposition(parts.proposition)


def _breaking_names(membership: str) -> str:
    """Let a line break between the names of which a membership speaks, and not in the set."""
    names, sign, others = membership.partition(r" \in ")
    return names.replace(", ", r", \allowbreak ") + sign + others


def _given(given: Sequence[Any]) -> str:
    if not given:
        return ""
    formulas = [latex(each) for each in given]
    if all(width(formula) <= LONG or r"\text" in formula for formula in formulas):
        return f"If {' and '.join(breaking(inline(formula)) for formula in formulas)}, then"
    return "If\n" + "\nand\n".join(map(display, formulas)) + "\nthen"


def _proposition(proposition: Any) -> str:
    """Display a proposition; an equation too wide for a line is broken before its equality sign."""
    source, names = with_names(proposition)
    if names:
        return aligned([(rf"{source}, \quad\text{{where}}", ""), *((name, "") for name in names)])
    if type(proposition).__name__ != "Equation" or width(source) <= line_width():
        return display(source, ".")
    left, right = latex(proposition.lhs), latex(proposition.rhs)
    return aligned([(left, ""), (f"= {right}", "")], end=".")


# ------------------------------------------------------------------------------------------------ evidence


def _evidence(
    record: Any,
    stated: Any,
    verdict: Any,
    derive: Callable[[Any], str],
    evaluate: Evaluate,
    layout: Layout,
    links: Mapping[str, str],
) -> list[str]:
    lines = []
    proved = record.verdict in ("proved", "defined")
    found = getattr(verdict, "counterexample", None) if record.verdict == "refuted" else None
    if layout.only != "counterexample" and isinstance(stated, Calc):
        rows = _labelled(derivation_rows(verdict if getattr(verdict, "steps", ()) else stated), layout.label)
        lines += [r"\noindent\emph{Derivation.}\nopagebreak", aligned(rows)]
    elif layout.only != "counterexample" and proved and (source := derive(verdict)):
        how = _how(stated, verdict)
        lines += [rf"\noindent\emph{{Derivation.}}{how}\nopagebreak", source]
    if layout.only == "derivation":
        if not lines:
            why = f"it is {record.verdict}"
            if proved:
                why = NO_DERIVATION
            raise UsageError(f"{record.id} has no derivation: {why}")
        return lines[1:]
    if layout.only == "counterexample":
        if found is None:
            raise UsageError(f"{record.id} has no counterexample: it is {record.verdict}")
        return _counterexample(found, evaluate(verdict))
    if proved:
        if layout.fragment and not lines:
            lines.append(
                "% The proof has no equations or inequalities to show; state the claim as calc(...), line by line."
            )
        lines.append(_footer(record, stated, links, layout.fragment))
    elif found is not None:
        lines += _counterexample(found, evaluate(verdict))
        lines += [rf"{{\footnotesize\raggedright\noindent{words}\par}}" for words in [_by_coq(record)] if words]
    elif steps := [each for each in enumerate(getattr(verdict, "steps", ()), 1) if each[1][3].status == "refuted"]:
        for number, (*_, step) in steps:
            lines += _counterexample(step.counterexample, evaluate(step), f" to step {number}")
    elif record.reason and record.verdict != "refuted":
        reason = r"\\ ".join(escape(line) for line in record.reason.splitlines())
        lines.append(rf"\begin{{quote}}\raggedright\small {reason}\end{{quote}}")
    return lines


def _how(stated: Any, verdict: Any) -> str:
    """Say how the formulas of a derivation show the claim."""
    if steps := verdict.inequalities:
        return " The claim is an instance of a fact:" if steps[0].is_whole else " The claim follows by arithmetic from"
    is_matrix = getattr(getattr(stated.proposition, "lhs", None), "is_Matrix", False)
    return " Entry by entry," if is_matrix and not verdict.inductions else ""


def _labelled(rows: Sequence[tuple[str, str]], label: str) -> list[tuple[str, str]]:
    """Number the steps of a derivation as equations, each with a label made of that of the claim and its place."""
    if not label:
        return list(rows)
    return [
        (formula, rf"{words}\quad\symattnstep{{{label}.{number}}}" if words else "")
        for number, (formula, words) in enumerate(rows)
    ]


def _footer(record: Any, stated: Any, links: Mapping[str, str], counts_only: bool) -> str:
    """Say what a theorem rests on: inferences, axioms or how many of them, lemmas, hypotheses."""
    count = f"{record.inferences:,}".replace(",", r"\,")
    axioms = ", ".join(map(escape, record.axioms))
    plural = "s" if len(record.axioms) > 1 else ""
    rests = f"from {len(record.axioms)} axiom{plural}: {axioms}" if axioms else "from no axiom"
    if counts_only and axioms:
        rests = f"from {len(record.axioms)} axiom{plural}"
    words = f"Checked {'by symattn ' * counts_only}in {count} inference{'s' * (record.inferences != 1)} {rests}."
    if used := getattr(record, "uses", ()):
        named = (
            reference(each, lambda id: rf"\hyperref[{links[id]}]{{{escape(id)}}}" if id in links else escape(id))
            for each in used
        )
        words += f" By {', '.join(named)}."
    if record.hypotheses:
        words += f" Hypotheses used: {'; '.join(map(breaking, hypotheses_latex(record.hypotheses, stated)))}."
    words += _by_coq(record)
    return rf"{{\footnotesize\raggedright\noindent {words}\par}}"


def _by_coq(record: Any) -> str:
    """Say that Coq has accepted the proof too, where it has."""
    accepted = getattr(record, "coq", None)
    return "" if accepted is None else f" {breakable(escape(f'C{str(accepted)[1:]}'))}."


def _counterexample(found: Any, sides: Any, to: str = "") -> list[str]:
    """Show a counterexample: its sizes and values as small matrices, and both sides where they differ."""
    parts, said = counterexample_parts(found), rf"\noindent\emph{{Counterexample{to}.}}"
    if found.kind == "negation":
        where = f"For {', '.join(map(inline, parts[:-1]))} the" if parts[:-1] else "The"
        said = rf"\noindent\emph{{Refutation{to.replace(' to ', ' of ')}.}}"
        return [f"{said} {where} negation is a theorem, checked in the same way."]
    if sides is None:
        return [rf"{said}\nopagebreak", _gathered(parts)]
    both = [
        rf"\text{{{word} side}} = {_marked(rows, sides.differing)}"
        for word, rows in (("left", sides.lhs), ("right", sides.rhs))
    ]
    which = " in the bold entries" if len(sides.differing) > 1 else " in the bold entry"
    which *= any(len(rows) > 1 or len(rows[0]) > 1 for rows in (sides.lhs, sides.rhs))
    differ = rf"two sides differ{which},\nopagebreak"
    values = parts[:-2]
    return [
        *([rf"{said} For\nopagebreak", _gathered(values), f"the {differ}"] if values else [f"{said} The {differ}"]),
        _gathered(both),
        rf"\noindent with the {kind_of_bounds(parts[-2:])}\nopagebreak",
        _gathered(parts[-2:]),
    ]


def _gathered(formulas: Sequence[str]) -> str:
    """Display formulas, as many on a line as fit."""
    rows: list[list[str]] = [[]]
    for formula in (shortened(formula, line_width()) for formula in formulas):
        if rows[-1] and sum(width(each) + 14.0 for each in rows[-1]) + width(formula) > line_width():
            rows.append([])
        rows[-1].append(formula)
    written = [" \\\\\n".join(lines(r",\quad ".join(row))) for row in rows]
    return "\n".join([r"\begin{gather*}", ", \\\\\n".join(written), r"\end{gather*}"])


def _marked(rows: Sequence[Sequence[str]], bold: Iterable[tuple[int, int]]) -> str:
    if len(rows) == len(rows[0]) == 1:
        return rows[0][0]
    cells = (
        [rf"\mathbf{{{cell}}}" if (i, j) in bold else cell for j, cell in enumerate(row)] for i, row in enumerate(rows)
    )
    inside = r" \\ ".join(" & ".join(row) for row in cells)
    return rf"\begin{{pmatrix}} {inside} \end{{pmatrix}}"


# ------------------------------------------------------------------------------------------------ PDF


def tex_engine() -> str | None:
    """Find the first installed TeX engine, or None."""
    return next((engine for engine in ENGINES if shutil.which(engine)), None)


def compile_pdf(source: str, engine: str) -> bytes:
    """Run a TeX engine on a document in a folder of its own and return the PDF; raise SymattnError when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        return run_tex(source, engine, Path(folder)).read_bytes()


def run_tex(source: str, engine: str, folder: Path) -> Path:
    """Run a TeX engine on a document in a folder and return the path of the PDF, which has the log beside it.

    Raise SymattnError with the engine's first message when it fails.
    """
    path = folder / "claims.tex"
    path.write_text(source, encoding="utf-8")
    options = [] if engine == "tectonic" else ["-interaction=nonstopmode", "-halt-on-error"]
    runs = 2 if (r"\tableofcontents" in source or r"\ref{" in source) and engine != "tectonic" else 1
    for _ in range(runs):
        run = subprocess.run(
            [engine, *options, path.name], cwd=folder, capture_output=True, text=True, errors="replace"
        )
    pdf = path.with_suffix(".pdf")
    if run.returncode or not pdf.exists():
        errors = [line for line in (run.stdout + run.stderr).splitlines() if line.startswith(("!", "error"))]
        raise SymattnError(f"{engine} failed: {errors[0] if errors else 'no message'}")
    return pdf
