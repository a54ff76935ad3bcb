"""Recurrences from the last place back, from a place of the goal on, and with other gates; with near misses."""

import pytest
from sympy import Identity, Idx, MatrixSymbol, Max, Ne, Product, Sum, Symbol, exp, log

from symattn import Equation, ForAll, MatrixFamily, RowMax, RowSoftmax, claim, decide, dims, from_entries

n, d, e = dims("n d e")
t, j, k = Idx("t", n), Idx("j", n + 1), Idx("k", n)
u, i = Symbol("u", integer=True), Symbol("i", integer=True)
gamma, p, r = (Symbol(name, real=True) for name in ("gamma", "p", "r"))
c, b, a, tau = (MatrixSymbol(name, n + 1, 1) for name in ("c", "b", "a", "tau"))
x, f, v, s = MatrixSymbol("x", n, 1), MatrixSymbol("f", n, 1), MatrixSymbol("v", n, 1), MatrixSymbol("s", 1, n)
S, K, V = MatrixFamily("S", n + 1, e, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)


def every(left, right):
    return ForAll(t, Equation(left, right))


FORWARD = [Equation(c[0, 0], 0), every(c[t + 1, 0], c[t, 0] + x[t, 0])]
BACKWARD = [Equation(b[n, 0], 0), every(b[t, 0], b[t + 1, 0] + x[t, 0])]
LOAN = every(a[t + 1, 0], (1 + r) * a[t, 0] - p)
OWED = r * (1 + r) ** (n - j) * a[j, 0]
STEPS = every(tau[t + 1, 0] ** 2 - tau[t + 1, 0], tau[t, 0] ** 2)
RECALL = every(S[t + 1], S[t] + (V[t, :].T - S[t] * K[t, :].T) * K[t, :])
KEYS = Equation(K * K.T, Identity(n))
GATES, STARTS = ForAll(t, f[t, 0] > 0), [Equation(c[0, 0], 0), Equation(b[0, 0], 0)]
GATED = [
    every(c[t + 1, 0], f[t, 0] * c[t, 0] + exp(s[0, t]) * v[t, 0]),
    every(b[t + 1, 0], f[t, 0] * b[t, 0] + exp(s[0, t])),
]


def read(first):
    """Return attention with the logarithms of gates summed from a place on as a bias."""
    scores = from_entries(1, n, lambda _, l: s[0, l] + Sum(log(f[u, 0]), (u, l + first, n - 1)))
    return (RowSoftmax(scores) * v)[0, 0]


FIRST = Equation(a[0, 0], tau[0, 0])
RUNNING = every(a[t + 1, 0], Max(a[t, 0], tau[t + 1, 0]))

TRUE = {
    "the running maximum is that of the row": claim(a[n, 0], RowMax(tau.T)[0, 0], given=[FIRST, RUNNING]),
    "the running maximum is above each before it": claim(tau[j, 0] <= a[n, 0], given=[FIRST, RUNNING]),
    "a scan from either end": claim(c[j, 0] + b[j, 0], c[n, 0], given=[*FORWARD, *BACKWARD]),
    "what is owed before the last payment": claim(
        OWED, p * ((1 + r) ** (n - j) - 1), given=[Equation(a[n, 0], 0), LOAN]
    ),
    "what a step says of a square": claim(
        Sum(tau[i, 0], (i, 0, n)), tau[n, 0] ** 2, given=[Equation(tau[0, 0], 1), STEPS]
    ),
    "orthonormal keys recall each value": claim(S[n] * K[k, :].T, V[k, :].T, given=[KEYS, RECALL]),
    "gates are a bias of logarithms": claim(c[n, 0] / b[n, 0], read(1), given=[GATES, *STARTS, *GATED]),
    "what gates keep is not 0": claim(Ne(b[n, 0], 0), given=[GATES, STARTS[1], GATED[1]]),
    "a product of gates from a place on is positive": claim(
        Sum(Product(f[u, 0], (u, i + 1, n - 1)) * exp(s[0, i]), (i, 0, n - 1)) > 0, given=[GATES]
    ),
}
NEARLY_TRUE = {
    "the running maximum from any start": claim(a[n, 0], RowMax(tau.T)[0, 0], given=[RUNNING]),
    "the running maximum is above what comes": claim(tau[n, 0] <= a[j, 0], given=[FIRST, RUNNING]),
    "a scan from either end, where both have the place": claim(
        c[j, 0] + b[j, 0], c[n, 0] + x[0, 0], given=[*FORWARD, *BACKWARD]
    ),
    "a scan back from any end": claim(c[j, 0] + b[j, 0], c[n, 0], given=[*FORWARD, BACKWARD[1]]),
    "what is owed, whatever is at the end": claim(OWED, p * ((1 + r) ** (n - j) - 1), given=[LOAN]),
    "what a step says of a square, from 0": claim(Sum(tau[i, 0], (i, 0, n)), tau[n, 0] ** 2, given=[STEPS]),
    "any keys recall each value": claim(S[n] * K[k, :].T, V[k, :].T, given=[RECALL]),
    "gates with the place itself": claim(c[n, 0] / b[n, 0], read(0), given=[GATES, *STARTS, *GATED]),
    "gates that may be 0, from any start": claim(Ne(b[n, 0], 0), given=[GATED[1]]),
    "a product of any gates": claim(
        Sum(Product(f[u, 0], (u, i + 1, n - 1)) * exp(s[0, i]), (i, 0, n - 1)) > 0, given=[Ne(f[0, 0], 0)]
    ),
}


@pytest.mark.parametrize("stated", TRUE.values(), ids=TRUE)
def test_what_follows_is_proved(stated):
    assert decide(stated).status == "proved"


@pytest.mark.parametrize("stated", NEARLY_TRUE.values(), ids=NEARLY_TRUE)
def test_what_nearly_follows_is_not_proved(stated):
    assert decide(stated).status != "proved"
