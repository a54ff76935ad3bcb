"""Evaluation keeps the types of its arrays, does not take overflow for a mask, and checks a mask at once."""

import array_api_strict
import numpy as np
import pytest
from flint import fmpq
from sympy import MatrixSymbol, sqrt

from symattn import Attention, CausalMask, MaskedRow, MaskSymbol, RowSoftmax, dims, evaluate
from symattn.numeric.enclosure import enclose

r, n, ell, d = dims("r n ell d")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
WRITTEN = RowSoftmax(Q * K.T / sqrt(ell)) * V


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("expr", [Attention(Q, K, V), WRITTEN, 2 * Q * K.T / sqrt(ell), RowSoftmax(Q * K.T)])
def test_the_result_has_the_type_of_the_inputs(expr, dtype):
    rng = np.random.default_rng(0)
    values = {Q: rng.normal(size=(3, 5)), K: rng.normal(size=(4, 5)), V: rng.normal(size=(4, 2))}
    values = {symbol: value.astype(dtype) for symbol, value in values.items()}
    assert evaluate(expr, values).dtype == dtype


@pytest.mark.parametrize("expr", [Attention(Q, K, V), WRITTEN])
def test_a_strict_library_is_served_in_single_precision(expr):
    one = {
        s: array_api_strict.asarray(v, dtype=array_api_strict.float32)
        for s, v in [(Q, [[1.0]]), (K, [[2.0]]), (V, [[3.0]])]
    }
    result = evaluate(expr, one)
    assert result.dtype == array_api_strict.float32 and float(result[0, 0]) == 3


@pytest.mark.parametrize("sign", [1, -1])
def test_an_overflow_is_no_mask(sign):
    assert evaluate(Attention(Q, K, V), {Q: [[1e200]], K: [[sign * 1e200]], V: [[1.0]]}).tolist() == [[1.0]]
    two = {Q: [[1e200], [-1e200], [0.0]], K: [[1e200], [2e200]], V: [[1.0], [3.0]]}
    assert evaluate(Attention(Q, K, V), two).tolist() == [[3.0], [1.0], [2.0]]


def test_an_overflow_beside_a_mask_leaves_hidden_what_is_hidden():
    X, Y, Z = MatrixSymbol("X", n, ell), MatrixSymbol("Y", n, ell), MatrixSymbol("Z", n, d)
    values = {X: [[1e200], [1e200]], Y: [[-1e200], [1e200]], Z: [[1.0], [3.0]]}
    assert evaluate(Attention(X, Y, Z, CausalMask(n)), values).tolist() == [[1.0], [3.0]]
    hidden = {Q: [[1e200]], K: [[-1e200], [1e200]], V: [[1.0], [3.0]], M: [[0.0, -np.inf]]}
    assert evaluate(Attention(Q, K, V, M), hidden).tolist() == [[1.0]]


def test_a_row_that_sees_nothing_is_still_an_error():
    with pytest.raises(MaskedRow, match="row 1 of M"):
        evaluate(Attention(Q, K, V, M), {Q: [[1.0], [1.0]], K: [[1.0]], V: [[1.0]], M: [[0.0], [-np.inf]]})
    strict = array_api_strict.asarray([[0.0, -np.inf], [-np.inf, -np.inf]])
    with pytest.raises(MaskedRow, match="row 1 of M"):
        evaluate(RowSoftmax(M), {M: strict})


def test_enclosures_take_integers():
    assert enclose(n + 1, {n: 2}) == 3
    A = MatrixSymbol("A", 2, 2)
    assert enclose(A * A, {A: [[1, 2], [0, 1]]}) == ((1, 4), (0, 1))
    assert enclose(A * A, {A: ((fmpq(1, 2), 0), (0, 1))})[0][0] == fmpq(1, 4)
