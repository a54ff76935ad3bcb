"""Attention of all sorts: heads, masks, positions, tiles, caches, norms, gradients, routing, adapters."""

from sympy import (
    BlockMatrix,
    Derivative,
    HadamardProduct,
    Idx,
    KroneckerDelta,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    floor,
    sqrt,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Attention,
    CausalMask,
    ForAll,
    HeadConcat,
    HeadSum,
    LogSumExp,
    MatrixFamily,
    Member,
    PaddingMask,
    PermutationSymbol,
    PrefixLMMask,
    RotaryEncoding,
    RowSoftmax,
    SelfAttention,
    Sigmoid,
    SlidingWindowMask,
    SquaredNorm,
    SubsetMask,
    SubsetSymbol,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, le, real, true


@true("Shazeer 2019, multi-query attention: shuffling the shared cache changes no head")
def at01():
    H, r, n, ell, d = dims("H r n ell d")
    h, sigma = Idx("h", H), PermutationSymbol("sigma", n)
    Q, K, V = MatrixFamily("Q", H, r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return HeadConcat(Attention(Q[h], sigma * K, sigma * V), h), HeadConcat(Attention(Q[h], K, V), h), []


@true("Ainslie et al. 2023, grouped-query attention: heads of a group share keys, so outputs add up group by group")
def at02():
    G, w, r, n, ell, d = dims("G w r n ell d")
    h, g, j = Idx("h", G * w), Idx("g", G), Idx("j", w)
    Q, K, V = MatrixFamily("Q", G * w, r, ell), MatrixFamily("K", G, n, ell), MatrixFamily("V", G, n, d)
    left = HeadSum(Attention(Q[h], K[floor(h / w)], V[floor(h / w)]), h)
    return left, HeadSum(HeadSum(Attention(Q[g * w + j], K[g], V[g]), j), g), []


@true("prefix language models: the prefix attends to itself alone, in both directions")
def at03():
    m, k, ell, d, i, c = *dims("m k ell d"), Idx("i", dims("m")), Idx("c", dims("d"))
    Q, K, V = MatrixSymbol("Q", m + k, ell), MatrixSymbol("K", m + k, ell), MatrixSymbol("V", m + k, d)
    left = Attention(Q, K, V, PrefixLMMask(m + k, m))[i, c]
    return left - Attention(Q[:m, :], K[:m, :], V[:m, :])[i, c], 0, []


@true("if all values are the same, the scores do not matter, masked or not")
def at04():
    n, ell, d = dims("n ell d")
    Q, K, v = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("v", 1, d)
    return Attention(Q, K, OneMatrix(n, 1) * v, CausalMask(n)), OneMatrix(n, 1) * v, []


@true("attention is linear in the values, and projections move out")
def at05():
    r, n, ell, d, e, (a,) = *dims("r n ell d e"), real("a,")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    W, U = MatrixSymbol("W", d, e), MatrixSymbol("U", n, e)
    return Attention(Q, K, a * V * W - U), a * Attention(Q, K, V) * W - Attention(Q, K, U), []


@true("DeepSeek-V2, §2.1: the up-projections of a latent cache, absorbed")
def at06():
    r, n, p, ell, d = dims("r n p ell d")
    Q, C = MatrixSymbol("Q", r, ell), MatrixSymbol("C", n, p)
    A, B = MatrixSymbol("A", p, ell), MatrixSymbol("B", p, d)
    return Attention(Q, C * A, C * B), Attention(Q * A.T, C, C, scale=1 / sqrt(ell)) * B, []


@true("Mistral: a window that is as long as the text is no window")
def at07():
    n, w, ell, d = dims("n w ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(Q, K, V, SlidingWindowMask(n, w)), Attention(Q, K, V, CausalMask(n)), [le(n, w)]


@true("Su et al., RoFormer: a common shift of all positions changes no score")
def at08():
    n, h, d = dims("n h d")
    s = Symbol("s", integer=True, nonnegative=True)
    Q, K, V = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("V", n, d)
    theta = MatrixSymbol("theta", h, 1)
    shifted = Attention(RotaryEncoding(Q, theta, s), RotaryEncoding(K, theta, s), V, CausalMask(n))
    return shifted, Attention(RotaryEncoding(Q, theta), RotaryEncoding(K, theta), V, CausalMask(n)), []


@true("ALiBi: under a causal mask the bias −m(i − j) may be replaced by m·j")
def at09():
    n, (m,) = dims("n"), real("m,")
    S = MatrixSymbol("S", n, n) + CausalMask(n)
    left = RowSoftmax(S + from_entries(n, n, lambda i, j: -m * (i - j)))
    return left, RowSoftmax(S + from_entries(n, n, lambda i, j: m * j)), []


@true("Katharopoulos et al. 2020: causal linear attention without softmax, from the running sum of kᵀv")
def at10():
    n, ell, d, j, c = *dims("n ell d"), Idx("j", dims("n")), Idx("c", dims("d"))
    Q, K, V, i, a = *(MatrixSymbol(x, n, w) for x, w in (("Q", ell), ("K", ell), ("V", d))), integer("i"), integer("a")
    scores = Q * K.T
    state = Sum(K[i, a] * V[i, c], (i, 0, j))
    return Sum(scores[j, i] * V[i, c], (i, 0, j)), Sum(Q[j, a] * state, (a, 0, ell - 1)), []


@true("FlashAttention, §3.1: two tiles, merged by their log-sum-exps")
def at11():
    r, m, n, d, j, c = *dims("r m n d"), Idx("j", dims("r")), Idx("c", dims("d"))
    A, B = MatrixSymbol("A", r, m), MatrixSymbol("B", r, n)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    gap = LogSumExp(A)[j, 0] - LogSumExp(B)[j, 0]
    merged = Sigmoid(gap) * (RowSoftmax(A) * V)[j, c] + Sigmoid(-gap) * (RowSoftmax(B) * W)[j, c]
    return (RowSoftmax(BlockMatrix([[A, B]])) * BlockMatrix([[V], [W]]))[j, c], merged, []


@true("decoding with a cache: the last row of causal attention")
def at12():
    n, ell, d, c = *dims("n ell d"), Idx("c", dims("d"))
    Q, K, V = MatrixSymbol("Q", n + 1, ell), MatrixSymbol("K", n + 1, ell), MatrixSymbol("V", n + 1, d)
    return Attention(Q, K, V, CausalMask(n + 1))[n, c], Attention(Q[n, :], K, V)[0, c], []


def _layer_norm(x, d, eps):
    mean = sum_over(d, lambda k: x(k)) / d
    variance = sum_over(d, lambda k: (x(k) - mean) ** 2) / d
    return lambda i: (x(i) - mean) / sqrt(variance + eps)


@true("Ba et al. 2016: layer norm does not see a constant that is added to a token")
def at13():
    d, (c,), eps = dims("d"), real("c,"), Symbol("epsilon", positive=True)
    x, i = MatrixSymbol("x", 1, d), Idx("i", d)
    left = _layer_norm(lambda k: x[0, k] + c, d, eps)(i)
    return left, _layer_norm(lambda k: x[0, k], d, eps)(i), []


@true("RMS norm puts every token into a ball of radius √d")
def at14():
    n, d, j, eps = *dims("n d"), Idx("j", dims("n")), Symbol("epsilon", positive=True)
    X = MatrixSymbol("X", n, d)
    normed = from_entries(n, d, lambda a, b: X[a, b] / sqrt(SquaredNorm(X[a, :]) / d + eps))
    return le(sum_over(d, lambda k: normed[j, k] ** 2), d), []


@true("a residual block without positions commutes with permutations of the tokens")
def at15():
    n, d, ell, sigma = *dims("n d ell"), PermutationSymbol("sigma", dims("n"))
    X = MatrixSymbol("X", n, d)
    A, B, C = MatrixSymbol("A", d, ell), MatrixSymbol("B", d, ell), MatrixSymbol("C", d, d)
    return sigma * X + SelfAttention(sigma * X, A, B, C), sigma * (X + SelfAttention(X, A, B, C)), []


@true("the gradient of the cross-entropy of a softmax")
def at16():
    n = dims("n")
    x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    loss = LogSumExp(x)[0, 0] - x[0, j]
    return Derivative(loss, x[0, i]), RowSoftmax(x)[0, i] - KroneckerDelta(i, j), []


@true("a factor of the scores may be put into the queries")
def at17():
    r, n, ell, d, tau = *dims("r n ell d"), Symbol("tau", positive=True)
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(Q / tau, K, V), Attention(Q, K, V, scale=1 / (tau * sqrt(ell))), []


@true("softmax with a 1 in the denominator is softmax with a sink of score 0")
def at18():
    n = dims("n")
    x, i, k = MatrixSymbol("x", 1, n), Idx("i", n), integer("k")
    left = exp(x[0, i]) / (1 + Sum(exp(x[0, k]), (k, 0, n - 1)))
    return left, RowSoftmax(BlockMatrix([[ZeroMatrix(1, 1), x]]))[0, i + 1], []


@true("cross-attention to a padded encoder: the padding may be cut off")
def at19():
    r, m, p, ell, d = dims("r m p ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", m + p, ell), MatrixSymbol("V", m + p, d)
    return Attention(Q, K, V, PaddingMask(m, m + p, r)), Attention(Q, K[:m, :], V[:m, :]), []


@true("mixture of experts: routing to a subset raises the weight of each of its experts")
def at20():
    n = dims("n")
    x, S, i = MatrixSymbol("x", 1, n), SubsetSymbol("S", n), Idx("i", n)
    return le(RowSoftmax(x)[0, i], RowSoftmax(x + SubsetMask(S, n))[0, i]), [Member(i, S)]


@true("LoRA: the adapter of the queries, merged")
def at21():
    r, n, p, q, ell, d, a = *dims("r n p q ell d"), Symbol("alpha", real=True)
    X, K, V = MatrixSymbol("X", r, p), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    W, A, B = MatrixSymbol("W", p, ell), MatrixSymbol("A", p, q), MatrixSymbol("B", q, ell)
    return Attention(X * (W + a / q * A * B), K, V), Attention(X * W + a / q * ((X * A) * B), K, V), []


@true("SmoothQuant: scales of channels, moved from the keys to the queries")
def at22():
    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    s = MatrixSymbol("s", ell, 1)
    scaled = from_entries(n, ell, lambda i, c: K[i, c] / s[c, 0])
    return Attention(Q * DiagMatrix(s), scaled, V), Attention(Q, K, V), [ForAll(ell, lambda a: Ne(s[a, 0], 0))]


# r = ell = d = 1, n = 2, Q = 1, K = (1, 0), V = (1, 0): 0.8808 and 0.7311.
@false("attention does not see the length of the queries")
def at23():
    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(2 * Q, K, V), Attention(Q, K, V), []


# n = 2, w = 1, ell = d = 1, Q = K = 0, V = (1, 0): row 1 is 0 with the window, and 1/2 without.
@false("a window that is one short is no window")
def at24():
    n, w, ell, d = dims("n w ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(Q, K, V, SlidingWindowMask(n, w)), Attention(Q, K, V, CausalMask(n)), [le(n, w + 1)]


# n = h = 1, theta = 1, Q = K = (1, 0): the scores are cos 1 = 0.5403 and 1.
@false("only the keys are shifted")
def at25():
    n, h, theta = *dims("n h"), MatrixSymbol("theta", dims("h"), 1)
    Q, K = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h)
    rotated = RotaryEncoding(Q, theta)
    return rotated * RotaryEncoding(K, theta, 1).T, rotated * RotaryEncoding(K, theta).T, []


# n = ell = d = 1, q = 0, K = 0, V = (1, 0): 0 and 1/2.
@false("dropping the oldest token of a cache")
def at26():
    n, ell, d = dims("n ell d")
    q, K, V = MatrixSymbol("q", 1, ell), MatrixSymbol("K", n + 1, ell), MatrixSymbol("V", n + 1, d)
    return Attention(q, K[1:, :], V[1:, :]), Attention(q, K, V), []


# n = 2, S = 0: entry (0, 0) is 1/2 and 1.
@false("masking after the softmax")
def at27():
    n = dims("n")
    S = MatrixSymbol("S", n, n)
    return HadamardProduct(RowSoftmax(S), CausalMask(n).applyfunc(exp)), RowSoftmax(S + CausalMask(n)), []


# d = 1, x = 0, c = 1, epsilon = 3: 1/2 and 0.
@false("RMS norm does not see a constant that is added")
def at28():
    d, (c,), eps = dims("d"), real("c,"), Symbol("epsilon", positive=True)
    x, i = MatrixSymbol("x", 1, d), Idx("i", d)
    left = (x[0, i] + c) / sqrt(sum_over(d, lambda k: (x[0, k] + c) ** 2) / d + eps)
    return left, x[0, i] / sqrt(sum_over(d, lambda k: x[0, k] ** 2) / d + eps), []


# H = 2, r = ell = d = 1, n = 2, Q = 1, K_0 = (2, 0), K_1 = (0, 0), V = (1, 0): (0.8808 + 1/2)/2 = 0.6904 and 0.7311.
@false("the mean of heads is one head with the mean of their keys")
def at29():
    H, r, n, ell, d = dims("H r n ell d")
    h = Idx("h", H)
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixFamily("K", H, n, ell), MatrixSymbol("V", n, d)
    return HeadSum(Attention(Q, K[h], V), h) / H, Attention(Q, HeadSum(K[h], h) / H, V), []


# r = m = d = 1, A = 1, B = 0, V = 1, W = 0: 0.7311 and 1/2.
@false("two tiles of one size, merged by their mean")
def at30():
    r, m, d = dims("r m d")
    A, B = MatrixSymbol("A", r, m), MatrixSymbol("B", r, m)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", m, d)
    whole = RowSoftmax(BlockMatrix([[A, B]])) * BlockMatrix([[V], [W]])
    return whole, (RowSoftmax(A) * V + RowSoftmax(B) * W) / 2, []
