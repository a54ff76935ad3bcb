"""Recurrences of learning: gradient descent, moments, recurrent networks, filters, returns, running maxima, rates."""

from sympy import Abs, Idx, MatrixSymbol, Max, Piecewise, Rational, Sum, ZeroMatrix, exp

from symattn import ColumnMax, Equation, ForAll, HeadSum, InnerProduct, MatrixFamily, SquaredNorm, dims
from tests.unseen.table import column, false, integer, le, lt, real, true


@true("optimisation course: gradient descent on a x²/2 + b x with a constant step contracts to the minimiser −b/a")
def rl01():
    n, (a, b, eta) = dims("n"), real("a b eta")
    t, (x,) = Idx("t", n), column("x", n + 1)
    given = [lt(0, a), ForAll(t, Equation(x[t + 1, 0], x[t, 0] - eta * (a * x[t, 0] + b)))]
    return x[n, 0] + b / a, (1 - eta * a) ** n * (x[0, 0] + b / a), given


@true("Kingma & Ba 2015, §3: the bias-corrected second moment of a constant gradient is its square")
def rl02():
    n, (beta, g) = dims("n"), real("beta g")
    t, (v,) = Idx("t", n), column("v", n + 1)
    step = ForAll(t, Equation(v[t + 1, 0], beta * v[t, 0] + (1 - beta) * g**2))
    return v[n, 0] / (1 - beta**n), g**2, [le(0, beta), lt(beta, 1), Equation(v[0, 0], 0), step]


@true("Sutton & Barto, eq. 3.9, unrolled backwards: the return from the first step is a discounted sum")
def rl03():
    n, (gamma,) = dims("n"), real("gamma,")
    t, s = Idx("t", n), integer("s")
    (G,), (r,) = column("G", n + 1), column("r", n)
    step = ForAll(t, Equation(G[t, 0], r[t, 0] + gamma * G[t + 1, 0]))
    return G[0, 0], Sum(gamma**s * r[s, 0], (s, 0, n - 1)) + gamma**n * G[n, 0], [step]


@true("online learning: a counter of mistakes is at most the number of rounds")
def rl04():
    n = dims("n")
    t, (c,), (m,) = Idx("t", n), column("c", n + 1), column("m", n)
    step = ForAll(t, Equation(c[t + 1, 0], c[t, 0] + Piecewise((1, m[t, 0] <= 0), (0, True))))
    return le(c[n, 0], n), [Equation(c[0, 0], 0), step]


@true("Graham, Knuth, Patashnik, §6.6, exercise: the sum of the squares of the Fibonacci numbers")
def rl05():
    n, s = dims("n"), integer("s")
    t, (F,) = Idx("t", n), column("F", n + 2)
    step = ForAll(t, Equation(F[t + 2, 0], F[t + 1, 0] + F[t, 0]))
    given = [Equation(F[0, 0], 0), Equation(F[1, 0], 1), step]
    return Sum(F[s, 0] ** 2, (s, 0, n)), F[n, 0] * F[n + 1, 0], given


@true("Gu et al. 2021 (S4): a linear state space model with zero initial state is a convolution")
def rl06():
    n, d, m = dims("n d m")
    t, s = Idx("t", n), integer("s")
    A, B = MatrixSymbol("A", d, d), MatrixSymbol("B", m, d)
    H, X = MatrixSymbol("H", n + 1, d), MatrixSymbol("X", n, m)
    step = ForAll(t, Equation(H[t + 1, :], H[t, :] * A + X[t, :] * B))
    return H[n, :], HeadSum(X[s, :] * B * A ** (n - 1 - s), (s, 0, n - 1)), [Equation(H[0, :], ZeroMatrix(1, d)), step]


@true("Schulman et al. 2016 (GAE), eq. 18: for λ = 1 the advantage is the return less the value")
def rl07():
    n, (gamma,) = dims("n"), real("gamma,")
    t, s = Idx("t", n), integer("s")
    (A, V), (r,) = column("A V", n + 1), column("r", n)
    delta = r[t, 0] + gamma * V[t + 1, 0] - V[t, 0]
    step = ForAll(t, Equation(A[t, 0], delta + gamma * A[t + 1, 0]))
    value = Sum(gamma**s * r[s, 0], (s, 0, n - 1)) + gamma**n * V[n, 0] - V[0, 0]
    return A[0, 0], value, [Equation(A[n, 0], 0), step]


@true("Cho et al. 2014 (GRU): the state of a gated unit stays between −1 and 1")
def rl08():
    n = dims("n")
    t, (h,), (z, c) = Idx("t", n), column("h", n + 1), column("z c", n)
    step = ForAll(t, Equation(h[t + 1, 0], (1 - z[t, 0]) * h[t, 0] + z[t, 0] * c[t, 0]))
    gates = [ForAll(t, le(0, z[t, 0])), ForAll(t, le(z[t, 0], 1)), ForAll(t, le(Abs(c[t, 0]), 1))]
    return le(Abs(h[n, 0]), 1), [le(Abs(h[0, 0]), 1), *gates, step]


@true("SGD with a constant step: the error falls geometrically to a noise floor")
def rl09():
    n, (rho, sigma) = dims("n"), real("rho sigma")
    t, (e,) = Idx("t", n), column("e", n + 1)
    step = ForAll(t, le(e[t + 1, 0], rho * e[t, 0] + sigma))
    given = [le(0, rho), lt(rho, 1), le(0, sigma), step]
    return le(e[n, 0], rho**n * e[0, 0] + sigma / (1 - rho)), given


@true("Kalman filter of a constant: the posterior variance after n measurements")
def rl10():
    n, (R,) = dims("n"), real("R,")
    t, (P,), (K,) = Idx("t", n), column("P", n + 1), column("K", n)
    positive = ForAll(n + 1, lambda i: lt(0, P[i, 0]))
    gain = ForAll(t, Equation(K[t, 0], P[t, 0] / (P[t, 0] + R)))
    step = ForAll(t, Equation(P[t + 1, 0], (1 - K[t, 0]) * P[t, 0]))
    return P[n, 0], P[0, 0] * R / (R + n * P[0, 0]), [lt(0, R), positive, gain, step]


@true("the discrete Gronwall inequality with an exponential factor")
def rl11():
    n, s = dims("n"), integer("s")
    t, (u,), (a, b) = Idx("t", n), column("u", n + 1), column("a b", n)
    signs = [ForAll(t, le(0, a[t, 0])), ForAll(t, le(0, b[t, 0])), ForAll(n + 1, lambda i: le(0, u[i, 0]))]
    step = ForAll(t, le(u[t + 1, 0], (1 + a[t, 0]) * u[t, 0] + b[t, 0]))
    bound = exp(Sum(a[s, 0], (s, 0, n - 1))) * (u[0, 0] + Sum(b[s, 0], (s, 0, n - 1)))
    return le(u[n, 0], bound), [*signs, step]


@true("Milakov & Gimelshein 2018: the online normaliser of softmax, for any initial maximum and sum")
def rl12():
    n, s = dims("n"), integer("s")
    t, (m, z), (x,) = Idx("t", n), column("m z", n + 1), column("x", n)
    largest = ForAll(t, Equation(m[t + 1, 0], Max(m[t, 0], x[t, 0])))
    step = ForAll(t, Equation(z[t + 1, 0], z[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0])))
    total = z[0, 0] * exp(m[0, 0]) + Sum(exp(x[s, 0]), (s, 0, n - 1))
    return z[n, 0] * exp(m[n, 0]), total, [largest, step]


@true("Novikoff 1962: the perceptron makes at most R²/γ² mistakes; the rows of Z are y x at the mistakes")
def rl13():
    n, d = dims("n d")
    gamma, R = real("gamma R")
    t, u = Idx("t", n), MatrixSymbol("u", 1, d)
    W, Z = MatrixSymbol("W", n + 1, d), MatrixSymbol("Z", n, d)
    mistakes = ForAll(t, le(InnerProduct(W[t, :], Z[t, :]), 0))
    margin = ForAll(t, le(gamma, InnerProduct(u, Z[t, :])))
    radius = ForAll(t, le(SquaredNorm(Z[t, :]), R**2))
    step = ForAll(t, Equation(W[t + 1, :], W[t, :] + Z[t, :]))
    start = [lt(0, gamma), Equation(SquaredNorm(u), 1), Equation(W[0, :], ZeroMatrix(1, d))]
    return le(n * gamma**2, R**2), [*start, mistakes, margin, radius, step]


@true("Welford 1962: the running sum of squared deviations")
def rl14():
    n, s = dims("n"), integer("s")
    t, (mu, M), (x,) = Idx("t", n), column("mu M", n + 1), column("x", n)
    mean = ForAll(t, Equation(mu[t + 1, 0], mu[t, 0] + (x[t, 0] - mu[t, 0]) / (t + 1)))
    step = ForAll(t, Equation(M[t + 1, 0], M[t, 0] + (x[t, 0] - mu[t, 0]) * (x[t, 0] - mu[t + 1, 0])))
    given = [Equation(mu[0, 0], 0), Equation(M[0, 0], 0), mean, step]
    return M[n, 0], Sum((x[s, 0] - mu[n, 0]) ** 2, (s, 0, n - 1)), given


@true("Jaggi 2013, theorem 1: the rate of Frank–Wolfe with the steps 2/(t + 2)")
def rl15():
    n, (C,) = dims("n"), real("C,")
    t, (h,) = Idx("t", n), column("h", n + 1)
    gamma = 2 / (t + 2)
    step = ForAll(t, le(h[t + 1, 0], (1 - gamma) * h[t, 0] + gamma**2 * C / 2))
    return le(h[n, 0], 2 * C / (n + 2)), [le(0, C), step]


# n = 2, β = 1/2, g = (1, 0): 1/4 and 1/2
@false("the moving average as a weighted sum, with the largest weight on the oldest gradient")
def rl16():
    n, (beta,) = dims("n"), real("beta,")
    t, s = Idx("t", n), integer("s")
    (m,), (g,) = column("m", n + 1), column("g", n)
    step = ForAll(t, Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g[t, 0]))
    return m[n, 0], (1 - beta) * Sum(beta**s * g[s, 0], (s, 0, n - 1)), [Equation(m[0, 0], 0), step]


# n = 1, β = 1/2, η = 1, x = (0, 0), v = (1, 0), g = −1/2: the left side is 0, the right side −2 + 1 = −1
@false("heavy ball: the averaged iterate x − η/(1 − β) v moves like SGD; the factor β is forgotten")
def rl17():
    n, s = dims("n"), integer("s")
    beta, eta = real("beta eta")
    t, (x, v), (g,) = Idx("t", n), column("x v", n + 1), column("g", n)
    moment = ForAll(t, Equation(v[t + 1, 0], beta * v[t, 0] + g[t, 0]))
    step = ForAll(t, Equation(x[t + 1, 0], x[t, 0] - eta * v[t + 1, 0]))
    factor = eta / (1 - beta)
    moved = x[0, 0] - factor * v[0, 0] - factor * Sum(g[s, 0], (s, 0, n - 1))
    return x[n, 0] - factor * v[n, 0], moved, [le(0, beta), lt(beta, 1), moment, step]


# n = 1, d = 2, A = [[0, 1], [0, 0]], P_0 = 1: A Aᵀ ≠ A A = 0
@false("control course: the covariance of a linear system without noise, with the transpose forgotten")
def rl18():
    n, d = dims("n d")
    t, A, P = Idx("t", n), MatrixSymbol("A", d, d), MatrixFamily("P", n + 1, d, d)
    return P[n], A**n * P[0] * A**n, [ForAll(t, Equation(P[t + 1], A * P[t] * A.T))]


# n = 6: 8 > 243/32 (it holds for n = 1, …, 5)
@false("a bound of the Fibonacci numbers by (3/2)ⁿ⁻¹, guessed from the first five")
def rl19():
    n = dims("n")
    t, (F,) = Idx("t", n), column("F", n + 2)
    step = ForAll(t, Equation(F[t + 2, 0], F[t + 1, 0] + F[t, 0]))
    given = [Equation(F[0, 0], 0), Equation(F[1, 0], 1), step]
    return le(F[n, 0], Rational(3, 2) ** (n - 1)), given


# n = 1, x = (−1): 0 and −1
@false("a running maximum that starts at 0 ends at the maximum")
def rl20():
    n = dims("n")
    t, (m,), (x,) = Idx("t", n), column("m", n + 1), column("x", n)
    step = ForAll(t, Equation(m[t + 1, 0], Max(m[t, 0], x[t, 0])))
    return m[n, 0], ColumnMax(x)[0, 0], [Equation(m[0, 0], 0), step]
