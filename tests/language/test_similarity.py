"""Similarity kernels: the formulas of the table, values on rows and columns, matrices of similarities."""

import itertools

import pytest
from sympy import Idx, Integer, Matrix, MatrixSymbol, Symbol, sqrt

from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language import (
    BoxCar,
    DotProduct,
    Epanechnikov,
    Euclidean,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    KernelValue,
    RowSoftmax,
    SquaredEuclidean,
    dims,
    product,
)

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
KERNELS = (DotProduct(), Euclidean(), SquaredEuclidean(), Epanechnikov(), BoxCar())
alpha = KernelSymbol("alpha")

q, k = Matrix([[1, 2, 2]]), Matrix([[1, 0, 1]])
far, near = Matrix([[1, 2, 2]]), Matrix([[1, 2, Integer(5) / 2]])


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        (DotProduct(), 3),
        (Euclidean(), -sqrt(5)),
        (SquaredEuclidean(), -Integer(5) / 2),
        (Epanechnikov(), 0),
        (BoxCar(), 0),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_formulas_on_numbers(kernel, expected):
    assert kernel(q, k).definition().doit() == expected
    assert kernel(q.T, k.T).definition().doit() == expected


def test_the_bounded_kernels_near_by():
    assert Epanechnikov()(far, near).definition().doit() == Integer(1) / 2
    assert BoxCar()(far, near).definition().doit() == 1
    assert BoxCar()(Matrix([[0]]), Matrix([[1]])).definition().doit() == 1, "distance 1 belongs to the box"


@pytest.mark.parametrize("kernel", (*KERNELS, alpha), ids=str)
def test_rebuilding(kernel):
    j, i = Idx("j", r), Idx("i", n)
    for expression in (
        kernel,
        kernel(Q[j, :], K[i, :]),
        KernelMatrix(kernel, Q, K),
        KernelAttention(kernel, Q, K, V),
    ):
        assert expression.func(*expression.args) == expression
        assert expression.doit() == expression
    assert kernel(Q[j, :], K[i, :]).xreplace({Q: 2 * Q}).func is KernelValue


def test_kernels_are_different():
    assert len({*KERNELS, alpha, KernelSymbol("beta")}) == 7
    for left, right in itertools.combinations(KERNELS, 2):
        assert left(Q[0, :], Q[0, :]) != right(Q[0, :], Q[0, :])


def test_a_value_is_a_real_scalar():
    value = alpha(MatrixSymbol("q", 1, ell), MatrixSymbol("k", 1, ell))
    assert value.is_real and value.is_commutative
    assert value * 2 - value == value
    assert str(value) == "alpha(q, k)"
    with pytest.raises(UnsupportedExpression):
        value.definition()


def test_the_bound_index_is_free_in_neither_vector():
    a = Idx("a", r)
    definition = DotProduct()(Q[a, :], K[0, :]).definition()
    (bound,) = definition.variables
    assert bound.name == "a_1" and bound != a
    assert definition.function == Q[a, bound] * K[0, bound]


@pytest.mark.parametrize(
    ("left", "right"), [(Q[0, :], V[0, :]), (Q[0, :], Q[0, :].T), (Matrix([[1, 2]]), Matrix([[1, 2, 3]]))], ids=str
)
def test_vectors_must_have_one_shape(left, right):
    with pytest.raises(ShapeError):
        alpha(left, right)


def test_vectors_must_be_vectors():
    with pytest.raises(UnsupportedExpression):
        alpha(Q, Q)
    with pytest.raises(UnsupportedExpression):
        alpha(Symbol("x"), 1)
    with pytest.raises(UnsupportedExpression):
        KernelMatrix(Q, Q, K)


def test_the_matrix_of_similarities():
    j, i = Idx("j", r), Idx("i", n)
    matrix = KernelMatrix(alpha, Q, K)
    assert matrix.shape == (r, n)
    assert matrix.formula(j, i) == alpha(Q[j, :], K[i, :])
    assert matrix.definition()[j, i] == alpha(Q[j, :], K[i, :])
    assert KernelMatrix(DotProduct(), Q, K).definition() == product(Q, K.T)
    with pytest.raises(ShapeError) as caught:
        KernelMatrix(alpha, Q, V)
    assert caught.value.shapes == ((r, ell), (n, d))


def test_attention_with_a_kernel():
    attention = KernelAttention(alpha, Q, K, V)
    assert attention.shape == (r, d)
    assert (attention.kernel, attention.queries, attention.keys, attention.values) == (alpha, Q, K, V)
    assert attention.definition() == product(RowSoftmax(KernelMatrix(alpha, Q, K)), V)
    assert str(KernelAttention(Euclidean(), Q, K, V)) == "KernelAttention(Euclidean(), Q, K, V)"
    with pytest.raises(ShapeError):
        KernelAttention(alpha, Q, K, MatrixSymbol("W", r, d))
