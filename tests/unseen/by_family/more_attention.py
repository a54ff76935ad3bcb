"""Attention: masks, tiles, caches, rotary positions, linear recurrences, norm layers, entropy and temperature."""

from sympy import (
    BlockMatrix,
    Derivative,
    HadamardProduct,
    Identity,
    Idx,
    ImmutableMatrix,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Product,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    log,
    sqrt,
    tanh,
)

from symattn import (
    Attention,
    CausalMask,
    Equation,
    ForAll,
    LogSumExp,
    MaskSymbol,
    MatrixFamily,
    RotaryEncoding,
    RowSoftmax,
    Sigmoid,
    SquaredNorm,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, le, natural, real, true


def layer_norm(x, d, eps):
    """Return the layer norm of the numbers x(0), …, x(d − 1), as a row."""
    mean = sum_over(d, x) / d
    variance = sum_over(d, lambda k: (x(k) - mean) ** 2) / d
    return from_entries(1, d, lambda _, j: (x(j) - mean) / sqrt(variance + eps))


@true("Vaswani et al. 2017 and after: a bias of the keys does nothing, under any mask")
def ma01():
    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    b, M = MatrixSymbol("b", 1, ell), MaskSymbol("M", r, n)
    return Attention(Q, K + OneMatrix(n, 1) * b, V, M), Attention(Q, K, V, M), []


@true("Ba, Kiros & Hinton 2016, table 1: layer norm undoes a shift and a scale, if ε is scaled too")
def ma02():
    d, c, a, eps = dims("d"), Symbol("c", real=True), Symbol("a", positive=True), Symbol("epsilon", positive=True)
    x = MatrixSymbol("x", 1, d)
    return layer_norm(lambda j: a * x[0, j] + c, d, a**2 * eps), layer_norm(lambda j: x[0, j], d, eps), []


@true("Goodfellow, Bengio & Courville, §6.2.2: the softmax of two scores is a logistic function of their difference")
def ma03():
    a, b = real("a b")
    return RowSoftmax(ImmutableMatrix([[a, b]]))[0, 0], Sigmoid(a - b), []


@true("Miller 2023, “softmax off by one”; Xiao et al. 2024, attention sinks: one more score 0")
def ma04():
    n = dims("n")
    x, i = MatrixSymbol("x", 1, n), Idx("i", n)
    left = exp(x[0, i]) / (1 + sum_over(n, lambda k: exp(x[0, k])))
    return left, RowSoftmax(BlockMatrix([[ZeroMatrix(1, 1), x]]))[0, i + 1], []


@true("Yang et al. 2024, DeltaNet: a write of strength 1 at a unit key is read back exactly")
def ma05():
    d, e = dims("d e")
    k, v, S = MatrixSymbol("k", 1, d), MatrixSymbol("v", 1, e), MatrixSymbol("S", d, e)
    return k * ((Identity(d) - k.T * k) * S + k.T * v), v, [Equation(SquaredNorm(k), 1)]


@true("Press, Smith & Lewis 2022, ALiBi: the bias −s(j − i) may be replaced by s·i")
def ma06():
    n, ell, d, (s,) = *dims("n ell d"), real("s,")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    distance = from_entries(n, n, lambda j, i: -s * (j - i))
    place = from_entries(n, n, lambda j, i: s * i)
    return Attention(Q, K, V, CausalMask(n), bias=distance), Attention(Q, K, V, CausalMask(n), bias=place), []


@true("Gemma 2 report 2024, soft-capped scores: two weights differ by a factor of at most e²ᶜ")
def ma07():
    n, c, u = dims("n"), Symbol("c", positive=True), Symbol("u", real=True)
    x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    weights = RowSoftmax(x.applyfunc(Lambda(u, c * tanh(u / c))))
    return le(weights[0, i], exp(2 * c) * weights[0, j]), []


@true("Boyd & Vandenberghe, §3.3 (conjugate of log-sum-exp): the entropy of a softmax")
def ma08():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    p = RowSoftmax(x)
    entropy = -sum_over(n, lambda k: p[0, k] * log(p[0, k]))
    return entropy, LogSumExp(x)[0, 0] - sum_over(n, lambda k: p[0, k] * x[0, k]), []


@true("Su et al. 2021, RoFormer: scores do not change if all positions are moved by a")
def ma09():
    r, n, h = dims("r n h")
    Q, K, a = MatrixSymbol("Q", r, 2 * h), MatrixSymbol("K", n, 2 * h), natural("a")
    moved = RotaryEncoding(Q, start=a) * RotaryEncoding(K, start=a).T
    return moved, RotaryEncoding(Q) * RotaryEncoding(K).T, []


@true("Sun et al. 2023, RetNet, eq. 5–6: the recurrent form of retention is the parallel one")
def ma10():
    n, d, e, (gamma,) = *dims("n d e"), real("gamma,")
    S, K, V = MatrixFamily("S", n + 1, d, e), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    q, c, t, s = MatrixSymbol("q", 1, d), Idx("c", e), Idx("t", n), integer("s")
    step = ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :]))
    parallel = Sum(gamma ** (n - 1 - s) * sum_over(d, lambda a: q[0, a] * K[s, a]) * V[s, c], (s, 0, n - 1))
    return (q * S[n])[0, c], parallel, [step, Equation(S[0], ZeroMatrix(d, e))]


@true("Milakov & Gimelshein 2018, online softmax, alg. 3: the running sum, whatever the running maxima are")
def ma11():
    n, t = dims("n"), Idx("t", dims("n"))
    x, m, z = MatrixSymbol("x", n, 1), MatrixSymbol("m", n + 1, 1), MatrixSymbol("z", n + 1, 1)
    new = z[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0])
    given = [ForAll(t, Equation(z[t + 1, 0], new)), Equation(z[0, 0], 0)]
    return z[n, 0] * exp(m[n, 0]), sum_over(n, lambda k: exp(x[k, 0])), given


@true("Dao et al. 2023, Flash-Decoding; Liu et al. 2023, ring attention: two tiles joined by their log-sum-exps")
def ma12():
    r, m, k, d = dims("r m k d")
    S, T = MatrixSymbol("S", r, m), MatrixSymbol("T", r, k)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", k, d)
    share, rest = Sigmoid(LogSumExp(S) - LogSumExp(T)), Sigmoid(LogSumExp(T) - LogSumExp(S))
    first = HadamardProduct(share * OneMatrix(1, d), RowSoftmax(S) * V)
    second = HadamardProduct(rest * OneMatrix(1, d), RowSoftmax(T) * W)
    return RowSoftmax(BlockMatrix([[S, T]])) * BlockMatrix([[V], [W]]), first + second, []


@true("Gu & Dao 2023, Mamba: a state with a gate at each position, unrolled")
def ma13():
    n, t = dims("n"), Idx("t", dims("n"))
    s, u = integer("s"), integer("u")
    a, b, x, h = *(MatrixSymbol(name, n, 1) for name in "abx"), MatrixSymbol("h", n + 1, 1)
    step = ForAll(t, Equation(h[t + 1, 0], a[t, 0] * h[t, 0] + b[t, 0] * x[t, 0]))
    kept = Product(a[u, 0], (u, 0, n - 1)) * h[0, 0]
    added = Sum(Product(a[u, 0], (u, s + 1, n - 1)) * b[s, 0] * x[s, 0], (s, 0, n - 1))
    return h[n, 0], kept + added, [step]


@true("statistical physics, fluctuation and response: the mean score under softmax(t x) grows with its variance")
def ma14():
    n, (t,) = dims("n"), real("t,")
    x = MatrixSymbol("x", 1, n)
    p = RowSoftmax(t * x)
    mean = sum_over(n, lambda k: p[0, k] * x[0, k])
    return Derivative(mean, t), sum_over(n, lambda k: p[0, k] * x[0, k] ** 2) - mean**2, []


@true("Kim, Papamakarios & Mnih 2021 type: outputs lie in the smallest ball around 0 that contains the values")
def ma15():
    r, n, ell, d, (R,) = *dims("r n ell d"), real("R,")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    j = Idx("j", r)
    return le(SquaredNorm(Attention(Q, K, V)[j, :]), R), [ForAll(n, lambda i: le(SquaredNorm(V[i, :]), R))]


# n = 2, c = 1, x = (1, −1), i = 0, j = 1: the ratio is e², not at most e
@false("bounded scores, an error: a ratio of weights bounded by eᶜ instead of e²ᶜ")
def ma16():
    n, c = dims("n"), Symbol("c", positive=True)
    x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    given = [ForAll(n, lambda k: le(-c, x[0, k])), ForAll(n, lambda k: le(x[0, k], c))]
    return le(RowSoftmax(x)[0, i], exp(c) * RowSoftmax(x)[0, j]), given


# n = 3, x = (1, 2, −3), i = 0: 0.267… > 0.119… (true for n = 1, 2)
@false("temperature, an error: half the temperature raises each weight whose score is above average")
def ma17():
    n = dims("n")
    x, i = MatrixSymbol("x", 1, n), Idx("i", n)
    above = le(sum_over(n, lambda k: x[0, k]) / n, x[0, i])
    return le(RowSoftmax(x)[0, i], RowSoftmax(2 * x)[0, i]), [above]


# n = 1, Q = K = 0, V = (0, 1): 1/2 and 0 (the last query does not see its own key)
@false("key–value caches, off by one: the new token's own key is not in the cache")
def ma18():
    n, ell, d = dims("n ell d")
    Q, K, V = MatrixSymbol("Q", n + 1, ell), MatrixSymbol("K", n + 1, ell), MatrixSymbol("V", n + 1, d)
    return Attention(Q, K, V, CausalMask(n + 1))[n:, :], Attention(Q[n:, :], K[:n, :], V[:n, :]), []


# r = m = k = d = 1, S = 1, T = 0, V = 1, W = 0: 0.731… and 1/2
@false("tiles, an error: two tiles joined by their lengths instead of their log-sum-exps")
def ma19():
    r, m, k, d = dims("r m k d")
    S, T = MatrixSymbol("S", r, m), MatrixSymbol("T", r, k)
    V, W = MatrixSymbol("V", m, d), MatrixSymbol("W", k, d)
    right = (m / (m + k)) * (RowSoftmax(S) * V) + (k / (m + k)) * (RowSoftmax(T) * W)
    return RowSoftmax(BlockMatrix([[S, T]])) * BlockMatrix([[V], [W]]), right, []


# r = ell = d = 1, n = 2, Q = K = 0, V = (1, −1): the output is 0
@false("bounds of outputs, an error: a lower bound of the values' norms as one of the outputs'")
def ma20():
    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    j = Idx("j", r)
    return le(1, SquaredNorm(Attention(Q, K, V)[j, :])), [ForAll(n, lambda i: le(1, SquaredNorm(V[i, :])))]
