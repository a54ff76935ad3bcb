"""Recurrences of courses: optimisation, probability, numerical analysis, reinforcement learning, finance."""

from sympy import Identity, Idx, MatrixSymbol, OneMatrix, Product, Sum, Symbol, ZeroMatrix, sqrt

from symattn import (
    Equation,
    ForAll,
    InnerProduct,
    MatrixFamily,
    MaxNorm,
    PositiveSemidefinite,
    RowSum,
    SquaredNorm,
    dims,
)
from tests.unseen.table import false, integer, le, real, true


@true("Norris 1997, Markov Chains, Example 1.1.4: the two-state chain, without a division")
def xb01():
    n, (a, b) = dims("n"), real("a b")
    p = MatrixSymbol("p", n + 1, 1)
    given = [ForAll(n, lambda t: Equation(p[t + 1, 0], (1 - a) * p[t, 0] + b * (1 - p[t, 0])))]
    return (a + b) * p[n, 0] - b, (1 - a - b) ** n * ((a + b) * p[0, 0] - b), given


@true("Saad 2003, Iterative Methods for Sparse Linear Systems, §4.2.1: the residual of Richardson's iteration")
def xb02():
    n, d = dims("n d")
    t, (eta,) = Idx("t", n), real("eta,")
    A, b, x = MatrixSymbol("A", d, d), MatrixSymbol("b", d, 1), MatrixFamily("x", n + 1, d, 1)
    given = [ForAll(t, Equation(x[t + 1], x[t] + eta * (b - A * x[t])))]
    return b - A * x[n], (Identity(d) - eta * A) ** n * (b - A * x[0]), given


@true("Trefethen & Bau 1997, Lecture 27: power iteration with any scaling, seen by a left eigenvector")
def xb03():
    n, d = dims("n d")
    t, k, (lam,) = Idx("t", n), integer("k"), real("lambda,")
    A, v, c = MatrixSymbol("A", d, d), MatrixSymbol("v", d, 1), MatrixSymbol("c", n, 1)
    y = MatrixFamily("y", n + 1, d, 1)
    given = [Equation(v.T * A, lam * v.T), ForAll(t, Equation(c[t, 0] * y[t + 1], A * y[t]))]
    return Product(c[k, 0], (k, 0, n - 1)) * InnerProduct(v, y[n]), lam**n * InnerProduct(v, y[0]), given


@true("Horadam 1971, Pell identities: the sum of the squares of the Pell numbers")
def xb04():
    n, k = dims("n"), integer("k")
    P = MatrixSymbol("P", n + 2, 1)
    given = [
        Equation(P[0, 0], 0),
        Equation(P[1, 0], 1),
        ForAll(n, lambda t: Equation(P[t + 2, 0], 2 * P[t + 1, 0] + P[t, 0])),
    ]
    return P[n, 0] * P[n + 1, 0], 2 * Sum(P[k, 0] ** 2, (k, 0, n)), given


@true("Beck & Teboulle 2009, FISTA, §4: the step numbers add up to the square of the last one")
def xb05():
    n, k = dims("n"), integer("k")
    tau = MatrixSymbol("tau", n + 1, 1)
    given = [
        Equation(tau[0, 0], 1),
        ForAll(n, lambda t: Equation(tau[t + 1, 0] ** 2 - tau[t + 1, 0], tau[t, 0] ** 2)),
    ]
    return Sum(tau[k, 0], (k, 0, n)), tau[n, 0] ** 2, given


@true("Kellison 2009, The Theory of Interest, §5.2: what is left of a loan is the value of the payments to come")
def xb06():
    n, (r, p) = dims("n"), real("r p")
    j, B = Idx("j", n + 1), MatrixSymbol("B", n + 1, 1)
    given = [Equation(B[n, 0], 0), ForAll(n, lambda t: Equation(B[t + 1, 0], (1 + r) * B[t, 0] - p))]
    return r * (1 + r) ** (n - j) * B[j, 0], p * ((1 + r) ** (n - j) - 1), given


@true("Bottou, Curtis & Nocedal 2018, Theorem 4.6: stochastic gradients with a constant step reach a floor")
def xb07():
    n, (sigma,) = dims("n"), real("sigma,")
    eta, mu = Symbol("eta", positive=True), Symbol("mu", positive=True)
    e = MatrixSymbol("e", n + 1, 1)
    given = [
        le(eta * mu, 1),
        ForAll(n, lambda t: le(e[t + 1, 0], (1 - eta * mu) * e[t, 0] + eta**2 * sigma**2)),
    ]
    return le(e[n, 0], (1 - eta * mu) ** n * e[0, 0] + eta * sigma**2 / mu), given


@true("Elaydi 2005, An Introduction to Difference Equations, §2.2: Abel's formula for the Casoratian")
def xb08():
    n, k = dims("n"), integer("k")
    x, y = MatrixSymbol("x", n + 2, 1), MatrixSymbol("y", n + 2, 1)
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    given = [
        ForAll(n, lambda t: Equation(x[t + 2, 0], a[t, 0] * x[t + 1, 0] + b[t, 0] * x[t, 0])),
        ForAll(n, lambda t: Equation(y[t + 2, 0], a[t, 0] * y[t + 1, 0] + b[t, 0] * y[t, 0])),
    ]
    first = x[1, 0] * y[0, 0] - x[0, 0] * y[1, 0]
    return x[n + 1, 0] * y[n, 0] - x[n, 0] * y[n + 1, 0], Product(-b[k, 0], (k, 0, n - 1)) * first, given


@true("Kingma & Ba 2015, Adam, §2.1: with equal decay rates the step m/√v is at most 1")
def xb09():
    n, (beta,) = dims("n"), real("beta,")
    m, v, g = MatrixSymbol("m", n + 1, 1), MatrixSymbol("v", n + 1, 1), MatrixSymbol("g", n, 1)
    given = [
        le(0, beta),
        le(beta, 1),
        Equation(m[0, 0], 0),
        Equation(v[0, 0], 0),
        ForAll(n, lambda t: Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g[t, 0])),
        ForAll(n, lambda t: Equation(v[t + 1, 0], beta * v[t, 0] + (1 - beta) * g[t, 0] ** 2)),
    ]
    return le(m[n, 0] ** 2, v[n, 0]), given


@true("Boyd, EE363, lecture 13: a solution of the discrete Lyapunov equation bounds the cost of every trajectory")
def xb10():
    n, d = dims("n d")
    t, k = Idx("t", n), integer("k")
    A, P, Q = (MatrixSymbol(name, d, d) for name in "APQ")
    x = MatrixFamily("x", n + 1, d, 1)
    given = [
        PositiveSemidefinite(P),
        Equation(A.T * P * A - P, -Q),
        ForAll(t, Equation(x[t + 1], A * x[t])),
    ]
    return le(Sum(InnerProduct(x[k], Q * x[k]), (k, 0, n - 1)), InnerProduct(x[0], P * x[0])), given


@true("Schulman et al. 2016, GAE, eq. 18: with λ = 1 the advantage is a discounted return minus the value")
def xb11():
    n, i, (gamma,) = dims("n"), integer("i"), real("gamma,")
    j, A = Idx("j", n), MatrixSymbol("A", n + 1, 1)
    V, r = MatrixSymbol("V", n + 1, 1), MatrixSymbol("r", n, 1)
    given = [
        Equation(A[n, 0], 0),
        ForAll(n, lambda t: Equation(A[t, 0], r[t, 0] + gamma * V[t + 1, 0] - V[t, 0] + gamma * A[t + 1, 0])),
    ]
    rewards = Sum(gamma ** (i - j) * r[i, 0], (i, j, n - 1))
    return A[j, 0], rewards + gamma ** (n - j) * V[n, 0] - V[j, 0], given


@true(
    "Puterman 2005, Markov Decision Processes, §6.3: the evaluation of a policy converges like γⁿ in the maximum norm"
)
def xb12():
    n, m = dims("n m")
    t, (gamma,) = Idx("t", n), real("gamma,")
    P, r, w = MatrixSymbol("P", m, m), MatrixSymbol("r", m, 1), MatrixSymbol("w", m, 1)
    v = MatrixFamily("v", n + 1, m, 1)
    given = [
        le(0, gamma),
        ForAll((m, m), lambda a, b: le(0, P[a, b])),
        Equation(RowSum(P), OneMatrix(m, 1)),
        Equation(w, r + gamma * P * w),
        ForAll(t, Equation(v[t + 1], r + gamma * P * v[t])),
    ]
    return le(MaxNorm(v[n] - w), gamma**n * MaxNorm(v[0] - w)), given


@true("Holte 2009, Discrete Gronwall lemma and applications: the form with a sum over all earlier places")
def xb13():
    n, s, (a,) = dims("n"), integer("s"), real("a,")
    u, c = MatrixSymbol("u", n + 1, 1), MatrixSymbol("c", n, 1)
    given = [
        ForAll(n, lambda t: le(0, c[t, 0])),
        ForAll(n + 1, lambda t: le(u[t, 0], a + Sum(c[s, 0] * u[s, 0], (s, 0, t - 1)))),
    ]
    return le(u[n, 0], a * Product(1 + c[s, 0], (s, 0, n - 1))), given


@true("Novikoff 1962; Mohri et al. 2018, Theorem 8.8: a perceptron makes at most R²/γ² mistakes")
def xb14():
    n, d = dims("n d")
    t, (gamma, R) = Idx("t", n), real("gamma R")
    W, Z, u = MatrixSymbol("W", n + 1, d), MatrixSymbol("Z", n, d), MatrixSymbol("u", 1, d)
    given = [
        gamma > 0,
        Equation(SquaredNorm(u), 1),
        Equation(W[0, :], ZeroMatrix(1, d)),
        ForAll(t, Equation(W[t + 1, :], W[t, :] + Z[t, :])),
        ForAll(t, le(gamma, InnerProduct(Z[t, :], u))),
        ForAll(t, le(SquaredNorm(Z[t, :]), R**2)),
        ForAll(t, le(InnerProduct(W[t, :], Z[t, :]), 0)),
    ]
    return le(n * gamma**2, R**2), given


@true("Jaggi 2013, Revisiting Frank–Wolfe, Theorem 1: the gap after n steps, wherever they begin")
def xb15():
    n, C = dims("n"), Symbol("C", positive=True)
    h = MatrixSymbol("h", n + 1, 1)
    given = [ForAll(n, lambda t: le(h[t + 1, 0], (1 - 2 / (t + 2)) * h[t, 0] + (2 / (t + 2)) ** 2 * C))]
    return le(h[n, 0], 4 * C / (n + 2)), given


# n = 1, a = 8: s = (1, 9), 8/√1 = 8 > 2·√9 = 6; true if the quotient is a_k/√s_{k+1}
@false("Duchi, Hazan & Singer 2011, AdaGrad, Lemma 4: the scale lags one step behind the gradient")
def xb16():
    n, k = dims("n"), integer("k")
    s, a = MatrixSymbol("s", n + 1, 1), MatrixSymbol("a", n, 1)
    given = [
        Equation(s[0, 0], 1),
        ForAll(n, lambda t: le(0, a[t, 0])),
        ForAll(n, lambda t: Equation(s[t + 1, 0], s[t, 0] + a[t, 0])),
    ]
    return le(Sum(a[k, 0] / sqrt(s[k, 0]), (k, 0, n - 1)), 2 * sqrt(s[n, 0])), given


# n = 1, x = (0, 2): the mean is 1, M_1 = 4, the sum of the squares is 2; the second factor has to take the new mean
@false("Welford 1962; Knuth, TAOCP vol. 2, §4.2.2: both factors of the update take the old mean")
def xb17():
    n, i = dims("n"), integer("i")
    x, mean, M = MatrixSymbol("x", n + 1, 1), MatrixSymbol("mean", n + 1, 1), MatrixSymbol("M", n + 1, 1)
    given = [
        Equation(mean[0, 0], x[0, 0]),
        Equation(M[0, 0], 0),
        ForAll(n, lambda t: Equation(mean[t + 1, 0], mean[t, 0] + (x[t + 1, 0] - mean[t, 0]) / (t + 2))),
        ForAll(n, lambda t: Equation(M[t + 1, 0], M[t, 0] + (x[t + 1, 0] - mean[t, 0]) ** 2)),
    ]
    return M[n, 0], Sum((x[i, 0] - mean[n, 0]) ** 2, (i, 0, n)), given


# n = 2, eta = 1/2, mu = 1, sigma = 2, e = (0, 1, 3/2): 3/2 > 1; it holds for n = 1
@false("Bottou, Curtis & Nocedal 2018, Theorem 4.6: the floor is the noise of a single step")
def xb18():
    n, (sigma,) = dims("n"), real("sigma,")
    eta, mu = Symbol("eta", positive=True), Symbol("mu", positive=True)
    e = MatrixSymbol("e", n + 1, 1)
    given = [
        le(eta * mu, 1),
        ForAll(n, lambda t: le(e[t + 1, 0], (1 - eta * mu) * e[t, 0] + eta**2 * sigma**2)),
    ]
    return le(e[n, 0], (1 - eta * mu) ** n * e[0, 0] + eta**2 * sigma**2), given


# n = 2, j = 1, gamma = 1/2, r = 0, V = 1: G_1 = 1/2, the right side is 1/4; it holds for j = 0
@false("Sutton & Barto 2018, §7.1: the value at the end is discounted from the start, not from place j")
def xb19():
    n, i, (gamma, V) = dims("n"), integer("i"), real("gamma V")
    j, G, r = Idx("j", n), MatrixSymbol("G", n + 1, 1), MatrixSymbol("r", n, 1)
    given = [
        Equation(G[n, 0], V),
        ForAll(n, lambda t: Equation(G[t, 0], r[t, 0] + gamma * G[t + 1, 0])),
    ]
    return G[j, 0], Sum(gamma ** (i - j) * r[i, 0], (i, j, n - 1)) + gamma**n * V, given


# n = 1, m = 2, P = [[1, 0], [1, 0]], mu_0 = (1, 1), nu_0 = 0: mu_1 = (2, 0), 2 > 1; true for the 1-norm
@false("Levin & Peres 2017, Markov Chains and Mixing Times, §4.4: measures do not approach in the maximum norm")
def xb20():
    n, m = dims("n m")
    t, P = Idx("t", n), MatrixSymbol("P", m, m)
    mu, nu = MatrixFamily("mu", n + 1, 1, m), MatrixFamily("nu", n + 1, 1, m)
    given = [
        ForAll((m, m), lambda a, b: le(0, P[a, b])),
        Equation(RowSum(P), OneMatrix(m, 1)),
        ForAll(t, Equation(mu[t + 1], mu[t] * P)),
        ForAll(t, Equation(nu[t + 1], nu[t] * P)),
    ]
    return le(MaxNorm(mu[n] - nu[n]), MaxNorm(mu[0] - nu[0])), given
