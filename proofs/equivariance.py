"""The symmetries of attention: Ganev, Notes on Attention and Positional Encodings, §2.3 and §2.4.

r queries, n keys of width ℓ, values of width d; σ permutes key–value pairs, τ queries; g is orthogonal, h any matrix.
"""

from sympy import MatrixSymbol, sqrt

from symattn import (
    Attention,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    ShapeError,
    calc,
    dims,
    run_script,
    theorem,
)

r, n, ell, d, p = dims("r n ell d p")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", r)
g, h = OrthogonalSymbol("g", ell), MatrixSymbol("h", d, d)
g_printed = OrthogonalSymbol("g", d)

transformed = Attention(tau * Q * g, sigma * K * g, sigma * V * h)
line_1 = RowSoftmax(tau * Q * g * g.T * K.T * sigma.T / sqrt(ell)) * sigma * V * h
printed_2 = tau * RowSoftmax(tau * Q * K.T / sqrt(ell)) * sigma.T * sigma * V * h
printed_3 = tau * RowSoftmax(tau * Q * K.T / sqrt(ell)) * V * h
result = tau * Attention(Q, K, V) * h


@theorem(
    "G11.printed",
    "equivariance: Att(τQg, σKg, σVh) = τ Att(Q, K, V) h for g ∈ O(d)",
    "Ganev, Lemma 2.3",
    ShapeError(Q * g_printed, (r, ell), (d, d)),
    printed=(
        r"g \in O(d)\ \dots\ \operatorname{Att}(\tau Q g, \sigma K g, \sigma V h) = \tau \operatorname{Att}(Q, "
        r"K, V) h"
    ),
)
def equivariance_as_printed():
    """The rows of Q have width ℓ, so g must lie in O(ℓ)."""
    return Attention(tau * Q * g_printed, sigma * K * g_printed, sigma * V * h), result


@theorem(
    "G11",
    "equivariance: Att(τQg, σKg, σVh) = τ Att(Q, K, V) h for g ∈ O(ℓ)",
    "Ganev, Lemma 2.3, with g ∈ O(ℓ)",
    "proved",
)
def equivariance():
    return transformed, result


@theorem(
    "G12.printed.1",
    "the left side of the lemma equals line 1 of its proof",
    "Ganev, Lemma 2.3, proof, line 1",
    "proved",
    printed=(
        r"\operatorname{Att}(\tau Qg, \sigma Kg, \sigma Vh) = \text{SoftMax}_{\text{row}}\left(\frac{\tau Q g "
        r"g^T K^T \sigma^T}{\sqrt{\ell}}\right) \sigma V h"
    ),
)
def first_equality():
    return transformed, line_1


@theorem(
    "G12.printed.2",
    "line 1 of the proof equals line 2",
    "Ganev, Lemma 2.3, proof, line 2",
    "refuted",
    printed=r"\dots = \tau\,\text{SoftMax}_{\text{row}}\left(\frac{\tau Q K^T}{\sqrt{\ell}}\right) \sigma^T \sigma V h",
)
def second_equality():
    """Line 2 keeps a τ inside the softmax, which permutes the rows of the scores once more."""
    return line_1, printed_2


@theorem(
    "G12.printed.3",
    "line 2 of the proof equals line 3",
    "Ganev, Lemma 2.3, proof, line 3",
    "proved",
    printed=r"\dots = \tau\,\text{SoftMax}_{\text{row}}\left(\frac{\tau Q K^T}{\sqrt{\ell}}\right) V h",
)
def third_equality():
    return printed_2, printed_3


@theorem(
    "G12.printed.4",
    "line 3 of the proof equals τ Att(Q, K, V) h",
    "Ganev, Lemma 2.3, proof, last equality",
    "refuted",
    printed=(
        r"\tau\,\text{SoftMax}_{\text{row}}\left(\frac{\tau Q K^T}{\sqrt{\ell}}\right) V h = \tau "
        r"\operatorname{Att}(Q, K, V) h"
    ),
)
def last_equality():
    """Line 3 keeps the second τ, inside the softmax, and the right side has only one."""
    return printed_3, result


@theorem(
    "G12",
    "Att(τQg, σKg, σVh) = τ Att(Q, K, V) h, with one τ in the proof, outside the softmax",
    "Ganev, Lemma 2.3, proof",
    "proved",
)
def corrected_proof():
    return calc(
        transformed,
        (line_1, Attention),
        (RowSoftmax(tau * Q * K.T * sigma.T / sqrt(ell)) * sigma * V * h, g),
        (tau * RowSoftmax(Q * K.T / sqrt(ell)) * sigma.T * sigma * V * h, (RowSoftmax, sigma, tau)),
        (tau * RowSoftmax(Q * K.T / sqrt(ell)) * V * h, sigma),
        (result, Attention),
    )


@theorem("G13", "attention is invariant under permutations of the key–value pairs", "Ganev, §2.3", "proved")
def key_value_invariance():
    return Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)


@theorem("G15", "self-attention is permutation equivariant", "derived from Ganev, §2.4", "proved")
def self_attention():
    X = MatrixSymbol("X", n, p)
    S_Q, S_K, S_V = MatrixSymbol("S_Q", p, ell), MatrixSymbol("S_K", p, ell), MatrixSymbol("S_V", p, d)
    return SelfAttention(sigma * X, S_Q, S_K, S_V), sigma * SelfAttention(X, S_Q, S_K, S_V)


if __name__ == "__main__":
    run_script(__file__)
