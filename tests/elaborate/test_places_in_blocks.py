"""Places w·i + e in blocks of symbolic width: what surely lies inside is an index, and nothing else is."""

import numpy as np
import pytest
from sympy import Idx, MatrixSymbol, Sum, Symbol

from symattn import (
    HeadConcat,
    HeadStack,
    MaskSymbol,
    MatrixFamily,
    RowSoftmax,
    UnsupportedExpression,
    decide,
    dims,
    evaluate,
    from_entries,
    sum_over,
)

H, K, b, c, r, d = dims("H K b c r d")
h, k, s, i, j, e = Idx("h", H), Idx("k", K), Idx("s", b), Idx("i", r), Idx("j", d), Idx("e", c)
t = Symbol("t", integer=True, nonnegative=True)
M, N, P = MatrixSymbol("M", r, H * b), MatrixSymbol("N", H * b, d), MatrixSymbol("P", r, b * H * K)
T, U = MatrixFamily("T", H, r, b), MatrixFamily("U", H, b, d)
mask = MaskSymbol("mask", r, H * b)
F = MatrixFamily("F", H * b, r, d)

PROVED = {
    "a block of columns": (from_entries(r, b, lambda i, s: HeadConcat(T)[i, b * h + s]), T[h]),
    "a block of rows": (from_entries(b, d, lambda s, j: HeadStack(U)[s + b * h, j]), U[h]),
    "a sum by blocks": (
        sum_over(H, lambda h: sum_over(b, lambda s: M[i, b * h + s])),
        sum_over(H * b, lambda t: M[i, t]),
    ),
    "a sum by the other factor": (
        sum_over(H, lambda h: sum_over(b, lambda s: M[i, H * s + h])),
        sum_over(H * b, lambda t: M[i, t]),
    ),
    "blocks of blocks": (
        sum_over(K, lambda k: sum_over(H, lambda h: sum_over(b, lambda s: P[i, s + b * (h + H * k)]))),
        sum_over(H * b * K, lambda t: P[i, t]),
    ),
    "members": (
        sum_over(H, lambda h: sum_over(b, lambda s: F[b * h + s][i, j])),
        sum_over(H * b, lambda t: F[t][i, j]),
    ),
    "the last of a block": (M[i, b * h + b - 1], M[i, b * (h + 1) - 1]),
    "a sum of weights": (
        sum_over(H, lambda h: sum_over(b, lambda s: RowSoftmax(M + mask)[i, b * h + s])),
        sum_over(H * b, lambda t: RowSoftmax(mask + M)[i, t]),
    ),
    "an index from 1 on": (
        Sum(M[i, b * (t - 1) + s], (t, 1, H)),
        sum_over(H, lambda h: M[i, b * h + s]),
    ),
}
REFUTED = {
    "another block": (from_entries(r, b, lambda i, s: HeadConcat(T)[i, b * h + s]), T[0]),
    "block and place exchanged": (M[i, H * s + h], M[i, b * h + s]),
    "a sum with weights": (
        sum_over(H, lambda h: sum_over(b, lambda s: M[i, b * h + s] * (s + 1))),
        sum_over(H * b, lambda t: M[i, t]),
    ),
    "half of the blocks of blocks": (
        sum_over(K, lambda k: sum_over(b, lambda s: P[i, s + b * H * k])),
        sum_over(H * b * K, lambda t: P[i, t]),
    ),
    "the next block": (from_entries(r, b, lambda i, s: M[i, b * h + s]), from_entries(r, b, lambda i, s: M[i, s])),
}
OUTSIDE = {
    "one too many": M[i, b * h + s + 1],
    "a place of another width": M[i, b * h + e],
    "a block of another number": M[i, b * k + s],
    "another width": M[i, c * h + s],
    "a place that is the block": M[i, b * h + h],
    "the block after the last": M[i, b * (h + 1) + s],
    "two of three": P[i, s + b * h + b * h * K],
    "a member after the last": F[b * h + s + 1][i, j],
    "a member of another width": F[b * h + e][i, j],
}


@pytest.mark.parametrize("name", PROVED)
def test_what_is_true_is_proved(name):
    assert decide(*PROVED[name]).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_nearly_true_is_refuted(name):
    assert decide(*REFUTED[name]).status == "refuted"


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_may_lie_outside_is_no_index(name):
    with pytest.raises(UnsupportedExpression):
        decide(OUTSIDE[name], OUTSIDE[name] + 1)


def test_the_place_is_that_of_the_numbers():
    values = np.arange(24.0).reshape(2, 12)
    for block, place in [(0, 0), (1, 3), (2, 1)]:
        found = evaluate(M[i, b * h + s], {M: values, b: 4, H: 3, i: 1, h: block, s: place})
        assert found == values[1, 4 * block + place]
