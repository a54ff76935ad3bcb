"""Costs: counts derived from expressions, against NumPy runs in which every operation counts itself."""

from typing import ClassVar

import numpy as np
import pytest
from sympy import (
    Add,
    BlockMatrix,
    HadamardProduct,
    Identity,
    Idx,
    MatrixSymbol,
    Piecewise,
    Sum,
    Symbol,
    exp,
    expand,
    sqrt,
)

from symattn.errors import ShapeError, UnsupportedExpression, UsageError
from symattn.language import (
    Attention,
    CausalMask,
    HeadBlock,
    HeadSum,
    KernelAttention,
    KernelSymbol,
    MatrixFamily,
    MultiHeadAttention,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    SquaredEuclidean,
    declarations,
    dims,
)
from symattn.language.costs import Operations, cost, leading_term

H, r, n, ell, d, p, q, e = SIZES = dims("H r n ell d p q e")
NUMBERS = dict(zip(SIZES, (3, 2, 5, 4, 6, 7, 2, 3), strict=True))
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
B = MatrixSymbol("B", r, n)
X = MatrixSymbol("X", n, d)
S_Q, S_K, S_V = (MatrixSymbol(f"S_{x}", d, width) for x, width in (("Q", p), ("K", p), ("V", q)))
W_Q, W_K, W_V = (MatrixFamily(f"W_{x}", H, a, b) for x, a, b in (("Q", ell, p), ("K", ell, p), ("V", d, q)))
W_O = MatrixSymbol("W_O", H * q, e)
h = Idx("h", H)
x = Symbol("x", real=True)
ORDER = ("Q", "K", "V", "X", "B", "S_Q", "S_K", "S_V", "W_Q", "W_K", "W_V", "W_O")


class Counted(np.ndarray):
    """An array whose operations are counted, by kind, in one dictionary."""

    done: ClassVar[dict[str, int]] = {}

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        plain = [np.asarray(x) for x in inputs]
        result = getattr(ufunc, method)(*plain, **options)
        if ufunc is np.matmul:
            self.count("multiply_adds", result.size * plain[0].shape[1])
        elif method == "reduce":
            self.count("additions", plain[0].size - result.size)
        else:
            kind = {np.add: "additions", np.subtract: "additions", np.multiply: "multiplications"}
            kind |= {np.divide: "divisions", np.true_divide: "divisions", np.exp: "functions"}
            self.count(kind[ufunc], result.size)
        return counted(result)

    def count(self, kind, number):
        Counted.done[kind] = Counted.done.get(kind, 0) + number


def counted(array):
    return np.asarray(array, dtype=float).view(Counted)


def softmax(scores):
    weights = np.exp(scores)
    return weights / np.add.reduce(weights, axis=1, keepdims=True)


def attention(queries, keys, values, mask=None):
    scores = queries @ keys.T
    if mask is not None:
        scores = scores + mask
    return softmax(scores * (1 / np.sqrt(queries.shape[1]))) @ values


def heads(Q, K, V, W_Q, W_K, W_V):
    return [attention(Q @ a, K @ b, V @ c) for a, b, c in zip(W_Q, W_K, W_V, strict=True)]


def beside(parts):
    return counted(np.concatenate([np.asarray(part) for part in parts], axis=1))


def inverse(A):
    """Invert in place by Gauss–Jordan elimination without pivoting."""
    A = counted(A)
    size = len(A)
    for k in range(size):
        others = [i for i in range(size) if i != k]
        A[k, k] = np.asarray(np.divide(1.0, A[k : k + 1, k : k + 1]))[0, 0]
        A[k, others] = np.asarray(A[k, others] * A[k, k])
        update = A[others][:, [k]] @ A[[k]][:, others]
        A[np.ix_(others, others)] = np.asarray(A)[np.ix_(others, others)] - np.asarray(update)
        A[others, k] = np.asarray(A[others, k] * -float(A[k, k]))
    return A


RUNS = {
    Q * K.T * V: lambda Q, K, V: Q @ K.T @ V,
    2 * Q * K.T: lambda Q, K: Q @ K.T * 2.0,
    Q * K.T + B + 3 * B: lambda Q, K, B: Q @ K.T + B * 4.0,
    HadamardProduct(B, Q * K.T): lambda Q, K, B: B * (Q @ K.T),
    RowSoftmax(B): lambda B: softmax(B),
    Attention(Q, K, V): attention,
    Attention(Q, K, V, mask=B): lambda Q, K, V, B: attention(Q, K, V, B),
    SelfAttention(X, S_Q, S_K, S_V): lambda X, S_Q, S_K, S_V: attention(X @ S_Q, X @ S_K, X @ S_V),
    RowSoftmax(X * S_Q * S_K.T * X.T) * X * S_V: lambda X, S_Q, S_K, S_V: softmax(X @ S_Q @ S_K.T @ X.T) @ X @ S_V,
    SelfAttention(SelfAttention(X, S_Q, S_K, X.T * X), S_Q, S_K, S_V): lambda X, S_Q, S_K, S_V: two_layers(
        X, S_Q, S_K, X.T @ X, S_V
    ),
    MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, W_O): lambda Q, K, V, W_Q, W_K, W_V, W_O: (
        beside(heads(Q, K, V, W_Q, W_K, W_V)) @ W_O
    ),
    MultiHeadAttention(Q, K, V, W_Q, W_K, W_V): lambda *values: sum_of(heads(*values)),
    HeadSum(Q * K.T * V * W_V[h], h): lambda Q, K, V, W_V: shared(Q @ K.T @ V, W_V),
    (Q.T * Q).I * Q.T * B: lambda Q, B: inverse(Q.T @ Q) @ Q.T @ B,
}


def two_layers(X, S_Q, S_K, first, second):
    Y = attention(X @ S_Q, X @ S_K, X @ first)
    return attention(Y @ S_Q, Y @ S_K, Y @ second)


def sum_of(parts):
    return np.add.reduce(counted(np.stack([np.asarray(part) for part in parts])), axis=0)


def shared(A, weights):
    return sum_of([A @ W for W in weights])


def at(polynomial):
    return int(expand(polynomial).subs(NUMBERS))


def arrays(expression):
    """Return random arrays for the symbols of an expression, in the order of ``ORDER``."""
    rng = np.random.default_rng(0)
    found = declarations(expression)
    shapes = {s.name: s.shape for s in found.matrices} | {f.name: (f.heads, *f.member_shape) for f in found.families}
    return [counted(rng.normal(size=[at(size) for size in shapes[name]])) for name in ORDER if name in shapes]


@pytest.mark.parametrize("expression", RUNS, ids=str)
def test_counts_are_those_of_an_instrumented_run(expression):
    values = arrays(expression)
    Counted.done = {}
    result = RUNS[expression](*values)
    assert result.shape == tuple(map(at, expression.shape))
    found = cost(expression)
    counts = {kind: at(getattr(found.operations, kind)) for kind in Operations.__dataclass_fields__}
    assert {kind: number for kind, number in counts.items() if number} == Counted.done
    assert at(found.inputs) == sum(value.size for value in values)


def test_self_attention_is_quadratic_in_the_number_of_positions():
    found = cost(SelfAttention(X, S_Q, S_K, S_V))
    assert expand(found.multiply_adds - (n**2 * (p + q) + n * d * (2 * p + q))) == 0
    assert leading_term(found.multiply_adds, n) == n**2 * p + n**2 * q
    assert leading_term(found.stored, n) == 3 * n**2
    assert leading_term(found.multiply_adds, n, d) == 2 * d * n * p + d * n * q + n**2 * p + n**2 * q


def test_stored_numbers_are_the_entries_of_all_results():
    assert cost(Q * K.T * V).stored == d * r + n * r
    assert cost(Attention(Q, K, V, mask=B)).stored == 4 * n * r + d * r
    assert expand(cost(MultiHeadAttention(Q, K, V, W_Q, W_K, W_V)).stored) == expand(
        H * (p * r + n * p + n * q + 3 * n * r + q * r) + q * r
    )
    assert cost(BlockMatrix([[B, B]])).stored == 2 * n * r
    assert cost(RowSoftmax(MatrixSymbol("A", n, n) + CausalMask(n))).stored == 3 * n**2


def test_products_are_read_from_left_to_right():
    assert cost(Q * (K.T * V)).multiply_adds == cost(Q * K.T * V).multiply_adds == d * n * r + ell * n * r
    assert cost(Attention(Q, K, K * K.T * V)).multiply_adds == expand(d * n * (n + r) + ell * n * (n + r))


def test_equal_values_are_computed_once():
    once = cost(Q * K.T).multiply_adds
    assert cost(HadamardProduct(Q * K.T, RowSoftmax(Q * K.T))).multiply_adds == once
    assert cost(Add(Q * K.T * V, Q * K.T * X)).multiply_adds == once + 2 * d * n * r
    assert cost(SelfAttention(X, S_Q, S_Q, S_Q)).multiply_adds == d * n * p + 2 * n**2 * p


def test_what_does_not_depend_on_the_head_is_computed_once():
    inside = cost(HeadSum(Q * K.T * V * W_V[h], h)).multiply_adds
    assert inside == expand(ell * n * r + n * r * d + H * r * d * q)
    assert cost(HeadSum(Q * K.T, h)).operations == Operations(ell * n * r, expand((H - 1) * n * r))
    assert cost(HeadBlock(W_O, h, H)).operations == Operations()


def test_permutations_identities_and_transposes_move_and_do_not_compute():
    tau, sigma, g = PermutationSymbol("tau", r), PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell)
    assert cost(tau * B * sigma.T).operations == cost(B.T).operations == cost(tau.I * B).operations == Operations()
    assert cost(tau * B * sigma.T).stored == 2 * n * r
    assert cost(tau * B).inputs == n * r + r
    assert cost(B * Identity(n) + B).multiply_adds == 0
    assert cost(Q * g.I).multiply_adds == ell**2 * r


def test_entry_formulas_count_like_the_matrices_they_describe():
    s = Symbol("s", integer=True)
    assert cost(Sum(B[0, s] * V[s, 0], (s, 0, n - 1))).operations == Operations(n)
    assert cost(Sum(exp(B[0, s]), (s, 0, n - 1))).operations == Operations(additions=n - 1, functions=n)
    assert cost(Sum(B[0, s] * x, (s, 0, n - 1), (h, 0, H - 1))).operations == Operations(0, H * n - 1, n)
    assert cost(sqrt(n) * x / (B[0, 0] + x) ** 2).operations == Operations(0, 1, 2, 1)
    choice = Piecewise((x**3, x > 0), (0, True))
    assert cost(choice).operations == Operations(multiplications=2, comparisons=1)
    assert cost(sqrt(n) / 2).operations == Operations()
    explicit = RowSoftmax(Q * K.T).definition()
    assert cost(explicit).operations.functions == 2 * n * r


def test_similarity_kernels():
    squared = cost(KernelAttention(SquaredEuclidean(), Q, K, V))
    assert squared.multiply_adds == d * n * r + ell * n * r
    assert squared.operations.additions == expand(ell * n * r + r * (n - 1))
    unknown = cost(KernelAttention(KernelSymbol("alpha"), Q, K, V))
    assert unknown.operations.functions == 2 * n * r


def test_powers_and_inverses():
    A = MatrixSymbol("A", n, n)
    assert cost(A**3).multiply_adds == 2 * n**3
    assert cost(A**0).operations == Operations()
    assert cost(A**-2).multiply_adds == expand(n * (n - 1) ** 2 + n**3)
    with pytest.raises(UnsupportedExpression):
        cost(A**n)


def test_deep_stacks_share_their_layers():
    weights = [MatrixSymbol(f"S_{x}", d, d) for x in "QKV"]
    layer = cost(SelfAttention(X, *weights)).multiply_adds
    stack = X
    for _ in range(300):
        stack = SelfAttention(stack, *weights)
    assert cost(stack).multiply_adds == expand(300 * layer)


@pytest.mark.parametrize("call", [(n**2 + n, [n]), (n**2 + n,), (1 / n, n), ("n +", n)], ids=str)
def test_a_leading_term_is_that_of_a_polynomial_in_sizes_that_are_named(call):
    with pytest.raises(UsageError, match=r"leading_term\(p, n, m\)|no polynomial in n"):
        leading_term(*call)


def test_the_table_lists_every_value_and_the_total():
    lines = str(cost(SelfAttention(X, S_Q, S_K, S_V))).splitlines()
    assert [line.split("  ")[0] for line in lines[:5]] == ["value", "X*S_Q", "X*S_K", "X*S_V", "(X*S_Q)*(X*S_K).T"]
    assert lines[-1].startswith("total ")


def test_ill_formed_expressions_have_no_cost():
    with pytest.raises(ShapeError):
        cost(Q * V)
