"""Attention in use: softmax, masks, positions, caches, shared heads, recurrences, norms, losses, dropout."""

from sympy import (
    Abs,
    BlockMatrix,
    HadamardProduct,
    Identity,
    Idx,
    KroneckerDelta,
    MatrixSymbol,
    OneMatrix,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    log,
    sqrt,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Attention,
    CausalMask,
    Equation,
    Expectation,
    ForAll,
    Gradient,
    HeadStack,
    LogSumExp,
    MaskSymbol,
    MatrixFamily,
    ProbabilitySymbol,
    RotaryEncoding,
    RowSoftmax,
    Sigmoid,
    SlidingWindowMask,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, natural, real, true


@true("the bias of the key projection cancels, with any mask (it has no gradient)")
def af01():
    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    c, M = MatrixSymbol("c", 1, ell), MaskSymbol("M", r, n)
    return Attention(Q, K + OneMatrix(n, 1) * c, V, M), Attention(Q, K, V, M), []


@true("Jiang et al. 2023 (Mistral): a window that is not shorter than the text is causal attention")
def af02():
    n, w, ell, d = dims("n w ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(Q, K, V, SlidingWindowMask(n, w)), Attention(Q, K, V, CausalMask(n)), [w >= n]


@true("softmax keeps the order of the scores")
def af03():
    n = dims("n")
    x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    return le(RowSoftmax(x)[0, i], RowSoftmax(x)[0, j]), [le(x[0, i], x[0, j])]


# n = 2, S = 0: row 0 of the left side is (1/2, 0), of the right side (1, 0)
@false("a causal mask that is applied to the weights after the softmax, without dividing again")
def af04():
    n = dims("n")
    S = MatrixSymbol("S", n, n)
    return HadamardProduct(RowSoftmax(S), CausalMask(n).applyfunc(exp)), RowSoftmax(S + CausalMask(n)), []


@true("Yang et al. 2024 (DeltaNet): after a delta step with β = 1 and a unit key, the key retrieves its value")
def af05():
    d, e = dims("d e")
    S, k, v = MatrixSymbol("S", d, e), MatrixSymbol("k", e, 1), MatrixSymbol("v", d, 1)
    return (S * (Identity(e) - k * k.T) + v * k.T) * k, v, [Equation(k.T * k, Identity(1))]


@true("Shazeer 2019: multi-query attention is one attention of the queries of all heads, put below each other")
def af06():
    H, r, n, ell, d = dims("H r n ell d")
    Q, K, V = MatrixFamily("Q", H, r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    h = Idx("h", H)
    return Attention(HeadStack(Q), K, V), HeadStack(Attention(Q[h], K, V), h), []


@true("Press, Smith & Lewis 2022 (ALiBi): under a causal mask the linear bias may depend on the key alone")
def af07():
    n, ell, d = dims("n ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    m = real("m")
    distance = from_entries(n, n, lambda j, i: -m * (j - i))
    place = from_entries(n, n, lambda j, i: m * i)
    return Attention(Q, K, V, CausalMask(n), bias=distance), Attention(Q, K, V, CausalMask(n), bias=place), []


# ell = 1, c = 2, r = d = 1, n = 2, Q = 1, W = (1, 0)^T, C = [[1, 0], [0, 0]], V = (1, 0)^T:
# the left side is sigmoid(1) = 0.731, the right side sigmoid(1/sqrt(2)) = 0.670
@false("DeepSeek-AI 2024 (MLA): the key projection is absorbed into the queries, but so is the width in the scale")
def af08():
    r, n, ell, c, d = dims("r n ell c d")
    Q, C, W = MatrixSymbol("Q", r, ell), MatrixSymbol("C", n, c), MatrixSymbol("W", c, ell)
    V = MatrixSymbol("V", n, d)
    return Attention(Q, C * W, V), Attention(Q * W.T, C, V), []


@true("Liu, Zaharia & Abbeel 2023; FlashInfer: two blocks of keys merge by the sigmoid of the difference of their logs")
def af09():
    r, m, n, ell, d = dims("r m n ell d")
    Q, K, L = MatrixSymbol("Q", r, ell), MatrixSymbol("K", m, ell), MatrixSymbol("L", n, ell)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    gate = DiagMatrix(Sigmoid(LogSumExp(Q * K.T / sqrt(ell)) - LogSumExp(Q * L.T / sqrt(ell))))
    merged = gate * Attention(Q, K, V) + (Identity(r) - gate) * Attention(Q, L, W)
    return Attention(Q, BlockMatrix([[K], [L]]), BlockMatrix([[V], [W]])), merged, []


# r = m = n = ell = d = 1, Q = K = V = 1, L = W = 0: the left side is sigmoid(1) = 0.731, the right side 1/2
@false("two blocks of keys merged by the numbers of their keys, not by the sums of their weights")
def af10():
    r, m, n, ell, d = dims("r m n ell d")
    Q, K, L = MatrixSymbol("Q", r, ell), MatrixSymbol("K", m, ell), MatrixSymbol("L", n, ell)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    merged = (m * Attention(Q, K, V) + n * Attention(Q, L, W)) / (m + n)
    return Attention(Q, BlockMatrix([[K], [L]]), BlockMatrix([[V], [W]])), merged, []


@true("Hinton, Vinyals & Dean 2015, eq. 2: the gradient of distillation at a temperature T")
def af11():
    n, k, T = dims("n"), integer("k"), Symbol("T", positive=True)
    x, q = MatrixSymbol("x", 1, n), MatrixSymbol("q", 1, n)
    p = RowSoftmax(x / T)
    loss = Sum(q[0, k] * (log(q[0, k]) - log(p[0, k])), (k, 0, n - 1))
    given = [ForAll(n, lambda i: lt(0, q[0, i])), Equation(Sum(q[0, k], (k, 0, n - 1)), 1)]
    return Gradient(loss, x), (p - q) / T, given


# n = 2, x = (log 3, 0), q = (1/2, 1/2): p = (3/4, 1/4), KL = 0.1308; the first partial derivative is
# p_0 (log(p_0/q_0) - KL) = 0.2060, but p_0 - q_0 = 0.25
@false("the gradient of the forward divergence, written for the reverse one, KL(p‖q)")
def af12():
    n, k = dims("n"), integer("k")
    x, q = MatrixSymbol("x", 1, n), MatrixSymbol("q", 1, n)
    p = RowSoftmax(x)
    loss = Sum(p[0, k] * (log(p[0, k]) - log(q[0, k])), (k, 0, n - 1))
    given = [ForAll(n, lambda i: lt(0, q[0, i])), Equation(Sum(q[0, k], (k, 0, n - 1)), 1)]
    return Gradient(loss, x), p - q, given


@true("Su et al. 2021 (RoPE): the scores stay the same when a cache is moved by N positions")
def af13():
    r, n, h = dims("r n h")
    Q, K, f, N = MatrixSymbol("Q", r, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("f", h, 1), natural("N")
    return RotaryEncoding(Q, f, N) * RotaryEncoding(K, f, N).T, RotaryEncoding(Q, f) * RotaryEncoding(K, f).T, []


# n = 2, h = f = 1, X = [[0, 0], [1, 0]], W = diag(1, 0): row 1 is (cos 1, -sin 1) on the left, (cos 1, 0) on the right
@false("rotary positions applied before the projection instead of after it")
def af14():
    n, h = dims("n h")
    X, W, f = MatrixSymbol("X", n, 2 * h), MatrixSymbol("W", 2 * h, 2 * h), MatrixSymbol("f", h, 1)
    return RotaryEncoding(X * W, f), RotaryEncoding(X, f) * W, []


def _layer_norm(X, n, d):
    def mean(i):
        return sum_over(d, lambda k: X[i, k]) / d

    def variance(i):
        return sum_over(d, lambda k: (X[i, k] - mean(i)) ** 2) / d

    return from_entries(n, d, lambda i, j: (X[i, j] - mean(i)) / sqrt(variance(i)))


@true("Ba, Kiros & Hinton 2016: layer norm without ε changes nothing the second time")
def af15():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    spread = ForAll(n, lambda i: lt(0, sum_over(d, lambda k: (X[i, k] - sum_over(d, lambda j: X[i, j]) / d) ** 2)))
    once = _layer_norm(X, n, d)
    return _layer_norm(once, n, d), once, [spread]


@true("Veličković et al. 2024, Softmax is not enough, lemma 2.1: bounded scores spread over many keys")
def af16():
    n, B = dims("n"), real("B")
    x, i = MatrixSymbol("x", 1, n), Idx("i", n)
    return le(RowSoftmax(x)[0, i], exp(2 * B) / n), [ForAll(n, lambda k: le(Abs(x[0, k]), B))]


@true("Sun et al. 2023 (RetNet), eq. 5: the recurrent and the parallel form of retention, at every position")
def af17():
    n, d, e = dims("n d e")
    Q, K, V = MatrixSymbol("Q", n, e), MatrixSymbol("K", n, e), MatrixSymbol("V", n, d)
    S, gamma, i = MatrixFamily("S", n + 1, e, d), real("gamma"), integer("i")
    t, u, c = Idx("t", n), Idx("u", n), Idx("c", d)
    step = ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :]))
    parallel = Sum(gamma ** (u - i) * sum_over(e, lambda a: Q[u, a] * K[i, a]) * V[i, c], (i, 0, u))
    return (Q[u, :] * S[u + 1])[0, c], parallel, [Equation(S[0], ZeroMatrix(e, d)), step]


@true("Zhang et al. 2023 (H2O): dropping keys from a cache costs at most twice their weight times the largest value")
def af18():
    m, n, ell, d = dims("m n ell d")
    q, K, V = MatrixSymbol("q", 1, ell), MatrixSymbol("K", m + n, ell), MatrixSymbol("V", m + n, d)
    B, c, k = real("B"), Idx("c", d), integer("k")
    dropped = Sum(RowSoftmax(q * K.T / sqrt(ell))[0, m + k], (k, 0, n - 1))
    full, kept = Attention(q, K, V), Attention(q, K[:m, :], V[:m, :])
    bounded = ForAll((m + n, d), lambda i, a: le(Abs(V[i, a]), B))
    return le(Abs(full[0, c] - kept[0, c]), 2 * B * dropped), [bounded]


@true("Srivastava et al. 2014, §9.1: dropout of the inputs of a linear regression is a ridge penalty in expectation")
def af19():
    n, N = dims("n N")
    p, B, o = ProbabilitySymbol("p", N), MatrixSymbol("B", n, N), Idx("o", N)
    w, x, y, q, k = MatrixSymbol("w", n, 1), MatrixSymbol("x", n, 1), real("y"), real("q"), integer("k")
    noisy = Expectation(p, (y - Sum(B[k, o] * w[k, 0] * x[k, 0] / q, (k, 0, n - 1))) ** 2, o)
    plain = (y - Sum(w[k, 0] * x[k, 0], (k, 0, n - 1))) ** 2
    penalty = (1 - q) / q * Sum(w[k, 0] ** 2 * x[k, 0] ** 2, (k, 0, n - 1))
    i, j = Idx("i", n), Idx("j", n)
    first = ForAll(i, Equation(Expectation(p, B[i, o], o), q))
    second = ForAll((i, j), Equation(Expectation(p, B[i, o] * B[j, o], o), q**2 + q * (1 - q) * KroneckerDelta(i, j)))
    return noisy, plain + penalty, [lt(0, q), first, second]


@true("Boyd & Vandenberghe, §3.1.5: log-sum-exp is convex")
def af20():
    n, t = dims("n"), real("t")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    between = LogSumExp(t * x + (1 - t) * y)[0, 0]
    return le(between, t * LogSumExp(x)[0, 0] + (1 - t) * LogSumExp(y)[0, 0]), [le(0, t), le(t, 1)]
