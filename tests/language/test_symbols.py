"""Declared symbols survive SymPy's rebuilding, differ by class, and never simplify by their property."""

import itertools

import pytest
from sympy import Idx, Inverse, MatrixSymbol, Piecewise, Symbol, Transpose, ZeroMatrix, default_sort_key, oo, srepr
from sympy.logic.boolalg import Boolean

from symattn import Equation, Invariant, decide, spot_check
from symattn.errors import ShapeError, UndeclaredSymbol, UnsupportedExpression
from symattn.language import (
    InvertibleSymbol,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    Member,
    OrthogonalSymbol,
    PermutationSymbol,
    RowMap,
    SubsetSymbol,
    dims,
)
from symattn.language.base.names import check_name

r, n, ell, d = dims("r n ell d")
SQUARE = (PermutationSymbol, OrthogonalSymbol, InvertibleSymbol)
EVERY = (
    *(kind("s", n) for kind in SQUARE),
    MaskSymbol("M", r, n),
    KernelSymbol("alpha"),
    MapSymbol("g", ell),
    MapSymbol("g", ell, n),
    SubsetSymbol("S", n),
)


@pytest.mark.parametrize("symbol", EVERY, ids=lambda symbol: type(symbol).__name__)
def test_rebuilding_gives_the_same_symbol(symbol):
    assert symbol.func(*symbol.args) == symbol
    assert type(symbol.func(*symbol.args)) is type(symbol)
    assert symbol.doit() == symbol
    assert symbol.xreplace({}) == symbol
    assert hash(symbol.func(*symbol.args)) == hash(symbol)
    assert str(symbol) == symbol.name
    assert srepr(symbol)


@pytest.mark.parametrize("kind", SQUARE)
def test_substituting_a_size_keeps_the_class(kind):
    assert kind("s", n).subs(n, 3) == kind("s", 3)
    assert (kind("s", n) * MatrixSymbol("X", n, ell)).subs(n, 3).shape == (3, ell)


def test_symbols_of_different_classes_are_different_and_sortable():
    symbols = [MatrixSymbol("s", n, n), *(kind("s", n) for kind in SQUARE), MaskSymbol("s", n, n)]
    assert len(set(symbols)) == len(symbols)
    orders = {tuple(sorted(order, key=default_sort_key)) for order in itertools.permutations(symbols)}
    assert len(orders) == 1
    assert len((symbols[0] + symbols[1] + symbols[2]).args) == 3


@pytest.mark.parametrize("kind", SQUARE)
def test_a_square_symbol_refuses_other_sizes(kind):
    with pytest.raises(ShapeError):
        kind("s", n, r)
    with pytest.raises(UnsupportedExpression):
        kind("s", n / r)
    with pytest.raises(UnsupportedExpression):
        kind("", n)


@pytest.mark.parametrize("kind", [PermutationSymbol, OrthogonalSymbol])
def test_the_property_is_left_to_the_proof(kind):
    g = kind("g", n)
    assert (g.T * g).args == (Transpose(g), g)
    assert (g * g.T).doit().args == (g, Transpose(g))
    assert Inverse(g) == g.I and g**-1 == Inverse(g)
    A = MatrixSymbol("A", r, n)
    assert str(A * g * (A * g).T) == "A*g*g.T*A.T"


def test_size_symbols_must_be_declared():
    with pytest.raises(UndeclaredSymbol):
        PermutationSymbol("s", Symbol("q"))


def test_subset_membership_is_a_condition():
    i = Idx("i", n)
    subset = SubsetSymbol("S", n)
    condition = subset.contains(i)
    assert isinstance(condition, Boolean)
    assert condition == Member(i, subset)
    assert condition.func(*condition.args) == condition
    piecewise = Piecewise((0, condition), (-oo, True))
    assert piecewise.args[0].cond == condition
    assert piecewise.subs(i, 2).args[0].cond == Member(2, subset)
    assert (subset.size, condition.index, condition.subset) == (n, i, subset)


def test_a_map_may_make_rows_of_another_width():
    f, g, Q = MapSymbol("f", ell, n), MapSymbol("g", n, d), MatrixSymbol("Q", r, ell)
    assert g(f(Q)).shape == (r, d)
    assert MapSymbol("f", ell, ell) == MapSymbol("f", ell) != f
    for refused in (lambda: f(f(Q)), lambda: g(Q), lambda: Invariant(KernelSymbol("alpha"), f)):
        with pytest.raises(ShapeError):
            refused()


def test_what_holds_of_maps_of_rows_holds_for_all_widths():
    f, g, Q = MapSymbol("f", ell, n), MapSymbol("g", n, d), MatrixSymbol("Q", r, ell)
    tau = PermutationSymbol("tau", r)
    assert decide(g(f(tau * Q)), tau * g(f(Q)), verify=True).status == "proved"
    assert spot_check(Equation(g(f(tau * Q)), tau * g(f(Q)))).max_error < 1e-12
    for nearly in ((f(2 * Q), 2 * f(Q)), (f(-Q), -f(Q)), (f(Q), ZeroMatrix(r, n))):
        assert decide(*nearly, verify=True).status == "refuted"
    found = decide(MapSymbol("h", 2, 3)(MatrixSymbol("X", r, 2)), ZeroMatrix(r, 3), verify=True)
    assert found.status == "refuted"
    assert "h = a < 3:" in str(found)


def test_a_map_applies_to_every_row():
    g, Q = MapSymbol("g", ell), MatrixSymbol("Q", r, ell)
    assert g(Q) == RowMap(g, Q)
    assert g(Q).shape == (r, ell)
    with pytest.raises(ShapeError) as caught:
        g(MatrixSymbol("K", r, n))
    assert "g" in str(caught.value)
    with pytest.raises(UnsupportedExpression):
        RowMap(MatrixSymbol("g", ell, ell), Q)


def test_a_name_that_says_it_equals_another_is_looked_at_itself():
    class Lying(str):
        __slots__ = ()
        __hash__ = lambda self: hash("x")  # noqa: E731
        __eq__ = lambda self, other: True  # noqa: E731

    check_name(Lying("x"))
    with pytest.raises(UnsupportedExpression, match="only characters that are seen"):
        check_name(Lying("a\u200bb"))
