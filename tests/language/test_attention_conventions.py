"""Masks, biases and scales of attention: what is added before scaling and what after, decided and computed."""

import numpy as np
import pytest
from sympy import I, MatrixSymbol, OneMatrix, Symbol, oo, sqrt

from symattn import (
    Attention,
    CausalMask,
    DotProduct,
    Euclidean,
    KernelAttention,
    KernelMultiHeadAttention,
    KernelSymbol,
    MaskedRow,
    MaskSymbol,
    MatrixFamily,
    MultiHeadAttention,
    PermutationSymbol,
    RowSoftmax,
    ShapeError,
    UnsupportedExpression,
    decide,
    dims,
    evaluate,
    latex,
    spot_check,
)
from symattn.language import HeadSum

r, n, ell, d, H, p, q, e = dims("r n ell d H p q e")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
M, N, B = MaskSymbol("M", r, n), MaskSymbol("N", r, n), MatrixSymbol("B", r, n)
sigma = PermutationSymbol("sigma", n)
s, x = Symbol("s", positive=True), Symbol("x", real=True)
ones = OneMatrix(r, n)
W_Q, W_K, W_V = MatrixFamily("W_Q", H, ell, p), MatrixFamily("W_K", H, ell, p), MatrixFamily("W_V", H, d, q)
W_O, U_O = MatrixSymbol("W_O", H * q, e), MatrixFamily("U_O", H, q, e)
heads = W_Q, W_K, W_V
alpha = KernelSymbol("alpha")


def status(left, right, **more):
    return decide(left, right, **more).status


TRUE = {
    "a bias is added after scaling": (Attention(Q, K, V, bias=B), RowSoftmax(Q * K.T / sqrt(ell) + B) * V),
    "a real mask is added before": (Attention(Q, K, V, mask=B), RowSoftmax((Q * K.T + B) / sqrt(ell)) * V),
    "one convention in terms of the other": (Attention(Q, K, V, bias=B), Attention(Q, K, V, mask=sqrt(ell) * B)),
    "a mask does not see the scale": (Attention(Q, K, V, M), Attention(Q, K, V, bias=M)),
    "nor a positive one": (Attention(Q, K, V, M, scale=s), Attention(Q, K, V, bias=M, scale=s)),
    "a scale is a factor of the queries": (Attention(Q, K, V, scale=x), Attention(x * Q, K, V, scale=False)),
    "the usual scale said explicitly": (Attention(Q, K, V, scale=1 / sqrt(ell)), Attention(Q, K, V)),
    "the scale 1 is none": (Attention(Q, K, V, scale=1), Attention(Q, K, V, scale=False)),
    "mask, scale and bias together": (Attention(Q, K, V, M, s, B), RowSoftmax(s * (Q * K.T + M) + B) * V),
    "a bias that is the same for all keys": (Attention(Q, K, V, bias=B + x * ones), Attention(Q, K, V, bias=B)),
    "a bias goes with its keys": (Attention(Q, sigma * K, sigma * V, bias=B * sigma.T), Attention(Q, K, V, bias=B)),
    "heads with a mask": (
        MultiHeadAttention(Q, sigma * K, sigma * V, *heads, mask=M * sigma.T),
        MultiHeadAttention(Q, K, V, *heads, mask=M),
    ),
    "heads with a mask and a matrix behind them": (
        MultiHeadAttention(Q, sigma * K, sigma * V, *heads, W_O, M * sigma.T),
        MultiHeadAttention(Q, K, V, *heads, W_O, M),
    ),
    "heads with a real mask and a family behind them": (
        MultiHeadAttention(Q, sigma * K, sigma * V, *heads, U_O, B * sigma.T),
        MultiHeadAttention(Q, K, V, *heads, U_O, B),
    ),
    "a mask beside a kernel goes with its keys": (
        KernelAttention(alpha, Q, sigma * K, sigma * V, M * sigma.T),
        KernelAttention(alpha, Q, K, V, M),
    ),
    "a kernel does not scale its mask": (KernelAttention(DotProduct(), Q, K, V, B), Attention(Q, K, V, B, False)),
    "heads with a kernel and a mask": (
        KernelMultiHeadAttention(alpha, Q, sigma * K, sigma * V, *heads, mask=M * sigma.T),
        KernelMultiHeadAttention(alpha, Q, K, V, *heads, mask=M),
    ),
    "heads with a kernel, a real mask and a matrix behind them": (
        KernelMultiHeadAttention(alpha, Q, sigma * K, sigma * V, *heads, W_O, B * sigma.T),
        KernelMultiHeadAttention(alpha, Q, K, V, *heads, W_O, B),
    ),
    "a head adds the mask before it scales": (
        MultiHeadAttention(Q, K, V, *heads, mask=B),
        HeadSum(
            RowSoftmax((Q * W_Q[Symbol("h", integer=True)] * W_K[Symbol("h", integer=True)].T * K.T + B) / sqrt(p))
            * (V * W_V[Symbol("h", integer=True)]),
            (Symbol("h", integer=True), 0, H - 1),
        ),
    ),
}
FALSE = {
    "the two conventions differ": (Attention(Q, K, V, bias=B), Attention(Q, K, V, mask=B)),
    "the scale matters": (Attention(Q, K, V, scale=2), Attention(Q, K, V, scale=False)),
    "its sign matters": (Attention(Q, K, V, scale=-1), Attention(Q, K, V, scale=1)),
    "a scale is not that of both": (Attention(Q, K, V, scale=x), Attention(x * Q, x * K, V, scale=False)),
    "the bias is not scaled": (Attention(Q, K, V, scale=2, bias=B), Attention(Q, K, V, scale=2, mask=B)),
    "the scale of the bias matters": (Attention(Q, K, V, bias=2 * B), Attention(Q, K, V, bias=B)),
    "the bias matters": (Attention(Q, K, V, bias=B), Attention(Q, K, V)),
    "the mask after scaling matters": (Attention(Q, K, V, bias=M), Attention(Q, K, V)),
    "a bias stays where the keys move": (
        Attention(Q, sigma * K, sigma * V, bias=B),
        Attention(Q, K, V, bias=B),
    ),
    "a bias moved the other way": (
        Attention(Q, sigma * K, sigma * V, bias=B * sigma),
        Attention(Q, K, V, bias=B),
    ),
    "a mask of heads stays where the keys move": (
        MultiHeadAttention(Q, sigma * K, sigma * V, *heads, mask=M),
        MultiHeadAttention(Q, K, V, *heads, mask=M),
    ),
    "the mask of heads matters": (MultiHeadAttention(Q, K, V, *heads, mask=M), MultiHeadAttention(Q, K, V, *heads)),
    "the mask beside a kernel matters": (KernelAttention(alpha, Q, K, V, M), KernelAttention(alpha, Q, K, V)),
    "it stays where the keys move": (
        KernelAttention(alpha, Q, sigma * K, sigma * V, M),
        KernelAttention(alpha, Q, K, V, M),
    ),
    "the mask of heads with a kernel stays where the keys move": (
        KernelMultiHeadAttention(alpha, Q, sigma * K, sigma * V, *heads, mask=M),
        KernelMultiHeadAttention(alpha, Q, K, V, *heads, mask=M),
    ),
    "the mask of heads with a kernel is not scaled": (
        KernelMultiHeadAttention(DotProduct(), Q, K, V, *heads, mask=B),
        KernelMultiHeadAttention(DotProduct(), Q, K, V, *heads, mask=2 * B),
    ),
    "a real mask of heads matters": (
        MultiHeadAttention(Q, K, V, *heads, mask=B),
        MultiHeadAttention(Q, K, V, *heads),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    assert status(*TRUE[name]) == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_is_nearly_true_is_refuted(name):
    assert status(*FALSE[name]) == "refuted"


def test_a_scale_of_unknown_sign_needs_to_be_positive_where_something_is_masked():
    left, right = Attention(Q, K, V, M, scale=x), Attention(Q, K, V, bias=M, scale=x)
    verdict = decide(left, right)
    assert verdict.status == "unknown" and "x > 0" in verdict.missing
    assert status(left, right, given=[x > 0]) == "proved"
    with pytest.raises(UnsupportedExpression, match="not positive"):
        Attention(Q, K, V, M, scale=-1)
    with pytest.raises(UnsupportedExpression, match="not positive"):
        Attention(Q, K, V, M, scale=0)


def test_two_masks_may_leave_a_row_with_nothing():
    both = Attention(Q, K, V, M, bias=N)
    assert decide(both, both).missing == ("every row of M + N has an unmasked entry",)


def test_what_does_not_fit_is_named():
    with pytest.raises(ShapeError):
        Attention(Q, K, V, bias=MatrixSymbol("B", n, r))
    with pytest.raises(ShapeError):
        MultiHeadAttention(Q, K, V, *heads, mask=MaskSymbol("M", n, r))
    with pytest.raises(ShapeError):
        KernelAttention(alpha, Q, K, V, MaskSymbol("M", n, r))
    with pytest.raises(ShapeError):
        KernelMultiHeadAttention(alpha, Q, K, V, *heads, mask=MaskSymbol("M", n, r))
    with pytest.raises(UnsupportedExpression):
        Attention(Q, K, V, scale=I)
    with pytest.raises(UnsupportedExpression):
        Attention(Q, K, V, scale=-oo)
    with pytest.raises(UnsupportedExpression):
        Attention(Q, K, V, scale=Q)


def softmax(scores):
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


rng = np.random.default_rng(0)
a, b, c = rng.normal(size=(3, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 2))
mask, bias = np.where(rng.random((3, 5)) < 0.5, 0.0, -np.inf), rng.normal(size=(3, 5))
mask[:, 0] = 0.0
values = {Q: a, K: b, V: c, M: mask, B: bias, s: 0.7}
w_q, w_k, w_v, w_o = (rng.normal(size=size) for size in ((2, 4, 3), (2, 4, 3), (2, 2, 3), (6, 5)))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        (Attention(Q, K, V), softmax(a @ b.T / 2) @ c),
        (Attention(Q, K, V, M), softmax((a @ b.T + mask) / 2) @ c),
        (Attention(Q, K, V, B), softmax((a @ b.T + bias) / 2) @ c),
        (Attention(Q, K, V, bias=B), softmax(a @ b.T / 2 + bias) @ c),
        (Attention(Q, K, V, bias=M), softmax(a @ b.T / 2 + mask) @ c),
        (Attention(Q, K, V, M, bias=B), softmax((a @ b.T + mask) / 2 + bias) @ c),
        (Attention(Q, K, V, B, False, M), softmax(a @ b.T + bias + mask) @ c),
        (Attention(Q, K, V, B, s), softmax(0.7 * (a @ b.T + bias)) @ c),
        (Attention(Q, K, V, M, s, B), softmax(0.7 * (a @ b.T + mask) + bias) @ c),
    ],
    ids=str,
)
def test_attention_is_computed_as_numpy_computes_it(word, expected):
    assert np.allclose(evaluate(word, {symbol: values[symbol] for symbol in values if word.has(symbol)}), expected)
    assert np.allclose(evaluate(word.definition(), {k: v for k, v in values.items() if word.has(k)}), expected)


def test_masked_heads_are_computed_as_numpy_computes_them():
    given = {Q: a, K: b, V: c, M: mask, W_Q: w_q, W_K: w_k, W_V: w_v}
    parts = [softmax((a @ w_q[h] @ (b @ w_k[h]).T + mask) / np.sqrt(3)) @ c @ w_v[h] for h in range(2)]
    assert np.allclose(evaluate(MultiHeadAttention(Q, K, V, *heads, mask=M), given), sum(parts))
    whole = MultiHeadAttention(Q, K, V, *heads, W_O, M)
    assert np.allclose(evaluate(whole, {**given, W_O: w_o}), np.concatenate(parts, axis=1) @ w_o)


def test_a_mask_beside_a_kernel_is_computed_as_numpy_computes_it():
    def distances(queries, keys):
        return -np.sqrt(((queries[:, None] - keys[None]) ** 2).sum(axis=-1))

    given = {Q: a, K: b, V: c, M: mask}
    assert np.allclose(evaluate(KernelAttention(Euclidean(), Q, K, V, M), given), softmax(distances(a, b) + mask) @ c)
    parts = [softmax(distances(a @ w_q[h], b @ w_k[h]) + mask) @ c @ w_v[h] for h in range(2)]
    word = KernelMultiHeadAttention(Euclidean(), Q, K, V, *heads, mask=M)
    assert np.allclose(evaluate(word, {**given, W_Q: w_q, W_K: w_k, W_V: w_v}), sum(parts))
    with pytest.raises(MaskedRow):
        evaluate(KernelAttention(Euclidean(), Q, K, V, M), {**given, M: np.full((3, 5), -np.inf)})


def test_a_row_without_a_zero_is_an_error_after_scaling_too():
    with pytest.raises(MaskedRow):
        evaluate(Attention(Q, K, V, bias=M), {**values, M: np.full((3, 5), -np.inf)})


def test_a_mask_of_causal_heads_hides_later_keys():
    X, square = MatrixSymbol("X", n, ell), [MatrixFamily(f"W_{name}", H, ell, p) for name in "QKV"]
    causal = MultiHeadAttention(X, X, X, *square, mask=CausalMask(n))
    assert spot_check(causal, causal.definition()).max_error < 1e-12
    assert status(causal, MultiHeadAttention(X, X, X, *square)) == "refuted"


def test_each_is_written_apart_from_the_others():
    written = [latex(Attention(Q, K, V, *options)) for options in ((), (M,), (None, s), (None, True, B), (M, s, B))]
    assert len(set(written)) == 5
    assert written[-1] == r"\operatorname{Att}_{\mathrm{scale} = s}\left(Q, K, V;\, M;\, \mathrm{bias} = B\right)"
    assert str(Attention(Q, K, V, M, s, B)) == "Attention(Q, K, V, mask=M, scale=s, bias=B)"
    assert Attention(Q, K, V, M, s, B).func(*Attention(Q, K, V, M, s, B).args) == Attention(Q, K, V, M, s, B)
    assert str(MultiHeadAttention(Q, K, V, *heads, mask=M)) == "MultiHeadAttention(Q, K, V, W_Q, W_K, W_V, mask=M)"
    word = KernelMultiHeadAttention(alpha, Q, K, V, *heads, mask=M)
    assert str(word) == "KernelMultiHeadAttention(alpha, Q, K, V, W_Q, W_K, W_V, mask=M)"
    assert word.func(*word.args) == word
