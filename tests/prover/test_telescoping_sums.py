"""Sums over ranges that are moved in a longer one: differences telescope, alone, weighted and inside of others."""

import pytest
from sympy import Eq, Idx, Le, MatrixSymbol, Piecewise, Product, Sum, Symbol, cos, exp, log, sqrt

from symattn import Equation, ForAll, claim, decide, dims, sum_over

n, d = dims("n d")
a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
c, e = MatrixSymbol("c", 1, n + 2), MatrixSymbol("e", 1, n + 3)
A, B = MatrixSymbol("A", n + 1, d), MatrixSymbol("B", d, n + 1)
x, w = MatrixSymbol("x", 1, d), MatrixSymbol("w", 1, n)
t, k = Symbol("t", real=True), Symbol("k", integer=True)
POSITIVE = [ForAll(n + 1, lambda i: a[i, 0] > 0)]


def total(term):
    return sum_over(n, term)


def distance(i):
    return sum_over(d, lambda j: (A[i, j] - x[0, j]) ** 2)


TRUE = {
    "differences": Equation(total(lambda i: a[i + 1, 0] - a[i, 0]), a[n, 0] - a[0, 0]),
    "a sum from 1": Equation(Sum(a[k, 0] - a[k - 1, 0], (k, 1, n)), a[n, 0] - a[0, 0]),
    "all but the first": Equation(sum_over(n + 1, lambda i: a[i, 0]) - total(lambda i: a[i + 1, 0]), a[0, 0]),
    "of squares, of a row": Equation(
        total(lambda i: B[0, i + 1] ** 2 - B[0, i] ** 2), (B[0, n] - B[0, 0]) * (B[0, n] + B[0, 0])
    ),
    "by parts": Equation(
        total(lambda i: a[i + 1, 0] * (b[i + 1, 0] - b[i, 0])) + total(lambda i: b[i, 0] * (a[i + 1, 0] - a[i, 0])),
        a[n, 0] * b[n, 0] - a[0, 0] * b[0, 0],
    ),
    "the other way by parts": Equation(
        total(lambda i: a[i, 0] * (b[i + 1, 0] - b[i, 0])),
        a[n, 0] * b[n, 0] - a[0, 0] * b[0, 0] - total(lambda i: b[i + 1, 0] * (a[i + 1, 0] - a[i, 0])),
    ),
    "weighted by positions": Equation(
        total(lambda i: i * (a[i + 1, 0] - a[i, 0])), n * a[n, 0] - total(lambda i: a[i + 1, 0])
    ),
    "weighted by powers": claim(
        Equation(total(lambda i: t ** (i + 1) * a[i + 1, 0] - t**i * a[i, 0]), t**n * a[n, 0] - a[0, 0]), given=[t > 0]
    ),
    "differences of differences": Equation(
        total(lambda i: c[0, i + 2] - 2 * c[0, i + 1] + c[0, i]), c[0, n + 1] - c[0, n] - c[0, 1] + c[0, 0]
    ),
    "three steps at once": Equation(
        total(lambda i: e[0, i + 3] - e[0, i]),
        e[0, n + 2] + e[0, n + 1] + e[0, n] - e[0, 2] - e[0, 1] - e[0, 0],
    ),
    "of distances": Equation(total(lambda i: distance(i + 1) - distance(i)), distance(n) - distance(0)),
    "of rows of a matrix": Equation(
        total(lambda i: sum_over(d, lambda j: x[0, j] * (exp(A[i + 1, j]) - exp(A[i, j])))),
        sum_over(d, lambda j: x[0, j] * (exp(A[n, j]) - exp(A[0, j]))),
    ),
    "in an exponential": Equation(exp(total(lambda i: a[i + 1, 0] - a[i, 0])), exp(a[n, 0]) / exp(a[0, 0])),
    "of logarithms": claim(
        Equation(exp(total(lambda i: log(a[i + 1, 0]) - log(a[i, 0]))), a[n, 0] / a[0, 0]), given=POSITIVE
    ),
    "in an inequality": Le(total(lambda i: distance(i) - distance(i + 1)), distance(0)),
    "under a root": Equation(sqrt(total(lambda i: a[i + 1, 0] ** 2 - a[i, 0] ** 2) + a[0, 0] ** 2), sqrt(a[n, 0] ** 2)),
}

y, j, s = MatrixSymbol("y", n, 1), Idx("j", n), Symbol("s", integer=True)


def before(last):
    """Return what is left of a stick of which the share y[s] is broken off at each place s up to the last."""
    return Product(1 - y[s, 0], (s, 0, last))


def light(last):
    return exp(-Sum(y[s, 0], (s, 0, last)))


def up_to(last, term):
    return Sum(term, (k, 0, last))


TRUE |= {
    "the weights of a ray and the light behind it": Equation(
        up_to(n - 1, light(k - 1) * (1 - exp(-y[k, 0]))), 1 - light(n - 1)
    ),
    "the pieces of a stick": Equation(up_to(n - 1, before(k - 1) * y[k, 0]) + before(n - 1), 1),
    "the pieces of a stick up to an index": Equation(up_to(j, before(k - 1) * y[k, 0]), 1 - before(j)),
    "a running product": Equation(
        up_to(n - 1, Product(y[s, 0], (s, 0, k - 1)) * (1 - y[k, 0])), 1 - Product(y[s, 0], (s, 0, n - 1))
    ),
    "the square of a sum, step by step": Equation(
        up_to(n - 1, y[k, 0] * (2 * Sum(y[s, 0], (s, 0, k)) - y[k, 0])), Sum(y[s, 0], (s, 0, n - 1)) ** 2
    ),
    "discounted by any number": Equation(total(lambda i: t**i * (t * a[i + 1, 0] - a[i, 0])), t**n * a[n, 0] - a[0, 0]),
    "discounted, two steps at once": Equation(
        total(lambda i: t**i * (t**2 * c[0, i + 2] - c[0, i])),
        t**n * c[0, n] + t ** (n + 1) * c[0, n + 1] - c[0, 0] - t * c[0, 1],
    ),
    "a factor of its own": Equation(Product(Piecewise((t, Eq(s, j)), (1, True)), (s, 0, n - 1)), t),
}

# sums over n + d places, or twice n: windows that are moved by a size, and every second place
z, both = MatrixSymbol("z", n + d, 1), MatrixSymbol("z", 2 * n, 1)


def window(start, width):
    return Sum(z[start + k, 0], (k, 0, width - 1))


def harmonic(end, sign=1):
    return Sum(sign**k / (k + 1), (k, 0, end - 1))


TRUE |= {
    "a window moved by a size": Equation(window(d, n) - window(0, n), window(n, d) - window(0, d)),
    "the last places as all without the first": Equation(
        Sum(1 / (n + k + 1), (k, 0, d - 1)), harmonic(d + n) - harmonic(n)
    ),
    "every second place": Equation(
        Sum((-1) ** k * both[k, 0], (k, 0, 2 * n - 1)), Sum(both[2 * k, 0] - both[2 * k + 1, 0], (k, 0, n - 1))
    ),
    "exponents that end before the last but one": Equation(
        t * Sum(t ** (k - 1), (k, 1, n - 1)), Sum(t**k, (k, 1, n - 1))
    ),
    "signs that alternate": Equation(harmonic(2 * n, -1), harmonic(2 * n) - harmonic(n)),
    "signs that alternate, as the second half": Equation(harmonic(2 * n, -1), Sum(1 / (n + k), (k, 1, n))),
}

NOT_TRUE = {
    "discounted, with the factor at the wrong end": Equation(
        total(lambda i: t**i * (a[i + 1, 0] - t * a[i, 0])), t**n * a[n, 0] - a[0, 0]
    ),
    "the light behind the next place": Equation(up_to(n - 1, light(k) * (1 - exp(-y[k, 0]))), 1 - light(n - 1)),
    "the pieces of a stick without the rest": Equation(up_to(n - 1, before(k - 1) * y[k, 0]), 1),
    "the pieces of what is broken already": Equation(up_to(j, before(k) * y[k, 0]), 1 - before(j)),
    "a factor of its own besides others": Equation(Product(Piecewise((t, Eq(s, j)), (2, True)), (s, 0, n - 1)), t),
    "a factor up to an index": Equation(Product(Piecewise((t, s <= j), (1, True)), (s, 0, n - 1)), t),
    "a window moved to other ends": Equation(window(d, n) - window(0, n), window(n, d) - window(0, n)),
    "the last places as all without as many": Equation(
        Sum(1 / (n + k + 1), (k, 0, d - 1)), harmonic(d + n) - harmonic(d)
    ),
    "every second place with one sign": Equation(
        Sum((-1) ** k * both[k, 0], (k, 0, 2 * n - 1)), Sum(both[2 * k, 0] + both[2 * k + 1, 0], (k, 0, n - 1))
    ),
    "exponents that are one too small": Equation(Sum(t ** (k - 1), (k, 1, n - 1)), Sum(t**k, (k, 1, n - 1))),
    "signs that alternate, as the first half": Equation(harmonic(2 * n, -1), harmonic(n)),
    "one end alone": Equation(total(lambda i: a[i + 1, 0] - a[i, 0]), a[n, 0]),
    "the ends exchanged": Equation(total(lambda i: a[i + 1, 0] - a[i, 0]), a[0, 0] - a[n, 0]),
    "crosswise": Equation(
        total(lambda i: a[i + 1, 0] * b[i, 0] - a[i, 0] * b[i + 1, 0]), a[n, 0] * b[n, 0] - a[0, 0] * b[0, 0]
    ),
    "by parts, of the same places": Equation(
        total(lambda i: a[i, 0] * (b[i + 1, 0] - b[i, 0])) + total(lambda i: b[i, 0] * (a[i + 1, 0] - a[i, 0])),
        a[n, 0] * b[n, 0] - a[0, 0] * b[0, 0],
    ),
    "two steps with the ends of one": Equation(total(lambda i: c[0, i + 2] - c[0, i]), c[0, n + 1] - c[0, 0]),
    "weighted, without the last weight": Equation(
        total(lambda i: i * (a[i + 1, 0] - a[i, 0])), (n - 1) * a[n, 0] - total(lambda i: a[i + 1, 0])
    ),
    "weighted by another row": Equation(
        total(lambda i: w[0, i] * a[i + 1, 0]), total(lambda i: w[0, i] * a[i, 0]) + a[n, 0] - a[0, 0]
    ),
    "squares of differences": Equation(total(lambda i: (a[i + 1, 0] - a[i, 0]) ** 2), (a[n, 0] - a[0, 0]) ** 2),
    "of cosines": Equation(total(lambda i: cos(a[i + 1, 0]) - cos(a[i, 0])), cos(a[n, 0] - a[0, 0])),
    "one too few": Equation(total(lambda i: a[i + 1, 0]), total(lambda i: a[i, 0]) + a[n, 0]),
    "distances, below": Le(total(lambda i: distance(i + 1) - distance(i)), distance(0)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_telescopes_is_proved(name):
    assert decide(TRUE[name]).status == "proved"


@pytest.mark.parametrize("name", NOT_TRUE)
def test_what_telescopes_otherwise_is_refuted(name):
    assert decide(NOT_TRUE[name]).status == "refuted"


def test_the_last_place_of_a_longer_range_is_written_without_a_difference():
    assert "  = a[n, 0] - a[0, 0]\n" in str(decide(TRUE["differences"]))
    assert "e[0, n + 2]" in str(decide(TRUE["three steps at once"]))
