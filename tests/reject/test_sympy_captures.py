"""What SymPy does to a statement before it is decided, with derivatives and Dummies."""

import pytest
from sympy import (
    Add,
    Derivative,
    Dummy,
    Eq,
    FunctionMatrix,
    Idx,
    ImmutableMatrix,
    KroneckerDelta,
    Lambda,
    MatrixSymbol,
    Mul,
    Ne,
    OneMatrix,
    Piecewise,
    Pow,
    Sum,
    ZeroMatrix,
    hadamard_product,
    log,
    symbols,
)

from symattn import Gradient, RowSoftmax, UnsupportedExpression, decide, dims

n = dims("n")
i = Idx("i", n)
x, y, z = symbols("x y z", real=True)
s, t, k = symbols("s t k", integer=True)
v, w = MatrixSymbol("v", 1, n), MatrixSymbol("w", 1, n)
A, B, X = (MatrixSymbol(name, n, n) for name in "ABX")


def row(entry):
    return FunctionMatrix(1, n, Lambda((s, t), entry))


STEP = row(Derivative(Piecewise((1, x > 0), (0, True)), x))
LOGARITHM = row(Derivative(log(x), x))
FILLED = row(Derivative(Piecewise((y, Eq(x, 0)), (y + x, True)), x))  # y + x everywhere
ONE = Mul(x, Pow(x, -1), evaluate=False)
C = MatrixSymbol("C", 1, 1)
OPEN = {
    "a step has no derivative at 0": (2 * STEP, ZeroMatrix(1, n), ()),
    "nor has it in a sum": (STEP + v, v, ()),
    "log has none at negative numbers": (2 * LOGARITHM, 2 * row(1 / x), (Ne(x, 0),)),
    "nor in an entry of a product": ((LOGARITHM * A)[0, 0], Sum(A[k, 0] / x, (k, 0, n - 1)), (Ne(x, 0),)),
    "x/x is not defined at 0": (2 * row(ONE), 2 * OneMatrix(1, n), ()),
    "nor as a factor": (ONE * A, A, ()),
    "nor has a step one in explicit entries": (
        hadamard_product(ImmutableMatrix([[Derivative(Piecewise((1, x > 0), (0, True)), x)]]), C),
        ZeroMatrix(1, 1),
        (),
    ),
    "nor is x/x defined there": (hadamard_product(ImmutableMatrix([[ONE]]), C), C, ()),
    "0 log x is not defined at 0": (2 * row(Mul(0, log(x), evaluate=False)), ZeroMatrix(1, n), ()),
    "nor is log x − log x": (
        RowSoftmax(2 * row(Add(log(x), -log(x), evaluate=False))),
        RowSoftmax(ZeroMatrix(1, n)),
        (),
    ),
}


@pytest.mark.parametrize("name", OPEN)
def test_matrix_arithmetic_evaluates_nothing_inside(name):
    left, right, given = OPEN[name]
    assert decide(left, right, given).status == "unknown"


def test_a_derivative_in_a_multiple_is_not_taken_case_by_case():
    assert decide(2 * FILLED, 2 * OneMatrix(1, n)).status != "refuted"


def renamed_inner_index(entry, symbol):
    """Give the index of the sum that an entry of a product is, which is a Dummy, another name."""
    return entry.xreplace({entry.limits[0][0]: symbol})


def test_an_index_of_sympys_own_that_is_renamed_captures_nothing():
    assert decide(renamed_inner_index((A * B)[i, 0], i), (A * B)[i, 0]).status == "proved"
    moved = Sum(renamed_inner_index((A * B)[s, k], s), (s, 0, n - 1), (k, 0, n - 1))
    captured = n * Sum(A[s, s] * B[s, k], (s, 0, n - 1), (k, 0, n - 1))
    assert decide(moved, captured).status == "refuted"


@pytest.mark.parametrize("how", ["subs", "xreplace"])
def test_a_symbol_put_for_a_dummy_is_not_captured(how):
    dummy = Dummy("d", integer=True)
    inner = Sum(X[s, dummy], (s, 0, n - 1))
    put = inner.subs(dummy, s) if how == "subs" else inner.xreplace({dummy: s})
    assert decide(Sum(put, (s, 0, n - 1)), n * Sum(X[s, s], (s, 0, n - 1))).status == "refuted"


def test_a_sum_that_sympy_evaluates_captures_nothing():
    evaluated = Sum(KroneckerDelta(s, t, (0, n - 1)) * Sum(X[s, t], (t, 0, n - 1)), (s, 0, n - 1)).doit()
    assert decide(Sum(evaluated, (t, 0, n - 1)), n * Sum(X[s, s], (s, 0, n - 1))).status == "refuted"
    assert decide(Sum(evaluated, (t, 0, n - 1)), Sum(X[s, t], (s, 0, n - 1), (t, 0, n - 1))).status == "proved"


def test_nothing_that_varies_is_put_into_a_derivative():
    gradient = Gradient(Sum(v[0, s] * w[0, s], (s, 0, n - 1)), v)
    product = Derivative(x * y, x)
    for put in (
        lambda: gradient.subs(w, v),
        lambda: gradient.xreplace({w: 2 * v}),
        lambda: gradient.subs(v, w),
        lambda: Lambda(y, product)(x),
        lambda: Lambda(x, Derivative(x**2 * y, x))(y),
    ):
        with pytest.raises(UnsupportedExpression, match="varies there"):
            put()
    assert decide(gradient.subs(w, 2 * w), 2 * w).status == "proved"
    assert decide(Lambda(y, product)(z), z).status == "proved"
