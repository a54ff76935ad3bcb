"""Bounds that are given of largest numbers and of sums at all indices; what they do not say is not proved."""

import pytest
from sympy import Abs, Idx, Le, Lt, MatrixSymbol, Sum, symbols

from symattn import ForAll, MaxNorm, RowMax, RowSoftmax, claim, decide, dims

n, d = dims("n d")
s, t = symbols("s t", integer=True)
D = symbols("D", real=True)
x, y, V = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n), MatrixSymbol("V", n, d)
i, j, c = Idx("i", n), Idx("j", n), Idx("c", d)
NEAR, ROWS = [Le(MaxNorm(x - y), D)], [ForAll(i, Le(Sum(V[i, t] ** 2, (t, 0, d - 1)), D))]


def rows(weight):
    return Sum(weight(s) * Sum(V[s, t] ** 2, (t, 0, d - 1)), (s, 0, n - 1))


def weights(k):
    return RowSoftmax(x)[0, k]


PROVED = {
    "one entry": claim(Le(x[0, i], y[0, i] + D), given=NEAR),
    "from below": claim(Le(-D, x[0, i] - y[0, i]), given=NEAR),
    "absolute value": claim(Le(Abs(x[0, i] - y[0, i]), D), given=NEAR),
    "two entries": claim(Le(x[0, i] - x[0, j], y[0, i] - y[0, j] + 2 * D), given=NEAR),
    "largest entries": claim(Le(RowMax(x)[0, 0], RowMax(y)[0, 0] + D), given=NEAR),
    "a strict bound": claim(Le(V[i, c], D), given=[Lt(MaxNorm(V), D)]),
    "the largest of each row": claim(Le(V[i, c], D), given=[ForAll(i, Le(RowMax(V)[i, 0], D))]),
    "sums in a mean": claim(Le(rows(weights), D), given=ROWS),
    "sums in a sum": claim(Le(rows(lambda k: 1), n * D), given=ROWS),
}
C = symbols("C", real=True)
SMALL = [ForAll(n, lambda k: Le(Abs(y[0, k]), D))]
WEIGHED = [ForAll(n, lambda k: x[0, k] >= 0), Le(Sum(x[0, s], (s, 0, n - 1)), C)]
MEAN = Sum(x[0, s] * y[0, s], (s, 0, n - 1))
PROVED |= {
    "a bound is no less than what is not negative": claim(Le(0, D), given=SMALL),
    "the same, of squares": claim(Le(0, C), given=[ForAll(n, lambda k: Le(y[0, k] ** 2, C))]),
    "small values and weights": claim(Le(MEAN, D * C), given=[*SMALL, *WEIGHED]),
    "small values, in absolute value": claim(Le(Abs(MEAN), D * C), given=[*SMALL, *WEIGHED]),
}

NOT_PROVED = {
    "a bound of what may be negative": claim(Le(0, D), given=[ForAll(n, lambda k: Le(y[0, k], D))]),
    "values that are not small": claim(Le(MEAN, D * C), given=[ForAll(n, lambda k: Le(y[0, k], D)), *WEIGHED]),
    "weights of any sign, of small values": claim(Le(MEAN, D * C), given=[*SMALL, WEIGHED[1]]),
    "the wrong sign": claim(Le(x[0, i], y[0, i] - D), given=NEAR),
    "half the room": claim(Le(x[0, i] - x[0, j], y[0, i] - y[0, j] + D), given=NEAR),
    "another entry": claim(Le(x[0, i], y[0, j] + D), given=NEAR),
    "the largest alone": claim(Le(-D, x[0, i]), given=[Le(RowMax(x)[0, 0], D)]),
    "half the bound": claim(Le(rows(weights), D / 2), given=ROWS),
    "weights of any sign": claim(Le(rows(lambda k: x[0, k]), D), given=ROWS),
    "no weights": claim(Le(rows(lambda k: 1), D), given=ROWS),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_bounds_say(name):
    assert decide(PROVED[name]).status == "proved"


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_bounds_do_not_say(name):
    assert decide(NOT_PROVED[name]).status != "proved"
