"""What is given of one symbol, where another one is given to be equal to it; inverses of matrices that are the same."""

import pytest
from sympy import DiagMatrix, HadamardPower, HadamardProduct, Identity, Idx, Inverse, MatrixSymbol, Sum, symbols

from symattn import Equation, ForAll, Invertible, PositiveDefinite, RowSum, decide, dims

n, m, r, ell, d = dims("n m r ell d")
u, w, x = (MatrixSymbol(name, n, 1) for name in "uwx")
A, B = (MatrixSymbol(name, n, n) for name in "AB")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
i, k = Idx("i", n), symbols("k", integer=True)
POSITIVE = ForAll(n, lambda i: u[i, 0] > 0)
SAME, TWICE = Equation(u, w), Equation(u, 2 * w)
LEFT, RIGHT = DiagMatrix(RowSum(Q * K.T)), DiagMatrix(Q * RowSum(K.T))
DEFINED = [Invertible(LEFT), Invertible(RIGHT)]
#: A statement and what is given.
TRUE = [
    (w[0, 0] > 0, [POSITIVE, SAME]),
    (w[i, 0] > 0, [SAME, POSITIVE]),
    (w[i, 0] > 0, [POSITIVE, TWICE]),
    ((w[i, 0] / u[i, 0], 1), [POSITIVE, SAME]),
    ((u[i, 0] / w[i, 0], 2), [POSITIVE, TWICE]),
    (Sum(w[k, 0], (k, 0, n - 1)) > 0, [POSITIVE, SAME]),
    (Invertible(DiagMatrix(u)), [POSITIVE, SAME]),
    (Invertible(DiagMatrix(w)), [POSITIVE, TWICE]),
    ((DiagMatrix(u) * DiagMatrix(HadamardPower(u, -1)), Identity(n)), [POSITIVE, SAME]),
    ((Inverse(DiagMatrix(u)), Inverse(DiagMatrix(w))), [POSITIVE, SAME]),
    ((Inverse(DiagMatrix(u)), DiagMatrix(HadamardPower(w, -1))), [ForAll(n, lambda i: w[i, 0] > 0), SAME]),
    ((Inverse(LEFT) * Q * K.T * V, Inverse(RIGHT) * Q * (K.T * V)), DEFINED),
    ((Inverse(LEFT), Inverse(RIGHT)), DEFINED),
    (PositiveDefinite(A), [PositiveDefinite(B), Equation(A, B)]),
]
#: Nearly the same, and false.
FALSE = [
    (w[0, 0] > 1, [POSITIVE, SAME]),
    (w[i, 0] > u[i, 0], [POSITIVE, SAME]),
    (x[i, 0] > 0, [POSITIVE, SAME]),
    ((u[i, 0] / w[i, 0], 1), [POSITIVE, TWICE]),
    ((Inverse(DiagMatrix(u)), Inverse(DiagMatrix(w))), [POSITIVE, TWICE]),
    ((Inverse(DiagMatrix(u)), Inverse(DiagMatrix(x))), [POSITIVE, SAME, ForAll(n, lambda i: x[i, 0] > 0)]),
    (
        (Inverse(LEFT), Inverse(DiagMatrix(HadamardProduct(RowSum(Q), RowSum(Q))))),
        [Invertible(LEFT), Invertible(DiagMatrix(HadamardProduct(RowSum(Q), RowSum(Q))))],
    ),
    ((Inverse(A), Inverse(B)), [Invertible(A), Invertible(B)]),
]


@pytest.mark.parametrize(("stated", "given"), TRUE, ids=str)
def test_an_equation_rewrites_what_else_is_given(stated, given) -> None:
    verdict = decide(stated, given=given)
    assert verdict.status == "proved" and not verdict.possibly_vacuous, str(verdict)


@pytest.mark.parametrize(("stated", "given"), FALSE, ids=str)
def test_what_is_nearly_true_is_not_proved(stated, given) -> None:
    assert decide(stated, given=given).status == "refuted"
