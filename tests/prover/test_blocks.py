"""Equivariance of compositions: a law of a word follows from the laws of the words that it is made of.

Each law has near misses, which must not be proved; they are refuted.
"""

import pytest
from sympy import MatrixSymbol, Symbol, exp, sqrt

from symattn import (
    CausalMask,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    certificate,
    decide,
    define,
    dims,
    from_entries,
    sum_over,
    verifier,
)

n, d, e, H = dims("n d e H")
X = MatrixSymbol("X", n, d)
S_Q, S_K, S_V = (MatrixSymbol(f"S_{name}", d, d) for name in "QKV")
W_1, W_2, W_3 = MatrixSymbol("W_1", d, e), MatrixSymbol("W_2", d, e), MatrixSymbol("W_3", e, d)
eps = Symbol("epsilon", positive=True)
sigma, tau, g = PermutationSymbol("sigma", n), PermutationSymbol("tau", n), OrthogonalSymbol("g", d)
WEIGHTS = (S_Q, S_K, S_V, W_1, W_2, W_3, eps)
TURNED = (g.T * S_Q, g.T * S_K, g.T * S_V * g, g.T * W_1, g.T * W_2, W_3 * g, eps)


@define(X, eps)
def BlockNorm(X, eps):
    return from_entries(n, d, lambda i, j: X[i, j] / sqrt(sum_over(d, lambda k: X[i, k] ** 2) / d + eps))


@define(X, W_1, W_2, W_3)
def BlockGate(X, W_1, W_2, W_3):
    gate, up = X * W_1, X * W_2
    return from_entries(n, e, lambda i, j: gate[i, j] / (1 + exp(-gate[i, j])) * up[i, j]) * W_3


def attended(X, S_Q, S_K, S_V, eps, mask=None):
    return X + SelfAttention(BlockNorm(X, eps), S_Q, S_K, S_V, mask)


def block(name, mask=None, last=lambda Z: Z):
    Y = attended(X, S_Q, S_K, S_V, eps, mask)
    return define(name, (X, *WEIGHTS), last(Y + BlockGate(BlockNorm(Y, eps), W_1, W_2, W_3)))


def cumulative(Z):
    return from_entries(n, d, lambda i, j: sum_over(n, lambda k: (k + 1) * Z[k, j]))


Layer = block("PlainLayer")
Masked = block("MaskedLayer", CausalMask(n))
Total = block("TotalLayer", last=lambda Z: from_entries(n, d, lambda i, j: sum_over(n, lambda k: Z[k, j])))
Weighted = block("WeightedLayer", last=cumulative)
Residual = block("ResidualLayer", last=lambda Z: X + RowSoftmax(Z))
Squared = block("SquaredLayer", last=lambda Z: from_entries(n, d, lambda i, j: Z[i, j] ** 2 + X[i, j]))
Positioned = block("PositionedLayer", last=lambda Z: from_entries(n, d, lambda i, j: Z[i, j] + i))


def stack(depth, X):
    for layer in range(depth):
        own = [MatrixSymbol(f"{w.name}_{layer}", *w.shape) if w is not eps else eps for w in WEIGHTS]
        X = Layer(X, *own)
    return X


TRUE = {
    "a layer commutes with permutations of the tokens": (Layer(sigma * X, *WEIGHTS), sigma * Layer(X, *WEIGHTS)),
    "and with two of them": (Layer(sigma * tau * X, *WEIGHTS), sigma * tau * Layer(X, *WEIGHTS)),
    "and with one and back": (sigma.T * Layer(sigma * X, *WEIGHTS), Layer(X, *WEIGHTS)),
    "two layers do": (stack(2, sigma * X), sigma * stack(2, X)),
    "four layers do": (stack(4, sigma * X), sigma * stack(4, X)),
    "the sum over tokens does not see their order": (Total(sigma * X, *WEIGHTS), Total(X, *WEIGHTS)),
    "a sum of layers commutes as well": (
        Layer(sigma * X, *WEIGHTS) + sigma * X,
        sigma * (X + Layer(X, *WEIGHTS)),
    ),
    "what is added to a layer moves with it": (Residual(sigma * X, *WEIGHTS), sigma * Residual(X, *WEIGHTS)),
    "what is done to each entry moves with it": (Squared(sigma * X, *WEIGHTS), sigma * Squared(X, *WEIGHTS)),
    "a layer turns when its weights are turned back": (Layer(X * g, *TURNED), Layer(X, *WEIGHTS) * g),
    "rotation and permutation at once": (Layer(sigma * X * g, *TURNED), sigma * Layer(X, *WEIGHTS) * g),
    "normalised rows turn": (BlockNorm(X * g, eps), BlockNorm(X, eps) * g),
}
FALSE = {
    "a causal mask sees the order": (Masked(sigma * X, *WEIGHTS), sigma * Masked(X, *WEIGHTS)),
    "a weighted sum over tokens sees the order": (Weighted(sigma * X, *WEIGHTS), sigma * Weighted(X, *WEIGHTS)),
    "and is not invariant": (Weighted(sigma * X, *WEIGHTS), Weighted(X, *WEIGHTS)),
    "a position that is added sees the order": (Positioned(sigma * X, *WEIGHTS), sigma * Positioned(X, *WEIGHTS)),
    "a layer is not invariant": (Layer(sigma * X, *WEIGHTS), Layer(X, *WEIGHTS)),
    "the inverse is another permutation": (Layer(sigma * X, *WEIGHTS), sigma.T * Layer(X, *WEIGHTS)),
    "two permutations do not change places": (Layer(sigma * tau * X, *WEIGHTS), tau * sigma * Layer(X, *WEIGHTS)),
    "one of two layers forgets": (Layer(sigma * Layer(X, *WEIGHTS), *WEIGHTS), Layer(Layer(X, *WEIGHTS), *WEIGHTS)),
    "weights that are not turned": (Layer(X * g, *WEIGHTS), Layer(X, *WEIGHTS) * g),
    "one weight that is not turned back": (
        Layer(X * g, g.T * S_Q, g.T * S_K, g.T * S_V, *TURNED[3:]),
        Layer(X, *WEIGHTS) * g,
    ),
    "weights that are turned the same way": (
        Layer(X * g, g * S_Q, g * S_K, g * S_V * g, g * W_1, g * W_2, W_3 * g, eps),
        Layer(X, *WEIGHTS) * g,
    ),
    "normalised rows are not invariant": (BlockNorm(X * g, eps), BlockNorm(X, eps)),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_law_of_a_composition_is_proved(name, tmp_path):
    verdict = decide(*TRUE[name])
    assert verdict.status == "proved", str(verdict)
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    verifier.verify_path(str(path))


@pytest.mark.parametrize("name", FALSE)
def test_a_near_miss_is_refuted(name):
    assert decide(*FALSE[name]).status == "refuted"


def test_a_matrix_that_is_not_orthogonal_does_not_turn_a_layer():
    M = MatrixSymbol("M", d, d)
    moved = (M.T * S_Q, M.T * S_K, M.T * S_V * M, M.T * W_1, M.T * W_2, W_3 * M, eps)
    assert decide(Layer(X * M, *moved), Layer(X, *WEIGHTS) * M).status != "proved"


def test_a_name_of_a_law_may_be_a_name_of_the_claim():
    A0, s, w = MatrixSymbol("A0", n, d), PermutationSymbol("s", n), Symbol("t", real=True)
    scaled = from_entries(n, d, lambda i, j: w * RowSoftmax(s * A0)[i, j])
    assert (
        decide(RowSoftmax(scaled), s * RowSoftmax(from_entries(n, d, lambda i, j: w * RowSoftmax(A0)[i, j]))).status
        == "proved"
    )


def test_the_sum_over_heads_of_a_normalised_matrix_is_a_frame():
    from sympy import Idx

    from symattn import HeadFamily, HeadSum

    W = MatrixFamily("W", H, d, d)
    h = Idx("h", H)

    def heads(X):
        Z = BlockNorm(X, eps)
        return X + HeadSum(HeadFamily(SelfAttention(Z, W[h], W[h], W[h]), h))

    assert decide(heads(sigma * X), sigma * heads(X)).status == "proved"
