"""HTML for notebooks that every sanitiser leaves as it is: divisions, lists, and TeX for MathJax.

A notebook that is reopened, sent or published is not trusted: JupyterLab, nbconvert, GitHub and nbviewer then take
MathML, style sheets and whatever else they do not know out of it. What is written here is of the tags that all of them
keep (`TAGS`), so that it looks the same everywhere; formulas are TeX between dollar signs, which all of them typeset.
Tables are TeX too: nbconvert shows the tags of their bodies to the reader.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from symattn.errors import ShapeError
from symattn.language import Calc, Claim
from symattn.language.base.naming import speaking_of
from symattn.render.cases import Case, case_latex, cases, induction_rows, inequality_rows
from symattn.render.html import described, places_of, proved_by, spoken
from symattn.render.hypotheses import hypotheses_text
from symattn.render.latex import counterexample_parts, kind_of_bounds, latex, membership_latex, related, with_names
from symattn.render.latex_lines import lines
from symattn.render.statement import Statement, statement
from symattn.render.text import counted, reasons, step_reasons

#: The tags that are written; nbconvert knows few others.
TAGS = ("div", "span", "ol", "ul", "li", "b", "em", "pre", "details", "summary")
#: The length of a line in a notebook, in points of a formula at 10 pt.
MEASURE = 520.0
#: The colours of a badge; where styles are taken away the word is left, which says the same.
COLOURS = {
    "refuted": "#8f2313; background: #fbe9e5",
    "unknown": "#6b4d00; background: #fdf2d0",
    "definition": "#444444; background: #eeeeee",
}
GOOD = "#17663a; background: #e3f4e8"
#: Lines of text that break between words; JupyterLab breaks them anywhere otherwise.
WRAPPED = "white-space: pre-wrap; word-break: normal; overflow-wrap: anywhere"

Words = Callable[[Any], str]


def cell(fragment: str) -> str:
    """Wrap a fragment for a notebook."""
    return f'<div class="symattn">{fragment}</div>'


def repr_html(x: Any) -> str:
    """Write an expression, a proposition, a claim, a calc or a ShapeError for a notebook: for use as `_repr_html_`.

    >>> from sympy.abc import x
    >>> repr_html(x)
    '<div class="symattn"><div>$\\\\displaystyle x$</div></div>'
    """
    if isinstance(x, Calc):
        return cell(calc_cell(x))
    return cell(statement_cell(x) if isinstance(x, Claim | ShapeError) else _proposition(x))


# ------------------------------------------------------------------------------------------------ words and formulas


def tex(source: str) -> str:
    """Write a formula in a line of text."""
    return f"${html.escape(source, quote=False)}$"


def words(plain: str) -> str:
    """Write plain text; a dollar sign in it begins no formula.

    >>> words("1 < 2 $")
    '1 &lt; 2 <span>$</span>'
    """
    return html.escape(plain, quote=False).replace("$", "<span>$</span>").replace("\\", "<span>\\</span>")


def formula(x: Any) -> str:
    """Write an expression or a proposition in a line of text."""
    return tex(latex(x))


def display(source: str, lead: str = "") -> str:
    """Display a formula, broken into lines where it is too wide for a notebook; `lead` goes before it."""
    first, *others = lines(source, MEASURE)
    if not others:
        return tex(rf"\displaystyle {lead}{source}")
    below = "".join(rf" \\ &\qquad {line}" for line in others)
    return tex(rf"\displaystyle {lead}\begin{{aligned}}[t] &{first}{below} \end{{aligned}}")


def badge(status: str) -> str:
    """Write a verdict as a small badge: the word says it, the colour repeats it."""
    style = f"color: {COLOURS.get(status, GOOD)}; padding: 0 0.7em; border-radius: 1em"
    return f'<b class="symattn-badge {status}" style="{style}">{status}</b>'


def _line(inside: str) -> str:
    return f"<div>{inside}</div>"


def _row(formula: str, words: str) -> str:
    """Write a formula and words beside it, with room for fractions above and below; words wrap under themselves."""
    beside = f' <div style="display: inline-block; margin: 0 1.5em">{words}</div>' if words else ""
    return f'<div style="margin: 0.5em 0">{formula}{beside}</div>'


def _list(items: Iterable[str], kind: str = "ul") -> str:
    written = "".join(f"<li>{item}</li>" for item in items)
    return f"<{kind}>{written}</{kind}>" if written else ""


# ------------------------------------------------------------------------------------------------ statements


def statement_cell(stated: Any) -> str:
    """Write a claim: what its symbols are, its hypotheses, and what it says."""
    if isinstance(stated, ShapeError):
        return _line(display(latex(stated)))
    with speaking_of(stated):
        return _statement(statement(stated))


def _statement(parts: Statement) -> str:
    members = [tex(membership_latex(each)) for each in parts.memberships]
    sentence = spoken(members, [formula(each) for each in parts.given])
    return (_line(sentence) if sentence else "") + _proposition(parts.proposition)


def _proposition(x: Any) -> str:
    """Display a proposition; deep expressions come with what the names in them stand for."""
    source, names = with_names(x)
    shown = _line(display(source))
    return f"{shown}<div>where</div>{_list(map(display, names))}" if names else shown


# ------------------------------------------------------------------------------------------------ derivations


def calc_cell(calc: Calc) -> str:
    """Write a chain of equations and inequalities with the reasons of its steps; nothing of it is decided here."""
    with speaking_of(calc):
        steps = [
            (related(each, step.expression), f"<em>{reasons(step.by, formula, words, calc.start)}</em>")
            for each, step in zip(calc.statements, calc.steps, strict=True)
        ]
        return statement_cell(calc.claim) + _chain(calc.start, steps)


def _chain(start: Any, steps: Iterable[tuple[str, str]]) -> str:
    """Write a chain line by line: a formula, and why it relates so to the one before."""
    return _lines([(latex(start), ""), *steps])


def _lines(rows: Sequence[tuple[str, str]]) -> str:
    """Write formulas below each other, all but the first indented, each with words behind it."""
    return "".join(_row(display(source, r"\quad " * (place > 0)), why) for place, (source, why) in enumerate(rows))


def derivation_cell(verdict: Any, why: Words) -> str:
    """Write how a claim was proved: the steps of a calc and what each comes down to, or the cases of a proof.

    `why` says in plain words what a proof used.
    """
    if not verdict.steps:
        return _cases(verdict, why)
    steps = []
    for number, result in enumerate(verdict.steps, start=1):
        state = "" if result[3].status == "proved" else f" {badge(result[3].status)}"
        line = related(result[3].claim.proposition, result[1])
        steps.append((line, f"<em>({number}) {step_reasons(result, formula, words)}</em>{state}"))
    told = [_step(step, why) for *_, step in verdict.steps]
    return _chain(verdict.steps[0][0], steps) + _line("What each step comes down to:") + _list(told, "ol")


def _step(step: Any, why: Words) -> str:
    if step.status != "proved":
        return _report(step.report or str(step.counterexample))
    return _cases(step, why) + _rests(step)


def _cases(verdict: Any, why: Words) -> str:
    """Write for each case of a proof an entry of both sides and the normal form that they share."""
    beside = described(why(verdict), verdict.claim.given, formula, words)
    rows = inequality_rows(verdict, tex, str)
    shown = [*induction_rows(verdict, tex), *rows]
    written = [_row(display(source), f"<em>{reason}</em>") for source, reason in shown]
    found = [] if rows else cases(verdict)
    if not found:
        return "".join(written if rows else [*written, _line(proved_by(verdict, beside))])
    for number, case in enumerate(found):
        title = _line(f"Case {number + 1} of {len(found)}{case.assumption(tex)}:") if len(found) > 1 else ""
        reason = f"<em>{beside if number == 0 else 'likewise'}</em>" if beside else ""
        written.append(title + _lines(_entry(verdict, case, reason)))
    return "".join(written)


def _entry(verdict: Any, case: Case, reason: str) -> list[tuple[str, str]]:
    shown = enumerate(case_latex(verdict, case))
    return [("= " * (place > 0) + side, reason if place == 1 else "") for place, side in shown]


# ------------------------------------------------------------------------------------------------ results


def verdict_cell(verdict: Any, why: Words, sides: Any = None, report: str = "") -> str:
    """Write a verdict: badge, statement, derivation or counterexample, what it rests on, and a report in words."""
    with speaking_of(verdict):
        parts = [_line(badge(verdict.status)), statement_cell(verdict.claim)]
        if verdict.status == "proved":
            said = "; ".join(hypotheses_text(verdict.hypotheses, verdict.claim))
            used = described(said, verdict.claim.given, formula, words)
            parts += [
                derivation_cell(verdict, why),
                _line(f"Hypotheses used: {used}.") if used else "",
                _rests(verdict),
            ]
        elif verdict.counterexample is not None:
            found = "No values were needed" if verdict.counterexample.kind == "negation" else "Counterexample"
            parts += [_line(f"{found}:"), counterexample_cell(verdict.counterexample, sides)]
        if report:
            parts.append(_report(report))
        else:
            parts += [_line(f"Note: {words(note)}.") for note in verdict.notes]
        return "".join(parts)


def _report(report: str) -> str:
    """Write lines of text in one width of letter; what is too wide goes on below its own beginning."""
    lines = [(len(line) - len(line.lstrip()), line.strip()) for line in report.splitlines()]
    style = f"font-family: monospace; {WRAPPED}; text-indent: -2ch"
    return "".join(f'<div style="{style}; padding-left: {indent + 2}ch">{words(line)}</div>' for indent, line in lines)


def _rests(verdict: Any) -> str:
    """Write on how much a proof rests; the names of the axioms are for a reader who opens them."""
    said = f"{counted(verdict.inferences, 'inference')} from {counted(len(verdict.axioms), 'axiom')}"
    if not verdict.axioms:
        return _line(f"{said}.")
    return f"<details><summary>{said}</summary>{words(', '.join(verdict.axioms))}</details>"


def counterexample_cell(counterexample: Any, sides: Any = None) -> str:
    """Write a counterexample: its sizes and values, and both sides, with the entries that differ boxed.

    `sides` has the entries of both sides as LaTeX (``lhs``, ``rhs``) and the places where they differ (``differing``);
    without it the sides are shown at the one entry that refutes the claim.
    """
    formulas = counterexample_parts(counterexample)
    if count := len(dict(getattr(counterexample, "sizes", {}))):
        formulas = [r",\quad ".join(formulas[:count]), *formulas[count:]]
    if sides is None:
        return _list(map(tex, formulas))
    *values, left, right = formulas
    named = places_of(sides, "boxed")
    both = [
        tex(rf"\text{{{word} side}} = {_boxed(rows, sides.differing)}")
        for word, rows in (("left", sides.lhs), ("right", sides.rhs))
    ]
    kind = kind_of_bounds([left, right]).capitalize()
    differ = _line(f"The two sides surely differ at {named} (row and column from 0). {kind} at the first:")
    return _list([*map(tex, values), *both]) + differ + _list(map(tex, (left, right)))


def _boxed(rows: Sequence[Sequence[str]], marked: Iterable[tuple[int, int]]) -> str:
    cells = (
        [rf"\boxed{{{each}}}" if (i, j) in marked else each for j, each in enumerate(row)] for i, row in enumerate(rows)
    )
    inside = r" \\ ".join(" & ".join(row) for row in cells)
    return rf"\begin{{pmatrix}} {inside} \end{{pmatrix}}"


def spot_check_cell(check: Any) -> str:
    """Write at how many instances two sides were compared, and how far apart they were."""
    tried = _line(f"{check.trials} random instances; largest scaled error {check.max_error:.1e}")
    return tried + "".join(_line(words(note)) for note in check.notes)
