"""The definitions that a statement rests on, each with the symbols in which a textbook gives it.

A claim speaks of Att(τ Q g, σ K g, σ V h); what a reader has to know is what Att(Q, K, V) stands for. The samples below
say it once for each class and each of its variants; a class that has none is shown as it occurs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import Basic, Expr, Idx, KroneckerProduct, MatrixSymbol, S, Symbol, Trace, cosh, sinh, tanh

from symattn.errors import SymattnError
from symattn.language import (
    AdditiveEncoding,
    Attention,
    BoxCar,
    CausalMask,
    DotProduct,
    Epanechnikov,
    Euclidean,
    Expectation,
    Frequencies,
    KernelAttention,
    KernelMatrix,
    KernelMultiHeadAttention,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    MatrixFamily,
    MultiHeadAttention,
    PositionMap,
    PrefixMask,
    ProbabilitySymbol,
    RotaryEncoding,
    RowSoftmax,
    SelfAttention,
    ShiftMatrix,
    SimilarityKernel,
    SinusoidalEncoding,
    SinusoidalVector,
    SquaredEuclidean,
    SubsetMask,
    SubsetSymbol,
    Variance,
    dims,
    postorder,
)
from symattn.language.naming import speaking_of
from symattn.language.own_classes import definition_of
from symattn.language.own_words import OfWord
from symattn.render.latex import latex

#: The place of the argument that makes a variant of a class: a mask, a scale, a kernel, a first frequency.
VARIANTS = {
    "Attention": (3, 4),
    "SelfAttention": (4,),
    "KernelAttention": (0,),
    "KernelMatrix": (0,),
    "KernelValue": (0,),
    "MultiHeadAttention": (6,),
    "KernelMultiHeadAttention": (0, 7),
    "Frequencies": (1,),
    "SinusoidalVector": (2,),
    "SinusoidalEncoding": (2,),
    "ShiftMatrix": (2,),
    "RotaryEncoding": (1, 2),
}
#: What has no definition by smaller expressions, as formulas.
PRIMITIVES = {
    "SineCosine": (
        r"\operatorname{sincos}\left(\theta\right)_{2 m} = \sin\left(\theta_{m}\right), \quad"
        r" \operatorname{sincos}\left(\theta\right)_{2 m + 1} = \cos\left(\theta_{m}\right)"
    ),
    "Gradient": (
        r"\nabla_{Q} \left(L\right)_{a, b} = \left. \frac{d}{d t} L\left(Q + t E_{a, b}\right) \right|_{t = 0}, \quad"
        r" \left(E_{a, b}\right)_{i, j} = \delta_{i a} \delta_{j b}"
    ),
    "RowMax": r"\operatorname{RowMax}\left(A\right)_{j, 0} = \max_{i} A_{j, i}",
    "BlockRotation": (
        r"\operatorname{Rot}\left(\theta\right) = \operatorname{diag}_{m} \begin{pmatrix} \cos\left(\theta_{m}\right) &"
        r" \sin\left(\theta_{m}\right) \\ -\sin\left(\theta_{m}\right) & \cos\left(\theta_{m}\right) \end{pmatrix}"
    ),
}


@dataclass(frozen=True)
class Definition:
    """Hold a definition: the name of its class, its formula in LaTeX, the sample's symbols if it is one, its source."""

    name: str
    formula: str
    sample: Basic | None = None
    source: str = ""


def definitions(*expressions: Basic) -> list[Definition]:
    """List the definitions that some expressions rest on, those that need others after them.

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
        key = _variant(node)
        if key in found:
            continue
        if key[0] in PRIMITIVES:
            found[key] = Definition(key[0], PRIMITIVES[key[0]])
        if not hasattr(node, "definition"):
            continue
        sample = node.sample() if isinstance(node, OfWord) else _samples().get(key)
        defined: Any = node if sample is None else sample
        try:
            value = definition_of(defined)
        except SymattnError:  # a kernel that is a symbol stands for any kernel
            continue
        _collect([value], found)
        source = node.word.source if isinstance(node, OfWord) else ""
        with speaking_of(defined, value, apart=True):
            found[key] = Definition(key[0], f"{latex(defined)} = {latex(value)}", sample, source)


def _variant(node: Basic) -> tuple[Any, ...]:
    """Name the definition that an expression falls under."""
    name = type(node).__name__
    if isinstance(node, OfWord):
        return (name, OfWord)  # a similarity kernel of the user may have the same name
    return (name, *(_kind(node.args[place]) for place in VARIANTS.get(name, ()) if place < len(node.args)))


def _kind(argument: Basic) -> Any:
    """Say what matters of an argument: which number, truth value, kernel or frequencies, or that it is there."""
    if argument in (S.true, S.false) or argument.is_Number or not isinstance(argument, Expr | SimilarityKernel):
        return str(argument)
    return type(argument).__name__ if isinstance(argument, SimilarityKernel | Frequencies) else "given"


@cache
def _samples() -> dict[tuple[Any, ...], Basic]:
    return {_variant(sample): sample for sample in _sample_list()}


def _sample_list() -> Iterator[Any]:
    r, n, ell, d, p, h, m, k, w, heads = dims("r n ell d p h m k w H")
    A, M, square = MatrixSymbol("A", r, n), MaskSymbol("M", r, n), MaskSymbol("M", n, n)
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    yield RowSoftmax(A)
    for mask in (None, M):
        for scale in (True, False):
            yield Attention(Q, K, V, mask, scale)
    X = MatrixSymbol("X", n, p)
    weights = [MatrixSymbol(f"S_{name}", p, ell if name in "QK" else d) for name in "QKV"]
    for mask in (None, square):
        yield SelfAttention(X, weights[0], weights[1], weights[2], mask)
    x, y = MatrixSymbol("q", 1, ell), MatrixSymbol("k", 1, ell)
    for kernel in (KernelSymbol("alpha"), DotProduct(), Euclidean(), SquaredEuclidean(), Epanechnikov(), BoxCar()):
        yield KernelMatrix(kernel, Q, K)
        yield KernelAttention(kernel, Q, K, V)
        yield kernel(x, y)
        for output in (None, MatrixSymbol("W_O", heads * p, d)):
            names: Any = (MatrixSymbol("Q", r, w), MatrixSymbol("K", n, w), MatrixSymbol("V", n, w))
            names += tuple(MatrixFamily(f"W_{name}", heads, w, p) for name in "QKV")
            make: Any = MultiHeadAttention
            yield make(*names, output)
            make = KernelMultiHeadAttention
            yield make(kernel, *names, output)
    yield PrefixMask(m, m + k)
    yield SubsetMask(SubsetSymbol("S", n), n)
    yield CausalMask(n)
    t = Symbol("t", real=True)
    for first in (0, 1):
        yield Frequencies(2 * h, first)
        yield SinusoidalVector(t, 2 * h, first)
        yield SinusoidalEncoding(n, 2 * h, first)
        yield ShiftMatrix(k, 2 * h, first)
    yield Trace(MatrixSymbol("A", n, n))
    yield KroneckerProduct(MatrixSymbol("A", m, n), MatrixSymbol("B", r, d))
    for function in (sinh, cosh, tanh):
        yield function(t)
    yield AdditiveEncoding(MatrixSymbol("X", n, d), MatrixSymbol("P", n, d))
    weights_of = ProbabilitySymbol("p", total := Symbol("N", integer=True, positive=True))
    outcome = Idx("o", total)
    for moment in (Expectation, Variance):
        yield moment(weights_of, MatrixSymbol("x", total, 1)[outcome, 0], outcome)
    for frequencies in (None, MatrixSymbol("theta", h, 1)):
        for start in (0, Symbol("s", real=True)):
            yield RotaryEncoding(MatrixSymbol("X", n, 2 * h), frequencies, start)
    yield PositionMap(MapSymbol("f", d + 1), MatrixSymbol("X", n, d))
