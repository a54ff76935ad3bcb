"""`evaluate` takes numbers that are what their symbols are declared to be; it names the symbol otherwise."""

import math

import numpy as np
import pytest
from sympy import Idx, MatrixSymbol, Symbol

from symattn import (
    InvertibleSymbol,
    MaskedRow,
    MaskSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
    SubsetSymbol,
    SymattnError,
    UsageError,
    dims,
    evaluate,
)

inf = math.inf
n, H = dims("n H")
x, z = Symbol("x", real=True), Symbol("z", complex=True)
A, F, g = MatrixSymbol("A", n, n), MatrixFamily("F", H, n, n), OrthogonalSymbol("g", n)
i, S, M = Idx("i", n), SubsetSymbol("S", n), MaskSymbol("M", n, n)
REFUSED = {
    "plus infinity": (x, inf, "the value of x is inf; evaluate takes numbers"),
    "minus infinity": (x, -inf, "the value of x is -inf; evaluate takes numbers"),
    "of NumPy": (x, np.float32(inf), "the value of x is inf; evaluate takes numbers"),
    "complex": (z, complex(inf, 1), "the value of z is .* evaluate takes numbers"),
    "complex nan": (z, complex(0, math.nan), "the value of z is .* evaluate takes numbers"),
    "an entry": (A, [[0, 0], [-inf, inf]], "the value of A is inf in row 1, column 1; evaluate takes numbers"),
    "of a family": (F, [[[0, inf], [0, 0]]], "the value of F is inf in row 0, column 1; evaluate takes numbers"),
    "of a mask": (M, [[0, inf], [0, 0]], "the value of M must hold 0 where a key is seen"),
    "not orthogonal": (g, [[1, 1], [0, 1]], r"the value of g is not orthogonal: g\.T\*g is not the identity"),
    "nearly orthogonal": (g, [[1, 0], [0, 1.00001]], "the value of g is not orthogonal"),
    "single precision": (g, np.eye(2, dtype=np.float32) * 1.0001, "the value of g is not orthogonal"),
    "one of several": (g, [np.eye(2), 2 * np.eye(2)], "the value of g is not orthogonal"),
    "singular": (InvertibleSymbol("h", n), [[1, 2], [2, 4]], r"Invertible\(h\): the supplied matrix is singular"),
    "no weights": (ProbabilitySymbol("p", n), [[0.5, 0.6]], "the values of p must be weights"),
    "no permutation": (PermutationSymbol("s", n), [0, 0], "s is neither the image list nor the matrix"),
    "positive": (Symbol("u", positive=True), 0, "u cannot be 0: it is declared positive"),
    "negative": (Symbol("u", negative=True), 0.5, "u cannot be 0.5: it is declared negative"),
    "nonnegative": (Symbol("u", nonnegative=True), -1, "u cannot be -1: it is declared nonnegative"),
    "nonpositive": (Symbol("u", nonpositive=True), 1, "u cannot be 1: it is declared nonpositive"),
    "nonzero": (Symbol("u", real=True, nonzero=True), 0.0, r"u cannot be 0\.0: it is declared nonzero"),
    "even": (Symbol("u", even=True), 3, "u cannot be 3: it is declared even"),
    "odd": (Symbol("u", odd=True), 2, "u cannot be 2: it is declared odd"),
    "no integer": (Symbol("u", integer=True), 1.5, r"u cannot be 1\.5: it stands for an integer"),
    "natural": (Symbol("u", integer=True, nonnegative=True), -1, "u cannot be -1: it stands for a natural number"),
    "index": (i, 2, "i cannot be 2: it runs from 0 to 1"),
    "index below": (i, -1, "i cannot be -1: it runs from 0 to 1"),
    "subset": (S, {0, 2}, "S cannot contain 2: its elements run from 0 to 1"),
}


@pytest.mark.parametrize(("symbol", "value", "said"), REFUSED.values(), ids=list(REFUSED))
def test_what_a_symbol_does_not_stand_for_is_refused(symbol, value, said):
    with pytest.raises(SymattnError, match=said):
        evaluate(A[0, 0] + x, {A: np.eye(2), x: 1, symbol: value})


def test_what_a_symbol_stands_for_is_taken():
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 40, 40)))[0]
    assert evaluate(g.T * g, {g: turn}) == pytest.approx(np.broadcast_to(np.eye(40), (3, 40, 40)))
    for kind in (np.float32, np.float16):
        assert evaluate(g, {g: turn[0].astype(kind)}).dtype == kind
    assert evaluate(M, {M: [[0, -inf], [0, 0]]}).tolist() == [[0, -inf], [0, 0]]
    assert evaluate(A, {A: [[0, -inf], [0, 0]]}).tolist() == [[0, -inf], [0, 0]]
    assert evaluate(Symbol("u", positive=True) + x, {Symbol("u", positive=True): 1e-300, x: 1e308}) == 1e308
    assert evaluate(A[i, i], {A: np.eye(2), i: 1}) == 1
    with pytest.raises(MaskedRow):
        evaluate(M, {M: [[-inf, -inf], [0, 0]]})


def test_tensors_are_held_against_what_is_declared():
    torch = pytest.importorskip("torch")
    turn = torch.linalg.qr(torch.randn(5, 5))[0]
    assert evaluate(g, {g: turn}).dtype == torch.float32
    with pytest.raises(UsageError, match="the value of g is not orthogonal"):
        evaluate(g, {g: 2 * turn})
    with pytest.raises(UsageError, match="the value of A is inf in row 0, column 0"):
        evaluate(A, {A: torch.tensor([[inf]])})
