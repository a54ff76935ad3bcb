"""Some instances of each run have many keys, so that what a kernel does from one tile to the next is tested."""

import numpy as np
import pytest
from sympy import MatrixSymbol

from symattn import Attention, LogSumExp, RowSoftmax, dims
from symattn.testing import Violation, assert_implements, assert_satisfies, theorems_about
from symattn.testing.inputs import LONG_AT, Drawn, draw, read_problem
from symattn.testing.number_types import FLOAT64

r, n, ell, d, k = dims("r n ell d k")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
SIGNATURE = "Q: r ell, K: n ell, V: n d -> r d"
THEOREMS = {relation.name: relation for relation in theorems_about(Attention)}


def tiled(tile, rescales=True, drops=False):
    """Attention by tiles of keys, which may forget to rescale what was summed, or the last key of a tile of one."""

    def kernel(q, k, v):
        keys = len(k) - (drops and len(k) > 1 and len(k) % tile == 1)
        most, total = np.full((len(q), 1), -np.inf), np.zeros((len(q), 1))
        summed = np.zeros((len(q), v.shape[1]))
        for start in range(0, keys, tile):
            part = slice(start, min(start + tile, keys))
            scores = q @ k[part].T / np.sqrt(q.shape[1])
            larger = np.maximum(most, scores.max(axis=1, keepdims=True))
            factor, weights = np.exp(most - larger), np.exp(scores - larger)
            total = total * factor + weights.sum(axis=1, keepdims=True)
            summed = summed * (factor if rescales else 1) + weights @ v[part]
            most = larger
        return summed / total

    return kernel


WRONG = {"not rescaled": {"rescales": False}, "last key left out": {"drops": True}}


@pytest.mark.parametrize("tile", [16, 64, 128])
@pytest.mark.parametrize("wrong", WRONG)
def test_an_error_between_tiles_is_found_without_their_size(wrong, tile):
    kernel = tiled(tile, **WRONG[wrong])
    for seed in range(3):
        with pytest.raises(Violation):
            assert_implements(kernel, Attention(Q, K, V), SIGNATURE, seed=seed, shrink=False)
        with pytest.raises(Violation):
            assert_satisfies(kernel, THEOREMS["key permutation"], signature=SIGNATURE, seed=seed, shrink=False)


@pytest.mark.parametrize("wrong", WRONG)
def test_an_error_between_tiles_is_found_with_their_size(wrong):
    for seed in range(3):
        options = {"signature": SIGNATURE, "seed": seed, "shrink": False, "tile": 64}
        with pytest.raises(Violation):
            assert_satisfies(tiled(64, **WRONG[wrong]), THEOREMS["key permutation"], **options)


def test_the_long_size_is_that_of_the_keys_and_the_others_are_small():
    problem = read_problem(Attention(Q, K, V), SIGNATURE)
    drawn = [draw(problem, FLOAT64, seed, number).sizes for seed in range(9) for number in LONG_AT]
    assert all(129 <= sizes["n"] <= 300 and max(sizes["r"], sizes["ell"], sizes["d"]) <= 2 for sizes in drawn)
    assert [sizes["n"] % 64 for sizes in drawn[1::2]] == [1] * 9
    assert len({sizes["n"] for sizes in drawn[::2]}) == 9
    of_tiles = read_problem(Attention(Q, K, V), SIGNATURE, tile=64)
    assert [draw(of_tiles, FLOAT64, 0, number).sizes["n"] for number in LONG_AT] == [161, 129]


def test_the_scores_rise_so_that_each_tile_has_a_larger_one():
    drawn = draw(read_problem(Attention(Q, K, V), SIGNATURE), FLOAT64, 0, LONG_AT[-1])
    scores = drawn.values["Q"] @ drawn.values["K"].T
    assert (np.diff(scores, axis=-1) >= 0).all() and 1 < np.ptp(scores) < 40


def test_sizes_that_are_given_stay():
    problem = read_problem(Attention(Q, K, V), SIGNATURE, sizes={"n": (3, 4)})
    assert all(draw(problem, FLOAT64, 0, number).sizes["n"] in (3, 4) for number in LONG_AT)


def test_what_is_summed_over_is_found():
    A, later = MatrixSymbol("A", r, n), (MatrixSymbol("K", r + k, ell), MatrixSymbol("V", r + k, d))
    assert read_problem(RowSoftmax(A), "A: r n -> r n").inner == "n"
    assert read_problem(LogSumExp(A), "A: r n -> r 1").inner == "n"
    assert read_problem(Attention(Q, *later), "Q: r ell, K: r+k ell, V: r+k d -> r d").inner == "k"


def test_what_is_kept_of_values_is_kept_of_these_values_alone():
    kernel, options = tiled(16), {"signature": SIGNATURE, "shrink": False}
    for tile in (None, 16, 8):  # the sizes may be the same, and the values others
        assert assert_satisfies(kernel, THEOREMS["key permutation"], tile=tile, **options) == ("proved",)
    one, other = (Drawn({"n": 1}, {(): {n: 1, Q: np.array([[x]])}}, "grid", "plain") for x in (1.0, 2.0))
    assert one.content != other.content
