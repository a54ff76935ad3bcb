"""Derived bounds: what a correct function returns lies inside, in every order; what is nearly right lies outside."""

import numpy as np
import pytest
from sympy import FunctionMatrix, HadamardProduct, Lambda, MatrixSymbol, Rational, Sum, Symbol, exp, log, sqrt, symbols

from symattn import Attention, MaskSymbol, RowSoftmax, UnsupportedExpression, UsageError, dims
from symattn.testing.bounds import OutOfRange, Unbounded, bounds, gamma
from symattn.testing.number_types import BFLOAT16, FLOAT16, FLOAT32, TYPES, Fused, Stored, Throughout, arithmetic_for

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B, M = MatrixSymbol("A", r, n), MatrixSymbol("B", r, n), MaskSymbol("M", r, n)
j, i, k = symbols("j i k", integer=True)
SIZES = {r: 4, n: 6, ell: 5, d: 3}


def given(rng, *symbols, scale=1.0, kind=FLOAT32):
    return {s: kind.rounded(scale * rng.normal(size=[SIZES[size] for size in s.shape])) for s in symbols} | SIZES


@pytest.mark.parametrize("scale", [1e-3, 1.0, 6.0])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_every_order_of_summation_ends_inside(dtype, scale):
    rng = np.random.default_rng(1)
    for _ in range(5):
        values = given(rng, Q, K, V, scale=scale, kind=TYPES[dtype])
        low, high, true = bounds(Attention(Q, K, V), values, Throughout(dtype))
        q, keys, v = (values[s].astype(dtype) for s in (Q, K, V))
        for order in [np.arange(6), np.arange(6)[::-1], rng.permutation(6)]:
            turn = rng.permutation(5)
            s = np.zeros((4, 6), dtype)
            for a in turn:
                s = s + q[:, a, None] * keys[order][None, :, a]
            s = s / np.sqrt(np.array(5, dtype))
            p = np.exp(s - s.max(1, keepdims=True))
            o, total = np.zeros((4, 3), dtype), np.zeros((4, 1), dtype)
            for c in range(6):
                o, total = o + p[:, c, None] * v[order][c], total + p[:, c, None]
            found = (o / total).astype(np.float64)
            assert ((low <= found) & (found <= high)).all()
        assert ((low <= true) & (true <= high)).all()


@pytest.mark.parametrize("error", [1e-3, 1e-4, 1e-5])
def test_a_scale_that_is_nearly_right_is_outside(error):
    values = given(np.random.default_rng(2), Q, K, V)
    low, high, _ = bounds(Attention(Q, K, V), values, Throughout("float32"))
    s = values[Q] @ values[K].T / np.sqrt(5) * (1 + error)
    p = np.exp(s)
    found = p @ values[V] / p.sum(1, keepdims=True)
    assert not ((low <= found) & (found <= high)).all()


def test_bounds_follow_the_size_of_the_scores_and_the_spread_of_the_values():
    rng = np.random.default_rng(3)
    values = given(rng, Q, K, V)
    narrow = {**values, V: 100 + values[V] / 1000}
    low, high, _ = bounds(Attention(Q, K, V), narrow, Throughout("float64"))
    assert (high - low).max() < 1e-11
    large = {**values, Q: 1000 * values[Q]}
    low, high, _ = bounds(Attention(Q, K, V), large, Throughout("float32"))
    spread = values[V].max(0) - values[V].min(0)
    assert (high - low <= 2.001 * spread + 1e-3).all()


def test_hidden_values_do_not_widen_a_bound():
    values = given(np.random.default_rng(4), Q, K, V)
    seen = np.zeros((4, 6))
    seen[:, 3:] = -np.inf
    huge = np.array(values[V])
    huge[3:] = 1e6
    one = bounds(Attention(Q, K, V, M), {**values, M: seen}, Throughout("float64"))
    other = bounds(Attention(Q, K, V, M), {**values, V: huge, M: seen}, Throughout("float64"))
    assert np.allclose(one[2], other[2]) and np.allclose(one[1] - one[0], other[1] - other[0], atol=1e-12)


EXPRESSIONS = {
    "a product": (A * B.T, lambda a, b: a @ b.T),
    "a sum of products": (A * B.T + 2 * A * A.T, lambda a, b: a @ b.T + 2 * (a @ a.T)),
    "entries": (HadamardProduct(A, B), lambda a, b: a * b),
    "softmax": (RowSoftmax(A), lambda a, b: np.exp(a) / np.exp(a).sum(1, keepdims=True)),
    "softmax, transposed": (RowSoftmax(A).T * B, lambda a, b: (np.exp(a) / np.exp(a).sum(1, keepdims=True)).T @ b),
    "norms": (
        FunctionMatrix(r, n, Lambda((j, i), A[j, i] / sqrt(Sum(A[j, k] ** 2, (k, 0, n - 1)) / n + Rational(1, 2)))),
        lambda a, b: a / np.sqrt((a * a).mean(1, keepdims=True) + a.dtype.type(0.5)),
    ),
    "logarithms": (
        FunctionMatrix(r, 1, Lambda((j, i), log(Sum(exp(A[j, k]), (k, 0, n - 1))))),
        lambda a, b: np.log(np.exp(a).sum(1, keepdims=True)),
    ),
    "differences": (
        FunctionMatrix(r, n, Lambda((j, i), A[j, i] - Sum(A[j, k], (k, 0, n - 1)) / n)),
        lambda a, b: a - a.mean(1, keepdims=True),
    ),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_other_expressions_are_bounded_by_a_walk(name, dtype):
    expr, function = EXPRESSIONS[name]
    rng = np.random.default_rng(5)
    for _ in range(5):
        values = given(rng, A, B, kind=TYPES[dtype])
        low, high, _ = bounds(expr, values, Throughout(dtype))
        found = function(values[A].astype(dtype), values[B].astype(dtype)).astype(np.float64)
        assert ((low <= found) & (found <= high)).all()
        wrong = found * (1 + 2000 * TYPES[dtype].roundoff) + 0.0
        assert not ((low <= wrong) & (wrong <= high)).all()


def test_the_declared_arithmetic_widens_the_bounds():
    values = given(np.random.default_rng(6), Q, K, V, kind=BFLOAT16)
    widths = []
    for arithmetic in (Throughout("float32"), Fused("bfloat16"), Stored("bfloat16"), Throughout("bfloat16")):
        low, high, _ = bounds(Attention(Q, K, V), values, arithmetic)
        widths.append(float((high - low).max()))
    assert widths == sorted(widths) and widths[0] < 1e-4 < widths[1]


def test_what_leaves_the_range_is_no_fair_test():
    values = given(np.random.default_rng(7), Q, K, V, scale=100.0, kind=FLOAT16)
    with pytest.raises(OutOfRange):
        bounds(Attention(Q, K, V), values, Throughout("float16"))
    bounds(Attention(Q, K, V), values, Fused("float16"))


def test_what_may_be_anything_is_no_fair_test():
    x = MatrixSymbol("x", 1, 1)
    with pytest.raises(Unbounded):
        bounds(
            FunctionMatrix(1, 1, Lambda((j, i), 1 / (x[0, 0] - x[0, 0] * 1 + Symbol("c")))),
            {x: [[1.0]], Symbol("c"): 0.0},
            Throughout("float32"),
        )
    with pytest.raises(Unbounded):
        bounds(
            Attention(Q, K, V, M),
            {**given(np.random.default_rng(8), Q, K, V), M: np.full((4, 6), -np.inf)},
            Throughout("float32"),
        )


def test_an_inverse_has_no_bound_and_says_so():
    X = MatrixSymbol("X", 2, 2)
    with pytest.raises(UnsupportedExpression, match="no bound is known"):
        bounds(X.I, {X: [[1.0, 0.0], [0.0, 1.0]]}, Throughout("float64"))


def test_worst_cases_of_sums_end_where_nothing_is_left():
    assert gamma(3, 2.0**-24) > 3 * 2.0**-24 and gamma(256, BFLOAT16.roundoff) == np.inf


def test_numbers_are_rounded_to_the_nearest_of_a_type():
    rng = np.random.default_rng(9)
    x = rng.normal(size=500) * 10.0 ** rng.integers(-6, 4, size=500)
    found = BFLOAT16.rounded(x)
    assert (found.astype(np.float32).view(np.uint32) & 0xFFFF == 0).all()
    assert (np.abs(found - x) <= BFLOAT16.roundoff * np.abs(x) * 1.0001).all()
    assert np.isneginf(BFLOAT16.rounded([-np.inf])).all()


def test_a_half_type_needs_a_declared_arithmetic():
    assert arithmetic_for("float64", None).inner.name == "float64"
    with pytest.raises(UsageError, match="declare the arithmetic for bfloat16: Fused"):
        arithmetic_for("bfloat16", [Fused("float16")])


def half_widths(values, arithmetic, expr=None):
    low, high, _ = bounds(expr or Attention(Q, K, V), values, arithmetic)
    return (high - low) / 2 / arithmetic.dtype.roundoff


def many_keys(count, rng, kind):
    q, keys, v = rng.normal(size=(2, 8)), rng.normal(size=(count, 8)), np.abs(rng.normal(size=(count, 3)))
    return {Q: kind.rounded(q), K: kind.rounded(keys), V: kind.rounded(v), r: 2, n: count, ell: 8, d: 3}


@pytest.mark.parametrize("count, widest", [(1, 5), (16, 3), (256, 3), (4096, 150)])
def test_only_weights_below_the_smallest_number_of_float16_are_lost(count, widest):
    values = many_keys(count, np.random.default_rng(10), FLOAT16)
    assert half_widths(values, Fused("float16")).max() < widest


@pytest.mark.parametrize("count", [256, 4096])
def test_sums_of_many_keys_in_float16_are_outside(count):
    values = many_keys(count, np.random.default_rng(11), FLOAT16)
    low, high, _ = bounds(Attention(Q, K, V), values, Fused("float16"))
    s = values[Q] @ values[K].T / np.sqrt(8)
    p = np.exp(s - s.max(1, keepdims=True))
    o = np.zeros((2, 3), "float16")
    for i in range(count):
        o = o + (p[:, i, None] * values[V][i]).astype("float16")
    found = o / p.sum(1, keepdims=True)
    assert not ((low <= found) & (found <= high)).all()


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("flushed", [False, True])
def test_weights_that_become_0_end_inside(dtype, flushed):
    """The weights of many keys lie at the smallest normal number: they are kept, rounded or set to 0."""
    kind, rng = TYPES[dtype], np.random.default_rng(12)

    def rounded(x):
        found = kind.rounded(x)
        return np.where(np.abs(found) < kind.smallest, 0.0, found) if flushed else found

    for far in (0.0, 9.7, 10.4, 12.0, 17.0):
        for count in (2, 17, 129):
            keys = np.concatenate([[[0.0]], -far - rng.uniform(0, 0.5, size=(count - 1, 1))])
            v = np.concatenate([[[0.0]], rng.uniform(50, 60, size=(count - 1, 1))])
            values = {Q: [[1.0]], K: kind.rounded(keys), V: kind.rounded(v), r: 1, n: count, ell: 1, d: 1}
            low, high, _ = bounds(Attention(Q, K, V), values, Fused(dtype))
            s, v = values[K].T.astype("float32"), values[V].astype("float32")
            p = np.exp(s - s.max())
            total = p.sum()
            for found in (rounded(p) @ v / total, rounded(p) @ v / rounded(p).sum(), rounded(p / total) @ v):
                assert low <= kind.rounded(found) <= high


def test_a_term_beside_the_sum_of_the_weights_is_outside():
    values = given(np.random.default_rng(13), Q, K, V)
    one = {**values, K: values[K][:1], V: values[V][:1], n: 1}
    low, high, true = bounds(Attention(Q, K, V), one, Throughout("float32"))
    found = true / (1 + 1e-6)
    assert not ((low <= found) & (found <= high)).all()


def test_products_quotients_and_roots_are_rounded_as_what_they_are():
    x = MatrixSymbol("x", 1, 1)
    for expr in (x[0, 0] ** 2, 1 / x[0, 0], sqrt(x[0, 0])):
        of_one = FunctionMatrix(1, 1, Lambda((j, i), expr))
        assert half_widths({x: [[1.0]]}, Throughout("float32"), of_one).max() < 6


def test_terms_that_are_0_are_added_without_rounding():
    a = np.zeros((1, 40))
    a[0, 7] = 1.0
    X, Y = MatrixSymbol("X", 1, n), MatrixSymbol("Y", n, 1)
    assert half_widths({X: a, Y: np.ones((40, 1)), n: 40}, Throughout("float32"), X * Y).max() < 4
