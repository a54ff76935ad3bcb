"""Ten definitions of a modern transformer block, written as a user writes them, against NumPy functions by hand.

Each word is evaluated at random values and compared with its function, its two readings are compared, and one theorem
about it is decided.
"""

import numpy as np
import pytest
from sympy import Idx, MatrixSymbol, Piecewise, Symbol, ZeroMatrix, exp, oo, sqrt

from symattn import (
    Attention,
    CausalMask,
    HeadBlock,
    HeadFamily,
    HeadSum,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    certificate,
    decide,
    define,
    dims,
    evaluate,
    from_entries,
    refutation_verifier,
    sum_over,
    verifier,
)
from symattn.deciding.agreement import agreement

r, n, ell, d, e, p, w, G, H = dims("r n ell d e p w G H")
X, Q, K, V = MatrixSymbol("X", n, d), MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
gamma, beta = MatrixSymbol("gamma", 1, d), MatrixSymbol("beta", 1, d)
W_1, W_2, W_3 = MatrixSymbol("W_1", d, e), MatrixSymbol("W_2", d, e), MatrixSymbol("W_3", e, d)
S_Q, S_K, S_V = (MatrixSymbol(f"S_{name}", d, d) for name in "QKV")
W_Q, W_O = MatrixFamily("W_Q", G, d, H * p), MatrixFamily("W_O", G, H * p, d)
W_K, W_V = MatrixFamily("W_K", G, d, p), MatrixFamily("W_V", G, d, p)
x, b, slope = (Symbol(name, real=True) for name in ("x", "b", "s"))
eps = Symbol("epsilon", positive=True)
sigma, tau, rotation = PermutationSymbol("sigma", n), PermutationSymbol("tau", r), OrthogonalSymbol("g", ell)


# ---------------------------------------------------------------------------------------------------------- the words


@define(X, gamma, beta, eps, source="Ba, Kiros & Hinton 2016, eq. 4")
def LayerNorm(X, gamma, beta, eps):
    def mean(i):
        return sum_over(d, lambda k: X[i, k]) / d

    def variance(i):
        return sum_over(d, lambda k: (X[i, k] - mean(i)) ** 2) / d

    return from_entries(n, d, lambda i, j: gamma[0, j] * (X[i, j] - mean(i)) / sqrt(variance(i) + eps) + beta[0, j])


@define(X, eps, latex=r"\operatorname{RMS}", source="Zhang & Sennrich 2019, eq. 4")
def RMSNorm(X, eps):
    return from_entries(n, d, lambda i, j: X[i, j] / sqrt(sum_over(d, lambda k: X[i, k] ** 2) / d + eps))


@define(x, source="Hendrycks & Gimpel 2016")
def Swish(x):
    return x / (1 + exp(-x))


@define(X, W_1, W_2, W_3, source="Shazeer 2020, eq. 6")
def SwiGLU(X, W_1, W_2, W_3):
    return from_entries(n, e, lambda i, j: Swish((X * W_1)[i, j]) * (X * W_2)[i, j]) * W_3


@define(X, W_Q, W_K, W_V, W_O, source="Ainslie et al. 2023, fig. 2")
def GroupedQueryAttention(X, W_Q, W_K, W_V, W_O):
    g, h = Idx("g", G), Idx("h", H)
    head = Attention(X * HeadBlock(W_Q[g].T, h, H).T, X * W_K[g], X * W_V[g]) * HeadBlock(W_O[g], h, H)
    return HeadSum(HeadFamily(HeadSum(HeadFamily(head, h)), g))


@define(MatrixSymbol("Q", n, ell), K, V, slope, source="Press, Smith & Lewis 2022, §3")
def ALiBi(Q, K, V, slope):
    bias = from_entries(n, n, lambda i, j: slope * (j - i))
    return RowSoftmax(Q * K.T / sqrt(ell) + bias + CausalMask(n)) * V


@define(n, w, source="Beltagy, Peters & Cohan 2020, §3.1")
def SlidingWindow(n, w):
    return from_entries(n, n, lambda i, j: Piecewise((0, (j <= i) & (i < j + w)), (-oo, True)))


@define(Q, K, V, b, source="Ramapuram et al. 2024, eq. 3")
def SigmoidAttention(Q, K, V, b):
    return from_entries(r, n, lambda i, j: 1 / (1 + exp(-((Q * K.T)[i, j] / sqrt(ell) + b)))) * V


@define(Q, K, V, source="Katharopoulos et al. 2020, eq. 4, with the features exp")
def LinearAttention(Q, K, V):
    query, key = from_entries(r, ell, lambda i, a: exp(Q[i, a])), from_entries(n, ell, lambda i, a: exp(K[i, a]))
    product = query * (key.T * V)
    return from_entries(r, d, lambda i, j: product[i, j] / sum_over(n, lambda s: (query * key.T)[i, s]))


@define(Q, K, V, eps, source="Henry et al. 2020, §3")
def QKNormAttention(Q, K, V, eps):
    return Attention(RMSNorm(Q, eps), RMSNorm(K, eps), V)


@define(X, S_Q, S_K, S_V, W_1, W_2, W_3, eps, source="Touvron et al. 2023, §2.2")
def Block(X, S_Q, S_K, S_V, W_1, W_2, W_3, eps):
    Y = X + SelfAttention(RMSNorm(X, eps), S_Q, S_K, S_V)
    return Y + SwiGLU(RMSNorm(Y, eps), W_1, W_2, W_3)


# ------------------------------------------------------------------------------------------------------ NumPy, by hand


def np_softmax(scores):
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def np_attention(Q, K, V):
    return np_softmax(Q @ K.T / np.sqrt(Q.shape[1])) @ V


def np_layer_norm(X, gamma, beta, eps):
    return gamma * (X - X.mean(axis=1, keepdims=True)) / np.sqrt(X.var(axis=1, keepdims=True) + eps) + beta


def np_rms_norm(X, eps):
    return X / np.sqrt((X**2).mean(axis=1, keepdims=True) + eps)


def np_swiglu(X, W_1, W_2, W_3):
    gate = X @ W_1
    return (gate / (1 + np.exp(-gate)) * (X @ W_2)) @ W_3


def np_grouped(X, W_Q, W_K, W_V, W_O):
    width, total = W_K.shape[2], np.zeros_like(X)
    for query, key, value, output in zip(W_Q, W_K, W_V, W_O, strict=True):
        for start in range(0, query.shape[1], width):
            part = slice(start, start + width)
            total += np_attention(X @ query[:, part], X @ key, X @ value) @ output[part]
    return total


def np_alibi(Q, K, V, slope):
    i, j = np.indices((len(Q), len(Q)))
    scores = Q @ K.T / np.sqrt(Q.shape[1]) - slope * (i - j)
    return np_softmax(np.where(j <= i, scores, -np.inf)) @ V


def np_window(n, w):
    i, j = np.indices((n, n))
    return np.where((i - j >= 0) & (i - j < w), 0.0, -np.inf)


def np_sigmoid(Q, K, V, b):
    return 1 / (1 + np.exp(-(Q @ K.T / np.sqrt(Q.shape[1]) + b))) @ V


def np_linear(Q, K, V):
    weights = np.exp(Q) @ np.exp(K).T
    return weights @ V / weights.sum(axis=1, keepdims=True)


def np_qk_norm(Q, K, V, eps):
    return np_attention(np_rms_norm(Q, eps), np_rms_norm(K, eps), V)


def np_block(X, S_Q, S_K, S_V, W_1, W_2, W_3, eps):
    Z = np_rms_norm(X, eps)
    Y = X + np_attention(Z @ S_Q, Z @ S_K, Z @ S_V)
    return Y + np_swiglu(np_rms_norm(Y, eps), W_1, W_2, W_3)


BY_HAND = {
    LayerNorm: np_layer_norm,
    RMSNorm: np_rms_norm,
    SwiGLU: np_swiglu,
    GroupedQueryAttention: np_grouped,
    ALiBi: np_alibi,
    SlidingWindow: np_window,
    SigmoidAttention: np_sigmoid,
    LinearAttention: np_linear,
    QKNormAttention: np_qk_norm,
    Block: np_block,
}
SIZES = [
    {r: 3, n: 4, ell: 2, d: 5, e: 6, p: 2, w: 2, G: 2, H: 3},
    {r: 1, n: 1, ell: 1, d: 1, e: 1, p: 1, w: 1, G: 1, H: 1},
    {r: 2, n: 5, ell: 3, d: 2, e: 1, p: 1, w: 7, G: 3, H: 1},
]


def value(parameter, sizes, rng):
    if parameter in sizes:
        return sizes[parameter]
    if isinstance(parameter, Symbol):
        return 0.3
    shape = parameter.args[1:]
    return rng.normal(size=tuple(int(size.subs(sizes)) for size in shape))


@pytest.mark.parametrize("sizes", SIZES, ids=["some", "one", "others"])
@pytest.mark.parametrize("word", BY_HAND, ids=lambda word: word.__name__)
def test_a_word_has_the_values_of_the_function_written_by_hand(word, sizes):
    rng = np.random.default_rng(0)
    values = {parameter: value(parameter, sizes, rng) for parameter in word.word.parameters}
    every = {**values, H: sizes[H]} if word is GroupedQueryAttention else values
    found = evaluate(word(*word.word.parameters), every)
    np.testing.assert_allclose(found, BY_HAND[word](*values.values()), rtol=1e-12, atol=1e-12)


moved = [tau * Q * rotation, sigma * K * rotation, sigma * V]
Qn = MatrixSymbol("Q", n, ell)
T = MatrixSymbol("T", n, n)
by_key = from_entries(n, n, lambda i, j: slope * j)
DECIDED = {
    "a shift of each row does not change layer normalisation": (
        "proved",
        LayerNorm(from_entries(n, d, lambda i, j: X[i, j] + b), gamma, beta, eps),
        LayerNorm(X, gamma, beta, eps),
    ),
    "RMS normalisation commutes with permutations of rows": (
        "proved",
        RMSNorm(sigma * X, eps),
        sigma * RMSNorm(X, eps),
    ),
    "RMS normalisation with ε > 0 sees the scale": ("refuted", RMSNorm(2 * X, eps), RMSNorm(X, eps)),
    "the gated layer is linear in the gated weights": (
        "proved",
        SwiGLU(X, W_1, 2 * W_2, W_3),
        2 * SwiGLU(X, W_1, W_2, W_3),
    ),
    "the gated layer is not linear in the gate": (
        "refuted",
        SwiGLU(X, 2 * W_1, W_2, W_3),
        2 * SwiGLU(X, W_1, W_2, W_3),
    ),
    "grouped-query attention commutes with permutations": (
        "proved",
        GroupedQueryAttention(sigma * X, W_Q, W_K, W_V, W_O),
        sigma * GroupedQueryAttention(X, W_Q, W_K, W_V, W_O),
    ),
    "ALiBi needs the position of the key alone": (
        "proved",
        ALiBi(Qn, K, V, slope),
        RowSoftmax(Qn * K.T / sqrt(ell) + by_key + CausalMask(n)) * V,
    ),
    "a window that is added twice is the window": (
        "proved",
        RowSoftmax(T + SlidingWindow(n, w) + SlidingWindow(n, w)),
        RowSoftmax(T + SlidingWindow(n, w)),
    ),
    "a window sees positions": (
        "refuted",
        RowSoftmax(sigma * T * sigma.T + SlidingWindow(n, w)),
        sigma * RowSoftmax(T + SlidingWindow(n, w)) * sigma.T,
    ),
    "sigmoid attention is equivariant": (
        "proved",
        SigmoidAttention(*moved, b),
        tau * SigmoidAttention(Q, K, V, b),
    ),
    "linear attention does not see the order of the keys": (
        "proved",
        LinearAttention(Q, sigma * K, sigma * V),
        LinearAttention(Q, K, V),
    ),
    "attention with normalised queries and keys is equivariant": (
        "proved",
        QKNormAttention(*moved, eps),
        tau * QKNormAttention(Q, K, V, eps),
    ),
    "a block whose output weights are 0 is the identity": (
        "proved",
        Block(X, S_Q, S_K, ZeroMatrix(d, d), W_1, W_2, ZeroMatrix(e, d), eps),
        X,
    ),
}


@pytest.mark.parametrize("name", DECIDED)
def test_a_theorem_about_each_word_is_decided(name, tmp_path):
    expected, left, right = DECIDED[name]
    verdict = decide(left, right)
    assert verdict.status == expected, str(verdict)
    assert agreement(verdict.claim).agrees
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    verify = verifier.verify_path if expected == "proved" else refutation_verifier.verify
    verify(str(path))
