"""Recurrences over positions and steps: states, gates, averages, optimisers, returns, chains, loans, scans."""

from sympy import Abs, Idx, MatrixSymbol, Max, Ne, OneMatrix, Product, Sum, ZeroMatrix, cos, exp

from symattn import (
    ColumnSum,
    Equation,
    ForAll,
    HeadSum,
    InnerProduct,
    MatrixFamily,
    MaxNorm,
    Norm1,
    RowSum,
    SquaredNorm,
    dims,
    from_entries,
)
from tests.unseen.table import column, false, integer, le, lt, real, true


@true("Gu, Goel & Ré 2022, Efficiently Modeling Long Sequences with Structured State Spaces, eq. 4: the convolution")
def ya01():
    (n, d), i = dims("n d"), integer("i")
    A, B, C = MatrixSymbol("A", d, d), MatrixSymbol("B", d, 1), MatrixSymbol("C", 1, d)
    x, u = MatrixFamily("x", n + 1, d, 1), MatrixSymbol("u", n, 1)
    given = [ForAll(n, lambda t: Equation(x[t + 1], A * x[t] + u[t, 0] * B)), Equation(x[0], ZeroMatrix(d, 1))]
    return C * x[n], HeadSum(u[i, 0] * C * A ** (n - 1 - i) * B, (i, 0, n - 1)), given


@true("Sun et al. 2023, Retentive Network, eq. 7: the state after a chunk is that of the recurrence")
def ya02():
    (m, k, d, e), (gamma,) = dims("m k d e"), real("gamma,")
    S, K, V = MatrixFamily("S", m + k + 1, d, e), MatrixSymbol("K", m + k, d), MatrixSymbol("V", m + k, e)
    given = [ForAll(m + k, lambda t: Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :]))]
    decayed = from_entries(k, d, lambda i, c: gamma ** (k - 1 - i) * K[m + i, c])
    return S[m + k], gamma**k * S[m] + decayed.T * V[m:, :], given


@true("Yang et al. 2024, Parallelizing Linear Transformers with the Delta Rule, §2.2: the error of a linear target")
def ya03():
    n, d, e = dims("n d e")
    S, W = MatrixFamily("S", n + 1, e, d), MatrixSymbol("W", e, d)
    K, beta = MatrixSymbol("K", n, d), MatrixSymbol("beta", n, 1)
    given = [
        ForAll(n, lambda t: Equation(S[t + 1], S[t] - beta[t, 0] * (S[t] - W) * K[t, :].T * K[t, :])),
        ForAll(n, lambda t: Equation(SquaredNorm(K[t, :]), 1)),
        ForAll(n, lambda t: le(0, beta[t, 0])),
        ForAll(n, lambda t: le(beta[t, 0], 1)),
    ]
    return le(SquaredNorm(S[n] - W), SquaredNorm(S[0] - W)), given


@true("Cho et al. 2014, Learning Phrase Representations, eq. 7: the hidden state of a GRU stays in [-1, 1]")
def ya04():
    n, d = dims("n d")
    H, Z, C = MatrixSymbol("H", n + 1, d), MatrixSymbol("Z", n, d), MatrixSymbol("C", n, d)
    given = [
        ForAll((n, d), lambda t, c: Equation(H[t + 1, c], Z[t, c] * H[t, c] + (1 - Z[t, c]) * C[t, c])),
        ForAll((n, d), lambda t, c: le(0, Z[t, c])),
        ForAll((n, d), lambda t, c: le(Z[t, c], 1)),
        ForAll((n, d), lambda t, c: le(Abs(C[t, c]), 1)),
        ForAll(d, lambda c: le(Abs(H[0, c]), 1)),
    ]
    return le(Abs(H[n, Idx("j", d)]), 1), given


@true("Kingma & Ba 2015, Adam, §3: the second moment, with its bias, of bounded gradients")
def ya05():
    n, (beta, G) = dims("n"), real("beta G")
    v, g = MatrixSymbol("v", n + 1, 1), MatrixSymbol("g", n, 1)
    given = [
        ForAll(n, lambda t: Equation(v[t + 1, 0], beta * v[t, 0] + (1 - beta) * g[t, 0] ** 2)),
        ForAll(n, lambda t: le(Abs(g[t, 0]), G)),
        Equation(v[0, 0], 0),
        le(0, beta),
        le(beta, 1),
    ]
    return le(v[n, 0], (1 - beta**n) * G**2), given


@true("Karimi, Nutini & Schmidt 2016, Linear Convergence under the Polyak-Łojasiewicz Condition, Theorem 1")
def ya06():
    n, d = dims("n d")
    mu, L, best = real("mu L m")
    f, G = MatrixSymbol("f", n + 1, 1), MatrixSymbol("G", n, d)
    given = [
        ForAll(n, lambda t: le(f[t + 1, 0], f[t, 0] - SquaredNorm(G[t, :]) / (2 * L))),
        ForAll(n, lambda t: le(mu * (f[t, 0] - best), SquaredNorm(G[t, :]) / 2)),
        lt(0, mu),
        le(mu, L),
    ]
    return le(f[n, 0] - best, (1 - mu / L) ** n * (f[0, 0] - best)), given


@true("Zinkevich 2003, Online Convex Programming, proof of Theorem 1, without projection and with a fixed step")
def ya07():
    (n, d), (eta,), s = dims("n d"), real("eta,"), integer("s")
    X, G, u = MatrixSymbol("X", n + 1, d), MatrixSymbol("G", n, d), MatrixSymbol("u", 1, d)
    given = [ForAll(n, lambda t: Equation(X[t + 1, :], X[t, :] - eta * G[t, :])), lt(0, eta)]
    regret = Sum(InnerProduct(G[s, :], X[s, :] - u), (s, 0, n - 1))
    steps = Sum(SquaredNorm(G[s, :]), (s, 0, n - 1))
    return le(regret, SquaredNorm(X[0, :] - u) / (2 * eta) + eta / 2 * steps), given


@true("Welford 1962, Note on a Method for Calculating Corrected Sums of Squares and Products")
def ya08():
    n, i = dims("n"), integer("i")
    m, M, x = MatrixSymbol("m", n + 1, 1), MatrixSymbol("M", n + 1, 1), MatrixSymbol("x", n, 1)
    given = [
        ForAll(n, lambda t: Equation(m[t + 1, 0], m[t, 0] + (x[t, 0] - m[t, 0]) / (t + 1))),
        ForAll(n, lambda t: Equation(M[t + 1, 0], M[t, 0] + (x[t, 0] - m[t, 0]) * (x[t, 0] - m[t + 1, 0]))),
        Equation(m[0, 0], 0),
        Equation(M[0, 0], 0),
    ]
    return M[n, 0], Sum((x[i, 0] - m[n, 0]) ** 2, (i, 0, n - 1)), given


@true("Puterman 1994, Markov Decision Processes, Theorem 6.3.3: the rate of value iteration for one policy")
def ya09():
    (n, d), (gamma,) = dims("n d"), real("gamma,")
    P, V = MatrixSymbol("P", d, d), MatrixFamily("V", n + 1, d, 1)
    r, W = column("r W", d)
    given = [
        ForAll(n, lambda t: Equation(V[t + 1], r + gamma * P * V[t])),
        Equation(W, r + gamma * P * W),
        ForAll((d, d), lambda i, j: le(0, P[i, j])),
        Equation(RowSum(P), OneMatrix(d, 1)),
        le(0, gamma),
    ]
    return le(MaxNorm(V[n] - W), gamma**n * MaxNorm(V[0] - W)), given


@true("Schulman et al. 2016, High-Dimensional Continuous Control Using Generalized Advantage Estimation, eq. 18")
def ya10():
    n, (gamma,), i = dims("n"), real("gamma,"), integer("i")
    A, V, r = MatrixSymbol("A", n + 1, 1), MatrixSymbol("V", n + 1, 1), MatrixSymbol("r", n, 1)
    given = [
        ForAll(n, lambda t: Equation(A[t, 0], r[t, 0] + gamma * V[t + 1, 0] - V[t, 0] + gamma * A[t + 1, 0])),
        Equation(A[n, 0], 0),
    ]
    return A[0, 0], Sum(gamma**i * r[i, 0], (i, 0, n - 1)) + gamma**n * V[n, 0] - V[0, 0], given


@true("Levin, Peres & Wilmer 2009, Markov Chains and Mixing Times, §1.6: powers of a reversible chain are reversible")
def ya11():
    n, d = dims("n d")
    i, j = Idx("i", d), Idx("j", d)
    P, mu = MatrixSymbol("P", d, d), MatrixSymbol("mu", d, 1)
    given = [ForAll((d, d), lambda a, b: Equation(mu[a, 0] * P[a, b], mu[b, 0] * P[b, a]))]
    return mu[i, 0] * (P**n)[i, j], mu[j, 0] * (P**n)[j, i], given


@true("Rivlin 1990, Chebyshev Polynomials, §1.1: the three-term recurrence gives cosines of multiples")
def ya12():
    n, (theta,) = dims("n"), real("theta,")
    c = MatrixSymbol("c", n + 2, 1)
    given = [
        ForAll(n, lambda t: Equation(c[t + 2, 0], 2 * cos(theta) * c[t + 1, 0] - c[t, 0])),
        Equation(c[0, 0], 1),
        Equation(c[1, 0], cos(theta)),
    ]
    return c[n, 0], cos(n * theta), given


@true("Brealey, Myers & Allen, Principles of Corporate Finance, ch. 2: the payment that amortises a loan")
def ya13():
    n, (r, q) = dims("n"), real("r q")
    B = MatrixSymbol("B", n + 1, 1)
    given = [ForAll(n, lambda t: Equation(B[t + 1, 0], (1 + r) * B[t, 0] - q)), Equation(B[n, 0], 0), lt(0, r)]
    return q, r * (1 + r) ** n * B[0, 0] / ((1 + r) ** n - 1), given


@true("Martin & Cundy 2018, Parallelizing Linear Recurrent Neural Nets over Sequence Length, §2.2")
def ya14():
    n, i, j = dims("n"), integer("i"), integer("j")
    h, a, x = MatrixSymbol("h", n + 1, 1), MatrixSymbol("a", n, 1), MatrixSymbol("x", n, 1)
    given = [ForAll(n, lambda t: Equation(h[t + 1, 0], a[t, 0] * h[t, 0] + (1 - a[t, 0]) * x[t, 0]))]
    weighted = Sum(Product(a[j, 0], (j, i + 1, n - 1)) * (1 - a[i, 0]) * x[i, 0], (i, 0, n - 1))
    return h[n, 0], Product(a[j, 0], (j, 0, n - 1)) * h[0, 0] + weighted, given


@true("Milakov & Gimelshein 2018, Online Normalizer Calculation for Softmax, Theorem 1")
def ya15():
    n, i = dims("n"), integer("i")
    m, z, x = MatrixSymbol("m", n + 1, 1), MatrixSymbol("z", n + 1, 1), MatrixSymbol("x", n, 1)
    given = [
        ForAll(n, lambda t: Equation(m[t + 1, 0], Max(m[t, 0], x[t, 0]))),
        ForAll(n, lambda t: Equation(z[t + 1, 0], z[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0]))),
        Equation(z[0, 0], 0),
    ]
    return z[n, 0], Sum(exp(x[i, 0] - m[n, 0]), (i, 0, n - 1)), given


# n = 1, d = 2, P = [[1, 1], [0, 0]], p_0 = (1, 0), q_0 = (0, 0): the distance is 2 after the step and was 1.
@false("Levin, Peres & Wilmer 2009, Markov Chains and Mixing Times, ch. 4: distances shrink, with wrong sums")
def ya16():
    n, d = dims("n d")
    p, q, P = MatrixSymbol("p", n + 1, d), MatrixSymbol("q", n + 1, d), MatrixSymbol("P", d, d)
    given = [
        ForAll(n, lambda t: Equation(p[t + 1, :], p[t, :] * P)),
        ForAll(n, lambda t: Equation(q[t + 1, :], q[t, :] * P)),
        ForAll((d, d), lambda i, j: le(0, P[i, j])),
        Equation(ColumnSum(P), OneMatrix(1, d)),
    ]
    return le(Norm1(p[n, :] - q[n, :]), Norm1(p[0, :] - q[0, :])), given


# n = 1, numbers 2, 1, 3: 4 + 1 = 5 on the left, 1·3 - 2 = 1 on the right.
@false("Vajda 1989, Fibonacci and Lucas Numbers, ch. III: the sum of the squares of Lucas numbers, with a wrong sign")
def ya17():
    n, i = dims("n"), integer("i")
    f = MatrixSymbol("f", n + 2, 1)
    given = [
        ForAll(n, lambda t: Equation(f[t + 2, 0], f[t + 1, 0] + f[t, 0])),
        Equation(f[0, 0], 2),
        Equation(f[1, 0], 1),
    ]
    return Sum(f[i, 0] ** 2, (i, 0, n)), f[n, 0] * f[n + 1, 0] - 2, given


# n = 2, h = (2, 2), u = (1, -1, 1): 1 on the left, exp(-4) on the right.
@false("LeVeque 2007, Finite Difference Methods, §7.1: forward Euler decays like exp, without a bound on the steps")
def ya18():
    n, i = dims("n"), integer("i")
    u, h = MatrixSymbol("u", n + 1, 1), MatrixSymbol("h", n, 1)
    given = [
        ForAll(n, lambda t: Equation(u[t + 1, 0], (1 - h[t, 0]) * u[t, 0])),
        ForAll(n, lambda t: le(0, h[t, 0])),
        le(0, u[0, 0]),
    ]
    return le(u[n, 0], u[0, 0] * exp(-Sum(h[i, 0], (i, 0, n - 1)))), given


# n = 1, beta = 1/2, eta = 1, g = 1, x_0 = 0, v_0 = 0: x_1 = -1 on the left, -2·(1 - 1) = 0 on the right.
@false("Goh 2017, Why Momentum Really Works, Distill: heavy ball on a slope, where a factor beta is lost")
def ya19():
    n, (beta, eta, g) = dims("n"), real("beta eta g")
    x, v = MatrixSymbol("x", n + 1, 1), MatrixSymbol("v", n + 1, 1)
    given = [
        ForAll(n, lambda t: Equation(v[t + 1, 0], beta * v[t, 0] + g)),
        ForAll(n, lambda t: Equation(x[t + 1, 0], x[t, 0] - eta * v[t + 1, 0])),
        Equation(v[0, 0], 0),
        Ne(beta, 1),
    ]
    return x[n, 0], x[0, 0] - eta * g / (1 - beta) * (n - (1 - beta**n) / (1 - beta)), given


# n = 2, d = e = 1, K = (1, 1), V = (1, 2), S_0 = 0, t = 0: 2 on the left, 1 on the right.
@false("Schlag, Irie & Schmidhuber 2021, Linear Transformers Are Fast Weight Programmers, §4.2: no value is lost")
def ya20():
    n, d, e = dims("n d e")
    S, K, V = MatrixFamily("S", n + 1, e, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    s = Idx("s", n)
    given = [
        ForAll(n, lambda t: Equation(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :])),
        ForAll(n, lambda t: Equation(SquaredNorm(K[t, :]), 1)),
    ]
    return S[n] * K[s, :].T, V[s, :].T, given
