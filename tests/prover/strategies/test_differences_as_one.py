"""What is said of differences alone: of one step, and along recurrences; fixed points that are put in."""

import pytest
from sympy import Idx, Le, MatrixSymbol, OneMatrix, Sum, Symbol

from symattn import Equation, ForAll, InnerProduct, MatrixFamily, MaxNorm, RowSum, SquaredNorm, decide, dims

pytestmark = pytest.mark.sampled

T, n, d = dims("T n d")
S, W, k = MatrixSymbol("S", n, d), MatrixSymbol("W", n, d), MatrixSymbol("k", 1, d)
beta, gamma, eta = Symbol("beta", real=True), Symbol("gamma", real=True), Symbol("eta", positive=True)
t, s = Idx("t", T), Symbol("s", integer=True)


def le(a, b):
    return Le(a, b, evaluate=False)


def corrected(state, target, rate, key):
    """Return a state after a step of the delta rule towards a target."""
    return state - rate * (state - target) * key.T * key


UNIT = [Equation(SquaredNorm(k), 1), le(0, beta), le(beta, 1)]
F, K, rates = MatrixFamily("F", T + 1, n, d), MatrixSymbol("K", T, d), MatrixSymbol("b", T, 1)
KEYS = [
    ForAll(t, Equation(SquaredNorm(K[t, :]), 1)),
    ForAll(T, lambda u: le(0, rates[u, 0])),
    ForAll(T, lambda u: le(rates[u, 0], 1)),
]
DELTA = ForAll(T, lambda u: Equation(F[u + 1], corrected(F[u], W, rates[u, 0], K[u, :])))
X, G, u = MatrixSymbol("X", T + 1, d), MatrixSymbol("G", T, d), MatrixSymbol("u", 1, d)
DESCENT = ForAll(T, lambda j: Equation(X[j + 1, :], X[j, :] - eta * G[j, :]))
REGRET = Sum(InnerProduct(G[s, :], X[s, :] - u), (s, 0, T - 1))
STEPS = eta / 2 * Sum(SquaredNorm(G[s, :]), (s, 0, T - 1))
P, V = MatrixSymbol("P", n, n), MatrixFamily("V", T + 1, n, 1)
r, v = MatrixSymbol("r", n, 1), MatrixSymbol("v", n, 1)
STOCHASTIC = [ForAll((n, n), lambda i, j: le(0, P[i, j])), Equation(RowSum(P), OneMatrix(n, 1)), le(0, gamma)]
FIXED = Equation(v, r + gamma * P * v)
VALUES = ForAll(t, Equation(V[t + 1], r + gamma * P * V[t]))
L, mu = Symbol("L", real=True), Symbol("mu", real=True)
MONOTONE = ForAll(t, le(mu * SquaredNorm(X[t, :] - u), InnerProduct(G[t, :], X[t, :] - u)))
SMOOTH = ForAll(t, le(SquaredNorm(G[t, :]), L**2 * SquaredNorm(X[t, :] - u)))
RATE = 1 - 2 * eta * mu + eta**2 * L**2
#: What is given, what follows, and what nearly does.
STATED = {
    "a step of the delta rule": (
        UNIT,
        le(SquaredNorm(corrected(S, W, beta, k) - W), SquaredNorm(S - W)),
        le(SquaredNorm(corrected(S, W, -beta, k) - W), SquaredNorm(S - W)),
    ),
    "steps of the delta rule": (
        [DELTA, *KEYS],
        le(SquaredNorm(F[T] - W), SquaredNorm(F[0] - W)),
        le(SquaredNorm(F[T] - W), SquaredNorm(F[0] - W) / 2),
    ),
    "the regret of descent": (
        [DESCENT],
        le(REGRET, SquaredNorm(X[0, :] - u) / (2 * eta) + STEPS),
        le(REGRET, SquaredNorm(X[0, :] - u) / (4 * eta) + STEPS),
    ),
    "a contraction along steps, of which more than their differences is known": (
        [DESCENT, MONOTONE, SMOOTH, le(0, mu), le(mu, L)],
        le(SquaredNorm(X[T, :] - u), RATE**T * SquaredNorm(X[0, :] - u)),
        le(SquaredNorm(X[T, :] - u), (RATE - eta * mu) ** T * SquaredNorm(X[0, :] - u)),
    ),
    "a step to a fixed point": (
        [*STOCHASTIC, FIXED],
        le(MaxNorm(r + gamma * P * V[0] - v), gamma * MaxNorm(V[0] - v)),
        le(MaxNorm(r + gamma * P * V[0] - v), gamma**2 * MaxNorm(V[0] - v)),
    ),
    "steps to a fixed point": (
        [*STOCHASTIC, FIXED, VALUES],
        le(MaxNorm(V[T] - v), gamma**T * MaxNorm(V[0] - v)),
        le(MaxNorm(V[T] - v), gamma ** (T + 1) * MaxNorm(V[0] - v)),
    ),
}


@pytest.mark.parametrize("name", STATED)
def test_what_differences_say(name):
    given, stated, wrong = STATED[name]
    assert decide(stated, given=given).status == "proved"
    assert decide(wrong, given=given).status != "proved"
