"""Statements for all values of an index that they do not contain, and numbers beyond what machines hold."""

import math

import numpy as np
import pytest
from sympy import Eq, I, Idx, Le, Lt, MatrixSymbol, Mod, Symbol, exp, symbols
from sympy.matrices.expressions.diagonal import DiagonalOf

from symattn import Equation, ForAll, MaskWhere, ShapeError, Unmasked, UsageError, decide, dims, evaluate

n, d, w = dims("n d w")
i, c = Idx("i", n), Idx("c", d)
x, y = symbols("x y", real=True)
k = Symbol("k", integer=True, nonnegative=True)
u, X = MatrixSymbol("u", 1, n), MatrixSymbol("X", n, d)

#: name → what is claimed for all values of indices that do not occur in it, and what is given.
WITHOUT_THE_INDEX = {
    "an equation": (ForAll(i, Equation(x, 0)), ()),
    "an inequality": (ForAll((i, c), Lt(x, u[0, i])), ()),
    "a mask in which all rows are alike": (Unmasked(MaskWhere(n, n, lambda j, key: Eq(Mod(key, w), w - 1))), ()),
    "a mask whose condition is of a number": (Unmasked(MaskWhere(n, n, lambda j, key: Lt(x, 0))), (Lt(x, 1),)),
    "where it is given": (Lt(0, x), (ForAll(c, Le(0, x)),)),
    "where both are": (ForAll(c, Lt(0, x)), (ForAll(i, Le(0, x)),)),
    "where one of two indices occurs": (ForAll((i, c), Lt(0, u[0, i])), (ForAll((i, c), Le(0, u[0, i])), Lt(0, x))),
}


@pytest.mark.parametrize("name", WITHOUT_THE_INDEX)
def test_a_false_statement_for_all_values_of_an_index_that_it_does_not_speak_of_is_refuted(name):
    proposition, given = WITHOUT_THE_INDEX[name]
    assert decide(proposition, given=given).status == "refuted"


@pytest.mark.parametrize("given, claimed", [(ForAll(c, Lt(0, x)), Le(0, x)), (Lt(0, x), ForAll(c, Le(0, x)))])
def test_a_true_one_is_proved_and_not_vacuous(given, claimed):
    verdict = decide(claimed, given=[given])
    assert verdict.status == "proved" and not verdict.possibly_vacuous


#: name → expression, values, what it is in floating point.
OUT_OF_REACH = {
    "a power": (x**k, {x: 2, k: 5000}, math.inf),
    "a negative power": ((-x) ** k, {x: 2, k: 5001}, -math.inf),
    "a power of −1 is not": (x**k, {x: -1, k: 5001}, -1.0),
    "a sum of powers": (x**k + x**k, {x: 10, k: 308}, math.inf),
    "a supplied integer": (x + y, {x: 10**400, y: 1}, math.inf),
    "its exponential": (exp(-x), {x: 10**400}, 0.0),
    "a huge power, at once": (x**k, {x: 3, k: 10**12}, math.inf),
    "a complex number": (x**k + I, {x: 2, k: 5000}, complex(math.inf, 1)),
    "a product of NumPy's integers": (x * y, {x: np.int64(2**62), y: np.int64(4)}, 2.0**64),
    "a sum of them": (x + y, {x: np.int8(100), y: np.int8(100)}, 200.0),
}


@pytest.mark.parametrize("name", OUT_OF_REACH)
def test_numbers_that_no_machine_integer_or_float_reaches_do_not_wrap_around_and_raise_nothing(name):
    expression, values, expected = OUT_OF_REACH[name]
    assert evaluate(expression, values) == expected


def test_a_natural_number_is_not_negative():
    with pytest.raises(UsageError, match="natural number"):
        evaluate(x**k, {x: 2, k: -1})
    assert evaluate(x**k, {x: 2, k: 0}) == 1


def test_the_diagonal_of_a_matrix_that_is_not_square_is_an_error_of_shapes():
    with pytest.raises(ShapeError, match="n×d"):
        evaluate(DiagonalOf(X), {X: np.ones((2, 2))})
