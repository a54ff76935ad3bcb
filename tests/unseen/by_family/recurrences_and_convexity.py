"""Recurrences, momentum, averages, telescoping sums and products, information inequalities, norms, numbers."""

from sympy import (
    Idx,
    MatrixSymbol,
    Mod,
    Ne,
    Product,
    Rational,
    Sum,
    binomial,
    log,
    sqrt,
)

from symattn import (
    Equation,
    ForAll,
    InnerProduct,
    Loewner,
    MatrixFamily,
    MaxNorm,
    Norm1,
    ProbabilitySymbol,
    SquaredNorm,
    dims,
)
from tests.unseen.table import false, integer, le, lt, natural, real, true


@true("Yang, Lin & Li 2016; Ghadimi et al. 2015: heavy-ball momentum moves x − ηβ/(1 − β) v by plain gradient steps")
def sl01():
    n, k, (eta, beta) = dims("n"), integer("k"), real("eta beta")
    x, v, g, t = MatrixSymbol("x", n + 1, 1), MatrixSymbol("v", n + 1, 1), MatrixSymbol("g", n, 1), Idx("t", n)
    given = [
        Ne(beta, 1),
        ForAll(t, Equation(v[t + 1, 0], beta * v[t, 0] + g[t, 0])),
        ForAll(t, Equation(x[t + 1, 0], x[t, 0] - eta * v[t + 1, 0])),
    ]

    def ahead(j):
        return x[j, 0] - eta * beta / (1 - beta) * v[j, 0]

    return ahead(n), ahead(0) - eta / (1 - beta) * Sum(g[k, 0], (k, 0, n - 1)), given


@true("Stein 1952, discrete Lyapunov stability: where AᵀPA is below P, the form of P never rises along x → Ax")
def sl02():
    n, d = dims("n d")
    A, P, x, t = MatrixSymbol("A", d, d), MatrixSymbol("P", d, d), MatrixFamily("x", n + 1, d, 1), Idx("t", n)
    given = [Loewner(A.T * P * A, P), ForAll(t, Equation(x[t + 1], A * x[t]))]
    return le(InnerProduct(x[n], P * x[n]), InnerProduct(x[0], P * x[0])), given


@true("Rosen, Discrete Mathematics, §8.2: a two-step recurrence whose characteristic polynomial has a double root")
def sl03():
    n = dims("n")
    a, t = MatrixSymbol("a", n + 2, 1), Idx("t", n)
    step = ForAll(t, Equation(a[t + 2, 0], 4 * a[t + 1, 0] - 4 * a[t, 0]))
    return a[n, 0], (n + 1) * 2**n, [step, Equation(a[0, 0], 1), Equation(a[1, 0], 4)]


@true("Nesterov, Lectures on Convex Optimization, thm. 2.1.14, last step: u′ ≤ u − c u² makes u fall like 1/(c n)")
def sl04():
    n, c = dims("n"), real("c")
    u, t, s = MatrixSymbol("u", n + 1, 1), Idx("t", n), Idx("s", n + 1)
    given = [lt(0, c), ForAll(s, lt(0, u[s, 0])), ForAll(t, le(u[t + 1, 0], u[t, 0] - c * u[t, 0] ** 2))]
    return le(u[n, 0], u[0, 0] / (1 + n * c * u[0, 0])), given


@true("Kingma & Ba 2015, §2.1, with equal rates: the square of the average gradient is at most the average square")
def sl05():
    n, beta = dims("n"), real("beta")
    m, v, g, t = MatrixSymbol("m", n + 1, 1), MatrixSymbol("v", n + 1, 1), MatrixSymbol("g", n, 1), Idx("t", n)
    given = [
        le(0, beta),
        le(beta, 1),
        Equation(m[0, 0], 0),
        Equation(v[0, 0], 0),
        ForAll(t, Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g[t, 0])),
        ForAll(t, Equation(v[t + 1, 0], beta * v[t, 0] + (1 - beta) * g[t, 0] ** 2)),
    ]
    return le(m[n, 0] ** 2, v[n, 0]), given


@true("calculus exercise: the sum of 1/(√k + √(k + 1)) telescopes when the denominators are made rational")
def sl06():
    n, k = dims("n"), integer("k")
    return Sum(1 / (sqrt(k) + sqrt(k + 1)), (k, 1, n)), sqrt(n + 1) - 1, []


@true("calculus exercise on infinite products: the product of 1 − 2/(k(k + 1)) from k = 2 telescopes; its limit is 1/3")
def sl07():
    n, k = dims("n"), integer("k")
    return Product(1 - 2 / (k * (k + 1)), (k, 2, n + 1)), (n + 3) / (3 * (n + 1)), []


@true("Graham, Knuth, Patashnik, ch. 2, summation by parts twice: the sum of k² 2ᵏ")
def sl08():
    n, k = dims("n"), integer("k")
    return Sum(k**2 * 2**k, (k, 1, n)), (n**2 - 2 * n + 3) * 2 ** (n + 1) - 6, []


@true("Gauss, least squares with unequal weights: the weighted mean makes the weighted squares least")
def sl09():
    n, k, j, c = dims("n"), integer("k"), integer("j"), real("c")
    w, x, i = MatrixSymbol("w", n, 1), MatrixSymbol("x", n, 1), Idx("i", n)
    mean = Sum(w[j, 0] * x[j, 0], (j, 0, n - 1)) / Sum(w[j, 0], (j, 0, n - 1))

    def spread(a):
        return Sum(w[k, 0] * (x[k, 0] - a) ** 2, (k, 0, n - 1))

    return le(spread(mean), spread(c)), [ForAll(i, lt(0, w[i, 0]))]


@true("Jordan et al. 1999; Blei, Kucukelbir & McAuliffe 2017, eq. 13: the evidence lower bound, by Jensen")
def sl10():
    n, k = dims("n"), integer("k")
    q, w, i = ProbabilitySymbol("q", n), MatrixSymbol("w", 1, n), Idx("i", n)
    bound = Sum(q[0, k] * log(w[0, k] / q[0, k]), (k, 0, n - 1))
    return le(bound, log(Sum(w[0, k], (k, 0, n - 1)))), [ForAll(i, lt(0, q[0, i])), ForAll(i, lt(0, w[0, i]))]


@true("Pearson 1916: the kurtosis is at least 1, the mean fourth power at least the square of the mean square")
def sl11():
    n, k = dims("n"), integer("k")
    x = MatrixSymbol("x", n, 1)
    return le((Sum(x[k, 0] ** 2, (k, 0, n - 1)) / n) ** 2, Sum(x[k, 0] ** 4, (k, 0, n - 1)) / n), []


@true("Steele, The Cauchy–Schwarz Master Class, ch. 9: Young's inequality with exponents 3 and 3/2, without roots")
def sl12():
    a, b = real("a b")
    return le(a * b**2, a**3 / 3 + 2 * b**3 / 3), [le(0, a), le(0, b)]


@true("Golub & Van Loan, exercise on vector norms (Hölder for 1 and ∞): ‖x‖₂² is at most ‖x‖₁ ‖x‖_∞")
def sl13():
    n = dims("n")
    x = MatrixSymbol("x", n, 1)
    return le(SquaredNorm(x), Norm1(x) * MaxNorm(x)), []


@true("Boyd & Vandenberghe, §3.1.3; variational methods: the tangent of log at each a > 0 bounds a sum of logarithms")
def sl14():
    n, k, a = dims("n"), integer("k"), real("a")
    x, i = MatrixSymbol("x", n, 1), Idx("i", n)
    tangents = n * log(a) + Sum(x[k, 0] - a, (k, 0, n - 1)) / a
    return le(Sum(log(x[k, 0]), (k, 0, n - 1)), tangents), [lt(0, a), ForAll(i, lt(0, x[i, 0]))]


@true("number theory course, by the binomial theorem for 9 = 1 + 8: 64 divides 9ᴺ − 8N − 1")
def sl15():
    N = natural("N")
    return Mod(9**N - 8 * N - 1, 64, evaluate=False), 0, []


# n = 2: binomial(4, 2) = 6, but 16/(2 sqrt 2) = 5.66 (for n = 1 both sides are 2)
@false("Aigner & Ziegler, ch. 2, type of: the lower bound 4ⁿ/(2√n) of the central binomial coefficient as an upper one")
def sl16():
    n = dims("n")
    return le(binomial(2 * n, n), 4**n / (2 * sqrt(n))), []


# n = 1, beta = 0, gamma = 1/2, g = 1: m = 1, so that m^2 = 1, but v = 1/2
@false("Kingma & Ba 2015, §2.1, an error: steps of Adam taken for at most 1 without bias correction")
def sl17():
    n, (beta, gamma) = dims("n"), real("beta gamma")
    m, v, g, t = MatrixSymbol("m", n + 1, 1), MatrixSymbol("v", n + 1, 1), MatrixSymbol("g", n, 1), Idx("t", n)
    given = [
        le(0, beta),
        le(beta, gamma),
        lt(gamma, 1),
        Equation(m[0, 0], 0),
        Equation(v[0, 0], 0),
        ForAll(t, Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * g[t, 0])),
        ForAll(t, Equation(v[t + 1, 0], gamma * v[t, 0] + (1 - gamma) * g[t, 0] ** 2)),
    ]
    return le(m[n, 0] ** 2, v[n, 0]), given


# n = 1: 1/3 on the left, (3/2 - 1/2)/2 = 1/2 on the right, where 1/(n + 2) was left out as well
@false("calculus exercise: the sum of 1/(k(k + 2)), of whose two tails one was forgotten")
def sl18():
    n, k = dims("n"), integer("k")
    return Sum(1 / (k * (k + 2)), (k, 1, n)), (Rational(3, 2) - 1 / (n + 1)) / 2, []


# n = 2, p = (1/2, 1/2), q = (1/20, 19/20): the divergence is 0.830, the right side 0.81
@false("Tsybakov, §2.4: the divergence is below χ², an error: with p in the denominator in place of q")
def sl19():
    n, k = dims("n"), integer("k")
    p, q, i = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n), Idx("i", n)
    divergence = Sum(p[0, k] * log(p[0, k] / q[0, k]), (k, 0, n - 1))
    right = Sum((p[0, k] - q[0, k]) ** 2 / p[0, k], (k, 0, n - 1))
    return le(divergence, right), [ForAll(i, lt(0, p[0, i])), ForAll(i, lt(0, q[0, i]))]


# m = n = 1, k = 2: A = (1, 1), B = (1, 1)^T: the product is 2, the largest entries are 1
@false("Horn & Johnson, §5.6: the largest absolute entry taken for submultiplicative, as matrix norms are")
def sl20():
    m, k, n = dims("m k n")
    A, B = MatrixSymbol("A", m, k), MatrixSymbol("B", k, n)
    return le(MaxNorm(A * B), MaxNorm(A) * MaxNorm(B)), []
