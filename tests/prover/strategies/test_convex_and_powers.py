"""Inequalities of sums, powers, products and logarithms, from tangents, monotony and pairs; none that is nearly one."""

import pytest
from sympy import Ge, Idx, Le, MatrixSymbol, Ne, Product, Rational, Sum, Symbol, exp, log, symbols

from symattn import Equation, ForAll, ProbabilitySymbol, RowSoftmax, decide, dims
from tests.written import le

n, m = dims("n m")
u, v, z = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1), MatrixSymbol("z", 1, n)
w = ProbabilitySymbol("w", n)
i, j, a = Idx("i", n), Idx("j", n), Symbol("a", integer=True)
x, y = symbols("x y", real=True)
k = Symbol("k", integer=True, nonnegative=True)
U, V, W = (lambda i_: u[i_, 0]), (lambda i_: v[i_, 0]), (lambda i_: w[0, i_])
p, q = RowSoftmax(z)[0, i], RowSoftmax(2 * z)[0, i]
s = Symbol("s", positive=True)
b, c = symbols("b c", real=True)
UNIT_INTERVAL = [x >= 0, x <= 1]


def total(f):
    return Sum(f(a), (a, 0, n - 1))


def mean(f):
    return total(lambda i_: W(i_) * f(U(i_)))


def product(f):
    return Product(f(a), (a, 0, n - 1))


def every(relation):
    return ForAll(i, relation)


MEAN = mean(lambda t: t)
POSITIVE, POSITIVE_V, NOT_NEGATIVE = every(U(i) > 0), every(V(i) > 0), every(U(i) >= 0)
ALIKE = ForAll((i, j), Ge((U(i) - U(j)) * (V(i) - V(j)), 0, evaluate=False))
OPPOSITE = ForAll((i, j), Le((U(i) - U(j)) * (V(i) - V(j)), 0, evaluate=False))


def P(i_):
    return RowSoftmax(u.T)[0, i_]


def BETWEEN(i_):
    return x * U(i_) + (1 - x) * V(i_)


def scores(f):
    return total(lambda i_: z[0, i_] * f(i_))


def logsumexp(f):
    return log(total(lambda i_: exp(f(i_))))


NEGENTROPY = scores(lambda i_: log(z[0, i_]))
DISTRIBUTION = [every(z[0, i] > 0), Equation(total(lambda i_: z[0, i_]), 1)]

PROVED = {
    "squares over weights": (le(total(U) ** 2 / total(V), total(lambda t: U(t) ** 2 / V(t))), [POSITIVE_V]),
    "a sum and that of the inverses": (le(n**2, total(U) * total(lambda t: 1 / U(t))), [POSITIVE]),
    "products and quotients": (
        le(total(U) ** 2, total(lambda t: U(t) * V(t)) * total(lambda t: U(t) / V(t))),
        [POSITIVE, POSITIVE_V],
    ),
    "chi squared": (le(1, total(lambda t: W(t) ** 2 / V(t))), [POSITIVE_V, Equation(total(V), 1)]),
    "sums alike": (le(total(U) * total(V), n * total(lambda t: U(t) * V(t))), [ALIKE]),
    "sums of opposite order": (le(n * total(lambda t: U(t) * V(t)), total(U) * total(V)), [OPPOSITE]),
    "weighted sums alike": (
        le(MEAN * total(lambda t: W(t) * V(t)), total(lambda t: W(t) * U(t) * V(t))),
        [ALIKE],
    ),
    "all below all": (le(total(U), total(V)), [ForAll((i, j), le(U(i), V(j)))]),
    "the inverse of a mean": (le(1 / MEAN, mean(lambda t: 1 / t)), [POSITIVE]),
    "the inverse square of a mean": (le(1 / MEAN**2, mean(lambda t: 1 / t**2)), [POSITIVE]),
    "a fourth power": (le(MEAN**4, mean(lambda t: t**4)), []),
    "a sixth power": (le((total(U) / n) ** 6, total(lambda t: U(t) ** 6) / n), []),
    "a third power": (le(MEAN**3, mean(lambda t: t**3)), [NOT_NEGATIVE]),
    "any power": (le(MEAN**k, mean(lambda t: t**k)), [NOT_NEGATIVE]),
    "Bernoulli": (le(1 + k * x, (1 + x) ** k), [x >= -1]),
    "Bernoulli, downwards": (le(1 - k * x, (1 - x) ** k), [x >= 0, x <= 1]),
    "a power below an exponential": (le((1 + x) ** k, exp(k * x)), [x >= -1]),
    "powers in order": (le(x**k, y**k), [x >= 0, x <= y]),
    "a power of the mean of two": (le(((x + y) / 2) ** k, (x**k + y**k) / 2), [x >= 0, y >= 0]),
    "products in order": (
        le(product(lambda t: U(t) ** 2), product(lambda t: V(t) ** 2)),
        [NOT_NEGATIVE, every(le(U(i), V(i)))],
    ),
    "a product below an exponential": (le(product(lambda t: 1 + U(t)), exp(total(U))), [NOT_NEGATIVE]),
    "a product of parts below one": (
        le(product(lambda t: 1 - U(t)), exp(-total(U))),
        [NOT_NEGATIVE, every(le(U(i), 1))],
    ),
    "the geometric mean": (le(exp(total(lambda t: log(U(t))) / n), total(U) / n), [POSITIVE]),
    "the geometric mean with weights": (le(exp(mean(log)), MEAN), [POSITIVE]),
    "a product and the power of a mean": (le(product(U), (total(U) / n) ** n), [POSITIVE]),
    "sums of logarithms": (
        le(total(U) * log(total(U) / total(V)), total(lambda t: U(t) * log(U(t) / V(t)))),
        [POSITIVE, POSITIVE_V],
    ),
    "Gibbs' variational inequality": (le(scores(U) - NEGENTROPY, logsumexp(U)), DISTRIBUTION),
    "with an inverse temperature": (le(scores(U) - NEGENTROPY / s, logsumexp(lambda t: s * U(t)) / s), DISTRIBUTION),
    "the free energy": (le(-logsumexp(lambda t: -U(t)), scores(U) + NEGENTROPY), DISTRIBUTION),
    "with a prior": (
        le(scores(U) - total(lambda t: z[0, t] * log(z[0, t] / V(t))), log(total(lambda t: V(t) * exp(U(t))))),
        [*DISTRIBUTION, POSITIVE_V],
    ),
    "with a softmax": (le(total(lambda t: P(t) * V(t)) - total(lambda t: P(t) * log(P(t))), logsumexp(V)), []),
    "log-sum-exp is convex": (le(logsumexp(BETWEEN), x * logsumexp(U) + (1 - x) * logsumexp(V)), UNIT_INTERVAL),
    "and shifted": (
        le(logsumexp(lambda t: BETWEEN(t) + y), x * logsumexp(U) + (1 - x) * logsumexp(V) + y),
        UNIT_INTERVAL,
    ),
    "with weights that add up to one": (
        le(logsumexp(lambda t: x * U(t) + y * V(t)), x * logsumexp(U) + y * logsumexp(V)),
        [x >= 0, y >= 0, Equation(x + y, 1)],
    ),
    "a step of a product below an exponential": (
        le(x, y * exp(c + s)),
        [s >= 0, le(x, (1 + s) * b), le(b, y * exp(c)), b >= 0],
    ),
    "a share and its square": (le(p**2, p), []),
    "a share and the rest": (le(0, p * (1 - p)), []),
    "two shares": (le(p * q, 1), []),
    "two shares and one": (le(p * q, p), []),
    "the third power of a share": (le(p**3, p), []),
    "the slope of a share": (le(0, p.diff(z[0, i], evaluate=False)), []),
}

REFUTED = {
    "quotients the other way": (
        le(total(lambda t: U(t) * V(t)) * total(lambda t: U(t) / V(t)), total(U) ** 2),
        [POSITIVE, POSITIVE_V],
    ),
    "a sum and that of the inverses of any numbers": (
        le(n**2, total(U) * total(lambda t: 1 / U(t))),
        [every(Ne(U(i), 0))],
    ),
    "more than Cauchy and Schwarz": (
        le(2 * total(U) ** 2 / total(V), 3 * total(lambda t: U(t) ** 2 / V(t)) / 2),
        [POSITIVE_V],
    ),
    "sums alike, of no known order": (le(total(U) * total(V), n * total(lambda t: U(t) * V(t))), []),
    "sums alike, without their number": (le(total(U) * total(V), total(lambda t: U(t) * V(t))), [ALIKE]),
    "all below all, with strict sums": (total(U) < total(V), [ForAll((i, j), le(U(i), V(j)))]),
    "the mean of inverses": (le(mean(lambda t: 1 / t), 1 / MEAN), [POSITIVE]),
    "a third power of any number": (le(MEAN**3, mean(lambda t: t**3)), []),
    "a fourth power without weights": (le(total(U) ** 4, total(lambda t: U(t) ** 4)), []),
    "a fifth power of any number": (le(MEAN**5, mean(lambda t: t**5)), []),
    "Bernoulli for any number": (le(1 + k * x, (1 + x) ** k), []),
    "Bernoulli, the other way": (le((1 + x) ** k, 1 + k * x), [x >= -1]),
    "a power below an exponential of any number": (le((1 + x) ** k, exp(k * x)), []),
    "powers in order of any numbers": (le(x**k, y**k), [x <= y]),
    "powers in strict order": (x**k < y**k, [x >= 0, x < y]),
    "a power of the mean of any two": (le(((x + y) / 2) ** k, (x**k + y**k) / 2), []),
    "products in order of any numbers": (le(product(U), product(V)), [every(le(U(i), V(i)))]),
    "a product below an exponential of any numbers": (le(product(lambda t: 1 + U(t)), exp(total(U))), []),
    "the geometric mean, the other way": (le(total(U) / n, exp(total(lambda t: log(U(t))) / n)), [POSITIVE]),
    "sums of logarithms, the other way": (
        le(total(lambda t: U(t) * log(U(t) / V(t))), total(U) * log(total(U) / total(V))),
        [POSITIVE, POSITIVE_V],
    ),
    "entropy at least that of equal shares": (
        le(log(n), -total(lambda t: U(t) * log(U(t)))),
        [POSITIVE, Equation(total(U), 1)],
    ),
    "Gibbs' variational inequality, the other way": (le(logsumexp(U), scores(U) - NEGENTROPY), DISTRIBUTION),
    "without the entropy": (le(logsumexp(U), scores(U)), DISTRIBUTION),
    "of what need not add up to one": (le(scores(U) - NEGENTROPY, logsumexp(U)), DISTRIBUTION[:1]),
    "with the entropy twice": (le(scores(U) - 2 * NEGENTROPY, logsumexp(U)), DISTRIBUTION),
    "with an inverse temperature at one place": (
        le(scores(U) - NEGENTROPY, logsumexp(lambda t: s * U(t)) / s),
        DISTRIBUTION,
    ),
    "log-sum-exp is concave": (le(x * logsumexp(U) + (1 - x) * logsumexp(V), logsumexp(BETWEEN)), UNIT_INTERVAL),
    "convex beyond the ends": (le(logsumexp(BETWEEN), x * logsumexp(U) + (1 - x) * logsumexp(V)), [x >= 0]),
    "with weights of any sum": (
        le(logsumexp(lambda t: x * U(t) + y * V(t)), x * logsumexp(U) + y * logsumexp(V)),
        [x >= 0, y >= 0],
    ),
    "a step below an exponential, of any sign": (le(x, y * exp(c + s)), [le(x, (1 + s) * b), le(b, y * exp(c))]),
    "a share below its square": (le(p, p**2), []),
    "two shares below a half": (le(p * q, Rational(1, 2)), []),
    "a share of a share": (le(p, p * q), []),
}


@pytest.mark.parametrize(("statement", "given"), PROVED.values(), ids=PROVED)
def test_what_is_proved(statement, given):
    assert decide(statement, given=given).status == "proved"


@pytest.mark.parametrize(("statement", "given"), REFUTED.values(), ids=REFUTED)
def test_what_nearly_holds(statement, given):
    assert decide(statement, given=given).status == "refuted"


MARGINS = {
    "a number": (p, exp(-b), z[0, i] + b <= z[0, 0]),
    "any place": (p, exp(-b), z[0, i] + b <= z[0, j]),
    "3": (p, exp(-3), z[0, i] + 3 <= z[0, 0]),
    "half": (p, exp(-b / 2), 2 * z[0, i] + b <= 2 * z[0, 0]),
    "a product": (p * RowSoftmax(z)[0, 0], exp(-b), z[0, i] + b <= z[0, 0]),
}
NO_MARGINS = {
    "twice the number": (p, exp(-2 * b), z[0, i] + b <= z[0, 0]),
    "twice a score": (p, exp(-b), z[0, i] + b <= 2 * z[0, 0]),
    "the other sign": (p, exp(b), z[0, i] + b <= z[0, 0]),
    "more than 3": (p, exp(-Rational(7, 2)), z[0, i] + 3 <= z[0, 0]),
}


@pytest.mark.parametrize("name", MARGINS)
def test_a_weight_is_small_where_its_score_is_below_another_one(name):
    low, high, given = MARGINS[name]
    assert decide(low <= high, given=[given]).status == "proved"


@pytest.mark.parametrize("name", NO_MARGINS)
def test_a_weight_is_no_smaller_than_its_score_says(name):
    low, high, given = NO_MARGINS[name]
    assert decide(low <= high, given=[given]).status == "refuted"
