"""That a matrix has no inverse, or that matrices differ, is proved by contradiction; near misses are not."""

import pytest
from sympy import Identity, MatrixSymbol, ZeroMatrix

from symattn import Equation, Fails, Invertible, decide, dims

n = dims("n")
A, B, N = (MatrixSymbol(name, n, n) for name in "ABN")
x = MatrixSymbol("x", n, 1)
NONE, ONE = ZeroMatrix(n, n), Identity(n)
NO_COLUMN = ZeroMatrix(n, 1)
NILPOTENT, IDEMPOTENT = Equation(N * N, NONE), Equation(A * A, A)
KERNEL = [Equation(A * x, NO_COLUMN), Fails(Equation(x, NO_COLUMN))]

TRUE = {
    "the zero matrix": (Fails(Invertible(A)), [Equation(A, NONE)]),
    "a nilpotent matrix": (Fails(Invertible(N)), [NILPOTENT]),
    "a nilpotent matrix of order 3": (Fails(Invertible(N)), [Equation(N**3, NONE)]),
    "a matrix with a kernel": (Fails(Invertible(A)), KERNEL),
    "a product whose first factor has a kernel": (Fails(Invertible(A * B)), [Equation(A.T * x, NO_COLUMN), KERNEL[1]]),
    "a projection that is not 1": (Fails(Invertible(A)), [IDEMPOTENT, Fails(Equation(A, ONE))]),
    "a left zero divisor": (Fails(Invertible(A)), [Equation(A * B, NONE), Fails(Equation(B, NONE))]),
    "what an invertible matrix takes to 0": (Fails(Invertible(B)), [Invertible(A), Equation(A * B, NONE)]),
    "no left inverse either": (Fails(Equation(B * A, ONE)), KERNEL),
}
NEAR_MISSES = {
    "a projection": (Fails(Invertible(A)), [IDEMPOTENT]),
    "an involution": (Fails(Invertible(N)), [Equation(N * N, ONE)]),
    "an equation with x = 0": (Fails(Invertible(A)), KERNEL[:1]),
    "a zero divisor that may divide 0": (Fails(Invertible(A)), [Equation(A * B, NONE)]),
    "the other factor": (Fails(Invertible(B)), [Equation(A * x, NO_COLUMN), KERNEL[1]]),
    "any matrix": (Fails(Invertible(A)), []),
    "any but 1": (Fails(Invertible(A)), [Fails(Equation(A, ONE))]),
    "a matrix that has an inverse": (Fails(Invertible(A)), [Invertible(A)]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_has_no_inverse_is_proved_to_have_none(name):
    stated, given = TRUE[name]
    assert decide(stated, given=given).status == "proved"


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_may_have_an_inverse_is_not_proved_to_have_none(name):
    stated, given = NEAR_MISSES[name]
    assert decide(stated, given=given).status != "proved"
