"""Identities of kernels: scales, caches, split keys, masks, windows, ALiBi, RoPE, heads, backward, dropout, sinks."""

from sympy import BlockMatrix, HadamardProduct, Idx, MatrixSymbol, Ne, OneMatrix, ZeroMatrix, exp, sqrt

from symattn import (
    Attention,
    BottomRightCausalMask,
    CausalMask,
    Equation,
    Expectation,
    ForAll,
    Gradient,
    HeadStack,
    InnerProduct,
    LogSumExp,
    MaskWhere,
    MatrixFamily,
    PaddingMask,
    ProbabilitySymbol,
    RotaryEncoding,
    RowMax,
    RowSoftmax,
    RowSum,
    Sigmoid,
    SlidingWindowMask,
    TopLeftCausalMask,
    dims,
    from_entries,
)
from tests.unseen.table import false, le, natural, real, true


def below(*matrices):
    """Return matrices below each other."""
    return BlockMatrix([[matrix] for matrix in matrices])


@true("FlashAttention: the scale 1/√ℓ is folded into the queries")
def aa01():
    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(Q / sqrt(ell), K, V, scale=False), Attention(Q, K, V), []


@true("decoding with a KV cache: the last row of causal attention needs no mask")
def aa02():
    n, ell, d = dims("n ell d")
    Q, K, V = MatrixSymbol("Q", n + 1, ell), MatrixSymbol("K", n + 1, ell), MatrixSymbol("V", n + 1, d)
    return Attention(Q, K, V, CausalMask(n + 1))[n, :], Attention(Q[n, :], K, V), []


@true("FP8 kernels: one scale of the queries, keys and values each, moved out of the products")
def aa03():
    (r, n, ell, d), (a, b, c) = dims("r n ell d"), real("a b c")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(a * Q, b * K, c * V), c * Attention(Q, K, V, scale=a * b / sqrt(ell)), []


@true("batches of unequal length: keys behind the length are as if they were not there")
def aa04():
    r, m, n, ell, d = dims("r m n ell d")
    Q, K, L = MatrixSymbol("Q", r, ell), MatrixSymbol("K", m, ell), MatrixSymbol("L", n, ell)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    return Attention(Q, below(K, L), below(V, W), PaddingMask(m, m + n, r)), Attention(Q, K, V), []


@true("Dao et al. 2022, App. B.2: D is computed from the output, not from the probabilities")
def aa05():
    r, n, d = dims("r n d")
    P, G, V = MatrixSymbol("P", r, n), MatrixSymbol("G", r, d), MatrixSymbol("V", n, d)
    return RowSum(HadamardProduct(P, G * V.T)), RowSum(HadamardProduct(G, P * V)), []


@true("FlashDecoding: two splits of the keys merged by the sigmoid of the difference of their log-sum-exps")
def aa06():
    r, m, n, ell, d = dims("r m n ell d")
    Q, K, L = MatrixSymbol("Q", r, ell), MatrixSymbol("K", m, ell), MatrixSymbol("L", n, ell)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    j, c = Idx("j", r), Idx("c", d)
    first = Sigmoid(LogSumExp(Q * K.T / sqrt(ell))[j, 0] - LogSumExp(Q * L.T / sqrt(ell))[j, 0])
    merged = first * Attention(Q, K, V)[j, c] + (1 - first) * Attention(Q, L, W)[j, c]
    return Attention(Q, below(K, L), below(V, W))[j, c], merged, []


@true("Press et al. 2022, ALiBi: under the causal mask the bias s(i − j) may be read as s i")
def aa07():
    n, (s,) = dims("n"), real("s,")
    S = MatrixSymbol("S", n, n)
    relative = from_entries(n, n, lambda j, i: s * (i - j))
    absolute = from_entries(n, n, lambda j, i: s * i)
    return RowSoftmax(S + relative + CausalMask(n)), RowSoftmax(S + absolute + CausalMask(n)), []


@true("Su et al. 2021, RoPE: starting both at position p does not change the scores")
def aa08():
    (r, n, h), p = dims("r n h"), natural("p")
    Q, K, theta = MatrixSymbol("Q", r, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("theta", h, 1)
    shifted = RotaryEncoding(Q, theta, start=p) * RotaryEncoding(K, theta, start=p).T
    return shifted, RotaryEncoding(Q, theta) * RotaryEncoding(K, theta).T, []


@true("grouped-query decoding: the queries of a group are stacked as rows of one call")
def aa09():
    H, r, n, ell, d = dims("H r n ell d")
    h = Idx("h", H)
    Q, K, V = MatrixFamily("Q", H, r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(HeadStack(Q), K, V), HeadStack(Attention(Q[h], K, V), h), []


@true("Dao et al. 2022, App. B.2: the backward pass of softmax")
def aa10():
    r, n = dims("r n")
    S, G = MatrixSymbol("S", r, n), MatrixSymbol("G", r, n)
    P = RowSoftmax(S)
    backward = HadamardProduct(P, G - RowSum(HadamardProduct(P, G)) * OneMatrix(1, n))
    return Gradient(InnerProduct(G, P), S), backward, []


@true("Srivastava et al. 2014: dropout of the probabilities, divided by 1 − q, leaves the output as it is on average")
def aa11():
    (N, r, n, d), (q,) = dims("N r n d"), real("q,")
    o, j, c = Idx("o", N), Idx("j", r), Idx("c", d)
    p, M = ProbabilitySymbol("p", N), MatrixFamily("M", N, r, n)
    P, V = MatrixSymbol("P", r, n), MatrixSymbol("V", n, d)
    given = [Ne(q, 1), ForAll((r, n), lambda a, b: Equation(Expectation(p, M[o][a, b], o), 1 - q))]
    dropped = Expectation(p, (HadamardProduct(P, M[o]) * V)[j, c], o) / (1 - q)
    return dropped, (P * V)[j, c], given


@true("attention sinks: a key of score 0 and value 0 multiplies the output by the sigmoid of the log-sum-exp")
def aa12():
    r, n, d = dims("r n d")
    S, V = MatrixSymbol("S", r, n), MatrixSymbol("V", n, d)
    j, c = Idx("j", r), Idx("c", d)
    with_sink = RowSoftmax(BlockMatrix([[ZeroMatrix(r, 1), S]])) * below(ZeroMatrix(1, d), V)
    return with_sink[j, c], Sigmoid(LogSumExp(S)[j, 0]) * (RowSoftmax(S) * V)[j, c], []


@true("quantised scores: an error of at most ε changes each probability by a factor of at most e²ᵋ")
def aa13():
    (r, n), (eps,) = dims("r n"), real("epsilon,")
    S, T = MatrixSymbol("S", r, n), MatrixSymbol("T", r, n)
    j, i = Idx("j", r), Idx("i", n)
    given = [
        ForAll((r, n), lambda a, b: le(T[a, b] - S[a, b], eps)),
        ForAll((r, n), lambda a, b: le(S[a, b] - T[a, b], eps)),
    ]
    return le(RowSoftmax(T)[j, i], exp(2 * eps) * RowSoftmax(S)[j, i]), given


@true("Mistral's rolling cache: with a window of w keys the last query needs the last w of them")
def aa14():
    n, w, ell, d = dims("n w ell d")
    Q, K, V = MatrixSymbol("Q", n + w, ell), MatrixSymbol("K", n + w, ell), MatrixSymbol("V", n + w, d)
    windowed = Attention(Q, K, V, SlidingWindowMask(n + w, w))
    return windowed[n + w - 1, :], Attention(Q[n + w - 1, :], K[n:, :], V[n:, :]), []


@true("chunked prefill: the second chunk attends to both with a mask that is aligned at the last key")
def aa15():
    m, n, ell, d = dims("m n ell d")
    Q, K, V = MatrixSymbol("Q", m + n, ell), MatrixSymbol("K", m + n, ell), MatrixSymbol("V", m + n, d)
    chunk = Attention(Q[m:, :], K, V, BottomRightCausalMask(n, m + n))
    return Attention(Q, K, V, CausalMask(m + n))[m:, :], chunk, []


# r = m = ell = d = 1, n = 2, all scores 0, V = 1, W = 0: 1/3 and 1/2 (it holds for m = n = 1)
@false("splits of the keys merged with the maxima of their scores in place of the log-sum-exps")
def aa16():
    r, m, n, ell, d = dims("r m n ell d")
    Q, K, L = MatrixSymbol("Q", r, ell), MatrixSymbol("K", m, ell), MatrixSymbol("L", n, ell)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    j, c = Idx("j", r), Idx("c", d)
    first = Sigmoid(RowMax(Q * K.T / sqrt(ell))[j, 0] - RowMax(Q * L.T / sqrt(ell))[j, 0])
    merged = first * Attention(Q, K, V)[j, c] + (1 - first) * Attention(Q, L, W)[j, c]
    return Attention(Q, below(K, L), below(V, W))[j, c], merged, []


# m = n = 1, Q = K = 0, V = (0, 1): 1/2 and 0
@false("chunked prefill with a mask that is aligned at the first key")
def aa17():
    m, n, ell, d = dims("m n ell d")
    Q, K, V = MatrixSymbol("Q", m + n, ell), MatrixSymbol("K", m + n, ell), MatrixSymbol("V", m + n, d)
    chunk = Attention(Q[m:, :], K, V, TopLeftCausalMask(n, m + n))
    return Attention(Q, K, V, CausalMask(m + n))[m:, :], chunk, []


# n = 2, w = 1, S = 0: row 1 is (0, 1) and (1/2, 1/2)
@false("a window of w keys, written as a distance of at most w")
def aa18():
    n, w = dims("n w")
    S = MatrixSymbol("S", n, n)
    by_distance = MaskWhere(n, n, lambda j, i: (i <= j) & (j <= i + w))
    return RowSoftmax(S + SlidingWindowMask(n, w)), RowSoftmax(S + by_distance), []


# ell = 2, n = 2, Q = K = 0, B = (0, 1), V = (0, 1): 0.67… and 0.73… (it holds for ell = 1)
@false("a bias that is added before the scores are scaled, as a mask is")
def aa19():
    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    B = MatrixSymbol("B", r, n)
    return Attention(Q, K, V, B), Attention(Q, K, V, bias=B), []


# r = 1, n = 2, S = 0, G = (1, 0): (1/4, −1/4) and (0, −1/2) (it holds for n = 1)
@false("the backward pass of softmax with the row sums of the gradient, not weighted by the probabilities")
def aa20():
    r, n = dims("r n")
    S, G = MatrixSymbol("S", r, n), MatrixSymbol("G", r, n)
    P = RowSoftmax(S)
    backward = HadamardProduct(P, G - RowSum(G) * OneMatrix(1, n))
    return Gradient(InnerProduct(G, P), S), backward, []
