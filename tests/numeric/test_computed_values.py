"""States that recurrences compute, also irrational ones: false statements about them are refuted, true ones are not."""

from __future__ import annotations

import pytest
from flint import arb, fmpq
from sympy import Idx, MatrixSymbol, Max, Symbol, ZeroMatrix, exp, sqrt

from symattn import Equation, ForAll, MatrixFamily, RowMax, RowSoftmax, claim, decide, dims, refute, sum_over, witness
from symattn.language.propositions import Claim
from symattn.numeric.constructions import Recurrence, in_order, plan
from symattn.numeric.given_values import Givens

n, d, p, b = dims("n d p b")
t, i = Idx("t", n), Idx("i", d)
x = MatrixSymbol("x", 1, n)
m, l, u = (MatrixSymbol(name, n + 1, 1) for name in "mlu")
O = MatrixSymbol("O", n + 1, d)
g, K, V = MatrixSymbol("g", n, 1), MatrixSymbol("K", n, p), MatrixSymbol("V", n, d)
q, keys, values = MatrixSymbol("q", 1, p), MatrixFamily("K", n, b, p), MatrixFamily("V", n, b, d)
S, P = MatrixFamily("S", n + 1, p, d), MatrixFamily("P", n + 1, 1, d)
y = Symbol("y", real=True)

FACTOR = exp(m[t, 0] - m[t + 1, 0])
TERM = exp(x[0, t] - m[t + 1, 0])
TOTAL = sum_over(n, lambda j: exp(x[0, j] - m[n, 0]))
START = [Equation(l[0, 0], 0)]
LARGEST = ForAll(t, Equation(m[t + 1, 0], Max(m[t, 0], x[0, t])))


def online(step, *more):
    """Return what is said of a running sum, which stands before what it is made of."""
    return [*START, ForAll(t, Equation(l[t + 1, 0], step)), *more]


def score(t, j):
    return (q * keys[t].T)[0, j] / sqrt(p)


def tiled(factor):
    """Return a tiled loop: running sums of weights and of values, and the running maximum of which both are made."""
    return [
        ForAll(t, Equation(l[t + 1, 0], l[t, 0] * FACTOR + sum_over(b, lambda j: exp(score(t, j) - m[t + 1, 0])))),
        ForAll(
            (t, i),
            Equation(
                O[t + 1, i],
                O[t, i] * factor + sum_over(b, lambda j: exp(score(t, j) - m[t + 1, 0]) * values[t][j, i]),
            ),
        ),
        ForAll(t, Equation(m[t + 1, 0], Max(m[t, 0], RowMax(q * keys[t].T / sqrt(p))[0, 0]))),
        Equation(l[0, 0], 0),
        ForAll(i, Equation(O[0, i], 0)),
    ]


WEIGHTED = sum_over(n, lambda u: sum_over(b, lambda j: exp(score(u, j) - m[n, 0]) * values[u][j, i]))


def gated(gate):
    """Return what is said of a matrix state that decays and takes up an outer product at each step."""
    return [ForAll(t, Equation(S[t + 1], gate * S[t] + K[t, :].T * V[t, :])), Equation(S[0], ZeroMatrix(p, d))]


SOFTENED = ForAll(t, Equation(P[t + 1], RowSoftmax(P[t])))
CROSSED = [
    ForAll(t, Equation(l[t + 1, 0], l[t, 0] + u[t + 1, 0])),
    ForAll(t, Equation(u[t + 1, 0], exp(l[t, 0]))),
]
FALSE: dict[str, Claim] = {
    "no rescale": claim(l[n, 0], TOTAL, given=online(l[t, 0] + TERM, LARGEST)),
    "no rescale, any reference": claim(l[n, 0], TOTAL, given=online(l[t, 0] + TERM)),
    "rescaled the other way round": claim(l[n, 0], TOTAL, given=online(l[t, 0] / FACTOR + TERM, LARGEST)),
    "the old maximum": claim(l[n, 0], TOTAL, given=online(l[t, 0] * FACTOR + exp(x[0, t] - m[t, 0]), LARGEST)),
    "no start": claim(l[n, 0], TOTAL, given=online(l[t, 0] * FACTOR + TERM, LARGEST)[1:]),
    "values without a rescale": claim(O[n, i], WEIGHTED, given=tiled(1)),
    "values without a start": claim(O[n, i], WEIGHTED, given=tiled(FACTOR)[:-1]),
    "a state of matrices that decays": claim(S[n], K.T * V, given=gated(exp(g[t, 0]))),
    "a row softened at each step": claim(P[n], P[0], given=[SOFTENED]),
    "two that are made of each other": claim(l[n, 0], l[0, 0] + n * u[n, 0], given=CROSSED),
    "a number": claim(y**2, y, given=[Equation(y, exp(x[0, 0]))]),
}
TRUE: dict[str, Claim] = {
    "rescaled": claim(l[n, 0], TOTAL, given=online(l[t, 0] * FACTOR + TERM, LARGEST)),
    "rescaled, any reference": claim(l[n, 0], TOTAL, given=online(l[t, 0] * FACTOR + TERM)),
    "no rescale, one reference": claim(
        l[n, 0], TOTAL, given=online(l[t, 0] + TERM, ForAll(t, Equation(m[t + 1, 0], m[t, 0])))
    ),
    "values with a rescale": claim(O[n, i], WEIGHTED, given=tiled(FACTOR)),
    "a state of matrices": claim(S[n], K.T * V, given=gated(1)),
    "two that are made of each other, one step": claim(l[1, 0] - l[0, 0], u[1, 0], given=CROSSED),
    "a number that is positive": claim(y > 0, given=[Equation(y, exp(x[0, 0]))]),
    "what cannot be": claim(y, 0, given=[Equation(y, exp(x[0, 0])), Equation(x[0, 0], 1), Equation(exp(y), 2)]),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted(name: str) -> None:
    verdict = decide(FALSE[name])
    assert verdict.status == "refuted", verdict
    assert verdict.counterexample.kind == "values"


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_not(name: str) -> None:
    assert refute(TRUE[name]) is None
    assert decide(TRUE[name]).status in ("proved", "unknown")


@pytest.mark.parametrize("name", ["rescaled", "values with a rescale", "rescaled, any reference"])
def test_exact_values_satisfy_it(name: str) -> None:
    found = witness(TRUE[name])
    assert found is not None and found.is_exact
    assert all(isinstance(x, fmpq) for row in found.bindings[l] for x in row)


def test_a_number_that_equals_an_irrational_one_has_no_exact_value() -> None:
    assert witness(claim(y > 0, given=[Equation(y, exp(x[0, 0])), Equation(x[0, 0], 1)])) is None


def test_a_square_root_that_is_a_whole_number_is_written_as_one() -> None:
    found = witness(claim(y, 0, given=[Equation(y, sqrt(x[0, 0]) * 0 + exp(x[0, 1] - x[0, 1], evaluate=False))]))
    assert found is not None and isinstance(found.bindings[y], fmpq)


def test_values_follow_what_they_are_made_of() -> None:
    step, largest = plan(tuple(FALSE["no rescale"].given)).recurrences
    assert in_order([step, largest]) == in_order([largest, step]) == [[largest], [step]]
    begins = Recurrence((), l[0, 0], y)
    assert in_order([step, largest, begins]) in ([[largest], [begins], [step]], [[begins], [largest], [step]])


def test_those_that_are_made_of_each_other_are_given_together() -> None:
    ones = plan(tuple(CROSSED)).recurrences
    first = Recurrence((), y, l[1, 0])
    assert in_order([first, *ones]) == [ones, [first]]
    start = {n: fmpq(3), l: ((fmpq(0),),) * 4, u: ((fmpq(7),),) * 4}
    found = Givens(plan(tuple(CROSSED))).again(start, lambda work: None)
    assert found is not None and found[l][1] == found[u][1] == (1,)
    assert all(isinstance(found[symbol][3][0], arb) for symbol in (l, u))
    assert found[l][3][0].overlaps(found[l][2][0] + found[l][2][0].exp())


@pytest.mark.parametrize("declared", [{"real": True}, {"positive": True}, {"nonzero": True, "real": True}])
def test_a_number_may_be_irrational_where_its_sign_is_declared(declared: dict[str, bool]) -> None:
    z = Symbol("z", **declared)
    assert refute(claim(z**2, z, given=[Equation(z, exp(x[0, 0]))])) is not None


@pytest.mark.parametrize("declared", [{"integer": True}, {"negative": True}, {"rational": True}])
def test_a_number_is_not_irrational_where_more_is_declared(declared: dict[str, bool]) -> None:
    z = Symbol("z", **declared)
    assert refute(claim(z**2, z, given=[Equation(z, exp(x[0, 0]))])) is None
