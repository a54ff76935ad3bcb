"""Concatenation and slices by symbolic sizes in any nesting, and reversal; and what is nearly the same."""

import numpy as np
import pytest
from sympy import BlockMatrix, Idx, Matrix, MatrixSymbol

from symattn import Attention, CausalMask, Flip, decide, dims, evaluate, latex
from symattn.errors import SymattnError, UnsupportedExpression

n, m, k, r, d = dims("n m k r d")
A, B, C = MatrixSymbol("A", m, d), MatrixSymbol("B", k, d), MatrixSymbol("C", r, d)
X, Y = MatrixSymbol("X", m + k + r, d), MatrixSymbol("Y", m + k, d)
Z = MatrixSymbol("Z", n + 1, d)
a = Idx("a", r)


def rows(*blocks):
    return BlockMatrix([[block] for block in blocks])


SAME = [
    (rows(rows(A, B), C), rows(A, rows(B, C))),
    (rows(rows(A, B), C), rows(A, B, C)),
    (rows(rows(A, B), C)[m : m + k, :], B),
    (rows(A, rows(B, C))[: m + k, :], rows(A, B)),
    (rows(A, B, C)[m:, :], rows(B, C)),
    (rows(A, B, C)[m + k :, :], C),
    (rows(X[:m, :], X[m : m + k, :], X[m + k :, :]), X),
    (rows(X[: m + k, :], X[m + k :, :]), rows(X[:m, :], X[m:, :])),
    (X[m:, :][k:, :][a, 0], X[a + m + k, 0]),
    (rows(Z[:n, :], Z[n:, :]), Z),
    (rows(A.T.T, B), BlockMatrix([[A.T, B.T]]).T),
    (rows(A, B) * C.T, rows(A * C.T, B * C.T)),
    (BlockMatrix([[A.T, B.T]]) * rows(A, B), A.T * A + B.T * B),
    (Attention(Y, Y, Y, mask=CausalMask(m + k))[:m, :], Attention(Y[:m, :], Y[:m, :], Y[:m, :], mask=CausalMask(m))),
    (Attention(rows(A, B), C, C), rows(Attention(A, C, C), Attention(B, C, C))),
    (Attention(rows(rows(A, B), C), C, C)[m : m + k, :], Attention(B, C, C)),
    (Flip(A + A), 2 * Flip(A)),
    (Flip(A).T, Flip(A.T, axis=1)),
    (Flip(Flip(A), axis=1), Flip(Flip(A, axis=1))),
    (Flip(MatrixSymbol("x", 1, d)), MatrixSymbol("x", 1, d)),
    (Flip(MatrixSymbol("x", 2, d))[0, 0], MatrixSymbol("x", 2, d)[1, 0]),
]
APART = [
    (rows(A, C, B), rows(A, B, C)),
    (rows(rows(A, B), C)[k : m + k, :], A),
    (rows(A, B)[:k, :], B),
    (rows(X[m:, :], X[:m, :]), X),
    (rows(X[:m, :], X[m + k :, :], X[m : m + k, :]), X),
    (X[m:, :][k:, :][a, 0], X[a + m, 0]),
    (rows(Z[n:, :], Z[:n, :]), Z),
    (rows(A, B) * C.T, rows(B * C.T, A * C.T)),
    (Attention(Y, Y, Y)[:m, :], Attention(Y[:m, :], Y[:m, :], Y[:m, :])),
    (Attention(Y, Y, Y, mask=CausalMask(m + k))[m:, :], Attention(Y[m:, :], Y[m:, :], Y[m:, :], mask=CausalMask(k))),
    (Flip(A), A),
    (Flip(A), Flip(A, axis=1)),
    (Flip(A).T, Flip(A.T)),
    (Flip(MatrixSymbol("x", 3, d))[0, 0], MatrixSymbol("x", 3, d)[1, 0]),
]


@pytest.mark.parametrize("left, right", SAME, ids=str)
def test_the_same_parts(left, right):
    assert decide(left, right).status == "proved"


@pytest.mark.parametrize("left, right", APART, ids=str)
def test_other_parts(left, right):
    try:
        assert decide(left, right).status == "refuted"
    except SymattnError as error:  # a shape that does not fit
        assert "fit" in str(error) or "lie inside" in str(error)


def test_a_reversal_is_evaluated_and_written():
    values = np.arange(6.0).reshape(3, 2)
    x = MatrixSymbol("x", n, d)
    assert np.array_equal(evaluate(Flip(x), {x: values}), values[::-1])
    assert np.array_equal(evaluate(Flip(x, axis=1), {x: values}), values[:, ::-1])
    assert str(Flip(x)) == "Flip(x)" and r"\operatorname{Flip}" in latex(Flip(x))
    assert Flip(Matrix([[1, 2], [3, 4]])).definition().as_explicit() == Matrix([[3, 4], [1, 2]])
    with pytest.raises(UnsupportedExpression):
        Flip(x, axis=2)


def test_a_slice_that_may_leave_its_matrix_is_refused():
    for part in (Y[:n, :], Y[:r, :], Z[: n - 1, :], Y[m - 1 :, :]):
        with pytest.raises(SymattnError):
            decide(part, part)
