"""The TeX that an author gives a symbol, for its name alone: it changes how the symbol is printed, not what it is."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from sympy import Basic

from symattn.errors import UsageError

_ACCENT = r"\\(?:hat|bar|tilde|vec|dot|ddot|widehat|widetilde|overline|underline|math[a-z]+|boldsymbol|bm)"
_LETTER = r"(?:[A-Za-z]|\\[A-Za-z]+)"
_BASE = rf"(?:{_LETTER}|{_ACCENT}\{{(?:{_LETTER}|{_ACCENT}\{{{_LETTER}\}})\}}|\\(?:mathrm|text|mathit)\{{[A-Za-z]+\}})"
_INDEX = r"(?:[A-Za-z0-9]|\{(?:[A-Za-z0-9,*+\- ]|\\[A-Za-z]+ ?|\{[A-Za-z]+\})+\})"
_SYMBOL = re.compile(rf"{_BASE}'*(?:_{_INDEX}|\^(?:[*+\-]|\{{(?:[*+\-]|\\(?:ast|star|dagger|prime|circ|perp))\}}))*")
#: Commands that are no letters: what they print is something else.
_NO_NAMES = re.compile(
    r"\\(infty|emptyset|top|bot|partial|nabla|cdot|times|circ|oplus|otimes|sum|prod|int|forall|exists|neg|pm|mp|le|ge"
    r"|leq|geq|neq|ne|in|to|mapsto|quad|qquad|frac|sqrt|log|exp|sin|cos|max|min|det|left|right|begin|end|hbox|input)"
    r"(?![A-Za-z])"
)

Symbolic = TypeVar("Symbolic", bound=Basic)
_given: dict[Basic, str] = {}


def typeset(symbol: Symbolic, latex: str) -> Symbolic:
    r"""Print a symbol in LaTeX as its author writes it, and return it.

    It stays the same symbol: what is proved of it, and its plain text, do not change. TeX that another symbol of a
    statement has too is not used there, so that two symbols never look alike. Raise UsageError for TeX that is no
    letter or macro, with accents, primes and indices.

    >>> from sympy import MatrixSymbol
    >>> W = typeset(MatrixSymbol("W_Q", 2, 2), latex=r"\mathbf{W}_{\mathrm{q}}")
    >>> own_tex(W), own_tex(MatrixSymbol("W_K", 2, 2))
    ('\\mathbf{W}_{\\mathrm{q}}', '')
    """
    if not hasattr(symbol, "name"):
        raise UsageError(f"only a symbol has TeX of its own, not {symbol}")
    if not isinstance(latex, str) or not _SYMBOL.fullmatch(latex) or _NO_NAMES.search(latex):
        raise UsageError(f"the TeX of {symbol} is no letter or macro with accents and indices: {latex!r}")
    _given[symbol] = latex
    return symbol


def own_tex(symbol: Any) -> str:
    """Return the TeX that a symbol was given, or nothing."""
    return _given.get(symbol, "")
