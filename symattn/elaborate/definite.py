"""Quadratic forms in the kernel: A is symmetric, and xᵀAx is compared with 0 for all columns x."""

from __future__ import annotations

from symattn.language.definite import Definite

from ..kernel.syntax import conjunction, implication
from ..kernel.terms import Term, equation
from ..prover.library.definite import form, no_column
from .formulas import at_most, differ, less, number
from .scope import Scope, apply, elaborates
from .sizes import index_type, size_of


@elaborates(Definite)
def _definite(scope: Scope, node: Definite) -> Term:
    return conjunction(*definite_parts(scope, node))


def definite_parts(scope: Scope, node: Definite) -> tuple[Term, Term]:
    """Return that a matrix is symmetric, entry by entry, and what is said of its form."""
    matrix, length = scope.real(node.matrix), node.matrix.shape[0]
    indices, zero = index_type(length), number(0)

    def said(x: Term) -> Term:
        value = form(matrix, x)
        return (
            implication(differ(x, no_column(size_of(length))), less(zero, value))
            if node.strict
            else at_most(zero, value)
        )

    def mirrored(i: Term, j: Term) -> Term:
        return equation(apply(matrix, i, j), apply(matrix, j, i))

    symmetric = scope.every(indices, lambda i: scope.every(indices, lambda j: mirrored(i, j)))
    return symmetric, scope.every(no_column(size_of(length)).type, said)
