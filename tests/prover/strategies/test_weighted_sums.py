"""Sums with geometric weights: bounds of returns and of what fades, roots of unity; each is beside near misses."""

import pytest
from sympy import Abs, Eq, Idx, Le, Lt, MatrixSymbol, Ne, Sum, Symbol, sqrt

from symattn import Equation, ForAll, decide, dims

pytestmark = pytest.mark.sampled

n = dims("n")
k = Symbol("k", integer=True)
gamma, bound = (Symbol(name, real=True) for name in ("gamma", "R"))
w, z = (Symbol(name, complex=True) for name in ("omega", "z"))
r, v = (MatrixSymbol(name, n, 1) for name in "rv")
j = Idx("j", n)
DISCOUNT = [Le(0, gamma), Lt(gamma, 1)]
BOUNDED = [*DISCOUNT, ForAll(n, lambda i: Le(Abs(r[i, 0]), bound))]
NEAR = [*DISCOUNT, ForAll(n, lambda i: Le(Abs(r[i, 0] - v[i, 0]), bound))]


def total(term, last=n - 1):
    return Sum(term, (k, 0, last))


LATER, EARLIER = total(gamma**k * r[k, 0]), total(gamma ** (n - 1 - k) * r[k, 0])
SO_FAR = total(gamma ** (j - k) * r[k, 0], j)
RATE = [Le(0, gamma), Le(gamma, 1)]
MOVING = total((1 - gamma) ** (n - 1 - k) * gamma * r[k, 0])
SHARES = gamma * total((1 - gamma) ** k)
APART = total(gamma**k * (r[k, 0] - v[k, 0]))
UNITY = [Eq(w**n, 1), Ne(w, 1)]
m = Symbol("m", integer=True)
SQUARES, POSITIVE = Sum(v[m, 0], (m, 0, k)), [ForAll(n, lambda i: Lt(0, v[i, 0]))]
ADAPTIVE = total(v[k, 0] / sqrt(SQUARES), j)

TRUE = {
    "a return": (Le(Abs(LATER), bound / (1 - gamma)), BOUNDED),
    "a return of n rewards": (Le(Abs(LATER), bound * (1 - gamma**n) / (1 - gamma)), BOUNDED),
    "a mean that fades": (Le(Abs((1 - gamma) * LATER), bound), BOUNDED),
    "what fades": (Le(Abs(EARLIER), bound / (1 - gamma)), BOUNDED),
    "what fades, up to a place": (Le(Abs(SO_FAR), bound / (1 - gamma)), BOUNDED),
    "one side": (Le(-EARLIER, bound / (1 - gamma)), BOUNDED),
    "two returns": (Le(Abs(APART), bound / (1 - gamma)), NEAR),
    "shares of a moving mean": (Le(SHARES, 1), RATE),
    "a moving mean": (Le(Abs(MOVING), bound), [*RATE, BOUNDED[2]]),
    "adaptive steps": (Le(ADAPTIVE, 2 * sqrt(total(v[k, 0], j))), POSITIVE),
    "a root of unity": (Equation(total(w**k), 0), UNITY),
    "a root of unity, from both ends": (Equation(total(w**k, n), 1), UNITY),
    "powers of a complex number": (Equation(total(z**k), (z**n - 1) / (z - 1)), [Ne(z, 1)]),
}

# each is the statement of its name with something wrong
FALSE = {
    "a return": (Le(Abs(LATER), bound / (2 - gamma)), BOUNDED),
    "a return of n rewards": (Le(Abs(LATER), bound * (1 - gamma ** (n - 1)) / (1 - gamma)), BOUNDED),
    "a mean that fades": (Le(Abs(LATER), bound), BOUNDED),
    "what fades": (Le(Abs(EARLIER), bound / (1 - gamma)), BOUNDED[1:]),
    "what fades, up to a place": (Le(Abs(SO_FAR), bound / 2), BOUNDED),
    "one side": (Le(EARLIER, bound / (1 - gamma)), [*DISCOUNT, ForAll(n, lambda i: Le(r[i, 0], bound))]),
    "two returns": (Le(Abs(LATER), bound / (1 - gamma)), NEAR),
    "shares of a moving mean": (Le(1, SHARES), RATE),
    "a moving mean": (Le(Abs(MOVING), bound / 2), [*RATE, BOUNDED[2]]),
    "a moving mean at any rate": (Le(Abs(MOVING), bound), [*RATE[:1], BOUNDED[2]]),
    "adaptive steps": (Le(ADAPTIVE, sqrt(total(v[k, 0], j))), POSITIVE),
    "a root of unity": (Equation(total(w**k), 0), UNITY[:1]),
    "any number": (Equation(total(w**k), 0), UNITY[1:]),
    "a root of unity, from both ends": (Equation(total(w**k, n), 1), UNITY[:1]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    claim, given = TRUE[name]
    assert decide(claim, given=given).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_refuted(name):
    claim, given = FALSE[name]
    assert decide(claim, given=given).status == "refuted"
