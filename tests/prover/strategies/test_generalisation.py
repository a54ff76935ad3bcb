"""Inequalities about defined functions of compound matrices are proved for any matrix, and only those that hold."""

import pytest
from sympy import Ge, Gt, Idx, Le, Lt, MatrixSymbol, OneMatrix, exp

from symattn import BoxCar, Epanechnikov, KernelAttention, KernelMatrix, RowSoftmax, decide, dims

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
j, i, c = Idx("j", r), Idx("i", n), Idx("c", d)
similar = KernelMatrix(BoxCar(), Q, K)
weight = RowSoftmax(similar)[j, i]


@pytest.mark.parametrize(
    "statement",
    [
        Gt(weight, 0),
        Ge(weight, 0),
        Le(weight, 1),
        Gt(RowSoftmax(KernelMatrix(Epanechnikov(), Q, K))[j, i], 0),
        Gt(RowSoftmax(Q * K.T + similar)[j, i], 0),
        Gt(RowSoftmax(RowSoftmax(similar) * V)[j, c], 0),
    ],
)
def test_what_holds_of_any_scores_is_proved(statement):
    assert decide(statement).status == "proved"


@pytest.mark.parametrize(
    "statement",
    [
        Lt(weight, 1),  # one key has the weight 1
        Gt(weight, 1),
        Gt(weight, exp(-1)),
        Ge(KernelAttention(BoxCar(), Q, K, V)[j, c], 0),
        Gt((RowSoftmax(similar) * V)[j, c], V[i, c]),
        Gt((RowSoftmax(similar) - OneMatrix(r, n))[j, i], 0),
        Le(similar[j, i], 0),
        Lt(RowSoftmax(similar)[j, i], RowSoftmax(similar)[j, i]),
        Ge(weight, 2),
        Le(RowSoftmax(Q * K.T)[j, i], RowSoftmax(similar)[j, i]),
    ],
)
def test_what_nearly_holds_is_refuted(statement):
    assert decide(statement).status == "refuted"


def test_what_holds_of_these_scores_alone_is_proved_of_them():
    assert decide(Le(similar[j, i], 1)).status == "proved"
    assert decide(Le(RowSoftmax(similar)[j, i] * similar[j, i], 1)).status == "proved"


def test_a_matrix_of_the_reserved_name_is_not_captured():
    scores = MatrixSymbol("any_0", r, n)
    assert decide(Gt(RowSoftmax(similar + scores)[j, i], 0)).status == "proved"
    assert decide(Gt(RowSoftmax(similar)[j, i], scores[j, i])).status == "refuted"
