"""Parts of matrices whose ends are numbers or symbols, and parts and entries of these."""

import pytest
from sympy import BlockMatrix, Idx, ImmutableMatrix, MatrixSymbol, Symbol, cos, sin

from symattn import (
    BlockRotation,
    Equation,
    Fails,
    Frequencies,
    Injective,
    ShiftMatrix,
    SinusoidalVector,
    UnsupportedExpression,
    decide,
    dims,
)

h, n, d = dims("h n d")
X, Y, W = MatrixSymbol("X", 2 * h, d), MatrixSymbol("Y", n + 1, d), MatrixSymbol("W", 4 * h, d)
t, j = Symbol("t", real=True), Symbol("j", integer=True, nonnegative=True)
i, k = Idx("i", n), Idx("k", n + 1)
turn = ImmutableMatrix([[cos(t), sin(t)], [-sin(t), cos(t)]])

PROVED = {
    "the first pair of an even number of rows": (X[:2, :], BlockMatrix([[X[0, :]], [X[1, :]]])),
    "an entry of it": (X[:2, :][1, 0], X[1, 0]),
    "the second row of it": (X[:2, :][1:, :], X[1, :]),
    "the second pair of four times h rows": (W[2:4, :][0, 0], W[2, 0]),
    "the first pair of an encoding": (SinusoidalVector(t, 2 * h)[:2, :], ImmutableMatrix([sin(t), cos(t)])),
    "the first block of a shift": (ShiftMatrix(t, 2 * h)[:2, :2], turn),
    "the first block of more of them": (BlockRotation(t * Frequencies(4 * h))[:2, :2], turn),
    "all rows but the first": (BlockMatrix([[Y[0, :]], [Y[1:, :]]]), Y),
    "an entry of these": (Y[1:, :][i, 0], Y[i + 1, 0]),
    "a row of these": (Y[1:, :][i, :], Y[i + 1, :]),
    "a part of a part": (Y[1:, :][:n, :][0, 0], Y[1, 0]),
}


@pytest.mark.parametrize("sides", PROVED.values(), ids=PROVED.keys())
def test_parts_of_matrices_are_read(sides):
    assert decide(*sides).status == "proved"


def test_the_first_two_columns_tell_positions_apart_and_two_positions_do_not_agree():
    assert decide(Injective(SinusoidalVector(j, 2 * h)[:2, :], j)).status == "proved"
    for first in (0, 1):
        one, zero = (SinusoidalVector(position, 2 * h, first=first) for position in (1, 0))
        assert decide(Fails(Equation(one, zero))).status == "proved"
    assert decide(Fails(Equation(one, one))).status == "refuted"


@pytest.mark.parametrize(
    "sides",
    [
        (X[:2, :][1, 0], X[0, 0]),
        (W[1:3, :], W[:2, :]),
        (Y[1:, :], Y[:n, :]),
        (Y[1:, :][i, :], Y[:n, :][i, :]),
        (ShiftMatrix(t, 2 * h)[:2, :2], turn.T),
    ],
)
def test_other_parts_are_others(sides):
    assert decide(*sides).status == "refuted"


@pytest.mark.parametrize("part", [X[:3, :], X[1:3, :], X[2:, :], W[3:5, :]])
def test_parts_that_may_lie_outside_are_refused(part):
    with pytest.raises(UnsupportedExpression, match="provably"):
        decide(part, part)


def test_an_index_after_a_part_must_lie_in_it():
    with pytest.raises(UnsupportedExpression, match="taken before"):
        Y[:n, :][k, :]


@pytest.mark.parametrize(
    ("take", "named"),
    [
        (lambda: X[:2, :][1:4, :], r"X\[:2, :\]: there is no part \[1:4, :\] of 2×d entries"),
        (lambda: X[:2, :][:, 3:3], r"there is no part \[:, 3:3\] of 2×d entries"),
        (lambda: MatrixSymbol("Z", 3, d)[1:5, :], r"Z: there is no part \[1:5, :\] of 3×d entries"),
        (lambda: MatrixSymbol("Z", 3, d)[2:1, :], r"Z: there is no part \[2:1, :\] of 3×d entries"),
    ],
)
def test_a_part_that_lies_outside_is_named(take, named):
    with pytest.raises(UnsupportedExpression, match=named):
        take()
