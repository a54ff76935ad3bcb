"""What lecture notes and textbooks on transformers state."""

from sympy import Derivative, Identity, Idx, MatrixSymbol, OneMatrix, Product, Sum, Symbol, cos, exp, log, sin, sqrt

from symattn import (
    Attention,
    CausalMask,
    ColumnMax,
    CommonMean,
    CommonVariance,
    Equation,
    ForAll,
    Frequencies,
    Gradient,
    HeadBlock,
    HeadConcat,
    HeadSum,
    Independent,
    IndexMap,
    InnerProduct,
    LogSumExp,
    MatrixFamily,
    PairwiseIndependent,
    PermutationSymbol,
    ProbabilitySymbol,
    ReLU,
    RowMax,
    RowMean,
    RowSoftmax,
    RowSum,
    SelfAttention,
    SinusoidalVector,
    SquaredNorm,
    Variance,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import false, integer, le, real, true


def layer_norm(X, eps):
    n, d = X.shape
    mean = RowMean(X)

    def entry(i, j):
        variance = sum_over(d, lambda k: (X[i, k] - mean[i, 0]) ** 2) / d
        return (X[i, j] - mean[i, 0]) / sqrt(variance + eps)

    return from_entries(n, d, entry)


@true("Müller, Kornblith & Hinton 2019, When does label smoothing help?, §1.1: the gradient by the logits")
def zl01():
    n, (a,) = dims("n"), real("a,")
    z, y = MatrixSymbol("z", 1, n), MatrixSymbol("y", 1, n)
    target = (1 - a) * y + a / n * OneMatrix(1, n)
    loss = -InnerProduct(target, RowSoftmax(z).applyfunc(log))
    return Gradient(loss, z), RowSoftmax(z) - target, [Equation(RowSum(y), OneMatrix(1, 1))]


@true("MacKay 2003, Information Theory, Inference and Learning Algorithms, §31.1: heat capacity is a variance")
def zl02():
    n, s, tau = dims("n"), integer("s"), Symbol("tau", positive=True)
    x = MatrixSymbol("x", 1, n)
    p = RowSoftmax(x / tau)
    mean = Sum(p[0, s] * x[0, s], (s, 0, n - 1))
    spread = Sum(p[0, s] * (x[0, s] - mean) ** 2, (s, 0, n - 1))
    return Derivative(mean, tau), -spread / tau**2, []


@true("Zhang, Lipton, Li & Smola 2023, Dive into Deep Learning, §5.4.2: an output under random weights")
def zl03():
    N, d = dims("N d")
    o, a, (v,) = Idx("o", N), integer("a"), real("v,")
    p, W, x = ProbabilitySymbol("p", N), MatrixSymbol("W", N, d), MatrixSymbol("x", d, 1)
    output = Sum(W[o, a] * x[a, 0], (a, 0, d - 1))
    return Variance(p, output, o), v * SquaredNorm(x), [PairwiseIndependent(p, W), CommonVariance(p, W, v)]


@true("Ba, Kiros & Hinton 2016, Layer Normalization, §5.1: one training case re-scaled and re-centred")
def zl04():
    (n, d), a, eps = dims("n d"), Symbol("a", positive=True), Symbol("epsilon", positive=True)
    X, c = MatrixSymbol("X", n, d), MatrixSymbol("c", n, 1)
    return layer_norm(a * X + c * OneMatrix(1, d), a**2 * eps), layer_norm(X, eps), []


@true("Phuong & Hutter 2022, Formal Algorithms for Transformers, Algorithm 6, exercise: the length of a row")
def zl05():
    d, k, eps = dims("d"), integer("k"), Symbol("epsilon", positive=True)
    x = MatrixSymbol("x", 1, d)
    variance = Sum((x[0, k] - RowMean(x)[0, 0]) ** 2, (k, 0, d - 1)) / d
    return SquaredNorm(layer_norm(x, eps)), d * variance / (variance + eps), []


@true("Zhang & Sennrich 2019, Root Mean Square Layer Normalization, §4.2: the Jacobian, with epsilon")
def zl06():
    d, k, eps = dims("d"), integer("k"), Symbol("epsilon", positive=True)
    i, j, x = Idx("i", d), Idx("j", d), MatrixSymbol("x", d, 1)
    rms = sqrt(Sum(x[k, 0] ** 2, (k, 0, d - 1)) / d + eps)
    return Derivative(x[i, 0] / rms, x[j, 0]), (Identity(d)[i, j] - x[i, 0] * x[j, 0] / (d * rms**2)) / rms, []


@true("Dufter, Schmitt & Schütze 2022, Position Information in Transformers: the distance of two sinusoidal encodings")
def zl07():
    h, m, (s, t) = dims("h"), integer("m"), real("s t")
    omega = Frequencies(2 * h)
    distance = SquaredNorm(SinusoidalVector(s, 2 * h) - SinusoidalVector(t, 2 * h))
    return distance, 4 * Sum(sin((s - t) * omega[m, 0] / 2) ** 2, (m, 0, h - 1)), []


@true("Elhage et al. 2021, A Mathematical Framework for Transformer Circuits: heads as a sum of OV circuits")
def zl08():
    H, n, d, q = dims("H n d q")
    h, A, X = Idx("h", H), MatrixFamily("A", H, n, n), MatrixSymbol("X", n, d)
    V, W = MatrixFamily("V", H, d, q), MatrixSymbol("W", H * q, d)
    return HeadConcat(A[h] * X * V[h], h) * W, HeadSum(A[h] * X * (V[h] * HeadBlock(W, h, H)), h), []


@true("Turner 2023, An Introduction to Transformers, §2: a residual block is equivariant")
def zl09():
    n, d, ell, f = dims("n d ell f")
    X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    A, B, C = MatrixSymbol("A", d, ell), MatrixSymbol("B", d, ell), MatrixSymbol("C", d, d)
    U, b, W = MatrixSymbol("U", d, f), MatrixSymbol("b", 1, f), MatrixSymbol("W", f, d)

    def block(X):
        Y = X + SelfAttention(X, A, B, C)
        return Y + ReLU(Y * U + OneMatrix(n, 1) * b) * W

    return block(sigma * X), sigma * block(X), []


@true("Jurafsky & Martin 2025, Speech and Language Processing, the transformer's residual stream: logits are a sum")
def zl10():
    L, n, d, v = dims("L n d v")
    t, x, F = Idx("t", L), MatrixFamily("x", L + 1, n, d), MatrixFamily("F", L, n, d)
    U = MatrixSymbol("U", d, v)
    return x[L] * U, x[0] * U + HeadSum(F[t] * U, t), [ForAll(t, Equation(x[t + 1], x[t] + F[t]))]


@true("Bishop & Bishop 2024, Deep Learning, §12.2 (exercise): the gradient of an embedding lookup adds up by token")
def zl11():
    m, v, d = dims("m v d")
    tokens, E, Y = IndexMap("f", m, v), MatrixSymbol("E", v, d), MatrixSymbol("Y", m, d)
    return Gradient(SquaredNorm(tokens * E - Y) / 2, E), tokens.T * (tokens * E - Y), []


@true("Stanford CS224n 2023, notes on self-attention and transformers: a prefix does not see what follows")
def zl12():
    m, k, ell, d = dims("m k ell d")
    Q, K, V = MatrixSymbol("Q", m + k, ell), MatrixSymbol("K", m + k, ell), MatrixSymbol("V", m + k, d)
    prefix = Attention(Q[:m, :], K[:m, :], V[:m, :], CausalMask(m))
    return Attention(Q, K, V, CausalMask(m + k))[:m, :], prefix, []


@true("Boyd & Vandenberghe 2004, Convex Optimization, Example 3.25: the conjugate of log-sum-exp")
def zl13():
    n, s = dims("n"), integer("s")
    p, z = MatrixSymbol("p", 1, n), MatrixSymbol("z", 1, n)
    entropy = -Sum(p[0, s] * log(p[0, s]), (s, 0, n - 1))
    given = [ForAll(n, lambda i: p[0, i] > 0), Equation(Sum(p[0, s], (s, 0, n - 1)), 1)]
    return le(InnerProduct(p, z) + entropy, LogSumExp(z)[0, 0]), given


@true("Jurafsky & Martin 2025, Speech and Language Processing, §3.3: perplexity from the mean cross entropy")
def zl14():
    n, s = dims("n"), integer("s")
    p = MatrixSymbol("p", n, 1)
    mean = -Sum(log(p[s, 0]), (s, 0, n - 1)) / n
    return exp(mean), Product(1 / p[s, 0], (s, 0, n - 1)) ** (1 / n), [ForAll(n, lambda t: p[t, 0] > 0)]


@true("Prince 2023, Understanding Deep Learning, §12.2: outputs of attention are weighted averages of the values")
def zl15():
    r, n, d = dims("r n d")
    i, c, S, V = Idx("i", r), Idx("c", d), MatrixSymbol("S", r, n), MatrixSymbol("V", n, d)
    return le((RowSoftmax(S) * V)[i, c], ColumnMax(V)[0, c]), []


# n = 2, x = (0, 0), tau = 2, i = j = 0: the derivative is 1/8, the right side 1/4
@false("Hinton, Vinyals & Dean 2015, Distilling the Knowledge in a Neural Network, §2.1: a factor 1/T is missing")
def zl16():
    n, tau = dims("n"), Symbol("tau", positive=True)
    i, j, x = Idx("i", n), Idx("j", n), MatrixSymbol("x", 1, n)
    p = RowSoftmax(x / tau)
    return Derivative(p[0, i], x[0, j]), p[0, i] * (Identity(n)[i, j] - p[0, j]), []


# n = 2, d = 1, Q = K = 0, V = (0, 1), sigma the swap: the left side is (1, 1/2), the right side (1/2, 0)
@false("Turner 2023, An Introduction to Transformers: equivariance claimed with the causal mask left in place")
def zl17():
    n, ell, d = dims("n ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    sigma = PermutationSymbol("sigma", n)
    return Attention(sigma * Q, sigma * K, sigma * V, CausalMask(n)), sigma * Attention(Q, K, V, CausalMask(n)), []


# h = 1, s = t = 1: the left side is 1, the right side cos(2) = -0.416
@false("Vaswani et al. 2017, Attention Is All You Need, §3.5: the sum of the positions instead of their difference")
def zl18():
    h, m, (s, t) = dims("h"), integer("m"), real("s t")
    product = InnerProduct(SinusoidalVector(s, 2 * h), SinusoidalVector(t, 2 * h))
    return product, Sum(cos((s + t) * Frequencies(2 * h)[m, 0]), (m, 0, h - 1)), []


# ell = 2, N = 4, p = 1/4, Q = (s, s), K = (t, t) for the four pairs of signs s, t: the variance is 2
@false("Vaswani et al. 2017, Attention Is All You Need, footnote 4: the entries of a vector are not said independent")
def zl19():
    N, ell = dims("N ell")
    o, a, p = Idx("o", N), integer("a"), ProbabilitySymbol("p", N)
    Q, K = MatrixSymbol("Q", N, ell), MatrixSymbol("K", N, ell)
    score = Sum(Q[o, a] * K[o, a], (a, 0, ell - 1)) / sqrt(ell)
    moments = [CommonMean(p, Q, 0), CommonMean(p, K, 0), CommonVariance(p, Q, 1), CommonVariance(p, K, 1)]
    return Variance(p, score, o), 1, [Independent(p, Q, K), *moments]


# n = 2, x = (0, 0), tau = 2: the left side is 2 log 2, the right side log 2
@false("Boyd & Vandenberghe 2004, Convex Optimization, §3.1.5: a factor tau is missing beside log n")
def zl20():
    n, tau = dims("n"), Symbol("tau", positive=True)
    x = MatrixSymbol("x", 1, n)
    return le(tau * LogSumExp(x / tau)[0, 0], RowMax(x)[0, 0] + log(n)), []
