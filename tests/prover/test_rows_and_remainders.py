"""Sums of powers x^k y^(n − k), over rows and diagonals of binomials, and remainders of powers."""

import pytest
from sympy import Mod, Ne, Sum, Symbol, binomial, factorial

from symattn import decide, dims
from symattn.errors import UnsupportedExpression

n, m = dims("n m")
x, y, p, q = (Symbol(name, real=True) for name in "xypq")
j, k = (Symbol(name, integer=True) for name in "jk")
N, M = (Symbol(name, integer=True, nonnegative=True) for name in "NM")


def row(term, upper=n):
    """Return the sum of a term beside the binomials of a row."""
    return Sum(binomial(upper, k) * term, (k, 0, upper))


def mixed(term, last=n - 1):
    """Return the sum of a term beside x^k y^(last − k)."""
    return Sum(term * x**k * y ** (last - k), (k, 0, last))


def chance(term):
    """Return the mean of a term under a binomial distribution."""
    return row(term * p**k * (1 - p) ** (n - k))


TRUE = {
    "two bases": ((x - y) * mixed(1), x**n - y**n, []),
    "two bases as a quotient": (mixed(1, n), (x ** (n + 1) - y ** (n + 1)) / (x - y), [Ne(x, y)]),
    "two bases with signs": ((x + y) * mixed((-1) ** k), y**n - (-x) ** n, []),
    "two bases with places": (
        mixed(k, n) * (x - y) ** 2,
        n * x ** (n + 2) - (n + 1) * x ** (n + 1) * y + x * y ** (n + 1),
        [],
    ),
    "squares of bases": ((x**2 - y**2) * mixed(x**k * y ** (n - 1 - k)), x ** (2 * n) - y ** (2 * n), []),
    "a natural number of terms": ((x - y) * mixed(1, N), x ** (N + 1) - y ** (N + 1), []),
    "the binomial theorem": (mixed(binomial(n, k), n), (x + y) ** n, []),
    "the binomial theorem with signs": (row((-1) ** (n - k) * x**k), (x - 1) ** n, []),
    "a row of a natural number": (row(1, N), 2**N, []),
    "places in a row": (2 * row(k), n * 2**n, []),
    "places with powers": (row(k * x**k), n * x * (1 + x) ** (n - 1), []),
    "places with signs": (row(k * (-1) ** k), 0, [n >= 2]),
    "squares of places": (row(k**2), n * (n + 1) * 2 ** (n - 2), [n >= 2]),
    "cubes of places": (8 * row(k**3), n**2 * (n + 3) * 2**n, []),
    "places from both ends": (row(k * (n - k)), n * (n - 1) * 2 ** (n - 2), [n >= 2]),
    "shares": (row(1 / (k + 1)), (2 ** (n + 1) - 1) / (n + 1), []),
    "shares with signs": (row((-1) ** k / (k + 1)), 1 / (n + 1), []),
    "the mean of a binomial distribution": (chance(k), n * p, []),
    "the variance of a binomial distribution": (chance((k - n * p) ** 2), n * p * (1 - p), []),
    "the hockey stick": (Sum(binomial(k, M), (k, 0, n - 1)), binomial(n, M + 1), []),
    "the hockey stick of sizes": (Sum(binomial(k, m), (k, 0, n - 1)), binomial(n, m + 1), []),
    "a parallel hockey stick": (Sum(binomial(M + k, M), (k, 0, n)), binomial(M + n + 1, M + 1), []),
    "powers of an inverse": ((x / y) ** n * y**n, x**n, [Ne(y, 0)]),
    "4ᴺ": (Mod(4**N - 1, 3), 0, []),
    "10ⁿ": (Mod(10**n, 9), 1, []),
    "3²ᴺ": (Mod(3 ** (2 * N) - 1, 8), 0, []),
    "an odd exponent": (Mod(2 ** (2 * n + 1) + 1, 3), 0, []),
    "two bases of one remainder": (Mod(11**n - 4**n, 7), 0, []),
    "a negative base": (Mod((-2) ** N, 3), 1, []),
    "N³ − N": (Mod(N**3 - N, 3), 0, []),
}

# each is the statement of its name, or one near it, with something wrong
FALSE = {
    "two bases, a term more": ((x - y) * mixed(1, n), x**n - y**n, []),
    "two bases, turned": ((x - y) * mixed(1), y**n - x**n, []),
    "two bases with signs, even n": ((x + y) * mixed((-1) ** k), x**n + (-y) ** n, []),
    "the binomial theorem, with a difference": (mixed(binomial(n, k), n), (x - y) ** n, []),
    "places in a row, twice": (row(k), n * 2**n, []),
    "places with signs, n = 1": (row(k * (-1) ** k), 0, []),
    "squares of places with signs, n = 2": (row(k**2 * (-1) ** k), 0, [n >= 2]),
    "squares of places, no n": (row(k**2), n**2 * 2 ** (n - 2), [n >= 2]),
    "shares of n": (row(1 / (k + 1)), (2 ** (n + 1) - 1) / n, []),
    "the variance without 1 − p": (chance((k - n * p) ** 2), n * p, []),
    "the hockey stick, a term more": (Sum(binomial(k, M), (k, 0, n)), binomial(n, M + 1), []),
    "a parallel hockey stick, one less": (Sum(binomial(M + k, M), (k, 0, n)), binomial(M + n, M), []),
    "4ᴺ and 1": (Mod(4**N + 1, 3), 0, []),
    "2ᴺ and 1": (Mod(2**N + 1, 3), 0, []),
    "3ᴺ by 4": (Mod(3**N, 4), 3, []),
    "0⁰": (Mod(3**N, 3), 0, []),
    "5ᴺ by 3": (Mod(5**N, 3), 1, []),
    "a negative base, no power": (Mod((-2) ** N, 3), 0, []),
    "N⁴ − N": (Mod(N**4 - N, 4), 0, []),
    "N³ − N by 12": (Mod(N**3 - N, 12), 0, []),
    "factorials": (Sum(k * factorial(k), (k, 0, N)), factorial(N + 1), []),
    "0 to a power that may be 0": (Sum(x**k, (k, 0, N)) - x * Sum(x**k, (k, 0, N)), 1, []),
}


@pytest.mark.parametrize("number", [binomial(2**n, 2), 3 ** (2**n), 2 ** (n - 3), x * 2**n, 3**n / 2], ids=str)
def test_only_powers_in_sums_and_products_of_whole_numbers_have_remainders(number):
    with pytest.raises(UnsupportedExpression):
        decide(Mod(number, 5), 1)


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    left, right, given = TRUE[name]
    assert decide(left, right, given=given).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted(name):
    left, right, given = FALSE[name]
    assert decide(left, right, given=given).status == "refuted"
