"""False statements under matrix equations that few matrices satisfy are refuted; true ones are not."""

import pytest
from sympy import HadamardProduct, Identity, Idx, Le, MatrixSymbol, OneMatrix, ZeroMatrix

from symattn import Equation, decide, dims, refute, sum_over, witness

n = dims("n")
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
u = MatrixSymbol("u", n, 1)
i, j = Idx("i", n), Idx("j", n)
one, ones, zero = Identity(n), OneMatrix(n, 1), ZeroMatrix(n, n)
IDEMPOTENT = [Equation(A**2, A), Equation(B**2, B)]
FALSE = {
    "a product of idempotents": (Equation((A * B) ** 2, A * B), IDEMPOTENT),
    "idempotents commute": (Equation(A * B, B * A), IDEMPOTENT),
    "a sum of idempotents": (Equation((A + B) ** 2, A + B), IDEMPOTENT),
    "an idempotent is symmetric": (Equation(A.T, A), IDEMPOTENT[:1]),
    "involutions commute": (Equation(A * B, B * A), [Equation(A**2, one), Equation(B**2, one)]),
    "a nilpotent is zero": (Equation(A, zero), [Equation(A * A, zero)]),
    "zero divisors on the other side": (Equation(B * A, zero), [Equation(A * B, zero)]),
    "a zero diagonal": (Equation(C, zero), [Equation(HadamardProduct(one, C), zero)]),
    "rows of sum 1 are at most 1": (Le(C[i, j], 1), [Equation(C * ones, ones)]),
    "rows of sum 1, columns as well": (Equation(C.T * ones, ones), [Equation(C * ones, ones)]),
    "rows of sum 1 keep sums": (
        Equation(sum_over(n, lambda s: (C * u)[s, 0]), sum_over(n, lambda s: u[s, 0])),
        [Equation(C * ones, ones)],
    ),
}
TRUE = {
    "the complement of an idempotent": (Equation((one - A) ** 2, one - A), IDEMPOTENT[:1]),
    "zero divisors squared": (Equation((B * A) ** 2, zero), [Equation(A * B, zero)]),
    "commuting with itself": (Equation(A * B * A, A), [Equation(A * B, one), Equation(A**2, one)]),
}


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refuted(name):
    proposition, given = FALSE[name]
    assert decide(proposition, given=given).status == "refuted"


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_not_refuted(name):
    proposition, given = TRUE[name]
    assert refute(proposition, given=given) is None


def test_contradictions_have_no_witness():
    assert witness(Equation(A, B), given=[Equation(A, A + one)]) is None
    assert witness(Equation(A, B), given=[Equation(A * A, zero), Equation(A, one)]) is None


def test_the_same_counterexample_is_found_again():
    proposition, given = FALSE["a product of idempotents"]
    assert refute(proposition, given=given).values == refute(proposition, given=given).values
