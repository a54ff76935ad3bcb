"""Wrong numbers that SymPy 1.14 gives, or accepts, and what symattn makes of them."""

import math

import numpy as np
import pytest
import sympy as sp
from sympy import Identity, Idx, MatrixSymbol, Q, Sum, Symbol, exp, oo, refine

from symattn.errors import MaskedRow, ShapeError
from symattn.language import Attention, OrthogonalSymbol, RowSoftmax, claim, dims, product
from symattn.numeric.evaluate import evaluate
from symattn.numeric.refute import refute
from symattn.numeric.spot_check import spot_check

m, n, ell = dims("m n ell")
X = MatrixSymbol("X", m, n)


def test_the_softmax_of_masked_scores_is_not_one():
    """SymPy's substitution cancels exp(−∞)/exp(−∞) before it sees a 0/0, and finds weights that are 1."""
    a, b = sp.symbols("a b", real=True)
    wrong = (exp(a) / (exp(a) + exp(b))).subs(b, a).subs(a, -oo)
    assert wrong == sp.Rational(1, 2)
    with pytest.raises(MaskedRow):
        RowSoftmax(sp.Matrix([[-oo, -oo]]))
    A = MatrixSymbol("A", m, n)
    with pytest.raises(MaskedRow, match="row 0"):
        evaluate(RowSoftmax(A), {A: [[-math.inf, -math.inf]]})


def test_one_sided_orthogonality_is_not_two_sided():
    """SymPy refines X Xᵀ to the identity for a tall X with orthonormal columns."""
    assert str(refine(X * X.T, Q.orthogonal(X))) == "I"
    found = refute(X * X.T, Identity(m), given=[(X.T * X, Identity(n))])
    assert found.sizes == {"m": 2, "n": 1}
    g = OrthogonalSymbol("g", n)
    assert refute(g * g.T, Identity(n)) is None


def test_substitution_into_a_sum_does_not_capture_the_bound_index():
    """SymPy alone replaces y by i inside a sum over i; the sum keeps its own i, whatever the free index is worth."""
    i, y = Symbol("i", integer=True), Symbol("y", integer=True)
    v = MatrixSymbol("v", n, 1)
    total = Sum(v[i, 0] * y, (i, 0, n - 1))
    assert total.subs(y, i).free_symbols >= {i}
    assert evaluate(total.subs(y, i), {v: [[1], [2], [3]], i: 100}) == 600
    at = {v: [[1], [2], [3]], y: 5}
    assert evaluate(total, at) == 30
    assert evaluate(total + i, {**at, i: 100}) == 130


def test_the_derivative_of_an_indexed_softmax_is_not_zero():
    """SymPy differentiates exp(a[i])/Σ exp(a[i]) to 0; the quotient moves with its own entry."""
    a, i = sp.IndexedBase("a"), Symbol("i", integer=True)
    weight = exp(a[i]) / Sum(exp(a[i]), (i, 1, n))
    assert weight.diff(a[i]) == 0
    A, k = MatrixSymbol("A", 1, n), Idx("k", n)
    before, after = (evaluate(RowSoftmax(A)[0, k], {A: [[x, 1.0]], k: 0}) for x in (0.0, 1.0))
    assert after - before > 0.1


def test_a_product_of_shapes_that_do_not_fit_is_refused():
    """SymPy builds X X for an m×n matrix X, since m and n might be equal."""
    square = X * X
    assert square.shape == (m, n)
    for wrong in (refute, spot_check):
        with pytest.raises(ShapeError) as caught:
            wrong(square, X)
        assert caught.value == ShapeError(square, (m, n), (n, m))
    with pytest.raises(ShapeError) as caught:
        evaluate(square, {X: np.ones((2, 3))})
    assert caught.value == ShapeError(square, (2, 3), (3, 2))


def test_a_cancelled_inverse_is_what_is_decided():
    """SymPy turns A A⁻¹ into the identity before anyone asks whether A is invertible; `product` keeps it."""
    A = MatrixSymbol("A", n, n)
    assert Identity(n) == A * A.I
    kept = product(A, A.I)
    assert kept != Identity(n)
    np.testing.assert_allclose(evaluate(kept, {A: [[2.0, 1.0], [0.0, 1.0]]}), np.eye(2))
    assert refute(kept, Identity(n)) is None


def test_size_one_hides_what_larger_sizes_show():
    """At n = 1 a softmax is 1, whatever its scores; the search goes on."""
    K, V = MatrixSymbol("K", n, ell), MatrixSymbol("V", n, ell)
    false = claim(Attention(K, K, V), V)
    assert spot_check(false, trials=1).max_error == 0
    assert refute(false).sizes == {"ell": 1, "n": 2}
