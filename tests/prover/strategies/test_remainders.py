"""Remainders that repeat: of powers, of polynomials, of both, alone and in hypotheses; each is beside near misses."""

import pytest
from sympy import Eq, Ge, Integer, Le, Mod, Ne, Symbol, floor

from symattn import decide, dims

pytestmark = pytest.mark.sampled

n, m = dims("n m")
N, M = (Symbol(name, integer=True, nonnegative=True) for name in "NM")


def by(number, divisor):
    """Return a remainder as it is written."""
    return Mod(number, divisor, evaluate=False)


def one_of(number, divisor, *values):
    """Return the product of the differences between a remainder and some values."""
    product = Integer(1)
    for value in values:
        product = product * (by(number, divisor) - value)
    return product


TRUE = {
    "a power from the first on": (by(2 ** (2 * N + 1) + 1, 6), 3, []),
    "a power of a negative number": (by((-2) ** (2 * N + 1), 6), 4, []),
    "half a power": (by(4**n / 2, 3), 2, []),
    "a power that is taken away": (by(-((-2) ** (N + 1)), 6), 2, []),
    "a power and a multiple": (by(4**N + 15 * N - 1, 9), 0, []),
    "a power of a size": (by(4**n + 15 * n - 1, 9), 0, []),
    "a multiple that is taken away": (by(7**N - 6 * N - 1, 36), 0, []),
    "a larger multiple": (by(3 ** (2 * N + 2) - 8 * N - 9, 64), 0, []),
    "powers of two numbers": (by(3 ** (2 * N + 1) + 2 ** (N + 2), 7), 0, []),
    "a large number": (by(11 ** (N + 2) + 12 ** (2 * N + 1), 133), 0, []),
    "sums of powers": (by(10**N + 3 * 4 ** (N + 2) + 5, 9), 0, []),
    "two remainders": (by(2**N, 3) + by(2 ** (N + 1), 3), 3, []),
    "the product of a power and a place": (by(N * (N + 1) * 4**N, 2), 0, []),
    "squares by 3": (one_of(N**2, 3, 0, 1), 0, []),
    "cubes by 9": (one_of(N**3, 9, 0, 1, 8), 0, []),
    "sums of two squares by 4": (one_of(n**2 + m**2, 4, 0, 1, 2), 0, []),
    "products of two numbers and their sum": (by(N * M * (N + M), 2), 0, []),
    "numbers in a row, of a sum": (by(N + M, 2) + by(N + M + 1, 2), 1, []),
    "halves": (floor(N / 2) + floor((N + 1) / 2), N, []),
    "from 1 on": (by(4**N, 12), 4, [Ge(N, 1)]),
    "a multiple is given": (by(n**2, 4), 0, [Eq(by(n, 2), 0)]),
    "two multiples are given": (by(n * m, 6), 0, [Eq(by(n, 2), 0), Eq(by(m, 3), 0)]),
    "two remainders are given": (by(n, 6), 3, [Eq(by(n, 2), 1), Eq(by(n, 3), 0)]),
    "the remainder of the exponent is given": (by(2**n, 7), 4, [Eq(by(n, 3), 2)]),
    "an even exponent is given": ((-1) ** n, 1, [Eq(by(n, 2), 0)]),
    "at most": Le(by(N**2, 4), 1),
    "another one": Ne(by(2**N, 7), 3),
}

# each is the statement of its name with something wrong
FALSE = {
    "a power from the first on": (by(2 ** (2 * N) + 1, 6), 3, []),
    "a power of a negative number": (by((-2) ** (2 * N + 1), 6), 2, []),
    "half a power": (by(4**n / 2, 3), 1, []),
    "a power and a multiple": (by(4**N + 15 * N - 1, 27), 0, []),
    "a multiple that is taken away": (by(7**N - 5 * N - 1, 36), 0, []),
    "powers of two numbers": (by(3 ** (2 * N + 1) + 2 ** (N + 1), 7), 0, []),
    "two remainders": (by(2**N, 3) + by(2 ** (N + 1), 3), 2, []),
    "squares by 3": (one_of(N**2, 3, 0, 2), 0, []),
    "cubes by 9": (one_of(N**3, 9, 0, 1), 0, []),
    "sums of two squares by 4": (one_of(n**2 + m**2, 4, 0, 1), 0, []),
    "products of two numbers and their sum": (by(N * M * (N + M), 4), 0, []),
    "from 1 on": (by(4**N, 12), 4, []),
    "a multiple is given": (by(n**2, 8), 0, [Eq(by(n, 2), 0)]),
    "two multiples are given": (by(n * m, 6), 0, [Eq(by(n, 2), 0), Eq(by(m, 2), 0)]),
    "two remainders are given": (by(n, 6), 3, [Eq(by(n, 2), 1)]),
    "the remainder of the exponent is given": (by(2**n, 7), 4, [Eq(by(n, 3), 1)]),
    "an even exponent is given": ((-1) ** n, -1, [Eq(by(n, 2), 0)]),
    "at most": Le(by(N**2, 5), 3),
    "another one": Ne(by(2**N, 7), 4),
}


def status(claim):
    if not isinstance(claim, tuple):
        return decide(claim).status
    left, right, given = claim
    return decide(left, right, given=given).status


@pytest.mark.parametrize("name", TRUE)
def test_what_repeats_is_proved(name):
    assert status(TRUE[name]) == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_refuted(name):
    assert status(FALSE[name]) == "refuted"
