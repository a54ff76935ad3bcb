"""Recurrences, and convexity, entropy and information: statements."""

from sympy import (
    Abs,
    Eq,
    Ge,
    Gt,
    Identity,
    Idx,
    MatrixSymbol,
    Max,
    Ne,
    Product,
    Rational,
    Sum,
    exp,
    log,
    sqrt,
)

from symattn import (
    Equation,
    Expectation,
    ForAll,
    LogSumExp,
    MatrixFamily,
    ProbabilitySymbol,
    RowSoftmax,
    Sigmoid,
    Softplus,
    Variance,
    dims,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, natural, real, true

n, d, T = dims("n d T")
x, y, q, c, s, t = real("x y q c s t")
u, k = integer("u"), integer("k")
a, b = MatrixSymbol("a", T, 1), MatrixSymbol("b", T, 1)
h, z = MatrixSymbol("h", T + 1, 1), MatrixSymbol("z", T + 1, 1)
F = MatrixSymbol("F", T + 2, 1)
S = MatrixFamily("S", T + 1, d, d)
A, B = MatrixSymbol("A", d, d), MatrixSymbol("B", d, d)
place, index = Idx("i", T), Idx("j", T + 1)
p, r, w = (MatrixSymbol(name, 1, n) for name in "prw")
f, g = MatrixSymbol("f", n, 1), MatrixSymbol("g", n, 1)
X, o = ProbabilitySymbol("X", n), Idx("o", n)


def every(said):
    """Say something of every step."""
    return ForAll(T, said)


def total(term):
    """Sum over n places."""
    return sum_over(n, term)


def positive(row):
    """Say that the entries of a row are positive."""
    return ForAll(n, lambda l: Gt(row[0, l], 0))


def distribution(row):
    """Say that a row is a distribution with positive entries."""
    return [positive(row), Eq(total(lambda l: row[0, l]), 1)]


def divergence(one, other):
    """Return Σ p log (p/q)."""
    return total(lambda l: one[0, l] * log(one[0, l] / other[0, l]))


def entropy(row):
    """Return −Σ p log p."""
    return -total(lambda l: row[0, l] * log(row[0, l]))


def mean(term):
    """Return an expectation."""
    return Expectation(X, term, o)


FIBONACCI = [Eq(F[0, 0], 0), Eq(F[1, 0], 1), every(lambda v: Eq(F[v + 2, 0], F[v + 1, 0] + F[v, 0]))]

# ---------------------------------------------------------------- recurrences (15 true, 5 false)


@true("compound interest: what is owed after T payments")
def mr01():
    return Equation(q * h[T, 0], (1 + q) ** T * (q * h[0, 0] - c) + c), [
        every(lambda v: Eq(h[v + 1, 0], (1 + q) * h[v, 0] - c))
    ]


@true("Concrete Mathematics 1.1: the tower of Hanoi")
def mr02():
    return Equation(h[index, 0] + 1, 2**index), [Eq(h[0, 0], 0), every(lambda v: Eq(h[v + 1, 0], 2 * h[v, 0] + 1))]


@true("a product of gates is a ratio of states")
def mr03():
    return Equation(Product(a[k, 0], (k, 0, T - 1)), h[T, 0] / h[0, 0]), [
        every(lambda v: Eq(h[v + 1, 0], a[v, 0] * h[v, 0])),
        Ne(h[0, 0], 0),
    ]


@true("squares by adding odd numbers")
def mr04():
    return Equation(h[index, 0], index**2), [Eq(h[0, 0], 0), every(lambda v: Eq(h[v + 1, 0], h[v, 0] + 2 * v + 1))]


@true("the sum of the first Fibonacci numbers with squares is a product")
def mr05():
    return Equation(Sum(F[u, 0] ** 2, (u, 0, T)), F[T, 0] * F[T + 1, 0]), FIBONACCI


@true("two steps with the roots 2 and -1 (Jacobsthal)")
def mr06():
    return Equation(3 * F[T, 0], 2**T - (-1) ** T), [
        *FIBONACCI[:2],
        every(lambda v: Eq(F[v + 2, 0], F[v + 1, 0] + 2 * F[v, 0])),
    ]


@true("momentum: the velocity is a discounted sum of gradients")
def mr07():
    return Equation(h[T, 0], -c * Sum(q ** (T - 1 - u) * a[u, 0], (u, 0, T - 1))), [
        Eq(h[0, 0], 0),
        every(lambda v: Eq(h[v + 1, 0], q * h[v, 0] - c * a[v, 0])),
    ]


@true("the running largest number is at least the running mean's last input")
def mr08():
    return le(a[place, 0], h[place + 1, 0]), [every(lambda v: Eq(h[v + 1, 0], Max(h[v, 0], a[v, 0])))]


@true("linear attention: the state is a sum of outer products")
def mr09():
    K, V = MatrixSymbol("K", T, d), MatrixSymbol("V", T, d)
    return Equation(S[T], K.T * V), [
        Equation(S[0], 0 * Identity(d)),
        every(lambda v: Equation(S[v + 1], S[v] + K[v, :].T * V[v, :])),
    ]


@true("a state multiplied from both sides")
def mr10():
    return Equation(S[T], A**T * S[0] * B**T), [every(lambda v: Equation(S[v + 1], A * S[v] * B))]


@true("Robbins–Monro: a weighted mean stays within the bounds of its inputs")
def mr11():
    return le(h[T, 0], c), [
        le(h[0, 0], c),
        every(lambda v: le(a[v, 0], c)),
        every(lambda v: Ge(b[v, 0], 0)),
        every(lambda v: le(b[v, 0], 1)),
        every(lambda v: Eq(h[v + 1, 0], (1 - b[v, 0]) * h[v, 0] + b[v, 0] * a[v, 0])),
    ]


@true("gradient descent on (x − c)²/2")
def mr12():
    return Equation(h[index, 0] - c, (1 - q) ** index * (h[0, 0] - c)), [
        every(lambda v: Eq(h[v + 1, 0], h[v, 0] - q * (h[v, 0] - c)))
    ]


@true("differences that shrink: two sequences with one contraction")
def mr13():
    return le(Abs(h[T, 0] - z[T, 0]), Abs(q) ** T * Abs(h[0, 0] - z[0, 0])), [
        every(lambda v: Eq(h[v + 1, 0], q * h[v, 0] + a[v, 0])),
        every(lambda v: Eq(z[v + 1, 0], q * z[v, 0] + a[v, 0])),
    ]


@true("telescoping regret: steps that pay for what they gain")
def mr14():
    return le(Sum(a[u, 0], (u, 0, T - 1)), h[0, 0] - h[T, 0]), [every(lambda v: le(a[v, 0], h[v, 0] - h[v + 1, 0]))]


@true("cumulative sums of a constant up to a natural number")
def mr15():
    N = natural("N")
    return Equation(Sum(2 * k + 1, (k, 0, N)), (N + 1) ** 2), []


# j = 0: 0 against 1
@false("the tower of Hanoi with a move too many")
def mr16():
    return Equation(h[index, 0], 2**index), [Eq(h[0, 0], 0), every(lambda v: Eq(h[v + 1, 0], 2 * h[v, 0] + 1))]


# T = 2: 0 + 1 + 1 against F_3² = 4
@false("squares of Fibonacci numbers, a place too far")
def mr17():
    return Equation(Sum(F[u, 0] ** 2, (u, 0, T)), F[T + 1, 0] ** 2), FIBONACCI


# T = 1: -c a_0 q
@false("momentum with the newest gradient discounted")
def mr18():
    return Equation(h[T, 0], -c * Sum(q ** (T - u) * a[u, 0], (u, 0, T - 1))), [
        Eq(h[0, 0], 0),
        every(lambda v: Eq(h[v + 1, 0], q * h[v, 0] - c * a[v, 0])),
    ]


# d = 2, T = 1, S_0 with S_0 B ≠ B S_0: A S_0 B against A B S_0
@false("a state multiplied from both sides, both on the left")
def mr19():
    return Equation(S[T], (A * B) ** T * S[0]), [every(lambda v: Equation(S[v + 1], A * S[v] * B))]


# T = 1, h_0 = c = 1, b_0 = -1, a_0 = 0: h_1 = 2
@false("a weighted mean with steps of any size")
def mr20():
    return le(h[T, 0], c), [
        le(h[0, 0], c),
        every(lambda v: le(a[v, 0], c)),
        every(lambda v: Eq(h[v + 1, 0], (1 - b[v, 0]) * h[v, 0] + b[v, 0] * a[v, 0])),
    ]


# ---------------------------------------------------------------- convexity, entropy, information (15 true, 5 false)


@true("Cover & Thomas 2.6.3: cross-entropy is at least the entropy")
def mi01():
    return le(entropy(p), -total(lambda l: p[0, l] * log(r[0, l]))), [*distribution(p), *distribution(r)]


@true("the divergence from the uniform distribution")
def mi02():
    return Equation(total(lambda l: p[0, l] * log(n * p[0, l])), log(n) - entropy(p)), distribution(p)


@true("k1 and k3 have one mean (Schulman)")
def mi03():
    return Equation(total(lambda l: p[0, l] * ((r[0, l] / p[0, l] - 1) - log(r[0, l] / p[0, l]))), divergence(p, r)), [
        *distribution(p),
        *distribution(r),
    ]


@true("Jensen for the exponential")
def mi04():
    return le(exp(mean(f[o, 0])), mean(exp(f[o, 0]))), []


@true("variance is at most the second moment")
def mi05():
    return le(Variance(X, f[o, 0], o), mean(f[o, 0] ** 2)), []


@true("the variance about any point")
def mi06():
    return Equation(mean((f[o, 0] - c) ** 2), Variance(X, f[o, 0], o) + (mean(f[o, 0]) - c) ** 2), []


@true("softmax maximises mean plus entropy (Gibbs variational principle)")
def mi07():
    score = MatrixSymbol("u", 1, n)
    return le(total(lambda l: p[0, l] * score[0, l]) + entropy(p), LogSumExp(score)[0, 0]), distribution(p)


@true("log-sum-exp is at most the largest number and log n, at a bound")
def mi08():
    score = MatrixSymbol("u", 1, n)
    return le(LogSumExp(score)[0, 0], c + log(n)), [ForAll(n, lambda l: le(score[0, l], c))]


@true("collision probability is at least 1/n")
def mi09():
    return le(Rational(1) / n, total(lambda l: p[0, l] ** 2)), distribution(p)


@true("softplus is between max(0, x) and max(0, x) + log 2, above")
def mi10():
    return le(Softplus(x), Max(0, x) + log(2)), []


@true("binary cross-entropy of a sigmoid (label 1)")
def mi11():
    return Equation(-log(Sigmoid(x)), Softplus(-x)), []


@true("AM–GM with weights for two numbers")
def mi12():
    return le(t * log(x) + (1 - t) * log(y), log(t * x + (1 - t) * y)), [Gt(x, 0), Gt(y, 0), Ge(t, 0), le(t, 1)]


@true("the mean of squares beats the square of the mean, with weights")
def mi13():
    return le(total(lambda l: p[0, l] * f[l, 0]) ** 2, total(lambda l: p[0, l] * f[l, 0] ** 2)), distribution(p)


@true("a baseline with the score function: Σ p ∇log p = 0 for a softmax")
def mi14():
    score = MatrixSymbol("u", 1, n)
    weights = RowSoftmax(score)
    return Equation(total(lambda l: weights[0, l] * (Identity(n)[l, o] - weights[0, o])), 0), []


@true("squared Hellinger distance as one less the affinity")
def mi15():
    return Equation(
        total(lambda l: (sqrt(p[0, l]) - sqrt(r[0, l])) ** 2) / 2, 1 - total(lambda l: sqrt(p[0, l] * r[0, l]))
    ), [*distribution(p), *distribution(r)]


# n = 2, p = (1/2, 1/2), r = (1/4, 3/4): log 2 against -(log 3/16)/2 = 0.837
@false("cross-entropy below the entropy")
def mi16():
    return le(-total(lambda l: p[0, l] * log(r[0, l])), entropy(p)), [*distribution(p), *distribution(r)]


# n = 1: 1 < 1 fails
@false("collision probability strictly above 1/n")
def mi17():
    return lt(Rational(1) / n, total(lambda l: p[0, l] ** 2)), distribution(p)


# x = 0: log 2 against (log 2)/2
@false("softplus with half of log 2")
def mi18():
    return le(Softplus(x), Max(0, x) + log(2) / 2), []


# f = (1, -1), X uniform: 0 against 1
@false("the variance is at most the square of the mean")
def mi19():
    return le(Variance(X, f[o, 0], o), mean(f[o, 0]) ** 2), []


# u = (0, 0), c = 0: log 2 against 0
@false("log-sum-exp is at most the largest number")
def mi20():
    score = MatrixSymbol("u", 1, n)
    return le(LogSumExp(score)[0, 0], c), [ForAll(n, lambda l: le(score[0, l], c))]
