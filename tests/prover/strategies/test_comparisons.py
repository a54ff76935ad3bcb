"""A comparison follows from what is said of 0 and of a multiple of the difference of two numbers, and from no less."""

import pytest

from symattn.kernel.rules import assume
from symattn.kernel.terms import REAL, equation, var
from symattn.prover.logic.formulas import ONE, ZERO, minus, number, plus, times
from symattn.prover.normal.context import Context
from symattn.prover.normal.normaliser import Normaliser
from symattn.prover.normal.polynomials import read_polynomial
from symattn.prover.normal.simplex import linear_combination
from symattn.prover.strategies.orders.comparisons import SAY, Compared, of_multiple

X, Y = var("x", REAL), var("y", REAL)
RELATIONS = list(SAY)


def compared(a, b, relation, *known):
    return Compared(a, b, relation, Normaliser(Context(truths=list(known))))


@pytest.mark.parametrize("relation", RELATIONS)
def test_it_follows_from_the_same_of_0_and_the_difference(relation):
    goal = compared(X, plus(Y, ONE), relation)
    known = assume(SAY[relation](ZERO, goal.t))
    assert goal.by_sign(known).conclusion is goal.goal
    assert goal.by_sign(None) is None


@pytest.mark.parametrize("relation", RELATIONS)
def test_it_follows_from_the_same_of_the_normal_forms(relation):
    goal = compared(plus(X, ZERO), times(Y, ONE), relation)
    assert goal.by_forms(assume(goal.said_of(*goal.normal))).conclusion is goal.goal
    assert goal.by_forms(None) is None


@pytest.mark.parametrize("relation", RELATIONS)
def test_it_follows_from_a_positive_multiple(relation):
    goal = compared(times(number(3), X), times(number(3), Y), relation)
    assert goal.by_multiple(number(3), assume(SAY[relation](X, Y))).conclusion is goal.goal
    assert of_multiple(goal.normaliser, number(2), assume(SAY[relation](X, Y)), goal.t) is None
    assert of_multiple(goal.normaliser, number(3), assume(SAY[relation](Y, X)), goal.t) is None


@pytest.mark.parametrize("relation", ["≤", "<"])
def test_a_weight_without_a_sign_gives_nothing(relation):
    goal = compared(times(X, X), times(X, Y), relation)
    assert goal.by_multiple(X, assume(SAY[relation](X, Y))) is None
    zero = compared(times(ZERO, X), times(ZERO, Y), "<")
    assert zero.by_multiple(ZERO, assume(SAY["<"](X, Y))) is None


def test_an_equation_follows_from_any_multiple():
    goal = compared(times(X, X), times(X, Y), "=")
    found = goal.by_multiple(X, assume(equation(X, Y)))
    assert found.conclusion is goal.goal and found.hypotheses == (equation(X, Y),)


def test_of_a_weak_order_no_strict_one_follows():
    goal = compared(X, Y, "<")
    weak = goal.by_sign(assume(SAY["≤"](ZERO, goal.t)))
    assert weak.conclusion is SAY["≤"](X, Y)


@pytest.mark.parametrize("relation", RELATIONS)
def test_the_shape_tells_of_what_it_tells(relation):
    square = plus(times(X, X), ONE)
    assert (compared(ZERO, square, relation).by_shape() is None) == (relation == "=")
    assert compared(X, Y, relation).by_shape() is None
    assert (compared(X, X, relation).by_shape() is None) == (relation == "<")


def polynomial(*terms):
    return read_polynomial(Normaliser(Context()).normal(*terms).sides[1])


def test_coefficients_of_either_sign_are_found_and_no_constant_is_added():
    x, y, one = polynomial(X), polynomial(Y), polynomial(ONE)
    difference = polynomial(plus(X, minus(Y)))
    assert linear_combination([x, y], difference) == [1, -1]
    assert linear_combination([difference, y], x) == [1, 1]
    assert linear_combination([x], y) is None
    assert linear_combination([x], polynomial(plus(X, ONE))) is None
    assert linear_combination([x, one], polynomial(plus(X, minus(ONE)))) == [1, -1]
    assert linear_combination([], x) is None


def test_what_has_a_monomial_that_stands_alone_takes_no_part_in_a_combination():
    x, y = polynomial(X), polynomial(Y)
    alone, chained = polynomial(plus(X, times(X, X))), polynomial(plus(times(X, X), times(X, Y)))
    assert linear_combination([alone, x, y], polynomial(plus(X, Y))) == [0, 1, 1]
    assert linear_combination([alone, chained, y], polynomial(Y)) == [0, 0, 1]  # what leads to x·y alone falls in turn
    assert linear_combination([alone, chained], x) is None
    both = polynomial(plus(X, minus(times(X, Y))))
    assert linear_combination([alone, chained], both) == [1, -1]
