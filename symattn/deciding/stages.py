"""Explain a proof: for each case, an entry of the two sides and the normal form to which both reduce.

A proof is thousands of inferences long.  What it amounts to is that, case by case, both sides have the same normal
form, by the definitions that were unfolded and the hypotheses that were used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from symattn.language.base.naming import speaking_of
from symattn.prover.logic.notation import show
from symattn.render.cases import Case, case_latex, case_text, cases, induction_rows, inequality_rows
from symattn.render.hypotheses import hypotheses_latex, hypotheses_text
from symattn.render.latex import escape, inline, reference
from symattn.render.latex_lines import aligned
from symattn.render.terms import LATEX
from symattn.render.text import called

KERNEL_WORDS = {"row_softmax": "RowSoftmax", "masked_row_softmax": "RowSoftmax"}
NOTHING = "both sides come down to this"


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
    """Return in words what a proof used: lemmas, the definitions that were unfolded, and the hypotheses."""
    return "; ".join(each_reason(verdict))


def each_reason(verdict: Any) -> list[str]:
    """List what `reasons` says."""
    return [*verdict.uses, *_definitions(verdict, called), *hypotheses_text(verdict.hypotheses, verdict.claim)]


def reasons_latex(verdict: Any) -> str:
    """Return what `reasons` says, for LaTeX's text mode."""
    with speaking_of(verdict.claim):
        told = [*map(reference, verdict.uses), *_definitions(verdict, lambda name: inline(LATEX.word(name)))]
    return "; ".join([*told, *hypotheses_latex(verdict.hypotheses, verdict.claim)])


def _definitions(verdict: Any, write: Callable[[str], str]) -> list[str]:
    names = [KERNEL_WORDS.get(name, name.split(".")[0]) for name in verdict.unfolded]
    names = [write(name) for name in dict.fromkeys(names) if name[0].isupper()]
    return [f"definition{'s' if len(names) > 1 else ''} of {', '.join(names)}"] if names else []


def derivation_lines(verdict: Any) -> list[str]:
    """Return the cases of a proof as Unicode text: entry, normal form, entry, and below it the reasons.

    >>> from sympy import MatrixSymbol
    >>> from symattn import PermutationSymbol, dims, prove
    >>> n, d = dims("n d")
    >>> X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    >>> print(*derivation_lines(prove(sigma.T*sigma*X, X)), sep="\\n")
      (σᵀ σ X)[i, j]
    = X[i, j]
        σ is a permutation
    """
    words = reasons(verdict) or NOTHING
    lines = [line for said, how in induction_rows(verdict, None) for line in (f"  {said}", f"      {how}")]
    for case, beside in _told(cases(verdict), words, None):
        left, *others = case_text(verdict, case)
        lines += [f"  {left}", *(f"= {each}" for each in others), f"    {beside}"]
    for formula, beside in inequality_rows(verdict, None, str):
        lines += [f"  {formula}", f"      {beside}"]
    return lines


def derivation_latex(verdict: Any) -> str:
    """Write the cases of a proof as an `align*`: entry, normal form with the reasons beside it, entry.

    >>> from sympy import MatrixSymbol
    >>> from symattn import PermutationSymbol, dims, prove
    >>> n, d = dims("n d")
    >>> X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    >>> print(derivation_latex(prove(sigma.T*sigma*X, X)))
    \\begin{align*}
    & \\left(\\sigma^{T} \\sigma X\\right)_{i,j} \\\\
    &\\quad = X_{i,j} \\tag*{$\\sigma$ is a permutation}
    \\end{align*}
    """
    words = reasons_latex(verdict) or NOTHING
    groups = [[row] for row in induction_rows(verdict, inline)]
    for case, beside in _told(cases(verdict), words, inline):
        left, first, *others = case_latex(verdict, case)
        groups.append([(left, ""), (f"= {first}", beside), *((f"= {each}", "") for each in others)])
    groups += [[row] for row in inequality_rows(verdict, inline, _fact)]
    return aligned(*groups) if groups else ""


def _fact(name: str) -> str:
    return reference(name, lambda name: rf"\texttt{{{escape(name)}}}")


def _told(
    found: Sequence[Case], words: str, latex_of_formula: Callable[[str], str] | None
) -> Iterator[tuple[Case, str]]:
    """Pair each case with its reasons, and with what is assumed where it holds in one of several cases only."""
    for number, case in enumerate(found):
        yield case, (words if number == 0 else "likewise") + case.assumption(latex_of_formula)
