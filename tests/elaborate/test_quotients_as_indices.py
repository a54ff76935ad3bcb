"""Entries at ⌊i/w⌋ and i mod w, as those of a Kronecker product are, and at n − 1 − i; idle remainders."""

import pytest
from sympy import Idx, Integer, KroneckerProduct, MatrixSymbol, Mod, Sum, Symbol, floor

from symattn import Flip, RowSum, UnsupportedExpression, decide, dims, from_entries

m, n, p, q, k = dims("m n p q k")
A, B, X, Y = (MatrixSymbol(name, *shape) for name, shape in zip("ABXY", ((m, n), (p, q), (m, 1), (p, 1)), strict=True))
i, j, s = Idx("i", m * p), Idx("j", n * q), Symbol("s", integer=True)
C, row, column, other = MatrixSymbol("C", n, q), Idx("r", n), Idx("c", q), Idx("u", n)
entry = KroneckerProduct(A, B)[i, j]

PROVED = {
    "an entry of a Kronecker product": (entry, A[floor(i / p), floor(j / q)] * B[Mod(i, p), Mod(j, q)]),
    "the sum of a row": (Sum(KroneckerProduct(A, B)[i, s], (s, 0, n * q - 1)), RowSum(KroneckerProduct(A, B))[i, 0]),
    "a product of sums": (
        Sum(X[floor(s / p), 0] * Y[Mod(s, p), 0], (s, 0, m * p - 1)),
        Sum(X[s, 0], (s, 0, m - 1)) * Sum(Y[s, 0], (s, 0, p - 1)),
    ),
    "a block is below their number": (Mod(floor(i / p), m), floor(i / p)),
    "a remainder of a remainder": (Mod(Mod(i, p), p, evaluate=False), Mod(i, p)),
    "a remainder by more": (Mod(Mod(i, p), p + k), Mod(i, p)),
    "an entry from the end": (C[n - 1 - row, column], Flip(C)[row, column]),
    "an entry from both ends": (C[n - 1 - row, q - 1 - column], Flip(Flip(C), axis=1)[row, column]),
    "a sum from the end": (Sum(C[n - 1 - s, column], (s, 0, n - 1)), Sum(C[s, column], (s, 0, n - 1))),
    "all rows from the end": (from_entries(n, q, lambda a, b: C[n - 1 - a, b]), Flip(C)),
    "no block of blocks but the first": (floor(floor(i / p) / m), Integer(0)),
}
REFUTED = {
    "an entry from the start": (C[n - 1 - row, column], C[row, column]),
    "the last entry": (C[n - 1 - row, column], C[n - 1, column]),
    "another entry from the end": (C[n - 1 - row, column], C[n - 1 - other, column]),
    "columns from the end": (C[n - 1 - row, column], Flip(C, axis=1)[row, column]),
    "squares for a convolution": (
        Sum(C[s, column] * C[n - 1 - s, column], (s, 0, n - 1)),
        Sum(C[s, column] ** 2, (s, 0, n - 1)),
    ),
    "blocks and places exchanged": (entry, A[Mod(i, m), Mod(j, n)] * B[floor(i / m), floor(j / n)]),
    "the factors exchanged": (entry, KroneckerProduct(B, A)[i, j]),
    "another block of the row": (entry, A[floor(i / p), 0] * B[Mod(i, p), Mod(j, q)]),
    "another place of the row": (entry, A[floor(i / p), floor(j / q)] * B[Mod(i, p), 0]),
    "a place for a block": (Mod(floor(i / p), m), Mod(i, m)),
    "a remainder by more that is none of less": (Mod(floor(i / p), m + k), Mod(i, m)),
    "a block that is not the first": (floor(floor(i / p) / m), floor(i / p)),
    "a block that is the first": (X[floor(i / p), 0], X[0, 0]),
    "sums of places for blocks": (Sum(X[floor(s / p), 0], (s, 0, m * p - 1)), Sum(X[s, 0], (s, 0, m - 1))),
    "a column in another order": (X[floor(i / p), 0], X[Mod(i, m), 0]),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_is_true_is_proved(name):
    assert decide(*PROVED[name]).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_nearly_true_is_refuted(name):
    assert decide(*REFUTED[name]).status == "refuted"


def test_a_remainder_that_may_be_too_large_is_none_that_is_left_out():
    with pytest.raises(UnsupportedExpression, match="what is divided"):
        decide(Mod(Mod(i, p + k), p), Mod(i, p))


@pytest.mark.parametrize("place", [n - row, n - 2 - row, 2 * row, row + other, m - 1 - row, row - other, -row])
def test_a_place_that_may_lie_outside_is_none(place):
    with pytest.raises(UnsupportedExpression, match=r"an index is a number|not provably an index"):
        decide(C[place, column], C[row, column])
