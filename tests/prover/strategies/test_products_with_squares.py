"""Products of known inequalities with squares: those that cannot be of use are told from the degrees alone."""

import random
from itertools import combinations

import pytest

from symattn.kernel.terms import REAL, var
from symattn.prover.logic.formulas import number, plus, times
from symattn.prover.normal.polynomials import read_polynomial
from symattn.prover.strategies.orders.nonlinear import _may_be_within

ATOMS = [var(name, REAL) for name in "xyzw"]
X, Y, Z, W = ATOMS


def _random_term(rng, terms, degree):
    total = number(0)
    for _ in range(rng.randint(1, terms)):
        product = number(rng.choice((-2, -1, 1, 3)))
        for _ in range(rng.randint(0, degree)):
            product = times(product, rng.choice(ATOMS))
        total = plus(total, product)
    return total


def _square(x, y, c):
    t = plus(x, times(number(c), y))
    return times(t, t)


@pytest.mark.parametrize("seed", range(60))
def test_no_product_whose_monomials_are_those_of_the_goal_is_left_out(seed):
    rng = random.Random(seed)
    weight = _random_term(rng, 4, 2)
    pairs = list(combinations(ATOMS, 2))
    within = rng.choice(pairs)
    goal = read_polynomial(plus(times(weight, _square(*within, rng.choice((-1, 1)))), _random_term(rng, 6, 4)))
    for x, y in pairs:
        useful = any(set(read_polynomial(times(weight, _square(x, y, c)))) <= set(goal) for c in (-1, 1))
        assert not useful or _may_be_within(read_polynomial(weight), (x, y), goal)


NEAR_MISSES = {
    "an atom that is not there": (Z, (X, W), plus(times(Z, _square(X, Y, 1)), Y)),
    "the square of an atom that is linear": (Z, (X, Y), plus(times(times(Z, X), Y), times(times(X, X), X))),
    "one degree too many": (times(Z, Z), (X, Y), times(Z, _square(X, Y, 1))),
    "a weight with another atom": (W, (X, Y), times(Z, _square(X, Y, -1))),
    "a weight that is squared": (times(X, X), (X, Y), _square(X, Y, 1)),
    "a sum with one atom too many": (plus(Z, W), (X, Y), times(Z, _square(X, Y, 1))),
    "a goal without squares": (Z, (X, Y), times(times(X, Y), times(Z, W))),
    "a goal of a number": (number(1), (X, Y), number(5)),
    "a goal of nothing": (number(1), (X, Y), number(0)),
    "a power too low": (times(Z, X), (X, Y), plus(times(times(X, X), times(Y, Y)), times(Z, times(X, X)))),
}


@pytest.mark.parametrize(("weight", "atoms", "goal"), NEAR_MISSES.values(), ids=NEAR_MISSES)
def test_a_product_that_is_nearly_within_the_goal_is_left_out(weight, atoms, goal):
    assert not _may_be_within(read_polynomial(weight), atoms, read_polynomial(goal))


def test_a_product_with_nothing_is_within_any_goal():
    assert _may_be_within(read_polynomial(number(0)), (X, Y), read_polynomial(Z))
