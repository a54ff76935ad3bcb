"""A word whose definition binds a name that is bound around it too: each binder, one in another, words in words."""

import numpy as np
import pytest
from sympy import (
    Derivative,
    FunctionMatrix,
    HadamardProduct,
    Idx,
    Lambda,
    MatrixSymbol,
    Piecewise,
    Product,
    S,
    Sum,
    Symbol,
    exp,
    oo,
)

from symattn import (
    Expectation,
    ForAll,
    HeadConcat,
    HeadFamily,
    HeadSum,
    ProbabilitySymbol,
    RowMax,
    RowSoftmax,
    Variance,
    decide,
    define,
    dims,
    evaluate,
    latex,
    spot_check,
)

n, d = dims("n d")
e, u, q = (Symbol(name, integer=True) for name in "euq")
a, X, x, y = MatrixSymbol("a", 1, d), MatrixSymbol("X", n, d), MatrixSymbol("x", 1, d), MatrixSymbol("y", n, 1)
p = ProbabilitySymbol("p", n)
VALUES = {
    X: np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5]]),
    x: np.array([[0.3, 0.7, -0.2]]),
    y: np.array([[2.0], [-0.5]]),
    p: np.array([[0.25, 0.75]]),
}


@define(a)
def MeanOfRow(a):
    """Take the mean of a row, by a sum over e."""
    return Sum(a[0, e], (e, 0, d - 1)) / d


@define(a)
def MeanByIdx(a):
    """Take the mean of a row, by a sum over an index e with a range."""
    return Sum(a[0, Idx("e", d)], (Idx("e", d), 0, d - 1)) / d


@define(a)
def MeanOfRowAsMatrix(a):
    """Make the 1×1 matrix of the mean of a row, whose place is called u, e."""
    return FunctionMatrix(1, 1, Lambda((u, e), Sum(a[u, e], (e, 0, d - 1)) / d))


@define(a)
def SpreadOfRow(a):
    """Add the squares of what a row has beyond its mean: a word in a word, in a sum over the same name."""
    return Sum((a[0, e] - MeanOfRow(a)) ** 2, (e, 0, d - 1))


WORDS = {
    "a sum": MeanOfRow,
    "a sum over an Idx": MeanByIdx,
    "a matrix": lambda row: MeanOfRowAsMatrix(row)[0, 0],
    "a word in a word": SpreadOfRow,
}
#: What stands under the binder, whose name is given: a word at what is bound there, and at what is not.
INSIDE = {
    "of a row that is bound": lambda w, i: w(X[i, :]),
    "of what is not bound": lambda w, i: w(x) * y[i, 0],
    "of a multiple": lambda w, i: w(y[i, 0] * x),
    "at two depths": lambda w, i: w(w(y[i, 0] * x) * x),
    "twice": lambda w, i: w(x) + y[i, 0] * w(y[i, 0] * x),
}
BINDERS = {
    "a sum": lambda f, i: Sum(f(i), (i, 0, n - 1)),
    "a product": lambda f, i: Product(f(i), (i, 0, n - 1)),
    "a sum in a sum": lambda f, i: Sum(Sum(f(i), (i, 0, n - 1)) * y[i, 0], (i, 0, n - 1)),
    "rows": lambda f, i: FunctionMatrix(n, 2, Lambda((i, u), f(i))),
    "columns": lambda f, i: FunctionMatrix(2, n, Lambda((u, i), f(i))),
    "a family": lambda f, i: HeadSum(HeadFamily(f(i) * x, (i, 0, n - 1))),
    "blocks": lambda f, i: HeadConcat(HeadFamily(f(i) * x, (i, 0, n - 1))),
    "a condition": lambda f, i: Sum(Piecewise((f(i), i > 0), (0, True)), (i, 0, n - 1)),
    "a mask": lambda f, i: RowSoftmax(FunctionMatrix(n, n, Lambda((i, u), Piecewise((f(i), u <= i), (-oo, True))))),
    "a maximum": lambda f, i: RowMax(FunctionMatrix(2, n, Lambda((u, i), f(i)))),
    "an argument of the word": lambda f, i: MeanOfRow(FunctionMatrix(1, n, Lambda((u, i), f(i)))),
    "an expectation": lambda f, i: Expectation(p, f(i), i),
    "a variance": lambda f, i: Variance(p, f(i), i),
}


def stated(word, inside, binder, name):
    return BINDERS[binder](lambda i: INSIDE[inside](WORDS[word], i), name)


@pytest.mark.parametrize("binder", BINDERS)
@pytest.mark.parametrize("inside", INSIDE)
@pytest.mark.parametrize("word", WORDS)
def test_the_name_of_what_is_bound_around_a_word_does_not_matter(word, inside, binder):
    captured, apart = (stated(word, inside, binder, i) for i in (e, q))
    found, expected = evaluate(captured, VALUES), evaluate(apart, VALUES)
    assert np.shape(found) == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    assert latex(captured) and str(captured)
    assert decide(captured, apart).status == "proved"


@pytest.mark.parametrize("inside", INSIDE)
def test_values_are_checked_at_random_numbers_too(inside):
    assert spot_check(*(stated("a sum", inside, "a sum", i) for i in (e, q)), trials=5)


def test_a_bound_name_is_not_that_of_the_word_inside():
    captured = Sum(MeanOfRow(x) * y[e, 0], (e, 0, n - 1))
    assert decide(captured, MeanOfRow(x) * Sum(y[q, 0], (q, 0, n - 1))).status == "proved"
    wrong = Sum(x[0, e] * X[0, e], (e, 0, d - 1)) / d
    assert decide(Sum(MeanOfRow(x) * X[0, e], (e, 0, d - 1)), wrong).status == "refuted"


def test_all_values_of_an_index_and_derivatives_are_binders_as_well():
    i, t = Idx("e", n), Symbol("e", real=True)
    said = ForAll(i, Sum(X[i, e] ** 2, (e, 0, d - 1)) >= d * MeanOfRow(X[i, :]) ** 2)
    assert decide(said).status == "proved"
    assert decide(ForAll(i, MeanOfRow(X[i, :]) >= 0)).status == "refuted"
    assert decide(Derivative(MeanOfRow(t * x), t), MeanOfRow(x)).status == "proved"
    assert decide(Derivative(MeanOfRow(t * x), t), t * MeanOfRow(x)).status == "refuted"


def test_functions_of_every_entry_bind_their_variable():
    t = Symbol("e", real=True)
    captured = x.applyfunc(Lambda(t, exp(t) * MeanOfRow(x)))
    assert decide(captured, MeanOfRow(x) * x.applyfunc(exp)).status == "proved"
    assert decide(captured, MeanOfRow(x.applyfunc(exp)) * x).status == "refuted"
    np.testing.assert_allclose(evaluate(captured, VALUES), np.exp(VALUES[x]) * VALUES[x].mean())
    squares = MeanOfRow(HadamardProduct(x, x))
    assert decide(Sum(x[0, e] ** 2, (e, 0, d - 1)), d * squares).status == "proved"
    assert decide(squares, S.Half * MeanOfRow(x)).status == "refuted"
