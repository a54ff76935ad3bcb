"""A standalone LaTeX document of claims, and its PDF when a TeX engine is installed.

It needs the packages amsmath, amssymb and amsthm only. Each claim is a theorem, a refuted claim, an undecided claim or
a definition, with its derivation or the evidence beside it.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from symattn.errors import SymattnError
from symattn.language import Calc, Claim
from symattn.render.latex import counterexample_parts, escape, latex, membership_latex, verdict_latex, with_names
from symattn.render.statement import statement
from symattn.render.text import text

ENGINES = ("lualatex", "pdflatex", "tectonic")
ENVIRONMENTS = {"proved": "theorem", "computed": "theorem", "refuted": "refuted", "defined": "definition"}

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amssymb,amsthm}
\addtolength{\oddsidemargin}{-2cm}
\addtolength{\textwidth}{4cm}
\allowdisplaybreaks
\sloppy
\theoremstyle{definition}
\newtheorem*{theorem}{Theorem}
\newtheorem*{refuted}{Refuted claim}
\newtheorem*{undecided}{Undecided claim}
\newtheorem*{definition}{Definition}
\begin{document}
"""


def document(claims: Iterable[tuple[Any, Any, Any]], derive: Callable[[Any], str] = lambda verdict: "") -> str:
    """Write a document of claims, each given as its record, what its script states, and the verdict object or None.

    ``derive`` writes the derivation of a proof that is no calc.
    """
    return PREAMBLE + "\n".join(section(*each, derive) for each in claims) + "\\end{document}\n"


def section(record: Any, stated: Any, verdict: Any, derive: Callable[[Any], str] = lambda verdict: "") -> str:
    """Write one claim: statement, and after it the derivation, the evidence or what is missing."""
    kind = ENVIRONMENTS.get(record.verdict, "undecided")
    lines = [rf"\begin{{{kind}}}[{escape(record.id)}: {escape(record.title)}]"]
    if record.source:
        lines.append(rf"\textup{{({escape(record.source)})}}\quad")
    lines += [_statement(record, stated), rf"\end{{{kind}}}"]
    body = _evidence(record, stated, verdict, derive)
    if getattr(record, "remark", ""):
        body.insert(0, rf"\noindent\emph{{Remark.}} {escape(record.remark)}")
    return "\n".join([*lines, *body, ""])


def _statement(record: Any, stated: Any) -> str:
    if not isinstance(stated, Claim | Calc):
        return rf"\[ {record.statement_latex} \]" if record.statement_latex else "It could not be stated."
    parts = statement(stated)
    sentence = ""
    if parts.memberships:
        sentence = f"Let {', '.join(f'${membership_latex(each)}$' for each in parts.memberships)}. "
    if parts.given:
        sentence += f"If {' and '.join(f'${latex(each)}$' for each in parts.given)}, then"
    return f"{sentence.rstrip()}\n{_display(parts.proposition)}"


def _display(proposition: Any) -> str:
    """Display a proposition; an equation too long for a line is broken before its equality sign."""
    source, names = with_names(proposition)
    if names:
        lines = [rf"& {source}, \quad\text{{where}}", *(rf"& {name}" for name in names)]
        return "\n".join([r"\begin{align*}", " \\\\\n".join(lines), r"\end{align*}"])
    if type(proposition).__name__ != "Equation" or len(text(proposition)) <= 90:
        return rf"\[ {source}. \]"
    left, right = latex(proposition.lhs), latex(proposition.rhs)
    return f"\\begin{{align*}}\n& {left} \\\\\n&\\quad = {right}.\n\\end{{align*}}"


def _evidence(record: Any, stated: Any, verdict: Any, derive: Callable[[Any], str]) -> list[str]:
    lines = []
    if isinstance(stated, Calc):
        source = verdict_latex(verdict) if getattr(verdict, "steps", ()) else latex(stated)
        lines.append(r"\noindent\emph{Derivation.}" + "\n" + source)
    elif record.verdict in ("proved", "defined") and (source := derive(verdict)):
        lines.append(r"\noindent\emph{Derivation.} Entry by entry,\nopagebreak" + "\n" + source)
    if record.verdict in ("proved", "defined"):
        axioms = ", ".join(map(escape, record.axioms)) or "none"
        lines.append(rf"\noindent Checked in {record.inferences} inferences. Axioms: {axioms}.")
        if record.hypotheses:
            lines.append(rf"Hypotheses used: {', '.join(map(escape, record.hypotheses))}.")
    elif record.verdict == "refuted" and getattr(verdict, "counterexample", None) is not None:
        parts = ", ".join(f"${part}$" for part in counterexample_parts(verdict.counterexample))
        lines.append(rf"\noindent\emph{{Counterexample.}} {parts}.")
    elif record.reason and record.verdict != "refuted":
        lines.append(rf"\noindent {escape(record.reason)}")
    return [*lines, r"\medskip"]


def tex_engine() -> str | None:
    """Find the first installed TeX engine, or None."""
    return next((engine for engine in ENGINES if shutil.which(engine)), None)


def compile_pdf(source: str, engine: str) -> bytes:
    """Run a TeX engine on a document in a folder of its own and return the PDF; raise SymattnError when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "claims.tex"
        path.write_text(source, encoding="utf-8")
        options = [] if engine == "tectonic" else ["-interaction=nonstopmode", "-halt-on-error"]
        run = subprocess.run(
            [engine, *options, path.name], cwd=folder, capture_output=True, text=True, errors="replace"
        )
        pdf = path.with_suffix(".pdf")
        if run.returncode or not pdf.exists():
            errors = [line for line in (run.stdout + run.stderr).splitlines() if line.startswith(("!", "error"))]
            raise SymattnError(f"{engine} failed: {errors[0] if errors else 'no message'}")
        return pdf.read_bytes()
