"""Recurrences of lectures and papers: optimisation, machine learning, signal processing, filtering, probability."""

from sympy import Abs, Identity, Idx, MatrixSymbol, Max, Product, Sum, ZeroMatrix, exp, log

from symattn import (
    ColumnSum,
    Equation,
    ForAll,
    HeadBlock,
    InnerProduct,
    LogSumExp,
    MatrixFamily,
    PositiveSemidefinite,
    dims,
)
from tests.unseen.table import column, false, integer, le, lt, real, true


@true("Kingma & Ba 2015, Adam, Algorithm 1 and §2.1: the corrected first moment is no larger than the gradients")
def ua01():
    n, (beta, G) = dims("n"), real("beta G")
    t, m, g = Idx("t", n), MatrixSymbol("m", n + 1, 1), MatrixSymbol("g", n, 1)
    given = [
        ForAll(t, Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g[t, 0])),
        ForAll(t, le(Abs(g[t, 0]), G)),
        Equation(m[0, 0], 0),
        le(0, beta),
        lt(beta, 1),
    ]
    return le(Abs(m[n, 0] / (1 - beta**n)), G), given


@true("Welford 1962, Technometrics 4, 419: the running sum of squares, with one division for each observation")
def ua02():
    n, i = dims("n"), integer("i")
    t, (x,) = Idx("t", n), column("x", n)
    mu, M = column("mu M", n + 1)
    given = [
        ForAll(t, Equation(mu[t + 1, 0], mu[t, 0] + (x[t, 0] - mu[t, 0]) / (t + 1))),
        ForAll(t, Equation(M[t + 1, 0], M[t, 0] + (x[t, 0] - mu[t, 0]) * (x[t, 0] - mu[t + 1, 0]))),
        Equation(mu[0, 0], 0),
        Equation(M[0, 0], 0),
    ]
    return M[n, 0], Sum((x[i, 0] - mu[n, 0]) ** 2, (i, 0, n - 1)), given


@true("Milakov & Gimelshein 2018, Online normalizer calculation for softmax, Algorithm 3, begun at the first score")
def ua03():
    n = dims("n")
    t, (x, m, d) = Idx("t", n), column("x m d", n + 1)
    given = [
        ForAll(t, Equation(m[t + 1, 0], Max(m[t, 0], x[t + 1, 0]))),
        ForAll(t, Equation(d[t + 1, 0], d[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t + 1, 0] - m[t + 1, 0]))),
        Equation(m[0, 0], x[0, 0]),
        Equation(d[0, 0], 1),
    ]
    return m[n, 0] + log(d[n, 0]), LogSumExp(x.T)[0, 0], given


@true("Yang, Lin & Li 2016, Unified convergence analysis of stochastic momentum methods, §3: the auxiliary sequence")
def ua04():
    n, d = dims("n d")
    t, (eta, beta) = Idx("t", n), real("eta beta")
    X, V, G = MatrixSymbol("X", n + 1, d), MatrixSymbol("V", n + 1, d), MatrixSymbol("G", n, d)
    given = [
        ForAll(t, Equation(V[t + 1, :], beta * V[t, :] + G[t, :])),
        ForAll(t, Equation(X[t + 1, :], X[t, :] - eta * V[t + 1, :])),
        Equation(V[0, :], ZeroMatrix(1, d)),
        lt(beta, 1),
    ]
    return X[n, :] - eta * beta / (1 - beta) * V[n, :], X[0, :] - eta / (1 - beta) * ColumnSum(G), given


@true("Gu, Goel & Ré 2022, S4, §2.4: the outputs of a linear state space model are a causal convolution")
def ua05():
    n, d = dims("n d")
    t, k, i = Idx("t", n), Idx("k", n), integer("i")
    A, B, C = MatrixSymbol("A", d, d), MatrixSymbol("B", d, 1), MatrixSymbol("C", 1, d)
    h, u = MatrixFamily("h", n + 1, d, 1), MatrixSymbol("u", n, 1)
    given = [ForAll(t, Equation(h[t + 1], A * h[t] + B * u[t, 0])), Equation(h[0], ZeroMatrix(d, 1))]
    return InnerProduct(C.T, h[k + 1]), Sum(InnerProduct(C.T, A ** (k - i) * B) * u[i, 0], (i, 0, k)), given


@true("Hua et al. 2022, Transformer Quality in Linear Time, §3.2: the state of linear attention from chunk to chunk")
def ua06():
    H, b, ell, d = dims("H b ell d")
    t, h = Idx("t", H * b), Idx("h", H)
    S, K, V = MatrixFamily("S", H * b + 1, ell, d), MatrixSymbol("K", H * b, ell), MatrixSymbol("V", H * b, d)
    given = [ForAll(t, Equation(S[t + 1], S[t] + K[t, :].T * V[t, :]))]
    return S[b * h + b], S[b * h] + HeadBlock(K, h, H).T * HeadBlock(V, h, H), given


@true("Gower et al. 2019, SGD: General Analysis and Improved Rates, Theorem 3.1: from one step to n steps")
def ua07():
    n, (gamma, mu, sigma) = dims("n"), real("gamma mu sigma")
    t, (r,) = Idx("t", n), column("r", n + 1)
    given = [
        ForAll(t, le(r[t + 1, 0], (1 - gamma * mu) * r[t, 0] + 2 * gamma**2 * sigma**2)),
        lt(0, gamma),
        lt(0, mu),
        le(gamma * mu, 1),
    ]
    return le(r[n, 0], (1 - gamma * mu) ** n * r[0, 0] + 2 * gamma * sigma**2 / mu), given


@true("Elaydi 2005, An Introduction to Difference Equations, Lemma 2.13 (Abel): the Casoratian of two solutions")
def ua08():
    n, i = dims("n"), integer("i")
    t, (x, y), (p, q) = Idx("t", n), column("x y", n + 2), column("p q", n)
    given = [
        ForAll(t, Equation(x[t + 2, 0] + p[t, 0] * x[t + 1, 0] + q[t, 0] * x[t, 0], 0)),
        ForAll(t, Equation(y[t + 2, 0] + p[t, 0] * y[t + 1, 0] + q[t, 0] * y[t, 0], 0)),
    ]
    start = x[0, 0] * y[1, 0] - x[1, 0] * y[0, 0]
    return x[n, 0] * y[n + 1, 0] - x[n + 1, 0] * y[n, 0], Product(q[i, 0], (i, 0, n - 1)) * start, given


@true("Smith 1997, The Scientist and Engineer's Guide to DSP, Chapter 15: the moving average by recursion")
def ua09():
    n, w, i = *dims("n w"), integer("i")
    t, (y,), (x,) = Idx("t", n), column("y", n + 1), column("x", n + w)
    given = [
        ForAll(t, Equation(y[t + 1, 0], y[t, 0] + (x[t + w, 0] - x[t, 0]) / w)),
        Equation(y[0, 0], Sum(x[i, 0], (i, 0, w - 1)) / w),
    ]
    return y[n, 0], Sum(x[n + i, 0], (i, 0, w - 1)) / w, given


@true("Asmussen 2003, Applied Probability and Queues, §III.6: the Lindley recursion is above every last stretch")
def ua10():
    n, i = dims("n"), integer("i")
    t, k, (W,), (x,) = Idx("t", n), Idx("k", n), column("W", n + 1), column("x", n)
    given = [ForAll(t, Equation(W[t + 1, 0], Max(0, W[t, 0] + x[t, 0]))), Equation(W[0, 0], 0)]
    return le(Sum(x[i, 0], (i, k, n - 1)), W[n, 0]), given


@true("Martin & Cundy 2018, Parallelizing Linear Recurrent Neural Nets Over Sequence Length, §2: the scan unrolled")
def ua11():
    n, i, j = dims("n"), integer("i"), integer("j")
    t, (h,), (a, x) = Idx("t", n), column("h", n + 1), column("lambda x", n)
    given = [ForAll(t, Equation(h[t + 1, 0], a[t, 0] * h[t, 0] + (1 - a[t, 0]) * x[t, 0]))]
    later = Sum((1 - a[i, 0]) * x[i, 0] * Product(a[j, 0], (j, i + 1, n - 1)), (i, 0, n - 1))
    return h[n, 0], Product(a[j, 0], (j, 0, n - 1)) * h[0, 0] + later, given


@true("Araujo, Norris & Sim 2019, Computing Receptive Fields of CNNs, Distill, eq. 2: from the last layer to the first")
def ua12():
    L, m, i = dims("L"), integer("m"), integer("i")
    t, (r,), (k, s) = Idx("t", L), column("r", L + 1), column("k s", L)
    given = [ForAll(t, Equation(r[t, 0], s[t, 0] * r[t + 1, 0] + k[t, 0] - s[t, 0])), Equation(r[L, 0], 1)]
    return r[0, 0], 1 + Sum((k[m, 0] - 1) * Product(s[i, 0], (i, 0, m - 1)), (m, 0, L - 1)), given


@true("Bar-Shalom, Li & Kirubarajan 2001, Estimation with Applications, §5.2.3: Joseph's form, with any gains")
def ua13():
    n, d, m = dims("n d m")
    t, P, K = Idx("t", n), MatrixFamily("P", n + 1, d, d), MatrixFamily("K", n, d, m)
    H, R = MatrixSymbol("H", m, d), MatrixSymbol("R", m, m)
    rest = Identity(d) - K[t] * H
    given = [
        ForAll(t, Equation(P[t + 1], rest * P[t] * rest.T + K[t] * R * K[t].T)),
        PositiveSemidefinite(P[0]),
        PositiveSemidefinite(R),
    ]
    return PositiveSemidefinite(P[n]), given


@true("Schlag, Irie & Schmidhuber 2021, Fast Weight Programmers, §4.2: the delta rule recalls with orthonormal keys")
def ua14():
    n, ell, d = dims("n ell d")
    t, S = Idx("t", n), MatrixFamily("S", n + 1, d, ell)
    K, V = MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    given = [
        ForAll(t, Equation(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :])),
        Equation(K * K.T, Identity(n)),
    ]
    return S[n] * K.T, V.T, given


@true("Schulman et al. 2016, Generalized Advantage Estimation, eq. 18: λ = 1, computed from the last step backwards")
def ua15():
    n, (gamma,), i = dims("n"), real("gamma,"), integer("i")
    t, (A, V), (r,) = Idx("t", n), column("A V", n + 1), column("r", n)
    error = r[t, 0] + gamma * V[t + 1, 0] - V[t, 0]
    given = [ForAll(t, Equation(A[t, 0], error + gamma * A[t + 1, 0])), Equation(A[n, 0], 0)]
    return A[0, 0], Sum(gamma**i * r[i, 0], (i, 0, n - 1)) + gamma**n * V[n, 0] - V[0, 0], given


# n = 1, α = 1/2, μ₀ = S₀ = q₀ = 0, x = 1: μ = S = q = 1/2, so S + μ² = 3/4 against q = 1/2
@false("Finch 2009, Incremental calculation of weighted mean and variance, §9: the exponentially weighted variance")
def ua16():
    n, (alpha,) = dims("n"), real("alpha,")
    t, (mu, S, q), (x,) = Idx("t", n), column("mu S q", n + 1), column("x", n)
    given = [
        ForAll(t, Equation(mu[t + 1, 0], mu[t, 0] + alpha * (x[t, 0] - mu[t, 0]))),
        ForAll(t, Equation(S[t + 1, 0], (1 - alpha) * S[t, 0] + alpha * (x[t, 0] - mu[t, 0]) ** 2)),
        ForAll(t, Equation(q[t + 1, 0], (1 - alpha) * q[t, 0] + alpha * x[t, 0] ** 2)),
        Equation(q[0, 0], S[0, 0] + mu[0, 0] ** 2),
        lt(0, alpha),
        lt(alpha, 1),
    ]
    return S[n, 0] + mu[n, 0] ** 2, q[n, 0], given


# n = 2, a = (1, 0), x = 2: the last state is 2, the sum 1
@false("Knuth 1997, The Art of Computer Programming 2, §4.6.4: Horner's rule, the coefficients in the wrong order")
def ua17():
    n, (x,), i = dims("n"), real("x,"), integer("i")
    t, (s,), (a,) = Idx("t", n), column("s", n + 1), column("a", n)
    given = [ForAll(t, Equation(s[t + 1, 0], x * s[t, 0] + a[t, 0])), Equation(s[0, 0], 0)]
    return s[n, 0], Sum(a[i, 0] * x**i, (i, 0, n - 1)), given


# n = 2, r = (1, −1/2): the wealth is 1, the bound 3/2
@false("Luenberger 1998, Investment Science, Chapter 15: compounding beats simple interest, with returns of both signs")
def ua18():
    n, i = dims("n"), integer("i")
    t, (p,), (r,) = Idx("t", n), column("p", n + 1), column("r", n)
    given = [
        ForAll(t, Equation(p[t + 1, 0], (1 + r[t, 0]) * p[t, 0])),
        ForAll(t, le(-1, r[t, 0])),
        Equation(p[0, 0], 1),
    ]
    return le(1 + Sum(r[i, 0], (i, 0, n - 1)), p[n, 0]), given


# n = 1: the sum is F₀² = 0, the product F₁ F₂ = 1
@false("Graham, Knuth & Patashnik 1994, Concrete Mathematics, §6.6: the sum of squares of Fibonacci numbers")
def ua19():
    n, i = dims("n"), integer("i")
    t, (F,) = Idx("t", n), column("F", n + 2)
    given = [
        ForAll(t, Equation(F[t + 2, 0], F[t + 1, 0] + F[t, 0])),
        Equation(F[0, 0], 0),
        Equation(F[1, 0], 1),
    ]
    return Sum(F[i, 0] ** 2, (i, 0, n - 1)), F[n, 0] * F[n + 1, 0], given


# n = ℓ = d = 1, j = 0, γ = 1/2, S₀ = 1, Q = 1, K = V = 0: the left side is 1/2, the right side 1
@false("Sun et al. 2023, Retentive Network, eq. 7: the state before a chunk decays by one step more")
def ua20():
    n, ell, d = dims("n ell d")
    t, j, c, i, (gamma,) = Idx("t", n), Idx("j", n), Idx("c", d), integer("i"), real("gamma,")
    S, Q, K, V = (
        MatrixFamily("S", n + 1, ell, d),
        *(MatrixSymbol(x, n, w) for x, w in zip("QKV", (ell, ell, d), strict=True)),
    )
    given = [ForAll(t, Equation(S[t + 1], gamma * S[t] + K[t, :].T * V[t, :])), lt(0, gamma), lt(gamma, 1)]
    inner = Sum(gamma ** (j - i) * InnerProduct(Q[j, :], K[i, :]) * V[i, c], (i, 0, j))
    return (Q[j, :] * S[j + 1])[0, c], gamma**j * (Q[j, :] * S[0])[0, c] + inner, given
