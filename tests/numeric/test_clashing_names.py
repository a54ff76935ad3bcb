"""Numbers that are sums over i and j inside of the entry (i, j) of a matrix, against plain NumPy.

The names clash in each way: a word hides them, a sum shows them, in the order of the entry or in the other one, in
matrices that are computed along whole axes and in those that are computed entry by entry.
"""

import numpy as np
import pytest
from sympy import (
    BlockMatrix,
    FunctionMatrix,
    HadamardProduct,
    KroneckerProduct,
    Lambda,
    MatrixSymbol,
    Product,
    Sum,
    Trace,
    exp,
)

from symattn import (
    Attention,
    ColumnSum,
    FrobeniusNorm,
    InnerProduct,
    KernelMatrix,
    MaxNorm,
    Norm1,
    RowMax,
    RowSoftmax,
    SquaredEuclidean,
    SquaredNorm,
    decide,
    define,
    dims,
    evaluate,
    from_entries,
    spot_check,
)
from symattn.language.base.entries import fresh_index
from symattn.modern import SoftmaxOne
from symattn.numeric.side_by_side import SideBySide

n, m, d = dims("n m d")
A, X, Y, S = MatrixSymbol("A", m, m), MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), MatrixSymbol("S", d, d)
i, j = fresh_index("i"), fresh_index("j")  # as the words of the library name theirs


@define(A)
def AddedEntries(A):
    """Add all entries, by a sum over i and j."""
    return Sum(A[i, j], (i, 0, m - 1), (j, 0, m - 1))


@define(A)
def AddedByRows(A):
    """Add all entries, by a sum over j and i."""
    return Sum(Sum(A[i, j], (j, 0, m - 1)), (i, 0, m - 1))


@define(A)
def AddedSquares(A):
    """Add the squares of all entries, by a sum over i of a matrix that has the indices j and i."""
    return Sum(FunctionMatrix(m, m, Lambda((j, i), A[j, i] ** 2))[i, j], (i, 0, m - 1), (j, 0, m - 1))


NUMBERS = {
    "FrobeniusNorm": (FrobeniusNorm(A), lambda a: np.sqrt((a**2).sum())),
    "InnerProduct": (InnerProduct(A, A), lambda a: (a**2).sum()),
    "SquaredNorm": (SquaredNorm(A), lambda a: (a**2).sum()),
    "Norm1": (Norm1(A), lambda a: np.abs(a).sum()),
    "MaxNorm": (MaxNorm(A), lambda a: np.abs(a).max()),
    "Trace": (Trace(A), np.trace),
    "an own word": (AddedEntries(A), np.sum),
    "rows in an own word": (AddedByRows(A), np.sum),
    "a matrix in an own word": (AddedSquares(A), lambda a: (a**2).sum()),
    "a sum": (Sum(A[i, j], (i, 0, m - 1), (j, 0, m - 1)), np.sum),
    "a sum, the other way round": (Sum(A[i, j], (j, 0, m - 1), (i, 0, m - 1)), np.sum),
    "a sum up to an index": (
        Sum(A[i, j], (j, 0, i), (i, 0, m - 1)),
        lambda a: np.tril(a).sum(),
    ),
    "a product of sums": (Product(Sum(A[i, j], (i, 0, m - 1)), (j, 0, m - 1)), lambda a: a.sum(axis=0).prod()),
}


def softmax(x):
    weights = np.exp(x)
    return weights / weights.sum(axis=1, keepdims=True)


def softmax_one(x):
    weights = np.exp(x)
    return weights / (1 + weights.sum(axis=1, keepdims=True))


#: The entry (i, j), given a number, and the matrix.
ENTRIES = {
    "a multiple": (lambda c, i, j: c * X[i, j], lambda c, x: c * x),
    "of a word": (lambda c, i, j: c * SoftmaxOne(X)[i, j], lambda c, x: c * softmax_one(x)),
    "a sum of two": (lambda c, i, j: c * SoftmaxOne(X)[i, j] + X[i, j], lambda c, x: c * softmax_one(x) + x),
    "without j": (lambda c, i, j: c + X[i, 0] ** 2, lambda c, x: np.broadcast_to(c + x[:, :1] ** 2, x.shape)),
    "without i": (lambda c, i, j: c + X[0, j], lambda c, x: np.broadcast_to(c + x[:1], x.shape)),
    "the number alone": (lambda c, i, j: c, lambda c, x: np.full(x.shape, c)),
}
#: What is made of the matrix.
AROUND = {
    "nothing": (lambda M: M, lambda f, x, y, s: f),
    "transposed": (lambda M: M.T, lambda f, x, y, s: f.T),
    "a product": (lambda M: S * M.T * Y, lambda f, x, y, s: s @ f.T @ y),
    "a trace": (lambda M: Trace(M * M.T), lambda f, x, y, s: (f**2).sum()),
    "a norm": (lambda M: FrobeniusNorm(M - Y), lambda f, x, y, s: np.sqrt(((f - y) ** 2).sum())),
    "a sum": (lambda M: Sum(M[j, i], (i, 0, d - 1), (j, 0, n - 1)), lambda f, x, y, s: f.sum()),
    "an entry": (lambda M: M[0, 0], lambda f, x, y, s: f[0, 0]),
    "columns": (ColumnSum, lambda f, x, y, s: f.sum(axis=0, keepdims=True)),
    "entrywise": (lambda M: HadamardProduct(M, Y), lambda f, x, y, s: f * y),
    "blocks": (lambda M: BlockMatrix([[M], [Y]]), lambda f, x, y, s: np.concatenate([f, y])),
    "a Kronecker product": (lambda M: KroneckerProduct(M, Y), lambda f, x, y, s: np.kron(f, y)),
    "softmax": (lambda M: RowSoftmax(M.T), lambda f, x, y, s: softmax(f.T)),
    "a maximum": (lambda M: RowMax(M.T), lambda f, x, y, s: f.T.max(axis=1, keepdims=True)),
    "attention": (lambda M: Attention(M, Y, M), lambda f, x, y, s: softmax(f @ y.T / np.sqrt(x.shape[1])) @ f),
    "distances": (
        lambda M: KernelMatrix(SquaredEuclidean(), M, Y),
        lambda f, x, y, s: -((f[:, None] - y[None]) ** 2).sum(-1) / 2,
    ),
    "entries of it": (lambda M: from_entries(d, n, lambda i, j: exp(M[j, i])), lambda f, x, y, s: np.exp(f.T)),
    "a norm in its entries": (
        lambda M: from_entries(n, d, lambda i, j: SquaredNorm(M) * M[i, j]),
        lambda f, x, y, s: (f**2).sum() * f,
    ),
}


def values_of(rows, columns, size):
    random = np.random.default_rng(rows + 10 * columns + 100 * size)
    shapes = {A: (size, size), X: (rows, columns), Y: (rows, columns), S: (columns, columns)}
    return {symbol: random.normal(size=shape) / 2 for symbol, shape in shapes.items()}


def matrices(number, entry):
    """Return the matrix of the entries, its indices named as they are in the number, and the other way round."""
    formula = ENTRIES[entry][0]
    return [FunctionMatrix(n, d, Lambda(names, formula(NUMBERS[number][0], *names))) for names in ((i, j), (j, i))]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_sum_in_an_entry_is_one_number(number, around):
    for entry, (_, by_hand) in ENTRIES.items():
        for matrix in matrices(number, entry):
            whole = AROUND[around][0](matrix)
            for sizes in ((2, 2, 2), (1, 3, 2), (3, 2, 1)):
                values = values_of(*sizes)
                formed = by_hand(NUMBERS[number][1](values[A]), values[X])
                expected = AROUND[around][1](formed, values[X], values[Y], values[S])
                found = evaluate(whole, values)
                assert np.shape(found) == np.shape(expected), entry
                np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12, err_msg=entry)


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("number", NUMBERS)
def test_several_instances_side_by_side_are_each_alone(number, entry):
    alone = [values_of(3, 2, 2), values_of(3, 2, 2)]
    alone[1] = {symbol: 1 - value for symbol, value in alone[1].items()}
    both = {symbol: np.stack([values[symbol] for values in alone]) for symbol in (A, X, Y, S)}
    for matrix in matrices(number, entry):
        found = SideBySide({**both, n: 3, d: 2, m: 2}, 2).matrix(matrix)
        expected = np.stack([evaluate(matrix, values) for values in alone])
        np.testing.assert_allclose(np.broadcast_to(found, expected.shape), expected, rtol=1e-12)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_multiple_entry_by_entry_is_one_of_the_matrix(number):
    value = NUMBERS[number][0]
    by_entries = from_entries(n, d, lambda i, j: value * SoftmaxOne(X)[i, j])
    assert spot_check(by_entries, value * SoftmaxOne(X)).max_error < 1e-9
    assert decide(by_entries, value * SoftmaxOne(X)).status == "proved"
    traces = Trace(by_entries * by_entries.T), value**2 * Trace(SoftmaxOne(X) * SoftmaxOne(X).T)
    assert spot_check(*traces).max_error < 1e-9
    assert decide(*traces).status == "proved"
