"""A LaTeX document of claims, or a fragment of one to be read by \\input, and its PDF when a TeX engine is installed.

It needs the packages amsmath, amssymb and amsthm only. Conventions and definitions come first; each claim is a theorem,
a refuted claim, an undecided claim or a definition, with its derivation or the evidence, and a footer that says what it
rests on.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from sympy import Basic

from symattn.errors import SymattnError
from symattn.language import Calc, Claim, Equation
from symattn.language.base.naming import speaking_of
from symattn.render.definitions import Definition, definitions
from symattn.render.hypotheses import hypotheses_latex
from symattn.render.latex import (
    counterexample_parts,
    derivation_rows,
    escape,
    inline,
    latex,
    membership_latex,
    with_names,
)
from symattn.render.latex_lines import MEASURE, aligned, display, width
from symattn.render.statement import statement

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

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amssymb,amsthm}
\theoremstyle{definition}
\begin{document}
"""
BEGIN, END = r"\begingroup\allowdisplaybreaks\emergencystretch=4em", r"\par\endgroup"
NEEDS = "% Needs \\usepackage{amsmath,amssymb,amsthm}.\n"

Evaluate = Callable[[Any], Any]


def document(
    claims: Iterable[tuple[Any, Any, Any]],
    derive: Callable[[Any], str] = lambda verdict: "",
    evaluate: Evaluate = lambda verdict: None,
    fragment: bool = False,
) -> str:
    """Write claims, each given as its record, what its script states, and the verdict object or None.

    Claims about one document stand together, under its name where there are several documents.
    `derive` writes the derivation of a proof that is no calc; `evaluate` gives both sides at a counterexample as
    matrices with the places where they differ. A fragment has no preamble.
    """
    claims = list(claims)
    places = list(dict.fromkeys(_place(record.source) for record, _, _ in claims))
    claims.sort(key=lambda claim: places.index(_place(claim[0].source)))
    has_headings = len(places) > 1
    parts = [front([record for record, _, _ in claims])] if has_headings and not fragment else []
    parts.append(opening([stated for _, stated, _ in claims]))
    heading, place = r"\subsection*" if fragment else r"\section", ""
    for record, stated, verdict in claims:
        before, place = place, _place(record.source)
        if has_headings and place != before:
            parts.append(rf"{heading}{{{escape(place)}}}" + "\n")
        parts.append(section(record, stated, verdict, derive, evaluate))
    body = "\n".join([*environments(), BEGIN, *parts, END])
    return f"{NEEDS}{body}\n" if fragment else f"{PREAMBLE}{body}\n\\end{{document}}\n"


def _place(source: str) -> str:
    """Name the document that a claim belongs to.

    >>> _place("derived from Denk, (4)"), _place("")
    ('Denk', 'Other claims')
    """
    name = re.sub("^(derived from|after|behind) (the )?", "", source.split(",")[0])
    return name[:1].upper() + name[1:] if name else "Other claims"


def environments() -> list[str]:
    """Define the environments of claims, unless the document that reads a fragment has them."""
    return [rf"\ifcsname {name}\endcsname\else\newtheorem*{{{name}}}{{{title}}}\fi" for name, title in TITLES.items()]


# ------------------------------------------------------------------------------------------------ what comes first


def front(records: Sequence[Any]) -> str:
    """Write the title, what became of how many claims, and the table of contents."""
    verdicts = Counter(record.verdict for record in records)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    title = r"\title{Claims checked by symattn}\author{}\date{}\maketitle"
    return f"{title}\n\\begin{{center}}{len(records)} claims: {counts}.\\end{{center}}\n\\tableofcontents\n\\bigskip\n"


CONVENTIONS = (
    r"\noindent\emph{Conventions.} Sizes are arbitrary positive integers. Rows, columns and positions are counted from"
    r" $0$, and $k < n$ under a sum means $k = 0, \dots, n - 1$. A permutation $\sigma$ stands for its matrix, so that"
    r" row $\sigma(j)$ of $\sigma X$ is row $j$ of $X$; with numbers it is given by the list of its images."
    r" $[\,\cdot\,]$ is $1$ where the condition holds and $0$ elsewhere; $\left(a\right)_{j, i}$ is the matrix with the"
    r" entries $a$ in row $j$ and column $i$."
)


def opening(stated: Iterable[Any]) -> str:
    """Write the conventions, and the definitions that some claims rest on."""
    expressions: list[Basic] = []
    for each in stated:
        expressions += _expressions(each)
    found = definitions(*expressions)
    heading = [r"\medskip\noindent\emph{Definitions.}\nopagebreak"] if found else []
    return "\n".join(
        [r"\par", _once("conventions", CONVENTIONS), "", *heading, *map(_definition, found), r"\medskip", ""]
    )


def _once(name: str, source: str) -> str:
    """Let a document that reads several fragments print only the first of the same parts."""
    return (
        rf"\ifcsname symattn {name}\endcsname\else\expandafter\gdef\csname symattn {name}\endcsname{{}}" f"{source}\\fi"
    )


def _definition(each: Definition) -> str:
    sets = [] if each.sample is None else statement(Claim(Equation(each.sample, each.sample))).memberships
    where = f", for {', '.join(inline(membership_latex(one)) for one in sets)}" if sets else ""
    named = f"{escape(each.name)} ({escape(each.source)})" if each.source else escape(each.name)
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
) -> str:
    """Write one claim: statement, after it the derivation, the evidence or what is missing, and the footer."""
    kind = ENVIRONMENTS.get(record.verdict, "undecided")
    note = "; ".join(filter(None, (f"{record.id}: {record.title}", record.source)))
    with speaking_of(stated):
        lines = [rf"\begin{{{kind}}}[{{{escape(note)}}}]", _statement(record, stated), rf"\end{{{kind}}}"]
        if getattr(record, "printed", ""):
            lines.append(rf"\noindent\emph{{Printed.}} ${record.printed}$\par")
        if getattr(record, "remark", ""):
            lines.append(rf"\noindent\emph{{Remark.}} {escape(record.remark)}\par")
        return "\n".join([*lines, *_evidence(record, stated, verdict, derive, evaluate), r"\medskip", ""])


def _statement(record: Any, stated: Any) -> str:
    if not isinstance(stated, Claim | Calc):
        return display(record.statement_latex, ".") if record.statement_latex else "It could not be stated."
    parts = statement(stated)
    sentence = ""
    if parts.memberships:
        sentence = f"Let {', '.join(inline(membership_latex(each)) for each in parts.memberships)}. "
    return f"{sentence}{_given(parts.given)}".rstrip() + "\n" + _proposition(parts.proposition)


def _given(given: Sequence[Any]) -> str:
    if not given:
        return ""
    formulas = [latex(each) for each in given]
    if all(width(formula) <= LONG or r"\text" in formula for formula in formulas):
        return f"If {' and '.join(map(inline, formulas))}, then"
    return "If\n" + "\nand\n".join(map(display, formulas)) + "\nthen"


def _proposition(proposition: Any) -> str:
    """Display a proposition; an equation too wide for a line is broken before its equality sign."""
    source, names = with_names(proposition)
    if names:
        return aligned([(rf"{source}, \quad\text{{where}}", ""), *((name, "") for name in names)])
    if type(proposition).__name__ != "Equation" or width(source) <= MEASURE:
        return display(source, ".")
    left, right = latex(proposition.lhs), latex(proposition.rhs)
    return aligned([(left, ""), (f"= {right}", "")], end=".")


# ------------------------------------------------------------------------------------------------ evidence


def _evidence(record: Any, stated: Any, verdict: Any, derive: Callable[[Any], str], evaluate: Evaluate) -> list[str]:
    lines = []
    proved = record.verdict in ("proved", "defined")
    if isinstance(stated, Calc):
        rows = derivation_rows(verdict if getattr(verdict, "steps", ()) else stated)
        lines += [r"\noindent\emph{Derivation.}\nopagebreak", aligned(rows)]
    elif proved and (source := derive(verdict)):
        how = " Entry by entry," if getattr(getattr(stated.proposition, "lhs", None), "is_Matrix", False) else ""
        lines += [rf"\noindent\emph{{Derivation.}}{how}\nopagebreak", source]
    if proved:
        lines.append(_footer(record, stated))
    elif record.verdict == "refuted" and getattr(verdict, "counterexample", None) is not None:
        lines += _counterexample(verdict.counterexample, evaluate(verdict))
    elif record.reason and record.verdict != "refuted":
        reason = r"\\ ".join(escape(line) for line in record.reason.splitlines())
        lines.append(rf"\begin{{quote}}\raggedright\small {reason}\end{{quote}}")
    return lines


def _footer(record: Any, stated: Any) -> str:
    """Say what a theorem rests on: inferences, axioms, lemmas, hypotheses."""
    count = f"{record.inferences:,}".replace(",", r"\,")
    axioms = ", ".join(map(escape, record.axioms))
    plural = "s" if len(record.axioms) > 1 else ""
    rests = f"from {len(record.axioms)} axiom{plural}: {axioms}" if axioms else "from no axiom"
    words = f"Checked in {count} inference{'s' * (record.inferences != 1)} {rests}."
    if used := getattr(record, "uses", ()):
        words += f" By {escape(', '.join(used))}."
    if record.hypotheses:
        words += f" Hypotheses used: {'; '.join(hypotheses_latex(record.hypotheses, stated))}."
    return rf"{{\footnotesize\raggedright\noindent {words}\par}}"


def _counterexample(found: Any, sides: Any) -> list[str]:
    """Show a counterexample: its sizes and values as small matrices, and both sides where they differ."""
    parts = counterexample_parts(found)
    if found.kind == "negation":
        where = f"For {', '.join(map(inline, parts[:-1]))} the" if parts[:-1] else "The"
        return [rf"\noindent\emph{{Refutation.}} {where} negation is a theorem, checked in the same way."]
    if sides is None:
        return [r"\noindent\emph{Counterexample.}\nopagebreak", _gathered(parts)]
    both = [
        rf"\text{{{word} side}} = {_marked(rows, sides.differing)}"
        for word, rows in (("left", sides.lhs), ("right", sides.rhs))
    ]
    which = "the bold entries" if len(sides.differing) > 1 else "the bold entry"
    return [
        r"\noindent\emph{Counterexample.} For\nopagebreak",
        _gathered(parts[:-2]),
        rf"the two sides differ in {which},\nopagebreak",
        _gathered(both),
        r"\noindent with the rigorous bounds\nopagebreak",
        _gathered(parts[-2:]),
    ]


def _gathered(formulas: Sequence[str]) -> str:
    """Display formulas, as many on a line as fit."""
    rows: list[list[str]] = [[]]
    for formula in formulas:
        if rows[-1] and sum(width(each) + 14.0 for each in rows[-1]) + width(formula) > MEASURE:
            rows.append([])
        rows[-1].append(formula)
    written = [r",\quad ".join(row) for row in rows]
    return "\n".join([r"\begin{gather*}", ", \\\\\n".join(written), r"\end{gather*}"])


def _marked(rows: Sequence[Sequence[str]], bold: Iterable[tuple[int, int]]) -> str:
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
    runs = 2 if r"\tableofcontents" in source and engine != "tectonic" else 1
    for _ in range(runs):
        run = subprocess.run(
            [engine, *options, path.name], cwd=folder, capture_output=True, text=True, errors="replace"
        )
    pdf = path.with_suffix(".pdf")
    if run.returncode or not pdf.exists():
        errors = [line for line in (run.stdout + run.stderr).splitlines() if line.startswith(("!", "error"))]
        raise SymattnError(f"{engine} failed: {errors[0] if errors else 'no message'}")
    return pdf
