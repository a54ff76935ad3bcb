"""Tables that rise or fall from each place to the next: sums over them, Chebyshev's inequality; beside near misses."""

import pytest
from sympy import Le, Lt, MatrixSymbol

from symattn import ForAll, decide, dims, sum_over

pytestmark = pytest.mark.sampled

n = dims("n")
a, b = (MatrixSymbol(name, n + 1, 1) for name in "ab")


def total(term):
    return sum_over(n + 1, term)


def rises(x):
    return ForAll(n, lambda i: Le(x[i, 0], x[i + 1, 0]))


def falls(x):
    return ForAll(n, lambda i: Le(x[i + 1, 0], x[i, 0]))


A, B, PRODUCTS = total(lambda k: a[k, 0]), total(lambda k: b[k, 0]), total(lambda k: a[k, 0] * b[k, 0])
PLACES = total(lambda k: k * a[k, 0])
ABOVE_FIRST = Le((n + 1) * a[0, 0], A)

TRUE = {
    "both rise": (Le(A * B, (n + 1) * PRODUCTS), [rises(a), rises(b)]),
    "both fall": (Le(A * B, (n + 1) * PRODUCTS), [falls(a), falls(b)]),
    "one falls": (Le((n + 1) * PRODUCTS, A * B), [rises(a), falls(b)]),
    "one rises with the places": (Le(n * A, 2 * PLACES), [rises(a)]),
    "one falls with the places": (Le(2 * PLACES, n * A), [falls(a)]),
    "above the first": (ABOVE_FIRST, [rises(a)]),
    "above the first, strictly": (ABOVE_FIRST, [ForAll(n, lambda i: Lt(a[i, 0], a[i + 1, 0]))]),
    "below the last": (Le(A, (n + 1) * a[n, 0]), [rises(a)]),
    "the first and the last": (Le(a[0, 0], a[n, 0]), [rises(a)]),
    "below the first": (Le(A, (n + 1) * a[0, 0]), [falls(a)]),
}

# each is the statement of its name with something wrong
FALSE = {
    "both rise": (Le((n + 1) * PRODUCTS, A * B), [rises(a), rises(b)]),
    "only one rises": (Le(A * B, (n + 1) * PRODUCTS), [rises(a)]),
    "of n numbers": (Le(A * B, n * PRODUCTS), [rises(a), rises(b)]),
    "one falls": (Le(A * B, (n + 1) * PRODUCTS), [rises(a), falls(b)]),
    "one rises with the places": (Le((n + 1) * A, 2 * PLACES), [rises(a)]),
    "one falls with the places": (Le(2 * PLACES, n * A), [rises(a)]),
    "above the first": (ABOVE_FIRST, [falls(a)]),
    "above the first, with another table": (ABOVE_FIRST, [rises(b)]),
    "below the last": (Le(A, n * a[n, 0]), [rises(a)]),
    "the first and the last": (Lt(a[0, 0], a[n, 0]), [rises(a)]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    claim, given = TRUE[name]
    assert decide(claim, given=given).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_refuted(name):
    claim, given = FALSE[name]
    assert decide(claim, given=given).status == "refuted"
