"""`evaluate` and enclosures at unusual arrays: the right numbers, or an error that says what is wrong."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from sympy import MatrixSymbol, Symbol, oo

from symattn import Attention, MaskSymbol, ShapeError, UsageError, dims, evaluate
from symattn.numeric.enclosure import enclose

r, n, ell, d = dims("r n ell d")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
x = Symbol("x", real=True)
RNG = np.random.default_rng(0)
GIVEN = {Q: RNG.normal(size=(3, 4)), K: RNG.normal(size=(5, 4)), V: RNG.normal(size=(5, 2))}


@pytest.mark.parametrize("seen", [np.eye(3, 5) == 1, np.ones((3, 5), bool)])
def test_a_mask_of_truth_values_is_refused(seen):
    with pytest.raises(UsageError, match=r"write truth values as where\(seen, 0, -inf\)"):
        evaluate(Attention(Q, K, V, M), {**GIVEN, M: seen})


@pytest.mark.parametrize("other", [-1e9, math.inf, 1.0])
def test_a_mask_holds_nothing_but_zero_and_minus_infinity(other):
    mask = np.zeros((3, 5))
    mask[1, 2] = other
    with pytest.raises(UsageError, match="must hold 0 where a key is seen"):
        evaluate(Attention(Q, K, V, M), {**GIVEN, M: mask})


def test_entries_that_are_masked_are_no_numbers():
    masked = np.ma.masked_array(GIVEN[Q], mask=GIVEN[Q] > 1)
    with pytest.raises(UsageError, match="entries that are masked"):
        evaluate(Attention(Q, K, V), {**GIVEN, Q: masked})
    whole = np.ma.masked_array(GIVEN[Q])
    np.testing.assert_array_equal(evaluate(2 * Q, {Q: whole}), 2 * GIVEN[Q])


@pytest.mark.parametrize("nan", [np.array(np.nan), np.float32(np.nan), float("nan")], ids=repr)
def test_nan_is_refused_in_whatever_it_comes(nan):
    with pytest.raises(UsageError, match="nan"):
        evaluate(x + 1, {x: nan})


@pytest.mark.parametrize("form", [np.asfortranarray, lambda a: np.repeat(a, 2, 0)[::2], lambda a: a.astype(np.float32)])
def test_nan_is_found_in_every_form_of_array(form):
    unknown = GIVEN[Q].copy()
    unknown[1, 2] = np.nan
    with pytest.raises(UsageError, match="nan in row 1, column 2"):
        evaluate(Attention(Q, K, V), {**GIVEN, Q: form(unknown)})


def test_numbers_too_large_to_be_squared_are_numbers():
    assert evaluate(Q, {Q: np.full((1, 2), 1e300)}).tolist() == [[1e300, 1e300]]


def test_an_integer_out_of_reach_is_refused():
    with pytest.raises(UsageError, match="out of the reach of floating point"):
        evaluate(Q, {Q: [[10**400]]})


def test_tensors_of_two_types_meet_in_the_larger_one():
    torch = pytest.importorskip("torch")
    given = {symbol: torch.tensor(array) for symbol, array in GIVEN.items()}
    found = evaluate(Attention(Q, K, V), {**given, Q: given[Q].float()})
    assert found.dtype == torch.float64
    np.testing.assert_allclose(found, evaluate(Attention(Q, K, V), GIVEN), rtol=1e-6)
    assert evaluate(Q * K.T, {Q: given[Q].half(), K: given[K].float()}).dtype == torch.float32


def test_complex_tensors_are_refused():
    torch = pytest.importorskip("torch")
    with pytest.raises(UsageError, match="no array of real numbers"):
        evaluate(Q, {Q: torch.tensor(GIVEN[Q]) + 1j})


def test_enclosures_take_numbers_of_every_kind_and_read_sizes():
    assert enclose(Q * K.T, {Q: np.array([[1, 2]]), K: ((3, 4),)}) == ((11,),)
    assert enclose(Q, {Q: [[0.5, Fraction(1, 3)]]}) == ((fmpq(1, 2), fmpq(1, 3)),)
    (value,) = enclose(Attention(Q, K, V, M), {Q: [[1]], K: [[1], [2]], V: [[5], [7]], M: [[0, -oo]]})
    assert value[0] == 5


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_enclosures_refuse_what_is_no_number(wrong):
    with pytest.raises(UsageError, match="numbers are needed"):
        enclose(Q, {Q: [[wrong]]})


def test_enclosures_refuse_shapes_that_do_not_fit():
    with pytest.raises(ShapeError, match="Q, r×ell, is 1×2, so that ell = 2, and K, n×ell, is 1×1"):
        enclose(Q * K.T, {Q: [[1, 2]], K: [[1]]})
    with pytest.raises(UsageError, match="differ in length"):
        enclose(Q, {Q: [[1, 2], [1]]})
    with pytest.raises(ShapeError, match="in Q"):
        enclose(Q, {Q: [1, 2]})
