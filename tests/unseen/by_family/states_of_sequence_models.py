"""Recurrences of sequence models: gates, scans, chunks, windows, caches, delta rules, online softmax, decays."""

from sympy import Abs, Identity, Idx, MatrixSymbol, Max, Ne, Product, Sum, ZeroMatrix, exp, log, tanh
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    ForAll,
    HeadSum,
    MatrixFamily,
    RowSoftmax,
    Sigmoid,
    Softplus,
    SquaredNorm,
    dims,
    from_entries,
)
from tests.unseen.table import false, integer, le, real, true


@true("De et al. 2024, Griffin, §2.4: without inputs the gates of an RG-LRU multiply to the exponential of a sum")
def xa01():
    n, k, (c, Lam) = dims("n"), integer("k"), real("c Lambda")
    h, r = MatrixSymbol("h", n + 1, 1), MatrixSymbol("r", n, 1)
    given = [ForAll(n, lambda t: Equation(h[t + 1, 0], exp(-c * Softplus(Lam) * r[t, 0]) * h[t, 0]))]
    return h[n, 0], exp(-c * Softplus(Lam) * Sum(r[k, 0], (k, 0, n - 1))) * h[0, 0], given


@true("Arjovsky, Shah & Bengio 2016, Unitary Evolution RNN, §3: orthogonal steps with a radius each")
def xa02():
    n, d = dims("n d")
    t, k = Idx("t", n), integer("k")
    h, U, r = MatrixFamily("h", n + 1, d, 1), MatrixFamily("U", n, d, d), MatrixSymbol("r", n, 1)
    given = [ForAll(t, Equation(U[t].T * U[t], Identity(d))), ForAll(t, Equation(h[t + 1], r[t, 0] * U[t] * h[t]))]
    return SquaredNorm(h[n]), Product(r[k, 0] ** 2, (k, 0, n - 1)) * SquaredNorm(h[0]), given


@true("Qin, Yang & Zhong 2023, HGRN, §3: a lower bound of the forget gates bounds from below what is remembered")
def xa03():
    n, (gamma,) = dims("n"), real("gamma,")
    c, f, j = MatrixSymbol("c", n + 1, 1), MatrixSymbol("f", n, 1), Idx("j", n + 1)
    given = [
        le(0, gamma),
        ForAll(n, lambda t: le(gamma, f[t, 0])),
        Equation(c[0, 0], 1),
        ForAll(n, lambda t: Equation(c[t + 1, 0], f[t, 0] * c[t, 0])),
    ]
    return le(gamma**j, c[j, 0]), given


@true("Press, Smith & Lewis 2022, ALiBi, §3: the softmax denominator of n equal scores under the bias −m·distance")
def xa04():
    n, (m,) = dims("n"), real("m,")
    D = MatrixSymbol("D", n + 1, 1)
    given = [Equation(D[0, 0], 0), ForAll(n, lambda t: Equation(D[t + 1, 0], exp(-m) * D[t, 0] + 1))]
    return (1 - exp(-m)) * D[n, 0], 1 - exp(-m * n), given


@true("Smith, Warrington & Linderman 2023, S5, App. H: two runs of a time-varying SSM differ by the prefix product")
def xa05():
    n, d = dims("n d")
    t = Idx("t", n)
    A, b = MatrixFamily("A", n, d, d), MatrixFamily("b", n, d, 1)
    P, g, h = MatrixFamily("P", n + 1, d, d), MatrixFamily("g", n + 1, d, 1), MatrixFamily("h", n + 1, d, 1)
    given = [
        Equation(P[0], Identity(d)),
        ForAll(t, Equation(P[t + 1], A[t] * P[t])),
        ForAll(t, Equation(h[t + 1], A[t] * h[t] + b[t])),
        ForAll(t, Equation(g[t + 1], A[t] * g[t] + b[t])),
    ]
    return h[n] - g[n], P[n] * (h[0] - g[0]), given


@true("Blelloch 1990, Prefix sums and their applications, §1: a forward and a backward scan add up to the total")
def xa06():
    n = dims("n")
    j, x = Idx("j", n + 1), MatrixSymbol("x", n, 1)
    c, r = MatrixSymbol("c", n + 1, 1), MatrixSymbol("r", n + 1, 1)
    given = [
        Equation(c[0, 0], 0),
        ForAll(n, lambda t: Equation(c[t + 1, 0], c[t, 0] + x[t, 0])),
        Equation(r[n, 0], 0),
        ForAll(n, lambda t: Equation(r[t, 0], x[t, 0] + r[t + 1, 0])),
    ]
    return c[j, 0] + r[j, 0], c[n, 0], given


@true("Peng et al. 2023, RWKV, App. D: the numerator of WKV with a running maximum of the exponents")
def xa07():
    n, i, (w,) = dims("n"), integer("i"), real("w,")
    A, p = MatrixSymbol("A", n + 1, 1), MatrixSymbol("p", n + 1, 1)
    k, v = MatrixSymbol("k", n, 1), MatrixSymbol("v", n, 1)
    given = [
        Equation(A[0, 0], 0),
        ForAll(n, lambda t: Equation(p[t + 1, 0], Max(p[t, 0] - w, k[t, 0]))),
        ForAll(
            n,
            lambda t: Equation(
                A[t + 1, 0],
                exp(p[t, 0] - w - p[t + 1, 0]) * A[t, 0] + exp(k[t, 0] - p[t + 1, 0]) * v[t, 0],
            ),
        ),
    ]
    return exp(p[n, 0]) * A[n, 0], Sum(exp(k[i, 0] - (n - 1 - i) * w) * v[i, 0], (i, 0, n - 1)), given


@true("Hochreiter & Schmidhuber 1997 with the gates of Gers et al. 2000: a cell state grows at most by 1 a step")
def xa08():
    n = dims("n")
    j, c = Idx("j", n + 1), MatrixSymbol("c", n + 1, 1)
    a, b, u = (MatrixSymbol(name, n, 1) for name in "abu")
    step = ForAll(n, lambda t: Equation(c[t + 1, 0], Sigmoid(a[t, 0]) * c[t, 0] + Sigmoid(b[t, 0]) * tanh(u[t, 0])))
    return le(Abs(c[j, 0]), Abs(c[0, 0]) + j), [step]


@true("Gu & Dao 2023, Mamba, eq. 4: zero-order hold with steps of any lengths is exact for a constant input")
def xa09():
    n, k, (A, u) = dims("n"), integer("k"), real("A u")
    h, delta = MatrixSymbol("h", n + 1, 1), MatrixSymbol("delta", n, 1)
    given = [
        Ne(A, 0),
        ForAll(n, lambda t: Equation(h[t + 1, 0], exp(delta[t, 0] * A) * h[t, 0] + (exp(delta[t, 0] * A) - 1) / A * u)),
    ]
    whole = exp(A * Sum(delta[k, 0], (k, 0, n - 1)))
    return h[n, 0], whole * h[0, 0] + (whole - 1) / A * u, given


@true("Yang et al. 2024, GLA, §4.2, with scalar gates: the state after a chunk of k steps from the state before it")
def xa10():
    m, k, d, e = dims("m k d e")
    t, i, s = Idx("t", m + k), integer("i"), integer("s")
    g, K, V = MatrixSymbol("g", m + k, 1), MatrixSymbol("K", m + k, d), MatrixSymbol("V", m + k, e)
    S = MatrixFamily("S", m + k + 1, d, e)
    given = [ForAll(t, Equation(S[t + 1], g[t, 0] * S[t] + K[t, :].T * V[t, :]))]
    inside = HeadSum(Product(g[m + s, 0], (s, i + 1, k - 1)) * K[m + i, :].T * V[m + i, :], (i, 0, k - 1))
    return S[m + k], Product(g[m + s, 0], (s, 0, k - 1)) * S[m] + inside, given


@true("Lin et al. 2025, Forgetting Transformer, §3: forget gates are a bias of cumulative logarithms in the softmax")
def xa11():
    n, u = dims("n"), integer("u")
    N, D = MatrixSymbol("N", n + 1, 1), MatrixSymbol("D", n + 1, 1)
    s, f, v = MatrixSymbol("s", 1, n), MatrixSymbol("f", n, 1), MatrixSymbol("v", n, 1)
    given = [
        ForAll(n, lambda t: f[t, 0] > 0),
        Equation(N[0, 0], 0),
        Equation(D[0, 0], 0),
        ForAll(n, lambda t: Equation(N[t + 1, 0], f[t, 0] * N[t, 0] + exp(s[0, t]) * v[t, 0])),
        ForAll(n, lambda t: Equation(D[t + 1, 0], f[t, 0] * D[t, 0] + exp(s[0, t]))),
    ]
    scores = from_entries(1, n, lambda r, i: s[0, i] + Sum(log(f[u, 0]), (u, i + 1, n - 1)))
    return N[n, 0] / D[n, 0], (RowSoftmax(scores) * v)[0, 0], given


@true("Schlag, Irie & Schmidhuber 2021, §4: a delta rule of rate 1 recalls every value if the keys are orthonormal")
def xa12():
    n, d, e = dims("n d e")
    t, j = Idx("t", n), Idx("j", n)
    S, K, V = MatrixFamily("S", n + 1, e, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    given = [
        Equation(K * K.T, Identity(n)),
        ForAll(t, Equation(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :])),
    ]
    return S[n] * K[j, :].T, V[j, :].T, given


@true("Grazzi et al. 2025, Unlocking State-Tracking, §4: rates up to 2 and unit keys do not enlarge a DeltaNet state")
def xa13():
    n, d, e = dims("n d e")
    t = Idx("t", n)
    S, K, beta = MatrixFamily("S", n + 1, e, d), MatrixSymbol("K", n, d), MatrixSymbol("beta", n, 1)
    given = [
        ForAll(t, Equation(SquaredNorm(K[t, :]), 1)),
        ForAll(t, le(0, beta[t, 0])),
        ForAll(t, le(beta[t, 0], 2)),
        ForAll(t, Equation(S[t + 1], S[t] * (Identity(d) - beta[t, 0] * K[t, :].T * K[t, :]))),
    ]
    return le(SquaredNorm(S[n]), SquaredNorm(S[0])), given


@true("Alexandridis et al. 2025, FLASH-D: attention of one query as a recurrence of sigmoids, without a division")
def xa14():
    n, i = dims("n"), integer("i")
    ell, o = MatrixSymbol("ell", n + 1, 1), MatrixSymbol("o", n + 1, 1)
    x, v = MatrixSymbol("x", n, 1), MatrixSymbol("v", n, 1)
    given = [
        ForAll(n, lambda t: Equation(ell[t + 1, 0], ell[t, 0] + Softplus(x[t, 0] - ell[t, 0]))),
        ForAll(n, lambda t: Equation(o[t + 1, 0], o[t, 0] + Sigmoid(x[t, 0] - ell[t, 0]) * (v[t, 0] - o[t, 0]))),
    ]
    total = exp(ell[0, 0]) * o[0, 0] + Sum(exp(x[i, 0]) * v[i, 0], (i, 0, n - 1))
    return exp(ell[n, 0]) * o[n, 0], total, given


@true("Beltagy et al. 2020, Longformer, §3.1, with the decay of RetNet: a window of w tokens that slides n times")
def xa15():
    n, w = dims("n w")
    s, (gamma,) = integer("s"), real("gamma,")
    W, x = MatrixSymbol("W", n + 1, 1), MatrixSymbol("x", n + w, 1)
    given = [
        Equation(W[0, 0], Sum(gamma ** (w - 1 - s) * x[s, 0], (s, 0, w - 1))),
        ForAll(n, lambda t: Equation(W[t + 1, 0], gamma * W[t, 0] + x[t + w, 0] - gamma**w * x[t, 0])),
    ]
    return W[n, 0], Sum(gamma ** (w - 1 - s) * x[n + s, 0], (s, 0, w - 1)), given


# n = d = 2, A_0 = [[0, 1], [0, 0]], A_1 = [[0, 0], [1, 0]], h_0 = (0, 1): h_2 = A_1 A_0 h_0 = (0, 1), P_2
# h_0 = A_0 A_1 h_0 = 0
@false("Martin & Cundy 2018, Parallelizing linear RNNs, §2: the prefix products are multiplied on the wrong side")
def xa16():
    n, d = dims("n d")
    t = Idx("t", n)
    A, P, h = MatrixFamily("A", n, d, d), MatrixFamily("P", n + 1, d, d), MatrixFamily("h", n + 1, d, 1)
    given = [
        Equation(P[0], Identity(d)),
        ForAll(t, Equation(P[t + 1], P[t] * A[t])),
        ForAll(t, Equation(h[t + 1], A[t] * h[t])),
    ]
    return h[n], P[n] * h[0], given


# n = d = e = 1, alpha = 0, K = V = 1: the state is 1, the sum is 0; the product has to begin at i + 1
@false("Yang et al. 2024, GLA, eq. 4: the last gates act on a pair before it is written")
def xa17():
    n, d, e = dims("n d e")
    t, a, c, i, s = Idx("t", n), Idx("a", d), Idx("c", e), integer("i"), integer("s")
    alpha, K, V = MatrixSymbol("alpha", n, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    S = MatrixFamily("S", n + 1, d, e)
    given = [
        Equation(S[0], ZeroMatrix(d, e)),
        ForAll(t, Equation(S[t + 1], DiagMatrix(alpha[t, :].T) * S[t] + K[t, :].T * V[t, :])),
    ]
    pairs = Sum(Product(alpha[s, a], (s, i, n - 1)) * K[i, a] * V[i, c], (i, 0, n - 1))
    return S[n][a, c], pairs, given


# n = 2, d = e = 1, K = (1, 1), V = (0, 1), j = 0: S_2 k_0 = 1, v_0 = 0; only the last value is recalled
@false("Yang et al. 2024, Parallelizing linear transformers with the delta rule, §2.2: unit keys, not orthogonal")
def xa18():
    n, d, e = dims("n d e")
    t, j = Idx("t", n), Idx("j", n)
    S, K, V = MatrixFamily("S", n + 1, e, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    given = [
        ForAll(t, Equation(SquaredNorm(K[t, :]), 1)),
        ForAll(t, Equation(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :])),
    ]
    return S[n] * K[j, :].T, V[j, :].T, given


# n = 1, x = (0, 0): d_1 = 2 > 1; there are n + 1 numbers
@false("Milakov & Gimelshein 2018, Online normalizer calculation, §3: the normaliser is at most the number of steps")
def xa19():
    n = dims("n")
    x, m, d = (MatrixSymbol(name, n + 1, 1) for name in "xmd")
    given = [
        Equation(m[0, 0], x[0, 0]),
        Equation(d[0, 0], 1),
        ForAll(n, lambda t: Equation(m[t + 1, 0], Max(m[t, 0], x[t + 1, 0]))),
        ForAll(
            n,
            lambda t: Equation(d[t + 1, 0], d[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t + 1, 0] - m[t + 1, 0])),
        ),
    ]
    return le(d[n, 0], n), given


# n = w = 1, gamma = 1/2, x = (1, 0): W_1 = 1/2·1 + 0 − 1 = −1/2, the window holds 0; what leaves has decayed w times
@false("Beltagy et al. 2020, Longformer, §3.1, with the decay of RetNet: a token leaves with one factor too few")
def xa20():
    n, w = dims("n w")
    s, (gamma,) = integer("s"), real("gamma,")
    W, x = MatrixSymbol("W", n + 1, 1), MatrixSymbol("x", n + w, 1)
    given = [
        Equation(W[0, 0], Sum(gamma ** (w - 1 - s) * x[s, 0], (s, 0, w - 1))),
        ForAll(n, lambda t: Equation(W[t + 1, 0], gamma * W[t, 0] + x[t + w, 0] - gamma ** (w - 1) * x[t, 0])),
    ]
    return W[n, 0], Sum(gamma ** (w - 1 - s) * x[n + s, 0], (s, 0, w - 1)), given
