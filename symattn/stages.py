"""Tell a proof to a reader: for each case, an entry of the two sides and the normal form that both come down to.

A proof is thousands of inferences long.  What it amounts to is that, case by case, both sides have the same normal
form, by the definitions that were unfolded and the hypotheses that were used.
"""

from __future__ import annotations

from typing import Any

from symattn.kernel.terms import Term
from symattn.notation import show
from symattn.render.latex import escape, latex
from symattn.render.terms import entry_latex, term_latex

KERNEL_WORDS = {"row_softmax": "SoftMax", "masked_row_softmax": "SoftMax"}


def stage_lines(verdict: Any) -> list[str]:
    """Return the stages of a proof as text in the kernel's notation, three lines for each case.

    The indices of an entry are written ι0, ι1, ….

    >>> from sympy import MatrixSymbol
    >>> from symattn import PermutationSymbol, dims, prove
    >>> n, d = dims("n d")
    >>> X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    >>> print(*stage_lines(prove(sigma.T*sigma*X, X)), sep="\\n")
      matmul{n, n, d} (transpose{n, n} (permutation{n} sigma)) (matmul{n, n, d} (permutation{n} sigma) X) ι0 ι1
    = X ι0 ι1
    = X ι0 ι1
    """
    lines = []
    for stage in verdict.stages:
        lines += [f"  {show(stage.left)}", f"= {show(stage.normal)}", f"= {show(stage.right)}"]
    return lines


def reasons(verdict: Any) -> str:
    """Return in words what a proof used: the definitions that were unfolded, and the hypotheses."""
    names = [KERNEL_WORDS.get(name, name.split(".")[0]) for name in verdict.unfolded]
    names = [name for name in dict.fromkeys(names) if name[0].isupper()]
    words = [f"definition{'s' if len(names) > 1 else ''} of {', '.join(names)}"] if names else []
    return "; ".join([*words, *verdict.hypotheses])


def derivation_latex(verdict: Any) -> str:
    """Write the stages of a proof as an `align*`: entry, normal form with the reasons beside it, entry.

    >>> from sympy import MatrixSymbol
    >>> from symattn import PermutationSymbol, dims, prove
    >>> n, d = dims("n d")
    >>> X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    >>> print(derivation_latex(prove(sigma.T*sigma*X, X)))
    \\begin{align*}
    & \\left(\\sigma^{T} \\sigma X\\right)_{i,j} \\\\
    &\\quad = X_{i,j} && \\text{sigma is a permutation} \\\\
    &\\quad = \\left(X\\right)_{i,j}
    \\end{align*}
    """
    if not verdict.stages:
        return ""
    words = escape(reasons(verdict)) or "both sides come down to this"
    lines = []
    for number, stage in enumerate(verdict.stages):
        terms = (stage.left, stage.normal, stage.right)
        beside = words if number == 0 else "likewise"
        lines += [
            f"& {_side(verdict, 0, stage.left, terms)}",
            rf"&\quad = {term_latex(stage.normal, terms)} && \text{{{beside}}}",
            rf"&\quad = {_side(verdict, 1, stage.right, terms)}",
        ]
    return "\n".join([r"\begin{align*}", " \\\\\n".join(lines), r"\end{align*}"])


def _side(verdict: Any, which: int, term: Term, terms: tuple[Term, ...]) -> str:
    """Write one entry: the user's expression with the indices of the entry, where the claim is an equation."""
    proposition = verdict.claim.proposition
    if type(proposition).__name__ != "Equation":
        return term_latex(term, terms)
    side = proposition.args[which]
    return rf"\left({latex(side)}\right)_{{{entry_latex(term, terms)}}}" if side.is_Matrix else latex(side)
