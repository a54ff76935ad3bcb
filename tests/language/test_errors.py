"""Errors name the sub-expression in the user's notation, in one to three plain lines."""

import pytest
from sympy import MatrixSymbol

from symattn import errors
from symattn.errors import ShapeError, SymattnError
from symattn.language import dims

r, ell, d = dims("r ell d")
Q, g = MatrixSymbol("Q", r, ell), MatrixSymbol("g", d, d)

EXAMPLES = (
    ShapeError(Q * g, (r, ell), (d, d)),
    errors.OddWidth("E", d),
    errors.MaskedRow("M", 0),
    errors.DefinitionError("RMSNorm: c is free in c*X; make it a parameter"),
    errors.UndeclaredSymbol("x", "declare it"),
    errors.MissingValue("x"),
    errors.UnsupportedExpression(Q, "no reason"),
    errors.HypothesisError(Q, "no reason"),
    errors.ClaimError("twice"),
    errors.Fault("TypeError in a module"),
    errors.UsageError("no such id"),
    errors.CallError("decide is called without lhs. It takes (lhs, rhs)"),
)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_every_error_is_one_of_symattn_and_short(error):
    assert isinstance(error, SymattnError)
    assert 1 <= len(str(error).splitlines()) <= 3
    assert type(error)(*error.args).args == error.args


def test_every_class_of_the_module_is_covered():
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, SymattnError)}
    assert kinds - {SymattnError} == {type(error) for error in EXAMPLES}


def test_shape_errors_compare_exactly():
    error = ShapeError(Q * g, (r, ell), (d, d))
    assert error == ShapeError(Q * g, (r, ell), (d, d)) and hash(error) == hash(ShapeError("Q*g", (r, ell), (d, d)))
    assert error != ShapeError(Q * g, (r, ell), (ell, ell))
    assert error != ShapeError(Q * g.T, (r, ell), (d, d))
    assert error != ShapeError(Q * g, (d, d), (r, ell))
    assert error != ValueError("Q*g")
    assert error.shapes == ((r, ell), (d, d)) and error.subexpression == Q * g


def test_sizes_are_bracketed_in_shapes():
    assert str(ShapeError("A", (r + d, 2 * ell), ())) == "the shapes in A do not fit: (d + r)×2*ell and scalar"
