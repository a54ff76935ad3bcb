"""Information and convexity: weighted logarithms against their tangents, variances of bounded numbers, slopes."""

import pytest
from sympy import (
    Abs,
    Eq,
    Ge,
    Gt,
    Idx,
    Le,
    Lt,
    MatrixSymbol,
    Ne,
    Product,
    Rational,
    Symbol,
    exp,
    log,
    sqrt,
    symbols,
    tanh,
)

from symattn import (
    Expectation,
    ForAll,
    LogSumExp,
    ProbabilitySymbol,
    RowSoftmax,
    Sigmoid,
    Softplus,
    Variance,
    decide,
    dims,
    sum_over,
)
from tests.written import le, lt

pytestmark = pytest.mark.sampled

m, n = dims("m n")
x, y, t, low, high, a, b = symbols("x y t l h a b", real=True)
p, q, u, v, w = (MatrixSymbol(name, 1, n) for name in "pquvw")
P, K, X = MatrixSymbol("P", m, n), MatrixSymbol("K", n, m), ProbabilitySymbol("X", n)
j = Symbol("j", integer=True)
values, others, i = MatrixSymbol("f", n, 1), MatrixSymbol("g", n, 1), Idx("i", n)


def total(term):
    return sum_over(n, term)


def is_positive(row):
    return ForAll(n, lambda k: Gt(row[0, k], 0))


def is_one(row):
    return Eq(total(lambda k: row[0, k]), 1)


def positive(*rows):
    return [is_positive(row) for row in rows]


def distributions(*rows):
    return [*positive(*rows), *map(is_one, rows)]


def pairs(term):
    return sum_over(m, lambda r: total(lambda s: term(r, s)))


def of_row(r):
    return total(lambda s: P[r, s])


def of_column(s):
    return sum_over(m, lambda r: P[r, s])


def divergence(first, second):
    return total(lambda k: first[0, k] * log(first[0, k] / second[0, k]))


def mean(term):
    return Expectation(X, term, i)


def spread(row):
    return total(lambda k: w[0, k] * (row[0, k] - total(lambda l: w[0, l] * row[0, l])) ** 2)


def through(row, s):
    return total(lambda k: row[0, k] * K[k, s])


JOINT = [ForAll((m, n), lambda r, s: Gt(P[r, s], 0)), Eq(pairs(lambda r, s: P[r, s]), 1)]
CHANNEL = [ForAll((n, m), lambda k, s: Gt(K[k, s], 0)), ForAll(n, lambda k: Eq(sum_over(m, lambda s: K[k, s]), 1))]
WEIGHTS = [ForAll(n, lambda k: Ge(w[0, k], 0)), Eq(total(lambda k: w[0, k]), 1)]
BOUNDED = [ForAll(n, lambda k: Le(low, u[0, k])), ForAll(n, lambda k: Le(u[0, k], high))]
BETWEEN = [ForAll(n, lambda k: Le(low, values[k, 0])), ForAll(n, lambda k: Le(values[k, 0], high))]
INSIDE = [Gt(t, 0), Lt(t, 1)]
HALF = Rational(1, 2)
MIDDLE = HALF * total(lambda k: p[0, k] * log(2 * p[0, k] / (p[0, k] + q[0, k])))
OTHER = HALF * total(lambda k: q[0, k] * log(2 * q[0, k] / (p[0, k] + q[0, k])))
INFORMATION = pairs(lambda r, s: P[r, s] * log(P[r, s] / (of_row(r) * of_column(s))))
ENTROPIES = -sum_over(m, lambda r: of_row(r) * log(of_row(r))) - total(lambda s: of_column(s) * log(of_column(s)))
CHI = total(lambda k: (p[0, k] - q[0, k]) ** 2 / q[0, k])
S = RowSoftmax(u)
VARIANCE = Variance(X, values[i, 0], i)
AVERAGE = mean(values[i, 0])
CENTRED, OTHERS = values[i, 0] - AVERAGE, others[i, 0] - mean(others[i, 0])


def moment(one, other):
    """Return a weighted sum of products of numbers less x and y."""
    return total(lambda k: w[0, k] * (one[0, k] - x) * (other[0, k] - y))


SHARED = sum_over(m, lambda s: through(p, s) * log(through(p, s) / through(q, s)))
COMMON = total(lambda k: sqrt(p[0, k] * q[0, k]))
LOG = log(total(lambda k: u[0, k]) / n)
JOINT_ENTROPY = -pairs(lambda r, s: P[r, s] * log(P[r, s]))


def entropy(row):
    return -total(lambda k: row[0, k] * log(row[0, k]))


IN_ONE = [ForAll(n, lambda k: Le(Abs(u[0, k]), 1)), ForAll(n, lambda k: Le(Abs(v[0, k]), 1))]
TRUE = {
    "mutual information": (le(0, INFORMATION), JOINT),
    "mutual information, as differences": (
        le(0, pairs(lambda r, s: P[r, s] * (log(P[r, s]) - log(of_row(r)) - log(of_column(s))))),
        JOINT,
    ),
    "entropy of a pair": (le(JOINT_ENTROPY, ENTROPIES), JOINT),
    "entropy of a row of a pair": (le(-sum_over(m, lambda r: of_row(r) * log(of_row(r))), JOINT_ENTROPY), JOINT),
    "divergence": (le(0, divergence(p, q)), distributions(p, q)),
    "divergence below χ²": (le(divergence(p, q), CHI), distributions(p, q)),
    "divergence to both": (le(0, divergence(p, q) + divergence(q, p)), distributions(p, q)),
    "Jensen–Shannon": (le(0, MIDDLE + OTHER), distributions(p, q)),
    "Jensen–Shannon is at most log 2": (le(MIDDLE + OTHER, log(2)), distributions(p, q)),
    "half of Jensen–Shannon": (le(0, MIDDLE), distributions(p, q)),
    "a channel loses information": (le(SHARED, divergence(p, q)), [*positive(p, q), *CHANNEL]),
    "entropy": (le(entropy(p), log(n)), distributions(p)),
    "entropy is not negative": (le(0, entropy(p)), distributions(p)),
    "entropy below another code": (
        le(entropy(p), -total(lambda k: p[0, k] * log(q[0, k]))),
        distributions(p, q),
    ),
    "entropy of a softmax": (le(entropy(S), log(n)), []),
    "the larger log-sum-exp": (le(total(lambda k: S[0, k] * u[0, k]), LogSumExp(u)[0, 0]), []),
    "mean of logarithms": (le(total(lambda k: log(u[0, k])) / n, LOG), positive(u)),
    "x log x at a mixture": (
        le((t * x + (1 - t) * y) * log(t * x + (1 - t) * y), t * x * log(x) + (1 - t) * y * log(y)),
        [Gt(x, 0), Gt(y, 0), *INSIDE],
    ),
    "reciprocals": (
        le(1 / total(lambda k: w[0, k] * u[0, k]), total(lambda k: w[0, k] / u[0, k])),
        distributions(w) + positive(u),
    ),
    "Popoviciu": (le(spread(u), (high - low) ** 2 / 4), [*WEIGHTS, *BOUNDED]),
    "Popoviciu for a variance": (le(VARIANCE, (high - low) ** 2 / 4), BETWEEN),
    "Bhatia–Davis": (le(VARIANCE, (high - AVERAGE) * (AVERAGE - low)), BETWEEN),
    "a variance between 0 and 1": (
        le(VARIANCE, Rational(1, 4)),
        [ForAll(n, lambda k: Le(0, values[k, 0])), ForAll(n, lambda k: Le(values[k, 0], 1))],
    ),
    "squares between 0 and 1": (
        le(mean(values[i, 0] ** 2), AVERAGE),
        [ForAll(n, lambda k: Le(0, values[k, 0])), ForAll(n, lambda k: Le(values[k, 0], 1))],
    ),
    "Cauchy–Schwarz for expectations": (
        le(mean(values[i, 0] * others[i, 0]) ** 2, mean(values[i, 0] ** 2) * mean(others[i, 0] ** 2)),
        [],
    ),
    "Cauchy–Schwarz for covariances": (le(mean(CENTRED * OTHERS) ** 2, VARIANCE * Variance(X, others[i, 0], i)), []),
    "Cauchy–Schwarz about any points": (
        le(
            moment(u, v) ** 2,
            total(lambda k: w[0, k] * (u[0, k] - x) ** 2) * total(lambda k: w[0, k] * (v[0, k] - y) ** 2),
        ),
        WEIGHTS[:1],
    ),
    "Lyapunov": (le(mean(Abs(values[i, 0])) ** 2, mean(values[i, 0] ** 2)), []),
    "a variance": (le(0, VARIANCE), []),
    "the sigmoid's constant": (le(Abs(Sigmoid(x) - Sigmoid(y)), Abs(x - y) / 4), []),
    "softplus's constant": (le(Abs(Softplus(x) - Softplus(y)), Abs(x - y)), []),
    "exp above its tangent": (le(exp(y) * (1 + x - y), exp(x)), []),
    "log of a common factor": (
        Eq(log((x + y) * t / (a + b)), log(x + y) + log(t) - log(a + b)),
        [Gt(x, 0), Gt(y, 0), Gt(t, 0), Gt(a, 0), Gt(b, 0)],
    ),
    "a product of bounds": (
        le(0, total(lambda k: w[0, k] * (u[0, k] - low) * (high - u[0, k]))),
        [*WEIGHTS, *BOUNDED],
    ),
    "absolute values and importance weights": (
        le(total(lambda k: p[0, k] * Abs(u[0, k])) ** 2, total(lambda k: (p[0, k] * u[0, k]) ** 2 / q[0, k])),
        distributions(p, q),
    ),
    "absolute values against any positive weights": (
        le(total(lambda k: Abs(u[0, k])) ** 2, total(lambda k: u[0, k] ** 2 / v[0, k]) * total(lambda k: v[0, k])),
        positive(v),
    ),
    "distances against those of roots": (
        le(total(lambda k: Abs(p[0, k] - q[0, k])) ** 2, 4 * total(lambda k: (sqrt(p[0, k]) - sqrt(q[0, k])) ** 2)),
        distributions(p, q),
    ),
    "a sum under a logarithm, above its terms": (
        le(total(lambda k: u[0, k] * log(u[0, k])), total(lambda k: u[0, k]) * log(total(lambda k: u[0, k]))),
        positive(u),
    ),
    "the entropy of a pair is above that of a part": (
        le(-sum_over(m, lambda r: of_row(r) * log(of_row(r))), JOINT_ENTROPY),
        JOINT,
    ),
    "ratios of two rows with one product": (
        le(n, total(lambda k: u[0, k] / v[0, k])),
        [*positive(u, v), Eq(total(lambda k: log(u[0, k])), total(lambda k: log(v[0, k])))],
    ),
    "ratios of two distributions": (
        le(n + total(lambda k: log(p[0, k])), total(lambda k: p[0, k] / q[0, k]) + total(lambda k: log(q[0, k]))),
        distributions(p, q),
    ),
    "products of numbers between 0 and 1": (
        le(
            Abs(Product(u[0, j], (j, 0, n - 1)) - Product(v[0, j], (j, 0, n - 1))),
            total(lambda k: Abs(u[0, k] - v[0, k])),
        ),
        IN_ONE,
    ),
    "products of numbers up to 1, the difference alone": (
        le(
            Product(u[0, j], (j, 0, n - 1)) - Product(v[0, j], (j, 0, n - 1)),
            total(lambda k: Abs(u[0, k] - v[0, k])),
        ),
        IN_ONE,
    ),
}
FALSE = {
    "absolute values and importance weights, half of them": (
        le(2 * total(lambda k: p[0, k] * Abs(u[0, k])) ** 2, total(lambda k: (p[0, k] * u[0, k]) ** 2 / q[0, k])),
        distributions(p, q),
    ),
    "absolute values against weights of any sign": (
        le(total(lambda k: Abs(u[0, k])) ** 2, total(lambda k: u[0, k] ** 2 / v[0, k]) * total(lambda k: v[0, k])),
        [ForAll(n, lambda k: Ne(v[0, k], 0))],
    ),
    "distances against those of roots, without totals": (
        le(total(lambda k: Abs(p[0, k] - q[0, k])) ** 2, 4 * total(lambda k: (sqrt(p[0, k]) - sqrt(q[0, k])) ** 2)),
        positive(p, q),
    ),
    "distances against half of those of roots": (
        le(total(lambda k: Abs(p[0, k] - q[0, k])) ** 2, 2 * total(lambda k: (sqrt(p[0, k]) - sqrt(q[0, k])) ** 2)),
        distributions(p, q),
    ),
    "a sum under a logarithm, below its terms": (
        le(total(lambda k: u[0, k]) * log(total(lambda k: u[0, k])), total(lambda k: u[0, k] * log(u[0, k]))),
        positive(u),
    ),
    "the entropy of a pair is below that of a part": (
        le(JOINT_ENTROPY, -sum_over(m, lambda r: of_row(r) * log(of_row(r)))),
        JOINT,
    ),
    "ratios of two rows with one sum": (
        le(n, total(lambda k: u[0, k] / v[0, k])),
        [*positive(u, v), Eq(total(lambda k: u[0, k]), total(lambda k: v[0, k]))],
    ),
    "ratios above one more": (
        le(n + 1, total(lambda k: u[0, k] / v[0, k])),
        [*positive(u, v), Eq(total(lambda k: log(u[0, k])), total(lambda k: log(v[0, k])))],
    ),
    "products of numbers up to 1, one row alone": (
        le(
            Product(u[0, j], (j, 0, n - 1)) - Product(v[0, j], (j, 0, n - 1)),
            total(lambda k: Abs(u[0, k] - v[0, k])),
        ),
        IN_ONE[:1],
    ),
    "products of numbers up to 1, half of the distances": (
        le(
            Product(u[0, j], (j, 0, n - 1)) - Product(v[0, j], (j, 0, n - 1)),
            total(lambda k: Abs(u[0, k] - v[0, k])) / 2,
        ),
        IN_ONE,
    ),
    "information without a total": (le(0, INFORMATION), JOINT[:1]),
    "information is positive": (lt(0, INFORMATION), JOINT),
    "information the other way": (le(INFORMATION, 0), JOINT),
    "entropy of a pair, from below": (le(ENTROPIES, JOINT_ENTROPY), JOINT),
    "entropy of a pair from half": (le(JOINT_ENTROPY, ENTROPIES / 2), JOINT),
    "divergence is positive": (lt(0, divergence(p, q)), distributions(p, q)),
    "divergence without a total": (le(0, divergence(p, q)), positive(p, q)),
    "divergence without one total": (le(0, divergence(p, q)), [*distributions(p), *positive(q)]),
    "divergence below half of χ²": (le(divergence(p, q), CHI / 2), distributions(p, q)),
    "divergence is symmetric": (le(divergence(p, q), divergence(q, p)), distributions(p, q)),
    "Jensen–Shannon is positive": (lt(0, MIDDLE + OTHER), distributions(p, q)),
    "Jensen–Shannon is at most log 2 halved": (le(MIDDLE + OTHER, log(2) / 2), distributions(p, q)),
    "the halves of Jensen–Shannon": (le(MIDDLE, OTHER), distributions(p, q)),
    "Jensen–Shannon without a total": (le(0, MIDDLE + OTHER), positive(p)),
    "a channel wins information": (le(divergence(p, q), SHARED), [*positive(p, q), *CHANNEL]),
    "a channel without totals": (le(SHARED, divergence(p, q)), [*positive(p, q), *CHANNEL[:1]]),
    "entropy below log n": (lt(entropy(p), log(n)), distributions(p)),
    "entropy above another code": (
        le(-total(lambda k: p[0, k] * log(q[0, k])), entropy(p)),
        distributions(p, q),
    ),
    "entropy without a total": (le(entropy(p), log(n)), positive(p)),
    "Bhattacharyya is 1": (le(1, COMMON), distributions(p, q)),
    "mean of logarithms, from above": (le(LOG, total(lambda k: log(u[0, k])) / n), positive(u)),
    "log x at a mixture, t above 1": (
        le(t * log(x) + (1 - t) * log(y), log(t * x + (1 - t) * y)),
        [Gt(x, 0), Gt(y, 0), Gt(t, 1), Gt(t * x + (1 - t) * y, 0)],
    ),
    "x log x at a mixture, t above 1": (
        le((t * x + (1 - t) * y) * log(t * x + (1 - t) * y), t * x * log(x) + (1 - t) * y * log(y)),
        [Gt(x, 0), Gt(y, 0), Gt(t, 1), Gt(t * x + (1 - t) * y, 0)],
    ),
    "reciprocals, the other way": (
        le(total(lambda k: w[0, k] / u[0, k]), 1 / total(lambda k: w[0, k] * u[0, k])),
        distributions(w) + positive(u),
    ),
    "Popoviciu with an eighth": (le(spread(u), (high - low) ** 2 / 8), [*WEIGHTS, *BOUNDED]),
    "Popoviciu strictly": (lt(spread(u), (high - low) ** 2 / 4), [*WEIGHTS, *BOUNDED]),
    "Popoviciu without a bound": (le(VARIANCE, (high - low) ** 2 / 4), [*BETWEEN[:1], Le(low, high)]),
    "Bhatia–Davis, halved": (le(VARIANCE, (high - AVERAGE) * (AVERAGE - low) / 2), BETWEEN),
    "Bhatia–Davis, turned": (le((high - AVERAGE) * (AVERAGE - low), VARIANCE), BETWEEN),
    "squares of any numbers": (le(mean(values[i, 0] ** 2), AVERAGE), []),
    "Cauchy–Schwarz without squares": (
        le(mean(values[i, 0] * others[i, 0]), mean(values[i, 0]) * mean(others[i, 0])),
        [],
    ),
    "Cauchy–Schwarz for covariances, halved": (
        le(mean(CENTRED * OTHERS) ** 2, VARIANCE * Variance(X, others[i, 0], i) / 2),
        [],
    ),
    "Cauchy–Schwarz about any points, with weights of any sign": (
        le(
            moment(u, v) ** 2,
            total(lambda k: w[0, k] * (u[0, k] - x) ** 2) * total(lambda k: w[0, k] * (v[0, k] - y) ** 2),
        ),
        [],
    ),
    "the sigmoid's constant is smaller": (le(Abs(Sigmoid(x) - Sigmoid(y)), Abs(x - y) / 5), []),
    "the sigmoid's constant, strictly": (lt(Abs(Sigmoid(x) - Sigmoid(y)), Abs(x - y) / 4), []),
    "log of a common factor of another sign": (
        Eq(log(x * t + y * t), log(x + y) + log(t)),
        [Gt((x + y) * t, 0), Ne(x, y)],
    ),
    "tanh's constant is a half": (le(Abs(tanh(x) - tanh(y)), Abs(x - y) / 2), []),
    "bounds of another range": (
        le(0, total(lambda k: w[0, k] * (u[0, k] - low) * (high - v[0, k]))),
        [*WEIGHTS, *BOUNDED],
    ),
    "a product of bounds without weights": (
        le(0, total(lambda k: w[0, k] * (u[0, k] - low) * (high - u[0, k]))),
        BOUNDED,
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved(name):
    claim, given = TRUE[name]
    assert decide(claim, given=given).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_not_proved(name):
    claim, given = FALSE[name]
    assert decide(claim, given=given).status != "proved"
