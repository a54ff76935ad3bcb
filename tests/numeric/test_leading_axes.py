"""Axes before those of a matrix: every place of them gives what `evaluate` gives there alone."""

import numpy as np
import pytest
from sympy import BlockMatrix, Identity, Idx, MatrixSymbol, Symbol, Trace, exp

from symattn import (
    Attention,
    CausalMask,
    Euclidean,
    HeadSum,
    InvertibleSymbol,
    KernelAttention,
    MaskedRow,
    MaskSymbol,
    MatrixFamily,
    PermutationSymbol,
    RotaryEncoding,
    RowSoftmax,
    SelfAttention,
    ShapeError,
    UsageError,
    dims,
    evaluate,
    from_entries,
    sum_over,
)

r, n, h, d = dims("r n h d")
Q, K, V, M = MatrixSymbol("Q", r, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
X, A, W = MatrixSymbol("X", n, n), InvertibleSymbol("A", n), MatrixSymbol("W", n, n)
sigma, t = PermutationSymbol("sigma", n), Symbol("t", real=True)

EXPRESSIONS = [
    Attention(Q, K, V),
    Attention(Q, K, V, M),
    Attention(Q, sigma * K, sigma * V, scale=t),
    SelfAttention(X, A, W, X, CausalMask(n)),
    RowSoftmax(X + CausalMask(n)) * V,
    RotaryEncoding(K),
    KernelAttention(Euclidean(), Q, K, V),
    sigma * X * sigma.T + 3 * A.I - Identity(n),
    BlockMatrix([[X, K], [A, K]]),
    X[:1, :] * V,
    X**3,
    Trace(X) * W,
    Trace(X) + X[0, 0],
    from_entries(n, n, lambda i, j: exp(X[i, j]) * t),
    sum_over(n, lambda k: X[k, 0] * W[0, k]),
    X.T * W,
]
LEADING = {Q: (2, 3), K: (3,), V: (2, 1), M: (2, 1), X: (3,), A: (2, 3), W: ()}


def values(rng):
    shapes = {Q: (2, 4), K: (3, 4), V: (3, 5), M: (2, 3), X: (3, 3), A: (3, 3), W: (3, 3)}
    found = {symbol: rng.normal(size=(*LEADING[symbol], *shape)) for symbol, shape in shapes.items()}
    found[M] = np.where(found[M] > 1, -np.inf, 0.0)
    return {**found, sigma: [2, 0, 1], t: 0.7}


def at(place, arrays):
    def one(symbol, value):
        if symbol not in LEADING:
            return value
        whole = np.broadcast_to(value, (2, 3, *value.shape[-2:]))
        return whole[place]

    return {symbol: one(symbol, value) for symbol, value in arrays.items()}


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_each_place_is_computed_as_if_alone(expr):
    arrays = values(np.random.default_rng(0))
    together = np.asarray(evaluate(expr, arrays))
    alone = {place: np.asarray(evaluate(expr, at(place, arrays))) for place in np.ndindex(2, 3)}
    whole = np.broadcast_to(together, (2, 3, *alone[0, 0].shape))
    for place, expected in alone.items():
        np.testing.assert_allclose(whole[place], expected, rtol=1e-10, atol=1e-12)


def test_the_members_of_a_family_have_leading_axes_too():
    F, G = MatrixFamily("F", h, n, n), MatrixFamily("G", h, n, d)
    arrays = {F: np.random.default_rng(0).normal(size=(5, 2, 3, 3)), G: np.ones((2, 3, 4))}
    a = Idx("a", h)
    expr = HeadSum(F[a] * G[a], a)
    expected = np.stack([evaluate(expr, {**arrays, F: one}) for one in arrays[F]])
    np.testing.assert_allclose(evaluate(expr, arrays), expected)


def test_leading_axes_that_do_not_fit_are_named():
    arrays = values(np.random.default_rng(0))
    with pytest.raises(UsageError, match="the leading axes of Q and K do not fit: 2×3 and 4"):
        evaluate(Attention(Q, K, V), {**arrays, K: np.ones((4, 3, 4))})
    with pytest.raises(ShapeError):
        evaluate(Attention(Q, K, V), {**arrays, K: np.ones((3, 3, 6))})
    with pytest.raises(ShapeError):
        evaluate(Attention(Q, K, V), {**arrays, K: np.ones(4)})
    with pytest.raises(UsageError, match="K is an array of 0×3×4: an axis has at least 1 entry"):
        evaluate(Attention(Q, K, V), {**arrays, K: np.ones((0, 3, 4))})


def test_a_row_that_is_masked_at_one_place_is_found():
    arrays = values(np.random.default_rng(0))
    arrays[M][1, 0, 1] = -np.inf
    with pytest.raises(MaskedRow, match="row 1 of M"):
        evaluate(Attention(Q, K, V, M), arrays)


def test_many_places_are_computed_at_once():
    rng = np.random.default_rng(0)
    arrays = {Q: rng.normal(size=(4000, 2, 4)), K: rng.normal(size=(4000, 3, 4)), V: rng.normal(size=(4000, 3, 2))}
    scores = np.exp(arrays[Q] @ arrays[K].mT / 2)
    expected = scores / scores.sum(axis=-1, keepdims=True) @ arrays[V]
    np.testing.assert_allclose(evaluate(Attention(Q, K, V), arrays), expected)


def test_axes_before_the_values_of_attention_alone() -> None:
    rng = np.random.default_rng(1)
    given = {Q: rng.normal(size=(2, 4)), K: rng.normal(size=(3, 4))}
    values = rng.normal(size=(5, 3, 2))
    found = evaluate(Attention(Q, K, V), {**given, V: values})
    np.testing.assert_allclose(found, [evaluate(Attention(Q, K, V), {**given, V: each}) for each in values])
