"""Recurrences: linear, gated, with matrix states, two steps back, moving averages, contraction along a recurrence."""

from sympy import Identity, Idx, MatrixSymbol, Max, Product, Sum, ZeroMatrix, exp, tanh

from symattn import Equation, ForAll, Loewner, MatrixFamily, PositiveDefinite, Sigmoid, SquaredNorm, dims
from tests.unseen.table import column, false, integer, le, lt, real, square, true


@true("Gu & Dao 2023 (Mamba), §3.3: the scan of a selective recurrence, unrolled with the products of the later gates")
def fr01():
    n, i, j = dims("n"), integer("i"), integer("j")
    t = Idx("t", n)
    h, a, b, x = MatrixSymbol("h", n + 1, 1), *column("a b x", n)
    step = ForAll(t, Equation(h[t + 1, 0], a[t, 0] * h[t, 0] + b[t, 0] * x[t, 0]))
    kept = Product(a[j, 0], (j, 0, n - 1)) * h[0, 0]
    added = Sum(Product(a[j, 0], (j, i + 1, n - 1)) * b[i, 0] * x[i, 0], (i, 0, n - 1))
    return h[n, 0], kept + added, [step]


@true("Kingma & Ba 2015 (Adam), §3: the bias correction is exact for a constant gradient")
def fr02():
    n, (beta, g) = dims("n"), real("beta g")
    t, m = Idx("t", n), MatrixSymbol("m", n + 1, 1)
    step = ForAll(t, Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g))
    return m[n, 0] / (1 - beta**n), g, [step, Equation(m[0, 0], 0), le(0, beta), lt(beta, 1)]


@true("Kingma & Ba 2015 (Adam), §2.1: with one decay rate, the step |m|/√v is at most 1")
def fr03():
    n, (beta,) = dims("n"), real("beta,")
    t, m, v, g = Idx("t", n), *column("m v", n + 1), MatrixSymbol("g", n, 1)
    first = ForAll(t, Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g[t, 0]))
    second = ForAll(t, Equation(v[t + 1, 0], beta * v[t, 0] + (1 - beta) * g[t, 0] ** 2))
    start = [Equation(m[0, 0], 0), Equation(v[0, 0], 0)]
    return le(m[n, 0] ** 2, v[n, 0]), [first, second, *start, le(0, beta), le(beta, 1)]


@true("Bottou, Curtis & Nocedal 2018, thm 4.6: constant steps lead into a neighbourhood, at a linear rate")
def fr04():
    n, (rho, c) = dims("n"), real("rho c")
    t, e = Idx("t", n), MatrixSymbol("e", n + 1, 1)
    step = ForAll(t, le(e[t + 1, 0], rho * e[t, 0] + c))
    return le(e[n, 0], rho**n * e[0, 0] + c / (1 - rho)), [step, le(0, c), le(0, rho), lt(rho, 1)]


@true("the discrete Grönwall lemma, as in the convergence of Euler's method (Süli & Mayers, ch. 12)")
def fr05():
    n, i = dims("n"), integer("i")
    t = Idx("t", n)
    u, a, b = MatrixSymbol("u", n + 1, 1), *column("a b", n)
    step = ForAll(t, le(u[t + 1, 0], (1 + a[t, 0]) * u[t, 0] + b[t, 0]))
    signs = [ForAll(t, le(0, a[t, 0])), ForAll(t, le(0, b[t, 0])), le(0, u[0, 0])]
    growth = exp(Sum(a[i, 0], (i, 0, n - 1)))
    return le(u[n, 0], growth * (u[0, 0] + Sum(b[i, 0], (i, 0, n - 1)))), [step, *signs]


@true("Nesterov, Lectures on Convex Optimization, §1.2.3: the mean squared gradient of a descent method is O(1/n)")
def fr06():
    n, i, (eta, c) = dims("n"), integer("i"), real("eta c")
    t, f, g = Idx("t", n), MatrixSymbol("f", n + 1, 1), MatrixSymbol("g", n, 1)
    step = ForAll(t, le(f[t + 1, 0], f[t, 0] - eta / 2 * g[t, 0] ** 2))
    mean = Sum(g[i, 0] ** 2, (i, 0, n - 1)) / n
    return le(mean, 2 * (f[0, 0] - c) / (eta * n)), [step, lt(0, eta), le(c, f[n, 0])]


@true("Welford 1962; Knuth, TAOCP vol. 2, §4.2.2: the running sum of squared deviations")
def fr07():
    n, i = dims("n"), integer("i")
    t, mu, M, x = Idx("t", n), *column("mu M", n + 1), MatrixSymbol("x", n, 1)
    mean = ForAll(t, Equation(mu[t + 1, 0], mu[t, 0] + (x[t, 0] - mu[t, 0]) / (t + 1)))
    squares = ForAll(t, Equation(M[t + 1, 0], M[t, 0] + (x[t, 0] - mu[t, 0]) * (x[t, 0] - mu[t + 1, 0])))
    start = [Equation(mu[0, 0], 0), Equation(M[0, 0], 0)]
    return M[n, 0], Sum((x[i, 0] - mu[n, 0]) ** 2, (i, 0, n - 1)), [mean, squares, *start]


@true("Graham, Knuth & Patashnik, eq. 6.103: Cassini's identity, for any two starting values")
def fr08():
    n = dims("n")
    t, f = Idx("t", n), MatrixSymbol("f", n + 2, 1)
    step = ForAll(t, Equation(f[t + 2, 0], f[t + 1, 0] + f[t, 0]))

    def form(a, b):
        return b**2 - a * b - a**2

    return form(f[n, 0], f[n + 1, 0]), (-1) ** n * form(f[0, 0], f[1, 0]), [step]


@true("Schlag, Irie & Schmidhuber 2021 (the delta rule): the pair that was written last is read back")
def fr09():
    n, d, m = dims("n d m")
    t, S = Idx("t", n), MatrixFamily("S", n + 1, m, d)
    K, V = MatrixSymbol("K", n, d), MatrixSymbol("V", n, m)
    step = ForAll(t, Equation(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :]))
    unit = ForAll(t, Equation(SquaredNorm(K[t, :]), 1))
    return S[n] * K[n - 1, :].T, V[n - 1, :].T, [step, unit]


@true("Goodfellow, Bengio & Courville, §7.8: the error of gradient descent on a quadratic function")
def fr10():
    (n, d), (eta,) = dims("n d"), real("eta,")
    t, w, (A,) = Idx("t", n), MatrixFamily("w", n + 1, d, 1), square("A", d)
    b, s = column("b s", d)
    step = ForAll(t, Equation(w[t + 1], w[t] - eta * (A * w[t] - b)))
    return w[n] - s, (Identity(d) - eta * A) ** n * (w[0] - s), [step, Equation(A * s, b)]


@true("Milakov & Gimelshein 2018, alg. 3: the online normaliser of softmax")
def fr11():
    n, i = dims("n"), integer("i")
    t, m, z, x = Idx("t", n), *column("m z", n + 1), MatrixSymbol("x", n, 1)
    largest = ForAll(t, Equation(m[t + 1, 0], Max(m[t, 0], x[t, 0])))
    rescaled = z[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0])
    given = [largest, ForAll(t, Equation(z[t + 1, 0], rescaled)), Equation(z[0, 0], 0)]
    return z[n, 0] * exp(m[n, 0]), Sum(exp(x[i, 0]), (i, 0, n - 1)), given


@true("Ghadimi, Feyzmahdavian & Johansson 2015: heavy-ball momentum is gradient descent of an averaged point")
def fr12():
    n, i, (mu, eta) = dims("n"), integer("i"), real("mu eta")
    t, v, x, g = Idx("t", n), *column("v x", n + 1), MatrixSymbol("g", n, 1)
    velocity = ForAll(t, Equation(v[t + 1, 0], mu * v[t, 0] - eta * g[t, 0]))
    place = ForAll(t, Equation(x[t + 1, 0], x[t, 0] + v[t + 1, 0]))
    start = x[0, 0] + mu / (1 - mu) * v[0, 0]
    end = x[n, 0] + mu / (1 - mu) * v[n, 0]
    return end, start - eta / (1 - mu) * Sum(g[i, 0], (i, 0, n - 1)), [velocity, place, lt(mu, 1)]


@true("Cho et al. 2014 (GRU): the hidden state stays between −1 and 1")
def fr13():
    n = dims("n")
    t, h, u, w = Idx("t", n), MatrixSymbol("h", n + 1, 1), *column("u w", n)
    gate = Sigmoid(u[t, 0])
    step = ForAll(t, Equation(h[t + 1, 0], (1 - gate) * h[t, 0] + gate * tanh(w[t, 0])))
    return le(h[n, 0], 1), [step, le(-1, h[0, 0]), le(h[0, 0], 1)]


@true("Bishop, PRML, eq. 2.142, sequentially: the precision of a Gaussian mean grows by 1/r with every observation")
def fr14():
    n, (r,) = dims("n"), real("r,")
    t, p = Idx("t", n), MatrixSymbol("p", n + 1, 1)
    step = ForAll(t, Equation(p[t + 1, 0], p[t, 0] * r / (p[t, 0] + r)))
    return 1 / p[n, 0], 1 / p[0, 0] + n / r, [step, lt(0, r), ForAll(n + 1, lambda s: lt(0, p[s, 0]))]


@true("Lyapunov's theorem in discrete time (Boyd et al., Linear Matrix Inequalities, §5.1): exponential decay")
def fr15():
    (n, d), (rho,) = dims("n d"), real("rho,")
    t, x, (A, P) = Idx("t", n), MatrixFamily("x", n + 1, d, 1), square("A P", d)
    step = ForAll(t, Equation(x[t + 1], A * x[t]))
    given = [step, PositiveDefinite(P), Loewner(A.T * P * A, rho * P), le(0, rho)]
    return le((x[n].T * P * x[n])[0, 0], rho**n * (x[0].T * P * x[0])[0, 0]), given


# Without m_0 = 0: n = 1, β = 1/2, g = 0, m = (1, 1/2): the left side is (1/2)/(1/2) = 1, the right side 0.
@false("Kingma & Ba 2015, §3, without the start at 0: the bias correction of a moving average")
def fr16():
    n, (beta, g) = dims("n"), real("beta g")
    t, m = Idx("t", n), MatrixSymbol("m", n + 1, 1)
    step = ForAll(t, Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g))
    return m[n, 0] / (1 - beta**n), g, [step, le(0, beta), lt(beta, 1)]


# n = 2, ρ = 1/2, c = 1, e = (0, 1, 3/2): 3/2 ≤ 1 is false.
@false("a slip in a proof on SGD: the noise of the last step alone remains")
def fr17():
    n, (rho, c) = dims("n"), real("rho c")
    t, e = Idx("t", n), MatrixSymbol("e", n + 1, 1)
    step = ForAll(t, le(e[t + 1, 0], rho * e[t, 0] + c))
    return le(e[n, 0], rho**n * e[0, 0] + c), [step, le(0, c), le(0, rho), lt(rho, 1)]


# n = 2, d = m = 1, S = (0, 1, 2), K = (1, 1), V = (1, 2): the read-out at the key of step 0 is 2, and V_0 is 1.
@false("the delta rule, with keys that are not orthogonal: the pair that was written first is read back")
def fr18():
    n, d, m = dims("n d m")
    t, S = Idx("t", n), MatrixFamily("S", n + 1, m, d)
    K, V = MatrixSymbol("K", n, d), MatrixSymbol("V", n, m)
    step = ForAll(t, Equation(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :]))
    given = [step, ForAll(t, Equation(SquaredNorm(K[t, :]), 1)), Equation(S[0], ZeroMatrix(m, d))]
    return S[n] * K[0, :].T, V[0, :].T, given


# n = 1, f = (1, 0, 1), i = 0: 1 ≤ 0 is false.
@false("generalised Fibonacci numbers with starting values ≥ 0 do not decrease (they may in the first step)")
def fr19():
    n = dims("n")
    t, i, f = Idx("t", n), Idx("i", n), MatrixSymbol("f", n + 2, 1)
    step = ForAll(t, Equation(f[t + 2, 0], f[t + 1, 0] + f[t, 0]))
    return le(f[i, 0], f[i + 1, 0]), [step, le(0, f[0, 0]), le(0, f[1, 0])]


# n = 2, η = 1, f = (1, 1, 0), g = (0, 1): 2 ≤ 1 is false.
@false("a slip in a proof on gradient descent: the last gradient in place of the smallest one")
def fr20():
    n, (eta,) = dims("n"), real("eta,")
    t, f, g = Idx("t", n), MatrixSymbol("f", n + 1, 1), MatrixSymbol("g", n, 1)
    step = ForAll(t, le(f[t + 1, 0], f[t, 0] - eta * g[t, 0] ** 2))
    return le(n * eta * g[n - 1, 0] ** 2, f[0, 0] - f[n, 0]), [step, lt(0, eta)]
