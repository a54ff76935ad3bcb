"""Derivatives: of softmax and logsumexp, and the backward pass of attention as gradients, for matrices of any size.

A gradient is the matrix of the derivatives by the entries of one matrix, all else held fixed. Nothing about softmax is
assumed: the derivatives come from those of exp, sums, products and inverses. The backward pass is that of Dao et al.,
*FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness* (2022), appendix B.2, here with the scale
1/√ℓ and with any mask: where a score is −∞ its weight is 0 and does not vary.
"""

from sympy import (
    Derivative,
    Expr,
    FunctionMatrix,
    HadamardProduct,
    Idx,
    KroneckerDelta,
    Lambda,
    MatrixSymbol,
    Sum,
    Symbol,
    cos,
    exp,
    log,
    sin,
    sqrt,
    symbols,
)

from symattn import Attention, CausalMask, Gradient, MaskSymbol, RowSoftmax, dims, run_script, theorem

r, n, ell, d = dims("r n ell d")
x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
S, W, dO = MatrixSymbol("S", r, n), MatrixSymbol("W", r, n), MatrixSymbol("dO", r, d)
t, c = Symbol("t", real=True), Symbol("c", positive=True)
a, b, k = symbols("a b k", integer=True)

LSE = log(Sum(exp(x[0, k]), (k, 0, n - 1)))
SOFTMAX = RowSoftmax(x)


def inner(A: Expr, B: Expr) -> Expr:
    """The inner product ⟨A, B⟩ = Σ_ab A_ab B_ab of two matrices."""
    return Sum(A[a, b] * B[a, b], (b, 0, A.shape[1] - 1), (a, 0, A.shape[0] - 1))


def rowsum(A: Expr, columns: Expr) -> Expr:
    """The sums of the rows of A, beside each other in so many columns."""
    return FunctionMatrix(A.shape[0], columns, Lambda((a, b), Sum(A[a, k], (k, 0, A.shape[1] - 1))))


def dS(P: Expr, O: Expr) -> Expr:
    """The gradient by the scores: P ∘ (dP − rowsum(dO ∘ O)) with dP = dO Vᵀ."""
    return HadamardProduct(P, dO * V.T - rowsum(HadamardProduct(dO, O), P.shape[1]))


def weights(mask: Expr | None = None) -> Expr:
    return RowSoftmax((Q * K.T if mask is None else Q * K.T + mask) / sqrt(ell))


# ------------------------------------------------------------------------------------------------------------- calculus


@theorem("A.grad.chain", "d/dt exp(sin² t) = 2 sin t cos t exp(sin² t)", "Rudin, 5.5", "proved")
def chain_rule():
    return Derivative(exp(sin(t) ** 2), t), 2 * sin(t) * cos(t) * exp(sin(t) ** 2)


@theorem("A.grad.chain.mistake", "d/dt exp(sin² t) = 2 sin t exp(sin² t)", "", "refuted")
def chain_rule_forgotten():
    """The inner derivative is forgotten."""
    return Derivative(exp(sin(t) ** 2), t), 2 * sin(t) * exp(sin(t) ** 2)


@theorem("A.grad.log", "the second derivative of log is negative", "Rudin, 8.6", "proved")
def concave():
    return Derivative(log(c), c, 2) < 0


@theorem("A.grad.sigmoid", "σ′ = σ (1 − σ) for the logistic function σ", "Bishop 2006, (4.88)", "proved")
def logistic():
    sigma = 1 / (1 + exp(-t))
    return Derivative(sigma, t), sigma * (1 - sigma)


# -------------------------------------------------------------------------------------------------------------- softmax


@theorem("A.grad.softmax", "∂p_i/∂x_j = p_i (δ_ij − p_j)", "Bridle 1990", "proved")
def softmax_jacobian():
    return Derivative(SOFTMAX[0, i], x[0, j]), SOFTMAX[0, i] * (KroneckerDelta(i, j) - SOFTMAX[0, j])


@theorem("A.grad.softmax.mistake", "∂p_i/∂x_j = p_i δ_ij", "", "refuted")
def softmax_jacobian_mistaken():
    """The sum below the fraction is taken for a constant."""
    return Derivative(SOFTMAX[0, i], x[0, j]), SOFTMAX[0, i] * KroneckerDelta(i, j)


@theorem("A.grad.logsumexp", "the gradient of logsumexp is softmax", "Boyd & Vandenberghe, §3.1.5", "proved")
def logsumexp():
    return Gradient(LSE, x), SOFTMAX


@theorem(
    "A.grad.logsumexp.mistake",
    "the gradient of logsumexp is the exponential of each entry",
    "",
    "refuted",
)
def logsumexp_mistaken():
    """The derivative of the logarithm is forgotten."""
    return Gradient(LSE, x), FunctionMatrix(1, n, Lambda((a, b), exp(x[0, b])))


# ------------------------------------------------------------------------------------------- attention, backward pass


@theorem("A.grad.dV", "dV = Pᵀ dO", "Dao et al. 2022, B.2", "proved")
def by_values():
    return Gradient(inner(dO, Attention(Q, K, V)), V), weights().T * dO


@theorem("A.grad.dP", "dP = dO Vᵀ", "Dao et al. 2022, B.2", "proved")
def by_weights():
    return Gradient(inner(dO, W * V), W), dO * V.T


@theorem("A.grad.dS", "dS = P ∘ (dP − rowsum(dO ∘ O))", "Dao et al. 2022, B.2", "proved")
def by_scores():
    P = RowSoftmax(S)
    return Gradient(inner(dO, P * V), S), dS(P, P * V)


@theorem("A.grad.dS.mistake", "dS = P ∘ dP, without the row sums", "", "refuted")
def by_scores_mistaken():
    """The softmax is taken for a function of each score alone."""
    P = RowSoftmax(S)
    return Gradient(inner(dO, P * V), S), HadamardProduct(P, dO * V.T)


@theorem("A.grad.dQ", "dQ = dS K/√ℓ", "Dao et al. 2022, B.2", "proved")
def by_queries():
    O = Attention(Q, K, V)
    return Gradient(inner(dO, O), Q), dS(weights(), O) * K / sqrt(ell)


@theorem("A.grad.dQ.mistake", "dQ = dS K, without the scale 1/√ℓ", "", "refuted")
def by_queries_mistaken():
    O = Attention(Q, K, V)
    return Gradient(inner(dO, O), Q), dS(weights(), O) * K


@theorem("A.grad.dK", "dK = dSᵀ Q/√ℓ", "Dao et al. 2022, B.2", "proved")
def by_keys():
    O = Attention(Q, K, V)
    return Gradient(inner(dO, O), K), dS(weights(), O).T * Q / sqrt(ell)


# --------------------------------------------------------------------------------------------------------- with a mask


@theorem("A.grad.mask.dV", "dV = Pᵀ dO under any mask", "Dao et al. 2022, B.2", "proved")
def by_values_masked():
    return Gradient(inner(dO, Attention(Q, K, V, M)), V), weights(M).T * dO


@theorem(
    "A.grad.mask.dV.mistake",
    "dV = Pᵀ dO under any mask, with the weights P before the mask",
    "",
    "refuted",
)
def by_values_unmasked():
    return Gradient(inner(dO, Attention(Q, K, V, M)), V), weights().T * dO


@theorem("A.grad.mask.dS", "dS = P ∘ (dP − rowsum(dO ∘ O)) under any mask", "Dao et al. 2022, B.2", "proved")
def by_scores_masked():
    P = RowSoftmax(S + M)
    return Gradient(inner(dO, P * V), S), dS(P, P * V)


@theorem("A.grad.mask.dQ", "dQ = dS K/√ℓ under any mask", "Dao et al. 2022, B.2", "proved")
def by_queries_masked():
    O = Attention(Q, K, V, M)
    return Gradient(inner(dO, O), Q), dS(weights(M), O) * K / sqrt(ell)


@theorem("A.grad.mask.dK", "dK = dSᵀ Q/√ℓ under any mask", "Dao et al. 2022, B.2", "proved")
def by_keys_masked():
    O = Attention(Q, K, V, M)
    return Gradient(inner(dO, O), K), dS(weights(M), O).T * Q / sqrt(ell)


@theorem("A.grad.causal", "dQ = dS K/√ℓ for causal attention", "Dao et al. 2022, B.2", "proved")
def by_queries_causal():
    q, g = MatrixSymbol("Q", n, ell), MatrixSymbol("dO", n, d)
    O, P = Attention(q, K, V, CausalMask(n)), RowSoftmax((q * K.T + CausalMask(n)) / sqrt(ell))
    scores = HadamardProduct(P, g * V.T - rowsum(HadamardProduct(g, O), n))
    return Gradient(inner(g, O), q), scores * K / sqrt(ell)


if __name__ == "__main__":
    run_script(__file__)
