"""Attention and masks: statements."""

from sympy import Abs, And, BlockMatrix, Eq, Ge, Gt, Idx, Le, MatrixSymbol, Max, OneMatrix, Or, ZeroMatrix, exp, sqrt

from symattn import (
    Attention,
    CausalMask,
    Equation,
    Flip,
    ForAll,
    HeadFamily,
    HeadSum,
    LogSumExp,
    MaskWhere,
    MatrixFamily,
    MultiHeadAttention,
    PermutationSymbol,
    RotaryEncoding,
    RowSoftmax,
    RowSum,
    Sigmoid,
    SlidingWindowMask,
    SquaredNorm,
    dims,
    from_entries,
    sum_over,
)
from symattn.modern import CausalLinearAttention, DeltaStep, SinkSoftmax, SoftmaxOne
from tests.unseen.table import false, le, natural, real, true


# scores become tau S sigma^T, softmax commutes with both, sigma^T sigma = 1
@true("Lee et al. 2019 (Set Transformer) §3, Swin-style bias table")
def att01():
    r, n, e, d = dims("r n e d")
    Q, K, V, B = MatrixSymbol("Q", r, e), MatrixSymbol("K", n, e), MatrixSymbol("V", n, d), MatrixSymbol("B", r, n)
    tau, sigma = PermutationSymbol("tau", r), PermutationSymbol("sigma", n)
    left = Attention(tau * Q, sigma * K, sigma * V, bias=tau * B * sigma.T)
    return Equation(left, tau * Attention(Q, K, V, bias=B)), []


# reversal is a permutation that turns "i <= j" into "i >= j"
@true("backward language models (Peters et al. 2018), reversed order")
def att02():
    L, e, d = dims("L e d")
    Q, K, V = MatrixSymbol("Q", L, e), MatrixSymbol("K", L, e), MatrixSymbol("V", L, d)
    backward = MaskWhere(L, L, lambda j, i: i >= j)
    return Equation(Flip(Attention(Flip(Q), Flip(K), Flip(V), CausalMask(L))), Attention(Q, K, V, backward)), []


# rows below m see keys below m only
@true("prefix consistency of decoders (Vaswani et al. 2017 §3.2.3)")
def att03():
    m, k, e, d = dims("m k e d")
    Q, K, V = MatrixSymbol("Q", m + k, e), MatrixSymbol("K", m + k, e), MatrixSymbol("V", m + k, d)
    return Equation(
        Attention(Q, K, V, CausalMask(m + k))[:m, :], Attention(Q[:m, :], K[:m, :], V[:m, :], CausalMask(m))
    ), []


# with w >= n the condition j - w < i always holds
@true("Beltagy et al. 2020 (Longformer) §3.1, Mistral 7B")
def att04():
    n, w, p, q = dims("n w p q")
    Q, K, V = MatrixSymbol("Q", n, p), MatrixSymbol("K", n, p), MatrixSymbol("V", n, q)
    return Equation(Attention(Q, K, V, SlidingWindowMask(n, w)), Attention(Q, K, V, CausalMask(n))), [Ge(w, n)]


# n = 2, w = 1, Q = 0, V = (0, 1): last row 1 against 1/2
@false("near miss of att04: a window of n - 1")
def att05():
    n, w, p, q = dims("n w p q")
    Q, K, V = MatrixSymbol("Q", n, p), MatrixSymbol("K", n, p), MatrixSymbol("V", n, q)
    return Equation(Attention(Q, K, V, SlidingWindowMask(n, w)), Attention(Q, K, V, CausalMask(n))), [Ge(w, n - 1)]


# softmax over c + 1 keys: the share of the cache is Z/(Z + e^s) = sigmoid(log Z - s)
@true("incremental decoding as gating (Flash-Decoding; Xiao et al. 2024)")
def att06():
    c, e, d = dims("c e d")
    q, k, v = MatrixSymbol("q", 1, e), MatrixSymbol("k", 1, e), MatrixSymbol("v", 1, d)
    cached, values = MatrixSymbol("C", c, e), MatrixSymbol("U", c, d)
    gate = Sigmoid(LogSumExp(q * cached.T / sqrt(e))[0, 0] - (q * k.T)[0, 0] / sqrt(e))
    whole = Attention(q, BlockMatrix([[cached], [k]]), BlockMatrix([[values], [v]]))
    return Equation(whole, gate * Attention(q, cached, values) + (1 - gate) * v), []


# c = 1, q = 1, C = 0, k = 1: the weights are not 1/2 each (U = 0, v = 1)
@false("near miss of att06: counts in place of normalisers")
def att07():
    c, e, d = dims("c e d")
    q, k, v = MatrixSymbol("q", 1, e), MatrixSymbol("k", 1, e), MatrixSymbol("v", 1, d)
    cached, values = MatrixSymbol("C", c, e), MatrixSymbol("U", c, d)
    whole = Attention(q, BlockMatrix([[cached], [k]]), BlockMatrix([[values], [v]]))
    return Equation(whole, c * Attention(q, cached, values) / (c + 1) + v / (c + 1)), []


# each key has half its weight twice
@true("multiset reading of attention, duplicated tokens")
def att08():
    r, n, ell, d = dims("r n ell d")
    Q, K = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell)
    V, W = MatrixSymbol("V", n, d), MatrixSymbol("W", n, d)
    return Equation(Attention(Q, BlockMatrix([[K], [K]]), BlockMatrix([[V], [W]])), Attention(Q, K, (V + W) / 2)), []


# a key bias adds q_j . b to a whole row of scores
@true("key bias is redundant (Whisper; Bondarenko et al. 2023), causal")
def att09():
    n, h, d = dims("n h d")
    Q, K, V, b = MatrixSymbol("Q", n, h), MatrixSymbol("K", n, h), MatrixSymbol("V", n, d), MatrixSymbol("b", 1, h)
    return Equation(Attention(Q, K + OneMatrix(n, 1) * b, V, CausalMask(n)), Attention(Q, K, V, CausalMask(n))), []


# a query bias adds k_i . b to column i; r = 1, n = 2, Q = 0, b = 1, K = (0, 1)
@false("near miss of att09: the bias of the queries")
def att10():
    r, n, h, d = dims("r n h d")
    Q, K, V, b = MatrixSymbol("Q", r, h), MatrixSymbol("K", n, h), MatrixSymbol("V", n, d), MatrixSymbol("b", 1, h)
    return Equation(Attention(Q + OneMatrix(r, 1) * b, K, V), Attention(Q, K, V)), []


# -s(i - j) and s j differ by -s i, which is constant in a row
@true("Press et al. 2022 (ALiBi) §3, footnote on softmax translation")
def att11():
    n, ell, d = dims("n ell d")
    s = real("s")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    relative = from_entries(n, n, lambda i, j: -s * (i - j))
    absolute = from_entries(n, n, lambda i, j: s * j)
    return Equation(
        Attention(Q, K, V, CausalMask(n), bias=relative), Attention(Q, K, V, CausalMask(n), bias=absolute)
    ), []


# without the mask |i - j| is not i - j; n = 2, Q = 0, s = 1, V = (0, 1)
@false("near miss of att11: both directions")
def att12():
    n, ell, d = dims("n ell d")
    s = real("s")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    relative = from_entries(n, n, lambda i, j: -s * Abs(i - j))
    absolute = from_entries(n, n, lambda i, j: s * j)
    return Equation(Attention(Q, K, V, bias=relative), Attention(Q, K, V, bias=absolute)), []


# the denominator has the term k = i, which is 1
@true("ALiBi: weights decay with the distance when contents agree")
def att13():
    n = dims("n")
    s = real("s")
    i, j = Idx("i", n), Idx("j", n)
    P = RowSoftmax(from_entries(n, n, lambda a, b: -s * (a - b)) + CausalMask(n))
    return le(P[i, j], exp(-s * (i - j))), [Le(j, i)]


# induction over T: d_(t+1) e^(m_(t+1)) = d_t e^(m_t) + e^(x_t)
@true("Milakov & Gimelshein 2018, Theorem 1")
def att14():
    T = dims("T")
    x, m, d = MatrixSymbol("x", T, 1), MatrixSymbol("m", T + 1, 1), MatrixSymbol("d", T + 1, 1)
    return Equation(d[T, 0], sum_over(T, lambda s: exp(x[s, 0] - m[T, 0]))), [
        ForAll(T, lambda t: Eq(m[t + 1, 0], Max(m[t, 0], x[t, 0]))),
        Eq(d[0, 0], 0),
        ForAll(T, lambda t: Eq(d[t + 1, 0], d[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0]))),
    ]


# forgotten rescaling; T = 2, x = (0, 1), m_0 = 0: d = 1 + 1 = 2 against e^-1 + 1
@false("near miss of att14: the old normaliser is not rescaled")
def att15():
    T = dims("T")
    x, m, d = MatrixSymbol("x", T, 1), MatrixSymbol("m", T + 1, 1), MatrixSymbol("d", T + 1, 1)
    return Equation(d[T, 0], sum_over(T, lambda s: exp(x[s, 0] - m[T, 0]))), [
        ForAll(T, lambda t: Eq(m[t + 1, 0], Max(m[t, 0], x[t, 0]))),
        Eq(d[0, 0], 0),
        ForAll(T, lambda t: Eq(d[t + 1, 0], d[t, 0] + exp(x[t, 0] - m[t + 1, 0]))),
    ]


# induction: d_(t+1) o_(t+1) e^(m_(t+1)) = d_t o_t e^(m_t) + e^(x_t) v_t
@true("Ye 2023, From Online Softmax to FlashAttention, §3 (recurrence of o')")
def att16():
    T = dims("T")
    x, v = MatrixSymbol("x", T, 1), MatrixSymbol("v", T, 1)
    m, d, o = (MatrixSymbol(name, T + 1, 1) for name in "mdo")

    def step(t):
        return Eq(
            o[t + 1, 0],
            o[t, 0] * d[t, 0] * exp(m[t, 0] - m[t + 1, 0]) / d[t + 1, 0]
            + exp(x[t, 0] - m[t + 1, 0]) / d[t + 1, 0] * v[t, 0],
        )

    return Equation(d[T, 0] * o[T, 0], sum_over(T, lambda s: exp(x[s, 0] - m[T, 0]) * v[s, 0])), [
        ForAll(T, lambda t: Eq(d[t + 1, 0], d[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0]))),
        Eq(d[0, 0], 0),
        ForAll(T, lambda t: Gt(d[t + 1, 0], 0)),
        ForAll(T, step),
    ]


# the extra key has the logit z and adds nothing but its exponential to the denominator
@true("GPT-OSS sinks; Xiao et al. 2024 (StreamingLLM) §3")
def att17():
    r, n, d = dims("r n d")
    A, V, z = MatrixSymbol("A", r, n), MatrixSymbol("V", n, d), real("z")
    extended = RowSoftmax(BlockMatrix([[A, z * OneMatrix(r, 1)]])) * BlockMatrix([[V], [ZeroMatrix(1, d)]])
    return Equation(extended, SinkSoftmax(A, z) * V), []


# Z/(1 + Z) for Z = sum of exponentials, in the form 1 - 1/(1 + Z)
@true("Miller 2023, Attention is off by one")
def att18():
    r, n = dims("r n")
    A, i = MatrixSymbol("A", r, n), Idx("i", r)
    return Equation(RowSum(SoftmaxOne(A))[i, 0], 1 - 1 / (1 + sum_over(n, lambda k: exp(A[i, k])))), []


# exp(S_ij) >= e^-c and the normaliser is at most n e^c
@true("Velickovic et al. 2024 (softmax is not enough), Lemma 2.1")
def att19():
    r, n = dims("r n")
    scores, c = MatrixSymbol("S", r, n), real("c")
    i, j = Idx("i", r), Idx("j", n)
    return le(exp(-2 * c) / n, RowSoftmax(scores)[i, j]), [ForAll((r, n), lambda a, b: Le(Abs(scores[a, b]), c))]


# n = 2, c = 1, S = (1, -1): 0.119 against e^-1/2 = 0.184
@false("near miss of att19: e^-c in place of e^-2c")
def att20():
    r, n = dims("r n")
    scores, c = MatrixSymbol("S", r, n), real("c")
    i, j = Idx("i", r), Idx("j", n)
    return le(exp(-c) / n, RowSoftmax(scores)[i, j]), [ForAll((r, n), lambda a, b: Le(Abs(scores[a, b]), c))]


# scores depend on differences of positions only
@true("Su et al. 2021 (RoFormer) §3.2: a common offset is not seen")
def att21():
    n, h, d = dims("n h d")
    Q, K, V = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("V", n, d)
    theta, p = MatrixSymbol("theta", h, 1), natural("p")
    shifted = Attention(RotaryEncoding(Q, theta, p), RotaryEncoding(K, theta, p), V, CausalMask(n))
    return Equation(shifted, Attention(RotaryEncoding(Q, theta), RotaryEncoding(K, theta), V, CausalMask(n))), []


# the queries alone are moved; n = 2, h = 1, theta = 1, p = 1
@false("near miss of att21: the offset of a cache forgotten at the keys")
def att22():
    n, h, d = dims("n h d")
    Q, K, V = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("V", n, d)
    theta, p = MatrixSymbol("theta", h, 1), natural("p")
    shifted = Attention(RotaryEncoding(Q, theta, p), RotaryEncoding(K, theta), V, CausalMask(n))
    return Equation(shifted, Attention(RotaryEncoding(Q, theta), RotaryEncoding(K, theta), V, CausalMask(n))), []


# angles add up, row by row
@true("RoFormer, rotations compose (position interpolation, Chen et al. 2023)")
def att23():
    n, h = dims("n h")
    X, theta, phi = MatrixSymbol("X", n, 2 * h), MatrixSymbol("theta", h, 1), MatrixSymbol("phi", h, 1)
    return Equation(RotaryEncoding(RotaryEncoding(X, theta), phi), RotaryEncoding(X, theta + phi)), []


# no query sees a key of the other document
@true("sequence packing (Krell et al. 2021) of two documents of different length")
def att24():
    m, k, e, d = dims("m k e d")
    A, B, C, D = MatrixSymbol("A", m, e), MatrixSymbol("B", k, e), MatrixSymbol("C", m, e), MatrixSymbol("D", k, e)
    U, W = MatrixSymbol("U", m, d), MatrixSymbol("W", k, d)
    mask = MaskWhere(m + k, m + k, lambda j, i: Or(And(j < m, i < m), And(j >= m, i >= m)))
    packed = Attention(BlockMatrix([[A], [B]]), BlockMatrix([[C], [D]]), BlockMatrix([[U], [W]]), mask)
    return Equation(packed, BlockMatrix([[Attention(A, C, U)], [Attention(B, D, W)]])), []


# rows below m never look at keys from m on
@true("no leakage from the future (Vaswani et al. 2017 §3.2.3)")
def att25():
    m, k, e, d = dims("m k e d")
    Q = MatrixSymbol("Q", m + k, e)
    K1, K2, K3 = MatrixSymbol("K1", m, e), MatrixSymbol("K2", k, e), MatrixSymbol("K3", k, e)
    V1, V2, V3 = MatrixSymbol("V1", m, d), MatrixSymbol("V2", k, d), MatrixSymbol("V3", k, d)
    one = Attention(Q, BlockMatrix([[K1], [K2]]), BlockMatrix([[V1], [V2]]), CausalMask(m + k))
    other = Attention(Q, BlockMatrix([[K1], [K3]]), BlockMatrix([[V1], [V3]]), CausalMask(m + k))
    return Equation(one[:m, :], other[:m, :]), []


# the causal sum splits at m: the past chunk as a state, the own one causally
@true("Katharopoulos et al. 2020 §3.3; chunkwise form, Hua et al. 2022")
def att26():
    m, k, p, d = dims("m k p d")
    A, B, C, D = MatrixSymbol("A", m, p), MatrixSymbol("B", k, p), MatrixSymbol("C", m, p), MatrixSymbol("D", k, p)
    U, W = MatrixSymbol("U", m, d), MatrixSymbol("W", k, d)
    whole = CausalLinearAttention(BlockMatrix([[A], [B]]), BlockMatrix([[C], [D]]), BlockMatrix([[U], [W]]))
    return Equation(whole[m:, :], B * (C.T * U) + CausalLinearAttention(B, D, W)), []


# S k + (v - S k)(k . k) = v
@true("Schlag et al. 2021 (fast weight programmers) §4.2")
def att27():
    d, p = dims("d p")
    state, k, v = MatrixSymbol("S", d, p), MatrixSymbol("k", p, 1), MatrixSymbol("v", d, 1)
    return Equation(DeltaStep(state, k, v, 1) * k, v), [Equation(SquaredNorm(k), 1)]


# a convex combination of entries that are >= lo
@true("outputs lie in the box of the values, sliding window")
def att28():
    n, w, e, d = dims("n w e d")
    Q, K, V, lo = MatrixSymbol("Q", n, e), MatrixSymbol("K", n, e), MatrixSymbol("V", n, d), real("lo")
    t, c = Idx("t", n), Idx("c", d)
    return le(lo, Attention(Q, K, V, SlidingWindowMask(n, w))[t, c]), [ForAll((n, d), lambda i, j: Le(lo, V[i, j]))]


# all heads have one pattern, and attention is linear in the values
@true("Michel et al. 2019; heads that share their pattern collapse")
def att29():
    H, r, n, d, p, q = dims("H r n d p q")
    Q, K, V = MatrixSymbol("Q", r, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, d)
    A, B, W = MatrixSymbol("A", d, p), MatrixSymbol("B", d, p), MatrixFamily("W", H, d, q)
    g = Idx("g", H)
    heads = MultiHeadAttention(Q, K, V, HeadFamily(A, g), HeadFamily(B, g), W)
    return Equation(heads, Attention(Q * A, K * B, V * HeadSum(W))), []


# zero values still take weight from the others; e = 1, all scores 0, V = 1: 1/2 against 1
@false("padding with zeros without a mask is not padding")
def att30():
    r, n, k, e, d = dims("r n k e d")
    Q, K, P, V = MatrixSymbol("Q", r, e), MatrixSymbol("K", n, e), MatrixSymbol("P", k, e), MatrixSymbol("V", n, d)
    return Equation(
        Attention(Q, BlockMatrix([[K], [P]]), BlockMatrix([[V], [ZeroMatrix(k, d)]])), Attention(Q, K, V)
    ), []
