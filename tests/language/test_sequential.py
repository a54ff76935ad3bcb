"""Sequential encodings, natural numbers, and statements about all values of a symbol: what can be written."""

import pytest
from sympy import Idx, MatrixSymbol, Symbol, cos, pi, sin

from symattn import Fails, Injective, LeastPeriod, Periodic, PositionalEncoding, SequentialEncoding, dims
from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language import SinusoidalVector, declarations
from symattn.language.base.naturals import is_natural

n, d, h = dims("n d h")
j = Symbol("j", integer=True, nonnegative=True)
t = Symbol("t", real=True)
phi = SequentialEncoding("phi", d)


def test_natural_numbers():
    assert is_natural(j) and not is_natural(n) and not is_natural(t)
    assert not is_natural(Symbol("k", integer=True)) and not is_natural(j + 1)


def test_an_encoding_is_a_matrix_at_each_position():
    assert phi(j + 1).shape == (d, d) and str(phi(j + 1)) == "phi(j + 1)"
    assert declarations(phi(2)).encodings == (phi,) and declarations(phi(2)).sizes == (d,)
    for position in (-1, t / 2 - t / 2 + pi, 1.5):
        with pytest.raises(UnsupportedExpression):
            phi(position)


def test_embedding_matrices():
    x = MatrixSymbol("x", d, 1)
    P = PositionalEncoding(phi, x, n)
    assert P.shape == (n, d) and P.at(2) == phi(2) * x and P.definition().shape == (n, d)
    for encoding, point in ((phi, MatrixSymbol("x", n, 1)), (phi, x.T), (MatrixSymbol("M", d, n), x)):
        with pytest.raises(ShapeError):
            PositionalEncoding(encoding, point, n)


def test_statements_about_all_values():
    e = SinusoidalVector(j, 2 * h)
    assert Injective(e, j).at(3) == SinusoidalVector(3, 2 * h)
    assert Fails(Periodic(e, j)).proposition == Periodic(e, j)
    assert LeastPeriod(sin(t), t, 2 * pi).period == 2 * pi


@pytest.mark.parametrize(
    "symbol",
    [
        n,
        Idx("i", n),
        Symbol("k", integer=True),
        Symbol("p", positive=True),
        Symbol("q", rational=True),
        Symbol("m", even=True, nonnegative=True),
        j + 1,
    ],
)
def test_only_natural_and_real_symbols_run_through_all_values(symbol):
    with pytest.raises(UnsupportedExpression):
        Injective(cos(t), symbol)


def test_a_period_does_not_depend_on_the_position():
    with pytest.raises(UnsupportedExpression):
        LeastPeriod(sin(t), t, t)
    with pytest.raises(UnsupportedExpression):
        LeastPeriod(sin(j), j, 2)
