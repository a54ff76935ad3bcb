"""What is true of max, min and |·| under sums, of 0/1 numbers, stable formulas, roots and exponents is proved."""

from __future__ import annotations

import pytest
from sympy import (
    Abs,
    Eq,
    Ge,
    Gt,
    HadamardProduct,
    Idx,
    Le,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Piecewise,
    Rational,
    exp,
    log,
    sqrt,
    symbols,
    tanh,
)

from symattn import (
    Equation,
    Expectation,
    ForAll,
    MaxNorm,
    ProbabilitySymbol,
    ReLU,
    RowSoftmax,
    Sigmoid,
    Softplus,
    Variance,
    claim,
    decide,
    dims,
    from_entries,
    sum_over,
)

n, d, k, N = dims("n d k N")
x, y, z = (MatrixSymbol(name, 1, n) for name in "xyz")
f, g = MatrixSymbol("f", 1, d), MatrixSymbol("g", 1, d)
p, q, r = RowSoftmax(x), RowSoftmax(y), RowSoftmax(z)
A, V = MatrixSymbol("A", k, n), MatrixSymbol("V", n, d)
i, j, o, u = Idx("i", n), Idx("j", k), Idx("o", N), Idx("u", d)
a, b, t, m = symbols("a b t m", real=True)
c, e = symbols("c e", positive=True)
weights, flips = ProbabilitySymbol("w", N), MatrixSymbol("B", N, 1)
zero_one, mean = Equation(HadamardProduct(flips, flips), flips), Equation(Expectation(weights, flips[o, 0], o), m)


def total(term):
    return sum_over(n, term)


def overlap(s):
    return Min(p[0, s], q[0, s])


def excess(s):
    return Max(0, p[0, s] - q[0, s])


def distance(s):
    return Abs(p[0, s] - q[0, s])


def is_proved(statement):
    verdict = decide(*statement) if isinstance(statement, tuple) else decide(statement)
    return verdict.status == "proved"


UNDER_SUMS = {
    "what is above is what is not shared": lambda: (total(excess), 1 - total(overlap)),
    "total variation is half the distance": lambda: (total(excess), total(distance) / 2),
    "both excesses are the same": lambda: (total(excess), total(lambda s: Max(0, q[0, s] - p[0, s]))),
    "the acceptance rate is the overlap": lambda: (
        total(lambda s: p[0, s] * Min(1, q[0, s] / p[0, s])),
        1 - total(distance) / 2,
    ),
    "speculative decoding is exact": lambda: claim(
        overlap(i) + (1 - total(overlap)) * excess(i) / total(excess), p[0, i], given=[Ne(total(excess), 0)]
    ),
    "a clipped number": lambda: (
        total(lambda s: Max(0, Min(1, x[0, s]))),
        total(lambda s: ReLU(x[0, s]) - ReLU(x[0, s] - 1)),
    ),
    "a positive factor leaves": lambda: (total(lambda s: ReLU(c * x[0, s])), c * total(lambda s: ReLU(x[0, s]))),
    "leaky": lambda: (
        total(lambda s: Piecewise((x[0, s], x[0, s] > 0), (t * x[0, s], True))),
        total(lambda s: ReLU(x[0, s]) - t * ReLU(-x[0, s])),
    ),
    "exp of a maximum": lambda: (
        total(lambda s: exp(Max(x[0, s], y[0, s]))),
        total(lambda s: Max(exp(x[0, s]), exp(y[0, s]))),
    ),
    "where two are equal": lambda: (
        total(lambda s: Piecewise((x[0, s], Eq(x[0, s], y[0, s])), (0, True))),
        total(lambda s: Piecewise((y[0, s], Eq(x[0, s], y[0, s])), (0, True))),
    ),
    "mean difference": lambda: (
        total(lambda s: total(lambda v: Abs(x[0, s] - x[0, v]))),
        2 * total(lambda s: total(lambda v: Max(0, x[0, s] - x[0, v]))),
    ),
    "the triangle inequality": lambda: Le(
        total(lambda s: Abs(p[0, s] - r[0, s])), total(distance) + total(lambda s: Abs(q[0, s] - r[0, s]))
    ),
    "total variation is at most 1": lambda: Le(total(distance) / 2, 1),
    "one of the distances": lambda: Le(distance(i), total(distance)),
}
STABLE = {
    "log-add-exp": lambda: (log(exp(a) + exp(b)), Max(a, b) + log(1 + exp(-Abs(a - b)))),
    "softplus": lambda: (Softplus(a), Max(a, 0) + log(1 + exp(-Abs(a)))),
    "under a sum": lambda: (
        total(lambda s: Softplus(x[0, s])),
        total(lambda s: ReLU(x[0, s]) + log(1 + exp(-Abs(x[0, s])))),
    ),
    "cross-entropy of logits": lambda: (
        -b * log(Sigmoid(a)) - (1 - b) * log(1 - Sigmoid(a)),
        Max(a, 0) - a * b + log(1 + exp(-Abs(a))),
    ),
    "sigmoid of a maximum": lambda: (Sigmoid(Max(a, b)), Max(Sigmoid(a), Sigmoid(b))),
    "tanh of |a|": lambda: (tanh(Abs(a)), Abs(tanh(a))),
}
ZERO_ONE = {
    "variance": lambda: claim(Variance(weights, flips[o, 0], o), m * (1 - m), given=[mean, zero_one]),
    "scaled": lambda: claim(
        Variance(weights, flips[o, 0] / c, o),
        (1 - c) / c,
        given=[Equation(Expectation(weights, flips[o, 0], o), c), zero_one],
    ),
    "third moment": lambda: claim(
        Expectation(weights, (flips[o, 0] - m) ** 3, o), m * (1 - m) * (1 - 2 * m), given=[mean, zero_one]
    ),
    "at most 1": lambda: claim(Le(Expectation(weights, flips[o, 0], o), 1), given=[zero_one]),
    "signs": lambda: claim(
        Variance(weights, flips[o, 0], o), 1 - m**2, given=[mean, ForAll(o, Equation(flips[o, 0] ** 2, 1))]
    ),
    "exponential": lambda: claim(exp(a * t), 1 + a * (exp(t) - 1), given=[Equation(a**2, a)]),
    "products that vanish": lambda: claim(
        total(lambda s: x[0, s] * y[0, s] * z[0, s]), 0, given=[ForAll(i, Equation(x[0, i] * y[0, i], 0))]
    ),
}
ROOTS_AND_EXPONENTS = {
    "half the logits": lambda: (RowSoftmax(x / 2)[0, i], sqrt(p[0, i]) / total(lambda s: sqrt(p[0, s]))),
    "geometric mean": lambda: (
        RowSoftmax((x + y) / 2)[0, i],
        sqrt(p[0, i]) * sqrt(q[0, i]) / total(lambda s: sqrt(p[0, s]) * sqrt(q[0, s])),
    ),
    "two points": lambda: Ge(
        exp(sum_over(d, lambda s: f[0, s] ** 2)) * exp(sum_over(d, lambda s: g[0, s] ** 2)),
        exp(2 * sum_over(d, lambda s: f[0, s] * g[0, s])),
    ),
    "a Gaussian": lambda: Le(exp(-sum_over(d, lambda s: (f[0, s] - g[0, s]) ** 2) / 2), 1),
    "real exponents": lambda: ((c * e ** ((k + 1) / k)) ** (-k / (k + 1)), c ** (-k / (k + 1)) / e),
    "a maximum as a bound": lambda: claim(
        Le(total(lambda s: x[0, s]), total(lambda s: y[0, s])),
        given=[Equation(y, from_entries(1, n, lambda row, at: Max(x[row, at], y[row, at])))],
    ),
    "a third with a given sign": lambda: claim(sqrt(a * b), sqrt(a) * sqrt(b), given=[Ge(a, 0), Ge(b, 0)]),
    "a quotient under a root": lambda: claim(sqrt(a / b), sqrt(a) / sqrt(b), given=[Ge(a, 0), Gt(b, 0)]),
    "a rate": lambda: Le(Sigmoid(a) * (1 - Sigmoid(a)), Rational(1, 4)),
}
MODULI = {
    "an average is at most the largest": lambda: Le(Abs(total(lambda s: p[0, s] * y[0, s])), MaxNorm(y)),
    "an output of attention": lambda: Le(Abs((RowSoftmax(A) * V)[j, u]), MaxNorm(V)),
    "an entry": lambda: Le(-MaxNorm(y), y[0, i]),
    "Hölder": lambda: Le(total(lambda s: x[0, s] * y[0, s]), MaxNorm(y) * total(lambda s: Abs(x[0, s]))),
    "the 1-norm by the 2-norm": lambda: Le(
        total(lambda s: Abs(x[0, s])), sqrt(n) * sqrt(total(lambda s: x[0, s] ** 2))
    ),
    "the 2-norm by the 1-norm": lambda: Le(sqrt(total(lambda s: x[0, s] ** 2)), total(lambda s: Abs(x[0, s]))),
}


@pytest.mark.parametrize("name", MODULI)
def test_absolute_values_under_sums_and_maxima_are_numbers_of_their_own(name):
    assert is_proved(MODULI[name]())


@pytest.mark.parametrize("name", UNDER_SUMS)
def test_conditions_under_sums_are_compared_in_one_form(name):
    assert is_proved(UNDER_SUMS[name]())


@pytest.mark.parametrize("name", STABLE)
def test_formulas_that_do_not_overflow_are_what_they_stand_for(name):
    assert is_proved(STABLE[name]())


@pytest.mark.parametrize("name", ZERO_ONE)
def test_numbers_whose_products_are_given_are_used_inside_of_sums(name):
    assert is_proved(ZERO_ONE[name]())


@pytest.mark.parametrize("name", ROOTS_AND_EXPONENTS)
def test_roots_and_exponentials_are_compared_by_factors_and_exponents(name):
    assert is_proved(ROOTS_AND_EXPONENTS[name]())
