"""Absolute values, largest numbers and their norms: bounds under sums and maxima, where the largest is attained."""

import pytest
from sympy import Abs, Ge, Idx, Le, Lt, MatrixSymbol, OneMatrix, exp, sqrt, symbols

from symattn import (
    Equation,
    ForAll,
    FrobeniusNorm,
    InnerProduct,
    MaxNorm,
    Norm1,
    ReLU,
    RowMax,
    SquaredNorm,
    claim,
    decide,
    dims,
    sum_over,
)

n, m, ell = dims("n m ell")
A, B, C = MatrixSymbol("A", n, m), MatrixSymbol("B", m, ell), MatrixSymbol("C", n, n)
D = MatrixSymbol("D", n, m)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
X, Y, R = (MatrixSymbol(name, m, 1) for name in "XYR")
a, c = symbols("a c", real=True)
i, j, k = Idx("i", n), Idx("j", n), Idx("k", m)
ones = OneMatrix(n, 1)
stochastic = [ForAll((i, j), Ge(C[i, j], 0)), Equation(C * ones, ones)]


def weighted(radius):
    return sum_over(m, lambda s: Abs(A[i, s]) * radius(s))


PROVED = {
    "‖A‖ and ‖A‖_max": (Le(FrobeniusNorm(A), sqrt(n * m) * MaxNorm(A)), []),
    "‖A‖² and ‖A‖_max": (Le(SquaredNorm(A), n * m * MaxNorm(A) ** 2), []),
    "‖A‖_max and ‖A‖₁": (Le(MaxNorm(A), Norm1(A)), []),
    "‖AB‖₁": (Le(Norm1(A * B), Norm1(A) * Norm1(B)), []),
    "‖AB‖_max": (Le(MaxNorm(A * B), m * MaxNorm(A) * MaxNorm(B)), []),
    "‖Cu‖₁": (Le(Norm1(C * u), Norm1(C) * MaxNorm(u)), []),
    "‖A + D‖_max": (Le(MaxNorm(A + D), MaxNorm(A) + MaxNorm(D)), []),
    "‖cA‖₁": (Equation(Norm1(c * A), Abs(c) * Norm1(A)), []),
    "Hölder": (Le(Abs(sum_over(n, lambda s: u[s, 0] * v[s, 0])), MaxNorm(u) * Norm1(v)), []),
    "a bound at each place": (
        Le(Abs((A * X)[i, 0]), weighted(lambda s: R[s, 0])),
        [ForAll(k, Le(Abs(X[k, 0]), R[k, 0]))],
    ),
    "a radius about a centre": (
        Le(Abs((A * X)[i, 0] - (A * Y)[i, 0]), weighted(lambda s: R[s, 0])),
        [ForAll(k, Le(Abs(X[k, 0] - Y[k, 0]), R[k, 0]))],
    ),
    "a multiple of the largest": (Equation(RowMax(a * A), a * RowMax(A)), [Ge(a, 0)]),
    "the largest under exp": (Equation(RowMax(A.applyfunc(exp)), RowMax(A).applyfunc(exp)), []),
    "the largest under ReLU": (Equation(RowMax(A.applyfunc(ReLU)), RowMax(A).applyfunc(ReLU)), []),
    "the largest is Lipschitz": (
        Le(Abs(RowMax(A)[i, 0] - RowMax(D)[i, 0]), RowMax((A - D).applyfunc(Abs))[i, 0]),
        [],
    ),
    "an entry of a stochastic matrix": (Le(C[i, j], 1), stochastic),
    "one of the squares": (Le((u[i, 0] - a) ** 2, sum_over(n, lambda s: (u[s, 0] - a) ** 2)), []),
}

REFUTED = {
    "‖AB‖₁ by the largest entry": (Le(Norm1(A * B), MaxNorm(A) * Norm1(B)), []),
    "‖AB‖_max without the width": (Le(MaxNorm(A * B), MaxNorm(A) * MaxNorm(B)), []),
    "‖A‖ without the rows": (Le(FrobeniusNorm(A), sqrt(n) * MaxNorm(A)), []),
    "‖cA‖₁ without the bars": (Equation(Norm1(c * A), c * Norm1(A)), []),
    "a multiple that may be negative": (Equation(RowMax(a * A), a * RowMax(A)), []),
    "the largest under a square": (
        Equation(RowMax(A.applyfunc(lambda t: t**2)), RowMax(A).applyfunc(lambda t: t**2)),
        [],
    ),
    "the largest of a sum": (Equation(RowMax(A + D), RowMax(A) + RowMax(D)), []),
    "Hölder without the bars": (
        Le(sum_over(n, lambda s: u[s, 0] * v[s, 0]), MaxNorm(u) * sum_over(n, lambda s: v[s, 0])),
        [],
    ),
    "an entry below one": (Lt(C[i, j], 1), stochastic),
    "an entry of a matrix with such rows": (Le(C[i, j], 1), stochastic[1:]),
    "a square with another centre": (Le((u[i, 0] - a) ** 2, sum_over(n, lambda s: (u[s, 0] - c) ** 2)), []),
}


ROWS = ForAll(i, Le(sum_over(m, lambda s: Abs(A[i, s])), c))
BOUNDED = ForAll(k, Le(Abs(X[k, 0]), a))
PROVED |= {"the entries of a product by the sums of the rows": (Le(Abs((A * X)[i, 0]), c * a), [ROWS, BOUNDED])}
REFUTED |= {
    "by sums without the bars": (
        Le(Abs((A * X)[i, 0]), c * a),
        [ForAll(i, Le(sum_over(m, lambda s: A[i, s]), c)), BOUNDED],
    )
}


@pytest.mark.parametrize("name", PROVED)
def test_what_is_bounded(name):
    statement, given = PROVED[name]
    assert decide(claim(statement, given=given)).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_nearly_true_is_refuted(name):
    statement, given = REFUTED[name]
    assert decide(claim(statement, given=given)).status == "refuted"


def test_the_modulus_of_what_is_zero():
    nothing = Abs(InnerProduct(v, u) - sum_over(n, lambda s: u[s, 0] * v[s, 0]))
    assert decide(Le(nothing, a), given=[Le(0, a**5 + a)]).status == "proved"
    assert decide(Le(nothing, a), given=[Le(a, 1)]).status == "refuted"
