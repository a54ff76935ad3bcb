"""Indices in one block, or in blocks of one place, as in Kronecker products with a column, are place or block."""

import pytest
from sympy import Identity, KroneckerProduct, MatrixSymbol, OneMatrix, Symbol

from symattn import Flip, PermutationSymbol, SequentialEncoding, Vec, decide, dims

n, d, p, q = dims("n d p q")
a, b, c = MatrixSymbol("a", n, 1), MatrixSymbol("b", d, 1), MatrixSymbol("c", 1, 1)
A, B, row = MatrixSymbol("A", n, p), MatrixSymbol("B", d, q), MatrixSymbol("r", 1, p * q)
sigma, phi, t = PermutationSymbol("sigma", 1), SequentialEncoding("phi", 1), Symbol("t", integer=True, nonnegative=True)

TRUE = {
    "a column and a wide matrix": (
        KroneckerProduct(a, OneMatrix(d, p * q)),
        KroneckerProduct(Identity(n), OneMatrix(d, p * q)) * KroneckerProduct(a, Identity(p * q)),
    ),
    "two columns": (KroneckerProduct(a, b), Vec(b * a.T)),
    "two rows": (KroneckerProduct(a.T, b.T), KroneckerProduct(a, b).T),
    "a column and a row": (KroneckerProduct(a, b.T), a * b.T),
    "a row and a column": (KroneckerProduct(b.T, a), a * b.T),
    "a number": (KroneckerProduct(c, A), c[0, 0] * A),
    "a number to the right": (KroneckerProduct(A, c), c[0, 0] * A),
    "the one permutation of one": (KroneckerProduct(sigma * c, A), KroneckerProduct(c, A)),
    "a step in one dimension": (KroneckerProduct(phi(t) * sigma, A), KroneckerProduct(phi(t), A)),
    "columns turned round": (KroneckerProduct(a, Flip(row, axis=1)), a * Flip(row, axis=1)),
}
FALSE = {
    "the columns exchanged": (KroneckerProduct(a, b), Vec(a * b.T)),
    "a row for a column": (KroneckerProduct(a, row), KroneckerProduct(a, Flip(row, axis=1))),
    "the number twice": (KroneckerProduct(c, A), c[0, 0] ** 2 * A),
    "the number left out": (KroneckerProduct(A, c), A),
    "a sign": (KroneckerProduct(a, b.T), -a * b.T),
    "another place": (KroneckerProduct(a, b)[0, 0], a[n - 1, 0] * b[0, 0]),
    "the last for the first": (KroneckerProduct(a, b)[n * d - 1, 0], a[0, 0] * b[d - 1, 0]),
    "the blocks turned round": (KroneckerProduct(Flip(a), b), KroneckerProduct(a, Flip(b))),
    "both turned round": (Flip(KroneckerProduct(a, b)), KroneckerProduct(Flip(a), b)),
    "a step too many": (KroneckerProduct(phi(t), A), KroneckerProduct(phi(t + 1), A)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    assert decide(*TRUE[name]).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_is_nearly_true_is_refuted(name):
    assert decide(*FALSE[name]).status == "refuted"
