"""A claim follows from itself, from its sides swapped, and beside a hypothesis that would rewrite without end."""

import pytest
from sympy import Eq, Identity, Idx, KroneckerDelta, Le, MatrixSymbol, Ne, Sum, Symbol, exp

from symattn import Attention, Equation, PermutationSymbol, RowSoftmax, claim, decide, dims

n, m, d = dims("n m d")
A, B, C, D, Z = (MatrixSymbol(name, n, n) for name in "ABCDZ")
Q, K, V = MatrixSymbol("Q", n, d), MatrixSymbol("K", m, d), MatrixSymbol("V", m, d)
i, j, k = (Idx(name, n) for name in "ijk")
x, y = Symbol("x", real=True), Symbol("y", real=True)
sigma = PermutationSymbol("sigma", n)

STATEMENTS = [
    (C.T, C),
    (A * B * C, Z),
    (Identity(n) + D, C),
    (RowSoftmax(C), C),
    (RowSoftmax(C) * C, C.T),
    (Attention(Q, K, V), Q),
    (sigma * C, C),
    (x * y, x * x),
    (exp(x) + x, y),
    (C[i, j], KroneckerDelta(i, j)),
    (C[i, j], C[j, i]),
    (Sum(C[i, k] * C[k, j], (k, 0, n - 1)), C[i, j]),
]


@pytest.mark.parametrize("left, right", STATEMENTS)
def test_an_equation_follows_from_itself_in_both_directions(left, right):
    harmless = Equation(C, C.T)
    for given in ([Equation(left, right)], [Equation(right, left)], [harmless, Equation(left, right)]):
        assert decide(claim(Equation(left, right), given=given)).status == "proved"


@pytest.mark.parametrize(
    "statement, given",
    [
        (Ne(x, y), Ne(y, x)),
        (Le(x * x, y), Le(x * x, y)),
        (Eq(x, y**3), Eq(y**3, x)),
    ],
)
def test_a_proposition_about_numbers_follows_from_itself(statement, given):
    assert decide(claim(statement, given=[given])).status == "proved"


def test_a_hypothesis_that_turns_in_a_circle_does_not_stop_the_others():
    given = [Equation(C, C.T), Equation(A * C, B)]
    assert decide(A * C.T * D, B * D, given=given).status == "proved"
