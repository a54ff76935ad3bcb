"""The definitions that a statement rests on, each with the symbols in which a textbook gives it.

A claim speaks of Att(τ Q g, σ K g, σ V h); what a reader has to know is what Att(Q, K, V) stands for. Each class says
by its ``sample`` in which symbols it is defined, in each of its variants; one without is shown as it occurs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sympy import Basic, KroneckerProduct, MatrixSymbol, Symbol, Trace, cosh, sinh, tanh

from symattn.errors import SymattnError
from symattn.language import dims, postorder
from symattn.language.base.naming import speaking_of
from symattn.language.base.own_classes import definition_of, is_own
from symattn.language.own_words import OfWord
from symattn.primitives.kernels.word import SimilarityKernel
from symattn.render.latex import latex
from symattn.render.rules import FORMULAS


@dataclass(frozen=True)
class Definition:
    """Hold a definition: the name of its class, its formula in LaTeX, the sample's symbols if it is one, its source."""

    name: str
    formula: str
    sample: Basic | None = None
    source: str = ""


def definitions(*expressions: Basic) -> list[Definition]:
    """List the definitions that some expressions rest on, those that need others after them.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import Attention, OrthogonalSymbol, dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> A, B, C = MatrixSymbol("A", r, ell), MatrixSymbol("B", n, ell), MatrixSymbol("C", n, d)
    >>> for each in definitions(Attention(A*OrthogonalSymbol("g", ell), B, C)):
    ...     print(each.name, each.sample)
    RowSoftmax RowSoftmax(A)
    Attention Attention(Q, K, V)
    """
    found: dict[tuple[Any, ...], Definition] = {}
    _collect(expressions, found)
    return list(found.values())


def _collect(expressions: Iterable[Basic], found: dict[tuple[Any, ...], Definition]) -> None:
    for node in postorder(*expressions):
        name, sample = type(node).__name__, None if is_own(type(node)) else _sample(node)
        key = _key(node, sample)
        if key in found:
            continue
        if type(node) in FORMULAS:
            found[key] = Definition(name, FORMULAS[type(node)])
        if not hasattr(node, "definition"):
            continue
        defined: Any = node if sample is None else sample
        try:
            value = definition_of(defined)
        except SymattnError:  # a kernel that is a symbol stands for any kernel
            continue
        _collect([value], found)
        source = node.word.source if isinstance(node, OfWord) else getattr(node, "source", "")
        with speaking_of(defined, value, apart=True):
            found[key] = Definition(name, f"{latex(defined)} = {latex(value)}", sample, source)


def _sample(node: Any) -> Any:
    """Return the word of a node at the symbols of a textbook, or None for one that is shown as it occurs."""
    if isinstance(node, sinh | cosh | tanh):
        return type(node)(Symbol("t", real=True))
    m, n, r, d = dims("m n r d")
    if isinstance(node, Trace):
        return Trace(MatrixSymbol("A", n, n))
    if isinstance(node, KroneckerProduct):
        return KroneckerProduct(MatrixSymbol("A", m, n), MatrixSymbol("B", r, d))
    return node.sample() if hasattr(node, "sample") else None


def _key(node: Basic, sample: Any) -> tuple[Any, ...]:
    """Name the definition that an expression falls under."""
    name = type(node).__name__
    if isinstance(node, OfWord):
        return (name, OfWord)  # a similarity kernel of the user may have the same name
    if sample is not None:
        return (name, sample)
    return (name, *(type(argument).__name__ for argument in node.args if isinstance(argument, SimilarityKernel)))
