"""Encodings by sines and cosines: interleaved columns, blocks [[c, s], [−s, c]], both indexings, even widths only."""

import pytest
from sympy import Idx, Integer, KroneckerDelta, Matrix, MatrixSymbol, Symbol, cos, sin, symbols
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import OddWidth, ShapeError, UnsupportedExpression
from symattn.language import (
    BlockRotation,
    Frequencies,
    ShiftMatrix,
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    dims,
    is_extended,
)
from symattn.language.encodings import parity

h, n, d = dims("h n d")
t, k = symbols("t k", real=True)
m, p = Idx("m", h), Idx("p", h)
frequency = Integer(10000) ** (-m / h)


def test_frequencies():
    assert Frequencies(2 * h).shape == (h, 1)
    assert Frequencies(2 * h)[m, 0] == frequency
    assert Frequencies(4).as_explicit() == Matrix([1, Integer(1) / 100])
    assert Frequencies(4, first=1).as_explicit() == Matrix([Integer(1) / 100, Integer(1) / 10000])
    assert Frequencies(2 * h).definition()[m, 0] == frequency


def test_columns_are_interleaved():
    vector = SinusoidalVector(t, 2 * h)
    assert vector[2 * m, 0] == sin(t * frequency)
    assert vector[2 * m + 1, 0] == cos(t * frequency)
    assert vector.definition()[2 * m, 0] == vector[2 * m, 0]
    assert vector[Idx("c", 2 * h), 0] == MatrixElement(vector, Idx("c", 2 * h), 0)
    assert SinusoidalVector(t, 2).as_explicit() == Matrix([sin(t), cos(t)])


def test_row_t_is_position_t():
    encoding = SinusoidalEncoding(n, 2 * h)
    row, column = Idx("t", n), Idx("c", 2 * h)
    assert encoding[row, 2 * m] == sin(row * frequency)
    assert encoding.row(row) == SinusoidalVector(row, 2 * h)
    assert encoding.definition()[row, column] == MatrixElement(SinusoidalVector(row, 2 * h), column, 0)
    assert SinusoidalEncoding(2, 2).as_explicit() == Matrix([[0, 1], [sin(1), cos(1)]])


def test_rotation_blocks():
    angles = MatrixSymbol("a", h, 1)
    rotation = BlockRotation(angles)
    c, s = cos(angles[m, 0]), sin(angles[m, 0])
    assert rotation.shape == (2 * h, 2 * h)
    assert [rotation[2 * m, 2 * m], rotation[2 * m, 2 * m + 1]] == [c, s]
    assert [rotation[2 * m + 1, 2 * m], rotation[2 * m + 1, 2 * m + 1]] == [-s, c]
    assert rotation[2 * m, 2 * p] == KroneckerDelta(m, p) * c
    x, y = symbols("x y", real=True)
    assert BlockRotation(Matrix([x, y])).as_explicit() == Matrix(
        [[cos(x), sin(x), 0, 0], [-sin(x), cos(x), 0, 0], [0, 0, cos(y), sin(y)], [0, 0, -sin(y), cos(y)]]
    )


@pytest.mark.parametrize("first", [0, 1])
def test_the_shift_matrix_shifts(first):
    shifted = ShiftMatrix(k, 4, first).as_explicit() * SinusoidalVector(t, 4, first).as_explicit()
    expected = SinusoidalVector(t + k, 4, first).as_explicit()
    for left, right in zip(shifted, expected, strict=True):
        assert (left - right).expand(trig=True).subs({t: Integer(3) / 7, k: 2}).evalf(30) == pytest.approx(0, abs=1e-25)


def test_numbers_as_positions():
    assert SinusoidalVector(0, 2 * h)[0, 0] == 0
    assert SinusoidalVector(1, 2 * h).definition() == SineCosine(Frequencies(2 * h))
    assert ShiftMatrix(-k, 2 * h).shift == -k


@pytest.mark.parametrize(
    "build",
    [
        lambda width: Frequencies(width),
        lambda width: SinusoidalVector(t, width),
        lambda width: SinusoidalEncoding(n, width),
        lambda width: ShiftMatrix(k, width),
    ],
    ids=["Frequencies", "SinusoidalVector", "SinusoidalEncoding", "ShiftMatrix"],
)
def test_odd_widths(build):
    for width in (d, 3, 2 * h + 1):
        with pytest.raises(OddWidth) as caught:
            build(width)
        assert caught.value.width == width
    assert build(2 * h + 2).func(*build(2 * h + 2).args) is build(2 * h + 2)
    assert str(build(2 * h)).endswith("2*h)")
    assert not is_extended(build(2 * h))


def test_refused_arguments():
    with pytest.raises(ShapeError):
        BlockRotation(MatrixSymbol("a", 1, h))
    with pytest.raises(ShapeError):
        SineCosine(MatrixSymbol("a", 1, 3))
    with pytest.raises(UnsupportedExpression):
        SinusoidalVector(MatrixSymbol("a", h, 1), 2 * h)
    with pytest.raises(UnsupportedExpression):
        ShiftMatrix(Symbol("z", imaginary=True), 2 * h)
    for first in (-1, h, Integer(1) / 2):
        with pytest.raises(UnsupportedExpression):
            Frequencies(2 * h, first)


def test_parity():
    assert parity(2 * m) == (m, 0)
    assert parity(2 * m + 3) == (m + 1, 1)
    assert parity(Integer(5)) == (2, 1)
    assert parity(m) is None
    assert parity(Symbol("x")) is None
