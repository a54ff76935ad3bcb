"""Words at sizes that are numbers: sums over two places are written out, and SymPy writes 1/√2 as √2/2."""

import pytest
from sympy import FunctionMatrix, Lambda, MatrixSymbol, Ne, Symbol, sqrt, symbols

from symattn import (
    Attention,
    ForAll,
    MaskSymbol,
    RowSoftmax,
    Sigmoid,
    Unmasked,
    decide,
    dims,
    sum_over,
)
from symattn.modern import UnitRows

n, m = dims("n m")
u, v, w = symbols("u v w", integer=True)


@pytest.mark.parametrize("columns", [1, 2, 3, n])
@pytest.mark.parametrize("rows", [1, 2, m])
def test_a_mask_shows_a_key_in_each_row_as_it_is_declared(rows, columns):
    M, X = MaskSymbol("M", rows, columns), MatrixSymbol("X", rows, columns)
    assert decide(RowSoftmax(M + X), RowSoftmax(X + M)).status == "proved"
    assert decide(RowSoftmax(M), RowSoftmax(M + X)).status == ("proved" if columns == 1 else "refuted")


@pytest.mark.parametrize("columns", [1, 2])
def test_what_is_not_known_of_two_masks_together_stays_unknown(columns):
    M, N = MaskSymbol("M", m, columns), MaskSymbol("N", m, columns)
    verdict = decide(RowSoftmax(M + N), RowSoftmax(N + M))
    assert verdict.status == ("proved" if columns == 1 else "unknown")
    assert decide(RowSoftmax(M + N), RowSoftmax(N + M), Unmasked(M + N)).status == "proved"


@pytest.mark.parametrize("ell", [1, 2, 3, 8, 12, 2 * n, n * m, 4 * n])
def test_attention_is_what_a_user_writes_whatever_the_width(ell):
    Q, K, V = MatrixSymbol("Q", m, ell), MatrixSymbol("K", 3, ell), MatrixSymbol("V", 3, 2)
    assert decide(Attention(Q, K, V), RowSoftmax(Q * K.T / sqrt(ell)) * V).status == "proved"
    if ell != 1:
        assert decide(Attention(Q, K, V), RowSoftmax(Q * K.T / ell) * V).status == "refuted"


def test_a_matrix_of_two_columns_that_are_alike_is_compared_with_itself():
    y, x = MatrixSymbol("y", m, 1), Symbol("x", real=True)
    one, other = (FunctionMatrix(m, 2, Lambda((i, u), Sigmoid(x) * y[i, 0])) for i in (v, w))
    assert decide(one, other).status == "proved"


def test_what_a_report_asks_of_a_root_suffices_where_it_is_given():
    A, B = MatrixSymbol("A", n, m), MatrixSymbol("B", n, m)
    whole = UnitRows(A + B)
    verdict = decide(whole, whole.definition())
    assert verdict.missing == ("ForAll(n, lambda i: Ne(sqrt(sum_over(m, lambda s: (A + B)[i, s]**2)), 0))",)
    given = ForAll(n, lambda i: Ne(sqrt(sum_over(m, lambda s: (A + B)[i, s] ** 2)), 0))
    assert decide(whole, whole.definition(), given).status == "proved"
