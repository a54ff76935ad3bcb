"""Attention, least squares, group actions and self-attention: Ganev, Notes on Attention and Positional Encodings,
Definition 2.1 to §2.4 and the opening of §3; with what two other sheets say of the same maps.

r queries, n keys of width ℓ, values of width d; σ permutes key–value pairs, τ queries.
"""

from sympy import Expr, FunctionMatrix, Ge, Identity, Lambda, MatMul, MatrixSymbol, Sum, ZeroMatrix, exp, sqrt, symbols
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    Attention,
    Equation,
    InvertibleSymbol,
    MaskSymbol,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    ShapeError,
    calc,
    claim,
    dims,
    run_script,
    theorem,
)

r, n, ell, d, p = dims("r n ell d p")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", r)
a, b, i, s, u = symbols("a b i s u", integer=True)


def averaged(scores: Expr, values: Expr, width=1) -> Expr:
    """Σ_i e^{s_ai/√width} v_ib / Σ_s e^{s_as/√width}: softmax of the scores times the values, written out."""
    rows, keys = scores.shape

    def weight(key: Expr) -> Expr:
        return exp(MatrixElement(scores, a, key) / sqrt(width))

    answer = Sum(weight(i) * MatrixElement(values, i, b), (i, 0, keys - 1)) / Sum(weight(s), (s, 0, keys - 1))
    return FunctionMatrix(rows, values.shape[1], Lambda((a, b), answer))


@theorem(
    "G8",
    "row j of Attention(Q) is the mean of the values with the weights exp(⟨q_j, k_i⟩/√ℓ)",
    "Ganev, Definition 2.1",
    "defined",
)
def attention():
    return Attention(Q, K, V), averaged(Q * K.T, V, ell)


@theorem("G8.matrix", "Att(Q, K, V) = SoftMax(QKᵀ/√ℓ) V", "Ganev, Definition 2.1", "proved")
def attention_with_matrices():
    return Attention(Q, K, V), RowSoftmax(Q * K.T / sqrt(ell)) * V


# Least squares. G stands for KᵀK, which must be invertible; B is any linear map from keys to values.

G, B = InvertibleSymbol("G", ell), MatrixSymbol("B", ell, d)
best = G.I * K.T * V
gram = Equation(K.T * K, G)


def squared_norm(matrix: Expr) -> Expr:
    """The squared Frobenius norm."""
    i, j = symbols("i j", integer=True)
    rows, columns = matrix.shape
    return Sum(MatrixElement(matrix, i, j) ** 2, (i, 0, rows - 1), (j, 0, columns - 1))


FIT, BEST_FIT = squared_norm(K * B - V), squared_norm(K * best - V)


@theorem("G9", "least squares: no linear map B fits better than (KᵀK)⁻¹KᵀV", "Ganev, Remark 2.2", "proved")
def least_squares():
    return claim(Ge(FIT, BEST_FIT), given=[gram])


@theorem("G9.only", "least squares: no other linear map fits as well as (KᵀK)⁻¹KᵀV", "Ganev, Remark 2.2", "proved")
def only_the_best():
    return claim(B, best, given=[gram, Equation(FIT, BEST_FIT)])


@theorem("G9.pythagoras", "‖KB − V‖² = ‖KB* − V‖² + ‖K(B − B*)‖² for B* = (KᵀK)⁻¹KᵀV", "Ganev, Remark 2.2", "proved")
def pythagoras():
    return claim(FIT, BEST_FIT + squared_norm(K * (B - best)), given=[gram])


@theorem(
    "G9.derivation",
    "‖KB − V‖² = ‖KB* − V‖² + ‖K(B − B*)‖² for B* = (KᵀK)⁻¹KᵀV, line by line",
    "Ganev, Remark 2.2",
    "proved",
)
def pythagoras_by_lines():
    """R is the residual of the best map and D the difference from it: the cross term is 0, as KᵀR = 0."""
    R, D = MatrixSymbol("R", n, d), MatrixSymbol("D", ell, d)
    residual, difference = Equation(R, K * best - V), Equation(D, B - best)
    i, j = symbols("i j", integer=True)
    cross = Sum(MatrixElement(K.T * R, i, j) * MatrixElement(D, i, j), (i, 0, ell - 1), (j, 0, d - 1))
    return calc(
        FIT,
        (squared_norm(R + K * D), (residual, difference)),
        (squared_norm(R) + 2 * cross + squared_norm(K * D), ()),
        (squared_norm(R) + squared_norm(K * D), (residual, G, gram)),
        (BEST_FIT + squared_norm(K * (B - best)), (residual, difference)),
        given=[gram, residual, difference],
    )


@theorem("G9.unique", "least squares: B is determined by KB, where KᵀK is invertible", "Ganev, Remark 2.2", "proved")
def unique():
    fit = MatrixSymbol("F", n, d)
    fits = Equation(fit, K * B)
    return calc(G.I * K.T * fit, (G.I * K.T * K * B, fits), (B, (G, gram)), given=[gram, fits])


@theorem("G9.normal", "least squares: the residual KB* − V is orthogonal to the keys", "Ganev, Remark 2.2", "proved")
def normal_equations():
    return calc(
        K.T * (K * best - V),
        (K.T * K * G.I * K.T * V - K.T * V, ()),
        (ZeroMatrix(ell, d), (G, gram)),
        given=[gram],
    )


@theorem("G9.orthonormal", "orthonormal columns of K: Q(KᵀK)⁻¹KᵀV = QKᵀV", "Ganev, Remark 2.2", "proved")
def orthonormal_columns():
    orthonormal = Equation(K.T * K, Identity(ell))
    longer = Q * G.I * K.T * K * K.T * V
    return calc(Q * best, (longer, orthonormal), (Q * K.T * V, (G, gram)), given=[gram, orthonormal])


# Group actions and symmetries.


@theorem("G10", "queries: permuting rows commutes with a linear map of the columns", "Ganev, §2.3", "proved")
def actions_commute():
    g, permuted, moved = InvertibleSymbol("g", ell), MatrixSymbol("X", r, ell), MatrixSymbol("Y", r, ell)
    return claim(permuted * g, tau * moved, given=[Equation(permuted, tau * Q), Equation(moved, Q * g)])


def commutes(rows, columns, matrix):
    """Permuting the rows and a linear map of the columns, in either order, step by step."""
    permuted, moved = MatrixSymbol("X", *matrix.shape), MatrixSymbol("Y", *matrix.shape)
    steps = [Equation(permuted, rows * matrix), Equation(moved, matrix * columns)]
    return claim(permuted * columns, rows * moved, given=steps)


@theorem(
    "G10.keys", "keys: permuting rows commutes with a linear map of the columns", "Ganev, §2.3", "proved", uses="G10"
)
def actions_on_keys():
    return commutes(sigma, InvertibleSymbol("g", ell), K)


@theorem(
    "G10.values",
    "values: permuting rows commutes with a linear map of the columns",
    "Ganev, §2.3",
    "proved",
    uses="G10",
)
def actions_on_values():
    return commutes(sigma, InvertibleSymbol("h", d), V)


@theorem(
    "G10.outputs",
    "outputs: permuting rows commutes with a linear map of the columns",
    "Ganev, §2.3",
    "proved",
    uses="G10",
)
def actions_on_outputs():
    return commutes(tau, InvertibleSymbol("h", d), MatrixSymbol("A", r, d))


@theorem("G46", "a permutation matrix is orthogonal", "Ganev, Lemma 2.3, fact (2)", "proved")
def permutation_is_orthogonal():
    return sigma.T * sigma, Identity(n)


@theorem("G46.softmax", "SoftMax(τAσᵀ) = τ SoftMax(A) σᵀ", "Ganev, Lemma 2.3, fact (3)", "proved")
def softmax_commutes():
    A = MatrixSymbol("A", r, n)
    return RowSoftmax(tau * A * sigma.T), tau * RowSoftmax(A) * sigma.T


@theorem(
    "G45.printed",
    "attention is invariant under permutations of the keys",
    "Ganev, §3",
    "refuted",
    printed=r"\text{invariant with respect to permutations of the keys and queries}",
)
def keys_alone():
    """The values stay where they are, so the weights meet other values."""
    return Attention(Q, sigma * K, V), Attention(Q, K, V)


@theorem(
    "G45.printed.queries",
    "attention is invariant under permutations of the queries",
    "Ganev, §3",
    "refuted",
    printed=r"\text{invariant with respect to permutations of the keys and queries}",
)
def queries_invariant():
    """The rows of the output move with the queries: equivariant, not invariant."""
    return Attention(tau * Q, K, V), Attention(Q, K, V)


@theorem(
    "G45",
    "attention is equivariant under permutations of the queries",
    "Ganev, §3, corrected; for the keys see G13",
    "proved",
)
def queries_equivariant():
    return Attention(tau * Q, K, V), tau * Attention(Q, K, V)


@theorem(
    "H2",
    "attention is invariant under permutations of the key–value pairs",
    "handwritten sheet, positional encoding",
    "proved",
    uses="G13",
)
def pairs():
    return Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)


# Self-attention.

X = MatrixSymbol("X", n, p)
S_Q, S_K, S_V = MatrixSymbol("S_Q", p, ell), MatrixSymbol("S_K", p, ell), MatrixSymbol("S_V", p, d)


@theorem(
    "G14",
    "row j of self-attention is the mean of the rows of XS_V with the weights exp(⟨S_Qᵀx_j, S_Kᵀx_i⟩/√ℓ)",
    "Ganev, §2.4",
    "defined",
)
def self_attention():
    return SelfAttention(X, S_Q, S_K, S_V), averaged(MatMul(X, S_Q, S_K.T, X.T), X * S_V, ell)


@theorem(
    "G14.expanded",
    "SelfAttention(X) = Att(XS_Q, XS_K, XS_V) = SoftMax(XS_QS_KᵀXᵀ/√ℓ) XS_V",
    "Ganev, §2.4",
    "proved",
)
def self_attention_expanded():
    return calc(
        SelfAttention(X, S_Q, S_K, S_V),
        (Attention(X * S_Q, X * S_K, X * S_V), SelfAttention),
        (RowSoftmax(X * S_Q * S_K.T * X.T / sqrt(ell)) * X * S_V, Attention),
    )


@theorem(
    "G14.identity",
    "SelfAttention(X) = SoftMax(XXᵀ/√ℓ) X for S_Q = S_K = S_V = 1 and ℓ = d = p",
    "Ganev, §2.4",
    "proved",
)
def self_attention_identity():
    one = Identity(p)
    return calc(
        SelfAttention(X, one, one, one),
        (Attention(X, X, X), SelfAttention),
        (RowSoftmax(X * X.T / sqrt(p)) * X, Attention),
    )


@theorem(
    "G22.self",
    "masked self-attention is SoftMax((XS_QS_KᵀXᵀ + Mask)/√ℓ) XS_V",
    "Ganev, Definition 2.5 and §2.4",
    "proved",
)
def masked_self_attention():
    mask = MaskSymbol("Mask", n, n)
    return calc(
        SelfAttention(X, S_Q, S_K, S_V, mask),
        (Attention(X * S_Q, X * S_K, X * S_V, mask), SelfAttention),
        (RowSoftmax((X * S_Q * S_K.T * X.T + mask) / sqrt(ell)) * X * S_V, Attention),
    )


@theorem(
    "G15.residual",
    "the residual stream X + SelfAttention(X) is permutation equivariant",
    "derived from the handwritten sheet, figure 1",
    "proved",
)
def residual_stream():
    back = MatrixSymbol("S_V", p, p)
    moved = sigma * X + SelfAttention(sigma * X, S_Q, S_K, back)
    return moved, sigma * (X + SelfAttention(X, S_Q, S_K, back))


@theorem(
    "H9",
    "unscaled self-attention is softmax(XW^Q (XW^K)ᵀ) XW^V",
    "handwritten sheet, first line, with the transpose that was lost",
    "defined",
    printed=r"\text{Softmax}(X W^Q \cdot (X W^K)) \cdot X W^V",
)
def unscaled():
    """Before it stands a sum of e^⟨q_j, k_j⟩, of which no more can be read; the transpose of X W^K cannot be read."""
    return Attention(X * S_Q, X * S_K, X * S_V, scale=False), averaged(X * S_Q * (X * S_K).T, X * S_V)


N_x, D_x, D_q, D_k, D_v = dims("N_x D_x D_q D_k D_v")
inputs = MatrixSymbol("X", N_x, D_x)
W_q, W_k, W_v = MatrixSymbol("W_q", D_x, D_k), MatrixSymbol("W_k", D_x, D_k), MatrixSymbol("W_v", D_x, D_v)
W_q_printed = MatrixSymbol("W_q", D_x, D_q)


misfit_of_widths = ShapeError(W_q_printed * W_k.T, (D_x, D_q), (D_k, D_x))


@theorem(
    "S1.printed",
    "W_q is D_x × D_q and W_k is D_x × D_k, with widths of their own",
    "self-attention sheet, self-attention",
    misfit_of_widths,
    printed=r"W_k\colon D_x \times D_k\ \dots\ W_q\colon D_x \times D_q\ \dots\ E = Q K^T/\sqrt{D_k}",
)
def sheet_as_printed():
    """QKᵀ needs queries and keys of one width: D_q must be D_k."""
    return SelfAttention(inputs, W_q_printed, W_k, W_v)


@theorem(
    "S1",
    "A is the softmax of E = QKᵀ/√D_k, along each row",
    "self-attention sheet, self-attention, D_q = D_k",
    "defined",
    printed=r"E = Q K^T/\sqrt{D_k}\ \dots\ E_t \in \mathbb{R}^d",
)
def sheet():
    """Q = X W_q and K = X W_k. The sheet writes E for these scores and, further down, for the encodings."""
    scores = inputs * W_q * (inputs * W_k).T

    def weight(key: Expr) -> Expr:
        return exp(MatrixElement(scores, a, key) / sqrt(D_k))

    softmax = weight(b) / Sum(weight(s), (s, 0, N_x - 1))
    return RowSoftmax(scores / sqrt(D_k)), FunctionMatrix(N_x, N_x, Lambda((a, b), softmax))


@theorem("S1.values", "self-attention is A V", "after the self-attention sheet, self-attention", "proved")
def sheet_answer():
    """The sheet names Q, K, V, E and A; it does not print the product A V."""
    scores = inputs * W_q * (inputs * W_k).T / sqrt(D_k)
    return SelfAttention(inputs, W_q, W_k, W_v), RowSoftmax(scores) * (inputs * W_v)


@theorem(
    "S2", "self-attention is permutation equivariant", "self-attention sheet, self-attention", "proved", uses="G15"
)
def sheet_equivariance():
    pi = PermutationSymbol("pi", N_x)
    return SelfAttention(pi * inputs, W_q, W_k, W_v), pi * SelfAttention(inputs, W_q, W_k, W_v)


if __name__ == "__main__":
    run_script(__file__)
