"""Sequential encodings: a function from ℕ to matrices, with φ(0) = I and φ(j + k) = φ(j) φ(k)."""

from __future__ import annotations

from symattn.primitives.sequential.word import SequentialEncoding

from ..kernel.terms import NAT, Term, Var, app, equation, fun
from ..prover.logic.numerals import NONE, nadd
from .formulas import indicator, multiply, sum_over
from .scope import Scope, matrix_type
from .sizes import index_type


def encoding_variable(scope: Scope, symbol: SequentialEncoding) -> Var:
    """Return the variable that stands for a sequential encoding."""
    return scope.declared(symbol, fun(NAT, matrix_type((symbol.width, symbol.width))))[0]


def homomorphism(scope: Scope, symbol: SequentialEncoding) -> tuple[Term, Term]:
    """Return the two equations of a homomorphism, entry by entry."""
    phi, indices = encoding_variable(scope, symbol), index_type(symbol.width)

    def product(j: Term, k: Term, a: Term, b: Term) -> Term:
        total = sum_over(scope, symbol.width, lambda c: multiply(app(phi, j, a, c), app(phi, k, c, b)))
        return equation(app(phi, nadd(j, k), a, b), total)

    start = scope.every(
        indices,
        lambda a: scope.every(indices, lambda b: equation(app(phi, NONE, a, b), indicator(equation(a, b)))),
    )
    step = scope.every(
        NAT,
        lambda j: scope.every(
            NAT, lambda k: scope.every(indices, lambda a: scope.every(indices, lambda b: product(j, k, a, b)))
        ),
    )
    return start, step
