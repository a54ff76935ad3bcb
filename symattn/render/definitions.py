"""The definitions that a statement rests on, each with the symbols in which a textbook gives it.

A claim speaks of Att(τ Q g, σ K g, σ V h); what a reader has to know is what Att(Q, K, V) stands for. Each class says
by its ``sample`` in which symbols it is defined, in each of its variants; one without is shown as it occurs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sympy import Basic, DiagMatrix, HadamardPower, KroneckerProduct, MatrixSymbol, Sum, Symbol, Trace, cosh, sinh, tanh
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.diagonal import DiagonalMatrix, DiagonalOf

from symattn.errors import SymattnError
from symattn.language import dims, postorder
from symattn.language.base.naming import Context, speaking_of, writing_by_name
from symattn.language.base.own_classes import definition_of, is_own
from symattn.language.own_words import OfWord
from symattn.primitives.kernels.word import SimilarityKernel
from symattn.render.latex import latex
from symattn.render.latex_names import is_written_of_vectors
from symattn.render.latex_printer import AttentionLatexPrinter
from symattn.render.rules import FORMULAS


@dataclass(frozen=True)
class Definition:
    """Hold a definition: the name of its class, its formula in LaTeX, the sample's symbols if it is one, its source."""

    name: str
    formula: str
    sample: Basic | None = None
    source: str = ""


#: What a reader calls what Python's name of a class does not say.
HEADINGS = {
    "ElementwiseApplyFunction": "Function of every entry",
    "HadamardPower": "Power of every entry",
    "RowSoftmax": "Softmax of rows",
    "DiagMatrix": "Diagonal matrix",
    "DiagonalOf": "Diagonal",
    "KroneckerProduct": "Kronecker product",
    "Norm1": "1-norm",
    "LogSumExp": "Log-sum-exp",
    "Vec": "Vectorisation",
    "SelfAttention": "Self-attention",
    "MultiHeadAttention": "Multi-head attention",
    "KernelMultiHeadAttention": "Kernel multi-head attention",
    "PrefixLMMask": "Prefix-LM mask",
    "TopLeftCausalMask": "Top-left causal mask",
    "BottomRightCausalMask": "Bottom-right causal mask",
    "SineCosine": "Sines and cosines",
    "RowMax": "Row maximum",
    "ColumnMax": "Column maximum",
    "Loewner": "Loewner order",
    "Euclidean": "Similarity by distance",
    "SquaredEuclidean": "Similarity by squared distance",
    "BoxCar": "Boxcar kernel",
    "Epanechnikov": "Epanechnikov kernel",
}


def heading(name: str) -> str:
    """Head a definition by what a reader calls it: the words of the name of its class.

    >>> heading("ElementwiseApplyFunction"), heading("SlidingWindowMask"), heading("ReLU")
    ('Function of every entry', 'Sliding window mask', 'ReLU')
    """
    first, *words = re.findall(r"[A-Z][a-z]+|.[^A-Z]*", name) if re.fullmatch("([A-Z][a-z]+)+", name) else [name]
    return HEADINGS.get(name) or " ".join([first, *map(str.lower, words)])


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
    found = _found(expressions)
    with writing_by_name(by_name([expressions])):
        return [each.written() for each in found]


def by_name(statements: Iterable[Iterable[Basic]], below: bool = True) -> frozenset[str]:
    """Return the words that some statements, or the definitions ``below`` them, write by their names.

    All that is printed together writes them so: a word that clashes in one place would else be written in two ways.
    """
    printer, stated = AttentionLatexPrinter(), [tuple(each) for each in statements]
    found: frozenset[str] = frozenset()
    for each in stated:
        with writing_by_name(found):
            found |= printer.written_by_name(Context(each))
    if not below:
        return found
    together = Context(())
    expressions = tuple(part for each in stated for part in each)
    rest_on = [each for each in _found(expressions) if each.value is not None]
    for several in (expressions, [each.value for each in rest_on]):
        with writing_by_name(found):
            words = [node.word for node in postorder(*several) if isinstance(node, OfWord)]
            found |= printer.written_by_name(together, words)
    for one in rest_on:
        with writing_by_name(found):
            found |= printer.written_by_name(Context((one.defined, one.value)))
    return found


def source_of(word: Any) -> str:
    """Return the source of the definition of a word, or nothing."""
    return str(getattr(getattr(word, "word", word), "source", "") or "")


@dataclass(frozen=True)
class _Found:
    """Hold a definition that is not written yet: a formula that is known, or what is defined and its value."""

    name: str
    formula: str = ""
    defined: Any = None
    value: Any = None
    sample: Basic | None = None

    def written(self) -> Definition:
        if self.value is None:
            return Definition(self.name, self.formula)
        with speaking_of(self.defined, self.value, apart=True):
            formula = f"{latex(self.defined)} = {latex(self.value)}"
        return Definition(self.name, formula, self.sample, source_of(self.defined))


def _found(expressions: Iterable[Basic]) -> list[_Found]:
    found: dict[tuple[Any, ...], _Found] = {}
    _collect(expressions, found)
    return list(found.values())


def _collect(expressions: Iterable[Basic], found: dict[tuple[Any, ...], _Found]) -> None:
    for node in postorder(*expressions):
        name, sample = type(node).__name__, None if is_own(type(node)) else _sample(node)
        key = _key(node, sample)
        if key in found:
            continue
        if type(node) in FORMULAS:
            found[key] = _Found(name, FORMULAS[type(node)])
        if not hasattr(node, "definition"):
            continue
        defined: Any = node if sample is None else sample
        try:
            value = definition_of(defined)
        except SymattnError:  # a kernel that is a symbol stands for any kernel
            continue
        if isinstance(node, OfWord) and is_written_of_vectors(node):
            value = _without_sums_of_one(value)
        _collect([value], found)
        found[key] = _Found(name, "", defined, value, sample)


def _without_sums_of_one(value: Any) -> Any:
    """Write the term of a sum that has one, as a sum over the rows of a row does."""
    if not value.args:
        return value
    value = value.func(*map(_without_sums_of_one, value.args))
    if not isinstance(value, Sum):
        return value
    single = {index: low for index, low, high in value.limits if low == high}
    others = [limit for limit in value.limits if limit[0] not in single]
    term = value.function.xreplace(single)
    return Sum(term, *others) if others else term


def _sample(node: Any) -> Any:
    """Return the word of a node at the symbols of a textbook, or None for one that is shown as it occurs."""
    if isinstance(node, sinh | cosh | tanh):
        return type(node)(Symbol("t", real=True))
    m, n, r, d = dims("m n r d")
    A, square = MatrixSymbol("A", m, n), MatrixSymbol("A", n, n)
    if isinstance(node, Trace | DiagonalMatrix | DiagonalOf):
        return type(node)(square)
    if isinstance(node, DiagMatrix):
        is_row = node.args[0].shape[0] == 1
        return DiagMatrix(MatrixSymbol("u", *((1, n) if is_row else (n, 1))))
    if isinstance(node, ElementwiseApplyFunction):
        return ElementwiseApplyFunction(node.function, A)
    if isinstance(node, HadamardPower):
        parts = zip(node.args, (A, MatrixSymbol("B", m, n)), strict=True)
        return HadamardPower(*(symbol if part.is_Matrix else part for part, symbol in parts))
    if isinstance(node, KroneckerProduct):
        return KroneckerProduct(A, MatrixSymbol("B", r, d))
    if isinstance(node, OfWord) and is_written_of_vectors(node):
        is_row = node.args[0].shape[0] == 1
        return type(node)(*(MatrixSymbol(name, *((1, n) if is_row else (n, 1))) for name in "uv"[: len(node.args)]))
    return node.sample() if hasattr(node, "sample") else None


def _key(node: Basic, sample: Any) -> tuple[Any, ...]:
    """Name the definition that an expression falls under."""
    name = type(node).__name__
    if isinstance(node, OfWord):
        if is_written_of_vectors(node):
            return (name, OfWord, sample)
        return (name, OfWord)  # a similarity kernel of the user may have the same name
    if sample is not None:
        return (name, sample)
    return (name, *(type(argument).__name__ for argument in node.args if isinstance(argument, SimilarityKernel)))
