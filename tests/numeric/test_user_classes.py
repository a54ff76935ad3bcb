"""Classes of the user on the numerical side: their own formula and definition count, never those of a base class."""

import numpy as np
import pytest
from sympy import Basic, Identity, Matrix, MatrixSymbol, Max, Rational, Sum, Symbol, exp, sympify

from symattn.errors import SymattnError, UndeclaredSymbol, UnsupportedExpression
from symattn.language import (
    Attention,
    BoxCar,
    DotProduct,
    Equation,
    Euclidean,
    HeadSum,
    Invariant,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    MapSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    RowSoftmax,
    SimilarityKernel,
    dims,
)
from symattn.language.base.nodes import Node
from symattn.numeric.enclosure import enclose
from symattn.numeric.evaluate import evaluate
from symattn.numeric.refute import refute, witness
from symattn.numeric.spot_check import spot_check

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
q, k = MatrixSymbol("q", 1, ell), MatrixSymbol("k", 1, ell)
G, g, f = MatrixSymbol("G", ell, ell), OrthogonalSymbol("g", ell), MapSymbol("f", ell)
x, e = Symbol("x", real=True), Symbol("e", integer=True)


class Scaled(SimilarityKernel):
    def __new__(cls, factor):
        return Basic.__new__(cls, sympify(factor))

    def formula(self, value):
        return value.sum_over_coordinates(lambda left, right: left * right) / self.args[0]


class First(SimilarityKernel):
    def formula(self, value):
        return value.query[0, 0]


class Gaussian(SimilarityKernel):
    def formula(self, value):
        return exp(-value.sum_over_coordinates(lambda left, right: (left - right) ** 2))


class Positive(SimilarityKernel):
    """A formula whose value depends on a sign, so that it is no polynomial."""

    def formula(self, value):
        return Max(value.query[0, 0], 0)


class DoubleDot(DotProduct):
    def formula(self, value):
        return 2 * value.sum_over_coordinates(lambda left, right: left * right)


class NarrowBox(BoxCar):
    def formula(self, value):
        return super().formula(value) / 2


class NamedSum(KernelSymbol):
    """A symbol by its base class, but with a formula."""

    def formula(self, value):
        return value.sum_over_coordinates(lambda left, right: left + right)


class SameDot(DotProduct):
    """A subclass that changes nothing."""


class TwiceSoftmax(RowSoftmax):
    def definition(self):
        return 2 * self.args[0]


class UnscaledAttention(Attention):
    """A definition changed by way of what the base class calls."""

    def scores(self):
        return self.queries * self.keys.T


class OwnHeadSum(HeadSum):
    pass


def dot(factor=1):
    return factor * Sum(q[0, e] * k[0, e], (e, 0, ell - 1))


TRUE = {
    "a kernel with a number": (Scaled(3)(q, k), dot(Rational(1, 3))),
    "a kernel with a symbol": (Scaled(x)(q, k), dot(1 / x)),
    "a kernel with a size": (Scaled(ell)(q, k), dot(1 / ell)),
    "a matrix of a kernel": (KernelMatrix(Scaled(2), Q, K), Q * K.T / 2),
    "attention with a kernel": (KernelAttention(Scaled(1), Q, K, V), Attention(Q, K, V, scale=False)),
    "a subclass of a kernel": (KernelMatrix(DoubleDot(), Q, K), 2 * Q * K.T),
    "a value of a subclass": (DoubleDot()(q, k), dot(2)),
    "a subclass that changes nothing": (KernelMatrix(SameDot(), Q, K), Q * K.T),
    "half a box": (2 * NarrowBox()(q, k), BoxCar()(q, k)),
    "a named kernel with a formula": (NamedSum("alpha")(q, k), Sum(q[0, e] + k[0, e], (e, 0, ell - 1))),
    "a subclass of a matrix": (TwiceSoftmax(V), 2 * V),
    "its entries": (TwiceSoftmax(V)[0, 0], 2 * V[0, 0]),
    "a part of the definition": (UnscaledAttention(Q, K, V), Attention(Q, K, V, scale=False)),
    "a function of the distance": (Gaussian()(q * g, k * g), Gaussian()(q, k)),
}
FALSE = {
    "a kernel with another number": (Scaled(3)(q, k), dot(Rational(1, 2))),
    "a kernel and its base": (KernelMatrix(DoubleDot(), Q, K), Q * K.T),
    "a value and its base": (NarrowBox()(q, k), BoxCar()(q, k)),
    "a matrix and its base": (TwiceSoftmax(V), RowSoftmax(V)),
    "attention and its base": (UnscaledAttention(Q, K, V), Attention(Q, K, V)),
    "two arguments": (KernelMatrix(Scaled(2), Q, K), KernelMatrix(Scaled(3), Q, K)),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_about_classes_of_the_user(name):
    assert refute(*TRUE[name]) is None
    assert spot_check(*TRUE[name]).max_error < 1e-12


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_about_classes_of_the_user(name):
    assert refute(*FALSE[name]) is not None
    assert spot_check(*FALSE[name]).max_error > 1e-3


def test_both_evaluators_follow_the_formula():
    at = {Q: [[1.0, 2.0]], K: [[3.0, 4.0], [0.0, 1.0]]}
    exact = {symbol: tuple(tuple(map(int, row)) for row in value) for symbol, value in at.items()}
    for kernel, expected in ((DoubleDot(), [[22, 4]]), (Scaled(1), [[11, 2]]), (First(), [[1, 1]])):
        assert np.asarray(evaluate(KernelMatrix(kernel, Q, K), at)).tolist() == expected
        assert refute(KernelMatrix(kernel, Matrix(exact[Q]), Matrix(exact[K])), Matrix(expected)) is None


def test_a_subclass_without_a_definition_has_no_meaning():
    family = MatrixFamily("W", 2, 2, 2)
    assert evaluate(HeadSum(family), {family: np.ones((2, 2, 2))}).tolist() == [[2, 2], [2, 2]]
    for run in (evaluate, enclose):
        with pytest.raises(UnsupportedExpression, match="OwnHeadSum has no numerical meaning here"):
            run(OwnHeadSum(family), {family: np.ones((2, 2, 2))})


def test_an_arbitrary_kernel_still_needs_a_value():
    with pytest.raises(UndeclaredSymbol):
        evaluate(KernelSymbol("alpha")(q, k), {q: [[1.0]], k: [[1.0]]})


# A given invariance of a kernel with a formula is checked at every instance.


def test_a_given_invariance_of_an_own_kernel_is_not_taken_for_another():
    assert refute(G[0, 0], 1, given=[Invariant(First(), G)]) is None
    assert refute(G, Identity(ell), given=[Invariant(First(), G)]).sizes == {"ell": 2}
    found = refute(Invariant(Scaled(2), G), given=[Invariant(First(), G)])
    first_column = [row[0] for row in found.instance.bindings[G]]
    assert first_column == [1, *[0] * (len(first_column) - 1)]


def test_a_given_invariance_of_an_own_kernel_holds_at_its_witnesses():
    for kernel in (First(), Scaled(3), Scaled(x), DoubleDot(), SameDot()):
        found = witness(
            Equation(G, G), given=[Invariant(kernel, G), Equation(G[0, 0], -1) if kernel != First() else x > 0]
        )
        assert found is not None
        if kernel != First():
            assert enclose(G * G.T, found.bindings) == enclose(Identity(ell), found.bindings)
    assert refute(G * G.T, Identity(ell), given=[Invariant(Scaled(3), G)]) is None
    assert refute(f(Q), Q, given=[Invariant(Scaled(3), f)]).values["f"].startswith(("-q", "q rev"))


def test_an_invariance_that_cannot_be_decided_holds_nowhere():
    for kernel in (Gaussian(), Positive()):
        assert witness(Equation(G, G), given=[Invariant(kernel, G)]) is None
        assert refute(G, 2 * G, given=[Invariant(kernel, G)]) is None
    assert witness(Equation(G, G), given=[Invariant(Euclidean(), G)]) is not None


# All that distinguishes an object is among its arguments.


class WithAttribute(SimilarityKernel):
    def __new__(cls, factor):
        kernel = Basic.__new__(cls)
        kernel.factor = factor
        return kernel


class MatrixWithAttribute(Node):
    def __new__(cls, matrix, factor):
        node = cls._make(tuple(matrix.shape), matrix)
        node.factor = factor
        return node


def test_an_attribute_beside_the_arguments_is_refused():
    for make in (lambda: WithAttribute(2), lambda: MatrixWithAttribute(V, 2)):
        with pytest.raises(SymattnError, match="its attribute factor would be no part of it"):
            make()


def test_a_formula_with_other_arguments_is_refused_clearly():
    class OfTwoRows(SimilarityKernel):
        def formula(self, q, k):
            return q[0, 0] * k[0, 0]

    r, ell = dims("r ell")
    Q = MatrixSymbol("Q", r, ell)
    with pytest.raises(UnsupportedExpression, match=r"OfTwoRows\.formula takes one argument, the KernelValue"):
        spot_check(KernelMatrix(OfTwoRows(), Q, Q), Q * Q.T)
