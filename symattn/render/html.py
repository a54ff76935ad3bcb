"""HTML with MathML of what symattn states and finds, for the book of proofs; no JavaScript is needed.

Formulas are written in LaTeX by `symattn.render.latex` and translated by `symattn.render.mathml`. Whatever is not
markup of this module is escaped. What notebooks show is written by `symattn.render.cell`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from symattn.errors import ShapeError, shape_text
from symattn.language.base.naming import speaking_of
from symattn.language.plain import plain
from symattn.language.propositions import relation_of
from symattn.render.cases import case_latex, cases, induction_rows, inequality_rows
from symattn.render.latex import counterexample_parts, kind_of_bounds, latex, membership_latex, related, with_names
from symattn.render.mathml import mathml, matrix
from symattn.render.statement import Statement, statement
from symattn.render.text import counted, greek_words, membership, step_reasons, text

#: Styles that the fragments of this module need; the book has them in its style sheet.
STYLE = """
.symattn math { font-size: 1.15em; }
.symattn-badge { border: 1px solid; border-radius: 1em; padding: 0 .7em; font-weight: 600; white-space: nowrap; }
.symattn-badge.proved, .symattn-badge.defined, .symattn-badge.computed { color: #17663a; background: #e3f4e8; }
.symattn-badge.refuted { color: #8f2313; background: #fbe9e5; }
.symattn-badge.unknown, .symattn-badge.error { color: #6b4d00; background: #fdf2d0; }
.symattn-formula { overflow: auto hidden; word-spacing: -.2em; margin: .3em 0; padding: .35em 0; }
ol.symattn-steps { list-style: none; margin: .5em 0; padding: 0; }
.symattn-steps > li { margin: .35em 0; padding-left: 1em; border-left: 2px solid #9994; }
.symattn-steps details { margin-left: 1.2em; }
.symattn-where { display: flex; flex-wrap: wrap; gap: 0 1.2em; align-items: center; margin: .3em 0; padding: 0; }
.symattn-where > li { list-style: none; max-width: 100%; overflow: auto hidden; padding: .3em .15em; }
.symattn table.symattn-cost :is(th, td) { text-align: left; }
.symattn-differs { outline: 2px solid #b3402a; outline-offset: -1px; background: #f3b8a540; font-weight: 700; }
""".strip()


def escape(words: str) -> str:
    """Write plain text for HTML, in an element or in an attribute.

    >>> escape('a < b & "c"')
    'a &lt; b &amp; &quot;c&quot;'
    """
    return html.escape(words)


# ------------------------------------------------------------------------------------------------ statements


def formula(x: Any, display: bool = False) -> str:
    """Write an expression or a proposition as a `math` element, with its text form as the alternative."""
    return mathml(latex(x), display, text(x))


def badge(status: str) -> str:
    """Write a verdict as a small badge: the word says it, the colour repeats it."""
    return f'<span class="symattn-badge {escape(status)}">{escape(status)}</span>'


def block(*formulas: str) -> str:
    """Put formulas on a line of their own, which breaks between them and scrolls where one is too wide."""
    return f'<div class="symattn-formula">{" ".join(formulas)}</div>'


def proposition_html(x: Any) -> str:
    """Display a proposition; an equation may break before its equality sign, deep expressions come with their names."""
    source, names = with_names(x)
    if names:
        where = "".join(f"<li>{mathml(name)}</li>" for name in names)
        return f'{block(mathml(source, True, text(x)))}<p>where</p><ul class="symattn-where">{where}</ul>'
    if type(x).__name__ != "Equation":
        return block(mathml(source, True, text(x)))
    return block(formula(x.lhs, True), _next_line(x, x.rhs))


def _next_line(proposition: Any, right: Any) -> str:
    """Display the relation of an equation or inequality and its right side."""
    return mathml(related(proposition, right), True, f"{relation_of(proposition)} {text(right)}")


def statement_html(stated: Any) -> str:
    """Write a claim: what its symbols are, its hypotheses, and what it says.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import claim, dims
    >>> n = dims("n")
    >>> A = MatrixSymbol("A", n, n)
    >>> statement_html(claim(A.T, A, given=[(A.T*A, A*A.T)])).count("<math")
    4
    """
    if isinstance(stated, ShapeError):
        return block(mathml(latex(stated), True, text(stated)))
    with speaking_of(stated):
        return _statement_html(statement(stated))


def _statement_html(parts: Statement) -> str:
    members = [mathml(membership_latex(each), False, membership(each)) for each in parts.memberships]
    sentence = spoken(members, [formula(each) for each in parts.given])
    lead = f"<p>{sentence}</p>" if sentence else ""
    return lead + proposition_html(parts.proposition)


def spoken(members: Sequence[str], given: Sequence[str]) -> str:
    """Say what symbols are and what is given of them, each as a formula that is written already.

    >>> spoken(["σ ∈ S_n"], ["a < b", "b < c"])
    'Let σ ∈ S_n. If a < b and b < c, then'
    """
    let = f"Let {', '.join(members)}." if members else ""
    return " ".join(filter(None, (let, f"If {' and '.join(given)}, then" if given else "")))


def in_words(description: str, given: Sequence[Any] = ()) -> str:
    """Write a description of what was used as HTML: the given propositions as formulas, Greek letters as letters.

    >>> in_words("sigma is a permutation; tau_1 < 1")
    'σ is a permutation; τ_1 &lt; 1'
    """
    return described(description, given, formula, escape)


def described(description: str, given: Sequence[Any], write: Callable[[Any], str], words: Callable[[str], str]) -> str:
    """Write a description of what was used: the given propositions by `write`, everything else by `words`."""
    formulas = {written: write(each) for each in given for written in (plain(each), text(each))}
    cut = "|".join(re.escape(each) for each in sorted(formulas, key=lambda each: (-len(each), each)))
    parts = re.split(f"({cut})", description) if cut else [description]
    return "".join(formulas.get(part) or words(greek_words(part)) for part in parts)


# ------------------------------------------------------------------------------------------------ derivations


def derivation_html(verdict: Any, words: Callable[[Any], str] = lambda verdict: "") -> str:
    """Write how a claim was proved: the steps of a calc, each expandable, or the stages of a proof, case by case.

    `words` says in plain words what a proof used.
    """
    if not verdict.steps:
        return stages_html(verdict, words)
    start = verdict.steps[0][0]
    lines = [f"<li>{block(formula(start, True))}</li>"]
    for result in verdict.steps:
        _, right, _, step = result
        state = "" if step.status == "proved" else f" {badge(step.status)}"
        inside = stages_html(step, words) if step.status == "proved" else f"<p>{escape(step.report)}</p>"
        why = step_reasons(result, formula, escape)
        counts = f"<p>{counted(step.inferences, 'inference')}; axioms: {escape(', '.join(step.axioms) or 'none')}</p>"
        line = block(_next_line(step.claim.proposition, right))
        lines.append(f"<li>{line}<details><summary>{why}{state}</summary>{inside}{counts}</details></li>")
    return f'<ol class="symattn-steps">{"".join(lines)}</ol>'


def proved_by(verdict: Any, beside: str) -> str:
    """Say what a proof without entries to show rests on: axioms, and what was used besides."""
    if not verdict.axioms:
        return f"Proved by {beside or 'matrix algebra'}."
    return f"Proved from axioms{', with ' * bool(beside)}{beside}."


def stages_html(verdict: Any, words: Callable[[Any], str]) -> str:
    """Write for each case of a proof an entry of both sides and the normal form that they share."""
    beside = in_words(words(verdict), verdict.claim.given)
    before, rows = (
        induction_rows(verdict, mathml),
        inequality_rows(verdict, mathml, lambda name: f"<code>{name}</code>"),
    )
    steps = (f'<li>{block(mathml(line, True))}<p class="because">{reason}</p></li>' for line, reason in before + rows)
    written = [f'<ol class="symattn-steps">{"".join(steps)}</ol>'] if before or rows else []
    found = [] if rows else cases(verdict)
    if not found:
        return written[0] if rows else "".join([*written, f"<p>{proved_by(verdict, beside)}</p>"])
    for number, case in enumerate(found):
        first, *others = case_latex(verdict, case)
        shown = [mathml(first, True), *(mathml(f"= {line}", True) for line in others)]
        because = f'<p class="because">{beside}</p>' if beside and number == 0 else ""
        items = "".join(f"<li>{block(line)}{because if place == 1 else ''}</li>" for place, line in enumerate(shown))
        listed = f'<ol class="symattn-steps">{items}</ol>'
        if len(found) > 1:
            title = f"<summary>Case {number + 1} of {len(found)}{case.assumption(mathml)}</summary>"
            listed = f"<details{' open' if number == 0 else ''}>{title}{listed}</details>"
        written.append(listed)
    return "".join(written)


# ------------------------------------------------------------------------------------------------ counterexamples


def counterexample_html(counterexample: Any, sides: Any = None) -> str:
    """Write a counterexample: its sizes and values, and both sides, with the entries that differ marked.

    `sides` has the entries of both sides as LaTeX (``lhs``, ``rhs``) and the places where they differ (``differing``);
    without it the sides are shown at the one entry that refutes the claim.
    """
    formulas = counterexample_parts(counterexample)
    if sides is None:
        return _listed(map(mathml, formulas))
    *values, left, right = map(mathml, formulas)
    named = places_of(sides, "marked")
    shown = [
        f"{word} side {matrix(rows, sides.differing, f'{_plain(rows)}; differs at {named}')}"
        for word, rows in (("left", sides.lhs), ("right", sides.rhs))
    ]
    kind = kind_of_bounds(formulas[-2:]).capitalize()
    return (
        f"{_listed(values)}{_listed(shown)}<p>The two sides surely differ at {named} (row and column from 0). "
        f"{kind} at the first:</p>{_listed([left, right])}"
    )


def places_of(sides: Any, how: str) -> str:
    """Say in words at which entries two sides differ, which are marked, boxed, …"""
    places = [f"({i}, {j})" for i, j in sorted(sides.differing)]
    return f"the entries {', '.join(places)}, which are {how}" if len(places) > 1 else f"the {how} entry {places[0]}"


def _listed(items: Iterable[str]) -> str:
    lines = "".join(f"<li>{item}</li>" for item in items)
    return f'<ul class="symattn-where">{lines}</ul>' if lines else ""


def _plain(rows: Sequence[Sequence[str]]) -> str:
    return "; ".join(" ".join(row) for row in rows)


def shapes_html(record: dict[str, Any]) -> str:
    """Write why an expression is ill-formed: the part that does not fit and its two shapes, as plain data has them.

    >>> shapes_html({"kind": "shape", "subexpression": "Q*g", "shapes": [["r", "ell"], ["d", "d"]]})
    '<p><code>Q*g</code> does not fit: r × ell beside d × d.</p>'
    """
    shapes = " beside ".join(shape_text(shape).replace("×", " × ") for shape in record["shapes"])
    return f"<p><code>{escape(record['subexpression'])}</code> does not fit: {escape(shapes)}.</p>"
