"""Single rows that a size names: the last row of a matrix, the last of its first part, the first of the other."""

import pytest
from sympy import BlockMatrix, MatrixSymbol, ZeroMatrix

from symattn import Attention, BottomRightCausalMask, CausalMask, SlidingWindowMask, decide, dims, evaluate
from symattn.errors import SymattnError

n, m, k, w, r, p, d, ell = dims("n m k w r p d ell")
Q, K, V = MatrixSymbol("Q", n + w, ell), MatrixSymbol("K", n + w, ell), MatrixSymbol("V", n + w, d)
X, Y, Z = MatrixSymbol("X", m, p), MatrixSymbol("Y", k, p), MatrixSymbol("Z", m + k, p)
causal, window = (Attention(Q, K, V, mask) for mask in (CausalMask(n + w), SlidingWindowMask(n + w, w)))
both = BlockMatrix([[X], [Y]])

TRUE = {
    "the last query sees all keys": (causal[n + w - 1 :, :], Attention(Q[n + w - 1 :, :], K, V)),
    "the last query of a window": (window[n + w - 1 :, :], Attention(Q[n + w - 1 :, :], K[n:, :], V[n:, :])),
    "the last query that the window does not cut": (
        window[w - 1 : w, :],
        Attention(Q[w - 1 : w, :], K[:w, :], V[:w, :]),
    ),
    "query w − 1 sees w keys": (causal[w - 1 : w, :], Attention(Q[w - 1 : w, :], K[:w, :], V[:w, :])),
    "the last row of the first part": (both[m - 1 : m, :], X[m - 1 :, :]),
    "the first row of the other part": (both[m : m + 1, :], Y[:1, :]),
    "the last row of all": (both[m + k - 1 :, :], Y[k - 1 :, :]),
    "the last column": (Z.T[:, m - 1 : m], Z[m - 1 : m, :].T),
    "the last row of a mask": (BottomRightCausalMask(r, r + k)[r - 1 :, :], ZeroMatrix(1, r + k)),
    "an entry": (both[m - 1, 0], X[m - 1, 0]),
}
FALSE = {
    "query w − 1 sees no later key": (causal[w - 1 : w, :], Attention(Q[w - 1 : w, :], K, V)),
    "the window cuts": (window[n + w - 1 :, :], Attention(Q[n + w - 1 :, :], K, V)),
    "another query": (causal[n + w - 1 :, :], Attention(Q[:1, :], K, V)),
    "one row later": (Z[m - 1 : m, :], Z[m : m + 1, :]),
    "the first row": (both[m - 1 : m, :], X[:1, :]),
    "the last row of the other part": (both[m : m + 1, :], Y[k - 1 :, :]),
    "the last row of the wrong part": (both[m - 1 : m, :], Y[k - 1 :, :]),
    "the last of all": (Z[m - 1 : m, :], Z[m + k - 1 :, :]),
    "one key too few": (causal[w : w + 1, :], Attention(Q[w : w + 1, :], K[:w, :], V[:w, :])),
    "an entry of the other part": (both[m - 1, 0], Y[0, 0]),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_row_that_a_size_names(name):
    assert decide(*TRUE[name]).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_another_row_is_refuted(name):
    assert decide(*FALSE[name]).status == "refuted"


@pytest.mark.parametrize("row", [Z[m - 2 : m - 1, :], X[k : k + 1, :], X[k - 1 : k, :]], ids=str)
def test_a_row_that_may_lie_outside_is_refused(row):
    with pytest.raises(SymattnError):
        decide(row, 2 * row)


def test_a_single_row_is_evaluated():
    values = {Z: [[1], [2], [3], [4], [5]], m: 2, k: 3}
    assert [evaluate(Z[a : a + 1, :], values).item() for a in (m - 1, m, m + k - 1)] == [2, 3, 5]
