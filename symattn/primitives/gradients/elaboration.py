"""The gradient as a description: the matrix of the derivatives by each entry."""

from __future__ import annotations

from symattn.elaborate.derivatives import by_entry
from symattn.elaborate.scope import Scope, elaborates
from symattn.elaborate.sizes import index_type
from symattn.kernel.terms import App, Term, Var
from symattn.primitives.gradients.word import Gradient


@elaborates(Gradient)
def _gradient(scope: Scope, node: Gradient) -> Term:
    rows, columns = map(index_type, node.shape)
    entries: list[Term] = []

    def entry(a: Var, b: Var) -> Term:
        entries.append(by_entry(scope, node.matrix, a, b, lambda: scope.real(node.number)))
        return entries[0]

    scope.under(rows, lambda a: scope.under(columns, lambda b: entry(a, b)))
    (slope,) = entries  # D applied to a and b, which stand last among what is bound
    if not isinstance(slope, App) or not isinstance(slope.function, App):
        raise TypeError(f"{slope} is no entry of a gradient")
    return slope.function.function
