"""Recurrences, as one meets them in papers on optimisers, gated and linear attention, and state space models."""

from sympy import Abs, Idx, MatrixSymbol, Ne, Product, Sum, ZeroMatrix, exp

from symattn import (
    Equation,
    ForAll,
    HeadSum,
    MatrixFamily,
    SquaredNorm,
    dims,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, real, true


@true("Adam paper, §2: a moving average of a constant")
def rc01():
    n = dims("n")
    t, b, c = Idx("t", n), *real("b c")
    m = MatrixSymbol("m", n + 1, 1)
    step = ForAll(t, Equation(m[t + 1, 0], b * m[t, 0] + (1 - b) * c))
    return m[n, 0] - b**n * m[0, 0], (1 - b**n) * c, [step]


@true("Adam, §3: the bias-corrected average is at least the smallest gradient")
def rc02():
    n = dims("n")
    t, b, lo = Idx("t", n), *real("b lo")
    m, g = MatrixSymbol("m", n + 1, 1), MatrixSymbol("g", n, 1)
    given = [
        lt(0, b),
        lt(b, 1),
        Equation(m[0, 0], 0),
        ForAll(t, Equation(m[t + 1, 0], b * m[t, 0] + (1 - b) * g[t, 0])),
        ForAll(t, le(lo, g[t, 0])),
    ]
    return le(lo, m[n, 0] / (1 - b**n)), given


@true("Mamba, a chunk: from the state after m steps to that after m + n")
def rc03():
    m, n = dims("m n")
    t, i = Idx("t", m + n), integer("i")
    h, delta = MatrixSymbol("h", m + n + 1, 1), MatrixSymbol("Delta", m + n, 1)
    step = ForAll(t, Equation(h[t + 1, 0], exp(-delta[t, 0]) * h[t, 0]))
    return h[m + n, 0] * exp(Sum(delta[i, 0], (i, m, m + n - 1))), h[m, 0], [step]


@true("numerical analysis: a perturbed contraction, |e_n| ≤ qⁿ|e_0| + δ/(1 − q)")
def rc04():
    n = dims("n")
    t, (q, delta) = Idx("t", n), real("q delta")
    e = MatrixSymbol("e", n + 1, 1)
    given = [
        le(0, q),
        lt(q, 1),
        le(0, delta),
        ForAll(t, le(Abs(e[t + 1, 0]), q * Abs(e[t, 0]) + delta)),
    ]
    return le(Abs(e[n, 0]), q**n * Abs(e[0, 0]) + delta / (1 - q)), given


@true("Welford: the running mean μ_{t+1} = μ_t + (x_t − μ_t)/(t + 1)")
def rc05():
    n = dims("n")
    t, i = Idx("t", n), integer("i")
    mu, x = MatrixSymbol("mu", n + 1, 1), MatrixSymbol("x", n, 1)
    step = ForAll(t, Equation(mu[t + 1, 0], mu[t, 0] + (x[t, 0] - mu[t, 0]) / (t + 1)))
    return mu[n, 0], Sum(x[i, 0], (i, 0, n - 1)) / n, [step]


@true("RetNet, §2.1: a state with a fixed decay, written out")
def rc06():
    n, d, e = dims("n d e")
    t, i, gamma = Idx("t", n), integer("i"), *real("gamma,")
    S, K, V = MatrixFamily("S", n + 1, d, e), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    step = ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :]))
    unrolled = HeadSum(gamma ** (n - 1 - i) * (K[i, :].T * V[i, :]), (i, 0, n - 1))
    return S[n], gamma**n * S[0] + unrolled, [step]


@true("DeltaNet: after a step with a key of length 1, the key reads the new value")
def rc07():
    d, e = dims("d e")
    k, v, S = MatrixSymbol("k", 1, d), MatrixSymbol("v", 1, e), MatrixSymbol("S", d, e)
    return k * (S - k.T * (k * S - v)), v, [Equation(SquaredNorm(k), 1)]


@true("S4: the state of a time-invariant system is a convolution")
def rc08():
    n, d, p = dims("n d p")
    t, i = Idx("t", n), integer("i")
    h, X = MatrixFamily("h", n + 1, d, 1), MatrixSymbol("X", n, p)
    A, B = MatrixSymbol("A", d, d), MatrixSymbol("B", d, p)
    given = [ForAll(t, Equation(h[t + 1], A * h[t] + B * X[t, :].T)), Equation(h[0], ZeroMatrix(d, 1))]
    return h[n], HeadSum(A ** (n - 1 - i) * B * X[i, :].T, (i, 0, n - 1)), given


@true("gradient descent on a quadratic (textbook of optimisation): the distance to the minimum")
def rc09():
    n = dims("n")
    t, (eta, lam, b) = Idx("t", n), real("eta lambda b")
    x = MatrixSymbol("x", n + 1, 1)
    step = ForAll(t, Equation(x[t + 1, 0], x[t, 0] - eta * (lam * x[t, 0] - b)))
    return x[n, 0] - b / lam, (1 - eta * lam) ** n * (x[0, 0] - b / lam), [Ne(lam, 0), step]


@true("Fibonacci numbers with any beginning: F_{n+1} − F_1 is the sum of those before F_n")
def rc10():
    n = dims("n")
    t, i = Idx("t", n), integer("i")
    F = MatrixSymbol("F", n + 2, 1)
    step = ForAll(t, Equation(F[t + 2, 0], F[t + 1, 0] + F[t, 0]))
    return Sum(F[i, 0], (i, 0, n - 1)), F[n + 1, 0] - F[1, 0], [step]


@true("Sutton and Barto, §3.3: the return, read backwards")
def rc11():
    n = dims("n")
    t, i, (gamma,) = Idx("t", n), integer("i"), real("gamma,")
    G, r = MatrixSymbol("G", n + 1, 1), MatrixSymbol("r", n, 1)
    step = ForAll(t, Equation(G[t, 0] - gamma * G[t + 1, 0], r[t, 0]))
    return G[0, 0] - gamma**n * G[n, 0], Sum(gamma**i * r[i, 0], (i, 0, n - 1)), [step]


@true("Sutton and Barto, exercise: a return of bounded rewards is at most R/(1 − γ)")
def rc12():
    n = dims("n")
    t, (gamma, R) = Idx("t", n), real("gamma R")
    G, r = MatrixSymbol("G", n + 1, 1), MatrixSymbol("r", n, 1)
    given = [
        le(0, gamma),
        lt(gamma, 1),
        ForAll(t, Equation(G[t, 0], r[t, 0] + gamma * G[t + 1, 0])),
        Equation(G[n, 0], 0),
        ForAll(t, le(Abs(r[t, 0]), R)),
    ]
    return le((1 - gamma) * Abs(G[0, 0]), R), given


@true("convergence of gradient descent, smooth case: the mean of the squared gradients")
def rc13():
    n = dims("n")
    t, (eta, low) = Idx("t", n), real("eta f_low")
    f, g = MatrixSymbol("f", n + 1, 1), MatrixSymbol("g", n, 1)
    given = [
        lt(0, eta),
        ForAll(t, le(f[t + 1, 0], f[t, 0] - eta / 2 * g[t, 0] ** 2)),
        le(low, f[n, 0]),
    ]
    return le(sum_over(n, lambda t: g[t, 0] ** 2) / n, 2 * (f[0, 0] - low) / (eta * n)), given


@true("minGRU: a state stays within the bounds of its candidates")
def rc14():
    n = dims("n")
    t, (B,) = Idx("t", n), real("B,")
    h, z, c = MatrixSymbol("h", n + 1, 1), MatrixSymbol("z", n, 1), MatrixSymbol("c", n, 1)
    given = [
        ForAll(t, Equation(h[t + 1, 0], (1 - z[t, 0]) * h[t, 0] + z[t, 0] * c[t, 0])),
        ForAll(t, le(0, z[t, 0])),
        ForAll(t, le(z[t, 0], 1)),
        ForAll(t, le(Abs(c[t, 0]), B)),
        le(Abs(h[0, 0]), B),
    ]
    return le(Abs(h[n, 0]), B), given


@true("Milakov and Gimelshein 2018: the running normaliser with any sequence of offsets")
def rc15():
    n = dims("n")
    t, i = Idx("t", n), integer("i")
    m, ell, x = MatrixSymbol("m", n + 1, 1), MatrixSymbol("L", n + 1, 1), MatrixSymbol("x", n, 1)
    step = ForAll(t, Equation(ell[t + 1, 0], ell[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0])))
    return ell[n, 0] * exp(m[n, 0]), Sum(exp(x[i, 0]), (i, 0, n - 1)), [Equation(ell[0, 0], 0), step]


# n = 1, b = 1/2, m_0 = 1, c = 0: m_1 = 1/2, so the left side is 1 and the right side 0.
@false("bias correction where the average does not begin at 0")
def rc16():
    n = dims("n")
    t, (b, c) = Idx("t", n), real("b c")
    m = MatrixSymbol("m", n + 1, 1)
    step = ForAll(t, Equation(m[t + 1, 0], b * m[t, 0] + (1 - b) * c))
    return m[n, 0] / (1 - b**n), c, [lt(0, b), lt(b, 1), step]


# n = 1, d = 2, S_0 = [[1, 0], [0, 0]], A = [[0, 0], [1, 0]]: A S_0 = A, but S_0 A = 0.
@false("a transition on the wrong side")
def rc17():
    n, d = dims("n d")
    t, S, A = Idx("t", n), MatrixFamily("S", n + 1, d, d), MatrixSymbol("A", d, d)
    return S[n], S[0] * A**n, [ForAll(t, Equation(S[t + 1], A * S[t]))]


# n = 1, q = 1/2, e = (1, 1/2): 1/2 ≤ 1/4 does not hold.
@false("a rate of convergence that is off by one")
def rc18():
    n = dims("n")
    t, (q,) = Idx("t", n), real("q,")
    e = MatrixSymbol("e", n + 1, 1)
    given = [le(0, q), le(q, 1), ForAll(t, le(Abs(e[t + 1, 0]), q * Abs(e[t, 0])))]
    return le(Abs(e[n, 0]), q ** (n + 1) * Abs(e[0, 0])), given


# n = 2, b = 1/2, v_0 = 0, g = (1, 0): v_1 = 1, v_2 = 1/2, but the sum is 1.
@false("momentum with the weights in the wrong order")
def rc19():
    n = dims("n")
    t, i, (b,) = Idx("t", n), integer("i"), real("b,")
    v, g = MatrixSymbol("v", n + 1, 1), MatrixSymbol("g", n, 1)
    given = [Equation(v[0, 0], 0), ForAll(t, Equation(v[t + 1, 0], b * v[t, 0] + g[t, 0]))]
    return v[n, 0], Sum(b**i * g[i, 0], (i, 0, n - 1)), given


# n = 1, a_0 = 2, x_0 = 1, h_0 = 0: h_1 = 1, but the right side is 2.
@false("a gated recurrence, written out with one gate too many")
def rc20():
    n = dims("n")
    t, i, j = Idx("t", n), integer("i"), integer("j")
    h, a, x = MatrixSymbol("h", n + 1, 1), MatrixSymbol("a", n, 1), MatrixSymbol("x", n, 1)
    step = ForAll(t, Equation(h[t + 1, 0], a[t, 0] * h[t, 0] + x[t, 0]))
    unrolled = Sum(Product(a[j, 0], (j, i, n - 1)) * x[i, 0], (i, 0, n - 1))
    return h[n, 0], Product(a[i, 0], (i, 0, n - 1)) * h[0, 0] + unrolled, [step]
