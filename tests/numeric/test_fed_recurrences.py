"""False statements about recurrences with free inputs, stochastic matrices and skewed distributions are refuted."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq
from sympy import Abs, Equality, Idx, Le, Lt, MatrixSymbol, Max, OneMatrix, Rational, Sum, log, sqrt, symbols

from symattn import Equation, ForAll, FrobeniusNorm, MatrixFamily, MaxNorm, RowSum, SquaredNorm, decide, dims, refute
from symattn.language.inspection import declarations
from symattn.numeric.constructions import plan
from symattn.numeric.descent import nearer_instances
from symattn.numeric.given_values import Givens
from symattn.numeric.instances import Instance
from symattn.numeric.pattern_table import PATTERNS, patterned
from symattn.numeric.scaled_values import scaled_instances

n, m = dims("n m")
i, k = Idx("i", m), symbols("k", integer=True)
t = Idx("t", n)
s, a = MatrixSymbol("s", n + 1, 1), MatrixSymbol("a", n, 1)
P, C = MatrixSymbol("P", m, m), MatrixSymbol("C", m, 1)
mu, nu, h = MatrixFamily("mu", n + 1, 1, m), MatrixFamily("nu", n + 1, 1, m), MatrixFamily("h", n + 1, m, 1)
p, q = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)
rate = symbols("rate", positive=True)


def le(left: Any, right: Any) -> Le:
    return Le(left, right, evaluate=False)


def over(size: Any, term: Any) -> Sum:
    return Sum(term(k), (k, 0, size - 1))


def divergence(one: Any, other: Any) -> Sum:
    return over(n, lambda k: one[0, k] * log(one[0, k] / other[0, k]))


ADDED = [Equation(s[0, 0], 1), ForAll(n, lambda t: Equation(s[t + 1, 0], s[t, 0] + a[t, 0]))]
GROWS = [*ADDED, ForAll(n, lambda t: le(0, a[t, 0]))]
DECAYS = [
    Equation(s[0, 0], 0),
    ForAll(n, lambda t: le(0, a[t, 0])),
    ForAll(n, lambda t: Equation(s[t + 1, 0], s[t, 0] / 2 + a[t, 0])),
]
STEPS = [ForAll(n, lambda t: Equation(s[t + 1, 0], s[t, 0] - a[t, 0] / 2))]
SQUARES = [Equation(s[0, 0], 1), ForAll(n, lambda t: Equation(s[t + 1, 0], s[t, 0] + a[t, 0] ** 2))]
NOT_NEGATIVE = ForAll((m, m), lambda i, j: le(0, P[i, j]))
STOCHASTIC = [NOT_NEGATIVE, Equation(RowSum(P), OneMatrix(m, 1))]
ROWS = [ForAll(t, Equation(mu[t + 1], mu[t] * P)), ForAll(t, Equation(nu[t + 1], nu[t] * P))]
COLUMNS = [ForAll(t, Equation(h[t + 1], P * h[t]))]
FROM_WEIGHTS = [ForAll(m, lambda i: Lt(0, mu[0][0, i])), Equation(RowSum(mu[0])[0, 0], 1)]
WEIGHTS = [
    *(ForAll(n, lambda i, row=row: Lt(0, row[0, i])) for row in (p, q)),
    *(Equation(RowSum(row)[0, 0], 1) for row in (p, q)),
]


def entropy(row: Any) -> Any:
    return -over(m, lambda k: row[0, k] * log(row[0, k]))


FALSE: dict[str, tuple[Any, list[Any]]] = {
    "a quotient that lags behind its sum": (le(over(n, lambda k: a[k, 0] / sqrt(s[k, 0])), 2 * sqrt(s[n, 0])), GROWS),
    "the square of an input": (le(a[0, 0] ** 2, 9 * s[n, 0]), GROWS),
    "an average of inputs and their logarithms": (le(s[n, 0], 8 + over(n, lambda k: log(1 + a[k, 0]))), DECAYS),
    "steps go no further than 5": (le((s[n, 0] - s[0, 0]) ** 2, 30), STEPS),
    "squares, four times their logarithm": (
        le(over(n, lambda k: a[k, 0] ** 2 / s[k, 0]), 4 * log(s[n, 0]) + 1),
        SQUARES,
    ),
    "a sum up to 9": (Equation(Max(s[n, 0], 9), 9), ADDED),
    "an entry up to 20": (Equation(Max(C[0, 0], 20), 20), []),
    "two measures in the maximum norm": (le(MaxNorm(mu[n] - nu[n]), MaxNorm(mu[0] - nu[0])), [*STOCHASTIC, *ROWS]),
    "a measure in the 2-norm": (le(SquaredNorm(mu[n]), SquaredNorm(mu[0])), [*STOCHASTIC, ROWS[0]]),
    "values in the Frobenius norm": (le(FrobeniusNorm(h[n]), FrobeniusNorm(h[0])), [*STOCHASTIC, *COLUMNS]),
    "entropy along a chain": (
        le(entropy(mu[0]), entropy(mu[n])),
        [ForAll((m, m), lambda i, j: Lt(0, P[i, j])), *STOCHASTIC[1:], ROWS[0], *FROM_WEIGHTS],
    ),
    "a divergence and a wrong chi-square": (
        le(divergence(p, q), over(n, lambda k: q[0, k] ** 2 / p[0, k]) - 1),
        WEIGHTS,
    ),
    "a divergence and twice its reverse": (le(divergence(p, q), 2 * divergence(q, p)), WEIGHTS),
    "a divergence up to 3": (le(divergence(p, q), 3), WEIGHTS),
    "chi-square up to 12": (le(over(n, lambda k: p[0, k] ** 2 / q[0, k]), 12), WEIGHTS),
}
TRUE: dict[str, tuple[Any, list[Any]]] = {
    "a quotient by the next sum": (le(over(n, lambda k: a[k, 0] / sqrt(s[k + 1, 0])), 2 * sqrt(s[n, 0])), GROWS),
    "the square of an input and of the sum": (le(a[0, 0] ** 2, s[n, 0] ** 2), GROWS),
    "an average of inputs and their sum": (le(s[n, 0], over(n, lambda k: a[k, 0])), DECAYS),
    "steps and what is added": (le(s[0, 0] - s[n, 0], over(n, lambda k: Abs(a[k, 0])) / 2), STEPS),
    "squares by the next sum": (le(over(n, lambda k: a[k, 0] ** 2 / s[k + 1, 0]), log(s[n, 0])), SQUARES),
    "a sum of as much as 9": (le(9, Max(s[n, 0], 9)), ADDED),
    "two measures in the 1-norm": (
        le(over(m, lambda k: Abs(mu[n][0, k] - nu[n][0, k])), over(m, lambda k: Abs(mu[0][0, k] - nu[0][0, k]))),
        [*STOCHASTIC, *ROWS],
    ),
    "values in the maximum norm": (le(MaxNorm(h[n]), MaxNorm(h[0])), [*STOCHASTIC, *COLUMNS]),
    "a measure keeps its mass": (
        Equation(over(m, lambda k: mu[n][0, k]), over(m, lambda k: mu[0][0, k])),
        [*STOCHASTIC, ROWS[0]],
    ),
    "entropy along a chain that is doubly stochastic": (
        le(entropy(mu[0]), entropy(mu[n])),
        [
            ForAll((m, m), lambda i, j: Lt(0, P[i, j])),
            *STOCHASTIC[1:],
            Equation(OneMatrix(1, m) * P, OneMatrix(1, m)),
            ROWS[0],
            *FROM_WEIGHTS,
        ],
    ),
    "a divergence and chi-square": (le(divergence(p, q), over(n, lambda k: p[0, k] ** 2 / q[0, k]) - 1), WEIGHTS),
    "a divergence is not negative": (le(0, divergence(p, q)), WEIGHTS),
}


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refuted(name: str) -> None:
    proposition, given = FALSE[name]
    assert refute(proposition, given=given) is not None


@pytest.mark.parametrize("name", [list(FALSE)[place] for place in (3, 6, 13)])
def test_the_values_are_confirmed(name: str) -> None:
    proposition, given = FALSE[name]
    verdict = decide(proposition, given=given, steps=300)
    assert verdict.status == "refuted", verdict.report


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_near_by_is_not(name: str) -> None:
    proposition, given = TRUE[name]
    assert refute(proposition, given=given) is None


def test_what_is_given_follows_other_values() -> None:
    start: dict[Any, Any] = {n: fmpq(2), s: ((fmpq(0),),) * 3, a: ((fmpq(5),), (fmpq(7),))}
    work: list[float] = []
    found = Givens(plan(tuple(ADDED))).again(start, work.append)
    assert found is not None and found[s] == ((1,), (6,), (13,))
    assert start[s] == ((0,), (0,), (0,)) and sum(work) > 0


def test_what_is_made_of_itself_is_not_made_again() -> None:
    symmetric = Givens(plan((Equation(P, P.T),)))
    assert not symmetric and symmetric.again({m: fmpq(1)}, lambda work: None) == {m: 1}


def test_a_value_that_there_is_not_stops_nothing() -> None:
    given = Givens(plan((Equation(s[0, 0], 1 / s[1, 0]),)))
    assert given.again({n: fmpq(1), s: ((fmpq(1),), (fmpq(0),))}, lambda work: None) is None
    assert given.again({n: fmpq(1), s: ((fmpq(1),), (fmpq(2),))}, lambda work: None)[s][0] == (fmpq(1, 2),)


def test_a_descent_takes_what_leaves_equations_true() -> None:
    """Of six directions of a distribution of two parts only those two are tried that keep the sum."""
    asked: list[Any] = []

    def distance(instance: Instance) -> float:
        asked.append(instance.bindings[p])
        return float(instance.bindings[p][0][0])

    start = Instance({n: fmpq(2), p: ((fmpq(1, 2), fmpq(1, 2)),)})
    (*_, last) = nearer_instances(
        start, declarations(p), distance, lambda values: values, lambda values: sum(values[p][0]) == 1
    )
    assert last.bindings[p][0][0] <= 0 and all(sum(row) == 1 for (row,) in asked)


def test_distributions_are_nearly_all_in_one_place() -> None:
    for rows, columns in ((1, 1), (1, 4), (4, 1)):
        for name in ("nearly all on the diagonal", "nearly all from the last back"):
            made = [PATTERNS[name](x, y, rows, columns) for x in range(rows) for y in range(columns)]
            assert sum(made) == 1 and min(made) >= 0
    assert ((fmpq(1, 200), fmpq(1, 200), fmpq(99, 100)),) in patterned(1, 3)


def test_numbers_are_scaled_as_they_are_declared() -> None:
    whole, row = symbols("whole", integer=True), MatrixSymbol("x", 1, 1)
    declared = declarations(Equality(rate * whole, row[0, 0], evaluate=False))
    start = Instance({rate: fmpq(1), whole: fmpq(1), row: ((fmpq(1),),)})
    found = [(each.bindings[rate], each.bindings[row][0][0]) for each in scaled_instances([start], declared, dict)]
    assert all(each.bindings[whole] == 1 for each in scaled_instances([start], declared, dict))
    assert found[:2] == [(12, 12), (1, 12)] and (fmpq(1, 12), fmpq(1, 12)) in found
    assert not list(scaled_instances([Instance({rate: fmpq(1)})], declarations(rate), dict))


def test_a_bound_far_out_is_not_passed_where_it_is_given() -> None:
    bounded = [ForAll(m, lambda i: le(C[i, 0], 20))]
    assert refute(Equation(Max(C[0, 0], 20), 20), given=bounded) is None
    assert refute(le(C[i, 0], Rational(39, 2)), given=bounded) is not None
