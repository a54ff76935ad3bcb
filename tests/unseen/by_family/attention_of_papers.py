"""Attention: temperatures, masks, positions, linear attention, chunks, caches, heads, gates, norms, gradients."""

from sympy import (
    BlockMatrix,
    Derivative,
    HadamardProduct,
    Identity,
    Idx,
    MatrixSymbol,
    Max,
    OneMatrix,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    floor,
    log,
    sqrt,
)

from symattn import (
    Attention,
    CausalMask,
    Equation,
    ForAll,
    Gradient,
    HeadSum,
    InnerProduct,
    LogSumExp,
    MatrixFamily,
    MaxNorm,
    OrthogonalSymbol,
    RotaryEncoding,
    RowMax,
    RowSoftmax,
    Sigmoid,
    SlidingWindowMask,
    SquaredNorm,
    TopLeftCausalMask,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, real, true


@true("Chiang & Cholak 2022, §4: with a margin Δ, softmax at temperature t misses the largest by at most n e^(−Δ/t)")
def ai01():
    n, t, gap = dims("n"), real("t"), real("Delta")
    s = MatrixSymbol("s", 1, n + 1)
    margin = ForAll(n, lambda i: le(s[0, i] + gap, s[0, n]))
    return le(1 - RowSoftmax(s / t)[0, n], n * exp(-gap / t)), [lt(0, t), margin]


@true("Zhai et al. 2023 (σReparam), theorem 3.1 in a simple form: bounded logits keep the entropy above log n − 2B")
def ai02():
    n, j, B = dims("n"), integer("j"), real("B")
    s = MatrixSymbol("s", 1, n)
    p = RowSoftmax(s)
    bounds = [ForAll(n, lambda i: le(-B, s[0, i])), ForAll(n, lambda i: le(s[0, i], B))]
    return le(log(n) - 2 * B, -Sum(p[0, j] * log(p[0, j]), (j, 0, n - 1))), bounds


@true("Su et al. 2021, §3.2: with rotary positions, attention does not see where the counting starts")
def ai03():
    n, d, h, c = *dims("n d h"), real("c")
    Q, K, V = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("V", n, d)
    theta = MatrixSymbol("theta", h, 1)
    left = Attention(RotaryEncoding(Q, theta, c), RotaryEncoding(K, theta, c), V, CausalMask(n))
    return left, Attention(RotaryEncoding(Q, theta), RotaryEncoding(K, theta), V, CausalMask(n)), []


@true("Press, Smith & Lewis 2022, §3; BLOOM's code: the ALiBi bias m(i − j) may be stored as m i, one row for all")
def ai04():
    n, ell, d, m = *dims("n ell d"), real("m")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    distance, place = from_entries(n, n, lambda j, i: m * (i - j)), from_entries(n, n, lambda j, i: m * i)
    return Attention(Q, K, V, CausalMask(n), bias=distance), Attention(Q, K, V, CausalMask(n), bias=place), []


@true("Sun et al. 2023 (RetNet), eqs. 5–6: the recurrent and the parallel form of retention read the same")
def ai05():
    n, ell, d, gamma = *dims("n ell d"), real("gamma")
    t, k = Idx("t", n), Idx("k", n)
    q, K, V = MatrixSymbol("q", 1, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    S = MatrixFamily("S", n + 1, ell, d)
    step = ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :]))
    right = HeadSum(gamma ** (n - 1 - k) * (q * K[k, :].T * V[k, :]), k)
    return q * S[n], right, [step, Equation(S[0], ZeroMatrix(ell, d))]


@true("Schlag, Irie & Schmidhuber 2021; Yang et al. 2024: the delta rule is a gradient step on ‖k S − v‖²/2")
def ai06():
    ell, d, beta = *dims("ell d"), real("beta")
    k, v, S = MatrixSymbol("k", 1, ell), MatrixSymbol("v", 1, d), MatrixSymbol("S", ell, d)
    left = S - beta * Gradient(SquaredNorm(k * S - v) / 2, S)
    return left, (Identity(ell) - beta * (k.T * k)) * S + beta * (k.T * v), []


@true("Rabe & Staats 2021, §2; Milakov & Gimelshein 2018: a running maximum, a sum and an output give attention")
def ai07():
    n, d, t, c = *dims("n d"), Idx("t", dims("n")), Idx("c", dims("d"))
    x, V = MatrixSymbol("x", 1, n), MatrixSymbol("V", n, d)
    m, z, o = MatrixSymbol("m", n + 1, 1), MatrixSymbol("z", n + 1, 1), MatrixSymbol("o", n + 1, d)
    old, new = exp(m[t, 0] - m[t + 1, 0]), exp(x[0, t] - m[t + 1, 0])
    steps = [
        ForAll(t, Equation(m[t + 1, 0], Max(m[t, 0], x[0, t]))),
        ForAll(t, Equation(z[t + 1, 0], z[t, 0] * old + new)),
        ForAll((t, c), Equation(o[t + 1, c], o[t, c] * old + new * V[t, c])),
    ]
    start = [Equation(z[0, 0], 0), Equation(o[:1, :], ZeroMatrix(1, d))]
    e = Idx("e", d)
    return o[n, e] / z[n, 0], (RowSoftmax(x) * V)[0, e], [*steps, *start]


@true("Ye et al. 2024 (FlashInfer), §2.2: two parts of a cache, merged by a gate of their log-sum-exps")
def ai08():
    r, m, n, d = dims("r m n d")
    A, B = MatrixSymbol("A", r, m), MatrixSymbol("B", r, n)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    difference, ones = LogSumExp(A) - LogSumExp(B), OneMatrix(1, d)
    right = HadamardProduct(Sigmoid(difference) * ones, RowSoftmax(A) * V)
    right += HadamardProduct(Sigmoid(-difference) * ones, RowSoftmax(B) * W)
    return RowSoftmax(BlockMatrix([[A, B]])) * BlockMatrix([[V], [W]]), right, []


@true("Ashkboos et al. 2024 (SliceGPT), eq. 2: a rotation passes through RMS norm into the next weights")
def ai09():
    n, d, m = dims("n d m")
    X, W, g = MatrixSymbol("X", n, d), MatrixSymbol("W", d, m), OrthogonalSymbol("g", d)
    eps = Symbol("epsilon", positive=True)

    def rms(Y):
        return from_entries(n, d, lambda i, j: Y[i, j] / sqrt(sum_over(d, lambda k: Y[i, k] ** 2) / d + eps))

    return rms(X * g) * (g.T * W), rms(X) * W, []


@true("Guo et al. 2017, temperature scaling; exponential families: the mean score moves with β at the variance")
def ai10():
    n, j, beta = dims("n"), integer("j"), real("beta")
    x = MatrixSymbol("x", 1, n)
    p = RowSoftmax(beta * x)
    mean = Sum(p[0, j] * x[0, j], (j, 0, n - 1))
    return Derivative(mean, beta), Sum(p[0, j] * x[0, j] ** 2, (j, 0, n - 1)) - mean**2, []


@true("Ainslie et al. 2023 (GQA), §2.2: w heads on each of m shared keys and values, as one sum or group by group")
def ai11():
    r, n, e, ell, d, m, w = dims("r n e ell d m w")
    X, Y = MatrixSymbol("X", r, e), MatrixSymbol("Y", n, e)
    W_Q = MatrixFamily("W_Q", m * w, e, ell)
    W_K, W_V = MatrixFamily("W_K", m, e, ell), MatrixFamily("W_V", m, e, d)
    h, g, s = Idx("h", m * w), Idx("g", m), Idx("s", w)
    left = HeadSum(Attention(X * W_Q[h], Y * W_K[floor(h / w)], Y * W_V[floor(h / w)]), h)
    return left, HeadSum(HeadSum(Attention(X * W_Q[g * w + s], Y * W_K[g], Y * W_V[g]), s), g), []


@true("Xiao et al. 2024; OpenAI 2025 (gpt-oss): a sink logit b in the denominator gates attention by σ(lse − b)")
def ai12():
    r, n, d, b = *dims("r n d"), real("b")
    S, V = MatrixSymbol("S", r, n), MatrixSymbol("V", n, d)
    j, c = Idx("j", r), Idx("c", d)
    k, i = integer("k"), integer("i")
    total = Sum(exp(S[j, k]), (k, 0, n - 1))
    left = Sum(exp(S[j, i]) / (exp(b) + total) * V[i, c], (i, 0, n - 1))
    return left, Sigmoid(LogSumExp(S)[j, 0] - b) * (RowSoftmax(S) * V)[j, c], []


@true("DeepSeek-V2 2024, §2.1.2: the up-projections of latent keys and values are absorbed by queries and outputs")
def ai13():
    r, n, e, c, ell, d, H = dims("r n e c ell d H")
    X, C = MatrixSymbol("X", r, e), MatrixSymbol("C", n, c)
    W_Q, U_K = MatrixFamily("W_Q", H, e, ell), MatrixFamily("U_K", H, c, ell)
    U_V, W_O = MatrixFamily("U_V", H, c, d), MatrixFamily("W_O", H, d, e)
    h = Idx("h", H)
    left = X + HeadSum(Attention(X * W_Q[h], C * U_K[h], C * U_V[h]) * W_O[h], h)
    right = X + HeadSum(Attention(X * W_Q[h] * U_K[h].T, C, C, scale=1 / sqrt(ell)) * (U_V[h] * W_O[h]), h)
    return left, right, []


@true("Dong, Cordonnier & Loukas 2021, §2: without skips, attention moves no output further from y than the values are")
def ai14():
    n, ell, d = dims("n ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    centre = OneMatrix(n, 1) * MatrixSymbol("y", 1, d)
    return le(MaxNorm(Attention(Q, K, V, CausalMask(n)) - centre), MaxNorm(V - centre)), []


@true("Jiang et al. 2023 (Mistral 7B), §2: for the newest token, a rolling buffer of w keys is all that a window needs")
def ai15():
    n, w, ell, d = dims("n w ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    left = Attention(Q, K, V, SlidingWindowMask(n, w))[n - 1 :, :]
    return left, Attention(Q[n - 1 :, :], K[n - w :, :], V[n - w :, :]), [n > w]


# m = n = ell = d = 1, Q = K = 0, V = (0, 1): the left side is 1/2, the right side sees the first key alone: 0
@false("PyTorch documentation, is_causal: the second chunk of a prompt, its mask aligned at the wrong corner")
def ai16():
    m, n, ell, d = dims("m n ell d")
    Q, K, V = (MatrixSymbol(name, m + n, width) for name, width in (("Q", ell), ("K", ell), ("V", d)))
    left = Attention(Q, K, V, CausalMask(m + n))[m:, :]
    return left, Attention(Q[m:, :], K, V, TopLeftCausalMask(n, m + n)), []


# n = 2, s = (0, 0), t = 2: the left side is 2 log 2, the right side log 2
@false("Boyd & Vandenberghe, §3.1.5: the soft maximum at temperature t, its error without the factor t")
def ai17():
    n, t = dims("n"), real("t")
    s = MatrixSymbol("s", 1, n)
    return le(t * LogSumExp(s / t)[0, 0], RowMax(s)[0, 0] + log(n)), [lt(0, t)]


# n = 2, h = 1, theta = 1, Q = [[1, 0], [0, 0]], K = [[0, 0], [0, 1]]: the entries (0, 1) are sin 1 and -sin 1
@false("a port of rotary weights between two codes: both senses of rotation said to give the same scores")
def ai18():
    n, h = dims("n h")
    Q, K, theta = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("theta", h, 1)
    left = RotaryEncoding(Q, theta) * RotaryEncoding(K, theta).T
    other = "counterclockwise"
    return left, RotaryEncoding(Q, theta, sense=other) * RotaryEncoding(K, theta, sense=other).T, []


# r = m = n = d = 1, A = log 3, B = 0, V = 1, W = 0: the left side is 3/4, the right side 1/2
@false("a first attempt at split keys: the parts averaged by their lengths, not by their sums of exponentials")
def ai19():
    r, m, n, d = dims("r m n d")
    A, B = MatrixSymbol("A", r, m), MatrixSymbol("B", r, n)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", n, d)
    right = m * RowSoftmax(A) * V / (m + n) + n * RowSoftmax(B) * W / (m + n)
    return RowSoftmax(BlockMatrix([[A, B]])) * BlockMatrix([[V], [W]]), right, []


# n = 2, d = 1, S = [[log 3, 0], [0, 0]], G = (1, 0): the left side is (3/4, 1/4), the right side (3/4, 1/2)
@false("Dao et al. 2022, app. B.2: the gradient by the values in self-attention, its transpose lost")
def ai20():
    n, d = dims("n d")
    S, V, G = MatrixSymbol("S", n, n), MatrixSymbol("V", n, d), MatrixSymbol("G", n, d)
    return Gradient(InnerProduct(G, RowSoftmax(S) * V), V), RowSoftmax(S) * G, []
