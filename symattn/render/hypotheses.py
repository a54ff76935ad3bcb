"""The hypotheses that a proof used, in the symbols of the claim: what a verdict names in words, for a reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from sympy import Basic, Inverse

from symattn.language import Calc, Claim, declarations
from symattn.language.base.naming import speaking_of
from symattn.language.plain import plain
from symattn.render.latex import escape, inline, latex
from symattn.render.statement import KINDS
from symattn.render.text import text

_ABOUT = re.compile(r'(?P<before>every row of |)(?P<name>".*"|\S+)(?P<after> (is|has|[<>≤≥≠]) .+)')


def hypotheses_text(descriptions: Iterable[str], stated: Any) -> list[str]:
    """Write each hypothesis as one line of Unicode text.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import Equation, PermutationSymbol, claim, dims
    >>> n, d = dims("n d")
    >>> X, Y, sigma = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), PermutationSymbol("sigma", n)
    >>> stated = claim(sigma*X, Y, given=[Equation(Y, sigma*X)])
    >>> hypotheses_text(["sigma is a permutation", "Y = sigma*X"], stated)
    ['σ is a permutation', 'Y = σ X']
    """
    return _written(descriptions, stated, text, str)


def hypotheses_latex(descriptions: Iterable[str], stated: Any) -> list[str]:
    """Write each hypothesis for LaTeX's text mode, the formulas in it between dollar signs.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import PermutationSymbol, claim, dims
    >>> n, d = dims("n d")
    >>> X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    >>> hypotheses_latex(["sigma is a permutation"], claim(sigma.T*sigma*X, X))
    ['$\\\\sigma$ is a permutation']
    """
    return _written(descriptions, stated, lambda item: inline(latex(item)), escape)


def _written(
    descriptions: Iterable[str], stated: Any, write: Callable[[Any], str], words: Callable[[str], str]
) -> list[str]:
    given, symbols = _items(stated)

    def one(description: str) -> str:
        if description in given:
            return write(given[description])
        about = _ABOUT.fullmatch(description)
        if about is None or about["name"] not in symbols:
            return words(description)
        return words(about["before"]) + write(symbols[about["name"]]) + words(about["after"])

    with speaking_of(stated):
        return [one(description) for description in descriptions]


def _items(stated: Any) -> tuple[dict[str, Basic], dict[str, Basic]]:
    """Collect the propositions given and the symbols of a claim by how they are named in words."""
    if not isinstance(stated, Claim | Calc):
        return {}, {}
    claim = stated.claim if isinstance(stated, Calc) else stated
    expressions = [claim.proposition, *claim.given]
    if isinstance(stated, Calc):
        expressions += [step.expression for step in stated.steps]
    found = declarations(*expressions)
    with speaking_of(*expressions):
        inverted = {plain(each.arg): each.arg for expr in expressions for each in expr.atoms(Inverse)}
        symbols = inverted | {plain(symbol): symbol for kind in KINDS for symbol in getattr(found, kind)}
        return {plain(each): each for each in claim.given}, symbols
