"""Sums over n + 1 indices are those over n and the last term; near misses are refuted."""

import pytest
from sympy import MatrixSymbol, Sum, symbols

from symattn import claim, decide, dims

a = symbols("a", real=True)
n = dims("n")
s = symbols("s", integer=True)
x = MatrixSymbol("x", 1, n + 1)


def geometric(last):
    return Sum(a**s, (s, 0, last))


PROVED = {
    "geometric, to n": ((1 - a) * geometric(n), 1 - a ** (n + 1)),
    "geometric, to n + 1": ((1 - a) * geometric(n + 1), 1 - a ** (n + 2)),
    "the last term apart": (geometric(n), geometric(n - 1) + a**n),
    "the first term apart": (geometric(n), 1 + a * geometric(n - 1)),
    "two terms apart": (geometric(n + 1), geometric(n - 1) + a**n * (1 + a)),
    "of entries": (Sum(x[0, s], (s, 0, n)), Sum(x[0, s], (s, 0, n - 1)) + x[0, n]),
}
REFUTED = {
    "one power too few": ((1 - a) * geometric(n), 1 - a**n),
    "one power too many": ((1 - a) * geometric(n), 1 - a ** (n + 2)),
    "the wrong term apart": (geometric(n), geometric(n - 1) + a ** (n + 1)),
    "no term apart": (geometric(n), geometric(n - 1)),
    "the wrong sign": ((1 + a) * geometric(n), 1 - a ** (n + 1)),
    "of entries, the first one twice": (Sum(x[0, s], (s, 0, n)), Sum(x[0, s], (s, 0, n - 1)) + x[0, 0]),
}


@pytest.mark.parametrize("name", PROVED)
def test_sums_and_their_ends(name):
    assert decide(claim(*PROVED[name])).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_wrong_ends_are_refuted(name):
    assert decide(claim(*REFUTED[name])).status == "refuted"
