"""`evaluate` against formulas written out by hand in NumPy, for every class of the language."""

import math

import numpy as np
import pytest
import sympy as sp
from flint import fmpq
from sympy import BlockMatrix, Identity, Idx, MatrixSymbol, OneMatrix, Piecewise, Sum, Symbol, ZeroMatrix, exp, sqrt

import symattn
from symattn.errors import HypothesisError, MaskedRow, ShapeError, UndeclaredSymbol, UnsupportedExpression, UsageError
from symattn.language import (
    Attention,
    BlockRotation,
    BoxCar,
    CausalMask,
    DotProduct,
    Epanechnikov,
    Euclidean,
    Frequencies,
    InvertibleSymbol,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    KernelValue,
    MapSymbol,
    MaskSymbol,
    PermutationSymbol,
    PrefixMask,
    RowMap,
    RowSoftmax,
    SelfAttention,
    ShiftMatrix,
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    SquaredEuclidean,
    SubsetMask,
    SubsetSymbol,
    dims,
    product,
)
from symattn.numeric import exact
from symattn.numeric.enclosure import enclose
from symattn.numeric.evaluate import evaluate
from symattn.numeric.exact import Undefined
from symattn.numeric.refute import refute

r, n, ell, d, h, m, k = dims("r n ell d h m k")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, d)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", n)
M = MaskSymbol("M", r, n)
t = Symbol("t", real=True)
i, j = Idx("i", n), Idx("j", n)
a, b = Symbol("a", integer=True), Symbol("b", integer=True)


@pytest.fixture
def values():
    rng = np.random.default_rng(7)
    return {
        Q: rng.normal(size=(3, 4)),
        K: rng.normal(size=(5, 4)),
        V: rng.normal(size=(5, 2)),
        A: rng.normal(size=(5, 5)),
        B: rng.normal(size=(5, 2)),
        sigma: [2, 0, 1, 4, 3],
        tau: np.array([1, 2, 3, 4, 0]),
        M: np.array([[0, -np.inf, 0, 0, 0], [-np.inf, -np.inf, 0, -np.inf, -np.inf], [0, 0, 0, 0, 0]]),
    }


def softmax(scores):
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def permutation(images):
    matrix = np.zeros((len(images), len(images)))
    for column, row in enumerate(images):
        matrix[row, column] = 1
    return matrix


def close(left, right):
    np.testing.assert_allclose(left, right, rtol=1e-12, atol=1e-13)


# Softmax, attention, similarity


def test_row_softmax_and_its_definition(values):
    close(evaluate(RowSoftmax(A), values), softmax(values[A]))
    close(evaluate(RowSoftmax(A).definition(), values), softmax(values[A]))


@pytest.mark.parametrize("scale", [True, False])
@pytest.mark.parametrize("mask", [None, M])
def test_attention_and_its_definition(values, mask, scale):
    scores = values[Q] @ values[K].T + (0 if mask is None else values[M])
    expected = softmax(scores / 2 if scale else scores) @ values[V]
    node = Attention(Q, K, V, mask=mask, scale=scale)
    close(evaluate(node, values), expected)
    close(evaluate(node.definition(), values), expected)


def test_self_attention_with_a_causal_mask(values):
    p = dims("p")
    X = MatrixSymbol("X", n, p)
    weights = [MatrixSymbol(f"S_{x}", p, p) for x in "QKV"]
    rng = np.random.default_rng(1)
    x, s_q, s_k, s_v = rng.normal(size=(5, 3)), *rng.normal(size=(3, 3, 3))
    at = {X: x, **dict(zip(weights, (s_q, s_k, s_v), strict=True))}
    scores = x @ s_q @ s_k.T @ x.T
    masked = np.where(np.tril(np.ones((5, 5))) > 0, scores, -np.inf)
    close(evaluate(SelfAttention(X, *weights), at), softmax(scores / math.sqrt(3)) @ x @ s_v)
    close(evaluate(SelfAttention(X, *weights, CausalMask(n)), at), softmax(masked / math.sqrt(3)) @ x @ s_v)


def distances(queries, keys):
    return np.array([[np.linalg.norm(q - x) for x in keys] for q in queries])


KERNELS = [
    (DotProduct(), lambda q, x: q @ x.T),
    (SquaredEuclidean(), lambda q, x: -0.5 * distances(q, x) ** 2),
    (Euclidean(), lambda q, x: -distances(q, x)),
    (Epanechnikov(), lambda q, x: np.maximum(0, 1 - distances(q, x))),
    (BoxCar(), lambda q, x: (distances(q, x) <= 1) * 1.0),
]


@pytest.mark.parametrize(("kernel", "by_hand"), KERNELS, ids=lambda x: type(x).__name__)
def test_similarity_kernels(values, kernel, by_hand):
    at = {**values, Q: values[Q] * 0.4, K: values[K] * 0.4}
    expected = by_hand(at[Q], at[K])
    assert len(np.unique(expected.round(9))) > 1
    close(evaluate(KernelMatrix(kernel, Q, K), at), expected)
    close(evaluate(KernelMatrix(kernel, Q, K).definition(), at), expected)
    close(evaluate(KernelAttention(kernel, Q, K, V), at), softmax(expected) @ at[V])
    row, key = Idx("row", r), Idx("key", n)
    at.update({row: 1, key: 2})
    value = KernelValue(kernel, Q[row, :], K[key, :])
    close(evaluate(value, at), expected[1, 2])
    close(evaluate(value.definition(), at), expected[1, 2])
    columns = KernelValue(kernel, Q.T[:, row], K.T[:, key])
    close(evaluate(columns, at), expected[1, 2])


def test_large_distance_matrices_are_computed_in_blocks():
    rng = np.random.default_rng(2)
    q, x = rng.normal(size=(300, 20)), rng.normal(size=(400, 20))
    close(evaluate(KernelMatrix(Euclidean(), Q, K), {Q: q, K: x}), -distances(q, x))


def test_near_rows_keep_their_distance():
    q, x = np.array([[1e8, 1.0]]), np.array([[1e8, 1.0 + 1e-3]])
    close(evaluate(KernelMatrix(Euclidean(), Q, K), {Q: q, K: x}), [[-(1.0 + 1e-3 - 1.0)]])


def test_an_arbitrary_kernel_and_map_are_functions_of_rows(values):
    alpha, g = KernelSymbol("alpha"), MapSymbol("g", ell)
    functions = {alpha: lambda q, x: math.sin(q[0] * x[1]) + q[2], g: lambda q: q[::-1] ** 2}
    at = {**values, **functions}
    expected = [[functions[alpha](q, x) for x in values[K]] for q in values[Q]]
    close(evaluate(KernelMatrix(alpha, Q, K), at), expected)
    close(evaluate(KernelMatrix(alpha, Q, K).definition(), at), expected)
    close(evaluate(RowMap(g, Q), at), values[Q][:, ::-1] ** 2)
    close(evaluate(alpha(Q[Idx("row", r), :], K[i, :]), {**at, Idx("row", r): 2, i: 4}), expected[2][4])


# Permutations and products


def test_a_permutation_is_given_by_its_image_list_or_its_matrix(values):
    expected = permutation(values[sigma])
    assert evaluate(sigma, values).tolist() == expected.tolist()
    assert evaluate(sigma, {sigma: expected}).tolist() == expected.tolist()
    moved = evaluate(sigma * V, values)
    for source, target in enumerate(values[sigma]):
        assert moved[target].tolist() == values[V][source].tolist()


@pytest.mark.parametrize(
    "expression",
    [
        sigma * A,
        A * sigma,
        sigma.T * A * tau,
        sigma * tau,
        tau * sigma * B,
        sigma.inverse() * B,
        2 * sigma,
        sigma + A,
        sigma.T * sigma,
        A * sigma * tau.T * B,
        sp.MatPow(sigma, 2),
        sp.MatPow(sigma, 3) * B,
        RowSoftmax(sigma * A * sigma.T),
    ],
    ids=str,
)
def test_permutations_agree_with_their_matrices(values, expression):
    plain = {symbol: MatrixSymbol(str(symbol) + "0", n, n) for symbol in (sigma, tau)}
    matrices = {plain[symbol]: permutation(values[symbol]) for symbol in plain}
    close(evaluate(expression, values), evaluate(expression.xreplace(plain), {**values, **matrices}))


def test_products_sums_and_parts(values):
    q, x, v, a_, b_ = (values[symbol] for symbol in (Q, K, V, A, B))
    close(evaluate(Q * K.T * V, values), q @ x.T @ v)
    close(evaluate(3 * Q * K.T * A * B / sqrt(ell), values), 1.5 * q @ x.T @ a_ @ b_)
    close(evaluate(A + 2 * A.T - Identity(n), values), a_ + 2 * a_.T - np.eye(5))
    close(evaluate(product(A, A.I), values), np.eye(5))
    close(evaluate(sp.MatPow(A, 3), values), a_ @ a_ @ a_)
    close(evaluate(sp.MatPow(A, 0), values), np.eye(5))
    close(evaluate(sp.HadamardProduct(A, A.T), values), a_ * a_.T)
    close(evaluate(OneMatrix(r, n) * V, values), np.ones((3, 5)) @ v)
    close(evaluate(ZeroMatrix(r, n) * V, values), np.zeros((3, 2)))
    close(evaluate(sp.Matrix([[1, sp.Rational(1, 2)], [t, 0]]).as_immutable(), {t: 3.0}), [[1, 0.5], [3, 0]])


def test_slices_and_blocks():
    X, Y = MatrixSymbol("X", m + k, d), MatrixSymbol("Y", k, d)
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(5, 2)), rng.normal(size=(2, 2))
    at = {X: x, Y: y}
    close(evaluate(X[:m, :], at), x[:3])
    close(evaluate(X[m:, :1], at), x[3:, :1])
    close(evaluate(BlockMatrix([[X], [Y]]), at), np.vstack([x, y]))
    close(evaluate(BlockMatrix([[Y, X[m:, :]]]), at), np.hstack([y, x[3:]]))


def test_a_chain_is_multiplied_in_a_cheap_order():
    X, y = MatrixSymbol("X", n, n), MatrixSymbol("y", n, 1)
    size = 600
    at = {X: np.full((size, size), 1 / size), y: np.ones((size, 1))}
    close(evaluate(product(*[X] * 60, y), at), np.ones((size, 1)))


# Scalars


def test_scalars(values):
    assert evaluate(sp.Rational(1, 3), {}) == 1 / 3
    assert evaluate(sp.pi * sp.log(7) + sp.E, {}) == pytest.approx(math.pi * math.log(7) + math.e)
    assert evaluate(sp.Abs(t) * sp.Max(t, 2, -t) - sp.Min(t, 0), {t: -3.0}) == 12.0
    assert evaluate(10000 ** (-t / 3), {t: 1.5}) == pytest.approx(0.01)
    assert evaluate(sqrt(ell) * Q[0, 1], values) == pytest.approx(2 * values[Q][0, 1])
    assert evaluate(sp.KroneckerDelta(i, 2) + A[i, j], {A: values[A], i: 2, j: 1}) == values[A][2, 1] + 1
    assert isinstance(evaluate(A[0, 0], values), float)


def test_sums_run_over_axes_or_values(values):
    a_ = values[A]
    assert evaluate(Sum(A[a, a], (a, 0, n - 1)), values) == pytest.approx(np.trace(a_))
    assert evaluate(Sum(A[a, b] * A[b, a], (a, 0, n - 1), (b, 0, n - 1)), values) == pytest.approx(np.trace(a_ @ a_))
    nested = Sum(exp(A[a, 0]) * Sum(A[a, b], (b, 0, n - 1)), (a, 0, n - 1))
    assert evaluate(nested, values) == pytest.approx((np.exp(a_[:, 0]) * a_.sum(axis=1)).sum())
    closed_inside = Sum(A[a, 0] * Sum(A[b, 1], (b, 0, n - 1)), (a, 0, n - 1)) + Sum(A[b, 1], (b, 0, n - 1))
    expected = a_[:, 0].sum() * a_[:, 1].sum() + a_[:, 1].sum()
    assert evaluate(closed_inside, values) == pytest.approx(expected)
    assert evaluate(Sum(t, (a, 0, n - 1)), {t: 2.0, n: 5}) == 10.0
    triangle = Sum(Piecewise((A[a, b], sp.Le(b, a)), (0, True)), (a, 0, n - 1), (b, 0, n - 1))
    assert evaluate(triangle, values) == pytest.approx(np.tril(a_).sum())
    row_sum = Sum(A[a, Symbol("c", integer=True)], (Symbol("c", integer=True), 0, n - 1))
    three = Sum(A[a, b] * A[b, 0] * row_sum, (a, 0, n - 1), (b, 0, n - 1))
    assert evaluate(three, values) == pytest.approx(np.einsum("ab,b,ac->", a_, a_[:, 0], a_))


def test_a_sum_whose_body_holds_a_matrix_takes_index_values_one_by_one(values):
    alpha = KernelSymbol("alpha")
    at = {**values, alpha: lambda q, x: float(q @ x) / 2}
    weight = exp(alpha(Q[0, :], K[a, :]))
    quotient = Sum(weight * V[a, 1], (a, 0, n - 1)) / Sum(weight, (a, 0, n - 1))
    assert evaluate(quotient, at) == pytest.approx(evaluate(Attention(Q, K, V), values)[0, 1])
    twice = Sum(alpha(K[a, :], K[b, :]), (a, 0, n - 1), (b, 0, n - 1))
    assert evaluate(twice, at) == pytest.approx((values[K] @ values[K].T).sum() / 2)


def test_an_index_bound_twice_means_the_inner_one(values):
    inner = Sum(A[a, 0], (a, 0, n - 1))
    outer = Sum(inner * A[a, 1], (a, 0, n - 1))
    assert evaluate(outer, values) == pytest.approx(values[A][:, 0].sum() * values[A][:, 1].sum())


def test_conditions(values):
    S = SubsetSymbol("S", n)
    chosen = Sum(Piecewise((A[a, 0], S.contains(a)), (0, True)), (a, 0, n - 1))
    assert evaluate(chosen, {**values, S: {1, 3}}) == pytest.approx(values[A][[1, 3], 0].sum())
    assert evaluate(Piecewise((1, sp.Lt(t, 0)), (2, sp.Le(t, 1)), (3, True)), {t: 1.0}) == 2.0
    assert math.isnan(evaluate(Piecewise((1, sp.Lt(t, 0))), {t: 1.0}))
    both = Sum(Piecewise((1, sp.And(sp.Le(a, 3), sp.Gt(a, 0))), (0, True)), (a, 0, n - 1))
    either = Sum(Piecewise((1, sp.Or(sp.Lt(a, 1), sp.Ge(a, 4))), (0, True)), (a, 0, n - 1))
    assert evaluate(both, {n: 6}) == 3.0 and evaluate(either, {n: 6}) == 3.0


# Masks and encodings


def test_masks(values):
    S = SubsetSymbol("S", n)
    inf = math.inf
    assert evaluate(PrefixMask(m, m + k), {m: 2, k: 3}).tolist() == [[0, 0, -inf, -inf, -inf]]
    assert evaluate(SubsetMask(S, n), {S: [3, 0], n: 4}).tolist() == [[0, -inf, -inf, 0]]
    assert evaluate(SubsetMask({0, 2}, 3), {}).tolist() == [[0, -inf, 0]]
    assert evaluate(CausalMask(n), {n: 3}).tolist() == [[0, -inf, -inf], [0, 0, -inf], [0, 0, 0]]
    for mask, at in ((PrefixMask(m, m + k), {m: 2, k: 3}), (SubsetMask(S, n), {S: [1], n: 4}), (CausalMask(n), {n: 3})):
        assert evaluate(mask.definition(), at).tolist() == evaluate(mask, at).tolist()
        assert evaluate(mask[0, 1], at) == evaluate(mask, at)[0, 1]


def test_a_mask_may_be_permuted_scaled_and_sliced(values):
    mask, images = values[M], permutation([0, 1, 2])
    scaled = evaluate(2 * M * sigma, values)
    expected = mask[:, values[sigma]]
    assert scaled.tolist() == expected.tolist()
    assert evaluate((M + M)[:1, :], values).tolist() == mask[:1].tolist()
    assert images.shape == (3, 3)


@pytest.mark.parametrize("first", [0, 1])
def test_encodings(first):
    half, position = 3, 2.5
    frequencies = np.array([10000.0 ** (-(x + first) / half) for x in range(half)])
    vector = np.array([f(position * w) for w in frequencies for f in (math.sin, math.cos)])[:, None]
    rotation = np.zeros((6, 6))
    for x, angle in enumerate(position * frequencies):
        c, s = math.cos(angle), math.sin(angle)
        rotation[2 * x : 2 * x + 2, 2 * x : 2 * x + 2] = [[c, s], [-s, c]]
    angles = MatrixSymbol("angles", h, 1)
    at = {h: half, t: position, angles: position * frequencies[:, None]}
    nodes = [
        (Frequencies(2 * h, first), frequencies[:, None]),
        (SinusoidalVector(t, 2 * h, first), vector),
        (SineCosine(angles), vector),
        (ShiftMatrix(t, 2 * h, first), rotation),
        (BlockRotation(angles), rotation),
    ]
    for node, expected in nodes:
        close(evaluate(node, at), expected)
        if hasattr(node, "definition"):
            close(evaluate(node.definition(), at), expected)
    table = SinusoidalEncoding(n, 2 * h, first)
    rows = [[f(x * w) for w in frequencies for f in (math.sin, math.cos)] for x in range(4)]
    close(evaluate(table, {**at, n: 4}), rows)
    close(evaluate(table.definition(), {**at, n: 4}), rows)


# Overflow, −∞ and errors


def test_softmax_does_not_overflow():
    scores = np.array([[1e4, 0, -1e4], [-1e4, -1e4, -1e4]])
    expected = [[1, 0, 0], [1 / 3] * 3]
    close(evaluate(RowSoftmax(A), {A: scores[[0, 1, 1]]}), [*expected, [1 / 3] * 3])
    close(evaluate(Attention(Q, K, V), {Q: [[1e3]], K: [[10], [0]], V: [[1], [2]]}), [[1]])


def test_masked_entries_have_weight_exactly_zero(values):
    weights = evaluate(RowSoftmax(Q * K.T + M), values)
    assert (weights[values[M] == -np.inf] == 0).all() and weights[1, 2] == 1
    assert evaluate(exp(M[1, 0]), values) == 0


def test_a_fully_masked_row_is_named():
    scores = np.array([[0.0, 1.0], [-np.inf, -np.inf]])
    with pytest.raises(MaskedRow, match="row 1 of RowSoftmax"):
        evaluate(RowSoftmax(A), {A: scores})
    two_masks = MaskSymbol("M", r, n) + MaskSymbol("N", r, n)
    left, right = two_masks.args
    with pytest.raises(MaskedRow) as caught:
        evaluate(RowSoftmax(two_masks), {left: [[0, 0], [0, -np.inf]], right: [[0, 0], [-np.inf, 0]]})
    assert caught.value.row == 1
    with pytest.raises(MaskedRow) as caught:
        evaluate(Attention(Q, K, V, mask=M), {Q: [[1.0]], K: [[1.0]], V: [[1.0]], M: [[-np.inf]]})
    assert caught.value.subexpression == M and caught.value.row == 0


def test_a_mask_needs_a_zero_in_each_row():
    with pytest.raises(MaskedRow, match="row 1 of M"):
        evaluate(M, {M: [[0, 0], [1, -np.inf]]})


def test_shapes_that_disagree_name_the_symbol(values):
    with pytest.raises(ShapeError) as caught:
        evaluate(Attention(Q, K, V), {**values, V: np.ones((4, 2))})
    assert caught.value == ShapeError(V, (n, d), (4, 2))
    with pytest.raises(ShapeError) as caught:
        evaluate(Q, {Q: np.ones((2, 3)), r: 5})
    assert caught.value.subexpression == Q
    with pytest.raises(ShapeError):
        evaluate(Q, {Q: np.ones(3)})
    with pytest.raises(ShapeError):
        evaluate(sigma * A, {sigma: [1, 0], A: np.eye(3)})
    with pytest.raises(ShapeError):
        evaluate(MatrixSymbol("X", 2 * h, 1), {MatrixSymbol("X", 2 * h, 1): np.ones((3, 1)), h: 1})


@pytest.mark.parametrize("shape", [(0, 2), (2, 0), (0, 0)])
@pytest.mark.parametrize("word", [RowSoftmax, symattn.RowSum, symattn.RowMax, symattn.LogSumExp])
def test_an_array_without_entries_is_named(word, shape):
    X = MatrixSymbol("X", *dims("n d"))
    with pytest.raises(UsageError, match=rf"the value of X is an array of {shape[0]}×{shape[1]}: a size is at least 1"):
        evaluate(word(X), {X: np.zeros(shape)})


def test_sizes_are_read_from_shapes():
    X = MatrixSymbol("X", 2 * h + 1, 1)
    assert evaluate(h, {X: np.ones((7, 1))}) == 3.0
    Y = MatrixSymbol("Y", m + k, m)
    assert evaluate(k, {Y: np.ones((5, 2))}) == 3.0


def test_missing_and_wrong_values_are_named(values):
    with pytest.raises(UndeclaredSymbol, match="V"):
        evaluate(Attention(Q, K, V), {Q: values[Q], K: values[K]})
    with pytest.raises(UndeclaredSymbol, match="n"):
        evaluate(CausalMask(n), {})
    with pytest.raises(UsageError, match="sigma"):
        evaluate(sigma, {sigma: [0, 0, 1]})
    with pytest.raises(UsageError, match="n cannot be 0"):
        evaluate(CausalMask(n), {n: 0})
    with pytest.raises(UsageError, match="subset"):
        evaluate(SubsetMask(SubsetSymbol("S", n), n), {SubsetSymbol("S", n): [], n: 2})
    with pytest.raises(UsageError, match="alpha"):
        evaluate(KernelMatrix(KernelSymbol("alpha"), Q, K), {**values, KernelSymbol("alpha"): 3})
    with pytest.raises(UnsupportedExpression, match="Permanent"):
        evaluate(sp.Permanent(A), values)
    with pytest.raises(UsageError, match="i cannot be 5: it runs from 0 to 4"):
        evaluate(A[i, 0], {A: values[A], i: 5})
    with pytest.raises(UnsupportedExpression, match="outside"):
        evaluate(A[a, 0], {A: values[A], a: 5})


def test_the_inverse_of_a_singular_matrix_is_an_error():
    with pytest.raises(HypothesisError, match="singular"):
        evaluate(A.inverse(), {A: np.zeros((2, 2))})
    g = InvertibleSymbol("g", n)
    with pytest.raises(HypothesisError, match="g"):
        evaluate(g, {g: np.zeros((2, 2))})


def test_inputs_are_left_alone(values):
    before = {symbol: np.array(value) for symbol, value in values.items()}
    evaluate(Attention(Q, K, V, mask=M), values)
    evaluate(RowSoftmax(A) + RowSoftmax(sigma * A), values)
    for symbol, value in before.items():
        assert np.array_equal(value, values[symbol])


def test_the_scores_may_be_used_again_after_the_softmax(values):
    close(evaluate(RowSoftmax(A) + A, values), softmax(values[A]) + values[A])


def test_single_precision_stays_single():
    result = evaluate(Attention(Q, K, V), {symbol: np.ones((2, 2), dtype=np.float32) for symbol in (Q, K, V)})
    assert result.dtype == np.float32


def test_a_deep_stack_is_evaluated_without_recursion():
    X = MatrixSymbol("X", n, ell)
    weights = [MatrixSymbol(f"W{c}", ell, ell) for c in "QKV"]
    stack = X
    for _ in range(400):
        stack = SelfAttention(stack, *weights)
    at = {X: np.eye(3), **dict.fromkeys(weights, np.eye(3))}
    close(evaluate(stack, at), np.full((3, 3), 1 / 3))


def test_expanded_layers_share_their_parts():
    X = MatrixSymbol("X", n, ell)
    stack = X
    for _ in range(40):
        stack = product(RowSoftmax(product(stack, stack.T)), stack)
    close(evaluate(stack, {X: np.eye(2)}).sum(axis=1), [1, 1])


def test_limits_may_depend_on_bound_symbols():
    a, b, c = sp.symbols("a b c", integer=True)
    size, x = dims("size"), Symbol("x", real=True)
    row = MatrixSymbol("row", 1, size)
    at = {size: 4, x: 2.0, row: np.arange(4.0)[None, :]}
    assert evaluate(Sum(x, (b, a, a + 2), (a, 0, size - 1)), at) == 24
    assert evaluate(Sum(x * b, (b, 0, a), (a, 0, size - 1)), at) == 2 * (0 + 1 + 3 + 6)
    assert evaluate(Sum(row[0, b] * c, (c, b, a), (b, 0, a), (a, 0, size - 1)), at) == sum(
        j * k for i in range(4) for j in range(i + 1) for k in range(j, i + 1)
    )
    triangle = sp.FunctionMatrix(size, size, sp.Lambda((a, b), Sum(row[0, c], (c, 0, a)) + b))
    assert evaluate(triangle, at).tolist() == [[i * (i + 1) / 2 + j for j in range(4)] for i in range(4)]
    assert np.isnan(evaluate(Sum(x, (b, a + 2, a), (a, 0, size - 1)), at))
    assert evaluate(Sum(RowSoftmax(ZeroMatrix(1, k))[0, 0], (k, 1, size)), at) == pytest.approx(25 / 12)


def test_a_delta_is_zero_outside_of_its_range():
    a, b = sp.symbols("a b", integer=True)
    w, w2, size, low = Idx("w", n + 2), Idx("w2", n + 2), dims("size"), sp.Symbol("low", integer=True)
    delta = sp.KroneckerDelta(w, w2, (0, 1))
    expected = {(0, 0): 1, (1, 1): 1, (2, 2): 0, (0, 1): 0}
    for (row, column), value in expected.items():
        at = {n: 2, w: row, w2: column}
        assert evaluate(delta, at) == value == enclose(delta, {name: fmpq(number) for name, number in at.items()})
    trace = Sum(sp.KroneckerDelta(a, b, (low, size - 2)), (a, 0, size - 1), (b, 0, size - 1))
    for start, value in ((0, 4), (1, 3), (9, 0)):
        at = {size: 5, low: start}
        assert evaluate(trace, at) == value == enclose(trace, {name: fmpq(number) for name, number in at.items()})
    assert refute(delta, sp.KroneckerDelta(w, w2)).sizes == {"n": 1}
    assert refute(sp.KroneckerDelta(w, w2, (0, n + 1)), sp.KroneckerDelta(w, w2)) is None
    assert refute(Identity(n)[Idx("i", n), Idx("j", n)], sp.KroneckerDelta(Idx("i", n), Idx("j", n))) is None


# What lies outside, and what is no value


def test_indices_outside_are_refused_along_axes_too():
    a = sp.Symbol("a", integer=True)
    X = np.arange(9.0).reshape(3, 3)
    square = MatrixSymbol("square", n, n)
    for entry in (square[a - 1, 0], square[0, a - 1], square[a + 1, 0], square[0, a + 1]):
        with pytest.raises(UnsupportedExpression, match="lies outside a matrix of shape"):
            evaluate(Sum(entry, (a, 0, n - 1)), {square: X})
    before = Sum(Piecewise((square[a - 1, 0], a > 0), (0, True)), (a, 0, n - 1))
    assert evaluate(before, {square: X}) == X[0, 0] + X[1, 0]
    shifted = sp.FunctionMatrix(n, n, sp.Lambda((a, k), Piecewise((square[a, k + 1], k + 1 < n), (0, True))))
    assert evaluate(shifted, {square: X}).tolist() == [[1, 2, 0], [4, 5, 0], [7, 8, 0]]


def test_slices_outside_are_refused():
    a = sp.Symbol("a", integer=True)
    square = MatrixSymbol("square", n, n)
    for part in (square[a : a + 1, :], square[a - 4 : a - 3, :]):
        at = {square: np.eye(3), a: 3}
        with pytest.raises(UnsupportedExpression, match="lies outside of 0:3"):
            evaluate(part, at)
        with pytest.raises(Undefined):
            enclose(part, {n: fmpq(3), a: fmpq(3), square: exact.freeze([[fmpq(0)] * 3] * 3)})
    assert refute(Sum(square[a, 0], (a, 0, n)), 0) is None


@pytest.mark.parametrize("key", [(5, 0), (-1, 0), (0, 2), (slice(None), slice(None, None, -1))])
def test_parts_of_a_node_that_do_not_exist(key):
    with pytest.raises(UnsupportedExpression, match="there is no part"):
        SinusoidalVector(Symbol("x", real=True), 2)[key]


@pytest.mark.parametrize("value", ["abc", [[1, 2], [3]], [[1j]], [["a"]], None])
def test_what_is_no_array_of_numbers(value):
    with pytest.raises((UsageError, ShapeError), match="square"):
        evaluate(MatrixSymbol("square", n, n), {MatrixSymbol("square", n, n): value})


@pytest.mark.parametrize("value", ["abc", 1j, None, [1.0]])
def test_what_is_no_number(value):
    with pytest.raises(UsageError, match="the value of x"):
        evaluate(Symbol("x", real=True), {Symbol("x", real=True): value})


def test_unknown_functions_and_values_that_are_no_mapping():
    x = Symbol("x", real=True)
    with pytest.raises(UnsupportedExpression, match="no numerical meaning"):
        evaluate(sp.Function("F")(x), {x: 1.0})
    with pytest.raises(UsageError, match="a mapping"):
        evaluate(x, None)


def test_an_index_that_is_computed_with_a_half():
    n, m = dims("n m")
    C = MatrixSymbol("C", n * (n + 1) / 2, m)
    assert evaluate(C[n * (n + 1) / 2 - 1, 0], {C: [[1.0], [2.0], [3.0]], n: 2}) == 3
