"""What hypotheses say of differences is known of their inverses; near misses stay refused."""

import pytest
from sympy import Ge, Gt, Identity, Inverse, Le, Lt, MatrixSymbol, Max, Ne, OneMatrix, exp, log, sqrt, symbols

from symattn import Equation, RowSoftmax, Sigmoid, claim, decide, dims, from_entries, sum_over

a, b, c, p, z, g = symbols("a b c p z g", real=True)
n = dims("n")
x, x1 = MatrixSymbol("x", 1, n), MatrixSymbol("x", 1, n + 1)
P, ONES = MatrixSymbol("P", n, n), OneMatrix(1, n)


def deviation(row):
    """Return the standard deviation of a row."""
    return sqrt(sum_over(n, lambda k: (row[0, k] - mean(row)) ** 2) / n)


def mean(row):
    return sum_over(n, lambda k: row[0, k]) / n


def normalised(row):
    """Return a row less its mean, over its deviation."""
    return from_entries(1, n, lambda i, k: (row[0, k] - mean(row)) / deviation(row))


SPREAD, IDEMPOTENT = Gt(deviation(x) ** 2, 0), Equation(P * P, P)
BETWEEN = [Lt(a, 0), Lt(0, b), Le(a, z), Le(z, b)]

TRUE = {
    "odds": claim(log(Sigmoid(a - c) / (1 - Sigmoid(a - c))), a - c),
    "inverse of a difference": claim(Gt(1 / (1 - p), 0), given=[Lt(p, 1)]),
    "inverse of one with room": claim(Gt(1 / (1 - p), 0), given=[2 * p < 1]),
    "of one that is not 0": claim(Gt(1 / (1 - p), 0), given=[Le(p, 1), Ne(p, 1)]),
    "the other way round": claim(Lt(1 / (p - 1), 0), given=[Lt(p, 1)]),
    "of two that are compared": claim(Gt(1 / (b - a), 0), given=[Lt(a, b)]),
    "by way of a third": claim(Lt(1 / (a - b), 0), given=[Lt(a, c), Lt(c, b)]),
    "with a square": claim(Lt(g**2 / (a - b), 0), given=[Lt(a, b), Ne(g, 0)]),
    "quotient": claim(Gt(p / (1 - p), 0), given=[Gt(p, 0), Lt(p, 1)]),
    "logarithm of the odds": claim(Sigmoid(log(p / (1 - p))), p, given=[Gt(p, 0), Lt(p, 1)]),
    "chord": claim(Le(Max(z, 0), b * (z - a) / (b - a)), given=BETWEEN),
    "last entry of a softmax": claim(Ne(1 - RowSoftmax(x1)[0, n], 0)),
    "a multiple of a variance": claim(Gt(deviation(a * x), 0), given=[Gt(a, 0), SPREAD]),
    "a layer norm of a scaled row": claim(normalised(a * x + c * ONES), normalised(x), given=[Gt(a, 0), SPREAD]),
    "an inverse of one and an idempotent matrix": claim(
        Inverse(Identity(n) + a * P), Identity(n) - a / (1 + a) * P, given=[IDEMPOTENT, Ne(a, -1)]
    ),
    "sizes are at least 1": claim(Gt((n - 1) * exp(-c) + 1, 0, evaluate=False)),
}
FALSE = {
    "odds turned": claim(log(Sigmoid(a - c) / (1 - Sigmoid(a - c))), c - a),
    "no sign is known": claim(Gt(1 / (1 - p), 0), given=[Lt(p, 3), Ne(p, 1)]),
    "the wrong sign": claim(Gt(1 / (p - 1), 0), given=[Lt(p, 1)]),
    "square that may be 0": claim(Lt(g**2 / (a - b), 0), given=[Lt(a, b)]),
    "numerator of any sign": claim(Gt(p / (1 - p), 0), given=[Lt(p, 1)]),
    "outside of the chord": claim(Le(Max(z, 0), b * (z - a) / (b - a)), given=BETWEEN[:3]),
    "softmax of one entry": claim(Ne(1 - RowSoftmax(x)[0, n - 1], 0)),
    "a multiple of a variance by what may be 0": claim(Gt(deviation(a * x), 0), given=[Ge(a, 0), SPREAD]),
    "a layer norm of a row that is turned": claim(normalised(a * x), normalised(x), given=[Lt(a, 0), SPREAD]),
    "an inverse with the wrong sign": claim(
        Inverse(Identity(n) + a * P), Identity(n) + a / (1 + a) * P, given=[IDEMPOTENT, Ne(a, -1)]
    ),
    "an inverse where the matrix is not idempotent": claim(
        Inverse(Identity(n) + a * P), Identity(n) - a / (1 + a) * P, given=[Equation(P * P, 2 * P), Gt(a, 0)]
    ),
    "sizes may be 1": claim(Gt((n - 1) * exp(-c), 0, evaluate=False)),
    "sizes are not at least 2": claim(Ge((n - 2) * exp(-c) + 1, Sigmoid(-c))),
}


@pytest.mark.parametrize("name", TRUE)
def test_true(name: str) -> None:
    """Signs that follow are proved."""
    assert decide(TRUE[name]).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_nearly_true(name: str) -> None:
    """What does not follow is never proved."""
    assert decide(FALSE[name]).status != "proved"
