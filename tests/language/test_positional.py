"""Encodings of data: what is added, what is turned, and which shapes and widths are refused."""

import pytest
from sympy import BlockMatrix, Idx, Matrix, MatrixSymbol, Symbol, cos, oo, sin

from symattn.errors import OddWidth, ShapeError, UnsupportedExpression
from symattn.language import (
    AdditiveEncoding,
    BlockRotation,
    Equation,
    Frequencies,
    MapSymbol,
    MaskSymbol,
    PositionMap,
    RotaryEncoding,
    RowMap,
    SinusoidalEncoding,
    dims,
)

n, h, d, k, p = dims("n h d k p")
X = MatrixSymbol("X", n, 2 * h)
theta = MatrixSymbol("theta", h, 1)


def test_additive_takes_the_first_columns():
    data, encoding = MatrixSymbol("X", n, d), MatrixSymbol("P", n, d + k)
    node = AdditiveEncoding(data, encoding)
    assert node.shape == (n, d)
    assert node.func(*node.args) == node
    assert set(node.definition().args) == {data, encoding[:, :d]}
    same = AdditiveEncoding(data, MatrixSymbol("P", n, d))
    assert set(same.definition().args) == {data, MatrixSymbol("P", n, d)}


@pytest.mark.parametrize("shape", [(n, k), (d, 2 * d), (n, d), (n + k, d + k)])
def test_additive_refuses_other_shapes(shape):
    data = MatrixSymbol("X", n, d + k)
    with pytest.raises(ShapeError) as caught:
        AdditiveEncoding(data, MatrixSymbol("P", *shape))
    assert caught.value.shapes == ((n, d + k), shape)


def test_printed_codomain_is_a_shape_error():
    node = AdditiveEncoding(MatrixSymbol("X", n, d), MatrixSymbol("P", n, d + k))
    with pytest.raises(ShapeError) as caught:
        Equation(node, MatrixSymbol("Y", n, d + k))
    assert caught.value.shapes == ((n, d), (n, d + k))


def test_odd_width_drops_the_last_column():
    node = AdditiveEncoding(MatrixSymbol("X", n, 2 * h + 1), SinusoidalEncoding(n, 2 * h + 2))
    assert node.shape == (n, 2 * h + 1)


def test_rotary_arguments():
    node = RotaryEncoding(X, theta)
    assert node.shape == X.shape
    assert node.func(*node.args) == node
    assert (node.data, node.frequencies, node.start) == (X, theta, 0)
    assert RotaryEncoding(X).frequencies == Frequencies(2 * h)
    assert node.rotation(Idx("m", n)) == BlockRotation(Idx("m", n) * theta)
    assert str(RotaryEncoding(X, theta, Symbol("s", real=True))) == "RotaryEncoding(X, theta, s)"


def test_rotary_definition_of_explicit_data():
    angle = Symbol("a", real=True)
    turned = RotaryEncoding(Matrix([[1, 2], [3, 5]]), Matrix([angle]), 1).definition().as_explicit().doit()
    expected = Matrix(
        [
            [cos(angle) + 2 * sin(angle), 2 * cos(angle) - sin(angle)],
            [3 * cos(2 * angle) + 5 * sin(2 * angle), 5 * cos(2 * angle) - 3 * sin(2 * angle)],
        ]
    )
    assert (turned - expected).expand() == Matrix.zeros(2, 2)


def test_rotary_refuses():
    with pytest.raises(OddWidth):
        RotaryEncoding(MatrixSymbol("X", n, d))
    with pytest.raises(OddWidth):
        RotaryEncoding(MatrixSymbol("X", n, 2 * h + 1))
    with pytest.raises(ShapeError):
        RotaryEncoding(X, MatrixSymbol("theta", h + 1, 1))
    with pytest.raises(ShapeError):
        RotaryEncoding(X, MatrixSymbol("theta", 1, h))
    with pytest.raises(UnsupportedExpression):
        RotaryEncoding(X, theta, oo)
    with pytest.raises(UnsupportedExpression):
        RotaryEncoding(MaskSymbol("B", n, 2 * h))


def test_position_map_is_a_row_map_of_one_more_column():
    f, data = MapSymbol("f", p + 1), MatrixSymbol("X", n, p)
    definition = PositionMap(f, data).definition()
    assert isinstance(definition, RowMap)
    beside = definition.rows_argument
    assert isinstance(beside, BlockMatrix)
    assert beside.blocks[0, 0] == data
    assert beside.blocks[0, 1].shape == (n, 1)
    m = Symbol("m", integer=True, nonnegative=True)
    assert beside.blocks[0, 1][m, 0] == m


def test_rows_that_a_map_makes_may_have_a_width_of_their_own():
    f, data = MapSymbol("f", p + 1, 3), MatrixSymbol("X", n, p)
    assert PositionMap(f, data).shape == (n, 3)
    with pytest.raises(ShapeError) as caught:
        PositionMap(MapSymbol("f", p, 3), data)
    assert "p×3" in str(caught.value)


def test_position_map_refuses():
    with pytest.raises(ShapeError):
        PositionMap(MapSymbol("f", p), MatrixSymbol("X", n, p))
    with pytest.raises(UnsupportedExpression):
        PositionMap(sin, MatrixSymbol("X", n, p))
